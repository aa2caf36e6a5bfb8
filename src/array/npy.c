// SPDX-License-Identifier: Apache-2.0

/// Reading and writing .npy files

#include "array/loop.h"
#include "array/npy_file.h"
#include "array/npy_header.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <string.h>

/* ---- Reading ---- */

static void
swap_bytes(char *data, size_t n_bytes, size_t size)
{
#define SWAP_CASE(bits)                                                        \
  case bits / 8:                                                               \
    for (size_t i = 0; i < n_bytes; i += bits / 8U) {                          \
      uint##bits##_t x = 0;                                                    \
      memcpy(&x, data + i, sizeof(x));                                         \
      x = __builtin_bswap##bits(x);                                            \
      memcpy(data + i, &x, sizeof(x));                                         \
    }                                                                          \
    break

  switch (size) {
    SWAP_CASE(16);
    SWAP_CASE(32);
    SWAP_CASE(64);
  default:
    break;
  }
#undef SWAP_CASE
}

void
tercet_npy_normalise(tercet_dtype dtype, bool swap, char *data, size_t n_bytes)
{
  if (swap) {
    // The parts of a complex number are swapped each for itself
    swap_bytes(data, n_bytes, tercet_dtype_alignment(dtype));
  }
  for (size_t i = 0; dtype == TERCET_DTYPE_BOOL && i < n_bytes; ++i) {
    data[i] = data[i] != 0;
  }
}

tercet_status
tercet_npy_stream_elements(const tercet_allocator *alloc,
                           tercet_npy_stream *stream,
                           const tercet_npy_header *header,
                           tercet_tensor **out,
                           tercet_error *err)
{
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, header->dtype, header->rank, header->shape, out, err));
  tercet_tensor *const tensor = *out;
  const tercet_status st =
      tercet_npy_stream_read(stream, tensor->data, header->n_bytes, err);
  if (st != TERCET_OK) {
    tercet_tensor_unref(tensor);
    *out = NULL;
    return st;
  }

  memcpy(tensor->strides, header->strides, tensor->rank * sizeof(int64_t));
  tercet_npy_normalise(
      header->dtype, header->is_swapped, tensor->data, header->n_bytes);
  return TERCET_OK;
}

tercet_status
tercet_npy_stream_tensor(const tercet_allocator *alloc,
                         tercet_npy_stream *stream,
                         tercet_tensor **out,
                         tercet_error *err)
{
  *out = NULL;
  tercet_npy_header header;
  TERCET_TRY(tercet_npy_header_read(stream, &header, err));
  return tercet_npy_stream_elements(alloc, stream, &header, out, err);
}

/// A source that is read from its start to its end
typedef struct {
  const tercet_npy_source *source;
  uint64_t offset;
} source_cursor;

static tercet_status
read_cursor(void *context, void *out, size_t n, tercet_error *err)
{
  source_cursor *const cursor = (source_cursor *)context;
  TERCET_TRY(
      tercet_npy_source_read(cursor->source, cursor->offset, out, n, err));
  cursor->offset += n;
  return TERCET_OK;
}

tercet_status
tercet_npy_read(const tercet_allocator *alloc,
                const void *data,
                size_t n_bytes,
                size_t *n_used,
                tercet_tensor **out,
                tercet_error *err)
{
  tercet_npy_source source;
  tercet_npy_source_init(&source, alloc, data, n_bytes);
  source_cursor cursor = {&source, 0};
  tercet_npy_stream stream = {read_cursor, &cursor, source.size, 0};
  TERCET_TRY(tercet_npy_stream_tensor(alloc, &stream, out, err));
  if (n_used) {
    *n_used = (size_t)stream.offset;
  }
  return TERCET_OK;
}

/// Read or map the array of an open file
static tercet_status
load_source(const tercet_npy_source *source,
            tercet_tensor **out,
            tercet_error *err)
{
  source_cursor cursor = {source, 0};
  tercet_npy_stream stream = {read_cursor, &cursor, source->size, 0};
  tercet_npy_header header;
  TERCET_TRY(tercet_npy_header_read(&stream, &header, err));
  if (!header.is_swapped &&
      tercet_npy_source_can_share(source, stream.offset, header.dtype)) {
    return tercet_npy_source_share(source,
                                   stream.offset,
                                   header.dtype,
                                   header.rank,
                                   header.shape,
                                   header.strides,
                                   out,
                                   err);
  }
  return tercet_npy_stream_elements(source->alloc, &stream, &header, out, err);
}

