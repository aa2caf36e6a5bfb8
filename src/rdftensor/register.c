// SPDX-License-Identifier: Apache-2.0

/// The functions and aggregates that there are, by IRI.  IRIs are compared
/// exactly: `sum` is a function, `SUM` an aggregate.

#include "rdftensor/rdftensor.h"
#include "rdftensor/rdftensor_internal.h"

#define NEW_VOCABULARY "https://w3id.org/rdf-tensor/vocab#"
#define OLD_FUNCTIONS "https://w3id.org/rdf-tensor/functions#"
#define OLD_AGGREGATES "https://w3id.org/rdf-tensor/aggregates#"

#define IRI(text)                                                              \
  {                                                                            \
    text, sizeof(text) - 1U                                                    \
  }

#define ROWS(vocabulary, name, least, most, function)                          \
  {                                                                            \
    .iri = IRI(vocabulary name), .least_args = (least), .most_args = (most),   \
    .evaluate = tercet_rows_evaluate, .data = &tercet_rdftensor_##function     \
  }

#define SIMILARITY(vocabulary, name, measure)                                  \
  {                                                                            \
    .iri = IRI(vocabulary name), .least_args = 2, .most_args = 2,              \
    .evaluate = tercet_similarity_evaluate,                                    \
    .data = &tercet_rdftensor_##measure, .score = tercet_similarity_score      \
  }

/// Elements that create() takes at the most
#define MOST_VALUES UINT16_MAX

static const tercet_function functions[] = {
    ROWS(NEW_VOCABULARY, "scale", 2, 2, scale),
    ROWS(NEW_VOCABULARY, "cast", 2, 2, cast),
    ROWS(NEW_VOCABULARY, "add", 2, 2, add),
    ROWS(NEW_VOCABULARY, "subtract", 2, 2, subtract),
    ROWS(NEW_VOCABULARY, "multiply", 2, 2, multiply),
    ROWS(NEW_VOCABULARY, "divide", 2, 2, divide),
    ROWS(NEW_VOCABULARY, "sub", 1, TERCET_MAX_RANK + 1, sub),
    ROWS(NEW_VOCABULARY, "index", 2, 2, index),
    ROWS(NEW_VOCABULARY, "avg", 2, 2, avg),
    ROWS(NEW_VOCABULARY, "sum", 2, 2, sum),
    ROWS(NEW_VOCABULARY, "max", 2, 2, max),
    ROWS(NEW_VOCABULARY, "min", 2, 2, min),
    ROWS(NEW_VOCABULARY, "norm1", 2, 2, norm1),
    ROWS(NEW_VOCABULARY, "norm2", 2, 2, norm2),
    SIMILARITY(NEW_VOCABULARY, "cosineSimilarity", cosine),
    SIMILARITY(NEW_VOCABULARY, "euclideanDistance", distance),
    ROWS(NEW_VOCABULARY, "create", 1, MOST_VALUES, create),
    ROWS(NEW_VOCABULARY, "range", 0, 2, range),
    ROWS(NEW_VOCABULARY, "shape", 1, 1, shape),

    ROWS(OLD_FUNCTIONS, "scale", 2, 2, scale),
    ROWS(OLD_FUNCTIONS, "add", 2, 2, add),
    ROWS(OLD_FUNCTIONS, "subtract", 2, 2, subtract),
    ROWS(OLD_FUNCTIONS, "multiply", 2, 2, multiply),
    ROWS(OLD_FUNCTIONS, "divide", 2, 2, divide),
    ROWS(OLD_FUNCTIONS, "avg", 2, 2, avg),
    ROWS(OLD_FUNCTIONS, "sum", 2, 2, sum),
    ROWS(OLD_FUNCTIONS, "max", 2, 2, max),
    ROWS(OLD_FUNCTIONS, "min", 2, 2, min),
    ROWS(OLD_FUNCTIONS, "norm1", 2, 2, norm1),
    ROWS(OLD_FUNCTIONS, "norm2", 2, 2, norm2),
    SIMILARITY(OLD_FUNCTIONS, "cosineSimilarity", cosine),
    SIMILARITY(OLD_FUNCTIONS, "euclideanDistance", distance),
};

#define GROUP(vocabulary, name, kind)                                          \
  {                                                                            \
    .iri = IRI(vocabulary name), .state_size = sizeof(tercet_group_state),     \
    .add = tercet_group_add, .finish = tercet_group_finish,                    \
    .clear = tercet_group_clear, .data = &tercet_rdftensor_group_##kind        \
  }

static const tercet_aggregate_function aggregates[] = {
    GROUP(NEW_VOCABULARY, "SUM", sum),
    GROUP(NEW_VOCABULARY, "AVG", avg),
    GROUP(OLD_AGGREGATES, "sum", sum),
    GROUP(OLD_AGGREGATES, "avg", avg),
};

tercet_status
tercet_rdftensor_register(tercet_registry *registry)
{
  const size_t n_functions = sizeof(functions) / sizeof(functions[0]);
  const size_t n_aggregates = sizeof(aggregates) / sizeof(aggregates[0]);

  for (size_t i = 0; i < n_functions; ++i) {
    TERCET_TRY(tercet_registry_add_function(registry, &functions[i]));
  }
  for (size_t i = 0; i < n_aggregates; ++i) {
    TERCET_TRY(tercet_registry_add_aggregate(registry, &aggregates[i]));
  }
  return TERCET_OK;
}
