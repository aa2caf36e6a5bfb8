// SPDX-License-Identifier: Apache-2.0

/// Reading .npz archives

#include "array/npy_file.h"
#include "array/npy_header.h"
#include "array/npy_names.h"
#include "array/npz_zip.h"
#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <zlib.h>

/// A file in the archive
typedef struct {
  uint64_t offset; ///< Of the local header
  uint64_t packed; ///< Bytes in the archive
  uint64_t size;   ///< Bytes of the file
  uint32_t crc;
  uint16_t flags;
  uint16_t method;
  bool is_npy; ///< By its name
} npz_entry;

struct tercet_npz {
  tercet_npy_source source;
  uint8_t *directory; ///< The central directory, where the names are
  uint64_t directory_offset;
  uint64_t directory_size;
  npz_entry *entries;
  tercet_string *names; ///< Without ".npy"
  size_t n_entries;
  tercet_hash_index index; ///< Of the names
};

static tercet_status
fail(tercet_error *err, uint64_t offset, const char *what)
{
  return tercet_error_set(err,
                          TERCET_ERR_CORRUPT,
                          "the archive is malformed at byte %" PRIu64 ": %s",
                          offset,
                          what);
}

/* ---- The end record ---- */

/// Where the central directory is
typedef struct {
  uint64_t n_entries;
  uint64_t size;
  uint64_t offset;
  uint64_t end; ///< The directory must end before this
} npz_end;

/// Find the end record: what has its signature and a comment that ends where
/// the archive does
static tercet_status
find_end(const tercet_npy_source *source,
         uint8_t *tail,
         size_t n,
         uint64_t *offset,
         tercet_error *err)
{
  const uint64_t start = source->size - n;
  TERCET_TRY(tercet_npy_source_read(source, start, tail, n, err));
  for (size_t i = n + 1U - ZIP_END_SIZE; i-- > 0;) {
    if (zip_get(tail + i, 4) == ZIP_END_SIGNATURE &&
        zip_get(tail + i + 20, 2) == n - i - ZIP_END_SIZE) {
      *offset = start + i;
      return TERCET_OK;
    }
  }
  return fail(err, source->size, "there is no end record");
}

/// Read the larger record that precedes the end record at `offset`, if any
static tercet_status
read_end64(const tercet_npy_source *source,
           uint64_t offset,
           npz_end *out,
           tercet_error *err)
{
  uint8_t locator[ZIP64_LOCATOR_SIZE];
  uint8_t record[ZIP64_END_SIZE];
  if (offset < sizeof(locator)) {
    return TERCET_OK;
  }
  const uint64_t locator_offset = offset - sizeof(locator);
  TERCET_TRY(tercet_npy_source_read(
      source, locator_offset, locator, sizeof(locator), err));
  if (zip_get(locator, 4) != ZIP64_LOCATOR_SIGNATURE) {
    return TERCET_OK;
  }

  const uint64_t at = zip_get(locator + 8, 8);
  if (zip_get(locator + 4, 4) || zip_get(locator + 16, 4) > 1U ||
      locator_offset < sizeof(record) || at > locator_offset - sizeof(record)) {
    return fail(err, locator_offset, "the zip64 locator leads nowhere");
  }
  TERCET_TRY(tercet_npy_source_read(source, at, record, sizeof(record), err));
  if (zip_get(record, 4) != ZIP64_END_SIGNATURE || zip_get(record + 16, 4) ||
      zip_get(record + 20, 4) ||
      zip_get(record + 24, 8) != zip_get(record + 32, 8)) {
    return fail(err, at, "this is not a zip64 end record of one archive");
  }
  out->n_entries = zip_get(record + 32, 8);
  out->size = zip_get(record + 40, 8);
  out->offset = zip_get(record + 48, 8);
  out->end = at;
  return TERCET_OK;
}

