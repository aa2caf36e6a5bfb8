// SPDX-License-Identifier: Apache-2.0

/**
   Some statements on their way from a reader to the dictionary.

   The thread that reads fills a batch: it hashes the terms, makes inline ids,
   and keeps the text of each term once, since statements that follow each
   other share many.  Another thread, or the same one later, interns what is
   in it.
*/

#ifndef TERCET_STORE_TERM_BATCH_H
#define TERCET_STORE_TERM_BATCH_H

#include "base/arena.h"
#include "store/dictionary_internal.h"
#include "store/segment.h"

/// Statements of a batch, at the most
#define TERCET_BATCH_QUADS 1024U

/// Bytes of text of a batch, unless a single statement is longer
#define TERCET_BATCH_TEXT ((size_t)1 << 20U)

#define TERCET_BATCH_RECENT 1024U

/// A tensor that was decoded before its batch was interned
typedef struct {
  tercet_tensor_type type;
  tercet_row_key key;
} tercet_decoded_tensor;

typedef struct {
  tercet_prepared_term term;
  tercet_id id;  ///< Set when it is interned
  uint64_t line; ///< Where a tensor literal starts
  uint64_t column;
  const tercet_decoded_tensor *decoded; ///< NULL if it is still a literal
} tercet_batch_item;

/// In the owner's storage
typedef struct {
  const tercet_allocator *alloc;
  char *text;
  size_t n_text;
  size_t text_capacity;
  tercet_batch_item *items;
  size_t n_items;
  tercet_id_quad *quads; ///< Ids, or places of items, see term_batch.c
  size_t n_quads;
  uint32_t *recent;     ///< Item plus one, by hash; 0: none
  size_t n_to_decode;   ///< Items from here on need not be looked at
  tercet_arena decoded; ///< Holds what `decoded` of the items points to
  tercet_buffer unescaped;
} tercet_term_batch;

/// Make an empty batch
TERCET_NODISCARD tercet_status
tercet_term_batch_init(tercet_term_batch *batch, const tercet_allocator *alloc);

void
tercet_term_batch_clear(tercet_term_batch *batch);

/// Take everything out of a batch
void
tercet_term_batch_reset(tercet_term_batch *batch);

/// Return whether a statement fits; an empty batch takes any
bool
tercet_term_batch_has_room(const tercet_term_batch *batch,
                           const tercet_quad *quad);

/**
   Add a statement that fits.

   @param default_graph Graph of what is in the default graph.
   @param where Line and column of the object; may be NULL unless that is a
   tensor.
*/
TERCET_NODISCARD tercet_status
tercet_term_batch_add(tercet_term_batch *batch,
                      const tercet_quad *quad,
                      tercet_id default_graph,
                      const tercet_error *where);

/// Decode one tensor, if there is one left, with the help of an own `table`;
/// set `decoded` to whether there was one
TERCET_NODISCARD tercet_status
tercet_term_batch_decode(tercet_term_batch *batch,
                         tercet_tensor_table *table,
                         bool *decoded);

/// Receives what is wrong with each tensor literal that is ill-typed
typedef struct {
  void (*ill_typed)(void *context, const tercet_error *error);
  void *context;
} tercet_batch_listener;

/// Intern all terms, and append the statements to `out`, where there is room
TERCET_NODISCARD tercet_status
tercet_term_batch_intern(tercet_term_batch *batch,
                         tercet_dictionary *dictionary,
                         const tercet_batch_listener *listener,
                         tercet_id_quad *out);

#endif // TERCET_STORE_TERM_BATCH_H
