// SPDX-License-Identifier: Apache-2.0

/// Random queries over random graphs, planned and run, compared with the
/// algebra evaluated by its definitions.  The costs of the steps are random
/// too, so that plans are tried that would never be chosen for so few rows.

#include "compare.h"

#include <stdarg.h>

#define N_GRAPHS 40
#define N_QUERIES 60

static uint64_t seed = 7;

static size_t
pick(size_t n)
{
  return (size_t)(check_random(&seed) % n);
}

/* ---- Texts ---- */

typedef struct {
  char data[16384];
  size_t length;
  unsigned n_binds;
  unsigned n_selects;
} text;

static void
add(text *t, const char *format, ...) TERCET_PRINTF(2, 3);

static void
add(text *t, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  const int n =
      vsnprintf(t->data + t->length, sizeof(t->data) - t->length, format, args);
  va_end(args);
  if (n > 0 && (size_t)n < sizeof(t->data) - t->length) {
    t->length += (size_t)n;
  }
}

static void
add_variable(text *t)
{
  add(t, "?%c", (char)('a' + (int)pick(5)));
}

static void
add_node(text *t)
{
  add(t, ":n%u", (unsigned)pick(7));
}

static void
add_object(text *t)
{
  if (pick(3) == 0) {
    add(t, "%u", (unsigned)pick(5));
  } else {
    add_node(t);
  }
}

static void
add_triples(text *t)
{
  for (size_t i = 1 + pick(3); i > 0; --i) {
    pick(5) ? add_variable(t) : add_node(t);
    add(t, " ");
    pick(8) ? add(t, ":p%u", (unsigned)pick(3)) : add_variable(t);
    add(t, " ");
    pick(4) ? add_variable(t) : add_object(t);
    add(t, " . ");
  }
}

static void
add_operand(text *t)
{
  pick(4) ? add_variable(t) : add_object(t);
}

static void
add_condition(text *t, unsigned depth)
{
  static const char *const operators[] = {"=", "!=", "<", ">", "<=", ">="};
  switch (pick(depth ? 7 : 5)) {
  case 0:
    add(t, "BOUND(");
    add_variable(t);
    add(t, ")");
    break;
  case 1:
    add(t, "sameTerm(");
    add_variable(t);
    add(t, ", ");
    add_operand(t);
    add(t, ")");
    break;
  case 2:
    add_variable(t);
    add(t, " IN (");
    add_object(t);
    add(t, ", ");
    add_object(t);
    add(t, ")");
    break;
  case 3:
  case 4:
    add_operand(t);
    add(t, " %s ", operators[pick(6)]);
    add_operand(t);
    break;
  default:
    add(t, pick(4) ? "(" : "!(");
    add_condition(t, depth - 1U);
    add(t, pick(2) ? " && " : " || ");
    add_condition(t, depth - 1U);
    add(t, ")");
    break;
  }
}

static void
add_values(text *t)
{
  const size_t n = 1 + pick(2);
  const char first = (char)('a' + (int)pick(4));
  add(t, "VALUES (?%c%s", first, n > 1 ? " ?" : "");
  if (n > 1) {
    add(t, "%c", first + 1);
  }
  add(t, ") { ");
  for (size_t i = pick(4); i > 0; --i) {
    add(t, "(");
    for (size_t k = 0; k < n; ++k) {
      pick(4) ? add_object(t) : add(t, "UNDEF");
      add(t, " ");
    }
    add(t, ") ");
  }
  add(t, "} ");
}

static void
add_group(text *t, unsigned depth);

static void
add_sub_select(text *t, unsigned depth)
{
  static const char *const modifiers[] = {"", "DISTINCT ", "REDUCED "};
  const char a = (char)('a' + (int)pick(4));
  add(t, "{ SELECT %s", modifiers[pick(3)]);
  switch (pick(4)) {
  case 0:
    add(t, "* ");
    add_group(t, depth - 1U);
    break;
  case 1:
    add(t, "?%c (COUNT(?%c) AS ?s%u) ", a, a + 1, ++t->n_selects);
    add_group(t, depth - 1U);
    add(t, "GROUP BY ?%c ", a);
    break;
  default:
    add(t, "?%c ?%c ", a, a + 1);
    add_group(t, depth - 1U);
    break;
  }
  add(t, "} ");
}

