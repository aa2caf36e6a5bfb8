// SPDX-License-Identifier: Apache-2.0

/// Operators with graphs inside

#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

/// Return a graph that is an attribute, or NULL
static const tercet_onnx_graph *
graph_of(const tercet_onnx_infer *infer, const char *name)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_infer_attribute(infer, name);
  return attribute && attribute->type == TERCET_ONNX_ATTRIBUTE_GRAPH
             ? attribute->as.graphs
             : NULL;
}

/// Return `n` zeroed facts
static tercet_onnx_fact *
new_facts(const tercet_onnx_infer *infer, size_t n)
{
  return tercet_arena_allocate_array(
      infer->facts->arena, n, sizeof(tercet_onnx_fact));
}

/// Set `out` to what a graph makes of inputs, in new storage
static tercet_status
infer_graph(const tercet_onnx_infer *infer,
            const tercet_onnx_graph *graph,
            const tercet_onnx_fact *inputs,
            tercet_onnx_fact **out)
{
  *out = new_facts(infer, graph->n_outputs);
  return *out ? infer->graph(infer->context,
                             graph,
                             graph->n_inputs,
                             inputs,
                             graph->n_outputs,
                             *out)
              : TERCET_ERR_NO_MEMORY;
}

/// Report a graph that has not as many inputs and outputs as it needs
static tercet_status
check_counts(const tercet_onnx_infer *infer,
             const char *name,
             const tercet_onnx_graph *graph,
             size_t n_inputs,
             size_t n_outputs)
{
  if (graph->n_inputs != n_inputs) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_ARGUMENT,
                                  "%s has %zu inputs, not %zu",
                                  name,
                                  graph->n_inputs,
                                  n_inputs);
  }
  return graph->n_outputs != n_outputs
             ? tercet_onnx_infer_fail(infer,
                                      TERCET_ERR_ARGUMENT,
                                      "%s has %zu outputs, not %zu",
                                      name,
                                      graph->n_outputs,
                                      n_outputs)
             : TERCET_OK;
}

/// An output of If is what both branches agree on
tercet_status
tercet_onnx_rule_if(const tercet_onnx_infer *infer)
{
  const tercet_onnx_graph *const yes = graph_of(infer, "then_branch");
  const tercet_onnx_graph *const no = graph_of(infer, "else_branch");
  if (!yes || !no) {
    return TERCET_OK;
  }
  TERCET_TRY(check_counts(infer, "then_branch", yes, 0, infer->n_outputs));
  TERCET_TRY(check_counts(infer, "else_branch", no, 0, infer->n_outputs));

  tercet_onnx_fact *a = NULL;
  tercet_onnx_fact *b = NULL;
  TERCET_TRY(infer_graph(infer, yes, NULL, &a));
  TERCET_TRY(infer_graph(infer, no, NULL, &b));
  for (size_t i = 0; i < infer->n_outputs; ++i) {
    if (a[i].type != b[i].type && a[i].type && b[i].type) {
      return tercet_onnx_infer_fail(
          infer,
          TERCET_ERR_DTYPE,
          "output %zu is of type %s in one branch and %s in the other",
          i,
          tercet_onnx_type_name(a[i].type),
          tercet_onnx_type_name(b[i].type));
    }
    TERCET_TRY(
        tercet_onnx_fact_merge(infer->facts, &a[i], &b[i], &infer->outputs[i]));
  }
  return TERCET_OK;
}

/// Forget what the first pass through a loop knows but others may not
static tercet_onnx_fact
as_state(const tercet_onnx_fact *fact)
{
  tercet_onnx_fact state = *fact;
  state.numbers = NULL;
  state.n_numbers = 0;
  state.constant = NULL;
  return state;
}

/// Return whether what is claimed of a state holds behind the body as well.  A
/// symbol that was made for the loop, from `first` on, stands for an extent in
/// one call and may be another one in the next.
static bool
still_holds(const tercet_onnx_fact *state,
            const tercet_onnx_fact *after,
            int64_t first)
{
  if (!state->has_shape) {
    return true;
  }
  bool holds = after->has_shape && after->rank == state->rank;
  for (size_t i = 0; holds && i < state->rank; ++i) {
    const int64_t dim = state->dims[i];
    holds =
        dim == after->dims[i] || (tercet_onnx_is_symbol(dim) && dim >= first);
  }
  return holds;
}

