// SPDX-License-Identifier: Apache-2.0

/// Elements in other places: DepthToSpace, SpaceToDepth, ReverseSequence,
/// Trilu, OneHot

#include "base/error.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"

#include <inttypes.h>

/* ---- Blocks ---- */

/// Give the first input as shape `split` with its axes in the order `axes`, as
/// `joined`
static tercet_status
give_rearranged(const tercet_onnx_call *call,
                const int64_t split[6],
                const size_t axes[6],
                const int64_t joined[4])
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const parts = TERCET_ONNX_VIEW(
      &c, tercet_tensor_reshape, tercet_onnx_input(call, 0), 6, split);
  tercet_tensor *const turned =
      TERCET_ONNX_VIEW(&c, tercet_tensor_permute, parts, axes);
  tercet_tensor *const out =
      TERCET_ONNX_VIEW(&c, tercet_tensor_reshape, turned, 4, joined);
  tercet_onnx_compose_give_typed(&c, 0, tercet_onnx_input_type(call, 0), out);
  return tercet_onnx_compose_end(&c);
}

/// Set `out` to the length of a block
static tercet_status
read_block_size(const tercet_onnx_call *call, int64_t *out)
{
  *out = tercet_onnx_node_int(call->node, "blocksize", 0);
  return *out > 0 && *out <= INT32_MAX
             ? tercet_onnx_check_rank(call, 0, 4)
             : tercet_onnx_fail(
                   call, TERCET_ERR_RANGE, "blocksize is %" PRId64, *out);
}

static tercet_status
check_divides(const tercet_onnx_call *call, size_t axis, int64_t divisor)
{
  const int64_t extent = tercet_tensor_shape(tercet_onnx_input(call, 0))[axis];
  return extent % divisor == 0
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_SHAPE,
                                "axis %zu of %" PRId64
                                " elements is not a multiple of %" PRId64,
                                axis,
                                extent,
                                divisor);
}

static tercet_status
run_depth_to_space(const tercet_onnx_call *call)
{
  int64_t b = 0;
  TERCET_TRY(read_block_size(call, &b));
  TERCET_TRY(check_divides(call, 1, b * b));
  const int64_t *const n = tercet_tensor_shape(tercet_onnx_input(call, 0));
  const int64_t depth = n[1] / (b * b);
  const int64_t joined[] = {n[0], depth, n[2] * b, n[3] * b};
  const int64_t by_column[] = {n[0], depth, b, b, n[2], n[3]};
  const int64_t by_depth[] = {n[0], b, b, depth, n[2], n[3]};
  static const size_t column_axes[] = {0, 1, 4, 2, 5, 3};
  static const size_t depth_axes[] = {0, 3, 4, 1, 5, 2};
  static const char *const names[] = {"DCR", "CRD"};
  size_t mode = 0;
  TERCET_TRY(tercet_onnx_choice(call, "mode", "DCR", 2, names, &mode));
  return mode ? give_rearranged(call, by_column, column_axes, joined)
              : give_rearranged(call, by_depth, depth_axes, joined);
}

static tercet_status
run_space_to_depth(const tercet_onnx_call *call)
{
  int64_t b = 0;
  TERCET_TRY(read_block_size(call, &b));
  TERCET_TRY(check_divides(call, 2, b));
  TERCET_TRY(check_divides(call, 3, b));
  const int64_t *const n = tercet_tensor_shape(tercet_onnx_input(call, 0));
  const int64_t split[] = {n[0], n[1], n[2] / b, b, n[3] / b, b};
  const int64_t joined[] = {n[0], n[1] * b * b, n[2] / b, n[3] / b};
  static const size_t axes[] = {0, 3, 5, 1, 2, 4};
  return give_rearranged(call, split, axes, joined);
}

/* ---- Sequences of a batch ---- */

/// Where the axes are
typedef struct {
  size_t batch;
  size_t time;
} sequence_axes;

