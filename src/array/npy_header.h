// SPDX-License-Identifier: Apache-2.0

/**
   The header of an .npy file:

       0     6     7     8            10 or 12
       +-----+-----+-----+------------+------------------------+----------
       | \x93NUMPY | 1 0 | n, 16 bits | n bytes: a Python dict | elements
       +-----+-----+-----+------------+------------------------+----------

   In versions 2 and 3 the length has 32 bits.
*/

#ifndef TERCET_ARRAY_NPY_HEADER_H
#define TERCET_ARRAY_NPY_HEADER_H

#include <tercet/tensor.h>

/// Bytes to be read one behind the other
typedef struct {
  tercet_status (*read)(void *context, void *out, size_t n, tercet_error *err);
  void *context;
  uint64_t size;   ///< Bytes in all
  uint64_t offset; ///< Bytes read so far
} tercet_npy_stream;

/// What a header says
typedef struct {
  tercet_dtype dtype;
  bool is_swapped; ///< Not the byte order of this machine
  bool is_column_major;
  size_t rank;
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK]; ///< Bytes
  size_t n_bytes;                   ///< Of the elements
} tercet_npy_header;

/// Read a header and check that the elements it promises are there
TERCET_NODISCARD tercet_status
tercet_npy_header_read(tercet_npy_stream *stream,
                       tercet_npy_header *out,
                       tercet_error *err);

/// Read bytes; #TERCET_ERR_CORRUPT if they are not there
TERCET_NODISCARD tercet_status
tercet_npy_stream_read(tercet_npy_stream *stream,
                       void *out,
                       size_t n,
                       tercet_error *err);

/// Read an array
TERCET_NODISCARD tercet_status
tercet_npy_stream_tensor(const tercet_allocator *alloc,
                         tercet_npy_stream *stream,
                         tercet_tensor **out,
                         tercet_error *err);

/// Read the elements that follow a header
TERCET_NODISCARD tercet_status
tercet_npy_stream_elements(const tercet_allocator *alloc,
                           tercet_npy_stream *stream,
                           const tercet_npy_header *header,
                           tercet_tensor **out,
                           tercet_error *err);

/// Exchange the bytes of elements between the orders, and make bools 0 or 1
void
tercet_npy_normalise(tercet_dtype dtype, bool swap, char *data, size_t n_bytes);

/// Bytes of a header that tercet_npy_header_write() makes, at the most
#define TERCET_NPY_HEADER_MAX 1024U

/// Write the header of a tensor; return its length, a multiple of 64
size_t
tercet_npy_header_write(const tercet_tensor *tensor,
                        char out[TERCET_NPY_HEADER_MAX]);

/// Write the elements in the order that the header says
TERCET_NODISCARD tercet_status
tercet_npy_write_elements(const tercet_tensor *tensor,
                          bool is_column_major,
                          const tercet_output *output,
                          tercet_error *err);

/// Return whether a tensor is written as it lies, in column-major order
bool
tercet_npy_is_column_major(const tercet_tensor *tensor);

#endif // TERCET_ARRAY_NPY_HEADER_H
