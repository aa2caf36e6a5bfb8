// SPDX-License-Identifier: Apache-2.0

/// Operators that put elements elsewhere

#include "base/checked.h"
#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

/// Return a + b, a symbol if that is not known
static int64_t
sum(const tercet_onnx_infer *infer, int64_t a, int64_t b)
{
  int64_t result = 0;
  if (a == 0 || b == 0) {
    return a == 0 ? b : a;
  }
  return !tercet_onnx_is_symbol(a) && !tercet_onnx_is_symbol(b) &&
                 tercet_i64_add(a, b, &result)
             ? tercet_onnx_number(infer->facts, result)
             : tercet_onnx_infer_unknown(infer);
}

/// Set `dims` to the extents of an input
static void
copy_dims(const tercet_onnx_fact *input, int64_t *dims)
{
  if (input->rank > 0) {
    memcpy(dims, input->dims, input->rank * sizeof(*dims));
  }
}

/* ---- Concat ---- */

/// Take one more part into the extents so far
static tercet_status
append_part(const tercet_onnx_infer *infer,
            size_t which,
            const tercet_onnx_fact *part,
            size_t rank,
            size_t axis,
            int64_t *dims)
{
  if (part->rank != rank) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "input %zu has rank %zu, not %zu",
                                  which,
                                  part->rank,
                                  rank);
  }

  dims[axis] = sum(infer, dims[axis], part->dims[axis]);
  for (size_t i = 0; i < rank; ++i) {
    const bool is_open = tercet_onnx_is_symbol(dims[i]);
    if (i == axis || part->dims[i] == dims[i] ||
        tercet_onnx_is_symbol(part->dims[i])) {
      continue;
    }
    if (!is_open) {
      return tercet_onnx_infer_fail(infer,
                                    TERCET_ERR_SHAPE,
                                    "input %zu has extent %lld, not %lld, on "
                                    "axis %zu",
                                    which,
                                    (long long)part->dims[i],
                                    (long long)dims[i],
                                    i);
    }
    dims[i] = part->dims[i];
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_rule_concat(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const first = tercet_onnx_infer_shaped(infer, 0);
  if (!first) {
    return TERCET_OK;
  }

  // Before version 4, the axis was 1 by default
  const bool has_axis = tercet_onnx_infer_attribute(infer, "axis") != NULL;
  const int64_t given = has_axis ? tercet_onnx_infer_int(infer, "axis") : 1;
  size_t axis = 0;
  int64_t dims[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_infer_axis(infer, given, first->rank, &axis));
  copy_dims(first, dims);
  for (size_t i = 1; i < infer->n_inputs; ++i) {
    const tercet_onnx_fact *const part = tercet_onnx_infer_shaped(infer, i);
    if (!part) {
      dims[axis] = tercet_onnx_infer_unknown(infer);
      continue;
    }
    TERCET_TRY(append_part(infer, i, part, first->rank, axis, dims));
  }
  return tercet_onnx_infer_give(infer, 0, first->rank, dims);
}

/* ---- Split ---- */

/// Return the extent of a part if they are as equal as possible
static int64_t
equal_part(const tercet_onnx_infer *infer, int64_t extent, size_t n, size_t i)
{
  if (tercet_onnx_is_symbol(extent)) {
    return tercet_onnx_infer_unknown(infer);
  }
  const int64_t parts = (int64_t)n;
  const int64_t size = extent / parts + (extent % parts != 0);
  const int64_t left = extent - size * (int64_t)i;
  return left < 0 ? 0 : left < size ? left : size;
}

tercet_status
tercet_onnx_rule_split(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  size_t axis = 0;
  TERCET_TRY(tercet_onnx_infer_axis(
      infer, tercet_onnx_infer_int(infer, "axis"), input->rank, &axis));
  const tercet_onnx_infer_list sizes =
      tercet_onnx_infer_numbers(infer, 1, "split");
  if (sizes.is_known && sizes.is_given && sizes.n != infer->n_outputs) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "split has %zu numbers for %zu outputs",
                                  sizes.n,
                                  infer->n_outputs);
  }

  int64_t dims[TERCET_MAX_RANK];
  copy_dims(input, dims);
  for (size_t i = 0; i < infer->n_outputs; ++i) {
    dims[axis] = !sizes.is_given
                     ? equal_part(infer, input->dims[axis], infer->n_outputs, i)
                 : sizes.is_known ? sizes.numbers[i]
                                  : tercet_onnx_infer_unknown(infer);
    TERCET_TRY(tercet_onnx_infer_give(infer, i, input->rank, dims));
  }
  return TERCET_OK;
}

