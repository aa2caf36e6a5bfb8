// SPDX-License-Identifier: Apache-2.0

/// Joins and other operators over inputs of several batches, with keys that
/// repeat across them, compared with the definitions under many plans

#include "compare.h"

static uint64_t seed = 11;

static tercet_buffer text;

static void
add_triple(unsigned subject, const char *predicate, unsigned object)
{
  CHECK_STATUS(tercet_buffer_printf(
                   &text, ":s%u :%s :o%u .\n", subject, predicate, object),
               TERCET_OK);
}

static void
add_number(unsigned subject, const char *predicate, unsigned number)
{
  CHECK_STATUS(tercet_buffer_printf(
                   &text, ":s%u :%s %u .\n", subject, predicate, number),
               TERCET_OK);
}

static tercet_dataset *
make_dataset(void)
{
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append_text(&text, "@prefix : <http://e/> .\n"),
               TERCET_OK);
  for (unsigned i = 0; i < 2600; ++i) {
    add_number(i, "value", (unsigned)(check_random(&seed) % 500U));
    if (i % 7U) {
      add_triple(i, "one", i / 3U);
    }
    if (i % 900U < 300U) {
      add_triple(i, "few", (unsigned)(check_random(&seed) % 4U));
    }
    if (i % 50U == 3U) {
      add_triple(i, "rare", i % 4U);
      add_triple(i, "rare", (i + 1U) % 4U);
    }
  }
  for (unsigned i = 0; i < 1500; ++i) {
    add_triple(10000U + i, "same", 1);
  }
  for (unsigned i = 0; i < 20; ++i) {
    add_triple(20000U + i, "other", i % 2U);
  }
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  CHECK_STATUS(tercet_dataset_load_text(dataset,
                                        tercet_buffer_view(&text),
                                        TERCET_SYNTAX_TURTLE,
                                        NULL,
                                        NULL,
                                        &err),
               TERCET_OK);
  tercet_buffer_clear(&text);
  return dataset;
}

int
main(void)
{
  static const char *const queries[] = {
      "SELECT * { ?s :one ?o ; :value ?v }",
      "SELECT * { ?s :one ?o ; :value ?v . FILTER(?v < 30) }",
      "SELECT * { ?s :rare ?o ; :value ?v }",
      "SELECT * { ?a :same ?x . ?b :other ?x }",
      "SELECT ?a ?b { ?a :few ?x . ?b :rare ?x }",
      "SELECT * { ?s :value ?v . OPTIONAL { ?s :rare ?o } }",
      "SELECT * { ?s :value ?v . OPTIONAL { ?s :one ?o . ?o2 :rare ?o "
      "FILTER(?v > 250) } }",
      "SELECT * { ?s :few ?o . OPTIONAL { ?s :value ?v FILTER(?v > 400) } "
      "OPTIONAL { ?s :one ?v } }",
      "SELECT ?o (COUNT(?s) AS ?n) (SUM(?v) AS ?t) (COUNT(DISTINCT ?v) AS ?d) "
      "{ ?s :one ?o ; :value ?v } GROUP BY ?o",
      "SELECT DISTINCT ?v { { ?s :value ?v } UNION { ?s :few ?v } }",
      "SELECT ?s ?v { ?s :value ?v } ORDER BY ?v ?s LIMIT 2500 OFFSET 30",
      "SELECT (COUNT(*) AS ?n) { ?a :same ?x . ?b :other ?x }",
      "SELECT * { ?s :few ?o . { { ?s :value ?v } UNION { ?s :rare ?v } } }",
      "SELECT * { VALUES ?s { :s3 :s53 :s1 } ?s :value ?v . "
      "OPTIONAL { ?s :rare ?x . ?y :other ?x } }",
      "SELECT * { ?s :rare ?x . OPTIONAL { ?s :few ?y } ?z :other ?y }",
  };
  tercet_registry *registry = NULL;
  CHECK_STATUS(tercet_registry_new(NULL, &registry), TERCET_OK);
  tercet_dataset *const dataset = make_dataset();
  for (size_t i = 0; i < sizeof(queries) / sizeof(*queries); ++i) {
    char t[1024];
    tercet_error err = {0};
    tercet_query *query = NULL;
    snprintf(t, sizeof(t), "PREFIX : <http://e/> %s", queries[i]);
    const tercet_string view = {t, strlen(t)};
    CHECK_STATUS(tercet_query_new(dataset, registry, view, NULL, &query, &err),
                 TERCET_OK);
    CHECK(query && check_against_naive(dataset, registry, t, query, 12, &seed));
    tercet_query_free(query);
  }
  tercet_dataset_free(dataset);
  tercet_registry_free(registry);
  return check_finish();
}
