// SPDX-License-Identifier: Apache-2.0

#include "array/shape.h"

#include "base/checked.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

tercet_status
tercet_shape_check(size_t rank,
                   const int64_t *shape,
                   size_t item_size,
                   int64_t *n_elements,
                   tercet_error *err)
{
  if (rank > TERCET_MAX_RANK) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "%zu axes are more than %d",
                            rank,
                            TERCET_MAX_RANK);
  }

  int64_t n_bytes = (int64_t)item_size;
  bool is_empty = false;
  for (size_t i = 0; i < rank; ++i) {
    if (shape[i] < 0) {
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "extent %" PRId64 " of axis %zu is negative",
                              shape[i],
                              i);
    }
    is_empty = is_empty || shape[i] == 0;
    if (!tercet_i64_multiply(n_bytes, shape[i] ? shape[i] : 1, &n_bytes)) {
      char text[TERCET_SHAPE_TEXT_MAX];
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "shape %s has too many elements",
                              tercet_shape_text(rank, shape, text));
    }
  }

  *n_elements = is_empty ? 0 : n_bytes / (int64_t)item_size;
  return TERCET_OK;
}

void
tercet_shape_strides(size_t rank,
                     const int64_t *shape,
                     size_t item_size,
                     int64_t *strides)
{
  int64_t stride = (int64_t)item_size;
  for (size_t i = rank; i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i] ? shape[i] : 1;
  }
}

bool
tercet_shape_is_contiguous(size_t rank,
                           const int64_t *shape,
                           const int64_t *strides,
                           size_t item_size)
{
  int64_t stride = (int64_t)item_size;
  bool in_order = true;
  for (size_t i = rank; i-- > 0;) {
    if (shape[i] == 0) {
      return true;
    }
    if (shape[i] != 1 && in_order) {
      in_order = strides[i] == stride;
      stride *= in_order ? shape[i] : 1;
    }
  }
  return in_order;
}

bool
tercet_shape_equals(size_t rank_a,
                    const int64_t *a,
                    size_t rank_b,
                    const int64_t *b)
{
  return rank_a == rank_b &&
         (rank_a == 0 || !memcmp(a, b, rank_a * sizeof(*a)));
}

tercet_status
tercet_shape_broadcast(size_t rank_a,
                       const int64_t *a,
                       size_t rank_b,
                       const int64_t *b,
                       size_t *rank,
                       int64_t *out,
                       tercet_error *err)
{
  assert(rank_a <= TERCET_MAX_RANK && rank_b <= TERCET_MAX_RANK);

  *rank = rank_a > rank_b ? rank_a : rank_b;
  for (size_t i = 1; i <= *rank; ++i) {
    const int64_t da = i <= rank_a ? a[rank_a - i] : 1;
    const int64_t db = i <= rank_b ? b[rank_b - i] : 1;
    if (da != db && da != 1 && db != 1) {
      char text_a[TERCET_SHAPE_TEXT_MAX];
      char text_b[TERCET_SHAPE_TEXT_MAX];
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "shapes %s and %s do not broadcast: %" PRId64
                              " and %" PRId64 " on axis -%zu",
                              tercet_shape_text(rank_a, a, text_a),
                              tercet_shape_text(rank_b, b, text_b),
                              da,
                              db,
                              i);
    }

    // A zero extent wins over 1: an empty operand gives an empty result
    out[*rank - i] = da == 1 ? db : da;
  }
  return TERCET_OK;
}

const char *
tercet_shape_text(size_t rank,
                  const int64_t *shape,
                  char text[TERCET_SHAPE_TEXT_MAX])
{
  // An extent takes up to 22 bytes, the end up to 7
  size_t length = 0;
  text[length++] = '[';
  for (size_t i = 0; i < rank; ++i) {
    if (length + 30U > TERCET_SHAPE_TEXT_MAX) {
      memcpy(text + length, ", ...", 5);
      length += 5;
      break;
    }
    const int n = snprintf(text + length,
                           TERCET_SHAPE_TEXT_MAX - length,
                           i ? ", %" PRId64 : "%" PRId64,
                           shape[i]);
    length += (size_t)n;
  }
  text[length++] = ']';
  text[length] = '\0';
  return text;
}
