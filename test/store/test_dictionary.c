// SPDX-License-Identifier: Apache-2.0

/// Dictionaries compared with a plain list of terms

#include "store/dictionary_internal.h"

#include "base/string_view.h"

#include "check.h"

#include <math.h>

#define EXAMPLE "http://example.org/"
#define TENSOR TERCET_TENSOR_NS "DataTensor"

#define MAX_TERMS 4096U

/// Terms in the order in which they came
typedef struct {
  tercet_term terms[MAX_TERMS];
  tercet_id ids[MAX_TERMS];
  size_t n_terms;
} term_list;

static tercet_string
copy_text(const char *text, size_t length)
{
  char *const copy = (char *)malloc(length + 1U);
  memcpy(copy, text, length);
  copy[length] = '\0';
  return (tercet_string){copy, length};
}

static void
free_list(term_list *list)
{
  for (size_t i = 0U; i < list->n_terms; ++i) {
    union {
      const char *given;
      char *owned;
    } const value = {list->terms[i].value.data};
    free(value.owned);
  }
  free(list);
}

static tercet_term
make_term(tercet_term_kind kind,
          const char *value,
          const char *datatype,
          const char *language)
{
  const tercet_term term = {
      .kind = kind,
      .value = {value, strlen(value)},
      .datatype = {datatype, datatype ? strlen(datatype) : 0U},
      .language = {language, language ? strlen(language) : 0U},
  };
  return term;
}

static tercet_term
make_literal(const char *value, const char *datatype)
{
  return make_term(TERCET_TERM_LITERAL, value, datatype, NULL);
}

/* ---- Random terms ---- */

/// Fill `text` with a tensor literal in one of several styles, or ill-typed
static void
random_tensor_text(char *text, size_t size, uint64_t *seed)
{
  static const char *const formats[] = {
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [%d.5, %d.0]}",
      "{\"type\":\"float32\",\"shape\":[2],\"data\":[%d.5,%d.0]}",
      "{\"shape\": [2], \"type\": \"float32\", \"data\": [%d.5, %d.0]}",
      "{\"type\": \"int32\", \"shape\": [2], \"data\": [%d, %d]}",
      "{\"type\": \"int32\", \"shape\": [1, 2], \"data\": [%d, %d]}",
      "{ \"type\" : \"int32\", \"shape\" : [2], \"data\" : [%d,   %d] }",
      "{\"type\": \"int32\", \"shape\": [2], \"data\": [%d, 0%d]}",
      "{\"type\": \"int32\", \"shape\": [3], \"data\": [%d, %d]}",
      "{\"type\": \"float64\", \"shape\": [2], \"data\": [%de0, %d.250]}",
      ("{\"type\": \"float32\", \"shape\": [4], \"data\": "
       "[%d.1, %d.1, \"NaN\", \"-Infinity\"]}"),
  };

  const char *const format =
      formats[check_random(seed) % (sizeof(formats) / sizeof(formats[0]))];
  const int a = (int)(check_random(seed) % 4U);
  const int b = (int)(check_random(seed) % 4U);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  (void)snprintf(text, size, format, a, b);
#pragma GCC diagnostic pop
}

