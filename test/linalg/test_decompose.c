// SPDX-License-Identifier: Apache-2.0

/**
   Factors and solutions: multiplied out again, in every dtype, for random
   shapes, batches and layouts, with bounds of the form n epsilon norm.
*/

#include "linalg_reference.h"

/// The members of a batch one after the other, row-major
typedef struct {
  numbers all;
  int64_t n_matrices;
  int64_t m;
  int64_t n;
} batch;

static batch
read_batch(const tercet_tensor *tensor, size_t n_inner)
{
  const size_t rank = tercet_tensor_rank(tensor);
  const int64_t *const shape = tercet_tensor_shape(tensor);
  batch out = {read_numbers(tensor), 1, 1, 1};
  for (size_t i = 0; i + n_inner < rank; ++i) {
    out.n_matrices *= shape[i];
  }
  if (n_inner) {
    out.n = shape[rank - 1U];
  }
  if (n_inner > 1) {
    out.m = shape[rank - 2U];
  }
  return out;
}

static const number *
member(const batch *b, int64_t i)
{
  return b->all.data + i * b->m * b->n;
}

static number *
new_numbers(int64_t n)
{
  return (number *)calloc((size_t)n + 1U, sizeof(number));
}

/// A bound for errors of a decomposition
static long double
bound_for(tercet_dtype dtype, const batch *a, int64_t i)
{
  const long double size = (long double)(a->m + a->n + 4);
  return 8 * size * epsilon_of(dtype) *
         (greatest(member(a, i), a->m * a->n) * size + 1);
}

static size_t
random_matrix_shape(uint64_t *state, bool square, int64_t *shape)
{
  static const int64_t extents[] = {1, 2, 3, 5, 8, 13, 20, 0};
  const size_t n_batch = check_random(state) % 3U;
  for (size_t i = 0; i < n_batch; ++i) {
    shape[i] = 1 + (int64_t)(check_random(state) % 3U);
  }
  shape[n_batch] = extents[check_random(state) % 8U];
  shape[n_batch + 1U] =
      square ? shape[n_batch] : extents[check_random(state) % 8U];
  return n_batch + 2U;
}

/// Run a check on random matrices of all dtypes
static void
for_random_matrices(uint64_t seed,
                    bool square,
                    void (*check)(const tercet_tensor *a, uint64_t *state))
{
  for (size_t i = 0; i < 30 * N_COMPUTED_DTYPES; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_matrix_shape(&seed, square, shape);
    tercet_tensor *const a =
        random_matrix(&seed, computed_dtypes[i % 4U], rank, shape);
    check(a, &seed);
    tercet_tensor_unref(a);
  }
}

/* ---- LU, determinants, inverses, solutions ---- */

static void
check_lu(const tercet_tensor *a, uint64_t *state)
{
  (void)state;
  tercet_tensor *out[3] = {NULL};
  CHECK_STATUS(
      tercet_linalg_lu(&guard_allocator, a, &out[0], &out[1], &out[2], NULL),
      TERCET_OK);
  const batch x = read_batch(a, 2);
  const batch p = read_batch(out[0], 1);
  const batch l = read_batch(out[1], 2);
  const batch u = read_batch(out[2], 2);
  number *const product = new_numbers(x.m * x.n);
  number *const permuted = new_numbers(x.m * x.n);
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    multiply_numbers(
        member(&l, i), member(&u, i), product, x.m, x.n, l.n, false);
    for (int64_t row = 0; row < x.m; ++row) {
      const int64_t from = (int64_t)creall(member(&p, i)[row]);
      memcpy(permuted + row * x.n,
             member(&x, i) + from * x.n,
             (size_t)x.n * sizeof(number));
    }
    CHECK_NEAR(
        product, permuted, x.m * x.n, bound_for(tercet_tensor_dtype(a), &x, i));
    for (int64_t row = 0; row < l.m && row < l.n; ++row) {
      CHECK(member(&l, i)[row * l.n + row] == 1);
    }
  }
  free(permuted);
  free(product);
  free(u.all.data);
  free(l.all.data);
  free(p.all.data);
  free(x.all.data);
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor_unref(out[i]);
  }
}

