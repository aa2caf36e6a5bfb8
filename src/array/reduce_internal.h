// SPDX-License-Identifier: Apache-2.0

/// What the files about reductions share

#ifndef TERCET_ARRAY_REDUCE_INTERNAL_H
#define TERCET_ARRAY_REDUCE_INTERNAL_H

#include "array/reduce.h"
#include "array/tensor_internal.h"

/// Set `reduces`, one for each axis, from the caller's axes; NULL means all
TERCET_NODISCARD tercet_status
tercet_reduce_axes(const tercet_tensor *tensor,
                   size_t n_axes,
                   const int64_t *axes,
                   bool *reduces,
                   tercet_error *err);

/// Set the shape of a result, and return its rank
size_t
tercet_reduced_shape(const tercet_tensor *tensor,
                     const bool *reduces,
                     bool keepdims,
                     int64_t *shape);

/// Reduce with a #tercet_reduce_op or one of those of reduce.h; `ddof`
/// is taken off the divisor of moments
TERCET_NODISCARD tercet_status
tercet_reduce(const tercet_allocator *alloc,
              unsigned op,
              const tercet_tensor *tensor,
              const bool *reduces,
              bool keepdims,
              double ddof,
              tercet_tensor **out,
              tercet_error *err);

/// Like tercet_reduce_into(), for #REDUCE_VARIANCE and #REDUCE_DEVIATION of
/// complex numbers
TERCET_NODISCARD tercet_status
tercet_reduce_complex_moment(unsigned op,
                             const tercet_tensor *tensor,
                             const bool *reduces,
                             double ddof,
                             tercet_tensor *out,
                             tercet_error *err);

#endif // TERCET_ARRAY_REDUCE_INTERNAL_H
