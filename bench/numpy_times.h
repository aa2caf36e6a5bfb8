// SPDX-License-Identifier: Apache-2.0

/**
   What numpy takes for the rows of a benchmark, from a script that prints a
   line for each: its name, a tab, and seconds of processor time, or "version",
   a tab, and what the peer is to be called.
*/

#ifndef TERCET_BENCH_NUMPY_TIMES_H
#define TERCET_BENCH_NUMPY_TIMES_H

#include "bench.h"

#include <stdbool.h>
#include <string.h>

#define NUMPY_MAX_ROWS 64

typedef struct {
  char names[NUMPY_MAX_ROWS][48];
  double seconds[NUMPY_MAX_ROWS];
  size_t n;
  char version[64];
} numpy_times;

/// Run a script of this folder; without Python or numpy there are no rows.
/// `settings` are variables of the environment, `script` its name and
/// arguments.
static inline void
numpy_times_read(const char *settings,
                 const char *python,
                 const char *script,
                 numpy_times *out)
{
  const char *const source = getenv("TERCET_SOURCE");
  char command[512];
  char line[128];
  memset(out, 0, sizeof(*out));
  snprintf(command,
           sizeof(command),
           "%s %s %s/bench/%s 2>/dev/null",
           settings,
           python,
           source ? source : ".",
           script);
  FILE *const pipe = popen(command, "r");
  while (pipe && out->n < NUMPY_MAX_ROWS && fgets(line, sizeof(line), pipe)) {
    char *const tab = strchr(line, '\t');
    if (!tab) {
      continue;
    }
    *tab = '\0';
    tab[1U + strcspn(tab + 1, "\n")] = '\0';
    if (!strcmp(line, "version")) {
      snprintf(out->version, sizeof(out->version), "%.63s", tab + 1);
    } else {
      snprintf(out->names[out->n], sizeof(out->names[0]), "%.47s", line);
      out->seconds[out->n++] = strtod(tab + 1, NULL);
    }
  }
  if (pipe) {
    pclose(pipe);
  }
}

/// Print a row with our time, and with that of each peer that has one
static inline void
numpy_times_compare(const char *name,
                    double seconds,
                    const numpy_times *peers,
                    size_t n_peers)
{
  bool is_alone = true;
  for (size_t i = 0; i < n_peers; ++i) {
    for (size_t j = 0; j < peers[i].n; ++j) {
      if (!strcmp(peers[i].names[j], name)) {
        bench_time(name, seconds, peers[i].version, peers[i].seconds[j]);
        is_alone = false;
      }
    }
  }
  if (is_alone) {
    printf("%-44s %10.3f ms\n", name, seconds * 1e3);
  }
}

#endif // TERCET_BENCH_NUMPY_TIMES_H
