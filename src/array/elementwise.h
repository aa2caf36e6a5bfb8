// SPDX-License-Identifier: Apache-2.0

/// Results that go into an existing tensor

#ifndef TERCET_ARRAY_ELEMENTWISE_H
#define TERCET_ARRAY_ELEMENTWISE_H

#include "array/tensor_internal.h"

/// Check that a result of that dtype and shape may be written to `out`
TERCET_NODISCARD tercet_status
tercet_elementwise_check(const tercet_tensor *out,
                         tercet_dtype dtype,
                         size_t rank,
                         const int64_t *shape,
                         tercet_error *err);

/**
   Make operands safe from what is written to `out`: those that share bytes with
   it, but not element for element, are replaced by copies.

   @param[out] inputs The operands to read.
   @param[out] copies As many, to be given back, NULL where none was made; all
   NULL on failure.
*/
TERCET_NODISCARD tercet_status
tercet_elementwise_inputs(size_t n,
                          const tercet_tensor *const *operands,
                          const tercet_tensor *out,
                          const tercet_tensor **inputs,
                          tercet_tensor **copies,
                          tercet_error *err);

#endif // TERCET_ARRAY_ELEMENTWISE_H
