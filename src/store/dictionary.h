// SPDX-License-Identifier: Apache-2.0

/**
   Terms and their ids.

   A dictionary only grows.  An overlay is a dictionary on top of another one
   (its base, which must not change meanwhile): it hands out the base's ids
   for the base's terms and its own, marked, for new ones.  A query keeps the
   terms that it makes in an overlay of its own.  Reading is safe from several
   threads while nobody interns.
*/

#ifndef TERCET_STORE_DICTIONARY_H
#define TERCET_STORE_DICTIONARY_H

#include <tercet/rdf.h>

#include "array/literal.h"
#include "array/tensor_type.h"
#include "base/buffer.h"
#include "rdf/datatype.h"
#include "store/id.h"
#include "store/tensor_codes.h"

typedef struct tercet_dictionary tercet_dictionary;

/// A tensor where it lies: row-major elements at `data`
typedef struct {
  const tercet_tensor_type *type;
  const void *data;
} tercet_tensor_row;

/// Make a dictionary; with a `base`, an overlay on it
TERCET_NODISCARD tercet_status
tercet_dictionary_new(const tercet_allocator *alloc,
                      const tercet_dictionary *base,
                      tercet_dictionary **out,
                      tercet_error *err);

/// Free a dictionary; NULL is fine
void
tercet_dictionary_free(tercet_dictionary *dictionary);

/**
   Return the id of a term, adding the term if it is new.

   A literal of a tensor datatype may still be escaped; it is decoded once and
   becomes a row of a tensor block, or, if it is ill-typed, a
   #TERCET_TAG_LITERAL.

   @param ill_typed Set to why a tensor literal is ill-typed (status
   #TERCET_ERR_SYNTAX), else left alone; may be NULL.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_UNSUPPORTED for a
   triple term.
*/
TERCET_NODISCARD tercet_status
tercet_dictionary_intern(tercet_dictionary *dictionary,
                         const tercet_term *term,
                         tercet_id *out,
                         tercet_error *ill_typed);

/// Return the id of a tensor as its canonical literal of tensor:DataTensor
TERCET_NODISCARD tercet_status
tercet_dictionary_intern_tensor(tercet_dictionary *dictionary,
                                const tercet_tensor_type *type,
                                const void *data,
                                tercet_id *out);

/// Return the id of a term, or #TERCET_ID_UNKNOWN
TERCET_NODISCARD tercet_status
tercet_dictionary_find(const tercet_dictionary *dictionary,
                       const tercet_term *term,
                       tercet_id *out);

/**
   Set `out` to the term with an id.

   @param scratch Holds the parts that are not stored as text (numbers,
   tensors); appended to, so that several terms may share it.  `out` is valid
   until the scratch or the dictionary changes.
*/
TERCET_NODISCARD tercet_status
tercet_dictionary_get(const tercet_dictionary *dictionary,
                      tercet_id id,
                      tercet_buffer *scratch,
                      tercet_term *out);

/// Set `out` to the text stored for a TERCET_TAG_BLANK, _IRI, _STRING,
/// _LANG_STRING or _LITERAL: IRI, label or lexical form; nothing is copied
void
tercet_dictionary_text(const tercet_dictionary *dictionary,
                       tercet_id id,
                       tercet_string *out);

/// Return the datatype of a literal
tercet_datatype
tercet_dictionary_datatype(const tercet_dictionary *dictionary, tercet_id id);

/// Set `out` to where a tensor lies, for a TERCET_TAG_TENSOR; the address stays
/// as long as the dictionary, also when that grows.  Rows of 64 bytes and more
/// are aligned to 64, shorter ones do not cross a multiple of 64.
void
tercet_dictionary_tensor(const tercet_dictionary *dictionary,
                         tercet_id id,
                         tercet_tensor_row *out);

/// Set `out` where tensors lie, one for each id; ids that are not of
/// TERCET_TAG_TENSOR get a NULL type
void
tercet_dictionary_tensors(const tercet_dictionary *dictionary,
                          const tercet_id *ids,
                          size_t n_ids,
                          tercet_tensor_row *out);

/// Set `out` to the codes of tensors, one for each TERCET_TAG_TENSOR; NULL
/// where there are none
void
tercet_dictionary_codes(const tercet_dictionary *dictionary,
                        const tercet_id *ids,
                        size_t n_ids,
                        const tercet_tensor_code **out);

/// Note that a scan looks at `n_rows` tensors of the type of one, so that codes
/// are made of tensors that are scanned again and again; a token that stops
/// this, or NULL, leaves it to the next scan.  Safe from several threads while
/// nobody interns.
void
tercet_dictionary_note_scan(const tercet_dictionary *dictionary,
                            tercet_id id,
                            size_t n_rows,
                            const tercet_cancel *cancel);

/// Bytes held and numbers of things, for tercet_dataset_get_info()
typedef struct {
  uint64_t n_terms; ///< Not counting tensors and inline literals
  uint64_t n_tensors;
  uint64_t n_tensor_blocks;
  uint64_t text_bytes;   ///< Texts, their index and hashes
  uint64_t tensor_bytes; ///< Blocks, styles, kept texts, hashes
} tercet_dictionary_info;

void
tercet_dictionary_get_info(const tercet_dictionary *dictionary,
                           tercet_dictionary_info *out);

#endif // TERCET_STORE_DICTIONARY_H
