// SPDX-License-Identifier: Apache-2.0

/**
   The elements of TensorProto.

   The tree holds them as raw_data does: little-endian and as narrow as their
   type.  Files may hold them in one of five lists instead, each for several
   types, and integers of less than 32 bits and half floats among 32-bit
   integers.
*/

#include "onnx/io/form.h"

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/io/wire.h"

#include <inttypes.h>

/// Integers may be written as signed or unsigned ones
tercet_onnx_typed_layout
tercet_onnx_layout_of(int32_t type)
{
  static const tercet_onnx_typed_layout byte = {
      TERCET_ONNX_DATA_INT32S, 1, INT8_MIN, UINT8_MAX};
  static const tercet_onnx_typed_layout word = {
      TERCET_ONNX_DATA_INT32S, 2, INT16_MIN, UINT16_MAX};
  static const tercet_onnx_typed_layout int32 = {
      TERCET_ONNX_DATA_INT32S, 4, INT32_MIN, INT32_MAX};

  switch ((tercet_onnx_type)type) {
  case TERCET_ONNX_UINT8:
  case TERCET_ONNX_INT8:
  case TERCET_ONNX_BOOL:
  case TERCET_ONNX_FLOAT8E4M3FN:
  case TERCET_ONNX_FLOAT8E4M3FNUZ:
  case TERCET_ONNX_FLOAT8E5M2:
  case TERCET_ONNX_FLOAT8E5M2FNUZ:
  case TERCET_ONNX_UINT4:
  case TERCET_ONNX_INT4:
  case TERCET_ONNX_FLOAT4E2M1:
    return byte;
  case TERCET_ONNX_UINT16:
  case TERCET_ONNX_INT16:
  case TERCET_ONNX_FLOAT16:
  case TERCET_ONNX_BFLOAT16:
    return word;
  case TERCET_ONNX_FLOAT:
  case TERCET_ONNX_COMPLEX64:
    return (tercet_onnx_typed_layout){TERCET_ONNX_DATA_FLOATS, 4, 0, 0};
  case TERCET_ONNX_DOUBLE:
  case TERCET_ONNX_COMPLEX128:
    return (tercet_onnx_typed_layout){TERCET_ONNX_DATA_DOUBLES, 8, 0, 0};
  case TERCET_ONNX_INT64:
    return (tercet_onnx_typed_layout){TERCET_ONNX_DATA_INT64S, 8, 0, 0};
  case TERCET_ONNX_UINT64:
    return (tercet_onnx_typed_layout){TERCET_ONNX_DATA_UINT64S, 8, 0, 0};
  case TERCET_ONNX_UINT32:
    return (tercet_onnx_typed_layout){TERCET_ONNX_DATA_UINT64S, 4, 0, 0};
  case TERCET_ONNX_INT32:
  case TERCET_ONNX_STRING:
  case TERCET_ONNX_UNDEFINED:
    break;
  }
  return int32;
}

/* ---- Reading ---- */

static tercet_status
fail_number(const tercet_onnx_wire_reader *reader,
            const tercet_onnx_tensor *tensor,
            size_t i,
            uint64_t number)
{
  return tercet_onnx_wire_fail(
      reader,
      reader->at,
      "tensor \"%.*s\": item %zu, %" PRId64 ", does not fit %s",
      TERCET_STRING_ARGS(tensor->name),
      i,
      (int64_t)number,
      tercet_onnx_type_name((tercet_onnx_type)tensor->type));
}

/// Make 32-bit integers as narrow as the elements are, in the same place
static tercet_status
narrow_int32(const tercet_onnx_wire_reader *reader,
             const tercet_onnx_tensor *tensor,
             const tercet_onnx_typed_layout *layout,
             size_t n,
             char *data)
{
  for (size_t i = 0; i < n; ++i) {
    int32_t number = 0;
    memcpy(&number, data + i * sizeof(number), sizeof(number));
    if (number < layout->least || number > layout->most) {
      return fail_number(reader, tensor, i, (uint64_t)(int64_t)number);
    }
    const uint16_t word = (uint16_t)number;
    const uint8_t byte = (uint8_t)number;
    if (layout->size == sizeof(word)) {
      memcpy(data + i * sizeof(word), &word, sizeof(word));
    } else {
      memcpy(data + i, &byte, sizeof(byte));
    }
  }
  return TERCET_OK;
}

static tercet_status
narrow_uint64(const tercet_onnx_wire_reader *reader,
              const tercet_onnx_tensor *tensor,
              size_t n,
              char *data)
{
  for (size_t i = 0; i < n; ++i) {
    uint64_t number = 0;
    memcpy(&number, data + i * sizeof(number), sizeof(number));
    if (number > UINT32_MAX) {
      return fail_number(reader, tensor, i, number);
    }
    const uint32_t word = (uint32_t)number;
    memcpy(data + i * sizeof(word), &word, sizeof(word));
  }
  return TERCET_OK;
}

