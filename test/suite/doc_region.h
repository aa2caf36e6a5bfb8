// SPDX-License-Identifier: Apache-2.0

/**
   A part of a page of doc/ that a test writes, and compares with what it would
   write.  It stands between the lines

       <!-- begin NAME ... -->
       <!-- end NAME -->
*/

#ifndef TERCET_TEST_SUITE_DOC_REGION_H
#define TERCET_TEST_SUITE_DOC_REGION_H

#include "base/buffer.h"
#include "base/string_view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Append formatted text, which does not fail in a test
#define DOC_WRITE(text, ...)                                                   \
  do {                                                                         \
    if (tercet_buffer_printf((text), __VA_ARGS__) != TERCET_OK) {              \
      perror("memory");                                                        \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

/// Return the path of a file of the project
static inline void
doc_source_path(const char *name, char *out, size_t size)
{
  const char *const source = getenv("TERCET_SOURCE");
  snprintf(out, size, "%s/%s", source ? source : ".", name);
}

/// Read a whole file, which ends with a NUL then; NULL, after saying why, if
/// there is none
static inline char *
doc_read(const char *path)
{
  FILE *const file = fopen(path, "rb");
  if (!file) {
    perror(path);
    return NULL;
  }
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  char *const text = calloc(1, (size_t)size + 1U);
  const bool good = text && fread(text, 1, (size_t)size, file) == (size_t)size;
  fclose(file);
  if (!good) {
    free(text);
  }
  return good ? text : NULL;
}

/// Find the text between the lines of a region
static inline bool
doc_region_find(const char *page, const char *name, tercet_string *out)
{
  char begin[80];
  char end[80];
  snprintf(begin, sizeof(begin), "<!-- begin %s", name);
  snprintf(end, sizeof(end), "<!-- end %s -->", name);
  const char *start = strstr(page, begin);
  start = start ? strchr(start, '\n') : NULL;
  const char *const stop = start ? strstr(start, end) : NULL;
  if (!stop) {
    fprintf(stderr, "no region %s\n", name);
    return false;
  }
  *out = (tercet_string){start + 1, (size_t)(stop - start) - 1U};
  return true;
}

/// Return whether a region is what would be written, or write it
static inline bool
doc_region_check(const char *page_name,
                 const char *name,
                 const tercet_buffer *text,
                 bool is_to_be_written)
{
  char path[1024];
  tercet_string old = {NULL, 0};
  doc_source_path(page_name, path, sizeof(path));
  char *const page = doc_read(path);
  bool good = page && doc_region_find(page, name, &old);
  if (good && is_to_be_written) {
    FILE *const file = fopen(path, "wb");
    good = file != NULL;
    if (file) {
      fwrite(page, 1, (size_t)(old.data - page), file);
      fwrite(text->data, 1, text->length, file);
      fputs(old.data + old.length, file);
      good = fclose(file) == 0;
    }
  } else if (good) {
    good = old.length == text->length &&
           !memcmp(old.data, text->data, text->length);
    if (!good) {
      fprintf(stderr,
              "%s: the part \"%s\" is old: run this test with --write\n",
              page_name,
              name);
    }
  }
  free(page);
  return good;
}

#endif // TERCET_TEST_SUITE_DOC_REGION_H
