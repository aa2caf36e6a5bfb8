// SPDX-License-Identifier: Apache-2.0

/// Rows kept in memory, column by column

#ifndef TERCET_SPARQL_EXEC_ROW_STORE_H
#define TERCET_SPARQL_EXEC_ROW_STORE_H

#include "sparql/expr/evaluate.h"

/// Rows that a store holds at the most: their numbers fit into 32 bits, and
/// the largest one is free to stand for none
#define TERCET_ROW_STORE_MAX (UINT32_MAX - 1U)

/// In the owner's storage
typedef struct {
  const tercet_allocator *alloc;
  size_t n_columns;
  tercet_id **columns;
  size_t n_rows;
  size_t capacity;
} tercet_row_store;

/// Prepare an empty store of some columns
TERCET_NODISCARD tercet_status
tercet_row_store_init(tercet_row_store *store,
                      const tercet_allocator *alloc,
                      size_t n_columns,
                      tercet_error *err);

/// Free everything; an all-zero store is fine
void
tercet_row_store_clear(tercet_row_store *store);

/// Append the rows of a batch, its first columns
TERCET_NODISCARD tercet_status
tercet_row_store_append(tercet_row_store *store,
                        const tercet_batch *batch,
                        tercet_error *err);

/// Append some rows of a batch
TERCET_NODISCARD tercet_status
tercet_row_store_append_range(tercet_row_store *store,
                              const tercet_batch *batch,
                              size_t first,
                              size_t n_rows,
                              tercet_error *err);

/// Forget the rows, keep the memory
void
tercet_row_store_reset(tercet_row_store *store);

#endif // TERCET_SPARQL_EXEC_ROW_STORE_H
