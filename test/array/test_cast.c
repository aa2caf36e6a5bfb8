// SPDX-License-Identifier: Apache-2.0

/// Conversions between all dtypes, against a conversion through long double

#include "array_reference.h"

#include <inttypes.h>

static reference_value
reference_cast(reference_value x, tercet_dtype from, tercet_dtype to)
{
  const reference_format source = reference_format_of(from);
  const reference_format target = reference_format_of(to);
  reference_value out = {0, 0};
  if (target.kind == REFERENCE_BOOL) {
    out.re = x.re != 0 || x.im != 0;
  } else if (target.kind == REFERENCE_FLOAT) {
    out.re = reference_round(&target, x.re);
    out.im = target.is_complex ? reference_round(&target, x.im) : 0;
  } else if (source.kind != REFERENCE_FLOAT) {
    out.re = reference_wrap(&target, reference_bits(x.re));
  } else if (!isnan(x.re)) {
    out.re = x.re < target.min   ? target.min
             : x.re > target.max ? target.max
                                 : truncl(x.re) + 0.0L;
  }
  return out;
}

static void
check_cast(const tercet_tensor *in, tercet_dtype to)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_cast(&guard_allocator, in, to, &out, NULL),
               TERCET_OK);
  check_end(out);
  CHECK(tercet_tensor_is_contiguous(out));
  CHECK_INT(tercet_tensor_dtype(out), to);
  CHECK_INT(tercet_tensor_size(out), tercet_tensor_size(in));

  const tercet_dtype from = tercet_tensor_dtype(in);
  const bool is_integer = reference_format_of(to).kind != REFERENCE_FLOAT;
  for (int64_t i = 0; i < tercet_tensor_size(in); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(tercet_tensor_rank(in), tercet_tensor_shape(in), i, index);
    const reference_value x = reference_get(in, index);
    const reference_value y = reference_get(out, index);
    const reference_value expected = reference_cast(x, from, to);
    const bool same = is_integer ? y.re == expected.re
                                 : reference_same(y.re, expected.re) &&
                                       reference_same(y.im, expected.im);
    CHECK(same);
    if (!same) {
      fprintf(stderr,
              "  %s %.20Lg to %s is %.20Lg, expected %.20Lg\n",
              tercet_dtype_name(from),
              x.re,
              tercet_dtype_name(to),
              y.re,
              expected.re);
      break;
    }
  }
  tercet_tensor_unref(out);
}

static void
test_all_pairs_round_like_the_reference(void)
{
  uint64_t state = 1;
  for (int from = 0; from < TERCET_DTYPE_COUNT; ++from) {
    for (int to = 0; to < TERCET_DTYPE_COUNT; ++to) {
      for (int i = 0; i < 12; ++i) {
        int64_t shape[TERCET_MAX_RANK];
        const size_t rank = random_shape(&state, shape);
        tercet_tensor *const in =
            random_tensor(&state,
                          (tercet_dtype)from,
                          i % 3 ? RANDOM_WILD : RANDOM_TAME,
                          rank,
                          shape);
        check_cast(in, (tercet_dtype)to);
        tercet_tensor_unref(in);
      }
    }
  }
}

/// Cast one element
static reference_value
cast_one(tercet_dtype from, const void *data, tercet_dtype to)
{
  tercet_tensor *in = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(NULL, from, 0, NULL, data, &in, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, in, to, &out, NULL), TERCET_OK);
  const reference_value value = reference_read(to, tercet_tensor_data(out));
  tercet_tensor_unref(in);
  tercet_tensor_unref(out);
  return value;
}

static double
cast_f64(double x, tercet_dtype to)
{
  return (double)cast_one(TERCET_DTYPE_F64, &x, to).re;
}

static void
test_float_to_integer_saturates(void)
{
  CHECK_DOUBLE(cast_f64(1e300, TERCET_DTYPE_I16), 32767);
  CHECK_DOUBLE(cast_f64(-1e300, TERCET_DTYPE_I16), -32768);
  CHECK_DOUBLE(cast_f64((double)-INFINITY, TERCET_DTYPE_U8), 0);
  CHECK_DOUBLE(cast_f64(-0.9, TERCET_DTYPE_U8), 0);
  CHECK_DOUBLE(cast_f64(255.9, TERCET_DTYPE_U8), 255);
  CHECK_DOUBLE(cast_f64(-1.9, TERCET_DTYPE_I8), -1);
  CHECK_DOUBLE(cast_f64((double)NAN, TERCET_DTYPE_I32), 0);
  CHECK_DOUBLE(cast_f64((double)NAN, TERCET_DTYPE_BOOL), 1);
  const double two63 = 9223372036854775808.0;
  CHECK(cast_one(TERCET_DTYPE_F64, &two63, TERCET_DTYPE_I64).re ==
        9223372036854775807.0L);
  CHECK(cast_one(TERCET_DTYPE_F64, &two63, TERCET_DTYPE_U64).re ==
        9223372036854775808.0L);
}

/// Through a float32 these would become the even neighbour
static void
test_float64_to_half_rounds_once(void)
{
  CHECK_DOUBLE(cast_f64(1.0 + 0x1p-11 + 0x1p-40, TERCET_DTYPE_F16),
               1.0 + 0x1p-10);
  CHECK_DOUBLE(cast_f64(1.0 + 0x1p-8 + 0x1p-40, TERCET_DTYPE_BF16),
               1.0 + 0x1p-7);
  CHECK_DOUBLE(cast_f64(0x1p-25 + 0x1p-60, TERCET_DTYPE_F16), 0x1p-24);
}

/// Through a float64 these would become the even neighbour
static void
test_int64_to_float_rounds_once(void)
{
  const int64_t near_tie = (INT64_C(1) << 62U) + (INT64_C(1) << 38U) + 1;
  CHECK(cast_one(TERCET_DTYPE_I64, &near_tie, TERCET_DTYPE_F32).re ==
        0x1p62L + 0x1p39L);
  const int64_t near_tie_bf16 = (INT64_C(1) << 62U) + (INT64_C(1) << 54U) + 1;
  CHECK(cast_one(TERCET_DTYPE_I64, &near_tie_bf16, TERCET_DTYPE_BF16).re ==
        0x1p62L + 0x1p55L);
  const uint64_t tie_f16 = 2049;
  CHECK(cast_one(TERCET_DTYPE_U64, &tie_f16, TERCET_DTYPE_F16).re == 2048);
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  const float data[3] = {1, 2, 3};
  const int64_t shape[1] = {3};
  tercet_tensor *in = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F32, 1, shape, data, &in, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(&alloc, in, TERCET_DTYPE_I8, &out, NULL),
               TERCET_OK);
  tercet_tensor_unref(out);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_cast(&alloc, in, TERCET_DTYPE_I8, &out, NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!out);
  }
  CHECK(tercet_tensor_equals(in, in));
  tercet_tensor_unref(in);
}

int
main(void)
{
  test_all_pairs_round_like_the_reference();
  test_float_to_integer_saturates();
  test_float64_to_half_rounds_once();
  test_int64_to_float_rounds_once();
  test_each_allocation_failing();
  return check_finish();
}
