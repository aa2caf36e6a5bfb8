// SPDX-License-Identifier: Apache-2.0

/// Sums and products of integers, modulo 2^64

#ifndef TERCET_ARRAY_REDUCE_LOOPS_INTEGERS_H
#define TERCET_ARRAY_REDUCE_LOOPS_INTEGERS_H

#include "array/reduce_loops_common.h"

static void
integer_start(accumulators *acc, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->integers[i] = 0;
  }
}

/// Columns of the rows that a line is taken for
#define LINE_COLUMNS 256

/// What rows are first summed in: of elements of 8 bits, of 16, and of more
typedef int16_t part_16;
typedef uint16_t part_16_unsigned;
typedef int32_t part_32;
typedef uint32_t part_32_unsigned;
typedef int64_t part_64;
typedef uint64_t part_64_unsigned;

/// What the sums of #LINE_COLUMNS such parts are added in
typedef int32_t total_part_16;
typedef int64_t total_part_32;
typedef uint64_t total_part_64;

/// How many rows a part holds.  Squares wrap in it, as they do in the result.
enum { ROWS_part_16 = 128, ROWS_part_32 = 4096, ROWS_part_64 = 4096 };

static void
integer_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->integers[i] += other->integers[i];
  }
}

/// The absolute value, in the width of the element; that of MIN is right too
#define INTEGER_MAGNITUDE(id, bits)                                            \
  static inline uint##bits##_t magnitude_##id(wide_I wide)                     \
  {                                                                            \
    const int##bits##_t x = (int##bits##_t)wide;                               \
    const uint##bits##_t bits_of_x = (uint##bits##_t)x;                        \
    return (uint##bits##_t)(x < 0 ? 0U - bits_of_x : bits_of_x);               \
  }

INTEGER_MAGNITUDE(I8, 8)
INTEGER_MAGNITUDE(I16, 16)
INTEGER_MAGNITUDE(I32, 32)
INTEGER_MAGNITUDE(I64, 64)

static inline uint64_t
square_U(uint64_t x)
{
  return x * x;
}

#define INTEGER_SAME(x) (uint64_t)(x)
#define INTEGER_SQUARE(x) square_U((uint64_t)(x))

#define INTEGER_ITEM(id, map, in, stride, i)                                   \
  map(widen_##id(ITEM(id, in, stride, i)))

/// Rows of narrow integers are first summed in a narrow type, which holds a
/// block of them; a line is taken for rows
#define INTEGER_LOOPS(name, map, id, part)                                     \
  WITH_ANY_STRIDE void name##_part_##id(part##_unsigned *restrict sums,        \
                                        const char *in,                        \
                                        int64_t stride,                        \
                                        int64_t n,                             \
                                        int64_t row_stride,                    \
                                        int64_t n_rows)                        \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      sums[i] = 0;                                                             \
    }                                                                          \
    for (; n_rows >= 4; n_rows -= 4, in += 4 * row_stride) {                   \
      const char *const r1 = in + row_stride;                                  \
      const char *const r2 = in + 2 * row_stride;                              \
      const char *const r3 = in + 3 * row_stride;                              \
      for (int64_t j = 0; j < n; j += FETCH_STEP) {                            \
        const int64_t end = smaller(n, j + FETCH_STEP);                        \
        if (stride == (int64_t)sizeof(element_##id)) {                         \
          fetch_rows(in, row_stride, 4, n, stride, j);                         \
        }                                                                      \
        for (int64_t i = j; i < end; ++i) {                                    \
          sums[i] = (part##_unsigned)(                                         \
              sums[i] +                                                        \
              (part##_unsigned)INTEGER_ITEM(id, map, in, stride, i) +          \
              (part##_unsigned)INTEGER_ITEM(id, map, r1, stride, i) +          \
              (part##_unsigned)INTEGER_ITEM(id, map, r2, stride, i) +          \
              (part##_unsigned)INTEGER_ITEM(id, map, r3, stride, i));          \
        }                                                                      \
      }                                                                        \
    }                                                                          \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        sums[i] = (part##_unsigned)(                                           \
            sums[i] + (part##_unsigned)INTEGER_ITEM(id, map, in, stride, i));  \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void name##_any_rows_##id(accumulators *acc,                 \
                                            const char *in,                    \
                                            int64_t stride,                    \
                                            int64_t n,                         \
                                            int64_t row_stride,                \
                                            int64_t n_rows)                    \
  {                                                                            \
    for (int64_t i = 0; i < n_rows; i += ROWS_##part) {                        \
      part##_unsigned sums[REDUCE_TILE];                                       \
      name##_part_##id(sums,                                                   \
                       in + i * row_stride,                                    \
                       stride,                                                 \
                       n,                                                      \
                       row_stride,                                             \
                       smaller(ROWS_##part, n_rows - i));                      \
      for (int64_t j = 0; j < n; ++j) {                                        \
        acc->integers[j] += (uint64_t)(int64_t)(part)sums[j];                  \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void name##_any_line_##id(                                   \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    int64_t columns = LINE_COLUMNS;                                            \
    int64_t n_now = 0;                                                         \
    for (int64_t i = 0; i < n; i += n_now) {                                   \
      part##_unsigned sums[LINE_COLUMNS];                                      \
      total_##part total = 0;                                                  \
      columns = smaller(columns, n - i);                                       \
      n_now = smaller(ROWS_##part, (n - i) / columns) * columns;               \
      name##_part_##id(sums,                                                   \
                       in + i * stride,                                        \
                       stride,                                                 \
                       columns,                                                \
                       columns * stride,                                       \
                       n_now / columns);                                       \
      for (int64_t j = 0; j < columns; ++j) {                                  \
        total = (total_##part)(total + (total_##part)(part)sums[j]);           \
      }                                                                        \
      acc->integers[0] += (uint64_t)(int64_t)total;                            \
    }                                                                          \
  }                                                                            \
  DISPATCH(name, id)

#define INTEGER_FINISH(id)                                                     \
  static void integer_finish_##id(const accumulators *acc,                     \
                                  int64_t n,                                   \
                                  double divisor,                              \
                                  char *out,                                   \
                                  int64_t stride)                              \
  {                                                                            \
    (void)divisor;                                                             \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_U(acc->integers[i]);                                   \
    }                                                                          \
  }

#define SIGNED_FAMILY(id, part)                                                \
  INTEGER_LOOPS(total, INTEGER_SAME, id, part)                                 \
  INTEGER_LOOPS(magnitude, magnitude_##id, id, part)                           \
  INTEGER_LOOPS(squares, INTEGER_SQUARE, id, part)                             \
  INTEGER_PRODUCT_LOOPS(id)                                                    \
  INTEGER_FINISH(id)

#define UNSIGNED_FAMILY(id, part)                                              \
  INTEGER_LOOPS(total, INTEGER_SAME, id, part)                                 \
  INTEGER_LOOPS(squares, INTEGER_SQUARE, id, part)                             \
  INTEGER_PRODUCT_LOOPS(id)                                                    \
  INTEGER_FINISH(id)

/// Products modulo 2^64
#define INTEGER_PRODUCT_LOOPS(id)                                              \
  WITH_ANY_STRIDE void product_any_line_##id(                                  \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    uint64_t lanes[N_LANES] = {0};                                             \
    for (int64_t j = 0; j < N_LANES; ++j) {                                    \
      lanes[j] = 1;                                                            \
    }                                                                          \
    int64_t i = 0;                                                             \
    for (; i + N_LANES <= n; i += N_LANES) {                                   \
      for (int64_t j = 0; j < N_LANES; ++j) {                                  \
        lanes[j] *= INTEGER_ITEM(id, INTEGER_SAME, in, stride, i + j);         \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      lanes[0] *= INTEGER_ITEM(id, INTEGER_SAME, in, stride, i);               \
    }                                                                          \
    for (int64_t j = 0; j < N_LANES; ++j) {                                    \
      acc->integers[0] *= lanes[j];                                            \
    }                                                                          \
  }                                                                            \
  WITH_ANY_STRIDE void product_any_rows_##id(accumulators *acc,                \
                                             const char *in,                   \
                                             int64_t stride,                   \
                                             int64_t n,                        \
                                             int64_t row_stride,               \
                                             int64_t n_rows)                   \
  {                                                                            \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        acc->integers[i] *= INTEGER_ITEM(id, INTEGER_SAME, in, stride, i);     \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  DISPATCH(product, id)

static void
integer_product_start(accumulators *acc, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->integers[i] = 1;
  }
}

static void
integer_product_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->integers[i] *= other->integers[i];
  }
}

SIGNED_FAMILY(I8, part_16)
SIGNED_FAMILY(I16, part_32)
SIGNED_FAMILY(I32, part_64)
SIGNED_FAMILY(I64, part_64)
UNSIGNED_FAMILY(U8, part_16)
UNSIGNED_FAMILY(U16, part_32)
UNSIGNED_FAMILY(U32, part_64)
UNSIGNED_FAMILY(U64, part_64)
INTEGER_LOOPS(total, INTEGER_SAME, BOOL, part_16)
INTEGER_PRODUCT_LOOPS(BOOL)

/// Sums of up to 32 bits are exact, which their mean then nearly is
#define INTEGER_MEAN_FINISH(name, type)                                        \
  static void name(const accumulators *acc,                                    \
                   int64_t n,                                                  \
                   double divisor,                                             \
                   char *out,                                                  \
                   int64_t stride)                                             \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(double *)(void *)(out + i * stride) =                                  \
          (double)(type)acc->integers[i] / divisor;                            \
    }                                                                          \
  }

INTEGER_MEAN_FINISH(signed_mean_finish, int64_t)
INTEGER_MEAN_FINISH(unsigned_mean_finish, uint64_t)

#endif // TERCET_ARRAY_REDUCE_LOOPS_INTEGERS_H
