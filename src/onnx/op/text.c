// SPDX-License-Identifier: Apache-2.0

/// Operators on strings: StringConcat, StringNormalizer, StringSplit

#include "base/buffer.h"
#include "base/error.h"
#include "base/string_view.h"
#include "base/text_case.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"

#include <inttypes.h>
#include <string.h>

/// Set `out` to the handle of a string in the session
static tercet_status
intern(const tercet_onnx_call *call, tercet_string text, uint64_t *out)
{
  return tercet_onnx_strings_intern(tercet_onnx_call_strings(call), text, out)
             ? tercet_error_no_memory(call->err)
             : TERCET_OK;
}

/* ---- StringConcat ---- */

typedef struct {
  const tercet_onnx_call *call;
  tercet_buffer buffer;
} joining;

static tercet_status
join_strings(void *context, size_t n, void *out, const void *const *in)
{
  joining *const j = (joining *)context;
  uint64_t *const joined = (uint64_t *)out;
  for (size_t i = 0; i < n; ++i) {
    j->buffer.length = 0;
    for (size_t k = 0; k < 2; ++k) {
      const tercet_string text =
          tercet_onnx_string_of(((const uint64_t *)in[k])[i]);
      if (tercet_buffer_append(&j->buffer, text.data, text.length)) {
        return tercet_error_no_memory(j->call->err);
      }
    }
    TERCET_TRY(intern(j->call, tercet_buffer_view(&j->buffer), &joined[i]));
  }
  return TERCET_OK;
}

