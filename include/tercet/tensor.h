// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor.h

   N-dimensional arrays: typed, strided, reference-counted.

   A tensor shares its bytes with the views made of it.  Reference counts are
   atomic; a tensor may be read by any number of threads while none writes.
*/

#ifndef TERCET_TENSOR_H
#define TERCET_TENSOR_H

#include <tercet/status.h>

TERCET_BEGIN_DECLS

/// Axes that a tensor has at the most
#define TERCET_MAX_RANK 32

/// Enumerator, name, bytes, kind (B bool, I signed, U unsigned, F float,
/// C complex) and whether a tensor literal may have it
#define TERCET_DTYPE_LIST(X)                                                   \
  X(BOOL, "bool", 1, B, 1)                                                     \
  X(I8, "int8", 1, I, 0)                                                       \
  X(I16, "int16", 2, I, 1)                                                     \
  X(I32, "int32", 4, I, 1)                                                     \
  X(I64, "int64", 8, I, 1)                                                     \
  X(U8, "uint8", 1, U, 1)                                                      \
  X(U16, "uint16", 2, U, 1)                                                    \
  X(U32, "uint32", 4, U, 1)                                                    \
  X(U64, "uint64", 8, U, 1)                                                    \
  X(F16, "float16", 2, F, 1)                                                   \
  X(BF16, "bfloat16", 2, F, 0)                                                 \
  X(F32, "float32", 4, F, 1)                                                   \
  X(F64, "float64", 8, F, 1)                                                   \
  X(C64, "complex64", 8, C, 0)                                                 \
  X(C128, "complex128", 16, C, 0)

/// Type of the elements.  A bool is one byte, 0 or 1.
typedef enum {
#define TERCET_DTYPE_MEMBER(id, name, size, kind, literal) TERCET_DTYPE_##id,
  TERCET_DTYPE_LIST(TERCET_DTYPE_MEMBER)
#undef TERCET_DTYPE_MEMBER
} tercet_dtype;

#define TERCET_DTYPE_COUNT 15

/// Return the name of a dtype, such as "float32"; a static string
TERCET_API const char *
tercet_dtype_name(tercet_dtype dtype);

/// Return the bytes of one element
TERCET_API size_t
tercet_dtype_size(tercet_dtype dtype);

/// Set `out` to the dtype of that name; false if there is none
TERCET_API bool
tercet_dtype_from_name(tercet_string name, tercet_dtype *out);

/// Return whether a tensor literal of RDF may have this dtype
TERCET_API bool
tercet_dtype_is_literal(tercet_dtype dtype);

/// A reference-counted array or view
typedef struct tercet_tensor tercet_tensor;

/// Gives back memory that was lent to tercet_tensor_wrap()
typedef void (*tercet_tensor_deleter)(void *context, void *data);

/**
   Make a tensor of zeros, contiguous in row-major order.

   @param alloc Allocator for the tensor and its bytes, or NULL.
   @param rank Number of axes, 0 to #TERCET_MAX_RANK.
   @param shape `rank` extents >= 0; may be NULL for rank 0.
   @param[out] out The tensor, to be given back with tercet_tensor_unref();
   NULL on failure.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_SHAPE for a
   negative extent, too many axes or a product that overflows.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_new(const tercet_allocator *alloc,
                  tercet_dtype dtype,
                  size_t rank,
                  const int64_t *shape,
                  tercet_tensor **out,
                  tercet_error *err);

/// Make a contiguous tensor that copies its elements from `data`, row-major
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_from_data(const tercet_allocator *alloc,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        const void *data,
                        tercet_tensor **out,
                        tercet_error *err);

/**
   Make a tensor over memory that stays the caller's.

   @param strides Bytes from one element to the next along each axis, or NULL
   for contiguous row-major order.
   @param data Address of the element with all indices 0.
   @param deleter Called with `context` and `data` when the last tensor that
   uses the memory goes, not on failure; may be NULL.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE as for
   tercet_tensor_new() or for strides that overflow, or #TERCET_ERR_ARGUMENT
   if the address or a stride is not a multiple of the element's alignment:
   its size, half of it for complex numbers.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_wrap(const tercet_allocator *alloc,
                   tercet_dtype dtype,
                   size_t rank,
                   const int64_t *shape,
                   const int64_t *strides,
                   void *data,
                   tercet_tensor_deleter deleter,
                   void *context,
                   tercet_tensor **out,
                   tercet_error *err);

/// Share a tensor; returns its argument
TERCET_API tercet_tensor *
tercet_tensor_ref(tercet_tensor *tensor);

/// Give a tensor back; NULL is fine
TERCET_API void
tercet_tensor_unref(tercet_tensor *tensor);

/// Return the dtype of the elements
TERCET_API tercet_dtype
tercet_tensor_dtype(const tercet_tensor *tensor);

/// Return the number of axes
TERCET_API size_t
tercet_tensor_rank(const tercet_tensor *tensor);

/// Return the extents, one for each axis
TERCET_API const int64_t *
tercet_tensor_shape(const tercet_tensor *tensor);

/// Return the strides in bytes, one for each axis
TERCET_API const int64_t *
tercet_tensor_strides(const tercet_tensor *tensor);

/// Return the number of elements
TERCET_API int64_t
tercet_tensor_size(const tercet_tensor *tensor);

/// Return the address of the element with all indices 0
TERCET_API const void *
tercet_tensor_data(const tercet_tensor *tensor);

/// Like tercet_tensor_data(), to write; NULL if the tensor is read-only
TERCET_API void *
tercet_tensor_mutable_data(tercet_tensor *tensor);

/// Return whether the elements lie in row-major order without gaps
TERCET_API bool
tercet_tensor_is_contiguous(const tercet_tensor *tensor);

/// Return whether dtype, shape and all elements are equal; NaN is not equal
/// to itself
TERCET_API bool
tercet_tensor_equals(const tercet_tensor *a, const tercet_tensor *b);

/* ---- Numbers, and elements one at a time ---- */

/// One number of any kind
typedef struct {
  tercet_dtype dtype; ///< BOOL, I64, U64, F64 or C128: the member in use
  union {
    bool b;
    int64_t i;
    uint64_t u;
    double f;
    struct {
      double re;
      double im;
    } c;
  } as;
} tercet_scalar;

/// Return a truth value
static inline tercet_scalar
tercet_scalar_from_bool(bool value)
{
  tercet_scalar scalar;
  scalar.dtype = TERCET_DTYPE_BOOL;
  scalar.as.b = value;
  return scalar;
}

/// Return a signed integer
static inline tercet_scalar
tercet_scalar_from_i64(int64_t value)
{
  tercet_scalar scalar;
  scalar.dtype = TERCET_DTYPE_I64;
  scalar.as.i = value;
  return scalar;
}

/// Return an unsigned integer
static inline tercet_scalar
tercet_scalar_from_u64(uint64_t value)
{
  tercet_scalar scalar;
  scalar.dtype = TERCET_DTYPE_U64;
  scalar.as.u = value;
  return scalar;
}

