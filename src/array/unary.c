// SPDX-License-Identifier: Apache-2.0

/// Functions of one tensor: those without rounding, and the driver of all

#include "array/binary_line.h"
#include "array/elementwise.h"
#include "array/loop.h"
#include "base/error.h"

#include <math.h>

/// Operands of the loops here
enum { OUT, IN };

/* ---- Lines of elements ---- */

/// Define the body name_line_id() that computes `expression` of each x
#define UNARY_LINE(name, id, out_id, expression)                               \
  static inline element_##out_id name##_##id(element_##id x)                   \
  {                                                                            \
    (void)x;                                                                   \
    return (element_##out_id)(expression);                                     \
  }                                                                            \
  UNARY_LOOP(name, id, out_id)

#define UNARY_LOOP(name, id, out_id)                                           \
  static bool name##_line_##id(                                                \
      void *context, char *const *data, const int64_t *strides, int64_t n)     \
  {                                                                            \
    (void)context;                                                             \
    if (strides[OUT] == (int64_t)sizeof(element_##out_id) &&                   \
        strides[IN] == (int64_t)sizeof(element_##id)) {                        \
      element_##out_id *const out = (void *)data[OUT];                         \
      const element_##id *const in = (const void *)data[IN];                   \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = name##_##id(in[i]);                                           \
      }                                                                        \
      return true;                                                             \
    }                                                                          \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##out_id *)(void *)(data[OUT] + i * strides[OUT]) =            \
          name##_##id(*(const element_##id *)(const void *)(data[IN] +         \
                                                            i * strides[IN])); \
    }                                                                          \
    return true;                                                               \
  }

// Integers are computed in uint64_t, which wraps without undefined behaviour

#define INTEGER_UNARY(id)                                                      \
  UNARY_LINE(negative, id, id, 0U - (uint64_t)x)                               \
  UNARY_LINE(square, id, id, (uint64_t)x *(uint64_t)x)                         \
  UNARY_LINE(same, id, id, x)                                                  \
  UNARY_LINE(zero, id, id, 0)                                                  \
  UNARY_LINE(never, id, BOOL, 0)                                               \
  UNARY_LINE(always, id, BOOL, 1)                                              \
  UNARY_LINE(logical_not, id, BOOL, x == 0)                                    \
  UNARY_LINE(bitwise_not, id, id, ~(uint64_t)x)

#define SIGNED_UNARY(id)                                                       \
  UNARY_LINE(abs, id, id, x < 0 ? 0U - (uint64_t)x : (uint64_t)x)              \
  UNARY_LINE(sign, id, id, (x > 0) - (x < 0))                                  \
  UNARY_LINE(signbit, id, BOOL, x < 0)                                         \
  UNARY_LINE(ilogb, id, I32, ilogb_of(x < 0 ? 0U - (uint64_t)x : (uint64_t)x))

#define UNSIGNED_UNARY(id)                                                     \
  UNARY_LINE(sign, id, id, x != 0)                                             \
  UNARY_LINE(ilogb, id, I32, ilogb_of(x))

