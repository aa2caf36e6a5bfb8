// SPDX-License-Identifier: Apache-2.0

/// Operators on strings, and those on features

#include "onnx/call.h"

#include <math.h>

/* ---- Strings ---- */

static void
test_concat(void)
{
  static const char *const a[] = {"x", "", "na\xC3\xAFve"};
  static const char *const b[] = {"!"};
  static const char *const expected[] = {"x!", "!", "na\xC3\xAFve!"};
  static const int64_t three = 3;
  op_call call;
  call_begin(&call, "StringConcat", 20);
  call_add_strings(&call, 1, &three, a);
  call_add_strings(&call, 0, NULL, b);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_strings(&call, 0, 1, &three, expected);
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_split(void)
{
  static const struct {
    const char *delimiter;
    int64_t max;
    const char *text;
    int64_t n;
    const char *parts[4];
  } cases[] = {
      {"", -1, " a  b\tc ", 3, {"a", "b", "c"}},
      {"", 1, " a  b c ", 2, {"a", "b c "}},
      {"", 0, " a b", 1, {"a b"}},
      {"", -1, "   ", 0, {NULL}},
      {",", -1, "a,,b,", 4, {"a", "", "b", ""}},
      {",", -1, "", 1, {""}},
      {",,", 1, "a,,b,,c", 2, {"a", "b,,c"}},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    op_call call;
    call_begin(&call, "StringSplit", 20);
    call.n_outputs = 2;
    call_set_string(&call, "delimiter", cases[i].delimiter);
    call_set_int(&call, "maxsplit", cases[i].max);
    call_add_strings(&call, 0, NULL, &cases[i].text);
    CHECK_STATUS(call_run(&call), TERCET_OK);
    call_check_strings(&call, 0, 1, &cases[i].n, cases[i].parts);
    call_check_output(&call, 1, TERCET_DTYPE_I64, 0, NULL, &cases[i].n);
    call_end(&call);
  }
}

/// Shorter rows are filled up with empty strings
static void
test_split_fills_up(void)
{
  static const char *const texts[] = {"a b", "c"};
  static const int64_t two = 2;
  static const int64_t shape[] = {2, 2};
  static const char *const parts[] = {"a", "b", "c", ""};
  static const int64_t counts[] = {2, 1};
  op_call call;
  call_begin(&call, "StringSplit", 20);
  call.n_outputs = 2;
  call_add_strings(&call, 1, &two, texts);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_strings(&call, 0, 2, shape, parts);
  call_check_output(&call, 1, TERCET_DTYPE_I64, 1, &two, counts);
  call_check_allocations(&call);
  call_end(&call);
}

static void
test_normalizer(void)
{
  static const char *const texts[] = {"Monday", "THE", "\xC3\x84hre"};
  static const tercet_string words[] = {{"the", 3}};
  static const int64_t three = 3;
  static const int64_t two = 2;
  static const int64_t one = 1;
  static const char *const upper[] = {"MONDAY", "\xC3\x84HRE"};
  static const char *const nothing[] = {""};
  op_call call;
  call_begin(&call, "StringNormalizer", 10);
  call_set_string(&call, "case_change_action", "UPPER");
  call_attribute(&call, "stopwords", TERCET_ONNX_ATTRIBUTE_STRINGS)
      ->as.strings = words;
  call_add_strings(&call, 1, &three, texts);
#ifdef TERCET_HAVE_UTF8PROC
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_strings(&call, 0, 1, &two, upper);
  call_check_allocations(&call);
#else
  (void)two;
  (void)upper;
  CHECK_STATUS(call_run(&call), TERCET_ERR_UNSUPPORTED);
#endif
  call_end(&call);

  call_begin(&call, "StringNormalizer", 10);
  call_attribute(&call, "stopwords", TERCET_ONNX_ATTRIBUTE_STRINGS)
      ->as.strings = words;
  call_add_strings(&call, 1, &one, texts + 1);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_strings(&call, 0, 1, &one, nothing);
  call_end(&call);
}

static void
test_regex(void)
{
  static const char *const texts[] = {"ab", "abc", "\xC3\xA4", ""};
  static const uint8_t expected[] = {1, 0, 1, 0};
  static const int64_t four = 4;
  op_call call;
  call_begin(&call, "RegexFullMatch", 20);
  call_set_string(&call, "pattern", "ab|.");
  call_add_strings(&call, 1, &four, texts);
#ifdef TERCET_HAVE_PCRE2
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_BOOL, 1, &four, expected);
  call_check_allocations(&call);
  call_end(&call);

  call_begin(&call, "RegexFullMatch", 20);
  call_set_string(&call, "pattern", "a(");
  call_add_strings(&call, 1, &four, texts);
  call_check_failure(&call,
                     TERCET_ERR_SYNTAX,
                     "RegexFullMatch: pattern, byte 2: missing closing "
                     "parenthesis");
#else
  (void)expected;
  CHECK_STATUS(call_run(&call), TERCET_ERR_UNSUPPORTED);
#endif
  call_end(&call);
}

