// SPDX-License-Identifier: Apache-2.0

/// Along an axis or over everything: sum, max, min, avg, norm1, norm2, each
/// as f(axis, t)

#include "rdftensor/rdftensor_internal.h"

#include "array/tensor_view.h"

/// A negative axis stands for the whole tensor, and the result is then an XSD
/// literal; otherwise the axis goes
static tercet_status
compute_reduce(tercet_row_call *row, tercet_value *out)
{
  const tercet_reduce_op operation =
      (tercet_reduce_op)((const tercet_row_function *)row->function->data)
          ->operation;
  int64_t axis = 0;
  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_integer(row, 0, &axis));
  TERCET_TRY(tercet_row_tensor(row, 1, &tensor));

  tercet_tensor_view view;
  tercet_tensor *result = NULL;
  TERCET_TRY(tercet_tensor_reduce(
      &row->alloc,
      operation,
      tercet_tensor_view_init(&view, tensor.type, tensor.data),
      axis < 0 ? TERCET_ALL_AXES : axis,
      &result,
      row->err));
  return axis < 0 ? tercet_row_set_scalar(row,
                                          tercet_tensor_dtype(result),
                                          tercet_tensor_data(result),
                                          out)
                  : tercet_row_set_tensor(row, result, out);
}

const tercet_row_function tercet_rdftensor_sum = {compute_reduce, TERCET_SUM};
const tercet_row_function tercet_rdftensor_max = {compute_reduce, TERCET_MAX};
const tercet_row_function tercet_rdftensor_min = {compute_reduce, TERCET_MIN};
const tercet_row_function tercet_rdftensor_avg = {compute_reduce, TERCET_MEAN};
const tercet_row_function tercet_rdftensor_norm1 = {compute_reduce,
                                                    TERCET_NORM1};
const tercet_row_function tercet_rdftensor_norm2 = {compute_reduce,
                                                    TERCET_NORM2};
