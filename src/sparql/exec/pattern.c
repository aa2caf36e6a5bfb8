// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/pattern.h"

#include "base/allocator.h"
#include "base/error.h"

tercet_status
tercet_pattern_reader_init(tercet_pattern_reader *reader,
                           tercet_exec *exec,
                           const tercet_plan *plan,
                           tercet_error *err)
{
  const uint8_t *const places = tercet_order_places[plan->order];
  reader->alloc = exec->alloc;
  reader->constant = -1;
  reader->constant_id = TERCET_ID_NONE;
  reader->has_equal = false;
  for (int i = 0; i < 4; ++i) {
    const tercet_slot *const slot = &plan->slots[places[i]];
    const tercet_variable v = slot->variable;
    reader->equal[i] = -1;
    reader->target[i] =
        v == TERCET_VARIABLE_NONE ? -1 : tercet_plan_column(plan, v);
    for (int k = 0; k < i && v != TERCET_VARIABLE_NONE; ++k) {
      if (plan->slots[places[k]].variable == v) {
        reader->equal[i] = k;
        reader->target[i] = -1;
        reader->has_equal = true;
        break;
      }
    }

    // The scan of a set of graphs has no column for the one graph in it
    if (i == 3 && slot->id != TERCET_ID_NONE) {
      reader->constant = reader->target[i];
      reader->constant_id = slot->id;
      reader->target[i] = -1;
    }
  }

  if (reader->has_equal && !reader->spare) {
    reader->spare = (tercet_id *)tercet_allocate_array(
        exec->alloc, 4, TERCET_BATCH_ROWS * sizeof(tercet_id));
    if (!reader->spare) {
      return tercet_error_no_memory(err);
    }
  }
  return TERCET_OK;
}

void
tercet_pattern_reader_clear(tercet_pattern_reader *reader)
{
  tercet_release(reader->alloc, reader->spare);
  reader->spare = NULL;
}

size_t
tercet_pattern_reader_read(tercet_pattern_reader *reader,
                           tercet_scan *scan,
                           size_t max,
                           tercet_id *const *columns,
                           size_t first)
{
  tercet_id *targets[4] = {NULL, NULL, NULL, NULL};
  for (size_t i = 0; i < 4; ++i) {
    if (reader->has_equal) {
      targets[i] = reader->spare + i * TERCET_BATCH_ROWS;
    } else if (reader->target[i] >= 0) {
      targets[i] = columns[reader->target[i]] + first;
    }
  }

  const size_t n = tercet_scan_next(scan, targets, max);
  if (reader->constant >= 0) {
    for (size_t i = 0; i < n; ++i) {
      columns[reader->constant][first + i] = reader->constant_id;
    }
  }
  return n;
}

/// Return whether a row in the spare columns has equal values where it must
static bool
row_matches(const tercet_pattern_reader *reader, size_t row)
{
  for (size_t i = 0; i < 4; ++i) {
    const int k = reader->equal[i];
    const tercet_id other = i == 3 && reader->constant_id != TERCET_ID_NONE
                                ? reader->constant_id
                                : reader->spare[i * TERCET_BATCH_ROWS + row];
    if (k >= 0 && reader->spare[(size_t)k * TERCET_BATCH_ROWS + row] != other) {
      return false;
    }
  }
  return true;
}

size_t
tercet_pattern_reader_filter(tercet_pattern_reader *reader,
                             tercet_id *const *columns,
                             size_t first,
                             size_t n_rows)
{
  if (!reader->has_equal) {
    return n_rows;
  }

  size_t n = 0;
  for (size_t row = 0; row < n_rows; ++row) {
    if (!row_matches(reader, row)) {
      continue;
    }
    for (size_t i = 0; i < 4; ++i) {
      if (reader->target[i] >= 0) {
        columns[reader->target[i]][first + n] =
            reader->spare[i * TERCET_BATCH_ROWS + row];
      }
    }
    ++n;
  }
  return n;
}

/// Append a slot: a variable, a variable with its value, or a term
static tercet_status
describe_slot(const tercet_slot *slot,
              const tercet_algebra_query *query,
              tercet_buffer *out)
{
  if (slot->variable != TERCET_VARIABLE_NONE) {
    TERCET_TRY(tercet_variable_print(slot->variable, query, out));
    if (slot->id == TERCET_ID_NONE) {
      return TERCET_OK;
    }
    TERCET_TRY(tercet_buffer_append_char(out, '='));
  }
  return tercet_id_print(slot->id, query, out);
}

tercet_status
tercet_pattern_describe(const tercet_plan *plan,
                        const tercet_algebra_query *query,
                        tercet_buffer *out)
{
  static const char *const names[] = {"SPO", "SOP", "PSO", "POS", "OSP", "OPS"};
  TERCET_TRY(tercet_buffer_printf(out, " %s", names[plan->order]));
  for (size_t i = 0; i < 3; ++i) {
    TERCET_TRY(tercet_buffer_append_char(out, ' '));
    TERCET_TRY(describe_slot(&plan->slots[i], query, out));
  }

  const tercet_slot *const graph = &plan->slots[TERCET_G];
  if (graph->variable != TERCET_VARIABLE_NONE || graph->id != TERCET_ID_NONE) {
    TERCET_TRY(tercet_buffer_append_text(out, " graph "));
    TERCET_TRY(describe_slot(graph, query, out));
  }
  return TERCET_OK;
}
