// SPDX-License-Identifier: Apache-2.0

/// Views: Reshape and its kin, Slice, Split

#include "onnx/call.h"

static const int64_t two_three[] = {2, 3};
static const float six[] = {0, 1, 2, 3, 4, 5};

static void
begin(op_call *call, const char *op_type, int64_t version)
{
  call_begin(call, op_type, version);
  call_add(call, TERCET_DTYPE_F32, 2, two_three, six);
}

static void
add_ints(op_call *call, size_t n, const int64_t *numbers)
{
  call_add_vector(call, TERCET_DTYPE_I64, (int64_t)n, numbers);
}

static void
check_shape(const op_call *call, size_t rank, const int64_t *shape)
{
  call_check_output(call, 0, TERCET_DTYPE_F32, rank, shape, six);
}

/* ---- Shapes ---- */

static void
test_reshape(void)
{
  static const struct {
    size_t n;
    int64_t asked[3];
    size_t rank;
    int64_t shape[3];
  } cases[] = {
      {2, {3, 2}, 2, {3, 2}},
      {1, {-1}, 1, {6}},
      {3, {0, -1, 1}, 3, {2, 3, 1}},
      {2, {-1, 0}, 2, {2, 3}},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    op_call call;
    begin(&call, "Reshape", 14);
    add_ints(&call, cases[i].n, cases[i].asked);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    check_shape(&call, cases[i].rank, cases[i].shape);
    call_end(&call);
  }
}

/// In version 1 the shape is an attribute, since 14 zeros may be meant
static void
test_reshape_versions(void)
{
  static const int64_t asked[] = {3, 2};
  static const int64_t zeros[] = {0, 5};
  op_call call;
  begin(&call, "Reshape", 1);
  call_set_ints(&call, "shape", 2, asked);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_shape(&call, 2, asked);
  call_end(&call);

  call_begin(&call, "Reshape", 14);
  call_set_int(&call, "allowzero", 1);
  call_add(&call, TERCET_DTYPE_F32, 2, zeros, NULL);
  add_ints(&call, 2, zeros);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_shape(&call, 2, zeros);
  call_end(&call);
}

static void
test_reshape_failures(void)
{
  static const struct {
    size_t n;
    int64_t asked[3];
    const char *message;
  } cases[] = {
      {2, {4, 2}, "the 6 elements of shape [2, 3] do not make up shape [4, 2]"},
      {2, {-1, -1}, "axes 0 and 1 are both -1"},
      {2, {-2, -3}, "extent -2 of axis 0 is negative"},
      {3, {2, 3, 0}, "Reshape: shape has a 0 for axis 2 of an input of rank 2"},
      {2,
       {INT64_MAX, 2},
       "shape [9223372036854775807, 2] has too many elements"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    op_call call;
    begin(&call, "Reshape", 14);
    add_ints(&call, cases[i].n, cases[i].asked);
    call_check_failure(&call, TERCET_ERR_SHAPE, cases[i].message);
    call_end(&call);
  }
}

static void
test_flatten(void)
{
  static const int64_t shapes[][2] = {{1, 6}, {2, 3}, {6, 1}};
  op_call call;
  for (int64_t axis = -2; axis <= 2; ++axis) {
    begin(&call, "Flatten", 11);
    call_set_int(&call, "axis", axis);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    check_shape(&call, 2, shapes[axis < 0 ? axis + 2 : axis]);
    call_end(&call);
  }
  begin(&call, "Flatten", 9);
  call_set_int(&call, "axis", -1);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Flatten: axis -1 of a tensor of rank 2");
  call_end(&call);
  begin(&call, "Flatten", 13);
  call_set_int(&call, "axis", 3);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Flatten: axis 3 of a tensor of rank 2");
  call_end(&call);
}

/// Rank 0 becomes a matrix of one element
static void
test_flatten_rank_0(void)
{
  static const int64_t one[] = {1, 1};
  op_call call;
  call_begin(&call, "Flatten", 13);
  call_set_int(&call, "axis", 0);
  call_add(&call, TERCET_DTYPE_F32, 0, NULL, six);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_shape(&call, 2, one);
  call_end(&call);
}

static void
test_squeeze_and_unsqueeze(void)
{
  static const int64_t shape[] = {1, 2, 1, 3};
  static const int64_t axes[] = {-2, 0};
  static const int64_t first[] = {0};
  static const int64_t left[] = {2, 1, 3};
  op_call call;
  call_begin(&call, "Squeeze", 13);
  call_add(&call, TERCET_DTYPE_F32, 4, shape, six);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_shape(&call, 2, two_three);
  add_ints(&call, 2, axes);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_shape(&call, 2, two_three);
  call_end(&call);

  call_begin(&call, "Squeeze", 11);
  call_add(&call, TERCET_DTYPE_F32, 4, shape, six);
  call_set_ints(&call, "axes", 1, first);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_shape(&call, 3, left);
  call_end(&call);

  begin(&call, "Unsqueeze", 13);
  add_ints(&call, 2, axes);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_shape(&call, 4, shape);
  call_end(&call);
}

static void
test_squeeze_and_unsqueeze_failures(void)
{
  static const int64_t wrong[] = {1, 5};
  static const int64_t twice[] = {1, -3};
  op_call call;
  begin(&call, "Squeeze", 13);
  add_ints(&call, 1, wrong);
  call_check_failure(&call, TERCET_ERR_SHAPE, "axis 1 has extent 3, not 1");
  call_end(&call);

  begin(&call, "Unsqueeze", 13);
  add_ints(&call, 2, wrong);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Unsqueeze: axis 5 of a tensor of rank 4");
  call_end(&call);

  begin(&call, "Unsqueeze", 13);
  add_ints(&call, 2, twice);
  call_check_failure(
      &call, TERCET_ERR_SHAPE, "Unsqueeze: axis 1 is named twice");
  call_end(&call);
}

static void
test_transpose(void)
{
  static const int64_t turned_shape[] = {3, 2};
  static const float turned[] = {0, 3, 1, 4, 2, 5};
  static const int64_t perm[] = {1, 1};
  op_call call;
  begin(&call, "Transpose", 13);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, turned_shape, turned);
  call_set_ints(&call, "perm", 2, perm);
  CHECK_STATUS(call_run(&call), TERCET_ERR_SHAPE);
  call_end(&call);
}

