// SPDX-License-Identifier: Apache-2.0

/// Assignment through views, with broadcasting, conversion and shared bytes

#include "view_reference.h"

#define OK(call) CHECK_STATUS((call), TERCET_OK)

#define OPEN TERCET_INDEX_OPEN

/* ---- Examples ---- */

static void
test_examples(void)
{
  const tercet_index corner[2] = {tercet_index_range(1, OPEN, 1),
                                  tercet_index_range(1, OPEN, 1)};
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "22");
  OK(tercet_tensor_fill_at(a, 2, corner, tercet_scalar_from_i64(99), NULL));
  expect(a, "[[0, 1], [2, 99]]");

  const tercet_index column[2] = {tercet_index_all(), tercet_index_at(-1)};
  tercet_tensor *const b = count_up(TERCET_DTYPE_F32, "23");
  tercet_tensor *const v = vector_of(TERCET_DTYPE_I64, 2, 7, 8);
  OK(tercet_tensor_assign_at(b, 2, column, v, NULL));
  tercet_tensor_unref(v);
  expect(b, "[[0, 1, 7], [3, 4, 8]]");

  // Axes of extent 1 in front are ignored, as NumPy does
  tercet_tensor *const c = count_up(TERCET_DTYPE_U8, "3");
  tercet_tensor *const w = count_up(TERCET_DTYPE_F64, "113");
  OK(tercet_tensor_fill(c, tercet_scalar_from_i64(9), NULL));
  OK(tercet_tensor_assign(c, w, NULL));
  tercet_tensor_unref(w);
  expect(c, "[0, 1, 2]");
}

/// a[1..] = a[...-1] spreads the first element in num.cr
static void
test_shifts_in_place(void)
{
  const tercet_index tail[1] = {tercet_index_range(1, OPEN, 1)};
  const tercet_index head[1] = {tercet_index_range(OPEN, -1, 1)};
  const tercet_index back[1] = {tercet_index_range(OPEN, OPEN, -1)};
  tercet_tensor *part = NULL;
  tercet_tensor *a = count_up(TERCET_DTYPE_I32, "5");
  OK(tercet_tensor_index(a, 1, head, &part, NULL));
  OK(tercet_tensor_assign_at(a, 1, tail, part, NULL));
  tercet_tensor_unref(part);
  expect(a, "[0, 0, 1, 2, 3]");

  a = count_up(TERCET_DTYPE_I32, "5");
  OK(tercet_tensor_index(a, 1, tail, &part, NULL));
  OK(tercet_tensor_assign_at(a, 1, head, part, NULL));
  tercet_tensor_unref(part);
  expect(a, "[1, 2, 3, 4, 4]");

  a = count_up(TERCET_DTYPE_I32, "5");
  OK(tercet_tensor_assign_at(a, 1, back, a, NULL));
  OK(tercet_tensor_assign(a, a, NULL));
  expect(a, "[4, 3, 2, 1, 0]");

  // A matrix becomes its own transpose; the same bytes as another dtype
  a = count_up(TERCET_DTYPE_I32, "33");
  OK(tercet_tensor_transpose(a, 0, NULL, &part, NULL));
  OK(tercet_tensor_assign(a, part, NULL));
  tercet_tensor_unref(part);
  expect(a, "[[0, 3, 6], [1, 4, 7], [2, 5, 8]]");
  a = count_up(TERCET_DTYPE_U8, "4");
  OK(tercet_tensor_view_as(a, TERCET_DTYPE_I16, &part, NULL));
  tercet_tensor *half = NULL;
  const tercet_index pair[1] = {tercet_index_range(0, 2, 1)};
  OK(tercet_tensor_index(a, 1, pair, &half, NULL));
  OK(tercet_tensor_assign(half, part, NULL));
  tercet_tensor_unref(half);
  tercet_tensor_unref(part);
  expect(a, "[0, 2, 2, 3]");
}

/* ---- Random tensors ---- */

