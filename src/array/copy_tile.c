// SPDX-License-Identifier: Apache-2.0

#include "array/copy_tile.h"

#include "array/kernel/kernel.h"

#include <assert.h>
#include <string.h>

/// Rows of the block that stay open while columns are walked: as many cache
/// lines of the target
#define STRIP 8

#define TILE_FUNCTION(bytes)                                                   \
  static void tile_##bytes(const char *in,                                     \
                           int64_t in_stride,                                  \
                           char *out,                                          \
                           int64_t out_stride,                                 \
                           int64_t n_rows,                                     \
                           int64_t n_columns)                                  \
  {                                                                            \
    for (int64_t first = 0; first < n_rows; first += STRIP) {                  \
      const int64_t end = first + STRIP < n_rows ? first + STRIP : n_rows;     \
      for (int64_t c = 0; c < n_columns; ++c) {                                \
        for (int64_t r = first; r < end; ++r) {                                \
          memcpy(out + r * out_stride + c * (bytes),                           \
                 in + c * in_stride + r * (bytes),                             \
                 bytes);                                                       \
        }                                                                      \
      }                                                                        \
    }                                                                          \
  }

TILE_FUNCTION(1)
TILE_FUNCTION(2)
TILE_FUNCTION(4)
TILE_FUNCTION(8)
TILE_FUNCTION(16)

#undef TILE_FUNCTION

tercet_tile_function
tercet_tile_function_for(size_t item_size)
{
#if defined(__x86_64__)
  if (strcmp(tercet_kernels()->name, "portable") != 0) {
    return tercet_tile_function_avx2(item_size);
  }
#endif
  switch (item_size) {
  case 1:
    return tile_1;
  case 2:
    return tile_2;
  case 4:
    return tile_4;
  case 8:
    return tile_8;
  default:
    assert(item_size == 16);
    return tile_16;
  }
}
