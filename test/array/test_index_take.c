// SPDX-License-Identifier: Apache-2.0

/// Reading and writing at positions, one element at a time for comparison

#include "view_reference.h"

#define OK(call) CHECK_STATUS((call), TERCET_OK)

/* ---- Examples ---- */

static void
test_examples(void)
{
  tercet_tensor *out = NULL;
  tercet_tensor *row = NULL;
  const int64_t pairs[2] = {3, 2};
  tercet_tensor *const v = vector_of(TERCET_DTYPE_I32, 6, 1, 2, 3, 4, 5, 6);
  tercet_tensor *const i = vector_of(TERCET_DTYPE_I32, 2, 0, 2);
  tercet_tensor *t = NULL;
  OK(tercet_tensor_reshape(v, 2, pairs, &t, NULL));
  OK(tercet_tensor_expand_dims(i, 0, &row, NULL));
  OK(tercet_tensor_take(NULL, t, row, 0, TERCET_BOUNDS_CHECK, &out, NULL));
  expect(out, "[[[1, 2], [5, 6]]]");
  OK(tercet_tensor_take(NULL, t, i, 0, TERCET_BOUNDS_CHECK, &out, NULL));
  expect(out, "[[1, 2], [5, 6]]");
  OK(tercet_tensor_take(NULL, t, i, -1, TERCET_BOUNDS_CLIP, &out, NULL));
  expect(out, "[[1, 2], [3, 4], [5, 6]]");

  tercet_tensor *const j = vector_of(TERCET_DTYPE_I8, 4, -1, -3, 7, -8);
  OK(tercet_tensor_take(NULL, t, j, 0, TERCET_BOUNDS_WRAP, &out, NULL));
  expect(out, "[[5, 6], [1, 2], [3, 4], [3, 4]]");
  OK(tercet_tensor_take(NULL, t, j, 0, TERCET_BOUNDS_CLIP, &out, NULL));
  expect(out, "[[1, 2], [1, 2], [5, 6], [1, 2]]");

  // A position of rank 0 takes the axis away; the last of equal ones stays
  tercet_tensor *const one = count_up(TERCET_DTYPE_U64, "");
  OK(tercet_tensor_take(NULL, t, one, 1, TERCET_BOUNDS_CHECK, &out, NULL));
  expect(out, "[1, 3, 5]");
  tercet_tensor *const equal = vector_of(TERCET_DTYPE_I64, 3, 1, 1, -2);
  tercet_tensor *const values = vector_of(TERCET_DTYPE_F32, 3, 7, 8, 9);
  tercet_tensor *column = NULL;
  OK(tercet_tensor_expand_dims(values, 1, &column, NULL));
  OK(tercet_tensor_put(t, equal, 0, TERCET_BOUNDS_CHECK, column, NULL));
  expect(t, "[[1, 2], [9, 9], [5, 6]]");
  tercet_tensor_unref(column);
  tercet_tensor_unref(values);
  tercet_tensor_unref(equal);
  tercet_tensor_unref(one);
  tercet_tensor_unref(j);
  tercet_tensor_unref(row);
  tercet_tensor_unref(i);
  tercet_tensor_unref(v);
}

static void
test_along_axis_examples(void)
{
  tercet_tensor *out = NULL;
  const int64_t shape[2] = {2, 3};
  const int64_t narrow[2] = {2, 1};
  const int32_t data[6] = {30, 10, 20, 40, 60, 50};
  const uint8_t order[6] = {1, 2, 0, 0, 2, 1};
  const int64_t last[2] = {-1, -3};
  tercet_tensor *a = NULL;
  tercet_tensor *i = NULL;
  tercet_tensor *j = NULL;
  OK(tercet_tensor_from_data(NULL, TERCET_DTYPE_I32, 2, shape, data, &a, NULL));
  OK(tercet_tensor_from_data(NULL, TERCET_DTYPE_U8, 2, shape, order, &i, NULL));
  OK(tercet_tensor_from_data(
      NULL, TERCET_DTYPE_I64, 2, narrow, last, &j, NULL));
  OK(tercet_tensor_take_along_axis(NULL, a, i, 1, &out, NULL));
  expect(out, "[[10, 20, 30], [40, 50, 60]]");
  tercet_tensor *const v = vector_of(TERCET_DTYPE_I64, 1, 99);
  OK(tercet_tensor_put_along_axis(a, j, -1, v, NULL));
  expect(a, "[[30, 10, 99], [99, 60, 50]]");
  tercet_tensor_unref(v);
  tercet_tensor_unref(i);
  tercet_tensor_unref(j);
}

