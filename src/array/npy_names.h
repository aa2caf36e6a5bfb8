// SPDX-License-Identifier: Apache-2.0

/// Names of the arrays in a file, which must differ

#ifndef TERCET_ARRAY_NPY_NAMES_H
#define TERCET_ARRAY_NPY_NAMES_H

#include "base/hash_index.h"

/// Add `n` names to an empty table.  On failure it holds some of them:
/// #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_ARGUMENT if a name occurs twice.
TERCET_NODISCARD tercet_status
tercet_npy_names_add(tercet_hash_index *index,
                     size_t n,
                     const tercet_string *names,
                     tercet_error *err);

/// Return the position of a name, or #TERCET_HASH_INDEX_NONE
uint64_t
tercet_npy_names_find(const tercet_hash_index *index,
                      const tercet_string *names,
                      tercet_string name);

/// Check that names differ; statuses as above
TERCET_NODISCARD tercet_status
tercet_npy_names_check(const tercet_allocator *alloc,
                       size_t n,
                       const tercet_string *names,
                       tercet_error *err);

#endif // TERCET_ARRAY_NPY_NAMES_H
