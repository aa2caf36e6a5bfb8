// SPDX-License-Identifier: Apache-2.0

/// Products of integers, which wrap around: in 64 bits, and in the bits of
/// the elements, along each axis of tensors of any strides

#include "array_reference.h"

#include "array/reduce_internal.h"
#include "array/reduce_loops.h"

/// Return the bits of an element, of a signed one with its sign
static uint64_t
bits_of(const tercet_tensor *tensor, const int64_t *index)
{
  const long double x = reference_get(tensor, index).re;
  return x < 0 ? 0U - (uint64_t)-x : (uint64_t)x;
}

/// Return the product of a line of a matrix along `axis`
static uint64_t
expected_product(const tercet_tensor *matrix, size_t axis, int64_t i)
{
  uint64_t product = 1;
  int64_t index[2];
  index[1U - axis] = i;
  for (int64_t j = 0; j < tercet_tensor_shape(matrix)[axis]; ++j) {
    index[axis] = j;
    product *= bits_of(matrix, index);
  }
  return product;
}

static void
check_product(const tercet_tensor *matrix, size_t axis, unsigned op)
{
  bool reduces[2] = {axis == 0, axis == 1};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_reduce(NULL, op, matrix, reduces, false, 0, &out, NULL),
               TERCET_OK);
  const int digits = reference_format_of(tercet_tensor_dtype(out)).digits;
  const uint64_t mask = UINT64_MAX >> (64 - digits);
  CHECK(op == REDUCE_PROD || digits == 64);
  bool is_right = true;
  for (int64_t i = 0; i < tercet_tensor_shape(matrix)[1U - axis]; ++i) {
    is_right = is_right && (bits_of(out, &i) & mask) ==
                               (expected_product(matrix, axis, i) & mask);
  }
  CHECK(is_right);
  tercet_tensor_unref(out);
}

/// Fill with odd numbers, whose products keep all their bits
static tercet_tensor *
odd_matrix(tercet_dtype dtype, const int64_t *shape, uint64_t *state)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 2, shape, &out, NULL), TERCET_OK);
  const size_t size = tercet_dtype_size(dtype);
  char *const data = (char *)tercet_tensor_mutable_data(out);
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    const uint64_t x = check_random(state) | 1U;
    memcpy(data + (size_t)i * size, &x, size);
  }
  return out;
}

static void
check_dtype(tercet_dtype dtype, uint64_t *state)
{
  static const int64_t shapes[][2] = {
      {1, 1}, {3, 5}, {40, 33}, {2, 600}, {600, 2}, {0, 4}};
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
    tercet_tensor *const matrix = odd_matrix(dtype, shapes[i], state);
    tercet_tensor *turned = NULL;
    CHECK_STATUS(tercet_tensor_transpose(matrix, 0, NULL, &turned, NULL),
                 TERCET_OK);
    for (size_t axis = 0; axis < 2; ++axis) {
      check_product(matrix, axis, REDUCE_PROD);
      check_product(matrix, axis, REDUCE_WIDE_PROD);
      check_product(turned, axis, REDUCE_PROD);
      check_product(turned, axis, REDUCE_WIDE_PROD);
    }
    tercet_tensor_unref(turned);
    tercet_tensor_unref(matrix);
  }
}

int
main(void)
{
  uint64_t state = 3;
  for (int i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    const tercet_dtype dtype = (tercet_dtype)i;
    if (reference_format_of(dtype).kind == REFERENCE_INTEGER) {
      check_dtype(dtype, &state);
    }
  }
  return check_finish();
}
