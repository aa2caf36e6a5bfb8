// SPDX-License-Identifier: Apache-2.0

/// Operators that make a tensor from little, and some that resize one

#include "base/checked.h"
#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

#include <math.h>

/// Constant: the attribute that is set tells the type and the shape
tercet_status
tercet_onnx_rule_constant(const tercet_onnx_infer *infer)
{
  static const struct {
    const char *name;
    tercet_onnx_type type;
    bool is_list;
  } forms[] = {
      {"value_float", TERCET_ONNX_FLOAT, false},
      {"value_floats", TERCET_ONNX_FLOAT, true},
      {"value_int", TERCET_ONNX_INT64, false},
      {"value_ints", TERCET_ONNX_INT64, true},
      {"value_string", TERCET_ONNX_STRING, false},
      {"value_strings", TERCET_ONNX_STRING, true},
  };
  const tercet_onnx_attribute *attribute =
      tercet_onnx_infer_attribute(infer, "value");
  if (infer->n_outputs == 0) {
    return TERCET_OK;
  }
  if (attribute) {
    return attribute->type == TERCET_ONNX_ATTRIBUTE_TENSOR
               ? tercet_onnx_fact_from_tensor(
                     infer->facts, attribute->as.tensors, infer->outputs)
               : TERCET_OK;
  }

  for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); ++i) {
    attribute = tercet_onnx_infer_attribute(infer, forms[i].name);
    if (attribute) {
      const int64_t n = (int64_t)attribute->n;
      tercet_onnx_infer_give_type(
          infer, 0, TERCET_ONNX_OF_TENSOR, forms[i].type);
      return tercet_onnx_infer_give(infer, 0, forms[i].is_list, &n);
    }
  }

  const tercet_onnx_attribute *const sparse =
      tercet_onnx_infer_attribute(infer, "sparse_value");
  if (sparse && sparse->type == TERCET_ONNX_ATTRIBUTE_SPARSE) {
    return tercet_onnx_fact_from_sparse(
        infer->facts, sparse->as.sparses, infer->outputs);
  }
  return TERCET_OK;
}

/// Set the output to a shape that is the elements of an input
static tercet_status
give_shape_of(const tercet_onnx_infer *infer, size_t input)
{
  const tercet_onnx_infer_list shape =
      tercet_onnx_infer_numbers(infer, input, NULL);
  const tercet_onnx_fact *const fact = tercet_onnx_infer_shaped(infer, input);
  if (shape.is_known) {
    return tercet_onnx_infer_give(infer, 0, shape.n, shape.numbers);
  }
  const bool has_rank = fact && fact->rank == 1 && fact->dims[0] >= 0 &&
                        fact->dims[0] <= TERCET_MAX_RANK;
  return has_rank ? tercet_onnx_infer_give_rank(infer, 0, (size_t)fact->dims[0])
                  : TERCET_OK;
}

tercet_status
tercet_onnx_rule_constant_of_shape(const tercet_onnx_infer *infer)
{
  const tercet_onnx_attribute *const value =
      tercet_onnx_infer_attribute(infer, "value");
  tercet_onnx_type type = TERCET_ONNX_FLOAT;
  if (value && value->type == TERCET_ONNX_ATTRIBUTE_TENSOR) {
    const int32_t given = value->as.tensors->type;
    type = given > 0 && given <= TERCET_ONNX_FLOAT4E2M1
               ? (tercet_onnx_type)given
               : TERCET_ONNX_UNDEFINED;
  }
  tercet_onnx_infer_give_type(infer, 0, TERCET_ONNX_OF_TENSOR, type);
  return give_shape_of(infer, 0);
}

/* ---- Range ---- */

/// Return the length of a range of integers, or -1 if it is not known
static int64_t
integer_range(const tercet_onnx_infer *infer)
{
  int64_t n[3];
  for (size_t i = 0; i < 3; ++i) {
    const tercet_onnx_infer_list list =
        tercet_onnx_infer_numbers(infer, i, NULL);
    if (!list.is_known || list.n != 1 ||
        tercet_onnx_is_symbol(list.numbers[0])) {
      return -1;
    }
    n[i] = list.numbers[0];
  }

  int64_t distance = 0;
  const int64_t step = n[2];
  if (step == 0 || __builtin_sub_overflow(n[1], n[0], &distance) ||
      distance == INT64_MIN || step == INT64_MIN) {
    return -1;
  }
  if ((distance > 0) != (step > 0)) {
    return 0;
  }
  return distance / step + (distance % step != 0);
}

tercet_status
tercet_onnx_rule_range(const tercet_onnx_infer *infer)
{
  int64_t n = integer_range(infer);
  if (n < 0) {
    n = tercet_onnx_infer_unknown(infer);
  }
  return tercet_onnx_infer_give(infer, 0, 1, &n);
}

/* ---- Windows and spectra ---- */

/// Set the output to a vector whose length is an input
tercet_status
tercet_onnx_rule_vector(const tercet_onnx_infer *infer)
{
  const int64_t type = tercet_onnx_infer_int(infer, "output_datatype");
  if (type > 0 && type <= TERCET_ONNX_FLOAT4E2M1) {
    tercet_onnx_infer_give_type(
        infer, 0, TERCET_ONNX_OF_TENSOR, (tercet_onnx_type)type);
  }

  const tercet_onnx_infer_list size = tercet_onnx_infer_numbers(infer, 0, NULL);
  const int64_t n = size.is_known && size.n == 1
                        ? size.numbers[0]
                        : tercet_onnx_infer_unknown(infer);
  return tercet_onnx_infer_give(infer, 0, 1, &n);
}

