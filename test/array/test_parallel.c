// SPDX-License-Identifier: Apache-2.0

/// Operations in several threads give the same bytes as in one, and stop when
/// their token says so

#include "array_reference.h"

#include "array/loop.h"

#include <pthread.h>

/// Rows and columns of the operands: several megabytes
#define N_ROWS 700
#define N_COLUMNS 1000

typedef struct {
  tercet_tensor *a;       ///< float64
  tercet_tensor *turned;  ///< A view of `a` with its axes exchanged
  tercet_tensor *b;       ///< float64, a row
  tercet_tensor *whole;   ///< int32
  tercet_tensor *small;   ///< uint8
  tercet_tensor *complex; ///< complex128
  tercet_tensor *mask;
  tercet_tensor *places;  ///< int64, places on axis 0
  tercet_tensor *columns; ///< int64, a row of places on axis 1
} operands;

static tercet_tensor *
new_random(uint64_t *state, tercet_dtype dtype, int64_t n_rows)
{
  const int64_t shape[2] = {n_rows, N_COLUMNS};
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, 2, shape, &out, NULL), TERCET_OK);
  char *const data = tercet_tensor_mutable_data(out);
  const size_t size = tercet_dtype_size(dtype);
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    random_element(state, dtype, RANDOM_TAME, data + (size_t)i * size);
  }
  return out;
}

