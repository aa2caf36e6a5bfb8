// SPDX-License-Identifier: Apache-2.0

/// Bits and shifts of integers

#include "array/binary_line.h"

#define LOGIC(name, id, op)                                                    \
  static inline element_##id name##_##id(element_##id a, element_##id b)       \
  {                                                                            \
    return (element_##id)(a op b);                                             \
  }                                                                            \
  TERCET_BINARY_LINE(name, id, id)

#define LOGICS(id)                                                             \
  LOGIC(bitwise_and, id, &) LOGIC(bitwise_or, id, |) LOGIC(bitwise_xor, id, ^)

TERCET_INTEGER_LIST(LOGICS)

/// Bytes other than 0 and 1 are true as well
#define BOOL_LOGIC(name, op)                                                   \
  static inline element_BOOL name##_BOOL(element_BOOL a, element_BOOL b)       \
  {                                                                            \
    return (element_BOOL)((a != 0) op(b != 0));                                \
  }                                                                            \
  TERCET_BINARY_LINE(name, BOOL, BOOL)

BOOL_LOGIC(bitwise_and, &)
BOOL_LOGIC(bitwise_or, |)
BOOL_LOGIC(bitwise_xor, ^)

static inline int64_t
opposite(int64_t count)
{
  return count == INT64_MIN ? INT64_MAX : -count;
}

/// Shift to the left by any count, of which negative ones shift to the right;
/// bits beyond the width are lost, and a negative number fills up with ones.
/// Right shifts of negative numbers are arithmetic in every compiler in use.
#define SHIFTS_SIGNED(id)                                                      \
  static inline element_##id shift_##id(element_##id a, int64_t left)          \
  {                                                                            \
    const int64_t width = (int64_t)(8U * sizeof(a));                           \
    if (left >= width) {                                                       \
      return 0;                                                                \
    }                                                                          \
    if (left >= 0) {                                                           \
      return (element_##id)((uint64_t)a << (uint64_t)left);                    \
    }                                                                          \
    return (element_##id)(a >> (left > -width ? -left : width - 1));           \
  }                                                                            \
  static inline element_##id left_shift_##id(element_##id a, element_##id b)   \
  {                                                                            \
    return shift_##id(a, (int64_t)b);                                          \
  }                                                                            \
  static inline element_##id right_shift_##id(element_##id a, element_##id b)  \
  {                                                                            \
    return shift_##id(a, opposite(b));                                         \
  }                                                                            \
  TERCET_BINARY_LINE(left_shift, id, id)                                       \
  TERCET_BINARY_LINE(right_shift, id, id)

TERCET_SIGNED_LIST(SHIFTS_SIGNED)

#define SHIFTS_UNSIGNED(id)                                                    \
  static inline element_##id left_shift_##id(element_##id a, element_##id b)   \
  {                                                                            \
    return (element_##id)(b < 8U * sizeof(a) ? (uint64_t)a << b : 0U);         \
  }                                                                            \
  static inline element_##id right_shift_##id(element_##id a, element_##id b)  \
  {                                                                            \
    return (element_##id)(b < 8U * sizeof(a) ? (uint64_t)a >> b : 0U);         \
  }                                                                            \
  TERCET_BINARY_LINE(left_shift, id, id)                                       \
  TERCET_BINARY_LINE(right_shift, id, id)

TERCET_UNSIGNED_LIST(SHIFTS_UNSIGNED)

#define N_OPS (TERCET_RIGHT_SHIFT - TERCET_BITWISE_AND + 1)

tercet_binary_line
tercet_bitwise_line(tercet_binary_op op, tercet_dtype dtype)
{
  static const tercet_loop_body bodies[TERCET_DTYPE_COUNT][N_OPS] = {
      [TERCET_DTYPE_BOOL] = {bitwise_and_line_BOOL,
                             bitwise_or_line_BOOL,
                             bitwise_xor_line_BOOL},
#define ROW(id)                                                                \
  [TERCET_DTYPE_##id] = {bitwise_and_line_##id,                                \
                         bitwise_or_line_##id,                                 \
                         bitwise_xor_line_##id,                                \
                         left_shift_line_##id,                                 \
                         right_shift_line_##id},
      TERCET_INTEGER_LIST(ROW)
#undef ROW
  };
  static_assert(N_OPS == 5, "one column for each op");

  return (tercet_binary_line){.body = bodies[dtype][op - TERCET_BITWISE_AND],
                              .out = dtype};
}
