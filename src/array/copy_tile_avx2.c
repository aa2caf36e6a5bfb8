// SPDX-License-Identifier: Apache-2.0

/// Transposition in registers, squares of 16, 8, 8, 4 and 1 elements

#include "array/copy_tile.h"

#if defined(__x86_64__)

#  include <assert.h>
#  include <immintrin.h>
#  include <string.h>

/// Squares stay in registers only if the loops over them are unrolled
#  if defined(__clang__)
#    define UNROLLED _Pragma("unroll")
#  else
#    define UNROLLED _Pragma("GCC unroll 16")
#  endif

static inline __m128i
load_128(const char *p)
{
  return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline void
store_128(char *p, __m128i x)
{
  _mm_storeu_si128((__m128i *)(void *)p, x);
}

static inline __m256
load_256(const char *p)
{
  return _mm256_loadu_ps((const float *)(const void *)p);
}

static inline void
store_256(char *p, __m256 x)
{
  _mm256_storeu_ps((float *)(void *)p, x);
}

/// Join the halves of registers that are 2^level apart: after the four levels,
/// register i holds bytes i of all registers
static inline void
square_1(const char *in, int64_t in_stride, char *out, int64_t out_stride)
{
  __m128i a[16];
  __m128i b[16];
  UNROLLED
  for (int i = 0; i < 16; ++i) {
    a[i] = load_128(in + i * in_stride);
  }
  UNROLLED
  for (int i = 0; i < 8; ++i) {
    b[2 * i] = _mm_unpacklo_epi8(a[i], a[i + 8]);
    b[2 * i + 1] = _mm_unpackhi_epi8(a[i], a[i + 8]);
  }
  UNROLLED
  for (int i = 0; i < 8; ++i) {
    a[2 * i] = _mm_unpacklo_epi8(b[i], b[i + 8]);
    a[2 * i + 1] = _mm_unpackhi_epi8(b[i], b[i + 8]);
  }
  UNROLLED
  for (int i = 0; i < 8; ++i) {
    b[2 * i] = _mm_unpacklo_epi8(a[i], a[i + 8]);
    b[2 * i + 1] = _mm_unpackhi_epi8(a[i], a[i + 8]);
  }
  UNROLLED
  for (int i = 0; i < 8; ++i) {
    store_128(out + 2 * i * out_stride, _mm_unpacklo_epi8(b[i], b[i + 8]));
    store_128(out + (2 * i + 1) * out_stride,
              _mm_unpackhi_epi8(b[i], b[i + 8]));
  }
}

static inline void
square_2(const char *in, int64_t in_stride, char *out, int64_t out_stride)
{
  __m128i a[8];
  __m128i b[8];
  UNROLLED
  for (int i = 0; i < 8; ++i) {
    a[i] = load_128(in + i * in_stride);
  }
  UNROLLED
  for (int i = 0; i < 4; ++i) {
    b[2 * i] = _mm_unpacklo_epi16(a[i], a[i + 4]);
    b[2 * i + 1] = _mm_unpackhi_epi16(a[i], a[i + 4]);
  }
  UNROLLED
  for (int i = 0; i < 4; ++i) {
    a[2 * i] = _mm_unpacklo_epi16(b[i], b[i + 4]);
    a[2 * i + 1] = _mm_unpackhi_epi16(b[i], b[i + 4]);
  }
  UNROLLED
  for (int i = 0; i < 4; ++i) {
    store_128(out + 2 * i * out_stride, _mm_unpacklo_epi16(a[i], a[i + 4]));
    store_128(out + (2 * i + 1) * out_stride,
              _mm_unpackhi_epi16(a[i], a[i + 4]));
  }
}

static inline void
square_4(const char *in, int64_t in_stride, char *out, int64_t out_stride)
{
  __m256 a[8];
  __m256 b[8];
  UNROLLED
  for (int i = 0; i < 8; ++i) {
    a[i] = load_256(in + i * in_stride);
  }
  UNROLLED
  for (int i = 0; i < 8; i += 2) {
    b[i] = _mm256_unpacklo_ps(a[i], a[i + 1]);
    b[i + 1] = _mm256_unpackhi_ps(a[i], a[i + 1]);
  }
  UNROLLED
  for (int i = 0; i < 8; i += 4) {
    a[i] = _mm256_shuffle_ps(b[i], b[i + 2], 0x44);
    a[i + 1] = _mm256_shuffle_ps(b[i], b[i + 2], 0xEE);
    a[i + 2] = _mm256_shuffle_ps(b[i + 1], b[i + 3], 0x44);
    a[i + 3] = _mm256_shuffle_ps(b[i + 1], b[i + 3], 0xEE);
  }
  UNROLLED
  for (int i = 0; i < 4; ++i) {
    store_256(out + i * out_stride,
              _mm256_permute2f128_ps(a[i], a[i + 4], 0x20));
    store_256(out + (i + 4) * out_stride,
              _mm256_permute2f128_ps(a[i], a[i + 4], 0x31));
  }
}

static inline void
square_8(const char *in, int64_t in_stride, char *out, int64_t out_stride)
{
  __m256d a[4];
  __m256d b[4];
  UNROLLED
  for (int i = 0; i < 4; ++i) {
    a[i] = _mm256_castps_pd(load_256(in + i * in_stride));
  }
  UNROLLED
  for (int i = 0; i < 4; i += 2) {
    b[i] = _mm256_unpacklo_pd(a[i], a[i + 1]);
    b[i + 1] = _mm256_unpackhi_pd(a[i], a[i + 1]);
  }
  UNROLLED
  for (int i = 0; i < 2; ++i) {
    a[i] = _mm256_permute2f128_pd(b[i], b[i + 2], 0x20);
    a[i + 2] = _mm256_permute2f128_pd(b[i], b[i + 2], 0x31);
  }
  UNROLLED
  for (int i = 0; i < 4; ++i) {
    store_256(out + i * out_stride, _mm256_castpd_ps(a[i]));
  }
}

static inline void
square_16(const char *in, int64_t in_stride, char *out, int64_t out_stride)
{
  (void)in_stride;
  (void)out_stride;
  store_128(out, load_128(in));
}

/// Squares in the order of the lines of the source, then what is left over at
/// the bottom and at the right, each in its longer direction
#  define TILE_FUNCTION(bytes, side)                                           \
    static void tile_##bytes(const char *in,                                   \
                             int64_t in_stride,                                \
                             char *out,                                        \
                             int64_t out_stride,                               \
                             int64_t n_rows,                                   \
                             int64_t n_columns)                                \
    {                                                                          \
      const int64_t rows = n_rows - n_rows % (side);                           \
      const int64_t columns = n_columns - n_columns % (side);                  \
      for (int64_t c = 0; c < columns; c += (side)) {                          \
        for (int64_t r = 0; r < rows; r += (side)) {                           \
          square_##bytes(in + c * in_stride + r * (bytes),                     \
                         in_stride,                                            \
                         out + r * out_stride + c * (bytes),                   \
                         out_stride);                                          \
        }                                                                      \
      }                                                                        \
      for (int64_t r = rows; r < n_rows; ++r) {                                \
        UNROLLED                                                               \
        for (int64_t c = 0; c < columns; ++c) {                                \
          memcpy(out + r * out_stride + c * (bytes),                           \
                 in + c * in_stride + r * (bytes),                             \
                 bytes);                                                       \
        }                                                                      \
      }                                                                        \
      for (int64_t c = columns; c < n_columns; ++c) {                          \
        for (int64_t r = 0; r < n_rows; ++r) {                                 \
          memcpy(out + r * out_stride + c * (bytes),                           \
                 in + c * in_stride + r * (bytes),                             \
                 bytes);                                                       \
        }                                                                      \
      }                                                                        \
    }

TILE_FUNCTION(1, 16)
TILE_FUNCTION(2, 8)
TILE_FUNCTION(4, 8)
TILE_FUNCTION(8, 4)
TILE_FUNCTION(16, 1)

#  undef TILE_FUNCTION

tercet_tile_function
tercet_tile_function_avx2(size_t item_size)
{
  switch (item_size) {
  case 1:
    return tile_1;
  case 2:
    return tile_2;
  case 4:
    return tile_4;
  case 8:
    return tile_8;
  default:
    assert(item_size == 16);
    return tile_16;
  }
}

#endif
