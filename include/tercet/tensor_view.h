// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor_view.h

   Views of tensors, copies, conversions, indexes and assignment.
*/

#ifndef TERCET_TENSOR_VIEW_H
#define TERCET_TENSOR_VIEW_H

#include <tercet/tensor_core.h>

TERCET_BEGIN_DECLS

/* ---- Views and copies ---- */

/// A range of one axis: Python's `start:stop:step`
typedef struct {
  int64_t start; ///< Negative counts from the end; clamped
  int64_t stop;  ///< Likewise, exclusive
  int64_t step;  ///< Not 0
  bool full;     ///< The whole axis: the numbers above are ignored
} tercet_range;

/// Make a view of a box of elements; `n_ranges` must be the rank, else
/// #TERCET_ERR_SHAPE; a step of 0 is #TERCET_ERR_RANGE
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_slice(const tercet_tensor *tensor,
                    size_t n_ranges,
                    const tercet_range *ranges,
                    tercet_tensor **out,
                    tercet_error *err);

/// Make a view with the axes in another order; NULL reverses them
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_permute(const tercet_tensor *tensor,
                      const size_t *axes,
                      tercet_tensor **out,
                      tercet_error *err);

/// Make a tensor of another shape with the same elements in row-major order:
/// a view where possible, else a copy.  One extent may be -1.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_reshape(const tercet_tensor *tensor,
                      size_t rank,
                      const int64_t *shape,
                      tercet_tensor **out,
                      tercet_error *err);

/// Make a read-only view that repeats axes of extent 1 (NumPy broadcasting)
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_broadcast_to(const tercet_tensor *tensor,
                           size_t rank,
                           const int64_t *shape,
                           tercet_tensor **out,
                           tercet_error *err);

/// Make a contiguous copy
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_copy(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   tercet_tensor **out,
                   tercet_error *err);

/**
   Convert the elements to another dtype.

   Float to integer truncates, saturates at the range, and makes NaN 0.
   Integer to integer keeps the low bits.  Non-zero, NaN too, is true.  To a
   float rounds once to nearest, ties to even.  A complex number loses its
   imaginary part, but is true if either part is.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_cast(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   tercet_dtype dtype,
                   tercet_tensor **out,
                   tercet_error *err);

/// What tercet_tensor_convert() allows
typedef enum {
  TERCET_CAST_UNSAFE,    ///< Everything, as tercet_tensor_cast()
  TERCET_CAST_SAFE,      ///< Dtypes that hold all numbers of the other; as in
                         ///< NumPy, float64 passes for 64-bit integers
  TERCET_CAST_SAME_KIND, ///< Also a smaller dtype, but not float to integer,
                         ///< signed to unsigned or complex to real
  TERCET_CAST_CHECKED,   ///< Numbers must fit, as in tercet_tensor_set()
  TERCET_CAST_SATURATE,  ///< Integers out of range become the nearest ones
} tercet_cast_mode;

/// Return whether elements may be converted under a mode whatever they are
TERCET_API bool
tercet_dtype_can_cast(tercet_dtype from,
                      tercet_dtype to,
                      tercet_cast_mode mode);

/**
   Convert the elements to another dtype, or say what does not fit.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE for dtypes that
   the mode does not allow, or #TERCET_ERR_RANGE naming an element that does
   not fit.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_convert(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      tercet_dtype dtype,
                      tercet_cast_mode mode,
                      tercet_tensor **out,
                      tercet_error *err);

/* ---- More views: flags, indexes, axes ---- */

/// What tercet_tensor_flags() says, computed from shape, strides and owner
typedef enum {
  TERCET_FLAG_ROW_MAJOR = 1U,    ///< C order without gaps
  TERCET_FLAG_COLUMN_MAJOR = 2U, ///< Fortran order without gaps
  TERCET_FLAG_OWNER = 4U,        ///< Neither a view nor over lent memory
  TERCET_FLAG_WRITABLE = 8U,     ///< Views inherit it
  TERCET_FLAG_ALIGNED = 16U,     ///< Always set
  TERCET_FLAG_OVERLAPS = 32U,    ///< Elements may share bytes with each other
} tercet_tensor_flag;

