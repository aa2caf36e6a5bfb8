// SPDX-License-Identifier: Apache-2.0

/// What the files of random/ share

#ifndef TERCET_RANDOM_RANDOM_INTERNAL_H
#define TERCET_RANDOM_RANDOM_INTERNAL_H

#include "array/element.h"
#include "array/tensor_internal.h"
#include "random/random_kernel.h"
#include "random/random_math.h"

#include <tercet/random.h>

/**
   The stream is made in blocks, one ahead at the most, so that the state is a
   function of how many numbers were drawn, not of how they were asked for.
*/
struct tercet_random {
  tercet_random_state state;           ///< Behind the block
  uint64_t block[TERCET_RANDOM_BLOCK]; ///< Numbers not drawn yet...
  size_t position;                     ///< ...from here on
  uint64_t key[4];                     ///< What children are hashed from
  uint64_t n_children;                 ///< Spawned so far
  const tercet_random_kernel_table *kernels;
  const tercet_allocator *alloc;
};

/* ---- Single numbers ---- */

/// Make the next block
void
tercet_random_refill(tercet_random *random);

static inline uint64_t
next_word(tercet_random *random)
{
  if (random->position == TERCET_RANDOM_BLOCK) {
    tercet_random_refill(random);
  }
  return random->block[random->position++];
}

/// Return a multiple of 2^-53 in [0, 1)
static inline double
next_uniform(tercet_random *random)
{
  return (double)(int64_t)(next_word(random) >> 11U) * 0x1p-53;
}

/// Return a multiple of 2^-53 in (0, 1]
static inline double
next_positive(tercet_random *random)
{
  return (double)(int64_t)((next_word(random) >> 11U) + 1U) * 0x1p-53;
}

__extension__ typedef unsigned __int128 tercet_random_wide;

/// Return a number below `n` > 0, all equally likely (Lemire 2019): `word`
/// times n / 2^64, and another word if that one belongs to an incomplete round
static inline uint64_t
bounded(tercet_random *random, uint64_t word, uint64_t n)
{
  tercet_random_wide product = (tercet_random_wide)word * n;
  if ((uint64_t)product < n) {
    const uint64_t surplus = (0U - n) % n;
    while ((uint64_t)product < surplus) {
      product = (tercet_random_wide)next_word(random) * n;
    }
  }
  return (uint64_t)(product >> 64U);
}

/* ---- Blocks of standard numbers ---- */

/// Numbers that a block has at the most; it has room for as many
#define BLOCK ((size_t)WIDE_CAPACITY)

/// Return `n` or the next multiple of the lanes, over which kernels run
static inline size_t
whole_lanes(size_t n)
{
  return (n + TERCET_RANDOM_LANES - 1U) / TERCET_RANDOM_LANES *
         TERCET_RANDOM_LANES;
}

/// Fill a block with multiples of 2^(shift - 64) in [0, 1)
void
tercet_random_uniform_block(tercet_random *random,
                            unsigned shift,
                            double *out,
                            size_t n);

/// Fill a block with normal numbers of mean 0 and deviation 1
void
tercet_random_normal_block(tercet_random *random, double *out, size_t n);

/// Fill a block with exponential numbers of mean 1
void
tercet_random_exponential_block(tercet_random *random, double *out, size_t n);

/// Fill a block with exponential numbers of random sign
void
tercet_random_laplace_block(tercet_random *random, double *out, size_t n);

/// Fill a block with gamma numbers of shape `k` >= 0 and scale 1
void
tercet_random_gamma_block(tercet_random *random,
                          double k,
                          double *out,
                          size_t n);

/// Return a normal number of mean 0 and deviation 1
double
tercet_random_next_normal(tercet_random *random);

/// Return an exponential number of mean 1
double
tercet_random_next_exponential(tercet_random *random);

/* ---- Filling tensors ---- */

/// Fill a block with `n` <= #BLOCK numbers of the kind of the distribution;
/// the block has room for #BLOCK numbers
typedef void (*tercet_random_block)(tercet_random *random,
                                    const void *parameters,
                                    void *out,
                                    size_t n);

/// Fill a tensor, in row-major order.  `kind` F has blocks of doubles, U of
/// 64-bit integers, of which a dtype keeps the low bits.
TERCET_NODISCARD tercet_status
tercet_random_fill(tercet_random *random,
                   tercet_dtype_kind kind,
                   tercet_random_block fill,
                   const void *parameters,
                   tercet_tensor *out,
                   tercet_error *err);

/// Fail unless the tensor may be written
TERCET_NODISCARD tercet_status
tercet_random_check_writable(const tercet_tensor *out, tercet_error *err);

/// Make a tensor that is then filled
TERCET_NODISCARD tercet_status
tercet_random_make(const tercet_allocator *alloc,
                   tercet_dtype dtype,
                   size_t rank,
                   const int64_t *shape,
                   tercet_tensor **out,
                   tercet_error *err);

#define RANDOM_UNPACK(...) __VA_ARGS__

/// Define the form of a distribution that makes a tensor by the one that fills
/// it; `parameters` and `arguments` are lists in parentheses
#define TERCET_RANDOM_FORM(name, parameters, arguments)                        \
  tercet_status tercet_random_##name(const tercet_allocator *alloc,            \
                                     tercet_random *random,                    \
                                     tercet_dtype dtype,                       \
                                     size_t rank,                              \
                                     const int64_t *shape,                     \
                                     RANDOM_UNPACK parameters,                 \
                                     tercet_tensor **out,                      \
                                     tercet_error *err)                        \
  {                                                                            \
    TERCET_TRY(tercet_random_make(alloc, dtype, rank, shape, out, err));       \
    return tercet_tensor_made(tercet_random_##name##_into(                     \
                                  random, RANDOM_UNPACK arguments, *out, err), \
                              out);                                            \
  }

/* ---- Parameters ---- */

/// Fail with #TERCET_ERR_RANGE unless `value` is finite and >= 0, for example
/// "normal: sigma is -1, must not be negative"
TERCET_NODISCARD tercet_status
tercet_random_check_not_negative(const char *distribution,
                                 const char *name,
                                 double value,
                                 tercet_error *err);

/// Fail with #TERCET_ERR_RANGE unless `value` is finite and > 0
TERCET_NODISCARD tercet_status
tercet_random_check_positive(const char *distribution,
                             const char *name,
                             double value,
                             tercet_error *err);

/// Fail with #TERCET_ERR_RANGE unless `value` is finite
TERCET_NODISCARD tercet_status
tercet_random_check_finite(const char *distribution,
                           const char *name,
                           double value,
                           tercet_error *err);

/// Fail with #TERCET_ERR_RANGE unless 0 <= `value` <= 2^53
TERCET_NODISCARD tercet_status
tercet_random_check_count(const char *distribution,
                          const char *name,
                          int64_t value,
                          tercet_error *err);

/// Fail with #TERCET_ERR_DTYPE unless the dtype is one of the floats
TERCET_NODISCARD tercet_status
tercet_random_check_float(const char *distribution,
                          tercet_dtype dtype,
                          tercet_error *err);

/// Fail with #TERCET_ERR_DTYPE unless the dtype is an integer, or, if allowed,
/// a float
TERCET_NODISCARD tercet_status
tercet_random_check_number(const char *distribution,
                           tercet_dtype dtype,
                           bool allows_floats,
                           tercet_error *err);

/// Return the greatest integer up to which the dtype holds all of them; of
/// floats too
uint64_t
tercet_random_greatest(tercet_dtype dtype);

#endif // TERCET_RANDOM_RANDOM_INTERNAL_H
