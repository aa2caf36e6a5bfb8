// SPDX-License-Identifier: Apache-2.0

/**
   The SPARQL algebra evaluated by its definitions (SPARQL 1.1, 18.4 and 18.5),
   with nested loops over all quads: what plans and operators are compared with.

   Expressions are left to the evaluator, one row at a time.
*/

#ifndef TERCET_TEST_NAIVE_H
#define TERCET_TEST_NAIVE_H

#include "check.h"

#include "base/allocator.h"
#include "sparql/expr/evaluate.h"
#include "sparql/query.h"
#include "store/dataset.h"

/// Rows beyond which an evaluation is given up
#define NAIVE_MAX_ROWS 60000U

/// Solutions: `width` ids for each row, one for each variable of the query
typedef struct {
  size_t width;
  size_t n_rows;
  size_t capacity;
  tercet_id *ids;
} naive_rows;

typedef struct {
  const tercet_algebra_query *query;
  size_t n_quads;
  tercet_id_quad *quads;
  tercet_expr_context context;
  tercet_arena arena;    ///< Values
  tercet_arena compiled; ///< Expressions
  bool gave_up;
} naive;

static inline naive_rows
naive_new_rows(const naive *n)
{
  const naive_rows rows = {n->query->n_variables, 0, 0, NULL};
  return rows;
}

static inline const tercet_id *
naive_row(const naive_rows *rows, size_t i)
{
  return rows->ids + i * rows->width;
}

static inline void
naive_add(naive *n, naive_rows *rows, const tercet_id *row)
{
  if (rows->n_rows == NAIVE_MAX_ROWS) {
    n->gave_up = true;
    return;
  }
  if (rows->n_rows == rows->capacity) {
    rows->capacity = 2U * rows->capacity + 16U;
    rows->ids = (tercet_id *)realloc(
        rows->ids, rows->capacity * rows->width * sizeof(tercet_id));
  }
  memcpy(rows->ids + rows->n_rows * rows->width,
         row,
         rows->width * sizeof(tercet_id));
  ++rows->n_rows;
}

static inline int
naive_identity(const void *data, tercet_variable variable)
{
  (void)data;
  return (int)variable;
}

