// SPDX-License-Identifier: Apache-2.0

/// Numbers to and from strings

#ifndef TERCET_ONNX_OP_CAST_TEXT_H
#define TERCET_ONNX_OP_CAST_TEXT_H

#include "onnx/operator.h"

/**
   Read the strings of input 0 into `out`, which holds elements of `type`.

   Decimal and scientific forms, and INF, Infinity and NaN with or without a
   sign in capitals or not; for bool true and false as well.  Integers lose
   their fraction, and saturate.  Anything else is #TERCET_ERR_RANGE.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_numbers_from_text(const tercet_onnx_call *call,
                              tercet_onnx_type type,
                              tercet_tensor *out);

/**
   Write the elements of a tensor to `out` as strings.

   Integers plainly; floats with the fewest digits that read back to the same
   number, such as 0.1, 1.0 or 1e+20, and INF, -INF and NaN; bool True and
   False.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_numbers_to_text(const tercet_onnx_call *call,
                            const tercet_tensor *numbers,
                            tercet_tensor *out);

#endif // TERCET_ONNX_OP_CAST_TEXT_H
