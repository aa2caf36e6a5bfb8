// SPDX-License-Identifier: Apache-2.0

/// A set of rows of ids, numbered in the order of arrival

#ifndef TERCET_SPARQL_EXEC_ID_TABLE_H
#define TERCET_SPARQL_EXEC_ID_TABLE_H

#include "base/hash_index.h"
#include "store/id.h"

/// In the owner's storage
typedef struct {
  const tercet_allocator *alloc;
  tercet_hash_index index;
  size_t width; ///< Ids of a row; may be 0
  size_t n_rows;
  size_t capacity; ///< In ids
  tercet_id *rows; ///< Row by row
} tercet_id_table;

/// Prepare an empty table; allocates nothing
void
tercet_id_table_init(tercet_id_table *table,
                     const tercet_allocator *alloc,
                     size_t width);

/// Free everything; an all-zero table is fine
void
tercet_id_table_clear(tercet_id_table *table);

/// Set `number` to the number of a row, added if it is new
TERCET_NODISCARD tercet_status
tercet_id_table_add(tercet_id_table *table,
                    const tercet_id *row,
                    uint64_t *number,
                    bool *is_new);

#endif // TERCET_SPARQL_EXEC_ID_TABLE_H
