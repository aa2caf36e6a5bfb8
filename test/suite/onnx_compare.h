// SPDX-License-Identifier: Apache-2.0

/// Values that come out of an ONNX model against those that should

#ifndef TERCET_TEST_SUITE_ONNX_COMPARE_H
#define TERCET_TEST_SUITE_ONNX_COMPARE_H

#include "base/buffer.h"
#include "base/string_view.h"

#include <tercet/onnx.h>

#include <math.h>
#include <stdio.h>

/// Bounds of the official test runner
#define ONNX_RTOL 1e-3
#define ONNX_ATOL 1e-7

/// The same for bfloat16, which has 8 digits; some files have them cut off
#define ONNX_RTOL_BFLOAT16 0x1p-7

/// How values are compared: all but the types and shapes of random numbers is
/// beyond what a test can know
typedef enum {
  ONNX_COMPARE_VALUES,
  ONNX_COMPARE_TRUTHS, ///< Every number must be 0 or 1
  ONNX_COMPARE_SHAPES,
} onnx_comparison;

/// Append text to the reason of a failure; memory that runs out shortens it
#define ONNX_SAY(reason, ...)                                                  \
  do {                                                                         \
    if (tercet_buffer_printf((reason), __VA_ARGS__) != TERCET_OK) {            \
      (reason)->length = 0;                                                    \
    }                                                                          \
  } while (0)

static inline bool
onnx_is_close(double actual, double expected, double rtol)
{
  if (isnan(actual) || isnan(expected)) {
    return isnan(actual) && isnan(expected);
  }
  // Covers infinities, whose difference is not a number
  return actual == expected ||
         fabs(actual - expected) <= ONNX_ATOL + rtol * fabs(expected);
}

static inline bool
onnx_is_float(tercet_onnx_type type)
{
  return type == TERCET_ONNX_FLOAT || type == TERCET_ONNX_DOUBLE ||
         type == TERCET_ONNX_FLOAT16 || type == TERCET_ONNX_BFLOAT16;
}

static inline bool
onnx_same_strings(tercet_onnx_value actual,
                  tercet_onnx_value expected,
                  tercet_buffer *reason)
{
  const int64_t n = tercet_tensor_size(actual.tensor);
  for (int64_t i = 0; i < n; ++i) {
    const tercet_string a = tercet_onnx_value_string(actual, i);
    const tercet_string e = tercet_onnx_value_string(expected, i);
    if (!tercet_string_equals(a, e)) {
      ONNX_SAY(reason,
               "string %lld is \"%.*s\", expected \"%.*s\"",
               (long long)i,
               TERCET_STRING_ARGS(a),
               TERCET_STRING_ARGS(e));
      return false;
    }
  }
  return true;
}

/// Return a tensor's elements as numbers of float64, or complex128, to be
/// given back
static inline tercet_tensor *
onnx_widen(const tercet_tensor *tensor)
{
  const tercet_dtype dtype = tercet_tensor_dtype(tensor);
  const bool is_complex =
      dtype == TERCET_DTYPE_C64 || dtype == TERCET_DTYPE_C128;
  tercet_tensor *wide = NULL;
  const tercet_status st =
      tercet_tensor_cast(NULL,
                         tensor,
                         is_complex ? TERCET_DTYPE_C128 : TERCET_DTYPE_F64,
                         &wide,
                         NULL);
  tercet_tensor *copy = NULL;
  if (st == TERCET_OK &&
      tercet_tensor_copy(NULL, wide, &copy, NULL) != TERCET_OK) {
    copy = NULL;
  }
  tercet_tensor_unref(wide);
  return copy;
}

/// Compare numbers one by one; `rtol` is 0 for those that are not rounded
static inline bool
onnx_same_numbers(const double *actual,
                  const double *expected,
                  size_t n,
                  double rtol,
                  tercet_buffer *reason)
{
  size_t n_wrong = 0;
  size_t first = 0;
  for (size_t i = n; i-- > 0;) {
    if (rtol == 0 ? actual[i] != expected[i]
                  : !onnx_is_close(actual[i], expected[i], rtol)) {
      first = i;
      ++n_wrong;
    }
  }
  if (n_wrong > 0) {
    ONNX_SAY(reason,
             "%zu of %zu numbers differ: element %zu is %.9g, expected %.9g",
             n_wrong,
             n,
             first,
             actual[first],
             expected[first]);
  }
  return n_wrong == 0;
}

