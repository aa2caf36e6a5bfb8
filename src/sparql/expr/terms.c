// SPDX-License-Identifier: Apache-2.0

// Functions on RDF terms (SPARQL 1.1, 17.4.2), and RAND.

#include "expr_internal.h"

#include "base/hash.h"
#include "rdf/iri.h"

#include <stdio.h>

/// STR: the lexical form of a literal or the text of an IRI
tercet_status
tercet_builtin_str(const tercet_row_call *call,
                   const tercet_value *const *args,
                   size_t n_args,
                   tercet_value *out)
{
  (void)n_args;
  const tercet_value *const value = args[0];
  if (value->kind != TERCET_VALUE_IRI && !tercet_value_is_literal(value)) {
    return TERCET_OK;
  }

  if (value->kind == TERCET_VALUE_STRING) {
    *out = *value;
    return TERCET_OK;
  }

  tercet_string text = {NULL, 0};
  TERCET_TRY(tercet_value_text(call->context, value, &text));
  *out = tercet_value_string(text);
  return TERCET_OK;
}

tercet_status
tercet_builtin_lang(const tercet_row_call *call,
                    const tercet_value *const *args,
                    size_t n_args,
                    tercet_value *out)
{
  static const tercet_string none = {"", 0};

  (void)call;
  (void)n_args;
  if (tercet_value_is_literal(args[0])) {
    *out = tercet_value_string(
        args[0]->kind == TERCET_VALUE_LANG_STRING ? args[0]->extra : none);
  }

  return TERCET_OK;
}

/// LANGMATCHES: basic filtering of RFC 4647, 3.3.1
tercet_status
tercet_builtin_lang_matches(const tercet_row_call *call,
                            const tercet_value *const *args,
                            size_t n_args,
                            tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (args[0]->kind != TERCET_VALUE_STRING ||
      args[1]->kind != TERCET_VALUE_STRING) {
    return TERCET_OK;
  }

  const tercet_string range = args[1]->text;
  tercet_string tag = args[0]->text;
  bool matches = false;
  if (tercet_string_is(range, "*")) {
    matches = tag.length > 0;
  } else if (tag.length == range.length) {
    matches = tag.length && tercet_string_equals_ignoring_case(tag, range);
  } else if (tag.length > range.length && range.length) {
    const bool at_subtag = tag.data[range.length] == '-';
    tag.length = range.length;
    matches = at_subtag && tercet_string_equals_ignoring_case(tag, range);
  }

  *out = tercet_value_boolean(matches);
  return TERCET_OK;
}

/// Set `out` to an IRI; the text is not copied
static void
set_iri(tercet_string text, tercet_value *out)
{
  *out = tercet_value_string(text);
  out->kind = TERCET_VALUE_IRI;
  out->datatype = TERCET_DATATYPE_OTHER;
}

static void
set_blank(tercet_string label, tercet_value *out)
{
  set_iri(label, out);
  out->kind = TERCET_VALUE_BLANK;
}

tercet_status
tercet_builtin_datatype(const tercet_row_call *call,
                        const tercet_value *const *args,
                        size_t n_args,
                        tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (tercet_value_is_literal(args[0])) {
    set_iri(tercet_value_datatype_iri(args[0]), out);
  }

  return TERCET_OK;
}

/// Return whether the text has only characters that an IRI may have
static bool
is_iri_text(tercet_string text)
{
  for (size_t i = 0; i < text.length; ++i) {
    const unsigned char c = (unsigned char)text.data[i];
    if (c <= ' ' || strchr("<>\"{}|\\^`", (int)c)) {
      return false;
    }
  }

  return true;
}

/// IRI: resolved against the base of the query
tercet_status
tercet_builtin_iri(const tercet_row_call *call,
                   const tercet_value *const *args,
                   size_t n_args,
                   tercet_value *out)
{
  (void)n_args;
  tercet_expr_context *const context = call->context;
  if (args[0]->kind == TERCET_VALUE_IRI) {
    *out = *args[0];
    return TERCET_OK;
  }

  if (args[0]->kind != TERCET_VALUE_STRING || !is_iri_text(args[0]->text)) {
    return TERCET_OK;
  }

  tercet_string text = args[0]->text;
  if (!tercet_iri_has_scheme(text)) {
    if (!tercet_iri_has_scheme(context->base)) {
      return TERCET_OK; // Nothing to resolve it with
    }
    context->scratch.length = 0;
    TERCET_TRY(tercet_iri_resolve(context->base, text, &context->scratch));
    TERCET_TRY(tercet_copy_text(
        context->call.arena, tercet_buffer_view(&context->scratch), &text));
  }

  set_iri(text, out);
  return TERCET_OK;
}

/// BNODE: a new blank node; with a label, one for the label and solution, so
/// that all expressions of a solution get the same one
tercet_status
tercet_builtin_bnode(const tercet_row_call *call,
                     const tercet_value *const *args,
                     size_t n_args,
                     tercet_value *out)
{
  tercet_expr_context *const context = call->context;
  const uint64_t salt = context->blank_salt;
  uint64_t high = salt;
  uint64_t low = context->n_blank_nodes;
  if (n_args) {
    if (args[0]->kind != TERCET_VALUE_STRING) {
      return TERCET_OK;
    }

    // 128 bits of hash: two labels do not meet by chance
    const tercet_string label = args[0]->text;
    high = tercet_hash_bytes(
        label.data, label.length, tercet_hash_u64(salt + call->row + 1U));
    low = tercet_hash_bytes(
        label.data, label.length, tercet_hash_u64(~salt + call->row * 3U));
  } else {
    ++context->n_blank_nodes;
  }

  char text[48];
  const int n = snprintf(text,
                         sizeof(text),
                         "%c%016llx%016llx",
                         n_args ? 'l' : 'n',
                         (unsigned long long)high,
                         (unsigned long long)low);
  set_blank((tercet_string){text, (size_t)n}, out);
  return tercet_copy_text(context->call.arena, out->text, &out->text);
}

