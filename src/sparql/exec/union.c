// SPDX-License-Identifier: Apache-2.0

/// The rows of all children, one child after the other

#include "sparql/exec/operator.h"

#include "base/allocator.h"
#include "base/error.h"

#include <string.h>

typedef struct {
  tercet_operator base;
  size_t i_child;
} union_operator;

static tercet_status
union_open(tercet_operator *op, tercet_error *err)
{
  ((union_operator *)op)->i_child = 0;
  return tercet_operator_make_batch(op, err);
}

static tercet_status
union_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  union_operator *const self = (union_operator *)op;
  for (; self->i_child < op->n_children; ++self->i_child) {
    const tercet_operator *const child = op->children[self->i_child];
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(op->children[self->i_child], &batch, err));
    if (!batch) {
      continue;
    }

    // Columns that the branch lacks are unbound
    for (size_t c = 0; c < op->batch.n_columns; ++c) {
      tercet_id *const own = op->storage + c * TERCET_BATCH_ROWS;
      if (tercet_plan_column(child->plan, op->plan->variables[c]) < 0) {
        memset(own, 0, batch->n_rows * sizeof(tercet_id));
      }
      op->batch.columns[c] = own;
    }
    tercet_operator_share_columns(op, child, batch);
    *out = &op->batch;
    return TERCET_OK;
  }
  return TERCET_OK;
}

const tercet_operator_type tercet_union_operator = {
    .size = sizeof(union_operator),
    .open = union_open,
    .next = union_next,
};