static void
check_inverse(const tercet_tensor *a, uint64_t *state)
{
  (void)state;
  tercet_tensor *out = NULL;
  const tercet_status st = tercet_linalg_inv(&guard_allocator, a, &out, NULL);
  if (st == TERCET_ERR_RANGE) {
    return; // Singular by chance
  }
  CHECK_STATUS(st, TERCET_OK);
  const batch x = read_batch(a, 2);
  const batch y = read_batch(out, 2);
  number *const product = new_numbers(x.n * x.n);
  number *const identity = new_numbers(x.n * x.n);
  for (int64_t i = 0; i < x.n; ++i) {
    identity[i * x.n + i] = 1;
  }
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    multiply_numbers(
        member(&x, i), member(&y, i), product, x.n, x.n, x.n, false);
    const long double bound = bound_for(tercet_tensor_dtype(a), &x, i);
    CHECK_NEAR(product,
               identity,
               x.n * x.n,
               bound * (1 + greatest(member(&y, i), x.n * x.n)));
  }
  free(identity);
  free(product);
  free(y.all.data);
  free(x.all.data);
  tercet_tensor_unref(out);
}

/// The residual of Gauss with pivots is small whatever the condition
static void
check_solve(const tercet_tensor *a, uint64_t *state)
{
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = tercet_tensor_rank(a);
  const bool is_vector = check_random(state) % 3U == 0;
  const size_t rank_b = is_vector ? 1U : rank;
  const int64_t n = tercet_tensor_shape(a)[rank - 1U];
  const int64_t k = is_vector ? 1 : (int64_t)(check_random(state) % 4U);
  memcpy(shape, tercet_tensor_shape(a), rank * sizeof(*shape));
  shape[rank_b - 1U] = is_vector ? n : k;
  tercet_tensor *const b =
      random_matrix(state, tercet_tensor_dtype(a), rank_b, shape);
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_linalg_solve(&guard_allocator, a, b, &out, NULL);
  if (st != TERCET_ERR_RANGE) {
    CHECK_STATUS(st, TERCET_OK);
    const batch x = read_batch(a, 2);
    const batch right = read_batch(b, is_vector ? 1 : 2);
    const batch y = read_batch(out, is_vector ? 1 : 2);
    number *const product = new_numbers(n * k);
    for (int64_t i = 0; i < x.n_matrices; ++i) {
      multiply_numbers(member(&x, i), member(&y, i), product, n, k, n, false);
      const long double bound = bound_for(tercet_tensor_dtype(a), &x, i);
      CHECK_NEAR(product,
                 member(&right, is_vector ? 0 : i),
                 n * k,
                 bound * (1 + greatest(member(&y, i), n * k)));
    }
    free(product);
    free(y.all.data);
    free(right.all.data);
    free(x.all.data);
    tercet_tensor_unref(out);
  }
  tercet_tensor_unref(b);
}

/// Expand along the first row
static number
minor_determinant(const number *a, int64_t n)
{
  if (n == 0) {
    return 1;
  }
  number out = 0;
  number *const minor = new_numbers(n * n);
  for (int64_t j = 0; j < n; ++j) {
    for (int64_t row = 1; row < n; ++row) {
      for (int64_t column = 0, to = 0; column < n; ++column) {
        if (column != j) {
          minor[(row - 1) * (n - 1) + to++] = a[row * n + column];
        }
      }
    }
    out += (j % 2 ? -1 : 1) * a[j] * minor_determinant(minor, n - 1);
  }
  free(minor);
  return out;
}

static void
check_determinant(const tercet_tensor *a, uint64_t *state)
{
  (void)state;
  tercet_tensor *det = NULL;
  tercet_tensor *sign = NULL;
  tercet_tensor *log_abs = NULL;
  CHECK_STATUS(tercet_linalg_det(&guard_allocator, a, &det, NULL), TERCET_OK);
  CHECK_STATUS(
      tercet_linalg_slogdet(&guard_allocator, a, &sign, &log_abs, NULL),
      TERCET_OK);
  CHECK_INT(tercet_tensor_dtype(det), tercet_tensor_dtype(a));
  const batch x = read_batch(a, 2);
  const batch d = read_batch(det, 0);
  const batch s = read_batch(sign, 0);
  const batch g = read_batch(log_abs, 0);
  const long double epsilon = epsilon_of(tercet_tensor_dtype(a));
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    const number found = d.all.data[i];
    const number again = s.all.data[i] * expl(creall(g.all.data[i]));
    CHECK_NEAR(&again, &found, 1, 200 * epsilon * (cabsl(found) + 1e-6L));
    if (x.n <= 5) {
      const number expected = minor_determinant(member(&x, i), x.n);
      CHECK_NEAR(&found, &expected, 1, 5000 * epsilon);
    }
  }
  free(g.all.data);
  free(s.all.data);
  free(d.all.data);
  free(x.all.data);
  tercet_tensor_unref(log_abs);
  tercet_tensor_unref(sign);
  tercet_tensor_unref(det);
}

