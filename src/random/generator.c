// SPDX-License-Identifier: Apache-2.0

/// Seeding, streams and raw numbers

#include "random/random_internal.h"

#include "array/kernel/kernel.h"
#include "base/allocator.h"
#include "base/error.h"

#define GOLDEN UINT64_C(0x9e3779b97f4a7c15)

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014)
static uint64_t
mix(uint64_t z)
{
  z = (z ^ (z >> 30U)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27U)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31U);
}

/* ---- A hash of 256 bits ---- */

static void
absorb(uint64_t key[4], uint64_t word)
{
  for (uint64_t i = 0; i < 4U; ++i) {
    key[i] = mix((key[i] ^ word) + (i + 1U) * GOLDEN) + key[(i + 1U) % 4U];
  }
}

/// Hash bytes, read as little-endian words, and their number
static void
hash_bytes(tercet_string bytes, uint64_t key[4])
{
  for (uint64_t i = 0; i < 4U; ++i) {
    key[i] = mix((i + 1U) * GOLDEN);
  }
  for (size_t i = 0; i < bytes.length; i += 8U) {
    uint64_t word = 0;
    for (size_t j = 0; j < 8U && i + j < bytes.length; ++j) {
      word |= (uint64_t)(uint8_t)bytes.data[i + j] << (8U * j);
    }
    absorb(key, word);
  }
  // Each word of the key comes to depend on all
  for (size_t i = 0; i < 4U; ++i) {
    absorb(key, bytes.length);
  }
}

/* ---- xoshiro256++, one lane ---- */

static uint64_t
rotate(uint64_t x, unsigned n)
{
  return (x << n) | (x >> (64U - n));
}

static void
step_lane(uint64_t s[4])
{
  const uint64_t t = s[1] << 17U;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 45U);
}

/// Powers of the step as polynomials over GF(2), from the lowest coefficient:
/// 2^128 steps, and 2^192 (Blackman and Vigna 2019)
static const uint64_t jump_128[4] = {UINT64_C(0x180ec6d33cfd0aba),
                                     UINT64_C(0xd5a61266f0c9392c),
                                     UINT64_C(0xa9582618e03fc9aa),
                                     UINT64_C(0x39abdc4529b1661c)};
static const uint64_t jump_192[4] = {UINT64_C(0x76e15d3efefdcbbf),
                                     UINT64_C(0xc5004e441c522fb3),
                                     UINT64_C(0x77710069854ee241),
                                     UINT64_C(0x39109bb02acbe635)};

/// Apply a power of the step to a state
static void
jump_lane(uint64_t s[4], const uint64_t power[4])
{
  uint64_t sum[4] = {0};
  for (size_t i = 0; i < 256U; ++i) {
    if (power[i / 64U] >> (i % 64U) & 1U) {
      for (size_t j = 0; j < 4U; ++j) {
        sum[j] ^= s[j];
      }
    }
    step_lane(s);
  }
  memcpy(s, sum, sizeof(sum));
}

/* ---- The generator ---- */

static void
store_lane(tercet_random_state *state, size_t lane, const uint64_t s[4])
{
  for (size_t i = 0; i < 4U; ++i) {
    state->words[i][lane] = s[i];
  }
}

/// Start with lane 0 in the state `key`, which is not all zero
static tercet_status
make_generator(const tercet_allocator *alloc,
               const uint64_t key[4],
               tercet_random **out,
               tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  tercet_random *const random =
      (tercet_random *)tercet_allocate_zeroed(alloc, sizeof(*random));
  *out = random;
  if (!random) {
    return tercet_error_no_memory(err);
  }

  uint64_t s[4];
  memcpy(s, key, sizeof(s));
  memcpy(random->key, key, sizeof(s));
  for (size_t lane = 0; lane < TERCET_RANDOM_LANES; ++lane) {
    store_lane(&random->state, lane, s);
    jump_lane(s, jump_128);
  }
  random->position = TERCET_RANDOM_BLOCK;
  random->kernels = tercet_random_kernels_named(tercet_kernels()->name);
  random->alloc = alloc;
  return TERCET_OK;
}

tercet_status
tercet_random_new(const tercet_allocator *alloc,
                  uint64_t seed,
                  tercet_random **out,
                  tercet_error *err)
{
  // Four values of a counter through a bijection: not all can be zero
  uint64_t key[4];
  for (uint64_t i = 0; i < 4U; ++i) {
    key[i] = mix(seed + (i + 1U) * GOLDEN);
  }
  return make_generator(alloc, key, out, err);
}

tercet_status
tercet_random_new_from_bytes(const tercet_allocator *alloc,
                             tercet_string seed,
                             tercet_random **out,
                             tercet_error *err)
{
  uint64_t key[4];
  hash_bytes(seed, key);
  key[3] |= !(key[0] | key[1] | key[2]);
  return make_generator(alloc, key, out, err);
}

tercet_status
tercet_random_copy(const tercet_allocator *alloc,
                   const tercet_random *random,
                   tercet_random **out,
                   tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  *out = (tercet_random *)tercet_allocate(alloc, sizeof(**out));
  if (!*out) {
    return tercet_error_no_memory(err);
  }
  **out = *random;
  (*out)->alloc = alloc;
  return TERCET_OK;
}

tercet_status
tercet_random_spawn(const tercet_allocator *alloc,
                    tercet_random *random,
                    tercet_random **out,
                    tercet_error *err)
{
  uint64_t key[4];
  memcpy(key, random->key, sizeof(key));
  for (size_t i = 0; i < 4U; ++i) {
    absorb(key, random->n_children);
  }
  key[3] |= !(key[0] | key[1] | key[2]);
  TERCET_TRY(make_generator(alloc, key, out, err));
  ++random->n_children;
  return TERCET_OK;
}

void
tercet_random_free(tercet_random *random)
{
  if (random) {
    tercet_release(random->alloc, random);
  }
}

void
tercet_random_jump(tercet_random *random)
{
  for (size_t lane = 0; lane < TERCET_RANDOM_LANES; ++lane) {
    uint64_t s[4];
    for (size_t i = 0; i < 4U; ++i) {
      s[i] = random->state.words[i][lane];
    }
    jump_lane(s, jump_192);
    store_lane(&random->state, lane, s);
  }
  random->position = TERCET_RANDOM_BLOCK;

  // The children of the new stream are others too
  absorb(random->key, UINT64_MAX);
  random->n_children = 0;
}

/* ---- Numbers ---- */

void
tercet_random_refill(tercet_random *random)
{
  random->kernels->words(&random->state, random->block, 1);
  random->position = 0;
}

uint64_t
tercet_random_next(tercet_random *random)
{
  return next_word(random);
}

double
tercet_random_next_double(tercet_random *random)
{
  return next_uniform(random);
}

void
tercet_random_words(tercet_random *random, uint64_t *out, size_t n)
{
  while (n) {
    if (random->position == TERCET_RANDOM_BLOCK) {
      const size_t n_blocks = n / TERCET_RANDOM_BLOCK;
      random->kernels->words(&random->state, out, n_blocks);
      out += n_blocks * TERCET_RANDOM_BLOCK;
      n %= TERCET_RANDOM_BLOCK;
      if (!n) {
        return;
      }
      tercet_random_refill(random);
    }

    const size_t n_left = TERCET_RANDOM_BLOCK - random->position;
    const size_t n_now = n < n_left ? n : n_left;
    memcpy(out, random->block + random->position, n_now * sizeof(*out));
    random->position += n_now;
    out += n_now;
    n -= n_now;
  }
}