static void
test_expand(void)
{
  static const int64_t asked[] = {2, 1, 1};
  static const int64_t shape[] = {2, 2, 3};
  static const float twice[] = {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5};
  static const int64_t wrong[] = {2, 2};
  op_call call;
  begin(&call, "Expand", 13);
  add_ints(&call, 3, asked);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 3, shape, twice);
  call_end(&call);
  begin(&call, "Expand", 13);
  add_ints(&call, 2, wrong);
  CHECK_STATUS(call_run(&call), TERCET_ERR_SHAPE);
  call_end(&call);
}

static void
test_shape_and_size(void)
{
  static const struct {
    int64_t start;
    int64_t end;
    int64_t n;
    int64_t extents[2];
  } cases[] = {
      {0, 2, 2, {2, 3}},
      {-1, 9, 1, {3}},
      {-9, -1, 1, {2}},
      {2, 1, 0, {0}},
  };
  op_call call;
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    begin(&call, "Shape", 15);
    call_set_int(&call, "start", cases[i].start);
    call_set_int(&call, "end", cases[i].end);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(
        &call, 0, TERCET_DTYPE_I64, 1, &cases[i].n, cases[i].extents);
    call_end(&call);
  }
  static const int64_t size = 6;
  begin(&call, "Size", 13);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_I64, 0, NULL, &size);
  call_end(&call);
}

/* ---- Slice ---- */

static void
test_slice(void)
{
  static const struct {
    int64_t start;
    int64_t end;
    int64_t step;
    int64_t n;
    float elements[6];
  } cases[] = {
      {1, 4, 1, 3, {1, 2, 3}},
      {-2, INT64_MAX, 1, 2, {4, 5}},
      {INT64_MAX, INT64_MIN, -1, 6, {5, 4, 3, 2, 1, 0}},
      {4, -7, -2, 3, {4, 2, 0}},
      {INT64_MIN, INT64_MIN, -1, 1, {0}},
      {0, 6, INT64_MAX, 1, {0}},
      {5, 0, INT64_MIN, 1, {5}},
      {3, 3, 1, 0, {0}},
      {4, 2, 1, 0, {0}},
      {9, 12, 1, 0, {0}},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    static const int64_t axis = -1;
    op_call call;
    call_begin(&call, "Slice", 13);
    call_add_vector(&call, TERCET_DTYPE_F32, 6, six);
    add_ints(&call, 1, &cases[i].start);
    add_ints(&call, 1, &cases[i].end);
    add_ints(&call, 1, &axis);
    add_ints(&call, 1, &cases[i].step);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_output(
        &call, 0, TERCET_DTYPE_F32, 1, &cases[i].n, cases[i].elements);
    call_end(&call);
  }
}

static void
test_slice_of_attributes(void)
{
  static const int64_t starts[] = {1};
  static const int64_t ends[] = {3};
  static const int64_t axes[] = {1};
  static const int64_t shape[] = {2, 2};
  static const float part[] = {1, 2, 4, 5};
  op_call call;
  begin(&call, "Slice", 1);
  call_set_ints(&call, "starts", 1, starts);
  call_set_ints(&call, "ends", 1, ends);
  call_set_ints(&call, "axes", 1, axes);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F32, 2, shape, part);
  call_end(&call);
}

static void
test_slice_of_nothing(void)
{
  static const int64_t shape[] = {0, 2};
  static const int64_t starts[] = {-1, 0};
  static const int64_t ends[] = {-5, 1};
  static const int64_t axes[] = {0, 1};
  static const int64_t steps[] = {-1, 1};
  static const int64_t left[] = {0, 1};
  op_call call;
  call_begin(&call, "Slice", 13);
  call_add(&call, TERCET_DTYPE_F32, 2, shape, NULL);
  add_ints(&call, 2, starts);
  add_ints(&call, 2, ends);
  add_ints(&call, 2, axes);
  add_ints(&call, 2, steps);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  check_shape(&call, 2, left);
  call_end(&call);
}

