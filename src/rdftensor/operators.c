// SPDX-License-Identifier: Apache-2.0

/// Operators on two tensors that broadcast: arithmetic, comparisons, logic

#include "rdftensor/planned.h"

#include "array/shape.h"

/// Set `out` to the type of what two tensors make
static tercet_status
broadcast_type(tercet_row_call *row,
               const tercet_tensor_row *operands,
               tercet_dtype dtype,
               tercet_tensor_type *out)
{
  const tercet_tensor_type *const a = operands[0].type;
  const tercet_tensor_type *const b = operands[1].type;
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  TERCET_TRY(tercet_shape_broadcast(
      a->rank, a->shape, b->rank, b->shape, &rank, shape, row->err));
  return tercet_tensor_type_init(dtype, rank, shape, out, row->err);
}

/// Run the template of the function, which casts to `resolved` first
static tercet_status
run_operator(tercet_row_call *row,
             const tercet_tensor_row *operands,
             tercet_dtype resolved,
             tercet_dtype result,
             tercet_value *out)
{
  tercet_tensor_type type;
  tercet_planned planned;
  TERCET_TRY(broadcast_type(row, operands, result, &type));
  tercet_planned_init(
      &planned, (tercet_template_id)tercet_row_operation(row), 2, operands, 0);
  tercet_planned_add_type(&planned, "resolved_type", resolved);
  return tercet_planned_tensor(row, &planned, &type, out);
}

static tercet_status
read_operands(tercet_row_call *row,
              tercet_tensor_row *operands,
              tercet_dtype *resolved)
{
  TERCET_TRY(tercet_row_tensor(row, 0, &operands[0]));
  TERCET_TRY(tercet_row_tensor(row, 1, &operands[1]));
  *resolved =
      tercet_dtype_resolve(operands[0].type->dtype, operands[1].type->dtype);
  return TERCET_OK;
}

static tercet_status
compute_arithmetic(tercet_row_call *row, tercet_value *out)
{
  tercet_dtype resolved = TERCET_DTYPE_BOOL;
  tercet_tensor_row operands[2];
  TERCET_TRY(read_operands(row, operands, &resolved));
  if (resolved == TERCET_DTYPE_BOOL) {
    return tercet_error_set(row->err,
                            TERCET_ERR_DTYPE,
                            "no arithmetic of bool with bool; cast one to a "
                            "numeric type");
  }
  return run_operator(row, operands, resolved, resolved, out);
}

const tercet_row_function tercet_rdftensor_add = {compute_arithmetic,
                                                  TERCET_TEMPLATE_ADD};
const tercet_row_function tercet_rdftensor_subtract = {
    compute_arithmetic, TERCET_TEMPLATE_SUBTRACT};
const tercet_row_function tercet_rdftensor_multiply = {
    compute_arithmetic, TERCET_TEMPLATE_MULTIPLY};
const tercet_row_function tercet_rdftensor_divide = {compute_arithmetic,
                                                     TERCET_TEMPLATE_DIVIDE};

/// eq neq and or
static tercet_status
compute_logic(tercet_row_call *row, tercet_value *out)
{
  tercet_dtype resolved = TERCET_DTYPE_BOOL;
  tercet_tensor_row operands[2];
  TERCET_TRY(read_operands(row, operands, &resolved));
  return run_operator(row, operands, resolved, TERCET_DTYPE_BOOL, out);
}

const tercet_row_function tercet_rdftensor_eq = {compute_logic,
                                                 TERCET_TEMPLATE_EQ};
const tercet_row_function tercet_rdftensor_neq = {compute_logic,
                                                  TERCET_TEMPLATE_NEQ};
const tercet_row_function tercet_rdftensor_and = {compute_logic,
                                                  TERCET_TEMPLATE_AND};
const tercet_row_function tercet_rdftensor_or = {compute_logic,
                                                 TERCET_TEMPLATE_OR};

/// gt lt: bool is compared as uint8
static tercet_status
compute_order(tercet_row_call *row, tercet_value *out)
{
  tercet_dtype resolved = TERCET_DTYPE_BOOL;
  tercet_tensor_row operands[2];
  TERCET_TRY(read_operands(row, operands, &resolved));
  return run_operator(row,
                      operands,
                      resolved == TERCET_DTYPE_BOOL ? TERCET_DTYPE_U8
                                                    : resolved,
                      TERCET_DTYPE_BOOL,
                      out);
}

const tercet_row_function tercet_rdftensor_gt = {compute_order,
                                                 TERCET_TEMPLATE_GT};
const tercet_row_function tercet_rdftensor_lt = {compute_order,
                                                 TERCET_TEMPLATE_LT};
