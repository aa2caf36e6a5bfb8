// SPDX-License-Identifier: Apache-2.0

/// Sorting, partition, the k best, unique and search, against insertion

#include "array_reference.h"

/// Compare numbers of a dtype: NaN last, -0 equal to 0
static int
compare_values(reference_value a, reference_value b)
{
  const int rank_a = 2 * (isnan(a.re) != 0) + (isnan(a.im) != 0);
  const int rank_b = 2 * (isnan(b.re) != 0) + (isnan(b.im) != 0);
  if (rank_a != rank_b) {
    return rank_a < rank_b ? -1 : 1;
  }
  if (!isnan(a.re) && a.re != b.re) {
    return a.re < b.re ? -1 : 1;
  }
  return isnan(a.im) || a.im == b.im ? 0 : a.im < b.im ? -1 : 1;
}

#define MAX_LANE 70001

typedef struct {
  int64_t n;
  reference_value values[MAX_LANE];
  int64_t order[MAX_LANE]; ///< Stable
} sorted_lane;

static sorted_lane lane;

/// Read the lane through `index` along `axis`
static void
read_lane(const tercet_tensor *tensor, size_t axis, int64_t *index)
{
  lane.n = tercet_tensor_shape(tensor)[axis];
  for (int64_t i = 0; i < lane.n; ++i) {
    index[axis] = i;
    lane.values[i] = reference_get(tensor, index);
  }
  index[axis] = 0;
}

static void
sort_lane(void)
{
  static int64_t scratch[MAX_LANE];
  for (int64_t i = 0; i < lane.n; ++i) {
    lane.order[i] = i;
  }
  for (int64_t width = 1; width < lane.n; width *= 2) {
    for (int64_t i = 0; i < lane.n; i += 2 * width) {
      const int64_t middle = i + width < lane.n ? i + width : lane.n;
      const int64_t end = middle + width < lane.n ? middle + width : lane.n;
      int64_t a = i;
      int64_t b = middle;
      for (int64_t k = i; k < end; ++k) {
        const bool takes_a =
            a < middle &&
            (b >= end || compare_values(lane.values[lane.order[a]],
                                        lane.values[lane.order[b]]) <= 0);
        scratch[k] = takes_a ? lane.order[a++] : lane.order[b++];
      }
    }
    memcpy(lane.order, scratch, (size_t)lane.n * sizeof(*scratch));
  }
}

static int64_t
get_index(const tercet_tensor *tensor, const int64_t *index)
{
  int64_t x = 0;
  memcpy(&x, reference_at(tensor, index), sizeof(x));
  return x;
}

static void
check_lane(const tercet_tensor *sorted,
           const tercet_tensor *order,
           size_t axis,
           int64_t *index)
{
  bool values_right = true;
  bool order_right = true;
  for (int64_t i = 0; i < lane.n; ++i) {
    index[axis] = i;
    const reference_value expected = lane.values[lane.order[i]];
    values_right =
        values_right && !compare_values(reference_get(sorted, index), expected);
    order_right = order_right && get_index(order, index) == lane.order[i];
  }
  index[axis] = 0;
  CHECK(values_right);
  CHECK(order_right);
}

/// The k best, against the sorted lane
static void
check_best(const tercet_tensor *values,
           const tercet_tensor *indices,
           size_t axis,
           int64_t *index)
{
  bool right = true;
  for (int64_t i = 0; i < tercet_tensor_shape(values)[axis]; ++i) {
    index[axis] = i;
    right = right && get_index(indices, index) == lane.order[i] &&
            !compare_values(reference_get(values, index),
                            lane.values[lane.order[i]]);
  }
  index[axis] = 0;
  CHECK(right);
}

static void
check_partition(const tercet_tensor *parts,
                const tercet_tensor *order,
                size_t axis,
                int64_t k,
                int64_t *index)
{
  const reference_value middle = lane.values[lane.order[k]];
  bool right = true;
  for (int64_t i = 0; i < lane.n; ++i) {
    index[axis] = i;
    const reference_value x = reference_get(parts, index);
    const reference_value y = lane.values[get_index(order, index)];
    const int sign = i < k ? -1 : i > k ? 1 : 0;
    right = right && compare_values(x, middle) * sign >= 0 &&
            compare_values(y, middle) * sign >= 0 &&
            (i != k || !compare_values(x, middle));
  }
  index[axis] = 0;
  CHECK(right);
}

