// SPDX-License-Identifier: Apache-2.0

/**
   The parts of a zip archive that .npz files need (APPNOTE 6.3).

   Each file: a local header and its data.  Behind all of them the central
   directory with one header for each, then the end record.  With zip64, fields
   of 32 bits that are all ones stand for 64 bits in an extra field, and the
   end record is preceded by a larger one and a locator of that.
*/

#ifndef TERCET_ARRAY_NPZ_ZIP_H
#define TERCET_ARRAY_NPZ_ZIP_H

#include <stddef.h>
#include <stdint.h>

#define ZIP_LOCAL_SIGNATURE 0x04034b50U
#define ZIP_CENTRAL_SIGNATURE 0x02014b50U
#define ZIP_END_SIGNATURE 0x06054b50U
#define ZIP64_END_SIGNATURE 0x06064b50U
#define ZIP64_LOCATOR_SIGNATURE 0x07064b50U
#define ZIP_DESCRIPTOR_SIGNATURE 0x08074b50U

/// Bytes of the fixed parts
enum {
  ZIP_LOCAL_SIZE = 30,
  ZIP_CENTRAL_SIZE = 46,
  ZIP_END_SIZE = 22,
  ZIP64_END_SIZE = 56,
  ZIP64_LOCATOR_SIZE = 20,
};

#define ZIP_COMMENT_MAX 65535U
#define ZIP_NAME_MAX 65535U

/// Extra field with sizes and offsets of 64 bits
#define ZIP64_EXTRA 1U

/// Flags
#define ZIP_ENCRYPTED 0x1U
#define ZIP_HAS_DESCRIPTOR 0x8U
#define ZIP_UTF8 0x800U

/// Methods
#define ZIP_STORED 0U
#define ZIP_DEFLATED 8U

/// Deflate makes at the most this of one byte, and some bytes at the end
#define ZIP_DEFLATE_RATIO 1032U

static inline uint64_t
zip_get(const uint8_t *at, size_t n_bytes)
{
  uint64_t value = 0;
  for (size_t i = n_bytes; i-- > 0;) {
    value = value << 8U | at[i];
  }
  return value;
}

/// Write a number of `n_bytes`; return what is behind it
static inline uint8_t *
zip_put(uint8_t *at, size_t n_bytes, uint64_t value)
{
  for (size_t i = 0; i < n_bytes; ++i) {
    at[i] = (uint8_t)(value >> 8U * i & 0xffU);
  }
  return at + n_bytes;
}

#endif // TERCET_ARRAY_NPZ_ZIP_H
