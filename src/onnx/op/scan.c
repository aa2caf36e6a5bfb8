// SPDX-License-Identifier: Apache-2.0

/// Scan: a body that is run for the parts of tensors along an axis

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/trips.h"

#include <inttypes.h>
#include <string.h>

/// What the attributes say, and the inputs of one scan
typedef struct {
  const tercet_onnx_call *call;
  size_t n_states;
  size_t n_scanned;
  size_t n_joined;                 ///< Outputs of which each trip leaves a part
  const tercet_onnx_value *states; ///< First ones
  const tercet_onnx_value *scanned; ///< Tensors to take apart
  const int64_t *in_axes; ///< One for each scanned input, or NULL: the first
  const int64_t *out_axes;
  const int64_t *in_directions; ///< 1: backwards; NULL: all forwards
  const int64_t *out_directions;
} scan;

static int64_t
number_of(const int64_t *numbers, size_t i)
{
  return numbers ? numbers[i] : 0;
}

/// Read a list with one number for each of `n` values, or none
static tercet_status
read_list(const tercet_onnx_call *call,
          const char *name,
          size_t n,
          const int64_t **out)
{
  size_t n_given = 0;
  const int64_t *const numbers =
      tercet_onnx_node_ints(call->node, name, &n_given);
  if (n_given && n_given != n) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%s has %zu numbers, not %zu",
                            name,
                            n_given,
                            n);
  }
  *out = n_given ? numbers : NULL;
  return TERCET_OK;
}

/// Count the states and what is scanned, behind `n_first` other inputs
static tercet_status
count_values(const tercet_onnx_call *call, size_t n_first, scan *out)
{
  const int64_t n = tercet_onnx_node_int(call->node, "num_scan_inputs", 0);
  if (n < 1 || n > (int64_t)(call->n_inputs - n_first)) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "num_scan_inputs is %" PRId64 ", there are %zu "
                            "inputs",
                            n,
                            call->n_inputs - n_first);
  }
  memset(out, 0, sizeof(*out));
  out->call = call;
  out->n_scanned = (size_t)n;
  out->n_states = call->n_inputs - n_first - out->n_scanned;
  if (call->n_outputs < out->n_states) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%zu outputs for %zu states",
                            call->n_outputs,
                            out->n_states);
  }
  out->n_joined = call->n_outputs - out->n_states;
  out->states = call->inputs + n_first;
  out->scanned = out->states + out->n_states;
  return TERCET_OK;
}

/// Set `n` to the extent that all scanned inputs have along their axes
static tercet_status
count_trips(const scan *s, int64_t *n)
{
  *n = 0;
  for (size_t i = 0; i < s->n_scanned; ++i) {
    const tercet_tensor *const tensor = s->scanned[i].tensor;
    size_t axis = 0;
    TERCET_TRY(tercet_onnx_axis(
        s->call, number_of(s->in_axes, i), tercet_tensor_rank(tensor), &axis));
    const int64_t extent = tercet_tensor_shape(tensor)[axis];
    if (i && extent != *n) {
      return tercet_onnx_fail(s->call,
                              TERCET_ERR_SHAPE,
                              "axis %zu of scanned input %zu has %" PRId64
                              " elements, not %" PRId64,
                              axis,
                              i,
                              extent,
                              *n);
    }
    *n = extent;
  }
  return TERCET_OK;
}

/// Set the inputs of the body behind the states to the parts of a trip
static tercet_status
take_parts(const scan *s, int64_t trip, int64_t n, tercet_onnx_value *inputs)
{
  for (size_t i = 0; i < s->n_scanned; ++i) {
    const int64_t at = number_of(s->in_directions, i) ? n - 1 - trip : trip;
    tercet_onnx_value *const part = &inputs[s->n_states + i];
    tercet_onnx_values_drop(1, part);
    TERCET_TRY(tercet_tensor_at_axis(s->scanned[i].tensor,
                                     number_of(s->in_axes, i),
                                     at,
                                     &part->tensor,
                                     s->call->err));
    part->kind = TERCET_ONNX_TENSOR;
    part->type = s->scanned[i].type;
  }
  return TERCET_OK;
}

/// Run the body once; `outputs` are absent before and afterwards
static tercet_status
make_trip(const scan *s,
          tercet_onnx_value *inputs,
          tercet_onnx_value *outputs,
          tercet_onnx_trips *trips)
{
  TERCET_TRY(tercet_onnx_call_check(s->call));
  TERCET_TRY(tercet_onnx_call_graph(s->call,
                                    "body",
                                    s->n_states + s->n_scanned,
                                    inputs,
                                    s->n_states + s->n_joined,
                                    outputs));
  tercet_onnx_values_drop(s->n_states, inputs);
  if (s->n_states) {
    memcpy(inputs, outputs, s->n_states * sizeof(*outputs));
    memset(outputs, 0, s->n_states * sizeof(*outputs));
  }
  if (s->n_joined) {
    TERCET_TRY(tercet_onnx_trips_add(trips, outputs + s->n_states));
    memset(outputs + s->n_states, 0, s->n_joined * sizeof(*outputs));
  }
  return TERCET_OK;
}

