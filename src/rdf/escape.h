// SPDX-License-Identifier: Apache-2.0

/// Backslash escapes of the Turtle family: ECHAR and UCHAR

#ifndef TERCET_RDF_ESCAPE_H
#define TERCET_RDF_ESCAPE_H

#include "base/buffer.h"

/// Return the length of the ECHAR or UCHAR at `text`, which starts with a
/// backslash, or 0 if it is malformed or cut off.  A UCHAR must name a code
/// point that is not a surrogate.
size_t
tercet_escape_length(const char *text, const char *end);

/// Set `code_point` to what the \uXXXX or \UXXXXXXXX at `text` stands for and
/// return its length, or 0 if it is malformed or cut off
size_t
tercet_uchar_read(const char *text, const char *end, uint32_t *code_point);

/// Append a text of valid escapes with each replaced by what it stands for
TERCET_NODISCARD tercet_status
tercet_unescape(tercet_string text, tercet_buffer *out);

/// Append text as it goes between the quotes of an N-Triples string
TERCET_NODISCARD tercet_status
tercet_escape(tercet_string text, tercet_buffer *out);

/// Like tercet_escape() for text whose escapes are to stay as they are: what
/// stood in a single-quoted or long string, say
TERCET_NODISCARD tercet_status
tercet_escape_rest(tercet_string text, tercet_buffer *out);

/// Append an IRI as it goes between the brackets of an IRIREF; characters that
/// cannot stand there become a UCHAR
TERCET_NODISCARD tercet_status
tercet_escape_iri(tercet_string iri, tercet_buffer *out);

#endif // TERCET_RDF_ESCAPE_H