/* ---- Cholesky ---- */

/// Make a a^H + I of a random matrix, which is positive definite, contiguous
static tercet_tensor *
make_definite(const tercet_tensor *a)
{
  const batch x = read_batch(a, 2);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_copy(NULL, a, &out, NULL), TERCET_OK);
  const tercet_dtype dtype = tercet_tensor_dtype(a);
  char *at = (char *)tercet_tensor_mutable_data(out);
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    for (int64_t row = 0; row < x.n; ++row) {
      for (int64_t column = 0; column < x.n; ++column) {
        number sum = row == column ? 1 : 0;
        for (int64_t p = 0; p < x.n; ++p) {
          sum += member(&x, i)[row * x.n + p] *
                 conjl(member(&x, i)[column * x.n + p]);
        }
        const double doubles[2] = {(double)creall(sum), (double)cimagl(sum)};
        const float floats[2] = {(float)creall(sum), (float)cimagl(sum)};
        const bool is_single =
            dtype == TERCET_DTYPE_F32 || dtype == TERCET_DTYPE_C64;
        memcpy(at,
               is_single ? (const void *)floats : (const void *)doubles,
               tercet_dtype_size(dtype));
        at += tercet_dtype_size(dtype);
      }
    }
  }
  free(x.all.data);
  return out;
}

static void
transpose_conjugate(const number *a, number *out, int64_t n)
{
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      out[j * n + i] = conjl(a[i * n + j]);
    }
  }
}

static void
check_cholesky(const tercet_tensor *random, uint64_t *state)
{
  const bool upper = check_random(state) % 2U;
  tercet_tensor *const a = make_definite(random);
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_linalg_cholesky(&guard_allocator, a, upper, &out, NULL),
               TERCET_OK);
  const batch x = read_batch(a, 2);
  const batch l = read_batch(out, 2);
  number *const adjoint = new_numbers(x.n * x.n);
  number *const product = new_numbers(x.n * x.n);
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    const number *const factor = member(&l, i);
    transpose_conjugate(factor, adjoint, x.n);
    multiply_numbers(upper ? adjoint : factor,
                     upper ? factor : adjoint,
                     product,
                     x.n,
                     x.n,
                     x.n,
                     false);
    CHECK_NEAR(product,
               member(&x, i),
               x.n * x.n,
               bound_for(tercet_tensor_dtype(a), &x, i));
    for (int64_t row = 0; row < x.n; ++row) {
      for (int64_t column = row + 1; column < x.n; ++column) {
        CHECK((upper ? factor[column * x.n + row]
                     : factor[row * x.n + column]) == 0);
      }
    }
  }
  // In place
  CHECK_STATUS(tercet_linalg_cholesky_into(a, upper, a, NULL), TERCET_OK);
  CHECK(tercet_tensor_equals(a, out));
  free(product);
  free(adjoint);
  free(l.all.data);
  free(x.all.data);
  tercet_tensor_unref(out);
  tercet_tensor_unref(a);
}

/* ---- QR, Hessenberg ---- */

static void
check_qr(const tercet_tensor *a, uint64_t *state)
{
  const bool complete = check_random(state) % 2U;
  tercet_tensor *q = NULL;
  tercet_tensor *r = NULL;
  tercet_tensor *r_only = NULL;
  CHECK_STATUS(tercet_linalg_qr(&guard_allocator, a, complete, &q, &r, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_linalg_qr(NULL, a, complete, NULL, &r_only, NULL),
               TERCET_OK);
  CHECK(tercet_tensor_equals(r, r_only));
  const batch x = read_batch(a, 2);
  const batch left = read_batch(q, 2);
  const batch right = read_batch(r, 2);
  const int64_t k = complete ? x.m : (x.m < x.n ? x.m : x.n);
  CHECK_INT(left.n, k);
  CHECK_INT(right.m, k);
  number *const product = new_numbers(x.m * x.n);
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    const long double bound = bound_for(tercet_tensor_dtype(a), &x, i);
    multiply_numbers(
        member(&left, i), member(&right, i), product, x.m, x.n, k, false);
    CHECK_NEAR(product, member(&x, i), x.m * x.n, bound);
    CHECK_ORTHONORMAL(member(&left, i), x.m, k, bound);
    for (int64_t row = 0; row < k; ++row) {
      for (int64_t column = 0; column < row && column < x.n; ++column) {
        CHECK(member(&right, i)[row * x.n + column] == 0);
      }
    }
  }
  free(product);
  free(right.all.data);
  free(left.all.data);
  free(x.all.data);
  tercet_tensor_unref(r_only);
  tercet_tensor_unref(r);
  tercet_tensor_unref(q);
}

