// SPDX-License-Identifier: Apache-2.0

/// Decompression of a stream; private to the input

#ifndef TERCET_SYNTAX_DECODER_H
#define TERCET_SYNTAX_DECODER_H

#include <tercet/status.h>

/// Compressed bytes at hand; a decoder moves `data` on
typedef struct {
  const char *data;
  size_t length;
  bool at_end; ///< No further bytes will come
} tercet_compressed;

/// What a kind of decompression can do
typedef struct {
  /// Make the decoder's state
  tercet_status (*open)(const tercet_allocator *alloc,
                        void **state,
                        tercet_error *err);
  /// Decompress into `out`.  May give nothing if it needs more input; at the
  /// end of the input, nothing means the end of the text.
  tercet_status (*decode)(void *state,
                          tercet_compressed *in,
                          char *out,
                          size_t size,
                          size_t *n_out,
                          tercet_error *err);
  void (*close)(void *state);
} tercet_decoder;

extern const tercet_decoder tercet_gzip_decoder;
extern const tercet_decoder tercet_zstd_decoder;

#endif // TERCET_SYNTAX_DECODER_H
