// SPDX-License-Identifier: Apache-2.0

/// Slices, permutations, broadcasts and reshapes, element by element

#include "array_reference.h"

/// Return whether two elements are the same number
static bool
same_element(const tercet_tensor *a,
             const int64_t *index_a,
             const tercet_tensor *b,
             const int64_t *index_b)
{
  const reference_value x = reference_get(a, index_a);
  const reference_value y = reference_get(b, index_b);
  return reference_same(x.re, y.re) && reference_same(x.im, y.im);
}

static tercet_tensor *
random_input(uint64_t *state)
{
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = random_shape(state, shape);
  const tercet_dtype dtype =
      (tercet_dtype)(check_random(state) % TERCET_DTYPE_COUNT);
  return random_tensor(state, dtype, RANDOM_TAME, rank, shape);
}

/* ---- Slices ---- */

static tercet_range
random_range(uint64_t *state, int64_t extent)
{
  tercet_range range = {0, 0, 1, check_random(state) % 5U == 0};
  const uint64_t spread = 3U * (uint64_t)extent + 3U;
  range.start = (int64_t)(check_random(state) % spread) - extent - 1;
  range.stop = (int64_t)(check_random(state) % spread) - extent - 1;
  range.step = (int64_t)(check_random(state) % 7U) - 3;
  range.step = range.step ? range.step : 1;
  switch (check_random(state) % 12U) {
  case 0:
    range.start = INT64_MIN;
    break;
  case 1:
    range.stop = INT64_MIN;
    break;
  case 2:
    range.start = INT64_MAX;
    break;
  case 3:
    range.stop = INT64_MAX;
    break;
  case 4:
    range.step = INT64_MAX;
    break;
  case 5:
    range.step = INT64_MIN;
    break;
  default:
    break;
  }
  return range;
}

/// Walk a range one position at a time, as the definition in Python's
/// language reference does; return the positions
static int64_t
walk_range(const tercet_range *range, int64_t extent, int64_t *positions)
{
  int64_t n = 0;
  if (range->full) {
    for (; n < extent; ++n) {
      positions[n] = n;
    }
    return n;
  }
  const long double start =
      (long double)range->start + (range->start < 0 ? extent : 0);
  const long double stop =
      (long double)range->stop + (range->stop < 0 ? extent : 0);
  const long double step = (long double)range->step;
  long double i = start;
  if (step > 0) {
    for (i = fmaxl(i, 0); i < stop && i < extent; i += step) {
      positions[n++] = (int64_t)i;
    }
  } else {
    for (i = fminl(i, (long double)extent - 1); i > stop && i >= 0; i += step) {
      positions[n++] = (int64_t)i;
    }
  }
  return n;
}

static void
check_slice(const tercet_tensor *in, const tercet_range *ranges)
{
  enum { MAX_EXTENT = 2100 };
  const size_t rank = tercet_tensor_rank(in);
  static int64_t positions[6][MAX_EXTENT];
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_slice(in, rank, ranges, &out, NULL), TERCET_OK);
  int64_t size = 1;
  for (size_t i = 0; i < rank; ++i) {
    CHECK(tercet_tensor_shape(in)[i] <= MAX_EXTENT);
    const int64_t n =
        walk_range(&ranges[i], tercet_tensor_shape(in)[i], positions[i]);
    CHECK_INT(tercet_tensor_shape(out)[i], n);
    size *= n;
  }
  CHECK_INT(tercet_tensor_size(out), size);
  for (int64_t i = 0; i < size; ++i) {
    int64_t index[TERCET_MAX_RANK];
    int64_t source[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(out), i, index);
    for (size_t j = 0; j < rank; ++j) {
      source[j] = positions[j][index[j]];
    }
    CHECK(same_element(out, index, in, source));
  }
  tercet_tensor_unref(out);
}

static void
test_slices_like_python(void)
{
  uint64_t state = 6;
  for (int i = 0; i < 2000; ++i) {
    tercet_tensor *const in = random_input(&state);
    tercet_range ranges[TERCET_MAX_RANK];
    for (size_t j = 0; j < tercet_tensor_rank(in); ++j) {
      ranges[j] = random_range(&state, tercet_tensor_shape(in)[j]);
    }
    check_slice(in, ranges);
    tercet_tensor_unref(in);
  }
}

/* ---- Permutations ---- */

