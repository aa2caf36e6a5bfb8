// SPDX-License-Identifier: Apache-2.0

/// The texts of cases/literals.jsonl with their values and canonical texts,
/// read as they are and as they stand in a Turtle file

#include "array/literal.h"

#include "base/number.h"
#include "check.h"
#include "json.h"

#include <math.h>

/// Room for the elements of one literal
static char elements[4096];

static void *
give_room(void *context, size_t n_bytes)
{
  (void)context;
  return n_bytes <= sizeof(elements) ? elements : NULL;
}

/// Return the element number `i` as a double; 64-bit integers are compared
/// through their text instead
static double
element_at(const tercet_tensor_type *type, size_t i)
{
  tercet_error err = {0};
  const int64_t *const shape = type->shape;
  tercet_tensor *tensor = NULL;
  tercet_tensor *wide = NULL;
  double value = 0.0;
  CHECK_STATUS(
      tercet_tensor_from_data(
          NULL, type->dtype, type->rank, shape, elements, &tensor, &err),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_cast(NULL, tensor, TERCET_DTYPE_F64, &wide, &err),
               TERCET_OK);
  if (wide) {
    value = ((const double *)tercet_tensor_data(wide))[i];
  }
  tercet_tensor_unref(wide);
  tercet_tensor_unref(tensor);
  return value;
}

/// Check an element against the JSON value that tells it
static void
check_element(const tercet_tensor_type *type, size_t i, const json_value *want)
{
  if (want->kind == JSON_TRUE || want->kind == JSON_FALSE) {
    CHECK_INT(elements[i], want->kind == JSON_TRUE);
  } else if (json_is(want, "NaN")) {
    CHECK(isnan(element_at(type, i)));
  } else if (json_is(want, "Infinity")) {
    CHECK_DOUBLE(element_at(type, i), (double)INFINITY);
  } else if (json_is(want, "-Infinity")) {
    CHECK_DOUBLE(element_at(type, i), -(double)INFINITY);
  } else if (type->dtype == TERCET_DTYPE_I64) {
    CHECK_INT(((const int64_t *)(const void *)elements)[i],
              strtoll(want->text, NULL, 10));
  } else if (type->dtype == TERCET_DTYPE_U64) {
    CHECK_INT(((const uint64_t *)(const void *)elements)[i],
              strtoull(want->text, NULL, 10));
  } else if (type->dtype == TERCET_DTYPE_F32) {
    CHECK_DOUBLE(element_at(type, i), (double)strtof(want->text, NULL));
  } else {
    CHECK_DOUBLE(element_at(type, i), strtod(want->text, NULL));
  }
}

static void
check_value(const tercet_tensor_type *type, const json_value *want)
{
  const json_value *const shape = json_get(want, "shape");
  const json_value *const data = json_get(want, "data");
  CHECK(json_is(json_get(want, "type"), tercet_dtype_name(type->dtype)));
  CHECK_INT(type->rank, shape->n_items);
  CHECK_INT(type->n_elements, data->n_items);
  size_t i = 0;
  for (const json_value *v = shape->first; v; v = v->next, ++i) {
    CHECK_INT(type->shape[i], strtoll(v->text, NULL, 10));
  }
  i = 0;
  for (const json_value *v = data->first; v; v = v->next, ++i) {
    check_element(type, i, v);
  }
}

/// Check what the elements print to, and that this is found to be style 0
static void
check_canonical(const tercet_tensor_type *type, const json_value *canonical)
{
  tercet_buffer out;
  tercet_literal_style style = TERCET_LITERAL_STYLE_NONE;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_literal_write(type, elements, 0, &out), TERCET_OK);
  if (canonical) {
    CHECK_TEXT(out.data, out.length, canonical->text);
    const tercet_string text = {canonical->text, canonical->length};
    CHECK_STATUS(
        tercet_literal_find_style(text, false, type, elements, &out, &style),
        TERCET_OK);
    CHECK_INT(style, 0);
  }
  tercet_buffer_clear(&out);
}

/// Escape a text as it would stand in a Turtle string.  Every `n`th character
/// becomes a \uXXXX, unless `n` is 0.
static size_t
escape(const json_value *text, size_t n, char *out)
{
  size_t length = 0;
  for (size_t i = 0; i < text->length; ++i) {
    const char c = text->text[i];
    if (n && i % n == 0 && (unsigned char)c < 0x80U) {
      length += (size_t)snprintf(out + length, 7, "\\u%04X", (unsigned)c);
    } else if (c == '"' || c == '\\') {
      out[length++] = '\\';
      out[length++] = c;
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out[length++] = '\\';
      out[length++] = c == '\n' ? 'n' : c == '\r' ? 'r' : 't';
    } else {
      out[length++] = c;
    }
  }
  return length;
}

static void
check_text(tercet_string text, bool escaped, const json_value *line)
{
  tercet_error err = {0};
  tercet_tensor_type type;
  const tercet_literal_room room = {give_room, NULL};
  const bool ill = json_get(line, "ill") != NULL;
  const tercet_status st =
      tercet_literal_read(text, escaped, &room, &type, &err);
  CHECK_STATUS(st, ill ? TERCET_ERR_SYNTAX : TERCET_OK);
  if (st != TERCET_OK) {
    CHECK(!ill || (err.message[0] && err.column > 0));
    CHECK(err.column <= text.length + 1U);
    if (!ill) {
      fprintf(stderr, "  column %" PRIu64 ": %s\n", err.column, err.message);
    }
  } else if (!ill) {
    check_value(&type, json_get(line, "want"));
    check_canonical(&type, json_get(line, "canonical"));
  }
}

static void
check_case(const json_value *line)
{
  char escaped[8192];
  const json_value *const text = json_get(line, "text");
  const size_t n_failed = check_n_failed;
  check_text((tercet_string){text->text, text->length}, false, line);
  for (size_t n = 0; n < 4U; ++n) {
    const size_t length = escape(text, n, escaped);
    check_text((tercet_string){escaped, length}, true, line);
  }
  if (check_n_failed > n_failed) {
    fprintf(stderr, "  in %s\n", text->text);
  }
}

int
main(void)
{
  const char *const suites = getenv("TERCET_SUITES");
  char path[1024];
  snprintf(path,
           sizeof(path),
           "%s/cases/literals.jsonl",
           suites ? suites : "../shared");
  FILE *const file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "skipped: cannot open %s\n", path);
    return 77;
  }

  char *line = NULL;
  size_t capacity = 0;
  size_t n_cases = 0;
  ssize_t length;
  while ((length = getline(&line, &capacity, file)) > 0) {
    json_value *const value = json_read(line, (size_t)length);
    CHECK(value != NULL);
    if (value) {
      check_case(value);
      ++n_cases;
    }
    json_free(value);
  }
  free(line);
  fclose(file);
  CHECK_INT(n_cases, 60);
  return check_finish();
}