/// Set the results: the last states, then what was joined
static tercet_status
give_results(const scan *s,
             const tercet_onnx_value *states,
             const tercet_onnx_trips *trips,
             tercet_onnx_value *results)
{
  for (size_t i = 0; i < s->n_states; ++i) {
    results[i] = tercet_onnx_value_ref(states[i]);
  }
  for (size_t i = 0; i < s->n_joined; ++i) {
    const tercet_onnx_type_info *type = NULL;
    TERCET_TRY(tercet_onnx_inner_type(s->call, "body", s->n_states + i, &type));
    TERCET_TRY(tercet_onnx_trips_join(trips,
                                      i,
                                      number_of(s->out_axes, i),
                                      number_of(s->out_directions, i) != 0,
                                      type,
                                      &results[s->n_states + i]));
  }
  return TERCET_OK;
}

/// Run all trips of one scan
static tercet_status
run_trips(const scan *s, tercet_onnx_value *results)
{
  const tercet_onnx_call *const call = s->call;
  const size_t n_inputs = s->n_states + s->n_scanned;
  const size_t n_outputs = s->n_states + s->n_joined;
  int64_t n = 0;
  tercet_onnx_value *values = NULL;
  TERCET_TRY(count_trips(s, &n));
  TERCET_TRY(tercet_onnx_values_new(call, n_inputs + n_outputs, &values));
  tercet_onnx_trips trips;
  tercet_onnx_trips_init(&trips, call, s->n_joined);
  for (size_t i = 0; i < s->n_states; ++i) {
    values[i] = tercet_onnx_value_ref(s->states[i]);
  }
  tercet_status st = TERCET_OK;
  for (int64_t trip = 0; trip < n && !st; ++trip) {
    st = take_parts(s, trip, n, values);
    if (st == TERCET_OK) {
      st = make_trip(s, values, values + n_inputs, &trips);
    }
  }
  if (st == TERCET_OK) {
    st = give_results(s, values, &trips, results);
  }
  tercet_onnx_trips_clear(&trips);
  tercet_onnx_values_drop(n_inputs + n_outputs, values);
  tercet_release(call->scratch, values);
  return st;
}

static tercet_status
run_scan(const tercet_onnx_call *call)
{
  scan s;
  TERCET_TRY(count_values(call, 0, &s));
  TERCET_TRY(read_list(call, "scan_input_axes", s.n_scanned, &s.in_axes));
  TERCET_TRY(read_list(call, "scan_output_axes", s.n_joined, &s.out_axes));
  TERCET_TRY(
      read_list(call, "scan_input_directions", s.n_scanned, &s.in_directions));
  TERCET_TRY(
      read_list(call, "scan_output_directions", s.n_joined, &s.out_directions));
  return run_trips(&s, call->outputs);
}

/* ---- Version 8: a batch of sequences that may differ in length ---- */

/// Set `n` to the extent of the batch, which all inputs have
static tercet_status
count_batch(const scan *s, int64_t *n)
{
  *n = -1;
  for (size_t i = 0; i < s->n_states + s->n_scanned; ++i) {
    const tercet_tensor *const tensor = s->states[i].tensor;
    size_t axis = 0;
    TERCET_TRY(tercet_onnx_axis(s->call, 0, tercet_tensor_rank(tensor), &axis));
    const int64_t extent = tercet_tensor_shape(tensor)[0];
    if (*n >= 0 && extent != *n) {
      return tercet_onnx_fail(s->call,
                              TERCET_ERR_SHAPE,
                              "input %zu is a batch of %" PRId64
                              ", not %" PRId64,
                              i + 1U,
                              extent,
                              *n);
    }
    *n = extent;
  }
  return TERCET_OK;
}

/// Set `length` to that of a sequence, `whole` if the lengths are not given
static tercet_status
read_length(const tercet_onnx_call *call,
            int64_t batch,
            int64_t whole,
            int64_t *length)
{
  *length = whole;
  if (!tercet_onnx_has_input(call, 0)) {
    return TERCET_OK;
  }
  tercet_scalar number;
  TERCET_TRY(tercet_tensor_get(
      tercet_onnx_input(call, 0), 1, &batch, &number, call->err));
  *length = number.as.i;
  return *length >= 0 && *length <= whole
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_RANGE,
                                "length %" PRId64 " of sequence %" PRId64
                                ", which has %" PRId64 " elements",
                                *length,
                                batch,
                                whole);
}