/// Set `out` to a prefix and a random UUID (RFC 4122, 4.4)
static tercet_status
make_uuid(tercet_expr_context *context, const char *prefix, tercet_string *out)
{
  const uint64_t a = tercet_expr_random(context->random_state);
  const uint64_t b = tercet_expr_random(context->random_state);
  char text[64];
  const int n = snprintf(text,
                         sizeof(text),
                         "%s%08x-%04x-4%03x-%04x-%012llx",
                         prefix,
                         (unsigned)(a >> 32U),
                         (unsigned)(a >> 16U) & 0xffffU,
                         (unsigned)a & 0xfffU,
                         ((unsigned)(b >> 48U) & 0x3fffU) | 0x8000U,
                         (unsigned long long)(b & UINT64_C(0xffffffffffff)));
  const tercet_string view = {text, (size_t)n};
  return tercet_copy_text(context->call.arena, view, out);
}

tercet_status
tercet_builtin_uuid(const tercet_row_call *call,
                    const tercet_value *const *args,
                    size_t n_args,
                    tercet_value *out)
{
  (void)args;
  (void)n_args;
  tercet_string text = {NULL, 0};
  TERCET_TRY(make_uuid(call->context, "urn:uuid:", &text));
  set_iri(text, out);
  return TERCET_OK;
}

tercet_status
tercet_builtin_struuid(const tercet_row_call *call,
                       const tercet_value *const *args,
                       size_t n_args,
                       tercet_value *out)
{
  (void)args;
  (void)n_args;
  tercet_string text = {NULL, 0};
  TERCET_TRY(make_uuid(call->context, "", &text));
  *out = tercet_value_string(text);
  return TERCET_OK;
}

/// RAND: 53 random bits, in [0, 1)
tercet_status
tercet_builtin_rand(const tercet_row_call *call,
                    const tercet_value *const *args,
                    size_t n_args,
                    tercet_value *out)
{
  (void)args;
  (void)n_args;
  const uint64_t bits = tercet_expr_random(call->context->random_state) >> 11U;
  *out = tercet_value_double((double)bits * 0x1p-53);
  return TERCET_OK;
}

/// Return whether the text is a LANGTAG of the SPARQL grammar
static bool
is_language_tag(tercet_string tag)
{
  size_t n_subtag = 0;
  bool first = true;
  for (size_t i = 0; i < tag.length; ++i) {
    const char c = tag.data[i];
    const bool is_alpha = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    if (is_alpha || (is_digit && !first)) {
      ++n_subtag;
    } else if (c == '-' && n_subtag) {
      n_subtag = 0;
      first = false;
    } else {
      return false;
    }
  }

  return n_subtag > 0;
}

tercet_status
tercet_builtin_str_lang(const tercet_row_call *call,
                        const tercet_value *const *args,
                        size_t n_args,
                        tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (args[0]->kind == TERCET_VALUE_STRING &&
      args[1]->kind == TERCET_VALUE_STRING && is_language_tag(args[1]->text)) {
    *out = tercet_value_opaque(TERCET_DATATYPE_LANG_STRING, args[0]->text);
    out->kind = TERCET_VALUE_LANG_STRING;
    out->extra = args[1]->text;
  }

  return TERCET_OK;
}

/// STRDT: the literal keeps its text, so it must not become its canonical form
/// on the way to an id
tercet_status
tercet_builtin_str_dt(const tercet_row_call *call,
                      const tercet_value *const *args,
                      size_t n_args,
                      tercet_value *out)
{
  (void)n_args;
  tercet_expr_context *const context = call->context;
  if (args[0]->kind != TERCET_VALUE_STRING ||
      args[1]->kind != TERCET_VALUE_IRI) {
    return TERCET_OK;
  }

  const tercet_datatype datatype = tercet_datatype_from_iri(args[1]->text);
  if (datatype == TERCET_DATATYPE_LANG_STRING ||
      datatype == TERCET_DATATYPE_DIR_LANG_STRING) {
    return TERCET_OK; // These need a language
  }

  const tercet_term term = {.kind = TERCET_TERM_LITERAL,
                            .value = args[0]->text,
                            .datatype = args[1]->text};
  tercet_value value = {0};
  TERCET_TRY(tercet_value_from_literal(
      context->call.arena, datatype, args[0]->text, &value));
  if (datatype == TERCET_DATATYPE_OTHER) {
    value.extra = args[1]->text;
  } else if (value.kind != TERCET_VALUE_STRING &&
             value.kind != TERCET_VALUE_LITERAL) {
    TERCET_TRY(
        tercet_dictionary_intern(context->dictionary, &term, &value.id, NULL));
  }

  *out = value;
  return TERCET_OK;
}
