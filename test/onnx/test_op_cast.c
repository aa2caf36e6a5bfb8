// SPDX-License-Identifier: Apache-2.0

/// Conversions that the official node tests leave out: integers, bool, NaN,
/// numbers out of range, and strings of all kinds

#include "call.h"

#include "onnx/small_float.h"

#include <math.h>

static void
check_cast(tercet_onnx_type from,
           tercet_onnx_type to,
           int64_t n,
           const void *data,
           const void *expected)
{
  op_call call;
  call_begin(&call, "Cast", 23);
  call_set_int(&call, "to", (int64_t)to);
  call_add_vector(&call, tercet_onnx_type_dtype(from), n, data);
  call.inputs[0].type = from;
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK_INT(call.outputs[0].type, to);
  call_check_output(&call, 0, tercet_onnx_type_dtype(to), 1, &n, expected);
  call_end(&call);
}

#define CAST(from, to, n, ...)                                                 \
  check_cast(TERCET_ONNX_##from, TERCET_ONNX_##to, n, __VA_ARGS__)

static void
test_integers_keep_their_low_bits(void)
{
  CAST(INT16, INT8, 3, (int16_t[]){200, -129, 127}, (int8_t[]){-56, 127, 127});
  CAST(INT64,
       UINT32,
       2,
       (int64_t[]){-1, INT64_C(0x100000005)},
       (uint32_t[]){UINT32_MAX, 5});
  CAST(UINT64, INT64, 2, (uint64_t[]){UINT64_MAX, 7}, (int64_t[]){-1, 7});
  CAST(INT8, UINT64, 1, (int8_t[]){-1}, (uint64_t[]){UINT64_MAX});
}

/// ONNX leaves these open
static void
test_floats_out_of_range_saturate(void)
{
  const float x[] = {NAN, INFINITY, -INFINITY, 1e20F, -1e20F, -1.5F, 300.7F};
  CAST(FLOAT,
       INT32,
       7,
       x,
       (int32_t[]){0, INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN, -1, 300});
  CAST(FLOAT,
       INT64,
       7,
       x,
       (int64_t[]){0, INT64_MAX, INT64_MIN, INT64_MAX, INT64_MIN, -1, 300});
  CAST(FLOAT, UINT8, 7, x, (uint8_t[]){0, 255, 0, 255, 0, 0, 255});
  CAST(FLOAT,
       UINT64,
       7,
       x,
       (uint64_t[]){0, UINT64_MAX, 0, UINT64_MAX, 0, 0, 300});
}

static void
test_bool(void)
{
  CAST(FLOAT,
       BOOL,
       4,
       (float[]){0, -0.0F, NAN, 0.1F},
       (bool[]){false, false, true, true});
  CAST(INT32, BOOL, 2, (int32_t[]){0, -256}, (bool[]){false, true});
  CAST(BOOL, DOUBLE, 2, (bool[]){true, false}, (double[]){1, 0});
  CAST(BOOL, INT8, 2, (bool[]){true, false}, (int8_t[]){1, 0});
  CAST(BOOL, BFLOAT16, 2, (bool[]){true, false}, (uint16_t[]){0x3f80U, 0});
}

/// Through float32 the first of each would come out even
static void
test_one_rounding(void)
{
  const double x[] = {1 + 0x1p-11 + 0x1p-40, 65519.99, 65520};
  CAST(DOUBLE, FLOAT16, 3, x, (uint16_t[]){0x3c01U, 0x7bffU, 0x7c00U});
  const double y[] = {1 + 0x1p-8 + 0x1p-40, -INFINITY};
  CAST(DOUBLE, BFLOAT16, 2, y, (uint16_t[]){0x3f81U, 0xff80U});
  CAST(INT64,
       FLOAT,
       1,
       (int64_t[]){(INT64_C(1) << 24) + 1},
       (float[]){16777216.0F});
  CAST(UINT64, DOUBLE, 1, (uint64_t[]){UINT64_MAX}, (double[]){0x1p64});
  CAST(BFLOAT16, FLOAT16, 1, (uint16_t[]){0x7f00U}, (uint16_t[]){0x7c00U});
}

static void
test_integers_of_four_bits(void)
{
  CAST(INT32, INT4, 4, (int32_t[]){7, 8, -9, 255}, (int8_t[]){7, -8, 7, -1});
  CAST(INT32, UINT4, 3, (int32_t[]){15, 16, -1}, (uint8_t[]){15, 0, 15});
  CAST(DOUBLE, INT4, 4, (double[]){7.9, 1e9, -9, NAN}, (int8_t[]){7, 7, -8, 0});
  CAST(DOUBLE, UINT4, 3, (double[]){-1, 15.9, 99}, (uint8_t[]){0, 15, 15});
  CAST(INT4, UINT4, 2, (int8_t[]){-1, 7}, (uint8_t[]){15, 7});
  CAST(INT4, BOOL, 2, (int8_t[]){-8, 0}, (bool[]){true, false});
}

/* ---- Small floats ---- */

static const tercet_onnx_type small_floats[] = {
    TERCET_ONNX_FLOAT8E4M3FN,
    TERCET_ONNX_FLOAT8E4M3FNUZ,
    TERCET_ONNX_FLOAT8E5M2,
    TERCET_ONNX_FLOAT8E5M2FNUZ,
    TERCET_ONNX_FLOAT4E2M1,
};

/// Each number comes back as itself, and what lies between two neighbours goes
/// to the nearer one, or to the even one
static void
check_small_float(tercet_onnx_type type)
{
  const int n = type == TERCET_ONNX_FLOAT4E2M1 ? 8 : 128;
  for (int i = 0; i < n; ++i) {
    const double x = (double)tercet_small_float_decode(type, (uint8_t)i);
    if (!isfinite(x)) {
      continue;
    }
    CHECK_INT(tercet_small_float_encode(type, x, true), i);
    const double next =
        i + 1 < n ? (double)tercet_small_float_decode(type, (uint8_t)(i + 1))
                  : NAN;
    if (isfinite(next)) {
      const double middle = (x + next) / 2;
      CHECK_INT(tercet_small_float_encode(type, middle, true), i + i % 2);
      CHECK_INT(tercet_small_float_encode(type, nextafter(middle, 0), true), i);
      CHECK_INT(tercet_small_float_encode(type, nextafter(middle, next), true),
                i + 1);
      CHECK(next > x);
    }
    if (i > 0) {
      CHECK_INT(tercet_small_float_encode(type, -x, true), i | n);
      CHECK_DOUBLE((double)tercet_small_float_decode(type, (uint8_t)(i | n)),
                   -x);
    }
  }
}

static void
test_small_floats_are_rounded_to_the_nearest(void)
{
  for (size_t i = 0; i < sizeof(small_floats) / sizeof(small_floats[0]); ++i) {
    check_small_float(small_floats[i]);
  }
  // Greatest and least positive numbers
  const float greatest[] = {448, 240, 57344, 57344, 6};
  const uint8_t codes[] = {0x7e, 0x7f, 0x7b, 0x7f, 0x7};
  const float least[] = {0x1p-9F, 0x1p-10F, 0x1p-16F, 0x1p-17F, 0.5F};
  for (size_t i = 0; i < 5; ++i) {
    CHECK_DOUBLE((double)tercet_small_float_decode(small_floats[i], codes[i]),
                 (double)greatest[i]);
    CHECK_DOUBLE((double)tercet_small_float_decode(small_floats[i], 1),
                 (double)least[i]);
  }
}

static void
test_small_floats_out_of_range(void)
{
  const double x[] = {INFINITY, -INFINITY, 1e9, -1e9, NAN, -0.0};
  static const uint8_t saturated[][6] = {{0x7e, 0xfe, 0x7e, 0xfe, 0x7f, 0x80},
                                         {0x7f, 0xff, 0x7f, 0xff, 0x80, 0},
                                         {0x7b, 0xfb, 0x7b, 0xfb, 0x7f, 0x80},
                                         {0x7f, 0xff, 0x7f, 0xff, 0x80, 0},
                                         {0x7, 0xf, 0x7, 0xf, 0x7, 0x8}};
  static const uint8_t unsaturated[][6] = {{0x7f, 0xff, 0x7f, 0xff, 0x7f, 0x80},
                                           {0x80, 0x80, 0x80, 0x80, 0x80, 0},
                                           {0x7c, 0xfc, 0x7c, 0xfc, 0x7f, 0x80},
                                           {0x80, 0x80, 0x80, 0x80, 0x80, 0},
                                           {0x7, 0xf, 0x7, 0xf, 0x7, 0x8}};
  for (size_t i = 0; i < 5; ++i) {
    for (size_t j = 0; j < 6; ++j) {
      CHECK_INT(tercet_small_float_encode(small_floats[i], x[j], true),
                saturated[i][j]);
      CHECK_INT(tercet_small_float_encode(small_floats[i], x[j], false),
                unsaturated[i][j]);
    }
  }
}

static void
test_small_floats_to_other_types(void)
{
  const uint8_t e5m2[] = {0x3c, 0xbc, 0x7c, 0xfe, 0x80};
  CAST(FLOAT8E5M2, INT32, 5, e5m2, (int32_t[]){1, -1, INT32_MAX, 0, 0});
  CAST(FLOAT8E5M2, BOOL, 5, e5m2, (bool[]){true, true, true, true, false});
  // 2^15 is beyond the other type, 1 is not
  CAST(FLOAT8E5M2,
       FLOAT8E4M3FN,
       2,
       (uint8_t[]){0x78, 0x3c},
       (uint8_t[]){0x7e, 0x38});
  CAST(INT64,
       FLOAT8E4M3FN,
       3,
       (int64_t[]){INT64_MAX, -3, 17},
       (uint8_t[]){0x7e, 0xc4, 0x58});
  CAST(FLOAT4E2M1, DOUBLE, 2, (uint8_t[]){0x5, 0x9}, (double[]){3, -0.5});
}

/* ---- Others ---- */

static void
test_same_type_is_not_copied(void)
{
  op_call call;
  call_begin(&call, "CastLike", 19);
  call_add_vector(&call, TERCET_DTYPE_F32, 2, (float[]){1, 2});
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){9});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK(call.outputs[0].tensor == call.inputs[0].tensor);
  call_end(&call);
}

