// SPDX-License-Identifier: Apache-2.0

/**
   ORDER BY with a LIMIT: a heap of the rows that are first so far, with the
   last of them on top.

   A new row is compared with the top by its first key, and most rows end
   there; only the others have their further keys computed.  Rows with equal
   keys are ordered by their terms, and what is equal there stays in the order
   of arrival, so that the result is that of sorting all.

   Where the first key is a similarity to a tensor that is the same for a whole
   batch, it is computed by the function's score kernel, straight from the
   tensor blocks.
*/

#include "sparql/exec/score.h"
#include "sparql/exec/sort_keys.h"

#include "base/allocator.h"
#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of texts that are kept at least before those of rows that have left
/// the heap are dropped
#define TEXTS_MIN ((size_t)1 << 20U)

typedef struct {
  tercet_operator base;
  tercet_sort_keys keys;
  tercet_scorer scorer;

  size_t n_columns; ///< Of the input
  uint64_t n_seen;
  size_t n_entries; ///< In the heap; entry numbers are 0 to n_entries - 1
  size_t capacity;
  tercet_value *values; ///< By entry, one for each key
  tercet_id *rows;      ///< By entry, one for each column
  uint64_t *arrivals;   ///< By entry
  uint32_t *heap;       ///< Entries; the one that is last in order first
  tercet_arena texts;
  size_t texts_due; ///< Bytes of texts at which to drop the unused ones

  tercet_batch candidates; ///< Rows of the batch that may enter
  tercet_value *first_keys;
  bool is_done;
  size_t n_handed_out;
} top_k_operator;

static tercet_status
allocate(top_k_operator *self, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  const tercet_allocator *const alloc = op->exec->alloc;
  const size_t n = op->children[0]->plan->n_variables;
  self->n_columns = n;
  self->first_keys = (tercet_value *)tercet_allocate_array(
      alloc, TERCET_BATCH_ROWS, sizeof(tercet_value));
  if (!self->first_keys || tercet_batch_init(&self->candidates, alloc, n)) {
    return tercet_error_no_memory(err);
  }
  return tercet_operator_make_batch(op, err);
}

static bool
is_full(const top_k_operator *self)
{
  return self->n_entries == self->base.plan->limit;
}

/// Return where the first keys of rows lie that may enter
static tercet_score_range
entering_range(const top_k_operator *self)
{
  const tercet_value *const last =
      is_full(self) ? &self->values[self->heap[0] * self->keys.n] : NULL;
  tercet_score_range range = TERCET_SCORE_RANGE_ALL;
  if (last && last->kind == TERCET_VALUE_DOUBLE && !isnan(last->number)) {
    *(self->keys.order[0].descending ? &range.low : &range.high) = last->number;
  }
  return range;
}

/// Let the similarity join below know which rows it need not make
static void
tell_entering(const top_k_operator *self)
{
  if (self->base.plan->entering) {
    *self->base.plan->entering = entering_range(self);
  }
}

static tercet_status
top_k_open(tercet_operator *op, tercet_error *err)
{
  top_k_operator *const self = (top_k_operator *)op;
  self->n_seen = 0;
  self->n_entries = 0;
  self->is_done = false;
  self->n_handed_out = 0;
  self->texts_due = TEXTS_MIN;
  tell_entering(self);
  if (self->first_keys) {
    tercet_arena_reset(&self->texts);
    return TERCET_OK;
  }

  tercet_arena_init(&self->texts, op->exec->alloc, SIZE_MAX);
  TERCET_TRY(allocate(self, err));
  TERCET_TRY(tercet_sort_keys_init(&self->keys, op, err));
  return op->plan->by_score ? tercet_scorer_init(&self->scorer,
                                                 op->exec,
                                                 op->children[0]->plan,
                                                 op->plan->order_keys[0].expr,
                                                 op->plan->by_codes,
                                                 err)
                            : TERCET_OK;
}

/* ---- The heap ---- */

/// Return whether entry `a` comes behind entry `b` in the result
static bool
is_after(const top_k_operator *self, uint32_t a, uint32_t b)
{
  const size_t n = self->keys.n;
  for (size_t k = 0; k < n; ++k) {
    const int order = tercet_sort_key_compare(&self->keys.order[k],
                                              &self->values[a * n + k],
                                              &self->values[b * n + k]);
    if (order) {
      return order > 0;
    }
  }

  for (size_t i = 0; i < self->keys.n_ties; ++i) {
    const size_t c = self->keys.ties[i];
    const tercet_id x = tercet_sort_tie(self->rows[a * self->n_columns + c]);
    const tercet_id y = tercet_sort_tie(self->rows[b * self->n_columns + c]);
    if (x != y) {
      return x > y;
    }
  }
  return self->arrivals[a] > self->arrivals[b];
}

