// SPDX-License-Identifier: Apache-2.0

/**
   Walking several operands of one shape together.

   A loop holds a shape and, for each operand, an address and byte strides.
   Collapsing drops axes of extent 1 and joins neighbours that all operands
   can step through as one, so that most loops end up with one axis.  The
   innermost axis goes to a body that was written for a line of elements;
   addresses along the outer ones are added up, never divided out of an index.
*/

#ifndef TERCET_ARRAY_LOOP_H
#define TERCET_ARRAY_LOOP_H

#include <tercet/tensor.h>

#define TERCET_LOOP_MAX_OPERANDS 4

typedef struct {
  size_t n_operands;
  size_t rank;
  int64_t shape[TERCET_MAX_RANK];
  char *data[TERCET_LOOP_MAX_OPERANDS];
  int64_t strides[TERCET_LOOP_MAX_OPERANDS][TERCET_MAX_RANK];
} tercet_loop;

/// Process `n` > 0 elements of each operand; false ends the loop
typedef bool (*tercet_loop_body)(void *context,
                                 char *const *data,
                                 const int64_t *strides,
                                 int64_t n);

/// Start a loop over a shape, without operands
void
tercet_loop_init(tercet_loop *loop, size_t rank, const int64_t *shape);

/// Add an operand with one stride for each axis of the loop
void
tercet_loop_add(tercet_loop *loop, char *data, const int64_t *strides);

/// Add a tensor, broadcast to the shape of the loop
void
tercet_loop_add_tensor(tercet_loop *loop, const tercet_tensor *tensor);

/**
   Bring the axes into the order of decreasing steps of operand `key`.

   For results that do not depend on the order of the elements.
*/
void
tercet_loop_sort(tercet_loop *loop, size_t key);

/// Drop axes of extent 1 and join axes where possible
void
tercet_loop_collapse(tercet_loop *loop);

/// Call the body for each line along the last axis; false if a call did
bool
tercet_loop_run(const tercet_loop *loop, tercet_loop_body body, void *context);

/**
   Like tercet_loop_run(), for loops that may be long: in parts, between which
   the cancel token is looked at.

   Lines may be cut; the parts come in row-major order.

   @param cost Bytes that are read and written for each element of the loop, or
   more if that is not what takes the time.
   @return #TERCET_OK, #TERCET_ERR_CANCELLED or #TERCET_ERR_TIMEOUT, or
   #TERCET_ERR_RANGE if a call of the body returned false.
*/
TERCET_NODISCARD tercet_status
tercet_loop_run_parts(const tercet_loop *loop,
                      int64_t cost,
                      tercet_loop_body body,
                      void *context,
                      tercet_error *err);

/// Like tercet_loop_run_parts(), but threads share the parts, in any order, if
/// there is enough to do; the body must not write to its context
TERCET_NODISCARD tercet_status
tercet_loop_run_shared(const tercet_loop *loop,
                       int64_t cost,
                       tercet_loop_body body,
                       void *context,
                       tercet_error *err);

/// Like tercet_loop_run_shared(), but no part is smaller than a tile of so many
/// elements, for bodies that are slow with less
TERCET_NODISCARD tercet_status
tercet_loop_run_tiles(const tercet_loop *loop,
                      int64_t cost,
                      int64_t tile,
                      tercet_loop_body body,
                      void *context,
                      tercet_error *err);

#endif // TERCET_ARRAY_LOOP_H
