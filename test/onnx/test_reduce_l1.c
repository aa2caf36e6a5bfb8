// SPDX-License-Identifier: Apache-2.0

/// ReduceL1: the examples printed on its page in the ONNX documentation, and
/// each dtype that it lists with each form of the axes

#include "call.h"

#include <math.h>

#define NO_AXES (-1) ///< The input is absent

/// One printed example; the data has the shape [3, 2, 2], or none at all
typedef struct {
  const char *name;
  const float *data; ///< NULL: shape [2, 0, 4]
  int64_t keepdims;
  int64_t noop;
  int n_axes;
  int64_t axis;
  size_t rank;
  int64_t shape[3];
  float reduced[12];
} page_case;

static const float counting[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
static const float random_data[] = {0.9762701F,
                                    4.303787F,
                                    2.0552676F,
                                    0.89766365F,
                                    -1.526904F,
                                    2.9178822F,
                                    -1.2482557F,
                                    7.83546F,
                                    9.273255F,
                                    -2.3311696F,
                                    5.834501F,
                                    0.5778984F};

static const page_case page_cases[] = {
    {"test_cc_reducel1_default_axes_keepdims",
     counting,
     1,
     0,
     NO_AXES,
     0,
     3,
     {1, 1, 1},
     {78}},
    {"test_cc_reducel1_do_not_keepdims",
     counting,
     0,
     0,
     1,
     1,
     2,
     {3, 2},
     {4, 6, 12, 14, 20, 22}},
    {"test_cc_reducel1_empty_axes_input_noop",
     counting,
     1,
     1,
     0,
     0,
     3,
     {3, 2, 2},
     {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}},
    {"test_cc_reducel1_empty_set", NULL, 1, 0, 1, 1, 3, {2, 1, 4}, {0}},
    {"test_cc_reducel1_empty_set_non_reduced_axis_zero",
     NULL,
     1,
     0,
     1,
     2,
     3,
     {2, 0, 1},
     {0}},
    {"test_cc_reducel1_keepdims",
     counting,
     1,
     0,
     1,
     1,
     3,
     {3, 1, 2},
     {4, 6, 12, 14, 20, 22}},
    {"test_cc_reducel1_negative_axes_keepdims",
     counting,
     1,
     0,
     1,
     -2,
     3,
     {3, 1, 2},
     {4, 6, 12, 14, 20, 22}},
    {"test_reduce_l1_default_axes_keepdims_example",
     counting,
     1,
     0,
     0,
     0,
     3,
     {1, 1, 1},
     {78}},
    {"test_reduce_l1_default_axes_keepdims_random",
     random_data,
     1,
     0,
     0,
     0,
     3,
     {1, 1, 1},
     {39.778316F}},
    {"test_reduce_l1_do_not_keepdims_example",
     counting,
     0,
     0,
     1,
     2,
     2,
     {3, 2},
     {3, 7, 11, 15, 19, 23}},
    {"test_reduce_l1_do_not_keepdims_random",
     random_data,
     0,
     0,
     1,
     2,
     2,
     {3, 2},
     {5.2800574F, 2.9529312F, 4.444786F, 9.083715F, 11.604425F, 6.4123993F}},
    {"test_reduce_l1_empty_set", NULL, 1, 0, 1, 1, 3, {2, 1, 4}, {0}},
    {"test_reduce_l1_keep_dims_example",
     counting,
     1,
     0,
     1,
     2,
     3,
     {3, 2, 1},
     {3, 7, 11, 15, 19, 23}},
    {"test_reduce_l1_keep_dims_random",
     random_data,
     1,
     0,
     1,
     2,
     3,
     {3, 2, 1},
     {5.2800574F, 2.9529312F, 4.444786F, 9.083715F, 11.604425F, 6.4123993F}},
    {"test_reduce_l1_negative_axes_keep_dims_example",
     counting,
     1,
     0,
     1,
     -1,
     3,
     {3, 2, 1},
     {3, 7, 11, 15, 19, 23}},
    {"test_reduce_l1_negative_axes_keep_dims_random",
     random_data,
     1,
     0,
     1,
     -1,
     3,
     {3, 2, 1},
     {5.2800574F, 2.9529312F, 4.444786F, 9.083715F, 11.604425F, 6.4123993F}},
};

static const int64_t page_shape[] = {3, 2, 2};
static const int64_t empty_shape[] = {2, 0, 4};

static void
test_examples_of_the_page(void)
{
  CHECK_INT(sizeof(page_cases) / sizeof(page_cases[0]), 16);
  for (size_t i = 0; i < sizeof(page_cases) / sizeof(page_cases[0]); ++i) {
    const page_case *const c = &page_cases[i];
    const size_t n_failed = check_n_failed;
    op_call call;
    call_begin(&call, "ReduceL1", 18);
    call_set_int(&call, "keepdims", c->keepdims);
    call_set_int(&call, "noop_with_empty_axes", c->noop);
    call_add(&call,
             TERCET_DTYPE_F32,
             3,
             c->data ? page_shape : empty_shape,
             c->data ? c->data : counting);
    if (c->n_axes != NO_AXES) {
      call_add_vector(&call, TERCET_DTYPE_I64, c->n_axes, &c->axis);
    }
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(
        &call, 0, TERCET_DTYPE_F32, c->rank, c->shape, c->reduced);
    call_end(&call);
    if (check_n_failed > n_failed) {
      fprintf(stderr, "  in %s\n", c->name);
    }
  }
}

/* ---- Each dtype with each form of the axes ---- */

/// How the axes are told
typedef struct {
  int n_axes;
  int64_t axes[3];
  bool by_attribute; ///< As before version 18
  int64_t noop;
} axes_form;

static const axes_form forms[] = {
    {NO_AXES, {0}, false, 0},
    {NO_AXES, {0}, false, 1},
    {0, {0}, false, 0},
    {0, {0}, false, 1},
    {1, {0}, false, 0},
    {1, {1}, false, 1},
    {1, {-1}, false, 0},
    {1, {-3}, false, 0},
    {2, {0, 2}, false, 0},
    {2, {-1, 0}, false, 0},
    {3, {2, 1, 0}, false, 0},
    {1, {1}, true, 0},
    {2, {-2, -1}, true, 0},
    {NO_AXES, {0}, true, 0},
};

static bool
is_reduced(const axes_form *form, int64_t axis)
{
  bool found = form->n_axes <= 0 && !form->noop;
  for (int i = 0; i < form->n_axes; ++i) {
    found |= form->axes[i] == axis || form->axes[i] + 3 == axis;
  }
  return found;
}

/// Numbers from -5 to 6, or from 0 where there is no sign
static tercet_tensor *
signed_numbers(tercet_dtype dtype, const int64_t *shape)
{
  double numbers[12];
  const bool is_unsigned =
      dtype == TERCET_DTYPE_U32 || dtype == TERCET_DTYPE_U64;
  for (int i = 0; i < 12; ++i) {
    numbers[i] = is_unsigned ? i : i - 5;
  }
  tercet_tensor *wide = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 3, shape, numbers, &wide, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &out, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  return out;
}

/// What the page says, one element at a time, as float64
static void
expected_norms(const tercet_tensor *x,
               const axes_form *form,
               int64_t *shape,
               double *out)
{
  const int64_t *const extents = tercet_tensor_shape(x);
  bool reduces[3];
  int64_t n = 1;
  for (int i = 0; i < 3; ++i) {
    reduces[i] = is_reduced(form, i);
    shape[i] = reduces[i] ? 1 : extents[i];
    n *= shape[i];
  }
  for (int64_t i = 0; i < n; ++i) {
    out[i] = 0;
  }
  const bool is_noop = !reduces[0] && !reduces[1] && !reduces[2];
  for (int64_t i = 0; i < tercet_tensor_size(x); ++i) {
    const int64_t at[] = {i / (extents[1] * extents[2]),
                          i / extents[2] % extents[1],
                          i % extents[2]};
    tercet_scalar element;
    CHECK_STATUS(tercet_tensor_get(x, 3, at, &element, NULL), TERCET_OK);
    const double value = element.dtype == TERCET_DTYPE_F64 ? element.as.f
                         : element.dtype == TERCET_DTYPE_I64
                             ? (double)element.as.i
                             : (double)element.as.u;
    int64_t place = 0;
    for (int j = 0; j < 3; ++j) {
      place = place * shape[j] + (reduces[j] ? 0 : at[j]);
    }
    out[place] += is_noop ? value : fabs(value);
  }
}

static void
check_form(tercet_dtype dtype,
           const int64_t *data_shape,
           const axes_form *form,
           bool keepdims)
{
  op_call call;
  call_begin(&call, "ReduceL1", form->by_attribute ? 13 : 18);
  call_set_int(&call, "keepdims", keepdims);
  call_set_int(&call, "noop_with_empty_axes", form->noop);
  tercet_tensor *const x = signed_numbers(dtype, data_shape);
  call_add_value(&call, tercet_onnx_value_from_tensor(x));
  if (form->n_axes != NO_AXES && form->by_attribute) {
    call_set_ints(&call, "axes", (size_t)form->n_axes, form->axes);
  } else if (form->n_axes != NO_AXES) {
    call_add_vector(&call, TERCET_DTYPE_I64, form->n_axes, form->axes);
  }
  CHECK_STATUS(call_run(&call), TERCET_OK);

  int64_t kept[3];
  double norms[24];
  expected_norms(x, form, kept, norms);
  const bool drops = !keepdims;
  int64_t shape[3];
  size_t rank = 0;
  for (int i = 0; i < 3; ++i) {
    if (!drops || !is_reduced(form, i)) {
      shape[rank++] = kept[i];
    }
  }
  tercet_tensor *wide = NULL;
  tercet_tensor *expected = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, rank, shape, norms, &wide, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &expected, NULL),
               TERCET_OK);
  call_check_output(&call, 0, dtype, rank, shape, tercet_tensor_data(expected));
  tercet_tensor_unref(expected);
  tercet_tensor_unref(wide);
  call_end(&call);
}

