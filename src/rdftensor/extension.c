// SPDX-License-Identifier: Apache-2.0

/**
   Functions in urn:tercet: for what the array library has and the specification
   lacks.

   Arguments are as in the specification: numbers first, tensors last, and a
   negative axis where a reduction takes one stands for the whole tensor.
*/

#include "rdftensor/rdftensor_internal.h"

#include "array/dtype.h"
#include "base/string_view.h"

#include <tercet/linalg.h>

#include <math.h>

/// The tensors of a row
typedef struct {
  tercet_tensor_row rows[3];
  tercet_tensor_view views[3];
  const tercet_tensor *tensors[3];
} operands;

/// Read tensor `i`, which is at position `position`
static tercet_status
read_tensor(tercet_row_call *row, size_t position, operands *o, size_t i)
{
  TERCET_TRY(tercet_row_tensor(row, position, &o->rows[i]));
  o->tensors[i] =
      tercet_tensor_view_init(&o->views[i], o->rows[i].type, o->rows[i].data);
  return TERCET_OK;
}

/// Bring a tensor to a dtype, unless it has it
static tercet_status
convert(tercet_row_call *row, const tercet_tensor **tensor, tercet_dtype dtype)
{
  if (tercet_tensor_dtype(*tensor) == dtype) {
    return TERCET_OK;
  }
  tercet_tensor *wide = NULL;
  TERCET_TRY(tercet_tensor_cast(&row->alloc, *tensor, dtype, &wide, row->err));
  *tensor = wide;
  return TERCET_OK;
}

/// Bring tensors to the dtype of what is computed of them
static tercet_status
resolve(tercet_row_call *row, operands *o, size_t first, size_t n)
{
  tercet_dtype dtype = tercet_tensor_dtype(o->tensors[first]);
  for (size_t i = first + 1; i < first + n; ++i) {
    dtype = tercet_dtype_resolve(dtype, tercet_tensor_dtype(o->tensors[i]));
  }
  for (size_t i = first; i < first + n; ++i) {
    TERCET_TRY(convert(row, &o->tensors[i], dtype));
  }
  return TERCET_OK;
}

static bool
is_float(const tercet_tensor *tensor)
{
  return tercet_dtype_kind_of(tercet_tensor_dtype(tensor)) == TERCET_KIND_F;
}

/// Make a tensor of rank 0 an XSD literal, any other one a tensor
static tercet_status
finish(tercet_row_call *row, const tercet_tensor *tensor, tercet_value *out)
{
  return tercet_row_finish(row, tensor, tercet_tensor_rank(tensor) == 0, out);
}

/// Read an axis, which counts from the end if it is negative
static tercet_status
read_axis(tercet_row_call *row,
          size_t position,
          const tercet_tensor_type *type,
          int64_t n_axes,
          int64_t *axis)
{
  TERCET_TRY(tercet_row_integer(row, position, axis));
  return *axis >= -n_axes && *axis < n_axes
             ? TERCET_OK
             : tercet_row_fail_axis(row, *axis, type);
}

/* ---- Linear algebra ---- */

/// f(a, b) of the resolved type
#define PRODUCT(name, function)                                                \
  static tercet_status compute_##name(tercet_row_call *row, tercet_value *out) \
  {                                                                            \
    operands o;                                                                \
    tercet_tensor *result = NULL;                                              \
    TERCET_TRY(read_tensor(row, 0, &o, 0));                                    \
    TERCET_TRY(read_tensor(row, 1, &o, 1));                                    \
    TERCET_TRY(resolve(row, &o, 0, 2));                                        \
    TERCET_TRY(                                                                \
        function(&row->alloc, o.tensors[0], o.tensors[1], &result, row->err)); \
    return finish(row, result, out);                                           \
  }                                                                            \
  const tercet_row_function tercet_rdftensor_##name = {compute_##name, 0};

PRODUCT(matmul, tercet_linalg_matmul)
PRODUCT(dot, tercet_linalg_dot)
PRODUCT(solve, tercet_linalg_solve)

#undef PRODUCT

