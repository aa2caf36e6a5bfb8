// SPDX-License-Identifier: Apache-2.0

/**
   Bytes of the file formats of arrays: read from memory, from a file at any
   place, or through a mapping that tensors share; and written to a file.
*/

#ifndef TERCET_ARRAY_NPY_FILE_H
#define TERCET_ARRAY_NPY_FILE_H

#include <tercet/tensor.h>

/// A mapped file, shared by tensors
typedef struct tercet_npy_mapping tercet_npy_mapping;

/// Where to read from, in the owner's storage; several threads may read
typedef struct {
  const tercet_allocator *alloc;
  const char *data; ///< All bytes, or NULL to read them from `fd`
  uint64_t size;
  int fd;                      ///< -1: none
  char *owned;                 ///< What a pipe gave, to be freed; or NULL
  tercet_npy_mapping *mapping; ///< NULL: not mapped
} tercet_npy_source;

/// Read from memory, which stays the caller's
void
tercet_npy_source_init(tercet_npy_source *source,
                       const tercet_allocator *alloc,
                       const void *data,
                       size_t size);

/// Open a file; what cannot be read at any place, such as a pipe, is read as a
/// whole.  Nothing is to be closed on failure.
TERCET_NODISCARD tercet_status
tercet_npy_source_open(tercet_npy_source *source,
                       const tercet_allocator *alloc,
                       const char *path,
                       tercet_error *err);

/// Map an open file if that is possible; else nothing changes
void
tercet_npy_source_map(tercet_npy_source *source);

void
tercet_npy_source_close(tercet_npy_source *source);

/// Read `n` bytes; #TERCET_ERR_CORRUPT beyond the end
TERCET_NODISCARD tercet_status
tercet_npy_source_read(const tercet_npy_source *source,
                       uint64_t offset,
                       void *out,
                       size_t n,
                       tercet_error *err);

/// Return whether elements at `offset` may be used where they are
bool
tercet_npy_source_can_share(const tercet_npy_source *source,
                            uint64_t offset,
                            tercet_dtype dtype);

/// Make a read-only tensor of the bytes at `offset`, all of which the file must
/// have and tercet_npy_source_can_share() must allow
TERCET_NODISCARD tercet_status
tercet_npy_source_share(const tercet_npy_source *source,
                        uint64_t offset,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        const int64_t *strides,
                        tercet_tensor **out,
                        tercet_error *err);

/// Writes a file's content
typedef tercet_status (*tercet_npy_writer)(const void *context,
                                           const tercet_output *output,
                                           tercet_error *err);

/// Replace a file by what `writer` writes; the file is removed if that fails
TERCET_NODISCARD tercet_status
tercet_npy_file_save(const char *path,
                     tercet_npy_writer writer,
                     const void *context,
                     tercet_error *err);

#endif // TERCET_ARRAY_NPY_FILE_H