/* ---- Random tensors ---- */

/// Make positions of any integer dtype that reach into an axis, or around it
static tercet_tensor *
random_positions(uint64_t *state,
                 size_t rank,
                 const int64_t *shape,
                 int64_t extent,
                 tercet_bounds bounds)
{
  static const tercet_dtype dtypes[] = {TERCET_DTYPE_I8,
                                        TERCET_DTYPE_I16,
                                        TERCET_DTYPE_I32,
                                        TERCET_DTYPE_I64,
                                        TERCET_DTYPE_U8,
                                        TERCET_DTYPE_U16,
                                        TERCET_DTYPE_U32,
                                        TERCET_DTYPE_U64};
  const size_t i_dtype = check_random(state) % 8U;
  tercet_tensor *dense = NULL;
  tercet_tensor *out = NULL;
  OK(tercet_tensor_new(NULL, dtypes[i_dtype], rank, shape, &dense, NULL));
  for (int64_t i = 0; i < tercet_tensor_size(dense); ++i) {
    int64_t index[TERCET_MAX_RANK];
    int64_t position = i_dtype < 4
                           ? random_position(state, extent < 128 ? extent : 128)
                           : (int64_t)(check_random(state) %
                                       (uint64_t)(extent < 256 ? extent : 256));
    if (bounds != TERCET_BOUNDS_CHECK && check_random(state) % 4U == 0) {
      position = (int64_t)(check_random(state) % 128U);
    }
    reference_index(rank, shape, i, index);
    OK(tercet_tensor_set(
        dense, rank, index, tercet_scalar_from_i64(position), NULL));
  }
  OK(tercet_tensor_dup(NULL,
                       dense,
                       check_random(state) % 2U ? TERCET_COLUMN_MAJOR
                                                : TERCET_ROW_MAJOR,
                       &out,
                       NULL));
  tercet_tensor_unref(dense);
  return out;
}

/// Find the position that an index tensor means
static int64_t
resolve(const tercet_tensor *indexes,
        const int64_t *index,
        int64_t extent,
        tercet_bounds bounds)
{
  const int64_t position = (int64_t)reference_get(indexes, index).re;
  switch (bounds) {
  case TERCET_BOUNDS_CLIP:
    return position < 0 ? 0 : position >= extent ? extent - 1 : position;
  case TERCET_BOUNDS_WRAP:
    return (position % extent + extent) % extent;
  case TERCET_BOUNDS_CHECK:
    break;
  }
  return position < 0 ? position + extent : position;
}

/// Find the index in the tensor of an element that is taken
static void
find_source(const tercet_tensor *in,
            const tercet_tensor *indexes,
            size_t axis,
            tercet_bounds bounds,
            const int64_t *index,
            int64_t *source)
{
  const size_t n = tercet_tensor_rank(indexes);
  for (size_t i = 0; i < tercet_tensor_rank(in); ++i) {
    source[i] =
        i < axis ? index[i]
        : i == axis
            ? resolve(
                  indexes, index + axis, tercet_tensor_shape(in)[axis], bounds)
            : index[i - 1U + n];
  }
}

