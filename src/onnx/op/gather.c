// SPDX-License-Identifier: Apache-2.0

/// Copies of what positions or a condition select, and writes to copies: Gather
/// and Scatter in all their forms, Compress

#include "array/shape.h"
#include "base/error.h"
#include "onnx/op/move.h"

#include <inttypes.h>

/* ---- Gather ---- */

static tercet_status
run_gather(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  size_t axis = 0;
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_axis_attribute(
      call, "axis", 0, tercet_tensor_rank(data), &axis));
  const tercet_status st = tercet_tensor_take(call->alloc,
                                              data,
                                              tercet_onnx_input(call, 1),
                                              (int64_t)axis,
                                              TERCET_BOUNDS_CHECK,
                                              &out,
                                              call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/// Make a view of a tensor that reaches as far as the indices do on all axes
/// but one: an index stands for itself there
static tercet_status
crop_to_indices(const tercet_onnx_call *call,
                const tercet_tensor *data,
                const tercet_tensor *indices,
                size_t axis,
                tercet_tensor **out)
{
  const size_t rank = tercet_tensor_rank(data);
  const int64_t *const shape = tercet_tensor_shape(data);
  const int64_t *const wanted = tercet_tensor_shape(indices);
  tercet_index items[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_check_rank(call, 1, rank));
  for (size_t i = 0; i < rank; ++i) {
    if (i != axis && wanted[i] > shape[i]) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "axis %zu has %" PRId64 " indices for %" PRId64
                              " elements",
                              i,
                              wanted[i],
                              shape[i]);
    }
    items[i] =
        i == axis ? tercet_index_all() : tercet_index_range(0, wanted[i], 1);
  }
  return tercet_tensor_index(data, rank, items, out, call->err);
}

static tercet_status
run_gather_elements(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const tercet_tensor *const indices = tercet_onnx_input(call, 1);
  size_t axis = 0;
  tercet_tensor *part = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_axis_attribute(
      call, "axis", 0, tercet_tensor_rank(data), &axis));
  TERCET_TRY(crop_to_indices(call, data, indices, axis, &part));
  const tercet_status st = tercet_tensor_take_along_axis(
      call->alloc, part, indices, (int64_t)axis, &out, call->err);
  tercet_tensor_unref(part);
  return tercet_onnx_give_moved(call, 0, st, out);
}