/// The empty string is what padding and zeros are, and sorts first
static void
test_strings_move(void)
{
  static const char *const texts[] = {"b", "a", "b"};
  static const int64_t three = 3;
  static const int64_t four = 4;
  static const int64_t pads[] = {1, 0};
  static const char *const padded[] = {"", "b", "a", "b"};
  static const char *const sorted[] = {"a", "b"};
  static const int64_t two = 2;
  static const int64_t counts[] = {1, 2};
  op_call call;
  call_begin(&call, "Pad", 13);
  call_add_strings(&call, 1, &three, texts);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, pads);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_strings(&call, 0, 1, &four, padded);
  call_end(&call);

  call_begin(&call, "Unique", 11);
  call.n_outputs = 4;
  call_add_strings(&call, 1, &three, texts);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_strings(&call, 0, 1, &two, sorted);
  call_check_output(&call, 3, TERCET_DTYPE_I64, 1, &two, counts);
  call_check_allocations(&call);
  call_end(&call);
}

/* ---- n-grams ---- */

static void
test_tf_idf_failures(void)
{
  static const int64_t pool[] = {1, 2};
  static const int64_t counts[] = {0, 3};
  static const int64_t columns[] = {0, -1};
  static const int32_t row[] = {1, 2};
  op_call call;
  call_begin(&call, "TfIdfVectorizer", 9);
  call_set_int(&call, "max_gram_length", 1);
  call_set_ints(&call, "pool_int64s", 2, pool);
  call_set_ints(&call, "ngram_counts", 2, counts);
  call_set_ints(&call, "ngram_indexes", 2, columns);
  call_add_vector(&call, TERCET_DTYPE_I32, 2, row);
  call_check_failure(
      &call, TERCET_ERR_RANGE, "TfIdfVectorizer: ngram_counts 0 is 0");
  call.attributes[2].n = 1;
  call_check_failure(&call,
                     TERCET_ERR_RANGE,
                     "TfIdfVectorizer: ngram_indexes has no column for n-gram "
                     "1");
  call_end(&call);
}

/* ---- Features ---- */

static void
begin_ml(op_call *call, const char *op_type, int64_t version)
{
  call_begin(call, op_type, version);
  call->node.domain = (tercet_string){"ai.onnx.ml", 10};
}

/// NaN is a key, and of equal keys the last counts
static void
test_label_encoder(void)
{
  const float keys[] = {1, NAN, 1};
  static const int64_t values[] = {10, 20, 30};
  const float data[] = {NAN, 1, 7};
  static const int64_t three = 3;
  static const int64_t expected[] = {20, 30, -1};
  op_call call;
  begin_ml(&call, "LabelEncoder", 2);
  tercet_onnx_attribute *const floats =
      call_attribute(&call, "keys_floats", TERCET_ONNX_ATTRIBUTE_FLOATS);
  floats->n = 3;
  floats->as.floats = keys;
  call_set_ints(&call, "values_int64s", 3, values);
  call_add_vector(&call, TERCET_DTYPE_F32, 3, data);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_I64, 1, &three, expected);
  call_check_allocations(&call);
  call_end(&call);
}

/// In the first version strings become places in a list, and come back
static void
test_label_encoder_1(void)
{
  static const tercet_string classes[] = {{"a", 1}, {"b", 1}};
  static const char *const texts[] = {"b", "c"};
  static const int64_t two = 2;
  static const int64_t places[] = {1, -1};
  static const char *const back[] = {"b", "_Unused"};
  for (int is_back = 0; is_back < 2; ++is_back) {
    op_call call;
    begin_ml(&call, "LabelEncoder", 1);
    tercet_onnx_attribute *const strings =
        call_attribute(&call, "classes_strings", TERCET_ONNX_ATTRIBUTE_STRINGS);
    strings->n = 2;
    strings->as.strings = classes;
    if (is_back) {
      call_add_vector(&call, TERCET_DTYPE_I64, 2, places);
    } else {
      call_add_strings(&call, 1, &two, texts);
    }
    CHECK_STATUS(call_run(&call), TERCET_OK);
    if (is_back) {
      call_check_strings(&call, 0, 1, &two, back);
    } else {
      call_check_output(&call, 0, TERCET_DTYPE_I64, 1, &two, places);
    }
    call_end(&call);
  }
}

static void
test_features(void)
{
  static const double data[] = {1, 2, 3};
  static const int64_t positions[] = {2, 0};
  static const int64_t shape[] = {1, 2};
  static const double picked[] = {3, 1};
  static const int64_t three = 3;
  static const double binary[] = {0, 0, 1};
  op_call call;
  begin_ml(&call, "ArrayFeatureExtractor", 1);
  call_add_vector(&call, TERCET_DTYPE_F64, 3, data);
  call_add_vector(&call, TERCET_DTYPE_I64, 2, positions);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F64, 2, shape, picked);
  call_end(&call);

  begin_ml(&call, "Binarizer", 1);
  call_set_float(&call, "threshold", 2);
  call_add_vector(&call, TERCET_DTYPE_F64, 3, data);
  CHECK_STATUS(call_run(&call), TERCET_OK);
  call_check_output(&call, 0, TERCET_DTYPE_F64, 1, &three, binary);
  call_end(&call);
}

int
main(void)
{
  test_concat();
  test_split();
  test_split_fills_up();
  test_normalizer();
  test_regex();
  test_strings_move();
  test_tf_idf_failures();
  test_label_encoder();
  test_label_encoder_1();
  test_features();
  return check_finish();
}
