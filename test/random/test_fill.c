// SPDX-License-Identifier: Apache-2.0

/// What all distributions share: shapes, strides, instruction sets, known
/// results, errors

#include "sample.h"

#include "array/kernel/kernel.h"
#include "random/random_internal.h"

SAMPLER(range, uniform_range, -3, 5)
SAMPLER(normal, normal, 0, 1)
SAMPLER(normal_2_3, normal, 2, 3)
SAMPLER(exponential, exponential, 4)
SAMPLER(gamma_half, gamma, 0.5, 2)
SAMPLER(gamma, gamma, 2.5, 1)
SAMPLER(beta_small, beta, 0.1, 0.5)
SAMPLER(beta, beta, 2, 3)
SAMPLER(chisquare, chisquare, 30)
SAMPLER(f, f, 30, 50)
SAMPLER(student_t, student_t, 30)
SAMPLER(laplace, laplace, 0.5, 2)
SAMPLER(lognormal, lognormal, 0.5, 1)
SAMPLER(poisson, poisson, 1)
SAMPLER(poisson_large, poisson, 1000)
SAMPLER(binomial, binomial, 50, 0.5)
SAMPLER(binomial_large, binomial, 5000, 0.7)

static tercet_status
sample_uniform(tercet_random *random, tercet_tensor *out, tercet_error *err)
{
  return tercet_random_uniform_into(random, out, err);
}

/// With a hash of the first 1000 numbers in float64 of seed 1, the same on all
/// machines
static const struct {
  const char *name;
  sampler fill;
  uint64_t hash;
} distributions[] = {
    {"uniform", sample_uniform, UINT64_C(0x6ca9acbbaad871f6)},
    {"range", sample_range, UINT64_C(0xa318b31ec3d1ee87)},
    {"normal", sample_normal, UINT64_C(0x02665c1fc348b4dc)},
    {"normal_2_3", sample_normal_2_3, UINT64_C(0x94d2f4a80a2c6703)},
    {"exponential", sample_exponential, UINT64_C(0x9336b4d48c49101e)},
    {"gamma_half", sample_gamma_half, UINT64_C(0x0cdcb48b578c9988)},
    {"gamma", sample_gamma, UINT64_C(0x1832a38bad236b69)},
    {"beta_small", sample_beta_small, UINT64_C(0xd041fed4abcfdea8)},
    {"beta", sample_beta, UINT64_C(0x4309b3d707ae52da)},
    {"chisquare", sample_chisquare, UINT64_C(0xe38f2f0f3d697902)},
    {"f", sample_f, UINT64_C(0xfe73cf9c8a2d8733)},
    {"student_t", sample_student_t, UINT64_C(0xd110fbde54451533)},
    {"laplace", sample_laplace, UINT64_C(0x7ec8bdf7d100c9a5)},
    {"lognormal", sample_lognormal, UINT64_C(0xff7de54d99ad3ba8)},
    {"poisson", sample_poisson, UINT64_C(0x15bbc78544d67d29)},
    {"poisson_large", sample_poisson_large, UINT64_C(0x8aafcc0d5d9f9f29)},
    {"binomial", sample_binomial, UINT64_C(0x54a79fe7c12bdd78)},
    {"binomial_large", sample_binomial_large, UINT64_C(0x56b89430e4590828)},
};

#define N_DISTRIBUTIONS (sizeof(distributions) / sizeof(distributions[0]))

/// FNV-1a of the bytes from the lowest
static uint64_t
hash_doubles(const double *x, size_t n)
{
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < n; ++i) {
    uint64_t bits = 0;
    memcpy(&bits, &x[i], sizeof(bits));
    for (unsigned j = 0; j < 64; j += 8) {
      hash = (hash ^ (bits >> j & 255U)) * UINT64_C(0x100000001b3);
    }
  }
  return hash;
}

