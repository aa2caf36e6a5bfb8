// SPDX-License-Identifier: Apache-2.0

/**
   What the benchmarks share: time of the best of several runs, and a row that
   sets a figure against a peer or a physical limit measured in the same run.
*/

#ifndef TERCET_BENCH_BENCH_H
#define TERCET_BENCH_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/// Return seconds of a clock that only goes forward
static inline double
bench_now(void)
{
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// Call `run` at least `n_runs` times and return the seconds of the fastest
static inline double
bench_best(size_t n_runs, void (*run)(void *context), void *context)
{
  double best = 1e30;
  for (size_t i = 0; i < n_runs; ++i) {
    const double start = bench_now();
    run(context);
    const double seconds = bench_now() - start;
    best = seconds < best ? seconds : best;
  }
  return best;
}

/// Like bench_best(), of the time that this process had a processor: for
/// comparisons on a busy machine
static inline double
bench_best_cpu(size_t n_runs, void (*run)(void *context), void *context)
{
  double best = 1e30;
  for (size_t i = 0; i < n_runs; ++i) {
    struct timespec start = {0, 0};
    struct timespec end = {0, 0};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    run(context);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    const double seconds = (double)(end.tv_sec - start.tv_sec) +
                           (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
    best = seconds < best ? seconds : best;
  }
  return best;
}

/// Keep a value that a measured loop computed
static inline void
bench_use(const void *value)
{
  __asm__ volatile("" : : "r"(value) : "memory");
}

/// End the program when a step of the benchmark failed
static inline void
bench_require(int holds, const char *what)
{
  if (!holds) {
    fprintf(stderr, "bench: %s failed\n", what);
    exit(EXIT_FAILURE);
  }
}

/// Print a row: what, its rate, the peer's rate, and how many times the peer's
/// rate it is
static inline void
bench_rate(const char *what,
           double rate,
           const char *peer,
           double peer_rate,
           const char *unit)
{
  printf("%-44s %10.1f %-8s %-28s %10.1f  x %.2f\n",
         what,
         rate,
         unit,
         peer,
         peer_rate,
         rate / peer_rate);
  fflush(stdout);
}

/// Print a row: what, its time, the peer's or the limit's time, and how many
/// times as long it takes
static inline void
bench_time(const char *what,
           double seconds,
           const char *peer,
           double peer_seconds)
{
  printf("%-44s %10.3f ms       %-28s %10.3f  x %.2f\n",
         what,
         seconds * 1e3,
         peer,
         peer_seconds * 1e3,
         seconds / peer_seconds);
  fflush(stdout);
}

#endif // TERCET_BENCH_BENCH_H
