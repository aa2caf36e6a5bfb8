// SPDX-License-Identifier: Apache-2.0

/// Keys of elements, see order.h: the portable loops, and the choice among all

#define KEY_LOOPS tercet_key_loops_portable

#include "array/order_keys_loops.h"

#include "array/kernel/kernel.h"

static const tercet_key_loops *
chosen_loops(void)
{
#if defined(__x86_64__)
  const char *const name = tercet_kernels()->name;
  if (!strcmp(name, "avx512")) {
    return &tercet_key_loops_avx512;
  }
  if (!strcmp(name, "avx2")) {
    return &tercet_key_loops_avx2;
  }
#endif
  return &tercet_key_loops_portable;
}

bool
tercet_has_keys(tercet_dtype dtype)
{
  return tercet_dtype_kind_of(dtype) != TERCET_KIND_C;
}

void
tercet_keys32_load(tercet_dtype dtype,
                   const char *in,
                   int64_t stride,
                   int64_t n,
                   uint32_t *keys)
{
  chosen_loops()->load32(dtype, in, stride, n, keys);
}

void
tercet_keys32_store(tercet_dtype dtype,
                    const uint32_t *keys,
                    int64_t n,
                    char *out,
                    int64_t stride)
{
  chosen_loops()->store32(dtype, keys, n, out, stride);
}

void
tercet_keys64_load(tercet_dtype dtype,
                   const char *in,
                   int64_t stride,
                   int64_t n,
                   bool is_canonical,
                   uint64_t *keys)
{
  chosen_loops()->load64(dtype, in, stride, n, is_canonical, keys);
}

void
tercet_keys64_store(tercet_dtype dtype,
                    const uint64_t *keys,
                    int64_t n,
                    char *out,
                    int64_t stride)
{
  chosen_loops()->store64(dtype, keys, n, out, stride);
}

uint64_t
tercet_key64_last_number(tercet_dtype dtype)
{
  switch ((int)dtype) {
  case TERCET_DTYPE_F16:
    return (uint64_t)float_key_16(0x7c00U) << 48U;
  case TERCET_DTYPE_BF16:
  case TERCET_DTYPE_F32:
    return (uint64_t)float_key_32(0x7f800000U) << 32U;
  case TERCET_DTYPE_F64:
    return float_key_64(UINT64_C(0x7ff0000000000000));
  default:
    return UINT64_MAX;
  }
}

double
tercet_key64_value(tercet_dtype dtype, uint64_t key)
{
  uint64_t item = 0;
  tercet_keys64_store(dtype, &key, 1, (char *)&item, 0);
  wide_buffer buffer;
  tercet_elements_widen(dtype, (const char *)&item, 0, 1, &buffer);
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_F:
  case TERCET_KIND_C:
    return buffer.as_F[0];
  case TERCET_KIND_I:
    return (double)buffer.as_I[0];
  case TERCET_KIND_B:
  case TERCET_KIND_U:
    break;
  }
  return (double)buffer.as_U[0];
}
