// SPDX-License-Identifier: Apache-2.0

/**
   Transposed copies, indexes that are tensors, and assignment: set against
   numpy in the same run, where there is one, in one thread, by the time that
   each had the processor.  `bench_view [ROW]` measures rows whose names start
   so.
*/

#include "bench.h"

#include <tercet/tensor.h>

#include <string.h>

enum { N = 4096, RUNS = 7, MAX_PEERS = 64 };

/* ---- numpy ---- */

/// What numpy takes for each row
typedef struct {
  char name[64];
  double seconds;
} peer;

static peer peers[MAX_PEERS];
static size_t n_peers;

/// What the names of rows to be measured start with; NULL: all
static const char *wanted;

static void
measure_numpy(void)
{
  const char *const source = getenv("TERCET_SOURCE");
  char command[512];
  snprintf(command,
           sizeof(command),
           "/usr/bin/env python3 '%s/bench/view_numpy.py' 2>/dev/null || "
           "/usr/bin/python3 '%s/bench/view_numpy.py' 2>/dev/null",
           source ? source : ".",
           source ? source : ".");
  FILE *const pipe = popen(command, "r");
  char version[32] = "";
  while (pipe && n_peers < MAX_PEERS &&
         fscanf(pipe, "%63s", peers[n_peers].name) == 1) {
    if (!strcmp(peers[n_peers].name, "numpy")) {
      if (fscanf(pipe, "%31s", version) != 1) {
        version[0] = '\0';
      }
    } else if (fscanf(pipe, "%lf", &peers[n_peers].seconds) == 1) {
      ++n_peers;
    }
  }
  if (pipe) {
    pclose(pipe);
  }
  printf("%s %s\n", n_peers ? "numpy" : "no numpy", version);
}

/// Print a row: both times, and how many times as fast as numpy this is
static void
report(const char *name, double seconds)
{
  for (size_t i = 0; i < n_peers; ++i) {
    if (!strcmp(peers[i].name, name)) {
      bench_rate(name, 1 / seconds, "numpy", 1 / peers[i].seconds, "1/s");
      return;
    }
  }
  printf("%-44s %10.3f ms\n", name, seconds * 1e3);
}

/* ---- Operands ---- */

static tercet_tensor *
make_ones(tercet_dtype dtype, size_t rank, int64_t a, int64_t b, int64_t c)
{
  const int64_t shape[3] = {a, b, c};
  tercet_tensor *out = NULL;
  bench_require(!tercet_tensor_ones(NULL, dtype, rank, shape, &out, NULL),
                "ones");
  return out;
}

static tercet_tensor *
make_positions(int64_t n, int64_t extent)
{
  tercet_tensor *const out = make_ones(TERCET_DTYPE_I64, 1, n, 0, 0);
  int64_t *const data = (int64_t *)tercet_tensor_mutable_data(out);
  for (int64_t i = 0; i < n; ++i) {
    data[i] = (int64_t)((uint64_t)i * 2654435761U % (uint64_t)extent);
  }
  return out;
}

static tercet_tensor *
make_transposed(const tercet_tensor *in)
{
  tercet_tensor *out = NULL;
  bench_require(!tercet_tensor_permute(in, NULL, &out, NULL), "permute");
  return out;
}

static tercet_tensor *
make_part(const tercet_tensor *in, int64_t start, int64_t stop)
{
  const tercet_index items[1] = {tercet_index_range(start, stop, 1)};
  tercet_tensor *out = NULL;
  bench_require(!tercet_tensor_index(in, 1, items, &out, NULL), "index");
  return out;
}

/// What a run works on
typedef struct {
  tercet_tensor *a;
  tercet_tensor *b;
  tercet_tensor *c;
  int64_t axis;
} operands;

static void
release(operands *o)
{
  tercet_tensor_unref(o->a);
  tercet_tensor_unref(o->b);
  tercet_tensor_unref(o->c);
}

/// Measure, print, and give the operands back
static void
run_row(const char *name, void (*run)(void *context), operands o)
{
  if (wanted && strncmp(name, wanted, strlen(wanted)) != 0) {
    release(&o);
    return;
  }
  run(&o);
  report(name, bench_best_cpu(RUNS, run, &o));
  release(&o);
}

