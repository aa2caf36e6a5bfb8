// SPDX-License-Identifier: Apache-2.0

/// Conversions that say what does not fit

#include "io_reference.h"

/// NumPy's can_cast(), rows from, columns to, in the order of the dtypes:
/// s safe, k same kind, - neither.  bfloat16 is ours.
static const char *const rules[TERCET_DTYPE_COUNT] = {
    [TERCET_DTYPE_BOOL] = "sssssssssssssss",
    [TERCET_DTYPE_I8] = "-ssss----ssssss",
    [TERCET_DTYPE_I16] = "-ksss----kkssss",
    [TERCET_DTYPE_I32] = "-kkss----kkksks",
    [TERCET_DTYPE_I64] = "-kkks----kkksks",
    [TERCET_DTYPE_U8] = "-ksssssssssssss",
    [TERCET_DTYPE_U16] = "-kkssksssKKssss",
    [TERCET_DTYPE_U32] = "-kkkskkssKKksks",
    [TERCET_DTYPE_U64] = "-kkkkkkksKKksks",
    [TERCET_DTYPE_F16] = "---------sKssss",
    [TERCET_DTYPE_BF16] = "---------Kkssss",
    [TERCET_DTYPE_F32] = "---------kkssss",
    [TERCET_DTYPE_F64] = "---------kkksks",
    [TERCET_DTYPE_C64] = "-------------ss",
    [TERCET_DTYPE_C128] = "-------------ks",
};

static void
test_which_dtypes_convert(void)
{
  for (size_t i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    for (size_t j = 0; j < TERCET_DTYPE_COUNT; ++j) {
      const tercet_dtype from = (tercet_dtype)i;
      const tercet_dtype to = (tercet_dtype)j;
      const char rule = i == j ? 's' : rules[i][j];
      const bool is_safe = rule == 's';
      const bool is_kind = rule != '-';
      const bool safe = tercet_dtype_can_cast(from, to, TERCET_CAST_SAFE);
      const bool kind = tercet_dtype_can_cast(from, to, TERCET_CAST_SAME_KIND);
      CHECK_INT(safe, is_safe);
      CHECK_INT(kind, is_kind);
      if (safe != is_safe || kind != is_kind) {
        fprintf(stderr,
                "  %s to %s\n",
                tercet_dtype_name(from),
                tercet_dtype_name(to));
      }
      CHECK(tercet_dtype_can_cast(from, to, TERCET_CAST_CHECKED));
    }
  }
}

/// Return whether a number fits, by the rule of tercet_tensor_set()
static bool
fits(const reference_format *format, reference_value x)
{
  if (!format->is_complex && format->kind != REFERENCE_BOOL && x.im != 0) {
    return false;
  }
  return format->kind != REFERENCE_INTEGER ||
         (truncl(x.re) >= format->min && truncl(x.re) <= format->max);
}

static void
check_checked(const tercet_tensor *tensor, tercet_dtype to)
{
  const reference_format format = reference_format_of(to);
  bool all_fit = true;
  for (int64_t i = 0; i < tercet_tensor_size(tensor); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(
        tercet_tensor_rank(tensor), tercet_tensor_shape(tensor), i, index);
    all_fit = all_fit && fits(&format, reference_get(tensor, index));
  }
  tercet_tensor *plain = NULL;
  tercet_tensor *checked = NULL;
  CHECK_STATUS(
      tercet_tensor_convert(
          &guard_allocator, tensor, to, TERCET_CAST_CHECKED, &checked, NULL),
      all_fit ? TERCET_OK : TERCET_ERR_RANGE);
  CHECK((checked != NULL) == all_fit);
  if (checked) {
    CHECK_STATUS(tercet_tensor_cast(NULL, tensor, to, &plain, NULL), TERCET_OK);
    CHECK(same_tensors(plain, checked));
    check_end(checked);
  }
  tercet_tensor_unref(plain);
  tercet_tensor_unref(checked);
}

