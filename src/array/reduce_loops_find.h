// SPDX-License-Identifier: Apache-2.0

/// Searches for an extreme that is known, and for those of rows

#ifndef TERCET_ARRAY_REDUCE_LOOPS_FIND_H
#define TERCET_ARRAY_REDUCE_LOOPS_FIND_H

#include "array/reduce_loops_complex.h"

/// Elements that are compared without a look at the outcome, as vectors
#define FIND_MANY(size) ((size) < 8 ? 256 : 128)

/// Elements among which the first one is chosen by vectors
#define FIND_FEW 64

/* What equal elements have in common, for every type of element, and whether
   one is a NaN.  Those of 16 bits are compared as they are stored, where both
   zeros are the same. */

#define SAME_KEY(x) (x)
#define BOOL_KEY(x) ((x) != 0)
#define HALF_KEY(x) (((x)&0x7fffU) ? (x) : 0U)

#define NEVER_NAN(x) ((void)(x), false)
#define FLOAT_NAN(x) ((x) != (x))
#define F16_NAN(x) (((x)&0x7fffU) > 0x7c00U)
#define BF16_NAN(x) (((x)&0x7fffU) > 0x7f80U)

/// An element has so many `bits`
#define FIND_LOOPS(id, bits, key, is_nan)                                      \
  WITH_ANY_STRIDE bool has_best_##id(                                          \
      const char *in, int64_t stride, element_##id best)                       \
  {                                                                            \
    const int64_t n = FIND_MANY(sizeof(element_##id));                         \
    uint##bits##_t found = 0;                                                  \
    if (is_nan(best)) {                                                        \
      for (int64_t i = 0; i < n; ++i) {                                        \
        const element_##id x = ITEM(id, in, stride, i);                        \
        found |= is_nan(x) ? 1 : 0;                                            \
      }                                                                        \
    } else {                                                                   \
      for (int64_t i = 0; i < n; ++i) {                                        \
        const element_##id x = ITEM(id, in, stride, i);                        \
        found |= key(x) == key(best) ? 1 : 0;                                  \
      }                                                                        \
    }                                                                          \
    return found != 0;                                                         \
  }                                                                            \
  WITH_ANY_STRIDE int64_t first_best_##id(                                     \
      const char *in, int64_t stride, element_##id best)                       \
  {                                                                            \
    uint##bits##_t first = FIND_FEW;                                           \
    if (is_nan(best)) {                                                        \
      for (uint##bits##_t i = FIND_FEW; i-- > 0;) {                            \
        const element_##id x = ITEM(id, in, stride, (int64_t)i);               \
        first = is_nan(x) ? i : first;                                         \
      }                                                                        \
    } else {                                                                   \
      for (uint##bits##_t i = FIND_FEW; i-- > 0;) {                            \
        const element_##id x = ITEM(id, in, stride, (int64_t)i);               \
        first = key(x) == key(best) ? i : first;                               \
      }                                                                        \
    }                                                                          \
    return (int64_t)first;                                                     \
  }                                                                            \
  WITH_ANY_STRIDE int64_t find_any_##id(                                       \
      const char *in, int64_t stride, int64_t n, element_##id best)            \
  {                                                                            \
    const int64_t n_many = FIND_MANY(sizeof(element_##id));                    \
    int64_t i = 0;                                                             \
    while (i + n_many <= n && !has_best_##id(in + i * stride, stride, best)) { \
      i += n_many;                                                             \
    }                                                                          \
    for (; i + FIND_FEW <= n; i += FIND_FEW) {                                 \
      const int64_t first = first_best_##id(in + i * stride, stride, best);    \
      if (first < FIND_FEW) {                                                  \
        return i + first;                                                      \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      const element_##id x = ITEM(id, in, stride, i);                          \
      if (is_nan(best) ? is_nan(x) : key(x) == key(best)) {                    \
        break;                                                                 \
      }                                                                        \
    }                                                                          \
    return i;                                                                  \
  }                                                                            \
  static int64_t find_##id(                                                    \
      const char *in, int64_t stride, int64_t n, const char *extreme)          \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(element_##id);                        \
    const element_##id best = *(const element_##id *)(const void *)extreme;    \
    return stride == size ? find_any_##id(in, size, n, best)                   \
                          : find_any_##id(in, stride, n, best);                \
  }

#define FIND_COMPLEX(id)                                                       \
  static int64_t find_##id(                                                    \
      const char *in, int64_t stride, int64_t n, const char *extreme)          \
  {                                                                            \
    const wide_C best =                                                        \
        widen_##id(*(const element_##id *)(const void *)extreme);              \
    int64_t i = 0;                                                             \
    for (; i < n; ++i) {                                                       \
      const wide_C x = widen_##id(ITEM(id, in, stride, i));                    \
      if (is_nan_complex(best) ? is_nan_complex(x)                             \
                               : x.re == best.re && x.im == best.im) {         \
        break;                                                                 \
      }                                                                        \
    }                                                                          \
    return i;                                                                  \
  }

FIND_COMPLEX(C64)
FIND_COMPLEX(C128)
FIND_LOOPS(BOOL, 8, BOOL_KEY, NEVER_NAN)
FIND_LOOPS(I8, 8, SAME_KEY, NEVER_NAN)
FIND_LOOPS(I16, 16, SAME_KEY, NEVER_NAN)
FIND_LOOPS(I32, 32, SAME_KEY, NEVER_NAN)
FIND_LOOPS(I64, 64, SAME_KEY, NEVER_NAN)
FIND_LOOPS(U8, 8, SAME_KEY, NEVER_NAN)
FIND_LOOPS(U16, 16, SAME_KEY, NEVER_NAN)
FIND_LOOPS(U32, 32, SAME_KEY, NEVER_NAN)
FIND_LOOPS(U64, 64, SAME_KEY, NEVER_NAN)
FIND_LOOPS(F16, 16, HALF_KEY, F16_NAN)
FIND_LOOPS(BF16, 16, HALF_KEY, BF16_NAN)
FIND_LOOPS(F32, 32, SAME_KEY, FLOAT_NAN)
FIND_LOOPS(F64, 64, SAME_KEY, FLOAT_NAN)

/* ---- The places of many extremes ---- */

/// The loops over `n` columns of rows that places are chosen from.  Those of
/// four rows share what is loaded of the best, and need not look for NaNs.
#define PLACE_ROW_LOOPS(name, id, bits, op)                                    \
  WITH_ANY_STRIDE void name##_place_row_##id(element_##id *restrict best,      \
                                             uint##bits##_t *restrict rows,    \
                                             const char *in,                   \
                                             int64_t n,                        \
                                             uint##bits##_t row)               \
  {                                                                            \
    const element_##id *const x = (const element_##id *)(const void *)in;      \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const element_##id y = best[i];                                          \
      const bool beats = (x[i] op y) | ((x[i] != x[i]) & (y == y));            \
      best[i] = beats ? x[i] : y;                                              \
      rows[i] = beats ? row : rows[i];                                         \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void name##_place_four_##id(element_##id *restrict best,     \
                                              uint##bits##_t *restrict rows,   \
                                              const char *in,                  \
                                              int64_t row_stride,              \
                                              int64_t n,                       \
                                              uint##bits##_t row)              \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(element_##id);                        \
    for (int64_t i = 0; i < n; ++i) {                                          \
      element_##id y = best[i];                                                \
      uint##bits##_t place = rows[i];                                          \
      for (uint8_t k = 0; k < 4; ++k) {                                        \
        const element_##id x = ITEM(id, in + k * row_stride, size, i);         \
        place = x op y ? (uint##bits##_t)(row + k) : place;                    \
        y = x op y ? x : y;                                                    \
      }                                                                        \
      best[i] = y;                                                             \
      rows[i] = place;                                                         \
    }                                                                          \
  }

/// Return whether there is a NaN in `n` columns of four rows
#define NAN_LOOPS(id, bits)                                                    \
  WITH_ANY_STRIDE bool has_nan_##id(                                           \
      const char *in, int64_t row_stride, int64_t n)                           \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(element_##id);                        \
    uint##bits##_t found = 0;                                                  \
    for (int64_t i = 0; i < n; ++i) {                                          \
      for (uint8_t k = 0; k < 4; ++k) {                                        \
        const element_##id x = ITEM(id, in + k * row_stride, size, i);         \
        found |= x != x ? 1 : 0;                                               \
      }                                                                        \
    }                                                                          \
    return found != 0;                                                         \
  }

/// Places in a block of rows are as wide as the elements, so that both are
/// chosen by the same vectors
#define PLACE_LOOPS(name, id, bits, op)                                        \
  PLACE_ROW_LOOPS(name, id, bits, op)                                          \
  static void name##_places_##id(char *extremes,                               \
                                 char *places,                                 \
                                 int64_t stride,                               \
                                 const char *in,                               \
                                 int64_t row_stride,                           \
                                 int64_t n,                                    \
                                 int64_t first,                                \
                                 int64_t n_rows)                               \
  {                                                                            \
    const uint##bits##_t none = UINT##bits##_MAX;                              \
    const int64_t size = (int64_t)sizeof(element_##id);                        \
    element_##id *const best = (element_##id *)(void *)extremes;               \
    uint##bits##_t rows[REDUCE_TILE];                                          \
    for (int64_t i = 0; i < n; ++i) {                                          \
      rows[i] = none;                                                          \
    }                                                                          \
    for (int64_t row = 0; row < n_rows; row += 4, in += 4 * row_stride) {      \
      const int64_t n_now = smaller(4, n_rows - row);                          \
      for (int64_t j = 0; j < n; j += FETCH_STEP) {                            \
        const char *const part = in + j * size;                                \
        const int64_t n_part = smaller(FETCH_STEP, n - j);                     \
        fetch_rows(in, row_stride, n_now, n, size, j);                         \
        if (n_now == 4 && !has_nan_##id(part, row_stride, n_part)) {           \
          name##_place_four_##id(best + j,                                     \
                                 rows + j,                                     \
                                 part,                                         \
                                 row_stride,                                   \
                                 n_part,                                       \
                                 (uint##bits##_t)row);                         \
          continue;                                                            \
        }                                                                      \
        for (int64_t k = 0; k < n_now; ++k) {                                  \
          name##_place_row_##id(best + j,                                      \
                                rows + j,                                      \
                                part + k * row_stride,                         \
                                n_part,                                        \
                                (uint##bits##_t)(row + k));                    \
        }                                                                      \
      }                                                                        \
    }                                                                          \
    for (int64_t i = 0; i < n; ++i) {                                          \
      if (rows[i] != none) {                                                   \
        *(int64_t *)(void *)(places + i * stride) = first + (int64_t)rows[i];  \
      }                                                                        \
    }                                                                          \
  }

#define PLACE_FAMILY(id, bits)                                                 \
  NAN_LOOPS(id, bits)                                                          \
  PLACE_LOOPS(max, id, bits, >) PLACE_LOOPS(min, id, bits, <)

PLACE_FAMILY(I8, 8)
PLACE_FAMILY(I16, 16)
PLACE_FAMILY(I32, 32)
PLACE_FAMILY(I64, 64)
PLACE_FAMILY(U8, 8)
PLACE_FAMILY(U16, 16)
PLACE_FAMILY(U32, 32)
PLACE_FAMILY(U64, 64)
PLACE_FAMILY(F32, 32)
PLACE_FAMILY(F64, 64)

#define PLACERS_OF(id) [TERCET_DTYPE_##id] = {min_places_##id, max_places_##id}

const tercet_placer PLACERS[TERCET_DTYPE_COUNT][2] = {
    PLACERS_OF(I8),
    PLACERS_OF(I16),
    PLACERS_OF(I32),
    PLACERS_OF(I64),
    PLACERS_OF(U8),
    PLACERS_OF(U16),
    PLACERS_OF(U32),
    PLACERS_OF(U64),
    PLACERS_OF(F32),
    PLACERS_OF(F64),
};

const tercet_finder FINDERS[TERCET_DTYPE_COUNT] = {
    [TERCET_DTYPE_BOOL] = find_BOOL,
    [TERCET_DTYPE_I8] = find_I8,
    [TERCET_DTYPE_I16] = find_I16,
    [TERCET_DTYPE_I32] = find_I32,
    [TERCET_DTYPE_I64] = find_I64,
    [TERCET_DTYPE_U8] = find_U8,
    [TERCET_DTYPE_U16] = find_U16,
    [TERCET_DTYPE_U32] = find_U32,
    [TERCET_DTYPE_U64] = find_U64,
    [TERCET_DTYPE_F16] = find_F16,
    [TERCET_DTYPE_BF16] = find_BF16,
    [TERCET_DTYPE_F32] = find_F32,
    [TERCET_DTYPE_F64] = find_F64,
    [TERCET_DTYPE_C64] = find_C64,
    [TERCET_DTYPE_C128] = find_C128,
};

#endif // TERCET_ARRAY_REDUCE_LOOPS_FIND_H
