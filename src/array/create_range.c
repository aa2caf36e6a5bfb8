// SPDX-License-Identifier: Apache-2.0

/// Vectors of numbers in sequence: arange, linspace, logspace, geomspace

#include "array/create_scalar.h"
#include "array/element.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>
#include <math.h>

/// Holds the sum and the difference of any two integers of 64 bits
__extension__ typedef __int128 wide_integer;

/// Numbers start + i * step, of integers
typedef struct {
  wide_integer start;
  wide_integer stop;
  wide_integer step;
} integer_range;

static bool
is_integer(const tercet_scalar *scalar)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(scalar->dtype);
  return kind == TERCET_KIND_B || kind == TERCET_KIND_I ||
         kind == TERCET_KIND_U;
}

static wide_integer
to_integer(const tercet_scalar *scalar)
{
  return scalar->dtype == TERCET_DTYPE_I64    ? (wide_integer)scalar->as.i
         : scalar->dtype == TERCET_DTYPE_BOOL ? (wide_integer)scalar->as.b
                                              : (wide_integer)scalar->as.u;
}

static double
to_float(const tercet_scalar *scalar)
{
  return scalar->dtype == TERCET_DTYPE_F64 ? scalar->as.f
                                           : (double)to_integer(scalar);
}

/// Make a vector of `n` elements, or say that there are too many
static tercet_status
new_vector(const tercet_allocator *alloc,
           tercet_dtype dtype,
           int64_t n,
           tercet_tensor **out,
           tercet_error *err)
{
  if (dtype == TERCET_DTYPE_BOOL) {
    tercet_error_set(
        err, TERCET_ERR_DTYPE, "a sequence of bool makes no sense");
    return TERCET_ERR_DTYPE;
  }
  return tercet_tensor_new_raw(alloc, dtype, 1, &n, out, err);
}

/// Give back a tensor that was not completed; returns its argument
static tercet_status
drop(tercet_tensor **out, tercet_status st)
{
  if (st != TERCET_OK) {
    tercet_tensor_unref(*out);
    *out = NULL;
  }
  return st;
}

/* ---- arange ---- */

static tercet_scalar
from_integer(wide_integer x)
{
  return x < 0 ? tercet_scalar_from_i64((int64_t)x)
               : tercet_scalar_from_u64((uint64_t)x);
}

/// Return the number of integers in a range
static wide_integer
count_integers(const integer_range *range)
{
  const wide_integer length =
      range->step > 0 ? range->stop - range->start : range->start - range->stop;
  const wide_integer step = range->step > 0 ? range->step : -range->step;
  return length > 0 ? (length + step - 1) / step : 0;
}

static bool
fits_i64(wide_integer x)
{
  return x >= INT64_MIN && x <= INT64_MAX;
}

/// Write the numbers of a range whose ends fit the dtype, and so all others do
static tercet_status
write_integers(tercet_tensor *out,
               const integer_range *range,
               wide_integer last,
               tercet_error *err)
{
  const int64_t size = (int64_t)tercet_dtype_size(out->dtype);
  const bool is_signed = fits_i64(range->start) && fits_i64(last);
  if (!is_signed && (range->start < 0 || last < 0)) {
    // From below int64 to beyond it, which only floats can hold
    for (int64_t i = 0; i < out->size; ++i) {
      const tercet_scalar x = from_integer(range->start + i * range->step);
      TERCET_TRY(
          tercet_scalar_to_element(&x, out->dtype, out->data + i * size, err));
    }
    return TERCET_OK;
  }

  wide_buffer wide;
  for (int64_t i = 0; i < out->size; i += WIDE_CAPACITY) {
    const int64_t left = out->size - i;
    const int64_t n = left < WIDE_CAPACITY ? left : WIDE_CAPACITY;
    const wide_integer first = range->start + i * range->step;
    for (int64_t j = 0; j < n; ++j) {
      // The low bits are those of the signed number as well
      wide.as_U[j] = (uint64_t)first + (uint64_t)j * (uint64_t)range->step;
    }
    tercet_elements_narrow(out->dtype,
                           is_signed ? TERCET_KIND_I : TERCET_KIND_U,
                           &wide,
                           n,
                           out->data + i * size,
                           size);
  }
  return TERCET_OK;
}

