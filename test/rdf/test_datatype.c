// SPDX-License-Identifier: Apache-2.0

#include "base/string_view.h"
#include "check.h"
#include "rdf/datatype.h"

static void
test_every_iri_gives_its_number(void)
{
  for (int i = 0; i < (int)TERCET_DATATYPE_OTHER; ++i) {
    const tercet_string iri = tercet_datatype_iri((tercet_datatype)i);
    CHECK_INT(tercet_datatype_from_iri(iri), i);
  }
}

static void
test_other_iris_give_other(void)
{
  static const char *const others[] = {
      "",
      "x",
      "string",
      TERCET_XSD,
      TERCET_XSD "String",
      TERCET_XSD "strinG",
      TERCET_XSD "gYear",
      TERCET_XSD "anyURI",
      "http://www.w3.org/2001/XMLSchema/string",
      TERCET_RDF_NS "HTML",
  };
  for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); ++i) {
    CHECK_INT(tercet_datatype_from_iri(tercet_string_from(others[i])),
              TERCET_DATATYPE_OTHER);
  }
}

static void
test_one_changed_byte_gives_other(void)
{
  for (int i = 0; i < (int)TERCET_DATATYPE_OTHER; ++i) {
    const tercet_string iri = tercet_datatype_iri((tercet_datatype)i);
    char copy[100];
    for (size_t j = 0; j < iri.length; ++j) {
      memcpy(copy, iri.data, iri.length);
      copy[j] = '~';
      const tercet_string changed = {copy, iri.length};
      CHECK_INT(tercet_datatype_from_iri(changed), TERCET_DATATYPE_OTHER);
    }
  }
}

static void
test_kinds(void)
{
  CHECK(tercet_datatype_is_integer(TERCET_DATATYPE_INTEGER));
  CHECK(tercet_datatype_is_integer(TERCET_DATATYPE_UNSIGNED_BYTE));
  CHECK(!tercet_datatype_is_integer(TERCET_DATATYPE_DECIMAL));
  CHECK(!tercet_datatype_is_integer(TERCET_DATATYPE_DATE_TIME));

  size_t n = 0;
  for (; tercet_tensor_datatypes[n]; ++n) {
    CHECK(tercet_datatype_is_tensor(tercet_datatype_from_iri(
        tercet_string_from(tercet_tensor_datatypes[n]))));
  }
  CHECK_INT(n, 3);
  CHECK(!tercet_datatype_is_tensor(TERCET_DATATYPE_RANGE));
}

int
main(void)
{
  test_every_iri_gives_its_number();
  test_other_iris_give_other();
  test_one_changed_byte_gives_other();
  test_kinds();
  return check_finish();
}
