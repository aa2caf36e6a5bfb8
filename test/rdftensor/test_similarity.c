// SPDX-License-Identifier: Apache-2.0

/// Similarities against a slow reference, and that all ways of computing one
/// give the same number

#include "calls.h"

#include "base/float16.h"

#include <math.h>

static const tercet_dtype dtypes[] = {
    TERCET_DTYPE_F16,
    TERCET_DTYPE_F32,
    TERCET_DTYPE_F64,
    TERCET_DTYPE_I16,
    TERCET_DTYPE_I64,
    TERCET_DTYPE_U8,
    TERCET_DTYPE_U64,
    TERCET_DTYPE_BOOL,
};

#define N_DTYPES (sizeof(dtypes) / sizeof(dtypes[0]))
#define N_ROWS 5U
#define MAX_N 1027U

static const char *const names[] = {"cosineSimilarity", "euclideanDistance"};

/// Rows of one dtype, and their values as the reference sees them
typedef struct {
  tercet_dtype dtype;
  size_t n;
  uint64_t data[N_ROWS][MAX_N]; ///< Wide enough for each dtype
  long double values[N_ROWS][MAX_N];
} matrix;

static void
matrix_fill(matrix *self, tercet_dtype dtype, size_t n, uint64_t *seed)
{
  self->dtype = dtype;
  self->n = n;
  for (size_t row = 0; row < N_ROWS; ++row) {
    for (size_t i = 0; i < n; ++i) {
      const uint64_t bits = check_random(seed);
      const double f64 = ((double)(bits >> 11U) * 0x1p-53 - 0.5) * 8.0;
      const float f32 = (float)f64;
      const uint16_t f16 = tercet_f64_to_f16(f64);
      char *const at = (char *)self->data[row] + i * tercet_dtype_size(dtype);
      const void *from = &bits;
      long double value = (long double)bits;
      if (dtype == TERCET_DTYPE_F64) {
        from = &f64;
        value = f64;
      } else if (dtype == TERCET_DTYPE_F32) {
        from = &f32;
        value = f32;
      } else if (dtype == TERCET_DTYPE_F16) {
        from = &f16;
        value = tercet_f16_to_f32(f16);
      } else if (dtype == TERCET_DTYPE_I16) {
        value = (int16_t)bits;
      } else if (dtype == TERCET_DTYPE_I64) {
        value = (int64_t)bits;
      } else if (dtype == TERCET_DTYPE_U8) {
        value = (uint8_t)bits;
      }

      const uint8_t boolean = bits & 1U;
      if (dtype == TERCET_DTYPE_BOOL) {
        from = &boolean;
        value = boolean;
      }
      memcpy(at, from, tercet_dtype_size(dtype));
      self->values[row][i] = value;
    }
  }
}

static long double
reference(bool is_cosine, const long double *a, const long double *b, size_t n)
{
  long double dot = 0;
  long double aa = 0;
  long double bb = 0;
  long double distance = 0;
  for (size_t i = 0; i < n; ++i) {
    dot += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
    distance += (a[i] - b[i]) * (a[i] - b[i]);
  }
  return is_cosine ? dot / (sqrtl(aa) * sqrtl(bb)) : sqrtl(distance);
}

static void
check_close(bool is_cosine, double actual, long double expected)
{
  // A cosine is a sum that may cancel; its terms add up to 1 at most
  const long double scale = is_cosine ? 1.0L : fabsl(expected);
  const bool good = (isnan(actual) && isnan(expected)) ||
                    fabsl(actual - expected) <= 1e-13L * scale;
  CHECK(good);
  if (!good) {
    fprintf(stderr, "  is %.17g, expected %.17Lg\n", actual, expected);
  }
}