static void
test_results_are_those_known(void)
{
  for (size_t i = 0; i < N_DISTRIBUTIONS; ++i) {
    double *const x = sample_doubles(distributions[i].fill, 1000, 1);
    const uint64_t hash = hash_doubles(x, 1000);
    CHECK(hash == distributions[i].hash);
    if (hash != distributions[i].hash) {
      fprintf(stderr,
              "  %s: 0x%016" PRIx64 " %a %a\n",
              distributions[i].name,
              hash,
              x[0],
              x[999]);
    }
    free(x);
  }
}

/// The first numbers of seed 42, as people would see them
static void
test_first_numbers(void)
{
  static const double uniform[3] = {
      0.81430514512290986, 0.75279168741802172, 0.7386856126440744};
  static const double normal[3] = {
      1.0808830622368983, 0.58089503611559445, 1.4241949721650253};
  double *const x = sample_doubles(sample_uniform, 3, 42);
  double *const y = sample_doubles(sample_normal, 3, 42);
  for (size_t i = 0; i < 3; ++i) {
    CHECK_DOUBLE(x[i], uniform[i]);
    CHECK_DOUBLE(y[i], normal[i]);
  }
  free(x);
  free(y);
}

static tercet_tensor *
new_tensor(tercet_dtype dtype, size_t rank, const int64_t *shape)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, dtype, rank, shape, &tensor, NULL),
               TERCET_OK);
  return tensor;
}

/* ---- Instruction sets ---- */

static void
test_instruction_sets_agree(void)
{
  static const char *const names[] = {"portable", "avx2", "avx512"};
  const int64_t n = 4099;
  for (size_t i = 0; i < N_DISTRIBUTIONS; ++i) {
    double *const expected = sample_doubles(distributions[i].fill, n, 2);
    for (size_t j = 0; j < 3; ++j) {
      if (!tercet_kernels_named(names[j])) {
        continue;
      }
      tercet_random *const random = sample_generator(2);
      random->kernels = tercet_random_kernels_named(names[j]);
      tercet_tensor *const tensor = new_tensor(TERCET_DTYPE_F64, 1, &n);
      CHECK_STATUS(distributions[i].fill(random, tensor, NULL), TERCET_OK);
      CHECK(!memcmp(
          tercet_tensor_data(tensor), expected, (size_t)n * sizeof(*expected)));
      tercet_tensor_unref(tensor);
      tercet_random_free(random);
    }
    free(expected);
  }
}

/// Integers, and the narrowing of both kinds; one number in some thousand is
/// drawn again
static void
test_instruction_sets_agree_on_narrow_dtypes(void)
{
  static const char *const names[] = {"portable", "avx2", "avx512"};
  const int64_t n = 40009;
  tercet_tensor *const wide = new_tensor(TERCET_DTYPE_I64, 1, &n);
  tercet_tensor *const narrow = new_tensor(TERCET_DTYPE_I32, 1, &n);
  tercet_tensor *const normal = new_tensor(TERCET_DTYPE_F32, 1, &n);
  tercet_tensor *expected = NULL;
  tercet_random *const first = sample_generator(2);
  CHECK_STATUS(tercet_random_integers_into(first, -9, 999990, true, wide, NULL),
               TERCET_OK);
  CHECK_STATUS(
      tercet_tensor_cast(NULL, wide, TERCET_DTYPE_I32, &expected, NULL),
      TERCET_OK);
  tercet_tensor *const floats =
      sample_vector(sample_normal, TERCET_DTYPE_F32, n, 2);
  const int64_t *const x = (const int64_t *)tercet_tensor_data(wide);
  for (int64_t i = 0; i < n; ++i) {
    CHECK(x[i] >= -9 && x[i] <= 999990);
  }
  for (size_t j = 0; j < 3; ++j) {
    if (!tercet_kernels_named(names[j])) {
      continue;
    }
    tercet_random *const random = sample_generator(2);
    random->kernels = tercet_random_kernels_named(names[j]);
    CHECK_STATUS(
        tercet_random_integers_into(random, -9, 999990, true, narrow, NULL),
        TERCET_OK);
    CHECK(tercet_tensor_equals(narrow, expected));
    tercet_random_free(random);
    tercet_random *const again = sample_generator(2);
    again->kernels = tercet_random_kernels_named(names[j]);
    CHECK_STATUS(sample_normal(again, normal, NULL), TERCET_OK);
    CHECK(tercet_tensor_equals(normal, floats));
    tercet_random_free(again);
  }
  tercet_random_free(first);
  tercet_tensor_unref(wide);
  tercet_tensor_unref(narrow);
  tercet_tensor_unref(normal);
  tercet_tensor_unref(expected);
  tercet_tensor_unref(floats);
}

