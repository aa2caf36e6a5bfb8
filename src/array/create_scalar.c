// SPDX-License-Identifier: Apache-2.0

#include "array/create_scalar.h"

#include "array/element.h"
#include "array/tensor_internal.h"
#include "base/error.h"
#include "base/number.h"

#include <inttypes.h>

/// Put a number into the first place of a buffer; return its kind
static tercet_dtype_kind
scalar_widen(const tercet_scalar *scalar, wide_buffer *out)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(scalar->dtype);
  switch (kind) {
  case TERCET_KIND_B:
    out->as_B[0] = scalar->as.b;
    break;
  case TERCET_KIND_I:
    out->as_I[0] = scalar->as.i;
    break;
  case TERCET_KIND_U:
    out->as_U[0] = scalar->as.u;
    break;
  case TERCET_KIND_F:
    out->as_F[0] = scalar->as.f;
    break;
  case TERCET_KIND_C:
    out->as_C[0].re = scalar->as.c.re;
    out->as_C[0].im = scalar->as.c.im;
    break;
  }
  return kind;
}

tercet_scalar
tercet_scalar_from_element(tercet_dtype dtype, const void *element)
{
  wide_buffer wide;
  tercet_elements_widen(dtype, (const char *)element, 0, 1, &wide);
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_B:
    return tercet_scalar_from_bool(wide.as_B[0] != 0);
  case TERCET_KIND_I:
    return tercet_scalar_from_i64(wide.as_I[0]);
  case TERCET_KIND_U:
    return tercet_scalar_from_u64(wide.as_U[0]);
  case TERCET_KIND_F:
    return tercet_scalar_from_f64(wide.as_F[0]);
  case TERCET_KIND_C:
    break;
  }
  return tercet_scalar_from_complex(wide.as_C[0].re, wide.as_C[0].im);
}

const char *
tercet_scalar_text(const tercet_scalar *scalar,
                   char text[TERCET_SCALAR_TEXT_MAX])
{
  size_t n = 0;
  switch (tercet_dtype_kind_of(scalar->dtype)) {
  case TERCET_KIND_B:
    return scalar->as.b ? "true" : "false";
  case TERCET_KIND_I:
    n = tercet_i64_write(scalar->as.i, text);
    break;
  case TERCET_KIND_U:
    n = tercet_u64_write(scalar->as.u, text);
    break;
  case TERCET_KIND_F:
    n = tercet_f64_write(scalar->as.f, TERCET_FLOAT_PYTHON, text);
    break;
  case TERCET_KIND_C:
    n = tercet_f64_write(scalar->as.c.re, TERCET_FLOAT_PYTHON, text);
    text[n++] = '+';
    n += tercet_f64_write(scalar->as.c.im, TERCET_FLOAT_PYTHON, text + n);
    text[n++] = 'j';
    break;
  }
  text[n] = '\0';
  return text;
}

/// Return whether a float without its fraction is in the range of an integer
/// type.  The bounds are powers of two, exact as doubles.
static bool
float_fits(double value, bool is_signed, size_t size)
{
  double end = 1;
  for (size_t i = 0; i < 8U * size - (is_signed ? 1U : 0U); ++i) {
    end *= 2;
  }
  // An int64 has no double between its minimum - 1 and its minimum
  return value < end &&
         (is_signed ? value > -end - 1.0 || value == -end : value > -1.0);
}

/// Return whether an integer is in the range of a smaller or other type
static bool
integer_fits(const tercet_scalar *scalar, bool is_signed, size_t size)
{
  const bool is_negative =
      scalar->dtype == TERCET_DTYPE_I64 && scalar->as.i < 0;
  const size_t n_bits = 8U * size - (is_signed ? 1U : 0U);
  if (is_negative) {
    return is_signed && (uint64_t) - (scalar->as.i + 1) >> (n_bits - 1U) <= 1U;
  }
  const uint64_t magnitude =
      scalar->dtype == TERCET_DTYPE_I64 ? (uint64_t)scalar->as.i : scalar->as.u;
  return magnitude >> (n_bits - 1U) <= 1U;
}

static bool
scalar_fits(const tercet_scalar *scalar, tercet_dtype dtype)
{
  const tercet_dtype_kind to = tercet_dtype_kind_of(dtype);
  const size_t size = tercet_dtype_size(dtype);
  const bool is_signed = to == TERCET_KIND_I;
  const bool is_integer = is_signed || to == TERCET_KIND_U;
  switch (tercet_dtype_kind_of(scalar->dtype)) {
  case TERCET_KIND_B:
    return true;
  case TERCET_KIND_I:
  case TERCET_KIND_U:
    return !is_integer || integer_fits(scalar, is_signed, size);
  case TERCET_KIND_F:
    return !is_integer || float_fits(scalar->as.f, is_signed, size);
  case TERCET_KIND_C:
    break;
  }
  return to == TERCET_KIND_C || to == TERCET_KIND_B ||
         (scalar->as.c.im == 0 &&
          (!is_integer || float_fits(scalar->as.c.re, is_signed, size)));
}

tercet_status
tercet_scalar_to_element(const tercet_scalar *scalar,
                         tercet_dtype dtype,
                         void *element,
                         tercet_error *err)
{
  if (!scalar_fits(scalar, dtype)) {
    char text[TERCET_SCALAR_TEXT_MAX];
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "%s does not fit %s",
                            tercet_scalar_text(scalar, text),
                            tercet_dtype_name(dtype));
  }

  wide_buffer wide;
  const tercet_dtype_kind kind = scalar_widen(scalar, &wide);
  tercet_elements_narrow(dtype, kind, &wide, 1, (char *)element, 0);
  return TERCET_OK;
}

/// Set `out` to the address of an element
static tercet_status
find_element(const tercet_tensor *tensor,
             size_t n_indexes,
             const int64_t *indexes,
             char **out,
             tercet_error *err)
{
  if (n_indexes != tensor->rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "%zu indexes for a tensor of rank %zu",
                            n_indexes,
                            tensor->rank);
  }

  *out = tensor->data;
  for (size_t i = 0; i < n_indexes; ++i) {
    const int64_t extent = tensor->shape[i];
    const int64_t index = indexes[i] < 0 ? indexes[i] + extent : indexes[i];
    if (index < 0 || index >= extent) {
      return tercet_error_set(err,
                              TERCET_ERR_RANGE,
                              "index %" PRId64 " is out of range for axis %zu "
                              "of extent %" PRId64,
                              indexes[i],
                              i,
                              extent);
    }
    *out += index * tensor->strides[i];
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_get(const tercet_tensor *tensor,
                  size_t n_indexes,
                  const int64_t *indexes,
                  tercet_scalar *out,
                  tercet_error *err)
{
  char *element = NULL;
  TERCET_TRY(find_element(tensor, n_indexes, indexes, &element, err));
  *out = tercet_scalar_from_element(tensor->dtype, element);
  return TERCET_OK;
}

tercet_status
tercet_tensor_set(tercet_tensor *tensor,
                  size_t n_indexes,
                  const int64_t *indexes,
                  tercet_scalar value,
                  tercet_error *err)
{
  if (tensor->is_read_only) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "the tensor is read-only");
  }
  char *element = NULL;
  TERCET_TRY(find_element(tensor, n_indexes, indexes, &element, err));
  return tercet_scalar_to_element(&value, tensor->dtype, element, err);
}
