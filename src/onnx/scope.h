// SPDX-License-Identifier: Apache-2.0

/// Which slot a name stands for: in a graph, or in those around it

#ifndef TERCET_ONNX_SCOPE_H
#define TERCET_ONNX_SCOPE_H

#include "base/hash_index.h"

typedef struct {
  tercet_string name;
  uint32_t slot;
} tercet_onnx_scope_entry;

/// In the owner's storage
typedef struct tercet_onnx_scope {
  const struct tercet_onnx_scope *parent; ///< NULL: nothing around it
  tercet_hash_index index;
  tercet_onnx_scope_entry *entries;
  size_t n_entries;
  size_t capacity;
} tercet_onnx_scope;

/// Prepare an empty scope; allocates nothing
void
tercet_onnx_scope_init(tercet_onnx_scope *scope,
                       const tercet_allocator *alloc,
                       const tercet_onnx_scope *parent);

/// Free what the scope holds
void
tercet_onnx_scope_clear(tercet_onnx_scope *scope);

/// Add a name, which the caller keeps in place: #TERCET_ERR_ARGUMENT if the
/// scope has it already, or #TERCET_ERR_NO_MEMORY
TERCET_NODISCARD tercet_status
tercet_onnx_scope_add(tercet_onnx_scope *scope,
                      tercet_string name,
                      uint32_t slot,
                      tercet_error *err);

/// Return whether the scope itself has a name
bool
tercet_onnx_scope_has(const tercet_onnx_scope *scope, tercet_string name);

/// Set `out` to the slot of a name, also of a scope around; false if there is
/// none
bool
tercet_onnx_scope_find(const tercet_onnx_scope *scope,
                       tercet_string name,
                       uint32_t *out);

#endif // TERCET_ONNX_SCOPE_H