static inline bool
onnx_same_elements(tercet_onnx_value actual,
                   tercet_onnx_value expected,
                   tercet_buffer *reason)
{
  // 64-bit integers do not all fit float64
  if (!onnx_is_float(actual.type) &&
      tercet_tensor_equals(actual.tensor, expected.tensor)) {
    return true;
  }

  tercet_tensor *const a = onnx_widen(actual.tensor);
  tercet_tensor *const e = onnx_widen(expected.tensor);
  bool is_same = false;
  if (a && e) {
    const size_t parts = tercet_tensor_dtype(a) == TERCET_DTYPE_C128 ? 2 : 1;
    const bool is_exact = parts == 1 && !onnx_is_float(actual.type);
    const double rtol = is_exact ? 0
                        : actual.type == TERCET_ONNX_BFLOAT16
                            ? ONNX_RTOL_BFLOAT16
                            : ONNX_RTOL;
    is_same = onnx_same_numbers(tercet_tensor_data(a),
                                tercet_tensor_data(e),
                                parts * (size_t)tercet_tensor_size(a),
                                rtol,
                                reason);
    if (is_same && is_exact) {
      ONNX_SAY(reason, "integers beyond 2^53 differ");
      is_same = false;
    }
  }
  tercet_tensor_unref(a);
  tercet_tensor_unref(e);
  return is_same;
}

static inline void
onnx_say_shape(tercet_buffer *reason, const tercet_tensor *tensor)
{
  ONNX_SAY(reason, "[");
  for (size_t i = 0; i < tercet_tensor_rank(tensor); ++i) {
    ONNX_SAY(reason,
             i > 0 ? ",%lld" : "%lld",
             (long long)tercet_tensor_shape(tensor)[i]);
  }
  ONNX_SAY(reason, "]");
}

static inline bool
onnx_same_shape(const tercet_tensor *actual,
                const tercet_tensor *expected,
                tercet_buffer *reason)
{
  const size_t rank = tercet_tensor_rank(actual);
  if (rank == tercet_tensor_rank(expected) &&
      (rank == 0 || !memcmp(tercet_tensor_shape(actual),
                            tercet_tensor_shape(expected),
                            rank * sizeof(int64_t)))) {
    return true;
  }
  ONNX_SAY(reason, "shape is ");
  onnx_say_shape(reason, actual);
  ONNX_SAY(reason, ", expected ");
  onnx_say_shape(reason, expected);
  return false;
}

static inline bool
onnx_are_truths(tercet_onnx_value actual, tercet_buffer *reason)
{
  tercet_tensor *const wide = onnx_widen(actual.tensor);
  const double *const numbers = wide ? tercet_tensor_data(wide) : NULL;
  bool holds = wide != NULL;
  for (int64_t i = 0; holds && i < tercet_tensor_size(wide); ++i) {
    if (numbers[i] != 0 && numbers[i] != 1) {
      ONNX_SAY(reason, "%.9g is neither 0 nor 1", numbers[i]);
      holds = false;
    }
  }
  tercet_tensor_unref(wide);
  return holds;
}

static inline bool
onnx_same_tensor(tercet_onnx_value actual,
                 tercet_onnx_value expected,
                 onnx_comparison comparison,
                 tercet_buffer *reason)
{
  if (!onnx_same_shape(actual.tensor, expected.tensor, reason)) {
    return false;
  }
  switch (comparison) {
  case ONNX_COMPARE_SHAPES:
    return true;
  case ONNX_COMPARE_TRUTHS:
    return onnx_are_truths(actual, reason);
  case ONNX_COMPARE_VALUES:
    break;
  }
  return actual.type == TERCET_ONNX_STRING
             ? onnx_same_strings(actual, expected, reason)
             : onnx_same_elements(actual, expected, reason);
}

/// Return whether a value is as expected; if not, say why
static inline bool
onnx_same_value(tercet_onnx_value actual,
                tercet_onnx_value expected,
                onnx_comparison comparison,
                tercet_buffer *reason)
{
  const size_t n = tercet_onnx_value_count(actual);
  if (actual.kind != expected.kind || n != tercet_onnx_value_count(expected)) {
    ONNX_SAY(reason,
             "kind %d with %zu members, expected %d with %zu",
             (int)actual.kind,
             n,
             (int)expected.kind,
             tercet_onnx_value_count(expected));
    return false;
  }
  if (actual.kind == TERCET_ONNX_TENSOR && actual.type != expected.type) {
    ONNX_SAY(reason,
             "type is %s, expected %s",
             tercet_onnx_type_name(actual.type),
             tercet_onnx_type_name(expected.type));
    return false;
  }
  if (actual.kind == TERCET_ONNX_TENSOR) {
    return onnx_same_tensor(actual, expected, comparison, reason);
  }
  for (size_t i = 0; i < n; ++i) {
    if (!onnx_same_value(tercet_onnx_value_at(actual, i),
                         tercet_onnx_value_at(expected, i),
                         comparison,
                         reason)) {
      return false;
    }
  }
  return true;
}

#endif // TERCET_TEST_SUITE_ONNX_COMPARE_H
