// SPDX-License-Identifier: Apache-2.0

/**
   The store against physical limits: bytes per triple, the rate of loading,
   of scanning (the limit is copying the same ids) and of finding ranges (the
   limit is a binary search in a sorted array of the same ids).

   bench_store [FILE | N_TRIPLES]
*/

#include "base/string_view.h"
#include "store/dataset.h"

#include "bench.h"

#include <string.h>

#define SHOP "http://shop.example/"
#define N_LOOKUPS ((size_t)200000)
#define BATCH ((size_t)4096)

static uint64_t
next_random(uint64_t *state)
{
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30U)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27U)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31U);
}

/* ---- A graph ---- */

/// Products of a shop with types, features and prices, and their reviews
static char *
make_text(size_t n_triples, size_t *length)
{
  const size_t n_products = n_triples / 10U + 1U;
  const size_t capacity = n_products * 2000U;
  char *const text = (char *)malloc(capacity);
  bench_require(text != NULL, "memory for the text");

  uint64_t seed = 1U;
  size_t n = 0U;
  for (size_t i = 0U; i < n_products; ++i) {
    const unsigned long r = (unsigned long)next_random(&seed);
    const int written = snprintf(
        text + n,
        capacity - n,
        "<" SHOP "p%zu> <" SHOP "type> <" SHOP "Type%lu> .\n"
        "<" SHOP "p%zu> <" SHOP "label> \"product %zu of the shop\"@en .\n"
        "<" SHOP "p%zu> <" SHOP "feature> <" SHOP "Feature%lu> .\n"
        "<" SHOP "p%zu> <" SHOP "feature> <" SHOP "Feature%lu> .\n"
        "<" SHOP "p%zu> <" SHOP "price> "
        "\"%lu.%02lu\"^^<http://www.w3.org/2001/XMLSchema#decimal> .\n"
        "<" SHOP "r%zu> <" SHOP "reviewFor> <" SHOP "p%lu> .\n"
        "<" SHOP "r%zu> <" SHOP "reviewer> <" SHOP "person%lu> .\n"
        "<" SHOP "r%zu> <" SHOP "rating> "
        "\"%lu\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n"
        "<" SHOP "r%zu> <" SHOP "date> \"20%02lu-%02lu-%02lu\"^^"
        "<http://www.w3.org/2001/XMLSchema#date> .\n"
        "<" SHOP "r%zu> <" SHOP "text> \"text number %lu, in some words\" .\n",
        i,
        r % 150U,
        i,
        i,
        i,
        (r >> 8U) % 5000U,
        i,
        (r >> 24U) % 5000U,
        i,
        (r >> 10U) % 3000U,
        (r >> 30U) % 100U,
        i,
        (r >> 5U) % n_products,
        i,
        (r >> 7U) % (n_products / 20U + 1U),
        i,
        1U + (r >> 20U) % 10U,
        i,
        (r >> 11U) % 24U,
        1U + (r >> 17U) % 12U,
        1U + (r >> 22U) % 28U,
        i,
        r);
    n += (size_t)written;
  }

  *length = n;
  return text;
}

static void
load(tercet_dataset *dataset, const char *argument, size_t n_triples)
{
  size_t length = 0U;
  char *const text = n_triples ? make_text(n_triples, &length) : NULL;
  tercet_load_stats stats;
  tercet_error err = {0};
  tercet_syntax syntax = TERCET_SYNTAX_NTRIPLES;
  const double start = bench_now();
  tercet_status st = TERCET_OK;
  if (text) {
    const tercet_string view = {text, length};
    st = tercet_dataset_load_text(dataset, view, syntax, NULL, &stats, &err);
  } else {
    bench_require(tercet_syntax_from_path(argument, &syntax), "file name");
    st =
        tercet_dataset_load_file(dataset, argument, syntax, NULL, &stats, &err);
  }
  const double seconds = bench_now() - start;
  bench_require(st == TERCET_OK, err.message);

  printf("loaded %lu triples in %.2f s: %.2f M triples/s, %.0f MB/s\n",
         (unsigned long)stats.n_quads,
         seconds,
         (double)stats.n_quads / seconds * 1e-6,
         (double)stats.n_bytes / seconds * 1e-6);
  free(text);
}

