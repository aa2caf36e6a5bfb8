// SPDX-License-Identifier: Apache-2.0

/**
   Small matrices with known results, among them the examples of num.cr's
   page, refusals, other dtypes, norms, and failing memory.
*/

#include "linalg_reference.h"

/// Compare with numbers that are known to a few digits
#define CHECK_VALUES(tensor, digits, ...)                                      \
  do {                                                                         \
    const double values_[] = {__VA_ARGS__};                                    \
    check_values((tensor),                                                     \
                 (digits),                                                     \
                 sizeof(values_) / sizeof(values_[0]),                         \
                 values_,                                                      \
                 __FILE__,                                                     \
                 __LINE__);                                                    \
  } while (0)

static void
check_values(const tercet_tensor *tensor,
             long double bound,
             size_t n,
             const double *values,
             const char *file,
             int line)
{
  const bool fits = tensor && tercet_tensor_size(tensor) == (int64_t)n;
  check_report(fits, file, line, "size");
  if (!fits) {
    return;
  }
  const numbers actual = read_numbers(tensor);
  number *const expected = (number *)malloc((n + 1U) * sizeof(number));
  for (size_t i = 0; i < n; ++i) {
    expected[i] = values[i];
  }
  check_near(actual.data, expected, (int64_t)n, bound, file, line);
  free(expected);
  free(actual.data);
}

/* ---- The examples of the page ---- */

static const double page_2x2[4] = {1, 2, 3, 4};
static const double page_4x2[8] = {0, 1, 1, 1, 1, 1, 2, 1};

static void
test_page_cholesky(void)
{
  const double values[9] = {2, -1, 0, -1, 2, -1, 0, -1, 2};
  tercet_tensor *const t = make_matrix(TERCET_DTYPE_F32, 3, 3, values);
  CHECK_STATUS(tercet_linalg_cholesky_into(t, false, t, NULL), TERCET_OK);
  CHECK_VALUES(
      t, 1e-3L, 1.414, 0.0, 0.0, -0.707, 1.225, 0.0, 0.0, -0.816, 1.155);
  tercet_tensor_unref(t);
}

static void
test_page_det_and_inv(void)
{
  tercet_tensor *const t = make_matrix(TERCET_DTYPE_F32, 2, 2, page_2x2);
  tercet_tensor *det = NULL;
  tercet_tensor *inv = NULL;
  CHECK_STATUS(tercet_linalg_det(NULL, t, &det, NULL), TERCET_OK);
  CHECK_SHAPE(det, 0, 0);
  CHECK_VALUES(det, 1e-6L, -2);
  CHECK_STATUS(tercet_linalg_inv(NULL, t, &inv, NULL), TERCET_OK);
  CHECK_VALUES(inv, 1e-6L, -2, 1, 1.5, -0.5);
  tercet_tensor_unref(inv);
  tercet_tensor_unref(det);
  tercet_tensor_unref(t);
}

static void
test_page_eigenvalues(void)
{
  const double values[4] = {0, 1, 1, 1};
  tercet_tensor *const t = make_matrix(TERCET_DTYPE_F32, 2, 2, values);
  tercet_tensor *w = NULL;
  tercet_tensor *v = NULL;
  CHECK_STATUS(tercet_linalg_eigvals(NULL, t, &w, NULL), TERCET_OK);
  CHECK_VALUES(w, 1e-5L, -0.618034, 1.61803);
  tercet_tensor_unref(w);
  CHECK_STATUS(tercet_linalg_eigvalsh(NULL, t, false, &w, NULL), TERCET_OK);
  CHECK_VALUES(w, 1e-5L, -0.618034, 1.61803);
  tercet_tensor_unref(w);
  CHECK_STATUS(tercet_linalg_eigh(NULL, t, false, &w, &v, NULL), TERCET_OK);
  CHECK_VALUES(v, 1e-5L, -0.850651, 0.525731, 0.525731, 0.850651);
  tercet_tensor_unref(v);
  tercet_tensor_unref(w);
  tercet_tensor_unref(t);
}

