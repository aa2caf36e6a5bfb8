// SPDX-License-Identifier: Apache-2.0

/// Which variables a pattern binds, and how many rows are to be expected

#include "sparql/optimize_internal.h"

#include "base/error.h"

uint64_t *
tercet_set_new(tercet_optimizer *o, const uint64_t *from)
{
  uint64_t *const set = (uint64_t *)tercet_arena_allocate_array(
      o->arena, o->n_words, sizeof(uint64_t));
  if (!set) {
    (void)tercet_error_no_memory(o->err);
    return NULL;
  }
  if (from) {
    memcpy(set, from, o->n_words * sizeof(uint64_t));
  }
  return set;
}

static void
add_variable(void *context, tercet_variable variable)
{
  tercet_set_add((uint64_t *)context, variable);
}

void
tercet_set_add_expr(uint64_t *set, const tercet_expr *expr)
{
  tercet_expr_visit_variables(expr, add_variable, set);
}

/// Keep the variables that both sets have
static void
intersect(const tercet_optimizer *o, uint64_t *set, const uint64_t *b)
{
  for (size_t i = 0; i < o->n_words; ++i) {
    set[i] &= b[i];
  }
}

static bool
is_certain_expr(const tercet_algebra *extend)
{
  const tercet_expr *const expr = extend->exprs[0];
  return expr->kind == TERCET_EXPR_TERM ||
         (expr->kind == TERCET_EXPR_VARIABLE &&
          tercet_set_has(extend->children[0]->certain, expr->variable));
}

static void
analyse_values(tercet_algebra *node)
{
  for (size_t i = 0; i < node->n_variables; ++i) {
    bool certain = true;
    for (size_t row = 0; row < node->n_rows; ++row) {
      certain =
          certain && node->ids[row * node->n_variables + i] != TERCET_ID_NONE;
    }
    tercet_set_add(node->possible, node->variables[i]);
    if (certain) {
      tercet_set_add(node->certain, node->variables[i]);
    }
  }
}

/// Set what a node binds itself, without its children
static void
analyse_leaf(tercet_algebra *node)
{
  switch (node->kind) {
  case TERCET_ALGEBRA_PATTERN:
    for (size_t i = 0; i < 4; ++i) {
      if (node->slots[i].variable != TERCET_VARIABLE_NONE) {
        tercet_set_add(node->possible, node->slots[i].variable);
        tercet_set_add(node->certain, node->slots[i].variable);
      }
    }
    break;
  case TERCET_ALGEBRA_GRAPHS:
    tercet_set_add(node->possible, node->variable);
    tercet_set_add(node->certain, node->variable);
    break;
  case TERCET_ALGEBRA_VALUES:
    analyse_values(node);
    break;
  case TERCET_ALGEBRA_KEYS:
    for (size_t i = 0; i < node->n_variables; ++i) {
      tercet_set_add(node->possible, node->variables[i]);
      tercet_set_add(node->certain, node->variables[i]);
    }
    break;
  case TERCET_ALGEBRA_UNIT:
  case TERCET_ALGEBRA_JOIN:
  case TERCET_ALGEBRA_LEFT_JOIN:
  case TERCET_ALGEBRA_UNION:
  case TERCET_ALGEBRA_FILTER:
  case TERCET_ALGEBRA_EXTEND:
  case TERCET_ALGEBRA_GROUP:
  case TERCET_ALGEBRA_ORDER:
  case TERCET_ALGEBRA_PROJECT:
  case TERCET_ALGEBRA_DISTINCT:
  case TERCET_ALGEBRA_REDUCED:
  case TERCET_ALGEBRA_SLICE:
    break;
  }
}

/// Keep only the keys of the child's variables and add the aggregates
static tercet_status
analyse_group(tercet_optimizer *o, tercet_algebra *node)
{
  uint64_t *const keys = tercet_set_new(o, NULL);
  if (!keys) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < node->n_variables; ++i) {
    tercet_set_add(keys, node->variables[i]);
  }
  intersect(o, node->possible, keys);
  intersect(o, node->certain, keys);

  for (size_t i = 0; i < node->n_aggregations; ++i) {
    const tercet_aggregation *const a = &node->aggregations[i];
    tercet_set_add(node->possible, a->variable);
    if (a->kind == TERCET_AGGREGATE_COUNT) {
      tercet_set_add(node->certain, a->variable);
    }
  }
  return TERCET_OK;
}