static tercet_status
arange_integers(const tercet_allocator *alloc,
                tercet_dtype dtype,
                const integer_range *range,
                tercet_tensor **out,
                tercet_error *err)
{
  if (range->step == 0) {
    tercet_error_set(err, TERCET_ERR_RANGE, "the step is 0");
    return TERCET_ERR_RANGE;
  }
  const wide_integer n = count_integers(range);
  if (n > INT64_MAX) {
    tercet_error_set(err, TERCET_ERR_SHAPE, "the range is too long");
    return TERCET_ERR_SHAPE;
  }
  TERCET_TRY(new_vector(alloc, dtype, (int64_t)n, out, err));

  if (n == 0) {
    return TERCET_OK;
  }

  // No number between first and last is out of range if these are not
  const wide_integer last = range->start + (n - 1) * range->step;
  const tercet_scalar ends[] = {from_integer(last), from_integer(range->start)};
  tercet_status st = TERCET_OK;
  for (size_t i = 0; st == TERCET_OK && i < 2; ++i) {
    st = tercet_scalar_to_element(&ends[i], dtype, (*out)->data, err);
  }
  st = st == TERCET_OK ? write_integers(*out, range, last, err) : st;
  return drop(out, st);
}

/// Write `n` floats to a tensor, `at(context, i)` giving each
static tercet_status
write_floats(tercet_tensor *out,
             double (*at)(const void *context, int64_t i),
             const void *context,
             tercet_error *err)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(out->dtype);
  const bool is_integral = kind == TERCET_KIND_I || kind == TERCET_KIND_U;
  const int64_t size = (int64_t)tercet_dtype_size(out->dtype);
  wide_buffer wide;
  for (int64_t i = 0; i < out->size; i += WIDE_CAPACITY) {
    const int64_t n =
        out->size - i < WIDE_CAPACITY ? out->size - i : WIDE_CAPACITY;
    for (int64_t j = 0; j < n; ++j) {
      wide.as_F[j] = at(context, i + j);
    }
    for (int64_t j = 0; is_integral && j < n; ++j) {
      const tercet_scalar x = tercet_scalar_from_f64(wide.as_F[j]);
      TERCET_TRY(tercet_scalar_to_element(
          &x, out->dtype, out->data + (i + j) * size, err));
    }
    if (!is_integral) {
      tercet_elements_narrow(
          out->dtype, TERCET_KIND_F, &wide, n, out->data + i * size, size);
    }
  }
  return TERCET_OK;
}

typedef struct {
  double start;
  double step;
} float_range;

static double
float_range_at(const void *context, int64_t i)
{
  const float_range *const range = (const float_range *)context;
  return range->start + (double)i * range->step;
}

static tercet_status
arange_floats(const tercet_allocator *alloc,
              tercet_dtype dtype,
              double start,
              double stop,
              double step,
              tercet_tensor **out,
              tercet_error *err)
{
  if (!isfinite(start) || !isfinite(stop) || !isfinite(step) || step == 0) {
    tercet_error_set(err,
                     TERCET_ERR_RANGE,
                     step == 0
                         ? "the step is 0"
                         : "start, stop and step of a range must be finite");
    return TERCET_ERR_RANGE;
  }
  const double n = ceil((stop - start) / step);
  if (!(n < 0x1p63)) {
    tercet_error_set(err, TERCET_ERR_SHAPE, "the range is too long");
    return TERCET_ERR_SHAPE;
  }

  TERCET_TRY(new_vector(alloc, dtype, n > 0 ? (int64_t)n : 0, out, err));
  const float_range range = {start, step};
  return drop(out, write_floats(*out, float_range_at, &range, err));
}

tercet_status
tercet_tensor_arange(const tercet_allocator *alloc,
                     tercet_dtype dtype,
                     tercet_scalar start,
                     tercet_scalar stop,
                     tercet_scalar step,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  if (start.dtype == TERCET_DTYPE_C128 || stop.dtype == TERCET_DTYPE_C128 ||
      step.dtype == TERCET_DTYPE_C128) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "complex numbers have no order");
  }
  if (is_integer(&start) && is_integer(&stop) && is_integer(&step)) {
    const integer_range range = {
        to_integer(&start), to_integer(&stop), to_integer(&step)};
    return arange_integers(alloc, dtype, &range, out, err);
  }
  return arange_floats(alloc,
                       dtype,
                       to_float(&start),
                       to_float(&stop),
                       to_float(&step),
                       out,
                       err);
}

