// SPDX-License-Identifier: Apache-2.0

/// Boxes in images: NonMaxSuppression, RoiAlign, MaxRoiPool.  Computed in
/// float64.

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- NonMaxSuppression ---- */

/// Two corners, the lower one first
typedef struct {
  double low[2];
  double high[2];
} box;

/// What is selected, and by which rules
typedef struct {
  int64_t max_in_class;
  double max_overlap;
  double least_score;
  bool has_least_score;
  bool has_centers;
  int64_t n_boxes;
  const double *boxes;   ///< Of one batch: four numbers each
  const double *scores;  ///< Of one class
  const int64_t *sorted; ///< Boxes by decreasing score
  int64_t (*selected)[3];
  int64_t n_selected;
  int64_t capacity;
} suppression;

/// Read the corners of a box, in whatever order they are, or its center and
/// extents
static box
read_box(const suppression *s, int64_t i)
{
  const double *const numbers = s->boxes + 4 * i;
  box b;
  for (int j = 0; j < 2; ++j) {
    const double half = numbers[j + 2] / 2;
    const double x = s->has_centers ? numbers[j] - half : numbers[j];
    const double y = s->has_centers ? numbers[j] + half : numbers[j + 2];
    b.low[j] = x < y ? x : y;
    b.high[j] = x < y ? y : x;
  }
  return b;
}

static double
area_of(const box *b)
{
  return (b->high[0] - b->low[0]) * (b->high[1] - b->low[1]);
}

/// Return whether two boxes have more in common, as a part of their union, than
/// is allowed
static bool
overlap(const suppression *s, int64_t i, int64_t j)
{
  const box a = read_box(s, i);
  const box b = read_box(s, j);
  double common = 1;
  for (int axis = 0; axis < 2; ++axis) {
    const double low = fmax(a.low[axis], b.low[axis]);
    const double high = fmin(a.high[axis], b.high[axis]);
    common *= high > low ? high - low : 0;
  }
  const double both = area_of(&a) + area_of(&b) - common;
  return common > 0 && both > 0 && common / both > s->max_overlap;
}

/// Keep a box; memory grows with what is selected
static tercet_status
keep_box(const tercet_onnx_call *call,
         suppression *s,
         int64_t batch,
         int64_t class_,
         int64_t i)
{
  size_t capacity = (size_t)s->capacity;
  if (!tercet_grow_array(call->scratch,
                         (void **)&s->selected,
                         &capacity,
                         (size_t)s->n_selected + 1U,
                         sizeof(*s->selected))) {
    return tercet_error_no_memory(call->err);
  }
  s->capacity = (int64_t)capacity;
  int64_t *const row = s->selected[s->n_selected++];
  row[0] = batch;
  row[1] = class_;
  row[2] = i;
  return TERCET_OK;
}

/// Select boxes of one class, the best first
static tercet_status
select_class(const tercet_onnx_call *call,
             suppression *s,
             int64_t batch,
             int64_t class_)
{
  const int64_t first = s->n_selected;
  for (int64_t k = 0; k < s->n_boxes && s->n_selected - first < s->max_in_class;
       ++k) {
    const int64_t i = s->sorted[k];
    bool is_free = !s->has_least_score || s->scores[i] > s->least_score;
    for (int64_t j = first; j < s->n_selected && is_free; ++j) {
      is_free = !overlap(s, i, s->selected[j][2]);
    }
    if (is_free) {
      TERCET_TRY(keep_box(call, s, batch, class_, i));
    }
  }
  return tercet_onnx_call_check(call);
}

/// Set `out` to the only number of an input, or leave it alone if that is
/// absent or empty
static tercet_status
read_limit(const tercet_onnx_call *call, size_t i, double *out, bool *is_given)
{
  *is_given = tercet_onnx_has_input(call, i) &&
              tercet_tensor_size(tercet_onnx_input(call, i)) != 0;
  if (!*is_given) {
    return TERCET_OK;
  }
  tercet_scalar number;
  TERCET_TRY(tercet_onnx_input_scalar(call, i, &number));
  *out = number.dtype == TERCET_DTYPE_I64 ? (double)number.as.i : number.as.f;
  return TERCET_OK;
}

