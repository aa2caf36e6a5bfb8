// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_ARRAY_LITERAL_ELEMENTS_H
#define TERCET_ARRAY_LITERAL_ELEMENTS_H

#include "array/literal_cursor.h"
#include "array/tensor_type.h"

/**
   Read the elements of `data`, from behind the opening bracket to behind the
   closing one.

   @param names_only Whether numbers are wrong in a bool tensor.
   @param out Room for the elements of the type.
*/
TERCET_NODISCARD tercet_status
tercet_literal_read_elements(tercet_literal_cursor *in,
                             const tercet_tensor_type *type,
                             bool names_only,
                             void *out);

#endif // TERCET_ARRAY_LITERAL_ELEMENTS_H