/// f(t)
#define OF_MATRIX(name, function)                                              \
  static tercet_status compute_##name(tercet_row_call *row, tercet_value *out) \
  {                                                                            \
    operands o;                                                                \
    tercet_tensor *result = NULL;                                              \
    TERCET_TRY(read_tensor(row, 0, &o, 0));                                    \
    TERCET_TRY(function(&row->alloc, o.tensors[0], &result, row->err));        \
    return finish(row, result, out);                                           \
  }                                                                            \
  const tercet_row_function tercet_rdftensor_##name = {compute_##name, 0};

OF_MATRIX(inv, tercet_linalg_inv)
OF_MATRIX(det, tercet_linalg_det)

#undef OF_MATRIX

/// Parts of decompositions
enum { PART_U, PART_S, PART_VH, PART_VALUES, PART_VECTORS };

static tercet_status
compute_svd(tercet_row_call *row, tercet_value *out)
{
  operands o;
  tercet_tensor *parts[3] = {NULL, NULL, NULL};
  TERCET_TRY(read_tensor(row, 0, &o, 0));
  TERCET_TRY(tercet_linalg_svd(&row->alloc,
                               o.tensors[0],
                               false,
                               &parts[PART_U],
                               &parts[PART_S],
                               &parts[PART_VH],
                               row->err));
  return finish(row, parts[tercet_row_operation(row)], out);
}

const tercet_row_function tercet_rdftensor_svd = {compute_svd, PART_S};
const tercet_row_function tercet_rdftensor_svd_u = {compute_svd, PART_U};
const tercet_row_function tercet_rdftensor_svd_vh = {compute_svd, PART_VH};

static tercet_status
compute_eigh(tercet_row_call *row, tercet_value *out)
{
  operands o;
  tercet_tensor *values = NULL;
  tercet_tensor *vectors = NULL;
  TERCET_TRY(read_tensor(row, 0, &o, 0));
  TERCET_TRY(tercet_linalg_eigh(
      &row->alloc, o.tensors[0], false, &values, &vectors, row->err));
  return finish(
      row, tercet_row_operation(row) == PART_VALUES ? values : vectors, out);
}

const tercet_row_function tercet_rdftensor_eigh = {compute_eigh, PART_VALUES};
const tercet_row_function tercet_rdftensor_eigh_vectors = {compute_eigh,
                                                           PART_VECTORS};

/* ---- Order ---- */

enum { LEAST, GREATEST };

/// argmax(axis, t), argmin(axis, t): int64; of the whole tensor a position in
/// row-major order
static tercet_status
compute_arg(tercet_row_call *row, tercet_value *out)
{
  int64_t axis = 0;
  operands o;
  tercet_tensor *result = NULL;
  TERCET_TRY(read_tensor(row, 1, &o, 0));
  TERCET_TRY(tercet_row_integer(row, 0, &axis));
  if (axis >= (int64_t)o.rows[0].type->rank) {
    return tercet_row_fail_axis(row, axis, o.rows[0].type);
  }
  const int64_t over = axis < 0 ? TERCET_FLAT : axis;
  TERCET_TRY(
      tercet_row_operation(row) == GREATEST
          ? tercet_tensor_argmax(
                &row->alloc, o.tensors[0], over, false, &result, row->err)
          : tercet_tensor_argmin(
                &row->alloc, o.tensors[0], over, false, &result, row->err));
  return tercet_row_finish(row, result, axis < 0, out);
}

const tercet_row_function tercet_rdftensor_argmax = {compute_arg, GREATEST};
const tercet_row_function tercet_rdftensor_argmin = {compute_arg, LEAST};

/// argsort(direction, axis, t)
static tercet_status
compute_argsort(tercet_row_call *row, tercet_value *out)
{
  int64_t is_descending = 0;
  int64_t axis = 0;
  operands o;
  tercet_tensor *result = NULL;
  TERCET_TRY(tercet_row_direction(row, 0, &is_descending));
  TERCET_TRY(read_tensor(row, 2, &o, 0));
  const tercet_tensor_type *const type = o.rows[0].type;
  TERCET_TRY(read_axis(row, 1, type, type->rank, &axis));
  const size_t place = (size_t)(axis < 0 ? axis + type->rank : axis);
  TERCET_TRY(is_descending
                 ? tercet_tensor_topk(&row->alloc,
                                      o.tensors[0],
                                      type->shape[place],
                                      axis,
                                      true,
                                      NULL,
                                      &result,
                                      row->err)
                 : tercet_tensor_argsort(
                       &row->alloc, o.tensors[0], axis, &result, row->err));
  return tercet_row_finish(row, result, false, out);
}