static void
check_hessenberg(const tercet_tensor *a, uint64_t *state)
{
  (void)state;
  tercet_tensor *h = NULL;
  tercet_tensor *q = NULL;
  CHECK_STATUS(tercet_linalg_hessenberg(&guard_allocator, a, &h, &q, NULL),
               TERCET_OK);
  const batch x = read_batch(a, 2);
  const batch middle = read_batch(h, 2);
  const batch basis = read_batch(q, 2);
  number *const left = new_numbers(x.n * x.n);
  number *const right = new_numbers(x.n * x.n);
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    const long double bound = bound_for(tercet_tensor_dtype(a), &x, i);
    multiply_numbers(
        member(&x, i), member(&basis, i), left, x.n, x.n, x.n, false);
    multiply_numbers(
        member(&basis, i), member(&middle, i), right, x.n, x.n, x.n, false);
    CHECK_NEAR(left, right, x.n * x.n, bound);
    CHECK_ORTHONORMAL(member(&basis, i), x.n, x.n, bound);
    for (int64_t row = 2; row < x.n; ++row) {
      for (int64_t column = 0; column + 1 < row; ++column) {
        CHECK(member(&middle, i)[row * x.n + column] == 0);
      }
    }
  }
  free(right);
  free(left);
  free(basis.all.data);
  free(middle.all.data);
  free(x.all.data);
  tercet_tensor_unref(q);
  tercet_tensor_unref(h);
}

/* ---- Singular values ---- */

static void
check_svd(const tercet_tensor *a, uint64_t *state)
{
  const bool full = check_random(state) % 2U;
  tercet_tensor *out[4] = {NULL};
  CHECK_STATUS(tercet_linalg_svd(
                   &guard_allocator, a, full, &out[0], &out[1], &out[2], NULL),
               TERCET_OK);
  CHECK_STATUS(
      tercet_linalg_svd(&guard_allocator, a, full, NULL, &out[3], NULL, NULL),
      TERCET_OK);
  const batch x = read_batch(a, 2);
  const batch u = read_batch(out[0], 2);
  const batch s = read_batch(out[1], 1);
  const batch vh = read_batch(out[2], 2);
  const batch only = read_batch(out[3], 1);
  const int64_t k = x.m < x.n ? x.m : x.n;
  CHECK_INT(u.n, full ? x.m : k);
  CHECK_INT(vh.m, full ? x.n : k);
  number *const product = new_numbers(x.m * x.n);
  number *const scaled = new_numbers(k * x.n);
  number *const reduced = new_numbers(x.m * k);
  number *const v = new_numbers(x.n * x.n);
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    const long double bound = bound_for(tercet_tensor_dtype(a), &x, i);
    for (int64_t j = 0; j < k * x.n; ++j) {
      scaled[j] = member(&s, i)[j / x.n] * member(&vh, i)[j];
    }
    for (int64_t j = 0; j < x.m * k; ++j) {
      reduced[j] = member(&u, i)[j / k * u.n + j % k];
    }
    multiply_numbers(reduced, scaled, product, x.m, x.n, k, false);
    CHECK_NEAR(product, member(&x, i), x.m * x.n, bound);
    CHECK_NEAR(member(&s, i), member(&only, i), k, bound);
    CHECK_ORTHONORMAL(member(&u, i), u.m, u.n, bound);
    for (int64_t row = 0; row < vh.m; ++row) {
      for (int64_t column = 0; column < x.n; ++column) {
        v[column * vh.m + row] = conjl(member(&vh, i)[row * x.n + column]);
      }
    }
    CHECK_ORTHONORMAL(v, x.n, vh.m, bound);
    for (int64_t j = 1; j < k; ++j) {
      CHECK(creall(member(&s, i)[j - 1]) >= creall(member(&s, i)[j]));
    }
  }
  free(v);
  free(reduced);
  free(scaled);
  free(product);
  free(only.all.data);
  free(vh.all.data);
  free(s.all.data);
  free(u.all.data);
  free(x.all.data);
  for (size_t i = 0; i < 4; ++i) {
    tercet_tensor_unref(out[i]);
  }
}

