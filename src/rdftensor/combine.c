// SPDX-License-Identifier: Apache-2.0

/// Functions that join any number of tensors: concat, hstack, vstack

#include "rdftensor/planned.h"

/// Read the tensors from position `first` on
static tercet_status
read_tensors(tercet_row_call *row,
             size_t first,
             tercet_tensor_row **tensors,
             size_t *n,
             tercet_dtype *resolved)
{
  *n = row->n_args - first;
  *tensors =
      tercet_arena_allocate_array(row->call->arena, *n, sizeof(**tensors));
  if (!*tensors) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < *n; ++i) {
    TERCET_TRY(tercet_row_tensor(row, first + i, &(*tensors)[i]));
    const tercet_dtype dtype = (*tensors)[i].type->dtype;
    *resolved = i == 0 ? dtype : tercet_dtype_resolve(*resolved, dtype);
  }
  return TERCET_OK;
}

/// Check that a tensor can stand beside the first one along an axis
static tercet_status
check_extents(tercet_row_call *row,
              const tercet_tensor_type *first,
              const tercet_tensor_type *other,
              int64_t axis)
{
  bool fits = first->rank == other->rank;
  for (uint32_t i = 0; i < first->rank && fits; ++i) {
    fits = (int64_t)i == axis || first->shape[i] == other->shape[i];
  }
  if (fits) {
    return TERCET_OK;
  }

  char a[TERCET_TYPE_TEXT_MAX];
  char b[TERCET_TYPE_TEXT_MAX];
  return tercet_error_set(row->err,
                          TERCET_ERR_SHAPE,
                          "%s does not fit %s along axis %lld",
                          tercet_type_describe(other, b, sizeof(b)),
                          tercet_type_describe(first, a, sizeof(a)),
                          (long long)axis);
}

/// Join tensors along an axis, or, if `is_stacked`, vectors as rows
static tercet_status
join(tercet_row_call *row,
     tercet_template_id id,
     size_t n,
     const tercet_tensor_row *tensors,
     tercet_dtype resolved,
     int64_t axis,
     tercet_value *out)
{
  const bool is_stacked = id == TERCET_TEMPLATE_VSTACK_1D;
  for (size_t i = 1; i < n; ++i) {
    TERCET_TRY(check_extents(
        row, tensors[0].type, tensors[i].type, is_stacked ? -1 : axis));
  }

  tercet_planned planned;
  tercet_planned_init(&planned, id, n, tensors, TERCET_PLANNED_APART);
  tercet_planned_add_type(&planned, "resolved_type", resolved);
  tercet_planned_add_ints(&planned, "axis_value", 1, &axis);
  return tercet_planned_tensor(row, &planned, NULL, out);
}

static tercet_status
fail_rank(tercet_row_call *row)
{
  return tercet_error_set(
      row->err, TERCET_ERR_SHAPE, "a tensor of rank 0 cannot be joined");
}

tercet_status
tercet_row_concat(tercet_row_call *row,
                  size_t n,
                  const tercet_tensor_row *tensors,
                  int64_t axis,
                  tercet_value *out)
{
  const int64_t rank = tensors[0].type->rank;
  tercet_dtype resolved = tensors[0].type->dtype;
  if (axis < -rank || axis >= rank) {
    return tercet_row_fail_axis(row, axis, tensors[0].type);
  }
  for (size_t i = 1; i < n; ++i) {
    resolved = tercet_dtype_resolve(resolved, tensors[i].type->dtype);
  }
  axis = axis < 0 ? axis + rank : axis;
  return join(row, TERCET_TEMPLATE_CONCAT, n, tensors, resolved, axis, out);
}

/// concat(axis, t, ...)
static tercet_status
compute_concat(tercet_row_call *row, tercet_value *out)
{
  int64_t axis = 0;
  size_t n = 0;
  tercet_tensor_row *tensors = NULL;
  tercet_dtype resolved = TERCET_DTYPE_BOOL;
  TERCET_TRY(tercet_row_integer(row, 0, &axis));
  TERCET_TRY(read_tensors(row, 1, &tensors, &n, &resolved));
  return tercet_row_concat(row, n, tensors, axis, out);
}

const tercet_row_function tercet_rdftensor_concat = {compute_concat,
                                                     TERCET_TEMPLATE_CONCAT};

/// Along the last axis
static tercet_status
compute_hstack(tercet_row_call *row, tercet_value *out)
{
  size_t n = 0;
  tercet_tensor_row *tensors = NULL;
  tercet_dtype resolved = TERCET_DTYPE_BOOL;
  TERCET_TRY(read_tensors(row, 0, &tensors, &n, &resolved));
  const int64_t rank = tensors[0].type->rank;
  return rank == 0 ? fail_rank(row)
                   : join(row,
                          TERCET_TEMPLATE_HSTACK,
                          n,
                          tensors,
                          resolved,
                          rank - 1,
                          out);
}

const tercet_row_function tercet_rdftensor_hstack = {compute_hstack,
                                                     TERCET_TEMPLATE_HSTACK};

/// Along the first axis; vectors become rows
static tercet_status
compute_vstack(tercet_row_call *row, tercet_value *out)
{
  size_t n = 0;
  tercet_tensor_row *tensors = NULL;
  tercet_dtype resolved = TERCET_DTYPE_BOOL;
  TERCET_TRY(read_tensors(row, 0, &tensors, &n, &resolved));
  const uint32_t rank = tensors[0].type->rank;
  return rank == 0 ? fail_rank(row)
                   : join(row,
                          rank == 1 ? TERCET_TEMPLATE_VSTACK_1D
                                    : TERCET_TEMPLATE_VSTACK_ND,
                          n,
                          tensors,
                          resolved,
                          0,
                          out);
}

const tercet_row_function tercet_rdftensor_vstack = {compute_vstack,
                                                     TERCET_TEMPLATE_VSTACK_ND};
