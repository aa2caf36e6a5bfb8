// SPDX-License-Identifier: Apache-2.0

/**
   Normalizations: elements less their mean, divided by their deviation.

   Half floats are computed in float32; the mean and variance of each group of
   elements are found in float64.
*/

#include "array/reduce.h"
#include "base/error.h"
#include "onnx/op/wide.h"

#include <string.h>

/// Axes from one on, in the order of the shape
typedef struct {
  size_t n;
  int64_t items[TERCET_MAX_RANK];
} axis_list;

static axis_list
axes_from(size_t first, size_t rank)
{
  axis_list out = {0};
  for (size_t i = first; i < rank; ++i) {
    out.items[out.n++] = (int64_t)i;
  }
  return out;
}

static double
epsilon_of(const tercet_onnx_call *call)
{
  return (double)tercet_onnx_node_float(call->node, "epsilon", 1e-5F);
}

/// x = 1 / sqrt(x + epsilon)
static void
invert_root(tercet_onnx_compose *c, tercet_tensor *x, double epsilon)
{
  if (c->st != TERCET_OK) {
    return;
  }
  const tercet_dtype dtype = tercet_tensor_dtype(x);
  tercet_tensor *const small = tercet_onnx_compose_number(c, dtype, epsilon);
  tercet_tensor *const one = tercet_onnx_compose_number(c, dtype, 1);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, x, small, x);
  TERCET_ONNX_DO(c, tercet_tensor_sqrt_into, x, x);
  TERCET_ONNX_DO(c, tercet_tensor_divide_into, one, x, x);
}

/// x = x * scale + bias; either may be NULL
static void
scale_and_shift(tercet_onnx_compose *c,
                tercet_tensor *x,
                const tercet_tensor *scale,
                const tercet_tensor *bias)
{
  if (scale) {
    TERCET_ONNX_DO(c, tercet_tensor_multiply_into, x, scale, x);
  }
  if (bias) {
    TERCET_ONNX_DO(c, tercet_tensor_add_into, x, bias, x);
  }
}

/// What a normalization finds, with the axes at extent 1
typedef struct {
  tercet_tensor *mean;
  tercet_tensor *inverse; ///< Of the deviation
} statistics;

/// Return (x - mean) / sqrt(variance + epsilon) over some axes
static tercet_tensor *
normalize(tercet_onnx_compose *c,
          const tercet_tensor *x,
          const axis_list *axes,
          double epsilon,
          statistics *found)
{
  found->mean =
      TERCET_ONNX_MAKE(c, tercet_tensor_mean, x, axes->n, axes->items, true);
  found->inverse = TERCET_ONNX_MAKE(
      c, tercet_tensor_var, x, 0.0, axes->n, axes->items, true);
  invert_root(c, found->inverse, epsilon);
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(c, tercet_tensor_subtract, x, found->mean);
  TERCET_ONNX_DO(c, tercet_tensor_multiply_into, out, found->inverse, out);
  return out;
}

/// Return input `i`, a number for each channel, for tensors of rank `rank`
/// whose axis 1 the channels are, in the dtype of `x`
static const tercet_tensor *
channel_numbers(tercet_onnx_compose *c,
                size_t i,
                size_t rank,
                tercet_dtype dtype)
{
  const tercet_tensor *const numbers =
      tercet_onnx_compose_as(c, tercet_onnx_input(c->call, i), dtype);
  if (c->st != TERCET_OK || rank <= 2 || tercet_tensor_rank(numbers) != 1) {
    return numbers;
  }
  return TERCET_ONNX_VIEW(c, tercet_tensor_append_axes, numbers, rank - 2);
}

/// Check that input `i` has a number for each channel
static tercet_status
check_channels(const tercet_onnx_call *call, size_t i, int64_t n)
{
  const tercet_tensor *const numbers = tercet_onnx_input(call, i);
  if (tercet_tensor_rank(numbers) != 1 || tercet_tensor_size(numbers) != n) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input %zu does not have %lld numbers",
                            i,
                            (long long)n);
  }
  return TERCET_OK;
}

