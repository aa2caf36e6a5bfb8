// SPDX-License-Identifier: Apache-2.0

/// The table of examples in doc/ndarray.md, which tests run and look up

#ifndef TERCET_TEST_NDARRAY_PAGE_H
#define TERCET_TEST_NDARRAY_PAGE_H

#include "check.h"

#include <stdbool.h>

/// The page, terminated
static char ndarray_page[1U << 20U];

/// Read the page; false, after saying why, if it is not there as a whole
static inline bool
ndarray_page_read(void)
{
  const char *const source = getenv("TERCET_SOURCE");
  char path[512];
  snprintf(path, sizeof(path), "%s/doc/ndarray.md", source ? source : ".");
  FILE *const file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "no %s: set TERCET_SOURCE\n", path);
    return false;
  }
  const size_t most = sizeof(ndarray_page) - 1U;
  const size_t length = fread(ndarray_page, 1, most, file);
  ndarray_page[length] = '\0';
  fclose(file);
  return length > 0 && length < most;
}

/// Check that an example and what it gives stand in the page
static inline void
ndarray_page_check(const char *text)
{
  const bool is_shown = strstr(ndarray_page, text) != NULL;
  CHECK(is_shown);
  if (!is_shown) {
    fprintf(stderr, "  not in doc/ndarray.md: %s\n", text);
  }
}

#endif // TERCET_TEST_NDARRAY_PAGE_H
