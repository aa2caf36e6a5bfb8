// SPDX-License-Identifier: Apache-2.0

#include "store/term_batch.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"

#include <assert.h>

/// In place of an id, an item that gets one: no term has this tag
#define ITEM_TAG ((uint64_t)15)

/// How many terms before its turn a term is prefetched
#define PREFETCH_SLOT 24U
#define PREFETCH_ENTRY 16U
#define PREFETCH_RECORD 8U

tercet_status
tercet_term_batch_init(tercet_term_batch *batch, const tercet_allocator *alloc)
{
  *batch = (tercet_term_batch){.alloc = alloc};
  tercet_arena_init(&batch->decoded, alloc, SIZE_MAX);
  tercet_buffer_init(&batch->unescaped, alloc, SIZE_MAX);
  batch->text = (char *)tercet_allocate(alloc, TERCET_BATCH_TEXT);
  batch->text_capacity = TERCET_BATCH_TEXT;
  batch->items = (tercet_batch_item *)tercet_allocate_array(
      alloc, TERCET_BATCH_QUADS * (size_t)4U, sizeof(tercet_batch_item));
  batch->quads = (tercet_id_quad *)tercet_allocate_array(
      alloc, TERCET_BATCH_QUADS, sizeof(tercet_id_quad));
  batch->recent = (uint32_t *)tercet_allocate_zeroed(
      alloc, TERCET_BATCH_RECENT * sizeof(uint32_t));
  if (batch->text && batch->items && batch->quads && batch->recent) {
    return TERCET_OK;
  }

  tercet_term_batch_clear(batch);
  return TERCET_ERR_NO_MEMORY;
}

void
tercet_term_batch_clear(tercet_term_batch *batch)
{
  tercet_release(batch->alloc, batch->text);
  tercet_release(batch->alloc, batch->items);
  tercet_release(batch->alloc, batch->quads);
  tercet_release(batch->alloc, batch->recent);
  tercet_arena_clear(&batch->decoded);
  tercet_buffer_clear(&batch->unescaped);
  *batch = (tercet_term_batch){.alloc = batch->alloc};
}

void
tercet_term_batch_reset(tercet_term_batch *batch)
{
  batch->n_text = 0U;
  batch->n_items = 0U;
  batch->n_quads = 0U;
  batch->n_to_decode = 0U;
  memset(batch->recent, 0, TERCET_BATCH_RECENT * sizeof(uint32_t));
  tercet_arena_reset(&batch->decoded);
}

/* ---- Filling ---- */

/// Return the bytes of text that a statement needs at the most
static size_t
text_size(const tercet_quad *quad)
{
  return quad->subject.value.length + quad->predicate.value.length +
         quad->object.value.length + quad->object.datatype.length +
         quad->object.language.length + quad->graph.value.length;
}

bool
tercet_term_batch_has_room(const tercet_term_batch *batch,
                           const tercet_quad *quad)
{
  return !batch->n_quads ||
         (batch->n_quads < TERCET_BATCH_QUADS &&
          text_size(quad) <= batch->text_capacity - batch->n_text);
}

/// Make room for a statement that is longer than all of the text
static tercet_status
reserve_text(tercet_term_batch *batch, const tercet_quad *quad)
{
  const size_t size = text_size(quad);
  if (size <= batch->text_capacity - batch->n_text) {
    return TERCET_OK;
  }

  assert(!batch->n_quads);
  char *const text = (char *)tercet_allocate(batch->alloc, size);
  if (!text) {
    return TERCET_ERR_NO_MEMORY;
  }

  tercet_release(batch->alloc, batch->text);
  batch->text = text;
  batch->text_capacity = size;
  return TERCET_OK;
}

static tercet_string
keep_text(tercet_term_batch *batch, tercet_string text)
{
  assert(text.length <= batch->text_capacity - batch->n_text);

  char *const kept = batch->text + batch->n_text;
  if (text.length) {
    memcpy(kept, text.data, text.length);
  }
  batch->n_text += text.length;
  return (tercet_string){kept, text.length};
}

