// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include "random/random_internal.h"

static tercet_random *
generator(uint64_t seed)
{
  tercet_random *random = NULL;
  CHECK_STATUS(tercet_random_new(NULL, seed, &random, NULL), TERCET_OK);
  return random;
}

/* ---- A plain xoshiro256++ ---- */

static uint64_t
rotate(uint64_t x, unsigned n)
{
  return (x << n) | (x >> (64U - n));
}

static uint64_t
plain_next(uint64_t s[4])
{
  const uint64_t result = rotate(s[0] + s[3], 23) + s[0];
  const uint64_t t = s[1] << 17U;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 45);
  return result;
}

/// The numbers that Blackman and Vigna's generator gives for 1, 2, 3, 4
static void
test_plain_generator_is_the_published_one(void)
{
  uint64_t s[4] = {1, 2, 3, 4};
  CHECK(plain_next(s) == 41943041U);
  CHECK(plain_next(s) == 58720359U);
  CHECK(plain_next(s) == UINT64_C(3588806011781223));
  CHECK(plain_next(s) == UINT64_C(3591011842654386));
}

/* ---- Powers of the step as matrices over GF(2) ---- */

/// Row i is the image of bit i
typedef struct {
  uint64_t rows[256][4];
} matrix;

static void
apply(const matrix *m, const uint64_t in[4], uint64_t out[4])
{
  uint64_t sum[4] = {0};
  for (size_t i = 0; i < 256; ++i) {
    if (in[i / 64] >> (i % 64) & 1U) {
      for (size_t j = 0; j < 4; ++j) {
        sum[j] ^= m->rows[i][j];
      }
    }
  }
  memcpy(out, sum, sizeof(sum));
}

/// Set `m` to the step taken 2^`log` times
static void
power_of_step(unsigned log, matrix *m)
{
  static matrix old;
  for (size_t i = 0; i < 256; ++i) {
    uint64_t s[4] = {0};
    s[i / 64] = UINT64_C(1) << (i % 64);
    plain_next(s);
    memcpy(m->rows[i], s, sizeof(s));
  }
  for (unsigned i = 0; i < log; ++i) {
    old = *m;
    for (size_t j = 0; j < 256; ++j) {
      apply(&old, old.rows[j], m->rows[j]);
    }
  }
}

static void
lane(const tercet_random *random, size_t i, uint64_t s[4])
{
  for (size_t j = 0; j < 4; ++j) {
    s[j] = random->state.words[j][i];
  }
}

/// Each lane is 2^128 outputs ahead of the lane before
static void
test_lanes_do_not_overlap(void)
{
  static matrix m;
  power_of_step(128, &m);
  tercet_random *const random = generator(7);
  for (size_t i = 0; i + 1 < TERCET_RANDOM_LANES; ++i) {
    uint64_t here[4];
    uint64_t next[4];
    lane(random, i, here);
    lane(random, i + 1, next);
    apply(&m, here, here);
    CHECK(!memcmp(here, next, sizeof(here)));
  }
  tercet_random_free(random);
}

/// A jump takes each lane 2^192 outputs on, further than all lanes span
static void
test_jumps_do_not_overlap(void)
{
  static matrix m;
  power_of_step(192, &m);
  tercet_random *const random = generator(8);
  tercet_random *const jumped = generator(8);
  tercet_random_jump(jumped);
  for (size_t i = 0; i < TERCET_RANDOM_LANES; ++i) {
    uint64_t here[4];
    uint64_t there[4];
    lane(random, i, here);
    lane(jumped, i, there);
    apply(&m, here, here);
    CHECK(!memcmp(here, there, sizeof(here)));
  }
  tercet_random_free(random);
  tercet_random_free(jumped);
}

/* ---- The stream ---- */