static tercet_status
check_least_rank(const tercet_onnx_call *call, size_t least)
{
  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0));
  return rank >= least ? TERCET_OK
                       : tercet_onnx_fail(call,
                                          TERCET_ERR_SHAPE,
                                          "input 0 has rank %zu, less than %zu",
                                          rank,
                                          least);
}

/* ---- Over the last axes ---- */

static tercet_status
run_layer_normalization(const tercet_onnx_call *call)
{
  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0));
  const tercet_onnx_type stash =
      (tercet_onnx_type)tercet_onnx_node_int(call->node, "stash_type", 1);
  size_t axis = 0;
  TERCET_TRY(tercet_onnx_axis(
      call, tercet_onnx_node_int(call->node, "axis", -1), rank, &axis));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const axis_list axes = axes_from(axis, rank);
  const tercet_tensor *const x = tercet_onnx_compose_wide(&c, 0);
  const tercet_tensor *const scale = tercet_onnx_compose_wide(&c, 1);
  const tercet_tensor *const bias =
      tercet_onnx_has_input(call, 2) ? tercet_onnx_compose_wide(&c, 2) : NULL;
  statistics found;
  tercet_tensor *const y = normalize(&c, x, &axes, epsilon_of(call), &found);
  scale_and_shift(&c, y, scale, bias);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 0), y);
  tercet_onnx_compose_give_as(&c, 1, stash, found.mean);
  tercet_onnx_compose_give_as(&c, 2, stash, found.inverse);
  return tercet_onnx_compose_end(&c);
}

/// Return the sums of squares over some axes, which stay with extent 1
static tercet_tensor *
sum_squares(tercet_onnx_compose *c,
            const tercet_tensor *x,
            const axis_list *axes)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }
  const size_t rank = tercet_tensor_rank(x);
  bool reduces[TERCET_MAX_RANK] = {false};
  int64_t shape[TERCET_MAX_RANK];
  for (size_t i = 0; i < rank; ++i) {
    shape[i] = tercet_tensor_shape(x)[i];
  }
  for (size_t i = 0; i < axes->n; ++i) {
    reduces[axes->items[i]] = true;
    shape[axes->items[i]] = 1;
  }
  tercet_tensor *const out = TERCET_ONNX_MAKE(
      c, tercet_tensor_new, tercet_tensor_dtype(x), rank, shape);
  TERCET_ONNX_DO(c, tercet_reduce_into, REDUCE_SQUARES, x, reduces, 0, out);
  return out;
}

static tercet_status
run_rms_normalization(const tercet_onnx_call *call)
{
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(input);
  size_t axis = 0;
  TERCET_TRY(tercet_onnx_axis(
      call, tercet_onnx_node_int(call->node, "axis", -1), rank, &axis));
  int64_t count = 1;
  for (size_t i = axis; i < rank; ++i) {
    count *= tercet_tensor_shape(input)[i];
  }

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const axis_list axes = axes_from(axis, rank);
  const tercet_tensor *const x = tercet_onnx_compose_wide(&c, 0);
  const tercet_dtype dtype = tercet_onnx_wide_dtype(tercet_tensor_dtype(input));
  const tercet_tensor *const scale =
      tercet_onnx_compose_as(&c, tercet_onnx_input(call, 1), dtype);
  tercet_tensor *const squares = sum_squares(&c, x, &axes);
  tercet_tensor *const number =
      tercet_onnx_compose_number(&c, dtype, (double)count);
  TERCET_ONNX_DO(&c, tercet_tensor_divide_into, squares, number, squares);
  invert_root(&c, squares, epsilon_of(call));
  tercet_tensor *const y =
      TERCET_ONNX_MAKE(&c, tercet_tensor_multiply, x, squares);
  scale_and_shift(&c, y, scale, NULL);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 1), y);
  return tercet_onnx_compose_end(&c);
}

