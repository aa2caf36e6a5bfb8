// SPDX-License-Identifier: Apache-2.0

/// Quads kept in memory, for tests

#ifndef TERCET_TEST_SUITE_QUAD_LIST_H
#define TERCET_TEST_SUITE_QUAD_LIST_H

#include "base/arena.h"

#include <tercet/rdf.h>

#include <stdio.h>
#include <stdlib.h>

/// Start from zero, end with quad_list_clear()
typedef struct {
  tercet_arena arena;
  tercet_quad *quads;
  size_t n_quads;
  size_t capacity;
} quad_list;

/// Tests cannot go on without memory
static inline void *
quad_list_need(void *pointer)
{
  if (!pointer) {
    fprintf(stderr, "out of memory\n");
    abort();
  }
  return pointer;
}

static inline tercet_string
quad_list_copy_string(quad_list *list, tercet_string text)
{
  const tercet_string copy = {
      (const char *)quad_list_need(tercet_arena_copy(
          &list->arena, text.length ? text.data : "", text.length)),
      text.length};
  return copy;
}

static inline tercet_term
quad_list_copy_term(quad_list *list, const tercet_term *term)
{
  tercet_term copy = *term;
  if (term->kind != TERCET_TERM_NONE) {
    copy.value = quad_list_copy_string(list, term->value);
    copy.datatype = quad_list_copy_string(list, term->datatype);
    copy.language = quad_list_copy_string(list, term->language);
  }
  return copy;
}

/// Append a copy of a quad; the function of a sink
static inline tercet_status
quad_list_add(void *context, const tercet_quad *quad, tercet_error *err)
{
  (void)err;
  quad_list *const list = (quad_list *)context;
  if (!list->capacity) {
    tercet_arena_init(&list->arena, NULL, SIZE_MAX);
  }
  if (list->n_quads == list->capacity) {
    list->capacity = list->capacity ? list->capacity * 2U : 64U;
    list->quads = (tercet_quad *)quad_list_need(
        realloc(list->quads, list->capacity * sizeof(tercet_quad)));
  }

  tercet_quad *const copy = &list->quads[list->n_quads++];
  copy->subject = quad_list_copy_term(list, &quad->subject);
  copy->predicate = quad_list_copy_term(list, &quad->predicate);
  copy->object = quad_list_copy_term(list, &quad->object);
  copy->graph = quad_list_copy_term(list, &quad->graph);
  return TERCET_OK;
}

/// Return a sink that appends to the list
static inline tercet_sink
quad_list_sink(quad_list *list)
{
  const tercet_sink sink = {quad_list_add, NULL, NULL, list};
  return sink;
}

/// Append what a file says
static inline tercet_status
quad_list_read_file(quad_list *list,
                    const char *path,
                    tercet_syntax syntax,
                    const char *base,
                    tercet_error *err)
{
  const tercet_sink sink = quad_list_sink(list);
  tercet_reader_options options = {0};
  options.base.data = base;
  options.base.length = strlen(base);
  return tercet_read_file(NULL, path, syntax, &options, &sink, NULL, err);
}

/// Append what a text says
static inline tercet_status
quad_list_read_text(quad_list *list,
                    tercet_string text,
                    tercet_syntax syntax,
                    const char *base,
                    tercet_error *err)
{
  const tercet_sink sink = quad_list_sink(list);
  tercet_reader_options options = {0};
  options.base.data = base;
  options.base.length = strlen(base);
  return tercet_read_text(NULL, text, syntax, &options, &sink, NULL, err);
}

static inline void
quad_list_clear(quad_list *list)
{
  if (list->capacity) {
    tercet_arena_clear(&list->arena);
  }
  free(list->quads);
  *list = (quad_list){0};
}

#endif // TERCET_TEST_SUITE_QUAD_LIST_H
