// SPDX-License-Identifier: Apache-2.0

/// The different parts along an axis: the rows of a matrix of keys, sorted
/// through their indexes

#include "array/order.h"
#include "array/sort_merge.h"
#include "base/allocator.h"
#include "base/error.h"

#include <string.h>

/// The parts as rows of keys, which are in the order of the elements
typedef struct {
  int64_t n;
  int64_t length;
  uint64_t *keys;
} key_rows;

/// Compare the rows that two indexes name
static int
compare_rows(void *context, const void *a, const void *b)
{
  const key_rows *const rows = (const key_rows *)context;
  const uint64_t *const x = rows->keys + *(const int64_t *)a * rows->length;
  const uint64_t *const y = rows->keys + *(const int64_t *)b * rows->length;
  for (int64_t i = 0; i < rows->length; ++i) {
    if (x[i] != y[i]) {
      return x[i] < y[i] ? -1 : 1;
    }
  }
  return 0;
}

/// Load the rows of a matrix whose first axis is the one at hand
static tercet_status
load_rows(const tercet_allocator *alloc,
          const tercet_tensor *matrix,
          key_rows *rows,
          tercet_error *err)
{
  rows->n = matrix->shape[0];
  rows->length = matrix->shape[1];
  rows->keys =
      tercet_allocate_array(alloc, (size_t)matrix->size, sizeof(*rows->keys));
  if (!rows->keys) {
    return tercet_error_no_memory(err);
  }
  if (!tercet_has_keys(matrix->dtype)) {
    tercet_tensor *flat = NULL;
    TERCET_TRY(tercet_tensor_reshape(matrix, 1, &matrix->size, &flat, err));
    const tercet_status st = tercet_complex_keys(alloc, flat, rows->keys, err);
    tercet_tensor_unref(flat);
    return st;
  }
  for (int64_t i = 0; i < rows->n && rows->length; ++i) {
    tercet_keys64_load(matrix->dtype,
                       matrix->data + i * matrix->strides[0],
                       matrix->strides[1],
                       rows->length,
                       true,
                       rows->keys + i * rows->length);
  }
  return TERCET_OK;
}

/// Make the matrix of a tensor that has one row for each position on the axis
static tercet_status
make_matrix(const tercet_tensor *tensor,
            size_t axis,
            tercet_tensor **out,
            tercet_error *err)
{
  tercet_tensor *moved = NULL;
  TERCET_TRY(tercet_tensor_move_axis(tensor, (int64_t)axis, 0, &moved, err));
  const int64_t n = tensor->shape[axis];
  const int64_t shape[2] = {n, n ? tensor->size / n : 0};
  const tercet_status st = tercet_tensor_reshape(moved, 2, shape, out, err);
  tercet_tensor_unref(moved);
  return st;
}

/// Make the indexes of the rows in ascending order
static tercet_status
sort_rows(const tercet_allocator *alloc,
          key_rows *rows,
          tercet_tensor **out,
          tercet_error *err)
{
  tercet_tensor *range = NULL;
  TERCET_TRY(tercet_tensor_arange(alloc,
                                  TERCET_DTYPE_I64,
                                  tercet_scalar_from_i64(0),
                                  tercet_scalar_from_i64(rows->n),
                                  tercet_scalar_from_i64(1),
                                  &range,
                                  err));
  const tercet_status st =
      tercet_tensor_sort_by(alloc, range, 0, compare_rows, rows, out, err);
  tercet_tensor_unref(range);
  return st;
}

/// Number the runs of equal rows: set, for each row, the first of its run and
/// its number, and how many there are in each; return the number of runs
static int64_t
number_runs(key_rows *rows,
            const int64_t *sorted,
            int64_t *firsts,
            int64_t *inverse,
            int64_t *counts)
{
  int64_t i_run = -1;
  for (int64_t i = 0; i < rows->n; ++i) {
    if (i == 0 || compare_rows(rows, &sorted[i - 1], &sorted[i])) {
      ++i_run;
      firsts[i_run] = sorted[i];
      counts[i_run] = 0;
    }
    inverse[sorted[i]] = i_run;
    ++counts[i_run];
  }
  return i_run + 1;
}

/// The results but the values: of one number for each row, and cut to one for
/// each run
enum { INDICES, INVERSE, COUNTS, N_RESULTS };

static tercet_status
find_runs(const tercet_allocator *alloc,
          key_rows *rows,
          tercet_tensor **results,
          tercet_error *err)
{
  tercet_tensor *sorted = NULL;
  tercet_tensor *lists[N_RESULTS] = {NULL};
  tercet_status st = sort_rows(alloc, rows, &sorted, err);
  for (size_t i = 0; i < N_RESULTS && !st; ++i) {
    st = tercet_tensor_new_raw(
        alloc, TERCET_DTYPE_I64, 1, &rows->n, &lists[i], err);
  }
  if (!st) {
    const int64_t n = number_runs(rows,
                                  (const int64_t *)(const void *)sorted->data,
                                  (int64_t *)(void *)lists[INDICES]->data,
                                  (int64_t *)(void *)lists[INVERSE]->data,
                                  (int64_t *)(void *)lists[COUNTS]->data);
    for (size_t i = 0; i < N_RESULTS && !st; ++i) {
      const tercet_index part =
          tercet_index_range(0, i == INVERSE ? rows->n : n, 1);
      st = tercet_tensor_index(lists[i], 1, &part, &results[i], err);
    }
  }
  tercet_tensor_unref(sorted);
  for (size_t i = 0; i < N_RESULTS; ++i) {
    tercet_tensor_unref(lists[i]);
  }
  return st;
}

tercet_status
tercet_tensor_unique_axis(const tercet_allocator *alloc,
                          const tercet_tensor *tensor,
                          int64_t axis,
                          tercet_tensor **values,
                          tercet_tensor **indices,
                          tercet_tensor **inverse,
                          tercet_tensor **counts,
                          tercet_error *err)
{
  tercet_tensor **const outs[N_RESULTS] = {indices, inverse, counts};
  alloc = tercet_allocator_or_default(alloc);
  *values = NULL;
  for (size_t i = 0; i < N_RESULTS; ++i) {
    if (outs[i]) {
      *outs[i] = NULL;
    }
  }
  size_t at = 0;
  TERCET_TRY(tercet_axis_resolve(axis, tensor->rank, &at, err));

  key_rows rows = {0, 0, NULL};
  tercet_tensor *matrix = NULL;
  tercet_tensor *results[N_RESULTS] = {NULL};
  tercet_status st = make_matrix(tensor, at, &matrix, err);
  if (!st) {
    st = load_rows(alloc, matrix, &rows, err);
  }
  if (!st) {
    st = find_runs(alloc, &rows, results, err);
  }
  if (!st) {
    st = tercet_tensor_take(alloc,
                            tensor,
                            results[INDICES],
                            axis,
                            TERCET_BOUNDS_CHECK,
                            values,
                            err);
  }
  tercet_release(alloc, rows.keys);
  tercet_tensor_unref(matrix);
  for (size_t i = 0; i < N_RESULTS; ++i) {
    if (st || !outs[i]) {
      tercet_tensor_unref(results[i]);
    } else {
      *outs[i] = results[i];
    }
  }
  return st;
}
