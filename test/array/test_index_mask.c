// SPDX-License-Identifier: Apache-2.0

/// Reading and writing where a mask is true

#include "view_reference.h"

#define OK(call) CHECK_STATUS((call), TERCET_OK)

static void
test_examples(void)
{
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "23");
  tercet_tensor *const rows = vector_of(TERCET_DTYPE_BOOL, 2, 0, 1);
  tercet_tensor *const columns = vector_of(TERCET_DTYPE_BOOL, 3, 1, 0, 1);
  OK(tercet_tensor_select(NULL, a, rows, &out, NULL));
  expect(out, "[[3, 4, 5]]");
  OK(tercet_tensor_compress(NULL, a, columns, 1, &out, NULL));
  expect(out, "[[0, 2], [3, 5]]");
  OK(tercet_tensor_compress(NULL, a, rows, -1, &out, NULL));
  expect(out, "[[1], [4]]");
  OK(tercet_tensor_nonzero(NULL, a, &out, NULL));
  expect(out, "[[0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]");

  tercet_tensor *mask = NULL;
  tercet_tensor *const nine = count_up(TERCET_DTYPE_F64, "");
  OK(tercet_tensor_fill(nine, tercet_scalar_from_i64(9), NULL));
  OK(tercet_tensor_cast(NULL, a, TERCET_DTYPE_BOOL, &mask, NULL));
  OK(tercet_tensor_select(NULL, a, mask, &out, NULL));
  expect(out, "[1, 2, 3, 4, 5]");
  OK(tercet_tensor_assign_where(a, rows, columns, NULL));
  CHECK_STATUS(tercet_tensor_assign_where(a, columns, nine, NULL),
               TERCET_ERR_SHAPE);
  expect(a, "[[0, 1, 2], [1, 0, 1]]");
  tercet_tensor_unref(mask);

  // Of rank 0: one element or none
  tercet_tensor *const yes = count_up(TERCET_DTYPE_BOOL, "");
  OK(tercet_tensor_select(NULL, nine, yes, &out, NULL));
  expect(out, "[]");
  OK(tercet_tensor_nonzero(NULL, yes, &out, NULL));
  expect_shape(out, "[0, 0]");
  OK(tercet_tensor_fill(yes, tercet_scalar_from_bool(true), NULL));
  OK(tercet_tensor_select(NULL, nine, yes, &out, NULL));
  expect(out, "[9]");
  OK(tercet_tensor_nonzero(NULL, nine, &out, NULL));
  expect_shape(out, "[1, 0]");
  tercet_tensor_unref(yes);
  tercet_tensor_unref(nine);
  tercet_tensor_unref(rows);
  tercet_tensor_unref(columns);
}

/* ---- Random tensors ---- */

static void
check_mask(uint64_t *state)
{
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = random_shape(state, shape);
  const size_t n = check_random(state) % (rank + 1U);
  const tercet_dtype dtype =
      (tercet_dtype)(check_random(state) % TERCET_DTYPE_COUNT);
  tercet_tensor *const in =
      random_tensor(state, dtype, RANDOM_TAME, rank, shape);
  tercet_tensor *const mask =
      random_tensor(state, TERCET_DTYPE_BOOL, RANDOM_TAME, n, shape);
  tercet_tensor *out = NULL;
  tercet_tensor *copy = NULL;
  OK(tercet_tensor_select(&guard_allocator, in, mask, &out, NULL));
  check_end(out);
  CHECK_INT(tercet_tensor_rank(out), rank - n + 1U);

  // Every element of the tensor, in order, is there or is not
  OK(tercet_tensor_dup(&guard_allocator, in, TERCET_KEEP_ORDER, &copy, NULL));
  tercet_tensor *flat = NULL;
  OK(tercet_tensor_ravel(out, &flat, NULL));
  int64_t next = 0;
  bool same = true;
  for (int64_t i = 0; i < tercet_tensor_size(in); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, shape, i, index);
    if (reference_get(mask, index).re != 0) {
      same = same && next < tercet_tensor_size(flat) &&
             same_numbers(in, index, flat, &next);
      ++next;
    }
  }
  CHECK(same);
  CHECK_INT(next, tercet_tensor_size(out));

  // Write other numbers there, and select them again
  tercet_tensor *again = NULL;
  tercet_tensor *const values = random_tensor(
      state, dtype, RANDOM_TAME, rank - n + 1U, tercet_tensor_shape(out));
  OK(tercet_tensor_assign_where(copy, mask, values, NULL));
  OK(tercet_tensor_select(NULL, copy, mask, &again, NULL));
  CHECK(same_tensors(again, values));
  OK(tercet_tensor_assign_where(copy, mask, out, NULL));
  CHECK(same_tensors(copy, in));
  tercet_tensor_unref(values);
  tercet_tensor_unref(again);
  tercet_tensor_unref(flat);
  tercet_tensor_unref(copy);
  tercet_tensor_unref(out);
  tercet_tensor_unref(mask);
  tercet_tensor_unref(in);
}

