// SPDX-License-Identifier: Apache-2.0

/**
   Loop bodies that apply the mathematical kernels to lines of any dtype.

   float32 and float64 lines without gaps go to the kernels as they are; others
   pass through buffers of float32 (half floats) or float64 (integers).
*/

#ifndef TERCET_ARRAY_MATH_LINE_H
#define TERCET_ARRAY_MATH_LINE_H

#include "array/element.h"
#include "array/kernel/math.h"
#include "array/loop.h"

typedef _Complex double (*tercet_math_complex)(_Complex double);
typedef _Complex double (*tercet_math2_complex)(_Complex double,
                                                _Complex double);

/// The function of a line: the members of its number of operands, of which
/// one is used
typedef struct {
  tercet_dtype in;
  tercet_dtype out;
  bool is_f32; ///< Computed in float32, else in float64 or complex128
  tercet_math_f32 f32;
  tercet_math_f64 f64;
  tercet_math_complex of_complex;
  tercet_math2_f32 f32_2;
  tercet_math2_f64 f64_2;
  tercet_math2_complex of_complex_2;
} tercet_math_line;

/// Set `out` to a function of one operand; false if the dtype lacks it
bool
tercet_math_line_init(tercet_math_line *out,
                      tercet_math function,
                      tercet_dtype dtype);

/// The same for two operands
bool
tercet_math2_line_init(tercet_math_line *out,
                       tercet_math2 function,
                       tercet_dtype dtype);

/// The loop bodies; their context is a tercet_math_line
bool
tercet_math_line_run(void *context,
                     char *const *data,
                     const int64_t *strides,
                     int64_t n);

bool
tercet_math2_line_run(void *context,
                      char *const *data,
                      const int64_t *strides,
                      int64_t n);

/// Read `n` <= #WIDE_CAPACITY real elements of any dtype as float64
void
tercet_elements_load_f64(
    tercet_dtype dtype, const char *in, int64_t stride, int64_t n, double *out);

/// Write floats as elements of a float dtype of at most float32
void
tercet_elements_store_f32(
    tercet_dtype dtype, const float *in, int64_t n, char *out, int64_t stride);

#endif // TERCET_ARRAY_MATH_LINE_H
