// SPDX-License-Identifier: Apache-2.0

/// Plans of typical queries over a graph where the numbers are clear

#include "check.h"

#include "base/buffer.h"
#include "base/string_view.h"
#include "sparql/query.h"

#include <time.h>

#define PROLOGUE "PREFIX : <http://e/> "

/// 5,000 things with a name and a size, 3 of a rare kind, links between them
static tercet_dataset *
make_dataset(void)
{
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append_text(&text, "@prefix : <http://e/> .\n"),
               TERCET_OK);
  for (unsigned i = 0; i < 5000; ++i) {
    CHECK_STATUS(
        tercet_buffer_printf(&text,
                             ":s%u :name \"n%u\" ; :size %u ; :link :s%u ; "
                             ":kind :k%u .\n",
                             i,
                             i,
                             i % 100U,
                             (i * 7U) % 5000U,
                             i < 3 ? 9U : i % 4U),
        TERCET_OK);
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

/// Check that a plan has some texts, in this order, and lacks another
static void
check_plan(tercet_dataset *dataset,
           const tercet_registry *registry,
           const char *query_text,
           const char *const *parts,
           const char *absent)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  tercet_buffer plan;
  tercet_buffer_init(&plan, NULL, SIZE_MAX);
  const tercet_output output = tercet_buffer_output(&plan);
  CHECK_STATUS(tercet_query_new(dataset,
                                registry,
                                tercet_string_from(query_text),
                                NULL,
                                &query,
                                &err),
               TERCET_OK);
  if (!query) {
    fprintf(stderr, "%s: %s\n", query_text, err.message);
    return;
  }
  CHECK_STATUS(tercet_query_explain(query, false, &output, &err), TERCET_OK);
  CHECK_STATUS(tercet_buffer_append_char(&plan, '\0'), TERCET_OK);

  const char *at = plan.data;
  for (size_t i = 0; parts[i]; ++i) {
    const char *const found = strstr(at, parts[i]);
    CHECK(found != NULL);
    if (!found) {
      fprintf(stderr, "no \"%s\" in\n%s\n", parts[i], plan.data);
      break;
    }
    at = found + strlen(parts[i]);
  }
  CHECK(!absent || !strstr(plan.data, absent));
  tercet_buffer_clear(&plan);
  tercet_query_free(query);
}

