// SPDX-License-Identifier: Apache-2.0

/**
   Sums of rows, element by element, that carry what rounding took from them;
   included by kernel_loops.h.

   Some rows are added to a vector of sums before it goes back to memory.  Each
   element sees the rows in their order, so that the width of vectors does not
   change a bit.
*/

/// Rows that are added between two accesses to the sums
#define ROWS_STEP 8U

/// Like compensated_add()
static inline void
vec_compensated_add(vec *sum, vec *error, vec x)
{
  const vec next = vec_add(*sum, x);
  const vec part = vec_subtract(next, *sum);
  *error = vec_add(*error,
                   vec_add(vec_subtract(*sum, vec_subtract(next, part)),
                           vec_subtract(x, part)));
  *sum = next;
}

/// Return what rounding took from the square of `a`
static inline vec
vec_square_error(vec a, vec square)
{
#if defined(__FMA__)
  return vec_fma(a, a, vec_subtract(vec_zero(), square));
#else
  vec error = vec_zero();
  for (size_t i = 0; i < VEC_N; ++i) {
    error[i] = fma(a[i], a[i], -square[i]);
  }
  return error;
#endif
}

/// Fetch the place in the row that is added after the next ones
static inline void
fetch_row(const void *const *rows, size_t n_rows, size_t row, size_t offset)
{
  if (row + ROWS_STEP < n_rows) {
    __builtin_prefetch(
        (const char *)((uintptr_t)rows[row + ROWS_STEP] + offset), 0, 2);
  }
}

