// SPDX-License-Identifier: Apache-2.0

#include "store/dataset_internal.h"

#include "base/allocator.h"
#include "base/error.h"

tercet_status
tercet_dataset_new(const tercet_allocator *alloc,
                   tercet_dataset **out,
                   tercet_error *err)
{
  *out = NULL;
  alloc = tercet_allocator_or_default(alloc);
  tercet_dataset *const dataset =
      (tercet_dataset *)tercet_allocate_zeroed(alloc, sizeof(tercet_dataset));
  if (!dataset) {
    return tercet_error_no_memory(err);
  }

  dataset->alloc = alloc;
  tercet_status st =
      tercet_dictionary_new(alloc, NULL, &dataset->dictionary, err);
  if (st == TERCET_OK) {
    st = tercet_segment_build(alloc, NULL, NULL, 0U, &dataset->segment, err);
  }
  if (st != TERCET_OK) {
    tercet_dataset_free(dataset);
    return st;
  }

  *out = dataset;
  return TERCET_OK;
}

void
tercet_dataset_free(tercet_dataset *dataset)
{
  if (!dataset) {
    return;
  }

  tercet_segment_free(dataset->segment);
  tercet_dictionary_free(dataset->dictionary);
  tercet_release(dataset->alloc, dataset);
}

const tercet_dictionary *
tercet_dataset_dictionary(const tercet_dataset *dataset)
{
  return dataset->dictionary;
}

const tercet_segment *
tercet_dataset_segment(const tercet_dataset *dataset)
{
  return dataset->segment;
}

const tercet_allocator *
tercet_dataset_allocator(const tercet_dataset *dataset)
{
  return dataset->alloc;
}

void
tercet_dataset_get_info(const tercet_dataset *dataset,
                        tercet_dataset_info *info)
{
  tercet_dictionary_info terms;
  tercet_dictionary_get_info(dataset->dictionary, &terms);
  size_t n_graphs = 0U;
  tercet_segment_graphs(dataset->segment, &n_graphs);

  info->n_quads = tercet_segment_size(dataset->segment);
  info->n_graphs = n_graphs;
  info->n_terms = terms.n_terms;
  info->n_tensors = terms.n_tensors;
  info->n_tensor_blocks = terms.n_tensor_blocks;
  info->dictionary_bytes = terms.text_bytes;
  info->tensor_bytes = terms.tensor_bytes;
  for (unsigned order = 0U; order < TERCET_ORDER_COUNT; ++order) {
    info->permutation_bytes[order] =
        tercet_segment_bytes(dataset->segment, (tercet_order)order);
  }
}
