// SPDX-License-Identifier: Apache-2.0

/**
   `bench_reduce [THREADS]`: reductions and sorts against numpy in the same
   run, Debian's and that of TERCET_PYTHON if that is set, by the time that
   each had the processor; with more threads than one ours by the clock.
   Reductions are also set against the time that reading the memory takes.
*/

#include "memory.h"
#include "numpy_times.h"

#include <tercet/tensor.h>

#include <string.h>

/// What one case runs
typedef struct {
  const char *name;
  char op; ///< See run_case()
  bool is_f64;
  int64_t axis; ///< Or TERCET_FLAT
} bench_case;

static const bench_case cases[] = {
    {"sum f32 all", 's', false, TERCET_FLAT},
    {"sum f32 axis 0", 's', false, 0},
    {"sum f32 axis 1", 's', false, 1},
    {"max f32 all", 'x', false, TERCET_FLAT},
    {"max f32 axis 0", 'x', false, 0},
    {"max f32 axis 1", 'x', false, 1},
    {"mean f32 all", 'm', false, TERCET_FLAT},
    {"mean f32 axis 0", 'm', false, 0},
    {"mean f32 axis 1", 'm', false, 1},
    {"std f32 all", 'd', false, TERCET_FLAT},
    {"std f32 axis 0", 'd', false, 0},
    {"std f32 axis 1", 'd', false, 1},
    {"argmax f32 axis 0", 'a', false, 0},
    {"argmax f32 axis 1", 'a', false, 1},
    {"sum f64 all", 's', true, TERCET_FLAT},
    {"sum f64 axis 0", 's', true, 0},
    {"sum f64 axis 1", 's', true, 1},
    {"max f64 axis 1", 'x', true, 1},
    {"std f64 all", 'd', true, TERCET_FLAT},
    {"std f64 axis 0", 'd', true, 0},
    {"std f64 axis 1", 'd', true, 1},
    {"argmax f64 axis 1", 'a', true, 1},
    {"sort f32 1M", 'o', false, 0},
    {"sort f64 1M", 'o', true, 0},
    {"argsort f32 1M", 'i', false, 0},
    {"argsort f64 1M", 'i', true, 0},
    {"median f32 1M", 'q', false, 0},
    {"median f64 1M", 'q', true, 0},
    {"sort f32 1000^2 axis 0", 'O', false, 0},
    {"sort f32 1000^2 axis 1", 'O', false, 1},
    {"sort f64 1000^2 axis 0", 'O', true, 0},
    {"sort f64 1000^2 axis 1", 'O', true, 1},
};

#define N_CASES (sizeof(cases) / sizeof(cases[0]))
#define SIDE 4096

typedef struct {
  const bench_case *bench;
  const tercet_tensor *matrix; ///< SIDE x SIDE
  const tercet_tensor *line;   ///< 1M
  const tercet_tensor *square; ///< 1000 x 1000
} bench_run;

static tercet_status
call_case(const bench_run *run, tercet_tensor **out)
{
  const int64_t axis = run->bench->axis;
  const int64_t *const axes = axis == TERCET_FLAT ? NULL : &axis;
  switch (run->bench->op) {
  case 's':
    return tercet_tensor_sum(NULL, run->matrix, 1, axes, false, out, NULL);
  case 'x':
    return tercet_tensor_max(NULL, run->matrix, 1, axes, false, out, NULL);
  case 'm':
    return tercet_tensor_mean(NULL, run->matrix, 1, axes, false, out, NULL);
  case 'd':
    return tercet_tensor_std(NULL, run->matrix, 0, 1, axes, false, out, NULL);
  case 'a':
    return tercet_tensor_argmax(NULL, run->matrix, axis, false, out, NULL);
  case 'o':
    return tercet_tensor_sort(NULL, run->line, 0, out, NULL);
  case 'i':
    return tercet_tensor_argsort(NULL, run->line, 0, out, NULL);
  case 'q':
    return tercet_tensor_median(NULL, run->line, 1, axes, false, out, NULL);
  default:
    return tercet_tensor_sort(NULL, run->square, axis, out, NULL);
  }
}

