// SPDX-License-Identifier: Apache-2.0

/// Arithmetic on two tensors with broadcasting

#include "array/binary_line.h"
#include "array/element.h"
#include "array/elementwise.h"
#include "array/kernel/kernel.h"
#include "array/loop.h"
#include "array/stream.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>

#define N_ARITHMETIC_OPS 4

/// Operands of the loops here
enum { OUT, A, B };

/* ---- One element ---- */

// The unsigned type an integer is computed in: it wraps without undefined
// behaviour, and is not promoted to a signed int
typedef uint32_t work_I8;
typedef uint32_t work_I16;
typedef uint32_t work_I32;
typedef uint64_t work_I64;
typedef uint32_t work_U8;
typedef uint32_t work_U16;
typedef uint32_t work_U32;
typedef uint64_t work_U64;

#define INTEGER_FUNCTION(name, id, op)                                         \
  static inline element_##id name##_##id(element_##id a, element_##id b)       \
  {                                                                            \
    return (element_##id)((work_##id)a op(work_##id) b);                       \
  }

#define FLOAT_FUNCTION(name, id, type, op)                                     \
  static inline type name##_##id(type a, type b)                               \
  {                                                                            \
    return a op b;                                                             \
  }

#define COMPLEX_FUNCTIONS(id, part)                                            \
  static inline element_##id add_##id(element_##id a, element_##id b)          \
  {                                                                            \
    return (element_##id){a.re + b.re, a.im + b.im};                           \
  }                                                                            \
  static inline element_##id subtract_##id(element_##id a, element_##id b)     \
  {                                                                            \
    return (element_##id){a.re - b.re, a.im - b.im};                           \
  }                                                                            \
  static inline element_##id multiply_##id(element_##id a, element_##id b)     \
  {                                                                            \
    return (element_##id){a.re * b.re - a.im * b.im,                           \
                          a.re * b.im + a.im * b.re};                          \
  }                                                                            \
  /* Smith's method: the squares of the divisor's parts may overflow */        \
  static inline element_##id divide_##id(element_##id a, element_##id b)       \
  {                                                                            \
    const part re = b.re < 0 ? -b.re : b.re;                                   \
    const part im = b.im < 0 ? -b.im : b.im;                                   \
    if (re == 0 && im == 0) {                                                  \
      return (element_##id){a.re / re, a.im / re};                             \
    }                                                                          \
    if (re >= im) {                                                            \
      const part ratio = b.im / b.re;                                          \
      const part scale = 1 / (b.re + b.im * ratio);                            \
      return (element_##id){(a.re + a.im * ratio) * scale,                     \
                            (a.im - a.re * ratio) * scale};                    \
    }                                                                          \
    const part ratio = b.re / b.im;                                            \
    const part scale = 1 / (b.re * ratio + b.im);                              \
    return (element_##id){(a.re * ratio + a.im) * scale,                       \
                          (a.im * ratio - a.re) * scale};                      \
  }

/// Truncates toward zero; the divisor is not 0.  MIN / -1 wraps to MIN.
#define SIGNED_DIVIDE(id)                                                      \
  static inline element_##id divide_##id(element_##id a, element_##id b)       \
  {                                                                            \
    return (element_##id)(b == -1 ? (element_##id)(0U - (work_##id)a)          \
                                  : a / b);                                    \
  }

#define UNSIGNED_DIVIDE(id)                                                    \
  static inline element_##id divide_##id(element_##id a, element_##id b)       \
  {                                                                            \
    return (element_##id)(a / b);                                              \
  }

/* ---- Lines of elements ---- */

/// Call `function` for each pair; the frequent layouts have loops of their own
/// that compilers turn into vectors
#define BINARY_LINE(name, id)                                                  \
  static bool name##_line_##id(                                                \
      void *context, char *const *data, const int64_t *strides, int64_t n)     \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(element_##id);                        \
    element_##id *const out = (void *)data[OUT];                               \
    const element_##id *const a = (const void *)data[A];                       \
    const element_##id *const b = (const void *)data[B];                       \
    const bool is_dense = strides[OUT] == size;                                \
    (void)context;                                                             \
    if (is_dense && strides[A] == size && strides[B] == size) {                \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = name##_##id(a[i], b[i]);                                      \
      }                                                                        \
    } else if (is_dense && strides[A] == size && strides[B] == 0) {            \
      const element_##id x = *b;                                               \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = name##_##id(a[i], x);                                         \
      }                                                                        \
    } else if (is_dense && strides[A] == 0 && strides[B] == size) {            \
      const element_##id x = *a;                                               \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out[i] = name##_##id(x, b[i]);                                         \
      }                                                                        \
    } else {                                                                   \
      for (int64_t i = 0; i < n; ++i) {                                        \
        *(element_##id *)(void *)(data[OUT] + i * strides[OUT]) = name##_##id( \
            *(const element_##id *)(const void *)(data[A] + i * strides[A]),   \
            *(const element_##id *)(const void *)(data[B] + i * strides[B]));  \
      }                                                                        \
    }                                                                          \
    return true;                                                               \
  }

/// Look for a zero before dividing a line of integers
#define CHECKED_DIVIDE_LINE(id)                                                \
  BINARY_LINE(divide, id)                                                      \
  static bool checked_divide_line_##id(                                        \
      void *context, char *const *data, const int64_t *strides, int64_t n)     \
  {                                                                            \
    bool has_zero = false;                                                     \
    for (int64_t i = 0; i < (strides[B] ? n : 1); ++i) {                       \
      has_zero |= *(const element_##id *)(const void *)(data[B] +              \
                                                        i * strides[B]) == 0;  \
    }                                                                          \
    return !has_zero && divide_line_##id(context, data, strides, n);           \
  }

#define INTEGER_LINES(id, SIGNEDNESS)                                          \
  INTEGER_FUNCTION(add, id, +)                                                 \
  INTEGER_FUNCTION(subtract, id, -)                                            \
  INTEGER_FUNCTION(multiply, id, *)                                            \
  SIGNEDNESS##_DIVIDE(id) BINARY_LINE(add, id) BINARY_LINE(subtract, id)       \
      BINARY_LINE(multiply, id) CHECKED_DIVIDE_LINE(id)

INTEGER_LINES(I8, SIGNED)
INTEGER_LINES(I16, SIGNED)
INTEGER_LINES(I32, SIGNED)
INTEGER_LINES(I64, SIGNED)
INTEGER_LINES(U8, UNSIGNED)
INTEGER_LINES(U16, UNSIGNED)
INTEGER_LINES(U32, UNSIGNED)
INTEGER_LINES(U64, UNSIGNED)

#define COMPLEX_LINES(id, part)                                                \
  COMPLEX_FUNCTIONS(id, part)                                                  \
  BINARY_LINE(add, id)                                                         \
  BINARY_LINE(subtract, id)                                                    \
  BINARY_LINE(multiply, id)                                                    \
  BINARY_LINE(divide, id)

COMPLEX_LINES(C64, float)
COMPLEX_LINES(C128, double)

/// Elements of a tile: small beside the L1 cache
#define TILE 512

/**
   Float lines go through the kernels of the processor.

   A scalar operand is spread over a tile, which stays in the L1 cache; other
   strides are left to the plain loop.
*/
#define KERNEL_LINE(name, id, type, member, op)                                \
  FLOAT_FUNCTION(name, id, type, op)                                           \
  BINARY_LINE(name, id)                                                        \
  static bool name##_kernel_line_##id(                                         \
      void *context, char *const *data, const int64_t *strides, int64_t n)     \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(type);                                \
    const bool spread_a = strides[A] == 0 && n > 1;                            \
    const bool spread_b = strides[B] == 0 && n > 1;                            \
    if (strides[OUT] != size || (strides[A] != size && !spread_a) ||           \
        (strides[B] != size && !spread_b) || (spread_a && spread_b)) {         \
      return name##_line_##id(context, data, strides, n);                      \
    }                                                                          \
                                                                               \
    const type *a = (const void *)data[A];                                     \
    const type *b = (const void *)data[B];                                     \
    type *out = (void *)data[OUT];                                             \
    type tile[TILE];                                                           \
    const int64_t n_step = spread_a || spread_b ? TILE : n;                    \
    if (spread_a || spread_b) {                                                \
      const type scalar = spread_a ? *a : *b;                                  \
      const int64_t n_tile = n < TILE ? n : TILE;                              \
      for (int64_t i = 0; i < n_tile; ++i) {                                   \
        tile[i] = scalar;                                                      \
      }                                                                        \
    }                                                                          \
    for (int64_t i = 0; i < n; i += n_step) {                                  \
      tercet_kernels()->member(spread_a ? tile : a + i,                        \
                               spread_b ? tile : b + i,                        \
                               out + i,                                        \
                               (size_t)(n - i < n_step ? n - i : n_step));     \
    }                                                                          \
    return true;                                                               \
  }

KERNEL_LINE(add, F32, float, binary_f32[TERCET_ADD], +)
KERNEL_LINE(subtract, F32, float, binary_f32[TERCET_SUBTRACT], -)
KERNEL_LINE(multiply, F32, float, binary_f32[TERCET_MULTIPLY], *)
KERNEL_LINE(divide, F32, float, binary_f32[TERCET_DIVIDE], /)
KERNEL_LINE(add, F64, double, binary_f64[TERCET_ADD], +)
KERNEL_LINE(subtract, F64, double, binary_f64[TERCET_SUBTRACT], -)
KERNEL_LINE(multiply, F64, double, binary_f64[TERCET_MULTIPLY], *)
KERNEL_LINE(divide, F64, double, binary_f64[TERCET_DIVIDE], /)

/// Half floats are computed in float32 tiles.  A float32 result of two
/// float16 or bfloat16 numbers has more than twice their digits, plus two, so
/// that rounding it again gives the correctly rounded result.
static void
half_line(tercet_dtype dtype,
          tercet_binary_op op,
          char *const *data,
          const int64_t *strides,
          int64_t n)
{
  wide_buffer wide;
  float a[WIDE_CAPACITY];
  float b[WIDE_CAPACITY];
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    const int64_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    tercet_elements_load_f32(
        dtype, data[A] + i * strides[A], strides[A], n_now, a);
    tercet_elements_load_f32(
        dtype, data[B] + i * strides[B], strides[B], n_now, b);
    tercet_kernels()->binary_f32[op](a, b, a, (size_t)n_now);
    for (int64_t j = 0; j < n_now; ++j) {
      wide.as_F[j] = (double)a[j];
    }
    tercet_elements_narrow(dtype,
                           TERCET_KIND_F,
                           &wide,
                           n_now,
                           data[OUT] + i * strides[OUT],
                           strides[OUT]);
  }
}

