// SPDX-License-Identifier: Apache-2.0

/**
   A slow, generic view of tensors for tests.

   Elements are read into and rounded from long double, which holds every
   integer of 64 bits and every float exactly, one at a time, at addresses
   that are computed from the index.  Nothing here is shared with src/array.
*/

#ifndef TERCET_TEST_ARRAY_REFERENCE_H
#define TERCET_TEST_ARRAY_REFERENCE_H

#include "check.h"

#include <tercet/tensor.h>

#include <assert.h>
#include <float.h>
#include <math.h>

static_assert(LDBL_MANT_DIG >= 64, "the reference needs 64 digits");

/// A number of any dtype
typedef struct {
  long double re;
  long double im;
} reference_value;

typedef enum {
  REFERENCE_BOOL,
  REFERENCE_INTEGER,
  REFERENCE_FLOAT
} reference_kind;

/// What a dtype can hold
typedef struct {
  reference_kind kind;
  bool is_complex;
  int digits;       ///< Bits of an integer, of a float's significand
  int min_exponent; ///< Of the last digit of the least subnormal
  int max_exponent; ///< 2 to this power is infinite
  long double min;
  long double max;
} reference_format;

static inline reference_format
reference_format_of(tercet_dtype dtype)
{
  static const reference_format formats[TERCET_DTYPE_COUNT] = {
      [TERCET_DTYPE_BOOL] = {REFERENCE_BOOL, false, 1, 0, 0, 0, 1},
      [TERCET_DTYPE_I8] = {REFERENCE_INTEGER, false, 8, 0, 0, -128, 127},
      [TERCET_DTYPE_I16] = {REFERENCE_INTEGER, false, 16, 0, 0, -32768, 32767},
      [TERCET_DTYPE_I32] =
          {REFERENCE_INTEGER, false, 32, 0, 0, -2147483648.0L, 2147483647},
      [TERCET_DTYPE_I64] = {REFERENCE_INTEGER,
                            false,
                            64,
                            0,
                            0,
                            -9223372036854775808.0L,
                            9223372036854775807.0L},
      [TERCET_DTYPE_U8] = {REFERENCE_INTEGER, false, 8, 0, 0, 0, 255},
      [TERCET_DTYPE_U16] = {REFERENCE_INTEGER, false, 16, 0, 0, 0, 65535},
      [TERCET_DTYPE_U32] =
          {REFERENCE_INTEGER, false, 32, 0, 0, 0, 4294967295.0L},
      [TERCET_DTYPE_U64] =
          {REFERENCE_INTEGER, false, 64, 0, 0, 0, 18446744073709551615.0L},
      [TERCET_DTYPE_F16] = {REFERENCE_FLOAT, false, 11, -24, 16, 0, 0},
      [TERCET_DTYPE_BF16] = {REFERENCE_FLOAT, false, 8, -133, 128, 0, 0},
      [TERCET_DTYPE_F32] = {REFERENCE_FLOAT, false, 24, -149, 128, 0, 0},
      [TERCET_DTYPE_F64] = {REFERENCE_FLOAT, false, 53, -1074, 1024, 0, 0},
      [TERCET_DTYPE_C64] = {REFERENCE_FLOAT, true, 24, -149, 128, 0, 0},
      [TERCET_DTYPE_C128] = {REFERENCE_FLOAT, true, 53, -1074, 1024, 0, 0},
  };
  return formats[dtype];
}

/// Decode a binary16 or bfloat16
static inline long double
reference_half(uint16_t bits, int n_fraction, int bias)
{
  const int n_exponent = 15 - n_fraction;
  const int exponent = (bits >> n_fraction) & ((1 << n_exponent) - 1);
  const long double fraction = (long double)(bits & ((1 << n_fraction) - 1));
  const long double sign = bits >> 15U ? -1 : 1;
  if (exponent == (1 << n_exponent) - 1) {
    return fraction > 0 ? (long double)NAN : sign * (long double)INFINITY;
  }
  const long double one = ldexpl(1, n_fraction);
  return exponent ? sign * ldexpl(one + fraction, exponent - bias - n_fraction)
                  : sign * ldexpl(fraction, 1 - bias - n_fraction);
}

