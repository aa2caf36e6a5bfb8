// SPDX-License-Identifier: Apache-2.0

/// Positions, ranges, new axes and ellipses, against Python's definitions

#include "view_reference.h"

#define OK(call) CHECK_STATUS((call), TERCET_OK)

#define OPEN TERCET_INDEX_OPEN

/// Index with the items given, and compare with a text
#define EXPECT_INDEX(tensor, text, ...)                                        \
  do {                                                                         \
    const tercet_index items_[] = {__VA_ARGS__};                               \
    tercet_tensor *out_ = NULL;                                                \
    OK(tercet_tensor_index(                                                    \
        (tensor), sizeof(items_) / sizeof(*items_), items_, &out_, NULL));     \
    expect(out_, (text));                                                      \
  } while (0)

static tercet_index
at(int64_t i)
{
  return tercet_index_at(i);
}

static tercet_index
range(int64_t start, int64_t stop, int64_t step)
{
  return tercet_index_range(start, stop, step);
}

/* ---- Examples ---- */

static void
test_examples(void)
{
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "22");
  tercet_tensor *const b = count_up(TERCET_DTYPE_I32, "222");
  EXPECT_INDEX(a, "[0, 1]", at(0));
  EXPECT_INDEX(a, "3", at(1), at(-1));
  EXPECT_INDEX(b, "[[[4, 5], [6, 7]]]", range(1, OPEN, 1));
  EXPECT_INDEX(a, "[[2, 3], [0, 1]]", range(OPEN, OPEN, -1));
  EXPECT_INDEX(b, "[[1, 3], [5, 7]]", tercet_index_ellipsis(), at(1));
  EXPECT_INDEX(
      b, "[[0, 1], [4, 5]]", tercet_index_all(), at(0), tercet_index_all());
  EXPECT_INDEX(a, "[[[0, 1], [2, 3]]]", tercet_index_new_axis());
  EXPECT_INDEX(a,
               "[[[0]], [[2]]]",
               tercet_index_all(),
               tercet_index_new_axis(),
               range(0, 1, 1));
  EXPECT_INDEX(a,
               "[[[0], [1]], [[2], [3]]]",
               tercet_index_ellipsis(),
               tercet_index_new_axis());
  EXPECT_INDEX(a, "1", tercet_index_ellipsis(), at(0), at(1));
  tercet_tensor *whole = NULL;
  OK(tercet_tensor_index(a, 0, NULL, &whole, NULL));
  expect(whole, "[[0, 1], [2, 3]]");
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);

  tercet_tensor *const scalar = count_up(TERCET_DTYPE_I32, "");
  EXPECT_INDEX(scalar, "0", tercet_index_ellipsis());
  EXPECT_INDEX(
      scalar, "[[0]]", tercet_index_new_axis(), tercet_index_new_axis());
  tercet_tensor_unref(scalar);
}

/// num.cr counts too many elements for steps from 3 on and reads behind the
/// end, takes another set for negative ones, drops axes without elements, and
/// fails where a range starts at the end
static void
test_ranges_where_num_cr_errs(void)
{
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "5");
  tercet_tensor *const b = count_up(TERCET_DTYPE_I32, "4");
  tercet_tensor *const c = count_up(TERCET_DTYPE_I32, "32");
  EXPECT_INDEX(a, "[0, 3]", range(OPEN, OPEN, 3));
  EXPECT_INDEX(a, "[0, 4]", range(OPEN, OPEN, 4));
  EXPECT_INDEX(b, "[3, 1]", range(OPEN, OPEN, -2));
  EXPECT_INDEX(c, "[]", range(1, 1, 1));
  EXPECT_INDEX(a, "[]", range(5, OPEN, 1));
  EXPECT_INDEX(a, "[]", range(100, OPEN, 1));
  EXPECT_INDEX(a, "[4]", range(100, 3, -1));
  EXPECT_INDEX(a, "[4, 3, 2, 1, 0]", range(OPEN, OPEN, -1));
  EXPECT_INDEX(a, "[0]", range(0, OPEN, INT64_MAX));
  EXPECT_INDEX(a, "[4]", range(OPEN, OPEN, INT64_MIN));
  EXPECT_INDEX(a, "[1, 2, 3]", range(-4, -1, 1));
  const tercet_index none[1] = {range(1, 1, 1)};
  tercet_tensor *out = NULL;
  OK(tercet_tensor_index(c, 1, none, &out, NULL));
  expect_shape(out, "[0, 2]");
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
  tercet_tensor_unref(c);
}