static void
test_each_dtype_with_each_form_of_axes(void)
{
  static const tercet_dtype dtypes[] = {TERCET_DTYPE_BF16,
                                        TERCET_DTYPE_F64,
                                        TERCET_DTYPE_F32,
                                        TERCET_DTYPE_F16,
                                        TERCET_DTYPE_I32,
                                        TERCET_DTYPE_I64,
                                        TERCET_DTYPE_U32,
                                        TERCET_DTYPE_U64};
  for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); ++i) {
    for (size_t j = 0; j < sizeof(forms) / sizeof(forms[0]); ++j) {
      for (int keepdims = 0; keepdims < 2; ++keepdims) {
        const size_t n_failed = check_n_failed;
        check_form(dtypes[i], page_shape, &forms[j], keepdims);
        check_form(dtypes[i], empty_shape, &forms[j], keepdims);
        if (check_n_failed > n_failed) {
          fprintf(stderr,
                  "  %s, form %zu, keepdims %d\n",
                  tercet_dtype_name(dtypes[i]),
                  j,
                  keepdims);
        }
      }
    }
  }
}

/* ---- Numbers at the edge ---- */

static void
check_norm(tercet_dtype dtype, int64_t n, const void *data, const void *norm)
{
  op_call call;
  call_begin(&call, "ReduceL1", 18);
  call_set_int(&call, "keepdims", 0);
  call_add_vector(&call, dtype, n, data);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, dtype, 0, NULL, norm);
  call_end(&call);
}

