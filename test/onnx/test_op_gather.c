// SPDX-License-Identifier: Apache-2.0

/// Gather and Scatter, Compress, Concat, Tile, TopK, NonZero, Unique

#include "onnx/call.h"

#include <math.h>

static const int64_t two_three[] = {2, 3};
static const int64_t two_two[] = {2, 2};
static const float six[] = {0, 1, 2, 3, 4, 5};

static void
begin(op_call *call, const char *op_type, int64_t version)
{
  call_begin(call, op_type, version);
  call_add(call, TERCET_DTYPE_F32, 2, two_three, six);
}

/* ---- Gather ---- */

/// Each dtype moves as it is; indices of either type, negative ones too
static void
test_gather_all_dtypes(void)
{
  static const int32_t indices[] = {-1, 0};
  static const int64_t n = 2;
  static const int64_t three = 3;
  for (int dtype = 0; dtype < TERCET_DTYPE_COUNT; ++dtype) {
    const size_t size = tercet_dtype_size((tercet_dtype)dtype);
    unsigned char data[3 * 16];
    unsigned char expected[2 * 16];
    for (size_t i = 0; i < sizeof(data); ++i) {
      data[i] = (unsigned char)(dtype == TERCET_DTYPE_BOOL ? i % 2 : i + 1U);
    }
    memcpy(expected, data + 2 * size, size);
    memcpy(expected + size, data, size);
    op_call call;
    call_begin(&call, "Gather", 13);
    call_add(&call, (tercet_dtype)dtype, 1, &three, data);
    call_add(&call, TERCET_DTYPE_I32, 1, &n, indices);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(&call, 0, (tercet_dtype)dtype, 1, &n, expected);
    call_end(&call);
  }
}

/// The type of the elements is that of the input, not that of the storage
static void
test_small_types_stay(void)
{
  static const tercet_onnx_type types[] = {
      TERCET_ONNX_STRING, TERCET_ONNX_FLOAT8E5M2, TERCET_ONNX_INT4};
  static const int64_t zero = 0;
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); ++i) {
    static const uint64_t bits[] = {7, 8};
    static const int64_t two = 2;
    op_call call;
    call_begin(&call, "Gather", 13);
    call_add(&call, tercet_onnx_type_dtype(types[i]), 1, &two, bits);
    call.inputs[0].type = types[i];
    call_add(&call, TERCET_DTYPE_I64, 0, NULL, &zero);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    CHECK_INT(call.outputs[0].type, types[i]);
    call_end(&call);
  }
}

static void
test_gather_failures(void)
{
  static const int64_t outside = 3;
  op_call call;
  begin(&call, "Gather", 13);
  call_set_int(&call, "axis", 1);
  call_add(&call, TERCET_DTYPE_I64, 0, NULL, &outside);
  call_check_failure(
      &call, TERCET_ERR_RANGE, "index 3 of axis 1, which has 3 elements");
  call_end(&call);

  call_begin(&call, "Gather", 13);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, six);
  call_add(&call, TERCET_DTYPE_I64, 0, NULL, &outside);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Gather: axis 0 of a tensor of rank 0");
  call_end(&call);
}

/// Fewer indices than elements on the other axes
static void
test_gather_elements(void)
{
  static const int64_t shape[] = {1, 2};
  static const int64_t indices[] = {-1, 0};
  static const float expected[] = {3, 1};
  static const int64_t too_many[] = {3, 2};
  static const int64_t zeros[6] = {0};
  op_call call;
  begin(&call, "GatherElements", 13);
  call_add(&call, TERCET_DTYPE_I64, 2, shape, indices);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, shape, expected);
  call_check_allocations(&call);
  call_end(&call);

  begin(&call, "GatherElements", 13);
  call_set_int(&call, "axis", 1);
  call_add(&call, TERCET_DTYPE_I64, 2, too_many, zeros);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "GatherElements: axis 0 has 3 indices for 2 elements");
  call_end(&call);
}

static void
test_gather_nd(void)
{
  static const int64_t shape[] = {2, 1};
  static const int64_t indices[] = {2, 0};
  static const int64_t two = 2;
  static const float expected[] = {2, 3};
  op_call call;
  begin(&call, "GatherND", 13);
  call_set_int(&call, "batch_dims", 1);
  call_add(&call, TERCET_DTYPE_I64, 2, shape, indices);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 1, &two, expected);
  call_check_allocations(&call);
  call_end(&call);

  begin(&call, "GatherND", 13);
  call_set_int(&call, "batch_dims", -1);
  call_add(&call, TERCET_DTYPE_I64, 2, shape, indices);
  call_check_failure(&call, TERCET_ERR_RANGE, "GatherND: batch_dims is -1");
  call_end(&call);
}

