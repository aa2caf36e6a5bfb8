// SPDX-License-Identifier: Apache-2.0

/// Strings, images and signals

#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

/* ---- Strings ---- */

/// Each string gives as many as the longest list of parts
tercet_status
tercet_onnx_rule_string_split(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input || input->rank >= TERCET_MAX_RANK) {
    return TERCET_OK;
  }

  int64_t dims[TERCET_MAX_RANK];
  for (size_t i = 0; i < input->rank; ++i) {
    dims[i] = input->dims[i];
  }
  dims[input->rank] = tercet_onnx_infer_unknown(infer);
  tercet_onnx_infer_give_like(infer, 1, input);
  return tercet_onnx_infer_give(infer, 0, input->rank + 1, dims);
}

/// One number for each column that the attribute tells
tercet_status
tercet_onnx_rule_tf_idf(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  size_t n = 0;
  const int64_t *const columns =
      tercet_onnx_infer_ints(infer, "ngram_indexes", &n);
  if (!input || !columns || input->rank == 0 || input->rank > 2) {
    return TERCET_OK;
  }

  int64_t last = -1;
  for (size_t i = 0; i < n; ++i) {
    last = columns[i] > last ? columns[i] : last;
  }
  const int64_t width =
      last < INT32_MAX ? last + 1 : tercet_onnx_infer_unknown(infer);
  const int64_t dims[2] = {input->rank == 2 ? input->dims[0] : width, width};
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/* ---- Images ---- */

/// Height, width and channels
tercet_status
tercet_onnx_rule_image(const tercet_onnx_infer *infer)
{
  return tercet_onnx_infer_give_rank(infer, 0, 3);
}

/// Batch and channels of the input, the other extents of the grid
tercet_status
tercet_onnx_rule_grid_sample(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_fact *const grid = tercet_onnx_infer_shaped(infer, 1);
  if (!input || !grid || input->rank < 3 || grid->rank != input->rank) {
    return tercet_onnx_rule_rank_of_first(infer);
  }

  int64_t dims[TERCET_MAX_RANK];
  for (size_t i = 0; i < input->rank; ++i) {
    dims[i] = i < 2 ? input->dims[i] : grid->dims[i - 1];
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/// A place for each point of an image of the size that is the second input
tercet_status
tercet_onnx_rule_affine_grid(const tercet_onnx_infer *infer)
{
  const tercet_onnx_infer_list size = tercet_onnx_infer_numbers(infer, 1, NULL);
  if (!size.is_known || (size.n != 4 && size.n != 5)) {
    return TERCET_OK;
  }

  int64_t dims[5];
  dims[0] = size.numbers[0];
  for (size_t i = 2; i < size.n; ++i) {
    dims[i - 1] = size.numbers[i];
  }
  dims[size.n - 1] = (int64_t)size.n - 2;
  return tercet_onnx_infer_give(infer, 0, size.n, dims);
}

/// Blocks are put together to an image of the size that is the second input
tercet_status
tercet_onnx_rule_col2im(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_infer_list image =
      tercet_onnx_infer_numbers(infer, 1, NULL);
  const tercet_onnx_infer_list block =
      tercet_onnx_infer_numbers(infer, 2, NULL);
  if (!input || input->rank != 3 || !image.is_known ||
      image.n > TERCET_MAX_RANK - 2) {
    return TERCET_OK;
  }

  int64_t dims[TERCET_MAX_RANK];
  int64_t area = 1;
  for (size_t i = 0; i < block.n; ++i) {
    area = tercet_onnx_infer_product(infer, area, block.numbers[i]);
  }
  const bool is_known = block.is_known && area > 0 &&
                        !tercet_onnx_is_symbol(input->dims[1]) &&
                        input->dims[1] % area == 0;
  dims[0] = input->dims[0];
  dims[1] = is_known ? input->dims[1] / area : tercet_onnx_infer_unknown(infer);
  for (size_t i = 0; i < image.n; ++i) {
    dims[2 + i] = image.numbers[i];
  }
  return tercet_onnx_infer_give(infer, 0, 2 + image.n, dims);
}

/* ---- Signals ---- */

/// Set `out` to the axis of a transform: an input since version 20; false if
/// it is not known
static bool
transform_axis(const tercet_onnx_infer *infer, int64_t *out)
{
  const tercet_onnx_infer_list axis = tercet_onnx_infer_numbers(infer, 2, NULL);
  if (infer->schema->version < 20) {
    *out = tercet_onnx_infer_int(infer, "axis");
    return true;
  }
  *out = axis.is_given && axis.n == 1 ? axis.numbers[0] : -2;
  return !axis.is_given || (axis.n == 1 && !tercet_onnx_is_symbol(*out));
}

/// Numbers become pairs, and one axis may get another length
tercet_status
tercet_onnx_rule_dft(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_infer_list length =
      tercet_onnx_infer_numbers(infer, 1, NULL);
  const bool is_half = tercet_onnx_infer_int(infer, "onesided") != 0;
  int64_t given = 0;
  if (!input || input->rank < 2 || !transform_axis(infer, &given) ||
      (is_half && tercet_onnx_infer_int(infer, "inverse") != 0)) {
    return tercet_onnx_rule_rank_of_first(infer);
  }

  size_t axis = 0;
  int64_t dims[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_infer_axis(infer, given, input->rank, &axis));
  for (size_t i = 0; i < input->rank; ++i) {
    dims[i] = input->dims[i];
  }
  dims[input->rank - 1] = 2;
  if (length.is_given) {
    dims[axis] =
        length.n == 1 ? length.numbers[0] : tercet_onnx_infer_unknown(infer);
  }
  if (is_half) {
    dims[axis] = tercet_onnx_is_symbol(dims[axis])
                     ? tercet_onnx_infer_unknown(infer)
                     : dims[axis] / 2 + 1;
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/// Batch, frames, frequencies, and pairs
tercet_status
tercet_onnx_rule_stft(const tercet_onnx_infer *infer)
{
  return tercet_onnx_infer_give_rank(infer, 0, 4);
}