/// Lane 0 is xoshiro256++ seeded by SplitMix64
static void
test_stream_interleaves_plain_generators(void)
{
  uint64_t counter = 42;
  uint64_t s[TERCET_RANDOM_LANES][4];
  for (size_t i = 0; i < 4; ++i) {
    s[0][i] = check_random(&counter);
  }
  tercet_random *const random = generator(42);
  uint64_t first[4];
  lane(random, 0, first);
  CHECK(!memcmp(first, s[0], sizeof(first)));
  for (size_t i = 1; i < TERCET_RANDOM_LANES; ++i) {
    lane(random, i, s[i]);
  }
  for (size_t i = 0; i < 1000; ++i) {
    CHECK(tercet_random_next(random) == plain_next(s[i % TERCET_RANDOM_LANES]));
  }
  tercet_random_free(random);
}

/// Published elsewhere: Rust's Xoshiro256PlusPlus::seed_from_u64(0)
static void
test_seed_0_begins_with_the_known_number(void)
{
  tercet_random *const random = generator(0);
  CHECK(tercet_random_next(random) == UINT64_C(0x53175d61490b23df));
  tercet_random_free(random);
}

static void
test_stream_does_not_depend_on_how_it_is_drawn(void)
{
  tercet_random *const a = generator(3);
  tercet_random *const b = generator(3);
  uint64_t state = 5;
  for (size_t i = 0; i < 300; ++i) {
    uint64_t words[700];
    const size_t n = check_random(&state) % 700;
    tercet_random_words(a, words, n);
    for (size_t j = 0; j < n; ++j) {
      CHECK(words[j] == tercet_random_next(b));
    }
  }
  tercet_random_jump(a);
  tercet_random_jump(b);
  CHECK(tercet_random_next(a) == tercet_random_next(b));
  tercet_random_free(a);
  tercet_random_free(b);
}

static void
test_copy_goes_on_alike(void)
{
  tercet_random *const a = generator(9);
  tercet_random_next(a);
  tercet_random *b = NULL;
  CHECK_STATUS(tercet_random_copy(NULL, a, &b, NULL), TERCET_OK);
  for (size_t i = 0; i < 1000; ++i) {
    CHECK(tercet_random_next(a) == tercet_random_next(b));
  }
  tercet_random_free(a);
  tercet_random_free(b);
}

static void
test_next_double_is_in_range(void)
{
  tercet_random *const a = generator(9);
  tercet_random *const b = generator(9);
  for (size_t i = 0; i < 1000; ++i) {
    const double x = tercet_random_next_double(a);
    CHECK(x >= 0 && x < 1);
    CHECK_DOUBLE(x, (double)(tercet_random_next(b) >> 11U) / 0x1p53);
  }
  tercet_random_free(a);
  tercet_random_free(b);
}

/* ---- Seeds and children ---- */

static uint64_t
first_of_bytes(const char *bytes, size_t length)
{
  tercet_random *random = NULL;
  const tercet_string seed = {bytes, length};
  CHECK_STATUS(tercet_random_new_from_bytes(NULL, seed, &random, NULL),
               TERCET_OK);
  const uint64_t first = tercet_random_next(random);
  tercet_random_free(random);
  return first;
}

static void
test_all_bytes_of_a_seed_count(void)
{
  char seed[40];
  uint64_t firsts[sizeof(seed) + 1][2];
  for (size_t n = 0; n <= sizeof(seed); ++n) {
    memset(seed, 0, sizeof(seed));
    firsts[n][0] = first_of_bytes(seed, n);
    seed[n ? n - 1 : 0] = 1;
    firsts[n][1] = first_of_bytes(seed, n);
    CHECK(n == 0 || firsts[n][0] != firsts[n][1]);
    for (size_t i = 0; i < n; ++i) {
      CHECK(firsts[i][0] != firsts[n][0] && firsts[i][1] != firsts[n][1]);
    }
  }
}

static tercet_random *
child_of(tercet_random *random)
{
  tercet_random *child = NULL;
  CHECK_STATUS(tercet_random_spawn(NULL, random, &child, NULL), TERCET_OK);
  return child;
}

