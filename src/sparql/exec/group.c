// SPDX-License-Identifier: Apache-2.0

/**
   GROUP BY and aggregates (SPARQL 1.1, 11), by a table of the keys.

   COUNT is done on ids; the other built-in aggregates have one accumulator for
   each group, extension aggregates a block of bytes.  DISTINCT keeps a table of
   group and value.
*/

#include "sparql/exec/id_table.h"
#include "sparql/exec/operator.h"

#include "base/allocator.h"
#include "base/error.h"

#include <string.h>

/// State of one aggregate for all groups
typedef struct {
  const tercet_aggregation *spec;
  tercet_compiled_expr *arg; ///< NULL for COUNT(*)
  int column;                ///< Of the input, if the argument is a variable
  size_t capacity;           ///< Groups that there is room for
  size_t n_started;          ///< Groups whose state has been made
  uint64_t *counts;          ///< COUNT
  tercet_accumulator **accumulators; ///< Other built-in ones
  void **states;                     ///< Extensions
  tercet_id_table seen;              ///< DISTINCT: (group, value...)
} aggregate;

typedef struct {
  tercet_operator base;
  tercet_id_table groups;
  tercet_arena states; ///< Of extension aggregates
  int *key_columns;    ///< Of the input, or -1
  tercet_id *row;      ///< A key, or a group and a solution
  aggregate *aggregates;
  uint32_t *numbers; ///< By row of the batch: its group
  void **row_states;
  bool is_read;
  size_t n_done;
} group_operator;

static bool
is_count(const aggregate *a)
{
  return a->spec->kind == TERCET_AGGREGATE_COUNT;
}

static bool
is_extension(const aggregate *a)
{
  return a->spec->kind == TERCET_AGGREGATE_EXTENSION;
}

/// Release the states of all groups
static void
clear_states(group_operator *self)
{
  const tercet_plan *const plan = self->base.plan;
  for (size_t i = 0; self->aggregates && i < plan->n_aggregations; ++i) {
    aggregate *const a = &self->aggregates[i];
    for (size_t k = 0; k < a->n_started; ++k) {
      if (is_extension(a)) {
        a->spec->extension->clear(a->spec->extension, a->states[k]);
      } else if (a->accumulators) {
        tercet_accumulator_free(a->accumulators[k]);
      }
    }
    a->n_started = 0;
    tercet_id_table_clear(&a->seen);
  }
}

/// Return the ids of a row that tells values of DISTINCT apart: the group, and
/// the value or, for COUNT(DISTINCT *), the solution
static size_t
distinct_width(const group_operator *self, const aggregate *a)
{
  return 1U + (a->arg ? 1U : self->base.children[0]->plan->n_variables);
}

static tercet_status
prepare_aggregates(group_operator *self, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  const tercet_plan *const plan = op->plan;
  const tercet_plan *const input = plan->children[0];
  self->aggregates = (aggregate *)tercet_allocate_zeroed(
      op->exec->alloc, (plan->n_aggregations + 1U) * sizeof(aggregate));
  if (!self->aggregates) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < plan->n_aggregations; ++i) {
    aggregate *const a = &self->aggregates[i];
    a->spec = &plan->aggregations[i];
    a->column = -1;
  }
  for (size_t i = 0; i < plan->n_aggregations; ++i) {
    aggregate *const a = &self->aggregates[i];
    const tercet_expr *const arg = a->spec->arg;
    if (arg) {
      a->column = arg->kind == TERCET_EXPR_VARIABLE
                      ? tercet_plan_column(input, arg->variable)
                      : -1;
      TERCET_TRY(tercet_operator_compile(op->exec, input, arg, &a->arg, err));
    }
  }
  return TERCET_OK;
}

static tercet_status
prepare(group_operator *self, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  const tercet_plan *const plan = op->plan;
  const tercet_plan *const input = plan->children[0];
  const tercet_allocator *const alloc = op->exec->alloc;
  const size_t width = plan->n_keys + input->n_variables + 2U;
  tercet_arena_init(&self->states, alloc, SIZE_MAX);
  self->key_columns =
      (int *)tercet_allocate_array(alloc, plan->n_keys + 1U, sizeof(int));
  self->row =
      (tercet_id *)tercet_allocate_array(alloc, width, sizeof(tercet_id));
  self->numbers = (uint32_t *)tercet_allocate_array(
      alloc, TERCET_BATCH_ROWS, sizeof(uint32_t));
  self->row_states =
      (void **)tercet_allocate_array(alloc, TERCET_BATCH_ROWS, sizeof(void *));
  if (!self->key_columns || !self->row || !self->numbers || !self->row_states) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < plan->n_keys; ++i) {
    self->key_columns[i] = tercet_plan_column(input, plan->keys[i]);
  }
  TERCET_TRY(prepare_aggregates(self, err));
  return tercet_operator_make_batch(op, err);
}

