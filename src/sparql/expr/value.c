// SPDX-License-Identifier: Apache-2.0

// Values from ids and literals, and back.

#include "expr_internal.h"

#include "array/literal.h"
#include "base/number.h"
#include "store/inline_value.h"

/* ---- Literals by datatype ---- */

/// Return whether the text is [+-]?[0-9]+, or with a point for a decimal
static bool
is_decimal_text(tercet_string text, bool is_integer)
{
  size_t i = 0;
  size_t n_digits = 0;
  bool has_point = false;
  if (text.length && (text.data[0] == '+' || text.data[0] == '-')) {
    ++i;
  }

  for (; i < text.length; ++i) {
    const char c = text.data[i];
    if (c >= '0' && c <= '9') {
      ++n_digits;
    } else if (c == '.' && !is_integer && !has_point) {
      has_point = true;
    } else {
      return false;
    }
  }

  return n_digits > 0;
}

static tercet_status
set_decimal(tercet_arena *arena,
            tercet_datatype datatype,
            tercet_string text,
            tercet_value *out)
{
  const bool is_integer = datatype != TERCET_DATATYPE_DECIMAL;
  if (!is_decimal_text(text, is_integer)) {
    return TERCET_OK;
  }

  tercet_value value = {0};
  TERCET_TRY(tercet_exact_from_text(arena, text, is_integer, &value));
  if (!is_integer || datatype == TERCET_DATATYPE_INTEGER ||
      tercet_integer_in_range(datatype, &value)) {
    *out = value;
    out->datatype = (uint8_t)datatype;
  }

  return TERCET_OK;
}

static void
set_boolean(tercet_string text, tercet_value *out)
{
  if (tercet_string_is(text, "true") || tercet_string_is(text, "1")) {
    *out = tercet_value_boolean(true);
  } else if (tercet_string_is(text, "false") || tercet_string_is(text, "0")) {
    *out = tercet_value_boolean(false);
  }
}

static void
set_float(tercet_datatype datatype, tercet_string text, tercet_value *out)
{
  float single = 0.0F;
  double number = 0.0;
  if (datatype == TERCET_DATATYPE_FLOAT &&
      tercet_f32_read(text.data, text.length, &single)) {
    *out = tercet_value_float(single);
  } else if (datatype == TERCET_DATATYPE_DOUBLE &&
             tercet_f64_read(text.data, text.length, &number)) {
    *out = tercet_value_double(number);
  }
}

static void
set_instant(tercet_datatype datatype, tercet_string text, tercet_value *out)
{
  tercet_instant instant;
  if (tercet_instant_read(datatype, text, &instant)) {
    out->kind = TERCET_VALUE_DATE_TIME;
    out->instant = instant;
  }
}

/// Receives the elements of one tensor literal
typedef struct {
  tercet_arena *arena;
  void *data;
  size_t n_bytes;
} tensor_room;

static void *
grow_tensor_room(void *context, size_t n_bytes)
{
  tensor_room *const room = (tensor_room *)context;
  void *const data =
      tercet_arena_allocate_aligned(room->arena, n_bytes ? n_bytes : 1U, 64);
  if (data && room->n_bytes) {
    memcpy(data, room->data, room->n_bytes < n_bytes ? room->n_bytes : n_bytes);
  }

  room->data = data;
  room->n_bytes = n_bytes;
  return data;
}

static tercet_status
set_tensor(tercet_arena *arena, tercet_string text, tercet_value *out)
{
  tensor_room room = {arena, NULL, 0};
  const tercet_literal_room literal_room = {grow_tensor_room, &room};
  tercet_tensor_type *const type =
      (tercet_tensor_type *)tercet_arena_allocate(arena, sizeof(*type));
  if (!type) {
    return TERCET_ERR_NO_MEMORY;
  }

  const tercet_status st =
      tercet_literal_read(text, false, &literal_room, type, NULL);
  if (st == TERCET_OK) {
    const uint8_t datatype = out->datatype;
    *out = tercet_value_tensor(type, room.data);
    out->datatype = datatype;
  }

  return st == TERCET_ERR_NO_MEMORY ? st : TERCET_OK;
}