/* ---- Strides ---- */

/// Make a view of shape [5, 7, 33] into a larger tensor, with axes permuted
/// and one of them backwards
static tercet_tensor *
make_view(const tercet_tensor *base)
{
  const tercet_range ranges[3] = {
      {1, 34, 1, false}, {0, 0, 1, true}, {13, -14, -3, false}};
  const size_t axes[3] = {2, 1, 0};
  tercet_tensor *slice = NULL;
  tercet_tensor *view = NULL;
  CHECK_STATUS(tercet_tensor_slice(base, 3, ranges, &slice, NULL), TERCET_OK);
  CHECK_STATUS(tercet_tensor_permute(slice, axes, &view, NULL), TERCET_OK);
  tercet_tensor_unref(slice);
  return view;
}

/// Count the elements of the base that are not 77
static size_t
count_changed(const tercet_tensor *base)
{
  tercet_tensor *wide = NULL;
  CHECK_STATUS(tercet_tensor_cast(NULL, base, TERCET_DTYPE_F64, &wide, NULL),
               TERCET_OK);
  const double *const x = (const double *)tercet_tensor_data(wide);
  size_t n = 0;
  for (int64_t i = 0; i < tercet_tensor_size(wide); ++i) {
    n += x[i] != 77;
  }
  tercet_tensor_unref(wide);
  return n;
}

static tercet_tensor *
make_base(tercet_dtype dtype)
{
  static double guard[35 * 7 * 14];
  const int64_t shape[3] = {35, 7, 14};
  for (size_t i = 0; i < sizeof(guard) / sizeof(guard[0]); ++i) {
    guard[i] = 77;
  }
  tercet_tensor *wide = NULL;
  tercet_tensor *base = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 3, shape, guard, &wide, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, wide, dtype, &base, NULL), TERCET_OK);
  tercet_tensor_unref(wide);
  return base;
}

/// A view of any strides gets what a contiguous tensor gets, and the bytes
/// around it stay
static void
test_strides_do_not_matter(void)
{
  static const tercet_dtype dtypes[] = {
      TERCET_DTYPE_F16, TERCET_DTYPE_BF16, TERCET_DTYPE_F32, TERCET_DTYPE_F64};
  for (size_t i = 0; i < N_DISTRIBUTIONS; ++i) {
    for (size_t j = 0; j < 4; ++j) {
      tercet_tensor *const base = make_base(dtypes[j]);
      tercet_tensor *const view = make_view(base);
      const int64_t *const shape = tercet_tensor_shape(view);
      CHECK_INT(tercet_tensor_size(view), 5 * 7 * 33);
      tercet_tensor *const plain = new_tensor(dtypes[j], 3, shape);
      tercet_random *const random = sample_generator(12);
      tercet_random *const other = sample_generator(12);
      CHECK_STATUS(distributions[i].fill(random, view, NULL), TERCET_OK);
      CHECK_STATUS(distributions[i].fill(other, plain, NULL), TERCET_OK);
      CHECK(tercet_tensor_equals(view, plain));
      CHECK(tercet_random_next(random) == tercet_random_next(other));
      CHECK(count_changed(base) <= 5 * 7 * 33);
      tercet_random_free(random);
      tercet_random_free(other);
      tercet_tensor_unref(plain);
      tercet_tensor_unref(view);
      tercet_tensor_unref(base);
    }
  }
}

