// SPDX-License-Identifier: Apache-2.0

/**
   The pairs of two sets of tensors whose score may matter, found by products of
   matrices of float32: see tercet_score_product.

   One set, the right one, is packed as a whole, the other comes in blocks.
   Tensors are only compared with those of their own type; what cannot be
   packed may matter with everything.
*/

#ifndef TERCET_SPARQL_EXEC_PAIR_PRODUCT_H
#define TERCET_SPARQL_EXEC_PAIR_PRODUCT_H

#include "sparql/function.h"
#include "sparql/score_key.h"

/// Tensors of the left set in a block at the most
#define TERCET_PAIR_BLOCK_ROWS 256U

/// Types that are told apart at the most; tensors of others are not packed
#define TERCET_PAIR_MAX_CLASSES 16U

/// Tensors of one type, packed
typedef struct {
  const tercet_tensor_type *type;
  size_t n_rows;
  size_t width;
  float *vectors; ///< Row by row
  double *offsets;
  double *errors;
  uint32_t *numbers; ///< Of the rows in their set, ascending
} tercet_packed_tensors;

/// Packed tensors of the right set
typedef struct {
  tercet_packed_tensors packed;
  uint64_t *others; ///< Bits of the rows that are not in it
} tercet_pair_class;

/// In the owner's storage; all zero before _init()
typedef struct {
  const tercet_allocator *alloc;
  const tercet_function *function;
  size_t n_rows;  ///< Of the right set
  size_t n_words; ///< Of their bits
  size_t n_classes;
  tercet_pair_class *classes;
  tercet_packed_tensors block; ///< Room for a block of the widest class
  float *products;             ///< Of a block and a tile of the right set
} tercet_pair_product;

/**
   Pack the right set; rows that are no tensor have a NULL type.

   Where memory is out, nothing is packed, so that everything may matter.  The
   same when `cancel`, which may be NULL, says to stop: that is for the caller
   to find out and report.  The rows need not stay, but what they point to must.
*/
void
tercet_pair_product_init(tercet_pair_product *pairs,
                         const tercet_allocator *alloc,
                         const tercet_function *function,
                         const tercet_tensor_row *rows,
                         size_t n_rows,
                         const tercet_cancel *cancel);

/// Release everything; an all-zero one is fine
void
tercet_pair_product_clear(tercet_pair_product *pairs);

/**
   Mark the rows of the right set that may matter to each of a block.

   @param range Of t, see tercet_score_product.
   @param bits n_words for each row of the block, to be set in full.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_CANCELLED,
   #TERCET_ERR_TIMEOUT.
*/
TERCET_NODISCARD tercet_status
tercet_pair_product_mark(tercet_pair_product *pairs,
                         const tercet_tensor_row *block,
                         size_t n_rows,
                         tercet_score_range range,
                         const tercet_cancel *cancel,
                         uint64_t *bits,
                         tercet_error *err);

#endif // TERCET_SPARQL_EXEC_PAIR_PRODUCT_H
