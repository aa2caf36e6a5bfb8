// SPDX-License-Identifier: Apache-2.0

/// Sampling at places that a grid names: GridSample, AffineGrid.  Computed in
/// float64 and rounded once.

#include "base/allocator.h"
#include "base/checked.h"
#include "base/error.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"

#include <tercet/linalg.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef enum { ZEROS, BORDER, REFLECTION } padding;

/// Elements along one axis that a place is made of, at the most
#define MAX_TAPS 4

/// Axes over which is interpolated, at the most: their taps multiply
#define MAX_INTERPOLATED_AXES 8

/// How to sample
typedef struct {
  size_t n_taps; ///< Along each axis: 1 nearest, 2 linear, 4 cubic
  padding pad;
  bool aligns_corners;
  size_t n_axes;
  int64_t extents[TERCET_MAX_RANK];
  int64_t steps[TERCET_MAX_RANK]; ///< In elements
} sampling;

/// The elements along one axis, and their weights
typedef struct {
  int64_t offsets[MAX_TAPS];
  double weights[MAX_TAPS];
} axis_taps;

/* ---- Along one axis ---- */

/// Mirror a place at the borders until it is between them
static double
reflect(double x, double lowest, double highest)
{
  const double span = highest - lowest;
  if (!(span > 0)) {
    return lowest;
  }
  const double phase = fmod(fabs(x - lowest), 2 * span);
  return lowest + (phase > span ? 2 * span - phase : phase);
}

/// Return an index, or -1 for an element that is 0
static int64_t
find_element(const sampling *s, int64_t n, double place)
{
  const double last = (double)(n - 1);
  if (s->pad == REFLECTION) {
    place = s->aligns_corners ? reflect(place, 0, last)
                              : reflect(place, -0.5, last + 0.5);
    place = trunc(place);
  }
  if (s->pad != ZEROS) {
    place = place > last ? last : place > 0 ? place : 0;
  }
  return place >= 0 && place <= last ? (int64_t)place : -1;
}

/// Return the weights of cubic convolution for the elements around a place
static void
set_cubic_weights(double ratio, double *weights)
{
  const double a = -0.75;
  for (int j = 0; j < 4; ++j) {
    const double x = fabs((double)(j - 1) - ratio);
    weights[j] = x <= 1 ? ((a + 2) * x - (a + 3)) * x * x + 1
                        : ((a * x - 5 * a) * x + 8 * a) * x - 4 * a;
  }
}

/// Find the elements for a coordinate from -1 to 1
static void
set_axis_taps(const sampling *s, size_t axis, double coordinate, axis_taps *out)
{
  const int64_t n = s->extents[axis];
  const double last = (double)(n - 1);
  double x = s->aligns_corners ? (coordinate + 1) / 2 * last
                               : ((coordinate + 1) * (double)n - 1) / 2;
  x = s->n_taps == 1 ? nearbyint(x) : x;
  if (s->pad == BORDER) {
    x = x > last ? last : x > 0 ? x : 0;
  } else if (s->pad == REFLECTION) {
    x = s->aligns_corners ? reflect(x, 0, last) : reflect(x, -0.5, last + 0.5);
  }
  const double before = s->n_taps == 1 ? x : floor(x);
  const double first = s->n_taps == 4 ? before - 1 : before;
  const double ratio = x - before;
  out->weights[0] = s->n_taps == 1 ? 1 : 1 - ratio;
  out->weights[1] = ratio;
  if (s->n_taps == 4) {
    set_cubic_weights(ratio, out->weights);
  }
  for (size_t j = 0; j < s->n_taps; ++j) {
    const int64_t i = find_element(s, n, first + (double)j);
    out->offsets[j] = i < 0 ? 0 : i * s->steps[axis];
    out->weights[j] = i < 0 ? 0 : out->weights[j];
  }
}

/* ---- In space ---- */

/// Return the weighted sum of the elements around a place
static double
sample(const sampling *s, const double *data, const axis_taps *taps)
{
  size_t at[TERCET_MAX_RANK] = {0};
  double sum = 0;
  for (size_t axis = 0; axis < s->n_axes;) {
    double weight = 1;
    int64_t offset = 0;
    for (size_t i = 0; i < s->n_axes; ++i) {
      weight *= taps[i].weights[at[i]];
      offset += taps[i].offsets[at[i]];
    }
    // What does not count must not bring NaN in
    sum += weight != 0 ? weight * data[offset] : 0;
    for (axis = 0; axis < s->n_axes && ++at[axis] == s->n_taps; ++axis) {
      at[axis] = 0;
    }
  }
  return sum;
}

/// Sample all channels of one image at `n` places
static void
sample_image(const sampling *s,
             const double *data,
             int64_t n_channels,
             int64_t n_elements,
             const double *grid,
             int64_t n,
             double *out)
{
  axis_taps taps[TERCET_MAX_RANK];
  for (int64_t i = 0; i < n; ++i, grid += s->n_axes) {
    for (size_t axis = 0; axis < s->n_axes; ++axis) {
      // The last coordinate belongs to the first axis
      set_axis_taps(s, axis, grid[s->n_axes - 1U - axis], &taps[axis]);
    }
    for (int64_t channel = 0; channel < n_channels; ++channel) {
      out[channel * n + i] = sample(s, data + channel * n_elements, taps);
    }
  }
}

