// SPDX-License-Identifier: Apache-2.0

/// Triple patterns, and the property paths that need no closure (SPARQL 1.1,
/// 18.2.2.3 and 18.2.2.4)

#include "sparql/algebra_internal.h"

#include "base/error.h"

static tercet_status
no_memory(tercet_translation *t)
{
  return tercet_error_no_memory(t->err);
}

tercet_status
tercet_translate_node(tercet_translation *t,
                      const tercet_ast_node *node,
                      tercet_slot *out)
{
  *out = (tercet_slot){TERCET_VARIABLE_NONE, TERCET_ID_NONE};
  if (node->variable != TERCET_VARIABLE_NONE) {
    return tercet_translate_variable(t, node->variable, &out->variable);
  }
  return tercet_dictionary_find(t->dictionary, &node->term, &out->id);
}

static tercet_status
make_pattern(tercet_translation *t,
             tercet_slot subject,
             tercet_slot predicate,
             tercet_slot object,
             tercet_algebra **out)
{
  tercet_algebra *const node =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_PATTERN, 0);
  if (!node) {
    return no_memory(t);
  }
  node->slots[TERCET_S] = subject;
  node->slots[TERCET_P] = predicate;
  node->slots[TERCET_O] = object;
  node->slots[TERCET_G] = t->graph;
  *out = node;
  return TERCET_OK;
}

static tercet_status
add_hidden_variable(tercet_translation *t, tercet_slot *out)
{
  *out = (tercet_slot){TERCET_VARIABLE_NONE, TERCET_ID_NONE};
  return tercet_translation_add_variable(
      t, (tercet_string){"path", 4}, &out->variable);
}

static tercet_status
translate_path(tercet_translation *t,
               tercet_place place,
               tercet_slot subject,
               const tercet_ast_path *path,
               tercet_slot object,
               tercet_algebra **out);

static tercet_status
translate_sequence(tercet_translation *t,
                   tercet_place place,
                   tercet_slot subject,
                   const tercet_ast_path *path,
                   tercet_slot object,
                   tercet_algebra **out)
{
  tercet_algebra *const join =
      tercet_algebra_new(t->arena, TERCET_ALGEBRA_JOIN, path->n_children);
  if (!join) {
    return no_memory(t);
  }

  tercet_slot from = subject;
  for (size_t i = 0; i < path->n_children; ++i) {
    tercet_slot to = object;
    if (i + 1U < path->n_children) {
      TERCET_TRY(add_hidden_variable(t, &to));
    }
    TERCET_TRY(translate_path(
        t, place, from, path->children[i], to, &join->children[i]));
    from = to;
  }
  *out = join;
  return TERCET_OK;
}

static tercet_status
translate_alternative(tercet_translation *t,
                      tercet_place place,
                      tercet_slot subject,
                      const tercet_ast_path *path,
                      tercet_slot object,
                      tercet_algebra **out)
{
  *out = tercet_algebra_new(t->arena, TERCET_ALGEBRA_UNION, path->n_children);
  if (!*out) {
    return no_memory(t);
  }
  for (size_t i = 0; i < path->n_children; ++i) {
    TERCET_TRY(translate_path(
        t, place, subject, path->children[i], object, &(*out)->children[i]));
  }
  return TERCET_OK;
}

/// Translate the paths that need no closure (SPARQL 1.1, 18.2.2.3)
static tercet_status
translate_path(tercet_translation *t,
               tercet_place place,
               tercet_slot subject,
               const tercet_ast_path *path,
               tercet_slot object,
               tercet_algebra **out)
{
  switch (path->kind) {
  case TERCET_PATH_IRI: {
    const tercet_term term = {.kind = TERCET_TERM_IRI, .value = path->iri};
    tercet_slot predicate = {TERCET_VARIABLE_NONE, TERCET_ID_NONE};
    TERCET_TRY(tercet_dictionary_find(t->dictionary, &term, &predicate.id));
    return make_pattern(t, subject, predicate, object, out);
  }
  case TERCET_PATH_INVERSE:
    return translate_path(t, place, object, path->children[0], subject, out);
  case TERCET_PATH_SEQUENCE:
    return translate_sequence(t, place, subject, path, object, out);
  case TERCET_PATH_ALTERNATIVE:
    return translate_alternative(t, place, subject, path, object, out);
  case TERCET_PATH_ZERO_OR_MORE:
    return tercet_translation_refuse(t, place, "the property path '*'");
  case TERCET_PATH_ONE_OR_MORE:
    return tercet_translation_refuse(t, place, "the property path '+'");
  case TERCET_PATH_ZERO_OR_ONE:
    return tercet_translation_refuse(t, place, "the property path '?'");
  case TERCET_PATH_NEGATED:
    return tercet_translation_refuse(t, place, "the property path '!'");
  }
  return TERCET_ERR_INTERNAL;
}

tercet_status
tercet_translate_triple(tercet_translation *t,
                        const tercet_ast_triple *triple,
                        tercet_algebra **out)
{
  tercet_slot subject;
  tercet_slot predicate;
  tercet_slot object;
  TERCET_TRY(tercet_translate_node(t, &triple->subject, &subject));
  TERCET_TRY(tercet_translate_node(t, &triple->object, &object));
  if (triple->path) {
    return translate_path(t, triple->place, subject, triple->path, object, out);
  }
  TERCET_TRY(tercet_translate_node(t, &triple->predicate, &predicate));
  return make_pattern(t, subject, predicate, object, out);
}