/// Return a float
static inline tercet_scalar
tercet_scalar_from_f64(double value)
{
  tercet_scalar scalar;
  scalar.dtype = TERCET_DTYPE_F64;
  scalar.as.f = value;
  return scalar;
}

/// Return a complex number
static inline tercet_scalar
tercet_scalar_from_complex(double re, double im)
{
  tercet_scalar scalar;
  scalar.dtype = TERCET_DTYPE_C128;
  scalar.as.c.re = re;
  scalar.as.c.im = im;
  return scalar;
}

/**
   Read one element.

   @param n_indexes Must be the rank.
   @param indexes Negative ones count from the end.
   @return #TERCET_OK, #TERCET_ERR_SHAPE for a wrong number of indexes, or
   #TERCET_ERR_RANGE naming axis and index.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_get(const tercet_tensor *tensor,
                  size_t n_indexes,
                  const int64_t *indexes,
                  tercet_scalar *out,
                  tercet_error *err);

/**
   Write one element.

   A number must fit the dtype: a float given to an integer loses its fraction,
   but out of range, NaN for an integer, and an imaginary part for a real
   number are #TERCET_ERR_RANGE.  Floats round; non-zero is true.

   @return As tercet_tensor_get(), or #TERCET_ERR_ARGUMENT if the tensor is
   read-only.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_set(tercet_tensor *tensor,
                  size_t n_indexes,
                  const int64_t *indexes,
                  tercet_scalar value,
                  tercet_error *err);

/// Write one number to all elements; statuses as in tercet_tensor_set()
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_fill(tercet_tensor *tensor,
                   tercet_scalar value,
                   tercet_error *err);

/**
   Copy all elements to memory, in row-major order without gaps.

   @param n_bytes Must be the size times that of the dtype, else
   #TERCET_ERR_SHAPE.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_to_data(const tercet_tensor *tensor,
                      void *data,
                      size_t n_bytes,
                      tercet_error *err);

/* ---- Creation; statuses and `out` as in tercet_tensor_new() ---- */

/// Which index varies fastest in memory
typedef enum {
  TERCET_ROW_MAJOR,    ///< The last: C
  TERCET_COLUMN_MAJOR, ///< The first: Fortran
  TERCET_KEEP_ORDER,   ///< That of the tensor at hand; without one, the last
} tercet_memory_order;

/// Make a tensor of zeros in either order
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_zeros(const tercet_allocator *alloc,
                    tercet_dtype dtype,
                    size_t rank,
                    const int64_t *shape,
                    tercet_memory_order order,
                    tercet_tensor **out,
                    tercet_error *err);

/// Make a tensor whose elements are indeterminate until written
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_empty(const tercet_allocator *alloc,
                    tercet_dtype dtype,
                    size_t rank,
                    const int64_t *shape,
                    tercet_memory_order order,
                    tercet_tensor **out,
                    tercet_error *err);

/// Make a tensor of ones
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_ones(const tercet_allocator *alloc,
                   tercet_dtype dtype,
                   size_t rank,
                   const int64_t *shape,
                   tercet_tensor **out,
                   tercet_error *err);

/// Make a tensor of one number; #TERCET_ERR_RANGE if it does not fit, as in
/// tercet_tensor_set()
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_full(const tercet_allocator *alloc,
                   tercet_dtype dtype,
                   size_t rank,
                   const int64_t *shape,
                   tercet_scalar value,
                   tercet_tensor **out,
                   tercet_error *err);

/// Make zeros in the shape of another tensor
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_zeros_like(const tercet_allocator *alloc,
                         const tercet_tensor *tensor,
                         tercet_dtype dtype,
                         tercet_tensor **out,
                         tercet_error *err);

/// Make ones in the shape of another tensor
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_ones_like(const tercet_allocator *alloc,
                        const tercet_tensor *tensor,
                        tercet_dtype dtype,
                        tercet_tensor **out,
                        tercet_error *err);

/// Repeat one number in the shape of another tensor
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_full_like(const tercet_allocator *alloc,
                        const tercet_tensor *tensor,
                        tercet_dtype dtype,
                        tercet_scalar value,
                        tercet_tensor **out,
                        tercet_error *err);

/// Make a matrix of zeros with ones where column - row is `offset`
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_eye(const tercet_allocator *alloc,
                  tercet_dtype dtype,
                  int64_t n_rows,
                  int64_t n_columns,
                  int64_t offset,
                  tercet_tensor **out,
                  tercet_error *err);

/// Make the square matrix with ones on the diagonal
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_identity(const tercet_allocator *alloc,
                       tercet_dtype dtype,
                       int64_t n,
                       tercet_tensor **out,
                       tercet_error *err);

/**
   Make `start`, `start + step`, ... up to but without `stop`.

   Three integers are counted exactly; with a float among them there are
   ceil((stop - start) / step) numbers start + i * step, computed in float64.
   There are none if the step leads away from `stop`.

   @param dtype Not bool.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE for bool,
   #TERCET_ERR_ARGUMENT for a complex number, #TERCET_ERR_RANGE for a step of
   0, infinity or NaN, or a number that does not fit the dtype, or
   #TERCET_ERR_SHAPE for more numbers than can be counted.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_arange(const tercet_allocator *alloc,
                     tercet_dtype dtype,
                     tercet_scalar start,
                     tercet_scalar stop,
                     tercet_scalar step,
                     tercet_tensor **out,
                     tercet_error *err);

/**
   Make `n` numbers at equal distances from `start` to `stop`.

   The first is exactly `start`; with `endpoint` the last of several is exactly
   `stop`, without it `stop` is the number behind the last.  Computed in
   float64; for an integer dtype the numbers are rounded down.

   @return As tercet_tensor_arange(), or #TERCET_ERR_SHAPE for a negative `n`.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_linspace(const tercet_allocator *alloc,
                       tercet_dtype dtype,
                       double start,
                       double stop,
                       int64_t n,
                       bool endpoint,
                       tercet_tensor **out,
                       tercet_error *err);

/// Make `base` to the power of the numbers of tercet_tensor_linspace()
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_logspace(const tercet_allocator *alloc,
                       tercet_dtype dtype,
                       double start,
                       double stop,
                       int64_t n,
                       bool endpoint,
                       double base,
                       tercet_tensor **out,
                       tercet_error *err);

/// Make `n` numbers, each the same multiple of the one before it; the first,
/// and with `endpoint` the last, exactly as given.  #TERCET_ERR_RANGE if
/// `start` or `stop` is 0 or if their signs differ.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_geomspace(const tercet_allocator *alloc,
                        tercet_dtype dtype,
                        double start,
                        double stop,
                        int64_t n,
                        bool endpoint,
                        tercet_tensor **out,
                        tercet_error *err);

/// Write the element at `index`, which has one number for each axis, to
/// `element`, in the dtype of the tensor; it holds 0 before
typedef tercet_status (*tercet_tensor_generator)(void *context,
                                                 const int64_t *index,
                                                 void *element,
                                                 tercet_error *err);

/// Make a tensor from a function of the index, called in row-major order; a
/// status that it returns ends the making and is passed on
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_from_function(const tercet_allocator *alloc,
                            tercet_dtype dtype,
                            size_t rank,
                            const int64_t *shape,
                            tercet_tensor_generator generator,
                            void *context,
                            tercet_tensor **out,
                            tercet_error *err);

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

/* ---- Arithmetic ---- */

