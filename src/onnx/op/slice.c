// SPDX-License-Identifier: Apache-2.0

/// Parts of a tensor along its axes, as views: Slice, Split

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/move.h"

#include <inttypes.h>
#include <string.h>

/* ---- Slice ---- */

/// Read the list `name` that belongs to the axes; there must be as many as
/// starts
static tercet_status
read_list(const tercet_onnx_call *call,
          size_t i,
          const char *name,
          size_t n_starts,
          int64_t *out,
          bool *is_given)
{
  size_t n = 0;
  TERCET_TRY(tercet_onnx_call_ints(call, i, name, out, &n, is_given));
  return *is_given && n != n_starts ? tercet_onnx_fail(call,
                                                       TERCET_ERR_SHAPE,
                                                       "%zu starts and %zu %s",
                                                       n_starts,
                                                       n,
                                                       name)
                                    : TERCET_OK;
}

/// Move a bound into [lowest, highest]; a negative one counts from the end
static int64_t
clamp_bound(int64_t bound, int64_t extent, int64_t lowest, int64_t highest)
{
  const int64_t at = bound < 0 ? bound + extent : bound;
  return at < lowest ? lowest : at > highest ? highest : at;
}

/**
   Return the range of an axis.

   Other than in Python, a start before the first element is moved to it also
   if the step is negative.
*/
static tercet_range
range_of(int64_t start, int64_t end, int64_t step, int64_t extent)
{
  tercet_range range = {0, 0, 1, false};
  if (extent == 0) {
    return range;
  }
  const bool forward = step > 0;
  const int64_t last = forward ? extent : extent - 1;
  range.step = step;
  range.start = clamp_bound(start, extent, 0, last);
  range.stop = clamp_bound(end, extent, forward ? 0 : -1, last);
  // Before the first element, not the last one
  range.stop = range.stop < 0 ? -extent - 1 : range.stop;
  return range;
}

/// Set the ranges of all axes of a tensor
static tercet_status
read_ranges(const tercet_onnx_call *call,
            const tercet_tensor *data,
            tercet_range *ranges)
{
  const size_t rank = tercet_tensor_rank(data);
  size_t n = 0;
  bool is_given = false;
  bool has_axes = false;
  bool has_steps = false;
  int64_t starts[TERCET_MAX_RANK];
  int64_t ends[TERCET_MAX_RANK];
  int64_t axes[TERCET_MAX_RANK];
  int64_t steps[TERCET_MAX_RANK];
  size_t places[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_call_ints(call, 1, "starts", starts, &n, &is_given));
  TERCET_TRY(read_list(call, 2, "ends", n, ends, &is_given));
  TERCET_TRY(read_list(call, 3, "axes", n, axes, &has_axes));
  TERCET_TRY(read_list(call, 4, "steps", n, steps, &has_steps));
  TERCET_TRY(tercet_onnx_axes(call, rank, n, has_axes ? axes : NULL, places));
  for (size_t i = 0; i < rank; ++i) {
    ranges[i] = (tercet_range){.full = true};
  }
  for (size_t i = 0; i < n; ++i) {
    const int64_t step = has_steps ? steps[i] : 1;
    if (step == 0) {
      return tercet_onnx_fail(
          call, TERCET_ERR_RANGE, "the step of axis %zu is 0", places[i]);
    }
    ranges[places[i]] = range_of(
        starts[i], ends[i], step, tercet_tensor_shape(data)[places[i]]);
  }
  return TERCET_OK;
}

