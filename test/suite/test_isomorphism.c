// SPDX-License-Identifier: Apache-2.0

/// The comparison that the suites rest on

#include "base/string_view.h"
#include "check.h"
#include "suite/isomorphism.h"

static quad_list
read_text(const char *text)
{
  quad_list list = {0};
  tercet_error err = {0};
  CHECK_STATUS(
      quad_list_read_text(
          &list, tercet_string_from(text), TERCET_SYNTAX_TRIG, "", &err),
      TERCET_OK);
  return list;
}

static bool
isomorphic(const char *a, const char *b)
{
  quad_list a_quads = read_text(a);
  quad_list b_quads = read_text(b);
  const bool same = isomorphic_quads(&a_quads, &b_quads);
  CHECK(same == isomorphic_quads(&b_quads, &a_quads));
  quad_list_clear(&a_quads);
  quad_list_clear(&b_quads);
  return same;
}

static void
test_without_nodes(void)
{
  CHECK(isomorphic("", ""));
  CHECK(isomorphic("<a:s> <a:p> 1 , 2 .", "<a:s> <a:p> 2 , 1 , 2 ."));
  CHECK(isomorphic("<a:s> <a:p> 'x'@en .", "<a:s> <a:p> 'x'@EN ."));
  CHECK(!isomorphic("<a:s> <a:p> 1 .", "<a:s> <a:p> 2 ."));
  CHECK(!isomorphic("<a:s> <a:p> 1 .", "<a:s> <a:p> '1' ."));
  CHECK(!isomorphic("<a:s> <a:p> 1 .", "<a:s> <a:p> 1 , 2 ."));
  CHECK(!isomorphic("<a:s> <a:p> 1 .", "<a:g> { <a:s> <a:p> 1 }"));
}

static void
test_labels_do_not_matter(void)
{
  CHECK(isomorphic("_:a <a:p> _:b . _:b <a:q> 1 .",
                   "_:b <a:q> 1 . _:x <a:p> _:b ."));
  CHECK(
      isomorphic("_:a <a:p> 1 . _:b <a:p> 2 .", "_:b <a:p> 1 . _:a <a:p> 2 ."));
  CHECK(!isomorphic("_:a <a:p> 1 . _:a <a:p> 2 .",
                    "_:b <a:p> 1 . _:a <a:p> 2 ."));
  CHECK(!isomorphic("_:a <a:p> _:a .", "_:a <a:p> _:b ."));
  CHECK(!isomorphic("_:a <a:p> 1 .", "<a:a> <a:p> 1 ."));
  CHECK(isomorphic("_:g { _:a <a:p> _:g }", "_:a { _:g <a:p> _:a }"));
  CHECK(!isomorphic("_:g { _:a <a:p> _:g }", "_:g { _:g <a:p> _:a }"));
}

/// Rings of nodes look alike to refinement: only pairing tells two of three
/// from one of six
static void
test_symmetric_graphs(void)
{
  const char *const one_of_six =
      "_:1 <a:p> _:2 . _:2 <a:p> _:3 . _:3 <a:p> _:4 . "
      "_:4 <a:p> _:5 . _:5 <a:p> _:6 . _:6 <a:p> _:1 .";
  const char *const two_of_three =
      "_:1 <a:p> _:2 . _:2 <a:p> _:3 . _:3 <a:p> _:1 . "
      "_:4 <a:p> _:5 . _:5 <a:p> _:6 . _:6 <a:p> _:4 .";
  const char *const turned = "_:c <a:p> _:a . _:f <a:p> _:d . _:a <a:p> _:b . "
                             "_:d <a:p> _:e . _:b <a:p> _:c . _:e <a:p> _:f .";
  CHECK(!isomorphic(one_of_six, two_of_three));
  CHECK(isomorphic(two_of_three, turned));
}

static tercet_term
make_term(tercet_term_kind kind, const char *value)
{
  tercet_term term = {0};
  term.kind = kind;
  term.value = tercet_string_from(value);
  return term;
}

static void
test_rows_of_solutions_are_counted(void)
{
  const tercet_term none = {0};
  const tercet_term iri = make_term(TERCET_TERM_IRI, "a:x");
  const tercet_term a = make_term(TERCET_TERM_BLANK, "a");
  const tercet_term b = make_term(TERCET_TERM_BLANK, "b");
  const tercet_term twice[] = {iri, a, none, b, iri, a};
  const tercet_term other[] = {none, a, iri, b, iri, b};
  const tercet_term once[] = {none, a, none, a, iri, b};

  CHECK(isomorphic_rows(twice, 3, other, 3, 2, false));
  CHECK(!isomorphic_rows(twice, 3, once, 3, 2, false));
  CHECK(isomorphic_rows(twice, 3, once, 3, 2, true));
  CHECK(!isomorphic_rows(twice, 3, other, 2, 2, false));
  CHECK(isomorphic_rows(NULL, 0, NULL, 0, 2, false));

  // Solutions of no variables only have a number
  CHECK(isomorphic_rows(NULL, 2, NULL, 2, 0, false));
  CHECK(!isomorphic_rows(NULL, 2, NULL, 1, 0, false));
}

int
main(void)
{
  test_without_nodes();
  test_labels_do_not_matter();
  test_symmetric_graphs();
  test_rows_of_solutions_are_counted();
  return check_finish();
}
