// SPDX-License-Identifier: Apache-2.0

/// Poolings: reductions of the windows of a tensor [N, C, D1, ..., Dn]

#include "array/dtype.h"
#include "base/error.h"
#include "onnx/op/window.h"

#include <math.h>
#include <string.h>

/// Set `axes` to the last `n` of a tensor of rank 2 + n, or 2 + 2 n
static void
last_axes(size_t n, int64_t *axes)
{
  for (size_t i = 0; i < n; ++i) {
    axes[i] = -(int64_t)(i + 1);
  }
}

/// Return the windows of a tensor that is padded with a number
static tercet_tensor *
make_windows(tercet_onnx_compose *c,
             const tercet_onnx_windows *w,
             const tercet_tensor *x,
             double pad)
{
  const tercet_scalar number = tercet_scalar_from_f64(pad);
  tercet_tensor *const padded = tercet_onnx_windows_pad(c, w, x, &number);
  return tercet_onnx_windows_view(c, w, padded, false);
}

/* ---- MaxPool ---- */

/// Where the greatest element of each window is in the whole tensor
typedef struct {
  const tercet_onnx_windows *w;
  int64_t plane; ///< Elements of a channel
  bool is_column_major;
} pool_places;

/// Turn the place inside of window `window` into one inside of the channel
static int64_t
place_in_channel(const pool_places *p, int64_t window, int64_t inside)
{
  const tercet_onnx_windows *const w = p->w;
  int64_t place = 0;
  int64_t step = 1;
  int64_t at[TERCET_ONNX_MAX_SPATIAL];
  for (size_t i = w->n; i-- > 0;) {
    at[i] = window % w->output[i] * w->stride[i] - w->begin[i] +
            inside % w->kernel[i] * w->dilation[i];
    // All padding: any place will do
    at[i] = at[i] < 0 ? 0 : at[i] >= w->input[i] ? w->input[i] - 1 : at[i];
    window /= w->output[i];
    inside /= w->kernel[i];
  }
  for (size_t k = 0; k < w->n; ++k) {
    const size_t i = p->is_column_major ? k : w->n - 1 - k;
    place += at[i] * step;
    step *= w->input[i];
  }
  return place;
}

/// Give the places of the greatest elements as output 1
static void
give_places(tercet_onnx_compose *c,
            const pool_places *p,
            tercet_tensor *windows)
{
  const size_t rank = 2 + p->w->n;
  int64_t shape[TERCET_MAX_RANK];
  if (c->st != TERCET_OK) {
    return;
  }
  memcpy(shape, tercet_tensor_shape(windows), rank * sizeof(*shape));
  shape[rank] = tercet_onnx_extent_product(p->w->n, p->w->kernel);
  tercet_tensor *const lines =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, windows, rank + 1, shape);
  tercet_tensor *const inside =
      TERCET_ONNX_MAKE(c, tercet_tensor_argmax, lines, -1, false);
  if (c->st != TERCET_OK) {
    return;
  }

  const int64_t n_windows = tercet_onnx_extent_product(p->w->n, p->w->output);
  int64_t *const places = tercet_tensor_mutable_data(inside);
  for (int64_t i = 0; i < tercet_tensor_size(inside); ++i) {
    places[i] = i / n_windows * p->plane +
                place_in_channel(p, i % n_windows, places[i]);
  }
  tercet_onnx_compose_give(c, 1, inside);
}

/// The number that padding has, so that it is never the greatest
static double
least_of(tercet_dtype dtype)
{
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_I:
    return -ldexp(1.0, (int)(8 * tercet_dtype_size(dtype)) - 1);
  case TERCET_KIND_F:
    return -INFINITY;
  case TERCET_KIND_B:
  case TERCET_KIND_U:
  case TERCET_KIND_C:
    break;
  }
  return 0;
}

static tercet_status
run_max_pool(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  tercet_onnx_windows w;
  TERCET_TRY(tercet_onnx_windows_init(&w, call, x, NULL));

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  int64_t axes[TERCET_ONNX_MAX_SPATIAL];
  last_axes(w.n, axes);
  tercet_tensor *const windows =
      make_windows(&c, &w, x, least_of(tercet_tensor_dtype(x)));
  tercet_onnx_compose_give(
      &c,
      0,
      TERCET_ONNX_MAKE(&c, tercet_tensor_max, windows, w.n, axes, false));
  if (tercet_onnx_wants(call, 1)) {
    const pool_places places = {
        &w,
        tercet_onnx_extent_product(w.n, w.input),
        tercet_onnx_node_int(call->node, "storage_order", 0) != 0};
    give_places(&c, &places, windows);
  }
  return tercet_onnx_compose_end(&c);
}