/* ---- Over the batch ---- */

/// Whether the statistics are those of the batch
static bool
is_training(const tercet_onnx_call *call)
{
  if (call->version >= 14) {
    return tercet_onnx_node_int(call->node, "training_mode", 0);
  }
  return call->version < 7 ? !tercet_onnx_node_int(call->node, "is_test", 0)
                           : tercet_onnx_wants(call, 1);
}

/// Return all axes but that of the channels
static axis_list
batch_axes(size_t rank)
{
  axis_list out = {1, {0}};
  for (size_t i = 2; i < rank; ++i) {
    out.items[out.n++] = (int64_t)i;
  }
  return out;
}

/// Give the running average of a statistic: what it was, and what it is now
static void
give_running(tercet_onnx_compose *c,
             size_t i_output,
             size_t i_input,
             const tercet_tensor *now)
{
  if (c->st != TERCET_OK || !tercet_onnx_wants(c->call, i_output)) {
    return;
  }
  const double momentum =
      (double)tercet_onnx_node_float(c->call->node, "momentum", 0.9F);
  const tercet_tensor *const input = tercet_onnx_input(c->call, i_input);
  const tercet_dtype dtype = tercet_tensor_dtype(now);
  const tercet_tensor *const before = tercet_onnx_compose_as(c, input, dtype);
  tercet_tensor *const kept = tercet_onnx_compose_number(c, dtype, momentum);
  tercet_tensor *const added =
      tercet_onnx_compose_number(c, dtype, 1 - momentum);
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(c, tercet_tensor_multiply, before, kept);
  tercet_tensor *const share =
      TERCET_ONNX_MAKE(c, tercet_tensor_multiply, now, added);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, out, share, out);
  tercet_onnx_compose_give_as(
      c, i_output, tercet_onnx_input_type(c->call, i_input), out);
}

/// Give what a batch shows; before version 14 the statistics themselves too
static void
give_batch(tercet_onnx_compose *c, tercet_tensor *mean, tercet_tensor *var)
{
  const tercet_onnx_call *const call = c->call;
  give_running(c, 1, 3, mean);
  give_running(c, 2, 4, var);
  tercet_onnx_compose_give_as(c, 3, tercet_onnx_input_type(call, 3), mean);
  tercet_onnx_compose_give_as(c, 4, tercet_onnx_input_type(call, 4), var);
}

/// Return a statistic of the batch with an extent of 1 on all axes but the
/// channels'
static const tercet_tensor *
spread(tercet_onnx_compose *c, const tercet_tensor *numbers, size_t rank)
{
  return rank <= 2 ? numbers
                   : TERCET_ONNX_VIEW(
                         c, tercet_tensor_append_axes, numbers, rank - 2);
}

static tercet_status
run_batch_normalization(const tercet_onnx_call *call)
{
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(input);
  TERCET_TRY(check_least_rank(call, 2));
  // Before version 9 each element could have statistics of its own
  const bool is_spatial = tercet_onnx_node_int(call->node, "spatial", 1);
  for (size_t i = 1; i < 5 && is_spatial; ++i) {
    TERCET_TRY(check_channels(call, i, tercet_tensor_shape(input)[1]));
  }

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const x = tercet_onnx_compose_wide(&c, 0);
  const tercet_dtype dtype = tercet_onnx_wide_dtype(tercet_tensor_dtype(input));
  const tercet_tensor *mean = channel_numbers(&c, 3, rank, dtype);
  const tercet_tensor *var = channel_numbers(&c, 4, rank, dtype);
  if (is_training(call)) {
    const axis_list axes = batch_axes(is_spatial ? rank : 1);
    tercet_tensor *const batch_mean =
        TERCET_ONNX_MAKE(&c, tercet_tensor_mean, x, axes.n, axes.items, false);
    tercet_tensor *const batch_var = TERCET_ONNX_MAKE(
        &c, tercet_tensor_var, x, 0.0, axes.n, axes.items, false);
    give_batch(&c, batch_mean, batch_var);
    mean = is_spatial ? spread(&c, batch_mean, rank) : batch_mean;
    var = is_spatial ? spread(&c, batch_var, rank) : batch_var;
  }

  const tercet_tensor *const scale = channel_numbers(&c, 1, rank, dtype);
  const tercet_tensor *const bias = channel_numbers(&c, 2, rank, dtype);
  tercet_tensor *const factor = TERCET_ONNX_MAKE(&c, tercet_tensor_copy, var);
  invert_root(&c, factor, epsilon_of(call));
  scale_and_shift(&c, factor, scale, NULL);
  tercet_tensor *const y =
      TERCET_ONNX_MAKE(&c, tercet_tensor_subtract, x, mean);
  scale_and_shift(&c, y, factor, bias);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 0), y);
  return tercet_onnx_compose_end(&c);
}

