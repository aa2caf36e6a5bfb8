// SPDX-License-Identifier: Apache-2.0

/// The models of the official node tests, for tests of readers and writers

#ifndef TERCET_TEST_ONNX_NODE_MODELS_H
#define TERCET_TEST_ONNX_NODE_MODELS_H

#include "check.h"

#include <glob.h>

/// Find files below the folder of the node tests; false, after saying why, if
/// there are none
static inline bool
node_models_find(const char *pattern, glob_t *out)
{
  const char *const suites = getenv("TERCET_SUITES");
  char path[1024];
  snprintf(path,
           sizeof(path),
           "%s/onnx-node-tests/%s",
           suites ? suites : "../shared",
           pattern);
  if (glob(path, 0, NULL, out)) {
    printf("skipped: there is no %s; set TERCET_SUITES\n", path);
    return false;
  }
  return true;
}

/// Read a whole file into memory that the caller frees
static inline char *
node_models_read(const char *path, size_t *n_bytes)
{
  FILE *const file = fopen(path, "rb");
  CHECK(file);
  if (!file) {
    exit(EXIT_FAILURE);
  }
  fseek(file, 0, SEEK_END);
  *n_bytes = (size_t)ftell(file);
  rewind(file);
  char *const data = (char *)malloc(*n_bytes + 1);
  CHECK(data && fread(data, 1, *n_bytes, file) == *n_bytes);
  fclose(file);
  return data;
}

#endif // TERCET_TEST_ONNX_NODE_MODELS_H
