// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/join.h"

#include "base/allocator.h"
#include "base/error.h"

#include <string.h>

/// Find the shared variables; those that are certain on both sides come first
static tercet_status
find_keys(tercet_join *join, const tercet_plan *plan, tercet_error *err)
{
  const tercet_plan *const left = plan->children[0];
  const tercet_plan *const right = plan->children[1];
  join->n_keys = 0;
  join->has_maybe = false;
  for (size_t i = 0; i < left->n_variables; ++i) {
    const int column = tercet_plan_column(right, left->variables[i]);
    if (column < 0) {
      continue;
    }
    if (join->n_keys == TERCET_JOIN_MAX_KEYS) {
      return tercet_error_set(err,
                              TERCET_ERR_LIMIT,
                              "a join by more than %u variables",
                              TERCET_JOIN_MAX_KEYS);
    }
    join->left_keys[join->n_keys] = (int)i;
    join->right_keys[join->n_keys++] = column;
    join->has_maybe =
        join->has_maybe || !left->certain[i] || !right->certain[column];
  }
  return TERCET_OK;
}

/// Set the columns of the rows side by side
static void
set_combined(tercet_join *join, const tercet_plan *plan)
{
  const tercet_plan *const left = plan->children[0];
  const tercet_plan *const right = plan->children[1];
  tercet_plan *const combined = &join->combined_plan;
  combined->n_variables = 0;
  for (size_t i = 0; i < plan->n_variables; ++i) {
    combined->variables[combined->n_variables++] = plan->variables[i];
  }
  for (size_t side = 0; plan->n_exprs && side < 2; ++side) {
    const tercet_plan *const child = plan->children[side];
    for (size_t i = 0; i < child->n_variables; ++i) {
      if (tercet_plan_column(combined, child->variables[i]) < 0) {
        combined->variables[combined->n_variables++] = child->variables[i];
      }
    }
  }

  for (size_t i = 0; i < combined->n_variables; ++i) {
    join->left_sources[i] = tercet_plan_column(left, combined->variables[i]);
    join->right_sources[i] = tercet_plan_column(right, combined->variables[i]);
    if (join->left_sources[i] >= 0 && left->certain[join->left_sources[i]]) {
      join->right_sources[i] = -1;
    }
    join->combined.columns[i] = join->storage + i * TERCET_BATCH_ROWS;
  }
  join->combined.n_columns = combined->n_variables;
}

static tercet_status
allocate(tercet_join *join, tercet_operator *op, tercet_error *err)
{
  const tercet_allocator *const alloc = op->exec->alloc;
  const tercet_plan *const plan = op->plan;
  const size_t n = plan->n_variables + plan->children[0]->n_variables +
                   plan->children[1]->n_variables + 1U;
  const size_t n_stored = plan->n_exprs ? n : plan->n_variables + 1U;
  join->combined_plan.variables = (tercet_variable *)tercet_allocate_array(
      alloc, n, sizeof(tercet_variable));
  join->left_sources = (int *)tercet_allocate_array(alloc, n, sizeof(int));
  join->right_sources = (int *)tercet_allocate_array(alloc, n, sizeof(int));
  join->combined.columns =
      (tercet_id **)tercet_allocate_array(alloc, n, sizeof(tercet_id *));
  join->storage = (tercet_id *)tercet_allocate_array(
      alloc, n_stored, TERCET_BATCH_ROWS * sizeof(tercet_id));
  join->conditions = (tercet_compiled_expr **)tercet_allocate_zeroed(
      alloc, (plan->n_exprs + 1U) * sizeof(tercet_compiled_expr *));
  join->matched =
      (bool *)tercet_allocate_zeroed(alloc, TERCET_BATCH_ROWS * sizeof(bool));
  join->left_pairs = (uint32_t *)tercet_allocate_array(
      alloc, TERCET_BATCH_ROWS, sizeof(uint32_t));
  join->right_pairs = (uint32_t *)tercet_allocate_array(
      alloc, TERCET_BATCH_ROWS, sizeof(uint32_t));
  return join->combined_plan.variables && join->left_sources &&
                 join->right_sources && join->combined.columns &&
                 join->storage && join->conditions && join->matched &&
                 join->left_pairs && join->right_pairs
             ? TERCET_OK
             : tercet_error_no_memory(err);
}