static void
check_axis(const tercet_tensor *tensor, size_t axis)
{
  const int64_t n = tercet_tensor_shape(tensor)[axis];
  const int64_t k = n / 3;
  const int64_t negative = (int64_t)axis - (int64_t)tercet_tensor_rank(tensor);
  tercet_tensor *sorted = NULL;
  tercet_tensor *order = NULL;
  tercet_tensor *parts = NULL;
  tercet_tensor *part_order = NULL;
  tercet_tensor *best = NULL;
  tercet_tensor *best_order = NULL;
  CHECK_STATUS(tercet_tensor_sort(
                   &guard_allocator, tensor, (int64_t)axis, &sorted, NULL),
               TERCET_OK);
  CHECK_STATUS(
      tercet_tensor_argsort(&guard_allocator, tensor, negative, &order, NULL),
      TERCET_OK);
  check_end(sorted);
  check_end(order);
  const tercet_status expected = n == 0 ? TERCET_ERR_RANGE : TERCET_OK;
  CHECK_STATUS(tercet_tensor_partition(
                   &guard_allocator, tensor, k, (int64_t)axis, &parts, NULL),
               expected);
  CHECK_STATUS(
      tercet_tensor_argpartition(
          &guard_allocator, tensor, k, (int64_t)axis, &part_order, NULL),
      expected);
  CHECK_STATUS(tercet_tensor_topk(&guard_allocator,
                                  tensor,
                                  k,
                                  (int64_t)axis,
                                  false,
                                  &best,
                                  &best_order,
                                  NULL),
               TERCET_OK);
  const int64_t n_lanes = n ? tercet_tensor_size(tensor) / n : 0;
  int64_t shape[TERCET_MAX_RANK];
  memcpy(shape,
         tercet_tensor_shape(tensor),
         tercet_tensor_rank(tensor) * sizeof(*shape));
  shape[axis] = 1;
  for (int64_t i = 0; i < n_lanes; ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(tercet_tensor_rank(tensor), shape, i, index);
    read_lane(tensor, axis, index);
    sort_lane();
    check_lane(sorted, order, axis, index);
    check_partition(parts, part_order, axis, k, index);
    check_best(best, best_order, axis, index);
  }
  tercet_tensor_unref(sorted);
  tercet_tensor_unref(order);
  tercet_tensor_unref(parts);
  tercet_tensor_unref(part_order);
  tercet_tensor_unref(best);
  tercet_tensor_unref(best_order);
}

static void
test_all_dtypes_like_the_reference(void)
{
  uint64_t state = 11;
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    for (int i = 0; i < 40; ++i) {
      int64_t shape[TERCET_MAX_RANK];
      const size_t rank = random_shape(&state, shape);
      tercet_tensor *const tensor =
          random_tensor(&state,
                        (tercet_dtype)dtype,
                        i % 2 ? RANDOM_WILD : RANDOM_TAME,
                        rank,
                        shape);
      for (size_t axis = 0; axis < rank; ++axis) {
        check_axis(tensor, axis);
      }
      tercet_tensor_unref(tensor);
    }
    const int64_t lengths[] = {39, 65, 300, 70001};
    for (size_t i = 0; i < 4; ++i) {
      tercet_tensor *const tensor = random_tensor(
          &state, (tercet_dtype)dtype, RANDOM_WILD, 1, &lengths[i]);
      check_axis(tensor, 0);
      tercet_tensor_unref(tensor);
    }
  }
}

/// Half of all elements are equal, some are NaN, and -0 is among them
static void
test_equal_elements_keep_their_order(void)
{
  enum { N = 5000 };
  static double x[N];
  uint64_t state = 5;
  for (size_t i = 0; i < N; ++i) {
    const double choice[] = {0.0, -0.0, (double)NAN, 1, -1, -(double)NAN};
    x[i] = choice[check_random(&state) % 6U];
  }
  const int64_t n = N;
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, TERCET_DTYPE_F64, 1, &n, x, &tensor, NULL),
      TERCET_OK);
  check_axis(tensor, 0);
  tercet_tensor_unref(tensor);
}

