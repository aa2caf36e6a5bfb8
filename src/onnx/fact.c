// SPDX-License-Identifier: Apache-2.0

#include "onnx/fact.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/string_view.h"

#include <tercet/tensor_core.h>

#include <stdio.h>

void
tercet_onnx_facts_init(tercet_onnx_facts *facts,
                       tercet_arena *arena,
                       const tercet_allocator *alloc)
{
  memset(facts, 0, sizeof(*facts));
  facts->arena = arena;
  facts->next_symbol = TERCET_ONNX_FIRST_SYMBOL;
  tercet_hash_index_init(&facts->index, alloc);
}

void
tercet_onnx_facts_clear(tercet_onnx_facts *facts)
{
  const tercet_allocator *const alloc = facts->index.alloc;
  tercet_release(alloc, facts->names);
  tercet_release(alloc, facts->symbols);
  tercet_hash_index_clear(&facts->index);
  facts->names = NULL;
  facts->symbols = NULL;
  facts->n_names = 0;
}

static bool
name_equals(const void *context, uint64_t position, const void *key)
{
  const tercet_onnx_facts *const facts = context;
  const tercet_string *const name = key;
  return tercet_string_equals(facts->names[position], *name);
}

static uint64_t
name_hash(const void *context, uint64_t position)
{
  const tercet_onnx_facts *const facts = context;
  const tercet_string name = facts->names[position];
  return tercet_hash_bytes(name.data, name.length, 0);
}

tercet_status
tercet_onnx_facts_symbol(tercet_onnx_facts *facts,
                         tercet_string name,
                         int64_t *out)
{
  const uint64_t hash = tercet_hash_bytes(name.data, name.length, 0);
  const uint64_t found =
      tercet_hash_index_find(&facts->index, hash, name_equals, facts, &name);
  if (found != TERCET_HASH_INDEX_NONE) {
    *out = facts->symbols[found];
    return TERCET_OK;
  }

  const tercet_allocator *const alloc = facts->index.alloc;
  if (tercet_hash_index_reserve(&facts->index, name_hash, facts) != TERCET_OK ||
      !tercet_grow_array(alloc,
                         (void **)&facts->names,
                         &facts->name_capacity,
                         facts->n_names + 1,
                         sizeof(*facts->names)) ||
      !tercet_grow_array(alloc,
                         (void **)&facts->symbols,
                         &facts->symbol_capacity,
                         facts->n_names + 1,
                         sizeof(*facts->symbols))) {
    return TERCET_ERR_NO_MEMORY;
  }
  tercet_hash_index_add(&facts->index, hash, facts->n_names);
  facts->names[facts->n_names] = name;
  facts->symbols[facts->n_names] = *out = tercet_onnx_new_symbol(facts);
  ++facts->n_names;
  return TERCET_OK;
}

tercet_string
tercet_onnx_facts_name(const tercet_onnx_facts *facts, int64_t symbol)
{
  for (size_t i = 0; i < facts->n_names; ++i) {
    if (facts->symbols[i] == symbol) {
      return facts->names[i];
    }
  }
  return tercet_string_from("");
}

/// Set `out` to a copy of numbers in the arena
static tercet_status
copy_numbers(tercet_onnx_facts *facts,
             size_t n,
             const int64_t *numbers,
             const int64_t **out)
{
  int64_t *const copy =
      tercet_arena_allocate(facts->arena, n * sizeof(*numbers));
  if (!copy) {
    return TERCET_ERR_NO_MEMORY;
  }
  if (n > 0) {
    memcpy(copy, numbers, n * sizeof(*numbers));
  }
  *out = copy;
  return TERCET_OK;
}

tercet_status
tercet_onnx_fact_set_shape(tercet_onnx_facts *facts,
                           tercet_onnx_fact *fact,
                           size_t rank,
                           const int64_t *dims)
{
  fact->has_shape = true;
  fact->rank = rank;
  return copy_numbers(facts, rank, dims, &fact->dims);
}

tercet_status
tercet_onnx_fact_set_numbers(tercet_onnx_facts *facts,
                             tercet_onnx_fact *fact,
                             size_t n,
                             const int64_t *numbers)
{
  fact->n_numbers = n;
  return copy_numbers(facts, n, numbers, &fact->numbers);
}