tercet_status
tercet_value_from_literal(tercet_arena *arena,
                          tercet_datatype datatype,
                          tercet_string text,
                          tercet_value *out)
{
  *out = tercet_value_opaque(datatype, text);
  if (datatype == TERCET_DATATYPE_STRING) {
    out->kind = TERCET_VALUE_STRING;
  } else if (datatype == TERCET_DATATYPE_DECIMAL ||
             tercet_datatype_is_integer(datatype)) {
    return set_decimal(arena, datatype, text, out);
  } else if (datatype == TERCET_DATATYPE_BOOLEAN) {
    set_boolean(text, out);
  } else if (datatype == TERCET_DATATYPE_FLOAT ||
             datatype == TERCET_DATATYPE_DOUBLE) {
    set_float(datatype, text, out);
  } else if (datatype == TERCET_DATATYPE_DATE_TIME ||
             datatype == TERCET_DATATYPE_DATE) {
    set_instant(datatype, text, out);
  } else if (tercet_datatype_is_tensor(datatype)) {
    return set_tensor(arena, text, out);
  }

  return TERCET_OK;
}

/* ---- From ids ---- */

/// Make a text of the dictionary outlive the next term that is interned: only
/// the texts of an overlay may move
static tercet_status
keep_text(tercet_arena *arena, tercet_id id, tercet_string *text)
{
  return id & TERCET_ID_OVERLAY ? tercet_copy_text(arena, *text, text)
                                : TERCET_OK;
}

/// Set `out` to a literal whose language or datatype stands in the dictionary
static tercet_status
value_from_term(tercet_expr_context *context, tercet_id id, tercet_value *out)
{
  tercet_arena *const arena = context->call.arena;
  tercet_term term;
  context->scratch.length = 0;
  TERCET_TRY(
      tercet_dictionary_get(context->dictionary, id, &context->scratch, &term));
  TERCET_TRY(keep_text(arena, id, &term.value));
  if (term.language.length) {
    *out = tercet_value_opaque(TERCET_DATATYPE_LANG_STRING, term.value);
    out->kind = TERCET_VALUE_LANG_STRING;
    out->extra = term.language;
    if (term.direction != TERCET_DIRECTION_NONE) {
      out->kind = TERCET_VALUE_LITERAL;
      out->datatype = TERCET_DATATYPE_DIR_LANG_STRING;
    }
  } else {
    *out = tercet_value_opaque(TERCET_DATATYPE_OTHER, term.value);
    out->extra = term.datatype;
  }

  TERCET_TRY(keep_text(arena, id, &out->extra));
  out->id = id;
  return TERCET_OK;
}

static tercet_status
value_from_text(tercet_expr_context *context,
                tercet_id id,
                tercet_tag tag,
                tercet_value *out)
{
  tercet_string text = {NULL, 0};
  tercet_dictionary_text(context->dictionary, id, &text);
  TERCET_TRY(keep_text(context->call.arena, id, &text));
  if (tag == TERCET_TAG_LITERAL) {
    const tercet_datatype datatype =
        tercet_dictionary_datatype(context->dictionary, id);
    if (datatype == TERCET_DATATYPE_OTHER ||
        datatype == TERCET_DATATYPE_DIR_LANG_STRING) {
      return value_from_term(context, id, out);
    }
    if (tercet_datatype_is_tensor(datatype)) { // An ill-typed one
      *out = tercet_value_opaque(datatype, text);
    } else {
      TERCET_TRY(
          tercet_value_from_literal(context->call.arena, datatype, text, out));
    }
  } else {
    *out = tercet_value_string(text);
    if (tag != TERCET_TAG_STRING) {
      out->kind = tag == TERCET_TAG_IRI ? TERCET_VALUE_IRI : TERCET_VALUE_BLANK;
      out->datatype = TERCET_DATATYPE_OTHER;
    }
  }

  out->id = id;
  return TERCET_OK;
}

