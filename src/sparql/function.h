// SPDX-License-Identifier: Apache-2.0

/**
   Functions and aggregates by IRI: the extension point.

   The parser asks a registry what an IRI is; the executor calls it with
   columns.  Nothing in sparql/ knows any extension by name.
*/

#ifndef TERCET_SPARQL_FUNCTION_H
#define TERCET_SPARQL_FUNCTION_H

#include "array/kernel/kernel.h"
#include "sparql/failures.h"
#include "sparql/value.h"

/// What the functions of a query keep until its end; `data` is NULL at first
typedef struct {
  const tercet_allocator *alloc;
  void *data;
  void (*release)(void *data);
} tercet_call_state;

/// What a call may use
typedef struct {
  tercet_arena *arena;         ///< For the results of this batch
  const tercet_cancel *cancel; ///< May be NULL
  tercet_call_state *state;
  size_t max_memory; ///< Bytes that the query may hold; 0: no limit
  size_t n_rows;
  size_t first_row;         ///< Of the batch in the query, for messages
  tercet_failures failures; ///< In this query so far
  bool is_quiet;  ///< Evaluates what is evaluated elsewhere too: nothing counts
  bool is_strict; ///< What a function's own definition does not allow is an
                  ///< error, even where people know what is meant
} tercet_call;

/// Count a failed row of a function
TERCET_NODISCARD tercet_status
tercet_call_fail(tercet_call *call, tercet_string function, const char *reason);

/// Count a failed group of an aggregate
TERCET_NODISCARD tercet_status
tercet_call_fail_group(tercet_call *call,
                       tercet_string aggregate,
                       const char *reason);

/// Let a failure since `n_total` was that of the list stand for `n_rows` rows:
/// one value was computed for all
void
tercet_call_share_failure(tercet_call *call, uint64_t n_total, size_t n_rows);

/// Return whether the next failure of a function needs a reason
bool
tercet_call_wants_reason(const tercet_call *call, tercet_string function);

typedef struct tercet_function tercet_function;

/**
   A score that a product of vectors of float32 comes near to, which tells most
   pairs of many tensors that do not matter without computing their scores.

   pack() makes of a tensor x a vector v(x), an offset and an error.  For any
   two tensors of one type there is a number t such that their score is
   score(t), and

       |v(x) . v(y) - offset(x) - offset(y) - t| <= error(x) + error(y)

   The product may be summed up in float32 in any order, the rest be computed in
   float32 too.
*/
typedef struct {
  /// Return whether tensors of a type can be packed
  bool (*takes)(const tercet_tensor_type *type);

  /// Pack a tensor of n elements into n numbers; where nothing is known of the
  /// scores, they are 0 and the error is infinite
  void (*pack)(const tercet_function *self,
               const tercet_tensor_type *type,
               const void *row,
               float *vector,
               double *offset,
               double *error);

  /// Never falls as t rises, or never rises
  double (*score)(const tercet_function *self, double t);
} tercet_score_product;

struct tercet_function {
  tercet_string iri;
  uint16_t least_args;
  uint16_t most_args;

  /**
     Compute `call->n_rows` values.

     @param out Its `values` have room for n_rows and are to be set in full;
     `is_constant` may be set when one value stands for all.
     A row that fails becomes TERCET_VALUE_ERROR and is reported with
     tercet_call_fail(), except where an argument was an error already.
     Columns that are all constant need just one value; its failure counts for
     all rows.
     @return #TERCET_OK, or a failure of the whole query: #TERCET_ERR_NO_MEMORY,
     #TERCET_ERR_TIMEOUT, #TERCET_ERR_CANCELLED.
  */
  tercet_status (*evaluate)(const tercet_function *self,
                            tercet_call *call,
                            const tercet_value_column *args,
                            size_t n_args,
                            tercet_value_column *out);
  const void *data; ///< For `evaluate`

  /**
     For a similarity to a fixed vector, else NULL: computes scores of many
     tensors with one, which top-k uses instead of `evaluate`.  Must give the
     same numbers, whichever argument is the fixed one.

     @param out A score for each row; NaN where there is none.
     @return False if this type has no such kernel.
  */
  bool (*score)(const tercet_function *self,
                const tercet_tensor_type *type,
                const void *query,
                const void *const *rows,
                size_t n_rows,
                double *out);

  /**
     Set between which numbers scores lie, of tensors whose codes are looked at
     only, or NULL; then `score` is not NULL.  Where nothing is known that is
     from -infinity to infinity.

     @return False if nothing is known of all of them.
  */
  bool (*enclose)(const tercet_function *self,
                  const tercet_tensor_type *type,
                  const void *query,
                  const tercet_tensor_code *const *codes,
                  size_t n_codes,
                  double *low,
                  double *high);

  /// For the scores of all pairs of two sets, or NULL; then `score` is not NULL
  const tercet_score_product *product;
};

typedef struct tercet_aggregate_function tercet_aggregate_function;

/// An aggregate of one argument.  The executor keeps `state_size` zeroed bytes
/// for each group.
struct tercet_aggregate_function {
  tercet_string iri;
  size_t state_size;

  /// Add rows: `states[i]` is the group's state of row i of the column
  tercet_status (*add)(const tercet_aggregate_function *self,
                       tercet_call *call,
                       const tercet_value_column *column,
                       void *const *states);

  /// Set the value of a group; an error is TERCET_VALUE_ERROR plus
  /// tercet_call_fail_group()
  tercet_status (*finish)(const tercet_aggregate_function *self,
                          tercet_call *call,
                          void *state,
                          tercet_value *out);

  /// Release what a state holds; called once for each state, also on failure
  void (*clear)(const tercet_aggregate_function *self, void *state);
  const void *data;
};

typedef struct tercet_registry tercet_registry;

TERCET_NODISCARD tercet_status
tercet_registry_new(const tercet_allocator *alloc, tercet_registry **out);

void
tercet_registry_free(tercet_registry *registry);

/// Add a function, which must outlive the registry; an IRI that is there
/// already is replaced
TERCET_NODISCARD tercet_status
tercet_registry_add_function(tercet_registry *registry,
                             const tercet_function *function);

TERCET_NODISCARD tercet_status
tercet_registry_add_aggregate(tercet_registry *registry,
                              const tercet_aggregate_function *aggregate);

/// Return the function of that IRI, or NULL
const tercet_function *
tercet_registry_find_function(const tercet_registry *registry,
                              tercet_string iri);

const tercet_aggregate_function *
tercet_registry_find_aggregate(const tercet_registry *registry,
                               tercet_string iri);

/// Call `visit` for each, in the order they were added
void
tercet_registry_visit(const tercet_registry *registry,
                      void (*visit)(void *context,
                                    tercet_string iri,
                                    bool is_aggregate),
                      void *context);

#endif // TERCET_SPARQL_FUNCTION_H
