// SPDX-License-Identifier: Apache-2.0

/// Reads text as Turtle and TriG, whole and in pieces, and writes what it says

#include "reading.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  reading_check(data, size, TERCET_SYNTAX_TURTLE);
  reading_check(data, size, TERCET_SYNTAX_TRIG);
  return 0;
}