static void
test_integers_are_exact_and_wrap(void)
{
  const int64_t wide[] = {-((INT64_C(1) << 53) + 1), 1};
  check_norm(TERCET_DTYPE_I64, 2, wide, &(int64_t){(INT64_C(1) << 53) + 2});
  const int32_t least[] = {INT32_MIN, 1};
  check_norm(TERCET_DTYPE_I32, 2, least, &(int32_t){INT32_MIN + 1});
  const uint32_t great[] = {UINT32_MAX, 3};
  check_norm(TERCET_DTYPE_U32, 2, great, &(uint32_t){2});
  const uint64_t greatest[] = {UINT64_MAX, 1};
  check_norm(TERCET_DTYPE_U64, 2, greatest, &(uint64_t){0});
}

static void
test_floats_are_rounded_once(void)
{
  // 2048 + 1 + 1: each addition in float16 would lose its 1
  const uint16_t halves[] = {0xe800U, 0x3c00U, 0x3c00U};
  check_norm(TERCET_DTYPE_F16, 3, halves, &(uint16_t){0x6801U});
  const float few[] = {16777216.0F, -1.0F, 1.0F};
  check_norm(TERCET_DTYPE_F32, 3, few, &(float){16777218.0F});
  const double infinite[] = {-INFINITY, 1};
  check_norm(TERCET_DTYPE_F64, 2, infinite, &(double){INFINITY});
}

