// SPDX-License-Identifier: Apache-2.0

/**
   Writing .npz archives, as a stream.

   The length of a stored file is known beforehand, and its checksum is made by
   writing it once to nowhere.  A deflated one is followed by a descriptor.
*/

#include "array/npy_file.h"
#include "array/npy_header.h"
#include "array/npy_names.h"
#include "array/npz_zip.h"
#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

/// A file that was written
typedef struct {
  uint64_t offset;
  uint64_t packed;
  uint64_t size;
  uint32_t crc;
  bool is_large; ///< Has sizes of 64 bits
} npz_file;

typedef struct {
  const tercet_allocator *alloc;
  const tercet_output *output;
  uint64_t offset; ///< Bytes written so far
  bool compress;
  npz_file *files;
} npz_writer;

static tercet_status
write_bytes(npz_writer *writer, const void *data, size_t n, tercet_error *err)
{
  TERCET_TRY(writer->output->write(
      writer->output->context, (const char *)data, n, err));
  writer->offset += n;
  return TERCET_OK;
}

/* ---- Contents ---- */

/// Deflates, or only counts, what passes through
typedef struct {
  npz_writer *writer; ///< NULL: count only
  z_stream stream;
  bool is_deflated;
  uint64_t size;
  uLong crc;
  uint8_t packed[32768];
} npz_filter;

/// Let the compressor work until it has taken all, or with Z_FINISH is done
static tercet_status
deflate_bytes(npz_filter *filter, int flush, tercet_error *err)
{
  do {
    filter->stream.next_out = filter->packed;
    filter->stream.avail_out = sizeof(filter->packed);
    deflate(&filter->stream, flush);
    TERCET_TRY(write_bytes(filter->writer,
                           filter->packed,
                           sizeof(filter->packed) - filter->stream.avail_out,
                           err));
  } while (filter->stream.avail_out == 0);
  return TERCET_OK;
}

/// A write of an output
static tercet_status
filter_write(void *context, const char *data, size_t length, tercet_error *err)
{
  npz_filter *const filter = (npz_filter *)context;
  filter->size += length;
  while (length) {
    const uInt now = length < UINT_MAX ? (uInt)length : UINT_MAX;
    filter->crc = crc32(filter->crc, (const Bytef *)data, now);
    if (filter->is_deflated) {
      // zlib only reads here, but its interface does not say so
      filter->stream.next_in = (Bytef *)(uintptr_t)data;
      filter->stream.avail_in = now;
      TERCET_TRY(deflate_bytes(filter, Z_NO_FLUSH, err));
    } else if (filter->writer) {
      TERCET_TRY(write_bytes(filter->writer, data, now, err));
    }
    data += now;
    length -= now;
  }
  return TERCET_OK;
}

/// Write a tensor through a filter
static tercet_status
write_filtered(npz_filter *filter,
               const tercet_tensor *tensor,
               tercet_error *err)
{
  const tercet_output output = {filter_write, filter};
  filter->size = 0;
  filter->crc = crc32(0, NULL, 0);
  return tercet_npy_write(tensor, &output, err);
}

static void *
zip_allocate(void *context, uInt count, uInt size)
{
  return tercet_allocate_array((const tercet_allocator *)context, count, size);
}

static void
zip_release(void *context, void *pointer)
{
  tercet_release((const tercet_allocator *)context, pointer);
}

