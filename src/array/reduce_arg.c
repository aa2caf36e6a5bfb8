// SPDX-License-Identifier: Apache-2.0

/**
   Where the greatest or least element is: the first of equals, the first NaN
   if there is one.

   The loops of reduce_loops.h find the extreme of a block without indexes;
   only a block that beats those before it is searched for the place.  Results
   that are neighbours in memory are found a tile at a time, from blocks of
   rows.
*/

#include "array/element.h"
#include "array/elementwise.h"
#include "array/loop.h"
#include "array/reduce_internal.h"
#include "array/reduce_loops.h"
#include "base/error.h"

#include <inttypes.h>

enum { IN, OUT };

/// Bytes of a block; they stay in the L1 cache
#define BLOCK_BYTES 16384

/// Rows of a block
#define BLOCK_ROWS 32

/// Room for one element of any dtype
typedef union {
  wide_C aligned;
  char bytes[sizeof(wide_C)];
} any_element;

/// Elements of a tile of results
typedef union {
  wide_C aligned[REDUCE_TILE];
  char bytes[REDUCE_TILE * sizeof(wide_C)];
} any_tile;

/* ---- Comparisons of one dtype ---- */

/// Return whether `x` takes the place of `best`
typedef bool (*beats_function)(const char *x, const char *best, bool is_max);

#define DEFINE_BEATS(id, kind)                                                 \
  static bool beats_##id(const char *a, const char *b, bool is_max)            \
  {                                                                            \
    const wide_##kind x = widen_##id(*(const element_##id *)(const void *)a);  \
    const wide_##kind best =                                                   \
        widen_##id(*(const element_##id *)(const void *)b);                    \
    return (is_max ? x > best : x < best) || (x != x && best == best);         \
  }

DEFINE_BEATS(BOOL, B)
DEFINE_BEATS(I8, I)
DEFINE_BEATS(I16, I)
DEFINE_BEATS(I32, I)
DEFINE_BEATS(I64, I)
DEFINE_BEATS(U8, U)
DEFINE_BEATS(U16, U)
DEFINE_BEATS(U32, U)
DEFINE_BEATS(U64, U)
DEFINE_BEATS(F16, F)
DEFINE_BEATS(BF16, F)
DEFINE_BEATS(F32, F)
DEFINE_BEATS(F64, F)

#define DEFINE_COMPLEX_BEATS(id)                                               \
  static bool beats_##id(const char *a, const char *b, bool is_max)            \
  {                                                                            \
    const wide_C x = widen_##id(*(const element_##id *)(const void *)a);       \
    const wide_C best = widen_##id(*(const element_##id *)(const void *)b);    \
    const double sign = is_max ? 1 : -1;                                       \
    const bool is_nan = x.re != x.re || x.im != x.im;                          \
    const bool is_best_nan = best.re != best.re || best.im != best.im;         \
    return !is_best_nan &&                                                     \
           (is_nan || sign * x.re > sign * best.re ||                          \
            (x.re == best.re && sign * x.im > sign * best.im));                \
  }

DEFINE_COMPLEX_BEATS(C64)
DEFINE_COMPLEX_BEATS(C128)

static const beats_function beats[TERCET_DTYPE_COUNT] = {
    [TERCET_DTYPE_BOOL] = beats_BOOL,
    [TERCET_DTYPE_I8] = beats_I8,
    [TERCET_DTYPE_I16] = beats_I16,
    [TERCET_DTYPE_I32] = beats_I32,
    [TERCET_DTYPE_I64] = beats_I64,
    [TERCET_DTYPE_U8] = beats_U8,
    [TERCET_DTYPE_U16] = beats_U16,
    [TERCET_DTYPE_U32] = beats_U32,
    [TERCET_DTYPE_U64] = beats_U64,
    [TERCET_DTYPE_F16] = beats_F16,
    [TERCET_DTYPE_BF16] = beats_BF16,
    [TERCET_DTYPE_F32] = beats_F32,
    [TERCET_DTYPE_F64] = beats_F64,
    [TERCET_DTYPE_C64] = beats_C64,
    [TERCET_DTYPE_C128] = beats_C128,
};

