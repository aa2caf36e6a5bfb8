// SPDX-License-Identifier: Apache-2.0

#include "store/segment_internal.h"

#include "base/allocator.h"
#include "base/error.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const uint8_t tercet_order_places[TERCET_ORDER_COUNT][4] = {
    {TERCET_S, TERCET_P, TERCET_O, TERCET_G},
    {TERCET_S, TERCET_O, TERCET_P, TERCET_G},
    {TERCET_P, TERCET_S, TERCET_O, TERCET_G},
    {TERCET_P, TERCET_O, TERCET_S, TERCET_G},
    {TERCET_O, TERCET_S, TERCET_P, TERCET_G},
    {TERCET_O, TERCET_P, TERCET_S, TERCET_G},
};

static int
compare_quads(const void *a, const void *b, void *places)
{
  const uint8_t *const p = (const uint8_t *)places;
  const tercet_id_quad *const x = (const tercet_id_quad *)a;
  const tercet_id_quad *const y = (const tercet_id_quad *)b;
  for (size_t i = 0U; i < 4U; ++i) {
    if (x->id[p[i]] != y->id[p[i]]) {
      return x->id[p[i]] < y->id[p[i]] ? -1 : 1;
    }
  }
  return 0;
}

tercet_status
tercet_segment_build(const tercet_allocator *alloc,
                     tercet_thread_pool *pool,
                     tercet_id_quad *quads,
                     size_t n_quads,
                     tercet_segment **out,
                     tercet_error *err)
{
  (void)pool;
  alloc = tercet_allocator_or_default(alloc);
  tercet_segment *const segment =
      (tercet_segment *)tercet_allocate_zeroed(alloc, sizeof(tercet_segment));
  *out = NULL;
  if (!segment) {
    return tercet_error_no_memory(err);
  }

  segment->alloc = alloc;
  for (unsigned order = 0U; order < TERCET_ORDER_COUNT; ++order) {
    uint8_t places[4];
    memcpy(places, tercet_order_places[order], sizeof(places));
    if (n_quads) {
      qsort_r(quads, n_quads, sizeof(tercet_id_quad), compare_quads, places);
    }
    if (!order) {
      size_t n = 0U;
      for (size_t i = 0U; i < n_quads; ++i) {
        if (!n || memcmp(&quads[n - 1U], &quads[i], sizeof(quads[i])) != 0) {
          quads[n++] = quads[i];
        }
      }
      n_quads = n;
      segment->n_quads = n;
      segment->graphs =
          (tercet_id *)tercet_allocate_array(alloc, n, sizeof(tercet_id));
      if (!segment->graphs) {
        tercet_segment_free(segment);
        return tercet_error_no_memory(err);
      }
    }
    for (unsigned c = 0U; c < 4U; ++c) {
      tercet_id *const column =
          (tercet_id *)tercet_allocate_array(alloc, n_quads, sizeof(tercet_id));
      segment->permutations[order].columns[c] = column;
      if (!column) {
        tercet_segment_free(segment);
        return tercet_error_no_memory(err);
      }
      for (size_t i = 0U; i < n_quads; ++i) {
        column[i] = quads[i].id[places[c]];
      }
    }
  }

  // Named graphs
  uint8_t by_graph[4] = {TERCET_G, TERCET_S, TERCET_P, TERCET_O};
  if (n_quads) {
    qsort_r(quads, n_quads, sizeof(tercet_id_quad), compare_quads, by_graph);
  }
  for (size_t i = 0U; i < n_quads; ++i) {
    const tercet_id graph = quads[i].id[TERCET_G];
    if (graph && (!segment->n_graphs ||
                  segment->graphs[segment->n_graphs - 1U] != graph)) {
      segment->graphs[segment->n_graphs++] = graph;
    }
  }

  *out = segment;
  return TERCET_OK;
}

void
tercet_segment_free(tercet_segment *segment)
{
  if (!segment) {
    return;
  }

  for (unsigned order = 0U; order < TERCET_ORDER_COUNT; ++order) {
    for (unsigned c = 0U; c < 4U; ++c) {
      tercet_release(segment->alloc, segment->permutations[order].columns[c]);
    }
  }
  tercet_release(segment->alloc, segment->graphs);
  tercet_release(segment->alloc, segment);
}

uint64_t
tercet_segment_size(const tercet_segment *segment)
{
  return segment->n_quads;
}

uint64_t
tercet_segment_bytes(const tercet_segment *segment, tercet_order order)
{
  (void)order;
  return segment->n_quads * 4U * sizeof(tercet_id);
}

tercet_status
tercet_segment_unpack(const tercet_segment *segment, tercet_id_quad *out)
{
  for (uint64_t i = 0U; i < segment->n_quads; ++i) {
    for (unsigned c = 0U; c < 4U; ++c) {
      out[i].id[c] = segment->permutations[TERCET_ORDER_SPO].columns[c][i];
    }
  }
  return TERCET_OK;
}

const tercet_id *
tercet_segment_graphs(const tercet_segment *segment, size_t *n_graphs)
{
  *n_graphs = segment->n_graphs;
  return segment->graphs;
}

uint64_t
tercet_segment_bound(const tercet_segment *segment,
                     tercet_order order,
                     const tercet_id *key,
                     unsigned n_key,
                     bool upper)
{
  const tercet_permutation *const permutation = &segment->permutations[order];
  uint64_t begin = 0U;
  uint64_t end = segment->n_quads;
  while (begin < end) {
    const uint64_t middle = begin + (end - begin) / 2U;
    int order_of = 0;
    for (unsigned c = 0U; c < n_key && !order_of; ++c) {
      const tercet_id id = permutation->columns[c][middle];
      order_of = id < key[c] ? -1 : id > key[c];
    }
    if (order_of < 0 || (upper && !order_of)) {
      begin = middle + 1U;
    } else {
      end = middle;
    }
  }
  return begin;
}

uint64_t
tercet_segment_count(const tercet_segment *segment,
                     tercet_order order,
                     unsigned n_prefix,
                     const tercet_id *prefix)
{
  return tercet_segment_bound(segment, order, prefix, n_prefix, true) -
         tercet_segment_bound(segment, order, prefix, n_prefix, false);
}

uint64_t
tercet_segment_count_distinct(const tercet_segment *segment,
                              tercet_order order,
                              unsigned n_prefix,
                              const tercet_id *prefix)
{
  assert(n_prefix <= 1U);

  const uint64_t end =
      tercet_segment_bound(segment, order, prefix, n_prefix, true);
  uint64_t n = 0U;
  uint64_t row = tercet_segment_bound(segment, order, prefix, n_prefix, false);
  const tercet_id *const column =
      segment->permutations[order].columns[n_prefix];
  for (tercet_id last = 0U; row < end; ++row) {
    n += !n || column[row] != last;
    last = column[row];
  }
  return n;
}
