// SPDX-License-Identifier: Apache-2.0

/// Attributes of nodes

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/checker.h"
#include "onnx/operator.h"

/// Return how to name the type of an attribute
static const char *
type_name(tercet_onnx_attribute_type type)
{
  static const char *const names[] = {
      [TERCET_ONNX_ATTRIBUTE_UNDEFINED] = "nothing",
      [TERCET_ONNX_ATTRIBUTE_FLOAT] = "a float",
      [TERCET_ONNX_ATTRIBUTE_INT] = "an integer",
      [TERCET_ONNX_ATTRIBUTE_STRING] = "a string",
      [TERCET_ONNX_ATTRIBUTE_TENSOR] = "a tensor",
      [TERCET_ONNX_ATTRIBUTE_GRAPH] = "a graph",
      [TERCET_ONNX_ATTRIBUTE_FLOATS] = "floats",
      [TERCET_ONNX_ATTRIBUTE_INTS] = "integers",
      [TERCET_ONNX_ATTRIBUTE_STRINGS] = "strings",
      [TERCET_ONNX_ATTRIBUTE_TENSORS] = "tensors",
      [TERCET_ONNX_ATTRIBUTE_GRAPHS] = "graphs",
      [TERCET_ONNX_ATTRIBUTE_SPARSE] = "a sparse tensor",
      [TERCET_ONNX_ATTRIBUTE_SPARSES] = "sparse tensors",
      [TERCET_ONNX_ATTRIBUTE_TYPE] = "a type",
      [TERCET_ONNX_ATTRIBUTE_TYPES] = "types",
  };
  return type <= TERCET_ONNX_ATTRIBUTE_TYPES ? names[type] : "unknown";
}

/// Report a reference that does not stand in a function, or to what the
/// function has not
static tercet_status
check_reference(tercet_onnx_checker *checker,
                const tercet_onnx_check_place *place,
                const tercet_onnx_node *node,
                const tercet_onnx_attribute *attribute)
{
  const tercet_onnx_function *const function = place->function;
  bool is_known = false;
  for (size_t i = 0; function && i < function->n_attributes; ++i) {
    is_known = is_known || tercet_string_equals(function->attributes[i],
                                                attribute->reference);
  }
  for (size_t i = 0; function && i < function->n_defaults; ++i) {
    is_known = is_known || tercet_string_equals(function->defaults[i].name,
                                                attribute->reference);
  }
  return is_known ? TERCET_OK
                  : tercet_onnx_check_problem(
                        checker,
                        node,
                        TERCET_ONNX_CHECK_NAMES,
                        TERCET_ERR_ARGUMENT,
                        "attribute %.*s refers to %.*s, which %s",
                        TERCET_STRING_ARGS(attribute->name),
                        TERCET_STRING_ARGS(attribute->reference),
                        function ? "the function has not"
                                 : "only a function can have");
}

/// Report a value of an attribute that is not of the type of the schema
static tercet_status
check_value(tercet_onnx_checker *checker,
            const tercet_onnx_node *node,
            const tercet_onnx_attribute_schema *schema,
            const tercet_onnx_attribute *attribute,
            tercet_onnx_check_what what)
{
  if (attribute->type != schema->type) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     what,
                                     TERCET_ERR_DTYPE,
                                     "attribute %s is %s, not %s",
                                     schema->name,
                                     type_name(attribute->type),
                                     type_name(schema->type));
  }
  for (size_t i = 0; attribute->type == TERCET_ONNX_ATTRIBUTE_TENSOR &&
                     attribute->reference.length == 0 && i < attribute->n;
       ++i) {
    TERCET_TRY(tercet_onnx_check_tensor(
        checker, node, schema->name, &attribute->as.tensors[i]));
  }
  return TERCET_OK;
}

