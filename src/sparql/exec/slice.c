// SPDX-License-Identifier: Apache-2.0

/// LIMIT and OFFSET

#include "sparql/exec/operator.h"

#include "base/error.h"

typedef struct {
  tercet_operator base;
  uint64_t to_skip;
  uint64_t to_take;
} slice_operator;

static tercet_status
slice_open(tercet_operator *op, tercet_error *err)
{
  slice_operator *const self = (slice_operator *)op;
  (void)err;
  self->to_skip = op->plan->offset;
  self->to_take = op->plan->limit;
  return TERCET_OK;
}

static tercet_status
slice_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  slice_operator *const self = (slice_operator *)op;
  while (self->to_take) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(op->children[0], &batch, err));
    if (!batch) {
      return TERCET_OK;
    }
    if (self->to_skip >= batch->n_rows) {
      self->to_skip -= batch->n_rows;
      continue;
    }

    const size_t first = (size_t)self->to_skip;
    size_t n = batch->n_rows - first;
    n = n < self->to_take ? n : (size_t)self->to_take;
    tercet_operator_share_columns(op, op->children[0], batch);
    for (size_t c = 0; c < op->batch.n_columns; ++c) {
      op->batch.columns[c] += first;
    }
    op->batch.n_rows = n;
    self->to_skip = 0;
    self->to_take -= self->to_take == UINT64_MAX ? 0 : n;
    *out = &op->batch;
    return TERCET_OK;
  }
  return TERCET_OK;
}

static tercet_status
slice_describe(const tercet_plan *plan,
               const tercet_algebra_query *query,
               tercet_buffer *out)
{
  (void)query;
  if (plan->limit != UINT64_MAX) {
    TERCET_TRY(tercet_buffer_printf(
        out, " limit=%llu", (unsigned long long)plan->limit));
  }
  if (plan->offset) {
    TERCET_TRY(tercet_buffer_printf(
        out, " offset=%llu", (unsigned long long)plan->offset));
  }
  return TERCET_OK;
}

const tercet_operator_type tercet_slice_operator = {
    .size = sizeof(slice_operator),
    .open = slice_open,
    .next = slice_next,
    .describe = slice_describe,
};
