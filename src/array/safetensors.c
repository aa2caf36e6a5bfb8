// SPDX-License-Identifier: Apache-2.0

/// Reading and writing .safetensors files

#include "array/npy_file.h"
#include "array/npy_header.h"
#include "array/npy_names.h"
#include "array/safetensors_header.h"
#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/buffer.h"
#include "base/error.h"
#include "base/string_view.h"
#include "base/utf8.h"

#include <inttypes.h>
#include <string.h>

struct tercet_safetensors {
  tercet_npy_source source;
  tercet_safetensors_header header;
  uint64_t data_offset; ///< Of the elements in the file
};

static bool
machine_is_little_endian(void)
{
  const uint16_t one = 1;
  uint8_t first = 0;
  memcpy(&first, &one, 1);
  return first == 1U;
}

/* ---- Reading ---- */

/// Read the length of the header and its text
static tercet_status
read_header(tercet_safetensors *file, tercet_error *err)
{
  const tercet_npy_source *const source = &file->source;
  uint8_t bytes[SAFETENSORS_PREFIX] = {0};
  TERCET_TRY(tercet_npy_source_read(source, 0, bytes, sizeof(bytes), err));
  uint64_t length = 0;
  for (size_t i = SAFETENSORS_PREFIX; i-- > 0;) {
    length = length << 8U | bytes[i];
  }
  if (length > SAFETENSORS_HEADER_MAX ||
      length > source->size - SAFETENSORS_PREFIX) {
    return tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "a safetensors header of %" PRIu64
                            " bytes is too long for a file of %" PRIu64,
                            length,
                            source->size);
  }

  char *const text = (char *)tercet_allocate(source->alloc, (size_t)length);
  if (!text) {
    return tercet_error_no_memory(err);
  }
  const tercet_status st = tercet_npy_source_read(
      source, SAFETENSORS_PREFIX, text, (size_t)length, err);
  if (st != TERCET_OK) {
    tercet_release(source->alloc, text);
    return st;
  }
  file->data_offset = SAFETENSORS_PREFIX + length;
  return tercet_safetensors_header_read(&file->header,
                                        source->alloc,
                                        text,
                                        (size_t)length,
                                        source->size - file->data_offset,
                                        err);
}

/// Open what `source` gives, which is closed on failure
static tercet_status
open_source(tercet_npy_source *source,
            tercet_safetensors **out,
            tercet_error *err)
{
  tercet_safetensors *const file = (tercet_safetensors *)tercet_allocate_zeroed(
      source->alloc, sizeof(tercet_safetensors));
  tercet_status st = TERCET_OK;
  if (!file) {
    st = tercet_error_no_memory(err);
  } else {
    file->source = *source;
    st = read_header(file, err);
  }
  if (st != TERCET_OK) {
    tercet_release(source->alloc, file);
    tercet_npy_source_close(source);
    return st;
  }
  *out = file;
  return TERCET_OK;
}

tercet_status
tercet_safetensors_open(const tercet_allocator *alloc,
                        const char *path,
                        tercet_safetensors **out,
                        tercet_error *err)
{
  *out = NULL;
  tercet_npy_source source;
  TERCET_TRY(tercet_npy_source_open(&source, alloc, path, err));
  tercet_npy_source_map(&source);
  const tercet_status st = open_source(&source, out, err);
  if (st != TERCET_OK) {
    tercet_error_set_source(err, path);
  }
  return st;
}

tercet_status
tercet_safetensors_open_memory(const tercet_allocator *alloc,
                               const void *data,
                               size_t n_bytes,
                               tercet_safetensors **out,
                               tercet_error *err)
{
  *out = NULL;
  tercet_npy_source source;
  tercet_npy_source_init(&source, alloc, data, n_bytes);
  return open_source(&source, out, err);
}

void
tercet_safetensors_close(tercet_safetensors *file)
{
  if (file) {
    const tercet_allocator *const alloc = file->source.alloc;
    tercet_safetensors_header_clear(&file->header);
    tercet_npy_source_close(&file->source);
    tercet_release(alloc, file);
  }
}

size_t
tercet_safetensors_count(const tercet_safetensors *file)
{
  return file->header.n_entries;
}

tercet_string
tercet_safetensors_name(const tercet_safetensors *file, size_t i)
{
  return file->header.entries[i].name;
}

bool
tercet_safetensors_find(const tercet_safetensors *file,
                        tercet_string name,
                        size_t *out)
{
  const uint64_t position = tercet_safetensors_header_find(&file->header, name);
  if (position == TERCET_HASH_INDEX_NONE) {
    return false;
  }
  *out = (size_t)position;
  return true;
}