const tercet_row_function tercet_rdftensor_argsort = {compute_argsort, 0};

/// topk(k, axis, t): the k greatest, the first of them first
static tercet_status
compute_topk(tercet_row_call *row, tercet_value *out)
{
  int64_t k = 0;
  int64_t axis = 0;
  operands o;
  tercet_tensor *result = NULL;
  TERCET_TRY(tercet_row_integer(row, 0, &k));
  TERCET_TRY(read_tensor(row, 2, &o, 0));
  TERCET_TRY(read_axis(row, 1, o.rows[0].type, o.rows[0].type->rank, &axis));
  TERCET_TRY(tercet_tensor_topk(
      &row->alloc, o.tensors[0], k, axis, true, &result, NULL, row->err));
  return tercet_row_finish(row, result, false, out);
}

const tercet_row_function tercet_rdftensor_topk = {compute_topk, 0};

/* ---- Along an axis ---- */

/// cumsum(axis, t)
static tercet_status
compute_cumsum(tercet_row_call *row, tercet_value *out)
{
  int64_t axis = 0;
  operands o;
  tercet_tensor *result = NULL;
  TERCET_TRY(read_tensor(row, 1, &o, 0));
  TERCET_TRY(read_axis(row, 0, o.rows[0].type, o.rows[0].type->rank, &axis));
  TERCET_TRY(tercet_tensor_accumulate(&row->alloc,
                                      TERCET_CUMULATIVE_SUM,
                                      o.tensors[0],
                                      axis,
                                      &result,
                                      row->err));
  return tercet_row_finish(row, result, false, out);
}

const tercet_row_function tercet_rdftensor_cumsum = {compute_cumsum, 0};

/// softmax(axis, t): of integers float64
static tercet_status
compute_softmax(tercet_row_call *row, tercet_value *out)
{
  int64_t axis = 0;
  operands o;
  tercet_tensor *peak = NULL;
  tercet_tensor *result = NULL;
  tercet_tensor *sum = NULL;
  TERCET_TRY(read_tensor(row, 1, &o, 0));
  TERCET_TRY(read_axis(row, 0, o.rows[0].type, o.rows[0].type->rank, &axis));
  if (!is_float(o.tensors[0])) {
    TERCET_TRY(convert(row, &o.tensors[0], TERCET_DTYPE_F64));
  }

  const tercet_allocator *const alloc = &row->alloc;
  tercet_error *const err = row->err;
  TERCET_TRY(
      tercet_tensor_max(alloc, o.tensors[0], 1, &axis, true, &peak, err));
  TERCET_TRY(tercet_tensor_subtract(alloc, o.tensors[0], peak, &result, err));
  TERCET_TRY(tercet_tensor_exp_into(result, result, err));
  TERCET_TRY(tercet_tensor_sum(alloc, result, 1, &axis, true, &sum, err));
  TERCET_TRY(tercet_tensor_divide_into(result, sum, result, err));
  return tercet_row_finish(row, result, false, out);
}

const tercet_row_function tercet_rdftensor_softmax = {compute_softmax, 0};

/// normalize(t): divided by its Euclidean norm; of integers float64
static tercet_status
compute_normalize(tercet_row_call *row, tercet_value *out)
{
  operands o;
  tercet_tensor *norm = NULL;
  tercet_tensor *result = NULL;
  TERCET_TRY(read_tensor(row, 0, &o, 0));
  if (!is_float(o.tensors[0])) {
    TERCET_TRY(convert(row, &o.tensors[0], TERCET_DTYPE_F64));
  }
  TERCET_TRY(tercet_tensor_norm(
      &row->alloc, o.tensors[0], 2.0, 0, NULL, false, &norm, row->err));
  TERCET_TRY(
      tercet_tensor_divide(&row->alloc, o.tensors[0], norm, &result, row->err));
  return tercet_row_finish(row, result, false, out);
}

const tercet_row_function tercet_rdftensor_normalize = {compute_normalize, 0};

/* ---- Element by element ---- */

