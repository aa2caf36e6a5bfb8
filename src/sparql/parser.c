// SPDX-License-Identifier: Apache-2.0

#include "sparql/parser_internal.h"

#include "base/allocator.h"
#include "base/hash.h"

#include <assert.h>

tercet_status
tercet_parser_advance(tercet_parser *p)
{
  return tercet_lexer_next(&p->lexer, &p->token, p->err);
}

/// Return the length of `text` shortened to at most `max` bytes between two
/// characters
static size_t
shortened(tercet_string text, size_t max)
{
  if (text.length <= max) {
    return text.length;
  }
  while (max > 0U && ((unsigned char)text.data[max] & 0xc0U) == 0x80U) {
    --max;
  }
  return max;
}

tercet_status
tercet_parser_expected(tercet_parser *p, const char *what)
{
  if (tercet_parser_at(p, TERCET_TOKEN_END)) {
    return TERCET_PARSER_FAIL(p,
                              TERCET_ERR_SYNTAX,
                              p->token.place,
                              "expected %s, found the end of the query",
                              what);
  }

  const size_t length = shortened(p->token.source, 60U);
  return TERCET_PARSER_FAIL(p,
                            TERCET_ERR_SYNTAX,
                            p->token.place,
                            "expected %s, found '%.*s%s'",
                            what,
                            (int)length,
                            p->token.source.data,
                            length < p->token.source.length ? "..." : "");
}

tercet_status
tercet_parser_expect(tercet_parser *p, tercet_token_kind kind)
{
  return tercet_parser_at(p, kind)
             ? tercet_parser_advance(p)
             : tercet_parser_expected(p, tercet_token_kind_name(kind));
}

tercet_status
tercet_parser_expect_word(tercet_parser *p,
                          tercet_keyword keyword,
                          const char *name)
{
  return tercet_parser_at_word(p, keyword) ? tercet_parser_advance(p)
                                           : tercet_parser_expected(p, name);
}

tercet_status
tercet_parser_accept_word(tercet_parser *p, tercet_keyword keyword, bool *out)
{
  *out = tercet_parser_at_word(p, keyword);
  return *out ? tercet_parser_advance(p) : TERCET_OK;
}

tercet_status
tercet_parser_no_memory(tercet_parser *p)
{
  return tercet_error_no_memory(p->err);
}

/// Fail for nesting that is too deep
static tercet_status
fail_too_deep(tercet_parser *p, tercet_place place)
{
  return TERCET_PARSER_FAIL(p,
                            TERCET_ERR_LIMIT,
                            place,
                            "nested deeper than %u levels",
                            TERCET_SPARQL_MAX_DEPTH);
}

tercet_status
tercet_parser_enter(tercet_parser *p, size_t levels)
{
  if (p->depth + levels > TERCET_SPARQL_MAX_DEPTH) {
    return fail_too_deep(p, p->token.place);
  }
  p->depth += levels;
  return TERCET_OK;
}

void
tercet_parser_leave(tercet_parser *p, size_t levels)
{
  assert(p->depth >= levels);
  p->depth -= levels;
}

tercet_status
tercet_parser_note_height(tercet_parser *p, tercet_place place, size_t height)
{
  if (height > TERCET_SPARQL_MAX_DEPTH) {
    return fail_too_deep(p, place);
  }
  p->height = height > p->height ? height : p->height;
  return TERCET_OK;
}

void *
tercet_list_add(tercet_parser *p, tercet_list *list, size_t item_size)
{
  if (list->n == list->capacity) {
    size_t capacity = 0U;
    if (!tercet_size_multiply(list->n ? list->n : 2U, 2U, &capacity)) {
      return NULL;
    }

    // The old items stay behind in the arena: at most as much again
    void *const items =
        tercet_arena_allocate_array(p->arena, capacity, item_size);
    if (!items) {
      return NULL;
    }
    if (list->n) {
      memcpy(items, list->items, list->n * item_size);
    }
    list->items = items;
    list->capacity = capacity;
  }

  // Also zeroed when the list was shortened before
  return memset((char *)list->items + item_size * list->n++, 0, item_size);
}

/* ---- Names ---- */

static const tercet_string *
name_at(const tercet_names *names, uint64_t position)
{
  return (const tercet_string *)names->list.items + position;
}

static bool
name_equals(const void *context, uint64_t position, const void *key)
{
  return tercet_string_equals(*name_at((const tercet_names *)context, position),
                              *(const tercet_string *)key);
}

static uint64_t
hash_of_name(const void *context, uint64_t position)
{
  const tercet_string *const name =
      name_at((const tercet_names *)context, position);
  return tercet_hash_bytes(name->data, name->length, 0U);
}

size_t
tercet_names_find(const tercet_names *names, tercet_string name)
{
  const uint64_t position =
      tercet_hash_index_find(&names->index,
                             tercet_hash_bytes(name.data, name.length, 0U),
                             name_equals,
                             names,
                             &name);
  return position == TERCET_HASH_INDEX_NONE ? SIZE_MAX : (size_t)position;
}

tercet_status
tercet_names_add(tercet_parser *p,
                 tercet_names *names,
                 tercet_string name,
                 size_t *position,
                 bool *is_new)
{
  *position = tercet_names_find(names, name);
  *is_new = *position == SIZE_MAX;
  if (!*is_new) {
    return TERCET_OK;
  }

  if (tercet_hash_index_reserve(&names->index, hash_of_name, names)) {
    return tercet_parser_no_memory(p);
  }
  tercet_string copy = {NULL, 0U};
  if (!tercet_arena_copy_string(p->arena, name, &copy)) {
    return tercet_parser_no_memory(p);
  }
  tercet_string *const slot = tercet_list_add(p, &names->list, sizeof(*slot));
  if (!slot) {
    return tercet_parser_no_memory(p);
  }

  *slot = copy;
  *position = names->list.n - 1U;
  tercet_hash_index_add(
      &names->index, hash_of_name(names, *position), *position);
  return TERCET_OK;
}

/* ---- The whole query ---- */

static void
parser_init(tercet_parser *p,
            const tercet_registry *registry,
            tercet_arena *arena,
            tercet_error *err)
{
  memset(p, 0, sizeof(*p));
  p->registry = registry;
  p->arena = arena;
  p->err = err;
  tercet_buffer_init(&p->scratch, arena->alloc, SIZE_MAX);
  tercet_hash_index_init(&p->prefixes.index, arena->alloc);
  tercet_hash_index_init(&p->variable_names.index, arena->alloc);
  tercet_hash_index_init(&p->blank_labels.index, arena->alloc);
}

static void
parser_clear(tercet_parser *p)
{
  tercet_hash_index_clear(&p->blank_labels.index);
  tercet_hash_index_clear(&p->variable_names.index);
  tercet_hash_index_clear(&p->prefixes.index);
  tercet_buffer_clear(&p->scratch);
}

tercet_status
tercet_sparql_parse(tercet_string text,
                    tercet_string base,
                    const tercet_registry *registry,
                    tercet_arena *arena,
                    tercet_ast *out,
                    tercet_error *err)
{
  memset(out, 0, sizeof(*out));

  tercet_parser p;
  parser_init(&p, registry, arena, err);

  tercet_status st = TERCET_OK;
  if (!tercet_arena_copy_string(arena, base, &p.base)) {
    st = tercet_parser_no_memory(&p);
  }
  if (!st) {
    st = tercet_lexer_init(&p.lexer, text, err);
  }
  if (!st) {
    st = tercet_parser_advance(&p);
  }
  if (!st) {
    st = tercet_parse_query_unit(&p, out);
  }

  parser_clear(&p);
  return st;
}
