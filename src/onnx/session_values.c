// SPDX-License-Identifier: Apache-2.0

#include "onnx/session_values.h"

#include "array/tensor_view.h"
#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"

/* ---- Inputs ---- */

static const char *
kind_name(tercet_onnx_kind kind)
{
  static const char *const names[] = {
      "absent", "a tensor", "a sequence", "an optional"};
  return names[kind];
}

/// Return which kind of value a type has, #TERCET_ONNX_NONE if it does not say
static tercet_onnx_kind
kind_of(const tercet_onnx_type_info *type)
{
  switch (type->kind) {
  case TERCET_ONNX_TYPE_TENSOR:
    return TERCET_ONNX_TENSOR;
  case TERCET_ONNX_TYPE_SEQUENCE:
    return TERCET_ONNX_SEQUENCE;
  case TERCET_ONNX_TYPE_OPTIONAL:
    return TERCET_ONNX_OPTIONAL;
  case TERCET_ONNX_TYPE_NONE:
  case TERCET_ONNX_TYPE_SPARSE:
  case TERCET_ONNX_TYPE_MAP:
  case TERCET_ONNX_TYPE_OPAQUE:
    break;
  }
  return TERCET_ONNX_NONE;
}

/// Return the type of the elements of a value of some type, 0 if not known
static int32_t
element_type(const tercet_onnx_type_info *type)
{
  while (type && type->kind != TERCET_ONNX_TYPE_TENSOR) {
    type = type->element;
  }
  return type ? type->elem_type : TERCET_ONNX_UNDEFINED;
}

static tercet_status
check_kind(const tercet_onnx_value_info *info,
           tercet_onnx_value value,
           tercet_error *err)
{
  const tercet_onnx_kind kind = kind_of(&info->type);
  if (value.kind == TERCET_ONNX_NONE && kind != TERCET_ONNX_OPTIONAL) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "input %.*s is missing",
                            TERCET_STRING_ARGS(info->name));
  }
  if (kind != TERCET_ONNX_NONE && kind != TERCET_ONNX_OPTIONAL &&
      kind != value.kind) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "input %.*s is %s, not %s",
                            TERCET_STRING_ARGS(info->name),
                            kind_name(value.kind),
                            kind_name(kind));
  }
  return TERCET_OK;
}

static tercet_status
check_element_type(const tercet_onnx_value_info *info,
                   tercet_onnx_value value,
                   tercet_error *err)
{
  const int32_t type = element_type(&info->type);
  const bool is_empty =
      value.kind != TERCET_ONNX_TENSOR && tercet_onnx_value_count(value) == 0;
  if (type == TERCET_ONNX_UNDEFINED || is_empty ||
      type == (int32_t)value.type) {
    return TERCET_OK;
  }
  return tercet_error_set(err,
                          TERCET_ERR_DTYPE,
                          "input %.*s has elements of %s, not %s",
                          TERCET_STRING_ARGS(info->name),
                          tercet_onnx_type_name(value.type),
                          tercet_onnx_type_name((tercet_onnx_type)type));
}