/* ---- One result ---- */

typedef struct {
  const reducer *extreme;
  tercet_finder find;
  tercet_placer place; ///< NULL: results are found one by one
  beats_function beats;
  int64_t item_size;
  bool is_max;
} arg_search;

/// The best block so far of one result
typedef struct {
  const arg_search *search;
  any_element best;
  const char *block; ///< NULL before the first one
  int64_t step;
  int64_t n;
  int64_t start;    ///< Index of the block's first element
  int64_t position; ///< Index of what comes next
} arg_state;

static void
search_block(arg_state *state, const char *in, int64_t step, int64_t n)
{
  const arg_search *const search = state->search;
  accumulators acc;
  any_element extreme;
  search->extreme->start(&acc, 1);
  search->extreme->line(&acc, in, step, n);
  search->extreme->finish(&acc, 1, 1, extreme.bytes, 0);
  if (!state->block ||
      search->beats(extreme.bytes, state->best.bytes, search->is_max)) {
    state->best = extreme;
    state->block = in;
    state->step = step;
    state->n = n;
    state->start = state->position;
  }
  state->position += n;
}

static bool
search_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  arg_state *const state = (arg_state *)context;
  const int64_t size = BLOCK_BYTES / state->search->item_size;
  for (int64_t i = 0; i < n; i += size) {
    search_block(state,
                 data[IN] + i * strides[IN],
                 strides[IN],
                 n - i < size ? n - i : size);
  }
  return true;
}

static int64_t
place_of_best(const arg_state *state)
{
  return state->start +
         state->search->find(
             state->block, state->step, state->n, state->best.bytes);
}

/* ---- Many results ---- */

/// A search along an axis
typedef struct {
  arg_search search;
  int64_t extent;
  int64_t step;
  bool by_rows;
} arg_lanes;

static bool
search_lanes(void *context,
             char *const *data,
             const int64_t *strides,
             int64_t n)
{
  const arg_lanes *const lanes = (const arg_lanes *)context;
  for (int64_t i = 0; i < n; ++i) {
    char *const in[1] = {data[IN] + i * strides[IN]};
    arg_state state = {.search = &lanes->search};
    search_line(&state, in, &lanes->step, lanes->extent);
    *(int64_t *)(void *)(data[OUT] + i * strides[OUT]) = place_of_best(&state);
  }
  return true;
}

/// Find the places of `n` <= #REDUCE_TILE results
static void
search_tile(const arg_lanes *lanes,
            const char *in,
            int64_t stride,
            char *out,
            int64_t out_stride,
            int64_t n)
{
  const arg_search *const search = &lanes->search;
  const int64_t size = search->item_size;
  accumulators acc;
  any_tile best;
  any_tile extreme;
  search->extreme->start(&acc, n);
  for (int64_t row = 0; row < lanes->extent; row += BLOCK_ROWS) {
    const int64_t n_left = lanes->extent - row;
    const int64_t n_rows = n_left < BLOCK_ROWS ? n_left : BLOCK_ROWS;
    const char *const block = in + row * lanes->step;
    search->extreme->rows(&acc, block, stride, n, lanes->step, n_rows);
    search->extreme->finish(&acc, n, 1, extreme.bytes, size);
    for (int64_t i = 0; i < n; ++i) {
      const char *const item = extreme.bytes + i * size;
      if (row == 0 ||
          search->beats(item, best.bytes + i * size, search->is_max)) {
        *(int64_t *)(void *)(out + i * out_stride) =
            row + search->find(block + i * stride, lanes->step, n_rows, item);
      }
    }
    memcpy(best.bytes, extreme.bytes, (size_t)(n * size));
  }
}