/// Evaluate over N_ROWS rows of x and y; a column of one row stands for all
static void
evaluate(calls *self,
         const char *name,
         const tercet_value_column *x,
         const tercet_value_column *y,
         double *out)
{
  tercet_value values[N_ROWS];
  tercet_value_column result = {values, false};
  const tercet_value_column args[] = {*x, *y};
  const tercet_function *const function = calls_find(self, VOCABULARY, name);
  self->call.n_rows = N_ROWS;
  CHECK_STATUS(function->evaluate(function, &self->call, args, 2, &result),
               TERCET_OK);
  for (size_t i = 0; i < N_ROWS; ++i) {
    CHECK_INT(tercet_value_at(&result, i)->kind, TERCET_VALUE_DOUBLE);
    out[i] = tercet_value_at(&result, i)->number;
  }
}

static void
make_column(calls *self, const matrix *rows, tercet_value *values)
{
  const int64_t n = (int64_t)rows->n;
  for (size_t i = 0; i < N_ROWS; ++i) {
    values[i] = vector_value(self, rows->dtype, n, rows->data[i]);
  }
}

/// Compare columns, both orders of the arguments, and constants on each side
static void
test_pair(calls *self, const char *name, const matrix *a, const matrix *b)
{
  tercet_value values_a[N_ROWS];
  tercet_value values_b[N_ROWS];
  make_column(self, a, values_a);
  make_column(self, b, values_b);
  const tercet_value_column x = {values_a, false};
  const tercet_value_column y = {values_b, false};
  double forward[N_ROWS];
  double backward[N_ROWS];
  evaluate(self, name, &x, &y, forward);
  evaluate(self, name, &y, &x, backward);

  for (size_t i = 0; i < N_ROWS; ++i) {
    const tercet_value_column fixed_x = {&values_a[i], true};
    const tercet_value_column fixed_y = {&values_b[i], true};
    double by_x[N_ROWS];
    double by_y[N_ROWS];
    double both[N_ROWS];
    evaluate(self, name, &fixed_x, &y, by_x);
    evaluate(self, name, &x, &fixed_y, by_y);
    evaluate(self, name, &fixed_x, &fixed_y, both);
    check_close(name == names[0],
                forward[i],
                reference(name == names[0], a->values[i], b->values[i], a->n));
    CHECK_DOUBLE(backward[i], forward[i]);
    CHECK_DOUBLE(by_x[i], forward[i]);
    CHECK_DOUBLE(by_y[i], forward[i]);
    CHECK_DOUBLE(both[i], forward[i]);
  }
}

/// Scores are what evaluation gives
static void
test_score(calls *self, const char *name, const matrix *rows)
{
  const tercet_function *const function = calls_find(self, VOCABULARY, name);
  const void *addresses[N_ROWS];
  tercet_value values[N_ROWS];
  double expected[N_ROWS];
  double scores[N_ROWS];
  make_column(self, rows, values);
  for (size_t i = 0; i < N_ROWS; ++i) {
    addresses[i] = rows->data[i];
  }

  const tercet_value_column column = {values, false};
  const tercet_value_column query = {&values[1], true};
  evaluate(self, name, &column, &query, expected);
  CHECK(function->score(function,
                        values[0].tensor.type,
                        rows->data[1],
                        addresses,
                        N_ROWS,
                        scores));
  for (size_t i = 0; i < N_ROWS; ++i) {
    CHECK_DOUBLE(scores[i], expected[i]);
  }

  // A vector has the cosine 1 with itself, unless it is one of zeros
  if (name == names[0] && !isnan(scores[1])) {
    CHECK_DOUBLE(scores[1], 1.0);
  }
}

static void
test_all_dtypes_and_lengths(void)
{
  static const size_t lengths[] = {0, 1, 3, 4, 7, 8, 15, 16, 31, 64, 384, 1027};
  static matrix a;
  static matrix b;
  uint64_t seed = 7;
  calls self;
  calls_init(&self, NULL);

  for (size_t l = 0; l < sizeof(lengths) / sizeof(lengths[0]); ++l) {
    for (size_t i = 0; i < N_DTYPES; ++i) {
      matrix_fill(&a, dtypes[i], lengths[l], &seed);
      test_score(&self, names[0], &a);
      test_score(&self, names[1], &a);
      for (size_t k = 0; k < N_DTYPES; ++k) {
        matrix_fill(&b, dtypes[k], lengths[l], &seed);
        test_pair(&self, names[0], &a, &b);
        test_pair(&self, names[1], &a, &b);
      }
      tercet_arena_reset(&self.arena);
    }
  }
  CHECK_INT(self.call.failures.n_total, 0);
  calls_clear(&self);
}