static tercet_status
read_limits(const tercet_onnx_call *call, suppression *s)
{
  double max_in_class = 0;
  bool is_given = false;
  TERCET_TRY(read_limit(call, 2, &max_in_class, &is_given));
  TERCET_TRY(read_limit(call, 3, &s->max_overlap, &is_given));
  TERCET_TRY(read_limit(call, 4, &s->least_score, &s->has_least_score));
  s->max_in_class = max_in_class < 0x1p62 ? (int64_t)max_in_class : INT64_MAX;
  s->has_centers = tercet_onnx_node_int(call->node, "center_point_box", 0) != 0;
  return s->max_overlap >= 0 && s->max_overlap <= 1
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_RANGE,
                                "iou_threshold is %g",
                                s->max_overlap);
}

static tercet_status
check_boxes(const tercet_onnx_call *call)
{
  TERCET_TRY(tercet_onnx_check_rank(call, 0, 3));
  TERCET_TRY(tercet_onnx_check_rank(call, 1, 3));
  const int64_t *const a = tercet_tensor_shape(tercet_onnx_input(call, 0));
  const int64_t *const b = tercet_tensor_shape(tercet_onnx_input(call, 1));
  return a[0] == b[0] && a[1] == b[2] && a[2] == 4
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_SHAPE,
                                "boxes of shape [%" PRId64 ", %" PRId64
                                ", %" PRId64 "] for scores of shape [%" PRId64
                                ", %" PRId64 ", %" PRId64 "]",
                                a[0],
                                a[1],
                                a[2],
                                b[0],
                                b[1],
                                b[2]);
}

/// Make the order of the boxes by decreasing score; of equal ones the first
/// comes first
static tercet_tensor *
sort_scores(tercet_onnx_compose *c, const tercet_tensor *scores)
{
  tercet_tensor *const turned =
      TERCET_ONNX_MAKE(c, tercet_tensor_negative, scores);
  return TERCET_ONNX_MAKE(c, tercet_tensor_argsort, turned, -1);
}

static tercet_status
select_boxes(const tercet_onnx_call *call,
             suppression *s,
             const tercet_tensor *boxes,
             const tercet_tensor *scores,
             const tercet_tensor *sorted)
{
  const int64_t *const shape = tercet_tensor_shape(scores);
  const double *const corners = tercet_tensor_data(boxes);
  const double *const numbers = tercet_tensor_data(scores);
  const int64_t *const order = tercet_tensor_data(sorted);
  s->n_boxes = shape[2];
  for (int64_t batch = 0; batch < shape[0]; ++batch) {
    for (int64_t class_ = 0; class_ < shape[1]; ++class_) {
      const int64_t start = (batch * shape[1] + class_) * s->n_boxes;
      s->boxes = corners + 4 * batch * s->n_boxes;
      s->scores = numbers + start;
      s->sorted = order + start;
      TERCET_TRY(select_class(call, s, batch, class_));
    }
  }
  return TERCET_OK;
}