/// Find the tensor at a position
static tercet_status
find_entry(const tercet_safetensors *file,
           size_t i,
           const tercet_safetensors_entry **out,
           tercet_error *err)
{
  if (i >= file->header.n_entries) {
    tercet_error_set(err,
                     TERCET_ERR_RANGE,
                     "there is no tensor %zu among %zu",
                     i,
                     file->header.n_entries);
    return TERCET_ERR_RANGE;
  }
  *out = &file->header.entries[i];
  if (!(*out)->has_dtype) {
    tercet_error_set(err,
                     TERCET_ERR_DTYPE,
                     "tensor \"%.*s\" has elements of type %s",
                     TERCET_STRING_ARGS((*out)->name),
                     (*out)->dtype_text);
    return TERCET_ERR_DTYPE;
  }
  return TERCET_OK;
}

tercet_status
tercet_safetensors_get(const tercet_safetensors *file,
                       size_t i,
                       tercet_tensor **out,
                       tercet_error *err)
{
  *out = NULL;
  const tercet_safetensors_entry *entry = NULL;
  TERCET_TRY(find_entry(file, i, &entry, err));
  TERCET_TRY(tercet_tensor_new_raw(
      file->source.alloc,
      entry->dtype,
      entry->rank,
      tercet_safetensors_header_shape(&file->header, entry),
      out,
      err));
  const size_t n_bytes = (size_t)(entry->end - entry->begin);
  const tercet_status st =
      tercet_npy_source_read(&file->source,
                             file->data_offset + entry->begin,
                             (*out)->data,
                             n_bytes,
                             err);
  if (st != TERCET_OK) {
    tercet_tensor_unref(*out);
    *out = NULL;
    return st;
  }
  tercet_npy_normalise(
      entry->dtype, !machine_is_little_endian(), (*out)->data, n_bytes);
  return TERCET_OK;
}

tercet_status
tercet_safetensors_map(const tercet_safetensors *file,
                       size_t i,
                       tercet_tensor **out,
                       tercet_error *err)
{
  *out = NULL;
  const tercet_safetensors_entry *entry = NULL;
  TERCET_TRY(find_entry(file, i, &entry, err));
  const uint64_t offset = file->data_offset + entry->begin;
  if (machine_is_little_endian() &&
      tercet_npy_source_can_share(&file->source, offset, entry->dtype)) {
    return tercet_npy_source_share(
        &file->source,
        offset,
        entry->dtype,
        entry->rank,
        tercet_safetensors_header_shape(&file->header, entry),
        NULL,
        out,
        err);
  }
  TERCET_TRY(tercet_safetensors_get(file, i, out, err));
  (*out)->is_read_only = true;
  return TERCET_OK;
}

size_t
tercet_safetensors_metadata_count(const tercet_safetensors *file)
{
  return file->header.n_pairs;
}

void
tercet_safetensors_metadata(const tercet_safetensors *file,
                            size_t i,
                            tercet_string *key,
                            tercet_string *value)
{
  *key = file->header.pairs[i].key;
  *value = file->header.pairs[i].value;
}

/* ---- Writing ---- */

/// Append a string of JSON
static tercet_status
append_string(tercet_buffer *out, tercet_string text)
{
  TERCET_TRY(tercet_buffer_append_char(out, '"'));
  for (size_t i = 0; i < text.length; ++i) {
    const char c = text.data[i];
    if ((unsigned char)c < 0x20U) {
      TERCET_TRY(tercet_buffer_printf(out, "\\u%04x", (unsigned)c));
      continue;
    }
    if (c == '"' || c == '\\') {
      TERCET_TRY(tercet_buffer_append_char(out, '\\'));
    }
    TERCET_TRY(tercet_buffer_append_char(out, c));
  }
  return tercet_buffer_append_char(out, '"');
}

/// Append the object of a tensor; `offset` is moved behind its elements
static tercet_status
append_tensor(tercet_buffer *out,
              tercet_string name,
              const tercet_tensor *tensor,
              uint64_t *offset)
{
  const uint64_t begin = *offset;
  *offset += (uint64_t)tensor->size * tercet_dtype_size(tensor->dtype);
  TERCET_TRY(append_string(out, name));
  TERCET_TRY(
      tercet_buffer_printf(out,
                           ":{\"dtype\":\"%s\",\"shape\":[",
                           tercet_safetensors_dtype_text(tensor->dtype)));
  for (size_t i = 0; i < tensor->rank; ++i) {
    TERCET_TRY(tercet_buffer_printf(
        out, i ? ",%" PRId64 : "%" PRId64, tensor->shape[i]));
  }
  return tercet_buffer_printf(
      out, "],\"data_offsets\":[%" PRIu64 ",%" PRIu64 "]}", begin, *offset);
}

static tercet_status
append_metadata(tercet_buffer *out, const tercet_safetensors_content *content)
{
  TERCET_TRY(tercet_buffer_append_text(out, "\"__metadata__\":{"));
  for (size_t i = 0; i < content->n_metadata; ++i) {
    TERCET_TRY(tercet_buffer_append_text(out, i ? "," : ""));
    TERCET_TRY(append_string(out, content->keys[i]));
    TERCET_TRY(tercet_buffer_append_char(out, ':'));
    TERCET_TRY(append_string(out, content->values[i]));
  }
  return tercet_buffer_append_char(out, '}');
}

