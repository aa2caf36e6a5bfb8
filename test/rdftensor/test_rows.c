// SPDX-License-Identifier: Apache-2.0

/// Rows that are computed together give what each gives alone, bit for bit, and
/// what the template gives, run without fusion: for all dtypes, wherever the
/// rows lie.  Only sums may differ from the template, in the last bits.

#include "calls.h"

#include "array/create_scalar.h"
#include "base/float16.h"
#include "rdftensor/rdftensor_internal.h"

#include <tercet/rdftensor.h>

#include <math.h>

/// More than are needed for rows to be computed together
#define N_ROWS 24U

/// Bytes between rows that are not dense
#define GAP 64U

typedef struct {
  const char *function;
  int n_tensors;
  bool has_axis;
  double number; ///< First argument, if `setting` is set
  const char *setting;
} row_case;

static const row_case cases[] = {
    {"cos", 1, false, 0, NULL},
    {"exp", 1, false, 0, NULL},
    {"log", 1, false, 0, NULL},
    {"logp", 1, false, 3, "log_base_value"},
    {"poly", 1, false, 3, "exponent_value"},
    {"poly", 1, false, -0.5, "exponent_value"},
    {"scale", 1, false, 2.5, "factor_value"},
    {"sin", 1, false, 0, NULL},
    {"abs", 1, false, 0, NULL},
    {"not", 1, false, 0, NULL},
    {"flatten", 1, false, 0, NULL},
    {"transpose", 1, false, 0, NULL},
    {"add", 2, false, 0, NULL},
    {"subtract", 2, false, 0, NULL},
    {"multiply", 2, false, 0, NULL},
    {"divide", 2, false, 0, NULL},
    {"eq", 2, false, 0, NULL},
    {"neq", 2, false, 0, NULL},
    {"and", 2, false, 0, NULL},
    {"or", 2, false, 0, NULL},
    {"gt", 2, false, 0, NULL},
    {"lt", 2, false, 0, NULL},
    {"all", 1, false, 0, NULL},
    {"any", 1, false, 0, NULL},
    {"none", 1, false, 0, NULL},
    {"avg", 1, true, 0, NULL},
    {"sum", 1, true, 0, NULL},
    {"prod", 1, true, 0, NULL},
    {"max", 1, true, 0, NULL},
    {"min", 1, true, 0, NULL},
    {"std", 1, true, 0, NULL},
    {"var", 1, true, 0, NULL},
    {"norm1", 1, true, 0, NULL},
    {"norm2", 1, true, 0, NULL},
};

#define N_CASES (sizeof(cases) / sizeof(cases[0]))

static const tercet_dtype dtypes[] = {
    TERCET_DTYPE_F16,
    TERCET_DTYPE_F32,
    TERCET_DTYPE_F64,
    TERCET_DTYPE_I16,
    TERCET_DTYPE_I32,
    TERCET_DTYPE_I64,
    TERCET_DTYPE_U8,
    TERCET_DTYPE_U16,
    TERCET_DTYPE_U32,
    TERCET_DTYPE_U64,
    TERCET_DTYPE_BOOL,
};

#define N_DTYPES (sizeof(dtypes) / sizeof(dtypes[0]))

typedef struct {
  size_t rank;
  int64_t shape[4];
} test_shape;

static const test_shape shapes[] = {
    {0, {0}},
    {1, {1}},
    {1, {7}},
    {1, {384}},
    {2, {3, 5}},
    {2, {4, 1}},
    {2, {1, 9}},
    {2, {70, 70}},
    {3, {2, 3, 4}},
    {4, {2, 1, 3, 2}},
    {1, {0}},
    {2, {2, 0}},
};

#define N_SHAPES (sizeof(shapes) / sizeof(shapes[0]))

/* ---- Rows ---- */

static void
fill_f64(uint64_t bits, double *out)
{
  static const double rare[] = {
      NAN, INFINITY, -INFINITY, 0.0, -0.0, 1e-310, 1e300, 1.0};
  *out = bits % 32U < 8U && (bits >> 8U) % 4U == 0U
             ? rare[bits % 8U]
             : ((double)(bits >> 11U) * 0x1p-53 - 0.4) * 16.0;
}