/// Set the shape that a type declares.  More axes than a tensor can have are
/// not a shape; running will refuse them.
static tercet_status
set_declared_shape(tercet_onnx_facts *facts,
                   const tercet_onnx_type_info *type,
                   tercet_onnx_fact *out)
{
  if (!type->has_shape || type->rank > TERCET_MAX_RANK) {
    return TERCET_OK;
  }

  int64_t dims[TERCET_MAX_RANK];
  for (size_t i = 0; i < type->rank; ++i) {
    const tercet_onnx_dim *const dim = &type->dims[i];
    dims[i] = dim->value;
    if (dim->value < 0 && dim->param.length > 0) {
      TERCET_TRY(tercet_onnx_facts_symbol(facts, dim->param, &dims[i]));
    } else if (dim->value < 0) {
      dims[i] = tercet_onnx_new_symbol(facts);
    }
  }
  return tercet_onnx_fact_set_shape(facts, out, type->rank, dims);
}

tercet_status
tercet_onnx_fact_from_type(tercet_onnx_facts *facts,
                           const tercet_onnx_type_info *type,
                           tercet_onnx_fact *out)
{
  memset(out, 0, sizeof(*out));
  tercet_onnx_of kind = TERCET_ONNX_OF_TENSOR;
  if (type->kind == TERCET_ONNX_TYPE_OPTIONAL && type->element) {
    kind = TERCET_ONNX_OF_OPTIONAL;
    type = type->element;
  }
  if (type->kind == TERCET_ONNX_TYPE_SEQUENCE && type->element) {
    kind = kind == TERCET_ONNX_OF_OPTIONAL ? TERCET_ONNX_OF_OPTIONAL_SEQUENCE
                                           : TERCET_ONNX_OF_SEQUENCE;
    type = type->element;
  }
  if (type->kind != TERCET_ONNX_TYPE_TENSOR || type->elem_type <= 0 ||
      type->elem_type > TERCET_ONNX_FLOAT4E2M1) {
    return TERCET_OK;
  }

  out->kind = kind;
  out->type = (tercet_onnx_type)type->elem_type;
  return set_declared_shape(facts, type, out);
}

bool
tercet_onnx_tensor_ints(const tercet_onnx_tensor *tensor,
                        size_t capacity,
                        int64_t *out,
                        size_t *n)
{
  const size_t size = tensor->type == TERCET_ONNX_INT64   ? 8
                      : tensor->type == TERCET_ONNX_INT32 ? 4
                                                          : 0;
  if (size == 0 || tensor->place == TERCET_ONNX_DATA_EXTERNAL ||
      tensor->n_bytes / size > capacity || tensor->n_bytes % size != 0) {
    return false;
  }

  *n = tensor->n_bytes / size;
  const char *address = tensor->data;
  for (size_t i = 0; i < *n; ++i, address += size) {
    int32_t small = 0;
    if (size == sizeof(*out)) {
      memcpy(&out[i], address, sizeof(*out));
    } else {
      memcpy(&small, address, sizeof(small));
      out[i] = small;
    }
  }
  return true;
}

/// Set the elements of a fact that is a small tensor of integers
static tercet_status
follow_constant(tercet_onnx_facts *facts,
                const tercet_onnx_tensor *tensor,
                tercet_onnx_fact *out)
{
  int64_t numbers[TERCET_ONNX_MAX_NUMBERS];
  size_t n = 0;
  if (tensor->rank > 1 ||
      !tercet_onnx_tensor_ints(tensor, TERCET_ONNX_MAX_NUMBERS, numbers, &n)) {
    return TERCET_OK;
  }

  for (size_t i = 0; i < n; ++i) {
    numbers[i] = tercet_onnx_number(facts, numbers[i]);
  }
  return tercet_onnx_fact_set_numbers(facts, out, n, numbers);
}

static bool
is_shape(size_t rank, const int64_t *dims)
{
  bool holds = rank <= TERCET_MAX_RANK;
  for (size_t i = 0; holds && i < rank; ++i) {
    holds = dims[i] >= 0;
  }
  return holds;
}