static void
add_nested(text *t, unsigned depth)
{
  switch (pick(7)) {
  case 0:
  case 1:
  case 2:
    add(t, "OPTIONAL ");
    add_group(t, depth - 1U);
    break;
  case 3:
  case 4:
    add_group(t, depth - 1U);
    add(t, "UNION ");
    add_group(t, depth - 1U);
    break;
  case 5:
    add(t, "GRAPH ");
    pick(3) ? add_variable(t) : add(t, ":g%u", (unsigned)pick(3));
    add(t, " ");
    add_group(t, depth - 1U);
    break;
  default:
    add_sub_select(t, depth);
    break;
  }
}

static void
add_group(text *t, unsigned depth)
{
  add(t, "{ ");
  if (pick(6)) {
    add_triples(t);
  }
  for (size_t i = pick(3); i > 0; --i) {
    switch (pick(depth ? 6 : 3)) {
    case 0:
      add(t, "FILTER(");
      add_condition(t, 2);
      add(t, ") ");
      break;
    case 1:
      add_values(t);
      break;
    case 2:
      add(t, "BIND(");
      pick(2) ? add_condition(t, 1) : add_operand(t);
      add(t, " AS ?x%u) ", ++t->n_binds);
      break;
    default:
      add_nested(t, depth);
      break;
    }
    if (pick(4) == 0) {
      add_triples(t);
    }
  }
  add(t, "} ");
}

static void
make_query(text *t)
{
  *t = (text){0};
  add(t, "PREFIX : <http://e/> SELECT %s* ", pick(5) ? "" : "DISTINCT ");
  if (pick(8) == 0) {
    add(t, "FROM :g0 FROM :g1 FROM NAMED :g1 ");
  }
  add(t, "WHERE ");
  add_group(t, 2);
}

static tercet_dataset *
make_dataset(void)
{
  static text t;
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  t = (text){0};
  add(&t, "@prefix : <http://e/> . ");
  for (size_t i = 4 + pick(26); i > 0; --i) {
    const size_t graph = pick(5);
    if (graph < 3) {
      add(&t, ":g%u { ", (unsigned)graph);
    }
    add_node(&t);
    add(&t, " :p%u ", (unsigned)pick(3));
    add_object(&t);
    add(&t, graph < 3 ? " } " : " . ");
  }
  const tercet_string data = {t.data, t.length};
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  CHECK_STATUS(tercet_dataset_load_text(
                   dataset, data, TERCET_SYNTAX_TRIG, NULL, NULL, &err),
               TERCET_OK);
  return dataset;
}

static bool
test_random_query(tercet_dataset *dataset, const tercet_registry *registry)
{
  static text t;
  tercet_error err = {0};
  tercet_query *query = NULL;
  make_query(&t);
  const tercet_string query_text = {t.data, t.length};
  const tercet_status st =
      tercet_query_new(dataset, registry, query_text, NULL, &query, &err);
  if (st) {
    // BIND of a variable in scope, or what inside GRAPH ?g is not there
    CHECK(st == TERCET_ERR_SYNTAX || st == TERCET_ERR_UNSUPPORTED);
    return false;
  }

  const bool compared =
      check_against_naive(dataset, registry, t.data, query, 6, &seed);
  tercet_query_free(query);
  return compared;
}

int
main(void)
{
  tercet_registry *registry = NULL;
  size_t n_run = 0;
  CHECK_STATUS(tercet_registry_new(NULL, &registry), TERCET_OK);
  for (int i = 0; i < N_GRAPHS && check_n_failed < 5; ++i) {
    tercet_dataset *const dataset = make_dataset();
    for (int k = 0; k < N_QUERIES && check_n_failed < 5; ++k) {
      n_run += test_random_query(dataset, registry);
    }
    tercet_dataset_free(dataset);
  }
  tercet_registry_free(registry);
  fprintf(stderr, "%zu queries compared\n", n_run);
  CHECK(n_run > N_GRAPHS * N_QUERIES / 2);
  return check_finish();
}
