// SPDX-License-Identifier: Apache-2.0

/**
   Resize and Upsample.

   Interpolation is separable: one axis after the other becomes weighted sums of
   its elements, in float64, and the result is rounded once; to integers, to the
   nearest.  The nearest mode only takes elements.  Versions before 11 scale the
   asymmetric way and take the element before.
*/

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef enum { NEAREST, LINEAR, CUBIC } interpolation;

typedef enum {
  HALF_PIXEL,
  HALF_PIXEL_SYMMETRIC,
  PYTORCH_HALF_PIXEL,
  ALIGN_CORNERS,
  ASYMMETRIC,
  CROP_AND_RESIZE,
} transformation;

typedef enum { PREFER_FLOOR, PREFER_CEIL, FLOOR, CEIL } rounding;

/// An axis: how long it is and becomes, and the part of it that is meant
typedef struct {
  int64_t n_in;
  int64_t n_out;
  double scale;
  double start; ///< 0 is the first element
  double end;   ///< 1 is the last one
} resized_axis;

typedef struct {
  interpolation mode;
  transformation transform;
  rounding round;
  bool antialiases;
  bool excludes_outside;
  double cubic_a;
  double extrapolation;
  size_t rank;
  resized_axis axes[TERCET_MAX_RANK];
} resizing;

/* ---- Attributes and inputs ---- */

static tercet_status
read_mode(const tercet_onnx_call *call, resizing *r)
{
  // "bilinear" was the name in Upsample's first version
  static const char *const names[] = {"nearest", "linear", "cubic", "bilinear"};
  size_t i = 0;
  TERCET_TRY(tercet_onnx_choice(call, "mode", "nearest", 4, names, &i));
  r->mode = i == 3 ? LINEAR : (interpolation)i;
  return TERCET_OK;
}

static tercet_status
read_attributes(const tercet_onnx_call *call, resizing *r)
{
  static const char *const transforms[] = {"half_pixel",
                                           "half_pixel_symmetric",
                                           "pytorch_half_pixel",
                                           "align_corners",
                                           "asymmetric",
                                           "tf_crop_and_resize"};
  static const char *const roundings[] = {
      "round_prefer_floor", "round_prefer_ceil", "floor", "ceil"};
  const tercet_onnx_node *const node = call->node;
  const bool is_old = call->version < 11;
  size_t transform = 0;
  size_t round = 0;
  TERCET_TRY(read_mode(call, r));
  TERCET_TRY(tercet_onnx_choice(call,
                                "coordinate_transformation_mode",
                                is_old ? "asymmetric" : "half_pixel",
                                6,
                                transforms,
                                &transform));
  TERCET_TRY(tercet_onnx_choice(call,
                                "nearest_mode",
                                is_old ? "floor" : "round_prefer_floor",
                                4,
                                roundings,
                                &round));
  r->transform = (transformation)transform;
  r->round = (rounding)round;
  r->antialiases = tercet_onnx_node_int(node, "antialias", 0) != 0;
  r->excludes_outside = tercet_onnx_node_int(node, "exclude_outside", 0) != 0;
  r->cubic_a = (double)tercet_onnx_node_float(node, "cubic_coeff_a", -0.75F);
  r->extrapolation =
      (double)tercet_onnx_node_float(node, "extrapolation_value", 0);
  return TERCET_OK;
}

/// Set `out` to the numbers of a float input of rank 1; `n` is 0 if it is
/// absent or empty
static tercet_status
read_numbers(const tercet_onnx_call *call,
             size_t i,
             size_t capacity,
             double *out,
             size_t *n)
{
  *n = 0;
  if (!tercet_onnx_has_input(call, i)) {
    return TERCET_OK;
  }
  const tercet_tensor *const input = tercet_onnx_input(call, i);
  const int64_t size = tercet_tensor_size(input);
  TERCET_TRY(tercet_onnx_check_rank(call, i, 1));
  if (size > (int64_t)capacity) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input %zu has %" PRId64 " numbers, more than %zu",
                            i,
                            size,
                            capacity);
  }
  tercet_tensor *numbers = NULL;
  TERCET_TRY(tercet_tensor_cast(
      call->scratch, input, TERCET_DTYPE_F64, &numbers, call->err));
  *n = (size_t)size;
  if (*n) {
    memcpy(out, tercet_tensor_data(numbers), *n * sizeof(*out));
  }
  tercet_tensor_unref(numbers);
  return TERCET_OK;
}

