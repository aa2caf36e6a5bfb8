// SPDX-License-Identifier: Apache-2.0

/// Sequences and optionals: making them, changing copies, taking them apart.
/// Members are shared, never copied.

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/move.h"
#include "onnx/op/trips.h"

#include <inttypes.h>
#include <string.h>

/// Give a list of values, which are taken over also on failure, and whose
/// memory is released
static tercet_status
give_list(const tercet_onnx_call *call,
          tercet_onnx_kind kind,
          tercet_onnx_type type,
          size_t n,
          tercet_onnx_value *members)
{
  const tercet_status st = tercet_onnx_value_from_list(
      call->alloc, kind, type, n, members, &call->outputs[0], call->err);
  if (st) {
    tercet_onnx_values_drop(n, members);
  }
  tercet_release(call->scratch, members);
  return st;
}

/* ---- Making sequences ---- */

static tercet_status
run_sequence_construct(const tercet_onnx_call *call)
{
  tercet_onnx_value *members = NULL;
  TERCET_TRY(tercet_onnx_values_new(call, call->n_inputs, &members));
  for (size_t i = 0; i < call->n_inputs; ++i) {
    members[i] = tercet_onnx_value_ref(call->inputs[i]);
  }
  return give_list(call,
                   TERCET_ONNX_SEQUENCE,
                   tercet_onnx_input_type(call, 0),
                   call->n_inputs,
                   members);
}

static tercet_status
run_sequence_empty(const tercet_onnx_call *call)
{
  const int64_t type =
      tercet_onnx_node_int(call->node, "dtype", TERCET_ONNX_FLOAT);
  return tercet_onnx_value_from_list(call->alloc,
                                     TERCET_ONNX_SEQUENCE,
                                     (tercet_onnx_type)type,
                                     0,
                                     NULL,
                                     &call->outputs[0],
                                     call->err);
}

/// Set `out` to the position in input `i`, from 0 to `n` - 1, of which negative
/// ones count from the end of `n_members`
static tercet_status
read_position(const tercet_onnx_call *call,
              size_t i,
              size_t n_members,
              size_t n,
              size_t *out)
{
  size_t n_numbers = 0;
  int64_t position = 0;
  TERCET_TRY(tercet_onnx_input_ints(call, i, 1, &position, &n_numbers));
  const int64_t at = position < 0 ? position + (int64_t)n_members : position;
  if (n_numbers != 1 || at < 0 || at >= (int64_t)n) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "position %" PRId64 " of a sequence of %zu",
                            position,
                            n_members);
  }
  *out = (size_t)at;
  return TERCET_OK;
}

static tercet_status
run_sequence_insert(const tercet_onnx_call *call)
{
  const tercet_onnx_value sequence = call->inputs[0];
  const size_t n = tercet_onnx_value_count(sequence);
  size_t at = n;
  tercet_onnx_value *members = NULL;
  if (tercet_onnx_has_input(call, 2)) {
    TERCET_TRY(read_position(call, 2, n, n + 1U, &at));
  }
  TERCET_TRY(tercet_onnx_values_new(call, n + 1U, &members));
  for (size_t i = 0; i < n; ++i) {
    members[i + (i >= at)] =
        tercet_onnx_value_ref(tercet_onnx_value_at(sequence, i));
  }
  members[at] = tercet_onnx_value_ref(call->inputs[1]);
  return give_list(call,
                   TERCET_ONNX_SEQUENCE,
                   tercet_onnx_input_type(call, 1),
                   n + 1U,
                   members);
}

/// Without a position, the last member goes
static tercet_status
run_sequence_erase(const tercet_onnx_call *call)
{
  const tercet_onnx_value sequence = call->inputs[0];
  const size_t n = tercet_onnx_value_count(sequence);
  size_t at = n - 1U;
  tercet_onnx_value *members = NULL;
  if (tercet_onnx_has_input(call, 1)) {
    TERCET_TRY(read_position(call, 1, n, n, &at));
  }
  if (n == 0) {
    return tercet_onnx_fail(
        call, TERCET_ERR_RANGE, "nothing to erase in an empty sequence");
  }
  TERCET_TRY(tercet_onnx_values_new(call, n - 1U, &members));
  for (size_t i = 0; i + 1U < n; ++i) {
    members[i] =
        tercet_onnx_value_ref(tercet_onnx_value_at(sequence, i + (i >= at)));
  }
  return give_list(call, TERCET_ONNX_SEQUENCE, sequence.type, n - 1U, members);
}