static void
test_plans(tercet_dataset *dataset, const tercet_registry *registry)
{
  static const struct {
    const char *text;
    const char *parts[6];
    const char *absent;
  } cases[] = {
      // Start with the rare kind and look the rest up
      {PROLOGUE "SELECT * { ?s :name ?n ; :size ?z ; :kind :k9 }",
       {"IndexJoin", "IndexJoin", "Scan POS ?s :kind :k9", NULL},
       "MergeJoin"},
      // Two whole properties in the order of their subjects
      {PROLOGUE "SELECT * { ?s :name ?n ; :size ?z }",
       {"MergeJoin ?s", "Scan PSO", "Scan PSO", NULL},
       "HashJoin"},
      // A known object makes a known prefix
      {PROLOGUE "SELECT * { ?s :name ?n . FILTER(?n = \"n7\") }",
       {"Scan POS ?s :name ?n=\"n7\"", "~1 rows", NULL},
       "Filter"},
      {PROLOGUE "SELECT * { ?s ?p ?o FILTER(sameTerm(?s, :s5)) }",
       {"Scan SPO ?s=:s5 ?p ?o", "~4 rows", NULL},
       "Filter"},
      // `=` of numbers holds for more than the term itself
      {PROLOGUE "SELECT * { ?s :size ?z FILTER(?z = 5) }",
       {"Filter (?z = 5)", "Scan PSO", NULL},
       NULL},
      {PROLOGUE "SELECT * { VALUES ?s { :s4 } ?s :name ?n ; :size ?z }",
       {"?s=:s4", "?s=:s4", NULL},
       NULL},
      // Filters go below the joins
      {PROLOGUE "SELECT * { ?s :name ?n ; :size ?z FILTER(?z > 98) }",
       {"Join", "Filter (?z > 98)", "Scan PSO ?s :size ?z", NULL},
       NULL},
      // ... and below OPTIONAL, unless it may bind their variables
      {PROLOGUE "SELECT * { ?s :size ?z OPTIONAL { ?s :name ?n } "
                "FILTER(?z > 98) }",
       {"left outer", "Filter (?z > 98)", NULL},
       NULL},
      {PROLOGUE "SELECT * { ?s :kind :k9 OPTIONAL { ?s :name ?n } "
                "FILTER(!BOUND(?n)) }",
       {"Filter !BOUND(?n)", "left outer", NULL},
       NULL},
      // OPTIONAL of few rows does not read all of its right side
      {PROLOGUE "SELECT * { ?s :kind :k9 OPTIONAL { ?s :name ?n } }",
       {"IndexJoin left outer", NULL},
       "HashJoin"},
      {PROLOGUE "SELECT * { ?s :kind :k9 OPTIONAL { ?s :link ?t . "
                "?t :name ?n FILTER(?n > \"a\") } }",
       {"BindJoin left outer", "Keys ?s", NULL},
       "HashJoin"},
      // Nor does UNION
      {PROLOGUE
       "SELECT * { ?s :kind :k9 { ?s :link ?t } UNION { ?t :link ?s } }",
       {"BindJoin ?s", "Union", "Keys ?s", "Keys ?s", NULL},
       NULL},
      // OPTIONAL comes behind the joins that follow it
      {PROLOGUE
       "SELECT * { ?s :name ?n OPTIONAL { ?s :link ?t } ?s :kind :k9 }",
       {"IndexJoin left outer", "Scan POS ?s :kind :k9", NULL},
       NULL},
      // What is in no graph gives nothing
      {PROLOGUE "SELECT * { ?s :name ?n ; :nothing ?x }",
       {"Empty", NULL},
       NULL},
      // Unconnected patterns are joined last
      {PROLOGUE "SELECT * { ?a :kind :k9 . ?b :kind :k9 ; :name ?n }",
       {"HashJoin cartesian product", NULL},
       NULL},
      {PROLOGUE "SELECT ?s { ?s :size ?z } ORDER BY ?z LIMIT 5 OFFSET 2",
       {"Slice limit=5 offset=2", "TopK k=7 by ?z", NULL},
       "Order"},
      {PROLOGUE "SELECT ?s { ?s :size ?z } ORDER BY ?z",
       {"Order by ?z", NULL},
       "TopK"},
      // What BIND computes is computed for the rows that are left
      {PROLOGUE "SELECT ?s ?x { ?s :size ?z BIND(?z * 2 AS ?x) } "
                "ORDER BY ?x LIMIT 3",
       {"Extend ?x := (?z * 2)", "TopK k=3 by (?z * 2)", NULL},
       NULL},
      {PROLOGUE "SELECT ?s ?x { ?s :size ?z BIND(RAND() AS ?x) } "
                "ORDER BY ?x LIMIT 3",
       {"TopK k=3 by ?x", "Extend ?x := RAND()", NULL},
       NULL},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    check_plan(
        dataset, registry, cases[i].text, cases[i].parts, cases[i].absent);
  }
}

/// Planning many patterns, and patterns nested deeply, must stay cheap
static void
test_large_queries_are_planned_fast(tercet_dataset *dataset,
                                    const tercet_registry *registry)
{
  tercet_error err = {0};
  tercet_query *query = NULL;
  tercet_buffer text;
  struct timespec start;
  struct timespec end;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  CHECK_STATUS(
      tercet_buffer_append_text(&text, PROLOGUE "SELECT (COUNT(*) AS ?n) { "),
      TERCET_OK);
  for (unsigned i = 0; i < 60; ++i) {
    CHECK_STATUS(tercet_buffer_printf(&text, "?v%u :link ?v%u . ", i, i + 1U),
                 TERCET_OK);
  }
  CHECK_STATUS(tercet_buffer_append_text(&text, "OPTIONAL { ?v0 :link ?w0 . "),
               TERCET_OK);
  for (unsigned i = 1; i < 60; ++i) {
    CHECK_STATUS(
        tercet_buffer_printf(&text, "OPTIONAL { ?w%u :link ?w%u . ", i - 1U, i),
        TERCET_OK);
  }
  for (unsigned i = 0; i < 61; ++i) {
    CHECK_STATUS(tercet_buffer_append_char(&text, '}'), TERCET_OK);
  }
  clock_gettime(CLOCK_MONOTONIC, &start);
  CHECK_STATUS(
      tercet_query_new(
          dataset, registry, tercet_buffer_view(&text), NULL, &query, &err),
      TERCET_OK);
  clock_gettime(CLOCK_MONOTONIC, &end);
  CHECK(end.tv_sec - start.tv_sec < 10);
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ROW);
  tercet_query_free(query);
  tercet_buffer_clear(&text);
}

int
main(void)
{
  tercet_registry *registry = NULL;
  CHECK_STATUS(tercet_registry_new(NULL, &registry), TERCET_OK);
  tercet_dataset *const dataset = make_dataset();
  test_plans(dataset, registry);
  test_large_queries_are_planned_fast(dataset, registry);
  tercet_dataset_free(dataset);
  tercet_registry_free(registry);
  return check_finish();
}
