// SPDX-License-Identifier: Apache-2.0

/**
   What plan*.c make and run.c runs.

   All values of a plan, those of graphs inside of graphs too, are numbered
   through: a slot is the place of a value in every session.  That works
   because no graph is entered while it runs: functions are replaced by their
   nodes, and a graph belongs to one node.
*/

#ifndef TERCET_ONNX_PLAN_H
#define TERCET_ONNX_PLAN_H

#include "onnx/operator.h"

/// The slot of an input or output that is absent
#define TERCET_ONNX_NO_SLOT UINT32_MAX

typedef struct tercet_onnx_body tercet_onnx_body;

/// Steps that are run together, see fuse.h
typedef struct tercet_onnx_segment tercet_onnx_segment;

/// A graph that is an attribute of a node
typedef struct {
  tercet_string attribute;
  tercet_onnx_body *body;
} tercet_onnx_inner;

/// One call of an operator
typedef struct {
  const tercet_onnx_node *node;
  const tercet_onnx_operator *op;
  int64_t version;
  const void *prepared;
  size_t n_inputs;
  uint32_t *inputs;
  size_t n_outputs;
  uint32_t *outputs;
  bool *is_wanted; ///< One for each output
  bool escapes;    ///< Whether outputs may outlive the session
  size_t n_dead;
  uint32_t *dead; ///< Slots of this body that nobody reads from here on
  size_t n_inner;
  tercet_onnx_inner *inner;
  const tercet_onnx_segment *segment; ///< That begins here, or NULL
} tercet_onnx_step;

/// A graph made ready
struct tercet_onnx_body {
  const tercet_onnx_graph *graph;
  size_t n_inputs; ///< Initializers left out
  uint32_t *inputs;
  const tercet_onnx_value_info **infos; ///< One for each input
  size_t n_outputs;
  uint32_t *outputs;
  bool *is_own; ///< One for each output: whether it can be moved from its slot
  size_t n_steps;
  tercet_onnx_step *steps;
  size_t n_outer; ///< Slots of graphs around this one that are read
  uint32_t *outer;
  size_t first_argument; ///< Where the arguments of its calls are
};

struct tercet_onnx_plan {
  const tercet_allocator *alloc;
  const tercet_onnx_model *model;
  tercet_arena arena; ///< All of the plan but for the constants' tensors
  tercet_onnx_strings strings;
  size_t n_slots;
  tercet_onnx_value *constants; ///< One for each slot; most are absent
  size_t n_arguments;           ///< Of all bodies together
  size_t n_segments;            ///< Likewise
  tercet_onnx_body main;
};

#endif // TERCET_ONNX_PLAN_H