/// A rotation has the values i and -i, which num.cr gives as 0 and 0
static void
test_rotation_has_imaginary_eigenvalues(void)
{
  const double values[4] = {0, -1, 1, 0};
  tercet_tensor *const t = make_matrix(TERCET_DTYPE_F64, 2, 2, values);
  tercet_tensor *w = NULL;
  CHECK_STATUS(tercet_linalg_eigvals(NULL, t, &w, NULL), TERCET_OK);
  CHECK_INT(tercet_tensor_dtype(w), TERCET_DTYPE_C128);
  const numbers x = read_numbers(w);
  const number expected[2] = {1.0L * I, -1.0L * I};
  CHECK_NEAR(x.data, expected, 2, 1e-15L);
  free(x.data);
  tercet_tensor_unref(w);
  tercet_tensor_unref(t);
}

static void
test_page_hessenberg(void)
{
  const double values[16] = {2, 5, 8, 7, 5, 2, 2, 8, 7, 5, 6, 6, 5, 4, 4, 8};
  tercet_tensor *const t = make_matrix(TERCET_DTYPE_F64, 4, 4, values);
  tercet_tensor *h = NULL;
  CHECK_STATUS(tercet_linalg_hessenberg(NULL, t, &h, NULL, NULL), TERCET_OK);
  CHECK_VALUES(h,
               1e-4L,
               2,
               -11.6584,
               1.42005,
               0.253491,
               -9.94987,
               14.5354,
               -5.31022,
               2.43082,
               0,
               -1.83299,
               0.3897,
               -0.51527,
               0,
               0,
               -3.8319,
               1.07495);
  tercet_tensor_unref(h);
  tercet_tensor_unref(t);
}

/// The page's R has rows that Q does not fit
static void
test_page_qr(void)
{
  tercet_tensor *const t = make_matrix(TERCET_DTYPE_F32, 4, 2, page_4x2);
  tercet_tensor *q = NULL;
  tercet_tensor *r = NULL;
  CHECK_STATUS(tercet_linalg_qr(NULL, t, false, &q, &r, NULL), TERCET_OK);
  CHECK_VALUES(
      q, 1e-3L, 0.0, 0.866, -0.408, 0.289, -0.408, 0.289, -0.816, -0.289);
  CHECK_VALUES(r, 1e-3L, -2.449, -1.633, 0.0, 1.155);
  tercet_tensor_unref(r);
  tercet_tensor_unref(q);
  tercet_tensor_unref(t);
}

static void
test_page_svd(void)
{
  tercet_tensor *const t = make_matrix(TERCET_DTYPE_F32, 4, 2, page_4x2);
  tercet_tensor *u = NULL;
  tercet_tensor *s = NULL;
  tercet_tensor *vh = NULL;
  CHECK_STATUS(tercet_linalg_svd(NULL, t, true, &u, &s, &vh, NULL), TERCET_OK);
  CHECK_VALUES(u,
               1e-5L,
               -0.203749,
               0.841716,
               -0.330613,
               0.375094,
               -0.464705,
               0.184524,
               -0.19985,
               -0.842651,
               -0.464705,
               0.184524,
               0.861075,
               0.092463,
               -0.725662,
               -0.472668,
               -0.330613,
               0.375094);
  CHECK_VALUES(s, 1e-5L, 3.02045, 0.936426);
  CHECK_VALUES(vh, 1e-5L, -0.788205, -0.615412, -0.615412, 0.788205);
  tercet_tensor_unref(vh);
  tercet_tensor_unref(s);
  tercet_tensor_unref(u);
  tercet_tensor_unref(t);
}

static void
test_page_solve(void)
{
  const double values[4] = {3, 1, 1, 2};
  const double right[2] = {9, 8};
  const int64_t shape[1] = {2};
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F32, 2, 2, values);
  tercet_tensor *const b = make_tensor(TERCET_DTYPE_F32, 1, shape, right);
  tercet_tensor *x = NULL;
  CHECK_STATUS(tercet_linalg_solve(NULL, a, b, &x, NULL), TERCET_OK);
  CHECK_SHAPE(x, 1, 2);
  CHECK_VALUES(x, 1e-6L, 2, 3);
  tercet_tensor_unref(x);
  tercet_tensor_unref(b);
  tercet_tensor_unref(a);
}

