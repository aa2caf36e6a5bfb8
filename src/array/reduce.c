// SPDX-License-Identifier: Apache-2.0

/**
   Reductions over one axis or all.

   The axes are split into those that are kept and those that go.  Each group
   is put in the order of its steps in memory and collapsed.  If the smallest
   step is along an axis that goes, each result is reduced line by line; if it
   is along one that is kept, a tile of neighbouring results is reduced row by
   row.  Either way memory is read in the order it lies in.
*/

#include "array/loop.h"
#include "array/reduce_loops.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>

/// Operands of the loop over the kept axes
enum { OUT, IN };

typedef struct {
  const reducer *reducer;
  tercet_loop kept;
  tercet_loop reduced; ///< Its only operand starts where a result does
  int64_t count;       ///< Elements of each result
} reduction;

/// A tile of results that is being filled
typedef struct {
  const reducer *reducer;
  accumulators acc;
  int64_t n;
  int64_t stride; ///< Between the elements of neighbouring results
} reduction_tile;

static bool
add_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  reduction_tile *const tile = (reduction_tile *)context;
  tile->reducer->line(&tile->acc, data[0], strides[0], n);
  return true;
}

static bool
add_rows(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  reduction_tile *const tile = (reduction_tile *)context;
  tile->reducer->rows(
      &tile->acc, data[0], tile->stride, tile->n, strides[0], n);
  return true;
}

/// Reduce `n` neighbouring results, at the most #REDUCE_TILE
static void
reduce_tile(reduction *plan,
            tercet_loop_body body,
            char *in,
            int64_t in_stride,
            char *out,
            int64_t out_stride,
            int64_t n)
{
  reduction_tile tile;
  tile.reducer = plan->reducer;
  tile.n = n;
  tile.stride = in_stride;
  plan->reduced.data[0] = in;
  plan->reducer->start(&tile.acc, n);
  tercet_loop_run(&plan->reduced, body, &tile);
  plan->reducer->finish(&tile.acc, n, (double)plan->count, out, out_stride);
}

static bool
reduce_by_lines(void *context,
                char *const *data,
                const int64_t *strides,
                int64_t n)
{
  reduction *const plan = (reduction *)context;
  for (int64_t i = 0; i < n; ++i) {
    reduce_tile(plan,
                add_line,
                data[IN] + i * strides[IN],
                strides[IN],
                data[OUT] + i * strides[OUT],
                strides[OUT],
                1);
  }
  return true;
}

static bool
reduce_by_rows(void *context,
               char *const *data,
               const int64_t *strides,
               int64_t n)
{
  reduction *const plan = (reduction *)context;
  for (int64_t i = 0; i < n; i += REDUCE_TILE) {
    reduce_tile(plan,
                add_rows,
                data[IN] + i * strides[IN],
                strides[IN],
                data[OUT] + i * strides[OUT],
                strides[OUT],
                n - i < REDUCE_TILE ? n - i : REDUCE_TILE);
  }
  return true;
}

/// Lines shorter than this cost more in calls than rows with gaps
#define SHORT_LINE 8

/// Return the distance of neighbours along the last axis; a loop without axes
/// has none
static int64_t
last_step(const tercet_loop *loop, size_t operand)
{
  const int64_t stride =
      loop->rank ? loop->strides[operand][loop->rank - 1U] : INT64_MAX;
  return stride < 0 ? -stride : stride;
}

static void
run_reduction(reduction *plan)
{
  const tercet_loop *const kept = &plan->kept;
  const bool has_row = kept->rank && kept->shape[kept->rank - 1U] > 1;
  const bool by_rows =
      has_row && (last_step(kept, IN) < last_step(&plan->reduced, 0) ||
                  plan->count < SHORT_LINE);
  tercet_loop_run(kept, by_rows ? reduce_by_rows : reduce_by_lines, plan);
}

