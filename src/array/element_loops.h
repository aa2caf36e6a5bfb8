// SPDX-License-Identifier: Apache-2.0

/**
   The loops over many elements, written once.

   Each element_<isa>.c defines ELEMENT_TABLE, the name of the table, and
   includes this file; the compiler makes vectors of its instruction set.
*/

#include "array/element_tables.h"

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
    if (stride == (int64_t)sizeof(element_##id)) {                             \
      element_##id *const items = (void *)out;                                 \
      for (int64_t i = 0; i < n; ++i) {                                        \
        items[i] = narrow_##id##_##kind(in->as_##kind[i]);                     \
      }                                                                        \
      return;                                                                  \
    }                                                                          \
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

#define WIDEN_ROW(id, name, size, kind, literal) widen_loop_##id,

#define NARROW_ROW(id, name, size, kind, literal)                              \
  {narrow_loop_##id##_B,                                                       \
   narrow_loop_##id##_I,                                                       \
   narrow_loop_##id##_U,                                                       \
   narrow_loop_##id##_F,                                                       \
   narrow_loop_##id##_C},

const element_table ELEMENT_TABLE = {{TERCET_DTYPE_LIST(WIDEN_ROW)},
                                     {TERCET_DTYPE_LIST(NARROW_ROW)}};
