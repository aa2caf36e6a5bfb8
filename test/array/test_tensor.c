// SPDX-License-Identifier: Apache-2.0

/// Making, sharing, comparing and printing tensors; the table of dtypes

#include "array_reference.h"

#include "array/tensor_view.h"
#include "base/buffer.h"

static tercet_string
text_of(const char *text)
{
  return (tercet_string){text, strlen(text)};
}

static void
test_dtype_names_go_both_ways(void)
{
  for (int i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    tercet_dtype found = TERCET_DTYPE_BOOL;
    const char *const name = tercet_dtype_name((tercet_dtype)i);
    CHECK(tercet_dtype_from_name(text_of(name), &found));
    CHECK_INT(found, i);
  }
  tercet_dtype found = TERCET_DTYPE_I8;
  CHECK(!tercet_dtype_from_name(text_of("float"), &found));
  CHECK(!tercet_dtype_from_name(text_of("Float32"), &found));
  CHECK(!tercet_dtype_from_name(text_of(""), &found));
  CHECK_INT(found, TERCET_DTYPE_I8);
  CHECK(tercet_dtype_is_literal(TERCET_DTYPE_U64));
  CHECK(!tercet_dtype_is_literal(TERCET_DTYPE_I8));
  CHECK(!tercet_dtype_is_literal(TERCET_DTYPE_C128));
}

static void
test_new_is_zero_and_contiguous(void)
{
  const int64_t shape[3] = {2, 3, 4};
  for (int i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    tercet_tensor *tensor = NULL;
    CHECK_STATUS(
        tercet_tensor_new(
            &guard_allocator, (tercet_dtype)i, 3, shape, &tensor, NULL),
        TERCET_OK);
    const int64_t size = (int64_t)tercet_dtype_size((tercet_dtype)i);
    CHECK_INT(tercet_tensor_size(tensor), 24);
    CHECK_INT(tercet_tensor_rank(tensor), 3);
    CHECK_INT(tercet_tensor_shape(tensor)[1], 3);
    CHECK_INT(tercet_tensor_strides(tensor)[0], 12 * size);
    CHECK_INT(tercet_tensor_strides(tensor)[2], size);
    CHECK_INT((uintptr_t)tercet_tensor_data(tensor) % 64U, 0);
    CHECK(tercet_tensor_is_contiguous(tensor));
    const char *const bytes = (const char *)tercet_tensor_data(tensor);
    bool is_zero = true;
    for (int64_t j = 0; j < 24 * size; ++j) {
      is_zero = is_zero && bytes[j] == 0;
    }
    CHECK(is_zero);
    tercet_tensor_unref(tensor);
  }
}

static void
check_shape_error(size_t rank, const int64_t *shape, const char *message)
{
  tercet_error err = {0};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_F64, rank, shape, &tensor, &err),
      TERCET_ERR_SHAPE);
  CHECK(!tensor);
  CHECK_TEXT(err.message, strlen(err.message), message);

  tercet_tensor_type type;
  CHECK_STATUS(
      tercet_tensor_type_init(TERCET_DTYPE_F64, rank, shape, &type, NULL),
      TERCET_ERR_SHAPE);
}

static void
test_shapes_that_cannot_be(void)
{
  const int64_t negative[2] = {2, -3};
  check_shape_error(2, negative, "extent -3 of axis 1 is negative");
  const int64_t large[2] = {INT64_C(1) << 40, INT64_C(1) << 20};
  check_shape_error(
      2, large, "shape [1099511627776, 1048576] has too many elements");
  const int64_t empty[3] = {INT64_C(1) << 40, 0, INT64_C(1) << 40};
  check_shape_error(
      3,
      empty,
      "shape [1099511627776, 0, 1099511627776] has too many elements");
  int64_t ones[TERCET_MAX_RANK + 1];
  for (size_t i = 0; i <= TERCET_MAX_RANK; ++i) {
    ones[i] = 1;
  }
  check_shape_error(TERCET_MAX_RANK + 1, ones, "33 axes are more than 32");
}

typedef struct {
  size_t n_calls;
  void *data;
} deletion;

static void
note_deletion(void *context, void *data)
{
  deletion *const noted = (deletion *)context;
  ++noted->n_calls;
  noted->data = data;
}

