// SPDX-License-Identifier: Apache-2.0

/// Maps, walks, folds and scans with functions of the caller

#include "elementwise_reference.h"

/* ---- Maps ---- */

/// out = a + 10 b + 100 c in float64, of int32, float32 and float64
typedef struct {
  size_t n_tensors;
  size_t n_calls;
  size_t fail_at;
} weighted_sum;

static tercet_status
sum_weighted(void *context, size_t n, void *out, const void *const *in)
{
  weighted_sum *const sum = (weighted_sum *)context;
  if (sum->n_calls++ == sum->fail_at) {
    return TERCET_ERR_LIMIT;
  }
  double *const z = (double *)out;
  const int32_t *const a = (const int32_t *)in[0];
  for (size_t i = 0; i < n; ++i) {
    z[i] = a[i];
    z[i] += sum->n_tensors > 1 ? 10 * (double)((const float *)in[1])[i] : 0;
    z[i] += sum->n_tensors > 2 ? 100 * ((const double *)in[2])[i] : 0;
  }
  return TERCET_OK;
}

static void
check_map(uint64_t *state, size_t n_tensors)
{
  static const tercet_dtype dtypes[] = {
      TERCET_DTYPE_I32, TERCET_DTYPE_F32, TERCET_DTYPE_F64};
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = random_shape(state, shape);
  tercet_tensor *in[3] = {NULL, NULL, NULL};
  for (size_t i = 0; i < n_tensors; ++i) {
    int64_t own[TERCET_MAX_RANK];
    size_t own_rank = rank;
    memcpy(own, shape, sizeof(own));
    if (i > 0) {
      own_rank = random_partner(state, rank, shape, own);
    }
    in[i] = random_tensor(state, dtypes[i], RANDOM_TAME, own_rank, own);
  }
  const tercet_tensor *const operands[3] = {in[0], in[1], in[2]};
  weighted_sum sum = {n_tensors, 0, SIZE_MAX};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_map(&guard_allocator,
                                 n_tensors,
                                 operands,
                                 TERCET_DTYPE_F64,
                                 sum_weighted,
                                 &sum,
                                 &out,
                                 NULL),
               TERCET_OK);
  tercet_tensor *const into = scattered_tensor(TERCET_DTYPE_F64, rank, shape);
  CHECK_STATUS(tercet_tensor_map_into(
                   n_tensors, operands, sum_weighted, &sum, into, NULL),
               TERCET_OK);
  check_end(out);
  check_same("map", out, into);
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, shape, i, index);
    double e = (double)broadcast_get(in[0], rank, index).re;
    e += n_tensors > 1 ? 10 * (double)broadcast_get(in[1], rank, index).re : 0;
    e += n_tensors > 2 ? 100 * (double)broadcast_get(in[2], rank, index).re : 0;
    CHECK((double)reference_get(out, index).re == e);
  }
  for (size_t i = 0; i < n_tensors; ++i) {
    tercet_tensor_unref(in[i]);
  }
  tercet_tensor_unref(out);
  tercet_tensor_unref(into);
}

static void
test_maps_like_the_reference(void)
{
  uint64_t state = 21;
  for (size_t i = 0; i < 150; ++i) {
    check_map(&state, 1 + i % 3);
  }
}

static tercet_status
add_three(void *context, size_t n, void *out, const void *const *in)
{
  (void)context;
  for (size_t i = 0; i < n; ++i) {
    ((double *)out)[i] = ((const double *)in[0])[i] +
                         ((const double *)in[1])[i] +
                         ((const double *)in[2])[i];
  }
  return TERCET_OK;
}

