// SPDX-License-Identifier: Apache-2.0

#include "array/stream.h"

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__)
#  include <emmintrin.h>
#endif

#define CACHE_LINE 64

/// Bytes that are computed between two copies
#define PIECE_BYTES TERCET_STREAM_LINE_BYTES

void
tercet_stream(char *out, const char *in, size_t n_bytes)
{
#if defined(__x86_64__)
  const size_t n_before = (0U - (uintptr_t)out) % CACHE_LINE;
  const size_t n_first = n_before < n_bytes ? n_before : n_bytes;
  memcpy(out, in, n_first);
  out += n_first;
  in += n_first;
  n_bytes -= n_first;
  for (; n_bytes >= CACHE_LINE; n_bytes -= CACHE_LINE) {
    for (size_t i = 0; i < CACHE_LINE; i += sizeof(__m128i)) {
      _mm_stream_si128(
          (__m128i *)(void *)(out + i),
          _mm_loadu_si128((const __m128i *)(const void *)(in + i)));
    }
    out += CACHE_LINE;
    in += CACHE_LINE;
  }
#endif
  memcpy(out, in, n_bytes);
}

void
tercet_stream_end(void)
{
#if defined(__x86_64__)
  _mm_sfence();
#endif
}

bool
tercet_streamed_line(void *context,
                     char *const *data,
                     const int64_t *strides,
                     int64_t n)
{
  const tercet_streamed_body *const streamed =
      (const tercet_streamed_body *)context;
  const int64_t size = (int64_t)streamed->item_size;
  const int64_t n_piece = PIECE_BYTES / size;
  if (strides[0] != size || n < n_piece) {
    return streamed->body(streamed->context, data, strides, n);
  }
  _Alignas(CACHE_LINE) char buffer[PIECE_BYTES];
  for (int64_t i = 0; i < n;) {
    // Pieces end at cache lines
    const int64_t after =
        (int64_t)((uintptr_t)(data[0] + i * size) % CACHE_LINE);
    const int64_t n_left = n - i;
    const int64_t n_most = n_piece - after / size;
    const int64_t n_now = n_left < n_most ? n_left : n_most;
    char *piece[TERCET_LOOP_MAX_OPERANDS] = {buffer};
    for (size_t j = 1; j < TERCET_LOOP_MAX_OPERANDS && data[j]; ++j) {
      piece[j] = data[j] + i * strides[j];
    }
    if (!streamed->body(streamed->context, piece, strides, n_now)) {
      return false;
    }
    tercet_stream(data[0] + i * size, buffer, (size_t)(n_now * size));
    i += n_now;
  }
  tercet_stream_end();
  return true;
}
