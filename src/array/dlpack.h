// SPDX-License-Identifier: Apache-2.0

/// The published ABI of DLPack, versions 0.x and 1.x, as far as it is used

#ifndef TERCET_ARRAY_DLPACK_H
#define TERCET_ARRAY_DLPACK_H

#include <stdint.h>

#define DLPACK_MAJOR 1U
#define DLPACK_MINOR 0U

/// The only device here
#define DLPACK_CPU 1

/// Bits of the flags
#define DLPACK_READ_ONLY 1U

/// Kinds of elements
enum {
  DLPACK_INT = 0,
  DLPACK_UINT = 1,
  DLPACK_FLOAT = 2,
  DLPACK_BFLOAT = 4,
  DLPACK_COMPLEX = 5,
  DLPACK_BOOL = 6,
};

typedef struct {
  int32_t device_type; ///< An enumeration, which has 4 bytes
  int32_t device_id;
} dlpack_device;

typedef struct {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
} dlpack_type;

typedef struct {
  void *data;
  dlpack_device device;
  int32_t n_axes;
  dlpack_type type;
  int64_t *shape;
  int64_t *strides;     ///< In elements; NULL: row-major without gaps
  uint64_t byte_offset; ///< From `data` to the element with all indices 0
} dlpack_tensor;

struct DLManagedTensor {
  dlpack_tensor tensor;
  void *context;
  void (*deleter)(struct DLManagedTensor *self); ///< May be NULL
};

struct DLManagedTensorVersioned {
  uint32_t major;
  uint32_t minor;
  void *context;
  void (*deleter)(struct DLManagedTensorVersioned *self); ///< May be NULL
  uint64_t flags;
  dlpack_tensor tensor;
};

#endif // TERCET_ARRAY_DLPACK_H
