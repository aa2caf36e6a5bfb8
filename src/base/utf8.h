// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_BASE_UTF8_H
#define TERCET_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes that one code point takes at the most
#define TERCET_UTF8_MAX 4U

/// Write a code point; return its bytes, or 0 for a surrogate or a number
/// beyond U+10FFFF
size_t
tercet_utf8_encode(uint32_t code_point, char out[TERCET_UTF8_MAX]);

/// Read the code point at `text`; return its bytes, or 0 if it is malformed
/// (overlong, surrogate, beyond U+10FFFF or cut off; RFC 3629)
size_t
tercet_utf8_decode(const char *text, const char *end, uint32_t *code_point);

/// Return the offset of the first malformed byte, or `length` if there is none
size_t
tercet_utf8_validate(const char *text, size_t length);

/// Return the number of code points of well-formed text
size_t
tercet_utf8_length(const char *text, size_t length);

#endif // TERCET_BASE_UTF8_H