/// A P A = A
static void
check_pinv(const tercet_tensor *a, uint64_t *state)
{
  (void)state;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_linalg_pinv(&guard_allocator, a, -1, &out, NULL),
               TERCET_OK);
  const batch x = read_batch(a, 2);
  const batch p = read_batch(out, 2);
  CHECK_INT(p.m, x.n);
  CHECK_INT(p.n, x.m);
  number *const left = new_numbers(x.m * x.m);
  number *const product = new_numbers(x.m * x.n);
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    multiply_numbers(member(&x, i), member(&p, i), left, x.m, x.m, x.n, false);
    multiply_numbers(left, member(&x, i), product, x.m, x.n, x.m, false);
    CHECK_NEAR(product,
               member(&x, i),
               x.m * x.n,
               bound_for(tercet_tensor_dtype(a), &x, i) *
                   (1 + greatest(member(&p, i), x.m * x.n)));
  }
  free(product);
  free(left);
  free(p.all.data);
  free(x.all.data);
  tercet_tensor_unref(out);
}

/// What is left over is orthogonal to the columns: A^H (A x - b) = 0
static void
check_lstsq(const tercet_tensor *batch_a, uint64_t *state)
{
  const size_t rank_a = tercet_tensor_rank(batch_a);
  const int64_t *const shape_a = tercet_tensor_shape(batch_a) + rank_a - 2U;
  const tercet_dtype dtype = tercet_tensor_dtype(batch_a);
  const bool is_vector = check_random(state) % 2U;
  const int64_t shape_b[2] = {shape_a[0], 3};
  tercet_tensor *const a = random_matrix(state, dtype, 2, shape_a);
  tercet_tensor *const b =
      random_matrix(state, dtype, is_vector ? 1 : 2, shape_b);
  tercet_tensor *x = NULL;
  tercet_tensor *residuals = NULL;
  tercet_tensor *s = NULL;
  int64_t rank = -1;
  CHECK_STATUS(tercet_linalg_lstsq(
                   &guard_allocator, a, b, -1, &x, &residuals, &rank, &s, NULL),
               TERCET_OK);
  const numbers matrix = read_numbers(a);
  const numbers right = read_numbers(b);
  const numbers solution = read_numbers(x);
  const numbers sums = read_numbers(residuals);
  const int64_t m = shape_a[0];
  const int64_t n = shape_a[1];
  const int64_t k = is_vector ? 1 : 3;
  number *const rest = new_numbers(m * k);
  number *const product = new_numbers(n * k);
  number *const zero = new_numbers(n * k);
  multiply_numbers(matrix.data, solution.data, rest, m, k, n, false);
  for (int64_t i = 0; i < m * k; ++i) {
    rest[i] -= right.data[i];
  }
  multiply_numbers(matrix.data, rest, product, n, k, m, true);
  const long double bound = 400 * epsilon_of(dtype) * (long double)(m + n) *
                            (1 + greatest(solution.data, n * k));
  CHECK_NEAR(product, zero, n * k, bound);
  CHECK(rank >= 0 && rank <= (m < n ? m : n));
  for (int64_t j = 0; j < sums.size; ++j) {
    number sum = 0;
    for (int64_t i = 0; i < m; ++i) {
      sum += rest[i * k + j] * conjl(rest[i * k + j]);
    }
    CHECK_NEAR(&sums.data[j], &sum, 1, bound * 10);
  }
  CHECK_INT(sums.size, m > n && rank == n ? k : 0);
  free(zero);
  free(product);
  free(rest);
  free(sums.data);
  free(solution.data);
  free(right.data);
  free(matrix.data);
  tercet_tensor_unref(s);
  tercet_tensor_unref(residuals);
  tercet_tensor_unref(x);
  tercet_tensor_unref(b);
  tercet_tensor_unref(a);
}

/* ---- Eigenvalues ---- */