/// The same for results without gaps, of a dtype with a placer
static void
place_tile(const arg_lanes *lanes,
           const char *in,
           char *out,
           int64_t out_stride,
           int64_t n)
{
  any_tile best;
  memcpy(best.bytes, in, (size_t)(n * lanes->search.item_size));
  for (int64_t i = 0; i < n; ++i) {
    *(int64_t *)(void *)(out + i * out_stride) = 0;
  }
  for (int64_t row = 0; row < lanes->extent; row += PLACER_ROWS) {
    const int64_t n_left = lanes->extent - row;
    lanes->search.place(best.bytes,
                        out,
                        out_stride,
                        in + row * lanes->step,
                        lanes->step,
                        n,
                        row,
                        n_left < PLACER_ROWS ? n_left : PLACER_ROWS);
  }
}

static bool
search_rows(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const arg_lanes *const lanes = (const arg_lanes *)context;
  const bool has_gaps = strides[IN] != lanes->search.item_size;
  for (int64_t i = 0; i < n; i += REDUCE_TILE) {
    const int64_t n_now = n - i < REDUCE_TILE ? n - i : REDUCE_TILE;
    const char *const in = data[IN] + i * strides[IN];
    char *const out = data[OUT] + i * strides[OUT];
    if (has_gaps || !lanes->search.place) {
      search_tile(lanes, in, strides[IN], out, strides[OUT], n_now);
    } else {
      place_tile(lanes, in, out, strides[OUT], n_now);
    }
  }
  return true;
}

static int64_t
step_size(int64_t stride)
{
  return stride < 0 ? -stride : stride;
}

static tercet_status
search_axis(arg_lanes *lanes,
            const tercet_tensor *tensor,
            size_t axis,
            tercet_tensor *out,
            tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  int64_t out_strides[TERCET_MAX_RANK];
  size_t n = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (i != axis) {
      const bool has_axis = out->rank == tensor->rank;
      shape[n] = tensor->shape[i];
      strides[n] = tensor->strides[i];
      out_strides[n] = out->strides[has_axis ? i : n];
      ++n;
    }
  }
  lanes->extent = tensor->shape[axis];
  lanes->step = tensor->strides[axis];
  tercet_loop loop;
  tercet_loop_init(&loop, n, shape);
  tercet_loop_add(&loop, tensor->data, strides);
  tercet_loop_add(&loop, out->data, out_strides);
  tercet_loop_sort(&loop, IN);
  tercet_loop_collapse(&loop);
  const bool by_rows =
      loop.rank &&
      step_size(loop.strides[IN][loop.rank - 1U]) < step_size(lanes->step);
  const int64_t cost = lanes->extent * lanes->search.item_size;
  return by_rows
             ? tercet_loop_run_tiles(
                   &loop, cost, REDUCE_TILE, search_rows, lanes, err)
             : tercet_loop_run_shared(&loop, cost, search_lanes, lanes, err);
}

static tercet_status
search_flat(const arg_search *search,
            const tercet_tensor *tensor,
            tercet_tensor *out,
            tercet_error *err)
{
  arg_state state = {.search = search};
  tercet_loop loop;
  tercet_loop_init(&loop, tensor->rank, tensor->shape);
  tercet_loop_add_tensor(&loop, tensor);
  tercet_loop_collapse(&loop);
  TERCET_TRY(tercet_loop_run_parts(
      &loop, search->item_size, search_line, &state, err));
  *(int64_t *)(void *)out->data = place_of_best(&state);
  return TERCET_OK;
}

static tercet_status
check_search(const tercet_tensor *tensor,
             bool is_max,
             const bool *reduces,
             tercet_error *err)
{
  int64_t n_results = 1;
  for (size_t i = 0; i < tensor->rank; ++i) {
    n_results *= reduces[i] ? 1 : tensor->shape[i];
  }
  if (n_results && !tensor->size) {
    char text[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "%s of nothing: shape %s",
        is_max ? "argmax" : "argmin",
        tercet_shape_text(tensor->rank, tensor->shape, text));
  }
  return TERCET_OK;
}