/// Enumerator, and the name in tercet_tensor_NAME(), tercet_tensor_NAME_into()
#define TERCET_BINARY_LIST(X)                                                  \
  X(ADD, add)                                                                  \
  X(SUBTRACT, subtract)                                                        \
  X(MULTIPLY, multiply)                                                        \
  X(DIVIDE, truncate_divide)                                                   \
  X(TRUE_DIVIDE, divide)                                                       \
  X(FLOOR_DIVIDE, floor_divide)                                                \
  X(REMAINDER, remainder)                                                      \
  X(POWER, power)                                                              \
  X(MAXIMUM, maximum)                                                          \
  X(MINIMUM, minimum)                                                          \
  X(ATAN2, atan2)                                                              \
  X(HYPOT, hypot)                                                              \
  X(COPYSIGN, copysign)                                                        \
  X(LDEXP, ldexp)                                                              \
  X(BITWISE_AND, bitwise_and)                                                  \
  X(BITWISE_OR, bitwise_or)                                                    \
  X(BITWISE_XOR, bitwise_xor)                                                  \
  X(LEFT_SHIFT, left_shift)                                                    \
  X(RIGHT_SHIFT, right_shift)                                                  \
  X(LOGICAL_AND, logical_and)                                                  \
  X(LOGICAL_OR, logical_or)                                                    \
  X(LOGICAL_XOR, logical_xor)                                                  \
  X(EQUAL, equal)                                                              \
  X(NOT_EQUAL, not_equal)                                                      \
  X(LESS, less)                                                                \
  X(LESS_EQUAL, less_equal)                                                    \
  X(GREATER, greater)                                                          \
  X(GREATER_EQUAL, greater_equal)

/**
   Operations on two tensors of one dtype.

   - TERCET_ADD, TERCET_SUBTRACT, TERCET_MULTIPLY: integers wrap; not bool.
   - TERCET_DIVIDE: integers truncate toward zero, MIN / -1 is MIN.
   - TERCET_TRUE_DIVIDE: integers and bool give float64, where x / 0 is
     infinite or NaN.
   - TERCET_FLOOR_DIVIDE and TERCET_REMAINDER round toward minus infinity: the
     remainder has the sign of the divisor.  For floats, x / 0 and the
     remainder are NumPy's.
   - TERCET_POWER: integers wrap; a negative exponent is #TERCET_ERR_RANGE.
     Complex ones too.
   - TERCET_MAXIMUM, TERCET_MINIMUM: NaN if one is; not complex.
   - TERCET_ATAN2, TERCET_HYPOT, TERCET_COPYSIGN: integers and bool give
     float64.
   - TERCET_LDEXP: a * 2^b of floats with b of int32.
   - Bitwise: integers and bool.  Shifts: integers; a count of the width or
     more gives 0, or -1 for a negative number shifted right, and a negative
     count shifts the other way.
   - Logical and comparisons give bool; NaN is true, and differs from all.
     Only equality is defined for complex numbers.

   float16 and bfloat16 are computed in float32 and rounded once.
*/
typedef enum {
#define TERCET_BINARY_MEMBER(id, name) TERCET_##id,
  TERCET_BINARY_LIST(TERCET_BINARY_MEMBER)
#undef TERCET_BINARY_MEMBER
} tercet_binary_op;

/// Number of binary operations
#define TERCET_BINARY_COUNT 28

/**
   Combine two tensors element by element, with NumPy broadcasting.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE if the shapes
   do not broadcast, #TERCET_ERR_DTYPE if the dtypes differ or do not have the
   operation, or #TERCET_ERR_RANGE for a division by integer zero and for a
   negative power of an integer.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_binary(const tercet_allocator *alloc,
                     tercet_binary_op op,
                     const tercet_tensor *a,
                     const tercet_tensor *b,
                     tercet_tensor **out,
                     tercet_error *err);

/**
   Like tercet_tensor_binary(), into an existing tensor, which may be an operand
   or share bytes with one.

   @param out Must have the shape and dtype of the result, else
   #TERCET_ERR_SHAPE or #TERCET_ERR_DTYPE; #TERCET_ERR_ARGUMENT if it is
   read-only.  After #TERCET_ERR_RANGE its elements are indeterminate.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_binary_into(tercet_binary_op op,
                          const tercet_tensor *a,
                          const tercet_tensor *b,
                          tercet_tensor *out,
                          tercet_error *err);

#define TERCET_BINARY_DECLARE(id, name)                                        \
  TERCET_API TERCET_NODISCARD tercet_status tercet_tensor_##name(              \
      const tercet_allocator *alloc,                                           \
      const tercet_tensor *a,                                                  \
      const tercet_tensor *b,                                                  \
      tercet_tensor **out,                                                     \
      tercet_error *err);                                                      \
  TERCET_API TERCET_NODISCARD tercet_status tercet_tensor_##name##_into(       \
      const tercet_tensor *a,                                                  \
      const tercet_tensor *b,                                                  \
      tercet_tensor *out,                                                      \
      tercet_error *err);
TERCET_BINARY_LIST(TERCET_BINARY_DECLARE)
#undef TERCET_BINARY_DECLARE

/**
   Return the dtype in which two are combined, as NumPy 2 does for arrays: the
   smallest that has all numbers of both; float64 for 64-bit integers with
   floats or of both signs, float32 for float16 with bfloat16.
*/
TERCET_API tercet_dtype
tercet_dtype_promote(tercet_dtype a, tercet_dtype b);

/// Bring two tensors to the dtype of tercet_dtype_promote(); each result is to
/// be given back, and shares its operand where that has the dtype already
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_promote(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      const tercet_tensor *b,
                      tercet_tensor **out_a,
                      tercet_tensor **out_b,
                      tercet_error *err);

/* ---- Functions of one tensor, element by element ---- */