static void
check_take(uint64_t *state, const tercet_tensor *in)
{
  const size_t axis = check_random(state) % tercet_tensor_rank(in);
  const tercet_bounds bounds = (tercet_bounds)(check_random(state) % 3U);
  const size_t n = check_random(state) % 3U;
  int64_t shape[2];
  for (size_t i = 0; i < n; ++i) {
    shape[i] = (int64_t)(check_random(state) % 6U);
  }
  tercet_tensor *const indexes =
      random_positions(state, n, shape, tercet_tensor_shape(in)[axis], bounds);
  tercet_tensor *out = NULL;
  OK(tercet_tensor_take(
      &guard_allocator, in, indexes, (int64_t)axis, bounds, &out, NULL));
  const size_t rank = tercet_tensor_rank(in) - 1U + n;
  CHECK_INT(tercet_tensor_rank(out), rank);
  check_end(out);
  bool same = true;
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    int64_t source[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(out), i, index);
    find_source(in, indexes, axis, bounds, index, source);
    same = same && same_numbers(out, index, in, source);
  }
  CHECK(same);

  // Put other numbers there, and read them again in the same order
  tercet_tensor *copy = NULL;
  tercet_tensor *expected = NULL;
  tercet_tensor *const values = random_tensor(state,
                                              tercet_tensor_dtype(in),
                                              RANDOM_TAME,
                                              rank,
                                              tercet_tensor_shape(out));
  OK(tercet_tensor_dup(&guard_allocator, in, TERCET_KEEP_ORDER, &copy, NULL));
  OK(tercet_tensor_copy(NULL, in, &expected, NULL));
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    int64_t source[TERCET_MAX_RANK];
    tercet_scalar value;
    reference_index(rank, tercet_tensor_shape(out), i, index);
    find_source(in, indexes, axis, bounds, index, source);
    OK(tercet_tensor_get(values, rank, index, &value, NULL));
    OK(tercet_tensor_set(
        expected, tercet_tensor_rank(in), source, value, NULL));
  }
  OK(tercet_tensor_put(copy, indexes, (int64_t)axis, bounds, values, NULL));
  CHECK(same_tensors(copy, expected));
  tercet_tensor_unref(values);
  tercet_tensor_unref(expected);
  tercet_tensor_unref(copy);
  tercet_tensor_unref(out);
  tercet_tensor_unref(indexes);
}

static void
check_along_axis(uint64_t *state, const tercet_tensor *in)
{
  const size_t rank = tercet_tensor_rank(in);
  const size_t axis = check_random(state) % rank;
  const bool broadcasts = check_random(state) % 3U == 0;
  int64_t shape[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    shape[i] =
        broadcasts && check_random(state) % 2U ? 1 : tercet_tensor_shape(in)[i];
  }
  shape[axis] = (int64_t)(check_random(state) % 8U);
  tercet_tensor *const indexes = random_positions(
      state, rank, shape, tercet_tensor_shape(in)[axis], TERCET_BOUNDS_CHECK);
  tercet_tensor *out = NULL;
  tercet_tensor *copy = NULL;
  OK(tercet_tensor_take_along_axis(
      &guard_allocator, in, indexes, (int64_t)axis, &out, NULL));
  check_end(out);
  bool same = true;
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    int64_t place[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(out), i, index);
    for (size_t j = 0; j < rank; ++j) {
      place[j] = shape[j] == 1 ? 0 : index[j];
    }
    const int64_t position = resolve(
        indexes, place, tercet_tensor_shape(in)[axis], TERCET_BOUNDS_CHECK);
    memcpy(place, index, rank * sizeof(*place));
    place[axis] = position;
    same = same && same_numbers(out, index, in, place);
  }
  CHECK(same);

  // What was taken, put back, changes nothing
  OK(tercet_tensor_dup(&guard_allocator, in, TERCET_KEEP_ORDER, &copy, NULL));
  OK(tercet_tensor_put_along_axis(copy, indexes, (int64_t)axis, out, NULL));
  CHECK(same_tensors(copy, in));
  OK(tercet_tensor_fill(out, tercet_scalar_from_i64(1), NULL));
  OK(tercet_tensor_put_along_axis(copy, indexes, (int64_t)axis, out, NULL));
  tercet_tensor *again = NULL;
  OK(tercet_tensor_take_along_axis(
      NULL, copy, indexes, (int64_t)axis, &again, NULL));
  CHECK(same_tensors(again, out));
  tercet_tensor_unref(again);
  tercet_tensor_unref(copy);
  tercet_tensor_unref(out);
  tercet_tensor_unref(indexes);
}

static void
test_random_tensors(void)
{
  uint64_t state = 99;
  for (int i = 0; i < 1500; ++i) {
    tercet_tensor *const in = any_tensor(&state, RANDOM_TAME);
    if (tercet_tensor_rank(in) && tercet_tensor_size(in)) {
      check_take(&state, in);
      check_along_axis(&state, in);
    }
    tercet_tensor_unref(in);
  }
}

