// SPDX-License-Identifier: Apache-2.0

/**
   Expressions over batches of rows.

   An expression is compiled once for each operator: variables become columns
   of its batches, constants become values, and what is constant is folded.
   Then it is evaluated for each batch.
*/

#ifndef TERCET_SPARQL_EXPR_EVALUATE_H
#define TERCET_SPARQL_EXPR_EVALUATE_H

#include "base/buffer.h"
#include "sparql/ast.h"
#include "sparql/function.h"
#include "sparql/value.h"

/// Rows of ids, as operators hand them on: columns[c][row]
typedef struct {
  size_t n_rows;
  size_t n_columns;
  tercet_id **columns;
} tercet_batch;

/// Rows that a batch has at the most
#define TERCET_BATCH_ROWS 2048U

/**
   What all expressions of one query share.

   `call.arena` is reset for each batch by the operator that evaluates.
   `call.first_row` tells solutions apart for BNODE(label): an operator sets it
   to `n_rows_seen`, evaluates all its expressions over the batch, and then
   adds the rows of the batch to `n_rows_seen`.  So one solution has one number
   in all expressions of a projection, and two solutions never share one.
*/
typedef struct {
  const tercet_allocator *alloc;
  tercet_dictionary *dictionary; ///< The query's overlay
  tercet_string base;            ///< For IRI()
  tercet_call call;
  tercet_call_state function_state; ///< `call.state` points to it
  uint64_t n_rows_seen;
  int64_t now_seconds; ///< For NOW(): UTC, one for the whole query
  uint32_t now_nanoseconds;
  uint64_t random_state[4];
  uint64_t blank_salt;    ///< Keeps labels made by BNODE() apart from others
  uint64_t n_blank_nodes; ///< Made by BNODE()
  tercet_buffer scratch;  ///< For terms on their way from the dictionary
} tercet_expr_context;

/// Prepare a context: takes the time and the seed of the random numbers, and
/// sets the other members as given.  `call.arena` must be set before anything
/// is evaluated or compiled.
void
tercet_expr_context_init(tercet_expr_context *context,
                         const tercet_allocator *alloc,
                         tercet_dictionary *dictionary,
                         tercet_string base,
                         tercet_arena *arena,
                         const tercet_cancel *cancel);

void
tercet_expr_context_clear(tercet_expr_context *context);

typedef struct tercet_compiled_expr tercet_compiled_expr;

/// Maps a variable of the tree to a column of the batches, or -1 if it is
/// never bound there
typedef int (*tercet_column_of)(const void *data, tercet_variable variable);

/**
   Compile an expression that has no aggregates and no EXISTS.

   @param arena Where the result lives.
   @return #TERCET_OK; #TERCET_ERR_UNSUPPORTED, with the place, for a function
   that this build lacks; #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_expr_compile(const tercet_expr *expr,
                    tercet_column_of column_of,
                    const void *column_of_data,
                    tercet_expr_context *context,
                    tercet_arena *arena,
                    tercet_compiled_expr **out,
                    tercet_error *err);

/// Return the value of an expression that depends on no variable and was
/// folded, or NULL
const tercet_value *
tercet_compiled_expr_constant(const tercet_compiled_expr *expr);

/// Evaluate for each row; the values live in context->call.arena
TERCET_NODISCARD tercet_status
tercet_expr_evaluate(tercet_compiled_expr *expr,
                     tercet_expr_context *context,
                     const tercet_batch *batch,
                     tercet_value_column *out,
                     tercet_error *err);

/**
   Evaluate as a condition (effective boolean value, SPARQL 1.1, 17.2.2).

   @param rows Set to the numbers of the rows that hold, ascending; room for
   batch->n_rows.
*/
TERCET_NODISCARD tercet_status
tercet_expr_filter(tercet_compiled_expr *expr,
                   tercet_expr_context *context,
                   const tercet_batch *batch,
                   uint32_t *rows,
                   size_t *n_rows,
                   tercet_error *err);

/// Release what the expression holds outside its arena (compiled patterns)
void
tercet_compiled_expr_clear(tercet_compiled_expr *expr);

/// Set `out` to the value of an id; the texts are the dictionary's or arena's
TERCET_NODISCARD tercet_status
tercet_value_from_id(tercet_expr_context *context,
                     tercet_id id,
                     tercet_value *out);

/// Return the id of a value, interned into the overlay if it is new; an error
/// is TERCET_ID_NONE
TERCET_NODISCARD tercet_status
tercet_value_to_id(tercet_expr_context *context,
                   const tercet_value *value,
                   tercet_id *out);

/**
   Compare for ORDER BY (SPARQL 1.1, 15.1): unbound, blank nodes, IRIs,
   literals; literals that `<` compares by value, others in a stable order of
   their own.  NaN comes below all other numbers.  A total order.
*/
int
tercet_value_order(const tercet_value *a, const tercet_value *b);

/// Compare for `=`: 1 equal, 0 not equal, -1 type error
int
tercet_value_equal(const tercet_value *a, const tercet_value *b);

/// Return the effective boolean value (SPARQL 1.1, 17.2.2): 1 true, 0 false,
/// -1 type error
int
tercet_value_truth(const tercet_value *value);

/// Set `out` to the lexical form of a literal, the IRI, or the label; it is
/// the value's own or lives in context->call.arena
TERCET_NODISCARD tercet_status
tercet_value_text(tercet_expr_context *context,
                  const tercet_value *value,
                  tercet_string *out);

/// State of one built-in aggregate for one group.  DISTINCT is the caller's:
/// he adds each value (for COUNT(*), each solution) once.
typedef struct tercet_accumulator tercet_accumulator;

TERCET_NODISCARD tercet_status
tercet_accumulator_new(tercet_expr_context *context,
                       tercet_aggregate_kind kind,
                       tercet_string separator,
                       tercet_accumulator **out);

void
tercet_accumulator_free(tercet_accumulator *accumulator);

/// Add a value.  An error value is skipped by COUNT and SAMPLE and makes the
/// others an error (SPARQL 1.1, 18.5.1).  For COUNT(*), `value` is NULL.
TERCET_NODISCARD tercet_status
tercet_accumulator_add(tercet_accumulator *accumulator,
                       tercet_expr_context *context,
                       const tercet_value *value);

/// Set `out` to the aggregate's value: an error for MIN, MAX and SAMPLE of
/// nothing.  It lives in context->call.arena.
TERCET_NODISCARD tercet_status
tercet_accumulator_finish(tercet_accumulator *accumulator,
                          tercet_expr_context *context,
                          tercet_value *out);

#endif // TERCET_SPARQL_EXPR_EVALUATE_H
