// SPDX-License-Identifier: Apache-2.0

#include "array/element.h"

#include "array/kernel/kernel.h"

typedef void (*widen_loop)(const char *in,
                           int64_t stride,
                           int64_t n,
                           wide_buffer *out);

typedef void (*narrow_loop)(const wide_buffer *in,
                            int64_t n,
                            char *out,
                            int64_t stride);

#define WIDEN_LOOP(id, name, size, kind, literal)                              \
  static void widen_loop_##id(                                                 \
      const char *in, int64_t stride, int64_t n, wide_buffer *out)             \
  {                                                                            \
    if (stride == (size)) {                                                    \
      const element_##id *const items = (const void *)in;                      \
      for (int64_t i = 0; i < n; ++i) {                                        \
        out->as_##kind[i] = widen_##id(items[i]);                              \
      }                                                                        \
      return;                                                                  \
    }                                                                          \
    for (int64_t i = 0; i < n; ++i) {                                          \
      out->as_##kind[i] =                                                      \
          widen_##id(*(const element_##id *)(const void *)(in + i * stride));  \
    }                                                                          \
  }

TERCET_DTYPE_LIST(WIDEN_LOOP)

#define NARROW_LOOP(id, kind)                                                  \
  static void narrow_loop_##id##_##kind(                                       \
      const wide_buffer *in, int64_t n, char *out, int64_t stride)             \
  {                                                                            \
    for (int64_t i = 0; i < n; ++i) {                                          \
      *(element_##id *)(void *)(out + i * stride) =                            \
          narrow_##id##_##kind(in->as_##kind[i]);                              \
    }                                                                          \
  }

#define NARROW_LOOPS(id, name, size, kind, literal)                            \
  NARROW_LOOP(id, B)                                                           \
  NARROW_LOOP(id, I)                                                           \
  NARROW_LOOP(id, U)                                                           \
  NARROW_LOOP(id, F)                                                           \
  NARROW_LOOP(id, C)

TERCET_DTYPE_LIST(NARROW_LOOPS)

static const widen_loop widen_loops[] = {
#define WIDEN_ROW(id, name, size, kind, literal) widen_loop_##id,
    TERCET_DTYPE_LIST(WIDEN_ROW)
#undef WIDEN_ROW
};

static const narrow_loop narrow_loops[][TERCET_KIND_COUNT] = {
#define NARROW_ROW(id, name, size, kind, literal)                              \
  {narrow_loop_##id##_B,                                                       \
   narrow_loop_##id##_I,                                                       \
   narrow_loop_##id##_U,                                                       \
   narrow_loop_##id##_F,                                                       \
   narrow_loop_##id##_C},
    TERCET_DTYPE_LIST(NARROW_ROW)
#undef NARROW_ROW
};

static_assert(sizeof(widen_loops) / sizeof(widen_loops[0]) ==
                  TERCET_DTYPE_COUNT,
              "one loop for each dtype");
static_assert(sizeof(narrow_loops) / sizeof(narrow_loops[0]) ==
                  TERCET_DTYPE_COUNT,
              "one row for each dtype");

void
tercet_elements_widen(tercet_dtype dtype,
                      const char *in,
                      int64_t stride,
                      int64_t n,
                      wide_buffer *out)
{
  assert(n <= WIDE_CAPACITY);
  widen_loops[dtype](in, stride, n, out);
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
  narrow_loops[dtype][kind](in, n, out, stride);
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
