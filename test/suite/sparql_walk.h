// SPDX-License-Identifier: Apache-2.0

/// Visits the tests of a manifest and of those it includes

#ifndef TERCET_TEST_SUITE_SPARQL_WALK_H
#define TERCET_TEST_SUITE_SPARQL_WALK_H

#include "base/buffer.h"
#include "suite/manifest.h"

/// Receives each test; `folder` is the last folder of the manifest's path
typedef void (*sparql_visit)(void *context,
                             const char *folder,
                             const manifest *m,
                             const manifest_test *test);

/// Return the folder that a manifest is in, without what is above it
static inline const char *
sparql_folder(const char *path, char *out, size_t size)
{
  const char *const slash = strrchr(path, '/');
  const char *start = slash;
  while (start && start > path && start[-1] != '/') {
    --start;
  }
  snprintf(out, size, "%.*s", slash ? (int)(slash - start) : 0, start);
  return out;
}

/// Visit all tests; false, with a message printed, if a manifest cannot be read
static inline bool
sparql_walk(const char *path, sparql_visit visit, void *context)
{
  manifest m;
  if (!manifest_open(&m, path)) {
    manifest_close(&m);
    return false;
  }

  char folder[256];
  (void)sparql_folder(path, folder, sizeof(folder));
  manifest_list entries =
      manifest_list_begin(&m, &m.subject, MANIFEST_MF "entries");
  for (const tercet_term *item; (item = manifest_list_next(&entries));) {
    const manifest_test test = manifest_describe(&m, item);
    visit(context, folder, &m, &test);
  }

  bool good = true;
  manifest_list includes =
      manifest_list_begin(&m, &m.subject, MANIFEST_MF "include");
  for (const tercet_term *item; (item = manifest_list_next(&includes));) {
    char included[4096];
    good = manifest_path(item, included, sizeof(included)) &&
           sparql_walk(included, visit, context) && good;
  }
  manifest_close(&m);
  return good;
}

/// Return whether a text ends with another one
static inline bool
sparql_ends_with(tercet_string text, const char *end)
{
  const size_t n = strlen(end);
  return text.length >= n && !memcmp(text.data + text.length - n, end, n);
}

/// Append a file to a buffer; false if it cannot be read
static inline bool
sparql_read_file(const char *path, tercet_buffer *out)
{
  FILE *const f = fopen(path, "rb");
  if (!f) {
    return false;
  }
  char block[4096];
  bool good = true;
  for (size_t n; good && (n = fread(block, 1U, sizeof(block), f)) > 0U;) {
    good = !tercet_buffer_append(out, block, n);
  }
  good = good && !ferror(f);
  fclose(f);
  return good;
}

#endif // TERCET_TEST_SUITE_SPARQL_WALK_H
