// SPDX-License-Identifier: Apache-2.0

#include "onnx/io/form.h"

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/io/wire.h"

#include <assert.h>

static_assert((int)TERCET_ONNX_ATTRIBUTE_TYPES + 1 ==
                  TERCET_ONNX_ATTRIBUTE_TYPE_COUNT,
              "each type of an attribute has a slot");

/// Return whether attributes of a type hold one value, not a list
static bool
is_single(int32_t type)
{
  return (type >= TERCET_ONNX_ATTRIBUTE_FLOAT &&
          type <= TERCET_ONNX_ATTRIBUTE_GRAPH) ||
         type == TERCET_ONNX_ATTRIBUTE_SPARSE ||
         type == TERCET_ONNX_ATTRIBUTE_TYPE;
}

/// Set the type of an attribute that does not tell it to that of its only
/// value, as files of the first versions need; refuse values of another type
static tercet_status
settle_type(const tercet_onnx_wire_reader *reader,
            tercet_onnx_attribute_form *form)
{
  const bool is_told = form->type != TERCET_ONNX_ATTRIBUTE_UNDEFINED;
  if (form->type < 0 || form->type >= TERCET_ONNX_ATTRIBUTE_TYPE_COUNT) {
    return tercet_onnx_wire_fail(reader,
                                 reader->at,
                                 "attribute \"%.*s\" has the type %d",
                                 TERCET_STRING_ARGS(form->name),
                                 (int)form->type);
  }
  for (int32_t i = 0; i < TERCET_ONNX_ATTRIBUTE_TYPE_COUNT; ++i) {
    if (form->slots[i].n == 0 || i == form->type) {
      continue;
    }
    if (is_told || form->type != TERCET_ONNX_ATTRIBUTE_UNDEFINED) {
      return tercet_onnx_wire_fail(reader,
                                   reader->at,
                                   "attribute \"%.*s\" has a value of another "
                                   "type than its own",
                                   TERCET_STRING_ARGS(form->name));
    }
    form->type = i;
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_attribute_finish(tercet_onnx_wire_reader *reader,
                             void *form,
                             void *out)
{
  // Files leave a value out that is zero, empty or the like
  static const union {
    float f;
    int64_t i;
    tercet_string s;
    tercet_onnx_tensor t;
    tercet_onnx_graph g;
    tercet_onnx_sparse sparse;
    tercet_onnx_type_info type;
    char bytes[sizeof(tercet_onnx_graph) + sizeof(tercet_onnx_sparse)];
  } blank = {.bytes = {0}};

  tercet_onnx_attribute_form *const from = form;
  tercet_onnx_attribute *const attribute = out;
  TERCET_TRY(settle_type(reader, from));
  const tercet_onnx_items *const slot = &from->slots[from->type];
  attribute->name = from->name;
  attribute->doc = from->doc;
  attribute->reference = from->reference;
  attribute->type = (tercet_onnx_attribute_type)from->type;
  attribute->n = slot->n;
  attribute->as.any = slot->items;
  if (is_single(from->type) && slot->n == 0 && from->reference.length == 0) {
    attribute->n = 1;
    attribute->as.any = &blank;
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_attribute_spread(const void *tree, tercet_arena *arena, void *form)
{
  (void)arena;
  const tercet_onnx_attribute *const attribute = tree;
  tercet_onnx_attribute_form *const to = form;
  to->name = attribute->name;
  to->doc = attribute->doc;
  to->reference = attribute->reference;
  to->type = (int32_t)attribute->type;
  to->slots[attribute->type].n = attribute->n;
  to->slots[attribute->type].items = attribute->as.any;
  return TERCET_OK;
}
