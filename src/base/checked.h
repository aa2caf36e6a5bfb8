// SPDX-License-Identifier: Apache-2.0

/// Arithmetic on sizes that tells when it overflows

#ifndef TERCET_BASE_CHECKED_H
#define TERCET_BASE_CHECKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Set `out` to a + b and return true, or return false on overflow
static inline bool
tercet_size_add(size_t a, size_t b, size_t *out)
{
  return !__builtin_add_overflow(a, b, out);
}

/// Set `out` to a * b and return true, or return false on overflow
static inline bool
tercet_size_multiply(size_t a, size_t b, size_t *out)
{
  return !__builtin_mul_overflow(a, b, out);
}

/// Set `out` to a * b and return true, or return false on overflow
static inline bool
tercet_i64_multiply(int64_t a, int64_t b, int64_t *out)
{
  return !__builtin_mul_overflow(a, b, out);
}

/// Set `out` to a + b and return true, or return false on overflow
static inline bool
tercet_i64_add(int64_t a, int64_t b, int64_t *out)
{
  return !__builtin_add_overflow(a, b, out);
}

#endif // TERCET_BASE_CHECKED_H
