// SPDX-License-Identifier: Apache-2.0

/**
   Reductions over one, some or all axes.

   The axes are split into those that are kept and those that go.  Each group
   is put in the order of its steps in memory and collapsed.  If the smallest
   step is along an axis that goes, each result is reduced line by line; if it
   is along one that is kept, a tile of neighbouring results is reduced row by
   row.  Either way memory is read in the order it lies in.

   Threads share the results; one that is long in the making is cut into parts
   of a size that does not depend on the number of threads, which are joined
   in their order.
*/

#include "array/reduce.h"
#include "array/loop.h"
#include "array/parallel.h"
#include "array/reduce_internal.h"
#include "array/reduce_loops.h"
#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/error.h"

#include <inttypes.h>

/// Operands of the loop over the kept axes
enum { OUT, IN };

typedef struct {
  const reducer *reducer;
  tercet_loop kept;
  tercet_loop reduced;  ///< Its only operand starts where a result does
  int64_t count;        ///< Elements of each result
  double divisor;       ///< For means and moments
  tercet_status status; ///< Why the operation was stopped, if it was
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

/// Elements of a part of a long result, and of a task that makes many results
#define PART_SIZE (INT64_C(1) << 18U)

/// Reduce `n` neighbouring results, at the most #REDUCE_TILE; false if the
/// operation is to stop
static bool
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
  if (plan->count <= PART_SIZE) {
    tercet_loop_run(&plan->reduced, body, &tile);
  } else {
    plan->status = tercet_loop_run_parts(&plan->reduced, n, body, &tile, NULL);
  }
  plan->reducer->finish(&tile.acc, n, plan->divisor, out, out_stride);
  return plan->status == TERCET_OK;
}

static bool
reduce_by_lines(void *context,
                char *const *data,
                const int64_t *strides,
                int64_t n)
{
  reduction *const plan = (reduction *)context;
  bool goes_on = true;
  for (int64_t i = 0; goes_on && i < n; ++i) {
    goes_on = reduce_tile(plan,
                          add_line,
                          data[IN] + i * strides[IN],
                          strides[IN],
                          data[OUT] + i * strides[OUT],
                          strides[OUT],
                          1);
  }
  return goes_on;
}

