// SPDX-License-Identifier: Apache-2.0

#include "store/tensor_block.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/large_pages.h"
#include "base/string_view.h"
#include "store/compress.h"
#include "store/index_refill.h"

#include <assert.h>

#define ROW_ALIGNMENT ((size_t)64)

/// Bytes of the first chunk, if rows are not longer
#define FIRST_CHUNK ((size_t)4096)

/// Texts shorter than this are not worth a try to compress
#define LEAST_COMPRESSED ((size_t)64)

/// Return the bytes from one row to the next
static size_t
row_stride(size_t n_bytes)
{
  if (n_bytes > ROW_ALIGNMENT) {
    return (n_bytes + ROW_ALIGNMENT - 1U) & ~(ROW_ALIGNMENT - 1U);
  }

  size_t stride = 1U;
  while (stride < n_bytes) {
    stride *= 2U;
  }
  return stride;
}

void
tercet_tensor_block_init(tercet_tensor_block *block,
                         const tercet_tensor_type *type,
                         tercet_text_store *store)
{
  memset(block, 0, sizeof(*block));
  block->alloc = store->alloc;
  block->type = *type;
  block->stride = row_stride(type->n_bytes);
  block->store = store;
  while ((block->stride << block->first_shift) * 2U <= FIRST_CHUNK) {
    ++block->first_shift;
  }
  tercet_hash_index_init(&block->index, block->alloc);
}

static void
release_codes(const tercet_allocator *alloc, tercet_tensor_codes *codes)
{
  tercet_release(alloc, codes->rows);
  tercet_release(alloc, codes);
}

/// Release the codes, while nobody else reads the block
static void
drop_codes(tercet_tensor_block *block)
{
  tercet_tensor_codes *const codes = atomic_exchange(&block->codes, NULL);
  if (codes) {
    release_codes(block->alloc, codes);
  }
  atomic_store(&block->n_scanned, 0U);
}

void
tercet_tensor_block_clear(tercet_tensor_block *block)
{
  for (size_t i = 0U; i < block->n_chunks; ++i) {
    tercet_release(block->alloc, block->allocations[i]);
  }

  tercet_release(block->alloc, block->forms);
  tercet_release(block->alloc, block->hashes);
  tercet_release(block->alloc, block->kept);
  tercet_hash_index_clear(&block->index);
  drop_codes(block);
}

/* ---- Keys ---- */

static void
unify_f64(double *data, size_t n)
{
  for (size_t i = 0U; i < n; ++i) {
    data[i] = data[i] == data[i] ? data[i] : (double)__builtin_nan("");
  }
}

static void
unify_f32(float *data, size_t n)
{
  for (size_t i = 0U; i < n; ++i) {
    data[i] = data[i] == data[i] ? data[i] : __builtin_nanf("");
  }
}

static void
unify_f16(uint16_t *data, size_t n)
{
  for (size_t i = 0U; i < n; ++i) {
    data[i] = (data[i] & 0x7fffU) > 0x7c00U ? 0x7e00U : data[i];
  }
}

void
tercet_tensor_unify_nans(const tercet_tensor_type *type, void *data)
{
  const size_t n = (size_t)type->n_elements;
  if (type->dtype == TERCET_DTYPE_F32) {
    unify_f32((float *)data, n);
  } else if (type->dtype == TERCET_DTYPE_F64) {
    unify_f64((double *)data, n);
  } else if (type->dtype == TERCET_DTYPE_F16) {
    unify_f16((uint16_t *)data, n);
  }
}

void
tercet_row_key_finish(tercet_row_key *key, const tercet_tensor_type *type)
{
  const uint64_t seed = ((uint64_t)key->form.datatype << 16U) | key->form.style;
  key->hash = tercet_hash_bytes(key->data, type->n_bytes, seed);
  if (key->form.style == TERCET_LITERAL_STYLE_NONE) {
    key->hash = tercet_hash_bytes(key->text.data, key->text.length, key->hash);
  }
}

