// SPDX-License-Identifier: Apache-2.0

/**
   Types and shapes of the outputs of one node, from those of its inputs.

   A rule never claims what may be wrong: an extent that it is not sure of is a
   new symbol, and a shape without a known rank stays unknown.  Types that the
   schema tells are set before a rule runs; a rule sets the others, and the
   shapes.  Equal facts of inputs are taken at their word: a rule that needs
   two extents to be equal may say so, but what it claims rests on the inputs
   being as declared.
*/

#ifndef TERCET_ONNX_INFER_H
#define TERCET_ONNX_INFER_H

#include "onnx/fact.h"

typedef struct tercet_onnx_infer tercet_onnx_infer;

/// Set `outputs` to what is known of the outputs of a graph, given that of its
/// inputs
typedef tercet_status (*tercet_onnx_infer_graph)(void *context,
                                                 const tercet_onnx_graph *graph,
                                                 size_t n_inputs,
                                                 const tercet_onnx_fact *inputs,
                                                 size_t n_outputs,
                                                 tercet_onnx_fact *outputs);

/// One node, with what is known around it
struct tercet_onnx_infer {
  tercet_onnx_facts *facts;
  const tercet_onnx_node *node;
  const tercet_onnx_schema *schema;
  const tercet_onnx_infer *caller; ///< If the node is in a function: the call
  const tercet_onnx_function *function; ///< The function, or NULL
  size_t n_inputs;
  const tercet_onnx_fact *inputs; ///< Absent ones have no type
  size_t n_outputs;
  tercet_onnx_fact *outputs;
  tercet_onnx_infer_graph graph; ///< For graphs that are attributes
  void *context;                 ///< Of `graph`
  tercet_error *err;
};

/// Type variables that a schema has at the most
#define TERCET_ONNX_MAX_VARIABLES 8

/// What a type variable stands for in one node
typedef struct {
  tercet_onnx_of kind;
  tercet_onnx_type type; ///< #TERCET_ONNX_UNDEFINED: not known
} tercet_onnx_binding;

/// Set `out`, one for each type variable of a schema, from the first input that
/// has it
void
tercet_onnx_schema_bind(const tercet_onnx_schema *schema,
                        size_t n_inputs,
                        const tercet_onnx_fact *inputs,
                        tercet_onnx_binding *out);

/**
   Set the outputs of a node whose inputs and attributes fit its schema.

   @return #TERCET_OK, also if nothing is known; #TERCET_ERR_SHAPE or
   another status of what the node would fail with when it runs, with the
   reason in `err`; or #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_infer_node(const tercet_onnx_infer *infer);

/* ---- For the rules: what is known ---- */

/// Return an input that is given and whose type is known, or NULL
static inline const tercet_onnx_fact *
tercet_onnx_infer_input(const tercet_onnx_infer *infer, size_t i)
{
  return i < infer->n_inputs && infer->inputs[i].type != TERCET_ONNX_UNDEFINED
             ? &infer->inputs[i]
             : NULL;
}

/// Return an input whose rank is known too, or NULL
static inline const tercet_onnx_fact *
tercet_onnx_infer_shaped(const tercet_onnx_infer *infer, size_t i)
{
  const tercet_onnx_fact *const fact = tercet_onnx_infer_input(infer, i);
  return fact && fact->has_shape ? fact : NULL;
}

/// Return whether the node has an input, known or not
static inline bool
tercet_onnx_infer_has_input(const tercet_onnx_infer *infer, size_t i)
{
  return i < infer->node->n_inputs && infer->node->inputs[i].length > 0;
}

/// Return the attribute that an attribute refers to, or itself; NULL if it is
/// missing there
const tercet_onnx_attribute *
tercet_onnx_infer_resolve(const tercet_onnx_infer *infer,
                          const tercet_onnx_attribute *attribute);

/// Return an attribute, that of the call if it refers to it, or NULL
const tercet_onnx_attribute *
tercet_onnx_infer_attribute(const tercet_onnx_infer *infer, const char *name);