tercet_status
tercet_onnx_fact_from_tensor(tercet_onnx_facts *facts,
                             const tercet_onnx_tensor *tensor,
                             tercet_onnx_fact *out)
{
  memset(out, 0, sizeof(*out));
  if (tensor->type <= 0 || tensor->type > TERCET_ONNX_FLOAT4E2M1) {
    return TERCET_OK;
  }

  out->type = (tercet_onnx_type)tensor->type;
  out->constant = tensor;
  if (!is_shape(tensor->rank, tensor->shape)) {
    return TERCET_OK;
  }
  TERCET_TRY(
      tercet_onnx_fact_set_shape(facts, out, tensor->rank, tensor->shape));
  return follow_constant(facts, tensor, out);
}

tercet_status
tercet_onnx_fact_from_sparse(tercet_onnx_facts *facts,
                             const tercet_onnx_sparse *sparse,
                             tercet_onnx_fact *out)
{
  const int32_t type = sparse->values.type;
  memset(out, 0, sizeof(*out));
  if (type <= 0 || type > TERCET_ONNX_FLOAT4E2M1) {
    return TERCET_OK;
  }
  out->type = (tercet_onnx_type)type;
  return is_shape(sparse->rank, sparse->shape)
             ? tercet_onnx_fact_set_shape(
                   facts, out, sparse->rank, sparse->shape)
             : TERCET_OK;
}

static bool
is_same_type(const tercet_onnx_fact *a, const tercet_onnx_fact *b)
{
  return a->kind == b->kind && a->type == b->type;
}

tercet_status
tercet_onnx_fact_merge(tercet_onnx_facts *facts,
                       const tercet_onnx_fact *a,
                       const tercet_onnx_fact *b,
                       tercet_onnx_fact *out)
{
  const tercet_onnx_fact left = *a; // `out` may be `a`
  memset(out, 0, sizeof(*out));
  if (!is_same_type(&left, b)) {
    return TERCET_OK;
  }

  out->kind = left.kind;
  out->type = left.type;
  if (!left.has_shape || !b->has_shape || left.rank != b->rank) {
    return TERCET_OK;
  }
  int64_t dims[TERCET_MAX_RANK];
  for (size_t i = 0; i < left.rank; ++i) {
    dims[i] = left.dims[i] == b->dims[i] ? left.dims[i]
                                         : tercet_onnx_new_symbol(facts);
  }
  return tercet_onnx_fact_set_shape(facts, out, left.rank, dims);
}

bool
tercet_onnx_fact_equals(const tercet_onnx_fact *a, const tercet_onnx_fact *b)
{
  if (!is_same_type(a, b) || a->has_shape != b->has_shape ||
      a->rank != b->rank) {
    return false;
  }
  return a->rank == 0 ||
         !memcmp(a->dims, b->dims, a->rank * sizeof(a->dims[0]));
}

bool
tercet_onnx_fact_agrees(const tercet_onnx_fact *a, const tercet_onnx_fact *b)
{
  if (!a->has_shape || !b->has_shape) {
    return true;
  }

  bool agrees = a->rank == b->rank;
  for (size_t i = 0; agrees && i < a->rank; ++i) {
    agrees = a->dims[i] == b->dims[i] || tercet_onnx_is_symbol(a->dims[i]) ||
             tercet_onnx_is_symbol(b->dims[i]);
  }
  return agrees;
}

void
tercet_onnx_fact_type_text(const tercet_onnx_fact *fact, size_t n, char *text)
{
  static const char *const before[TERCET_ONNX_N_OF] = {
      [TERCET_ONNX_OF_TENSOR] = "tensor(",
      [TERCET_ONNX_OF_SEQUENCE] = "seq(tensor(",
      [TERCET_ONNX_OF_OPTIONAL] = "optional(tensor(",
      [TERCET_ONNX_OF_OPTIONAL_SEQUENCE] = "optional(seq(tensor(",
  };
  static const char *const after[TERCET_ONNX_N_OF] = {
      [TERCET_ONNX_OF_TENSOR] = ")",
      [TERCET_ONNX_OF_SEQUENCE] = "))",
      [TERCET_ONNX_OF_OPTIONAL] = "))",
      [TERCET_ONNX_OF_OPTIONAL_SEQUENCE] = ")))",
  };
  snprintf(text,
           n,
           "%s%s%s",
           before[fact->kind],
           tercet_onnx_type_name(fact->type),
           after[fact->kind]);
}
