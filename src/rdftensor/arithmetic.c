// SPDX-License-Identifier: Apache-2.0

/// Element by element: add, subtract, multiply, divide, scale, cast

#include "rdftensor/rdftensor_internal.h"

#include "array/tensor_view.h"

#include <string.h>

/// Set `out` to a tensor in `dtype`: a view if that is its dtype, else a
/// converted copy
static tercet_status
convert(tercet_row_call *row,
        const tercet_tensor_row *tensor,
        tercet_dtype dtype,
        tercet_tensor_view *view,
        const tercet_tensor **out)
{
  tercet_tensor *copy = NULL;
  *out = tercet_tensor_view_init(view, tensor->type, tensor->data);
  if (tensor->type->dtype != dtype) {
    TERCET_TRY(tercet_tensor_cast(&row->alloc, *out, dtype, &copy, row->err));
    *out = copy;
  }
  return TERCET_OK;
}

/// Any dtypes and shapes that broadcast
static tercet_status
combine(tercet_row_call *row,
        int operation,
        const tercet_tensor_row *a,
        const tercet_tensor_row *b,
        tercet_value *out)
{
  const tercet_dtype dtype =
      tercet_dtype_resolve(a->type->dtype, b->type->dtype);
  if (dtype == TERCET_DTYPE_BOOL) {
    return tercet_error_set(row->err,
                            TERCET_ERR_DTYPE,
                            "no arithmetic of bool with bool; cast one to a "
                            "numeric type");
  }

  tercet_tensor_view view_a;
  tercet_tensor_view view_b;
  const tercet_tensor *operand_a = NULL;
  const tercet_tensor *operand_b = NULL;
  tercet_tensor *result = NULL;
  TERCET_TRY(convert(row, a, dtype, &view_a, &operand_a));
  TERCET_TRY(convert(row, b, dtype, &view_b, &operand_b));
  TERCET_TRY(tercet_tensor_binary(&row->alloc,
                                  (tercet_binary_op)operation,
                                  operand_a,
                                  operand_b,
                                  &result,
                                  row->err));
  return tercet_row_set_tensor(row, result, out);
}

/// Two tensors of one type that has kernels
static tercet_status
combine_with_kernel(tercet_row_call *row,
                    int operation,
                    const tercet_tensor_row *a,
                    const tercet_tensor_row *b,
                    tercet_value *out)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  const tercet_tensor_type *const type = a->type;
  const size_t n = (size_t)type->n_elements;
  void *data = NULL;
  TERCET_TRY(tercet_row_new_tensor(
      row, type->dtype, type->rank, type->shape, &data, out));

  if (type->dtype == TERCET_DTYPE_F32) {
    kernels->binary_f32[operation](a->data, b->data, data, n);
  } else {
    kernels->binary_f64[operation](a->data, b->data, data, n);
  }
  return TERCET_OK;
}

static tercet_status
compute_binary(tercet_row_call *row, tercet_value *out)
{
  const int operation =
      ((const tercet_row_function *)row->function->data)->operation;
  tercet_tensor_row a;
  tercet_tensor_row b;
  TERCET_TRY(tercet_row_tensor(row, 0, &a));
  TERCET_TRY(tercet_row_tensor(row, 1, &b));

  const tercet_dtype dtype = a.type->dtype;
  return (dtype == TERCET_DTYPE_F32 || dtype == TERCET_DTYPE_F64) &&
                 tercet_tensor_type_equals(a.type, b.type)
             ? combine_with_kernel(row, operation, &a, &b, out)
             : combine(row, operation, &a, &b, out);
}

const tercet_row_function tercet_rdftensor_add = {compute_binary, TERCET_ADD};
const tercet_row_function tercet_rdftensor_subtract = {compute_binary,
                                                       TERCET_SUBTRACT};
const tercet_row_function tercet_rdftensor_multiply = {compute_binary,
                                                       TERCET_MULTIPLY};
const tercet_row_function tercet_rdftensor_divide = {compute_binary,
                                                     TERCET_DIVIDE};

/// scale(factor, t): the result is float64 whatever the tensor is
static tercet_status
compute_scale(tercet_row_call *row, tercet_value *out)
{
  double factor = 0.0;
  tercet_tensor_row tensor;
  void *data = NULL;
  TERCET_TRY(tercet_row_number(row, 0, &factor));
  TERCET_TRY(tercet_row_tensor(row, 1, &tensor));

  const tercet_tensor_type *const type = tensor.type;
  TERCET_TRY(tercet_row_new_tensor(
      row, TERCET_DTYPE_F64, type->rank, type->shape, &data, out));

  double *const elements = (double *)data;
  const size_t n = (size_t)type->n_elements;
  tercet_elements_to_f64(type->dtype, tensor.data, n, elements);
  for (size_t i = 0; i < n; ++i) {
    elements[i] *= factor;
  }
  return TERCET_OK;
}

const tercet_row_function tercet_rdftensor_scale = {compute_scale, 0};

static tercet_status
compute_cast(tercet_row_call *row, tercet_value *out)
{
  tercet_dtype dtype = TERCET_DTYPE_BOOL;
  tercet_tensor_row tensor;
  TERCET_TRY(tercet_row_dtype(row, 0, &dtype));
  TERCET_TRY(tercet_row_tensor(row, 1, &tensor));

  tercet_tensor_view view;
  tercet_tensor *result = NULL;
  TERCET_TRY(tercet_tensor_cast(
      &row->alloc,
      tercet_tensor_view_init(&view, tensor.type, tensor.data),
      dtype,
      &result,
      row->err));
  return tercet_row_set_tensor(row, result, out);
}

const tercet_row_function tercet_rdftensor_cast = {compute_cast, 0};