/// Append the length and the header, padded so that elements are aligned
static tercet_status
append_header(tercet_buffer *out, const tercet_safetensors_content *content)
{
  TERCET_TRY(tercet_buffer_append(out, "\0\0\0\0\0\0\0\0{", 9));
  if (content->n_metadata) {
    TERCET_TRY(append_metadata(out, content));
  }
  uint64_t offset = 0;
  bool is_first = !content->n_metadata;
  for (size_t alignment = 8; alignment; alignment /= 2U) {
    for (size_t i = 0; i < content->n; ++i) {
      if (tercet_dtype_alignment(content->tensors[i]->dtype) == alignment) {
        TERCET_TRY(tercet_buffer_append_text(out, is_first ? "" : ","));
        TERCET_TRY(append_tensor(
            out, content->names[i], content->tensors[i], &offset));
        is_first = false;
      }
    }
  }
  TERCET_TRY(tercet_buffer_append_char(out, '}'));
  while (out->length % 8U) {
    TERCET_TRY(tercet_buffer_append_char(out, ' '));
  }
  for (size_t i = 0; i < SAFETENSORS_PREFIX; ++i) {
    out->data[i] =
        (char)((uint64_t)(out->length - SAFETENSORS_PREFIX) >> 8U * i & 0xffU);
  }
  return TERCET_OK;
}

static tercet_status
check_text(tercet_string text, tercet_error *err)
{
  if (tercet_utf8_validate(text.data, text.length) < text.length) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "a name or metadata is not UTF-8");
  }
  return TERCET_OK;
}

/// Check what cannot be written
static tercet_status
check_content(const tercet_allocator *alloc,
              const tercet_safetensors_content *content,
              tercet_error *err)
{
  for (size_t i = 0; i < content->n; ++i) {
    TERCET_TRY(check_text(content->names[i], err));
    if (tercet_string_is(content->names[i], "__metadata__")) {
      return tercet_error_set(err,
                              TERCET_ERR_ARGUMENT,
                              "no tensor can have the name \"__metadata__\"");
    }
    const tercet_dtype dtype = content->tensors[i]->dtype;
    if (!tercet_safetensors_dtype_text(dtype)) {
      return tercet_error_set(err,
                              TERCET_ERR_DTYPE,
                              "safetensors has no %s, which tensor \"%.*s\" "
                              "has",
                              tercet_dtype_name(dtype),
                              TERCET_STRING_ARGS(content->names[i]));
    }
  }
  for (size_t i = 0; i < content->n_metadata; ++i) {
    TERCET_TRY(check_text(content->keys[i], err));
    TERCET_TRY(check_text(content->values[i], err));
  }
  TERCET_TRY(tercet_npy_names_check(alloc, content->n, content->names, err));
  return tercet_npy_names_check(alloc, content->n_metadata, content->keys, err);
}

/// Write the elements in the order of the header
static tercet_status
write_elements(const tercet_safetensors_content *content,
               const tercet_output *output,
               tercet_error *err)
{
  for (size_t alignment = 8; alignment; alignment /= 2U) {
    for (size_t i = 0; i < content->n; ++i) {
      if (tercet_dtype_alignment(content->tensors[i]->dtype) == alignment) {
        TERCET_TRY(
            tercet_npy_write_elements(content->tensors[i], false, output, err));
      }
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_safetensors_write(const tercet_allocator *alloc,
                         const tercet_safetensors_content *content,
                         const tercet_output *output,
                         tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  TERCET_TRY(check_content(alloc, content, err));
  if (!machine_is_little_endian()) {
    return tercet_error_set(err,
                            TERCET_ERR_UNSUPPORTED,
                            "safetensors are written in little-endian order");
  }

  tercet_buffer header;
  tercet_buffer_init(
      &header, alloc, SAFETENSORS_HEADER_MAX + SAFETENSORS_PREFIX);
  tercet_status st = append_header(&header, content);
  if (st == TERCET_ERR_NO_MEMORY) {
    tercet_error_no_memory(err);
  } else if (st != TERCET_OK) {
    tercet_error_set(err, st, "the safetensors header is too long");
  } else {
    st = output->write(output->context, header.data, header.length, err);
  }
  tercet_buffer_clear(&header);
  return st != TERCET_OK ? st : write_elements(content, output, err);
}

/// What is written to a file
typedef struct {
  const tercet_allocator *alloc;
  const tercet_safetensors_content *content;
} save_request;

static tercet_status
save_content(const void *context,
             const tercet_output *output,
             tercet_error *err)
{
  const save_request *const request = (const save_request *)context;
  return tercet_safetensors_write(
      request->alloc, request->content, output, err);
}

tercet_status
tercet_safetensors_save(const tercet_allocator *alloc,
                        const tercet_safetensors_content *content,
                        const char *path,
                        tercet_error *err)
{
  const save_request request = {alloc, content};
  return tercet_npy_file_save(path, save_content, &request, err);
}