#define REFERENCE_READ(type)                                                   \
  do {                                                                         \
    type item;                                                                 \
    memcpy(&item, p, sizeof(item));                                            \
    out.re = (long double)item;                                                \
  } while (0)

/// Read the element at an address
static inline reference_value
reference_read(tercet_dtype dtype, const void *p)
{
  reference_value out = {0, 0};
  uint16_t half = 0;
  float floats[2];
  double doubles[2];
  switch (dtype) {
  case TERCET_DTYPE_BOOL:
    REFERENCE_READ(uint8_t);
    out.re = out.re != 0;
    break;
  case TERCET_DTYPE_I8:
    REFERENCE_READ(int8_t);
    break;
  case TERCET_DTYPE_I16:
    REFERENCE_READ(int16_t);
    break;
  case TERCET_DTYPE_I32:
    REFERENCE_READ(int32_t);
    break;
  case TERCET_DTYPE_I64:
    REFERENCE_READ(int64_t);
    break;
  case TERCET_DTYPE_U8:
    REFERENCE_READ(uint8_t);
    break;
  case TERCET_DTYPE_U16:
    REFERENCE_READ(uint16_t);
    break;
  case TERCET_DTYPE_U32:
    REFERENCE_READ(uint32_t);
    break;
  case TERCET_DTYPE_U64:
    REFERENCE_READ(uint64_t);
    break;
  case TERCET_DTYPE_F16:
    memcpy(&half, p, sizeof(half));
    out.re = reference_half(half, 10, 15);
    break;
  case TERCET_DTYPE_BF16:
    memcpy(&half, p, sizeof(half));
    out.re = reference_half(half, 7, 127);
    break;
  case TERCET_DTYPE_F32:
    REFERENCE_READ(float);
    break;
  case TERCET_DTYPE_F64:
    REFERENCE_READ(double);
    break;
  case TERCET_DTYPE_C64:
    memcpy(floats, p, sizeof(floats));
    out = (reference_value){(long double)floats[0], (long double)floats[1]};
    break;
  case TERCET_DTYPE_C128:
    memcpy(doubles, p, sizeof(doubles));
    out = (reference_value){(long double)doubles[0], (long double)doubles[1]};
    break;
  }
  return out;
}

/// Round to a float format, to nearest, ties to even
static inline long double
reference_round(const reference_format *format, long double x)
{
  if (isnan(x) || isinf(x) || x == 0) {
    return x;
  }
  int exponent = 0;
  frexpl(x, &exponent);
  int last = exponent - format->digits;
  last = last < format->min_exponent ? format->min_exponent : last;
  const long double rounded = ldexpl(rintl(ldexpl(x, -last)), last);
  return fabsl(rounded) >= ldexpl(1, format->max_exponent)
             ? copysignl((long double)INFINITY, x)
             : rounded;
}

/// Keep the low bits of an integer, and read them as the format does
static inline long double
reference_wrap(const reference_format *format, uint64_t bits)
{
  const uint64_t mask = UINT64_MAX >> (64 - format->digits);
  const bool is_negative =
      format->min < 0 && (bits >> (format->digits - 1)) & 1U;
  bits &= mask;
  return is_negative ? -(long double)(mask - bits) - 1 : (long double)bits;
}

/// Return the low 64 bits of an integer
static inline uint64_t
reference_bits(long double x)
{
  return x < 0 ? 0U - (uint64_t)-x : (uint64_t)x;
}

