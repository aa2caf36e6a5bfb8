// SPDX-License-Identifier: Apache-2.0

/**
   The discrete Fourier transform of lines of any length, in float64.

   Powers of two are done in place by Cooley and Tukey's algorithm; any other
   length by Bluestein's, as a convolution with a chirp whose length is a power
   of two.
*/

#ifndef TERCET_ONNX_OP_FFT_H
#define TERCET_ONNX_OP_FFT_H

#include <tercet/status.h>

/// A complex number
typedef struct {
  double re;
  double im;
} tercet_fft_number;

/// A length, prepared
typedef struct {
  const tercet_allocator *alloc;
  size_t n;                   ///< Length of a line
  size_t m;                   ///< Power of two: `n`, or at least 2 n - 1
  tercet_fft_number *memory;  ///< Holds all of the following
  tercet_fft_number *roots;   ///< exp(-2 pi i k / m), m / 2 of them
  tercet_fft_number *chirp;   ///< exp(-pi i k^2 / n), n of them
  tercet_fft_number *filter;  ///< Transform of the inverse chirp, m of them
  tercet_fft_number *scratch; ///< m numbers
} tercet_fft;

/// Lines that are longer are refused
#define TERCET_FFT_MAX ((size_t)1 << 28U)

/// Prepare for lines of 1 to #TERCET_FFT_MAX numbers; to be given back with
/// tercet_fft_clear().  #TERCET_ERR_NO_MEMORY
TERCET_NODISCARD tercet_status
tercet_fft_init(tercet_fft *fft, const tercet_allocator *alloc, size_t n);

/// Free what was prepared
void
tercet_fft_clear(tercet_fft *fft);

/// Transform a line in place; the inverse transform divides by its length
void
tercet_fft_run(tercet_fft *fft, tercet_fft_number *line, bool is_inverse);

#endif // TERCET_ONNX_OP_FFT_H
