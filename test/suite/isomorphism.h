// SPDX-License-Identifier: Apache-2.0

/**
   Whether two tables of terms are equal but for the labels of blank nodes.

   A row is a quad, or a solution of a query.  Nodes are told apart by
   refinement: the colour of a node is a hash of the rows it is in, with the
   colours of the nodes beside it, over and over.  Where nodes stay alike, one
   is paired with each of its like in turn.  A pairing that is complete is
   checked exactly, so that colliding hashes do no harm.
*/

#ifndef TERCET_TEST_SUITE_ISOMORPHISM_H
#define TERCET_TEST_SUITE_ISOMORPHISM_H

#include "base/buffer.h"
#include "base/hash.h"
#include "rdf/term.h"
#include "suite/quad_list.h"

#include <assert.h>
#include <string.h>

/// A cell is the number of a term that is no blank node, or minus the number
/// of a blank node of its side minus one
typedef struct {
  int64_t *cells;
  size_t n_rows;
  size_t width;
  size_t n_nodes;
  uint64_t *colours; ///< Of the nodes
} iso_side;

/// Texts that are numbered by their order
typedef struct {
  char **texts;
  size_t n_texts;
  size_t capacity;
} iso_texts;

static inline void *
iso_new(size_t count, size_t size)
{
  return quad_list_need(calloc(count ? count : 1, size));
}

