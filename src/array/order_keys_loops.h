// SPDX-License-Identifier: Apache-2.0

/**
   Keys of elements, compiled once for each instruction set by the file that
   includes this one and defines KEY_LOOPS, the name of the table.
*/

#include "array/element.h"
#include "array/order_keys.h"

/// The sign of an integer is turned, so that negative ones come first
#define SIGNED_KEY(type, bits, x) ((type)(x) ^ ((type)1 << ((bits)-1U)))

/// A negative float has all bits turned, another one the sign only; NaN loses
/// its sign.  Whether a float is NaN is the borrow of a subtraction: SSE2 has
/// no comparison of 64 bits.
#define DEFINE_FLOAT_KEYS(bits, infinity)                                      \
  typedef uint##bits##_t bits_##bits;                                          \
  static inline bits_##bits is_nan_##bits(bits_##bits size)                    \
  {                                                                            \
    return (bits_##bits)((bits_##bits)((infinity)-size) >> ((bits)-1U));       \
  }                                                                            \
  static inline bits_##bits float_key_##bits(bits_##bits x)                    \
  {                                                                            \
    const bits_##bits sign = (bits_##bits)((bits_##bits)1 << ((bits)-1U));     \
    const bits_##bits size = x & (bits_##bits) ~sign;                          \
    const bits_##bits minus =                                                  \
        (bits_##bits)((x >> ((bits)-1U)) & ~is_nan_##bits(size));              \
    x = (bits_##bits)(size | (bits_##bits)(minus << ((bits)-1U)));             \
    return (bits_##bits)(x ^ (sign | (bits_##bits)(0U - minus)));              \
  }                                                                            \
  static inline bits_##bits canonical_##bits(bits_##bits x)                    \
  {                                                                            \
    const bits_##bits sign = (bits_##bits)((bits_##bits)1 << ((bits)-1U));     \
    const bits_##bits size = x & (bits_##bits) ~sign;                          \
    const bits_##bits nan = (bits_##bits)(0U - is_nan_##bits(size));           \
    const bits_##bits some = (bits_##bits)((size + sign - 1U) & sign);         \
    return (bits_##bits)(((size | nan) & ~sign) | (x & some));                 \
  }                                                                            \
  static inline bits_##bits float_from_key_##bits(bits_##bits key)             \
  {                                                                            \
    const bits_##bits sign = (bits_##bits)((bits_##bits)1 << ((bits)-1U));     \
    const bits_##bits minus =                                                  \
        (bits_##bits)((bits_##bits) ~key >> ((bits)-1U));                      \
    return (bits_##bits)(key ^ (sign | (bits_##bits)(0U - minus)));            \
  }

DEFINE_FLOAT_KEYS(16, 0x7c00U)
DEFINE_FLOAT_KEYS(32, 0x7f800000U)
DEFINE_FLOAT_KEYS(64, UINT64_C(0x7ff0000000000000))

/// bfloat16 is the upper half of a float32
static inline uint32_t
bf16_key(uint16_t x)
{
  return float_key_32((uint32_t)x << 16U) >> 16U;
}

/// Call X(dtype, bits read, key from bits, bits from key, canonical bits)
#define BITS_SAME(x) (x)
#define BOOL_KEY(x) ((x) != 0)
#define I8_KEY(x) ((uint8_t)((x) ^ 0x80U))
#define I16_KEY(x) ((uint16_t)((x) ^ 0x8000U))
#define I32_KEY(x) ((x) ^ UINT32_C(0x80000000))
#define I64_KEY(x) ((x) ^ (UINT64_C(1) << 63U))
#define BF16_CANONICAL(x)                                                      \
  ((uint16_t)(canonical_32((uint32_t)(x) << 16U) >> 16U))
#define BF16_FROM_KEY(x)                                                       \
  ((uint16_t)(float_from_key_32((uint32_t)(x) << 16U) >> 16U))

#define NARROW_KEYS(X)                                                         \
  X(BOOL, 8, BOOL_KEY, BITS_SAME, BITS_SAME)                                   \
  X(I8, 8, I8_KEY, I8_KEY, BITS_SAME)                                          \
  X(I16, 16, I16_KEY, I16_KEY, BITS_SAME)                                      \
  X(I32, 32, I32_KEY, I32_KEY, BITS_SAME)                                      \
  X(U8, 8, BITS_SAME, BITS_SAME, BITS_SAME)                                    \
  X(U16, 16, BITS_SAME, BITS_SAME, BITS_SAME)                                  \
  X(U32, 32, BITS_SAME, BITS_SAME, BITS_SAME)                                  \
  X(F16, 16, float_key_16, float_from_key_16, canonical_16)                    \
  X(BF16, 16, bf16_key, BF16_FROM_KEY, BF16_CANONICAL)                         \
  X(F32, 32, float_key_32, float_from_key_32, canonical_32)

#define WIDE_KEYS(X)                                                           \
  X(I64, 64, I64_KEY, I64_KEY, BITS_SAME)                                      \
  X(U64, 64, BITS_SAME, BITS_SAME, BITS_SAME)                                  \
  X(F64, 64, float_key_64, float_from_key_64, canonical_64)

/// Floats are read through unsigned integers of their size, which the compiler
/// must not take for other memory
#define LOAD_LOOP(bits, size, body)                                            \
  if (stride == (size)) {                                                      \
    for (int64_t i = 0; i < n; ++i) {                                          \
      uint##bits##_t x;                                                        \
      memcpy(&x, in + i * (size), sizeof(x));                                  \
      body;                                                                    \
    }                                                                          \
  } else {                                                                     \
    for (int64_t i = 0; i < n; ++i) {                                          \
      uint##bits##_t x;                                                        \
      memcpy(&x, in + i * stride, sizeof(x));                                  \
      body;                                                                    \
    }                                                                          \
  }

#define STORE_LOOP(bits, size, value)                                          \
  if (stride == (size)) {                                                      \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const uint##bits##_t x = (uint##bits##_t)(value);                        \
      memcpy(out + i * (size), &x, sizeof(x));                                 \
    }                                                                          \
  } else {                                                                     \
    for (int64_t i = 0; i < n; ++i) {                                          \
      const uint##bits##_t x = (uint##bits##_t)(value);                        \
      memcpy(out + i * stride, &x, sizeof(x));                                 \
    }                                                                          \
  }

static void
load_keys32(tercet_dtype dtype,
            const char *in,
            int64_t stride,
            int64_t n,
            uint32_t *keys)
{
#define LOAD32(id, bits, key, from_key, canonical)                             \
  case TERCET_DTYPE_##id:                                                      \
    LOAD_LOOP(bits, (bits) / 8, keys[i] = (uint32_t)key(x))                    \
    break;
  switch ((int)dtype) {
    NARROW_KEYS(LOAD32)
  default:
    assert(false);
    break;
  }
#undef LOAD32
}

static void
store_keys32(tercet_dtype dtype,
             const uint32_t *keys,
             int64_t n,
             char *out,
             int64_t stride)
{
#define STORE32(id, bits, key, from_key, canonical)                            \
  case TERCET_DTYPE_##id:                                                      \
    STORE_LOOP(bits, (bits) / 8, from_key((uint##bits##_t)keys[i]))            \
    break;
  switch ((int)dtype) {
    NARROW_KEYS(STORE32)
  default:
    assert(false);
    break;
  }
#undef STORE32
}

static void
load_keys64(tercet_dtype dtype,
            const char *in,
            int64_t stride,
            int64_t n,
            bool is_canonical,
            uint64_t *keys)
{
#define LOAD64(id, bits, key, from_key, canonical)                             \
  case TERCET_DTYPE_##id:                                                      \
    if (is_canonical) {                                                        \
      LOAD_LOOP(bits,                                                          \
                (bits) / 8,                                                    \
                keys[i] = (uint64_t)key(canonical(x)) << (64U - (bits)))       \
    } else {                                                                   \
      LOAD_LOOP(                                                               \
          bits, (bits) / 8, keys[i] = (uint64_t)key(x) << (64U - (bits)))      \
    }                                                                          \
    break;
  switch ((int)dtype) {
    NARROW_KEYS(LOAD64)
    WIDE_KEYS(LOAD64)
  default:
    assert(false);
    break;
  }
#undef LOAD64
}

static void
store_keys64(tercet_dtype dtype,
             const uint64_t *keys,
             int64_t n,
             char *out,
             int64_t stride)
{
#define STORE64(id, bits, key, from_key, canonical)                            \
  case TERCET_DTYPE_##id:                                                      \
    STORE_LOOP(bits,                                                           \
               (bits) / 8,                                                     \
               from_key((uint##bits##_t)(keys[i] >> (64U - (bits)))))          \
    break;
  switch ((int)dtype) {
    NARROW_KEYS(STORE64)
    WIDE_KEYS(STORE64)
  default:
    assert(false);
    break;
  }
#undef STORE64
}

const tercet_key_loops KEY_LOOPS = {
    load_keys32, store_keys32, load_keys64, store_keys64};