static tercet_status
group_open(tercet_operator *op, tercet_error *err)
{
  group_operator *const self = (group_operator *)op;
  self->is_read = false;
  self->n_done = 0;
  clear_states(self);
  tercet_id_table_clear(&self->groups);
  tercet_id_table_init(&self->groups, op->exec->alloc, op->plan->n_keys);
  if (!self->aggregates) {
    TERCET_TRY(prepare(self, err));
  }
  tercet_arena_reset(&self->states);
  for (size_t i = 0; i < op->plan->n_aggregations; ++i) {
    aggregate *const a = &self->aggregates[i];
    tercet_id_table_init(&a->seen, op->exec->alloc, distinct_width(self, a));
  }
  return TERCET_OK;
}

/// Make room for the states of `n` groups
static tercet_status
reserve_states(const tercet_exec *exec, aggregate *a, size_t n)
{
  const size_t size = is_count(a) ? sizeof(uint64_t) : sizeof(void *);
  void *items = is_count(a)       ? (void *)a->counts
                : is_extension(a) ? (void *)a->states
                                  : (void *)a->accumulators;
  if (!tercet_grow_array(exec->alloc, &items, &a->capacity, n, size)) {
    return TERCET_ERR_NO_MEMORY;
  }
  if (is_count(a)) {
    a->counts = (uint64_t *)items;
  } else if (is_extension(a)) {
    a->states = (void **)items;
  } else {
    a->accumulators = (tercet_accumulator **)items;
  }
  return TERCET_OK;
}

/// Make the state of one more group
static tercet_status
start_state(group_operator *self, aggregate *a)
{
  const size_t i = a->n_started;
  if (is_count(a)) {
    a->counts[i] = 0;
  } else if (is_extension(a)) {
    const size_t size = a->spec->extension->state_size;
    a->states[i] = tercet_arena_allocate_array(&self->states, 1, size + 1U);
    if (!a->states[i]) {
      return TERCET_ERR_NO_MEMORY;
    }
  } else {
    TERCET_TRY(tercet_accumulator_new(&self->base.exec->expr,
                                      a->spec->kind,
                                      a->spec->separator,
                                      &a->accumulators[i]));
  }
  ++a->n_started;
  return TERCET_OK;
}

/// Make the states of groups that are new
static tercet_status
start_states(group_operator *self)
{
  const size_t n = self->groups.n_rows;
  for (size_t i = 0; i < self->base.plan->n_aggregations; ++i) {
    aggregate *const a = &self->aggregates[i];
    TERCET_TRY(reserve_states(self->base.exec, a, n));
    while (a->n_started < n) {
      TERCET_TRY(start_state(self, a));
    }
  }
  return TERCET_OK;
}

/// Set the group of each row
static tercet_status
find_groups(group_operator *self, const tercet_batch *batch)
{
  const size_t n_keys = self->base.plan->n_keys;
  for (size_t row = 0; row < batch->n_rows; ++row) {
    uint64_t number = 0;
    bool is_new = false;
    for (size_t k = 0; k < n_keys; ++k) {
      self->row[k] = self->key_columns[k] < 0
                         ? TERCET_ID_NONE
                         : batch->columns[self->key_columns[k]][row];
    }
    TERCET_TRY(tercet_id_table_add(&self->groups, self->row, &number, &is_new));
    if (number >= UINT32_MAX) {
      return TERCET_ERR_LIMIT;
    }
    self->numbers[row] = (uint32_t)number;
  }
  return start_states(self);
}

/// Set `is_new` to whether a value (or the solution, for COUNT(DISTINCT *)) is
/// new in its group
static tercet_status
check_distinct(group_operator *self,
               aggregate *a,
               const tercet_batch *batch,
               size_t row,
               const tercet_value *value,
               bool *is_new)
{
  uint64_t number = 0;
  self->row[0] = self->numbers[row];
  if (a->column >= 0) {
    self->row[1] = batch->columns[a->column][row];
  } else if (a->arg) {
    TERCET_TRY(
        tercet_value_to_id(&self->base.exec->expr, value, &self->row[1]));
  } else {
    for (size_t c = 0; c < batch->n_columns; ++c) {
      self->row[1U + c] = batch->columns[c][row];
    }
  }
  return tercet_id_table_add(&a->seen, self->row, &number, is_new);
}

