// SPDX-License-Identifier: Apache-2.0

/**
   A long sort or selection of a single lane stops in its middle.

   Where it allocates scratch memory after its first look at the token, the
   allocation makes the request, or else its function of comparison; quantiles
   are given a tenth of the time they take.
*/

#include "array_reference.h"

#include <time.h>

#define N_ELEMENTS 400000

/// An allocator that requests a stop with the allocation it counts down to
typedef struct {
  tercet_cancel *cancel;
  int n_before;
} requesting_allocator;

static void *
request_and_allocate(void *context, void *old, size_t size)
{
  requesting_allocator *const self = (requesting_allocator *)context;
  if (self->n_before-- == 0) {
    tercet_cancel_request(self->cancel);
  }
  return realloc(old, size);
}

static void
release(void *context, void *pointer)
{
  (void)context;
  free(pointer);
}

#define OPERATION_LIST(X)                                                      \
  X(sort, tercet_tensor_sort(alloc, t, 0, &a, &err))                           \
  X(argsort, tercet_tensor_argsort(alloc, t, 0, &a, &err))                     \
  X(partition, tercet_tensor_partition(alloc, t, 9, 0, &a, &err))              \
  X(argpartition, tercet_tensor_argpartition(alloc, t, 9, 0, &a, &err))        \
  X(topk, tercet_tensor_topk(alloc, t, 90000, 0, true, &a, &b, &err))          \
  X(unique, tercet_tensor_unique(alloc, t, &a, &b, NULL, NULL, &err))

typedef tercet_status (*operation)(const tercet_allocator *alloc,
                                   const tercet_tensor *t);

#define DEFINE_OPERATION(name, call)                                           \
  static tercet_status run_##name(const tercet_allocator *alloc,               \
                                  const tercet_tensor *t)                      \
  {                                                                            \
    tercet_tensor *a = NULL;                                                   \
    tercet_tensor *b = NULL;                                                   \
    tercet_error err = {0};                                                    \
    const tercet_status st = call;                                             \
    CHECK((a != NULL) == (st == TERCET_OK));                                   \
    CHECK(!b || a);                                                            \
    CHECK_STATUS(err.status, st);                                              \
    tercet_tensor_unref(a);                                                    \
    tercet_tensor_unref(b);                                                    \
    return st;                                                                 \
  }

OPERATION_LIST(DEFINE_OPERATION)

static const struct {
  const char *name;
  operation run;
} operations[] = {
#define OPERATION_ENTRY(name, call) {#name, run_##name},
    OPERATION_LIST(OPERATION_ENTRY)
#undef OPERATION_ENTRY
};

#define N_OPERATIONS (sizeof(operations) / sizeof(operations[0]))

/// Let each allocation request a stop; the last is that of scratch memory
static void
check_stops(size_t i_operation, const tercet_tensor *t)
{
  requesting_allocator counter = {NULL, INT32_MAX};
  tercet_allocator alloc = {request_and_allocate, release, &counter};
  CHECK_STATUS(operations[i_operation].run(&alloc, t), TERCET_OK);
  const int n_calls = INT32_MAX - counter.n_before;
  size_t n_stopped = 0;
  for (int i = 0; i < n_calls; ++i) {
    requesting_allocator state = {tercet_cancel_new(NULL), i};
    alloc.context = &state;
    tercet_cancel_use(state.cancel);
    const tercet_status st = operations[i_operation].run(&alloc, t);
    tercet_cancel_use(NULL);
    CHECK(st == TERCET_OK || st == TERCET_ERR_CANCELLED);
    n_stopped += st == TERCET_ERR_CANCELLED;
    tercet_cancel_free(state.cancel);
  }

  // What unique allocates for its results comes after its sort
  const bool is_unique = operations[i_operation].run == run_unique;
  const bool is_right =
      n_stopped == (size_t)n_calls || (is_unique && n_stopped);
  CHECK(is_right);
  if (!is_right) {
    fprintf(stderr,
            "  %s of %s: %zu of %d\n",
            operations[i_operation].name,
            tercet_dtype_name(tercet_tensor_dtype(t)),
            n_stopped,
            n_calls);
  }
}

