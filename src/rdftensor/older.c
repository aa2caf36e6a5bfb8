// SPDX-License-Identifier: Apache-2.0

/// Functions that only the older vocabulary has: median, getSubDT, and concat
/// with the axis behind two tensors

#include "rdftensor/planned.h"

/// median(axis, t): float64; a negative axis stands for the whole tensor
static tercet_status
compute_median(tercet_row_call *row, tercet_value *out)
{
  int64_t axis = 0;
  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_integer(row, 0, &axis));
  TERCET_TRY(tercet_row_tensor(row, 1, &tensor));
  const tercet_tensor_type *const type = tensor.type;
  if (axis >= (int64_t)type->rank) {
    return tercet_row_fail_axis(row, axis, type);
  }

  tercet_tensor_view view;
  tercet_tensor *wide = NULL;
  tercet_tensor *median = NULL;
  TERCET_TRY(
      tercet_tensor_cast(&row->alloc,
                         tercet_tensor_view_init(&view, type, tensor.data),
                         TERCET_DTYPE_F64,
                         &wide,
                         row->err));
  TERCET_TRY(tercet_tensor_median(&row->alloc,
                                  wide,
                                  axis < 0 ? type->rank : 1,
                                  axis < 0 ? NULL : &axis,
                                  false,
                                  &median,
                                  row->err));
  return tercet_row_finish(row, median, axis < 0, out);
}

const tercet_row_function tercet_rdftensor_median = {compute_median, 0};

/// getSubDT(t, positions): elements of a vector, or rows
static tercet_status
take_rows(tercet_row_call *row,
          const tercet_tensor_row *tensor,
          const tercet_tensor_row *positions,
          tercet_value *out)
{
  tercet_tensor_view view;
  tercet_tensor_view index_view;
  tercet_tensor *taken = NULL;
  if (tensor->type->rank == 0 || positions->type->rank != 1) {
    return tercet_error_set(
        row->err,
        TERCET_ERR_SHAPE,
        "positions must be a vector, and the tensor not of rank 0");
  }
  TERCET_TRY(tercet_tensor_take(
      &row->alloc,
      tercet_tensor_view_init(&view, tensor->type, tensor->data),
      tercet_tensor_view_init(&index_view, positions->type, positions->data),
      0,
      TERCET_BOUNDS_CHECK,
      &taken,
      row->err));
  return tercet_row_finish(row, taken, false, out);
}

/// A bool tensor masks, one of an integer type holds positions
static tercet_status
compute_get_sub(tercet_row_call *row, tercet_value *out)
{
  tercet_tensor_row tensor;
  tercet_tensor_row which;
  TERCET_TRY(tercet_row_tensor(row, 0, &tensor));
  TERCET_TRY(tercet_row_tensor(row, 1, &which));
  if (which.type->dtype == TERCET_DTYPE_BOOL) {
    return tercet_rdftensor_mask.compute(row, out);
  }
  if (!tercet_dtype_is_integer(which.type->dtype)) {
    return tercet_error_set(
        row->err,
        TERCET_ERR_DTYPE,
        "argument 2 is neither bool nor of an integer type");
  }
  return take_rows(row, &tensor, &which, out);
}

const tercet_row_function tercet_rdftensor_get_sub = {compute_get_sub, 0};

/// concat(t, t[, axis]): along the first axis if none is given
static tercet_status
compute_old_concat(tercet_row_call *row, tercet_value *out)
{
  int64_t axis = 0;
  tercet_tensor_row tensors[2];
  TERCET_TRY(tercet_row_tensor(row, 0, &tensors[0]));
  TERCET_TRY(tercet_row_tensor(row, 1, &tensors[1]));
  if (row->n_args > 2) {
    TERCET_TRY(tercet_row_integer(row, 2, &axis));
  }
  return tercet_row_concat(row, 2, tensors, axis, out);
}

const tercet_row_function tercet_rdftensor_old_concat = {compute_old_concat, 0};