/// Write an element; integers are small half of the time, and zero at times
static void
write_element(tercet_dtype dtype, uint64_t bits, char *at)
{
  double f64 = 0;
  fill_f64(bits, &f64);
  const float f32 = (float)f64;
  const uint16_t f16 = tercet_f64_to_f16(f64);
  const uint64_t u64 = bits & 1U ? bits >> 1U : (bits >> 32U) % 100U;
  const uint8_t boolean = (bits >> 5U) % 8U != 0;
  const void *const from = dtype == TERCET_DTYPE_F64    ? (const void *)&f64
                           : dtype == TERCET_DTYPE_F32  ? (const void *)&f32
                           : dtype == TERCET_DTYPE_F16  ? (const void *)&f16
                           : dtype == TERCET_DTYPE_BOOL ? (const void *)&boolean
                                                        : (const void *)&u64;
  memcpy(at, from, tercet_dtype_size(dtype));
}

/// Make values of rows `step` bytes apart, or at odd places if it is 0
static void
make_rows(calls *self,
          tercet_dtype dtype,
          const test_shape *shape,
          bool is_dense,
          bool is_even,
          uint64_t seed,
          tercet_value *out)
{
  const tercet_value first =
      tensor_value(self, dtype, shape->rank, shape->shape, NULL);
  const tercet_tensor_type *const type = first.tensor.type;
  const size_t size = tercet_dtype_size(dtype);
  const size_t step = type->n_bytes + (is_dense ? 0 : GAP);
  char *at = tercet_arena_allocate_aligned(
      &self->arena, (step + 2U * GAP) * N_ROWS + 1U, 64);
  for (size_t row = 0; row < N_ROWS; ++row) {
    for (size_t i = 0; i < (size_t)type->n_elements; ++i) {
      write_element(dtype, check_random(&seed), at + i * size);
    }
    out[row] = tercet_value_tensor(type, at);
    at += step + (is_even || row % 3U ? 0 : GAP);
  }
}

/* ---- The template ---- */

typedef struct {
  tercet_onnx_model *model;
  tercet_onnx_plan *plan;
  tercet_onnx_session *session;
} reference;

static void
reference_open(reference *self,
               const row_case *c,
               int64_t axis,
               const tercet_tensor_type *type,
               const tercet_dtype *types)
{
  char axis_text[32];
  char number[64];
  char bessel[64];
  const double n = (double)(axis < 0 ? type->n_elements : type->shape[axis]);
  snprintf(axis_text, sizeof(axis_text), "%lld", (long long)axis);
  snprintf(number,
           sizeof(number),
           "%.17g",
           strcmp(c->function, "logp") ? c->number : log(c->number));
  // Infinity, of a single element, is no number of a model
  snprintf(bessel, sizeof(bessel), "%.17g", n == 1.0 ? 1.0 : n / (n - 1.0));
  tercet_model_setting settings[3];
  size_t n_settings = 0;
  if (c->setting) {
    settings[n_settings++] = (tercet_model_setting){
        tercet_string_from(c->setting), tercet_string_from(number)};
  }
  if (axis >= 0) {
    settings[n_settings++] = (tercet_model_setting){
        tercet_string_from("axis_value"), tercet_string_from(axis_text)};
  }
  settings[n_settings++] = (tercet_model_setting){
      tercet_string_from("bessel_factor_value"), tercet_string_from(bessel)};

  const tercet_onnx_session_options options = {.no_fusion = true};
  tercet_error err = {0};
  memset(self, 0, sizeof(*self));
  if (tercet_function_model(NULL,
                            tercet_string_from(c->function),
                            (size_t)c->n_tensors,
                            types,
                            n_settings,
                            settings,
                            false,
                            &self->model,
                            &err) != TERCET_OK) {
    return;
  }
  CHECK_STATUS(tercet_onnx_plan_new(NULL, self->model, &self->plan, &err),
               TERCET_OK);
  CHECK_STATUS(
      tercet_onnx_session_new(NULL, self->plan, &options, &self->session, &err),
      TERCET_OK);
}

static void
reference_close(reference *self)
{
  tercet_onnx_session_free(self->session);
  tercet_onnx_plan_free(self->plan);
  tercet_onnx_model_free(self->model);
}

/// Return what the template makes of a row, or NULL
static tercet_tensor *
reference_run(reference *self, size_t n, const tercet_value *const *args)
{
  tercet_tensor_view views[2];
  tercet_onnx_value inputs[2];
  tercet_onnx_value output = {0};
  for (size_t i = 0; i < n; ++i) {
    tercet_tensor_view_init(
        &views[i], args[i]->tensor.type, args[i]->tensor.data);
    inputs[i] = tercet_onnx_value_from_tensor(&views[i].tensor);
  }
  return self->session && tercet_onnx_session_run(
                              self->session, inputs, &output, NULL) == TERCET_OK
             ? output.tensor
             : NULL;
}

