// SPDX-License-Identifier: Apache-2.0

#include "store/tensor_table.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"
#include "rdf/escape.h"
#include "store/index_refill.h"

#include <assert.h>

void
tercet_tensor_table_init(tercet_tensor_table *table, tercet_text_store *store)
{
  *table = (tercet_tensor_table){.store = store};
  tercet_hash_index_init(&table->index, store->alloc);
  tercet_buffer_init(&table->decoded, store->alloc, SIZE_MAX);
  tercet_buffer_init(&table->scratch, store->alloc, SIZE_MAX);
}

void
tercet_tensor_table_clear(tercet_tensor_table *table)
{
  for (size_t i = 0U; i < table->n_blocks; ++i) {
    tercet_tensor_block_clear(table->blocks[i]);
    tercet_release(table->store->alloc, table->blocks[i]);
  }

  tercet_release(table->store->alloc, (void *)table->blocks);
  tercet_hash_index_clear(&table->index);
  tercet_buffer_clear(&table->decoded);
  tercet_buffer_clear(&table->scratch);
  tercet_tensor_table_init(table, table->store);
}

/* ---- Blocks by type ---- */

static uint64_t
hash_type(const tercet_tensor_type *type)
{
  return tercet_hash_bytes(
      type->shape, type->rank * sizeof(type->shape[0]), (uint64_t)type->dtype);
}

static uint64_t
hash_at(const void *context, uint64_t position)
{
  return hash_type(
      &((const tercet_tensor_table *)context)->blocks[position]->type);
}

static bool
equal_types(const void *context, uint64_t position, const void *key)
{
  return tercet_tensor_type_equals(
      &((const tercet_tensor_table *)context)->blocks[position]->type,
      (const tercet_tensor_type *)key);
}

/// Return the position of the block of a type, or TERCET_HASH_INDEX_NONE
static uint64_t
find_block(const tercet_tensor_table *table, const tercet_tensor_type *type)
{
  if (table->i_last < table->n_blocks &&
      tercet_tensor_type_equals(&table->blocks[table->i_last]->type, type)) {
    return table->i_last;
  }

  return tercet_hash_index_find(
      &table->index, hash_type(type), equal_types, table, type);
}

static tercet_status
add_block(tercet_tensor_table *table, const tercet_tensor_type *type)
{
  const tercet_allocator *const alloc = table->store->alloc;
  if (table->n_blocks == TERCET_TENSOR_MAX_BLOCKS ||
      !tercet_grow_array(alloc,
                         (void **)&table->blocks,
                         &table->capacity,
                         table->n_blocks + 1U,
                         sizeof(tercet_tensor_block *))) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(tercet_hash_index_reserve(&table->index, hash_at, table));

  tercet_tensor_block *const block = (tercet_tensor_block *)tercet_allocate(
      alloc, sizeof(tercet_tensor_block));
  if (!block) {
    return TERCET_ERR_NO_MEMORY;
  }

  tercet_tensor_block_init(block, type, table->store);
  table->blocks[table->n_blocks] = block;
  tercet_hash_index_add(&table->index, hash_type(type), table->n_blocks);
  ++table->n_blocks;
  return TERCET_OK;
}

/// Make the block of a type the one used last, adding it if it is new
static tercet_status
select_block(tercet_tensor_table *table, const tercet_tensor_type *type)
{
  const uint64_t found = find_block(table, type);
  if (found != TERCET_HASH_INDEX_NONE) {
    table->i_last = (size_t)found;
    return TERCET_OK;
  }

  TERCET_TRY(add_block(table, type));
  table->i_last = table->n_blocks - 1U;
  return TERCET_OK;
}

/* ---- Decoding ---- */

/// Where the elements of a literal go while their type is not known: most
/// literals are like the one before, so the next row of its block is tried
typedef struct {
  tercet_tensor_table *table;
  void *row; ///< The next row of the block used last, or NULL
  size_t row_size;
  void *data; ///< What was returned last
} decode_target;

/// Find a row to try
static void
init_target(decode_target *target, tercet_tensor_table *table)
{
  *target = (decode_target){table, NULL, 0U, NULL};
  if (table->i_last < table->n_blocks) {
    tercet_tensor_block *const block = table->blocks[table->i_last];
    target->row = tercet_tensor_block_next(block);
    target->row_size = block->type.n_bytes;
  }
}

/// Give room as tercet_literal_room wants it
static void *
give_room(void *context, size_t n_bytes)
{
  decode_target *const target = (decode_target *)context;
  tercet_buffer *const decoded = &target->table->decoded;
  if (target->row && n_bytes <= target->row_size &&
      target->data != decoded->data) {
    return target->data = target->row;
  }

  // The length tells the buffer what to keep when it moves
  decoded->length = target->data == decoded->data ? decoded->length : 0U;
  if (n_bytes > decoded->length &&
      tercet_buffer_reserve(decoded, n_bytes - decoded->length)) {
    return NULL;
  }
  if (!decoded->data && tercet_buffer_reserve(decoded, 1U)) {
    return NULL;
  }
  if (target->data && target->data == target->row) {
    memcpy(decoded->data,
           target->row,
           n_bytes < target->row_size ? n_bytes : target->row_size);
  }

  decoded->length = n_bytes;
  return target->data = decoded->data;
}

/// Return whether any character of an escaped text stands as its code
static bool
has_code_escape(tercet_string text)
{
  const char *p = text.data;
  const char *const end = p + text.length;
  while ((p = (const char *)memchr(p, '\\', (size_t)(end - p)))) {
    if (end - p < 2 || p[1] == 'u' || p[1] == 'U') {
      return true;
    }
    p += 2;
  }

  return false;
}

