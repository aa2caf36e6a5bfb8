// SPDX-License-Identifier: Apache-2.0

/// Copies in each memory order, for each size of element, of matrices that
/// take many blocks

#include "view_reference.h"

#define OK(call) CHECK_STATUS((call), TERCET_OK)

static const tercet_dtype dtypes[] = {
    TERCET_DTYPE_U8,
    TERCET_DTYPE_BF16,
    TERCET_DTYPE_F32,
    TERCET_DTYPE_C64,
    TERCET_DTYPE_C128,
};

/* ---- Orders ---- */

static void
check_dup(const tercet_tensor *in)
{
  static const tercet_memory_order orders[] = {
      TERCET_ROW_MAJOR, TERCET_COLUMN_MAJOR, TERCET_KEEP_ORDER};
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor *out = NULL;
    OK(tercet_tensor_dup(&guard_allocator, in, orders[i], &out, NULL));
    CHECK(same_tensors(in, out));
    check_end(out);
    const unsigned flags = tercet_tensor_flags(out);
    CHECK(flags & TERCET_FLAG_OWNER);
    CHECK(flags & TERCET_FLAG_WRITABLE);
    CHECK(!(flags & TERCET_FLAG_OVERLAPS));
    CHECK(orders[i] != TERCET_ROW_MAJOR || flags & TERCET_FLAG_ROW_MAJOR);
    CHECK(orders[i] != TERCET_COLUMN_MAJOR || flags & TERCET_FLAG_COLUMN_MAJOR);
    tercet_tensor_unref(out);
  }
}

/// Flattening is reading in the order of the indices
static void
check_flatten(const tercet_tensor *in)
{
  const size_t rank = tercet_tensor_rank(in);
  tercet_tensor *rows = NULL;
  tercet_tensor *columns = NULL;
  tercet_tensor *line = NULL;
  OK(tercet_tensor_flatten(NULL, in, TERCET_ROW_MAJOR, &rows, NULL));
  OK(tercet_tensor_flatten(NULL, in, TERCET_COLUMN_MAJOR, &columns, NULL));
  OK(tercet_tensor_ravel(in, &line, NULL));
  CHECK(same_tensors(rows, line));
  bool same = true;
  for (int64_t i = 0; i < tercet_tensor_size(in); ++i) {
    int64_t index[TERCET_MAX_RANK];
    int64_t position = 0;
    reference_index(rank, tercet_tensor_shape(in), i, index);
    for (size_t j = rank; j-- > 0;) {
      position = position * tercet_tensor_shape(in)[j] + index[j];
    }
    same = same && same_numbers(in, index, rows, &i) &&
           same_numbers(in, index, columns, &position);
  }
  CHECK(same);
  tercet_tensor_unref(rows);
  tercet_tensor_unref(columns);
  tercet_tensor_unref(line);
}

static void
test_random_tensors(void)
{
  uint64_t state = 14;
  for (int i = 0; i < 1000; ++i) {
    tercet_tensor *const in = any_tensor(&state, RANDOM_WILD);
    check_dup(in);
    check_flatten(in);
    tercet_tensor_unref(in);
  }
}

/// The order is that of the axes, whatever their direction
static void
test_keep_order(void)
{
  const int64_t axes[3] = {1, 2, 0};
  tercet_tensor *turned = NULL;
  tercet_tensor *flipped = NULL;
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_I16, "234");
  OK(tercet_tensor_transpose(a, 3, axes, &turned, NULL));
  OK(tercet_tensor_flip(turned, 0, NULL, &flipped, NULL));
  OK(tercet_tensor_dup(NULL, flipped, TERCET_KEEP_ORDER, &out, NULL));
  for (size_t i = 0; i < 3; ++i) {
    CHECK_INT(tercet_tensor_strides(out)[i], tercet_tensor_strides(turned)[i]);
  }
  CHECK(same_tensors(out, flipped));
  tercet_tensor_unref(out);
  CHECK_STATUS(tercet_tensor_dup(NULL, a, (tercet_memory_order)9, &out, NULL),
               TERCET_ERR_ARGUMENT);
  CHECK(!out);
  tercet_tensor_unref(flipped);
  tercet_tensor_unref(turned);
  tercet_tensor_unref(a);
}

/* ---- Blocks ---- */

/// Make a matrix whose every byte is random
static tercet_tensor *
noise(uint64_t *state, tercet_dtype dtype, size_t rank, const int64_t *shape)
{
  tercet_tensor *out = NULL;
  OK(tercet_tensor_new(&guard_allocator, dtype, rank, shape, &out, NULL));
  const size_t n = (size_t)tercet_tensor_size(out) * tercet_dtype_size(dtype);
  unsigned char *const data = (unsigned char *)tercet_tensor_mutable_data(out);
  for (size_t i = 0; i < n; ++i) {
    data[i] = (unsigned char)check_random(state);
  }
  return out;
}

