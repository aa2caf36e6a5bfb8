// SPDX-License-Identifier: Apache-2.0

/// What doc/ndarray.md shows of linear algebra: each example is run, and the
/// table must have it with what it gives

#include "linalg_reference.h"
#include "ndarray_page.h"

/// Write the real parts of elements with six digits, rounding errors as 0
static void
write_elements(const tercet_tensor *tensor, char *text, size_t size)
{
  const numbers x = read_numbers(tensor);
  size_t length = (size_t)snprintf(text, size, "[");
  for (int64_t i = 0; i < x.size; ++i) {
    const double re = (double)creall(x.data[i]);
    length += (size_t)snprintf(text + length,
                               size - length,
                               "%s%g",
                               i ? ", " : "",
                               fabs(re) < 1e-12 ? 0 : re);
  }
  snprintf(text + length, size - length, "]");
  free(x.data);
}

/// Check that the table has the example with what it gives
static void
check_example(const char *expression,
              tercet_status st,
              const tercet_tensor *tensor)
{
  char elements[512];
  char text[1024];
  CHECK_STATUS(st, TERCET_OK);
  write_elements(tensor, elements, sizeof(elements));
  snprintf(text, sizeof(text), "| `%s` gives `%s` |", expression, elements);
  ndarray_page_check(text);
}

#define EXAMPLE(call, tensor)                                                  \
  do {                                                                         \
    const tercet_status st_ = (call);                                          \
    check_example(#call, st_, (tensor));                                       \
  } while (0)

static void
unref_both(tercet_tensor **a, tercet_tensor **b)
{
  tercet_tensor_unref(*a);
  tercet_tensor_unref(*b);
  *a = NULL;
  *b = NULL;
}

static void
test_products(const tercet_tensor *a, const tercet_tensor *v)
{
  const tercet_matrix_norm FRO = TERCET_MATRIX_NORM_FRO;
  tercet_tensor *t = NULL;
  EXAMPLE(tercet_linalg_matmul(NULL, a, a, &t, NULL), t);
  tercet_tensor_unref(t);
  EXAMPLE(tercet_linalg_dot(NULL, v, v, &t, NULL), t);
  tercet_tensor_unref(t);
  EXAMPLE(tercet_linalg_matrix_norm(NULL, a, FRO, false, &t, NULL), t);
  tercet_tensor_unref(t);
}

static void
test_solving(const tercet_tensor *a, const tercet_tensor *v)
{
  tercet_tensor *t = NULL;
  EXAMPLE(tercet_linalg_det(NULL, a, &t, NULL), t);
  tercet_tensor_unref(t);
  EXAMPLE(tercet_linalg_inv(NULL, a, &t, NULL), t);
  tercet_tensor_unref(t);
  EXAMPLE(tercet_linalg_solve(NULL, a, v, &t, NULL), t);
  tercet_tensor_unref(t);
}

static void
test_factors(const tercet_tensor *a, const tercet_tensor *s)
{
  tercet_tensor *t = NULL;
  tercet_tensor *u = NULL;
  tercet_tensor *w = NULL;
  EXAMPLE(tercet_linalg_cholesky(NULL, s, false, &t, NULL), t);
  unref_both(&t, &u);
  EXAMPLE(tercet_linalg_qr(NULL, a, false, &u, &t, NULL), t);
  unref_both(&t, &u);
  EXAMPLE(tercet_linalg_svd(NULL, a, true, &u, &t, &w, NULL), t);
  tercet_tensor_unref(w);
  unref_both(&t, &u);
  EXAMPLE(tercet_linalg_hessenberg(NULL, a, &t, NULL, NULL), t);
  unref_both(&t, &u);
}

static void
test_eigenvalues(const tercet_tensor *a, const tercet_tensor *s)
{
  tercet_tensor *t = NULL;
  tercet_tensor *u = NULL;
  EXAMPLE(tercet_linalg_eigh(NULL, s, false, &u, &t, NULL), t);
  unref_both(&t, &u);
  EXAMPLE(tercet_linalg_eigvalsh(NULL, s, false, &t, NULL), t);
  unref_both(&t, &u);
  EXAMPLE(tercet_linalg_eig(NULL, a, &t, &u, NULL), t);
  unref_both(&t, &u);
  EXAMPLE(tercet_linalg_eigvals(NULL, a, &t, NULL), t);
  unref_both(&t, &u);
}

int
main(void)
{
  CHECK(ndarray_page_read());
  const double values[4] = {1, 2, 3, 4};
  const double symmetric[4] = {2, 1, 1, 2};
  const int64_t shape[1] = {2};
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F64, 2, 2, values);
  tercet_tensor *const s = make_matrix(TERCET_DTYPE_F64, 2, 2, symmetric);
  tercet_tensor *const v = make_tensor(TERCET_DTYPE_F64, 1, shape, values);
  test_products(a, v);
  if (has_library()) {
    test_solving(a, v);
    test_factors(a, s);
    test_eigenvalues(a, s);
  }
  tercet_tensor_unref(v);
  tercet_tensor_unref(s);
  tercet_tensor_unref(a);
  return check_finish();
}