/// The same for integers, and for what has shapes of its own
static void
test_strides_of_integers(void)
{
  static const float weights[7][4] = {{1, 2, 3, 4},
                                      {4, 3, 2, 1},
                                      {0, 0, 0, 1},
                                      {1, 0, 0, 1},
                                      {1, 1, 1, 1},
                                      {5, 1, 1, 1},
                                      {1, 9, 1, 1}};
  static const tercet_dtype dtypes[] = {
      TERCET_DTYPE_I8, TERCET_DTYPE_U16, TERCET_DTYPE_I32, TERCET_DTYPE_I64};
  for (size_t i = 0; i < 4; ++i) {
    tercet_tensor *const base = make_base(dtypes[i]);
    tercet_tensor *const view = make_view(base);
    tercet_tensor *const plain =
        new_tensor(dtypes[i], 3, tercet_tensor_shape(view));
    tercet_random *const a = sample_generator(12);
    tercet_random *const b = sample_generator(12);
    CHECK_STATUS(tercet_random_integers_into(a, 0, 99, true, view, NULL),
                 TERCET_OK);
    CHECK_STATUS(tercet_random_integers_into(b, 0, 99, true, plain, NULL),
                 TERCET_OK);
    CHECK(tercet_tensor_equals(view, plain));

    // Weights of shape [5, 7, 4], which repeat along the first axis
    const int64_t flat[2] = {7, 4};
    const int64_t shape[3] = {5, 7, 4};
    tercet_tensor *rows = NULL;
    tercet_tensor *repeated = NULL;
    CHECK_STATUS(tercet_tensor_from_data(
                     NULL, TERCET_DTYPE_F32, 2, flat, weights, &rows, NULL),
                 TERCET_OK);
    CHECK_STATUS(tercet_tensor_broadcast_to(rows, 3, shape, &repeated, NULL),
                 TERCET_OK);
    CHECK_STATUS(tercet_random_categorical_into(a, repeated, view, NULL),
                 TERCET_OK);
    CHECK_STATUS(tercet_random_categorical_into(b, repeated, plain, NULL),
                 TERCET_OK);
    CHECK(tercet_tensor_equals(view, plain));
    tercet_tensor_unref(rows);
    tercet_tensor_unref(repeated);
    tercet_random_free(a);
    tercet_random_free(b);
    tercet_tensor_unref(plain);
    tercet_tensor_unref(view);
    tercet_tensor_unref(base);
  }
}

static void
test_rank_0_and_empty(void)
{
  const int64_t empty[3] = {4, 0, 3};
  for (size_t i = 0; i < N_DISTRIBUTIONS; ++i) {
    tercet_random *const random = sample_generator(12);
    tercet_random *const other = sample_generator(12);
    tercet_tensor *const none = new_tensor(TERCET_DTYPE_F32, 3, empty);
    tercet_tensor *const one = new_tensor(TERCET_DTYPE_F64, 0, NULL);
    CHECK_STATUS(distributions[i].fill(random, none, NULL), TERCET_OK);
    CHECK(tercet_random_next(random) == tercet_random_next(other));
    CHECK_STATUS(distributions[i].fill(random, one, NULL), TERCET_OK);
    CHECK(isfinite(*(const double *)tercet_tensor_data(one)));
    tercet_tensor_unref(none);
    tercet_tensor_unref(one);
    tercet_random_free(random);
    tercet_random_free(other);
  }
}

/* ---- Errors ---- */

typedef struct {
  tercet_random *random;
  tercet_tensor *f64;   ///< Shape [3]
  tercet_tensor *i8;    ///< Shape [3]
  tercet_tensor *fixed; ///< Read-only
} fixture;

static void
check_error(tercet_status st,
            tercet_status expected,
            tercet_error *err,
            const char *message)
{
  CHECK_STATUS(st, expected);
  CHECK_TEXT(err->message, strlen(err->message), message);
  *err = (tercet_error){0};
}

#define CHECK_RANGE(message, distribution, ...)                                \
  check_error(                                                                 \
      tercet_random_##distribution##_into(f.random, __VA_ARGS__, f.f64, &err), \
      TERCET_ERR_RANGE,                                                        \
      &err,                                                                    \
      message)

