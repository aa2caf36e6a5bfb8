// SPDX-License-Identifier: Apache-2.0

#include "store/segment_internal.h"

#include "base/allocator.h"

#include <assert.h>

const uint8_t tercet_order_places[TERCET_ORDER_COUNT][4] = {
    {TERCET_S, TERCET_P, TERCET_O, TERCET_G},
    {TERCET_S, TERCET_O, TERCET_P, TERCET_G},
    {TERCET_P, TERCET_S, TERCET_O, TERCET_G},
    {TERCET_P, TERCET_O, TERCET_S, TERCET_G},
    {TERCET_O, TERCET_S, TERCET_P, TERCET_G},
    {TERCET_O, TERCET_P, TERCET_S, TERCET_G},
};

void
tercet_segment_free(tercet_segment *segment)
{
  if (!segment) {
    return;
  }

  for (unsigned order = 0U; order < TERCET_ORDER_COUNT; ++order) {
    tercet_permutation_clear(&segment->permutations[order]);
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
  return tercet_permutation_bytes(&segment->permutations[order]);
}

tercet_status
tercet_segment_unpack(const tercet_segment *segment, tercet_id_quad *out)
{
  tercet_id ids[TERCET_BLOCK_ROWS];
  const tercet_permutation *const p = &segment->permutations[TERCET_ORDER_SPO];
  for (size_t block = 0U; block < p->n_blocks; ++block) {
    const size_t n = tercet_block_size(p, block);
    for (unsigned place = 0U; place < 4U; ++place) {
      tercet_permutation_read(
          p, place, (uint64_t)block * TERCET_BLOCK_ROWS, n, ids);
      for (size_t i = 0U; i < n; ++i) {
        out[i].id[place] = ids[i];
      }
    }
    out += n;
  }

  return TERCET_OK;
}

const tercet_id *
tercet_segment_graphs(const tercet_segment *segment, size_t *n_graphs)
{
  *n_graphs = segment->n_graphs;
  return segment->graphs;
}

/// Return whether a prefix holds a term that is in no dictionary
static bool
has_unknown(const tercet_id *prefix, unsigned n_prefix)
{
  for (unsigned i = 0U; i < n_prefix; ++i) {
    if (prefix[i] == TERCET_ID_UNKNOWN) {
      return true;
    }
  }

  return false;
}

uint64_t
tercet_segment_count(const tercet_segment *segment,
                     tercet_order order,
                     unsigned n_prefix,
                     const tercet_id *prefix)
{
  assert(n_prefix <= 3U);

  if (!n_prefix) {
    return segment->n_quads;
  }
  if (has_unknown(prefix, n_prefix)) {
    return 0U;
  }

  const tercet_permutation *const p = &segment->permutations[order];
  size_t hint = p->n_blocks / 2U;
  uint64_t begin = 0U;
  uint64_t end = 0U;
  tercet_permutation_find(p, prefix, n_prefix, &hint, &begin, &end);
  return end - begin;
}

uint64_t
tercet_segment_count_distinct(const tercet_segment *segment,
                              tercet_order order,
                              unsigned n_prefix,
                              const tercet_id *prefix)
{
  assert(n_prefix <= 1U);

  const tercet_permutation *const p = &segment->permutations[order];
  if (!n_prefix) {
    return p->n_leading;
  }

  return has_unknown(prefix, n_prefix)
             ? 0U
             : tercet_permutation_count_distinct(p, prefix[0]);
}
