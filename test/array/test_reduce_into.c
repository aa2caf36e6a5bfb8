// SPDX-License-Identifier: Apache-2.0

/// Reductions, searches and cumulative operations into tensors of the caller
/// give what the forms that make a tensor give

#include "array_reference.h"

/// Axes to reduce, `n_axes` of them, or NULL for all
typedef struct {
  size_t n_axes;
  const int64_t *axes;
  int64_t axis; ///< For the functions that take one
  bool keepdims;
} choice;

/// Both forms of an operation
typedef struct {
  const char *name;
  tercet_status (*make)(const tercet_tensor *x,
                        const choice *how,
                        tercet_tensor **out,
                        tercet_error *err);
  tercet_status (*into)(const tercet_tensor *x,
                        const choice *how,
                        tercet_tensor *out,
                        tercet_error *err);
} form;

#define AXES how->n_axes, how->axes, how->keepdims

/// Name, and the two forms without what comes first and last
#define FORM_LIST(X)                                                           \
  X(sum, sum(NULL, x, AXES, out, err), sum_into(x, AXES, out, err))            \
  X(prod, prod(NULL, x, AXES, out, err), prod_into(x, AXES, out, err))         \
  X(mean, mean(NULL, x, AXES, out, err), mean_into(x, AXES, out, err))         \
  X(max, max(NULL, x, AXES, out, err), max_into(x, AXES, out, err))            \
  X(min, min(NULL, x, AXES, out, err), min_into(x, AXES, out, err))            \
  X(ptp, ptp(NULL, x, AXES, out, err), ptp_into(x, AXES, out, err))            \
  X(all, all(NULL, x, AXES, out, err), all_into(x, AXES, out, err))            \
  X(any, any(NULL, x, AXES, out, err), any_into(x, AXES, out, err))            \
  X(var, var(NULL, x, 1, AXES, out, err), var_into(x, 1, AXES, out, err))      \
  X(std, std(NULL, x, 0, AXES, out, err), std_into(x, 0, AXES, out, err))      \
  X(norm2, norm(NULL, x, 2, AXES, out, err), norm_into(x, 2, AXES, out, err))  \
  X(norm3, norm(NULL, x, 3, AXES, out, err), norm_into(x, 3, AXES, out, err))  \
  X(argmax,                                                                    \
    argmax(NULL, x, how->axis, how->keepdims, out, err),                       \
    argmax_into(x, how->axis, how->keepdims, out, err))                        \
  X(argmin,                                                                    \
    argmin(NULL, x, how->axis, how->keepdims, out, err),                       \
    argmin_into(x, how->axis, how->keepdims, out, err))                        \
  X(cumulative_sum,                                                            \
    accumulate(NULL, TERCET_CUMULATIVE_SUM, x, how->axis, out, err),           \
    accumulate_into(TERCET_CUMULATIVE_SUM, x, how->axis, out, err))            \
  X(cumulative_min,                                                            \
    accumulate(NULL, TERCET_CUMULATIVE_MIN, x, how->axis, out, err),           \
    accumulate_into(TERCET_CUMULATIVE_MIN, x, how->axis, out, err))            \
  X(norm1,                                                                     \
    reduce(NULL, TERCET_NORM1, x, TERCET_ALL_AXES, out, err),                  \
    reduce_into(TERCET_NORM1, x, TERCET_ALL_AXES, out, err))

#define DEFINE(name, make, into)                                               \
  static tercet_status make_##name(const tercet_tensor *x,                     \
                                   const choice *how,                          \
                                   tercet_tensor **out,                        \
                                   tercet_error *err)                          \
  {                                                                            \
    (void)how;                                                                 \
    return tercet_tensor_##make;                                               \
  }                                                                            \
  static tercet_status into_##name(const tercet_tensor *x,                     \
                                   const choice *how,                          \
                                   tercet_tensor *out,                         \
                                   tercet_error *err)                          \
  {                                                                            \
    (void)how;                                                                 \
    return tercet_tensor_##into;                                               \
  }

FORM_LIST(DEFINE)

static const form forms[] = {
#define ENTRY(name, make, into) {#name, make_##name, into_##name},
    FORM_LIST(ENTRY)};

#define N_FORMS (sizeof(forms) / sizeof(forms[0]))

/* ---- Helpers ---- */