static void
check_parameters(fixture f)
{
  tercet_error err = {0};
  CHECK_RANGE("normal: sigma is -1, must not be negative", normal, 0, -1);
  CHECK_RANGE("normal: sigma is nan, must be finite", normal, 0, (double)NAN);
  CHECK_RANGE(
      "normal: loc is inf, must be finite", normal, (double)INFINITY, 1);
  CHECK_RANGE("lognormal: sigma is -2, must not be negative", lognormal, 0, -2);
  CHECK_RANGE(
      "exponential: scale is -0.5, must not be negative", exponential, -0.5);
  CHECK_RANGE("laplace: scale is -0.5, must not be negative", laplace, 0, -0.5);
  CHECK_RANGE("gamma: shape is -3, must not be negative", gamma, -3, 1);
  CHECK_RANGE("gamma: scale is -3, must not be negative", gamma, 1, -3);
  CHECK_RANGE("beta: a is 0, must be positive", beta, 0, 1);
  CHECK_RANGE("beta: b is -1, must be positive", beta, 1, -1);
  CHECK_RANGE("chisquare: df is 0, must be positive", chisquare, 0);
  CHECK_RANGE("f: df1 is 0, must be positive", f, 0, 1);
  CHECK_RANGE("f: df2 is 0, must be positive", f, 1, 0);
  CHECK_RANGE("student_t: df is 0, must be positive", student_t, 0);
  CHECK_RANGE("poisson: lam is -1, must not be negative", poisson, -1);
  CHECK_RANGE("poisson: lam is 1e+16, must be 2^53 at the most", poisson, 1e16);
  CHECK_RANGE("binomial: n is -1, must be 0 to 2^53", binomial, -1, 0.5);
  CHECK_RANGE("binomial: p is 1.5, must be 0 to 1", binomial, 5, 1.5);
  CHECK_RANGE("binomial: p is nan, must be 0 to 1", binomial, 5, (double)NAN);
  CHECK_RANGE("uniform_range: low is 2, high is only 1", uniform_range, 2, 1);
  CHECK_RANGE("uniform_range: -1e+308 to 1e+308 is too wide for float64",
              uniform_range,
              -1e308,
              1e308);
}

static void
check_integers(fixture f)
{
  tercet_error err = {0};
  check_error(tercet_random_integers_into(f.random, 3, 3, false, f.i8, &err),
              TERCET_ERR_RANGE,
              &err,
              "integers: no number from 3 to 3, exclusive");
  check_error(tercet_random_integers_into(f.random, 4, 3, true, f.i8, &err),
              TERCET_ERR_RANGE,
              &err,
              "integers: no number from 4 to 3");
  check_error(tercet_random_integers_into(f.random, 0, 128, true, f.i8, &err),
              TERCET_ERR_RANGE,
              &err,
              "integers: int8 does not hold 128");
  check_error(tercet_random_integers_into(f.random, -129, 0, true, f.i8, &err),
              TERCET_ERR_RANGE,
              &err,
              "integers: int8 does not hold -129");
  check_error(tercet_random_unsigned_into(f.random, 0, 200, true, f.i8, &err),
              TERCET_ERR_RANGE,
              &err,
              "unsigned: int8 does not hold 200");
  check_error(tercet_random_unsigned_into(f.random, 9, 9, false, f.i8, &err),
              TERCET_ERR_RANGE,
              &err,
              "unsigned: no number from 9 to 9, exclusive");
}

static void
check_dtypes(fixture f)
{
  tercet_error err = {0};
  check_error(tercet_random_normal_into(f.random, 0, 1, f.i8, &err),
              TERCET_ERR_DTYPE,
              &err,
              "normal: no numbers of dtype int8, only floats");
  check_error(tercet_random_integers_into(f.random, 0, 1, true, f.f64, &err),
              TERCET_ERR_DTYPE,
              &err,
              "integers: no numbers of dtype float64, only integers");
  tercet_tensor *out = NULL;
  check_error(tercet_random_poisson(
                  NULL, f.random, TERCET_DTYPE_C64, 0, NULL, 1, &out, &err),
              TERCET_ERR_DTYPE,
              &err,
              "poisson: no numbers of dtype complex64, only integers and "
              "floats");
  CHECK(!out);
  for (size_t i = 0; i < N_DISTRIBUTIONS; ++i) {
    check_error(distributions[i].fill(f.random, f.fixed, &err),
                TERCET_ERR_ARGUMENT,
                &err,
                "the tensor is read-only");
  }
}