static tercet_status
write_deflated(npz_filter *filter,
               const tercet_tensor *tensor,
               tercet_error *err)
{
  filter->stream.zalloc = zip_allocate;
  filter->stream.zfree = zip_release;
  // zlib hands the pointer back unchanged to the two functions above
  filter->stream.opaque = (voidpf)(uintptr_t)filter->writer->alloc;
  filter->is_deflated = true;
  if (deflateInit2(&filter->stream,
                   Z_DEFAULT_COMPRESSION,
                   Z_DEFLATED,
                   -MAX_WBITS,
                   8,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return tercet_error_no_memory(err);
  }
  tercet_status st = write_filtered(filter, tensor, err);
  st = st != TERCET_OK ? st : deflate_bytes(filter, Z_FINISH, err);
  deflateEnd(&filter->stream);
  return st;
}

/* ---- Headers ---- */

/// Write what a local header and one of the directory have in common, from the
/// flags to the length of the name
static uint8_t *
put_common(const npz_writer *writer,
           const npz_file *file,
           size_t n_name,
           bool is_local,
           uint8_t *at)
{
  const uint64_t method = writer->compress ? ZIP_DEFLATED : ZIP_STORED;
  const bool is_later = is_local && writer->compress;
  at = zip_put(at, 2, ZIP_UTF8 | (writer->compress ? ZIP_HAS_DESCRIPTOR : 0U));
  at = zip_put(at, 2, method);
  at = zip_put(at, 2, 0);
  at = zip_put(at, 2, 0x21); // 1980-01-01, the same for the same tensors
  at = zip_put(at, 4, is_later ? 0U : file->crc);
  at = zip_put(at,
               4,
               file->is_large ? UINT32_MAX
               : is_later     ? 0U
                              : file->packed);
  at = zip_put(at, 4, file->is_large ? UINT32_MAX : is_later ? 0U : file->size);
  return zip_put(at, 2, n_name);
}

static tercet_status
write_name(npz_writer *writer, tercet_string name, tercet_error *err)
{
  TERCET_TRY(write_bytes(writer, name.data, name.length, err));
  return write_bytes(writer, ".npy", 4, err);
}

static tercet_status
write_local(npz_writer *writer,
            const npz_file *file,
            tercet_string name,
            tercet_error *err)
{
  uint8_t header[ZIP_LOCAL_SIZE];
  uint8_t *at = zip_put(header, 4, ZIP_LOCAL_SIGNATURE);
  at = zip_put(at, 2, file->is_large ? 45 : 20);
  at = put_common(writer, file, name.length + 4U, true, at);
  zip_put(at, 2, file->is_large ? 20 : 0);
  TERCET_TRY(write_bytes(writer, header, sizeof(header), err));
  TERCET_TRY(write_name(writer, name, err));
  if (!file->is_large) {
    return TERCET_OK;
  }
  uint8_t extra[20];
  at = zip_put(extra, 2, ZIP64_EXTRA);
  at = zip_put(at, 2, 16);
  at = zip_put(at, 8, writer->compress ? 0U : file->size);
  zip_put(at, 8, writer->compress ? 0U : file->packed);
  return write_bytes(writer, extra, sizeof(extra), err);
}

static tercet_status
write_descriptor(npz_writer *writer, const npz_file *file, tercet_error *err)
{
  uint8_t descriptor[24];
  const size_t n = file->is_large ? 8 : 4;
  uint8_t *at = zip_put(descriptor, 4, ZIP_DESCRIPTOR_SIGNATURE);
  at = zip_put(at, 4, file->crc);
  at = zip_put(at, n, file->packed);
  at = zip_put(at, n, file->size);
  return write_bytes(writer, descriptor, (size_t)(at - descriptor), err);
}

static tercet_status
write_central(npz_writer *writer,
              const npz_file *file,
              tercet_string name,
              tercet_error *err)
{
  const bool is_far = file->offset >= UINT32_MAX;
  const size_t n_extra = (file->is_large ? 16U : 0U) + (is_far ? 8U : 0U);
  const unsigned version = n_extra ? 45 : 20;
  uint8_t header[ZIP_CENTRAL_SIZE];
  uint8_t *at = zip_put(header, 4, ZIP_CENTRAL_SIGNATURE);
  at = zip_put(at, 2, version);
  at = zip_put(at, 2, version);
  at = put_common(writer, file, name.length + 4U, false, at);
  at = zip_put(at, 2, n_extra ? n_extra + 4U : 0U);
  at = zip_put(at, 2, 0);
  at = zip_put(at, 2, 0);
  at = zip_put(at, 2, 0);
  at = zip_put(at, 4, 0);
  zip_put(at, 4, is_far ? UINT32_MAX : file->offset);
  TERCET_TRY(write_bytes(writer, header, sizeof(header), err));
  TERCET_TRY(write_name(writer, name, err));

  uint8_t extra[28];
  at = extra;
  if (n_extra) {
    at = zip_put(at, 2, ZIP64_EXTRA);
    at = zip_put(at, 2, n_extra);
  }
  if (file->is_large) {
    at = zip_put(at, 8, file->size);
    at = zip_put(at, 8, file->packed);
  }
  if (is_far) {
    at = zip_put(at, 8, file->offset);
  }
  return write_bytes(writer, extra, (size_t)(at - extra), err);
}

/// Write what ends an archive whose directory is at `offset`
static tercet_status
write_end(npz_writer *writer, size_t n, uint64_t offset, tercet_error *err)
{
  const uint64_t size = writer->offset - offset;
  uint8_t end[ZIP64_END_SIZE + ZIP64_LOCATOR_SIZE + ZIP_END_SIZE];
  uint8_t *at = end;
  if (n >= UINT16_MAX || offset >= UINT32_MAX || size >= UINT32_MAX) {
    at = zip_put(at, 4, ZIP64_END_SIGNATURE);
    at = zip_put(at, 8, ZIP64_END_SIZE - 12);
    at = zip_put(at, 2, 45);
    at = zip_put(at, 2, 45);
    at = zip_put(at, 8, 0);
    at = zip_put(at, 8, n);
    at = zip_put(at, 8, n);
    at = zip_put(at, 8, size);
    at = zip_put(at, 8, offset);
    at = zip_put(at, 4, ZIP64_LOCATOR_SIGNATURE);
    at = zip_put(at, 4, 0);
    at = zip_put(at, 8, writer->offset);
    at = zip_put(at, 4, 1);
  }
  at = zip_put(at, 4, ZIP_END_SIGNATURE);
  at = zip_put(at, 4, 0);
  at = zip_put(at, 2, n < UINT16_MAX ? n : UINT16_MAX);
  at = zip_put(at, 2, n < UINT16_MAX ? n : UINT16_MAX);
  at = zip_put(at, 4, size < UINT32_MAX ? size : UINT32_MAX);
  at = zip_put(at, 4, offset < UINT32_MAX ? offset : UINT32_MAX);
  at = zip_put(at, 2, 0);
  return write_bytes(writer, end, (size_t)(at - end), err);
}

/* ---- The archive ---- */

/// Write one tensor
static tercet_status
write_file(npz_writer *writer,
           npz_filter *filter,
           npz_file *file,
           tercet_string name,
           const tercet_tensor *tensor,
           tercet_error *err)
{
  memset(filter, 0, sizeof(*filter));
  file->offset = writer->offset;
  // Deflate adds less than a thousandth to what it cannot compress
  const uint64_t size =
      (uint64_t)tensor->size * tercet_dtype_size(tensor->dtype);
  file->is_large = size / 1000U * 1001U + 65536U >= UINT32_MAX;
  if (!writer->compress) {
    TERCET_TRY(write_filtered(filter, tensor, err));
    file->crc = (uint32_t)filter->crc;
    file->size = filter->size;
    file->packed = filter->size;
  }

  TERCET_TRY(write_local(writer, file, name, err));
  const uint64_t start = writer->offset;
  filter->writer = writer;
  if (!writer->compress) {
    return write_filtered(filter, tensor, err);
  }
  TERCET_TRY(write_deflated(filter, tensor, err));
  file->crc = (uint32_t)filter->crc;
  file->size = filter->size;
  file->packed = writer->offset - start;
  return write_descriptor(writer, file, err);
}

static tercet_status
write_archive(npz_writer *writer,
              npz_filter *filter,
              size_t n,
              const tercet_string *names,
              const tercet_tensor *const *tensors,
              tercet_error *err)
{
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(write_file(
        writer, filter, &writer->files[i], names[i], tensors[i], err));
  }
  const uint64_t offset = writer->offset;
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(write_central(writer, &writer->files[i], names[i], err));
  }
  return write_end(writer, n, offset, err);
}

