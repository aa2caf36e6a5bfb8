// SPDX-License-Identifier: Apache-2.0

/**
   Tensors in one byte for each element, with how far that is off at the most:
   what a scan can look at first, in a fourth of the time that it takes to read
   float32 elements.
*/

#ifndef TERCET_STORE_TENSOR_CODES_H
#define TERCET_STORE_TENSOR_CODES_H

#include "array/tensor_type.h"

#include <tercet/status.h>

/// A tensor x as scale * codes + r
typedef struct {
  double squares; ///< Sum of the squares of x, in float64
  float scale;
  float error;    ///< |r| (the root of its squares) at the most; INFINITY where
                  ///< nothing is known
  int8_t codes[]; ///< One for each element
} tercet_tensor_code;

/// Elements of tensors that are worth codes at the least and the most
#define TERCET_TENSOR_CODES_LEAST 32
#define TERCET_TENSOR_CODES_MOST ((int64_t)1 << 20U)

/// The codes of the first rows of a block
typedef struct {
  uint64_t n_rows;
  size_t stride;
  char *rows;
} tercet_tensor_codes;

/// Return whether codes are made of tensors of a type: long ones of floats
bool
tercet_tensor_type_has_codes(const tercet_tensor_type *type);

/// Return the bytes from one code to the next
size_t
tercet_tensor_code_stride(const tercet_tensor_type *type);

/// Make the code of a tensor
void
tercet_tensor_code_make(const tercet_tensor_type *type,
                        const void *row,
                        tercet_tensor_code *out);

#endif // TERCET_STORE_TENSOR_CODES_H