static bool
reduce_by_rows(void *context,
               char *const *data,
               const int64_t *strides,
               int64_t n)
{
  reduction *const plan = (reduction *)context;
  bool goes_on = true;
  for (int64_t i = 0; goes_on && i < n; i += REDUCE_TILE) {
    goes_on = reduce_tile(plan,
                          add_rows,
                          data[IN] + i * strides[IN],
                          strides[IN],
                          data[OUT] + i * strides[OUT],
                          strides[OUT],
                          n - i < REDUCE_TILE ? n - i : REDUCE_TILE);
  }
  return goes_on;
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

/* ---- Threads ---- */

/// Parts of a long result at the most; each needs accumulators
#define MAX_PARTS 32

/// Parts of one tile of results, each with accumulators of its own
typedef struct {
  const reduction *plan;
  accumulators *parts;
  int64_t part_extent; ///< Of the first reduced axis
  int64_t n;           ///< Results
  int64_t stride;      ///< Between their elements
  bool by_rows;
} divided_tile;

static tercet_status
reduce_part(void *context, size_t i_task)
{
  const divided_tile *const divided = (const divided_tile *)context;
  const reduction *const plan = divided->plan;
  reduction_tile tile;
  tile.reducer = plan->reducer;
  tile.n = divided->n;
  tile.stride = divided->stride;
  tercet_loop reduced = plan->reduced;
  const int64_t first = (int64_t)i_task * divided->part_extent;
  const int64_t n_left = reduced.shape[0] - first;
  reduced.data[0] = plan->kept.data[IN] + first * reduced.strides[0][0];
  reduced.shape[0] =
      n_left < divided->part_extent ? n_left : divided->part_extent;
  plan->reducer->start(&tile.acc, tile.n);
  tercet_loop_run(&reduced, divided->by_rows ? add_rows : add_line, &tile);
  divided->parts[i_task] = tile.acc;
  return TERCET_OK;
}

/// Reduce a tile that is all there is
static tercet_status
run_divided(const reduction *plan, bool by_rows, tercet_error *err)
{
  const tercet_loop *const reduced = &plan->reduced;
  const bool is_row = plan->kept.rank == 1;
  divided_tile divided = {
      .plan = plan,
      .n = is_row ? plan->kept.shape[0] : 1,
      .stride = is_row ? plan->kept.strides[IN][0] : 0,
      .by_rows = by_rows,
  };
  const int64_t extent = reduced->shape[0];
  const int64_t step = plan->count / extent * divided.n;
  divided.part_extent = step < PART_SIZE ? PART_SIZE / step : 1;
  if (divided.part_extent < (extent + MAX_PARTS - 1) / MAX_PARTS) {
    divided.part_extent = (extent + MAX_PARTS - 1) / MAX_PARTS;
  }
  const int64_t n_parts =
      (extent + divided.part_extent - 1) / divided.part_extent;
  divided.parts = (accumulators *)tercet_allocate_array(
      NULL, (size_t)n_parts, sizeof(*divided.parts));
  if (!divided.parts) {
    return tercet_error_no_memory(err);
  }

  const tercet_status st =
      tercet_parallel_run((size_t)n_parts, reduce_part, &divided, err);
  for (int64_t i = 1; !st && i < n_parts; ++i) {
    plan->reducer->merge(&divided.parts[0], &divided.parts[i], divided.n);
  }
  if (!st) {
    plan->reducer->finish(&divided.parts[0],
                          divided.n,
                          plan->divisor,
                          plan->kept.data[OUT],
                          is_row ? plan->kept.strides[OUT][0] : 0);
  }
  tercet_release(NULL, divided.parts);
  return st;
}

/// Results that threads share
typedef struct {
  const reduction *plan;
  size_t axis;    ///< The kept axis that is cut
  int64_t extent; ///< Of a task along it
  bool by_rows;
} shared_results;

static tercet_status
reduce_share(void *context, size_t i_task)
{
  const shared_results *const shared = (const shared_results *)context;
  reduction plan = *shared->plan;
  tercet_loop *const kept = &plan.kept;
  const size_t axis = shared->axis;
  const int64_t first = (int64_t)i_task * shared->extent;
  const int64_t n_left = kept->shape[axis] - first;
  kept->shape[axis] = n_left < shared->extent ? n_left : shared->extent;
  kept->data[OUT] += first * kept->strides[OUT][axis];
  kept->data[IN] += first * kept->strides[IN][axis];
  tercet_loop_run(
      kept, shared->by_rows ? reduce_by_rows : reduce_by_lines, &plan);
  return plan.status;
}

/// Cut the longest kept axis into whole tiles
static tercet_status
run_shared(const reduction *plan, bool by_rows, tercet_error *err)
{
  const tercet_loop *const kept = &plan->kept;
  shared_results shared = {.plan = plan, .by_rows = by_rows};
  int64_t n_results = 1;
  for (size_t i = 0; i < kept->rank; ++i) {
    n_results *= kept->shape[i];
    shared.axis = kept->shape[i] > kept->shape[shared.axis] ? i : shared.axis;
  }

  const int64_t longest = kept->shape[shared.axis];
  const int64_t step = plan->count * (n_results / longest);
  const bool is_tiled = by_rows && shared.axis == kept->rank - 1U;
  shared.extent = step < PART_SIZE ? PART_SIZE / step : 1;
  if (is_tiled) {
    shared.extent = (shared.extent + REDUCE_TILE - 1) / REDUCE_TILE;
    shared.extent *= REDUCE_TILE;
  }
  return tercet_parallel_run(
      (size_t)((longest + shared.extent - 1) / shared.extent),
      reduce_share,
      &shared,
      err);
}

static tercet_status
run_reduction(reduction *plan, tercet_error *err)
{
  const tercet_loop *const kept = &plan->kept;
  int64_t n_results = 1;
  for (size_t i = 0; i < kept->rank; ++i) {
    n_results *= kept->shape[i];
  }
  if (n_results == 0) {
    return TERCET_OK;
  }

  const bool has_row = kept->rank && kept->shape[kept->rank - 1U] > 1;
  const bool by_rows =
      has_row && (last_step(kept, IN) < last_step(&plan->reduced, 0) ||
                  plan->count < SHORT_LINE);
  const bool is_tile =
      kept->rank <= 1 && n_results <= (by_rows ? REDUCE_TILE : 1);
  if (plan->count > PART_SIZE / n_results) {
    return is_tile && plan->reduced.rank ? run_divided(plan, by_rows, err)
                                         : run_shared(plan, by_rows, err);
  }
  TERCET_TRY(tercet_parallel_check(err));
  tercet_loop_run(kept, by_rows ? reduce_by_rows : reduce_by_lines, plan);
  return TERCET_OK;
}

/// Set strides of `tensor`'s rank for a result with or without the axes
static void
result_strides(const tercet_tensor *result,
               const tercet_tensor *tensor,
               const bool *reduces,
               int64_t *strides)
{
  const bool has_axes = result->rank == tensor->rank;
  size_t j = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    strides[i] = reduces[i] ? 0 : result->strides[has_axes ? i : j];
    j += !reduces[i];
  }
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
  int64_t out_strides[TERCET_MAX_RANK];
  int64_t all_out_strides[TERCET_MAX_RANK];
  int64_t reduced_shape[TERCET_MAX_RANK];
  int64_t reduced_strides[TERCET_MAX_RANK];
  size_t n_kept = 0;
  size_t n_reduced = 0;
  char *data = tensor->data;
  result_strides(out, tensor, reduces, all_out_strides);
  plan->count = 1;
  for (size_t i = 0; i < tensor->rank; ++i) {
    const int64_t extent = tensor->shape[i];
    const int64_t stride = tensor->strides[i];
    if (!reduces[i]) {
      kept_shape[n_kept] = extent;
      out_strides[n_kept] = all_out_strides[i];
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
  tercet_loop_add(&plan->kept, out->data, out_strides);
  tercet_loop_add(&plan->kept, data, kept_strides);
  tercet_loop_sort(&plan->kept, IN);
  tercet_loop_collapse(&plan->kept);
  tercet_loop_init(&plan->reduced, n_reduced, reduced_shape);
  tercet_loop_add(&plan->reduced, data, reduced_strides);
  tercet_loop_sort(&plan->reduced, 0);
  tercet_loop_collapse(&plan->reduced);
}

static const char *
op_name(unsigned op)
{
  static const char *const names[] = {"sum",
                                      "maximum",
                                      "minimum",
                                      "mean",
                                      "norm1",
                                      "norm2",
                                      "product",
                                      "sum of squares",
                                      "norm2",
                                      "sum",
                                      "product",
                                      "mean",
                                      "variance",
                                      "standard deviation",
                                      "all",
                                      "any"};
  static_assert(sizeof(names) / sizeof(names[0]) == N_REDUCE_OPS,
                "one name for each op");
  return names[op];
}

tercet_dtype
tercet_reduced_dtype(unsigned op, tercet_dtype dtype)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  const bool has_own = kind == TERCET_KIND_F || kind == TERCET_KIND_C;
  switch (op) {
  case TERCET_MEAN:
  case TERCET_NORM2:
    return TERCET_DTYPE_F64;
  case REDUCE_WIDE_SUM:
  case REDUCE_WIDE_PROD:
    return has_own                 ? dtype
           : kind == TERCET_KIND_U ? TERCET_DTYPE_U64
                                   : TERCET_DTYPE_I64;
  case REDUCE_OWN_MEAN:
    return has_own ? dtype : TERCET_DTYPE_F64;
  case REDUCE_VARIANCE:
  case REDUCE_DEVIATION:
    return kind == TERCET_KIND_C ? tercet_dtype_of_parts(dtype)
           : has_own             ? dtype
                                 : TERCET_DTYPE_F64;
  case REDUCE_ALL:
  case REDUCE_ANY:
    return TERCET_DTYPE_BOOL;
  default:
    return dtype;
  }
}

/// The axes are named only if one alone is reduced
static tercet_status
report_nothing(unsigned op,
               const tercet_tensor *tensor,
               const bool *reduces,
               tercet_error *err)
{
  char text[TERCET_SHAPE_TEXT_MAX];
  tercet_shape_text(tensor->rank, tensor->shape, text);
  size_t n_reduced = 0;
  size_t axis = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    n_reduced += reduces[i];
    axis = reduces[i] ? i : axis;
  }
  return n_reduced != 1 || tensor->rank == 1
             ? tercet_error_set(err,
                                TERCET_ERR_SHAPE,
                                "%s of nothing: shape %s",
                                op_name(op),
                                text)
             : tercet_error_set(err,
                                TERCET_ERR_SHAPE,
                                "%s of nothing: axis %zu of shape %s",
                                op_name(op),
                                axis,
                                text);
}