/* ---- Comparing ---- */

/// Compare floats that are sums, whose order the shape may change
static bool
is_close(tercet_dtype dtype, double a, double b)
{
  const double unit = dtype == TERCET_DTYPE_F64   ? 0x1p-52
                      : dtype == TERCET_DTYPE_F32 ? 0x1p-23
                                                  : 0x1p-10;
  return fabs(a - b) <= 32.0 * unit * fmax(fabs(a), fabs(b)) + 1e-13;
}

/// Compare elements; NaNs are all the same
static bool
same_elements(
    tercet_dtype dtype, bool is_sum, const void *a, const void *b, size_t n)
{
  const size_t size = tercet_dtype_size(dtype);
  for (size_t i = 0; i < n; ++i) {
    const char *const x = (const char *)a + i * size;
    const char *const y = (const char *)b + i * size;
    const tercet_scalar s = tercet_scalar_from_element(dtype, x);
    const tercet_scalar t = tercet_scalar_from_element(dtype, y);
    if (memcmp(x, y, size) != 0 &&
        !(s.dtype == TERCET_DTYPE_F64 &&
          ((isnan(s.as.f) && isnan(t.as.f)) ||
           (is_sum && is_close(dtype, s.as.f, t.as.f))))) {
      return false;
    }
  }
  return true;
}

static bool
same_number(double a, double b)
{
  return a == b || (isnan(a) && isnan(b));
}

/// Return whether a function computes with n / (n - 1) and n is 1
static bool
is_undefined(const row_case *c, int64_t axis, const tercet_tensor_type *type)
{
  const int64_t n = axis < 0 ? type->n_elements : type->shape[axis];
  return n == 1 && (!strcmp(c->function, "std") || !strcmp(c->function, "var"));
}

/// Compare a value with what the template gave
static bool
same_value(const tercet_value *value,
           bool is_sum,
           const tercet_tensor *expected)
{
  const tercet_dtype dtype = tercet_tensor_dtype(expected);
  const void *const data = tercet_tensor_data(expected);
  const size_t n = (size_t)tercet_tensor_size(expected);
  if (value->kind == TERCET_VALUE_TENSOR) {
    return value->tensor.type->dtype == dtype &&
           (size_t)value->tensor.type->n_elements == n &&
           same_elements(dtype, is_sum, value->tensor.data, data, n);
  }
  if (n != 1) {
    return false;
  }
  const tercet_scalar s = tercet_scalar_from_element(dtype, data);
  double number = 0.0;
  switch ((int)value->kind) {
  case TERCET_VALUE_BOOLEAN:
    return dtype == TERCET_DTYPE_BOOL &&
           value->boolean == (*(const uint8_t *)data != 0);
  case TERCET_VALUE_INTEGER:
    return s.dtype == TERCET_DTYPE_U64 ? value->integer == (int64_t)s.as.u
                                       : value->integer == s.as.i;
  case TERCET_VALUE_BIG_INTEGER:
    return s.dtype == TERCET_DTYPE_U64 &&
           tercet_value_to_double(value, &number) &&
           same_number(number, (double)s.as.u);
  default:
    return tercet_value_to_double(value, &number) &&
           (same_number(number, s.as.f) ||
            (is_sum && is_close(dtype, number, s.as.f)));
  }
}

/* ---- Calls ---- */

/// Evaluate over columns, of which the second may be constant
static void
evaluate(calls *self,
         const row_case *c,
         int64_t axis,
         size_t n_rows,
         const tercet_value_column *tensors,
         tercet_value *out)
{
  tercet_value_column args[3];
  tercet_value first =
      c->setting ? tercet_value_double(c->number) : tercet_value_integer(axis);
  size_t n = 0;
  if (c->setting || c->has_axis) {
    args[n++] = (tercet_value_column){&first, true};
  }
  for (int i = 0; i < c->n_tensors; ++i) {
    args[n++] = tensors[i];
  }
  tercet_value_column result = {out, false};
  const tercet_function *const function =
      calls_find(self, VOCABULARY, c->function);
  calls_reset_call(self);
  self->call.n_rows = n_rows;
  CHECK_STATUS(function->evaluate(function, &self->call, args, n, &result),
               TERCET_OK);
}