/// Compare the bytes of elements one at a time
static bool
same_bytes(const tercet_tensor *a, const tercet_tensor *b)
{
  const size_t rank = tercet_tensor_rank(a);
  const size_t size = tercet_dtype_size(tercet_tensor_dtype(a));
  bool same = rank == tercet_tensor_rank(b) &&
              tercet_tensor_size(a) == tercet_tensor_size(b);
  for (int64_t i = 0; same && i < tercet_tensor_size(a); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(a), i, index);
    same = !memcmp(reference_at(a, index), reference_at(b, index), size);
  }
  return same;
}

static void
check_copies(const tercet_tensor *in)
{
  static const int64_t axes[6][3] = {
      {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (size_t i = 0; i < 6; ++i) {
    tercet_tensor *turned = NULL;
    tercet_tensor *flipped = NULL;
    tercet_tensor *out = NULL;
    OK(tercet_tensor_transpose(in, 3, axes[i], &turned, NULL));
    OK(tercet_tensor_flip(turned, i % 3U, axes[i], &flipped, NULL));
    OK(tercet_tensor_copy(&guard_allocator, flipped, &out, NULL));
    CHECK(same_bytes(out, flipped));
    check_end(out);
    tercet_tensor_unref(out);

    // Writing to a turned tensor is the same copy the other way round
    OK(tercet_tensor_dup(
        &guard_allocator, turned, TERCET_KEEP_ORDER, &out, NULL));
    OK(tercet_tensor_assign(out, flipped, NULL));
    CHECK(same_bytes(out, flipped));
    tercet_tensor_unref(out);
    tercet_tensor_unref(flipped);
    tercet_tensor_unref(turned);
  }
}

static void
test_blocks_of_each_size(void)
{
  static const int64_t shapes[][3] = {
      {1, 1, 1},
      {1, 64, 64},
      {2, 65, 63},
      {3, 7, 300},
      {1, 129, 257},
      {1, 512, 96},
      {70, 3, 66},
      {1, 17, 1000},
  };
  uint64_t state = 3;
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
    for (size_t j = 0; j < sizeof(dtypes) / sizeof(dtypes[0]); ++j) {
      tercet_tensor *const in = noise(&state, dtypes[j], 3, shapes[i]);
      check_copies(in);
      tercet_tensor_unref(in);
    }
  }
}

/// Large enough for stores around the caches, and for several tasks; with rows
/// of whole cache lines and without
static void
test_large_copies(void)
{
  static const int64_t shapes[][2] = {{1152, 1088}, {1091, 1153}, {3, 400000}};
  uint64_t state = 8;
  for (size_t threads = 1; threads < 3; ++threads) {
    tercet_set_threads(threads);
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
      for (size_t j = 0; j < sizeof(dtypes) / sizeof(dtypes[0]); ++j) {
        tercet_tensor *const in = noise(&state, dtypes[j], 2, shapes[i]);
        tercet_tensor *turned = NULL;
        tercet_tensor *out = NULL;
        tercet_tensor *back = NULL;
        OK(tercet_tensor_transpose(in, 0, NULL, &turned, NULL));
        OK(tercet_tensor_copy(&guard_allocator, turned, &out, NULL));
        CHECK(same_bytes(out, turned));
        check_end(out);
        tercet_tensor_unref(turned);
        OK(tercet_tensor_transpose(out, 0, NULL, &turned, NULL));
        OK(tercet_tensor_copy(&guard_allocator, turned, &back, NULL));
        CHECK(!memcmp(tercet_tensor_data(back),
                      tercet_tensor_data(in),
                      (size_t)tercet_tensor_size(in) *
                          tercet_dtype_size(dtypes[j])));
        tercet_tensor_unref(back);
        tercet_tensor_unref(turned);
        tercet_tensor_unref(out);
        tercet_tensor_unref(in);
      }
    }
  }
  tercet_set_threads(1);
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_tensor *const in = count_up(TERCET_DTYPE_I32, "22");
  tercet_tensor *out = NULL;
  OK(tercet_tensor_dup(&alloc, in, TERCET_COLUMN_MAJOR, &out, NULL));
  tercet_tensor_unref(out);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_dup(&alloc, in, TERCET_COLUMN_MAJOR, &out, NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  state = (failing_allocator){0, SIZE_MAX};
  OK(tercet_tensor_flatten(&alloc, in, TERCET_COLUMN_MAJOR, &out, NULL));
  expect(out, "[0, 2, 1, 3]");
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(
        tercet_tensor_flatten(&alloc, in, TERCET_COLUMN_MAJOR, &out, NULL),
        TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  tercet_tensor_unref(in);
}

int
main(void)
{
  test_random_tensors();
  test_keep_order();
  test_blocks_of_each_size();
  test_large_copies();
  test_each_allocation_failing();
  return check_finish();
}