static tercet_status
run_string_concat(const tercet_onnx_call *call)
{
  const tercet_tensor *const inputs[] = {tercet_onnx_input(call, 0),
                                         tercet_onnx_input(call, 1)};
  joining j;
  j.call = call;
  tercet_buffer_init(&j.buffer, call->scratch, SIZE_MAX);
  tercet_tensor *out = NULL;
  const tercet_status st = tercet_tensor_map(call->alloc,
                                             2,
                                             inputs,
                                             TERCET_DTYPE_U64,
                                             join_strings,
                                             &j,
                                             &out,
                                             call->err);
  tercet_buffer_clear(&j.buffer);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/* ---- StringSplit ---- */

/// A string that is taken apart
typedef struct {
  tercet_string rest; ///< No data: nothing is left
  tercet_string delimiter;
  uint64_t n_cuts; ///< That may still be made
} splitting;

static bool
is_space(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

static void
skip(tercet_string *text, size_t n)
{
  text->data += n;
  text->length -= n;
}

/// Start to take a string apart at the delimiter, or at white space if that is
/// empty
static splitting
split_begin(const tercet_onnx_call *call, uint64_t handle)
{
  const tercet_onnx_node *const node = call->node;
  splitting s = {tercet_onnx_string_of(handle),
                 tercet_onnx_node_string(node, "delimiter", NULL),
                 (uint64_t)tercet_onnx_node_int(node, "maxsplit", -1)};
  return s;
}

/// Take what is before the next white space
static bool
next_word(splitting *s, tercet_string *out)
{
  while (s->rest.length && is_space(s->rest.data[0])) {
    skip(&s->rest, 1);
  }
  if (!s->rest.length) {
    return false;
  }
  size_t n = 0;
  while (n < s->rest.length && (!s->n_cuts || !is_space(s->rest.data[n]))) {
    ++n;
  }
  *out = (tercet_string){s->rest.data, n};
  skip(&s->rest, n);
  s->n_cuts -= s->n_cuts != 0;
  return true;
}

/// Take what is before the next delimiter; false after the last part
static bool
next_part(splitting *s, tercet_string *out)
{
  if (!s->delimiter.length) {
    return next_word(s, out);
  }
  if (!s->rest.data) {
    return false;
  }
  const char *const end = s->n_cuts && s->rest.length
                              ? memmem(s->rest.data,
                                       s->rest.length,
                                       s->delimiter.data,
                                       s->delimiter.length)
                              : NULL;
  if (!end) {
    *out = s->rest;
    s->rest = (tercet_string){NULL, 0};
    return true;
  }
  *out = (tercet_string){s->rest.data, (size_t)(end - s->rest.data)};
  skip(&s->rest, out->length + s->delimiter.length);
  --s->n_cuts;
  return true;
}

/// Count the parts of each string; return the greatest number
static int64_t
count_parts(const tercet_onnx_call *call, tercet_tensor *counts)
{
  int64_t most = 0;
  int64_t *out = tercet_tensor_mutable_data(counts);
  tercet_tensor_iter iter;
  const uint64_t *handle = NULL;
  tercet_tensor_iter_init(&iter, tercet_onnx_input(call, 0));
  while ((handle = tercet_tensor_iter_next(&iter))) {
    tercet_string part;
    int64_t n = 0;
    for (splitting s = split_begin(call, *handle); next_part(&s, &part);) {
      ++n;
    }
    most = n > most ? n : most;
    *out++ = n;
  }
  return most;
}

/// Write the parts of all strings, each filled up with empty ones
static tercet_status
write_parts(const tercet_onnx_call *call, int64_t n_columns, tercet_tensor *out)
{
  uint64_t *row = tercet_tensor_mutable_data(out);
  tercet_tensor_iter iter;
  const uint64_t *handle = NULL;
  tercet_tensor_iter_init(&iter, tercet_onnx_input(call, 0));
  for (; (handle = tercet_tensor_iter_next(&iter)); row += n_columns) {
    tercet_string part;
    splitting s = split_begin(call, *handle);
    for (size_t i = 0; next_part(&s, &part); ++i) {
      TERCET_TRY(intern(call, part, &row[i]));
    }
  }
  return TERCET_OK;
}

static tercet_status
run_string_split(const tercet_onnx_call *call)
{
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(input);
  int64_t shape[TERCET_MAX_RANK];
  if (rank == TERCET_MAX_RANK) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "the input has rank %zu", rank);
  }
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const counts =
      TERCET_ONNX_MAKE(&c, tercet_tensor_zeros_like, input, TERCET_DTYPE_I64);
  memcpy(shape, tercet_tensor_shape(input), rank * sizeof(*shape));
  shape[rank] = c.st ? 0 : count_parts(call, counts);
  tercet_tensor *const parts = TERCET_ONNX_MAKE(
      &c, tercet_tensor_new, TERCET_DTYPE_U64, rank + 1U, shape);
  if (c.st == TERCET_OK) {
    c.st = write_parts(call, shape[rank], parts);
  }
  tercet_onnx_compose_give_typed(&c, 0, TERCET_ONNX_STRING, parts);
  tercet_onnx_compose_give(&c, 1, counts);
  return tercet_onnx_compose_end(&c);
}

/* ---- StringNormalizer ---- */

typedef enum { KEEP_CASE, TO_LOWER, TO_UPPER } case_change;

/// How strings are changed, and which ones go
typedef struct {
  const tercet_onnx_call *call;
  tercet_arena arena;
  case_change change;
  bool is_case_sensitive;
  size_t n_words;
  const tercet_string *words;
  tercet_string *folded; ///< The words as they are compared
} normalizing;

static tercet_status
change_case(normalizing *n, case_change how, tercet_string *text)
{
  if (how == KEEP_CASE || !text->length) {
    return TERCET_OK;
  }
  const tercet_status st =
      tercet_text_map_case(&n->arena, *text, how == TO_UPPER, text);
  return st == TERCET_ERR_UNSUPPORTED
             ? tercet_onnx_fail(
                   n->call, st, "letters beyond ASCII: built without utf8proc")
         : st ? tercet_error_no_memory(n->call->err)
              : TERCET_OK;
}