/// Several batches of positions, in one and two threads
static void
test_many_positions(void)
{
  enum { N = 10007, EXTENT = 997 };
  const int64_t shapes[2][2] = {{EXTENT, 3}, {3, EXTENT}};
  const int64_t n = N;
  uint64_t state = 4;
  tercet_tensor *indexes = NULL;
  OK(tercet_tensor_new(NULL, TERCET_DTYPE_I64, 1, &n, &indexes, NULL));
  int64_t *const positions = (int64_t *)tercet_tensor_mutable_data(indexes);
  for (int64_t i = 0; i < N; ++i) {
    positions[i] = random_position(&state, EXTENT);
  }
  for (size_t threads = 1; threads < 3; ++threads) {
    tercet_set_threads(threads);
    for (size_t axis = 0; axis < 2; ++axis) {
      tercet_tensor *out = NULL;
      tercet_tensor *const in =
          random_tensor(&state, TERCET_DTYPE_F32, RANDOM_TAME, 2, shapes[axis]);
      OK(tercet_tensor_take(&guard_allocator,
                            in,
                            indexes,
                            (int64_t)axis,
                            TERCET_BOUNDS_CHECK,
                            &out,
                            NULL));
      check_end(out);
      bool same = true;
      for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
        int64_t index[2];
        int64_t source[2];
        reference_index(2, tercet_tensor_shape(out), i, index);
        find_source(in, indexes, axis, TERCET_BOUNDS_CHECK, index, source);
        same = same && same_numbers(out, index, in, source);
      }
      CHECK(same);
      tercet_tensor_unref(out);

      // The first that is outside is named, however many there are
      tercet_error err = {0};
      const int64_t kept[2] = {positions[5000], positions[9000]};
      positions[5000] = EXTENT;
      positions[9000] = -5000;
      CHECK_FAILURE(tercet_tensor_take(NULL,
                                       in,
                                       indexes,
                                       (int64_t)axis,
                                       TERCET_BOUNDS_CHECK,
                                       &out,
                                       &err),
                    TERCET_ERR_RANGE,
                    out,
                    err,
                    axis ? "index 997 of axis 1, which has 997 elements"
                         : "index 997 of axis 0, which has 997 elements");
      positions[5000] = kept[0];
      positions[9000] = kept[1];
      tercet_tensor_unref(in);
    }
  }
  tercet_set_threads(1);
  tercet_tensor_unref(indexes);
}

/* ---- Failures ---- */

static void
test_failures_leave_the_tensor(void)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_I64, "23");
  tercet_tensor *const i = vector_of(TERCET_DTYPE_I64, 2, 0, 2);
  tercet_tensor *const f = vector_of(TERCET_DTYPE_F32, 1, 0);
  tercet_tensor *const three = vector_of(TERCET_DTYPE_I64, 3, 5, 5, 5);
  tercet_tensor *const huge = count_up(TERCET_DTYPE_U64, "");
  OK(tercet_tensor_fill(huge, tercet_scalar_from_u64(UINT64_MAX), NULL));
  CHECK_FAILURE(
      tercet_tensor_take(NULL, a, i, 0, TERCET_BOUNDS_CHECK, &out, &err),
      TERCET_ERR_RANGE,
      out,
      err,
      "index 2 of axis 0, which has 2 elements");
  CHECK_FAILURE(
      tercet_tensor_take(NULL, a, huge, 0, TERCET_BOUNDS_CHECK, &out, &err),
      TERCET_ERR_RANGE,
      out,
      err,
      "index 18446744073709551615 of axis 0, which has 2 elements");
  CHECK_FAILURE(
      tercet_tensor_take(NULL, a, f, 0, TERCET_BOUNDS_CHECK, &out, &err),
      TERCET_ERR_DTYPE,
      out,
      err,
      "positions are integers, not float32");
  CHECK_FAILURE(
      tercet_tensor_take(NULL, a, i, 2, TERCET_BOUNDS_CHECK, &out, &err),
      TERCET_ERR_SHAPE,
      out,
      err,
      "axis 2 of a tensor of rank 2");
  CHECK_FAILURE(tercet_tensor_take(NULL, a, i, 0, (tercet_bounds)7, &out, &err),
                TERCET_ERR_ARGUMENT,
                out,
                err,
                "there is no treatment 7 of bounds");
  CHECK_FAILURE(tercet_tensor_take_along_axis(NULL, a, i, 0, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "positions of rank 1 for a tensor of rank 2");
  CHECK_STATUS(tercet_tensor_put(a, i, 0, TERCET_BOUNDS_CHECK, i, &err),
               TERCET_ERR_RANGE);
  CHECK_STATUS(tercet_tensor_put(a, i, 1, TERCET_BOUNDS_CHECK, three, &err),
               TERCET_ERR_SHAPE);
  CHECK_STATUS(tercet_tensor_put_along_axis(a, a, 1, a, &err),
               TERCET_ERR_RANGE);
  OK(tercet_tensor_take(NULL, a, huge, 1, TERCET_BOUNDS_CLIP, &out, NULL));
  expect(out, "[2, 5]");
  OK(tercet_tensor_take(NULL, a, huge, 1, TERCET_BOUNDS_WRAP, &out, NULL));
  expect(out, "[0, 3]");
  tercet_tensor_unref(huge);
  tercet_tensor_unref(three);
  tercet_tensor_unref(f);
  tercet_tensor_unref(i);
  expect(a, "[[0, 1, 2], [3, 4, 5]]");
}

