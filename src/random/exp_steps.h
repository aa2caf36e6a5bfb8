// SPDX-License-Identifier: Apache-2.0

/**
   The exponential function in steps that are the same for a double and for a
   vector of doubles, so that both round alike.

   A file that includes this defines REAL and WORD, a floating-point type and
   the unsigned integers of its size, one or as many lanes, and NAMED(name).

   x is k ln 2 + r with |r| <= ln 2 / 2, and exp(r) its Taylor polynomial, whose
   remainder is 2^-58.  The error is below 1 ULP; results below 2^-1022 lose
   digits and may be rounded twice.
*/

static inline REAL
NAMED(from_bits)(WORD bits)
{
  REAL x;
  memcpy(&x, &bits, sizeof(x));
  return x;
}

static inline WORD
NAMED(to_bits)(REAL x)
{
  WORD bits;
  memcpy(&bits, &x, sizeof(bits));
  return bits;
}

/// Return exp(x) for -1000 <= x <= 1000
static inline REAL
NAMED(exp_steps)(REAL x)
{
  // Adding 1.5 * 2^52 rounds to an integer, which the low bits then hold
  const REAL shifted = x * 0x1.71547652b82fep+0 + 0x1.8p52;
  const REAL k = shifted - 0x1.8p52;
  const REAL r = (x - k * 0x1.62e42fefa38p-1) - k * 0x1.ef35793c7673p-45;

  REAL p = r * 0x1.6124613a86d09p-33 + 0x1.1eed8eff8d898p-29;
  p = p * r + 0x1.ae64567f544e4p-26;
  p = p * r + 0x1.27e4fb7789f5cp-22;
  p = p * r + 0x1.71de3a556c734p-19;
  p = p * r + 0x1.a01a01a01a01ap-16;
  p = p * r + 0x1.a01a01a01a01ap-13;
  p = p * r + 0x1.6c16c16c16c17p-10;
  p = p * r + 0x1.1111111111111p-7;
  p = p * r + 0x1.5555555555555p-5;
  p = p * r + 0x1.5555555555555p-3;
  p = p * r + 0.5;
  p = p * (r * r) + r;
  p = p + 1.0;

  // 2^k in two factors, neither of which leaves the normal numbers: k + 2^15,
  // from the low 16 bits, is split into halves
  const WORD n =
      ((NAMED(to_bits)(shifted) & UINT64_C(0xffff)) + UINT64_C(0x8000)) &
      UINT64_C(0xffff);
  const WORD half = n >> 1U;
  const uint64_t bias = UINT64_C(0x3ff) - UINT64_C(0x4000);
  return p * NAMED(from_bits)((half + bias) << 52U) *
         NAMED(from_bits)((n - half + bias) << 52U);
}
