// SPDX-License-Identifier: Apache-2.0

/// Whether all elements are true, or any is

#ifndef TERCET_ARRAY_REDUCE_LOOPS_TRUTH_H
#define TERCET_ARRAY_REDUCE_LOOPS_TRUTH_H

#include "array/reduce_loops_common.h"

/// Elements between two looks at whether the result is decided
#define TRUTH_BLOCK 1024

#define TRUE_NUMBER(x) ((x) != 0)
#define TRUE_HALF(x) (((x)&0x7fffU) != 0)
#define TRUE_COMPLEX(x) ((x).re != 0 || (x).im != 0)

/// `op` is & or |, of which `neutral` is neutral and the opposite decides
#define TRUTH_LOOPS(name, id, truth, op, neutral)                              \
  WITH_ANY_STRIDE void name##_any_line_##id(                                   \
      accumulators *acc, const char *in, int64_t stride, int64_t n)            \
  {                                                                            \
    unsigned result = acc->truths[0];                                          \
    for (int64_t i = 0; i < n && result == (neutral); i += TRUTH_BLOCK) {      \
      const int64_t end = smaller(n, i + TRUTH_BLOCK);                         \
      for (int64_t j = i; j < end; ++j) {                                      \
        result = result op(unsigned) truth(ITEM(id, in, stride, j));           \
      }                                                                        \
    }                                                                          \
    acc->truths[0] = result != 0;                                              \
  }                                                                            \
  WITH_ANY_STRIDE void name##_any_rows_##id(accumulators *acc,                 \
                                            const char *in,                    \
                                            int64_t stride,                    \
                                            int64_t n,                         \
                                            int64_t row_stride,                \
                                            int64_t n_rows)                    \
  {                                                                            \
    for (; n_rows > 0; --n_rows, in += row_stride) {                           \
      for (int64_t i = 0; i < n; ++i) {                                        \
        acc->truths[i] =                                                       \
            (uint8_t)(acc->truths[i] op truth(ITEM(id, in, stride, i)));       \
      }                                                                        \
    }                                                                          \
  }                                                                            \
  DISPATCH(name, id)

#define TRUTH_FAMILY(id, truth)                                                \
  TRUTH_LOOPS(all, id, truth, &, 1)                                            \
  TRUTH_LOOPS(any, id, truth, |, 0)

TRUTH_FAMILY(BOOL, TRUE_NUMBER)
TRUTH_FAMILY(I8, TRUE_NUMBER)
TRUTH_FAMILY(I16, TRUE_NUMBER)
TRUTH_FAMILY(I32, TRUE_NUMBER)
TRUTH_FAMILY(I64, TRUE_NUMBER)
TRUTH_FAMILY(U8, TRUE_NUMBER)
TRUTH_FAMILY(U16, TRUE_NUMBER)
TRUTH_FAMILY(U32, TRUE_NUMBER)
TRUTH_FAMILY(U64, TRUE_NUMBER)
TRUTH_FAMILY(F16, TRUE_HALF)
TRUTH_FAMILY(BF16, TRUE_HALF)
TRUTH_FAMILY(F32, TRUE_NUMBER)
TRUTH_FAMILY(F64, TRUE_NUMBER)
TRUTH_FAMILY(C64, TRUE_COMPLEX)
TRUTH_FAMILY(C128, TRUE_COMPLEX)

#define TRUTH_START(name, neutral)                                             \
  static void name##_start(accumulators *acc, int64_t n)                       \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      acc->truths[i] = (neutral);                                              \
    }                                                                          \
  }

TRUTH_START(all, 1)
TRUTH_START(any, 0)

static void
all_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->truths[i] = acc->truths[i] & other->truths[i];
  }
}

static void
any_merge(accumulators *acc, const accumulators *other, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    acc->truths[i] = acc->truths[i] | other->truths[i];
  }
}

static void
truth_finish(const accumulators *acc,
             int64_t n,
             double divisor,
             char *out,
             int64_t stride)
{
  (void)divisor;
  for (int64_t i = 0; i < n; ++i) {
    out[i * stride] = (char)acc->truths[i];
  }
}

#endif // TERCET_ARRAY_REDUCE_LOOPS_TRUTH_H
