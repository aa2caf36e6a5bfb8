// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/join_table.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"

#include <string.h>

tercet_status
tercet_join_table_init(tercet_join_table *table,
                       const tercet_allocator *alloc,
                       size_t n_columns,
                       size_t n_keys,
                       const int *key_columns,
                       uint64_t maybe_mask,
                       tercet_error *err)
{
  *table = (tercet_join_table){0};
  table->alloc = alloc;
  table->n_keys = n_keys;
  table->key_columns = key_columns;
  table->maybe_mask = maybe_mask;
  return tercet_row_store_init(&table->rows, alloc, n_columns, err);
}

/// Free the indexes and groups
static void
drop_indexes(tercet_join_table *table)
{
  for (size_t i = 0; i < table->n_indexes; ++i) {
    tercet_release(table->alloc, table->indexes[i].heads);
    tercet_release(table->alloc, table->indexes[i].nexts);
  }
  table->n_indexes = 0;
  table->n_groups = 0;
}

void
tercet_join_table_clear(tercet_join_table *table)
{
  drop_indexes(table);
  if (table->alloc) {
    tercet_release(table->alloc, table->indexes);
    tercet_release(table->alloc, table->group_masks);
  }
  tercet_row_store_clear(&table->rows);
  *table = (tercet_join_table){0};
}

void
tercet_join_table_reset(tercet_join_table *table)
{
  drop_indexes(table);
  tercet_row_store_reset(&table->rows);
}

/// Return which keys a row binds
static uint64_t
bound_mask(const tercet_join_table *table, size_t row)
{
  uint64_t mask = 0;
  for (size_t k = 0; k < table->n_keys; ++k) {
    const tercet_id id = table->rows.columns[table->key_columns[k]][row];
    mask |= (id != TERCET_ID_NONE ? UINT64_C(1) : 0U) << k;
  }
  return mask;
}

static uint64_t
all_keys(const tercet_join_table *table)
{
  return table->n_keys == 64U ? UINT64_MAX
                              : (UINT64_C(1) << table->n_keys) - 1U;
}

static tercet_status
add_group(tercet_join_table *table, uint64_t mask, tercet_error *err)
{
  for (size_t i = 0; i < table->n_groups; ++i) {
    if (table->group_masks[i] == mask) {
      return TERCET_OK;
    }
  }

  void *items = table->group_masks;
  if (!tercet_grow_array(table->alloc,
                         &items,
                         &table->groups_capacity,
                         table->n_groups + 1U,
                         sizeof(uint64_t))) {
    return tercet_error_no_memory(err);
  }
  table->group_masks = (uint64_t *)items;
  table->group_masks[table->n_groups++] = mask;
  return TERCET_OK;
}

tercet_status
tercet_join_table_finish(tercet_join_table *table, tercet_error *err)
{
  if (!table->maybe_mask) {
    return table->rows.n_rows ? add_group(table, all_keys(table), err)
                              : TERCET_OK;
  }

  uint64_t last = 0;
  for (size_t row = 0; row < table->rows.n_rows; ++row) {
    const uint64_t mask = bound_mask(table, row);
    if (!row || mask != last) {
      TERCET_TRY(add_group(table, mask, err));
    }
    last = mask;
  }
  return TERCET_OK;
}

static uint64_t
combine(uint64_t hash, tercet_id id)
{
  return (hash ^ id) * UINT64_C(0x9e3779b97f4a7c15);
}

/// Return the bucket of a row
static size_t
bucket_of(const tercet_join_index *index,
          const tercet_id *const *columns,
          size_t row)
{
  uint64_t hash = 0;
  for (size_t k = 0; k < index->n_keys; ++k) {
    hash = combine(hash, columns[k][row]);
  }
  return (size_t)(tercet_hash_u64(hash) >> index->shift);
}

/// Put the rows of the group into the buckets; a row that comes first in the
/// table comes first in its bucket
static void
fill_index(const tercet_join_table *table, tercet_join_index *index)
{
  for (size_t row = table->rows.n_rows; row-- > 0;) {
    if (table->maybe_mask && bound_mask(table, row) != index->group_mask) {
      continue;
    }
    const size_t bucket = bucket_of(index, index->keys, row);
    index->nexts[row] = index->heads[bucket];
    index->heads[bucket] = (uint32_t)row;
  }
}