static void
operands_init(operands *x)
{
  uint64_t state = 7;
  x->a = new_random(&state, TERCET_DTYPE_F64, N_ROWS);
  x->b = new_random(&state, TERCET_DTYPE_F64, 1);
  x->whole = new_random(&state, TERCET_DTYPE_I32, N_ROWS);
  x->small = new_random(&state, TERCET_DTYPE_U8, N_ROWS * 4);
  x->complex = new_random(&state, TERCET_DTYPE_C128, N_ROWS);
  x->mask = new_random(&state, TERCET_DTYPE_BOOL, N_ROWS);
  CHECK_STATUS(tercet_tensor_permute(x->a, NULL, &x->turned, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_argsort(NULL, x->a, 0, &x->places, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_argsort(NULL, x->b, 1, &x->columns, NULL),
               TERCET_OK);
}

static void
operands_clear(operands *x)
{
  tercet_tensor_unref(x->a);
  tercet_tensor_unref(x->turned);
  tercet_tensor_unref(x->b);
  tercet_tensor_unref(x->whole);
  tercet_tensor_unref(x->small);
  tercet_tensor_unref(x->complex);
  tercet_tensor_unref(x->mask);
  tercet_tensor_unref(x->places);
  tercet_tensor_unref(x->columns);
}

/* ---- What is run ---- */

/// Name and call: the result goes to `out`
#define OPERATION_LIST(X)                                                      \
  X(add, tercet_tensor_add(NULL, x->a, x->b, out, err))                        \
  X(divide, tercet_tensor_divide(NULL, x->whole, x->whole, out, err))          \
  X(less, tercet_tensor_less(NULL, x->a, x->b, out, err))                      \
  X(power, tercet_tensor_power(NULL, x->a, x->a, out, err))                    \
  X(exp, tercet_tensor_exp(NULL, x->a, out, err))                              \
  X(sin_turned, tercet_tensor_sin(NULL, x->turned, out, err))                  \
  X(sqrt_complex, tercet_tensor_sqrt(NULL, x->complex, out, err))              \
  X(negative, tercet_tensor_negative(NULL, x->whole, out, err))                \
  X(cast, tercet_tensor_cast(NULL, x->a, TERCET_DTYPE_F16, out, err))          \
  X(cast_turned,                                                               \
    tercet_tensor_cast(NULL, x->turned, TERCET_DTYPE_F32, out, err))           \
  X(saturate,                                                                  \
    tercet_tensor_convert(                                                     \
        NULL, x->whole, TERCET_DTYPE_I16, TERCET_CAST_SATURATE, out, err))     \
  X(copy, tercet_tensor_copy(NULL, x->turned, out, err))                       \
  X(dup, tercet_tensor_dup(NULL, x->a, TERCET_COLUMN_MAJOR, out, err))         \
  X(concat,                                                                    \
    tercet_tensor_concat(                                                      \
        NULL, 2, (const tercet_tensor *[]){x->a, x->a}, 1, out, err))          \
  X(repeat,                                                                    \
    tercet_tensor_repeat(NULL, x->a, 1, (const int64_t[]){2}, 1, out, err))    \
  X(tile,                                                                      \
    tercet_tensor_tile(NULL, x->a, 2, (const int64_t[]){2, 2}, out, err))      \
  X(roll, tercet_tensor_roll(NULL, x->a, 3, 1, out, err))                      \
  X(tril, tercet_tensor_tril(NULL, x->a, 0, out, err))                         \
  X(take, tercet_tensor_take_along_axis(NULL, x->a, x->places, 0, out, err))   \
  X(take_rows,                                                                 \
    tercet_tensor_take(                                                        \
        NULL, x->small, x->columns, 1, TERCET_BOUNDS_CLIP, out, err))          \
  X(select, tercet_tensor_select(NULL, x->a, x->mask, out, err))               \
  X(sum, tercet_tensor_sum(NULL, x->a, 0, NULL, false, out, err))              \
  X(sum_rows,                                                                  \
    tercet_tensor_sum(NULL, x->a, 1, (const int64_t[]){0}, false, out, err))   \
  X(std,                                                                       \
    tercet_tensor_std(                                                         \
        NULL, x->a, 0, 1, (const int64_t[]){1}, false, out, err))              \
  X(max,                                                                       \
    tercet_tensor_max(                                                         \
        NULL, x->small, 1, (const int64_t[]){0}, true, out, err))              \
  X(norm3,                                                                     \
    tercet_tensor_norm(                                                        \
        NULL, x->a, 3, 1, (const int64_t[]){1}, false, out, err))              \
  X(argmax, tercet_tensor_argmax(NULL, x->a, 1, false, out, err))              \
  X(argmin_flat,                                                               \
    tercet_tensor_argmin(NULL, x->a, TERCET_FLAT, false, out, err))            \
  X(cumulative,                                                                \
    tercet_tensor_accumulate(NULL, TERCET_CUMULATIVE_SUM, x->a, 1, out, err))  \
  X(cumulative_rows,                                                           \
    tercet_tensor_accumulate(NULL, TERCET_CUMULATIVE_MAX, x->a, 0, out, err))  \
  X(isclose,                                                                   \
    tercet_tensor_isclose(NULL, x->a, x->b, 0.1, 0.1, true, out, err))         \
  X(sort, tercet_tensor_sort(NULL, x->a, 1, out, err))                         \
  X(argsort, tercet_tensor_argsort(NULL, x->a, 0, out, err))                   \
  X(sort_complex, tercet_tensor_sort(NULL, x->complex, 1, out, err))           \
  X(partition, tercet_tensor_partition(NULL, x->a, 9, 1, out, err))            \
  X(topk, tercet_tensor_topk(NULL, x->a, 5, 1, true, out, NULL, err))          \
  X(unique, tercet_tensor_unique(NULL, x->small, out, NULL, NULL, NULL, err))  \
  X(median,                                                                    \
    tercet_tensor_median(                                                      \
        NULL, x->a, 1, (const int64_t[]){0}, false, out, err))

typedef tercet_status (*operation)(const operands *x,
                                   tercet_tensor **out,
                                   tercet_error *err);

#define DEFINE(name, call)                                                     \
  static tercet_status run_##name(                                             \
      const operands *x, tercet_tensor **out, tercet_error *err)               \
  {                                                                            \
    return call;                                                               \
  }

OPERATION_LIST(DEFINE)

typedef struct {
  const char *name;
  operation run;
} named_operation;

static const named_operation operations[] = {
#define ENTRY(name, call) {#name, run_##name},
    OPERATION_LIST(ENTRY)};

#define N_OPERATIONS (sizeof(operations) / sizeof(operations[0]))

/* ---- Threads ---- */

/// Two results of one operation have the same layout; zeros and NaN count by
/// their bits
static bool
same_bytes(const tercet_tensor *a, const tercet_tensor *b)
{
  return tercet_tensor_size(a) == tercet_tensor_size(b) &&
         !memcmp(tercet_tensor_data(a),
                 tercet_tensor_data(b),
                 (size_t)tercet_tensor_size(a) *
                     tercet_dtype_size(tercet_tensor_dtype(a)));
}

static void
test_threads_give_the_same_bytes(const operands *x)
{
  for (size_t i = 0; i < N_OPERATIONS; ++i) {
    tercet_tensor *expected = NULL;
    tercet_error err = {0};
    tercet_set_threads(1);
    CHECK_STATUS(operations[i].run(x, &expected, &err), TERCET_OK);
    for (size_t n_threads = 2; n_threads <= 3; ++n_threads) {
      tercet_tensor *actual = NULL;
      tercet_set_threads(n_threads);
      CHECK_STATUS(operations[i].run(x, &actual, &err), TERCET_OK);
      const bool same = actual && same_bytes(actual, expected);
      CHECK(same);
      if (!same) {
        fprintf(stderr, "  %s: %s\n", operations[i].name, err.message);
      }
      tercet_tensor_unref(actual);
    }
    tercet_tensor_unref(expected);
  }
  tercet_set_threads(1);
}

/// The operand named is the first wrong one, whichever thread met one
static void
test_threads_report_the_first_zero(const operands *x)
{
  tercet_tensor *divisor = NULL;
  tercet_tensor *out = NULL;
  tercet_error err = {0};
  tercet_set_threads(3);
  CHECK_STATUS(
      tercet_tensor_ones_like(NULL, x->whole, TERCET_DTYPE_I32, &divisor, NULL),
      TERCET_OK);
  const int64_t late[2] = {N_ROWS - 1, 5};
  const int64_t early[2] = {N_ROWS / 3, 17};
  const tercet_scalar zero = tercet_scalar_from_i64(0);
  CHECK_STATUS(tercet_tensor_set(divisor, 2, late, zero, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_set(divisor, 2, early, zero, NULL), TERCET_OK);
  CHECK_STATUS(
      tercet_tensor_truncate_divide(NULL, x->whole, divisor, &out, &err),
      TERCET_ERR_RANGE);
  CHECK(!out);
  CHECK(strstr(err.message, "[233, 17]"));
  tercet_tensor_unref(divisor);
  tercet_set_threads(1);
}

/* ---- Parts of loops ---- */

typedef struct {
  int64_t n;
  uint64_t sum; ///< Of addresses, by position
} visit;

static bool
visit_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  visit *const v = (visit *)context;
  for (int64_t i = 0; i < n; ++i) {
    const uintptr_t a = (uintptr_t)(data[0] + i * strides[0]);
    const uintptr_t b = (uintptr_t)(data[1] + i * strides[1]);
    v->sum = v->sum * 31U + (uint64_t)a * 3U + (uint64_t)b;
    ++v->n;
  }
  return true;
}

static void
test_parts_visit_each_element_in_order(void)
{
  uint64_t state = 11;
  for (size_t round = 0; round < 400; ++round) {
    int64_t shape[TERCET_MAX_RANK];
    int64_t strides[2][TERCET_MAX_RANK];
    static char memory[1];
    const size_t rank = random_shape(&state, shape);
    tercet_loop loop;
    tercet_loop_init(&loop, rank, shape);
    for (size_t i = 0; i < 2; ++i) {
      for (size_t axis = 0; axis < rank; ++axis) {
        strides[i][axis] = (int64_t)(check_random(&state) % 64U) - 32;
      }
      tercet_loop_add(&loop, memory, strides[i]);
    }
    visit whole = {0, 0};
    CHECK(tercet_loop_run(&loop, visit_line, &whole));

    // From parts of one element to all in one
    static const int64_t costs[] = {INT64_MAX, 1 << 20, 1 << 17, 1 << 14, 1};
    for (size_t i = 0; i < sizeof(costs) / sizeof(costs[0]); ++i) {
      visit parts = {0, 0};
      CHECK_STATUS(
          tercet_loop_run_parts(&loop, costs[i], visit_line, &parts, NULL),
          TERCET_OK);
      CHECK_INT(parts.n, whole.n);
      CHECK(parts.sum == whole.sum);
    }
  }
}

/* ---- Cancellation ---- */

static void
test_requested_token_stops(const operands *x)
{
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_cancel_request(cancel);
  for (size_t n_threads = 1; n_threads <= 2; ++n_threads) {
    tercet_set_threads(n_threads);
    for (size_t i = 0; i < N_OPERATIONS; ++i) {
      tercet_tensor *out = NULL;
      tercet_error err = {0};
      CHECK(!tercet_cancel_use(cancel));
      const tercet_status st = operations[i].run(x, &out, &err);
      CHECK(tercet_cancel_use(NULL) == cancel);
      CHECK_STATUS(st, TERCET_ERR_CANCELLED);
      CHECK_STATUS(err.status, TERCET_ERR_CANCELLED);
      CHECK(!out);
      if (st != TERCET_ERR_CANCELLED) {
        fprintf(stderr, "  %s\n", operations[i].name);
      }
      tercet_tensor_unref(out);
    }
  }
  tercet_set_threads(1);
  tercet_cancel_free(cancel);
}

static void
test_deadline_stops(const operands *x)
{
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_tensor *out = NULL;
  tercet_cancel_set_timeout(cancel, 0);
  tercet_cancel_use(cancel);
  CHECK_STATUS(tercet_tensor_exp(NULL, x->a, &out, NULL), TERCET_ERR_TIMEOUT);
  CHECK_STATUS(tercet_tensor_assign(x->turned, x->turned, NULL), TERCET_OK);
  tercet_cancel_set_timeout(cancel, 1000);
  CHECK_STATUS(tercet_tensor_exp(NULL, x->a, &out, NULL), TERCET_OK);
  tercet_tensor_unref(out);
  tercet_cancel_use(NULL);
  tercet_cancel_free(cancel);
}

/// What another thread does, without checks of its own
typedef struct {
  const operands *x;
  tercet_tensor *out;
  tercet_status status;
  const tercet_cancel *token;
} sum_elsewhere;

static void *
add_in_another_thread(void *argument)
{
  sum_elsewhere *const sum = (sum_elsewhere *)argument;
  sum->status = tercet_tensor_add(NULL, sum->x->a, sum->x->b, &sum->out, NULL);
  sum->token = tercet_cancel_use(NULL);
  return NULL;
}

static void
test_tokens_belong_to_threads(const operands *x)
{
  sum_elsewhere sum = {x, NULL, TERCET_OK, NULL};
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_cancel_request(cancel);
  tercet_cancel_use(cancel);
  pthread_t thread;
  CHECK_INT(pthread_create(&thread, NULL, add_in_another_thread, &sum), 0);
  pthread_join(thread, NULL);
  CHECK_STATUS(sum.status, TERCET_OK);
  CHECK(!sum.token);
  tercet_tensor_unref(sum.out);
  tercet_cancel_use(NULL);
  tercet_cancel_free(cancel);
}

static void *
request_soon(void *argument)
{
  const struct timespec pause = {0, 3000000};
  nanosleep(&pause, NULL);
  tercet_cancel_request((tercet_cancel *)argument);
  return NULL;
}

/// Repeats an operation until it is stopped, which the request of another
/// thread does
static void
check_request_stops(const operands *x, operation run)
{
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  pthread_t thread;
  tercet_cancel_use(cancel);
  CHECK_INT(pthread_create(&thread, NULL, request_soon, cancel), 0);
  tercet_status st = TERCET_OK;
  for (size_t i = 0; st == TERCET_OK && i < 100000; ++i) {
    tercet_tensor *out = NULL;
    st = run(x, &out, NULL);
    CHECK(!st == (out != NULL));
    tercet_tensor_unref(out);
  }
  CHECK_STATUS(st, TERCET_ERR_CANCELLED);
  tercet_cancel_use(NULL);
  pthread_join(thread, NULL);
  tercet_cancel_free(cancel);
}

static void
test_request_from_another_thread_stops(const operands *x)
{
  for (size_t n_threads = 1; n_threads <= 2; ++n_threads) {
    tercet_set_threads(n_threads);
    check_request_stops(x, run_exp);
    check_request_stops(x, run_sum);
    check_request_stops(x, run_sort);
    check_request_stops(x, run_copy);
  }
  tercet_set_threads(1);
}

/// What an operation made before it was stopped is given back
static void
test_stopped_operations_release(const operands *x)
{
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_tensor *out = NULL;
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_cancel_request(cancel);
  tercet_cancel_use(cancel);
  CHECK_STATUS(tercet_tensor_add(&alloc, x->a, x->b, &out, NULL),
               TERCET_ERR_CANCELLED);
  CHECK(state.calls > 0);
  CHECK(!out);
  tercet_cancel_use(NULL);
  tercet_cancel_free(cancel);
}

int
main(void)
{
  operands x;
  operands_init(&x);
  test_threads_give_the_same_bytes(&x);
  test_threads_report_the_first_zero(&x);
  test_parts_visit_each_element_in_order();
  test_requested_token_stops(&x);
  test_deadline_stops(&x);
  test_tokens_belong_to_threads(&x);
  test_request_from_another_thread_stops(&x);
  test_stopped_operations_release(&x);
  operands_clear(&x);
  return check_finish();
}
