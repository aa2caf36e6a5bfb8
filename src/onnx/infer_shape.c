// SPDX-License-Identifier: Apache-2.0

/// Operators that give the same elements another shape

#include "base/checked.h"
#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

int64_t
tercet_onnx_infer_product(const tercet_onnx_infer *infer, int64_t a, int64_t b)
{
  int64_t product = 0;
  if (a == 1 || b == 0) {
    return b;
  }
  if (b == 1 || a == 0) {
    return a;
  }
  return !tercet_onnx_is_symbol(a) && !tercet_onnx_is_symbol(b) &&
                 tercet_i64_multiply(a, b, &product)
             ? tercet_onnx_number(infer->facts, product)
             : tercet_onnx_infer_unknown(infer);
}

/// Return the product of extents, some of which may be symbols
static int64_t
product_of(const tercet_onnx_infer *infer, size_t n, const int64_t *dims)
{
  int64_t product = 1;
  for (size_t i = 0; i < n; ++i) {
    product = tercet_onnx_infer_product(infer, product, dims[i]);
  }
  return product;
}

/// Set the extent that -1 stands for; a symbol if the sizes do not tell
static tercet_status
complete_shape(const tercet_onnx_infer *infer,
               const tercet_onnx_fact *input,
               size_t rank,
               int64_t *dims)
{
  size_t open = rank;
  int64_t known = 1;
  bool all_known = true;
  for (size_t i = 0; i < rank; ++i) {
    if (dims[i] == -1) {
      open = i;
    } else {
      known = tercet_onnx_infer_product(infer, known, dims[i]);
      all_known = all_known && !tercet_onnx_is_symbol(dims[i]);
    }
  }

  const int64_t size = input ? product_of(infer, input->rank, input->dims)
                             : tercet_onnx_infer_unknown(infer);
  const bool is_sure = all_known && !tercet_onnx_is_symbol(size);
  if (open == rank) {
    return is_sure && size != known
               ? tercet_onnx_infer_fail(infer,
                                        TERCET_ERR_SHAPE,
                                        "%lld elements do not make %lld",
                                        (long long)size,
                                        (long long)known)
               : TERCET_OK;
  }

  dims[open] = tercet_onnx_infer_unknown(infer);
  if (!is_sure || tercet_onnx_is_symbol(known) || known == 0) {
    return TERCET_OK;
  }
  if (size % known != 0) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "%lld elements are not a multiple of %lld",
                                  (long long)size,
                                  (long long)known);
  }
  dims[open] = size / known;
  return TERCET_OK;
}

/// Set `dims` to a requested shape, with what 0 stands for in place
static tercet_status
requested_shape(const tercet_onnx_infer *infer,
                const tercet_onnx_infer_list *shape,
                const tercet_onnx_fact *input,
                int64_t *dims)
{
  const bool copies = tercet_onnx_infer_int(infer, "allowzero") == 0;
  size_t n_open = 0;
  for (size_t i = 0; i < shape->n; ++i) {
    dims[i] = shape->numbers[i];
    if (dims[i] == 0 && copies) {
      if (input && i >= input->rank) {
        return tercet_onnx_infer_fail(
            infer, TERCET_ERR_SHAPE, "shape: axis %zu to copy is missing", i);
      }
      dims[i] = input ? input->dims[i] : tercet_onnx_infer_unknown(infer);
    }
    n_open += dims[i] == -1;
    if (n_open > 1 || (dims[i] < -1 && !tercet_onnx_is_symbol(dims[i]))) {
      return tercet_onnx_infer_fail(infer,
                                    TERCET_ERR_SHAPE,
                                    "shape: %lld of axis %zu",
                                    (long long)dims[i],
                                    i);
    }
  }
  return TERCET_OK;
}

/// A symbol in the shape may turn out to be 0 or -1, which then stands for
/// another extent
static bool
has_symbol(const tercet_onnx_infer_list *list)
{
  for (size_t i = 0; i < list->n; ++i) {
    if (tercet_onnx_is_symbol(list->numbers[i])) {
      return true;
    }
  }
  return false;
}

tercet_status
tercet_onnx_rule_reshape(const tercet_onnx_infer *infer)
{
  const tercet_onnx_infer_list shape =
      tercet_onnx_infer_numbers(infer, 1, "shape");
  const tercet_onnx_fact *const wanted = tercet_onnx_infer_shaped(infer, 1);
  if (!shape.is_known) {
    const bool has_rank = wanted && wanted->rank == 1 &&
                          wanted->dims[0] <= TERCET_MAX_RANK &&
                          !tercet_onnx_is_symbol(wanted->dims[0]);
    return has_rank
               ? tercet_onnx_infer_give_rank(infer, 0, (size_t)wanted->dims[0])
               : TERCET_OK;
  }
  if (shape.n > TERCET_MAX_RANK) {
    return TERCET_OK;
  }

  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  int64_t dims[TERCET_MAX_RANK];
  TERCET_TRY(requested_shape(infer, &shape, input, dims));
  if (has_symbol(&shape)) {
    for (size_t i = 0; i < shape.n; ++i) {
      const bool is_plain = shape.numbers[i] > 0;
      dims[i] = is_plain || (shape.numbers[i] == 0 && input)
                    ? dims[i]
                    : tercet_onnx_infer_unknown(infer);
    }
  } else {
    TERCET_TRY(complete_shape(infer, input, shape.n, dims));
  }
  return tercet_onnx_infer_give(infer, 0, shape.n, dims);
}

