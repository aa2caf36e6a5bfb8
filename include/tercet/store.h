// SPDX-License-Identifier: Apache-2.0

/**
   @file store.h

   Datasets: a default graph and named graphs, indexed for queries.
*/

#ifndef TERCET_STORE_H
#define TERCET_STORE_H

#include <tercet/rdf.h>
#include <tercet/status.h>

TERCET_BEGIN_DECLS

/// A dataset in memory.  Loading needs the dataset for itself; queries may
/// share it among threads.
typedef struct tercet_dataset tercet_dataset;

/// Make an empty dataset, to be freed with tercet_dataset_free()
TERCET_API TERCET_NODISCARD tercet_status
tercet_dataset_new(const tercet_allocator *alloc,
                   tercet_dataset **out,
                   tercet_error *err);

/// Free a dataset that no query uses any more; NULL is fine
TERCET_API void
tercet_dataset_free(tercet_dataset *dataset);

/// How to load; all zero is a good start
typedef struct {
  /// Graph for the triples of the default graph; empty: the default graph
  tercet_string graph;
  /// Base IRI; empty: the file's own `file:` IRI
  tercet_string base;
  bool recover; ///< As in tercet_reader_options
  /// Gets one warning for each literal of a tensor datatype that is ill-typed
  /// and each statement skipped; may be NULL.  Called by one thread at a time,
  /// not always the one that loads, and not always in the order of lines.
  void (*warning)(void *context, const tercet_error *warning);
  void *warning_context;
  const tercet_cancel *cancel;
  const tercet_progress *progress;
} tercet_load_options;

/// What a load did
typedef struct {
  uint64_t n_quads;     ///< Statements read
  uint64_t n_skipped;   ///< Malformed statements skipped
  uint64_t n_ill_typed; ///< Tensor literals that are ill-typed
  uint64_t n_bytes;     ///< Bytes of text, after decompression
} tercet_load_stats;

/**
   Add the statements of a file to a dataset.

   All or nothing: after a failure the dataset is as before.  Blank nodes of
   different files are different.

   @param path As in tercet_read_file().
   @param options,stats May be NULL.
   @return As tercet_read_file().
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_dataset_load_file(tercet_dataset *dataset,
                         const char *path,
                         tercet_syntax syntax,
                         const tercet_load_options *options,
                         tercet_load_stats *stats,
                         tercet_error *err);

/// Add the statements of a text in memory, like tercet_dataset_load_file()
TERCET_API TERCET_NODISCARD tercet_status
tercet_dataset_load_text(tercet_dataset *dataset,
                         tercet_string text,
                         tercet_syntax syntax,
                         const tercet_load_options *options,
                         tercet_load_stats *stats,
                         tercet_error *err);

/// Sizes of a dataset, in bytes and numbers
typedef struct {
  uint64_t n_quads;
  uint64_t n_graphs; ///< Named graphs
  uint64_t n_terms;
  uint64_t n_tensors;
  uint64_t n_tensor_blocks;
  uint64_t permutation_bytes[6]; ///< SPO, SOP, PSO, POS, OSP, OPS
  uint64_t dictionary_bytes;
  uint64_t tensor_bytes;
} tercet_dataset_info;

TERCET_API void
tercet_dataset_get_info(const tercet_dataset *dataset,
                        tercet_dataset_info *info);

TERCET_END_DECLS

#endif // TERCET_STORE_H
