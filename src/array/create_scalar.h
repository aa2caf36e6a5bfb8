// SPDX-License-Identifier: Apache-2.0

/// Between single numbers and elements of a dtype

#ifndef TERCET_ARRAY_CREATE_SCALAR_H
#define TERCET_ARRAY_CREATE_SCALAR_H

#include <tercet/tensor.h>

/// Return an element as a number
tercet_scalar
tercet_scalar_from_element(tercet_dtype dtype, const void *element);

/// Write a number as an element; #TERCET_ERR_RANGE if it does not fit, see
/// tercet_tensor_set()
TERCET_NODISCARD tercet_status
tercet_scalar_to_element(const tercet_scalar *scalar,
                         tercet_dtype dtype,
                         void *element,
                         tercet_error *err);

/// Bytes that are enough for the text of any number, with its NUL
#define TERCET_SCALAR_TEXT_MAX 80U

/// Write a number for messages; returns `text`
const char *
tercet_scalar_text(const tercet_scalar *scalar,
                   char text[TERCET_SCALAR_TEXT_MAX]);

#endif // TERCET_ARRAY_CREATE_SCALAR_H
