// SPDX-License-Identifier: Apache-2.0

/// Rows for which all conditions hold

#include "sparql/exec/operator.h"

#include "base/allocator.h"
#include "base/error.h"

typedef struct {
  tercet_operator base;
  tercet_compiled_expr **exprs;
} filter_operator;

static tercet_status
filter_open(tercet_operator *op, tercet_error *err)
{
  filter_operator *const self = (filter_operator *)op;
  const tercet_plan *const plan = op->plan;
  if (self->exprs) {
    return TERCET_OK;
  }
  self->exprs = (tercet_compiled_expr **)tercet_allocate_zeroed(
      op->exec->alloc, plan->n_exprs * sizeof(tercet_compiled_expr *));
  if (!self->exprs) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < plan->n_exprs; ++i) {
    TERCET_TRY(tercet_operator_compile(
        op->exec, plan->children[0], plan->exprs[i], &self->exprs[i], err));
  }
  return TERCET_OK;
}

static tercet_status
filter_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  filter_operator *const self = (filter_operator *)op;
  uint32_t rows[TERCET_BATCH_ROWS];
  for (;;) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(op->children[0], &batch, err));
    if (!batch) {
      return TERCET_OK;
    }

    for (size_t i = 0; i < op->plan->n_exprs && batch->n_rows; ++i) {
      size_t n = 0;
      tercet_exec_start_batch(op->exec);
      op->exec->expr.call.first_row = op->exec->expr.n_rows_seen;
      TERCET_TRY(tercet_expr_filter(
          self->exprs[i], &op->exec->expr, batch, rows, &n, err));
      tercet_batch_keep(batch, rows, n);
    }
    if (batch->n_rows) {
      tercet_operator_share_columns(op, op->children[0], batch);
      *out = &op->batch;
      return TERCET_OK;
    }
  }
}

static void
filter_close(tercet_operator *op)
{
  filter_operator *const self = (filter_operator *)op;
  for (size_t i = 0; self->exprs && i < op->plan->n_exprs; ++i) {
    if (self->exprs[i]) {
      tercet_compiled_expr_clear(self->exprs[i]);
    }
  }
  tercet_release(op->exec->alloc, self->exprs);
}

static void
filter_seek(tercet_operator *op, tercet_id key)
{
  tercet_operator_seek(op->children[0], key);
}

static tercet_status
filter_describe(const tercet_plan *plan,
                const tercet_algebra_query *query,
                tercet_buffer *out)
{
  for (size_t i = 0; i < plan->n_exprs; ++i) {
    TERCET_TRY(tercet_buffer_append_text(out, i ? " && " : " "));
    TERCET_TRY(tercet_expr_print(plan->exprs[i], query, out));
  }
  return TERCET_OK;
}

const tercet_operator_type tercet_filter_operator = {
    .size = sizeof(filter_operator),
    .open = filter_open,
    .next = filter_next,
    .close = filter_close,
    .describe = filter_describe,
    .seek = filter_seek,
};
