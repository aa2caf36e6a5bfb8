// SPDX-License-Identifier: Apache-2.0

/**
   @file random.h

   Random numbers into tensors, from generators with explicit state.

   A generator is eight interleaved xoshiro256++ generators: number i of the
   stream is output i / 8 of lane i % 8, lane 0 is the published xoshiro256++
   seeded with SplitMix64, and each further lane is 2^128 outputs ahead of the
   lane before.  There is no global generator.

   Results depend on the generator's state, the distribution, its parameters
   and the number of elements, which are drawn in row-major order.  They do not
   depend on strides, on the machine or on its instruction set: no function of
   the C library that rounds differently elsewhere is used, only the four basic
   operations of IEEE 754 and the square root.  Floats are computed in float64
   and rounded once to the dtype.  Everything runs on the caller's thread.

   Functions that end in `_into` fill an existing tensor of any strides.  A
   generator and a tensor must be used by one thread at a time.

   Parameters must be finite numbers; the message of an error names the one
   that is wrong and its value.  After an error neither the generator nor the
   tensor has changed.
*/

#ifndef TERCET_RANDOM_H
#define TERCET_RANDOM_H

#include <tercet/tensor.h>

TERCET_BEGIN_DECLS

/* ---- Generators ---- */

/// A stream of random 64-bit numbers
typedef struct tercet_random tercet_random;

/**
   Make a generator from a 64-bit seed.

   @param alloc Allocator for the generator, or NULL.
   @param[out] out The generator, to be freed with tercet_random_free(); NULL
   on failure.
   @return #TERCET_OK or #TERCET_ERR_NO_MEMORY.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_new(const tercet_allocator *alloc,
                  uint64_t seed,
                  tercet_random **out,
                  tercet_error *err);

/// Make a generator from a seed of any number of bytes, all of which count.
/// This is not the stream of any tercet_random_new().  Not for secrets.
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_new_from_bytes(const tercet_allocator *alloc,
                             tercet_string seed,
                             tercet_random **out,
                             tercet_error *err);

/// Make a generator that goes on like `random` does
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_copy(const tercet_allocator *alloc,
                   const tercet_random *random,
                   tercet_random **out,
                   tercet_error *err);

/**
   Make a generator with a stream of its own.

   The n-th child of a generator is a function of the seed alone, not of how
   many numbers were drawn.  Children can have children.  The 256-bit state of
   a child is hashed from its parent's seed and its number, so that streams
   overlap only by a chance that is too small to matter; where none is wanted,
   use tercet_random_jump() on copies.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_spawn(const tercet_allocator *alloc,
                    tercet_random *random,
                    tercet_random **out,
                    tercet_error *err);

/// Free a generator; NULL is fine
TERCET_API void
tercet_random_free(tercet_random *random);

/// Go to the stream that begins 2^192 outputs of each lane further on.  Streams
/// reached by different numbers of jumps never overlap, up to 2^64 jumps.
TERCET_API void
tercet_random_jump(tercet_random *random);

/// Return the next number of the stream
TERCET_API uint64_t
tercet_random_next(tercet_random *random);

/// Return the next number, made a double of 53 bits in [0, 1)
TERCET_API double
tercet_random_next_double(tercet_random *random);

/// Write the next `n` numbers of the stream
TERCET_API void
tercet_random_words(tercet_random *random, uint64_t *out, size_t n);

/* ---- Uniform numbers ---- */