static void
run_case(void *context)
{
  tercet_tensor *out = NULL;
  bench_require(call_case((const bench_run *)context, &out) == TERCET_OK,
                "a case");
  bench_use(tercet_tensor_data(out));
  tercet_tensor_unref(out);
}

static tercet_tensor *
random_normals(bool is_f64, size_t rank, const int64_t *shape)
{
  tercet_tensor *out = NULL;
  bench_require(tercet_tensor_new(NULL,
                                  is_f64 ? TERCET_DTYPE_F64 : TERCET_DTYPE_F32,
                                  rank,
                                  shape,
                                  &out,
                                  NULL) == TERCET_OK,
                "an allocation");
  void *const data = tercet_tensor_mutable_data(out);
  uint64_t state = 1;
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    // The sum of four uniform numbers is near enough
    double x = 0;
    for (int j = 0; j < 4; ++j) {
      state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
      x += (double)(state >> 11U) * 0x1p-53 - 0.5;
    }
    if (is_f64) {
      ((double *)data)[i] = x;
    } else {
      ((float *)data)[i] = (float)x;
    }
  }
  return out;
}

/// Rounds of a case, and of those that are compared with memory: what a shared
/// cache does for them changes from one moment to the next
#define ROUNDS 9
#define MEMORY_ROUNDS 20

static double
measure(size_t n_rounds, void (*call)(void *), void *context)
{
  return tercet_threads() == 1 ? bench_best_cpu(n_rounds, call, context)
                               : bench_best(n_rounds, call, context);
}

/// Measure a case and reading its memory in turn
static double
measure_with_memory(bench_run *run, double *reading)
{
  double best = 1e30;
  *reading = 1e30;
  for (size_t i = 0; i < MEMORY_ROUNDS; ++i) {
    const double seconds = measure(1, run_case, run);
    const double limit =
        measure(1, bench_read_memory, (void *)(uintptr_t)run->matrix);
    best = seconds < best ? seconds : best;
    *reading = limit < *reading ? limit : *reading;
  }
  return best;
}

int
main(int argc, char **argv)
{
  static numpy_times peers[2];
  const int64_t side[2] = {SIDE, SIDE};
  const int64_t million = 1000000;
  const int64_t thousand[2] = {1000, 1000};
  const char *const newer = getenv("TERCET_PYTHON");
  size_t n_peers = 0;
  tercet_set_threads(argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 1U);
  numpy_times_read(
      "", "/usr/bin/python3", "reduce_numpy.py", &peers[n_peers++]);
  if (newer) {
    numpy_times_read("", newer, "reduce_numpy.py", &peers[n_peers++]);
  }
  for (int is_f64 = 0; is_f64 < 2; ++is_f64) {
    tercet_tensor *const matrix = random_normals(is_f64, 2, side);
    tercet_tensor *const line = random_normals(is_f64, 1, &million);
    tercet_tensor *const square = random_normals(is_f64, 2, thousand);
    for (size_t i = 0; i < N_CASES; ++i) {
      if (cases[i].is_f64 != (is_f64 != 0)) {
        continue;
      }
      bench_run run = {&cases[i], matrix, line, square};
      const bool is_reduction = strchr("sxmda", cases[i].op);
      double reading = 0;
      const double seconds = is_reduction ? measure_with_memory(&run, &reading)
                                          : measure(ROUNDS, run_case, &run);
      numpy_times_compare(cases[i].name, seconds, peers, n_peers);
      if (is_reduction) {
        bench_time(cases[i].name, seconds, "reading the memory", reading);
      }
    }
    tercet_tensor_unref(matrix);
    tercet_tensor_unref(line);
    tercet_tensor_unref(square);
  }
  return 0;
}
