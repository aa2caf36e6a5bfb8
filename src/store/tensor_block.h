// SPDX-License-Identifier: Apache-2.0

/**
   Tensors of one dtype and shape, row after row.

   Rows of 64 bytes and more start at multiples of 64; shorter ones at
   multiples of the next power of two, so that none crosses a cache line.
   Chunks double: chunk k holds as many rows as all before it, so that a row's
   address follows from its number, a scan streams memory, and nothing moves.

   A row that is a literal remembers how it was written: the style, and the
   text itself where no style reproduces it.  Rows are equal if and only if
   the lexical forms and the datatypes are: of a text, the numbers and the
   style are a function, and the style and the numbers give the text back.
*/

#ifndef TERCET_STORE_TENSOR_BLOCK_H
#define TERCET_STORE_TENSOR_BLOCK_H

#include "array/literal.h"
#include "array/tensor_type.h"
#include "base/hash_index.h"
#include "rdf/datatype.h"
#include "store/tensor_codes.h"
#include "store/text_store.h"

#include <stdatomic.h>

#define TERCET_TENSOR_MAX_CHUNKS 40U

/// How a row was written
typedef struct {
  tercet_literal_style style;
  uint8_t datatype; ///< A tercet_datatype
} tercet_row_form;

/// The text of a row that no style reproduces
typedef struct {
  uint64_t row;
  const char *data;
  size_t n_stored; ///< Bytes at `data`; compressed if less than the length
  size_t length;
} tercet_kept_text;

typedef struct {
  const tercet_allocator *alloc;
  tercet_tensor_type type;
  size_t stride;
  unsigned first_shift; ///< The first chunk holds 2^first_shift rows
  size_t n_chunks;
  char *chunks[TERCET_TENSOR_MAX_CHUNKS]; ///< Aligned to 64
  void *allocations[TERCET_TENSOR_MAX_CHUNKS];
  uint64_t n_rows;
  tercet_row_form *forms;
  size_t form_capacity;
  uint64_t *hashes;
  size_t hash_capacity;
  tercet_kept_text *kept; ///< Ascending by row
  size_t n_kept;
  size_t kept_capacity;
  tercet_text_store *store; ///< Holds the kept texts
  tercet_hash_index index;
  _Atomic(tercet_tensor_codes *) codes; ///< Of the first rows, or NULL
  atomic_uint_fast64_t n_scanned;       ///< Rows that scans have looked at
} tercet_tensor_block;

/// A row that is looked for or to be added
typedef struct {
  const void *data; ///< NaNs have been made the same, see below
  tercet_row_form form;
  tercet_string text; ///< Not escaped; only if no style reproduces it
  uint64_t hash;
} tercet_row_key;

#define TERCET_ROW_NONE UINT64_MAX

void
tercet_tensor_block_init(tercet_tensor_block *block,
                         const tercet_tensor_type *type,
                         tercet_text_store *store);

/// Free everything but the store
void
tercet_tensor_block_clear(tercet_tensor_block *block);

/// Make all NaNs among the elements the one that the text NaN stands for
void
tercet_tensor_unify_nans(const tercet_tensor_type *type, void *data);

/// Set the hash of a key
void
tercet_row_key_finish(tercet_row_key *key, const tercet_tensor_type *type);

/// Return the address of a row
static inline void *
tercet_tensor_block_row(const tercet_tensor_block *block, uint64_t row)
{
  const uint64_t group = row >> block->first_shift;
  if (!group) {
    return block->chunks[0] + row * block->stride;
  }

  const unsigned chunk = 64U - (unsigned)__builtin_clzll(group);
  const uint64_t first = UINT64_C(1) << (block->first_shift + chunk - 1U);
  return block->chunks[chunk] + (row - first) * block->stride;
}

/// Return where the next row goes, to be written before
/// tercet_tensor_block_add(); NULL if memory is out
TERCET_NODISCARD void *
tercet_tensor_block_next(tercet_tensor_block *block);

/// Set `row` to the row that equals a key, or to #TERCET_ROW_NONE
TERCET_NODISCARD tercet_status
tercet_tensor_block_find(const tercet_tensor_block *block,
                         const tercet_row_key *key,
                         uint64_t *row);

/// Add a row that is not there yet; its data lie at
/// tercet_tensor_block_next() already, or are copied there
TERCET_NODISCARD tercet_status
tercet_tensor_block_add(tercet_tensor_block *block,
                        const tercet_row_key *key,
                        uint64_t *row);

/// Take out the rows from `n_rows` on; comes before the rollback of the store
void
tercet_tensor_block_rollback(tercet_tensor_block *block, uint64_t n_rows);

/// Append the lexical form of a row
TERCET_NODISCARD tercet_status
tercet_tensor_block_write(const tercet_tensor_block *block,
                          uint64_t row,
                          tercet_buffer *out);

/// Return the code of a row, or NULL if there is none
static inline const tercet_tensor_code *
tercet_tensor_block_code(const tercet_tensor_block *block, uint64_t row)
{
  const tercet_tensor_codes *const codes =
      atomic_load_explicit(&block->codes, memory_order_acquire);
  return codes && row < codes->n_rows
             ? (const tercet_tensor_code *)(const void *)(codes->rows +
                                                          row * codes->stride)
             : NULL;
}

/// Note that a scan looks at some rows; the codes are made when it is the
/// second one to look at most of them.  A token that stops it leaves that to
/// the next scan, and may be NULL.  Readers of a block may call this.
void
tercet_tensor_block_note_scan(tercet_tensor_block *block,
                              size_t n_rows,
                              const tercet_cancel *cancel);

/// Return the bytes held, without the store
uint64_t
tercet_tensor_block_bytes(const tercet_tensor_block *block);

#endif // TERCET_STORE_TENSOR_BLOCK_H
