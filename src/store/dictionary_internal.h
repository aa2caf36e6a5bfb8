// SPDX-License-Identifier: Apache-2.0

/**
   Interning in two steps, for loading: what needs only the term is done by
   the thread that reads, what needs the dictionary by another one.
*/

#ifndef TERCET_STORE_DICTIONARY_INTERNAL_H
#define TERCET_STORE_DICTIONARY_INTERNAL_H

#include "store/dictionary.h"
#include "store/qualifier.h"
#include "store/tensor_table.h"

/// A term on its way to an id
typedef struct {
  tercet_tag tag;     ///< NONE if the id is known; TENSOR if still a literal
  bool escaped;       ///< Only for tensors
  tercet_id id;       ///< Only for NONE
  tercet_string text; ///< Of the term given, or of the buffer `unescaped`
  tercet_qualifier qualifier; ///< Only for the tags that have one
  uint64_t hash;              ///< Not for NONE and tensors
} tercet_prepared_term;

/// Do what needs no dictionary; `unescaped` is overwritten if need be
TERCET_NODISCARD tercet_status
tercet_term_prepare(const tercet_term *term,
                    tercet_buffer *unescaped,
                    tercet_prepared_term *out);

/// Bring memory near that interning the term will need: step 0 some terms
/// before, step 1 half as many, step 2 fewer
void
tercet_dictionary_prefetch(const tercet_dictionary *dictionary,
                           const tercet_prepared_term *term,
                           unsigned step);

/// Do the rest of tercet_dictionary_intern()
TERCET_NODISCARD tercet_status
tercet_dictionary_intern_prepared(tercet_dictionary *dictionary,
                                  const tercet_prepared_term *term,
                                  tercet_id *out,
                                  tercet_error *ill_typed);

/// Intern a tensor that tercet_tensor_table_decode() has decoded elsewhere
TERCET_NODISCARD tercet_status
tercet_dictionary_intern_row(tercet_dictionary *dictionary,
                             const tercet_tensor_type *type,
                             const tercet_row_key *key,
                             tercet_id *out);

/// Free memory that is only used while something is interned
void
tercet_dictionary_trim(tercet_dictionary *dictionary);

/// What a dictionary held at some time
typedef struct tercet_dictionary_mark tercet_dictionary_mark;

/// Remember what a dictionary holds
TERCET_NODISCARD tercet_status
tercet_dictionary_mark_new(const tercet_dictionary *dictionary,
                           tercet_dictionary_mark **out);

/// Free a mark; NULL is fine
void
tercet_dictionary_mark_free(const tercet_dictionary *dictionary,
                            tercet_dictionary_mark *mark);

/// Take out what came after a mark; ids of it mean nothing any more
void
tercet_dictionary_rollback(tercet_dictionary *dictionary,
                           const tercet_dictionary_mark *mark);

#endif // TERCET_STORE_DICTIONARY_INTERNAL_H
