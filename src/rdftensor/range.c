// SPDX-License-Identifier: Apache-2.0

/**
   The JSON text of tensor:Range: `{"type": "full"}` or
   `{"type": "concrete", "from": 0, "to": 5}`, keys in any order, other keys
   ignored.
*/

#include "rdftensor/rdftensor_internal.h"

#include "array/literal_cursor.h"

/// What was found
typedef struct {
  bool has_type;
  bool is_concrete;
  bool has_from;
  bool has_to;
  tercet_scalar from;
  tercet_scalar to;
} range_parts;

/// Read a number: an integer of 64 bits as such, any other as a double
static tercet_status
read_number(tercet_literal_cursor *in, tercet_scalar *out)
{
  int64_t integer = 0;
  tercet_literal_number number;
  TERCET_TRY(tercet_literal_read_number(in, &number));
  *out = tercet_decimal_to_i64(&number.decimal, &integer)
             ? tercet_scalar_from_i64(integer)
             : tercet_scalar_from_f64(tercet_decimal_to_f64(&number.decimal));
  return TERCET_OK;
}

static tercet_status
read_type(tercet_literal_cursor *in, bool *is_concrete)
{
  tercet_literal_name type;
  TERCET_TRY(tercet_literal_read_name(in, &type));
  *is_concrete = tercet_literal_name_is(&type, "concrete");
  return *is_concrete || tercet_literal_name_is(&type, "full")
             ? TERCET_OK
             : tercet_literal_fail(in, "type is neither full nor concrete");
}

/// Mark a key as seen
static tercet_status
see(tercet_literal_cursor *in, bool *has, const char *key)
{
  const bool repeated = *has;
  *has = true;
  return repeated ? tercet_literal_fail(in, "repeated key %s", key) : TERCET_OK;
}

static tercet_status
read_member(tercet_literal_cursor *in, range_parts *parts)
{
  tercet_literal_name key;
  tercet_literal_skip_space(in);
  TERCET_TRY(tercet_literal_read_name(in, &key));
  tercet_literal_skip_space(in);
  if (!tercet_literal_take(in, ':')) {
    return tercet_literal_fail(in, "expected ':'");
  }

  tercet_literal_skip_space(in);
  if (tercet_literal_name_is(&key, "type")) {
    TERCET_TRY(see(in, &parts->has_type, "type"));
    return read_type(in, &parts->is_concrete);
  }
  if (tercet_literal_name_is(&key, "from")) {
    TERCET_TRY(see(in, &parts->has_from, "from"));
    return read_number(in, &parts->from);
  }
  if (tercet_literal_name_is(&key, "to")) {
    TERCET_TRY(see(in, &parts->has_to, "to"));
    return read_number(in, &parts->to);
  }
  return tercet_literal_skip_value(in);
}

/// Go past a character and the white space around it
static bool
take(tercet_literal_cursor *in, char c)
{
  tercet_literal_skip_space(in);
  const bool taken = tercet_literal_take(in, c);
  tercet_literal_skip_space(in);
  return taken;
}

static tercet_status
read_object(tercet_literal_cursor *in, range_parts *parts)
{
  if (!take(in, '{')) {
    return tercet_literal_fail(in, "expected '{'");
  }
  if (!take(in, '}')) {
    do {
      TERCET_TRY(read_member(in, parts));
    } while (take(in, ','));
    if (!take(in, '}')) {
      return tercet_literal_fail(in, "expected ',' or '}'");
    }
  }
  return in->at == in->end ? TERCET_OK
                           : tercet_literal_fail(in, "text after the object");
}

static tercet_status
read_range(tercet_literal_cursor *in, range_parts *parts)
{
  TERCET_TRY(read_object(in, parts));
  if (!parts->has_type) {
    return tercet_literal_fail(in, "no type");
  }
  return parts->is_concrete && !(parts->has_from && parts->has_to)
             ? tercet_literal_fail(in, "a concrete range needs from and to")
             : TERCET_OK;
}

tercet_status
tercet_range_read_numbers(tercet_string text,
                          bool *is_full,
                          tercet_scalar *from,
                          tercet_scalar *to,
                          tercet_error *err)
{
  tercet_error place = {0};
  tercet_literal_cursor in = {
      text.data, text.data, text.data + text.length, false, &place};
  range_parts parts = {0};
  if (read_range(&in, &parts) != TERCET_OK) {
    return tercet_error_set(err,
                            TERCET_ERR_SYNTAX,
                            "ill-typed tensor:Range: %s at byte %llu",
                            place.message,
                            (unsigned long long)place.column);
  }

  *is_full = !parts.is_concrete;
  *from = parts.from;
  *to = parts.to;
  return TERCET_OK;
}

/// Set `out` to a number as an index.  Beyond 64 bits it is clamped, as indices
/// are in the end.
static tercet_status
to_index(const tercet_scalar *number, int64_t *out, tercet_error *err)
{
  if (number->dtype == TERCET_DTYPE_I64) {
    *out = number->as.i;
    return TERCET_OK;
  }

  const double value = number->as.f;
  *out = value < 0.0 ? INT64_MIN : INT64_MAX;
  return value > -0x1p63 && value < 0x1p63
             ? tercet_error_set(err,
                                TERCET_ERR_SYNTAX,
                                "ill-typed tensor:Range: an index that is no "
                                "integer")
             : TERCET_OK;
}

tercet_status
tercet_range_read(tercet_string text, tercet_range *out, tercet_error *err)
{
  tercet_scalar from = tercet_scalar_from_i64(0);
  tercet_scalar to = from;
  *out = (tercet_range){.step = 1};
  TERCET_TRY(tercet_range_read_numbers(text, &out->full, &from, &to, err));
  if (out->full) {
    return TERCET_OK;
  }
  TERCET_TRY(to_index(&from, &out->start, err));
  return to_index(&to, &out->stop, err);
}