/* ---- Slice ---- */

static int64_t
clamp(int64_t x, int64_t low, int64_t high)
{
  return x < low ? low : x > high ? high : x;
}

/// With a negative step, a start before the first element is read differently
/// by different runtimes
bool
tercet_onnx_infer_slice(
    int64_t extent, int64_t *start, int64_t end, int64_t step, int64_t *n)
{
  const bool forwards = step > 0;
  const int64_t from = *start < 0 ? *start + extent : *start;
  const int64_t to = end < 0 ? end + extent : end;
  if (step == 0 || (!forwards && from < 0)) {
    return false;
  }

  const int64_t first = clamp(from, 0, forwards ? extent : extent - 1);
  const int64_t stop =
      clamp(to, forwards ? 0 : -1, forwards ? extent : extent - 1);
  const int64_t distance = forwards ? stop - first : first - stop;
  const uint64_t size = forwards ? (uint64_t)step : -(uint64_t)step;
  *start = first;
  *n = distance <= 0 ? 0 : (int64_t)(((uint64_t)distance - 1) / size + 1);
  return true;
}

/// Return the extent that is left of an axis
static int64_t
sliced(const tercet_onnx_infer *infer,
       int64_t extent,
       int64_t start,
       int64_t end,
       int64_t step)
{
  if (start == 0 && step == 1 && end == INT64_MAX) {
    return extent;
  }
  int64_t left = 0;
  return tercet_onnx_is_symbol(extent) || tercet_onnx_is_symbol(start) ||
                 tercet_onnx_is_symbol(end) || tercet_onnx_is_symbol(step) ||
                 !tercet_onnx_infer_slice(extent, &start, end, step, &left)
             ? tercet_onnx_infer_unknown(infer)
             : left;
}

tercet_status
tercet_onnx_rule_slice(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  const tercet_onnx_infer_list starts =
      tercet_onnx_infer_numbers(infer, 1, "starts");
  const tercet_onnx_infer_list ends =
      tercet_onnx_infer_numbers(infer, 2, "ends");
  const tercet_onnx_infer_list axes =
      tercet_onnx_infer_numbers(infer, 3, "axes");
  const tercet_onnx_infer_list steps =
      tercet_onnx_infer_numbers(infer, 4, NULL);
  uint64_t mask = 0;
  bool is_known = false;
  TERCET_TRY(
      tercet_onnx_infer_axes(infer, &axes, input->rank, &mask, &is_known));
  if (!is_known || !starts.is_known || !ends.is_known || !steps.is_known ||
      starts.n != ends.n || (axes.is_given && axes.n != starts.n) ||
      (steps.is_given && steps.n != starts.n) || starts.n > input->rank) {
    return tercet_onnx_infer_give_rank(infer, 0, input->rank);
  }

  int64_t dims[TERCET_MAX_RANK];
  copy_dims(input, dims);
  for (size_t i = 0; i < starts.n; ++i) {
    size_t axis = i;
    if (axes.is_given) {
      TERCET_TRY(
          tercet_onnx_infer_axis(infer, axes.numbers[i], input->rank, &axis));
    }
    dims[axis] = sliced(infer,
                        dims[axis],
                        starts.numbers[i],
                        ends.numbers[i],
                        steps.is_given ? steps.numbers[i] : 1);
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/* ---- Gather ---- */

tercet_status
tercet_onnx_rule_gather(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const data = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_fact *const indices = tercet_onnx_infer_shaped(infer, 1);
  if (!data || !indices || data->rank + indices->rank > TERCET_MAX_RANK) {
    return TERCET_OK;
  }

  size_t axis = 0;
  TERCET_TRY(tercet_onnx_infer_axis(
      infer, tercet_onnx_infer_int(infer, "axis"), data->rank, &axis));
  int64_t dims[TERCET_MAX_RANK];
  size_t rank = 0;
  for (size_t i = 0; i < data->rank; ++i) {
    for (size_t j = 0; i == axis && j < indices->rank; ++j) {
      dims[rank++] = indices->dims[j];
    }
    if (i != axis) {
      dims[rank++] = data->dims[i];
    }
  }
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}

tercet_status
tercet_onnx_rule_gather_nd(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const data = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_fact *const indices = tercet_onnx_infer_shaped(infer, 1);
  const int64_t batch = tercet_onnx_infer_int(infer, "batch_dims");
  if (!data || !indices || indices->rank == 0 || batch < 0) {
    return TERCET_OK;
  }

  const size_t n_kept = indices->rank - 1;
  const int64_t length = indices->dims[n_kept];
  if (tercet_onnx_is_symbol(length)) {
    return TERCET_OK;
  }
  if (batch + length > (int64_t)data->rank || length < 1) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "indices have %lld numbers for a rank-%zu "
                                  "tensor",
                                  (long long)length,
                                  data->rank);
  }

  int64_t dims[2 * TERCET_MAX_RANK];
  copy_dims(indices, dims);
  size_t rank = n_kept;
  for (size_t i = (size_t)(batch + length); i < data->rank; ++i) {
    dims[rank++] = data->dims[i];
  }
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}