/* ---- Rows ---- */

/// Return the bytes of a chunk, or 0 if they overflow
static size_t
chunk_size(const tercet_tensor_block *block, size_t i_chunk)
{
  const size_t shift = block->first_shift + (i_chunk ? i_chunk - 1U : 0U);
  size_t size = 0U;
  if (shift >= 8U * sizeof(size_t) ||
      !tercet_size_multiply(block->stride, (size_t)1U << shift, &size) ||
      !tercet_size_add(size, ROW_ALIGNMENT, &size)) {
    return 0U;
  }

  return size;
}

static bool
add_chunk(tercet_tensor_block *block)
{
  if (block->n_chunks == TERCET_TENSOR_MAX_CHUNKS) {
    return false;
  }

  const size_t size = chunk_size(block, block->n_chunks);
  char *const memory =
      size ? (char *)tercet_allocate(block->alloc, size) : NULL;
  if (!memory) {
    return false;
  }

  tercet_prefer_large_pages(memory, size);
  const size_t beyond = (uintptr_t)memory & (ROW_ALIGNMENT - 1U);
  block->allocations[block->n_chunks] = memory;
  block->chunks[block->n_chunks++] =
      memory + (beyond ? ROW_ALIGNMENT - beyond : 0U);
  return true;
}

/// Return the rows that fit into the chunks there are
static uint64_t
row_capacity(const tercet_tensor_block *block)
{
  return block->n_chunks
             ? UINT64_C(1) << (block->first_shift + block->n_chunks - 1U)
             : 0U;
}

void *
tercet_tensor_block_next(tercet_tensor_block *block)
{
  if (block->n_rows == row_capacity(block) && !add_chunk(block)) {
    return NULL;
  }

  return tercet_tensor_block_row(block, block->n_rows);
}

/* ---- Texts that are kept ---- */

static const tercet_kept_text *
find_kept(const tercet_tensor_block *block, uint64_t row)
{
  size_t begin = 0U;
  size_t end = block->n_kept;
  while (end - begin > 1U) {
    const size_t middle = begin + (end - begin) / 2U;
    if (block->kept[middle].row <= row) {
      begin = middle;
    } else {
      end = middle;
    }
  }

  assert(begin < end && block->kept[begin].row == row);
  return &block->kept[begin];
}

/// Append the text of a row that no style reproduces
static tercet_status
write_kept(const tercet_tensor_block *block, uint64_t row, tercet_buffer *out)
{
  const tercet_kept_text *const kept = find_kept(block, row);
  const tercet_string stored = {kept->data, kept->n_stored};
  TERCET_TRY(tercet_buffer_reserve(out, kept->length));
  char *const end = out->data + out->length;
  if (kept->n_stored == kept->length) {
    memcpy(end, kept->data, kept->length);
  } else {
    TERCET_TRY(tercet_decompress(block->alloc, stored, end, kept->length));
  }

  out->length += kept->length;
  return TERCET_OK;
}

/// Keep a text for the next row
static tercet_status
keep_text(tercet_tensor_block *block, tercet_string text)
{
  if (!tercet_grow_array(block->alloc,
                         (void **)&block->kept,
                         &block->kept_capacity,
                         block->n_kept + 1U,
                         sizeof(tercet_kept_text))) {
    return TERCET_ERR_NO_MEMORY;
  }

  char *const room = tercet_text_store_room(block->store, text.length);
  if (!room) {
    return TERCET_ERR_NO_MEMORY;
  }

  size_t n_stored =
      text.length < LEAST_COMPRESSED
          ? 0U
          : tercet_compress(block->alloc, text, room, text.length - 1U);
  if (!n_stored) {
    n_stored = text.length;
    memcpy(room, text.data, text.length);
  }

  tercet_text_store_take(block->store, n_stored);
  block->kept[block->n_kept++] =
      (tercet_kept_text){block->n_rows, room, n_stored, text.length};
  return TERCET_OK;
}

