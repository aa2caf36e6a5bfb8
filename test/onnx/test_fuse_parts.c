// SPDX-License-Identifier: Apache-2.0

/// Passes that threads share give the same, bit for bit, for any number of
/// them, and end when they are told to

#include "text_models.h"

#include "array/dtype.h"

#include <tercet/onnx.h>
#include <tercet/tensor.h>

#include <math.h>

/// A graph with inputs x and y, and z as its output
typedef struct {
  const char *graph;
  tercet_dtype dtype;
  size_t ranks[2];
  int64_t shapes[2][3];
} shared_case;

#define F32 TERCET_DTYPE_F32
#define F64 TERCET_DTYPE_F64
#define I32 TERCET_DTYPE_I32

static const shared_case cases[] = {
    // Elements: one axis; lines that are short; an axis of few long ones
    {"(float[N] x, float[M] y) => (float[N] z)"
     "{ s = Add(x, y) e = Exp(s) z = Mul(e, x) }",
     F32,
     {1, 1},
     {{700001}, {1}}},
    {"(float[N, M] x, float[M] y) => (float[N, M] z)"
     "{ s = Add(x, y) z = Mul(s, s) }",
     F32,
     {2, 1},
     {{300007, 3}, {3}}},
    {"(double[N, M] x, double[N, K] y) => (double[N, M] z)"
     "{ s = Sub(x, y) z = Abs(s) }",
     F64,
     {2, 2},
     {{3, 200003}, {3, 1}}},
    {"(int32[N] x, int32[N] y) => (bool[N] z)"
     "{ s = Add(x, y) t = Less(s, x) z = Not(t) }",
     I32,
     {1, 1},
     {{500009}, {500009}}},
    // Lines that are reduced: many, and one, of one or more axes
    {"(float[N, M] x, float[M] y) => (float[N] z) <int64[1] a = {1}>"
     "{ s = Add(x, y) z = ReduceSum<keepdims = 0>(s, a) }",
     F32,
     {2, 1},
     {{3001, 251}, {251}}},
    {"(float[N] x, float[M] y) => (float z)"
     "{ s = Add(x, y) z = ReduceMean<keepdims = 0>(s) }",
     F32,
     {1, 1},
     {{1000003}, {1}}},
    {"(float[N, M] x, float[M] y) => (float z)"
     "{ s = Add(x, y) z = ReduceSum<keepdims = 0>(s) }",
     F32,
     {2, 1},
     {{1501, 401}, {401}}},
    {"(float[N, M] x, float[M] y) => (float z)"
     "{ s = Mul(x, y) z = ReduceMax<keepdims = 0>(s) }",
     F32,
     {2, 1},
     {{1501, 401}, {401}}},
    {"(int32[N] x, int32[M] y) => (int32 z)"
     "{ s = Mul(x, y) z = ReduceSum<keepdims = 0>(s) }",
     I32,
     {1, 1},
     {{900001}, {1}}},
    // Sums of products, with the squares of none, one or both factors
    {"(float[N] x, float[N] y) => (double z)"
     "{ a = Cast<to = 11>(x) b = Cast<to = 11>(y) p = Mul(a, b)"
     "  z = ReduceSum<keepdims = 0>(p) }",
     F32,
     {1, 1},
     {{1000003}, {1000003}}},
    {"(float[N] x, float[N] y) => (double z)"
     "{ a = Cast<to = 11>(x) b = Cast<to = 11>(y) p = Mul(a, b)"
     "  d = ReduceSum<keepdims = 0>(p) q = Mul(a, a)"
     "  s = ReduceSum<keepdims = 0>(q) r = Mul(b, b)"
     "  t = ReduceMean<keepdims = 0>(r) u = Mul(s, t) z = Div(d, u) }",
     F32,
     {1, 1},
     {{1000003}, {1000003}}},
    {"(double[N, M] x, double[N, M] y) => (double[N] z) <int64[1] a = {1}>"
     "{ p = Mul(x, y) d = ReduceSum<keepdims = 0>(p, a) q = Mul(y, y)"
     "  s = ReduceSum<keepdims = 0>(q, a) z = Add(d, s) }",
     F64,
     {2, 2},
     {{2003, 400}, {2003, 400}}},
    // Columns: more than a strip, one strip, and more axes before them
    {"(float[N, M] x, float[M] y) => (float[M] z) <int64[1] a = {0}>"
     "{ s = Add(x, y) z = ReduceSum<keepdims = 0>(s, a) }",
     F32,
     {2, 1},
     {{307, 5003}, {5003}}},
    {"(float[N, M] x, float[M] y) => (float[M] z) <int64[1] a = {0}>"
     "{ s = Add(x, y) z = ReduceSum<keepdims = 0>(s, a) }",
     F32,
     {2, 1},
     {{100003, 17}, {17}}},
    {"(double[K, N, M] x, double[M] y) => (double[K, M] z) <int64[1] a = {1}>"
     "{ s = Add(x, y) z = ReduceMean<keepdims = 0>(s, a) }",
     F64,
     {3, 1},
     {{23, 307, 45}, {45}}},
    // Axes that cannot be walked together with the sums
    {"(float[K, N, M] x, float[M] y) => (float[N] z) <int64[2] a = {0, 2}>"
     "{ s = Add(x, y) z = ReduceSum<keepdims = 0>(s, a) }",
     F32,
     {3, 1},
     {{23, 307, 145}, {145}}},
};

