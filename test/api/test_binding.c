// SPDX-License-Identifier: Apache-2.0

/// Where in a query a value given from outside is seen

#include <tercet/sparql.h>

#include "base/string_view.h"

#include "check.h"

static tercet_dataset *dataset;

/// Count the rows of a query in which ?x is 2
static int64_t
count_rows(const char *text)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_string_from(text), NULL, &query, &err),
               TERCET_OK);

  const tercet_term two = {.kind = TERCET_TERM_LITERAL,
                           .value = {"2", 1},
                           .datatype = tercet_string_from(
                               "http://www.w3.org/2001/XMLSchema#integer")};
  CHECK_STATUS(tercet_query_bind_term(query, "x", &two, &err), TERCET_OK);

  int64_t n_rows = 0;
  tercet_status st = TERCET_OK;
  while ((st = tercet_query_step(query, &err)) == TERCET_ROW) {
    ++n_rows;
  }
  CHECK_STATUS(st, TERCET_DONE);
  tercet_query_free(query);
  return n_rows;
}

static void
test_value_is_seen(const char *text, int64_t n_rows)
{
  const int64_t actual = count_rows(text);
  if (actual != n_rows) {
    fprintf(stderr, "%s\n", text);
  }
  CHECK_INT(actual, n_rows);
}

int
main(void)
{
  tercet_error err = {0};
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  CHECK_STATUS(tercet_dataset_load_text(
                   dataset,
                   tercet_string_from("<a:a> <a:p> 1, 2, 3 . <a:b> <a:p> 2 ."),
                   TERCET_SYNTAX_TURTLE,
                   NULL,
                   NULL,
                   &err),
               TERCET_OK);

  test_value_is_seen("SELECT * { ?s <a:p> ?x }", 2);
  test_value_is_seen("SELECT * { ?s <a:p> ?y FILTER (?y > ?x) }", 1);
  test_value_is_seen("SELECT * { ?s <a:p> ?y BIND (?x + ?y AS ?z) "
                     "FILTER (?z = 4) }",
                     2);
  test_value_is_seen("SELECT * { ?s <a:p> ?y BIND (?x AS ?y2) "
                     "FILTER (?y = ?y2) }",
                     2);
  test_value_is_seen("SELECT (?x AS ?y) {}", 1);
  test_value_is_seen("SELECT ?y { ?s <a:p> ?y } ORDER BY ABS(?y - ?x)", 4);

  // In groups inside the query's
  test_value_is_seen("SELECT * { { ?s <a:p> ?y FILTER (?y > ?x) } }", 1);
  test_value_is_seen("SELECT * { { ?s <a:p> ?y FILTER (?y > ?x) } UNION "
                     "{ ?s <a:p> ?y FILTER (?y < ?x) } }",
                     2);
  test_value_is_seen("SELECT * { ?s <a:p> 1 OPTIONAL "
                     "{ { ?s <a:p> ?y FILTER (?y = ?x) } } "
                     "FILTER (BOUND(?y)) }",
                     1);

  // In a sub-query that projects it, but not in another
  test_value_is_seen("SELECT * { { SELECT ?x ?y { ?s <a:p> ?y "
                     "FILTER (?y > ?x) } } }",
                     1);
  test_value_is_seen("SELECT * { { SELECT ?y { ?s <a:p> ?y "
                     "FILTER (!BOUND(?x)) } } }",
                     4);

  tercet_dataset_free(dataset);
  return check_finish();
}
