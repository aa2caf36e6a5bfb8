// SPDX-License-Identifier: Apache-2.0

#include "store/dictionary_internal.h"

#include "base/allocator.h"
#include "base/error.h"
#include "rdf/escape.h"
#include "store/inline_value.h"
#include "store/tensor_table.h"
#include "store/text_table.h"

#include <assert.h>

struct tercet_dictionary {
  const tercet_allocator *alloc;
  const tercet_dictionary *base; ///< NULL, or what this one is an overlay on
  tercet_text_store store;
  tercet_text_table texts;
  tercet_qualifier_table qualifiers;
  tercet_tensor_table tensors;
  tercet_buffer unescaped;
};

tercet_status
tercet_dictionary_new(const tercet_allocator *alloc,
                      const tercet_dictionary *base,
                      tercet_dictionary **out,
                      tercet_error *err)
{
  assert(!base || !base->base);

  alloc = tercet_allocator_or_default(alloc);
  tercet_dictionary *const d =
      (tercet_dictionary *)tercet_allocate(alloc, sizeof(tercet_dictionary));
  *out = d;
  if (!d) {
    return tercet_error_no_memory(err);
  }

  d->alloc = alloc;
  d->base = base;
  tercet_text_store_init(&d->store, alloc);
  tercet_text_table_init(&d->texts, &d->store);
  tercet_qualifier_table_init(&d->qualifiers, &d->store);
  tercet_tensor_table_init(&d->tensors, &d->store);
  tercet_buffer_init(&d->unescaped, alloc, SIZE_MAX);
  return TERCET_OK;
}

void
tercet_dictionary_free(tercet_dictionary *dictionary)
{
  if (!dictionary) {
    return;
  }

  tercet_buffer_clear(&dictionary->unescaped);
  tercet_tensor_table_clear(&dictionary->tensors);
  tercet_qualifier_table_clear(&dictionary->qualifiers);
  tercet_text_table_clear(&dictionary->texts);
  tercet_text_store_clear(&dictionary->store);
  tercet_release(dictionary->alloc, dictionary);
}

/* ---- Terms that are kept as text ---- */

static bool
has_qualifier(tercet_tag tag)
{
  return tag == TERCET_TAG_LANG_STRING || tag == TERCET_TAG_LITERAL;
}

static tercet_id
make_text_id(const tercet_dictionary *d, tercet_tag tag, uint64_t position)
{
  return tercet_id_make(tag, d->base ? TERCET_ID_OVERLAY | position : position);
}

/// Return the id of a term in one dictionary alone, or #TERCET_ID_UNKNOWN
static tercet_id
find_text(const tercet_dictionary *d, const tercet_prepared_term *term)
{
  tercet_text_key key = {term->tag, 0U, term->text};
  if (has_qualifier(term->tag)) {
    key.qualifier = tercet_qualifier_find(&d->qualifiers, &term->qualifier);
    if (key.qualifier == TERCET_QUALIFIER_NONE) {
      return TERCET_ID_UNKNOWN;
    }
  }

  const uint64_t position = tercet_text_table_find(&d->texts, &key, term->hash);
  return position == TERCET_TEXT_NONE ? TERCET_ID_UNKNOWN
                                      : make_text_id(d, term->tag, position);
}

/// Return the id of a term in the dictionary or its base, or
/// #TERCET_ID_UNKNOWN
static tercet_id
find_text_anywhere(const tercet_dictionary *d, const tercet_prepared_term *term)
{
  tercet_id id = TERCET_ID_UNKNOWN;
  if (d->base) {
    id = find_text(d->base, term);
  }

  return id == TERCET_ID_UNKNOWN ? find_text(d, term) : id;
}

static tercet_status
intern_text(tercet_dictionary *d,
            const tercet_prepared_term *term,
            tercet_id *out)
{
  *out = find_text_anywhere(d, term);
  if (*out != TERCET_ID_UNKNOWN) {
    return TERCET_OK;
  }

  tercet_text_key key = {term->tag, 0U, term->text};
  if (has_qualifier(term->tag)) {
    TERCET_TRY(tercet_qualifier_intern(
        &d->qualifiers, &term->qualifier, &key.qualifier));
  }

  uint64_t position = 0U;
  TERCET_TRY(tercet_text_table_add(&d->texts, &key, term->hash, &position));
  *out = make_text_id(d, term->tag, position);
  return TERCET_OK;
}