#define N_CASES (sizeof(cases) / sizeof(cases[0]))

static tercet_onnx_value
make_input(const shared_case *c, size_t i, double scale)
{
  tercet_tensor *wide = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_tensor_new(
          NULL, TERCET_DTYPE_F64, c->ranks[i], c->shapes[i], &wide, NULL),
      TERCET_OK);
  double *const x = tercet_tensor_mutable_data(wide);
  uint64_t seed = 7 + i;
  for (int64_t k = 0; k < tercet_tensor_size(wide); ++k) {
    x[k] = scale * ((double)(check_random(&seed) >> 11U) * 0x1p-53 + 0.25);
  }
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, c->dtype, &out, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  return tercet_onnx_value_from_tensor(out);
}

typedef struct {
  tercet_onnx_model *model;
  tercet_onnx_plan *plan;
  tercet_onnx_value inputs[2];
} prepared;

static void
prepare(const shared_case *c, prepared *p)
{
  char text[1024];
  tercet_error err = {0};
  snprintf(text,
           sizeof(text),
           "<ir_version: 10, opset_import: [\"\": 18]> g %s",
           c->graph);
  p->model = text_models_read(text, TERCET_ONNX_TEXT);
  CHECK_STATUS(tercet_onnx_plan_new(NULL, p->model, &p->plan, &err), TERCET_OK);
  CHECK(!err.message[0]);
  const double scale = tercet_dtype_kind_of(c->dtype) == TERCET_KIND_F ? 1 : 9;
  for (size_t i = 0; i < 2; ++i) {
    p->inputs[i] = make_input(c, i, scale);
  }
}

static void
release(prepared *p)
{
  tercet_onnx_value_unref(p->inputs[0]);
  tercet_onnx_value_unref(p->inputs[1]);
  tercet_onnx_plan_free(p->plan);
  tercet_onnx_model_free(p->model);
}

static tercet_status
run(const prepared *p,
    const tercet_onnx_session_options *options,
    tercet_onnx_value *out,
    tercet_error *err)
{
  tercet_onnx_session *session = NULL;
  memset(out, 0, sizeof(*out));
  CHECK_STATUS(tercet_onnx_session_new(NULL, p->plan, options, &session, NULL),
               TERCET_OK);
  tercet_status st = tercet_onnx_session_run(session, p->inputs, out, err);
  if (st == TERCET_OK) {
    // Once more, into the same memory
    st = tercet_onnx_session_run(session, p->inputs, out, err);
  }
  tercet_onnx_session_free(session);
  return st;
}

static bool
is_near(const tercet_tensor *a, const tercet_tensor *b)
{
  double most = 0;
  tercet_tensor *wide[2] = {NULL, NULL};
  CHECK_STATUS(tercet_tensor_cast(NULL, a, F64, &wide[0], NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, b, F64, &wide[1], NULL), TERCET_OK);
  const double *const x = tercet_tensor_data(wide[0]);
  const double *const y = tercet_tensor_data(wide[1]);
  for (int64_t i = 0; i < tercet_tensor_size(a); ++i) {
    const double error = fabs(x[i] - y[i]) / (fabs(y[i]) + 1e-300);
    most = error > most ? error : most;
  }
  tercet_tensor_unref(wide[0]);
  tercet_tensor_unref(wide[1]);
  const tercet_dtype dtype = tercet_tensor_dtype(a);
  return most <= (dtype == F64 ? 0x1p-48 : dtype == F32 ? 0x1p-22 : 0);
}