static tercet_term
random_term(char *text, size_t size, uint64_t *seed)
{
  static const char *const datatypes[] = {TERCET_XSD "string",
                                          TERCET_XSD "integer",
                                          TERCET_XSD "decimal",
                                          TERCET_XSD "double",
                                          TERCET_XSD "boolean",
                                          TERCET_XSD "date",
                                          TERCET_XSD "float",
                                          EXAMPLE "type1",
                                          EXAMPLE "type2",
                                          TERCET_XSD "dateTime"};
  static const char *const values[] = {"%u",
                                       "0%u",
                                       "%u.0",
                                       "%u.5e0",
                                       "2024-01-%02u",
                                       "2024-01-%02uT00:00:00Z",
                                       "text %u"};
  static const char *const languages[] = {"en", "EN", "de", "de-AT", "De-at"};

  const unsigned number = 10U + (unsigned)(check_random(seed) % 40U);
  const uint64_t kind = check_random(seed) % 8U;
  (void)snprintf(text, size, EXAMPLE "%u", number);
  if (kind == 0U) {
    return make_term(TERCET_TERM_IRI, text, NULL, NULL);
  }
  if (kind == 1U) {
    return make_term(TERCET_TERM_BLANK, text, NULL, NULL);
  }
  if (kind == 2U) {
    tercet_term term = make_term(TERCET_TERM_LITERAL,
                                 text,
                                 TERCET_RDF_NS "langString",
                                 languages[check_random(seed) % 5U]);
    if (check_random(seed) % 4U == 0U) {
      term.datatype = tercet_string_from(TERCET_RDF_NS "dirLangString");
      term.direction = (tercet_direction)(1U + check_random(seed) % 2U);
    }
    return term;
  }
  if (kind <= 4U) {
    random_tensor_text(text, size, seed);
    return make_literal(text,
                        check_random(seed) % 4U ? TENSOR
                                                : TERCET_OLD_TENSOR_NS
                            "NumericDataTensor");
  }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  (void)snprintf(text, size, values[check_random(seed) % 7U], number);
#pragma GCC diagnostic pop
  return make_literal(text,
                      datatypes[check_random(seed) %
                                (sizeof(datatypes) / sizeof(datatypes[0]))]);
}

/* ---- Comparing ---- */

static size_t
find_in_list(const term_list *list, const tercet_term *term)
{
  size_t i = 0U;
  while (i < list->n_terms && !tercet_term_equals(&list->terms[i], term)) {
    ++i;
  }

  return i;
}

static void
check_get(const tercet_dictionary *d, tercet_id id, const tercet_term *expected)
{
  tercet_buffer scratch;
  tercet_term term;
  tercet_buffer_init(&scratch, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append_text(&scratch, "before"), TERCET_OK);
  CHECK_STATUS(tercet_dictionary_get(d, id, &scratch, &term), TERCET_OK);
  CHECK(tercet_term_equals(&term, expected));
  CHECK(tercet_string_equals(term.value, expected->value));
  CHECK(tercet_string_equals(term.datatype, expected->datatype));
  if (tercet_id_is_literal(id)) {
    CHECK_INT(tercet_dictionary_datatype(d, id),
              tercet_datatype_from_iri(expected->datatype));
  }
  if (tercet_id_tag(id) <= TERCET_TAG_LITERAL) {
    tercet_string text;
    tercet_dictionary_text(d, id, &text);
    CHECK(tercet_string_equals(text, expected->value));
  }
  tercet_buffer_clear(&scratch);
}

/// Intern a term, and compare with what the list says
static void
check_intern(tercet_dictionary *d, term_list *list, const tercet_term *term)
{
  tercet_id id = 0U;
  tercet_id found = 0U;
  const size_t i = find_in_list(list, term);
  CHECK_STATUS(tercet_dictionary_find(d, term, &found), TERCET_OK);
  CHECK_STATUS(tercet_dictionary_intern(d, term, &id, NULL), TERCET_OK);
  if (i < list->n_terms) {
    CHECK(id == list->ids[i] && found == id);
    return;
  }

  const tercet_tag tag = tercet_id_tag(id);
  CHECK(found == TERCET_ID_UNKNOWN ||
        (tag >= TERCET_TAG_INTEGER && tag <= TERCET_TAG_DATE_TIME));
  for (size_t j = 0U; j < list->n_terms; ++j) {
    CHECK(list->ids[j] != id);
  }
  CHECK_STATUS(tercet_dictionary_find(d, term, &found), TERCET_OK);
  CHECK(found == id);
  list->terms[i] = *term;
  list->terms[i].value = copy_text(term->value.data, term->value.length);
  list->ids[i] = id;
  ++list->n_terms;
}

static void
check_list(const tercet_dictionary *d, const term_list *list)
{
  for (size_t i = 0U; i < list->n_terms; ++i) {
    check_get(d, list->ids[i], &list->terms[i]);
  }
}

