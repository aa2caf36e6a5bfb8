// SPDX-License-Identifier: Apache-2.0

#include "store/compress.h"

#include "base/allocator.h"

#include <limits.h>
#include <zlib.h>

/// Bytes given to zlib at once; its counters are 32 bits wide
#define STEP ((size_t)UINT_MAX / 2U)

static void *
allocate_items(void *context, unsigned n_items, unsigned size)
{
  return tercet_allocate_array(
      (const tercet_allocator *)context, n_items, size);
}

static void
release_items(void *context, void *pointer)
{
  tercet_release((const tercet_allocator *)context, pointer);
}

/// Prepare a stream that uses an allocator
static void
init_stream(const tercet_allocator *alloc, z_stream *stream)
{
  union {
    const tercet_allocator *given;
    void *context;
  } opaque = {tercet_allocator_or_default(alloc)};

  *stream = (z_stream){0};
  stream->zalloc = allocate_items;
  stream->zfree = release_items;
  stream->opaque = opaque.context;
}

/// Run a stream over all of the input into all of the output
static int
run_stream(z_stream *stream,
           int (*step)(z_stream *stream, int flush),
           tercet_string in,
           char *out,
           size_t room)
{
  union {
    const char *given;
    Bytef *next;
  } next_in = {in.data};

  stream->next_in = next_in.next;
  stream->next_out = (Bytef *)out;
  int result = Z_OK;
  while (result == Z_OK) {
    const size_t used_in = (size_t)(stream->next_in - next_in.next);
    const size_t used_out = (size_t)(stream->next_out - (Bytef *)out);
    const size_t left_in = in.length - used_in;
    const size_t left_out = room - used_out;
    stream->avail_in = (uInt)(left_in < STEP ? left_in : STEP);
    stream->avail_out = (uInt)(left_out < STEP ? left_out : STEP);
    if (!stream->avail_out) {
      return Z_BUF_ERROR;
    }
    result = step(stream, stream->avail_in == left_in ? Z_FINISH : Z_NO_FLUSH);
    if (result == Z_BUF_ERROR && left_out > STEP) {
      result = Z_OK; // There is more room than zlib was told
    }
  }

  return result;
}

size_t
tercet_compress(const tercet_allocator *alloc,
                tercet_string text,
                char *out,
                size_t room)
{
  z_stream stream;
  init_stream(alloc, &stream);
  if (deflateInit(&stream, Z_BEST_SPEED) != Z_OK) {
    return 0U;
  }

  const int result = run_stream(&stream, deflate, text, out, room);
  const size_t n = (size_t)(stream.next_out - (Bytef *)out);
  deflateEnd(&stream);
  return result == Z_STREAM_END ? n : 0U;
}

tercet_status
tercet_decompress(const tercet_allocator *alloc,
                  tercet_string compressed,
                  char *out,
                  size_t length)
{
  z_stream stream;
  init_stream(alloc, &stream);
  if (inflateInit(&stream) != Z_OK) {
    return TERCET_ERR_NO_MEMORY;
  }

  const int result = run_stream(&stream, inflate, compressed, out, length);
  inflateEnd(&stream);
  if (result == Z_MEM_ERROR) {
    return TERCET_ERR_NO_MEMORY;
  }
  return result == Z_STREAM_END ? TERCET_OK : TERCET_ERR_CORRUPT;
}