/// Give up what a call of the body has changed of the state; sets `is_stable`
/// to whether that was nothing
static tercet_status
weaken_state(const tercet_onnx_infer *infer,
             int64_t first,
             size_t n_state,
             tercet_onnx_fact *state,
             const tercet_onnx_fact *after,
             bool *is_stable)
{
  *is_stable = true;
  for (size_t i = 0; i < n_state; ++i) {
    const tercet_onnx_fact old = state[i];
    if (old.type != after[i].type && old.type && after[i].type) {
      return tercet_onnx_infer_fail(
          infer,
          TERCET_ERR_DTYPE,
          "body: state %zu is of type %s before and %s after it",
          i,
          tercet_onnx_type_name(old.type),
          tercet_onnx_type_name(after[i].type));
    }
    if (!still_holds(&old, &after[i], first)) {
      tercet_onnx_fact next = after[i];
      next.kind = old.kind;
      *is_stable = false;
      TERCET_TRY(tercet_onnx_fact_merge(infer->facts, &old, &next, &state[i]));
      state[i].type = old.type;
      state[i].kind = old.kind;
    }
  }
  return TERCET_OK;
}

/// Replace the symbols that stand for an extent in one call of a body
static tercet_status
leave_body(const tercet_onnx_infer *infer,
           int64_t first,
           tercet_onnx_fact *fact)
{
  if (!fact->has_shape) {
    return TERCET_OK;
  }
  int64_t dims[TERCET_MAX_RANK];
  for (size_t i = 0; i < fact->rank; ++i) {
    const int64_t dim = fact->dims[i];
    dims[i] = tercet_onnx_is_symbol(dim) && dim >= first
                  ? tercet_onnx_infer_unknown(infer)
                  : dim;
  }
  return tercet_onnx_fact_set_shape(infer->facts, fact, fact->rank, dims);
}

/**
   Set `outputs` to what a body makes of `n_state` values that it hands on to
   its next call, and of other inputs.

   What is claimed of the state must hold in every call: extents that the body
   changes are given up, and all shapes of the state if that was not enough.

   @param[in,out] inputs One for each input of the body.
   @param[in,out] state Where the state is among them: at first as it starts,
   then what holds always.
   @param first_output Where the state starts among the outputs of the body.
   @param[out] first The first symbol that was made for the loop.
*/
static tercet_status
infer_body(const tercet_onnx_infer *infer,
           const tercet_onnx_graph *body,
           const tercet_onnx_fact *inputs,
           size_t n_state,
           tercet_onnx_fact *state,
           size_t first_output,
           tercet_onnx_fact **outputs,
           int64_t *first)
{
  enum { MAX_PASSES = 3 };
  *first = infer->facts->next_symbol;
  for (int pass = 0; pass < MAX_PASSES; ++pass) {
    bool is_stable = false;
    TERCET_TRY(infer_graph(infer, body, inputs, outputs));
    TERCET_TRY(weaken_state(
        infer, *first, n_state, state, *outputs + first_output, &is_stable));
    if (is_stable) {
      return TERCET_OK;
    }
  }

  for (size_t i = 0; i < n_state; ++i) {
    state[i].has_shape = false;
    state[i].rank = 0;
  }
  return infer_graph(infer, body, inputs, outputs);
}

/// Set outputs to the state behind a loop: as the body leaves it, or, if it was
/// never called, as it was
static tercet_status
give_state(const tercet_onnx_infer *infer,
           int64_t first,
           size_t n_state,
           const tercet_onnx_fact *state,
           const tercet_onnx_fact *after)
{
  for (size_t i = 0; i < infer->n_outputs && i < n_state; ++i) {
    infer->outputs[i] = state[i];
    infer->outputs[i].kind = after[i].kind;
    TERCET_TRY(leave_body(infer, first, &infer->outputs[i]));
  }
  return TERCET_OK;
}

