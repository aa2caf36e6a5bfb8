// SPDX-License-Identifier: Apache-2.0

/// Segments compared with a plain sorted array

#include "store/segment.h"

#include "check.h"

#define MAX_ROWS 8192U

/// How the ids of a random graph look
typedef struct {
  size_t n_quads;
  uint64_t n_subjects;
  uint64_t n_predicates;
  uint64_t n_objects;
  uint64_t n_graphs; ///< 0: all in the default graph
  bool no_default_graph;
} shape;

typedef struct {
  shape shape;
  tercet_id_quad *quads; ///< As given
  size_t n_quads;
  tercet_id_quad *sorted; ///< In the order being tested, each once
  size_t n_sorted;
} graph;

/* ---- Random graphs ---- */

static tercet_id
random_object(uint64_t n, uint64_t *seed)
{
  const uint64_t r = check_random(seed) % n;
  switch (check_random(seed) % 8U) {
  case 0:
    return tercet_id_make(TERCET_TAG_STRING, r);
  case 1:
    return tercet_id_make(TERCET_TAG_INTEGER, (UINT64_C(1) << 59U) - n + r);
  case 2: // Spread over all 60 bits
    return tercet_id_make(TERCET_TAG_DOUBLE,
                          tercet_id_payload(r * UINT64_C(0x9e3779b97f4a7c15)));
  case 3:
    return tercet_id_make(TERCET_TAG_TENSOR, (r % 3U) << 36U | r);
  case 4:
    return tercet_id_make(TERCET_TAG_IRI, TERCET_ID_OVERLAY | r);
  default:
    return tercet_id_make(TERCET_TAG_IRI, r);
  }
}

static tercet_id_quad
random_quad(const shape *s, uint64_t *seed)
{
  const uint64_t r = check_random(seed);
  const bool blank = r & 1U;
  tercet_id_quad quad = {{0U, 0U, 0U, 0U}};
  quad.id[TERCET_S] = tercet_id_make(blank ? TERCET_TAG_BLANK : TERCET_TAG_IRI,
                                     (r >> 8U) % s->n_subjects);
  quad.id[TERCET_P] =
      tercet_id_make(TERCET_TAG_IRI, check_random(seed) % s->n_predicates);
  quad.id[TERCET_O] = random_object(s->n_objects, seed);
  if (s->n_graphs) {
    const uint64_t g =
        check_random(seed) % (s->n_graphs + !s->no_default_graph);
    quad.id[TERCET_G] = g < s->n_graphs ? tercet_id_make(TERCET_TAG_IRI, g * 7U)
                                        : TERCET_ID_NONE;
  }

  return quad;
}

static void
make_graph(graph *g, const shape *s, uint64_t *seed)
{
  g->shape = *s;
  g->n_quads = s->n_quads;
  g->quads = (tercet_id_quad *)calloc(s->n_quads + 1U, sizeof(tercet_id_quad));
  g->sorted = (tercet_id_quad *)calloc(s->n_quads + 1U, sizeof(tercet_id_quad));
  for (size_t i = 0U; i < s->n_quads; ++i) {
    g->quads[i] = i && check_random(seed) % 16U == 0U
                      ? g->quads[check_random(seed) % i]
                      : random_quad(s, seed);
  }
}

static void
free_graph(graph *g)
{
  free(g->quads);
  free(g->sorted);
}

/* ---- The plain sorted array ---- */

static tercet_order sort_order;

static int
compare_quads(const void *a, const void *b)
{
  const tercet_id_quad *const x = (const tercet_id_quad *)a;
  const tercet_id_quad *const y = (const tercet_id_quad *)b;
  for (size_t i = 0U; i < 4U; ++i) {
    const unsigned place = tercet_order_places[sort_order][i];
    if (x->id[place] != y->id[place]) {
      return x->id[place] < y->id[place] ? -1 : 1;
    }
  }

  return 0;
}

static void
sort_graph(graph *g, tercet_order order)
{
  sort_order = order;
  memcpy(g->sorted, g->quads, g->n_quads * sizeof(tercet_id_quad));
  qsort(g->sorted, g->n_quads, sizeof(tercet_id_quad), compare_quads);
  g->n_sorted = 0U;
  for (size_t i = 0U; i < g->n_quads; ++i) {
    if (!g->n_sorted ||
        compare_quads(&g->sorted[g->n_sorted - 1U], &g->sorted[i]) != 0) {
      g->sorted[g->n_sorted++] = g->sorted[i];
    }
  }
}

