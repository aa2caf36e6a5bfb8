// SPDX-License-Identifier: Apache-2.0

/// Convolution and pooling: extents of axes behind batch and channels

#include "base/string_view.h"
#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

/// The window of a convolution or pooling
typedef struct {
  size_t n; ///< Spatial axes
  int64_t kernel[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  int64_t dilations[TERCET_MAX_RANK];
  int64_t pads[2 * TERCET_MAX_RANK]; ///< Before each axis, then behind each
  tercet_string auto_pad;
  bool rounds_up;
} window;

/// Set `out` to an attribute of `n` integers of a sane size, or to `missing`;
/// false if there are not as many
static bool
take(const tercet_onnx_infer *infer,
     const char *name,
     size_t n,
     int64_t missing,
     int64_t low,
     int64_t *out)
{
  size_t n_given = 0;
  const int64_t *const given = tercet_onnx_infer_ints(infer, name, &n_given);
  for (size_t i = 0; i < n; ++i) {
    out[i] = given && i < n_given ? given[i] : missing;
    if (out[i] < low || out[i] > INT32_MAX) {
      return false;
    }
  }
  return !given || n_given == n;
}

/// Read the attributes; `kernel` may be the shape of the weights, or NULL for
/// the attribute.  False if they make no window that is known.
static bool
read_window(const tercet_onnx_infer *infer,
            size_t n,
            const int64_t *kernel,
            window *out)
{
  out->n = n;
  out->auto_pad = tercet_onnx_infer_string(infer, "auto_pad");
  out->rounds_up = tercet_onnx_infer_int(infer, "ceil_mode") != 0;
  for (size_t i = 0; i < n; ++i) {
    out->kernel[i] = kernel ? kernel[i] : 0;
  }
  bool is_known = take(infer, "strides", n, 1, 1, out->strides) &&
                  take(infer, "dilations", n, 1, 1, out->dilations) &&
                  take(infer, "pads", 2 * n, 0, 0, out->pads);
  if (!kernel || tercet_onnx_infer_attribute(infer, "kernel_shape")) {
    is_known = is_known && take(infer, "kernel_shape", n, 0, 1, out->kernel);
  }
  for (size_t i = 0; is_known && i < n; ++i) {
    is_known = out->kernel[i] >= 1 && out->kernel[i] <= INT32_MAX;
  }
  return is_known;
}

/// Return the extent of an output axis
static int64_t
window_extent(const tercet_onnx_infer *infer,
              const window *w,
              size_t i,
              int64_t extent)
{
  if (tercet_onnx_is_symbol(extent) || extent > INT64_MAX / 4) {
    return tercet_onnx_infer_unknown(infer);
  }

  const int64_t stride = w->strides[i];
  if (tercet_string_is(w->auto_pad, "SAME_UPPER") ||
      tercet_string_is(w->auto_pad, "SAME_LOWER")) {
    return extent / stride + (extent % stride != 0);
  }
  const bool has_pads = !tercet_string_is(w->auto_pad, "VALID");
  const int64_t before = has_pads ? w->pads[i] : 0;
  const int64_t padded = extent + before + (has_pads ? w->pads[w->n + i] : 0);
  const int64_t space = padded - w->dilations[i] * (w->kernel[i] - 1) - 1;
  if (space < 0) {
    return tercet_onnx_infer_unknown(infer);
  }

  int64_t steps = space / stride + (w->rounds_up && space % stride != 0);
  // A window must not start in the padding behind
  if (w->rounds_up && steps * stride >= extent + before) {
    --steps;
  }
  return steps + 1;
}

/// Set an output with `channels` and the extents that a window leaves
static tercet_status
give_windows(const tercet_onnx_infer *infer,
             size_t output,
             const tercet_onnx_fact *input,
             int64_t channels,
             const window *w)
{
  int64_t dims[TERCET_MAX_RANK];
  dims[0] = input->dims[0];
  dims[1] = channels;
  for (size_t i = 0; i < w->n; ++i) {
    dims[2 + i] = window_extent(infer, w, i, input->dims[2 + i]);
  }
  return tercet_onnx_infer_give(infer, output, input->rank, dims);
}

/// Set the output of a convolution of input 0 with the weights of an input
static tercet_status
convolve(const tercet_onnx_infer *infer, size_t weights_at)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_fact *const weights =
      tercet_onnx_infer_shaped(infer, weights_at);
  if (!input || input->rank < 3) {
    return TERCET_OK;
  }
  if (weights && weights->rank != input->rank) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "weights have rank %zu, the input %zu",
                                  weights->rank,
                                  input->rank);
  }

  window w;
  if (!weights || !read_window(infer, input->rank - 2, weights->dims + 2, &w)) {
    return tercet_onnx_infer_give_rank(infer, 0, input->rank);
  }
  return give_windows(infer, 0, input, weights->dims[0], &w);
}