static void
test_deleter_is_called_once_by_the_last_user(void)
{
  deletion noted = {0, NULL};
  float data[6] = {1, 2, 3, 4, 5, 6};
  const int64_t shape[2] = {2, 3};
  tercet_tensor *tensor = NULL;
  tercet_tensor *view = NULL;
  tercet_tensor *view_of_view = NULL;
  CHECK_STATUS(tercet_tensor_wrap(NULL,
                                  TERCET_DTYPE_F32,
                                  2,
                                  shape,
                                  NULL,
                                  data,
                                  note_deletion,
                                  &noted,
                                  &tensor,
                                  NULL),
               TERCET_OK);
  CHECK(tercet_tensor_ref(tensor) == tensor);
  tercet_tensor_unref(tensor);
  CHECK_STATUS(tercet_tensor_permute(tensor, NULL, &view, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_permute(view, NULL, &view_of_view, NULL),
               TERCET_OK);
  tercet_tensor_unref(tensor);
  tercet_tensor_unref(view);
  CHECK_INT(noted.n_calls, 0);
  CHECK(tercet_tensor_data(view_of_view) == data);
  tercet_tensor_unref(view_of_view);
  CHECK_INT(noted.n_calls, 1);
  CHECK(noted.data == data);
  tercet_tensor_unref(NULL);
}

static void
check_wrap_error(const int64_t *strides,
                 void *data,
                 tercet_status status,
                 const char *message)
{
  deletion noted = {0, NULL};
  const int64_t shape[2] = {2, 3};
  tercet_error err = {0};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_wrap(NULL,
                                  TERCET_DTYPE_F32,
                                  2,
                                  shape,
                                  strides,
                                  data,
                                  note_deletion,
                                  &noted,
                                  &tensor,
                                  &err),
               status);
  CHECK(!tensor);
  CHECK_INT(noted.n_calls, 0);
  CHECK_TEXT(err.message, strlen(err.message), message);
}

static void
test_wrap_refuses_what_cannot_be_addressed(void)
{
  float data[8] = {0};
  const int64_t uneven[2] = {12, 6};
  check_wrap_error(uneven,
                   data,
                   TERCET_ERR_ARGUMENT,
                   "stride 6 of axis 1 is not a multiple of the 4 bytes of "
                   "float32");
  check_wrap_error(NULL,
                   (char *)data + 2,
                   TERCET_ERR_ARGUMENT,
                   "the address is not aligned to the 4 bytes of float32");
  const int64_t large[2] = {4, INT64_MAX - 3};
  check_wrap_error(large,
                   data,
                   TERCET_ERR_SHAPE,
                   "stride 9223372036854775804 of axis 1 is too large");
  const int64_t least[2] = {INT64_MIN, 4};
  check_wrap_error(least,
                   data,
                   TERCET_ERR_SHAPE,
                   "stride -9223372036854775808 of axis 0 is too large");
}

static void
test_each_allocation_failing(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  deletion noted = {0, NULL};
  int32_t data[3] = {1, 2, 3};
  const int64_t shape[1] = {3};
  tercet_tensor *tensor = NULL;
  for (size_t i = 0; i < 2; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(
        tercet_tensor_new(&alloc, TERCET_DTYPE_I32, 1, shape, &tensor, NULL),
        TERCET_ERR_NO_MEMORY);
    CHECK(!tensor);
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_from_data(
                     &alloc, TERCET_DTYPE_I32, 1, shape, data, &tensor, NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!tensor);
    state = (failing_allocator){0, i};
    CHECK_STATUS(tercet_tensor_wrap(&alloc,
                                    TERCET_DTYPE_I32,
                                    1,
                                    shape,
                                    NULL,
                                    data,
                                    note_deletion,
                                    &noted,
                                    &tensor,
                                    NULL),
                 TERCET_ERR_NO_MEMORY);
    CHECK(!tensor);
    CHECK_INT(noted.n_calls, 0);
  }
  state = (failing_allocator){0, 2};
  CHECK_STATUS(tercet_tensor_from_data(
                   &alloc, TERCET_DTYPE_I32, 1, shape, data, &tensor, NULL),
               TERCET_OK);
  tercet_tensor_unref(tensor);
}

