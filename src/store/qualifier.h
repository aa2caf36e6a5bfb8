// SPDX-License-Identifier: Apache-2.0

/// Languages and datatypes of literals, numbered.  Numbers below
/// TERCET_DATATYPE_OTHER are the datatypes of rdf/datatype.h.

#ifndef TERCET_STORE_QUALIFIER_H
#define TERCET_STORE_QUALIFIER_H

#include <tercet/rdf.h>

#include "base/hash_index.h"
#include "rdf/datatype.h"
#include "store/text_store.h"

/// A datatype that rdf/datatype.h does not list, or a language
typedef struct {
  tercet_datatype datatype; ///< OTHER, LANG_STRING or DIR_LANG_STRING
  tercet_direction direction;
  tercet_string text; ///< IRI, or language as it was first written
} tercet_qualifier;

/// In the owner's storage
typedef struct {
  tercet_text_store *store;
  tercet_qualifier *items;
  size_t n_items;
  size_t capacity;
  tercet_hash_index index;
} tercet_qualifier_table;

#define TERCET_QUALIFIER_NONE UINT32_MAX

void
tercet_qualifier_table_init(tercet_qualifier_table *table,
                            tercet_text_store *store);

/// Free everything but the store
void
tercet_qualifier_table_clear(tercet_qualifier_table *table);

/// Return the number of a qualifier, or #TERCET_QUALIFIER_NONE.  The case of
/// languages does not count.
uint32_t
tercet_qualifier_find(const tercet_qualifier_table *table,
                      const tercet_qualifier *qualifier);

/// Set `out` to the number of a qualifier, adding it if it is new
TERCET_NODISCARD tercet_status
tercet_qualifier_intern(tercet_qualifier_table *table,
                        const tercet_qualifier *qualifier,
                        uint32_t *out);

/// Take out what was added after the first `n_items`; comes before the
/// rollback of the store
void
tercet_qualifier_rollback(tercet_qualifier_table *table, size_t n_items);

/// Set `out` to a qualifier by its number
void
tercet_qualifier_get(const tercet_qualifier_table *table,
                     uint32_t number,
                     tercet_qualifier *out);

#endif // TERCET_STORE_QUALIFIER_H