/// Return the sum of the flags
TERCET_API unsigned
tercet_tensor_flags(const tercet_tensor *tensor);

/// Return the bytes from the lowest of the memory that the tensor is over to
/// the element with all indices 0
TERCET_API int64_t
tercet_tensor_offset(const tercet_tensor *tensor);

/// What an item of an index does
typedef enum {
  TERCET_INDEX_ALL,      ///< Keeps an axis
  TERCET_INDEX_AT,       ///< Picks a position; the axis goes
  TERCET_INDEX_RANGE,    ///< Picks start, start + step, ... before stop
  TERCET_INDEX_NEW_AXIS, ///< Adds an axis of extent 1
  TERCET_INDEX_ELLIPSIS, ///< Keeps all axes that the other items leave
} tercet_index_kind;

/// One item of an index; make it with the functions below
typedef struct {
  tercet_index_kind kind;
  int64_t start; ///< Or the position
  int64_t stop;
  int64_t step;
} tercet_index;

/// A bound of a range that is left out: the end that the step comes from or
/// leads to
#define TERCET_INDEX_OPEN INT64_MIN

/// Return Python's `:`
static inline tercet_index
tercet_index_all(void)
{
  const tercet_index index = {TERCET_INDEX_ALL, 0, 0, 1};
  return index;
}

/// Return a position; negative ones count from the end
static inline tercet_index
tercet_index_at(int64_t position)
{
  const tercet_index index = {TERCET_INDEX_AT, position, 0, 1};
  return index;
}

/// Return Python's `start:stop:step`: bounds count from the end if negative,
/// are clamped, and may be #TERCET_INDEX_OPEN
static inline tercet_index
tercet_index_range(int64_t start, int64_t stop, int64_t step)
{
  const tercet_index index = {TERCET_INDEX_RANGE, start, stop, step};
  return index;
}

/// Return Python's `None`
static inline tercet_index
tercet_index_new_axis(void)
{
  const tercet_index index = {TERCET_INDEX_NEW_AXIS, 0, 0, 1};
  return index;
}

/// Return Python's `...`
static inline tercet_index
tercet_index_ellipsis(void)
{
  const tercet_index index = {TERCET_INDEX_ELLIPSIS, 0, 0, 1};
  return index;
}

