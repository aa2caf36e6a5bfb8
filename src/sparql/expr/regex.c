// SPDX-License-Identifier: Apache-2.0

// REGEX and REPLACE (SPARQL 1.1, 17.4.3.14 and 15), over PCRE2.  An expression
// keeps the pattern that it used last, which for a constant pattern is the
// only one.

#include "expr_internal.h"

#include "base/allocator.h"
#include "sparql/expr/pattern.h"

#include <stdio.h>

#ifdef TERCET_HAVE_PCRE2

#  define PCRE2_CODE_UNIT_WIDTH 8
#  include <pcre2.h>

/// Bytes of a pattern, and steps and memory of a match, beyond which it fails
#  define MAX_PATTERN 65536U
#  define MAX_MATCH_STEPS 1000000U
#  define MAX_MATCH_KIBIBYTES 16384U
#  define MAX_JIT_STACK ((size_t)1024U * 1024U)

struct tercet_pattern {
  const tercet_allocator *alloc;
  pcre2_general_context *general;
  pcre2_match_context *limits;
  pcre2_jit_stack *jit_stack; ///< Made when a match asks for it
  pcre2_code *code;           ///< NULL if plain or malformed
  pcre2_match_data *match;
  tercet_buffer source; ///< The text
  tercet_buffer flags_text;
  tercet_pattern_flags flags;
  bool is_plain;      ///< The text is searched as it is
  bool matches_empty; ///< Finds a match in ""
  char reason[160];   ///< Why it is malformed, or empty
};

static void *
pattern_allocate(size_t size, void *alloc)
{
  return tercet_allocate((const tercet_allocator *)alloc, size);
}

static void
pattern_release(void *pointer, void *alloc)
{
  tercet_release((const tercet_allocator *)alloc, pointer);
}

void
tercet_pattern_free(tercet_pattern *pattern)
{
  if (!pattern) {
    return;
  }

  pcre2_match_data_free(pattern->match);
  pcre2_code_free(pattern->code);
  pcre2_jit_stack_free(pattern->jit_stack);
  pcre2_match_context_free(pattern->limits);
  pcre2_general_context_free(pattern->general);
  tercet_buffer_clear(&pattern->source);
  tercet_buffer_clear(&pattern->flags_text);
  tercet_release(pattern->alloc, pattern);
}

static uint32_t
compile_options(const tercet_pattern_flags *flags)
{
  const uint32_t common =
      PCRE2_UTF | (flags->ignore_case ? PCRE2_CASELESS : 0U);
  return flags->literal ? common | PCRE2_LITERAL
                        : common | PCRE2_UCP | PCRE2_DOLLAR_ENDONLY |
                              PCRE2_NEVER_BACKSLASH_C |
                              (flags->dot_all ? PCRE2_DOTALL : 0U) |
                              (flags->multi_line ? PCRE2_MULTILINE : 0U);
}

/// Compile what PCRE2 shall read; a malformed pattern gets a reason
static tercet_status
compile_code(tercet_pattern *pattern, tercet_string text)
{
  int error = 0;
  PCRE2_SIZE offset = 0;
  pcre2_compile_context *const context =
      pcre2_compile_context_create(pattern->general);
  if (!context) {
    return TERCET_ERR_NO_MEMORY;
  }

  (void)pcre2_set_newline(context, PCRE2_NEWLINE_LF);
  pattern->code = pcre2_compile((PCRE2_SPTR)(text.data ? text.data : ""),
                                text.length,
                                compile_options(&pattern->flags),
                                &error,
                                &offset,
                                context);
  pcre2_compile_context_free(context);
  if (!pattern->code) {
    PCRE2_UCHAR message[120];
    if (error == PCRE2_ERROR_HEAP_FAILED) {
      return TERCET_ERR_NO_MEMORY;
    }
    (void)pcre2_get_error_message(error, message, sizeof(message));
    (void)snprintf(pattern->reason,
                   sizeof(pattern->reason),
                   "regular expression: %s",
                   (const char *)message);
    return TERCET_OK;
  }

  // A library without JIT interprets
  (void)pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE);
  pattern->match =
      pcre2_match_data_create_from_pattern(pattern->code, pattern->general);
  return pattern->match ? TERCET_OK : TERCET_ERR_NO_MEMORY;
}