/// NaN and zeros count by their bits
static bool
same_elements(const tercet_tensor *a, const tercet_tensor *b)
{
  tercet_tensor *x = NULL;
  tercet_tensor *y = NULL;
  CHECK_STATUS(tercet_tensor_copy(NULL, a, &x, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_copy(NULL, b, &y, NULL), TERCET_OK);
  const size_t n_bytes =
      (size_t)tercet_tensor_size(a) * tercet_dtype_size(tercet_tensor_dtype(a));
  const bool same =
      tercet_tensor_dtype(a) == tercet_tensor_dtype(b) &&
      tercet_tensor_size(a) == tercet_tensor_size(b) &&
      !memcmp(tercet_tensor_data(x), tercet_tensor_data(y), n_bytes);
  tercet_tensor_unref(x);
  tercet_tensor_unref(y);
  return same;
}

/// Make room for a result with gaps between all elements, within `whole`
static tercet_tensor *
new_room(tercet_dtype dtype,
         size_t rank,
         const int64_t *shape,
         tercet_tensor **whole)
{
  int64_t wide[TERCET_MAX_RANK];
  tercet_range ranges[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    wide[i] = 2 * shape[i] + 1;
    ranges[i] = (tercet_range){1, wide[i], 2, false};
  }
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, rank, wide, whole, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_slice(*whole, rank, ranges, &out, NULL),
               TERCET_OK);
  return out;
}

static choice
random_choice(uint64_t *state, size_t rank)
{
  static const int64_t axes[] = {-1, 0};
  const choice how = {
      .n_axes = rank > 1 && check_random(state) % 3 == 0 ? 2 : 1,
      .axes = !rank || check_random(state) % 4 == 0 ? NULL : axes,
      .axis = rank ? (int64_t)(check_random(state) % rank) : TERCET_FLAT,
      .keepdims = check_random(state) % 2 == 0,
  };
  return how;
}

/* ---- Tests ---- */

/// Every form, over dtypes, shapes and strides, gives the same elements and
/// the same status; nothing is written between the elements
static void
test_forms_agree(void)
{
  uint64_t state = 5;
  for (size_t round = 0; round < 60; ++round) {
    for (unsigned d = 0; d < TERCET_DTYPE_COUNT; ++d) {
      int64_t shape[TERCET_MAX_RANK];
      const size_t rank = random_shape(&state, shape);
      tercet_tensor *const x =
          random_tensor(&state, (tercet_dtype)d, RANDOM_TAME, rank, shape);
      const choice how = random_choice(&state, rank);
      const form *const f = &forms[check_random(&state) % N_FORMS];
      tercet_tensor *expected = NULL;
      const tercet_status st = f->make(x, &how, &expected, NULL);
      tercet_tensor *whole = NULL;
      tercet_tensor *out = st ? new_room(TERCET_DTYPE_F64, 0, NULL, &whole)
                              : new_room(tercet_tensor_dtype(expected),
                                         tercet_tensor_rank(expected),
                                         tercet_tensor_shape(expected),
                                         &whole);
      const tercet_status st_into = f->into(x, &how, out, NULL);
      CHECK((st == TERCET_OK) == (st_into == TERCET_OK));
      if (!st) {
        CHECK(same_elements(out, expected));
        const tercet_scalar zero = tercet_scalar_from_bool(false);
        bool any = true;
        tercet_tensor *left = NULL;
        CHECK_STATUS(tercet_tensor_fill(out, zero, NULL), TERCET_OK);
        CHECK_STATUS(tercet_tensor_any(NULL, whole, 0, NULL, 0, &left, NULL),
                     TERCET_OK);
        memcpy(&any, tercet_tensor_data(left), sizeof(any));
        CHECK(!any);
        tercet_tensor_unref(left);
      }
      tercet_tensor_unref(out);
      tercet_tensor_unref(whole);
      tercet_tensor_unref(expected);
      tercet_tensor_unref(x);
    }
  }
}

/// The result may be a part of the operand, or the operand itself
static void
test_results_within_the_operand(void)
{
  static const int64_t first[] = {0};
  static const int64_t shape[] = {7, 9};
  uint64_t state = 6;
  const choice how = {1, first, 0, false};
  for (size_t i = 0; i < N_FORMS; ++i) {
    tercet_tensor *const random =
        random_tensor(&state, TERCET_DTYPE_F64, RANDOM_TAME, 2, shape);
    tercet_tensor *x = NULL;
    tercet_tensor *expected = NULL;
    tercet_tensor *out = NULL;
    CHECK_STATUS(tercet_tensor_copy(NULL, random, &x, NULL), TERCET_OK);
    tercet_tensor_unref(random);
    CHECK_STATUS(forms[i].make(x, &how, &expected, NULL), TERCET_OK);
    if (tercet_tensor_dtype(expected) != TERCET_DTYPE_F64 ||
        tercet_tensor_rank(expected) == 0) {
      tercet_tensor_unref(expected);
      tercet_tensor_unref(x);
      continue;
    }
    if (tercet_tensor_rank(expected) == 1) {
      CHECK_STATUS(tercet_tensor_at_axis(x, 0, 3, &out, NULL), TERCET_OK);
    } else {
      out = tercet_tensor_ref(x);
    }
    CHECK_STATUS(forms[i].into(x, &how, out, NULL), TERCET_OK);
    CHECK(same_elements(out, expected));
    tercet_tensor_unref(out);
    tercet_tensor_unref(expected);
    tercet_tensor_unref(x);
  }
}

