// SPDX-License-Identifier: Apache-2.0

/// ORDER BY without a LIMIT: all rows are kept and sorted, those with equal
/// keys by their terms

#include "sparql/exec/row_store.h"
#include "sparql/exec/sort_keys.h"

#include "base/allocator.h"
#include "base/error.h"

#include <string.h>

typedef struct {
  tercet_operator base;
  tercet_sort_keys keys;
  tercet_row_store rows;
  tercet_arena texts;   ///< Of the values
  tercet_value *values; ///< Row by row, one for each key
  size_t values_capacity;
  uint32_t *sorted;
  uint32_t *scratch;
  size_t n_done;
  bool is_sorted;
} order_operator;

static tercet_status
order_open(tercet_operator *op, tercet_error *err)
{
  order_operator *const self = (order_operator *)op;
  self->n_done = 0;
  self->is_sorted = false;
  if (self->keys.exprs) {
    tercet_row_store_reset(&self->rows);
    tercet_arena_reset(&self->texts);
    return TERCET_OK;
  }
  tercet_arena_init(&self->texts, op->exec->alloc, SIZE_MAX);
  TERCET_TRY(tercet_row_store_init(
      &self->rows, op->exec->alloc, op->plan->children[0]->n_variables, err));
  TERCET_TRY(tercet_operator_make_batch(op, err));
  return tercet_sort_keys_init(&self->keys, op, err);
}

/// Keep the rows of a batch with their keys
static tercet_status
add_batch(order_operator *self, const tercet_batch *batch, tercet_error *err)
{
  tercet_exec *const exec = self->base.exec;
  const size_t n_keys = self->keys.n;
  const size_t first = self->rows.n_rows;
  void *items = self->values;
  tercet_exec_start_batch(exec);
  TERCET_TRY(
      tercet_sort_keys_evaluate(&self->keys, exec, batch, 0, n_keys, err));
  TERCET_TRY(tercet_row_store_append(&self->rows, batch, err));
  if (!tercet_grow_array(exec->alloc,
                         &items,
                         &self->values_capacity,
                         self->rows.n_rows * n_keys,
                         sizeof(tercet_value))) {
    return tercet_error_no_memory(err);
  }

  self->values = (tercet_value *)items;
  for (size_t i = 0; i < batch->n_rows; ++i) {
    for (size_t k = 0; k < n_keys; ++k) {
      if (tercet_sort_value_copy(&self->texts,
                                 tercet_value_at(&self->keys.columns[k], i),
                                 &self->values[(first + i) * n_keys + k])) {
        return tercet_error_no_memory(err);
      }
    }
  }
  return TERCET_OK;
}

static bool
is_after(const order_operator *self, uint32_t a, uint32_t b)
{
  const size_t n = self->keys.n;
  for (size_t k = 0; k < n; ++k) {
    const int order = tercet_sort_key_compare(&self->keys.order[k],
                                              &self->values[a * n + k],
                                              &self->values[b * n + k]);
    if (order) {
      return order > 0;
    }
  }

  for (size_t i = 0; i < self->keys.n_ties; ++i) {
    const tercet_id *const column = self->rows.columns[self->keys.ties[i]];
    const tercet_id x = tercet_sort_tie(column[a]);
    const tercet_id y = tercet_sort_tie(column[b]);
    if (x != y) {
      return x > y;
    }
  }
  return false;
}

/// Merge two sorted runs of `from` that follow each other into `to`
static void
merge_runs(const order_operator *self,
           const uint32_t *from,
           uint32_t *to,
           size_t begin,
           size_t middle,
           size_t end)
{
  size_t i = begin;
  size_t j = middle;
  for (size_t k = begin; k < end; ++k) {
    const bool take_right =
        i == middle || (j < end && is_after(self, from[i], from[j]));
    to[k] = take_right ? from[j++] : from[i++];
  }
}

/// Sort the numbers of the rows, by merging runs of doubling length
static tercet_status
sort_rows(order_operator *self, tercet_error *err)
{
  const tercet_exec *const exec = self->base.exec;
  const size_t n = self->rows.n_rows;
  tercet_release(exec->alloc, self->sorted);
  tercet_release(exec->alloc, self->scratch);
  self->sorted =
      (uint32_t *)tercet_allocate_array(exec->alloc, n + 1U, sizeof(uint32_t));
  self->scratch =
      (uint32_t *)tercet_allocate_array(exec->alloc, n + 1U, sizeof(uint32_t));
  if (!self->sorted || !self->scratch) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < n; ++i) {
    self->sorted[i] = (uint32_t)i;
  }

  for (size_t run = 1; run < n; run *= 2U) {
    for (size_t begin = 0; begin < n; begin += 2U * run) {
      const size_t middle = begin + run < n ? begin + run : n;
      const size_t end = begin + 2U * run < n ? begin + 2U * run : n;
      merge_runs(self, self->sorted, self->scratch, begin, middle, end);
      if (begin % 65536U == 0) {
        const tercet_status stop = tercet_cancel_check(exec->cancel);
        if (stop) {
          return tercet_error_set(err, stop, "%s", tercet_status_string(stop));
        }
      }
    }
    uint32_t *const swap = self->sorted;
    self->sorted = self->scratch;
    self->scratch = swap;
  }
  return TERCET_OK;
}

static tercet_status
read_all(order_operator *self, tercet_error *err)
{
  for (;;) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(self->base.children[0], &batch, err));
    if (!batch) {
      self->is_sorted = true;
      return sort_rows(self, err);
    }
    TERCET_TRY(add_batch(self, batch, err));
  }
}

static tercet_status
order_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  order_operator *const self = (order_operator *)op;
  if (!self->is_sorted) {
    TERCET_TRY(read_all(self, err));
  }

  const size_t left = self->rows.n_rows - self->n_done;
  const size_t n = left < TERCET_BATCH_ROWS ? left : TERCET_BATCH_ROWS;
  for (size_t c = 0; c < op->batch.n_columns; ++c) {
    const int column =
        tercet_plan_column(op->children[0]->plan, op->plan->variables[c]);
    const tercet_id *const from = self->rows.columns[column];
    for (size_t i = 0; i < n; ++i) {
      op->batch.columns[c][i] = from[self->sorted[self->n_done + i]];
    }
  }
  self->n_done += n;
  op->batch.n_rows = n;
  *out = n ? &op->batch : NULL;
  return TERCET_OK;
}

static void
order_close(tercet_operator *op)
{
  order_operator *const self = (order_operator *)op;
  tercet_sort_keys_clear(&self->keys, op);
  tercet_row_store_clear(&self->rows);
  tercet_arena_clear(&self->texts);
  tercet_release(op->exec->alloc, self->values);
  tercet_release(op->exec->alloc, self->sorted);
  tercet_release(op->exec->alloc, self->scratch);
}

const tercet_operator_type tercet_order_operator = {
    .size = sizeof(order_operator),
    .open = order_open,
    .next = order_next,
    .close = order_close,
    .describe = tercet_sort_keys_describe,
};