static void
check_saturated(const tercet_tensor *tensor, tercet_dtype to)
{
  const reference_format format = reference_format_of(to);
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_convert(
          &guard_allocator, tensor, to, TERCET_CAST_SATURATE, &out, NULL),
      TERCET_OK);
  check_end(out);
  if (format.kind != REFERENCE_INTEGER ||
      reference_format_of(tercet_tensor_dtype(tensor)).kind !=
          REFERENCE_INTEGER) {
    tercet_tensor_unref(out);
    return;
  }
  for (int64_t i = 0; i < tercet_tensor_size(tensor); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(
        tercet_tensor_rank(tensor), tercet_tensor_shape(tensor), i, index);
    const long double x = reference_get(tensor, index).re;
    CHECK(reference_get(out, index).re ==
          fminl(fmaxl(x, format.min), format.max));
  }
  tercet_tensor_unref(out);
}

static void
test_every_pair_of_dtypes(void)
{
  uint64_t state = 51;
  for (size_t round = 0; round < 10; ++round) {
    for (size_t i = 0; i < TERCET_DTYPE_COUNT; ++i) {
      for (size_t j = 0; j < TERCET_DTYPE_COUNT; ++j) {
        int64_t shape[TERCET_MAX_RANK];
        const size_t rank = random_shape(&state, shape);
        tercet_tensor *const tensor =
            random_tensor(&state,
                          (tercet_dtype)i,
                          round % 2U ? RANDOM_WILD : RANDOM_TAME,
                          rank,
                          shape);
        check_checked(tensor, (tercet_dtype)j);
        check_saturated(tensor, (tercet_dtype)j);
        tercet_tensor_unref(tensor);
      }
    }
  }
}

static void
test_messages(void)
{
  const double values[] = {1, -2.7, 3, 300};
  const int64_t shape[] = {2, 2};
  tercet_tensor *tensor = NULL;
  tercet_tensor *out = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 2, shape, values, &tensor, NULL),
               TERCET_OK);
  CHECK_STATUS(
      tercet_tensor_convert(
          NULL, tensor, TERCET_DTYPE_I8, TERCET_CAST_CHECKED, &out, &err),
      TERCET_ERR_RANGE);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "300.0 at index [1, 1] does not fit int8");
  CHECK_STATUS(
      tercet_tensor_convert(
          NULL, tensor, TERCET_DTYPE_F32, TERCET_CAST_SAFE, &out, &err),
      TERCET_ERR_DTYPE);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "float64 does not convert to float32 safely");
  // No rounding: the page's as_type truncates
  CHECK_STATUS(
      tercet_tensor_convert(
          NULL, tensor, TERCET_DTYPE_I16, TERCET_CAST_CHECKED, &out, &err),
      TERCET_OK);
  CHECK_INT(((const int16_t *)tercet_tensor_data(out))[1], -2);
  tercet_tensor_unref(out);
  tercet_tensor_unref(tensor);
}

static void
test_failing_allocations(void)
{
  tercet_tensor *tensor = NULL;
  const int64_t shape = 3;
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_I64, 1, &shape, &tensor, NULL),
      TERCET_OK);
  for (size_t mode = 0; mode < 5; ++mode) {
    for (size_t i = 0; i < 2; ++i) {
      failing_allocator state = {0, i};
      const tercet_allocator alloc = {
          failing_allocate, failing_release, &state};
      tercet_tensor *out = NULL;
      const tercet_status st = tercet_tensor_convert(
          &alloc, tensor, TERCET_DTYPE_F64, (tercet_cast_mode)mode, &out, NULL);
      CHECK(st == TERCET_ERR_NO_MEMORY && !out);
      tercet_tensor_unref(out);
    }
  }
  tercet_tensor_unref(tensor);
}

int
main(void)
{
  test_which_dtypes_convert();
  test_every_pair_of_dtypes();
  test_messages();
  test_failing_allocations();
  return check_finish();
}
