// SPDX-License-Identifier: Apache-2.0

/// Nodes: what their operators are, and what they make

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/checker.h"
#include "onnx/operator.h"

/* ---- Inputs by name ---- */

/// Return the label of the node that makes a name, or an empty string
static tercet_string
maker_of(const tercet_onnx_check_place *place, tercet_string name)
{
  for (size_t i = 0; i < place->n_nodes; ++i) {
    for (size_t k = 0; k < place->nodes[i].n_outputs; ++k) {
      if (tercet_string_equals(place->nodes[i].outputs[k], name)) {
        return tercet_onnx_node_label(&place->nodes[i]);
      }
    }
  }
  return tercet_string_from("");
}

/// Report an input that is not made before its node
static tercet_status
report_missing(tercet_onnx_checker *checker,
               const tercet_onnx_check_place *place,
               const tercet_onnx_node *node,
               size_t i)
{
  const tercet_string maker = maker_of(place, node->inputs[i]);
  return maker.length > 0
             ? tercet_onnx_check_problem(
                   checker,
                   node,
                   TERCET_ONNX_CHECK_NAMES,
                   TERCET_ERR_ARGUMENT,
                   "input %zu: %.*s is made only later, by %.*s",
                   i,
                   TERCET_STRING_ARGS(node->inputs[i]),
                   TERCET_STRING_ARGS(maker))
             : tercet_onnx_check_problem(checker,
                                         node,
                                         TERCET_ONNX_CHECK_NAMES,
                                         TERCET_ERR_ARGUMENT,
                                         "input %zu: %.*s is not made",
                                         i,
                                         TERCET_STRING_ARGS(node->inputs[i]));
}

/// Set `out` to what is known of the inputs of a node
static tercet_status
find_inputs(tercet_onnx_checker *checker,
            const tercet_onnx_check_place *place,
            const tercet_onnx_node *node,
            tercet_onnx_fact *out)
{
  for (size_t i = 0; i < node->n_inputs; ++i) {
    if (node->inputs[i].length == 0) {
      continue;
    }
    const tercet_onnx_fact *const fact =
        tercet_onnx_check_value(checker, place, node->inputs[i]);
    if (fact) {
      out[i] = *fact;
    } else {
      TERCET_TRY(report_missing(checker, place, node, i));
    }
  }
  return TERCET_OK;
}

/* ---- Numbers and types ---- */

/// Report a number of inputs or outputs that the schema does not allow
static tercet_status
check_number(tercet_onnx_checker *checker,
             const tercet_onnx_node *node,
             const char *what,
             size_t n,
             size_t min,
             bool is_too_many,
             bool *fits)
{
  if (n >= min && !is_too_many) {
    return TERCET_OK;
  }
  *fits = false;
  return tercet_onnx_check_problem(checker,
                                   node,
                                   TERCET_ONNX_CHECK_NAMES,
                                   TERCET_ERR_ARGUMENT,
                                   "%zu %s are too %s",
                                   n,
                                   what,
                                   is_too_many ? "many" : "few");
}

/// Report an input that is of a type that its variable does not allow, or not
/// of that of an input before
static tercet_status
check_type(tercet_onnx_checker *checker,
           const tercet_onnx_node *node,
           const tercet_onnx_schema *schema,
           const tercet_onnx_binding *bindings,
           const tercet_onnx_fact *fact,
           size_t i,
           bool *fits)
{
  const tercet_onnx_parameter *const input =
      tercet_onnx_schema_input(schema, i);
  const tercet_onnx_type_variable *const variable =
      &schema->variables[input->variable];
  const tercet_onnx_binding *const binding = &bindings[input->variable];
  const bool is_allowed =
      tercet_onnx_type_set_has(variable->allowed, fact->kind, fact->type);
  if (is_allowed &&
      (input->kind == TERCET_ONNX_PARAMETER_MIXED ||
       (binding->kind == fact->kind && binding->type == fact->type))) {
    return TERCET_OK;
  }

  char text[TERCET_ONNX_TYPE_TEXT_SIZE];
  tercet_onnx_fact_type_text(fact, sizeof(text), text);
  *fits = false;
  if (!is_allowed) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     TERCET_ONNX_CHECK_TYPES,
                                     TERCET_ERR_DTYPE,
                                     "input %zu (%s) is %s, which is not among "
                                     "%s of %.*s-%d",
                                     i,
                                     input->name,
                                     text,
                                     variable->name,
                                     TERCET_STRING_ARGS(node->op_type),
                                     (int)schema->version);
  }
  return tercet_onnx_check_problem(checker,
                                   node,
                                   TERCET_ONNX_CHECK_TYPES,
                                   TERCET_ERR_DTYPE,
                                   "input %zu (%s) is %s, but %s is %s",
                                   i,
                                   input->name,
                                   text,
                                   variable->name,
                                   tercet_onnx_type_name(binding->type));
}