/**
   Make a view of what an index selects, as NumPy's basic indexing does.

   @param n_items Axes behind those that the items name are kept whole.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for more items
   than axes, more than one ellipsis or too many new axes, or #TERCET_ERR_RANGE
   for a position outside of its axis or a step of 0.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_index(const tercet_tensor *tensor,
                    size_t n_items,
                    const tercet_index *items,
                    tercet_tensor **out,
                    tercet_error *err);

/// Make a view of everything
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_view_all(const tercet_tensor *tensor,
                       tercet_tensor **out,
                       tercet_error *err);

/**
   Make a view with any shape and strides.

   @param strides In bytes.
   @param offset Bytes from the element with all indices 0 to that of the view.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE, or
   #TERCET_ERR_RANGE if an element were outside of the memory that `tensor` is
   over, or #TERCET_ERR_ARGUMENT if one were not aligned.  The view is
   read-only unless its elements surely share no bytes.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_as_strided(const tercet_tensor *tensor,
                         size_t rank,
                         const int64_t *shape,
                         const int64_t *strides,
                         int64_t offset,
                         tercet_tensor **out,
                         tercet_error *err);

/**
   Make a view of the same bytes as elements of another dtype.

   With another element size, the last axis must be without gaps and changes
   its extent.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for rank 0, or
   an extent that does not divide, or #TERCET_ERR_ARGUMENT for gaps, or an
   element that is not aligned for the dtype.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_view_as(const tercet_tensor *tensor,
                      tercet_dtype dtype,
                      tercet_tensor **out,
                      tercet_error *err);

/// Broadcast tensors to their common shape: read-only views in `outs`, all
/// NULL on failure
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_broadcast(size_t n,
                        const tercet_tensor *const *tensors,
                        tercet_tensor **outs,
                        tercet_error *err);

/// Make a view with `n` more axes of extent 1 at the end
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_append_axes(const tercet_tensor *tensor,
                          size_t n,
                          tercet_tensor **out,
                          tercet_error *err);

/// Make a view with a new axis of extent 1, which becomes axis `axis`; -1 is
/// the last
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_expand_dims(const tercet_tensor *tensor,
                          int64_t axis,
                          tercet_tensor **out,
                          tercet_error *err);

/// Make a view without the given axes, whose extents must be 1; with NULL,
/// without all axes of extent 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_squeeze(const tercet_tensor *tensor,
                      size_t n_axes,
                      const int64_t *axes,
                      tercet_tensor **out,
                      tercet_error *err);

/// Like tercet_tensor_permute(), with axes that count from the end if negative;
/// `n_axes` is the rank, or 0 to reverse them
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_transpose(const tercet_tensor *tensor,
                        size_t n_axes,
                        const int64_t *axes,
                        tercet_tensor **out,
                        tercet_error *err);

/// Make a view with two axes exchanged
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_swap_axes(const tercet_tensor *tensor,
                        int64_t a,
                        int64_t b,
                        tercet_tensor **out,
                        tercet_error *err);

/// Make a view with axis `source` at the place `destination`, the others in
/// their order
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_move_axis(const tercet_tensor *tensor,
                        int64_t source,
                        int64_t destination,
                        tercet_tensor **out,
                        tercet_error *err);

/// Like tercet_tensor_move_axis(), for several axes, each named once
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_move_axes(const tercet_tensor *tensor,
                        size_t n_axes,
                        const int64_t *sources,
                        const int64_t *destinations,
                        tercet_tensor **out,
                        tercet_error *err);

/// Make a view that is reversed along axes; NULL stands for all
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_flip(const tercet_tensor *tensor,
                   size_t n_axes,
                   const int64_t *axes,
                   tercet_tensor **out,
                   tercet_error *err);

/// Make a view of the elements whose index on axis `b` is that on axis `a`
/// plus `offset`: both axes go, the diagonal becomes the last
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_diagonal(const tercet_tensor *tensor,
                       int64_t offset,
                       int64_t a,
                       int64_t b,
                       tercet_tensor **out,
                       tercet_error *err);

/// Make a tensor of rank 1 with the elements in row-major order: a view where
/// possible, else a copy
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_ravel(const tercet_tensor *tensor,
                    tercet_tensor **out,
                    tercet_error *err);

/// Copy the elements, in either order, to a tensor of rank 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_flatten(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      tercet_memory_order order,
                      tercet_tensor **out,
                      tercet_error *err);

/// Make a copy whose elements lie in memory in the given order
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_dup(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  tercet_memory_order order,
                  tercet_tensor **out,
                  tercet_error *err);

/* ---- Assignment, and indexes that are tensors ---- */

