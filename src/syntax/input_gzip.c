// SPDX-License-Identifier: Apache-2.0

/// Gzip by zlib (RFC 1952), with any number of members one behind the other

#include "base/allocator.h"
#include "base/error.h"
#include "syntax/decoder.h"

#include <limits.h>
#include <zlib.h>

typedef struct {
  const tercet_allocator *alloc;
  z_stream stream;
  bool in_member; ///< Within a member: its end must follow
} gzip_state;

static void *
gzip_allocate(void *context, uInt count, uInt size)
{
  return tercet_allocate_array((const tercet_allocator *)context, count, size);
}

static void
gzip_release(void *context, void *pointer)
{
  tercet_release((const tercet_allocator *)context, pointer);
}

static tercet_status
gzip_open(const tercet_allocator *alloc, void **out, tercet_error *err)
{
  gzip_state *const state =
      (gzip_state *)tercet_allocate_zeroed(alloc, sizeof(gzip_state));
  if (!state) {
    return tercet_error_no_memory(err);
  }

  state->alloc = alloc;
  state->stream.zalloc = gzip_allocate;
  state->stream.zfree = gzip_release;
  // zlib hands the pointer back unchanged to the two functions above
  state->stream.opaque = (voidpf)(uintptr_t)alloc;
  if (inflateInit2(&state->stream, 16 + MAX_WBITS) != Z_OK) {
    tercet_release(alloc, state);
    return tercet_error_no_memory(err);
  }

  *out = state;
  return TERCET_OK;
}

/// Begin the next member if bytes follow the one that ended
static tercet_status
next_member(gzip_state *state, const tercet_compressed *in, tercet_error *err)
{
  if ((uint8_t)in->data[0] != 0x1fU) {
    return tercet_error_set(
        err, TERCET_ERR_CORRUPT, "gzip data is followed by something else");
  }

  if (inflateReset(&state->stream) != Z_OK) {
    return tercet_error_set(err, TERCET_ERR_INTERNAL, "gzip cannot start over");
  }
  state->in_member = true;
  return TERCET_OK;
}

/// Call inflate() once
static tercet_status
inflate_once(gzip_state *state,
             tercet_compressed *in,
             char *out,
             size_t size,
             size_t *n_out,
             tercet_error *err)
{
  z_stream *const stream = &state->stream;
  const uInt n_in = in->length < UINT_MAX ? (uInt)in->length : UINT_MAX;
  const uInt n_room = size < UINT_MAX ? (uInt)size : UINT_MAX;
  stream->next_in = (z_const Bytef *)(uintptr_t)in->data;
  stream->avail_in = n_in;
  stream->next_out = (Bytef *)out;
  stream->avail_out = n_room;

  const int zst = inflate(stream, Z_NO_FLUSH);
  in->data += n_in - stream->avail_in;
  in->length -= n_in - stream->avail_in;
  *n_out = n_room - stream->avail_out;
  if (zst == Z_STREAM_END) {
    state->in_member = false;
    return TERCET_OK;
  }
  if (zst == Z_MEM_ERROR) {
    return tercet_error_no_memory(err);
  }
  // Z_BUF_ERROR only says that more input or room is needed
  return zst == Z_OK || zst == Z_BUF_ERROR
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_CORRUPT,
                                "gzip data is damaged: %s",
                                stream->msg ? stream->msg : "not gzip");
}

static tercet_status
gzip_decode(void *handle,
            tercet_compressed *in,
            char *out,
            size_t size,
            size_t *n_out,
            tercet_error *err)
{
  gzip_state *const state = (gzip_state *)handle;

  *n_out = 0;
  if (!in->length && in->at_end) {
    return state->in_member ? tercet_error_set(err,
                                               TERCET_ERR_CORRUPT,
                                               "gzip data is cut off")
                            : TERCET_OK;
  }
  if (!in->length) {
    return TERCET_OK;
  }

  if (!state->in_member) {
    TERCET_TRY(next_member(state, in, err));
  }
  return inflate_once(state, in, out, size, n_out, err);
}

static void
gzip_close(void *handle)
{
  gzip_state *const state = (gzip_state *)handle;
  inflateEnd(&state->stream);
  tercet_release(state->alloc, state);
}

const tercet_decoder tercet_gzip_decoder = {gzip_open, gzip_decode, gzip_close};
