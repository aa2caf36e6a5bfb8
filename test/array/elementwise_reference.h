// SPDX-License-Identifier: Apache-2.0

/// Elementwise operations against one element at a time: new results, results
/// into views of any layout, in place and over a part of an operand

#ifndef TERCET_TEST_ELEMENTWISE_REFERENCE_H
#define TERCET_TEST_ELEMENTWISE_REFERENCE_H

#include "array_reference.h"

/// What an operation should give for two numbers (the second is 0 for unary
/// ones), and how far off the result may be in units in the last place
typedef struct {
  reference_value value;
  double bound;
  bool fails; ///< The whole operation should return #TERCET_ERR_RANGE
} expectation;

/// Return whether a part is near enough; the unit is at least the least
/// subnormal
static inline bool
reference_near(const reference_format *format,
               long double actual,
               long double expected,
               double bound)
{
  if (reference_same(actual, expected) || bound < 0) {
    return true;
  }
  if (format->kind != REFERENCE_FLOAT) {
    return actual == expected;
  }
  if (isnan(expected) || isnan(actual) || isinf(actual)) {
    // The other infinity, or NaN; or an overflow at the edge
    return isinf(actual) && !isnan(expected) && bound > 0 &&
           fabsl(expected) >= ldexpl(1 - ldexpl(bound, -format->digits),
                                     format->max_exponent) &&
           (actual > 0) == (expected > 0);
  }
  int exponent = 0;
  frexpl(expected, &exponent);
  const int least = format->min_exponent + format->digits;
  exponent = exponent < least ? least : exponent;
  return fabsl(actual - expected) <=
         (long double)bound * ldexpl(1, exponent - format->digits);
}

static inline bool
check_element(const char *name,
              tercet_dtype dtype,
              reference_value x,
              reference_value y,
              reference_value actual,
              expectation e)
{
  const reference_format format = reference_format_of(dtype);
  const bool good = reference_near(&format, actual.re, e.value.re, e.bound) &&
                    reference_near(&format, actual.im, e.value.im, e.bound);
  if (!good) {
    CHECK(good);
    fprintf(stderr,
            "  %s (to %s) of %.20Lg, %.20Lg and %.20Lg, %.20Lg is %.20Lg, "
            "%.20Lg, expected %.20Lg, %.20Lg\n",
            name,
            tercet_dtype_name(dtype),
            x.re,
            x.im,
            y.re,
            y.im,
            actual.re,
            actual.im,
            e.value.re,
            e.value.im);
  }
  return good;
}

/// Read the element of an operand that goes with an index of the result
static inline reference_value
broadcast_get(const tercet_tensor *tensor, size_t rank, const int64_t *index)
{
  int64_t own[TERCET_MAX_RANK];
  const size_t n_new = rank - tercet_tensor_rank(tensor);
  for (size_t i = n_new; i < rank; ++i) {
    own[i - n_new] = tercet_tensor_shape(tensor)[i - n_new] == 1 ? 0 : index[i];
  }
  return reference_get(tensor, own);
}

/// Make a shape that broadcasts with `shape`: fewer axes, some of extent 1
static inline size_t
random_partner(uint64_t *state, size_t rank, const int64_t *shape, int64_t *out)
{
  const size_t n_dropped = rank ? check_random(state) % (rank + 1U) : 0;
  for (size_t i = n_dropped; i < rank; ++i) {
    out[i - n_dropped] = check_random(state) % 3U ? shape[i] : 1;
  }
  return rank - n_dropped;
}

/// Make a writable tensor of zeros whose elements lie apart, in reverse order
/// along the last axis
static inline tercet_tensor *
scattered_tensor(tercet_dtype dtype, size_t rank, const int64_t *shape)
{
  const int64_t size = (int64_t)tercet_dtype_size(dtype);
  int64_t strides[TERCET_MAX_RANK];
  int64_t n_bytes = size * 3;
  for (size_t i = rank; i-- > 0;) {
    strides[i] = n_bytes;
    n_bytes *= shape[i] ? shape[i] : 1;
  }
  char *const bytes = (char *)calloc(1, (size_t)n_bytes + 1U);
  char *start = bytes;
  if (rank && shape[rank - 1U] > 0) {
    start += strides[rank - 1U] * (shape[rank - 1U] - 1);
    strides[rank - 1U] = -strides[rank - 1U];
  }
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_wrap(NULL,
                                  dtype,
                                  rank,
                                  shape,
                                  strides,
                                  start,
                                  random_delete,
                                  bytes,
                                  &out,
                                  NULL),
               TERCET_OK);
  return out;
}

/// Return whether an element is a NaN, of which any bits will do
static inline bool
is_nan_at(tercet_dtype dtype, const void *element)
{
  return (dtype == TERCET_DTYPE_F32 && isnan(*(const float *)element)) ||
         (dtype == TERCET_DTYPE_F64 && isnan(*(const double *)element));
}