/* ---- Within an element of the batch ---- */

static tercet_status
run_instance_normalization(const tercet_onnx_call *call)
{
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(input);
  TERCET_TRY(check_least_rank(call, 3));
  TERCET_TRY(check_channels(call, 1, tercet_tensor_shape(input)[1]));
  TERCET_TRY(check_channels(call, 2, tercet_tensor_shape(input)[1]));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const x = tercet_onnx_compose_wide(&c, 0);
  const tercet_dtype dtype = tercet_onnx_wide_dtype(tercet_tensor_dtype(input));
  const tercet_tensor *const scale = channel_numbers(&c, 1, rank, dtype);
  const tercet_tensor *const bias = channel_numbers(&c, 2, rank, dtype);
  const axis_list axes = axes_from(2, rank);
  statistics found;
  tercet_tensor *const y = normalize(&c, x, &axes, epsilon_of(call), &found);
  scale_and_shift(&c, y, scale, bias);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 0), y);
  return tercet_onnx_compose_end(&c);
}

/// Return input `i` for tensors of shape [N, groups, channels of a group,
/// elements]; before version 21 it has a number for each group only
static const tercet_tensor *
group_numbers(tercet_onnx_compose *c,
              size_t i,
              int64_t n_groups,
              tercet_dtype dtype)
{
  const int64_t shape[] = {n_groups, c->call->version < 21 ? 1 : -1, 1};
  const tercet_tensor *const numbers =
      tercet_onnx_compose_as(c, tercet_onnx_input(c->call, i), dtype);
  return TERCET_ONNX_VIEW(c, tercet_tensor_reshape, numbers, 3, shape);
}

static tercet_status
run_group_normalization(const tercet_onnx_call *call)
{
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  TERCET_TRY(check_least_rank(call, 2));
  const int64_t *const extents = tercet_tensor_shape(input);
  const int64_t n_groups = tercet_onnx_node_int(call->node, "num_groups", 0);
  if (n_groups <= 0 || extents[1] % n_groups != 0) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%lld channels do not make %lld groups",
                            (long long)extents[1],
                            (long long)n_groups);
  }
  const int64_t n_numbers = call->version < 21 ? n_groups : extents[1];
  TERCET_TRY(check_channels(call, 1, n_numbers));
  TERCET_TRY(check_channels(call, 2, n_numbers));

  int64_t shape[] = {extents[0], n_groups, extents[1] / n_groups, 1};
  for (size_t i = 2; i < tercet_tensor_rank(input); ++i) {
    shape[3] *= extents[i];
  }
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const whole = tercet_onnx_compose_wide(&c, 0);
  const tercet_tensor *const x =
      TERCET_ONNX_VIEW(&c, tercet_tensor_reshape, whole, 4, shape);
  const tercet_dtype dtype = tercet_onnx_wide_dtype(tercet_tensor_dtype(input));
  const tercet_tensor *const scale = group_numbers(&c, 1, n_groups, dtype);
  const tercet_tensor *const bias = group_numbers(&c, 2, n_groups, dtype);
  const axis_list axes = axes_from(2, 4);
  statistics found;
  tercet_tensor *const y = normalize(&c, x, &axes, epsilon_of(call), &found);
  scale_and_shift(&c, y, scale, bias);
  tercet_tensor *const out = TERCET_ONNX_VIEW(
      &c, tercet_tensor_reshape, y, tercet_tensor_rank(input), extents);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 0), out);
  return tercet_onnx_compose_end(&c);
}

