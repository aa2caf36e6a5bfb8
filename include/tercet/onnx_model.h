// SPDX-License-Identifier: Apache-2.0

/**
   @file onnx_model.h

   ONNX models from inside: what they consist of, and how to build one.

   Everything that is asked of a model belongs to it and is valid while it
   lives.  Positions count from 0 and must be less than the number asked for.
*/

#ifndef TERCET_ONNX_MODEL_PUBLIC_H
#define TERCET_ONNX_MODEL_PUBLIC_H

#include <tercet/onnx.h>

TERCET_BEGIN_DECLS

/// A graph: the main one of a model, or one in an attribute of a node
typedef struct tercet_onnx_graph tercet_onnx_graph;

/// An operator at work in a graph or function
typedef struct tercet_onnx_node tercet_onnx_node;

/// What a node is told besides its inputs
typedef struct tercet_onnx_attribute tercet_onnx_attribute;

/// Name and type of an input, an output or a value between nodes
typedef struct tercet_onnx_value_info tercet_onnx_value_info;

/// A constant tensor of a model
typedef struct tercet_onnx_tensor tercet_onnx_tensor;

/// An operator that the model itself defines
typedef struct tercet_onnx_function tercet_onnx_function;

/* ---- Models and functions ---- */

/// Return the version of the intermediate representation, 0 if not told
TERCET_API int64_t
tercet_onnx_model_ir_version(const tercet_onnx_model *model);

/// Return the name of the program that made the model; may be empty
TERCET_API tercet_string
tercet_onnx_model_producer(const tercet_onnx_model *model);

/// Return the number of operator sets that are imported
TERCET_API size_t
tercet_onnx_model_n_opsets(const tercet_onnx_model *model);

/// Set `domain`, empty for ai.onnx, and `version` of an operator set
TERCET_API void
tercet_onnx_model_opset(const tercet_onnx_model *model,
                        size_t i,
                        tercet_string *domain,
                        int64_t *version);

/// Return the main graph
TERCET_API const tercet_onnx_graph *
tercet_onnx_model_graph(const tercet_onnx_model *model);

TERCET_API size_t
tercet_onnx_model_n_functions(const tercet_onnx_model *model);

TERCET_API const tercet_onnx_function *
tercet_onnx_model_function_at(const tercet_onnx_model *model, size_t i);

/// Set `domain` and `name` to those of the operator that a function defines
TERCET_API void
tercet_onnx_function_name(const tercet_onnx_function *function,
                          tercet_string *domain,
                          tercet_string *name);

TERCET_API size_t
tercet_onnx_function_n_inputs(const tercet_onnx_function *function);

TERCET_API tercet_string
tercet_onnx_function_input(const tercet_onnx_function *function, size_t i);

TERCET_API size_t
tercet_onnx_function_n_outputs(const tercet_onnx_function *function);

TERCET_API tercet_string
tercet_onnx_function_output(const tercet_onnx_function *function, size_t i);

TERCET_API size_t
tercet_onnx_function_n_nodes(const tercet_onnx_function *function);

TERCET_API const tercet_onnx_node *
tercet_onnx_function_node(const tercet_onnx_function *function, size_t i);

/* ---- Graphs ---- */

/// Return the name of a graph; may be empty
TERCET_API tercet_string
tercet_onnx_graph_name(const tercet_onnx_graph *graph);

/// Return the number of inputs, those with an initializer included
TERCET_API size_t
tercet_onnx_graph_n_inputs(const tercet_onnx_graph *graph);

TERCET_API const tercet_onnx_value_info *
tercet_onnx_graph_input(const tercet_onnx_graph *graph, size_t i);

TERCET_API size_t
tercet_onnx_graph_n_outputs(const tercet_onnx_graph *graph);

TERCET_API const tercet_onnx_value_info *
tercet_onnx_graph_output(const tercet_onnx_graph *graph, size_t i);

TERCET_API size_t
tercet_onnx_graph_n_initializers(const tercet_onnx_graph *graph);

