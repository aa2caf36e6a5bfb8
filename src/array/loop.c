// SPDX-License-Identifier: Apache-2.0

#include "array/loop.h"

#include "array/parallel.h"
#include "array/tensor_internal.h"
#include "base/checked.h"
#include "base/error.h"

#include <assert.h>
#include <string.h>

void
tercet_loop_init(tercet_loop *loop, size_t rank, const int64_t *shape)
{
  assert(rank <= TERCET_MAX_RANK);

  loop->n_operands = 0;
  loop->rank = rank;
  if (rank) {
    memcpy(loop->shape, shape, rank * sizeof(*shape));
  }
}

void
tercet_loop_add(tercet_loop *loop, char *data, const int64_t *strides)
{
  assert(loop->n_operands < TERCET_LOOP_MAX_OPERANDS);

  const size_t i = loop->n_operands++;
  loop->data[i] = data;
  if (loop->rank) {
    memcpy(loop->strides[i], strides, loop->rank * sizeof(*strides));
  }
}

void
tercet_loop_add_tensor(tercet_loop *loop, const tercet_tensor *tensor)
{
  int64_t strides[TERCET_MAX_RANK];
  tercet_tensor_broadcast_strides(tensor, loop->rank, loop->shape, strides);
  tercet_loop_add(loop, tensor->data, strides);
}

/// Copy the extent and strides of axis `from` to axis `to`
static void
move_axis(tercet_loop *loop, size_t from, size_t to)
{
  loop->shape[to] = loop->shape[from];
  for (size_t i = 0; i < loop->n_operands; ++i) {
    loop->strides[i][to] = loop->strides[i][from];
  }
}

static int64_t
step_size(const tercet_loop *loop, size_t key, size_t axis)
{
  const int64_t stride = loop->strides[key][axis];
  return stride < 0 ? -stride : stride;
}

static void
swap_axes(tercet_loop *loop, size_t a, size_t b)
{
  const int64_t extent = loop->shape[a];
  loop->shape[a] = loop->shape[b];
  loop->shape[b] = extent;
  for (size_t i = 0; i < loop->n_operands; ++i) {
    const int64_t stride = loop->strides[i][a];
    loop->strides[i][a] = loop->strides[i][b];
    loop->strides[i][b] = stride;
  }
}

void
tercet_loop_sort(tercet_loop *loop, size_t key)
{
  for (size_t i = 1; i < loop->rank; ++i) {
    for (size_t j = i;
         j > 0 && step_size(loop, key, j - 1) < step_size(loop, key, j);
         --j) {
      swap_axes(loop, j - 1, j);
    }
  }
}

static bool
is_empty(const tercet_loop *loop)
{
  for (size_t i = 0; i < loop->rank; ++i) {
    if (loop->shape[i] == 0) {
      return true;
    }
  }
  return false;
}

/// Return whether stepping `outer` once is stepping `inner` to its end
static bool
can_join(const tercet_loop *loop, size_t outer, size_t inner)
{
  for (size_t i = 0; i < loop->n_operands; ++i) {
    if (loop->strides[i][outer] !=
        loop->strides[i][inner] * loop->shape[inner]) {
      return false;
    }
  }
  return true;
}

void
tercet_loop_collapse(tercet_loop *loop)
{
  if (is_empty(loop)) {
    loop->rank = 1;
    loop->shape[0] = 0;
    return;
  }

  size_t n_kept = 0;
  for (size_t i = 0; i < loop->rank; ++i) {
    if (loop->shape[i] == 1) {
      continue;
    }
    if (n_kept && can_join(loop, n_kept - 1, i)) {
      const int64_t outer = loop->shape[n_kept - 1];
      move_axis(loop, i, n_kept - 1);
      loop->shape[n_kept - 1] *= outer;
    } else {
      move_axis(loop, i, n_kept);
      ++n_kept;
    }
  }
  loop->rank = n_kept;
}

/// Step to the next line: the last of the `n_outer` axes first, like an
/// odometer; false behind the last line
static bool
next_line(const tercet_loop *loop, size_t n_outer, int64_t *index, char **data)
{
  for (size_t axis = n_outer; axis-- > 0;) {
    const bool carries = ++index[axis] == loop->shape[axis];
    const int64_t n_steps = carries ? 1 - loop->shape[axis] : 1;
    for (size_t i = 0; i < loop->n_operands; ++i) {
      data[i] += n_steps * loop->strides[i][axis];
    }
    if (!carries) {
      return true;
    }
    index[axis] = 0;
  }
  return false;
}

/// Set `index` and `data` to element number `position` in row-major order;
/// return its number in its line
static int64_t
seek(const tercet_loop *loop, int64_t position, int64_t *index, char **data)
{
  int64_t rest = position;
  for (size_t axis = loop->rank; axis-- > 0;) {
    index[axis] = rest % loop->shape[axis];
    rest /= loop->shape[axis];
    for (size_t i = 0; i < loop->n_operands; ++i) {
      data[i] += index[axis] * loop->strides[i][axis];
    }
  }
  return loop->rank ? index[loop->rank - 1U] : 0;
}

