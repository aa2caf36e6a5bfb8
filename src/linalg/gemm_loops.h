// SPDX-License-Identifier: Apache-2.0

/**
   The products of gemm_own.h, for the including file's instruction set.

   GEMM_VECTOR_BYTES, the width of a vector, and GEMM_TABLE, the name of the
   table, are defined before.  A tile has 4 rows and 2 vectors of columns.

   Packed A:  strips of 4 rows     | a00 a10 a20 a30 | a01 a11 a21 a31 | ...
   Packed B:  strips of 2 vectors  | b00 b01 ... b0n | b10 b11 ... b1n | ...
   Rows and columns beyond the matrix are packed as zeros.
*/

#include "linalg/gemm_own.h"
#include "linalg/gemm_small_loops.h"

#include <string.h>

#define TILE_M 4

#define ADD_PRODUCT(sum, x, y) ((sum) + (x) * (y))
#define OR_PRODUCT(sum, x, y) ((sum) | ((x) & (y)))
#define LOAD_SAME(x) (x)
#define LOAD_BOOL(x) ((x) != 0)
#define JOIN_ADD(x, y) ((x) + (y))
#define JOIN_OR(x, y) ((x) | (y))

static inline int64_t
gemm_min(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

#define DEFINE_GEMM(name, element, number, LOAD, PRODUCT, JOIN)                \
  typedef number vector_##name                                                 \
      __attribute__((vector_size(GEMM_VECTOR_BYTES)));                         \
  enum {                                                                       \
    LANES_##name = GEMM_VECTOR_BYTES / sizeof(number),                         \
    TILE_N_##name = 2 * LANES_##name                                           \
  };                                                                           \
                                                                               \
  static number load_##name(const char *at)                                    \
  {                                                                            \
    element x;                                                                 \
    memcpy(&x, at, sizeof(x));                                                 \
    return (number)LOAD(x);                                                    \
  }                                                                            \
                                                                               \
  static void pack_##name(const tercet_matrix *in,                             \
                          int64_t i0,                                          \
                          int64_t n_rows,                                      \
                          int64_t k0,                                          \
                          int64_t n_k,                                         \
                          int64_t tile,                                        \
                          number *out)                                         \
  {                                                                            \
    for (int64_t i = 0; i < n_rows; i += tile) {                               \
      const int64_t n = gemm_min(tile, n_rows - i);                            \
      for (int64_t p = 0; p < n_k; ++p, out += tile) {                         \
        const char *at = in->data + (i0 + i) * in->row_stride +                \
                         (k0 + p) * in->column_stride;                         \
        for (int64_t r = 0; r < n; ++r) {                                      \
          out[r] = load_##name(at + r * in->row_stride);                       \
        }                                                                      \
        for (int64_t r = n; r < tile; ++r) {                                   \
          out[r] = 0;                                                          \
        }                                                                      \
      }                                                                        \
    }                                                                          \
  }                                                                            \
                                                                               \
  static void tile_##name(                                                     \
      const number *a, const number *b, int64_t n_k, number *out)              \
  {                                                                            \
    vector_##name s00 = {0}, s01 = {0}, s10 = {0}, s11 = {0};                  \
    vector_##name s20 = {0}, s21 = {0}, s30 = {0}, s31 = {0};                  \
    for (int64_t p = 0; p < n_k; ++p, a += TILE_M, b += TILE_N_##name) {       \
      vector_##name b0;                                                        \
      vector_##name b1;                                                        \
      memcpy(&b0, b, sizeof(b0));                                              \
      memcpy(&b1, b + LANES_##name, sizeof(b1));                               \
      const vector_##name zero = {0};                                          \
      const vector_##name a0 = zero + a[0];                                    \
      s00 = PRODUCT(s00, a0, b0);                                              \
      s01 = PRODUCT(s01, a0, b1);                                              \
      const vector_##name a1 = zero + a[1];                                    \
      s10 = PRODUCT(s10, a1, b0);                                              \
      s11 = PRODUCT(s11, a1, b1);                                              \
      const vector_##name a2 = zero + a[2];                                    \
      s20 = PRODUCT(s20, a2, b0);                                              \
      s21 = PRODUCT(s21, a2, b1);                                              \
      const vector_##name a3 = zero + a[3];                                    \
      s30 = PRODUCT(s30, a3, b0);                                              \
      s31 = PRODUCT(s31, a3, b1);                                              \
    }                                                                          \
    const vector_##name sums[2 * TILE_M] = {                                   \
        s00, s01, s10, s11, s20, s21, s30, s31};                               \
    memcpy(out, sums, sizeof(sums));                                           \
  }                                                                            \
                                                                               \
  static void store_##name(const number *tile,                                 \
                           const tercet_matrix *c,                             \
                           int64_t i0,                                         \
                           int64_t j0,                                         \
                           tercet_gemm_mode mode)                              \
  {                                                                            \
    const int64_t i1 = gemm_min(i0 + TILE_M, c->rows);                         \
    const int64_t j1 = gemm_min(j0 + TILE_N_##name, c->columns);               \
    for (int64_t i = i0; i < i1; ++i) {                                        \
      char *const row = c->data + i * c->row_stride;                           \
      for (int64_t j = j0; j < j1; ++j) {                                      \
        char *const at = row + j * c->column_stride;                           \
        const number x = tile[(i - i0) * TILE_N_##name + j - j0];              \
        element y = (element)x;                                                \
        if (mode != TERCET_GEMM_SET) {                                         \
          const number old = load_##name(at);                                  \
          y = (element)(mode == TERCET_GEMM_ADD ? JOIN(old, x) : old - x);     \
        }                                                                      \
        memcpy(at, &y, sizeof(y));                                             \
      }                                                                        \
    }                                                                          \
  }                                                                            \
                                                                               \
  static void block_##name(const number *a,                                    \
                           const number *b,                                    \
                           int64_t n_k,                                        \
                           const tercet_matrix *c,                             \
                           const int64_t rows[2],                              \
                           const int64_t columns[2],                           \
                           tercet_gemm_mode mode)                              \
  {                                                                            \
    number tile[TILE_M * TILE_N_##name];                                       \
    for (int64_t j = columns[0]; j < columns[1]; j += TILE_N_##name) {         \
      for (int64_t i = rows[0]; i < rows[1]; i += TILE_M) {                    \
        tile_##name(                                                           \
            a + (i - rows[0]) * n_k, b + (j - columns[0]) * n_k, n_k, tile);   \
        store_##name(tile, c, i, j, mode);                                     \
      }                                                                        \
    }                                                                          \
  }                                                                            \
                                                                               \
  static void multiply_##name(const tercet_matrix *a,                          \
                              const tercet_matrix *b,                          \
                              const tercet_matrix *c,                          \
                              tercet_gemm_mode mode,                           \
                              char *packed)                                    \
  {                                                                            \
    const tercet_matrix bt = tercet_matrix_transpose(b);                       \
    number *const packed_a = (number *)(void *)packed;                         \
    number *const packed_b =                                                   \
        packed_a +                                                             \
        TERCET_GEMM_BLOCK_M * gemm_min(TERCET_GEMM_BLOCK_K, a->columns);       \
    for (int64_t k = 0; k < a->columns; k += TERCET_GEMM_BLOCK_K) {            \
      const int64_t n_k = gemm_min(TERCET_GEMM_BLOCK_K, a->columns - k);       \
      const tercet_gemm_mode then =                                            \
          k && mode == TERCET_GEMM_SET ? TERCET_GEMM_ADD : mode;               \
      for (int64_t j = 0; j < c->columns; j += TERCET_GEMM_BLOCK_N) {          \
        const int64_t columns[2] = {                                           \
            j, gemm_min(j + TERCET_GEMM_BLOCK_N, c->columns)};                 \
        pack_##name(&bt, j, columns[1] - j, k, n_k, TILE_N_##name, packed_b);  \
        for (int64_t i = 0; i < c->rows; i += TERCET_GEMM_BLOCK_M) {           \
          const int64_t rows[2] = {                                            \
              i, gemm_min(i + TERCET_GEMM_BLOCK_M, c->rows)};                  \
          pack_##name(a, i, rows[1] - i, k, n_k, TILE_M, packed_a);            \
          block_##name(packed_a, packed_b, n_k, c, rows, columns, then);       \
        }                                                                      \
      }                                                                        \
    }                                                                          \
  }

