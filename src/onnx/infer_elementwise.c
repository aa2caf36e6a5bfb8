// SPDX-License-Identifier: Apache-2.0

/// Operators whose outputs are like their inputs

#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

tercet_status
tercet_onnx_rule_like_first(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_input(infer, 0);
  for (size_t i = 0; i < infer->n_outputs; ++i) {
    tercet_onnx_infer_give_like(infer, i, input);
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_rule_first_like_first(const tercet_onnx_infer *infer)
{
  tercet_onnx_infer_give_like(infer, 0, tercet_onnx_infer_input(infer, 0));
  return TERCET_OK;
}

tercet_status
tercet_onnx_rule_like_second(const tercet_onnx_infer *infer)
{
  tercet_onnx_infer_give_like(infer, 0, tercet_onnx_infer_input(infer, 1));
  return TERCET_OK;
}

/// The output is the first input itself
tercet_status
tercet_onnx_rule_identity(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_input(infer, 0);
  if (input && infer->n_outputs > 0) {
    infer->outputs[0] = *input;
  }
  return TERCET_OK;
}

/// Before version 7, the second operand was broadcast to the first one
tercet_status
tercet_onnx_rule_broadcast(const tercet_onnx_infer *infer)
{
  if (tercet_onnx_schema_attribute(infer->schema,
                                   (tercet_string){"broadcast", 9})) {
    return tercet_onnx_rule_like_first(infer);
  }

  int64_t dims[TERCET_MAX_RANK];
  size_t rank = 0;
  for (size_t i = 0; i < infer->n_inputs; ++i) {
    const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, i);
    if (!input) {
      return TERCET_OK;
    }
    TERCET_TRY(tercet_onnx_infer_broadcast_to(
        infer, &rank, dims, input->rank, input->dims));
  }
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}

/// Set the type of an output from an attribute that is a number of a type, if
/// it is given
static void
give_type_of_attribute(const tercet_onnx_infer *infer, const char *name)
{
  const int64_t type = tercet_onnx_infer_int(infer, name);
  if (type > 0 && type <= TERCET_ONNX_FLOAT4E2M1) {
    tercet_onnx_infer_give_type(
        infer, 0, TERCET_ONNX_OF_TENSOR, (tercet_onnx_type)type);
  }
}

/// Set the type of an output from an attribute, or else from the first input
static void
give_type_or_first(const tercet_onnx_infer *infer, const char *name)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_input(infer, 0);
  if (tercet_onnx_infer_attribute(infer, name)) {
    give_type_of_attribute(infer, name);
  } else if (input) {
    tercet_onnx_infer_give_type(infer, 0, TERCET_ONNX_OF_TENSOR, input->type);
  }
}

/// Before version 6, the type was a name in capitals
tercet_status
tercet_onnx_rule_cast(const tercet_onnx_infer *infer)
{
  give_type_of_attribute(infer, "to");
  return tercet_onnx_rule_like_first(infer);
}

tercet_status
tercet_onnx_rule_like_first_of_dtype(const tercet_onnx_infer *infer)
{
  give_type_or_first(infer, "dtype");
  return tercet_onnx_rule_like_first(infer);
}

tercet_status
tercet_onnx_rule_random(const tercet_onnx_infer *infer)
{
  size_t rank = 0;
  const int64_t *const shape = tercet_onnx_infer_ints(infer, "shape", &rank);
  give_type_of_attribute(infer, "dtype");
  return shape && rank <= TERCET_MAX_RANK
             ? tercet_onnx_infer_give(infer, 0, rank, shape)
             : TERCET_OK;
}

tercet_status
tercet_onnx_rule_multinomial(const tercet_onnx_infer *infer)
{
  give_type_of_attribute(infer, "dtype");
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const int64_t n = tercet_onnx_infer_int(infer, "sample_size");
  if (!input || input->rank != 2 || n < 0) {
    return TERCET_OK;
  }
  const int64_t dims[2] = {input->dims[0], n};
  return tercet_onnx_infer_give(infer, 0, 2, dims);
}

/// Quantised values have the type of the zero point, or one that an attribute
/// names
tercet_status
tercet_onnx_rule_quantize(const tercet_onnx_infer *infer)
{
  if (!tercet_onnx_infer_has_input(infer, 2)) {
    tercet_onnx_infer_give_type(
        infer, 0, TERCET_ONNX_OF_TENSOR, TERCET_ONNX_UINT8);
    give_type_of_attribute(infer, "output_dtype");
  }
  return tercet_onnx_rule_like_first(infer);
}

/// Dequantised values have the type of the scale, or one that an attribute
/// names
tercet_status
tercet_onnx_rule_dequantize(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const scale = tercet_onnx_infer_input(infer, 1);
  if (scale) {
    tercet_onnx_infer_give_type(infer, 0, TERCET_ONNX_OF_TENSOR, scale->type);
  }
  give_type_of_attribute(infer, "output_dtype");
  return tercet_onnx_rule_like_first(infer);
}