static void
print_sizes(const tercet_dataset *dataset)
{
  static const char *const names[] = {"SPO", "SOP", "PSO", "POS", "OSP", "OPS"};

  tercet_dataset_info info;
  tercet_dataset_get_info(dataset, &info);
  const double n = (double)info.n_quads;
  double total = 0.0;
  printf("bytes per triple:");
  for (size_t i = 0U; i < 6U; ++i) {
    printf(" %s %.2f", names[i], (double)info.permutation_bytes[i] / n);
    total += (double)info.permutation_bytes[i] / n;
  }
  printf(", all %.2f; terms %.2f (%.1f for each of %lu)\n",
         total,
         (double)info.dictionary_bytes / n,
         (double)info.dictionary_bytes / (double)info.n_terms,
         (unsigned long)info.n_terms);
}

/* ---- Scanning ---- */

typedef struct {
  tercet_scan *scan;
  tercet_scan_spec spec;
  tercet_id *batch;
  tercet_id *ids; ///< All rows of two columns, to copy
  size_t n_rows;
} scan_run;

static void
run_scan(void *context)
{
  scan_run *const run = (scan_run *)context;
  tercet_id *const columns[4] = {NULL, run->batch, run->batch + BATCH, NULL};
  tercet_scan_open(run->scan, &run->spec);
  while (tercet_scan_next(run->scan, columns, BATCH)) {
    bench_use(run->batch);
  }
}

/// Copy two columns in batches
static void
run_copy(void *context)
{
  const scan_run *const run = (const scan_run *)context;
  for (size_t i = 0U; i + BATCH <= run->n_rows; i += BATCH) {
    memcpy(run->batch, run->ids + i, BATCH * sizeof(tercet_id));
    memcpy(run->batch + BATCH,
           run->ids + run->n_rows + i,
           BATCH * sizeof(tercet_id));
    bench_use(run->batch);
  }
}

static void
measure_scans(const tercet_segment *segment)
{
  static const char *const names[] = {
      "scan SPO: P, O",
      "scan SOP: O, P",
      "scan PSO: S, O",
      "scan POS: O, S",
      "scan OSP: S, P",
      "scan OPS: P, S",
  };

  static const tercet_id default_graph = TERCET_ID_NONE;
  scan_run run = {.n_rows = (size_t)tercet_segment_size(segment)};
  run.ids = (tercet_id *)calloc(2U * run.n_rows, sizeof(tercet_id));
  run.batch = (tercet_id *)calloc(2U * BATCH, sizeof(tercet_id));
  bench_require(run.ids && run.batch &&
                    tercet_scan_new(NULL, segment, &run.scan) == TERCET_OK,
                "memory");
  for (size_t i = 0U; i < 2U * run.n_rows; ++i) {
    run.ids[i] = i;
  }

  const double copied = bench_best(5U, run_copy, &run);
  for (unsigned order = 0U; order < TERCET_ORDER_COUNT; ++order) {
    run.spec = (tercet_scan_spec){.order = (tercet_order)order,
                                  .graph_mode = TERCET_GRAPHS_SET,
                                  .graphs = &default_graph,
                                  .n_graphs = 1U};
    const double seconds = bench_best(5U, run_scan, &run);
    bench_rate(names[order],
               (double)run.n_rows / seconds * 1e-6,
               "copy the ids",
               (double)run.n_rows / copied * 1e-6,
               "M rows/s");
  }

  tercet_scan_free(run.scan);
  free(run.batch);
  free(run.ids);
}

/* ---- Finding ranges ---- */

typedef struct {
  tercet_scan *scan;
  const tercet_id_quad *sorted; ///< All quads in SPO order
  size_t n_sorted;
  const uint32_t *rows; ///< Which ones to look for
  unsigned n_prefix;
} lookup_run;