static void
test_sorts_stop_inside(void)
{
  static const tercet_dtype dtypes[] = {
      TERCET_DTYPE_F32, TERCET_DTYPE_F64, TERCET_DTYPE_C64};
  const int64_t n = N_ELEMENTS;
  uint64_t state = 1;
  for (size_t i = 0; i < sizeof(dtypes) / sizeof(dtypes[0]); ++i) {
    tercet_tensor *t = NULL;
    CHECK_STATUS(tercet_tensor_new(NULL, dtypes[i], 1, &n, &t, NULL),
                 TERCET_OK);
    char *const data = (char *)tercet_tensor_mutable_data(t);
    const size_t size = tercet_dtype_size(dtypes[i]);
    for (size_t j = 0; j < N_ELEMENTS; ++j) {
      random_element(&state, dtypes[i], RANDOM_TAME, data + j * size);
    }
    for (size_t j = 0; j < N_OPERATIONS; ++j) {
      check_stops(j, t);
    }
    tercet_tensor_unref(t);
  }
}

/// A comparison that requests a stop
typedef struct {
  tercet_cancel *cancel;
  size_t n_calls;
} requesting_order;

static int
request_and_compare(void *context, const void *a, const void *b)
{
  requesting_order *const order = (requesting_order *)context;
  if (++order->n_calls == 1000) {
    tercet_cancel_request(order->cancel);
  }
  const int32_t x = *(const int32_t *)a;
  const int32_t y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static void
test_comparisons_stop(void)
{
  const int64_t n = N_ELEMENTS;
  requesting_order order = {tercet_cancel_new(NULL), 0};
  tercet_tensor *t = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_zeros(
                   NULL, TERCET_DTYPE_I32, 1, &n, TERCET_ROW_MAJOR, &t, NULL),
               TERCET_OK);
  tercet_cancel_use(order.cancel);
  CHECK_STATUS(tercet_tensor_sort_by(
                   NULL, t, 0, request_and_compare, &order, &out, NULL),
               TERCET_ERR_CANCELLED);
  tercet_cancel_use(NULL);
  CHECK(order.n_calls < (size_t)n);
  tercet_cancel_free(order.cancel);

  order = (requesting_order){tercet_cancel_new(NULL), 0};
  tercet_cancel_use(order.cancel);
  CHECK_STATUS(tercet_tensor_argsort_by(
                   NULL, t, 0, request_and_compare, &order, &out, NULL),
               TERCET_ERR_CANCELLED);
  tercet_cancel_use(NULL);
  CHECK(order.n_calls < (size_t)n);
  CHECK(!out);
  tercet_cancel_free(order.cancel);
  tercet_tensor_unref(t);
}

static double
seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static tercet_status
find_median(const tercet_tensor *t)
{
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_tensor_median(NULL, t, 0, NULL, false, &out, NULL);
  CHECK((out != NULL) == (st == TERCET_OK));
  tercet_tensor_unref(out);
  return st;
}

/// The clock is read on the way: the least time of several runs is cut short
static void
check_median_stops(tercet_dtype dtype)
{
  const int64_t n = 4 * N_ELEMENTS;
  tercet_tensor *t = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 1, &n, &t, NULL), TERCET_OK);
  uint64_t *const words = (uint64_t *)tercet_tensor_mutable_data(t);
  const size_t n_words = (size_t)n * tercet_dtype_size(dtype) / sizeof(*words);
  uint64_t state = 2;
  for (size_t i = 0; i < n_words; ++i) {
    words[i] = check_random(&state) & UINT64_C(0x3fffffff3fffffff); // Not NaN
  }
  double least = 1e9;
  for (int i = 0; i < 5; ++i) {
    const double start = seconds();
    CHECK_STATUS(find_median(t), TERCET_OK);
    const double time = seconds() - start;
    least = time < least ? time : least;
  }
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_cancel_use(cancel);
  tercet_cancel_set_timeout(cancel, least / 10);
  CHECK_STATUS(find_median(t), TERCET_ERR_TIMEOUT);
  tercet_cancel_use(NULL);
  tercet_cancel_free(cancel);
  tercet_tensor_unref(t);
}

int
main(void)
{
  test_sorts_stop_inside();
  test_comparisons_stop();
  check_median_stops(TERCET_DTYPE_F32);
  check_median_stops(TERCET_DTYPE_F64);
  check_median_stops(TERCET_DTYPE_C128);
  return check_finish();
}