static bool
has_qualifier(tercet_tag tag)
{
  return tag == TERCET_TAG_LANG_STRING || tag == TERCET_TAG_LITERAL;
}

static bool
equal_terms(const tercet_prepared_term *a, const tercet_prepared_term *b)
{
  return a->hash == b->hash && a->tag == b->tag &&
         tercet_string_equals(a->text, b->text) &&
         (!has_qualifier(a->tag) ||
          (a->qualifier.datatype == b->qualifier.datatype &&
           a->qualifier.direction == b->qualifier.direction &&
           tercet_string_equals(a->qualifier.text, b->qualifier.text)));
}

/// Add an item, with its texts; return its number
static size_t
add_item(tercet_term_batch *batch, const tercet_prepared_term *term)
{
  tercet_batch_item *const item = &batch->items[batch->n_items];
  item->term = *term;
  item->term.text = keep_text(batch, term->text);
  item->decoded = NULL;
  if (has_qualifier(term->tag)) {
    item->term.qualifier.text =
        term->qualifier.datatype == TERCET_DATATYPE_OTHER ||
                term->tag == TERCET_TAG_LANG_STRING
            ? keep_text(batch, term->qualifier.text)
            : tercet_datatype_iri(term->qualifier.datatype);
  }

  return batch->n_items++;
}

/// Return the number of the item of a term, adding it if it is new
static size_t
find_or_add_item(tercet_term_batch *batch, const tercet_prepared_term *term)
{
  if (term->tag == TERCET_TAG_TENSOR) {
    return add_item(batch, term);
  }

  uint32_t *const recent =
      &batch->recent[term->hash & (TERCET_BATCH_RECENT - 1U)];
  if (!*recent || !equal_terms(&batch->items[*recent - 1U].term, term)) {
    *recent = (uint32_t)add_item(batch, term) + 1U;
  }

  return *recent - 1U;
}

static tercet_status
add_term(tercet_term_batch *batch, const tercet_term *term, tercet_id *out)
{
  tercet_prepared_term prepared;
  TERCET_TRY(tercet_term_prepare(term, &batch->unescaped, &prepared));
  *out = prepared.tag == TERCET_TAG_NONE
             ? prepared.id
             : (ITEM_TAG << TERCET_ID_TAG_SHIFT) |
                   find_or_add_item(batch, &prepared);
  return TERCET_OK;
}

tercet_status
tercet_term_batch_add(tercet_term_batch *batch,
                      const tercet_quad *quad,
                      tercet_id default_graph,
                      const tercet_error *where)
{
  assert(tercet_term_batch_has_room(batch, quad));

  TERCET_TRY(reserve_text(batch, quad));
  tercet_id *const ids = batch->quads[batch->n_quads].id;
  TERCET_TRY(add_term(batch, &quad->subject, &ids[TERCET_S]));
  TERCET_TRY(add_term(batch, &quad->predicate, &ids[TERCET_P]));
  const size_t n_items = batch->n_items;
  TERCET_TRY(add_term(batch, &quad->object, &ids[TERCET_O]));
  if (where && batch->n_items > n_items) {
    batch->items[n_items].line = where->line;
    batch->items[n_items].column = where->column;
  }

  ids[TERCET_G] = default_graph;
  if (quad->graph.kind != TERCET_TERM_NONE) {
    TERCET_TRY(add_term(batch, &quad->graph, &ids[TERCET_G]));
  }

  ++batch->n_quads;
  batch->n_to_decode = batch->n_items;
  return TERCET_OK;
}

/* ---- Decoding ahead ---- */

