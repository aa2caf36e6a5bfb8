// SPDX-License-Identifier: Apache-2.0

#include "store/text_table.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/string_view.h"

#include <assert.h>

#define PAGE_SHIFT 12U
#define PAGE_SIZE ((size_t)1 << PAGE_SHIFT)

/// Bytes that two varints of 64 bits take at the most
#define HEADER_MAX 20U

#define POSITION_BITS 37U
#define POSITION_MASK ((UINT64_C(1) << POSITION_BITS) - 1U)
#define HASH_MASK (UINT64_MAX << 40U)
#define LEAST_SLOTS ((size_t)64)

/* ---- Records ---- */

static size_t
write_varint(uint64_t value, char *out)
{
  size_t n = 0U;
  for (; value >= 128U; value >>= 7U) {
    out[n++] = (char)(value | 128U);
  }
  out[n++] = (char)value;
  return n;
}

static const char *
read_varint(const char *text, uint64_t *out)
{
  uint64_t value = (unsigned char)*text & 127U;
  for (unsigned shift = 7U; *text++ & 128; shift += 7U) {
    value |= (uint64_t)((unsigned char)*text & 127U) << shift;
  }

  *out = value;
  return text;
}

static bool
has_qualifier(tercet_tag tag)
{
  return tag == TERCET_TAG_LANG_STRING || tag == TERCET_TAG_LITERAL;
}

static size_t
write_header(const tercet_text_key *key, char *out)
{
  const size_t n =
      has_qualifier(key->tag) ? write_varint(key->qualifier, out) : 0U;
  return n + write_varint(key->text.length, out + n);
}

static void
read_record(const char *record, tercet_tag tag, tercet_text_key *out)
{
  uint64_t qualifier = 0U;
  uint64_t length = 0U;
  if (has_qualifier(tag)) {
    record = read_varint(record, &qualifier);
  }

  out->text.data = read_varint(record, &length);
  out->text.length = (size_t)length;
  out->tag = tag;
  out->qualifier = (uint32_t)qualifier;
}

/* ---- Lists of records ---- */

static const char *
record_at(const tercet_record_list *list, uint64_t position)
{
  return list->pages[position >> PAGE_SHIFT][position & (PAGE_SIZE - 1U)];
}

/// Make room for one more record
static tercet_status
reserve_record(const tercet_allocator *alloc, tercet_record_list *list)
{
  if (list->n_records >> PAGE_SHIFT < list->n_pages) {
    return TERCET_OK;
  }
  if (!tercet_grow_array(alloc,
                         (void **)&list->pages,
                         &list->page_capacity,
                         list->n_pages + 1U,
                         sizeof(const char **))) {
    return TERCET_ERR_NO_MEMORY;
  }

  const char **const page =
      (const char **)tercet_allocate_array(alloc, PAGE_SIZE, sizeof(char *));
  if (!page) {
    return TERCET_ERR_NO_MEMORY;
  }

  list->pages[list->n_pages++] = page;
  return TERCET_OK;
}

/* ---- The table ---- */

void
tercet_text_table_init(tercet_text_table *table, tercet_text_store *store)
{
  memset(table, 0, sizeof(*table));
  table->store = store;
}

void
tercet_text_table_clear(tercet_text_table *table)
{
  for (size_t i = 0U; i <= TERCET_TAG_LITERAL; ++i) {
    tercet_record_list *const list = &table->lists[i];
    for (size_t j = 0U; j < list->n_pages; ++j) {
      tercet_release(table->store->alloc, (void *)list->pages[j]);
    }
    tercet_release(table->store->alloc, (void *)list->pages);
  }

  tercet_release(table->store->alloc, table->slots);
  tercet_text_table_init(table, table->store);
}

uint64_t
tercet_text_hash(tercet_tag tag, tercet_string text)
{
  return tercet_hash_bytes(text.data, text.length, (uint64_t)tag);
}

