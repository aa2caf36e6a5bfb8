// SPDX-License-Identifier: Apache-2.0

/**
   Reductions, as f(axis, t): a negative axis stands for the whole tensor, and
   the result is then an XSD literal; otherwise the axis goes.

   A row's operation is the template of a reduction along an axis; that of the
   whole tensor follows it, and those that widen behind that, as in the list of
   templates.
*/

#include "rdftensor/planned.h"

#include <math.h>
#include <string.h>

/// How far the templates of a family are from its first one
enum { AXIS, FULL, AXIS_WIDE, FULL_WIDE };

typedef struct {
  int64_t axis;
  size_t arg; ///< That the tensor is
  tercet_tensor_row tensor;
  tercet_planned planned;
} reduction;

/// Return an axis to the failure of a row
static tercet_status
read_axis(tercet_row_call *row, size_t i, reduction *r)
{
  TERCET_TRY(tercet_row_integer(row, i, &r->axis));
  r->arg = i + 1;
  TERCET_TRY(tercet_row_tensor(row, r->arg, &r->tensor));
  return r->axis >= (int64_t)r->tensor.type->rank
             ? tercet_row_fail_axis(row, r->axis, r->tensor.type)
             : TERCET_OK;
}

/// Start with a template of the family that begins at `first`
static void
start(reduction *r, int first, bool is_wide)
{
  const int offset =
      r->axis < 0 ? (is_wide ? FULL_WIDE : FULL) : (is_wide ? AXIS_WIDE : AXIS);
  tercet_planned_init(
      &r->planned, (tercet_template_id)(first + offset), 1, &r->tensor, r->arg);
  if (r->axis >= 0) {
    tercet_planned_add_ints(&r->planned, "axis_value", 1, &r->axis);
  }
}

/// Run it: what is left is the shape without the axis
static tercet_status
finish(tercet_row_call *row,
       reduction *r,
       tercet_dtype dtype,
       tercet_value *out)
{
  if (r->axis < 0) {
    return tercet_planned_scalar(row, &r->planned, out);
  }

  const tercet_tensor_type *const in = r->tensor.type;
  const size_t axis = (size_t)r->axis;
  int64_t shape[TERCET_MAX_RANK];
  memcpy(shape, in->shape, axis * sizeof(*shape));
  memcpy(shape + axis,
         in->shape + axis + 1,
         (in->rank - axis - 1) * sizeof(*shape));
  tercet_tensor_type type;
  TERCET_TRY(
      tercet_tensor_type_init(dtype, in->rank - 1U, shape, &type, row->err));
  return tercet_planned_tensor(row, &r->planned, &type, out);
}

/* ---- sum prod norm1 max min ---- */

static tercet_status
reduce_same(tercet_row_call *row,
            reduction *r,
            tercet_widening widening,
            tercet_value *out)
{
  const tercet_dtype dtype = r->tensor.type->dtype;
  const bool is_wide = tercet_template_needs_wide(widening, dtype);
  start(r, tercet_row_operation(row), is_wide);
  if (is_wide) {
    tercet_planned_add_type(
        &r->planned, "wide_type", tercet_template_wide_type(dtype));
  }
  return finish(row, r, dtype, out);
}

static tercet_status
compute_total(tercet_row_call *row, tercet_value *out)
{
  reduction r;
  TERCET_TRY(read_axis(row, 0, &r));
  if (r.tensor.type->dtype == TERCET_DTYPE_BOOL) {
    return tercet_error_set(row->err,
                            TERCET_ERR_DTYPE,
                            "no arithmetic of bool; cast it to a numeric type");
  }
  return reduce_same(row, &r, TERCET_WIDENS_TOTAL, out);
}

const tercet_row_function tercet_rdftensor_sum = {
    compute_total, TERCET_TEMPLATE_SUM_AXIS_REDUCTION};
const tercet_row_function tercet_rdftensor_prod = {
    compute_total, TERCET_TEMPLATE_PROD_AXIS_REDUCTION};