/* ---- Runs ---- */

static void
run_copy(void *context)
{
  const operands *const o = (const operands *)context;
  tercet_tensor *out = NULL;
  bench_require(!tercet_tensor_copy(NULL, o->a, &out, NULL), "copy");
  tercet_tensor_unref(out);
}

static void
run_assign(void *context)
{
  const operands *const o = (const operands *)context;
  bench_require(!tercet_tensor_assign(o->a, o->b, NULL), "assign");
}

static void
run_take(void *context)
{
  const operands *const o = (const operands *)context;
  tercet_tensor *out = NULL;
  bench_require(!tercet_tensor_take(
                    NULL, o->a, o->b, o->axis, TERCET_BOUNDS_CHECK, &out, NULL),
                "take");
  tercet_tensor_unref(out);
}

static void
run_take_along_axis(void *context)
{
  const operands *const o = (const operands *)context;
  tercet_tensor *out = NULL;
  bench_require(
      !tercet_tensor_take_along_axis(NULL, o->a, o->b, o->axis, &out, NULL),
      "take along axis");
  tercet_tensor_unref(out);
}

static void
run_put(void *context)
{
  const operands *const o = (const operands *)context;
  bench_require(
      !tercet_tensor_put(o->a, o->b, 0, TERCET_BOUNDS_CHECK, o->c, NULL),
      "put");
}

static void
run_select(void *context)
{
  const operands *const o = (const operands *)context;
  tercet_tensor *out = NULL;
  bench_require(!tercet_tensor_select(NULL, o->a, o->b, &out, NULL), "select");
  tercet_tensor_unref(out);
}

static void
run_assign_where(void *context)
{
  const operands *const o = (const operands *)context;
  bench_require(!tercet_tensor_assign_where(o->a, o->b, o->c, NULL),
                "assign where");
}

static void
run_nonzero(void *context)
{
  const operands *const o = (const operands *)context;
  tercet_tensor *out = NULL;
  bench_require(!tercet_tensor_nonzero(NULL, o->b, &out, NULL), "nonzero");
  tercet_tensor_unref(out);
}

/* ---- Rows ---- */

static void
measure_transposes(void)
{
  static const struct {
    tercet_dtype dtype;
    const char *name;
  } sizes[] = {
      {TERCET_DTYPE_U8, "transpose-into-uint8"},
      {TERCET_DTYPE_I16, "transpose-into-int16"},
      {TERCET_DTYPE_F32, "transpose-into-float32"},
      {TERCET_DTYPE_F64, "transpose-into-float64"},
      {TERCET_DTYPE_C128, "transpose-into-complex128"},
  };
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); ++i) {
    tercet_tensor *const a = make_ones(sizes[i].dtype, 2, N, N, 0);
    run_row(sizes[i].name,
            run_assign,
            (operands){make_ones(sizes[i].dtype, 2, N, N, 0),
                       make_transposed(a),
                       NULL,
                       0});
    tercet_tensor_unref(a);
  }

  tercet_tensor *const a = make_ones(TERCET_DTYPE_F32, 2, N, N, 0);
  tercet_tensor *flipped = NULL;
  bench_require(!tercet_tensor_flip(a, 0, NULL, &flipped, NULL), "flip");
  run_row("transpose-copy-float32",
          run_copy,
          (operands){make_transposed(a), NULL, NULL, 0});
  run_row("flip-copy-float32", run_copy, (operands){flipped, NULL, NULL, 0});
  tercet_tensor_unref(a);

  tercet_tensor *moved = NULL;
  tercet_tensor *const last = make_ones(TERCET_DTYPE_U8, 3, 2048, 2048, 3);
  bench_require(!tercet_tensor_move_axis(last, -1, 0, &moved, NULL), "move");
  run_row("channels-first-uint8", run_copy, (operands){moved, NULL, NULL, 0});
  tercet_tensor_unref(last);
  tercet_tensor *const first = make_ones(TERCET_DTYPE_U8, 3, 3, 2048, 2048);
  bench_require(!tercet_tensor_move_axis(first, 0, -1, &moved, NULL), "move");
  run_row("channels-last-uint8", run_copy, (operands){moved, NULL, NULL, 0});
  tercet_tensor_unref(first);

  tercet_tensor *const small = make_ones(TERCET_DTYPE_F32, 2, 1000, 1000, 0);
  run_row("transpose-copy-1000-float32",
          run_copy,
          (operands){make_transposed(small), NULL, NULL, 0});
  tercet_tensor_unref(small);
}

