// SPDX-License-Identifier: Apache-2.0

#include "base/float16.h"

#include "check.h"

#include <math.h>

/// Return the magnitude that float16 bits stand for, by its definition;
/// infinity is given the value that would come next
static double
magnitude(uint32_t bits)
{
  const int field = (int)(bits >> 10U);
  const double fraction = (double)(bits & 0x3ffU);
  return field ? ldexp(1024.0 + fraction, field - 25) : ldexp(fraction, -24);
}

static void
test_every_f16_is_exact(void)
{
  for (uint32_t bits = 0; bits < 0x7c00U; ++bits) {
    const double want = magnitude(bits);
    const uint16_t positive = (uint16_t)bits;
    const uint16_t negative = (uint16_t)(bits | 0x8000U);
    CHECK_DOUBLE((double)tercet_f16_to_f32(positive), want);
    CHECK_DOUBLE((double)tercet_f16_to_f32(negative), -want);
    CHECK_INT(tercet_f64_to_f16(want), positive);
    CHECK_INT(tercet_f64_to_f16(-want), negative);
    CHECK_INT(tercet_f32_to_f16((float)want), positive);
  }
}

static void
test_middles_round_to_even(void)
{
  for (uint32_t bits = 0; bits < 0x7c00U; ++bits) {
    const double middle = (magnitude(bits) + magnitude(bits + 1U)) / 2;
    CHECK_INT(tercet_f64_to_f16(middle), bits + (bits & 1U));
    CHECK_INT(tercet_f64_to_f16(nextafter(middle, 0.0)), bits);
    CHECK_INT(tercet_f64_to_f16(nextafter(middle, 1e9)), bits + 1U);
    CHECK_INT(tercet_f64_to_f16(-middle), (bits + (bits & 1U)) | 0x8000U);

    const float narrow = (float)middle;
    CHECK_INT(tercet_f32_to_f16(narrow), bits + (bits & 1U));
    CHECK_INT(tercet_f32_to_f16(nextafterf(narrow, 0.0F)), bits);
    CHECK_INT(tercet_f32_to_f16(nextafterf(narrow, 1e9F)), bits + 1U);
  }
}

static void
test_extremes(void)
{
  CHECK_INT(tercet_f64_to_f16((double)INFINITY), 0x7c00);
  CHECK_INT(tercet_f64_to_f16(-1e300), 0xfc00);
  CHECK_INT(tercet_f64_to_f16(65519.999), 0x7bff);
  CHECK_INT(tercet_f64_to_f16(65520.0), 0x7c00);
  CHECK_INT(tercet_f64_to_f16(1e-300), 0);
  CHECK_INT(tercet_f64_to_f16(5e-324), 0);
  CHECK_INT(tercet_f64_to_f16(-0.0), 0x8000);
  CHECK(isinf(tercet_f16_to_f32(0x7c00)));
  CHECK(tercet_f16_to_f32(0xfc00) < 0);
}

static void
test_nan_stays_nan(void)
{
  for (uint32_t fraction = 1; fraction < 0x400U; ++fraction) {
    CHECK(isnan(tercet_f16_to_f32((uint16_t)(0x7c00U | fraction))));
  }
  for (uint32_t bit = 0; bit < 23U; ++bit) {
    const uint32_t bits = 0xff800000U | (1U << bit);
    float value;
    memcpy(&value, &bits, sizeof(value));
    CHECK(isnan(tercet_f16_to_f32(tercet_f32_to_f16(value))));
    CHECK(isnan(tercet_bf16_to_f32(tercet_f32_to_bf16(value))));
  }
  for (uint32_t bit = 0; bit < 52U; ++bit) {
    const uint64_t bits = UINT64_C(0x7ff0000000000000) | (UINT64_C(1) << bit);
    double value;
    memcpy(&value, &bits, sizeof(value));
    CHECK(isnan(tercet_f16_to_f32(tercet_f64_to_f16(value))));
  }
}

static void
test_every_bf16(void)
{
  for (uint32_t bits = 0; bits < 0x7f80U; ++bits) {
    const float value = tercet_bf16_to_f32((uint16_t)bits);
    const uint32_t middle_bits = (bits << 16U) | 0x8000U;
    float middle;
    memcpy(&middle, &middle_bits, sizeof(middle));
    CHECK_INT(tercet_f32_to_bf16(value), bits);
    CHECK_INT(tercet_f32_to_bf16(-value), bits | 0x8000U);
    CHECK_INT(tercet_f32_to_bf16(middle), bits + (bits & 1U));
    CHECK_INT(tercet_f32_to_bf16(nextafterf(middle, 0.0F)), bits);
    CHECK_INT(tercet_f32_to_bf16(nextafterf(middle, INFINITY)), bits + 1U);
  }
  CHECK(isinf(tercet_bf16_to_f32(tercet_f32_to_bf16(INFINITY))));
}

int
main(void)
{
  test_every_f16_is_exact();
  test_middles_round_to_even();
  test_extremes();
  test_nan_stays_nan();
  test_every_bf16();
  return check_finish();
}