/// num.cr crashes here: it writes n^2 elements into n
static void
test_large_systems(void)
{
  uint64_t state = 51;
  const int64_t shape[2] = {200, 200};
  tercet_tensor *const a = random_matrix(&state, TERCET_DTYPE_F64, 2, shape);
  tercet_tensor *const b = random_matrix(&state, TERCET_DTYPE_F64, 1, shape);
  tercet_tensor *x = NULL;
  tercet_tensor *back = NULL;
  tercet_tensor *w = NULL;
  tercet_tensor *v = NULL;
  CHECK_STATUS(tercet_linalg_solve(&guard_allocator, a, b, &x, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_linalg_matmul(NULL, a, x, &back, NULL), TERCET_OK);
  const numbers found = read_numbers(back);
  const numbers expected = read_numbers(b);
  CHECK_NEAR(found.data, expected.data, 200, 1e-9L);
  CHECK_STATUS(tercet_linalg_eig(&guard_allocator, a, &w, &v, NULL), TERCET_OK);
  free(expected.data);
  free(found.data);
  tercet_tensor_unref(v);
  tercet_tensor_unref(w);
  tercet_tensor_unref(back);
  tercet_tensor_unref(x);
  tercet_tensor_unref(b);
  tercet_tensor_unref(a);
}

/* ---- Norms ---- */

static void
check_matrix_norm(tercet_dtype dtype, tercet_matrix_norm norm, double expected)
{
  tercet_tensor *const t = make_matrix(dtype, 4, 2, page_4x2);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_linalg_matrix_norm(NULL, t, norm, false, &out, NULL),
               TERCET_OK);
  CHECK_SHAPE(out, 0, 0);
  CHECK_VALUES(out, 1e-5L, expected);
  tercet_tensor_unref(out);
  CHECK_STATUS(tercet_linalg_matrix_norm(NULL, t, norm, true, &out, NULL),
               TERCET_OK);
  CHECK_SHAPE(out, 2, 1, 1);
  CHECK_VALUES(out, 1e-5L, expected);
  tercet_tensor_unref(out);
  tercet_tensor_unref(t);
}

/// The page says 3.6055512, but the root of 10 is 3.16228
static void
test_matrix_norms(void)
{
  const tercet_dtype dtypes[] = {TERCET_DTYPE_F32,
                                 TERCET_DTYPE_F64,
                                 TERCET_DTYPE_C64,
                                 TERCET_DTYPE_C128,
                                 TERCET_DTYPE_U8,
                                 TERCET_DTYPE_F16};
  for (size_t i = 0; i < 6; ++i) {
    check_matrix_norm(dtypes[i], TERCET_MATRIX_NORM_FRO, 3.16227766);
    check_matrix_norm(dtypes[i], TERCET_MATRIX_NORM_ONE, 4);
    check_matrix_norm(dtypes[i], TERCET_MATRIX_NORM_ONE_MIN, 4);
    check_matrix_norm(dtypes[i], TERCET_MATRIX_NORM_INF, 3);
    check_matrix_norm(dtypes[i], TERCET_MATRIX_NORM_INF_MIN, 1);
    check_matrix_norm(dtypes[i], TERCET_MATRIX_NORM_MAX, 2);
    if (has_library()) {
      check_matrix_norm(dtypes[i], TERCET_MATRIX_NORM_TWO, 3.02045);
      check_matrix_norm(dtypes[i], TERCET_MATRIX_NORM_TWO_MIN, 0.936426);
      check_matrix_norm(dtypes[i], TERCET_MATRIX_NORM_NUC, 3.956876);
    }
  }
}