/* ---- Tensors ---- */

static tercet_id
make_tensor_id(const tercet_dictionary *d, const tercet_tensor_place *place)
{
  const uint64_t payload =
      ((uint64_t)place->block << TERCET_TENSOR_ROW_BITS) | place->row;
  return tercet_id_make(TERCET_TAG_TENSOR,
                        d->base ? TERCET_ID_OVERLAY | payload : payload);
}

/// Set `out` to the id of a row in the dictionary or its base, or to
/// #TERCET_ID_UNKNOWN
static tercet_status
find_row(const tercet_dictionary *d,
         const tercet_tensor_type *type,
         const tercet_row_key *key,
         tercet_id *out)
{
  *out = TERCET_ID_UNKNOWN;
  for (; d; d = d->base) {
    tercet_tensor_place place;
    TERCET_TRY(tercet_tensor_table_find(&d->tensors, type, key, &place));
    if (place.row != TERCET_ROW_NONE) {
      *out = make_tensor_id(d, &place);
      break;
    }
  }

  return TERCET_OK;
}

static tercet_status
intern_row(tercet_dictionary *d,
           const tercet_tensor_type *type,
           const tercet_row_key *key,
           tercet_id *out)
{
  TERCET_TRY(find_row(d, type, key, out));
  if (*out != TERCET_ID_UNKNOWN) {
    return TERCET_OK;
  }

  tercet_tensor_place place;
  TERCET_TRY(tercet_tensor_table_add(&d->tensors, type, key, &place));
  *out = make_tensor_id(d, &place);
  return TERCET_OK;
}

tercet_status
tercet_dictionary_intern_tensor(tercet_dictionary *dictionary,
                                const tercet_tensor_type *type,
                                const void *data,
                                tercet_id *out)
{
  tercet_row_key key;
  TERCET_TRY(tercet_tensor_table_copy(&dictionary->tensors, type, data, &key));
  return intern_row(dictionary, type, &key, out);
}

tercet_status
tercet_dictionary_intern_row(tercet_dictionary *dictionary,
                             const tercet_tensor_type *type,
                             const tercet_row_key *key,
                             tercet_id *out)
{
  return intern_row(dictionary, type, key, out);
}

/// Intern a well-typed tensor literal; #TERCET_ERR_SYNTAX if it is not
static tercet_status
intern_tensor_literal(tercet_dictionary *d,
                      const tercet_prepared_term *term,
                      tercet_id *out,
                      tercet_error *ill_typed)
{
  const tercet_literal_text literal = {
      term->text, term->escaped, term->qualifier.datatype};
  tercet_tensor_type type;
  tercet_row_key key;
  d->unescaped.length = 0U;
  TERCET_TRY(tercet_tensor_table_decode(
      &d->tensors, &literal, &d->unescaped, &type, &key, ill_typed));
  return intern_row(d, &type, &key, out);
}

/// Find a well-typed tensor literal; #TERCET_ERR_SYNTAX if it is not
static tercet_status
find_tensor_literal(const tercet_dictionary *d,
                    const tercet_prepared_term *term,
                    tercet_id *out)
{
  // An empty table is where the literal is decoded to
  const tercet_literal_text literal = {
      term->text, term->escaped, term->qualifier.datatype};
  tercet_text_store store;
  tercet_tensor_table table;
  tercet_buffer unescaped;
  tercet_tensor_type type;
  tercet_row_key key;
  tercet_text_store_init(&store, d->alloc);
  tercet_tensor_table_init(&table, &store);
  tercet_buffer_init(&unescaped, d->alloc, SIZE_MAX);

  tercet_status st = tercet_tensor_table_decode(
      &table, &literal, &unescaped, &type, &key, NULL);
  if (st == TERCET_OK) {
    st = find_row(d, &type, &key, out);
  }

  tercet_buffer_clear(&unescaped);
  tercet_tensor_table_clear(&table);
  tercet_text_store_clear(&store);
  return st;
}