/// Take the elements from the list that the type says, which belongs to the
/// tree already
static tercet_status
take_typed(const tercet_onnx_wire_reader *reader,
           const tercet_onnx_tensor_form *form,
           tercet_onnx_tensor *tensor)
{
  const tercet_onnx_typed_layout layout = tercet_onnx_layout_of(tensor->type);
  const bool is_string = tensor->type == TERCET_ONNX_STRING;
  bool is_foreign = tensor->n_strings > 0 && !is_string;
  for (size_t i = 0; i < TERCET_ONNX_DATA_FIELD_COUNT; ++i) {
    is_foreign |= form->typed[i].n > 0 && (i != layout.field || is_string);
  }
  if (is_foreign) {
    return tercet_onnx_wire_fail(
        reader,
        reader->at,
        "tensor \"%.*s\" has elements of another type than %s",
        TERCET_STRING_ARGS(tensor->name),
        tercet_onnx_type_name((tercet_onnx_type)tensor->type));
  }

  const tercet_onnx_items *const list = &form->typed[layout.field];
  tensor->place = TERCET_ONNX_DATA_TYPED;
  tensor->data = list->items;
  tensor->n_bytes = list->n * layout.size;
  char *const data = (char *)(uintptr_t)list->items; // In the arena
  if (layout.field == TERCET_ONNX_DATA_INT32S && layout.size < 4) {
    return narrow_int32(reader, tensor, &layout, list->n, data);
  }
  if (layout.field == TERCET_ONNX_DATA_UINT64S && layout.size < 8) {
    return narrow_uint64(reader, tensor, list->n, data);
  }
  return TERCET_OK;
}

/// Return whether any list has items
static bool
has_typed(const tercet_onnx_tensor_form *form)
{
  size_t n = 0;
  for (size_t i = 0; i < TERCET_ONNX_DATA_FIELD_COUNT; ++i) {
    n += form->typed[i].n;
  }
  return n > 0;
}

tercet_status
tercet_onnx_tensor_finish(tercet_onnx_wire_reader *reader,
                          void *form,
                          void *out)
{
  const tercet_onnx_tensor_form *const from = form;
  tercet_onnx_tensor *const tensor = out;
  *tensor = from->head;
  if (from->location == TERCET_ONNX_LOCATION_EXTERNAL) {
    tensor->place = TERCET_ONNX_DATA_EXTERNAL;
    return reader->context.externals
               ? tercet_onnx_externals_resolve(
                     reader->context.externals, tensor, reader->err)
               : TERCET_OK;
  }
  if (from->raw.length == 0) {
    return take_typed(reader, from, tensor);
  }
  if (has_typed(from) || tensor->n_strings > 0) {
    return tercet_onnx_wire_fail(reader,
                                 reader->at,
                                 "tensor \"%.*s\" has its elements twice",
                                 TERCET_STRING_ARGS(tensor->name));
  }
  tensor->place = TERCET_ONNX_DATA_RAW;
  tensor->data = from->raw.data;
  tensor->n_bytes = from->raw.length;
  return TERCET_OK;
}

tercet_status
tercet_onnx_dim_finish(tercet_onnx_wire_reader *reader, void *form, void *out)
{
  (void)reader;
  (void)form;
  tercet_onnx_dim *const dim = out;
  dim->value = dim->value < 0 ? -1 : dim->value;
  return TERCET_OK;
}

/* ---- Writing ---- */

/// Return item `i` of elements of 1, 2, 4 or 8 bytes, signed or not
static int64_t
widen(const tercet_onnx_tensor *tensor, size_t size, size_t i)
{
  const char *const at = (const char *)tensor->data + i * size;
  uint64_t number = 0;
  for (size_t k = 0; k < size; ++k) {
    number |= (uint64_t)(uint8_t)at[k] << (8 * k);
  }
  const bool is_signed =
      tensor->type == TERCET_ONNX_INT8 || tensor->type == TERCET_ONNX_INT16;
  const unsigned shift = 64U - 8U * (unsigned)size;
  return is_signed ? (int64_t)(number << shift) >> shift : (int64_t)number;
}

/// Set `out` to the items of the list that a type has in files
static tercet_status
spread_typed(const tercet_onnx_tensor *tensor,
             const tercet_onnx_typed_layout *layout,
             tercet_arena *arena,
             tercet_onnx_items *out)
{
  const size_t size = layout->size;
  const size_t n = tensor->n_bytes / size;
  const bool is_int32 = layout->field == TERCET_ONNX_DATA_INT32S;
  const size_t width =
      is_int32 || layout->field == TERCET_ONNX_DATA_FLOATS ? 4 : 8;
  out->n = n;
  out->items = tensor->data;
  if (size == width) {
    return TERCET_OK;
  }

  char *const items = tercet_arena_allocate_array(arena, n, width);
  out->items = items;
  if (!items) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < n; ++i) {
    const int64_t number = widen(tensor, size, i);
    const int32_t low = (int32_t)number;
    if (is_int32) {
      memcpy(items + i * width, &low, sizeof(low));
    } else {
      memcpy(items + i * width, &number, sizeof(number));
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_tensor_spread(const void *tree, tercet_arena *arena, void *form)
{
  const tercet_onnx_tensor *const tensor = tree;
  tercet_onnx_tensor_form *const to = form;
  to->head = *tensor;
  if (tensor->place == TERCET_ONNX_DATA_EXTERNAL) {
    to->location = TERCET_ONNX_LOCATION_EXTERNAL;
    return TERCET_OK;
  }
  if (tensor->place == TERCET_ONNX_DATA_RAW) {
    to->raw.data = tensor->data;
    to->raw.length = tensor->n_bytes;
    return TERCET_OK;
  }
  const tercet_onnx_typed_layout layout = tercet_onnx_layout_of(tensor->type);
  return tensor->n_bytes == 0
             ? TERCET_OK
             : spread_typed(tensor, &layout, arena, &to->typed[layout.field]);
}