tercet_status
tercet_onnx_check_inputs(tercet_onnx_checker *checker,
                         const tercet_onnx_node *node,
                         const tercet_onnx_schema *schema,
                         const tercet_onnx_fact *inputs,
                         bool *fits)
{
  const size_t n = node->n_inputs;
  const bool too_many = n > 0 && !tercet_onnx_schema_input(schema, n - 1);
  TERCET_TRY(check_number(
      checker, node, "inputs", n, schema->min_inputs, too_many, fits));
  const size_t n_outputs = node->n_outputs;
  TERCET_TRY(check_number(checker,
                          node,
                          "outputs",
                          n_outputs,
                          schema->min_outputs,
                          n_outputs > 0 &&
                              !tercet_onnx_schema_output(schema, n_outputs - 1),
                          fits));

  tercet_onnx_binding bindings[TERCET_ONNX_MAX_VARIABLES];
  tercet_onnx_schema_bind(schema, n, inputs, bindings);
  for (size_t i = 0; i < n && tercet_onnx_schema_input(schema, i); ++i) {
    const tercet_onnx_parameter *const input =
        tercet_onnx_schema_input(schema, i);
    if (node->inputs[i].length == 0) {
      if (input->kind == TERCET_ONNX_PARAMETER_SINGLE) {
        *fits = false;
        TERCET_TRY(tercet_onnx_check_problem(checker,
                                             node,
                                             TERCET_ONNX_CHECK_NAMES,
                                             TERCET_ERR_ARGUMENT,
                                             "input %zu (%s) is missing",
                                             i,
                                             input->name));
      }
    } else if (inputs[i].type != TERCET_ONNX_UNDEFINED) {
      TERCET_TRY(
          check_type(checker, node, schema, bindings, &inputs[i], i, fits));
    }
  }
  return TERCET_OK;
}

/* ---- Operators ---- */

/// Report an operator that the standard does not know in that version
static tercet_status
report_unknown(tercet_onnx_checker *checker,
               const tercet_onnx_node *node,
               int64_t version)
{
  const tercet_onnx_schema_list *const list =
      tercet_onnx_schema_list_find(node->domain, node->op_type);
  if (version == 0) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     TERCET_ONNX_CHECK_NAMES,
                                     TERCET_ERR_ARGUMENT,
                                     "domain \"%.*s\" of operator %.*s is not "
                                     "imported",
                                     TERCET_STRING_ARGS(node->domain),
                                     TERCET_STRING_ARGS(node->op_type));
  }
  return list ? tercet_onnx_check_problem(
                    checker,
                    node,
                    TERCET_ONNX_CHECK_NAMES,
                    TERCET_ERR_UNSUPPORTED,
                    "operator %.*s came with version %d, the model imports "
                    "%lld",
                    TERCET_STRING_ARGS(node->op_type),
                    (int)list->schemas[0].version,
                    (long long)version)
              : tercet_onnx_check_problem(
                    checker,
                    node,
                    TERCET_ONNX_CHECK_NAMES,
                    TERCET_ERR_UNSUPPORTED,
                    "operator %.*s of domain \"%.*s\" is not known",
                    TERCET_STRING_ARGS(node->op_type),
                    TERCET_STRING_ARGS(node->domain));
}

/// Report an operator that is known but cannot run
static tercet_status
check_support(tercet_onnx_checker *checker,
              const tercet_onnx_node *node,
              const tercet_onnx_schema *schema,
              int64_t version)
{
  if (schema->is_deprecated) {
    return tercet_onnx_check_problem(
        checker,
        node,
        TERCET_ONNX_CHECK_NAMES,
        TERCET_ERR_UNSUPPORTED,
        "operator %.*s is deprecated since version %d",
        TERCET_STRING_ARGS(node->op_type),
        (int)schema->version);
  }
  const tercet_onnx_operator *const found =
      tercet_onnx_operator_find(node->domain, node->op_type, version);
  return found && (!schema->is_later || found->first >= schema->version)
             ? TERCET_OK
             : tercet_onnx_check_problem(checker,
                                         node,
                                         TERCET_ONNX_CHECK_NAMES,
                                         TERCET_ERR_UNSUPPORTED,
                                         "operator %.*s-%d is not supported",
                                         TERCET_STRING_ARGS(node->op_type),
                                         (int)schema->version);
}

