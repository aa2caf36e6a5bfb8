// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/operator.h"

#include "base/allocator.h"
#include "base/clock.h"
#include "base/error.h"

#include <assert.h>

static const tercet_operator_type *const types[] = {
#define TERCET_PLAN_TYPE(id, name, type) &type,
    TERCET_PLAN_LIST(TERCET_PLAN_TYPE)
#undef TERCET_PLAN_TYPE
};

static_assert(sizeof(types) / sizeof(*types) == TERCET_PLAN_KIND_COUNT,
              "one type for each kind of plan");

const tercet_operator_type *
tercet_operator_type_of(tercet_plan_kind kind)
{
  return types[kind];
}

/// Make an operator without its children
static tercet_operator *
new_operator(tercet_exec *exec, tercet_plan *plan)
{
  const tercet_operator_type *const type = types[plan->kind];
  tercet_operator *const op =
      (tercet_operator *)tercet_allocate_zeroed(exec->alloc, type->size);
  if (!op) {
    return NULL;
  }

  op->type = type;
  op->plan = plan;
  op->exec = exec;
  op->batch.n_columns = plan->n_variables;
  op->batch.columns = (tercet_id **)tercet_allocate_zeroed(
      exec->alloc, (plan->n_variables + 1U) * sizeof(tercet_id *));
  op->children = (tercet_operator **)tercet_allocate_zeroed(
      exec->alloc, (plan->n_children + 1U) * sizeof(tercet_operator *));
  if (!op->batch.columns || !op->children) {
    tercet_release(exec->alloc, op->batch.columns);
    tercet_release(exec->alloc, op->children);
    tercet_release(exec->alloc, op);
    return NULL;
  }
  return op;
}

tercet_status
tercet_operator_new(tercet_exec *exec,
                    tercet_plan *plan,
                    tercet_operator **out,
                    tercet_error *err)
{
  *out = NULL;
  tercet_operator *const op = new_operator(exec, plan);
  if (!op) {
    return tercet_error_no_memory(err);
  }

  for (size_t i = 0; i < plan->n_children; ++i) {
    const tercet_status st =
        tercet_operator_new(exec, plan->children[i], &op->children[i], err);
    if (st) {
      tercet_operator_free(op);
      return st;
    }
    ++op->n_children;
  }
  *out = op;
  return TERCET_OK;
}

void
tercet_operator_free(tercet_operator *op)
{
  if (!op) {
    return;
  }
  if (op->type->close) {
    op->type->close(op);
  }
  for (size_t i = 0; i < op->n_children; ++i) {
    tercet_operator_free(op->children[i]);
  }

  const tercet_allocator *const alloc = op->exec->alloc;
  tercet_release(alloc, op->storage);
  tercet_release(alloc, op->batch.columns);
  tercet_release(alloc, op->children);
  tercet_release(alloc, op);
}

/// Return the number of children that start with their parent: the right side
/// of a bind join is opened anew for each batch of the left
static size_t
count_opened_children(const tercet_operator *op)
{
  return op->plan->kind == TERCET_PLAN_BIND_JOIN ? 1U : op->n_children;
}

tercet_status
tercet_operator_open(tercet_operator *op, tercet_error *err)
{
  for (size_t i = 0; i < count_opened_children(op); ++i) {
    TERCET_TRY(tercet_operator_open(op->children[i], err));
  }
  ++op->plan->actual_opens;
  return op->type->open ? op->type->open(op, err) : TERCET_OK;
}

tercet_status
tercet_operator_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  *out = NULL;
  const tercet_status stop = tercet_cancel_check(op->exec->cancel);
  if (stop) {
    return tercet_error_set(err, stop, "%s", tercet_status_string(stop));
  }

  const int64_t start = tercet_clock_nanoseconds();
  const tercet_status st = op->type->next(op, out, err);
  op->plan->actual_nanoseconds += tercet_clock_nanoseconds() - start;
  if (!st && *out) {
    assert((*out)->n_rows && (*out)->n_rows <= TERCET_BATCH_ROWS);
    op->plan->actual_rows += (*out)->n_rows;
  }
  return st;
}

