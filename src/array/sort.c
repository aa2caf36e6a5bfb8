// SPDX-License-Identifier: Apache-2.0

/**
   Sorting along an axis, of elements or of their indexes.

   Numbers are sorted by key (see order.h).  Complex numbers, and elements
   that the caller compares, are merged: runs of two, four, and so on.
*/

#include "array/copy_tile.h"
#include "array/element.h"
#include "array/loop.h"
#include "array/order.h"
#include "array/sort_merge.h"
#include "base/checked.h"
#include "base/error.h"

#include <string.h>

enum { IN, OUT };

/// What the bodies for lanes need
typedef struct {
  tercet_dtype dtype;
  int64_t n;        ///< Elements of a lane
  int64_t steps[2]; ///< Bytes from one to the next
  int64_t n_lanes;  ///< Of a group
  merge_order order;
} lane_sort;

/* ---- Lanes ---- */

/// Sort elements by keys, which are where the result goes if they fit there
static bool
sort_elements(const lane_sort *how,
              const char *in,
              int64_t in_step,
              char *out,
              int64_t out_step,
              void *scratch)
{
  const int64_t size = (int64_t)how->order.item_size;
  const bool is_wide = size > (int64_t)sizeof(uint32_t);
  const int64_t key_size =
      (int64_t)(is_wide ? sizeof(uint64_t) : sizeof(uint32_t));
  const bool fits = size == key_size && out_step == size;
  void *const keys = fits ? out : scratch;
  void *const rest = fits ? scratch : (char *)scratch + how->n * key_size;
  if (is_wide) {
    tercet_keys64_load(
        how->dtype, in, in_step, how->n, false, (uint64_t *)keys);
    if (!tercet_sort_keys64((uint64_t *)keys, (uint64_t *)rest, how->n)) {
      return false;
    }
    tercet_keys64_store(how->dtype, (uint64_t *)keys, how->n, out, out_step);
  } else {
    tercet_keys32_load(how->dtype, in, in_step, how->n, (uint32_t *)keys);
    if (!tercet_sort_keys32((uint32_t *)keys, (uint32_t *)rest, how->n)) {
      return false;
    }
    tercet_keys32_store(how->dtype, (uint32_t *)keys, how->n, out, out_step);
  }
  return true;
}

static bool
sort_lane(const void *context, char *const *data, void *scratch)
{
  const lane_sort *const how = (const lane_sort *)context;
  return sort_elements(
      how, data[IN], how->steps[IN], data[OUT], how->steps[OUT], scratch);
}

/// Bytes of each of the lanes of a group, which are kept one behind the other
static int64_t
group_step(const lane_sort *how)
{
  // Lanes must not start at the same place in different pages
  return how->n * (int64_t)how->order.item_size + 64;
}

/// Sort lanes that are neighbours in memory: they are turned into lines and
/// back
static bool
sort_group(const void *context, char *const *data, void *scratch)
{
  const lane_sort *const how = (const lane_sort *)context;
  const int64_t size = (int64_t)how->order.item_size;
  const int64_t step = group_step(how);
  const tercet_tile_function turn =
      tercet_tile_function_for(how->order.item_size);
  char *const lines = (char *)scratch;
  char *const rest = lines + how->n_lanes * step;
  turn(data[IN], how->steps[IN], lines, step, how->n_lanes, how->n);
  for (int64_t i = 0; i < how->n_lanes; ++i) {
    char *const line = lines + i * step;
    if (!sort_elements(how, line, size, line, size, rest)) {
      return false;
    }
  }
  turn(lines, step, data[OUT], how->steps[OUT], how->n, how->n_lanes);
  return true;
}

/// Key and index share 64 bits
static bool
argsort_lane32(const void *context, char *const *data, void *scratch)
{
  const lane_sort *const how = (const lane_sort *)context;
  uint64_t *const items = (uint64_t *)scratch;
  tercet_keys64_load(how->dtype, data[IN], how->steps[IN], how->n, true, items);
  for (int64_t i = 0; i < how->n; ++i) {
    items[i] |= (uint64_t)i; // The lower half of a narrow key is 0
  }
  if (!tercet_sort_upper32(items, items + how->n, how->n)) {
    return false;
  }
  for (int64_t i = 0; i < how->n; ++i) {
    *(int64_t *)(void *)(data[OUT] + i * how->steps[OUT]) =
        (int64_t)(items[i] & UINT32_MAX);
  }
  return true;
}

static bool
argsort_lane64(const void *context, char *const *data, void *scratch)
{
  const lane_sort *const how = (const lane_sort *)context;
  uint64_t *const keys = (uint64_t *)scratch;
  tercet_keys64_load(how->dtype, data[IN], how->steps[IN], how->n, true, keys);
  return tercet_order_keys64(
      keys, keys + how->n, how->n, data[OUT], how->steps[OUT]);
}