/// Norms along random axes, against sums in long double
static void
check_vector_norm(uint64_t *state, tercet_dtype dtype, double ord)
{
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = random_shape(state, shape);
  const int64_t axis = rank ? (int64_t)(check_random(state) % rank) : 0;
  if (!rank || (isinf(ord) && !shape[axis])) {
    return;
  }
  tercet_tensor *const x =
      random_tensor(state, dtype, RANDOM_TAME, rank, shape);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_linalg_vector_norm(
                   &guard_allocator, x, ord, 1, &axis, true, &out, NULL),
               TERCET_OK);
  check_end(out);
  const long double epsilon = epsilon_of(TERCET_DTYPE_F32) * 4;
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(out), i, index);
    const long double found = reference_get(out, index).re;
    long double expected = 0;
    for (int64_t j = 0; j < shape[axis]; ++j) {
      index[axis] = j;
      const reference_value v = reference_get(x, index);
      const long double size = hypotl(v.re, v.im);
      if (isinf(ord)) {
        const bool better = ord > 0 ? size > expected : size < expected;
        expected = !j || better ? size : expected;
      } else {
        expected += ord == 0 ? (size != 0) : powl(size, (long double)ord);
      }
    }
    expected = isinf(ord) || ord == 0 ? expected
                                      : powl(expected, 1 / (long double)ord);
    const bool near = fabsl(found - expected) <= epsilon * expected;
    CHECK(near);
    if (!near) {
      fprintf(stderr,
              "  %s order %g is %Lg, expected %Lg\n",
              tercet_dtype_name(dtype),
              ord,
              found,
              expected);
    }
  }
  tercet_tensor_unref(out);
  tercet_tensor_unref(x);
}

static void
test_vector_norms(void)
{
  uint64_t state = 52;
  const double orders[] = {
      1, 2, 0, 3, 0.5, (double)INFINITY, -(double)INFINITY};
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    for (size_t i = 0; i < 70; ++i) {
      check_vector_norm(&state, (tercet_dtype)dtype, orders[i % 7U]);
    }
  }
}

/// Squares that overflow and vanish
static void
test_norm_of_extremes(void)
{
  const int64_t shape[1] = {2};
  const double pairs[3][2] = {{3e200, 4e200}, {3e-200, 4e-200}, {0, 0}};
  const double expected[3] = {5e200, 5e-200, 0};
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor *const x = make_tensor(TERCET_DTYPE_F64, 1, shape, pairs[i]);
    tercet_tensor *out = NULL;
    CHECK_STATUS(
        tercet_linalg_vector_norm(NULL, x, 2, 0, NULL, false, &out, NULL),
        TERCET_OK);
    CHECK(fabsl(creall(read_first(out)) - (long double)expected[i]) <=
          1e-15L * (long double)expected[i]);
    tercet_tensor_unref(out);
    tercet_tensor_unref(x);
  }
}

static void
test_norms_of_nan_and_nothing(void)
{
  const double values[3] = {1, (double)NAN, (double)INFINITY};
  const int64_t shape[1] = {3};
  const int64_t none[1] = {0};
  const double orders[] = {1, 2, 3, (double)INFINITY, -(double)INFINITY};
  tercet_tensor *const x = make_tensor(TERCET_DTYPE_F32, 1, shape, values);
  tercet_tensor *const nothing = make_tensor(TERCET_DTYPE_F32, 1, none, values);
  tercet_error err = {0};
  for (size_t i = 0; i < 5; ++i) {
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_linalg_vector_norm(
                     NULL, x, orders[i], 0, NULL, false, &out, NULL),
                 TERCET_OK);
    CHECK(isnan(creall(read_first(out))));
    tercet_tensor_unref(out);
    const tercet_status st = tercet_linalg_vector_norm(
        NULL, nothing, orders[i], 0, NULL, false, &out, &err);
    CHECK_STATUS(st, i < 3 ? TERCET_OK : TERCET_ERR_SHAPE);
    if (st == TERCET_OK) {
      CHECK(read_first(out) == 0);
    }
    tercet_tensor_unref(out);
  }
  const int64_t twice[2] = {0, -1};
  const int64_t far[1] = {1};
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_linalg_vector_norm(NULL, x, 2, 2, twice, false, &out, &err),
      TERCET_ERR_SHAPE);
  CHECK(strstr(err.message, "twice") != NULL);
  CHECK_STATUS(tercet_linalg_vector_norm(NULL, x, 2, 1, far, false, &out, &err),
               TERCET_ERR_SHAPE);
  CHECK(strstr(err.message, "axis 1 of a tensor of rank 1") != NULL);
  CHECK_STATUS(tercet_linalg_vector_norm(
                   NULL, x, (double)NAN, 0, NULL, false, &out, &err),
               TERCET_ERR_RANGE);
  CHECK_STATUS(tercet_linalg_matrix_norm(
                   NULL, x, TERCET_MATRIX_NORM_FRO, false, &out, &err),
               TERCET_ERR_SHAPE);
  tercet_tensor_unref(nothing);
  tercet_tensor_unref(x);
}

