// SPDX-License-Identifier: Apache-2.0

/// Fewer columns

#include "sparql/exec/operator.h"

#include "base/error.h"

static tercet_status
project_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  tercet_batch *batch = NULL;
  TERCET_TRY(tercet_operator_next(op->children[0], &batch, err));
  if (batch) {
    tercet_operator_share_columns(op, op->children[0], batch);
    *out = &op->batch;
  }
  return TERCET_OK;
}

static void
project_seek(tercet_operator *op, tercet_id key)
{
  tercet_operator_seek(op->children[0], key);
}

static tercet_status
project_describe(const tercet_plan *plan,
                 const tercet_algebra_query *query,
                 tercet_buffer *out)
{
  return tercet_variables_print(plan->n_variables, plan->variables, query, out);
}

const tercet_operator_type tercet_project_operator = {
    .size = sizeof(tercet_operator),
    .next = project_next,
    .describe = project_describe,
    .seek = project_seek,
};
