// SPDX-License-Identifier: Apache-2.0

#include "store/rank_map.h"

#include "base/allocator.h"
#include "base/error.h"

#include <assert.h>
#include <string.h>

#define DIGIT_BITS 11U
#define N_BUCKETS ((size_t)1 << DIGIT_BITS)

/// An id that is ranked by sorting, and where it stands: 4 times the quad
/// plus the place
typedef struct {
  tercet_id id;
  uint32_t where;
} place_of_id;

/// What is seen of each tag
typedef struct {
  uint64_t count[TERCET_TAG_COUNT];
  uint64_t max[TERCET_TAG_COUNT]; ///< Greatest payload
  bool dense[TERCET_TAG_COUNT];
} tag_census;

/* ---- Sorting ids ---- */

/// Sort by one digit, stably
static void
sort_by_digit(const place_of_id *in,
              place_of_id *out,
              size_t n,
              unsigned shift,
              size_t *starts)
{
  memset(starts, 0, N_BUCKETS * sizeof(size_t));
  for (size_t i = 0U; i < n; ++i) {
    ++starts[(in[i].id >> shift) & (N_BUCKETS - 1U)];
  }

  size_t start = 0U;
  for (size_t i = 0U; i < N_BUCKETS; ++i) {
    const size_t count = starts[i];
    starts[i] = start;
    start += count;
  }
  for (size_t i = 0U; i < n; ++i) {
    out[starts[(in[i].id >> shift) & (N_BUCKETS - 1U)]++] = in[i];
  }
}

/// Sort by the digits that vary; return whichever of the two arrays holds the
/// result
static place_of_id *
sort_ids(place_of_id *items, place_of_id *spare, size_t n)
{
  size_t starts[N_BUCKETS];
  tercet_id varying = 0U;
  for (size_t i = 1U; i < n; ++i) {
    varying |= items[i].id ^ items[0].id;
  }

  for (unsigned shift = 0U; shift < 64U; shift += DIGIT_BITS) {
    if ((varying >> shift) & (N_BUCKETS - 1U)) {
      sort_by_digit(items, spare, n, shift, starts);
      place_of_id *const swap = items;
      items = spare;
      spare = swap;
    }
  }

  return items;
}

/* ---- Building ---- */

static void
count_tags(const tercet_id_quad *quads, size_t n_quads, tag_census *census)
{
  memset(census, 0, sizeof(*census));
  for (size_t i = 0U; i < n_quads; ++i) {
    for (unsigned j = 0U; j < 4U; ++j) {
      const tercet_id id = quads[i].id[j];
      const unsigned tag = tercet_id_tag(id);
      const uint64_t payload = tercet_id_payload(id);
      census->max[tag] =
          payload > census->max[tag] ? payload : census->max[tag];
      ++census->count[tag];
    }
  }
}

/// Choose the tags whose payloads are dense enough to be ranks
static uint64_t
choose_dense_tags(tag_census *census, size_t n_quads)
{
  const uint64_t limit = (uint64_t)n_quads * 8U + 65536U;
  uint64_t total = 0U;
  uint64_t n_sparse = 0U;
  for (unsigned tag = 0U; tag < TERCET_TAG_COUNT; ++tag) {
    // The sparse ids take the other 2^31 ranks at the most
    census->dense[tag] = census->max[tag] < limit &&
                         total + census->max[tag] < (UINT64_C(1) << 31U);
    if (census->dense[tag]) {
      total += census->count[tag] ? census->max[tag] + 1U : 0U;
    } else {
      n_sparse += census->count[tag];
    }
  }

  return n_sparse;
}

static size_t
list_sparse_ids(const tag_census *census,
                const tercet_id_quad *quads,
                size_t n_quads,
                place_of_id *out)
{
  size_t n = 0U;
  for (size_t i = 0U; i < n_quads; ++i) {
    for (unsigned j = 0U; j < 4U; ++j) {
      const tercet_id id = quads[i].id[j];
      if (!census->dense[tercet_id_tag(id)]) {
        out[n].id = id;
        out[n++].where = (uint32_t)(4U * i + j);
      }
    }
  }

  return n;
}

