// SPDX-License-Identifier: Apache-2.0

#include "rdf/term.h"

#include "base/error.h"
#include "base/string_view.h"
#include "rdf/blank.h"
#include "rdf/datatype.h"
#include "rdf/escape.h"

/// Append a lexical form without escapes
static tercet_status
append_plain_value(const tercet_term *term, tercet_buffer *out)
{
  return term->escaped
             ? tercet_unescape(term->value, out)
             : tercet_buffer_append(out, term->value.data, term->value.length);
}

/// Compare two lexical forms of which at least one is still escaped; without
/// memory for that they count as different
static bool
unescaped_equals(const tercet_term *a, const tercet_term *b)
{
  tercet_buffer a_value;
  tercet_buffer b_value;
  tercet_buffer_init(&a_value, NULL, SIZE_MAX);
  tercet_buffer_init(&b_value, NULL, SIZE_MAX);

  const bool same = !append_plain_value(a, &a_value) &&
                    !append_plain_value(b, &b_value) &&
                    tercet_string_equals(tercet_buffer_view(&a_value),
                                         tercet_buffer_view(&b_value));
  tercet_buffer_clear(&a_value);
  tercet_buffer_clear(&b_value);
  return same;
}

static bool
literal_equals(const tercet_term *a, const tercet_term *b)
{
  if (a->direction != b->direction ||
      !tercet_string_equals(a->datatype, b->datatype) ||
      !tercet_string_equals_ignoring_case(a->language, b->language)) {
    return false;
  }

  // Even two escaped forms may write the same characters differently
  return (!a->escaped && !b->escaped) ? tercet_string_equals(a->value, b->value)
                                      : unescaped_equals(a, b);
}

static bool
term_equals(const tercet_term *a, const tercet_term *b, unsigned depth)
{
  if (a->kind != b->kind) {
    return false;
  }

  switch (a->kind) {
  case TERCET_TERM_NONE:
    return true;
  case TERCET_TERM_IRI:
  case TERCET_TERM_BLANK:
    return tercet_string_equals(a->value, b->value);
  case TERCET_TERM_LITERAL:
    return literal_equals(a, b);
  case TERCET_TERM_TRIPLE:
    return depth < TERCET_TERM_MAX_DEPTH &&
           term_equals(&a->triple[0], &b->triple[0], depth + 1U) &&
           term_equals(&a->triple[1], &b->triple[1], depth + 1U) &&
           term_equals(&a->triple[2], &b->triple[2], depth + 1U);
  }
  return false;
}

bool
tercet_term_equals(const tercet_term *a, const tercet_term *b)
{
  return term_equals(a, b, 0);
}

static tercet_status
append_iri(tercet_string iri, tercet_buffer *out)
{
  TERCET_TRY(tercet_buffer_append_char(out, '<'));
  TERCET_TRY(tercet_escape_iri(iri, out));
  return tercet_buffer_append_char(out, '>');
}

static tercet_status
append_blank(tercet_string label, tercet_buffer *out)
{
  if (!tercet_blank_label_is_valid(label)) {
    return TERCET_ERR_ARGUMENT;
  }

  TERCET_TRY(tercet_buffer_append(out, "_:", 2));
  return tercet_buffer_append(out, label.data, label.length);
}

/// Append a language tag with its base direction
static tercet_status
append_language(const tercet_term *term, tercet_buffer *out)
{
  const tercet_string language = term->language;
  TERCET_TRY(tercet_buffer_append_char(out, '@'));
  TERCET_TRY(tercet_buffer_append(out, language.data, language.length));
  if (term->direction == TERCET_DIRECTION_NONE) {
    return TERCET_OK;
  }

  const bool ltr = term->direction == TERCET_DIRECTION_LTR;
  return tercet_buffer_append_text(out, ltr ? "--ltr" : "--rtl");
}

static tercet_status
append_literal(const tercet_term *term, tercet_buffer *out)
{
  const tercet_string value = term->value;
  TERCET_TRY(tercet_buffer_append_char(out, '"'));
  TERCET_TRY(term->escaped ? tercet_escape_rest(value, out)
                           : tercet_escape(value, out));
  TERCET_TRY(tercet_buffer_append_char(out, '"'));

  if (term->language.length) {
    return append_language(term, out);
  }
  if (!term->datatype.length ||
      tercet_string_equals(term->datatype,
                           tercet_datatype_iri(TERCET_DATATYPE_STRING))) {
    return TERCET_OK;
  }
  TERCET_TRY(tercet_buffer_append(out, "^^", 2));
  return append_iri(term->datatype, out);
}

static tercet_status
append_term(const tercet_term *term, unsigned depth, tercet_buffer *out)
{
  switch (term->kind) {
  case TERCET_TERM_NONE:
    return TERCET_ERR_ARGUMENT;
  case TERCET_TERM_IRI:
    return append_iri(term->value, out);
  case TERCET_TERM_BLANK:
    return append_blank(term->value, out);
  case TERCET_TERM_LITERAL:
    return append_literal(term, out);
  case TERCET_TERM_TRIPLE:
    break;
  }

  if (depth >= TERCET_TERM_MAX_DEPTH) {
    return TERCET_ERR_ARGUMENT;
  }
  TERCET_TRY(tercet_buffer_append(out, "<<( ", 4));
  for (size_t i = 0; i < 3; ++i) {
    TERCET_TRY(append_term(&term->triple[i], depth + 1U, out));
    TERCET_TRY(tercet_buffer_append_char(out, ' '));
  }
  return tercet_buffer_append(out, ")>>", 3);
}

tercet_status
tercet_term_append(const tercet_term *term, tercet_buffer *out)
{
  return append_term(term, 0, out);
}

tercet_status
tercet_term_write(const tercet_term *term,
                  const tercet_output *output,
                  tercet_error *err)
{
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);

  tercet_status st = tercet_term_append(term, &text);
  if (st == TERCET_ERR_ARGUMENT) {
    tercet_error_set(err, st, "a term that N-Triples cannot write");
  } else if (st) {
    tercet_error_no_memory(err);
  } else {
    st = output->write(output->context, text.data, text.length, err);
  }

  tercet_buffer_clear(&text);
  return st;
}