static void
run_lookups(void *context)
{
  static const tercet_id default_graph = TERCET_ID_NONE;
  const lookup_run *const run = (const lookup_run *)context;
  tercet_id object[8];
  tercet_id *const columns[4] = {NULL, NULL, object, NULL};
  tercet_scan_spec spec = {.order = TERCET_ORDER_SPO,
                           .n_prefix = run->n_prefix,
                           .graph_mode = TERCET_GRAPHS_SET,
                           .graphs = &default_graph,
                           .n_graphs = 1U};
  for (size_t i = 0U; i < N_LOOKUPS; ++i) {
    memcpy(spec.prefix, run->sorted[run->rows[i]].id, sizeof(spec.prefix));
    tercet_scan_open(run->scan, &spec);
    const size_t n = tercet_scan_next(run->scan, columns, 1U);
    bench_require(n == 1U, "lookup");
    bench_use(object);
  }
}

/// Find the same rows in a plain array
static void
run_binary_searches(void *context)
{
  const lookup_run *const run = (const lookup_run *)context;
  for (size_t i = 0U; i < N_LOOKUPS; ++i) {
    const tercet_id *const key = run->sorted[run->rows[i]].id;
    size_t begin = 0U;
    size_t end = run->n_sorted;
    while (begin < end) {
      const size_t middle = begin + (end - begin) / 2U;
      const tercet_id *const ids = run->sorted[middle].id;
      const bool less =
          ids[0] < key[0] ||
          (ids[0] == key[0] && run->n_prefix > 1U && ids[1] < key[1]);
      begin = less ? middle + 1U : begin;
      end = less ? end : middle;
    }
    bench_use(&run->sorted[begin]);
  }
}

static int
compare_rows(const void *a, const void *b)
{
  const uint32_t x = *(const uint32_t *)a;
  const uint32_t y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void
measure_lookups(const tercet_segment *segment)
{
  const size_t n = (size_t)tercet_segment_size(segment);
  tercet_id_quad *const sorted =
      (tercet_id_quad *)malloc(n * sizeof(tercet_id_quad));
  uint32_t *const rows = (uint32_t *)malloc(N_LOOKUPS * sizeof(uint32_t));
  lookup_run run = {NULL, sorted, n, rows, 1U};
  bench_require(sorted && rows &&
                    tercet_segment_unpack(segment, sorted) == TERCET_OK &&
                    tercet_scan_new(NULL, segment, &run.scan) == TERCET_OK,
                "memory");

  uint64_t seed = 2U;
  for (size_t i = 0U; i < N_LOOKUPS; ++i) {
    rows[i] = (uint32_t)(next_random(&seed) % n);
  }
  for (unsigned ascending = 0U; ascending < 2U; ++ascending) {
    for (run.n_prefix = 1U; run.n_prefix <= 2U; ++run.n_prefix) {
      char name[64];
      (void)snprintf(name,
                     sizeof(name),
                     "open a range of %u columns, %s",
                     run.n_prefix,
                     ascending ? "ascending" : "random");
      const double seconds = bench_best(3U, run_lookups, &run);
      const double searched = bench_best(3U, run_binary_searches, &run);
      bench_rate(name,
                 (double)N_LOOKUPS / seconds * 1e-6,
                 "binary search",
                 (double)N_LOOKUPS / searched * 1e-6,
                 "M/s");
    }
    qsort(rows, N_LOOKUPS, sizeof(uint32_t), compare_rows);
  }

  tercet_scan_free(run.scan);
  free(rows);
  free(sorted);
}

int
main(int argc, char **argv)
{
  const char *const argument = argc > 1 ? argv[1] : "1000000";
  char *end = NULL;
  const unsigned long n_triples = strtoul(argument, &end, 10);
  tercet_dataset *dataset = NULL;
  bench_require(tercet_dataset_new(NULL, &dataset, NULL) == TERCET_OK,
                "memory");

  load(dataset, argument, *end ? 0U : (size_t)n_triples);
  print_sizes(dataset);
  measure_scans(tercet_dataset_segment(dataset));
  measure_lookups(tercet_dataset_segment(dataset));
  tercet_dataset_free(dataset);
  return EXIT_SUCCESS;
}