/// Check A V = V diag(w)
static void
check_eigenpairs(const batch *a,
                 const batch *w,
                 const batch *v,
                 int64_t i,
                 long double bound)
{
  const int64_t n = a->n;
  number *const left = new_numbers(n * n);
  number *const right = new_numbers(n * n);
  multiply_numbers(member(a, i), member(v, i), left, n, n, n, false);
  for (int64_t j = 0; j < n * n; ++j) {
    right[j] = member(v, i)[j] * member(w, i)[j % n];
  }
  CHECK_NEAR(left, right, n * n, bound);
  free(right);
  free(left);
}

static void
check_eig(const tercet_tensor *a, uint64_t *state)
{
  (void)state;
  tercet_tensor *out[3] = {NULL};
  CHECK_STATUS(tercet_linalg_eig(&guard_allocator, a, &out[0], &out[1], NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_linalg_eigvals(&guard_allocator, a, &out[2], NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_dtype(out[0]),
            epsilon_of(tercet_tensor_dtype(a)) > 1e-10L ? TERCET_DTYPE_C64
                                                        : TERCET_DTYPE_C128);
  const batch x = read_batch(a, 2);
  const batch w = read_batch(out[0], 1);
  const batch v = read_batch(out[1], 2);
  const batch only = read_batch(out[2], 1);
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    const long double bound = bound_for(tercet_tensor_dtype(a), &x, i);
    check_eigenpairs(&x, &w, &v, i, bound);
    number traces[3] = {0};
    for (int64_t j = 0; j < x.n; ++j) {
      traces[0] += member(&x, i)[j * x.n + j];
      traces[1] += member(&w, i)[j];
      traces[2] += member(&only, i)[j];
      long double length = 0;
      for (int64_t row = 0; row < x.n; ++row) {
        length += powl(cabsl(member(&v, i)[row * x.n + j]), 2);
      }
      CHECK(fabsl(length - 1) <= bound);
    }
    CHECK_NEAR(&traces[0], &traces[1], 1, bound);
    CHECK_NEAR(&traces[0], &traces[2], 1, bound);
  }
  free(only.all.data);
  free(v.all.data);
  free(w.all.data);
  free(x.all.data);
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor_unref(out[i]);
  }
}

static void
check_eigh(const tercet_tensor *random, uint64_t *state)
{
  const bool upper = check_random(state) % 2U;
  tercet_tensor *const a = make_definite(random);
  tercet_tensor *out[3] = {NULL};
  CHECK_STATUS(
      tercet_linalg_eigh(&guard_allocator, a, upper, &out[0], &out[1], NULL),
      TERCET_OK);
  CHECK_STATUS(
      tercet_linalg_eigvalsh(&guard_allocator, a, upper, &out[2], NULL),
      TERCET_OK);
  const batch x = read_batch(a, 2);
  const batch w = read_batch(out[0], 1);
  const batch v = read_batch(out[1], 2);
  const batch only = read_batch(out[2], 1);
  for (int64_t i = 0; i < x.n_matrices; ++i) {
    const long double bound = bound_for(tercet_tensor_dtype(a), &x, i);
    check_eigenpairs(&x, &w, &v, i, bound);
    CHECK_ORTHONORMAL(member(&v, i), x.n, x.n, bound);
    CHECK_NEAR(member(&w, i), member(&only, i), x.n, bound);
    for (int64_t j = 1; j < x.n; ++j) {
      CHECK(creall(member(&w, i)[j - 1]) <= creall(member(&w, i)[j]));
    }
  }
  free(only.all.data);
  free(v.all.data);
  free(w.all.data);
  free(x.all.data);
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor_unref(out[i]);
  }
  tercet_tensor_unref(a);
}

int
main(void)
{
  if (!has_library()) {
    fprintf(stderr, "skipped: there is no LAPACK\n");
    return 77;
  }
  for_random_matrices(31, false, check_lu);
  for_random_matrices(32, true, check_inverse);
  for_random_matrices(33, true, check_solve);
  for_random_matrices(34, true, check_determinant);
  for_random_matrices(35, true, check_cholesky);
  for_random_matrices(36, false, check_qr);
  for_random_matrices(37, true, check_hessenberg);
  for_random_matrices(38, false, check_svd);
  for_random_matrices(39, false, check_pinv);
  for_random_matrices(40, false, check_lstsq);
  for_random_matrices(41, true, check_eig);
  for_random_matrices(42, true, check_eigh);
  return check_finish();
}
