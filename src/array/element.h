// SPDX-License-Identifier: Apache-2.0

/**
   One element of each dtype: its C type, and its exact conversion to and from
   the widest number of its kind.

   The wide types are uint64_t for bool and unsigned, int64_t for signed,
   double for float, and a pair of doubles for complex numbers.  Reading into
   the wide type is exact; writing from it rounds once.  Any dtype so converts
   to any other with one rounding, and int64 never passes through a double
   unless a float is asked for.
*/

#ifndef TERCET_ARRAY_ELEMENT_H
#define TERCET_ARRAY_ELEMENT_H

#include "array/dtype.h"
#include "base/float16.h"

#include <assert.h>
#include <string.h>

typedef struct {
  float re;
  float im;
} element_C64;

typedef struct {
  double re;
  double im;
} element_C128;

typedef uint8_t element_BOOL;
typedef int8_t element_I8;
typedef int16_t element_I16;
typedef int32_t element_I32;
typedef int64_t element_I64;
typedef uint8_t element_U8;
typedef uint16_t element_U16;
typedef uint32_t element_U32;
typedef uint64_t element_U64;
typedef uint16_t element_F16;
typedef uint16_t element_BF16;
typedef float element_F32;
typedef double element_F64;

#define ELEMENT_CHECK(id, name, size, kind, literal)                           \
  static_assert(sizeof(element_##id) == (size), name);
TERCET_DTYPE_LIST(ELEMENT_CHECK)
#undef ELEMENT_CHECK

typedef uint64_t wide_B;
typedef int64_t wide_I;
typedef uint64_t wide_U;
typedef double wide_F;
typedef element_C128 wide_C;

/* ---- To the wide type ---- */

#define ELEMENT_WIDEN_PLAIN(id, kind)                                          \
  static inline wide_##kind widen_##id(element_##id x)                         \
  {                                                                            \
    return x;                                                                  \
  }

ELEMENT_WIDEN_PLAIN(I8, I)
ELEMENT_WIDEN_PLAIN(I16, I)
ELEMENT_WIDEN_PLAIN(I32, I)
ELEMENT_WIDEN_PLAIN(I64, I)
ELEMENT_WIDEN_PLAIN(U8, U)
ELEMENT_WIDEN_PLAIN(U16, U)
ELEMENT_WIDEN_PLAIN(U32, U)
ELEMENT_WIDEN_PLAIN(U64, U)
ELEMENT_WIDEN_PLAIN(F32, F)
ELEMENT_WIDEN_PLAIN(F64, F)
ELEMENT_WIDEN_PLAIN(C128, C)

#undef ELEMENT_WIDEN_PLAIN

/// Lent memory may hold other bytes than 0 and 1
static inline wide_B
widen_BOOL(element_BOOL x)
{
  return x != 0;
}

static inline wide_F
widen_F16(element_F16 x)
{
  return (double)tercet_f16_to_f32(x);
}

static inline wide_F
widen_BF16(element_BF16 x)
{
  return (double)tercet_bf16_to_f32(x);
}

static inline wide_C
widen_C64(element_C64 x)
{
  const wide_C wide = {(double)x.re, (double)x.im};
  return wide;
}

/* ---- From the wide types: narrow_<dtype>_<kind> ---- */

// Floats become integers by truncation, out of range the nearest one, NaN 0

/// Up to 32 bits the bounds are exact as doubles, and loops need no branch
#define ELEMENT_NARROW_CLAMPED(id, min, max)                                   \
  static inline element_##id narrow_##id##_F(wide_F x)                         \
  {                                                                            \
    const double number = x == x ? x : 0.0;                                    \
    const double above = number > (double)(min) ? number : (double)(min);      \
    return (element_##id)(above < (double)(max) ? above : (double)(max));      \
  }

/// The greatest of 64 bits is rounded up to a power of two, which is out of
/// range
#define ELEMENT_NARROW_SATURATED(id, min, max)                                 \
  static inline element_##id narrow_##id##_F(wide_F x)                         \
  {                                                                            \
    return (x != x)               ? (element_##id)0                            \
           : (x <= (double)(min)) ? (element_##id)(min)                        \
           : (x >= (double)(max)) ? (element_##id)(max)                        \
                                  : (element_##id)x;                           \
  }

ELEMENT_NARROW_CLAMPED(I8, INT8_MIN, INT8_MAX)
ELEMENT_NARROW_CLAMPED(I16, INT16_MIN, INT16_MAX)
ELEMENT_NARROW_CLAMPED(I32, INT32_MIN, INT32_MAX)
ELEMENT_NARROW_SATURATED(I64, INT64_MIN, INT64_MAX)
ELEMENT_NARROW_CLAMPED(U8, 0, UINT8_MAX)
ELEMENT_NARROW_CLAMPED(U16, 0, UINT16_MAX)
ELEMENT_NARROW_CLAMPED(U32, 0, UINT32_MAX)
ELEMENT_NARROW_SATURATED(U64, 0, UINT64_MAX)

#undef ELEMENT_NARROW_CLAMPED
#undef ELEMENT_NARROW_SATURATED

/// Integers keep the low bits; a complex number loses its imaginary part
#define ELEMENT_NARROW_INTEGER(id)                                             \
  static inline element_##id narrow_##id##_I(wide_I x)                         \
  {                                                                            \
    return (element_##id)x;                                                    \
  }                                                                            \
  static inline element_##id narrow_##id##_U(wide_U x)                         \
  {                                                                            \
    return (element_##id)x;                                                    \
  }                                                                            \
  static inline element_##id narrow_##id##_B(wide_B x)                         \
  {                                                                            \
    return (element_##id)x;                                                    \
  }                                                                            \
  static inline element_##id narrow_##id##_C(wide_C x)                         \
  {                                                                            \
    return narrow_##id##_F(x.re);                                              \
  }

ELEMENT_NARROW_INTEGER(I8)
ELEMENT_NARROW_INTEGER(I16)
ELEMENT_NARROW_INTEGER(I32)
ELEMENT_NARROW_INTEGER(I64)
ELEMENT_NARROW_INTEGER(U8)
ELEMENT_NARROW_INTEGER(U16)
ELEMENT_NARROW_INTEGER(U32)
ELEMENT_NARROW_INTEGER(U64)

#undef ELEMENT_NARROW_INTEGER

/// Non-zero is true, NaN too
#define ELEMENT_NARROW_BOOL(kind)                                              \
  static inline element_BOOL narrow_BOOL_##kind(wide_##kind x)                 \
  {                                                                            \
    return x != 0;                                                             \
  }

ELEMENT_NARROW_BOOL(B)
ELEMENT_NARROW_BOOL(I)
ELEMENT_NARROW_BOOL(U)
ELEMENT_NARROW_BOOL(F)

#undef ELEMENT_NARROW_BOOL

static inline element_BOOL
narrow_BOOL_C(wide_C x)
{
  return x.re != 0 || x.im != 0;
}

/// The conversions of C round once, to nearest
#define ELEMENT_NARROW_FLOAT(id)                                               \
  static inline element_##id narrow_##id##_B(wide_B x)                         \
  {                                                                            \
    return (element_##id)x;                                                    \
  }                                                                            \
  static inline element_##id narrow_##id##_I(wide_I x)                         \
  {                                                                            \
    return (element_##id)x;                                                    \
  }                                                                            \
  static inline element_##id narrow_##id##_U(wide_U x)                         \
  {                                                                            \
    return (element_##id)x;                                                    \
  }                                                                            \
  static inline element_##id narrow_##id##_F(wide_F x)                         \
  {                                                                            \
    return (element_##id)x;                                                    \
  }                                                                            \
  static inline element_##id narrow_##id##_C(wide_C x)                         \
  {                                                                            \
    return (element_##id)x.re;                                                 \
  }

ELEMENT_NARROW_FLOAT(F32)
ELEMENT_NARROW_FLOAT(F64)

#undef ELEMENT_NARROW_FLOAT

/**
   Round to odd: toward zero, then with the last bit set if that was inexact.
   A second rounding to nearest, to at least two bits less, then gives what a
   single rounding would have given.
*/
static inline float
round_to_odd_f32(double x)
{
  const float nearest = (float)x;
  if ((double)nearest == x || x != x) {
    return nearest;
  }

  uint32_t bits = 0;
  memcpy(&bits, &nearest, sizeof(bits));
  const double magnitude = x < 0 ? -x : x;
  const double rounded = nearest < 0 ? -(double)nearest : (double)nearest;
  bits = (rounded > magnitude ? bits - 1U : bits) | 1U;
  float odd = 0;
  memcpy(&odd, &bits, sizeof(odd));
  return odd;
}

static inline double
round_to_odd_f64(uint64_t x)
{
  if (x >> 53U == 0) {
    return (double)x;
  }
  const uint64_t sticky = (x & 2047U) != 0;
  return (double)((x >> 11U) | sticky) * 2048.0;
}

#define ELEMENT_NARROW_HALF(id, from_f64)                                      \
  static inline element_##id narrow_##id##_B(wide_B x)                         \
  {                                                                            \
    return from_f64((double)x);                                                \
  }                                                                            \
  static inline element_##id narrow_##id##_I(wide_I x)                         \
  {                                                                            \
    const double magnitude =                                                   \
        round_to_odd_f64(x < 0 ? 0U - (uint64_t)x : (uint64_t)x);              \
    return from_f64(x < 0 ? -magnitude : magnitude);                           \
  }                                                                            \
  static inline element_##id narrow_##id##_U(wide_U x)                         \
  {                                                                            \
    return from_f64(round_to_odd_f64(x));                                      \
  }                                                                            \
  static inline element_##id narrow_##id##_F(wide_F x)                         \
  {                                                                            \
    return from_f64(x);                                                        \
  }                                                                            \
  static inline element_##id narrow_##id##_C(wide_C x)                         \
  {                                                                            \
    return from_f64(x.re);                                                     \
  }

static inline uint16_t
f64_to_bf16(double x)
{
  return tercet_f32_to_bf16(round_to_odd_f32(x));
}

ELEMENT_NARROW_HALF(F16, tercet_f64_to_f16)
ELEMENT_NARROW_HALF(BF16, f64_to_bf16)

#undef ELEMENT_NARROW_HALF

#define ELEMENT_NARROW_COMPLEX(id, part)                                       \
  static inline element_##id narrow_##id##_B(wide_B x)                         \
  {                                                                            \
    const element_##id out = {(part)x, 0};                                     \
    return out;                                                                \
  }                                                                            \
  static inline element_##id narrow_##id##_I(wide_I x)                         \
  {                                                                            \
    const element_##id out = {(part)x, 0};                                     \
    return out;                                                                \
  }                                                                            \
  static inline element_##id narrow_##id##_U(wide_U x)                         \
  {                                                                            \
    const element_##id out = {(part)x, 0};                                     \
    return out;                                                                \
  }                                                                            \
  static inline element_##id narrow_##id##_F(wide_F x)                         \
  {                                                                            \
    const element_##id out = {(part)x, 0};                                     \
    return out;                                                                \
  }                                                                            \
  static inline element_##id narrow_##id##_C(wide_C x)                         \
  {                                                                            \
    const element_##id out = {(part)x.re, (part)x.im};                         \
    return out;                                                                \
  }

ELEMENT_NARROW_COMPLEX(C64, float)
ELEMENT_NARROW_COMPLEX(C128, double)

#undef ELEMENT_NARROW_COMPLEX

/* ---- Many elements ---- */

/// Elements that pass through a wide buffer at a time: it stays in the L1
/// cache and amortises an indirect call
#define WIDE_CAPACITY 256

/// Elements of any one kind, widened
typedef union {
  wide_B as_B[WIDE_CAPACITY];
  wide_I as_I[WIDE_CAPACITY];
  wide_U as_U[WIDE_CAPACITY];
  wide_F as_F[WIDE_CAPACITY];
  wide_C as_C[WIDE_CAPACITY];
} wide_buffer;

/// Widen `n` <= #WIDE_CAPACITY elements that are `stride` bytes apart
void
tercet_elements_widen(tercet_dtype dtype,
                      const char *in,
                      int64_t stride,
                      int64_t n,
                      wide_buffer *out);

/// Write the `n` first numbers of `in`, which are of `kind`, as elements of
/// `dtype` that are `stride` bytes apart
void
tercet_elements_narrow(tercet_dtype dtype,
                       tercet_dtype_kind kind,
                       const wide_buffer *in,
                       int64_t n,
                       char *out,
                       int64_t stride);

/// Read `n` <= #WIDE_CAPACITY elements of a float dtype, at most float32
void
tercet_elements_load_f32(
    tercet_dtype dtype, const char *in, int64_t stride, int64_t n, float *out);

#endif // TERCET_ARRAY_ELEMENT_H
