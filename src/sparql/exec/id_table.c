// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/id_table.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"

#include <string.h>

void
tercet_id_table_init(tercet_id_table *table,
                     const tercet_allocator *alloc,
                     size_t width)
{
  *table = (tercet_id_table){0};
  table->alloc = alloc;
  table->width = width;
  tercet_hash_index_init(&table->index, alloc);
}

void
tercet_id_table_clear(tercet_id_table *table)
{
  if (table->alloc) {
    const tercet_allocator *const alloc = table->alloc;
    tercet_hash_index_clear(&table->index);
    tercet_release(alloc, table->rows);
    tercet_id_table_init(table, alloc, table->width);
  }
}

static uint64_t
hash_row(const tercet_id_table *table, const tercet_id *row)
{
  uint64_t hash = 0;
  for (size_t i = 0; i < table->width; ++i) {
    hash = (hash ^ row[i]) * UINT64_C(0x9e3779b97f4a7c15);
  }
  return tercet_hash_u64(hash);
}

static bool
row_equals(const void *context, uint64_t position, const void *key)
{
  const tercet_id_table *const table = (const tercet_id_table *)context;
  const tercet_id *const a = table->rows + position * table->width;
  const tercet_id *const b = (const tercet_id *)key;
  for (size_t i = 0; i < table->width; ++i) {
    if (a[i] != b[i]) {
      return false;
    }
  }
  return true;
}

static uint64_t
row_hash(const void *context, uint64_t position)
{
  const tercet_id_table *const table = (const tercet_id_table *)context;
  return hash_row(table, table->rows + position * table->width);
}

tercet_status
tercet_id_table_add(tercet_id_table *table,
                    const tercet_id *row,
                    uint64_t *number,
                    bool *is_new)
{
  const uint64_t hash = hash_row(table, row);
  *number = tercet_hash_index_find(&table->index, hash, row_equals, table, row);
  *is_new = *number == TERCET_HASH_INDEX_NONE;
  if (!*is_new) {
    return TERCET_OK;
  }

  void *items = table->rows;
  TERCET_TRY(tercet_hash_index_reserve(&table->index, row_hash, table));
  if (!tercet_grow_array(table->alloc,
                         &items,
                         &table->capacity,
                         (table->n_rows + 1U) * table->width + 1U,
                         sizeof(tercet_id))) {
    return TERCET_ERR_NO_MEMORY;
  }
  table->rows = (tercet_id *)items;
  memcpy(table->rows + table->n_rows * table->width,
         row,
         table->width * sizeof(tercet_id));
  tercet_hash_index_add(&table->index, hash, table->n_rows);
  *number = table->n_rows++;
  return TERCET_OK;
}
