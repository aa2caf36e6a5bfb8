// SPDX-License-Identifier: Apache-2.0

/**
   Reading protobuf's text format, as its language specification for version 3
   says, without extensions and messages of type Any, which models do not have.

   Data types may be written by name too (`elem_type: FLOAT`), which protobuf
   itself does not accept since their fields are plain integers.
*/

#include "base/error.h"
#include "base/string_view.h"
#include "base/utf8.h"
#include "onnx/io/pbtxt.h"
#include "onnx/io/scan.h"

typedef struct {
  tercet_onnx_scan scan;
  tercet_onnx_encoder *to;
  tercet_buffer text; ///< Of the string at hand
} pbtxt_reader;

static tercet_status
fail_expecting(const pbtxt_reader *r, const char *what)
{
  return tercet_onnx_scan_expect(&r->scan, what);
}

/* ---- Strings ---- */

/// Return the value of a digit, or 16
static unsigned
digit_value(char c)
{
  if (c >= '0' && c <= '9') {
    return (unsigned)(c - '0');
  }
  const char lower = (char)(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a') + 10U : 16U;
}

/// Read 1 to `most` digits; return how many there were
static unsigned
read_digits(pbtxt_reader *r, unsigned base, unsigned most, uint32_t *out)
{
  unsigned n = 0;
  *out = 0;
  while (n < most && r->scan.at < r->scan.end &&
         digit_value(*r->scan.at) < base) {
    *out = *out * base + digit_value(*r->scan.at++);
    ++n;
  }
  return n;
}

/// Append a code point of 4 or 8 hexadecimal digits
static tercet_status
read_code_point(pbtxt_reader *r, unsigned n_digits)
{
  char bytes[TERCET_UTF8_MAX];
  uint32_t code_point = 0;
  const unsigned n = read_digits(r, 16, n_digits, &code_point);
  const size_t length =
      n == n_digits ? tercet_utf8_encode(code_point, bytes) : 0;
  return length > 0 ? tercet_buffer_append(&r->text, bytes, length)
                    : fail_expecting(r, "the digits of a code point");
}

/// Append the character that a letter behind a backslash stands for
static tercet_status
read_plain_escape(pbtxt_reader *r, char letter)
{
  static const char letters[] = "abfnrtv\\'\"?";
  static const char meanings[] = "\a\b\f\n\r\t\v\\'\"?";
  const char *const found = letter ? strchr(letters, letter) : NULL;
  if (!found) {
    --r->scan.at;
    return fail_expecting(r, "an escape sequence");
  }
  return tercet_buffer_append_char(&r->text, meanings[found - letters]);
}

/// Read what follows a backslash
static tercet_status
read_escape(pbtxt_reader *r)
{
  uint32_t byte = 0;
  if (read_digits(r, 8, 3, &byte) > 0) {
    return byte <= UINT8_MAX ? tercet_buffer_append_char(&r->text, (char)byte)
                             : fail_expecting(r, "an octal number up to 377");
  }
  const char letter = r->scan.at < r->scan.end ? *r->scan.at++ : '\0';
  switch (letter) {
  case 'x':
  case 'X':
    return read_digits(r, 16, 2, &byte) > 0
               ? tercet_buffer_append_char(&r->text, (char)byte)
               : fail_expecting(r, "a hexadecimal digit");
  case 'u':
    return read_code_point(r, 4);
  case 'U':
    return read_code_point(r, 8);
  default:
    return read_plain_escape(r, letter);
  }
}

/// Append a string between quotes
static tercet_status
read_quoted(pbtxt_reader *r)
{
  const char quote = *r->scan.at++;
  while (r->scan.at < r->scan.end && *r->scan.at != quote) {
    const char c = *r->scan.at;
    if (c == '\n') {
      break;
    }
    ++r->scan.at;
    TERCET_TRY(c == '\\' ? read_escape(r)
                         : tercet_buffer_append_char(&r->text, c));
  }
  const char end[] = {quote, '\0'};
  if (r->scan.at == r->scan.end || *r->scan.at != quote) {
    return fail_expecting(r, end);
  }
  ++r->scan.at;
  return TERCET_OK;
}

/// STRING = String, { String }: pieces are one string
static tercet_status
read_string(pbtxt_reader *r, const tercet_onnx_field *field)
{
  r->text.length = 0;
  char c = tercet_onnx_scan_peek(&r->scan);
  if (c != '"' && c != '\'') {
    return fail_expecting(r, "a string");
  }
  while (c == '"' || c == '\'') {
    const tercet_status st = read_quoted(r);
    if (st == TERCET_ERR_NO_MEMORY) {
      return tercet_error_no_memory(r->scan.err);
    }
    TERCET_TRY(st);
    c = tercet_onnx_scan_peek(&r->scan);
  }
  return tercet_onnx_encoder_put_string(
      r->to, field->number, tercet_buffer_view(&r->text));
}

/* ---- Numbers ---- */

/// A number must not run into a name
static tercet_status
end_number(pbtxt_reader *r)
{
  const tercet_onnx_scan *const scan = &r->scan;
  const char c = scan->at < scan->end ? *scan->at : ' ';
  const bool goes_on = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       (c >= '0' && c <= '9') || c == '_' || c == '.';
  return goes_on ? fail_expecting(r, "the end of the number") : TERCET_OK;
}

/// FLOAT = float | decimal | inf | nan, with a sign before it and maybe an f
/// behind it
static tercet_status
read_float(pbtxt_reader *r, const tercet_onnx_field *field)
{
  tercet_onnx_number number;
  TERCET_TRY(tercet_onnx_scan_number(&r->scan, &number));
  if (!number.is_special && r->scan.at < r->scan.end) {
    r->scan.at += *r->scan.at == 'f' || *r->scan.at == 'F';
  }
  TERCET_TRY(end_number(r));
  return field->kind == TERCET_ONNX_FIELD_FLOAT
             ? tercet_onnx_encoder_put_float(
                   r->to, field->number, tercet_onnx_number_f32(&number))
             : tercet_onnx_encoder_put_double(
                   r->to, field->number, tercet_onnx_number_f64(&number));
}

/// Read digits of a base behind a prefix; #TERCET_ERR_SYNTAX beyond 64 bits
static tercet_status
read_based(pbtxt_reader *r, unsigned base, uint64_t *out)
{
  const char *const start = r->scan.at;
  *out = 0;
  while (r->scan.at < r->scan.end && digit_value(*r->scan.at) < base) {
    if (*out > UINT64_MAX / base) {
      return fail_expecting(r, "an integer of 64 bits");
    }
    *out = *out * base + digit_value(*r->scan.at++);
  }
  return r->scan.at > start ? TERCET_OK : fail_expecting(r, "a digit");
}

/// Return the base that the digits behind a sign are written in
static unsigned
base_of(const tercet_onnx_scan *scan)
{
  if (scan->end - scan->at < 2 || *scan->at != '0') {
    return 10;
  }
  const char c = scan->at[1];
  if (c == 'x' || c == 'X') {
    return 16;
  }
  return c >= '0' && c <= '7' ? 8 : 10;
}

/// Read an integer that starts with 0 or 0x
static tercet_status
read_based_integer(pbtxt_reader *r,
                   const tercet_onnx_field *field,
                   const char *start,
                   bool is_negative)
{
  const bool is_narrow = tercet_onnx_field_size(field) == sizeof(int32_t);
  const uint64_t most = is_narrow                                 ? INT32_MAX
                        : field->kind == TERCET_ONNX_FIELD_UINT64 ? UINT64_MAX
                                                                  : INT64_MAX;
  const unsigned base = base_of(&r->scan);
  uint64_t magnitude = 0;
  r->scan.at += base == 16 ? 2 : 1;
  TERCET_TRY(read_based(r, base, &magnitude));
  if (magnitude > most || (is_negative && most == UINT64_MAX)) {
    r->scan.at = start;
    return fail_expecting(r, "a number that fits the field");
  }
  const int64_t value = is_negative ? -(int64_t)magnitude : (int64_t)magnitude;
  return tercet_onnx_encoder_put_int(r->to, field->number, value);
}

static tercet_status
read_decimal_integer(pbtxt_reader *r, const tercet_onnx_field *field)
{
  const bool is_narrow = tercet_onnx_field_size(field) == sizeof(int32_t);
  tercet_onnx_number number;
  int64_t value = 0;
  uint64_t magnitude = 0;
  TERCET_TRY(tercet_onnx_scan_number(&r->scan, &number));
  if (field->kind == TERCET_ONNX_FIELD_UINT64) {
    TERCET_TRY(
        tercet_onnx_scan_uint(&r->scan, &number, UINT64_MAX, &magnitude));
    value = (int64_t)magnitude;
  } else {
    TERCET_TRY(tercet_onnx_scan_int(&r->scan,
                                    &number,
                                    is_narrow ? INT32_MIN : INT64_MIN,
                                    is_narrow ? INT32_MAX : INT64_MAX,
                                    &value));
  }
  return tercet_onnx_encoder_put_int(r->to, field->number, value);
}

/// SIGNED-INTEGER, in decimal, octal or hexadecimal digits
static tercet_status
read_integer(pbtxt_reader *r, const tercet_onnx_field *field)
{
  tercet_onnx_scan_skip(&r->scan);
  const char *const start = r->scan.at;
  const bool is_negative = tercet_onnx_scan_take(&r->scan, '-');
  tercet_onnx_scan_skip(&r->scan);
  if (base_of(&r->scan) != 10) {
    TERCET_TRY(read_based_integer(r, field, start, is_negative));
  } else {
    r->scan.at = start;
    TERCET_TRY(read_decimal_integer(r, field));
  }
  return end_number(r);
}

/// Read the name of a number
static tercet_status
read_named(pbtxt_reader *r, const tercet_onnx_field *field)
{
  const tercet_string name = tercet_onnx_scan_name(&r->scan);
  for (const tercet_onnx_enum *e = field->names; e->name; ++e) {
    if (tercet_string_is(name, e->name)) {
      return tercet_onnx_encoder_put_int(r->to, field->number, e->number);
    }
  }
  r->scan.at = name.data;
  return tercet_onnx_text_fail(r->scan.text,
                               name.data,
                               TERCET_ERR_SYNTAX,
                               r->scan.err,
                               "%s has no value named \"%.*s\"",
                               field->name,
                               TERCET_STRING_ARGS(name));
}

/* ---- Fields and messages ---- */

static tercet_status
read_message(pbtxt_reader *r, const tercet_onnx_message *message, char end);

static tercet_status
read_scalar(pbtxt_reader *r, const tercet_onnx_field *field)
{
  switch ((tercet_onnx_field_kind)field->kind) {
  case TERCET_ONNX_FIELD_STRING:
    return read_string(r, field);
  case TERCET_ONNX_FIELD_FLOAT:
  case TERCET_ONNX_FIELD_DOUBLE:
    return read_float(r, field);
  case TERCET_ONNX_FIELD_INT64:
  case TERCET_ONNX_FIELD_INT32:
  case TERCET_ONNX_FIELD_ENUM:
  case TERCET_ONNX_FIELD_UINT64:
  case TERCET_ONNX_FIELD_MESSAGE:
  case TERCET_ONNX_FIELD_LINK:
  case TERCET_ONNX_FIELD_SAME:
    break;
  }
  return field->names && tercet_onnx_scan_peek_name(&r->scan).length > 0
             ? read_named(r, field)
             : read_integer(r, field);
}

/// MessageValue = "{", Message, "}" | "<", Message, ">"
static tercet_status
read_message_value(pbtxt_reader *r, const tercet_onnx_field *field)
{
  size_t place = 0;
  const char open = tercet_onnx_scan_peek(&r->scan);
  if (open != '{' && open != '<') {
    return fail_expecting(r, "'{'");
  }
  TERCET_TRY(
      tercet_onnx_encoder_open(r->to, field->number, r->scan.at, &place));
  ++r->scan.at;
  TERCET_TRY(read_message(r, field->message, open == '{' ? '}' : '>'));
  tercet_onnx_encoder_close(r->to, place);
  return TERCET_OK;
}

static tercet_status
read_value(pbtxt_reader *r, const tercet_onnx_field *field)
{
  return field->message ? read_message_value(r, field) : read_scalar(r, field);
}

/// List = "[", [ Value, { ",", Value } ], "]"
static tercet_status
read_list(pbtxt_reader *r, const tercet_onnx_field *field)
{
  if (tercet_onnx_scan_take(&r->scan, ']')) {
    return TERCET_OK;
  }
  do {
    TERCET_TRY(read_value(r, field));
  } while (tercet_onnx_scan_take(&r->scan, ','));
  return tercet_onnx_scan_match(&r->scan, ']');
}

static const tercet_onnx_field *
find_field(const tercet_onnx_message *message, tercet_string name)
{
  for (size_t i = 0; i < message->n_fields; ++i) {
    if (tercet_string_is(name, message->fields[i].name)) {
      return &message->fields[i];
    }
  }
  return NULL;
}

/// Read the name of a field; only lists may occur again
static tercet_status
read_field_name(pbtxt_reader *r,
                const tercet_onnx_message *message,
                uint32_t *seen,
                const tercet_onnx_field **out)
{
  const tercet_string name = tercet_onnx_scan_name(&r->scan);
  if (name.length == 0) {
    return fail_expecting(r, "the name of a field");
  }
  *out = find_field(message, name);
  const uint32_t bit = *out ? 1U << (*out - message->fields) : 0;
  if (!*out || (*seen & bit && !tercet_onnx_field_is_list(*out))) {
    return tercet_onnx_text_fail(r->scan.text,
                                 name.data,
                                 TERCET_ERR_SYNTAX,
                                 r->scan.err,
                                 *out ? "%s has more than one \"%.*s\""
                                      : "%s has no field \"%.*s\"",
                                 message->name,
                                 TERCET_STRING_ARGS(name));
  }
  *seen |= bit;
  return TERCET_OK;
}

/// Field = name, ( [ ":" ], MessageValue | ":", ScalarValue ), [ "," | ";" ],
/// where a list may stand for several values
static tercet_status
read_field(pbtxt_reader *r, const tercet_onnx_message *message, uint32_t *seen)
{
  const tercet_onnx_field *field = NULL;
  TERCET_TRY(read_field_name(r, message, seen, &field));
  if (!tercet_onnx_scan_take(&r->scan, ':') && !field->message) {
    return fail_expecting(r, "':'");
  }
  if (tercet_onnx_field_is_list(field) &&
      tercet_onnx_scan_take(&r->scan, '[')) {
    TERCET_TRY(read_list(r, field));
  } else {
    TERCET_TRY(read_value(r, field));
  }
  if (!tercet_onnx_scan_take(&r->scan, ',')) {
    tercet_onnx_scan_take(&r->scan, ';');
  }
  return TERCET_OK;
}

/// Message = { Field }, up to `end`, or to the end of the text for NUL.  The
/// depth is that of the encoder's messages.
static tercet_status
read_message(pbtxt_reader *r, const tercet_onnx_message *message, char end)
{
  uint32_t seen = 0;
  for (;;) {
    const char next = tercet_onnx_scan_peek(&r->scan);
    if (r->scan.at == r->scan.end && end == '\0') {
      return TERCET_OK;
    }
    if (next == end && end != '\0') {
      ++r->scan.at;
      return TERCET_OK;
    }
    TERCET_TRY(read_field(r, message, &seen));
  }
}

tercet_status
tercet_onnx_pbtxt_encode(tercet_string text, tercet_onnx_encoder *encoder)
{
  pbtxt_reader r = {.to = encoder};
  tercet_onnx_scan_init(&r.scan, text, encoder->err);
  tercet_buffer_init(&r.text, encoder->bytes.alloc, SIZE_MAX);
  const tercet_status st = read_message(&r, &tercet_onnx_model_message, '\0');
  tercet_buffer_clear(&r.text);
  return st;
}
