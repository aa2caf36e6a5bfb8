// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/window.h"

#include "base/error.h"
#include "base/string_view.h"

#include <string.h>

/// No extent, stride or padding may be larger, so that sums and products of
/// two of them do not overflow
#define MAX_EXTENT INT32_MAX

/// Set `n` numbers from an attribute that must have as many and be at least
/// `least`; a missing one means `missing`
static tercet_status
read_extents(const tercet_onnx_call *call,
             const char *name,
             size_t n,
             int64_t least,
             int64_t missing,
             int64_t *out)
{
  size_t n_given = 0;
  const int64_t *const given =
      tercet_onnx_node_ints(call->node, name, &n_given);
  if (n_given != n && given) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "attribute %s has %zu numbers, not %zu",
                            name,
                            n_given,
                            n);
  }
  for (size_t i = 0; i < n; ++i) {
    out[i] = given ? given[i] : missing;
    if (out[i] < least || out[i] > MAX_EXTENT) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "attribute %s: %lld is out of range",
                              name,
                              (long long)out[i]);
    }
  }
  return TERCET_OK;
}

static tercet_status
read_kernel(tercet_onnx_windows *w,
            const tercet_onnx_call *call,
            const int64_t *kernel)
{
  if (!kernel || tercet_onnx_node_attribute(call->node, "kernel_shape")) {
    TERCET_TRY(read_extents(call, "kernel_shape", w->n, 1, 1, w->kernel));
  } else {
    memcpy(w->kernel, kernel, w->n * sizeof(*kernel));
  }
  for (size_t i = 0; kernel && i < w->n; ++i) {
    if (w->kernel[i] != kernel[i] || kernel[i] < 1 || kernel[i] > MAX_EXTENT) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "a kernel of extent %lld along spatial axis %zu, "
                              "not %lld",
                              (long long)kernel[i],
                              i,
                              (long long)w->kernel[i]);
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_windows_attributes(tercet_onnx_windows *w,
                               const tercet_onnx_call *call,
                               const tercet_tensor *x,
                               const int64_t *kernel)
{
  const size_t rank = tercet_tensor_rank(x);
  if (rank < 3 || rank > 2 + TERCET_ONNX_MAX_SPATIAL) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "an input of rank %zu, not 3 to %d",
                            rank,
                            2 + TERCET_ONNX_MAX_SPATIAL);
  }

  memset(w, 0, sizeof(*w));
  w->n = rank - 2;
  for (size_t i = 0; i < w->n; ++i) {
    w->input[i] = tercet_tensor_shape(x)[2 + i];
    if (w->input[i] > MAX_EXTENT) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "an extent of %lld is too large",
                              (long long)w->input[i]);
    }
  }
  TERCET_TRY(read_kernel(w, call, kernel));
  TERCET_TRY(read_extents(call, "strides", w->n, 1, 1, w->stride));
  TERCET_TRY(read_extents(call, "dilations", w->n, 1, 1, w->dilation));

  int64_t pads[2 * TERCET_ONNX_MAX_SPATIAL];
  TERCET_TRY(read_extents(call, "pads", 2 * w->n, 0, 0, pads));
  memcpy(w->begin, pads, w->n * sizeof(*pads));
  memcpy(w->end, pads + w->n, w->n * sizeof(*pads));
  return TERCET_OK;
}

/// Extent of a dilated kernel
static int64_t
reach(const tercet_onnx_windows *w, size_t i)
{
  return (w->kernel[i] - 1) * w->dilation[i] + 1;
}

/// Pad such that there is a window for each stride, the odd element at the end
/// or at the beginning
static void
pad_same(tercet_onnx_windows *w, size_t i, bool is_upper)
{
  w->output[i] = (w->input[i] + w->stride[i] - 1) / w->stride[i];
  const int64_t needed =
      (w->output[i] - 1) * w->stride[i] + reach(w, i) - w->input[i];
  const int64_t total = needed > 0 ? needed : 0;
  w->begin[i] = is_upper ? total / 2 : total - total / 2;
  w->end[i] = total - w->begin[i];
}

/// Count the windows for the padding at hand
static void
count_windows(tercet_onnx_windows *w, size_t i, bool is_ceil)
{
  const int64_t stride = w->stride[i];
  const int64_t padded = w->input[i] + w->begin[i] + w->end[i];
  const int64_t room = padded - reach(w, i);
  if (room < 0 && !(is_ceil && room + stride > 0)) {
    w->output[i] = 0;
    return;
  }

  w->output[i] = (room + (is_ceil ? stride - 1 : 0)) / stride + 1;
  // A window must not begin in the padding behind the input
  if (is_ceil && (w->output[i] - 1) * stride >= w->input[i] + w->begin[i]) {
    --w->output[i];
  }
  const int64_t last = (w->output[i] - 1) * stride + reach(w, i);
  w->extra[i] = last > padded ? last - padded : 0;
}

