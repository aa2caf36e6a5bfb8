// SPDX-License-Identifier: Apache-2.0

/**
   @file sparql.h

   SPARQL queries: prepare, step, read columns, as with an SQL library.
*/

#ifndef TERCET_SPARQL_H
#define TERCET_SPARQL_H

#include <tercet/rdf.h>
#include <tercet/status.h>
#include <tercet/store.h>
#include <tercet/tensor.h>

TERCET_BEGIN_DECLS

/// A prepared query, used by one thread at a time
typedef struct tercet_query tercet_query;

/// What a query asks for
typedef enum {
  TERCET_QUERY_SELECT,
  TERCET_QUERY_ASK,
} tercet_query_form;

/// Enumerator, bit, name for the command line: ways to answer that the planner
/// chooses where they are faster.  The answer is the same without them.
#define TERCET_QUERY_METHOD_LIST(X)                                            \
  X(SCORE_KERNELS, 1U << 0U, "score-kernels")                                  \
  X(SIMILARITY_JOIN, 1U << 1U, "similarity-join")                              \
  X(TENSOR_CODES, 1U << 2U, "tensor-codes")

/// Bits of ways that the planner is not to choose
typedef enum {
#define TERCET_QUERY_METHOD_MEMBER(id, bit, name) TERCET_WITHOUT_##id = bit,
  TERCET_QUERY_METHOD_LIST(TERCET_QUERY_METHOD_MEMBER)
#undef TERCET_QUERY_METHOD_MEMBER
} tercet_query_method;

/// Set `out` to the bit of a way by its name; false if there is none
TERCET_API bool
tercet_query_method_from_name(const char *name, tercet_query_method *out);

/// How to run a query; all zero is a good start
typedef struct {
  tercet_string base;          ///< Base IRI for relative ones
  const tercet_cancel *cancel; ///< May be NULL

  /// Bytes the query may hold; 0: no limit.  A single value that is larger is
  /// an error of its row.  Codes of tensors, which a query may make
  /// (doc/similarity.md), belong to the dataset and do not count.
  size_t max_memory;

  unsigned without; ///< Bits of tercet_query_method, to compare and to test
  /// Let a tensor function fail where the model that defines it is not valid
  /// for its arguments, instead of computing what the text says.  The message
  /// names the model; doc/rdf-tensor-conformance.md lists the repairs.
  bool strict_templates;
} tercet_query_options;

