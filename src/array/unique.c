// SPDX-License-Identifier: Apache-2.0

/// The different elements of a tensor, and search among sorted ones

#include "array/order.h"
#include "array/parallel.h"
#include "array/sort_merge.h"
#include "base/allocator.h"
#include "base/checked.h"
#include "base/error.h"

#include <inttypes.h>
#include <string.h>

/// What unique returns, by the order of the parameters
enum { VALUES, INDICES, INVERSE, COUNTS, N_RESULTS };

/// Set the keys of complex elements
static tercet_status
rank_items(const tercet_allocator *alloc,
           const tercet_tensor *flat,
           keyed_index *items,
           tercet_error *err)
{
  const size_t n = (size_t)flat->size;
  uint64_t *const keys =
      (uint64_t *)tercet_allocate_array(alloc, n ? n : 1U, sizeof(*keys));
  if (!keys) {
    return tercet_error_no_memory(err);
  }
  const tercet_status st = tercet_complex_keys(alloc, flat, keys, err);
  for (size_t i = 0; !st && i < n; ++i) {
    items[i].key = keys[i];
  }
  tercet_release(alloc, keys);
  return st;
}

/// Copy all elements in row-major order as sorted keys and indexes
static tercet_status
sort_elements(const tercet_allocator *alloc,
              const tercet_tensor *flat,
              keyed_index **out,
              tercet_error *err)
{
  const size_t n = (size_t)flat->size;
  keyed_index *const items = (keyed_index *)tercet_allocate_array(
      alloc, n ? n : 1U, 2U * sizeof(keyed_index));
  if (!items) {
    return tercet_error_no_memory(err);
  }
  tercet_status st = TERCET_OK;
  if (tercet_has_keys(flat->dtype)) {
    for (int64_t i = 0; i < flat->size; ++i) {
      tercet_keys64_load(flat->dtype,
                         flat->data + i * flat->strides[0],
                         0,
                         1,
                         true,
                         &items[i].key);
    }
  } else {
    st = rank_items(alloc, flat, items, err);
  }
  for (int64_t i = 0; i < flat->size; ++i) {
    items[i].index = i;
  }
  if (!st && !tercet_radix_keyed(items, items + n, flat->size)) {
    st = tercet_parallel_stopped(err);
  }
  if (st) {
    tercet_release(alloc, items);
  } else {
    *out = items;
  }
  return st;
}

static int64_t
count_runs(const keyed_index *items, int64_t n)
{
  int64_t n_runs = 0;
  for (int64_t i = 0; i < n; ++i) {
    n_runs += i == 0 || items[i].key != items[i - 1].key;
  }
  return n_runs;
}

static int64_t *
numbers_of(tercet_tensor *result)
{
  return result ? (int64_t *)(void *)result->data : NULL;
}

static void
fill_results(const keyed_index *items,
             const tercet_tensor *flat,
             tercet_tensor *const *results)
{
  const size_t size = tercet_dtype_size(flat->dtype);
  int64_t *const indices = numbers_of(results[INDICES]);
  int64_t *const inverse = numbers_of(results[INVERSE]);
  int64_t *const counts = numbers_of(results[COUNTS]);
  int64_t i_run = -1;
  for (int64_t i = 0; i < flat->size; ++i) {
    if (i == 0 || items[i].key != items[i - 1].key) {
      ++i_run;
      memcpy(results[VALUES]->data + (size_t)i_run * size,
             flat->data + items[i].index * flat->strides[0],
             size);
      if (indices) {
        indices[i_run] = items[i].index;
      }
      if (counts) {
        counts[i_run] = 0;
      }
    }
    if (inverse) {
      inverse[items[i].index] = i_run;
    }
    if (counts) {
      ++counts[i_run];
    }
  }
}

