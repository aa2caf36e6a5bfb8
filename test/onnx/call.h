// SPDX-License-Identifier: Apache-2.0

/// Calls of single operators, without a model

#ifndef TERCET_TEST_ONNX_CALL_H
#define TERCET_TEST_ONNX_CALL_H

#include "check.h"

#include "array/create_scalar.h"
#include "onnx/frame.h"
#include "onnx/operator.h"

#include <tercet/tensor.h>

#define CALL_MAX_VALUES 8

/// A call; set it up with call_begin(), and give it back with call_end()
typedef struct {
  tercet_onnx_node node;
  tercet_onnx_attribute attributes[CALL_MAX_VALUES];
  int64_t ints[CALL_MAX_VALUES];
  float floats[CALL_MAX_VALUES];
  tercet_string strings[CALL_MAX_VALUES];
  int64_t version;
  size_t n_inputs;
  tercet_onnx_value inputs[CALL_MAX_VALUES];
  size_t n_outputs;
  tercet_onnx_value outputs[CALL_MAX_VALUES];
  tercet_tensor *targets[CALL_MAX_VALUES];
  const tercet_allocator *alloc;
  tercet_error err;
  tercet_onnx_strings pool; ///< Of the strings in the tensors
} op_call;

static inline void
call_begin(op_call *call, const char *op_type, int64_t version)
{
  memset(call, 0, sizeof(*call));
  call->node.op_type = (tercet_string){op_type, strlen(op_type)};
  call->node.attributes = call->attributes;
  call->version = version;
  call->n_outputs = 1;
  tercet_onnx_strings_init(&call->pool, NULL, NULL);
}

static inline tercet_onnx_attribute *
call_attribute(op_call *call, const char *name, tercet_onnx_attribute_type type)
{
  tercet_onnx_attribute *const attribute =
      &call->attributes[call->node.n_attributes++];
  attribute->name = (tercet_string){name, strlen(name)};
  attribute->type = type;
  attribute->n = 1;
  return attribute;
}

static inline void
call_set_int(op_call *call, const char *name, int64_t value)
{
  int64_t *const place = &call->ints[call->node.n_attributes];
  *place = value;
  call_attribute(call, name, TERCET_ONNX_ATTRIBUTE_INT)->as.ints = place;
}

static inline void
call_set_float(op_call *call, const char *name, float value)
{
  float *const place = &call->floats[call->node.n_attributes];
  *place = value;
  call_attribute(call, name, TERCET_ONNX_ATTRIBUTE_FLOAT)->as.floats = place;
}

static inline void
call_set_string(op_call *call, const char *name, const char *value)
{
  tercet_string *const place = &call->strings[call->node.n_attributes];
  *place = (tercet_string){value, strlen(value)};
  call_attribute(call, name, TERCET_ONNX_ATTRIBUTE_STRING)->as.strings = place;
}

/// `values` must stay in place
static inline void
call_set_ints(op_call *call, const char *name, size_t n, const int64_t *values)
{
  tercet_onnx_attribute *const attribute =
      call_attribute(call, name, TERCET_ONNX_ATTRIBUTE_INTS);
  attribute->n = n;
  attribute->as.ints = values;
}

/// Add an input, which is taken over
static inline void
call_add_value(op_call *call, tercet_onnx_value value)
{
  call->inputs[call->n_inputs++] = value;
}

/// Add an absent input
static inline void
call_add_none(op_call *call)
{
  ++call->n_inputs;
}

static inline void
call_add(op_call *call,
         tercet_dtype dtype,
         size_t rank,
         const int64_t *shape,
         const void *data)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, dtype, rank, shape, data, &tensor, NULL),
      TERCET_OK);
  call_add_value(call, tercet_onnx_value_from_tensor(tensor));
}

/// Add a vector
static inline void
call_add_vector(op_call *call, tercet_dtype dtype, int64_t n, const void *data)
{
  call_add(call, dtype, 1, &n, data);
}

/// Add a tensor of strings
static inline void
call_add_strings(op_call *call,
                 size_t rank,
                 const int64_t *shape,
                 const char *const *texts)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_U64, rank, shape, &tensor, NULL),
      TERCET_OK);
  uint64_t *const handles = (uint64_t *)tercet_tensor_mutable_data(tensor);
  for (int64_t i = 0; i < tercet_tensor_size(tensor); ++i) {
    const tercet_string text = {texts[i], strlen(texts[i])};
    CHECK_STATUS(tercet_onnx_strings_intern(&call->pool, text, &handles[i]),
                 TERCET_OK);
  }
  tercet_onnx_value value = tercet_onnx_value_from_tensor(tensor);
  value.type = TERCET_ONNX_STRING;
  call_add_value(call, value);
}

/// Give the outputs back
static inline void
call_drop_outputs(op_call *call)
{
  for (size_t i = 0; i < call->n_outputs; ++i) {
    tercet_onnx_value_unref(call->outputs[i]);
    memset(&call->outputs[i], 0, sizeof(call->outputs[i]));
  }
}

