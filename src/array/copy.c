// SPDX-License-Identifier: Apache-2.0

#include "array/copy.h"

#include "array/copy_tile.h"
#include "array/loop.h"
#include "array/parallel.h"
#include "array/stream.h"
#include "base/error.h"

#include <assert.h>
#include <string.h>

/// Operands of the loops here
enum { OUT, IN };

#define CACHE_LINE 64

/// Bytes of a row of a block: some cache lines, so that the target is written
/// in runs that memory likes
#define BLOCK_ROW_BYTES 256

/// Rows of a block: as many elements are read together from the source
#define BLOCK_ROWS 64

/// Bytes that one task of several threads copies
#define TASK_BYTES (INT64_C(1) << 20U)

/* ---- Lines ---- */

static bool
copy_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const size_t size = *(const size_t *)context;
  if (strides[OUT] == (int64_t)size && strides[IN] == (int64_t)size) {
    memcpy(data[OUT], data[IN], (size_t)n * size);
    return true;
  }

#define COPY_CASE(bytes)                                                       \
  case bytes:                                                                  \
    for (int64_t i = 0; i < n; ++i) {                                          \
      memcpy(data[OUT] + i * strides[OUT], data[IN] + i * strides[IN], bytes); \
    }                                                                          \
    return true

  switch (size) {
    COPY_CASE(1);
    COPY_CASE(2);
    COPY_CASE(4);
    COPY_CASE(8);
    COPY_CASE(16);
  default:
    assert(false); // No other size
    return false;
  }
#undef COPY_CASE
}

/// The same of a large target: long lines go around the caches
static bool
copy_large_line(void *context,
                char *const *data,
                const int64_t *strides,
                int64_t n)
{
  const int64_t size = (int64_t) * (const size_t *)context;
  if (strides[OUT] != size || strides[IN] != size ||
      n < TERCET_STREAM_LINE_BYTES / size) {
    return copy_line(context, data, strides, n);
  }
  tercet_stream(data[OUT], data[IN], (size_t)(n * size));
  tercet_stream_end();
  return true;
}

/* ---- Planes, by blocks ---- */

/// A matrix to be copied: the target is dense, or least strided, along its
/// rows, the source along its columns
typedef struct {
  size_t item_size;
  int64_t n_rows;
  int64_t n_columns;
  int64_t row_strides[2];
  int64_t column_strides[2];
  tercet_tile_function tile; ///< NULL if one is not dense
  bool streams;              ///< The target is written around the caches
} plane;

/// Copy a block whose elements are dense: transpose it into a buffer, and
/// write its rows from there, unless they are short
static void
copy_dense_block(const plane *p,
                 char *out,
                 const char *in,
                 int64_t n_rows,
                 int64_t n_columns)
{
  _Alignas(CACHE_LINE) char buffer[BLOCK_ROWS * BLOCK_ROW_BYTES];
  const size_t n_bytes = (size_t)n_columns * p->item_size;
  if (n_bytes < CACHE_LINE) {
    p->tile(
        in, p->column_strides[IN], out, p->row_strides[OUT], n_rows, n_columns);
    return;
  }
  p->tile(
      in, p->column_strides[IN], buffer, BLOCK_ROW_BYTES, n_rows, n_columns);
  for (int64_t r = 0; r < n_rows; ++r) {
    if (p->streams) {
      tercet_stream(
          out + r * p->row_strides[OUT], buffer + r * BLOCK_ROW_BYTES, n_bytes);
    } else {
      memcpy(
          out + r * p->row_strides[OUT], buffer + r * BLOCK_ROW_BYTES, n_bytes);
    }
  }
}

static void
copy_block(const plane *p,
           char *out,
           const char *in,
           int64_t n_rows,
           int64_t n_columns)
{
  if (p->tile) {
    copy_dense_block(p, out, in, n_rows, n_columns);
    return;
  }
  size_t size = p->item_size;
  for (int64_t r = 0; r < n_rows; ++r) {
    char *const data[2] = {
        out + r * p->row_strides[OUT],
        // Only read there
        (char *)(uintptr_t)(in + r * p->row_strides[IN]),
    };
    copy_line(&size, data, p->column_strides, n_columns);
  }
}

