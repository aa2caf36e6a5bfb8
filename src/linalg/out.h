// SPDX-License-Identifier: Apache-2.0

/// Results that go into a tensor of the caller

#ifndef TERCET_LINALG_OUT_H
#define TERCET_LINALG_OUT_H

#include <tercet/tensor.h>

/// Check that a tensor may be written and has this dtype and shape
TERCET_NODISCARD tercet_status
tercet_linalg_check_out(const tercet_tensor *out,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        tercet_error *err);

/// Return whether the ranges of memory that two tensors span meet
bool
tercet_linalg_may_overlap(const tercet_tensor *a, const tercet_tensor *b);

/// Copy the elements of a tensor of the same dtype and shape
void
tercet_linalg_assign(tercet_tensor *to, const tercet_tensor *from);

#endif // TERCET_LINALG_OUT_H
