// SPDX-License-Identifier: Apache-2.0

/**
   One column of one block of a permutation.

   The values are stored as their least one and bit-packed differences to it.
   Value i of width w stands at bit i * w, bytes in little-endian order, so
   that any value is read with one load.

   A column that mixes terms of different kinds would have wide differences.
   It is cut into frames, one for each tag, that have a least value and a
   width of their own:

       tercet_frame   for each frame
       128 bytes      bit k of the frame's number, for all rows, for each k
       packed values  of the rows of a frame, for each frame
*/

#ifndef TERCET_STORE_COLUMN_H
#define TERCET_STORE_COLUMN_H

#include "base/buffer.h"
#include "store/id.h"

/// Rows of a block, but for the last one of a permutation
#define TERCET_BLOCK_ROWS 1024U

/// Bytes that must be readable behind the packed values
#define TERCET_COLUMN_SLACK 8U

/// Where a column is
typedef struct {
  tercet_id min;
  uint32_t offset;  ///< Of its bytes, from those of the block
  uint8_t width;    ///< Bits of a difference: 0 to 57, or 64
  uint8_t n_frames; ///< 0 unless the column is cut into frames
} tercet_column;

/// Append the bytes of a column of 1 to TERCET_BLOCK_ROWS values; the offset
/// is counted from `block_start` in `out`
TERCET_NODISCARD tercet_status
tercet_column_write(const tercet_id *values,
                    size_t n_values,
                    size_t block_start,
                    tercet_buffer *out,
                    tercet_column *column);

/// Return one value; `data` are the bytes of the block
tercet_id
tercet_column_get(const tercet_column *column, const char *data, size_t i);

/// Read the values from `first` on
void
tercet_column_read(const tercet_column *column,
                   const char *data,
                   size_t first,
                   size_t n_values,
                   tercet_id *out);

/// Return the first of the rows from `begin` to `end`, between which the
/// values ascend, whose value is not less than `key`, or `end`
size_t
tercet_column_lower_bound(const tercet_column *column,
                          const char *data,
                          size_t begin,
                          size_t end,
                          tercet_id key);

/// Like tercet_column_lower_bound(), fast if the row is near `begin`
size_t
tercet_column_gallop(const tercet_column *column,
                     const char *data,
                     size_t begin,
                     size_t end,
                     tercet_id key);

#endif // TERCET_STORE_COLUMN_H
