// SPDX-License-Identifier: Apache-2.0

/// Reads text as N-Triples and N-Quads, whole and in pieces, and writes what it
/// says

#include "reading.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  reading_check(data, size, TERCET_SYNTAX_NTRIPLES);
  reading_check(data, size, TERCET_SYNTAX_NQUADS);
  return 0;
}
