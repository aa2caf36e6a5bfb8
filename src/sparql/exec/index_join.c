// SPDX-License-Identifier: Apache-2.0

/// Joins with a quad pattern that is looked up for each row of the left, inner
/// or left outer.  Rows come in the order of the left.

#include "sparql/exec/pattern.h"

#include "base/allocator.h"
#include "base/error.h"

typedef struct {
  tercet_operator base;
  tercet_scan *scan;
  tercet_pattern_reader reader;
  unsigned n_prefix;
  int prefix_columns[3]; ///< Of the left, or -1 where the pattern has a term
  int graph_column;      ///< Of the left, if it binds the graph, else -1
  tercet_id graph;       ///< Its value, which the scan refers to
  int *left_sources;     ///< By output column, or -1
  tercet_batch *left;
  size_t left_row;
  bool in_lookup;      ///< The scan stands in the rows of `left_row`
  bool is_matched;     ///< One was found
  uint32_t *left_rows; ///< By output row
} index_join_operator;

/// Set which columns of the left look the pattern up
static void
find_prefix(index_join_operator *self)
{
  const tercet_plan *const plan = self->base.plan;
  const tercet_plan *const left = plan->children[0];
  for (self->n_prefix = 0; self->n_prefix < 3; ++self->n_prefix) {
    const uint8_t place = tercet_order_places[plan->order][self->n_prefix];
    const tercet_slot *const slot = &plan->slots[place];
    const int column = slot->variable == TERCET_VARIABLE_NONE
                           ? -1
                           : tercet_plan_column(left, slot->variable);
    if (slot->id == TERCET_ID_NONE && column < 0) {
      break;
    }
    self->prefix_columns[self->n_prefix] =
        slot->id == TERCET_ID_NONE ? column : -1;
  }

  const tercet_slot *const graph = &plan->slots[TERCET_G];
  self->graph_column =
      graph->variable == TERCET_VARIABLE_NONE || graph->id != TERCET_ID_NONE
          ? -1
          : tercet_plan_column(left, graph->variable);
}

static tercet_status
index_join_open(tercet_operator *op, tercet_error *err)
{
  index_join_operator *const self = (index_join_operator *)op;
  const tercet_allocator *const alloc = op->exec->alloc;
  const tercet_plan *const plan = op->plan;
  self->left = NULL;
  self->in_lookup = false;
  if (self->scan) {
    return TERCET_OK;
  }

  self->left_sources =
      (int *)tercet_allocate_array(alloc, plan->n_variables + 1U, sizeof(int));
  self->left_rows = (uint32_t *)tercet_allocate_array(
      alloc, TERCET_BATCH_ROWS, sizeof(uint32_t));
  if (!self->left_sources || !self->left_rows) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < plan->n_variables; ++i) {
    self->left_sources[i] =
        tercet_plan_column(plan->children[0], plan->variables[i]);
  }
  find_prefix(self);
  TERCET_TRY(tercet_operator_make_batch(op, err));
  TERCET_TRY(tercet_pattern_reader_init(&self->reader, op->exec, plan, err));

  // What the left has is taken from there
  for (size_t i = 0; i < 4; ++i) {
    const int target = self->reader.target[i];
    if (target >= 0 && self->left_sources[target] >= 0) {
      self->reader.target[i] = -1;
    }
  }
  if (self->reader.constant >= 0 &&
      self->left_sources[self->reader.constant] >= 0) {
    self->reader.constant = -1;
  }
  return tercet_scan_new(alloc, op->exec->segment, &self->scan)
             ? tercet_error_no_memory(err)
             : TERCET_OK;
}

/// Return whether a graph that the left binds may be looked into
static bool
is_visible(const tercet_plan *plan, tercet_id graph)
{
  bool visible = plan->n_graphs == 0;
  for (size_t i = 0; i < plan->n_graphs && !visible; ++i) {
    visible = plan->graphs[i] == graph;
  }
  return visible;
}