const tercet_row_function tercet_rdftensor_norm1 = {
    compute_total, TERCET_TEMPLATE_NORM1_AXIS_REDUCTION};

static tercet_status
compute_extreme(tercet_row_call *row, tercet_value *out)
{
  reduction r;
  TERCET_TRY(read_axis(row, 0, &r));
  const tercet_tensor_type *const type = r.tensor.type;
  if (r.axis < 0 ? type->n_elements == 0 : type->shape[r.axis] == 0) {
    return tercet_error_set(
        row->err, TERCET_ERR_SHAPE, "nothing has no extremes");
  }
  return reduce_same(row, &r, TERCET_WIDENS_EXTREME, out);
}

const tercet_row_function tercet_rdftensor_max = {
    compute_extreme, TERCET_TEMPLATE_MAX_AXIS_REDUCTION};
const tercet_row_function tercet_rdftensor_min = {
    compute_extreme, TERCET_TEMPLATE_MIN_AXIS_REDUCTION};

/* ---- avg norm2 var std: float64 ---- */

static tercet_status
compute_mean(tercet_row_call *row, tercet_value *out)
{
  reduction r;
  TERCET_TRY(read_axis(row, 0, &r));
  start(&r, tercet_row_operation(row), false);
  return finish(row, &r, TERCET_DTYPE_F64, out);
}

const tercet_row_function tercet_rdftensor_avg = {
    compute_mean, TERCET_TEMPLATE_AVG_AXIS_REDUCTION};
const tercet_row_function tercet_rdftensor_norm2 = {
    compute_mean, TERCET_TEMPLATE_NORM2_AXIS_REDUCTION};

/// Multiplied by n / (n - 1), which for n = 1 makes NaN of 0
static tercet_status
compute_moment(tercet_row_call *row, tercet_value *out)
{
  reduction r;
  TERCET_TRY(read_axis(row, 0, &r));
  const tercet_tensor_type *const type = r.tensor.type;
  const double n =
      (double)(r.axis < 0 ? type->n_elements : type->shape[r.axis]);
  start(&r, tercet_row_operation(row), false);
  tercet_planned_add_number(
      &r.planned, "bessel_factor_value", n == 1.0 ? INFINITY : n / (n - 1.0));
  return finish(row, &r, TERCET_DTYPE_F64, out);
}

const tercet_row_function tercet_rdftensor_std = {
    compute_moment, TERCET_TEMPLATE_STD_AXIS_REDUCTION};
const tercet_row_function tercet_rdftensor_var = {
    compute_moment, TERCET_TEMPLATE_VAR_AXIS_REDUCTION};

/* ---- all any none: xsd:boolean ---- */

static tercet_status
compute_truth(tercet_row_call *row, tercet_value *out)
{
  tercet_tensor_row tensor;
  tercet_planned planned;
  TERCET_TRY(tercet_row_tensor(row, 0, &tensor));
  tercet_planned_init(
      &planned, (tercet_template_id)tercet_row_operation(row), 1, &tensor, 0);
  return tercet_planned_scalar(row, &planned, out);
}

const tercet_row_function tercet_rdftensor_all = {compute_truth,
                                                  TERCET_TEMPLATE_ALL};
const tercet_row_function tercet_rdftensor_any = {compute_truth,
                                                  TERCET_TEMPLATE_ANY};
const tercet_row_function tercet_rdftensor_none = {compute_truth,
                                                   TERCET_TEMPLATE_NONE};

/* ---- quantile quantileInterpolate, as f(q, axis, t) ---- */

/// Read the arguments, and set `position` to where the quantile is in the
/// ascending order
static tercet_status
read_quantile(tercet_row_call *row, reduction *r, double *position, int64_t *n)
{
  double q = 0.0;
  TERCET_TRY(tercet_row_number(row, 0, &q));
  TERCET_TRY(read_axis(row, 1, r));
  const tercet_tensor_type *const type = r->tensor.type;
  *n = r->axis < 0 ? type->n_elements : type->shape[r->axis];
  if (!(q >= 0.0 && q <= 1.0)) {
    return tercet_error_set(
        row->err, TERCET_ERR_RANGE, "argument 1 is not between 0 and 1");
  }
  if (*n == 0) {
    return tercet_error_set(
        row->err, TERCET_ERR_SHAPE, "nothing has no quantiles");
  }
  *position = q * (double)(*n - 1);
  return TERCET_OK;
}