static void
value_from_inline(tercet_id id, tercet_tag tag, tercet_value *out)
{
  int64_t mantissa = 0;
  unsigned scale = 0;
  tercet_date_time_parts parts;
  *out = (tercet_value){.id = id};
  out->datatype = (uint8_t)tercet_inline_datatype(id);
  if (tag == TERCET_TAG_INTEGER) {
    out->kind = TERCET_VALUE_INTEGER;
    out->integer = tercet_inline_integer(id);
  } else if (tag == TERCET_TAG_DECIMAL) {
    tercet_inline_decimal(id, &mantissa, &scale);
    while (scale && mantissa % 10 == 0) {
      mantissa /= 10;
      --scale;
    }
    out->kind = TERCET_VALUE_DECIMAL;
    out->integer = mantissa;
    out->scale = (uint8_t)scale;
  } else if (tag == TERCET_TAG_DOUBLE) {
    out->kind = TERCET_VALUE_DOUBLE;
    out->number = tercet_inline_double(id);
  } else if (tag == TERCET_TAG_BOOLEAN) {
    out->kind = TERCET_VALUE_BOOLEAN;
    out->boolean = (tercet_id_payload(id) & 1U) != 0U;
  } else {
    tercet_inline_date_time(id, &parts);
    out->kind = TERCET_VALUE_DATE_TIME;
    tercet_instant_from_parts(&parts, &out->instant);
  }
}

/// Set `out` to a tensor that lies at `row`
static tercet_status
value_from_tensor(tercet_expr_context *context,
                  tercet_id id,
                  const tercet_tensor_row *row,
                  tercet_value *out)
{
  *out = tercet_value_tensor(row->type, row->data);
  out->datatype = (uint8_t)tercet_dictionary_datatype(context->dictionary, id);
  out->id = id;
  if (!(id & TERCET_ID_OVERLAY)) {
    return TERCET_OK;
  }

  // The blocks of an overlay move when it grows
  tercet_tensor_type *const type = (tercet_tensor_type *)tercet_arena_allocate(
      context->call.arena, sizeof(*type));
  void *const data = tercet_arena_allocate_aligned(
      context->call.arena, row->type->n_bytes ? row->type->n_bytes : 1U, 64);
  if (!type || !data) {
    return TERCET_ERR_NO_MEMORY;
  }

  *type = *row->type;
  memcpy(data, row->data, row->type->n_bytes);
  out->tensor = (tercet_tensor_row){type, data};
  return TERCET_OK;
}

tercet_status
tercet_value_from_id(tercet_expr_context *context,
                     tercet_id id,
                     tercet_value *out)
{
  tercet_tensor_row row = {NULL, NULL};
  const tercet_tag tag = tercet_id_tag(id);
  switch (tag) {
  case TERCET_TAG_NONE:
    *out = (tercet_value){0};
    return TERCET_OK;
  case TERCET_TAG_BLANK:
  case TERCET_TAG_IRI:
  case TERCET_TAG_STRING:
  case TERCET_TAG_LITERAL:
    return value_from_text(context, id, tag, out);
  case TERCET_TAG_LANG_STRING:
    return value_from_term(context, id, out);
  case TERCET_TAG_TRIPLE:
    *out = (tercet_value){.kind = TERCET_VALUE_TRIPLE, .id = id};
    return TERCET_OK;
  case TERCET_TAG_INTEGER:
  case TERCET_TAG_DECIMAL:
  case TERCET_TAG_DOUBLE:
  case TERCET_TAG_BOOLEAN:
  case TERCET_TAG_DATE:
  case TERCET_TAG_DATE_TIME:
    value_from_inline(id, tag, out);
    return TERCET_OK;
  case TERCET_TAG_TENSOR:
    tercet_dictionary_tensor(context->dictionary, id, &row);
    return value_from_tensor(context, id, &row, out);
  }

  *out = (tercet_value){0};
  return TERCET_OK;
}

tercet_status
tercet_values_from_ids(tercet_expr_context *context,
                       const tercet_id *ids,
                       size_t n_ids,
                       tercet_value *out)
{
  tercet_tensor_row *rows = NULL;
  for (size_t i = 0; i < n_ids; ++i) {
    if (tercet_id_tag(ids[i]) != TERCET_TAG_TENSOR) {
      TERCET_TRY(tercet_value_from_id(context, ids[i], &out[i]));
      continue;
    }

    if (!rows) {
      rows = (tercet_tensor_row *)tercet_arena_allocate_array(
          context->call.arena, n_ids, sizeof(*rows));
      if (!rows) {
        return TERCET_ERR_NO_MEMORY;
      }
      tercet_dictionary_tensors(context->dictionary, ids, n_ids, rows);
    }
    TERCET_TRY(value_from_tensor(context, ids[i], &rows[i], &out[i]));
  }

  return TERCET_OK;
}

