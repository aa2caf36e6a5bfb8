// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include <tercet/rdf.h>

static int
by_name(const char *name)
{
  tercet_syntax syntax = TERCET_SYNTAX_NTRIPLES;
  return tercet_syntax_from_name(name, &syntax) ? (int)syntax : -1;
}

static int
by_path(const char *path)
{
  tercet_syntax syntax = TERCET_SYNTAX_NTRIPLES;
  return tercet_syntax_from_path(path, &syntax) ? (int)syntax : -1;
}

static void
test_names(void)
{
  CHECK_INT(by_name("nt"), TERCET_SYNTAX_NTRIPLES);
  CHECK_INT(by_name("nq"), TERCET_SYNTAX_NQUADS);
  CHECK_INT(by_name("turtle"), TERCET_SYNTAX_TURTLE);
  CHECK_INT(by_name("ttl"), TERCET_SYNTAX_TURTLE);
  CHECK_INT(by_name("trig"), TERCET_SYNTAX_TRIG);
  CHECK_INT(by_name("rdfxml"), -1);
  CHECK_INT(by_name(""), -1);
}

static void
test_paths(void)
{
  CHECK_INT(by_path("a.nt"), TERCET_SYNTAX_NTRIPLES);
  CHECK_INT(by_path("/x/a.b.nq.gz"), TERCET_SYNTAX_NQUADS);
  CHECK_INT(by_path("A.TTL.GZ"), TERCET_SYNTAX_TURTLE);
  CHECK_INT(by_path("a.trig.zst"), TERCET_SYNTAX_TRIG);
  CHECK_INT(by_path(".ttl"), TERCET_SYNTAX_TURTLE);
  CHECK_INT(by_path("a.gz"), -1);
  CHECK_INT(by_path("ttl"), -1);
  CHECK_INT(by_path("a.rdf"), -1);
  CHECK_INT(by_path(""), -1);
}

int
main(void)
{
  test_names();
  test_paths();
  return check_finish();
}
