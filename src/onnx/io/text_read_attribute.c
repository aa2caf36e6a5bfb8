// SPDX-License-Identifier: Apache-2.0

/// Reading ONNX's text syntax: attributes

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/io/field_numbers.h"
#include "onnx/io/form.h"
#include "onnx/io/text.h"

/// A value that an attribute may have
typedef struct {
  tercet_onnx_attribute_type type; ///< Of a single value, and of a list
  tercet_onnx_attribute_type list;
  uint8_t number; ///< Field of AttributeProto, and that of a list
  uint8_t list_number;
} value_kind;

static const value_kind kinds[] = {
    {TERCET_ONNX_ATTRIBUTE_FLOAT,
     TERCET_ONNX_ATTRIBUTE_FLOATS,
     TERCET_PB_ATTRIBUTE_F,
     TERCET_PB_ATTRIBUTE_FLOATS},
    {TERCET_ONNX_ATTRIBUTE_INT,
     TERCET_ONNX_ATTRIBUTE_INTS,
     TERCET_PB_ATTRIBUTE_I,
     TERCET_PB_ATTRIBUTE_INTS},
    {TERCET_ONNX_ATTRIBUTE_STRING,
     TERCET_ONNX_ATTRIBUTE_STRINGS,
     TERCET_PB_ATTRIBUTE_S,
     TERCET_PB_ATTRIBUTE_STRINGS},
    {TERCET_ONNX_ATTRIBUTE_TENSOR,
     TERCET_ONNX_ATTRIBUTE_TENSORS,
     TERCET_PB_ATTRIBUTE_T,
     TERCET_PB_ATTRIBUTE_TENSORS},
    {TERCET_ONNX_ATTRIBUTE_GRAPH,
     TERCET_ONNX_ATTRIBUTE_GRAPHS,
     TERCET_PB_ATTRIBUTE_G,
     TERCET_PB_ATTRIBUTE_GRAPHS},
    {TERCET_ONNX_ATTRIBUTE_TYPE,
     TERCET_ONNX_ATTRIBUTE_TYPES,
     TERCET_PB_ATTRIBUTE_TP,
     TERCET_PB_ATTRIBUTE_TYPE_PROTOS},
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

/// Return the kind of the values of a type of attribute, or NULL
static const value_kind *
find_kind(tercet_onnx_attribute_type type)
{
  for (size_t i = 0; i < N_KINDS; ++i) {
    if (kinds[i].type == type || kinds[i].list == type) {
      return &kinds[i];
    }
  }
  return NULL;
}

/// The values of an attribute so far
typedef struct {
  const value_kind *kind; ///< Told or seen; NULL: not known yet
  bool is_list;
} value_state;

/// Note of which kind a value is, and set `number` to the field for it
static tercet_status
settle_kind(tercet_onnx_text_reader *r,
            value_state *state,
            tercet_onnx_attribute_type type,
            const char *at,
            unsigned *number)
{
  const value_kind *const kind = find_kind(type);
  if (state->kind && state->kind != kind) {
    return tercet_onnx_text_fail(
        r->scan.text,
        at,
        TERCET_ERR_SYNTAX,
        r->scan.err,
        "a value of type %s expected, not one of type %s",
        tercet_onnx_attribute_type_name(state->kind->type),
        tercet_onnx_attribute_type_name(type));
  }
  state->kind = kind;
  *number = state->is_list ? kind->list_number : kind->number;
  return TERCET_OK;
}

/// A number: an integer is a float if one is expected
static tercet_status
read_number(tercet_onnx_text_reader *r, value_state *state)
{
  unsigned number = 0;
  int64_t integer = 0;
  tercet_onnx_number value;
  TERCET_TRY(tercet_onnx_scan_number(&r->scan, &value));
  const bool is_float =
      value.is_special || !value.decimal.is_integer ||
      (state->kind && state->kind->type == TERCET_ONNX_ATTRIBUTE_FLOAT);
  TERCET_TRY(settle_kind(r,
                         state,
                         is_float ? TERCET_ONNX_ATTRIBUTE_FLOAT
                                  : TERCET_ONNX_ATTRIBUTE_INT,
                         value.at,
                         &number));
  if (is_float) {
    return tercet_onnx_encoder_put_float(
        r->to, number, tercet_onnx_number_f32(&value));
  }
  TERCET_TRY(
      tercet_onnx_scan_int(&r->scan, &value, INT64_MIN, INT64_MAX, &integer));
  return tercet_onnx_encoder_put_int(r->to, number, integer);
}

/// A type, or a tensor if more follows it
static tercet_status
read_type_or_tensor(tercet_onnx_text_reader *r, value_state *state)
{
  const char *const start = r->scan.at;
  const size_t length = r->to->bytes.length;
  TERCET_TRY(tercet_onnx_text_read_type(r, TERCET_PB_ATTRIBUTE_TP));
  const char next = tercet_onnx_scan_peek(&r->scan);
  const bool is_tensor = next == '{' || next == '=' || next == '"' ||
                         tercet_onnx_scan_peek_name(&r->scan).length > 0;
  tercet_onnx_encoder_rewind(r->to, length);
  r->scan.at = start;

  unsigned number = 0;
  TERCET_TRY(settle_kind(r,
                         state,
                         is_tensor ? TERCET_ONNX_ATTRIBUTE_TENSOR
                                   : TERCET_ONNX_ATTRIBUTE_TYPE,
                         start,
                         &number));
  return is_tensor ? tercet_onnx_text_read_tensor(r, number)
                   : tercet_onnx_text_read_type(r, number);
}

static tercet_status
read_graph(tercet_onnx_text_reader *r, value_state *state)
{
  unsigned number = 0;
  TERCET_TRY(
      settle_kind(r, state, TERCET_ONNX_ATTRIBUTE_GRAPH, r->scan.at, &number));
  return tercet_onnx_text_read_graph(r, number);
}

/// A string, or a graph whose name is quoted
static tercet_status
read_string_or_graph(tercet_onnx_text_reader *r, value_state *state)
{
  unsigned number = 0;
  const char *const start = r->scan.at;
  tercet_string text = {NULL, 0};
  TERCET_TRY(tercet_onnx_text_read_string(r, &text));
  if (tercet_onnx_scan_peek(&r->scan) == '(') {
    r->scan.at = start;
    return read_graph(r, state);
  }
  TERCET_TRY(
      settle_kind(r, state, TERCET_ONNX_ATTRIBUTE_STRING, start, &number));
  return tercet_onnx_encoder_put_string(r->to, number, text);
}

/// single-attr-value, except attr-ref
static tercet_status
read_value(tercet_onnx_text_reader *r, value_state *state)
{
  const char next = tercet_onnx_scan_peek(&r->scan);
  const tercet_string name = tercet_onnx_scan_peek_name(&r->scan);
  if (next == '"') {
    return read_string_or_graph(r, state);
  }
  if (name.length == 0 || tercet_onnx_is_special_number(name)) {
    return read_number(r, state);
  }
  return tercet_onnx_text_has_type(r) ? read_type_or_tensor(r, state)
                                      : read_graph(r, state);
}

/// attr-value-list ::= '[' single-attr-value (',' single-attr-value)* ']'
static tercet_status
read_values(tercet_onnx_text_reader *r, value_state *state)
{
  if (tercet_onnx_scan_peek(&r->scan) == ']') {
    if (!state->kind) {
      return tercet_onnx_scan_expect(
          &r->scan, "a value, or a type before the empty list");
    }
    ++r->scan.at;
    return TERCET_OK;
  }
  do {
    TERCET_TRY(read_value(r, state));
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, ']');
}

/// attr-type? ::= ':' id
static tercet_status
read_attribute_type(tercet_onnx_text_reader *r, tercet_onnx_attribute_type *out)
{
  *out = TERCET_ONNX_ATTRIBUTE_UNDEFINED;
  if (!tercet_onnx_scan_take(&r->scan, ':')) {
    return TERCET_OK;
  }
  const tercet_string name = tercet_onnx_scan_peek_name(&r->scan);
  for (int i = 1; i < TERCET_ONNX_ATTRIBUTE_TYPE_COUNT; ++i) {
    const tercet_onnx_attribute_type type = (tercet_onnx_attribute_type)i;
    if (tercet_string_is(name, tercet_onnx_attribute_type_name(type))) {
      *out = type;
      r->scan.at += name.length;
      return TERCET_OK;
    }
  }
  return tercet_onnx_scan_expect(&r->scan, "a type of attributes");
}

/// Read a value that is there, and return its type
static tercet_status
read_typed_value(tercet_onnx_text_reader *r, tercet_onnx_attribute_type *type)
{
  value_state state = {find_kind(*type), false};
  const bool is_told = *type != TERCET_ONNX_ATTRIBUTE_UNDEFINED;
  const bool is_list = tercet_onnx_scan_peek(&r->scan) == '[';
  if (is_told && !state.kind) {
    return tercet_onnx_scan_expect(&r->scan, "no sparse tensor");
  }
  if (is_told && is_list != (state.kind->list == *type)) {
    return tercet_onnx_scan_expect(
        &r->scan, is_list ? "a single value" : "a list of values");
  }
  state.is_list = is_list;
  r->scan.at += is_list;
  TERCET_TRY(is_list ? read_values(r, &state) : read_value(r, &state));
  *type = is_list ? state.kind->list : state.kind->type;
  return TERCET_OK;
}

tercet_status
tercet_onnx_text_read_attribute(tercet_onnx_text_reader *r)
{
  tercet_onnx_attribute_type type = TERCET_ONNX_ATTRIBUTE_UNDEFINED;
  TERCET_TRY(tercet_onnx_text_put_id(r, TERCET_PB_ATTRIBUTE_NAME));
  TERCET_TRY(read_attribute_type(r, &type));
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '='));
  if (tercet_onnx_scan_take(&r->scan, '@')) {
    TERCET_TRY(tercet_onnx_text_put_id(r, TERCET_PB_ATTRIBUTE_REF_ATTR_NAME));
  } else {
    TERCET_TRY(read_typed_value(r, &type));
  }
  return tercet_onnx_encoder_put_int(
      r->to, TERCET_PB_ATTRIBUTE_TYPE, (int64_t)type);
}

tercet_status
tercet_onnx_text_read_attributes(tercet_onnx_text_reader *r,
                                 unsigned number,
                                 bool *is_there)
{
  *is_there = tercet_onnx_scan_take(&r->scan, '<');
  if (!*is_there) {
    return TERCET_OK;
  }
  do {
    size_t place = 0;
    tercet_onnx_scan_skip(&r->scan);
    TERCET_TRY(tercet_onnx_encoder_open(r->to, number, r->scan.at, &place));
    TERCET_TRY(tercet_onnx_text_read_attribute(r));
    tercet_onnx_encoder_close(r->to, place);
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, '>');
}
