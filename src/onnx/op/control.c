// SPDX-License-Identifier: Apache-2.0

/// If, Loop

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/trips.h"

#include <inttypes.h>
#include <string.h>

/// Set `out` to the truth of a value of one element
static tercet_status
read_condition(const tercet_onnx_call *call,
               const tercet_onnx_value *value,
               bool *out)
{
  const tercet_tensor *const tensor = value->tensor;
  if (!tensor || tercet_tensor_dtype(tensor) != TERCET_DTYPE_BOOL ||
      tercet_tensor_size(tensor) != 1) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "the condition is not one bool");
  }
  *out = *(const uint8_t *)tercet_tensor_data(tensor) != 0;
  return TERCET_OK;
}

static tercet_status
run_if(const tercet_onnx_call *call)
{
  bool holds = false;
  TERCET_TRY(read_condition(call, &call->inputs[0], &holds));
  return tercet_onnx_call_graph(call,
                                holds ? "then_branch" : "else_branch",
                                0,
                                NULL,
                                call->n_outputs,
                                call->outputs);
}

/* ---- Loop ---- */

/// Inputs of the body: these, and then what is carried from trip to trip
enum { TRIP_NUMBER, CONDITION, CARRIED };

/// A loop that runs
typedef struct {
  const tercet_onnx_call *call;
  size_t n_carried;
  size_t n_joined; ///< Outputs of which each trip leaves a part
  int64_t n_max;   ///< Trips
  bool goes_on;
  tercet_onnx_value *inputs;  ///< Of the body: CARRIED + n_carried
  tercet_onnx_value *outputs; ///< Of the body: a condition, what is carried,
                              ///< and parts
  tercet_onnx_trips trips;
} loop;

/// Make a tensor of one number
static tercet_status
make_number(const tercet_onnx_call *call,
            tercet_dtype dtype,
            int64_t number,
            tercet_onnx_value *out)
{
  tercet_tensor *tensor = NULL;
  TERCET_TRY(tercet_tensor_full(call->scratch,
                                dtype,
                                0,
                                NULL,
                                tercet_scalar_from_i64(number),
                                &tensor,
                                call->err));
  *out = tercet_onnx_value_from_tensor(tensor);
  return TERCET_OK;
}

/// Read the number of trips and the first condition
static tercet_status
read_limits(loop *l)
{
  const tercet_onnx_call *const call = l->call;
  l->n_max = INT64_MAX;
  l->goes_on = true;
  if (tercet_onnx_has_input(call, TRIP_NUMBER)) {
    size_t n = 0;
    TERCET_TRY(tercet_onnx_input_ints(call, TRIP_NUMBER, 1, &l->n_max, &n));
    if (n != 1) {
      return tercet_onnx_fail(call, TERCET_ERR_SHAPE, "M is empty");
    }
  }
  if (!tercet_onnx_has_input(call, CONDITION)) {
    return make_number(call, TERCET_DTYPE_BOOL, 1, &l->inputs[CONDITION]);
  }
  l->inputs[CONDITION] = tercet_onnx_value_ref(call->inputs[CONDITION]);
  return read_condition(call, &l->inputs[CONDITION], &l->goes_on);
}

static tercet_status
loop_begin(loop *l, const tercet_onnx_call *call)
{
  memset(l, 0, sizeof(*l));
  l->call = call;
  l->n_carried = call->n_inputs > CARRIED ? call->n_inputs - CARRIED : 0;
  if (call->n_outputs < l->n_carried) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%zu outputs for %zu values that are carried",
                            call->n_outputs,
                            l->n_carried);
  }
  l->n_joined = call->n_outputs - l->n_carried;
  tercet_onnx_trips_init(&l->trips, call, l->n_joined);
  TERCET_TRY(tercet_onnx_values_new(call, CARRIED + l->n_carried, &l->inputs));
  TERCET_TRY(tercet_onnx_values_new(
      call, 1U + l->n_carried + l->n_joined, &l->outputs));
  for (size_t i = 0; i < l->n_carried; ++i) {
    l->inputs[CARRIED + i] = tercet_onnx_value_ref(call->inputs[CARRIED + i]);
  }
  return read_limits(l);
}

static void
loop_end(loop *l)
{
  if (l->inputs) {
    tercet_onnx_values_drop(CARRIED + l->n_carried, l->inputs);
  }
  if (l->outputs) {
    tercet_onnx_values_drop(1U + l->n_carried + l->n_joined, l->outputs);
  }
  tercet_release(l->call->scratch, l->inputs);
  tercet_release(l->call->scratch, l->outputs);
  tercet_onnx_trips_clear(&l->trips);
}

/// Run the body once
static tercet_status
make_trip(loop *l, int64_t number)
{
  const tercet_onnx_call *const call = l->call;
  tercet_onnx_values_drop(1, &l->inputs[TRIP_NUMBER]);
  TERCET_TRY(tercet_onnx_call_check(call));
  TERCET_TRY(
      make_number(call, TERCET_DTYPE_I64, number, &l->inputs[TRIP_NUMBER]));
  TERCET_TRY(tercet_onnx_call_graph(call,
                                    "body",
                                    CARRIED + l->n_carried,
                                    l->inputs,
                                    1U + l->n_carried + l->n_joined,
                                    l->outputs));
  // The condition and what is carried are the next trip's inputs
  tercet_onnx_values_drop(1U + l->n_carried, &l->inputs[CONDITION]);
  memcpy(&l->inputs[CONDITION],
         l->outputs,
         (1U + l->n_carried) * sizeof(*l->outputs));
  memset(l->outputs, 0, (1U + l->n_carried) * sizeof(*l->outputs));

  tercet_onnx_value *const parts = l->outputs + 1 + l->n_carried;
  if (l->n_joined) {
    TERCET_TRY(tercet_onnx_trips_add(&l->trips, parts));
    memset(parts, 0, l->n_joined * sizeof(*parts));
  }
  return read_condition(call, &l->inputs[CONDITION], &l->goes_on);
}

static tercet_status
give_results(loop *l)
{
  const tercet_onnx_call *const call = l->call;
  for (size_t i = 0; i < l->n_carried; ++i) {
    call->outputs[i] = tercet_onnx_value_ref(l->inputs[CARRIED + i]);
  }
  for (size_t i = 0; i < l->n_joined; ++i) {
    const size_t at = l->n_carried + i;
    const tercet_onnx_type_info *type = NULL;
    TERCET_TRY(tercet_onnx_inner_type(call, "body", 1U + at, &type));
    TERCET_TRY(tercet_onnx_trips_join(
        &l->trips, i, 0, false, type, &call->outputs[at]));
  }
  return TERCET_OK;
}

static tercet_status
run_loop(const tercet_onnx_call *call)
{
  loop l;
  tercet_status st = loop_begin(&l, call);
  for (int64_t i = 0; i < l.n_max && l.goes_on && !st; ++i) {
    st = make_trip(&l, i);
  }
  if (st == TERCET_OK) {
    st = give_results(&l);
  }
  loop_end(&l);
  return st;
}

TERCET_ONNX_DEFINE_TABLE(control,
                         {"If", "", 1, 0, NULL, run_if},
                         {"Loop", "", 1, 0, NULL, run_loop});