static void
test_view_in_place(void)
{
  const int64_t shape[2] = {2, 2};
  const float data[4] = {1, 2, 3, 4};
  tercet_tensor_type type;
  CHECK_STATUS(tercet_tensor_type_init(TERCET_DTYPE_F32, 2, shape, &type, NULL),
               TERCET_OK);
  CHECK_INT(type.n_elements, 4);
  CHECK_INT(type.n_bytes, 16);

  tercet_tensor_view view;
  const tercet_tensor *const tensor =
      tercet_tensor_view_init(&view, &type, data);
  CHECK(tercet_tensor_data(tensor) == data);
  CHECK(!tercet_tensor_mutable_data(&view.tensor));
  CHECK(tercet_tensor_is_contiguous(tensor));

  tercet_tensor *transposed = NULL;
  tercet_tensor *sum = NULL;
  CHECK_STATUS(tercet_tensor_permute(tensor, NULL, &transposed, NULL),
               TERCET_OK);
  CHECK(!tercet_tensor_mutable_data(transposed));
  CHECK_STATUS(
      tercet_tensor_binary(NULL, TERCET_ADD, tensor, transposed, &sum, NULL),
      TERCET_OK);
  tercet_tensor_unref(transposed);
  tercet_tensor_unref(&view.tensor);
  const float *const sums = (const float *)tercet_tensor_data(sum);
  CHECK(sums[0] == 2 && sums[1] == 5 && sums[2] == 5 && sums[3] == 8);
  tercet_tensor_unref(sum);
}

static void
test_tensor_types_compare(void)
{
  const int64_t shape[2] = {2, 3};
  const int64_t other[2] = {3, 2};
  tercet_tensor_type a;
  tercet_tensor_type b;
  CHECK_STATUS(tercet_tensor_type_init(TERCET_DTYPE_F32, 2, shape, &a, NULL),
               TERCET_OK);
  CHECK(tercet_tensor_type_equals(&a, &a));
  CHECK_STATUS(tercet_tensor_type_init(TERCET_DTYPE_F32, 2, other, &b, NULL),
               TERCET_OK);
  CHECK(!tercet_tensor_type_equals(&a, &b));
  CHECK_STATUS(tercet_tensor_type_init(TERCET_DTYPE_I32, 2, shape, &b, NULL),
               TERCET_OK);
  CHECK(!tercet_tensor_type_equals(&a, &b));
  CHECK_STATUS(tercet_tensor_type_init(TERCET_DTYPE_F32, 0, NULL, &b, NULL),
               TERCET_OK);
  CHECK_INT(b.n_elements, 1);
  CHECK(!tercet_tensor_type_equals(&a, &b));
}

/* ---- Equality ---- */

/// Return whether some element is NaN
static bool
has_nan(const tercet_tensor *tensor)
{
  for (int64_t i = 0; i < tercet_tensor_size(tensor); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(
        tercet_tensor_rank(tensor), tercet_tensor_shape(tensor), i, index);
    const reference_value x = reference_get(tensor, index);
    if (isnan(x.re) || isnan(x.im)) {
      return true;
    }
  }
  return false;
}

static void
test_copies_are_equal_but_for_nan(void)
{
  uint64_t state = 5;
  for (int i = 0; i < 600; ++i) {
    const tercet_dtype dtype = (tercet_dtype)(i % TERCET_DTYPE_COUNT);
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_shape(&state, shape);
    tercet_tensor *const a = random_tensor(
        &state, dtype, i % 2 ? RANDOM_WILD : RANDOM_TAME, rank, shape);
    tercet_tensor *b = NULL;
    CHECK_STATUS(tercet_tensor_copy(&guard_allocator, a, &b, NULL), TERCET_OK);
    check_end(b);
    const bool expected = !has_nan(a);
    CHECK_INT(tercet_tensor_equals(a, b), expected);
    CHECK_INT(tercet_tensor_equals(b, a), expected);
    CHECK_INT(tercet_tensor_equals(a, a), expected);

    if (tercet_tensor_size(b) && expected) {
      // Another last bit is another value, but for the sign of a zero
      char *const bytes = (char *)tercet_tensor_mutable_data(b);
      const size_t at = check_random(&state) % (size_t)tercet_tensor_size(b) *
                        tercet_dtype_size(dtype);
      bytes[at] = (char)(bytes[at] ^ 1);
      CHECK(!tercet_tensor_equals(a, b));
    }
    tercet_tensor_unref(a);
    tercet_tensor_unref(b);
  }
}

static void
test_zeros_of_both_signs_are_equal(void)
{
  const double positive = 0.0;
  const double negative = -0.0;
  tercet_tensor *a = NULL;
  tercet_tensor *b = NULL;
  tercet_tensor *c = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 0, NULL, &positive, &a, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 0, NULL, &negative, &b, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, a, TERCET_DTYPE_F32, &c, NULL),
               TERCET_OK);
  CHECK(tercet_tensor_equals(a, b));
  CHECK(!tercet_tensor_equals(a, c));
  tercet_tensor_unref(a);
  tercet_tensor_unref(b);
  tercet_tensor_unref(c);
}