/* ---- Finding and adding ---- */

/// Set `equal` to whether the kept text of a row is the key's
static tercet_status
compare_kept(const tercet_tensor_block *block,
             uint64_t row,
             tercet_string text,
             bool *equal)
{
  if (find_kept(block, row)->length != text.length) {
    *equal = false;
    return TERCET_OK;
  }

  tercet_buffer kept;
  tercet_buffer_init(&kept, block->alloc, SIZE_MAX);
  const tercet_status st = write_kept(block, row, &kept);
  *equal =
      st == TERCET_OK && tercet_string_equals(tercet_buffer_view(&kept), text);
  tercet_buffer_clear(&kept);
  return st;
}

/// What equal_rows() needs besides the key
typedef struct {
  const tercet_tensor_block *block;
  tercet_status *status; ///< Set if a comparison fails, which ends the search
} row_search;

static bool
equal_rows(const void *context, uint64_t row, const void *key)
{
  const row_search *const search = (const row_search *)context;
  const tercet_tensor_block *const block = search->block;
  const tercet_row_key *const wanted = (const tercet_row_key *)key;
  if (block->hashes[row] != wanted->hash ||
      block->forms[row].style != wanted->form.style ||
      block->forms[row].datatype != wanted->form.datatype ||
      memcmp(tercet_tensor_block_row(block, row),
             wanted->data,
             block->type.n_bytes) != 0) {
    return false;
  }
  if (wanted->form.style != TERCET_LITERAL_STYLE_NONE) {
    return true;
  }

  bool equal = false;
  *search->status = compare_kept(block, row, wanted->text, &equal);
  return equal || *search->status != TERCET_OK;
}

tercet_status
tercet_tensor_block_find(const tercet_tensor_block *block,
                         const tercet_row_key *key,
                         uint64_t *row)
{
  tercet_status st = TERCET_OK;
  const row_search search = {block, &st};
  *row = tercet_hash_index_find(
      &block->index, key->hash, equal_rows, &search, key);
  return st;
}

static uint64_t
hash_at(const void *context, uint64_t row)
{
  return ((const tercet_tensor_block *)context)->hashes[row];
}

/// Make room for what is known of one more row
static tercet_status
reserve_row(tercet_tensor_block *block)
{
  const size_t needed = (size_t)block->n_rows + 1U;
  if (!tercet_grow_array(block->alloc,
                         (void **)&block->forms,
                         &block->form_capacity,
                         needed,
                         sizeof(tercet_row_form)) ||
      !tercet_grow_array(block->alloc,
                         (void **)&block->hashes,
                         &block->hash_capacity,
                         needed,
                         sizeof(uint64_t))) {
    return TERCET_ERR_NO_MEMORY;
  }

  return tercet_hash_index_reserve(&block->index, hash_at, block);
}

tercet_status
tercet_tensor_block_add(tercet_tensor_block *block,
                        const tercet_row_key *key,
                        uint64_t *row)
{
  char *const data = (char *)tercet_tensor_block_next(block);
  if (!data) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(reserve_row(block));
  if (key->form.style == TERCET_LITERAL_STYLE_NONE) {
    TERCET_TRY(keep_text(block, key->text));
  }

  const size_t n_bytes = block->type.n_bytes;
  if (key->data != data && n_bytes) {
    memcpy(data, key->data, n_bytes);
  }
  memset(data + n_bytes, 0, block->stride - n_bytes);

  *row = block->n_rows++;
  block->forms[*row] = key->form;
  block->hashes[*row] = key->hash;
  tercet_hash_index_add(&block->index, key->hash, *row);
  const tercet_tensor_codes *const codes = atomic_load(&block->codes);
  if (codes && block->n_rows / 2U > codes->n_rows) {
    drop_codes(block); // They are worth making anew
  }
  return TERCET_OK;
}

/* ---- Codes ---- */

