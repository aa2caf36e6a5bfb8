// SPDX-License-Identifier: Apache-2.0

/// Partial sorts: partition, and the k best elements

#include "array/order.h"
#include "array/sort_merge.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

enum { IN, VALUES, INDICES };

typedef struct {
  tercet_dtype dtype;
  int64_t n; ///< Elements of a lane
  int64_t k;
  int64_t in_step;
  int64_t values_step;
  int64_t indices_step;
  bool has_values;
  bool has_indices;
  bool largest;
} selection;

/// Words of scratch memory that the keys of an element need
static size_t
words_of_keys(tercet_dtype dtype)
{
  return tercet_has_keys(dtype) ? 2U : 4U;
}

/// Load the keys of a lane, of which equal elements have the same if
/// `is_canonical`; behind them is scratch memory.  False if the operation is to
/// stop.
static bool
load_keys(const selection *how,
          const char *in,
          bool is_canonical,
          uint64_t *keys)
{
  if (tercet_has_keys(how->dtype)) {
    tercet_keys64_load(
        how->dtype, in, how->in_step, how->n, is_canonical, keys);
    return true;
  }
  int64_t *const indexes = (int64_t *)(void *)(keys + 2 * how->n);
  return tercet_complex_ranks(
      how->dtype, in, how->in_step, how->n, indexes, keys);
}

static void
put_index(const selection *how, char *const *data, int64_t i, int64_t index)
{
  char *const out = data[how->has_values ? INDICES : VALUES];
  *(int64_t *)(void *)(out + i * how->indices_step) = index;
}

/* ---- Partition ---- */

/// Of what a pass over the keys takes those that are below, at or above one
static bool
is_in_part(int part, uint64_t key, uint64_t middle)
{
  return part == 0 ? key < middle : part == 1 ? key == middle : key > middle;
}

static bool
partition_lane(const void *context, char *const *data, void *scratch)
{
  const selection *const how = (const selection *)context;
  uint64_t *const keys = (uint64_t *)scratch;
  uint64_t *const parts = keys + how->n;
  const bool has_keys = tercet_has_keys(how->dtype);
  uint64_t middle = 0;
  if (!load_keys(how, data[IN], how->has_indices, keys) ||
      !tercet_select_key(keys, parts, how->n, how->k, &middle, NULL)) {
    return false;
  }
  int64_t n_done = 0;
  for (int part = 0; part < 3; ++part) {
    for (int64_t i = 0; i < how->n; ++i) {
      if (is_in_part(part, keys[i], middle)) {
        if (how->has_indices) {
          put_index(how, data, n_done, i);
        } else if (has_keys) {
          parts[n_done] = keys[i];
        } else {
          memcpy(data[VALUES] + n_done * how->values_step,
                 data[IN] + i * how->in_step,
                 tercet_dtype_size(how->dtype));
        }
        ++n_done;
      }
    }
  }
  if (how->has_values && has_keys) {
    tercet_keys64_store(
        how->dtype, parts, how->n, data[VALUES], how->values_step);
  }
  return true;
}

static tercet_status
make_partition(const tercet_allocator *alloc,
               const tercet_tensor *source,
               int64_t k,
               size_t axis,
               bool by_index,
               tercet_tensor *out,
               tercet_error *err)
{
  selection how = {
      .dtype = source->dtype,
      .n = source->rank ? source->shape[axis] : 1,
      .in_step = source->rank ? source->strides[axis] : 0,
      .has_values = !by_index,
      .has_indices = by_index,
  };
  how.k = k < 0 ? k + how.n : k;
  if (how.k < 0 || how.k >= how.n) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "rank %" PRId64 " of %" PRId64 " elements",
                            k,
                            how.n);
  }
  how.values_step = how.indices_step = out->rank ? out->strides[axis] : 0;
  tercet_loop loop;
  tercet_lanes_init(&loop, source, 1, &out, axis);
  return tercet_lanes_run(alloc,
                          &loop,
                          how.n * 32,
                          (size_t)how.n * words_of_keys(source->dtype) *
                              sizeof(uint64_t),
                          partition_lane,
                          &how,
                          err);
}

static tercet_status
partition_tensor(const tercet_allocator *alloc,
                 const tercet_tensor *tensor,
                 int64_t k,
                 int64_t axis,
                 bool by_index,
                 tercet_tensor **out,
                 tercet_error *err)
{
  *out = NULL;
  tercet_tensor *source = NULL;
  tercet_tensor *result = NULL;
  tercet_tensor *flat = NULL;
  size_t i_axis = 0;
  TERCET_TRY(tercet_lanes_source(tensor, axis, &source, &i_axis, err));
  tercet_status st =
      tercet_tensor_new_raw(alloc,
                            by_index ? TERCET_DTYPE_I64 : tensor->dtype,
                            tensor->rank,
                            tensor->shape,
                            &result,
                            err);
  if (st == TERCET_OK) {
    st = tercet_tensor_reshape(result, source->rank, source->shape, &flat, err);
  }
  if (st == TERCET_OK) {
    st = make_partition(alloc, source, k, i_axis, by_index, flat, err);
  }
  tercet_tensor_unref(flat);
  tercet_tensor_unref(source);
  if (st == TERCET_OK) {
    *out = result;
  } else {
    tercet_tensor_unref(result);
  }
  return st;
}

tercet_status
tercet_tensor_partition(const tercet_allocator *alloc,
                        const tercet_tensor *tensor,
                        int64_t k,
                        int64_t axis,
                        tercet_tensor **out,
                        tercet_error *err)
{
  return partition_tensor(alloc, tensor, k, axis, false, out, err);
}

