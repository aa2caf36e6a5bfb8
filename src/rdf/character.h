// SPDX-License-Identifier: Apache-2.0

/// Classes of characters in the grammars of Turtle and SPARQL

#ifndef TERCET_RDF_CHARACTER_H
#define TERCET_RDF_CHARACTER_H

#include <stdbool.h>
#include <stdint.h>

/// Bits of an ASCII character
enum tercet_char_class {
  TERCET_CHAR_SPACE = 0x01,      ///< WS: blank, tab, CR, LF
  TERCET_CHAR_DIGIT = 0x02,      ///< [0-9]
  TERCET_CHAR_HEX = 0x04,        ///< HEX
  TERCET_CHAR_ALPHA = 0x08,      ///< [A-Za-z]
  TERCET_CHAR_NAME = 0x10,       ///< PN_CHARS: letters, digits, '_', '-'
  TERCET_CHAR_NAME_START = 0x20, ///< PN_CHARS_U: letters, '_'
  TERCET_CHAR_IRI = 0x40,        ///< What an IRIREF holds as it is
};

extern const uint8_t tercet_char_classes[256];

/// Return whether an ASCII character has one of the classes
static inline bool
tercet_char_is(char c, unsigned classes)
{
  return (tercet_char_classes[(uint8_t)c] & classes) != 0U;
}

/// Return whether a code point is a PN_CHARS_U
bool
tercet_is_name_start(uint32_t code_point);

/// Return whether a code point is a PN_CHARS
bool
tercet_is_name_char(uint32_t code_point);

#endif // TERCET_RDF_CHARACTER_H