/* ---- Terms to ids ---- */

/// Set tag, qualifier and hash of a literal that is not inline
static void
classify_literal(const tercet_term *term,
                 tercet_datatype datatype,
                 tercet_prepared_term *out)
{
  out->tag = TERCET_TAG_LITERAL;
  out->qualifier.datatype = datatype;
  out->qualifier.direction = TERCET_DIRECTION_NONE;
  out->qualifier.text = term->datatype;
  if (datatype == TERCET_DATATYPE_STRING) {
    out->tag = TERCET_TAG_STRING;
  } else if (datatype == TERCET_DATATYPE_LANG_STRING ||
             datatype == TERCET_DATATYPE_DIR_LANG_STRING) {
    out->tag = TERCET_TAG_LANG_STRING;
    out->qualifier.direction = term->direction;
    out->qualifier.text = term->language;
  }
}

/// Prepare a literal that is not a tensor, or one that is to be kept as text
static tercet_status
prepare_literal(const tercet_term *term,
                tercet_datatype datatype,
                tercet_buffer *unescaped,
                tercet_prepared_term *out)
{
  if (term->escaped) {
    unescaped->length = 0U;
    TERCET_TRY(tercet_unescape(term->value, unescaped));
    out->text = tercet_buffer_view(unescaped);
    out->escaped = false;
  }

  if (tercet_inline_from_text(datatype, out->text, &out->id)) {
    out->tag = TERCET_TAG_NONE;
  } else {
    classify_literal(term, datatype, out);
    out->hash = tercet_text_hash(out->tag, out->text);
  }

  return TERCET_OK;
}

tercet_status
tercet_term_prepare(const tercet_term *term,
                    tercet_buffer *unescaped,
                    tercet_prepared_term *out)
{
  out->tag = TERCET_TAG_NONE;
  out->id = TERCET_ID_NONE;
  out->text = term->value;
  out->escaped = term->escaped;
  if (term->kind == TERCET_TERM_NONE) {
    return TERCET_OK;
  }
  if (term->kind == TERCET_TERM_TRIPLE) {
    return TERCET_ERR_UNSUPPORTED;
  }
  if (term->kind != TERCET_TERM_LITERAL) {
    out->tag =
        term->kind == TERCET_TERM_IRI ? TERCET_TAG_IRI : TERCET_TAG_BLANK;
    out->hash = tercet_text_hash(out->tag, out->text);
    return TERCET_OK;
  }

  const tercet_datatype datatype = tercet_datatype_from_iri(term->datatype);
  if (tercet_datatype_is_tensor(datatype)) {
    out->tag = TERCET_TAG_TENSOR;
    out->qualifier.datatype = datatype;
    return TERCET_OK;
  }

  return prepare_literal(term, datatype, unescaped, out);
}

/// Turn a tensor literal that is ill-typed into one that is kept as text
static tercet_status
prepare_ill_typed(const tercet_prepared_term *term,
                  tercet_buffer *unescaped,
                  tercet_prepared_term *out)
{
  const tercet_datatype datatype = term->qualifier.datatype;
  const tercet_term literal = {.kind = TERCET_TERM_LITERAL,
                               .escaped = term->escaped,
                               .value = term->text,
                               .datatype = tercet_datatype_iri(datatype)};
  out->text = term->text;
  out->escaped = term->escaped;
  return prepare_literal(&literal, datatype, unescaped, out);
}

tercet_status
tercet_dictionary_intern_prepared(tercet_dictionary *dictionary,
                                  const tercet_prepared_term *term,
                                  tercet_id *out,
                                  tercet_error *ill_typed)
{
  if (term->tag == TERCET_TAG_NONE) {
    *out = term->id;
    return TERCET_OK;
  }
  if (term->tag != TERCET_TAG_TENSOR) {
    return intern_text(dictionary, term, out);
  }

  const tercet_status st =
      intern_tensor_literal(dictionary, term, out, ill_typed);
  if (st != TERCET_ERR_SYNTAX) {
    return st;
  }

  tercet_prepared_term kept;
  TERCET_TRY(prepare_ill_typed(term, &dictionary->unescaped, &kept));
  return intern_text(dictionary, &kept, out);
}