/* ---- Slots ---- */

static uint64_t
make_slot(uint64_t hash, tercet_tag tag, uint64_t position)
{
  return (hash & HASH_MASK) | ((uint64_t)tag << POSITION_BITS) | position;
}

static tercet_tag
slot_tag(uint64_t slot)
{
  return (tercet_tag)((slot & ~HASH_MASK) >> POSITION_BITS);
}

/// Put a slot where the search for its hash will end
static void
place_slot(uint64_t *slots, size_t n_slots, uint64_t hash, uint64_t slot)
{
  const size_t mask = n_slots - 1U;
  size_t i = hash & mask;
  while (slots[i]) {
    i = (i + 1U) & mask;
  }
  slots[i] = slot;
}

/// Place all records of one tag, in the order in which they lie in memory
static void
place_records(const tercet_text_table *table,
              tercet_tag tag,
              uint64_t *slots,
              size_t n_slots)
{
  for (uint64_t i = 0U; i < table->lists[tag].n_records; ++i) {
    tercet_text_key key;
    tercet_text_table_get(table, tag, i, &key);
    const uint64_t hash = tercet_text_hash(tag, key.text);
    place_slot(slots, n_slots, hash, make_slot(hash, tag, i));
  }
}

static void
place_all_records(const tercet_text_table *table,
                  uint64_t *slots,
                  size_t n_slots)
{
  for (tercet_tag tag = TERCET_TAG_BLANK; tag <= TERCET_TAG_LITERAL; ++tag) {
    place_records(table, tag, slots, n_slots);
  }
}

/// Make room for one more slot
static tercet_status
reserve_slot(tercet_text_table *table)
{
  if (table->n_used < table->n_slots / 4U * 3U) {
    return TERCET_OK;
  }

  const size_t n_slots = table->n_slots ? table->n_slots * 2U : LEAST_SLOTS;
  size_t size = 0U;
  uint64_t *const slots =
      tercet_size_multiply(n_slots, sizeof(uint64_t), &size)
          ? (uint64_t *)tercet_allocate_zeroed(table->store->alloc, size)
          : NULL;
  if (!slots) {
    return TERCET_ERR_NO_MEMORY;
  }

  place_all_records(table, slots, n_slots);
  tercet_release(table->store->alloc, table->slots);
  table->slots = slots;
  table->n_slots = n_slots;
  return TERCET_OK;
}

void
tercet_text_table_prefetch(const tercet_text_table *table,
                           uint64_t hash,
                           unsigned step)
{
  if (!table->n_slots) {
    return;
  }

  const uint64_t *const slot = &table->slots[hash & (table->n_slots - 1U)];
  if (!step) {
    __builtin_prefetch(slot);
  } else if (*slot && !((*slot ^ hash) & HASH_MASK)) {
    const tercet_record_list *const list = &table->lists[slot_tag(*slot)];
    const uint64_t position = *slot & POSITION_MASK;
    const char *const *const entry =
        &list->pages[position >> PAGE_SHIFT][position & (PAGE_SIZE - 1U)];
    if (step == 1U) {
      __builtin_prefetch(entry);
    } else {
      __builtin_prefetch(*entry);
    }
  }
}

static bool
is_key_at(const tercet_text_table *table,
          const tercet_text_key *key,
          uint64_t position)
{
  tercet_text_key found;
  read_record(record_at(&table->lists[key->tag], position), key->tag, &found);
  return found.qualifier == key->qualifier &&
         tercet_string_equals(found.text, key->text);
}

uint64_t
tercet_text_table_find(const tercet_text_table *table,
                       const tercet_text_key *key,
                       uint64_t hash)
{
  if (!table->n_slots) {
    return TERCET_TEXT_NONE;
  }

  const size_t mask = table->n_slots - 1U;
  const uint64_t wanted = make_slot(hash, key->tag, 0U);
  for (size_t i = hash & mask; table->slots[i]; i = (i + 1U) & mask) {
    const uint64_t position = table->slots[i] ^ wanted;
    if (!(position & ~POSITION_MASK) && is_key_at(table, key, position)) {
      return position;
    }
  }

  return TERCET_TEXT_NONE;
}

