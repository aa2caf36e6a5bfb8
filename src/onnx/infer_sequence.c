// SPDX-License-Identifier: Apache-2.0

/// Sequences and optionals

#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

/// Return the type of an attribute that is a number of a type, or float
static tercet_onnx_type
type_of_attribute(const tercet_onnx_infer *infer, const char *name)
{
  const int64_t type = tercet_onnx_infer_int(infer, name);
  if (!tercet_onnx_infer_attribute(infer, name)) {
    return TERCET_ONNX_FLOAT;
  }
  return type > 0 && type <= TERCET_ONNX_FLOAT4E2M1 ? (tercet_onnx_type)type
                                                    : TERCET_ONNX_UNDEFINED;
}

tercet_status
tercet_onnx_rule_sequence_empty(const tercet_onnx_infer *infer)
{
  tercet_onnx_infer_give_type(
      infer, 0, TERCET_ONNX_OF_SEQUENCE, type_of_attribute(infer, "dtype"));
  return TERCET_OK;
}

/// Set the output to a sequence whose members are as a fact says
static void
give_sequence_of(const tercet_onnx_infer *infer, const tercet_onnx_fact *member)
{
  tercet_onnx_infer_give_type(infer, 0, TERCET_ONNX_OF_SEQUENCE, member->type);
  tercet_onnx_infer_give_like(infer, 0, member);
}

tercet_status
tercet_onnx_rule_sequence_construct(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const first = tercet_onnx_infer_input(infer, 0);
  if (!first) {
    return TERCET_OK;
  }

  tercet_onnx_fact member = *first;
  for (size_t i = 1; i < infer->n_inputs; ++i) {
    TERCET_TRY(tercet_onnx_fact_merge(
        infer->facts, &member, &infer->inputs[i], &member));
  }
  give_sequence_of(infer, &member);
  tercet_onnx_infer_give_type(infer, 0, TERCET_ONNX_OF_SEQUENCE, first->type);
  return TERCET_OK;
}

/// An empty sequence says nothing of the shape of what comes in, nor the other
/// way round: only what was known of the members before stays known
tercet_status
tercet_onnx_rule_sequence_insert(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const sequence = tercet_onnx_infer_input(infer, 0);
  const tercet_onnx_fact *const tensor = tercet_onnx_infer_input(infer, 1);
  if (!sequence || !tensor) {
    return TERCET_OK;
  }
  if (sequence->type != tensor->type) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_DTYPE,
                                  "a tensor of type %s does not go into a "
                                  "sequence of type %s",
                                  tercet_onnx_type_name(tensor->type),
                                  tercet_onnx_type_name(sequence->type));
  }

  tercet_onnx_fact member = *sequence;
  member.kind = TERCET_ONNX_OF_TENSOR;
  TERCET_TRY(tercet_onnx_fact_merge(infer->facts, &member, tensor, &member));
  give_sequence_of(infer, &member);
  return TERCET_OK;
}

/// A member of the sequence that is the first input
tercet_status
tercet_onnx_rule_member(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const sequence = tercet_onnx_infer_input(infer, 0);
  if (sequence) {
    tercet_onnx_infer_give_type(
        infer, 0, TERCET_ONNX_OF_TENSOR, sequence->type);
    tercet_onnx_infer_give_like(infer, 0, sequence);
  }
  return TERCET_OK;
}

/// Parts along an axis.  Only their rank is sure, if they keep the axis.
tercet_status
tercet_onnx_rule_split_to_sequence(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_input(infer, 0);
  if (!input) {
    return TERCET_OK;
  }
  tercet_onnx_infer_give_type(infer, 0, TERCET_ONNX_OF_SEQUENCE, input->type);
  if (!input->has_shape) {
    return TERCET_OK;
  }

  const bool keeps = tercet_onnx_infer_int(infer, "keepdims") != 0 ||
                     tercet_onnx_infer_has_input(infer, 1);
  size_t axis = 0;
  TERCET_TRY(tercet_onnx_infer_axis(
      infer, tercet_onnx_infer_int(infer, "axis"), input->rank, &axis));
  int64_t dims[TERCET_MAX_RANK];
  size_t rank = 0;
  for (size_t i = 0; i < input->rank; ++i) {
    if (i != axis) {
      dims[rank++] = input->dims[i];
    } else if (keeps) {
      dims[rank++] = tercet_onnx_infer_unknown(infer);
    }
  }
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}

tercet_status
tercet_onnx_rule_concat_from_sequence(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_input(infer, 0);
  if (!input) {
    return TERCET_OK;
  }
  tercet_onnx_infer_give_type(infer, 0, TERCET_ONNX_OF_TENSOR, input->type);
  const bool is_new = tercet_onnx_infer_int(infer, "new_axis") != 0;
  return input->has_shape && input->rank < TERCET_MAX_RANK
             ? tercet_onnx_infer_give_rank(infer, 0, input->rank + is_new)
             : TERCET_OK;
}

/// An optional of what is given, or of the type that an attribute tells
tercet_status
tercet_onnx_rule_optional(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_input(infer, 0);
  const tercet_onnx_attribute *const type =
      tercet_onnx_infer_attribute(infer, "type");
  tercet_onnx_fact content = {0};
  if (input) {
    content = *input;
  } else if (type && type->type == TERCET_ONNX_ATTRIBUTE_TYPE) {
    TERCET_TRY(
        tercet_onnx_fact_from_type(infer->facts, type->as.types, &content));
  }

  const tercet_onnx_of kind = content.kind == TERCET_ONNX_OF_SEQUENCE
                                  ? TERCET_ONNX_OF_OPTIONAL_SEQUENCE
                                  : TERCET_ONNX_OF_OPTIONAL;
  tercet_onnx_infer_give_type(infer, 0, kind, content.type);
  tercet_onnx_infer_give_like(infer, 0, &content);
  return TERCET_OK;
}

/// What is in the optional; a tensor or sequence is its own content
tercet_status
tercet_onnx_rule_optional_content(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_input(infer, 0);
  if (!input) {
    return TERCET_OK;
  }

  const bool is_sequence = input->kind == TERCET_ONNX_OF_SEQUENCE ||
                           input->kind == TERCET_ONNX_OF_OPTIONAL_SEQUENCE;
  const tercet_onnx_of kind =
      is_sequence ? TERCET_ONNX_OF_SEQUENCE : TERCET_ONNX_OF_TENSOR;
  tercet_onnx_infer_give_type(infer, 0, kind, input->type);
  tercet_onnx_infer_give_like(infer, 0, input);
  return TERCET_OK;
}