void
tercet_operator_seek(tercet_operator *op, tercet_id key)
{
  if (op->type->seek) {
    op->type->seek(op, key);
  }
}

tercet_status
tercet_operator_make_batch(tercet_operator *op, tercet_error *err)
{
  if (op->storage) {
    return TERCET_OK;
  }
  op->storage =
      (tercet_id *)tercet_allocate_array(op->exec->alloc,
                                         op->batch.n_columns + 1U,
                                         TERCET_BATCH_ROWS * sizeof(tercet_id));
  if (!op->storage) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < op->batch.n_columns; ++i) {
    op->batch.columns[i] = op->storage + i * TERCET_BATCH_ROWS;
  }
  return TERCET_OK;
}

void
tercet_operator_share_columns(tercet_operator *op,
                              const tercet_operator *child,
                              const tercet_batch *batch)
{
  for (size_t i = 0; i < op->batch.n_columns; ++i) {
    const int column = tercet_plan_column(child->plan, op->plan->variables[i]);
    if (column >= 0) {
      op->batch.columns[i] = batch->columns[column];
    }
  }
  op->batch.n_rows = batch->n_rows;
}

static int
column_of(const void *data, tercet_variable variable)
{
  return tercet_plan_column((const tercet_plan *)data, variable);
}

tercet_status
tercet_operator_compile(tercet_exec *exec,
                        const tercet_plan *input,
                        const tercet_expr *expr,
                        tercet_compiled_expr **out,
                        tercet_error *err)
{
  return tercet_expr_compile(
      expr, column_of, input, &exec->expr, &exec->compiled, out, err);
}

void
tercet_exec_start_batch(tercet_exec *exec)
{
  tercet_arena_reset(&exec->values);
}

void
tercet_batch_keep(tercet_batch *batch, const uint32_t *rows, size_t n_rows)
{
  if (n_rows == batch->n_rows) {
    return;
  }
  for (size_t c = 0; c < batch->n_columns; ++c) {
    tercet_id *const column = batch->columns[c];
    for (size_t i = 0; i < n_rows; ++i) {
      column[i] = column[rows[i]];
    }
  }
  batch->n_rows = n_rows;
}

tercet_status
tercet_batch_init(tercet_batch *batch,
                  const tercet_allocator *alloc,
                  size_t n_columns)
{
  *batch = (tercet_batch){0};
  batch->n_columns = n_columns;
  batch->columns = (tercet_id **)tercet_allocate_zeroed(
      alloc, (n_columns + 1U) * sizeof(tercet_id *));
  tercet_id *const ids = (tercet_id *)tercet_allocate_array(
      alloc, n_columns + 1U, TERCET_BATCH_ROWS * sizeof(tercet_id));
  if (!batch->columns || !ids) {
    tercet_release(alloc, ids);
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t c = 0; c <= n_columns; ++c) {
    batch->columns[c] = ids + c * TERCET_BATCH_ROWS;
  }
  return TERCET_OK;
}

void
tercet_batch_clear(tercet_batch *batch, const tercet_allocator *alloc)
{
  if (batch->columns) {
    tercet_release(alloc, batch->columns[0]);
    tercet_release(alloc, batch->columns);
  }
  *batch = (tercet_batch){0};
}

void
tercet_batch_take(tercet_batch *batch,
                  const tercet_batch *from,
                  const uint32_t *rows,
                  size_t n_rows)
{
  for (size_t c = 0; c < batch->n_columns; ++c) {
    for (size_t i = 0; i < n_rows; ++i) {
      batch->columns[c][i] = from->columns[c][rows[i]];
    }
  }
  batch->n_rows = n_rows;
}
