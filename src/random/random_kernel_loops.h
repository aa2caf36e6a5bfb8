// SPDX-License-Identifier: Apache-2.0

/**
   The loops that all tables share, over vectors of eight lanes, which the
   compiler maps to the registers of the instruction set; a file that includes
   this defines `ziggurat` and TABLE, the name of its table.
*/

#include "random/random_kernel.h"

#include <string.h>

// Vectors wider than the registers are passed to static functions only, so
// that it does not matter how
#pragma GCC diagnostic ignored "-Wpsabi"

#define LANES TERCET_RANDOM_LANES

typedef uint64_t words_vector __attribute__((vector_size(8U * LANES)));
typedef int64_t signed_vector __attribute__((vector_size(8U * LANES)));
typedef double reals_vector __attribute__((vector_size(8U * LANES)));

#define REAL reals_vector
#define WORD words_vector
#define NAMED(name) vector_##name
#include "random/exp_steps.h"
#undef REAL
#undef WORD
#undef NAMED

static inline words_vector
load_words(const uint64_t *p)
{
  words_vector x;
  memcpy(&x, p, sizeof(x));
  return x;
}

static inline reals_vector
load_reals(const double *p)
{
  reals_vector x;
  memcpy(&x, p, sizeof(x));
  return x;
}

static inline void
store_reals(double *p, reals_vector x)
{
  memcpy(p, &x, sizeof(x));
}

/// Return `a` in the lanes where the mask is set, else `b`
static inline reals_vector
choose(signed_vector mask, reals_vector a, reals_vector b)
{
  const words_vector m = (words_vector)mask;
  return vector_from_bits((vector_to_bits(a) & m) | (vector_to_bits(b) & ~m));
}

/// Return numbers < 2^53 as doubles.  The halves become mantissas of 2^84 and
/// 2^52; what is taken off again leaves the sum exact.
static inline reals_vector
to_reals(words_vector x)
{
  const reals_vector high =
      vector_from_bits((x >> 32U) | UINT64_C(0x4530000000000000));
  const reals_vector low = vector_from_bits((x & UINT64_C(0xffffffff)) |
                                            UINT64_C(0x4330000000000000));
  return (high - (0x1p84 + 0x1p52)) + low;
}

#define ROTATE(x, n) (((x) << (n)) | ((x) >> (64U - (n))))

/// xoshiro256++ (Blackman and Vigna 2019)
static void
words_loop(tercet_random_state *state, uint64_t *out, size_t n_blocks)
{
  words_vector s0 = load_words(state->words[0]);
  words_vector s1 = load_words(state->words[1]);
  words_vector s2 = load_words(state->words[2]);
  words_vector s3 = load_words(state->words[3]);
  const size_t n = n_blocks * TERCET_RANDOM_BLOCK;
  for (size_t i = 0; i < n; i += LANES) {
    const words_vector sum = s0 + s3;
    const words_vector result = ROTATE(sum, 23U) + s0;
    memcpy(out + i, &result, sizeof(result));
    const words_vector t = s1 << 17U;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = ROTATE(s3, 45U);
  }
  memcpy(state->words[0], &s0, sizeof(s0));
  memcpy(state->words[1], &s1, sizeof(s1));
  memcpy(state->words[2], &s2, sizeof(s2));
  memcpy(state->words[3], &s3, sizeof(s3));
}

static void
uniform_loop(
    const uint64_t *words, unsigned shift, double scale, double *out, size_t n)
{
  for (size_t i = 0; i < n; i += LANES) {
    store_reals(out + i, to_reals(load_words(words + i) >> shift) * scale);
  }
}

static void
affine_loop(double *x, double add, double multiply, size_t n)
{
  for (size_t i = 0; i < n; i += LANES) {
    store_reals(x + i, load_reals(x + i) * multiply + add);
  }
}

static void
exp_loop(double *x, size_t n)
{
  const reals_vector limit = (reals_vector){0} + 1000.0;
  for (size_t i = 0; i < n; i += LANES) {
    reals_vector v = load_reals(x + i);
    v = choose(v < -limit, -limit, v);
    v = choose(v > limit, limit, v);
    store_reals(x + i, vector_exp_steps(v));
  }
}

static bool
bounded_loop(const uint64_t *words,
             uint64_t low,
             uint64_t n_values,
             uint64_t surplus,
             uint64_t *out,
             size_t n)
{
  signed_vector is_surplus = {0};
  for (size_t i = 0; i < n; i += LANES) {
    const words_vector product = (load_words(words + i) >> 32U) * n_values;
    const signed_vector rest = (signed_vector)(product & UINT64_C(0xffffffff));
    const words_vector value = low + (product >> 32U);
    is_surplus |= rest < (int64_t)surplus;
    memcpy(out + i, &value, sizeof(value));
  }
  int64_t any = 0;
  for (size_t i = 0; i < LANES; ++i) {
    any |= is_surplus[i];
  }
  return any != 0;
}

typedef float floats_vector __attribute__((vector_size(4U * LANES)));
typedef uint32_t halves_vector __attribute__((vector_size(4U * LANES)));

static void
to_f32_loop(const double *in, float *out, size_t n)
{
  const size_t n_whole = n - n % LANES;
  for (size_t i = 0; i < n_whole; i += LANES) {
    const floats_vector x =
        __builtin_convertvector(load_reals(in + i), floats_vector);
    memcpy(out + i, &x, sizeof(x));
  }
  for (size_t i = n_whole; i < n; ++i) {
    out[i] = (float)in[i];
  }
}

static void
to_u32_loop(const uint64_t *in, uint32_t *out, size_t n)
{
  const size_t n_whole = n - n % LANES;
  for (size_t i = 0; i < n_whole; i += LANES) {
    const halves_vector x =
        __builtin_convertvector(load_words(in + i), halves_vector);
    memcpy(out + i, &x, sizeof(x));
  }
  for (size_t i = n_whole; i < n; ++i) {
    out[i] = (uint32_t)in[i];
  }
}

const tercet_random_kernel_table TABLE = {words_loop,
                                          uniform_loop,
                                          bounded_loop,
                                          ziggurat,
                                          affine_loop,
                                          exp_loop,
                                          to_f32_loop,
                                          to_u32_loop};