/* ---- All functions at once ---- */

/// One call of each function that takes one matrix
#define UNARY_LIST(X)                                                          \
  X(LU, tercet_linalg_lu(alloc, a, &out[0], &out[1], &out[2], err))            \
  X(DET, tercet_linalg_det(alloc, a, &out[0], err))                            \
  X(SLOGDET, tercet_linalg_slogdet(alloc, a, &out[0], &out[1], err))           \
  X(INV, tercet_linalg_inv(alloc, a, &out[0], err))                            \
  X(PINV, tercet_linalg_pinv(alloc, a, -1, &out[0], err))                      \
  X(CHOLESKY, tercet_linalg_cholesky(alloc, a, false, &out[0], err))           \
  X(QR, tercet_linalg_qr(alloc, a, true, &out[0], &out[1], err))               \
  X(SVD, tercet_linalg_svd(alloc, a, true, &out[0], &out[1], &out[2], err))    \
  X(EIG, tercet_linalg_eig(alloc, a, &out[0], &out[1], err))                   \
  X(EIGVALS, tercet_linalg_eigvals(alloc, a, &out[0], err))                    \
  X(EIGH, tercet_linalg_eigh(alloc, a, false, &out[0], &out[1], err))          \
  X(EIGVALSH, tercet_linalg_eigvalsh(alloc, a, false, &out[0], err))           \
  X(HESSENBERG, tercet_linalg_hessenberg(alloc, a, &out[0], &out[1], err))     \
  X(SOLVE, tercet_linalg_solve(alloc, a, a, &out[0], err))                     \
  X(LSTSQ,                                                                     \
    tercet_linalg_lstsq(                                                       \
        alloc, a, a, -1, &out[0], &out[1], NULL, &out[2], err))

typedef enum {
#define UNARY_MEMBER(name, call) CALL_##name,
  UNARY_LIST(UNARY_MEMBER)
#undef UNARY_MEMBER
      N_CALLS
} unary_call;

static tercet_status
call_unary(unary_call which,
           const tercet_allocator *alloc,
           const tercet_tensor *a,
           tercet_tensor *out[3],
           tercet_error *err)
{
  out[0] = out[1] = out[2] = NULL;
  switch (which) {
#define UNARY_CASE(name, call)                                                 \
  case CALL_##name:                                                            \
    return call;
    UNARY_LIST(UNARY_CASE)
#undef UNARY_CASE
  case N_CALLS:
    break;
  }
  return TERCET_ERR_INTERNAL;
}

static void
unref_all(tercet_tensor *out[3])
{
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor_unref(out[i]);
  }
}

static const double definite_3x3[9] = {4, 1, 0, 1, 3, 1, 0, 1, 2};

/// Integers and bools are computed in float64, halves in float32
static void
test_every_dtype(void)
{
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    const bool is_bool = dtype == TERCET_DTYPE_BOOL;
    const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    tercet_tensor *const a = make_matrix(
        (tercet_dtype)dtype, 3, 3, is_bool ? identity : definite_3x3);
    tercet_tensor *wide = NULL;
    const reference_format format = reference_format_of((tercet_dtype)dtype);
    const tercet_dtype computed = format.kind != REFERENCE_FLOAT
                                      ? TERCET_DTYPE_F64
                                  : format.digits < 24 ? TERCET_DTYPE_F32
                                                       : (tercet_dtype)dtype;
    CHECK_STATUS(tercet_tensor_cast(NULL, a, computed, &wide, NULL), TERCET_OK);
    for (int which = 0; which < N_CALLS; ++which) {
      tercet_tensor *out[3];
      tercet_tensor *expected[3];
      CHECK_STATUS(call_unary((unary_call)which, NULL, a, out, NULL),
                   TERCET_OK);
      CHECK_STATUS(call_unary((unary_call)which, NULL, wide, expected, NULL),
                   TERCET_OK);
      for (size_t i = 0; i < 3; ++i) {
        CHECK(!out[i] == !expected[i]);
        CHECK(!out[i] || tercet_tensor_equals(out[i], expected[i]));
      }
      unref_all(expected);
      unref_all(out);
    }
    tercet_tensor_unref(wide);
    tercet_tensor_unref(a);
  }
}

