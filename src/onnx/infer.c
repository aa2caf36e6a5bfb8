// SPDX-License-Identifier: Apache-2.0

#include "onnx/infer.h"

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct {
  const char *name;
  tercet_onnx_rule infer;
} named_rule;

/// In order of the names
static const named_rule rules[] = {
#define RULE(name, family) {#name, tercet_onnx_rule_##family},
    TERCET_ONNX_INFER_RULES(RULE)
#undef RULE
};

/// What sets the shape of an operator's outputs, and what their elements; NULL
/// for nothing
typedef struct {
  tercet_onnx_rule infer;
  tercet_onnx_rule follow;
} operator_rules;

/// One for each operator of the schemas, filled when the first is needed
static operator_rules rules_of[TERCET_ONNX_MAX_SCHEMA_LISTS];
static pthread_once_t fill_once = PTHREAD_ONCE_INIT;

static tercet_onnx_rule
find_rule(const char *name)
{
  size_t low = 0;
  size_t high = sizeof(rules) / sizeof(rules[0]);
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const int order = strcmp(name, rules[middle].name);
    if (order == 0) {
      return rules[middle].infer;
    }
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

static void
fill(void)
{
  for (size_t i = 0; i < tercet_onnx_n_schema_lists; ++i) {
    const char *const name = tercet_onnx_schema_lists[i].name;
    rules_of[i].infer = find_rule(name);
    rules_of[i].follow = tercet_onnx_rule_of_numbers(name);
  }
}

/// Return the only type of a set, or nothing
static tercet_onnx_binding
only_type(const tercet_onnx_type_set *set)
{
  tercet_onnx_binding binding = {TERCET_ONNX_OF_TENSOR, TERCET_ONNX_UNDEFINED};
  for (int kind = 0; kind < TERCET_ONNX_N_OF; ++kind) {
    const uint32_t mask = set->masks[kind];
    if (mask &&
        (binding.type != TERCET_ONNX_UNDEFINED || (mask & (mask - 1)))) {
      binding.type = TERCET_ONNX_UNDEFINED;
      return binding;
    }
    if (mask) {
      binding.kind = (tercet_onnx_of)kind;
      binding.type = (tercet_onnx_type)__builtin_ctz(mask);
    }
  }
  return binding;
}

void
tercet_onnx_schema_bind(const tercet_onnx_schema *schema,
                        size_t n_inputs,
                        const tercet_onnx_fact *inputs,
                        tercet_onnx_binding *out)
{
  for (size_t i = 0; i < schema->n_variables; ++i) {
    out[i] = only_type(schema->variables[i].allowed);
  }
  for (size_t i = 0; i < n_inputs; ++i) {
    const tercet_onnx_parameter *const input =
        tercet_onnx_schema_input(schema, i);
    if (!input || input->kind == TERCET_ONNX_PARAMETER_MIXED) {
      continue;
    }
    tercet_onnx_binding *const binding = &out[input->variable];
    if (binding->type == TERCET_ONNX_UNDEFINED) {
      binding->kind = inputs[i].kind;
      binding->type = inputs[i].type;
    }
  }
}

/// Set the types of the outputs that the schema tells
static void
set_types(const tercet_onnx_infer *infer)
{
  tercet_onnx_binding bindings[TERCET_ONNX_MAX_VARIABLES];
  tercet_onnx_schema_bind(
      infer->schema, infer->n_inputs, infer->inputs, bindings);
  for (size_t i = 0; i < infer->n_outputs; ++i) {
    const tercet_onnx_parameter *const output =
        tercet_onnx_schema_output(infer->schema, i);
    memset(&infer->outputs[i], 0, sizeof(infer->outputs[i]));
    if (output && output->kind != TERCET_ONNX_PARAMETER_MIXED) {
      infer->outputs[i].kind = bindings[output->variable].kind;
      infer->outputs[i].type = bindings[output->variable].type;
    }
  }
}

tercet_status
tercet_onnx_infer_node(const tercet_onnx_infer *infer)
{
  set_types(infer);
  pthread_once(&fill_once, fill);
  const operator_rules *const found = &rules_of[infer->schema->list];
  if (found->infer) {
    TERCET_TRY(found->infer(infer));
  }
  const tercet_onnx_type type =
      infer->n_outputs > 0 ? infer->outputs[0].type : TERCET_ONNX_UNDEFINED;
  const bool is_integer =
      type == TERCET_ONNX_INT64 || type == TERCET_ONNX_INT32;
  return is_integer && found->follow ? found->follow(infer) : TERCET_OK;
}

static const tercet_onnx_attribute *
find_attribute(size_t n,
               const tercet_onnx_attribute *attributes,
               tercet_string name)
{
  for (size_t i = 0; i < n; ++i) {
    if (tercet_string_equals(attributes[i].name, name)) {
      return &attributes[i];
    }
  }
  return NULL;
}

const tercet_onnx_attribute *
tercet_onnx_infer_resolve(const tercet_onnx_infer *infer,
                          const tercet_onnx_attribute *attribute)
{
  while (attribute && attribute->reference.length > 0) {
    const tercet_onnx_infer *const caller = infer->caller;
    if (!caller) {
      return NULL;
    }
    const tercet_string name = attribute->reference;
    attribute = find_attribute(
        caller->node->n_attributes, caller->node->attributes, name);
    if (!attribute) {
      attribute = find_attribute(
          infer->function->n_defaults, infer->function->defaults, name);
    }
    infer = caller;
  }
  return attribute;
}

const tercet_onnx_attribute *
tercet_onnx_infer_attribute(const tercet_onnx_infer *infer, const char *name)
{
  return tercet_onnx_infer_resolve(
      infer, tercet_onnx_node_attribute(infer->node, name));
}

/// Return an attribute if it has a type, which a reference may not have
static const tercet_onnx_attribute *
attribute_of_type(const tercet_onnx_infer *infer,
                  const char *name,
                  tercet_onnx_attribute_type type)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_infer_attribute(infer, name);
  return attribute && attribute->type == type ? attribute : NULL;
}

