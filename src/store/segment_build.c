// SPDX-License-Identifier: Apache-2.0

/**
   Quads to a segment: translate the ids to ranks, sort once, and get the
   other orders by stable sorts by one place, from each other in two chains
   that two threads can follow:

       SPO --by P--> PSO --by O--> OPS --by S--> SOP
       SPO --by O--> OSP --by P--> POS
*/

#include "store/segment_internal.h"

#include "base/allocator.h"
#include "base/error.h"

#include <assert.h>
#include <string.h>

#define DIGIT_BITS 11U
#define N_BUCKETS ((size_t)1 << DIGIT_BITS)

/// Fewer quads than this are not worth a second thread
#define LEAST_FOR_THREADS ((size_t)20000)

/// A segment being built
typedef struct {
  tercet_segment *segment;
  tercet_rank_map map;
  size_t n_rows;
  uint32_t min[4]; ///< Least and greatest rank of each place
  uint32_t max[4];
  const tercet_rank_row *sorted; ///< In SPO order
  tercet_rank_row *spare[4];     ///< Two to sort in for each chain
  tercet_rank_row *allocated;
} build;

/* ---- Sorting ---- */

static void
find_rank_ranges(build *b, const tercet_rank_row *rows)
{
  memset(b->min, 0xff, sizeof(b->min));
  memset(b->max, 0, sizeof(b->max));
  for (size_t i = 0U; i < b->n_rows; ++i) {
    for (unsigned j = 0U; j < 4U; ++j) {
      const uint32_t rank = rows[i].rank[j];
      b->min[j] = rank < b->min[j] ? rank : b->min[j];
      b->max[j] = rank > b->max[j] ? rank : b->max[j];
    }
  }
}

/// Which bits of a rank less `min` to sort by
typedef struct {
  unsigned place;
  uint32_t min;
  unsigned shift;
  uint32_t mask;
} digit;

static uint32_t
bucket_of(const tercet_rank_row *row, const digit *d)
{
  return ((row->rank[d->place] - d->min) >> d->shift) & d->mask;
}

static void
sort_by_digit(const tercet_rank_row *in,
              tercet_rank_row *out,
              size_t n,
              const digit *d)
{
  size_t starts[N_BUCKETS] = {0U};
  for (size_t i = 0U; i < n; ++i) {
    ++starts[bucket_of(&in[i], d)];
  }

  size_t start = 0U;
  for (size_t i = 0U; i <= d->mask; ++i) {
    const size_t count = starts[i];
    starts[i] = start;
    start += count;
  }
  for (size_t i = 0U; i < n; ++i) {
    out[starts[bucket_of(&in[i], d)]++] = in[i];
  }
}

/// Sort by one place, stably; return which of the rows given and the two spare
/// arrays holds the result.  `in` itself may be one of the spare arrays.
static const tercet_rank_row *
sort_by_place(const build *b,
              unsigned place,
              const tercet_rank_row *in,
              tercet_rank_row *const spare[2])
{
  const uint32_t range = b->max[place] - b->min[place];
  const unsigned n_bits = range ? 32U - (unsigned)__builtin_clz(range) : 0U;
  const unsigned n_digits = (n_bits + DIGIT_BITS - 1U) / DIGIT_BITS;
  for (unsigned i = 0U; i < n_digits; ++i) {
    const unsigned shift = n_bits * i / n_digits;
    const unsigned width = n_bits * (i + 1U) / n_digits - shift;
    const digit d = {place, b->min[place], shift, (1U << width) - 1U};
    tercet_rank_row *const out = spare[in == spare[0]];
    sort_by_digit(in, out, b->n_rows, &d);
    in = out;
  }

  return in;
}

static size_t
remove_duplicates(tercet_rank_row *rows, size_t n_rows)
{
  size_t n = 0U;
  for (size_t i = 0U; i < n_rows; ++i) {
    if (!n || memcmp(&rows[n - 1U], &rows[i], sizeof(rows[i])) != 0) {
      rows[n++] = rows[i];
    }
  }

  return n;
}

/// Sort the rows in SPO order, each once
static void
sort_spo(build *b, tercet_rank_row *rows, tercet_rank_row *spare)
{
  static const unsigned places[] = {TERCET_G, TERCET_O, TERCET_P, TERCET_S};

  tercet_rank_row *const both[2] = {rows, spare};
  const tercet_rank_row *sorted = rows;
  for (unsigned i = 0U; i < 4U; ++i) {
    sorted = sort_by_place(b, places[i], sorted, both);
  }

  tercet_rank_row *const result = sorted == rows ? rows : spare;
  b->n_rows = remove_duplicates(result, b->n_rows);
  b->sorted = result;
  b->spare[0] = sorted == rows ? spare : rows;
}

/* ---- Graphs ---- */

static bool
has_named_graphs(const build *b)
{
  return b->n_rows &&
         (b->min[TERCET_G] != b->max[TERCET_G] ||
          tercet_rank_tag(&b->map, b->min[TERCET_G]) != TERCET_TAG_NONE);
}