TERCET_API const tercet_onnx_tensor *
tercet_onnx_graph_initializer(const tercet_onnx_graph *graph, size_t i);

TERCET_API size_t
tercet_onnx_graph_n_nodes(const tercet_onnx_graph *graph);

TERCET_API const tercet_onnx_node *
tercet_onnx_graph_node(const tercet_onnx_graph *graph, size_t i);

/* ---- Values and constants ---- */

TERCET_API tercet_string
tercet_onnx_value_info_name(const tercet_onnx_value_info *info);

/// Return what a value is; #TERCET_ONNX_NONE if its type is not told, or is a
/// map, sparse or opaque
TERCET_API tercet_onnx_kind
tercet_onnx_value_info_kind(const tercet_onnx_value_info *info);

/// Return the type of the elements of a tensor, or of the tensors in a sequence
/// or optional; #TERCET_ONNX_UNDEFINED if it is not told
TERCET_API tercet_onnx_type
tercet_onnx_value_info_type(const tercet_onnx_value_info *info);

/// Return whether the rank of a tensor is told
TERCET_API bool
tercet_onnx_value_info_has_shape(const tercet_onnx_value_info *info);

/// Return the rank of a tensor, 0 if it is not told
TERCET_API size_t
tercet_onnx_value_info_rank(const tercet_onnx_value_info *info);

/// Return an extent, or -1 for one that is not told, and then set `name`, which
/// may be NULL, to its name, which may be empty
TERCET_API int64_t
tercet_onnx_value_info_extent(const tercet_onnx_value_info *info,
                              size_t axis,
                              tercet_string *name);

/// Write a type as the text syntax does: `float[N,3]`, `seq(int64[])`
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_value_info_write_type(const tercet_onnx_value_info *info,
                                  const tercet_output *output,
                                  tercet_error *err);

TERCET_API tercet_string
tercet_onnx_tensor_name(const tercet_onnx_tensor *tensor);

/// Return the type of the elements; it may be a number that has no name
TERCET_API tercet_onnx_type
tercet_onnx_tensor_type(const tercet_onnx_tensor *tensor);

TERCET_API size_t
tercet_onnx_tensor_rank(const tercet_onnx_tensor *tensor);

/// Return the extents, one for each axis
TERCET_API const int64_t *
tercet_onnx_tensor_shape(const tercet_onnx_tensor *tensor);

/* ---- Nodes ---- */

/// Return the name of a node; may be empty
TERCET_API tercet_string
tercet_onnx_node_name(const tercet_onnx_node *node);

TERCET_API tercet_string
tercet_onnx_node_operator(const tercet_onnx_node *node);

/// Return the domain of the operator; empty for ai.onnx
TERCET_API tercet_string
tercet_onnx_node_domain(const tercet_onnx_node *node);

TERCET_API size_t
tercet_onnx_node_n_inputs(const tercet_onnx_node *node);

/// Return the name of an input; empty if it is left out
TERCET_API tercet_string
tercet_onnx_node_input(const tercet_onnx_node *node, size_t i);

TERCET_API size_t
tercet_onnx_node_n_outputs(const tercet_onnx_node *node);

/// Return the name of an output; empty if it is left out
TERCET_API tercet_string
tercet_onnx_node_output(const tercet_onnx_node *node, size_t i);

TERCET_API size_t
tercet_onnx_node_n_attributes(const tercet_onnx_node *node);

TERCET_API const tercet_onnx_attribute *
tercet_onnx_node_attribute_at(const tercet_onnx_node *node, size_t i);

TERCET_API tercet_string
tercet_onnx_attribute_name(const tercet_onnx_attribute *attribute);

/// Return how many graphs an attribute holds
TERCET_API size_t
tercet_onnx_attribute_n_graphs(const tercet_onnx_attribute *attribute);

TERCET_API const tercet_onnx_graph *
tercet_onnx_attribute_graph(const tercet_onnx_attribute *attribute, size_t i);