/// The axes that scales and sizes are about
typedef struct {
  size_t n;
  size_t axes[TERCET_MAX_RANK];
} named_axes;

static tercet_status
check_count(const tercet_onnx_call *call,
            const char *what,
            size_t n,
            const named_axes *named)
{
  return n == named->n ? TERCET_OK
                       : tercet_onnx_fail(call,
                                          TERCET_ERR_SHAPE,
                                          "there are %zu %s for %zu axes",
                                          n,
                                          what,
                                          named->n);
}

static tercet_status
set_scales(const tercet_onnx_call *call,
           resizing *r,
           const named_axes *named,
           const double *scales)
{
  for (size_t i = 0; i < named->n; ++i) {
    resized_axis *const axis = &r->axes[named->axes[i]];
    const double n_out = floor(scales[i] * (double)axis->n_in);
    if (!(scales[i] > 0) || !(n_out < 0x1p62)) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "scale %g of axis %zu of %" PRId64 " elements",
                              scales[i],
                              named->axes[i],
                              axis->n_in);
    }
    axis->scale = scales[i];
    axis->n_out = (int64_t)n_out;
  }
  return TERCET_OK;
}

/// Return the scale that all axes share, or 0 if each has its own
static double
shared_scale(size_t policy, const resizing *r, const named_axes *named)
{
  double scale = 0;
  for (size_t i = 0; i < named->n && policy; ++i) {
    const double own = r->axes[named->axes[i]].scale;
    const bool is_better = policy == 1 ? own < scale : own > scale;
    scale = i == 0 || is_better ? own : scale;
  }
  return scale;
}

static tercet_status
set_sizes(const tercet_onnx_call *call,
          resizing *r,
          const named_axes *named,
          const int64_t *sizes)
{
  static const char *const policies[] = {
      "stretch", "not_larger", "not_smaller"};
  size_t policy = 0;
  TERCET_TRY(tercet_onnx_choice(
      call, "keep_aspect_ratio_policy", "stretch", 3, policies, &policy));
  for (size_t i = 0; i < named->n; ++i) {
    resized_axis *const axis = &r->axes[named->axes[i]];
    if (sizes[i] < 0 || (sizes[i] && !axis->n_in)) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "size %" PRId64 " of axis %zu of %" PRId64
                              " elements",
                              sizes[i],
                              named->axes[i],
                              axis->n_in);
    }
    axis->n_out = sizes[i];
    axis->scale = axis->n_in ? (double)sizes[i] / (double)axis->n_in : 1;
  }
  const double scale = shared_scale(policy, r, named);
  for (size_t i = 0; i < named->n && policy; ++i) {
    resized_axis *const axis = &r->axes[named->axes[i]];
    const double n_out = floor(scale * (double)axis->n_in + 0.5);
    if (!(n_out < 0x1p62)) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "axis %zu of %" PRId64 " elements, %g times",
                              named->axes[i],
                              axis->n_in,
                              scale);
    }
    axis->scale = scale;
    axis->n_out = (int64_t)n_out;
  }
  return TERCET_OK;
}

static tercet_status
read_region(const tercet_onnx_call *call, resizing *r, const named_axes *named)
{
  size_t n = 0;
  double region[2U * TERCET_MAX_RANK];
  if (r->transform != CROP_AND_RESIZE) {
    return TERCET_OK;
  }
  TERCET_TRY(read_numbers(call, 1, 2U * TERCET_MAX_RANK, region, &n));
  if (n != 2U * named->n) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "roi has %zu numbers for %zu axes",
                            n,
                            named->n);
  }
  for (size_t i = 0; i < named->n; ++i) {
    r->axes[named->axes[i]].start = region[i];
    r->axes[named->axes[i]].end = region[named->n + i];
  }
  return TERCET_OK;
}