tercet_status
tercet_onnx_windows_init(tercet_onnx_windows *w,
                         const tercet_onnx_call *call,
                         const tercet_tensor *x,
                         const int64_t *kernel)
{
  TERCET_TRY(tercet_onnx_windows_attributes(w, call, x, kernel));
  const tercet_string mode =
      tercet_onnx_node_string(call->node, "auto_pad", "NOTSET");
  const bool is_upper = tercet_string_is(mode, "SAME_UPPER");
  const bool is_valid = tercet_string_is(mode, "VALID");
  if (!is_upper && !is_valid && !tercet_string_is(mode, "SAME_LOWER") &&
      !tercet_string_is(mode, "NOTSET")) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "attribute auto_pad is \"%.*s\"",
                            TERCET_STRING_ARGS(mode));
  }

  const bool is_ceil = tercet_onnx_node_int(call->node, "ceil_mode", 0) != 0;
  for (size_t i = 0; i < w->n; ++i) {
    if (is_valid) {
      w->begin[i] = 0;
      w->end[i] = 0;
    }
    if (is_valid || tercet_string_is(mode, "NOTSET")) {
      count_windows(w, i, is_ceil);
    } else {
      pad_same(w, i, is_upper);
    }
  }
  return TERCET_OK;
}

tercet_tensor *
tercet_onnx_windows_pad(tercet_onnx_compose *c,
                        const tercet_onnx_windows *w,
                        const tercet_tensor *x,
                        const tercet_scalar *pad)
{
  int64_t shape[TERCET_MAX_RANK];
  tercet_range ranges[TERCET_MAX_RANK];
  memcpy(shape, tercet_tensor_shape(x), 2 * sizeof(*shape));
  bool is_padded = false;
  for (size_t i = 0; i < w->n + 2; ++i) {
    ranges[i] = (tercet_range){0, 0, 1, true};
  }
  for (size_t i = 0; i < w->n; ++i) {
    shape[2 + i] = w->begin[i] + w->input[i] + w->end[i] + w->extra[i];
    ranges[2 + i] =
        (tercet_range){w->begin[i], w->begin[i] + w->input[i], 1, false};
    is_padded = is_padded || shape[2 + i] > w->input[i];
  }
  if (!is_padded) {
    return TERCET_ONNX_VIEW(c, tercet_tensor_slice, x, w->n + 2, ranges);
  }

  tercet_tensor *const out = TERCET_ONNX_MAKE(
      c, tercet_tensor_full, tercet_tensor_dtype(x), w->n + 2, shape, *pad);
  tercet_tensor *const inside =
      TERCET_ONNX_VIEW(c, tercet_tensor_slice, out, w->n + 2, ranges);
  TERCET_ONNX_DO(c, tercet_tensor_assign, inside, x);
  return out;
}

tercet_tensor *
tercet_onnx_windows_view(tercet_onnx_compose *c,
                         const tercet_onnx_windows *w,
                         const tercet_tensor *padded,
                         bool kernel_first)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }

  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  memcpy(shape, tercet_tensor_shape(padded), 2 * sizeof(*shape));
  memcpy(strides, tercet_tensor_strides(padded), 2 * sizeof(*strides));
  const size_t kernel = kernel_first ? 2 : 2 + w->n;
  const size_t output = kernel_first ? 2 + w->n : 2;
  for (size_t i = 0; i < w->n; ++i) {
    const int64_t step = tercet_tensor_strides(padded)[2 + i];
    shape[kernel + i] = w->kernel[i];
    strides[kernel + i] = step * w->dilation[i];
    shape[output + i] = w->output[i];
    strides[output + i] = step * w->stride[i];
  }
  return TERCET_ONNX_VIEW(
      c, tercet_tensor_as_strided, padded, 2 + 2 * w->n, shape, strides, 0);
}

void
tercet_onnx_windows_add(tercet_onnx_compose *c,
                        const tercet_onnx_windows *w,
                        const int64_t *n_steps,
                        const tercet_tensor *parts,
                        tercet_tensor *whole)
{
  const int64_t n_places = tercet_onnx_extent_product(w->n, w->kernel);
  tercet_range from[TERCET_MAX_RANK];
  tercet_range to[TERCET_MAX_RANK];
  for (size_t i = 0; i < 2 + 2 * w->n; ++i) {
    from[i] = (tercet_range){0, 0, 1, true};
    to[i] = from[i];
  }

  for (int64_t place = 0; place < n_places && c->st == TERCET_OK; ++place) {
    const size_t n_kept = c->n;
    int64_t rest = place;
    for (size_t i = w->n; i-- > 0;) {
      const int64_t at = rest % w->kernel[i];
      const int64_t first = at * w->dilation[i];
      rest /= w->kernel[i];
      from[2 + i] = (tercet_range){at, at + 1, 1, false};
      to[2 + i] = (tercet_range){first,
                                 first + (n_steps[i] - 1) * w->stride[i] + 1,
                                 w->stride[i],
                                 false};
    }
    tercet_tensor *const part =
        TERCET_ONNX_VIEW(c, tercet_tensor_slice, parts, 2 + 2 * w->n, from);
    tercet_tensor *const target =
        TERCET_ONNX_VIEW(c, tercet_tensor_slice, whole, 2 + w->n, to);
    int64_t axes[TERCET_ONNX_MAX_SPATIAL];
    for (size_t i = 0; i < w->n; ++i) {
      axes[i] = (int64_t)(2 + i);
    }
    tercet_tensor *const added =
        TERCET_ONNX_VIEW(c, tercet_tensor_squeeze, part, w->n, axes);
    TERCET_ONNX_DO(c, tercet_tensor_add_into, target, added, target);
    if (c->st == TERCET_OK) {
      c->st = tercet_onnx_call_check(c->call);
    }
    tercet_onnx_compose_drop(c, n_kept);
  }
}

int64_t
tercet_onnx_extent_product(size_t n, const int64_t *extents)
{
  int64_t product = 1;
  for (size_t i = 0; i < n; ++i) {
    product *= extents[i];
  }
  return product;
}