static tercet_status
read_end(const tercet_npy_source *source, npz_end *out, tercet_error *err)
{
  if (source->size < ZIP_END_SIZE) {
    return fail(err, source->size, "there is no end record");
  }
  const size_t max = ZIP_END_SIZE + ZIP_COMMENT_MAX;
  const size_t n = source->size < max ? (size_t)source->size : max;
  uint8_t *const tail = (uint8_t *)tercet_allocate(source->alloc, n);
  if (!tail) {
    return tercet_error_no_memory(err);
  }

  uint64_t offset = 0;
  const tercet_status st = find_end(source, tail, n, &offset, err);
  const uint8_t *const record = tail + (offset - (source->size - n));
  const bool is_split =
      st == TERCET_OK && (zip_get(record + 4, 2) || zip_get(record + 6, 2) ||
                          zip_get(record + 8, 2) != zip_get(record + 10, 2));
  if (st == TERCET_OK) {
    out->n_entries = zip_get(record + 10, 2);
    out->size = zip_get(record + 12, 4);
    out->offset = zip_get(record + 16, 4);
    out->end = offset;
  }
  tercet_release(source->alloc, tail);
  TERCET_TRY(st);
  if (is_split) {
    return fail(err, offset, "the archive is in several parts");
  }

  TERCET_TRY(read_end64(source, offset, out, err));
  if (out->offset > out->end || out->size > out->end - out->offset ||
      out->n_entries > out->size / ZIP_CENTRAL_SIZE) {
    return fail(err, offset, "the directory does not fit");
  }
  return TERCET_OK;
}

/* ---- The central directory ---- */

/// Replace fields of 32 bits that are all ones by those of the extra field
static bool
read_extra64(const uint8_t *extra, size_t length, npz_entry *entry)
{
  uint64_t *const fields[] = {&entry->size, &entry->packed, &entry->offset};
  for (size_t i = 0; length - i >= 4U;) {
    const size_t n = (size_t)zip_get(extra + i + 2, 2);
    if (n > length - i - 4U) {
      return false;
    }
    size_t at = i + 4U;
    const size_t end = at + n;
    for (size_t j = 0; j < 3 && zip_get(extra + i, 2) == ZIP64_EXTRA; ++j) {
      if (*fields[j] != UINT32_MAX) {
        continue;
      }
      if (end - at < 8U) {
        return false;
      }
      *fields[j] = zip_get(extra + at, 8);
      at += 8U;
    }
    i = end;
  }
  return true;
}

static bool
ends_in_npy(const char *name, size_t length)
{
  return length >= 4U && !memcmp(name + length - 4U, ".npy", 4);
}

/// Read the header at `at` in the directory; set `at` behind it
static tercet_status
read_entry(tercet_npz *npz, size_t i, uint64_t *at, tercet_error *err)
{
  const uint64_t offset = npz->directory_offset + *at;
  const uint64_t left = npz->directory_size - *at;
  const uint8_t *const header = npz->directory + *at;
  if (left < ZIP_CENTRAL_SIZE || zip_get(header, 4) != ZIP_CENTRAL_SIGNATURE) {
    return fail(err, offset, "expected a header of the directory");
  }
  const size_t n_name = (size_t)zip_get(header + 28, 2);
  const size_t n_extra = (size_t)zip_get(header + 30, 2);
  const size_t n_comment = (size_t)zip_get(header + 32, 2);
  if (n_name + n_extra + n_comment > left - ZIP_CENTRAL_SIZE) {
    return fail(err, offset, "a header leaves the directory");
  }

  npz_entry *const entry = &npz->entries[i];
  entry->flags = (uint16_t)zip_get(header + 8, 2);
  entry->method = (uint16_t)zip_get(header + 10, 2);
  entry->crc = (uint32_t)zip_get(header + 16, 4);
  entry->packed = zip_get(header + 20, 4);
  entry->size = zip_get(header + 24, 4);
  entry->offset = zip_get(header + 42, 4);
  if (!read_extra64(header + ZIP_CENTRAL_SIZE + n_name, n_extra, entry)) {
    return fail(err, offset, "an extra field is malformed");
  }
  if (entry->offset > npz->directory_offset ||
      entry->packed > npz->directory_offset - entry->offset) {
    return fail(err, offset, "a file overlaps the directory");
  }
  const char *const name = (const char *)header + ZIP_CENTRAL_SIZE;
  entry->is_npy = ends_in_npy(name, n_name);
  npz->names[i] = (tercet_string){name, entry->is_npy ? n_name - 4U : n_name};
  *at += ZIP_CENTRAL_SIZE + n_name + n_extra + n_comment;
  return TERCET_OK;
}

