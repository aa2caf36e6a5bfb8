// SPDX-License-Identifier: Apache-2.0

#include "store/segment_internal.h"

#include "base/allocator.h"

#include <assert.h>
#include <string.h>

/// Rows whose graphs are looked at in one go
#define FILTER_ROWS 256U

/// What has to be done about the graphs
typedef enum {
  FILTER_NONE,  ///< Every row is seen
  FILTER_GRAPH, ///< Rows of some graphs are seen
  FILTER_MERGE, ///< Likewise, and each triple once
} graph_filter;

struct tercet_scan {
  const tercet_allocator *alloc;
  const tercet_segment *segment;
  const tercet_permutation *permutation;
  tercet_scan_spec spec;
  graph_filter filter;
  uint64_t row;                     ///< Next row to read
  uint64_t end;                     ///< Behind the last row of the range
  size_t hints[TERCET_ORDER_COUNT]; ///< Blocks where the last ranges began

  // For FILTER_MERGE: the last triple that was seen
  bool has_last;
  tercet_id last[3];
};

tercet_status
tercet_scan_new(const tercet_allocator *alloc,
                const tercet_segment *segment,
                tercet_scan **out)
{
  alloc = tercet_allocator_or_default(alloc);
  tercet_scan *const scan =
      (tercet_scan *)tercet_allocate_zeroed(alloc, sizeof(tercet_scan));
  *out = scan;
  if (!scan) {
    return TERCET_ERR_NO_MEMORY;
  }

  scan->alloc = alloc;
  scan->segment = segment;
  scan->permutation = &segment->permutations[TERCET_ORDER_SPO];
  for (unsigned i = 0U; i < TERCET_ORDER_COUNT; ++i) {
    scan->hints[i] = segment->permutations[i].n_blocks / 2U;
  }

  return TERCET_OK;
}

void
tercet_scan_free(tercet_scan *scan)
{
  if (scan) {
    tercet_release(scan->alloc, scan);
  }
}

/* ---- Graphs ---- */

/// Return whether a graph is in an ascending list
static bool
is_listed(const tercet_id *graphs, size_t n_graphs, tercet_id graph)
{
  size_t begin = 0U;
  size_t end = n_graphs;
  while (begin < end) {
    const size_t middle = begin + (end - begin) / 2U;
    if (graphs[middle] < graph) {
      begin = middle + 1U;
    } else {
      end = middle;
    }
  }

  return begin < n_graphs && graphs[begin] == graph;
}

static bool
sees_graph(const tercet_scan_spec *spec, tercet_id graph)
{
  if (spec->graph_mode == TERCET_GRAPHS_NAMED && !spec->n_graphs) {
    return graph != TERCET_ID_NONE;
  }

  return is_listed(spec->graphs, spec->n_graphs, graph);
}

/// Return how many graphs of the segment are seen, the default one included
static size_t
count_seen_graphs(const tercet_segment *segment, const tercet_scan_spec *spec)
{
  if (spec->graph_mode == TERCET_GRAPHS_NAMED && !spec->n_graphs) {
    return segment->n_graphs;
  }

  size_t n_seen = 0U;
  for (size_t i = 0U; i < spec->n_graphs; ++i) {
    n_seen +=
        spec->graphs[i] == TERCET_ID_NONE
            ? segment->has_default_graph
            : is_listed(segment->graphs, segment->n_graphs, spec->graphs[i]);
  }

  return n_seen;
}

/// Choose what to do about the graphs; false if no row can be seen
static bool
choose_filter(const tercet_segment *segment,
              const tercet_scan_spec *spec,
              graph_filter *filter)
{
  const size_t n_seen = count_seen_graphs(segment, spec);
  const size_t n_graphs = segment->n_graphs + segment->has_default_graph;
  *filter = n_seen == n_graphs ? FILTER_NONE : FILTER_GRAPH;
  if (spec->graph_mode == TERCET_GRAPHS_SET && n_seen > 1U) {
    *filter = FILTER_MERGE;
  }

  return n_seen;
}

/* ---- Ranges ---- */

void
tercet_scan_open(tercet_scan *scan, const tercet_scan_spec *spec)
{
  assert(spec->n_prefix <= 3U);

  scan->spec = *spec;
  scan->permutation = &scan->segment->permutations[spec->order];
  scan->has_last = false;
  scan->row = 0U;
  scan->end = 0U;
  for (unsigned i = 0U; i < spec->n_prefix; ++i) {
    if (spec->prefix[i] == TERCET_ID_UNKNOWN) {
      return;
    }
  }
  if (!choose_filter(scan->segment, spec, &scan->filter)) {
    return;
  }

  if (!spec->n_prefix) {
    scan->end = scan->permutation->n_rows;
  } else {
    tercet_permutation_find(scan->permutation,
                            spec->prefix,
                            spec->n_prefix,
                            &scan->hints[spec->order],
                            &scan->row,
                            &scan->end);
  }
}

