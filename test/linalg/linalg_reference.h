// SPDX-License-Identifier: Apache-2.0

/// Matrices of complex long doubles: what results are checked against

#ifndef TERCET_TEST_LINALG_REFERENCE_H
#define TERCET_TEST_LINALG_REFERENCE_H

#include "array/array_reference.h"

#include <tercet/linalg.h>

#include <complex.h>

typedef long double complex number;

/// Elements in row-major order
typedef struct {
  int64_t size;
  number *data;
} numbers;

static const tercet_dtype computed_dtypes[] = {
    TERCET_DTYPE_F32, TERCET_DTYPE_F64, TERCET_DTYPE_C64, TERCET_DTYPE_C128};

#define N_COMPUTED_DTYPES 4U

/// Read all elements; free(data)
static inline numbers
read_numbers(const tercet_tensor *tensor)
{
  const int64_t size = tercet_tensor_size(tensor);
  numbers out = {size, (number *)malloc(((size_t)size + 1U) * sizeof(number))};
  for (int64_t i = 0; i < size; ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(
        tercet_tensor_rank(tensor), tercet_tensor_shape(tensor), i, index);
    const reference_value x = reference_get(tensor, index);
    out.data[i] = x.re + x.im * I;
  }
  return out;
}

/// Read the first element of a tensor
static inline number
read_first(const tercet_tensor *tensor)
{
  const int64_t index[TERCET_MAX_RANK] = {0};
  const reference_value x = reference_get(tensor, index);
  return x.re + x.im * I;
}

/// Return the rounding error of a dtype
static inline long double
epsilon_of(tercet_dtype dtype)
{
  return ldexpl(1, -(reference_format_of(dtype).digits - 1));
}

/// Make a tensor of real numbers
static inline tercet_tensor *
make_tensor(tercet_dtype dtype,
            size_t rank,
            const int64_t *shape,
            const double *values)
{
  tercet_tensor *doubles = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, rank, shape, values, &doubles, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, doubles, dtype, &out, NULL), TERCET_OK);
  tercet_tensor_unref(doubles);
  return out;
}

/// Make a matrix of real numbers
static inline tercet_tensor *
make_matrix(tercet_dtype dtype,
            int64_t rows,
            int64_t columns,
            const double *values)
{
  const int64_t shape[2] = {rows, columns};
  return make_tensor(dtype, 2, shape, values);
}

/// Make a random matrix with random strides, none of them 0 so that it is not
/// singular; complex parts are independent
static inline tercet_tensor *
random_matrix(uint64_t *state,
              tercet_dtype dtype,
              size_t rank,
              const int64_t *shape)
{
  tercet_tensor *out = NULL;
  bool has_zero = true;
  while (has_zero) {
    tercet_tensor_unref(out);
    out = random_tensor(state, dtype, RANDOM_TAME, rank, shape);
    has_zero = false;
    for (size_t i = 0; i < rank; ++i) {
      has_zero =
          has_zero || (tercet_tensor_strides(out)[i] == 0 && shape[i] > 1);
    }
  }
  // All imaginary parts are minus the real ones until now
  const bool is_complex = reference_format_of(dtype).is_complex;
  for (int64_t i = 0; is_complex && i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, shape, i, index);
    union {
      const char *read;
      char *write;
    } at = {.read = reference_at(out, index)};
    const double x = (double)(random_unit(state) * 2 - 1);
    const float y = (float)x;
    if (dtype == TERCET_DTYPE_C128) {
      memcpy(at.write + sizeof(x), &x, sizeof(x));
    } else {
      memcpy(at.write + sizeof(y), &y, sizeof(y));
    }
  }
  return out;
}

/// Return the greatest absolute value
static inline long double
greatest(const number *x, int64_t n)
{
  long double out = 0;
  for (int64_t i = 0; i < n; ++i) {
    out = fmaxl(out, cabsl(x[i]));
  }
  return out;
}

/// c = op(a) b, where op is the conjugate transpose if `adjoint`; then `a` is
/// k x m
static inline void
multiply_numbers(const number *a,
                 const number *b,
                 number *c,
                 int64_t m,
                 int64_t n,
                 int64_t k,
                 bool adjoint)
{
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      number sum = 0;
      for (int64_t p = 0; p < k; ++p) {
        sum += (adjoint ? conjl(a[p * m + i]) : a[i * k + p]) * b[p * n + j];
      }
      c[i * n + j] = sum;
    }
  }
}

/// Check |x - y| <= bound for each pair
#define CHECK_NEAR(x, y, n, bound)                                             \
  check_near((x), (y), (n), (bound), __FILE__, __LINE__)

static inline void
check_near(const number *x,
           const number *y,
           int64_t n,
           long double bound,
           const char *file,
           int line)
{
  long double error = 0;
  for (int64_t i = 0; i < n; ++i) {
    const long double e = cabsl(x[i] - y[i]);
    error = e > error || isnan(e) ? e : error;
  }
  check_report(error <= bound, file, line, "near");
  if (!(error <= bound)) {
    fprintf(stderr, "  error is %Lg, bound %Lg\n", error, bound);
  }
}

/// Check that the columns of an m x n matrix are orthonormal
#define CHECK_ORTHONORMAL(q, m, n, bound)                                      \
  check_orthonormal((q), (m), (n), (bound), __FILE__, __LINE__)

static inline void
check_orthonormal(const number *q,
                  int64_t m,
                  int64_t n,
                  long double bound,
                  const char *file,
                  int line)
{
  number *const product =
      (number *)malloc(((size_t)(n * n) + 1U) * sizeof(number));
  number *const identity =
      (number *)calloc((size_t)(n * n) + 1U, sizeof(number));
  for (int64_t i = 0; i < n; ++i) {
    identity[i * n + i] = 1;
  }
  multiply_numbers(q, q, product, n, n, m, true);
  check_near(product, identity, n * n, bound, file, line);
  free(product);
  free(identity);
}

/// Check the shape of a tensor
#define CHECK_SHAPE(tensor, rank, ...)                                         \
  do {                                                                         \
    const int64_t shape_[] = {0, __VA_ARGS__};                                 \
    check_shape((tensor), (rank), shape_ + 1, __FILE__, __LINE__);             \
  } while (0)

static inline void
check_shape(const tercet_tensor *tensor,
            size_t rank,
            const int64_t *shape,
            const char *file,
            int line)
{
  const bool same =
      tensor && tercet_tensor_rank(tensor) == rank &&
      (!rank ||
       !memcmp(tercet_tensor_shape(tensor), shape, rank * sizeof(*shape)));
  check_report(same, file, line, "shape");
}

/// Return whether decompositions work here
static inline bool
has_library(void)
{
  return strcmp(tercet_linalg_backend(), "none") != 0;
}

#endif // TERCET_TEST_LINALG_REFERENCE_H