/// Return the text of a term: equal for equal terms
static inline char *
iso_text(const tercet_term *term)
{
  char lower[256];
  tercet_term copy = *term;
  if (copy.language.length <= sizeof(lower)) {
    for (size_t i = 0; i < copy.language.length; ++i) {
      const char c = copy.language.data[i];
      lower[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    copy.language.data = lower;
  }

  tercet_buffer buffer;
  tercet_buffer_init(&buffer, NULL, SIZE_MAX);
  if ((term->kind && tercet_term_append(&copy, &buffer)) ||
      tercet_buffer_append_char(&buffer, '\0')) {
    quad_list_need(NULL);
  }
  return buffer.data;
}

static inline void
iso_texts_add(iso_texts *texts, char *text)
{
  if (texts->n_texts == texts->capacity) {
    texts->capacity = texts->capacity ? texts->capacity * 2U : 64U;
    texts->texts = (char **)quad_list_need(
        realloc(texts->texts, texts->capacity * sizeof(char *)));
  }
  texts->texts[texts->n_texts++] = text;
}

static inline int
iso_compare_texts(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/// Sort the texts and drop those that are there twice
static inline void
iso_texts_sort(iso_texts *texts)
{
  if (!texts->n_texts) {
    return;
  }

  qsort(texts->texts, texts->n_texts, sizeof(char *), iso_compare_texts);
  size_t n = 1;
  for (size_t i = 1; i < texts->n_texts; ++i) {
    if (strcmp(texts->texts[i], texts->texts[n - 1U])) {
      texts->texts[n++] = texts->texts[i];
    } else {
      free(texts->texts[i]);
    }
  }
  texts->n_texts = n;
}

static inline int64_t
iso_texts_find(const iso_texts *texts, char *text)
{
  char **const found = (char **)bsearch(
      &text, texts->texts, texts->n_texts, sizeof(char *), iso_compare_texts);
  return found - texts->texts;
}

static inline void
iso_texts_clear(iso_texts *texts)
{
  for (size_t i = 0; i < texts->n_texts; ++i) {
    free(texts->texts[i]);
  }
  free(texts->texts);
}

/// Add the texts of all terms of a table
static inline void
iso_collect(const tercet_term *terms,
            size_t n_terms,
            iso_texts *ground,
            iso_texts *nodes)
{
  for (size_t i = 0; i < n_terms; ++i) {
    const bool is_node = terms[i].kind == TERCET_TERM_BLANK;
    iso_texts_add(is_node ? nodes : ground, iso_text(&terms[i]));
  }
  iso_texts_sort(nodes);
}

static inline iso_side
iso_number(const tercet_term *terms,
           size_t n_rows,
           size_t width,
           const iso_texts *ground,
           const iso_texts *nodes)
{
  iso_side side = {NULL, n_rows, width, nodes->n_texts, NULL};
  side.cells = (int64_t *)iso_new(n_rows * width, sizeof(int64_t));
  side.colours = (uint64_t *)iso_new(side.n_nodes, sizeof(uint64_t));
  for (size_t i = 0; i < n_rows * width; ++i) {
    char *const text = iso_text(&terms[i]);
    side.cells[i] = terms[i].kind == TERCET_TERM_BLANK
                        ? -iso_texts_find(nodes, text) - 1
                        : iso_texts_find(ground, text);
    free(text);
  }
  return side;
}

static inline int
iso_compare_rows(const void *a, const void *b, void *context)
{
  const size_t width = *(const size_t *)context;
  const int64_t *const x = (const int64_t *)a;
  const int64_t *const y = (const int64_t *)b;
  for (size_t i = 0; i < width; ++i) {
    if (x[i] != y[i]) {
      return x[i] < y[i] ? -1 : 1;
    }
  }
  return 0;
}

static inline void
iso_sort_rows(iso_side *side)
{
  const size_t row_size = side->width * sizeof(int64_t);
  if (row_size) {
    qsort_r(
        side->cells, side->n_rows, row_size, iso_compare_rows, &side->width);
  }
}

/// Drop the rows that are there twice
static inline void
iso_make_set(iso_side *side)
{
  iso_sort_rows(side);
  size_t n = 0;
  for (size_t i = 0; i < side->n_rows; ++i) {
    int64_t *const row = side->cells + i * side->width;
    int64_t *const last = side->cells + (n ? n - 1U : 0U) * side->width;
    if (!n || iso_compare_rows(row, last, &side->width)) {
      memmove(
          side->cells + n++ * side->width, row, side->width * sizeof(int64_t));
    }
  }
  side->n_rows = n;
}

static inline uint64_t
iso_cell_hash(const iso_side *side, int64_t cell)
{
  return cell >= 0 ? tercet_hash_u64((uint64_t)cell + 1U)
                   : tercet_hash_u64(~side->colours[-cell - 1]);
}

static inline uint64_t
iso_row_hash(const iso_side *side, size_t row)
{
  uint64_t hash = 0;
  for (size_t i = 0; i < side->width; ++i) {
    const uint64_t cell =
        iso_cell_hash(side, side->cells[row * side->width + i]);
    hash = tercet_hash_u64(hash * 31U + cell);
  }
  return hash;
}

/// Give each node a colour that takes in those of its neighbours
static inline void
iso_refine_once(iso_side *side)
{
  uint64_t *const next = (uint64_t *)iso_new(side->n_nodes, sizeof(uint64_t));
  for (size_t row = 0; row < side->n_rows; ++row) {
    const uint64_t hash = iso_row_hash(side, row);
    for (size_t i = 0; i < side->width; ++i) {
      const int64_t cell = side->cells[row * side->width + i];
      if (cell < 0) {
        next[-cell - 1] += tercet_hash_u64(hash + i + 1U);
      }
    }
  }
  for (size_t i = 0; i < side->n_nodes; ++i) {
    side->colours[i] = tercet_hash_u64(side->colours[i] * 31U + next[i]);
  }
  free(next);
}

static inline int
iso_compare_u64(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a;
  const uint64_t y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/// Return a sorted copy of the colours
static inline uint64_t *
iso_sorted_colours(const iso_side *side)
{
  uint64_t *const copy = (uint64_t *)iso_new(side->n_nodes, sizeof(uint64_t));
  memcpy(copy, side->colours, side->n_nodes * sizeof(uint64_t));
  qsort(copy, side->n_nodes, sizeof(uint64_t), iso_compare_u64);
  return copy;
}

static inline size_t
iso_count_colours(const iso_side *side)
{
  uint64_t *const sorted = iso_sorted_colours(side);
  size_t n = side->n_nodes ? 1U : 0U;
  for (size_t i = 1; i < side->n_nodes; ++i) {
    n += sorted[i] != sorted[i - 1U];
  }
  free(sorted);
  return n;
}

/// Refine both sides until no colour splits any more; false if the colours
/// show that they differ
static inline bool
iso_refine(iso_side *a, iso_side *b)
{
  for (size_t n_before = 0, n = iso_count_colours(a) + 1U; n != n_before;) {
    n_before = n;
    iso_refine_once(a);
    iso_refine_once(b);
    n = iso_count_colours(a) + 1U;
  }

  uint64_t *const a_colours = iso_sorted_colours(a);
  uint64_t *const b_colours = iso_sorted_colours(b);
  const bool same =
      !memcmp(a_colours, b_colours, a->n_nodes * sizeof(uint64_t));
  free(a_colours);
  free(b_colours);
  return same;
}

/// Return the node of that colour, from `start` on, or n_nodes
static inline size_t
iso_find_colour(const iso_side *side, uint64_t colour, size_t start)
{
  size_t i = start;
  while (i < side->n_nodes && side->colours[i] != colour) {
    ++i;
  }
  return i;
}

/// Compare the rows exactly when each node of `a` has one of its colour in `b`
static inline bool
iso_rows_equal(const iso_side *a, const iso_side *b)
{
  const size_t n_cells = a->n_rows * a->width;
  iso_side mapped = *a;
  iso_side other = *b;
  mapped.cells = (int64_t *)iso_new(n_cells, sizeof(int64_t));
  other.cells = (int64_t *)iso_new(n_cells, sizeof(int64_t));
  memcpy(other.cells, b->cells, n_cells * sizeof(int64_t));
  for (size_t i = 0; i < n_cells; ++i) {
    const int64_t cell = a->cells[i];
    mapped.cells[i] =
        cell >= 0 ? cell
                  : -(int64_t)iso_find_colour(b, a->colours[-cell - 1], 0) - 1;
  }

  iso_sort_rows(&mapped);
  iso_sort_rows(&other);
  const bool same =
      !memcmp(mapped.cells, other.cells, n_cells * sizeof(int64_t));
  free(mapped.cells);
  free(other.cells);
  return same;
}

/// Return the first node of `a` that shares its colour, or n_nodes
static inline size_t
iso_find_ambiguous(const iso_side *a)
{
  for (size_t i = 0; i < a->n_nodes; ++i) {
    if (iso_find_colour(a, a->colours[i], i + 1U) < a->n_nodes) {
      return i;
    }
  }
  return a->n_nodes;
}

/// Find a pairing of the nodes; goes as deep as there are nodes alike
static inline bool
iso_match(iso_side *a, iso_side *b)
{
  if (!iso_refine(a, b)) {
    return false;
  }
  const size_t node = iso_find_ambiguous(a);
  if (node == a->n_nodes) {
    return iso_rows_equal(a, b);
  }

  const size_t size = a->n_nodes * sizeof(uint64_t);
  uint64_t *const a_saved = (uint64_t *)iso_new(a->n_nodes, sizeof(uint64_t));
  uint64_t *const b_saved = (uint64_t *)iso_new(a->n_nodes, sizeof(uint64_t));
  memcpy(a_saved, a->colours, size);
  memcpy(b_saved, b->colours, size);

  const uint64_t colour = a->colours[node];
  bool found = false;
  for (size_t i = 0; i < b->n_nodes && !found; ++i) {
    if (b_saved[i] == colour) {
      memcpy(a->colours, a_saved, size);
      memcpy(b->colours, b_saved, size);
      a->colours[node] = b->colours[i] = tercet_hash_u64(colour + 1U);
      found = iso_match(a, b);
    }
  }

  free(a_saved);
  free(b_saved);
  return found;
}

/**
   Return whether two tables of `width` terms a row are isomorphic.

   A term of kind TERCET_TERM_NONE is an unbound variable or the default
   graph.  With `as_sets`, equal rows count once, as the triples of a graph
   do; otherwise as often as they occur, as solutions do.
*/
static inline bool
isomorphic_rows(const tercet_term *a,
                size_t n_a,
                const tercet_term *b,
                size_t n_b,
                size_t width,
                bool as_sets)
{
  iso_texts ground = {0};
  iso_texts a_nodes = {0};
  iso_texts b_nodes = {0};
  iso_collect(a, n_a * width, &ground, &a_nodes);
  iso_collect(b, n_b * width, &ground, &b_nodes);
  iso_texts_sort(&ground);

  iso_side a_side = iso_number(a, n_a, width, &ground, &a_nodes);
  iso_side b_side = iso_number(b, n_b, width, &ground, &b_nodes);
  if (as_sets) {
    iso_make_set(&a_side);
    iso_make_set(&b_side);
  }
  const bool same = a_side.n_rows == b_side.n_rows &&
                    a_side.n_nodes == b_side.n_nodes &&
                    iso_match(&a_side, &b_side);

  iso_texts_clear(&ground);
  iso_texts_clear(&a_nodes);
  iso_texts_clear(&b_nodes);
  free(a_side.cells);
  free(a_side.colours);
  free(b_side.cells);
  free(b_side.colours);
  return same;
}

/// Return whether two lists of quads are isomorphic datasets
static inline bool
isomorphic_quads(const quad_list *a, const quad_list *b)
{
  static_assert(sizeof(tercet_quad) == 4 * sizeof(tercet_term),
                "a quad is a row of four terms");
  return isomorphic_rows((const tercet_term *)(const void *)a->quads,
                         a->n_quads,
                         (const tercet_term *)(const void *)b->quads,
                         b->n_quads,
                         4,
                         true);
}

#endif // TERCET_TEST_SUITE_ISOMORPHISM_H
