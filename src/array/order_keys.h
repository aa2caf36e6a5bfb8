// SPDX-License-Identifier: Apache-2.0

/// The loops between elements and keys, one table for each instruction set

#ifndef TERCET_ARRAY_ORDER_KEYS_H
#define TERCET_ARRAY_ORDER_KEYS_H

#include "array/order.h"

/// See the functions of order.h that have such names
typedef struct {
  void (*load32)(tercet_dtype dtype,
                 const char *in,
                 int64_t stride,
                 int64_t n,
                 uint32_t *keys);
  void (*store32)(tercet_dtype dtype,
                  const uint32_t *keys,
                  int64_t n,
                  char *out,
                  int64_t stride);
  void (*load64)(tercet_dtype dtype,
                 const char *in,
                 int64_t stride,
                 int64_t n,
                 bool is_canonical,
                 uint64_t *keys);
  void (*store64)(tercet_dtype dtype,
                  const uint64_t *keys,
                  int64_t n,
                  char *out,
                  int64_t stride);
} tercet_key_loops;

extern const tercet_key_loops tercet_key_loops_portable;
extern const tercet_key_loops tercet_key_loops_avx2;
extern const tercet_key_loops tercet_key_loops_avx512;

#endif // TERCET_ARRAY_ORDER_KEYS_H