static void
test_random_terms_in_base_and_overlay(void)
{
  uint64_t seed = 5U;
  tercet_dictionary *base = NULL;
  tercet_dictionary *overlay = NULL;
  term_list *const list = (term_list *)calloc(1U, sizeof(term_list));
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &base, NULL), TERCET_OK);

  char text[256];
  for (size_t i = 0U; i < 1500U; ++i) {
    const tercet_term term = random_term(text, sizeof(text), &seed);
    check_intern(base, list, &term);
  }
  check_list(base, list);

  tercet_dictionary_info before;
  tercet_dictionary_get_info(base, &before);
  const size_t n_base = list->n_terms;
  CHECK_STATUS(tercet_dictionary_new(NULL, base, &overlay, NULL), TERCET_OK);
  for (size_t i = 0U; i < 3000U; ++i) {
    const tercet_term term = random_term(text, sizeof(text), &seed);
    check_intern(overlay, list, &term);
  }
  check_list(overlay, list);
  for (size_t i = n_base; i < list->n_terms; ++i) {
    const tercet_tag tag = tercet_id_tag(list->ids[i]);
    CHECK((list->ids[i] & TERCET_ID_OVERLAY) ||
          (tag >= TERCET_TAG_INTEGER && tag <= TERCET_TAG_DATE_TIME));
  }

  tercet_dictionary_info after;
  tercet_dictionary_get_info(base, &after);
  CHECK(!memcmp(&before, &after, sizeof(before)));
  tercet_dictionary_free(overlay);
  tercet_dictionary_free(base);
  free_list(list);
}

static void
test_going_back_forgets_what_came_later(void)
{
  uint64_t seed = 6U;
  tercet_dictionary *d = NULL;
  term_list *const list = (term_list *)calloc(1U, sizeof(term_list));
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &d, NULL), TERCET_OK);

  char text[256];
  for (size_t round = 0U; round < 20U; ++round) {
    for (size_t i = 0U; i < round * 5U; ++i) {
      const tercet_term term = random_term(text, sizeof(text), &seed);
      check_intern(d, list, &term);
    }

    tercet_dictionary_mark *mark = NULL;
    tercet_dictionary_info before;
    tercet_dictionary_info after;
    CHECK_STATUS(tercet_dictionary_mark_new(d, &mark), TERCET_OK);
    tercet_dictionary_get_info(d, &before);
    for (size_t i = 0U; i < 40U * (20U - round); ++i) {
      const tercet_term term = random_term(text, sizeof(text), &seed);
      tercet_id id = 0U;
      CHECK_STATUS(tercet_dictionary_intern(d, &term, &id, NULL), TERCET_OK);
    }
    tercet_dictionary_rollback(d, mark);
    tercet_dictionary_mark_free(d, mark);
    tercet_dictionary_get_info(d, &after);
    CHECK_INT(after.n_terms, before.n_terms);
    CHECK_INT(after.n_tensors, before.n_tensors);
    CHECK_INT(after.n_tensor_blocks, before.n_tensor_blocks);
    check_list(d, list);
  }

  tercet_dictionary_free(d);
  free_list(list);
}

/* ---- Particular terms ---- */

static void
test_no_term(void)
{
  tercet_dictionary *d = NULL;
  const tercet_term none = {.kind = TERCET_TERM_NONE};
  tercet_id id = 1U;
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &d, NULL), TERCET_OK);
  CHECK_STATUS(tercet_dictionary_intern(d, &none, &id, NULL), TERCET_OK);
  CHECK(id == TERCET_ID_NONE);
  CHECK_STATUS(tercet_dictionary_find(d, &none, &id), TERCET_OK);
  CHECK(id == TERCET_ID_NONE);
  tercet_dictionary_free(d);
}

