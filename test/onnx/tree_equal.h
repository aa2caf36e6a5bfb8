// SPDX-License-Identifier: Apache-2.0

/// Comparing trees of messages field by field, as the table says

#ifndef TERCET_TEST_ONNX_TREE_EQUAL_H
#define TERCET_TEST_ONNX_TREE_EQUAL_H

#include "base/allocator.h"
#include "base/string_view.h"
#include "check.h"
#include "onnx/io/field_numbers.h"
#include "onnx/io/proto.h"

static inline bool
tree_equal(const tercet_onnx_message *message,
           const void *a,
           const void *b,
           tercet_arena *arena);

static inline bool
tree_item_equal(const tercet_onnx_field *field,
                const char *a,
                const char *b,
                tercet_arena *arena)
{
  if (field->message) {
    return tree_equal(field->message, a, b, arena);
  }
  if (field->kind == TERCET_ONNX_FIELD_STRING) {
    tercet_string text_a;
    tercet_string text_b;
    memcpy(&text_a, a, sizeof(text_a));
    memcpy(&text_b, b, sizeof(text_b));
    return tercet_string_equals(text_a, text_b);
  }
  return tercet_onnx_field_number(field, a) ==
         tercet_onnx_field_number(field, b);
}

/// Compare elements, which may be raw in one and typed in the other
static inline bool
tree_elements_equal(const tercet_onnx_tensor *a, const tercet_onnx_tensor *b)
{
  const bool is_equal =
      a->n_bytes == b->n_bytes &&
      (a->n_bytes == 0 || !memcmp(a->data, b->data, a->n_bytes)) &&
      (a->place == TERCET_ONNX_DATA_EXTERNAL) ==
          (b->place == TERCET_ONNX_DATA_EXTERNAL);
  if (!is_equal) {
    fprintf(stderr, "  differs: elements of a tensor\n");
  }
  return is_equal;
}

/// Fields that hold the elements
static inline bool
tree_is_elements(const tercet_onnx_message *message,
                 const tercet_onnx_field *field)
{
  return message == &tercet_onnx_tensor_message &&
         (field->label == TERCET_ONNX_FIELD_PACKED ||
          field->number == TERCET_PB_TENSOR_RAW_DATA);
}

/// Return whether two structures of a tree hold the same; says where not
static inline bool
tree_equal(const tercet_onnx_message *message,
           const void *a,
           const void *b,
           tercet_arena *arena)
{
  tercet_onnx_spread spread_a;
  tercet_onnx_spread spread_b;
  if (message == &tercet_onnx_tensor_message &&
      !tree_elements_equal((const tercet_onnx_tensor *)a,
                           (const tercet_onnx_tensor *)b)) {
    return false;
  }
  if (tercet_onnx_message_spread(message, a, arena, &spread_a) ||
      tercet_onnx_message_spread(message, b, arena, &spread_b)) {
    return false;
  }
  for (size_t i = 0; i < message->n_fields; ++i) {
    const tercet_onnx_field *const field = &message->fields[i];
    const size_t size = tercet_onnx_field_size(field);
    const char *items_a = NULL;
    const char *items_b = NULL;
    const size_t n_a =
        tercet_onnx_field_items(message, field, spread_a.base, &items_a);
    const size_t n_b =
        tercet_onnx_field_items(message, field, spread_b.base, &items_b);
    if (tree_is_elements(message, field)) {
      continue;
    }
    bool is_equal = n_a == n_b;
    for (size_t k = 0; is_equal && k < n_a; ++k) {
      is_equal =
          tree_item_equal(field, items_a + k * size, items_b + k * size, arena);
    }
    if (!is_equal) {
      fprintf(stderr, "  differs: %s of %s\n", field->name, message->name);
      return false;
    }
  }
  return true;
}

/// Return whether two models hold the same
static inline bool
tree_models_equal(const tercet_onnx_model *a, const tercet_onnx_model *b)
{
  tercet_arena arena;
  tercet_arena_init(&arena, &tercet_allocator_default, SIZE_MAX);
  const bool is_equal = tree_equal(&tercet_onnx_model_message, a, b, &arena);
  tercet_arena_clear(&arena);
  return is_equal;
}

#endif // TERCET_TEST_ONNX_TREE_EQUAL_H
