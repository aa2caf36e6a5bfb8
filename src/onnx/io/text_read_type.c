// SPDX-License-Identifier: Apache-2.0

/// Reading ONNX's text syntax: types, values and tensors

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/io/field_numbers.h"
#include "onnx/io/form.h"
#include "onnx/io/text.h"

tercet_status
tercet_onnx_text_put_int(tercet_onnx_text_reader *r, unsigned number)
{
  tercet_onnx_number value;
  int64_t integer = 0;
  TERCET_TRY(tercet_onnx_scan_number(&r->scan, &value));
  TERCET_TRY(
      tercet_onnx_scan_int(&r->scan, &value, INT64_MIN, INT64_MAX, &integer));
  return tercet_onnx_encoder_put_int(r->to, number, integer);
}

/* ---- Types ---- */

/// Types made of others
typedef struct {
  const char *name;
  unsigned number; ///< Field of TypeProto
} compound;

static const compound compounds[] = {
    {"seq", TERCET_PB_TYPE_SEQUENCE_TYPE},
    {"map", TERCET_PB_TYPE_MAP_TYPE},
    {"optional", TERCET_PB_TYPE_OPTIONAL_TYPE},
    {"sparse_tensor", TERCET_PB_TYPE_SPARSE_TENSOR_TYPE},
    {"opaque", TERCET_PB_TYPE_OPAQUE_TYPE},
    {NULL, 0}};

static const compound *
find_compound(tercet_string name)
{
  for (const compound *c = compounds; c->name; ++c) {
    if (tercet_string_is(name, c->name)) {
      return c;
    }
  }
  return NULL;
}

bool
tercet_onnx_text_is_type_name(tercet_string name)
{
  return tercet_onnx_type_from_name(name) != TERCET_ONNX_UNDEFINED ||
         find_compound(name);
}

bool
tercet_onnx_text_has_type(tercet_onnx_text_reader *r)
{
  return tercet_onnx_text_is_type_name(tercet_onnx_scan_peek_name(&r->scan));
}

/// prim-type
static tercet_status
read_primitive(tercet_onnx_text_reader *r, tercet_onnx_type *out)
{
  const tercet_string name = tercet_onnx_scan_peek_name(&r->scan);
  *out = tercet_onnx_type_from_name(name);
  if (*out == TERCET_ONNX_UNDEFINED) {
    return tercet_onnx_scan_expect(&r->scan, "the type of elements");
  }
  r->scan.at += name.length;
  return TERCET_OK;
}