/* ---- linspace and what is made of it ---- */

/// `n` numbers from start to stop, and what is done to each
typedef struct {
  double start;
  double stop;
  double step;
  int64_t n;
  int64_t n_steps; ///< Steps from start to stop
  bool is_floored; ///< For integers
  double base;     ///< 0: the numbers themselves, else powers of this
  double first;    ///< Exact ends of a geometric sequence
  double last;
  bool has_ends;
  bool has_last; ///< The number n - 1 is the end
} space;

/// Return a number of a linear sequence.  Follows NumPy in multiplying by the
/// step, unless that is 0 because the distance is subnormal.
static double
linear_at(const space *s, int64_t i)
{
  if (s->has_last && i > 0 && i == s->n - 1) {
    return s->stop;
  }
  const double x = (double)i;
  const double n = (double)s->n_steps;
  const double distance = s->stop - s->start;
  if (isinf(distance)) {
    return s->start * (1 - x / n) + s->stop * (x / n);
  }
  return s->start + (s->step == 0 ? x / n * distance : x * s->step);
}

static double
space_at(const void *context, int64_t i)
{
  const space *const s = (const space *)context;
  if (i == 0 && s->has_ends) {
    return s->first;
  }
  if (i == s->n - 1 && s->has_ends && s->has_last) {
    return s->last;
  }
  double x = i == 0 ? s->start : linear_at(s, i);
  if (s->base != 0) {
    x = pow(s->base, x);
    x = s->has_ends && s->first < 0 ? -x : x;
  }
  return s->is_floored ? floor(x) : x;
}

static tercet_status
make_space(const tercet_allocator *alloc,
           tercet_dtype dtype,
           space *s,
           bool endpoint,
           tercet_tensor **out,
           tercet_error *err)
{
  *out = NULL;
  if (!isfinite(s->start) || !isfinite(s->stop)) {
    return tercet_error_set(
        err, TERCET_ERR_RANGE, "start and stop of a sequence must be finite");
  }
  TERCET_TRY(new_vector(alloc, dtype, s->n, out, err));

  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  s->is_floored = kind == TERCET_KIND_I || kind == TERCET_KIND_U;
  s->n_steps = endpoint ? s->n - 1 : s->n;
  s->has_last = endpoint && s->n > 1;
  s->step = s->n_steps > 0 ? (s->stop - s->start) / (double)s->n_steps : 0;
  return drop(out, write_floats(*out, space_at, s, err));
}

tercet_status
tercet_tensor_linspace(const tercet_allocator *alloc,
                       tercet_dtype dtype,
                       double start,
                       double stop,
                       int64_t n,
                       bool endpoint,
                       tercet_tensor **out,
                       tercet_error *err)
{
  space s = {.start = start, .stop = stop, .n = n};
  return make_space(alloc, dtype, &s, endpoint, out, err);
}

tercet_status
tercet_tensor_logspace(const tercet_allocator *alloc,
                       tercet_dtype dtype,
                       double start,
                       double stop,
                       int64_t n,
                       bool endpoint,
                       double base,
                       tercet_tensor **out,
                       tercet_error *err)
{
  if (!isfinite(base) || base <= 0) {
    *out = NULL;
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "the base of a logarithmic sequence must be "
                            "positive and finite");
  }
  space s = {.start = start, .stop = stop, .n = n, .base = base};
  return make_space(alloc, dtype, &s, endpoint, out, err);
}

tercet_status
tercet_tensor_geomspace(const tercet_allocator *alloc,
                        tercet_dtype dtype,
                        double start,
                        double stop,
                        int64_t n,
                        bool endpoint,
                        tercet_tensor **out,
                        tercet_error *err)
{
  if (start == 0 || stop == 0 || (start < 0) != (stop < 0)) {
    *out = NULL;
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "the ends of a geometric sequence must have the "
                            "same sign and not be 0");
  }
  space s = {
      .start = log10(fabs(start)),
      .stop = log10(fabs(stop)),
      .n = n,
      .base = 10,
      .first = start,
      .last = stop,
      .has_ends = true,
  };
  return make_space(alloc, dtype, &s, endpoint, out, err);
}
