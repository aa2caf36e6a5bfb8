// SPDX-License-Identifier: Apache-2.0

/**
   What the trips of a loop leave behind: for each of some outputs one value a
   trip, which are joined when the loop is over.
*/

#ifndef TERCET_ONNX_OP_TRIPS_H
#define TERCET_ONNX_OP_TRIPS_H

#include "onnx/operator.h"

typedef struct {
  const tercet_onnx_call *call;
  size_t n_outputs;
  size_t n_trips;
  size_t capacity;
  tercet_onnx_value *items; ///< Trip by trip, in the call's scratch memory
} tercet_onnx_trips;

/// Prepare for no trips; allocates nothing
void
tercet_onnx_trips_init(tercet_onnx_trips *trips,
                       const tercet_onnx_call *call,
                       size_t n_outputs);

/// Give all values back
void
tercet_onnx_trips_clear(tercet_onnx_trips *trips);

/// Keep the values of a trip, which are taken over on success
TERCET_NODISCARD tercet_status
tercet_onnx_trips_add(tercet_onnx_trips *trips,
                      const tercet_onnx_value *values);

/**
   Join the tensors of an output along a new axis.

   @param axis Of the result; counts from its end if negative.
   @param is_reversed Whether the last trip comes first.
   @param type What the output is declared as: tells the shape of the result of
   no trips, in which unknown extents are 0.
   @return Also #TERCET_ERR_SHAPE if the trips left different shapes.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_trips_join(const tercet_onnx_trips *trips,
                       size_t i,
                       int64_t axis,
                       bool is_reversed,
                       const tercet_onnx_type_info *type,
                       tercet_onnx_value *out);

/// Make a sequence of the values of an output, which stay shared
TERCET_NODISCARD tercet_status
tercet_onnx_trips_sequence(const tercet_onnx_trips *trips,
                           size_t i,
                           const tercet_onnx_type_info *type,
                           tercet_onnx_value *out);

/// Give `n` values back and make them absent
void
tercet_onnx_values_drop(size_t n, tercet_onnx_value *values);

/// Make an array of `n` absent values in scratch memory
TERCET_NODISCARD tercet_status
tercet_onnx_values_new(const tercet_onnx_call *call,
                       size_t n,
                       tercet_onnx_value **out);

/// Set `out` to the declared type of an output of a graph that is an attribute
TERCET_NODISCARD tercet_status
tercet_onnx_inner_type(const tercet_onnx_call *call,
                       const char *attribute,
                       size_t i,
                       const tercet_onnx_type_info **out);

#endif // TERCET_ONNX_OP_TRIPS_H