#define HALF_LINE(name, id, op)                                                \
  static bool name##_line_##id(                                                \
      void *context, char *const *data, const int64_t *strides, int64_t n)     \
  {                                                                            \
    (void)context;                                                             \
    half_line(TERCET_DTYPE_##id, op, data, strides, n);                        \
    return true;                                                               \
  }

#define HALF_LINES(id)                                                         \
  HALF_LINE(add, id, TERCET_ADD)                                               \
  HALF_LINE(subtract, id, TERCET_SUBTRACT)                                     \
  HALF_LINE(multiply, id, TERCET_MULTIPLY)                                     \
  HALF_LINE(divide, id, TERCET_DIVIDE)

HALF_LINES(F16)
HALF_LINES(BF16)

/* ---- The table ---- */

#define ROW(id)                                                                \
  {                                                                            \
    add_line_##id, subtract_line_##id, multiply_line_##id, divide_line_##id    \
  }
#define INTEGER_ROW(id)                                                        \
  {                                                                            \
    add_line_##id, subtract_line_##id, multiply_line_##id,                     \
        checked_divide_line_##id                                               \
  }
#define KERNEL_ROW(id)                                                         \
  {                                                                            \
    add_kernel_line_##id, subtract_kernel_line_##id,                           \
        multiply_kernel_line_##id, divide_kernel_line_##id                     \
  }

static const tercet_loop_body
    arithmetic_lines[TERCET_DTYPE_COUNT][N_ARITHMETIC_OPS] = {
        [TERCET_DTYPE_I8] = INTEGER_ROW(I8),
        [TERCET_DTYPE_I16] = INTEGER_ROW(I16),
        [TERCET_DTYPE_I32] = INTEGER_ROW(I32),
        [TERCET_DTYPE_I64] = INTEGER_ROW(I64),
        [TERCET_DTYPE_U8] = INTEGER_ROW(U8),
        [TERCET_DTYPE_U16] = INTEGER_ROW(U16),
        [TERCET_DTYPE_U32] = INTEGER_ROW(U32),
        [TERCET_DTYPE_U64] = INTEGER_ROW(U64),
        [TERCET_DTYPE_F16] = ROW(F16),
        [TERCET_DTYPE_BF16] = ROW(BF16),
        [TERCET_DTYPE_F32] = KERNEL_ROW(F32),
        [TERCET_DTYPE_F64] = KERNEL_ROW(F64),
        [TERCET_DTYPE_C64] = ROW(C64),
        [TERCET_DTYPE_C128] = ROW(C128),
};

static_assert(TERCET_DIVIDE + 1 == N_ARITHMETIC_OPS, "one column for each op");

/* ---- The operation ---- */

tercet_binary_line
tercet_binary_line_for(tercet_binary_op op, tercet_dtype dtype)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  if (op == TERCET_TRUE_DIVIDE &&
      (kind == TERCET_KIND_C || kind == TERCET_KIND_F)) {
    op = TERCET_DIVIDE;
  }
  if (op <= TERCET_DIVIDE) {
    return (tercet_binary_line){.body = arithmetic_lines[dtype][op],
                                .out = dtype};
  }
  if (op >= TERCET_LOGICAL_AND || op == TERCET_MAXIMUM ||
      op == TERCET_MINIMUM) {
    return tercet_compare_line(op, dtype);
  }
  return op >= TERCET_BITWISE_AND ? tercet_bitwise_line(op, dtype)
                                  : tercet_math_binary_line(op, dtype);
}