/// Check that two tensors hold the same bytes
static inline void
check_same(const char *name, const tercet_tensor *a, const tercet_tensor *b)
{
  const size_t size = tercet_dtype_size(tercet_tensor_dtype(a));
  const size_t rank = tercet_tensor_rank(a);
  for (int64_t i = 0; i < tercet_tensor_size(a); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(a), i, index);
    const void *const x = reference_at(a, index);
    const void *const y = reference_at(b, index);
    const tercet_dtype dtype = tercet_tensor_dtype(a);
    const bool same =
        !memcmp(x, y, size) || (is_nan_at(dtype, x) && is_nan_at(dtype, y));
    if (!same) {
      CHECK(same);
      fprintf(stderr,
              "  %s of %s: element %" PRId64 " differs\n",
              name,
              tercet_dtype_name(tercet_tensor_dtype(a)),
              i);
      return;
    }
  }
  ++check_n_done;
}

typedef expectation (*binary_reference)(tercet_binary_op op,
                                        tercet_dtype dtype,
                                        tercet_dtype out,
                                        reference_value x,
                                        reference_value y);

/// Compute new, into a scattered tensor, and in place
static inline void
check_binary_op(const char *name,
                tercet_binary_op op,
                binary_reference reference,
                tercet_dtype out_dtype,
                const tercet_tensor *a,
                const tercet_tensor *b,
                size_t rank,
                const int64_t *shape)
{
  tercet_tensor *out = NULL;
  tercet_tensor *into = scattered_tensor(out_dtype, rank, shape);
  const tercet_status st =
      tercet_tensor_binary(&guard_allocator, op, a, b, &out, NULL);
  CHECK_STATUS(tercet_tensor_binary_into(op, a, b, into, NULL), st);
  bool must_fail = false;
  for (int64_t i = 0; i < tercet_tensor_size(into); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, shape, i, index);
    const reference_value x = broadcast_get(a, rank, index);
    const reference_value y = broadcast_get(b, rank, index);
    const expectation e =
        reference(op, tercet_tensor_dtype(a), out_dtype, x, y);
    must_fail |= e.fails;
    if (out && !e.fails) {
      check_element(name, out_dtype, x, y, reference_get(out, index), e);
    }
  }
  CHECK_STATUS(st, must_fail ? TERCET_ERR_RANGE : TERCET_OK);
  CHECK((out != NULL) == (st == TERCET_OK));
  if (out) {
    check_end(out);
    CHECK_INT(tercet_tensor_dtype(out), out_dtype);
    check_same(name, out, into);
    tercet_tensor *in_place = NULL;
    if (tercet_tensor_rank(a) == rank && out_dtype == tercet_tensor_dtype(a) &&
        !memcmp(tercet_tensor_shape(a), shape, rank * sizeof(*shape))) {
      CHECK_STATUS(tercet_tensor_copy(NULL, a, &in_place, NULL), TERCET_OK);
      CHECK_STATUS(tercet_tensor_binary_into(op, in_place, b, in_place, NULL),
                   TERCET_OK);
      check_same(name, out, in_place);
      tercet_tensor_unref(in_place);
    }
  }
  tercet_tensor_unref(out);
  tercet_tensor_unref(into);
}

/// Check an operation of one dtype on random tensors
static inline void
check_random_binary(const char *name,
                    tercet_binary_op op,
                    binary_reference reference,
                    tercet_dtype dtype,
                    tercet_dtype dtype_b,
                    tercet_dtype out_dtype,
                    int n)
{
  uint64_t state = 11U + (uint64_t)dtype;
  for (int i = 0; i < n; ++i) {
    const random_values values = i % 2 ? RANDOM_WILD : RANDOM_TAME;
    int64_t shape[TERCET_MAX_RANK];
    int64_t shape_b[TERCET_MAX_RANK];
    const size_t rank = random_shape(&state, shape);
    const size_t rank_b = random_partner(&state, rank, shape, shape_b);
    tercet_tensor *const a = random_tensor(&state, dtype, values, rank, shape);
    tercet_tensor *const b =
        random_tensor(&state, dtype_b, values, rank_b, shape_b);
    check_binary_op(name, op, reference, out_dtype, a, b, rank, shape);
    if (dtype == dtype_b) {
      check_binary_op(name, op, reference, out_dtype, b, a, rank, shape);
    }
    tercet_tensor_unref(a);
    tercet_tensor_unref(b);
  }
}

/// Check that a dtype lacks an operation
static inline void
check_lacking(tercet_binary_op op, tercet_dtype dtype)
{
  tercet_tensor *a = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 0, NULL, &a, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_binary(NULL, op, a, a, &out, NULL),
               TERCET_ERR_DTYPE);
  CHECK(!out);
  tercet_tensor_unref(a);
}

/// Make a vector of int32, int64, float64 or so from an array
static inline tercet_tensor *
vector_of(tercet_dtype dtype, int64_t n, const void *data)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(NULL, dtype, 1, &n, data, &out, NULL),
               TERCET_OK);
  return out;
}

#endif // TERCET_TEST_ELEMENTWISE_REFERENCE_H
