// SPDX-License-Identifier: Apache-2.0

/**
   Elements as text of one width.

   All elements that will be shown are looked at first; then each can be
   written so that points and ends are below each other.
*/

#ifndef TERCET_ARRAY_FORMAT_NUMBER_H
#define TERCET_ARRAY_FORMAT_NUMBER_H

#include <tercet/tensor.h>

/// Most digits behind the point that can be asked for
#define TERCET_FORMAT_PRECISION_MAX 40

/// Bytes that any element needs, complex ones too: a part has at most a sign,
/// 8 digits, the point and the 323 + 17 digits of the least number
#define TERCET_FORMAT_CELL_MAX 1024U

/// Widths of a column of floats, in characters
typedef struct {
  size_t before; ///< Sign and digits in front of the point
  size_t behind; ///< Digits behind it
} tercet_format_widths;

/// What was seen of floats
typedef struct {
  double max; ///< Of the absolute values that are not 0
  double min;
  tercet_format_widths plain;
  tercet_format_widths scientific;
  size_t n_exponent; ///< Digits of the exponent
  bool has_finite;
  bool has_nan;
  bool has_infinity;
  bool has_negative_infinity;
} tercet_format_floats;

/// In the owner's storage
typedef struct {
  tercet_dtype dtype;
  int precision; ///< -1: as many digits as tell numbers apart
  bool suppress;
  size_t width; ///< Of integers and bools
  tercet_format_floats re;
  tercet_format_floats im;
} tercet_format_cells;

/// Prepare for elements of a dtype
void
tercet_format_cells_init(tercet_format_cells *cells,
                         tercet_dtype dtype,
                         const tercet_format_options *options);

/// Look at an element
void
tercet_format_cells_see(tercet_format_cells *cells, const char *element);

/// Write an element that was looked at; return its length
size_t
tercet_format_cells_write(const tercet_format_cells *cells,
                          const char *element,
                          char out[TERCET_FORMAT_CELL_MAX]);

#endif // TERCET_ARRAY_FORMAT_NUMBER_H
