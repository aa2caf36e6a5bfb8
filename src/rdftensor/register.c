// SPDX-License-Identifier: Apache-2.0

/// The functions and aggregates that there are, by IRI.  IRIs are compared
/// exactly: `sum` is a function, `SUM` an aggregate.

#include "rdftensor/group.h"
#include "rdftensor/rdftensor.h"

#define NEW_VOCABULARY "https://w3id.org/rdf-tensor/vocab#"
#define OLD_FUNCTIONS "https://w3id.org/rdf-tensor/functions#"
#define OLD_AGGREGATES "https://w3id.org/rdf-tensor/aggregates#"
#define EXTENSIONS "urn:tercet:"

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
    .data = &tercet_rdftensor_##measure, .score = tercet_similarity_score,     \
    .enclose = tercet_similarity_enclose,                                      \
    .product = &tercet_similarity_product                                      \
  }

/// Elements that create() takes at the most
#define MOST_VALUES UINT16_MAX

static const tercet_function functions[] = {
    ROWS(NEW_VOCABULARY, "cos", 1, 1, cos),
    ROWS(NEW_VOCABULARY, "exp", 1, 1, exp),
    ROWS(NEW_VOCABULARY, "log", 1, 1, log),
    ROWS(NEW_VOCABULARY, "logp", 2, 2, logp),
    ROWS(NEW_VOCABULARY, "poly", 2, 2, poly),
    ROWS(NEW_VOCABULARY, "scale", 2, 2, scale),
    ROWS(NEW_VOCABULARY, "sin", 1, 1, sin),
    ROWS(NEW_VOCABULARY, "abs", 1, 1, abs),
    ROWS(NEW_VOCABULARY, "cast", 2, 2, cast),
    ROWS(NEW_VOCABULARY, "reshape", 1, TERCET_MAX_RANK + 1, reshape),
    ROWS(NEW_VOCABULARY, "transpose", 1, 1, transpose),
    ROWS(NEW_VOCABULARY, "flatten", 1, 1, flatten),
    ROWS(NEW_VOCABULARY, "not", 1, 1, not ),
    ROWS(NEW_VOCABULARY, "sort", 3, 3, sort),
    ROWS(NEW_VOCABULARY, "add", 2, 2, add),
    ROWS(NEW_VOCABULARY, "subtract", 2, 2, subtract),
    ROWS(NEW_VOCABULARY, "multiply", 2, 2, multiply),
    ROWS(NEW_VOCABULARY, "divide", 2, 2, divide),
    ROWS(NEW_VOCABULARY, "eq", 2, 2, eq),
    ROWS(NEW_VOCABULARY, "neq", 2, 2, neq),
    ROWS(NEW_VOCABULARY, "and", 2, 2, and),
    ROWS(NEW_VOCABULARY, "or", 2, 2, or),
    ROWS(NEW_VOCABULARY, "gt", 2, 2, gt),
    ROWS(NEW_VOCABULARY, "lt", 2, 2, lt),
    ROWS(NEW_VOCABULARY, "sub", 1, TERCET_MAX_RANK + 1, sub),
    ROWS(NEW_VOCABULARY, "mask", 2, 2, mask),
    ROWS(NEW_VOCABULARY, "index", 2, 2, index),
    ROWS(NEW_VOCABULARY, "concat", 2, MOST_VALUES, concat),
    ROWS(NEW_VOCABULARY, "hstack", 1, MOST_VALUES, hstack),
    ROWS(NEW_VOCABULARY, "vstack", 1, MOST_VALUES, vstack),
    ROWS(NEW_VOCABULARY, "all", 1, 1, all),
    ROWS(NEW_VOCABULARY, "any", 1, 1, any),
    ROWS(NEW_VOCABULARY, "none", 1, 1, none),
    ROWS(NEW_VOCABULARY, "avg", 2, 2, avg),
    ROWS(NEW_VOCABULARY, "sum", 2, 2, sum),
    ROWS(NEW_VOCABULARY, "prod", 2, 2, prod),
    ROWS(NEW_VOCABULARY, "max", 2, 2, max),
    ROWS(NEW_VOCABULARY, "min", 2, 2, min),
    ROWS(NEW_VOCABULARY, "std", 2, 2, std),
    ROWS(NEW_VOCABULARY, "var", 2, 2, var),
    ROWS(NEW_VOCABULARY, "norm1", 2, 2, norm1),
    ROWS(NEW_VOCABULARY, "norm2", 2, 2, norm2),
    ROWS(NEW_VOCABULARY, "quantile", 3, 3, quantile),
    ROWS(NEW_VOCABULARY, "quantileInterpolate", 3, 3, quantile_interpolate),
    SIMILARITY(NEW_VOCABULARY, "cosineSimilarity", cosine),
    SIMILARITY(NEW_VOCABULARY, "euclideanDistance", distance),
    ROWS(NEW_VOCABULARY, "create", 1, MOST_VALUES, create),
    ROWS(NEW_VOCABULARY, "range", 0, 2, range),
    ROWS(NEW_VOCABULARY, "shape", 1, 1, shape),
    ROWS(NEW_VOCABULARY, "arange", 2, 4, arange),

    ROWS(OLD_FUNCTIONS, "cos", 1, 1, cos),
    ROWS(OLD_FUNCTIONS, "exp", 1, 1, exp),
    ROWS(OLD_FUNCTIONS, "log", 1, 1, log),
    ROWS(OLD_FUNCTIONS, "logp", 2, 2, logp),
    ROWS(OLD_FUNCTIONS, "poly", 2, 2, poly),
    ROWS(OLD_FUNCTIONS, "scale", 2, 2, scale),
    ROWS(OLD_FUNCTIONS, "sin", 1, 1, sin),
    ROWS(OLD_FUNCTIONS, "abs", 1, 1, abs),
    ROWS(OLD_FUNCTIONS, "not", 1, 1, not ),
    ROWS(OLD_FUNCTIONS, "add", 2, 2, add),
    ROWS(OLD_FUNCTIONS, "subtract", 2, 2, subtract),
    ROWS(OLD_FUNCTIONS, "multiply", 2, 2, multiply),
    ROWS(OLD_FUNCTIONS, "divide", 2, 2, divide),
    ROWS(OLD_FUNCTIONS, "eq", 2, 2, eq),
    ROWS(OLD_FUNCTIONS, "neq", 2, 2, neq),
    ROWS(OLD_FUNCTIONS, "and", 2, 2, and),
    ROWS(OLD_FUNCTIONS, "or", 2, 2, or),
    ROWS(OLD_FUNCTIONS, "gt", 2, 2, gt),
    ROWS(OLD_FUNCTIONS, "lt", 2, 2, lt),
    ROWS(OLD_FUNCTIONS, "hstack", 1, MOST_VALUES, hstack),
    ROWS(OLD_FUNCTIONS, "vstack", 1, MOST_VALUES, vstack),
    ROWS(OLD_FUNCTIONS, "all", 1, 1, all),
    ROWS(OLD_FUNCTIONS, "any", 1, 1, any),
    ROWS(OLD_FUNCTIONS, "avg", 2, 2, avg),
    ROWS(OLD_FUNCTIONS, "sum", 2, 2, sum),
    ROWS(OLD_FUNCTIONS, "max", 2, 2, max),
    ROWS(OLD_FUNCTIONS, "min", 2, 2, min),
    ROWS(OLD_FUNCTIONS, "std", 2, 2, std),
    ROWS(OLD_FUNCTIONS, "var", 2, 2, var),
    ROWS(OLD_FUNCTIONS, "norm1", 2, 2, norm1),
    ROWS(OLD_FUNCTIONS, "norm2", 2, 2, norm2),
    SIMILARITY(OLD_FUNCTIONS, "cosineSimilarity", cosine),
    ROWS(OLD_FUNCTIONS, "concat", 2, 3, old_concat),
    ROWS(OLD_FUNCTIONS, "median", 2, 2, median),
    ROWS(OLD_FUNCTIONS, "med", 2, 2, median),
    ROWS(OLD_FUNCTIONS, "getSubDT", 2, 2, get_sub),
    SIMILARITY(OLD_FUNCTIONS, "euclideanDistance", distance),

    ROWS(EXTENSIONS, "matmul", 2, 2, matmul),
    ROWS(EXTENSIONS, "dot", 2, 2, dot),
    ROWS(EXTENSIONS, "solve", 2, 2, solve),
    ROWS(EXTENSIONS, "inv", 1, 1, inv),
    ROWS(EXTENSIONS, "det", 1, 1, det),
    ROWS(EXTENSIONS, "svd", 1, 1, svd),
    ROWS(EXTENSIONS, "svdU", 1, 1, svd_u),
    ROWS(EXTENSIONS, "svdVh", 1, 1, svd_vh),
    ROWS(EXTENSIONS, "eigh", 1, 1, eigh),
    ROWS(EXTENSIONS, "eighVectors", 1, 1, eigh_vectors),
    ROWS(EXTENSIONS, "argmax", 2, 2, argmax),
    ROWS(EXTENSIONS, "argmin", 2, 2, argmin),
    ROWS(EXTENSIONS, "argsort", 3, 3, argsort),
    ROWS(EXTENSIONS, "topk", 3, 3, topk),
    ROWS(EXTENSIONS, "cumsum", 2, 2, cumsum),
    ROWS(EXTENSIONS, "softmax", 2, 2, softmax),
    ROWS(EXTENSIONS, "normalize", 1, 1, normalize),
    ROWS(EXTENSIONS, "clip", 3, 3, clip),
    ROWS(EXTENSIONS, "where", 3, 3, where),
    ROWS(EXTENSIONS, "stack", 2, MOST_VALUES, stack),
    ROWS(EXTENSIONS, "squeeze", 1, 1, squeeze),
    ROWS(EXTENSIONS, "expandDims", 2, 2, expand_dims),
    ROWS(EXTENSIONS, "tril", 2, 2, tril),
    ROWS(EXTENSIONS, "triu", 2, 2, triu),
    ROWS(EXTENSIONS, "manhattanDistance", 2, 2, manhattan),
    ROWS(EXTENSIONS, "chebyshevDistance", 2, 2, chebyshev),
    ROWS(EXTENSIONS, "hammingDistance", 2, 2, hamming),
    ROWS(EXTENSIONS, "dotProduct", 2, 2, dot_product),
    ROWS(EXTENSIONS, "quantize", 1, 1, quantize),
    ROWS(EXTENSIONS, "dequantize", 1, 1, dequantize),
};

#define GROUP(vocabulary, name, kind)                                          \
  {                                                                            \
    .iri = IRI(vocabulary name), .state_size = sizeof(tercet_group),           \
    .add = tercet_group_add, .finish = tercet_group_finish,                    \
    .clear = tercet_group_clear, .data = &tercet_group_##kind                  \
  }

static const tercet_aggregate_function aggregates[] = {
    GROUP(NEW_VOCABULARY, "SUM", sum),
    GROUP(NEW_VOCABULARY, "AVG", avg),
    GROUP(NEW_VOCABULARY, "VAR", var),
    GROUP(NEW_VOCABULARY, "STD", std),
    GROUP(OLD_AGGREGATES, "sum", sum),
    GROUP(OLD_AGGREGATES, "avg", avg),
    GROUP(OLD_AGGREGATES, "var", sample_var),
    GROUP(OLD_AGGREGATES, "std", sample_std),
    GROUP(EXTENSIONS, "MIN", min),
    GROUP(EXTENSIONS, "MAX", max),
    GROUP(EXTENSIONS, "PROD", prod),
    GROUP(EXTENSIONS, "MEDIAN", median),
    GROUP(EXTENSIONS, "STACK", stack),
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