/* ---- Between sequences and tensors ---- */

static tercet_status
run_sequence_at(const tercet_onnx_call *call)
{
  const tercet_onnx_value sequence = call->inputs[0];
  const size_t n = tercet_onnx_value_count(sequence);
  size_t at = 0;
  TERCET_TRY(read_position(call, 1, n, n, &at));
  call->outputs[0] = tercet_onnx_value_ref(tercet_onnx_value_at(sequence, at));
  return TERCET_OK;
}

static tercet_status
run_sequence_length(const tercet_onnx_call *call)
{
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_output(call, 0, TERCET_ONNX_INT64, 0, NULL, &out));
  *(int64_t *)tercet_tensor_mutable_data(out) =
      (int64_t)tercet_onnx_value_count(call->inputs[0]);
  return TERCET_OK;
}

static tercet_status
run_concat_from_sequence(const tercet_onnx_call *call)
{
  const tercet_onnx_value sequence = call->inputs[0];
  const size_t n = tercet_onnx_value_count(sequence);
  const int64_t axis = tercet_onnx_node_int(call->node, "axis", 0);
  if (n == 0) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "an empty sequence makes no tensor");
  }
  const tercet_tensor **const tensors =
      tercet_allocate_array(call->scratch, n, sizeof(*tensors));
  if (!tensors) {
    return tercet_error_no_memory(call->err);
  }
  for (size_t i = 0; i < n; ++i) {
    tensors[i] = tercet_onnx_value_at(sequence, i).tensor;
  }
  tercet_tensor *out = NULL;
  const tercet_status st =
      tercet_onnx_node_int(call->node, "new_axis", 0)
          ? tercet_tensor_stack(call->alloc, n, tensors, axis, &out, call->err)
          : tercet_tensor_concat(
                call->alloc, n, tensors, axis, &out, call->err);
  tercet_release(call->scratch, tensors);
  return tercet_onnx_give_moved(call, 0, st, out);
}

/// How an axis is cut
typedef struct {
  size_t axis;
  int64_t extent;
  bool drops_axis;
  int64_t length;               ///< Of each part, or of all but the last
  const tercet_tensor *lengths; ///< Of each part, or NULL
  size_t n_parts;
} cut;

/// Check lengths that are given one by one
static tercet_status
check_lengths(const tercet_onnx_call *call, cut *how)
{
  int64_t left = how->extent;
  const int64_t n = tercet_tensor_size(how->lengths);
  for (int64_t i = 0; i < n; ++i) {
    tercet_scalar length;
    TERCET_TRY(tercet_tensor_get(how->lengths, 1, &i, &length, call->err));
    if (length.as.i < 0 || length.as.i > left) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "length %" PRId64 " of part %" PRId64
                              " of axis %zu, which has %" PRId64 " elements",
                              length.as.i,
                              i,
                              how->axis,
                              how->extent);
    }
    left -= length.as.i;
  }
  how->n_parts = (size_t)n;
  return left ? tercet_onnx_fail(call,
                                 TERCET_ERR_RANGE,
                                 "the parts of axis %zu have %" PRId64
                                 " elements, the input has %" PRId64,
                                 how->axis,
                                 how->extent - left,
                                 how->extent)
              : TERCET_OK;
}

