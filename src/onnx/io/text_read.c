// SPDX-License-Identifier: Apache-2.0

/// Reading ONNX's text syntax: models, functions, graphs and nodes

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/io/field_numbers.h"
#include "onnx/io/text.h"

/* ---- Names and strings ---- */

tercet_status
tercet_onnx_text_read_string(tercet_onnx_text_reader *r, tercet_string *out)
{
  tercet_onnx_scan *const scan = &r->scan;
  if (!tercet_onnx_scan_take(scan, '"')) {
    return tercet_onnx_scan_expect(scan, "a string");
  }

  r->text.length = 0;
  while (scan->at < scan->end && *scan->at != '"') {
    scan->at += *scan->at == '\\';
    if (scan->at == scan->end) {
      break;
    }
    if (tercet_buffer_append_char(&r->text, *scan->at++)) {
      return tercet_error_no_memory(scan->err);
    }
  }
  if (scan->at == scan->end) {
    return tercet_onnx_scan_expect(scan, "'\"'");
  }
  ++scan->at;
  *out = tercet_buffer_view(&r->text);
  return TERCET_OK;
}

tercet_status
tercet_onnx_text_read_id(tercet_onnx_text_reader *r, tercet_string *out)
{
  if (tercet_onnx_scan_peek(&r->scan) == '"') {
    return tercet_onnx_text_read_string(r, out);
  }
  *out = tercet_onnx_scan_name(&r->scan);
  return TERCET_OK;
}

tercet_status
tercet_onnx_text_put_string(tercet_onnx_text_reader *r, unsigned number)
{
  tercet_string text = {NULL, 0};
  TERCET_TRY(tercet_onnx_text_read_string(r, &text));
  return tercet_onnx_encoder_put_string(r->to, number, text);
}

/// Return whether a quotable-id is next, though it may be an empty string
static bool
has_id(tercet_onnx_text_reader *r)
{
  return tercet_onnx_scan_peek(&r->scan) == '"' ||
         tercet_onnx_scan_peek_name(&r->scan).length > 0;
}

tercet_status
tercet_onnx_text_put_id(tercet_onnx_text_reader *r, unsigned number)
{
  tercet_string id = {NULL, 0};
  if (!has_id(r)) {
    return tercet_onnx_scan_expect(&r->scan, "a name");
  }
  TERCET_TRY(tercet_onnx_text_read_id(r, &id));
  return tercet_onnx_encoder_put_string(r->to, number, id);
}

tercet_status
tercet_onnx_text_read_dotted(tercet_onnx_text_reader *r, size_t *last)
{
  bool goes_on = true;
  r->dotted.length = 0;
  while (goes_on) {
    tercet_string part = {NULL, 0};
    *last = r->dotted.length;
    TERCET_TRY(tercet_onnx_text_read_id(r, &part));
    if (tercet_buffer_append(&r->dotted, part.data, part.length)) {
      return tercet_error_no_memory(r->scan.err);
    }
    goes_on = tercet_onnx_scan_take(&r->scan, '.');
    if (goes_on && tercet_buffer_append_char(&r->dotted, '.')) {
      return tercet_error_no_memory(r->scan.err);
    }
  }
  return TERCET_OK;
}

/// quotable-id-list?, where nothing before a comma is an empty name
static tercet_status
read_ids(tercet_onnx_text_reader *r, unsigned number)
{
  while (has_id(r) || tercet_onnx_scan_peek(&r->scan) == ',') {
    tercet_string id = {NULL, 0};
    TERCET_TRY(tercet_onnx_text_read_id(r, &id));
    TERCET_TRY(tercet_onnx_encoder_put_string(r->to, number, id));
    if (!tercet_onnx_scan_take(&r->scan, ',')) {
      break;
    }
  }
  return TERCET_OK;
}

static tercet_status
match_arrow(tercet_onnx_text_reader *r)
{
  if (tercet_onnx_scan_take(&r->scan, '=') && r->scan.at < r->scan.end &&
      *r->scan.at == '>') {
    ++r->scan.at;
    return TERCET_OK;
  }
  return tercet_onnx_scan_expect(&r->scan, "'=>'");
}

/* ---- Nodes ---- */

