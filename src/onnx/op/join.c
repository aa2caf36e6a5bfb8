// SPDX-License-Identifier: Apache-2.0

/// Joining and repeating tensors: Concat, Tile

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/move.h"

/// The attribute was optional in version 1
static tercet_status
run_concat(const tercet_onnx_call *call)
{
  const tercet_tensor **const tensors =
      tercet_allocate_array(call->scratch, call->n_inputs, sizeof(*tensors));
  if (!tensors) {
    return tercet_error_no_memory(call->err);
  }
  for (size_t i = 0; i < call->n_inputs; ++i) {
    tensors[i] = tercet_onnx_input(call, i);
  }

  size_t axis = 0;
  tercet_tensor *out = NULL;
  tercet_status st = tercet_onnx_axis_attribute(
      call, "axis", 1, tercet_tensor_rank(tensors[0]), &axis);
  if (st == TERCET_OK) {
    st = tercet_tensor_concat(
        call->alloc, call->n_inputs, tensors, (int64_t)axis, &out, call->err);
  }
  tercet_release(call->scratch, tensors);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/// In version 1 the inputs were a number of tiles and an axis
static tercet_status
read_old_repeats(const tercet_onnx_call *call, size_t rank, int64_t *repeats)
{
  tercet_tensor *numbers = NULL;
  int64_t tiles_and_axis[2];
  for (size_t i = 0; i < 2; ++i) {
    TERCET_TRY(tercet_tensor_cast(call->scratch,
                                  tercet_onnx_input(call, i + 1U),
                                  TERCET_DTYPE_I64,
                                  &numbers,
                                  call->err));
    const bool is_one = tercet_tensor_size(numbers) == 1;
    if (is_one) {
      tiles_and_axis[i] = *(const int64_t *)tercet_tensor_data(numbers);
    }
    tercet_tensor_unref(numbers);
    if (!is_one) {
      return tercet_onnx_fail(
          call, TERCET_ERR_SHAPE, "input %zu is not one number", i + 1U);
    }
  }
  size_t axis = 0;
  TERCET_TRY(tercet_onnx_axis(call, tiles_and_axis[1], rank, &axis));
  for (size_t i = 0; i < rank; ++i) {
    repeats[i] = i == axis ? tiles_and_axis[0] : 1;
  }
  return TERCET_OK;
}

static tercet_status
run_tile(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(data);
  size_t n = rank;
  int64_t repeats[TERCET_MAX_RANK];
  if (call->version < 6) {
    TERCET_TRY(read_old_repeats(call, rank, repeats));
  } else {
    TERCET_TRY(tercet_onnx_input_ints(call, 1, TERCET_MAX_RANK, repeats, &n));
  }
  if (n != rank) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%zu repeats for an input of rank %zu",
                            n,
                            rank);
  }
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_tensor_tile(call->alloc, data, n, repeats, &out, call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

TERCET_ONNX_DEFINE_TABLE(join,
                         {"Concat", "", 1, 0, NULL, run_concat},
                         {"Tile", "", 1, 0, NULL, run_tile});