/// Labels have the type of the values that the attributes give; in version 1,
/// strings become integers and the other way round
tercet_status
tercet_onnx_rule_label_encoder(const tercet_onnx_infer *infer)
{
  const tercet_onnx_attribute *const tensor =
      tercet_onnx_infer_attribute(infer, "values_tensor");
  const tercet_onnx_fact *const input = tercet_onnx_infer_input(infer, 0);
  int32_t type = TERCET_ONNX_UNDEFINED;
  if (infer->schema->version == 1 && input) {
    type = input->type == TERCET_ONNX_STRING ? TERCET_ONNX_INT64
                                             : TERCET_ONNX_STRING;
  } else if (tensor && tensor->type == TERCET_ONNX_ATTRIBUTE_TENSOR) {
    type = tensor->as.tensors->type;
  } else if (tercet_onnx_infer_attribute(infer, "values_strings")) {
    type = TERCET_ONNX_STRING;
  } else if (tercet_onnx_infer_attribute(infer, "values_int64s")) {
    type = TERCET_ONNX_INT64;
  } else if (tercet_onnx_infer_attribute(infer, "values_floats")) {
    type = TERCET_ONNX_FLOAT;
  }
  if (type > 0 && type <= TERCET_ONNX_FLOAT4E2M1) {
    tercet_onnx_infer_give_type(
        infer, 0, TERCET_ONNX_OF_TENSOR, (tercet_onnx_type)type);
  }
  return tercet_onnx_rule_like_first(infer);
}

/// The labels are strings or integers
tercet_status
tercet_onnx_rule_classifier(const tercet_onnx_infer *infer)
{
  const tercet_onnx_attribute *const strings =
      tercet_onnx_infer_attribute(infer, "classlabels_strings");
  tercet_onnx_infer_give_type(infer,
                              0,
                              TERCET_ONNX_OF_TENSOR,
                              strings && strings->n > 0 ? TERCET_ONNX_STRING
                                                        : TERCET_ONNX_INT64);
  return TERCET_OK;
}

/// Set the outputs of an optimizer: the inputs are a rate, a time, the tensors
/// that are trained, their gradients, and their states; the outputs are the
/// same without the gradients, `n_kinds` for each tensor
static tercet_status
optimize(const tercet_onnx_infer *infer, size_t n_kinds)
{
  const size_t n = infer->n_outputs / n_kinds;
  for (size_t i = 0; i < infer->n_outputs; ++i) {
    const size_t of = 2 + i + (i < n ? 0 : n);
    const tercet_onnx_fact *const input = tercet_onnx_infer_input(infer, of);
    if (input) {
      tercet_onnx_infer_give_type(infer, i, TERCET_ONNX_OF_TENSOR, input->type);
      tercet_onnx_infer_give_like(infer, i, input);
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_rule_optimizer(const tercet_onnx_infer *infer)
{
  return optimize(infer, 2);
}

tercet_status
tercet_onnx_rule_adam(const tercet_onnx_infer *infer)
{
  return optimize(infer, 3);
}

tercet_status
tercet_onnx_rule_dynamic_quantize(const tercet_onnx_infer *infer)
{
  TERCET_TRY(tercet_onnx_rule_first_like_first(infer));
  TERCET_TRY(tercet_onnx_infer_give(infer, 1, 0, NULL));
  return tercet_onnx_infer_give(infer, 2, 0, NULL);
}

/// Statistics of a batch normalisation: one for each channel
tercet_status
tercet_onnx_rule_batch_norm(const tercet_onnx_infer *infer)
{
  TERCET_TRY(tercet_onnx_rule_first_like_first(infer));
  for (size_t i = 1; i < infer->n_outputs; ++i) {
    const size_t of = i % 2 == 1 ? 3 : 4;
    tercet_onnx_infer_give_like(infer, i, tercet_onnx_infer_input(infer, of));
  }
  return TERCET_OK;
}

/// Mean and deviation have extent 1 on the axes that are normalised
tercet_status
tercet_onnx_rule_layer_norm(const tercet_onnx_infer *infer)
{
  TERCET_TRY(tercet_onnx_rule_first_like_first(infer));
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const int64_t type = tercet_onnx_infer_int(infer, "stash_type");
  for (size_t i = 1; i < infer->n_outputs; ++i) {
    if (type > 0 && type <= TERCET_ONNX_FLOAT4E2M1) {
      tercet_onnx_infer_give_type(
          infer, i, TERCET_ONNX_OF_TENSOR, (tercet_onnx_type)type);
    }
  }
  if (!input) {
    return TERCET_OK;
  }

  size_t axis = 0;
  int64_t dims[TERCET_MAX_RANK];
  TERCET_TRY(tercet_onnx_infer_axis(
      infer, tercet_onnx_infer_int(infer, "axis"), input->rank, &axis));
  for (size_t i = 0; i < input->rank; ++i) {
    dims[i] = i < axis ? input->dims[i] : 1;
  }
  TERCET_TRY(tercet_onnx_infer_give(infer, 1, input->rank, dims));
  return tercet_onnx_infer_give(infer, 2, input->rank, dims);
}
