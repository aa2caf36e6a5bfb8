// SPDX-License-Identifier: Apache-2.0

/// The tables of kernels against each other and against long double, for all
/// lengths around the vector sizes and at all alignments

#include "array_reference.h"

#include "array/kernel/kernel.h"

enum { MAX_N = 9000 };

static const size_t long_lengths[] = {1000, 4095, 4096, 4097, 8197};

/// Units of the sum of absolute values by which a sum may be off: chains of
/// up to 512 additions, of which random signs cancel most
#define SUM_UNITS 200

typedef struct {
  float f32_a[MAX_N];
  float f32_b[MAX_N];
  double f64_a[MAX_N];
  double f64_b[MAX_N];
  uint16_t f16_a[MAX_N];
} inputs;

static inputs *
make_inputs(void)
{
  inputs *const in = (inputs *)malloc(sizeof(inputs));
  uint64_t state = 10;
  for (size_t i = 0; i < MAX_N; ++i) {
    in->f32_a[i] = (float)(random_unit(&state) * 2 - 1);
    in->f32_b[i] = (float)(random_unit(&state) * 2 - 1);
    in->f64_a[i] = (double)(random_unit(&state) * 2 - 1);
    in->f64_b[i] = (double)(random_unit(&state) * 2 - 1);
    random_element(
        &state, TERCET_DTYPE_F16, RANDOM_TAME, (char *)&in->f16_a[i]);
  }
  return in;
}

static void
check_near(const char *table,
           const char *kernel,
           size_t n,
           double actual,
           long double expected,
           long double scale)
{
  const bool near =
      fabsl((long double)actual - expected) <= ldexpl(scale * SUM_UNITS, -53);
  CHECK(near);
  if (!near) {
    fprintf(stderr,
            "  %s %s of %zu: %.17g, expected %.17Lg\n",
            table,
            kernel,
            n,
            actual,
            expected);
  }
}

/// Copy the input to the end of a block of its own size, so that a sanitizer
/// sees a read beyond it
static void *
copy_exactly(const void *data, size_t size)
{
  void *const copy = malloc(size ? size : 1);
  if (size) {
    memcpy(copy, data, size);
  }
  return copy;
}

/// Return elements as float64, in a block of their size
static double *
widen_exactly(tercet_dtype dtype, const void *data, size_t n)
{
  double *const out = malloc(n ? n * sizeof(*out) : 1);
  const size_t size = tercet_dtype_size(dtype);
  for (size_t i = 0; i < n; ++i) {
    out[i] = (double)reference_read(dtype, (const char *)data + i * size).re;
  }
  return out;
}

typedef struct {
  long double dot;
  long double dot_abs;
  long double squares;
  long double distance;
  long double sum;
  long double sum_abs;
} expectation;

static expectation
expect(tercet_dtype dtype, const void *a, const double *b, size_t n)
{
  expectation all = {0};
  const size_t size = tercet_dtype_size(dtype);
  for (size_t i = 0; i < n; ++i) {
    const long double x = reference_read(dtype, (const char *)a + i * size).re;
    const long double y = b[i];
    all.dot += x * y;
    all.dot_abs += fabsl(x * y);
    all.squares += x * x;
    all.distance += (x - y) * (x - y);
    all.sum += x;
    all.sum_abs += fabsl(x);
  }
  return all;
}

static void
check_dot(const char *table,
          const tercet_dot_result *dot,
          double distance,
          const expectation *all,
          size_t n)
{
  check_near(table, "dot", n, dot->dot, all->dot, all->dot_abs);
  check_near(table, "square", n, dot->aa, all->squares, all->squares);
  check_near(table, "distance", n, distance, all->distance, all->distance);
}

static void
check_sums(const char *table,
           double sum,
           double sum_abs,
           double squares,
           const expectation *all,
           size_t n)
{
  check_near(table, "sum", n, sum, all->sum, all->sum_abs);
  check_near(table, "sum_abs", n, sum_abs, all->sum_abs, all->sum_abs);
  check_near(table, "squares", n, squares, all->squares, all->squares);
}

