// SPDX-License-Identifier: Apache-2.0

/// Copies of boxes of elements, of which combined tensors are made

#ifndef TERCET_ARRAY_COMBINE_COPY_H
#define TERCET_ARRAY_COMBINE_COPY_H

#include <tercet/tensor.h>

/// Copy elements of `item_size` bytes from one box to another of the same
/// shape; they do not overlap
void
tercet_copy_box(size_t item_size,
                size_t rank,
                const int64_t *shape,
                char *from,
                const int64_t *from_strides,
                char *to,
                const int64_t *to_strides);

#endif // TERCET_ARRAY_COMBINE_COPY_H