/// Keep the text of a literal that no style reproduces
static tercet_status
keep_text(const tercet_literal_text *literal,
          tercet_buffer *unescaped,
          tercet_row_key *key)
{
  key->text = literal->text;
  if (literal->escaped) {
    TERCET_TRY(tercet_unescape(literal->text, unescaped));
    key->text = tercet_buffer_view(unescaped);
  }

  return TERCET_OK;
}

/// Decode a literal in which letters are not escaped: then the style does not
/// depend on whether the rest is
static tercet_status
decode(tercet_tensor_table *table,
       const tercet_literal_text *literal,
       tercet_buffer *unescaped,
       tercet_tensor_type *type,
       tercet_row_key *key,
       tercet_error *ill_typed)
{
  decode_target target;
  init_target(&target, table);
  const tercet_literal_room room = {give_room, &target};
  tercet_literal_style style = TERCET_LITERAL_STYLE_NONE;
  TERCET_TRY(tercet_literal_read_with_style(literal->text,
                                            literal->escaped,
                                            &room,
                                            &table->scratch,
                                            type,
                                            &style,
                                            ill_typed));
  if (!target.data && !give_room(&target, type->n_bytes)) {
    return TERCET_ERR_NO_MEMORY;
  }

  tercet_tensor_unify_nans(type, target.data);
  *key = (tercet_row_key){.data = target.data};
  key->form.datatype = (uint8_t)literal->datatype;
  key->form.style = style;
  if (style == TERCET_LITERAL_STYLE_NONE) {
    TERCET_TRY(keep_text(literal, unescaped, key));
  }
  tercet_row_key_finish(key, type);
  return TERCET_OK;
}

tercet_status
tercet_tensor_table_decode(tercet_tensor_table *table,
                           const tercet_literal_text *literal,
                           tercet_buffer *unescaped,
                           tercet_tensor_type *type,
                           tercet_row_key *key,
                           tercet_error *ill_typed)
{
  if (!literal->escaped || !has_code_escape(literal->text)) {
    return decode(table, literal, unescaped, type, key, ill_typed);
  }

  TERCET_TRY(tercet_unescape(literal->text, unescaped));
  const tercet_literal_text plain = {
      tercet_buffer_view(unescaped), false, literal->datatype};
  return decode(table, &plain, unescaped, type, key, ill_typed);
}

tercet_status
tercet_tensor_table_copy(tercet_tensor_table *table,
                         const tercet_tensor_type *type,
                         const void *data,
                         tercet_row_key *key)
{
  TERCET_TRY(select_block(table, type));
  void *const row = tercet_tensor_block_next(table->blocks[table->i_last]);
  if (!row) {
    return TERCET_ERR_NO_MEMORY;
  }

  if (type->n_bytes) {
    memcpy(row, data, type->n_bytes);
  }
  tercet_tensor_unify_nans(type, row);
  *key = (tercet_row_key){.data = row};
  key->form.datatype = TERCET_DATATYPE_TENSOR;
  tercet_row_key_finish(key, type);
  return TERCET_OK;
}

/* ---- Rows ---- */

tercet_status
tercet_tensor_table_find(const tercet_tensor_table *table,
                         const tercet_tensor_type *type,
                         const tercet_row_key *key,
                         tercet_tensor_place *place)
{
  *place = (tercet_tensor_place){0U, TERCET_ROW_NONE};
  const uint64_t found = find_block(table, type);
  if (found == TERCET_HASH_INDEX_NONE) {
    return TERCET_OK;
  }

  place->block = (uint32_t)found;
  return tercet_tensor_block_find(table->blocks[found], key, &place->row);
}

tercet_status
tercet_tensor_table_add(tercet_tensor_table *table,
                        const tercet_tensor_type *type,
                        const tercet_row_key *key,
                        tercet_tensor_place *place)
{
  TERCET_TRY(select_block(table, type));
  place->block = (uint32_t)table->i_last;
  tercet_tensor_block *const block = table->blocks[table->i_last];
  return block->n_rows >> TERCET_TENSOR_ROW_BITS
             ? TERCET_ERR_NO_MEMORY
             : tercet_tensor_block_add(block, key, &place->row);
}

void
tercet_tensor_table_rollback(tercet_tensor_table *table,
                             size_t n_blocks,
                             const uint64_t *n_rows)
{
  while (table->n_blocks > n_blocks) {
    tercet_tensor_block *const block = table->blocks[--table->n_blocks];
    tercet_tensor_block_clear(block);
    tercet_release(table->store->alloc, block);
  }
  for (size_t i = 0U; i < n_blocks; ++i) {
    tercet_tensor_block_rollback(table->blocks[i], n_rows[i]);
  }

  table->i_last = 0U;
  tercet_index_refill(&table->index, n_blocks, hash_at, table);
}

uint64_t
tercet_tensor_table_size(const tercet_tensor_table *table)
{
  uint64_t size = 0U;
  for (size_t i = 0U; i < table->n_blocks; ++i) {
    size += table->blocks[i]->n_rows;
  }
  return size;
}

uint64_t
tercet_tensor_table_bytes(const tercet_tensor_table *table)
{
  uint64_t bytes = table->index.n_slots * sizeof(uint64_t) +
                   table->capacity * sizeof(tercet_tensor_block *);
  for (size_t i = 0U; i < table->n_blocks; ++i) {
    bytes += tercet_tensor_block_bytes(table->blocks[i]);
  }
  return bytes;
}
