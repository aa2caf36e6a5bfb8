// SPDX-License-Identifier: Apache-2.0

/// Rows that stand in the query (VALUES), or that a bind join hands in (KEYS)

#include "sparql/exec/operator.h"

#include "base/error.h"

typedef struct {
  tercet_operator base;
  size_t n_done;
} values_operator;

static tercet_status
values_open(tercet_operator *op, tercet_error *err)
{
  ((values_operator *)op)->n_done = 0;
  return tercet_operator_make_batch(op, err);
}

/// Copy the next rows of a row-by-row array into the batch
static void
copy_rows(values_operator *self,
          size_t n_columns,
          size_t n_rows,
          const tercet_id *rows,
          tercet_batch **out)
{
  tercet_operator *const op = &self->base;
  const size_t left = n_rows - self->n_done;
  const size_t n = left < TERCET_BATCH_ROWS ? left : TERCET_BATCH_ROWS;
  for (size_t c = 0; c < n_columns; ++c) {
    const int column = tercet_plan_column(op->plan, op->plan->keys[c]);
    for (size_t i = 0; column >= 0 && i < n; ++i) {
      op->batch.columns[column][i] = rows[(self->n_done + i) * n_columns + c];
    }
  }
  self->n_done += n;
  op->batch.n_rows = n;
  *out = n ? &op->batch : NULL;
}

static tercet_status
values_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  const tercet_plan *const plan = op->plan;
  (void)err;
  copy_rows((values_operator *)op, plan->n_keys, plan->n_rows, plan->ids, out);
  return TERCET_OK;
}

static tercet_status
keys_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  const tercet_key_rows *const keys = op->plan->key_rows;
  (void)err;
  copy_rows(
      (values_operator *)op, keys->n_columns, keys->n_rows, keys->rows, out);
  return TERCET_OK;
}

static tercet_status
values_describe(const tercet_plan *plan,
                const tercet_algebra_query *query,
                tercet_buffer *out)
{
  return tercet_variables_print(plan->n_keys, plan->keys, query, out);
}

const tercet_operator_type tercet_values_operator = {
    .size = sizeof(values_operator),
    .open = values_open,
    .next = values_next,
    .describe = values_describe,
};

const tercet_operator_type tercet_keys_operator = {
    .size = sizeof(values_operator),
    .open = values_open,
    .next = keys_next,
    .describe = values_describe,
};
