// SPDX-License-Identifier: Apache-2.0

/*
  The elements are read as soon as type and shape are known, straight to their
  place.  If `data` comes before one of them, its place is remembered and the
  elements are read when the object has ended.
*/

#include "array/literal.h"

#include "array/literal_cursor.h"
#include "array/literal_elements.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

/// What the members read so far have told
typedef struct {
  bool has_type;
  bool has_shape;
  bool has_data;
  bool has_elements; ///< They were read and are in their place
  tercet_dtype dtype;
  size_t rank;
  int64_t shape[TERCET_MAX_RANK];
  const char *shape_at;
  const char *data_at; ///< Behind the opening bracket
  const tercet_literal_room *room;
  tercet_tensor_type *type;
  tercet_literal_trace *trace;
} literal_fields;

static tercet_status
read_type(tercet_literal_cursor *in, literal_fields *fields)
{
  const char *const start = in->at;
  tercet_literal_name name;
  if (fields->has_type) {
    return tercet_literal_fail(in, "\"type\" is given twice");
  }
  TERCET_TRY(tercet_literal_read_name(in, &name));

  const tercet_string text = {name.text, name.length};
  if (name.length > TERCET_LITERAL_NAME_MAX ||
      !tercet_dtype_from_name(text, &fields->dtype) ||
      !tercet_dtype_is_literal(fields->dtype)) {
    in->at = start;
    return tercet_literal_fail(in, "unknown element type");
  }
  fields->has_type = true;
  return TERCET_OK;
}

static tercet_status
read_extent(tercet_literal_cursor *in, literal_fields *fields)
{
  const char *const start = in->at;
  tercet_literal_number number;
  if (fields->rank == TERCET_MAX_RANK) {
    return tercet_literal_fail(in, "more than %d axes", TERCET_MAX_RANK);
  }
  TERCET_TRY(tercet_literal_read_number(in, &number));

  int64_t extent = 0;
  if (!tercet_decimal_to_i64(&number.decimal, &extent) || extent < 0) {
    in->at = start;
    return tercet_literal_fail(in, "extent is not an integer of 0 or more");
  }
  fields->shape[fields->rank++] = extent;
  return TERCET_OK;
}

static tercet_status
read_shape(tercet_literal_cursor *in, literal_fields *fields)
{
  if (fields->has_shape) {
    return tercet_literal_fail(in, "\"shape\" is given twice");
  }
  fields->shape_at = in->at;
  fields->has_shape = true;
  if (!tercet_literal_take(in, '[')) {
    return tercet_literal_fail(in, "shape must be an array");
  }
  tercet_literal_skip_space(in);
  if (tercet_literal_take(in, ']')) {
    return TERCET_OK;
  }
  do {
    tercet_literal_skip_space(in);
    TERCET_TRY(read_extent(in, fields));
    tercet_literal_skip_space(in);
  } while (tercet_literal_take(in, ','));
  return tercet_literal_take(in, ']')
             ? TERCET_OK
             : tercet_literal_fail(in, "expected ',' or ']' in shape");
}

/// Read the elements at the cursor; dtype and shape are known
static tercet_status
read_elements(tercet_literal_cursor *in, literal_fields *fields)
{
  tercet_error err = {0};
  const char *const data_at = in->at;
  if (tercet_tensor_type_init(
          fields->dtype, fields->rank, fields->shape, fields->type, &err) !=
      TERCET_OK) {
    in->at = fields->shape_at;
    return tercet_literal_fail(in, "%s", err.message);
  }

  // Each element takes a character, and a comma or bracket.  So a short text
  // cannot ask for much memory.
  const int64_t n = fields->type->n_elements;
  if (n > (in->end - data_at) / 2) {
    return tercet_literal_fail(
        in, "shape asks for %" PRId64 " elements, but data has less", n);
  }
  void *const place =
      fields->room->room(fields->room->context, fields->type->n_bytes);
  if (!place) {
    return tercet_error_no_memory(in->err);
  }
  fields->has_elements = true;
  return tercet_literal_read_elements(
      in, fields->type, !fields->has_type, place, fields->trace);
}

