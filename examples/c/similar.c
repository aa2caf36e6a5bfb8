// SPDX-License-Identifier: Apache-2.0

/**
   Asks from C which packages are most similar to one, in two ways: by name,
   and with a tensor bound to a variable, which needs no text.

   cc similar.c $(pkg-config --cflags --libs tercet) -o similar
   ./similar ../debian-2000.ttl.gz
*/

#include <tercet/tercet.h>

#include <stdio.h>
#include <string.h>

#define PREFIXES                                                               \
  "PREFIX pkg: <https://example.org/debian/package/>\n"                        \
  "PREFIX deb: <https://example.org/debian/vocab#>\n"                          \
  "PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#>\n"

static const char embedding_of[] =
    PREFIXES "SELECT ?e { pkg:python3-numpy deb:embedding ?e }";

static const char most_similar[] =
    PREFIXES "SELECT ?package ?similarity {\n"
             "  ?package deb:dependsOn pkg:python3 ; deb:embedding ?e .\n"
             "  BIND (tensor:cosineSimilarity(?e, ?wanted) AS ?similarity)\n"
             "}\n"
             "ORDER BY DESC(?similarity) LIMIT 5";

static tercet_string
string_from(const char *text)
{
  const tercet_string view = {text, strlen(text)};
  return view;
}

/// Set `out` to the tensor in the first row of a query
static tercet_status
get_tensor(tercet_dataset *dataset,
           const char *text,
           tercet_tensor **out,
           tercet_error *err)
{
  tercet_query *query = NULL;
  tercet_status st =
      tercet_query_prepare(dataset, string_from(text), NULL, &query, err);
  if (st == TERCET_OK) {
    st = tercet_query_step(query, err);
  }
  if (st == TERCET_ROW) {
    st = tercet_query_column_tensor(query, 0, out, err);
  }
  tercet_query_free(query);
  return st;
}

static tercet_status
print_rows(tercet_query *query, tercet_error *err)
{
  tercet_status st = TERCET_OK;
  while ((st = tercet_query_step(query, err)) == TERCET_ROW) {
    tercet_term package;
    tercet_term similarity;
    st = tercet_query_column_term(query, 0, &package, err);
    if (st == TERCET_OK) {
      st = tercet_query_column_term(query, 1, &similarity, err);
    }
    if (st != TERCET_OK) {
      return st;
    }
    printf("%.*s %.*s\n",
           (int)package.value.length,
           package.value.data,
           (int)similarity.value.length,
           similarity.value.data);
  }
  return st == TERCET_DONE ? TERCET_OK : st;
}

/// Ask for the packages that are most similar to a tensor
static tercet_status
ask(tercet_dataset *dataset, const tercet_tensor *wanted, tercet_error *err)
{
  tercet_query *query = NULL;
  tercet_status st = tercet_query_prepare(
      dataset, string_from(most_similar), NULL, &query, err);
  if (st == TERCET_OK) {
    st = tercet_query_bind_tensor(query, "wanted", wanted, err);
  }
  if (st == TERCET_OK) {
    st = print_rows(query, err);
  }
  tercet_query_free(query);
  return st;
}

int
main(int argc, char **argv)
{
  if (argc != 2) {
    fprintf(stderr, "usage: similar FILE.ttl.gz\n");
    return 2;
  }

  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  tercet_tensor *wanted = NULL;
  tercet_status st = tercet_dataset_new(NULL, &dataset, &err);
  if (st == TERCET_OK) {
    st = tercet_dataset_load_file(
        dataset, argv[1], TERCET_SYNTAX_TURTLE, NULL, NULL, &err);
  }
  if (st == TERCET_OK) {
    st = get_tensor(dataset, embedding_of, &wanted, &err);
  }
  if (st == TERCET_OK && wanted) {
    st = ask(dataset, wanted, &err);
  }

  if (st != TERCET_OK) {
    fprintf(stderr, "similar: %s\n", err.message);
  }
  tercet_tensor_unref(wanted);
  tercet_dataset_free(dataset);
  return st == TERCET_OK ? 0 : 1;
}