/* ---- Printing ---- */

static void
check_print(tercet_dtype dtype,
            size_t rank,
            const int64_t *shape,
            const void *data,
            size_t max_elements,
            const char *expected)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, dtype, rank, shape, data, &tensor, NULL),
      TERCET_OK);
  tercet_buffer buffer;
  tercet_buffer_init(&buffer, NULL, 4096);
  const tercet_output output = tercet_buffer_output(&buffer);
  CHECK_STATUS(tercet_tensor_print(tensor, max_elements, &output, NULL),
               TERCET_OK);
  CHECK_TEXT(buffer.data, buffer.length, expected);
  tercet_buffer_clear(&buffer);
  tercet_tensor_unref(tensor);
}

static void
test_print_shows_the_first_and_the_last(void)
{
  const float x[6] = {0.46879438F, 0.5F, 1e20F, -1, 2, (float)NAN};
  const int64_t shape[2] = {2, 3};
  const tercet_dtype f32 = TERCET_DTYPE_F32;
  check_print(f32,
              2,
              shape,
              x,
              6,
              "float32[2, 3] 0.46879438, 0.5, 1e+20, -1.0, 2.0, NaN");
  check_print(f32, 2, shape, x, 3, "float32[2, 3] 0.46879438, 0.5, ..., NaN");
  check_print(f32, 2, shape, x, 1, "float32[2, 3] 0.46879438, ...");
  check_print(f32, 2, shape, x, 0, "float32[2, 3] ...");
}

static void
test_print_of_each_kind(void)
{
  const int64_t two[1] = {2};
  const int64_t zero[1] = {0};
  const uint8_t bools[2] = {1, 0};
  const int64_t integers[2] = {INT64_MIN, 7};
  const uint64_t naturals[2] = {UINT64_MAX, 0};
  const uint16_t halves[2] = {0x2e66, 0xfc00};
  const float complex[4] = {0.1F, -2.5F, 0, 1};
  const double x = 0.1;
  check_print(TERCET_DTYPE_BOOL, 1, two, bools, 9, "bool[2] true, false");
  check_print(TERCET_DTYPE_I64,
              1,
              two,
              integers,
              9,
              "int64[2] -9223372036854775808, 7");
  check_print(TERCET_DTYPE_U64,
              1,
              two,
              naturals,
              9,
              "uint64[2] 18446744073709551615, 0");
  check_print(TERCET_DTYPE_F16, 1, two, halves, 9, "float16[2] 0.1, -Infinity");
  check_print(
      TERCET_DTYPE_C64, 1, two, complex, 9, "complex64[2] 0.1-2.5j, 0.0+1.0j");
  check_print(TERCET_DTYPE_F64, 0, NULL, &x, 9, "float64[] 0.1");
  check_print(TERCET_DTYPE_F64, 1, zero, NULL, 9, "float64[0]");
}

static tercet_status
write_fails(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)data;
  (void)length;
  (void)err;
  size_t *const n_left = (size_t *)context;
  return (*n_left)-- ? TERCET_OK : TERCET_ERR_IO;
}

static void
test_print_to_an_output_that_fails(void)
{
  const int64_t shape[1] = {6};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_F32, 1, shape, &tensor, NULL),
      TERCET_OK);
  for (size_t i = 0; i < 6; ++i) {
    size_t n_left = i;
    const tercet_output output = {write_fails, &n_left};
    CHECK_STATUS(tercet_tensor_print(tensor, 3, &output, NULL), TERCET_ERR_IO);
  }
  tercet_tensor_unref(tensor);
}

int
main(void)
{
  test_dtype_names_go_both_ways();
  test_new_is_zero_and_contiguous();
  test_shapes_that_cannot_be();
  test_deleter_is_called_once_by_the_last_user();
  test_wrap_refuses_what_cannot_be_addressed();
  test_each_allocation_failing();
  test_view_in_place();
  test_tensor_types_compare();
  test_copies_are_equal_but_for_nan();
  test_zeros_of_both_signs_are_equal();
  test_print_shows_the_first_and_the_last();
  test_print_of_each_kind();
  test_print_to_an_output_that_fails();
  return check_finish();
}
