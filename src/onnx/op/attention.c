// SPDX-License-Identifier: Apache-2.0

/**
   Attention and rotary embeddings.

   Attention is what the text of operator set 23 says since its corrections
   (ONNX 1.23): each head of keys and values serves a group of neighbouring
   heads of queries, scores are capped before they are masked, and a query for
   which everything is masked gives zeros.
*/

#include "base/error.h"
#include "onnx/op/compose.h"

#include <tercet/linalg.h>

#include <float.h>
#include <math.h>
#include <string.h>

/// Queries, keys and values, [batch, heads, sequence, size]
typedef struct {
  tercet_tensor *q;
  tercet_tensor *k;
  tercet_tensor *v;
  int64_t n_past; ///< Keys before the first query
} attention_inputs;

/// Return an input with an axis for the heads: [batch, sequence, heads x size]
/// is cut into as many as the attribute says
static tercet_tensor *
split_heads(tercet_onnx_compose *c,
            const tercet_tensor *x,
            const char *attribute)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }
  const int64_t *const shape = tercet_tensor_shape(x);
  if (tercet_tensor_rank(x) == 4) {
    return TERCET_ONNX_VIEW(c, tercet_tensor_reshape, x, 4, shape);
  }

  const int64_t n_heads = tercet_onnx_node_int(c->call->node, attribute, 0);
  if (tercet_tensor_rank(x) != 3 || n_heads < 1 || shape[2] % n_heads != 0) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "an input of rank %zu with %s = %lld",
                             tercet_tensor_rank(x),
                             attribute,
                             (long long)n_heads);
    return NULL;
  }
  const int64_t heads[4] = {shape[0], shape[1], n_heads, shape[2] / n_heads};
  tercet_tensor *const cut =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, x, 4, heads);
  return TERCET_ONNX_VIEW(c, tercet_tensor_swap_axes, cut, 1, 2);
}

/// Put what came before in front of keys or values
static tercet_tensor *
prepend(tercet_onnx_compose *c, size_t input, tercet_tensor *x)
{
  if (!tercet_onnx_has_input(c->call, input)) {
    return x;
  }
  const tercet_tensor *const both[2] = {tercet_onnx_input(c->call, input), x};
  return TERCET_ONNX_MAKE(c, tercet_tensor_concat, 2, both, 2);
}

/// Repeat the heads of keys or values so that there are as many as queries
static tercet_tensor *
repeat_heads(tercet_onnx_compose *c, tercet_tensor *x, int64_t n_heads)
{
  const int64_t n = c->st == TERCET_OK ? tercet_tensor_shape(x)[1] : n_heads;
  if (n == n_heads) {
    return x;
  }
  if (n < 1 || n_heads % n != 0) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "%lld heads of queries for %lld of keys",
                             (long long)n_heads,
                             (long long)n);
    return NULL;
  }
  const int64_t count = n_heads / n;
  return TERCET_ONNX_MAKE(c, tercet_tensor_repeat, x, 1, &count, 1);
}

/// Read the inputs and give the keys and values with what came before
static attention_inputs
read_inputs(tercet_onnx_compose *c)
{
  const tercet_onnx_call *const call = c->call;
  attention_inputs in = {NULL, NULL, NULL, 0};
  if (tercet_onnx_has_input(call, 4) != tercet_onnx_has_input(call, 5)) {
    c->st = tercet_onnx_fail(
        call, TERCET_ERR_ARGUMENT, "past keys and values must come together");
    return in;
  }

  in.q = split_heads(c, tercet_onnx_input(call, 0), "q_num_heads");
  in.k = split_heads(c, tercet_onnx_input(call, 1), "kv_num_heads");
  in.v = split_heads(c, tercet_onnx_input(call, 2), "kv_num_heads");
  const int64_t n_new = c->st == TERCET_OK ? tercet_tensor_shape(in.k)[2] : 0;
  in.k = prepend(c, 4, in.k);
  in.v = prepend(c, 5, in.v);
  if (c->st != TERCET_OK) {
    return in;
  }

  in.n_past = tercet_tensor_shape(in.k)[2] - n_new;
  if (tercet_onnx_wants(call, 1)) {
    tercet_onnx_compose_give(c, 1, in.k);
  }
  if (tercet_onnx_wants(call, 2)) {
    tercet_onnx_compose_give(c, 2, in.v);
  }
  const int64_t n_heads = tercet_tensor_shape(in.q)[1];
  in.k = repeat_heads(c, in.k, n_heads);
  in.v = repeat_heads(c, in.v, n_heads);
  return in;
}

