// SPDX-License-Identifier: Apache-2.0

/**
   Quads in six sort orders, compressed, immutable.

   A permutation holds all quads as rows of four columns: the three of its
   order and the graph.  Rows are cut into blocks of 1,024; in a block each
   column is stored as its minimum and bit-packed differences, so that any
   value can be read alone.  The first row of each block is kept apart, so that
   a range is found by a binary search that looks into two blocks.
*/

#ifndef TERCET_STORE_SEGMENT_H
#define TERCET_STORE_SEGMENT_H

#include <tercet/status.h>

#include "base/thread_pool.h"
#include "store/id.h"

/// Position of subject, predicate, object and graph in a quad of ids
enum { TERCET_S, TERCET_P, TERCET_O, TERCET_G };

typedef struct {
  tercet_id id[4]; ///< Indexed by TERCET_S, TERCET_P, TERCET_O, TERCET_G
} tercet_id_quad;

/// The sort orders; the graph comes last in each
typedef enum {
  TERCET_ORDER_SPO,
  TERCET_ORDER_SOP,
  TERCET_ORDER_PSO,
  TERCET_ORDER_POS,
  TERCET_ORDER_OSP,
  TERCET_ORDER_OPS,
} tercet_order;

#define TERCET_ORDER_COUNT 6U

/// Which place of the quad stands in each column: tercet_order_places[POS] is
/// {P, O, S, G}
extern const uint8_t tercet_order_places[TERCET_ORDER_COUNT][4];

typedef struct tercet_segment tercet_segment;

/**
   Sort quads, drop duplicates and pack them.

   @param quads Overwritten: used to sort in.
   @param pool May be NULL.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_LIMIT for more
   than 2^29 quads.
*/
TERCET_NODISCARD tercet_status
tercet_segment_build(const tercet_allocator *alloc,
                     tercet_thread_pool *pool,
                     tercet_id_quad *quads,
                     size_t n_quads,
                     tercet_segment **out,
                     tercet_error *err);

void
tercet_segment_free(tercet_segment *segment);

uint64_t
tercet_segment_size(const tercet_segment *segment);

uint64_t
tercet_segment_bytes(const tercet_segment *segment, tercet_order order);

/// Unpack all quads, in SPO order, to add others to them
TERCET_NODISCARD tercet_status
tercet_segment_unpack(const tercet_segment *segment, tercet_id_quad *out);

/// Named graphs in the segment, ascending
const tercet_id *
tercet_segment_graphs(const tercet_segment *segment, size_t *n_graphs);

/// Which graphs a scan sees
typedef enum {
  TERCET_GRAPHS_SET,   ///< The merge of the graphs of a list, each triple once
  TERCET_GRAPHS_NAMED, ///< Every named graph, or those of a list; the graph is
                       ///< an output column, a triple comes once for each
} tercet_graph_mode;

/// What to scan
typedef struct {
  tercet_order order;
  unsigned n_prefix;   ///< Columns that have a given value, 0 to 3
  tercet_id prefix[3]; ///< Their values, in the order's places
  tercet_graph_mode graph_mode;
  const tercet_id *graphs; ///< Ascending; TERCET_ID_NONE is the default graph
  size_t n_graphs;         ///< For TERCET_GRAPHS_NAMED, 0 means every one
} tercet_scan_spec;

/**
   A cursor over a range, for one thread.

   Remembers for each order the block where the last range began: opening it
   again on a near key costs little, which is what an index join does.
*/
typedef struct tercet_scan tercet_scan;

TERCET_NODISCARD tercet_status
tercet_scan_new(const tercet_allocator *alloc,
                const tercet_segment *segment,
                tercet_scan **out);

void
tercet_scan_free(tercet_scan *scan);

/// Start over at the first row of a range
void
tercet_scan_open(tercet_scan *scan, const tercet_scan_spec *spec);

/**
   Read the next rows.

   @param columns Four arrays of `max` ids, in the order's places; NULL for
   those not wanted.  The prefix columns are filled too where wanted.
   @return Rows read; 0 at the end.
*/
size_t
tercet_scan_next(tercet_scan *scan, tercet_id *const columns[4], size_t max);

/// Skip rows whose first column behind the prefix is less than `key`; never
/// goes back
void
tercet_scan_seek(tercet_scan *scan, tercet_id key);

/// Return the rows between here and the end of the range, before the graphs
/// are looked at
uint64_t
tercet_scan_remaining(const tercet_scan *scan);

/// Return the rows of a range in all graphs; exact, a few block reads
uint64_t
tercet_segment_count(const tercet_segment *segment,
                     tercet_order order,
                     unsigned n_prefix,
                     const tercet_id *prefix);

/**
   Return the number of distinct values of the column behind the prefix, for
   a prefix of 0 or 1 columns; exact, counted when the segment is built.
*/
uint64_t
tercet_segment_count_distinct(const tercet_segment *segment,
                              tercet_order order,
                              unsigned n_prefix,
                              const tercet_id *prefix);

#endif // TERCET_STORE_SEGMENT_H