static void
swap(uint32_t *a, uint32_t *b)
{
  const uint32_t old = *a;
  *a = *b;
  *b = old;
}

static void
sift_up(top_k_operator *self, size_t i)
{
  while (i && is_after(self, self->heap[i], self->heap[(i - 1U) / 2U])) {
    swap(&self->heap[i], &self->heap[(i - 1U) / 2U]);
    i = (i - 1U) / 2U;
  }
}

/// Restore the heap of the first `n` below its top
static void
sift_down(top_k_operator *self, size_t n)
{
  size_t i = 0;
  for (;;) {
    const size_t left = 2U * i + 1U;
    size_t last = i;
    if (left < n && is_after(self, self->heap[left], self->heap[last])) {
      last = left;
    }
    if (left + 1U < n &&
        is_after(self, self->heap[left + 1U], self->heap[last])) {
      last = left + 1U;
    }
    if (last == i) {
      return;
    }
    swap(&self->heap[i], &self->heap[last]);
    i = last;
  }
}

/// Make room for one more entry
static tercet_status
grow(top_k_operator *self)
{
  const tercet_allocator *const alloc = self->base.exec->alloc;
  if (self->n_entries < self->capacity) {
    return TERCET_OK;
  }
  if (self->n_entries >= UINT32_MAX) {
    return TERCET_ERR_LIMIT;
  }

  const size_t capacity = self->capacity ? 2U * self->capacity : 64U;
  void *const values = tercet_reallocate(
      alloc, self->values, capacity * self->keys.n * sizeof(tercet_value));
  self->values = values ? (tercet_value *)values : self->values;
  void *const rows = tercet_reallocate(
      alloc, self->rows, capacity * (self->n_columns + 1U) * sizeof(tercet_id));
  self->rows = rows ? (tercet_id *)rows : self->rows;
  void *const arrivals =
      tercet_reallocate(alloc, self->arrivals, capacity * sizeof(uint64_t));
  self->arrivals = arrivals ? (uint64_t *)arrivals : self->arrivals;
  void *const heap =
      tercet_reallocate(alloc, self->heap, capacity * sizeof(uint32_t));
  self->heap = heap ? (uint32_t *)heap : self->heap;
  if (!values || !rows || !arrivals || !heap) {
    return TERCET_ERR_NO_MEMORY;
  }
  self->capacity = capacity;
  return TERCET_OK;
}

/// Copy the texts that are still used and drop the others
static tercet_status
drop_texts(top_k_operator *self)
{
  tercet_arena fresh;
  tercet_arena_init(&fresh, self->base.exec->alloc, SIZE_MAX);
  for (size_t i = 0; i < self->n_entries * self->keys.n; ++i) {
    const tercet_value old = self->values[i];
    if (tercet_sort_value_copy(&fresh, &old, &self->values[i])) {
      // The values are spread over both; the query ends anyway
      self->n_entries = 0;
      tercet_arena_clear(&fresh);
      return TERCET_ERR_NO_MEMORY;
    }
  }
  tercet_arena_clear(&self->texts);
  self->texts = fresh;
  self->texts_due = 2U * fresh.total + TEXTS_MIN;
  return TERCET_OK;
}

/// Return whether row `row` of the candidates, which came later than an entry,
/// comes before it in the result
static bool
is_before(const top_k_operator *self, size_t row, uint32_t entry)
{
  const size_t n = self->keys.n;
  for (size_t k = 0; k < n; ++k) {
    const int order =
        tercet_sort_key_compare(&self->keys.order[k],
                                tercet_value_at(&self->keys.columns[k], row),
                                &self->values[entry * n + k]);
    if (order) {
      return order < 0;
    }
  }

  for (size_t i = 0; i < self->keys.n_ties; ++i) {
    const size_t c = self->keys.ties[i];
    const tercet_id x = tercet_sort_tie(self->candidates.columns[c][row]);
    const tercet_id y =
        tercet_sort_tie(self->rows[entry * self->n_columns + c]);
    if (x != y) {
      return x < y;
    }
  }
  return false;
}

/// Put a candidate into an entry
static tercet_status
set_entry(top_k_operator *self, uint32_t entry, size_t row, uint64_t arrival)
{
  const size_t n = self->keys.n;
  for (size_t k = 0; k < n; ++k) {
    TERCET_TRY(
        tercet_sort_value_copy(&self->texts,
                               tercet_value_at(&self->keys.columns[k], row),
                               &self->values[entry * n + k]));
  }
  for (size_t c = 0; c < self->n_columns; ++c) {
    self->rows[entry * self->n_columns + c] = self->candidates.columns[c][row];
  }
  self->arrivals[entry] = arrival;
  return TERCET_OK;
}