/// Translate and compile the source
static tercet_status
prepare(tercet_pattern *pattern)
{
  const tercet_string source = tercet_buffer_view(&pattern->source);
  const tercet_string flags = tercet_buffer_view(&pattern->flags_text);
  if (!tercet_pattern_flags_read(flags, &pattern->flags)) {
    (void)snprintf(pattern->reason,
                   sizeof(pattern->reason),
                   "unknown flag in \"%.*s\"",
                   TERCET_STRING_ARGS(flags));
    return TERCET_OK;
  }

  if (source.length > MAX_PATTERN) {
    (void)snprintf(pattern->reason,
                   sizeof(pattern->reason),
                   "regular expression longer than %u bytes",
                   MAX_PATTERN);
    return TERCET_OK;
  }

  if (!flags.length && tercet_pattern_is_plain(source)) {
    pattern->is_plain = true;
    pattern->matches_empty = !source.length;
    return TERCET_OK;
  }

  tercet_buffer translated;
  tercet_buffer_init(&translated, pattern->alloc, SIZE_MAX);
  tercet_status st =
      pattern->flags.literal
          ? tercet_buffer_append(&translated, source.data, source.length)
          : tercet_pattern_translate(
                source, pattern->flags.ignore_spaces, &translated);
  if (st == TERCET_OK) {
    st = compile_code(pattern, tercet_buffer_view(&translated));
  } else if (st == TERCET_ERR_SYNTAX) {
    (void)snprintf(pattern->reason,
                   sizeof(pattern->reason),
                   "regular expression: malformed escape or class");
    st = TERCET_OK;
  }

  tercet_buffer_clear(&translated);
  return st;
}

static tercet_status
pattern_new(const tercet_allocator *alloc,
            tercet_string source,
            tercet_string flags,
            tercet_pattern **out)
{
  alloc = tercet_allocator_or_default(alloc);
  tercet_pattern *const pattern =
      (tercet_pattern *)tercet_allocate_zeroed(alloc, sizeof(*pattern));
  if (!pattern) {
    return TERCET_ERR_NO_MEMORY;
  }

  tercet_status st = TERCET_ERR_NO_MEMORY;
  pattern->alloc = alloc;
  tercet_buffer_init(&pattern->source, alloc, SIZE_MAX);
  tercet_buffer_init(&pattern->flags_text, alloc, SIZE_MAX);
  // PCRE2 hands the allocator back to the two functions, which only read it
  union {
    const tercet_allocator *in;
    void *out;
  } data = {alloc};
  pattern->general =
      pcre2_general_context_create(pattern_allocate, pattern_release, data.out);
  pattern->limits =
      pattern->general ? pcre2_match_context_create(pattern->general) : NULL;
  if (pattern->limits) {
    (void)pcre2_set_match_limit(pattern->limits, MAX_MATCH_STEPS);
    (void)pcre2_set_heap_limit(pattern->limits, MAX_MATCH_KIBIBYTES);
    st = tercet_buffer_append(&pattern->source, source.data, source.length);
  }
  if (st == TERCET_OK) {
    st = tercet_buffer_append(&pattern->flags_text, flags.data, flags.length);
  }
  if (st == TERCET_OK) {
    st = prepare(pattern);
  }
  if (st != TERCET_OK) {
    tercet_pattern_free(pattern);
    return st;
  }

  *out = pattern;
  return TERCET_OK;
}

/// Match from an offset; return the groups set, 0 for no match, or an error
static int
match_at(tercet_pattern *pattern, tercet_string text, size_t offset)
{
  const char *const data = text.data ? text.data : "";
  // The whole text was checked at the first match
  const uint32_t options = offset ? PCRE2_NO_UTF_CHECK : 0U;
  int n = pcre2_match(pattern->code,
                      (PCRE2_SPTR)data,
                      text.length,
                      offset,
                      options,
                      pattern->match,
                      pattern->limits);
  if (n == PCRE2_ERROR_JIT_STACKLIMIT && !pattern->jit_stack) {
    pattern->jit_stack =
        pcre2_jit_stack_create(32768U, MAX_JIT_STACK, pattern->general);
    if (pattern->jit_stack) {
      pcre2_jit_stack_assign(pattern->limits, NULL, pattern->jit_stack);
      return match_at(pattern, text, offset);
    }
  }

  return n == PCRE2_ERROR_NOMATCH ? 0 : n;
}