/**
   Make a tensor of numbers from [0, 1), all multiples of 2^-53 for float64,
   2^-24 for float32, 2^-11 for float16 and 2^-8 for bfloat16.

   @param alloc Allocator for the tensor, or NULL.
   @param dtype One of the floats.
   @param rank Number of axes, 0 to #TERCET_MAX_RANK.
   @param shape `rank` extents >= 0; may be NULL for rank 0.
   @param[out] out The tensor; NULL on failure.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE as for
   tercet_tensor_new(), or #TERCET_ERR_DTYPE.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_uniform(const tercet_allocator *alloc,
                      tercet_random *random,
                      tercet_dtype dtype,
                      size_t rank,
                      const int64_t *shape,
                      tercet_tensor **out,
                      tercet_error *err);

/// Fill a tensor like tercet_random_uniform().  #TERCET_ERR_ARGUMENT if it is
/// read-only; this holds for all functions that write into a tensor.
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_uniform_into(tercet_random *random,
                           tercet_tensor *out,
                           tercet_error *err);

/// Make a tensor of numbers from [low, high), of a float dtype; only `low` if
/// they are equal.  #TERCET_ERR_RANGE unless low <= high with a finite
/// difference.  Where `high` is no number of the dtype it is rounded first.
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_uniform_range(const tercet_allocator *alloc,
                            tercet_random *random,
                            tercet_dtype dtype,
                            size_t rank,
                            const int64_t *shape,
                            double low,
                            double high,
                            tercet_tensor **out,
                            tercet_error *err);

/// Fill a tensor like tercet_random_uniform_range()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_uniform_range_into(tercet_random *random,
                                 double low,
                                 double high,
                                 tercet_tensor *out,
                                 tercet_error *err);

/**
   Make a tensor of integers that are all equally likely.

   @param dtype Bool or one of the integers.
   @param low Least number.
   @param high Greatest number if `inclusive`, else one more than it.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_SHAPE,
   #TERCET_ERR_DTYPE, or #TERCET_ERR_RANGE if there is no number in the range
   or the dtype does not hold all of them.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_integers(const tercet_allocator *alloc,
                       tercet_random *random,
                       tercet_dtype dtype,
                       size_t rank,
                       const int64_t *shape,
                       int64_t low,
                       int64_t high,
                       bool inclusive,
                       tercet_tensor **out,
                       tercet_error *err);

/// Fill a tensor like tercet_random_integers()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_integers_into(tercet_random *random,
                            int64_t low,
                            int64_t high,
                            bool inclusive,
                            tercet_tensor *out,
                            tercet_error *err);

/// Like tercet_random_integers() with bounds up to 2^64 - 1
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_unsigned(const tercet_allocator *alloc,
                       tercet_random *random,
                       tercet_dtype dtype,
                       size_t rank,
                       const int64_t *shape,
                       uint64_t low,
                       uint64_t high,
                       bool inclusive,
                       tercet_tensor **out,
                       tercet_error *err);

/// Fill a tensor like tercet_random_unsigned()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_unsigned_into(tercet_random *random,
                            uint64_t low,
                            uint64_t high,
                            bool inclusive,
                            tercet_tensor *out,
                            tercet_error *err);

/* ---- Continuous distributions: the dtype is one of the floats ---- */

/// Make a tensor of normal numbers of mean `loc` and standard deviation
/// `sigma` >= 0.  Here and below a parameter out of its range is
/// #TERCET_ERR_RANGE, the other statuses are those of tercet_random_uniform().
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_normal(const tercet_allocator *alloc,
                     tercet_random *random,
                     tercet_dtype dtype,
                     size_t rank,
                     const int64_t *shape,
                     double loc,
                     double sigma,
                     tercet_tensor **out,
                     tercet_error *err);

/// Fill a tensor like tercet_random_normal()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_normal_into(tercet_random *random,
                          double loc,
                          double sigma,
                          tercet_tensor *out,
                          tercet_error *err);

/// Make a tensor of exponential numbers of mean `scale` >= 0
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_exponential(const tercet_allocator *alloc,
                          tercet_random *random,
                          tercet_dtype dtype,
                          size_t rank,
                          const int64_t *shape,
                          double scale,
                          tercet_tensor **out,
                          tercet_error *err);

/// Fill a tensor like tercet_random_exponential()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_exponential_into(tercet_random *random,
                               double scale,
                               tercet_tensor *out,
                               tercet_error *err);

/// Make a tensor of gamma numbers of shape `k` >= 0 and scale `scale` >= 0:
/// mean `k * scale`, all 0 for `k` 0
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_gamma(const tercet_allocator *alloc,
                    tercet_random *random,
                    tercet_dtype dtype,
                    size_t rank,
                    const int64_t *shape,
                    double k,
                    double scale,
                    tercet_tensor **out,
                    tercet_error *err);

/// Fill a tensor like tercet_random_gamma()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_gamma_into(tercet_random *random,
                         double k,
                         double scale,
                         tercet_tensor *out,
                         tercet_error *err);

/// Make a tensor of beta numbers, `a` > 0 and `b` > 0
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_beta(const tercet_allocator *alloc,
                   tercet_random *random,
                   tercet_dtype dtype,
                   size_t rank,
                   const int64_t *shape,
                   double a,
                   double b,
                   tercet_tensor **out,
                   tercet_error *err);

/// Fill a tensor like tercet_random_beta()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_beta_into(tercet_random *random,
                        double a,
                        double b,
                        tercet_tensor *out,
                        tercet_error *err);

/// Make a tensor of chi-square numbers of `df` > 0 degrees of freedom
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_chisquare(const tercet_allocator *alloc,
                        tercet_random *random,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        double df,
                        tercet_tensor **out,
                        tercet_error *err);