/// Keep the distinct ids of a sorted list; `n_distinct` counts them by tag
static size_t
keep_distinct(const place_of_id *sorted,
              size_t n,
              tercet_id *out,
              uint32_t n_distinct[TERCET_TAG_COUNT])
{
  size_t n_out = 0U;
  for (size_t i = 0U; i < n; ++i) {
    if (!n_out || out[n_out - 1U] != sorted[i].id) {
      out[n_out++] = sorted[i].id;
      ++n_distinct[tercet_id_tag(sorted[i].id)];
    }
  }

  return n_out;
}

/// Set the first rank and the values of each tag
static void
lay_out_ranks(tercet_rank_map *map,
              const tag_census *census,
              const uint32_t n_distinct[TERCET_TAG_COUNT])
{
  const tercet_id *values = map->sorted;
  uint32_t first = 0U;
  for (unsigned tag = 0U; tag < TERCET_TAG_COUNT; ++tag) {
    map->first[tag] = first;
    map->values[tag] = NULL;
    if (!census->dense[tag]) {
      map->values[tag] = values;
      values += n_distinct[tag];
      first += n_distinct[tag];
    } else if (census->count[tag]) {
      first += (uint32_t)census->max[tag] + 1U;
    }
  }

  map->first[TERCET_TAG_COUNT] = first;
}

/// Write the rows; row i comes to lie where quad i / 2 has been read already
static void
write_rows(const tercet_rank_map *map,
           const tercet_id_quad *quads,
           size_t n_quads,
           tercet_rank_row *rows)
{
  for (size_t i = 0U; i < n_quads; ++i) {
    tercet_id_quad quad;
    memcpy(&quad, (const char *)quads + i * sizeof(quad), sizeof(quad));
    tercet_rank_row row;
    for (unsigned j = 0U; j < 4U; ++j) {
      row.rank[j] = map->first[tercet_id_tag(quad.id[j])] +
                    (uint32_t)tercet_id_payload(quad.id[j]);
    }
    memcpy((char *)rows + i * sizeof(row), &row, sizeof(row));
  }
}

/// Set the ranks of the sparse ids
static void
write_sparse_ranks(const tercet_rank_map *map,
                   const place_of_id *sorted,
                   size_t n,
                   tercet_rank_row *rows)
{
  uint32_t position = 0U;
  for (size_t i = 0U; i < n; ++i) {
    const unsigned tag = tercet_id_tag(sorted[i].id);
    if (!i || tercet_id_tag(sorted[i - 1U].id) != tag) {
      position = 0U;
    } else {
      position += sorted[i].id != sorted[i - 1U].id;
    }
    rows[sorted[i].where / 4U].rank[sorted[i].where % 4U] =
        map->first[tag] + position;
  }
}

tercet_status
tercet_rank_map_build(const tercet_allocator *alloc,
                      tercet_id_quad *quads,
                      size_t n_quads,
                      tercet_rank_map *out)
{
  assert(n_quads <= TERCET_RANK_MAX_QUADS);

  *out = (tercet_rank_map){.alloc = alloc};
  tag_census census;
  count_tags(quads, n_quads, &census);
  const size_t n_sparse = (size_t)choose_dense_tags(&census, n_quads);

  size_t n_both = 0U;
  place_of_id *const places =
      tercet_size_multiply(n_sparse, 2U, &n_both)
          ? (place_of_id *)tercet_allocate_array(alloc, n_both, sizeof(*places))
          : NULL;
  if (!places) {
    return TERCET_ERR_NO_MEMORY;
  }

  list_sparse_ids(&census, quads, n_quads, places);
  const place_of_id *const sorted =
      sort_ids(places, places + n_sparse, n_sparse);
  out->sorted =
      (tercet_id *)tercet_allocate_array(alloc, n_sparse, sizeof(tercet_id));
  if (!out->sorted) {
    tercet_release(alloc, places);
    return TERCET_ERR_NO_MEMORY;
  }

  uint32_t n_distinct[TERCET_TAG_COUNT] = {0U};
  keep_distinct(sorted, n_sparse, out->sorted, n_distinct);
  lay_out_ranks(out, &census, n_distinct);
  union {
    tercet_id_quad *quads;
    tercet_rank_row *rows;
  } memory = {quads};
  write_rows(out, quads, n_quads, memory.rows);
  write_sparse_ranks(out, sorted, n_sparse, memory.rows);
  tercet_release(alloc, places);
  return TERCET_OK;
}

void
tercet_rank_map_clear(tercet_rank_map *map)
{
  tercet_release(map->alloc, map->sorted);
  map->sorted = NULL;
}