/// Let a candidate, whose keys are all computed, into the heap if it is among
/// the first
static tercet_status
add_candidate(top_k_operator *self, size_t row, uint64_t arrival)
{
  if (self->texts.total > self->texts_due) {
    TERCET_TRY(drop_texts(self));
  }
  if (!is_full(self)) {
    TERCET_TRY(grow(self));
    const uint32_t entry = (uint32_t)self->n_entries;
    TERCET_TRY(set_entry(self, entry, row, arrival));
    self->heap[self->n_entries] = entry;
    sift_up(self, self->n_entries++);
    return TERCET_OK;
  }

  const uint32_t last = self->heap[0];
  if (is_before(self, row, last)) {
    TERCET_TRY(set_entry(self, last, row, arrival));
    sift_down(self, self->n_entries);
  }
  return TERCET_OK;
}

/* ---- Batches ---- */

/// Add rows of a batch whose first keys are known to those that may enter
static size_t
select_by_value(const top_k_operator *self,
                const tercet_value_column *values,
                size_t n_rows,
                uint32_t *rows)
{
  const tercet_value *const last =
      is_full(self) ? &self->values[self->heap[0] * self->keys.n] : NULL;
  size_t n = 0;
  for (size_t i = 0; i < n_rows; ++i) {
    rows[n] = (uint32_t)i;
    n += !last || tercet_sort_key_compare(&self->keys.order[0],
                                          tercet_value_at(values, i),
                                          last) <= 0;
  }
  return n;
}

/// Compute the further keys of the candidates and let them into the heap;
/// `rows` are their numbers in the batch
static tercet_status
add_candidates(top_k_operator *self, const uint32_t *rows, tercet_error *err)
{
  TERCET_TRY(tercet_sort_keys_evaluate(
      &self->keys, self->base.exec, &self->candidates, 1, self->keys.n, err));
  for (size_t i = 0; i < self->candidates.n_rows; ++i) {
    const tercet_status st = add_candidate(self, i, self->n_seen + rows[i]);
    if (st) {
      return tercet_error_set(err, st, "%s", tercet_status_string(st));
    }
  }
  return TERCET_OK;
}

/// Add a batch whose first key is any expression
static tercet_status
add_batch(top_k_operator *self, const tercet_batch *batch, tercet_error *err)
{
  uint32_t rows[TERCET_BATCH_ROWS];
  TERCET_TRY(tercet_sort_keys_evaluate(
      &self->keys, self->base.exec, batch, 0, 1, err));
  tercet_value_column *const first = &self->keys.columns[0];
  const size_t n = select_by_value(self, first, batch->n_rows, rows);
  if (!n) {
    return TERCET_OK;
  }
  tercet_batch_take(&self->candidates, batch, rows, n);
  if (!first->is_constant) {
    for (size_t i = 0; i < n; ++i) {
      self->first_keys[i] = first->values[rows[i]];
    }
    first->values = self->first_keys;
  }
  return add_candidates(self, rows, err);
}

/// Set the first keys of rows that have a score, as far as they may enter
static size_t
select_by_score(top_k_operator *self,
                tercet_score_range range,
                const uint32_t *scored,
                size_t n_scored,
                uint32_t *rows)
{
  const double *const scores = self->scorer.scores;

  // No comparison with NaN holds, so that rows in doubt are looked at again
  size_t n = 0;
  for (size_t i = 0; i < n_scored; ++i) {
    if (!(scores[i] < range.low || scores[i] > range.high)) {
      self->first_keys[n] = tercet_value_double(scores[i]);
      rows[n++] = scored[i];
    }
  }
  return n;
}

/// Merge the rows for which the function itself has to be called with those
/// that have a score, so that all come in the order of arrival
static tercet_status
merge_others(top_k_operator *self,
             const tercet_batch *batch,
             const uint32_t *others,
             size_t n_others,
             uint32_t *rows,
             size_t *n_rows,
             tercet_error *err)
{
  if (!n_others) {
    return TERCET_OK;
  }
  tercet_batch_take(&self->candidates, batch, others, n_others);
  TERCET_TRY(tercet_sort_keys_evaluate(
      &self->keys, self->base.exec, &self->candidates, 0, 1, err));

  size_t i = *n_rows;
  size_t k = n_others;
  *n_rows += n_others;
  for (size_t to = *n_rows; to-- > 0;) {
    if (!k || (i && rows[i - 1U] > others[k - 1U])) {
      --i;
      rows[to] = rows[i];
      self->first_keys[to] = self->first_keys[i];
    } else {
      --k;
      rows[to] = others[k];
      self->first_keys[to] = *tercet_value_at(&self->keys.columns[0], k);
    }
  }
  return TERCET_OK;
}