#define KERNEL_ADD_ROWS(name, type, format)                                    \
  static void name(const void *const *rows,                                    \
                   size_t n_rows,                                              \
                   size_t n,                                                   \
                   double *sums,                                               \
                   double *errors)                                             \
  {                                                                            \
    for (size_t first = 0; first < n_rows; first += ROWS_STEP) {               \
      const size_t end =                                                       \
          n_rows - first < ROWS_STEP ? n_rows : first + ROWS_STEP;             \
      size_t i = 0;                                                            \
      for (; i + 2U * VEC_N <= n; i += 2U * VEC_N) {                           \
        vec sum = vec_load_f64(sums + i);                                      \
        vec error = vec_load_f64(errors + i);                                  \
        vec sum2 = vec_load_f64(sums + i + VEC_N);                             \
        vec error2 = vec_load_f64(errors + i + VEC_N);                         \
        for (size_t row = first; row < end; ++row) {                           \
          const type *const at = (const type *)rows[row] + i;                  \
          fetch_row(rows, n_rows, row, i * sizeof(type));                      \
          vec_compensated_add(&sum, &error, vec_load_##format(at));            \
          vec_compensated_add(&sum2, &error2, vec_load_##format(at + VEC_N));  \
        }                                                                      \
        vec_store(sums + i, sum);                                              \
        vec_store(errors + i, error);                                          \
        vec_store(sums + i + VEC_N, sum2);                                     \
        vec_store(errors + i + VEC_N, error2);                                 \
      }                                                                        \
      for (; i < n; ++i) {                                                     \
        compensated_sum total = {sums[i], errors[i]};                          \
        for (size_t row = first; row < end; ++row) {                           \
          compensated_add(&total, (double)((const type *)rows[row])[i]);       \
        }                                                                      \
        sums[i] = total.sum;                                                   \
        errors[i] = total.error;                                               \
      }                                                                        \
    }                                                                          \
  }

KERNEL_ADD_ROWS(add_rows_f32, float, f32)
KERNEL_ADD_ROWS(add_rows_f64, double, f64)

/* ---- Moments ---- */

/// Differences to an origin and their squares: sums and errors of both
typedef struct {
  vec first;
  vec first_error;
  vec second;
  vec second_error;
} vec_moments;

static inline vec
vec_difference_error(vec a, vec b, vec difference)
{
  const vec part = vec_subtract(a, difference);
  return vec_add(vec_subtract(a, vec_add(difference, part)),
                 vec_subtract(part, b));
}

static inline void
vec_add_moments(vec_moments *m, vec x, vec origin)
{
  const vec difference = vec_subtract(x, origin);
  const vec error = vec_difference_error(x, origin, difference);
  const vec square = difference * difference;
  vec_compensated_add(&m->first, &m->first_error, difference);
  m->first_error = vec_add(m->first_error, error);
  vec_compensated_add(&m->second, &m->second_error, square);
  m->second_error = vec_add(m->second_error,
                            vec_add(vec_square_error(difference, square),
                                    vec_add(difference, difference) * error));
}

/// Rows whose moments are taken about their own mean: there is nothing to be
/// lost by rounding then, and half the work
#define MOMENTS_STEP 16U

/// Sums that are built side by side, which hides how long an addition takes
#define MOMENTS_LANES 4U

static inline vec
vec_add_lanes(const vec lanes[MOMENTS_LANES])
{
  return vec_add(vec_add(lanes[0], lanes[1]), vec_add(lanes[2], lanes[3]));
}

/// Add the moments of rows about `origin`, from those about their mean
static inline void
vec_add_block(vec_moments *m, const vec *x, vec origin)
{
  vec totals[MOMENTS_LANES];
  vec rests[MOMENTS_LANES];
  vec squares[MOMENTS_LANES];
  for (size_t i = 0; i < MOMENTS_LANES; ++i) {
    totals[i] = x[i];
    rests[i] = vec_zero();
    squares[i] = vec_zero();
  }
  for (size_t i = MOMENTS_LANES; i < MOMENTS_STEP; ++i) {
    totals[i % MOMENTS_LANES] = vec_add(totals[i % MOMENTS_LANES], x[i]);
  }
  const vec mean = vec_add_lanes(totals) * (1.0 / MOMENTS_STEP);
  for (size_t i = 0; i < MOMENTS_STEP; ++i) {
    const size_t lane = i % MOMENTS_LANES;
    const vec difference = vec_subtract(x[i], mean);
    rests[lane] = vec_add(rests[lane], difference);
    squares[lane] = vec_add(squares[lane], difference * difference);
  }

  const vec rest = vec_add_lanes(rests);
  const double n = MOMENTS_STEP;
  const vec shift = vec_subtract(mean, origin);
  const vec error = vec_difference_error(mean, origin, shift);
  const vec square = shift * shift;
  const vec cross = shift * rest; // The rest is next to nothing
  vec_compensated_add(&m->first, &m->first_error, shift * n);
  m->first_error = vec_add(m->first_error, vec_add(error * n, rest));
  vec_compensated_add(&m->second, &m->second_error, square * n);
  vec_compensated_add(&m->second, &m->second_error, vec_add_lanes(squares));
  m->second_error =
      vec_add(m->second_error,
              vec_add(vec_square_error(shift, square) * n,
                      vec_add(cross, cross) + (shift * error) * (2.0 * n)));
}

static inline vec_moments
vec_load_moments(double *const sums[4], size_t i)
{
  return (vec_moments){vec_load_f64(sums[0] + i),
                       vec_load_f64(sums[1] + i),
                       vec_load_f64(sums[2] + i),
                       vec_load_f64(sums[3] + i)};
}

static inline void
vec_store_moments(const vec_moments *m, double *const sums[4], size_t i)
{
  vec_store(sums[0] + i, m->first);
  vec_store(sums[1] + i, m->first_error);
  vec_store(sums[2] + i, m->second);
  vec_store(sums[3] + i, m->second_error);
}

/// Add up to MOMENTS_STEP rows of VEC_N elements, which `load` gets from an
/// address: all together, or fewer one by one
#define ADD_MOMENTS(m, type, load, rows, n_rows, i, origin)                    \
  do {                                                                         \
    vec x[MOMENTS_STEP];                                                       \
    for (size_t k = 0; n_rows == MOMENTS_STEP && k < MOMENTS_STEP; ++k) {      \
      x[k] = load((const type *)rows[k] + i);                                  \
    }                                                                          \
    if (n_rows == MOMENTS_STEP) {                                              \
      vec_add_block(m, x, origin);                                             \
    } else {                                                                   \
      for (size_t k = 0; k < n_rows; ++k) {                                    \
        vec_add_moments(m, load((const type *)rows[k] + i), origin);           \
      }                                                                        \
    }                                                                          \
  } while (0)

#define LOAD_TAIL_f32(p) vec_tail_f32(p, n_tail)
#define LOAD_TAIL_f64(p) vec_tail_f64(p, n_tail)

#define KERNEL_ADD_MOMENTS(name, type, format)                                 \
  static void name##_step(const void *const *rows,                             \
                          size_t n_rows,                                       \
                          const void *const *later,                            \
                          size_t n,                                            \
                          const double *origin,                                \
                          double *const sums[4])                               \
  {                                                                            \
    size_t i = 0;                                                              \
    for (; i + VEC_N <= n; i += VEC_N) {                                       \
      const bool fetches = later && i % (CACHE_LINE / sizeof(type)) == 0;      \
      for (size_t k = 0; fetches && k < MOMENTS_STEP; ++k) {                   \
        __builtin_prefetch((const type *)later[k] + i, 0, 2);                  \
      }                                                                        \
      vec_moments m = vec_load_moments(sums, i);                               \
      ADD_MOMENTS(&m,                                                          \
                  type,                                                        \
                  vec_load_##format,                                           \
                  rows,                                                        \
                  n_rows,                                                      \
                  i,                                                           \
                  vec_load_f64(origin + i));                                   \
      vec_store_moments(&m, sums, i);                                          \
    }                                                                          \
    if (i < n) {                                                               \
      const size_t n_tail = n - i;                                             \
      double room[4][VEC_N] = {{0}};                                           \
      double *const tails[4] = {room[0], room[1], room[2], room[3]};           \
      for (size_t k = 0; k < 4; ++k) {                                         \
        memcpy(room[k], sums[k] + i, n_tail * sizeof(double));                 \
      }                                                                        \
      vec_moments m = vec_load_moments(tails, 0);                              \
      const vec from = vec_tail_f64(origin + i, n_tail);                       \
      ADD_MOMENTS(&m, type, LOAD_TAIL_##format, rows, n_rows, i, from);        \
      vec_store_moments(&m, tails, 0);                                         \
      for (size_t k = 0; k < 4; ++k) {                                         \
        memcpy(sums[k] + i, room[k], n_tail * sizeof(double));                 \
      }                                                                        \
    }                                                                          \
  }                                                                            \
                                                                               \
  static void name(const void *const *rows,                                    \
                   size_t n_rows,                                              \
                   size_t n,                                                   \
                   const double *origin,                                       \
                   double *const sums[4])                                      \
  {                                                                            \
    size_t row = 0;                                                            \
    for (; row + MOMENTS_STEP <= n_rows; row += MOMENTS_STEP) {                \
      const void *const *const later = rows + row + MOMENTS_STEP;              \
      const bool has_later = row + 2U * MOMENTS_STEP <= n_rows;                \
      name##_step(rows + row,                                                  \
                  MOMENTS_STEP,                                                \
                  has_later ? later : NULL,                                    \
                  n,                                                           \
                  origin,                                                      \
                  sums);                                                       \
    }                                                                          \
    if (row < n_rows) {                                                        \
      name##_step(rows + row, n_rows - row, NULL, n, origin, sums);            \
    }                                                                          \
  }

KERNEL_ADD_MOMENTS(add_moments_f32, float, f32)
KERNEL_ADD_MOMENTS(add_moments_f64, double, f64)