void
tercet_dictionary_prefetch(const tercet_dictionary *dictionary,
                           const tercet_prepared_term *term,
                           unsigned step)
{
  if (term->tag >= TERCET_TAG_BLANK && term->tag <= TERCET_TAG_LITERAL) {
    tercet_text_table_prefetch(&dictionary->texts, term->hash, step);
  }
}

tercet_status
tercet_dictionary_intern(tercet_dictionary *dictionary,
                         const tercet_term *term,
                         tercet_id *out,
                         tercet_error *ill_typed)
{
  tercet_prepared_term prepared;
  TERCET_TRY(tercet_term_prepare(term, &dictionary->unescaped, &prepared));
  return tercet_dictionary_intern_prepared(
      dictionary, &prepared, out, ill_typed);
}

/// Find a tensor literal, well-typed or not
static tercet_status
find_tensor_term(const tercet_dictionary *d,
                 const tercet_prepared_term *term,
                 tercet_buffer *unescaped,
                 tercet_id *out)
{
  tercet_status st = find_tensor_literal(d, term, out);
  if (st == TERCET_ERR_SYNTAX) {
    tercet_prepared_term kept;
    st = prepare_ill_typed(term, unescaped, &kept);
    if (st == TERCET_OK) {
      *out = find_text_anywhere(d, &kept);
    }
  }

  return st;
}

tercet_status
tercet_dictionary_find(const tercet_dictionary *dictionary,
                       const tercet_term *term,
                       tercet_id *out)
{
  *out = TERCET_ID_UNKNOWN;
  if (term->kind == TERCET_TERM_TRIPLE) {
    return TERCET_OK;
  }

  tercet_buffer unescaped;
  tercet_prepared_term prepared;
  tercet_buffer_init(&unescaped, dictionary->alloc, SIZE_MAX);
  tercet_status st = tercet_term_prepare(term, &unescaped, &prepared);
  if (st == TERCET_OK && prepared.tag == TERCET_TAG_NONE) {
    *out = prepared.id;
  } else if (st == TERCET_OK && prepared.tag == TERCET_TAG_TENSOR) {
    st = find_tensor_term(dictionary, &prepared, &unescaped, out);
  } else if (st == TERCET_OK) {
    *out = find_text_anywhere(dictionary, &prepared);
  }

  tercet_buffer_clear(&unescaped);
  return st;
}

/* ---- Ids to terms ---- */

/// Return the dictionary that holds an id, and set `payload` to the position
static const tercet_dictionary *
owner_of(const tercet_dictionary *d, tercet_id id, uint64_t *payload)
{
  *payload = tercet_id_payload(id) & ~TERCET_ID_OVERLAY;
  if (id & TERCET_ID_OVERLAY) {
    assert(d->base);
    return d;
  }

  return d->base ? d->base : d;
}

static bool
is_text_tag(tercet_tag tag)
{
  return tag >= TERCET_TAG_BLANK && tag <= TERCET_TAG_LITERAL;
}

/// Set `out` to the key of an id; return the dictionary that holds it
static const tercet_dictionary *
get_key(const tercet_dictionary *d, tercet_id id, tercet_text_key *out)
{
  uint64_t position = 0U;
  const tercet_dictionary *const owner = owner_of(d, id, &position);
  tercet_text_table_get(&owner->texts, tercet_id_tag(id), position, out);
  return owner;
}

static void
get_text_term(const tercet_dictionary *d, tercet_id id, tercet_term *out)
{
  tercet_text_key key;
  const tercet_dictionary *const owner = get_key(d, id, &key);
  out->value = key.text;
  out->kind = TERCET_TERM_LITERAL;
  if (key.tag == TERCET_TAG_BLANK) {
    out->kind = TERCET_TERM_BLANK;
  } else if (key.tag == TERCET_TAG_IRI) {
    out->kind = TERCET_TERM_IRI;
  } else if (key.tag == TERCET_TAG_STRING) {
    out->datatype = tercet_datatype_iri(TERCET_DATATYPE_STRING);
  } else {
    tercet_qualifier qualifier;
    tercet_qualifier_get(&owner->qualifiers, key.qualifier, &qualifier);
    out->direction = qualifier.direction;
    if (key.tag == TERCET_TAG_LANG_STRING) {
      out->datatype = tercet_datatype_iri(qualifier.datatype);
      out->language = qualifier.text;
    } else {
      out->datatype = qualifier.text;
    }
  }
}

