// SPDX-License-Identifier: Apache-2.0

/// Views with other axes, against the place of each element; the examples of
/// the page that the library is a counterpart of

#include "view_reference.h"

#define OK(call) CHECK_STATUS((call), TERCET_OK)

/* ---- Examples ---- */

static void
test_examples(void)
{
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "432");
  const int64_t order[3] = {2, 0, 1};
  const int64_t same[3] = {-1, -3, -2};
  OK(tercet_tensor_transpose(a, 3, order, &out, NULL));
  expect(out,
         "[[[0, 2, 4], [6, 8, 10], [12, 14, 16], [18, 20, 22]], "
         "[[1, 3, 5], [7, 9, 11], [13, 15, 17], [19, 21, 23]]]");
  OK(tercet_tensor_transpose(a, 3, same, &out, NULL));
  expect_shape(out, "[2, 4, 3]");
  OK(tercet_tensor_transpose(a, 0, NULL, &out, NULL));
  expect_shape(out, "[2, 3, 4]");
  OK(tercet_tensor_swap_axes(a, 2, 0, &out, NULL));
  expect(out,
         "[[[0, 6, 12, 18], [2, 8, 14, 20], [4, 10, 16, 22]], "
         "[[1, 7, 13, 19], [3, 9, 15, 21], [5, 11, 17, 23]]]");
  tercet_tensor_unref(a);

  tercet_tensor *const b = count_up(TERCET_DTYPE_I8, "345");
  const int64_t zero[1] = {0};
  const int64_t last[1] = {-1};
  const int64_t sources[2] = {0, 1};
  const int64_t destinations[2] = {-1, -2};
  OK(tercet_tensor_move_axis(b, 0, -1, &out, NULL));
  expect_shape(out, "[4, 5, 3]");
  OK(tercet_tensor_move_axes(b, 1, zero, last, &out, NULL));
  expect_shape(out, "[4, 5, 3]");
  OK(tercet_tensor_move_axes(b, 2, sources, destinations, &out, NULL));
  expect_shape(out, "[5, 4, 3]");
  tercet_tensor_unref(b);

  tercet_tensor *const c = count_up(TERCET_DTYPE_I64, "22");
  OK(tercet_tensor_expand_dims(c, 1, &out, NULL));
  expect(out, "[[[0, 1]], [[2, 3]]]");
  OK(tercet_tensor_expand_dims(c, -1, &out, NULL));
  expect_shape(out, "[2, 2, 1]");
  tercet_tensor_unref(c);

  tercet_tensor *const d = vector_of(TERCET_DTYPE_I32, 3, 1, 2, 3);
  OK(tercet_tensor_append_axes(d, 2, &out, NULL));
  expect(out, "[[[1]], [[2]], [[3]]]");
  tercet_tensor_unref(d);
}

static void
test_examples_of_flips_and_diagonals(void)
{
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_F32, "23");
  const int64_t one[1] = {1};
  const int64_t last[1] = {-1};
  OK(tercet_tensor_flip(a, 1, one, &out, NULL));
  expect(out, "[[2, 1, 0], [5, 4, 3]]");
  OK(tercet_tensor_flip(a, 1, last, &out, NULL));
  expect(out, "[[2, 1, 0], [5, 4, 3]]");
  OK(tercet_tensor_flip(a, 0, NULL, &out, NULL));
  expect(out, "[[5, 4, 3], [2, 1, 0]]");
  tercet_tensor_unref(a);

  tercet_tensor *const b = count_up(TERCET_DTYPE_U16, "34");
  OK(tercet_tensor_diagonal(b, 0, 0, 1, &out, NULL));
  expect(out, "[0, 5, 10]");
  OK(tercet_tensor_diagonal(b, 1, 0, 1, &out, NULL));
  expect(out, "[1, 6, 11]");
  OK(tercet_tensor_diagonal(b, -1, 0, 1, &out, NULL));
  expect(out, "[4, 9]");
  OK(tercet_tensor_diagonal(b, 1, -1, -2, &out, NULL));
  expect(out, "[4, 9]");
  OK(tercet_tensor_diagonal(b, 4, 0, 1, &out, NULL));
  expect(out, "[]");
  OK(tercet_tensor_diagonal(b, INT64_MIN, 0, 1, &out, NULL));
  expect(out, "[]");
  OK(tercet_tensor_diagonal(b, INT64_MAX, 0, 1, &out, NULL));
  expect(out, "[]");
  tercet_tensor_unref(b);
}

