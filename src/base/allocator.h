// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_BASE_ALLOCATOR_H
#define TERCET_BASE_ALLOCATOR_H

#include <tercet/status.h>

#include "base/checked.h"

/// The allocator that NULL stands for
extern const tercet_allocator tercet_allocator_default;

/// Return `alloc`, or the default allocator if it is NULL
const tercet_allocator *
tercet_allocator_or_default(const tercet_allocator *alloc);

/// Return `size` new bytes, or NULL; `size` 0 gives a valid pointer
TERCET_NODISCARD void *
tercet_allocate(const tercet_allocator *alloc, size_t size);

/// Return `size` zeroed bytes, or NULL
TERCET_NODISCARD void *
tercet_allocate_zeroed(const tercet_allocator *alloc, size_t size);

/// Return `count` times `size` new bytes, or NULL also when the product
/// overflows
TERCET_NODISCARD void *
tercet_allocate_array(const tercet_allocator *alloc, size_t count, size_t size);

/// Resize a block; on NULL the old block stays valid
TERCET_NODISCARD void *
tercet_reallocate(const tercet_allocator *alloc, void *old, size_t size);

/// Free a block; NULL is fine
void
tercet_release(const tercet_allocator *alloc, void *pointer);

/**
   Make room in a growing array.

   @param[in,out] items Address of the array's pointer; reallocated at least
   by doubling.
   @param[in,out] capacity Items allocated.
   @param needed Items that must fit.
   @param item_size Bytes of an item.
   @return False, with nothing changed, if memory is out or a size overflows.
*/
TERCET_NODISCARD bool
tercet_grow_array(const tercet_allocator *alloc,
                  void **items,
                  size_t *capacity,
                  size_t needed,
                  size_t item_size);

#endif // TERCET_BASE_ALLOCATOR_H