static tercet_status
run_slice(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  tercet_range ranges[TERCET_MAX_RANK];
  TERCET_TRY(read_ranges(call, data, ranges));
  tercet_tensor *out = NULL;
  const tercet_status st = tercet_tensor_slice(
      data, tercet_tensor_rank(data), ranges, &out, call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/* ---- Split ---- */

/// Check that the lengths of the parts make up the axis
static tercet_status
check_lengths(const tercet_onnx_call *call,
              size_t axis,
              int64_t extent,
              size_t n,
              const int64_t *lengths)
{
  if (n != call->n_outputs) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "split has %zu lengths for %zu outputs",
                            n,
                            call->n_outputs);
  }
  int64_t left = extent;
  for (size_t i = 0; i < n; ++i) {
    if (lengths[i] < 0 || lengths[i] > left) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "length %" PRId64 " of part %zu of axis %zu, "
                              "which has %" PRId64 " elements",
                              lengths[i],
                              i,
                              axis,
                              extent);
    }
    left -= lengths[i];
  }
  return left ? tercet_onnx_fail(call,
                                 TERCET_ERR_RANGE,
                                 "the parts of axis %zu have %" PRId64
                                 " elements, the input has %" PRId64,
                                 axis,
                                 extent - left,
                                 extent)
              : TERCET_OK;
}

/// Set the lengths to equal ones; since version 18 the last may be smaller
static tercet_status
make_lengths(const tercet_onnx_call *call,
             size_t axis,
             int64_t extent,
             int64_t *lengths)
{
  const int64_t n = (int64_t)call->n_outputs;
  const int64_t n_named = tercet_onnx_node_int(call->node, "num_outputs", n);
  if (n_named != n) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "num_outputs is %" PRId64 " for %" PRId64
                            " outputs",
                            n_named,
                            n);
  }
  const int64_t length = extent / n + (extent % n != 0);
  if (extent % n && (call->version < 18 || length * (n - 1) > extent)) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "axis %zu of %" PRId64
                            " elements does not split into %" PRId64 " parts",
                            axis,
                            extent,
                            n);
  }
  for (int64_t i = 0; i < n; ++i) {
    lengths[i] = i + 1 < n ? length : extent - length * (n - 1);
  }
  return TERCET_OK;
}

/// Find the length of each output; `lengths` has room for them
static tercet_status
find_lengths(const tercet_onnx_call *call,
             size_t axis,
             int64_t extent,
             int64_t *lengths)
{
  size_t n = 0;
  const int64_t *const named = tercet_onnx_node_ints(call->node, "split", &n);
  if (tercet_onnx_has_input(call, 1)) {
    TERCET_TRY(tercet_onnx_input_ints(call, 1, call->n_outputs, lengths, &n));
  } else if (n == call->n_outputs) {
    memcpy(lengths, named, n * sizeof(*lengths));
  } else if (n == 0) {
    return make_lengths(call, axis, extent, lengths);
  }
  return check_lengths(call, axis, extent, n, lengths);
}

static tercet_status
give_parts(const tercet_onnx_call *call, size_t axis, const int64_t *lengths)
{
  tercet_index items[TERCET_MAX_RANK];
  for (size_t i = 0; i < axis; ++i) {
    items[i] = tercet_index_all();
  }
  int64_t start = 0;
  for (size_t i = 0; i < call->n_outputs; ++i) {
    tercet_tensor *part = NULL;
    items[axis] = tercet_index_range(start, start + lengths[i], 1);
    TERCET_TRY(tercet_tensor_index(
        tercet_onnx_input(call, 0), axis + 1U, items, &part, call->err));
    tercet_onnx_give_typed(call, i, tercet_onnx_input_type(call, 0), part);
    start += lengths[i];
  }
  return TERCET_OK;
}

static tercet_status
run_split(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  size_t axis = 0;
  TERCET_TRY(tercet_onnx_axis_attribute(
      call, "axis", 0, tercet_tensor_rank(data), &axis));

  int64_t *const lengths =
      tercet_allocate_array(call->scratch, call->n_outputs, sizeof(*lengths));
  if (!lengths) {
    return tercet_error_no_memory(call->err);
  }
  tercet_status st =
      find_lengths(call, axis, tercet_tensor_shape(data)[axis], lengths);
  if (st == TERCET_OK) {
    st = give_parts(call, axis, lengths);
  }
  tercet_release(call->scratch, lengths);
  return st;
}

TERCET_ONNX_DEFINE_TABLE(slice,
                         {"Slice", "", 1, 0, NULL, run_slice},
                         {"Split", "", 1, 0, NULL, run_split});