/// tensor-dim ::= '?' | quotable-id | int-constant
static tercet_status
read_dim(tercet_onnx_text_reader *r)
{
  size_t place = 0;
  const char next = tercet_onnx_scan_peek(&r->scan);
  TERCET_TRY(
      tercet_onnx_encoder_open(r->to, TERCET_PB_SHAPE_DIM, r->scan.at, &place));
  if (next == '?') {
    ++r->scan.at;
  } else if (next == '"' || tercet_onnx_scan_peek_name(&r->scan).length > 0) {
    TERCET_TRY(tercet_onnx_text_put_id(r, TERCET_PB_DIM_DIM_PARAM));
  } else {
    TERCET_TRY(tercet_onnx_text_put_int(r, TERCET_PB_DIM_DIM_VALUE));
  }
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

/// Read the extents of a shape.  Without brackets the rank is 0, with empty
/// ones it is not known.
static tercet_status
read_shape(tercet_onnx_text_reader *r)
{
  const bool has_brackets = tercet_onnx_scan_take(&r->scan, '[');
  if (has_brackets && tercet_onnx_scan_take(&r->scan, ']')) {
    return TERCET_OK;
  }

  size_t place = 0;
  TERCET_TRY(tercet_onnx_encoder_open(
      r->to, TERCET_PB_TENSOR_TYPE_SHAPE, r->scan.at, &place));
  if (has_brackets) {
    do {
      TERCET_TRY(read_dim(r));
    } while (tercet_onnx_scan_take(&r->scan, ','));
    TERCET_TRY(tercet_onnx_scan_match(&r->scan, ']'));
  }
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

/// tensor-type, into a field of TypeProto
static tercet_status
read_tensor_type(tercet_onnx_text_reader *r, unsigned number)
{
  size_t place = 0;
  tercet_onnx_type type = TERCET_ONNX_UNDEFINED;
  TERCET_TRY(tercet_onnx_encoder_open(r->to, number, r->scan.at, &place));
  TERCET_TRY(read_primitive(r, &type));
  TERCET_TRY(tercet_onnx_encoder_put_int(
      r->to, TERCET_PB_TENSOR_TYPE_ELEM_TYPE, (int64_t)type));
  TERCET_TRY(read_shape(r));
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

/// prim-type ',' type
static tercet_status
read_map_types(tercet_onnx_text_reader *r)
{
  tercet_onnx_type type = TERCET_ONNX_UNDEFINED;
  TERCET_TRY(read_primitive(r, &type));
  TERCET_TRY(tercet_onnx_encoder_put_int(
      r->to, TERCET_PB_MAP_KEY_TYPE, (int64_t)type));
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, ','));
  return tercet_onnx_text_read_type(r, TERCET_PB_MAP_VALUE_TYPE);
}

/// [ qualified-id [ ',' qualified-id ] ]: the name, or domain and name
static tercet_status
read_opaque_name(tercet_onnx_text_reader *r)
{
  size_t last = 0;
  TERCET_TRY(tercet_onnx_text_read_dotted(r, &last));
  if (tercet_onnx_scan_take(&r->scan, ',')) {
    TERCET_TRY(tercet_onnx_encoder_put_string(
        r->to, TERCET_PB_OPAQUE_DOMAIN, tercet_buffer_view(&r->dotted)));
    TERCET_TRY(tercet_onnx_text_read_dotted(r, &last));
  }
  return tercet_onnx_encoder_put_string(
      r->to, TERCET_PB_OPAQUE_NAME, tercet_buffer_view(&r->dotted));
}

/// What stands between the parentheses of a compound type
static tercet_status
read_inner_types(tercet_onnx_text_reader *r, unsigned number)
{
  switch (number) {
  case TERCET_PB_TYPE_MAP_TYPE:
    return read_map_types(r);
  case TERCET_PB_TYPE_OPAQUE_TYPE:
    return read_opaque_name(r);
  default:
    return tercet_onnx_text_read_type(r, TERCET_PB_ELEMENT_ELEM_TYPE);
  }
}

static tercet_status
read_compound(tercet_onnx_text_reader *r, const compound *c)
{
  size_t place = 0;
  r->scan.at += strlen(c->name);
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '('));
  if (c->number == TERCET_PB_TYPE_SPARSE_TENSOR_TYPE) {
    TERCET_TRY(read_tensor_type(r, c->number));
  } else {
    TERCET_TRY(tercet_onnx_encoder_open(r->to, c->number, r->scan.at, &place));
    TERCET_TRY(read_inner_types(r, c->number));
    tercet_onnx_encoder_close(r->to, place);
  }
  return tercet_onnx_scan_match(&r->scan, ')');
}

