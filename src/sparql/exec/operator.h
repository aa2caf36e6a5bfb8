// SPDX-License-Identifier: Apache-2.0

/**
   Physical operators.

   Each node of a plan that runs has an operator.  It asks its children for
   batches and hands on batches of its own; a batch is valid until the operator
   is asked again, and whoever got it may overwrite the ids in its columns, but
   not the array of columns.  Each kind of operator is one file with one
   constant table of functions.
*/

#ifndef TERCET_SPARQL_EXEC_OPERATOR_H
#define TERCET_SPARQL_EXEC_OPERATOR_H

#include "sparql/expr/evaluate.h"
#include "sparql/plan.h"

/// What the operators of one query share
typedef struct {
  const tercet_allocator *alloc; ///< Counts and limits what the query holds
  const tercet_segment *segment; ///< NULL for no data
  const tercet_cancel *cancel;
  tercet_expr_context expr; ///< Its arena is `values`
  tercet_arena values;      ///< Values of the batch being evaluated
  tercet_arena compiled;    ///< Compiled expressions, for as long as the query
} tercet_exec;

typedef struct tercet_operator tercet_operator;

/// The functions of one kind of operator
typedef struct {
  size_t size; ///< Of its object, which starts with a tercet_operator

  /// Start, or start over; the children are open already
  tercet_status (*open)(tercet_operator *op, tercet_error *err);

  /// Set `out` to the next batch, with at least one row, or to NULL at the end
  tercet_status (*next)(tercet_operator *op,
                        tercet_batch **out,
                        tercet_error *err);

  /// Release everything; called once, whether it was opened or not
  void (*close)(tercet_operator *op);

  /// Append what explain shows behind the name; may be NULL
  tercet_status (*describe)(const tercet_plan *plan,
                            const tercet_algebra_query *query,
                            tercet_buffer *out);

  /// Skip rows whose first sort variable is below `key`, where that is cheaper
  /// than reading them; may be NULL
  void (*seek)(tercet_operator *op, tercet_id key);
} tercet_operator_type;

struct tercet_operator {
  const tercet_operator_type *type;
  tercet_plan *plan;
  tercet_exec *exec;
  size_t n_children;
  tercet_operator **children;
  tercet_batch batch; ///< What `next` hands out; `columns` has room
  tercet_id *storage; ///< The ids of the batch, if they are the operator's own
};

/// Make the operators of a plan, closed
TERCET_NODISCARD tercet_status
tercet_operator_new(tercet_exec *exec,
                    tercet_plan *plan,
                    tercet_operator **out,
                    tercet_error *err);

/// Close and free an operator and its children; NULL is fine
void
tercet_operator_free(tercet_operator *op);

/// Open an operator and its children, or start them over
TERCET_NODISCARD tercet_status
tercet_operator_open(tercet_operator *op, tercet_error *err);

/// Get the next batch: checks for cancellation, counts rows and time
TERCET_NODISCARD tercet_status
tercet_operator_next(tercet_operator *op,
                     tercet_batch **out,
                     tercet_error *err);

/// Skip rows below a key, if the operator can
void
tercet_operator_seek(tercet_operator *op, tercet_id key);

/// Give the batch ids of its own, TERCET_BATCH_ROWS for each column, once
TERCET_NODISCARD tercet_status
tercet_operator_make_batch(tercet_operator *op, tercet_error *err);

/// Point the batch's columns to those of a child's batch, by variable; columns
/// that the child lacks stay as they are
void
tercet_operator_share_columns(tercet_operator *op,
                              const tercet_operator *child,
                              const tercet_batch *batch);

/// Compile an expression over the rows of a plan
TERCET_NODISCARD tercet_status
tercet_operator_compile(tercet_exec *exec,
                        const tercet_plan *input,
                        const tercet_expr *expr,
                        tercet_compiled_expr **out,
                        tercet_error *err);

/// Return whether a plan of GRAPHS, or of groups of each graph, has a named
/// graph of the dataset
bool
tercet_plan_lists_graph(const tercet_plan *plan, tercet_id graph);

/// Forget the values of the last batch
void
tercet_exec_start_batch(tercet_exec *exec);

/// Keep the rows with the given numbers, ascending, of each column
void
tercet_batch_keep(tercet_batch *batch, const uint32_t *rows, size_t n_rows);

/// Give a batch columns with room of their own for TERCET_BATCH_ROWS rows, to
/// be released with tercet_batch_clear()
TERCET_NODISCARD tercet_status
tercet_batch_init(tercet_batch *batch,
                  const tercet_allocator *alloc,
                  size_t n_columns);

/// Release the columns; an all-zero batch is fine
void
tercet_batch_clear(tercet_batch *batch, const tercet_allocator *alloc);

/// Set a batch with room of its own to some rows of another one
void
tercet_batch_take(tercet_batch *batch,
                  const tercet_batch *from,
                  const uint32_t *rows,
                  size_t n_rows);

#define TERCET_PLAN_TYPE_MEMBER(id, name, type)                                \
  extern const tercet_operator_type type;
TERCET_PLAN_LIST(TERCET_PLAN_TYPE_MEMBER)
#undef TERCET_PLAN_TYPE_MEMBER

/// Return the functions of a kind of operator
const tercet_operator_type *
tercet_operator_type_of(tercet_plan_kind kind);

#endif // TERCET_SPARQL_EXEC_OPERATOR_H