/// Enumerator, and the name in tercet_tensor_NAME(), tercet_tensor_NAME_into()
#define TERCET_UNARY_LIST(X)                                                   \
  X(NEGATIVE, negative)                                                        \
  X(ABS, abs)                                                                  \
  X(SIGN, sign)                                                                \
  X(SQUARE, square)                                                            \
  X(CONJ, conj)                                                                \
  X(REAL, real)                                                                \
  X(IMAG, imag)                                                                \
  X(ANGLE, angle)                                                              \
  X(ISNAN, isnan)                                                              \
  X(ISINF, isinf)                                                              \
  X(ISFINITE, isfinite)                                                        \
  X(SIGNBIT, signbit)                                                          \
  X(LOGICAL_NOT, logical_not)                                                  \
  X(BITWISE_NOT, bitwise_not)                                                  \
  X(ILOGB, ilogb)                                                              \
  X(FLOOR, floor)                                                              \
  X(CEIL, ceil)                                                                \
  X(TRUNC, trunc)                                                              \
  X(ROUND, round)                                                              \
  X(SQRT, sqrt)                                                                \
  X(EXP, exp)                                                                  \
  X(EXP2, exp2)                                                                \
  X(EXP10, exp10)                                                              \
  X(EXPM1, expm1)                                                              \
  X(LOG, log)                                                                  \
  X(LOG2, log2)                                                                \
  X(LOG10, log10)                                                              \
  X(LOG1P, log1p)                                                              \
  X(CBRT, cbrt)                                                                \
  X(SIN, sin)                                                                  \
  X(COS, cos)                                                                  \
  X(TAN, tan)                                                                  \
  X(ASIN, asin)                                                                \
  X(ACOS, acos)                                                                \
  X(ATAN, atan)                                                                \
  X(SINH, sinh)                                                                \
  X(COSH, cosh)                                                                \
  X(TANH, tanh)                                                                \
  X(ASINH, asinh)                                                              \
  X(ACOSH, acosh)                                                              \
  X(ATANH, atanh)                                                              \
  X(ERF, erf)                                                                  \
  X(ERFC, erfc)                                                                \
  X(TGAMMA, tgamma)                                                            \
  X(LGAMMA, lgamma)                                                            \
  X(J0, j0)                                                                    \
  X(J1, j1)                                                                    \
  X(Y0, y0)                                                                    \
  X(Y1, y1)                                                                    \
  X(LOGB, logb)

/**
   Functions of one tensor.

   - TERCET_UNARY_NEGATIVE, ABS, SIGN, SQUARE: same dtype, not bool; integers
     wrap, so that the absolute value of MIN is MIN; of complex numbers ABS is
     the float modulus, and there is no SIGN.
   - CONJ, REAL, IMAG: of real numbers themselves, and 0.  ANGLE: complex only.
   - ISNAN, ISINF, ISFINITE, SIGNBIT, LOGICAL_NOT give bool.
   - BITWISE_NOT: integers and bool.
   - ILOGB: int32, INT32_MIN of 0 and INT32_MAX of infinity, INT32_MIN of NaN;
     real numbers.
   - FLOOR, CEIL, TRUNC, ROUND (ties to even): integers stay as they are.
   - SQRT and all that follow: floats of the same dtype; integers and bool are
     converted to float64 first.  Complex ones have SQRT, EXP, LOG, and the
     trigonometric and hyperbolic functions with their inverses.

   Accuracy in units in the last place, over all arguments, as the tests
   measure it (float64 / float32): SQRT is correctly rounded; EXP 0.7 / 1; LOG
   0.6 / 1; SIN and COS 2.5 / 0.8; ERFC 5 / 1.5, TGAMMA 5 / 1.5; TERCET_POWER
   0.8; the others 1 / 1.1 where SLEEF serves them with vectors, and what the
   C library gives (glibc: 2.5, CBRT 4, LGAMMA 5) where it does not.  LGAMMA
   near a zero at negative arguments, and the Bessel functions J0 to Y1 near
   theirs, have an absolute error of some 1e-15 instead.  Outside of a
   function's domain the result is NaN.  The result depends on the instruction
   set within these bounds, but not on strides, position or number of elements.
*/
typedef enum {
#define TERCET_UNARY_MEMBER(id, name) TERCET_UNARY_##id,
  TERCET_UNARY_LIST(TERCET_UNARY_MEMBER)
#undef TERCET_UNARY_MEMBER
} tercet_unary_op;

/// Number of unary operations
#define TERCET_UNARY_COUNT 50

/**
   Apply a function to each element.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_DTYPE if the dtype
   does not have the function.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_unary(const tercet_allocator *alloc,
                    tercet_unary_op op,
                    const tercet_tensor *x,
                    tercet_tensor **out,
                    tercet_error *err);

/// Like tercet_tensor_unary(), into an existing tensor; see
/// tercet_tensor_binary_into().  `x` is broadcast to its shape.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_unary_into(tercet_unary_op op,
                         const tercet_tensor *x,
                         tercet_tensor *out,
                         tercet_error *err);

#define TERCET_UNARY_DECLARE(id, name)                                         \
  TERCET_API TERCET_NODISCARD tercet_status tercet_tensor_##name(              \
      const tercet_allocator *alloc,                                           \
      const tercet_tensor *x,                                                  \
      tercet_tensor **out,                                                     \
      tercet_error *err);                                                      \
  TERCET_API TERCET_NODISCARD tercet_status tercet_tensor_##name##_into(       \
      const tercet_tensor *x, tercet_tensor *out, tercet_error *err);
TERCET_UNARY_LIST(TERCET_UNARY_DECLARE)
#undef TERCET_UNARY_DECLARE

/* ---- Functions of the caller ---- */

/// Compute `n` elements at `out` from those at `in`, of which there are as many
/// as tensors; all are contiguous.  A status but #TERCET_OK ends the operation
/// and is returned.
typedef tercet_status (*tercet_map_function)(void *context,
                                             size_t n,
                                             void *out,
                                             const void *const *in);

/// Tensors that a map can take at the most
#define TERCET_MAP_MAX 3

/**
   Apply a function to the elements of one to three tensors, which are broadcast
   together; their dtypes may differ.

   @param dtype Of the result.
   @param function Called from the caller's thread with up to some hundred
   elements at a time, in row-major order.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE if the shapes do
   not broadcast, #TERCET_ERR_ARGUMENT for a wrong number of tensors, or the
   status of `function`.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_map(const tercet_allocator *alloc,
                  size_t n_tensors,
                  const tercet_tensor *const *tensors,
                  tercet_dtype dtype,
                  tercet_map_function function,
                  void *context,
                  tercet_tensor **out,
                  tercet_error *err);

/// Like tercet_tensor_map(), into an existing tensor; see
/// tercet_tensor_binary_into().  A failing `function` leaves it half done.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_map_into(size_t n_tensors,
                       const tercet_tensor *const *tensors,
                       tercet_map_function function,
                       void *context,
                       tercet_tensor *out,
                       tercet_error *err);

/// Look at one element at each of the addresses, one for each tensor;
/// `position` counts in row-major order from 0.  A status but #TERCET_OK ends
/// the walk and is returned.
typedef tercet_status (*tercet_each_function)(void *context,
                                              int64_t position,
                                              const void *const *elements);

/// Walk one to three tensors, broadcast together, in row-major order; statuses
/// as in tercet_tensor_map()
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_each(size_t n_tensors,
                   const tercet_tensor *const *tensors,
                   tercet_each_function function,
                   void *context,
                   tercet_error *err);

/**
   A walk over the elements of one tensor, in row-major order.

   Belongs to the caller and needs no clearing; the tensor must outlive it.
   The members are private.
*/
typedef struct {
  const tercet_tensor *tensor;
  int64_t position;
  char *data;
  int64_t index[TERCET_MAX_RANK];
} tercet_tensor_iter;

/// Start before the first element
TERCET_API void
tercet_tensor_iter_init(tercet_tensor_iter *iter, const tercet_tensor *tensor);

/// Return the address of the next element, or NULL after the last
TERCET_API const void *
tercet_tensor_iter_next(tercet_tensor_iter *iter);

