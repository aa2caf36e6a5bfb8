// SPDX-License-Identifier: Apache-2.0

/// Each row once, the first time that it comes

#include "sparql/exec/id_table.h"
#include "sparql/exec/operator.h"

#include "base/allocator.h"
#include "base/error.h"

typedef struct {
  tercet_operator base;
  tercet_id_table seen;
  tercet_id *row;
} distinct_operator;

static tercet_status
distinct_open(tercet_operator *op, tercet_error *err)
{
  distinct_operator *const self = (distinct_operator *)op;
  tercet_id_table_clear(&self->seen);
  tercet_id_table_init(&self->seen, op->exec->alloc, op->plan->n_variables);
  if (!self->row) {
    self->row = (tercet_id *)tercet_allocate_array(
        op->exec->alloc, op->plan->n_variables + 1U, sizeof(tercet_id));
  }
  return self->row ? TERCET_OK : tercet_error_no_memory(err);
}

/// Set `rows` to the numbers of the rows that are new
static tercet_status
find_new(distinct_operator *self, uint32_t *rows, size_t *n, tercet_error *err)
{
  const tercet_batch *const batch = &self->base.batch;
  *n = 0;
  for (size_t i = 0; i < batch->n_rows; ++i) {
    uint64_t number = 0;
    bool is_new = false;
    for (size_t c = 0; c < batch->n_columns; ++c) {
      self->row[c] = batch->columns[c][i];
    }
    if (tercet_id_table_add(&self->seen, self->row, &number, &is_new)) {
      return tercet_error_no_memory(err);
    }
    rows[*n] = (uint32_t)i;
    *n += is_new;
  }
  return TERCET_OK;
}

static tercet_status
distinct_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  uint32_t rows[TERCET_BATCH_ROWS];
  for (;;) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(op->children[0], &batch, err));
    if (!batch) {
      return TERCET_OK;
    }
    size_t n = 0;
    tercet_operator_share_columns(op, op->children[0], batch);
    TERCET_TRY(find_new((distinct_operator *)op, rows, &n, err));
    tercet_batch_keep(&op->batch, rows, n);
    if (n) {
      *out = &op->batch;
      return TERCET_OK;
    }
  }
}

static void
distinct_close(tercet_operator *op)
{
  distinct_operator *const self = (distinct_operator *)op;
  tercet_id_table_clear(&self->seen);
  tercet_release(op->exec->alloc, self->row);
}

static tercet_status
distinct_describe(const tercet_plan *plan,
                  const tercet_algebra_query *query,
                  tercet_buffer *out)
{
  return tercet_variables_print(plan->n_variables, plan->variables, query, out);
}

const tercet_operator_type tercet_distinct_operator = {
    .size = sizeof(distinct_operator),
    .open = distinct_open,
    .next = distinct_next,
    .close = distinct_close,
    .describe = distinct_describe,
};