static void
check_nonzero(uint64_t *state)
{
  tercet_tensor *const in = any_tensor(state, RANDOM_WILD);
  const size_t rank = tercet_tensor_rank(in);
  tercet_tensor *out = NULL;
  OK(tercet_tensor_nonzero(&guard_allocator, in, &out, NULL));
  const int64_t *row = (const int64_t *)tercet_tensor_data(out);
  int64_t n = 0;
  bool same = true;
  for (int64_t i = 0; i < tercet_tensor_size(in); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(in), i, index);
    const reference_value value = reference_get(in, index);
    if (value.re != 0 || value.im != 0) {
      same = same && n < tercet_tensor_shape(out)[0] &&
             (!rank || !memcmp(row, index, rank * sizeof(*row)));
      row += rank;
      ++n;
    }
  }
  CHECK(same);
  CHECK_INT(n, tercet_tensor_shape(out)[0]);
  tercet_tensor_unref(out);
  tercet_tensor_unref(in);
}

static void
test_random_tensors(void)
{
  uint64_t state = 21;
  for (int i = 0; i < 1500; ++i) {
    check_mask(&state);
    check_nonzero(&state);
  }
}

/// The mask and the values may be the tensor itself
static void
test_shared_bytes(void)
{
  tercet_tensor *part = NULL;
  tercet_tensor *const a = vector_of(TERCET_DTYPE_BOOL, 4, 1, 0, 1, 1);
  const tercet_index items[1] = {tercet_index_range(0, 3, 1)};
  OK(tercet_tensor_index(a, 1, items, &part, NULL));
  OK(tercet_tensor_assign_where(a, a, part, NULL));
  tercet_tensor_unref(part);
  expect(a, "[1, 0, 0, 1]");
}

/* ---- Failures ---- */

/// Set element i of a vector of bool where i * 7 % 5 is below 2
static tercet_tensor *
make_long_mask(int64_t n)
{
  tercet_tensor *out = NULL;
  OK(tercet_tensor_new(NULL, TERCET_DTYPE_BOOL, 1, &n, &out, NULL));
  uint8_t *const data = (uint8_t *)tercet_tensor_mutable_data(out);
  for (int64_t i = 0; i < n; ++i) {
    data[i] = i * 7 % 5 < 2;
  }
  return out;
}

static void
test_long_masks_go_in_batches(void)
{
  const int64_t n = 10007;
  tercet_tensor *const mask = make_long_mask(n);
  tercet_tensor *const a = count_up(TERCET_DTYPE_I64, "1");
  tercet_tensor *numbers = NULL;
  tercet_tensor *selected = NULL;
  tercet_tensor *indices = NULL;
  OK(tercet_tensor_arange(NULL,
                          TERCET_DTYPE_I64,
                          tercet_scalar_from_i64(0),
                          tercet_scalar_from_i64(n),
                          tercet_scalar_from_i64(1),
                          &numbers,
                          NULL));
  OK(tercet_tensor_select(NULL, numbers, mask, &selected, NULL));
  OK(tercet_tensor_nonzero(NULL, mask, &indices, NULL));
  CHECK_INT(tercet_tensor_size(selected), tercet_tensor_size(indices));
  CHECK(!memcmp(tercet_tensor_data(selected),
                tercet_tensor_data(indices),
                (size_t)tercet_tensor_size(indices) * sizeof(int64_t)));

  // One value for all, then one for each
  OK(tercet_tensor_assign_where(numbers, mask, a, NULL));
  const int64_t *const data = (const int64_t *)tercet_tensor_data(numbers);
  for (int64_t i = 0; i < n; ++i) {
    CHECK_INT(data[i], i * 7 % 5 < 2 ? 0 : i);
  }
  OK(tercet_tensor_assign_where(numbers, mask, selected, NULL));
  for (int64_t i = 0; i < n; ++i) {
    CHECK_INT(data[i], i);
  }
  tercet_tensor_unref(a);
  tercet_tensor_unref(indices);
  tercet_tensor_unref(selected);
  tercet_tensor_unref(numbers);
  tercet_tensor_unref(mask);
}

