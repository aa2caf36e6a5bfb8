// SPDX-License-Identifier: Apache-2.0

/**
   Products and decompositions against numpy in the same run: as Debian ships
   it, with the kernel that we use, and the one of TERCET_PYTHON if that is
   set; one thread each, by the time that each had the processor.
*/

#include "numpy_times.h"

#include <tercet/linalg.h>

#include <stdbool.h>
#include <string.h>

#define N_ROWS 1000000
#define N_COLUMNS 384

typedef enum {
  RUN_MATMUL,
  RUN_SVD,
  RUN_INV,
  RUN_EIGH,
  RUN_SOLVE,
  RUN_EINSUM,
} run_kind;

typedef struct {
  run_kind kind;
  const tercet_tensor *a;
  const tercet_tensor *b;
} run;

static void
run_once(void *context)
{
  const run *const r = (const run *)context;
  tercet_tensor *out[3] = {NULL};
  const tercet_tensor *const both[2] = {r->a, r->b};
  const tercet_string text = {"bij,bkj->bik", 12};
  tercet_status st = TERCET_OK;
  switch (r->kind) {
  case RUN_MATMUL:
    st = tercet_linalg_matmul(NULL, r->a, r->b, &out[0], NULL);
    break;
  case RUN_SVD:
    st = tercet_linalg_svd(NULL, r->a, true, &out[0], &out[1], &out[2], NULL);
    break;
  case RUN_INV:
    st = tercet_linalg_inv(NULL, r->a, &out[0], NULL);
    break;
  case RUN_EIGH:
    st = tercet_linalg_eigh(NULL, r->a, false, &out[0], &out[1], NULL);
    break;
  case RUN_SOLVE:
    st = tercet_linalg_solve(NULL, r->a, r->b, &out[0], NULL);
    break;
  case RUN_EINSUM:
    st = tercet_linalg_einsum(NULL, text, 2, both, &out[0], NULL);
    break;
  }
  bench_require(st == TERCET_OK, "an operation");
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor_unref(out[i]);
  }
}

/// Make a tensor of random numbers from 0 to 1, of integers from 0 to 99
static tercet_tensor *
make_random(tercet_dtype dtype, size_t rank, const int64_t *shape)
{
  static uint64_t state = 1;
  tercet_tensor *out = NULL;
  bench_require(tercet_tensor_new(NULL, dtype, rank, shape, &out, NULL) ==
                    TERCET_OK,
                "a tensor");
  void *const data = tercet_tensor_mutable_data(out);
  for (int64_t i = 0; i < tercet_tensor_size(out); ++i) {
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407U;
    const double x = (double)(state >> 11U) * 0x1p-53;
    if (dtype == TERCET_DTYPE_F32) {
      ((float *)data)[i] = (float)x;
    } else if (dtype == TERCET_DTYPE_F64) {
      ((double *)data)[i] = x;
    } else {
      ((int64_t *)data)[i] = (int64_t)(x * 100);
    }
  }
  return out;
}

/// Measure, and print a row for each run of numpy
static void
measure(const char *name,
        run_kind kind,
        const tercet_tensor *a,
        const tercet_tensor *b,
        const numpy_times *peers,
        size_t n_peers)
{
  run r = {kind, a, b};
  run_once(&r);
  numpy_times_compare(name, bench_best_cpu(9, run_once, &r), peers, n_peers);
}

static void
measure_dtype(tercet_dtype dtype,
              const char *suffix,
              const numpy_times *peers,
              size_t n_peers)
{
  char name[32];
  const bool has_lapack = strcmp(tercet_linalg_backend(), "none") != 0;
  for (int64_t n = 512; n <= 1024; n += 512) {
    const int64_t shape[2] = {n, n};
    tercet_tensor *const a = make_random(dtype, 2, shape);
    snprintf(name, sizeof(name), "matmul-%s-%d", suffix, (int)n);
    measure(name, RUN_MATMUL, a, a, peers, n_peers);
    tercet_tensor_unref(a);
  }
  const int64_t shape[2] = {200, 200};
  const int64_t large[2] = {500, 500};
  tercet_tensor *const a = make_random(dtype, 2, shape);
  tercet_tensor *const c = make_random(dtype, 2, large);
  tercet_tensor *const d = make_random(dtype, 1, large);
  static const char *const names[] = {"svd", "inv", "eigh"};
  static const run_kind kinds[] = {RUN_SVD, RUN_INV, RUN_EIGH};
  for (size_t i = 0; i < 3 && has_lapack; ++i) {
    snprintf(name, sizeof(name), "%s-%s", names[i], suffix);
    measure(name, kinds[i], a, NULL, peers, n_peers);
  }
  if (has_lapack) {
    snprintf(name, sizeof(name), "solve-%s", suffix);
    measure(name, RUN_SOLVE, c, d, peers, n_peers);
  }
  tercet_tensor_unref(d);
  tercet_tensor_unref(c);
  tercet_tensor_unref(a);
}

static void
measure_others(const numpy_times *peers, size_t n_peers)
{
  const int64_t square[2] = {256, 256};
  const int64_t small[3] = {10000, 4, 4};
  const int64_t rows[2] = {N_ROWS, N_COLUMNS};
  tercet_tensor *const integers = make_random(TERCET_DTYPE_I64, 2, square);
  tercet_tensor *const batch = make_random(TERCET_DTYPE_F64, 3, small);
  tercet_tensor *const x = make_random(TERCET_DTYPE_F32, 2, rows);
  tercet_tensor *const q = make_random(TERCET_DTYPE_F32, 1, rows + 1);
  measure("matmul-i64-256", RUN_MATMUL, integers, integers, peers, n_peers);
  measure("matmul-batch", RUN_MATMUL, batch, batch, peers, n_peers);
  measure("einsum", RUN_EINSUM, batch, batch, peers, n_peers);
  measure("matvec", RUN_MATMUL, x, q, peers, n_peers);
  tercet_tensor_unref(q);
  tercet_tensor_unref(x);
  tercet_tensor_unref(batch);
  tercet_tensor_unref(integers);
}

int
main(void)
{
  // numpy's second run uses our kernel: the last word of our name for it
  static numpy_times peers[3];
  const char *const backend = tercet_linalg_backend();
  const char *const space = strrchr(backend, ' ');
  const char *const newer = getenv("TERCET_PYTHON");
  char script[64];
  char setting[64] = "";
  size_t n_peers = 0;
  snprintf(script, sizeof(script), "linalg_numpy.py %d %d", N_ROWS, N_COLUMNS);
  if (space) {
    snprintf(setting, sizeof(setting), "OPENBLAS_CORETYPE=%s", space + 1);
  }
  numpy_times_read("", "/usr/bin/python3", script, &peers[n_peers++]);
  numpy_times_read(setting, "/usr/bin/python3", script, &peers[n_peers++]);
  if (newer) {
    numpy_times_read("", newer, script, &peers[n_peers++]);
  }
  printf("%s\n", backend);
  measure_dtype(TERCET_DTYPE_F32, "f32", peers, n_peers);
  measure_dtype(TERCET_DTYPE_F64, "f64", peers, n_peers);
  measure_others(peers, n_peers);
  return 0;
}