static void
test_names_of_old_versions(void)
{
  op_call call;
  call_begin(&call, "Cast", 1);
  call_set_string(&call, "to", "INT64");
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){-7.9F});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_I64, 0, NULL, (int64_t[]){-7});
  call_end(&call);

  call_begin(&call, "Cast", 1);
  call_set_string(&call, "to", "INT63");
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, (float[]){1});
  call_check_failure(&call,
                     TERCET_ERR_UNSUPPORTED,
                     "Cast: attribute \"to\" names no known type");
  call_end(&call);
}

static void
test_allocations(void)
{
  op_call call;
  call_begin(&call, "Cast", 23);
  call_set_int(&call, "to", TERCET_ONNX_FLOAT8E5M2);
  call_add_vector(&call, TERCET_DTYPE_U8, 2, (uint8_t[]){1, 2});
  call.inputs[0].type = TERCET_ONNX_FLOAT8E4M3FN;
  call_check_allocations(&call);
  call_end(&call);
}

/* ---- Strings ---- */

static void
check_text(const char *text, tercet_onnx_type to, const void *expected)
{
  tercet_onnx_strings strings;
  tercet_onnx_strings_init(&strings, NULL, NULL);
  uint64_t handle = 0;
  const tercet_string string = {text, strlen(text)};
  CHECK_STATUS(tercet_onnx_strings_intern(&strings, string, &handle),
               TERCET_OK);
  check_cast(TERCET_ONNX_STRING, to, 1, &handle, expected);
  tercet_onnx_strings_clear(&strings);
}

