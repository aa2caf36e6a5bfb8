// SPDX-License-Identifier: Apache-2.0

/// The two halves of printing a float: its shortest digits, and their layout

#ifndef TERCET_BASE_NUMBER_TEXT_H
#define TERCET_BASE_NUMBER_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The finite number digits * 10^exponent; unless said otherwise,
/// `digits` does not end in 0 or is 0
typedef struct {
  uint64_t digits;
  int32_t exponent;
  bool negative;
} tercet_digits;

/// Move trailing zeros of the digits into the exponent
static inline void
tercet_digits_strip(tercet_digits *number)
{
  while (number->digits && number->digits % 10U == 0) {
    number->digits /= 10U;
    ++number->exponent;
  }
}

/// Return the fewest digits that read back as the finite `value`, and of those
/// the ones closest to it
tercet_digits
tercet_f64_digits(double value);

tercet_digits
tercet_f32_digits(float value);

/// Likewise for the finite binary16 with these bits
tercet_digits
tercet_f16_digits(uint16_t bits);

/**
   Round a finite value to a multiple of 10^exponent, to nearest with ties to
   even, as printf() does.

   @param exponent -324 to 342.
   @param[out] out Digits with that exponent, trailing zeros included.
   @return False if there are more than 18 digits.
*/
bool
tercet_f64_digits_at(double value, int32_t exponent, tercet_digits *out);

/// Round a finite value to `n` significant digits, 1 to 17, likewise, and drop
/// trailing zeros: the digits of printf's "%.<n>g".  False for a few values
/// near the least ones.
bool
tercet_f64_digits_rounded(double value, uint32_t n, tercet_digits *out);

/**
   Give a number that layouts write plainly all its digits before the point.

   Zeros that would fill them up are exactly as long: a float16 of 65504 has
   the shortest digits 655, but 65504.0 is no longer than 65500.0 and closer.
   It matters for float32 and float16 only, where neighbours may be more than
   10 apart below 10^16.
*/
static inline void
tercet_digits_fill(tercet_digits *number, double value)
{
  if (number->exponent > 0 && value < 1e16 && value > -1e16) {
    number->digits = (uint64_t)(value < 0 ? -value : value);
    number->exponent = 0;
  }
}

/// How digits become text.  A number is written plainly if it is 0 or if its
/// first digit stands for 10^lowest or more and less than 10^limit, otherwise
/// with an exponent.
typedef struct {
  int8_t lowest;
  int8_t limit;
  bool plain_point;        ///< Integers end in ".0" when written plainly
  bool scientific_point;   ///< 1.0E5, not 1E5
  bool plus;               ///< 1e+16, not 1e16
  char letter;             ///< 'e' or 'E'
  uint8_t exponent_digits; ///< At least so many, 1 or 2
} tercet_digits_layout;

/// TERCET_FLOAT_PYTHON
extern const tercet_digits_layout tercet_layout_python;

/// TERCET_FLOAT_XSD
extern const tercet_digits_layout tercet_layout_xsd;

/// Write a text of at most 24 + max(-lowest, limit) bytes, and return how many
/// it has; bytes behind it, up to 8, may be written too
size_t
tercet_digits_write(const tercet_digits *number,
                    const tercet_digits_layout *layout,
                    char *out);

/// Write without exponent and with exactly `n_decimals` digits behind the
/// point (no point for 0).  Return the bytes, or 0 if the number needs more
/// decimals or is 10^20 or more; at most 24 + n_decimals, and up to 8 behind.
size_t
tercet_digits_write_fixed(const tercet_digits *number,
                          uint32_t n_decimals,
                          char *out);

#endif // TERCET_BASE_NUMBER_TEXT_H