/// Write the elements of X to their places in a tensor of zeros of the extents
/// that the attributes give
static tercet_tensor *
unpool(tercet_onnx_compose *c, const tercet_onnx_windows *w)
{
  const tercet_tensor *const x = tercet_onnx_input(c->call, 0);
  const tercet_tensor *const places = tercet_onnx_input(c->call, 1);
  int64_t shape[TERCET_MAX_RANK];
  memcpy(shape, tercet_tensor_shape(x), 2 * sizeof(*shape));
  for (size_t i = 0; i < w->n; ++i) {
    if (w->input[i] > INT32_MAX / w->stride[i]) {
      c->st = tercet_onnx_fail(c->call,
                               TERCET_ERR_SHAPE,
                               "the output is too large along spatial axis %zu",
                               i);
      return NULL;
    }
    shape[2 + i] = (w->input[i] - 1) * w->stride[i] + w->kernel[i] -
                   w->begin[i] - w->end[i];
  }

  tercet_tensor *const out = TERCET_ONNX_MAKE(
      c, tercet_tensor_new, tercet_tensor_dtype(x), 2 + w->n, shape);
  tercet_tensor *const flat = TERCET_ONNX_VIEW(c, tercet_tensor_ravel, out);
  TERCET_ONNX_DO(c, tercet_tensor_put, flat, places, 0, TERCET_BOUNDS_CHECK, x);
  return out;
}

/// Put a tensor into the corner of a larger one, whose extents are input 2
static tercet_tensor *
enlarge(tercet_onnx_compose *c, tercet_tensor *tensor)
{
  int64_t shape[TERCET_MAX_RANK];
  size_t rank = 0;
  if (c->st == TERCET_OK) {
    c->st = tercet_onnx_input_ints(c->call, 2, TERCET_MAX_RANK, shape, &rank);
  }
  if (c->st != TERCET_OK) {
    return NULL;
  }

  tercet_range corner[TERCET_MAX_RANK];
  bool fits = rank == tercet_tensor_rank(tensor);
  for (size_t i = 0; i < rank && fits; ++i) {
    const int64_t extent = tercet_tensor_shape(tensor)[i];
    corner[i] = (tercet_range){0, extent, 1, false};
    fits = extent <= shape[i];
  }
  if (!fits) {
    c->st =
        tercet_onnx_fail(c->call,
                         TERCET_ERR_SHAPE,
                         "input 2 is no shape that has room for the output");
    return NULL;
  }
  tercet_tensor *const out = TERCET_ONNX_MAKE(
      c, tercet_tensor_new, tercet_tensor_dtype(tensor), rank, shape);
  tercet_tensor *const inside =
      TERCET_ONNX_VIEW(c, tercet_tensor_slice, out, rank, corner);
  TERCET_ONNX_DO(c, tercet_tensor_assign, inside, tensor);
  return out;
}

