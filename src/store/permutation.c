// SPDX-License-Identifier: Apache-2.0

#include "store/permutation.h"

#include "base/allocator.h"
#include "base/error.h"

#include <assert.h>
#include <string.h>

/* ---- Building ---- */

/// Allocate what is held for each block
static tercet_status
allocate_blocks(tercet_permutation *p)
{
  size_t n_firsts = 0U;
  size_t n_columns = 0U;
  if (!tercet_size_multiply(p->n_blocks, 3U, &n_firsts) ||
      !tercet_size_multiply(p->n_blocks, p->n_columns, &n_columns)) {
    return TERCET_ERR_NO_MEMORY;
  }

  p->firsts =
      (tercet_id *)tercet_allocate_array(p->alloc, n_firsts, sizeof(tercet_id));
  p->offsets = (uint64_t *)tercet_allocate_array(
      p->alloc, p->n_blocks, sizeof(uint64_t));
  p->columns = (tercet_column *)tercet_allocate_array(
      p->alloc, n_columns, sizeof(tercet_column));
  return p->firsts && p->offsets && p->columns ? TERCET_OK
                                               : TERCET_ERR_NO_MEMORY;
}

/// Translate one place of some rows to ids
static void
ranks_to_ids(const tercet_rank_map *map,
             const tercet_rank_row *rows,
             size_t n_rows,
             unsigned place,
             tercet_id *out)
{
  assert(n_rows);

  unsigned tag = tercet_rank_tag(map, rows[0].rank[place]);
  for (size_t i = 0U; i < n_rows; ++i) {
    const uint32_t rank = rows[i].rank[place];
    if (rank < map->first[tag] || rank >= map->first[tag + 1U]) {
      tag = tercet_rank_tag(map, rank);
    }
    out[i] = tercet_rank_id(map, tag, rank);
  }
}

static tercet_status
write_block(tercet_permutation *p,
            size_t block,
            tercet_order order,
            const tercet_rank_map *map,
            const tercet_rank_row *rows)
{
  tercet_id ids[TERCET_BLOCK_ROWS];
  const size_t n = tercet_block_size(p, block);
  const size_t start = p->data.length;
  p->offsets[block] = start;
  for (unsigned c = 0U; c < p->n_columns; ++c) {
    ranks_to_ids(map, rows, n, tercet_order_places[order][c], ids);
    if (c < 3U) {
      p->firsts[c * p->n_blocks + block] = ids[0];
    }
    TERCET_TRY(tercet_column_write(
        ids, n, start, &p->data, &p->columns[block * p->n_columns + c]));
  }

  return TERCET_OK;
}

static tercet_status
add_group(tercet_permutation *p, tercet_id key, uint64_t n_distinct)
{
  if (!tercet_grow_array(p->alloc,
                         (void **)&p->groups,
                         &p->group_capacity,
                         p->n_groups + 1U,
                         sizeof(tercet_group))) {
    return TERCET_ERR_NO_MEMORY;
  }

  p->groups[p->n_groups++] = (tercet_group){key, n_distinct};
  return TERCET_OK;
}

/// Count the values of the first column, and those of the second one beside
/// values that have many rows
static tercet_status
count_groups(tercet_permutation *p,
             tercet_order order,
             const tercet_rank_map *map,
             const tercet_rank_row *rows)
{
  const unsigned first = tercet_order_places[order][0];
  const unsigned second = tercet_order_places[order][1];
  const size_t n = (size_t)p->n_rows;
  for (size_t begin = 0U, end = 0U; begin < n; begin = end) {
    const uint32_t key = rows[begin].rank[first];
    uint64_t n_distinct = 1U;
    for (end = begin + 1U; end < n && rows[end].rank[first] == key; ++end) {
      n_distinct += rows[end].rank[second] != rows[end - 1U].rank[second];
    }

    ++p->n_leading;
    if (end - begin > TERCET_BLOCK_ROWS) {
      const tercet_id id = tercet_rank_id(map, tercet_rank_tag(map, key), key);
      TERCET_TRY(add_group(p, id, n_distinct));
    }
  }

  return TERCET_OK;
}

/// Append what may be read behind the values, and give back what is not used
static tercet_status
finish_data(tercet_permutation *p)
{
  static const char slack[TERCET_COLUMN_SLACK] = {0};
  TERCET_TRY(tercet_buffer_append(&p->data, slack, sizeof(slack)));

  char *const data =
      (char *)tercet_reallocate(p->alloc, p->data.data, p->data.length);
  if (data) {
    p->data.data = data;
    p->data.capacity = p->data.length;
  }

  return TERCET_OK;
}

