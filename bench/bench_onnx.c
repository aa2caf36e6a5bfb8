// SPDX-License-Identifier: Apache-2.0

/**
   ONNX models against ONNX Runtime: making a plan, calls that have little to
   do, and operators on large tensors.

   Models are written to a folder of their own, and onnx_runtime.py runs each of
   them with one thread, where TERCET_PYTHON has onnxruntime and numpy.  Outputs
   go into existing memory on both sides.  Both sides are measured in turn, some
   times with memory of its own: what a shared cache does for a matrix depends
   on where it lies.  Reductions are also set against reading the matrix.
*/

#include "memory.h"

#include <tercet/onnx.h>

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define LARGE 1000000

/// A model, its inputs and how often it is run in one measurement
typedef struct {
  const char *name;
  const char *text;
  const char *dtype;
  size_t n_inputs;
  size_t rank;
  int64_t shape[2];
  double spread; ///< Numbers are from 1 - spread to 1 + spread
  int n_calls;
} row;

#define REDUCE(op, axes, shape)                                                \
  "g (float[1024,1024] x) => (float[" shape "] y) <int64[1] axes = {" axes     \
  "}> { y = " op "(x, axes) }"

#define REDUCE_ALL(op)                                                         \
  "g (float[1024,1024] x) => (float[1,1] y) { y = " op "(x) }"

#define REDUCE_ROWS(op)                                                        \
  {op " [1024,1024] axis 0",                                                   \
   REDUCE(op, "0", "1,1024"),                                                  \
   "float32",                                                                  \
   1,                                                                          \
   2,                                                                          \
   {1024, 1024},                                                               \
   1e-4,                                                                       \
   1},                                                                         \
      {op " [1024,1024] axis 1",                                               \
       REDUCE(op, "1", "1024,1"),                                              \
       "float32",                                                              \
       1,                                                                      \
       2,                                                                      \
       {1024, 1024},                                                           \
       1e-4,                                                                   \
       1},                                                                     \
  {                                                                            \
    op " [1024,1024] full", REDUCE_ALL(op), "float32", 1, 2, {1024, 1024},     \
        1e-4, 1                                                                \
  }

#define UNARY_ROW(op)                                                          \
  {                                                                            \
    op " float64 1M", "g (double[N] x) => (double[N] y) { y = " op "(x) }",    \
        "float64", 1, 1, {LARGE}, 0.9, 1                                       \
  }

/// The models of the functions of the rdf-tensor vocabulary
#define COSINE                                                                 \
  "g (float[N] a, float[N] b) => (double y) {"                                 \
  " da = Cast<to=11>(a) db = Cast<to=11>(b)"                                   \
  " ab = Mul(da, db) dot = ReduceSum<keepdims=0>(ab)"                          \
  " aa = Mul(da, da) saa = ReduceSum<keepdims=0>(aa) na = Sqrt(saa)"           \
  " bb = Mul(db, db) sbb = ReduceSum<keepdims=0>(bb) nb = Sqrt(sbb)"           \
  " norms = Mul(na, nb) y = Div(dot, norms) }"

#define QUANTILE                                                               \
  "g (float[N] x) => (float y)"                                                \
  " <int64[1] flat = {-1}, int64[1] k = {1000000}, int64[1] at = {250000}> {"  \
  " v = Reshape(x, flat)"                                                      \
  " values, indices = TopK<axis=0, largest=0, sorted=1>(v, k)"                 \
  " w = Gather<axis=0>(values, at) y = Squeeze(w) }"

