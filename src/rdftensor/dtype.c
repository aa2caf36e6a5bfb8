// SPDX-License-Identifier: Apache-2.0

/// Element types of what is computed of several tensors, and float64 as the
/// type that all of them go into

#include "rdftensor/rdftensor_internal.h"

#include "array/element.h"

#include <assert.h>
#include <string.h>

/// Place of each dtype in the order of precision.  The dtype that stands
/// higher is the result: a float above any integer, any number above bool,
/// and unsigned above signed of the same width.
static const uint8_t precision[] = {
    [TERCET_DTYPE_BOOL] = 0,
    [TERCET_DTYPE_I8] = 1,
    [TERCET_DTYPE_U8] = 2,
    [TERCET_DTYPE_I16] = 3,
    [TERCET_DTYPE_U16] = 4,
    [TERCET_DTYPE_I32] = 5,
    [TERCET_DTYPE_U32] = 6,
    [TERCET_DTYPE_I64] = 7,
    [TERCET_DTYPE_U64] = 8,
    [TERCET_DTYPE_F16] = 9,
    [TERCET_DTYPE_BF16] = 10,
    [TERCET_DTYPE_F32] = 11,
    [TERCET_DTYPE_F64] = 12,
    [TERCET_DTYPE_C64] = 13,
    [TERCET_DTYPE_C128] = 14,
};

static_assert(sizeof(precision) == TERCET_DTYPE_COUNT,
              "each dtype has a place");

tercet_dtype
tercet_dtype_resolve(tercet_dtype a, tercet_dtype b)
{
  return precision[a] >= precision[b] ? a : b;
}

bool
tercet_dtype_is_integer(tercet_dtype dtype)
{
  return precision[dtype] >= precision[TERCET_DTYPE_I8] &&
         precision[dtype] <= precision[TERCET_DTYPE_U64];
}

/// Convert through float32, which holds every float16
static void
convert_f16(const uint16_t *in, size_t n, double *out)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  float tile[WIDE_CAPACITY];
  for (size_t i = 0; i < n; i += WIDE_CAPACITY) {
    const size_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    kernels->f16_to_f32(in + i, tile, n_now);
    kernels->f32_to_f64(tile, out + i, n_now);
  }
}

static void
convert_any(tercet_dtype dtype, const char *in, size_t n, double *out)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  const size_t size = tercet_dtype_size(dtype);
  wide_buffer tile;
  for (size_t i = 0; i < n; i += WIDE_CAPACITY) {
    const size_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    tercet_elements_widen(
        dtype, in + i * size, (int64_t)size, (int64_t)n_now, &tile);
    tercet_elements_narrow(TERCET_DTYPE_F64,
                           kind,
                           &tile,
                           (int64_t)n_now,
                           (char *)(out + i),
                           sizeof(double));
  }
}

void
tercet_elements_to_f64(tercet_dtype dtype,
                       const void *data,
                       size_t n,
                       double *out)
{
  if (dtype == TERCET_DTYPE_F32) {
    tercet_kernels()->f32_to_f64(data, out, n);
  } else if (dtype == TERCET_DTYPE_F16) {
    convert_f16(data, n, out);
  } else if (dtype != TERCET_DTYPE_F64) {
    convert_any(dtype, data, n, out);
  } else if (n) {
    memcpy(out, data, n * sizeof(double));
  }
}

void
tercet_elements_to_i64(tercet_dtype dtype,
                       const void *data,
                       size_t n,
                       int64_t *out)
{
  wide_buffer tile;
  const size_t size = tercet_dtype_size(dtype);
  assert(tercet_dtype_is_integer(dtype));

  for (size_t i = 0; i < n; i += WIDE_CAPACITY) {
    const size_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    tercet_elements_widen(dtype,
                          (const char *)data + i * size,
                          (int64_t)size,
                          (int64_t)n_now,
                          &tile);
    // Both wide integers have the same bits
    memcpy(out + i, tile.as_I, n_now * sizeof(int64_t));
  }
}
