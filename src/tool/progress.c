// SPDX-License-Identifier: Apache-2.0

#include "tool.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/// Reading shorter than this shows no line
#define QUIET_SECONDS 0.5

static int64_t
now_nanoseconds(void)
{
  struct timespec now = {0, 0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/// Print a line such as `papers.nt: 12 of 60 MB (20 %), 1200000 statements,
/// 450000/s, 3 s left`
static void
report(void *context, const tercet_progress_state *state)
{
  tool_progress *const progress = context;
  const double seconds = (double)(now_nanoseconds() - progress->started) * 1e-9;
  if (seconds < QUIET_SECONDS) {
    return;
  }

  progress->is_shown = true;
  fprintf(stderr,
          "\r\033[K%.*s: %.0f",
          (int)state->task.length,
          state->task.data,
          (double)state->bytes_done / 1e6);
  if (state->bytes_total) {
    fprintf(stderr,
            " of %.0f MB (%.0f %%)",
            (double)state->bytes_total / 1e6,
            100.0 * (double)state->bytes_done / (double)state->bytes_total);
  } else {
    fputs(" MB", stderr);
  }
  fprintf(stderr,
          ", %" PRIu64 " statements, %.0f/s",
          state->items_done,
          (double)state->items_done / seconds);
  if (state->bytes_total && state->bytes_done) {
    const double left = (double)(state->bytes_total - state->bytes_done) *
                        seconds / (double)state->bytes_done;
    fprintf(stderr, ", %.0f s left", left);
  }
  fflush(stderr);
}

tercet_progress
tool_progress_begin(tool_progress *progress)
{
  progress->started = now_nanoseconds();
  progress->is_shown = false;

  const bool on_terminal = isatty(STDERR_FILENO);
  const tercet_progress reporter = {on_terminal ? report : NULL, progress};
  return reporter;
}

void
tool_progress_end(tool_progress *progress)
{
  if (progress->is_shown) {
    fputs("\r\033[K", stderr);
  }
}
