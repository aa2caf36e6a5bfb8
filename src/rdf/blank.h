// SPDX-License-Identifier: Apache-2.0

/**
   Labels of blank nodes.

   Nodes written as [] or () get labels of their own, "anon1" and so on.  So
   that a document which uses that very label is not merged with them, a label
   of the document of the form (anon)+[0-9]+ is delivered with one more "anon"
   in front: anon1 as anonanon1.
*/

#ifndef TERCET_RDF_BLANK_H
#define TERCET_RDF_BLANK_H

#include "base/buffer.h"

/// Return whether a label is a BLANK_NODE_LABEL behind its "_:"
bool
tercet_blank_label_is_valid(tercet_string label);

/// Return whether a label of a document needs another "anon" in front
bool
tercet_blank_label_clashes(tercet_string label);

/// Append the label of the node that is number `number` of its document
TERCET_NODISCARD tercet_status
tercet_blank_label_generate(uint64_t number, tercet_buffer *out);

/// Append a label of the document, renamed if it clashes
TERCET_NODISCARD tercet_status
tercet_blank_label_append(tercet_string label, tercet_buffer *out);

#endif // TERCET_RDF_BLANK_H
