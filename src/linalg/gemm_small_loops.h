// SPDX-License-Identifier: Apache-2.0

/**
   Products of small matrices, without packing, for the including file's
   instruction set.  The number of columns is a constant, so that a row of sums
   stays in registers.
*/

#include "linalg/gemm_own.h"

#include <assert.h>

/// The number of columns is a constant where these are inlined
#define DEFINE_SMALL(name, number)                                             \
  static inline __attribute__((always_inline)) void name##_columns(            \
      const tercet_matrix *a,                                                  \
      const tercet_matrix *b,                                                  \
      const tercet_matrix *c,                                                  \
      int64_t n)                                                               \
  {                                                                            \
    for (int64_t i = 0; i < c->rows; ++i) {                                    \
      number sums[TERCET_GEMM_SMALL_COLUMNS] = {0};                            \
      const char *left = a->data + i * a->row_stride;                          \
      const char *right = b->data;                                             \
      for (int64_t k = 0; k < a->columns; ++k) {                               \
        const number x = *(const number *)(const void *)left;                  \
        const number *const row = (const number *)(const void *)right;         \
        for (int64_t j = 0; j < n; ++j) {                                      \
          sums[j] += x * row[j];                                               \
        }                                                                      \
        left += a->column_stride;                                              \
        right += b->row_stride;                                                \
      }                                                                        \
      number *const out = (number *)(void *)(c->data + i * c->row_stride);     \
      for (int64_t j = 0; j < n; ++j) {                                        \
        out[j] = sums[j];                                                      \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  static void small_##name(                                                    \
      const tercet_matrix *a, const tercet_matrix *b, const tercet_matrix *c)  \
  {                                                                            \
    switch (c->columns) {                                                      \
    case 2:                                                                    \
      name##_columns(a, b, c, 2);                                              \
      break;                                                                   \
    case 3:                                                                    \
      name##_columns(a, b, c, 3);                                              \
      break;                                                                   \
    case 4:                                                                    \
      name##_columns(a, b, c, 4);                                              \
      break;                                                                   \
    case 5:                                                                    \
      name##_columns(a, b, c, 5);                                              \
      break;                                                                   \
    case 6:                                                                    \
      name##_columns(a, b, c, 6);                                              \
      break;                                                                   \
    case 7:                                                                    \
      name##_columns(a, b, c, 7);                                              \
      break;                                                                   \
    case 8:                                                                    \
      name##_columns(a, b, c, 8);                                              \
      break;                                                                   \
    default:                                                                   \
      assert(false);                                                           \
      break;                                                                   \
    }                                                                          \
  }

DEFINE_SMALL(f32, float)
DEFINE_SMALL(f64, double)