/// Prepare what stays the same when the operator starts over
static tercet_status
prepare(tercet_join *join, tercet_operator *op, tercet_error *err)
{
  const tercet_plan *const plan = op->plan;
  join->is_ready = true;
  TERCET_TRY(find_keys(join, plan, err));
  TERCET_TRY(tercet_join_table_init(&join->table,
                                    op->exec->alloc,
                                    plan->children[1]->n_variables,
                                    join->n_keys,
                                    join->right_keys,
                                    join->has_maybe ? UINT64_MAX : 0U,
                                    err));
  TERCET_TRY(allocate(join, op, err));
  set_combined(join, plan);
  for (size_t i = 0; i < plan->n_variables; ++i) {
    op->batch.columns[i] = join->combined.columns[i];
  }
  for (size_t i = 0; i < plan->n_exprs; ++i) {
    TERCET_TRY(tercet_operator_compile(op->exec,
                                       &join->combined_plan,
                                       plan->exprs[i],
                                       &join->conditions[i],
                                       err));
  }
  return TERCET_OK;
}

tercet_status
tercet_join_open(tercet_join *join, tercet_operator *op, tercet_error *err)
{
  join->left = NULL;
  join->unmatched_due = false;
  if (join->is_ready) {
    tercet_join_table_reset(&join->table);
    return TERCET_OK;
  }
  return prepare(join, op, err);
}

void
tercet_join_close(tercet_join *join, tercet_operator *op)
{
  const tercet_allocator *const alloc = op->exec->alloc;
  for (size_t i = 0; join->conditions && i < op->plan->n_exprs; ++i) {
    if (join->conditions[i]) {
      tercet_compiled_expr_clear(join->conditions[i]);
    }
  }
  tercet_join_table_clear(&join->table);
  tercet_release(alloc, join->combined_plan.variables);
  tercet_release(alloc, join->left_sources);
  tercet_release(alloc, join->right_sources);
  tercet_release(alloc, join->combined.columns);
  tercet_release(alloc, join->storage);
  tercet_release(alloc, join->conditions);
  tercet_release(alloc, join->matched);
  tercet_release(alloc, join->left_pairs);
  tercet_release(alloc, join->right_pairs);
}

tercet_status
tercet_join_build(tercet_join *join, tercet_operator *op, tercet_error *err)
{
  tercet_join_table_reset(&join->table);
  for (;;) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(op->children[1], &batch, err));
    if (!batch) {
      return tercet_join_table_finish(&join->table, err);
    }
    TERCET_TRY(tercet_row_store_append(&join->table.rows, batch, err));
  }
}

void
tercet_join_start(tercet_join *join, tercet_batch *left)
{
  join->left = left;
  join->left_row = 0;
  join->i_group = 0;
  join->in_bucket = false;
  join->row_matched = false;
}

/// Return which keys a row of the left binds
static uint64_t
left_bound(const tercet_join *join, size_t row)
{
  if (!join->has_maybe) {
    return UINT64_MAX;
  }
  uint64_t mask = 0;
  for (size_t k = 0; k < join->n_keys; ++k) {
    const tercet_id id = join->left->columns[join->left_keys[k]][row];
    mask |= (id != TERCET_ID_NONE ? UINT64_C(1) : 0U) << k;
  }
  return mask;
}

static void
add_pair(tercet_join *join, size_t left_row, uint32_t right_row)
{
  join->left_pairs[join->n_pairs] = (uint32_t)left_row;
  join->right_pairs[join->n_pairs++] = right_row;
}

/// Add the matches of the current left row, as far as there is room
static tercet_status
match_row(tercet_join *join, const tercet_id *const *keys, tercet_error *err)
{
  const size_t row = join->left_row;
  while (join->n_pairs < TERCET_BATCH_ROWS) {
    if (!join->in_bucket) {
      if (join->i_group == join->table.n_groups) {
        return TERCET_OK;
      }
      TERCET_TRY(tercet_join_table_index(&join->table,
                                         join->i_group,
                                         left_bound(join, row),
                                         &join->i_index,
                                         err));
      join->right_row =
          tercet_join_table_first(&join->table, join->i_index, keys, row);
      join->in_bucket = true;
    }

    if (join->right_row == TERCET_JOIN_ROW_NONE) {
      join->in_bucket = false;
      ++join->i_group;
      continue;
    }
    add_pair(join, row, join->right_row);
    join->row_matched = true;
    join->right_row = tercet_join_table_next(
        &join->table, join->i_index, join->right_row, keys, row);
  }
  return TERCET_OK;
}

/// Find pairs until the batch is full or the left is done
static tercet_status
find_pairs(tercet_join *join, const tercet_plan *plan, tercet_error *err)
{
  const tercet_id *keys[TERCET_JOIN_MAX_KEYS];
  const bool is_plain_outer = plan->outer && !plan->n_exprs;
  for (size_t k = 0; k < join->n_keys; ++k) {
    keys[k] = join->left->columns[join->left_keys[k]];
  }

  join->n_pairs = 0;
  while (join->left_row < join->left->n_rows) {
    TERCET_TRY(match_row(join, keys, err));
    if (join->n_pairs == TERCET_BATCH_ROWS) {
      return TERCET_OK;
    }
    if (is_plain_outer && !join->row_matched) {
      add_pair(join, join->left_row, TERCET_JOIN_ROW_NONE);
    }
    ++join->left_row;
    join->i_group = 0;
    join->row_matched = false;
    if (join->n_pairs == TERCET_BATCH_ROWS) {
      return TERCET_OK;
    }
  }
  return TERCET_OK;
}