/// A parent, its children, theirs, and those of a jumped copy: no number of
/// one is found in another
static void
test_children_have_streams_of_their_own(void)
{
  enum { N = 8, LENGTH = 200 };
  tercet_random *all[N];
  all[0] = generator(1);
  all[1] = child_of(all[0]);
  all[2] = child_of(all[0]);
  all[3] = child_of(all[1]);
  all[4] = child_of(all[1]);
  all[5] = child_of(all[2]);
  CHECK_STATUS(tercet_random_copy(NULL, all[0], &all[6], NULL), TERCET_OK);
  tercet_random_jump(all[6]);
  all[7] = child_of(all[6]);

  static uint64_t numbers[N][LENGTH];
  for (size_t i = 0; i < N; ++i) {
    tercet_random_words(all[i], numbers[i], LENGTH);
    tercet_random_free(all[i]);
  }
  const uint64_t *const flat = numbers[0];
  size_t n_equal = 0;
  for (size_t i = 0; i < N * LENGTH; ++i) {
    for (size_t j = 0; j < i; ++j) {
      n_equal += flat[i] == flat[j];
    }
  }
  CHECK_INT(n_equal, 0);
}

static void
test_children_do_not_depend_on_draws(void)
{
  tercet_random *const a = generator(2);
  tercet_random *const b = generator(2);
  tercet_random_next(b);
  tercet_random *const child_a = child_of(a);
  tercet_random *const child_b = child_of(b);
  CHECK(tercet_random_next(child_a) == tercet_random_next(child_b));
  tercet_random_free(a);
  tercet_random_free(b);
  tercet_random_free(child_a);
  tercet_random_free(child_b);
}

/// Bits are set half the time, and independently of their neighbours and of
/// the same bit in the next number: 4 standard deviations
static void
test_bits_are_fair(void)
{
  enum { N = 100000 };
  tercet_random *const random = generator(11);
  double n_ones[64] = {0};
  double n_neighbours[64] = {0};
  double n_next[64] = {0};
  uint64_t last = 0;
  for (size_t i = 0; i < N; ++i) {
    const uint64_t word = tercet_random_next(random);
    for (unsigned j = 0; j < 64; ++j) {
      n_ones[j] += (double)(word >> j & 1U);
      n_neighbours[j] += (double)((word ^ rotate(word, 1)) >> j & 1U);
      n_next[j] += (double)((word ^ last) >> j & 1U);
    }
    last = word;
  }
  const double tolerance = 4.5 * 0.5 * 316.3; // sqrt(N)
  for (unsigned j = 0; j < 64; ++j) {
    CHECK(fabs(n_ones[j] - N / 2.0) < tolerance);
    CHECK(fabs(n_neighbours[j] - N / 2.0) < tolerance);
    CHECK(fabs(n_next[j] - N / 2.0) < tolerance);
  }
  tercet_random_free(random);
}

static void
test_failing_memory(void)
{
  failing_allocator state = {0, 0};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  tercet_random *parent = generator(1);
  tercet_random *random = parent;
  const tercet_string seed = {"x", 1};
  tercet_error err = {0};
  CHECK_STATUS(tercet_random_new(&alloc, 1, &random, &err),
               TERCET_ERR_NO_MEMORY);
  CHECK(!random);
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_random_new_from_bytes(&alloc, seed, &random, &err),
               TERCET_ERR_NO_MEMORY);
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_random_copy(&alloc, parent, &random, &err),
               TERCET_ERR_NO_MEMORY);
  state = (failing_allocator){0, 0};
  CHECK_STATUS(tercet_random_spawn(&alloc, parent, &random, &err),
               TERCET_ERR_NO_MEMORY);
  CHECK_INT(parent->n_children, 0);
  tercet_random_free(parent);
  tercet_random_free(NULL);
}

int
main(void)
{
  test_plain_generator_is_the_published_one();
  test_lanes_do_not_overlap();
  test_jumps_do_not_overlap();
  test_stream_interleaves_plain_generators();
  test_seed_0_begins_with_the_known_number();
  test_stream_does_not_depend_on_how_it_is_drawn();
  test_copy_goes_on_alike();
  test_next_double_is_in_range();
  test_all_bytes_of_a_seed_count();
  test_children_have_streams_of_their_own();
  test_children_do_not_depend_on_draws();
  test_bits_are_fair();
  test_failing_memory();
  return check_finish();
}
