// SPDX-License-Identifier: Apache-2.0

/**
   Joins that evaluate the right side for each batch of the left, restricted to
   the distinct keys of the batch: for a right side that would be large by
   itself and a left side that is small.  Inner, and left outer with
   conditions.
*/

#include "sparql/exec/id_table.h"
#include "sparql/exec/join.h"

#include "base/error.h"

typedef struct {
  tercet_operator base;
  tercet_join join;
  tercet_id_table keys;
} bind_join_operator;

static tercet_status
bind_join_open(tercet_operator *op, tercet_error *err)
{
  return tercet_join_open(&((bind_join_operator *)op)->join, op, err);
}

/// Hand the distinct keys of a batch to the right side
static tercet_status
set_keys(bind_join_operator *self, const tercet_batch *left, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  const tercet_plan *const plan = op->plan;
  tercet_id key[TERCET_JOIN_MAX_KEYS];
  const tercet_id *columns[TERCET_JOIN_MAX_KEYS];
  for (size_t k = 0; k < plan->n_keys; ++k) {
    columns[k] =
        left->columns[tercet_plan_column(plan->children[0], plan->keys[k])];
  }

  tercet_id_table_clear(&self->keys);
  tercet_id_table_init(&self->keys, op->exec->alloc, plan->n_keys);
  for (size_t row = 0; row < left->n_rows; ++row) {
    uint64_t number = 0;
    bool is_new = false;
    for (size_t k = 0; k < plan->n_keys; ++k) {
      key[k] = columns[k][row];
    }
    if (tercet_id_table_add(&self->keys, key, &number, &is_new)) {
      return tercet_error_no_memory(err);
    }
  }
  plan->key_rows->n_columns = plan->n_keys;
  plan->key_rows->n_rows = self->keys.n_rows;
  plan->key_rows->rows = self->keys.rows;
  return TERCET_OK;
}

static tercet_status
bind_join_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  bind_join_operator *const self = (bind_join_operator *)op;
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
    TERCET_TRY(set_keys(self, left, err));
    TERCET_TRY(tercet_operator_open(op->children[1], err));
    TERCET_TRY(tercet_join_build(&self->join, op, err));
    tercet_join_start(&self->join, left);
  }
}

static void
bind_join_close(tercet_operator *op)
{
  bind_join_operator *const self = (bind_join_operator *)op;
  tercet_join_close(&self->join, op);
  tercet_id_table_clear(&self->keys);
}

const tercet_operator_type tercet_bind_join_operator = {
    .size = sizeof(bind_join_operator),
    .open = bind_join_open,
    .next = bind_join_next,
    .close = bind_join_close,
    .describe = tercet_join_describe,
};