tercet_status
tercet_text_table_add(tercet_text_table *table,
                      const tercet_text_key *key,
                      uint64_t hash,
                      uint64_t *position)
{
  assert(key->tag >= TERCET_TAG_BLANK && key->tag <= TERCET_TAG_LITERAL);

  tercet_record_list *const list = &table->lists[key->tag];
  TERCET_TRY(reserve_record(table->store->alloc, list));
  TERCET_TRY(reserve_slot(table));

  size_t size = 0U;
  if (!tercet_size_add(key->text.length, HEADER_MAX, &size)) {
    return TERCET_ERR_NO_MEMORY;
  }
  char *const record = tercet_text_store_room(table->store, size);
  if (!record) {
    return TERCET_ERR_NO_MEMORY;
  }

  const size_t n_header = write_header(key, record);
  if (key->text.length) {
    memcpy(record + n_header, key->text.data, key->text.length);
  }
  tercet_text_store_take(table->store, n_header + key->text.length);

  *position = list->n_records++;
  list->pages[*position >> PAGE_SHIFT][*position & (PAGE_SIZE - 1U)] = record;
  place_slot(
      table->slots, table->n_slots, hash, make_slot(hash, key->tag, *position));
  ++table->n_used;
  return TERCET_OK;
}

void
tercet_text_table_get(const tercet_text_table *table,
                      tercet_tag tag,
                      uint64_t position,
                      tercet_text_key *out)
{
  assert(position < table->lists[tag].n_records);
  read_record(record_at(&table->lists[tag], position), tag, out);
}

void
tercet_text_table_rollback(tercet_text_table *table,
                           const tercet_text_table *mark)
{
  for (tercet_tag tag = TERCET_TAG_BLANK; tag <= TERCET_TAG_LITERAL; ++tag) {
    table->lists[tag].n_records = mark->lists[tag].n_records;
  }
  if (table->n_used == mark->n_used) {
    return;
  }

  memset(table->slots, 0, table->n_slots * sizeof(uint64_t));
  place_all_records(table, table->slots, table->n_slots);
  table->n_used = mark->n_used;
}

uint64_t
tercet_text_table_size(const tercet_text_table *table)
{
  uint64_t size = 0U;
  for (size_t i = 0U; i <= TERCET_TAG_LITERAL; ++i) {
    size += table->lists[i].n_records;
  }
  return size;
}

uint64_t
tercet_text_table_bytes(const tercet_text_table *table)
{
  uint64_t bytes = table->n_slots * sizeof(uint64_t);
  for (size_t i = 0U; i <= TERCET_TAG_LITERAL; ++i) {
    bytes += table->lists[i].n_pages * PAGE_SIZE * sizeof(char *);
  }
  return bytes;
}

bool
tercet_text_table_validate(const tercet_text_table *table)
{
  size_t n_used = 0U;
  for (size_t i = 0U; i < table->n_slots; ++i) {
    n_used += table->slots[i] != 0U;
  }
  if (n_used != table->n_used || n_used != tercet_text_table_size(table) ||
      n_used > table->n_slots / 4U * 3U) {
    return false;
  }

  for (tercet_tag tag = TERCET_TAG_BLANK; tag <= TERCET_TAG_LITERAL; ++tag) {
    for (uint64_t i = 0U; i < table->lists[tag].n_records; ++i) {
      tercet_text_key key;
      tercet_text_table_get(table, tag, i, &key);
      if (tercet_text_table_find(
              table, &key, tercet_text_hash(tag, key.text)) != i) {
        return false;
      }
    }
  }

  return true;
}
