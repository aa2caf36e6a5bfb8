// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/post_transform.h"

#include "base/error.h"
#include "base/string_view.h"

#include <math.h>

/// Return the inverse of the distribution function of the normal distribution,
/// by Newton's method on erfc, which is accurate on both sides
static double
probit(double p)
{
  if (!(p > 0 && p < 1)) {
    return p == 0 ? -INFINITY : p == 1 ? INFINITY : NAN;
  }
  const double root_half = 0.70710678118654752440;
  double x = 0;
  for (int i = 0; i < 60; ++i) {
    const double density = exp(-x * x / 2) * 0.39894228040143267794;
    const double step = (erfc(-x * root_half) / 2 - p) / density;
    x -= step > 1 ? 1 : step < -1 ? -1 : step;
  }
  return x;
}

/// Make the numbers of a row add up to 1; with `skips`, zeros stay
static void
softmax(int64_t n, double *row, bool skips)
{
  double greatest = -INFINITY;
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    greatest = fmax(greatest, row[i]);
  }
  for (int64_t i = 0; i < n; ++i) {
    row[i] = skips && row[i] == 0 ? 0 : exp(row[i] - greatest);
    sum += row[i];
  }
  for (int64_t i = 0; i < n && sum != 0; ++i) {
    row[i] /= sum;
  }
}

void
tercet_onnx_post_transform_row(tercet_onnx_post_transform post,
                               int64_t n,
                               double *row)
{
  if (post == TERCET_ONNX_POST_SOFTMAX ||
      post == TERCET_ONNX_POST_SOFTMAX_ZERO) {
    softmax(n, row, post == TERCET_ONNX_POST_SOFTMAX_ZERO);
    return;
  }
  for (int64_t i = 0; i < n && post != TERCET_ONNX_POST_NONE; ++i) {
    row[i] = post == TERCET_ONNX_POST_LOGISTIC ? 1 / (1 + exp(-row[i]))
                                               : probit(row[i]);
  }
}

tercet_status
tercet_onnx_post_transform_read(const tercet_onnx_call *call,
                                tercet_onnx_post_transform *out)
{
  static const char *const names[] = {
      "NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};
  const tercet_string name =
      tercet_onnx_node_string(call->node, "post_transform", "NONE");
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    if (tercet_string_is(name, names[i])) {
      *out = (tercet_onnx_post_transform)i;
      return TERCET_OK;
    }
  }
  return tercet_onnx_fail(call,
                          TERCET_ERR_ARGUMENT,
                          "post_transform is \"%.*s\"",
                          TERCET_STRING_ARGS(name));
}