static void
test_mask_is_read_before_it_is_written(void)
{
  const int64_t n = 10007;
  tercet_tensor *const whole = make_long_mask(n);
  tercet_tensor *const before = make_long_mask(n);
  const tercet_index first[1] = {tercet_index_range(0, n - 1, 1)};
  const tercet_index last[1] = {tercet_index_range(1, n, 1)};
  tercet_tensor *mask = NULL;
  tercet_tensor *target = NULL;
  tercet_tensor *const no = count_up(TERCET_DTYPE_BOOL, "");
  OK(tercet_tensor_index(whole, 1, first, &mask, NULL));
  OK(tercet_tensor_index(whole, 1, last, &target, NULL));
  OK(tercet_tensor_assign_where(target, mask, no, NULL));
  const uint8_t *const old = (const uint8_t *)tercet_tensor_data(before);
  const uint8_t *const now = (const uint8_t *)tercet_tensor_data(whole);
  for (int64_t i = 1; i < n; ++i) {
    CHECK_INT(now[i], old[i - 1] ? 0 : old[i]);
  }
  tercet_tensor_unref(no);
  tercet_tensor_unref(target);
  tercet_tensor_unref(mask);
  tercet_tensor_unref(before);
  tercet_tensor_unref(whole);
}

static void
test_failures_name_shapes(void)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "23");
  tercet_tensor *const three = vector_of(TERCET_DTYPE_BOOL, 3, 1, 1, 1);
  tercet_tensor *const number = vector_of(TERCET_DTYPE_U8, 2, 1, 1);
  CHECK_FAILURE(tercet_tensor_select(NULL, a, three, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "a mask of shape [3] for a tensor of shape [2, 3]");
  CHECK_FAILURE(tercet_tensor_select(NULL, a, number, &out, &err),
                TERCET_ERR_DTYPE,
                out,
                err,
                "a mask is bool, not uint8");
  CHECK_FAILURE(tercet_tensor_compress(NULL, a, number, 0, &out, &err),
                TERCET_ERR_DTYPE,
                out,
                err,
                "a condition is bool, not uint8");
  CHECK_FAILURE(tercet_tensor_compress(NULL, a, three, 0, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "a condition of shape [3] for an axis of extent 2");
  CHECK_FAILURE(tercet_tensor_compress(NULL, a, three, 5, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "axis 5 of a tensor of rank 2");
  tercet_tensor *spread = NULL;
  const int64_t shape[2] = {4, 3};
  OK(tercet_tensor_broadcast_to(three, 2, shape, &spread, NULL));
  CHECK_STATUS(tercet_tensor_assign_where(spread, spread, three, &err),
               TERCET_ERR_ARGUMENT);
  tercet_tensor_unref(spread);
  tercet_tensor_unref(number);
  tercet_tensor_unref(three);
  expect(a, "[[0, 1, 2], [3, 4, 5]]");
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const int64_t n = 3;
  tercet_tensor *a = NULL;
  tercet_tensor *mask = NULL;
  OK(tercet_tensor_new(&alloc, TERCET_DTYPE_I64, 1, &n, &a, NULL));
  OK(tercet_tensor_new(&alloc, TERCET_DTYPE_BOOL, 1, &n, &mask, NULL));
  OK(tercet_tensor_fill(mask, tercet_scalar_from_bool(true), NULL));
  tercet_tensor *const v = vector_of(TERCET_DTYPE_I8, 3, 7, 8, 9);
  for (size_t round = 0; round < 4; ++round) {
    size_t n_calls = SIZE_MAX;
    for (size_t fail = 0; fail <= n_calls; ++fail) {
      tercet_tensor *out = NULL;
      tercet_status st = TERCET_OK;
      state = (failing_allocator){0, fail};
      switch (round) {
      case 0:
        st = tercet_tensor_select(&alloc, a, mask, &out, NULL);
        break;
      case 1:
        st = tercet_tensor_nonzero(&alloc, a, &out, NULL);
        break;
      case 2:
        st = tercet_tensor_compress(&alloc, a, mask, 0, &out, NULL);
        break;
      default:
        st = tercet_tensor_assign_where(a, mask, v, NULL);
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
  tercet_tensor_unref(mask);
  expect(a, "[7, 8, 9]");
}

int
main(void)
{
  test_examples();
  test_random_tensors();
  test_shared_bytes();
  test_long_masks_go_in_batches();
  test_mask_is_read_before_it_is_written();
  test_failures_name_shapes();
  test_each_allocation_failing();
  return check_finish();
}