static void
test_permutations(void)
{
  uint64_t state = 7;
  for (int i = 0; i < 300; ++i) {
    tercet_tensor *const in = random_input(&state);
    const size_t rank = tercet_tensor_rank(in);
    size_t axes[TERCET_MAX_RANK];
    for (size_t j = 0; j < rank; ++j) {
      axes[j] = i % 3 ? j : rank - 1U - j;
    }
    for (size_t j = rank; i % 3 && j > 1; --j) {
      const size_t other = check_random(&state) % j;
      const size_t axis = axes[j - 1U];
      axes[j - 1U] = axes[other];
      axes[other] = axis;
    }

    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_permute(in, i % 3 ? axes : NULL, &out, NULL),
                 TERCET_OK);
    CHECK_INT(tercet_tensor_size(out), tercet_tensor_size(in));
    for (int64_t k = 0; k < tercet_tensor_size(in); ++k) {
      int64_t index[TERCET_MAX_RANK];
      int64_t source[TERCET_MAX_RANK];
      reference_index(rank, tercet_tensor_shape(out), k, index);
      for (size_t j = 0; j < rank; ++j) {
        source[axes[j]] = index[j];
      }
      CHECK(same_element(out, index, in, source));
    }
    tercet_tensor_unref(in);
    tercet_tensor_unref(out);
  }
}

/* ---- Broadcasts ---- */

static void
test_broadcasts(void)
{
  uint64_t state = 8;
  for (int i = 0; i < 300; ++i) {
    tercet_tensor *const in = random_input(&state);
    const size_t n_new = check_random(&state) % 3U;
    const size_t rank = tercet_tensor_rank(in) + n_new;
    int64_t shape[TERCET_MAX_RANK];
    for (size_t j = 0; j < rank; ++j) {
      const int64_t extent = j < n_new ? 1 : tercet_tensor_shape(in)[j - n_new];
      shape[j] = extent == 1 ? (int64_t)(check_random(&state) % 4U) : extent;
    }

    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_broadcast_to(in, rank, shape, &out, NULL),
                 TERCET_OK);
    CHECK(!tercet_tensor_mutable_data(out));
    for (int64_t k = 0; k < tercet_tensor_size(out); ++k) {
      int64_t index[TERCET_MAX_RANK];
      int64_t source[TERCET_MAX_RANK];
      reference_index(rank, shape, k, index);
      for (size_t j = n_new; j < rank; ++j) {
        source[j - n_new] =
            tercet_tensor_shape(in)[j - n_new] == 1 ? 0 : index[j];
      }
      CHECK(same_element(out, index, in, source));
    }
    tercet_tensor_unref(in);
    tercet_tensor_unref(out);
  }
}

/* ---- Reshapes ---- */

/// Cut a number of elements into random extents, of which one may be -1
static size_t
random_factors(uint64_t *state, int64_t size, int64_t *shape)
{
  size_t rank = 0;
  int64_t left = size;
  while (left > 1 && rank < 6) {
    int64_t factor = 2 + (int64_t)(check_random(state) % 8U);
    factor = left % factor ? 1 : factor;
    shape[rank++] = factor;
    left /= factor;
  }
  shape[rank++] = left;
  if (size && check_random(state) % 3U == 0) {
    shape[check_random(state) % rank] = -1;
  }
  return rank;
}

static void
test_reshapes_keep_the_order(void)
{
  uint64_t state = 9;
  size_t n_views = 0;
  for (int i = 0; i < 1000; ++i) {
    tercet_tensor *const in = random_input(&state);
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_factors(&state, tercet_tensor_size(in), shape);
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_reshape(in, rank, shape, &out, NULL), TERCET_OK);
    CHECK_INT(tercet_tensor_size(out), tercet_tensor_size(in));
    CHECK_INT(tercet_tensor_rank(out), rank);
    const bool is_view = tercet_tensor_data(out) == tercet_tensor_data(in);
    n_views += is_view;
    CHECK(is_view || tercet_tensor_is_contiguous(out));
    CHECK(is_view || !tercet_tensor_is_contiguous(in));
    for (int64_t k = 0; k < tercet_tensor_size(in); ++k) {
      int64_t index[TERCET_MAX_RANK];
      int64_t source[TERCET_MAX_RANK];
      reference_index(rank, tercet_tensor_shape(out), k, index);
      reference_index(
          tercet_tensor_rank(in), tercet_tensor_shape(in), k, source);
      CHECK(same_element(out, index, in, source));
    }
    tercet_tensor_unref(in);
    tercet_tensor_unref(out);
  }
  CHECK(n_views > 300 && n_views < 1000);
}