/// num.cr reads behind the end of a tensor that is flipped twice, and does not
/// flip axis -1
static void
test_flip_twice(void)
{
  tercet_tensor *once = NULL;
  tercet_tensor *twice = NULL;
  tercet_tensor *part = NULL;
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I32, 5, 1, 2, 3, 4, 5);
  OK(tercet_tensor_flip(a, 0, NULL, &once, NULL));
  OK(tercet_tensor_flip(once, 0, NULL, &twice, NULL));
  const tercet_index items[1] = {tercet_index_range(1, 3, 1)};
  OK(tercet_tensor_index(once, 1, items, &part, NULL));
  expect(part, "[4, 3]");
  CHECK(tercet_tensor_data(twice) == tercet_tensor_data(a));
  expect(once, "[5, 4, 3, 2, 1]");
  expect(twice, "[1, 2, 3, 4, 5]");
  tercet_tensor_unref(a);
}

static void
test_broadcast_together(void)
{
  tercet_tensor *const a = vector_of(TERCET_DTYPE_I32, 3, 1, 2, 3);
  tercet_tensor *const b = count_up(TERCET_DTYPE_I32, "33");
  tercet_tensor *const c = count_up(TERCET_DTYPE_I32, "333");
  const tercet_tensor *const all[3] = {a, b, c};
  tercet_tensor *outs[3] = {NULL};
  OK(tercet_tensor_broadcast(2, all, outs, NULL));
  expect(outs[0], "[[1, 2, 3], [1, 2, 3], [1, 2, 3]]");
  expect(outs[1], "[[0, 1, 2], [3, 4, 5], [6, 7, 8]]");
  OK(tercet_tensor_broadcast(3, all, outs, NULL));
  for (size_t i = 0; i < 3; ++i) {
    CHECK(!tercet_tensor_mutable_data(outs[i]));
    expect_shape(outs[i], "[3, 3, 3]");
  }
  OK(tercet_tensor_broadcast(0, NULL, NULL, NULL));

  // num.cr cannot broadcast an extent of 0
  tercet_tensor *const d = count_up(TERCET_DTYPE_I32, "03");
  tercet_tensor *const e = count_up(TERCET_DTYPE_I32, "13");
  const tercet_tensor *const empty[2] = {d, e};
  OK(tercet_tensor_broadcast(2, empty, outs, NULL));
  expect_shape(outs[0], "[0, 3]");
  expect_shape(outs[1], "[0, 3]");

  tercet_tensor *const f = vector_of(TERCET_DTYPE_I32, 2, 1, 2);
  const tercet_tensor *const unequal[2] = {a, f};
  CHECK_STATUS(tercet_tensor_broadcast(2, unequal, outs, NULL),
               TERCET_ERR_SHAPE);
  CHECK(!outs[0] && !outs[1]);
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
  tercet_tensor_unref(c);
  tercet_tensor_unref(d);
  tercet_tensor_unref(e);
  tercet_tensor_unref(f);
}

/* ---- Random tensors ---- */

/// Check that element [i...] of `out` is that of `in` at order-permuted i
static void
check_order(const tercet_tensor *in, tercet_tensor *out, const size_t *order)
{
  const size_t rank = tercet_tensor_rank(in);
  bool same = true;
  for (size_t j = 0; j < rank; ++j) {
    CHECK_INT(tercet_tensor_shape(out)[j], tercet_tensor_shape(in)[order[j]]);
  }
  for (int64_t i = 0; i < tercet_tensor_size(in); ++i) {
    int64_t index[TERCET_MAX_RANK];
    int64_t source[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(out), i, index);
    for (size_t j = 0; j < rank; ++j) {
      source[order[j]] = index[j];
    }
    same = same && same_numbers(out, index, in, source);
  }
  CHECK(same);
  tercet_tensor_unref(out);
}

static void
check_orders(uint64_t *state, const tercet_tensor *in)
{
  const size_t rank = tercet_tensor_rank(in);
  const int64_t a = random_position(state, (int64_t)rank);
  const int64_t b = random_position(state, (int64_t)rank);
  const size_t from = (size_t)(a < 0 ? a + (int64_t)rank : a);
  const size_t to = (size_t)(b < 0 ? b + (int64_t)rank : b);
  size_t order[TERCET_MAX_RANK];
  tercet_tensor *out = NULL;
  for (size_t i = 0; i < rank; ++i) {
    order[i] = i == from ? to : i == to ? from : i;
  }
  OK(tercet_tensor_swap_axes(in, a, b, &out, NULL));
  check_order(in, out, order);

  for (size_t i = 0, n = 0; i < rank; ++i) {
    n += n == from;
    order[i] = i == to ? from : n++;
  }
  OK(tercet_tensor_move_axis(in, a, b, &out, NULL));
  check_order(in, out, order);
}