/// Where the first wrong element of an integer tensor is
typedef struct {
  tercet_dtype dtype;
  bool is_negative; ///< A negative one is wrong, else zero
  int64_t position; ///< Elements before it, in row-major order
  int64_t value;
} wrong_search;

/// Find it in a line; false ends the loop there
static bool
skip_right(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  wrong_search *const search = (wrong_search *)context;
  wide_buffer wide;
  for (int64_t i = 0; i < n; ++i, ++search->position) {
    tercet_elements_widen(
        search->dtype, data[0] + i * strides[0], strides[0], 1, &wide);
    search->value = wide.as_I[0];
    if (search->is_negative ? search->value < 0 : search->value == 0) {
      return false;
    }
  }
  return true;
}

static tercet_status
report_wrong_operand(tercet_binary_op op,
                     const tercet_tensor *b,
                     tercet_error *err)
{
  wrong_search search = {b->dtype, op == TERCET_POWER, 0, 0};
  tercet_loop loop;
  tercet_loop_init(&loop, b->rank, b->shape);
  tercet_loop_add_tensor(&loop, b);
  tercet_loop_run(&loop, skip_right, &search);

  int64_t index[TERCET_MAX_RANK];
  for (size_t i = b->rank; i-- > 0;) {
    index[i] = search.position % b->shape[i];
    search.position /= b->shape[i];
  }
  char at[TERCET_SHAPE_TEXT_MAX];
  char shape[TERCET_SHAPE_TEXT_MAX];
  return tercet_error_set(err,
                          TERCET_ERR_RANGE,
                          "%s: element %s of the %s, %s%s, is %" PRId64,
                          search.is_negative ? "negative power of an integer"
                                             : "division by zero",
                          tercet_shape_text(b->rank, index, at),
                          search.is_negative ? "exponent" : "divisor",
                          tercet_dtype_name(b->dtype),
                          tercet_shape_text(b->rank, b->shape, shape),
                          search.value);
}