/// Read scales or sizes: inputs, or attributes of old versions of Upsample
static tercet_status
read_extents(const tercet_onnx_call *call, resizing *r, const named_axes *named)
{
  size_t n = 0;
  double scales[TERCET_MAX_RANK];
  int64_t sizes[TERCET_MAX_RANK];
  TERCET_TRY(read_numbers(
      call, call->version < 11 ? 1 : 2, TERCET_MAX_RANK, scales, &n));
  if (n) {
    TERCET_TRY(check_count(call, "scales", n, named));
    return set_scales(call, r, named, scales);
  }
  if (!tercet_onnx_has_input(call, 3)) {
    return tercet_onnx_fail(
        call, TERCET_ERR_ARGUMENT, "there are neither scales nor sizes");
  }
  TERCET_TRY(tercet_onnx_input_ints(call, 3, TERCET_MAX_RANK, sizes, &n));
  TERCET_TRY(check_count(call, "sizes", n, named));
  return set_sizes(call, r, named, sizes);
}

/// Start with all axes as they are, and name those that are resized
static tercet_status
begin(const tercet_onnx_call *call, resizing *r, named_axes *named)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const bool has_axes = tercet_onnx_node_attribute(call->node, "axes") != NULL;
  const int64_t *const axes =
      tercet_onnx_node_ints(call->node, "axes", &named->n);
  memset(r, 0, sizeof(*r));
  r->rank = tercet_tensor_rank(data);
  named->n = has_axes ? named->n : r->rank;
  for (size_t i = 0; i < r->rank; ++i) {
    const int64_t n = tercet_tensor_shape(data)[i];
    r->axes[i] = (resized_axis){n, n, 1, 0, 1};
  }
  TERCET_TRY(tercet_onnx_axes(
      call, r->rank, named->n, has_axes ? axes : NULL, named->axes));
  return read_attributes(call, r);
}

/* ---- Positions and weights ---- */

/// Return the place in the input that position `i` of the output stands for
static double
source_of(const resizing *r, const resized_axis *a, int64_t i)
{
  const double x = (double)i;
  const double n_in = (double)a->n_in;
  const double n_out = a->scale * n_in; // Before it was made whole
  const double half_pixel = (x + 0.5) / a->scale - 0.5;
  switch (r->transform) {
  case HALF_PIXEL:
    return half_pixel;
  case HALF_PIXEL_SYMMETRIC:
    return n_in / 2 * (1 - (double)a->n_out / n_out) + half_pixel;
  case PYTORCH_HALF_PIXEL:
    return n_out == 1 ? -0.5 : half_pixel;
  case ALIGN_CORNERS:
    return n_out == 1 ? 0 : x * (n_in - 1) / (n_out - 1);
  case ASYMMETRIC:
    return x / a->scale;
  case CROP_AND_RESIZE:
    break;
  }
  const double span = (a->end - a->start) * (n_in - 1);
  return a->start * (n_in - 1) +
         (n_out == 1 ? span / 2 : x * span / (n_out - 1));
}

static double
round_source(rounding how, double x)
{
  switch (how) {
  case PREFER_FLOOR:
    return ceil(x - 0.5);
  case PREFER_CEIL:
    return floor(x + 0.5);
  case FLOOR:
    return floor(x);
  case CEIL:
    break;
  }
  return ceil(x);
}

/// Return the weight of an element at a distance
static double
weight_at(const resizing *r, double distance)
{
  const double x = fabs(distance);
  const double a = r->cubic_a;
  if (r->mode == LINEAR) {
    return x < 1 ? 1 - x : 0;
  }
  return x <= 1  ? ((a + 2) * x - (a + 3)) * x * x + 1
         : x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a
                 : 0;
}

