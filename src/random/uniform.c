// SPDX-License-Identifier: Apache-2.0

/// Uniform floats and integers

#include "random/random_internal.h"

#include "array/tensor_view.h"
#include "base/error.h"

#include <inttypes.h>

/* ---- Floats ---- */

typedef struct {
  unsigned shift; ///< 64 less the bits of the dtype
  double low;
  double width;
  double greatest; ///< That is less than the end of the range
} range;

/// Return 64 less the bits of a float dtype
static unsigned
shift_of(tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_F16    ? 53U
         : dtype == TERCET_DTYPE_BF16 ? 56U
         : dtype == TERCET_DTYPE_F32  ? 40U
                                      : 11U;
}

static void
fill_uniform(tercet_random *random, const void *parameters, void *out, size_t n)
{
  tercet_random_uniform_block(
      random, ((const range *)parameters)->shift, (double *)out, n);
}

static void
fill_range(tercet_random *random, const void *parameters, void *out, size_t n)
{
  const range *const r = (const range *)parameters;
  double *const x = (double *)out;
  tercet_random_uniform_block(random, r->shift, x, n);
  for (size_t i = 0; i < n; ++i) {
    const double y = r->low + r->width * x[i];
    x[i] = y < r->greatest ? y : r->greatest;
  }
}

tercet_status
tercet_random_uniform_into(tercet_random *random,
                           tercet_tensor *out,
                           tercet_error *err)
{
  TERCET_TRY(tercet_random_check_float("uniform", out->dtype, err));
  const range r = {shift_of(out->dtype), 0.0, 1.0, 1.0};
  return tercet_random_fill(random, TERCET_KIND_F, fill_uniform, &r, out, err);
}

tercet_status
tercet_random_uniform(const tercet_allocator *alloc,
                      tercet_random *random,
                      tercet_dtype dtype,
                      size_t rank,
                      const int64_t *shape,
                      tercet_tensor **out,
                      tercet_error *err)
{
  TERCET_TRY(tercet_random_make(alloc, dtype, rank, shape, out, err));
  return tercet_tensor_made(tercet_random_uniform_into(random, *out, err), out);
}

/// Round a number to a float dtype
static double
round_to(tercet_dtype dtype, double x)
{
  return dtype == TERCET_DTYPE_F16    ? widen_F16(narrow_F16_F(x))
         : dtype == TERCET_DTYPE_BF16 ? widen_BF16(narrow_BF16_F(x))
         : dtype == TERCET_DTYPE_F32  ? (double)(float)x
                                      : x;
}

/// Return the bits of the next half float below a finite one
static uint16_t
bits_below(uint16_t bits)
{
  const uint16_t sign = 0x8000U;
  return (bits & ~sign) == 0 ? (uint16_t)(sign | 1U)
         : bits & sign       ? (uint16_t)(bits + 1U)
                             : (uint16_t)(bits - 1U);
}

/// Return the greatest number of a float dtype below `x`, which is one of its
/// finite numbers
static double
number_below(tercet_dtype dtype, double x)
{
  return dtype == TERCET_DTYPE_F16    ? widen_F16(bits_below(narrow_F16_F(x)))
         : dtype == TERCET_DTYPE_BF16 ? widen_BF16(bits_below(narrow_BF16_F(x)))
         : dtype == TERCET_DTYPE_F32  ? (double)nextafterf((float)x, -INFINITY)
                                      : nextafter(x, -INFINITY);
}

static tercet_status
check_range(tercet_dtype dtype, double low, double high, tercet_error *err)
{
  TERCET_TRY(tercet_random_check_finite("uniform_range", "low", low, err));
  TERCET_TRY(tercet_random_check_finite("uniform_range", "high", high, err));
  if (low > high) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "uniform_range: low is %g, high is only %g",
                            low,
                            high);
  }
  if (!isfinite(high - low) || !isfinite(round_to(dtype, low)) ||
      !isfinite(round_to(dtype, high))) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "uniform_range: %g to %g is too wide for %s",
                            low,
                            high,
                            tercet_dtype_name(dtype));
  }
  return TERCET_OK;
}

tercet_status
tercet_random_uniform_range_into(tercet_random *random,
                                 double low,
                                 double high,
                                 tercet_tensor *out,
                                 tercet_error *err)
{
  TERCET_TRY(tercet_random_check_float("uniform_range", out->dtype, err));
  TERCET_TRY(check_range(out->dtype, low, high, err));
  const double first = round_to(out->dtype, low);
  const double end = round_to(out->dtype, high);
  const range r = {shift_of(out->dtype),
                   low,
                   high - low,
                   first < end ? number_below(out->dtype, end) : first};
  return tercet_random_fill(random, TERCET_KIND_F, fill_range, &r, out, err);
}

TERCET_RANDOM_FORM(uniform_range, (double low, double high), (low, high))