static void
test_empty_matrices(void)
{
  const double none[1] = {0};
  const int64_t shapes[3][3] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 2}};
  const size_t ranks[3] = {2, 3, 3};
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor *const a =
        make_tensor(TERCET_DTYPE_F64, ranks[i], shapes[i], none);
    for (int which = 0; which < N_CALLS; ++which) {
      tercet_tensor *out[3];
      const tercet_status st =
          call_unary((unary_call)which, &guard_allocator, a, out, NULL);
      const bool is_flat = which == CALL_LSTSQ && ranks[i] > 2;
      CHECK_STATUS(st, is_flat ? TERCET_ERR_SHAPE : TERCET_OK);
      unref_all(out);
    }
    tercet_tensor_unref(a);
  }

  // The determinant of nothing is 1
  tercet_tensor *const a = make_tensor(TERCET_DTYPE_F64, 3, shapes[1], none);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_linalg_det(NULL, a, &out, NULL), TERCET_OK);
  CHECK_VALUES(out, 0, 1, 1);
  tercet_tensor_unref(out);
  tercet_tensor_unref(a);
}

/// Check a refusal by each function; `part` must be in the message
static void
check_refused(const tercet_tensor *a,
              bool (*refuses)(unary_call which),
              tercet_status expected,
              const char *part)
{
  for (int which = 0; which < N_CALLS; ++which) {
    tercet_tensor *out[3];
    tercet_error err = {0};
    const tercet_status st =
        call_unary((unary_call)which, &guard_allocator, a, out, &err);
    if (!refuses((unary_call)which)) {
      CHECK_STATUS(st, TERCET_OK);
      unref_all(out);
      continue;
    }
    CHECK_STATUS(st, expected);
    CHECK(!out[0] && !out[1] && !out[2]);
    CHECK(strstr(err.message, part) != NULL);
    if (!strstr(err.message, part)) {
      fprintf(stderr, "  call %d: %s\n", which, err.message);
    }
  }
}

static bool
refuses_all(unary_call which)
{
  (void)which;
  return true;
}

static bool
refuses_oblong(unary_call which)
{
  return which != CALL_LU && which != CALL_QR && which != CALL_SVD &&
         which != CALL_PINV && which != CALL_LSTSQ;
}

static bool
refuses_nan(unary_call which)
{
  return which == CALL_PINV || which == CALL_CHOLESKY || which == CALL_SVD ||
         (which >= CALL_EIG && which <= CALL_EIGVALSH) || which == CALL_LSTSQ;
}

static bool
refuses_singular(unary_call which)
{
  return which == CALL_INV || which == CALL_SOLVE || which == CALL_CHOLESKY;
}

static void
test_refuses_shapes(void)
{
  const int64_t three[1] = {3};
  const double values[6] = {1, 2, 3, 4, 5, 6};
  tercet_tensor *const vector = make_tensor(TERCET_DTYPE_F64, 1, three, values);
  tercet_tensor *const scalar = make_tensor(TERCET_DTYPE_F64, 0, NULL, values);
  tercet_tensor *const oblong = make_matrix(TERCET_DTYPE_F64, 3, 2, values);
  check_refused(vector, refuses_all, TERCET_ERR_SHAPE, "[3]");
  check_refused(scalar, refuses_all, TERCET_ERR_SHAPE, "[]");
  check_refused(oblong, refuses_oblong, TERCET_ERR_SHAPE, "[3, 2]");
  tercet_tensor_unref(oblong);
  tercet_tensor_unref(scalar);
  tercet_tensor_unref(vector);
}

