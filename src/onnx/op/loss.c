// SPDX-License-Identifier: Apache-2.0

/// Losses of classification: input 1 tells for each place which class, along
/// axis 1 of input 0, is right

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/softmax.h"

typedef enum { REDUCE_NONE, REDUCE_TO_MEAN, REDUCE_TO_SUM } loss_reduction;

static tercet_status
read_reduction(const tercet_onnx_call *call, loss_reduction *out)
{
  const tercet_string text =
      tercet_onnx_node_string(call->node, "reduction", "mean");
  if (tercet_string_is(text, "none")) {
    *out = REDUCE_NONE;
  } else if (tercet_string_is(text, "mean")) {
    *out = REDUCE_TO_MEAN;
  } else if (tercet_string_is(text, "sum")) {
    *out = REDUCE_TO_SUM;
  } else {
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "attribute reduction is \"%.*s\"",
                            TERCET_STRING_ARGS(text));
  }
  return TERCET_OK;
}

static tercet_status
check_shapes(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const tercet_tensor *const target = tercet_onnx_input(call, 1);
  const size_t rank = tercet_tensor_rank(x);
  if (rank < 2 || tercet_tensor_rank(target) != rank - 1) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "inputs 0 and 1 have ranks %zu and %zu",
                            rank,
                            tercet_tensor_rank(target));
  }
  for (size_t i = 0; i + 1 < rank; ++i) {
    const int64_t extent = tercet_tensor_shape(x)[i == 0 ? 0 : i + 1];
    if (tercet_tensor_shape(target)[i] != extent) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_SHAPE,
                              "input 1 has extent %lld on axis %zu, not %lld",
                              (long long)tercet_tensor_shape(target)[i],
                              i,
                              (long long)extent);
    }
  }
  const tercet_tensor *const weight = tercet_onnx_input(call, 2);
  if (weight && (tercet_tensor_rank(weight) != 1 ||
                 tercet_tensor_size(weight) != tercet_tensor_shape(x)[1])) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "input 2 does not have a weight for each of %lld "
                            "classes",
                            (long long)tercet_tensor_shape(x)[1]);
  }
  return TERCET_OK;
}

/// Return bool: where the class is the one that does not count; NULL if there
/// is none
static tercet_tensor *
find_ignored(tercet_onnx_compose *c, const tercet_tensor *target)
{
  const tercet_onnx_attribute *const ignored =
      tercet_onnx_node_attribute(c->call->node, "ignore_index");
  if (!ignored) {
    return NULL;
  }
  tercet_tensor *const number =
      TERCET_ONNX_MAKE(c,
                       tercet_tensor_full,
                       TERCET_DTYPE_I64,
                       0,
                       NULL,
                       tercet_scalar_from_i64(ignored->as.ints[0]));
  return TERCET_ONNX_MAKE(c, tercet_tensor_equal, target, number);
}

/// Return the weight of each place
static tercet_tensor *
weights_of(tercet_onnx_compose *c,
           tercet_tensor *target,
           const tercet_tensor *ignored,
           tercet_dtype dtype)
{
  tercet_tensor *weights = NULL;
  if (tercet_onnx_has_input(c->call, 2)) {
    const tercet_tensor *const given =
        tercet_onnx_compose_as(c, tercet_onnx_input(c->call, 2), dtype);
    weights = TERCET_ONNX_MAKE(
        c, tercet_tensor_take, given, target, 0, TERCET_BOUNDS_CHECK);
  } else {
    weights = TERCET_ONNX_MAKE(c, tercet_tensor_ones_like, target, dtype);
  }
  if (ignored) {
    tercet_tensor *const zero = tercet_onnx_compose_number(c, dtype, 0);
    weights = TERCET_ONNX_MAKE(c, tercet_tensor_where, ignored, zero, weights);
  }
  return weights;
}

/// Return -log_prob at the right classes times their weights, reduced
static tercet_tensor *
loss_of(tercet_onnx_compose *c,
        const tercet_tensor *log_prob,
        loss_reduction reduction)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }
  const tercet_dtype dtype = tercet_tensor_dtype(log_prob);
  tercet_tensor *target = TERCET_ONNX_MAKE(
      c, tercet_tensor_cast, tercet_onnx_input(c->call, 1), TERCET_DTYPE_I64);
  const tercet_tensor *const ignored = find_ignored(c, target);
  if (ignored) {
    tercet_tensor *const zero =
        TERCET_ONNX_MAKE(c, tercet_tensor_zeros_like, target, TERCET_DTYPE_I64);
    target = TERCET_ONNX_MAKE(c, tercet_tensor_where, ignored, zero, target);
  }

  const tercet_tensor *const weights = weights_of(c, target, ignored, dtype);
  const tercet_tensor *const places =
      TERCET_ONNX_VIEW(c, tercet_tensor_expand_dims, target, 1);
  const tercet_tensor *const picked =
      TERCET_ONNX_MAKE(c, tercet_tensor_take_along_axis, log_prob, places, 1);
  const int64_t axes[] = {1};
  tercet_tensor *loss =
      TERCET_ONNX_VIEW(c, tercet_tensor_squeeze, picked, 1, axes);
  TERCET_ONNX_DO(c, tercet_tensor_multiply_into, loss, weights, loss);
  TERCET_ONNX_DO(c, tercet_tensor_negative_into, loss, loss);
  if (reduction == REDUCE_NONE) {
    return loss;
  }
  tercet_tensor *const sum =
      TERCET_ONNX_MAKE(c, tercet_tensor_sum, loss, 0, NULL, false);
  if (reduction == REDUCE_TO_SUM) {
    return sum;
  }
  const tercet_tensor *const total =
      TERCET_ONNX_MAKE(c, tercet_tensor_sum, weights, 0, NULL, false);
  return TERCET_ONNX_MAKE(c, tercet_tensor_divide, sum, total);
}

static tercet_status
run_negative_log_likelihood_loss(const tercet_onnx_call *call)
{
  loss_reduction reduction = REDUCE_TO_MEAN;
  TERCET_TRY(read_reduction(call, &reduction));
  TERCET_TRY(check_shapes(call));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const loss =
      loss_of(&c, tercet_onnx_compose_wide(&c, 0), reduction);
  tercet_onnx_compose_give_as(&c, 0, tercet_onnx_input_type(call, 0), loss);
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_softmax_cross_entropy_loss(const tercet_onnx_call *call)
{
  const tercet_onnx_type type = tercet_onnx_input_type(call, 0);
  loss_reduction reduction = REDUCE_TO_MEAN;
  TERCET_TRY(read_reduction(call, &reduction));
  TERCET_TRY(check_shapes(call));
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const tercet_tensor *const scores = tercet_onnx_compose_wide(&c, 0);
  tercet_tensor *const log_prob =
      c.st != TERCET_OK ? NULL
                        : TERCET_ONNX_MAKE(&c,
                                           tercet_tensor_zeros_like,
                                           scores,
                                           tercet_tensor_dtype(scores));
  tercet_onnx_log_softmax(&c, scores, 1, log_prob);
  tercet_tensor *const loss = loss_of(&c, log_prob, reduction);
  tercet_onnx_compose_give_as(&c, 0, type, loss);
  tercet_onnx_compose_give_as(&c, 1, type, log_prob);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(loss,
                         {"NegativeLogLikelihoodLoss",
                          "",
                          12,
                          0,
                          NULL,
                          run_negative_log_likelihood_loss},
                         {"SoftmaxCrossEntropyLoss",
                          "",
                          12,
                          0,
                          NULL,
                          run_softmax_cross_entropy_loss});