/// qualified-id, of which the last part is the operator
static tercet_status
read_operator(tercet_onnx_text_reader *r)
{
  size_t last = 0;
  if (!has_id(r)) {
    return tercet_onnx_scan_expect(&r->scan, "an operator");
  }
  TERCET_TRY(tercet_onnx_text_read_dotted(r, &last));
  tercet_string op_type = tercet_buffer_view(&r->dotted);
  tercet_string domain = {NULL, 0};
  if (last > 0) {
    domain.data = op_type.data;
    domain.length = last - 1;
    op_type.data += last;
    op_type.length -= last;
  }
  TERCET_TRY(
      tercet_onnx_encoder_put_string(r->to, TERCET_PB_NODE_OP_TYPE, op_type));
  return tercet_onnx_encoder_put_string(r->to, TERCET_PB_NODE_DOMAIN, domain);
}

/// node ::= node-label? quotable-id-list? '=' qualified-id (':' id)?
/// attr-list? '(' quotable-id-list? ')', or with the attr-list at the end
static tercet_status
read_node(tercet_onnx_text_reader *r)
{
  bool has_attributes = false;
  if (tercet_onnx_scan_take(&r->scan, '[')) {
    tercet_string name = {NULL, 0};
    TERCET_TRY(tercet_onnx_text_read_id(r, &name));
    TERCET_TRY(
        tercet_onnx_encoder_put_string(r->to, TERCET_PB_NODE_NAME, name));
    TERCET_TRY(tercet_onnx_scan_match(&r->scan, ']'));
  }
  TERCET_TRY(read_ids(r, TERCET_PB_NODE_OUTPUT));
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '='));
  TERCET_TRY(read_operator(r));
  if (tercet_onnx_scan_take(&r->scan, ':')) {
    TERCET_TRY(tercet_onnx_text_put_id(r, TERCET_PB_NODE_OVERLOAD));
  }
  TERCET_TRY(tercet_onnx_text_read_attributes(
      r, TERCET_PB_NODE_ATTRIBUTE, &has_attributes));
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '('));
  TERCET_TRY(read_ids(r, TERCET_PB_NODE_INPUT));
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, ')'));
  return has_attributes ? TERCET_OK
                        : tercet_onnx_text_read_attributes(
                              r, TERCET_PB_NODE_ATTRIBUTE, &has_attributes);
}

/// node-list ::= '{' node* '}'
static tercet_status
read_nodes(tercet_onnx_text_reader *r, unsigned number)
{
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '{'));
  while (!tercet_onnx_scan_take(&r->scan, '}')) {
    size_t place = 0;
    TERCET_TRY(tercet_onnx_encoder_open(r->to, number, r->scan.at, &place));
    TERCET_TRY(read_node(r));
    tercet_onnx_encoder_close(r->to, place);
  }
  return TERCET_OK;
}

/* ---- Graphs ---- */

/// value-info-or-initializer ::= type quotable-id [ '=' constant-data ].  What
/// has data is an initializer, and among the inputs a value too.
static tercet_status
read_info_or_initializer(tercet_onnx_text_reader *r, unsigned number)
{
  tercet_onnx_scan_skip(&r->scan);
  const char *const start = r->scan.at;
  const size_t length = r->to->bytes.length;
  TERCET_TRY(tercet_onnx_text_read_info(r, number));
  if (tercet_onnx_scan_peek(&r->scan) != '=') {
    return TERCET_OK;
  }
  if (number != TERCET_PB_GRAPH_INPUT) {
    tercet_onnx_encoder_rewind(r->to, length);
  }
  r->scan.at = start;
  return tercet_onnx_text_read_tensor(r, TERCET_PB_GRAPH_INITIALIZER);
}

/// value-info-or-initializers? up to `end`
static tercet_status
read_infos(tercet_onnx_text_reader *r, unsigned number, char end)
{
  if (tercet_onnx_scan_take(&r->scan, end)) {
    return TERCET_OK;
  }
  do {
    TERCET_TRY(number == TERCET_PB_GRAPH_OUTPUT
                   ? tercet_onnx_text_read_info(r, number)
                   : read_info_or_initializer(r, number));
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, end);
}

/// graph ::= quotable-id input-list '=>' output-list initializer-list
/// node-list
tercet_status
tercet_onnx_text_read_graph(tercet_onnx_text_reader *r, unsigned number)
{
  size_t place = 0;
  tercet_onnx_scan_skip(&r->scan);
  TERCET_TRY(tercet_onnx_encoder_open(r->to, number, r->scan.at, &place));
  TERCET_TRY(tercet_onnx_text_put_id(r, TERCET_PB_GRAPH_NAME));
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '('));
  TERCET_TRY(read_infos(r, TERCET_PB_GRAPH_INPUT, ')'));
  TERCET_TRY(match_arrow(r));
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '('));
  TERCET_TRY(read_infos(r, TERCET_PB_GRAPH_OUTPUT, ')'));
  if (tercet_onnx_scan_take(&r->scan, '<')) {
    TERCET_TRY(read_infos(r, TERCET_PB_GRAPH_VALUE_INFO, '>'));
  }
  TERCET_TRY(read_nodes(r, TERCET_PB_GRAPH_NODE));
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

