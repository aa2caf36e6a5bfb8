// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_ARRAY_DTYPE_H
#define TERCET_ARRAY_DTYPE_H

#include <tercet/tensor.h>

/// What the numbers of a dtype are; the letters of #TERCET_DTYPE_LIST
typedef enum {
  TERCET_KIND_B, ///< Bool
  TERCET_KIND_I, ///< Signed integer
  TERCET_KIND_U, ///< Unsigned integer
  TERCET_KIND_F, ///< Float
  TERCET_KIND_C, ///< Complex: two floats
} tercet_dtype_kind;

#define TERCET_KIND_COUNT 5

/// Return the kind of a dtype
tercet_dtype_kind
tercet_dtype_kind_of(tercet_dtype dtype);

/// Return the dtype of the parts of a complex number
tercet_dtype
tercet_dtype_of_parts(tercet_dtype dtype);

/// Return the alignment of an element: its size, or that of half a complex
size_t
tercet_dtype_alignment(tercet_dtype dtype);

#endif // TERCET_ARRAY_DTYPE_H
