// SPDX-License-Identifier: Apache-2.0

#include "onnx/io/file.h"

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/error.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// Bytes of a pipe that are read at once
#define PIECE ((size_t)1 << 16U)

static tercet_status
add_backing(tercet_onnx_model *model,
            void *data,
            size_t n_bytes,
            bool is_mapped,
            tercet_error *err)
{
  tercet_onnx_backing *const backing =
      tercet_arena_allocate(&model->arena, sizeof(*backing));
  if (!backing) {
    return tercet_error_no_memory(err);
  }
  backing->next = model->backings;
  backing->data = data;
  backing->n_bytes = n_bytes;
  backing->is_mapped = is_mapped;
  model->backings = backing;
  return TERCET_OK;
}

tercet_status
tercet_onnx_model_keep(tercet_onnx_model *model,
                       void *data,
                       size_t n_bytes,
                       tercet_error *err)
{
  return add_backing(model, data, n_bytes, false, err);
}

static tercet_status
fail_reading(tercet_error *err)
{
  return tercet_error_set(
      err, TERCET_ERR_IO, "cannot read the file: %s", strerror(errno));
}

static tercet_status
map_file(tercet_onnx_model *model,
         int fd,
         size_t n_bytes,
         tercet_string *out,
         tercet_error *err)
{
  void *const data = mmap(NULL, n_bytes, PROT_READ, MAP_SHARED, fd, 0);
  if (data == MAP_FAILED) {
    return fail_reading(err);
  }
  const tercet_status st = add_backing(model, data, n_bytes, true, err);
  if (st != TERCET_OK) {
    munmap(data, n_bytes);
    return st;
  }
  out->data = data;
  out->length = n_bytes;
  return TERCET_OK;
}

/// Read to the end into a buffer
static tercet_status
read_all(int fd, tercet_buffer *buffer, tercet_error *err)
{
  ssize_t n = 1;
  while (n > 0) {
    const tercet_status st = tercet_buffer_reserve(buffer, PIECE);
    if (st != TERCET_OK) {
      return tercet_error_set(err, st, "the file is too large");
    }
    do {
      n = read(fd, buffer->data + buffer->length, PIECE);
    } while (n < 0 && errno == EINTR);
    buffer->length += n > 0 ? (size_t)n : 0;
  }
  return n < 0 ? fail_reading(err) : TERCET_OK;
}

static tercet_status
read_file(tercet_onnx_model *model,
          int fd,
          tercet_string *out,
          tercet_error *err)
{
  tercet_buffer buffer;
  tercet_buffer_init(&buffer, model->arena.alloc, model->arena.max);
  tercet_status st = read_all(fd, &buffer, err);
  if (st == TERCET_OK) {
    st = tercet_onnx_model_keep(model, buffer.data, buffer.length, err);
  }
  if (st != TERCET_OK) {
    tercet_buffer_clear(&buffer);
    return st;
  }
  *out = tercet_buffer_view(&buffer);
  return TERCET_OK;
}

tercet_status
tercet_onnx_model_map_file(tercet_onnx_model *model,
                           int fd,
                           tercet_string *out,
                           tercet_error *err)
{
  struct stat info;
  if (fstat(fd, &info)) {
    return fail_reading(err);
  }
  return S_ISREG(info.st_mode) && info.st_size > 0
             ? map_file(model, fd, (size_t)info.st_size, out, err)
             : read_file(model, fd, out, err);
}