static tercet_status
read_cut(const tercet_onnx_call *call, cut *how)
{
  const tercet_tensor *const data = tercet_onnx_input(call, 0);
  memset(how, 0, sizeof(*how));
  TERCET_TRY(tercet_onnx_axis_attribute(
      call, "axis", 0, tercet_tensor_rank(data), &how->axis));
  how->extent = tercet_tensor_shape(data)[how->axis];
  how->length = 1;
  if (!tercet_onnx_has_input(call, 1)) {
    how->drops_axis = !tercet_onnx_node_int(call->node, "keepdims", 1);
  } else if (tercet_tensor_rank(tercet_onnx_input(call, 1)) == 1) {
    how->lengths = tercet_onnx_input(call, 1);
    return check_lengths(call, how);
  } else {
    size_t n = 0;
    TERCET_TRY(tercet_onnx_input_ints(call, 1, 1, &how->length, &n));
  }
  if (how->length < 1) {
    return tercet_onnx_fail(
        call, TERCET_ERR_RANGE, "parts of length %" PRId64, how->length);
  }
  how->n_parts =
      (size_t)(how->extent / how->length + (how->extent % how->length != 0));
  return TERCET_OK;
}

static tercet_status
take_part(const tercet_onnx_call *call,
          const cut *how,
          int64_t i,
          int64_t *start,
          tercet_tensor **out)
{
  tercet_index items[TERCET_MAX_RANK];
  tercet_scalar length = tercet_scalar_from_i64(how->length);
  if (how->lengths) {
    TERCET_TRY(tercet_tensor_get(how->lengths, 1, &i, &length, call->err));
  }
  for (size_t j = 0; j < how->axis; ++j) {
    items[j] = tercet_index_all();
  }
  const int64_t left = how->extent - *start;
  const int64_t n = length.as.i < left ? length.as.i : left;
  items[how->axis] = how->drops_axis
                         ? tercet_index_at(*start)
                         : tercet_index_range(*start, *start + n, 1);
  *start += n;
  return tercet_tensor_index(
      tercet_onnx_input(call, 0), how->axis + 1U, items, out, call->err);
}

static tercet_status
run_split_to_sequence(const tercet_onnx_call *call)
{
  cut how;
  tercet_onnx_value *members = NULL;
  const tercet_onnx_type type = tercet_onnx_input_type(call, 0);
  TERCET_TRY(read_cut(call, &how));
  TERCET_TRY(tercet_onnx_values_new(call, how.n_parts, &members));
  int64_t start = 0;
  tercet_status st = TERCET_OK;
  for (size_t i = 0; i < how.n_parts && !st; ++i) {
    members[i].type = type;
    st = take_part(call, &how, (int64_t)i, &start, &members[i].tensor);
    members[i].kind = st ? TERCET_ONNX_NONE : TERCET_ONNX_TENSOR;
  }
  if (st) {
    tercet_onnx_values_drop(how.n_parts, members);
    tercet_release(call->scratch, members);
    return st;
  }
  return give_list(call, TERCET_ONNX_SEQUENCE, type, how.n_parts, members);
}

/* ---- A body for each member ---- */

/// Set the inputs of the body: member `i` of sequences, tensors as they are;
/// only lent
static tercet_status
set_inputs(const tercet_onnx_call *call, size_t i, tercet_onnx_value *inputs)
{
  const size_t n = tercet_onnx_value_count(call->inputs[0]);
  for (size_t j = 0; j < call->n_inputs; ++j) {
    inputs[j] = call->inputs[j];
    if (inputs[j].kind != TERCET_ONNX_SEQUENCE) {
      continue;
    }
    const size_t n_here = tercet_onnx_value_count(inputs[j]);
    if (n_here != n) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "input %zu has %zu members, not %zu",
                              j,
                              n_here,
                              n);
    }
    inputs[j] = tercet_onnx_value_at(inputs[j], i);
  }
  return TERCET_OK;
}

static tercet_status
map_members(const tercet_onnx_call *call,
            tercet_onnx_value *values,
            tercet_onnx_trips *trips)
{
  tercet_onnx_value *const outputs = values + call->n_inputs;
  const size_t n = tercet_onnx_value_count(call->inputs[0]);
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(tercet_onnx_call_check(call));
    TERCET_TRY(set_inputs(call, i, values));
    TERCET_TRY(tercet_onnx_call_graph(
        call, "body", call->n_inputs, values, call->n_outputs, outputs));
    const tercet_status st = tercet_onnx_trips_add(trips, outputs);
    if (st) {
      tercet_onnx_values_drop(call->n_outputs, outputs);
      return st;
    }
  }
  for (size_t i = 0; i < call->n_outputs; ++i) {
    const tercet_onnx_type_info *type = NULL;
    TERCET_TRY(tercet_onnx_inner_type(call, "body", i, &type));
    TERCET_TRY(tercet_onnx_trips_sequence(trips, i, type, &call->outputs[i]));
  }
  return TERCET_OK;
}

