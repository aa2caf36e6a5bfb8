// SPDX-License-Identifier: Apache-2.0

/**
   The terms that are kept as text, numbered from 0 for each tag.

   A record is packed into the text store:

       qualifier (varint, only strings with a language and other literals)
       length (varint)
       bytes

   It is found by a hash table whose slots hold, beside the place of the
   record, bits of the hash that spare most comparisons:

       63            40 39   37 36           0
       +---------------+-------+--------------+
       |     hash      |  tag  |   position   |   0: free, no tag is 0
       +---------------+-------+--------------+
*/

#ifndef TERCET_STORE_TEXT_TABLE_H
#define TERCET_STORE_TEXT_TABLE_H

#include "store/id.h"
#include "store/text_store.h"

/// A term that is kept as text
typedef struct {
  tercet_tag tag;     ///< TERCET_TAG_BLANK to TERCET_TAG_LITERAL
  uint32_t qualifier; ///< Which language or datatype; 0 where there is none
  tercet_string text;
} tercet_text_key;

/// Addresses of the records of one tag, in pages that do not move
typedef struct {
  const char ***pages;
  size_t n_pages;
  size_t page_capacity;
  uint64_t n_records;
} tercet_record_list;

/// In the owner's storage; readers may share it while nobody adds
typedef struct {
  tercet_text_store *store;
  tercet_record_list lists[TERCET_TAG_LITERAL + 1];
  uint64_t *slots; ///< Open addressing with linear probing, at most 3/4 full
  size_t n_slots;  ///< 0 or a power of two
  size_t n_used;
} tercet_text_table;

/// Position of a text that is not there
#define TERCET_TEXT_NONE UINT64_MAX

/// Prepare an empty table that keeps its records in `store`
void
tercet_text_table_init(tercet_text_table *table, tercet_text_store *store);

/// Free everything but the store
void
tercet_text_table_clear(tercet_text_table *table);

/// Return the hash of a key, to be given to the functions below.  It does not
/// depend on the qualifier, whose number is another one in another table.
uint64_t
tercet_text_hash(tercet_tag tag, tercet_string text);

/// Bring memory near that finding a hash will need: in step 0 that of the
/// table, in step 1 that of the list, in step 2 that of the record
void
tercet_text_table_prefetch(const tercet_text_table *table,
                           uint64_t hash,
                           unsigned step);

/// Return the position of a key, or #TERCET_TEXT_NONE
uint64_t
tercet_text_table_find(const tercet_text_table *table,
                       const tercet_text_key *key,
                       uint64_t hash);

/// Add a key that is not there yet; nothing changes if memory is out
TERCET_NODISCARD tercet_status
tercet_text_table_add(tercet_text_table *table,
                      const tercet_text_key *key,
                      uint64_t hash,
                      uint64_t *position);

/// Set `out` to the key at a position
void
tercet_text_table_get(const tercet_text_table *table,
                      tercet_tag tag,
                      uint64_t position,
                      tercet_text_key *out);

/// Take out what was added after `mark`, an earlier copy of the table; comes
/// before that of the store
void
tercet_text_table_rollback(tercet_text_table *table,
                           const tercet_text_table *mark);

/// Return the number of texts
uint64_t
tercet_text_table_size(const tercet_text_table *table);

/// Return the bytes held, without the store
uint64_t
tercet_text_table_bytes(const tercet_text_table *table);

/// Check the invariants, for tests
bool
tercet_text_table_validate(const tercet_text_table *table);

#endif // TERCET_STORE_TEXT_TABLE_H
