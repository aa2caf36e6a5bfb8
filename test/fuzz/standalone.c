// SPDX-License-Identifier: Apache-2.0

/**
   Runs a fuzz target without a fuzzer, as a test: on each file of a folder,
   on every prefix of it, and on mutations of it that are the same each time.
*/

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { N_MUTATIONS = 500, LARGEST_FILE = 1 << 16 };

static uint64_t seed = 1;

static size_t
below(size_t bound)
{
  seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return bound ? (size_t)(seed >> 33U) % bound : 0U;
}

/// Run on a copy that ends where its memory ends, for the sanitizers
static void
run(const uint8_t *data, size_t size)
{
  uint8_t *const copy = malloc(size ? size : 1U);
  if (copy) {
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
  }
}

/// Change, drop or repeat some bytes; return the new size
static size_t
mutate(uint8_t *data, size_t size)
{
  static const char interesting[] = "\\\"<>{}[]().,;:_@^#'\n\t 0-+eE\x80\xFF";

  for (size_t n = 1U + below(4); n && size; --n) {
    const size_t at = below(size);
    switch (below(4)) {
    case 0:
      data[at] = (uint8_t)below(256);
      break;
    case 1:
      data[at] = (uint8_t)interesting[below(sizeof(interesting))];
      break;
    case 2:
      memmove(data + at, data + at + 1U, size - at - 1U);
      --size;
      break;
    default:
      memmove(data + at, data + below(at + 1U), size - at);
      break;
    }
  }
  return size;
}

static void
run_all(const uint8_t *data, size_t size)
{
  run(data, size);

  const size_t step = 1U + size / 300U;
  for (size_t length = 0; length < size; length += step) {
    run(data, length);
  }

  uint8_t *const copy = malloc(size ? size : 1U);
  for (size_t i = 0; copy && i < N_MUTATIONS; ++i) {
    memcpy(copy, data, size);
    run(copy, mutate(copy, size));
  }
  free(copy);
}

static int
run_file(const char *folder, const char *name)
{
  static uint8_t data[LARGEST_FILE];
  char path[4096];
  snprintf(path, sizeof(path), "%s/%s", folder, name);

  FILE *const file = fopen(path, "rb");
  if (!file) {
    fprintf(stderr, "cannot read %s\n", path);
    return EXIT_FAILURE;
  }
  const size_t size = fread(data, 1, sizeof(data), file);
  fclose(file);
  run_all(data, size);
  return EXIT_SUCCESS;
}

int
main(int argc, char **argv)
{
  DIR *const folder = argc == 2 ? opendir(argv[1]) : NULL;
  if (!folder) {
    fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return EXIT_FAILURE;
  }

  size_t n_files = 0;
  int status = EXIT_SUCCESS;
  const struct dirent *entry = NULL;
  while ((entry = readdir(folder))) {
    if (entry->d_name[0] != '.') {
      ++n_files;
      if (run_file(argv[1], entry->d_name) != EXIT_SUCCESS) {
        status = EXIT_FAILURE;
      }
    }
  }
  closedir(folder);

  fprintf(stderr, "%zu files\n", n_files);
  return n_files ? status : EXIT_FAILURE;
}