/// Inputs: X, places in the output, shape of the output
static tercet_status
run_max_unpool(const tercet_onnx_call *call)
{
  tercet_onnx_windows w;
  TERCET_TRY(tercet_onnx_windows_attributes(
      &w, call, tercet_onnx_input(call, 0), NULL));

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *out = unpool(&c, &w);
  if (tercet_onnx_has_input(call, 2)) {
    out = enlarge(&c, out);
  }
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- AveragePool, LpPool ---- */

static tercet_tensor *
sum_windows(tercet_onnx_compose *c,
            const tercet_onnx_windows *w,
            const tercet_tensor *x)
{
  int64_t axes[TERCET_ONNX_MAX_SPATIAL];
  last_axes(w->n, axes);
  tercet_tensor *const windows = make_windows(c, w, x, 0.0);
  return TERCET_ONNX_MAKE(c, tercet_tensor_sum, windows, w->n, axes, false);
}

/// Return how many elements each window has: [1, 1, output...].  Padding counts
/// if it is to, but never what ceil_mode adds behind it.
static tercet_tensor *
count_elements(tercet_onnx_compose *c,
               const tercet_onnx_windows *w,
               tercet_dtype dtype,
               bool includes_padding)
{
  tercet_onnx_windows counted = *w;
  int64_t shape[TERCET_MAX_RANK] = {1, 1};
  for (size_t i = 0; i < w->n; ++i) {
    if (includes_padding) {
      counted.input[i] += w->begin[i] + w->end[i];
      counted.begin[i] = 0;
      counted.end[i] = 0;
    }
    shape[2 + i] = counted.input[i];
  }
  tercet_tensor *const ones =
      TERCET_ONNX_MAKE(c, tercet_tensor_ones, dtype, 2 + w->n, shape);
  return sum_windows(c, &counted, ones);
}

static tercet_status
run_average_pool(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const tercet_dtype dtype = tercet_tensor_dtype(x);
  tercet_onnx_windows w;
  TERCET_TRY(tercet_onnx_windows_init(&w, call, x, NULL));

  // Halves are added up in float32, so that they are rounded once
  const bool is_half = tercet_dtype_size(dtype) < 4;
  const tercet_dtype wide = is_half ? TERCET_DTYPE_F32 : dtype;
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const in =
      is_half ? TERCET_ONNX_MAKE(&c, tercet_tensor_cast, x, wide) : x;
  tercet_tensor *const sum = sum_windows(&c, &w, in);
  tercet_tensor *const count = count_elements(
      &c, &w, wide, tercet_onnx_node_int(call->node, "count_include_pad", 0));
  TERCET_ONNX_DO(&c, tercet_tensor_divide_into, sum, count, sum);
  tercet_tensor *const out =
      is_half ? TERCET_ONNX_MAKE(&c, tercet_tensor_cast, sum, dtype) : sum;
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/// Return (sum over the last axes of |x|^p)^(1/p)
static tercet_tensor *
norm_last(tercet_onnx_compose *c, tercet_tensor *x, size_t n, bool keepdims)
{
  int64_t axes[TERCET_MAX_RANK];
  last_axes(n, axes);
  return c->st != TERCET_OK ? NULL
                            : TERCET_ONNX_MAKE(c,
                                               tercet_tensor_norm,
                                               x,
                                               (double)tercet_onnx_node_int(
                                                   c->call->node, "p", 2),
                                               n,
                                               axes,
                                               keepdims);
}

static tercet_status
run_lp_pool(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  tercet_onnx_windows w;
  TERCET_TRY(tercet_onnx_windows_init(&w, call, x, NULL));

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const windows = make_windows(&c, &w, x, 0.0);
  tercet_onnx_compose_give(&c, 0, norm_last(&c, windows, w.n, false));
  return tercet_onnx_compose_end(&c);
}

/* ---- Whole channels ---- */

/// Set `n` to the spatial axes of an input
static tercet_status
count_spatial(const tercet_onnx_call *call, size_t *n)
{
  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0));
  if (rank < 3) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "an input of rank %zu, not at least 3", rank);
  }
  *n = rank - 2;
  return TERCET_OK;
}

/// A reduction over some axes
typedef tercet_status (*reduce_function)(const tercet_allocator *alloc,
                                         const tercet_tensor *tensor,
                                         size_t n_axes,
                                         const int64_t *axes,
                                         bool keepdims,
                                         tercet_tensor **out,
                                         tercet_error *err);

/// Reduce each channel to one number
static tercet_status
reduce_channels(const tercet_onnx_call *call, reduce_function reduce)
{
  size_t n = 0;
  int64_t axes[TERCET_MAX_RANK];
  TERCET_TRY(count_spatial(call, &n));
  last_axes(n, axes);

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  tercet_onnx_compose_give(
      &c, 0, TERCET_ONNX_MAKE(&c, reduce, x, n, axes, true));
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_global_average_pool(const tercet_onnx_call *call)
{
  return reduce_channels(call, tercet_tensor_mean);
}

static tercet_status
run_global_max_pool(const tercet_onnx_call *call)
{
  return reduce_channels(call, tercet_tensor_max);
}

static tercet_status
run_global_lp_pool(const tercet_onnx_call *call)
{
  size_t n = 0;
  TERCET_TRY(count_spatial(call, &n));

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_onnx_compose_give(
      &c, 0, norm_last(&c, call->inputs[0].tensor, n, true));
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    pool,
    {"AveragePool", "", 1, 0, NULL, run_average_pool},
    {"GlobalAveragePool", "", 1, 0, NULL, run_global_average_pool},
    {"GlobalLpPool", "", 2, 0, NULL, run_global_lp_pool},
    {"GlobalMaxPool", "", 1, 0, NULL, run_global_max_pool},
    {"LpPool", "", 2, 0, NULL, run_lp_pool},
    {"MaxPool", "", 1, 0, NULL, run_max_pool},
    {"MaxUnpool", "", 9, 0, NULL, run_max_unpool});
