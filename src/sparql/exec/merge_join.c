// SPDX-License-Identifier: Apache-2.0

/**
   Joins of two sides that come sorted by the same variables, which both always
   bind.  Where the next key of one side is far ahead, the other side is asked
   to skip, which a scan can do without reading.

   Rows of the right with one key are a group, which is matched with each row
   of the left that has the key.  A group that reaches the end of its batch is
   copied, since it may go on in the next one.
*/

#include "sparql/exec/operator.h"
#include "sparql/exec/row_store.h"

#include "base/allocator.h"
#include "base/error.h"

#include <string.h>

typedef struct {
  tercet_operator *op;
  tercet_batch *batch; ///< NULL before the first and behind the last
  size_t row;
  bool at_end;
  const tercet_id *keys[TERCET_PLAN_MAX_SORTED];
  int key_columns[TERCET_PLAN_MAX_SORTED];
} merge_side;

typedef struct {
  tercet_operator base;
  merge_side left;
  merge_side right;
  size_t n_keys;
  int *left_sources; ///< By output column: of the left, or -1
  int *right_sources;

  bool in_group; ///< The left's row has the key of the group
  bool is_copied;
  tercet_row_store copy;
  size_t group_begin; ///< Rows of the right's batch, or of the copy
  size_t group_end;
  size_t group_row; ///< Next one to match with the left's row
  tercet_id group_key[TERCET_PLAN_MAX_SORTED];

  size_t n_pairs;
  uint32_t *left_pairs;
  uint32_t *right_pairs;
} merge_join_operator;

static void
side_init(merge_side *side, tercet_operator *op, const tercet_plan *plan)
{
  *side = (merge_side){0};
  side->op = op;
  for (size_t k = 0; k < plan->n_keys; ++k) {
    side->key_columns[k] = tercet_plan_column(op->plan, plan->keys[k]);
  }
}

/// Get the next batch of a side
static tercet_status
side_fetch(merge_side *side, size_t n_keys, tercet_error *err)
{
  side->row = 0;
  TERCET_TRY(tercet_operator_next(side->op, &side->batch, err));
  side->at_end = !side->batch;
  for (size_t k = 0; side->batch && k < n_keys; ++k) {
    side->keys[k] = side->batch->columns[side->key_columns[k]];
  }
  return TERCET_OK;
}

static tercet_status
merge_join_open(tercet_operator *op, tercet_error *err)
{
  merge_join_operator *const self = (merge_join_operator *)op;
  const tercet_allocator *const alloc = op->exec->alloc;
  const tercet_plan *const plan = op->plan;
  side_init(&self->left, op->children[0], plan);
  side_init(&self->right, op->children[1], plan);
  self->n_keys = plan->n_keys;
  self->in_group = false;
  if (self->left_pairs) {
    return TERCET_OK;
  }

  const size_t n = plan->n_variables + 1U;
  self->left_sources = (int *)tercet_allocate_array(alloc, n, sizeof(int));
  self->right_sources = (int *)tercet_allocate_array(alloc, n, sizeof(int));
  self->right_pairs = (uint32_t *)tercet_allocate_array(
      alloc, TERCET_BATCH_ROWS, sizeof(uint32_t));
  self->left_pairs = (uint32_t *)tercet_allocate_array(
      alloc, TERCET_BATCH_ROWS, sizeof(uint32_t));
  if (!self->left_sources || !self->right_sources || !self->right_pairs ||
      !self->left_pairs) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < plan->n_variables; ++i) {
    self->left_sources[i] =
        tercet_plan_column(plan->children[0], plan->variables[i]);
    self->right_sources[i] =
        self->left_sources[i] < 0
            ? tercet_plan_column(plan->children[1], plan->variables[i])
            : -1;
  }
  TERCET_TRY(tercet_row_store_init(
      &self->copy, alloc, plan->children[1]->n_variables, err));
  return tercet_operator_make_batch(op, err);
}

