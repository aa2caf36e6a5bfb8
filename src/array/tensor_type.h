// SPDX-License-Identifier: Apache-2.0

/// Dtype and shape of tensors whose elements lie in row-major order without
/// gaps: what rows of a tensor block, and tensor values in a query, share

#ifndef TERCET_ARRAY_TENSOR_TYPE_H
#define TERCET_ARRAY_TENSOR_TYPE_H

#include <tercet/tensor.h>

typedef struct {
  tercet_dtype dtype;
  uint32_t rank;
  int64_t n_elements;
  size_t n_bytes;
  int64_t shape[TERCET_MAX_RANK];
} tercet_tensor_type;

/// Set `out`, or return #TERCET_ERR_SHAPE (negative extent, rank, overflow)
tercet_status
tercet_tensor_type_init(tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        tercet_tensor_type *out,
                        tercet_error *err);

/// Return whether dtype and shape are equal
bool
tercet_tensor_type_equals(const tercet_tensor_type *a,
                          const tercet_tensor_type *b);

#endif // TERCET_ARRAY_TENSOR_TYPE_H
