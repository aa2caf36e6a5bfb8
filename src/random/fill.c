// SPDX-License-Identifier: Apache-2.0

/**
   From blocks of numbers to the elements of a tensor.

   The blocks are cut from the sequence of all elements in row-major order,
   256 at a time, wherever the lines of the tensor end, so that the numbers do
   not depend on the strides.
*/

#include "random/random_internal.h"

#include "array/loop.h"
#include "array/tensor_view.h"
#include "base/error.h"

typedef struct {
  tercet_random *random;
  tercet_random_block fill;
  const void *parameters;
  tercet_dtype dtype;
  tercet_dtype_kind kind;
  int64_t n_left;    ///< Numbers that are not made yet
  int64_t position;  ///< Numbers of the block that were stored
  int64_t n_made;    ///< Numbers in the block
  wide_buffer block; ///< Doubles or integers, as `kind` says
} filler;

/// Return whether blocks are elements as they are
static bool
is_plain(const filler *f, int64_t stride)
{
  return stride == 8 &&
         (f->kind == TERCET_KIND_F
              ? f->dtype == TERCET_DTYPE_F64
              : f->dtype == TERCET_DTYPE_I64 || f->dtype == TERCET_DTYPE_U64);
}

static void
make_block(filler *f, void *out)
{
  f->n_made = f->n_left < WIDE_CAPACITY ? f->n_left : WIDE_CAPACITY;
  f->n_left -= f->n_made;
  f->position = 0;
  f->fill(f->random, f->parameters, out, (size_t)f->n_made);
}

/// Store `n` numbers of the block as elements of any dtype
static void
narrow_numbers(const filler *f, char *data, int64_t stride, int64_t n)
{
  wide_buffer moved;
  const wide_buffer *numbers = &f->block;
  if (f->position) {
    memcpy(&moved, f->block.as_F + f->position, (size_t)n * 8U);
    numbers = &moved;
  }
  tercet_elements_narrow(f->dtype, f->kind, numbers, n, data, stride);
}

/// Store up to `n` numbers of the block; return how many
static int64_t
store_numbers(filler *f, char *data, int64_t stride, int64_t n)
{
  const int64_t n_rest = f->n_made - f->position;
  const int64_t n_now = n < n_rest ? n : n_rest;
  const bool is_dense = stride == 4;
  if (is_dense && f->dtype == TERCET_DTYPE_F32) {
    f->random->kernels->to_f32(
        f->block.as_F + f->position, (float *)(void *)data, (size_t)n_now);
  } else if (is_dense && f->kind == TERCET_KIND_U &&
             (f->dtype == TERCET_DTYPE_I32 || f->dtype == TERCET_DTYPE_U32)) {
    f->random->kernels->to_u32(
        f->block.as_U + f->position, (uint32_t *)(void *)data, (size_t)n_now);
  } else {
    narrow_numbers(f, data, stride, n_now);
  }
  f->position += n_now;
  return n_now;
}

static bool
fill_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  filler *const f = (filler *)context;
  char *line = data[0];
  while (n) {
    if (f->position == f->n_made) {
      if (n >= WIDE_CAPACITY && is_plain(f, strides[0])) {
        make_block(f, line);
        f->position = f->n_made;
        line += f->n_made * strides[0];
        n -= f->n_made;
        continue;
      }
      make_block(f, &f->block);
    }
    const int64_t n_now = store_numbers(f, line, strides[0], n);
    line += n_now * strides[0];
    n -= n_now;
  }
  return true;
}

tercet_status
tercet_random_fill(tercet_random *random,
                   tercet_dtype_kind kind,
                   tercet_random_block fill,
                   const void *parameters,
                   tercet_tensor *out,
                   tercet_error *err)
{
  TERCET_TRY(tercet_random_check_writable(out, err));
  filler f = {.random = random,
              .fill = fill,
              .parameters = parameters,
              .dtype = out->dtype,
              .kind = kind,
              .n_left = out->size};
  tercet_loop loop;
  tercet_loop_init(&loop, out->rank, out->shape);
  tercet_loop_add_tensor(&loop, out);
  tercet_loop_collapse(&loop);
  // A number takes about as long as reading 64 bytes
  return tercet_loop_run_parts(&loop, 64, fill_line, &f, err);
}

tercet_status
tercet_random_check_writable(const tercet_tensor *out, tercet_error *err)
{
  return out->is_read_only ? tercet_error_set(err,
                                              TERCET_ERR_ARGUMENT,
                                              "the tensor is read-only")
                           : TERCET_OK;
}

tercet_status
tercet_random_make(const tercet_allocator *alloc,
                   tercet_dtype dtype,
                   size_t rank,
                   const int64_t *shape,
                   tercet_tensor **out,
                   tercet_error *err)
{
  return tercet_tensor_empty(
      alloc, dtype, rank, shape, TERCET_ROW_MAJOR, out, err);
}
