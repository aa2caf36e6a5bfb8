// SPDX-License-Identifier: Apache-2.0

/// Operators of ai.onnx.ml on rows of features, and linear models

#include "text_models.h"

#include <tercet/onnx.h>
#include <tercet/tensor.h>

#include <math.h>

/// Run a node on x, rows of three floats, that makes y, and z if `n` is 2
static tercet_status
run(const char *node,
    const char *types,
    tercet_onnx_value x,
    size_t n,
    tercet_onnx_value *outputs,
    tercet_error *err)
{
  char text[1024];
  tercet_onnx_plan *plan = NULL;
  tercet_onnx_session *session = NULL;
  memset(outputs, 0, n * sizeof(*outputs));
  memset(err, 0, sizeof(*err));
  snprintf(text,
           sizeof(text),
           "<ir_version: 8, opset_import: [\"\": 18, \"ai.onnx.ml\": 3]> g %s "
           "{ %s = ai.onnx.ml.%s(x) }",
           types,
           n == 2 ? "y, z" : "y",
           node);
  tercet_onnx_model *const model = text_models_read(text, TERCET_ONNX_TEXT);
  tercet_status st = tercet_onnx_plan_new(NULL, model, &plan, err);
  if (st == TERCET_OK) {
    st = tercet_onnx_session_new(NULL, plan, NULL, &session, err);
  }
  if (st == TERCET_OK) {
    st = tercet_onnx_session_run(session, &x, outputs, err);
  }
  tercet_onnx_session_free(session);
  tercet_onnx_plan_free(plan);
  tercet_onnx_model_free(model);
  return st;
}

static tercet_onnx_value
make(tercet_dtype dtype, size_t rank, const int64_t *shape, const double *data)
{
  tercet_tensor *wide = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, rank, shape, data, &wide, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &out, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  return tercet_onnx_value_from_tensor(out);
}