static tercet_status
run_non_max_suppression(const tercet_onnx_call *call)
{
  suppression s;
  memset(&s, 0, sizeof(s));
  TERCET_TRY(check_boxes(call));
  TERCET_TRY(read_limits(call, &s));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const boxes = TERCET_ONNX_MAKE(
      &c, tercet_tensor_cast, tercet_onnx_input(call, 0), TERCET_DTYPE_F64);
  tercet_tensor *const scores = TERCET_ONNX_MAKE(
      &c, tercet_tensor_cast, tercet_onnx_input(call, 1), TERCET_DTYPE_F64);
  tercet_tensor *const sorted = sort_scores(&c, scores);
  if (c.st == TERCET_OK) {
    c.st = select_boxes(call, &s, boxes, scores, sorted);
  }
  const int64_t shape[2] = {s.n_selected, 3};
  tercet_tensor *const out = TERCET_ONNX_MAKE(
      &c, tercet_tensor_from_data, TERCET_DTYPE_I64, 2, shape, s.selected);
  tercet_release(call->scratch, s.selected);
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- Regions of interest ---- */

/// An image in float64, and a region that is divided into bins
typedef struct {
  int64_t height;
  int64_t width;
  int64_t n_rows; ///< Of bins
  int64_t n_columns;
  double top;
  double left;
  double bin_height;
  double bin_width;
  int64_t n_in_bin[2]; ///< Samples along each axis
  bool takes_max;
} region;

/// Where a sample lies between four elements
typedef struct {
  int64_t offsets[4];
  double weights[4];
} corner_taps;

/// Set the two elements around a place on an axis; false if it is outside
static bool
find_neighbours(double place, int64_t n, int64_t at[2], double weights[2])
{
  if (!(place >= -1 && place <= (double)n)) {
    return false;
  }
  const double x = place > 0 ? place : 0;
  at[0] = (int64_t)x < n - 1 ? (int64_t)x : n - 1;
  at[1] = at[0] < n - 1 ? at[0] + 1 : at[0];
  weights[1] = at[0] < n - 1 ? x - (double)at[0] : 0;
  weights[0] = 1 - weights[1];
  return true;
}

static void
set_corners(const region *r, double y, double x, corner_taps *out)
{
  int64_t rows[2];
  int64_t columns[2];
  double row_weights[2];
  double column_weights[2];
  memset(out, 0, sizeof(*out));
  if (!find_neighbours(y, r->height, rows, row_weights) ||
      !find_neighbours(x, r->width, columns, column_weights)) {
    return;
  }
  for (int i = 0; i < 4; ++i) {
    out->offsets[i] = rows[i / 2] * r->width + columns[i % 2];
    out->weights[i] = row_weights[i / 2] * column_weights[i % 2];
  }
}

/// Return the mean of the samples of a bin, or the greatest weighted element
static double
pool_bin(const region *r, const double *image, int64_t row, int64_t column)
{
  const int64_t n = r->n_in_bin[0] * r->n_in_bin[1];
  double sum = 0;
  double greatest = 0;
  for (int64_t i = 0; i < n; ++i) {
    corner_taps taps;
    const int64_t i_row = i / r->n_in_bin[1];
    const double iy = (double)i_row + 0.5;
    const double ix = (double)(i % r->n_in_bin[1]) + 0.5;
    set_corners(
        r,
        r->top + ((double)row + iy / (double)r->n_in_bin[0]) * r->bin_height,
        r->left + ((double)column + ix / (double)r->n_in_bin[1]) * r->bin_width,
        &taps);
    for (int j = 0; j < 4; ++j) {
      const double part = taps.weights[j] * image[taps.offsets[j]];
      sum += part;
      greatest = (i == 0 && j == 0) || part > greatest ? part : greatest;
    }
  }
  return r->takes_max ? greatest : n ? sum / (double)n : 0;
}

/// Read the attributes; a region has yet to be placed
static tercet_status
read_align(const tercet_onnx_call *call, region *r)
{
  static const char *const modes[] = {"avg", "max"};
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  size_t mode = 0;
  TERCET_TRY(tercet_onnx_check_rank(call, 0, 4));
  TERCET_TRY(tercet_onnx_check_rank(call, 1, 2));
  TERCET_TRY(tercet_onnx_choice(call, "mode", "avg", 2, modes, &mode));
  memset(r, 0, sizeof(*r));
  r->height = tercet_tensor_shape(data)[2];
  r->width = tercet_tensor_shape(data)[3];
  r->n_rows = tercet_onnx_node_int(call->node, "output_height", 1);
  r->n_columns = tercet_onnx_node_int(call->node, "output_width", 1);
  r->takes_max = mode == 1;
  if (r->n_rows < 1 || r->n_columns < 1 || r->height < 1 || r->width < 1) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "%" PRId64 " x %" PRId64
                            " bins of an image of %" PRId64 " x %" PRId64,
                            r->n_rows,
                            r->n_columns,
                            r->height,
                            r->width);
  }
  return TERCET_OK;
}

/// Samples along one axis of a bin, at the most: no bin is that large
#define MAX_SAMPLES 4096

/// Place a region: left, top, right and bottom
static tercet_status
place_region(const tercet_onnx_call *call, const double *corners, region *r)
{
  static const char *const names[] = {"half_pixel", "output_half_pixel"};
  const bool is_old = call->version < 16;
  size_t how = 0;
  TERCET_TRY(tercet_onnx_choice(call,
                                "coordinate_transformation_mode",
                                is_old ? names[1] : names[0],
                                2,
                                names,
                                &how));
  const double scale =
      (double)tercet_onnx_node_float(call->node, "spatial_scale", 1);
  const int64_t ratio = tercet_onnx_node_int(call->node, "sampling_ratio", 0);
  const double offset = how ? 0 : 0.5;
  const double least = how ? 1 : -INFINITY; // Malformed ones become 1 x 1
  r->left = corners[0] * scale - offset;
  r->top = corners[1] * scale - offset;
  r->bin_width =
      fmax(corners[2] * scale - offset - r->left, least) / (double)r->n_columns;
  r->bin_height =
      fmax(corners[3] * scale - offset - r->top, least) / (double)r->n_rows;
  const double counts[] = {ratio > 0 ? (double)ratio : ceil(r->bin_height),
                           ratio > 0 ? (double)ratio : ceil(r->bin_width)};
  for (int i = 0; i < 2; ++i) {
    if (!(counts[i] <= MAX_SAMPLES)) {
      return tercet_onnx_fail(
          call, TERCET_ERR_LIMIT, "%g samples along an axis", counts[i]);
    }
    r->n_in_bin[i] = counts[i] > 0 ? (int64_t)counts[i] : 0;
  }
  return TERCET_OK;
}