/// The elements that each position of an axis is made of
typedef struct {
  size_t n_taps;      ///< For each position
  int64_t *positions; ///< Tap by tap
  double *weights;    ///< Likewise; not in the nearest mode
} taps;

/// Move a place into an axis; one that is no number is the first
static int64_t
clamp_place(double place, int64_t n)
{
  return place >= (double)n ? n - 1 : place > 0 ? (int64_t)place : 0;
}

/// Set the taps of position `i`, whose weights add up to 1
static void
set_taps(const resizing *r, const resized_axis *a, int64_t i, taps *out)
{
  const double source = source_of(r, a, i);
  const double scale = r->antialiases && a->scale < 1 ? a->scale : 1;
  const double before = floor(source);
  const double ratio = source - before;
  const size_t n_left = out->n_taps / 2;
  const double first = 1 - (double)n_left;
  double sum = 0;
  if (r->mode == NEAREST) {
    out->positions[i] = clamp_place(round_source(r->round, source), a->n_in);
    return;
  }
  for (size_t j = 0; j < out->n_taps; ++j) {
    const double step = first + (double)j;
    const double place = before + step;
    const bool is_outside = place < 0 || place >= (double)a->n_in;
    const double weight = r->excludes_outside && is_outside
                              ? 0
                              : weight_at(r, (step - ratio) * scale);
    const size_t k = j * (size_t)a->n_out + (size_t)i;
    out->positions[k] = clamp_place(place, a->n_in);
    out->weights[k] = weight;
    sum += weight;
  }
  for (size_t j = 0; j < out->n_taps && sum != 0; ++j) {
    out->weights[j * (size_t)a->n_out + (size_t)i] /= sum;
  }
}

/// Return how many elements a position is made of; they are all that weigh
/// anything
static size_t
count_taps(const resizing *r, const resized_axis *a)
{
  const double scale = r->antialiases && a->scale < 1 ? a->scale : 1;
  const double reach = r->mode == LINEAR ? 1 : 2;
  return r->mode == NEAREST ? 1 : 2U * (size_t)ceil(reach / scale);
}

static tercet_status
make_taps(const tercet_onnx_call *call,
          const resizing *r,
          const resized_axis *a,
          taps *out)
{
  size_t n = 0;
  memset(out, 0, sizeof(*out));
  out->n_taps = count_taps(r, a);
  if (!tercet_size_multiply(out->n_taps, (size_t)a->n_out, &n)) {
    return tercet_error_no_memory(call->err);
  }
  out->positions =
      tercet_allocate_array(call->scratch, n, sizeof(*out->positions));
  out->weights = tercet_allocate_array(call->scratch, n, sizeof(*out->weights));
  if (!out->positions || !out->weights) {
    return tercet_error_no_memory(call->err);
  }
  for (int64_t i = 0; i < a->n_out; ++i) {
    set_taps(r, a, i, out);
  }
  return TERCET_OK;
}

/* ---- Axes ---- */

/// Make a view of numbers, one for each position
static tercet_tensor *
look_at(tercet_onnx_compose *c, tercet_dtype dtype, int64_t n, void *numbers)
{
  return TERCET_ONNX_MAKE(
      c, tercet_tensor_wrap, dtype, 1, &n, NULL, numbers, NULL, NULL);
}

/// Return the parts that tap `j` takes, times their weights
static tercet_tensor *
weigh(tercet_onnx_compose *c,
      const resizing *r,
      const tercet_tensor *x,
      size_t axis,
      const taps *t,
      size_t j)
{
  const int64_t n = r->axes[axis].n_out;
  const size_t start = j * (size_t)n;
  tercet_tensor *const positions =
      look_at(c, TERCET_DTYPE_I64, n, t->positions + start);
  tercet_tensor *const parts = TERCET_ONNX_MAKE(
      c, tercet_tensor_take, x, positions, (int64_t)axis, TERCET_BOUNDS_CHECK);
  if (r->mode == NEAREST) {
    return parts;
  }
  tercet_tensor *const line =
      look_at(c, TERCET_DTYPE_F64, n, t->weights + start);
  tercet_tensor *const weights =
      TERCET_ONNX_VIEW(c, tercet_tensor_append_axes, line, r->rank - 1U - axis);
  TERCET_ONNX_DO(c, tercet_tensor_multiply_into, parts, weights, parts);
  return parts;
}

