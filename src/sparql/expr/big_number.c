// SPDX-License-Identifier: Apache-2.0

// Integers and decimals of any size, over GMP's functions on arrays of limbs.
// Those of the mpz kind would end the process when memory is out; here the
// limbs are the arena's.

#include "expr_internal.h"

#ifdef TERCET_HAVE_GMP

#  include <assert.h>
#  include <gmp.h>

/// (-1)^negative * limbs / 10^scale; no limbs is 0
typedef struct {
  mp_limb_t *limbs;
  size_t n_limbs;
  size_t scale;
  bool negative;
} big;

/// 10^19 is the largest power that a limb of 64 bits holds
enum { LIMB_DIGITS = 19 };

static_assert(GMP_NUMB_BITS == 64, "limbs hold 19 digits");

static mp_limb_t
power_of_ten(size_t exponent)
{
  mp_limb_t power = 1;
  for (size_t i = 0; i < exponent; ++i) {
    power *= 10U;
  }

  return power;
}

/// Return limbs for a number of so many digits, and some more
static mp_limb_t *
allocate_limbs(tercet_arena *arena, size_t n_limbs)
{
  return (mp_limb_t *)tercet_arena_allocate_array(
      arena, n_limbs + 2U, sizeof(mp_limb_t));
}

static void
trim(big *number)
{
  while (number->n_limbs && !number->limbs[number->n_limbs - 1U]) {
    --number->n_limbs;
  }
}

/// Read a decimal text; there is room for `extra` digits more
static tercet_status
read_big(tercet_arena *arena, tercet_string text, size_t extra, big *out)
{
  unsigned char *const digits =
      (unsigned char *)tercet_arena_allocate(arena, text.length + 1U);
  out->limbs = allocate_limbs(arena, (text.length + extra) / LIMB_DIGITS + 1U);
  if (!digits || !out->limbs) {
    return TERCET_ERR_NO_MEMORY;
  }

  size_t n = 0;
  bool behind = false;
  out->negative = false;
  out->scale = 0;
  for (size_t i = 0; i < text.length; ++i) {
    const char c = text.data[i];
    if (c >= '0' && c <= '9') {
      out->scale += behind ? 1U : 0U;
      if (n || c != '0') {
        digits[n++] = (unsigned char)(c - '0');
      }
    } else if (c == '.') {
      behind = true;
    } else {
      out->negative = c == '-';
    }
  }

  out->n_limbs = n ? (size_t)mpn_set_str(out->limbs, digits, n, 10) : 0U;
  trim(out);
  return TERCET_OK;
}

/// Multiply by 10^exponent in place; the room was asked for by read_big()
static void
scale_up(big *number, size_t exponent)
{
  while (exponent && number->n_limbs) {
    const size_t step = exponent < LIMB_DIGITS ? exponent : LIMB_DIGITS;
    const mp_limb_t carry = mpn_mul_1(number->limbs,
                                      number->limbs,
                                      (mp_size_t)number->n_limbs,
                                      power_of_ten(step));
    if (carry) {
      number->limbs[number->n_limbs++] = carry;
    }
    exponent -= step;
  }
}

static int
compare_limbs(const big *a, const big *b)
{
  if (a->n_limbs != b->n_limbs) {
    return a->n_limbs < b->n_limbs ? -1 : 1;
  }

  return a->n_limbs ? mpn_cmp(a->limbs, b->limbs, (mp_size_t)a->n_limbs) : 0;
}

/// Set `out` to a + b, of one scale
static tercet_status
add_big(tercet_arena *arena, const big *a, const big *b, big *out)
{
  const bool a_first = compare_limbs(a, b) >= 0;
  const big *const large = a_first ? a : b;
  const big *const small = a_first ? b : a;
  *out = *large;
  if (!small->n_limbs) {
    return TERCET_OK;
  }

  out->limbs = allocate_limbs(arena, large->n_limbs);
  if (!out->limbs) {
    return TERCET_ERR_NO_MEMORY;
  }

  const mp_size_t n_large = (mp_size_t)large->n_limbs;
  const mp_size_t n_small = (mp_size_t)small->n_limbs;
  if (a->negative == b->negative) {
    const mp_limb_t carry =
        mpn_add(out->limbs, large->limbs, n_large, small->limbs, n_small);
    if (carry) {
      out->limbs[out->n_limbs++] = carry;
    }
  } else {
    mpn_sub(out->limbs, large->limbs, n_large, small->limbs, n_small);
  }

  trim(out);
  return TERCET_OK;
}

static tercet_status
multiply_big(tercet_arena *arena, const big *a, const big *b, big *out)
{
  const bool a_first = a->n_limbs >= b->n_limbs;
  const big *const large = a_first ? a : b;
  const big *const small = a_first ? b : a;
  *out = (big){NULL, 0, a->scale + b->scale, a->negative != b->negative};
  if (!small->n_limbs) {
    return TERCET_OK;
  }

  out->n_limbs = a->n_limbs + b->n_limbs;
  out->limbs = allocate_limbs(arena, out->n_limbs);
  if (!out->limbs) {
    return TERCET_ERR_NO_MEMORY;
  }

  mpn_mul(out->limbs,
          large->limbs,
          (mp_size_t)large->n_limbs,
          small->limbs,
          (mp_size_t)small->n_limbs);
  trim(out);
  return TERCET_OK;
}

