// SPDX-License-Identifier: Apache-2.0

/// IRIs as text: absolute or relative, and resolved (RFC 3986, 5.2)

#ifndef TERCET_RDF_IRI_H
#define TERCET_RDF_IRI_H

#include "base/buffer.h"

/// Return whether an IRI starts with a scheme and ':'
bool
tercet_iri_has_scheme(tercet_string iri);

/**
   Append the IRI that `reference` stands for.

   This is the strict algorithm of RFC 3986, 5.2.2, without normalisation: a
   reference with a scheme is appended as it is.  `base` should have a scheme.

   @return As tercet_buffer_append().
*/
TERCET_NODISCARD tercet_status
tercet_iri_resolve(tercet_string base,
                   tercet_string reference,
                   tercet_buffer *out);

/// Append the `file:` IRI of a path; a relative one is taken from the current
/// folder.  #TERCET_ERR_IO if that folder is not known.
TERCET_NODISCARD tercet_status
tercet_iri_from_path(const char *path, tercet_buffer *out);

#endif // TERCET_RDF_IRI_H
