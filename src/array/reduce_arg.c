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

/// Room for one element of any dtype that has extremes
typedef union {
  uint64_t bits;
  char bytes[8];
} any_element;

/// Elements of a tile of results
typedef union {
  uint64_t aligned[REDUCE_TILE];
  char bytes[REDUCE_TILE * 8];
} any_tile;

/* ---- Comparisons of one dtype ---- */

typedef struct {
  /// Return the index of the first element that is the extreme of the line
  int64_t (*find)(const char *in, int64_t step, int64_t n, const char *best);

  /// Return whether `x` takes the place of `best`
  bool (*beats)(const char *x, const char *best, bool is_max);
} arg_functions;

/// Elements that are compared without a look at the outcome, as vectors
#define FIND_BLOCK 64

#define SAME(x) (x)

/// An element has so many `bits`; `value` is what makes it comparable
#define DEFINE_ARG_FUNCTIONS(id, kind, bits, value)                            \
  static inline bool is_best_##id(const char *in, const char *extreme)         \
  {                                                                            \
    const element_##id x = *(const element_##id *)(const void *)in;            \
    const element_##id best = *(const element_##id *)(const void *)extreme;    \
    const int is_same = value(x) == value(best);                               \
    const int are_nan =                                                        \
        (value(x) != value(x)) & (int)(value(best) != value(best));            \
    return (is_same | are_nan) != 0;                                           \
  }                                                                            \
  static inline bool has_best_##id(                                            \
      const char *in, int64_t step, const char *extreme)                       \
  {                                                                            \
    uint##bits##_t found = 0;                                                  \
    for (int64_t i = 0; i < FIND_BLOCK; ++i) {                                 \
      found |= is_best_##id(in + i * step, extreme);                           \
    }                                                                          \
    return found != 0;                                                         \
  }                                                                            \
  static int64_t find_##id(                                                    \
      const char *in, int64_t step, int64_t n, const char *extreme)            \
  {                                                                            \
    const int64_t size = (int64_t)sizeof(element_##id);                        \
    int64_t i = 0;                                                             \
    while (i + FIND_BLOCK <= n &&                                              \
           !(step == size ? has_best_##id(in + i * size, size, extreme)        \
                          : has_best_##id(in + i * step, step, extreme))) {    \
      i += FIND_BLOCK;                                                         \
    }                                                                          \
    while (i < n && !is_best_##id(in + i * step, extreme)) {                   \
      ++i;                                                                     \
    }                                                                          \
    return i < n ? i : 0;                                                      \
  }                                                                            \
  static bool beats_##id(const char *a, const char *b, bool is_max)            \
  {                                                                            \
    const wide_##kind x = widen_##id(*(const element_##id *)(const void *)a);  \
    const wide_##kind best =                                                   \
        widen_##id(*(const element_##id *)(const void *)b);                    \
    return (is_max ? x > best : x < best) || (x != x && best == best);         \
  }

DEFINE_ARG_FUNCTIONS(BOOL, B, 8, widen_BOOL)
DEFINE_ARG_FUNCTIONS(I8, I, 8, SAME)
DEFINE_ARG_FUNCTIONS(I16, I, 16, SAME)
DEFINE_ARG_FUNCTIONS(I32, I, 32, SAME)
DEFINE_ARG_FUNCTIONS(I64, I, 64, SAME)
DEFINE_ARG_FUNCTIONS(U8, U, 8, SAME)
DEFINE_ARG_FUNCTIONS(U16, U, 16, SAME)
DEFINE_ARG_FUNCTIONS(U32, U, 32, SAME)
DEFINE_ARG_FUNCTIONS(U64, U, 64, SAME)
DEFINE_ARG_FUNCTIONS(F16, F, 16, widen_F16)
DEFINE_ARG_FUNCTIONS(BF16, F, 16, widen_BF16)
DEFINE_ARG_FUNCTIONS(F32, F, 32, SAME)
DEFINE_ARG_FUNCTIONS(F64, F, 64, SAME)

#define ARG_ROW(id) [TERCET_DTYPE_##id] = {find_##id, beats_##id}

static const arg_functions functions[TERCET_DTYPE_COUNT] = {
    ARG_ROW(BOOL),
    ARG_ROW(I8),
    ARG_ROW(I16),
    ARG_ROW(I32),
    ARG_ROW(I64),
    ARG_ROW(U8),
    ARG_ROW(U16),
    ARG_ROW(U32),
    ARG_ROW(U64),
    ARG_ROW(F16),
    ARG_ROW(BF16),
    ARG_ROW(F32),
    ARG_ROW(F64),
};

/* ---- One result ---- */

typedef struct {
  const reducer *extreme;
  const arg_functions *functions;
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
  if (!state->block || search->functions->beats(
                           extreme.bytes, state->best.bytes, search->is_max)) {
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
         state->search->functions->find(
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
      if (row == 0 || search->functions->beats(
                          item, best.bytes + i * size, search->is_max)) {
        *(int64_t *)(void *)(out + i * out_stride) =
            row + search->functions->find(
                      block + i * stride, lanes->step, n_rows, item);
      }
    }
    memcpy(best.bytes, extreme.bytes, (size_t)(n * size));
  }
}

static bool
search_rows(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const arg_lanes *const lanes = (const arg_lanes *)context;
  for (int64_t i = 0; i < n; i += REDUCE_TILE) {
    search_tile(lanes,
                data[IN] + i * strides[IN],
                strides[IN],
                data[OUT] + i * strides[OUT],
                strides[OUT],
                n - i < REDUCE_TILE ? n - i : REDUCE_TILE);
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
  return tercet_loop_run_shared(&loop,
                                lanes->extent * lanes->search.item_size,
                                by_rows ? search_rows : search_lanes,
                                lanes,
                                err);
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
  if (!functions[tensor->dtype].find) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "no %s of %s",
                            is_max ? "argmax" : "argmin",
                            tercet_dtype_name(tensor->dtype));
  }
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
    TERCET_TRY(tercet_resolve_axis(tensor, axis, &out->axis, err));
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
                 &functions[tensor->dtype],
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
