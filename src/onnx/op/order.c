// SPDX-License-Identifier: Apache-2.0

/// Operators that compare elements of one tensor: NonZero, TopK, Unique

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"

#include <inttypes.h>

/// Version 1 had the number as an attribute
static tercet_status
read_k(const tercet_onnx_call *call, int64_t *k)
{
  if (call->version < 10) {
    *k = tercet_onnx_node_int(call->node, "k", 0);
    return TERCET_OK;
  }
  size_t n = 0;
  TERCET_TRY(tercet_onnx_input_ints(call, 1, 1, k, &n));
  return n == 1 ? TERCET_OK
                : tercet_onnx_fail(call, TERCET_ERR_SHAPE, "K is empty");
}

/// Give a whole axis, sorted: without indices that is less work
static tercet_status
give_sorted(const tercet_onnx_call *call, int64_t axis, bool largest)
{
  tercet_tensor *values = NULL;
  TERCET_TRY(tercet_tensor_sort(
      call->alloc, tercet_onnx_input(call, 0), axis, &values, call->err));
  if (largest) {
    tercet_tensor *const ascending = values;
    const tercet_status st =
        tercet_tensor_flip(ascending, 1, &axis, &values, call->err);
    tercet_tensor_unref(ascending);
    TERCET_TRY(st);
  }
  tercet_onnx_give(call, 0, values);
  return TERCET_OK;
}

/// NaN is greater than all numbers, and of equal elements the first is taken.
/// Always sorted.
static tercet_status
run_top_k(const tercet_onnx_call *call)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  size_t axis = 0;
  int64_t k = 0;
  TERCET_TRY(tercet_onnx_axis_attribute(
      call, "axis", -1, tercet_tensor_rank(data), &axis));
  TERCET_TRY(read_k(call, &k));
  const int64_t extent = tercet_tensor_shape(data)[axis];
  if (k < 0 || k > extent) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "K is %" PRId64 ", axis %zu has %" PRId64
                            " elements",
                            k,
                            axis,
                            extent);
  }
  const bool largest = tercet_onnx_node_int(call->node, "largest", 1) != 0;
  if (k == extent && !tercet_onnx_wants(call, 1)) {
    return give_sorted(call, (int64_t)axis, largest);
  }

  tercet_tensor *values = NULL;
  tercet_tensor *indices = NULL;
  TERCET_TRY(tercet_tensor_topk(call->alloc,
                                data,
                                k,
                                (int64_t)axis,
                                largest,
                                tercet_onnx_wants(call, 0) ? &values : NULL,
                                tercet_onnx_wants(call, 1) ? &indices : NULL,
                                call->err));
  if (values) {
    tercet_onnx_give(call, 0, values);
  }
  if (indices) {
    tercet_onnx_give(call, 1, indices);
  }
  return TERCET_OK;
}

/// One column for each element that is not zero, or not an empty string
static tercet_status
run_non_zero(const tercet_onnx_call *call)
{
  tercet_tensor *rows = NULL;
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_tensor_nonzero(
      call->alloc, tercet_onnx_input(call, 0), &rows, call->err));
  const tercet_status st =
      tercet_tensor_transpose(rows, 0, NULL, &out, call->err);
  tercet_tensor_unref(rows);
  if (st == TERCET_OK) {
    tercet_onnx_give(call, 0, out);
  }
  return st;
}

/* ---- Unique ---- */

/// Compare the strings of two handles
static int
compare_strings(void *context, const void *a, const void *b)
{
  (void)context;
  return tercet_string_compare(tercet_onnx_string_of(*(const uint64_t *)a),
                               tercet_onnx_string_of(*(const uint64_t *)b));
}

/// Make a tensor of numbers that have the order of the strings of another
static tercet_tensor *
rank_strings(tercet_onnx_compose *c, const tercet_tensor *strings)
{
  tercet_tensor *handles = NULL;
  tercet_tensor *inverse = NULL;
  if (c->st == TERCET_OK) {
    c->st = tercet_tensor_unique(
        c->call->alloc, strings, &handles, NULL, &inverse, NULL, c->call->err);
  }
  handles = tercet_onnx_compose_keep(c, handles);
  inverse = tercet_onnx_compose_keep(c, inverse);
  tercet_tensor *const sorted = TERCET_ONNX_MAKE(
      c, tercet_tensor_argsort_by, handles, 0, compare_strings, NULL);
  tercet_tensor *const ranks =
      TERCET_ONNX_MAKE(c, tercet_tensor_argsort, sorted, 0);
  return TERCET_ONNX_MAKE(
      c, tercet_tensor_take, ranks, inverse, 0, TERCET_BOUNDS_CHECK);
}