/// Add a batch whose first key has a score kernel
static tercet_status
add_scored_batch(top_k_operator *self,
                 const tercet_batch *batch,
                 tercet_error *err)
{
  uint32_t scored[TERCET_BATCH_ROWS];
  uint32_t others[TERCET_BATCH_ROWS];
  uint32_t rows[TERCET_BATCH_ROWS];
  size_t n_scored = 0;
  size_t n_others = 0;
  const tercet_score_range range = entering_range(self);
  TERCET_TRY(tercet_scorer_run(&self->scorer,
                               self->base.exec,
                               batch,
                               range,
                               scored,
                               &n_scored,
                               others,
                               &n_others,
                               err));
  if (n_others == batch->n_rows) {
    return add_batch(self, batch, err);
  }

  size_t n = select_by_score(self, range, scored, n_scored, rows);
  TERCET_TRY(merge_others(self, batch, others, n_others, rows, &n, err));
  if (!n) {
    return TERCET_OK;
  }
  tercet_batch_take(&self->candidates, batch, rows, n);
  self->keys.columns[0].values = self->first_keys;
  self->keys.columns[0].is_constant = false;
  return add_candidates(self, rows, err);
}

/// Sort the heap: the last entries go to its end, one after the other
static void
sort_heap(top_k_operator *self)
{
  for (size_t n = self->n_entries; n > 1U; --n) {
    swap(&self->heap[0], &self->heap[n - 1U]);
    sift_down(self, n - 1U);
  }
}

static tercet_status
read_all(top_k_operator *self, tercet_error *err)
{
  for (;;) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(self->base.children[0], &batch, err));
    if (!batch) {
      break;
    }
    tercet_exec_start_batch(self->base.exec);
    TERCET_TRY(self->base.plan->by_score ? add_scored_batch(self, batch, err)
                                         : add_batch(self, batch, err));
    self->n_seen += batch->n_rows;
    tell_entering(self);
  }
  sort_heap(self);
  self->is_done = true;
  return TERCET_OK;
}

static tercet_status
top_k_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  top_k_operator *const self = (top_k_operator *)op;
  if (!self->is_done) {
    TERCET_TRY(read_all(self, err));
  }

  const size_t left = self->n_entries - self->n_handed_out;
  const size_t n = left < TERCET_BATCH_ROWS ? left : TERCET_BATCH_ROWS;
  for (size_t c = 0; c < op->batch.n_columns; ++c) {
    const size_t column = (size_t)tercet_plan_column(op->children[0]->plan,
                                                     op->plan->variables[c]);
    for (size_t i = 0; i < n; ++i) {
      const size_t entry = self->heap[self->n_handed_out + i];
      op->batch.columns[c][i] = self->rows[entry * self->n_columns + column];
    }
  }
  self->n_handed_out += n;
  op->batch.n_rows = n;
  *out = n ? &op->batch : NULL;
  return TERCET_OK;
}

static void
top_k_close(tercet_operator *op)
{
  top_k_operator *const self = (top_k_operator *)op;
  const tercet_allocator *const alloc = op->exec->alloc;
  tercet_sort_keys_clear(&self->keys, op);
  tercet_scorer_clear(&self->scorer, op->exec);
  tercet_arena_clear(&self->texts);
  tercet_release(alloc, self->values);
  tercet_release(alloc, self->rows);
  tercet_release(alloc, self->arrivals);
  tercet_release(alloc, self->heap);
  tercet_batch_clear(&self->candidates, alloc);
  tercet_release(alloc, self->first_keys);
}

static tercet_status
top_k_describe(const tercet_plan *plan,
               const tercet_algebra_query *query,
               tercet_buffer *out)
{
  TERCET_TRY(
      tercet_buffer_printf(out, " k=%llu", (unsigned long long)plan->limit));
  TERCET_TRY(tercet_sort_keys_describe(plan, query, out));
  return plan->by_score ? tercet_scorer_describe(plan, out) : TERCET_OK;
}

const tercet_operator_type tercet_top_k_operator = {
    .size = sizeof(top_k_operator),
    .open = top_k_open,
    .next = top_k_next,
    .close = top_k_close,
    .describe = top_k_describe,
};
