// SPDX-License-Identifier: Apache-2.0

/// All quads of a segment in one order; private to the segment

#ifndef TERCET_STORE_PERMUTATION_H
#define TERCET_STORE_PERMUTATION_H

#include "store/column.h"
#include "store/rank_map.h"
#include "store/segment.h"

/// A value of the first column that has more rows than a block
typedef struct {
  tercet_id key;
  uint64_t n_distinct; ///< Distinct values of the second column beside it
} tercet_group;

/// In the owner's storage
typedef struct {
  const tercet_allocator *alloc;
  uint64_t n_rows;
  size_t n_blocks;
  unsigned n_columns;     ///< 3 if all quads are in the default graph, else 4
  tercet_id *firsts;      ///< Three columns of the first row of each block
  uint64_t *offsets;      ///< Where the bytes of each block start
  tercet_column *columns; ///< `n_columns` for each block
  tercet_buffer data;
  uint64_t n_leading; ///< Distinct values of the first column
  tercet_group *groups;
  size_t n_groups;
  size_t group_capacity;
} tercet_permutation;

/// Pack sorted rows that are all different; `with_graphs` tells whether any is
/// in a named graph
TERCET_NODISCARD tercet_status
tercet_permutation_build(const tercet_allocator *alloc,
                         tercet_order order,
                         const tercet_rank_map *map,
                         const tercet_rank_row *rows,
                         size_t n_rows,
                         bool with_graphs,
                         tercet_permutation *out);

/// Free everything; fine for a zeroed one
void
tercet_permutation_clear(tercet_permutation *permutation);

/// Return the bytes held
uint64_t
tercet_permutation_bytes(const tercet_permutation *permutation);

/// Return the number of rows of a block
static inline size_t
tercet_block_size(const tercet_permutation *permutation, size_t block)
{
  const uint64_t left =
      permutation->n_rows - (uint64_t)block * TERCET_BLOCK_ROWS;
  return left < TERCET_BLOCK_ROWS ? (size_t)left : TERCET_BLOCK_ROWS;
}

/// Return a column of a block, and set `data` to the block's bytes
static inline const tercet_column *
tercet_block_column(const tercet_permutation *permutation,
                    size_t block,
                    unsigned column,
                    const char **data)
{
  *data = permutation->data.data + permutation->offsets[block];
  return &permutation->columns[block * permutation->n_columns + column];
}

/**
   Find the rows that start with a prefix.

   @param[in,out] hint A block near to which the rows are expected; set to the
   block of the first row.
*/
void
tercet_permutation_find(const tercet_permutation *permutation,
                        const tercet_id *prefix,
                        unsigned n_prefix,
                        size_t *hint,
                        uint64_t *begin,
                        uint64_t *end);

/// Return the first row that is not less than a key of 1 to 3 columns;
/// `hint` as in tercet_permutation_find()
uint64_t
tercet_permutation_lower_bound(const tercet_permutation *permutation,
                               const tercet_id *key,
                               unsigned n_key,
                               size_t *hint);

/// Read a column of rows that lie in one block
void
tercet_permutation_read(const tercet_permutation *permutation,
                        unsigned column,
                        uint64_t first,
                        size_t n_rows,
                        tercet_id *out);

/// Return the distinct values of the second column beside a value of the
/// first one
uint64_t
tercet_permutation_count_distinct(const tercet_permutation *permutation,
                                  tercet_id key);

#endif // TERCET_STORE_PERMUTATION_H
