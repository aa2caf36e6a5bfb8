// SPDX-License-Identifier: Apache-2.0

/**
   Products of tensors whose axes have labels, as in Einstein's convention.

   Two operands are brought into the form of a batch of matrices,

     a[batch][m][sum] b[batch][sum][n] -> out[batch][m][n]

   where a label that both have and that is kept is of the batch, one that
   both have and that is not kept is summed over, and the others are rows of
   one or columns of the other.
*/

#ifndef TERCET_LINALG_CONTRACT_H
#define TERCET_LINALG_CONTRACT_H

#include <tercet/tensor.h>

/// Labels are numbers below this: two alphabets, and axes without a letter
#define TERCET_MAX_LABELS 96

/// A set of labels
typedef struct {
  bool has[TERCET_MAX_LABELS];
} tercet_label_set;

/// A tensor with a different label for each axis
typedef struct {
  tercet_tensor *tensor;
  uint8_t labels[TERCET_MAX_RANK];
} tercet_labelled;

/**
   Multiply two tensors and sum over the labels that are not kept.

   @param a,b Of one dtype; the extents of a common label agree, or one is 1.
   @param keep Labels that stay.
   @param[out] out A new tensor, with its labels in any order.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_SHAPE if there
   would be too many axes.
*/
TERCET_NODISCARD tercet_status
tercet_contract(const tercet_allocator *alloc,
                const tercet_labelled *a,
                const tercet_labelled *b,
                const tercet_label_set *keep,
                tercet_labelled *out,
                tercet_error *err);

/// Sum over the labels of a tensor that are not kept
TERCET_NODISCARD tercet_status
tercet_contract_one(const tercet_allocator *alloc,
                    const tercet_labelled *a,
                    const tercet_label_set *keep,
                    tercet_labelled *out,
                    tercet_error *err);

/// Make a contiguous tensor with the axes in the order of `labels`, which are
/// those of `a`; a copy unless the elements of `a` are our own
TERCET_NODISCARD tercet_status
tercet_contract_order(const tercet_allocator *alloc,
                      const tercet_labelled *a,
                      const uint8_t *labels,
                      bool is_own,
                      tercet_tensor **out,
                      tercet_error *err);

#endif // TERCET_LINALG_CONTRACT_H