/* ---- Text ---- */

static tercet_status
tensor_text(tercet_arena *arena, const tercet_value *value, tercet_string *out)
{
  tercet_buffer buffer;
  tercet_buffer_init(&buffer, arena->alloc, arena->max);
  tercet_status st =
      tercet_literal_write(value->tensor.type, value->tensor.data, 0, &buffer);
  if (st == TERCET_OK) {
    st = tercet_copy_text(arena, tercet_buffer_view(&buffer), out);
  }

  tercet_buffer_clear(&buffer);
  return st;
}

/// Write the canonical text of a number or date; return its length
static size_t
write_canonical(const tercet_value *value, char *out)
{
  switch ((tercet_value_kind)value->kind) {
  case TERCET_VALUE_INTEGER:
    return tercet_i64_write(value->integer, out);
  case TERCET_VALUE_DECIMAL:
    return tercet_exact_write(value->integer, value->scale, true, out);
  case TERCET_VALUE_FLOAT:
    return tercet_f32_write((float)value->number, TERCET_FLOAT_XSD, out);
  case TERCET_VALUE_DOUBLE:
    return tercet_f64_write(value->number, TERCET_FLOAT_XSD, out);
  case TERCET_VALUE_DATE_TIME:
    return tercet_instant_write(
        (tercet_datatype)value->datatype, &value->instant, out);
  case TERCET_VALUE_ERROR:
  case TERCET_VALUE_IRI:
  case TERCET_VALUE_BLANK:
  case TERCET_VALUE_TRIPLE:
  case TERCET_VALUE_BOOLEAN:
  case TERCET_VALUE_BIG_INTEGER:
  case TERCET_VALUE_BIG_DECIMAL:
  case TERCET_VALUE_STRING:
  case TERCET_VALUE_LANG_STRING:
  case TERCET_VALUE_TENSOR:
  case TERCET_VALUE_LITERAL:
    break;
  }

  return 0;
}

/// Return whether the value holds its text itself
static bool
has_text(const tercet_value *value)
{
  switch ((tercet_value_kind)value->kind) {
  case TERCET_VALUE_IRI:
  case TERCET_VALUE_BLANK:
  case TERCET_VALUE_BIG_INTEGER:
  case TERCET_VALUE_BIG_DECIMAL:
  case TERCET_VALUE_STRING:
  case TERCET_VALUE_LANG_STRING:
  case TERCET_VALUE_LITERAL:
    return true;
  case TERCET_VALUE_ERROR:
  case TERCET_VALUE_TRIPLE:
  case TERCET_VALUE_BOOLEAN:
  case TERCET_VALUE_INTEGER:
  case TERCET_VALUE_DECIMAL:
  case TERCET_VALUE_FLOAT:
  case TERCET_VALUE_DOUBLE:
  case TERCET_VALUE_DATE_TIME:
  case TERCET_VALUE_TENSOR:
    break;
  }

  return false;
}

tercet_status
tercet_value_canonical_text(tercet_arena *arena,
                            const tercet_value *value,
                            tercet_string *out)
{
  if (has_text(value)) {
    *out = value->text;
    return TERCET_OK;
  }

  if (value->kind == TERCET_VALUE_BOOLEAN) {
    *out = tercet_string_from(value->boolean ? "true" : "false");
    return TERCET_OK;
  }

  if (value->kind == TERCET_VALUE_TENSOR) {
    return tensor_text(arena, value, out);
  }

  char text[TERCET_INSTANT_TEXT_MAX];
  const tercet_string view = {text, write_canonical(value, text)};
  return tercet_copy_text(arena, view, out);
}

