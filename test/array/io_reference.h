// SPDX-License-Identifier: Apache-2.0

/// What the tests of file formats share

#ifndef TERCET_TEST_ARRAY_IO_REFERENCE_H
#define TERCET_TEST_ARRAY_IO_REFERENCE_H

#include "array_reference.h"

#include <unistd.h>

/// An output to memory that fails once it holds `max` bytes
typedef struct {
  char *data;
  size_t length;
  size_t max;
} memory_output;

static inline tercet_status
memory_write(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)err;
  memory_output *const out = (memory_output *)context;
  if (length > out->max - out->length) {
    return TERCET_ERR_IO;
  }
  out->data = (char *)realloc(out->data, out->length + length + 1U);
  if (length) {
    memcpy(out->data + out->length, data, length);
  }
  out->length += length;
  out->data[out->length] = '\0';
  return TERCET_OK;
}

/// Return the path of a file of test/data/npy; valid until the next call
static inline const char *
data_path(const char *name)
{
  static char path[4096];
  const char *const root = getenv("TERCET_SOURCE");
  snprintf(path, sizeof(path), "%s/test/data/npy/%s", root ? root : ".", name);
  return path;
}

/// Return a path for a file to write; valid until the next call
static inline const char *
scratch_path(void)
{
  static char path[256];
  const char *const folder = getenv("TMPDIR");
  snprintf(path,
           sizeof(path),
           "%s/tercet-test-%ld",
           folder ? folder : "/tmp",
           (long)getpid());
  return path;
}

/// Return the bytes of a file, to be freed
static inline char *
read_whole(const char *path, size_t *length)
{
  FILE *const file = fopen(path, "rb");
  CHECK(file != NULL);
  char *const data = (char *)malloc(1U << 20U);
  *length = file ? fread(data, 1, 1U << 20U, file) : 0;
  if (file) {
    fclose(file);
  }
  return data;
}

/// Return a copy of exactly `length` bytes, for the sanitizers
static inline char *
exact_copy(const char *data, size_t length)
{
  char *const copy = (char *)malloc(length ? length : 1U);
  if (length) {
    memcpy(copy, data, length);
  }
  return copy;
}

/// Return whether two tensors have the same dtype, shape and elements, NaN too
static inline bool
same_tensors(const tercet_tensor *a, const tercet_tensor *b)
{
  const size_t rank = tercet_tensor_rank(a);
  if (rank != tercet_tensor_rank(b) ||
      tercet_tensor_dtype(a) != tercet_tensor_dtype(b) ||
      (rank && memcmp(tercet_tensor_shape(a),
                      tercet_tensor_shape(b),
                      rank * sizeof(int64_t)))) {
    return false;
  }
  for (int64_t i = 0; i < tercet_tensor_size(a); ++i) {
    int64_t index[TERCET_MAX_RANK];
    reference_index(rank, tercet_tensor_shape(a), i, index);
    const reference_value x = reference_get(a, index);
    const reference_value y = reference_get(b, index);
    if (!reference_same(x.re, y.re) || !reference_same(x.im, y.im)) {
      return false;
    }
  }
  return true;
}

#endif // TERCET_TEST_ARRAY_IO_REFERENCE_H