/// Compare the distances from one shift, and of two equal rows from others
#define CHECK_MOMENTS(moments, moments_rows, a, b, n)                          \
  do {                                                                         \
    const double shift_ = 0.75;                                                \
    long double distance_ = 0;                                                 \
    long double size_ = 0;                                                     \
    long double square_ = 0;                                                   \
    double *const sums_ = calloc((n) + 1U, sizeof(double));                    \
    double *const squares_ = calloc((n) + 1U, sizeof(double));                 \
    bool near_ = true;                                                         \
    for (size_t i_ = 0; i_ < (n); ++i_) {                                      \
      const long double x_ = (long double)(a)[i_] - shift_;                    \
      distance_ += x_;                                                         \
      size_ += fabsl(x_);                                                      \
      square_ += x_ * x_;                                                      \
    }                                                                          \
    const tercet_moment_sums found_ = table->moments((a), (n), shift_);        \
    check_near(                                                                \
        table->name, "moments", (n), found_.distances, distance_, size_);      \
    check_near(table->name, "squares", (n), found_.squares, square_, square_); \
    table->moments_rows(sums_, squares_, (b), (a), 0, 2, (n));                 \
    for (size_t i_ = 0; i_ < (n); ++i_) {                                      \
      const double x_ = (double)(a)[i_] - (b)[i_];                             \
      near_ = near_ && sums_[i_] == x_ + x_ &&                                 \
              fabs(squares_[i_] - 2 * x_ * x_) <= 1e-15 * squares_[i_];        \
    }                                                                          \
    CHECK(near_);                                                              \
    CHECK_DOUBLE(sums_[n], 0);                                                 \
    CHECK_DOUBLE(squares_[n], 0);                                              \
    free(sums_);                                                               \
    free(squares_);                                                            \
  } while (0)

/// Make factors near 1 of numbers, with their signs, and compare their product
#define CHECK_PRODUCT(product, type, numbers, n)                               \
  do {                                                                         \
    type *const factors_ = copy_exactly((numbers), (n) * sizeof(type));        \
    long double expected_ = 1;                                                 \
    for (size_t i_ = 0; i_ < (n); ++i_) {                                      \
      const double size_ = i_ * 2654435761U >> 8U & 1U ? 0.8125 : 1.1875;      \
      factors_[i_] = (type)copysign(size_, (double)factors_[i_]);              \
      expected_ *= (long double)factors_[i_];                                  \
    }                                                                          \
    check_near(table->name,                                                    \
               #product,                                                       \
               (n),                                                            \
               table->product(factors_, (n)),                                  \
               expected_,                                                      \
               fabsl(expected_));                                              \
    free(factors_);                                                            \
  } while (0)

static void
check_reductions(const tercet_kernel_table *table, const inputs *in, size_t n)
{
  // Other offsets in the inputs, and so other values, for each length
  const size_t at = n % 7U;
  float *const f32 = copy_exactly(in->f32_a + at, n * sizeof(float));
  double *const f64 = copy_exactly(in->f64_a + at, n * sizeof(double));
  uint16_t *const f16 = copy_exactly(in->f16_a + at, n * sizeof(uint16_t));
  double *const b = copy_exactly(in->f64_b + at, n * sizeof(double));
  tercet_dot_result dot;

  expectation all = expect(TERCET_DTYPE_F32, f32, b, n);
  table->dot_f32(f32, b, n, &dot);
  check_dot(table->name, &dot, table->distance_f32(f32, b, n), &all, n);
  check_sums(table->name,
             table->sum_f32(f32, n),
             table->sum_abs_f32(f32, n),
             table->sum_squares_f32(f32, n),
             &all,
             n);
  CHECK_MOMENTS(moments_f32, moments_rows_f32, f32, b, n);
  CHECK_PRODUCT(prod_f32, float, f32, n);

  all = expect(TERCET_DTYPE_F64, f64, b, n);
  table->dot_f64(f64, b, n, &dot);
  check_dot(table->name, &dot, table->distance_f64(f64, b, n), &all, n);
  check_sums(table->name,
             table->sum_f64(f64, n),
             table->sum_abs_f64(f64, n),
             table->sum_squares_f64(f64, n),
             &all,
             n);
  CHECK_MOMENTS(moments_f64, moments_rows_f64, f64, b, n);
  CHECK_PRODUCT(prod_f64, double, f64, n);

  all = expect(TERCET_DTYPE_F16, f16, b, n);
  table->dot_f16(f16, b, n, &dot);
  check_dot(table->name, &dot, table->distance_f16(f16, b, n), &all, n);
  free(f32);
  free(f64);
  free(f16);
  free(b);
}