static void
copy_plane(const plane *p, char *out, const char *in)
{
  const int64_t n_at_once = BLOCK_ROW_BYTES / (int64_t)p->item_size;
  for (int64_t r = 0; r < p->n_rows; r += BLOCK_ROWS) {
    const int64_t rows =
        p->n_rows - r < BLOCK_ROWS ? p->n_rows - r : BLOCK_ROWS;
    for (int64_t c = 0; c < p->n_columns; c += n_at_once) {
      const int64_t columns =
          p->n_columns - c < n_at_once ? p->n_columns - c : n_at_once;
      copy_block(p,
                 out + r * p->row_strides[OUT] + c * p->column_strides[OUT],
                 in + r * p->row_strides[IN] + c * p->column_strides[IN],
                 rows,
                 columns);
    }
  }
  if (p->streams) {
    tercet_stream_end();
  }
}

static bool
copy_planes(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const plane *const p = (const plane *)context;
  for (int64_t i = 0; i < n; ++i) {
    copy_plane(p, data[OUT] + i * strides[OUT], data[IN] + i * strides[IN]);
  }
  return true;
}

/* ---- Choice ---- */

/// Make the steps of an operand positive, for copies in any order
static void
turn_axes(tercet_loop *loop)
{
  for (size_t i = 0; i < loop->rank; ++i) {
    if (loop->strides[OUT][i] >= 0 || loop->shape[i] == 0) {
      continue;
    }
    for (size_t j = 0; j < loop->n_operands; ++j) {
      loop->data[j] += (loop->shape[i] - 1) * loop->strides[j][i];
      loop->strides[j][i] = -loop->strides[j][i];
    }
  }
}

static int64_t
magnitude(int64_t x)
{
  return x < 0 ? -x : x;
}

/// Return the axis along which the source is read in smaller steps than along
/// the last, or the last
static size_t
find_row_axis(const tercet_loop *loop)
{
  size_t best = loop->rank - 1U;
  for (size_t i = 0; i + 1U < loop->rank; ++i) {
    const int64_t step = magnitude(loop->strides[IN][i]);
    if (step && step < magnitude(loop->strides[IN][best])) {
      best = i;
    }
  }
  return best;
}

/// Return whether every row of the target starts at a cache line
static bool
is_line_aligned(const tercet_loop *loop)
{
  bool aligned = (uintptr_t)loop->data[OUT] % CACHE_LINE == 0;
  for (size_t i = 0; i + 1U < loop->rank; ++i) {
    aligned = aligned && loop->strides[OUT][i] % CACHE_LINE == 0;
  }
  return aligned;
}

/// A copy that is ready to run, in tasks that cut one axis
typedef struct {
  const tercet_loop *loop;
  size_t item_size;
  int64_t n_bytes;
  size_t row_axis; ///< The last: no blocks
  size_t cut_axis;
  int64_t n_per_task; ///< Of the axis that is cut
} copy_plan;

/// Take the axes of a plane out of the loop
static void
split_plane(const copy_plan *plan,
            const tercet_loop *loop,
            tercet_loop *outer,
            plane *p)
{
  const size_t last = loop->rank - 1U;
  const int64_t size = (int64_t)plan->item_size;
  *p = (plane){plan->item_size,
               loop->shape[plan->row_axis],
               loop->shape[last],
               {0, 0},
               {0, 0},
               NULL,
               false};
  outer->n_operands = loop->n_operands;
  outer->rank = 0;
  for (size_t j = 0; j < loop->n_operands; ++j) {
    outer->data[j] = loop->data[j];
    p->row_strides[j] = loop->strides[j][plan->row_axis];
    p->column_strides[j] = loop->strides[j][last];
  }
  for (size_t i = 0; i < last; ++i) {
    if (i != plan->row_axis) {
      outer->shape[outer->rank] = loop->shape[i];
      outer->strides[OUT][outer->rank] = loop->strides[OUT][i];
      outer->strides[IN][outer->rank++] = loop->strides[IN][i];
    }
  }
  if (p->column_strides[OUT] == size && p->row_strides[IN] == size) {
    p->tile = tercet_tile_function_for(plan->item_size);
    p->streams = plan->n_bytes >= TERCET_STREAM_BYTES && is_line_aligned(loop);
  }
}

