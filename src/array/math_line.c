// SPDX-License-Identifier: Apache-2.0

#include "array/math_line.h"

#include "array/kernel/kernel.h"

#include <complex.h>
#include <string.h>

/// Operands of the loops here
enum { OUT, A, B };

/* ---- Which function ---- */

static const tercet_math_complex complex_functions[TERCET_MATH_COUNT] = {
    [TERCET_MATH_SQRT] = csqrt,
    [TERCET_MATH_EXP] = cexp,
    [TERCET_MATH_LOG] = clog,
    [TERCET_MATH_SIN] = csin,
    [TERCET_MATH_COS] = ccos,
    [TERCET_MATH_TAN] = ctan,
    [TERCET_MATH_ASIN] = casin,
    [TERCET_MATH_ACOS] = cacos,
    [TERCET_MATH_ATAN] = catan,
    [TERCET_MATH_SINH] = csinh,
    [TERCET_MATH_COSH] = ccosh,
    [TERCET_MATH_TANH] = ctanh,
    [TERCET_MATH_ASINH] = casinh,
    [TERCET_MATH_ACOSH] = cacosh,
    [TERCET_MATH_ATANH] = catanh,
};

static void
set_types(tercet_math_line *line, tercet_dtype dtype)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  const bool is_float = kind == TERCET_KIND_F || kind == TERCET_KIND_C;
  line->in = dtype;
  line->out = is_float ? dtype : TERCET_DTYPE_F64;
  line->is_f32 = kind == TERCET_KIND_F && dtype != TERCET_DTYPE_F64;
}

bool
tercet_math_line_init(tercet_math_line *out,
                      tercet_math function,
                      tercet_dtype dtype)
{
  *out = (tercet_math_line){.in = dtype};
  set_types(out, dtype);
  if (tercet_dtype_kind_of(dtype) == TERCET_KIND_C) {
    out->of_complex = complex_functions[function];
    return out->of_complex != NULL;
  }
  out->f32 = tercet_math_f32_for(function);
  out->f64 = tercet_math_f64_for(function);
  return true;
}

bool
tercet_math2_line_init(tercet_math_line *out,
                       tercet_math2 function,
                       tercet_dtype dtype)
{
  *out = (tercet_math_line){.in = dtype};
  set_types(out, dtype);
  if (tercet_dtype_kind_of(dtype) == TERCET_KIND_C) {
    out->of_complex_2 = function == TERCET_MATH2_POWER ? cpow : NULL;
    return out->of_complex_2 != NULL;
  }
  out->f32_2 = tercet_math2_f32_for(function);
  out->f64_2 = tercet_math2_f64_for(function);
  return true;
}

/* ---- Elements through buffers ---- */

void
tercet_elements_load_f64(
    tercet_dtype dtype, const char *in, int64_t stride, int64_t n, double *out)
{
  wide_buffer wide;
  tercet_elements_widen(dtype, in, stride, n, &wide);
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_I:
    for (int64_t i = 0; i < n; ++i) {
      out[i] = (double)wide.as_I[i];
    }
    break;
  case TERCET_KIND_B:
  case TERCET_KIND_U:
    for (int64_t i = 0; i < n; ++i) {
      out[i] = (double)wide.as_U[i];
    }
    break;
  case TERCET_KIND_F:
    memcpy(out, wide.as_F, (size_t)n * sizeof(*out));
    break;
  case TERCET_KIND_C:
    for (int64_t i = 0; i < n; ++i) {
      out[i] = wide.as_C[i].re;
    }
    break;
  }
}

void
tercet_elements_store_f32(
    tercet_dtype dtype, const float *in, int64_t n, char *out, int64_t stride)
{
  if (dtype == TERCET_DTYPE_F16 && stride == (int64_t)sizeof(element_F16)) {
    tercet_kernels()->f32_to_f16(in, (void *)out, (size_t)n);
    return;
  }
  wide_buffer wide;
  for (int64_t i = 0; i < n; ++i) {
    wide.as_F[i] = (double)in[i];
  }
  tercet_elements_narrow(dtype, TERCET_KIND_F, &wide, n, out, stride);
}

static void
store_f64(const double *in, int64_t n, char *out, int64_t stride)
{
  for (int64_t i = 0; i < n; ++i) {
    memcpy(out + i * stride, &in[i], sizeof(*in));
  }
}

/// CMPLX() is not in every compiler's headers; complex numbers are two parts
static _Complex double
complex_of(element_C128 x)
{
  _Complex double out;
  memcpy(&out, &x, sizeof(out));
  return out;
}

static element_C128
element_of(_Complex double x)
{
  return (element_C128){creal(x), cimag(x)};
}

