// SPDX-License-Identifier: Apache-2.0

/// One solution without bindings, and no solution at all

#include "sparql/exec/operator.h"

typedef struct {
  tercet_operator base;
  bool done;
} unit_operator;

static tercet_status
unit_open(tercet_operator *op, tercet_error *err)
{
  (void)err;
  ((unit_operator *)op)->done = false;
  return TERCET_OK;
}

static tercet_status
unit_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  unit_operator *const self = (unit_operator *)op;
  (void)err;
  if (!self->done) {
    self->done = true;
    op->batch.n_rows = 1;
    *out = &op->batch;
  }
  return TERCET_OK;
}

const tercet_operator_type tercet_unit_operator = {
    .size = sizeof(unit_operator),
    .open = unit_open,
    .next = unit_next,
};

static tercet_status
empty_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  (void)op;
  (void)out;
  (void)err;
  return TERCET_OK;
}

const tercet_operator_type tercet_empty_operator = {
    .size = sizeof(tercet_operator),
    .next = empty_next,
};
