// SPDX-License-Identifier: Apache-2.0

#include "linalg/matrix.h"

#include "array/parallel.h"
#include "array/tensor_internal.h"

#include <assert.h>
#include <string.h>

tercet_matrix
tercet_matrix_transpose(const tercet_matrix *matrix)
{
  const tercet_matrix out = {matrix->data,
                             matrix->columns,
                             matrix->rows,
                             matrix->column_stride,
                             matrix->row_stride};
  return out;
}

tercet_matrix
tercet_matrix_of(const tercet_tensor *tensor, char *data)
{
  assert(tensor->rank >= 2);

  const size_t row = tensor->rank - 2U;
  const tercet_matrix out = {data,
                             tensor->shape[row],
                             tensor->shape[row + 1U],
                             tensor->strides[row],
                             tensor->strides[row + 1U]};
  return out;
}

tercet_matrix
tercet_matrix_column_major(void *data,
                           int64_t rows,
                           int64_t columns,
                           size_t item_size)
{
  const int64_t size = (int64_t)item_size;
  const tercet_matrix out = {
      (char *)data, rows, columns, size, (rows ? rows : 1) * size};
  return out;
}

/// Rows and columns that are copied together: the lines of both sides then
/// stay in the L1 cache
#define COPY_TILE 32

static int64_t
min_i64(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

#define DEFINE_COPY(bytes)                                                     \
  static void copy_tile_##bytes(const tercet_matrix *to,                       \
                                const tercet_matrix *from,                     \
                                int64_t i0,                                    \
                                int64_t j0)                                    \
  {                                                                            \
    const int64_t i1 = min_i64(i0 + COPY_TILE, to->rows);                      \
    const int64_t j1 = min_i64(j0 + COPY_TILE, to->columns);                   \
    for (int64_t j = j0; j < j1; ++j) {                                        \
      char *const out = to->data + j * to->column_stride;                      \
      const char *const in = from->data + j * from->column_stride;             \
      for (int64_t i = i0; i < i1; ++i) {                                      \
        memcpy(out + i * to->row_stride, in + i * from->row_stride, bytes);    \
      }                                                                        \
    }                                                                          \
  }

DEFINE_COPY(1)
DEFINE_COPY(2)
DEFINE_COPY(4)
DEFINE_COPY(8)
DEFINE_COPY(16)

#undef DEFINE_COPY

void
tercet_matrix_copy(const tercet_matrix *to,
                   const tercet_matrix *from,
                   size_t item_size)
{
  void (*const copy)(
      const tercet_matrix *, const tercet_matrix *, int64_t, int64_t) =
      item_size == 1   ? copy_tile_1
      : item_size == 2 ? copy_tile_2
      : item_size == 4 ? copy_tile_4
      : item_size == 8 ? copy_tile_8
                       : copy_tile_16;
  for (int64_t j = 0; j < to->columns; j += COPY_TILE) {
    for (int64_t i = 0; i < to->rows; i += COPY_TILE) {
      copy(to, from, i, j);
    }
  }
}

void
tercet_matrix_clear(const tercet_matrix *matrix, size_t item_size)
{
  for (int64_t i = 0; i < matrix->rows; ++i) {
    char *const row = matrix->data + i * matrix->row_stride;
    for (int64_t j = 0; j < matrix->columns; ++j) {
      memset(row + j * matrix->column_stride, 0, item_size);
    }
  }
}

bool
tercet_matrix_is_column_major(const tercet_matrix *matrix, size_t item_size)
{
  const int64_t size = (int64_t)item_size;
  const bool has_columns = matrix->rows == 1 || matrix->row_stride == size;
  return has_columns && (matrix->columns == 1 ||
                         (matrix->column_stride % size == 0 &&
                          matrix->column_stride >= matrix->rows * size &&
                          matrix->column_stride / size <= INT32_MAX));
}

void
tercet_batch_add(tercet_loop *loop, const tercet_tensor *tensor, size_t n_inner)
{
  assert(tensor->rank >= n_inner);

  const size_t n_own = tensor->rank - n_inner;
  assert(n_own <= loop->rank);
  int64_t strides[TERCET_MAX_RANK] = {0};
  for (size_t i = 0; i < n_own; ++i) {
    const size_t axis = loop->rank - n_own + i;
    strides[axis] = tensor->shape[i] == 1 ? 0 : tensor->strides[i];
  }
  tercet_loop_add(loop, tensor->data, strides);
}

typedef struct {
  size_t n_operands;
  tercet_batch_body body;
  void *context;
  tercet_status status;
  tercet_error *err;
} batch_state;

static bool
run_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  batch_state *const state = (batch_state *)context;
  char *at[TERCET_LOOP_MAX_OPERANDS] = {0};
  for (int64_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < state->n_operands; ++k) {
      at[k] = data[k] + i * strides[k];
    }
    state->status = tercet_parallel_check(state->err);
    if (state->status == TERCET_OK) {
      state->status = state->body(state->context, at);
    }
    if (state->status != TERCET_OK) {
      return false;
    }
  }
  return true;
}

tercet_status
tercet_batch_run(const tercet_loop *loop,
                 tercet_batch_body body,
                 void *context,
                 tercet_error *err)
{
  batch_state state = {loop->n_operands, body, context, TERCET_OK, err};
  tercet_loop_run(loop, run_line, &state);
  return state.status;
}