/* ---- Integers ---- */

typedef struct {
  uint64_t low;   ///< Two's complement if negative
  uint64_t count; ///< Numbers in the range; 0 means 2^64
} integers;

static void
fill_integers(tercet_random *random,
              const void *parameters,
              void *out,
              size_t n)
{
  const integers *const p = (const integers *)parameters;
  uint64_t *const x = (uint64_t *)out;
  tercet_random_words(random, x, n);
  if (p->count) {
    for (size_t i = 0; i < n; ++i) {
      x[i] = p->low + bounded(random, x[i], p->count);
    }
  }
}

/// Numbers in a range that is drawn with 32 bits of each word
#define FEW (UINT64_C(1) << 20U)

/// Return a number below `n` from the high half of a word, or of more words;
/// Lemire's method as in bounded()
static uint64_t
few_bounded(tercet_random *random, uint64_t word, uint64_t n, uint64_t surplus)
{
  uint64_t product = (word >> 32U) * n;
  while ((product & UINT64_C(0xffffffff)) < surplus) {
    product = (next_word(random) >> 32U) * n;
  }
  return product >> 32U;
}

/// Of at most #FEW numbers; a block seldom has a word that does not count
static void
fill_few_integers(tercet_random *random,
                  const void *parameters,
                  void *out,
                  size_t n)
{
  const integers *const p = (const integers *)parameters;
  const uint64_t surplus = (UINT64_C(1) << 32U) % p->count;
  uint64_t *const x = (uint64_t *)out;
  uint64_t words[BLOCK];
  tercet_random_words(random, words, n);
  for (size_t i = n; i < whole_lanes(n); ++i) {
    words[i] = UINT64_MAX;
  }
  if (random->kernels->bounded(
          words, p->low, p->count, surplus, x, whole_lanes(n))) {
    for (size_t i = 0; i < n; ++i) {
      x[i] = p->low + few_bounded(random, words[i], p->count, surplus);
    }
  }
}

/// Fill with the numbers of low to last, of which the dtype holds all
static tercet_status
fill_between(tercet_random *random,
             uint64_t low,
             uint64_t last,
             tercet_tensor *out,
             tercet_error *err)
{
  const integers p = {low, last - low + 1U};
  const bool is_few = p.count && p.count <= FEW;
  return tercet_random_fill(random,
                            TERCET_KIND_U,
                            is_few ? fill_few_integers : fill_integers,
                            &p,
                            out,
                            err);
}

static tercet_status
check_integer_dtype(tercet_dtype dtype, tercet_error *err)
{
  return dtype == TERCET_DTYPE_BOOL
             ? TERCET_OK
             : tercet_random_check_number("integers", dtype, false, err);
}

tercet_status
tercet_random_integers_into(tercet_random *random,
                            int64_t low,
                            int64_t high,
                            bool inclusive,
                            tercet_tensor *out,
                            tercet_error *err)
{
  TERCET_TRY(check_integer_dtype(out->dtype, err));
  if (inclusive ? low > high : low >= high) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "integers: no number from %" PRId64 " to %" PRId64
                            "%s",
                            low,
                            high,
                            inclusive ? "" : ", exclusive");
  }

  const int64_t last = inclusive ? high : high - 1;
  const bool is_signed = tercet_dtype_kind_of(out->dtype) == TERCET_KIND_I;
  const uint64_t greatest = tercet_random_greatest(out->dtype);
  const int64_t least = is_signed ? -1 - (int64_t)greatest : 0;
  if (low < least || (last > 0 && (uint64_t)last > greatest)) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "integers: %s does not hold %" PRId64,
                            tercet_dtype_name(out->dtype),
                            low < least ? low : last);
  }
  return fill_between(random, (uint64_t)low, (uint64_t)last, out, err);
}

TERCET_RANDOM_FORM(integers,
                   (int64_t low, int64_t high, bool inclusive),
                   (low, high, inclusive))

tercet_status
tercet_random_unsigned_into(tercet_random *random,
                            uint64_t low,
                            uint64_t high,
                            bool inclusive,
                            tercet_tensor *out,
                            tercet_error *err)
{
  TERCET_TRY(check_integer_dtype(out->dtype, err));
  if (inclusive ? low > high : low >= high) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "unsigned: no number from %" PRIu64 " to %" PRIu64
                            "%s",
                            low,
                            high,
                            inclusive ? "" : ", exclusive");
  }

  const uint64_t last = inclusive ? high : high - 1U;
  if (last > tercet_random_greatest(out->dtype)) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "unsigned: %s does not hold %" PRIu64,
                            tercet_dtype_name(out->dtype),
                            last);
  }
  return fill_between(random, low, last, out, err);
}

TERCET_RANDOM_FORM(unsigned,
                   (uint64_t low, uint64_t high, bool inclusive),
                   (low, high, inclusive))