tercet_status
tercet_onnx_rule_flatten(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return tercet_onnx_infer_give_rank(infer, 0, 2);
  }

  const int64_t rank = (int64_t)input->rank;
  int64_t axis = tercet_onnx_infer_int(infer, "axis");
  axis = axis < 0 ? axis + rank : axis;
  if (axis < 0 || axis > rank) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "axis %lld of a rank-%zu tensor",
                                  (long long)axis,
                                  input->rank);
  }
  const size_t at = (size_t)axis;
  const int64_t dims[2] = {
      product_of(infer, at, input->dims),
      product_of(infer, input->rank - at, input->dims + at)};
  return tercet_onnx_infer_give(infer, 0, 2, dims);
}

/// Squeeze without axes: sure only if every extent is known
static tercet_status
squeeze_ones(const tercet_onnx_infer *infer, const tercet_onnx_fact *input)
{
  int64_t dims[TERCET_MAX_RANK];
  size_t rank = 0;
  for (size_t i = 0; i < input->rank; ++i) {
    if (tercet_onnx_is_symbol(input->dims[i])) {
      return TERCET_OK;
    }
    if (input->dims[i] != 1) {
      dims[rank++] = input->dims[i];
    }
  }
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}

tercet_status
tercet_onnx_rule_squeeze(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  const tercet_onnx_infer_list axes =
      tercet_onnx_infer_numbers(infer, 1, "axes");
  uint64_t mask = 0;
  bool is_known = false;
  TERCET_TRY(
      tercet_onnx_infer_axes(infer, &axes, input->rank, &mask, &is_known));
  if (!is_known) {
    return TERCET_OK;
  }
  if (!axes.is_given) {
    return squeeze_ones(infer, input);
  }

  int64_t dims[TERCET_MAX_RANK];
  size_t rank = 0;
  for (size_t i = 0; i < input->rank; ++i) {
    const int64_t dim = input->dims[i];
    if (!(mask >> i & 1U)) {
      dims[rank++] = dim;
    } else if (dim != 1 && !tercet_onnx_is_symbol(dim)) {
      return tercet_onnx_infer_fail(infer,
                                    TERCET_ERR_SHAPE,
                                    "axis %zu to remove has extent %lld",
                                    i,
                                    (long long)dim);
    }
  }
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}

tercet_status
tercet_onnx_rule_unsqueeze(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_infer_list axes =
      tercet_onnx_infer_numbers(infer, 1, "axes");
  if (!input || !axes.is_known || axes.n > TERCET_MAX_RANK - input->rank) {
    return TERCET_OK;
  }

  const size_t rank = input->rank + axes.n;
  uint64_t mask = 0;
  bool is_known = false;
  TERCET_TRY(tercet_onnx_infer_axes(infer, &axes, rank, &mask, &is_known));
  if (!is_known) {
    return tercet_onnx_infer_give_rank(infer, 0, rank);
  }

  int64_t dims[TERCET_MAX_RANK];
  size_t from = 0;
  for (size_t i = 0; i < rank; ++i) {
    dims[i] = mask >> i & 1U ? 1 : input->dims[from++];
  }
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}

tercet_status
tercet_onnx_rule_transpose(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  size_t n = 0;
  const int64_t *const order = tercet_onnx_infer_ints(infer, "perm", &n);
  if (order && n != input->rank) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "perm has %zu axes of a rank-%zu tensor",
                                  n,
                                  input->rank);
  }
  const tercet_onnx_infer_list list = {true, true, n, order};
  uint64_t mask = 0;
  bool is_known = false;
  TERCET_TRY(
      tercet_onnx_infer_axes(infer, &list, input->rank, &mask, &is_known));

  int64_t dims[TERCET_MAX_RANK];
  for (size_t i = 0; i < input->rank; ++i) {
    size_t axis = input->rank - 1 - i;
    if (order) {
      TERCET_TRY(tercet_onnx_infer_axis(infer, order[i], input->rank, &axis));
    }
    dims[i] = input->dims[axis];
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/// Expand to a shape of which only the length is known
static tercet_status
expand_rank(const tercet_onnx_infer *infer,
            const tercet_onnx_fact *input,
            const tercet_onnx_fact *shape)
{
  if (!input || !shape || shape->rank != 1 || shape->dims[0] < 0 ||
      shape->dims[0] > TERCET_MAX_RANK) {
    return TERCET_OK;
  }
  const size_t n = (size_t)shape->dims[0];
  return tercet_onnx_infer_give_rank(
      infer, 0, n > input->rank ? n : input->rank);
}

tercet_status
tercet_onnx_rule_expand(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_infer_list shape =
      tercet_onnx_infer_numbers(infer, 1, NULL);
  if (!input || !shape.is_known || shape.n > TERCET_MAX_RANK) {
    return expand_rank(infer, input, tercet_onnx_infer_shaped(infer, 1));
  }

  int64_t dims[TERCET_MAX_RANK];
  size_t rank = input->rank;
  if (rank > 0) {
    memcpy(dims, input->dims, rank * sizeof(dims[0]));
  }
  TERCET_TRY(tercet_onnx_infer_broadcast_to(
      infer, &rank, dims, shape.n, shape.numbers));
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}