/// Compare the sums of a pair of vectors of one type
#define CHECK_PAIR(type, dtype, pair, items_a, items_b, n)                     \
  do {                                                                         \
    type *const a_ = copy_exactly((items_a), (n) * sizeof(type));              \
    type *const b_ = copy_exactly((items_b), (n) * sizeof(type));              \
    double *const wide_ = widen_exactly((dtype), b_, (n));                     \
    const expectation first_ = expect((dtype), a_, wide_, (n));                \
    const expectation second_ = expect((dtype), b_, wide_, (n));               \
    tercet_pair_result sums_;                                                  \
    table->pair(a_, b_, (n), &sums_);                                          \
    check_near(                                                                \
        table->name, #pair, (n), sums_.dot, first_.dot, first_.dot_abs);       \
    check_near(                                                                \
        table->name, #pair, (n), sums_.aa, first_.squares, first_.squares);    \
    check_near(                                                                \
        table->name, #pair, (n), sums_.bb, second_.squares, second_.squares);  \
    free(wide_);                                                               \
    free(b_);                                                                  \
    free(a_);                                                                  \
  } while (0)

static void
check_pairs(const tercet_kernel_table *table, const inputs *in, size_t n)
{
  const size_t at = n % 7U;
  const size_t other = (n + 3U) % 7U;
  CHECK_PAIR(
      float, TERCET_DTYPE_F32, pair_f32, in->f32_a + at, in->f32_a + other, n);
  CHECK_PAIR(
      double, TERCET_DTYPE_F64, pair_f64, in->f64_a + at, in->f64_b + other, n);
  CHECK_PAIR(uint16_t,
             TERCET_DTYPE_F16,
             pair_f16,
             in->f16_a + at,
             in->f16_a + other,
             n);
}

/// Rows give exactly what one call for each of them gives
#define CHECK_ROWS(type, dot_one, dot_all, far_one, far_all, items, b, n)      \
  do {                                                                         \
    const void *rows_[N_ROWS];                                                 \
    tercet_dot_result dots_[N_ROWS];                                           \
    double distances_[N_ROWS];                                                 \
    for (size_t i_ = 0; i_ < N_ROWS; ++i_) {                                   \
      rows_[i_] = (items) + i_ * 5U % 7U;                                      \
    }                                                                          \
    table->dot_all(rows_, N_ROWS, (b), (n), dots_);                            \
    table->far_all(rows_, N_ROWS, (b), (n), distances_);                       \
    for (size_t i_ = 0; i_ < N_ROWS; ++i_) {                                   \
      tercet_dot_result one_;                                                  \
      table->dot_one((const type *)rows_[i_], (b), (n), &one_);                \
      CHECK_DOUBLE(dots_[i_].dot, one_.dot);                                   \
      CHECK_DOUBLE(dots_[i_].aa, one_.aa);                                     \
      CHECK_DOUBLE(distances_[i_],                                             \
                   table->far_one((const type *)rows_[i_], (b), (n)));         \
    }                                                                          \
    table->dot_all(rows_, 0, (b), (n), NULL);                                  \
    table->far_all(rows_, 0, (b), (n), NULL);                                  \
  } while (0)

enum { N_ROWS = 9 };

static void
test_rows(const tercet_kernel_table *table, const inputs *in)
{
  static const size_t lengths[] = {0, 1, 31, 384, 5000};
  for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); ++i) {
    CHECK_ROWS(float,
               dot_f32,
               dot_rows_f32,
               distance_f32,
               distance_rows_f32,
               in->f32_a,
               in->f64_b,
               lengths[i]);
    CHECK_ROWS(double,
               dot_f64,
               dot_rows_f64,
               distance_f64,
               distance_rows_f64,
               in->f64_a,
               in->f64_b,
               lengths[i]);
    CHECK_ROWS(uint16_t,
               dot_f16,
               dot_rows_f16,
               distance_f16,
               distance_rows_f16,
               in->f16_a,
               in->f64_b,
               lengths[i]);
  }
}

/// Products of rows of bytes: exact while every sum is a small integer, with a
/// row that ends at the end of a block of memory
static void
test_byte_rows(const tercet_kernel_table *table)
{
  static const size_t lengths[] = {0, 1, 15, 63, 64, 65, 384, 1000};
  uint64_t seed = 7;
  for (size_t l = 0; l < sizeof(lengths) / sizeof(lengths[0]); ++l) {
    const size_t n = lengths[l];
    float b[1000];
    int8_t *const bytes[2] = {malloc(n ? n : 1U), malloc(n ? n : 1U)};
    float expected[2] = {0, 0};
    for (size_t i = 0; i < n; ++i) {
      b[i] = (float)(check_random(&seed) % 9U) - 4.0F;
      for (size_t row = 0; row < 2; ++row) {
        bytes[row][i] = (int8_t)(check_random(&seed) % 255U - 127U);
        expected[row] += (float)bytes[row][i] * b[i];
      }
    }
    const void *const rows[2] = {bytes[0], bytes[1]};
    float out[2] = {-1, -1};
    table->dot_rows_i8(rows, 2, b, n, out);
    CHECK_DOUBLE((double)out[0], (double)expected[0]);
    CHECK_DOUBLE((double)out[1], (double)expected[1]);
    free(bytes[0]);
    free(bytes[1]);
  }
}

/// Compare extremes of elements, and of rows of two
#define CHECK_EXTREMES(type, max, min, maximum, minimum, a, b, n)              \
  do {                                                                         \
    type *const rows_ = malloc((n) * sizeof(type) + 1U);                       \
    ((char *)rows_)[(n) * sizeof(type)] = 0x5a;                                \
    type highest_ = (a)[0];                                                    \
    type lowest_ = (a)[0];                                                     \
    bool same_ = true;                                                         \
    memcpy(rows_, (a), (n) * sizeof(type));                                    \
    table->maximum(rows_, (b), 0, 2, (n));                                     \
    for (size_t i_ = 0; i_ < (n); ++i_) {                                      \
      const type x_ = (a)[i_];                                                 \
      const type y_ = (b)[i_];                                                 \
      same_ = same_ && rows_[i_] == (x_ > y_ ? x_ : y_);                       \
      highest_ = x_ > highest_ ? x_ : highest_;                                \
      lowest_ = x_ < lowest_ ? x_ : lowest_;                                   \
    }                                                                          \
    memcpy(rows_, (a), (n) * sizeof(type));                                    \
    table->minimum(rows_, (b), 0, 2, (n));                                     \
    for (size_t i_ = 0; i_ < (n); ++i_) {                                      \
      const type x_ = (a)[i_];                                                 \
      const type y_ = (b)[i_];                                                 \
      same_ = same_ && rows_[i_] == (x_ < y_ ? x_ : y_);                       \
    }                                                                          \
    CHECK(same_);                                                              \
    CHECK_INT(((char *)rows_)[(n) * sizeof(type)], 0x5a);                      \
    CHECK(table->max((a), (n)) == highest_);                                   \
    CHECK(table->min((a), (n)) == lowest_);                                    \
    free(rows_);                                                               \
  } while (0)

static void
check_extremes(const tercet_kernel_table *table, const inputs *in, size_t n)
{
  const size_t at = n % 5U;
  float *const a = copy_exactly(in->f32_a + at, n * sizeof(float));
  float *const b = copy_exactly(in->f32_b + at, n * sizeof(float));
  double *const c = copy_exactly(in->f64_a + at, n * sizeof(double));
  double *const d = copy_exactly(in->f64_b + at, n * sizeof(double));
  CHECK_EXTREMES(float, max_f32, min_f32, max_rows_f32, min_rows_f32, a, b, n);
  CHECK_EXTREMES(double, max_f64, min_f64, max_rows_f64, min_rows_f64, c, d, n);
  free(a);
  free(b);
  free(c);
  free(d);
}

static long double
reference_op(int op, long double x, long double y)
{
  return op == 0 ? x + y : op == 1 ? x - y : op == 2 ? x * y : x / y;
}

static void
check_elementwise(const tercet_kernel_table *table, const inputs *in, size_t n)
{
  const size_t at = n % 5U;
  float *const a = copy_exactly(in->f32_a + at, n * sizeof(float));
  float *const b = copy_exactly(in->f32_b + at, n * sizeof(float));
  double *const c = copy_exactly(in->f64_a + at, n * sizeof(double));
  double *const d = copy_exactly(in->f64_b + at, n * sizeof(double));
  float *const f32 = malloc(n * sizeof(float) + 1U);
  double *const f64 = malloc(n * sizeof(double) + 1U);
  for (int op = 0; op < 4; ++op) {
    ((char *)f32)[n * sizeof(float)] = 0x5a;
    ((char *)f64)[n * sizeof(double)] = 0x5a;
    table->binary_f32[op](a, b, f32, n);
    table->binary_f64[op](c, d, f64, n);
    CHECK_INT(((char *)f32)[n * sizeof(float)], 0x5a);
    CHECK_INT(((char *)f64)[n * sizeof(double)], 0x5a);
    bool same = true;
    for (size_t i = 0; i < n; ++i) {
      const double x = op == 0   ? c[i] + d[i]
                       : op == 1 ? c[i] - d[i]
                       : op == 2 ? c[i] * d[i]
                                 : c[i] / d[i];
      same = same && f64[i] == x &&
             f32[i] ==
                 (float)reference_op(op, (long double)a[i], (long double)b[i]);
    }
    CHECK(same);
  }
  free(a);
  free(b);
  free(c);
  free(d);
  free(f32);
  free(f64);
}

static void
test_all_lengths(const tercet_kernel_table *table, const inputs *in)
{
  for (size_t n = 0; n < 150; ++n) {
    check_reductions(table, in, n);
    check_pairs(table, in, n);
    check_elementwise(table, in, n);
    if (n) {
      check_extremes(table, in, n);
    }
  }
  for (size_t i = 0; i < sizeof(long_lengths) / sizeof(long_lengths[0]); ++i) {
    check_reductions(table, in, long_lengths[i]);
    check_pairs(table, in, long_lengths[i]);
    check_elementwise(table, in, long_lengths[i]);
    check_extremes(table, in, long_lengths[i]);
  }
}

static void
test_all_halves_to_float32(const tercet_kernel_table *table)
{
  enum { N = 65536 };
  uint16_t *const in = malloc(N * sizeof(uint16_t));
  float *const out = malloc(N * sizeof(float));
  for (size_t i = 0; i < N; ++i) {
    in[i] = (uint16_t)i;
  }
  table->f16_to_f32(in, out, N);
  bool same = true;
  for (size_t i = 0; i < N; ++i) {
    same = same &&
           reference_same(reference_half(in[i], 10, 15), (long double)out[i]);
  }
  CHECK(same);
  free(in);
  free(out);
}

static void
check_to_half(const tercet_kernel_table *table, const float *in, size_t n)
{
  const reference_format format = reference_format_of(TERCET_DTYPE_F16);
  uint16_t *const out = malloc(n * sizeof(uint16_t) + 1U);
  ((char *)out)[n * sizeof(uint16_t)] = 0x5a;
  table->f32_to_f16(in, out, n);
  CHECK_INT(((char *)out)[n * sizeof(uint16_t)], 0x5a);
  bool same = true;
  for (size_t i = 0; i < n; ++i) {
    same = same && reference_same(reference_half(out[i], 10, 15),
                                  reference_round(&format, (long double)in[i]));
  }
  CHECK(same);
  free(out);
}

static void
test_conversions_of_any_bits(const tercet_kernel_table *table)
{
  uint64_t state = 11;
  for (size_t n = 0; n < 200; ++n) {
    float *const in = malloc(n * sizeof(float) + 1U);
    double *const wide = malloc(n * sizeof(double) + 1U);
    for (size_t i = 0; i < n; ++i) {
      const uint32_t any = (uint32_t)check_random(&state);
      const float near_half =
          (float)ldexpl(random_unit(&state) * 2 - 1, (int)(any % 45U) - 27);
      memcpy(&in[i], &any, sizeof(any));
      in[i] = any % 3U ? near_half : in[i];
    }
    check_to_half(table, in, n);

    ((char *)wide)[n * sizeof(double)] = 0x5a;
    table->f32_to_f64(in, wide, n);
    CHECK_INT(((char *)wide)[n * sizeof(double)], 0x5a);
    bool same = true;
    for (size_t i = 0; i < n; ++i) {
      same = same && reference_same((long double)in[i], (long double)wide[i]);
    }
    CHECK(same);
    free(in);
    free(wide);
  }
}

/// The ones are lost in a plain sum
static void
test_long_sums_keep_what_rounding_takes(const tercet_kernel_table *table)
{
  enum { N_BLOCK = 4096, N = 5 * N_BLOCK };
  double *const a = calloc(N, sizeof(double));
  double *const b = calloc(N, sizeof(double));
  tercet_dot_result dot;
  a[0] = 0x1p60;
  a[N_BLOCK] = a[2 * N_BLOCK] = a[3 * N_BLOCK] = 1;
  a[4 * N_BLOCK] = -0x1p60;
  for (size_t i = 0; i < N; ++i) {
    b[i] = 1;
  }
  CHECK_DOUBLE(table->sum_f64(a, N), 3);
  table->dot_f64(a, b, N, &dot);
  CHECK_DOUBLE(dot.dot, 3);
  free(a);
  free(b);
}

static void
test_infinities_and_nan(const tercet_kernel_table *table)
{
  double a[40] = {0};
  double b[40] = {0};
  tercet_dot_result dot;
  for (size_t i = 0; i < 40; ++i) {
    a[i] = (double)INFINITY;
    b[i] = 1;
    table->dot_f64(a, b, 40, &dot);
    CHECK(isinf(dot.dot) && isinf(dot.aa));
    CHECK(isinf(table->sum_f64(a, 40)));
    a[i] = (double)NAN;
    table->dot_f64(a, b, 40, &dot);
    CHECK(isnan(dot.dot) && isnan(dot.aa));
    CHECK(isnan(table->sum_f64(a, 40)));
    CHECK(isnan(table->distance_f64(a, b, 40)));
    a[i] = 0;
    b[i] = 0;
  }
}

static void
test_nan_propagates_from_anywhere(const tercet_kernel_table *table)
{
  enum { N = 150 };
  float f32[N] = {0};
  double f64[N] = {0};
  const float zeros32[N] = {0};
  const double zeros64[N] = {0};
  float out32[N];
  double out64[N];
  for (size_t n = 1; n <= N; n += 7) {
    for (size_t i = 0; i < n; ++i) {
      f32[i] = (float)NAN;
      f64[i] = (double)NAN;
      CHECK(isnan(table->max_f32(f32, n)) && isnan(table->min_f32(f32, n)));
      CHECK(isnan(table->max_f64(f64, n)) && isnan(table->min_f64(f64, n)));
      memcpy(out32, f32, sizeof(out32));
      memcpy(out64, f64, sizeof(out64));
      table->max_rows_f32(out32, zeros32, 0, 1, n);
      table->min_rows_f64(out64, zeros64, 0, 1, n);
      CHECK(isnan(out32[i]) && isnan(out64[i]));
      memset(out32, 0, sizeof(out32));
      memset(out64, 0, sizeof(out64));
      table->min_rows_f32(out32, f32, 0, 1, n);
      table->max_rows_f64(out64, f64, 0, 1, n);
      CHECK(isnan(out32[i]) && isnan(out64[i]));
      CHECK(n == 1 || out32[i ? 0 : 1] == 0);
      f32[i] = 0;
      f64[i] = 0;
    }
  }
}

static void
test_choice_of_table(void)
{
  CHECK(tercet_kernels_named("portable") != NULL);
  CHECK(!tercet_kernels_named("none"));
  const char *const wanted = getenv("TERCET_ISA");
  const tercet_kernel_table *const named =
      wanted ? tercet_kernels_named(wanted) : NULL;
  CHECK(!named || tercet_kernels() == named);
  CHECK(tercet_kernels() == tercet_kernels());
}

int
main(void)
{
  static const char *const names[] = {"portable", "avx2", "avx512"};
  inputs *const in = make_inputs();
  for (size_t i = 0; i < 3; ++i) {
    const tercet_kernel_table *const table = tercet_kernels_named(names[i]);
    if (!table) {
      fprintf(stderr, "%s is not tested: not on this processor\n", names[i]);
      continue;
    }
    CHECK_TEXT(table->name, strlen(table->name), names[i]);
    test_all_lengths(table, in);
    test_rows(table, in);
    test_byte_rows(table);
    test_all_halves_to_float32(table);
    test_conversions_of_any_bits(table);
    test_long_sums_keep_what_rounding_takes(table);
    test_infinities_and_nan(table);
    test_nan_propagates_from_anywhere(table);
  }
  test_choice_of_table();
  free(in);
  return check_finish();
}