/// Append the lexical form of an inline literal or a tensor
static tercet_status
write_text(const tercet_dictionary *d, tercet_id id, tercet_buffer *out)
{
  if (tercet_id_tag(id) != TERCET_TAG_TENSOR) {
    return tercet_inline_write(id, out);
  }

  uint64_t payload = 0U;
  const tercet_dictionary *const owner = owner_of(d, id, &payload);
  const uint64_t row_mask = (UINT64_C(1) << TERCET_TENSOR_ROW_BITS) - 1U;
  return tercet_tensor_block_write(
      owner->tensors.blocks[payload >> TERCET_TENSOR_ROW_BITS],
      payload & row_mask,
      out);
}

tercet_status
tercet_dictionary_get(const tercet_dictionary *dictionary,
                      tercet_id id,
                      tercet_buffer *scratch,
                      tercet_term *out)
{
  assert(id != TERCET_ID_UNKNOWN);

  *out = (tercet_term){.kind = TERCET_TERM_NONE};
  const tercet_tag tag = tercet_id_tag(id);
  if (tag == TERCET_TAG_NONE) {
    return TERCET_OK;
  }
  if (is_text_tag(tag)) {
    get_text_term(dictionary, id, out);
    return TERCET_OK;
  }

  const size_t start = scratch->length;
  TERCET_TRY(write_text(dictionary, id, scratch));
  out->kind = TERCET_TERM_LITERAL;
  out->datatype =
      tercet_datatype_iri(tercet_dictionary_datatype(dictionary, id));
  out->value.data = scratch->data + start;
  out->value.length = scratch->length - start;
  return TERCET_OK;
}

void
tercet_dictionary_text(const tercet_dictionary *dictionary,
                       tercet_id id,
                       tercet_string *out)
{
  assert(is_text_tag(tercet_id_tag(id)));

  tercet_text_key key;
  get_key(dictionary, id, &key);
  *out = key.text;
}

static tercet_datatype
tensor_datatype(const tercet_dictionary *d, tercet_id id)
{
  uint64_t payload = 0U;
  const tercet_dictionary *const owner = owner_of(d, id, &payload);
  const uint64_t row_mask = (UINT64_C(1) << TERCET_TENSOR_ROW_BITS) - 1U;
  return (tercet_datatype)owner->tensors
      .blocks[payload >> TERCET_TENSOR_ROW_BITS]
      ->forms[payload & row_mask]
      .datatype;
}

tercet_datatype
tercet_dictionary_datatype(const tercet_dictionary *dictionary, tercet_id id)
{
  assert(tercet_id_is_literal(id));

  const tercet_tag tag = tercet_id_tag(id);
  if (tag == TERCET_TAG_STRING) {
    return TERCET_DATATYPE_STRING;
  }
  if (tag == TERCET_TAG_TENSOR) {
    return tensor_datatype(dictionary, id);
  }
  if (!is_text_tag(tag)) {
    return tercet_inline_datatype(id);
  }

  tercet_text_key key;
  tercet_qualifier qualifier;
  const tercet_dictionary *const owner = get_key(dictionary, id, &key);
  tercet_qualifier_get(&owner->qualifiers, key.qualifier, &qualifier);
  return qualifier.datatype;
}

/// Return the block that a tensor is in, and set `row` to its number there
static tercet_tensor_block *
block_of(const tercet_dictionary *dictionary, tercet_id id, uint64_t *row)
{
  assert(tercet_id_tag(id) == TERCET_TAG_TENSOR);

  uint64_t payload = 0U;
  const tercet_dictionary *const owner = owner_of(dictionary, id, &payload);
  *row = payload & ((UINT64_C(1) << TERCET_TENSOR_ROW_BITS) - 1U);
  return owner->tensors.blocks[payload >> TERCET_TENSOR_ROW_BITS];
}

