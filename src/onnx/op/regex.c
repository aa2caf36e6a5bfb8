// SPDX-License-Identifier: Apache-2.0

/// RegexFullMatch, over PCRE2, whose syntax is a superset of what ONNX asks for

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/move.h"

#ifdef TERCET_HAVE_PCRE2

#  define PCRE2_CODE_UNIT_WIDTH 8
#  include <pcre2.h>

/// Steps and memory of a match beyond which it fails
#  define MAX_MATCH_STEPS 1000000U
#  define MAX_MATCH_KIBIBYTES 16384U

typedef struct {
  const tercet_onnx_call *call;
  pcre2_general_context *general;
  pcre2_match_context *limits;
  pcre2_code *code;
  pcre2_match_data *match;
} matcher;

static void *
matcher_allocate(size_t size, void *alloc)
{
  return tercet_allocate((const tercet_allocator *)alloc, size);
}

static void
matcher_release(void *pointer, void *alloc)
{
  tercet_release((const tercet_allocator *)alloc, pointer);
}

static tercet_status
compile(matcher *m)
{
  int error = 0;
  PCRE2_SIZE offset = 0;
  const tercet_string pattern =
      tercet_onnx_node_string(m->call->node, "pattern", NULL);
  pcre2_compile_context *const context =
      pcre2_compile_context_create(m->general);
  if (!context) {
    return tercet_error_no_memory(m->call->err);
  }
  m->code = pcre2_compile((PCRE2_SPTR)(pattern.data ? pattern.data : ""),
                          pattern.length,
                          PCRE2_UTF | PCRE2_ANCHORED | PCRE2_ENDANCHORED |
                              PCRE2_NEVER_BACKSLASH_C,
                          &error,
                          &offset,
                          context);
  pcre2_compile_context_free(context);
  if (m->code) {
    return TERCET_OK;
  }
  PCRE2_UCHAR message[120];
  if (error == PCRE2_ERROR_HEAP_FAILED) {
    return tercet_error_no_memory(m->call->err);
  }
  (void)pcre2_get_error_message(error, message, sizeof(message));
  return tercet_onnx_fail(m->call,
                          TERCET_ERR_SYNTAX,
                          "pattern, byte %zu: %s",
                          offset,
                          (const char *)message);
}

static tercet_status
matcher_begin(matcher *m, const tercet_onnx_call *call)
{
  // PCRE2 hands the allocator back to the two functions, which only read it
  union {
    const tercet_allocator *in;
    void *out;
  } data = {call->scratch};
  *m = (matcher){.call = call};
  m->general =
      pcre2_general_context_create(matcher_allocate, matcher_release, data.out);
  m->limits = m->general ? pcre2_match_context_create(m->general) : NULL;
  if (!m->limits) {
    return tercet_error_no_memory(call->err);
  }
  (void)pcre2_set_match_limit(m->limits, MAX_MATCH_STEPS);
  (void)pcre2_set_heap_limit(m->limits, MAX_MATCH_KIBIBYTES);
  TERCET_TRY(compile(m));
  m->match = pcre2_match_data_create_from_pattern(m->code, m->general);
  return m->match ? TERCET_OK : tercet_error_no_memory(call->err);
}

static void
matcher_end(matcher *m)
{
  pcre2_match_data_free(m->match);
  pcre2_code_free(m->code);
  pcre2_match_context_free(m->limits);
  pcre2_general_context_free(m->general);
}

static tercet_status
match_strings(void *context, size_t n, void *out, const void *const *in)
{
  const matcher *const m = (const matcher *)context;
  const uint64_t *const handles = (const uint64_t *)in[0];
  TERCET_TRY(tercet_onnx_call_check(m->call));
  for (size_t i = 0; i < n; ++i) {
    const tercet_string text = tercet_onnx_string_of(handles[i]);
    const int st = pcre2_match(
        m->code, (PCRE2_SPTR)text.data, text.length, 0, 0, m->match, m->limits);
    if (st == PCRE2_ERROR_NOMEMORY) {
      return tercet_error_no_memory(m->call->err);
    }
    if (st < 0 && st != PCRE2_ERROR_NOMATCH) {
      return tercet_onnx_fail(
          m->call, TERCET_ERR_LIMIT, "matching a string failed: %d", st);
    }
    ((uint8_t *)out)[i] = st >= 0;
  }
  return TERCET_OK;
}

static tercet_status
run_regex_full_match(const tercet_onnx_call *call)
{
  matcher m;
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  tercet_tensor *out = NULL;
  tercet_status st = matcher_begin(&m, call);
  if (st == TERCET_OK) {
    st = tercet_tensor_map(call->alloc,
                           1,
                           &input,
                           TERCET_DTYPE_BOOL,
                           match_strings,
                           &m,
                           &out,
                           call->err);
  }
  matcher_end(&m);
  if (st == TERCET_OK) {
    tercet_onnx_give(call, 0, out);
  }
  return st;
}

#else

static tercet_status
run_regex_full_match(const tercet_onnx_call *call)
{
  return tercet_onnx_fail(
      call, TERCET_ERR_UNSUPPORTED, "regular expressions: built without PCRE2");
}

#endif // TERCET_HAVE_PCRE2

TERCET_ONNX_DEFINE_TABLE(
    regex, {"RegexFullMatch", "", 20, 0, NULL, run_regex_full_match});