/// Pool one region of all channels
static void
pool_region(const region *r,
            const double *images,
            int64_t n_channels,
            double *out)
{
  for (int64_t channel = 0; channel < n_channels; ++channel) {
    const double *const image = images + channel * r->height * r->width;
    for (int64_t row = 0; row < r->n_rows; ++row) {
      for (int64_t column = 0; column < r->n_columns; ++column) {
        *out++ = pool_bin(r, image, row, column);
      }
    }
  }
}

/// Set `out` to the number of an image, which must be there
static tercet_status
check_image(const tercet_onnx_call *call, double number, int64_t n)
{
  return number >= 0 && number < (double)n
             ? TERCET_OK
             : tercet_onnx_fail(
                   call, TERCET_ERR_RANGE, "image %g of %" PRId64, number, n);
}

static tercet_status
align_regions(const tercet_onnx_call *call,
              region *r,
              const tercet_tensor *images,
              const tercet_tensor *regions,
              const tercet_tensor *numbers,
              tercet_tensor *out)
{
  const int64_t *const shape = tercet_tensor_shape(images);
  const int64_t *const n_regions = tercet_tensor_shape(regions);
  const int64_t n_in_image = shape[1] * shape[2] * shape[3];
  if (n_regions[1] != 4 || tercet_tensor_size(numbers) != n_regions[0]) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%" PRId64 " regions of %" PRId64
                            " numbers in %" PRId64 " images",
                            n_regions[0],
                            n_regions[1],
                            tercet_tensor_size(numbers));
  }
  for (int64_t i = 0; i < n_regions[0]; ++i) {
    const double number = ((const double *)tercet_tensor_data(numbers))[i];
    TERCET_TRY(check_image(call, number, shape[0]));
    TERCET_TRY(tercet_onnx_call_check(call));
    TERCET_TRY(place_region(
        call, (const double *)tercet_tensor_data(regions) + 4 * i, r));
    pool_region(r,
                (const double *)tercet_tensor_data(images) +
                    (int64_t)number * n_in_image,
                shape[1],
                (double *)tercet_tensor_mutable_data(out) +
                    i * shape[1] * r->n_rows * r->n_columns);
  }
  return TERCET_OK;
}

static tercet_status
run_roi_align(const tercet_onnx_call *call)
{
  region r;
  TERCET_TRY(read_align(call, &r));
  TERCET_TRY(tercet_onnx_check_rank(call, 2, 1));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *inputs[3];
  for (size_t i = 0; i < 3; ++i) {
    inputs[i] = TERCET_ONNX_MAKE(
        &c, tercet_tensor_cast, tercet_onnx_input(call, i), TERCET_DTYPE_F64);
  }
  const int64_t shape[] = {tercet_tensor_shape(tercet_onnx_input(call, 1))[0],
                           tercet_tensor_shape(tercet_onnx_input(call, 0))[1],
                           r.n_rows,
                           r.n_columns};
  tercet_tensor *const pooled =
      TERCET_ONNX_MAKE(&c, tercet_tensor_new, TERCET_DTYPE_F64, 4, shape);
  if (c.st == TERCET_OK) {
    c.st = align_regions(call, &r, inputs[0], inputs[1], inputs[2], pooled);
  }
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c,
                       tercet_tensor_cast,
                       pooled,
                       tercet_tensor_dtype(tercet_onnx_input(call, 0)));
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

/* ---- MaxRoiPool ---- */

/// Set the elements from which a bin is pooled: [start, end) within the image
static void
find_bin(int64_t start, double size, int64_t i, int64_t n, int64_t out[2])
{
  out[0] = start + (int64_t)floor((double)i * size);
  out[1] = start + (int64_t)ceil((double)(i + 1) * size);
  for (int j = 0; j < 2; ++j) {
    out[j] = out[j] < 0 ? 0 : out[j] > n ? n : out[j];
  }
}

/// Return the greatest element of a bin, 0 if it has none
static double
find_greatest(const region *r,
              const double *image,
              const int64_t rows[2],
              const int64_t columns[2])
{
  double greatest = 0;
  bool is_first = true;
  for (int64_t y = rows[0]; y < rows[1]; ++y) {
    for (int64_t x = columns[0]; x < columns[1]; ++x) {
      const double element = image[y * r->width + x];
      greatest = is_first || element > greatest ? element : greatest;
      is_first = false;
    }
  }
  return greatest;
}

