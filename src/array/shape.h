// SPDX-License-Identifier: Apache-2.0

/// Extents and strides: checks, row-major order, broadcasting

#ifndef TERCET_ARRAY_SHAPE_H
#define TERCET_ARRAY_SHAPE_H

#include <tercet/tensor.h>

/**
   Check extents and count the elements.

   The product with every zero extent taken as 1, in bytes, must fit an
   int64_t too, so that strides never overflow.

   @param[out] n_elements Product of the extents.
   @return #TERCET_OK or #TERCET_ERR_SHAPE.
*/
TERCET_NODISCARD tercet_status
tercet_shape_check(size_t rank,
                   const int64_t *shape,
                   size_t item_size,
                   int64_t *n_elements,
                   tercet_error *err);

/// Set the byte strides of row-major order without gaps; the shape must have
/// passed tercet_shape_check()
void
tercet_shape_strides(size_t rank,
                     const int64_t *shape,
                     size_t item_size,
                     int64_t *strides);

/// Return whether strides are those of row-major order without gaps; where an
/// extent is 1 the stride does not matter, and in an empty tensor none does
bool
tercet_shape_is_contiguous(size_t rank,
                           const int64_t *shape,
                           const int64_t *strides,
                           size_t item_size);

/// Return whether two shapes are equal
bool
tercet_shape_equals(size_t rank_a,
                    const int64_t *a,
                    size_t rank_b,
                    const int64_t *b);

/**
   Find the common shape of two, aligned on the last axis.

   @param[out] out Room for #TERCET_MAX_RANK extents.
   @return #TERCET_OK, or #TERCET_ERR_SHAPE naming both shapes.
*/
TERCET_NODISCARD tercet_status
tercet_shape_broadcast(size_t rank_a,
                       const int64_t *a,
                       size_t rank_b,
                       const int64_t *b,
                       size_t *rank,
                       int64_t *out,
                       tercet_error *err);

/// Bytes of the text of a shape, with its NUL; longer ones end in "...]"
#define TERCET_SHAPE_TEXT_MAX 160U

/// Write a shape for messages, such as "[2, 3]"; returns `text`
const char *
tercet_shape_text(size_t rank,
                  const int64_t *shape,
                  char text[TERCET_SHAPE_TEXT_MAX]);

#endif // TERCET_ARRAY_SHAPE_H
