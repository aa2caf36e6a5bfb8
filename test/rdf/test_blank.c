// SPDX-License-Identifier: Apache-2.0

#include "base/string_view.h"
#include "check.h"
#include "rdf/blank.h"

static void
test_valid_labels(void)
{
  static const char *const valid[] = {
      "a", "0", "_", "a.b", "a-b", "1-", "a..b", "\xc3\xa9", "a\xc2\xb7"};
  for (size_t i = 0; i < sizeof(valid) / sizeof(valid[0]); ++i) {
    CHECK(tercet_blank_label_is_valid(tercet_string_from(valid[i])));
  }
}

static void
test_invalid_labels(void)
{
  static const char *const invalid[] = {
      "", ".", "a.", "-a", ".a", "a b", "a:b", "\xc2\xb7", "a\xff", "a\xc3"};
  for (size_t i = 0; i < sizeof(invalid) / sizeof(invalid[0]); ++i) {
    CHECK(!tercet_blank_label_is_valid(tercet_string_from(invalid[i])));
  }
}

static void
check_append(const char *label, const char *expected)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_blank_label_append(tercet_string_from(label), &out),
               TERCET_OK);
  CHECK_TEXT(out.data, out.length, expected);
  tercet_buffer_clear(&out);
}

static void
test_only_clashing_labels_are_renamed(void)
{
  check_append("anon1", "anonanon1");
  check_append("anonanon12", "anonanonanon12");
  check_append("anon", "anon");
  check_append("anon1a", "anon1a");
  check_append("nona1", "nona1");
  check_append("ano1", "ano1");
}

static void
test_generated_labels(void)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_blank_label_generate(7, &out), TERCET_OK);
  CHECK_TEXT(out.data, out.length, "anon7");
  CHECK(tercet_blank_label_clashes(tercet_buffer_view(&out)));

  out.length = 0;
  CHECK_STATUS(tercet_blank_label_generate(UINT64_MAX, &out), TERCET_OK);
  CHECK_TEXT(out.data, out.length, "anon18446744073709551615");
  tercet_buffer_clear(&out);
}

int
main(void)
{
  test_valid_labels();
  test_invalid_labels();
  test_only_clashing_labels_are_renamed();
  test_generated_labels();
  return check_finish();
}