tercet_status
tercet_value_text(tercet_expr_context *context,
                  const tercet_value *value,
                  tercet_string *out)
{
  tercet_arena *const arena = context->call.arena;
  const bool is_big = value->kind == TERCET_VALUE_BIG_INTEGER ||
                      value->kind == TERCET_VALUE_BIG_DECIMAL;
  if (value->id == TERCET_ID_UNKNOWN || (has_text(value) && !is_big)) {
    return tercet_value_canonical_text(arena, value, out);
  }

  tercet_term term;
  context->scratch.length = 0;
  TERCET_TRY(tercet_dictionary_get(
      context->dictionary, value->id, &context->scratch, &term));
  return tercet_copy_text(arena, term.value, out);
}

tercet_string
tercet_value_datatype_iri(const tercet_value *value)
{
  return value->datatype == TERCET_DATATYPE_OTHER
             ? value->extra
             : tercet_datatype_iri((tercet_datatype)value->datatype);
}

/* ---- To ids ---- */

static tercet_status
intern_value(tercet_expr_context *context,
             const tercet_value *value,
             tercet_id *out)
{
  tercet_term term = {.kind = TERCET_TERM_LITERAL};
  TERCET_TRY(
      tercet_value_canonical_text(context->call.arena, value, &term.value));
  if (value->kind == TERCET_VALUE_IRI) {
    term.kind = TERCET_TERM_IRI;
  } else if (value->kind == TERCET_VALUE_BLANK) {
    term.kind = TERCET_TERM_BLANK;
  } else {
    term.datatype = tercet_value_datatype_iri(value);
    if (value->kind == TERCET_VALUE_LANG_STRING) {
      term.language = value->extra;
    }
  }

  return tercet_dictionary_intern(context->dictionary, &term, out, NULL);
}

tercet_status
tercet_value_to_id(tercet_expr_context *context,
                   const tercet_value *value,
                   tercet_id *out)
{
  if (value->id != TERCET_ID_UNKNOWN || value->kind == TERCET_VALUE_ERROR) {
    *out = value->kind == TERCET_VALUE_ERROR ? TERCET_ID_NONE : value->id;
    return TERCET_OK;
  }

  if (value->kind == TERCET_VALUE_INTEGER &&
      value->datatype == TERCET_DATATYPE_INTEGER &&
      tercet_inline_from_integer(value->integer, out)) {
    return TERCET_OK;
  }

  if (value->kind == TERCET_VALUE_BOOLEAN) {
    *out = tercet_id_make(TERCET_TAG_BOOLEAN, value->boolean ? 1U : 0U);
    return TERCET_OK;
  }

  if (value->kind == TERCET_VALUE_TENSOR &&
      value->datatype == TERCET_DATATYPE_TENSOR) {
    return tercet_dictionary_intern_tensor(
        context->dictionary, value->tensor.type, value->tensor.data, out);
  }

  return intern_value(context, value, out);
}

/* ---- Truth ---- */

int
tercet_value_truth(const tercet_value *value)
{
  const tercet_datatype datatype = (tercet_datatype)value->datatype;
  switch ((tercet_value_kind)value->kind) {
  case TERCET_VALUE_BOOLEAN:
    return value->boolean;
  case TERCET_VALUE_INTEGER:
  case TERCET_VALUE_DECIMAL:
    return value->integer != 0;
  case TERCET_VALUE_BIG_INTEGER:
  case TERCET_VALUE_BIG_DECIMAL:
    return 1; // Zero is never big
  case TERCET_VALUE_FLOAT:
  case TERCET_VALUE_DOUBLE:
    return value->number < 0 || value->number > 0; // NaN is false
  case TERCET_VALUE_STRING:
  case TERCET_VALUE_LANG_STRING:
    return value->text.length > 0;
  case TERCET_VALUE_LITERAL: // An ill-typed boolean or number is false
    return datatype == TERCET_DATATYPE_BOOLEAN ||
                   (datatype >= TERCET_DATATYPE_DECIMAL &&
                    datatype <= TERCET_DATATYPE_UNSIGNED_BYTE)
               ? 0
               : -1;
  case TERCET_VALUE_ERROR:
  case TERCET_VALUE_IRI:
  case TERCET_VALUE_BLANK:
  case TERCET_VALUE_TRIPLE:
  case TERCET_VALUE_DATE_TIME:
  case TERCET_VALUE_TENSOR:
    break;
  }

  return -1;
}