static const char *
op_name(tercet_binary_op op)
{
  static const char *const names[] = {
#define NAME(id, name) #name,
      TERCET_BINARY_LIST(NAME)
#undef NAME
  };
  static_assert(sizeof(names) / sizeof(names[0]) == TERCET_BINARY_COUNT,
                "one name for each op");
  return names[op];
}

static tercet_status
report_missing(tercet_binary_op op, tercet_dtype dtype, tercet_error *err)
{
  return op <= TERCET_DIVIDE ? tercet_error_set(err,
                                                TERCET_ERR_DTYPE,
                                                "no arithmetic on %s",
                                                tercet_dtype_name(dtype))
                             : tercet_error_set(err,
                                                TERCET_ERR_DTYPE,
                                                "no %s of %s",
                                                op_name(op),
                                                tercet_dtype_name(dtype));
}

tercet_status
tercet_combining_line(tercet_binary_op op,
                      tercet_dtype dtype,
                      tercet_binary_line *out,
                      tercet_error *err)
{
  if (op != TERCET_ADD && op != TERCET_SUBTRACT && op != TERCET_MULTIPLY &&
      op != TERCET_MAXIMUM && op != TERCET_MINIMUM) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "%s does not combine elements", op_name(op));
  }
  *out = tercet_binary_line_for(op, dtype);
  return out->body ? TERCET_OK : report_missing(op, dtype, err);
}

/// Set `out` to what computes the operation
static tercet_status
prepare(tercet_binary_op op,
        const tercet_tensor *a,
        const tercet_tensor *b,
        tercet_binary_line *out,
        tercet_error *err)
{
  const tercet_dtype wanted = op == TERCET_LDEXP ? TERCET_DTYPE_I32 : a->dtype;
  if (op == TERCET_LDEXP && b->dtype != wanted) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "the exponents of ldexp are %s, not int32",
                            tercet_dtype_name(b->dtype));
  }
  if (b->dtype != wanted) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "the operands have two dtypes, %s and %s",
                            tercet_dtype_name(a->dtype),
                            tercet_dtype_name(b->dtype));
  }
  *out = tercet_binary_line_for(op, a->dtype);
  return out->body ? TERCET_OK : report_missing(op, a->dtype, err);
}

