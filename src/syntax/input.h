// SPDX-License-Identifier: Apache-2.0

/// Bytes from a file, standard input or memory, decompressed on the way

#ifndef TERCET_SYNTAX_INPUT_H
#define TERCET_SYNTAX_INPUT_H

#include <tercet/status.h>

typedef struct tercet_input tercet_input;

/**
   Open a file, or standard input for "-".

   Gzip (of several members too) and Zstandard are recognised by their first
   bytes.

   @return #TERCET_OK; #TERCET_ERR_IO (no such file, a folder, no permission);
   #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_input_open_file(const tercet_allocator *alloc,
                       const char *path,
                       tercet_input **out,
                       tercet_error *err);

/// Open bytes in memory, taken as they are; `text` must stay valid
TERCET_NODISCARD tercet_status
tercet_input_open_text(const tercet_allocator *alloc,
                       tercet_string text,
                       tercet_input **out,
                       tercet_error *err);

/// Let each read give at most `n_bytes`, for tests
void
tercet_input_limit_reads(tercet_input *input, size_t n_bytes);

/**
   Read up to `size` bytes of text.

   @param[out] n_read Bytes read; 0 only at the end.
   @return #TERCET_OK, #TERCET_ERR_IO, #TERCET_ERR_CORRUPT for compressed data
   that is damaged or cut off, #TERCET_ERR_UNSUPPORTED for another compression
   or one that was left out of the build, #TERCET_ERR_NO_MEMORY, or why
   `cancel` stops.
*/
TERCET_NODISCARD tercet_status
tercet_input_read(tercet_input *input,
                  void *data,
                  size_t size,
                  const tercet_cancel *cancel,
                  size_t *n_read,
                  tercet_error *err);

/// Return the bytes taken from the source so far, before decompression
uint64_t
tercet_input_bytes_taken(const tercet_input *input);

/// Return the bytes of the source, or 0 if that is not known
uint64_t
tercet_input_bytes_total(const tercet_input *input);

/// Return what to call the source in messages; empty for memory
const char *
tercet_input_name(const tercet_input *input);

/// Close and free; NULL is fine
void
tercet_input_close(tercet_input *input);

#endif // TERCET_SYNTAX_INPUT_H