static tercet_status
read_sequence_axes(const tercet_onnx_call *call, sequence_axes *out)
{
  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0));
  TERCET_TRY(
      tercet_onnx_axis_attribute(call, "batch_axis", 1, rank, &out->batch));
  TERCET_TRY(
      tercet_onnx_axis_attribute(call, "time_axis", 0, rank, &out->time));
  return out->batch != out->time
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_ARGUMENT,
                                "batch_axis and time_axis are both %zu",
                                out->time);
}

/// Write the first `n` elements of a sequence in reverse order
static tercet_status
reverse_one(const tercet_onnx_call *call,
            const sequence_axes *axes,
            int64_t i,
            int64_t n,
            tercet_tensor *out)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(data);
  const int64_t extent = tercet_tensor_shape(data)[axes->time];
  if (n < 0 || n > extent) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "length %" PRId64 " of sequence %" PRId64
                            ", axis %zu has %" PRId64 " elements",
                            n,
                            i,
                            axes->time,
                            extent);
  }
  tercet_index items[TERCET_MAX_RANK];
  for (size_t j = 0; j < rank; ++j) {
    items[j] = tercet_index_all();
  }
  items[axes->batch] = tercet_index_range(i, i + 1, 1);
  items[axes->time] = tercet_index_range(n - 1, -extent - 1, -1);
  tercet_tensor *turned = NULL;
  if (n == 0) {
    return TERCET_OK;
  }
  TERCET_TRY(tercet_tensor_index(data, rank, items, &turned, call->err));
  items[axes->time] = tercet_index_range(0, n, 1);
  const tercet_status st =
      tercet_tensor_assign_at(out, rank, items, turned, call->err);
  tercet_tensor_unref(turned);
  return st;
}

static tercet_status
run_reverse_sequence(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  const tercet_tensor *const lengths = tercet_onnx_input(call, 1);
  sequence_axes axes;
  TERCET_TRY(read_sequence_axes(call, &axes));
  TERCET_TRY(tercet_onnx_check_rank(call, 1, 1));
  const int64_t n = tercet_tensor_shape(data)[axes.batch];
  if (tercet_tensor_size(lengths) != n) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%" PRId64 " lengths of %" PRId64 " sequences",
                            tercet_tensor_size(lengths),
                            n);
  }
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_tensor_copy(call->alloc, data, &out, call->err));
  tercet_tensor_iter iter;
  tercet_tensor_iter_init(&iter, lengths);
  tercet_status st = TERCET_OK;
  for (int64_t i = 0; i < n && !st; ++i) {
    const int64_t length = *(const int64_t *)tercet_tensor_iter_next(&iter);
    st = reverse_one(call, &axes, i, length, out);
  }
  if (st) {
    tercet_tensor_unref(out);
  }
  return tercet_onnx_give_moved(call, 0, st, out);
}

/* ---- Triangles ---- */

static tercet_status
run_trilu(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  size_t n = 1;
  int64_t k = 0;
  if (tercet_onnx_has_input(call, 1)) {
    TERCET_TRY(tercet_onnx_input_ints(call, 1, 1, &k, &n));
  }
  if (n != 1) {
    return tercet_onnx_fail(call, TERCET_ERR_SHAPE, "k is empty");
  }
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_onnx_node_int(call->node, "upper", 1)
          ? tercet_tensor_triu(call->alloc, data, k, &out, call->err)
          : tercet_tensor_tril(call->alloc, data, k, &out, call->err);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/* ---- OneHot ---- */

/// Set `out` to the only number of an input of any dtype
static tercet_status
read_depth(const tercet_onnx_call *call, int64_t *out)
{
  tercet_tensor *number = NULL;
  TERCET_TRY(tercet_tensor_cast(call->scratch,
                                tercet_onnx_input(call, 1),
                                TERCET_DTYPE_I64,
                                &number,
                                call->err));
  const int64_t n = tercet_tensor_size(number);
  *out = n == 1 ? *(const int64_t *)tercet_tensor_data(number) : 0;
  tercet_tensor_unref(number);
  if (n != 1) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "depth has %" PRId64 " elements, not one", n);
  }
  return *out >= 0 ? TERCET_OK
                   : tercet_onnx_fail(
                         call, TERCET_ERR_RANGE, "depth is %" PRId64, *out);
}

