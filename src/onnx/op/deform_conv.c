// SPDX-License-Identifier: Apache-2.0

/**
   Deformable convolution of images: the elements of each window are taken from
   places of their own, which the second tensor says as offsets.  Between
   pixels they are interpolated, outside of the image they are 0.
*/

#include "base/error.h"
#include "onnx/op/conv.h"

#include <math.h>
#include <string.h>

/// All in float64, row-major
typedef struct {
  const tercet_onnx_windows *w;
  int64_t n_channels;
  int64_t n_offset_groups;
  const double *x;       ///< [N, C, H, W]
  const double *offsets; ///< [N, G, KH, KW, 2, OH, OW]
  const double *mask;    ///< [N, G, KH, KW, OH, OW]; NULL: all 1
  double *columns;       ///< [N, C, KH, KW, OH, OW]
} deform_state;

static double
pixel(const deform_state *s, const double *image, int64_t row, int64_t column)
{
  const int64_t height = s->w->input[0];
  const int64_t width = s->w->input[1];
  return row < 0 || row >= height || column < 0 || column >= width
             ? 0.0
             : image[row * width + column];
}

static double
sample(const deform_state *s, const double *image, double row, double column)
{
  // Also NaN; a pixel further off has no weight
  if (!(row > -1.0 && row < (double)s->w->input[0] && column > -1.0 &&
        column < (double)s->w->input[1])) {
    return 0.0;
  }

  const int64_t top = (int64_t)floor(row);
  const int64_t left = (int64_t)floor(column);
  const double down = row - (double)top;
  const double right = column - (double)left;
  return (1.0 - down) * ((1.0 - right) * pixel(s, image, top, left) +
                         right * pixel(s, image, top, left + 1)) +
         down * ((1.0 - right) * pixel(s, image, top + 1, left) +
                 right * pixel(s, image, top + 1, left + 1));
}

/// Fill the columns of one channel of one image for one place in the kernel
static void
fill_place(const deform_state *s, int64_t image, int64_t channel, int64_t place)
{
  const tercet_onnx_windows *const w = s->w;
  const int64_t n_places = w->kernel[0] * w->kernel[1];
  const int64_t n_out = w->output[0] * w->output[1];
  const int64_t group = channel / (s->n_channels / s->n_offset_groups);
  const int64_t block = (image * s->n_offset_groups + group) * n_places + place;
  const double *const rows = s->offsets + 2 * block * n_out;
  const double *const columns = rows + n_out;
  const int64_t plane = image * s->n_channels + channel;
  const double *const x = s->x + plane * w->input[0] * w->input[1];
  double *const out = s->columns + (plane * n_places + place) * n_out;

  const int64_t row0 = place / w->kernel[1] * w->dilation[0] - w->begin[0];
  const int64_t column0 = place % w->kernel[1] * w->dilation[1] - w->begin[1];
  for (int64_t i = 0; i < n_out; ++i) {
    const int64_t down = i / w->output[1] * w->stride[0];
    const int64_t right = i % w->output[1] * w->stride[1];
    const double row = (double)(row0 + down) + rows[i];
    const double column = (double)(column0 + right) + columns[i];
    const double weight = s->mask ? s->mask[block * n_out + i] : 1.0;
    out[i] = weight * sample(s, x, row, column);
  }
}

/// Return an input as contiguous float64, having checked its size
static const double *
read_input(tercet_onnx_compose *c, size_t i, int64_t size)
{
  const tercet_tensor *const input = tercet_onnx_input(c->call, i);
  if (c->st == TERCET_OK && tercet_tensor_size(input) != size) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "input %zu has %lld elements, not %lld",
                             i,
                             (long long)tercet_tensor_size(input),
                             (long long)size);
  }
  tercet_tensor *const wide =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, input, TERCET_DTYPE_F64);
  return wide ? tercet_tensor_data(wide) : NULL;
}

/// Make the columns in the dtype of the input
static tercet_tensor *
make_columns(tercet_onnx_compose *c, deform_state *s)
{
  const tercet_onnx_windows *const w = s->w;
  const tercet_tensor *const x = tercet_onnx_input(c->call, 0);
  const int64_t n = tercet_tensor_shape(x)[0];
  const int64_t n_places = w->kernel[0] * w->kernel[1];
  const int64_t n_mask =
      n * s->n_offset_groups * n_places * w->output[0] * w->output[1];
  s->x = read_input(c, 0, tercet_tensor_size(x));
  s->offsets = read_input(c, 2, 2 * n_mask);
  s->mask = tercet_onnx_has_input(c->call, 4) ? read_input(c, 4, n_mask) : NULL;

  const int64_t shape[6] = {
      n, s->n_channels, w->kernel[0], w->kernel[1], w->output[0], w->output[1]};
  tercet_tensor *const columns =
      TERCET_ONNX_MAKE(c, tercet_tensor_new, TERCET_DTYPE_F64, 6, shape);
  if (c->st != TERCET_OK) {
    return NULL;
  }

  s->columns = tercet_tensor_mutable_data(columns);
  for (int64_t i = 0; i < n * s->n_channels && c->st == TERCET_OK; ++i) {
    for (int64_t place = 0; place < n_places; ++place) {
      fill_place(s, i / s->n_channels, i % s->n_channels, place);
    }
    c->st = tercet_onnx_call_check(c->call);
  }
  return TERCET_ONNX_MAKE(
      c, tercet_tensor_cast, columns, tercet_tensor_dtype(x));
}

/// Inputs: X, kernels, offsets, bias, mask
static tercet_status
run_deform_conv(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const tercet_tensor *const kernels = tercet_onnx_input(call, 1);
  int64_t n_groups = 1;
  tercet_onnx_windows w;
  TERCET_TRY(tercet_onnx_conv_groups(call, x, kernels, false, &n_groups));
  TERCET_TRY(
      tercet_onnx_windows_init(&w, call, x, tercet_tensor_shape(kernels) + 2));

  deform_state s = {.w = &w, .n_channels = tercet_tensor_shape(x)[1]};
  s.n_offset_groups = tercet_onnx_node_int(call->node, "offset_group", 1);
  if (w.n != 2) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_UNSUPPORTED,
                            "%zu spatial axes, only 2 are defined",
                            w.n);
  }
  if (s.n_offset_groups < 1 || s.n_channels % s.n_offset_groups != 0) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%lld channels in %lld offset groups",
                            (long long)s.n_channels,
                            (long long)s.n_offset_groups);
  }

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const columns = make_columns(&c, &s);
  tercet_tensor *const y =
      tercet_onnx_conv_columns(&c, &w, columns, kernels, n_groups);
  tercet_onnx_conv_add_bias(&c, 3, y);
  tercet_onnx_compose_give(&c, 0, y);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(deform_conv,
                         {"DeformConv", "", 19, 0, NULL, run_deform_conv});