/// Make a writable tensor in memory of its own, with gaps and any axis order
static tercet_tensor *
writable_tensor(uint64_t *state,
                tercet_dtype dtype,
                size_t rank,
                const int64_t *shape,
                tercet_tensor **base)
{
  int64_t wide[TERCET_MAX_RANK];
  tercet_index items[TERCET_MAX_RANK];
  int64_t axes[TERCET_MAX_RANK];
  int64_t extents[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    axes[i] = (int64_t)i;
  }
  for (size_t i = rank; i > 1; --i) {
    const size_t j = check_random(state) % i;
    const int64_t axis = axes[i - 1U];
    axes[i - 1U] = axes[j];
    axes[j] = axis;
  }
  // Axis i of the base becomes axis axes[i] of the result
  int64_t order[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    extents[i] = shape[axes[i]];
    order[axes[i]] = (int64_t)i;
    const int64_t step = 1 + (int64_t)(check_random(state) % 2U);
    const bool is_back = check_random(state) % 2U;
    wide[i] = extents[i] * step + 2;
    items[i] = is_back ? tercet_index_range(wide[i] - 2,
                                            wide[i] - 2 - extents[i] * step,
                                            -step)
                       : tercet_index_range(1, 1 + extents[i] * step, step);
  }
  tercet_tensor *part = NULL;
  tercet_tensor *out = NULL;
  OK(tercet_tensor_new(&guard_allocator, dtype, rank, wide, base, NULL));
  OK(tercet_tensor_index(*base, rank, items, &part, NULL));
  OK(tercet_tensor_transpose(part, rank, order, &out, NULL));
  tercet_tensor_unref(part);
  return out;
}

/// Fill a tensor with elements that no value has, to see what is written
static void
stain(tercet_tensor *base)
{
  memset(tercet_tensor_mutable_data(base),
         0x77,
         (size_t)tercet_tensor_size(base) *
             tercet_dtype_size(tercet_tensor_dtype(base)));
}

/// Count the bytes that differ from those of stain()
static int64_t
count_unstained(const tercet_tensor *base)
{
  const unsigned char *const data =
      (const unsigned char *)tercet_tensor_data(base);
  const size_t n = (size_t)tercet_tensor_size(base) *
                   tercet_dtype_size(tercet_tensor_dtype(base));
  int64_t count = 0;
  for (size_t i = 0; i < n; ++i) {
    count += data[i] != 0x77;
  }
  return count;
}

static void
check_assignment(uint64_t *state)
{
  int64_t shape[TERCET_MAX_RANK];
  int64_t narrow[TERCET_MAX_RANK];
  const size_t rank = random_shape(state, shape);
  const size_t n_missing = rank ? check_random(state) % (rank + 1U) : 0;
  for (size_t i = n_missing; i < rank; ++i) {
    narrow[i - n_missing] = check_random(state) % 4U ? shape[i] : 1;
  }
  const tercet_dtype to =
      (tercet_dtype)(check_random(state) % TERCET_DTYPE_COUNT);
  const tercet_dtype from =
      check_random(state) % 2U
          ? to
          : (tercet_dtype)(check_random(state) % TERCET_DTYPE_COUNT);
  tercet_tensor *const value =
      random_tensor(state, from, RANDOM_WILD, rank - n_missing, narrow);
  tercet_tensor *base = NULL;
  tercet_tensor *const out = writable_tensor(state, to, rank, shape, &base);
  tercet_tensor *spread = NULL;
  tercet_tensor *expected = NULL;
  stain(base);
  OK(tercet_tensor_broadcast_to(value, rank, shape, &spread, NULL));
  OK(tercet_tensor_cast(NULL, spread, to, &expected, NULL));
  OK(tercet_tensor_assign(out, value, NULL));
  CHECK(same_tensors(out, expected));
  CHECK(count_unstained(base) <=
        tercet_tensor_size(out) * (int64_t)tercet_dtype_size(to));

  // All of the tensor's bytes, and no others
  memset(tercet_tensor_mutable_data(expected),
         0,
         (size_t)tercet_tensor_size(expected) * tercet_dtype_size(to));
  OK(tercet_tensor_assign(out, expected, NULL));
  CHECK_INT(count_unstained(base),
            tercet_tensor_size(out) * (int64_t)tercet_dtype_size(to));
  tercet_tensor_unref(expected);
  tercet_tensor_unref(spread);
  tercet_tensor_unref(out);
  tercet_tensor_unref(base);
  tercet_tensor_unref(value);
}