/// Look the pattern up for the current left row; false if it can have no match
static bool
start_lookup(index_join_operator *self)
{
  const tercet_plan *const plan = self->base.plan;
  tercet_scan_spec spec = {0};
  spec.order = plan->order;
  spec.graph_mode = plan->graph_mode;
  spec.graphs = plan->graphs;
  spec.n_graphs = plan->n_graphs;
  spec.n_prefix = self->n_prefix;
  for (unsigned i = 0; i < self->n_prefix; ++i) {
    const uint8_t place = tercet_order_places[plan->order][i];
    spec.prefix[i] =
        self->prefix_columns[i] < 0
            ? plan->slots[place].id
            : self->left->columns[self->prefix_columns[i]][self->left_row];
  }

  if (self->graph_column >= 0) {
    self->graph = self->left->columns[self->graph_column][self->left_row];
    if (!is_visible(plan, self->graph)) {
      return false;
    }
    spec.graph_mode = TERCET_GRAPHS_SET;
    spec.graphs = &self->graph;
    spec.n_graphs = 1;
  }
  tercet_scan_open(self->scan, &spec);
  return true;
}

/// Read matches of the current left row; return whether all are read
static bool
read_matches(index_join_operator *self)
{
  tercet_batch *const batch = &self->base.batch;
  const size_t room = TERCET_BATCH_ROWS - batch->n_rows;
  const size_t first = batch->n_rows;
  const size_t n = tercet_pattern_reader_read(
      &self->reader, self->scan, room, batch->columns, first);
  const size_t kept =
      tercet_pattern_reader_filter(&self->reader, batch->columns, first, n);
  for (size_t i = 0; i < kept; ++i) {
    self->left_rows[first + i] = (uint32_t)self->left_row;
  }
  self->is_matched = self->is_matched || kept;
  batch->n_rows += kept;
  return n < room;
}

/// Add the left row alone, if the join is an outer one and nothing matched
static void
finish_row(index_join_operator *self)
{
  tercet_operator *const op = &self->base;
  if (op->plan->outer && !self->is_matched) {
    for (size_t c = 0; c < op->batch.n_columns; ++c) {
      op->batch.columns[c][op->batch.n_rows] = TERCET_ID_NONE;
    }
    self->left_rows[op->batch.n_rows++] = (uint32_t)self->left_row;
  }
  ++self->left_row;
  self->in_lookup = false;
}

/// Match rows of the left batch until the output is full or the batch is done
static void
match_rows(index_join_operator *self)
{
  tercet_batch *const batch = &self->base.batch;
  while (self->left_row < self->left->n_rows &&
         batch->n_rows < TERCET_BATCH_ROWS) {
    bool done = false;
    if (!self->in_lookup) {
      self->is_matched = false;
      self->in_lookup = true;
      done = !start_lookup(self);
    }
    if (done || read_matches(self)) {
      if (batch->n_rows == TERCET_BATCH_ROWS) {
        return; // The row may still have to be added; the scan stays at its end
      }
      finish_row(self);
    }
  }
}

/// Fill the columns that come from the left
static void
fill_left(index_join_operator *self)
{
  tercet_batch *const batch = &self->base.batch;
  for (size_t c = 0; c < batch->n_columns; ++c) {
    if (self->left_sources[c] >= 0) {
      const tercet_id *const from = self->left->columns[self->left_sources[c]];
      for (size_t i = 0; i < batch->n_rows; ++i) {
        batch->columns[c][i] = from[self->left_rows[i]];
      }
    }
  }
}

static tercet_status
index_join_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  index_join_operator *const self = (index_join_operator *)op;
  op->batch.n_rows = 0;
  while (!op->batch.n_rows) {
    if (!self->left || self->left_row == self->left->n_rows) {
      self->left_row = 0;
      TERCET_TRY(tercet_operator_next(op->children[0], &self->left, err));
      if (!self->left) {
        return TERCET_OK;
      }
    }
    match_rows(self);
  }
  fill_left(self);
  *out = &op->batch;
  return TERCET_OK;
}

static void
index_join_close(tercet_operator *op)
{
  index_join_operator *const self = (index_join_operator *)op;
  tercet_scan_free(self->scan);
  tercet_pattern_reader_clear(&self->reader);
  tercet_release(op->exec->alloc, self->left_sources);
  tercet_release(op->exec->alloc, self->left_rows);
}

static tercet_status
index_join_describe(const tercet_plan *plan,
                    const tercet_algebra_query *query,
                    tercet_buffer *out)
{
  if (plan->outer) {
    TERCET_TRY(tercet_buffer_append_text(out, " left outer"));
  }
  return tercet_pattern_describe(plan, query, out);
}

const tercet_operator_type tercet_index_join_operator = {
    .size = sizeof(index_join_operator),
    .open = index_join_open,
    .next = index_join_next,
    .close = index_join_close,
    .describe = index_join_describe,
};
