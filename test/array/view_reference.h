// SPDX-License-Identifier: Apache-2.0

/// Small tensors for examples, and their text as nested lists

#ifndef TERCET_TEST_ARRAY_VIEW_REFERENCE_H
#define TERCET_TEST_ARRAY_VIEW_REFERENCE_H

#include "array_reference.h"

#include <stdarg.h>

/// Make the tensor of 0, 1, 2, ... in row-major order; `extents` such as "43"
static inline tercet_tensor *
count_up(tercet_dtype dtype, const char *extents)
{
  const size_t rank = strlen(extents);
  int64_t shape[TERCET_MAX_RANK];
  tercet_tensor *out = NULL;
  for (size_t i = 0; i < rank; ++i) {
    shape[i] = extents[i] - '0';
  }
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, rank, shape, &out, NULL),
               TERCET_OK);
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, shape, i, index);
    CHECK_STATUS(
        tercet_tensor_set(out, rank, index, tercet_scalar_from_i64(i), NULL),
        TERCET_OK);
  }
  return out;
}

/// Make a vector of `n` integers, which follow as int
static inline tercet_tensor *
vector_of(tercet_dtype dtype, int64_t n, ...)
{
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 1, &n, &out, NULL), TERCET_OK);
  va_list values;
  va_start(values, n);
  for (int64_t i = 0; i < n; ++i) {
    const tercet_scalar value = tercet_scalar_from_i64(va_arg(values, int));
    CHECK_STATUS(tercet_tensor_set(out, 1, &i, value, NULL), TERCET_OK);
  }
  va_end(values);
  return out;
}

/// Text of a tensor, such as "[[0, 1], [2, 3]]"
typedef struct {
  char data[4096];
  size_t length;
} tensor_text;

static inline void
append_text(tensor_text *text, const char *piece)
{
  const size_t n = strlen(piece);
  if (text->length + n < sizeof(text->data)) {
    memcpy(text->data + text->length, piece, n + 1U);
    text->length += n;
  }
}

/// Append everything with the first `n` indices; one level for each axis
static inline void
append_elements(const tercet_tensor *tensor,
                size_t n,
                int64_t *index,
                tensor_text *text)
{
  if (n == tercet_tensor_rank(tensor)) {
    char piece[64];
    snprintf(
        piece, sizeof(piece), "%g", (double)reference_get(tensor, index).re);
    append_text(text, piece);
    return;
  }
  append_text(text, "[");
  for (index[n] = 0; index[n] < tercet_tensor_shape(tensor)[n]; ++index[n]) {
    append_text(text, index[n] ? ", " : "");
    append_elements(tensor, n + 1U, index, text);
  }
  append_text(text, "]");
}

/// Compare with a text, and give the tensor back
static inline void
expect(tercet_tensor *tensor, const char *expected)
{
  CHECK(tensor != NULL);
  if (tensor) {
    tensor_text text = {"", 0};
    int64_t index[TERCET_MAX_RANK] = {0};
    append_elements(tensor, 0, index, &text);
    CHECK_TEXT(text.data, text.length, expected);
  }
  tercet_tensor_unref(tensor);
}

/// Compare the shape with a text such as "[4, 5, 3]", and give the tensor back
static inline void
expect_shape(tercet_tensor *tensor, const char *expected)
{
  tensor_text text = {"", 0};
  append_text(&text, "[");
  for (size_t i = 0; i < tercet_tensor_rank(tensor); ++i) {
    char piece[32];
    snprintf(piece,
             sizeof(piece),
             "%s%" PRId64,
             i ? ", " : "",
             tercet_tensor_shape(tensor)[i]);
    append_text(&text, piece);
  }
  append_text(&text, "]");
  CHECK_TEXT(text.data, text.length, expected);
  tercet_tensor_unref(tensor);
}

/// Check a failure: its status, its message, and that there is no result
#define CHECK_FAILURE(call, status, out, err, expected)                        \
  do {                                                                         \
    CHECK_STATUS((call), (status));                                            \
    CHECK((out) == NULL);                                                      \
    CHECK_TEXT((err).message, strlen((err).message), (expected));              \
  } while (0)

/// Return whether two elements are the same number
static inline bool
same_numbers(const tercet_tensor *a,
             const int64_t *index_a,
             const tercet_tensor *b,
             const int64_t *index_b)
{
  const reference_value x = reference_get(a, index_a);
  const reference_value y = reference_get(b, index_b);
  return reference_same(x.re, y.re) && reference_same(x.im, y.im);
}

/// Return whether two tensors of one shape hold the same numbers
static inline bool
same_tensors(const tercet_tensor *a, const tercet_tensor *b)
{
  const size_t rank = tercet_tensor_rank(a);
  bool same = rank == tercet_tensor_rank(b);
  for (size_t i = 0; same && i < rank; ++i) {
    same = tercet_tensor_shape(a)[i] == tercet_tensor_shape(b)[i];
  }
  for (int64_t i = 0; same && i < tercet_tensor_size(a); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(a), i, index);
    same = same_numbers(a, index, b, index);
  }
  return same;
}

/// Make a tensor of any dtype, shape and layout
static inline tercet_tensor *
any_tensor(uint64_t *state, random_values values)
{
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = random_shape(state, shape);
  const tercet_dtype dtype =
      (tercet_dtype)(check_random(state) % TERCET_DTYPE_COUNT);
  return random_tensor(state, dtype, values, rank, shape);
}

/// Return a number from -n to n - 1
static inline int64_t
random_position(uint64_t *state, int64_t n)
{
  return (int64_t)(check_random(state) % (2U * (uint64_t)n)) - n;
}

#endif // TERCET_TEST_ARRAY_VIEW_REFERENCE_H