/// Lanes of which indexes need more than 32 bits
static bool
argsort_long_lane(const void *context, char *const *data, void *scratch)
{
  const lane_sort *const how = (const lane_sort *)context;
  keyed_index *const items = (keyed_index *)scratch;
  uint64_t *const keys = (uint64_t *)(void *)(items + how->n);
  tercet_keys64_load(how->dtype, data[IN], how->steps[IN], how->n, true, keys);
  for (int64_t i = 0; i < how->n; ++i) {
    items[i].key = keys[i];
    items[i].index = i;
  }
  if (!tercet_radix_keyed(items, items + how->n, how->n)) {
    return false;
  }
  for (int64_t i = 0; i < how->n; ++i) {
    *(int64_t *)(void *)(data[OUT] + i * how->steps[OUT]) = items[i].index;
  }
  return true;
}

static bool
merge_lane(const void *context, char *const *data, void *scratch)
{
  const lane_sort *const how = (const lane_sort *)context;
  const int64_t size = (int64_t)how->order.item_size;
  char *const items = (char *)scratch;
  for (int64_t i = 0; i < how->n; ++i) {
    memcpy(items + i * size, data[IN] + i * how->steps[IN], (size_t)size);
  }
  const char *const sorted =
      tercet_merge_items(&how->order, items, items + how->n * size, how->n);
  if (!sorted) {
    return false;
  }
  for (int64_t i = 0; i < how->n; ++i) {
    memcpy(data[OUT] + i * how->steps[OUT], sorted + i * size, (size_t)size);
  }
  return true;
}

static bool
merge_lane_indexes(const void *context, char *const *data, void *scratch)
{
  const lane_sort *const how = (const lane_sort *)context;
  int64_t *const indexes = (int64_t *)scratch;
  const int64_t *const sorted = tercet_merge_indexes(
      &how->order, data[IN], how->steps[IN], indexes, indexes + how->n, how->n);
  if (!sorted) {
    return false;
  }
  for (int64_t i = 0; i < how->n; ++i) {
    *(int64_t *)(void *)(data[OUT] + i * how->steps[OUT]) = sorted[i];
  }
  return true;
}

/* ---- Plans ---- */

typedef struct {
  tercet_lane_body body;
  size_t bytes; ///< Scratch memory for each element
} sort_plan;

static sort_plan
plan_values(const lane_sort *how)
{
  const sort_plan merge = {merge_lane, 2U * how->order.item_size};
  const sort_plan narrow = {sort_lane, 2U * sizeof(uint32_t)};
  const sort_plan wide = {sort_lane, 2U * sizeof(uint64_t)};
  if (how->order.compare) {
    return merge;
  }
  return how->order.item_size <= sizeof(uint32_t) ? narrow : wide;
}

static sort_plan
plan_indexes(const lane_sort *how)
{
  const sort_plan merge = {merge_lane_indexes, 2U * sizeof(int64_t)};
  const sort_plan narrow = {argsort_lane32, 2U * sizeof(uint64_t)};
  const sort_plan wide = {argsort_lane64, 3U * sizeof(uint64_t)};
  const sort_plan longer = {argsort_long_lane, 2U * sizeof(keyed_index)};
  if (how->order.compare) {
    return merge;
  }
  if (how->n > UINT32_MAX) {
    return longer;
  }
  return how->order.item_size <= sizeof(uint32_t) ? narrow : wide;
}

/// Compare as the caller says, or complex numbers as NumPy does
static merge_order
order_of(tercet_dtype dtype, tercet_compare compare, void *context)
{
  merge_order order = {tercet_dtype_size(dtype), compare, context};
  if (!compare) {
    order.compare =
        tercet_has_keys(dtype) ? NULL : tercet_complex_compare(dtype);
  }
  return order;
}

/// Lanes of a group begin in one cache line; together they fit the L2 cache
#define GROUP_BYTES 64
#define MAX_GROUP_SIZE (INT64_C(1) << 20U)

/// Return whether neighbours in memory are in different lanes
static bool
can_group(const lane_sort *how, const tercet_loop *loop)
{
  const int64_t size = (int64_t)how->order.item_size;
  const size_t last = loop->rank - 1U;
  return loop->rank && !how->order.compare && loop->strides[IN][last] == size &&
         loop->strides[OUT][last] == size && how->n > 1 &&
         how->n <= MAX_GROUP_SIZE / GROUP_BYTES &&
         loop->shape[last] >= GROUP_BYTES / size;
}

/// Sort all whole groups, and leave the other lanes to the loop
static tercet_status
sort_groups(const tercet_allocator *alloc,
            const lane_sort *how,
            tercet_loop *loop,
            size_t scratch_size,
            tercet_error *err)
{
  const size_t last = loop->rank - 1U;
  lane_sort group = *how;
  group.n_lanes = GROUP_BYTES / (int64_t)how->order.item_size;
  tercet_loop groups = *loop;
  const int64_t n_lanes = loop->shape[last] - loop->shape[last] % group.n_lanes;
  groups.shape[last] /= group.n_lanes;
  for (size_t i = 0; i < loop->n_operands; ++i) {
    groups.strides[i][last] *= group.n_lanes;
    loop->data[i] += n_lanes * loop->strides[i][last];
  }
  loop->shape[last] -= n_lanes;
  return tercet_lanes_run(alloc,
                          &groups,
                          how->n * 64 * group.n_lanes,
                          scratch_size +
                              (size_t)(group.n_lanes * group_step(how)),
                          sort_group,
                          &group,
                          err);
}