/// Return whether two numbers are the same; NaN is, and -0 is not 0
static inline bool
reference_same(long double a, long double b)
{
  return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

/// Return the address of an element
static inline const char *
reference_at(const tercet_tensor *tensor, const int64_t *index)
{
  const char *p = (const char *)tercet_tensor_data(tensor);
  for (size_t i = 0; i < tercet_tensor_rank(tensor); ++i) {
    p += index[i] * tercet_tensor_strides(tensor)[i];
  }
  return p;
}

static inline reference_value
reference_get(const tercet_tensor *tensor, const int64_t *index)
{
  return reference_read(tercet_tensor_dtype(tensor),
                        reference_at(tensor, index));
}

/// Split a row-major position into an index
static inline void
reference_index(size_t rank,
                const int64_t *shape,
                int64_t position,
                int64_t *index)
{
  for (size_t i = rank; i-- > 0;) {
    index[i] = position % shape[i];
    position /= shape[i];
  }
}

/* ---- Random tensors ---- */

/// Which numbers a random tensor has
typedef enum {
  RANDOM_TAME, ///< Small ones
  RANDOM_WILD, ///< Any bits: extremes, infinities, subnormals, NaN
} random_values;

static inline long double
random_unit(uint64_t *state)
{
  return ldexpl((long double)(check_random(state) >> 11U), -53);
}

/// Write one random element
static inline void
random_element(uint64_t *state,
               tercet_dtype dtype,
               random_values values,
               char *out)
{
  const size_t size = tercet_dtype_size(dtype);
  const reference_format format = reference_format_of(dtype);
  uint64_t bits[2] = {check_random(state), check_random(state)};
  if (format.kind == REFERENCE_BOOL) {
    bits[0] &= 1U;
  } else if (format.kind == REFERENCE_INTEGER && bits[1] % 3 == 0) {
    static const uint64_t edges[] = {
        0, 1, UINT64_MAX, UINT64_C(1) << 63U, UINT64_MAX >> 1U};
    bits[0] = edges[bits[0] % 5];
  } else if (format.kind == REFERENCE_INTEGER) {
    bits[0] = values == RANDOM_WILD ? bits[0] : bits[0] % 100U;
  } else if (values == RANDOM_TAME) {
    const long double x = random_unit(state) * 4 - 1;
    const double doubles[2] = {(double)x, (double)-x};
    const float floats[2] = {(float)x, (float)-x};
    if (size == 2) {
      const uint64_t top = dtype == TERCET_DTYPE_F16 ? 0x3800 : 0x3f00;
      bits[0] = (bits[0] & 0x83ffU) | top;
    } else if (dtype == TERCET_DTYPE_F32 || dtype == TERCET_DTYPE_C64) {
      memcpy(bits, floats, sizeof(floats));
    } else {
      memcpy(bits, doubles, sizeof(doubles));
    }
  } else if (bits[1] % 4 == 0 && (size == 4 || size == 8)) {
    // Any bits are seldom near the range of an integer
    const double x =
        ldexp((double)(int64_t)bits[0], -(int)(check_random(state) % 80U));
    const float y = (float)x;
    if (size == 4) {
      memcpy(bits, &y, sizeof(y));
    } else if (dtype == TERCET_DTYPE_F64) {
      memcpy(bits, &x, sizeof(x));
    }
  }
  memcpy(out, bits, size);
}

static inline void
random_delete(void *context, void *data)
{
  (void)data;
  free(context);
}

/// Write a random shape of rank 0 to 5, sometimes empty; return the rank
static inline size_t
random_shape(uint64_t *state, int64_t *shape)
{
  static const int64_t extents[] = {1, 1, 2, 3, 4, 5, 7, 9, 20};
  const size_t rank = check_random(state) % 6U;
  const bool may_be_empty = check_random(state) % 16U == 0;
  int64_t size = 1;
  for (size_t i = 0; i < rank; ++i) {
    shape[i] = extents[check_random(state) % 9U];
    shape[i] = may_be_empty && check_random(state) % 3U == 0 ? 0 : shape[i];
    shape[i] = size * shape[i] > 1500 ? 1 : shape[i];
    size *= shape[i] ? shape[i] : 1;
  }
  if (rank && size < 50 && check_random(state) % 4U == 0) {
    shape[rank - 1U] *= 1 + (int64_t)(check_random(state) % 100U);
  }
  return rank;
}

/**
   Make a tensor with random elements in a random layout: axes in any order in
   memory, gaps, negative and zero strides.
*/
static inline tercet_tensor *
random_tensor(uint64_t *state,
              tercet_dtype dtype,
              random_values values,
              size_t rank,
              const int64_t *shape)
{
  const int64_t item_size = (int64_t)tercet_dtype_size(dtype);
  const bool is_plain = check_random(state) % 3U == 0;
  bool is_placed[TERCET_MAX_RANK] = {false};
  int64_t strides[TERCET_MAX_RANK];
  int64_t n_bytes = item_size;
  int64_t start = 0;
  for (size_t n = 0; n < rank; ++n) {
    size_t i = is_plain ? rank - 1U - n : check_random(state) % rank;
    while (is_placed[i]) {
      i = (i + 1U) % rank;
    }
    is_placed[i] = true;
    const uint64_t dice = is_plain ? 9 : check_random(state) % 10U;
    const int64_t extent = shape[i] ? shape[i] : 1;
    if (dice == 0) {
      strides[i] = 0;
      continue;
    }
    strides[i] = n_bytes * (dice < 3 ? (int64_t)dice + 1 : 1);
    n_bytes = strides[i] * extent;
    if (dice == 5 || dice == 6) {
      start += strides[i] * (extent - 1);
      strides[i] = -strides[i];
    }
  }

  char *const bytes = (char *)malloc((size_t)n_bytes);
  for (int64_t i = 0; i < n_bytes; i += item_size) {
    random_element(state, dtype, values, bytes + i);
  }
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_wrap(NULL,
                                  dtype,
                                  rank,
                                  shape,
                                  strides,
                                  bytes + start,
                                  random_delete,
                                  bytes,
                                  &out,
                                  NULL),
               TERCET_OK);
  return out;
}