/// Make `start`, `start + 1`, ... along an axis of the result, of extent
/// `depth`
static tercet_tensor *
make_positions(tercet_onnx_compose *c,
               int64_t start,
               int64_t depth,
               size_t n_behind)
{
  tercet_tensor *const line =
      TERCET_ONNX_MAKE(c,
                       tercet_tensor_arange,
                       TERCET_DTYPE_I64,
                       tercet_scalar_from_i64(start),
                       tercet_scalar_from_i64(start + depth),
                       tercet_scalar_from_i64(1));
  return TERCET_ONNX_VIEW(c, tercet_tensor_append_axes, line, n_behind);
}

/// Make a mask of the places that are on; negative indices count from the end,
/// those outside leave everything off
static tercet_tensor *
make_mask(tercet_onnx_compose *c, int64_t depth, size_t axis)
{
  const tercet_tensor *const indices = tercet_onnx_input(c->call, 0);
  const tercet_dtype dtype = tercet_tensor_dtype(indices);
  const size_t n_behind = tercet_tensor_rank(indices) - axis;
  tercet_tensor *const whole =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, indices, TERCET_DTYPE_I64);
  tercet_tensor *const spread =
      TERCET_ONNX_VIEW(c, tercet_tensor_expand_dims, whole, (int64_t)axis);
  tercet_tensor *const positions = make_positions(c, 0, depth, n_behind);
  tercet_tensor *const mask =
      TERCET_ONNX_MAKE(c, tercet_tensor_equal, spread, positions);
  if (dtype == TERCET_DTYPE_U64) {
    return mask; // The greatest ones look negative
  }
  tercet_tensor *const from_end = make_positions(c, -depth, depth, n_behind);
  tercet_tensor *const others =
      TERCET_ONNX_MAKE(c, tercet_tensor_equal, spread, from_end);
  TERCET_ONNX_DO(c, tercet_tensor_logical_or_into, mask, others, mask);
  return mask;
}

static tercet_status
run_one_hot(const tercet_onnx_call *call)
{
  const tercet_tensor *const values = tercet_onnx_input(call, 2);
  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0)) + 1U;
  int64_t depth = 0;
  size_t axis = 0;
  TERCET_TRY(tercet_onnx_check_rank(call, 2, 1));
  if (tercet_tensor_size(values) != 2) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "there are %" PRId64 " values, not two",
                            tercet_tensor_size(values));
  }
  TERCET_TRY(read_depth(call, &depth));
  TERCET_TRY(tercet_onnx_axis_attribute(call, "axis", -1, rank, &axis));

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const off =
      TERCET_ONNX_VIEW(&c, tercet_tensor_at_axis, values, 0, 0);
  tercet_tensor *const on =
      TERCET_ONNX_VIEW(&c, tercet_tensor_at_axis, values, 0, 1);
  tercet_tensor *const mask = make_mask(&c, depth, axis);
  tercet_tensor *const out = TERCET_ONNX_MAKE(
      &c, tercet_tensor_zeros_like, mask, tercet_tensor_dtype(values));
  TERCET_ONNX_DO(&c, tercet_tensor_assign, out, off);
  TERCET_ONNX_DO(&c, tercet_tensor_assign_where, out, mask, on);
  tercet_onnx_compose_give_typed(&c, 0, tercet_onnx_input_type(call, 2), out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    rearrange,
    {"DepthToSpace", "", 1, 0, NULL, run_depth_to_space},
    {"OneHot", "", 9, 0, NULL, run_one_hot},
    {"ReverseSequence", "", 10, 0, NULL, run_reverse_sequence},
    {"SpaceToDepth", "", 1, 0, NULL, run_space_to_depth},
    {"Trilu", "", 14, 0, NULL, run_trilu});