static void
test_rank_0(void)
{
  op_call call;
  call_begin(&call, "ReduceL1", 18);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, &(float){-2.5F});
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 0, NULL, &(float){2.5F});
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &(int64_t){0});
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "ReduceL1: axis 0 of a tensor of rank 0");
  call_end(&call);
}

static void
test_wrong_axes_are_named(void)
{
  op_call call;
  call_begin(&call, "ReduceL1", 18);
  call_add(&call, TERCET_DTYPE_F32, 3, page_shape, counting);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &(int64_t){3});
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "ReduceL1: axis 3 of a tensor of rank 3");
  call_end(&call);

  call_begin(&call, "ReduceL1", 18);
  call.node.name = (tercet_string){"norm", 4};
  call_add(&call, TERCET_DTYPE_F32, 3, page_shape, counting);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, (int64_t[]){1, -2});
  call_check_failure(&call, TERCET_ERR_SHAPE, "norm: axis 1 is given twice");
  call_end(&call);
}

static void
test_result_goes_to_the_memory_of_the_caller(void)
{
  op_call call;
  call_begin(&call, "ReduceL1", 18);
  call_set_int(&call, "keepdims", 0);
  call_add(&call, TERCET_DTYPE_F32, 3, page_shape, counting);
  call_add_vector(&call, TERCET_DTYPE_I64, 1, &(int64_t){1});
  float memory[8] = {-1, 0, 0, 0, 0, 0, 0, -1};
  const int64_t shape[] = {3, 2};
  CHECK_STATUS(tercet_tensor_wrap(NULL,
                                  TERCET_DTYPE_F32,
                                  2,
                                  shape,
                                  NULL,
                                  memory + 1,
                                  NULL,
                                  NULL,
                                  &call.targets[0],
                                  NULL),
               TERCET_OK);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  CHECK(call.outputs[0].tensor == call.targets[0]);
  const float expected[] = {-1, 4, 6, 12, 14, 20, 22, -1};
  CHECK(!memcmp(memory, expected, sizeof(memory)));
  tercet_tensor_unref(call.targets[0]);
  call.targets[0] = NULL;
  call_check_allocations(&call);
  call_end(&call);
}

int
main(void)
{
  test_examples_of_the_page();
  test_each_dtype_with_each_form_of_axes();
  test_integers_are_exact_and_wrap();
  test_floats_are_rounded_once();
  test_rank_0();
  test_wrong_axes_are_named();
  test_result_goes_to_the_memory_of_the_caller();
  return check_finish();
}
