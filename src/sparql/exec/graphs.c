// SPDX-License-Identifier: Apache-2.0

/// The names of the named graphs that the query sees

#include "sparql/exec/operator.h"

typedef struct {
  tercet_operator base;
  size_t n_done;
} graphs_operator;

static tercet_status
graphs_open(tercet_operator *op, tercet_error *err)
{
  ((graphs_operator *)op)->n_done = 0;
  return tercet_operator_make_batch(op, err);
}

bool
tercet_plan_lists_graph(const tercet_plan *plan, tercet_id graph)
{
  bool listed = plan->graph_mode == TERCET_GRAPHS_NAMED;
  for (size_t i = 0; i < plan->n_graphs && !listed; ++i) {
    listed = plan->graphs[i] == graph;
  }
  return listed && graph != TERCET_ID_NONE;
}

static tercet_status
graphs_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  graphs_operator *const self = (graphs_operator *)op;
  size_t n_graphs = 0;
  const tercet_id *const graphs =
      op->exec->segment ? tercet_segment_graphs(op->exec->segment, &n_graphs)
                        : NULL;
  (void)err;

  size_t n = 0;
  for (; self->n_done < n_graphs && n < TERCET_BATCH_ROWS; ++self->n_done) {
    if (tercet_plan_lists_graph(op->plan, graphs[self->n_done])) {
      if (op->batch.n_columns) {
        op->batch.columns[0][n] = graphs[self->n_done];
      }
      ++n;
    }
  }
  op->batch.n_rows = n;
  *out = n ? &op->batch : NULL;
  return TERCET_OK;
}

static tercet_status
graphs_describe(const tercet_plan *plan,
                const tercet_algebra_query *query,
                tercet_buffer *out)
{
  return tercet_variables_print(1, &plan->variable, query, out);
}

const tercet_operator_type tercet_graphs_operator = {
    .size = sizeof(graphs_operator),
    .open = graphs_open,
    .next = graphs_next,
    .describe = graphs_describe,
};
