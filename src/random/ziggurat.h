// SPDX-License-Identifier: Apache-2.0

/**
   Tables of the ziggurat method (Marsaglia and Tsang 2000).

   256 layers of the same area v cover the graph of a falling density f with
   f(0) = 1.  Layer i > 0 is the box of width x[i] between f(x[i]) and
   f(x[i + 1]), where x[1] = r and x[256] = 0; layer 0 is the box of width r
   below f(r) with the tail behind r, as wide as a box of that height and area:
   x[0] = v / f(r).

   The low 8 bits of a random word choose the layer, bit 8 the sign, and the
   high 52 bits j the place: x = j * w[layer].  It is accepted at once if
   j < k[layer], as it is then under the graph; otherwise the wedge or the tail
   decides.  test/random/test_ziggurat.c derives the numbers.
*/

#ifndef TERCET_RANDOM_ZIGGURAT_H
#define TERCET_RANDOM_ZIGGURAT_H

#include <stdint.h>

#define TERCET_ZIGGURAT_LAYERS 256U

/// Bits of a word below the place
#define TERCET_ZIGGURAT_SHIFT 12U

/// The bit of a word that is the sign
#define TERCET_ZIGGURAT_SIGN UINT64_C(0x100)

typedef struct {
  double r;                           ///< Where the tail begins
  uint64_t k[TERCET_ZIGGURAT_LAYERS]; ///< 2^52 x[i + 1] / x[i]; of 0 r / x[0]
  double w[TERCET_ZIGGURAT_LAYERS];   ///< x[i] / 2^52
  double f[TERCET_ZIGGURAT_LAYERS + 1U]; ///< f(x[i]); f[0] is not used
} tercet_ziggurat;

/// f(x) = exp(-x * x / 2)
extern const tercet_ziggurat tercet_ziggurat_normal;

/// f(x) = exp(-x)
extern const tercet_ziggurat tercet_ziggurat_exponential;

#endif // TERCET_RANDOM_ZIGGURAT_H