/// Count rows, all or those whose id is bound, without looking at values
static tercet_status
count_rows(group_operator *self, aggregate *a, const tercet_batch *batch)
{
  const tercet_id *const ids = a->column < 0 ? NULL : batch->columns[a->column];
  for (size_t row = 0; row < batch->n_rows; ++row) {
    bool counts = !ids || ids[row] != TERCET_ID_NONE;
    if (counts && a->spec->distinct) {
      TERCET_TRY(check_distinct(self, a, batch, row, NULL, &counts));
    }
    a->counts[self->numbers[row]] += counts;
  }
  return TERCET_OK;
}

/// Add the rows of a batch to an extension aggregate
static tercet_status
add_to_extension(group_operator *self,
                 aggregate *a,
                 const tercet_batch *batch,
                 const tercet_value_column *column)
{
  for (size_t row = 0; row < batch->n_rows; ++row) {
    self->row_states[row] = a->states[self->numbers[row]];
  }
  self->base.exec->expr.call.n_rows = batch->n_rows;
  return a->spec->extension->add(a->spec->extension,
                                 &self->base.exec->expr.call,
                                 column,
                                 self->row_states);
}

/// Add the values of a batch to a built-in aggregate
static tercet_status
add_values(group_operator *self,
           aggregate *a,
           const tercet_batch *batch,
           const tercet_value_column *column)
{
  tercet_expr_context *const context = &self->base.exec->expr;
  for (size_t row = 0; row < batch->n_rows; ++row) {
    const tercet_value *const value = tercet_value_at(column, row);
    bool is_new = true;
    if (a->spec->distinct && value->kind != TERCET_VALUE_ERROR) {
      TERCET_TRY(check_distinct(self, a, batch, row, value, &is_new));
    }
    if (!is_new) {
      continue;
    }
    if (is_count(a)) {
      a->counts[self->numbers[row]] += value->kind != TERCET_VALUE_ERROR;
    } else {
      TERCET_TRY(tercet_accumulator_add(
          a->accumulators[self->numbers[row]], context, value));
    }
  }
  return TERCET_OK;
}

static tercet_status
add_to_aggregate(group_operator *self,
                 aggregate *a,
                 const tercet_batch *batch,
                 tercet_error *err)
{
  if (is_count(a) && (!a->arg || a->column >= 0)) {
    return count_rows(self, a, batch);
  }

  tercet_value_column column = {0};
  tercet_exec_start_batch(self->base.exec);
  TERCET_TRY(tercet_expr_evaluate(
      a->arg, &self->base.exec->expr, batch, &column, err));
  return is_extension(a) ? add_to_extension(self, a, batch, &column)
                         : add_values(self, a, batch, &column);
}

/// Add the groups that there are even without rows: without GROUP BY the only
/// one, and inside GRAPH ?g one for each graph
static tercet_status
add_empty_groups(group_operator *self)
{
  const tercet_operator *const op = &self->base;
  const tercet_plan *const plan = op->plan;
  uint64_t number = 0;
  bool is_new = false;
  size_t n_graphs = 0;
  if (!plan->n_keys) {
    TERCET_TRY(tercet_id_table_add(&self->groups, self->row, &number, &is_new));
  }
  if (plan->each_graph && op->exec->segment) {
    const tercet_id *const graphs =
        tercet_segment_graphs(op->exec->segment, &n_graphs);
    for (size_t i = 0; i < n_graphs; ++i) {
      if (tercet_plan_lists_graph(plan, graphs[i])) {
        TERCET_TRY(
            tercet_id_table_add(&self->groups, &graphs[i], &number, &is_new));
      }
    }
  }
  return start_states(self);
}

static tercet_status
read_all(group_operator *self, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  tercet_status st = TERCET_OK;
  while (!st) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(op->children[0], &batch, err));
    if (!batch) {
      break;
    }
    st = find_groups(self, batch);
    for (size_t i = 0; !st && i < op->plan->n_aggregations; ++i) {
      st = add_to_aggregate(self, &self->aggregates[i], batch, err);
    }
  }

  st = st ? st : add_empty_groups(self);
  self->is_read = true;
  return st == TERCET_ERR_NO_MEMORY ? tercet_error_no_memory(err) : st;
}