tercet_status
tercet_onnx_rule_mel_weights(const tercet_onnx_infer *infer)
{
  const int64_t type = tercet_onnx_infer_int(infer, "output_datatype");
  if (type > 0 && type <= TERCET_ONNX_FLOAT4E2M1) {
    tercet_onnx_infer_give_type(
        infer, 0, TERCET_ONNX_OF_TENSOR, (tercet_onnx_type)type);
  }
  return tercet_onnx_infer_give_rank(infer, 0, 2);
}

/* ---- Resizing ---- */

/// Return an element of a constant tensor of floats, NaN if it is not known
static double
constant_float(const tercet_onnx_fact *fact, size_t i)
{
  const tercet_onnx_tensor *const tensor = fact ? fact->constant : NULL;
  float value = 0.0F;
  if (!tensor || tensor->type != TERCET_ONNX_FLOAT ||
      tensor->place == TERCET_ONNX_DATA_EXTERNAL ||
      tensor->n_bytes < (i + 1) * sizeof(value)) {
    return NAN;
  }
  memcpy(&value, (const char *)tensor->data + i * sizeof(value), sizeof(value));
  return (double)value;
}

/// Return an extent after scaling by a float, as operators compute it
static int64_t
scaled(const tercet_onnx_infer *infer, int64_t extent, double scale)
{
  const double result = floor((double)extent * scale);
  return !tercet_onnx_is_symbol(extent) && result >= 0.0 &&
                 result < 4294967296.0
             ? (int64_t)result
             : tercet_onnx_infer_unknown(infer);
}

tercet_status
tercet_onnx_rule_resize(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  // Version 10 and Upsample have the scales as input 1
  const size_t scales_at = infer->n_inputs > 2 ? 2 : 1;
  const tercet_onnx_infer_list sizes =
      tercet_onnx_infer_numbers(infer, 3, NULL);
  const bool has_policy =
      tercet_onnx_infer_attribute(infer, "keep_aspect_ratio_policy");
  if (tercet_onnx_infer_attribute(infer, "axes") || has_policy ||
      (sizes.is_given && sizes.n != input->rank)) {
    return tercet_onnx_infer_give_rank(infer, 0, input->rank);
  }
  int64_t dims[TERCET_MAX_RANK];
  const tercet_onnx_fact *const scales =
      tercet_onnx_infer_shaped(infer, scales_at);
  for (size_t i = 0; i < input->rank; ++i) {
    dims[i] = sizes.is_given
                  ? sizes.numbers[i]
                  : scaled(infer, input->dims[i], constant_float(scales, i));
  }
  return tercet_onnx_infer_give(infer, 0, input->rank, dims);
}

/* ---- Others ---- */

tercet_status
tercet_onnx_rule_rank_of_first(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  return input ? tercet_onnx_infer_give_rank(infer, 0, input->rank) : TERCET_OK;
}

/// Rows of three numbers each, as many as are found
tercet_status
tercet_onnx_rule_non_max_suppression(const tercet_onnx_infer *infer)
{
  const int64_t dims[2] = {tercet_onnx_infer_unknown(infer), 3};
  return tercet_onnx_infer_give(infer, 0, 2, dims);
}

/// Losses have no axes once they are summed up
tercet_status
tercet_onnx_rule_loss(const tercet_onnx_infer *infer)
{
  const tercet_string reduction = tercet_onnx_infer_string(infer, "reduction");
  tercet_onnx_infer_give_like(infer, 1, tercet_onnx_infer_input(infer, 0));
  if (reduction.length == 4 && !memcmp(reduction.data, "none", 4)) {
    tercet_onnx_infer_give_like(infer, 0, tercet_onnx_infer_input(infer, 1));
    return TERCET_OK;
  }
  return tercet_onnx_infer_give(infer, 0, 0, NULL);
}

/// RNN, GRU and LSTM: all states, the last ones, and the last cells
tercet_status
tercet_onnx_rule_recurrent(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_fact *const weights = tercet_onnx_infer_shaped(infer, 2);
  if (!input || input->rank != 3 || !weights || weights->rank != 3) {
    return TERCET_OK;
  }

  const bool batch_first = tercet_onnx_infer_int(infer, "layout") != 0;
  const int64_t length = input->dims[batch_first];
  const int64_t batch = input->dims[!batch_first];
  const int64_t directions = weights->dims[0];
  const int64_t hidden = weights->dims[2];
  const int64_t all[2][4] = {{length, directions, batch, hidden},
                             {batch, length, directions, hidden}};
  const int64_t last[2][3] = {{directions, batch, hidden},
                              {batch, directions, hidden}};
  TERCET_TRY(tercet_onnx_infer_give(infer, 0, 4, all[batch_first]));
  TERCET_TRY(tercet_onnx_infer_give(infer, 1, 3, last[batch_first]));
  return tercet_onnx_infer_give(infer, 2, 3, last[batch_first]);
}