static void
test_compress(void)
{
  static const uint8_t condition[] = {0, 1, 1};
  static const int64_t three = 3;
  static const float picked[] = {1, 2, 4, 5};
  static const int64_t two = 2;
  op_call call;
  begin(&call, "Compress", 11);
  call_set_int(&call, "axis", -1);
  call_add(&call, TERCET_DTYPE_BOOL, 1, &three, condition);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, two_two, picked);
  call_end(&call);

  // Without an axis, and shorter than the data
  begin(&call, "Compress", 11);
  call_add(&call, TERCET_DTYPE_BOOL, 1, &three, condition);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 1, &two, picked);
  call_end(&call);

  begin(&call, "Compress", 11);
  call_set_int(&call, "axis", 0);
  call_add(&call, TERCET_DTYPE_BOOL, 1, &three, condition);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "a condition of shape [3] for an axis of extent 2");
  call_end(&call);
}

/* ---- Scatter ---- */

/// Integers are exact and wrap; repeated indices add up
static void
test_scatter_reductions(void)
{
  static const struct {
    const char *name;
    int64_t expected[2];
  } cases[] = {
      {"none", {7, INT64_MAX}},
      {"add", {INT64_C(9007199254740993) + 12, INT64_MAX}},
      {"mul", {(INT64_C(9007199254740993) * 5) * 7, INT64_MAX}},
      {"max", {INT64_C(9007199254740993), INT64_MAX}},
      {"min", {5, INT64_MAX}},
  };
  static const int64_t data[] = {INT64_C(9007199254740993), INT64_MAX};
  static const int64_t indices[] = {0, -2};
  static const int64_t updates[] = {5, 7};
  static const int64_t two = 2;
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    for (int is_nd = 0; is_nd < 2; ++is_nd) {
      const int64_t shape[] = {2, 1};
      op_call call;
      call_begin(&call, is_nd ? "ScatterND" : "ScatterElements", 18);
      call_set_string(&call, "reduction", cases[i].name);
      call_add(&call, TERCET_DTYPE_I64, 1, &two, data);
      call_add(&call, TERCET_DTYPE_I64, is_nd ? 2 : 1, shape, indices);
      call_add(&call, TERCET_DTYPE_I64, 1, &two, updates);
      CHECK_STATUS(call_run(&call), TERCET_OK);
      call_check_output(&call, 0, TERCET_DTYPE_I64, 1, &two, cases[i].expected);
      call_check_allocations(&call);
      call_end(&call);
    }
  }
}

static void
test_scatter_failures(void)
{
  static const int64_t two = 2;
  static const int64_t one = 1;
  static const int64_t indices[] = {0, 2};
  op_call call;
  call_begin(&call, "ScatterElements", 18);
  call_add(&call, TERCET_DTYPE_F32, 1, &two, six);
  call_add(&call, TERCET_DTYPE_I64, 1, &two, indices);
  call_add(&call, TERCET_DTYPE_F32, 1, &two, six);
  call_check_failure(
      &call, TERCET_ERR_RANGE, "index 2 of axis 0, which has 2 elements");
  call_end(&call);

  call_begin(&call, "ScatterElements", 18);
  call_add(&call, TERCET_DTYPE_F32, 1, &two, six);
  call_add(&call, TERCET_DTYPE_I64, 1, &two, indices);
  call_add(&call, TERCET_DTYPE_F32, 1, &one, six);
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "ScatterElements: the updates have shape [1], not [2]");
  call_end(&call);

  call_begin(&call, "ScatterND", 18);
  call_set_string(&call, "reduction", "mean");
  call_add(&call, TERCET_DTYPE_F32, 1, &two, six);
  call_add(&call, TERCET_DTYPE_I64, 1, &one, indices);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, six);
  call_check_failure(
      &call, TERCET_ERR_ARGUMENT, "ScatterND: there is no reduction mean");
  call_end(&call);
}

/* ---- Joining ---- */

static void
test_concat_and_tile(void)
{
  static const int64_t empty[] = {2, 0};
  static const int64_t repeats[] = {1, 2};
  static const int64_t wide[] = {2, 6};
  static const float twice[] = {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5};
  static const int64_t too_many[] = {1, 1, 1};
  op_call call;
  begin(&call, "Concat", 13);
  call_set_int(&call, "axis", -1);
  call_add(&call, TERCET_DTYPE_F32, 2, empty, NULL);
  call_add(&call, TERCET_DTYPE_F32, 2, two_three, six);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, wide, twice);
  call_check_allocations(&call);
  call_end(&call);

  begin(&call, "Concat", 13);
  call_set_int(&call, "axis", 0);
  call_add(&call, TERCET_DTYPE_F32, 2, two_two, six);
  CHECK_STATUS(call_run(&call), TERCET_ERR_SHAPE);
  call_end(&call);

  begin(&call, "Tile", 13);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, repeats);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, wide, twice);
  call_end(&call);

  begin(&call, "Tile", 13);
  call_add_vector(&call, TERCET_DTYPE_I64, 3, too_many);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Tile: 3 repeats for an input of rank 2");
  call_end(&call);
}