/// Compare two values of a function for the same arguments
static bool
same_values(const tercet_value *a, const tercet_value *b)
{
  double x = 0.0;
  double y = 0.0;
  if (a->kind != b->kind) {
    return false;
  }
  if (a->kind == TERCET_VALUE_TENSOR) {
    return tercet_tensor_type_equals(a->tensor.type, b->tensor.type) &&
           same_elements(a->tensor.type->dtype,
                         false,
                         a->tensor.data,
                         b->tensor.data,
                         (size_t)a->tensor.type->n_elements);
  }
  return a->kind == TERCET_VALUE_BOOLEAN ? a->boolean == b->boolean
         : a->kind == TERCET_VALUE_INTEGER
             ? a->integer == b->integer
             : a->kind == TERCET_VALUE_ERROR ||
                   (tercet_value_to_double(a, &x) &&
                    tercet_value_to_double(b, &y) && same_number(x, y));
}

/// Return how many rows have another value when they are alone
static size_t
count_others(calls *self,
             const row_case *c,
             int64_t axis,
             const tercet_value_column *tensors,
             const tercet_value *values)
{
  size_t n = 0;
  for (size_t i = 0; i < N_ROWS; ++i) {
    tercet_value out;
    tercet_value_column alone[2];
    for (int k = 0; k < c->n_tensors; ++k) {
      alone[k] = (tercet_value_column){
          &tensors[k].values[tensors[k].is_constant ? 0 : i], true};
    }
    evaluate(self, c, axis, 1, alone, &out);
    n += !same_values(&out, &values[i]);
  }
  return n;
}

static void
check_rows(calls *self,
           const row_case *c,
           int64_t axis,
           const tercet_value_column *tensors)
{
  tercet_value out[N_ROWS];
  const tercet_tensor_type *const type = tensors[0].values[0].tensor.type;
  const tercet_dtype types[2] = {
      type->dtype, tensors[c->n_tensors - 1].values[0].tensor.type->dtype};
  if (is_undefined(c, axis, type)) {
    return;
  }
  reference template_;
  reference_open(&template_, c, axis, type, types);
  evaluate(self, c, axis, N_ROWS, tensors, out);
  const bool is_sum = c->has_axis && strcmp(c->function, "max") != 0 &&
                      strcmp(c->function, "min") != 0;
  size_t n_failures = 0;
  size_t n_wrong = 0;
  for (size_t i = 0; i < N_ROWS; ++i) {
    const tercet_value *const args[2] = {
        tercet_value_at(&tensors[0], i),
        tercet_value_at(&tensors[c->n_tensors - 1], i)};
    if (out[i].kind == TERCET_VALUE_ERROR) {
      ++n_failures;
    }
    tercet_tensor *const expected =
        reference_run(&template_, (size_t)c->n_tensors, args);
    // A function may refuse what its template takes: the extremes of nothing
    n_wrong += out[i].kind != TERCET_VALUE_ERROR &&
               !(expected && same_value(&out[i], is_sum, expected));
    // Only of integers, the quotient by 0
    n_wrong += out[i].kind == TERCET_VALUE_ERROR && expected &&
               strcmp(c->function, "divide") == 0;
    tercet_tensor_unref(expected);
  }
  CHECK_INT(n_wrong, 0);
  CHECK_INT(self->call.failures.n_total, n_failures);
  const size_t n_others = count_others(self, c, axis, tensors, out);
  CHECK_INT(n_others, 0);
  if (n_wrong || n_others) {
    char text[TERCET_TYPE_TEXT_MAX];
    fprintf(stderr,
            "  %s along %d of %s\n",
            c->function,
            (int)axis,
            tercet_type_describe(type, text, sizeof(text)));
  }
  reference_close(&template_);
}

/// How rows lie: one behind the other, with gaps, and with gaps that differ
enum { DENSE, APART, ODD, N_LAYOUTS };

/// Check a function of one tensor
static void
check_one(calls *self,
          const row_case *c,
          tercet_dtype dtype,
          const test_shape *shape,
          uint64_t seed)
{
  tercet_value rows[N_ROWS];
  const int64_t n_axes = c->has_axis ? (int64_t)shape->rank : 0;
  for (int layout = DENSE; layout < N_LAYOUTS; ++layout) {
    make_rows(self, dtype, shape, layout == DENSE, layout != ODD, seed, rows);
    const tercet_value_column column = {rows, false};
    for (int64_t axis = -1; axis < n_axes; ++axis) {
      check_rows(self, c, axis, &column);
    }
  }
}

