// SPDX-License-Identifier: Apache-2.0

/// Transforming functions: one tensor, element by element or rearranged

#include "rdftensor/planned.h"

#include <math.h>
#include <string.h>

/// What a row of a function with one tensor is about
typedef struct {
  tercet_tensor_row tensor;
  tercet_planned planned;
  tercet_tensor_type type; ///< Of the result
} transform;

/// Read the tensor at position `i`, and start with the template of the function
/// and a result of the same shape
static tercet_status
start(tercet_row_call *row, size_t i, tercet_dtype dtype, transform *out)
{
  const tercet_template_id id = (tercet_template_id)tercet_row_operation(row);
  TERCET_TRY(tercet_row_tensor(row, i, &out->tensor));
  tercet_planned_init(&out->planned, id, 1, &out->tensor, i);
  const tercet_tensor_type *const in = out->tensor.type;
  return tercet_tensor_type_init(
      dtype, in->rank, in->shape, &out->type, row->err);
}

static tercet_status
finish(tercet_row_call *row, const transform *t, tercet_value *out)
{
  return tercet_planned_tensor(row, &t->planned, &t->type, out);
}

/// cos exp log sin: float64
static tercet_status
compute_function(tercet_row_call *row, tercet_value *out)
{
  transform t;
  TERCET_TRY(start(row, 0, TERCET_DTYPE_F64, &t));
  return finish(row, &t, out);
}

const tercet_row_function tercet_rdftensor_cos = {compute_function,
                                                  TERCET_TEMPLATE_COS};
const tercet_row_function tercet_rdftensor_exp = {compute_function,
                                                  TERCET_TEMPLATE_EXP};
const tercet_row_function tercet_rdftensor_log = {compute_function,
                                                  TERCET_TEMPLATE_LOG};
const tercet_row_function tercet_rdftensor_sin = {compute_function,
                                                  TERCET_TEMPLATE_SIN};

/// f(number, t): float64
static tercet_status
compute_with_number(tercet_row_call *row,
                    const char *placeholder,
                    double (*prepare)(double),
                    tercet_value *out)
{
  double number = 0.0;
  transform t;
  TERCET_TRY(tercet_row_number(row, 0, &number));
  TERCET_TRY(start(row, 1, TERCET_DTYPE_F64, &t));
  tercet_planned_add_number(
      &t.planned, placeholder, prepare ? prepare(number) : number);
  return finish(row, &t, out);
}

/// The template divides by the natural logarithm of the base
static tercet_status
compute_logp(tercet_row_call *row, tercet_value *out)
{
  return compute_with_number(row, "log_base_value", log, out);
}

static tercet_status
compute_poly(tercet_row_call *row, tercet_value *out)
{
  return compute_with_number(row, "exponent_value", NULL, out);
}

static tercet_status
compute_scale(tercet_row_call *row, tercet_value *out)
{
  return compute_with_number(row, "factor_value", NULL, out);
}

const tercet_row_function tercet_rdftensor_logp = {compute_logp,
                                                   TERCET_TEMPLATE_LOGP};
const tercet_row_function tercet_rdftensor_poly = {compute_poly,
                                                   TERCET_TEMPLATE_POLY};
const tercet_row_function tercet_rdftensor_scale = {compute_scale,
                                                    TERCET_TEMPLATE_SCALE};

static tercet_status
compute_abs(tercet_row_call *row, tercet_value *out)
{
  transform t;
  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_tensor(row, 0, &tensor));
  if (tensor.type->dtype == TERCET_DTYPE_BOOL) {
    return tercet_error_set(row->err,
                            TERCET_ERR_DTYPE,
                            "no absolute value of bool; cast it to a numeric "
                            "type");
  }
  TERCET_TRY(start(row, 0, tensor.type->dtype, &t));
  return finish(row, &t, out);
}

const tercet_row_function tercet_rdftensor_abs = {compute_abs,
                                                  TERCET_TEMPLATE_ABS};