static tercet_status
load_file(const tercet_allocator *alloc,
          const char *path,
          bool map,
          tercet_tensor **out,
          tercet_error *err)
{
  *out = NULL;
  tercet_npy_source source;
  TERCET_TRY(tercet_npy_source_open(&source, alloc, path, err));
  if (map) {
    tercet_npy_source_map(&source);
  }
  const tercet_status st = load_source(&source, out, err);
  if (st != TERCET_OK) {
    tercet_error_set_source(err, path);
  } else if (map) {
    (*out)->is_read_only = true;
  }
  tercet_npy_source_close(&source);
  return st;
}

tercet_status
tercet_npy_load(const tercet_allocator *alloc,
                const char *path,
                tercet_tensor **out,
                tercet_error *err)
{
  return load_file(alloc, path, false, out, err);
}

tercet_status
tercet_npy_map(const tercet_allocator *alloc,
               const char *path,
               tercet_tensor **out,
               tercet_error *err)
{
  return load_file(alloc, path, true, out, err);
}

/* ---- Writing ---- */

/// Bytes that are gathered before they are written; holds any element a whole
/// number of times
#define GATHER_SIZE 8192U

typedef struct {
  const tercet_output *output;
  tercet_error *err;
  size_t size;
  tercet_status status;
  size_t n_gathered;
  char gathered[GATHER_SIZE];
} element_writer;

static bool
flush(element_writer *writer)
{
  if (writer->n_gathered) {
    writer->status = writer->output->write(writer->output->context,
                                           writer->gathered,
                                           writer->n_gathered,
                                           writer->err);
    writer->n_gathered = 0;
  }
  return writer->status == TERCET_OK;
}

static bool
write_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  element_writer *const writer = (element_writer *)context;
  const size_t size = writer->size;
  if (strides[0] == (int64_t)size && (size_t)n * size >= GATHER_SIZE) {
    if (!flush(writer)) {
      return false;
    }
    writer->status = writer->output->write(
        writer->output->context, data[0], (size_t)n * size, writer->err);
    return writer->status == TERCET_OK;
  }

  for (int64_t i = 0; i < n; ++i) {
    memcpy(
        writer->gathered + writer->n_gathered, data[0] + i * strides[0], size);
    writer->n_gathered += size;
    if (writer->n_gathered == GATHER_SIZE && !flush(writer)) {
      return false;
    }
  }
  return true;
}

tercet_status
tercet_npy_write_elements(const tercet_tensor *tensor,
                          bool is_column_major,
                          const tercet_output *output,
                          tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  for (size_t i = 0; i < tensor->rank; ++i) {
    const size_t from = is_column_major ? tensor->rank - 1U - i : i;
    shape[i] = tensor->shape[from];
    strides[i] = tensor->strides[from];
  }

  element_writer writer;
  writer.output = output;
  writer.err = err;
  writer.size = tercet_dtype_size(tensor->dtype);
  writer.status = TERCET_OK;
  writer.n_gathered = 0;
  tercet_loop loop;
  tercet_loop_init(&loop, tensor->rank, shape);
  tercet_loop_add(&loop, tensor->data, strides);
  tercet_loop_collapse(&loop);
  if (tercet_loop_run(&loop, write_line, &writer)) {
    flush(&writer);
  }
  return writer.status;
}

tercet_status
tercet_npy_write(const tercet_tensor *tensor,
                 const tercet_output *output,
                 tercet_error *err)
{
  char header[TERCET_NPY_HEADER_MAX];
  const size_t length = tercet_npy_header_write(tensor, header);
  TERCET_TRY(output->write(output->context, header, length, err));
  return tercet_npy_write_elements(
      tensor, tercet_npy_is_column_major(tensor), output, err);
}

static tercet_status
write_tensor(const void *context,
             const tercet_output *output,
             tercet_error *err)
{
  return tercet_npy_write((const tercet_tensor *)context, output, err);
}

tercet_status
tercet_npy_save(const tercet_tensor *tensor,
                const char *path,
                tercet_error *err)
{
  return tercet_npy_file_save(path, write_tensor, tensor, err);
}
