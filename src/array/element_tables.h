// SPDX-License-Identifier: Apache-2.0

/// The loops of element.h for each instruction set; private to element*.c

#ifndef TERCET_ARRAY_ELEMENT_TABLES_H
#define TERCET_ARRAY_ELEMENT_TABLES_H

#include "array/element.h"

typedef void (*widen_loop)(const char *in,
                           int64_t stride,
                           int64_t n,
                           wide_buffer *out);

typedef void (*narrow_loop)(const wide_buffer *in,
                            int64_t n,
                            char *out,
                            int64_t stride);

typedef struct {
  widen_loop widen[TERCET_DTYPE_COUNT];
  narrow_loop narrow[TERCET_DTYPE_COUNT][TERCET_KIND_COUNT];
} element_table;

extern const element_table tercet_elements_portable;

#if defined(__x86_64__)
extern const element_table tercet_elements_avx2;
extern const element_table tercet_elements_avx512;
#endif

#endif // TERCET_ARRAY_ELEMENT_TABLES_H
