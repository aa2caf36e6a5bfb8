// SPDX-License-Identifier: Apache-2.0

/**
   The strings of tensors of strings: each is kept once, and the elements of a
   tensor are its handles, so that moving and comparing strings is moving and
   comparing integers.  The handle of the empty string is 0, so that elements
   that were never set are empty strings.

   A pool may stand on another one, which then does not change any more: that
   of a session stands on the constants of its plan.
*/

#ifndef TERCET_ONNX_STRINGS_H
#define TERCET_ONNX_STRINGS_H

#include "base/arena.h"
#include "base/hash_index.h"

typedef struct tercet_onnx_strings {
  const struct tercet_onnx_strings *parent; ///< May be NULL
  tercet_arena arena;
  tercet_hash_index index;
  const tercet_string **items;
  size_t n_items;
  size_t capacity;
} tercet_onnx_strings;

/// Prepare an empty pool; allocates nothing
void
tercet_onnx_strings_init(tercet_onnx_strings *strings,
                         const tercet_allocator *alloc,
                         const tercet_onnx_strings *parent);

/// Free the strings; the pool is empty and usable afterwards
void
tercet_onnx_strings_clear(tercet_onnx_strings *strings);

/// Set `out` to the handle of a string, which is copied if it is new
TERCET_NODISCARD tercet_status
tercet_onnx_strings_intern(tercet_onnx_strings *strings,
                           tercet_string text,
                           uint64_t *out);

/// Return the string of a handle
tercet_string
tercet_onnx_string_of(uint64_t handle);

#endif // TERCET_ONNX_STRINGS_H