static int
compare_descending(void *context, const void *a, const void *b)
{
  ++*(size_t *)context;
  const int32_t x = *(const int32_t *)a;
  const int32_t y = *(const int32_t *)b;
  return x > y ? -1 : x < y;
}

static tercet_tensor *
int32_tensor(size_t rank, const int64_t *shape, const int32_t *data)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I32, rank, shape, data, &tensor, NULL),
               TERCET_OK);
  return tensor;
}

static void
check_int32(tercet_tensor *tensor, const int32_t *expected, size_t n)
{
  CHECK_INT(tercet_tensor_size(tensor), n);
  for (size_t i = 0; i < n; ++i) {
    CHECK_INT(((const int32_t *)tercet_tensor_data(tensor))[i], expected[i]);
  }
  tercet_tensor_unref(tensor);
}

static void
check_int64(tercet_tensor *tensor, const int64_t *expected, size_t n)
{
  CHECK_INT(tercet_tensor_size(tensor), n);
  for (size_t i = 0; i < n; ++i) {
    CHECK_INT(((const int64_t *)tercet_tensor_data(tensor))[i], expected[i]);
  }
  tercet_tensor_unref(tensor);
}

/// num.cr's sort, with and without a block, of all elements and along an axis
static void
test_flat_and_compared(void)
{
  const int64_t shape[2] = {2, 3};
  const int32_t data[6] = {3, 1, 2, 6, 4, 5};
  tercet_tensor *const t = int32_tensor(2, shape, data);
  tercet_tensor *out = NULL;
  size_t n_calls = 0;
  CHECK_STATUS(tercet_tensor_sort(NULL, t, TERCET_FLAT, &out, NULL), TERCET_OK);
  check_int32(out, (const int32_t[]){1, 2, 3, 4, 5, 6}, 6);
  CHECK_STATUS(tercet_tensor_argsort(NULL, t, TERCET_FLAT, &out, NULL),
               TERCET_OK);
  check_int64(out, (const int64_t[]){1, 2, 0, 4, 5, 3}, 6);
  CHECK_STATUS(tercet_tensor_sort_by(
                   NULL, t, 1, compare_descending, &n_calls, &out, NULL),
               TERCET_OK);
  check_int32(out, (const int32_t[]){3, 2, 1, 6, 5, 4}, 6);
  CHECK(n_calls > 0);
  CHECK_STATUS(tercet_tensor_argsort_by(
                   NULL, t, -1, compare_descending, &n_calls, &out, NULL),
               TERCET_OK);
  check_int64(out, (const int64_t[]){0, 2, 1, 0, 2, 1}, 6);

  tercet_tensor *turned = NULL;
  CHECK_STATUS(tercet_tensor_permute(t, NULL, &turned, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_sort_in_place(turned, TERCET_FLAT, NULL),
               TERCET_OK);
  tercet_tensor_unref(turned);
  CHECK_STATUS(tercet_tensor_copy(NULL, t, &out, NULL), TERCET_OK);
  check_int32(out, (const int32_t[]){1, 3, 5, 2, 4, 6}, 6);
  CHECK_STATUS(tercet_tensor_sort_in_place(t, 0, NULL), TERCET_OK);
  tercet_tensor_unref(t);
}

static void
test_topk_of_the_greatest(void)
{
  const float nan = NAN;
  const float x[6] = {1, nan, 3, 3, -2, nan};
  const int64_t n = 6;
  tercet_tensor *t = NULL;
  tercet_tensor *values = NULL;
  tercet_tensor *indices = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, TERCET_DTYPE_F32, 1, &n, x, &t, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_topk(NULL, t, 5, 0, true, NULL, &indices, NULL),
               TERCET_OK);
  check_int64(indices, (const int64_t[]){1, 5, 2, 3, 0}, 5);
  CHECK_STATUS(
      tercet_tensor_topk(NULL, t, 1, TERCET_FLAT, true, &values, NULL, NULL),
      TERCET_OK);
  CHECK(isnan(*(const float *)tercet_tensor_data(values)));
  tercet_tensor_unref(values);
  CHECK_STATUS(tercet_tensor_topk(NULL, t, 7, 0, true, &values, NULL, NULL),
               TERCET_ERR_RANGE);
  CHECK(!values);
  tercet_tensor_unref(t);
}