/// Fill a tensor like tercet_random_chisquare()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_chisquare_into(tercet_random *random,
                             double df,
                             tercet_tensor *out,
                             tercet_error *err);

/// Make a tensor of F (Fisher-Snedecor) numbers of `df1` > 0 and `df2` > 0
/// degrees of freedom
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_f(const tercet_allocator *alloc,
                tercet_random *random,
                tercet_dtype dtype,
                size_t rank,
                const int64_t *shape,
                double df1,
                double df2,
                tercet_tensor **out,
                tercet_error *err);

/// Fill a tensor like tercet_random_f()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_f_into(tercet_random *random,
                     double df1,
                     double df2,
                     tercet_tensor *out,
                     tercet_error *err);

/// Make a tensor of Student's t numbers of `df` > 0 degrees of freedom
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_student_t(const tercet_allocator *alloc,
                        tercet_random *random,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        double df,
                        tercet_tensor **out,
                        tercet_error *err);

/// Fill a tensor like tercet_random_student_t()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_student_t_into(tercet_random *random,
                             double df,
                             tercet_tensor *out,
                             tercet_error *err);

/// Make a tensor of Laplace numbers of mean `loc` and scale `scale` >= 0
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_laplace(const tercet_allocator *alloc,
                      tercet_random *random,
                      tercet_dtype dtype,
                      size_t rank,
                      const int64_t *shape,
                      double loc,
                      double scale,
                      tercet_tensor **out,
                      tercet_error *err);

/// Fill a tensor like tercet_random_laplace()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_laplace_into(tercet_random *random,
                           double loc,
                           double scale,
                           tercet_tensor *out,
                           tercet_error *err);

/// Make a tensor of numbers whose logarithms are normal numbers of mean `loc`
/// and standard deviation `sigma` >= 0
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_lognormal(const tercet_allocator *alloc,
                        tercet_random *random,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        double loc,
                        double sigma,
                        tercet_tensor **out,
                        tercet_error *err);

/// Fill a tensor like tercet_random_lognormal()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_lognormal_into(tercet_random *random,
                             double loc,
                             double sigma,
                             tercet_tensor *out,
                             tercet_error *err);

/* ---- Counts: the dtype is an integer, which saturates, or a float ---- */

/// Make a tensor of Poisson numbers of mean `lam`, 0 to 2^53
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_poisson(const tercet_allocator *alloc,
                      tercet_random *random,
                      tercet_dtype dtype,
                      size_t rank,
                      const int64_t *shape,
                      double lam,
                      tercet_tensor **out,
                      tercet_error *err);

/// Fill a tensor like tercet_random_poisson()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_poisson_into(tercet_random *random,
                           double lam,
                           tercet_tensor *out,
                           tercet_error *err);

/// Make a tensor of binomial numbers: successes among `n`, 0 to 2^53, trials
/// of probability `p`, 0 to 1.  The time for one does not grow with `n`.
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_binomial(const tercet_allocator *alloc,
                       tercet_random *random,
                       tercet_dtype dtype,
                       size_t rank,
                       const int64_t *shape,
                       int64_t n,
                       double p,
                       tercet_tensor **out,
                       tercet_error *err);

/// Fill a tensor like tercet_random_binomial()
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_binomial_into(tercet_random *random,
                            int64_t n,
                            double p,
                            tercet_tensor *out,
                            tercet_error *err);

/* ---- Parameters that are tensors ---- */

/// A distribution, with the parameters that the function of its name explains
typedef enum {
  TERCET_RANDOM_UNIFORM,     ///< low, high: tercet_random_uniform_range()
  TERCET_RANDOM_NORMAL,      ///< loc, sigma
  TERCET_RANDOM_LOGNORMAL,   ///< loc, sigma
  TERCET_RANDOM_EXPONENTIAL, ///< scale
  TERCET_RANDOM_LAPLACE,     ///< loc, scale
  TERCET_RANDOM_GAMMA,       ///< k, scale
  TERCET_RANDOM_BETA,        ///< a, b
  TERCET_RANDOM_CHISQUARE,   ///< df
  TERCET_RANDOM_F,           ///< df1, df2
  TERCET_RANDOM_STUDENT_T,   ///< df
  TERCET_RANDOM_POISSON,     ///< lam
  TERCET_RANDOM_BINOMIAL,    ///< n, p
} tercet_random_distribution;

/// Number of distributions
#define TERCET_RANDOM_DISTRIBUTIONS 12

