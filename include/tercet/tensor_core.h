// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor_core.h

   N-dimensional arrays: typed, strided, reference-counted.

   What a tensor is, its elements one at a time, and how to make one.

   A tensor shares its bytes with the views made of it.  Reference counts are
   atomic; a tensor may be read by any number of threads while none writes.
*/

#ifndef TERCET_TENSOR_CORE_H
#define TERCET_TENSOR_CORE_H

#include <tercet/status.h>

TERCET_BEGIN_DECLS

/// Axes that a tensor has at the most
#define TERCET_MAX_RANK 32

/// The axis of functions that take one, for all elements in row-major order
#define TERCET_FLAT INT64_MIN

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

TERCET_END_DECLS

#endif // TERCET_TENSOR_CORE_H
