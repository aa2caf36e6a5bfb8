// SPDX-License-Identifier: Apache-2.0

#include "array/element_tables.h"

#include "array/kernel/kernel.h"

static const element_table *
table(void)
{
#if defined(__x86_64__)
  const char *const isa = tercet_kernels()->name;
  if (!strcmp(isa, "avx512")) {
    return &tercet_elements_avx512;
  }
  if (!strcmp(isa, "avx2")) {
    return &tercet_elements_avx2;
  }
#endif
  return &tercet_elements_portable;
}

void
tercet_elements_widen(tercet_dtype dtype,
                      const char *in,
                      int64_t stride,
                      int64_t n,
                      wide_buffer *out)
{
  assert(n <= WIDE_CAPACITY);
  table()->widen[dtype](in, stride, n, out);
}

void
tercet_elements_narrow(tercet_dtype dtype,
                       tercet_dtype_kind kind,
                       const wide_buffer *in,
                       int64_t n,
                       char *out,
                       int64_t stride)
{
  assert(n <= WIDE_CAPACITY);
  table()->narrow[dtype][kind](in, n, out, stride);
}

void
tercet_elements_load_f32(
    tercet_dtype dtype, const char *in, int64_t stride, int64_t n, float *out)
{
  if (dtype == TERCET_DTYPE_F16 && stride == (int64_t)sizeof(element_F16)) {
    tercet_kernels()->f16_to_f32((const void *)in, out, (size_t)n);
    return;
  }

  wide_buffer wide;
  tercet_elements_widen(dtype, in, stride, n, &wide);
  for (int64_t i = 0; i < n; ++i) {
    out[i] = (float)wide.as_F[i];
  }
}