static void
test_first_spelling_of_a_language_is_kept(void)
{
  tercet_dictionary *d = NULL;
  tercet_id a = 0U;
  tercet_id b = 0U;
  tercet_term term = make_term(
      TERCET_TERM_LITERAL, "chat", TERCET_RDF_NS "langString", "en-GB");
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &d, NULL), TERCET_OK);
  CHECK_STATUS(tercet_dictionary_intern(d, &term, &a, NULL), TERCET_OK);
  term.language = tercet_string_from("EN-gb");
  CHECK_STATUS(tercet_dictionary_intern(d, &term, &b, NULL), TERCET_OK);
  CHECK(a == b);

  tercet_buffer scratch;
  tercet_buffer_init(&scratch, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_dictionary_get(d, b, &scratch, &term), TERCET_OK);
  CHECK_TEXT(term.language.data, term.language.length, "en-GB");
  tercet_buffer_clear(&scratch);
  tercet_dictionary_free(d);
}

static void
test_texts_with_nul_and_of_all_lengths(void)
{
  tercet_dictionary *d = NULL;
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &d, NULL), TERCET_OK);
  char *const text = (char *)calloc(1U, 70000U);
  static const size_t lengths[] = {
      0, 1, 2, 127, 128, 129, 300, 16383, 16384, 16385, 70000};
  tercet_id ids[11];
  for (size_t i = 0U; i < 11U; ++i) {
    const tercet_term term = {.kind = TERCET_TERM_LITERAL,
                              .value = {text, lengths[i]},
                              .datatype =
                                  tercet_string_from(TERCET_XSD "string")};
    CHECK_STATUS(tercet_dictionary_intern(d, &term, &ids[i], NULL), TERCET_OK);
  }
  for (size_t i = 0U; i < 11U; ++i) {
    tercet_string stored;
    tercet_dictionary_text(d, ids[i], &stored);
    CHECK_INT(stored.length, lengths[i]);
    CHECK(!memcmp(stored.data, text, stored.length));
  }
  free(text);
  tercet_dictionary_free(d);
}

/// Return the id of a tensor literal, and check that the text comes back
static tercet_id
intern_tensor_text(tercet_dictionary *d, const char *text, bool escaped)
{
  tercet_id id = 0U;
  tercet_error err = {0};
  tercet_term term = make_literal(text, TENSOR);
  term.escaped = escaped;
  CHECK_STATUS(tercet_dictionary_intern(d, &term, &id, &err), TERCET_OK);
  CHECK_INT(tercet_id_tag(id) == TERCET_TAG_TENSOR,
            err.status != TERCET_ERR_SYNTAX);

  tercet_buffer scratch;
  tercet_buffer_init(&scratch, NULL, SIZE_MAX);
  tercet_term back;
  CHECK_STATUS(tercet_dictionary_get(d, id, &scratch, &back), TERCET_OK);
  CHECK(tercet_term_equals(&back, &term));
  tercet_buffer_clear(&scratch);
  return id;
}

static void
test_an_escaped_tensor_is_the_same_term(void)
{
  static const char *const texts[][4] = {
      {"{\"type\": \"float32\", \"shape\": [2], \"data\": [1.0, -2.5]}",
       "{\\\"type\\\": \\\"float32\\\", \\\"shape\\\": [2], \\\"data\\\": "
       "[1.0, -2.5]}",
       "{\\u0022type\\\": \\\"float32\\\", \\\"shape\\\": [2], "
       "\\\"d\\u0061ta\\\": [1.0,\\u0020-2.5]}",
       NULL},
      {"{\"data\": [true], \"shape\": [1]}",
       "{\\\"data\\\": [tru\\U00000065], \\\"shape\\\": [1]}",
       NULL,
       NULL},
      {"{\"type\":  \"float32\", \"shape\": [2], \"data\": [1.0,\t-2.5]}",
       "{\\\"type\\\":  \\\"float32\\\", \\\"shape\\\": [2], \\\"data\\\": "
       "[1.0,\\t-2.5]}",
       NULL,
       NULL},
      {"{\"type\": \"nothing\"}",
       "{\\\"type\\\": \\\"nothing\\\"}",
       NULL,
       NULL},
  };

  tercet_dictionary *d = NULL;
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &d, NULL), TERCET_OK);
  for (size_t i = 0U; i < 4U; ++i) {
    const tercet_id id = intern_tensor_text(d, texts[i][0], false);
    for (size_t j = 1U; texts[i][j]; ++j) {
      CHECK(intern_tensor_text(d, texts[i][j], true) == id);
    }
  }
  tercet_dictionary_free(d);
}

