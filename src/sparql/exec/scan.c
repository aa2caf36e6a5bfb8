// SPDX-License-Identifier: Apache-2.0

/// Quads of a pattern, in one of the sort orders

#include "sparql/exec/pattern.h"

#include "base/error.h"

/// Rows of the first batch, so that a query that only wants a few ends soon
#define FIRST_ROWS 128U

typedef struct {
  tercet_operator base;
  tercet_scan *scan;
  tercet_pattern_reader reader;
  size_t n_next; ///< Rows of the next batch
  tercet_id sought;
  bool is_sought;
} scan_operator;

static tercet_status
scan_open(tercet_operator *op, tercet_error *err)
{
  scan_operator *const self = (scan_operator *)op;
  self->n_next = FIRST_ROWS;
  self->is_sought = false;
  TERCET_TRY(tercet_operator_make_batch(op, err));
  TERCET_TRY(
      tercet_pattern_reader_init(&self->reader, op->exec, op->plan, err));
  if (!self->scan &&
      tercet_scan_new(op->exec->alloc, op->exec->segment, &self->scan)) {
    return tercet_error_no_memory(err);
  }

  const tercet_plan *const plan = op->plan;
  tercet_scan_spec spec = {0};
  spec.order = plan->order;
  spec.graph_mode = plan->graph_mode;
  spec.graphs = plan->graphs;
  spec.n_graphs = plan->n_graphs;
  for (; spec.n_prefix < 3; ++spec.n_prefix) {
    const uint8_t place = tercet_order_places[plan->order][spec.n_prefix];
    if (plan->slots[place].id == TERCET_ID_NONE) {
      break;
    }
    spec.prefix[spec.n_prefix] = plan->slots[place].id;
  }
  tercet_scan_open(self->scan, &spec);
  return TERCET_OK;
}

static tercet_status
scan_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  scan_operator *const self = (scan_operator *)op;
  (void)err;
  if (self->is_sought) {
    self->is_sought = false;
    tercet_scan_seek(self->scan, self->sought);
    self->n_next = FIRST_ROWS;
  }

  do {
    const size_t n = tercet_pattern_reader_read(
        &self->reader, self->scan, self->n_next, op->batch.columns, 0);
    if (!n) {
      return TERCET_OK;
    }
    op->batch.n_rows =
        tercet_pattern_reader_filter(&self->reader, op->batch.columns, 0, n);
    self->n_next = self->n_next < TERCET_BATCH_ROWS / 4U ? 4U * self->n_next
                                                         : TERCET_BATCH_ROWS;
  } while (!op->batch.n_rows);
  *out = &op->batch;
  return TERCET_OK;
}

static void
scan_close(tercet_operator *op)
{
  scan_operator *const self = (scan_operator *)op;
  tercet_scan_free(self->scan);
  tercet_pattern_reader_clear(&self->reader);
}

static void
scan_seek(tercet_operator *op, tercet_id key)
{
  scan_operator *const self = (scan_operator *)op;
  self->sought = key;
  self->is_sought = true;
}

const tercet_operator_type tercet_scan_operator = {
    .size = sizeof(scan_operator),
    .open = scan_open,
    .next = scan_next,
    .close = scan_close,
    .describe = tercet_pattern_describe,
    .seek = scan_seek,
};