static bool
has_prefix(const tercet_id_quad *quad, const tercet_scan_spec *spec)
{
  for (unsigned i = 0U; i < spec->n_prefix; ++i) {
    if (quad->id[tercet_order_places[spec->order][i]] != spec->prefix[i]) {
      return false;
    }
  }

  return true;
}

static bool
is_seen(const tercet_scan_spec *spec, tercet_id graph_id)
{
  if (spec->graph_mode == TERCET_GRAPHS_NAMED && !spec->n_graphs) {
    return graph_id != TERCET_ID_NONE;
  }
  for (size_t i = 0U; i < spec->n_graphs; ++i) {
    if (spec->graphs[i] == graph_id) {
      return true;
    }
  }

  return false;
}

/// List the rows that a scan must give, with the graph NONE if they are merged
static size_t
list_expected(const graph *g, const tercet_scan_spec *spec, tercet_id_quad *out)
{
  size_t n = 0U;
  for (size_t i = 0U; i < g->n_sorted; ++i) {
    tercet_id_quad quad = g->sorted[i];
    if (!has_prefix(&quad, spec) || !is_seen(spec, quad.id[TERCET_G])) {
      continue;
    }
    if (spec->graph_mode == TERCET_GRAPHS_SET) {
      quad.id[TERCET_G] = TERCET_ID_NONE;
      if (n && !compare_quads(&out[n - 1U], &quad)) {
        continue;
      }
    }
    out[n++] = quad;
  }

  return n;
}

/* ---- Comparing ---- */

/// Read a whole scan in batches of random sizes
static size_t
read_all(tercet_scan *scan,
         const tercet_scan_spec *spec,
         tercet_id_quad *out,
         size_t max,
         uint64_t *seed)
{
  tercet_id *columns[4];
  for (size_t c = 0U; c < 4U; ++c) {
    columns[c] = (tercet_id *)malloc(MAX_ROWS * sizeof(tercet_id));
  }

  size_t n = 0U;
  for (;;) {
    const size_t batch = check_random(seed) % 3U
                             ? 1U + check_random(seed) % MAX_ROWS
                             : 1U + check_random(seed) % 5U;
    const size_t got = tercet_scan_next(scan, columns, batch);
    CHECK(got <= batch);
    if (!got) {
      break;
    }
    for (size_t i = 0U; i < got && n < max; ++i, ++n) {
      for (size_t c = 0U; c < 4U; ++c) {
        out[n].id[tercet_order_places[spec->order][c]] = columns[c][i];
      }
    }
  }

  for (size_t c = 0U; c < 4U; ++c) {
    free(columns[c]);
  }
  return n;
}

static void
check_scan(const graph *g,
           tercet_scan *scan,
           const tercet_scan_spec *spec,
           uint64_t *seed)
{
  tercet_id_quad *const expected =
      (tercet_id_quad *)malloc((g->n_sorted + 1U) * sizeof(tercet_id_quad));
  tercet_id_quad *const actual =
      (tercet_id_quad *)malloc((g->n_sorted + 1U) * sizeof(tercet_id_quad));
  const size_t n_expected = list_expected(g, spec, expected);

  tercet_scan_open(scan, spec);
  const uint64_t remaining = tercet_scan_remaining(scan);
  CHECK(remaining >= n_expected);
  const size_t n = read_all(scan, spec, actual, g->n_sorted + 1U, seed);
  CHECK_INT(n, n_expected);
  CHECK(!n || !memcmp(actual, expected, n * sizeof(tercet_id_quad)));
  CHECK_INT(tercet_scan_remaining(scan), 0);
  CHECK_INT(tercet_scan_next(scan, (tercet_id *const[4]){0}, 1U), 0);

  free(expected);
  free(actual);
}