static void
test_same_numbers_written_differently_are_different_terms(void)
{
  static const char *const texts[] = {
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [1.0, 2.0]}",
      "{\"type\":\"float32\",\"shape\":[2],\"data\":[1.0,2.0]}",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [1, 2]}",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [1.00, 2.0]}",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [1.0, 2.00]}",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [1.0,  2.0]}",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [1.0, 2.0]} ",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [1.0, 2.0]   "
      "                                                            }",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [1.0, 2.0]    "
      "                                                           }",
  };
  enum { N = sizeof(texts) / sizeof(texts[0]) };

  tercet_dictionary *d = NULL;
  tercet_id ids[N];
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &d, NULL), TERCET_OK);
  for (size_t i = 0U; i < N; ++i) {
    ids[i] = intern_tensor_text(d, texts[i], false);
    for (size_t j = 0U; j < i; ++j) {
      CHECK(ids[j] != ids[i] || !strcmp(texts[i], texts[j]));
    }
  }
  for (size_t i = 0U; i < N; ++i) {
    CHECK(intern_tensor_text(d, texts[i], false) == ids[i]);
  }

  tercet_dictionary_info info;
  tercet_dictionary_get_info(d, &info);
  CHECK_INT(info.n_tensor_blocks, 1);
  CHECK_INT(info.n_terms, 0);
  tercet_dictionary_free(d);
}

static void
test_ill_typed_tensors_are_kept_as_text(void)
{
  static const char *const texts[] = {
      "",
      "{}",
      "[1, 2]",
      "{\"type\": \"float32\", \"shape\": [3], \"data\": [1.0, 2.0]}",
      "{\"type\": \"float31\", \"shape\": [2], \"data\": [1.0, 2.0]}",
      "{\"type\": \"float32\", \"shape\": [1, 2], \"data\": [[1.0, 2.0]]}",
      "{\"type\": \"uint8\", \"shape\": [1], \"data\": [256]}",
  };

  tercet_dictionary *d = NULL;
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &d, NULL), TERCET_OK);
  for (size_t i = 0U; i < sizeof(texts) / sizeof(texts[0]); ++i) {
    tercet_id id = 0U;
    tercet_id again = 0U;
    tercet_error err = {0};
    const tercet_term term = make_literal(texts[i], TENSOR);
    CHECK_STATUS(tercet_dictionary_intern(d, &term, &id, &err), TERCET_OK);
    CHECK_STATUS(err.status, TERCET_ERR_SYNTAX);
    CHECK(err.message[0] != '\0');
    CHECK_INT(tercet_id_tag(id), TERCET_TAG_LITERAL);
    CHECK_STATUS(tercet_dictionary_find(d, &term, &again), TERCET_OK);
    CHECK(again == id);
    check_get(d, id, &term);
  }
  tercet_dictionary_free(d);
}

