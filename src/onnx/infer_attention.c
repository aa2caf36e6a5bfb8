// SPDX-License-Identifier: Apache-2.0

/// Attention, over inputs with the heads as an axis or in the last one

#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

/// Extents of a query, key or value
typedef struct {
  int64_t batch;
  int64_t heads;
  int64_t length;
  int64_t size; ///< Of one head
} head_shape;

/// Return a / b if that is exact, otherwise a symbol
static int64_t
quotient(const tercet_onnx_infer *infer, int64_t a, int64_t b)
{
  return tercet_onnx_is_symbol(a) || b < 1 || a % b != 0
             ? tercet_onnx_infer_unknown(infer)
             : a / b;
}

/// Set `out` from an input; false if its rank is not known or wrong
static bool
read_heads(const tercet_onnx_infer *infer,
           size_t i,
           const char *heads,
           head_shape *out)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, i);
  if (!input || (input->rank != 3 && input->rank != 4)) {
    return false;
  }

  out->batch = input->dims[0];
  if (input->rank == 4) {
    out->heads = input->dims[1];
    out->length = input->dims[2];
    out->size = input->dims[3];
    return true;
  }
  out->heads = tercet_onnx_infer_int(infer, heads);
  out->length = input->dims[1];
  out->size = quotient(infer, input->dims[2], out->heads);
  return true;
}

/// Set a state of keys or values: what was there before, and the new ones
static tercet_status
give_state(const tercet_onnx_infer *infer,
           size_t output,
           const head_shape *shape,
           int64_t total)
{
  const int64_t dims[4] = {shape->batch, shape->heads, total, shape->size};
  return tercet_onnx_infer_give(infer, output, 4, dims);
}

/// Return the length of keys with those of the past
static int64_t
total_length(const tercet_onnx_infer *infer, const head_shape *key)
{
  const tercet_onnx_fact *const past = tercet_onnx_infer_shaped(infer, 4);
  if (!tercet_onnx_infer_has_input(infer, 4)) {
    return key->length;
  }
  const bool is_known = past && past->rank == 4 &&
                        !tercet_onnx_is_symbol(past->dims[2]) &&
                        !tercet_onnx_is_symbol(key->length) &&
                        past->dims[2] <= INT64_MAX - key->length;
  return is_known ? past->dims[2] + key->length
                  : tercet_onnx_infer_unknown(infer);
}

tercet_status
tercet_onnx_rule_attention(const tercet_onnx_infer *infer)
{
  head_shape query;
  head_shape key;
  head_shape value;
  if (!read_heads(infer, 0, "q_num_heads", &query) ||
      !read_heads(infer, 1, "kv_num_heads", &key) ||
      !read_heads(infer, 2, "kv_num_heads", &value)) {
    return TERCET_OK;
  }

  const size_t rank = infer->inputs[0].rank;
  const int64_t joined[3] = {
      query.batch,
      query.length,
      tercet_onnx_infer_product(infer, query.heads, value.size)};
  const int64_t apart[4] = {query.batch, query.heads, query.length, value.size};
  const int64_t total = total_length(infer, &key);
  const int64_t scores[4] = {query.batch, query.heads, query.length, total};
  TERCET_TRY(
      tercet_onnx_infer_give(infer, 0, rank, rank == 3 ? joined : apart));
  TERCET_TRY(give_state(infer, 1, &key, total));
  TERCET_TRY(give_state(infer, 2, &value, total));
  return tercet_onnx_infer_give(infer, 3, 4, scores);
}