/// clip(least, greatest, t): numbers that the dtype cannot hold are an error
static tercet_status
compute_clip(tercet_row_call *row, tercet_value *out)
{
  operands o;
  tercet_tensor *result = NULL;
  TERCET_TRY(read_tensor(row, 2, &o, 0));
  TERCET_TRY(tercet_tensor_copy(&row->alloc, o.tensors[0], &result, row->err));
  for (size_t i = 0; i < 2; ++i) {
    double number = 0.0;
    tercet_tensor *bound = NULL;
    TERCET_TRY(tercet_row_number(row, i, &number));
    TERCET_TRY(tercet_tensor_full(&row->alloc,
                                  tercet_tensor_dtype(result),
                                  0,
                                  NULL,
                                  tercet_scalar_from_f64(number),
                                  &bound,
                                  row->err));
    TERCET_TRY(
        tercet_tensor_binary_into(i == 0 ? TERCET_MAXIMUM : TERCET_MINIMUM,
                                  result,
                                  bound,
                                  result,
                                  row->err));
  }
  return tercet_row_finish(row, result, false, out);
}

const tercet_row_function tercet_rdftensor_clip = {compute_clip, 0};

/// where(condition, a, b)
static tercet_status
compute_where(tercet_row_call *row, tercet_value *out)
{
  operands o;
  tercet_tensor *result = NULL;
  for (size_t i = 0; i < 3; ++i) {
    TERCET_TRY(read_tensor(row, i, &o, i));
  }
  TERCET_TRY(convert(row, &o.tensors[0], TERCET_DTYPE_BOOL));
  TERCET_TRY(resolve(row, &o, 1, 2));
  TERCET_TRY(tercet_tensor_where(&row->alloc,
                                 o.tensors[0],
                                 o.tensors[1],
                                 o.tensors[2],
                                 &result,
                                 row->err));
  return tercet_row_finish(row, result, false, out);
}

const tercet_row_function tercet_rdftensor_where = {compute_where, 0};

/* ---- Shape ---- */

/// stack(axis, t, ...): along a new axis
static tercet_status
compute_stack(tercet_row_call *row, tercet_value *out)
{
  const size_t n = row->n_args - 1;
  tercet_arena *const arena = row->call->arena;
  tercet_tensor_view *const views =
      tercet_arena_allocate_array(arena, n, sizeof(*views));
  const tercet_tensor **const tensors =
      tercet_arena_allocate_array(arena, n, sizeof(*tensors));
  if (!views || !tensors) {
    return TERCET_ERR_NO_MEMORY;
  }

  tercet_dtype dtype = TERCET_DTYPE_BOOL;
  tercet_tensor_row first = {0};
  for (size_t i = 0; i < n; ++i) {
    tercet_tensor_row tensor;
    TERCET_TRY(tercet_row_tensor(row, i + 1, &tensor));
    first = i == 0 ? tensor : first;
    tensors[i] = tercet_tensor_view_init(&views[i], tensor.type, tensor.data);
    dtype = i == 0 ? tensor.type->dtype
                   : tercet_dtype_resolve(dtype, tensor.type->dtype);
  }
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(convert(row, &tensors[i], dtype));
  }

  int64_t axis = 0;
  tercet_tensor *result = NULL;
  TERCET_TRY(
      read_axis(row, 0, first.type, (int64_t)first.type->rank + 1, &axis));
  TERCET_TRY(
      tercet_tensor_stack(&row->alloc, n, tensors, axis, &result, row->err));
  return tercet_row_finish(row, result, false, out);
}

const tercet_row_function tercet_rdftensor_stack = {compute_stack, 0};

/// Make a view of an argument the result, and give it back: it is not in the
/// arena, its elements are the argument's
static tercet_status
finish_view(tercet_row_call *row, tercet_tensor *view, tercet_value *out)
{
  const tercet_status st = tercet_row_finish(row, view, false, out);
  tercet_tensor_unref(view);
  return st;
}

/// squeeze(t): without the axes of extent 1
static tercet_status
compute_squeeze(tercet_row_call *row, tercet_value *out)
{
  operands o;
  tercet_tensor *result = NULL;
  TERCET_TRY(read_tensor(row, 0, &o, 0));
  TERCET_TRY(tercet_tensor_squeeze(o.tensors[0], 0, NULL, &result, row->err));
  return finish_view(row, result, out);
}

const tercet_row_function tercet_rdftensor_squeeze = {compute_squeeze, 0};