static const tercet_onnx_attribute_schema *
attribute_schema(const tercet_onnx_infer *infer, const char *name)
{
  return tercet_onnx_schema_attribute(infer->schema, tercet_string_from(name));
}

int64_t
tercet_onnx_infer_int(const tercet_onnx_infer *infer, const char *name)
{
  const tercet_onnx_attribute *const attribute =
      attribute_of_type(infer, name, TERCET_ONNX_ATTRIBUTE_INT);
  if (attribute) {
    return attribute->as.ints[0];
  }
  const tercet_onnx_attribute_schema *const schema =
      attribute_schema(infer, name);
  return schema ? (int64_t)schema->number : 0;
}

tercet_string
tercet_onnx_infer_string(const tercet_onnx_infer *infer, const char *name)
{
  const tercet_onnx_attribute *const attribute =
      attribute_of_type(infer, name, TERCET_ONNX_ATTRIBUTE_STRING);
  if (attribute) {
    return attribute->as.strings[0];
  }
  const tercet_onnx_attribute_schema *const schema =
      attribute_schema(infer, name);
  return tercet_string_from(schema && schema->text ? schema->text : "");
}

const int64_t *
tercet_onnx_infer_ints(const tercet_onnx_infer *infer,
                       const char *name,
                       size_t *n)
{
  const tercet_onnx_attribute *const attribute =
      attribute_of_type(infer, name, TERCET_ONNX_ATTRIBUTE_INTS);
  *n = attribute ? attribute->n : 0;
  return attribute ? attribute->as.ints : NULL;
}

tercet_onnx_infer_list
tercet_onnx_infer_numbers(const tercet_onnx_infer *infer,
                          size_t input,
                          const char *attribute)
{
  tercet_onnx_infer_list list = {false, true, 0, NULL};
  if (tercet_onnx_infer_has_input(infer, input)) {
    const tercet_onnx_fact *const fact = tercet_onnx_infer_input(infer, input);
    list.is_given = true;
    list.is_known = fact && fact->numbers;
    list.n = list.is_known ? fact->n_numbers : 0;
    list.numbers = list.is_known ? fact->numbers : NULL;
  } else if (attribute) {
    list.numbers = tercet_onnx_infer_ints(infer, attribute, &list.n);
    list.is_given = list.numbers != NULL;
  }
  return list;
}

tercet_status
tercet_onnx_infer_axis(const tercet_onnx_infer *infer,
                       int64_t axis,
                       size_t rank,
                       size_t *out)
{
  const int64_t n = (int64_t)rank;
  if (axis < -n || axis >= n) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "axis %lld of a rank-%zu tensor",
                                  (long long)axis,
                                  rank);
  }
  *out = (size_t)(axis < 0 ? axis + n : axis);
  return TERCET_OK;
}