/// Go past data whose elements are read later, from behind the bracket
static tercet_status
skip_data(tercet_literal_cursor *in)
{
  // Where neither brackets nor escapes nor quotes come first, the next closing
  // bracket is the right one
  const size_t rest = (size_t)(in->end - in->at);
  const char *const close = (const char *)memchr(in->at, ']', rest);
  const size_t n = close ? (size_t)(close - in->at) : 0;
  if (close && !memchr(in->at, '[', n) && !memchr(in->at, '"', n) &&
      !memchr(in->at, '\\', n)) {
    in->at = close + 1;
    return TERCET_OK;
  }

  tercet_literal_skip_space(in);
  if (tercet_literal_take(in, ']')) {
    return TERCET_OK;
  }
  do {
    const char *next = in->at;
    tercet_literal_skip_space(in);
    if (tercet_literal_peek(in, &next) == '[') {
      return tercet_literal_fail(in, "data must be a flat array");
    }
    TERCET_TRY(tercet_literal_skip_value(in));
    tercet_literal_skip_space(in);
  } while (tercet_literal_take(in, ','));
  return tercet_literal_take(in, ']')
             ? TERCET_OK
             : tercet_literal_fail(in, "expected ',' or ']' in data");
}

static tercet_status
read_data(tercet_literal_cursor *in, literal_fields *fields)
{
  if (fields->has_data) {
    return tercet_literal_fail(in, "\"data\" is given twice");
  }
  if (!tercet_literal_take(in, '[')) {
    return tercet_literal_fail(in, "data must be an array");
  }
  fields->has_data = true;
  fields->data_at = in->at;
  return fields->has_type && fields->has_shape ? read_elements(in, fields)
                                               : skip_data(in);
}

static tercet_status
read_member(tercet_literal_cursor *in, literal_fields *fields)
{
  tercet_literal_name key;
  tercet_literal_skip_space(in);
  TERCET_TRY(tercet_literal_read_name(in, &key));
  tercet_literal_skip_space(in);
  if (!tercet_literal_take(in, ':')) {
    return tercet_literal_fail(in, "expected ':'");
  }

  tercet_literal_skip_space(in);
  return tercet_literal_name_is(&key, "type")    ? read_type(in, fields)
         : tercet_literal_name_is(&key, "shape") ? read_shape(in, fields)
         : tercet_literal_name_is(&key, "data")  ? read_data(in, fields)
                                                : tercet_literal_skip_value(in);
}

static tercet_status
read_object(tercet_literal_cursor *in, literal_fields *fields)
{
  tercet_literal_skip_space(in);
  if (!tercet_literal_take(in, '{')) {
    return tercet_literal_fail(in, "expected a JSON object");
  }
  tercet_literal_skip_space(in);
  if (!tercet_literal_take(in, '}')) {
    do {
      TERCET_TRY(read_member(in, fields));
      tercet_literal_skip_space(in);
    } while (tercet_literal_take(in, ','));
    if (!tercet_literal_take(in, '}')) {
      return tercet_literal_fail(in, "expected ',' or '}'");
    }
  }

  tercet_literal_skip_space(in);
  return in->at == in->end
             ? TERCET_OK
             : tercet_literal_fail(in, "there is text behind the object");
}

tercet_status
tercet_literal_read(tercet_string text,
                    bool escaped,
                    const tercet_literal_room *room,
                    tercet_tensor_type *type,
                    tercet_error *err)
{
  return tercet_literal_read_traced(text, escaped, room, type, NULL, err);
}

tercet_status
tercet_literal_read_traced(tercet_string text,
                           bool escaped,
                           const tercet_literal_room *room,
                           tercet_tensor_type *type,
                           tercet_literal_trace *trace,
                           tercet_error *err)
{
  // An empty string may have no address
  const char *const start = text.length ? text.data : "";
  tercet_literal_cursor in = {start, start, start + text.length, escaped, err};
  literal_fields fields = {.room = room, .type = type, .trace = trace};
  TERCET_TRY(read_object(&in, &fields));
  if (!fields.has_shape || !fields.has_data) {
    return tercet_literal_fail(
        &in, "\"%s\" is missing", fields.has_shape ? "data" : "shape");
  }
  if (fields.has_elements) {
    return TERCET_OK;
  }

  // The older BooleanDataTensor has no type
  if (!fields.has_type) {
    fields.dtype = TERCET_DTYPE_BOOL;
  }
  in.at = fields.data_at;
  return read_elements(&in, &fields);
}