/// Put one more axis before the shape of a fact, if that is known
static tercet_status
give_stacked(const tercet_onnx_infer *infer,
             size_t output,
             const tercet_onnx_fact *item,
             size_t axis,
             int64_t extent)
{
  tercet_onnx_infer_give_type(infer, output, TERCET_ONNX_OF_TENSOR, item->type);
  if (!item->has_shape || item->rank >= TERCET_MAX_RANK || axis > item->rank) {
    return TERCET_OK;
  }

  int64_t dims[TERCET_MAX_RANK];
  size_t from = 0;
  for (size_t i = 0; i <= item->rank; ++i) {
    dims[i] = i == axis ? extent : item->dims[from++];
  }
  return tercet_onnx_infer_give(infer, output, item->rank + 1, dims);
}

/// The body takes the number of the iteration, the condition and the state,
/// and gives the condition, the state and what is collected
tercet_status
tercet_onnx_rule_loop(const tercet_onnx_infer *infer)
{
  const tercet_onnx_graph *const body = graph_of(infer, "body");
  if (!body || infer->node->n_inputs < 2) {
    return TERCET_OK;
  }
  const size_t n_state = infer->node->n_inputs - 2;
  const size_t n_collected =
      infer->n_outputs > n_state ? infer->n_outputs - n_state : 0;
  TERCET_TRY(check_counts(
      infer, "body", body, n_state + 2, 1 + n_state + n_collected));

  tercet_onnx_fact *const inputs = new_facts(infer, n_state + 2);
  if (!inputs) {
    return TERCET_ERR_NO_MEMORY;
  }
  inputs[0].type = TERCET_ONNX_INT64;
  inputs[1].type = TERCET_ONNX_BOOL;
  TERCET_TRY(tercet_onnx_fact_set_shape(infer->facts, &inputs[0], 0, NULL));
  for (size_t i = 0; i < n_state; ++i) {
    inputs[2 + i] = as_state(&infer->inputs[2 + i]);
  }

  int64_t first = 0;
  tercet_onnx_fact *outputs = NULL;
  TERCET_TRY(infer_body(
      infer, body, inputs, n_state, inputs + 2, 1, &outputs, &first));
  TERCET_TRY(give_state(infer, first, n_state, inputs + 2, outputs + 1));
  const int64_t n = tercet_onnx_infer_unknown(infer);
  for (size_t i = n_state; i < infer->n_outputs; ++i) {
    TERCET_TRY(leave_body(infer, first, &outputs[1 + i]));
    TERCET_TRY(give_stacked(infer, i, &outputs[1 + i], 0, n));
  }
  return TERCET_OK;
}

/// Set `out` to an item of a tensor that is scanned along an axis
static tercet_status
item_of(const tercet_onnx_infer *infer,
        const tercet_onnx_fact *input,
        int64_t axis,
        tercet_onnx_fact *out)
{
  memset(out, 0, sizeof(*out));
  out->type = input->type;
  if (!input->has_shape) {
    return TERCET_OK;
  }

  size_t at = 0;
  int64_t dims[TERCET_MAX_RANK];
  size_t rank = 0;
  TERCET_TRY(tercet_onnx_infer_axis(infer, axis, input->rank, &at));
  for (size_t i = 0; i < input->rank; ++i) {
    if (i != at) {
      dims[rank++] = input->dims[i];
    }
  }
  return tercet_onnx_fact_set_shape(infer->facts, out, rank, dims);
}

/// Return number `i` of a list that is an attribute, or 0
static int64_t
axis_at(const tercet_onnx_infer *infer, const char *name, size_t i)
{
  size_t n = 0;
  const int64_t *const axes = tercet_onnx_infer_ints(infer, name, &n);
  return i < n ? axes[i] : 0;
}