/* ---- Repeating and padding ---- */

tercet_status
tercet_onnx_rule_tile(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const bool is_old = infer->n_inputs > 2; // Version 1 has tiles and an axis
  if (!input || is_old) {
    return TERCET_OK;
  }

  const tercet_onnx_infer_list repeats =
      tercet_onnx_infer_numbers(infer, 1, NULL);
  if (!repeats.is_known) {
    return tercet_onnx_infer_give_rank(infer, 0, input->rank);
  }
  if (repeats.n != input->rank) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "repeats has %zu numbers for a rank-%zu "
                                  "tensor",
                                  repeats.n,
                                  input->rank);
  }
  int64_t dims[TERCET_MAX_RANK];
  for (size_t i = 0; i < input->rank; ++i) {
    dims[i] =
        tercet_onnx_infer_product(infer, input->dims[i], repeats.numbers[i]);
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/// In version 1, the attribute had another name
static tercet_onnx_infer_list
pads_of(const tercet_onnx_infer *infer)
{
  const tercet_onnx_infer_list pads =
      tercet_onnx_infer_numbers(infer, 1, "pads");
  return pads.is_given ? pads : tercet_onnx_infer_numbers(infer, 1, "paddings");
}

tercet_status
tercet_onnx_rule_pad(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  const tercet_onnx_infer_list pads = pads_of(infer);
  const tercet_onnx_infer_list axes = tercet_onnx_infer_numbers(infer, 3, NULL);
  uint64_t mask = 0;
  bool is_known = false;
  TERCET_TRY(
      tercet_onnx_infer_axes(infer, &axes, input->rank, &mask, &is_known));
  const size_t n = axes.is_given ? axes.n : input->rank;
  if (!is_known || !pads.is_known || pads.n != 2 * n) {
    return tercet_onnx_infer_give_rank(infer, 0, input->rank);
  }

  int64_t dims[TERCET_MAX_RANK];
  copy_dims(input, dims);
  for (size_t i = 0; i < n; ++i) {
    size_t axis = i;
    if (axes.is_given) {
      TERCET_TRY(
          tercet_onnx_infer_axis(infer, axes.numbers[i], input->rank, &axis));
    }
    const int64_t added = sum(infer, pads.numbers[i], pads.numbers[n + i]);
    dims[axis] = sum(infer, dims[axis], added);
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

tercet_status
tercet_onnx_rule_center_crop_pad(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_infer_list shape =
      tercet_onnx_infer_numbers(infer, 1, NULL);
  if (!input) {
    return TERCET_OK;
  }

  size_t n = 0;
  const int64_t *const axes = tercet_onnx_infer_ints(infer, "axes", &n);
  if (!shape.is_known || shape.n != (axes ? n : input->rank)) {
    return tercet_onnx_infer_give_rank(infer, 0, input->rank);
  }
  int64_t dims[TERCET_MAX_RANK];
  copy_dims(input, dims);
  for (size_t i = 0; i < shape.n; ++i) {
    size_t axis = i;
    if (axes) {
      TERCET_TRY(tercet_onnx_infer_axis(infer, axes[i], input->rank, &axis));
    }
    dims[axis] = shape.numbers[i];
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/* ---- Selections, whose extents depend on data ---- */

tercet_status
tercet_onnx_rule_compress(const tercet_onnx_infer *infer)
{
  if (!tercet_onnx_infer_attribute(infer, "axis")) {
    return tercet_onnx_infer_give_rank(infer, 0, 1);
  }
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  size_t axis = 0;
  int64_t dims[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_infer_axis(
      infer, tercet_onnx_infer_int(infer, "axis"), input->rank, &axis));
  copy_dims(input, dims);
  dims[axis] = tercet_onnx_infer_unknown(infer);
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

tercet_status
tercet_onnx_rule_nonzero(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const int64_t dims[2] = {input && input->rank > 0
                               ? (int64_t)input->rank
                               : tercet_onnx_infer_unknown(infer),
                           tercet_onnx_infer_unknown(infer)};
  return tercet_onnx_infer_give(infer, 0, 2, dims);
}

tercet_status
tercet_onnx_rule_unique(const tercet_onnx_infer *infer)
{
  const int64_t n = tercet_onnx_infer_unknown(infer);
  const int64_t n_inverse = tercet_onnx_infer_unknown(infer);
  TERCET_TRY(tercet_onnx_infer_give(infer, 1, 1, &n));
  TERCET_TRY(tercet_onnx_infer_give(infer, 2, 1, &n_inverse));
  TERCET_TRY(tercet_onnx_infer_give(infer, 3, 1, &n));
  if (!tercet_onnx_infer_attribute(infer, "axis")) {
    return tercet_onnx_infer_give(infer, 0, 1, &n);
  }

  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }
  size_t axis = 0;
  int64_t dims[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_infer_axis(
      infer, tercet_onnx_infer_int(infer, "axis"), input->rank, &axis));
  copy_dims(input, dims);
  dims[axis] = n;
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

tercet_status
tercet_onnx_rule_top_k(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  size_t axis = 0;
  int64_t dims[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_infer_axis(
      infer, tercet_onnx_infer_int(infer, "axis"), input->rank, &axis));
  copy_dims(input, dims);

  const tercet_onnx_infer_list k = tercet_onnx_infer_numbers(infer, 1, NULL);
  if (!k.is_given) { // Version 1 has an attribute
    dims[axis] = tercet_onnx_infer_int(infer, "k");
  } else {
    dims[axis] = k.is_known && k.n == 1 ? k.numbers[0]
                                        : tercet_onnx_infer_unknown(infer);
  }
  TERCET_TRY(tercet_onnx_infer_give(infer, 0, input->rank, dims));
  return tercet_onnx_infer_give(infer, 1, input->rank, dims);
}

tercet_status
tercet_onnx_rule_one_hot(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const indices = tercet_onnx_infer_shaped(infer, 0);
  if (!indices || indices->rank >= TERCET_MAX_RANK) {
    return TERCET_OK;
  }

  const tercet_onnx_infer_list depth =
      tercet_onnx_infer_numbers(infer, 1, NULL);
  size_t axis = 0;
  TERCET_TRY(tercet_onnx_infer_axis(
      infer, tercet_onnx_infer_int(infer, "axis"), indices->rank + 1, &axis));
  int64_t dims[TERCET_MAX_RANK];
  size_t from = 0;
  for (size_t i = 0; i <= indices->rank; ++i) {
    if (i != axis) {
      dims[i] = indices->dims[from++];
    } else {
      dims[i] = depth.is_known && depth.n == 1
                    ? depth.numbers[0]
                    : tercet_onnx_infer_unknown(infer);
    }
  }
  return tercet_onnx_infer_give(infer, 0, indices->rank + 1, dims);
}

/* ---- Blocks of channels ---- */

/// Return a / b if that is exact, otherwise a symbol
static int64_t
quotient(const tercet_onnx_infer *infer, int64_t a, int64_t b)
{
  return tercet_onnx_is_symbol(a) || b == 0 || a % b != 0
             ? tercet_onnx_infer_unknown(infer)
             : a / b;
}

/// Move blocks between the channels and the last two axes; both directions
static tercet_status
move_blocks(const tercet_onnx_infer *infer, bool to_space)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const int64_t block = tercet_onnx_infer_int(infer, "blocksize");
  if (!input || input->rank != 4 || block < 1 || block > INT32_MAX) {
    return TERCET_OK;
  }

  const int64_t *const d = input->dims;
  const int64_t area = block * block;
  const int64_t dims[4] = {
      d[0],
      to_space ? quotient(infer, d[1], area)
               : tercet_onnx_infer_product(infer, d[1], area),
      to_space ? tercet_onnx_infer_product(infer, d[2], block)
               : quotient(infer, d[2], block),
      to_space ? tercet_onnx_infer_product(infer, d[3], block)
               : quotient(infer, d[3], block)};
  return tercet_onnx_infer_give(infer, 0, 4, dims);
}

tercet_status
tercet_onnx_rule_depth_to_space(const tercet_onnx_infer *infer)
{
  return move_blocks(infer, true);
}

tercet_status
tercet_onnx_rule_space_to_depth(const tercet_onnx_infer *infer)
{
  return move_blocks(infer, false);
}