static void
copy_part(const copy_plan *plan, const tercet_loop *loop)
{
  size_t size = plan->item_size;
  if (!loop->rank || plan->row_axis == loop->rank - 1U) {
    const bool streams = plan->n_bytes >= TERCET_STREAM_BYTES;
    tercet_loop_run(loop, streams ? copy_large_line : copy_line, &size);
    return;
  }
  tercet_loop outer;
  plane p;
  split_plane(plan, loop, &outer, &p);
  tercet_loop_run(&outer, copy_planes, &p);
}

static tercet_status
copy_task(void *context, size_t i)
{
  const copy_plan *const plan = (const copy_plan *)context;
  const size_t axis = plan->cut_axis;
  const int64_t start = (int64_t)i * plan->n_per_task;
  const int64_t n_left = plan->loop->shape[axis] - start;
  tercet_loop part = *plan->loop;
  part.shape[axis] = n_left < plan->n_per_task ? n_left : plan->n_per_task;
  for (size_t j = 0; j < part.n_operands; ++j) {
    part.data[j] += start * part.strides[j][axis];
  }
  copy_part(plan, &part);
  return TERCET_OK;
}

/// Cut the longest axis into tasks; return their number
static size_t
cut_into_tasks(copy_plan *plan)
{
  const tercet_loop *const loop = plan->loop;
  plan->cut_axis = 0;
  for (size_t i = 1; i < loop->rank; ++i) {
    if (loop->shape[i] > loop->shape[plan->cut_axis]) {
      plan->cut_axis = i;
    }
  }
  const int64_t extent = loop->shape[plan->cut_axis];
  const int64_t bytes_each = plan->n_bytes / extent;
  const int64_t n = TASK_BYTES / (bytes_each ? bytes_each : 1);
  // Blocks, and cache lines of the target, stay whole
  plan->n_per_task = (n / BLOCK_ROWS + 1) * BLOCK_ROWS;
  return (size_t)((extent - 1) / plan->n_per_task + 1);
}

tercet_status
tercet_elements_move(size_t rank,
                     const int64_t *shape,
                     size_t item_size,
                     char *out,
                     const int64_t *out_strides,
                     const char *in,
                     const int64_t *in_strides,
                     tercet_error *err)
{
  tercet_loop loop;
  tercet_loop_init(&loop, rank, shape);
  tercet_loop_add(&loop, out, out_strides);
  tercet_loop_add(&loop, (char *)(uintptr_t)in, in_strides); // Only read
  turn_axes(&loop);
  tercet_loop_sort(&loop, OUT);
  tercet_loop_collapse(&loop);

  copy_plan plan = {&loop, item_size, (int64_t)item_size, 0, 0, 0};
  for (size_t i = 0; i < loop.rank; ++i) {
    plan.n_bytes *= loop.shape[i];
  }
  if (!plan.n_bytes) {
    return TERCET_OK;
  }
  plan.row_axis = loop.rank ? find_row_axis(&loop) : 0;
  if (plan.n_bytes < TERCET_PARALLEL_BYTES) {
    TERCET_TRY(tercet_parallel_check(err));
    copy_part(&plan, &loop);
    return TERCET_OK;
  }
  const size_t n_tasks = cut_into_tasks(&plan);
  return tercet_parallel_run(n_tasks, copy_task, &plan, err);
}
