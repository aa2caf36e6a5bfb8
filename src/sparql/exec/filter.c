// SPDX-License-Identifier: Apache-2.0

/**
   Rows for which all conditions hold.

   A condition on a similarity to a tensor that is the same for a whole batch is
   decided by the function's score kernel, straight from the tensor blocks.
*/

#include "sparql/exec/score.h"

#include "base/allocator.h"
#include "base/error.h"

/// One condition
typedef struct {
  tercet_compiled_expr *expr;
  bool by_score; ///< It compares a key, as `kind` says, with `number`
  tercet_expr_kind kind;
  double number;
  tercet_score_range range; ///< Of the keys for which it may hold
  tercet_scorer scorer;
} condition;

typedef struct {
  tercet_operator base;
  condition *conditions;
  tercet_batch others; ///< Rows that have no score
} filter_operator;

/// Prepare to decide a condition by score if it is one on a score
static tercet_status
prepare_score(filter_operator *self,
              condition *c,
              const tercet_expr *expr,
              tercet_error *err)
{
  tercet_operator *const op = &self->base;
  const tercet_plan *const input = op->plan->children[0];
  tercet_score_condition parts;
  tercet_compiled_expr *number = NULL;
  if (!tercet_score_condition_of(expr, &parts)) {
    return TERCET_OK;
  }

  TERCET_TRY(
      tercet_operator_compile(op->exec, input, parts.number, &number, err));
  const tercet_value *const value = tercet_compiled_expr_constant(number);
  c->kind = parts.kind;
  c->by_score = value && tercet_value_to_double(value, &c->number);
  c->range = tercet_score_condition_range(c->kind, c->number);
  tercet_compiled_expr_clear(number);
  if (c->by_score) {
    TERCET_TRY(tercet_scorer_init(
        &c->scorer, op->exec, input, parts.key, op->plan->by_codes, err));
  }
  if (c->by_score && !self->others.columns &&
      tercet_batch_init(&self->others, op->exec->alloc, input->n_variables)) {
    return tercet_error_no_memory(err);
  }
  return TERCET_OK;
}

static tercet_status
filter_open(tercet_operator *op, tercet_error *err)
{
  filter_operator *const self = (filter_operator *)op;
  const tercet_plan *const plan = op->plan;
  if (self->conditions) {
    return TERCET_OK;
  }
  self->conditions = (condition *)tercet_allocate_zeroed(
      op->exec->alloc, plan->n_exprs * sizeof(condition));
  if (!self->conditions) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < plan->n_exprs; ++i) {
    condition *const c = &self->conditions[i];
    TERCET_TRY(tercet_operator_compile(
        op->exec, plan->children[0], plan->exprs[i], &c->expr, err));
    if (plan->by_score) {
      TERCET_TRY(prepare_score(self, c, plan->exprs[i], err));
    }
  }
  return TERCET_OK;
}

/// Merge the ascending row numbers `b`, of which there are `n_b`, into `a`
static void
merge_rows(uint32_t *a, size_t *n_a, const uint32_t *b, size_t n_b)
{
  size_t i = *n_a;
  size_t k = n_b;
  *n_a += n_b;
  for (size_t to = *n_a; k; --to) {
    const bool takes_a = i && a[i - 1U] > b[k - 1U];
    a[to - 1U] = takes_a ? a[--i] : b[--k];
  }
}

/// Set `rows` to those for which a condition on a score holds
static tercet_status
filter_by_score(filter_operator *self,
                condition *c,
                const tercet_batch *batch,
                uint32_t *rows,
                size_t *n_rows,
                tercet_error *err)
{
  tercet_exec *const exec = self->base.exec;
  uint32_t scored[TERCET_BATCH_ROWS];
  uint32_t others[TERCET_BATCH_ROWS];
  size_t n_scored = 0;
  size_t n_others = 0;
  TERCET_TRY(tercet_scorer_run(&c->scorer,
                               exec,
                               batch,
                               c->range,
                               scored,
                               &n_scored,
                               others,
                               &n_others,
                               err));
  if (n_others == batch->n_rows) {
    return tercet_expr_filter(c->expr, &exec->expr, batch, rows, n_rows, err);
  }

  *n_rows = 0;
  for (size_t i = 0; i < n_scored; ++i) {
    rows[*n_rows] = scored[i];
    *n_rows +=
        tercet_score_condition_holds(c->kind, c->scorer.scores[i], c->number);
  }
  if (!n_others) {
    return TERCET_OK;
  }

  uint32_t passed[TERCET_BATCH_ROWS];
  size_t n_passed = 0;
  tercet_batch_take(&self->others, batch, others, n_others);
  TERCET_TRY(tercet_expr_filter(
      c->expr, &exec->expr, &self->others, passed, &n_passed, err));
  for (size_t i = 0; i < n_passed; ++i) {
    passed[i] = others[passed[i]];
  }
  merge_rows(rows, n_rows, passed, n_passed);
  return TERCET_OK;
}

static tercet_status
filter_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  filter_operator *const self = (filter_operator *)op;
  tercet_expr_context *const context = &op->exec->expr;
  uint32_t rows[TERCET_BATCH_ROWS];
  for (;;) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(op->children[0], &batch, err));
    if (!batch) {
      return TERCET_OK;
    }

    for (size_t i = 0; i < op->plan->n_exprs && batch->n_rows; ++i) {
      condition *const c = &self->conditions[i];
      size_t n = 0;
      tercet_exec_start_batch(op->exec);
      context->call.first_row = context->n_rows_seen;
      TERCET_TRY(c->by_score ? filter_by_score(self, c, batch, rows, &n, err)
                             : tercet_expr_filter(
                                   c->expr, context, batch, rows, &n, err));
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
  for (size_t i = 0; self->conditions && i < op->plan->n_exprs; ++i) {
    condition *const c = &self->conditions[i];
    if (c->expr) {
      tercet_compiled_expr_clear(c->expr);
    }
    tercet_scorer_clear(&c->scorer, op->exec);
  }
  tercet_batch_clear(&self->others, op->exec->alloc);
  tercet_release(op->exec->alloc, self->conditions);
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
  return plan->by_score ? tercet_scorer_describe(plan, out) : TERCET_OK;
}

const tercet_operator_type tercet_filter_operator = {
    .size = sizeof(filter_operator),
    .open = filter_open,
    .next = filter_next,
    .close = filter_close,
    .describe = filter_describe,
    .seek = filter_seek,
};