static tercet_status
fill(tercet_permutation *p,
     tercet_order order,
     const tercet_rank_map *map,
     const tercet_rank_row *rows)
{
  TERCET_TRY(allocate_blocks(p));
  for (size_t block = 0U; block < p->n_blocks; ++block) {
    TERCET_TRY(
        write_block(p, block, order, map, rows + block * TERCET_BLOCK_ROWS));
  }

  TERCET_TRY(count_groups(p, order, map, rows));
  return finish_data(p);
}

tercet_status
tercet_permutation_build(const tercet_allocator *alloc,
                         tercet_order order,
                         const tercet_rank_map *map,
                         const tercet_rank_row *rows,
                         size_t n_rows,
                         bool with_graphs,
                         tercet_permutation *out)
{
  *out = (tercet_permutation){
      .alloc = alloc,
      .n_rows = n_rows,
      .n_blocks = (n_rows + TERCET_BLOCK_ROWS - 1U) / TERCET_BLOCK_ROWS,
      .n_columns = with_graphs ? 4U : 3U,
  };
  tercet_buffer_init(&out->data, alloc, SIZE_MAX);
  const tercet_status st = fill(out, order, map, rows);
  if (st != TERCET_OK) {
    tercet_permutation_clear(out);
  }

  return st;
}

void
tercet_permutation_clear(tercet_permutation *permutation)
{
  if (permutation->alloc) {
    tercet_release(permutation->alloc, permutation->firsts);
    tercet_release(permutation->alloc, permutation->offsets);
    tercet_release(permutation->alloc, permutation->columns);
    tercet_release(permutation->alloc, permutation->groups);
    tercet_buffer_clear(&permutation->data);
  }

  memset(permutation, 0, sizeof(*permutation));
}

uint64_t
tercet_permutation_bytes(const tercet_permutation *permutation)
{
  const uint64_t for_block =
      3U * sizeof(tercet_id) + sizeof(uint64_t) +
      (uint64_t)permutation->n_columns * sizeof(tercet_column);
  return permutation->data.capacity + permutation->n_blocks * for_block +
         permutation->group_capacity * sizeof(tercet_group);
}

/* ---- Searching ---- */

/// Return whether the first row of a block is less than a key, or, for
/// `or_equal`, not greater
static bool
starts_before(const tercet_permutation *p,
              size_t block,
              const tercet_id *key,
              unsigned n_key,
              bool or_equal)
{
  for (unsigned c = 0U; c < n_key; ++c) {
    const tercet_id first = p->firsts[c * p->n_blocks + block];
    if (first != key[c]) {
      return first < key[c];
    }
  }

  return or_equal;
}

/// Return the first block that does not start before a key, found from a
/// block near to it by steps that double
static size_t
find_block(const tercet_permutation *p,
           const tercet_id *key,
           unsigned n_key,
           bool or_equal,
           size_t near)
{
  size_t begin = 0U;
  size_t end = p->n_blocks;
  size_t step = 1U;
  if (near < end && starts_before(p, near, key, n_key, or_equal)) {
    begin = near + 1U;
    while (begin + step <= end &&
           starts_before(p, begin + step - 1U, key, n_key, or_equal)) {
      begin += step;
      step *= 2U;
    }
    end = begin + step - 1U < end ? begin + step - 1U : end;
  } else if (near < end) {
    end = near;
    while (step <= end && !starts_before(p, end - step, key, n_key, or_equal)) {
      end -= step;
      step *= 2U;
    }
    begin = step <= end ? end - step + 1U : 0U;
  }

  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2U;
    if (starts_before(p, middle, key, n_key, or_equal)) {
      begin = middle + 1U;
    } else {
      end = middle;
    }
  }

  return begin;
}

/// Set `begin` and `end` to the rows of a block that start with a key, or both
/// to where they would be
static void
narrow(const tercet_permutation *p,
       size_t block,
       const tercet_id *key,
       unsigned n_key,
       size_t *begin,
       size_t *end)
{
  *begin = 0U;
  *end = tercet_block_size(p, block);
  for (unsigned c = 0U; c < n_key && *begin < *end; ++c) {
    const char *data = NULL;
    const tercet_column *const column = tercet_block_column(p, block, c, &data);
    *begin = tercet_column_lower_bound(column, data, *begin, *end, key[c]);
    *end = tercet_column_gallop(column, data, *begin, *end, key[c] + 1U);
  }
}