/* ---- Graphs that are attributes ---- */

/// Attributes of one node that are told apart when graphs are walked
#define MAX_GRAPHS 64

/// What a rule needs to walk the graphs of its node
typedef struct {
  tercet_onnx_checker *checker;
  const tercet_onnx_check_place *place;
  const tercet_onnx_node *node;
  uint64_t walked; ///< One bit for each attribute
} inner_graphs;

/// Return the place of a graph among the attributes
static size_t
attribute_of_graph(const tercet_onnx_node *node, const tercet_onnx_graph *graph)
{
  size_t i = 0;
  while (i < node->n_attributes &&
         (node->attributes[i].type != TERCET_ONNX_ATTRIBUTE_GRAPH ||
          node->attributes[i].as.graphs != graph)) {
    ++i;
  }
  return i < MAX_GRAPHS ? i : MAX_GRAPHS - 1;
}

/// Walk a graph for a rule
static tercet_status
infer_inner(void *context,
            const tercet_onnx_graph *graph,
            size_t n_inputs,
            const tercet_onnx_fact *inputs,
            size_t n_outputs,
            tercet_onnx_fact *outputs)
{
  inner_graphs *const inner = context;
  const uint64_t bit = UINT64_C(1) << attribute_of_graph(inner->node, graph);
  const bool is_again = (inner->walked & bit) != 0;
  (void)n_inputs;
  (void)n_outputs;
  inner->walked |= bit;
  return tercet_onnx_check_graph(
      inner->checker, graph, inner->place, is_again, inputs, outputs);
}

/// Walk the graphs that no rule has asked for
static tercet_status
walk_other_graphs(const inner_graphs *inner)
{
  const tercet_onnx_node *const node = inner->node;
  for (size_t i = 0; i < node->n_attributes; ++i) {
    const size_t bit = i < MAX_GRAPHS ? i : MAX_GRAPHS - 1;
    if (node->attributes[i].type == TERCET_ONNX_ATTRIBUTE_GRAPH &&
        node->attributes[i].reference.length == 0 &&
        !(inner->walked >> bit & 1U)) {
      TERCET_TRY(tercet_onnx_check_graph(inner->checker,
                                         node->attributes[i].as.graphs,
                                         inner->place,
                                         false,
                                         NULL,
                                         NULL));
    }
  }
  return TERCET_OK;
}

/* ---- Inference ---- */

/// Report outputs whose types did not follow although all inputs were known
static tercet_status
check_outputs(tercet_onnx_checker *checker,
              const tercet_onnx_node *node,
              const tercet_onnx_fact *inputs,
              const tercet_onnx_fact *outputs)
{
  for (size_t i = 0; i < node->n_inputs; ++i) {
    if (node->inputs[i].length > 0 && inputs[i].type == TERCET_ONNX_UNDEFINED) {
      return TERCET_OK;
    }
  }
  for (size_t i = 0; i < node->n_outputs; ++i) {
    if (node->outputs[i].length > 0 &&
        outputs[i].type == TERCET_ONNX_UNDEFINED) {
      TERCET_TRY(
          tercet_onnx_check_problem(checker,
                                    node,
                                    TERCET_ONNX_CHECK_TYPES,
                                    TERCET_ERR_UNSUPPORTED,
                                    "the type of output %zu (%.*s) cannot be "
                                    "told",
                                    i,
                                    TERCET_STRING_ARGS(node->outputs[i])));
    }
  }
  return TERCET_OK;
}