static tercet_status
read_directory(tercet_npz *npz, const npz_end *end, tercet_error *err)
{
  const tercet_allocator *const alloc = npz->source.alloc;
  npz->n_entries = (size_t)end->n_entries;
  npz->directory_offset = end->offset;
  npz->directory_size = end->size;
  npz->directory = (uint8_t *)tercet_allocate(alloc, (size_t)end->size);
  npz->entries = (npz_entry *)tercet_allocate_array(
      alloc, npz->n_entries, sizeof(npz_entry));
  npz->names = (tercet_string *)tercet_allocate_array(
      alloc, npz->n_entries, sizeof(tercet_string));
  if (!npz->directory || !npz->entries || !npz->names) {
    return tercet_error_no_memory(err);
  }
  TERCET_TRY(tercet_npy_source_read(
      &npz->source, end->offset, npz->directory, (size_t)end->size, err));

  uint64_t at = 0;
  for (size_t i = 0; i < npz->n_entries; ++i) {
    TERCET_TRY(read_entry(npz, i, &at, err));
  }
  if (at != end->size) {
    return fail(err, end->offset + at, "expected the end of the directory");
  }
  const tercet_status st =
      tercet_npy_names_add(&npz->index, npz->n_entries, npz->names, err);
  if (st == TERCET_ERR_ARGUMENT && err) {
    err->status = TERCET_ERR_CORRUPT;
  }
  return st == TERCET_ERR_ARGUMENT ? TERCET_ERR_CORRUPT : st;
}

/* ---- Opening ---- */

void
tercet_npz_close(tercet_npz *npz)
{
  if (npz) {
    const tercet_allocator *const alloc = npz->source.alloc;
    tercet_hash_index_clear(&npz->index);
    tercet_release(alloc, npz->names);
    tercet_release(alloc, npz->entries);
    tercet_release(alloc, npz->directory);
    tercet_npy_source_close(&npz->source);
    tercet_release(alloc, npz);
  }
}

/// Open what `source` gives, which is closed on failure
static tercet_status
open_source(tercet_npy_source *source, tercet_npz **out, tercet_error *err)
{
  tercet_npz *const npz =
      (tercet_npz *)tercet_allocate_zeroed(source->alloc, sizeof(tercet_npz));
  if (!npz) {
    tercet_npy_source_close(source);
    return tercet_error_no_memory(err);
  }
  npz->source = *source;
  tercet_hash_index_init(&npz->index, source->alloc);

  npz_end end = {0, 0, 0, 0};
  tercet_status st = read_end(&npz->source, &end, err);
  st = st != TERCET_OK ? st : read_directory(npz, &end, err);
  if (st != TERCET_OK) {
    tercet_npz_close(npz);
    return st;
  }
  *out = npz;
  return TERCET_OK;
}

tercet_status
tercet_npz_open(const tercet_allocator *alloc,
                const char *path,
                tercet_npz **out,
                tercet_error *err)
{
  *out = NULL;
  tercet_npy_source source;
  TERCET_TRY(tercet_npy_source_open(&source, alloc, path, err));
  const tercet_status st = open_source(&source, out, err);
  if (st != TERCET_OK) {
    tercet_error_set_source(err, path);
  }
  return st;
}

tercet_status
tercet_npz_open_memory(const tercet_allocator *alloc,
                       const void *data,
                       size_t n_bytes,
                       tercet_npz **out,
                       tercet_error *err)
{
  *out = NULL;
  tercet_npy_source source;
  tercet_npy_source_init(&source, alloc, data, n_bytes);
  return open_source(&source, out, err);
}

