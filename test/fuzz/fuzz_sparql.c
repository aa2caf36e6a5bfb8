// SPDX-License-Identifier: Apache-2.0

/// Parses a query and walks its tree

#include "../sparql/ast_text.h"

#include "sparql/parser.h"

#include <stdlib.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// Check what a caller relies on after a failure
static void
check_failure(tercet_status st, const tercet_error *err)
{
  if (err->status != st || !err->message[0] ||
      (st == TERCET_ERR_SYNTAX && (!err->line || !err->column))) {
    abort();
  }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const tercet_string text = {(const char *)data, size};
  const tercet_string base = {"http://example.org/a/b", 22U};

  tercet_arena arena;
  tercet_ast ast;
  tercet_error err = {0};
  tercet_arena_init(&arena, NULL, (size_t)1U << 28U);
  const tercet_status st =
      tercet_sparql_parse(text, base, NULL, &arena, &ast, &err);
  if (st) {
    check_failure(st, &err);
  } else {
    FILE *const f = fopen("/dev/null", "w");
    if (f) {
      print_ast(f, &ast);
      fclose(f);
    }
  }
  tercet_arena_clear(&arena);
  return 0;
}
