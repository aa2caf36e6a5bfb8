// SPDX-License-Identifier: Apache-2.0

/// SparseTensorProto: what its numbers must be, and the tensor that it stands
/// for

#ifndef TERCET_ONNX_SPARSE_H
#define TERCET_ONNX_SPARSE_H

#include "onnx/operator.h"

/// Bytes of a tensor that a sparse one is made into; larger ones are
/// #TERCET_ERR_LIMIT, since a few bytes of a model would ask for them
#define TERCET_ONNX_SPARSE_MAX ((size_t)1U << 30U)

/**
   Check a sparse tensor: that it has a shape, a vector of values, and for each
   of them an index into the flat tensor or one index for each axis, which are
   in ascending order and within the shape.

   @return #TERCET_OK, or with the reason in `err` #TERCET_ERR_SHAPE,
   #TERCET_ERR_DTYPE, #TERCET_ERR_RANGE, #TERCET_ERR_LIMIT, or
   #TERCET_ERR_UNSUPPORTED for values of an unknown type.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_sparse_check(const tercet_onnx_sparse *sparse, tercet_error *err);

/**
   Set `out` to a new tensor of zeros, or empty strings, with the values at
   their places.

   @return What tercet_onnx_sparse_check() and tercet_onnx_tensor_value() do,
   or #TERCET_ERR_NO_MEMORY; then `out` is not set.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_sparse_value(const tercet_allocator *alloc,
                         const tercet_onnx_sparse *sparse,
                         tercet_onnx_strings *strings,
                         tercet_onnx_value *out,
                         tercet_error *err);

#endif // TERCET_ONNX_SPARSE_H
