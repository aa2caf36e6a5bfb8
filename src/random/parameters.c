// SPDX-License-Identifier: Apache-2.0

/// Checks of parameters, with messages that name them

#include "random/random_internal.h"

#include "base/error.h"

#include <inttypes.h>

tercet_status
tercet_random_check_finite(const char *distribution,
                           const char *name,
                           double value,
                           tercet_error *err)
{
  return isfinite(value) ? TERCET_OK
                         : tercet_error_set(err,
                                            TERCET_ERR_RANGE,
                                            "%s: %s is %g, must be finite",
                                            distribution,
                                            name,
                                            value);
}

tercet_status
tercet_random_check_not_negative(const char *distribution,
                                 const char *name,
                                 double value,
                                 tercet_error *err)
{
  TERCET_TRY(tercet_random_check_finite(distribution, name, value, err));
  return value >= 0.0 ? TERCET_OK
                      : tercet_error_set(err,
                                         TERCET_ERR_RANGE,
                                         "%s: %s is %g, must not be negative",
                                         distribution,
                                         name,
                                         value);
}

tercet_status
tercet_random_check_positive(const char *distribution,
                             const char *name,
                             double value,
                             tercet_error *err)
{
  TERCET_TRY(tercet_random_check_finite(distribution, name, value, err));
  return value > 0.0 ? TERCET_OK
                     : tercet_error_set(err,
                                        TERCET_ERR_RANGE,
                                        "%s: %s is %g, must be positive",
                                        distribution,
                                        name,
                                        value);
}

tercet_status
tercet_random_check_count(const char *distribution,
                          const char *name,
                          int64_t value,
                          tercet_error *err)
{
  return value >= 0 && value <= INT64_C(1) << 53U
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_RANGE,
                                "%s: %s is %" PRId64 ", must be 0 to 2^53",
                                distribution,
                                name,
                                value);
}

tercet_status
tercet_random_check_float(const char *distribution,
                          tercet_dtype dtype,
                          tercet_error *err)
{
  return tercet_dtype_kind_of(dtype) == TERCET_KIND_F
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_DTYPE,
                                "%s: no numbers of dtype %s, only floats",
                                distribution,
                                tercet_dtype_name(dtype));
}

tercet_status
tercet_random_check_number(const char *distribution,
                           tercet_dtype dtype,
                           bool allows_floats,
                           tercet_error *err)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  return kind == TERCET_KIND_I || kind == TERCET_KIND_U ||
                 (allows_floats && kind == TERCET_KIND_F)
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_DTYPE,
                                "%s: no numbers of dtype %s, only integers%s",
                                distribution,
                                tercet_dtype_name(dtype),
                                allows_floats ? " and floats" : "");
}

uint64_t
tercet_random_greatest(tercet_dtype dtype)
{
  const size_t n_bits = 8U * tercet_dtype_size(dtype);
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_B:
    return 1U;
  case TERCET_KIND_I:
    return UINT64_MAX >> (65U - n_bits);
  case TERCET_KIND_U:
    return UINT64_MAX >> (64U - n_bits);
  case TERCET_KIND_F:
  case TERCET_KIND_C:
    break;
  }
  return dtype == TERCET_DTYPE_F16    ? UINT64_C(1) << 11U
         : dtype == TERCET_DTYPE_BF16 ? UINT64_C(1) << 8U
         : dtype == TERCET_DTYPE_F32  ? UINT64_C(1) << 24U
                                      : UINT64_C(1) << 53U;
}
