// SPDX-License-Identifier: Apache-2.0

/**
   The inner loops over contiguous elements, one table per instruction set.

   tercet_kernels() returns the best table that this processor runs; it is
   chosen once, at the first call, from any thread.  TERCET_ISA in the
   environment (portable, avx2, avx512) lowers the choice, for tests.
*/

#ifndef TERCET_ARRAY_KERNEL_KERNEL_H
#define TERCET_ARRAY_KERNEL_KERNEL_H

#include <tercet/tensor.h>

/// Sums that the similarity functions need, all in float64
typedef struct {
  double dot; ///< Sum of a[i] * b[i]
  double aa;  ///< Sum of a[i] * a[i]
} tercet_dot_result;

/// The same of two vectors
typedef struct {
  double dot; ///< Sum of a[i] * b[i]
  double aa;  ///< Sum of a[i] * a[i]
  double bb;  ///< Sum of b[i] * b[i]
} tercet_pair_result;

/// Sums for the mean and the variance, in float64
typedef struct {
  double distances; ///< Sum of a[i] - shift
  double squares;   ///< Sum of (a[i] - shift)^2
} tercet_moment_sums;

typedef struct {
  const char *name; ///< "portable", "avx2" or "avx512"

  /// Dot product of a float32 row with a float64 vector, and the row's own
  /// square, in one pass, accumulated in float64
  void (*dot_f32)(const float *a,
                  const double *b,
                  size_t n,
                  tercet_dot_result *out);
  void (*dot_f64)(const double *a,
                  const double *b,
                  size_t n,
                  tercet_dot_result *out);
  void (*dot_f16)(const uint16_t *a,
                  const double *b,
                  size_t n,
                  tercet_dot_result *out);

  /// The same for many rows, which need not be neighbours: result i is that
  /// of row i.  Rows ahead are fetched into the caches, which is what makes a
  /// scan run at the speed of memory.
  void (*dot_rows_f32)(const void *const *rows,
                       size_t n_rows,
                       const double *b,
                       size_t n,
                       tercet_dot_result *out);
  void (*dot_rows_f64)(const void *const *rows,
                       size_t n_rows,
                       const double *b,
                       size_t n,
                       tercet_dot_result *out);
  void (*dot_rows_f16)(const void *const *rows,
                       size_t n_rows,
                       const double *b,
                       size_t n,
                       tercet_dot_result *out);

  /// Products of rows of bytes with a vector, summed up in float32
  void (*dot_rows_i8)(const void *const *rows,
                      size_t n_rows,
                      const float *b,
                      size_t n,
                      float *out);

  /// Dot product of two vectors of one type, and the squares of both, in one
  /// pass, accumulated in float64
  void (*pair_f32)(const float *a,
                   const float *b,
                   size_t n,
                   tercet_pair_result *out);
  void (*pair_f64)(const double *a,
                   const double *b,
                   size_t n,
                   tercet_pair_result *out);
  void (*pair_f16)(const uint16_t *a,
                   const uint16_t *b,
                   size_t n,
                   tercet_pair_result *out);

  /// Sum of (a[i] - b[i])^2, in float64
  double (*distance_f32)(const float *a, const double *b, size_t n);
  double (*distance_f64)(const double *a, const double *b, size_t n);
  double (*distance_f16)(const uint16_t *a, const double *b, size_t n);

  void (*distance_rows_f32)(const void *const *rows,
                            size_t n_rows,
                            const double *b,
                            size_t n,
                            double *out);
  void (*distance_rows_f64)(const void *const *rows,
                            size_t n_rows,
                            const double *b,
                            size_t n,
                            double *out);
  void (*distance_rows_f16)(const void *const *rows,
                            size_t n_rows,
                            const double *b,
                            size_t n,
                            double *out);

  /// Sums in float64, blocked so that the error does not grow with n
  double (*sum_f32)(const float *a, size_t n);
  double (*sum_f64)(const double *a, size_t n);
  double (*sum_abs_f32)(const float *a, size_t n);
  double (*sum_abs_f64)(const double *a, size_t n);
  double (*sum_squares_f32)(const float *a, size_t n);
  double (*sum_squares_f64)(const double *a, size_t n);

  /// Products in float64
  double (*prod_f32)(const float *a, size_t n);
  double (*prod_f64)(const double *a, size_t n);

  /// Distances from `shift`, not blocked: for a few thousand elements
  tercet_moment_sums (*moments_f32)(const float *a, size_t n, double shift);
  tercet_moment_sums (*moments_f64)(const double *a, size_t n, double shift);

  /// Add to distances[i] and squares[i] those of element i of rows that are
  /// `stride` bytes apart from shifts[i]
  void (*moments_rows_f32)(double *distances,
                           double *squares,
                           const double *shifts,
                           const float *rows,
                           int64_t stride,
                           size_t n_rows,
                           size_t n);
  void (*moments_rows_f64)(double *distances,
                           double *squares,
                           const double *shifts,
                           const double *rows,
                           int64_t stride,
                           size_t n_rows,
                           size_t n);

  /// out[i] = a[i] op b[i]; add, subtract, multiply, divide in this order
  void (*binary_f32[4])(const float *a, const float *b, float *out, size_t n);
  void (*binary_f64[4])(const double *a,
                        const double *b,
                        double *out,
                        size_t n);

  /// The greatest and the least of `n` > 0 elements, NaN if one is
  float (*max_f32)(const float *a, size_t n);
  float (*min_f32)(const float *a, size_t n);
  double (*max_f64)(const double *a, size_t n);
  double (*min_f64)(const double *a, size_t n);

  /// Set best[i] to the greatest or the least of it and of element i of rows
  /// that are `stride` bytes apart, NaN if one is
  void (*max_rows_f32)(
      float *best, const float *rows, int64_t stride, size_t n_rows, size_t n);
  void (*min_rows_f32)(
      float *best, const float *rows, int64_t stride, size_t n_rows, size_t n);
  void (*max_rows_f64)(double *best,
                       const double *rows,
                       int64_t stride,
                       size_t n_rows,
                       size_t n);
  void (*min_rows_f64)(double *best,
                       const double *rows,
                       int64_t stride,
                       size_t n_rows,
                       size_t n);

  /// Conversions
  void (*f16_to_f32)(const uint16_t *in, float *out, size_t n);
  void (*f32_to_f16)(const float *in, uint16_t *out, size_t n);
  void (*f32_to_f64)(const float *in, double *out, size_t n);

  /// Add element i of rows to sums[i], as compensated_add() does with the error
  /// in errors[i]
  void (*add_rows_f32)(const void *const *rows,
                       size_t n_rows,
                       size_t n,
                       double *sums,
                       double *errors);
  void (*add_rows_f64)(const void *const *rows,
                       size_t n_rows,
                       size_t n,
                       double *sums,
                       double *errors);

  /// Add the difference of element i of rows to origin[i], and its square:
  /// `sums` are those of the differences, their errors, those of the squares,
  /// and their errors
  void (*add_moments_f32)(const void *const *rows,
                          size_t n_rows,
                          size_t n,
                          const double *origin,
                          double *const sums[4]);
  void (*add_moments_f64)(const void *const *rows,
                          size_t n_rows,
                          size_t n,
                          const double *origin,
                          double *const sums[4]);
} tercet_kernel_table;

/// Return the table for this processor
const tercet_kernel_table *
tercet_kernels(void);

/// Return the table of that name, or NULL if this build or processor lacks it
const tercet_kernel_table *
tercet_kernels_named(const char *name);

#endif // TERCET_ARRAY_KERNEL_KERNEL_H
