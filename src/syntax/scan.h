// SPDX-License-Identifier: Apache-2.0

/**
   The inner loops of the readers: find where a run of plain characters ends.

   Whole vectors are loaded, so there must be TERCET_WINDOW_PADDING readable
   bytes behind the text.  Bytes beyond ASCII are passed over and noted in
   `*non_ascii`: whoever sees it set checks the encoding of the run.
*/

#ifndef TERCET_SYNTAX_SCAN_H
#define TERCET_SYNTAX_SCAN_H

#include "rdf/character.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && !defined(TERCET_SCAN_PORTABLE)

#  include <emmintrin.h>

/// Return the place of the first set bit of `stops`, noting the non-ASCII
/// bytes before it
static inline const char *
scan_stop(const char *p, unsigned stops, unsigned high, bool *non_ascii)
{
  const unsigned index = (unsigned)__builtin_ctz(stops);
  *non_ascii |= (high & ((1U << index) - 1U)) != 0U;
  return p + index;
}

/// Return the first byte at or behind `p` that cannot stand in an IRIREF as it
/// is: a control or blank, one of <>"{}|^`\, or NUL
static inline const char *
tercet_scan_iri(const char *p, bool *non_ascii)
{
  const __m128i blank = _mm_set1_epi8(0x20);
  const __m128i quote = _mm_set1_epi8('"');
  const __m128i tick = _mm_set1_epi8('`');
  const __m128i angle = _mm_set1_epi8('<');  // '>' but for bit 1
  const __m128i slash = _mm_set1_epi8('\\'); // '^' but for bit 1
  const __m128i brace = _mm_set1_epi8('{');  // '|', '}' are the next two
  const __m128i no_bit_1 = _mm_set1_epi8((char)0xfd);
  const __m128i two = _mm_set1_epi8(2);

  for (;; p += 16) {
    const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)p);
    const __m128i paired = _mm_and_si128(c, no_bit_1);
    const __m128i from_brace = _mm_sub_epi8(c, brace);
    __m128i stop = _mm_cmpeq_epi8(_mm_min_epu8(c, blank), c);
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(c, quote));
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(c, tick));
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(paired, angle));
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(paired, slash));
    stop = _mm_or_si128(
        stop, _mm_cmpeq_epi8(_mm_min_epu8(from_brace, two), from_brace));

    const unsigned stops = (unsigned)_mm_movemask_epi8(stop);
    const unsigned high = (unsigned)_mm_movemask_epi8(c);
    if (stops) {
      return scan_stop(p, stops, high, non_ascii);
    }
    *non_ascii |= high != 0U;
  }
}

/// Return the first `quote`, backslash, line end or NUL at or behind `p`
static inline const char *
tercet_scan_string(const char *p, char quote, bool *non_ascii)
{
  const __m128i quotes = _mm_set1_epi8(quote);
  const __m128i slash = _mm_set1_epi8('\\');
  const __m128i lf = _mm_set1_epi8('\n');
  const __m128i cr = _mm_set1_epi8('\r');
  const __m128i nul = _mm_setzero_si128();

  for (;; p += 16) {
    const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i stop = _mm_cmpeq_epi8(c, quotes);
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(c, slash));
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(c, lf));
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(c, cr));
    stop = _mm_or_si128(stop, _mm_cmpeq_epi8(c, nul));

    const unsigned stops = (unsigned)_mm_movemask_epi8(stop);
    const unsigned high = (unsigned)_mm_movemask_epi8(c);
    if (stops) {
      return scan_stop(p, stops, high, non_ascii);
    }
    *non_ascii |= high != 0U;
  }
}

/// Return the number of '\n' between two places
static inline uint64_t
tercet_count_line_ends(const char *p, const char *end)
{
  const __m128i lf = _mm_set1_epi8('\n');
  const __m128i zero = _mm_setzero_si128();
  uint64_t n = 0;
  while (end - p >= 16) {
    // A byte of the counter goes down by one for each; it holds 255 of them
    __m128i counts = zero;
    for (int i = 0; i < 255 && end - p >= 16; ++i, p += 16) {
      const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)p);
      counts = _mm_sub_epi8(counts, _mm_cmpeq_epi8(c, lf));
    }
    const __m128i sums = _mm_sad_epu8(counts, zero);
    n += (uint64_t)_mm_cvtsi128_si32(sums) +
         (uint64_t)_mm_extract_epi16(sums, 4);
  }
  for (; p < end; ++p) {
    n += *p == '\n';
  }
  return n;
}

#else // Portable

static inline uint64_t
tercet_count_line_ends(const char *p, const char *end)
{
  uint64_t n = 0;
  while ((p = (const char *)memchr(p, '\n', (size_t)(end - p)))) {
    ++n;
    ++p;
  }
  return n;
}

static inline const char *
tercet_scan_iri(const char *p, bool *non_ascii)
{
  for (;; ++p) {
    if ((uint8_t)*p >= 0x80U) {
      *non_ascii = true;
    } else if (!tercet_char_is(*p, TERCET_CHAR_IRI)) {
      return p;
    }
  }
}

/// Return a word with the top bit of each zero byte set; bits above the lowest
/// one set may be wrong
static inline uint64_t
scan_zero_bytes(uint64_t word)
{
  return (word - UINT64_C(0x0101010101010101)) & ~word &
         UINT64_C(0x8080808080808080);
}

static inline const char *
tercet_scan_string(const char *p, char quote, bool *non_ascii)
{
  const uint64_t ones = UINT64_C(0x0101010101010101);
  const uint64_t quotes = ones * (uint8_t)quote;

  // Eight bytes at a time until there is one to stop at among them
  for (;; p += 8) {
    uint64_t word = 0;
    memcpy(&word, p, sizeof(word));
    if (scan_zero_bytes(word) | scan_zero_bytes(word ^ quotes) |
        scan_zero_bytes(word ^ (ones * '\\')) |
        scan_zero_bytes(word ^ (ones * '\n')) |
        scan_zero_bytes(word ^ (ones * '\r'))) {
      break;
    }
    *non_ascii |= (word & UINT64_C(0x8080808080808080)) != 0U;
  }

  while (*p && *p != quote && *p != '\\' && *p != '\n' && *p != '\r') {
    *non_ascii |= (uint8_t)*p >= 0x80U;
    ++p;
  }
  return p;
}

#endif // Portable

#endif // TERCET_SYNTAX_SCAN_H
