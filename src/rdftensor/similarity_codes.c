// SPDX-License-Identifier: Apache-2.0

/**
   Between which numbers a similarity lies, from the codes of tensors.

   A tensor x is scale * codes + r with a known bound of |r|, and the query is
   |q| times a vector d of length 1, rounded to float32.  So

       x . q = |q| (scale * (codes . d) + r . d)

   where |r . d| is at most |r|, and the product of n terms in float32 is wrong
   by no more than n u / (1 - n u) of |scale * codes| |d|, with u = 2^-24 (see
   similarity_product.c).  The length of scale * codes is at most |x| + |r|.
*/

#include "rdftensor/rdftensor_internal.h"

#include "base/allocator.h"
#include "base/float32_bound.h"

#include <math.h>

/// What the rounding of float64 numbers adds: to the score, and here
#define SLACK 1e-9

/// Codes that go to the kernel at once
#define CHUNK_ROWS 256U

typedef struct {
  tercet_measure measure;
  size_t n;
  double length;   ///< Of the query
  double relative; ///< Error of a product
  const float *direction;
} prepared_query;

/// Turn products of codes with the direction into bounds
static void
bound_chunk(const prepared_query *q,
            const tercet_tensor_code *const *codes,
            const float *products,
            size_t n,
            double *low,
            double *high)
{
  for (size_t i = 0; i < n; ++i) {
    const tercet_tensor_code *const code = codes[i];
    const double length = sqrt(code->squares);
    const double error = (double)code->error;
    const double product = (double)code->scale * (double)products[i];
    const double off = error + q->relative * (length + error);
    if (!isfinite(code->error)) {
      low[i] = -(double)INFINITY;
      high[i] = (double)INFINITY;
    } else if (q->measure == TERCET_COSINE) {
      low[i] = (product - off) / length - SLACK;
      high[i] = (product + off) / length + SLACK;
    } else {
      const double sum = code->squares + q->length * q->length;
      const double slack = SLACK * sum;
      const double least = sum - 2.0 * q->length * (product + off) - slack;
      const double most = sum - 2.0 * q->length * (product - off) + slack;
      low[i] = sqrt(least > 0.0 ? least : 0.0) * (1.0 - SLACK);
      high[i] = sqrt(most > 0.0 ? most : 0.0) * (1.0 + SLACK);
    }
  }
}

/// Set the direction of a query; false if it has none that is safe
static bool
prepare(prepared_query *q, const double *elements, float *direction)
{
  const double squares = tercet_kernels()->sum_squares_f64(elements, q->n);
  if (!tercet_float32_is_safe(squares)) {
    return false;
  }

  // Rounding the direction and its length adds less than 8 units
  const double n_units = (double)q->n * TERCET_FLOAT32_UNIT;
  q->relative = n_units / (1.0 - n_units) + 8.0 * TERCET_FLOAT32_UNIT;
  q->length = sqrt(squares);
  for (size_t i = 0; i < q->n; ++i) {
    direction[i] = (float)(elements[i] / q->length);
  }
  q->direction = direction;
  return true;
}

bool
tercet_similarity_enclose(const tercet_function *self,
                          const tercet_tensor_type *type,
                          const void *query,
                          const tercet_tensor_code *const *codes,
                          size_t n_codes,
                          double *low,
                          double *high)
{
  prepared_query q = {.measure = *(const tercet_measure *)self->data,
                      .n = (size_t)type->n_elements};
  double *const elements = (double *)tercet_allocate_array(
      NULL, q.n + 1U, sizeof(double) + sizeof(float));
  if (!elements) {
    return false;
  }
  tercet_elements_to_f64(type->dtype, query, q.n, elements);
  const bool is_known = prepare(&q, elements, (float *)(elements + q.n));

  for (size_t i = 0; is_known && i < n_codes; i += CHUNK_ROWS) {
    const size_t n = n_codes - i < CHUNK_ROWS ? n_codes - i : CHUNK_ROWS;
    const void *rows[CHUNK_ROWS];
    float products[CHUNK_ROWS];
    for (size_t k = 0; k < n; ++k) {
      rows[k] = codes[i + k]->codes;
    }
    tercet_kernels()->dot_rows_i8(rows, n, q.direction, q.n, products);
    bound_chunk(&q, codes + i, products, n, low + i, high + i);
  }
  tercet_release(NULL, elements);
  return is_known;
}
