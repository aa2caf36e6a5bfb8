// SPDX-License-Identifier: Apache-2.0

/**
   A term as a 64-bit number.

       63  60 59 58                                        0
       +-----+--+------------------------------------------+
       | tag | o|  position in the dictionary               |   o: overlay
       +-----+--+------------------------------------------+
       | tag |  inline value (60 bits)                      |
       +-----+----------------------------------------------+

   Two ids of one dictionary, or of an overlay and its base, are equal if and
   only if the terms are the same term.  A literal is inline only if its
   lexical form can be told from the value, byte for byte.  Within
   INTEGER, the order of ids is the order of values.
*/

#ifndef TERCET_STORE_ID_H
#define TERCET_STORE_ID_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t tercet_id;

/// No term: an unbound variable, or the default graph as a graph name
#define TERCET_ID_NONE ((tercet_id)0)

/// A term that is in no dictionary; equal to no id that is
#define TERCET_ID_UNKNOWN UINT64_MAX

/// What an id is; the order is that of ORDER BY (SPARQL 1.1, 15.1)
typedef enum {
  TERCET_TAG_NONE,
  TERCET_TAG_BLANK,       ///< Dictionary
  TERCET_TAG_IRI,         ///< Dictionary
  TERCET_TAG_STRING,      ///< Dictionary: xsd:string
  TERCET_TAG_LANG_STRING, ///< Dictionary
  TERCET_TAG_LITERAL,     ///< Dictionary: any other literal
  TERCET_TAG_TRIPLE,      ///< Dictionary
  TERCET_TAG_INTEGER,     ///< Inline xsd:integer, value + 2^59
  TERCET_TAG_DECIMAL,     ///< Inline xsd:decimal, see inline_value.h
  TERCET_TAG_DOUBLE,      ///< Inline xsd:double, see inline_value.h
  TERCET_TAG_BOOLEAN,     ///< Inline: 0 or 1
  TERCET_TAG_DATE,        ///< Inline, see inline_value.h
  TERCET_TAG_DATE_TIME,   ///< Inline, see inline_value.h
  TERCET_TAG_TENSOR,      ///< Block (23 bits), row (36 bits); bit 59: overlay
} tercet_tag;

#define TERCET_ID_TAG_SHIFT 60U
#define TERCET_ID_OVERLAY (UINT64_C(1) << 59U)
#define TERCET_ID_PAYLOAD_MASK ((UINT64_C(1) << 60U) - 1U)

static inline tercet_tag
tercet_id_tag(tercet_id id)
{
  return (tercet_tag)(id >> TERCET_ID_TAG_SHIFT);
}

static inline uint64_t
tercet_id_payload(tercet_id id)
{
  return id & TERCET_ID_PAYLOAD_MASK;
}

static inline tercet_id
tercet_id_make(tercet_tag tag, uint64_t payload)
{
  return ((uint64_t)tag << TERCET_ID_TAG_SHIFT) | payload;
}

static inline bool
tercet_id_is_literal(tercet_id id)
{
  const tercet_tag tag = tercet_id_tag(id);
  return id != TERCET_ID_UNKNOWN && tag >= TERCET_TAG_STRING &&
         tag != TERCET_TAG_TRIPLE;
}

#endif // TERCET_STORE_ID_H