void
tercet_dictionary_tensor(const tercet_dictionary *dictionary,
                         tercet_id id,
                         tercet_tensor_row *out)
{
  uint64_t row = 0U;
  const tercet_tensor_block *const block = block_of(dictionary, id, &row);
  out->type = &block->type;
  out->data = tercet_tensor_block_row(block, row);
}

void
tercet_dictionary_tensors(const tercet_dictionary *dictionary,
                          const tercet_id *ids,
                          size_t n_ids,
                          tercet_tensor_row *out)
{
  for (size_t i = 0U; i < n_ids; ++i) {
    if (tercet_id_tag(ids[i]) == TERCET_TAG_TENSOR) {
      tercet_dictionary_tensor(dictionary, ids[i], &out[i]);
    } else {
      out[i] = (tercet_tensor_row){NULL, NULL};
    }
  }
}

void
tercet_dictionary_codes(const tercet_dictionary *dictionary,
                        const tercet_id *ids,
                        size_t n_ids,
                        const tercet_tensor_code **out)
{
  for (size_t i = 0U; i < n_ids; ++i) {
    uint64_t row = 0U;
    const tercet_tensor_block *const block = block_of(dictionary, ids[i], &row);
    out[i] = tercet_tensor_block_code(block, row);
  }
}

void
tercet_dictionary_note_scan(const tercet_dictionary *dictionary,
                            tercet_id id,
                            size_t n_rows,
                            const tercet_cancel *cancel)
{
  uint64_t row = 0U;
  tercet_tensor_block_note_scan(block_of(dictionary, id, &row), n_rows, cancel);
}

void
tercet_dictionary_get_info(const tercet_dictionary *dictionary,
                           tercet_dictionary_info *out)
{
  out->n_terms = tercet_text_table_size(&dictionary->texts);
  out->n_tensors = tercet_tensor_table_size(&dictionary->tensors);
  out->n_tensor_blocks = dictionary->tensors.n_blocks;
  out->text_bytes =
      tercet_text_table_bytes(&dictionary->texts) + dictionary->store.bytes;
  out->tensor_bytes = tercet_tensor_table_bytes(&dictionary->tensors);
}

void
tercet_dictionary_trim(tercet_dictionary *dictionary)
{
  tercet_buffer_clear(&dictionary->unescaped);
  tercet_buffer_clear(&dictionary->tensors.decoded);
  tercet_buffer_clear(&dictionary->tensors.scratch);
}

/* ---- Going back ---- */

struct tercet_dictionary_mark {
  tercet_text_store store;
  tercet_text_table texts;
  size_t n_qualifiers;
  size_t n_blocks;
  uint64_t n_rows[]; ///< Of each tensor block
};

tercet_status
tercet_dictionary_mark_new(const tercet_dictionary *dictionary,
                           tercet_dictionary_mark **out)
{
  const tercet_dictionary *const d = dictionary;
  const size_t n_blocks = d->tensors.n_blocks;
  tercet_dictionary_mark *const mark =
      (tercet_dictionary_mark *)tercet_allocate(
          d->alloc,
          sizeof(tercet_dictionary_mark) + n_blocks * sizeof(uint64_t));
  *out = mark;
  if (!mark) {
    return TERCET_ERR_NO_MEMORY;
  }

  mark->store = d->store;
  mark->texts = d->texts;
  mark->n_qualifiers = d->qualifiers.n_items;
  mark->n_blocks = n_blocks;
  for (size_t i = 0U; i < n_blocks; ++i) {
    mark->n_rows[i] = d->tensors.blocks[i]->n_rows;
  }

  return TERCET_OK;
}

void
tercet_dictionary_mark_free(const tercet_dictionary *dictionary,
                            tercet_dictionary_mark *mark)
{
  tercet_release(dictionary->alloc, mark);
}

void
tercet_dictionary_rollback(tercet_dictionary *dictionary,
                           const tercet_dictionary_mark *mark)
{
  tercet_tensor_table_rollback(
      &dictionary->tensors, mark->n_blocks, mark->n_rows);
  tercet_qualifier_rollback(&dictionary->qualifiers, mark->n_qualifiers);
  tercet_text_table_rollback(&dictionary->texts, &mark->texts);
  tercet_text_store_rollback(&dictionary->store, &mark->store);
}