static void
check_numbers(const tercet_tensor *actual, size_t n, const double *expected)
{
  tercet_tensor *wide = NULL;
  CHECK_INT(tercet_tensor_size(actual), n);
  CHECK_STATUS(tercet_tensor_cast(NULL, actual, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  const double *const x = tercet_tensor_data(wide);
  for (size_t i = 0; i < n && i < (size_t)tercet_tensor_size(wide); ++i) {
    const bool near =
        fabs(x[i] - expected[i]) <= 1e-6 * (1 + fabs(expected[i]));
    CHECK(near);
    if (!near) {
      fprintf(stderr, "  %zu: %.9g, expected %.9g\n", i, x[i], expected[i]);
    }
  }
  tercet_tensor_unref(wide);
}

static const int64_t shape[] = {2, 3};
static const double rows[] = {1, -2, 3, 0, 4, -0.5};

#define FLOATS "(float[N, M] x) => (float[N, K] y)"
#define SCORES "(float[N, M] x) => (int64[N] y, float[N, K] z)"

/// Check what a node makes of the rows of floats
static void
check_floats(const char *node, size_t n, const double *expected)
{
  tercet_error err;
  tercet_onnx_value y;
  const tercet_onnx_value x = make(TERCET_DTYPE_F32, 2, shape, rows);
  CHECK_STATUS(run(node, FLOATS, x, 1, &y, &err), TERCET_OK);
  if (y.tensor) {
    CHECK_INT(y.type, TERCET_ONNX_FLOAT);
    check_numbers(y.tensor, n, expected);
  } else {
    fprintf(stderr, "  %s: %s\n", node, err.message);
  }
  tercet_onnx_value_unref(y);
  tercet_onnx_value_unref(x);
}

static void
check_fails(const char *node,
            const char *types,
            size_t n,
            tercet_status status,
            const char *reason)
{
  tercet_error err;
  tercet_onnx_value outputs[2];
  const tercet_onnx_value x = make(TERCET_DTYPE_F32, 2, shape, rows);
  CHECK_STATUS(run(node, types, x, n, outputs, &err), status);
  CHECK(strstr(err.message, reason) != NULL);
  if (!strstr(err.message, reason)) {
    fprintf(stderr, "  is \"%s\", expected \"%s\"\n", err.message, reason);
  }
  tercet_onnx_value_unref(x);
}

static void
test_scaler(void)
{
  static const double each[] = {1, -9, 1.25, -1, 9, 0.375};
  static const double all[] = {0, -6, 4, -2, 6, -3};
  static const double scaled[] = {2, -4, 6, 0, 8, -1};
  check_floats(
      "Scaler<offset = [0.5, 1.0, -2.0], scale = [2.0, 3.0, 0.25]>", 6, each);
  check_floats("Scaler<offset = [1.0], scale = [2.0]>", 6, all);
  check_floats("Scaler<scale = [2.0]>", 6, scaled);
  check_floats("Scaler", 6, rows);
  check_fails("Scaler<scale = [1.0, 2.0]>",
              FLOATS,
              1,
              TERCET_ERR_SHAPE,
              "scale has 2 numbers");
}

static void
test_normalizer(void)
{
  static const double most[] = {1. / 3, -2. / 3, 1, 0, 1, -0.125};
  static const double l1[] = {1. / 6, -2. / 6, 0.5, 0, 4 / 4.5, -0.5 / 4.5};
  static const double zeros[] = {0, 0, 0, 0, 0, 0};
  const double n0 = sqrt(14);
  const double n1 = sqrt(16.25);
  const double l2[] = {1 / n0, -2 / n0, 3 / n0, 0, 4 / n1, -0.5 / n1};
  check_floats("Normalizer", 6, most);
  check_floats("Normalizer<norm = \"L1\">", 6, l1);
  check_floats("Normalizer<norm = \"L2\">", 6, l2);
  check_fails("Normalizer<norm = \"L3\">",
              FLOATS,
              1,
              TERCET_ERR_ARGUMENT,
              "norm is \"L3\"");

  // A norm of 0 divides nothing, and there may be no rows
  static const int64_t none[] = {0, 3};
  tercet_error err;
  tercet_onnx_value y;
  tercet_onnx_value x = make(TERCET_DTYPE_F32, 2, shape, zeros);
  CHECK_STATUS(run("Normalizer<norm = \"L2\">", FLOATS, x, 1, &y, &err),
               TERCET_OK);
  check_numbers(y.tensor, 6, zeros);
  tercet_onnx_value_unref(y);
  tercet_onnx_value_unref(x);
  x = make(TERCET_DTYPE_F32, 2, none, zeros);
  CHECK_STATUS(run("Normalizer", FLOATS, x, 1, &y, &err), TERCET_OK);
  CHECK_INT(tercet_tensor_size(y.tensor), 0);
  tercet_onnx_value_unref(y);
  tercet_onnx_value_unref(x);
}

static void
test_imputer(void)
{
  static const double gaps[] = {1, NAN, 3, 0, 4, NAN};
  static const double filled[] = {1, 8, 3, 0, 4, 9};
  static const double zero[] = {1, -2, 3, 5, 4, -0.5};
  static const double sevens[] = {1, 7, 3, 0, 4, 0};
  check_floats("Imputer<imputed_value_floats = [5.0]>", 6, zero);
  check_fails("Imputer<imputed_value_floats = [5.0, 6.0]>",
              FLOATS,
              1,
              TERCET_ERR_SHAPE,
              "imputed_value_floats has 2 numbers");
  check_fails("Imputer",
              FLOATS,
              1,
              TERCET_ERR_SHAPE,
              "imputed_value_floats has 0 numbers");

  tercet_error err;
  tercet_onnx_value y;
  tercet_onnx_value x = make(TERCET_DTYPE_F32, 2, shape, gaps);
  CHECK_STATUS(run("Imputer<imputed_value_floats = [7.0, 8.0, 9.0], "
                   "replaced_value_float = nan>",
                   FLOATS,
                   x,
                   1,
                   &y,
                   &err),
               TERCET_OK);
  check_numbers(y.tensor, 6, filled);
  tercet_onnx_value_unref(y);
  tercet_onnx_value_unref(x);
  x = make(TERCET_DTYPE_I64, 2, shape, rows);
  CHECK_STATUS(
      run("Imputer<imputed_value_int64s = [7], replaced_value_int64 = -2>",
          "(int64[N, M] x) => (int64[N, M] y)",
          x,
          1,
          &y,
          &err),
      TERCET_OK);
  check_numbers(y.tensor, 6, sevens);
  tercet_onnx_value_unref(y);
  tercet_onnx_value_unref(x);

  // 2^32 is not the 0 of an int32
  static const double whole[] = {1, -2, 3, 0, 4, 0};
  x = make(TERCET_DTYPE_I32, 2, shape, whole);
  CHECK_STATUS(run("Imputer<imputed_value_int64s = [7], replaced_value_int64 = "
                   "4294967296>",
                   "(int32[N, M] x) => (int32[N, M] y)",
                   x,
                   1,
                   &y,
                   &err),
               TERCET_OK);
  check_numbers(y.tensor, 6, whole);
  tercet_onnx_value_unref(y);
  tercet_onnx_value_unref(x);
}

static void
test_feature_vectorizer(void)
{
  static const double padded[] = {1, -2, 3, 0, 0, 4, -0.5, 0};
  static const double cut[] = {1, -2, 0, 4};
  check_floats("FeatureVectorizer", 6, rows);
  check_floats("FeatureVectorizer<inputdimensions = [3]>", 6, rows);
  check_floats("FeatureVectorizer<inputdimensions = [4]>", 8, padded);
  check_floats("FeatureVectorizer<inputdimensions = [2]>", 4, cut);
  check_fails("FeatureVectorizer<inputdimensions = [2, 1]>",
              FLOATS,
              1,
              TERCET_ERR_SHAPE,
              "2 inputdimensions");
  check_fails("FeatureVectorizer<inputdimensions = [-2]>",
              FLOATS,
              1,
              TERCET_ERR_RANGE,
              "negative");
}

static void
test_one_hot_encoder(void)
{
  tercet_error err;
  tercet_onnx_value y;
  const tercet_onnx_value x = make(TERCET_DTYPE_F32, 2, shape, rows);
  CHECK_STATUS(run("OneHotEncoder<cats_int64s = [4, 1]>",
                   "(float[N, M] x) => (float[N, M, K] y)",
                   x,
                   1,
                   &y,
                   &err),
               TERCET_OK);
  // 1 is in the second category, 4 in the first, the others in none
  static const double expected[] = {0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
  CHECK_INT(tercet_tensor_rank(y.tensor), 3);
  check_numbers(y.tensor, 12, expected);
  tercet_onnx_value_unref(y);
  tercet_onnx_value_unref(x);
  check_fails("OneHotEncoder<cats_int64s = [4, 1], zeros = 0>",
              "(float[N, M] x) => (float[N, M, K] y)",
              1,
              TERCET_ERR_RANGE,
              "in no category");
  check_fails("OneHotEncoder<cats_strings = [\"a\"]>",
              "(float[N, M] x) => (float[N, M, K] y)",
              1,
              TERCET_ERR_ARGUMENT,
              "cats_int64s is missing");
}

static void
test_linear_regressor(void)
{
  // 1 - 2 * -2 + 0.5 * 3 + 0.5 and so on
  static const double one[] = {7, -7.75};
  static const double two[] = {7, 0.75, -7.75, 0.4};
  check_floats("LinearRegressor<coefficients = [1.0, -2.0, 0.5], "
               "intercepts = [0.5]>",
               2,
               one);
  check_floats("LinearRegressor<coefficients = [1.0, -2.0, 0.5, 0.25, 0.1, "
               "0.2], intercepts = [0.5, 0.1], targets = 2>",
               4,
               two);
  const double logistic[] = {1 / (1 + exp(-7.)), 1 / (1 + exp(7.75))};
  check_floats("LinearRegressor<coefficients = [1.0, -2.0, 0.5], "
               "intercepts = [0.5], post_transform = \"LOGISTIC\">",
               2,
               logistic);
  check_fails("LinearRegressor<coefficients = [1.0, -2.0]>",
              FLOATS,
              1,
              TERCET_ERR_SHAPE,
              "2 coefficients and 0 intercepts of 3 features");
  check_fails("LinearRegressor<coefficients = [1.0, -2.0, 0.5], targets = "
              "9223372036854775807>",
              FLOATS,
              1,
              TERCET_ERR_SHAPE,
              "3 coefficients");
  check_fails("LinearRegressor<coefficients = [1.0, -2.0, 0.5], targets = 0>",
              FLOATS,
              1,
              TERCET_ERR_RANGE,
              "targets is 0");
  check_fails("LinearRegressor<coefficients = [1.0, -2.0, 0.5], "
              "post_transform = \"EXP\">",
              FLOATS,
              1,
              TERCET_ERR_ARGUMENT,
              "post_transform is \"EXP\"");
}

/// Check the labels and scores of the rows
static void
check_classes(const char *node,
              const double *labels,
              size_t n,
              const double *scores)
{
  tercet_error err;
  tercet_onnx_value outputs[2];
  const tercet_onnx_value x = make(TERCET_DTYPE_F32, 2, shape, rows);
  CHECK_STATUS(run(node, SCORES, x, 2, outputs, &err), TERCET_OK);
  if (outputs[0].tensor) {
    check_numbers(outputs[0].tensor, 2, labels);
    check_numbers(outputs[1].tensor, n, scores);
  } else {
    fprintf(stderr, "  %s: %s\n", node, err.message);
  }
  tercet_onnx_value_unref(outputs[0]);
  tercet_onnx_value_unref(outputs[1]);
  tercet_onnx_value_unref(x);
}

static void
test_linear_classifier(void)
{
  static const double labels[] = {7, 9};
  static const double two[] = {7, 0.75, -7.75, 0.4};
  static const double other[] = {9, 7};
  static const double one[] = {-6, 7, 8.75, -7.75};
  check_classes("LinearClassifier<coefficients = [1.0, -2.0, 0.5, 0.25, 0.1, "
                "0.2], intercepts = [0.5, 0.1], classlabels_ints = [7, 9]>",
                labels,
                4,
                two);
  check_classes("LinearClassifier<coefficients = [1.0, -2.0, 0.5], "
                "intercepts = [0.5], classlabels_ints = [7, 9]>",
                other,
                4,
                one);
  const double p = 1 / (1 + exp(-7.));
  const double q = 1 / (1 + exp(7.75));
  const double logistic[] = {1 - p, p, 1 - q, q};
  check_classes("LinearClassifier<coefficients = [1.0, -2.0, 0.5], "
                "intercepts = [0.5], classlabels_ints = [7, 9], "
                "post_transform = \"LOGISTIC\">",
                other,
                4,
                logistic);
  const double a = 1 / (1 + exp(0.75 - 7));
  const double b = 1 / (1 + exp(0.4 + 7.75));
  const double softmax[] = {a, 1 - a, b, 1 - b};
  check_classes("LinearClassifier<coefficients = [1.0, -2.0, 0.5, 0.25, 0.1, "
                "0.2], intercepts = [0.5, 0.1], classlabels_ints = [7, 9], "
                "post_transform = \"SOFTMAX\">",
                labels,
                4,
                softmax);
  check_fails("LinearClassifier<coefficients = [1.0, -2.0, 0.5], "
              "intercepts = [0.5], classlabels_ints = [7, 8, 9]>",
              SCORES,
              2,
              TERCET_ERR_SHAPE,
              "3 labels of 1 scores");
  check_fails("LinearClassifier<coefficients = [1.0, -2.0, 0.5], "
              "intercepts = [0.5]>",
              SCORES,
              2,
              TERCET_ERR_ARGUMENT,
              "is needed");

  // Labels that are strings
  tercet_error err;
  tercet_onnx_value outputs[2];
  const tercet_onnx_value x = make(TERCET_DTYPE_F32, 2, shape, rows);
  CHECK_STATUS(run("LinearClassifier<coefficients = [1.0, -2.0, 0.5], "
                   "intercepts = [0.5], classlabels_strings = [\"no\", "
                   "\"yes\"]>",
                   "(float[N, M] x) => (string[N] y, float[N, K] z)",
                   x,
                   2,
                   outputs,
                   &err),
               TERCET_OK);
  CHECK_INT(outputs[0].type, TERCET_ONNX_STRING);
  tercet_onnx_value_unref(outputs[0]);
  tercet_onnx_value_unref(outputs[1]);
  tercet_onnx_value_unref(x);
}

int
main(void)
{
  test_scaler();
  test_normalizer();
  test_imputer();
  test_feature_vectorizer();
  test_one_hot_encoder();
  test_linear_regressor();
  test_linear_classifier();
  return check_finish();
}
