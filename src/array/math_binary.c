// SPDX-License-Identifier: Apache-2.0

/// Division, powers and functions of two numbers

#include "array/binary_line.h"

#include "array/kernel/kernel.h"

#include <math.h>

/* ---- Integers: the bodies return false where nothing is defined ---- */

/// Return whether a line of integers has a zero (`limit` 1) or a negative
#define LINE_HAS(name, id, condition)                                          \
  static bool name##_##id(const char *data, int64_t stride, int64_t n)         \
  {                                                                            \
    bool has = false;                                                          \
    for (int64_t i = 0; i < (stride ? n : 1); ++i) {                           \
      const element_##id x =                                                   \
          *(const element_##id *)(const void *)(data + i * stride);            \
      has |= (condition);                                                      \
    }                                                                          \
    return has;                                                                \
  }

#define CHECKED_LINE(name, id, has)                                            \
  TERCET_BINARY_LINE(name, id, id)                                             \
  static bool checked_##name##_line_##id(                                      \
      void *context, char *const *data, const int64_t *strides, int64_t n)     \
  {                                                                            \
    return !has##_##id(data[TERCET_LINE_B], strides[TERCET_LINE_B], n) &&      \
           name##_line_##id(context, data, strides, n);                        \
  }

/// Toward minus infinity; MIN / -1 wraps to MIN
#define SIGNED_DIVISION(id)                                                    \
  static inline element_##id floor_divide_##id(element_##id a, element_##id b) \
  {                                                                            \
    if (b == -1) {                                                             \
      return (element_##id)(0U - (uint64_t)a);                                 \
    }                                                                          \
    return (element_##id)(a / b - (a % b != 0 && (a < 0) != (b < 0)));         \
  }                                                                            \
  static inline element_##id remainder_##id(element_##id a, element_##id b)    \
  {                                                                            \
    const element_##id rest = (element_##id)(b == -1 ? 0 : a % b);             \
    return (element_##id)(rest != 0 && (rest < 0) != (b < 0) ? rest + b        \
                                                             : rest);          \
  }                                                                            \
  static inline element_##id fmod_##id(element_##id a, element_##id b)         \
  {                                                                            \
    return (element_##id)(b == -1 ? 0 : a % b);                                \
  }                                                                            \
  LINE_HAS(has_negative, id, x < 0)

#define UNSIGNED_DIVISION(id)                                                  \
  static inline element_##id floor_divide_##id(element_##id a, element_##id b) \
  {                                                                            \
    return (element_##id)(a / b);                                              \
  }                                                                            \
  static inline element_##id remainder_##id(element_##id a, element_##id b)    \
  {                                                                            \
    return (element_##id)(a % b);                                              \
  }                                                                            \
  static inline element_##id fmod_##id(element_##id a, element_##id b)         \
  {                                                                            \
    return (element_##id)(a % b);                                              \
  }                                                                            \
  static inline bool has_negative_##id(                                        \
      const char *data, int64_t stride, int64_t n)                             \
  {                                                                            \
    (void)data;                                                                \
    (void)stride;                                                              \
    (void)n;                                                                   \
    return false;                                                              \
  }

/// By squaring, modulo 2^64 and so modulo any smaller power
static uint64_t
integer_power(uint64_t base, uint64_t exponent)
{
  uint64_t out = 1;
  for (; exponent; exponent >>= 1U, base *= base) {
    out *= exponent & 1U ? base : 1U;
  }
  return out;
}

#define INTEGER_LINES(id)                                                      \
  static inline element_##id power_##id(element_##id a, element_##id b)        \
  {                                                                            \
    return (element_##id)integer_power((uint64_t)a, (uint64_t)b);              \
  }                                                                            \
  LINE_HAS(has_zero, id, x == 0)                                               \
  CHECKED_LINE(floor_divide, id, has_zero)                                     \
  CHECKED_LINE(remainder, id, has_zero)                                        \
  CHECKED_LINE(fmod, id, has_zero)                                             \
  CHECKED_LINE(power, id, has_negative)

TERCET_SIGNED_LIST(SIGNED_DIVISION)
TERCET_UNSIGNED_LIST(UNSIGNED_DIVISION)
TERCET_INTEGER_LIST(INTEGER_LINES)

static tercet_loop_body
integer_body(tercet_binary_op op, tercet_dtype dtype)
{
  static const tercet_loop_body bodies[TERCET_DTYPE_COUNT][4] = {
#define ROW(id)                                                                \
  [TERCET_DTYPE_##id] = {checked_floor_divide_line_##id,                       \
                         checked_remainder_line_##id,                          \
                         checked_fmod_line_##id,                               \
                         checked_power_line_##id},
      TERCET_INTEGER_LIST(ROW)
#undef ROW
  };
  static_assert(TERCET_POWER == TERCET_FLOOR_DIVIDE + 3, "four columns");

  return bodies[dtype][op - TERCET_FLOOR_DIVIDE];
}

/* ---- Floats ---- */

/// Quotient rounded down and remainder, as Python and NumPy define them: the
/// remainder has the sign of the divisor, and both agree
#define FLOAT_DIVISION(type, suffix, fmod_x, floor_x, copysign_x)              \
  static type floor_divide_##suffix(type a, type b)                            \
  {                                                                            \
    if (b == 0) {                                                              \
      return a / b;                                                            \
    }                                                                          \
    const type rest = fmod_x(a, b);                                            \
    type quotient = (a - rest) / b;                                            \
    if (rest != 0 && (b < 0) != (rest < 0)) {                                  \
      quotient -= 1;                                                           \
    }                                                                          \
    if (quotient == 0) {                                                       \
      return copysign_x(0, a / b);                                             \
    }                                                                          \
    const type floored = floor_x(quotient);                                    \
    return quotient - floored > (type)0.5 ? floored + 1 : floored;             \
  }                                                                            \
  static type remainder_##suffix(type a, type b)                               \
  {                                                                            \
    const type rest = fmod_x(a, b);                                            \
    if (rest == 0) {                                                           \
      return copysign_x(0, b);                                                 \
    }                                                                          \
    return b != 0 && (b < 0) != (rest < 0) ? rest + b : rest;                  \
  }

FLOAT_DIVISION(double, f64, fmod, floor, copysign)
FLOAT_DIVISION(float, f32, fmodf, floorf, copysignf)

static double
fmod_f64(double a, double b)
{
  return fmod(a, b);
}

static float
fmod_f32(float a, float b)
{
  return fmodf(a, b);
}

static double
copysign_f64(double a, double b)
{
  return copysign(a, b);
}

static float
copysign_f32(float a, float b)
{
  return copysignf(a, b);
}

#define FLOAT_LOOP(name, type, suffix)                                         \
  static void name##_loop_##suffix(                                            \
      const type *a, const type *b, type *out, size_t n)                       \
  {                                                                            \
    for (size_t i = 0; i < n; ++i) {                                           \
      out[i] = name##_##suffix(a[i], b[i]);                                    \
    }                                                                          \
  }

#define FLOAT_LOOPS(name)                                                      \
  FLOAT_LOOP(name, float, f32)                                                 \
  FLOAT_LOOP(name, double, f64)

FLOAT_LOOPS(floor_divide)
FLOAT_LOOPS(remainder)
FLOAT_LOOPS(fmod)
FLOAT_LOOPS(copysign)

/// A power of two changes no digit, so that only the result is rounded
static bool
ldexp_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const tercet_math_line *const line = (const tercet_math_line *)context;
  wide_buffer wide;
  double x[WIDE_CAPACITY];
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    const int64_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    const int64_t sb = strides[TERCET_LINE_B];
    tercet_elements_load_f64(line->in,
                             data[TERCET_LINE_A] + i * strides[TERCET_LINE_A],
                             strides[TERCET_LINE_A],
                             n_now,
                             x);
    for (int64_t j = 0; j < n_now; ++j) {
      const int32_t exponent =
          *(const int32_t *)(const void *)(data[TERCET_LINE_B] + (i + j) * sb);
      wide.as_F[j] = ldexp(x[j], exponent);
    }
    tercet_elements_narrow(line->out,
                           TERCET_KIND_F,
                           &wide,
                           n_now,
                           data[TERCET_LINE_OUT] + i * strides[TERCET_LINE_OUT],
                           strides[TERCET_LINE_OUT]);
  }
  return true;
}

/* ---- The lookup ---- */

static tercet_binary_line
kernel_line(tercet_dtype dtype, tercet_math2_f32 f32, tercet_math2_f64 f64)
{
  tercet_binary_line line = {.body = NULL};
  if (tercet_math2_line_init(&line.math, TERCET_MATH2_ATAN2, dtype)) {
    line.math.f32_2 = f32;
    line.math.f64_2 = f64;
    line.out = line.math.out;
    line.body = tercet_math2_line_run;
  }
  return line;
}

static tercet_binary_line
function_line(tercet_dtype dtype, tercet_math2 function)
{
  tercet_binary_line line = {.body = NULL};
  if (tercet_math2_line_init(&line.math, function, dtype)) {
    line.out = line.math.out;
    line.body = tercet_math2_line_run;
  }
  return line;
}

static tercet_binary_line
division_line(tercet_binary_op op, tercet_dtype dtype)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  if (kind == TERCET_KIND_I || kind == TERCET_KIND_U) {
    return (tercet_binary_line){.body = integer_body(op, dtype), .out = dtype};
  }
  if (kind == TERCET_KIND_B) {
    return (tercet_binary_line){.body = NULL};
  }
  if (op == TERCET_POWER) {
    return function_line(dtype, TERCET_MATH2_POWER);
  }
  if (op == TERCET_FMOD) {
    return kernel_line(dtype, fmod_loop_f32, fmod_loop_f64);
  }
  return op == TERCET_FLOOR_DIVIDE
             ? kernel_line(dtype, floor_divide_loop_f32, floor_divide_loop_f64)
             : kernel_line(dtype, remainder_loop_f32, remainder_loop_f64);
}

tercet_binary_line
tercet_math_binary_line(tercet_binary_op op, tercet_dtype dtype)
{
  tercet_binary_line line = {.body = NULL};
  if (op == TERCET_TRUE_DIVIDE) {
    return kernel_line(dtype,
                       tercet_kernels()->binary_f32[TERCET_DIVIDE],
                       tercet_kernels()->binary_f64[TERCET_DIVIDE]);
  }
  if (op <= TERCET_POWER) {
    return division_line(op, dtype);
  }
  if (op == TERCET_ATAN2) {
    return function_line(dtype, TERCET_MATH2_ATAN2);
  }
  if (op == TERCET_HYPOT) {
    return function_line(dtype, TERCET_MATH2_HYPOT);
  }
  if (op == TERCET_COPYSIGN) {
    return kernel_line(dtype, copysign_loop_f32, copysign_loop_f64);
  }
  if (tercet_dtype_kind_of(dtype) == TERCET_KIND_F) { // TERCET_LDEXP
    line.math.in = dtype;
    line.math.out = dtype;
    line.out = dtype;
    line.body = ldexp_line;
  }
  return line;
}