/// Every second column of rows that follow each other: [4, 3] to [2, 2, 3]
static void
test_reshape_of_a_slice_is_a_view(void)
{
  const int64_t shape[2] = {4, 6};
  const int64_t new_shape[3] = {2, 2, 3};
  const tercet_range ranges[2] = {{0, 0, 1, true}, {0, 6, 2, false}};
  tercet_tensor *in = NULL;
  tercet_tensor *slice = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_I16, 2, shape, &in, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_slice(in, 2, ranges, &slice, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_reshape(slice, 3, new_shape, &out, NULL),
               TERCET_OK);
  CHECK(tercet_tensor_data(out) == tercet_tensor_data(in));
  CHECK_INT(tercet_tensor_strides(out)[0], 24);
  CHECK_INT(tercet_tensor_strides(out)[1], 12);
  CHECK_INT(tercet_tensor_strides(out)[2], 4);
  CHECK(tercet_tensor_mutable_data(out) != NULL);
  tercet_tensor_unref(in);
  tercet_tensor_unref(slice);
  tercet_tensor_unref(out);
}

/* ---- Failures ---- */

static void
check_message(tercet_status actual,
              tercet_status expected,
              const tercet_tensor *out,
              const tercet_error *err,
              const char *message)
{
  CHECK_STATUS(actual, expected);
  CHECK(!out);
  CHECK_TEXT(err->message, strlen(err->message), message);
}

static void
test_failures_name_what_is_wrong(void)
{
  const int64_t shape[2] = {2, 3};
  tercet_error err = {0};
  tercet_tensor *in = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_F32, 2, shape, &in, NULL),
               TERCET_OK);

  const tercet_range ranges[2] = {{0, 1, 1, false}, {0, 1, 0, false}};
  check_message(tercet_tensor_slice(in, 1, ranges, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                &err,
                "1 ranges for a tensor of rank 2");
  check_message(tercet_tensor_slice(in, 2, ranges, &out, &err),
                TERCET_ERR_RANGE,
                out,
                &err,
                "the step of axis 1 is 0");
  const size_t beyond[2] = {0, 2};
  check_message(tercet_tensor_permute(in, beyond, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                &err,
                "axis 2 of a tensor of rank 2");
  const size_t twice[2] = {1, 1};
  check_message(tercet_tensor_permute(in, twice, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                &err,
                "axis 1 occurs twice in the permutation");
  const int64_t other[2] = {3, 3};
  check_message(tercet_tensor_broadcast_to(in, 2, other, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                &err,
                "shapes [2, 3] and [3, 3] do not broadcast: 2 and 3 on axis "
                "-2");
  const int64_t smaller[2] = {2, 1};
  check_message(tercet_tensor_broadcast_to(in, 2, smaller, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                &err,
                "shape [2, 3] does not broadcast to [2, 1]");
  const int64_t open[3] = {-1, 3, -1};
  check_message(tercet_tensor_reshape(in, 3, open, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                &err,
                "axes 0 and 2 are both -1");
  const int64_t four[2] = {-1, 4};
  check_message(tercet_tensor_reshape(in, 2, four, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                &err,
                "the 6 elements of shape [2, 3] do not make up shape "
                "[-1, 4]");
  const int64_t none[2] = {-1, 0};
  check_message(tercet_tensor_reshape(in, 2, none, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                &err,
                "the 6 elements of shape [2, 3] do not make up shape "
                "[-1, 0]");
  const int64_t negative[1] = {-2};
  check_message(tercet_tensor_reshape(in, 1, negative, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                &err,
                "extent -2 of axis 0 is negative");
  tercet_tensor_unref(in);
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const int64_t shape[2] = {2, 3};
  const int64_t flat[1] = {6};
  const int64_t wide[3] = {2, 2, 3};
  const tercet_range ranges[2] = {{0, 0, 1, true}, {0, 0, 1, true}};
  tercet_tensor *in = NULL;
  tercet_tensor *transposed = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(&alloc, TERCET_DTYPE_F32, 2, shape, &in, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_permute(in, NULL, &transposed, NULL), TERCET_OK);

  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_tensor_slice(in, 2, ranges, &out, NULL),
               TERCET_ERR_NO_MEMORY);
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_tensor_permute(in, NULL, &out, NULL),
               TERCET_ERR_NO_MEMORY);
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_tensor_broadcast_to(in, 3, wide, &out, NULL),
               TERCET_ERR_NO_MEMORY);
  for (size_t i = 0; i < 3; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_reshape(transposed, 1, flat, &out, NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  state = (failing_allocator){0, 3};
  CHECK_STATUS(tercet_tensor_reshape(transposed, 1, flat, &out, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_size(out), 6);
  tercet_tensor_unref(in);
  tercet_tensor_unref(transposed);
  tercet_tensor_unref(out);
}

int
main(void)
{
  test_slices_like_python();
  test_permutations();
  test_broadcasts();
  test_reshapes_keep_the_order();
  test_reshape_of_a_slice_is_a_view();
  test_failures_name_what_is_wrong();
  test_each_allocation_failing();
  return check_finish();
}