/// Nested no deeper than the encoder allows
tercet_status
tercet_onnx_text_read_type(tercet_onnx_text_reader *r, unsigned number)
{
  size_t place = 0;
  const compound *const c = find_compound(tercet_onnx_scan_peek_name(&r->scan));
  TERCET_TRY(tercet_onnx_encoder_open(r->to, number, r->scan.at, &place));
  TERCET_TRY(c ? read_compound(r, c)
               : read_tensor_type(r, TERCET_PB_TYPE_TENSOR_TYPE));
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

tercet_status
tercet_onnx_text_read_info(tercet_onnx_text_reader *r, unsigned number)
{
  size_t place = 0;
  tercet_onnx_scan_skip(&r->scan);
  TERCET_TRY(tercet_onnx_encoder_open(r->to, number, r->scan.at, &place));
  if (tercet_onnx_text_has_type(r)) {
    TERCET_TRY(tercet_onnx_text_read_type(r, TERCET_PB_INFO_TYPE));
  }
  TERCET_TRY(tercet_onnx_text_put_id(r, TERCET_PB_INFO_NAME));
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

/* ---- Tensors ---- */

/// prim-constant, as an item of the list that the type has
static tercet_status
read_element(tercet_onnx_text_reader *r, tercet_onnx_type type)
{
  const tercet_onnx_typed_layout layout = tercet_onnx_layout_of((int32_t)type);
  tercet_onnx_number number;
  int64_t integer = 0;
  uint64_t magnitude = 0;
  if (type == TERCET_ONNX_STRING) {
    return tercet_onnx_text_put_string(r, TERCET_PB_TENSOR_STRING_DATA);
  }

  TERCET_TRY(tercet_onnx_scan_number(&r->scan, &number));
  switch (layout.field) {
  case TERCET_ONNX_DATA_FLOATS:
    return tercet_onnx_encoder_put_float(
        r->to, TERCET_PB_TENSOR_FLOAT_DATA, tercet_onnx_number_f32(&number));
  case TERCET_ONNX_DATA_DOUBLES:
    return tercet_onnx_encoder_put_double(
        r->to, TERCET_PB_TENSOR_DOUBLE_DATA, tercet_onnx_number_f64(&number));
  case TERCET_ONNX_DATA_INT32S:
    TERCET_TRY(tercet_onnx_scan_int(
        &r->scan, &number, layout.least, layout.most, &integer));
    return tercet_onnx_encoder_put_int(
        r->to, TERCET_PB_TENSOR_INT32_DATA, integer);
  case TERCET_ONNX_DATA_INT64S:
    TERCET_TRY(tercet_onnx_scan_int(
        &r->scan, &number, INT64_MIN, INT64_MAX, &integer));
    return tercet_onnx_encoder_put_int(
        r->to, TERCET_PB_TENSOR_INT64_DATA, integer);
  case TERCET_ONNX_DATA_UINT64S:
    break;
  }
  TERCET_TRY(tercet_onnx_scan_uint(&r->scan,
                                   &number,
                                   layout.size == sizeof(uint32_t) ? UINT32_MAX
                                                                   : UINT64_MAX,
                                   &magnitude));
  return tercet_onnx_encoder_put_int(
      r->to, TERCET_PB_TENSOR_UINT64_DATA, (int64_t)magnitude);
}

/// constant-data ::= '{' prim-constants? '}' | str-str-list
static tercet_status
read_data(tercet_onnx_text_reader *r, tercet_onnx_type type)
{
  if (tercet_onnx_scan_peek(&r->scan) == '[') {
    TERCET_TRY(tercet_onnx_encoder_put_int(
        r->to, TERCET_PB_TENSOR_DATA_LOCATION, TERCET_ONNX_LOCATION_EXTERNAL));
    return tercet_onnx_text_read_entries(r, TERCET_PB_TENSOR_EXTERNAL_DATA);
  }
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '{'));
  if (tercet_onnx_scan_take(&r->scan, '}')) {
    return TERCET_OK;
  }
  do {
    TERCET_TRY(read_element(r, type));
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, '}');
}

/// The extents of a tensor must be numbers
static tercet_status
read_extents(tercet_onnx_text_reader *r)
{
  if (!tercet_onnx_scan_take(&r->scan, '[')) {
    return TERCET_OK;
  }
  do {
    TERCET_TRY(tercet_onnx_text_put_int(r, TERCET_PB_TENSOR_DIMS));
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, ']');
}

tercet_status
tercet_onnx_text_read_tensor(tercet_onnx_text_reader *r, unsigned number)
{
  size_t place = 0;
  tercet_string name = {NULL, 0};
  tercet_onnx_type type = TERCET_ONNX_UNDEFINED;
  tercet_onnx_scan_skip(&r->scan);
  TERCET_TRY(tercet_onnx_encoder_open(r->to, number, r->scan.at, &place));
  TERCET_TRY(read_primitive(r, &type));
  TERCET_TRY(read_extents(r));
  TERCET_TRY(tercet_onnx_encoder_put_int(
      r->to, TERCET_PB_TENSOR_DATA_TYPE, (int64_t)type));
  TERCET_TRY(tercet_onnx_text_read_id(r, &name));
  TERCET_TRY(
      tercet_onnx_encoder_put_string(r->to, TERCET_PB_TENSOR_NAME, name));
  tercet_onnx_scan_take(&r->scan, '=');
  TERCET_TRY(read_data(r, type));
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

tercet_status
tercet_onnx_text_read_entries(tercet_onnx_text_reader *r, unsigned number)
{
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '['));
  if (tercet_onnx_scan_take(&r->scan, ']')) {
    return TERCET_OK;
  }
  do {
    size_t place = 0;
    TERCET_TRY(tercet_onnx_encoder_open(r->to, number, r->scan.at, &place));
    TERCET_TRY(tercet_onnx_text_put_string(r, TERCET_PB_ENTRY_KEY));
    TERCET_TRY(tercet_onnx_scan_match(&r->scan, ':'));
    TERCET_TRY(tercet_onnx_text_put_string(r, TERCET_PB_ENTRY_VALUE));
    tercet_onnx_encoder_close(r->to, place);
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, ']');
}