static void
test_refuses_not_finite(void)
{
  double values[9];
  memcpy(values, definite_3x3, sizeof(values));
  values[4] = (double)NAN;
  for (size_t i = 0; i < N_COMPUTED_DTYPES; ++i) {
    tercet_tensor *const a = make_matrix(computed_dtypes[i], 3, 3, values);
    for (int which = 0; which < N_CALLS; ++which) {
      tercet_tensor *out[3];
      tercet_error err = {0};
      const tercet_status st =
          call_unary((unary_call)which, &guard_allocator, a, out, &err);
      if (refuses_nan((unary_call)which)) {
        CHECK_STATUS(st, TERCET_ERR_RANGE);
        CHECK(which == CALL_CHOLESKY ||
              strstr(err.message, "element [1, 1] is") != NULL);
      } else {
        CHECK(st == TERCET_OK || st == TERCET_ERR_RANGE);
      }
      unref_all(out);
    }
    tercet_tensor_unref(a);
  }
}

static void
test_refuses_singular(void)
{
  const double values[9] = {1, 2, 3, 2, 4, 6, 1, 1, 1};
  const double indefinite[4] = {1, 2, 2, 1};
  tercet_tensor *out = NULL;
  tercet_error err = {0};
  for (size_t i = 0; i < N_COMPUTED_DTYPES; ++i) {
    tercet_tensor *const a = make_matrix(computed_dtypes[i], 3, 3, values);
    tercet_tensor *const b = make_matrix(computed_dtypes[i], 2, 2, indefinite);
    CHECK_STATUS(tercet_linalg_inv(NULL, a, &out, &err), TERCET_ERR_RANGE);
    CHECK_TEXT(err.message,
               strlen(err.message),
               "the matrix is singular: pivot 2 of 3 is zero");
    CHECK_STATUS(tercet_linalg_solve(NULL, a, a, &out, &err), TERCET_ERR_RANGE);
    CHECK_STATUS(tercet_linalg_cholesky(NULL, b, false, &out, &err),
                 TERCET_ERR_RANGE);
    CHECK(strstr(err.message, "minor of order 2") != NULL);
    CHECK_STATUS(tercet_linalg_det(NULL, a, &out, NULL), TERCET_OK);
    CHECK(read_first(out) == 0);
    tercet_tensor_unref(out);
    tercet_tensor *sign = NULL;
    CHECK_STATUS(tercet_linalg_slogdet(NULL, a, &sign, &out, NULL), TERCET_OK);
    CHECK(read_first(sign) == 0);
    CHECK(creall(read_first(out)) == -(long double)INFINITY);
    tercet_tensor_unref(sign);
    tercet_tensor_unref(out);
    tercet_tensor_unref(b);
    tercet_tensor_unref(a);
  }
  tercet_tensor *const zero =
      make_matrix(TERCET_DTYPE_F32, 2, 2, (const double[4]){0, 0, 0, 0});
  check_refused(zero, refuses_singular, TERCET_ERR_RANGE, "");
  tercet_tensor_unref(zero);
}

static void
test_refuses_right_sides(void)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F64, 3, 3, definite_3x3);
  tercet_tensor *const f32 = make_matrix(TERCET_DTYPE_F32, 3, 3, definite_3x3);
  tercet_tensor *const rows2 =
      make_matrix(TERCET_DTYPE_F64, 2, 3, definite_3x3);
  CHECK_STATUS(tercet_linalg_solve(NULL, a, f32, &out, &err), TERCET_ERR_DTYPE);
  CHECK_STATUS(tercet_linalg_solve(NULL, a, rows2, &out, &err),
               TERCET_ERR_SHAPE);
  CHECK(strstr(err.message, "[2, 3]") != NULL);
  CHECK_STATUS(
      tercet_linalg_lstsq(NULL, a, f32, -1, &out, NULL, NULL, NULL, &err),
      TERCET_ERR_DTYPE);
  CHECK_STATUS(
      tercet_linalg_lstsq(NULL, a, rows2, -1, &out, NULL, NULL, NULL, &err),
      TERCET_ERR_SHAPE);
  tercet_tensor_unref(rows2);
  tercet_tensor_unref(f32);
  tercet_tensor_unref(a);
}

