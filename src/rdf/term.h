// SPDX-License-Identifier: Apache-2.0

/// Terms as N-Triples text

#ifndef TERCET_RDF_TERM_H
#define TERCET_RDF_TERM_H

#include "base/buffer.h"

#include <tercet/rdf.h>

/// How deep triple terms may be nested
#define TERCET_TERM_MAX_DEPTH 64U

/// Append a term as N-Triples does; #TERCET_ERR_ARGUMENT for a term that
/// N-Triples cannot write (none, a malformed label, nested too deep)
TERCET_NODISCARD tercet_status
tercet_term_append(const tercet_term *term, tercet_buffer *out);

#endif // TERCET_RDF_TERM_H