/// Distribute the axes of `tensor`; `reduces` tells which go
static void
plan_reduction(reduction *plan,
               const tercet_tensor *tensor,
               tercet_tensor *out,
               const bool *reduces)
{
  int64_t kept_shape[TERCET_MAX_RANK];
  int64_t kept_strides[TERCET_MAX_RANK];
  int64_t reduced_shape[TERCET_MAX_RANK];
  int64_t reduced_strides[TERCET_MAX_RANK];
  size_t n_kept = 0;
  size_t n_reduced = 0;
  char *data = tensor->data;
  plan->count = 1;
  for (size_t i = 0; i < tensor->rank; ++i) {
    const int64_t extent = tensor->shape[i];
    const int64_t stride = tensor->strides[i];
    if (!reduces[i]) {
      kept_shape[n_kept] = extent;
      kept_strides[n_kept++] = stride;
      continue;
    }

    // A result does not depend on the direction in which it is gathered
    reduced_shape[n_reduced] = extent;
    reduced_strides[n_reduced++] = stride < 0 ? -stride : stride;
    data += stride < 0 && tensor->size ? (extent - 1) * stride : 0;
    plan->count *= extent;
  }

  tercet_loop_init(&plan->kept, n_kept, kept_shape);
  tercet_loop_add(&plan->kept, out->data, out->strides);
  tercet_loop_add(&plan->kept, data, kept_strides);
  tercet_loop_sort(&plan->kept, IN);
  tercet_loop_collapse(&plan->kept);
  tercet_loop_init(&plan->reduced, n_reduced, reduced_shape);
  tercet_loop_add(&plan->reduced, data, reduced_strides);
  tercet_loop_sort(&plan->reduced, 0);
  tercet_loop_collapse(&plan->reduced);
}

static const char *
op_name(tercet_reduce_op op)
{
  static const char *const names[] = {
      "sum", "maximum", "minimum", "mean", "norm1", "norm2"};
  static_assert(sizeof(names) / sizeof(names[0]) == TERCET_NORM2 + 1,
                "one name for each op");
  return names[op];
}

static tercet_status
check_axis(const tercet_tensor *tensor, int64_t axis, tercet_error *err)
{
  if (axis != TERCET_ALL_AXES && (axis < 0 || (uint64_t)axis >= tensor->rank)) {
    char text[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "axis %" PRId64 " of a tensor of rank %zu, shape %s",
        axis,
        tensor->rank,
        tercet_shape_text(tensor->rank, tensor->shape, text));
  }
  return TERCET_OK;
}

static tercet_status
report_nothing(tercet_reduce_op op,
               const tercet_tensor *tensor,
               int64_t axis,
               tercet_error *err)
{
  char text[TERCET_SHAPE_TEXT_MAX];
  tercet_shape_text(tensor->rank, tensor->shape, text);
  return axis == TERCET_ALL_AXES
             ? tercet_error_set(err,
                                TERCET_ERR_SHAPE,
                                "%s of nothing: shape %s",
                                op_name(op),
                                text)
             : tercet_error_set(err,
                                TERCET_ERR_SHAPE,
                                "%s of nothing: axis %" PRId64 " of shape %s",
                                op_name(op),
                                axis,
                                text);
}

tercet_status
tercet_tensor_reduce(const tercet_allocator *alloc,
                     tercet_reduce_op op,
                     const tercet_tensor *tensor,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_axis(tensor, axis, err));
  reduction plan;
  plan.reducer = tercet_reducer_for((unsigned)op, tensor->dtype);
  if (!plan.reducer) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "no %s of %s",
                            op_name(op),
                            tercet_dtype_name(tensor->dtype));
  }

  bool reduces[TERCET_MAX_RANK];
  int64_t shape[TERCET_MAX_RANK];
  size_t rank = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    reduces[i] = axis == TERCET_ALL_AXES || (size_t)axis == i;
    if (!reduces[i]) {
      shape[rank++] = tensor->shape[i];
    }
  }
  const bool is_float64 = op == TERCET_MEAN || op == TERCET_NORM2;
  tercet_tensor *result = NULL;
  TERCET_TRY(
      tercet_tensor_new_raw(alloc,
                            is_float64 ? TERCET_DTYPE_F64 : tensor->dtype,
                            rank,
                            shape,
                            &result,
                            err));
  plan_reduction(&plan, tensor, result, reduces);
  if ((op == TERCET_MAX || op == TERCET_MIN) && plan.count == 0 &&
      result->size) {
    tercet_tensor_unref(result);
    return report_nothing(op, tensor, axis, err);
  }
  run_reduction(&plan);
  *out = result;
  return TERCET_OK;
}