/// num.cr's three-tensor form reads past the third operand here
static void
test_third_operand_is_broadcast_in_place(void)
{
  const int64_t shape[] = {2, 3};
  const double x[] = {1, 2, 3, 4, 5, 6};
  const double y[] = {10, 20, 30};
  const double e[] = {12, 24, 36, 18, 30, 42};
  tercet_tensor *a = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, TERCET_DTYPE_F64, 2, shape, x, &a, NULL),
      TERCET_OK);
  tercet_tensor *const b = vector_of(TERCET_DTYPE_F64, 3, y);
  const tercet_tensor *const in[] = {a, a, b};
  CHECK_STATUS(tercet_tensor_map_into(3, in, add_three, NULL, a, NULL),
               TERCET_OK);
  CHECK(!memcmp(tercet_tensor_data(a), e, sizeof(e)));

  // A view that repeats its elements is read-only
  tercet_tensor *repeated = NULL;
  CHECK_STATUS(tercet_tensor_broadcast_to(b, 2, shape, &repeated, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_map_into(3, in, add_three, NULL, repeated, NULL),
               TERCET_ERR_ARGUMENT);
  tercet_tensor_unref(repeated);
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

static void
test_map_failures(void)
{
  static int32_t x[1000];
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I32, 1000, x);
  tercet_tensor *const b = vector_of(TERCET_DTYPE_I32, 999, x);
  const tercet_tensor *const in[] = {a, b, a, a};
  weighted_sum sum = {1, 0, 2};
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_map(
          NULL, 1, in, TERCET_DTYPE_F64, sum_weighted, &sum, &out, &err),
      TERCET_ERR_LIMIT);
  CHECK(!out);
  CHECK_INT(err.status, TERCET_ERR_LIMIT);
  CHECK_STATUS(
      tercet_tensor_map(
          NULL, 2, in, TERCET_DTYPE_F64, sum_weighted, &sum, &out, &err),
      TERCET_ERR_SHAPE);
  CHECK_STATUS(
      tercet_tensor_map(
          NULL, 4, in, TERCET_DTYPE_F64, sum_weighted, &sum, &out, &err),
      TERCET_ERR_ARGUMENT);
  CHECK_STATUS(
      tercet_tensor_map(
          NULL, 0, in, TERCET_DTYPE_F64, sum_weighted, &sum, &out, &err),
      TERCET_ERR_ARGUMENT);

  failing_allocator state = {0, 0};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  sum.fail_at = SIZE_MAX;
  for (size_t i = 0; i < 2; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(
        tercet_tensor_map(
            &alloc, 1, in, TERCET_DTYPE_F64, sum_weighted, &sum, &out, NULL),
        TERCET_ERR_NO_MEMORY);
  }
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

/* ---- Walks ---- */

typedef struct {
  int64_t seen[16];
  int64_t n;
  int64_t stop_at;
} record;

static tercet_status
remember(void *context, int64_t position, const void *const *elements)
{
  record *const r = (record *)context;
  if (position == r->stop_at) {
    return TERCET_ERR_CANCELLED;
  }
  CHECK_INT(position, r->n);
  r->seen[r->n++] = *(const int64_t *)elements[0];
  return TERCET_OK;
}

/// Set `out` to a part of a 2 x 3 matrix: rows reversed, columns 1 to 2
static tercet_tensor *
make_view(void)
{
  const int64_t shape[] = {2, 3};
  const int64_t x[] = {0, 1, 2, 3, 4, 5};
  const tercet_range ranges[] = {{-1, -3, -1, false}, {1, 3, 1, false}};
  tercet_tensor *a = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, TERCET_DTYPE_I64, 2, shape, x, &a, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_slice(a, 2, ranges, &out, NULL), TERCET_OK);
  tercet_tensor_unref(a);
  return out;
}

/// num.cr's iterator ignores the place of a view, and never stops
static void
test_walks_of_a_view(void)
{
  static const int64_t expected[] = {4, 5, 1, 2};
  tercet_tensor *const view = make_view();
  const tercet_tensor *const in[] = {view};
  record r = {{0}, 0, -1};
  CHECK_STATUS(tercet_tensor_each(1, in, remember, &r, NULL), TERCET_OK);
  CHECK_INT(r.n, 4);
  CHECK(!memcmp(r.seen, expected, sizeof(expected)));

  tercet_tensor_iter iter;
  tercet_tensor_iter_init(&iter, view);
  for (int i = 0; i < 4; ++i) {
    CHECK_INT(*(const int64_t *)tercet_tensor_iter_next(&iter), expected[i]);
  }
  CHECK(!tercet_tensor_iter_next(&iter));
  CHECK(!tercet_tensor_iter_next(&iter));

  r = (record){{0}, 0, 2};
  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_each(1, in, remember, &r, &err),
               TERCET_ERR_CANCELLED);
  CHECK_TEXT(
      err.message, strlen(err.message), "the walk was ended at element 2");
  tercet_tensor_unref(view);
}