tercet_status
tercet_reduce_axes(const tercet_tensor *tensor,
                   size_t n_axes,
                   const int64_t *axes,
                   bool *reduces,
                   tercet_error *err)
{
  for (size_t i = 0; i < tensor->rank; ++i) {
    reduces[i] = !axes;
  }
  for (size_t i = 0; axes && i < n_axes; ++i) {
    size_t axis = 0;
    TERCET_TRY(tercet_axis_resolve(axes[i], tensor->rank, &axis, err));
    if (reduces[axis]) {
      return tercet_error_set(
          err, TERCET_ERR_SHAPE, "axis %zu is given twice", axis);
    }
    reduces[axis] = true;
  }
  return TERCET_OK;
}

size_t
tercet_reduced_shape(const tercet_tensor *tensor,
                     const bool *reduces,
                     bool keepdims,
                     int64_t *shape)
{
  size_t rank = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (!reduces[i] || keepdims) {
      shape[rank++] = reduces[i] ? 1 : tensor->shape[i];
    }
  }
  return rank;
}

tercet_status
tercet_reduce_into(unsigned op,
                   const tercet_tensor *tensor,
                   const bool *reduces,
                   double ddof,
                   tercet_tensor *out,
                   tercet_error *err)
{
  if (tercet_dtype_kind_of(tensor->dtype) == TERCET_KIND_C &&
      (op == REDUCE_VARIANCE || op == REDUCE_DEVIATION)) {
    return tercet_reduce_complex_moment(op, tensor, reduces, ddof, out, err);
  }
  reduction plan;
  plan.status = TERCET_OK;
  plan.reducer = tercet_reducer_for(op, tensor->dtype);
  if (!plan.reducer) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "no %s of %s",
                            op_name(op),
                            tercet_dtype_name(tensor->dtype));
  }

  plan_reduction(&plan, tensor, out, reduces);
  plan.divisor = (double)plan.count > ddof ? (double)plan.count - ddof : 0;
  if ((op == TERCET_MAX || op == TERCET_MIN) && plan.count == 0 && out->size) {
    return report_nothing(op, tensor, reduces, err);
  }
  return run_reduction(&plan, err);
}

tercet_status
tercet_reduce(const tercet_allocator *alloc,
              unsigned op,
              const tercet_tensor *tensor,
              const bool *reduces,
              bool keepdims,
              double ddof,
              tercet_tensor **out,
              tercet_error *err)
{
  *out = NULL;
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = tercet_reduced_shape(tensor, reduces, keepdims, shape);
  const tercet_dtype dtype = tercet_reduced_dtype(op, tensor->dtype);
  TERCET_TRY(tercet_tensor_new_raw(alloc, dtype, rank, shape, out, err));
  return tercet_tensor_made(
      tercet_reduce_into(op, tensor, reduces, ddof, *out, err), out);
}