static void
test_unique_and_search(void)
{
  const int64_t shape[2] = {2, 4};
  const int32_t data[8] = {5, -1, 5, 7, -1, 5, 0, 7};
  tercet_tensor *const t = int32_tensor(2, shape, data);
  tercet_tensor *values = NULL;
  tercet_tensor *indices = NULL;
  tercet_tensor *inverse = NULL;
  tercet_tensor *counts = NULL;
  tercet_tensor *places = NULL;
  CHECK_STATUS(
      tercet_tensor_unique(NULL, t, &values, &indices, &inverse, &counts, NULL),
      TERCET_OK);
  CHECK_INT(tercet_tensor_rank(inverse), 2);
  check_int64(indices, (const int64_t[]){1, 6, 0, 3}, 4);
  check_int64(inverse, (const int64_t[]){2, 0, 2, 3, 0, 2, 1, 3}, 8);
  check_int64(counts, (const int64_t[]){2, 1, 3, 2}, 4);
  CHECK_STATUS(
      tercet_tensor_searchsorted(NULL, values, t, false, &places, NULL),
      TERCET_OK);
  check_int64(places, (const int64_t[]){2, 0, 2, 3, 0, 2, 1, 3}, 8);
  CHECK_STATUS(tercet_tensor_searchsorted(NULL, values, t, true, &places, NULL),
               TERCET_OK);
  check_int64(places, (const int64_t[]){3, 1, 3, 4, 1, 3, 2, 4}, 8);
  check_int32(values, (const int32_t[]){-1, 0, 5, 7}, 4);
  tercet_tensor_unref(t);
}

/// As NumPy has it: -0 is 0, and numbers with a NaN are one
static void
test_unique_of_complex_numbers(void)
{
  const int64_t n = 8;
  const double nan_part = (double)NAN;
  const double data[8][2] = {{1, 2},
                             {3, -1},
                             {nan_part, 1},
                             {1, 1},
                             {1, 2},
                             {0, nan_part},
                             {-0.0, 0},
                             {0, 0}};
  const double expected[4][2] = {{-0.0, 0}, {1, 1}, {1, 2}, {3, -1}};
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_tensor *t = NULL;
  tercet_tensor *values = NULL;
  tercet_tensor *indices = NULL;
  tercet_tensor *inverse = NULL;
  tercet_tensor *counts = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, TERCET_DTYPE_C128, 1, &n, data, &t, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_unique(
                   &alloc, t, &values, &indices, &inverse, &counts, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_size(values), 5);
  CHECK(!memcmp(tercet_tensor_data(values), expected, sizeof(expected)));
  check_int64(indices, (const int64_t[]){6, 3, 0, 1, 2}, 5);
  check_int64(inverse, (const int64_t[]){2, 3, 4, 1, 2, 4, 0, 0}, 8);
  check_int64(counts, (const int64_t[]){2, 1, 2, 1, 2}, 5);
  tercet_tensor_unref(values);
  for (size_t n_calls = state.calls, i = 0; i < n_calls; ++i) {
    state = (failing_allocator){0, i};
    const tercet_status st =
        tercet_tensor_unique(&alloc, t, &values, NULL, NULL, NULL, NULL);
    CHECK(st == TERCET_ERR_NO_MEMORY || st == TERCET_OK);
    CHECK((st == TERCET_OK) == (values != NULL));
    tercet_tensor_unref(values);
  }
  tercet_tensor_unref(t);
}