static void
test_strings_to_numbers(void)
{
  check_text("3.14", TERCET_ONNX_FLOAT, (float[]){3.14F});
  check_text("1E8", TERCET_ONNX_DOUBLE, (double[]){1e8});
  check_text("+inf", TERCET_ONNX_DOUBLE, (double[]){INFINITY});
  check_text("-INF", TERCET_ONNX_FLOAT16, (uint16_t[]){0xfc00U});
  check_text("-Infinity", TERCET_ONNX_FLOAT, (float[]){-INFINITY});
  check_text("100.5", TERCET_ONNX_INT32, (int32_t[]){100});
  check_text(
      "-9223372036854775807", TERCET_ONNX_INT64, (int64_t[]){-INT64_MAX});
  check_text(
      "18446744073709551615", TERCET_ONNX_UINT64, (uint64_t[]){UINT64_MAX});
  check_text("1e30", TERCET_ONNX_INT64, (int64_t[]){INT64_MAX});
  check_text("-3", TERCET_ONNX_UINT8, (uint8_t[]){0});
  check_text("300", TERCET_ONNX_UINT8, (uint8_t[]){255});
  check_text("300", TERCET_ONNX_INT4, (int8_t[]){7});
  check_text("True", TERCET_ONNX_BOOL, (bool[]){true});
  check_text("0.0", TERCET_ONNX_BOOL, (bool[]){false});
  check_text("0.49", TERCET_ONNX_FLOAT8E4M3FN, (uint8_t[]){0x30});
  // Through float32 this would be the even neighbour
  check_text("1.000488281251", TERCET_ONNX_FLOAT16, (uint16_t[]){0x3c01U});
}

static void
test_strings_that_are_no_numbers(void)
{
  static const char *const texts[] = {"", "Hello World!", "1 2", "0x10", "in"};
  for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); ++i) {
    tercet_onnx_strings strings;
    tercet_onnx_strings_init(&strings, NULL, NULL);
    uint64_t handle = 0;
    const tercet_string string = {texts[i], strlen(texts[i])};
    CHECK_STATUS(tercet_onnx_strings_intern(&strings, string, &handle),
                 TERCET_OK);
    op_call call;
    call_begin(&call, "Cast", 23);
    call_set_int(&call, "to", TERCET_ONNX_FLOAT);
    call_add(&call, TERCET_DTYPE_U64, 0, NULL, &handle);
    call.inputs[0].type = TERCET_ONNX_STRING;
    char message[100];
    snprintf(message,
             sizeof(message),
             "Cast: element 0, \"%s\", is no number",
             texts[i]);
    call_check_failure(&call, TERCET_ERR_RANGE, message);
    call_end(&call);
    tercet_onnx_strings_clear(&strings);
  }
}

int
main(void)
{
  test_integers_keep_their_low_bits();
  test_floats_out_of_range_saturate();
  test_bool();
  test_one_rounding();
  test_integers_of_four_bits();
  test_small_floats_are_rounded_to_the_nearest();
  test_small_floats_out_of_range();
  test_small_floats_to_other_types();
  test_same_type_is_not_copied();
  test_names_of_old_versions();
  test_allocations();
  test_strings_to_numbers();
  test_strings_that_are_no_numbers();
  return check_finish();
}
