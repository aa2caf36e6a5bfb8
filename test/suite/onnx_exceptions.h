// SPDX-License-Identifier: Apache-2.0

/**
   The node tests that are expected to fail, and the page about it.

   onnx_exceptions.txt has reasons, each on a line of its own, and below each
   the names of its tests, indented.  Lines with # are comments.
*/

#ifndef TERCET_TEST_SUITE_ONNX_EXCEPTIONS_H
#define TERCET_TEST_SUITE_ONNX_EXCEPTIONS_H

#include "base/buffer.h"
#include "base/string_view.h"
#include "onnx/operator.h"
#include "onnx/schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ONNX_MAX_EXCEPTIONS 1500

typedef struct {
  char name[160];
  char reason[400];
  bool is_seen; ///< Whether there is such a test
} onnx_exception;

typedef struct {
  size_t n;
  onnx_exception items[ONNX_MAX_EXCEPTIONS];
} onnx_exceptions;

/// Return the path of a file of the project
static inline void
onnx_source_path(const char *name, char *out, size_t size)
{
  const char *const source = getenv("TERCET_SOURCE");
  snprintf(out, size, "%s/%s", source ? source : ".", name);
}

/// Read the list; false, after saying why, if it cannot be read
static inline bool
onnx_exceptions_read(onnx_exceptions *out)
{
  char path[1024];
  onnx_source_path("test/suite/onnx_exceptions.txt", path, sizeof(path));
  FILE *const file = fopen(path, "r");
  if (!file) {
    perror(path);
    return false;
  }
  char reason[400] = "";
  char line[512];
  while (fgets(line, sizeof(line), file) && out->n < ONNX_MAX_EXCEPTIONS) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] == ' ') {
      onnx_exception *const item = &out->items[out->n++];
      snprintf(item->name, sizeof(item->name), "%.150s", line + 2);
      snprintf(item->reason, sizeof(item->reason), "%s", reason);
    } else if (line[0] != '#' && line[0]) {
      snprintf(reason, sizeof(reason), "%.390s", line);
    }
  }
  fclose(file);
  return true;
}

/// Return the entry of a test, or NULL
static inline onnx_exception *
onnx_exceptions_find(onnx_exceptions *list, const char *name)
{
  for (size_t i = 0; i < list->n; ++i) {
    if (!strcmp(list->items[i].name, name)) {
      return &list->items[i];
    }
  }
  return NULL;
}

/* ---- doc/onnx-coverage.md ---- */

#define ONNX_WRITE(text, ...)                                                  \
  do {                                                                         \
    if (tercet_buffer_printf((text), __VA_ARGS__) != TERCET_OK) {              \
      perror("memory");                                                        \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

/// Return whether an operator of the standard's own domain can be run in its
/// newest version
static inline bool
onnx_is_supported(const tercet_onnx_schema_list *list)
{
  const int64_t version = list->schemas[list->n - 1].version;
  return tercet_onnx_operator_find(tercet_string_from(list->domain),
                                   tercet_string_from(list->name),
                                   version > TERCET_ONNX_NEWEST_OPSET
                                       ? version
                                       : TERCET_ONNX_NEWEST_OPSET) != NULL;
}

/// List the operators that are run, or those that are not
static inline size_t
onnx_write_operators(tercet_buffer *text, bool supported)
{
  size_t n = 0;
  for (size_t i = 0; i < tercet_onnx_n_schema_lists; ++i) {
    const tercet_onnx_schema_list *const list = &tercet_onnx_schema_lists[i];
    const bool is_current =
        !list->schemas[list->n - 1].is_deprecated && !list->schemas[0].is_later;
    if (list->domain[0] == '\0' && is_current &&
        onnx_is_supported(list) == supported) {
      ONNX_WRITE(text, n == 0 ? "%s" : ", %s", list->name);
      ++n;
    }
  }
  ONNX_WRITE(text, n == 0 ? "None.\n" : ".\n");
  return n;
}

/// List the tests with one reason; they stand together in the list
static inline void
onnx_write_reasons(tercet_buffer *text, const onnx_exceptions *list)
{
  for (size_t i = 0; i < list->n; ++i) {
    if (i == 0 || strcmp(list->items[i].reason, list->items[i - 1].reason)) {
      ONNX_WRITE(text, "\n**%s**\n\n", list->items[i].reason);
    }
    ONNX_WRITE(text, "- %s\n", list->items[i].name);
  }
}

/// Write the page
static inline void
onnx_write_coverage(tercet_buffer *text,
                    const onnx_exceptions *list,
                    size_t n_tests)
{
  ONNX_WRITE(text,
             "# What of ONNX is covered\n\n"
             "Written by `test_suite_onnx_node --coverage`; the test compares "
             "it.\n\n"
             "Of the %zu official node tests of ONNX 1.18 (operator set 23), "
             "%zu pass and %zu\ndo not.\n\n"
             "## Operators\n\n",
             n_tests,
             n_tests - list->n,
             list->n);
  onnx_write_operators(text, true);
  ONNX_WRITE(text, "\nNot run:\n\n");
  onnx_write_operators(text, false);
  ONNX_WRITE(text, "\n## Tests that do not pass\n");
  onnx_write_reasons(text, list);
}

/// Return whether the page in the project is the one that would be written
static inline bool
onnx_coverage_is_current(const tercet_buffer *text)
{
  char path[1024];
  onnx_source_path("doc/onnx-coverage.md", path, sizeof(path));
  FILE *const file = fopen(path, "r");
  bool same = file != NULL;
  for (size_t i = 0; same && i < text->length; ++i) {
    same = fgetc(file) == (unsigned char)text->data[i];
  }
  same = same && fgetc(file) == EOF;
  if (file) {
    fclose(file);
  }
  return same;
}

#endif // TERCET_TEST_SUITE_ONNX_EXCEPTIONS_H