/// Both operands are multiplied by the root of the factor, which keeps halves
/// from overflowing
static tercet_tensor *
multiply_queries(tercet_onnx_compose *c, const attention_inputs *in)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }
  const double size = (double)tercet_tensor_shape(in->q)[3];
  const float scale =
      tercet_onnx_node_float(c->call->node, "scale", (float)(1.0 / sqrt(size)));
  tercet_tensor *const root = tercet_onnx_compose_number(
      c, tercet_tensor_dtype(in->q), sqrt((double)scale));
  tercet_tensor *const q =
      TERCET_ONNX_MAKE(c, tercet_tensor_multiply, in->q, root);
  tercet_tensor *const scaled =
      TERCET_ONNX_MAKE(c, tercet_tensor_multiply, in->k, root);
  tercet_tensor *const k =
      TERCET_ONNX_VIEW(c, tercet_tensor_swap_axes, scaled, 2, 3);
  return TERCET_ONNX_MAKE(c, tercet_linalg_matmul, q, k);
}

/// Set elements of a tensor of minus infinity to 0 where a mask is true
static tercet_tensor *
bias_of_mask(tercet_onnx_compose *c,
             tercet_dtype dtype,
             const tercet_tensor *mask)
{
  tercet_tensor *const bias =
      TERCET_ONNX_MAKE(c,
                       tercet_tensor_full_like,
                       mask,
                       dtype,
                       tercet_scalar_from_f64(-INFINITY));
  tercet_tensor *const zero = tercet_onnx_compose_number(c, dtype, 0.0);
  TERCET_ONNX_DO(c, tercet_tensor_assign_where, bias, mask, zero);
  return bias;
}

/// Add the mask that was given, and that of causality: a query sees the keys
/// up to its own place behind those of the past
static tercet_tensor *
add_masks(tercet_onnx_compose *c, tercet_tensor *scores, int64_t n_past)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }
  const tercet_dtype dtype = tercet_tensor_dtype(scores);
  tercet_tensor *out = scores;
  if (tercet_onnx_has_input(c->call, 3)) {
    const tercet_tensor *const mask = tercet_onnx_input(c->call, 3);
    tercet_tensor *const bias =
        tercet_tensor_dtype(mask) == TERCET_DTYPE_BOOL
            ? bias_of_mask(c, dtype, mask)
            : TERCET_ONNX_MAKE(c, tercet_tensor_cast, mask, dtype);
    out = TERCET_ONNX_MAKE(c, tercet_tensor_add, out, bias);
  }
  if (tercet_onnx_node_int(c->call->node, "is_causal", 0)) {
    tercet_tensor *const mask =
        TERCET_ONNX_MAKE(c,
                         tercet_tensor_ones,
                         TERCET_DTYPE_BOOL,
                         2,
                         tercet_tensor_shape(scores) + 2);
    TERCET_ONNX_DO(c, tercet_tensor_tril_in_place, mask, n_past);
    tercet_tensor *const bias = bias_of_mask(c, dtype, mask);
    out = TERCET_ONNX_MAKE(c, tercet_tensor_add, out, bias);
  }
  return out;
}

/// Return softcap * tanh(x / softcap), or `x` without a softcap
static tercet_tensor *
cap(tercet_onnx_compose *c, tercet_tensor *x)
{
  const float softcap = tercet_onnx_node_float(c->call->node, "softcap", 0.0F);
  if (c->st != TERCET_OK || !(softcap > 0.0F)) {
    return x;
  }
  tercet_tensor *const limit =
      tercet_onnx_compose_number(c, tercet_tensor_dtype(x), (double)softcap);
  tercet_tensor *const ratio =
      TERCET_ONNX_MAKE(c, tercet_tensor_divide, x, limit);
  tercet_tensor *const flat = TERCET_ONNX_MAKE(c, tercet_tensor_tanh, ratio);
  return TERCET_ONNX_MAKE(c, tercet_tensor_multiply, flat, limit);
}