static void
measure_positions(void)
{
  const int64_t n = 10000000;
  const int64_t m = 1000000;
  tercet_tensor *const a = make_ones(TERCET_DTYPE_F32, 1, n, 0, 0);
  run_row("take-1M-of-10M-float32",
          run_take,
          (operands){tercet_tensor_ref(a), make_positions(m, n), NULL, 0});
  run_row("index-1M-of-10M-float32",
          run_take,
          (operands){tercet_tensor_ref(a), make_positions(m, n), NULL, 0});
  run_row(
      "take-1M-of-10K-float32",
      run_take,
      (operands){make_part(a, 0, 10000), make_positions(m, 10000), NULL, 0});
  run_row("put-1M-of-10M-float32",
          run_put,
          (operands){tercet_tensor_ref(a),
                     make_positions(m, n),
                     make_ones(TERCET_DTYPE_F32, 1, m, 0, 0),
                     0});
  tercet_tensor_unref(a);

  tercet_tensor *const rows = make_ones(TERCET_DTYPE_F32, 2, 100000, 384, 0);
  run_row(
      "take-100K-rows-of-384-float32",
      run_take,
      (operands){
          tercet_tensor_ref(rows), make_positions(100000, 100000), NULL, 0});
  run_row(
      "take-192-of-384-columns-float32",
      run_take,
      (operands){tercet_tensor_ref(rows), make_positions(192, 384), NULL, 1});
  tercet_tensor *const order = make_ones(TERCET_DTYPE_I64, 2, 10000, 384, 0);
  run_row("take-along-axis-10Kx384-float32",
          run_take_along_axis,
          (operands){make_part(rows, 0, 10000), order, NULL, 1});
  tercet_tensor_unref(rows);
}

static void
measure_masks(void)
{
  const int64_t n = 10000000;
  tercet_tensor *const a = make_ones(TERCET_DTYPE_F32, 1, n, 0, 0);
  tercet_tensor *const mask = make_ones(TERCET_DTYPE_BOOL, 1, n, 0, 0);
  uint8_t *const bytes = (uint8_t *)tercet_tensor_mutable_data(mask);
  for (int64_t i = 0; i < n; ++i) {
    bytes[i] = (uint64_t)i * 2654435761U % 7U < 3U;
  }
  run_row("select-3-of-7-of-10M-float32",
          run_select,
          (operands){tercet_tensor_ref(a), tercet_tensor_ref(mask), NULL, 0});
  run_row("assign-where-3-of-7-of-10M-float32",
          run_assign_where,
          (operands){tercet_tensor_ref(a),
                     tercet_tensor_ref(mask),
                     make_ones(TERCET_DTYPE_F32, 0, 0, 0, 0),
                     0});
  run_row("nonzero-3-of-7-of-10M", run_nonzero, (operands){a, mask, NULL, 0});
}

static void
measure_assignment(void)
{
  tercet_tensor *const big = make_ones(TERCET_DTYPE_F32, 2, N, N, 0);
  run_row("assign-row-to-4096x4096-float32",
          run_assign,
          (operands){tercet_tensor_ref(big),
                     make_ones(TERCET_DTYPE_F32, 1, N, 0, 0),
                     NULL,
                     0});
  run_row("assign-overlapping-4096x4096-float32",
          run_assign,
          (operands){make_part(big, 1, N), make_part(big, 0, N - 1), NULL, 0});
  tercet_tensor_unref(big);
}

int
main(int argc, char **argv)
{
  wanted = argc > 1 ? argv[1] : NULL;
  measure_numpy();
  measure_transposes();
  measure_positions();
  measure_masks();
  measure_assignment();
  return EXIT_SUCCESS;
}