/// Check a function of two tensors, columns and constants
static void
check_two(calls *self,
          const row_case *c,
          tercet_dtype a,
          tercet_dtype b,
          const test_shape *shape,
          uint64_t seed)
{
  static const test_shape small = {1, {1}};
  tercet_value rows[N_ROWS];
  tercet_value others[N_ROWS];
  const int layout = (int)(seed % N_LAYOUTS);
  tercet_value_column tensors[2] = {{rows, false}, {others, false}};
  make_rows(self, a, shape, layout == DENSE, layout != ODD, seed, rows);
  make_rows(self, b, shape, true, true, seed + 1U, others);
  check_rows(self, c, -1, tensors);
  tensors[1].is_constant = true;
  check_rows(self, c, -1, tensors);
  const tercet_value_column swapped[2] = {tensors[1], tensors[0]};
  check_rows(self, c, -1, swapped);

  // A shape that broadcasts
  make_rows(self, b, &small, true, true, seed + 2U, others);
  check_rows(self, c, -1, tensors);
  tensors[1].is_constant = false;
  check_rows(self, c, -1, tensors);
}

static void
test_all(void)
{
  uint64_t seed = 5;
  calls self;
  calls_init(&self, NULL);
  for (size_t c = 0; c < N_CASES; ++c) {
    for (size_t s = 0; s < N_SHAPES; ++s) {
      for (size_t i = 0; i < N_DTYPES; ++i) {
        const tercet_dtype a = dtypes[i];
        const tercet_dtype b = dtypes[check_random(&seed) % N_DTYPES];
        if (cases[c].n_tensors == 1) {
          check_one(&self, &cases[c], a, &shapes[s], ++seed);
        } else {
          check_two(&self, &cases[c], a, s % 2U ? a : b, &shapes[s], ++seed);
        }
        tercet_arena_reset(&self.arena);
      }
    }
  }
  calls_clear(&self);
}

/// Rows that fail, errors among them, and rows of another type are for
/// themselves; those between them are not touched
static void
test_rows_fail_alone(void)
{
  static const test_shape shape = {1, {5}};
  tercet_value rows[N_ROWS];
  tercet_value out[N_ROWS];
  const int32_t zeros[5] = {0};
  const int32_t twos[5] = {2, 2, 2, 2, 2};
  calls self;
  calls_init(&self, NULL);
  tercet_value two = vector_value(&self, TERCET_DTYPE_I32, 5, twos);
  make_rows(&self, TERCET_DTYPE_I32, &shape, true, true, 9, rows);
  for (size_t i = 0; i < N_ROWS; ++i) {
    for (size_t k = 0; k < 5; ++k) {
      // The memory is the test's own
      ((int32_t *)(uintptr_t)rows[i].tensor.data)[k] = (int32_t)(i + k + 1);
    }
  }
  memcpy((void *)(uintptr_t)rows[18].tensor.data, zeros, sizeof(zeros));
  rows[20] = (tercet_value){0};
  rows[21] = string_value("no tensor");

  const tercet_value_column args[2] = {{&two, true}, {rows, false}};
  const row_case divide = {"divide", 2, false, 0, NULL};
  evaluate(&self, &divide, -1, N_ROWS, args, out);
  for (size_t i = 0; i < N_ROWS; ++i) {
    const bool fails = i == 18 || i == 20 || i == 21;
    CHECK_INT(out[i].kind, fails ? TERCET_VALUE_ERROR : TERCET_VALUE_TENSOR);
    if (!fails) {
      CHECK_INT(((const int32_t *)out[i].tensor.data)[0], 2 / (int)(i + 1));
    }
  }
  CHECK_INT(self.call.failures.n_total, 2); // Row 20 was an error already
  CHECK(strstr(calls_reason(&self), "divide(int32 [5], int32 [5]): "));
  calls_clear(&self);
}

/// A token that stops a batch ends the query
static void
test_stops(void)
{
  static const test_shape shape = {1, {384}};
  tercet_value rows[N_ROWS];
  tercet_value out[N_ROWS];
  calls self;
  calls_init(&self, NULL);
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_cancel_request(cancel);
  make_rows(&self, TERCET_DTYPE_F32, &shape, true, true, 9, rows);
  const tercet_value_column args[1] = {{rows, false}};
  tercet_value_column result = {out, false};
  const tercet_function *const function = calls_find(&self, VOCABULARY, "exp");
  self.call.n_rows = N_ROWS;
  self.call.cancel = cancel;
  CHECK_STATUS(function->evaluate(function, &self.call, args, 1, &result),
               TERCET_ERR_CANCELLED);
  tercet_cancel_free(cancel);
  calls_clear(&self);
}

int
main(void)
{
  test_all();
  test_rows_fail_alone();
  test_stops();
  return check_finish();
}