/// Two scans of all tensors make codes, unless they are stopped
static void
test_codes_are_made_or_stopped(void)
{
  enum { N = 3000, SIZE = 40 };
  const int64_t shape[1] = {SIZE};
  tercet_dictionary *d = NULL;
  tercet_tensor_type type;
  static tercet_id ids[N];
  static const tercet_tensor_code *codes[N];
  float data[SIZE] = {0};
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &d, NULL), TERCET_OK);
  CHECK_STATUS(
      tercet_tensor_type_init(TERCET_DTYPE_F32, 1U, shape, &type, NULL),
      TERCET_OK);
  for (size_t i = 0; i < N; ++i) {
    data[i % SIZE] = (float)(i + 1U);
    CHECK_STATUS(tercet_dictionary_intern_tensor(d, &type, data, &ids[i]),
                 TERCET_OK);
  }

  tercet_cancel *const cancel = tercet_cancel_new(NULL);
  tercet_cancel_request(cancel);
  for (size_t i = 0; i < 2; ++i) {
    tercet_dictionary_note_scan(d, ids[0], N, cancel);
  }
  tercet_dictionary_codes(d, ids, N, codes);
  CHECK(!codes[0] && !codes[N - 1]);
  for (size_t i = 0; i < 2; ++i) {
    tercet_dictionary_note_scan(d, ids[0], N, NULL);
    tercet_dictionary_codes(d, ids, N, codes);
    CHECK(!codes[0] == (i == 0) && !codes[N - 1] == (i == 0));
  }
  tercet_cancel_free(cancel);
  tercet_dictionary_free(d);
}

static void
test_computed_tensors_are_canonical_literals(void)
{
  static const int64_t shape[] = {4};
  static const uint32_t nans[] = {0x7fc00000U, 0xffc12345U, 0x7f800001U};

  tercet_dictionary *base = NULL;
  tercet_dictionary *d = NULL;
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &base, NULL), TERCET_OK);
  const tercet_id id = intern_tensor_text(
      base,
      "{\"type\": \"float32\", \"shape\": [4], \"data\": [1.5, -0.0, \"NaN\", "
      "\"Infinity\"]}",
      false);
  CHECK_STATUS(tercet_dictionary_new(NULL, base, &d, NULL), TERCET_OK);

  tercet_tensor_type type;
  CHECK_STATUS(
      tercet_tensor_type_init(TERCET_DTYPE_F32, 1U, shape, &type, NULL),
      TERCET_OK);
  for (size_t i = 0U; i < 3U; ++i) {
    float data[4] = {1.5F, -0.0F, 0.0F, HUGE_VALF};
    memcpy(&data[2], &nans[i], sizeof(float));
    tercet_id computed = 0U;
    CHECK_STATUS(tercet_dictionary_intern_tensor(d, &type, data, &computed),
                 TERCET_OK);
    CHECK(computed == id);
  }

  float data[4] = {1.5F, 0.0F, 2.0F, 3.0F};
  tercet_id first = 0U;
  CHECK_STATUS(tercet_dictionary_intern_tensor(d, &type, data, &first),
               TERCET_OK);
  CHECK(first != id && (first & TERCET_ID_OVERLAY));
  CHECK(intern_tensor_text(d,
                           "{\"type\": \"float32\", \"shape\": [4], \"data\": "
                           "[1.5, 0.0, 2.0, 3.0]}",
                           false) == first);

  const tercet_id ids[3] = {first, tercet_id_make(TERCET_TAG_BOOLEAN, 1U), id};
  tercet_tensor_row rows[3];
  tercet_dictionary_tensors(d, ids, 3U, rows);
  CHECK(!memcmp(rows[0].data, data, sizeof(data)));
  CHECK(!rows[1].type);
  CHECK_INT(((const float *)rows[2].data)[0] * 2.0F, 3);
  tercet_dictionary_free(d);
  tercet_dictionary_free(base);
}

