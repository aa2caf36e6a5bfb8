// SPDX-License-Identifier: Apache-2.0

/// Rows of a store's scan as columns of a quad pattern: for scans and lookups

#ifndef TERCET_SPARQL_EXEC_PATTERN_H
#define TERCET_SPARQL_EXEC_PATTERN_H

#include "sparql/exec/operator.h"

/// In the owner's storage; all zero before the first _init()
typedef struct {
  const tercet_allocator *alloc;
  int target[4]; ///< By column of the order: the batch's column, or -1
  int equal[4];  ///< By column of the order: an earlier one that must be
                 ///< equal (a variable that stands twice), or -1
  bool has_equal;
  int constant; ///< Column that gets `constant_id`: a known graph; or -1
  tercet_id constant_id;
  tercet_id *spare; ///< For columns that are compared but not delivered
} tercet_pattern_reader;

/// Prepare to read the pattern of a plan into its columns
TERCET_NODISCARD tercet_status
tercet_pattern_reader_init(tercet_pattern_reader *reader,
                           tercet_exec *exec,
                           const tercet_plan *plan,
                           tercet_error *err);

void
tercet_pattern_reader_clear(tercet_pattern_reader *reader);

/// Read up to `max` rows into `columns`, from row `first` on; return their
/// number.  tercet_pattern_reader_filter() must follow.
size_t
tercet_pattern_reader_read(tercet_pattern_reader *reader,
                           tercet_scan *scan,
                           size_t max,
                           tercet_id *const *columns,
                           size_t first);

/// Drop the rows just read where a variable that stands twice has two values;
/// return the number left
size_t
tercet_pattern_reader_filter(tercet_pattern_reader *reader,
                             tercet_id *const *columns,
                             size_t first,
                             size_t n_rows);

/// Append the order and the pattern of a plan
TERCET_NODISCARD tercet_status
tercet_pattern_describe(const tercet_plan *plan,
                        const tercet_algebra_query *query,
                        tercet_buffer *out);

#endif // TERCET_SPARQL_EXEC_PATTERN_H