/**
   Make a view of a tensor without one axis, at a position along it: how to walk
   an axis.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for an axis out
   of range, or #TERCET_ERR_RANGE for a position.  Negative ones count from
   the end.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_at_axis(const tercet_tensor *tensor,
                      int64_t axis,
                      int64_t position,
                      tercet_tensor **out,
                      tercet_error *err);

/// Combine an accumulated value with the next element, both of the dtype of
/// the tensor, into the accumulated one.  A status but #TERCET_OK ends the
/// operation and is returned.
typedef tercet_status (*tercet_fold_function)(void *context,
                                              void *accumulated,
                                              const void *element);

/**
   Fold along an axis, which goes, or over all axes in row-major order.

   @param axis Negative ones count from the end; #TERCET_FOLD_ALL for all.
   @param start What to begin with, or NULL for the first element.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for an axis out
   of range, or a fold of nothing without a start, or the status of
   `function`.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_fold(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t axis,
                   const void *start,
                   tercet_fold_function function,
                   void *context,
                   tercet_tensor **out,
                   tercet_error *err);

/// Like tercet_tensor_fold() without a start, but keep the accumulated value at
/// each element: same shape, or of rank 1 for #TERCET_FOLD_ALL.  Of nothing,
/// nothing.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_scan(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t axis,
                   tercet_fold_function function,
                   void *context,
                   tercet_tensor **out,
                   tercet_error *err);

/// All axes, for tercet_tensor_fold() and tercet_tensor_scan()
#define TERCET_FOLD_ALL INT64_MIN

/* ---- Threads ---- */

/**
   Set the number of threads that operations on large tensors share in this
   process: 1, the default, uses the caller's only, 0 stands for one for each
   processor.  Results do not depend on it.  May be called from any thread;
   waits for an operation that uses the threads.
*/
TERCET_API void
tercet_set_threads(size_t n_threads);

/// Return what was set with tercet_set_threads(), or 1
TERCET_API size_t
tercet_threads(void);

/// Operations that make one element of many
typedef enum {
  TERCET_SUM,   ///< Same dtype, integers wrap
  TERCET_MAX,   ///< Same dtype, NaN propagates; of nothing is an error
  TERCET_MIN,   ///< Like TERCET_MAX
  TERCET_MEAN,  ///< float64, NaN of nothing
  TERCET_NORM1, ///< Same dtype: sum of absolute values
  TERCET_NORM2, ///< float64: square root of the sum of squares
} tercet_reduce_op;

/// All axes, for tercet_tensor_reduce()
#define TERCET_ALL_AXES (-1)

/**
   Reduce a tensor along one axis, which goes, or over all axes to rank 0.

   @param axis 0 to rank - 1, or #TERCET_ALL_AXES.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE (bool in a sum
   or norm1, complex), or #TERCET_ERR_SHAPE for an axis out of range or for
   the maximum of nothing.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_reduce(const tercet_allocator *alloc,
                     tercet_reduce_op op,
                     const tercet_tensor *tensor,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err);

/* ---- Reductions over some axes ----

   `axes` names `n_axes` axes, each once; a negative one counts from the end;
   NULL stands for all.  With `keepdims` they stay with extent 1.  Statuses are
   #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for an axis that is out
   of range or given twice, or for an extreme of nothing, and #TERCET_ERR_DTYPE
   if the dtype has no such reduction. */

/// Sum: of signed integers and bool int64, of unsigned ones uint64, modulo
/// 2^64; else of the same dtype, added in float64 and rounded once.  Of
/// nothing 0.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_sum(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Product; dtypes as of the sum.  Of nothing 1.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_prod(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   size_t n_axes,
                   const int64_t *axes,
                   bool keepdims,
                   tercet_tensor **out,
                   tercet_error *err);

/// Mean: of integers and bool float64, else of the same dtype.  Of nothing
/// NaN.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_mean(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   size_t n_axes,
                   const int64_t *axes,
                   bool keepdims,
                   tercet_tensor **out,
                   tercet_error *err);

/**
   Variance: the sum of squared distances from the mean, divided by the number
   of elements less `ddof`, but at least 0.

   Two passes over blocks, so that a large mean does no harm.  Of integers and
   bool float64, of floats the same dtype; not for complex numbers.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_var(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  double ddof,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Standard deviation: the square root of the variance
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_std(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  double ddof,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Greatest element; NaN if there is one; not for complex numbers
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_max(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Least element; likewise
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_min(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Greatest less least element, of the same dtype, integers wrap; NaN if
/// there is one; not for bool
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_ptp(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Whether no element is zero; NaN is not.  bool; of nothing true.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_all(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/// Whether an element is not zero; likewise, of nothing false
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_any(const tercet_allocator *alloc,
                  const tercet_tensor *tensor,
                  size_t n_axes,
                  const int64_t *axes,
                  bool keepdims,
                  tercet_tensor **out,
                  tercet_error *err);

/**
   Norm of the elements taken as a vector: the sum of |x|^order to the power
   1/order.

   An order of infinity means the greatest |x|, -infinity the least, and 0 the
   number of elements that are not zero.  float64 for integers and bool, real
   for complex numbers, else the same dtype.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_norm(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   double order,
                   size_t n_axes,
                   const int64_t *axes,
                   bool keepdims,
                   tercet_tensor **out,
                   tercet_error *err);

/// The axis of functions that take one, for all elements in row-major order
#define TERCET_FLAT INT64_MIN

/**
   Index of the greatest element along an axis, or with #TERCET_FLAT among all
   in row-major order: int64.

   The first if several are equal; the first NaN if there is one.  Statuses as
   for the reductions over some axes.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argmax(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     int64_t axis,
                     bool keepdims,
                     tercet_tensor **out,
                     tercet_error *err);

/// Index of the least element; likewise
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argmin(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     int64_t axis,
                     bool keepdims,
                     tercet_tensor **out,
                     tercet_error *err);

/// What tercet_tensor_accumulate() gathers
typedef enum {
  TERCET_CUMULATIVE_SUM,  ///< Dtypes as of tercet_tensor_sum()
  TERCET_CUMULATIVE_PROD, ///< Likewise
  TERCET_CUMULATIVE_MAX,  ///< Same dtype; NaN from the first one on
  TERCET_CUMULATIVE_MIN,  ///< Likewise
} tercet_cumulative_op;

/**
   Reduce the elements up to and with each one along an axis; #TERCET_FLAT
   gives rank 1.

   Floats are gathered in float64.  @return As for the reductions over some
   axes; complex numbers have sums and products only.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_accumulate(const tercet_allocator *alloc,
                         tercet_cumulative_op op,
                         const tercet_tensor *tensor,
                         int64_t axis,
                         tercet_tensor **out,
                         tercet_error *err);

/**
   Compare element by element: bool, true where |a - b| <= atol + rtol * |b|.

   Dtypes may differ; shapes broadcast.  Equal infinities are close, NaN is
   close to NaN with `equal_nan` only.  Computed in float64; the distance of
   complex numbers is that in the plane.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY or #TERCET_ERR_SHAPE.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_isclose(const tercet_allocator *alloc,
                      const tercet_tensor *a,
                      const tercet_tensor *b,
                      double rtol,
                      double atol,
                      bool equal_nan,
                      tercet_tensor **out,
                      tercet_error *err);

/// Set `out` to whether all elements are close; stops at the first that is not
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_allclose(const tercet_tensor *a,
                       const tercet_tensor *b,
                       double rtol,
                       double atol,
                       bool equal_nan,
                       bool *out,
                       tercet_error *err);

/* ---- Order ----

   Along an axis, which counts from the end if negative; #TERCET_FLAT takes all
   elements in row-major order and keeps the shape.  NaN comes last.  Statuses
   are #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for an axis that is
   out of range, and what the function adds. */