/// Rows of growing size make the room of a batch grow
static void
test_shapes_change_within_a_batch(void)
{
  static const double ones[32] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  calls self;
  calls_init(&self, NULL);
  tercet_value a[N_ROWS];
  tercet_value b[N_ROWS];
  double out[N_ROWS];
  static const int64_t sizes[N_ROWS] = {2, 9, 4, 16, 3};
  const float floats[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  for (size_t i = 0; i < N_ROWS; ++i) {
    a[i] = vector_value(&self, TERCET_DTYPE_F64, sizes[i], ones);
    b[i] = vector_value(&self, TERCET_DTYPE_F32, sizes[i], floats);
  }

  const tercet_value_column x = {a, false};
  const tercet_value_column y = {b, false};
  evaluate(&self, names[0], &x, &y, out);
  for (size_t i = 0; i < N_ROWS; ++i) {
    CHECK(fabs(out[i] - 1.0) < 1e-15);
  }
  evaluate(&self, names[1], &y, &x, out);
  for (size_t i = 0; i < N_ROWS; ++i) {
    CHECK_DOUBLE(out[i], 0.0);
  }
  calls_clear(&self);
}

/// Check that the score of two tensors is where their product says
static void
check_product(const tercet_function *function,
              const tercet_tensor_row *a,
              const tercet_tensor_row *b)
{
  static float vectors[2][MAX_N];
  double offsets[2];
  double errors[2];
  double expected = 0.0;
  const size_t n = (size_t)a->type->n_elements;
  const tercet_score_product *const product = function->product;
  CHECK(product->takes(a->type));
  product->pack(
      function, a->type, a->data, vectors[0], &offsets[0], &errors[0]);
  product->pack(
      function, b->type, b->data, vectors[1], &offsets[1], &errors[1]);
  CHECK(function->score(function, a->type, a->data, &b->data, 1, &expected));

  // The worst order to sum up in: one after the other
  volatile float sum = 0.0F;
  for (size_t i = 0; i < n; ++i) {
    sum += vectors[0][i] * vectors[1][i];
  }
  const double error = errors[0] + errors[1];
  const double t = (double)sum - offsets[0] - offsets[1];
  const double p = product->score(function, t - error);
  const double q = product->score(function, t + error);
  CHECK(isinf(error) || (fmin(p, q) <= expected && expected <= fmax(p, q)));

  // Floats of usual sizes leave little in doubt
  CHECK(isinf(error) || error <= 1e-4 * (1.0 + offsets[0] + offsets[1]));
}

static void
test_products_enclose_scores(void)
{
  static const size_t sizes[] = {1, 2, 7, 64, 384, MAX_N};
  static const double scales[] = {1, 1e-7, 1e3, 1e12, 1e-12, 1e25, 1e-25, 0};
  uint64_t seed = 17;
  calls self;
  calls_init(&self, NULL);
  for (size_t d = 0; d < N_DTYPES; ++d) {
    for (size_t k = 0; k < 6U * 8U; ++k) {
      static matrix rows;
      matrix_fill(&rows, dtypes[d], sizes[k / 8U], &seed);
      for (size_t i = 0; i < N_ROWS * rows.n; ++i) {
        // Rows that are nearly equal, nearly opposite, or of another length
        float *const f = (float *)(void *)rows.data[i / rows.n] + i % rows.n;
        const float *const first = (float *)(void *)rows.data[0] + i % rows.n;
        const float scale = (float)scales[k % 8U];
        if (dtypes[d] == TERCET_DTYPE_F32 && i / rows.n == 1) {
          *f = *first * (1.0F + 1e-6F * (float)(i % 3U));
        } else if (dtypes[d] == TERCET_DTYPE_F32 && i / rows.n == 2) {
          *f = -*first * scale;
        } else if (dtypes[d] == TERCET_DTYPE_F32 && i / rows.n > 2) {
          *f *= scale;
        }
      }
      tercet_value values[N_ROWS];
      make_column(&self, &rows, values);
      for (size_t i = 0; i < N_ROWS * N_ROWS * 2U; ++i) {
        check_product(calls_find(&self, VOCABULARY, names[i % 2U]),
                      &values[i / 2U / N_ROWS].tensor,
                      &values[i / 2U % N_ROWS].tensor);
      }
    }
  }
  calls_clear(&self);
}

static void
test_zero_vector_has_no_cosine(void)
{
  const float zeros[3] = {0, 0, 0};
  const float ones[3] = {1, 1, 1};
  calls self;
  tercet_value out;
  calls_init(&self, NULL);
  const tercet_value args[] = {vector_value(&self, TERCET_DTYPE_F32, 3, zeros),
                               vector_value(&self, TERCET_DTYPE_F32, 3, ones)};
  CHECK_STATUS(calls_once(&self, names[0], 2, args, &out), TERCET_OK);
  CHECK_INT(out.kind, TERCET_VALUE_DOUBLE);
  CHECK(isnan(out.number));
  CHECK_INT(out.id == TERCET_ID_UNKNOWN, 1);
  CHECK_INT(self.call.failures.n_total, 0);
  calls_clear(&self);
}

/// The squares of these are beyond the range of float64, or below it
static void
test_large_and_small_vectors_have_a_cosine(void)
{
  const double large[2] = {3e150, 4e150};
  const double small[2] = {4e-150, 3e-150};
  calls self;
  tercet_value out;
  calls_init(&self, NULL);
  const tercet_value big = vector_value(&self, TERCET_DTYPE_F64, 2, large);
  const tercet_value little = vector_value(&self, TERCET_DTYPE_F64, 2, small);
  const tercet_value pairs[][2] = {{big, big}, {little, little}, {big, little}};
  static const double expected[] = {1.0, 1.0, 0.96};
  for (size_t i = 0; i < 3; ++i) {
    CHECK_STATUS(calls_once(&self, names[0], 2, pairs[i], &out), TERCET_OK);
    check_close(true, out.number, (long double)expected[i]);
  }
  calls_clear(&self);
}

static void
test_rows_that_fail_do_not_stop_others(void)
{
  const float data[4] = {1, 2, 3, 4};
  calls self;
  calls_init(&self, NULL);
  tercet_value rows[N_ROWS] = {
      vector_value(&self, TERCET_DTYPE_F32, 4, data),
      vector_value(&self, TERCET_DTYPE_F32, 3, data),
      {0},
      string_value("no tensor"),
      vector_value(&self, TERCET_DTYPE_F32, 4, data),
  };
  tercet_value out[N_ROWS];
  tercet_value_column result = {out, false};
  const tercet_value_column args[] = {{rows, false}, {rows, true}};
  const tercet_function *const function =
      calls_find(&self, VOCABULARY, names[0]);
  self.call.n_rows = N_ROWS;
  CHECK_STATUS(function->evaluate(function, &self.call, args, 2, &result),
               TERCET_OK);
  CHECK_INT(out[0].kind, TERCET_VALUE_DOUBLE);
  CHECK_INT(out[1].kind, TERCET_VALUE_ERROR);
  CHECK_INT(out[2].kind, TERCET_VALUE_ERROR);
  CHECK_INT(out[3].kind, TERCET_VALUE_ERROR);
  CHECK_DOUBLE(out[4].number, out[0].number);
  // The row that was an error already is no failure of the function
  CHECK_INT(self.call.failures.n_total, 2);
  CHECK_TEXT(calls_reason(&self),
             strlen(calls_reason(&self)),
             "cosineSimilarity(float32 [3], float32 [4]): the shapes differ");
  calls_clear(&self);
}

int
main(void)
{
  test_all_dtypes_and_lengths();
  test_shapes_change_within_a_batch();
  test_products_enclose_scores();
  test_zero_vector_has_no_cosine();
  test_large_and_small_vectors_have_a_cosine();
  test_rows_that_fail_do_not_stop_others();
  return check_finish();
}
