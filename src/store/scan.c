// SPDX-License-Identifier: Apache-2.0

#include "store/segment_internal.h"

#include "base/allocator.h"

#include <assert.h>
#include <string.h>

struct tercet_scan {
  const tercet_allocator *alloc;
  const tercet_segment *segment;
  tercet_scan_spec spec;
  uint64_t row; ///< Next row to read
  uint64_t end; ///< Behind the last row of the range
};

tercet_status
tercet_scan_new(const tercet_allocator *alloc,
                const tercet_segment *segment,
                tercet_scan **out)
{
  alloc = tercet_allocator_or_default(alloc);
  *out = (tercet_scan *)tercet_allocate_zeroed(alloc, sizeof(tercet_scan));
  if (!*out) {
    return TERCET_ERR_NO_MEMORY;
  }

  (*out)->alloc = alloc;
  (*out)->segment = segment;
  return TERCET_OK;
}

void
tercet_scan_free(tercet_scan *scan)
{
  if (scan) {
    tercet_release(scan->alloc, scan);
  }
}

void
tercet_scan_open(tercet_scan *scan, const tercet_scan_spec *spec)
{
  scan->spec = *spec;
  scan->row = tercet_segment_bound(
      scan->segment, spec->order, spec->prefix, spec->n_prefix, false);
  scan->end = tercet_segment_bound(
      scan->segment, spec->order, spec->prefix, spec->n_prefix, true);
}

static bool
sees_graph(const tercet_scan_spec *spec, tercet_id graph)
{
  if (spec->graph_mode == TERCET_GRAPHS_NAMED && !spec->n_graphs) {
    return graph != TERCET_ID_NONE;
  }
  for (size_t i = 0U; i < spec->n_graphs; ++i) {
    if (spec->graphs[i] == graph) {
      return true;
    }
  }
  return false;
}

size_t
tercet_scan_next(tercet_scan *scan, tercet_id *const columns[4], size_t max)
{
  const tercet_permutation *const permutation =
      &scan->segment->permutations[scan->spec.order];
  const bool merged = scan->spec.graph_mode == TERCET_GRAPHS_SET;
  size_t n = 0U;
  while (n < max && scan->row < scan->end) {
    const uint64_t row = scan->row++;
    if (!sees_graph(&scan->spec, permutation->columns[3][row])) {
      continue;
    }
    for (unsigned c = 0U; c < 4U; ++c) {
      if (columns[c]) {
        columns[c][n] =
            c == 3U && merged ? TERCET_ID_NONE : permutation->columns[c][row];
      }
    }
    ++n;
    // A triple of several graphs comes once
    while (merged && scan->row < scan->end) {
      bool same = true;
      for (unsigned c = 0U; c < 3U; ++c) {
        same = same && permutation->columns[c][scan->row] ==
                           permutation->columns[c][row];
      }
      if (!same) {
        break;
      }
      ++scan->row;
    }
  }
  return n;
}

void
tercet_scan_seek(tercet_scan *scan, tercet_id key)
{
  assert(scan->spec.n_prefix < 3U);

  tercet_id full[3] = {0U, 0U, 0U};
  memcpy(full, scan->spec.prefix, scan->spec.n_prefix * sizeof(tercet_id));
  full[scan->spec.n_prefix] = key;
  const uint64_t row = tercet_segment_bound(
      scan->segment, scan->spec.order, full, scan->spec.n_prefix + 1U, false);
  scan->row = row > scan->row ? row : scan->row;
}

uint64_t
tercet_scan_remaining(const tercet_scan *scan)
{
  return scan->end - scan->row;
}