/// Check one attribute, and mark it as seen
static tercet_status
check_attribute(tercet_onnx_checker *checker,
                const tercet_onnx_check_place *place,
                const tercet_onnx_node *node,
                const tercet_onnx_schema *schema,
                const tercet_onnx_attribute *attribute,
                uint64_t *seen)
{
  const tercet_onnx_attribute_schema *const found =
      tercet_onnx_schema_attribute(schema, attribute->name);
  if (!found) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     TERCET_ONNX_CHECK_NAMES,
                                     TERCET_ERR_ARGUMENT,
                                     "operator %.*s-%d has no attribute %.*s",
                                     TERCET_STRING_ARGS(node->op_type),
                                     (int)schema->version,
                                     TERCET_STRING_ARGS(attribute->name));
  }

  const uint64_t bit = UINT64_C(1) << (size_t)(found - schema->attributes);
  if (*seen & bit) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     TERCET_ONNX_CHECK_NAMES,
                                     TERCET_ERR_ARGUMENT,
                                     "attribute %s is given twice",
                                     found->name);
  }
  if (attribute->reference.length == 0) {
    *seen |= bit;
    return check_value(
        checker, node, found, attribute, TERCET_ONNX_CHECK_NAMES);
  }

  TERCET_TRY(check_reference(checker, place, node, attribute));
  TERCET_TRY(
      check_value(checker, node, found, attribute, TERCET_ONNX_CHECK_NAMES));
  const tercet_onnx_infer here = {
      .node = node, .caller = place->caller, .function = place->function};
  const tercet_onnx_attribute *const value =
      tercet_onnx_infer_resolve(&here, attribute);
  if (!place->caller || value) {
    *seen |= bit;
  }
  return value
             ? check_value(checker, node, found, value, TERCET_ONNX_CHECK_TYPES)
             : TERCET_OK;
}

/// Let the operator look at the values.  A plan does that again, with what
/// references stand for.
static tercet_status
check_prepared(tercet_onnx_checker *checker,
               const tercet_onnx_check_place *place,
               const tercet_onnx_node *node)
{
  const int64_t version =
      tercet_onnx_opset_version(place->n_opsets, place->opsets, node->domain);
  const tercet_onnx_operator *const found =
      tercet_onnx_operator_find(node->domain, node->op_type, version);
  if (!checker->report || place->function || !found || !found->prepare) {
    return TERCET_OK;
  }

  tercet_error reason = {0};
  const void *prepared = NULL;
  const tercet_status st =
      found->prepare(node, version, &checker->arena, &prepared, &reason);
  if (st == TERCET_OK || st == TERCET_ERR_NO_MEMORY) {
    return st;
  }
  // The label of the node, which the problem has already, is left out
  const tercet_string label = tercet_onnx_node_label(node);
  const char *text = reason.message;
  if (!strncmp(text, label.data, label.length) &&
      !strncmp(text + label.length, ": ", 2)) {
    text += label.length + 2;
  }
  return tercet_onnx_check_problem(
      checker, node, TERCET_ONNX_CHECK_NAMES, st, "%s", text);
}

tercet_status
tercet_onnx_check_attributes(tercet_onnx_checker *checker,
                             const tercet_onnx_check_place *place,
                             const tercet_onnx_node *node,
                             const tercet_onnx_schema *schema,
                             bool *fits)
{
  uint64_t seen = 0;
  const size_t n_before = checker->n_problems;
  for (size_t i = 0; i < node->n_attributes; ++i) {
    TERCET_TRY(check_attribute(
        checker, place, node, schema, &node->attributes[i], &seen));
  }
  for (size_t i = 0; i < schema->n_attributes; ++i) {
    if (schema->attributes[i].is_required && !(seen >> i & 1U)) {
      TERCET_TRY(tercet_onnx_check_problem(
          checker,
          node,
          place->caller ? TERCET_ONNX_CHECK_TYPES : TERCET_ONNX_CHECK_NAMES,
          TERCET_ERR_ARGUMENT,
          "attribute %s is missing",
          schema->attributes[i].name));
    }
  }
  if (checker->n_problems == n_before) {
    TERCET_TRY(check_prepared(checker, place, node));
  }
  *fits = *fits && checker->n_problems == n_before;
  return TERCET_OK;
}