/// Return a negative number, 0 or a positive one if `a` comes before, with or
/// after `b`; called by several threads at once after tercet_set_threads()
typedef int (*tercet_compare)(void *context, const void *a, const void *b);

/// Sort in ascending order.  -0 comes before 0; complex numbers are compared
/// by real, then by imaginary part.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_sort(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t axis,
                   tercet_tensor **out,
                   tercet_error *err);

/// Sort as `compare` says, which is given the addresses of two elements;
/// stable
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_sort_by(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      int64_t axis,
                      tercet_compare compare,
                      void *context,
                      tercet_tensor **out,
                      tercet_error *err);

/// Sort in the tensor's own memory; #TERCET_ERR_ARGUMENT if it is read-only
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_sort_in_place(tercet_tensor *tensor,
                            int64_t axis,
                            tercet_error *err);

/// The indexes along the axis, int64, of the elements in ascending order.
/// Stable: equal elements, as are -0 and 0, and all NaN, keep their order.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argsort(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      int64_t axis,
                      tercet_tensor **out,
                      tercet_error *err);

/// The indexes in the order that `compare` makes; stable
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argsort_by(const tercet_allocator *alloc,
                         const tercet_tensor *tensor,
                         int64_t axis,
                         tercet_compare compare,
                         void *context,
                         tercet_tensor **out,
                         tercet_error *err);

/**
   Put the element of rank `k` of each lane where sorting would put it, smaller
   ones before it and greater ones behind, each in the order they had.

   @param k 0 to extent - 1; counts from the end if negative.
   @return Also #TERCET_ERR_RANGE if `k` is out of range, and #TERCET_ERR_DTYPE
   for complex numbers.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_partition(const tercet_allocator *alloc,
                        const tercet_tensor *tensor,
                        int64_t k,
                        int64_t axis,
                        tercet_tensor **out,
                        tercet_error *err);

/// The indexes, int64, that would partition so
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_argpartition(const tercet_allocator *alloc,
                           const tercet_tensor *tensor,
                           int64_t k,
                           int64_t axis,
                           tercet_tensor **out,
                           tercet_error *err);

/**
   Find the `k` greatest or least elements, the best first.

   Of equal elements the one with the smaller index comes first; NaN is taken
   only when nothing else is left.  Along #TERCET_FLAT the results have rank 1.

   @param[out] values,indices New tensors with `k` elements along the axis,
   `indices` of int64; either may be NULL.
   @return Also #TERCET_ERR_RANGE if `k` is negative or more than the extent,
   and #TERCET_ERR_DTYPE for complex numbers.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_topk(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t k,
                   int64_t axis,
                   bool largest,
                   tercet_tensor **values,
                   tercet_tensor **indices,
                   tercet_error *err);

/**
   Find the different elements of a tensor, in ascending order.

   -0 is 0, and NaN is itself.  All results have rank 1 but `inverse`, which
   has the tensor's shape; they are int64 but `values`.

   @param[out] values The elements.
   @param[out] indices Of each, where it is first, in row-major order.
   @param[out] inverse Of each element of the tensor, its index in `values`.
   @param[out] counts Of each, how often it is there.  All but `values` may be
   NULL.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY or #TERCET_ERR_DTYPE for complex
   numbers.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_unique(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     tercet_tensor **values,
                     tercet_tensor **indices,
                     tercet_tensor **inverse,
                     tercet_tensor **counts,
                     tercet_error *err);

/**
   Find where elements would be inserted into a sorted tensor of rank 1: int64,
   of the shape of `values`.

   @param right Behind elements that are equal, else before them.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE if `sorted` has
   another rank, or #TERCET_ERR_DTYPE if the dtypes differ or are complex.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_searchsorted(const tercet_allocator *alloc,
                           const tercet_tensor *sorted,
                           const tercet_tensor *values,
                           bool right,
                           tercet_tensor **out,
                           tercet_error *err);

/// What a quantile between two elements is
typedef enum {
  TERCET_QUANTILE_LINEAR,   ///< Interpolated
  TERCET_QUANTILE_LOWER,    ///< The lower element
  TERCET_QUANTILE_HIGHER,   ///< The higher element
  TERCET_QUANTILE_MIDPOINT, ///< Their mean
  TERCET_QUANTILE_NEAREST,  ///< The nearer element, of two that are the even
} tercet_quantile_method;

/**
   Find quantiles of the elements along some axes, by selection.

   @param q `n_q` numbers from 0, the least element, to 1, the greatest; a
   percentile is a hundredth.
   @param axes,n_axes,keepdims As of the reductions over some axes.
   @param[out] out float64 for integers and bool, else of the same dtype; a
   first axis of extent `n_q`, then the axes that are left.  NaN where an
   element is NaN, or for nothing.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE for the axes,
   #TERCET_ERR_RANGE for a number outside 0 to 1, or #TERCET_ERR_DTYPE for
   complex numbers.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_quantile(const tercet_allocator *alloc,
                       const tercet_tensor *tensor,
                       size_t n_q,
                       const double *q,
                       tercet_quantile_method method,
                       size_t n_axes,
                       const int64_t *axes,
                       bool keepdims,
                       tercet_tensor **out,
                       tercet_error *err);

/// Find medians: the quantiles of 0.5, without the first axis
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_median(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     size_t n_axes,
                     const int64_t *axes,
                     bool keepdims,
                     tercet_tensor **out,
                     tercet_error *err);

/* ---- Joining, splitting, repeating ----

   Tensors that are joined have one dtype.  Statuses are #TERCET_OK,
   #TERCET_ERR_NO_MEMORY, #TERCET_ERR_ARGUMENT for no tensors, #TERCET_ERR_DTYPE
   for different dtypes, #TERCET_ERR_SHAPE for shapes that do not agree, an axis
   that is out of range, or a result that is too large, and #TERCET_ERR_RANGE
   for a negative count. */

/// Join tensors along an axis, along which their extents may differ; with
/// #TERCET_FLAT all elements, in rank 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_concat(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err);

/// Join tensors of one shape along a new axis, which a negative number counts
/// from the end of the result's
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_stack(const tercet_allocator *alloc,
                    size_t n,
                    const tercet_tensor *const *tensors,
                    int64_t axis,
                    tercet_tensor **out,
                    tercet_error *err);

/// Join along axis 1, or tensors of rank 1 along axis 0
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_hstack(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     tercet_tensor **out,
                     tercet_error *err);

/// Join along axis 0, tensors of rank 1 as rows
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_vstack(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     tercet_tensor **out,
                     tercet_error *err);