/// Set the call's pattern for the arguments; NULL if it is malformed, which is
/// reported
static tercet_status
use_pattern(const tercet_row_call *call,
            const char *function,
            tercet_string source,
            tercet_string flags,
            tercet_pattern **out)
{
  tercet_pattern *pattern = call->expr->pattern;
  if (!pattern ||
      !tercet_string_equals(tercet_buffer_view(&pattern->source), source) ||
      !tercet_string_equals(tercet_buffer_view(&pattern->flags_text), flags)) {
    tercet_pattern_free(pattern);
    call->expr->pattern = NULL;
    TERCET_TRY(pattern_new(call->context->alloc, source, flags, &pattern));
    call->expr->pattern = pattern;
    if (pattern->code) {
      const tercet_string nothing = {"", 0};
      pattern->matches_empty = match_at(pattern, nothing, 0) > 0;
    }
  }

  *out = pattern;
  if (pattern->reason[0]) {
    *out = NULL;
    return tercet_call_fail(
        &call->context->call, tercet_string_from(function), pattern->reason);
  }

  return TERCET_OK;
}

static tercet_status
report_match_error(const tercet_row_call *call, const char *function, int error)
{
  return tercet_call_fail(&call->context->call,
                          tercet_string_from(function),
                          error == PCRE2_ERROR_MATCHLIMIT ||
                                  error == PCRE2_ERROR_HEAPLIMIT ||
                                  error == PCRE2_ERROR_JIT_STACKLIMIT
                              ? "regular expression needs too many steps"
                              : "text is not valid UTF-8");
}

static const tercet_string no_flags = {"", 0};

tercet_status
tercet_builtin_regex(const tercet_row_call *call,
                     const tercet_value *const *args,
                     size_t n_args,
                     tercet_value *out)
{
  tercet_pattern *pattern = NULL;
  if (!tercet_value_is_stringy(args[0]) ||
      args[1]->kind != TERCET_VALUE_STRING ||
      (n_args > 2U && args[2]->kind != TERCET_VALUE_STRING)) {
    return TERCET_OK;
  }

  const tercet_string text = args[0]->text;
  TERCET_TRY(use_pattern(call,
                         "REGEX",
                         args[1]->text,
                         n_args > 2U ? args[2]->text : no_flags,
                         &pattern));
  if (!pattern) {
    return TERCET_OK;
  }

  if (pattern->is_plain) {
    *out = tercet_value_boolean(
        !args[1]->text.length ||
        memmem(
            text.data, text.length, args[1]->text.data, args[1]->text.length));
    return TERCET_OK;
  }

  const int n = match_at(pattern, text, 0);
  if (n < 0) {
    return report_match_error(call, "REGEX", n);
  }

  *out = tercet_value_boolean(n > 0);
  return TERCET_OK;
}

/* ---- REPLACE ---- */

/// Read the group number behind a '$': the longest that there is a group for
static size_t
read_group(const char **at, const char *end, size_t n_groups)
{
  size_t group = (size_t)(*(*at)++ - '0');
  while (*at < end && **at >= '0' && **at <= '9') {
    const size_t longer = group * 10U + (size_t)(**at - '0');
    if (longer > n_groups) {
      break;
    }
    group = longer;
    ++*at;
  }

  return group;
}

/// Append one replacement (XPath Functions, fn:replace): $N is a group, \$ and
/// \\ are themselves; #TERCET_ERR_SYNTAX for other uses of $ and \ .
static tercet_status
append_replacement(const tercet_pattern *pattern,
                   tercet_string text,
                   tercet_string replacement,
                   int n_set,
                   tercet_buffer *out)
{
  const char *at = replacement.data;
  const char *const end = replacement.data + replacement.length;
  const PCRE2_SIZE *const ends = pcre2_get_ovector_pointer(pattern->match);
  const size_t n_groups = pcre2_get_ovector_count(pattern->match) - 1U;
  if (pattern->flags.literal) {
    return tercet_buffer_append(out, replacement.data, replacement.length);
  }

  while (at < end) {
    const char c = *at++;
    if (c == '\\') {
      if (at == end || (*at != '\\' && *at != '$')) {
        return TERCET_ERR_SYNTAX;
      }
      TERCET_TRY(tercet_buffer_append_char(out, *at++));
    } else if (c == '$') {
      if (at == end || *at < '0' || *at > '9') {
        return TERCET_ERR_SYNTAX;
      }
      const size_t group = read_group(&at, end, n_groups);
      if (group < (size_t)n_set && ends[2U * group] != PCRE2_UNSET) {
        TERCET_TRY(
            tercet_buffer_append(out,
                                 text.data + ends[2U * group],
                                 ends[2U * group + 1U] - ends[2U * group]));
      }
    } else {
      TERCET_TRY(tercet_buffer_append_char(out, c));
    }
  }

  return TERCET_OK;
}