static void
test_iterates_all_layouts(void)
{
  uint64_t state = 77;
  for (int i = 0; i < 200; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_shape(&state, shape);
    tercet_tensor *const a =
        random_tensor(&state, TERCET_DTYPE_I16, RANDOM_WILD, rank, shape);
    tercet_tensor_iter iter;
    tercet_tensor_iter_init(&iter, a);
    for (int64_t j = 0; j < tercet_tensor_size(a); ++j) {
      int64_t index[TERCET_MAX_RANK];
      reference_index(rank, shape, j, index);
      CHECK(tercet_tensor_iter_next(&iter) == reference_at(a, index));
    }
    CHECK(!tercet_tensor_iter_next(&iter));
    tercet_tensor_unref(a);
  }
}

static void
test_views_along_an_axis(void)
{
  tercet_tensor *const view = make_view();
  tercet_tensor *column = NULL;
  CHECK_STATUS(tercet_tensor_at_axis(view, -1, 1, &column, NULL), TERCET_OK);
  CHECK_INT(tercet_tensor_rank(column), 1);
  CHECK_INT(tercet_tensor_size(column), 2);
  const int64_t first = 0;
  const int64_t second = 1;
  CHECK_INT(*(const int64_t *)(const void *)reference_at(column, &first), 5);
  CHECK_INT(*(const int64_t *)(const void *)reference_at(column, &second), 2);
  tercet_tensor_unref(column);
  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_at_axis(view, 1, 2, &column, &err),
               TERCET_ERR_RANGE);
  CHECK_TEXT(
      err.message, strlen(err.message), "position 2 on axis 1, which has 2");
  CHECK_STATUS(tercet_tensor_at_axis(view, 2, 0, &column, &err),
               TERCET_ERR_SHAPE);
  tercet_tensor_unref(view);
}

/* ---- Folds ---- */

/// Not commutative, so that the order shows
static tercet_status
append_digit(void *context, void *accumulated, const void *element)
{
  int64_t *const n_left = (int64_t *)context;
  if (n_left && (*n_left)-- == 0) {
    return TERCET_ERR_LIMIT;
  }
  int64_t *const x = (int64_t *)accumulated;
  *x = (int64_t)((uint64_t)*x * 10U + (uint64_t) * (const int64_t *)element);
  return TERCET_OK;
}

static void
check_elements(const tercet_tensor *tensor, size_t n, const int64_t *expected)
{
  CHECK_INT(tercet_tensor_size(tensor), n);
  CHECK(!memcmp(tercet_tensor_data(tensor), expected, n * sizeof(*expected)));
}

static void
check_fold(const tercet_tensor *tensor,
           int64_t axis,
           const int64_t *start,
           size_t n,
           const int64_t *expected)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_fold(&guard_allocator,
                                  tensor,
                                  axis,
                                  start,
                                  append_digit,
                                  NULL,
                                  &out,
                                  NULL),
               TERCET_OK);
  check_end(out);
  check_elements(out, n, expected);
  tercet_tensor_unref(out);
}

static void
check_scan(const tercet_tensor *tensor,
           int64_t axis,
           size_t n,
           const int64_t *expected)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_scan(
          &guard_allocator, tensor, axis, append_digit, NULL, &out, NULL),
      TERCET_OK);
  check_end(out);
  check_elements(out, n, expected);
  tercet_tensor_unref(out);
}

static void
test_folds_and_scans(void)
{
  const int64_t start = 9;
  tercet_tensor *const view = make_view(); // [[4, 5], [1, 2]]
  check_fold(view, TERCET_FOLD_ALL, NULL, 1, (const int64_t[]){4512});
  check_fold(view, TERCET_FOLD_ALL, &start, 1, (const int64_t[]){94512});
  check_fold(view, 0, NULL, 2, (const int64_t[]){41, 52});
  check_fold(view, -1, NULL, 2, (const int64_t[]){45, 12});
  check_fold(view, 1, &start, 2, (const int64_t[]){945, 912});
  check_scan(view, TERCET_FOLD_ALL, 4, (const int64_t[]){4, 45, 451, 4512});
  check_scan(view, 0, 4, (const int64_t[]){4, 5, 41, 52});
  check_scan(view, 1, 4, (const int64_t[]){4, 45, 1, 12});
  tercet_tensor_unref(view);

  // A vector: num.cr raises here
  const int64_t x[] = {1, 2, 3};
  tercet_tensor *const vector = vector_of(TERCET_DTYPE_I64, 3, x);
  check_fold(vector, 0, NULL, 1, (const int64_t[]){123});
  check_scan(vector, 0, 3, (const int64_t[]){1, 12, 123});
  tercet_tensor_unref(vector);
}