/// Join along axis 2, tensors of shape [n] as [1, n, 1], [m, n] as [m, n, 1]
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_dstack(const tercet_allocator *alloc,
                     size_t n,
                     const tercet_tensor *const *tensors,
                     tercet_tensor **out,
                     tercet_error *err);

/// Make `n_indexes` + 1 views: of the elements along an axis before the first
/// index, between neighbouring ones, and from the last.  Indexes are those of
/// Python's slices.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_split(const tercet_tensor *tensor,
                    int64_t axis,
                    size_t n_indexes,
                    const int64_t *indexes,
                    tercet_tensor **outs,
                    tercet_error *err);

/// Make `n_parts` views of the same extent along an axis, which must be a
/// multiple of it, else #TERCET_ERR_SHAPE
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_split_equal(const tercet_tensor *tensor,
                          int64_t axis,
                          size_t n_parts,
                          tercet_tensor **outs,
                          tercet_error *err);

/// Repeat each element along an axis, by one count or a count for each index;
/// #TERCET_FLAT gives rank 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_repeat(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     size_t n_counts,
                     const int64_t *counts,
                     int64_t axis,
                     tercet_tensor **out,
                     tercet_error *err);

/// Repeat a tensor as a whole along each axis; counts and shape are aligned on
/// the last axis, what is missing is 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_tile(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   size_t n_counts,
                   const int64_t *counts,
                   tercet_tensor **out,
                   tercet_error *err);

/// Move elements by `shift` along an axis; those that fall off one end come in
/// at the other.  #TERCET_FLAT keeps the shape.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_roll(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t shift,
                   int64_t axis,
                   tercet_tensor **out,
                   tercet_error *err);

/// Copy matrices, the last two axes, with zeros above diagonal `k`: 0 is the
/// main one, greater ones are above it.  #TERCET_ERR_SHAPE below rank 2.
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_tril(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t k,
                   tercet_tensor **out,
                   tercet_error *err);

/// Likewise, with zeros below diagonal `k`
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_triu(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t k,
                   tercet_tensor **out,
                   tercet_error *err);

/// Write the zeros to the tensor; #TERCET_ERR_ARGUMENT if it is read-only
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_tril_in_place(tercet_tensor *tensor,
                            int64_t k,
                            tercet_error *err);

TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_triu_in_place(tercet_tensor *tensor,
                            int64_t k,
                            tercet_error *err);

/* ---- Tensor literals: the JSON text of tensor:DataTensor ---- */

/**
   Read the text of a tensor literal.

   Keys in any order; other keys are ignored; integers are exact to 64 bits;
   floats are rounded once to the dtype.  See the section on literals of
   doc/rdf-tensor-conformance.md for every case.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_SYNTAX with a
   message and a column if the text is ill-typed.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_from_literal(const tercet_allocator *alloc,
                           tercet_string text,
                           tercet_tensor **out,
                           tercet_error *err);

/// Write the canonical text of a tensor literal:
/// `{"type": "float32", "shape": [2], "data": [1.0, -2.5]}`
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_to_literal(const tercet_tensor *tensor,
                         const tercet_output *output,
                         tercet_error *err);

/// Write a short form for people: dtype, shape, and at the most
/// `max_elements` elements in row-major order, of more the first ones and the
/// last, such as `float32[64] 0.46879438, 0.046792094, ..., 0.113`
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_print(const tercet_tensor *tensor,
                    size_t max_elements,
                    const tercet_output *output,
                    tercet_error *err);

/* ---- NumPy's files: npy and npz ---- */

/**
   Read an .npy file of any version, byte order and memory order.

   The tensor has the memory order of the file and the byte order of the
   machine.  Bytes behind the elements are left alone, as NumPy does.

   @param path Anything that can be read; `err` names it.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_IO,
   #TERCET_ERR_CORRUPT naming the byte for a header that is malformed or
   promises more elements than the file has, #TERCET_ERR_DTYPE for elements
   that no dtype holds, such as strings, or #TERCET_ERR_SHAPE.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_npy_load(const tercet_allocator *alloc,
                const char *path,
                tercet_tensor **out,
                tercet_error *err);

/**
   Like tercet_npy_load(), but use the bytes of the file where they are.

   The tensor is read-only and its pages are read when they are used.  The file
   must not be shortened meanwhile.  Elements in foreign byte order, unaligned
   ones, and those of a pipe are copied.  A bool is true if its byte is not 0.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_npy_map(const tercet_allocator *alloc,
               const char *path,
               tercet_tensor **out,
               tercet_error *err);

/// Like tercet_npy_load(), from memory, which is not needed afterwards;
/// `n_used`, which may be NULL, is set to the bytes of the array
TERCET_API TERCET_NODISCARD tercet_status
tercet_npy_read(const tercet_allocator *alloc,
                const void *data,
                size_t n_bytes,
                size_t *n_used,
                tercet_tensor **out,
                tercet_error *err);

/**
   Write a tensor as an .npy file of version 1.0, in the byte order of the
   machine, in row-major order or as it lies if that is column-major order.

   NumPy has no bfloat16: it is written as `V2`, as ml_dtypes does, and read
   back as bfloat16.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_npy_write(const tercet_tensor *tensor,
                 const tercet_output *output,
                 tercet_error *err);

/// Like tercet_npy_write(), to a file, which is replaced
TERCET_API TERCET_NODISCARD tercet_status
tercet_npy_save(const tercet_tensor *tensor,
                const char *path,
                tercet_error *err);

/**
   Named tensors in an .npz archive, open for reading.

   Arrays are read when they are asked for.  Not for several threads at once.
*/
typedef struct tercet_npz tercet_npz;

/**
   Open an archive and read its directory.

   @param[out] out To be given to tercet_npz_close(); NULL on failure.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_IO, or
   #TERCET_ERR_CORRUPT for a malformed directory or a name that occurs twice.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_npz_open(const tercet_allocator *alloc,
                const char *path,
                tercet_npz **out,
                tercet_error *err);

/// Open an archive in memory, which must stay until it is closed
TERCET_API TERCET_NODISCARD tercet_status
tercet_npz_open_memory(const tercet_allocator *alloc,
                       const void *data,
                       size_t n_bytes,
                       tercet_npz **out,
                       tercet_error *err);

/// Close an archive; NULL is fine
TERCET_API void
tercet_npz_close(tercet_npz *npz);

/// Return the number of files in the archive
TERCET_API size_t
tercet_npz_count(const tercet_npz *npz);

/// Return the name of a file, without ".npy"; valid until closed
TERCET_API tercet_string
tercet_npz_name(const tercet_npz *npz, size_t i);

/// Set `out` to the position of a name; false if there is none
TERCET_API bool
tercet_npz_find(const tercet_npz *npz, tercet_string name, size_t *out);

/// Read the array at a position; its checksum is checked.  Statuses as in
/// tercet_npy_load(), or #TERCET_ERR_UNSUPPORTED for encryption or another
/// compression than deflate.
TERCET_API TERCET_NODISCARD tercet_status
tercet_npz_get(const tercet_npz *npz,
               size_t i,
               tercet_tensor **out,
               tercet_error *err);

/**
   Write named tensors as an .npz archive.

   @param names Different, without ".npy", at most 65531 bytes each.
   @param compress Deflate, instead of storing as they are.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_ARGUMENT for a name,
   or what the output returns.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_npz_write(const tercet_allocator *alloc,
                 size_t n,
                 const tercet_string *names,
                 const tercet_tensor *const *tensors,
                 bool compress,
                 const tercet_output *output,
                 tercet_error *err);

/// Like tercet_npz_write(), to a file, which is replaced
TERCET_API TERCET_NODISCARD tercet_status
tercet_npz_save(const tercet_allocator *alloc,
                size_t n,
                const tercet_string *names,
                const tercet_tensor *const *tensors,
                bool compress,
                const char *path,
                tercet_error *err);

/* ---- Safetensors ---- */

