// SPDX-License-Identifier: Apache-2.0

#include "onnx/io/external.h"

#include "base/checked.h"
#include "base/error.h"
#include "base/number.h"
#include "base/string_view.h"
#include "onnx/io/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

struct tercet_onnx_external_file {
  tercet_onnx_external_file *next;
  tercet_string location;
  tercet_string bytes;
};

tercet_status
tercet_onnx_externals_open(tercet_onnx_externals *externals,
                           tercet_onnx_model *model,
                           const char *folder,
                           tercet_error *err)
{
  externals->model = model;
  externals->files = NULL;
  externals->folder = -1;
  if (folder) {
    externals->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  }
  return !folder || externals->folder >= 0
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_IO,
                                "cannot open the folder %s: %s",
                                folder,
                                strerror(errno));
}

void
tercet_onnx_externals_close(tercet_onnx_externals *externals)
{
  if (externals->folder >= 0) {
    close(externals->folder);
  }
}

static tercet_status
fail(tercet_status status,
     tercet_string location,
     const char *what,
     tercet_error *err)
{
  return tercet_error_set(err,
                          status,
                          "external data in \"%.*s\": %s",
                          TERCET_STRING_ARGS(location),
                          what);
}

/* ---- Opening files ---- */

/// Cut the first name off a path, into a buffer with room for any name; false
/// if it cannot be one in the folder or below
static bool
next_name(tercet_string *path, char name[NAME_MAX + 1])
{
  const char *const slash =
      path->length > 0 ? memchr(path->data, '/', path->length) : NULL;
  const size_t length = slash ? (size_t)(slash - path->data) : path->length;
  const bool ends_in_slash = slash && length + 1 == path->length;
  if (length == 0 || length > NAME_MAX || ends_in_slash ||
      memchr(path->data, '\0', length)) {
    return false;
  }
  memcpy(name, path->data, length);
  name[length] = '\0';
  path->data += length + (slash != NULL);
  path->length -= length + (slash != NULL);
  return strcmp(name, "..") != 0;
}

/// Open a file name by name, so that no link leads out of the folder; the file
/// at the end is read without waiting for it
static tercet_status
open_below(int folder, tercet_string location, int *out, tercet_error *err)
{
  char name[NAME_MAX + 1];
  tercet_string rest = location;
  int fd = folder;
  do {
    const int outer = fd;
    if (!next_name(&rest, name)) {
      if (outer != folder) {
        close(outer);
      }
      return fail(TERCET_ERR_CORRUPT,
                  location,
                  "not a path inside the folder of such data",
                  err);
    }
    const int kind = rest.length > 0 ? O_DIRECTORY : O_NONBLOCK;
    fd = openat(outer, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | kind);
    const int reason = errno;
    if (outer != folder) {
      close(outer);
    }
    if (fd < 0) {
      return fail(TERCET_ERR_IO,
                  location,
                  reason == ELOOP ? "symbolic links are not followed"
                                  : strerror(reason),
                  err);
    }
  } while (rest.length > 0);
  *out = fd;
  return TERCET_OK;
}

/// Find a file that is mapped already, or map it
static tercet_status
find_file(tercet_onnx_externals *externals,
          tercet_string location,
          tercet_string *out,
          tercet_error *err)
{
  for (const tercet_onnx_external_file *f = externals->files; f; f = f->next) {
    if (tercet_string_equals(f->location, location)) {
      *out = f->bytes;
      return TERCET_OK;
    }
  }

  int fd = -1;
  tercet_onnx_external_file *const file =
      tercet_arena_allocate(&externals->model->arena, sizeof(*file));
  if (!file) {
    return tercet_error_no_memory(err);
  }
  TERCET_TRY(open_below(externals->folder, location, &fd, err));
  tercet_status st =
      tercet_onnx_model_map_file(externals->model, fd, &file->bytes, err);
  close(fd);
  TERCET_TRY(st);
  file->location = location;
  file->next = externals->files;
  externals->files = file;
  *out = file->bytes;
  return st;
}

/* ---- Finding the bytes ---- */

/// Set `out` to the number of an entry, or leave it if there is none
static bool
read_entry(const tercet_onnx_tensor *tensor, const char *key, int64_t *out)
{
  for (size_t i = 0; i < tensor->external.n; ++i) {
    const tercet_onnx_entry *const entry = &tensor->external.items[i];
    if (tercet_string_is(entry->key, key)) {
      return tercet_i64_read(entry->value.data, entry->value.length, out) &&
             *out >= 0;
    }
  }
  return true;
}

static tercet_string
location_of(const tercet_onnx_tensor *tensor)
{
  for (size_t i = 0; i < tensor->external.n; ++i) {
    if (tercet_string_is(tensor->external.items[i].key, "location")) {
      return tensor->external.items[i].value;
    }
  }
  return (tercet_string){NULL, 0};
}

/// Return the bytes that a tensor needs, or `most` if they cannot be told or
/// are more
static size_t
needed_bytes(const tercet_onnx_tensor *tensor, size_t most)
{
  int64_t n = 1;
  size_t n_bytes = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (tensor->shape[i] < 0 || !tercet_i64_multiply(n, tensor->shape[i], &n)) {
      return most;
    }
  }
  return tercet_onnx_type_bytes((tercet_onnx_type)tensor->type, n, &n_bytes) &&
                 n_bytes < most
             ? n_bytes
             : most;
}

tercet_status
tercet_onnx_externals_resolve(tercet_onnx_externals *externals,
                              tercet_onnx_tensor *tensor,
                              tercet_error *err)
{
  if (externals->folder < 0) {
    return TERCET_OK;
  }

  int64_t offset = 0;
  int64_t length = -1;
  tercet_string bytes = {NULL, 0};
  const tercet_string location = location_of(tensor);
  if (!read_entry(tensor, "offset", &offset) ||
      !read_entry(tensor, "length", &length)) {
    return fail(TERCET_ERR_CORRUPT,
                location,
                "the offset or length is not a number",
                err);
  }
  TERCET_TRY(find_file(externals, location, &bytes, err));
  if ((uint64_t)offset > bytes.length ||
      (length >= 0 && (uint64_t)length > bytes.length - (uint64_t)offset)) {
    return fail(
        TERCET_ERR_CORRUPT, location, "the file does not have the bytes", err);
  }
  tensor->data = bytes.data + offset;
  tensor->n_bytes = length >= 0
                        ? (size_t)length
                        : needed_bytes(tensor, bytes.length - (size_t)offset);
  return TERCET_OK;
}