/// Compare the keys of two rows
static int
compare_rows(const merge_join_operator *self)
{
  for (size_t k = 0; k < self->n_keys; ++k) {
    const tercet_id a = self->left.keys[k][self->left.row];
    const tercet_id b = self->right.keys[k][self->right.row];
    if (a != b) {
      return a < b ? -1 : 1;
    }
  }
  return 0;
}

static bool
has_group_key(const merge_join_operator *self, const merge_side *side)
{
  for (size_t k = 0; k < self->n_keys; ++k) {
    if (side->keys[k][side->row] != self->group_key[k]) {
      return false;
    }
  }
  return true;
}

/// Go to the first row whose first key is not below `key`: by doubling steps
/// within the batch, by skipping behind it
static tercet_status
side_advance(merge_side *side, size_t n_keys, tercet_id key, tercet_error *err)
{
  // Only called where the current row is below the other side's
  ++side->row;
  while (side->batch) {
    const size_t n = side->batch->n_rows;
    const tercet_id *const first = side->keys[0];
    if (side->row < n && first[side->row] >= key) {
      return TERCET_OK;
    }

    if (side->row < n && first[n - 1U] >= key) {
      size_t step = 1;
      while (side->row + step < n && first[side->row + step] < key) {
        side->row += step;
        step *= 2U;
      }
      size_t low = side->row + 1U; // Rows before it are below the key
      size_t high = side->row + step < n ? side->row + step : n - 1U;
      while (low < high) {
        const size_t middle = low + (high - low) / 2U;
        if (first[middle] < key) {
          low = middle + 1U;
        } else {
          high = middle;
        }
      }
      side->row = low;
      return TERCET_OK;
    }
    tercet_operator_seek(side->op, key);
    TERCET_TRY(side_fetch(side, n_keys, err));
  }
  return TERCET_OK;
}

/// Fill the output from the pairs collected so far
static void
flush_pairs(merge_join_operator *self)
{
  tercet_operator *const op = &self->base;
  const size_t first = op->batch.n_rows;
  tercet_id *const *const group =
      self->is_copied ? self->copy.columns
                      : (self->right.batch ? self->right.batch->columns : NULL);
  for (size_t c = 0; self->n_pairs && c < op->batch.n_columns; ++c) {
    tercet_id *const out = op->batch.columns[c] + first;
    const bool is_left = self->left_sources[c] >= 0;
    const tercet_id *const from =
        is_left ? self->left.batch->columns[self->left_sources[c]]
                : group[self->right_sources[c]];
    const uint32_t *const rows = is_left ? self->left_pairs : self->right_pairs;
    for (size_t i = 0; i < self->n_pairs; ++i) {
      out[i] = from[rows[i]];
    }
  }
  op->batch.n_rows += self->n_pairs;
  self->n_pairs = 0;
}

/// Copy the rows of the right that have the key of the group, in this batch
/// and the next ones
static tercet_status
copy_group(merge_join_operator *self, tercet_error *err)
{
  tercet_row_store_reset(&self->copy);
  self->is_copied = true;
  while (self->right.batch) {
    merge_side *const right = &self->right;
    const size_t begin = right->row;
    while (right->row < right->batch->n_rows && has_group_key(self, right)) {
      ++right->row;
    }
    TERCET_TRY(tercet_row_store_append_range(
        &self->copy, right->batch, begin, right->row - begin, err));
    if (right->row < right->batch->n_rows) {
      break;
    }
    TERCET_TRY(side_fetch(right, self->n_keys, err));
  }
  self->group_begin = 0;
  self->group_end = self->copy.n_rows;
  return TERCET_OK;
}

/// Find the group of the right's current row
static tercet_status
start_group(merge_join_operator *self, tercet_error *err)
{
  merge_side *const right = &self->right;
  for (size_t k = 0; k < self->n_keys; ++k) {
    self->group_key[k] = right->keys[k][right->row];
  }

  size_t end = right->row + 1U;
  const size_t begin = right->row;
  for (; end < right->batch->n_rows; ++end) {
    right->row = end;
    if (!has_group_key(self, right)) {
      break;
    }
  }
  right->row = begin;
  self->in_group = true;
  if (end < right->batch->n_rows) {
    if (self->is_copied) {
      flush_pairs(self);
    }
    self->is_copied = false;
    self->group_begin = begin;
    self->group_end = end;
    right->row = end;
  } else {
    flush_pairs(self);
    TERCET_TRY(copy_group(self, err));
  }
  self->group_row = self->group_begin;
  return TERCET_OK;
}

