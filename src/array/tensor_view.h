// SPDX-License-Identifier: Apache-2.0

/**
   A tensor in the caller's storage, over bytes that stay where they are:
   how a row of a tensor block becomes an operand without an allocation.

   Lifetime: the view, and every slice, permutation, reshape or broadcast made
   of it, may be used while the bytes and the view's storage stay in place.
   Results of casts, copies, arithmetic and reductions are independent of it.
   Nobody keeps the bytes alive, so a view must not be handed to code that
   holds on to its tensors with tercet_tensor_ref().  It needs no clearing;
   tercet_tensor_unref() on it does nothing.
*/

#ifndef TERCET_ARRAY_TENSOR_VIEW_H
#define TERCET_ARRAY_TENSOR_VIEW_H

#include "array/tensor_type.h"

#include <stdatomic.h>

/// Bytes that tensors share; private to array/
typedef struct tercet_tensor_storage tercet_tensor_storage;

/// Visible only so that it can live in the caller's storage; the members
/// belong to array/
struct tercet_tensor {
  atomic_size_t n_refs;
  const tercet_allocator *alloc;
  tercet_tensor_storage *storage; ///< NULL: the bytes stay someone else's
  char *data;                     ///< Element with all indices 0
  int64_t *shape;
  int64_t *strides; ///< In bytes
  int64_t size;     ///< Elements
  size_t rank;
  tercet_dtype dtype;
  bool is_read_only;
  bool is_in_place; ///< Lives in a tercet_tensor_view
  bool is_view;     ///< Was made of another tensor
};

/// Storage for one view
typedef struct {
  tercet_tensor tensor;
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
} tercet_tensor_view;

/**
   Look at existing row-major elements as a read-only tensor.

   @param view Storage for the tensor; need not be initialised.
   @param type Dtype and shape; copied.
   @param data Elements, aligned for the dtype; may be NULL if there are none.
   @return The tensor in `view`; see above for how long it may be used.
*/
const tercet_tensor *
tercet_tensor_view_init(tercet_tensor_view *view,
                        const tercet_tensor_type *type,
                        const void *data);

/// Return whether the caller is the only user of a tensor and of its bytes,
/// which came from that allocator
bool
tercet_tensor_is_exclusive(const tercet_tensor *tensor,
                           const tercet_allocator *alloc);

#endif // TERCET_ARRAY_TENSOR_VIEW_H