static tercet_tensor *
vector_of(size_t n, const double *weights)
{
  const int64_t extent = (int64_t)n;
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 1, &extent, weights, &tensor, NULL),
               TERCET_OK);
  return tensor;
}

static void
check_weights(fixture f)
{
  static const struct {
    size_t n;
    double weights[3];
    const char *message; ///< Behind the name of the distribution
  } cases[] = {
      {3, {1, -0.5, 1}, "weight [1] is -0.5, must be finite and not negative"},
      {3, {1, 0, NAN}, "weight [2] is nan, must be finite and not negative"},
      {2, {INFINITY, 1}, "weight [0] is inf, must be finite and not negative"},
      {3, {0, 0, 0}, "all 3 weights of row 0 are 0"},
      {0, {0}, "no categories to draw from"}};
  tercet_error err = {0};
  char message[128];
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    tercet_tensor *const weights = vector_of(cases[i].n, cases[i].weights);
    tercet_tensor *out = NULL;
    snprintf(message, sizeof(message), "categorical: %s", cases[i].message);
    check_error(tercet_random_categorical(
                    NULL, f.random, TERCET_DTYPE_I32, weights, 4, &out, &err),
                TERCET_ERR_RANGE,
                &err,
                message);
    CHECK(!out);
    snprintf(message, sizeof(message), "multinomial: %s", cases[i].message);
    check_error(
        tercet_random_multinomial(
            NULL, f.random, TERCET_DTYPE_I32, 0, NULL, 4, weights, &out, &err),
        TERCET_ERR_RANGE,
        &err,
        message);
    CHECK(!out);
    tercet_tensor_unref(weights);
  }
}

/// The row that is wrong is the second one: num.cr gives its last index
static void
check_rows(fixture f)
{
  static const double rows[2][2] = {{1, 1}, {0, 0}};
  const int64_t shape[2] = {2, 2};
  tercet_error err = {0};
  tercet_tensor *weights = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_F64, 2, shape, rows, &weights, NULL),
               TERCET_OK);
  check_error(tercet_random_categorical(
                  NULL, f.random, TERCET_DTYPE_I32, weights, 4, &out, &err),
              TERCET_ERR_RANGE,
              &err,
              "categorical: all 2 weights of row 1 are 0");
  check_error(tercet_random_categorical(
                  NULL, f.random, TERCET_DTYPE_I32, weights, -4, &out, &err),
              TERCET_ERR_RANGE,
              &err,
              "categorical: -4 samples to draw");
  check_error(tercet_random_categorical(
                  NULL, f.random, TERCET_DTYPE_F32, weights, 4, &out, &err),
              TERCET_ERR_DTYPE,
              &err,
              "categorical: no numbers of dtype float32, only integers");
  check_error(tercet_random_categorical_into(f.random, weights, f.i8, &err),
              TERCET_ERR_SHAPE,
              &err,
              "categorical: weights [2, 2] and a result [3] differ before the "
              "last axis");
  check_error(
      tercet_random_multinomial(
          NULL, f.random, TERCET_DTYPE_I32, 0, NULL, 4, weights, &out, &err),
      TERCET_ERR_SHAPE,
      &err,
      "multinomial: weights of rank 2, must be 1");
  tercet_tensor_unref(weights);

  static const double pair[2] = {1, 1};
  weights = vector_of(2, pair);
  check_error(tercet_random_multinomial_into(f.random, 4, weights, f.i8, &err),
              TERCET_ERR_SHAPE,
              &err,
              "multinomial: 2 weights, but a result of shape [3]");
  check_error(
      tercet_random_multinomial_into(f.random, 200, weights, f.i8, &err),
      TERCET_ERR_RANGE,
      &err,
      "multinomial: int8 does not hold 200");
  check_error(tercet_random_multinomial_into(f.random, -1, weights, f.i8, &err),
              TERCET_ERR_RANGE,
              &err,
              "multinomial: n is -1, must be 0 to 2^53");
  tercet_tensor_unref(weights);
}