/**
   Write the elements of a tensor to another.

   They are broadcast, and converted as by tercet_tensor_cast().  The tensors
   may share bytes: the values are those from before.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE if `value` does
   not broadcast to the shape of `tensor`, or #TERCET_ERR_ARGUMENT if that is
   read-only.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_assign(tercet_tensor *tensor,
                     const tercet_tensor *value,
                     tercet_error *err);

/// Like tercet_tensor_assign(), to what an index selects, see
/// tercet_tensor_index()
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_assign_at(tercet_tensor *tensor,
                        size_t n_items,
                        const tercet_index *items,
                        const tercet_tensor *value,
                        tercet_error *err);

/// Write one number to all elements that an index selects; it must fit, see
/// tercet_tensor_set()
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_fill_at(tercet_tensor *tensor,
                      size_t n_items,
                      const tercet_index *items,
                      tercet_scalar value,
                      tercet_error *err);

/// What happens to positions outside of an axis
typedef enum {
  TERCET_BOUNDS_CHECK, ///< From -extent to extent - 1, else #TERCET_ERR_RANGE
  TERCET_BOUNDS_WRAP,  ///< Modulo the extent
  TERCET_BOUNDS_CLIP,  ///< 0 if less, extent - 1 if more
} tercet_bounds;

/**
   Copy what positions select along an axis.

   @param indexes Of any integer dtype.
   @param[out] out New tensor, in whose shape that of `indexes` takes the place
   of the axis.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE if `indexes` are
   no integers, #TERCET_ERR_SHAPE for the axis or the rank, or #TERCET_ERR_RANGE
   naming position and extent.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_take(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   const tercet_tensor *indexes,
                   int64_t axis,
                   tercet_bounds bounds,
                   tercet_tensor **out,
                   tercet_error *err);

/// Write `values`, which are broadcast and converted, where
/// tercet_tensor_take() would read; the last one stays where positions repeat.
/// Nothing is written on failure.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_put(tercet_tensor *tensor,
                  const tercet_tensor *indexes,
                  int64_t axis,
                  tercet_bounds bounds,
                  const tercet_tensor *values,
                  tercet_error *err);

/// Copy one element for each position: that with the same index, but for
/// `axis`.  The other axes of both tensors are broadcast.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_take_along_axis(const tercet_allocator *alloc,
                              const tercet_tensor *tensor,
                              const tercet_tensor *indexes,
                              int64_t axis,
                              tercet_tensor **out,
                              tercet_error *err);

/// Write `values` where tercet_tensor_take_along_axis() would read; `indexes`
/// and `values` are broadcast.  Nothing is written on failure.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_put_along_axis(tercet_tensor *tensor,
                             const tercet_tensor *indexes,
                             int64_t axis,
                             const tercet_tensor *values,
                             tercet_error *err);

/**
   Copy what rows of positions select: element or part `tensor[b..., p...]` for
   each row `p` along the last axis of `indexes`.

   @param indexes Of any integer dtype; negative positions count from the end.
   @param n_batch First axes that both tensors have in common; a row names a
   position on each of as many axes behind them as it is long.
   @param[out] out New tensor with the axes of `indexes` but the last, then
   those of `tensor` that are not named.
   @return As tercet_tensor_take(); #TERCET_ERR_SHAPE also if the first axes
   differ, or rows are longer than there are axes.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_take_nd(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      const tercet_tensor *indexes,
                      size_t n_batch,
                      tercet_tensor **out,
                      tercet_error *err);

/// Write `values`, which are broadcast and converted, where
/// tercet_tensor_take_nd() would read; the last one stays where rows repeat.
/// Nothing is written on failure.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_put_nd(tercet_tensor *tensor,
                     const tercet_tensor *indexes,
                     size_t n_batch,
                     const tercet_tensor *values,
                     tercet_error *err);

/**
   Copy the elements where a mask is true, in row-major order.

   @param mask Bool, with the shape of the first axes of `tensor`.
   @param[out] out New tensor whose first axis takes the place of those.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE or
   #TERCET_ERR_SHAPE for the mask.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_select(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     const tercet_tensor *mask,
                     tercet_tensor **out,
                     tercet_error *err);

/// Write `values`, which are broadcast and converted, where
/// tercet_tensor_select() would read
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_assign_where(tercet_tensor *tensor,
                           const tercet_tensor *mask,
                           const tercet_tensor *values,
                           tercet_error *err);

/// Copy the parts along an axis where `condition`, bool, of rank 1 and at most
/// as long as the axis, is true
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_compress(const tercet_allocator *alloc,
                       const tercet_tensor *tensor,
                       const tercet_tensor *condition,
                       int64_t axis,
                       tercet_tensor **out,
                       tercet_error *err);

/// Make an int64 matrix of the indices of all elements that are not zero, one
/// row for each, in row-major order
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_nonzero(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      tercet_tensor **out,
                      tercet_error *err);

TERCET_END_DECLS

#endif // TERCET_TENSOR_VIEW_H