/// Set the inputs of a scan to those of one member of the batch
static tercet_status
take_member(const scan *s, int64_t batch, tercet_onnx_value *values)
{
  for (size_t i = 0; i < s->n_states + s->n_scanned; ++i) {
    const tercet_tensor *const tensor = s->states[i].tensor;
    tercet_tensor *whole = NULL;
    TERCET_TRY(tercet_tensor_at_axis(tensor, 0, batch, &whole, s->call->err));
    values[i].kind = TERCET_ONNX_TENSOR;
    values[i].type = s->states[i].type;
    values[i].tensor = whole;
    if (i < s->n_states || !tercet_tensor_rank(whole)) {
      continue;
    }
    int64_t length = 0;
    TERCET_TRY(
        read_length(s->call, batch, tercet_tensor_shape(whole)[0], &length));
    const tercet_index part = tercet_index_range(0, length, 1);
    const tercet_status st =
        tercet_tensor_index(whole, 1, &part, &values[i].tensor, s->call->err);
    tercet_tensor_unref(whole);
    TERCET_TRY(st);
  }
  return TERCET_OK;
}

/// Fill what trips would have left up to the longest sequence with zeros
static tercet_status
lengthen(const scan *s, int64_t whole, tercet_onnx_value *value)
{
  int64_t before[TERCET_MAX_RANK] = {0};
  int64_t after[TERCET_MAX_RANK] = {0};
  tercet_tensor *const tensor = value->tensor;
  after[0] = whole - tercet_tensor_shape(tensor)[0];
  if (after[0] == 0) {
    return TERCET_OK;
  }
  TERCET_TRY(tercet_tensor_pad(s->call->scratch,
                               tensor,
                               TERCET_PAD_CONSTANT,
                               before,
                               after,
                               NULL,
                               &value->tensor,
                               s->call->err));
  tercet_tensor_unref(tensor);
  return TERCET_OK;
}

/// Scan one member of the batch; `values` are its inputs and then its results
static tercet_status
scan_member(const scan *s,
            int64_t batch,
            tercet_onnx_value *values,
            tercet_onnx_trips *members)
{
  const size_t n_inputs = s->n_states + s->n_scanned;
  tercet_onnx_value *const results = values + n_inputs;
  scan one = *s;
  one.states = values;
  one.scanned = values + s->n_states;
  TERCET_TRY(take_member(s, batch, values));
  TERCET_TRY(run_trips(&one, results));
  const int64_t whole = tercet_tensor_shape(s->scanned[0].tensor)[1];
  for (size_t i = 0; i < s->n_joined; ++i) {
    TERCET_TRY(lengthen(s, whole, &results[s->n_states + i]));
  }
  TERCET_TRY(tercet_onnx_trips_add(members, results));
  memset(results, 0, (s->n_states + s->n_joined) * sizeof(*results));
  return TERCET_OK;
}

static tercet_status
scan_batch(const scan *s, tercet_onnx_value *values, tercet_onnx_trips *members)
{
  const tercet_onnx_call *const call = s->call;
  const size_t n_values = s->n_states + s->n_scanned + call->n_outputs;
  int64_t n = 0;
  TERCET_TRY(count_batch(s, &n));
  for (int64_t batch = 0; batch < n; ++batch) {
    const tercet_status st = scan_member(s, batch, values, members);
    tercet_onnx_values_drop(n_values, values);
    TERCET_TRY(st);
  }
  for (size_t i = 0; i < call->n_outputs; ++i) {
    const tercet_onnx_type_info *type = NULL;
    TERCET_TRY(tercet_onnx_inner_type(call, "body", i, &type));
    TERCET_TRY(
        tercet_onnx_trips_join(members, i, 0, false, type, &call->outputs[i]));
  }
  return TERCET_OK;
}

static tercet_status
run_scan_8(const tercet_onnx_call *call)
{
  scan s;
  tercet_onnx_value *values = NULL;
  TERCET_TRY(count_values(call, 1, &s));
  TERCET_TRY(read_list(call, "directions", s.n_scanned, &s.in_directions));
  TERCET_TRY(tercet_onnx_values_new(
      call, s.n_states + s.n_scanned + call->n_outputs, &values));
  tercet_onnx_trips members;
  tercet_onnx_trips_init(&members, call, call->n_outputs);
  const tercet_status st = scan_batch(&s, values, &members);
  tercet_onnx_trips_clear(&members);
  tercet_release(call->scratch, values);
  return st;
}

TERCET_ONNX_DEFINE_TABLE(scan,
                         {"Scan", "", 8, 8, NULL, run_scan_8},
                         {"Scan", "", 9, 0, NULL, run_scan});
