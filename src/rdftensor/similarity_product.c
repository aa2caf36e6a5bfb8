// SPDX-License-Identifier: Apache-2.0

/**
   Similarities from products of float32 vectors, with bounds of their errors.

   Let u be 2^-24, the most that rounding to float32 changes a number in
   proportion, and n the number of elements.  However a product of two vectors
   is summed up, each of its terms is rounded n times at the most, so that it is
   wrong by no more than n u / (1 - n u) |x| |y| (Higham, Accuracy and Stability
   of Numerical Algorithms, 3.1).

   The cosine is the product of vectors of length 1.  Scaling them rounds each
   element twice, which adds 4 u, and comparing the product with a sum of
   float32 numbers adds a few more.

   Of the distance d, t = -d^2 / 2 = x . y - |x|^2 / 2 - |y|^2 / 2.  The offset
   of a vector is half its square, and |x| |y| is at most the sum of the two
   offsets.

   Sixteen more u cover what is rounded besides the terms, and the rounding of
   the score itself, which is computed in float64.  Vectors that are so long or
   so short that float32 numbers could run over or under are left in doubt.
*/

#include "rdftensor/rdftensor_internal.h"

#include "base/float32_bound.h"

#include <math.h>

/// Elements for which the bound holds by far: it grows with their number
#define MOST_ELEMENTS ((int64_t)1 << 20U)

/// Elements that are converted at a time
#define BLOCK 256U

static bool
takes(const tercet_tensor_type *type)
{
  return type->n_elements > 0 && type->n_elements <= MOST_ELEMENTS;
}

/// Convert some elements to float64
static size_t
convert_block(const tercet_tensor_type *type,
              const void *row,
              size_t first,
              double out[BLOCK])
{
  const size_t left = (size_t)type->n_elements - first;
  const size_t n = left < BLOCK ? left : BLOCK;
  const char *const at =
      (const char *)row + first * tercet_dtype_size(type->dtype);
  tercet_elements_to_f64(type->dtype, at, n, out);
  return n;
}

static double
sum_squares(const tercet_tensor_type *type, const void *row)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  const size_t n = (size_t)type->n_elements;
  if (type->dtype == TERCET_DTYPE_F32) {
    return kernels->sum_squares_f32((const float *)row, n);
  }
  if (type->dtype == TERCET_DTYPE_F64) {
    return kernels->sum_squares_f64((const double *)row, n);
  }

  double block[BLOCK];
  double sum = 0.0;
  for (size_t i = 0; i < n; i += BLOCK) {
    sum += kernels->sum_squares_f64(block, convert_block(type, row, i, block));
  }
  return sum;
}

/// Set `out` to the elements times a factor
static void
scale(const tercet_tensor_type *type,
      const void *row,
      double factor,
      float *out)
{
  const size_t n = (size_t)type->n_elements;
  if (type->dtype == TERCET_DTYPE_F32) {
    const float *const elements = (const float *)row;
    const float narrow = (float)factor;
    for (size_t i = 0; i < n; ++i) {
      out[i] = elements[i] * narrow;
    }
    return;
  }

  double block[BLOCK];
  for (size_t i = 0; i < n; i += BLOCK) {
    const size_t n_now = convert_block(type, row, i, block);
    for (size_t k = 0; k < n_now; ++k) {
      out[i + k] = (float)(block[k] * factor);
    }
  }
}

static void
pack(const tercet_function *self,
     const tercet_tensor_type *type,
     const void *row,
     float *vector,
     double *offset,
     double *error)
{
  const bool is_cosine = *(const tercet_measure *)self->data == TERCET_COSINE;
  const double squares = sum_squares(type, row);
  const bool is_zero = !is_cosine && squares <= 0.0;
  *offset = 0.0;
  *error = 0.0;
  if (!is_zero && !tercet_float32_is_safe(squares)) {
    memset(vector, 0, (size_t)type->n_elements * sizeof(float));
    *error = (double)INFINITY;
    return;
  }

  const double n_units = (double)type->n_elements * TERCET_FLOAT32_UNIT;
  const double relative =
      n_units / (1.0 - n_units) + 16.0 * TERCET_FLOAT32_UNIT;
  scale(type, row, is_cosine ? 1.0 / sqrt(squares) : 1.0, vector);
  *offset = is_cosine ? 0.0 : 0.5 * squares;
  *error = relative * (is_cosine ? 0.5 : *offset);
}

static double
score(const tercet_function *self, double t)
{
  return *(const tercet_measure *)self->data == TERCET_COSINE
             ? t
             : sqrt(t < 0.0 ? -2.0 * t : 0.0);
}

const tercet_score_product tercet_similarity_product = {takes, pack, score};