/// Compute into a tensor that shares no element with the operands, or all;
/// `streams` writes around the caches
static tercet_status
run(tercet_binary_op op,
    tercet_binary_line *line,
    const tercet_tensor *a,
    const tercet_tensor *b,
    const tercet_tensor *out,
    bool streams,
    tercet_error *err)
{
  const size_t size = tercet_dtype_size(out->dtype);
  tercet_streamed_body streamed = {line->body, &line->math, size};
  tercet_loop loop;
  tercet_loop_init(&loop, out->rank, out->shape);
  tercet_loop_add_tensor(&loop, out);
  tercet_loop_add_tensor(&loop, a);
  tercet_loop_add_tensor(&loop, b);
  tercet_loop_sort(&loop, 0);
  tercet_loop_collapse(&loop);
  const size_t n_bytes = size + 2U * tercet_dtype_size(a->dtype);
  const tercet_status st =
      tercet_loop_run_shared(&loop,
                             tercet_line_cost(line, n_bytes),
                             streams ? tercet_streamed_line : line->body,
                             streams ? (void *)&streamed : (void *)&line->math,
                             err);
  return st == TERCET_ERR_RANGE ? report_wrong_operand(op, b, err) : st;
}

tercet_status
tercet_tensor_binary(const tercet_allocator *alloc,
                     tercet_binary_op op,
                     const tercet_tensor *a,
                     const tercet_tensor *b,
                     tercet_tensor **out,
                     tercet_error *err)
{
  assert((size_t)op < TERCET_BINARY_COUNT);

  *out = NULL;
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  tercet_binary_line line;
  TERCET_TRY(prepare(op, a, b, &line, err));
  TERCET_TRY(tercet_shape_broadcast(
      a->rank, a->shape, b->rank, b->shape, &rank, shape, err));

  TERCET_TRY(tercet_tensor_new_raw(alloc, line.out, rank, shape, out, err));
  return tercet_tensor_made(run(op, &line, a, b, *out, false, err), out);
}

tercet_status
tercet_tensor_binary_into(tercet_binary_op op,
                          const tercet_tensor *a,
                          const tercet_tensor *b,
                          tercet_tensor *out,
                          tercet_error *err)
{
  assert((size_t)op < TERCET_BINARY_COUNT);

  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  tercet_binary_line line;
  TERCET_TRY(prepare(op, a, b, &line, err));
  TERCET_TRY(tercet_shape_broadcast(
      a->rank, a->shape, b->rank, b->shape, &rank, shape, err));
  TERCET_TRY(tercet_elementwise_check(out, line.out, rank, shape, err));

  const tercet_tensor *const operands[] = {a, b};
  const tercet_tensor *inputs[2];
  tercet_tensor *copies[2];
  tercet_status st =
      tercet_elementwise_inputs(2, operands, out, inputs, copies, err);
  if (!st) {
    const int64_t size = (int64_t)tercet_dtype_size(out->dtype);
    const bool streams = out->size >= TERCET_STREAM_BYTES / size &&
                         inputs[0]->data != out->data &&
                         inputs[1]->data != out->data;
    st = run(op, &line, inputs[0], inputs[1], out, streams, err);
  }
  tercet_tensor_unref(copies[0]);
  tercet_tensor_unref(copies[1]);
  return st;
}

/* ---- By name ---- */

#define DEFINE(id, name)                                                       \
  tercet_status tercet_tensor_##name(const tercet_allocator *alloc,            \
                                     const tercet_tensor *a,                   \
                                     const tercet_tensor *b,                   \
                                     tercet_tensor **out,                      \
                                     tercet_error *err)                        \
  {                                                                            \
    return tercet_tensor_binary(alloc, TERCET_##id, a, b, out, err);           \
  }                                                                            \
  tercet_status tercet_tensor_##name##_into(const tercet_tensor *a,            \
                                            const tercet_tensor *b,            \
                                            tercet_tensor *out,                \
                                            tercet_error *err)                 \
  {                                                                            \
    return tercet_tensor_binary_into(TERCET_##id, a, b, out, err);             \
  }

TERCET_BINARY_LIST(DEFINE)
