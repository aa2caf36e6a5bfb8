// SPDX-License-Identifier: Apache-2.0

#include "onnx/model.h"

#include "base/allocator.h"
#include "base/checked.h"
#include "base/error.h"
#include "base/string_view.h"

#include <sys/mman.h>

tercet_status
tercet_onnx_model_new(const tercet_allocator *alloc,
                      size_t max_bytes,
                      tercet_onnx_model **out,
                      tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  *out = NULL;
  tercet_onnx_model *const model =
      tercet_allocate_zeroed(alloc, sizeof(*model));
  if (!model) {
    return tercet_error_no_memory(err);
  }

  tercet_arena_init(&model->arena, alloc, max_bytes);
  *out = model;
  return TERCET_OK;
}

void
tercet_onnx_model_free(tercet_onnx_model *model)
{
  if (!model) {
    return;
  }

  const tercet_allocator *const alloc = model->arena.alloc;
  for (const tercet_onnx_backing *b = model->backings; b; b = b->next) {
    if (b->is_mapped) {
      munmap(b->data, b->n_bytes);
    } else {
      tercet_release(alloc, b->data);
    }
  }
  tercet_arena_clear(&model->arena);
  tercet_release(alloc, model);
}

/// "ai.onnx" is the other name of the domain without one
static bool
is_same_domain(tercet_string a, tercet_string b)
{
  const tercet_string none = {NULL, 0};
  return tercet_string_equals(tercet_string_is(a, "ai.onnx") ? none : a,
                              tercet_string_is(b, "ai.onnx") ? none : b);
}

int64_t
tercet_onnx_opset_version(size_t n,
                          const tercet_onnx_opset *opsets,
                          tercet_string domain)
{
  for (size_t i = 0; i < n; ++i) {
    if (is_same_domain(opsets[i].domain, domain)) {
      return opsets[i].version;
    }
  }
  return 0;
}

const tercet_onnx_function *
tercet_onnx_model_function(const tercet_onnx_model *model,
                           const tercet_onnx_node *node)
{
  for (size_t i = 0; i < model->n_functions; ++i) {
    const tercet_onnx_function *const function = &model->functions[i];
    if (tercet_string_equals(function->name, node->op_type) &&
        tercet_string_equals(function->domain, node->domain) &&
        tercet_string_equals(function->overload, node->overload)) {
      return function;
    }
  }
  return NULL;
}

const tercet_onnx_attribute *
tercet_onnx_node_attribute(const tercet_onnx_node *node, const char *name)
{
  for (size_t i = 0; i < node->n_attributes; ++i) {
    if (tercet_string_is(node->attributes[i].name, name)) {
      return &node->attributes[i];
    }
  }
  return NULL;
}

int64_t
tercet_onnx_node_int(const tercet_onnx_node *node,
                     const char *name,
                     int64_t missing)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_node_attribute(node, name);
  return attribute ? attribute->as.ints[0] : missing;
}

float
tercet_onnx_node_float(const tercet_onnx_node *node,
                       const char *name,
                       float missing)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_node_attribute(node, name);
  return attribute ? attribute->as.floats[0] : missing;
}

tercet_string
tercet_onnx_node_string(const tercet_onnx_node *node,
                        const char *name,
                        const char *missing)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_node_attribute(node, name);
  return attribute ? attribute->as.strings[0]
                   : tercet_string_from(missing ? missing : "");
}

const int64_t *
tercet_onnx_node_ints(const tercet_onnx_node *node, const char *name, size_t *n)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_node_attribute(node, name);
  *n = attribute ? attribute->n : 0;
  return attribute ? attribute->as.ints : NULL;
}

const float *
tercet_onnx_node_floats(const tercet_onnx_node *node,
                        const char *name,
                        size_t *n)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_node_attribute(node, name);
  *n = attribute ? attribute->n : 0;
  return attribute ? attribute->as.floats : NULL;
}

const tercet_string *
tercet_onnx_node_strings(const tercet_onnx_node *node,
                         const char *name,
                         size_t *n)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_node_attribute(node, name);
  *n = attribute ? attribute->n : 0;
  return attribute ? attribute->as.strings : NULL;
}

const tercet_onnx_graph *
tercet_onnx_node_graph(const tercet_onnx_node *node, const char *name)
{
  const tercet_onnx_attribute *const attribute =
      tercet_onnx_node_attribute(node, name);
  return attribute ? attribute->as.graphs : NULL;
}

tercet_string
tercet_onnx_node_label(const tercet_onnx_node *node)
{
  return node->name.length > 0 ? node->name : node->op_type;
}

static unsigned
type_bits(tercet_onnx_type type)
{
  static const uint8_t table[] = {
#define TYPE_BITS(id, number, name, bits, storage) [number] = bits,
      TERCET_ONNX_TYPE_LIST(TYPE_BITS)
#undef TYPE_BITS
  };
  return (unsigned)type < sizeof(table) ? table[type] : 0;
}