static tercet_status
run_gather_nd(const tercet_onnx_call *call)
{
  const int64_t n_batch = tercet_onnx_node_int(call->node, "batch_dims", 0);
  if (n_batch < 0) {
    return tercet_onnx_fail(
        call, TERCET_ERR_RANGE, "batch_dims is %" PRId64, n_batch);
  }
  tercet_tensor *out = NULL;
  const tercet_status st = tercet_tensor_take_nd(call->alloc,
                                                 tercet_onnx_input(call, 0),
                                                 tercet_onnx_input(call, 1),
                                                 (size_t)n_batch,
                                                 &out,
                                                 call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/// Without an axis, of the elements in row-major order
static tercet_status
run_compress(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const bool has_axis = tercet_onnx_node_attribute(call->node, "axis") != NULL;
  tercet_tensor *line = NULL;
  tercet_tensor *out = NULL;
  size_t axis = 0;
  if (has_axis) {
    TERCET_TRY(tercet_onnx_axis_attribute(
        call, "axis", 0, tercet_tensor_rank(data), &axis));
  } else {
    TERCET_TRY(tercet_tensor_ravel(data, &line, call->err));
  }
  const tercet_status st = tercet_tensor_compress(call->alloc,
                                                  has_axis ? data : line,
                                                  tercet_onnx_input(call, 1),
                                                  (int64_t)axis,
                                                  &out,
                                                  call->err);
  tercet_tensor_unref(line);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/* ---- Scatter ---- */

/// What becomes of an element and its update
typedef struct {
  bool replaces;
  tercet_binary_op op; ///< Otherwise
} reduction;

static tercet_status
read_reduction(const tercet_onnx_call *call, reduction *out)
{
  static const char *const names[] = {"none", "add", "mul", "max", "min"};
  static const reduction reductions[] = {{true, TERCET_ADD},
                                         {false, TERCET_ADD},
                                         {false, TERCET_MULTIPLY},
                                         {false, TERCET_MAXIMUM},
                                         {false, TERCET_MINIMUM}};
  size_t i = 0;
  TERCET_TRY(tercet_onnx_choice(call, "reduction", "none", 5, names, &i));
  *out = reductions[i];

  // Handles of strings are no numbers
  return out->replaces || tercet_onnx_input_type(call, 0) != TERCET_ONNX_STRING
             ? TERCET_OK
             : tercet_onnx_fail(
                   call, TERCET_ERR_DTYPE, "reduction %s of strings", names[i]);
}

static tercet_status
check_same_shape(const tercet_onnx_call *call,
                 size_t rank,
                 const int64_t *shape)
{
  const tercet_tensor *const updates = tercet_onnx_input(call, 2);
  const size_t rank_given = tercet_tensor_rank(updates);
  const int64_t *const given = tercet_tensor_shape(updates);
  char a[TERCET_SHAPE_TEXT_MAX];
  char b[TERCET_SHAPE_TEXT_MAX];
  return tercet_shape_equals(rank_given, given, rank, shape)
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_SHAPE,
                                "the updates have shape %s, not %s",
                                tercet_shape_text(rank_given, given, a),
                                tercet_shape_text(rank, shape, b));
}

static tercet_status
write_elements(const tercet_onnx_call *call, size_t axis, tercet_tensor *part)
{
  const tercet_tensor *const indices = tercet_onnx_input(call, 1);
  const tercet_tensor *const updates = tercet_onnx_input(call, 2);
  reduction how = {true, TERCET_ADD};
  TERCET_TRY(read_reduction(call, &how));
  return how.replaces
             ? tercet_tensor_put_along_axis(
                   part, indices, (int64_t)axis, updates, call->err)
             : tercet_tensor_combine_along_axis(
                   part, how.op, indices, (int64_t)axis, updates, call->err);
}

static tercet_status
run_scatter_elements(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const tercet_tensor *const indices = tercet_onnx_input(call, 1);
  size_t axis = 0;
  tercet_tensor *part = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_axis_attribute(
      call, "axis", 0, tercet_tensor_rank(data), &axis));
  TERCET_TRY(check_same_shape(
      call, tercet_tensor_rank(indices), tercet_tensor_shape(indices)));
  TERCET_TRY(tercet_tensor_copy(call->alloc, data, &out, call->err));
  tercet_status st = crop_to_indices(call, out, indices, axis, &part);
  if (st == TERCET_OK) {
    st = write_elements(call, axis, part);
  }
  tercet_tensor_unref(part);
  if (st) {
    tercet_tensor_unref(out);
  }
  return tercet_onnx_give_moved(call, 0, st, out);
}

/// Set the shape of the updates: that of the indices but for the last axis,
/// then what they do not name of the data
static tercet_status
find_updates_shape(const tercet_onnx_call *call, size_t *rank, int64_t *shape)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const tercet_tensor *const indices = tercet_onnx_input(call, 1);
  const size_t n = tercet_tensor_rank(indices);
  const int64_t n_named = n ? tercet_tensor_shape(indices)[n - 1U] : 0;
  const size_t n_left = tercet_tensor_rank(data);
  if (!n || n_named > (int64_t)n_left ||
      n - 1U + n_left - (size_t)n_named > TERCET_MAX_RANK) {
    char a[TERCET_SHAPE_TEXT_MAX];
    return tercet_onnx_fail(
        call,
        TERCET_ERR_SHAPE,
        "indices of shape %s for data of rank %zu",
        tercet_shape_text(n, tercet_tensor_shape(indices), a),
        n_left);
  }
  *rank = 0;
  for (size_t i = 0; i + 1U < n; ++i) {
    shape[(*rank)++] = tercet_tensor_shape(indices)[i];
  }
  for (size_t i = (size_t)n_named; i < n_left; ++i) {
    shape[(*rank)++] = tercet_tensor_shape(data)[i];
  }
  return TERCET_OK;
}

static tercet_status
run_scatter_nd(const tercet_onnx_call *call)
{
  const tercet_tensor *const indices = tercet_onnx_input(call, 1);
  const tercet_tensor *const updates = tercet_onnx_input(call, 2);
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  reduction how = {true, TERCET_ADD};
  tercet_tensor *out = NULL;
  TERCET_TRY(read_reduction(call, &how));
  TERCET_TRY(find_updates_shape(call, &rank, shape));
  TERCET_TRY(check_same_shape(call, rank, shape));
  TERCET_TRY(tercet_tensor_copy(
      call->alloc, tercet_onnx_input(call, 0), &out, call->err));
  const tercet_status st =
      how.replaces ? tercet_tensor_put_nd(out, indices, 0, updates, call->err)
                   : tercet_tensor_combine_nd(
                         out, how.op, indices, 0, updates, call->err);
  if (st) {
    tercet_tensor_unref(out);
  }
  return tercet_onnx_give_moved(call, 0, st, out);
}

TERCET_ONNX_DEFINE_TABLE(
    gather,
    {"Compress", "", 9, 0, NULL, run_compress},
    {"Gather", "", 1, 0, NULL, run_gather},
    {"GatherElements", "", 11, 0, NULL, run_gather_elements},
    {"GatherND", "", 11, 0, NULL, run_gather_nd},
    {"Scatter", "", 9, 10, NULL, run_scatter_elements},
    {"ScatterElements", "", 11, 0, NULL, run_scatter_elements},
    {"ScatterND", "", 11, 0, NULL, run_scatter_nd});