static void
test_any_number_of_threads_gives_the_same(void)
{
  const tercet_onnx_session_options apart = {.no_fusion = true};
  for (size_t i = 0; i < N_CASES; ++i) {
    prepared p;
    prepare(&cases[i], &p);
    tercet_onnx_value expected;
    tercet_onnx_value first;
    CHECK_STATUS(run(&p, &apart, &expected, NULL), TERCET_OK);
    CHECK_STATUS(run(&p, NULL, &first, NULL), TERCET_OK);
    CHECK(is_near(first.tensor, expected.tensor));
    for (size_t n = 2; n <= 3; ++n) {
      tercet_onnx_value value;
      tercet_set_threads(n);
      CHECK_STATUS(run(&p, NULL, &value, NULL), TERCET_OK);
      tercet_set_threads(1);
      const bool same = tercet_tensor_equals(value.tensor, first.tensor);
      CHECK(same);
      if (!same) {
        fprintf(stderr, "  %zu threads: %s\n", n, cases[i].graph);
      }
      tercet_onnx_value_unref(value);
    }
    tercet_onnx_value_unref(expected);
    tercet_onnx_value_unref(first);
    release(&p);
  }
}

/// Threads that find no memory for themselves leave the work to others
static void
test_limit_on_memory(void)
{
  prepared p;
  prepare(&cases[0], &p);
  tercet_onnx_value first;
  CHECK_STATUS(run(&p, NULL, &first, NULL), TERCET_OK);
  tercet_set_threads(3);
  size_t n_done = 0;
  for (size_t most = 700001 * 4; most < 700001 * 4 + 800000; most += 50000) {
    const tercet_onnx_session_options options = {.max_bytes = most};
    tercet_onnx_value value;
    const tercet_status st = run(&p, &options, &value, NULL);
    if (st == TERCET_OK) {
      ++n_done;
      CHECK(tercet_tensor_equals(value.tensor, first.tensor));
    } else {
      CHECK_STATUS(st, TERCET_ERR_LIMIT);
    }
    tercet_onnx_value_unref(value);
  }
  tercet_set_threads(1);
  CHECK(n_done > 0);
  tercet_onnx_value_unref(first);
  release(&p);
}

/// An operation that is not defined in one of the parts is told of as when the
/// steps are run one by one
static void
test_undefined_in_a_part(void)
{
  static const shared_case division = {
      "(int32[N] x, int32[N] y) => (int32[N] z)"
      "{ s = Add(x, x) z = Div(s, y) }",
      I32,
      {1, 1},
      {{600000}, {600000}}};
  prepared p;
  prepare(&division, &p);
  int32_t *const y = tercet_tensor_mutable_data(p.inputs[1].tensor);
  for (size_t i = 0; i < 600000; ++i) {
    y[i] = i != 500000;
  }
  for (size_t n = 1; n <= 3; ++n) {
    tercet_onnx_value value;
    tercet_error err = {0};
    tercet_set_threads(n);
    CHECK_STATUS(run(&p, NULL, &value, &err), TERCET_ERR_RANGE);
    CHECK(strstr(err.message, "Div") != NULL);
    CHECK(strstr(err.message, "500000") != NULL);
  }
  tercet_set_threads(1);
  release(&p);
}

static void
test_cancelled(void)
{
  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  prepared p;
  prepare(&cases[0], &p);
  const tercet_onnx_session_options options = {.cancel = cancel};
  tercet_onnx_session *session = NULL;
  CHECK_STATUS(tercet_onnx_session_new(NULL, p.plan, &options, &session, NULL),
               TERCET_OK);
  for (size_t n = 1; n <= 3; ++n) {
    tercet_onnx_value value = {
        TERCET_ONNX_NONE, TERCET_ONNX_UNDEFINED, NULL, NULL};
    tercet_error err = {0};
    tercet_set_threads(n);
    // It runs out between the parts, or before the first one
    for (double seconds = 0; seconds < 2e-3; seconds += 1e-4) {
      tercet_cancel_set_timeout(cancel, seconds);
      const tercet_status st =
          tercet_onnx_session_run(session, p.inputs, &value, &err);
      if (st != TERCET_OK) {
        CHECK_STATUS(st, TERCET_ERR_TIMEOUT);
        CHECK(err.message[0]);
        CHECK(!value.tensor);
      }
      tercet_onnx_value_unref(value);
      memset(&value, 0, sizeof(value));
    }
    tercet_cancel_set_timeout(cancel, 1e6);
    CHECK_STATUS(tercet_onnx_session_run(session, p.inputs, &value, &err),
                 TERCET_OK);
    tercet_onnx_value_unref(value);
  }
  tercet_cancel_request(cancel);
  tercet_onnx_value value = {
      TERCET_ONNX_NONE, TERCET_ONNX_UNDEFINED, NULL, NULL};
  CHECK_STATUS(tercet_onnx_session_run(session, p.inputs, &value, NULL),
               TERCET_ERR_CANCELLED);
  tercet_set_threads(1);
  tercet_onnx_session_free(session);
  release(&p);
  tercet_cancel_free(cancel);
}

int
main(void)
{
  test_any_number_of_threads_gives_the_same();
  test_limit_on_memory();
  test_undefined_in_a_part();
  test_cancelled();
  return check_finish();
}