/// Run the operator; the outputs stay the call's
static inline tercet_status
call_run(op_call *call)
{
  bool is_wanted[CALL_MAX_VALUES];
  for (size_t i = 0; i < CALL_MAX_VALUES; ++i) {
    is_wanted[i] = i < call->n_outputs;
  }
  const tercet_onnx_operator *const found = tercet_onnx_operator_find(
      call->node.domain, call->node.op_type, call->version);
  CHECK(found != NULL);
  if (!found) {
    return TERCET_ERR_NOT_FOUND;
  }
  call_drop_outputs(call);
  tercet_onnx_frame frame = {.strings = &call->pool};
  const tercet_onnx_call actual = {
      .node = &call->node,
      .version = call->version,
      .n_inputs = call->n_inputs,
      .inputs = call->inputs,
      .n_outputs = call->n_outputs,
      .outputs = call->outputs,
      .is_wanted = is_wanted,
      .targets = call->targets,
      .alloc = call->alloc,
      .scratch = call->alloc,
      .frame = &frame,
      .err = &call->err,
  };
  const tercet_status st = found->run(&actual);
  if (st != TERCET_OK) {
    call_drop_outputs(call);
  }
  return st;
}

static inline void
call_end(op_call *call)
{
  call_drop_outputs(call);
  for (size_t i = 0; i < call->n_inputs; ++i) {
    tercet_onnx_value_unref(call->inputs[i]);
  }
  tercet_onnx_strings_clear(&call->pool);
}

/// Return an element as a number to be printed
static inline double
call_number(tercet_dtype dtype, const void *element)
{
  const tercet_scalar scalar = tercet_scalar_from_element(dtype, element);
  return scalar.dtype == TERCET_DTYPE_F64   ? scalar.as.f
         : scalar.dtype == TERCET_DTYPE_I64 ? (double)scalar.as.i
         : scalar.dtype == TERCET_DTYPE_U64 ? (double)scalar.as.u
                                            : (double)scalar.as.b;
}

/// Check dtype, shape and elements of output `i`, bit for bit
static inline void
call_check_output(const op_call *call,
                  size_t i,
                  tercet_dtype dtype,
                  size_t rank,
                  const int64_t *shape,
                  const void *data)
{
  const tercet_tensor *const actual = call->outputs[i].tensor;
  CHECK(actual != NULL);
  if (!actual) {
    return;
  }
  CHECK_INT(tercet_tensor_dtype(actual), dtype);
  CHECK_INT(tercet_tensor_rank(actual), rank);
  for (size_t j = 0; j < rank; ++j) {
    CHECK_INT(tercet_tensor_shape(actual)[j], shape[j]);
  }

  tercet_tensor *expected = NULL;
  CHECK_STATUS(
      tercet_tensor_from_data(NULL, dtype, rank, shape, data, &expected, NULL),
      TERCET_OK);
  tercet_tensor_iter a;
  tercet_tensor_iter b;
  tercet_tensor_iter_init(&a, actual);
  tercet_tensor_iter_init(&b, expected);
  const size_t size = tercet_dtype_size(dtype);
  const void *x = NULL;
  const void *y = NULL;
  for (int64_t j = 0;
       (x = tercet_tensor_iter_next(&a)) && (y = tercet_tensor_iter_next(&b));
       ++j) {
    const bool is_same = !memcmp(x, y, size);
    check_report(is_same, __FILE__, __LINE__, "elements");
    if (!is_same) {
      fprintf(stderr,
              "  element %lld of output %zu is %.17g, expected %.17g\n",
              (long long)j,
              i,
              call_number(dtype, x),
              call_number(dtype, y));
    }
  }
  tercet_tensor_unref(expected);
}

/// Check shape and elements of output `i`, a tensor of strings
static inline void
call_check_strings(const op_call *call,
                   size_t i,
                   size_t rank,
                   const int64_t *shape,
                   const char *const *texts)
{
  const tercet_onnx_value actual = call->outputs[i];
  CHECK(actual.tensor && actual.type == TERCET_ONNX_STRING);
  if (!actual.tensor) {
    return;
  }
  CHECK_INT(tercet_tensor_rank(actual.tensor), rank);
  for (size_t j = 0; j < rank; ++j) {
    CHECK_INT(tercet_tensor_shape(actual.tensor)[j], shape[j]);
  }
  for (int64_t j = 0; j < tercet_tensor_size(actual.tensor); ++j) {
    const tercet_string text = tercet_onnx_value_string(actual, j);
    CHECK_TEXT(text.data, text.length, texts[j]);
  }
}

/// Run a call that must fail, and check what the message says
static inline void
call_check_failure(op_call *call, tercet_status status, const char *message)
{
  CHECK_STATUS(call_run(call), status);
  CHECK_TEXT(call->err.message, strlen(call->err.message), message);
}

/// Run a call with every allocation failing in turn, and then once more
static inline void
call_check_allocations(op_call *call)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  call->alloc = &alloc;
  CHECK_STATUS(call_run(call), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(call_run(call), TERCET_ERR_NO_MEMORY);
  }
  state = (failing_allocator){0, SIZE_MAX};
  CHECK_STATUS(call_run(call), TERCET_OK);
  call_drop_outputs(call);
  call->alloc = NULL;
}

#endif // TERCET_TEST_ONNX_CALL_H