/// The axis stays with extent 1
static tercet_status
finish_quantile(tercet_row_call *row,
                reduction *r,
                tercet_dtype dtype,
                tercet_value *out)
{
  if (r->axis < 0) {
    return tercet_planned_scalar(row, &r->planned, out);
  }

  const tercet_tensor_type *const in = r->tensor.type;
  int64_t shape[TERCET_MAX_RANK];
  memcpy(shape, in->shape, in->rank * sizeof(*shape));
  shape[r->axis] = 1;
  tercet_tensor_type type;
  TERCET_TRY(tercet_tensor_type_init(dtype, in->rank, shape, &type, row->err));
  return tercet_planned_tensor(row, &r->planned, &type, out);
}

/// Start with a template; bool is sorted as uint8
static void
start_quantile(reduction *r, int first, const int64_t *n)
{
  const tercet_dtype dtype = r->tensor.type->dtype;
  start(r, first, false);
  tercet_planned_add_type(&r->planned,
                          "wide_type",
                          dtype == TERCET_DTYPE_BOOL ? TERCET_DTYPE_U8 : dtype);
  tercet_planned_add_ints(&r->planned, "axis_size_value", 1, n);
}

static tercet_status
compute_quantile(tercet_row_call *row, tercet_value *out)
{
  double position = 0.0;
  int64_t n = 0;
  reduction r;
  TERCET_TRY(read_quantile(row, &r, &position, &n));
  const int64_t index = (int64_t)floor(position);
  start_quantile(&r, TERCET_TEMPLATE_QUANTILE_AXIS_REDUCTION, &n);
  tercet_planned_add_ints(&r.planned, "quantile_index_value", 1, &index);
  return finish_quantile(row, &r, r.tensor.type->dtype, out);
}

const tercet_row_function tercet_rdftensor_quantile = {
    compute_quantile, TERCET_TEMPLATE_QUANTILE_AXIS_REDUCTION};

static void
add_index(tercet_planned *planned, double position)
{
  tercet_planned_extra *const extra = &planned->extra[planned->n_extra++];
  extra->dtype = TERCET_DTYPE_I64;
  extra->as.i = (int64_t)position;
}

/// At an index as quantile() does, between two of them by linear interpolation
/// in float64
static tercet_status
compute_quantile_interpolate(tercet_row_call *row, tercet_value *out)
{
  double position = 0.0;
  int64_t n = 0;
  reduction r;
  TERCET_TRY(read_quantile(row, &r, &position, &n));
  const double lower = floor(position);
  if (position == lower) {
    start_quantile(
        &r,
        TERCET_TEMPLATE_QUANTILE_INTERPOLATE_NO_INTERPOLATION_AXIS_REDUCTION,
        &n);
    add_index(&r.planned, lower);
    return finish_quantile(row, &r, r.tensor.type->dtype, out);
  }

  start_quantile(
      &r,
      TERCET_TEMPLATE_QUANTILE_INTERPOLATE_WITH_INTERPOLATION_AXIS_REDUCTION,
      &n);
  add_index(&r.planned, lower);
  add_index(&r.planned, lower + 1.0);
  tercet_planned_extra *const fraction = &r.planned.extra[r.planned.n_extra++];
  fraction->dtype = TERCET_DTYPE_F64;
  fraction->as.f = position - lower;
  return finish_quantile(row, &r, TERCET_DTYPE_F64, out);
}

const tercet_row_function tercet_rdftensor_quantile_interpolate = {
    compute_quantile_interpolate,
    TERCET_TEMPLATE_QUANTILE_INTERPOLATE_NO_INTERPOLATION_AXIS_REDUCTION};
