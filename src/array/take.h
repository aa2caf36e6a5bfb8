// SPDX-License-Identifier: Apache-2.0

/**
   Copying between a packed tensor and the places in another that a list of
   positions names: what take, put and masks share.

   The positions belong to one axis, or one group of axes, of the indexed
   tensor.  All other axes, the outer ones before it and the inner ones behind,
   are the same in both tensors.
*/

#ifndef TERCET_ARRAY_TAKE_H
#define TERCET_ARRAY_TAKE_H

#include <tercet/tensor.h>

/// Where the places are
typedef struct {
  int64_t n;
  const int64_t *offsets; ///< In bytes; NULL if there are positions
  const int64_t *positions;
  bool is_unsigned; ///< A negative position is one beyond INT64_MAX
  tercet_bounds bounds;
  size_t axis; ///< For messages
  int64_t extent;
  int64_t stride;
} tercet_places;

typedef struct {
  size_t item_size;
  char *indexed;         ///< Place 0 is at its offset from here
  char *packed;          ///< Place i is at i * packed_stride from here
  int64_t packed_stride; ///< In bytes
  size_t rank;           ///< Other axes
  size_t n_outer;        ///< How many of them are outer
  int64_t shape[TERCET_MAX_RANK];
  int64_t indexed_strides[TERCET_MAX_RANK];
  int64_t packed_strides[TERCET_MAX_RANK];
} tercet_gathering;

/// Check all positions, or return #TERCET_ERR_RANGE naming the first that is
/// outside of the axis
TERCET_NODISCARD tercet_status
tercet_places_check(const tercet_places *places, tercet_error *err);

/// Copy from the places to the packed tensor; #TERCET_ERR_RANGE as above
TERCET_NODISCARD tercet_status
tercet_gather(const tercet_gathering *g,
              const tercet_places *places,
              tercet_error *err);

/// Copy from the packed tensor to the places, which have been checked, in
/// their order
TERCET_NODISCARD tercet_status
tercet_scatter(const tercet_gathering *g,
               const tercet_places *places,
               tercet_error *err);

/// Set `out` to the positions as an int64 tensor that shares no bytes with
/// `target`, which may be NULL, contiguous if `dense`; #TERCET_ERR_DTYPE if
/// they are no integers
TERCET_NODISCARD tercet_status
tercet_positions_prepare(const tercet_allocator *alloc,
                         const tercet_tensor *indexes,
                         const tercet_tensor *target,
                         bool dense,
                         tercet_tensor **out,
                         tercet_error *err);

/// Return whether a tensor has an unsigned dtype
bool
tercet_positions_are_unsigned(const tercet_tensor *indexes);

/// Find the offset of one position, see #tercet_places; false if it is outside
bool
tercet_place_resolve(const tercet_places *places,
                     int64_t position,
                     int64_t *out);

/// Report a position that is outside; returns #TERCET_ERR_RANGE
tercet_status
tercet_place_error(const tercet_places *places,
                   int64_t position,
                   tercet_error *err);

#endif // TERCET_ARRAY_TAKE_H