/// Set the outputs by the rule of the operator
static tercet_status
infer_outputs(tercet_onnx_checker *checker,
              const tercet_onnx_check_place *place,
              const tercet_onnx_node *node,
              const tercet_onnx_schema *schema,
              const tercet_onnx_fact *inputs,
              tercet_onnx_fact *outputs,
              inner_graphs *inner)
{
  tercet_error reason; // Not zeroed: that would cost as much as a rule
  reason.message[0] = '\0';
  const tercet_onnx_infer infer = {&checker->facts,
                                   node,
                                   schema,
                                   place->caller,
                                   place->function,
                                   node->n_inputs,
                                   inputs,
                                   node->n_outputs,
                                   outputs,
                                   infer_inner,
                                   inner,
                                   &reason};
  const size_t n_before = checker->n_problems;
  const tercet_status st = tercet_onnx_infer_node(&infer);
  if (checker->has_ended || st == TERCET_ERR_NO_MEMORY) {
    return st;
  }
  if (st != TERCET_OK) {
    return tercet_onnx_check_problem(
        checker, node, TERCET_ONNX_CHECK_TYPES, st, "%s", reason.message);
  }
  return checker->n_problems == n_before
             ? check_outputs(checker, node, inputs, outputs)
             : TERCET_OK;
}

tercet_status
tercet_onnx_check_operator(tercet_onnx_checker *checker,
                           const tercet_onnx_check_place *place,
                           const tercet_onnx_node *node,
                           const tercet_onnx_fact *inputs,
                           tercet_onnx_fact *outputs)
{
  const int64_t version =
      tercet_onnx_opset_version(place->n_opsets, place->opsets, node->domain);
  const tercet_onnx_schema *const schema =
      tercet_onnx_schema_find(node->domain, node->op_type, version);
  inner_graphs inner = {checker, place, node, 0};
  if (!schema) {
    TERCET_TRY(report_unknown(checker, node, version));
    return walk_other_graphs(&inner);
  }

  bool fits = true;
  const bool has_types = !place->function || place->caller;
  TERCET_TRY(check_support(checker, node, schema, version));
  TERCET_TRY(tercet_onnx_check_attributes(checker, place, node, schema, &fits));
  TERCET_TRY(tercet_onnx_check_inputs(checker, node, schema, inputs, &fits));
  if (fits && has_types) {
    TERCET_TRY(
        infer_outputs(checker, place, node, schema, inputs, outputs, &inner));
  }
  return walk_other_graphs(&inner);
}

/// Check a node, and add what it makes to the scope
static tercet_status
check_node(tercet_onnx_checker *checker,
           const tercet_onnx_check_place *place,
           const tercet_onnx_node *node)
{
  tercet_onnx_fact *const inputs = tercet_arena_allocate_array(
      &checker->arena, node->n_inputs, sizeof(*inputs));
  tercet_onnx_fact *const outputs = tercet_arena_allocate_array(
      &checker->arena, node->n_outputs, sizeof(*outputs));
  if (!inputs || !outputs) {
    return TERCET_ERR_NO_MEMORY;
  }

  TERCET_TRY(find_inputs(checker, place, node, inputs));
  const tercet_onnx_function *const function =
      tercet_onnx_model_function(checker->model, node);
  TERCET_TRY(function ? tercet_onnx_check_call(
                            checker, place, node, function, inputs, outputs)
                      : tercet_onnx_check_operator(
                            checker, place, node, inputs, outputs));
  for (size_t i = 0; i < node->n_outputs; ++i) {
    if (node->outputs[i].length > 0) {
      TERCET_TRY(tercet_onnx_check_add_value(
          checker, place, node, node->outputs[i], &outputs[i]));
    }
  }
  return TERCET_OK;
}

/// Report, once, that functions and loops come to too many nodes
static tercet_status
report_again(tercet_onnx_checker *checker)
{
  if (checker->n_again > TERCET_ONNX_MAX_AGAIN + 1) {
    return TERCET_OK;
  }
  const unsigned what = checker->what;
  checker->what = TERCET_ONNX_CHECK_NAMES;
  const tercet_status st =
      tercet_onnx_check_problem(checker,
                                NULL,
                                TERCET_ONNX_CHECK_NAMES,
                                TERCET_ERR_LIMIT,
                                "functions and loops come to more than %zu "
                                "nodes",
                                TERCET_ONNX_MAX_AGAIN);
  checker->what = what;
  return st;
}

tercet_status
tercet_onnx_check_nodes(tercet_onnx_checker *checker,
                        const tercet_onnx_check_place *place)
{
  const bool is_again = place->caller || checker->what == 0;
  for (size_t i = 0; i < place->n_nodes; ++i) {
    checker->n_again += is_again;
    if (is_again && checker->n_again > TERCET_ONNX_MAX_AGAIN) {
      return report_again(checker);
    }
    TERCET_TRY(check_node(checker, place, &place->nodes[i]));
  }
  return TERCET_OK;
}
