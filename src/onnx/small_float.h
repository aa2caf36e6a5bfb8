// SPDX-License-Identifier: Apache-2.0

/**
   The floats of eight and four bits, and integers of four.

   Their elements take a byte each: a small float the bits, in the lowest ones,
   an integer its value.
*/

#ifndef TERCET_ONNX_SMALL_FLOAT_H
#define TERCET_ONNX_SMALL_FLOAT_H

#include <tercet/onnx.h>

/// Return whether a type is a float of eight or four bits
bool
tercet_onnx_is_small_float(tercet_onnx_type type);

/// Return whether a type is an integer of four bits
bool
tercet_onnx_is_small_integer(tercet_onnx_type type);

/// Return the value of a small float, exactly
float
tercet_small_float_decode(tercet_onnx_type type, uint8_t bits);

/**
   Return the small float nearest to a number, of two the one with an even
   last bit.

   @param saturates Numbers beyond the greatest, and infinities, become the
   greatest; otherwise infinity, or NaN in a type that has none.  float4e2m1
   always saturates, and NaN becomes its greatest number.
*/
uint8_t
tercet_small_float_encode(tercet_onnx_type type, double value, bool saturates);

/// Make a float32 tensor of the values of small floats
TERCET_NODISCARD tercet_status
tercet_small_floats_decode(const tercet_allocator *alloc,
                           tercet_onnx_type type,
                           const tercet_tensor *bits,
                           tercet_tensor **out,
                           tercet_error *err);

/// Write numbers of any dtype as small floats
TERCET_NODISCARD tercet_status
tercet_small_floats_encode(const tercet_allocator *scratch,
                           tercet_onnx_type type,
                           bool saturates,
                           const tercet_tensor *numbers,
                           tercet_tensor *out,
                           tercet_error *err);

/// Write numbers of any dtype as integers of four bits: floats are truncated
/// and saturate, integers keep their low bits
TERCET_NODISCARD tercet_status
tercet_small_integers_encode(tercet_onnx_type type,
                             const tercet_tensor *numbers,
                             tercet_tensor *out,
                             tercet_error *err);

#endif // TERCET_ONNX_SMALL_FLOAT_H
