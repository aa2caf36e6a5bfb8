// SPDX-License-Identifier: Apache-2.0

/**
   An operator as a composition of array functions.

   The first failure sticks: what comes after it is skipped, with NULL as its
   result.  Tensors made on the way are given back together at the end.

     tercet_onnx_compose c;
     tercet_onnx_compose_init(&c, call);
     tercet_tensor *const t = TERCET_ONNX_VIEW(&c, tercet_tensor_permute, x, p);
     tercet_tensor *const y = TERCET_ONNX_MAKE(&c, tercet_tensor_add, t, b);
     tercet_onnx_compose_give(&c, 0, y);
     return tercet_onnx_compose_end(&c);
*/

#ifndef TERCET_ONNX_OP_COMPOSE_H
#define TERCET_ONNX_OP_COMPOSE_H

#include "onnx/operator.h"

/// Tensors that are kept at the most; more is #TERCET_ERR_INTERNAL
#define TERCET_ONNX_COMPOSE_MAX 160

typedef struct {
  const tercet_onnx_call *call;
  tercet_status st;
  tercet_tensor *made; ///< By the last step
  size_t n;
  tercet_tensor *items[TERCET_ONNX_COMPOSE_MAX];
} tercet_onnx_compose;

/// Start
static inline void
tercet_onnx_compose_init(tercet_onnx_compose *c, const tercet_onnx_call *call)
{
  c->call = call;
  c->st = TERCET_OK;
  c->made = NULL;
  c->n = 0;
}

/// End a step: keep what was made and return it
tercet_tensor *
tercet_onnx_compose_step(tercet_onnx_compose *c, tercet_status st);

/// Give back what was kept since there were `n` tensors
void
tercet_onnx_compose_drop(tercet_onnx_compose *c, size_t n);

/// Take over a tensor that a function with several results made, or NULL if it
/// failed; returns it
tercet_tensor *
tercet_onnx_compose_keep(tercet_onnx_compose *c, tercet_tensor *tensor);

/// Set an output, if somebody reads it, to a tensor that was made, unless
/// something failed
void
tercet_onnx_compose_give(tercet_onnx_compose *c,
                         size_t i,
                         tercet_tensor *tensor);

/// The same for a type that the dtype does not tell
void
tercet_onnx_compose_give_typed(tercet_onnx_compose *c,
                               size_t i,
                               tercet_onnx_type type,
                               tercet_tensor *tensor);

/// Give back what was kept, and return the first failure
tercet_status
tercet_onnx_compose_end(tercet_onnx_compose *c);

/// Call an array function that takes an allocator first, and `&out, err` last
#define TERCET_ONNX_MAKE(c, function, ...)                                     \
  tercet_onnx_compose_step((c),                                                \
                           (c)->st != TERCET_OK ? (c)->st                      \
                                                : function((c)->call->alloc,   \
                                                           __VA_ARGS__,        \
                                                           &(c)->made,         \
                                                           (c)->call->err))

/// Call one that takes no allocator
#define TERCET_ONNX_VIEW(c, function, ...)                                     \
  tercet_onnx_compose_step(                                                    \
      (c),                                                                     \
      (c)->st != TERCET_OK                                                     \
          ? (c)->st                                                            \
          : function(__VA_ARGS__, &(c)->made, (c)->call->err))

/// Call a function that only has a status, and `err` last
#define TERCET_ONNX_DO(c, function, ...)                                       \
  ((c)->st =                                                                   \
       (c)->st != TERCET_OK ? (c)->st : function(__VA_ARGS__, (c)->call->err))

/// Make a tensor of rank 0 with one number
tercet_tensor *
tercet_onnx_compose_number(tercet_onnx_compose *c,
                           tercet_dtype dtype,
                           double number);

#endif // TERCET_ONNX_OP_COMPOSE_H
