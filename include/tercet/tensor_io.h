// SPDX-License-Identifier: Apache-2.0

/**
   @file tensor_io.h

   Tensors as text and files, and exchange with other libraries.
*/

#ifndef TERCET_TENSOR_IO_H
#define TERCET_TENSOR_IO_H

#include <tercet/tensor_core.h>

TERCET_BEGIN_DECLS

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

#endif // TERCET_TENSOR_IO_H
