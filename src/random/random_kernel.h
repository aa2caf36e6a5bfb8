// SPDX-License-Identifier: Apache-2.0

/**
   The inner loops of random numbers, one table per instruction set.

   All tables give the same results to the last bit: they use integers and the
   correctly rounded operations of IEEE 754 only, and nothing is contracted.
   Counts of elements are multiples of #TERCET_RANDOM_LANES.
*/

#ifndef TERCET_RANDOM_RANDOM_KERNEL_H
#define TERCET_RANDOM_RANDOM_KERNEL_H

#include "random/ziggurat.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Generators of xoshiro256++ that run side by side
#define TERCET_RANDOM_LANES 8U

/// Numbers that are made at a time: 16 of each lane
#define TERCET_RANDOM_BLOCK 128U

/// The states of all lanes: `words[i][lane]` is s[i] of a lane
typedef struct {
  uint64_t words[4][TERCET_RANDOM_LANES];
} tercet_random_state;

typedef struct {
  /// Write `n_blocks` times #TERCET_RANDOM_BLOCK numbers, one of each lane in
  /// turn, and step the states
  void (*words)(tercet_random_state *state, uint64_t *out, size_t n_blocks);

  /// out[i] = (words[i] >> shift) * scale, `shift` at least 11
  void (*uniform)(const uint64_t *words,
                  unsigned shift,
                  double scale,
                  double *out,
                  size_t n);

  /// out[i] = low + (words[i] / 2^32 * n_values) / 2^32, both rounded down,
  /// for `n_values` < 2^32.  Returns whether a second remainder is less than
  /// `surplus`, so that its word must not count.
  bool (*bounded)(const uint64_t *words,
                  uint64_t low,
                  uint64_t n_values,
                  uint64_t surplus,
                  uint64_t *out,
                  size_t n);

  /// The candidates of ziggurat.h for `n` <= 2^16 words; bits of a word
  /// in `sign_mask`, which is 0 or bit 8, make its number negative.  Writes the
  /// indices of those not accepted to `rejected`, and returns their number.
  size_t (*ziggurat)(const tercet_ziggurat *table,
                     const uint64_t *words,
                     uint64_t sign_mask,
                     double *out,
                     uint16_t *rejected,
                     size_t n);

  /// x[i] = add + multiply * x[i]
  void (*affine)(double *x, double add, double multiply, size_t n);

  /// x[i] = tercet_random_exp(x[i])
  void (*exp)(double *x, size_t n);

  /// out[i] = in[i], rounded to nearest; any `n`
  void (*to_f32)(const double *in, float *out, size_t n);

  /// out[i] = the low bits of in[i]; any `n`
  void (*to_u32)(const uint64_t *in, uint32_t *out, size_t n);
} tercet_random_kernel_table;

extern const tercet_random_kernel_table tercet_random_kernels_portable;

#if defined(__x86_64__)
extern const tercet_random_kernel_table tercet_random_kernels_avx2;
extern const tercet_random_kernel_table tercet_random_kernels_avx512;
#endif

/// Return the table of a name of tercet_kernels(); the portable one for a name
/// that is not known
const tercet_random_kernel_table *
tercet_random_kernels_named(const char *name);

#endif // TERCET_RANDOM_RANDOM_KERNEL_H