/* ---- Without parameters ---- */

/// Set `axes` to those of the attribute
static tercet_status
read_axes(const tercet_onnx_call *call, size_t rank, axis_list *out)
{
  static const int64_t usual[] = {0, 2, 3};
  size_t n = 0;
  const int64_t *axes = tercet_onnx_node_ints(call->node, "axes", &n);
  if (!axes) {
    axes = usual;
    n = 3;
  }
  out->n = 0;
  bool is_taken[TERCET_MAX_RANK] = {false};
  for (size_t i = 0; i < n; ++i) {
    size_t axis = 0;
    TERCET_TRY(tercet_onnx_axis(call, axes[i], rank, &axis));
    if (!is_taken[axis]) {
      out->items[out->n++] = (int64_t)axis;
      is_taken[axis] = true;
    }
  }
  return TERCET_OK;
}

/// The epsilon is added to the deviation here, not to the variance
static tercet_status
run_mean_variance_normalization(const tercet_onnx_call *call)
{
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  axis_list axes;
  TERCET_TRY(read_axes(call, tercet_tensor_rank(input), &axes));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const x = tercet_onnx_compose_wide(&c, 0);
  tercet_tensor *const mean =
      TERCET_ONNX_MAKE(&c, tercet_tensor_mean, x, axes.n, axes.items, true);
  tercet_tensor *const deviation =
      TERCET_ONNX_MAKE(&c, tercet_tensor_std, x, 0.0, axes.n, axes.items, true);
  tercet_tensor *const small = tercet_onnx_compose_number(
      &c, tercet_onnx_wide_dtype(tercet_tensor_dtype(input)), 1e-9);
  tercet_tensor *const y =
      TERCET_ONNX_MAKE(&c, tercet_tensor_subtract, x, mean);
  TERCET_ONNX_DO(&c, tercet_tensor_add_into, deviation, small, deviation);
  TERCET_ONNX_DO(&c, tercet_tensor_divide_into, y, deviation, y);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 0), y);
  return tercet_onnx_compose_end(&c);
}

/// A vector of zeros gives NaN
static tercet_status
run_lp_normalization(const tercet_onnx_call *call)
{
  const size_t rank = tercet_tensor_rank(tercet_onnx_input(call, 0));
  const int64_t p = tercet_onnx_node_int(call->node, "p", 2);
  size_t axis = 0;
  TERCET_TRY(tercet_onnx_axis(
      call, tercet_onnx_node_int(call->node, "axis", -1), rank, &axis));
  if (p != 1 && p != 2) {
    return tercet_onnx_fail(
        call, TERCET_ERR_RANGE, "attribute p is %lld", (long long)p);
  }
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const int64_t axes[] = {(int64_t)axis};
  const tercet_tensor *const x = tercet_onnx_compose_wide(&c, 0);
  tercet_tensor *const norm =
      TERCET_ONNX_MAKE(&c, tercet_tensor_norm, x, (double)p, 1, axes, true);
  tercet_tensor *const y = TERCET_ONNX_MAKE(&c, tercet_tensor_divide, x, norm);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 0), y);
  return tercet_onnx_compose_end(&c);
}

/* ---- Over neighbouring channels ---- */

