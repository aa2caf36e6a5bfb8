// SPDX-License-Identifier: Apache-2.0

#include "array/npy_file.h"

#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/buffer.h"
#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct tercet_npy_mapping {
  atomic_size_t n_refs;
  const tercet_allocator *alloc;
  void *data;
  size_t size;
};

static void
mapping_unref(tercet_npy_mapping *mapping)
{
  if (mapping && atomic_fetch_sub_explicit(
                     &mapping->n_refs, 1U, memory_order_acq_rel) == 1U) {
    munmap(mapping->data, mapping->size);
    tercet_release(mapping->alloc, mapping);
  }
}

/// A deleter of tensors
static void
mapping_drop(void *context, void *data)
{
  (void)data;
  mapping_unref((tercet_npy_mapping *)context);
}

/* ---- Reading ---- */

void
tercet_npy_source_init(tercet_npy_source *source,
                       const tercet_allocator *alloc,
                       const void *data,
                       size_t size)
{
  static const char nothing[1] = {0};

  const tercet_npy_source memory = {
      .alloc = tercet_allocator_or_default(alloc),
      .data = size ? (const char *)data : nothing,
      .size = size,
      .fd = -1,
  };
  *source = memory;
}

/// Read all that a pipe gives
static tercet_status
read_pipe(tercet_npy_source *source, tercet_error *err)
{
  enum { PIECE = 1 << 16 };

  tercet_buffer buffer;
  tercet_buffer_init(&buffer, source->alloc, SIZE_MAX / 2U);
  tercet_status st = tercet_buffer_reserve(&buffer, PIECE);
  ssize_t n = 1;
  while (st == TERCET_OK && n > 0) {
    do {
      n = read(source->fd, buffer.data + buffer.length, PIECE);
    } while (n < 0 && errno == EINTR);
    buffer.length += n > 0 ? (size_t)n : 0U;
    st = tercet_buffer_reserve(&buffer, PIECE);
  }
  if (st == TERCET_OK && n == 0) {
    source->owned = buffer.data;
    source->data = buffer.data;
    source->size = buffer.length;
    return TERCET_OK;
  }

  tercet_buffer_clear(&buffer);
  return st != TERCET_OK
             ? tercet_error_no_memory(err)
             : tercet_error_set(err, TERCET_ERR_IO, "reading failed");
}

tercet_status
tercet_npy_source_open(tercet_npy_source *source,
                       const tercet_allocator *alloc,
                       const char *path,
                       tercet_error *err)
{
  tercet_npy_source_init(source, alloc, NULL, 0);
  source->fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat info;
  tercet_status st = TERCET_OK;
  if (source->fd < 0 || fstat(source->fd, &info)) {
    st = tercet_error_set(
        err, TERCET_ERR_IO, "cannot open the file: %s", strerror(errno));
  } else if (S_ISREG(info.st_mode)) {
    source->data = NULL;
    source->size = (uint64_t)info.st_size;
  } else {
    st = read_pipe(source, err);
  }

  if (st != TERCET_OK) {
    tercet_error_set_source(err, path);
    tercet_npy_source_close(source);
  }
  return st;
}

void
tercet_npy_source_map(tercet_npy_source *source)
{
  if (source->fd < 0 || source->data || source->mapping || !source->size ||
      source->size > SIZE_MAX / 2U) {
    return;
  }
  tercet_npy_mapping *const mapping =
      (tercet_npy_mapping *)tercet_allocate(source->alloc, sizeof(*mapping));
  if (!mapping) {
    return;
  }

  atomic_init(&mapping->n_refs, 1U);
  mapping->alloc = source->alloc;
  mapping->size = (size_t)source->size;
  mapping->data =
      mmap(NULL, mapping->size, PROT_READ, MAP_SHARED, source->fd, 0);
  if (mapping->data == MAP_FAILED) {
    tercet_release(source->alloc, mapping);
    return;
  }
  source->mapping = mapping;
}

void
tercet_npy_source_close(tercet_npy_source *source)
{
  mapping_unref(source->mapping);
  tercet_release(source->alloc, source->owned);
  if (source->fd >= 0) {
    close(source->fd);
  }
  source->mapping = NULL;
  source->owned = NULL;
  source->fd = -1;
}

static tercet_status
read_file(int fd, uint64_t offset, char *out, size_t n, tercet_error *err)
{
  while (n) {
    const ssize_t n_read = pread(fd, out, n, (off_t)offset);
    if (n_read < 0 && errno == EINTR) {
      continue;
    }
    if (n_read <= 0) {
      return tercet_error_set(err,
                              TERCET_ERR_IO,
                              "reading failed at byte %" PRIu64 ": %s",
                              offset,
                              n_read ? strerror(errno)
                                     : "the file was shortened");
    }
    out += n_read;
    offset += (uint64_t)n_read;
    n -= (size_t)n_read;
  }
  return TERCET_OK;
}

tercet_status
tercet_npy_source_read(const tercet_npy_source *source,
                       uint64_t offset,
                       void *out,
                       size_t n,
                       tercet_error *err)
{
  if (offset > source->size || n > source->size - offset) {
    return tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "there are no %zu bytes at byte %" PRIu64
                            ": the end is at byte %" PRIu64,
                            n,
                            offset,
                            source->size);
  }
  if (!source->data) {
    return read_file(source->fd, offset, (char *)out, n, err);
  }
  if (n) {
    memcpy(out, source->data + offset, n);
  }
  return TERCET_OK;
}

bool
tercet_npy_source_can_share(const tercet_npy_source *source,
                            uint64_t offset,
                            tercet_dtype dtype)
{
  return source->mapping && offset % tercet_dtype_alignment(dtype) == 0;
}

tercet_status
tercet_npy_source_share(const tercet_npy_source *source,
                        uint64_t offset,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        const int64_t *strides,
                        tercet_tensor **out,
                        tercet_error *err)
{
  tercet_npy_mapping *const mapping = source->mapping;
  TERCET_TRY(tercet_tensor_wrap(source->alloc,
                                dtype,
                                rank,
                                shape,
                                strides,
                                (char *)mapping->data + offset,
                                mapping_drop,
                                mapping,
                                out,
                                err));
  atomic_fetch_add_explicit(&mapping->n_refs, 1U, memory_order_relaxed);
  (*out)->is_read_only = true;
  return TERCET_OK;
}

/* ---- Writing ---- */

static tercet_status
write_file(void *context, const char *data, size_t length, tercet_error *err)
{
  if (fwrite(data, 1, length, (FILE *)context) != length) {
    return tercet_error_set(
        err, TERCET_ERR_IO, "writing failed: %s", strerror(errno));
  }
  return TERCET_OK;
}

tercet_status
tercet_npy_file_save(const char *path,
                     tercet_npy_writer writer,
                     const void *context,
                     tercet_error *err)
{
  FILE *const file = fopen(path, "wb");
  if (!file) {
    const tercet_status st = tercet_error_set(
        err, TERCET_ERR_IO, "cannot write the file: %s", strerror(errno));
    tercet_error_set_source(err, path);
    return st;
  }

  const tercet_output output = {write_file, file};
  tercet_status st = writer(context, &output, err);
  if (fclose(file) && st == TERCET_OK) {
    st = tercet_error_set(
        err, TERCET_ERR_IO, "writing failed: %s", strerror(errno));
  }
  if (st != TERCET_OK) {
    tercet_error_set_source(err, path);
    // Half a file is worse than none; a device stays, as root may remove it
    struct stat info;
    if (!stat(path, &info) && S_ISREG(info.st_mode)) {
      remove(path);
    }
  }
  return st;
}