/* ---- Random indexes ---- */

/// Which position of an axis of the tensor the elements of the view have
typedef struct {
  bool is_fixed;
  size_t view_axis;
  int64_t start;
  int64_t step;
  int64_t count;
} axis_rule;

static axis_rule
rule_of_range(const tercet_index *item, int64_t extent, size_t view_axis)
{
  // One position at a time, as slice.indices() is defined
  const long double n = (long double)extent;
  const long double step = (long double)item->step;
  long double start = step > 0 ? 0 : n - 1;
  long double stop = step > 0 ? n : -1;
  if (item->start != OPEN) {
    start = (long double)item->start + (item->start < 0 ? n : 0);
    start = step > 0 ? fmaxl(start, 0) : fminl(start, n - 1);
  }
  if (item->stop != OPEN) {
    stop = (long double)item->stop + (item->stop < 0 ? n : 0);
    stop = step > 0 ? fminl(stop, n) : fmaxl(stop, -1);
  }
  axis_rule rule = {false, view_axis, 0, item->step, 0};
  for (long double i = start; step > 0 ? i < stop : i > stop; i += step) {
    rule.start = rule.count++ ? rule.start : (int64_t)i;
  }
  return rule;
}

static tercet_index
random_item(uint64_t *state, int64_t extent)
{
  const uint64_t dice = check_random(state) % 4U;
  if (dice == 0 || extent == 0) {
    return tercet_index_all();
  }
  if (dice == 1) {
    return at(random_position(state, extent));
  }
  const int64_t step = (int64_t)(check_random(state) % 7U) - 3;
  tercet_index item = range(random_position(state, extent + 2),
                            random_position(state, extent + 2),
                            step ? step : 5);
  item.start = check_random(state) % 4U ? item.start : OPEN;
  item.stop = check_random(state) % 4U ? item.stop : OPEN;
  return item;
}

/// Make items for all axes, or for those around an ellipsis, with new axes in
/// between; return their number
static size_t
random_items(uint64_t *state,
             const tercet_tensor *in,
             tercet_index *items,
             axis_rule *rules,
             size_t *view_rank)
{
  const size_t rank = tercet_tensor_rank(in);
  const size_t skip = rank ? check_random(state) % (rank + 1U) : 0;
  const size_t n_skipped =
      rank - skip ? check_random(state) % (rank - skip + 1U) : 0;
  size_t n = 0;
  size_t n_made = 0;
  for (size_t i = 0; i <= rank; ++i) {
    if (check_random(state) % 5U == 0) {
      items[n++] = tercet_index_new_axis();
      ++n_made;
    }
    if (i == skip && n_skipped) {
      items[n++] = tercet_index_ellipsis();
      for (size_t j = 0; j < n_skipped; ++j, ++i) {
        const int64_t extent = tercet_tensor_shape(in)[i];
        rules[i] = (axis_rule){false, n_made++, 0, 1, extent};
      }
    }
    if (i < rank) {
      const int64_t extent = tercet_tensor_shape(in)[i];
      items[n] = random_item(state, extent);
      if (items[n].kind == TERCET_INDEX_AT) {
        const int64_t position = items[n].start;
        rules[i] = (axis_rule){
            true, 0, position < 0 ? position + extent : position, 0, 1};
      } else if (items[n].kind == TERCET_INDEX_ALL) {
        rules[i] = (axis_rule){false, n_made++, 0, 1, extent};
      } else {
        rules[i] = rule_of_range(&items[n], extent, n_made++);
      }
      ++n;
    }
  }
  *view_rank = n_made;
  return n;
}

