// SPDX-License-Identifier: Apache-2.0

/// All tensors of a dictionary, in blocks by dtype and shape

#ifndef TERCET_STORE_TENSOR_TABLE_H
#define TERCET_STORE_TENSOR_TABLE_H

#include "store/tensor_block.h"

/// In the owner's storage; readers may share it while nobody adds
typedef struct {
  tercet_text_store *store;
  tercet_tensor_block **blocks;
  size_t n_blocks;
  size_t capacity;
  size_t i_last; ///< Block used last
  tercet_hash_index index;
  tercet_buffer decoded; ///< Elements of a literal that fit no row yet
  tercet_buffer scratch; ///< For finding styles
} tercet_tensor_table;

/// Where a tensor is
typedef struct {
  uint32_t block;
  uint64_t row;
} tercet_tensor_place;

#define TERCET_TENSOR_MAX_BLOCKS ((size_t)1 << 23U)
#define TERCET_TENSOR_ROW_BITS 36U

void
tercet_tensor_table_init(tercet_tensor_table *table, tercet_text_store *store);

/// Free everything but the store
void
tercet_tensor_table_clear(tercet_tensor_table *table);

/// A literal of a tensor datatype
typedef struct {
  tercet_string text;
  bool escaped; ///< As in Turtle
  tercet_datatype datatype;
} tercet_literal_text;

/**
   Decode a literal and make the key of its row.

   @param table Where the elements are decoded to: the next row of a block
   where the type is that of the block used last.
   @param unescaped Empty; gets the text if that has to be unescaped.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_SYNTAX with
   `ill_typed` filled.
*/
TERCET_NODISCARD tercet_status
tercet_tensor_table_decode(tercet_tensor_table *table,
                           const tercet_literal_text *literal,
                           tercet_buffer *unescaped,
                           tercet_tensor_type *type,
                           tercet_row_key *key,
                           tercet_error *ill_typed);

/// Make the key of a tensor as its canonical literal; the elements are copied
/// to where its row may become
TERCET_NODISCARD tercet_status
tercet_tensor_table_copy(tercet_tensor_table *table,
                         const tercet_tensor_type *type,
                         const void *data,
                         tercet_row_key *key);

/// Set `place` to where a row is; `place->row` to #TERCET_ROW_NONE if nowhere
TERCET_NODISCARD tercet_status
tercet_tensor_table_find(const tercet_tensor_table *table,
                         const tercet_tensor_type *type,
                         const tercet_row_key *key,
                         tercet_tensor_place *place);

/// Add a row that is not there yet
TERCET_NODISCARD tercet_status
tercet_tensor_table_add(tercet_tensor_table *table,
                        const tercet_tensor_type *type,
                        const tercet_row_key *key,
                        tercet_tensor_place *place);

/// Take out what was added after the first `n_blocks`, which had `n_rows` rows
/// each; comes before the rollback of the store
void
tercet_tensor_table_rollback(tercet_tensor_table *table,
                             size_t n_blocks,
                             const uint64_t *n_rows);

/// Return the number of rows of all blocks
uint64_t
tercet_tensor_table_size(const tercet_tensor_table *table);

/// Return the bytes held, without the store
uint64_t
tercet_tensor_table_bytes(const tercet_tensor_table *table);

#endif // TERCET_STORE_TENSOR_TABLE_H
