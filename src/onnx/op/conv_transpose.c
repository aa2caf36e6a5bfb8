// SPDX-License-Identifier: Apache-2.0

/**
   Transposed convolutions: each element of the input adds its multiple of the
   kernels to the output, at places that are a stride apart.
*/

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/conv.h"

#include <tercet/linalg.h>

#include <string.h>

/// Extents of the output with all its padding, and without
typedef struct {
  int64_t whole[TERCET_ONNX_MAX_SPATIAL];
  int64_t output[TERCET_ONNX_MAX_SPATIAL];
} transposed_shape;

/// Check the attribute output_shape or output_padding: `n` numbers >= 0 that
/// are not too large, or none
static tercet_status
read_output(const tercet_onnx_call *call,
            const char *name,
            size_t n,
            const int64_t **out)
{
  size_t n_given = 0;
  *out = tercet_onnx_node_ints(call->node, name, &n_given);
  if (!*out) {
    return TERCET_OK;
  }
  if (n_given != n) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "attribute %s has %zu numbers, not %zu",
                            name,
                            n_given,
                            n);
  }
  for (size_t i = 0; i < n; ++i) {
    if ((*out)[i] < 0 || (*out)[i] > INT32_MAX) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "attribute %s: %lld is out of range",
                              name,
                              (long long)(*out)[i]);
    }
  }
  return TERCET_OK;
}

/// Distribute the padding that leaves an output of the wanted extent
static void
pad_for(tercet_onnx_windows *w,
        transposed_shape *shape,
        size_t i,
        bool is_upper)
{
  const int64_t excess = shape->whole[i] - shape->output[i];
  const int64_t total = excess > 0 ? excess : 0;
  w->begin[i] = is_upper ? total / 2 : total - total / 2;
  w->end[i] = total - w->begin[i];
  if (excess < 0) {
    shape->whole[i] = shape->output[i];
  }
}

static tercet_status
find_shape(const tercet_onnx_call *call,
           tercet_onnx_windows *w,
           transposed_shape *shape)
{
  const int64_t *added = NULL;
  const int64_t *wanted = NULL;
  TERCET_TRY(read_output(call, "output_padding", w->n, &added));
  TERCET_TRY(read_output(call, "output_shape", w->n, &wanted));
  const tercet_string mode =
      tercet_onnx_node_string(call->node, "auto_pad", "NOTSET");
  const bool is_upper = tercet_string_is(mode, "SAME_UPPER");
  const bool is_same = is_upper || tercet_string_is(mode, "SAME_LOWER");
  const bool is_valid = tercet_string_is(mode, "VALID");

  for (size_t i = 0; i < w->n; ++i) {
    const int64_t steps = w->input[i] > 0 ? w->input[i] - 1 : 0;
    if (steps > INT32_MAX / w->stride[i] ||
        w->kernel[i] > INT32_MAX / w->dilation[i]) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "the output is too large along spatial axis %zu",
                              i);
    }
    shape->whole[i] = w->stride[i] * steps +
                      (w->kernel[i] - 1) * w->dilation[i] + 1 +
                      (added ? added[i] : 0);
    if (wanted || is_same) {
      shape->output[i] = wanted ? wanted[i] : w->input[i] * w->stride[i];
      pad_for(w, shape, i, is_upper);
    } else if (is_valid) {
      w->begin[i] = 0;
      w->end[i] = 0;
    }
    shape->output[i] = shape->whole[i] - w->begin[i] - w->end[i];
    if (shape->output[i] < 0) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "more padding than output along spatial axis %zu",
                              i);
    }
  }
  return TERCET_OK;
}

/// Return what each element adds for each place of the kernels:
/// [N, M, kernel..., input...]
static tercet_tensor *
make_parts(tercet_onnx_compose *c,
           const tercet_onnx_windows *w,
           const tercet_tensor *x,
           const tercet_tensor *kernels,
           int64_t n_groups)
{
  const int64_t n = tercet_tensor_shape(x)[0];
  const int64_t channels = tercet_tensor_shape(x)[1] / n_groups;
  const int64_t maps = tercet_tensor_shape(kernels)[1];
  const int64_t k = tercet_onnx_extent_product(w->n, w->kernel);
  const int64_t p = tercet_onnx_extent_product(w->n, w->input);
  const int64_t columns[4] = {n, n_groups, channels, p};
  const int64_t rows[4] = {1, n_groups, channels, maps * k};
  tercet_tensor *const b =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, x, 4, columns);
  tercet_tensor *const flat =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, kernels, 4, rows);
  tercet_tensor *const a =
      TERCET_ONNX_VIEW(c, tercet_tensor_swap_axes, flat, 2, 3);
  tercet_tensor *const y = TERCET_ONNX_MAKE(c, tercet_linalg_matmul, a, b);

  int64_t shape[TERCET_MAX_RANK] = {n, n_groups * maps};
  memcpy(shape + 2, w->kernel, w->n * sizeof(*shape));
  memcpy(shape + 2 + w->n, w->input, w->n * sizeof(*shape));
  return TERCET_ONNX_VIEW(c, tercet_tensor_reshape, y, 2 + 2 * w->n, shape);
}

static tercet_status
run_conv_transpose(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const tercet_tensor *const kernels = tercet_onnx_input(call, 1);
  int64_t n_groups = 1;
  tercet_onnx_windows w;
  transposed_shape shape;
  TERCET_TRY(tercet_onnx_conv_groups(call, x, kernels, true, &n_groups));
  TERCET_TRY(tercet_onnx_windows_attributes(
      &w, call, x, tercet_tensor_shape(kernels) + 2));
  TERCET_TRY(find_shape(call, &w, &shape));

  int64_t extents[TERCET_MAX_RANK] = {
      tercet_tensor_shape(x)[0], tercet_tensor_shape(kernels)[1] * n_groups};
  memcpy(extents + 2, shape.whole, w.n * sizeof(*extents));
  tercet_range inside[TERCET_MAX_RANK];
  inside[0] = (tercet_range){0, 0, 1, true};
  inside[1] = inside[0];
  for (size_t i = 0; i < w.n; ++i) {
    inside[2 + i] =
        (tercet_range){w.begin[i], w.begin[i] + shape.output[i], 1, false};
  }

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const whole = TERCET_ONNX_MAKE(
      &c, tercet_tensor_new, tercet_tensor_dtype(x), 2 + w.n, extents);
  if (tercet_tensor_size(x) > 0) {
    tercet_tensor *const parts = make_parts(&c, &w, x, kernels, n_groups);
    tercet_onnx_windows_add(&c, &w, w.input, parts, whole);
  }
  tercet_tensor *const y =
      TERCET_ONNX_VIEW(&c, tercet_tensor_slice, whole, 2 + w.n, inside);
  tercet_onnx_conv_add_bias(&c, 2, y);
  tercet_onnx_compose_give(&c, 0, y);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(conv_transpose,
                         {"ConvTranspose", "", 1, 0, NULL, run_conv_transpose});