/// Assign one part of a tensor to another that may share bytes
static void
check_overlap(uint64_t *state)
{
  const int64_t extent = 12;
  const int64_t shape[2] = {extent, extent};
  tercet_tensor *a = NULL;
  tercet_tensor *parts[2] = {NULL, NULL};
  tercet_tensor *source = NULL;
  tercet_tensor *const b =
      random_tensor(state, TERCET_DTYPE_I16, RANDOM_WILD, 2, shape);
  OK(tercet_tensor_copy(NULL, b, &a, NULL));
  for (size_t i = 0; i < 2; ++i) {
    tercet_index items[2];
    for (size_t j = 0; j < 2; ++j) {
      const int64_t start = (int64_t)(check_random(state) % 5U);
      items[j] = check_random(state) % 2U
                     ? tercet_index_range(start, start + 6, 1)
                     : tercet_index_range(start + 6, start, -1);
    }
    tercet_tensor *part = NULL;
    OK(tercet_tensor_index(a, 2, items, &part, NULL));
    OK(check_random(state) % 2U
           ? tercet_tensor_transpose(part, 0, NULL, &parts[i], NULL)
           : tercet_tensor_view_all(part, &parts[i], NULL));
    tercet_tensor_unref(part);
  }
  OK(tercet_tensor_copy(NULL, parts[1], &source, NULL));
  OK(tercet_tensor_assign(parts[0], parts[1], NULL));
  CHECK(same_tensors(parts[0], source));
  tercet_tensor_unref(source);
  tercet_tensor_unref(parts[0]);
  tercet_tensor_unref(parts[1]);
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
}

static void
test_random_tensors(void)
{
  uint64_t state = 5;
  for (int i = 0; i < 1500; ++i) {
    check_assignment(&state);
    check_overlap(&state);
  }
}

/* ---- Failures ---- */

static void
test_failures_leave_the_tensor(void)
{
  tercet_error err = {0};
  tercet_tensor *spread = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_U8, "3");
  tercet_tensor *const b = count_up(TERCET_DTYPE_U8, "2");
  const int64_t shape[2] = {2, 3};
  const tercet_index outside[1] = {tercet_index_at(3)};
  CHECK_STATUS(tercet_tensor_assign(a, b, &err), TERCET_ERR_SHAPE);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "shapes [2] and [3] do not broadcast: 2 and 3 on axis -1");
  OK(tercet_tensor_broadcast_to(a, 2, shape, &spread, NULL));
  CHECK_STATUS(tercet_tensor_assign(spread, a, &err), TERCET_ERR_ARGUMENT);
  CHECK_TEXT(err.message, strlen(err.message), "the tensor is read-only");
  CHECK_STATUS(tercet_tensor_assign(a, spread, &err), TERCET_ERR_SHAPE);
  CHECK_STATUS(tercet_tensor_assign_at(a, 1, outside, b, &err),
               TERCET_ERR_RANGE);
  CHECK_STATUS(
      tercet_tensor_fill_at(a, 1, outside, tercet_scalar_from_i64(1), &err),
      TERCET_ERR_RANGE);
  CHECK_STATUS(
      tercet_tensor_fill_at(a, 0, NULL, tercet_scalar_from_i64(256), &err),
      TERCET_ERR_RANGE);
  tercet_tensor_unref(spread);
  tercet_tensor_unref(b);
  expect(a, "[0, 1, 2]");
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const int64_t shape[2] = {2, 2};
  tercet_tensor *a = NULL;
  tercet_tensor *turned = NULL;
  OK(tercet_tensor_new(&alloc, TERCET_DTYPE_I32, 2, shape, &a, NULL));
  OK(tercet_tensor_transpose(a, 0, NULL, &turned, NULL));
  state = (failing_allocator){0, SIZE_MAX};
  OK(tercet_tensor_assign(a, turned, NULL));
  const size_t n = state.calls;
  CHECK(n > 0);
  const int64_t index[2] = {0, 1};
  OK(tercet_tensor_set(a, 2, index, tercet_scalar_from_i64(5), NULL));
  for (size_t i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_assign(a, turned, NULL), TERCET_ERR_NO_MEMORY);
  }
  tercet_tensor_unref(turned);
  expect(a, "[[0, 5], [0, 0]]");
}

int
main(void)
{
  test_examples();
  test_shifts_in_place();
  test_random_tensors();
  test_failures_leave_the_tensor();
  test_each_allocation_failing();
  return check_finish();
}