/// Set `out` to the value of an aggregate for a group
static tercet_status
finish_state(group_operator *self, aggregate *a, size_t group, tercet_id *out)
{
  tercet_expr_context *const context = &self->base.exec->expr;
  tercet_value value = {0};
  if (is_count(a)) {
    value = tercet_value_integer((int64_t)a->counts[group]);
  } else if (is_extension(a)) {
    context->call.n_rows = 1;
    TERCET_TRY(a->spec->extension->finish(
        a->spec->extension, &context->call, a->states[group], &value));
  } else {
    TERCET_TRY(
        tercet_accumulator_finish(a->accumulators[group], context, &value));
  }
  return tercet_value_to_id(context, &value, out);
}

/// Fill the columns with the next groups
static tercet_status
fill_batch(group_operator *self, size_t n)
{
  tercet_operator *const op = &self->base;
  const tercet_plan *const plan = op->plan;
  const size_t first = self->n_done;
  for (size_t k = 0; k < plan->n_keys; ++k) {
    const int column = tercet_plan_column(plan, plan->keys[k]);
    for (size_t i = 0; column >= 0 && i < n; ++i) {
      op->batch.columns[column][i] =
          self->groups.rows[(first + i) * plan->n_keys + k];
    }
  }

  for (size_t k = 0; k < plan->n_aggregations; ++k) {
    aggregate *const a = &self->aggregates[k];
    const int column = tercet_plan_column(plan, a->spec->variable);
    tercet_exec_start_batch(op->exec);
    for (size_t i = 0; column >= 0 && i < n; ++i) {
      TERCET_TRY(
          finish_state(self, a, first + i, &op->batch.columns[column][i]));
    }
  }
  return TERCET_OK;
}

static tercet_status
group_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  group_operator *const self = (group_operator *)op;
  if (!self->is_read) {
    TERCET_TRY(read_all(self, err));
  }

  const size_t left = self->groups.n_rows - self->n_done;
  const size_t n = left < TERCET_BATCH_ROWS ? left : TERCET_BATCH_ROWS;
  if (n) {
    const tercet_status st = fill_batch(self, n);
    if (st) {
      return tercet_error_set(err, st, "%s", tercet_status_string(st));
    }
    self->n_done += n;
    op->batch.n_rows = n;
    *out = &op->batch;
  }
  return TERCET_OK;
}

static void
group_close(tercet_operator *op)
{
  group_operator *const self = (group_operator *)op;
  const tercet_allocator *const alloc = op->exec->alloc;
  clear_states(self);
  for (size_t i = 0; self->aggregates && i < op->plan->n_aggregations; ++i) {
    aggregate *const a = &self->aggregates[i];
    if (a->arg) {
      tercet_compiled_expr_clear(a->arg);
    }
    tercet_release(alloc, a->counts);
    tercet_release(alloc, a->accumulators);
    tercet_release(alloc, a->states);
  }
  tercet_id_table_clear(&self->groups);
  tercet_arena_clear(&self->states);
  tercet_release(alloc, self->aggregates);
  tercet_release(alloc, self->key_columns);
  tercet_release(alloc, self->row);
  tercet_release(alloc, self->numbers);
  tercet_release(alloc, self->row_states);
}

static tercet_status
group_describe(const tercet_plan *plan,
               const tercet_algebra_query *query,
               tercet_buffer *out)
{
  static const char *const names[] = {
      "COUNT", "SUM", "MIN", "MAX", "AVG", "SAMPLE", "GROUP_CONCAT", ""};
  if (plan->n_keys) {
    TERCET_TRY(tercet_buffer_append_text(out, " by"));
    TERCET_TRY(tercet_variables_print(plan->n_keys, plan->keys, query, out));
  }
  for (size_t i = 0; i < plan->n_aggregations; ++i) {
    const tercet_aggregation *const a = &plan->aggregations[i];
    TERCET_TRY(tercet_buffer_append_text(out, i ? ", " : ": "));
    TERCET_TRY(a->extension ? tercet_iri_print(a->extension->iri, query, out)
                            : tercet_buffer_append_text(out, names[a->kind]));
    TERCET_TRY(
        tercet_buffer_append_text(out, a->distinct ? "(DISTINCT " : "("));
    TERCET_TRY(a->arg ? tercet_expr_print(a->arg, query, out)
                      : tercet_buffer_append_char(out, '*'));
    TERCET_TRY(tercet_buffer_append_char(out, ')'));
  }
  return TERCET_OK;
}

const tercet_operator_type tercet_group_operator = {
    .size = sizeof(group_operator),
    .open = group_open,
    .next = group_next,
    .close = group_close,
    .describe = group_describe,
};
