// SPDX-License-Identifier: Apache-2.0

/**
   Copies between any two layouts.

   Where the axis along which the source is dense is not that along which the
   target is, the copy goes through blocks that fit the first cache, so that
   both are read and written by whole cache lines.
*/

#ifndef TERCET_ARRAY_COPY_H
#define TERCET_ARRAY_COPY_H

#include <tercet/tensor.h>

/// Copy elements of 1, 2, 4, 8 or 16 bytes; the two may not share
/// bytes.  Fails only if the operation is cancelled.
TERCET_NODISCARD tercet_status
tercet_elements_move(size_t rank,
                     const int64_t *shape,
                     size_t item_size,
                     char *out,
                     const int64_t *out_strides,
                     const char *in,
                     const int64_t *in_strides,
                     tercet_error *err);

/// Copy elements, and convert them if the dtypes differ, see
/// tercet_tensor_cast(); the two may not share
/// bytes.  Fails only if the operation is cancelled.
TERCET_NODISCARD tercet_status
tercet_elements_copy(size_t rank,
                     const int64_t *shape,
                     tercet_dtype out_dtype,
                     char *out,
                     const int64_t *out_strides,
                     tercet_dtype in_dtype,
                     const char *in,
                     const int64_t *in_strides,
                     tercet_error *err);

#endif // TERCET_ARRAY_COPY_H