static tercet_status
normalize_begin(normalizing *n, const tercet_onnx_call *call)
{
  static const char *const names[] = {"NONE", "LOWER", "UPPER"};
  const tercet_onnx_node *const node = call->node;
  size_t change = 0;
  memset(n, 0, sizeof(*n));
  n->call = call;
  tercet_arena_init(&n->arena, call->scratch, SIZE_MAX);
  TERCET_TRY(tercet_onnx_choice(
      call, "case_change_action", "NONE", 3, names, &change));
  n->change = (case_change)change;
  n->is_case_sensitive =
      tercet_onnx_node_int(node, "is_case_sensitive", 0) != 0;
  n->words = tercet_onnx_node_strings(node, "stopwords", &n->n_words);
  n->folded = tercet_arena_allocate_array(
      &n->arena, n->n_words + 1U, sizeof(*n->folded));
  if (!n->folded) {
    return tercet_error_no_memory(call->err);
  }
  for (size_t i = 0; i < n->n_words; ++i) {
    n->folded[i] = n->words[i];
    TERCET_TRY(change_case(
        n, n->is_case_sensitive ? KEEP_CASE : TO_LOWER, &n->folded[i]));
  }
  return TERCET_OK;
}

/// Set `out` to a changed string, or `goes` if it is a stop word
static tercet_status
normalize(normalizing *n, uint64_t handle, uint64_t *out, bool *goes)
{
  tercet_string text = tercet_onnx_string_of(handle);
  tercet_string folded = text;
  *goes = false;
  TERCET_TRY(
      change_case(n, n->is_case_sensitive ? KEEP_CASE : TO_LOWER, &folded));
  for (size_t i = 0; i < n->n_words && !*goes; ++i) {
    *goes = tercet_string_equals(folded, n->folded[i]);
  }
  if (*goes) {
    return TERCET_OK;
  }
  TERCET_TRY(change_case(n, n->change, &text));
  return intern(n->call, text, out);
}

/// Write the strings that stay; return their number
static tercet_status
normalize_all(normalizing *n, uint64_t *out, int64_t *n_left)
{
  tercet_tensor_iter iter;
  const uint64_t *handle = NULL;
  *n_left = 0;
  tercet_tensor_iter_init(&iter, tercet_onnx_input(n->call, 0));
  while ((handle = tercet_tensor_iter_next(&iter))) {
    bool goes = false;
    TERCET_TRY(normalize(n, *handle, &out[*n_left], &goes));
    *n_left += !goes;
  }
  return TERCET_OK;
}

/// If nothing is left, one empty string is
static tercet_status
run_string_normalizer(const tercet_onnx_call *call)
{
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(input);
  if (rank != 1 && !(rank == 2 && tercet_tensor_shape(input)[0] == 1)) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "the input is neither of shape [n] nor [1, n]");
  }
  normalizing n;
  tercet_onnx_compose c;
  int64_t n_left = 0;
  const int64_t room = tercet_tensor_size(input) + 1;
  tercet_onnx_compose_init(&c, call);
  c.st = normalize_begin(&n, call);
  tercet_tensor *const list =
      TERCET_ONNX_MAKE(&c, tercet_tensor_new, TERCET_DTYPE_U64, 1, &room);
  if (c.st == TERCET_OK) {
    c.st = normalize_all(&n, tercet_tensor_mutable_data(list), &n_left);
  }
  tercet_arena_clear(&n.arena);
  if (n_left == 0 && c.st == TERCET_OK) {
    *(uint64_t *)tercet_tensor_mutable_data(list) = 0;
    n_left = 1;
  }
  const tercet_index part = tercet_index_range(0, n_left, 1);
  tercet_tensor *const left =
      TERCET_ONNX_VIEW(&c, tercet_tensor_index, list, 1, &part);
  const int64_t shape[2] = {1, n_left};
  tercet_tensor *const out =
      TERCET_ONNX_VIEW(&c, tercet_tensor_reshape, left, rank, shape + 2 - rank);
  tercet_onnx_compose_give_typed(&c, 0, TERCET_ONNX_STRING, out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    text,
    {"StringConcat", "", 20, 0, NULL, run_string_concat},
    {"StringNormalizer", "", 10, 0, NULL, run_string_normalizer},
    {"StringSplit", "", 20, 0, NULL, run_string_split});