/// Make the index for some keys of a group
static tercet_status
add_index(tercet_join_table *table,
          uint64_t group_mask,
          uint64_t key_mask,
          tercet_error *err)
{
  void *items = table->indexes;
  if (!tercet_grow_array(table->alloc,
                         &items,
                         &table->indexes_capacity,
                         table->n_indexes + 1U,
                         sizeof(tercet_join_index))) {
    return tercet_error_no_memory(err);
  }
  table->indexes = (tercet_join_index *)items;

  tercet_join_index *const index = &table->indexes[table->n_indexes];
  *index = (tercet_join_index){0};
  index->group_mask = group_mask;
  index->key_mask = key_mask;
  for (size_t k = 0; k < table->n_keys; ++k) {
    if ((key_mask >> k) & 1U) {
      index->positions[index->n_keys] = (uint8_t)k;
      index->keys[index->n_keys++] = table->rows.columns[table->key_columns[k]];
    }
  }

  const size_t n_rows = table->rows.n_rows;
  unsigned bits = 4;
  while (index->n_keys && bits < 32U && ((size_t)1 << bits) < n_rows) {
    ++bits;
  }
  index->shift = 64U - bits;
  index->heads = (uint32_t *)tercet_allocate_array(
      table->alloc, (size_t)1 << bits, sizeof(uint32_t));
  index->nexts = (uint32_t *)tercet_allocate_array(
      table->alloc, n_rows + 1U, sizeof(uint32_t));
  if (!index->heads || !index->nexts) {
    tercet_release(table->alloc, index->heads);
    tercet_release(table->alloc, index->nexts);
    return tercet_error_no_memory(err);
  }
  memset(index->heads, 0xFF, sizeof(uint32_t) << bits);
  ++table->n_indexes;
  fill_index(table, index);
  return TERCET_OK;
}

tercet_status
tercet_join_table_index(tercet_join_table *table,
                        size_t i_group,
                        uint64_t bound,
                        size_t *out,
                        tercet_error *err)
{
  const uint64_t group_mask = table->group_masks[i_group];
  const uint64_t key_mask = group_mask & bound;
  for (size_t i = 0; i < table->n_indexes; ++i) {
    if (table->indexes[i].group_mask == group_mask &&
        table->indexes[i].key_mask == key_mask) {
      *out = i;
      return TERCET_OK;
    }
  }
  *out = table->n_indexes;
  return add_index(table, group_mask, key_mask, err);
}

/// Return the first row from `row` on, along the bucket, with equal keys
static uint32_t
find_equal(const tercet_join_index *index,
           uint32_t candidate,
           const tercet_id *const *columns,
           size_t row)
{
  for (; candidate != TERCET_JOIN_ROW_NONE;
       candidate = index->nexts[candidate]) {
    bool equal = true;
    for (size_t k = 0; equal && k < index->n_keys; ++k) {
      equal = index->keys[k][candidate] == columns[index->positions[k]][row];
    }
    if (equal) {
      return candidate;
    }
  }
  return TERCET_JOIN_ROW_NONE;
}

uint32_t
tercet_join_table_first(const tercet_join_table *table,
                        size_t i_index,
                        const tercet_id *const *columns,
                        size_t row)
{
  const tercet_join_index *const index = &table->indexes[i_index];
  uint64_t hash = 0;
  for (size_t k = 0; k < index->n_keys; ++k) {
    hash = combine(hash, columns[index->positions[k]][row]);
  }
  const size_t bucket = (size_t)(tercet_hash_u64(hash) >> index->shift);
  return find_equal(index, index->heads[bucket], columns, row);
}

uint32_t
tercet_join_table_next(const tercet_join_table *table,
                       size_t i_index,
                       uint32_t current,
                       const tercet_id *const *columns,
                       size_t row)
{
  const tercet_join_index *const index = &table->indexes[i_index];
  return find_equal(index, index->nexts[current], columns, row);
}