/// Run over `n` elements from number `first` on, or as many as there are
static bool
run_range(const tercet_loop *loop,
          int64_t first,
          int64_t n,
          tercet_loop_body body,
          void *context)
{
  const size_t n_outer = loop->rank ? loop->rank - 1 : 0;
  const int64_t n_line = loop->rank ? loop->shape[n_outer] : 1;
  int64_t strides[TERCET_LOOP_MAX_OPERANDS] = {0};
  int64_t index[TERCET_MAX_RANK] = {0};
  char *data[TERCET_LOOP_MAX_OPERANDS] = {0};
  for (size_t i = 0; i < loop->n_operands; ++i) {
    data[i] = loop->data[i];
    strides[i] = loop->rank ? loop->strides[i][n_outer] : 0;
  }

  int64_t start = first ? seek(loop, first, index, data) : 0;
  do {
    const int64_t n_now = n_line - start < n ? n_line - start : n;
    if (!body(context, data, strides, n_now)) {
      return false;
    }
    n -= n_now;
    for (size_t i = 0; start && i < loop->n_operands; ++i) {
      data[i] -= start * strides[i];
    }
    start = 0;
  } while (n && next_line(loop, n_outer, index, data));
  return true;
}

bool
tercet_loop_run(const tercet_loop *loop, tercet_loop_body body, void *context)
{
  return is_empty(loop) || run_range(loop, 0, INT64_MAX, body, context);
}

/* ---- Parts ---- */

/// Bytes of a part: several times what it costs to take one up
#define PART_BYTES (TERCET_PARALLEL_BYTES / 4)

/// Elements that stay together, so that parts begin where the loop is aligned
#define PART_GRAIN 64

typedef struct {
  const tercet_loop *loop;
  tercet_loop_body body;
  void *context;
  int64_t n;          ///< Elements in all
  int64_t n_per_part; ///< At least 1
} parted_loop;

static int64_t
count_elements(const tercet_loop *loop)
{
  int64_t n = 1;
  for (size_t i = 0; i < loop->rank; ++i) {
    n *= loop->shape[i];
  }
  return n;
}

/// Cut a loop that is not empty; return the number of parts, 1 for little work
static size_t
cut_loop(parted_loop *parted, int64_t cost)
{
  int64_t total = 0;
  parted->n = count_elements(parted->loop);
  if (tercet_i64_multiply(parted->n, cost, &total) &&
      total <= TERCET_PARALLEL_BYTES) {
    parted->n_per_part = parted->n;
    return 1;
  }
  const int64_t n = PART_BYTES / cost;
  parted->n_per_part = n >= PART_GRAIN ? n / PART_GRAIN * PART_GRAIN
                       : n             ? n
                                       : 1;
  return (size_t)((parted->n - 1) / parted->n_per_part + 1);
}

static tercet_status
run_part(void *context, size_t i_part)
{
  const parted_loop *const parted = (const parted_loop *)context;
  return run_range(parted->loop,
                   (int64_t)i_part * parted->n_per_part,
                   parted->n_per_part,
                   parted->body,
                   parted->context)
             ? TERCET_OK
             : TERCET_ERR_RANGE;
}

tercet_status
tercet_loop_run_parts(const tercet_loop *loop,
                      int64_t cost,
                      tercet_loop_body body,
                      void *context,
                      tercet_error *err)
{
  if (is_empty(loop)) {
    return TERCET_OK;
  }
  parted_loop parted = {loop, body, context, 0, 0};
  const size_t n_parts = cut_loop(&parted, cost);
  for (size_t i = 0; i < n_parts; ++i) {
    TERCET_TRY(tercet_parallel_check(err));
    TERCET_TRY(run_part(&parted, i));
  }
  return TERCET_OK;
}

/// Run parts that threads share, if there is more than one
static tercet_status
share_parts(parted_loop *parted, size_t n_parts, tercet_error *err)
{
  if (n_parts == 1) {
    TERCET_TRY(tercet_parallel_check(err));
    return run_part(parted, 0);
  }
  return tercet_parallel_run(n_parts, run_part, parted, err);
}

tercet_status
tercet_loop_run_shared(const tercet_loop *loop,
                       int64_t cost,
                       tercet_loop_body body,
                       void *context,
                       tercet_error *err)
{
  if (is_empty(loop)) {
    return TERCET_OK;
  }
  parted_loop parted = {loop, body, context, 0, 0};
  return share_parts(&parted, cut_loop(&parted, cost), err);
}

tercet_status
tercet_loop_run_tiles(const tercet_loop *loop,
                      int64_t cost,
                      int64_t tile,
                      tercet_loop_body body,
                      void *context,
                      tercet_error *err)
{
  if (is_empty(loop)) {
    return TERCET_OK;
  }
  parted_loop parted = {loop, body, context, 0, 0};
  size_t n_parts = cut_loop(&parted, cost);
  if (n_parts > 1) {
    parted.n_per_part = ((parted.n_per_part - 1) / tile + 1) * tile;
    n_parts = (size_t)((parted.n - 1) / parted.n_per_part + 1);
  }
  return share_parts(&parted, n_parts, err);
}