/// Return the value of an expression on a row as an id
static inline tercet_id
naive_evaluate(naive *n, const tercet_expr *expr, const tercet_id *row)
{
  tercet_id *columns[256];
  tercet_id copy[256];
  tercet_compiled_expr *compiled = NULL;
  tercet_value_column values = {0};
  tercet_id id = TERCET_ID_NONE;
  tercet_batch batch = {1, n->query->n_variables, columns};
  for (size_t i = 0; i < batch.n_columns; ++i) {
    copy[i] = row[i];
    columns[i] = &copy[i];
  }
  tercet_arena_reset(&n->arena);
  CHECK_STATUS(tercet_expr_compile(expr,
                                   naive_identity,
                                   NULL,
                                   &n->context,
                                   &n->compiled,
                                   &compiled,
                                   NULL),
               TERCET_OK);
  CHECK_STATUS(
      tercet_expr_evaluate(compiled, &n->context, &batch, &values, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_value_to_id(&n->context, values.values, &id), TERCET_OK);
  tercet_compiled_expr_clear(compiled);
  return id;
}

/// Return whether all conditions hold on a row
static inline bool
naive_holds(naive *n,
            size_t n_exprs,
            tercet_expr *const *exprs,
            const tercet_id *row)
{
  for (size_t i = 0; i < n_exprs; ++i) {
    tercet_value value;
    const tercet_id id = naive_evaluate(n, exprs[i], row);
    CHECK_STATUS(tercet_value_from_id(&n->context, id, &value), TERCET_OK);
    if (tercet_value_truth(&value) != 1) {
      return false;
    }
  }
  return true;
}

/// Set `out` to the merge of two solutions if they are compatible
static inline bool
naive_merge(size_t width,
            const tercet_id *a,
            const tercet_id *b,
            tercet_id *out)
{
  for (size_t i = 0; i < width; ++i) {
    if (a[i] != TERCET_ID_NONE && b[i] != TERCET_ID_NONE && a[i] != b[i]) {
      return false;
    }
    out[i] = a[i] != TERCET_ID_NONE ? a[i] : b[i];
  }
  return true;
}

static inline bool
naive_listed(tercet_id id, size_t n_ids, const tercet_id *ids)
{
  for (size_t i = 0; i < n_ids; ++i) {
    if (ids[i] == id) {
      return true;
    }
  }
  return false;
}

/// Return whether a quad is in the graphs that a pattern is matched in
static inline bool
naive_sees(const naive *n, const tercet_slot *graph, tercet_id id)
{
  const tercet_query_graphs *const graphs = &n->query->graphs;
  if (graph->variable == TERCET_VARIABLE_NONE && graph->id == TERCET_ID_NONE) {
    return naive_listed(id, graphs->n_default, graphs->default_graphs);
  }
  return id != TERCET_ID_NONE &&
         (graphs->all_named ||
          naive_listed(id, graphs->n_named, graphs->named_graphs)) &&
         (graph->id == TERCET_ID_NONE || graph->id == id);
}

/// Return whether row `i` equals an earlier one
static inline bool
naive_is_repeated(const naive_rows *rows, size_t i)
{
  for (size_t k = 0; k < i; ++k) {
    if (!memcmp(naive_row(rows, k),
                naive_row(rows, i),
                rows->width * sizeof(tercet_id))) {
      return true;
    }
  }
  return false;
}

static inline naive_rows
naive_distinct(naive *n, naive_rows rows)
{
  naive_rows out = naive_new_rows(n);
  for (size_t i = 0; i < rows.n_rows; ++i) {
    if (!naive_is_repeated(&rows, i)) {
      naive_add(n, &out, naive_row(&rows, i));
    }
  }
  free(rows.ids);
  return out;
}

static inline naive_rows
naive_pattern(naive *n, const tercet_algebra *node)
{
  naive_rows out = naive_new_rows(n);
  for (size_t i = 0; i < n->n_quads; ++i) {
    tercet_id row[256] = {0};
    bool matches = naive_sees(n, &node->slots[3], n->quads[i].id[3]);
    for (size_t k = 0; k < 4 && matches; ++k) {
      const tercet_slot *const slot = &node->slots[k];
      const tercet_id id = n->quads[i].id[k];
      if (slot->variable == TERCET_VARIABLE_NONE) {
        matches = k == 3 || slot->id == id;
      } else {
        matches =
            row[slot->variable] == TERCET_ID_NONE || row[slot->variable] == id;
        row[slot->variable] = id;
      }
    }
    if (matches) {
      naive_add(n, &out, row);
    }
  }
  // The default graph is a merge of graphs: each triple once
  return n->query->graphs.n_default > 1 ? naive_distinct(n, out) : out;
}

static inline naive_rows
naive_graphs(naive *n, const tercet_algebra *node)
{
  naive_rows out = naive_new_rows(n);
  const tercet_slot any = {node->variable, node->slots[3].id};
  for (size_t i = 0; i < n->n_quads; ++i) {
    tercet_id row[256] = {0};
    row[node->variable] = n->quads[i].id[3];
    if (naive_sees(n, &any, n->quads[i].id[3])) {
      naive_add(n, &out, row);
    }
  }
  return naive_distinct(n, out);
}

static inline naive_rows
naive_join(naive *n, naive_rows a, naive_rows b)
{
  naive_rows out = naive_new_rows(n);
  tercet_id row[256];
  for (size_t i = 0; i < a.n_rows && !n->gave_up; ++i) {
    for (size_t k = 0; k < b.n_rows && !n->gave_up; ++k) {
      if (naive_merge(a.width, naive_row(&a, i), naive_row(&b, k), row)) {
        naive_add(n, &out, row);
      }
    }
  }
  free(a.ids);
  free(b.ids);
  return out;
}

static inline naive_rows
naive_left_join(naive *n,
                const tercet_algebra *node,
                naive_rows a,
                naive_rows b)
{
  naive_rows out = naive_new_rows(n);
  tercet_id row[256];
  for (size_t i = 0; i < a.n_rows && !n->gave_up; ++i) {
    bool found = false;
    for (size_t k = 0; k < b.n_rows && !n->gave_up; ++k) {
      if (naive_merge(a.width, naive_row(&a, i), naive_row(&b, k), row) &&
          naive_holds(n, node->n_exprs, node->exprs, row)) {
        naive_add(n, &out, row);
        found = true;
      }
    }
    if (!found) {
      naive_add(n, &out, naive_row(&a, i));
    }
  }
  free(a.ids);
  free(b.ids);
  return out;
}

static inline naive_rows
naive_filter(naive *n, const tercet_algebra *node, naive_rows a)
{
  naive_rows out = naive_new_rows(n);
  for (size_t i = 0; i < a.n_rows; ++i) {
    if (naive_holds(n, node->n_exprs, node->exprs, naive_row(&a, i))) {
      naive_add(n, &out, naive_row(&a, i));
    }
  }
  free(a.ids);
  return out;
}

static inline naive_rows
naive_extend(naive *n, const tercet_algebra *node, naive_rows a)
{
  for (size_t i = 0; i < a.n_rows; ++i) {
    a.ids[i * a.width + node->variable] =
        naive_evaluate(n, node->exprs[0], naive_row(&a, i));
  }
  return a;
}

static inline naive_rows
naive_values(naive *n, const tercet_algebra *node)
{
  naive_rows out = naive_new_rows(n);
  for (size_t i = 0; i < node->n_rows; ++i) {
    tercet_id row[256] = {0};
    for (size_t k = 0; k < node->n_variables; ++k) {
      row[node->variables[k]] = node->ids[i * node->n_variables + k];
    }
    naive_add(n, &out, row);
  }
  return out;
}

static inline naive_rows
naive_project(naive *n, const tercet_algebra *node, naive_rows a)
{
  naive_rows out = naive_new_rows(n);
  for (size_t i = 0; i < a.n_rows; ++i) {
    tercet_id row[256] = {0};
    for (size_t k = 0; k < node->n_variables; ++k) {
      row[node->variables[k]] = naive_row(&a, i)[node->variables[k]];
    }
    naive_add(n, &out, row);
  }
  free(a.ids);
  return out;
}

/// Compute one aggregate of the rows that have the same keys as row `first`
static inline tercet_id
naive_aggregate(naive *n,
                const tercet_aggregation *a,
                const naive_rows *rows,
                const size_t *members,
                size_t n_members)
{
  tercet_accumulator *accumulator = NULL;
  tercet_value value = {0};
  tercet_id id = TERCET_ID_NONE;
  tercet_id *const seen =
      (tercet_id *)malloc((n_members + 1U) * sizeof(tercet_id));
  CHECK_STATUS(
      tercet_accumulator_new(&n->context, a->kind, a->separator, &accumulator),
      TERCET_OK);
  size_t n_seen = 0;
  for (size_t i = 0; i < n_members; ++i) {
    if (!a->arg) {
      CHECK_STATUS(tercet_accumulator_add(accumulator, &n->context, NULL),
                   TERCET_OK);
      continue;
    }
    const tercet_id arg =
        naive_evaluate(n, a->arg, naive_row(rows, members[i]));
    if (a->distinct && arg != TERCET_ID_NONE) {
      if (naive_listed(arg, n_seen, seen)) {
        continue;
      }
      seen[n_seen++] = arg;
    }
    CHECK_STATUS(tercet_value_from_id(&n->context, arg, &value), TERCET_OK);
    CHECK_STATUS(tercet_accumulator_add(accumulator, &n->context, &value),
                 TERCET_OK);
  }
  CHECK_STATUS(tercet_accumulator_finish(accumulator, &n->context, &value),
               TERCET_OK);
  CHECK_STATUS(tercet_value_to_id(&n->context, &value, &id), TERCET_OK);
  tercet_accumulator_free(accumulator);
  free(seen);
  return id;
}

static inline naive_rows
naive_group(naive *n, const tercet_algebra *node, naive_rows a)
{
  naive_rows out = naive_new_rows(n);
  bool *const done = (bool *)calloc(a.n_rows + 1U, sizeof(bool));
  size_t *const members = (size_t *)malloc((a.n_rows + 1U) * sizeof(size_t));
  const size_t n_starts = node->n_variables ? a.n_rows : 1U;
  for (size_t i = 0; i < n_starts; ++i) {
    tercet_id row[256] = {0};
    size_t n_members = 0;
    if (done[i]) {
      continue;
    }
    for (size_t k = i; k < a.n_rows; ++k) {
      bool same = true;
      for (size_t v = 0; v < node->n_variables; ++v) {
        same = same && naive_row(&a, k)[node->variables[v]] ==
                           naive_row(&a, i)[node->variables[v]];
      }
      if (same) {
        done[k] = true;
        members[n_members++] = k;
      }
    }
    for (size_t v = 0; v < node->n_variables; ++v) {
      row[node->variables[v]] = naive_row(&a, i)[node->variables[v]];
    }
    for (size_t k = 0; k < node->n_aggregations; ++k) {
      row[node->aggregations[k].variable] =
          naive_aggregate(n, &node->aggregations[k], &a, members, n_members);
    }
    naive_add(n, &out, row);
  }
  free(done);
  free(members);
  free(a.ids);
  return out;
}

static inline bool
naive_is_after(naive *n,
               const tercet_algebra *node,
               const tercet_id *a,
               const tercet_id *b)
{
  for (size_t k = 0; k < node->n_order; ++k) {
    tercet_value x;
    tercet_value y;
    const tercet_id id_a = naive_evaluate(n, node->order[k].expr, a);
    const tercet_id id_b = naive_evaluate(n, node->order[k].expr, b);
    tercet_arena_reset(&n->arena);
    CHECK_STATUS(tercet_value_from_id(&n->context, id_a, &x), TERCET_OK);
    CHECK_STATUS(tercet_value_from_id(&n->context, id_b, &y), TERCET_OK);
    const int order = tercet_value_order(&x, &y);
    if (order) {
      return node->order[k].descending ? order < 0 : order > 0;
    }
  }
  return false;
}

/// Sort by insertion, which keeps the order of equal rows
static inline naive_rows
naive_order(naive *n, const tercet_algebra *node, naive_rows a)
{
  for (size_t i = 1; i < a.n_rows; ++i) {
    tercet_id row[256];
    size_t k = i;
    memcpy(row, naive_row(&a, i), a.width * sizeof(tercet_id));
    for (; k && naive_is_after(n, node, naive_row(&a, k - 1U), row); --k) {
      memcpy(a.ids + k * a.width,
             naive_row(&a, k - 1U),
             a.width * sizeof(tercet_id));
    }
    memcpy(a.ids + k * a.width, row, a.width * sizeof(tercet_id));
  }
  return a;
}

static inline naive_rows
naive_slice(naive *n, const tercet_algebra *node, naive_rows a)
{
  naive_rows out = naive_new_rows(n);
  for (size_t i = 0; i < a.n_rows; ++i) {
    if (i >= node->offset && i - node->offset < node->limit) {
      naive_add(n, &out, naive_row(&a, i));
    }
  }
  free(a.ids);
  return out;
}

static inline naive_rows
naive_run(naive *n, const tercet_algebra *node)
{
  naive_rows first = naive_new_rows(n);
  tercet_id none[256] = {0};
  if (node->n_children && node->kind != TERCET_ALGEBRA_UNION) {
    first = naive_run(n, node->children[0]);
  }
  switch (node->kind) {
  case TERCET_ALGEBRA_UNIT:
    naive_add(n, &first, none);
    return first;
  case TERCET_ALGEBRA_PATTERN:
    return naive_pattern(n, node);
  case TERCET_ALGEBRA_GRAPHS:
    return naive_graphs(n, node);
  case TERCET_ALGEBRA_VALUES:
    return naive_values(n, node);
  case TERCET_ALGEBRA_KEYS:
    break;
  case TERCET_ALGEBRA_JOIN:
    for (size_t i = 1; i < node->n_children; ++i) {
      first = naive_join(n, first, naive_run(n, node->children[i]));
    }
    return first;
  case TERCET_ALGEBRA_LEFT_JOIN:
    return naive_left_join(n, node, first, naive_run(n, node->children[1]));
  case TERCET_ALGEBRA_UNION:
    for (size_t i = 0; i < node->n_children; ++i) {
      naive_rows branch = naive_run(n, node->children[i]);
      for (size_t k = 0; k < branch.n_rows; ++k) {
        naive_add(n, &first, naive_row(&branch, k));
      }
      free(branch.ids);
    }
    return first;
  case TERCET_ALGEBRA_FILTER:
    return naive_filter(n, node, first);
  case TERCET_ALGEBRA_EXTEND:
    return naive_extend(n, node, first);
  case TERCET_ALGEBRA_GROUP:
    return naive_group(n, node, first);
  case TERCET_ALGEBRA_ORDER:
    return naive_order(n, node, first);
  case TERCET_ALGEBRA_PROJECT:
    return naive_project(n, node, first);
  case TERCET_ALGEBRA_DISTINCT:
    return naive_distinct(n, first);
  case TERCET_ALGEBRA_REDUCED:
    return first;
  case TERCET_ALGEBRA_SLICE:
    return naive_slice(n, node, first);
  }
  return first;
}

/// Evaluate the whole query; the caller frees the rows' ids
static inline naive_rows
naive_run_query(naive *n,
                const tercet_algebra_query *query,
                tercet_dataset *dataset)
{
  const tercet_segment *const segment = tercet_dataset_segment(dataset);
  const tercet_string base = {NULL, 0};
  *n = (naive){0};
  n->query = query;
  n->n_quads = (size_t)tercet_segment_size(segment);
  n->quads =
      (tercet_id_quad *)malloc((n->n_quads + 1U) * sizeof(tercet_id_quad));
  CHECK(query->n_variables < 256);
  CHECK_STATUS(tercet_segment_unpack(segment, n->quads), TERCET_OK);
  tercet_arena_init(&n->arena, NULL, SIZE_MAX);
  tercet_arena_init(&n->compiled, NULL, SIZE_MAX);
  tercet_expr_context_init(&n->context,
                           &tercet_allocator_default,
                           query->dictionary,
                           base,
                           &n->arena,
                           NULL);
  const naive_rows rows = naive_run(n, query->root);
  tercet_expr_context_clear(&n->context);
  tercet_arena_clear(&n->arena);
  tercet_arena_clear(&n->compiled);
  free(n->quads);
  return rows;
}

#endif // TERCET_TEST_NAIVE_H
