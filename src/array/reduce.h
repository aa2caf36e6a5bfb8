// SPDX-License-Identifier: Apache-2.0

/// Reductions into existing tensors, and those that have no public function

#ifndef TERCET_ARRAY_REDUCE_H
#define TERCET_ARRAY_REDUCE_H

#include <tercet/tensor.h>

/// More operations than #tercet_reduce_op has
enum {
  REDUCE_PROD = TERCET_NORM2 + 1, ///< Same dtype, integers wrap
  REDUCE_SQUARES,                 ///< Sum of squares, likewise
  REDUCE_OWN_NORM2,               ///< Same dtype, integers truncate
  REDUCE_WIDE_SUM,                ///< Integers and bool in 64 bits
  REDUCE_WIDE_PROD,
  REDUCE_OWN_MEAN, ///< A float keeps its dtype, else float64
  REDUCE_VARIANCE, ///< Likewise
  REDUCE_DEVIATION,
  REDUCE_ALL, ///< Bool
  REDUCE_ANY,
  N_REDUCE_OPS,
};

/// Return the dtype of the result of an operation
tercet_dtype
tercet_reduced_dtype(unsigned op, tercet_dtype dtype);

/**
   Reduce into an existing tensor.

   @param op A #tercet_reduce_op or one of the above.
   @param reduces One for each axis.
   @param ddof What is taken off the divisor of moments.
   @param out Of the dtype of the result and of its shape, with the axes that
   are reduced or without them; shares no bytes with `tensor`.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE, or
   #TERCET_ERR_SHAPE for an extreme of nothing.
*/
TERCET_NODISCARD tercet_status
tercet_reduce_into(unsigned op,
                   const tercet_tensor *tensor,
                   const bool *reduces,
                   double ddof,
                   tercet_tensor *out,
                   tercet_error *err);

#endif // TERCET_ARRAY_REDUCE_H