/// Set what a node with children binds
static tercet_status
analyse_inner(tercet_optimizer *o, tercet_algebra *node)
{
  for (size_t i = 0; i < node->n_children; ++i) {
    const tercet_algebra *const child = node->children[i];
    tercet_set_unite(o, node->possible, child->possible);
    if (i == 0 || node->kind == TERCET_ALGEBRA_JOIN) {
      tercet_set_unite(o, node->certain, child->certain);
    } else if (node->kind == TERCET_ALGEBRA_UNION) {
      intersect(o, node->certain, child->certain);
    }
  }

  if (node->kind == TERCET_ALGEBRA_EXTEND) {
    tercet_set_add(node->possible, node->variable);
    if (is_certain_expr(node)) {
      tercet_set_add(node->certain, node->variable);
    }
  }
  if (node->kind == TERCET_ALGEBRA_PROJECT) {
    uint64_t *const kept = tercet_set_new(o, NULL);
    if (!kept) {
      return TERCET_ERR_NO_MEMORY;
    }
    for (size_t i = 0; i < node->n_variables; ++i) {
      tercet_set_add(kept, node->variables[i]);
    }
    intersect(o, node->possible, kept);
    intersect(o, node->certain, kept);
  }
  return node->kind == TERCET_ALGEBRA_GROUP ? analyse_group(o, node)
                                            : TERCET_OK;
}

tercet_status
tercet_optimizer_analyse(tercet_optimizer *o, tercet_algebra *node)
{
  if (node->possible) {
    return TERCET_OK;
  }
  for (size_t i = 0; i < node->n_children; ++i) {
    TERCET_TRY(tercet_optimizer_analyse(o, node->children[i]));
  }

  uint64_t *const possible = tercet_set_new(o, NULL);
  node->certain = tercet_set_new(o, NULL);
  if (!possible || !node->certain) {
    return TERCET_ERR_NO_MEMORY;
  }
  node->possible = possible;
  analyse_leaf(node);
  return analyse_inner(o, node);
}

unsigned
tercet_slots_known(const tercet_slot slots[4])
{
  unsigned places = 0;
  for (unsigned i = 0; i < 3; ++i) {
    places |= (slots[i].id != TERCET_ID_NONE ? 1U : 0U) << i;
  }
  return places;
}

bool
tercet_order_has_prefix(tercet_order order, unsigned places)
{
  const uint8_t *const at = tercet_order_places[order];
  unsigned left = places;
  for (size_t i = 0; i < 3 && left; ++i) {
    if (!(left & (1U << at[i]))) {
      return false;
    }
    left &= ~(1U << at[i]);
  }
  return true;
}

/// Return the order that starts with the known places and then has `next`
static tercet_order
find_order(unsigned known, unsigned next)
{
  for (unsigned order = 0; order < TERCET_ORDER_COUNT; ++order) {
    if (tercet_order_has_prefix((tercet_order)order, known) &&
        tercet_order_has_prefix((tercet_order)order, known | (1U << next))) {
      return (tercet_order)order;
    }
  }
  return TERCET_ORDER_SPO;
}

static unsigned
set_prefix(tercet_order order,
           unsigned known,
           const tercet_slot slots[4],
           tercet_id prefix[3])
{
  unsigned n = 0;
  for (; n < 3 && (known & (1U << tercet_order_places[order][n])); ++n) {
    prefix[n] = slots[tercet_order_places[order][n]].id;
  }
  return n;
}

/// Set how many values an unknown place of a pattern has
static double
estimate_distinct(const tercet_optimizer *o,
                  const tercet_slot slots[4],
                  unsigned known,
                  unsigned place,
                  double rows)
{
  tercet_id prefix[3] = {0};
  const tercet_order order = find_order(known, place);
  const unsigned n = set_prefix(order, known, slots, prefix);
  if (n > 1 || rows <= 1.0) {
    return rows;
  }
  return (double)tercet_segment_count_distinct(o->segment, order, n, prefix);
}

