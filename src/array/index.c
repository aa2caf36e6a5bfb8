// SPDX-License-Identifier: Apache-2.0

/// Views of what positions, ranges, new axes and an ellipsis select

#include "array/index.h"

#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>

/// Move a bound into [lowest, highest]; a negative one counts from the end
static int64_t
clamp_bound(int64_t bound, int64_t extent, int64_t lowest, int64_t highest)
{
  const int64_t position = bound < 0 ? bound + extent : bound;
  return position < lowest ? lowest : position > highest ? highest : position;
}

tercet_selection
tercet_selection_of(int64_t start, int64_t stop, int64_t step, int64_t extent)
{
  const bool forward = step > 0;
  const int64_t lowest = forward ? 0 : -1;
  const int64_t highest = forward ? extent : extent - 1;
  const int64_t first = clamp_bound(start, extent, lowest, highest);
  const int64_t end = clamp_bound(stop, extent, lowest, highest);
  const int64_t length = forward ? end - first : first - end;
  const uint64_t pace = forward ? (uint64_t)step : 0U - (uint64_t)step;
  const uint64_t count = length > 0 ? ((uint64_t)length - 1U) / pace + 1U : 0U;

  // A single element is not stepped over; the product would overflow
  return (tercet_selection){first, (int64_t)count, count > 1 ? step : 1};
}

/// How many axes of the tensor and of the view the items name
typedef struct {
  size_t n_used;     ///< Axes of the tensor
  size_t n_made;     ///< Axes of the view
  size_t i_ellipsis; ///< Its item, or the number of items
} index_plan;

static tercet_status
plan_index(const tercet_tensor *tensor,
           size_t n_items,
           const tercet_index *items,
           index_plan *plan,
           tercet_error *err)
{
  *plan = (index_plan){0, 0, n_items};
  for (size_t i = 0; i < n_items; ++i) {
    const tercet_index_kind kind = items[i].kind;
    if (kind == TERCET_INDEX_ELLIPSIS) {
      if (plan->i_ellipsis < n_items) {
        return tercet_error_set(err,
                                TERCET_ERR_SHAPE,
                                "items %zu and %zu are both an ellipsis",
                                plan->i_ellipsis,
                                i);
      }
      plan->i_ellipsis = i;
      continue;
    }
    plan->n_used += kind != TERCET_INDEX_NEW_AXIS;
    plan->n_made += kind != TERCET_INDEX_AT;
  }

  if (plan->n_used > tensor->rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "%zu indexes for a tensor of rank %zu",
                            plan->n_used,
                            tensor->rank);
  }
  const size_t rank = plan->n_made + tensor->rank - plan->n_used;
  if (rank > TERCET_MAX_RANK) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "the rank %zu is larger than %d",
                            rank,
                            TERCET_MAX_RANK);
  }
  return TERCET_OK;
}

/// The view as far as it is made, and the axis that the next item is for
typedef struct {
  const tercet_tensor *tensor;
  tercet_tensor *view;
  size_t i_axis;
  size_t n_made;
  int64_t offset;
} index_state;

static void
make_axis(index_state *state, int64_t extent, int64_t stride)
{
  state->view->shape[state->n_made] = extent;
  state->view->strides[state->n_made++] = stride;
}

static void
keep_axes(index_state *state, size_t n)
{
  for (; n; --n, ++state->i_axis) {
    make_axis(state,
              state->tensor->shape[state->i_axis],
              state->tensor->strides[state->i_axis]);
  }
}

static tercet_status
pick_position(index_state *state, int64_t position, tercet_error *err)
{
  const int64_t extent = state->tensor->shape[state->i_axis];
  const int64_t at = position < 0 ? position + extent : position;
  if (at < 0 || at >= extent) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "index %" PRId64 " of axis %zu, which has %" PRId64
                            " elements",
                            position,
                            state->i_axis,
                            extent);
  }
  state->offset += at * state->tensor->strides[state->i_axis++];
  return TERCET_OK;
}

static tercet_status
pick_range(index_state *state, const tercet_index *item, tercet_error *err)
{
  if (item->step == 0) {
    return tercet_error_set(
        err, TERCET_ERR_RANGE, "the step of axis %zu is 0", state->i_axis);
  }

  const bool forward = item->step > 0;
  const int64_t extent = state->tensor->shape[state->i_axis];
  const int64_t stride = state->tensor->strides[state->i_axis++];
  const int64_t start = item->start != TERCET_INDEX_OPEN ? item->start
                        : forward                        ? 0
                                                         : INT64_MAX;
  const int64_t stop = item->stop != TERCET_INDEX_OPEN ? item->stop
                       : forward                       ? INT64_MAX
                                                       : INT64_MIN;
  const tercet_selection selected =
      tercet_selection_of(start, stop, item->step, extent);
  make_axis(state, selected.count, stride * selected.step);
  state->offset += selected.count ? selected.start * stride : 0;
  return TERCET_OK;
}

static tercet_status
apply_item(index_state *state,
           const tercet_index *item,
           size_t n_left,
           tercet_error *err)
{
  switch (item->kind) {
  case TERCET_INDEX_ALL:
    keep_axes(state, 1);
    return TERCET_OK;
  case TERCET_INDEX_AT:
    return pick_position(state, item->start, err);
  case TERCET_INDEX_RANGE:
    return pick_range(state, item, err);
  case TERCET_INDEX_NEW_AXIS:
    make_axis(state, 1, 0);
    return TERCET_OK;
  case TERCET_INDEX_ELLIPSIS:
    keep_axes(state, n_left);
    return TERCET_OK;
  }
  return tercet_error_set(err,
                          TERCET_ERR_ARGUMENT,
                          "there is no kind %d of index",
                          (int)item->kind);
}

tercet_status
tercet_tensor_index(const tercet_tensor *tensor,
                    size_t n_items,
                    const tercet_index *items,
                    tercet_tensor **out,
                    tercet_error *err)
{
  *out = NULL;
  index_plan plan;
  TERCET_TRY(plan_index(tensor, n_items, items, &plan, err));

  const size_t n_left = tensor->rank - plan.n_used;
  index_state state = {tensor, NULL, 0, 0, 0};
  TERCET_TRY(
      tercet_tensor_share(tensor, plan.n_made + n_left, &state.view, err));
  tercet_status st = TERCET_OK;
  for (size_t i = 0; i < n_items && !st; ++i) {
    st = apply_item(&state, &items[i], n_left, err);
  }
  if (st) {
    tercet_tensor_unref(state.view);
    return st;
  }

  keep_axes(&state, tensor->rank - state.i_axis);
  state.view->size = 1;
  for (size_t i = 0; i < state.view->rank; ++i) {
    state.view->size *= state.view->shape[i];
  }
  state.view->data += state.view->size ? state.offset : 0;
  *out = state.view;
  return TERCET_OK;
}
