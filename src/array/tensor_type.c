// SPDX-License-Identifier: Apache-2.0

#include "array/tensor_type.h"

#include "array/shape.h"
#include "base/error.h"

#include <string.h>

tercet_status
tercet_tensor_type_init(tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        tercet_tensor_type *out,
                        tercet_error *err)
{
  const size_t item_size = tercet_dtype_size(dtype);
  int64_t n_elements = 0;
  TERCET_TRY(tercet_shape_check(rank, shape, item_size, &n_elements, err));

  *out = (tercet_tensor_type){
      .dtype = dtype,
      .rank = (uint32_t)rank,
      .n_elements = n_elements,
      .n_bytes = (size_t)n_elements * item_size,
  };
  if (rank) {
    memcpy(out->shape, shape, rank * sizeof(*shape));
  }
  return TERCET_OK;
}

bool
tercet_tensor_type_equals(const tercet_tensor_type *a,
                          const tercet_tensor_type *b)
{
  return a->dtype == b->dtype &&
         tercet_shape_equals(a->rank, a->shape, b->rank, b->shape);
}