/// Write the value of an attribute as the text syntax does: `1`, `[0.5, 2.0]`,
/// `"same"`, `float[2] {1.0,2.0}`, `@axis`
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_attribute_write(const tercet_onnx_attribute *attribute,
                            const tercet_output *output,
                            tercet_error *err);

/* ---- Building ---- */

/**
   A model that is being built.

   What is added goes to the main graph, or to the graph of an attribute that
   was begun and not yet ended; attributes go to the node added last there.
   Texts and numbers are copied.  A function that fails adds nothing: with
   #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_LIMIT for a model of 2 GiB or a graph
   in 20 others.
*/
typedef struct tercet_onnx_draft tercet_onnx_draft;

/// Start a model; `ir_version` is 11 for operator set 23
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_new(const tercet_allocator *alloc,
                      int64_t ir_version,
                      const char *graph_name,
                      tercet_onnx_draft **out,
                      tercet_error *err);

/// Free a draft; NULL is fine.  Models made by it stay.
TERCET_API void
tercet_onnx_draft_free(tercet_onnx_draft *draft);

/// Import an operator set; "" is ai.onnx
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_add_opset(tercet_onnx_draft *draft,
                            const char *domain,
                            int64_t version,
                            tercet_error *err);

/**
   Add an input of the graph, a tensor.

   @param shape `rank` extents, -1 for one that is not known; NULL if the rank
   is not known.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_add_input(tercet_onnx_draft *draft,
                            const char *name,
                            tercet_onnx_type type,
                            size_t rank,
                            const int64_t *shape,
                            tercet_error *err);

/// Add an output of the graph, likewise
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_add_output(tercet_onnx_draft *draft,
                             const char *name,
                             tercet_onnx_type type,
                             size_t rank,
                             const int64_t *shape,
                             tercet_error *err);

/// Add a constant, whose elements are copied
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_add_initializer(tercet_onnx_draft *draft,
                                  const char *name,
                                  const tercet_tensor *tensor,
                                  tercet_error *err);

/// Add a node; an empty name is an input or output that is left out
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_add_node(tercet_onnx_draft *draft,
                           const char *domain,
                           const char *op_type,
                           size_t n_inputs,
                           const char *const *inputs,
                           size_t n_outputs,
                           const char *const *outputs,
                           tercet_error *err);

/* Attributes of the node added last, without which they are
   #TERCET_ERR_ARGUMENT */

TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_set_int(tercet_onnx_draft *draft,
                          const char *name,
                          int64_t value,
                          tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_set_ints(tercet_onnx_draft *draft,
                           const char *name,
                           size_t n,
                           const int64_t *values,
                           tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_set_float(tercet_onnx_draft *draft,
                            const char *name,
                            float value,
                            tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_set_floats(tercet_onnx_draft *draft,
                             const char *name,
                             size_t n,
                             const float *values,
                             tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_set_string(tercet_onnx_draft *draft,
                             const char *name,
                             tercet_string value,
                             tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_set_tensor(tercet_onnx_draft *draft,
                             const char *name,
                             const tercet_tensor *value,
                             tercet_error *err);

/// Begin a graph that is an attribute of the node added last
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_begin_graph(tercet_onnx_draft *draft,
                              const char *attribute,
                              const char *graph_name,
                              tercet_error *err);

/// End the graph that was begun last; its node may get further attributes.
/// #TERCET_ERR_ARGUMENT if there is none.
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_end_graph(tercet_onnx_draft *draft, tercet_error *err);

/**
   Make the model of what was added.  Nothing is checked: that is what
   tercet_onnx_model_check() is for.  More may be added afterwards for another
   model.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_LIMIT, or
   #TERCET_ERR_ARGUMENT if a graph was not ended.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_draft_finish(tercet_onnx_draft *draft,
                         tercet_onnx_model **out,
                         tercet_error *err);

TERCET_END_DECLS

#endif // TERCET_ONNX_MODEL_PUBLIC_H