static void
test_random_indexes(void)
{
  uint64_t state = 77;
  for (int i = 0; i < 3000; ++i) {
    tercet_tensor *const in = any_tensor(&state, RANDOM_TAME);
    tercet_index items[32];
    axis_rule rules[TERCET_MAX_RANK];
    size_t rank = 0;
    tercet_tensor *out = NULL;
    const size_t n = random_items(&state, in, items, rules, &rank);
    OK(tercet_tensor_index(in, n, items, &out, NULL));
    CHECK_INT(tercet_tensor_rank(out), rank);
    int64_t size = 1;
    for (size_t j = 0; j < tercet_tensor_rank(in); ++j) {
      size *= rules[j].count;
      if (!rules[j].is_fixed) {
        CHECK_INT(tercet_tensor_shape(out)[rules[j].view_axis], rules[j].count);
      }
    }
    CHECK_INT(tercet_tensor_size(out), size);
    bool same = true;
    for (int64_t k = 0; k < size; ++k) {
      int64_t index[TERCET_MAX_RANK];
      int64_t source[TERCET_MAX_RANK];
      reference_index(rank, tercet_tensor_shape(out), k, index);
      for (size_t j = 0; j < tercet_tensor_rank(in); ++j) {
        source[j] =
            rules[j].start +
            (rules[j].is_fixed ? 0 : index[rules[j].view_axis] * rules[j].step);
      }
      same = same && same_numbers(out, index, in, source);
    }
    CHECK(same);
    tercet_tensor_unref(out);
    tercet_tensor_unref(in);
  }
}

/* ---- Failures ---- */

static void
test_failures_name_index_and_extent(void)
{
  tercet_error err = {0};
  tercet_tensor *out = NULL;
  tercet_tensor *const a = count_up(TERCET_DTYPE_I32, "23");
  const tercet_index outside[2] = {at(0), at(3)};
  const tercet_index before[2] = {tercet_index_ellipsis(), at(-4)};
  const tercet_index three[3] = {at(0), at(0), at(0)};
  const tercet_index twice[2] = {tercet_index_ellipsis(),
                                 tercet_index_ellipsis()};
  const tercet_index still[2] = {at(0), range(0, 2, 0)};
  const tercet_index unknown[1] = {{(tercet_index_kind)17, 0, 0, 1}};
  tercet_index many[31];
  for (size_t i = 0; i < 31; ++i) {
    many[i] = tercet_index_new_axis();
  }
  CHECK_FAILURE(tercet_tensor_index(a, 2, outside, &out, &err),
                TERCET_ERR_RANGE,
                out,
                err,
                "index 3 of axis 1, which has 3 elements");
  CHECK_FAILURE(tercet_tensor_index(a, 2, before, &out, &err),
                TERCET_ERR_RANGE,
                out,
                err,
                "index -4 of axis 1, which has 3 elements");
  CHECK_FAILURE(tercet_tensor_index(a, 3, three, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "3 indexes for a tensor of rank 2");
  CHECK_FAILURE(tercet_tensor_index(a, 2, twice, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "items 0 and 1 are both an ellipsis");
  CHECK_FAILURE(tercet_tensor_index(a, 2, still, &out, &err),
                TERCET_ERR_RANGE,
                out,
                err,
                "the step of axis 1 is 0");
  CHECK_FAILURE(tercet_tensor_index(a, 31, many, &out, &err),
                TERCET_ERR_SHAPE,
                out,
                err,
                "the rank 33 is larger than 32");
  CHECK_STATUS(tercet_tensor_index(a, 1, unknown, &out, &err),
               TERCET_ERR_ARGUMENT);
  CHECK(!out);
  tercet_tensor_unref(a);
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const int64_t shape[1] = {2};
  const tercet_index items[1] = {at(0)};
  tercet_tensor *in = NULL;
  tercet_tensor *out = NULL;
  OK(tercet_tensor_new(&alloc, TERCET_DTYPE_F32, 1, shape, &in, NULL));
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_tensor_index(in, 1, items, &out, NULL),
               TERCET_ERR_NO_MEMORY);
  CHECK(!out);
  tercet_tensor_unref(in);
}

int
main(void)
{
  test_examples();
  test_ranges_where_num_cr_errs();
  test_random_indexes();
  test_failures_name_index_and_extent();
  test_each_allocation_failing();
  return check_finish();
}