// Bytes and 16-bit integers are multiplied in 16 bits, the narrowest product
// that vectors have; the low bits are the same.
DEFINE_GEMM(bool, uint8_t, uint8_t, LOAD_BOOL, OR_PRODUCT, JOIN_OR)
DEFINE_GEMM(u8, uint8_t, uint16_t, LOAD_SAME, ADD_PRODUCT, JOIN_ADD)
DEFINE_GEMM(u16, uint16_t, uint16_t, LOAD_SAME, ADD_PRODUCT, JOIN_ADD)
DEFINE_GEMM(u32, uint32_t, uint32_t, LOAD_SAME, ADD_PRODUCT, JOIN_ADD)
DEFINE_GEMM(u64, uint64_t, uint64_t, LOAD_SAME, ADD_PRODUCT, JOIN_ADD)
DEFINE_GEMM(f32, float, float, LOAD_SAME, ADD_PRODUCT, JOIN_ADD)
DEFINE_GEMM(f64, double, double, LOAD_SAME, ADD_PRODUCT, JOIN_ADD)

const tercet_gemm_table GEMM_TABLE = {
    .multiply_bool = multiply_bool,
    .multiply_u8 = multiply_u8,
    .multiply_u16 = multiply_u16,
    .multiply_u32 = multiply_u32,
    .multiply_u64 = multiply_u64,
    .multiply_f32 = multiply_f32,
    .multiply_f64 = multiply_f64,
    .small_f32 = small_f32,
    .small_f64 = small_f64,
};