/// Floats, through `get` and `put` where they are half ones
#define FLOAT_UNARY(id, type, get, put)                                        \
  UNARY_LINE(square, id, id, put(get(x) * get(x)))                             \
  UNARY_LINE(sign,                                                             \
             id,                                                               \
             id,                                                               \
             put(get(x) > 0   ? (type)1                                        \
                 : get(x) < 0 ? (type)-1                                       \
                              : get(x)))                                       \
  UNARY_LINE(same, id, id, x)                                                  \
  UNARY_LINE(zero, id, id, 0)                                                  \
  UNARY_LINE(isnan, id, BOOL, get(x) != get(x))                                \
  UNARY_LINE(isinf, id, BOOL, magnitude_##type(get(x)) == (type)INFINITY)      \
  UNARY_LINE(isfinite, id, BOOL, magnitude_##type(get(x)) < (type)INFINITY)    \
  UNARY_LINE(signbit, id, BOOL, signbit(get(x)) != 0)                          \
  UNARY_LINE(logical_not, id, BOOL, get(x) == 0)                               \
  UNARY_LINE(ilogb, id, I32, float_ilogb((double)get(x)))

#define COMPLEX_UNARY(id, part)                                                \
  static inline element_##id negative_##id(element_##id x)                     \
  {                                                                            \
    return (element_##id){-x.re, -x.im};                                       \
  }                                                                            \
  static inline element_##id square_##id(element_##id x)                       \
  {                                                                            \
    return (element_##id){x.re * x.re - x.im * x.im, 2 * x.re * x.im};         \
  }                                                                            \
  static inline element_##id conj_##id(element_##id x)                         \
  {                                                                            \
    return (element_##id){x.re, -x.im};                                        \
  }                                                                            \
  UNARY_LOOP(negative, id, id)                                                 \
  UNARY_LOOP(square, id, id)                                                   \
  UNARY_LOOP(conj, id, id)                                                     \
  UNARY_LINE(real, id, part, x.re)                                             \
  UNARY_LINE(imag, id, part, x.im)                                             \
  UNARY_LINE(abs, id, part, hypot((double)x.re, (double)x.im))                 \
  UNARY_LINE(angle, id, part, atan2((double)x.im, (double)x.re))               \
  UNARY_LINE(isnan, id, BOOL, x.re != x.re || x.im != x.im)                    \
  UNARY_LINE(isinf, id, BOOL, isinf(x.re) || isinf(x.im))                      \
  UNARY_LINE(isfinite, id, BOOL, isfinite(x.re) && isfinite(x.im))             \
  UNARY_LINE(logical_not, id, BOOL, x.re == 0 && x.im == 0)

/// The position of the highest bit
static inline int32_t
ilogb_of(uint64_t x)
{
  return x ? 63 - __builtin_clzll(x) : INT32_MIN;
}

/// ilogb() leaves the result for NaN to the platform
static inline int32_t
float_ilogb(double x)
{
  return x == 0 || x != x ? INT32_MIN : isinf(x) ? INT32_MAX : ilogb(x);
}

static inline float
magnitude_float(float x)
{
  return fabsf(x);
}

static inline double
magnitude_double(double x)
{
  return fabs(x);
}

#define SAME(x) (x)

TERCET_INTEGER_LIST(INTEGER_UNARY)
TERCET_SIGNED_LIST(SIGNED_UNARY)
TERCET_UNSIGNED_LIST(UNSIGNED_UNARY)
FLOAT_UNARY(F32, float, SAME, SAME)
FLOAT_UNARY(F64, double, SAME, SAME)
FLOAT_UNARY(F16, float, tercet_f16_to_f32, tercet_f32_to_f16)
FLOAT_UNARY(BF16, float, tercet_bf16_to_f32, tercet_f32_to_bf16)
UNARY_LINE(negative, F32, F32, -x)
UNARY_LINE(negative, F64, F64, -x)
UNARY_LINE(negative, F16, F16, x ^ 0x8000U)
UNARY_LINE(negative, BF16, BF16, x ^ 0x8000U)
UNARY_LINE(abs, F32, F32, fabsf(x))
UNARY_LINE(abs, F64, F64, fabs(x))
UNARY_LINE(abs, F16, F16, x & 0x7fffU)
UNARY_LINE(abs, BF16, BF16, x & 0x7fffU)
COMPLEX_UNARY(C64, F32)
COMPLEX_UNARY(C128, F64)
UNARY_LINE(same, BOOL, BOOL, x != 0)
UNARY_LINE(logical_not, BOOL, BOOL, x == 0)
UNARY_LINE(never, BOOL, BOOL, 0)
UNARY_LINE(always, BOOL, BOOL, 1)
UNARY_LINE(ilogb, BOOL, I32, x ? 0 : INT32_MIN)

/* ---- The table ---- */

/// Operations before this one have lines here, the others are mathematical
#define N_EXACT_OPS TERCET_UNARY_FLOOR

typedef struct {
  tercet_loop_body body; ///< NULL: the dtype does not have the operation
  tercet_dtype out;
} exact_line;

#define LINE(op, name, id, out_id)                                             \
  [TERCET_UNARY_##op] = {name##_line_##id, TERCET_DTYPE_##out_id}

#define INTEGER_ROW(id, abs_name, signbit_name)                                \
  [TERCET_DTYPE_##id] = {                                                      \
      LINE(NEGATIVE, negative, id, id),                                        \
      LINE(ABS, abs_name, id, id),                                             \
      LINE(SIGN, sign, id, id),                                                \
      LINE(SQUARE, square, id, id),                                            \
      LINE(CONJ, same, id, id),                                                \
      LINE(REAL, same, id, id),                                                \
      LINE(IMAG, zero, id, id),                                                \
      LINE(ISNAN, never, id, BOOL),                                            \
      LINE(ISINF, never, id, BOOL),                                            \
      LINE(ISFINITE, always, id, BOOL),                                        \
      LINE(SIGNBIT, signbit_name, id, BOOL),                                   \
      LINE(LOGICAL_NOT, logical_not, id, BOOL),                                \
      LINE(BITWISE_NOT, bitwise_not, id, id),                                  \
      LINE(ILOGB, ilogb, id, I32),                                             \
  },
#define SIGNED_ROW(id) INTEGER_ROW(id, abs, signbit)
#define UNSIGNED_ROW(id) INTEGER_ROW(id, same, never)
#define FLOAT_ROW(id)                                                          \
  [TERCET_DTYPE_##id] = {                                                      \
      LINE(NEGATIVE, negative, id, id),                                        \
      LINE(ABS, abs, id, id),                                                  \
      LINE(SIGN, sign, id, id),                                                \
      LINE(SQUARE, square, id, id),                                            \
      LINE(CONJ, same, id, id),                                                \
      LINE(REAL, same, id, id),                                                \
      LINE(IMAG, zero, id, id),                                                \
      LINE(ISNAN, isnan, id, BOOL),                                            \
      LINE(ISINF, isinf, id, BOOL),                                            \
      LINE(ISFINITE, isfinite, id, BOOL),                                      \
      LINE(SIGNBIT, signbit, id, BOOL),                                        \
      LINE(LOGICAL_NOT, logical_not, id, BOOL),                                \
      LINE(ILOGB, ilogb, id, I32),                                             \
  },
#define COMPLEX_ROW(id, part)                                                  \
  [TERCET_DTYPE_##id] = {                                                      \
      LINE(NEGATIVE, negative, id, id),                                        \
      LINE(ABS, abs, id, part),                                                \
      LINE(SQUARE, square, id, id),                                            \
      LINE(CONJ, conj, id, id),                                                \
      LINE(REAL, real, id, part),                                              \
      LINE(IMAG, imag, id, part),                                              \
      LINE(ANGLE, angle, id, part),                                            \
      LINE(ISNAN, isnan, id, BOOL),                                            \
      LINE(ISINF, isinf, id, BOOL),                                            \
      LINE(ISFINITE, isfinite, id, BOOL),                                      \
      LINE(LOGICAL_NOT, logical_not, id, BOOL),                                \
  },

static const exact_line exact_lines[TERCET_DTYPE_COUNT][N_EXACT_OPS] = {
    [TERCET_DTYPE_BOOL] =
        {
            LINE(CONJ, same, BOOL, BOOL),
            LINE(REAL, same, BOOL, BOOL),
            LINE(IMAG, never, BOOL, BOOL),
            LINE(ISNAN, never, BOOL, BOOL),
            LINE(ISINF, never, BOOL, BOOL),
            LINE(ISFINITE, always, BOOL, BOOL),
            LINE(SIGNBIT, never, BOOL, BOOL),
            LINE(LOGICAL_NOT, logical_not, BOOL, BOOL),
            LINE(BITWISE_NOT, logical_not, BOOL, BOOL),
            LINE(ILOGB, ilogb, BOOL, I32),
        },
    TERCET_SIGNED_LIST(SIGNED_ROW) TERCET_UNSIGNED_LIST(UNSIGNED_ROW)
        FLOAT_ROW(F32) FLOAT_ROW(F64) TERCET_HALF_LIST(FLOAT_ROW)
            COMPLEX_ROW(C64, F32) COMPLEX_ROW(C128, F64)};

/// The kernels of the other operations
static const tercet_math math_functions[TERCET_UNARY_COUNT] = {
#define FUNCTION(id, f64, f32) [TERCET_UNARY_##id] = TERCET_MATH_##id,
    TERCET_MATH_LIST(FUNCTION)
#undef FUNCTION
};

static_assert(TERCET_UNARY_LOGB + 1 == TERCET_UNARY_COUNT, "one for each op");
static_assert(TERCET_UNARY_COUNT - N_EXACT_OPS == TERCET_MATH_COUNT,
              "one kernel for each op");

/* ---- The operation ---- */

static const char *
op_name(tercet_unary_op op)
{
  static const char *const names[TERCET_UNARY_COUNT] = {
#define NAME(id, name) #name,
      TERCET_UNARY_LIST(NAME)
#undef NAME
  };
  return names[op];
}

static bool
is_rounding(tercet_unary_op op)
{
  return op >= TERCET_UNARY_FLOOR && op <= TERCET_UNARY_ROUND;
}

tercet_binary_line
tercet_unary_line_for(tercet_unary_op op, tercet_dtype dtype)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  const bool is_whole =
      kind == TERCET_KIND_B || kind == TERCET_KIND_I || kind == TERCET_KIND_U;
  if (is_rounding(op) && is_whole) {
    op = TERCET_UNARY_REAL; // Already whole
  }
  tercet_binary_line line = {.body = NULL};
  if (op < N_EXACT_OPS) {
    line.body = exact_lines[dtype][op].body;
    line.out = exact_lines[dtype][op].out;
  } else if (tercet_math_line_init(&line.math, math_functions[op], dtype)) {
    line.body = tercet_math_line_run;
    line.out = line.math.out;
  }
  return line;
}

static tercet_status
prepare(tercet_unary_op op,
        const tercet_tensor *x,
        tercet_binary_line *out,
        tercet_error *err)
{
  *out = tercet_unary_line_for(op, x->dtype);
  return out->body ? TERCET_OK
                   : tercet_error_set(err,
                                      TERCET_ERR_DTYPE,
                                      "no %s of %s",
                                      op_name(op),
                                      tercet_dtype_name(x->dtype));
}

static tercet_status
run(tercet_binary_line *line,
    const tercet_tensor *x,
    const tercet_tensor *out,
    tercet_error *err)
{
  tercet_loop loop;
  tercet_loop_init(&loop, out->rank, out->shape);
  tercet_loop_add_tensor(&loop, out);
  tercet_loop_add_tensor(&loop, x);
  tercet_loop_sort(&loop, OUT);
  tercet_loop_collapse(&loop);
  const size_t n_bytes =
      tercet_dtype_size(out->dtype) + tercet_dtype_size(x->dtype);
  return tercet_loop_run_shared(
      &loop, tercet_line_cost(line, n_bytes), line->body, &line->math, err);
}

tercet_status
tercet_tensor_unary(const tercet_allocator *alloc,
                    tercet_unary_op op,
                    const tercet_tensor *x,
                    tercet_tensor **out,
                    tercet_error *err)
{
  assert((size_t)op < TERCET_UNARY_COUNT);

  *out = NULL;
  tercet_binary_line line;
  TERCET_TRY(prepare(op, x, &line, err));
  TERCET_TRY(
      tercet_tensor_new_raw(alloc, line.out, x->rank, x->shape, out, err));
  return tercet_tensor_made(run(&line, x, *out, err), out);
}

tercet_status
tercet_tensor_unary_into(tercet_unary_op op,
                         const tercet_tensor *x,
                         tercet_tensor *out,
                         tercet_error *err)
{
  assert((size_t)op < TERCET_UNARY_COUNT);

  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  tercet_binary_line line;
  TERCET_TRY(prepare(op, x, &line, err));
  TERCET_TRY(tercet_shape_broadcast(
      x->rank, x->shape, out->rank, out->shape, &rank, shape, err));
  TERCET_TRY(tercet_elementwise_check(out, line.out, rank, shape, err));

  const tercet_tensor *input = NULL;
  tercet_tensor *copy = NULL;
  TERCET_TRY(tercet_elementwise_inputs(1, &x, out, &input, &copy, err));
  const tercet_status st = run(&line, input, out, err);
  tercet_tensor_unref(copy);
  return st;
}

/* ---- By name ---- */

#define DEFINE(id, name)                                                       \
  tercet_status tercet_tensor_##name(const tercet_allocator *alloc,            \
                                     const tercet_tensor *x,                   \
                                     tercet_tensor **out,                      \
                                     tercet_error *err)                        \
  {                                                                            \
    return tercet_tensor_unary(alloc, TERCET_UNARY_##id, x, out, err);         \
  }                                                                            \
  tercet_status tercet_tensor_##name##_into(                                   \
      const tercet_tensor *x, tercet_tensor *out, tercet_error *err)           \
  {                                                                            \
    return tercet_tensor_unary_into(TERCET_UNARY_##id, x, out, err);           \
  }

TERCET_UNARY_LIST(DEFINE)
