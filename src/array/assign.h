// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_ARRAY_ASSIGN_H
#define TERCET_ARRAY_ASSIGN_H

#include <tercet/tensor.h>

/**
   Make `value` ready to be written to elements of `target`.

   It is broadcast to a shape, without axes of extent 1 in front if it has too
   many, and copied if it may share bytes with `target`; a copy has the dtype
   of that.
*/
TERCET_NODISCARD tercet_status
tercet_value_prepare(const tercet_tensor *value,
                     const tercet_tensor *target,
                     size_t rank,
                     const int64_t *shape,
                     tercet_tensor **out,
                     tercet_error *err);

/// The same, with the dtype of `target` and contiguous
TERCET_NODISCARD tercet_status
tercet_values_pack(const tercet_tensor *values,
                   const tercet_tensor *target,
                   size_t rank,
                   const int64_t *shape,
                   tercet_tensor **out,
                   tercet_error *err);

#endif // TERCET_ARRAY_ASSIGN_H
