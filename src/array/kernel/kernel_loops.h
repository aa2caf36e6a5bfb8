// SPDX-License-Identifier: Apache-2.0

/**
   The inner loops, written once.

   Each kernel_<isa>.c defines the vector primitives below and includes this
   file, which defines the static functions and KERNEL_TABLE(name), the
   initialiser of the table.

   - `vec`: VEC_N doubles; vec_zero(), vec_add(a, b), vec_subtract(a, b),
     vec_fma(a, b, c), vec_abs(a), vec_sum(a).
   - vec_load_<f32, f64, f16>(p): VEC_N elements, widened to double.
   - vec_tail_<f32, f64, f16>(p, n): the `n` < VEC_N last ones, then zeros; no
     byte behind them is read.
   - `vecf`, VECF_N floats, and `vec`, with the operators + - * /, and
     vecf_load(p), vecf_store(p, a), vec_store(p, a), and vecf_load_i8(p),
     which converts.
   - vec_greater(a, b), vec_less(a, b), vecf_greater(a, b), vecf_less(a, b):
     the lane of `b` if it is greater (less) or NaN, else, and if that of `a`
     is NaN, the one of `a`.
   - convert_f16_f32(in, out), convert_f32_f16(in, out): VECF_N elements.
   - convert_f16_f32_tail(in, out, n), convert_f32_f16_tail(in, out, n).

   Four independent accumulators hide the latency of an addition.  Every
   KERNEL_BLOCK elements their sum goes into a compensated total, so that the
   error does not grow with the length.
*/

#include "array/compensated.h"
#include "array/kernel/kernel_tables.h"

#include <string.h>

/// Elements between two additions to the compensated total
#define KERNEL_BLOCK 4096U

#define KERNEL_STEP (4U * VEC_N)

/* ---- Prefetching ---- */

/**
   Where the data is that will be needed soon and somewhat later.

   The processor's own prefetchers stop at each page of 4 KiB and keep too few
   lines in flight.  Asking for lines 8 KiB ahead into the L2 cache, and for
   those 1 KiB ahead into the L1 cache, was measured to make dot products 1.4
   times as fast, which is the speed of reading the same bytes.
*/
typedef struct {
  const char *later; ///< Goes to L2; NULL: nothing is fetched
  const char *soon;  ///< Goes to L1
} ahead;

#define AHEAD_LATER 8192U
#define AHEAD_SOON 1024U

#define CACHE_LINE 64U

static const ahead ahead_nothing = {NULL, NULL};

/// Return the places ahead in one long run of elements.  They may lie behind
/// its end, where a fetch does nothing.
static inline ahead
ahead_of(const void *p)
{
  return (ahead){(const char *)((uintptr_t)p + AHEAD_LATER),
                 (const char *)((uintptr_t)p + AHEAD_SOON)};
}

/// Return the places ahead of row `i`: the next row, and the one that starts
/// #AHEAD_LATER bytes or more behind it if rows are neighbours
static inline ahead
ahead_of_row(const void *const *rows, size_t n_rows, size_t i, size_t n_bytes)
{
  const size_t last = n_rows - 1U;
  const size_t n_later = 1U + AHEAD_LATER / (n_bytes + 1U);
  return (ahead){(const char *)rows[last - i < n_later ? last : i + n_later],
                 (const char *)rows[i < last ? i + 1U : last]};
}

/// Fetch what lies ahead of the `n_bytes` at `offset`
static inline void
fetch_ahead(ahead to, size_t offset, size_t n_bytes)
{
  for (size_t i = 0; i < n_bytes; i += CACHE_LINE) {
    __builtin_prefetch((const char *)((uintptr_t)to.later + offset + i), 0, 2);
    __builtin_prefetch((const char *)((uintptr_t)to.soon + offset + i), 0, 3);
  }
}

/**
   A long line is read in its pages of 4 KiB, and each of these in four places
   at once: run `k` of the type holds a quarter of a page.

   One reader of a line was measured to need a tenth more time than four, and
   fetches into the L2 cache in front of those into the L1 cache another tenth:
   the loops are so short that memory alone is waited for.
*/
#define RUN_BYTES 1024U

#define RUN(type) (RUN_BYTES / sizeof(type))

/// Fetch what lies two pages behind the next cache line of each run.  It may
/// lie behind the end of the line, often in the next one.
static inline void
fetch_runs(const void *p)
{
  for (size_t i = 0; i < 4U * RUN_BYTES; i += RUN_BYTES) {
    __builtin_prefetch((const char *)((uintptr_t)p + AHEAD_LATER + i), 0, 3);
  }
}

/// How far ahead, in bytes of a row, rows are fetched
#define ROWS_AHEAD 2048U