/// Pair the left's row with the group; return whether there was room for all
static bool
pair_row(merge_join_operator *self)
{
  const size_t room =
      TERCET_BATCH_ROWS - self->base.batch.n_rows - self->n_pairs;
  const size_t left = self->group_end - self->group_row;
  const size_t n = left < room ? left : room;
  for (size_t i = 0; i < n; ++i) {
    self->left_pairs[self->n_pairs] = (uint32_t)self->left.row;
    self->right_pairs[self->n_pairs++] = (uint32_t)self->group_row++;
  }
  return self->group_row == self->group_end;
}

/// Pair rows of the left with the group until the key changes or the output
/// is full
static tercet_status
pair_group(merge_join_operator *self, bool *full, tercet_error *err)
{
  while (self->left.batch && has_group_key(self, &self->left)) {
    *full = !pair_row(self);
    if (*full) {
      return TERCET_OK;
    }
    self->group_row = self->group_begin;
    if (++self->left.row == self->left.batch->n_rows) {
      flush_pairs(self);
      TERCET_TRY(side_fetch(&self->left, self->n_keys, err));
    }
  }
  self->in_group = false;
  return TERCET_OK;
}

/// Bring both sides to the next row they have in common, or one to its end
static tercet_status
align(merge_join_operator *self, tercet_error *err)
{
  merge_side *const left = &self->left;
  merge_side *const right = &self->right;
  while (left->batch && right->batch) {
    const int order = compare_rows(self);
    if (order == 0) {
      return TERCET_OK;
    }

    // Rows that are paired already must be written before their batch goes
    merge_side *const behind = order < 0 ? left : right;
    const merge_side *const ahead = order < 0 ? right : left;
    const tercet_id key = ahead->keys[0][ahead->row];
    if (behind->row + 1U >= behind->batch->n_rows ||
        behind->keys[0][behind->batch->n_rows - 1U] < key) {
      flush_pairs(self);
    }
    TERCET_TRY(side_advance(behind, self->n_keys, key, err));
  }
  return TERCET_OK;
}

static tercet_status
merge_join_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  merge_join_operator *const self = (merge_join_operator *)op;
  bool full = false;
  op->batch.n_rows = 0;
  if (!self->left.batch && !self->left.at_end) {
    TERCET_TRY(side_fetch(&self->left, self->n_keys, err));
    if (self->left.batch) {
      tercet_operator_seek(self->right.op, self->left.keys[0][0]);
      TERCET_TRY(side_fetch(&self->right, self->n_keys, err));
    }
  }

  while (!full) {
    if (!self->in_group) {
      TERCET_TRY(align(self, err));
      if (!self->left.batch || !self->right.batch) {
        break;
      }
      TERCET_TRY(start_group(self, err));
    }
    TERCET_TRY(pair_group(self, &full, err));
  }
  flush_pairs(self);
  *out = op->batch.n_rows ? &op->batch : NULL;
  return TERCET_OK;
}

static void
merge_join_close(tercet_operator *op)
{
  merge_join_operator *const self = (merge_join_operator *)op;
  const tercet_allocator *const alloc = op->exec->alloc;
  tercet_release(alloc, self->left_sources);
  tercet_release(alloc, self->right_sources);
  tercet_release(alloc, self->left_pairs);
  tercet_release(alloc, self->right_pairs);
  tercet_row_store_clear(&self->copy);
}

static tercet_status
merge_join_describe(const tercet_plan *plan,
                    const tercet_algebra_query *query,
                    tercet_buffer *out)
{
  return tercet_variables_print(plan->n_keys, plan->keys, query, out);
}

const tercet_operator_type tercet_merge_join_operator = {
    .size = sizeof(merge_join_operator),
    .open = merge_join_open,
    .next = merge_join_next,
    .close = merge_join_close,
    .describe = merge_join_describe,
};