/// A search whose result lies where it reads, as int64
static void
test_search_within_the_operand(void)
{
  static const int64_t shape[] = {2, 3};
  static const int64_t elements[] = {5, 1, 3, 2, 4, 9};
  static const int64_t expected[] = {0, 1, 1};
  tercet_tensor *x = NULL;
  tercet_tensor *row = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I64, 2, shape, elements, &x, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_at_axis(x, 0, 0, &row, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_argmax_into(x, 0, false, row, NULL), TERCET_OK);
  CHECK(!memcmp(tercet_tensor_data(row), expected, sizeof(expected)));
  tercet_tensor_unref(row);
  tercet_tensor_unref(x);
}

static void
test_wrong_results_are_refused(void)
{
  static const int64_t shape[] = {2, 3};
  static const int64_t wrong_shape[] = {4};
  static const int64_t first[] = {0};
  const choice how = {1, first, 0, false};
  tercet_tensor *x = NULL;
  CHECK_STATUS(tercet_tensor_ones(NULL, TERCET_DTYPE_F32, 2, shape, &x, NULL),
               TERCET_OK);
  for (size_t i = 0; i < N_FORMS; ++i) {
    tercet_tensor *right = NULL;
    tercet_tensor *out = NULL;
    tercet_error err = {0};
    CHECK_STATUS(forms[i].make(x, &how, &right, NULL), TERCET_OK);
    const tercet_dtype dtype = tercet_tensor_dtype(right);
    CHECK_STATUS(tercet_tensor_new(NULL, dtype, 1, wrong_shape, &out, NULL),
                 TERCET_OK);
    CHECK_STATUS(forms[i].into(x, &how, out, &err), TERCET_ERR_SHAPE);
    CHECK(strstr(err.message, "[4]"));
    tercet_tensor_unref(out);

    CHECK_STATUS(
        tercet_tensor_zeros_like(NULL, right, TERCET_DTYPE_U16, &out, NULL),
        TERCET_OK);
    CHECK_STATUS(forms[i].into(x, &how, out, &err), TERCET_ERR_DTYPE);
    tercet_tensor_unref(out);

    CHECK_STATUS(tercet_tensor_broadcast_to(right,
                                            tercet_tensor_rank(right),
                                            tercet_tensor_shape(right),
                                            &out,
                                            NULL),
                 TERCET_OK);
    CHECK_STATUS(forms[i].into(x, &how, out, &err), TERCET_ERR_ARGUMENT);
    tercet_tensor_unref(out);
    tercet_tensor_unref(right);
  }
  tercet_tensor_unref(x);
}

/// Copies and intermediate results come from the allocator of the result
static void
test_memory_runs_out(void)
{
  static const int64_t shape[] = {3, 3};
  static const int64_t first[] = {0};
  const choice how = {1, first, 0, false};
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_tensor *x = NULL;
  tercet_tensor *row = NULL;
  CHECK_STATUS(tercet_tensor_ones(&alloc, TERCET_DTYPE_F64, 2, shape, &x, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_at_axis(x, 0, 0, &row, NULL), TERCET_OK);
  for (size_t i = 0; i < N_FORMS; ++i) {
    state = (failing_allocator){0, SIZE_MAX};
    if (forms[i].into(x, &how, row, NULL) != TERCET_OK) {
      continue; // Has another dtype or shape
    }
    for (size_t n = state.calls, j = 0; j < n; ++j) {
      state = (failing_allocator){0, j};
      CHECK_STATUS(forms[i].into(x, &how, row, NULL), TERCET_ERR_NO_MEMORY);
    }
    state = (failing_allocator){0, SIZE_MAX};
    CHECK_STATUS(forms[i].into(x, &how, row, NULL), TERCET_OK);
  }
  tercet_tensor_unref(row);
  tercet_tensor_unref(x);
}

int
main(void)
{
  test_forms_agree();
  test_results_within_the_operand();
  test_search_within_the_operand();
  test_wrong_results_are_refused();
  test_memory_runs_out();
  return check_finish();
}