/// Add the channels of `squares` that are `offset` further on to `sums`
static void
add_neighbours(tercet_onnx_compose *c,
               const tercet_tensor *squares,
               int64_t offset,
               tercet_tensor *sums)
{
  if (c->st != TERCET_OK) {
    return;
  }
  const int64_t n = tercet_tensor_shape(sums)[1];
  const int64_t first = offset < 0 ? -offset : 0;
  const int64_t last = offset > 0 ? n - offset : n;
  if (first >= last) {
    return;
  }
  const size_t n_kept = c->n;
  const tercet_index to[] = {tercet_index_all(),
                             tercet_index_range(first, last, 1)};
  const tercet_index from[] = {
      tercet_index_all(), tercet_index_range(first + offset, last + offset, 1)};
  tercet_tensor *const target =
      TERCET_ONNX_VIEW(c, tercet_tensor_index, sums, 2, to);
  tercet_tensor *const source =
      TERCET_ONNX_VIEW(c, tercet_tensor_index, squares, 2, from);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, target, source, target);
  tercet_onnx_compose_drop(c, n_kept);
}

/// sums = (bias + alpha / size * sums)^beta
static void
raise_sums(tercet_onnx_compose *c, tercet_tensor *sums, int64_t size)
{
  if (c->st != TERCET_OK) {
    return;
  }
  const tercet_onnx_node *const node = c->call->node;
  const tercet_dtype dtype = tercet_tensor_dtype(sums);
  const double alpha = (double)tercet_onnx_node_float(node, "alpha", 0.0001F);
  tercet_tensor *const factor =
      tercet_onnx_compose_number(c, dtype, alpha / (double)size);
  tercet_tensor *const bias = tercet_onnx_compose_number(
      c, dtype, (double)tercet_onnx_node_float(node, "bias", 1));
  tercet_tensor *const beta = tercet_onnx_compose_number(
      c, dtype, (double)tercet_onnx_node_float(node, "beta", 0.75F));
  scale_and_shift(c, sums, factor, bias);
  TERCET_ONNX_DO(c, tercet_tensor_power_into, sums, beta, sums);
}

static tercet_status
run_lrn(const tercet_onnx_call *call)
{
  TERCET_TRY(check_least_rank(call, 2));
  const int64_t size = tercet_onnx_node_int(call->node, "size", 0);
  const int64_t n_channels = tercet_tensor_shape(tercet_onnx_input(call, 0))[1];
  if (size <= 0) {
    return tercet_onnx_fail(
        call, TERCET_ERR_RANGE, "attribute size is %lld", (long long)size);
  }
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const x = tercet_onnx_compose_wide(&c, 0);
  const tercet_tensor *const squares =
      TERCET_ONNX_MAKE(&c, tercet_tensor_square, x);
  tercet_tensor *const sums = TERCET_ONNX_MAKE(&c, tercet_tensor_copy, squares);
  const int64_t before = (size - 1) / 2;
  for (int64_t i = 1; i <= before && i < n_channels; ++i) {
    add_neighbours(&c, squares, -i, sums);
  }
  for (int64_t i = 1; i <= size - 1 - before && i < n_channels; ++i) {
    add_neighbours(&c, squares, i, sums);
  }
  raise_sums(&c, sums, size);
  tercet_tensor *const y = TERCET_ONNX_MAKE(&c, tercet_tensor_divide, x, sums);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 0), y);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    normalize,
    {"BatchNormalization", "", 1, 0, NULL, run_batch_normalization},
    {"GroupNormalization", "", 18, 0, NULL, run_group_normalization},
    {"InstanceNormalization", "", 1, 0, NULL, run_instance_normalization},
    {"LRN", "", 1, 0, NULL, run_lrn},
    {"LayerNormalization", "", 17, 0, NULL, run_layer_normalization},
    {"LpNormalization", "", 1, 0, NULL, run_lp_normalization},
    {"MeanVarianceNormalization",
     "",
     9,
     0,
     NULL,
     run_mean_variance_normalization},
    {"RMSNormalization", "", 23, 0, NULL, run_rms_normalization});