/* ---- Functions and models ---- */

/// '[' quoted-str ':' int (',' quoted-str ':' int)* ']'
static tercet_status
read_opsets(tercet_onnx_text_reader *r, unsigned number)
{
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '['));
  if (tercet_onnx_scan_take(&r->scan, ']')) {
    return TERCET_OK;
  }
  do {
    size_t place = 0;
    TERCET_TRY(tercet_onnx_encoder_open(r->to, number, r->scan.at, &place));
    TERCET_TRY(tercet_onnx_text_put_string(r, TERCET_PB_OPSET_DOMAIN));
    TERCET_TRY(tercet_onnx_scan_match(&r->scan, ':'));
    TERCET_TRY(tercet_onnx_text_put_int(r, TERCET_PB_OPSET_VERSION));
    tercet_onnx_encoder_close(r->to, place);
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, ']');
}

/// A field that other-data may give
typedef struct {
  const char *name;
  unsigned number;
  tercet_status (*read)(tercet_onnx_text_reader *r, unsigned number);
} header_field;

static const header_field model_header[] = {
    {"ir_version", TERCET_PB_MODEL_IR_VERSION, tercet_onnx_text_put_int},
    {"opset_import", TERCET_PB_MODEL_OPSET_IMPORT, read_opsets},
    {"producer_name",
     TERCET_PB_MODEL_PRODUCER_NAME,
     tercet_onnx_text_put_string},
    {"producer_version",
     TERCET_PB_MODEL_PRODUCER_VERSION,
     tercet_onnx_text_put_string},
    {"domain", TERCET_PB_MODEL_DOMAIN, tercet_onnx_text_put_string},
    {"model_version", TERCET_PB_MODEL_MODEL_VERSION, tercet_onnx_text_put_int},
    {"doc_string", TERCET_PB_MODEL_DOC_STRING, tercet_onnx_text_put_string},
    {"metadata_props",
     TERCET_PB_MODEL_METADATA_PROPS,
     tercet_onnx_text_read_entries},
    {NULL, 0, NULL}};

static const header_field function_header[] = {
    {"domain", TERCET_PB_FUNCTION_DOMAIN, tercet_onnx_text_put_string},
    {"overload", TERCET_PB_FUNCTION_OVERLOAD, tercet_onnx_text_put_string},
    {"opset_import", TERCET_PB_FUNCTION_OPSET_IMPORT, read_opsets},
    {"doc_string", TERCET_PB_FUNCTION_DOC_STRING, tercet_onnx_text_put_string},
    {"metadata_props",
     TERCET_PB_FUNCTION_METADATA_PROPS,
     tercet_onnx_text_read_entries},
    {NULL, 0, NULL}};

/// other-data-list? ::= '<' id ':' value (',' id ':' value)* '>'
static tercet_status
read_header(tercet_onnx_text_reader *r, const header_field *fields)
{
  if (!tercet_onnx_scan_take(&r->scan, '<')) {
    return TERCET_OK;
  }
  do {
    const tercet_string name = tercet_onnx_scan_peek_name(&r->scan);
    const header_field *field = fields;
    while (field->name && !tercet_string_is(name, field->name)) {
      ++field;
    }
    if (!field->name) {
      return tercet_onnx_scan_expect(&r->scan, "a field of the header");
    }
    r->scan.at += name.length;
    TERCET_TRY(tercet_onnx_scan_match(&r->scan, ':'));
    TERCET_TRY(field->read(r, field->number));
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, '>');
}

