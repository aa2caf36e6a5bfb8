// SPDX-License-Identifier: Apache-2.0

/**
   Patterns restricted to rows that are known when they run: the right side of
   a bind join.  The rows enter as a leaf, KEYS, which is pushed down through
   everything that keeps its meaning, to where it spares most.
*/

#include "sparql/optimize_internal.h"

#include "base/error.h"

/// Return whether all variables of KEYS are in a set
static bool
has_all(const tercet_algebra *keys, const uint64_t *set)
{
  for (size_t i = 0; i < keys->n_variables; ++i) {
    if (!tercet_set_has(set, keys->variables[i])) {
      return false;
    }
  }
  return true;
}

/// Return a copy of a node that has not been analysed yet
static tercet_algebra *
copy_node(tercet_optimizer *o, const tercet_algebra *node)
{
  tercet_algebra *const copy =
      tercet_algebra_new(o->arena, node->kind, node->n_children);
  if (!copy) {
    (void)tercet_error_no_memory(o->err);
    return NULL;
  }
  tercet_algebra **const children = copy->children;
  *copy = *node;
  copy->children = children;
  copy->possible = NULL;
  copy->certain = NULL;
  for (size_t i = 0; i < node->n_children; ++i) {
    children[i] = node->children[i];
  }
  return copy;
}

static tercet_status
push_keys(tercet_optimizer *o,
          tercet_algebra *keys,
          tercet_algebra *node,
          tercet_algebra **out);

/// Push KEYS into the first `n` children
static tercet_status
push_into_children(tercet_optimizer *o,
                   tercet_algebra *keys,
                   tercet_algebra *node,
                   size_t n,
                   tercet_algebra **out)
{
  tercet_algebra *const copy = copy_node(o, node);
  if (!copy) {
    return TERCET_ERR_NO_MEMORY;
  }
  *out = NULL;
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(push_keys(o, keys, node->children[i], &copy->children[i]));
    if (!copy->children[i]) {
      return TERCET_OK;
    }
  }
  *out = copy;
  return TERCET_OK;
}

static bool
is_in(tercet_variable variable, size_t n, const tercet_variable *variables)
{
  for (size_t i = 0; i < n; ++i) {
    if (variables[i] == variable) {
      return true;
    }
  }
  return false;
}

/// Set `out` to the node joined with KEYS, or to NULL if that spares nothing
static tercet_status
push_keys(tercet_optimizer *o,
          tercet_algebra *keys,
          tercet_algebra *node,
          tercet_algebra **out)
{
  *out = NULL;
  if (!has_all(keys, node->certain)) {
    return TERCET_OK;
  }

  switch (node->kind) {
  case TERCET_ALGEBRA_PATTERN:
  case TERCET_ALGEBRA_GRAPHS:
  case TERCET_ALGEBRA_VALUES:
  case TERCET_ALGEBRA_JOIN:
    *out = tercet_algebra_join(o->arena, keys, node);
    return *out ? TERCET_OK : tercet_error_no_memory(o->err);
  case TERCET_ALGEBRA_UNION:
    return push_into_children(o, keys, node, node->n_children, out);
  case TERCET_ALGEBRA_EXTEND:
  case TERCET_ALGEBRA_GROUP:
    for (size_t i = 0; i < keys->n_variables; ++i) {
      const tercet_variable v = keys->variables[i];
      if (node->kind == TERCET_ALGEBRA_EXTEND
              ? v == node->variable
              : !is_in(v, node->n_variables, node->variables)) {
        return TERCET_OK;
      }
    }
    return push_into_children(o, keys, node, 1, out);
  case TERCET_ALGEBRA_LEFT_JOIN:
  case TERCET_ALGEBRA_FILTER:
  case TERCET_ALGEBRA_PROJECT:
  case TERCET_ALGEBRA_DISTINCT:
  case TERCET_ALGEBRA_REDUCED:
    return push_into_children(o, keys, node, 1, out);
  case TERCET_ALGEBRA_UNIT:
  case TERCET_ALGEBRA_KEYS:
  case TERCET_ALGEBRA_ORDER:
  case TERCET_ALGEBRA_SLICE:
    break;
  }
  return TERCET_OK;
}

tercet_status
tercet_optimizer_run_bound(tercet_optimizer *o,
                           tercet_algebra *pattern,
                           size_t n_keys,
                           const tercet_variable *keys,
                           double n_rows,
                           const uint64_t *needed,
                           tercet_key_rows **key_rows,
                           tercet_plan **out)
{
  tercet_algebra *const node =
      tercet_algebra_new(o->arena, TERCET_ALGEBRA_KEYS, 0);
  tercet_variable *const copy = (tercet_variable *)tercet_arena_allocate_array(
      o->arena, n_keys, sizeof(tercet_variable));
  *key_rows = (tercet_key_rows *)tercet_arena_allocate_array(
      o->arena, 1, sizeof(tercet_key_rows));
  if (!node || !copy || !*key_rows) {
    return tercet_error_no_memory(o->err);
  }
  memcpy(copy, keys, n_keys * sizeof(*keys));
  node->variables = copy;
  node->n_variables = n_keys;
  node->keys = *key_rows;
  node->n_rows = (size_t)n_rows;

  // Rows that are at hand anyway are not worth it
  tercet_algebra *bound = NULL;
  *out = NULL;
  if (pattern->kind == TERCET_ALGEBRA_VALUES ||
      pattern->kind == TERCET_ALGEBRA_GRAPHS) {
    return TERCET_OK;
  }
  ++o->n_bound_plans;
  TERCET_TRY(tercet_optimizer_analyse(o, pattern));
  TERCET_TRY(push_keys(o, node, pattern, &bound));
  if (!bound) {
    return TERCET_OK;
  }
  TERCET_TRY(tercet_optimizer_analyse(o, bound));
  return tercet_optimizer_run(o, bound, needed, out);
}
