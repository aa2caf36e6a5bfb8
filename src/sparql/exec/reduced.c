// SPDX-License-Identifier: Apache-2.0

/// Runs of equal rows once: what REDUCED permits at no cost

#include "sparql/exec/operator.h"

#include "base/allocator.h"
#include "base/error.h"

typedef struct {
  tercet_operator base;
  tercet_id *last;
  bool has_last;
} reduced_operator;

static tercet_status
reduced_open(tercet_operator *op, tercet_error *err)
{
  reduced_operator *const self = (reduced_operator *)op;
  self->has_last = false;
  if (!self->last) {
    self->last = (tercet_id *)tercet_allocate_array(
        op->exec->alloc, op->plan->n_variables + 1U, sizeof(tercet_id));
  }
  return self->last ? TERCET_OK : tercet_error_no_memory(err);
}

/// Return whether a row differs from the last one; remember it
static bool
is_other(reduced_operator *self, size_t row)
{
  const tercet_batch *const batch = &self->base.batch;
  bool other = !self->has_last;
  for (size_t c = 0; c < batch->n_columns; ++c) {
    other = other || self->last[c] != batch->columns[c][row];
    self->last[c] = batch->columns[c][row];
  }
  self->has_last = true;
  return other;
}

static tercet_status
reduced_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  uint32_t rows[TERCET_BATCH_ROWS];
  size_t n = 0;
  while (!n) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(op->children[0], &batch, err));
    if (!batch) {
      return TERCET_OK;
    }
    tercet_operator_share_columns(op, op->children[0], batch);
    for (size_t i = 0; i < batch->n_rows; ++i) {
      rows[n] = (uint32_t)i;
      n += is_other((reduced_operator *)op, i);
    }
    tercet_batch_keep(&op->batch, rows, n);
  }
  *out = &op->batch;
  return TERCET_OK;
}

static void
reduced_close(tercet_operator *op)
{
  tercet_release(op->exec->alloc, ((reduced_operator *)op)->last);
}

const tercet_operator_type tercet_reduced_operator = {
    .size = sizeof(reduced_operator),
    .open = reduced_open,
    .next = reduced_next,
    .close = reduced_close,
};