/// id | attr: the name of an attribute, or one with a default
static tercet_status
read_function_attribute(tercet_onnx_text_reader *r)
{
  tercet_onnx_scan_skip(&r->scan);
  const char *const start = r->scan.at;
  const size_t length = r->to->bytes.length;
  size_t place = 0;
  TERCET_TRY(tercet_onnx_text_put_id(r, TERCET_PB_FUNCTION_ATTRIBUTE));
  const char next = tercet_onnx_scan_peek(&r->scan);
  if (next != ':' && next != '=') {
    return TERCET_OK;
  }
  tercet_onnx_encoder_rewind(r->to, length);
  r->scan.at = start;
  TERCET_TRY(tercet_onnx_encoder_open(
      r->to, TERCET_PB_FUNCTION_ATTRIBUTE_PROTO, start, &place));
  TERCET_TRY(tercet_onnx_text_read_attribute(r));
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

/// fun-attr-list?
static tercet_status
read_function_attributes(tercet_onnx_text_reader *r)
{
  if (!tercet_onnx_scan_take(&r->scan, '<')) {
    return TERCET_OK;
  }
  do {
    TERCET_TRY(read_function_attribute(r));
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, '>');
}

/// id-or-value-info ::= type? quotable-id; a type makes it a value-info too
static tercet_status
read_parameter(tercet_onnx_text_reader *r, unsigned number)
{
  if (tercet_onnx_text_has_type(r)) {
    const char *const start = r->scan.at;
    const size_t length = r->to->bytes.length;
    TERCET_TRY(tercet_onnx_text_read_type(r, TERCET_PB_INFO_TYPE));
    tercet_onnx_encoder_rewind(r->to, length);
    const char *const name = r->scan.at;
    r->scan.at = start;
    TERCET_TRY(tercet_onnx_text_read_info(r, TERCET_PB_FUNCTION_VALUE_INFO));
    r->scan.at = name;
  }
  return tercet_onnx_text_put_id(r, number);
}

/// fun-input-list, fun-output-list
static tercet_status
read_parameters(tercet_onnx_text_reader *r, unsigned number)
{
  TERCET_TRY(tercet_onnx_scan_match(&r->scan, '('));
  if (tercet_onnx_scan_take(&r->scan, ')')) {
    return TERCET_OK;
  }
  do {
    TERCET_TRY(read_parameter(r, number));
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, ')');
}

/// fun-value-infos ::= ( '<' value-infos '>' )?
static tercet_status
read_function_infos(tercet_onnx_text_reader *r)
{
  if (!tercet_onnx_scan_take(&r->scan, '<') ||
      tercet_onnx_scan_take(&r->scan, '>')) {
    return TERCET_OK;
  }
  do {
    TERCET_TRY(tercet_onnx_text_read_info(r, TERCET_PB_FUNCTION_VALUE_INFO));
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, '>');
}

/// function ::= other-data-list? quotable-id fun-attr-list? fun-input-list
/// '=>' fun-output-list fun-value-infos node-list
static tercet_status
read_function(tercet_onnx_text_reader *r)
{
  size_t place = 0;
  TERCET_TRY(tercet_onnx_encoder_open(
      r->to, TERCET_PB_MODEL_FUNCTIONS, r->scan.at, &place));
  TERCET_TRY(read_header(r, function_header));
  TERCET_TRY(tercet_onnx_text_put_id(r, TERCET_PB_FUNCTION_NAME));
  TERCET_TRY(read_function_attributes(r));
  TERCET_TRY(read_parameters(r, TERCET_PB_FUNCTION_INPUT));
  TERCET_TRY(match_arrow(r));
  TERCET_TRY(read_parameters(r, TERCET_PB_FUNCTION_OUTPUT));
  TERCET_TRY(read_function_infos(r));
  TERCET_TRY(read_nodes(r, TERCET_PB_FUNCTION_NODE));
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

/// model ::= other-data-list? graph function*
static tercet_status
read_model(tercet_onnx_text_reader *r)
{
  TERCET_TRY(read_header(r, model_header));
  TERCET_TRY(tercet_onnx_text_read_graph(r, TERCET_PB_MODEL_GRAPH));
  tercet_onnx_scan_skip(&r->scan);
  while (r->scan.at < r->scan.end) {
    TERCET_TRY(read_function(r));
    tercet_onnx_scan_skip(&r->scan);
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_text_encode(tercet_string text, tercet_onnx_encoder *encoder)
{
  tercet_onnx_text_reader r = {.to = encoder};
  tercet_onnx_scan_init(&r.scan, text, encoder->err);
  tercet_buffer_init(&r.text, encoder->bytes.alloc, SIZE_MAX);
  tercet_buffer_init(&r.dotted, encoder->bytes.alloc, SIZE_MAX);
  const tercet_status st = read_model(&r);
  tercet_buffer_clear(&r.dotted);
  tercet_buffer_clear(&r.text);
  return st;
}