void
tercet_permutation_find(const tercet_permutation *permutation,
                        const tercet_id *prefix,
                        unsigned n_prefix,
                        size_t *hint,
                        uint64_t *begin,
                        uint64_t *end)
{
  const tercet_permutation *const p = permutation;
  const size_t next = find_block(p, prefix, n_prefix, false, *hint);
  size_t first = 0U;
  size_t last = 0U;
  *begin = (uint64_t)next * TERCET_BLOCK_ROWS;
  *hint = next;
  if (next) {
    const size_t size = tercet_block_size(p, next - 1U);
    narrow(p, next - 1U, prefix, n_prefix, &first, &last);
    *begin -= TERCET_BLOCK_ROWS - first;
    *hint = next - 1U;
    if (last < size || next == p->n_blocks) {
      *end = *begin + (last - first);
      return;
    }
    *hint = first < size ? next - 1U : next;
  }

  // The rows go on, or start, in the blocks that start with the prefix
  const size_t behind = find_block(p, prefix, n_prefix, true, next);
  *end = (uint64_t)next * TERCET_BLOCK_ROWS;
  if (behind > next) {
    narrow(p, behind - 1U, prefix, n_prefix, &first, &last);
    *end = (uint64_t)(behind - 1U) * TERCET_BLOCK_ROWS + last;
  }
}

uint64_t
tercet_permutation_lower_bound(const tercet_permutation *permutation,
                               const tercet_id *key,
                               unsigned n_key,
                               size_t *hint)
{
  const size_t next = find_block(permutation, key, n_key, false, *hint);
  *hint = next;
  if (!next) {
    return 0U;
  }

  size_t first = 0U;
  size_t last = 0U;
  narrow(permutation, next - 1U, key, n_key, &first, &last);
  *hint = first < tercet_block_size(permutation, next - 1U) ? next - 1U : next;
  return (uint64_t)(next - 1U) * TERCET_BLOCK_ROWS + first;
}

/* ---- Reading ---- */

void
tercet_permutation_read(const tercet_permutation *permutation,
                        unsigned column,
                        uint64_t first,
                        size_t n_rows,
                        tercet_id *out)
{
  if (column >= permutation->n_columns) {
    memset(out, 0, n_rows * sizeof(tercet_id));
    return;
  }

  const size_t block = (size_t)(first / TERCET_BLOCK_ROWS);
  const size_t i = (size_t)(first % TERCET_BLOCK_ROWS);
  assert(i + n_rows <= tercet_block_size(permutation, block));

  const char *data = NULL;
  const tercet_column *const c =
      tercet_block_column(permutation, block, column, &data);
  tercet_column_read(c, data, i, n_rows, out);
}

/// Count by reading the rows, at most a block full of them
static uint64_t
count_by_reading(const tercet_permutation *p, tercet_id key)
{
  tercet_id values[TERCET_BLOCK_ROWS];
  tercet_id last = TERCET_ID_UNKNOWN;
  uint64_t n_distinct = 0U;
  size_t hint = p->n_blocks / 2U;
  uint64_t row = 0U;
  uint64_t end = 0U;
  tercet_permutation_find(p, &key, 1U, &hint, &row, &end);
  while (row < end) {
    const uint64_t in_block = TERCET_BLOCK_ROWS - row % TERCET_BLOCK_ROWS;
    const size_t n = (size_t)(end - row < in_block ? end - row : in_block);
    tercet_permutation_read(p, 1U, row, n, values);
    for (size_t i = 0U; i < n; ++i) {
      n_distinct += values[i] != last;
      last = values[i];
    }
    row += n;
  }

  return n_distinct;
}

uint64_t
tercet_permutation_count_distinct(const tercet_permutation *permutation,
                                  tercet_id key)
{
  size_t begin = 0U;
  size_t end = permutation->n_groups;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2U;
    if (permutation->groups[middle].key < key) {
      begin = middle + 1U;
    } else {
      end = middle;
    }
  }

  return begin < permutation->n_groups && permutation->groups[begin].key == key
             ? permutation->groups[begin].n_distinct
             : count_by_reading(permutation, key);
}