/* ---- Order ---- */

/// NaN is greater than all numbers
static void
test_top_k_of_nan(void)
{
  static const int64_t five = 5;
  const float data[] = {3, NAN, 1, -INFINITY, 3};
  const float greatest[] = {NAN, 3, 3, 1, -INFINITY};
  static const int64_t where_greatest[] = {1, 0, 4, 2, 3};
  const float least[] = {-INFINITY, 1, 3, 3, NAN};
  static const int64_t where_least[] = {3, 2, 0, 4, 1};
  for (int largest = 0; largest < 2; ++largest) {
    op_call call;
    call_begin(&call, "TopK", 11);
    call.n_outputs = 2;
    call_set_int(&call, "largest", largest);
    call_add_vector(&call, TERCET_DTYPE_F32, 5, data);
    call_add_vector(&call, TERCET_DTYPE_I64, 1, &five);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(
        &call, 0, TERCET_DTYPE_F32, 1, &five, largest ? greatest : least);
    call_check_output(&call,
                      1,
                      TERCET_DTYPE_I64,
                      1,
                      &five,
                      largest ? where_greatest : where_least);
    call_end(&call);
  }
}

static void
test_top_k_failures(void)
{
  static const int64_t four = 4;
  op_call call;
  begin(&call, "TopK", 11);
  call.n_outputs = 2;
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &four);
  call_check_failure(
      &call, TERCET_ERR_RANGE, "TopK: K is 4, axis 1 has 3 elements");
  call_set_int(&call, "axis", 2);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "TopK: axis 2 of a tensor of rank 2");
  call_end(&call);
}

static void
test_non_zero(void)
{
  const float data[] = {0, NAN, -0.0F, 1, 0, 0};
  static const int64_t expected[] = {0, 1, 1, 0};
  static const int64_t nothing[] = {0, 1};
  static const float one = 1;
  op_call call;
  call_begin(&call, "NonZero", 13);
  call_add(&call, TERCET_DTYPE_F32, 2, two_three, data);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_I64, 2, two_two, expected);
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "NonZero", 13);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, &one);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_I64, 2, nothing, NULL);
  call_end(&call);
}

static void
test_unique(void)
{
  const float data[] = {2, NAN, 1, NAN, 2, -0.0F, 0};
  const float sorted[] = {-0.0F, 1, 2, NAN};
  static const int64_t sorted_indices[] = {5, 2, 0, 1};
  static const int64_t sorted_inverse[] = {2, 3, 1, 3, 2, 0, 0};
  static const int64_t sorted_counts[] = {2, 1, 2, 2};
  const float by_place[] = {2, NAN, 1, -0.0F};
  static const int64_t place_indices[] = {0, 1, 2, 5};
  static const int64_t place_inverse[] = {0, 1, 2, 1, 0, 3, 3};
  static const int64_t place_counts[] = {2, 2, 1, 2};
  static const int64_t four = 4;
  static const int64_t seven = 7;
  for (int is_sorted = 0; is_sorted < 2; ++is_sorted) {
    op_call call;
    call_begin(&call, "Unique", 11);
    call.n_outputs = 4;
    call_set_int(&call, "sorted", is_sorted);
    call_add_vector(&call, TERCET_DTYPE_F32, 7, data);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(
        &call, 0, TERCET_DTYPE_F32, 1, &four, is_sorted ? sorted : by_place);
    call_check_output(&call,
                      1,
                      TERCET_DTYPE_I64,
                      1,
                      &four,
                      is_sorted ? sorted_indices : place_indices);
    call_check_output(&call,
                      2,
                      TERCET_DTYPE_I64,
                      1,
                      &seven,
                      is_sorted ? sorted_inverse : place_inverse);
    call_check_output(&call,
                      3,
                      TERCET_DTYPE_I64,
                      1,
                      &four,
                      is_sorted ? sorted_counts : place_counts);
    call_check_allocations(&call);
    call_end(&call);
  }
}

int
main(void)
{
  test_gather_all_dtypes();
  test_small_types_stay();
  test_gather_failures();
  test_gather_elements();
  test_gather_nd();
  test_compress();
  test_scatter_reductions();
  test_scatter_failures();
  test_concat_and_tile();
  test_top_k_of_nan();
  test_top_k_failures();
  test_non_zero();
  test_unique();
  return check_finish();
}