/// Zero is true, all else false
static tercet_status
compute_not(tercet_row_call *row, tercet_value *out)
{
  transform t;
  TERCET_TRY(start(row, 0, TERCET_DTYPE_BOOL, &t));
  return finish(row, &t, out);
}

const tercet_row_function tercet_rdftensor_not = {compute_not,
                                                  TERCET_TEMPLATE_NOT};

/// cast(type, t)
static tercet_status
compute_cast(tercet_row_call *row, tercet_value *out)
{
  tercet_dtype dtype = TERCET_DTYPE_BOOL;
  transform t;
  TERCET_TRY(tercet_row_dtype(row, 0, &dtype));
  TERCET_TRY(start(row, 1, dtype, &t));
  tercet_planned_add_type(&t.planned, "output_type", dtype);
  return finish(row, &t, out);
}

const tercet_row_function tercet_rdftensor_cast = {compute_cast,
                                                   TERCET_TEMPLATE_CAST};

/* ---- Shapes ---- */

/// reshape(extent, ..., t): one extent may be -1, and 0 keeps that of the
/// tensor
static tercet_status
compute_reshape(tercet_row_call *row, tercet_value *out)
{
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = row->n_args - 1;
  const int64_t length = (int64_t)rank;
  for (size_t i = 0; i < rank; ++i) {
    TERCET_TRY(tercet_row_integer(row, i, &shape[i]));
  }

  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_tensor(row, rank, &tensor));
  tercet_planned planned;
  tercet_planned_init(&planned, TERCET_TEMPLATE_RESHAPE, 1, &tensor, rank);
  tercet_planned_add_ints(&planned, "new_shape_length", 1, &length);
  tercet_planned_add_ints(&planned, "new_shape_values", rank, shape);
  return tercet_planned_tensor(row, &planned, NULL, out);
}

const tercet_row_function tercet_rdftensor_reshape = {compute_reshape,
                                                      TERCET_TEMPLATE_RESHAPE};

/// transpose(t), flatten(t)
static tercet_status
compute_rearrange(tercet_row_call *row, tercet_value *out)
{
  transform t;
  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_tensor(row, 0, &tensor));
  TERCET_TRY(start(row, 0, tensor.type->dtype, &t));
  return tercet_planned_tensor(row, &t.planned, NULL, out);
}

const tercet_row_function tercet_rdftensor_transpose = {
    compute_rearrange, TERCET_TEMPLATE_TRANSPOSE};
const tercet_row_function tercet_rdftensor_flatten = {compute_rearrange,
                                                      TERCET_TEMPLATE_FLATTEN};

/* ---- sort ---- */

/// sort(direction, axis, t): a negative axis counts from the end
static tercet_status
compute_sort(tercet_row_call *row, tercet_value *out)
{
  int64_t is_descending = 0;
  int64_t axis = 0;
  transform t;
  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_direction(row, 0, &is_descending));
  TERCET_TRY(tercet_row_integer(row, 1, &axis));
  TERCET_TRY(tercet_row_tensor(row, 2, &tensor));
  const tercet_tensor_type *const type = tensor.type;
  const int64_t rank = type->rank;
  if (axis < -rank || axis >= rank) {
    return tercet_row_fail_axis(row, axis, type);
  }

  TERCET_TRY(start(row, 2, type->dtype, &t));
  axis = axis < 0 ? axis + rank : axis;
  const tercet_dtype dtype = type->dtype;
  if (tercet_template_needs_wide(TERCET_WIDENS_SORT, dtype)) {
    t.planned.template_ = &tercet_templates[TERCET_TEMPLATE_SORT_INT16];
    tercet_planned_add_type(
        &t.planned, "wide_type", tercet_template_wide_type(dtype));
  }
  tercet_planned_add_ints(&t.planned, "axis_value", 1, &axis);
  tercet_planned_add_ints(&t.planned, "largest_value", 1, &is_descending);
  tercet_planned_add_ints(&t.planned, "axis_size_value", 1, &type->shape[axis]);
  return finish(row, &t, out);
}

const tercet_row_function tercet_rdftensor_sort = {compute_sort,
                                                   TERCET_TEMPLATE_SORT};