static tercet_status
check_shape(const tercet_onnx_value_info *info,
            const tercet_tensor *tensor,
            tercet_error *err)
{
  const tercet_onnx_type_info *const type = &info->type;
  const size_t rank = tercet_tensor_rank(tensor);
  const int64_t *const shape = tercet_tensor_shape(tensor);
  if (rank != type->rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "input %.*s has rank %zu, not %zu",
                            TERCET_STRING_ARGS(info->name),
                            rank,
                            type->rank);
  }
  for (size_t axis = 0; axis < rank; ++axis) {
    if (type->dims[axis].value >= 0 && type->dims[axis].value != shape[axis]) {
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "input %.*s has extent %lld on axis %zu, not "
                              "%lld",
                              TERCET_STRING_ARGS(info->name),
                              (long long)shape[axis],
                              axis,
                              (long long)type->dims[axis].value);
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_input_check(const tercet_onnx_value_info *info,
                        tercet_onnx_value value,
                        tercet_error *err)
{
  TERCET_TRY(check_kind(info, value, err));
  TERCET_TRY(check_element_type(info, value, err));
  return value.kind == TERCET_ONNX_TENSOR && info->type.has_shape
             ? check_shape(info, value.tensor, err)
             : TERCET_OK;
}

/* ---- Outputs ---- */

tercet_status
tercet_onnx_output_write(tercet_string name,
                         tercet_onnx_value value,
                         tercet_tensor *target,
                         tercet_error *err)
{
  if (value.tensor == target) {
    return TERCET_OK;
  }
  if (!value.tensor ||
      tercet_tensor_dtype(value.tensor) != tercet_tensor_dtype(target)) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "output %.*s is %s, and does not go into a tensor "
                            "of %s",
                            TERCET_STRING_ARGS(name),
                            value.tensor ? tercet_onnx_type_name(value.type)
                                         : kind_name(value.kind),
                            tercet_dtype_name(tercet_tensor_dtype(target)));
  }
  const size_t rank = tercet_tensor_rank(target);
  if (tercet_tensor_rank(value.tensor) != rank ||
      (rank > 0 && memcmp(tercet_tensor_shape(value.tensor),
                          tercet_tensor_shape(target),
                          rank * sizeof(int64_t)) != 0)) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "output %.*s, of rank %zu, has not the shape of "
                            "the tensor given for it",
                            TERCET_STRING_ARGS(name),
                            tercet_tensor_rank(value.tensor));
  }
  return tercet_tensor_assign(target, value.tensor, err);
}

static tercet_status
copy_tensor(const tercet_allocator *alloc,
            tercet_onnx_value value,
            tercet_onnx_value *out,
            tercet_error *err)
{
  *out = value;
  return tercet_tensor_copy(alloc, value.tensor, &out->tensor, err);
}

static tercet_status
copy_value(const tercet_allocator *alloc,
           tercet_onnx_value value,
           tercet_onnx_value *out,
           tercet_error *err);

/// Copy the members of a list into an array, and make a list of it
static tercet_status
copy_list(const tercet_allocator *alloc,
          tercet_onnx_value value,
          tercet_onnx_value *out,
          tercet_error *err)
{
  const size_t n = tercet_onnx_value_count(value);
  tercet_onnx_value *const items =
      tercet_allocate_array(alloc, n, sizeof(*items));
  if (!items) {
    return tercet_error_no_memory(err);
  }

  size_t n_copied = 0;
  tercet_status st = TERCET_OK;
  for (; st == TERCET_OK && n_copied < n; ++n_copied) {
    st = copy_value(
        alloc, tercet_onnx_value_at(value, n_copied), &items[n_copied], err);
  }
  n_copied -= st != TERCET_OK;
  if (st == TERCET_OK) {
    st = tercet_onnx_value_from_list(
        alloc, value.kind, value.type, n, items, out, err);
  }
  for (size_t i = 0; st != TERCET_OK && i < n_copied; ++i) {
    tercet_onnx_value_unref(items[i]);
  }
  tercet_release(alloc, items);
  return st;
}

/// Copy a value.  Lists lie in lists as deep as the types that operators make.
static tercet_status
copy_value(const tercet_allocator *alloc,
           tercet_onnx_value value,
           tercet_onnx_value *out,
           tercet_error *err)
{
  switch (value.kind) {
  case TERCET_ONNX_TENSOR:
    return copy_tensor(alloc, value, out, err);
  case TERCET_ONNX_SEQUENCE:
  case TERCET_ONNX_OPTIONAL:
    return copy_list(alloc, value, out, err);
  case TERCET_ONNX_NONE:
    break;
  }
  memset(out, 0, sizeof(*out));
  return TERCET_OK;
}

tercet_status
tercet_onnx_output_detach(const tercet_allocator *alloc,
                          tercet_onnx_value *value,
                          tercet_error *err)
{
  if (value->kind == TERCET_ONNX_TENSOR &&
      tercet_tensor_is_exclusive(value->tensor, alloc)) {
    return TERCET_OK;
  }
  tercet_onnx_value copy;
  TERCET_TRY(copy_value(alloc, *value, &copy, err));
  tercet_onnx_value_unref(*value);
  *value = copy;
  return TERCET_OK;
}
