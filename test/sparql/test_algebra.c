// SPDX-License-Identifier: Apache-2.0

/// The translation of queries, written as nested terms

#include "check.h"

#include "base/buffer.h"
#include "base/string_view.h"
#include "sparql/query.h"
#include "store/dataset.h"

/// Append a node: its name, what it holds, its children
static void
write_node(const tercet_algebra *node,
           const tercet_algebra_query *query,
           tercet_buffer *out)
{
  static const char *const names[] = {"unit",
                                      "quad",
                                      "graphs",
                                      "values",
                                      "keys",
                                      "join",
                                      "leftjoin",
                                      "union",
                                      "filter",
                                      "extend",
                                      "group",
                                      "order",
                                      "project",
                                      "distinct",
                                      "reduced",
                                      "slice"};
  tercet_status st = tercet_buffer_printf(out, "(%s", names[node->kind]);
  for (size_t i = 0; !st && node->kind == TERCET_ALGEBRA_PATTERN && i < 4;
       ++i) {
    const tercet_slot *const slot = &node->slots[i];
    if (slot->variable != TERCET_VARIABLE_NONE) {
      st = tercet_variables_print(1, &slot->variable, query, out);
    } else if (slot->id != TERCET_ID_NONE) {
      st = tercet_buffer_append_char(out, ' ');
      st = st ? st : tercet_id_print(slot->id, query, out);
    }
  }
  if (!st && node->variable != TERCET_VARIABLE_NONE) {
    st = tercet_variables_print(1, &node->variable, query, out);
  }
  if (!st) {
    st = tercet_variables_print(node->n_variables, node->variables, query, out);
  }
  for (size_t i = 0; !st && i < node->n_exprs; ++i) {
    st = tercet_buffer_append_char(out, ' ');
    st = st ? st : tercet_expr_print(node->exprs[i], query, out);
  }
  CHECK_STATUS(st, TERCET_OK);
  for (size_t i = 0; i < node->n_children; ++i) {
    CHECK_STATUS(tercet_buffer_append_char(out, ' '), TERCET_OK);
    write_node(node->children[i], query, out);
  }
  CHECK_STATUS(tercet_buffer_append_char(out, ')'), TERCET_OK);
}

static void
check_algebra(tercet_dataset *dataset,
              const tercet_registry *registry,
              const char *text,
              const char *expected)
{
  char full[1024];
  tercet_error err = {0};
  tercet_query *query = NULL;
  tercet_buffer actual;
  tercet_buffer_init(&actual, NULL, SIZE_MAX);
  snprintf(full, sizeof(full), "PREFIX : <http://e/> %s", text);
  CHECK_STATUS(
      tercet_query_new(
          dataset, registry, tercet_string_from(full), NULL, &query, &err),
      TERCET_OK);
  if (query) {
    const tercet_algebra_query *const algebra = tercet_query_algebra(query);
    write_node(algebra->root, algebra, &actual);
    CHECK_TEXT(actual.data, actual.length, expected);
  }
  tercet_query_free(query);
  tercet_buffer_clear(&actual);
}

int
main(void)
{
  static const char *const cases[][2] = {
      {"SELECT ?s { ?s :p ?o }", "(project ?s (quad ?s :p ?o))"},
      {"SELECT * {}", "(project (unit))"},
      {"SELECT * { ?s :p ?o . ?o :q ?z }",
       "(project ?s ?o ?z (join (quad ?s :p ?o) (quad ?o :q ?z)))"},
      // A filter applies to its whole group, wherever it stands
      {"SELECT * { FILTER(?o > 1) ?s :p ?o . OPTIONAL { ?s :q ?z } }",
       "(project ?s ?o ?z (filter (?o > 1) (leftjoin (quad ?s :p ?o) "
       "(quad ?s :q ?z))))"},
      // The filter of an OPTIONAL's group sees both sides
      {"SELECT * { ?s :p ?o OPTIONAL { ?s :q ?z FILTER(?z > ?o) } }",
       "(project ?s ?o ?z (leftjoin (?z > ?o) (quad ?s :p ?o) "
       "(quad ?s :q ?z)))"},
      // ... but that of a group within it does not
      {"SELECT * { ?s :p ?o OPTIONAL { { ?s :q ?z FILTER(?z > ?o) } } }",
       "(project ?s ?o ?z (leftjoin (quad ?s :p ?o) (filter (?z > ?o) "
       "(quad ?s :q ?z))))"},
      {"SELECT * { { ?s :p ?o } UNION { ?s :q ?o } BIND(1 AS ?x) }",
       "(project ?s ?o ?x (extend ?x 1 (union (quad ?s :p ?o) "
       "(quad ?s :q ?o))))"},
      // What a sub-query does not project is another variable
      {"SELECT * { ?s :p ?o { SELECT ?s { ?s :q ?o } } }",
       "(project ?s ?o (join (quad ?s :p ?o) (project ?s "
       "(quad ?s :q ?o.2))))"},
      {"SELECT ?s (COUNT(?o) AS ?n) { ?s :p ?o } GROUP BY ?s "
       "HAVING(COUNT(?o) > 1)",
       "(project ?s ?n (extend ?n ?aggregate.4 (filter (?aggregate.3 > 1) "
       "(group ?s (quad ?s :p ?o)))))"},
      // HAVING comes first, unless it uses a name that SELECT gives
      {"SELECT ?s (COUNT(?o) AS ?n) { ?s :p ?o } GROUP BY ?s HAVING(?n > 1)",
       "(project ?s ?n (filter (?n > 1) (extend ?n ?aggregate.3 "
       "(group ?s (quad ?s :p ?o)))))"},
      {"SELECT * { GRAPH ?g { ?s :p ?o } }",
       "(project ?g ?s ?o (quad ?s :p ?o "
       "?g))"},
      {"SELECT * { GRAPH :g { ?s :p ?o } }",
       "(project ?s ?o (quad ?s :p ?o :g))"},
      {"SELECT * { ?s :p/^:q ?o }",
       "(project ?s ?o (join (quad ?s :p ?path.2) (quad ?o :q ?path.2)))"},
      {"SELECT * { ?s :p|:q ?o }",
       "(project ?s ?o (union (quad ?s :p ?o) (quad ?s :q ?o)))"},
      {"ASK { ?s :p ?o }", "(slice (project (quad ?s :p ?o)))"},
      {"SELECT ?s { ?s :p ?o } VALUES ?o { 1 UNDEF }",
       "(project ?s (join (quad ?s :p ?o) (values ?o)))"},
  };
  static const char data[] =
      "@prefix : <http://e/> . :g { :a :p 1 ; :q 2 . } :a :p 1 ; :q 2 .";
  tercet_error err = {0};
  tercet_registry *registry = NULL;
  tercet_dataset *dataset = NULL;
  CHECK_STATUS(tercet_registry_new(NULL, &registry), TERCET_OK);
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  CHECK_STATUS(tercet_dataset_load_text(dataset,
                                        tercet_string_from(data),
                                        TERCET_SYNTAX_TRIG,
                                        NULL,
                                        NULL,
                                        &err),
               TERCET_OK);
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    check_algebra(dataset, registry, cases[i][0], cases[i][1]);
  }
  tercet_dataset_free(dataset);
  tercet_registry_free(registry);
  return check_finish();
}