static tercet_status
run_sequence_map(const tercet_onnx_call *call)
{
  tercet_onnx_value *values = NULL;
  TERCET_TRY(
      tercet_onnx_values_new(call, call->n_inputs + call->n_outputs, &values));
  tercet_onnx_trips trips;
  tercet_onnx_trips_init(&trips, call, call->n_outputs);
  const tercet_status st = map_members(call, values, &trips);
  tercet_onnx_trips_clear(&trips);
  tercet_release(call->scratch, values);
  return st;
}

/* ---- Optionals ---- */

/// An empty one if there is no input
static tercet_status
run_optional(const tercet_onnx_call *call)
{
  const bool is_full = tercet_onnx_has_input(call, 0);
  const tercet_onnx_attribute *const type =
      tercet_onnx_node_attribute(call->node, "type");
  tercet_onnx_value *members = NULL;
  TERCET_TRY(tercet_onnx_values_new(call, is_full, &members));
  tercet_onnx_type elements = TERCET_ONNX_UNDEFINED;
  if (is_full) {
    members[0] = tercet_onnx_value_ref(call->inputs[0]);
    elements = members[0].type;
  } else if (type) {
    const tercet_onnx_type_info *info = type->as.types;
    info = info->element ? info->element : info;
    elements = (tercet_onnx_type)info->elem_type;
  }
  return give_list(call, TERCET_ONNX_OPTIONAL, elements, is_full, members);
}

/// What is no optional is its own element
static tercet_status
run_optional_get_element(const tercet_onnx_call *call)
{
  const tercet_onnx_value value = call->inputs[0];
  if (value.kind == TERCET_ONNX_TENSOR || value.kind == TERCET_ONNX_SEQUENCE) {
    call->outputs[0] = tercet_onnx_value_ref(value);
    return TERCET_OK;
  }
  if (!tercet_onnx_value_count(value)) {
    return tercet_onnx_fail(call, TERCET_ERR_RANGE, "the optional is empty");
  }
  call->outputs[0] = tercet_onnx_value_ref(tercet_onnx_value_at(value, 0));
  return TERCET_OK;
}

static tercet_status
run_optional_has_element(const tercet_onnx_call *call)
{
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_output(call, 0, TERCET_ONNX_BOOL, 0, NULL, &out));
  bool has = tercet_onnx_has_input(call, 0);
  if (has && call->inputs[0].kind == TERCET_ONNX_OPTIONAL) {
    has = tercet_onnx_value_count(call->inputs[0]) != 0;
  }
  *(uint8_t *)tercet_tensor_mutable_data(out) = has;
  return TERCET_OK;
}

TERCET_ONNX_DEFINE_TABLE(
    sequence,
    {"ConcatFromSequence", "", 11, 0, NULL, run_concat_from_sequence},
    {"Optional", "", 15, 0, NULL, run_optional},
    {"OptionalGetElement", "", 15, 0, NULL, run_optional_get_element},
    {"OptionalHasElement", "", 15, 0, NULL, run_optional_has_element},
    {"SequenceAt", "", 11, 0, NULL, run_sequence_at},
    {"SequenceConstruct", "", 11, 0, NULL, run_sequence_construct},
    {"SequenceEmpty", "", 11, 0, NULL, run_sequence_empty},
    {"SequenceErase", "", 11, 0, NULL, run_sequence_erase},
    {"SequenceInsert", "", 11, 0, NULL, run_sequence_insert},
    {"SequenceLength", "", 11, 0, NULL, run_sequence_length},
    {"SequenceMap", "", 17, 0, NULL, run_sequence_map},
    {"SplitToSequence", "", 11, 0, NULL, run_split_to_sequence});
