// SPDX-License-Identifier: Apache-2.0

#include "onnx/sparse.h"

#include "base/checked.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

/* ---- Checking ---- */

/// Set `n` to the number of elements of the tensor, which has a known type
static tercet_status
check_shape(const tercet_onnx_sparse *sparse, int64_t *n, tercet_error *err)
{
  *n = 1;
  bool fits = sparse->rank <= TERCET_MAX_RANK;
  for (size_t i = 0; fits && i < sparse->rank; ++i) {
    fits =
        sparse->shape[i] >= 0 && tercet_i64_multiply(*n, sparse->shape[i], n);
  }
  if (!fits) {
    return tercet_error_set(
        err, TERCET_ERR_SHAPE, "a shape that no tensor has");
  }
  const tercet_dtype dtype =
      tercet_onnx_type_dtype((tercet_onnx_type)sparse->values.type);
  return (uint64_t)*n <= TERCET_ONNX_SPARSE_MAX / tercet_dtype_size(dtype)
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_LIMIT,
                                "%" PRId64 " elements, which are more than a "
                                "sparse tensor may have",
                                *n);
}

/// Check the shapes of the values and indices; set `n_axes` to the indices of
/// one value
static tercet_status
check_parts(const tercet_onnx_sparse *sparse, size_t *n_axes, tercet_error *err)
{
  const tercet_onnx_tensor *const values = &sparse->values;
  const tercet_onnx_tensor *const indices = &sparse->indices;
  if (indices->type != TERCET_ONNX_INT64) {
    return tercet_error_set(
        err, TERCET_ERR_DTYPE, "indices that are not of int64");
  }
  if (values->rank != 1 || values->shape[0] < 0) {
    return tercet_error_set(
        err, TERCET_ERR_SHAPE, "values of rank %zu, not 1", values->rank);
  }
  const bool is_flat = indices->rank == 1;
  *n_axes = is_flat ? 1 : sparse->rank;
  const int64_t n = values->shape[0];
  size_t n_bytes = 0;
  const bool fits =
      (is_flat ||
       (indices->rank == 2 && indices->shape[1] == (int64_t)sparse->rank)) &&
      indices->shape[0] == n &&
      tercet_size_multiply((size_t)n, *n_axes * sizeof(int64_t), &n_bytes) &&
      indices->n_bytes == n_bytes && (indices->data || n_bytes == 0);
  return fits ? TERCET_OK
              : tercet_error_set(err,
                                 TERCET_ERR_SHAPE,
                                 "indices that are neither one for each of "
                                 "the %" PRId64 " values nor one for each of "
                                 "its %zu axes",
                                 n,
                                 sparse->rank);
}

/// Return index number `i`
static int64_t
index_at(const tercet_onnx_sparse *sparse, size_t i)
{
  int64_t out = 0;
  memcpy(
      &out, (const char *)sparse->indices.data + i * sizeof(out), sizeof(out));
  return out;
}

/// Set `out` to the place of a value in the flat tensor of `n` elements; false
/// if an index is out of range
static bool
place_of(const tercet_onnx_sparse *sparse,
         size_t n_axes,
         size_t i,
         int64_t n,
         int64_t *out)
{
  if (sparse->indices.rank == 1) {
    *out = index_at(sparse, i);
    return *out >= 0 && *out < n;
  }
  int64_t place = 0;
  for (size_t axis = 0; axis < n_axes; ++axis) {
    const int64_t index = index_at(sparse, i * n_axes + axis);
    if (index < 0 || index >= sparse->shape[axis]) {
      return false;
    }
    place = place * sparse->shape[axis] + index;
  }
  *out = place;
  return place < n;
}

tercet_status
tercet_onnx_sparse_check(const tercet_onnx_sparse *sparse, tercet_error *err)
{
  int64_t n = 0;
  size_t n_axes = 0;
  const int32_t type = sparse->values.type;
  if (type <= TERCET_ONNX_UNDEFINED || type > TERCET_ONNX_FLOAT4E2M1) {
    return tercet_error_set(
        err, TERCET_ERR_UNSUPPORTED, "values of a type that is not known");
  }
  TERCET_TRY(check_shape(sparse, &n, err));
  TERCET_TRY(check_parts(sparse, &n_axes, err));
  int64_t former = -1;
  for (size_t i = 0; i < (size_t)sparse->values.shape[0]; ++i) {
    int64_t place = 0;
    if (!place_of(sparse, n_axes, i, n, &place)) {
      return tercet_error_set(err,
                              TERCET_ERR_RANGE,
                              "indices of value %zu that are out of range",
                              i);
    }
    if (place <= former) {
      return tercet_error_set(err,
                              TERCET_ERR_RANGE,
                              "indices of value %zu that do not come behind "
                              "those before",
                              i);
    }
    former = place;
  }
  return TERCET_OK;
}

/* ---- Values ---- */

tercet_status
tercet_onnx_sparse_value(const tercet_allocator *alloc,
                         const tercet_onnx_sparse *sparse,
                         tercet_onnx_strings *strings,
                         tercet_onnx_value *out,
                         tercet_error *err)
{
  tercet_onnx_value values;
  tercet_tensor *dense = NULL;
  TERCET_TRY(tercet_onnx_sparse_check(sparse, err));
  TERCET_TRY(
      tercet_onnx_tensor_value(alloc, &sparse->values, strings, &values, err));
  const tercet_dtype dtype = tercet_tensor_dtype(values.tensor);
  const tercet_status st =
      tercet_tensor_new(alloc, dtype, sparse->rank, sparse->shape, &dense, err);
  if (st == TERCET_OK) {
    const size_t size = tercet_dtype_size(dtype);
    const char *const from = tercet_tensor_data(values.tensor);
    char *const to = tercet_tensor_mutable_data(dense);
    const int64_t n = tercet_tensor_size(dense);
    for (size_t i = 0; i < (size_t)sparse->values.shape[0]; ++i) {
      int64_t place = 0;
      place_of(sparse, sparse->rank, i, n, &place);
      memcpy(to + (size_t)place * size, from + i * size, size);
    }
    *out = tercet_onnx_value_from_tensor(dense);
    out->type = values.type;
  }
  tercet_onnx_value_unref(values);
  return st;
}