static void
check_flip(uint64_t *state, const tercet_tensor *in)
{
  const size_t rank = tercet_tensor_rank(in);
  int64_t axes[TERCET_MAX_RANK];
  bool is_flipped[TERCET_MAX_RANK];
  size_t n = 0;
  for (size_t i = 0; i < rank; ++i) {
    is_flipped[i] = check_random(state) % 2U;
    if (is_flipped[i]) {
      axes[n++] = (int64_t)i - (check_random(state) % 2U ? (int64_t)rank : 0);
    }
  }
  tercet_tensor *out = NULL;
  OK(tercet_tensor_flip(in, n, axes, &out, NULL));
  for (int64_t i = 0; i < tercet_tensor_size(in); ++i) {
    int64_t index[TERCET_MAX_RANK];
    int64_t source[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(out), i, index);
    for (size_t j = 0; j < rank; ++j) {
      source[j] =
          is_flipped[j] ? tercet_tensor_shape(in)[j] - 1 - index[j] : index[j];
    }
    CHECK(same_numbers(out, index, in, source));
  }
  tercet_tensor_unref(out);
}

static void
check_diagonal(uint64_t *state, const tercet_tensor *in)
{
  const size_t rank = tercet_tensor_rank(in);
  const size_t a = check_random(state) % rank;
  const size_t b = (a + 1U + check_random(state) % (rank - 1U)) % rank;
  const int64_t offset = (int64_t)(check_random(state) % 9U) - 4;
  tercet_tensor *out = NULL;
  OK(tercet_tensor_diagonal(
      in, offset, (int64_t)a, (int64_t)b - (int64_t)rank, &out, NULL));
  CHECK_INT(tercet_tensor_rank(out), rank - 1U);
  int64_t length = 0;
  for (int64_t i = 0; i < tercet_tensor_shape(in)[a]; ++i) {
    length += i + offset >= 0 && i + offset < tercet_tensor_shape(in)[b];
  }
  CHECK_INT(tercet_tensor_shape(out)[rank - 2U], length);
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    int64_t source[TERCET_MAX_RANK];
    reference_index(rank - 1U, tercet_tensor_shape(out), i, index);
    for (size_t j = 0, k = 0; j < rank; ++j) {
      source[j] = j == a || j == b ? 0 : index[k++];
    }
    source[a] = index[rank - 2U] - (offset < 0 ? offset : 0);
    source[b] = index[rank - 2U] + (offset > 0 ? offset : 0);
    CHECK(same_numbers(out, index, in, source));
  }
  tercet_tensor_unref(out);
}

/// Adding an axis anywhere and dropping it again changes nothing
static void
check_expansion(uint64_t *state, const tercet_tensor *in)
{
  const int64_t rank = (int64_t)tercet_tensor_rank(in);
  const int64_t axis = random_position(state, rank + 1);
  tercet_tensor *more = NULL;
  tercet_tensor *fewer = NULL;
  OK(tercet_tensor_expand_dims(in, axis, &more, NULL));
  CHECK_INT(tercet_tensor_rank(more), rank + 1);
  CHECK_INT(tercet_tensor_shape(more)[axis < 0 ? axis + rank + 1 : axis], 1);
  CHECK_INT(tercet_tensor_size(more), tercet_tensor_size(in));
  OK(tercet_tensor_squeeze(more, 1, &axis, &fewer, NULL));
  CHECK(same_tensors(fewer, in));
  tercet_tensor_unref(fewer);

  size_t n = 0;
  for (int64_t i = 0; i < rank; ++i) {
    n += tercet_tensor_shape(in)[i] != 1;
  }
  OK(tercet_tensor_squeeze(more, 0, NULL, &fewer, NULL));
  CHECK_INT(tercet_tensor_rank(fewer), n);
  CHECK_INT(tercet_tensor_size(fewer), tercet_tensor_size(in));
  tercet_tensor_unref(fewer);
  tercet_tensor_unref(more);
}

