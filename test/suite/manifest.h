// SPDX-License-Identifier: Apache-2.0

/**
   The manifests of the official test suites, read with our own reader.

   A manifest is opened with the `file:` IRI of its path as base, so that the
   files it names are found with manifest_path().
*/

#ifndef TERCET_TEST_SUITE_MANIFEST_H
#define TERCET_TEST_SUITE_MANIFEST_H

#include "base/string_view.h"
#include "suite/quad_list.h"

#include <string.h>

#define MANIFEST_MF "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
#define MANIFEST_QT "http://www.w3.org/2001/sw/DataAccess/tests/test-query#"
#define MANIFEST_DAWGT "http://www.w3.org/2001/sw/DataAccess/tests/test-dawg#"
#define MANIFEST_RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define MANIFEST_RDFS "http://www.w3.org/2000/01/rdf-schema#"

/// Start from zero, end with manifest_close()
typedef struct {
  quad_list graph;
  tercet_term subject; ///< The manifest itself
  char path[4096];
} manifest;

/// Where a list stands: an RDF collection, item by item
typedef struct {
  const manifest *owner;
  const tercet_term *node; ///< NULL at the end
} manifest_list;

/// A test of the list of entries
typedef struct {
  const tercet_term *subject;
  tercet_string name;        ///< mf:name, or the IRI if there is none
  tercet_string type;        ///< Of rdf:type what is behind '#'
  const tercet_term *action; ///< An IRI, or a node to look into; may be NULL
  const tercet_term *result; ///< May be NULL
} manifest_test;

/// Return the `n`-th object of a subject and predicate, or NULL
static inline const tercet_term *
manifest_object(const manifest *m,
                const tercet_term *subject,
                const char *predicate,
                size_t n)
{
  for (size_t i = 0; i < m->graph.n_quads; ++i) {
    const tercet_quad *const quad = &m->graph.quads[i];
    if (tercet_string_is(quad->predicate.value, predicate) &&
        tercet_term_equals(&quad->subject, subject) && n-- == 0) {
      return &quad->object;
    }
  }
  return NULL;
}

/// Read a manifest; false, with a message printed, if that fails
static inline bool
manifest_open(manifest *m, const char *path)
{
  tercet_error err = {0};
  char base[sizeof(m->path) + 8];
  *m = (manifest){0};
  snprintf(m->path, sizeof(m->path), "%s", path);
  snprintf(base, sizeof(base), "file://%s", path);
  if (quad_list_read_file(&m->graph, path, TERCET_SYNTAX_TURTLE, base, &err)) {
    fprintf(stderr,
            "%s:%llu:%llu: %s\n",
            err.source,
            (unsigned long long)err.line,
            (unsigned long long)err.column,
            err.message);
    return false;
  }

  for (size_t i = 0; i < m->graph.n_quads; ++i) {
    const tercet_quad *const quad = &m->graph.quads[i];
    if (tercet_string_is(quad->object.value, MANIFEST_MF "Manifest")) {
      m->subject = quad->subject;
    }
  }
  return true;
}

static inline void
manifest_close(manifest *m)
{
  quad_list_clear(&m->graph);
}

/// Begin the list that is the object of a subject and predicate, such as
/// mf:entries or mf:include of `m->subject`
static inline manifest_list
manifest_list_begin(const manifest *m,
                    const tercet_term *subject,
                    const char *predicate)
{
  const manifest_list list = {m, manifest_object(m, subject, predicate, 0)};
  return list;
}

/// Return the next item, or NULL at the end
static inline const tercet_term *
manifest_list_next(manifest_list *list)
{
  if (!list->node || tercet_string_is(list->node->value, MANIFEST_RDF "nil")) {
    return NULL;
  }

  const tercet_term *const node = list->node;
  list->node = manifest_object(list->owner, node, MANIFEST_RDF "rest", 0);
  return manifest_object(list->owner, node, MANIFEST_RDF "first", 0);
}

/// Return what the manifest says about a test
static inline manifest_test
manifest_describe(const manifest *m, const tercet_term *subject)
{
  const tercet_term *const name =
      manifest_object(m, subject, MANIFEST_MF "name", 0);
  const tercet_term *const type =
      manifest_object(m, subject, MANIFEST_RDF "type", 0);

  manifest_test test = {0};
  test.subject = subject;
  test.name = name ? name->value : subject->value;
  test.action = manifest_object(m, subject, MANIFEST_MF "action", 0);
  test.result = manifest_object(m, subject, MANIFEST_MF "result", 0);
  if (type) {
    const char *const hash =
        (const char *)memrchr(type->value.data, '#', type->value.length);
    const char *const end = type->value.data + type->value.length;
    test.type.data = hash ? hash + 1 : type->value.data;
    test.type.length = (size_t)(end - test.type.data);
  }
  return test;
}

/// Set `out` to the path of the file that an IRI of the manifest names;
/// returns `out`, or NULL if it is not a file
static inline const char *
manifest_path(const tercet_term *iri, char *out, size_t size)
{
  static const char scheme[] = "file://";
  const size_t n_scheme = sizeof(scheme) - 1U;
  if (!iri || iri->value.length < n_scheme ||
      memcmp(iri->value.data, scheme, n_scheme) != 0) {
    return NULL;
  }

  snprintf(out,
           size,
           "%.*s",
           (int)(iri->value.length - n_scheme),
           iri->value.data + n_scheme);
  return out;
}

/// Return the folder of the suites; ends the program with 77, "skipped", if it
/// is missing
static inline const char *
manifest_suites(const char *folder, char *out, size_t size)
{
  const char *const suites = getenv("TERCET_SUITES");
  snprintf(out, size, "%s/%s", suites ? suites : "../shared", folder);

  FILE *const file = fopen(out, "r");
  if (!file) {
    printf("skipped: there is no %s; set TERCET_SUITES\n", out);
    exit(77);
  }
  fclose(file);
  return out;
}

#endif // TERCET_TEST_SUITE_MANIFEST_H
