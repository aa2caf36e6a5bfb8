// SPDX-License-Identifier: Apache-2.0

/// Reading from an input that is open already

#ifndef TERCET_SYNTAX_SYNTAX_H
#define TERCET_SYNTAX_SYNTAX_H

#include "syntax/input.h"

#include <tercet/rdf.h>

/// Read like tercet_read_file() from an input, which stays open
TERCET_NODISCARD tercet_status
tercet_read_input(const tercet_allocator *alloc,
                  tercet_input *input,
                  tercet_syntax syntax,
                  const tercet_reader_options *options,
                  const tercet_sink *sink,
                  tercet_reader_stats *stats,
                  tercet_error *err);

#endif // TERCET_SYNTAX_SYNTAX_H
