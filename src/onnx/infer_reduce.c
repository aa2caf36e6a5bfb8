// SPDX-License-Identifier: Apache-2.0

/// Reductions, and operators that give one shape or number of an input

#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

/// Set the output to the extents of `input` without the axes in `mask`, or
/// with 1 instead
static tercet_status
give_reduced(const tercet_onnx_infer *infer,
             const tercet_onnx_fact *input,
             uint64_t mask)
{
  const bool keeps = tercet_onnx_infer_int(infer, "keepdims") != 0;
  int64_t dims[TERCET_MAX_RANK];
  size_t rank = 0;
  for (size_t i = 0; i < input->rank; ++i) {
    const bool is_reduced = mask >> i & 1U;
    if (!is_reduced || keeps) {
      dims[rank++] = is_reduced ? 1 : input->dims[i];
    }
  }
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}

tercet_status
tercet_onnx_rule_reduce(const tercet_onnx_infer *infer)
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
    return tercet_onnx_infer_int(infer, "keepdims") != 0
               ? tercet_onnx_infer_give_rank(infer, 0, input->rank)
               : TERCET_OK;
  }

  if (axes.n == 0 &&
      tercet_onnx_infer_int(infer, "noop_with_empty_axes") != 0) {
    return tercet_onnx_rule_like_first(infer);
  }
  return give_reduced(infer, input, axes.n == 0 ? UINT64_MAX : mask);
}

tercet_status
tercet_onnx_rule_arg(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  size_t axis = 0;
  TERCET_TRY(tercet_onnx_infer_axis(
      infer, tercet_onnx_infer_int(infer, "axis"), input->rank, &axis));
  return give_reduced(infer, input, UINT64_C(1) << axis);
}

tercet_status
tercet_onnx_rule_scalar(const tercet_onnx_infer *infer)
{
  return tercet_onnx_infer_give(infer, 0, 0, NULL);
}

/// The part of the shape that Shape gives since version 15
static void
shape_range(const tercet_onnx_infer *infer,
            size_t rank,
            size_t *start,
            size_t *end)
{
  const int64_t n = (int64_t)rank;
  const tercet_onnx_attribute *const last =
      tercet_onnx_infer_attribute(infer, "end");
  int64_t from = tercet_onnx_infer_int(infer, "start");
  int64_t to = last ? tercet_onnx_infer_int(infer, "end") : n;
  from = from < 0 ? from + n : from;
  to = to < 0 ? to + n : to;
  from = from < 0 ? 0 : from > n ? n : from;
  to = to < from ? from : to > n ? n : to;
  *start = (size_t)from;
  *end = (size_t)to;
}

tercet_status
tercet_onnx_rule_shape(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return tercet_onnx_infer_give_rank(infer, 0, 1);
  }

  size_t start = 0;
  size_t end = 0;
  shape_range(infer, input->rank, &start, &end);
  const int64_t n = (int64_t)(end - start);
  TERCET_TRY(tercet_onnx_infer_give(infer, 0, 1, &n));
  return tercet_onnx_infer_give_numbers(
      infer, 0, end - start, input->dims + start);
}

tercet_status
tercet_onnx_rule_size(const tercet_onnx_infer *infer)
{
  TERCET_TRY(tercet_onnx_infer_give(infer, 0, 0, NULL));
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  int64_t size = 1;
  for (size_t i = 0; i < input->rank; ++i) {
    size = tercet_onnx_infer_product(infer, size, input->dims[i]);
  }
  return tercet_onnx_infer_give_numbers(infer, 0, 1, &size);
}
