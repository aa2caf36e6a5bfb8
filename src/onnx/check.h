// SPDX-License-Identifier: Apache-2.0

/// What the checker found out about the values of a model, for planning

#ifndef TERCET_ONNX_CHECK_H
#define TERCET_ONNX_CHECK_H

#include "onnx/fact.h"

/// The values of a model that is right; valid while the model is
typedef struct tercet_onnx_knowledge tercet_onnx_knowledge;

/**
   Check a model as tercet_onnx_model_check() does, until the first problem.

   @param[out] out What is known of each value, to be given to
   tercet_onnx_knowledge_free(); NULL on failure.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or the status of the problem,
   with the node and the reason in `err`.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_knowledge_new(const tercet_allocator *alloc,
                          const tercet_onnx_model *model,
                          tercet_onnx_knowledge **out,
                          tercet_error *err);

/// Like tercet_onnx_knowledge_new(), but go on after problems: nothing is known
/// of values that they concern
TERCET_NODISCARD tercet_status
tercet_onnx_knowledge_gather(const tercet_allocator *alloc,
                             const tercet_onnx_model *model,
                             tercet_onnx_knowledge **out,
                             tercet_error *err);

/// Return what is known of a value of a graph, inside of others or not, but
/// not inside of a function; NULL if the graph has no such value
const tercet_onnx_fact *
tercet_onnx_knowledge_find(const tercet_onnx_knowledge *knowledge,
                           const tercet_onnx_graph *graph,
                           tercet_string name);

/// Return the name that a model gives to an extent, or an empty string
tercet_string
tercet_onnx_knowledge_dim(const tercet_onnx_knowledge *knowledge,
                          int64_t symbol);

/// Free; NULL is fine
void
tercet_onnx_knowledge_free(tercet_onnx_knowledge *knowledge);

#endif // TERCET_ONNX_CHECK_H