/// Return the softmax along the last axis; 0 where all is minus infinity
static tercet_tensor *
softmax(tercet_onnx_compose *c, tercet_tensor *x)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }
  const tercet_dtype dtype = tercet_tensor_dtype(x);
  const int64_t precision =
      tercet_onnx_node_int(c->call->node, "softmax_precision", 0);
  const tercet_dtype wide =
      precision == TERCET_ONNX_DOUBLE || dtype == TERCET_DTYPE_F64
          ? TERCET_DTYPE_F64
          : TERCET_DTYPE_F32;
  const int64_t axis = -1;
  tercet_tensor *const in = TERCET_ONNX_MAKE(c, tercet_tensor_cast, x, wide);
  tercet_tensor *const greatest =
      TERCET_ONNX_MAKE(c, tercet_tensor_max, in, 1, &axis, true);
  tercet_tensor *const lowest =
      tercet_onnx_compose_number(c, wide, -(double)FLT_MAX);
  TERCET_ONNX_DO(c, tercet_tensor_maximum_into, greatest, lowest, greatest);
  TERCET_ONNX_DO(c, tercet_tensor_subtract_into, in, greatest, in);
  TERCET_ONNX_DO(c, tercet_tensor_exp_into, in, in);
  tercet_tensor *const sum =
      TERCET_ONNX_MAKE(c, tercet_tensor_sum, in, 1, &axis, true);
  tercet_tensor *const least =
      tercet_onnx_compose_number(c, wide, (double)FLT_MIN);
  TERCET_ONNX_DO(c, tercet_tensor_maximum_into, sum, least, sum);
  TERCET_ONNX_DO(c, tercet_tensor_divide_into, in, sum, in);
  return wide == dtype ? in
                       : TERCET_ONNX_MAKE(c, tercet_tensor_cast, in, dtype);
}

/// Give a stage of the scores as the last output if its mode was asked for
static void
give_scores(tercet_onnx_compose *c, int64_t mode, tercet_tensor *scores)
{
  if (tercet_onnx_wants(c->call, 3) &&
      tercet_onnx_node_int(c->call->node, "qk_matmul_output_mode", 0) == mode) {
    tercet_onnx_compose_give(c, 3, scores);
  }
}

/// Inputs: Q, K, V, mask, past keys, past values
static tercet_status
run_attention(const tercet_onnx_call *call)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const attention_inputs in = read_inputs(&c);
  tercet_tensor *scores = multiply_queries(&c, &in);
  give_scores(&c, 0, scores);
  scores = cap(&c, scores);
  give_scores(&c, 1, scores);
  scores = add_masks(&c, scores, in.n_past);
  give_scores(&c, 2, scores);
  scores = softmax(&c, scores);
  give_scores(&c, 3, scores);

  tercet_tensor *y = TERCET_ONNX_MAKE(&c, tercet_linalg_matmul, scores, in.v);
  if (c.st == TERCET_OK &&
      tercet_tensor_rank(tercet_onnx_input(call, 0)) == 3) {
    const int64_t *const heads = tercet_tensor_shape(y);
    const int64_t shape[3] = {heads[0], heads[2], heads[1] * heads[3]};
    y = TERCET_ONNX_VIEW(&c, tercet_tensor_swap_axes, y, 1, 2);
    y = TERCET_ONNX_VIEW(&c, tercet_tensor_reshape, y, 3, shape);
  }
  tercet_onnx_compose_give(&c, 0, y);
  return tercet_onnx_compose_end(&c);
}

/* ---- RotaryEmbedding ---- */

/// Return the elements `start`, `start + step`, ... before `stop` of the last
/// axis
static tercet_tensor *
slice_last(tercet_onnx_compose *c,
           const tercet_tensor *x,
           int64_t start,
           int64_t stop,
           int64_t step)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }
  tercet_range ranges[TERCET_MAX_RANK];
  const size_t rank = tercet_tensor_rank(x);
  for (size_t i = 0; i < rank; ++i) {
    ranges[i] = (tercet_range){0, 0, 1, true};
  }
  ranges[rank - 1] = (tercet_range){start, stop, step, false};
  return TERCET_ONNX_VIEW(c, tercet_tensor_slice, x, rank, ranges);
}

