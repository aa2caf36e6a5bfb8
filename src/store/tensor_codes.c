// SPDX-License-Identifier: Apache-2.0

#include "store/tensor_codes.h"

#include "array/kernel/kernel.h"
#include "base/float32_bound.h"

#include <math.h>
#include <string.h>

/// Elements that are converted at a time
#define BLOCK 256U

bool
tercet_tensor_type_has_codes(const tercet_tensor_type *type)
{
  return (type->dtype == TERCET_DTYPE_F16 || type->dtype == TERCET_DTYPE_F32 ||
          type->dtype == TERCET_DTYPE_F64) &&
         type->n_elements >= TERCET_TENSOR_CODES_LEAST &&
         type->n_elements <= TERCET_TENSOR_CODES_MOST;
}

size_t
tercet_tensor_code_stride(const tercet_tensor_type *type)
{
  const size_t size = sizeof(tercet_tensor_code) + (size_t)type->n_elements;
  return (size + 15U) & ~(size_t)15U;
}

/// Set `out` to some elements in float32, rounded, and return how many
static size_t
narrow(const tercet_tensor_type *type, const void *row, size_t i, float *out)
{
  const size_t left = (size_t)type->n_elements - i;
  const size_t n = left < BLOCK ? left : BLOCK;
  if (type->dtype == TERCET_DTYPE_F32) {
    memcpy(out, (const float *)row + i, n * sizeof(float));
  } else if (type->dtype == TERCET_DTYPE_F16) {
    tercet_kernels()->f16_to_f32((const uint16_t *)row + i, out, n);
  } else {
    for (size_t k = 0; k < n; ++k) {
      out[k] = (float)((const double *)row)[i + k];
    }
  }
  return n;
}

/// Set the sum of the squares and return the greatest absolute value
static float
measure(const tercet_tensor_type *type, const void *row, double *squares)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  const size_t n = (size_t)type->n_elements;
  const bool is_f64 = type->dtype == TERCET_DTYPE_F64;
  float greatest = 0.0F;
  float block[BLOCK];
  *squares = is_f64 ? kernels->sum_squares_f64((const double *)row, n) : 0.0;
  for (size_t i = 0; i < n; i += BLOCK) {
    const size_t n_now = narrow(type, row, i, block);
    for (size_t k = 0; k < n_now; ++k) {
      const float x = fabsf(block[k]);
      greatest = x > greatest ? x : greatest;
    }
    *squares += is_f64 ? 0.0 : kernels->sum_squares_f32(block, n_now);
  }
  return greatest;
}

/// Set some codes and return the sum of the squares of what they are off
static double
encode(const tercet_tensor_type *type,
       const void *row,
       size_t i,
       float scale,
       int8_t *codes)
{
  float block[BLOCK];
  const float inverse = 1.0F / scale;
  const size_t n = narrow(type, row, i, block);
  for (size_t k = 0; k < n; ++k) {
    const float x = block[k] * inverse;
    const int rounded = (int)(x + (x < 0.0F ? -0.5F : 0.5F));
    codes[k] = (int8_t)(rounded > 127 ? 127 : rounded < -127 ? -127 : rounded);
  }

  double sum = 0.0;
  const double *const wide =
      type->dtype == TERCET_DTYPE_F64 ? (const double *)row + i : NULL;
  for (size_t k = 0; k < n; ++k) {
    const double x = wide ? wide[k] : (double)block[k];
    const double r = x - (double)scale * (double)codes[k];
    sum += r * r;
  }
  return sum;
}

void
tercet_tensor_code_make(const tercet_tensor_type *type,
                        const void *row,
                        tercet_tensor_code *out)
{
  const size_t n = (size_t)type->n_elements;
  const float greatest = measure(type, row, &out->squares);
  if (!tercet_float32_is_safe(out->squares)) {
    memset(out->codes, 0, n);
    out->scale = 0.0F;
    out->error = INFINITY;
    return;
  }

  double sum = 0.0;
  out->scale = greatest / 127.0F;
  for (size_t i = 0; i < n; i += BLOCK) {
    sum += encode(type, row, i, out->scale, out->codes + i);
  }
  // The sum is rounded n times and more, which this covers by far
  out->error = nextafterf((float)(sqrt(sum) * (1.0 + 1e-6)), INFINITY);
}