static void
test_slice_failures(void)
{
  static const struct {
    size_t n_ends;
    int64_t axes[2];
    int64_t step;
    tercet_status status;
    const char *message;
  } cases[] = {
      {1, {0, 1}, 1, TERCET_ERR_SHAPE, "Slice: 2 starts and 1 ends"},
      {2, {0, 2}, 1, TERCET_ERR_SHAPE, "Slice: axis 2 of a tensor of rank 2"},
      {2, {1, -1}, 1, TERCET_ERR_SHAPE, "Slice: axis 1 is named twice"},
      {2, {1, 0}, 0, TERCET_ERR_RANGE, "Slice: the step of axis 1 is 0"},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    static const int64_t zeros[] = {0, 0};
    const int64_t steps[] = {cases[i].step, 1};
    op_call call;
    begin(&call, "Slice", 13);
    add_ints(&call, 2, zeros);
    add_ints(&call, cases[i].n_ends, zeros);
    add_ints(&call, 2, cases[i].axes);
    add_ints(&call, 2, steps);
    call_check_failure(&call, cases[i].status, cases[i].message);
    call_end(&call);
  }
}

/* ---- Split ---- */

static void
test_split(void)
{
  static const int64_t lengths[] = {1, 0, 2};
  static const int64_t shapes[][2] = {{2, 1}, {2, 0}, {2, 2}};
  static const float parts[][4] = {{0, 3}, {0}, {1, 2, 4, 5}};
  for (int64_t version = 2; version <= 13; version += 11) {
    op_call call;
    begin(&call, "Split", version);
    call_set_int(&call, "axis", -1);
    call.n_outputs = 3;
    if (version < 13) {
      call_set_ints(&call, "split", 3, lengths);
    } else {
      add_ints(&call, 3, lengths);
    }
    CHECK_STATUS(call_run(&call), TERCET_OK);
    for (size_t i = 0; i < 3; ++i) {
      call_check_output(&call, i, TERCET_DTYPE_F32, 2, shapes[i], parts[i]);
    }
    call_end(&call);
  }
}

static void
test_split_into_a_number(void)
{
  static const int64_t shapes[] = {3, 3, 1};
  static const float numbers[] = {0, 1, 2, 3, 4, 5, 6};
  op_call call;
  call_begin(&call, "Split", 18);
  call_add_vector(&call, TERCET_DTYPE_F32, 7, numbers);
  call_set_int(&call, "num_outputs", 3);
  call.n_outputs = 3;
  CHECK_STATUS(call_run(&call), TERCET_OK);
  for (size_t i = 0; i < 3; ++i) {
    call_check_output(
        &call, i, TERCET_DTYPE_F32, 1, &shapes[i], numbers + 3 * i);
  }
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_split_failures(void)
{
  static const struct {
    size_t n;
    int64_t lengths[3];
    tercet_status status;
    const char *message;
  } cases[] = {
      {2,
       {1, 3},
       TERCET_ERR_RANGE,
       "Split: length 3 of part 1 of axis 1, which has 3 elements"},
      {2,
       {4, -1},
       TERCET_ERR_RANGE,
       "Split: length 4 of part 0 of axis 1, which has 3 elements"},
      {2,
       {1, 1},
       TERCET_ERR_RANGE,
       "Split: the parts of axis 1 have 2 elements, the input has 3"},
      {1, {3}, TERCET_ERR_SHAPE, "Split: split has 1 lengths for 2 outputs"},
      {3,
       {1, 1, 1},
       TERCET_ERR_SHAPE,
       "Split: input 1 has 3 numbers, more than 2"},
  };
  op_call call;
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    begin(&call, "Split", 13);
    call_set_int(&call, "axis", 1);
    call.n_outputs = 2;
    add_ints(&call, cases[i].n, cases[i].lengths);
    call_check_failure(&call, cases[i].status, cases[i].message);
    call_end(&call);
  }
  begin(&call, "Split", 13);
  call_set_int(&call, "axis", 1);
  call.n_outputs = 2;
  call_check_failure(&call,
                     TERCET_ERR_SHAPE,
                     "Split: axis 1 of 3 elements does not split into 2 parts");
  call_end(&call);
}

int
main(void)
{
  test_reshape();
  test_reshape_versions();
  test_reshape_failures();
  test_flatten();
  test_flatten_rank_0();
  test_squeeze_and_unsqueeze();
  test_squeeze_and_unsqueeze_failures();
  test_transpose();
  test_expand();
  test_shape_and_size();
  test_slice();
  test_slice_of_attributes();
  test_slice_of_nothing();
  test_slice_failures();
  test_split();
  test_split_into_a_number();
  test_split_failures();
  return check_finish();
}
