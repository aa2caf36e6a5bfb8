// SPDX-License-Identifier: Apache-2.0

#include "base/string_view.h"
#include "check.h"
#include "rdf/iri.h"

typedef struct {
  const char *base;
  const char *reference;
  const char *expected;
} resolution;

// RFC 3986, 5.4.1 and 5.4.2
static const resolution rfc_cases[] = {
    {"http://a/b/c/d;p?q", "g:h", "g:h"},
    {"http://a/b/c/d;p?q", "g", "http://a/b/c/g"},
    {"http://a/b/c/d;p?q", "./g", "http://a/b/c/g"},
    {"http://a/b/c/d;p?q", "g/", "http://a/b/c/g/"},
    {"http://a/b/c/d;p?q", "/g", "http://a/g"},
    {"http://a/b/c/d;p?q", "//g", "http://g"},
    {"http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y"},
    {"http://a/b/c/d;p?q", "g?y", "http://a/b/c/g?y"},
    {"http://a/b/c/d;p?q", "#s", "http://a/b/c/d;p?q#s"},
    {"http://a/b/c/d;p?q", "g#s", "http://a/b/c/g#s"},
    {"http://a/b/c/d;p?q", "g?y#s", "http://a/b/c/g?y#s"},
    {"http://a/b/c/d;p?q", ";x", "http://a/b/c/;x"},
    {"http://a/b/c/d;p?q", "g;x", "http://a/b/c/g;x"},
    {"http://a/b/c/d;p?q", "g;x?y#s", "http://a/b/c/g;x?y#s"},
    {"http://a/b/c/d;p?q", "", "http://a/b/c/d;p?q"},
    {"http://a/b/c/d;p?q", ".", "http://a/b/c/"},
    {"http://a/b/c/d;p?q", "./", "http://a/b/c/"},
    {"http://a/b/c/d;p?q", "..", "http://a/b/"},
    {"http://a/b/c/d;p?q", "../", "http://a/b/"},
    {"http://a/b/c/d;p?q", "../g", "http://a/b/g"},
    {"http://a/b/c/d;p?q", "../..", "http://a/"},
    {"http://a/b/c/d;p?q", "../../", "http://a/"},
    {"http://a/b/c/d;p?q", "../../g", "http://a/g"},
    {"http://a/b/c/d;p?q", "../../../g", "http://a/g"},
    {"http://a/b/c/d;p?q", "../../../../g", "http://a/g"},
    {"http://a/b/c/d;p?q", "/./g", "http://a/g"},
    {"http://a/b/c/d;p?q", "/../g", "http://a/g"},
    {"http://a/b/c/d;p?q", "g.", "http://a/b/c/g."},
    {"http://a/b/c/d;p?q", ".g", "http://a/b/c/.g"},
    {"http://a/b/c/d;p?q", "g..", "http://a/b/c/g.."},
    {"http://a/b/c/d;p?q", "..g", "http://a/b/c/..g"},
    {"http://a/b/c/d;p?q", "./../g", "http://a/b/g"},
    {"http://a/b/c/d;p?q", "./g/.", "http://a/b/c/g/"},
    {"http://a/b/c/d;p?q", "g/./h", "http://a/b/c/g/h"},
    {"http://a/b/c/d;p?q", "g/../h", "http://a/b/c/h"},
    {"http://a/b/c/d;p?q", "g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"http://a/b/c/d;p?q", "g;x=1/../y", "http://a/b/c/y"},
    {"http://a/b/c/d;p?q", "g?y/./x", "http://a/b/c/g?y/./x"},
    {"http://a/b/c/d;p?q", "g?y/../x", "http://a/b/c/g?y/../x"},
    {"http://a/b/c/d;p?q", "g#s/./x", "http://a/b/c/g#s/./x"},
    {"http://a/b/c/d;p?q", "g#s/../x", "http://a/b/c/g#s/../x"},
    {"http://a/b/c/d;p?q", "http:g", "http:g"},
};

static const resolution other_cases[] = {
    {"http://a", "b", "http://a/b"},
    {"http://a", "?q", "http://a?q"},
    {"http://a", "../b", "http://a/b"},
    {"http://a?x", "b", "http://a/b"},
    {"http://a/b?", "", "http://a/b?"},
    {"http://a/b?x#f", "", "http://a/b?x"},
    {"http://a/b?x#f", "?", "http://a/b?"},
    {"http://a/b", "#", "http://a/b#"},
    {"urn:x:y", "#f", "urn:x:y#f"},
    {"urn:x:y", "z", "urn:z"},
    {"file:///a/b", "c", "file:///a/c"},
    {"file:///a/b", "/c", "file:///c"},
    {"http://a/b//c", "../d", "http://a/b/d"},
    {"http://a/b/c", "//e/./f/../g", "http://e/g"},
    {"http://a/\xc3\xa9/", "\xc3\xbc", "http://a/\xc3\xa9/\xc3\xbc"},
};

static void
check_cases(const resolution *cases, size_t n_cases)
{
  for (size_t i = 0; i < n_cases; ++i) {
    tercet_buffer out;
    tercet_buffer_init(&out, NULL, SIZE_MAX);
    CHECK_STATUS(tercet_iri_resolve(tercet_string_from(cases[i].base),
                                    tercet_string_from(cases[i].reference),
                                    &out),
                 TERCET_OK);
    CHECK_TEXT(out.data, out.length, cases[i].expected);
    tercet_buffer_clear(&out);
  }
}

static void
test_resolves_examples_of_the_rfc(void)
{
  check_cases(rfc_cases, sizeof(rfc_cases) / sizeof(rfc_cases[0]));
}

static void
test_resolves_other_cases(void)
{
  check_cases(other_cases, sizeof(other_cases) / sizeof(other_cases[0]));
}

static void
test_appends_behind_what_is_there(void)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append_text(&out, "/x/y"), TERCET_OK);
  CHECK_STATUS(tercet_iri_resolve(tercet_string_from("http://a/b/c"),
                                  tercet_string_from("/../../d"),
                                  &out),
               TERCET_OK);
  CHECK_TEXT(out.data, out.length, "/x/yhttp://a/d");
  tercet_buffer_clear(&out);
}

