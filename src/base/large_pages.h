// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_BASE_LARGE_PAGES_H
#define TERCET_BASE_LARGE_PAGES_H

#include <stddef.h>

/// Ask the system for large pages under memory that was not written to yet.
/// A hint, given for large memory only: scanning tensors was a quarter faster
/// with them.
void
tercet_prefer_large_pages(void *memory, size_t size);

/// Let the system take the pages under large memory, with what they hold, until
/// they are written to again
void
tercet_offer_pages(void *memory, size_t size);

#endif // TERCET_BASE_LARGE_PAGES_H