static const row rows[] = {
    {"Add [1]",
     "g (float[N] a, float[N] b) => (float[N] y) { y = Add(a, b) }",
     "float32",
     2,
     1,
     {1},
     0.9,
     10000},
    {"cosine [1]", COSINE, "float32", 2, 1, {1}, 0.9, 10000},
    {"cosine [384]", COSINE, "float32", 2, 1, {384}, 0.9, 10000},
    {"cosine 1M", COSINE, "float32", 2, 1, {LARGE}, 0.9, 1},
    REDUCE_ROWS("ReduceL1"),
    REDUCE_ROWS("ReduceSum"),
    REDUCE_ROWS("ReduceMean"),
    REDUCE_ROWS("ReduceMax"),
    REDUCE_ROWS("ReduceProd"),
    {"Add [1024,1024] and a row",
     "g (float[1024,1024] x) => (float[1024,1024] y)"
     " <int64[1] from = {0}, int64[1] to = {1}> {"
     " r = Slice(x, from, to) y = Add(x, r) }",
     "float32",
     1,
     2,
     {1024, 1024},
     0.9,
     1},
    {"Less, Where, Mul, Clip 1M",
     "g (float[N] x) => (float[N] y) <float m = {1}, float k = {3},"
     " float low = {0.5}, float high = {2}> {"
     " c = Less(x, m) t = Mul(x, k) s = Where(c, t, x)"
     " y = Clip(s, low, high) }",
     "float32",
     1,
     1,
     {LARGE},
     0.9,
     1},
    UNARY_ROW("Exp"),
    UNARY_ROW("Sin"),
    UNARY_ROW("Log"),
    {"sort 1M",
     "g (float[N] x) => (float[N] y) <int64[1] k = {1000000}> {"
     " y, i = TopK<axis=0, largest=0, sorted=1>(x, k) }",
     "float32",
     1,
     1,
     {LARGE},
     0.9,
     1},
    {"quantile 1M", QUANTILE, "float32", 1, 1, {LARGE}, 0.9, 1},
};

/* ---- Tercet ---- */

typedef struct {
  const row *r;
  tercet_onnx_model *model;
  tercet_onnx_plan *plan;
  tercet_onnx_session *session;
  tercet_onnx_value inputs[2];
  tercet_onnx_value output;
} state;

static void
make_plan(void *context)
{
  state *const s = context;
  tercet_onnx_plan *plan = NULL;
  bench_require(!tercet_onnx_plan_new(NULL, s->model, &plan, NULL), "a plan");
  tercet_onnx_plan_free(plan);
}

static void
run(void *context)
{
  state *const s = context;
  for (int i = 0; i < s->r->n_calls; ++i) {
    bench_require(
        !tercet_onnx_session_run(s->session, s->inputs, &s->output, NULL),
        "a run");
  }
}

static bool
is_reduction(const row *r)
{
  return !strncmp(r->name, "Reduce", strlen("Reduce"));
}

/// Make an input with the numbers of onnx_runtime.py
static tercet_onnx_value
make_input(const row *r, size_t i)
{
  const tercet_string name = {r->dtype, strlen(r->dtype)};
  tercet_dtype dtype = TERCET_DTYPE_F32;
  tercet_tensor *wide = NULL;
  tercet_tensor *out = NULL;
  bench_require(tercet_dtype_from_name(name, &dtype), "a dtype");
  bench_require(!tercet_tensor_new(
                    NULL, TERCET_DTYPE_F64, r->rank, r->shape, &wide, NULL),
                "an input");
  double *const x = tercet_tensor_mutable_data(wide);
  for (int64_t k = 0; k < tercet_tensor_size(wide); ++k) {
    const double n = (double)(k + 17 * (int64_t)i) * 0.6180339887498949;
    x[k] = 1 + r->spread * (2 * (n - floor(n)) - 1);
  }
  bench_require(!tercet_tensor_cast(NULL, wide, dtype, &out, NULL), "an input");
  tercet_tensor_unref(wide);
  return tercet_onnx_value_from_tensor(out);
}

static tercet_status
write_bytes(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)err;
  return fwrite(data, 1, length, context) == length ? TERCET_OK : TERCET_ERR_IO;
}

/// Read the text of a model, and write it for the peer
static void
make_model(state *s, const char *path)
{
  char text[2048];
  snprintf(text,
           sizeof(text),
           "<ir_version: 10, opset_import: [\"\" : 18]> %s",
           s->r->text);
  tercet_error err = {0};
  if (tercet_onnx_model_read(
          NULL, text, strlen(text), TERCET_ONNX_TEXT, NULL, &s->model, &err) ||
      tercet_onnx_plan_new(NULL, s->model, &s->plan, &err) ||
      tercet_onnx_session_new(NULL, s->plan, NULL, &s->session, &err)) {
    fprintf(stderr, "%s: %s\n", s->r->name, err.message);
    exit(EXIT_FAILURE);
  }
  FILE *const file = fopen(path, "wb");
  bench_require(file != NULL, "a file");
  const tercet_output output = {write_bytes, file};
  bench_require(
      !tercet_onnx_model_write(s->model, TERCET_ONNX_BINARY, &output, NULL),
      "writing the model");
  bench_require(!fclose(file), "a file");
}