/**
   Draw one number for each pair of parameters.

   The numbers are not those that the functions with plain parameters draw from
   the same state.  Uniform ones may be `high` by rounding to the dtype, and
   go down to it if it is less than `low`.

   @param dtype A float, or for TERCET_RANDOM_POISSON and TERCET_RANDOM_BINOMIAL
   also an integer.
   @param a,b The first and the second parameter, of any dtype but complex,
   broadcast together; NULL for a second one that there is not.
   @param[out] out New tensor of the common shape.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_ARGUMENT for a missing
   or needless `b`, #TERCET_ERR_DTYPE, #TERCET_ERR_SHAPE if the shapes do not
   broadcast, or #TERCET_ERR_RANGE for a parameter that is out of range.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_each(const tercet_allocator *alloc,
                   tercet_random *random,
                   tercet_random_distribution distribution,
                   tercet_dtype dtype,
                   const tercet_tensor *a,
                   const tercet_tensor *b,
                   tercet_tensor **out,
                   tercet_error *err);

/// Fill a tensor like tercet_random_each(); the parameters are broadcast to
/// its shape, and may share bytes with it
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_each_into(tercet_random *random,
                        tercet_random_distribution distribution,
                        const tercet_tensor *a,
                        const tercet_tensor *b,
                        tercet_tensor *out,
                        tercet_error *err);

/* ---- Categories ---- */

/**
   Draw categories with replacement: num.cr's `multinomial`.

   @param weights Weights of the categories along the last axis, of any dtype
   but complex, rank 1 at least.  They need not add up to 1.
   @param dtype Integer dtype of the result.
   @param n_samples Categories to draw for each row of weights.
   @param[out] out Indices, of the shape of `weights` with `n_samples` as its
   last extent; NULL on failure.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_DTYPE,
   #TERCET_ERR_SHAPE for rank 0, or #TERCET_ERR_RANGE if a weight is negative,
   infinite or NaN, all weights of a row are 0, `n_samples` is negative, or the
   dtype does not hold all indices.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_categorical(const tercet_allocator *alloc,
                          tercet_random *random,
                          tercet_dtype dtype,
                          const tercet_tensor *weights,
                          int64_t n_samples,
                          tercet_tensor **out,
                          tercet_error *err);

/// Fill a tensor like tercet_random_categorical(); its last extent says how
/// many to draw.  #TERCET_ERR_SHAPE unless the others are those of `weights`.
/// `out` may lie in the same memory as `weights`.
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_categorical_into(tercet_random *random,
                               const tercet_tensor *weights,
                               tercet_tensor *out,
                               tercet_error *err);

/**
   Count how often each category comes up among `n` draws: NumPy's
   `multinomial`.

   @param shape Shape of the experiments.
   @param n Draws of each experiment, 0 to 2^53.
   @param weights Weights of the categories, of rank 1, as for
   tercet_random_categorical().
   @param[out] out Counts, of shape `shape` followed by the number of
   categories, each row adding up to `n`; NULL on failure.
   @return As for tercet_random_categorical(); #TERCET_ERR_RANGE also if the
   dtype does not hold `n`.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_multinomial(const tercet_allocator *alloc,
                          tercet_random *random,
                          tercet_dtype dtype,
                          size_t rank,
                          const int64_t *shape,
                          int64_t n,
                          const tercet_tensor *weights,
                          tercet_tensor **out,
                          tercet_error *err);

/// Fill a tensor like tercet_random_multinomial(); its last extent must be the
/// number of weights.  `out` may lie in the same memory as `weights`.
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_multinomial_into(tercet_random *random,
                               int64_t n,
                               const tercet_tensor *weights,
                               tercet_tensor *out,
                               tercet_error *err);

/* ---- Orders ---- */

/// Bring the slices along an axis, which may count from the end, into a random
/// order, in place; the elements of a slice stay together
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_shuffle(tercet_random *random,
                      tercet_tensor *tensor,
                      int64_t axis,
                      tercet_error *err);

/// Make a tensor of the numbers 0 to n - 1 in a random order, of an integer
/// dtype that holds them
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_permutation(const tercet_allocator *alloc,
                          tercet_random *random,
                          tercet_dtype dtype,
                          int64_t n,
                          tercet_tensor **out,
                          tercet_error *err);

/// Make a tensor of `n_samples` different numbers of 0 to n - 1, in a random
/// order; takes time and memory for n.  With replacement that is
/// tercet_random_integers().
TERCET_API TERCET_NODISCARD tercet_status
tercet_random_choice(const tercet_allocator *alloc,
                     tercet_random *random,
                     tercet_dtype dtype,
                     int64_t n,
                     int64_t n_samples,
                     tercet_tensor **out,
                     tercet_error *err);

TERCET_END_DECLS

#endif // TERCET_RANDOM_H