/// Copy what was decoded, which lies in the table, to the arena of the batch
static tercet_status
keep_decoded(tercet_term_batch *batch,
             const tercet_tensor_type *type,
             const tercet_row_key *key,
             const tercet_decoded_tensor **out)
{
  tercet_decoded_tensor *const tensor =
      (tercet_decoded_tensor *)tercet_arena_allocate(
          &batch->decoded, sizeof(tercet_decoded_tensor));
  char *const data = (char *)tercet_arena_allocate_aligned(
      &batch->decoded, type->n_bytes, 64U);
  if (!tensor || !data) {
    return TERCET_ERR_NO_MEMORY;
  }

  tensor->type = *type;
  tensor->key = *key;
  tensor->key.data = memcpy(data, key->data, type->n_bytes);
  *out = tensor;
  return key->form.style != TERCET_LITERAL_STYLE_NONE ||
                 tercet_arena_copy_string(
                     &batch->decoded, key->text, &tensor->key.text)
             ? TERCET_OK
             : TERCET_ERR_NO_MEMORY;
}

static tercet_status
decode_item(tercet_term_batch *batch,
            tercet_tensor_table *table,
            tercet_batch_item *item)
{
  const tercet_literal_text literal = {
      item->term.text, item->term.escaped, item->term.qualifier.datatype};
  tercet_tensor_type type;
  tercet_row_key key;
  batch->unescaped.length = 0U;
  const tercet_status st = tercet_tensor_table_decode(
      table, &literal, &batch->unescaped, &type, &key, NULL);
  if (st == TERCET_ERR_SYNTAX) {
    return TERCET_OK; // Found again, and reported, when it is interned
  }

  return st ? st : keep_decoded(batch, &type, &key, &item->decoded);
}

tercet_status
tercet_term_batch_decode(tercet_term_batch *batch,
                         tercet_tensor_table *table,
                         bool *decoded)
{
  *decoded = false;
  while (batch->n_to_decode && !*decoded) {
    tercet_batch_item *const item = &batch->items[--batch->n_to_decode];
    if (item->term.tag == TERCET_TAG_TENSOR) {
      *decoded = true;
      return decode_item(batch, table, item);
    }
  }

  return TERCET_OK;
}

/* ---- Interning ---- */

static tercet_status
intern_item(tercet_batch_item *item,
            tercet_dictionary *dictionary,
            const tercet_batch_listener *listener)
{
  if (item->decoded) {
    return tercet_dictionary_intern_row(
        dictionary, &item->decoded->type, &item->decoded->key, &item->id);
  }
  if (item->term.tag != TERCET_TAG_TENSOR) {
    return tercet_dictionary_intern_prepared(
        dictionary, &item->term, &item->id, NULL);
  }

  tercet_error error = {0};
  TERCET_TRY(tercet_dictionary_intern_prepared(
      dictionary, &item->term, &item->id, &error));
  if (error.status != TERCET_OK) {
    error.line = item->line;
    error.column = item->column;
    listener->ill_typed(listener->context, &error);
  }

  return TERCET_OK;
}

/// Prefetch what the items some places ahead will need
static void
prefetch_ahead(const tercet_term_batch *batch,
               const tercet_dictionary *dictionary,
               size_t i)
{
  static const size_t distances[] = {
      PREFETCH_SLOT, PREFETCH_ENTRY, PREFETCH_RECORD};

  for (unsigned step = 0U; step < 3U; ++step) {
    if (i + distances[step] < batch->n_items) {
      tercet_dictionary_prefetch(
          dictionary, &batch->items[i + distances[step]].term, step);
    }
  }
}

tercet_status
tercet_term_batch_intern(tercet_term_batch *batch,
                         tercet_dictionary *dictionary,
                         const tercet_batch_listener *listener,
                         tercet_id_quad *out)
{
  for (size_t i = 0U; i < batch->n_items; ++i) {
    prefetch_ahead(batch, dictionary, i);
    TERCET_TRY(intern_item(&batch->items[i], dictionary, listener));
  }

  for (size_t i = 0U; i < batch->n_quads; ++i) {
    for (unsigned j = 0U; j < 4U; ++j) {
      const tercet_id id = batch->quads[i].id[j];
      out[i].id[j] = id >> TERCET_ID_TAG_SHIFT == ITEM_TAG
                         ? batch->items[tercet_id_payload(id)].id
                         : id;
    }
  }

  return TERCET_OK;
}
