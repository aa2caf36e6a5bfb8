// SPDX-License-Identifier: Apache-2.0

#include "onnx/schema.h"

#include "base/string_view.h"

/// Compare with a terminated string, as strcmp() does
static int
compare_name(tercet_string name, const char *other)
{
  const int difference =
      name.length > 0 ? strncmp(name.data, other, name.length) : 0;
  return difference != 0 ? difference : -(int)(other[name.length] != '\0');
}

const tercet_onnx_schema_list *
tercet_onnx_schema_list_find(tercet_string domain, tercet_string name)
{
  if (tercet_string_is(domain, "ai.onnx")) {
    domain.length = 0;
  }

  size_t low = 0;
  size_t high = tercet_onnx_n_schema_lists;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const tercet_onnx_schema_list *const list =
        &tercet_onnx_schema_lists[middle];
    int order = compare_name(name, list->name);
    order = order != 0 ? order : compare_name(domain, list->domain);
    if (order == 0) {
      return list;
    }
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

const tercet_onnx_schema *
tercet_onnx_schema_find(tercet_string domain,
                        tercet_string name,
                        int64_t version)
{
  const tercet_onnx_schema_list *const list =
      tercet_onnx_schema_list_find(domain, name);
  for (size_t i = list ? list->n : 0; i-- > 0;) {
    if (list->schemas[i].version <= version) {
      return &list->schemas[i];
    }
  }
  return NULL;
}

const tercet_onnx_attribute_schema *
tercet_onnx_schema_attribute(const tercet_onnx_schema *schema,
                             tercet_string name)
{
  for (size_t i = 0; i < schema->n_attributes; ++i) {
    if (tercet_string_is(name, schema->attributes[i].name)) {
      return &schema->attributes[i];
    }
  }
  return NULL;
}

/// Return the parameter that position `i` belongs to
static const tercet_onnx_parameter *
parameter_at(const tercet_onnx_parameter *parameters, size_t n, size_t i)
{
  if (i < n) {
    return &parameters[i];
  }
  return n > 0 && parameters[n - 1].kind >= TERCET_ONNX_PARAMETER_VARIADIC
             ? &parameters[n - 1]
             : NULL;
}

const tercet_onnx_parameter *
tercet_onnx_schema_input(const tercet_onnx_schema *schema, size_t i)
{
  return parameter_at(schema->inputs, schema->n_inputs, i);
}

const tercet_onnx_parameter *
tercet_onnx_schema_output(const tercet_onnx_schema *schema, size_t i)
{
  return parameter_at(schema->outputs, schema->n_outputs, i);
}