/// Skip through a scan with keys that are there and that are not
static void
check_seek(const graph *g,
           tercet_scan *scan,
           const tercet_scan_spec *spec,
           uint64_t *seed)
{
  if (spec->n_prefix == 3U) {
    return;
  }

  tercet_id_quad *const expected =
      (tercet_id_quad *)malloc((g->n_sorted + 1U) * sizeof(tercet_id_quad));
  const size_t n = list_expected(g, spec, expected);
  const unsigned place = tercet_order_places[spec->order][spec->n_prefix];
  size_t i = 0U;
  tercet_scan_open(scan, spec);
  while (i < n) {
    const size_t ahead = check_random(seed) % 8U
                             ? check_random(seed) % 40U
                             : check_random(seed) % (n + 1U);
    const size_t target = i + ahead < n ? i + ahead : n - 1U;
    const tercet_id key =
        expected[target].id[place] + check_random(seed) % 3U - 1U;
    tercet_scan_seek(scan, key);
    while (i < n && expected[i].id[place] < key) {
      ++i;
    }

    tercet_id values[4][1];
    tercet_id *const columns[4] = {values[0], values[1], values[2], values[3]};
    const size_t got = tercet_scan_next(scan, columns, 1U);
    CHECK_INT(got, i < n);
    for (size_t c = 0U; got && c < 4U; ++c) {
      CHECK(values[c][0] ==
            expected[i].id[tercet_order_places[spec->order][c]]);
    }
    i += got;
  }

  tercet_scan_seek(scan, TERCET_ID_UNKNOWN);
  CHECK_INT(tercet_scan_next(scan, (tercet_id *const[4]){0}, 1U), 0);
  free(expected);
}

static void
check_counts(const graph *g,
             const tercet_segment *segment,
             const tercet_scan_spec *spec)
{
  uint64_t count = 0U;
  uint64_t n_distinct = 0U;
  tercet_id last = TERCET_ID_UNKNOWN;
  for (size_t i = 0U; i < g->n_sorted; ++i) {
    if (has_prefix(&g->sorted[i], spec)) {
      ++count;
      if (spec->n_prefix < 2U) {
        const unsigned place = tercet_order_places[spec->order][spec->n_prefix];
        n_distinct += g->sorted[i].id[place] != last;
        last = g->sorted[i].id[place];
      }
    }
  }

  CHECK_INT(
      tercet_segment_count(segment, spec->order, spec->n_prefix, spec->prefix),
      count);
  if (spec->n_prefix < 2U) {
    CHECK_INT(tercet_segment_count_distinct(
                  segment, spec->order, spec->n_prefix, spec->prefix),
              n_distinct);
  }
}

/// Choose a prefix that is there, or nearly
static void
random_prefix(const graph *g, tercet_scan_spec *spec, uint64_t *seed)
{
  for (unsigned i = 0U; i < spec->n_prefix; ++i) {
    spec->prefix[i] = tercet_id_make(TERCET_TAG_IRI, 1U);
  }
  if (g->n_sorted) {
    const tercet_id_quad *const quad =
        &g->sorted[check_random(seed) % g->n_sorted];
    for (unsigned i = 0U; i < spec->n_prefix; ++i) {
      spec->prefix[i] = quad->id[tercet_order_places[spec->order][i]];
    }
  }
  if (spec->n_prefix && check_random(seed) % 4U == 0U) {
    spec->prefix[check_random(seed) % spec->n_prefix] +=
        check_random(seed) % 5U - 2U;
  }
  if (spec->n_prefix && check_random(seed) % 16U == 0U) {
    spec->prefix[check_random(seed) % spec->n_prefix] = TERCET_ID_UNKNOWN;
  }
}

static void
random_graphs(const graph *g,
              tercet_scan_spec *spec,
              tercet_id graphs[8],
              uint64_t *seed)
{
  const bool merged = check_random(seed) & 1U;
  spec->graph_mode = merged ? TERCET_GRAPHS_SET : TERCET_GRAPHS_NAMED;
  spec->graphs = graphs;
  spec->n_graphs = 0U;
  if (merged && check_random(seed) % 2U) {
    graphs[spec->n_graphs++] = TERCET_ID_NONE;
  }
  for (uint64_t i = 0U; i < g->shape.n_graphs + 2U && spec->n_graphs < 8U;
       ++i) {
    if (check_random(seed) % 2U) {
      graphs[spec->n_graphs++] = tercet_id_make(TERCET_TAG_IRI, i * 7U);
    }
  }
}