/// Return the cosines or sines for each token: [batch, sequence, 1, half]
static tercet_tensor *
read_cache(tercet_onnx_compose *c, size_t input, int64_t half)
{
  const tercet_tensor *cache = tercet_onnx_input(c->call, input);
  if (tercet_onnx_has_input(c->call, 3)) {
    cache = TERCET_ONNX_MAKE(c,
                             tercet_tensor_take,
                             cache,
                             tercet_onnx_input(c->call, 3),
                             0,
                             TERCET_BOUNDS_CHECK);
  }
  if (c->st == TERCET_OK && (tercet_tensor_rank(cache) != 3 ||
                             tercet_tensor_shape(cache)[2] < half)) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "input %zu does not have %lld numbers for each "
                             "token",
                             input,
                             (long long)half);
  }
  // A cache for whole heads serves those that are rotated in part
  tercet_tensor *const used = slice_last(c, cache, 0, half, 1);
  return TERCET_ONNX_VIEW(c, tercet_tensor_expand_dims, used, 2);
}

/// Write x cos - y sin, or x sin + y cos, to a view of the output
static void
rotate(tercet_onnx_compose *c,
       tercet_tensor *x,
       tercet_tensor *by_x,
       tercet_tensor *y,
       tercet_tensor *by_y,
       tercet_binary_op op,
       tercet_tensor *out)
{
  tercet_tensor *const a = TERCET_ONNX_MAKE(c, tercet_tensor_multiply, x, by_x);
  tercet_tensor *const b = TERCET_ONNX_MAKE(c, tercet_tensor_multiply, y, by_y);
  if (c->st == TERCET_OK) {
    c->st = tercet_tensor_binary_into(op, a, b, out, c->call->err);
  }
}

/// Inputs: X, cosines, sines, positions
static tercet_status
run_rotary_embedding(const tercet_onnx_call *call)
{
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const in = tercet_onnx_input(call, 0);
  const bool has_heads = tercet_tensor_rank(in) == 4;
  tercet_tensor *const heads = split_heads(&c, in, "num_heads");
  tercet_tensor *const x =
      TERCET_ONNX_VIEW(&c, tercet_tensor_swap_axes, heads, 1, 2);
  tercet_tensor *const out = TERCET_ONNX_MAKE(&c, tercet_tensor_copy, x);
  if (c.st != TERCET_OK) {
    return tercet_onnx_compose_end(&c);
  }

  const int64_t size = tercet_tensor_shape(x)[3];
  const int64_t given =
      tercet_onnx_node_int(call->node, "rotary_embedding_dim", 0);
  const int64_t n = given == 0 ? size : given;
  if (n < 0 || n > size || n % 2 != 0) {
    c.st = tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "%lld of %lld numbers cannot be rotated",
                            (long long)n,
                            (long long)size);
    return tercet_onnx_compose_end(&c);
  }

  const bool is_interleaved =
      tercet_onnx_node_int(call->node, "interleaved", 0) != 0;
  const int64_t step = is_interleaved ? 2 : 1;
  const int64_t second = is_interleaved ? 1 : n / 2;
  const int64_t stop = is_interleaved ? n : n / 2;
  tercet_tensor *const cosines = read_cache(&c, 1, n / 2);
  tercet_tensor *const sines = read_cache(&c, 2, n / 2);
  tercet_tensor *const x1 = slice_last(&c, x, 0, stop, step);
  tercet_tensor *const x2 = slice_last(&c, x, second, n, step);
  rotate(&c,
         x1,
         cosines,
         x2,
         sines,
         TERCET_SUBTRACT,
         slice_last(&c, out, 0, stop, step));
  rotate(&c,
         x1,
         sines,
         x2,
         cosines,
         TERCET_ADD,
         slice_last(&c, out, second, n, step));

  tercet_tensor *const y =
      has_heads
          ? TERCET_ONNX_VIEW(&c, tercet_tensor_swap_axes, out, 1, 2)
          : TERCET_ONNX_VIEW(
                &c, tercet_tensor_reshape, out, 3, tercet_tensor_shape(in));
  tercet_onnx_compose_give(&c, 0, y);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    attention,
    {"Attention", "", 23, 0, NULL, run_attention},
    {"RotaryEmbedding", "", 23, 0, NULL, run_rotary_embedding});
