// SPDX-License-Identifier: Apache-2.0

#include "base/number_big.h"

#include "base/number_scan.h"

#include <assert.h>

__extension__ typedef unsigned __int128 u128;

/// The middle between two doubles has at most 768 significant digits.  Further
/// digits of the text count only as being zero or not.
#define MAX_DIGITS 780

/// 781 digits and 5^1123 take less than 2,700 bits, and aligning adds the few
/// bits in which the two numbers differ, or else stays below 2^1100
#define MAX_LIMBS 64U

/// A non-negative integer, least significant limb first, no zero limb on top
typedef struct {
  uint32_t n;
  uint64_t limbs[MAX_LIMBS];
} big;

static void
big_push(big *a, uint64_t limb)
{
  if (limb) {
    assert(a->n < MAX_LIMBS);
    a->limbs[a->n++] = limb;
  }
}

/// Set `a` to a * factor + addend
static void
big_multiply_add(big *a, uint64_t factor, uint64_t addend)
{
  uint64_t carry = addend;
  for (uint32_t i = 0; i < a->n; ++i) {
    const u128 product = (u128)a->limbs[i] * factor + carry;
    a->limbs[i] = (uint64_t)product;
    carry = (uint64_t)(product >> 64U);
  }
  big_push(a, carry);
}

static void
big_multiply_power_of_5(big *a, int64_t exponent)
{
  const uint64_t step = UINT64_C(7450580596923828125); // 5^27
  for (; exponent >= 27; exponent -= 27) {
    big_multiply_add(a, step, 0);
  }
  uint64_t rest = 1;
  for (; exponent > 0; --exponent) {
    rest *= 5U;
  }
  big_multiply_add(a, rest, 0);
}

static void
big_shift_left(big *a, int64_t count)
{
  big_multiply_add(a, UINT64_C(1) << (count % 64), 0);
  const uint32_t n_limbs = (uint32_t)(count / 64);
  if (n_limbs && a->n) {
    assert(a->n + n_limbs <= MAX_LIMBS);
    memmove(a->limbs + n_limbs, a->limbs, a->n * sizeof(uint64_t));
    memset(a->limbs, 0, n_limbs * sizeof(uint64_t));
    a->n += n_limbs;
  }
}

static int
big_compare(const big *a, const big *b)
{
  if (a->n != b->n) {
    return a->n < b->n ? -1 : 1;
  }
  for (uint32_t i = a->n; i-- > 0;) {
    if (a->limbs[i] != b->limbs[i]) {
      return a->limbs[i] < b->limbs[i] ? -1 : 1;
    }
  }
  return 0;
}

/// Set `a` to the digits of a number whose first digits are known, and return
/// the power of ten of the last one
static int64_t
big_set_digits(const tercet_decimal *decimal, big *a)
{
  a->n = 0;
  big_push(a, decimal->mantissa);
  if (!decimal->truncated) {
    return decimal->exponent;
  }

  // Walk past the digits in the mantissa
  const char *p = decimal->digits;
  while (*p == '0' || *p == '.') {
    ++p;
  }
  for (int skip = TERCET_DECIMAL_DIGITS; skip > 0; ++p) {
    skip -= *p != '.';
  }

  int64_t exponent = decimal->exponent;
  bool rest = false;
  for (int n = TERCET_DECIMAL_DIGITS; p < decimal->end && !rest; ++p) {
    if (*p == '.') {
      continue;
    }
    if (!tercet_is_digit(*p)) {
      break;
    }
    if (n < MAX_DIGITS) {
      big_multiply_add(a, 10U, (uint64_t)(*p - '0'));
      --exponent;
      ++n;
    } else {
      rest = *p != '0';
    }
  }
  if (rest) {
    big_multiply_add(a, 10U, 1U);
    --exponent;
  }
  return exponent;
}

int
tercet_decimal_compare(const tercet_decimal *decimal, uint64_t m, int32_t e)
{
  big a;
  big b = {0, {0}};
  const int64_t exponent = big_set_digits(decimal, &a);
  big_push(&b, m);

  // Compare a * 5^exponent * 2^exponent with b * 2^e, without fractions
  big_multiply_power_of_5(exponent >= 0 ? &a : &b,
                          exponent >= 0 ? exponent : -exponent);
  const int64_t shift = exponent - e;
  big_shift_left(shift >= 0 ? &a : &b, shift >= 0 ? shift : -shift);
  return big_compare(&a, &b);
}
