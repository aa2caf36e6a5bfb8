// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/fft.h"

#include "base/allocator.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static tercet_fft_number
multiply(tercet_fft_number a, tercet_fft_number b)
{
  const tercet_fft_number product = {a.re * b.re - a.im * b.im,
                                     a.re * b.im + a.im * b.re};
  return product;
}

static tercet_fft_number
conjugate(tercet_fft_number a)
{
  const tercet_fft_number out = {a.re, -a.im};
  return out;
}

/// Bring the numbers into the order of their indexes with the bits reversed
static void
reverse_bits(tercet_fft_number *line, size_t m)
{
  for (size_t i = 1, j = 0; i < m; ++i) {
    size_t bit = m >> 1U;
    for (; j & bit; bit >>= 1U) {
      j ^= bit;
    }
    j ^= bit;
    if (i < j) {
      const tercet_fft_number number = line[i];
      line[i] = line[j];
      line[j] = number;
    }
  }
}

/// Transform `m` numbers, a power of two
static void
transform(const tercet_fft *fft, tercet_fft_number *line)
{
  reverse_bits(line, fft->m);
  for (size_t half = 1; half < fft->m; half *= 2) {
    const size_t step = fft->m / (2 * half);
    for (size_t block = 0; block < fft->m; block += 2 * half) {
      for (size_t k = 0; k < half; ++k) {
        tercet_fft_number *const a = &line[block + k];
        tercet_fft_number *const b = &line[block + k + half];
        const tercet_fft_number t = multiply(*b, fft->roots[k * step]);
        const tercet_fft_number difference = {a->re - t.re, a->im - t.im};
        a->re += t.re;
        a->im += t.im;
        *b = difference;
      }
    }
  }
}

/// Prepare the chirp and what it is convolved with
static void
prepare_chirp(tercet_fft *fft)
{
  for (size_t k = 0; k < fft->n; ++k) {
    // Modulo the period, so that large squares do not lose their angle
    const size_t square = k * k % (2 * fft->n);
    const double angle = pi * (double)square / (double)fft->n;
    fft->chirp[k] = (tercet_fft_number){cos(angle), -sin(angle)};
  }

  memset(fft->filter, 0, fft->m * sizeof(*fft->filter));
  for (size_t k = 0; k < fft->n; ++k) {
    fft->filter[k] = conjugate(fft->chirp[k]);
    fft->filter[(fft->m - k) % fft->m] = fft->filter[k];
  }
  transform(fft, fft->filter);
}

tercet_status
tercet_fft_init(tercet_fft *fft, const tercet_allocator *alloc, size_t n)
{
  assert(n >= 1 && n <= TERCET_FFT_MAX);
  memset(fft, 0, sizeof(*fft));
  fft->alloc = alloc;
  fft->n = n;
  const bool is_power = (n & (n - 1)) == 0;
  for (fft->m = 1; fft->m < (is_power ? n : 2 * n - 1);) {
    fft->m *= 2;
  }

  const size_t n_roots = fft->m / 2 + 1;
  const size_t n_chirp = is_power ? 0 : n + 2 * fft->m;
  fft->memory =
      tercet_allocate_array(alloc, n_roots + n_chirp, sizeof(*fft->memory));
  if (!fft->memory) {
    return TERCET_ERR_NO_MEMORY;
  }

  fft->roots = fft->memory;
  for (size_t k = 0; k < n_roots; ++k) {
    const double angle = 2.0 * pi * (double)k / (double)fft->m;
    fft->roots[k] = (tercet_fft_number){cos(angle), -sin(angle)};
  }
  if (!is_power) {
    fft->chirp = fft->roots + n_roots;
    fft->filter = fft->chirp + n;
    fft->scratch = fft->filter + fft->m;
    prepare_chirp(fft);
  }
  return TERCET_OK;
}

void
tercet_fft_clear(tercet_fft *fft)
{
  tercet_release(fft->alloc, fft->memory);
  fft->memory = NULL;
}

/// Transform a line whose length is no power of two
static void
transform_chirp(tercet_fft *fft, tercet_fft_number *line)
{
  tercet_fft_number *const work = fft->scratch;
  memset(work, 0, fft->m * sizeof(*work));
  for (size_t k = 0; k < fft->n; ++k) {
    work[k] = multiply(line[k], fft->chirp[k]);
  }
  transform(fft, work);
  // The inverse transform is the conjugate of that of the conjugate
  for (size_t k = 0; k < fft->m; ++k) {
    work[k] = conjugate(multiply(work[k], fft->filter[k]));
  }
  transform(fft, work);
  for (size_t k = 0; k < fft->n; ++k) {
    tercet_fft_number number = conjugate(work[k]);
    number.re /= (double)fft->m;
    number.im /= (double)fft->m;
    line[k] = multiply(number, fft->chirp[k]);
  }
}

static void
transform_line(tercet_fft *fft, tercet_fft_number *line)
{
  if (fft->chirp) {
    transform_chirp(fft, line);
  } else {
    transform(fft, line);
  }
}

void
tercet_fft_run(tercet_fft *fft, tercet_fft_number *line, bool is_inverse)
{
  if (!is_inverse) {
    transform_line(fft, line);
    return;
  }

  for (size_t k = 0; k < fft->n; ++k) {
    line[k] = conjugate(line[k]);
  }
  transform_line(fft, line);
  for (size_t k = 0; k < fft->n; ++k) {
    line[k].re /= (double)fft->n;
    line[k].im /= -(double)fft->n;
  }
}