static void
test_rows_do_not_move_and_are_aligned(void)
{
  enum { N = 3000 };
  static const int64_t shapes[][2] = {
      {24, 1}, {3, 1}, {0, 5}, {1, 1}, {64, 17}};

  tercet_dictionary *d = NULL;
  CHECK_STATUS(tercet_dictionary_new(NULL, NULL, &d, NULL), TERCET_OK);
  for (size_t s = 0U; s < 5U; ++s) {
    tercet_tensor_type type;
    CHECK_STATUS(
        tercet_tensor_type_init(TERCET_DTYPE_I64, 2U, shapes[s], &type, NULL),
        TERCET_OK);
    int64_t *const data = (int64_t *)calloc(1U, type.n_bytes + 8U);
    tercet_id ids[N];
    const void *rows[N];
    for (int64_t i = 0; i < N; ++i) {
      data[0] = i;
      tercet_tensor_row row;
      CHECK_STATUS(tercet_dictionary_intern_tensor(d, &type, data, &ids[i]),
                   TERCET_OK);
      tercet_dictionary_tensor(d, ids[i], &row);
      rows[i] = row.data;
      const uintptr_t alignment = type.n_bytes >= 64U ? 64U : sizeof(int64_t);
      CHECK(((uintptr_t)row.data & (alignment - 1U)) == 0U || !type.n_bytes);
    }
    for (int64_t i = 0; i < N && type.n_bytes; ++i) {
      tercet_tensor_row row;
      tercet_dictionary_tensor(d, ids[i], &row);
      CHECK(row.data == rows[i]);
      CHECK_INT(*(const int64_t *)row.data, i);
    }
    free(data);
  }
  tercet_dictionary_free(d);
}

/* ---- Memory that runs out ---- */

/// Intern some terms in spite of failures, then see that all is in order
static tercet_status
fill_with_failures(const tercet_allocator *alloc, failing_allocator *state)
{
  uint64_t seed = 9U;
  tercet_dictionary *d = NULL;
  tercet_error err = {0};
  tercet_status st = tercet_dictionary_new(alloc, NULL, &d, &err);
  if (st != TERCET_OK) {
    CHECK_STATUS(err.status, TERCET_ERR_NO_MEMORY);
    return st;
  }

  term_list *const list = (term_list *)calloc(1U, sizeof(term_list));
  char text[256];
  for (size_t i = 0U; i < 250U; ++i) {
    const tercet_term term = random_term(text, sizeof(text), &seed);
    tercet_id id = 0U;
    tercet_status one = tercet_dictionary_intern(d, &term, &id, NULL);
    CHECK(one == TERCET_OK || one == TERCET_ERR_NO_MEMORY);
    st = one == TERCET_OK ? st : one;
    one = tercet_dictionary_find(d, &term, &id);
    CHECK(one == TERCET_OK || one == TERCET_ERR_NO_MEMORY);
    st = one == TERCET_OK ? st : one;
  }

  // Once more with enough memory: every term is there once
  state->fail_at = SIZE_MAX;
  seed = 9U;
  for (size_t i = 0U; i < 250U; ++i) {
    const tercet_term term = random_term(text, sizeof(text), &seed);
    tercet_id id = 0U;
    CHECK_STATUS(tercet_dictionary_intern(d, &term, &id, NULL), TERCET_OK);
    const size_t at = find_in_list(list, &term);
    CHECK(at == list->n_terms || list->ids[at] == id);
    if (at == list->n_terms) {
      list->terms[at] = term;
      list->terms[at].value = copy_text(term.value.data, term.value.length);
      list->ids[at] = id;
      ++list->n_terms;
    }
  }
  check_list(d, list);
  free_list(list);
  tercet_dictionary_free(d);
  return st;
}

static void
test_failed_allocations(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(fill_with_failures(&alloc, &state), TERCET_OK);
  const size_t n = state.calls;
  size_t n_failed = 0U;
  for (size_t i = 0U; i < n; i += 1U + i / 200U) {
    state = (failing_allocator){0, i};
    n_failed += fill_with_failures(&alloc, &state) != TERCET_OK;
  }
  CHECK(n_failed > 50U);
}

int
main(void)
{
  test_random_terms_in_base_and_overlay();
  test_going_back_forgets_what_came_later();
  test_no_term();
  test_first_spelling_of_a_language_is_kept();
  test_texts_with_nul_and_of_all_lengths();
  test_an_escaped_tensor_is_the_same_term();
  test_same_numbers_written_differently_are_different_terms();
  test_ill_typed_tensors_are_kept_as_text();
  test_codes_are_made_or_stopped();
  test_computed_tensors_are_canonical_literals();
  test_rows_do_not_move_and_are_aligned();
  test_failed_allocations();
  return check_finish();
}
