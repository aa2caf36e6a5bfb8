// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/trips.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"

#include <string.h>

/* ---- Values ---- */

void
tercet_onnx_values_drop(size_t n, tercet_onnx_value *values)
{
  for (size_t i = 0; i < n; ++i) {
    tercet_onnx_value_unref(values[i]);
    memset(&values[i], 0, sizeof(values[i]));
  }
}

tercet_status
tercet_onnx_values_new(const tercet_onnx_call *call,
                       size_t n,
                       tercet_onnx_value **out)
{
  *out = tercet_allocate_array(call->scratch, n, sizeof(**out));
  if (!*out) {
    return tercet_error_no_memory(call->err);
  }
  memset(*out, 0, n * sizeof(**out));
  return TERCET_OK;
}

tercet_status
tercet_onnx_inner_type(const tercet_onnx_call *call,
                       const char *attribute,
                       size_t i,
                       const tercet_onnx_type_info **out)
{
  const tercet_onnx_graph *const graph =
      tercet_onnx_node_graph(call->node, attribute);
  if (!graph || i >= graph->n_outputs) {
    return tercet_onnx_fail(
        call, TERCET_ERR_ARGUMENT, "graph %s has no output %zu", attribute, i);
  }
  *out = &graph->outputs[i].type;
  return TERCET_OK;
}

/* ---- Trips ---- */

void
tercet_onnx_trips_init(tercet_onnx_trips *trips,
                       const tercet_onnx_call *call,
                       size_t n_outputs)
{
  memset(trips, 0, sizeof(*trips));
  trips->call = call;
  trips->n_outputs = n_outputs;
}

void
tercet_onnx_trips_clear(tercet_onnx_trips *trips)
{
  tercet_onnx_values_drop(trips->n_trips * trips->n_outputs, trips->items);
  tercet_release(trips->call->scratch, trips->items);
  trips->items = NULL;
  trips->n_trips = 0;
}

tercet_status
tercet_onnx_trips_add(tercet_onnx_trips *trips, const tercet_onnx_value *values)
{
  const size_t n = trips->n_trips * trips->n_outputs;
  if (!tercet_grow_array(trips->call->scratch,
                         (void **)&trips->items,
                         &trips->capacity,
                         n + trips->n_outputs,
                         sizeof(*trips->items))) {
    return tercet_error_no_memory(trips->call->err);
  }
  if (trips->n_outputs) {
    memcpy(trips->items + n, values, trips->n_outputs * sizeof(*values));
  }
  ++trips->n_trips;
  return TERCET_OK;
}

/// Return what output `i` was after trip `trip`
static const tercet_onnx_value *
trip_value(const tercet_onnx_trips *trips, size_t trip, size_t i)
{
  return &trips->items[trip * trips->n_outputs + i];
}

/// Make what no trips leave
static tercet_status
join_nothing(const tercet_onnx_trips *trips,
             size_t i,
             int64_t axis,
             const tercet_onnx_type_info *type,
             tercet_onnx_value *out)
{
  const tercet_onnx_call *const call = trips->call;
  int64_t shape[TERCET_MAX_RANK];
  const size_t rank = (type->has_shape ? type->rank : 0) + 1U;
  size_t at = 0;
  if (type->kind != TERCET_ONNX_TYPE_TENSOR ||
      type->elem_type <= TERCET_ONNX_UNDEFINED ||
      type->elem_type > TERCET_ONNX_FLOAT4E2M1 || rank > TERCET_MAX_RANK) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_UNSUPPORTED,
                            "nothing is joined to output %zu, whose type is "
                            "not declared",
                            i);
  }
  TERCET_TRY(tercet_onnx_axis(call, axis, rank, &at));
  for (size_t j = 0; j + 1U < rank; ++j) {
    shape[j + (j >= at)] = type->dims[j].value < 0 ? 0 : type->dims[j].value;
  }
  shape[at] = 0;
  out->kind = TERCET_ONNX_TENSOR;
  out->type = (tercet_onnx_type)type->elem_type;
  return tercet_tensor_new(call->alloc,
                           tercet_onnx_type_dtype(out->type),
                           rank,
                           shape,
                           &out->tensor,
                           call->err);
}

/// Set `tensors` to those of an output
static tercet_status
list_tensors(const tercet_onnx_trips *trips,
             size_t i,
             bool is_reversed,
             const tercet_tensor **tensors)
{
  for (size_t trip = 0; trip < trips->n_trips; ++trip) {
    const tercet_onnx_value *const value = trip_value(trips, trip, i);
    if (value->kind != TERCET_ONNX_TENSOR ||
        value->type != trip_value(trips, 0, i)->type) {
      return tercet_onnx_fail(
          trips->call,
          TERCET_ERR_DTYPE,
          "trip %zu left no tensor of %s as output %zu",
          trip,
          tercet_onnx_type_name(trip_value(trips, 0, i)->type),
          i);
    }
    tensors[is_reversed ? trips->n_trips - 1U - trip : trip] = value->tensor;
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_trips_join(const tercet_onnx_trips *trips,
                       size_t i,
                       int64_t axis,
                       bool is_reversed,
                       const tercet_onnx_type_info *type,
                       tercet_onnx_value *out)
{
  if (!trips->n_trips) {
    return join_nothing(trips, i, axis, type, out);
  }
  const tercet_onnx_call *const call = trips->call;
  const tercet_tensor **const tensors =
      tercet_allocate_array(call->scratch, trips->n_trips, sizeof(*tensors));
  if (!tensors) {
    return tercet_error_no_memory(call->err);
  }
  tercet_tensor *joined = NULL;
  tercet_status st = list_tensors(trips, i, is_reversed, tensors);
  if (st == TERCET_OK) {
    st = tercet_tensor_stack(
        call->alloc, trips->n_trips, tensors, axis, &joined, call->err);
  }
  tercet_release(call->scratch, tensors);
  if (st == TERCET_OK) {
    *out = tercet_onnx_value_from_tensor(joined);
    out->type = trip_value(trips, 0, i)->type;
  }
  return st;
}

tercet_status
tercet_onnx_trips_sequence(const tercet_onnx_trips *trips,
                           size_t i,
                           const tercet_onnx_type_info *type,
                           tercet_onnx_value *out)
{
  tercet_onnx_value *members = NULL;
  TERCET_TRY(tercet_onnx_values_new(trips->call, trips->n_trips, &members));
  for (size_t trip = 0; trip < trips->n_trips; ++trip) {
    members[trip] = tercet_onnx_value_ref(*trip_value(trips, trip, i));
  }
  const tercet_onnx_type elements =
      trips->n_trips ? members[0].type : (tercet_onnx_type)type->elem_type;
  const tercet_status st = tercet_onnx_value_from_list(trips->call->alloc,
                                                       TERCET_ONNX_SEQUENCE,
                                                       elements,
                                                       trips->n_trips,
                                                       members,
                                                       out,
                                                       trips->call->err);
  if (st) {
    tercet_onnx_values_drop(trips->n_trips, members);
  }
  tercet_release(trips->call->scratch, members);
  return st;
}
