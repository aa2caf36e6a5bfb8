// SPDX-License-Identifier: Apache-2.0

/// What plan*.c share while a plan is made

#ifndef TERCET_ONNX_PLANNER_H
#define TERCET_ONNX_PLANNER_H

#include "onnx/plan.h"
#include "onnx/pool.h"
#include "onnx/scope.h"

/// What is known about a slot
typedef struct {
  const tercet_onnx_body *owner; ///< Whose steps make the value; may be NULL
  tercet_onnx_value constant;    ///< If it is the same in each run
  bool is_read;                  ///< By a step, from the one at hand on
  bool escapes;                  ///< Whether it may outlive the session
} tercet_onnx_slot;

typedef struct {
  tercet_onnx_plan *plan;
  tercet_onnx_slot *slots;
  size_t n_slots;
  size_t capacity;
  size_t n_inlined;      ///< Nodes of functions so far
  size_t depth;          ///< Graphs and functions inside one another
  tercet_onnx_pool pool; ///< Of the calls that make constants
  tercet_error *err;
} tercet_onnx_planner;

/// The steps of a body, in the making
typedef struct {
  tercet_onnx_body *body;
  tercet_onnx_step *steps;
  size_t n_steps;
  size_t capacity;
} tercet_onnx_builder;

/// Where nodes stand: what their names, domains and references mean
typedef struct {
  tercet_onnx_scope *scope;
  size_t n_opsets;
  const tercet_onnx_opset *opsets;
  const tercet_onnx_function *function; ///< NULL outside of functions
  const tercet_onnx_node *caller;       ///< Of the function
} tercet_onnx_place;

/// Set `out` to a new slot
TERCET_NODISCARD tercet_status
tercet_onnx_planner_add_slot(tercet_onnx_planner *planner,
                             const tercet_onnx_body *owner,
                             uint32_t *out);

/// Make a body of a graph; `around` is where its node stands, with an unset
/// scope for a graph without a node
TERCET_NODISCARD tercet_status
tercet_onnx_plan_graph(tercet_onnx_planner *planner,
                       const tercet_onnx_graph *graph,
                       const tercet_onnx_place *around,
                       tercet_onnx_body *body);

/// Add the steps of nodes, which are in topological order
TERCET_NODISCARD tercet_status
tercet_onnx_plan_nodes(tercet_onnx_planner *planner,
                       tercet_onnx_builder *builder,
                       const tercet_onnx_place *place,
                       size_t n,
                       const tercet_onnx_node *nodes);

/// Add the steps of a function in place of the node that calls it
TERCET_NODISCARD tercet_status
tercet_onnx_plan_call(tercet_onnx_planner *planner,
                      tercet_onnx_builder *builder,
                      const tercet_onnx_place *place,
                      const tercet_onnx_function *function,
                      const tercet_onnx_node *node);

/// Set `out` to a node without references to the attributes of a call: itself,
/// or a copy with what they stand for
TERCET_NODISCARD tercet_status
tercet_onnx_plan_resolve(tercet_onnx_planner *planner,
                         const tercet_onnx_place *place,
                         const tercet_onnx_node *node,
                         const tercet_onnx_node **out);

/// Say of each step of a body, and of those inside, which outputs are wanted
/// and which values are not needed any more
TERCET_NODISCARD tercet_status
tercet_onnx_plan_uses(tercet_onnx_planner *planner, tercet_onnx_body *body);

/// Run a step and keep its outputs as constants; false if they are none
bool
tercet_onnx_plan_fold(tercet_onnx_planner *planner,
                      const tercet_onnx_step *step);

/// Find the segments of a body, and of those inside
TERCET_NODISCARD tercet_status
tercet_onnx_plan_segments(tercet_onnx_planner *planner, tercet_onnx_body *body);

#endif // TERCET_ONNX_PLANNER_H