/// expandDims(axis, t)
static tercet_status
compute_expand_dims(tercet_row_call *row, tercet_value *out)
{
  int64_t axis = 0;
  operands o;
  tercet_tensor *result = NULL;
  TERCET_TRY(read_tensor(row, 1, &o, 0));
  const tercet_tensor_type *const type = o.rows[0].type;
  TERCET_TRY(read_axis(row, 0, type, (int64_t)type->rank + 1, &axis));
  TERCET_TRY(tercet_tensor_expand_dims(o.tensors[0], axis, &result, row->err));
  return finish_view(row, result, out);
}

const tercet_row_function tercet_rdftensor_expand_dims = {compute_expand_dims,
                                                          0};

enum { LOWER, UPPER };

/// tril(k, t), triu(k, t)
static tercet_status
compute_triangle(tercet_row_call *row, tercet_value *out)
{
  int64_t k = 0;
  operands o;
  tercet_tensor *result = NULL;
  TERCET_TRY(tercet_row_integer(row, 0, &k));
  TERCET_TRY(read_tensor(row, 1, &o, 0));
  TERCET_TRY(
      tercet_row_operation(row) == LOWER
          ? tercet_tensor_tril(&row->alloc, o.tensors[0], k, &result, row->err)
          : tercet_tensor_triu(
                &row->alloc, o.tensors[0], k, &result, row->err));
  return tercet_row_finish(row, result, false, out);
}

const tercet_row_function tercet_rdftensor_tril = {compute_triangle, LOWER};
const tercet_row_function tercet_rdftensor_triu = {compute_triangle, UPPER};

/* ---- Distances: xsd:double, in float64 ---- */

enum { MANHATTAN, CHEBYSHEV, DOT_PRODUCT };

/// Add what a pair of elements contributes
static double
add_pair(int measure, double so_far, double a, double b)
{
  const double difference = fabs(a - b);
  switch (measure) {
  case MANHATTAN:
    return so_far + difference;
  case CHEBYSHEV:
    return difference > so_far || isnan(difference) ? difference : so_far;
  default:
    return so_far + a * b;
  }
}

/// Tensors of one shape
static tercet_status
compute_distance(tercet_row_call *row, tercet_value *out)
{
  operands o;
  TERCET_TRY(read_tensor(row, 0, &o, 0));
  TERCET_TRY(read_tensor(row, 1, &o, 1));
  TERCET_TRY(tercet_row_check_same_shape(row, o.rows[0].type, o.rows[1].type));
  TERCET_TRY(convert(row, &o.tensors[0], TERCET_DTYPE_F64));
  TERCET_TRY(convert(row, &o.tensors[1], TERCET_DTYPE_F64));

  const double *const a = tercet_tensor_data(o.tensors[0]);
  const double *const b = tercet_tensor_data(o.tensors[1]);
  double total = 0.0;
  for (int64_t i = 0; i < o.rows[0].type->n_elements; ++i) {
    total = add_pair(tercet_row_operation(row), total, a[i], b[i]);
  }
  *out = tercet_value_double(total);
  return TERCET_OK;
}

const tercet_row_function tercet_rdftensor_manhattan = {compute_distance,
                                                        MANHATTAN};
const tercet_row_function tercet_rdftensor_chebyshev = {compute_distance,
                                                        CHEBYSHEV};
const tercet_row_function tercet_rdftensor_dot_product = {compute_distance,
                                                          DOT_PRODUCT};

/// hammingDistance(a, b): how many elements differ
static tercet_status
compute_hamming(tercet_row_call *row, tercet_value *out)
{
  operands o;
  tercet_tensor *differs = NULL;
  TERCET_TRY(read_tensor(row, 0, &o, 0));
  TERCET_TRY(read_tensor(row, 1, &o, 1));
  TERCET_TRY(tercet_row_check_same_shape(row, o.rows[0].type, o.rows[1].type));
  TERCET_TRY(resolve(row, &o, 0, 2));
  TERCET_TRY(tercet_tensor_not_equal(
      &row->alloc, o.tensors[0], o.tensors[1], &differs, row->err));

  const uint8_t *const flags = tercet_tensor_data(differs);
  int64_t n = 0;
  for (int64_t i = 0; i < tercet_tensor_size(differs); ++i) {
    n += flags[i];
  }
  *out = tercet_value_double((double)n);
  return TERCET_OK;
}

const tercet_row_function tercet_rdftensor_hamming = {compute_hamming, 0};