static void
test_failures_name_what_is_wrong(void)
{
  const int64_t shape[2] = {2, 3};
  tercet_tensor *const t = int32_tensor(2, shape, (const int32_t[6]){0});
  tercet_tensor *out = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_sort(NULL, t, 2, &out, &err), TERCET_ERR_SHAPE);
  CHECK_TEXT(err.message, strlen(err.message), "axis 2 of a tensor of rank 2");
  CHECK_STATUS(tercet_tensor_partition(NULL, t, 3, 1, &out, &err),
               TERCET_ERR_RANGE);
  CHECK_TEXT(err.message, strlen(err.message), "rank 3 of 3 elements");
  CHECK_STATUS(tercet_tensor_searchsorted(NULL, t, t, false, &out, &err),
               TERCET_ERR_SHAPE);
  CHECK(!out);
  tercet_tensor_unref(t);
}

/// Results do not depend on the number of threads
static void
test_threads_change_nothing(void)
{
  const int64_t shape[2] = {300, 2000};
  uint64_t state = 9;
  tercet_tensor *const t =
      random_tensor(&state, TERCET_DTYPE_F32, RANDOM_TAME, 2, shape);
  for (int64_t axis = 0; axis < 2; ++axis) {
    tercet_tensor *one = NULL;
    tercet_tensor *three = NULL;
    CHECK_STATUS(tercet_tensor_argsort(NULL, t, axis, &one, NULL), TERCET_OK);
    tercet_set_threads(3);
    CHECK_STATUS(tercet_tensor_argsort(NULL, t, axis, &three, NULL), TERCET_OK);
    tercet_set_threads(1);
    CHECK(tercet_tensor_equals(one, three));
    tercet_tensor_unref(one);
    tercet_tensor_unref(three);
  }
  tercet_tensor_unref(t);
}

typedef enum { SORT, ARGSORT, PARTITION, TOPK, UNIQUE, SEARCH, N_CALLS } call;

static tercet_status
make_call(call which, const tercet_allocator *alloc, const tercet_tensor *t)
{
  tercet_tensor *a = NULL;
  tercet_tensor *b = NULL;
  tercet_status st = TERCET_OK;
  switch (which) {
  case SORT:
    st = tercet_tensor_sort(alloc, t, 0, &a, NULL);
    break;
  case ARGSORT:
    st = tercet_tensor_argsort(alloc, t, TERCET_FLAT, &a, NULL);
    break;
  case PARTITION:
    st = tercet_tensor_partition(alloc, t, 1, 0, &a, NULL);
    break;
  case TOPK:
    st = tercet_tensor_topk(alloc, t, 1, 0, true, &a, &b, NULL);
    break;
  case UNIQUE:
    st = tercet_tensor_unique(alloc, t, &a, &b, NULL, NULL, NULL);
    break;
  case SEARCH:
  case N_CALLS:
    st = tercet_tensor_searchsorted(alloc, t, t, true, &a, NULL);
    break;
  }
  CHECK((a != NULL) == (st == TERCET_OK));
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
  return st;
}

static void
test_each_allocation_failing(void)
{
  const int64_t n = 100;
  uint64_t random = 1;
  tercet_tensor *const t =
      random_tensor(&random, TERCET_DTYPE_F32, RANDOM_TAME, 1, &n);
  for (int which = 0; which < N_CALLS; ++which) {
    failing_allocator state = {0, SIZE_MAX};
    const tercet_allocator alloc = {failing_allocate, failing_release, &state};
    CHECK_STATUS(make_call((call)which, &alloc, t), TERCET_OK);
    for (size_t n_calls = state.calls, i = 0; i < n_calls; ++i) {
      state = (failing_allocator){0, i};
      CHECK_STATUS(make_call((call)which, &alloc, t), TERCET_ERR_NO_MEMORY);
    }
  }
  tercet_tensor_unref(t);
}

int
main(void)
{
  test_all_dtypes_like_the_reference();
  test_equal_elements_keep_their_order();
  test_flat_and_compared();
  test_topk_of_the_greatest();
  test_unique_and_search();
  test_unique_of_complex_numbers();
  test_failures_name_what_is_wrong();
  test_threads_change_nothing();
  test_each_allocation_failing();
  return check_finish();
}