/// List the named graphs, whose ranks are marked in a bit set first
static tercet_status
list_graphs(build *b)
{
  tercet_segment *const segment = b->segment;
  const uint32_t min = b->min[TERCET_G];
  const size_t n_words = (size_t)(b->max[TERCET_G] - min) / 64U + 1U;
  uint64_t *const marks =
      (uint64_t *)tercet_allocate_zeroed(segment->alloc, n_words * 8U);
  if (!marks) {
    return TERCET_ERR_NO_MEMORY;
  }

  size_t n_graphs = 0U;
  for (size_t i = 0U; i < b->n_rows; ++i) {
    const uint32_t bit = b->sorted[i].rank[TERCET_G] - min;
    n_graphs += !((marks[bit / 64U] >> (bit % 64U)) & 1U);
    marks[bit / 64U] |= UINT64_C(1) << (bit % 64U);
  }

  segment->graphs = (tercet_id *)tercet_allocate_array(
      segment->alloc, n_graphs, sizeof(tercet_id));
  for (size_t w = 0U; segment->graphs && w < n_words; ++w) {
    for (uint64_t set = marks[w]; set; set &= set - 1U) {
      const uint32_t rank =
          min + (uint32_t)(w * 64U) + (uint32_t)__builtin_ctzll(set);
      const tercet_id id =
          tercet_rank_id(&b->map, tercet_rank_tag(&b->map, rank), rank);
      if (id == TERCET_ID_NONE) {
        segment->has_default_graph = true;
      } else {
        segment->graphs[segment->n_graphs++] = id;
      }
    }
  }

  tercet_release(segment->alloc, marks);
  return segment->graphs ? TERCET_OK : TERCET_ERR_NO_MEMORY;
}

/* ---- Permutations ---- */

#define N_CHAINS 2U
#define CHAIN_LENGTH 3U

/// An order, and the place to sort by to get it from the one before
typedef struct {
  tercet_order order;
  bool sort;
} chain_step;

static const chain_step chains[N_CHAINS][CHAIN_LENGTH] = {
    {{TERCET_ORDER_PSO, true},
     {TERCET_ORDER_OPS, true},
     {TERCET_ORDER_SOP, true}},
    {{TERCET_ORDER_SPO, false},
     {TERCET_ORDER_OSP, true},
     {TERCET_ORDER_POS, true}},
};

/// Sort and pack the orders of one chain; a task of the thread pool
static tercet_status
run_chain(void *context, size_t i_chain)
{
  const build *const b = (const build *)context;
  tercet_rank_row *const *const spare = &b->spare[2U * i_chain];
  const tercet_rank_row *rows = b->sorted;
  for (size_t i = 0U; i < CHAIN_LENGTH; ++i) {
    const chain_step step = chains[i_chain][i];
    if (step.sort) {
      rows = sort_by_place(b, tercet_order_places[step.order][0], rows, spare);
    }
    TERCET_TRY(tercet_permutation_build(b->segment->alloc,
                                        step.order,
                                        &b->map,
                                        rows,
                                        b->n_rows,
                                        has_named_graphs(b),
                                        &b->segment->permutations[step.order]));
  }

  return TERCET_OK;
}

/// Allocate rows to sort in: one further array if the chains run one after the
/// other, three if not
static tercet_status
allocate_spare(build *b, bool parallel)
{
  b->allocated = (tercet_rank_row *)tercet_allocate_array(
      b->segment->alloc,
      b->n_rows,
      (parallel ? 3U : 1U) * sizeof(*b->allocated));
  if (!b->allocated) {
    return TERCET_ERR_NO_MEMORY;
  }

  b->spare[1] = b->allocated;
  b->spare[2] = parallel ? b->allocated + b->n_rows : b->spare[0];
  b->spare[3] = parallel ? b->allocated + 2U * b->n_rows : b->spare[1];
  return TERCET_OK;
}

static tercet_status
build_permutations(build *b, tercet_thread_pool *pool)
{
  if (b->n_rows < LEAST_FOR_THREADS || tercet_thread_pool_size(pool) < 2U) {
    pool = NULL;
  }

  TERCET_TRY(allocate_spare(b, pool));
  return tercet_thread_pool_run(pool, N_CHAINS, run_chain, b);
}

/// Fill a segment with rows of ranks, in an array with room for twice as many
static tercet_status
fill_segment(build *b, tercet_rank_row *rows, tercet_thread_pool *pool)
{
  find_rank_ranges(b, rows);
  sort_spo(b, rows, rows + b->n_rows);
  b->segment->n_quads = b->n_rows;
  if (has_named_graphs(b)) {
    TERCET_TRY(list_graphs(b));
  } else {
    b->segment->has_default_graph = b->n_rows;
  }

  const tercet_status st = build_permutations(b, pool);
  tercet_release(b->segment->alloc, b->allocated);
  return st;
}

tercet_status
tercet_segment_build(const tercet_allocator *alloc,
                     tercet_thread_pool *pool,
                     tercet_id_quad *quads,
                     size_t n_quads,
                     tercet_segment **out,
                     tercet_error *err)
{
  *out = NULL;
  if (n_quads > TERCET_RANK_MAX_QUADS) {
    return tercet_error_set(err,
                            TERCET_ERR_LIMIT,
                            "%zu quads do not fit into one segment",
                            n_quads);
  }

  alloc = tercet_allocator_or_default(alloc);
  tercet_segment *const segment =
      (tercet_segment *)tercet_allocate_zeroed(alloc, sizeof(tercet_segment));
  build b = {.segment = segment, .n_rows = n_quads};
  if (!segment || tercet_rank_map_build(alloc, quads, n_quads, &b.map)) {
    tercet_release(alloc, segment);
    return tercet_error_no_memory(err);
  }

  segment->alloc = alloc;
  union {
    tercet_id_quad *quads;
    tercet_rank_row *rows;
  } memory = {quads};
  const tercet_status st = fill_segment(&b, memory.rows, pool);
  tercet_rank_map_clear(&b.map);
  if (st != TERCET_OK) {
    tercet_segment_free(segment);
    return tercet_error_no_memory(err);
  }

  *out = segment;
  return TERCET_OK;
}