/// After an error neither the generator nor the tensor has changed
static void
test_errors(void)
{
  const int64_t three = 3;
  const int64_t shape[2] = {2, 3};
  fixture f = {sample_generator(1),
               new_tensor(TERCET_DTYPE_F64, 1, &three),
               new_tensor(TERCET_DTYPE_I8, 1, &three),
               NULL};
  CHECK_STATUS(tercet_tensor_broadcast_to(f.f64, 2, shape, &f.fixed, NULL),
               TERCET_OK);
  check_parameters(f);
  check_integers(f);
  check_dtypes(f);
  check_weights(f);
  check_rows(f);

  tercet_random *const fresh = sample_generator(1);
  CHECK(tercet_random_next(f.random) == tercet_random_next(fresh));
  CHECK_DOUBLE(*(const double *)tercet_tensor_data(f.f64), 0);
  tercet_random_free(fresh);
  tercet_random_free(f.random);
  tercet_tensor_unref(f.f64);
  tercet_tensor_unref(f.i8);
  tercet_tensor_unref(f.fixed);
}

/* ---- The forms that allocate ---- */

/// Each makes what the form that fills makes
static void
test_allocating_forms(void)
{
  const int64_t shape[2] = {3, 5};
  tercet_tensor *const out = new_tensor(TERCET_DTYPE_F32, 2, shape);
  tercet_tensor *const ints = new_tensor(TERCET_DTYPE_I16, 2, shape);
  tercet_random *const a = sample_generator(4);
  tercet_random *const b = sample_generator(4);
  tercet_tensor *made = NULL;

#define CHECK_FORM(tensor, type, distribution, ...)                            \
  CHECK_STATUS(                                                                \
      tercet_random_##distribution(                                            \
          NULL, a, TERCET_DTYPE_##type, 2, shape, __VA_ARGS__, &made, NULL),   \
      TERCET_OK);                                                              \
  CHECK_STATUS(                                                                \
      tercet_random_##distribution##_into(b, __VA_ARGS__, tensor, NULL),       \
      TERCET_OK);                                                              \
  CHECK(tercet_tensor_equals(made, tensor));                                   \
  tercet_tensor_unref(made);

  CHECK_FORM(out, F32, uniform_range, 1, 2)
  CHECK_FORM(out, F32, normal, 1, 2)
  CHECK_FORM(out, F32, exponential, 2)
  CHECK_FORM(out, F32, gamma, 1, 2)
  CHECK_FORM(out, F32, beta, 1, 2)
  CHECK_FORM(out, F32, chisquare, 2)
  CHECK_FORM(out, F32, f, 1, 2)
  CHECK_FORM(out, F32, student_t, 2)
  CHECK_FORM(out, F32, laplace, 1, 2)
  CHECK_FORM(out, F32, lognormal, 1, 2)
  CHECK_FORM(out, F32, poisson, 2)
  CHECK_FORM(ints, I16, poisson, 2)
  CHECK_FORM(ints, I16, binomial, 9, 0.5)
  CHECK_FORM(ints, I16, integers, -9, 9, true)
  CHECK_FORM(ints, I16, unsigned, 0, 9, true)

  CHECK_STATUS(
      tercet_random_uniform(NULL, a, TERCET_DTYPE_F32, 2, shape, &made, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_random_uniform_into(b, out, NULL), TERCET_OK);
  CHECK(tercet_tensor_equals(made, out));
  tercet_tensor_unref(made);

  const int64_t negative[2] = {3, -5};
  tercet_error err = {0};
  CHECK_STATUS(tercet_random_normal(
                   NULL, a, TERCET_DTYPE_F32, 2, negative, 0, 1, &made, &err),
               TERCET_ERR_SHAPE);
  CHECK(!made);
  tercet_random_free(a);
  tercet_random_free(b);
  tercet_tensor_unref(out);
  tercet_tensor_unref(ints);
}

/* ---- Memory that runs out ---- */

/// Use everything that allocates once
static tercet_status
use_all(const tercet_allocator *alloc)
{
  static const double weights[3] = {1, 2, 3};
  const int64_t shape[1] = {3};
  tercet_random *random = NULL;
  tercet_tensor *tensor = NULL;
  tercet_tensor *out = NULL;
  tercet_status st = tercet_random_new(alloc, 1, &random, NULL);
  if (!st) {
    st = tercet_tensor_from_data(
        alloc, TERCET_DTYPE_F64, 1, shape, weights, &tensor, NULL);
  }
  if (!st) {
    st = tercet_random_normal(
        alloc, random, TERCET_DTYPE_F64, 1, shape, 0, 1, &out, NULL);
    tercet_tensor_unref(out);
  }
  if (!st) {
    st = tercet_random_categorical(
        alloc, random, TERCET_DTYPE_I64, tensor, 4, &out, NULL);
    tercet_tensor_unref(out);
  }
  if (!st) {
    st = tercet_random_multinomial(
        alloc, random, TERCET_DTYPE_I64, 1, shape, 4, tensor, &out, NULL);
    tercet_tensor_unref(out);
  }
  if (!st) {
    st =
        tercet_random_choice(alloc, random, TERCET_DTYPE_I64, 9, 4, &out, NULL);
    tercet_tensor_unref(out);
  }
  tercet_tensor_unref(tensor);
  tercet_random_free(random);
  return st;
}

static void
test_failing_memory(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(use_all(&alloc), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(use_all(&alloc), TERCET_ERR_NO_MEMORY);
  }
}

/* ---- Elementary functions ---- */

static void
test_math_is_accurate(void)
{
  uint64_t state = 8;
  double worst_exp = 0;
  double worst_log = 0;
  double worst_log1p = 0;
  for (size_t i = 0; i < 300000; ++i) {
    const double u = (double)(check_random(&state) >> 11U) * 0x1p-53;
    const double x = 1416 * u - 708;
    const long double e = expl((long double)x);
    worst_exp = fmax(
        worst_exp,
        (double)fabsl(((long double)tercet_random_exp(x) - e) / e) * 0x1p53);
    const double y = i % 2 ? u * 2 + 0x1p-60 : tercet_random_exp(x);
    const long double l = logl((long double)y);
    worst_log = fmax(
        worst_log,
        (double)fabsl(((long double)tercet_random_log(y) - l) / l) * 0x1p53);
    const double z = ldexp(u, -(int)(i % 60)) * (i % 2 ? 1 : -0.99);
    const long double p = log1pl((long double)z);
    worst_log1p = fmax(
        worst_log1p,
        (double)fabsl(((long double)tercet_random_log1p(z) - p) / p) * 0x1p53);
  }
  CHECK(worst_exp < 2);
  CHECK(worst_log < 4);
  CHECK(worst_log1p < 4);
  fprintf(stderr,
          "worst relative error in 2^-53: exp %.2f log %.2f log1p %.2f\n",
          worst_exp,
          worst_log,
          worst_log1p);

  CHECK_DOUBLE(tercet_random_exp(0), 1);
  CHECK_DOUBLE(tercet_random_exp(710), (double)INFINITY);
  CHECK_DOUBLE(tercet_random_exp(1e300), (double)INFINITY);
  CHECK_DOUBLE(tercet_random_exp(-1e300), 0);
  CHECK_DOUBLE(tercet_random_exp(-744), 0x1p-1073);
  CHECK_DOUBLE(tercet_random_log(1), 0);
  CHECK_DOUBLE(tercet_random_log(0), (double)-INFINITY);
  CHECK_DOUBLE(tercet_random_log((double)INFINITY), (double)INFINITY);
  CHECK(fabs(tercet_random_log(0x1p-1074) + 744.4400719213812) < 1e-12);
}

int
main(void)
{
  test_results_are_those_known();
  test_first_numbers();
  test_instruction_sets_agree();
  test_instruction_sets_agree_on_narrow_dtypes();
  test_strides_do_not_matter();
  test_strides_of_integers();
  test_rank_0_and_empty();
  test_errors();
  test_allocating_forms();
  test_failing_memory();
  test_math_is_accurate();
  return check_finish();
}