tercet_status
tercet_tensor_argpartition(const tercet_allocator *alloc,
                           const tercet_tensor *tensor,
                           int64_t k,
                           int64_t axis,
                           tercet_tensor **out,
                           tercet_error *err)
{
  return partition_tensor(alloc, tensor, k, axis, true, out, err);
}

/* ---- The k best ---- */

/// Turn the order for the greatest: NaN then comes first
static void
turn_keys(const selection *how, uint64_t *keys)
{
  for (int64_t i = 0; how->largest && i < how->n; ++i) {
    keys[i] = ~keys[i];
  }
}

/// Collect the k items up to `threshold` in the order of their indexes
static void
collect_best(const selection *how,
             const uint64_t *keys,
             uint64_t threshold,
             keyed_index *best)
{
  int64_t n_below = 0;
  for (int64_t i = 0; i < how->n; ++i) {
    n_below += keys[i] < threshold;
  }
  int64_t n_equal = how->k - n_below;
  int64_t n_best = 0;
  for (int64_t i = 0; i < how->n && n_best < how->k; ++i) {
    const bool is_equal = keys[i] == threshold && n_equal > 0;
    if (keys[i] < threshold || is_equal) {
      n_equal -= is_equal;
      best[n_best].key = keys[i];
      best[n_best++].index = i;
    }
  }
}

static bool
topk_lane(const void *context, char *const *data, void *scratch)
{
  const selection *const how = (const selection *)context;
  keyed_index *const best = (keyed_index *)scratch;
  uint64_t *const keys = (uint64_t *)(void *)(best + 2 * how->k);
  if (!load_keys(how, data[IN], true, keys)) {
    return false;
  }
  turn_keys(how, keys);
  uint64_t threshold = 0;
  if (!tercet_select_key(
          keys, keys + how->n, how->n, how->k - 1, &threshold, NULL)) {
    return false;
  }
  collect_best(how, keys, threshold, best);
  if (!tercet_radix_keyed(best, best + how->k, how->k)) {
    return false;
  }
  const size_t size = tercet_dtype_size(how->dtype);
  for (int64_t i = 0; i < how->k; ++i) {
    if (how->has_values) {
      memcpy(data[VALUES] + i * how->values_step,
             data[IN] + best[i].index * how->in_step,
             size);
    }
    if (how->has_indices) {
      put_index(how, data, i, best[i].index);
    }
  }
  return true;
}

static tercet_status
run_topk(const tercet_allocator *alloc,
         const tercet_tensor *source,
         int64_t k,
         size_t axis,
         bool largest,
         tercet_tensor *values,
         tercet_tensor *indices,
         tercet_error *err)
{
  const bool has_axis = source->rank != 0;
  selection how = {
      .dtype = source->dtype,
      .n = has_axis ? source->shape[axis] : 1,
      .k = k,
      .in_step = has_axis ? source->strides[axis] : 0,
      .values_step = has_axis && values ? values->strides[axis] : 0,
      .indices_step = has_axis && indices ? indices->strides[axis] : 0,
      .has_values = values != NULL,
      .has_indices = indices != NULL,
      .largest = largest,
  };
  if (k == 0) {
    return TERCET_OK;
  }
  tercet_tensor *others[2] = {values ? values : indices, indices};
  tercet_loop loop;
  tercet_lanes_init(&loop, source, values && indices ? 2 : 1, others, axis);
  return tercet_lanes_run(alloc,
                          &loop,
                          how.n * 32,
                          (size_t)how.n * words_of_keys(source->dtype) *
                                  sizeof(uint64_t) +
                              (size_t)k * 2U * sizeof(keyed_index),
                          topk_lane,
                          &how,
                          err);
}

/// Allocate the results and fill them in
static tercet_status
make_topk(const tercet_allocator *alloc,
          const tercet_tensor *source,
          int64_t k,
          size_t axis,
          bool largest,
          tercet_tensor **values,
          tercet_tensor **indices,
          tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  const int64_t extent = source->rank ? source->shape[axis] : 1;
  if (k < 0 || k > extent) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "the %" PRId64 " best of %" PRId64 " elements",
                            k,
                            extent);
  }
  for (size_t i = 0; i < source->rank; ++i) {
    shape[i] = i == axis ? k : source->shape[i];
  }
  if (values) {
    TERCET_TRY(tercet_tensor_new_raw(
        alloc, source->dtype, source->rank, shape, values, err));
  }
  if (indices) {
    TERCET_TRY(tercet_tensor_new_raw(
        alloc, TERCET_DTYPE_I64, source->rank, shape, indices, err));
  }
  return run_topk(alloc,
                  source,
                  k,
                  axis,
                  largest,
                  values ? *values : NULL,
                  indices ? *indices : NULL,
                  err);
}

static void
drop_result(tercet_tensor **result)
{
  if (result) {
    tercet_tensor_unref(*result);
    *result = NULL;
  }
}

tercet_status
tercet_tensor_topk(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t k,
                   int64_t axis,
                   bool largest,
                   tercet_tensor **values,
                   tercet_tensor **indices,
                   tercet_error *err)
{
  if (values) {
    *values = NULL;
  }
  if (indices) {
    *indices = NULL;
  }
  tercet_tensor *source = NULL;
  size_t i_axis = 0;
  TERCET_TRY(tercet_lanes_source(tensor, axis, &source, &i_axis, err));
  tercet_status st = TERCET_OK;
  if (values || indices) {
    st = make_topk(alloc, source, k, i_axis, largest, values, indices, err);
  }
  tercet_tensor_unref(source);
  if (st != TERCET_OK) {
    drop_result(values);
    drop_result(indices);
  }
  return st;
}