/* ---- GridSample ---- */

/// Names changed in version 20
static tercet_status
read_sampling(const tercet_onnx_call *call, sampling *s)
{
  static const char *const modes[] = {
      "linear", "bilinear", "nearest", "cubic", "bicubic"};
  static const size_t n_taps[] = {2, 2, 1, 4, 4};
  static const char *const paddings[] = {"zeros", "border", "reflection"};
  size_t mode = 0;
  size_t pad = 0;
  TERCET_TRY(tercet_onnx_choice(call, "mode", "linear", 5, modes, &mode));
  TERCET_TRY(
      tercet_onnx_choice(call, "padding_mode", "zeros", 3, paddings, &pad));
  memset(s, 0, sizeof(*s));
  s->n_taps = n_taps[mode];
  s->pad = (padding)pad;
  s->aligns_corners = tercet_onnx_node_int(call->node, "align_corners", 0) != 0;
  return TERCET_OK;
}

/// Set the extents of the image, and the shape of the result
static tercet_status
read_shapes(const tercet_onnx_call *call, sampling *s, int64_t *shape)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const tercet_tensor *const grid = tercet_onnx_input(call, 1);
  const size_t rank = tercet_tensor_rank(data);
  const int64_t *const extents = tercet_tensor_shape(data);
  const int64_t *const places = tercet_tensor_shape(grid);
  if (rank < 3) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "the input has rank %zu, less than 3", rank);
  }
  TERCET_TRY(tercet_onnx_check_rank(call, 1, rank));
  s->n_axes = rank - 2U;
  if (s->n_taps > 1 && s->n_axes > MAX_INTERPOLATED_AXES) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_LIMIT,
                            "interpolation over %zu axes, more than %d",
                            s->n_axes,
                            MAX_INTERPOLATED_AXES);
  }
  if (places[0] != extents[0] || places[rank - 1U] != (int64_t)s->n_axes) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "the grid has %" PRId64 " images and coordinates "
                            "of %" PRId64 " axes, not %" PRId64 " and %zu",
                            places[0],
                            places[rank - 1U],
                            extents[0],
                            s->n_axes);
  }
  int64_t step = 1;
  for (size_t i = s->n_axes; i-- > 0;) {
    s->extents[i] = extents[i + 2U];
    s->steps[i] = step;
    step *= s->extents[i];
    shape[i + 2U] = places[i + 1U];
  }
  shape[0] = extents[0];
  shape[1] = extents[1];
  return TERCET_OK;
}

/// Sample all images; the tensors are float64 and contiguous
static tercet_status
sample_images(const tercet_onnx_call *call,
              const sampling *s,
              const tercet_tensor *data,
              const tercet_tensor *grid,
              tercet_tensor *out)
{
  const int64_t *const shape = tercet_tensor_shape(data);
  const int64_t n_images = shape[0];
  if (tercet_tensor_size(out) == 0) {
    return TERCET_OK;
  }
  const int64_t n_elements = s->extents[0] * s->steps[0];
  const int64_t n_places = tercet_tensor_size(out) / n_images / shape[1];
  if (n_elements == 0) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "there is nothing to sample");
  }
  for (int64_t i = 0; i < n_images; ++i) {
    TERCET_TRY(tercet_onnx_call_check(call));
    sample_image(
        s,
        (const double *)tercet_tensor_data(data) + i * shape[1] * n_elements,
        shape[1],
        n_elements,
        (const double *)tercet_tensor_data(grid) +
            i * n_places * (int64_t)s->n_axes,
        n_places,
        (double *)tercet_tensor_mutable_data(out) + i * shape[1] * n_places);
  }
  return TERCET_OK;
}

static tercet_status
run_grid_sample(const tercet_onnx_call *call)
{
  sampling s;
  int64_t shape[TERCET_MAX_RANK];
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  TERCET_TRY(read_sampling(call, &s));
  TERCET_TRY(read_shapes(call, &s, shape));
  if (tercet_onnx_input_type(call, 0) == TERCET_ONNX_STRING) {
    return tercet_onnx_fail(
        call, TERCET_ERR_DTYPE, "strings are not interpolated");
  }

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const data =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, input, TERCET_DTYPE_F64);
  tercet_tensor *const grid = TERCET_ONNX_MAKE(
      &c, tercet_tensor_cast, tercet_onnx_input(call, 1), TERCET_DTYPE_F64);
  tercet_tensor *const sampled = TERCET_ONNX_MAKE(&c,
                                                  tercet_tensor_empty,
                                                  TERCET_DTYPE_F64,
                                                  s.n_axes + 2U,
                                                  shape,
                                                  TERCET_ROW_MAJOR);
  if (c.st == TERCET_OK) {
    c.st = sample_images(call, &s, data, grid, sampled);
  }
  tercet_tensor *const out = TERCET_ONNX_MAKE(
      &c, tercet_tensor_cast, sampled, tercet_tensor_dtype(input));
  tercet_onnx_compose_give_typed(&c, 0, tercet_onnx_input_type(call, 0), out);
  return tercet_onnx_compose_end(&c);
}