/**
   Parse, check and plan a query.

   @param dataset Must outlive the query and not change while it exists.
   @param text The query in UTF-8; copied.
   @param options May be NULL.
   @param[out] out To be freed with tercet_query_free(); NULL on failure.
   @return #TERCET_OK, #TERCET_ERR_SYNTAX with line and column,
   #TERCET_ERR_NOT_FOUND for a function that does not exist,
   #TERCET_ERR_UNSUPPORTED for a part of SPARQL that is not there,
   #TERCET_ERR_NO_MEMORY.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_query_prepare(tercet_dataset *dataset,
                     tercet_string text,
                     const tercet_query_options *options,
                     tercet_query **out,
                     tercet_error *err);

/// Free a query; NULL is fine
TERCET_API void
tercet_query_free(tercet_query *query);

/**
   Give a variable a value before the first step.

   The variable then has that value in every solution, and expressions in any
   group of the query see it; in a sub-query only if that projects it, since
   otherwise the variable there is another one.  A tensor is copied and needs
   no text.

   @return #TERCET_OK, #TERCET_ERR_NOT_FOUND if the query has no such
   variable, #TERCET_ERR_ARGUMENT after the first step, #TERCET_ERR_NO_MEMORY.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_query_bind_term(tercet_query *query,
                       const char *variable,
                       const tercet_term *term,
                       tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_query_bind_tensor(tercet_query *query,
                         const char *variable,
                         const tercet_tensor *tensor,
                         tercet_error *err);

TERCET_API tercet_query_form
tercet_query_get_form(const tercet_query *query);

/// Return the number of result columns; 0 for ASK
TERCET_API size_t
tercet_query_column_count(const tercet_query *query);

/// Return the variable of a column, without '?'; valid as long as the query
TERCET_API tercet_string
tercet_query_column_name(const tercet_query *query, size_t column);

/// Return the number of prefixes that the query declares
TERCET_API size_t
tercet_query_prefix_count(const tercet_query *query);

/// Set `name` (without ':') and `iri` to a prefix that the query declares, to
/// shorten IRIs with; valid as long as the query
TERCET_API void
tercet_query_get_prefix(const tercet_query *query,
                        size_t i,
                        tercet_string *name,
                        tercet_string *iri);

/**
   Go to the next row.

   @return #TERCET_ROW, #TERCET_DONE, or a failure: #TERCET_ERR_TIMEOUT,
   #TERCET_ERR_CANCELLED, #TERCET_ERR_LIMIT (memory), #TERCET_ERR_NO_MEMORY.
   After a failure every further step returns it again.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_query_step(tercet_query *query, tercet_error *err);

/// Set `out` to the term of a column of the current row, valid until the next
/// step; its kind is TERCET_TERM_NONE if the variable is unbound
TERCET_API TERCET_NODISCARD tercet_status
tercet_query_column_term(tercet_query *query,
                         size_t column,
                         tercet_term *out,
                         tercet_error *err);

/// Set `out` to the tensor of a column of the current row, to be given back
/// with tercet_tensor_unref(); NULL if the term is no well-typed tensor
TERCET_API TERCET_NODISCARD tercet_status
tercet_query_column_tensor(tercet_query *query,
                           size_t column,
                           tercet_tensor **out,
                           tercet_error *err);

/// Set `out` to the answer of an ASK query
TERCET_API TERCET_NODISCARD tercet_status
tercet_query_ask(tercet_query *query, bool *out, tercet_error *err);

/// Where a function (a tensor function, say) or an aggregate failed, so that
/// its value is unbound or the row was filtered out
typedef struct {
  tercet_string function; ///< IRI, or the keyword of a built-in one
  bool is_aggregate;
  uint64_t n;           ///< Rows, or groups of an aggregate
  tercet_string reason; ///< Message of the first failure
} tercet_query_failure;

/// Return the number of functions and aggregates that failed so far
TERCET_API size_t
tercet_query_failure_count(const tercet_query *query);

/**
   Set `out` to how often a function failed so far, and why it did first.

   A function whose argument is an error already does not fail itself.  Each
   evaluation counts: an expression that stands in a query twice, or is looked
   at for rows that a later step drops, counts for all of them.

   @param i Less than tercet_query_failure_count().  The functions are in the
   order in which they first failed, which does not change.
   @param[out] out Its strings are the query's, and valid as long as it.
*/
TERCET_API void
tercet_query_get_failure(const tercet_query *query,
                         size_t i,
                         tercet_query_failure *out);

/// Write the plan as an indented tree, with estimates; with `analyze`, for a
/// query that has been run, with actual rows and times, and the failures
TERCET_API TERCET_NODISCARD tercet_status
tercet_query_explain(const tercet_query *query,
                     bool analyze,
                     const tercet_output *output,
                     tercet_error *err);

/// Enumerator, name for the command line
#define TERCET_RESULT_FORMAT_LIST(X)                                           \
  X(TABLE, "table")                                                            \
  X(JSON, "json")                                                              \
  X(XML, "xml")                                                                \
  X(CSV, "csv")                                                                \
  X(TSV, "tsv")

typedef enum {
#define TERCET_RESULT_FORMAT_MEMBER(id, name) TERCET_RESULT_##id,
  TERCET_RESULT_FORMAT_LIST(TERCET_RESULT_FORMAT_MEMBER)
#undef TERCET_RESULT_FORMAT_MEMBER
} tercet_result_format;

/// Set `out` to the format of that name; false if there is none
TERCET_API bool
tercet_result_format_from_name(const char *name, tercet_result_format *out);

/**
   Run a query to its end and write its result.

   @param n_rows Set to the rows written; may be NULL.
   @return #TERCET_OK, or the failure of a step or of the output.  What was
   written before a failure is then incomplete, and in JSON and XML is not
   well-formed.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_query_write(tercet_query *query,
                   tercet_result_format format,
                   const tercet_output *output,
                   uint64_t *n_rows,
                   tercet_error *err);

/// Call `visit` for each extension function and aggregate that queries know
TERCET_API void
tercet_functions_visit(void (*visit)(void *context,
                                     tercet_string iri,
                                     bool is_aggregate),
                       void *context);

TERCET_END_DECLS

#endif // TERCET_SPARQL_H