static void
complex_part(const tercet_math_line *line,
             char *const *data,
             const int64_t *strides,
             int64_t n)
{
  wide_buffer a;
  tercet_elements_widen(line->in, data[A], strides[A], n, &a);
  for (int64_t i = 0; i < n; ++i) {
    a.as_C[i] = element_of(line->of_complex(complex_of(a.as_C[i])));
  }
  tercet_elements_narrow(
      line->out, TERCET_KIND_C, &a, n, data[OUT], strides[OUT]);
}

static void
complex_part_2(const tercet_math_line *line,
               char *const *data,
               const int64_t *strides,
               int64_t n)
{
  wide_buffer a;
  wide_buffer b;
  tercet_elements_widen(line->in, data[A], strides[A], n, &a);
  tercet_elements_widen(line->in, data[B], strides[B], n, &b);
  for (int64_t i = 0; i < n; ++i) {
    a.as_C[i] = element_of(
        line->of_complex_2(complex_of(a.as_C[i]), complex_of(b.as_C[i])));
  }
  tercet_elements_narrow(
      line->out, TERCET_KIND_C, &a, n, data[OUT], strides[OUT]);
}

/// Compute at most #WIDE_CAPACITY elements
static void
buffered_part(const tercet_math_line *line,
              char *const *data,
              const int64_t *strides,
              int64_t n)
{
  if (line->of_complex) {
    complex_part(line, data, strides, n);
  } else if (line->is_f32) {
    float a[WIDE_CAPACITY];
    tercet_elements_load_f32(line->in, data[A], strides[A], n, a);
    line->f32(a, a, (size_t)n);
    tercet_elements_store_f32(line->out, a, n, data[OUT], strides[OUT]);
  } else {
    double a[WIDE_CAPACITY];
    tercet_elements_load_f64(line->in, data[A], strides[A], n, a);
    line->f64(a, a, (size_t)n);
    store_f64(a, n, data[OUT], strides[OUT]);
  }
}

static void
buffered_part_2(const tercet_math_line *line,
                char *const *data,
                const int64_t *strides,
                int64_t n)
{
  if (line->of_complex_2) {
    complex_part_2(line, data, strides, n);
  } else if (line->is_f32) {
    float a[WIDE_CAPACITY];
    float b[WIDE_CAPACITY];
    tercet_elements_load_f32(line->in, data[A], strides[A], n, a);
    tercet_elements_load_f32(line->in, data[B], strides[B], n, b);
    line->f32_2(a, b, a, (size_t)n);
    tercet_elements_store_f32(line->out, a, n, data[OUT], strides[OUT]);
  } else {
    double a[WIDE_CAPACITY];
    double b[WIDE_CAPACITY];
    tercet_elements_load_f64(line->in, data[A], strides[A], n, a);
    tercet_elements_load_f64(line->in, data[B], strides[B], n, b);
    line->f64_2(a, b, a, (size_t)n);
    store_f64(a, n, data[OUT], strides[OUT]);
  }
}

/* ---- Lines ---- */

/// Return the bytes of an element that the kernels take as it is, or 0
static int64_t
kernel_size(const tercet_math_line *line)
{
  return line->in == TERCET_DTYPE_F32   ? (int64_t)sizeof(float)
         : line->in == TERCET_DTYPE_F64 ? (int64_t)sizeof(double)
                                        : 0;
}

bool
tercet_math_line_run(void *context,
                     char *const *data,
                     const int64_t *strides,
                     int64_t n)
{
  const tercet_math_line *const line = (const tercet_math_line *)context;
  const int64_t size = kernel_size(line);
  if (size && strides[OUT] == size && strides[A] == size) {
    if (line->is_f32) {
      line->f32((const void *)data[A], (void *)data[OUT], (size_t)n);
    } else {
      line->f64((const void *)data[A], (void *)data[OUT], (size_t)n);
    }
    return true;
  }
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    char *const at[] = {data[OUT] + i * strides[OUT], data[A] + i * strides[A]};
    buffered_part(
        line, at, strides, n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY);
  }
  return true;
}

bool
tercet_math2_line_run(void *context,
                      char *const *data,
                      const int64_t *strides,
                      int64_t n)
{
  const tercet_math_line *const line = (const tercet_math_line *)context;
  const int64_t size = kernel_size(line);
  if (size && strides[OUT] == size && strides[A] == size &&
      strides[B] == size) {
    if (line->is_f32) {
      line->f32_2((const void *)data[A],
                  (const void *)data[B],
                  (void *)data[OUT],
                  (size_t)n);
    } else {
      line->f64_2((const void *)data[A],
                  (const void *)data[B],
                  (void *)data[OUT],
                  (size_t)n);
    }
    return true;
  }
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    char *const at[] = {data[OUT] + i * strides[OUT],
                        data[A] + i * strides[A],
                        data[B] + i * strides[B]};
    buffered_part_2(
        line, at, strides, n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY);
  }
  return true;
}