/// Named tensors in a .safetensors file, open for reading; any number of
/// threads may use it at once
typedef struct tercet_safetensors tercet_safetensors;

/**
   Open a file and check its header.

   The bytes must be indexed without gaps or overlaps, each run as long as its
   dtype and shape say, and names must differ.

   @param[out] out To be given to tercet_safetensors_close(); NULL on failure.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_IO, or
   #TERCET_ERR_CORRUPT naming the tensor or the byte.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_safetensors_open(const tercet_allocator *alloc,
                        const char *path,
                        tercet_safetensors **out,
                        tercet_error *err);

/// Open a file in memory, which must stay until it is closed
TERCET_API TERCET_NODISCARD tercet_status
tercet_safetensors_open_memory(const tercet_allocator *alloc,
                               const void *data,
                               size_t n_bytes,
                               tercet_safetensors **out,
                               tercet_error *err);

/// Close a file; NULL is fine.  Tensors got from it stay.
TERCET_API void
tercet_safetensors_close(tercet_safetensors *file);

/// Return the number of tensors
TERCET_API size_t
tercet_safetensors_count(const tercet_safetensors *file);

/// Return the name of a tensor, in the order of the header; valid until closed
TERCET_API tercet_string
tercet_safetensors_name(const tercet_safetensors *file, size_t i);

/// Set `out` to the position of a name; false if there is none
TERCET_API bool
tercet_safetensors_find(const tercet_safetensors *file,
                        tercet_string name,
                        size_t *out);

/// Read a tensor; #TERCET_ERR_DTYPE if no dtype holds its elements, such as
/// F8_E4M3
TERCET_API TERCET_NODISCARD tercet_status
tercet_safetensors_get(const tercet_safetensors *file,
                       size_t i,
                       tercet_tensor **out,
                       tercet_error *err);

/// Like tercet_safetensors_get(), but read-only and without a copy if the file
/// could be mapped, under the conditions of tercet_npy_map()
TERCET_API TERCET_NODISCARD tercet_status
tercet_safetensors_map(const tercet_safetensors *file,
                       size_t i,
                       tercet_tensor **out,
                       tercet_error *err);

/// Return the number of pairs in the metadata
TERCET_API size_t
tercet_safetensors_metadata_count(const tercet_safetensors *file);

/// Get a pair of the metadata; valid until closed
TERCET_API void
tercet_safetensors_metadata(const tercet_safetensors *file,
                            size_t i,
                            tercet_string *key,
                            tercet_string *value);

/// What goes into a .safetensors file
typedef struct {
  size_t n;
  const tercet_string *names; ///< Different; UTF-8
  const tercet_tensor *const *tensors;
  size_t n_metadata;
  const tercet_string *keys; ///< Different; UTF-8
  const tercet_string *values;
} tercet_safetensors_content;

/// Write a file, the largest elements first so that all are aligned.
/// #TERCET_ERR_DTYPE for complex128, #TERCET_ERR_ARGUMENT for a name.
TERCET_API TERCET_NODISCARD tercet_status
tercet_safetensors_write(const tercet_allocator *alloc,
                         const tercet_safetensors_content *content,
                         const tercet_output *output,
                         tercet_error *err);

/// Like tercet_safetensors_write(), to a file, which is replaced
TERCET_API TERCET_NODISCARD tercet_status
tercet_safetensors_save(const tercet_allocator *alloc,
                        const tercet_safetensors_content *content,
                        const char *path,
                        tercet_error *err);

/* ---- DLPack: exchange without copying ---- */

/// As in dlpack.h; either header may come first
struct DLManagedTensor;
struct DLManagedTensorVersioned;

/**
   Lend a tensor under the ABI of DLPack 1.

   @param[out] out Keeps the bytes until its deleter is called, which may be
   in any thread.  Marked read-only if the tensor is.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_ARGUMENT if a
   stride is not a multiple of the element, or if nobody owns the bytes.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_to_dlpack(const tercet_tensor *tensor,
                        struct DLManagedTensorVersioned **out,
                        tercet_error *err);

/**
   Take over a tensor of another library, without copying.

   @param managed Belongs to the new tensor on success, stays the caller's on
   failure.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_UNSUPPORTED for
   another device or major version, #TERCET_ERR_DTYPE, #TERCET_ERR_SHAPE, or
   #TERCET_ERR_ARGUMENT for an address that is not aligned.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_from_dlpack(const tercet_allocator *alloc,
                          struct DLManagedTensorVersioned *managed,
                          tercet_tensor **out,
                          tercet_error *err);

/// Like tercet_tensor_to_dlpack(), under the ABI before version 1, which
/// cannot say read-only: such a tensor is #TERCET_ERR_ARGUMENT
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_to_dlpack_unversioned(const tercet_tensor *tensor,
                                    struct DLManagedTensor **out,
                                    tercet_error *err);

/// Like tercet_tensor_from_dlpack(), under the ABI before version 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_from_dlpack_unversioned(const tercet_allocator *alloc,
                                      struct DLManagedTensor *managed,
                                      tercet_tensor **out,
                                      tercet_error *err);

/* ---- Text for people ---- */

/// How tercet_tensor_format() lays out; start with #TERCET_FORMAT_DEFAULT
typedef struct {
  int64_t threshold;     ///< Larger tensors are shortened
  int64_t edge_items;    ///< What shortening leaves at each end of an axis
  size_t line_width;     ///< Columns after which a row is wrapped
  int precision;         ///< Digits behind the point; -1 tells floats apart
  bool suppress;         ///< No exponents because of small numbers
  const char *separator; ///< Between elements; NULL is ", "
} tercet_format_options;

/// What NumPy prints
#define TERCET_FORMAT_DEFAULT                                                  \
  {                                                                            \
    1000, 3, 75, 8, false, NULL                                                \
  }

/**
   Write nested brackets with aligned columns, as NumPy does.

   Large tensors are shortened with "...".  Floats have at most `precision`
   digits behind the point and no more than tell them apart; with a large
   range they all get exponents.

   @param options NULL for the default ones.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_ARGUMENT for options
   out of range, or what the output returns.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_tensor_format(const tercet_tensor *tensor,
                     const tercet_format_options *options,
                     const tercet_output *output,
                     tercet_error *err);

TERCET_END_DECLS

#endif // TERCET_TENSOR_H
