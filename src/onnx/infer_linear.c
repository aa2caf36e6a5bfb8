// SPDX-License-Identifier: Apache-2.0

/// Products of matrices

#include "base/string_view.h"
#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

/// Check that two extents can be equal
static tercet_status
match(const tercet_onnx_infer *infer, int64_t a, int64_t b)
{
  return a == b || tercet_onnx_is_symbol(a) || tercet_onnx_is_symbol(b)
             ? TERCET_OK
             : tercet_onnx_infer_fail(infer,
                                      TERCET_ERR_SHAPE,
                                      "extents %lld and %lld to sum over "
                                      "differ",
                                      (long long)a,
                                      (long long)b);
}

/// Set the output of a product as numpy.matmul does it
static tercet_status
give_product(const tercet_onnx_infer *infer,
             const tercet_onnx_fact *a,
             const tercet_onnx_fact *b)
{
  if (!a || !b) {
    return TERCET_OK;
  }
  if (a->rank == 0 || b->rank == 0) {
    return tercet_onnx_infer_fail(
        infer, TERCET_ERR_SHAPE, "a product of a scalar");
  }

  const size_t batch_a = a->rank > 2 ? a->rank - 2 : 0;
  const size_t batch_b = b->rank > 2 ? b->rank - 2 : 0;
  TERCET_TRY(match(
      infer, a->dims[a->rank - 1], b->dims[b->rank > 1 ? b->rank - 2 : 0]));
  int64_t dims[TERCET_MAX_RANK + 2];
  size_t rank = batch_a;
  if (rank > 0) {
    memcpy(dims, a->dims, rank * sizeof(dims[0]));
  }
  TERCET_TRY(
      tercet_onnx_infer_broadcast_to(infer, &rank, dims, batch_b, b->dims));
  if (a->rank > 1) {
    dims[rank++] = a->dims[a->rank - 2];
  }
  if (b->rank > 1) {
    dims[rank++] = b->dims[b->rank - 1];
  }
  return tercet_onnx_infer_give(infer, 0, rank, dims);
}

tercet_status
tercet_onnx_rule_matmul(const tercet_onnx_infer *infer)
{
  return give_product(infer,
                      tercet_onnx_infer_shaped(infer, 0),
                      tercet_onnx_infer_shaped(infer, 1));
}

tercet_status
tercet_onnx_rule_q_linear_matmul(const tercet_onnx_infer *infer)
{
  return give_product(infer,
                      tercet_onnx_infer_shaped(infer, 0),
                      tercet_onnx_infer_shaped(infer, 3));
}

tercet_status
tercet_onnx_rule_gemm(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const a = tercet_onnx_infer_shaped(infer, 0);
  const tercet_onnx_fact *const b = tercet_onnx_infer_shaped(infer, 1);
  if (!a || !b) {
    return tercet_onnx_infer_give_rank(infer, 0, 2);
  }
  if (a->rank != 2 || b->rank != 2) {
    return tercet_onnx_infer_fail(infer,
                                  TERCET_ERR_SHAPE,
                                  "a product of tensors of rank %zu and %zu",
                                  a->rank,
                                  b->rank);
  }

  const bool flips_a = tercet_onnx_infer_int(infer, "transA") != 0;
  const bool flips_b = tercet_onnx_infer_int(infer, "transB") != 0;
  TERCET_TRY(match(infer, a->dims[!flips_a], b->dims[flips_b]));
  const int64_t dims[2] = {a->dims[flips_a], b->dims[!flips_b]};
  return tercet_onnx_infer_give(infer, 0, 2, dims);
}

tercet_status
tercet_onnx_rule_det(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, 0);
  return input && input->rank >= 2
             ? tercet_onnx_infer_give(infer, 0, input->rank - 2, input->dims)
             : TERCET_OK;
}

/* ---- Einsum, without an ellipsis ---- */

/// What is known of each letter
typedef struct {
  bool is_used[128];
  int64_t dims[128];
  unsigned n_uses[128];
} letters;

static bool
is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Note the letters of one operand, and go behind the comma; false if they do
/// not fit it
static bool
note_operand(const char **at,
             const char *end,
             const tercet_onnx_fact *input,
             letters *out)
{
  size_t axis = 0;
  for (; *at < end && **at != ',' && **at != '-'; ++*at) {
    const unsigned char c = (unsigned char)**at;
    if (c == ' ') {
      continue;
    }
    if (!is_letter((char)c) || axis == input->rank) {
      return false;
    }
    const int64_t dim = input->dims[axis++];
    if (!out->is_used[c] || out->dims[c] == 1 ||
        tercet_onnx_is_symbol(out->dims[c])) {
      out->dims[c] = dim;
    }
    out->is_used[c] = true;
    ++out->n_uses[c];
  }
  *at += *at < end && **at == ',';
  return axis == input->rank;
}

/// Write the letters of the output when the equation does not: those that
/// occur once, in order
static size_t
implied_output(const letters *known, size_t capacity, int64_t *dims)
{
  size_t rank = 0;
  for (unsigned c = 0; c < 128; ++c) {
    if (known->n_uses[c] == 1) {
      if (rank == capacity) {
        return capacity + 1;
      }
      dims[rank++] = known->dims[c];
    }
  }
  return rank;
}

/// Set the extents of the output; more than `capacity` if there is no telling
static size_t
einsum_output(const letters *known,
              const char *at,
              const char *end,
              size_t capacity,
              int64_t *dims)
{
  if (at == end) {
    return implied_output(known, capacity, dims);
  }

  size_t rank = 0;
  for (at += 2; at < end; ++at) {
    const unsigned char c = (unsigned char)*at;
    if (c == ' ') {
      continue;
    }
    if (!is_letter((char)c) || !known->is_used[c] || rank == capacity) {
      return capacity + 1;
    }
    dims[rank++] = known->dims[c];
  }
  return rank;
}

tercet_status
tercet_onnx_rule_einsum(const tercet_onnx_infer *infer)
{
  const tercet_string equation = tercet_onnx_infer_string(infer, "equation");
  const char *at = equation.data;
  const char *const end = equation.data + equation.length;
  letters known;
  memset(&known, 0, sizeof(known));
  for (size_t i = 0; i < infer->n_inputs; ++i) {
    const tercet_onnx_fact *const input = tercet_onnx_infer_shaped(infer, i);
    if (!input || !note_operand(&at, end, input, &known)) {
      return TERCET_OK;
    }
  }
  if (at < end && (end - at < 2 || at[0] != '-' || at[1] != '>')) {
    return TERCET_OK;
  }

  int64_t dims[TERCET_MAX_RANK];
  const size_t rank = einsum_output(&known, at, end, TERCET_MAX_RANK, dims);
  return rank <= TERCET_MAX_RANK ? tercet_onnx_infer_give(infer, 0, rank, dims)
                                 : TERCET_OK;
}