/// What is looked for, and the shape of the result
typedef struct {
  bool is_max;
  bool is_flat;
  size_t axis;
  size_t rank;
  int64_t shape[TERCET_MAX_RANK];
} arg_plan;

static tercet_status
plan_search(const tercet_tensor *tensor,
            bool is_max,
            int64_t axis,
            bool keepdims,
            arg_plan *out,
            tercet_error *err)
{
  out->is_max = is_max;
  out->is_flat = axis == TERCET_FLAT;
  out->axis = 0;
  if (!out->is_flat) {
    TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &out->axis, err));
  }
  bool reduces[TERCET_MAX_RANK];
  for (size_t i = 0; i < tensor->rank; ++i) {
    reduces[i] = out->is_flat || i == out->axis;
  }
  out->rank = tercet_reduced_shape(tensor, reduces, keepdims, out->shape);
  return check_search(tensor, is_max, reduces, err);
}

static tercet_status
run_search(const arg_plan *plan,
           const tercet_tensor *tensor,
           tercet_tensor *out,
           tercet_error *err)
{
  arg_lanes lanes = {
      .search = {tercet_reducer_for(plan->is_max ? TERCET_MAX : TERCET_MIN,
                                    tensor->dtype),
                 tercet_finder_for(tensor->dtype),
                 tercet_placer_for(tensor->dtype, plan->is_max),
                 beats[tensor->dtype],
                 (int64_t)tercet_dtype_size(tensor->dtype),
                 plan->is_max}};
  if (plan->is_flat) {
    return search_flat(&lanes.search, tensor, out, err);
  }
  return tensor->size ? search_axis(&lanes, tensor, plan->axis, out, err)
                      : TERCET_OK;
}

static tercet_status
find_places(const tercet_allocator *alloc,
            const tercet_tensor *tensor,
            bool is_max,
            int64_t axis,
            bool keepdims,
            tercet_tensor **out,
            tercet_error *err)
{
  *out = NULL;
  arg_plan plan;
  TERCET_TRY(plan_search(tensor, is_max, axis, keepdims, &plan, err));
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, TERCET_DTYPE_I64, plan.rank, plan.shape, out, err));
  return tercet_tensor_made(run_search(&plan, tensor, *out, err), out);
}

static tercet_status
find_places_into(const tercet_tensor *tensor,
                 bool is_max,
                 int64_t axis,
                 bool keepdims,
                 tercet_tensor *out,
                 tercet_error *err)
{
  arg_plan plan;
  TERCET_TRY(plan_search(tensor, is_max, axis, keepdims, &plan, err));
  TERCET_TRY(tercet_elementwise_check(
      out, TERCET_DTYPE_I64, plan.rank, plan.shape, err));
  const tercet_tensor *input = NULL;
  tercet_tensor *copy = NULL;
  TERCET_TRY(tercet_elementwise_inputs(1, &tensor, out, &input, &copy, err));
  const tercet_status st = run_search(&plan, input, out, err);
  tercet_tensor_unref(copy);
  return st;
}

#define SEARCH(name, is_max)                                                   \
  tercet_status tercet_tensor_##name(const tercet_allocator *alloc,            \
                                     const tercet_tensor *tensor,              \
                                     int64_t axis,                             \
                                     bool keepdims,                            \
                                     tercet_tensor **out,                      \
                                     tercet_error *err)                        \
  {                                                                            \
    return find_places(alloc, tensor, is_max, axis, keepdims, out, err);       \
  }                                                                            \
  tercet_status tercet_tensor_##name##_into(const tercet_tensor *tensor,       \
                                            int64_t axis,                      \
                                            bool keepdims,                     \
                                            tercet_tensor *out,                \
                                            tercet_error *err)                 \
  {                                                                            \
    return find_places_into(tensor, is_max, axis, keepdims, out, err);         \
  }

SEARCH(argmax, true)
SEARCH(argmin, false)