/* ---- ONNX Runtime ---- */

typedef struct {
  double run;
  double create;
  char version[64]; ///< Empty: there is none
} peer_times;

static peer_times
ask_peer(const row *r, const char *path)
{
  const char *const source = getenv("TERCET_SOURCE");
  const char *const python = getenv("TERCET_PYTHON");
  peer_times out = {0, 0, ""};
  char command[1024];
  snprintf(command,
           sizeof(command),
           "%s '%s/bench/onnx_runtime.py' '%s' %s %zu %g %lld %lld 2>/dev/null",
           python ? python : "/usr/bin/python3",
           source ? source : ".",
           path,
           r->dtype,
           r->n_inputs,
           r->spread,
           (long long)r->shape[0],
           (long long)r->shape[1]);
  FILE *const pipe = popen(command, "r");
  if (pipe) {
    if (fscanf(pipe, "%lf %lf %63s", &out.run, &out.create, out.version) != 3) {
      out.version[0] = '\0';
    }
    pclose(pipe);
  }
  return out;
}

/// Times that both sides are measured
#define N_ROUNDS 3

/// The fastest of all rounds, in seconds
typedef struct {
  double run;
  double plan;
  double reading;
  peer_times peer;
} row_times;

static double
smaller(double a, double b)
{
  return a < b ? a : b;
}

/// Measure both sides, with inputs that are made for this round
static void
measure_round(const row *r, const char *path, row_times *best)
{
  state s;
  memset(&s, 0, sizeof(s));
  s.r = r;
  make_model(&s, path);
  for (size_t i = 0; i < r->n_inputs; ++i) {
    s.inputs[i] = make_input(r, i);
  }
  tercet_tensor *const first = s.inputs[0].tensor;
  // As long as onnx_runtime.py looks for its fastest run; what goes through the
  // matrix in another order leaves some of it in the cache
  for (const double end = bench_now() + 0.5; bench_now() < end;) {
    run(&s);
    best->run = smaller(best->run, bench_best_cpu(4, run, &s) / r->n_calls);
    if (is_reduction(r)) {
      bench_read_memory(first);
      best->reading =
          smaller(best->reading, bench_best_cpu(4, bench_read_memory, first));
    }
  }
  best->plan = smaller(best->plan, bench_best_cpu(200, make_plan, &s));
  const peer_times peer = ask_peer(r, path);
  if (peer.version[0]) {
    best->peer.run = smaller(best->peer.run, peer.run);
    best->peer.create = smaller(best->peer.create, peer.create);
    memcpy(best->peer.version, peer.version, sizeof(peer.version));
  }
  for (size_t i = 0; i < r->n_inputs; ++i) {
    tercet_onnx_value_unref(s.inputs[i]);
  }
  tercet_onnx_value_unref(s.output);
  tercet_onnx_session_free(s.session);
  tercet_onnx_plan_free(s.plan);
  tercet_onnx_model_free(s.model);
  remove(path);
}

static void
run_row(const row *r, const char *folder)
{
  char path[256];
  row_times best = {1e30, 1e30, 1e30, {1e30, 1e30, ""}};
  snprintf(path, sizeof(path), "%s/model.onnx", folder);
  for (int i = 0; i < N_ROUNDS; ++i) {
    measure_round(r, path, &best);
  }
  const peer_times *const peer = &best.peer;
  if (peer->version[0]) {
    printf("%-28s %10.3f us  %-20s %10.1f us  x %.2f   plan %6.2f us  %8.1f us"
           "  x %.0f\n",
           r->name,
           best.run * 1e6,
           peer->version,
           peer->run * 1e6,
           peer->run / best.run,
           best.plan * 1e6,
           peer->create * 1e6,
           peer->create / best.plan);
  } else {
    printf("%-28s %10.3f us   plan %6.2f us\n",
           r->name,
           best.run * 1e6,
           best.plan * 1e6);
  }
  if (is_reduction(r)) {
    bench_time(r->name, best.run, "reading the matrix", best.reading);
  }
  fflush(stdout);
}

int
main(void)
{
  char folder[] = "/tmp/tercet-bench-XXXXXX";
  bench_require(mkdtemp(folder) != NULL, "a folder");
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    run_row(&rows[i], folder);
  }
  rmdir(folder);
  return EXIT_SUCCESS;
}
