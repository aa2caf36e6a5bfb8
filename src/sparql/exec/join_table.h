// SPDX-License-Identifier: Apache-2.0

/**
   Rows to be found by the values of shared variables.

   Two solutions are compatible if each variable that both bind has the same
   value (SPARQL 1.1, 18.3).  So rows are kept in groups by which of the shared
   variables they bind, and a group is looked up by those that the other side
   binds too: one table for each combination that occurs, made when it is
   first asked for.  Nearly always that is one group and one table.
*/

#ifndef TERCET_SPARQL_EXEC_JOIN_TABLE_H
#define TERCET_SPARQL_EXEC_JOIN_TABLE_H

#include "sparql/exec/row_store.h"

/// No row
#define TERCET_JOIN_ROW_NONE UINT32_MAX

/// Shared variables that a join can have
#define TERCET_JOIN_MAX_KEYS 64U

/// A table over one group, for one set of keys
typedef struct {
  uint64_t group_mask; ///< Keys that the rows of the group bind
  uint64_t key_mask;   ///< Keys that are compared
  size_t n_keys;
  uint8_t positions[TERCET_JOIN_MAX_KEYS];     ///< Among the table's keys
  const tercet_id *keys[TERCET_JOIN_MAX_KEYS]; ///< Columns of the rows
  unsigned shift;  ///< 64 minus the bits of a bucket number
  uint32_t *heads; ///< By bucket: its first row
  uint32_t *nexts; ///< By row: the next one of its bucket
} tercet_join_index;

/// In the owner's storage
typedef struct {
  const tercet_allocator *alloc;
  tercet_row_store rows;
  size_t n_keys;
  const int *key_columns; ///< Of the rows
  uint64_t maybe_mask;    ///< Keys that some row may leave unbound
  size_t n_groups;        ///< Distinct masks of bound keys
  size_t groups_capacity;
  uint64_t *group_masks;
  size_t n_indexes;
  size_t indexes_capacity;
  tercet_join_index *indexes;
} tercet_join_table;

/// Prepare an empty table; `key_columns` must outlive it
TERCET_NODISCARD tercet_status
tercet_join_table_init(tercet_join_table *table,
                       const tercet_allocator *alloc,
                       size_t n_columns,
                       size_t n_keys,
                       const int *key_columns,
                       uint64_t maybe_mask,
                       tercet_error *err);

void
tercet_join_table_clear(tercet_join_table *table);

/// Forget the rows
void
tercet_join_table_reset(tercet_join_table *table);

/// Find the groups, after all rows were appended to `rows`
TERCET_NODISCARD tercet_status
tercet_join_table_finish(tercet_join_table *table, tercet_error *err);

/// Set `out` to the number of the index for a group and the keys that a row of
/// the other side binds, made if need be
TERCET_NODISCARD tercet_status
tercet_join_table_index(tercet_join_table *table,
                        size_t i_group,
                        uint64_t bound,
                        size_t *out,
                        tercet_error *err);

/// Return the first row whose keys are those of row `row` of `columns` (one
/// for each key of the table), or #TERCET_JOIN_ROW_NONE
uint32_t
tercet_join_table_first(const tercet_join_table *table,
                        size_t i_index,
                        const tercet_id *const *columns,
                        size_t row);

/// Return the next such row
uint32_t
tercet_join_table_next(const tercet_join_table *table,
                       size_t i_index,
                       uint32_t current,
                       const tercet_id *const *columns,
                       size_t row);

#endif // TERCET_SPARQL_EXEC_JOIN_TABLE_H