/// Replace `x`, which is taken over, by one that is resized along an axis
static tercet_status
resize_axis(const tercet_onnx_call *call,
            const resizing *r,
            size_t axis,
            tercet_tensor **x)
{
  tercet_onnx_compose c;
  taps t;
  tercet_onnx_compose_init(&c, call);
  c.st = make_taps(call, r, &r->axes[axis], &t);
  tercet_tensor *const sum = weigh(&c, r, *x, axis, &t, 0);
  const size_t n_kept = c.n;
  for (size_t j = 1; j < t.n_taps && c.st == TERCET_OK; ++j) {
    tercet_tensor *const more = weigh(&c, r, *x, axis, &t, j);
    TERCET_ONNX_DO(&c, tercet_tensor_add_into, sum, more, sum);
    tercet_onnx_compose_drop(&c, n_kept);
  }
  if (c.st == TERCET_OK) {
    tercet_tensor_unref(*x);
    *x = tercet_tensor_ref(sum);
  }
  const tercet_status st = tercet_onnx_compose_end(&c);
  tercet_release(call->scratch, t.positions);
  tercet_release(call->scratch, t.weights);
  return st;
}

/// Write the value that stands for what lies outside of the input
static tercet_status
extrapolate(const tercet_onnx_call *call,
            const resizing *r,
            size_t axis,
            tercet_tensor *x)
{
  const resized_axis *const a = &r->axes[axis];
  tercet_index items[TERCET_MAX_RANK];
  for (size_t i = 0; i < axis; ++i) {
    items[i] = tercet_index_all();
  }
  for (int64_t i = 0; i < a->n_out; ++i) {
    const double source = source_of(r, a, i);
    items[axis] = tercet_index_at(i);
    if (source < 0 || source > (double)(a->n_in - 1)) {
      TERCET_TRY(tercet_tensor_fill_at(x,
                                       axis + 1U,
                                       items,
                                       tercet_scalar_from_f64(r->extrapolation),
                                       call->err));
    }
  }
  return TERCET_OK;
}

/// Return whether an axis stays as it is
static bool
is_kept(const resized_axis *a)
{
  return a->n_in == a->n_out && fabs(a->scale - 1) < 1e-9 && a->start == 0 &&
         a->end == 1;
}

/// Resize all axes of `x`, which is taken over and replaced
static tercet_status
resize_axes(const tercet_onnx_call *call, const resizing *r, tercet_tensor **x)
{
  for (size_t i = 0; i < r->rank; ++i) {
    if (!is_kept(&r->axes[i])) {
      TERCET_TRY(resize_axis(call, r, i, x));
    }
  }
  for (size_t i = 0; i < r->rank && r->transform == CROP_AND_RESIZE; ++i) {
    if (!is_kept(&r->axes[i])) {
      TERCET_TRY(extrapolate(call, r, i, *x));
    }
  }
  return TERCET_OK;
}

/// Bring float64 back to the dtype of the input
static tercet_status
convert_back(const tercet_onnx_call *call,
             tercet_dtype dtype,
             const tercet_tensor *x,
             tercet_tensor **out)
{
  const bool is_float = dtype == TERCET_DTYPE_F16 ||
                        dtype == TERCET_DTYPE_BF16 ||
                        dtype == TERCET_DTYPE_F32 || dtype == TERCET_DTYPE_F64;
  if (is_float) {
    return tercet_tensor_cast(call->alloc, x, dtype, out, call->err);
  }
  tercet_tensor *whole = NULL;
  TERCET_TRY(tercet_tensor_round(call->scratch, x, &whole, call->err));
  const tercet_status st = tercet_tensor_convert(
      call->alloc, whole, dtype, TERCET_CAST_SATURATE, out, call->err);
  tercet_tensor_unref(whole);
  return st;
}