/// Return the number of items of a scan, a symbol if it is not known
static tercet_status
scan_length(const tercet_onnx_infer *infer, size_t n_state, int64_t *out)
{
  *out = tercet_onnx_infer_unknown(infer);
  const tercet_onnx_fact *const input =
      tercet_onnx_infer_shaped(infer, n_state);
  if (input) {
    size_t axis = 0;
    TERCET_TRY(tercet_onnx_infer_axis(
        infer, axis_at(infer, "scan_input_axes", 0), input->rank, &axis));
    *out = input->dims[axis];
  }
  return TERCET_OK;
}

/// Version 8 has batches and an optional first input; only types follow
static tercet_status
infer_old_scan(const tercet_onnx_infer *infer, const tercet_onnx_graph *body)
{
  TERCET_TRY(
      check_counts(infer, "body", body, infer->n_inputs - 1, infer->n_outputs));
  tercet_onnx_fact *const inputs = new_facts(infer, body->n_inputs);
  if (!inputs) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < body->n_inputs; ++i) {
    inputs[i].type = infer->inputs[i + 1].type;
  }

  tercet_onnx_fact *outputs = NULL;
  TERCET_TRY(infer_graph(infer, body, inputs, &outputs));
  for (size_t i = 0; i < infer->n_outputs; ++i) {
    tercet_onnx_infer_give_type(
        infer, i, TERCET_ONNX_OF_TENSOR, outputs[i].type);
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_rule_scan(const tercet_onnx_infer *infer)
{
  const tercet_onnx_graph *const body = graph_of(infer, "body");
  const int64_t n_given = tercet_onnx_infer_int(infer, "num_scan_inputs");
  if (!body || n_given < 1 || (uint64_t)n_given > infer->n_inputs) {
    return TERCET_OK;
  }
  if (infer->schema->version < 9) {
    return infer_old_scan(infer, body);
  }

  const size_t n_state = infer->n_inputs - (size_t)n_given;
  TERCET_TRY(
      check_counts(infer, "body", body, infer->n_inputs, infer->n_outputs));
  tercet_onnx_fact *const inputs = new_facts(infer, infer->n_inputs);
  if (!inputs) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < infer->n_inputs; ++i) {
    if (i < n_state) {
      inputs[i] = as_state(&infer->inputs[i]);
    } else {
      const int64_t axis = axis_at(infer, "scan_input_axes", i - n_state);
      TERCET_TRY(item_of(infer, &infer->inputs[i], axis, &inputs[i]));
    }
  }

  int64_t length = 0;
  int64_t first = 0;
  tercet_onnx_fact *outputs = NULL;
  TERCET_TRY(scan_length(infer, n_state, &length));
  TERCET_TRY(
      infer_body(infer, body, inputs, n_state, inputs, 0, &outputs, &first));
  TERCET_TRY(give_state(infer, first, n_state, inputs, outputs));
  for (size_t i = n_state; i < infer->n_outputs; ++i) {
    int64_t axis = axis_at(infer, "scan_output_axes", i - n_state);
    axis = axis < 0 ? axis + (int64_t)outputs[i].rank + 1 : axis;
    TERCET_TRY(leave_body(infer, first, &outputs[i]));
    TERCET_TRY(give_stacked(infer, i, &outputs[i], (size_t)axis, length));
  }
  return TERCET_OK;
}

/// The body is called for each member of the first sequence
tercet_status
tercet_onnx_rule_sequence_map(const tercet_onnx_infer *infer)
{
  const tercet_onnx_graph *const body = graph_of(infer, "body");
  if (!body) {
    return TERCET_OK;
  }
  TERCET_TRY(
      check_counts(infer, "body", body, infer->n_inputs, infer->n_outputs));
  tercet_onnx_fact *const inputs = new_facts(infer, infer->n_inputs);
  if (!inputs) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < infer->n_inputs; ++i) {
    inputs[i] = as_state(&infer->inputs[i]);
    inputs[i].kind = TERCET_ONNX_OF_TENSOR;
  }

  tercet_onnx_fact *outputs = NULL;
  TERCET_TRY(infer_graph(infer, body, inputs, &outputs));
  for (size_t i = 0; i < infer->n_outputs; ++i) {
    tercet_onnx_infer_give_type(
        infer, i, TERCET_ONNX_OF_SEQUENCE, outputs[i].type);
  }
  return TERCET_OK;
}