size_t
tercet_npz_count(const tercet_npz *npz)
{
  return npz->n_entries;
}

tercet_string
tercet_npz_name(const tercet_npz *npz, size_t i)
{
  return npz->names[i];
}

bool
tercet_npz_find(const tercet_npz *npz, tercet_string name, size_t *out)
{
  const uint64_t position =
      tercet_npy_names_find(&npz->index, npz->names, name);
  if (position == TERCET_HASH_INDEX_NONE) {
    return false;
  }
  *out = (size_t)position;
  return true;
}

/* ---- The bytes of a file ---- */

/// Compressed bytes that are read at a time
#define PIECE_SIZE 32768U

/// A file in the archive that is being read
typedef struct {
  const tercet_npy_source *source;
  uint64_t offset; ///< Of what is read next
  uint64_t left;   ///< Bytes in the archive that were not read
  bool is_deflated;
  z_stream stream;
  uLong crc;
  uint8_t piece[PIECE_SIZE];
} file_reader;

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

/// Give the decompressor the next piece of the file, if it has none
static tercet_status
next_piece(file_reader *reader, tercet_error *err)
{
  if (reader->stream.avail_in || !reader->left) {
    return TERCET_OK;
  }
  const size_t n =
      reader->left < PIECE_SIZE ? (size_t)reader->left : PIECE_SIZE;
  TERCET_TRY(tercet_npy_source_read(
      reader->source, reader->offset, reader->piece, n, err));
  reader->offset += n;
  reader->left -= n;
  reader->stream.next_in = reader->piece;
  reader->stream.avail_in = (uInt)n;
  return TERCET_OK;
}

static tercet_status
inflate_bytes(file_reader *reader, uint8_t *out, size_t n, tercet_error *err)
{
  while (n) {
    TERCET_TRY(next_piece(reader, err));
    const uInt room = n < UINT_MAX ? (uInt)n : UINT_MAX;
    reader->stream.next_out = out;
    reader->stream.avail_out = room;
    const int result = inflate(&reader->stream, Z_NO_FLUSH);
    const size_t n_done = room - reader->stream.avail_out;
    out += n_done;
    n -= n_done;
    if (result == Z_MEM_ERROR) {
      return tercet_error_no_memory(err);
    }
    if ((result != Z_OK && result != Z_STREAM_END) ||
        (n && (result == Z_STREAM_END ||
               (!n_done && !reader->stream.avail_in && !reader->left)))) {
      return fail(err, reader->offset, "the compressed data is damaged");
    }
  }
  return TERCET_OK;
}

static tercet_status
read_file(void *context, void *out, size_t n, tercet_error *err)
{
  file_reader *const reader = (file_reader *)context;
  if (reader->is_deflated) {
    TERCET_TRY(inflate_bytes(reader, (uint8_t *)out, n, err));
  } else {
    TERCET_TRY(
        tercet_npy_source_read(reader->source, reader->offset, out, n, err));
    reader->offset += n;
  }

  const Bytef *data = (const Bytef *)out;
  for (size_t left = n; left;) {
    const uInt now = left < UINT_MAX ? (uInt)left : UINT_MAX;
    reader->crc = crc32(reader->crc, data, now);
    data += now;
    left -= now;
  }
  return TERCET_OK;
}

/// Check the local header of a file; set `offset` to its data
static tercet_status
check_local(const tercet_npz *npz,
            const npz_entry *entry,
            uint64_t *offset,
            tercet_error *err)
{
  uint8_t header[ZIP_LOCAL_SIZE];
  TERCET_TRY(tercet_npy_source_read(
      &npz->source, entry->offset, header, sizeof(header), err));
  if (zip_get(header, 4) != ZIP_LOCAL_SIGNATURE ||
      zip_get(header + 8, 2) != entry->method) {
    return fail(err, entry->offset, "this is not the header of the file");
  }
  *offset = entry->offset + sizeof(header) + zip_get(header + 26, 2) +
            zip_get(header + 28, 2);
  if (*offset > npz->directory_offset ||
      entry->packed > npz->directory_offset - *offset) {
    return fail(err, entry->offset, "a file overlaps the directory");
  }
  return TERCET_OK;
}