static void
test_folds_of_nothing(void)
{
  const int64_t shape[] = {0, 2};
  const int64_t start = 7;
  tercet_tensor *a = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_I64, 2, shape, &a, NULL),
               TERCET_OK);
  check_fold(a, 0, &start, 2, (const int64_t[]){7, 7});
  check_fold(a, TERCET_FOLD_ALL, &start, 1, (const int64_t[]){7});
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_fold(NULL, a, 0, NULL, append_digit, NULL, &out, &err),
      TERCET_ERR_SHAPE);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "a fold of nothing needs a start: the shape is [0, 2]");
  CHECK_STATUS(
      tercet_tensor_fold(
          NULL, a, TERCET_FOLD_ALL, NULL, append_digit, NULL, &out, &err),
      TERCET_ERR_SHAPE);
  CHECK_STATUS(
      tercet_tensor_fold(NULL, a, 1, NULL, append_digit, NULL, &out, &err),
      TERCET_OK);
  CHECK_INT(tercet_tensor_size(out), 0);
  tercet_tensor_unref(out);
  for (int64_t axis = 0; axis < 2; ++axis) {
    CHECK_STATUS(
        tercet_tensor_scan(NULL, a, axis, append_digit, NULL, &out, &err),
        TERCET_OK);
    CHECK_INT(tercet_tensor_size(out), 0);
    tercet_tensor_unref(out);
  }
  CHECK_STATUS(tercet_tensor_scan(
                   NULL, a, TERCET_FOLD_ALL, append_digit, NULL, &out, &err),
               TERCET_OK);
  CHECK_INT(tercet_tensor_size(out), 0);
  tercet_tensor_unref(out);
  tercet_tensor_unref(a);
}

static void
test_fold_failures(void)
{
  tercet_tensor *const view = make_view();
  tercet_tensor *out = NULL;
  for (int64_t i = 0; i < 2; ++i) {
    const int64_t axis = i ? TERCET_FOLD_ALL : 0;
    int64_t n_left = 1;
    CHECK_STATUS(tercet_tensor_fold(
                     NULL, view, axis, NULL, append_digit, &n_left, &out, NULL),
                 TERCET_ERR_LIMIT);
    CHECK(!out);
    n_left = 1;
    CHECK_STATUS(
        tercet_tensor_scan(NULL, view, axis, append_digit, &n_left, &out, NULL),
        TERCET_ERR_LIMIT);
    CHECK(!out);
    for (size_t j = 0; j < 2; ++j) {
      failing_allocator state = {0, j};
      const tercet_allocator alloc = {
          failing_allocate, failing_release, &state};
      CHECK_STATUS(
          tercet_tensor_fold(
              &alloc, view, axis, NULL, append_digit, NULL, &out, NULL),
          TERCET_ERR_NO_MEMORY);
      state = (failing_allocator){0, j};
      CHECK_STATUS(tercet_tensor_scan(
                       &alloc, view, axis, append_digit, NULL, &out, NULL),
                   TERCET_ERR_NO_MEMORY);
    }
  }
  CHECK_STATUS(
      tercet_tensor_fold(NULL, view, 2, NULL, append_digit, NULL, &out, NULL),
      TERCET_ERR_SHAPE);
  tercet_tensor_unref(view);
}

int
main(void)
{
  test_maps_like_the_reference();
  test_third_operand_is_broadcast_in_place();
  test_map_failures();
  test_walks_of_a_view();
  test_iterates_all_layouts();
  test_views_along_an_axis();
  test_folds_and_scans();
  test_folds_of_nothing();
  test_fold_failures();
  return check_finish();
}