static void
check_graphs(const graph *g, const tercet_segment *segment)
{
  size_t n_graphs = 0U;
  const tercet_id *const graphs = tercet_segment_graphs(segment, &n_graphs);
  for (size_t i = 0U; i < n_graphs; ++i) {
    bool found = false;
    for (size_t j = 0U; j < g->n_quads; ++j) {
      found = found || g->quads[j].id[TERCET_G] == graphs[i];
    }
    CHECK(found && graphs[i] != TERCET_ID_NONE);
    CHECK(!i || graphs[i - 1U] < graphs[i]);
  }
  for (size_t j = 0U; j < g->n_quads; ++j) {
    bool found = g->quads[j].id[TERCET_G] == TERCET_ID_NONE;
    for (size_t i = 0U; i < n_graphs; ++i) {
      found = found || g->quads[j].id[TERCET_G] == graphs[i];
    }
    CHECK(found);
  }
}

static void
check_unpack(graph *g, const tercet_segment *segment)
{
  tercet_id_quad *const all =
      (tercet_id_quad *)malloc((g->n_quads + 1U) * sizeof(tercet_id_quad));
  sort_graph(g, TERCET_ORDER_SPO);
  CHECK_INT(tercet_segment_size(segment), g->n_sorted);
  CHECK_STATUS(tercet_segment_unpack(segment, all), TERCET_OK);
  CHECK(!g->n_sorted ||
        !memcmp(all, g->sorted, g->n_sorted * sizeof(tercet_id_quad)));
  free(all);
}

static tercet_segment *
build_segment(const graph *g, tercet_thread_pool *pool)
{
  tercet_segment *segment = NULL;
  tercet_id_quad *const copy =
      (tercet_id_quad *)malloc((g->n_quads + 1U) * sizeof(tercet_id_quad));
  memcpy(copy, g->quads, g->n_quads * sizeof(tercet_id_quad));
  CHECK_STATUS(
      tercet_segment_build(NULL, pool, copy, g->n_quads, &segment, NULL),
      TERCET_OK);
  free(copy);
  return segment;
}

static void
check_shape(const shape *s, size_t n_scans, tercet_thread_pool *pool)
{
  uint64_t seed = s->n_quads * 31U + s->n_objects;
  graph g;
  make_graph(&g, s, &seed);
  tercet_segment *const segment = build_segment(&g, pool);
  check_unpack(&g, segment);
  check_graphs(&g, segment);

  tercet_scan *scan = NULL;
  CHECK_STATUS(tercet_scan_new(NULL, segment, &scan), TERCET_OK);
  for (unsigned order = 0U; order < TERCET_ORDER_COUNT; ++order) {
    CHECK(tercet_segment_bytes(segment, (tercet_order)order) > 0U ||
          !s->n_quads);
    sort_graph(&g, (tercet_order)order);
    for (size_t i = 0U; i < n_scans; ++i) {
      tercet_id graphs[8];
      tercet_scan_spec spec = {.order = (tercet_order)order,
                               .n_prefix = (unsigned)(i % 4U)};
      random_prefix(&g, &spec, &seed);
      random_graphs(&g, &spec, graphs, &seed);
      check_scan(&g, scan, &spec, &seed);
      check_seek(&g, scan, &spec, &seed);
      check_counts(&g, segment, &spec);
    }
  }

  tercet_scan_free(scan);
  tercet_segment_free(segment);
  free_graph(&g);
}

static void
test_shapes(void)
{
  static const shape shapes[] = {
      {0U, 1U, 1U, 1U, 0U, false},
      {1U, 1U, 1U, 1U, 0U, false},
      {1U, 1U, 1U, 1U, 1U, true},
      {2U, 2U, 2U, 2U, 3U, false},
      {5000U, 300U, 10U, 500U, 0U, false},
      {5000U, 20U, 2U, 10U, 3U, false}, // The same triple in several graphs
      {5000U, 20U, 3U, 40U, 6U, true},
      {9000U, 2U, 1U, 100000U, 0U, false}, // Groups longer than a block
      {9000U, 5000U, 1U, 2U, 1U, true},
      {30000U, 3000U, 20U, 9000U, 2U, false},
  };

  for (size_t i = 0U; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
    check_shape(&shapes[i], 40U, NULL);
  }
}

