// SPDX-License-Identifier: Apache-2.0

/// Sums of rows: the tables give the same bits, those of sums are the bits of
/// compensated_add(), and moments are right where they would cancel

#include "array_reference.h"

#include "array/compensated.h"
#include "array/kernel/kernel.h"

enum { MAX_ROWS = 70, MAX_N = 80 };

static const size_t row_counts[] = {0, 1, 7, 8, 9, 15, 16, 17, 40, 64, 70};

static const size_t lengths[] = {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 80};

#define N_COUNTS (sizeof(row_counts) / sizeof(row_counts[0]))
#define N_LENGTHS (sizeof(lengths) / sizeof(lengths[0]))

typedef struct {
  double f64[MAX_ROWS][MAX_N];
  float f32[MAX_ROWS][MAX_N];
  const void *rows_f64[MAX_ROWS];
  const void *rows_f32[MAX_ROWS];
} matrix;

/// Fill with numbers around `middle`, the same in both types
static void
fill(matrix *m, double middle, uint64_t *state)
{
  for (size_t row = 0; row < MAX_ROWS; ++row) {
    for (size_t i = 0; i < MAX_N; ++i) {
      m->f32[row][i] = (float)(middle + (double)(random_unit(state) * 2 - 1));
      m->f64[row][i] = (double)m->f32[row][i];
    }
    m->rows_f32[row] = m->f32[row];
    m->rows_f64[row] = m->f64[row];
  }
}

static void
check_sums(const tercet_kernel_table *table,
           const matrix *m,
           size_t n_rows,
           size_t n)
{
  double sums[2][MAX_N];
  double errors[2][MAX_N];
  compensated_sum expected[MAX_N];
  for (size_t i = 0; i < n; ++i) {
    expected[i] = (compensated_sum){-0.0, 0.0};
    sums[0][i] = sums[1][i] = -0.0;
    errors[0][i] = errors[1][i] = 0.0;
    for (size_t row = 0; row < n_rows; ++row) {
      compensated_add(&expected[i], m->f64[row][i]);
    }
  }
  // In two calls, and in one
  const size_t half = n_rows / 2;
  table->add_rows_f32(m->rows_f32, half, n, sums[0], errors[0]);
  table->add_rows_f32(m->rows_f32 + half, n_rows - half, n, sums[0], errors[0]);
  table->add_rows_f64(m->rows_f64, n_rows, n, sums[1], errors[1]);
  for (size_t k = 0; k < 2; ++k) {
    for (size_t i = 0; i < n; ++i) {
      CHECK(!memcmp(&sums[k][i], &expected[i].sum, sizeof(double)));
      CHECK(errors[k][i] == expected[i].error);
    }
  }
}

typedef struct {
  double values[4][MAX_N];
} moments;

/// Add rows to empty moments; the first row is the origin
static void
add_moments(const tercet_kernel_table *table,
            const matrix *m,
            bool is_f32,
            size_t n_rows,
            size_t n,
            moments *out)
{
  double *const sums[4] = {
      out->values[0], out->values[1], out->values[2], out->values[3]};
  memset(out, 0, sizeof(*out));
  if (is_f32) {
    table->add_moments_f32(m->rows_f32, n_rows, n, m->f64[0], sums);
  } else {
    table->add_moments_f64(m->rows_f64, n_rows, n, m->f64[0], sums);
  }
}

static long double
total(const moments *m, size_t k, size_t i)
{
  return (long double)m->values[k][i] + (long double)m->values[k + 1][i];
}

static void
check_moments(const tercet_kernel_table *table,
              const matrix *m,
              size_t n_rows,
              size_t n)
{
  moments found[2];
  moments portable;
  add_moments(table, m, true, n_rows, n, &found[0]);
  add_moments(table, m, false, n_rows, n, &found[1]);
  add_moments(tercet_kernels_named("portable"), m, true, n_rows, n, &portable);
  CHECK(!memcmp(&found[0], &portable, sizeof(portable)));
  CHECK(!memcmp(&found[1], &portable, sizeof(portable)));
  for (size_t i = 0; i < n && n_rows > 1; ++i) {
    const long double count = (long double)n_rows;
    long double mean = 0;
    long double squares = 0;
    for (size_t row = 0; row < n_rows; ++row) {
      mean += (long double)m->f64[row][i] - (long double)m->f64[0][i];
    }
    mean /= count;
    for (size_t row = 0; row < n_rows; ++row) {
      const long double d =
          (long double)m->f64[row][i] - (long double)m->f64[0][i] - mean;
      squares += d * d;
    }
    const long double first = total(&found[0], 0, i);
    const long double variance = total(&found[0], 2, i) - first * first / count;
    CHECK(fabsl(variance - squares) <= 1e-15L * squares);
  }
}

/// The first row, the origin, lies far from the others
static void
test_far_origin(const tercet_kernel_table *table)
{
  static matrix m;
  uint64_t state = 3;
  fill(&m, 0, &state);
  for (size_t i = 0; i < MAX_N; ++i) {
    m.f32[0][i] = 1000.0F;
    m.f64[0][i] = 1000.0;
  }
  check_moments(table, &m, MAX_ROWS, MAX_N);
}

static void
test_all(const tercet_kernel_table *table)
{
  static matrix m;
  uint64_t state = 2;
  for (int exponent = -4; exponent < 10; exponent += 4) {
    fill(&m, ldexp(1.0, exponent), &state);
    for (size_t c = 0; c < N_COUNTS; ++c) {
      for (size_t l = 0; l < N_LENGTHS; ++l) {
        check_sums(table, &m, row_counts[c], lengths[l]);
        check_moments(table, &m, row_counts[c], lengths[l]);
      }
    }
  }
}

/// NaN and infinities stay in their columns
static void
test_special(const tercet_kernel_table *table)
{
  static matrix m;
  uint64_t state = 4;
  moments found;
  fill(&m, 0, &state);
  m.f32[5][3] = NAN;
  m.f32[6][4] = INFINITY;
  add_moments(table, &m, true, MAX_ROWS, MAX_N, &found);
  for (size_t i = 0; i < MAX_N; ++i) {
    CHECK(isfinite(found.values[2][i]) == (i != 3 && i != 4));
  }
}

int
main(void)
{
  static const char *const names[] = {"portable", "avx2", "avx512"};
  for (size_t i = 0; i < 3; ++i) {
    const tercet_kernel_table *const table = tercet_kernels_named(names[i]);
    if (!table) {
      fprintf(stderr, "%s is not tested: not on this processor\n", names[i]);
      continue;
    }
    test_all(table);
    test_far_origin(table);
    test_special(table);
  }
  return check_finish();
}