static void
test_random_tensors(void)
{
  uint64_t state = 31;
  for (int i = 0; i < 600; ++i) {
    tercet_tensor *const in = any_tensor(&state, RANDOM_WILD);
    if (tercet_tensor_rank(in) > 0) {
      check_orders(&state, in);
    }
    if (tercet_tensor_rank(in) > 1) {
      check_diagonal(&state, in);
    }
    check_flip(&state, in);
    check_expansion(&state, in);
    tercet_tensor_unref(in);
  }
}

/* ---- Failures ---- */

static void
test_failures_name_axes(void)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  tercet_tensor *const in = count_up(TERCET_DTYPE_F64, "23");
  const int64_t twice[2] = {1, -1};
  const int64_t outside[1] = {2};
  const int64_t zero[1] = {0};
  CHECK_FAILURE(tercet_tensor_transpose(in, 2, twice, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "axis -1 is named twice");
  CHECK_FAILURE(tercet_tensor_transpose(in, 1, twice, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "1 axes for a tensor of rank 2");
  CHECK_FAILURE(tercet_tensor_swap_axes(in, 0, -3, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "axis -3 of a tensor of rank 2");
  CHECK_FAILURE(tercet_tensor_move_axis(in, INT64_MIN, 0, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "axis -9223372036854775808 of a tensor of rank 2");
  CHECK_FAILURE(tercet_tensor_flip(in, 1, outside, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "axis 2 of a tensor of rank 2");
  CHECK_FAILURE(tercet_tensor_squeeze(in, 1, zero, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "axis 0 has extent 2, not 1");
  CHECK_FAILURE(tercet_tensor_diagonal(in, 0, 1, -1, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "axis -1 is named twice");
  CHECK_FAILURE(tercet_tensor_append_axes(in, 31, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "31 more axes for a tensor of rank 2; 32 are the most");
  CHECK_FAILURE(tercet_tensor_append_axes(in, SIZE_MAX, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "18446744073709551615 more axes for a tensor of rank 2; 32 "
                "are the most");
  OK(tercet_tensor_append_axes(in, 30, &out, NULL));
  tercet_tensor *more = NULL;
  CHECK_STATUS(tercet_tensor_expand_dims(out, 0, &more, NULL),
               TERCET_ERR_SHAPE);
  CHECK(!more);
  tercet_tensor_unref(out);
  tercet_tensor_unref(in);
}

/// Views are made with the allocator of their tensor
static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const int64_t shape[2] = {2, 1};
  tercet_tensor *in = NULL;
  tercet_tensor *outs[2] = {NULL, NULL};
  OK(tercet_tensor_new(&alloc, TERCET_DTYPE_F32, 2, shape, &in, NULL));
  const tercet_tensor *const both[2] = {in, in};

#define FAILS(call)                                                            \
  do {                                                                         \
    state = (failing_allocator){0, 0};                                         \
    CHECK_STATUS((call), TERCET_ERR_NO_MEMORY);                                \
    CHECK(!outs[0]);                                                           \
  } while (0)

  FAILS(tercet_tensor_transpose(in, 0, NULL, outs, NULL));
  FAILS(tercet_tensor_swap_axes(in, 0, 1, outs, NULL));
  FAILS(tercet_tensor_move_axis(in, 0, 1, outs, NULL));
  FAILS(tercet_tensor_expand_dims(in, 0, outs, NULL));
  FAILS(tercet_tensor_append_axes(in, 1, outs, NULL));
  FAILS(tercet_tensor_squeeze(in, 0, NULL, outs, NULL));
  FAILS(tercet_tensor_flip(in, 0, NULL, outs, NULL));
  FAILS(tercet_tensor_diagonal(in, 0, 0, 1, outs, NULL));
  FAILS(tercet_tensor_broadcast(2, both, outs, NULL));
#undef FAILS
  state = (failing_allocator){0, 1};
  CHECK_STATUS(tercet_tensor_broadcast(2, both, outs, NULL),
               TERCET_ERR_NO_MEMORY);
  CHECK(!outs[0] && !outs[1]);
  state = (failing_allocator){0, SIZE_MAX};
  OK(tercet_tensor_broadcast(2, both, outs, NULL));
  tercet_tensor_unref(outs[0]);
  tercet_tensor_unref(outs[1]);
  tercet_tensor_unref(in);
}

int
main(void)
{
  test_examples();
  test_examples_of_flips_and_diagonals();
  test_flip_twice();
  test_broadcast_together();
  test_random_tensors();
  test_failures_name_axes();
  test_each_allocation_failing();
  return check_finish();
}
