// SPDX-License-Identifier: Apache-2.0

/// Codes of tensors: how far they are off, and of what there are none

#include "check.h"

#include "base/float16.h"
#include "store/tensor_codes.h"

#include <math.h>

#define MAX_N 1000U

/// Check the code of a tensor whose elements are given in long double, too
static void
check_code(tercet_dtype dtype,
           size_t n,
           const void *row,
           const long double *values,
           bool is_known)
{
  const int64_t shape[1] = {(int64_t)n};
  tercet_tensor_type type;
  CHECK_STATUS(tercet_tensor_type_init(dtype, 1, shape, &type, NULL),
               TERCET_OK);
  CHECK(tercet_tensor_type_has_codes(&type));
  tercet_tensor_code *const code =
      (tercet_tensor_code *)malloc(tercet_tensor_code_stride(&type));
  tercet_tensor_code_make(&type, row, code);

  long double squares = 0;
  long double off = 0;
  for (size_t i = 0; i < n; ++i) {
    const long double r =
        values[i] - (long double)code->scale * (long double)code->codes[i];
    squares += values[i] * values[i];
    off += r * r;
  }
  CHECK_INT(isfinite(code->error), is_known);
  if (is_known) {
    CHECK(fabsl((long double)code->squares - squares) <= 1e-12L * squares);
    CHECK(sqrtl(off) <= (long double)code->error);
    // No code is off by more than half of a step
    CHECK((double)code->error <=
          0.5001 * (double)code->scale * sqrt((double)n));
  }
  free(code);
}

static double
random_number(uint64_t *seed)
{
  return (double)(check_random(seed) >> 11U) * 0x1p-52 - 1.0;
}

static void
check_all_dtypes(size_t n, double scale, double first, bool is_known)
{
  static float f32[MAX_N];
  static double f64[MAX_N];
  static uint16_t f16[MAX_N];
  static long double values[3][MAX_N];
  uint64_t seed = 3U + n;
  for (size_t i = 0; i < n; ++i) {
    f64[i] = i ? scale * random_number(&seed) : first;
    f32[i] = (float)f64[i];
    f16[i] = tercet_f64_to_f16(f64[i]);
    values[0][i] = f32[i];
    values[1][i] = f64[i];
    values[2][i] = tercet_f16_to_f32(f16[i]);
  }
  check_code(TERCET_DTYPE_F32, n, f32, values[0], is_known);
  check_code(TERCET_DTYPE_F64, n, f64, values[1], is_known);
  if (scale <= 1e4 && scale >= 1e-4) {
    check_code(TERCET_DTYPE_F16, n, f16, values[2], is_known);
  }
}

static void
test_codes_are_near(void)
{
  static const size_t sizes[] = {32, 33, 255, 256, 384, MAX_N};
  for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); ++i) {
    check_all_dtypes(sizes[i], 1.0, 0.5, true);
    check_all_dtypes(sizes[i], 1.0, 9.0, true);
    check_all_dtypes(sizes[i], 1e12, 1.0, true);
    check_all_dtypes(sizes[i], 1e-12, 1e-12, true);
    check_all_dtypes(sizes[i], 0.0, 1.0, true);
  }
}

static void
test_nothing_is_known_of_extremes(void)
{
  check_all_dtypes(64, 1.0, (double)NAN, false);
  check_all_dtypes(64, 1.0, (double)INFINITY, false);
  check_all_dtypes(64, 0.0, 0.0, false);
  check_all_dtypes(64, 1e20, 1.0, false);
  check_all_dtypes(64, 1e-20, 0.0, false);
}

static void
test_types_without_codes(void)
{
  static const int64_t shapes[][1] = {{31}, {64}, {64}, {(1 << 20) + 1}};
  static const tercet_dtype dtypes[] = {
      TERCET_DTYPE_F32, TERCET_DTYPE_I32, TERCET_DTYPE_BOOL, TERCET_DTYPE_F32};
  for (size_t i = 0; i < 4; ++i) {
    tercet_tensor_type type;
    CHECK_STATUS(tercet_tensor_type_init(dtypes[i], 1, shapes[i], &type, NULL),
                 TERCET_OK);
    CHECK(!tercet_tensor_type_has_codes(&type));
  }
}

int
main(void)
{
  test_codes_are_near();
  test_nothing_is_known_of_extremes();
  test_types_without_codes();
  return check_finish();
}
