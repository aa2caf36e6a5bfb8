// SPDX-License-Identifier: Apache-2.0

#include "store/qualifier.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/string_view.h"
#include "store/index_refill.h"

#include <assert.h>

void
tercet_qualifier_table_init(tercet_qualifier_table *table,
                            tercet_text_store *store)
{
  *table = (tercet_qualifier_table){.store = store};
  tercet_hash_index_init(&table->index, store->alloc);
}

void
tercet_qualifier_table_clear(tercet_qualifier_table *table)
{
  tercet_release(table->store->alloc, table->items);
  tercet_hash_index_clear(&table->index);
  tercet_qualifier_table_init(table, table->store);
}

/// Return a hash that is the same for texts that differ in case
static uint64_t
hash_ignoring_case(tercet_string text)
{
  uint64_t hash = text.length;
  for (size_t i = 0U; i < text.length; ++i) {
    const unsigned char c = (unsigned char)text.data[i];
    const bool is_upper = c >= 'A' && c <= 'Z';
    hash = tercet_hash_u64(hash ^ (is_upper ? c + ('a' - 'A') : c));
  }

  return hash;
}

static uint64_t
hash_qualifier(const tercet_qualifier *qualifier)
{
  return qualifier->datatype == TERCET_DATATYPE_OTHER
             ? tercet_hash_bytes(
                   qualifier->text.data, qualifier->text.length, 0U)
             : hash_ignoring_case(qualifier->text);
}

static uint64_t
hash_at(const void *context, uint64_t position)
{
  return hash_qualifier(
      &((const tercet_qualifier_table *)context)->items[position]);
}

static bool
equal_qualifiers(const tercet_qualifier *a, const tercet_qualifier *b)
{
  if (a->datatype != b->datatype || a->direction != b->direction) {
    return false;
  }

  return a->datatype == TERCET_DATATYPE_OTHER
             ? tercet_string_equals(a->text, b->text)
             : tercet_string_equals_ignoring_case(a->text, b->text);
}

static bool
equal_at(const void *context, uint64_t position, const void *key)
{
  return equal_qualifiers(
      &((const tercet_qualifier_table *)context)->items[position],
      (const tercet_qualifier *)key);
}

uint32_t
tercet_qualifier_find(const tercet_qualifier_table *table,
                      const tercet_qualifier *qualifier)
{
  if (qualifier->datatype < TERCET_DATATYPE_OTHER &&
      qualifier->datatype != TERCET_DATATYPE_LANG_STRING &&
      qualifier->datatype != TERCET_DATATYPE_DIR_LANG_STRING) {
    return (uint32_t)qualifier->datatype;
  }

  const uint64_t position = tercet_hash_index_find(
      &table->index, hash_qualifier(qualifier), equal_at, table, qualifier);
  return position == TERCET_HASH_INDEX_NONE
             ? TERCET_QUALIFIER_NONE
             : (uint32_t)position + TERCET_DATATYPE_OTHER;
}

tercet_status
tercet_qualifier_intern(tercet_qualifier_table *table,
                        const tercet_qualifier *qualifier,
                        uint32_t *out)
{
  *out = tercet_qualifier_find(table, qualifier);
  if (*out != TERCET_QUALIFIER_NONE) {
    return TERCET_OK;
  }
  if (table->n_items >= UINT32_MAX - TERCET_DATATYPE_OTHER - 1U ||
      !tercet_grow_array(table->store->alloc,
                         (void **)&table->items,
                         &table->capacity,
                         table->n_items + 1U,
                         sizeof(tercet_qualifier))) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(tercet_hash_index_reserve(&table->index, hash_at, table));

  const size_t length = qualifier->text.length;
  char *const text = tercet_text_store_room(table->store, length);
  if (!text) {
    return TERCET_ERR_NO_MEMORY;
  }

  if (length) {
    memcpy(text, qualifier->text.data, length);
  }
  tercet_text_store_take(table->store, length);
  table->items[table->n_items] = *qualifier;
  table->items[table->n_items].text = (tercet_string){text, length};
  tercet_hash_index_add(
      &table->index, hash_qualifier(qualifier), table->n_items);
  *out = (uint32_t)table->n_items++ + TERCET_DATATYPE_OTHER;
  return TERCET_OK;
}

void
tercet_qualifier_rollback(tercet_qualifier_table *table, size_t n_items)
{
  if (table->n_items == n_items) {
    return;
  }

  table->n_items = n_items;
  tercet_index_refill(&table->index, n_items, hash_at, table);
}

void
tercet_qualifier_get(const tercet_qualifier_table *table,
                     uint32_t number,
                     tercet_qualifier *out)
{
  if (number < TERCET_DATATYPE_OTHER) {
    out->datatype = (tercet_datatype)number;
    out->direction = TERCET_DIRECTION_NONE;
    out->text = tercet_datatype_iri(out->datatype);
    return;
  }

  assert(number - TERCET_DATATYPE_OTHER < table->n_items);
  *out = table->items[number - TERCET_DATATYPE_OTHER];
}
