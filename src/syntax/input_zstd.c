// SPDX-License-Identifier: Apache-2.0

/// Zstandard (RFC 8878), with any number of frames one behind the other

#include "base/error.h"
#include "syntax/decoder.h"

#ifdef TERCET_HAVE_ZSTD

#  include "base/allocator.h"

#  include <zstd.h>

typedef struct {
  const tercet_allocator *alloc;
  ZSTD_DStream *stream;
  bool in_frame; ///< Within a frame: its end must follow
} zstd_state;

static tercet_status
zstd_open(const tercet_allocator *alloc, void **out, tercet_error *err)
{
  zstd_state *const state =
      (zstd_state *)tercet_allocate_zeroed(alloc, sizeof(zstd_state));
  if (!state) {
    return tercet_error_no_memory(err);
  }

  // The stable interface of libzstd takes no allocator
  state->alloc = alloc;
  state->stream = ZSTD_createDStream();
  if (!state->stream) {
    tercet_release(alloc, state);
    return tercet_error_no_memory(err);
  }

  *out = state;
  return TERCET_OK;
}

static tercet_status
zstd_decode(void *handle,
            tercet_compressed *in,
            char *out,
            size_t size,
            size_t *n_out,
            tercet_error *err)
{
  zstd_state *const state = (zstd_state *)handle;

  *n_out = 0;
  if (!in->length && in->at_end && !state->in_frame) {
    return TERCET_OK;
  }

  // Without input there may still be text held back
  ZSTD_inBuffer input = {in->data, in->length, 0};
  ZSTD_outBuffer output = {out, size, 0};
  const size_t hint = ZSTD_decompressStream(state->stream, &output, &input);
  if (ZSTD_isError(hint)) {
    return tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "Zstandard data is damaged: %s",
                            ZSTD_getErrorName(hint));
  }

  in->data += input.pos;
  in->length -= input.pos;
  state->in_frame = hint != 0;
  *n_out = output.pos;
  return !output.pos && !in->length && in->at_end && state->in_frame
             ? tercet_error_set(
                   err, TERCET_ERR_CORRUPT, "Zstandard data is cut off")
             : TERCET_OK;
}

static void
zstd_close(void *handle)
{
  zstd_state *const state = (zstd_state *)handle;
  ZSTD_freeDStream(state->stream);
  tercet_release(state->alloc, state);
}

#else // TERCET_HAVE_ZSTD

static tercet_status
zstd_open(const tercet_allocator *alloc, void **out, tercet_error *err)
{
  (void)alloc;
  (void)out;
  return tercet_error_set(err,
                          TERCET_ERR_UNSUPPORTED,
                          "Zstandard data, but this was built without zstd");
}

static tercet_status
zstd_decode(void *handle,
            tercet_compressed *in,
            char *out,
            size_t size,
            size_t *n_out,
            tercet_error *err)
{
  (void)handle;
  (void)in;
  (void)out;
  (void)size;
  (void)n_out;
  return tercet_error_set(err, TERCET_ERR_UNSUPPORTED, "built without zstd");
}

static void
zstd_close(void *handle)
{
  (void)handle;
}

#endif // TERCET_HAVE_ZSTD

const tercet_decoder tercet_zstd_decoder = {zstd_open, zstd_decode, zstd_close};