/// Set `out` to a / b rounded half away from zero, `a` scaled up before
static tercet_status
divide_big(tercet_arena *arena, const big *a, const big *b, big *out)
{
  out->negative = a->negative != b->negative;
  out->n_limbs = 0;
  if (a->n_limbs < b->n_limbs) {
    return TERCET_OK;
  }

  out->n_limbs = a->n_limbs - b->n_limbs + 1U;
  out->limbs = allocate_limbs(arena, out->n_limbs);
  big rest = {allocate_limbs(arena, b->n_limbs), b->n_limbs, 0, false};
  if (!out->limbs || !rest.limbs) {
    return TERCET_ERR_NO_MEMORY;
  }

  mpn_tdiv_qr(out->limbs,
              rest.limbs,
              0,
              a->limbs,
              (mp_size_t)a->n_limbs,
              b->limbs,
              (mp_size_t)b->n_limbs);
  const mp_limb_t carry =
      mpn_lshift(rest.limbs, rest.limbs, (mp_size_t)rest.n_limbs, 1);
  if (carry) {
    rest.limbs[rest.n_limbs++] = carry;
  }
  trim(&rest);
  if (compare_limbs(&rest, b) >= 0) {
    out->limbs[out->n_limbs] =
        mpn_add_1(out->limbs, out->limbs, (mp_size_t)out->n_limbs, 1);
    ++out->n_limbs;
  }

  trim(out);
  return TERCET_OK;
}

/// Write as decimal text; the limbs are lost
static tercet_status
write_big(tercet_arena *arena, big *number, tercet_string *out)
{
  const size_t max_digits = number->n_limbs * (LIMB_DIGITS + 1U) + 2U;
  unsigned char *const digits =
      (unsigned char *)tercet_arena_allocate(arena, max_digits);
  char *const text =
      (char *)tercet_arena_allocate(arena, max_digits + number->scale + 4U);
  if (!digits || !text) {
    return TERCET_ERR_NO_MEMORY;
  }

  const size_t n_digits =
      number->n_limbs
          ? mpn_get_str(digits, 10, number->limbs, (mp_size_t)number->n_limbs)
          : 0U;
  size_t n = 0;
  if (number->negative) {
    text[n++] = '-';
  }

  // Positions count down to the point: the digit of 10^0 has position `scale`
  const size_t n_all = n_digits > number->scale ? n_digits : number->scale + 1U;
  for (size_t position = n_all; position > 0; --position) {
    if (position == number->scale) {
      text[n++] = '.';
    }
    const bool is_given = position <= n_digits;
    text[n++] = is_given ? (char)('0' + digits[n_digits - position]) : '0';
  }

  *out = (tercet_string){text, n};
  return TERCET_OK;
}

/// Return the number of digits before the point, negative for leading zeros
/// behind it
static int64_t
magnitude_of(tercet_string text)
{
  int64_t before = 0;
  int64_t zeros = 0;
  bool significant = false;
  for (size_t i = 0; i < text.length && text.data[i] != '.'; ++i) {
    significant |= text.data[i] >= '1' && text.data[i] <= '9';
    before += significant ? 1 : 0;
  }
  for (size_t i = 0; !significant && i < text.length; ++i) {
    significant = text.data[i] >= '1' && text.data[i] <= '9';
    zeros += text.data[i] == '0' ? 1 : 0;
  }

  return before ? before : 1 - zeros;
}

static tercet_status
divide_texts(tercet_arena *arena,
             tercet_string a,
             tercet_string b,
             tercet_string *out)
{
  // Enough digits that 18 are significant and 18 stand behind the point
  const int64_t gap = magnitude_of(b) - magnitude_of(a);
  const size_t scale = 19U + (gap > 0 ? (size_t)gap : 0U);
  big x = {0};
  big y = {0};
  big result = {NULL, 0, scale, false};
  TERCET_TRY(read_big(arena, a, scale + b.length, &x));
  TERCET_TRY(read_big(arena, b, a.length, &y));
  if (y.scale + scale > x.scale) {
    scale_up(&x, y.scale + scale - x.scale);
  } else {
    scale_up(&y, x.scale - y.scale - scale);
  }

  TERCET_TRY(divide_big(arena, &x, &y, &result));
  return write_big(arena, &result, out);
}

static tercet_status
combine_texts(tercet_arena *arena,
              tercet_numeric_op op,
              tercet_string a,
              tercet_string b,
              tercet_string *out)
{
  big x = {0};
  big y = {0};
  big result = {0};
  TERCET_TRY(read_big(arena, a, b.length, &x));
  TERCET_TRY(read_big(arena, b, a.length, &y));
  if (op == TERCET_NUMERIC_MULTIPLY) {
    TERCET_TRY(multiply_big(arena, &x, &y, &result));
  } else {
    y.negative ^= op == TERCET_NUMERIC_SUBTRACT;
    const size_t scale = x.scale > y.scale ? x.scale : y.scale;
    scale_up(&x, scale - x.scale);
    scale_up(&y, scale - y.scale);
    x.scale = y.scale = scale;
    TERCET_TRY(add_big(arena, &x, &y, &result));
  }

  return write_big(arena, &result, out);
}

tercet_status
tercet_big_binary(tercet_arena *arena,
                  tercet_numeric_op op,
                  tercet_string a,
                  tercet_string b,
                  tercet_string *out)
{
  if (a.length + b.length > TERCET_NUMBER_DIGITS_MAX) {
    return TERCET_ERR_LIMIT;
  }

  return op == TERCET_NUMERIC_DIVIDE ? divide_texts(arena, a, b, out)
                                     : combine_texts(arena, op, a, b, out);
}

#else

tercet_status
tercet_big_binary(tercet_arena *arena,
                  tercet_numeric_op op,
                  tercet_string a,
                  tercet_string b,
                  tercet_string *out)
{
  (void)arena;
  (void)op;
  (void)a;
  (void)b;
  (void)out;
  return TERCET_ERR_UNSUPPORTED;
}

#endif // TERCET_HAVE_GMP
