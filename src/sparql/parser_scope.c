// SPDX-License-Identifier: Apache-2.0

#include "sparql/parser_internal.h"

#include <assert.h>

static tercet_scope_entry *
entry_at(const tercet_scope *scope, size_t position)
{
  return (tercet_scope_entry *)scope->entries.items + position;
}

static size_t *
newest_of(const tercet_scope *scope, tercet_variable variable)
{
  assert(variable < scope->newest.n);
  return (size_t *)scope->newest.items + variable;
}

size_t
tercet_scope_enter(tercet_parser *p)
{
  const size_t mark = p->scope.start;
  p->scope.start = p->scope.entries.n;
  return mark;
}

void
tercet_scope_leave(tercet_parser *p, size_t mark)
{
  p->scope.start = mark;
}

void
tercet_scope_drop(tercet_parser *p, size_t mark)
{
  tercet_scope *const scope = &p->scope;
  while (scope->entries.n > scope->start) {
    const tercet_scope_entry *const entry = entry_at(scope, --scope->entries.n);
    *newest_of(scope, entry->variable) = entry->hidden;
  }
  scope->start = mark;
}

bool
tercet_scope_has(const tercet_parser *p, tercet_variable variable)
{
  return *newest_of(&p->scope, variable) > p->scope.start;
}

tercet_status
tercet_scope_add(tercet_parser *p, tercet_variable variable)
{
  if (tercet_scope_has(p, variable)) {
    return TERCET_OK;
  }

  tercet_scope_entry *const entry =
      tercet_list_add(p, &p->scope.entries, sizeof(*entry));
  if (!entry) {
    return tercet_parser_no_memory(p);
  }

  size_t *const newest = newest_of(&p->scope, variable);
  *entry = (tercet_scope_entry){variable, *newest};
  *newest = p->scope.entries.n;
  return TERCET_OK;
}

tercet_status
tercet_scope_project(tercet_parser *p, tercet_ast_select *select)
{
  const tercet_scope *const scope = &p->scope;
  tercet_list projections = {NULL, 0U, 0U};

  for (size_t i = scope->start; i < scope->entries.n; ++i) {
    // A variable of several inner groups shows once, where it came first
    const tercet_scope_entry *const entry = entry_at(scope, i);
    if (entry->hidden > scope->start) {
      continue;
    }

    tercet_ast_projection *const projection =
        tercet_list_add(p, &projections, sizeof(*projection));
    if (!projection) {
      return tercet_parser_no_memory(p);
    }
    projection->variable = entry->variable;
    projection->place = select->place;
  }

  select->projections = projections.items;
  select->n_projections = projections.n;
  return TERCET_OK;
}