/// Fetch what comes #ROWS_AHEAD bytes after `p` in each of `n_rows` rows whose
/// `n_left` last bytes of `n_bytes` begin there; the rows that follow them come
/// after their end
static inline void
fetch_rows(
    const char *p, int64_t stride, size_t n_rows, size_t n_left, size_t n_bytes)
{
  const size_t distance = n_bytes < ROWS_AHEAD ? n_bytes : ROWS_AHEAD;
  uintptr_t to = (uintptr_t)p + distance;
  to += distance < n_left ? 0U : n_rows * (uintptr_t)stride - n_bytes;
  for (size_t i = 0; i < n_rows; ++i, to += (uintptr_t)stride) {
    __builtin_prefetch((const char *)to, 0, 3);
  }
}

/// Take `n` elements of `a` from `i` on, four runs at a time, by steps with the
/// number of the run and what was loaded; the rest is left
#define KERNEL_RUNS(type, format, step)                                        \
  do {                                                                         \
    const size_t run = RUN(type);                                              \
    for (; i + 4U * run <= n; i += 4U * run) {                                 \
      for (size_t j = i; j < i + run; j += CACHE_LINE / sizeof(type)) {        \
        fetch_runs(a + j);                                                     \
        for (size_t k = j; k < j + CACHE_LINE / sizeof(type); k += VEC_N) {    \
          step(0, vec_load_##format(a + k));                                   \
          step(1, vec_load_##format(a + k + run));                             \
          step(2, vec_load_##format(a + k + 2U * run));                        \
          step(3, vec_load_##format(a + k + 3U * run));                        \
        }                                                                      \
      }                                                                        \
    }                                                                          \
  } while (0)

/// The same without fetching: KERNEL_STEP elements at a time
#define KERNEL_STEPS(format, step)                                             \
  do {                                                                         \
    for (; i + KERNEL_STEP <= n; i += KERNEL_STEP) {                           \
      step(0, vec_load_##format(a + i));                                       \
      step(1, vec_load_##format(a + i + VEC_N));                               \
      step(2, vec_load_##format(a + i + 2U * VEC_N));                          \
      step(3, vec_load_##format(a + i + 3U * VEC_N));                          \
    }                                                                          \
  } while (0)

/* ---- Sums ---- */

static inline vec
map_square(vec a)
{
  return a * a;
}

#define SUM_STEP(k, x) s##k = vec_add(s##k, x)
#define SUM_ABS_STEP(k, x) s##k = vec_add(s##k, vec_abs(x))
#define SUM_SQUARE_STEP(k, x) s##k = vec_add(s##k, map_square(x))
#define PRODUCT_STEP(k, x) s##k = s##k * (x)

#define KERNEL_SUM(name, type, format, step)                                   \
  static double name##_block(const type *a, size_t n)                          \
  {                                                                            \
    vec s0 = vec_zero();                                                       \
    vec s1 = vec_zero();                                                       \
    vec s2 = vec_zero();                                                       \
    vec s3 = vec_zero();                                                       \
    size_t i = 0;                                                              \
    KERNEL_RUNS(type, format, step);                                           \
    KERNEL_STEPS(format, step);                                                \
    for (; i + VEC_N <= n; i += VEC_N) {                                       \
      step(0, vec_load_##format(a + i));                                       \
    }                                                                          \
    if (i < n) {                                                               \
      step(1, vec_tail_##format(a + i, n - i));                                \
    }                                                                          \
    return vec_sum(vec_add(vec_add(s0, s1), vec_add(s2, s3)));                 \
  }                                                                            \
  static double name(const type *a, size_t n)                                  \
  {                                                                            \
    compensated_sum total = {0, 0};                                            \
    for (; n > KERNEL_BLOCK; a += KERNEL_BLOCK, n -= KERNEL_BLOCK) {           \
      compensated_add(&total, name##_block(a, KERNEL_BLOCK));                  \
    }                                                                          \
    compensated_add(&total, name##_block(a, n));                               \
    return compensated_value(&total);                                          \
  }

KERNEL_SUM(sum_f32, float, f32, SUM_STEP)
KERNEL_SUM(sum_f64, double, f64, SUM_STEP)
KERNEL_SUM(sum_abs_f32, float, f32, SUM_ABS_STEP)
KERNEL_SUM(sum_abs_f64, double, f64, SUM_ABS_STEP)
KERNEL_SUM(sum_squares_f32, float, f32, SUM_SQUARE_STEP)
KERNEL_SUM(sum_squares_f64, double, f64, SUM_SQUARE_STEP)

#define KERNEL_PRODUCT(name, type, format)                                     \
  static double name(const type *a, size_t n)                                  \
  {                                                                            \
    vec s0 = vec_zero() + 1.0;                                                 \
    vec s1 = s0;                                                               \
    vec s2 = s0;                                                               \
    vec s3 = s0;                                                               \
    size_t i = 0;                                                              \
    KERNEL_RUNS(type, format, PRODUCT_STEP);                                   \
    KERNEL_STEPS(format, PRODUCT_STEP);                                        \
    double lanes[VEC_N];                                                       \
    vec_store(lanes, (s0 * s1) * (s2 * s3));                                   \
    for (size_t j = 1; j < VEC_N; ++j) {                                       \
      lanes[0] *= lanes[j];                                                    \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      lanes[0] *= (double)a[i];                                                \
    }                                                                          \
    return lanes[0];                                                           \
  }

KERNEL_PRODUCT(prod_f32, float, f32)
KERNEL_PRODUCT(prod_f64, double, f64)

/* ---- Moments ---- */

/// Add the distances from `shift`, and their squares
#define KERNEL_MOMENT_STEP(k, load)                                            \
  do {                                                                         \
    const vec x = vec_subtract(load, shift);                                   \
    s##k = vec_add(s##k, x);                                                   \
    q##k = vec_fma(x, x, q##k);                                                \
  } while (0)

#define KERNEL_MOMENTS(name, rows_name, type, format)                          \
  static tercet_moment_sums name(const type *a, size_t n, double from)         \
  {                                                                            \
    const vec shift = vec_zero() + from;                                       \
    vec s0 = vec_zero(), s1 = vec_zero(), s2 = vec_zero(), s3 = vec_zero();    \
    vec q0 = vec_zero(), q1 = vec_zero(), q2 = vec_zero(), q3 = vec_zero();    \
    size_t i = 0;                                                              \
    KERNEL_RUNS(type, format, KERNEL_MOMENT_STEP);                             \
    for (; i + VEC_N <= n; i += VEC_N) {                                       \
      KERNEL_MOMENT_STEP(0, vec_load_##format(a + i));                         \
    }                                                                          \
    tercet_moment_sums out = {                                                 \
        .distances = vec_sum(vec_add(vec_add(s0, s1), vec_add(s2, s3))),       \
        .squares = vec_sum(vec_add(vec_add(q0, q1), vec_add(q2, q3))),         \
    };                                                                         \
    for (; i < n; ++i) {                                                       \
      const double x = (double)a[i] - from;                                    \
      out.distances += x;                                                      \
      out.squares += x * x;                                                    \
    }                                                                          \
    return out;                                                                \
  }                                                                            \
  static void rows_name(double *distances,                                     \
                        double *squares,                                       \
                        const double *shifts,                                  \
                        const type *rows,                                      \
                        int64_t stride,                                        \
                        size_t n_rows,                                         \
                        size_t n)                                              \
  {                                                                            \
    const char *in = (const char *)rows;                                       \
    const size_t line = CACHE_LINE / sizeof(type);                             \
    size_t i = 0;                                                              \
    for (; i + line <= n; i += line) {                                         \
      fetch_rows(in + i * sizeof(type),                                        \
                 stride,                                                       \
                 n_rows,                                                       \
                 (n - i) * sizeof(type),                                       \
                 n * sizeof(type));                                            \
      for (size_t k = i; k < i + line; k += VEC_N) {                           \
        const vec shift = vec_load_f64(shifts + k);                            \
        const char *row = in + k * sizeof(type);                               \
        vec s0 = vec_load_f64(distances + k);                                  \
        vec q0 = vec_load_f64(squares + k);                                    \
        for (size_t j = 0; j < n_rows; ++j, row += stride) {                   \
          KERNEL_MOMENT_STEP(                                                  \
              0, vec_load_##format((const type *)(const void *)row));          \
        }                                                                      \
        vec_store(distances + k, s0);                                          \
        vec_store(squares + k, q0);                                            \
      }                                                                        \
    }                                                                          \
    for (size_t j = 0; j < n_rows; ++j, in += stride) {                        \
      for (size_t k = i; k < n; ++k) {                                         \
        const double x =                                                       \
            (double)((const type *)(const void *)in)[k] - shifts[k];           \
        distances[k] += x;                                                     \
        squares[k] += x * x;                                                   \
      }                                                                        \
    }                                                                          \
  }

KERNEL_MOMENTS(moments_f32, moments_rows_f32, float, f32)
KERNEL_MOMENTS(moments_f64, moments_rows_f64, double, f64)

/* ---- Dot products ---- */

#define KERNEL_DOT_STEP(k, load_a, load_b)                                     \
  do {                                                                         \
    const vec x = load_a;                                                      \
    d##k = vec_fma(x, load_b, d##k);                                           \
    q##k = vec_fma(x, x, q##k);                                                \
  } while (0)

#define KERNEL_DOT(name, rows_name, type, format)                              \
  static tercet_dot_result name##_block(                                       \
      const type *a, const double *b, size_t n, ahead to)                      \
  {                                                                            \
    vec d0 = vec_zero(), d1 = vec_zero(), d2 = vec_zero(), d3 = vec_zero();    \
    vec q0 = vec_zero(), q1 = vec_zero(), q2 = vec_zero(), q3 = vec_zero();    \
    size_t i = 0;                                                              \
    for (; i + KERNEL_STEP <= n; i += KERNEL_STEP) {                           \
      const type *const p = a + i;                                             \
      const double *const r = b + i;                                           \
      if (to.later) {                                                          \
        fetch_ahead(to, i * sizeof(type), KERNEL_STEP * sizeof(type));         \
      }                                                                        \
      KERNEL_DOT_STEP(0, vec_load_##format(p), vec_load_f64(r));               \
      KERNEL_DOT_STEP(                                                         \
          1, vec_load_##format(p + VEC_N), vec_load_f64(r + VEC_N));           \
      KERNEL_DOT_STEP(                                                         \
          2, vec_load_##format(p + 2U * VEC_N), vec_load_f64(r + 2U * VEC_N)); \
      KERNEL_DOT_STEP(                                                         \
          3, vec_load_##format(p + 3U * VEC_N), vec_load_f64(r + 3U * VEC_N)); \
    }                                                                          \
    for (; i + VEC_N <= n; i += VEC_N) {                                       \
      KERNEL_DOT_STEP(0, vec_load_##format(a + i), vec_load_f64(b + i));       \
    }                                                                          \
    if (i < n) {                                                               \
      KERNEL_DOT_STEP(                                                         \
          1, vec_tail_##format(a + i, n - i), vec_tail_f64(b + i, n - i));     \
    }                                                                          \
    return (tercet_dot_result){                                                \
        .dot = vec_sum(vec_add(vec_add(d0, d1), vec_add(d2, d3))),             \
        .aa = vec_sum(vec_add(vec_add(q0, q1), vec_add(q2, q3))),              \
    };                                                                         \
  }                                                                            \
  static void name(                                                            \
      const type *a, const double *b, size_t n, tercet_dot_result *out)        \
  {                                                                            \
    if (n <= KERNEL_BLOCK) {                                                   \
      *out = name##_block(a, b, n, ahead_nothing);                             \
      return;                                                                  \
    }                                                                          \
    compensated_sum dot = {0, 0};                                              \
    compensated_sum aa = {0, 0};                                               \
    for (size_t i = 0; i < n; i += KERNEL_BLOCK) {                             \
      const size_t n_now = n - i < KERNEL_BLOCK ? n - i : KERNEL_BLOCK;        \
      const tercet_dot_result part =                                           \
          name##_block(a + i, b + i, n_now, ahead_of(a + i));                  \
      compensated_add(&dot, part.dot);                                         \
      compensated_add(&aa, part.aa);                                           \
    }                                                                          \
    out->dot = compensated_value(&dot);                                        \
    out->aa = compensated_value(&aa);                                          \
  }                                                                            \
  static void rows_name(const void *const *rows,                               \
                        size_t n_rows,                                         \
                        const double *b,                                       \
                        size_t n,                                              \
                        tercet_dot_result *out)                                \
  {                                                                            \
    for (size_t i = 0; i < n_rows; ++i) {                                      \
      if (n > KERNEL_BLOCK) {                                                  \
        name((const type *)rows[i], b, n, &out[i]);                            \
      } else {                                                                 \
        out[i] =                                                               \
            name##_block((const type *)rows[i],                                \
                         b,                                                    \
                         n,                                                    \
                         ahead_of_row(rows, n_rows, i, n * sizeof(type)));     \
      }                                                                        \
    }                                                                          \
  }

KERNEL_DOT(dot_f32, dot_rows_f32, float, f32)
KERNEL_DOT(dot_f64, dot_rows_f64, double, f64)
KERNEL_DOT(dot_f16, dot_rows_f16, uint16_t, f16)

/// The product of one row of bytes
static inline float
dot_i8(const int8_t *a, const float *b, size_t n, ahead to)
{
  vecf s0 = {0};
  vecf s1 = {0};
  vecf s2 = {0};
  vecf s3 = {0};
  size_t i = 0;
  for (; i + 4U * VECF_N <= n; i += 4U * VECF_N) {
    fetch_ahead(to, i, 4U * VECF_N);
    s0 += vecf_load_i8(a + i) * vecf_load(b + i);
    s1 += vecf_load_i8(a + i + VECF_N) * vecf_load(b + i + VECF_N);
    s2 += vecf_load_i8(a + i + 2U * VECF_N) * vecf_load(b + i + 2U * VECF_N);
    s3 += vecf_load_i8(a + i + 3U * VECF_N) * vecf_load(b + i + 3U * VECF_N);
  }

  float lanes[VECF_N];
  vecf_store(lanes, (s0 + s1) + (s2 + s3));
  float sum = 0.0F;
  for (size_t k = 0; k < VECF_N; ++k) {
    sum += lanes[k];
  }
  for (; i < n; ++i) {
    sum += (float)a[i] * b[i];
  }
  return sum;
}

static void
dot_rows_i8(const void *const *rows,
            size_t n_rows,
            const float *b,
            size_t n,
            float *out)
{
  for (size_t i = 0; i < n_rows; ++i) {
    out[i] =
        dot_i8((const int8_t *)rows[i], b, n, ahead_of_row(rows, n_rows, i, n));
  }
}

/* ---- Pairs ---- */

#define KERNEL_PAIR_STEP(k, load_a, load_b)                                    \
  do {                                                                         \
    const vec x = load_a;                                                      \
    const vec y = load_b;                                                      \
    d##k = vec_fma(x, y, d##k);                                                \
    p##k = vec_fma(x, x, p##k);                                                \
    q##k = vec_fma(y, y, q##k);                                                \
  } while (0)

// Two accumulators for each of the sums: more would not fit the registers of
// AVX2, and six of them hide the latency as well
#define KERNEL_PAIR(name, type, format)                                        \
  static tercet_pair_result name##_block(                                      \
      const type *a, const type *b, size_t n, bool fetches)                    \
  {                                                                            \
    vec d0 = vec_zero(), d1 = vec_zero();                                      \
    vec p0 = vec_zero(), p1 = vec_zero();                                      \
    vec q0 = vec_zero(), q1 = vec_zero();                                      \
    size_t i = 0;                                                              \
    for (; i + KERNEL_STEP <= n; i += KERNEL_STEP) {                           \
      if (fetches) {                                                           \
        const size_t offset = i * sizeof(type);                                \
        fetch_ahead(ahead_of(a), offset, KERNEL_STEP * sizeof(type));          \
        fetch_ahead(ahead_of(b), offset, KERNEL_STEP * sizeof(type));          \
      }                                                                        \
      for (size_t k = i; k < i + KERNEL_STEP; k += 2U * VEC_N) {               \
        KERNEL_PAIR_STEP(                                                      \
            0, vec_load_##format(a + k), vec_load_##format(b + k));            \
        KERNEL_PAIR_STEP(1,                                                    \
                         vec_load_##format(a + k + VEC_N),                     \
                         vec_load_##format(b + k + VEC_N));                    \
      }                                                                        \
    }                                                                          \
    for (; i + VEC_N <= n; i += VEC_N) {                                       \
      KERNEL_PAIR_STEP(0, vec_load_##format(a + i), vec_load_##format(b + i)); \
    }                                                                          \
    if (i < n) {                                                               \
      KERNEL_PAIR_STEP(1,                                                      \
                       vec_tail_##format(a + i, n - i),                        \
                       vec_tail_##format(b + i, n - i));                       \
    }                                                                          \
    return (tercet_pair_result){                                               \
        .dot = vec_sum(vec_add(d0, d1)),                                       \
        .aa = vec_sum(vec_add(p0, p1)),                                        \
        .bb = vec_sum(vec_add(q0, q1)),                                        \
    };                                                                         \
  }                                                                            \
  static void name(                                                            \
      const type *a, const type *b, size_t n, tercet_pair_result *out)         \
  {                                                                            \
    if (n <= KERNEL_BLOCK) {                                                   \
      *out = name##_block(a, b, n, false);                                     \
      return;                                                                  \
    }                                                                          \
    compensated_sum dot = {0, 0};                                              \
    compensated_sum aa = {0, 0};                                               \
    compensated_sum bb = {0, 0};                                               \
    for (size_t i = 0; i < n; i += KERNEL_BLOCK) {                             \
      const size_t n_now = n - i < KERNEL_BLOCK ? n - i : KERNEL_BLOCK;        \
      const tercet_pair_result part = name##_block(a + i, b + i, n_now, true); \
      compensated_add(&dot, part.dot);                                         \
      compensated_add(&aa, part.aa);                                           \
      compensated_add(&bb, part.bb);                                           \
    }                                                                          \
    out->dot = compensated_value(&dot);                                        \
    out->aa = compensated_value(&aa);                                          \
    out->bb = compensated_value(&bb);                                          \
  }

KERNEL_PAIR(pair_f32, float, f32)
KERNEL_PAIR(pair_f64, double, f64)
KERNEL_PAIR(pair_f16, uint16_t, f16)

/* ---- Distances ---- */

#define KERNEL_DISTANCE_STEP(k, load_a, load_b)                                \
  do {                                                                         \
    const vec x = vec_subtract(load_a, load_b);                                \
    s##k = vec_fma(x, x, s##k);                                                \
  } while (0)

#define KERNEL_DISTANCE(name, rows_name, type, format)                         \
  static double name##_block(                                                  \
      const type *a, const double *b, size_t n, ahead to)                      \
  {                                                                            \
    vec s0 = vec_zero(), s1 = vec_zero(), s2 = vec_zero(), s3 = vec_zero();    \
    size_t i = 0;                                                              \
    for (; i + KERNEL_STEP <= n; i += KERNEL_STEP) {                           \
      const type *const p = a + i;                                             \
      const double *const r = b + i;                                           \
      if (to.later) {                                                          \
        fetch_ahead(to, i * sizeof(type), KERNEL_STEP * sizeof(type));         \
      }                                                                        \
      KERNEL_DISTANCE_STEP(0, vec_load_##format(p), vec_load_f64(r));          \
      KERNEL_DISTANCE_STEP(                                                    \
          1, vec_load_##format(p + VEC_N), vec_load_f64(r + VEC_N));           \
      KERNEL_DISTANCE_STEP(                                                    \
          2, vec_load_##format(p + 2U * VEC_N), vec_load_f64(r + 2U * VEC_N)); \
      KERNEL_DISTANCE_STEP(                                                    \
          3, vec_load_##format(p + 3U * VEC_N), vec_load_f64(r + 3U * VEC_N)); \
    }                                                                          \
    for (; i + VEC_N <= n; i += VEC_N) {                                       \
      KERNEL_DISTANCE_STEP(0, vec_load_##format(a + i), vec_load_f64(b + i));  \
    }                                                                          \
    if (i < n) {                                                               \
      KERNEL_DISTANCE_STEP(                                                    \
          1, vec_tail_##format(a + i, n - i), vec_tail_f64(b + i, n - i));     \
    }                                                                          \
    return vec_sum(vec_add(vec_add(s0, s1), vec_add(s2, s3)));                 \
  }                                                                            \
  static double name(const type *a, const double *b, size_t n)                 \
  {                                                                            \
    if (n <= KERNEL_BLOCK) {                                                   \
      return name##_block(a, b, n, ahead_nothing);                             \
    }                                                                          \
    compensated_sum total = {0, 0};                                            \
    for (size_t i = 0; i < n; i += KERNEL_BLOCK) {                             \
      const size_t n_now = n - i < KERNEL_BLOCK ? n - i : KERNEL_BLOCK;        \
      compensated_add(&total,                                                  \
                      name##_block(a + i, b + i, n_now, ahead_of(a + i)));     \
    }                                                                          \
    return compensated_value(&total);                                          \
  }                                                                            \
  static void rows_name(const void *const *rows,                               \
                        size_t n_rows,                                         \
                        const double *b,                                       \
                        size_t n,                                              \
                        double *out)                                           \
  {                                                                            \
    for (size_t i = 0; i < n_rows; ++i) {                                      \
      out[i] =                                                                 \
          n > KERNEL_BLOCK                                                     \
              ? name((const type *)rows[i], b, n)                              \
              : name##_block((const type *)rows[i],                            \
                             b,                                                \
                             n,                                                \
                             ahead_of_row(rows, n_rows, i, n * sizeof(type))); \
    }                                                                          \
  }

KERNEL_DISTANCE(distance_f32, distance_rows_f32, float, f32)
KERNEL_DISTANCE(distance_f64, distance_rows_f64, double, f64)
KERNEL_DISTANCE(distance_f16, distance_rows_f16, uint16_t, f16)

/* ---- Elementwise ---- */

// Plain stores also for large results: they are written to new pages, which
// the system has just cleared and which are still in the caches.  Stores past
// the caches were slower there by a fifth.

#define KERNEL_BINARY(name, op, type, n_lanes, load, store)                    \
  static void name(const type *a, const type *b, type *out, size_t n)          \
  {                                                                            \
    size_t i = 0;                                                              \
    for (; i + 2U * n_lanes <= n; i += 2U * n_lanes) {                         \
      store(out + i, load(a + i) op load(b + i));                              \
      store(out + i + n_lanes,                                                 \
            load(a + i + n_lanes) op load(b + i + n_lanes));                   \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      out[i] = a[i] op b[i];                                                   \
    }                                                                          \
  }

KERNEL_BINARY(add_f32, +, float, VECF_N, vecf_load, vecf_store)
KERNEL_BINARY(subtract_f32, -, float, VECF_N, vecf_load, vecf_store)
KERNEL_BINARY(multiply_f32, *, float, VECF_N, vecf_load, vecf_store)
KERNEL_BINARY(divide_f32, /, float, VECF_N, vecf_load, vecf_store)
KERNEL_BINARY(add_f64, +, double, VEC_N, vec_load_f64, vec_store)
KERNEL_BINARY(subtract_f64, -, double, VEC_N, vec_load_f64, vec_store)
KERNEL_BINARY(multiply_f64, *, double, VEC_N, vec_load_f64, vec_store)
KERNEL_BINARY(divide_f64, /, double, VEC_N, vec_load_f64, vec_store)

/* ---- Extremes ---- */

#define KERNEL_PICK(name, op, type)                                            \
  static inline type name(type a, type b)                                      \
  {                                                                            \
    return (b op a || b != b) ? b : a;                                         \
  }

KERNEL_PICK(greater_f32, >, float)
KERNEL_PICK(less_f32, <, float)
KERNEL_PICK(greater_f64, >, double)
KERNEL_PICK(less_f64, <, double)

#define KERNEL_EXTREME(                                                        \
    name, rows_name, type, vector, n_lanes, load, store, pick, pick_one)       \
  static type name(const type *a, size_t n)                                    \
  {                                                                            \
    type best = a[0];                                                          \
    size_t i = 0;                                                              \
    if (n >= 4U * n_lanes) {                                                   \
      const size_t run = RUN(type);                                            \
      vector m0 = load(a);                                                     \
      vector m1 = m0;                                                          \
      vector m2 = m0;                                                          \
      vector m3 = m0;                                                          \
      for (; i + 4U * run <= n; i += 4U * run) {                               \
        for (size_t j = i; j < i + run; j += CACHE_LINE / sizeof(type)) {      \
          fetch_runs(a + j);                                                   \
          for (size_t k = j; k < j + CACHE_LINE / sizeof(type);                \
               k += n_lanes) {                                                 \
            m0 = pick(m0, load(a + k));                                        \
            m1 = pick(m1, load(a + k + run));                                  \
            m2 = pick(m2, load(a + k + 2U * run));                             \
            m3 = pick(m3, load(a + k + 3U * run));                             \
          }                                                                    \
        }                                                                      \
      }                                                                        \
      for (; i + 4U * n_lanes <= n; i += 4U * n_lanes) {                       \
        m0 = pick(m0, load(a + i));                                            \
        m1 = pick(m1, load(a + i + n_lanes));                                  \
        m2 = pick(m2, load(a + i + 2U * n_lanes));                             \
        m3 = pick(m3, load(a + i + 3U * n_lanes));                             \
      }                                                                        \
      type lanes[n_lanes];                                                     \
      store(lanes, pick(pick(m0, m1), pick(m2, m3)));                          \
      for (size_t j = 0; j < n_lanes; ++j) {                                   \
        best = pick_one(best, lanes[j]);                                       \
      }                                                                        \
    }                                                                          \
    for (; i < n; ++i) {                                                       \
      best = pick_one(best, a[i]);                                             \
    }                                                                          \
    return best;                                                               \
  }                                                                            \
  static void rows_name(                                                       \
      type *best, const type *rows, int64_t stride, size_t n_rows, size_t n)   \
  {                                                                            \
    const char *in = (const char *)rows;                                       \
    const size_t line = CACHE_LINE / sizeof(type);                             \
    size_t i = 0;                                                              \
    for (; i + line <= n; i += line) {                                         \
      fetch_rows(in + i * sizeof(type),                                        \
                 stride,                                                       \
                 n_rows,                                                       \
                 (n - i) * sizeof(type),                                       \
                 n * sizeof(type));                                            \
      for (size_t k = i; k < i + line; k += n_lanes) {                         \
        const char *row = in + k * sizeof(type);                               \
        vector m0 = load(best + k);                                            \
        for (size_t j = 0; j < n_rows; ++j, row += stride) {                   \
          m0 = pick(m0, load((const type *)(const void *)row));                \
        }                                                                      \
        store(best + k, m0);                                                   \
      }                                                                        \
    }                                                                          \
    for (size_t j = 0; j < n_rows; ++j, in += stride) {                        \
      for (size_t k = i; k < n; ++k) {                                         \
        best[k] = pick_one(best[k], ((const type *)(const void *)in)[k]);      \
      }                                                                        \
    }                                                                          \
  }

#define KERNEL_EXTREME_F32(name, rows_name, pick, pick_one)                    \
  KERNEL_EXTREME(name,                                                         \
                 rows_name,                                                    \
                 float,                                                        \
                 vecf,                                                         \
                 VECF_N,                                                       \
                 vecf_load,                                                    \
                 vecf_store,                                                   \
                 pick,                                                         \
                 pick_one)
#define KERNEL_EXTREME_F64(name, rows_name, pick, pick_one)                    \
  KERNEL_EXTREME(name,                                                         \
                 rows_name,                                                    \
                 double,                                                       \
                 vec,                                                          \
                 VEC_N,                                                        \
                 vec_load_f64,                                                 \
                 vec_store,                                                    \
                 pick,                                                         \
                 pick_one)

KERNEL_EXTREME_F32(max_f32, max_rows_f32, vecf_greater, greater_f32)
KERNEL_EXTREME_F32(min_f32, min_rows_f32, vecf_less, less_f32)
KERNEL_EXTREME_F64(max_f64, max_rows_f64, vec_greater, greater_f64)
KERNEL_EXTREME_F64(min_f64, min_rows_f64, vec_less, less_f64)

/* ---- Conversions ---- */

static void
f16_to_f32(const uint16_t *in, float *out, size_t n)
{
  size_t i = 0;
  for (; i + VECF_N <= n; i += VECF_N) {
    convert_f16_f32(in + i, out + i);
  }
  convert_f16_f32_tail(in + i, out + i, n - i);
}

static void
f32_to_f16(const float *in, uint16_t *out, size_t n)
{
  size_t i = 0;
  for (; i + VECF_N <= n; i += VECF_N) {
    convert_f32_f16(in + i, out + i);
  }
  convert_f32_f16_tail(in + i, out + i, n - i);
}

static void
f32_to_f64(const float *in, double *out, size_t n)
{
  size_t i = 0;
  for (; i + VEC_N <= n; i += VEC_N) {
    vec_store(out + i, vec_load_f32(in + i));
  }
  for (; i < n; ++i) {
    out[i] = (double)in[i];
  }
}

/* ---- Sums of rows ---- */

#include "array/kernel/kernel_rows.h"

// clang-format off: it would fill the lines
#define KERNEL_TABLE(table_name)                                               \
  {                                                                            \
    .name = table_name, .dot_f32 = dot_f32, .dot_f64 = dot_f64,                \
    .dot_f16 = dot_f16, .dot_rows_f32 = dot_rows_f32,                          \
    .dot_rows_f64 = dot_rows_f64, .dot_rows_f16 = dot_rows_f16,                \
    .pair_f32 = pair_f32, .pair_f64 = pair_f64, .pair_f16 = pair_f16,          \
    .dot_rows_i8 = dot_rows_i8, .distance_f32 = distance_f32,                  \
    .distance_f64 = distance_f64, .distance_f16 = distance_f16,                \
    .distance_rows_f32 = distance_rows_f32,                                    \
    .distance_rows_f64 = distance_rows_f64,                                    \
    .distance_rows_f16 = distance_rows_f16, .sum_f32 = sum_f32,                \
    .sum_f64 = sum_f64, .prod_f32 = prod_f32, .prod_f64 = prod_f64,            \
    .sum_abs_f32 = sum_abs_f32, .sum_abs_f64 = sum_abs_f64,                    \
    .sum_squares_f32 = sum_squares_f32, .sum_squares_f64 = sum_squares_f64,    \
    .moments_f32 = moments_f32, .moments_f64 = moments_f64,                    \
    .moments_rows_f32 = moments_rows_f32,                                      \
    .moments_rows_f64 = moments_rows_f64,                                      \
    .binary_f32 = {add_f32, subtract_f32, multiply_f32, divide_f32},           \
    .binary_f64 = {add_f64, subtract_f64, multiply_f64, divide_f64},           \
    .max_f32 = max_f32, .min_f32 = min_f32, .max_f64 = max_f64,                \
    .min_f64 = min_f64, .max_rows_f32 = max_rows_f32,                          \
    .min_rows_f32 = min_rows_f32, .max_rows_f64 = max_rows_f64,                \
    .min_rows_f64 = min_rows_f64, .f16_to_f32 = f16_to_f32,                    \
    .f32_to_f16 = f32_to_f16, .f32_to_f64 = f32_to_f64,                        \
    .add_rows_f32 = add_rows_f32, .add_rows_f64 = add_rows_f64,                \
    .add_moments_f32 = add_moments_f32, .add_moments_f64 = add_moments_f64,    \
  }
// clang-format on