/// Fill a combined column from the pairs
static void
fill_column(tercet_join *join, size_t column)
{
  tercet_id *const out = join->combined.columns[column];
  const int left = join->left_sources[column];
  const int right = join->right_sources[column];
  const tercet_id *const from_left =
      left < 0 ? NULL : join->left->columns[left];
  const tercet_id *const from_right =
      right < 0 ? NULL : join->table.rows.columns[right];
  const size_t n = join->n_pairs;

  if (from_left) {
    for (size_t i = 0; i < n; ++i) {
      out[i] = from_left[join->left_pairs[i]];
    }
  }
  if (from_right) {
    for (size_t i = 0; i < n; ++i) {
      const uint32_t row = join->right_pairs[i];
      if (!from_left || out[i] == TERCET_ID_NONE) {
        out[i] = row == TERCET_JOIN_ROW_NONE ? TERCET_ID_NONE : from_right[row];
      }
    }
  }
  if (!from_left && !from_right) {
    memset(out, 0, n * sizeof(tercet_id));
  }
}

static void
fill_combined(tercet_join *join)
{
  for (size_t c = 0; c < join->combined.n_columns; ++c) {
    fill_column(join, c);
  }
  join->combined.n_rows = join->n_pairs;
}

/// Keep the pairs for which all conditions hold, and note their left rows
static tercet_status
apply_conditions(tercet_join *join, tercet_operator *op, tercet_error *err)
{
  uint32_t rows[TERCET_BATCH_ROWS];
  for (size_t i = 0; i < op->plan->n_exprs && join->combined.n_rows; ++i) {
    size_t n = 0;
    tercet_exec_start_batch(op->exec);
    TERCET_TRY(tercet_expr_filter(
        join->conditions[i], &op->exec->expr, &join->combined, rows, &n, err));
    tercet_batch_keep(&join->combined, rows, n);
    for (size_t k = 0; k < n; ++k) {
      join->left_pairs[k] = join->left_pairs[rows[k]];
    }
  }
  for (size_t i = 0; i < join->combined.n_rows; ++i) {
    join->matched[join->left_pairs[i]] = true;
  }
  return TERCET_OK;
}

/// Make pairs of the left rows for which no pair was kept
static void
find_unmatched(tercet_join *join)
{
  join->n_pairs = 0;
  for (size_t i = 0; i < join->left->n_rows; ++i) {
    if (!join->matched[i]) {
      add_pair(join, i, TERCET_JOIN_ROW_NONE);
    }
    join->matched[i] = false;
  }
}

tercet_status
tercet_join_next(tercet_join *join,
                 tercet_operator *op,
                 tercet_batch **out,
                 tercet_error *err)
{
  const bool conditional = op->plan->n_exprs > 0;
  *out = NULL;
  while (join->left) {
    if (join->left_row < join->left->n_rows) {
      TERCET_TRY(find_pairs(join, op->plan, err));
      fill_combined(join);
      if (conditional) {
        TERCET_TRY(apply_conditions(join, op, err));
      }
      join->unmatched_due = conditional && op->plan->outer;
    } else if (join->unmatched_due) {
      join->unmatched_due = false;
      find_unmatched(join);
      fill_combined(join);
    } else {
      join->left = NULL;
      break;
    }

    if (join->combined.n_rows) {
      op->batch.n_rows = join->combined.n_rows;
      *out = &op->batch;
      return TERCET_OK;
    }
    const tercet_status stop = tercet_cancel_check(op->exec->cancel);
    if (stop) {
      return tercet_error_set(err, stop, "%s", tercet_status_string(stop));
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_join_describe(const tercet_plan *plan,
                     const tercet_algebra_query *query,
                     tercet_buffer *out)
{
  const tercet_plan *const left = plan->children[0];
  bool found = false;
  if (plan->outer) {
    TERCET_TRY(tercet_buffer_append_text(out, " left outer"));
  }
  for (size_t i = 0; i < left->n_variables; ++i) {
    if (tercet_plan_column(plan->children[1], left->variables[i]) >= 0) {
      TERCET_TRY(tercet_variables_print(1, &left->variables[i], query, out));
      found = true;
    }
  }
  if (!found) {
    TERCET_TRY(tercet_buffer_append_text(out, " cartesian product"));
  }
  for (size_t i = 0; i < plan->n_exprs; ++i) {
    TERCET_TRY(tercet_buffer_append_text(out, i ? " && " : " if "));
    TERCET_TRY(tercet_expr_print(plan->exprs[i], query, out));
  }
  return TERCET_OK;
}
