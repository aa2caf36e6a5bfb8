// SPDX-License-Identifier: Apache-2.0

/// Transposed copies of blocks that fit the first cache

#ifndef TERCET_ARRAY_COPY_TILE_H
#define TERCET_ARRAY_COPY_TILE_H

#include <stddef.h>
#include <stdint.h>

/// Write element [r][c], `r * out_stride` bytes and c elements from `out`,
/// from r elements and `c * in_stride` bytes behind `in`
typedef void (*tercet_tile_function)(const char *in,
                                     int64_t in_stride,
                                     char *out,
                                     int64_t out_stride,
                                     int64_t n_rows,
                                     int64_t n_columns);

/// Return the function for elements of 1, 2, 4, 8 or 16 bytes
tercet_tile_function
tercet_tile_function_for(size_t item_size);

#if defined(__x86_64__)
/// The same, for processors with AVX2
tercet_tile_function
tercet_tile_function_avx2(size_t item_size);
#endif

#endif // TERCET_ARRAY_COPY_TILE_H