/* ---- Guarded memory ---- */

#define GUARD_BYTES 64U

/// Allocator that checks the bytes around each block when it is released
static inline void *
guard_allocate(void *context, void *old, size_t size)
{
  (void)context;
  if (old) {
    return NULL; // Nothing in array/ grows
  }
  char *const block = (char *)malloc(size + 3U * GUARD_BYTES);
  memcpy(block, &size, sizeof(size));
  memset(block + GUARD_BYTES, 0xA5, size + 2U * GUARD_BYTES);
  return block + 2U * GUARD_BYTES;
}

static inline void
guard_release(void *context, void *pointer)
{
  (void)context;
  if (!pointer) {
    return;
  }
  char *const block = (char *)pointer - 2U * GUARD_BYTES;
  size_t size = 0;
  memcpy(&size, block, sizeof(size));
  bool intact = true;
  for (size_t i = 0; i < GUARD_BYTES; ++i) {
    intact = intact && (unsigned char)block[GUARD_BYTES + i] == 0xA5 &&
             (unsigned char)block[2U * GUARD_BYTES + size + i] == 0xA5;
  }
  check_report(intact, __FILE__, __LINE__, "guard bytes");
  free(block);
}

static const tercet_allocator guard_allocator = {
    guard_allocate, guard_release, NULL};

/// Check that nothing was written behind a new tensor's elements: the guard
/// allocator fills its blocks, and own bytes have at least 16 to spare
static inline void
check_end(const tercet_tensor *tensor)
{
  const unsigned char *const end =
      (const unsigned char *)tercet_tensor_data(tensor) +
      (size_t)tercet_tensor_size(tensor) *
          tercet_dtype_size(tercet_tensor_dtype(tensor));
  bool intact = true;
  for (size_t i = 0; i < 16; ++i) {
    intact = intact && end[i] == 0xA5;
  }
  CHECK(intact);
}

#endif // TERCET_TEST_ARRAY_REFERENCE_H
