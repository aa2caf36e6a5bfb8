// SPDX-License-Identifier: Apache-2.0

/// Walking the lanes of tensors: see order.h

#include "array/order.h"
#include "array/parallel.h"
#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/error.h"

#include <assert.h>

void
tercet_lanes_init(tercet_loop *loop,
                  const tercet_tensor *in,
                  size_t n_others,
                  tercet_tensor *const *others,
                  size_t axis)
{
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_LOOP_MAX_OPERANDS][TERCET_MAX_RANK];
  assert(n_others < TERCET_LOOP_MAX_OPERANDS);
  size_t n = 0;
  for (size_t i = 0; i < in->rank; ++i) {
    if (i != axis) {
      shape[n] = in->shape[i];
      strides[0][n] = in->strides[i];
      for (size_t j = 0; j < n_others; ++j) {
        strides[j + 1U][n] = others[j]->strides[i];
      }
      ++n;
    }
  }
  tercet_loop_init(loop, n, shape);
  tercet_loop_add(loop, in->data, strides[0]);
  for (size_t j = 0; j < n_others; ++j) {
    tercet_loop_add(loop, others[j]->data, strides[j + 1U]);
  }
  tercet_loop_sort(loop, 0);
  tercet_loop_collapse(loop);
}

typedef struct {
  const tercet_allocator *alloc;
  const tercet_loop *loop;
  size_t axis;    ///< The axis of the loop that is cut
  int64_t extent; ///< Of a task along it
  size_t scratch_size;
  tercet_lane_body body;
  const void *context;
} lane_job;

typedef struct {
  const lane_job *job;
  void *scratch;
} lane_task;

static bool
run_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const lane_task *const task = (const lane_task *)context;
  const lane_job *const job = task->job;
  for (int64_t i = 0; i < n; ++i) {
    char *lane[TERCET_LOOP_MAX_OPERANDS] = {0};
    for (size_t j = 0; j < job->loop->n_operands; ++j) {
      lane[j] = data[j] + i * strides[j];
    }
    if (!job->body(job->context, lane, task->scratch)) {
      return false;
    }
  }
  return true;
}

static tercet_status
run_task(void *context, size_t i_task)
{
  const lane_job *const job = (const lane_job *)context;
  lane_task task = {job, tercet_allocate(job->alloc, job->scratch_size)};
  if (!task.scratch) {
    return TERCET_ERR_NO_MEMORY;
  }
  tercet_loop loop = *job->loop;
  if (loop.rank) {
    const int64_t first = (int64_t)i_task * job->extent;
    const int64_t n_left = loop.shape[job->axis] - first;
    loop.shape[job->axis] = n_left < job->extent ? n_left : job->extent;
    for (size_t i = 0; i < loop.n_operands; ++i) {
      loop.data[i] += first * loop.strides[i][job->axis];
    }
  }
  const bool is_done = tercet_loop_run(&loop, run_line, &task);
  tercet_release(job->alloc, task.scratch);
  return is_done ? TERCET_OK : tercet_parallel_stopped(NULL);
}

tercet_status
tercet_lanes_run(const tercet_allocator *alloc,
                 const tercet_loop *loop,
                 int64_t lane_bytes,
                 size_t scratch_size,
                 tercet_lane_body body,
                 const void *context,
                 tercet_error *err)
{
  lane_job job = {.alloc = alloc,
                  .loop = loop,
                  .scratch_size = scratch_size,
                  .body = body,
                  .context = context};
  int64_t n_lanes = 1;
  for (size_t i = 0; i < loop->rank; ++i) {
    n_lanes *= loop->shape[i];
    job.axis = loop->shape[i] > loop->shape[job.axis] ? i : job.axis;
  }
  if (n_lanes == 0) {
    return TERCET_OK;
  }

  size_t n_tasks = 1;
  job.extent = loop->rank ? loop->shape[job.axis] : 1;
  if (loop->rank && lane_bytes > 0) {
    const int64_t longest = job.extent;
    const int64_t step = lane_bytes * (n_lanes / longest);
    job.extent =
        step < TERCET_PARALLEL_BYTES ? TERCET_PARALLEL_BYTES / step : 1;
    n_tasks = (size_t)((longest + job.extent - 1) / job.extent);
  }
  return tercet_parallel_run(n_tasks, run_task, &job, err);
}

tercet_status
tercet_lanes_source(const tercet_tensor *tensor,
                    int64_t axis,
                    tercet_tensor **out,
                    size_t *out_axis,
                    tercet_error *err)
{
  *out = NULL;
  *out_axis = 0;
  if (axis == TERCET_FLAT) {
    return tercet_tensor_reshape(tensor, 1, &tensor->size, out, err);
  }
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, out_axis, err));
  const int64_t *const shape = tensor->shape;
  return tercet_tensor_reshape(tensor, tensor->rank, shape, out, err);
}
