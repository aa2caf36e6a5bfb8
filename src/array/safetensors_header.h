// SPDX-License-Identifier: Apache-2.0

/**
   The header of a .safetensors file:

       0        8                8 + n
       +--------+----------------+--------------
       | n (LE) | n bytes: JSON  | elements
       +--------+----------------+--------------

       {"__metadata__": {"key": "value"},
        "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}}

   Offsets count from the first byte behind the header.
*/

#ifndef TERCET_ARRAY_SAFETENSORS_HEADER_H
#define TERCET_ARRAY_SAFETENSORS_HEADER_H

#include "base/hash_index.h"

#include <tercet/tensor.h>

/// Bytes of the length in front
#define SAFETENSORS_PREFIX 8U

/// Longest header; the limit of the reference implementation
#define SAFETENSORS_HEADER_MAX 100000000U

#define SAFETENSORS_DTYPE_TEXT_MAX 16U

/// One tensor of the file
typedef struct {
  tercet_string name; ///< In the texts of the header
  char dtype_text[SAFETENSORS_DTYPE_TEXT_MAX];
  bool has_dtype; ///< Else nothing here holds its elements
  tercet_dtype dtype;
  size_t rank;
  size_t first_extent; ///< In the extents of the header
  uint64_t begin;
  uint64_t end;
} tercet_safetensors_entry;

typedef struct {
  tercet_string key;
  tercet_string value;
} tercet_safetensors_pair;

/// In the owner's storage
typedef struct {
  const tercet_allocator *alloc;
  char *text;      ///< Header; strings are unescaped where they are
  size_t length;   ///< Of the text
  uint64_t n_data; ///< Bytes behind the header
  tercet_safetensors_entry *entries;
  size_t n_entries;
  size_t entry_capacity;
  tercet_safetensors_pair *pairs;
  size_t n_pairs;
  size_t pair_capacity;
  int64_t *extents;
  size_t n_extents;
  size_t extent_capacity;
  tercet_hash_index names;
} tercet_safetensors_header;

/// Read `text`, which belongs to the header from then on, on failure too
TERCET_NODISCARD tercet_status
tercet_safetensors_header_read(tercet_safetensors_header *header,
                               const tercet_allocator *alloc,
                               char *text,
                               size_t length,
                               uint64_t n_data,
                               tercet_error *err);

void
tercet_safetensors_header_clear(tercet_safetensors_header *header);

/// Return the position of a name, or #TERCET_HASH_INDEX_NONE
uint64_t
tercet_safetensors_header_find(const tercet_safetensors_header *header,
                               tercet_string name);

/// Return the extents of a tensor; NULL for rank 0
const int64_t *
tercet_safetensors_header_shape(const tercet_safetensors_header *header,
                                const tercet_safetensors_entry *entry);

/// Return what the format calls a dtype; NULL for complex128
const char *
tercet_safetensors_dtype_text(tercet_dtype dtype);

#endif // TERCET_ARRAY_SAFETENSORS_HEADER_H