void
tercet_estimate_pattern(const tercet_optimizer *o,
                        const tercet_slot slots[4],
                        tercet_pattern_estimate *out)
{
  *out = (tercet_pattern_estimate){0};
  const unsigned known = tercet_slots_known(slots);
  tercet_id prefix[3] = {0};
  for (unsigned i = 0; i < 4; ++i) {
    out->distinct[i] = 1.0;
    out->is_empty = out->is_empty || slots[i].id == TERCET_ID_UNKNOWN;
  }
  if (out->is_empty || !o->segment) {
    out->is_empty = true;
    return;
  }

  const tercet_order order = find_order(known, 0);
  const tercet_order usable =
      tercet_order_has_prefix(order, known) ? order : find_order(known, 1);
  const tercet_order best =
      tercet_order_has_prefix(usable, known) ? usable : find_order(known, 2);
  const unsigned n = set_prefix(best, known, slots, prefix);
  out->rows = (double)tercet_segment_count(o->segment, best, n, prefix);
  out->is_empty = out->rows <= 0.0;
  for (unsigned i = 0; i < 3 && !out->is_empty; ++i) {
    if (!(known & (1U << i))) {
      out->distinct[i] = estimate_distinct(o, slots, known, i, out->rows);
    }
  }

  // A variable that stands twice: as if joined to itself
  for (unsigned i = 0; i < 3; ++i) {
    for (unsigned j = i + 1U; j < 3; ++j) {
      if (slots[i].variable != TERCET_VARIABLE_NONE &&
          slots[i].variable == slots[j].variable) {
        out->rows /= out->distinct[i] > 1.0 ? out->distinct[i] : 1.0;
      }
    }
  }

  size_t n_graphs = 0;
  (void)tercet_segment_graphs(o->segment, &n_graphs);
  if (slots[TERCET_G].variable != TERCET_VARIABLE_NONE &&
      slots[TERCET_G].id == TERCET_ID_NONE) {
    out->distinct[TERCET_G] = n_graphs ? (double)n_graphs : 1.0;
  }
}

double
tercet_estimate_filter(const tercet_expr *expr)
{
  switch (expr->kind) {
  case TERCET_EXPR_EQUAL:
    return 0.05;
  case TERCET_EXPR_NOT_EQUAL:
  case TERCET_EXPR_NOT_IN:
    return 0.9;
  case TERCET_EXPR_LESS:
  case TERCET_EXPR_GREATER:
  case TERCET_EXPR_LESS_EQUAL:
  case TERCET_EXPR_GREATER_EQUAL:
    return 0.4;
  case TERCET_EXPR_IN:
    return 0.1;
  case TERCET_EXPR_NOT:
    return 1.0 - tercet_estimate_filter(expr->args[0]);
  case TERCET_EXPR_AND:
    return tercet_estimate_filter(expr->args[0]) *
           tercet_estimate_filter(expr->args[1]);
  case TERCET_EXPR_OR: {
    const double a = tercet_estimate_filter(expr->args[0]);
    const double b = tercet_estimate_filter(expr->args[1]);
    return a + b - a * b;
  }
  case TERCET_EXPR_BUILTIN:
    return expr->builtin == TERCET_BUILTIN_BOUND ? 0.7 : 0.2;
  case TERCET_EXPR_VARIABLE:
  case TERCET_EXPR_TERM:
  case TERCET_EXPR_ADD:
  case TERCET_EXPR_SUBTRACT:
  case TERCET_EXPR_MULTIPLY:
  case TERCET_EXPR_DIVIDE:
  case TERCET_EXPR_PLUS:
  case TERCET_EXPR_MINUS:
  case TERCET_EXPR_FUNCTION:
  case TERCET_EXPR_AGGREGATE:
  case TERCET_EXPR_EXISTS:
  case TERCET_EXPR_NOT_EXISTS:
    break;
  }
  return 0.5;
}