/// A determinant that float64 holds, of factors whose products it does not
static void
test_determinant_does_not_overflow_between(void)
{
  const double values[9] = {1e200, 0, 0, 0, 1e200, 0, 0, 0, 1e-300};
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F64, 3, 3, values);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_linalg_det(NULL, a, &out, NULL), TERCET_OK);
  CHECK(fabsl(creall(read_first(out)) / 1e100L - 1) < 1e-14L);
  tercet_tensor_unref(out);
  tercet_tensor_unref(a);
}

static void
test_memory_failures(void)
{
  tercet_tensor *const f64 = make_matrix(TERCET_DTYPE_F64, 3, 3, definite_3x3);
  tercet_tensor *const c64 = make_matrix(TERCET_DTYPE_C64, 3, 3, definite_3x3);
  const tercet_tensor *const inputs[2] = {f64, c64};
  for (int which = 0; which < 2 * N_CALLS; ++which) {
    const unary_call call = (unary_call)(which / 2);
    failing_allocator fails = {0, SIZE_MAX};
    const tercet_allocator alloc = {failing_allocate, failing_release, &fails};
    tercet_tensor *out[3];
    CHECK_STATUS(call_unary(call, &alloc, inputs[which % 2], out, NULL),
                 TERCET_OK);
    unref_all(out);
    for (size_t n = fails.calls, at = 0; at < n; ++at) {
      fails = (failing_allocator){0, at};
      CHECK_STATUS(call_unary(call, &alloc, inputs[which % 2], out, NULL),
                   TERCET_ERR_NO_MEMORY);
      CHECK(!out[0] && !out[1] && !out[2]);
    }
  }
  tercet_tensor_unref(c64);
  tercet_tensor_unref(f64);
}

/* ---- The library ---- */

static void
test_backend(void)
{
  const char *const wanted = getenv("TERCET_BLAS");
  const char *const backend = tercet_linalg_backend();
  if (wanted && !strcmp(wanted, "none")) {
    CHECK_TEXT(backend, strlen(backend), "none");
  }
  // What was put into the environment while loading is gone
  CHECK(!getenv("OPENBLAS_CORETYPE"));
  CHECK(!getenv("OPENBLAS_NUM_THREADS"));
}

static void
test_without_library(void)
{
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F64, 3, 3, definite_3x3);
  check_refused(a, refuses_all, TERCET_ERR_UNSUPPORTED, "libopenblas0-pthread");
  tercet_tensor_unref(a);
}

/// Results do not depend on how many threads compute them, but for rounding
static void
test_threads(void)
{
  uint64_t state = 53;
  const int64_t shape[2] = {150, 150};
  tercet_tensor *const a = random_matrix(&state, TERCET_DTYPE_F64, 2, shape);
  tercet_tensor *one = NULL;
  tercet_tensor *two = NULL;
  CHECK_STATUS(tercet_linalg_matmul(NULL, a, a, &one, NULL), TERCET_OK);
  tercet_linalg_set_threads(2);
  CHECK_STATUS(tercet_linalg_matmul(NULL, a, a, &two, NULL), TERCET_OK);
  tercet_linalg_set_threads(1);
  const numbers x = read_numbers(one);
  const numbers y = read_numbers(two);
  CHECK_NEAR(x.data, y.data, x.size, 1e-11L);
  free(y.data);
  free(x.data);
  tercet_tensor_unref(two);
  tercet_tensor_unref(one);
  tercet_tensor_unref(a);
}

static void
test_decompositions(void)
{
  test_page_cholesky();
  test_page_det_and_inv();
  test_page_eigenvalues();
  test_rotation_has_imaginary_eigenvalues();
  test_page_hessenberg();
  test_page_qr();
  test_page_svd();
  test_page_solve();
  test_large_systems();
  test_every_dtype();
  test_empty_matrices();
  test_refuses_shapes();
  test_refuses_not_finite();
  test_refuses_singular();
  test_refuses_right_sides();
  test_determinant_does_not_overflow_between();
  test_memory_failures();
}

int
main(void)
{
  test_backend();
  test_matrix_norms();
  test_vector_norms();
  test_norm_of_extremes();
  test_norms_of_nan_and_nothing();
  test_threads();
  if (has_library()) {
    test_decompositions();
  } else {
    test_without_library();
  }
  return check_finish();
}
