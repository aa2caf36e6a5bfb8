// SPDX-License-Identifier: Apache-2.0

/**
   What check*.c share while a model is checked.

   Each graph is walked once, in the order of its nodes; what is known of its
   values goes from node to node.  The nodes of a function are walked once for
   what does not depend on a call, and for the types once for each call.
*/

#ifndef TERCET_ONNX_CHECKER_H
#define TERCET_ONNX_CHECKER_H

#include "onnx/infer.h"
#include "onnx/report.h"
#include "onnx/scope.h"

/// What a walk reports
typedef enum {
  TERCET_ONNX_CHECK_NAMES = 1, ///< Names, operators, attributes
  TERCET_ONNX_CHECK_TYPES = 2, ///< Types and shapes, which are inferred
} tercet_onnx_check_what;

/// A graph that was walked
typedef struct {
  const tercet_onnx_graph *graph;
  tercet_onnx_scope *scope;
} tercet_onnx_checked_graph;

/// Whether a function was walked
typedef enum {
  TERCET_ONNX_FUNCTION_NEW,
  TERCET_ONNX_FUNCTION_OPEN, ///< Its nodes are being walked
  TERCET_ONNX_FUNCTION_DONE,
} tercet_onnx_function_state;

typedef struct {
  const tercet_allocator *alloc;
  const tercet_onnx_model *model;
  tercet_onnx_report *report; ///< NULL: the first problem ends the check
  tercet_arena arena;
  tercet_onnx_facts facts;
  tercet_onnx_fact *values; ///< One for each slot of the scopes
  size_t n_values;
  size_t capacity;
  tercet_onnx_checked_graph *graphs;
  size_t n_graphs;
  size_t graph_capacity;
  tercet_onnx_function_state *functions; ///< One for each of the model
  bool has_recursion;                    ///< Calls cannot be walked
  unsigned what;  ///< Of #tercet_onnx_check_what: what is reported
  size_t depth;   ///< Graphs and functions inside one another
  size_t n_again; ///< Nodes that were walked again
  size_t n_problems;
  bool has_ended; ///< After the last problem that is reported
  tercet_error *err;
} tercet_onnx_checker;

/// Where nodes stand
typedef struct {
  tercet_onnx_scope *scope;
  size_t n_opsets;
  const tercet_onnx_opset *opsets;
  const tercet_onnx_function *function; ///< NULL outside of functions
  const tercet_onnx_infer *caller; ///< Of the function; NULL if it is walked
                                   ///< without a call
  size_t n_nodes;                  ///< Of the graph or function
  const tercet_onnx_node *nodes;
} tercet_onnx_check_place;

/**
   Report a problem.

   @param node Node, or NULL: the model.
   @param what Which walk reports it.
   @return #TERCET_OK if the check goes on, otherwise why it ends.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_check_problem(tercet_onnx_checker *checker,
                          const tercet_onnx_node *node,
                          tercet_onnx_check_what what,
                          tercet_status status,
                          const char *format,
                          ...) TERCET_PRINTF(5, 6);

/// Add a value to a scope, and report a name that is there already or empty
TERCET_NODISCARD tercet_status
tercet_onnx_check_add_value(tercet_onnx_checker *checker,
                            const tercet_onnx_check_place *place,
                            const tercet_onnx_node *node,
                            tercet_string name,
                            const tercet_onnx_fact *fact);

/// Return what is known of a name, or NULL if it is not made yet
const tercet_onnx_fact *
tercet_onnx_check_value(const tercet_onnx_checker *checker,
                        const tercet_onnx_check_place *place,
                        tercet_string name);

/// Report data of a tensor that do not make its shape
TERCET_NODISCARD tercet_status
tercet_onnx_check_tensor(tercet_onnx_checker *checker,
                         const tercet_onnx_node *node,
                         const char *role,
                         const tercet_onnx_tensor *tensor);

/// Nodes that are walked again at the most: loops in loops and functions in
/// functions multiply
#define TERCET_ONNX_MAX_AGAIN ((size_t)1U << 16U)

/**
   Walk a graph.

   @param around Where its node stands, or NULL for the graph of the model.
   @param is_again Whether it was walked before from the same place.
   @param inputs What is known of its inputs, or NULL.
   @param[out] outputs Set to what is known of its outputs; may be NULL.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_check_graph(tercet_onnx_checker *checker,
                        const tercet_onnx_graph *graph,
                        const tercet_onnx_check_place *around,
                        bool is_again,
                        const tercet_onnx_fact *inputs,
                        tercet_onnx_fact *outputs);

/// Walk nodes in their order
TERCET_NODISCARD tercet_status
tercet_onnx_check_nodes(tercet_onnx_checker *checker,
                        const tercet_onnx_check_place *place);

/// Check one node, whose inputs are known, and set what is known of its outputs
TERCET_NODISCARD tercet_status
tercet_onnx_check_operator(tercet_onnx_checker *checker,
                           const tercet_onnx_check_place *place,
                           const tercet_onnx_node *node,
                           const tercet_onnx_fact *inputs,
                           tercet_onnx_fact *outputs);

/// Report attributes of a node that its schema does not allow; sets `fits` to
/// false if there is one, and leaves it alone otherwise
TERCET_NODISCARD tercet_status
tercet_onnx_check_attributes(tercet_onnx_checker *checker,
                             const tercet_onnx_check_place *place,
                             const tercet_onnx_node *node,
                             const tercet_onnx_schema *schema,
                             bool *fits);

/// Report numbers and types of inputs that the schema of a node does not allow;
/// `fits` as in tercet_onnx_check_attributes()
TERCET_NODISCARD tercet_status
tercet_onnx_check_inputs(tercet_onnx_checker *checker,
                         const tercet_onnx_node *node,
                         const tercet_onnx_schema *schema,
                         const tercet_onnx_fact *inputs,
                         bool *fits);

/// Walk each function without a call
TERCET_NODISCARD tercet_status
tercet_onnx_check_functions(tercet_onnx_checker *checker);

/// Check the call of a function, and set what is known of its outputs
TERCET_NODISCARD tercet_status
tercet_onnx_check_call(tercet_onnx_checker *checker,
                       const tercet_onnx_check_place *place,
                       const tercet_onnx_node *node,
                       const tercet_onnx_function *function,
                       const tercet_onnx_fact *inputs,
                       tercet_onnx_fact *outputs);

#endif // TERCET_ONNX_CHECKER_H