/// Blocks with fewer rows are scanned fast enough
#define LEAST_CODED_ROWS 1024U

/// Rows between looks at the cancel token
#define ROWS_BETWEEN_CHECKS 1024U

/// Set `out` to the codes of all rows, or to NULL if memory is out; false if it
/// was stopped
static bool
make_codes(const tercet_tensor_block *block,
           const tercet_cancel *cancel,
           tercet_tensor_codes **out)
{
  *out = NULL;
  const size_t stride = tercet_tensor_code_stride(&block->type);
  tercet_tensor_codes *const codes = (tercet_tensor_codes *)tercet_allocate(
      block->alloc, sizeof(tercet_tensor_codes));
  char *const rows =
      (char *)tercet_allocate_array(block->alloc, block->n_rows, stride);
  if (!codes || !rows) {
    tercet_release(block->alloc, codes);
    tercet_release(block->alloc, rows);
    return true;
  }

  tercet_prefer_large_pages(rows, block->n_rows * stride);
  *codes = (tercet_tensor_codes){block->n_rows, stride, rows};
  for (uint64_t i = 0; i < block->n_rows; ++i) {
    if (i % ROWS_BETWEEN_CHECKS == 0 && tercet_cancel_check(cancel)) {
      release_codes(block->alloc, codes);
      return false;
    }
    tercet_tensor_code_make(&block->type,
                            tercet_tensor_block_row(block, i),
                            (tercet_tensor_code *)(void *)(rows + i * stride));
  }
  *out = codes;
  return true;
}

void
tercet_tensor_block_note_scan(tercet_tensor_block *block,
                              size_t n_rows,
                              const tercet_cancel *cancel)
{
  // A block that has grown since keeps the codes of its first rows
  if (block->n_rows < LEAST_CODED_ROWS ||
      !tercet_tensor_type_has_codes(&block->type) ||
      atomic_load(&block->codes)) {
    return;
  }
  // One caller sees the number pass the limit, and makes the codes
  const uint64_t before = atomic_fetch_add(&block->n_scanned, n_rows);
  if (before <= block->n_rows && before + n_rows > block->n_rows) {
    tercet_tensor_codes *codes = NULL;
    if (make_codes(block, cancel, &codes)) {
      atomic_store_explicit(&block->codes, codes, memory_order_release);
    } else {
      atomic_store(&block->n_scanned, 0U); // From here on others may make them
    }
  }
}

/* ---- The rest ---- */

void
tercet_tensor_block_rollback(tercet_tensor_block *block, uint64_t n_rows)
{
  if (block->n_rows == n_rows) {
    return;
  }

  block->n_rows = n_rows;
  drop_codes(block); // Others may get the numbers of the rows
  while (block->n_kept && block->kept[block->n_kept - 1U].row >= n_rows) {
    --block->n_kept;
  }
  tercet_index_refill(&block->index, n_rows, hash_at, block);
}

tercet_status
tercet_tensor_block_write(const tercet_tensor_block *block,
                          uint64_t row,
                          tercet_buffer *out)
{
  assert(row < block->n_rows);

  const tercet_literal_style style = block->forms[row].style;
  return style == TERCET_LITERAL_STYLE_NONE
             ? write_kept(block, row, out)
             : tercet_literal_write(&block->type,
                                    tercet_tensor_block_row(block, row),
                                    style,
                                    out);
}

uint64_t
tercet_tensor_block_bytes(const tercet_tensor_block *block)
{
  const tercet_tensor_codes *const codes = atomic_load(&block->codes);

  // Rows that were not written to take address space only
  return sizeof(*block) + block->n_rows * block->stride +
         block->index.n_slots * sizeof(uint64_t) +
         block->form_capacity * sizeof(tercet_row_form) +
         block->hash_capacity * sizeof(uint64_t) +
         block->kept_capacity * sizeof(tercet_kept_text) +
         (codes ? codes->n_rows * codes->stride : 0U);
}
