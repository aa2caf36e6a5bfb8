// SPDX-License-Identifier: Apache-2.0

/// Joins by a table of the right side; inner, and left outer with conditions.
/// Rows come in the order of the left.

#include "sparql/exec/join.h"

#include "base/error.h"

typedef struct {
  tercet_operator base;
  tercet_join join;
  bool is_built;
} hash_join_operator;

static tercet_status
hash_join_open(tercet_operator *op, tercet_error *err)
{
  hash_join_operator *const self = (hash_join_operator *)op;
  self->is_built = false;
  return tercet_join_open(&self->join, op, err);
}

static tercet_status
hash_join_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  hash_join_operator *const self = (hash_join_operator *)op;
  if (!self->is_built) {
    TERCET_TRY(tercet_join_build(&self->join, op, err));
    self->is_built = true;
  }
  if (!self->join.table.rows.n_rows && !op->plan->outer) {
    return TERCET_OK;
  }

  for (;;) {
    TERCET_TRY(tercet_join_next(&self->join, op, out, err));
    if (*out) {
      return TERCET_OK;
    }
    tercet_batch *left = NULL;
    TERCET_TRY(tercet_operator_next(op->children[0], &left, err));
    if (!left) {
      return TERCET_OK;
    }
    tercet_join_start(&self->join, left);
  }
}

static void
hash_join_close(tercet_operator *op)
{
  tercet_join_close(&((hash_join_operator *)op)->join, op);
}

const tercet_operator_type tercet_hash_join_operator = {
    .size = sizeof(hash_join_operator),
    .open = hash_join_open,
    .next = hash_join_next,
    .close = hash_join_close,
    .describe = tercet_join_describe,
};