/// Pool a region, whose corners are rounded to whole elements
static tercet_status
pool_whole(const tercet_onnx_call *call,
           region *r,
           const double *numbers,
           const tercet_tensor *images,
           double *out)
{
  const int64_t *const shape = tercet_tensor_shape(images);
  const double scale =
      (double)tercet_onnx_node_float(call->node, "spatial_scale", 1);
  int64_t corners[4];
  TERCET_TRY(check_image(call, numbers[0], shape[0]));
  for (int i = 0; i < 4; ++i) {
    const double corner = round(numbers[i + 1] * scale);
    if (!(fabs(corner) <= (double)INT32_MAX)) {
      return tercet_onnx_fail(
          call, TERCET_ERR_RANGE, "a region has a corner at %g", corner);
    }
    corners[i] = (int64_t)corner;
  }
  r->bin_width =
      fmax((double)(corners[2] - corners[0] + 1), 1) / (double)r->n_columns;
  r->bin_height =
      fmax((double)(corners[3] - corners[1] + 1), 1) / (double)r->n_rows;
  const int64_t n_in_image = r->height * r->width;
  const double *image = (const double *)tercet_tensor_data(images) +
                        (int64_t)numbers[0] * shape[1] * n_in_image;
  for (int64_t i = 0; i < shape[1]; ++i, image += n_in_image) {
    for (int64_t j = 0; j < r->n_rows * r->n_columns; ++j) {
      int64_t rows[2];
      int64_t columns[2];
      find_bin(corners[1], r->bin_height, j / r->n_columns, r->height, rows);
      find_bin(corners[0], r->bin_width, j % r->n_columns, r->width, columns);
      *out++ = find_greatest(r, image, rows, columns);
    }
  }
  return TERCET_OK;
}

static tercet_status
read_pool(const tercet_onnx_call *call, region *r)
{
  size_t n = 0;
  const int64_t *const pooled =
      tercet_onnx_node_ints(call->node, "pooled_shape", &n);
  const tercet_tensor *const regions = tercet_onnx_input(call, 1);
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  TERCET_TRY(tercet_onnx_check_rank(call, 0, 4));
  TERCET_TRY(tercet_onnx_check_rank(call, 1, 2));
  memset(r, 0, sizeof(*r));
  if (n != 2 || pooled[0] < 1 || pooled[1] < 1 ||
      tercet_tensor_shape(regions)[1] != 5) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "pooled_shape is not two extents, or the regions "
                            "have not five numbers");
  }
  r->n_rows = pooled[0];
  r->n_columns = pooled[1];
  r->height = tercet_tensor_shape(data)[2];
  r->width = tercet_tensor_shape(data)[3];
  return TERCET_OK;
}

static tercet_status
run_max_roi_pool(const tercet_onnx_call *call)
{
  region r;
  TERCET_TRY(read_pool(call, &r));
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const int64_t n = tercet_tensor_shape(tercet_onnx_input(call, 1))[0];
  const int64_t n_channels = tercet_tensor_shape(data)[1];
  const int64_t shape[] = {n, n_channels, r.n_rows, r.n_columns};
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const images =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, data, TERCET_DTYPE_F64);
  tercet_tensor *const regions = TERCET_ONNX_MAKE(
      &c, tercet_tensor_cast, tercet_onnx_input(call, 1), TERCET_DTYPE_F64);
  tercet_tensor *const pooled =
      TERCET_ONNX_MAKE(&c, tercet_tensor_new, TERCET_DTYPE_F64, 4, shape);
  for (int64_t i = 0; i < n && c.st == TERCET_OK; ++i) {
    c.st = pool_whole(call,
                      &r,
                      (const double *)tercet_tensor_data(regions) + 5 * i,
                      images,
                      (double *)tercet_tensor_mutable_data(pooled) +
                          i * n_channels * r.n_rows * r.n_columns);
  }
  tercet_tensor *const out = TERCET_ONNX_MAKE(
      &c, tercet_tensor_cast, pooled, tercet_tensor_dtype(data));
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    boxes,
    {"MaxRoiPool", "", 1, 0, NULL, run_max_roi_pool},
    {"NonMaxSuppression", "", 10, 0, NULL, run_non_max_suppression},
    {"RoiAlign", "", 10, 0, NULL, run_roi_align});
