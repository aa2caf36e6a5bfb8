// SPDX-License-Identifier: Apache-2.0

/// Runs a query over a small dataset, explains it, and writes its result

#include <tercet/sparql.h>

#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char graph[] =
    "@prefix : <http://example.org/> .\n"
    "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"
    ":a :p :b, :c, 1, 1.5, 2e0, 'x', 'y'@en, true ; :q [ :r 'z'^^:t ] .\n"
    ":b :p :c, '2020-01-01T00:00:00Z'^^xsd:dateTime, '01'^^xsd:integer .\n"
    ":c :p (1 2) ; :q 'NaN'^^xsd:double, '1e'^^xsd:double, "
    "12345678901234567890123 .\n"
    ":d :e \"{\\\"type\\\":\\\"float32\\\",\\\"shape\\\":[2],\\\"data\\\":"
    "[1,2]}\"^^<https://w3id.org/rdf-tensor/vocab#DataTensor> .\n"
    ":f :e \"{\\\"type\\\":\\\"float32\\\",\\\"shape\\\":[2],\\\"data\\\":"
    "[3,-1]}\"^^<https://w3id.org/rdf-tensor/vocab#DataTensor> .\n"
    "GRAPH :g { :a :p :d . :g :p 'in' } GRAPH :h { :b :p 7 }\n";

static tercet_status
discard(void *context, const char *data, size_t length, tercet_error *err)
{
  size_t *const left = (size_t *)context;
  (void)data;
  (void)err;
  if (length > *left) {
    return TERCET_ERR_IO;
  }
  *left -= length;
  return TERCET_OK;
}

static tercet_dataset *
new_dataset(void)
{
  tercet_dataset *dataset = NULL;
  tercet_error err = {0};
  const tercet_string text = {graph, sizeof(graph) - 1U};
  if (tercet_dataset_new(NULL, &dataset, &err) ||
      tercet_dataset_load_text(
          dataset, text, TERCET_SYNTAX_TRIG, NULL, NULL, &err)) {
    abort();
  }
  return dataset;
}

/// A failure has its status and a message
static void
check_failure(tercet_status st, const tercet_error *err)
{
  if (st && (err->status != st || !err->message[0])) {
    abort();
  }
}

static void
run(tercet_query *query)
{
  size_t left = (size_t)1U << 20U;
  const tercet_output output = {discard, &left};
  tercet_error err = {0};
  tercet_status st = tercet_query_explain(query, false, &output, &err);
  if (!st) {
    st = tercet_query_write(query, TERCET_RESULT_JSON, &output, NULL, &err);
  }
  if (st != TERCET_ERR_IO) {
    check_failure(st, &err);
  }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static tercet_dataset *dataset;
  static tercet_cancel *cancel;
  if (!dataset) {
    dataset = new_dataset();
    cancel = tercet_cancel_new(NULL);
    if (!cancel) {
      abort();
    }
  }

  tercet_cancel_set_timeout(cancel, 1.0);
  tercet_query_options options = {0};
  options.base = (tercet_string){"http://example.org/", 19U};
  options.cancel = cancel;
  options.max_memory = (size_t)1U << 26U;

  const tercet_string text = {(const char *)data, size};
  tercet_query *query = NULL;
  tercet_error err = {0};
  const tercet_status st =
      tercet_query_prepare(dataset, text, &options, &query, &err);
  if (st) {
    check_failure(st, &err);
  } else {
    run(query);
  }
  tercet_query_free(query);
  return 0;
}