tercet_status
tercet_onnx_infer_axes(const tercet_onnx_infer *infer,
                       const tercet_onnx_infer_list *axes,
                       size_t rank,
                       uint64_t *mask,
                       bool *is_known)
{
  *mask = 0;
  *is_known = axes->is_known;
  for (size_t i = 0; i < axes->n && *is_known; ++i) {
    if (tercet_onnx_is_symbol(axes->numbers[i])) {
      *is_known = false;
      return TERCET_OK;
    }

    size_t axis = 0;
    TERCET_TRY(tercet_onnx_infer_axis(infer, axes->numbers[i], rank, &axis));
    if (*mask >> axis & 1U) {
      return tercet_onnx_infer_fail(
          infer, TERCET_ERR_SHAPE, "axis %zu is given twice", axis);
    }
    *mask |= UINT64_C(1) << axis;
  }
  return TERCET_OK;
}

/// A run would refuse what is negative here
static bool
is_possible(size_t rank, const int64_t *dims)
{
  bool holds = rank <= TERCET_MAX_RANK;
  for (size_t i = 0; holds && i < rank; ++i) {
    holds = dims[i] >= 0 || tercet_onnx_is_symbol(dims[i]);
  }
  return holds;
}

tercet_status
tercet_onnx_infer_give(const tercet_onnx_infer *infer,
                       size_t i,
                       size_t rank,
                       const int64_t *dims)
{
  return i < infer->n_outputs && is_possible(rank, dims)
             ? tercet_onnx_fact_set_shape(
                   infer->facts, &infer->outputs[i], rank, dims)
             : TERCET_OK;
}

tercet_status
tercet_onnx_infer_give_rank(const tercet_onnx_infer *infer,
                            size_t i,
                            size_t rank)
{
  int64_t dims[TERCET_MAX_RANK];
  for (size_t k = 0; k < rank; ++k) {
    dims[k] = tercet_onnx_infer_unknown(infer);
  }
  return tercet_onnx_infer_give(infer, i, rank, dims);
}

void
tercet_onnx_infer_give_like(const tercet_onnx_infer *infer,
                            size_t i,
                            const tercet_onnx_fact *like)
{
  if (like && like->has_shape && i < infer->n_outputs) {
    infer->outputs[i].has_shape = true;
    infer->outputs[i].rank = like->rank;
    infer->outputs[i].dims = like->dims;
  }
}

tercet_status
tercet_onnx_infer_give_numbers(const tercet_onnx_infer *infer,
                               size_t i,
                               size_t n,
                               const int64_t *numbers)
{
  return i < infer->n_outputs && n <= TERCET_ONNX_MAX_NUMBERS
             ? tercet_onnx_fact_set_numbers(
                   infer->facts, &infer->outputs[i], n, numbers)
             : TERCET_OK;
}

/// Set `out` to the common extent of two.  With a symbol, the other one is
/// taken unless it is 1: either both are equal or the symbol is 1.
static bool
broadcast_dim(const tercet_onnx_infer *infer,
              int64_t a,
              int64_t b,
              int64_t *out)
{
  *out = a;
  if (a == b || b == 1) {
    return true;
  }
  if (a == 1) {
    *out = b;
    return true;
  }
  if (tercet_onnx_is_symbol(a)) {
    *out = tercet_onnx_is_symbol(b) ? tercet_onnx_infer_unknown(infer) : b;
    return true;
  }
  return tercet_onnx_is_symbol(b);
}

tercet_status
tercet_onnx_infer_broadcast_to(const tercet_onnx_infer *infer,
                               size_t *rank,
                               int64_t *dims,
                               size_t other_rank,
                               const int64_t *other)
{
  const size_t n = *rank > other_rank ? *rank : other_rank;
  const size_t n_new = n - *rank;
  memmove(dims + n_new, dims, *rank * sizeof(*dims));
  for (size_t i = 0; i < n_new; ++i) {
    dims[i] = 1;
  }
  *rank = n;

  for (size_t i = 0; i < other_rank; ++i) {
    int64_t *const dim = &dims[n - other_rank + i];
    const int64_t before = *dim;
    if (!broadcast_dim(infer, before, other[i], dim)) {
      return tercet_onnx_infer_fail(
          infer,
          TERCET_ERR_SHAPE,
          "extents %lld and %lld of axis %lld do not broadcast",
          (long long)before,
          (long long)other[i],
          (long long)i - (long long)other_rank);
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_infer_fail(const tercet_onnx_infer *infer,
                       tercet_status status,
                       const char *format,
                       ...)
{
  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  return tercet_error_set(infer->err, status, "%s", text);
}
