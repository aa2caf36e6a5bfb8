// SPDX-License-Identifier: Apache-2.0

/// Random orders: shuffle, permutation, choice without replacement

#include "random/random_internal.h"

#include "array/loop.h"
#include "array/tensor_view.h"
#include "base/allocator.h"
#include "base/error.h"

#include <inttypes.h>

/* ---- Shuffle (Fisher and Yates) ---- */

/// Exchange two blocks of bytes
static void
swap_bytes(char *a, char *b, size_t n)
{
  char bytes[256];
  for (size_t i = 0; i < n;) {
    const size_t n_now = n - i < sizeof(bytes) ? n - i : sizeof(bytes);
    memcpy(bytes, a + i, n_now);
    memcpy(a + i, b + i, n_now);
    memcpy(b + i, bytes, n_now);
    i += n_now;
  }
}

static bool
swap_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const size_t size = *(const size_t *)context;
  if (strides[0] == (int64_t)size) {
    swap_bytes(data[0], data[1], (size_t)n * size);
    return true;
  }
  for (int64_t i = 0; i < n; ++i) {
    swap_bytes(data[0] + i * strides[0], data[1] + i * strides[1], size);
  }
  return true;
}

/// Make the loop over two slices across `axis`
static void
start_slices(const tercet_tensor *tensor, size_t axis, tercet_loop *loop)
{
  int64_t shape[TERCET_MAX_RANK];
  int64_t strides[TERCET_MAX_RANK];
  size_t rank = 0;
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (i != axis) {
      shape[rank] = tensor->shape[i];
      strides[rank++] = tensor->strides[i];
    }
  }
  tercet_loop_init(loop, rank, shape);
  tercet_loop_add(loop, tensor->data, strides);
  tercet_loop_add(loop, tensor->data, strides);
  tercet_loop_sort(loop, 0);
  tercet_loop_collapse(loop);
}

static void
shuffle(tercet_random *random, tercet_tensor *tensor, size_t axis)
{
  size_t size = tercet_dtype_size(tensor->dtype);
  const int64_t stride = tensor->strides[axis];
  tercet_loop loop;
  start_slices(tensor, axis, &loop);
  for (int64_t i = tensor->shape[axis]; i-- > 1;) {
    const int64_t j =
        (int64_t)bounded(random, next_word(random), (uint64_t)i + 1U);
    if (i != j) {
      loop.data[0] = tensor->data + i * stride;
      loop.data[1] = tensor->data + j * stride;
      tercet_loop_run(&loop, swap_line, &size);
    }
  }
}

tercet_status
tercet_random_shuffle(tercet_random *random,
                      tercet_tensor *tensor,
                      int64_t axis,
                      tercet_error *err)
{
  TERCET_TRY(tercet_random_check_writable(tensor, err));
  const int64_t rank = (int64_t)tensor->rank;
  if (axis < -rank || axis >= rank) {
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "shuffle: axis %" PRId64 " of a tensor of rank %zu",
                            axis,
                            tensor->rank);
  }
  if (tensor->size) {
    shuffle(random, tensor, (size_t)(axis < 0 ? axis + rank : axis));
  }
  return TERCET_OK;
}

/* ---- Permutation and choice ---- */

typedef struct {
  uint64_t *order; ///< A permutation of 0 to n - 1, shuffled up to `i`
  uint64_t n;
  uint64_t i;
} choice;

static tercet_status
check_choice(const char *distribution,
             tercet_dtype dtype,
             int64_t n,
             tercet_error *err)
{
  TERCET_TRY(tercet_random_check_number(distribution, dtype, false, err));
  if (n < 0) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "%s: n is %" PRId64 ", must not be negative",
                            distribution,
                            n);
  }
  return n == 0 || (uint64_t)n - 1U <= tercet_random_greatest(dtype)
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_RANGE,
                                "%s: %s does not hold %" PRId64,
                                distribution,
                                tercet_dtype_name(dtype),
                                n - 1);
}

static void
fill_choice(tercet_random *random, const void *parameters, void *out, size_t n)
{
  choice *const c = *(choice *const *)parameters;
  uint64_t *const x = (uint64_t *)out;
  tercet_random_words(random, x, n);
  for (size_t i = 0; i < n; ++i, ++c->i) {
    const uint64_t j = c->i + bounded(random, x[i], c->n - c->i);
    x[i] = c->order[j];
    c->order[j] = c->order[c->i];
  }
}

static tercet_status
choose(const tercet_allocator *alloc,
       tercet_random *random,
       tercet_dtype dtype,
       int64_t n,
       int64_t n_samples,
       tercet_tensor **out,
       tercet_error *err)
{
  choice c = {.n = (uint64_t)n};
  TERCET_TRY(tercet_random_make(alloc, dtype, 1U, &n_samples, out, err));
  c.order =
      (uint64_t *)tercet_allocate_array(alloc, (size_t)n, sizeof(*c.order));
  if (!c.order) {
    return tercet_tensor_made(tercet_error_no_memory(err), out);
  }
  for (uint64_t i = 0; i < c.n; ++i) {
    c.order[i] = i;
  }
  choice *const parameters = &c;
  const tercet_status st = tercet_random_fill(
      random, TERCET_KIND_U, fill_choice, &parameters, *out, err);
  tercet_release(alloc, c.order);
  return tercet_tensor_made(st, out);
}

tercet_status
tercet_random_permutation(const tercet_allocator *alloc,
                          tercet_random *random,
                          tercet_dtype dtype,
                          int64_t n,
                          tercet_tensor **out,
                          tercet_error *err)
{
  *out = NULL;
  alloc = tercet_allocator_or_default(alloc);
  TERCET_TRY(check_choice("permutation", dtype, n, err));
  return choose(alloc, random, dtype, n, n, out, err);
}

tercet_status
tercet_random_choice(const tercet_allocator *alloc,
                     tercet_random *random,
                     tercet_dtype dtype,
                     int64_t n,
                     int64_t n_samples,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  alloc = tercet_allocator_or_default(alloc);
  TERCET_TRY(check_choice("choice", dtype, n, err));
  if (n_samples < 0 || n_samples > n) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "choice: %" PRId64 " different numbers of %" PRId64,
                            n_samples,
                            n);
  }
  return choose(alloc, random, dtype, n, n_samples, out, err);
}