/// Check what the directory says of a file
static tercet_status
check_entry(const npz_entry *entry, tercet_string name, tercet_error *err)
{
  if (!entry->is_npy) {
    return tercet_error_set(err,
                            TERCET_ERR_UNSUPPORTED,
                            "file \"%.*s\" does not end in .npy",
                            TERCET_STRING_ARGS(name));
  }
  if ((entry->flags & ZIP_ENCRYPTED) ||
      (entry->method != ZIP_STORED && entry->method != ZIP_DEFLATED)) {
    return tercet_error_set(err,
                            TERCET_ERR_UNSUPPORTED,
                            "file \"%.*s\" is encrypted, or compressed by "
                            "method %u",
                            TERCET_STRING_ARGS(name),
                            (unsigned)entry->method);
  }
  // Else a few bytes could ask for any amount of memory
  const bool fits = entry->method == ZIP_STORED
                        ? entry->size == entry->packed
                        : entry->size / ZIP_DEFLATE_RATIO <= entry->packed;
  if (!fits) {
    return tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "file \"%.*s\" cannot have %" PRIu64
                            " bytes: the archive has %" PRIu64 " of it",
                            TERCET_STRING_ARGS(name),
                            entry->size,
                            entry->packed);
  }
  return TERCET_OK;
}

static tercet_status
read_tensor(const tercet_npz *npz,
            const npz_entry *entry,
            file_reader *reader,
            tercet_tensor **out,
            tercet_error *err)
{
  tercet_npy_stream stream = {read_file, reader, entry->size, 0};
  TERCET_TRY(tercet_npy_stream_tensor(npz->source.alloc, &stream, out, err));
  const char *const what = stream.offset != entry->size
                               ? "bytes follow the array"
                           : reader->crc != entry->crc ? "the checksum is wrong"
                                                       : NULL;
  if (what) {
    tercet_tensor_unref(*out);
    *out = NULL;
    return fail(err, entry->offset, what);
  }
  return TERCET_OK;
}

tercet_status
tercet_npz_get(const tercet_npz *npz,
               size_t i,
               tercet_tensor **out,
               tercet_error *err)
{
  *out = NULL;
  if (i >= npz->n_entries) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "there is no file %zu among %zu",
                            i,
                            npz->n_entries);
  }
  const npz_entry *const entry = &npz->entries[i];
  uint64_t offset = 0;
  TERCET_TRY(check_entry(entry, npz->names[i], err));
  TERCET_TRY(check_local(npz, entry, &offset, err));

  const tercet_allocator *const alloc = npz->source.alloc;
  file_reader *const reader =
      (file_reader *)tercet_allocate_zeroed(alloc, sizeof(file_reader));
  if (!reader) {
    return tercet_error_no_memory(err);
  }
  reader->source = &npz->source;
  reader->offset = offset;
  reader->left = entry->packed;
  reader->is_deflated = entry->method == ZIP_DEFLATED;
  reader->crc = crc32(0, NULL, 0);
  reader->stream.zalloc = zip_allocate;
  reader->stream.zfree = zip_release;
  // zlib hands the pointer back unchanged to the two functions above
  reader->stream.opaque = (voidpf)(uintptr_t)alloc;

  tercet_status st = TERCET_OK;
  if (reader->is_deflated &&
      inflateInit2(&reader->stream, -MAX_WBITS) != Z_OK) {
    st = tercet_error_no_memory(err);
  } else {
    st = read_tensor(npz, entry, reader, out, err);
    if (reader->is_deflated) {
      inflateEnd(&reader->stream);
    }
  }
  tercet_release(alloc, reader);
  return st;
}