/// What is found: all of int64 and rank 1
typedef struct {
  tercet_tensor *indices;
  tercet_tensor *inverse;
  tercet_tensor *counts;
} findings;

/// Find the different elements, or the parts along an axis, in ascending order
static findings
find_unique(tercet_onnx_compose *c,
            const tercet_tensor *keys,
            bool has_axis,
            int64_t axis)
{
  findings found = {NULL, NULL, NULL};
  tercet_tensor *values = NULL;
  if (c->st == TERCET_OK) {
    c->st = has_axis ? tercet_tensor_unique_axis(c->call->alloc,
                                                 keys,
                                                 axis,
                                                 &values,
                                                 &found.indices,
                                                 &found.inverse,
                                                 &found.counts,
                                                 c->call->err)
                     : tercet_tensor_unique(c->call->alloc,
                                            keys,
                                            &values,
                                            &found.indices,
                                            &found.inverse,
                                            &found.counts,
                                            c->call->err);
  }
  tercet_tensor_unref(values);
  found.indices = tercet_onnx_compose_keep(c, found.indices);
  found.inverse = tercet_onnx_compose_keep(c, found.inverse);
  found.counts = tercet_onnx_compose_keep(c, found.counts);
  return found;
}

/// Bring what was found into the order in which it comes first
static void
sort_by_first(tercet_onnx_compose *c, findings *found)
{
  tercet_tensor *const order =
      TERCET_ONNX_MAKE(c, tercet_tensor_argsort, found->indices, 0);
  tercet_tensor *const places =
      TERCET_ONNX_MAKE(c, tercet_tensor_argsort, order, 0);
  found->indices = TERCET_ONNX_MAKE(
      c, tercet_tensor_take, found->indices, order, 0, TERCET_BOUNDS_CHECK);
  found->counts = TERCET_ONNX_MAKE(
      c, tercet_tensor_take, found->counts, order, 0, TERCET_BOUNDS_CHECK);
  found->inverse = TERCET_ONNX_MAKE(
      c, tercet_tensor_take, places, found->inverse, 0, TERCET_BOUNDS_CHECK);
}

/// All NaN are one, and -0 is 0; strings are in the order of their bytes
static tercet_status
run_unique(const tercet_onnx_call *call)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *data = tercet_onnx_input(call, 0);
  size_t axis = 0;
  const bool has_axis = tercet_onnx_node_attribute(call->node, "axis") != NULL;
  if (has_axis) {
    TERCET_TRY(tercet_onnx_axis_attribute(
        call, "axis", 0, tercet_tensor_rank(data), &axis));
  } else {
    data = TERCET_ONNX_VIEW(&c, tercet_tensor_ravel, data);
  }
  const tercet_onnx_type type = tercet_onnx_input_type(call, 0);
  const tercet_tensor *const keys =
      type == TERCET_ONNX_STRING ? rank_strings(&c, data) : data;
  findings found = find_unique(&c, keys, has_axis, (int64_t)axis);
  if (!tercet_onnx_node_int(call->node, "sorted", 1)) {
    sort_by_first(&c, &found);
  }
  tercet_tensor *const values = TERCET_ONNX_MAKE(&c,
                                                 tercet_tensor_take,
                                                 data,
                                                 found.indices,
                                                 (int64_t)axis,
                                                 TERCET_BOUNDS_CHECK);
  tercet_onnx_compose_give_typed(&c, 0, type, values);
  tercet_onnx_compose_give(&c, 1, found.indices);
  tercet_onnx_compose_give(&c, 2, found.inverse);
  tercet_onnx_compose_give(&c, 3, found.counts);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(order,
                         {"NonZero", "", 9, 0, NULL, run_non_zero},
                         {"TopK", "", 1, 0, NULL, run_top_k},
                         {"Unique", "", 11, 0, NULL, run_unique});