void
tercet_scan_seek(tercet_scan *scan, tercet_id key)
{
  const unsigned n_prefix = scan->spec.n_prefix;
  assert(n_prefix < 3U);

  if (scan->row == scan->end) {
    return;
  }

  tercet_id next = 0U;
  tercet_permutation_read(scan->permutation, n_prefix, scan->row, 1U, &next);
  if (next >= key) {
    return;
  }

  tercet_id full[3];
  memcpy(full, scan->spec.prefix, sizeof(full));
  full[n_prefix] = key;
  size_t hint = (size_t)(scan->row / TERCET_BLOCK_ROWS);
  const uint64_t row = tercet_permutation_lower_bound(
      scan->permutation, full, n_prefix + 1U, &hint);
  scan->row = row < scan->end ? row : scan->end;
}

uint64_t
tercet_scan_remaining(const tercet_scan *scan)
{
  return scan->end - scan->row;
}

/* ---- Rows ---- */

/// Return how many of at most `max` rows are left in the block of the next one
static size_t
rows_in_block(const tercet_scan *scan, size_t max)
{
  const uint64_t in_block = TERCET_BLOCK_ROWS - scan->row % TERCET_BLOCK_ROWS;
  uint64_t n = scan->end - scan->row;
  n = n < in_block ? n : in_block;
  return n < max ? (size_t)n : max;
}

/// Read the columns that are wanted of some rows in one block
static void
read_rows(const tercet_scan *scan,
          uint64_t row,
          size_t n,
          tercet_id *const columns[4],
          size_t position)
{
  for (unsigned c = 0U; c < 3U; ++c) {
    if (!columns[c]) {
      continue;
    }
    if (c < scan->spec.n_prefix) {
      for (size_t i = 0U; i < n; ++i) {
        columns[c][position + i] = scan->spec.prefix[c];
      }
    } else {
      tercet_permutation_read(
          scan->permutation, c, row, n, columns[c] + position);
    }
  }

  if (columns[3] && scan->spec.graph_mode == TERCET_GRAPHS_SET) {
    memset(columns[3] + position, 0, n * sizeof(tercet_id));
  } else if (columns[3]) {
    tercet_permutation_read(
        scan->permutation, 3U, row, n, columns[3] + position);
  }
}

/// Return whether a triple is another one than the last seen, and remember it
static bool
is_new_triple(tercet_scan *scan, const tercet_id triple[3])
{
  if (scan->has_last && !memcmp(scan->last, triple, sizeof(scan->last))) {
    return false;
  }

  memcpy(scan->last, triple, sizeof(scan->last));
  scan->has_last = true;
  return true;
}

/// Mark the rows that are seen
static void
choose_rows(tercet_scan *scan, uint64_t row, size_t n, bool seen[FILTER_ROWS])
{
  tercet_id graphs[FILTER_ROWS];
  tercet_permutation_read(scan->permutation, 3U, row, n, graphs);
  for (size_t i = 0U; i < n; ++i) {
    seen[i] = i && graphs[i] == graphs[i - 1U]
                  ? seen[i - 1U]
                  : sees_graph(&scan->spec, graphs[i]);
  }
}

/// Take the marks from rows that repeat a triple
static void
mark_repeated(tercet_scan *scan, uint64_t row, size_t n, bool seen[FILTER_ROWS])
{
  tercet_id columns[3][FILTER_ROWS];
  for (unsigned c = 0U; c < 3U; ++c) {
    tercet_permutation_read(scan->permutation, c, row, n, columns[c]);
  }
  for (size_t i = 0U; i < n; ++i) {
    const tercet_id triple[3] = {columns[0][i], columns[1][i], columns[2][i]};
    seen[i] = seen[i] && is_new_triple(scan, triple);
  }
}

/// Read the rows that are seen of the next few; return their number
static size_t
read_filtered(tercet_scan *scan,
              tercet_id *const columns[4],
              size_t position,
              size_t n)
{
  bool seen[FILTER_ROWS];
  choose_rows(scan, scan->row, n, seen);
  if (scan->filter == FILTER_MERGE) {
    mark_repeated(scan, scan->row, n, seen);
  }

  read_rows(scan, scan->row, n, columns, position);
  size_t n_kept = 0U;
  for (size_t i = 0U; i < n; ++i) {
    for (unsigned c = 0U; c < 4U; ++c) {
      if (columns[c]) {
        columns[c][position + n_kept] = columns[c][position + i];
      }
    }
    n_kept += seen[i];
  }

  return n_kept;
}

size_t
tercet_scan_next(tercet_scan *scan, tercet_id *const columns[4], size_t max)
{
  size_t n_read = 0U;
  while (n_read < max && scan->row < scan->end) {
    size_t n = rows_in_block(scan, max - n_read);
    if (scan->filter == FILTER_NONE) {
      read_rows(scan, scan->row, n, columns, n_read);
      n_read += n;
    } else {
      n = n < FILTER_ROWS ? n : FILTER_ROWS;
      n_read += read_filtered(scan, columns, n_read, n);
    }
    scan->row += n;
  }

  return n_read;
}