static void
test_recognises_schemes(void)
{
  CHECK(tercet_iri_has_scheme(tercet_string_from("http://a")));
  CHECK(tercet_iri_has_scheme(tercet_string_from("a+b-c.1:")));
  CHECK(!tercet_iri_has_scheme(tercet_string_from("")));
  CHECK(!tercet_iri_has_scheme(tercet_string_from("a")));
  CHECK(!tercet_iri_has_scheme(tercet_string_from(":a")));
  CHECK(!tercet_iri_has_scheme(tercet_string_from("1a:b")));
  CHECK(!tercet_iri_has_scheme(tercet_string_from("a/b:c")));
}

static void
test_makes_file_iris(void)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_iri_from_path("/a b/c%d#e.ttl", &out), TERCET_OK);
  CHECK_TEXT(out.data, out.length, "file:///a%20b/c%25d%23e.ttl");

  out.length = 0;
  CHECK_STATUS(tercet_iri_from_path("x.ttl", &out), TERCET_OK);
  CHECK(out.length > 7 && !memcmp(out.data, "file:///", 8));
  CHECK(!memcmp(out.data + out.length - 6, "/x.ttl", 6));
  tercet_buffer_clear(&out);
}

static void
test_failing_allocations_are_reported(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  for (size_t i = 0; i < 4; ++i) {
    state = (failing_allocator){0, i};
    tercet_buffer out;
    tercet_buffer_init(&out, &alloc, SIZE_MAX);
    const tercet_status st = tercet_iri_resolve(
        tercet_string_from("http://a/b/c"), tercet_string_from("../d"), &out);
    CHECK(st == TERCET_ERR_NO_MEMORY || (st == TERCET_OK && i >= 2));
    tercet_buffer_clear(&out);
  }
}

int
main(void)
{
  test_resolves_examples_of_the_rfc();
  test_resolves_other_cases();
  test_appends_behind_what_is_there();
  test_recognises_schemes();
  test_makes_file_iris();
  test_failing_allocations_are_reported();
  return check_finish();
}
