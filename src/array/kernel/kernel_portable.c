// SPDX-License-Identifier: Apache-2.0

/// The kernels for any processor: vectors of 16 bytes, which compilers turn
/// into what there is

#include "base/float16.h"

#include <stddef.h>
#include <string.h>

#define VEC_N 2U
#define VECF_N 4U

typedef double vec __attribute__((vector_size(16)));
typedef float vecf __attribute__((vector_size(16)));

static inline vec
vec_zero(void)
{
  return (vec){0, 0};
}

static inline vec
vec_add(vec a, vec b)
{
  return a + b;
}

static inline vec
vec_subtract(vec a, vec b)
{
  return a - b;
}

static inline vec
vec_fma(vec a, vec b, vec c)
{
  return a * b + c;
}

static inline vec
vec_abs(vec a)
{
  return (vec){__builtin_fabs(a[0]), __builtin_fabs(a[1])};
}

static inline double
vec_sum(vec a)
{
  return a[0] + a[1];
}

static inline vec
vec_load_f64(const double *p)
{
  vec a;
  memcpy(&a, p, sizeof(a));
  return a;
}

static inline vec
vec_load_f32(const float *p)
{
  return (vec){(double)p[0], (double)p[1]};
}

static inline vec
vec_load_f16(const uint16_t *p)
{
  return (vec){(double)tercet_f16_to_f32(p[0]),
               (double)tercet_f16_to_f32(p[1])};
}

// A tail of vectors of two is a single element

static inline vec
vec_tail_f64(const double *p, size_t n)
{
  (void)n;
  return (vec){p[0], 0};
}

static inline vec
vec_tail_f32(const float *p, size_t n)
{
  (void)n;
  return (vec){(double)p[0], 0};
}

static inline vec
vec_tail_f16(const uint16_t *p, size_t n)
{
  (void)n;
  return (vec){(double)tercet_f16_to_f32(p[0]), 0};
}

static inline void
vec_store(double *p, vec a)
{
  memcpy(p, &a, sizeof(a));
}

static inline vecf
vecf_load(const float *p)
{
  vecf a;
  memcpy(&a, p, sizeof(a));
  return a;
}

static inline vecf
vecf_load_i8(const int8_t *p)
{
  return (vecf){(float)p[0], (float)p[1], (float)p[2], (float)p[3]};
}

static inline void
vecf_store(float *p, vecf a)
{
  memcpy(p, &a, sizeof(a));
}

/// Choose lanes by a comparison, whose result is all ones or all zeros
#define PORTABLE_PICK(name, op, vector, mask)                                  \
  static inline vector name(vector a, vector b)                                \
  {                                                                            \
    const mask picks_b = (mask)(b op a) | (mask)(b != b);                      \
    return (vector)((picks_b & (mask)b) | (~picks_b & (mask)a));               \
  }

typedef int64_t vec_mask __attribute__((vector_size(16)));
typedef int32_t vecf_mask __attribute__((vector_size(16)));

PORTABLE_PICK(vec_greater, >, vec, vec_mask)
PORTABLE_PICK(vec_less, <, vec, vec_mask)
PORTABLE_PICK(vecf_greater, >, vecf, vecf_mask)
PORTABLE_PICK(vecf_less, <, vecf, vecf_mask)

static inline void
convert_f16_f32_tail(const uint16_t *in, float *out, size_t n)
{
  for (size_t i = 0; i < n; ++i) {
    out[i] = tercet_f16_to_f32(in[i]);
  }
}

static inline void
convert_f32_f16_tail(const float *in, uint16_t *out, size_t n)
{
  for (size_t i = 0; i < n; ++i) {
    out[i] = tercet_f32_to_f16(in[i]);
  }
}

static inline void
convert_f16_f32(const uint16_t *in, float *out)
{
  convert_f16_f32_tail(in, out, VECF_N);
}

static inline void
convert_f32_f16(const float *in, uint16_t *out)
{
  convert_f32_f16_tail(in, out, VECF_N);
}

#include "array/kernel/kernel_loops.h"

const tercet_kernel_table tercet_kernels_portable = KERNEL_TABLE("portable");