/// Return an integer that is an attribute, or its default
int64_t
tercet_onnx_infer_int(const tercet_onnx_infer *infer, const char *name);

/// Return a text that is an attribute, or its default
tercet_string
tercet_onnx_infer_string(const tercet_onnx_infer *infer, const char *name);

/// Return integers that are an attribute; NULL and 0 if it is missing
const int64_t *
tercet_onnx_infer_ints(const tercet_onnx_infer *infer,
                       const char *name,
                       size_t *n);

/// What is known of integers that are an input, or an attribute in older
/// versions
typedef struct {
  bool is_given;
  bool is_known;
  size_t n;
  const int64_t *numbers; ///< Elements and symbols
} tercet_onnx_infer_list;

/// Return the integers of an input, or else of an attribute, which may be NULL
tercet_onnx_infer_list
tercet_onnx_infer_numbers(const tercet_onnx_infer *infer,
                          size_t input,
                          const char *attribute);

/// Return a new symbol
static inline int64_t
tercet_onnx_infer_unknown(const tercet_onnx_infer *infer)
{
  return tercet_onnx_new_symbol(infer->facts);
}

/// Return a * b, a symbol if that is not known or too large
int64_t
tercet_onnx_infer_product(const tercet_onnx_infer *infer, int64_t a, int64_t b);

/// Set `out` to the place of an axis that may count from the end
TERCET_NODISCARD tercet_status
tercet_onnx_infer_axis(const tercet_onnx_infer *infer,
                       int64_t axis,
                       size_t rank,
                       size_t *out);

/**
   Mark axes in a mask.

   @param[out] is_known False if one of them is a symbol.
   @return #TERCET_OK, or #TERCET_ERR_SHAPE for an axis that is out of range or
   given twice.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_infer_axes(const tercet_onnx_infer *infer,
                       const tercet_onnx_infer_list *axes,
                       size_t rank,
                       uint64_t *mask,
                       bool *is_known);

/* ---- For the rules: what follows ---- */

/// Set the shape of an output; nothing for one that no tensor can have
TERCET_NODISCARD tercet_status
tercet_onnx_infer_give(const tercet_onnx_infer *infer,
                       size_t i,
                       size_t rank,
                       const int64_t *dims);

/// Set the shape of an output of known rank to new symbols
TERCET_NODISCARD tercet_status
tercet_onnx_infer_give_rank(const tercet_onnx_infer *infer,
                            size_t i,
                            size_t rank);

/// Set the shape of an output to that of a fact; nothing if that is unknown
void
tercet_onnx_infer_give_like(const tercet_onnx_infer *infer,
                            size_t i,
                            const tercet_onnx_fact *like);

/// Set the type of an output
static inline void
tercet_onnx_infer_give_type(const tercet_onnx_infer *infer,
                            size_t i,
                            tercet_onnx_of kind,
                            tercet_onnx_type type)
{
  if (i < infer->n_outputs) {
    infer->outputs[i].kind = kind;
    infer->outputs[i].type = type;
  }
}

/// Set the elements of an output, a tensor of integers
TERCET_NODISCARD tercet_status
tercet_onnx_infer_give_numbers(const tercet_onnx_infer *infer,
                               size_t i,
                               size_t n,
                               const int64_t *numbers);

/**
   Set `dims` to the common shape of two, aligned on the last axis.

   @param[in,out] rank,dims One shape, and the result; room for
   #TERCET_MAX_RANK.
   @return #TERCET_OK, or #TERCET_ERR_SHAPE naming the extents.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_infer_broadcast_to(const tercet_onnx_infer *infer,
                               size_t *rank,
                               int64_t *dims,
                               size_t other_rank,
                               const int64_t *other);

/// Set `err` to a failure of this node, and return `status`
tercet_status
tercet_onnx_infer_fail(const tercet_onnx_infer *infer,
                       tercet_status status,
                       const char *format,
                       ...) TERCET_PRINTF(3, 4);

#endif // TERCET_ONNX_INFER_H