/// Nothing can be taken from an axis without elements, not even by wrapping
static void
test_empty_axis(void)
{
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "02");
  tercet_tensor *const i = vector_of(TERCET_DTYPE_I64, 1, 0);
  const int64_t zero = 0;
  tercet_tensor *none = NULL;
  OK(tercet_tensor_new(NULL, TERCET_DTYPE_I64, 1, &zero, &none, NULL));
  for (int bounds = 0; bounds < 3; ++bounds) {
    CHECK_STATUS(
        tercet_tensor_take(NULL, a, i, 0, (tercet_bounds)bounds, &out, NULL),
        TERCET_ERR_RANGE);
    CHECK(!out);
    OK(tercet_tensor_take(NULL, a, none, 0, (tercet_bounds)bounds, &out, NULL));
    expect_shape(out, "[0, 2]");
  }
  OK(tercet_tensor_take(NULL, a, i, 1, TERCET_BOUNDS_CHECK, &out, NULL));
  expect_shape(out, "[0, 1]");
  tercet_tensor_unref(none);
  tercet_tensor_unref(i);
  tercet_tensor_unref(a);
}

/// Positions and values may be parts of the tensor that is written
static void
test_shared_bytes(void)
{
  tercet_tensor *flipped = NULL;
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I64, 3, 2, 0, 1);
  OK(tercet_tensor_flip(a, 0, NULL, &flipped, NULL));
  OK(tercet_tensor_put(a, a, 0, TERCET_BOUNDS_CHECK, flipped, NULL));
  tercet_tensor_unref(flipped);
  expect(a, "[0, 2, 1]");
  tercet_tensor *const b = vector_of(TERCET_DTYPE_I64, 3, 2, 0, 1);
  OK(tercet_tensor_put_along_axis(b, b, 0, b, NULL));
  expect(b, "[0, 1, 2]");
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const int64_t n = 4;
  tercet_tensor *a = NULL;
  tercet_tensor *out = NULL;
  OK(tercet_tensor_new(&alloc, TERCET_DTYPE_I64, 1, &n, &a, NULL));
  tercet_tensor *const i = vector_of(TERCET_DTYPE_I8, 2, 3, 1);
  tercet_tensor *const v = vector_of(TERCET_DTYPE_I8, 2, 7, 8);
  for (size_t round = 0; round < 4; ++round) {
    size_t n_calls = SIZE_MAX;
    for (size_t fail = 0; fail <= n_calls; ++fail) {
      // The last round of all succeeds
      state = (failing_allocator){0, fail};
      tercet_status st = TERCET_OK;
      out = NULL;
      switch (round) {
      case 0:
        st = tercet_tensor_take(
            &alloc, a, i, 0, TERCET_BOUNDS_CHECK, &out, NULL);
        break;
      case 1:
        st = tercet_tensor_take_along_axis(&alloc, a, i, 0, &out, NULL);
        break;
      case 2:
        st = tercet_tensor_put(a, i, 0, TERCET_BOUNDS_CHECK, v, NULL);
        break;
      default:
        st = tercet_tensor_put_along_axis(a, i, 0, v, NULL);
      }
      if (st == TERCET_OK) {
        n_calls = fail;
      } else {
        CHECK_STATUS(st, TERCET_ERR_NO_MEMORY);
        CHECK(!out);
      }
      tercet_tensor_unref(out);
    }
    CHECK(n_calls > 0 && n_calls < 20);
  }
  tercet_tensor_unref(v);
  tercet_tensor_unref(i);
  expect(a, "[0, 8, 0, 7]");
}

int
main(void)
{
  test_examples();
  test_along_axis_examples();
  test_random_tensors();
  test_many_positions();
  test_failures_leave_the_tensor();
  test_empty_axis();
  test_shared_bytes();
  test_each_allocation_failing();
  return check_finish();
}