/// Allocate the results that are asked for
static tercet_status
new_results(const tercet_allocator *alloc,
            const tercet_tensor *tensor,
            int64_t n_values,
            const bool *is_wanted,
            tercet_tensor **results,
            tercet_error *err)
{
  for (size_t i = 0; i < N_RESULTS; ++i) {
    if (is_wanted[i]) {
      TERCET_TRY(
          tercet_tensor_new_raw(alloc,
                                i == VALUES ? tensor->dtype : TERCET_DTYPE_I64,
                                i == INVERSE ? tensor->rank : 1,
                                i == INVERSE ? tensor->shape : &n_values,
                                &results[i],
                                err));
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_unique(const tercet_allocator *alloc,
                     const tercet_tensor *tensor,
                     tercet_tensor **values,
                     tercet_tensor **indices,
                     tercet_tensor **inverse,
                     tercet_tensor **counts,
                     tercet_error *err)
{
  tercet_tensor **const outs[N_RESULTS] = {values, indices, inverse, counts};
  bool is_wanted[N_RESULTS];
  for (size_t i = 0; i < N_RESULTS; ++i) {
    is_wanted[i] = outs[i] != NULL;
    if (outs[i]) {
      *outs[i] = NULL;
    }
  }
  tercet_tensor *results[N_RESULTS] = {NULL};
  keyed_index *items = NULL;
  tercet_tensor *flat = NULL;
  tercet_status st =
      tercet_tensor_reshape(tensor, 1, &tensor->size, &flat, err);
  if (st == TERCET_OK) {
    st = tercet_parallel_check(err);
  }
  if (st == TERCET_OK) {
    st = sort_elements(alloc, flat, &items, err);
  }
  if (st == TERCET_OK) {
    const int64_t n_values = count_runs(items, flat->size);
    st = new_results(alloc, tensor, n_values, is_wanted, results, err);
  }
  if (st == TERCET_OK) {
    fill_results(items, flat, results);
  }
  tercet_release(alloc, items);
  tercet_tensor_unref(flat);
  for (size_t i = 0; i < N_RESULTS; ++i) {
    if (st == TERCET_OK && outs[i]) {
      *outs[i] = results[i];
    } else {
      tercet_tensor_unref(results[i]);
    }
  }
  return st;
}

/* ---- Search ---- */

enum { IN, OUT };

typedef struct {
  const uint64_t *keys;        ///< NULL for complex numbers,
  const tercet_tensor *sorted; ///< which are searched themselves
  int64_t n;
  tercet_dtype dtype;
  bool right;
} key_search;

static int64_t
find_place(const key_search *search, uint64_t key)
{
  int64_t first = 0;
  int64_t n = search->n;
  while (n > 0) {
    const int64_t half = n / 2;
    const uint64_t middle = search->keys[first + half];
    const bool is_before = search->right ? middle <= key : middle < key;
    first = is_before ? first + half + 1 : first;
    n = is_before ? n - half - 1 : half;
  }
  return first;
}

static bool
search_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const key_search *const search = (const key_search *)context;
  for (int64_t i = 0; i < n; ++i) {
    uint64_t key = 0;
    tercet_keys64_load(
        search->dtype, data[IN] + i * strides[IN], 0, 1, true, &key);
    *(int64_t *)(void *)(data[OUT] + i * strides[OUT]) =
        find_place(search, key);
  }
  return true;
}

static bool
search_complex_line(void *context,
                    char *const *data,
                    const int64_t *strides,
                    int64_t n)
{
  const key_search *const search = (const key_search *)context;
  const tercet_compare compare = tercet_complex_compare(search->dtype);
  for (int64_t i = 0; i < n; ++i) {
    const char *const value = data[IN] + i * strides[IN];
    int64_t first = 0;
    int64_t n_left = search->n;
    while (n_left > 0) {
      const int64_t half = n_left / 2;
      const int64_t offset = (first + half) * search->sorted->strides[0];
      const int sign = compare(NULL, search->sorted->data + offset, value);
      const bool is_before = search->right ? sign <= 0 : sign < 0;
      first = is_before ? first + half + 1 : first;
      n_left = is_before ? n_left - half - 1 : half;
    }
    *(int64_t *)(void *)(data[OUT] + i * strides[OUT]) = first;
  }
  return true;
}

static tercet_status
check_search(const tercet_tensor *sorted,
             const tercet_tensor *values,
             tercet_error *err)
{
  if (sorted->rank != 1) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "search in a tensor of rank %zu, not 1",
                            sorted->rank);
  }
  if (sorted->dtype != values->dtype) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "search for %s among %s",
                            tercet_dtype_name(values->dtype),
                            tercet_dtype_name(sorted->dtype));
  }
  return TERCET_OK;
}

static tercet_status
run_search(key_search *search,
           const tercet_tensor *values,
           tercet_tensor *out,
           tercet_error *err)
{
  tercet_loop loop;
  tercet_loop_init(&loop, values->rank, values->shape);
  tercet_loop_add_tensor(&loop, values);
  tercet_loop_add_tensor(&loop, out);
  tercet_loop_collapse(&loop);
  // A search takes about as long as reading 16 numbers
  return tercet_loop_run_shared(&loop,
                                16 * (int64_t)sizeof(uint64_t),
                                search->keys ? search_line
                                             : search_complex_line,
                                search,
                                err);
}

/// Load the keys of what is searched, if it has any
static tercet_status
load_sorted(const tercet_allocator *alloc,
            const tercet_tensor *sorted,
            uint64_t **out,
            tercet_error *err)
{
  *out = NULL;
  if (tercet_has_keys(sorted->dtype)) {
    const size_t n = (size_t)sorted->size;
    *out = (uint64_t *)tercet_allocate_array(alloc, n ? n : 1U, sizeof(**out));
    if (!*out) {
      return tercet_error_no_memory(err);
    }
    tercet_keys64_load(sorted->dtype,
                       sorted->data,
                       sorted->strides[0],
                       sorted->size,
                       true,
                       *out);
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_searchsorted(const tercet_allocator *alloc,
                           const tercet_tensor *sorted,
                           const tercet_tensor *values,
                           bool right,
                           tercet_tensor **out,
                           tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_search(sorted, values, err));
  uint64_t *keys = NULL;
  TERCET_TRY(load_sorted(alloc, sorted, &keys, err));
  tercet_status st = tercet_tensor_new_raw(
      alloc, TERCET_DTYPE_I64, values->rank, values->shape, out, err);
  if (st == TERCET_OK) {
    key_search search = {keys, sorted, sorted->size, sorted->dtype, right};
    st = run_search(&search, values, *out, err);
  }
  tercet_release(alloc, keys);
  return tercet_tensor_made(st, out);
}
