// SPDX-License-Identifier: Apache-2.0

/// `bench_npy`: reading and writing .npy files that the system has in memory,
/// against numpy in the same run, by the time that each had the processor

#include "numpy_times.h"

#include <tercet/tensor.h>

/// 100 MB of float32
#define SIDE 5000

#define PATH "bench_npy.npy"

static void
load(void *context)
{
  tercet_tensor *out = NULL;
  (void)context;
  bench_require(tercet_npy_load(NULL, PATH, &out, NULL) == TERCET_OK, PATH);
  tercet_tensor_unref(out);
}

static void
save(void *context)
{
  bench_require(tercet_npy_save((const tercet_tensor *)context, PATH, NULL) ==
                    TERCET_OK,
                PATH);
}

int
main(void)
{
  static numpy_times peers[2];
  const int64_t shape[2] = {SIDE, SIDE};
  const char *const newer = getenv("TERCET_PYTHON");
  tercet_tensor *tensor = NULL;
  size_t n_peers = 0;
  bench_require(
      tercet_tensor_ones(NULL, TERCET_DTYPE_F32, 2, shape, &tensor, NULL) ==
          TERCET_OK,
      "a tensor");
  save(tensor);
  numpy_times_read(
      "", "/usr/bin/python3", "npy_numpy.py " PATH, &peers[n_peers++]);
  if (newer) {
    numpy_times_read("", newer, "npy_numpy.py " PATH, &peers[n_peers++]);
  }
  numpy_times_compare(
      "save 100 MB", bench_best_cpu(9, save, tensor), peers, n_peers);
  numpy_times_compare(
      "load 100 MB", bench_best_cpu(9, load, NULL), peers, n_peers);
  tercet_tensor_unref(tensor);
  remove(PATH);
  return EXIT_SUCCESS;
}