/// Sort the lanes of `in` into `out`, which may be the same tensor
static tercet_status
sort_lanes(const tercet_allocator *alloc,
           const merge_order *order,
           const tercet_tensor *in,
           size_t axis,
           bool by_index,
           tercet_tensor *out,
           tercet_error *err)
{
  const bool has_lanes = in->rank != 0;
  const lane_sort how = {
      .dtype = in->dtype,
      .n = has_lanes ? in->shape[axis] : 1,
      .steps = {has_lanes ? in->strides[axis] : 0,
                has_lanes ? out->strides[axis] : 0},
      .order = *order,
  };
  const sort_plan plan = by_index ? plan_indexes(&how) : plan_values(&how);
  size_t scratch_size = 0;
  if (!tercet_size_multiply((size_t)how.n, plan.bytes, &scratch_size)) {
    return tercet_error_no_memory(err);
  }
  tercet_loop loop;
  tercet_lanes_init(&loop, in, 1, &out, axis);
  if (!by_index && can_group(&how, &loop)) {
    TERCET_TRY(sort_groups(alloc, &how, &loop, scratch_size, err));
  }
  // Sorting takes about as long as reading 16 times as much
  return tercet_lanes_run(
      alloc, &loop, how.n * 64, scratch_size, plan.body, &how, err);
}

static tercet_status
sort_tensor(const tercet_allocator *alloc,
            const merge_order *order,
            const tercet_tensor *tensor,
            int64_t axis,
            bool by_index,
            tercet_tensor **out,
            tercet_error *err)
{
  *out = NULL;
  tercet_tensor *source = NULL;
  tercet_tensor *flat = NULL;
  size_t i_axis = 0;
  TERCET_TRY(tercet_lanes_source(tensor, axis, &source, &i_axis, err));
  tercet_tensor *result = NULL;
  tercet_status st =
      tercet_tensor_new_raw(alloc,
                            by_index ? TERCET_DTYPE_I64 : tensor->dtype,
                            tensor->rank,
                            tensor->shape,
                            &result,
                            err);
  if (st == TERCET_OK) {
    st = axis == TERCET_FLAT
             ? tercet_tensor_reshape(result, 1, &result->size, &flat, err)
             : TERCET_OK;
  }
  if (st == TERCET_OK) {
    st = sort_lanes(
        alloc, order, source, i_axis, by_index, flat ? flat : result, err);
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
tercet_tensor_sort(const tercet_allocator *alloc,
                   const tercet_tensor *tensor,
                   int64_t axis,
                   tercet_tensor **out,
                   tercet_error *err)
{
  const merge_order order = order_of(tensor->dtype, NULL, NULL);
  return sort_tensor(alloc, &order, tensor, axis, false, out, err);
}

tercet_status
tercet_tensor_sort_by(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      int64_t axis,
                      tercet_compare compare,
                      void *context,
                      tercet_tensor **out,
                      tercet_error *err)
{
  const merge_order order = order_of(tensor->dtype, compare, context);
  return sort_tensor(alloc, &order, tensor, axis, false, out, err);
}

tercet_status
tercet_tensor_argsort(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      int64_t axis,
                      tercet_tensor **out,
                      tercet_error *err)
{
  const merge_order order = order_of(tensor->dtype, NULL, NULL);
  return sort_tensor(alloc, &order, tensor, axis, true, out, err);
}

tercet_status
tercet_tensor_argsort_by(const tercet_allocator *alloc,
                         const tercet_tensor *tensor,
                         int64_t axis,
                         tercet_compare compare,
                         void *context,
                         tercet_tensor **out,
                         tercet_error *err)
{
  const merge_order order = order_of(tensor->dtype, compare, context);
  return sort_tensor(alloc, &order, tensor, axis, true, out, err);
}

tercet_status
tercet_tensor_sort_in_place(tercet_tensor *tensor,
                            int64_t axis,
                            tercet_error *err)
{
  if (tensor->is_read_only) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "sorting a read-only tensor in place");
  }
  const merge_order order = order_of(tensor->dtype, NULL, NULL);
  tercet_tensor *lanes = NULL;
  size_t i_axis = 0;
  TERCET_TRY(tercet_lanes_source(tensor, axis, &lanes, &i_axis, err));
  tercet_status st =
      sort_lanes(tensor->alloc, &order, lanes, i_axis, false, lanes, err);
  if (st == TERCET_OK && lanes->data != tensor->data) {
    // Only a copy could be made flat
    tercet_tensor *back = NULL;
    st = tercet_tensor_reshape(lanes, tensor->rank, tensor->shape, &back, err);
    if (st == TERCET_OK) {
      st = tercet_tensor_assign(tensor, back, err);
    }
    tercet_tensor_unref(back);
  }
  tercet_tensor_unref(lanes);
  return st;
}