/// Append the text with all matches replaced.  A negative `*error` is that of
/// a match.
static tercet_status
replace_all(tercet_pattern *pattern,
            tercet_string text,
            tercet_string replacement,
            tercet_buffer *out,
            int *error)
{
  size_t done = 0;
  int n = match_at(pattern, text, 0);
  for (; n > 0; n = match_at(pattern, text, done)) {
    const PCRE2_SIZE *const ends = pcre2_get_ovector_pointer(pattern->match);
    const size_t start = ends[0];
    const size_t end = ends[1];
    if (end <= done && end <= start) {
      break; // Empty matches were refused, look-behind may still find one
    }
    TERCET_TRY(tercet_buffer_append(out, text.data + done, start - done));
    TERCET_TRY(append_replacement(pattern, text, replacement, n, out));
    done = end;
  }

  *error = n < 0 ? n : 0;
  return tercet_buffer_append(out, text.data + done, text.length - done);
}

/// Replace a plain pattern: no groups, but '$' and '\' still mean something
static tercet_status
compile_plain(tercet_pattern *pattern)
{
  if (!pattern->is_plain || pattern->code) {
    return TERCET_OK;
  }

  return compile_code(pattern, tercet_buffer_view(&pattern->source));
}

tercet_status
tercet_builtin_replace(const tercet_row_call *call,
                       const tercet_value *const *args,
                       size_t n_args,
                       tercet_value *out)
{
  tercet_expr_context *const context = call->context;
  tercet_pattern *pattern = NULL;
  int error = 0;
  if (!tercet_value_is_stringy(args[0]) ||
      args[1]->kind != TERCET_VALUE_STRING ||
      args[2]->kind != TERCET_VALUE_STRING ||
      (n_args > 3U && args[3]->kind != TERCET_VALUE_STRING)) {
    return TERCET_OK;
  }

  TERCET_TRY(use_pattern(call,
                         "REPLACE",
                         args[1]->text,
                         n_args > 3U ? args[3]->text : no_flags,
                         &pattern));
  if (!pattern) {
    return TERCET_OK;
  }

  if (pattern->matches_empty) {
    return tercet_call_fail(&context->call,
                            tercet_string_from("REPLACE"),
                            "regular expression matches the empty string");
  }

  TERCET_TRY(compile_plain(pattern));
  context->scratch.length = 0;
  const tercet_status st = replace_all(
      pattern, args[0]->text, args[2]->text, &context->scratch, &error);
  if (st == TERCET_ERR_SYNTAX) {
    return tercet_call_fail(&context->call,
                            tercet_string_from("REPLACE"),
                            "'$' or '\\' in the replacement stands alone");
  }

  if (st == TERCET_OK && error) {
    return report_match_error(call, "REPLACE", error);
  }

  TERCET_TRY(st);
  *out = *args[0];
  out->id = TERCET_ID_UNKNOWN;
  return tercet_copy_text(
      context->call.arena, tercet_buffer_view(&context->scratch), &out->text);
}

#else

void
tercet_pattern_free(tercet_pattern *pattern)
{
  (void)pattern;
}

/// Never called: compiling an expression refuses the functions
tercet_status
tercet_builtin_regex(const tercet_row_call *call,
                     const tercet_value *const *args,
                     size_t n_args,
                     tercet_value *out)
{
  (void)call;
  (void)args;
  (void)n_args;
  (void)out;
  return TERCET_ERR_UNSUPPORTED;
}

tercet_status
tercet_builtin_replace(const tercet_row_call *call,
                       const tercet_value *const *args,
                       size_t n_args,
                       tercet_value *out)
{
  return tercet_builtin_regex(call, args, n_args, out);
}

#endif // TERCET_HAVE_PCRE2
