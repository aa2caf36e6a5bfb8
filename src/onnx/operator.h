// SPDX-License-Identifier: Apache-2.0

/**
   What an operator is to the one who runs it.

   An operator that depends on attributes alone does so in `prepare`, once for
   a plan; `run` is called with the inputs at hand and makes the outputs.
   Types, numbers of inputs and outputs, and the types of attributes have been
   checked against the schema before; values, ranks and shapes have not.
*/

#ifndef TERCET_ONNX_OPERATOR_H
#define TERCET_ONNX_OPERATOR_H

#include "onnx/model.h"
#include "onnx/strings.h"

/// What stands behind a call; private to run.c
typedef struct tercet_onnx_frame tercet_onnx_frame;

/// One call of an operator
typedef struct {
  const tercet_onnx_node *node;
  int64_t version;      ///< Of the operator set that the model imports
  const void *prepared; ///< What `prepare` made, or NULL
  size_t n_inputs;
  const tercet_onnx_value *inputs; ///< Only read; absent ones have no kind
  size_t n_outputs;
  tercet_onnx_value *outputs;      ///< To be set; absent until then
  const bool *is_wanted;           ///< One for each output
  tercet_tensor *const *targets;   ///< One for each output: the caller's
                                   ///< memory for it, or NULL
  const tercet_allocator *alloc;   ///< For the outputs
  const tercet_allocator *scratch; ///< For what the call frees itself
  tercet_onnx_frame *frame;
  tercet_error *err;
} tercet_onnx_call;

/// An operator between two versions of its operator set
typedef struct {
  const char *name;
  const char *domain; ///< "" for ai.onnx
  int first;          ///< First version that is meant
  int last;           ///< Last one; 0: the newest
  /// Check the attributes of a node and keep what a run needs in the arena;
  /// may be NULL
  tercet_status (*prepare)(const tercet_onnx_node *node,
                           int64_t version,
                           tercet_arena *arena,
                           const void **out,
                           tercet_error *err);
  tercet_status (*run)(const tercet_onnx_call *call);
} tercet_onnx_operator;

/// Return the operator of that name and version, or NULL
const tercet_onnx_operator *
tercet_onnx_operator_find(tercet_string domain,
                          tercet_string name,
                          int64_t version);

/* ---- For the operators: inputs and outputs ---- */

/// Return whether an input was given
static inline bool
tercet_onnx_has_input(const tercet_onnx_call *call, size_t i)
{
  return i < call->n_inputs && call->inputs[i].kind != TERCET_ONNX_NONE;
}

/// Return a tensor that was given as an input, or NULL
static inline const tercet_tensor *
tercet_onnx_input(const tercet_onnx_call *call, size_t i)
{
  return i < call->n_inputs ? call->inputs[i].tensor : NULL;
}

/// Return the type of the elements of an input that was given
static inline tercet_onnx_type
tercet_onnx_input_type(const tercet_onnx_call *call, size_t i)
{
  return call->inputs[i].type;
}

/// Return whether somebody reads an output
static inline bool
tercet_onnx_wants(const tercet_onnx_call *call, size_t i)
{
  return i < call->n_outputs && call->is_wanted[i];
}

/// Return whether the caller's memory for an output, which may be NULL, is just
/// what is needed
bool
tercet_onnx_target_fits(const tercet_tensor *target,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape);

/// Set an output to a tensor of the type that its dtype has; takes the
/// reference over
void
tercet_onnx_give(const tercet_onnx_call *call, size_t i, tercet_tensor *tensor);

/// The same for a type that the dtype does not tell: strings, small floats
void
tercet_onnx_give_typed(const tercet_onnx_call *call,
                       size_t i,
                       tercet_onnx_type type,
                       tercet_tensor *tensor);