/// Sizes about those of one and several blocks
static void
test_block_boundaries(void)
{
  for (size_t n_blocks = 1U; n_blocks <= 3U; ++n_blocks) {
    for (size_t i = 0U; i < 3U; ++i) {
      // Enough values that there are hardly any duplicates
      const shape s = {
          n_blocks * 1024U + i - 1U, 1U << 20U, 3U, 1U << 20U, 0U, false};
      check_shape(&s, 8U, NULL);
    }
  }
}

/// Exactly as many rows as make whole blocks, in runs that fill them
static void
test_ranges_of_whole_blocks(void)
{
  enum { N_BLOCKS = 4, N = N_BLOCKS * 1024 };
  tercet_id_quad *const quads =
      (tercet_id_quad *)calloc(N, sizeof(tercet_id_quad));
  for (uint64_t i = 0U; i < N; ++i) {
    quads[i].id[TERCET_S] = tercet_id_make(TERCET_TAG_IRI, i / 1024U * 2U);
    quads[i].id[TERCET_P] = tercet_id_make(TERCET_TAG_IRI, 1U);
    quads[i].id[TERCET_O] = tercet_id_make(TERCET_TAG_STRING, i);
  }

  tercet_segment *segment = NULL;
  CHECK_STATUS(tercet_segment_build(NULL, NULL, quads, N, &segment, NULL),
               TERCET_OK);
  for (uint64_t i = 0U; i < 2U * N_BLOCKS; ++i) {
    const tercet_id subject = tercet_id_make(TERCET_TAG_IRI, i);
    CHECK_INT(tercet_segment_count(segment, TERCET_ORDER_SPO, 1U, &subject),
              i % 2U ? 0U : 1024U);
    CHECK_INT(
        tercet_segment_count_distinct(segment, TERCET_ORDER_SOP, 1U, &subject),
        i % 2U ? 0U : 1024U);
  }

  tercet_segment_free(segment);
  free(quads);
}

static void
test_two_threads_build_the_same(void)
{
  static const shape s = {60000U, 5000U, 20U, 9000U, 2U, false};
  tercet_thread_pool *const pool = tercet_thread_pool_new(NULL, 2U);
  check_shape(&s, 4U, pool);
  tercet_thread_pool_free(pool);
}

static tercet_status
build_once(const tercet_allocator *alloc, const graph *g)
{
  tercet_segment *segment = NULL;
  tercet_scan *scan = NULL;
  tercet_id_quad *const copy =
      (tercet_id_quad *)malloc(g->n_quads * sizeof(tercet_id_quad));
  memcpy(copy, g->quads, g->n_quads * sizeof(tercet_id_quad));
  tercet_error err = {0};
  tercet_status st =
      tercet_segment_build(alloc, NULL, copy, g->n_quads, &segment, &err);
  CHECK_STATUS(err.status, st);
  CHECK((st == TERCET_OK) == (segment != NULL));
  if (st == TERCET_OK) {
    st = tercet_scan_new(alloc, segment, &scan);
  }

  tercet_scan_free(scan);
  tercet_segment_free(segment);
  free(copy);
  return st;
}

static void
test_failed_allocations(void)
{
  static const shape s = {3000U, 2U, 5U, 100U, 2U, false};
  uint64_t seed = 1U;
  graph g;
  make_graph(&g, &s, &seed);

  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(build_once(&alloc, &g), TERCET_OK);
  size_t n_succeeded = 0U;
  for (size_t n = state.calls, i = 0U; i < n; ++i) {
    state = (failing_allocator){0, i};
    const tercet_status st = build_once(&alloc, &g);
    CHECK(st == TERCET_ERR_NO_MEMORY || st == TERCET_OK);
    n_succeeded += st == TERCET_OK;
  }

  // Giving back what is not used is the only thing that may fail
  CHECK(n_succeeded <= TERCET_ORDER_COUNT);
  free_graph(&g);
}

int
main(void)
{
  test_shapes();
  test_block_boundaries();
  test_ranges_of_whole_blocks();
  test_two_threads_build_the_same();
  test_failed_allocations();
  return check_finish();
}
