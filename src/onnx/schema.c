// SPDX-License-Identifier: Apache-2.0

#include "onnx/schema.h"

#include "base/hash.h"
#include "base/string_view.h"

#include <assert.h>
#include <pthread.h>

/// A power of two, more than twice the number of operators
#define N_SLOTS (4U * TERCET_ONNX_MAX_SCHEMA_LISTS)

/// A hash table of operators by their names, filled when the first one is
/// looked for
static const tercet_onnx_schema_list *slots[N_SLOTS];
static pthread_once_t fill_once = PTHREAD_ONCE_INIT;

static size_t
first_slot(tercet_string name)
{
  return (size_t)tercet_hash_bytes(name.data, name.length, 0) % N_SLOTS;
}

static void
fill(void)
{
  assert(tercet_onnx_n_schema_lists <= TERCET_ONNX_MAX_SCHEMA_LISTS);
  for (size_t i = 0; i < tercet_onnx_n_schema_lists; ++i) {
    const tercet_onnx_schema_list *const list = &tercet_onnx_schema_lists[i];
    size_t slot = first_slot(tercet_string_from(list->name));
    while (slots[slot]) {
      slot = (slot + 1) % N_SLOTS;
    }
    slots[slot] = list;
  }
}

const tercet_onnx_schema_list *
tercet_onnx_schema_list_find(tercet_string domain, tercet_string name)
{
  if (tercet_string_is(domain, "ai.onnx")) {
    domain.length = 0;
  }

  pthread_once(&fill_once, fill);
  for (size_t i = first_slot(name); slots[i]; i = (i + 1) % N_SLOTS) {
    if (tercet_string_is(name, slots[i]->name) &&
        tercet_string_is(domain, slots[i]->domain)) {
      return slots[i];
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