tercet_status
tercet_npz_write(const tercet_allocator *alloc,
                 size_t n,
                 const tercet_string *names,
                 const tercet_tensor *const *tensors,
                 bool compress,
                 const tercet_output *output,
                 tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  for (size_t i = 0; i < n; ++i) {
    if (names[i].length > ZIP_NAME_MAX - 4U) {
      return tercet_error_set(err,
                              TERCET_ERR_ARGUMENT,
                              "a name of %zu bytes is too long",
                              names[i].length);
    }
  }
  TERCET_TRY(tercet_npy_names_check(alloc, n, names, err));

  npz_writer writer = {alloc, output, 0, compress, NULL};
  writer.files = (npz_file *)tercet_allocate_array(alloc, n, sizeof(npz_file));
  npz_filter *const filter =
      (npz_filter *)tercet_allocate(alloc, sizeof(npz_filter));
  const tercet_status st =
      writer.files && filter
          ? write_archive(&writer, filter, n, names, tensors, err)
          : tercet_error_no_memory(err);
  tercet_release(alloc, filter);
  tercet_release(alloc, writer.files);
  return st;
}

/// What is written to a file
typedef struct {
  const tercet_allocator *alloc;
  size_t n;
  const tercet_string *names;
  const tercet_tensor *const *tensors;
  bool compress;
} save_request;

static tercet_status
save_archive(const void *context,
             const tercet_output *output,
             tercet_error *err)
{
  const save_request *const request = (const save_request *)context;
  return tercet_npz_write(request->alloc,
                          request->n,
                          request->names,
                          request->tensors,
                          request->compress,
                          output,
                          err);
}

tercet_status
tercet_npz_save(const tercet_allocator *alloc,
                size_t n,
                const tercet_string *names,
                const tercet_tensor *const *tensors,
                bool compress,
                const char *path,
                tercet_error *err)
{
  const save_request request = {alloc, n, names, tensors, compress};
  return tercet_npy_file_save(path, save_archive, &request, err);
}