static tercet_status
check_result(const tercet_onnx_call *call, const resizing *r, bool *is_empty)
{
  int64_t size = 1;
  *is_empty = false;
  for (size_t i = 0; i < r->rank; ++i) {
    const int64_t n = r->axes[i].n_out;
    *is_empty = *is_empty || n == 0;
    if (!tercet_i64_multiply(size, n ? n : 1, &size) || size > INT64_MAX / 16) {
      return tercet_onnx_fail(
          call, TERCET_ERR_SHAPE, "the result has too many elements");
    }
  }
  return TERCET_OK;
}

static tercet_status
give_empty(const tercet_onnx_call *call, const resizing *r)
{
  int64_t shape[TERCET_MAX_RANK];
  tercet_tensor *out = NULL;
  for (size_t i = 0; i < r->rank; ++i) {
    shape[i] = r->axes[i].n_out;
  }
  return tercet_onnx_output(
      call, 0, tercet_onnx_input_type(call, 0), r->rank, shape, &out);
}

static tercet_status
resize(const tercet_onnx_call *call, const resizing *r)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const tercet_dtype dtype = tercet_tensor_dtype(data);
  bool is_empty = false;
  TERCET_TRY(check_result(call, r, &is_empty));
  if (is_empty) {
    return give_empty(call, r);
  }
  if (r->mode != NEAREST &&
      tercet_onnx_input_type(call, 0) == TERCET_ONNX_STRING) {
    return tercet_onnx_fail(
        call, TERCET_ERR_DTYPE, "strings are not interpolated");
  }
  tercet_tensor *x = NULL;
  tercet_tensor *out = NULL;
  if (r->mode == NEAREST) {
    TERCET_TRY(tercet_tensor_view_all(data, &x, call->err));
  } else {
    TERCET_TRY(tercet_tensor_cast(
        call->scratch, data, TERCET_DTYPE_F64, &x, call->err));
  }
  tercet_status st = resize_axes(call, r, &x);
  if (st == TERCET_OK && r->mode != NEAREST) {
    st = convert_back(call, dtype, x, &out);
  } else if (st == TERCET_OK) {
    out = tercet_tensor_ref(x);
  }
  tercet_tensor_unref(x);
  return tercet_onnx_give_moved(call, 0, st, out);
}

static tercet_status
run_resize(const tercet_onnx_call *call)
{
  resizing r;
  named_axes named;
  TERCET_TRY(begin(call, &r, &named));
  TERCET_TRY(read_extents(call, &r, &named));
  TERCET_TRY(read_region(call, &r, &named));
  return resize(call, &r);
}

/* ---- Upsample ---- */

/// In versions before 9 the scales are attributes: of the last two axes only
/// in the first version
static tercet_status
run_old_upsample(const tercet_onnx_call *call)
{
  resizing r;
  named_axes named;
  size_t n = 0;
  double scales[TERCET_MAX_RANK];
  TERCET_TRY(begin(call, &r, &named));
  const float *const floats = tercet_onnx_node_floats(call->node, "scales", &n);
  if (call->version < 7) {
    TERCET_TRY(tercet_onnx_check_rank(call, 0, 4));
    named = (named_axes){2, {2, 3}};
    scales[0] = (double)tercet_onnx_node_float(call->node, "height_scale", 1);
    scales[1] = (double)tercet_onnx_node_float(call->node, "width_scale", 1);
  } else {
    TERCET_TRY(check_count(call, "scales", n, &named));
    for (size_t i = 0; i < n; ++i) {
      scales[i] = (double)floats[i];
    }
  }
  TERCET_TRY(set_scales(call, &r, &named, scales));
  return resize(call, &r);
}

TERCET_ONNX_DEFINE_TABLE(resize,
                         {"Resize", "", 10, 0, NULL, run_resize},
                         {"Upsample", "", 1, 8, NULL, run_old_upsample},
                         {"Upsample", "", 9, 9, NULL, run_resize});