/**
   Make the tensor of an output, to be written to: contiguous, elements
   indeterminate, in the caller's memory if that fits.

   It is given as output `i` already and stays the output's.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_output(const tercet_onnx_call *call,
                   size_t i,
                   tercet_onnx_type type,
                   size_t rank,
                   const int64_t *shape,
                   tercet_tensor **out);

/**
   Set `out` to the integers of an input of int32 or int64 and rank 0 or 1.

   @param capacity Room in `out`; more numbers are #TERCET_ERR_SHAPE.
   @param[out] n Number of integers.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_input_ints(const tercet_onnx_call *call,
                       size_t i,
                       size_t capacity,
                       int64_t *out,
                       size_t *n);

/// Set `out` to the only number of an input
TERCET_NODISCARD tercet_status
tercet_onnx_input_scalar(const tercet_onnx_call *call,
                         size_t i,
                         tercet_scalar *out);

/**
   Set `out` to the axes of an operator that has them as an input in newer
   versions, and as an attribute in older ones.

   @param i Input, used if it was given.
   @param name Attribute, used otherwise.
   @param[out] out As given, room for #TERCET_MAX_RANK; more are
   #TERCET_ERR_SHAPE.
   @param[out] is_given Whether there were any, even if there were none inside.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_call_ints(const tercet_onnx_call *call,
                      size_t i,
                      const char *name,
                      int64_t *out,
                      size_t *n,
                      bool *is_given);

/// Set `out` to an axis, which counts from the end of `rank` axes if negative,
/// or return #TERCET_ERR_SHAPE
TERCET_NODISCARD tercet_status
tercet_onnx_axis(const tercet_onnx_call *call,
                 int64_t axis,
                 size_t rank,
                 size_t *out);

/// Set `err` to a failure of this call, with the label of its node before the
/// text; returns `status`
tercet_status
tercet_onnx_fail(const tercet_onnx_call *call,
                 tercet_status status,
                 const char *format,
                 ...) TERCET_PRINTF(3, 4);

/* ---- For operators with graphs inside: If, Loop, Scan, SequenceMap ---- */

/**
   Run a graph that is an attribute of the node.

   @param attribute Its name.
   @param[out] outputs One for each output of the graph, to be given back.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_call_graph(const tercet_onnx_call *call,
                       const char *attribute,
                       size_t n_inputs,
                       const tercet_onnx_value *inputs,
                       size_t n_outputs,
                       tercet_onnx_value *outputs);

/* ---- What a session has ---- */

/// Return the strings of the session
tercet_onnx_strings *
tercet_onnx_call_strings(const tercet_onnx_call *call);

/// Return the next seed of the session, for a node without one
uint64_t
tercet_onnx_call_seed(const tercet_onnx_call *call);

/// Return #TERCET_OK, or why to stop
TERCET_NODISCARD tercet_status
tercet_onnx_call_check(const tercet_onnx_call *call);

/// Make the tensor of a TensorProto: over its bytes where they lie if they are
/// aligned, otherwise copied
TERCET_NODISCARD tercet_status
tercet_onnx_tensor_value(const tercet_allocator *alloc,
                         const tercet_onnx_tensor *tensor,
                         tercet_onnx_strings *strings,
                         tercet_onnx_value *out,
                         tercet_error *err);

/* ---- The tables, one for each file in op/ ---- */

typedef struct {
  size_t n;
  const tercet_onnx_operator *items;
} tercet_onnx_operators;

#define TERCET_ONNX_TABLE(name)                                                \
  extern const tercet_onnx_operators tercet_onnx_##name##_operators;
#include "onnx/operator_tables.def"
#undef TERCET_ONNX_TABLE

/// Define the table of a file
#define TERCET_ONNX_DEFINE_TABLE(name, ...)                                    \
  static const tercet_onnx_operator name##_items[] = {__VA_ARGS__};            \
  const tercet_onnx_operators tercet_onnx_##name##_operators = {               \
      sizeof(name##_items) / sizeof(name##_items[0]), name##_items}

#endif // TERCET_ONNX_OPERATOR_H