tercet_status
tercet_onnx_rule_conv(const tercet_onnx_infer *infer)
{
  return convolve(infer, 1);
}

tercet_status
tercet_onnx_rule_q_linear_conv(const tercet_onnx_infer *infer)
{
  return convolve(infer, 3);
}

tercet_status
tercet_onnx_rule_pool(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input || input->rank < 3) {
    return TERCET_OK;
  }

  window w;
  const bool is_known = read_window(infer, input->rank - 2, NULL, &w);
  for (size_t i = 0; i < infer->n_outputs; ++i) {
    TERCET_TRY(is_known ? give_windows(infer, i, input, input->dims[1], &w)
                        : tercet_onnx_infer_give_rank(infer, i, input->rank));
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_rule_global_pool(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input || input->rank < 2) {
    return TERCET_OK;
  }

  int64_t dims[TERCET_MAX_RANK];
  for (size_t i = 0; i < input->rank; ++i) {
    dims[i] = i < 2 ? input->dims[i] : 1;
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/// Return the extent of an output axis of a transposed convolution
static int64_t
spread_extent(const tercet_onnx_infer *infer,
              const window *w,
              size_t i,
              int64_t extent,
              int64_t added)
{
  if (tercet_onnx_is_symbol(extent) || extent > INT32_MAX) {
    return tercet_onnx_infer_unknown(infer);
  }
  if (tercet_string_is(w->auto_pad, "SAME_UPPER") ||
      tercet_string_is(w->auto_pad, "SAME_LOWER")) {
    return extent * w->strides[i];
  }
  const bool has_pads = !tercet_string_is(w->auto_pad, "VALID");
  const int64_t pads = has_pads ? w->pads[i] + w->pads[w->n + i] : 0;
  return w->strides[i] * (extent - 1) + added +
         (w->kernel[i] - 1) * w->dilations[i] + 1 - pads;
}

tercet_status
tercet_onnx_rule_conv_transpose(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_fact *const weights = tercet_onnx_infer_shaped(infer, 1);
  if (!input || input->rank < 3) {
    return TERCET_OK;
  }

  const size_t n = input->rank - 2;
  window w;
  int64_t added[TERCET_MAX_RANK];
  if (!weights || weights->rank != input->rank ||
      !read_window(infer, n, weights->dims + 2, &w) ||
      !take(infer, "output_padding", n, 0, 0, added)) {
    return tercet_onnx_infer_give_rank(infer, 0, input->rank);
  }

  size_t n_shape = 0;
  const int64_t *const shape =
      tercet_onnx_infer_ints(infer, "output_shape", &n_shape);
  int64_t dims[TERCET_MAX_RANK];
  dims[0] = input->dims[0];
  dims[1] = tercet_onnx_infer_product(
      infer, weights->dims[1], tercet_onnx_infer_int(infer, "group"));
  for (size_t i = 0; i < n; ++i) {
    dims[2 + i] =
        shape && n_shape == n
            ? shape[i]
            : spread_extent(infer, &w, i, input->dims[2 + i], added[i]);
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/// The output shape may be given; otherwise the pooling is undone
tercet_status
tercet_onnx_rule_max_unpool(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input || input->rank < 3) {
    return TERCET_OK;
  }

  const tercet_onnx_infer_list shape =
      tercet_onnx_infer_numbers(infer, 2, NULL);
  if (shape.is_given) {
    return shape.is_known && shape.n == input->rank
               ? tercet_onnx_infer_give(infer, 0, shape.n, shape.numbers)
               : tercet_onnx_infer_give_rank(infer, 0, input->rank);
  }
  window w;
  if (!read_window(infer, input->rank - 2, NULL, &w)) {
    return tercet_onnx_infer_give_rank(infer, 0, input->rank);
  }
  int64_t dims[TERCET_MAX_RANK];
  dims[0] = input->dims[0];
  dims[1] = input->dims[1];
  for (size_t i = 0; i < w.n; ++i) {
    dims[2 + i] = spread_extent(infer, &w, i, input->dims[2 + i], 0);
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/// One box for each row of the second input
tercet_status
tercet_onnx_rule_roi_align(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_fact *const boxes = tercet_onnx_infer_shaped(infer, 1);
  const int64_t unknown = tercet_onnx_infer_unknown(infer);
  const int64_t dims[4] = {boxes && boxes->rank == 2 ? boxes->dims[0] : unknown,
                           input && input->rank == 4
                               ? input->dims[1]
                               : tercet_onnx_infer_unknown(infer),
                           tercet_onnx_infer_int(infer, "output_height"),
                           tercet_onnx_infer_int(infer, "output_width")};
  return tercet_onnx_infer_give(infer, 0, 4, dims);
}