/* ---- AffineGrid ---- */

/// Make the coordinates of the elements along an axis, from -1 to 1
static tercet_tensor *
make_coordinates(tercet_onnx_compose *c, int64_t n, bool aligns_corners)
{
  const double half = aligns_corners || n == 0 ? 0 : 1 / (double)n;
  return TERCET_ONNX_MAKE(c,
                          tercet_tensor_linspace,
                          TERCET_DTYPE_F64,
                          -1 + half,
                          1 - half,
                          n,
                          true);
}

/// Make the homogeneous coordinates of all elements: a row for each, with those
/// of the last axis first and 1 at the end
static tercet_tensor *
make_rows(tercet_onnx_compose *c,
          size_t n_axes,
          const int64_t *extents,
          bool aligns_corners)
{
  int64_t shape[4];
  memcpy(shape, extents, n_axes * sizeof(*shape));
  shape[n_axes] = (int64_t)n_axes + 1;
  tercet_tensor *const rows = TERCET_ONNX_MAKE(
      c, tercet_tensor_ones, TERCET_DTYPE_F64, n_axes + 1U, shape);
  for (size_t i = 0; i < n_axes; ++i) {
    tercet_tensor *const line = make_coordinates(c, extents[i], aligns_corners);
    tercet_tensor *const spread =
        TERCET_ONNX_VIEW(c, tercet_tensor_append_axes, line, n_axes - 1U - i);
    tercet_index items[] = {tercet_index_ellipsis(),
                            tercet_index_at((int64_t)(n_axes - 1U - i))};
    TERCET_ONNX_DO(c, tercet_tensor_assign_at, rows, 2, items, spread);
  }
  return rows;
}

/// Read the shape of the images: batch, channels, and two or three extents
static tercet_status
read_image_shape(const tercet_onnx_call *call, int64_t *size, size_t *n_axes)
{
  size_t n = 0;
  const tercet_tensor *const theta = tercet_onnx_input(call, 0);
  TERCET_TRY(tercet_onnx_input_ints(call, 1, 5, size, &n));
  TERCET_TRY(tercet_onnx_check_rank(call, 0, 3));
  const int64_t *const shape = tercet_tensor_shape(theta);
  for (size_t i = 0; i < n; ++i) {
    if (size[i] < 0) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "extent %" PRId64 " of axis %zu is negative",
                              size[i],
                              i);
    }
  }
  *n_axes = n - 2U;
  return n >= 4 && shape[0] == size[0] && shape[1] == (int64_t)*n_axes &&
                 shape[2] == (int64_t)*n_axes + 1
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_SHAPE,
                                "theta has shape [%" PRId64 ", %" PRId64
                                ", %" PRId64 "] for images of %zu axes",
                                shape[0],
                                shape[1],
                                shape[2],
                                n);
}

static tercet_status
run_affine_grid(const tercet_onnx_call *call)
{
  int64_t size[5];
  size_t n_axes = 0;
  TERCET_TRY(read_image_shape(call, size, &n_axes));
  const tercet_tensor *const theta = tercet_onnx_input(call, 0);
  const bool aligns_corners =
      tercet_onnx_node_int(call->node, "align_corners", 0) != 0;

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  int64_t shape[5];
  shape[0] = size[0];
  memcpy(shape + 1, size + 2, n_axes * sizeof(*shape));
  shape[n_axes + 1U] = (int64_t)n_axes;
  const int64_t flat[2] = {-1, (int64_t)n_axes + 1};
  tercet_tensor *const matrices =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, theta, TERCET_DTYPE_F64);
  tercet_tensor *const turned =
      TERCET_ONNX_VIEW(&c, tercet_tensor_swap_axes, matrices, -1, -2);
  tercet_tensor *const rows = make_rows(&c, n_axes, size + 2, aligns_corners);
  tercet_tensor *const list =
      TERCET_ONNX_VIEW(&c, tercet_tensor_reshape, rows, 2, flat);
  tercet_tensor *const product =
      TERCET_ONNX_MAKE(&c, tercet_linalg_matmul, list, turned);
  tercet_tensor *const grid =
      TERCET_ONNX_VIEW(&c, tercet_tensor_reshape, product, n_axes + 2U, shape);
  tercet_tensor *const out = TERCET_ONNX_MAKE(
      &c, tercet_tensor_cast, grid, tercet_tensor_dtype(theta));
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(grid,
                         {"AffineGrid", "", 20, 0, NULL, run_affine_grid},
                         {"GridSample", "", 16, 0, NULL, run_grid_sample});