bool
tercet_onnx_type_bytes(tercet_onnx_type type, int64_t n, size_t *out)
{
  const unsigned bits = type_bits(type);
  if (bits == 0 || n < 0) {
    return false;
  }
  if (bits < 8) {
    *out = (size_t)n / 2 + (size_t)n % 2;
    return true;
  }
  return tercet_size_multiply((size_t)n, bits / 8, out);
}

const char *
tercet_onnx_type_name(tercet_onnx_type type)
{
  switch (type) {
#define TYPE_NAME(id, number, name, bits, storage)                             \
  case TERCET_ONNX_##id:                                                       \
    return name;
    TERCET_ONNX_TYPE_LIST(TYPE_NAME)
#undef TYPE_NAME
  case TERCET_ONNX_UNDEFINED:
    break;
  }
  return "undefined";
}

tercet_onnx_type
tercet_onnx_type_from_name(tercet_string name)
{
#define TYPE_IF_NAMED(id, number, text, bits, storage)                         \
  if (tercet_string_is(name, text)) {                                          \
    return TERCET_ONNX_##id;                                                   \
  }
  TERCET_ONNX_TYPE_LIST(TYPE_IF_NAMED)
#undef TYPE_IF_NAMED
  return TERCET_ONNX_UNDEFINED;
}

const char *
tercet_onnx_attribute_type_name(tercet_onnx_attribute_type type)
{
  static const char *const names[] = {
      [TERCET_ONNX_ATTRIBUTE_UNDEFINED] = "undefined",
      [TERCET_ONNX_ATTRIBUTE_FLOAT] = "float",
      [TERCET_ONNX_ATTRIBUTE_INT] = "int",
      [TERCET_ONNX_ATTRIBUTE_STRING] = "string",
      [TERCET_ONNX_ATTRIBUTE_TENSOR] = "tensor",
      [TERCET_ONNX_ATTRIBUTE_GRAPH] = "graph",
      [TERCET_ONNX_ATTRIBUTE_FLOATS] = "floats",
      [TERCET_ONNX_ATTRIBUTE_INTS] = "ints",
      [TERCET_ONNX_ATTRIBUTE_STRINGS] = "strings",
      [TERCET_ONNX_ATTRIBUTE_TENSORS] = "tensors",
      [TERCET_ONNX_ATTRIBUTE_GRAPHS] = "graphs",
      [TERCET_ONNX_ATTRIBUTE_SPARSE] = "sparse_tensor",
      [TERCET_ONNX_ATTRIBUTE_SPARSES] = "sparse_tensors",
      [TERCET_ONNX_ATTRIBUTE_TYPE] = "type_proto",
      [TERCET_ONNX_ATTRIBUTE_TYPES] = "type_protos",
  };
  return names[type];
}

tercet_dtype
tercet_onnx_type_dtype(tercet_onnx_type type)
{
  static const uint8_t table[] = {[TERCET_ONNX_UNDEFINED] = TERCET_DTYPE_U8,
#define TYPE_DTYPE(id, number, name, bits, storage)                            \
  [number] = TERCET_DTYPE_##storage,
                                  TERCET_ONNX_TYPE_LIST(TYPE_DTYPE)
#undef TYPE_DTYPE
  };
  return (unsigned)type < sizeof(table) ? (tercet_dtype)table[type]
                                        : TERCET_DTYPE_U8;
}

tercet_onnx_type
tercet_onnx_type_of_dtype(tercet_dtype dtype)
{
  static const tercet_onnx_type types[TERCET_DTYPE_COUNT] = {
      [TERCET_DTYPE_BOOL] = TERCET_ONNX_BOOL,
      [TERCET_DTYPE_I8] = TERCET_ONNX_INT8,
      [TERCET_DTYPE_I16] = TERCET_ONNX_INT16,
      [TERCET_DTYPE_I32] = TERCET_ONNX_INT32,
      [TERCET_DTYPE_I64] = TERCET_ONNX_INT64,
      [TERCET_DTYPE_U8] = TERCET_ONNX_UINT8,
      [TERCET_DTYPE_U16] = TERCET_ONNX_UINT16,
      [TERCET_DTYPE_U32] = TERCET_ONNX_UINT32,
      [TERCET_DTYPE_U64] = TERCET_ONNX_UINT64,
      [TERCET_DTYPE_F16] = TERCET_ONNX_FLOAT16,
      [TERCET_DTYPE_BF16] = TERCET_ONNX_BFLOAT16,
      [TERCET_DTYPE_F32] = TERCET_ONNX_FLOAT,
      [TERCET_DTYPE_F64] = TERCET_ONNX_DOUBLE,
      [TERCET_DTYPE_C64] = TERCET_ONNX_COMPLEX64,
      [TERCET_DTYPE_C128] = TERCET_ONNX_COMPLEX128,
  };
  return types[dtype];
}
