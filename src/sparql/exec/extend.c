// SPDX-License-Identifier: Apache-2.0

/// One more column, computed by an expression; an error leaves it unbound

#include "sparql/exec/operator.h"

#include "base/error.h"

#include <string.h>

typedef struct {
  tercet_operator base;
  tercet_compiled_expr *expr;
  int column; ///< The new one
  int source; ///< Column of the child that it is a copy of, or -1
} extend_operator;

static tercet_status
extend_open(tercet_operator *op, tercet_error *err)
{
  extend_operator *const self = (extend_operator *)op;
  const tercet_expr *const expr = op->plan->exprs[0];
  self->column = tercet_plan_column(op->plan, op->plan->variable);
  self->source = expr->kind == TERCET_EXPR_VARIABLE
                     ? tercet_plan_column(op->plan->children[0], expr->variable)
                     : -1;
  TERCET_TRY(tercet_operator_make_batch(op, err));
  return self->expr
             ? TERCET_OK
             : tercet_operator_compile(
                   op->exec, op->plan->children[0], expr, &self->expr, err);
}

/// Set the ids of the new column
static tercet_status
compute(extend_operator *self, const tercet_batch *batch, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  tercet_expr_context *const context = &op->exec->expr;
  tercet_id *const ids = op->storage + (size_t)self->column * TERCET_BATCH_ROWS;
  tercet_value_column values = {0};
  tercet_exec_start_batch(op->exec);
  context->call.is_quiet = op->plan->quiet;
  const tercet_status st =
      tercet_expr_evaluate(self->expr, context, batch, &values, err);
  context->call.is_quiet = false;
  TERCET_TRY(st);

  for (size_t i = 0; i < batch->n_rows; ++i) {
    if (i && values.is_constant) {
      ids[i] = ids[0];
    } else if (tercet_value_to_id(
                   context, tercet_value_at(&values, i), &ids[i])) {
      return tercet_error_no_memory(err);
    }
  }
  return TERCET_OK;
}

/// Number the solutions for BNODE(label): a chain of EXTENDs, which is one
/// projection, gives a solution the same number each time
static void
number_rows(tercet_operator *op, size_t n_rows)
{
  tercet_expr_context *const context = &op->exec->expr;
  if (op->plan->children[0]->kind != TERCET_PLAN_EXTEND) {
    context->n_rows_seen += n_rows;
  }
  context->call.first_row = (size_t)(context->n_rows_seen - n_rows);
}

static tercet_status
extend_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  extend_operator *const self = (extend_operator *)op;
  tercet_batch *batch = NULL;
  TERCET_TRY(tercet_operator_next(op->children[0], &batch, err));
  if (!batch) {
    return TERCET_OK;
  }

  number_rows(op, batch->n_rows);
  tercet_operator_share_columns(op, op->children[0], batch);
  op->batch.columns[self->column] =
      op->storage + (size_t)self->column * TERCET_BATCH_ROWS;
  if (self->source >= 0) {
    memcpy(op->batch.columns[self->column],
           batch->columns[self->source],
           batch->n_rows * sizeof(tercet_id));
  } else {
    TERCET_TRY(compute(self, batch, err));
  }
  *out = &op->batch;
  return TERCET_OK;
}

static void
extend_close(tercet_operator *op)
{
  extend_operator *const self = (extend_operator *)op;
  if (self->expr) {
    tercet_compiled_expr_clear(self->expr);
  }
}

static tercet_status
extend_describe(const tercet_plan *plan,
                const tercet_algebra_query *query,
                tercet_buffer *out)
{
  TERCET_TRY(tercet_variables_print(1, &plan->variable, query, out));
  TERCET_TRY(tercet_buffer_append_text(out, " := "));
  return tercet_expr_print(plan->exprs[0], query, out);
}

const tercet_operator_type tercet_extend_operator = {
    .size = sizeof(extend_operator),
    .open = extend_open,
    .next = extend_next,
    .close = extend_close,
    .describe = extend_describe,
};
