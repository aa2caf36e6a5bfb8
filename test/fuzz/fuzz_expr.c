// SPDX-License-Identifier: Apache-2.0

/// Evaluates the input as an expression, reads it as a literal of each
/// datatype, and uses it as a regular expression

#include "../sparql/expr_harness.h"

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static tercet_id
intern(expr_harness *h, tercet_string text, tercet_datatype datatype)
{
  const tercet_term term = {.kind = TERCET_TERM_LITERAL,
                            .value = text,
                            .datatype = tercet_datatype_iri(datatype)};
  tercet_id id = TERCET_ID_NONE;
  if (tercet_dictionary_intern(h->overlay, &term, &id, NULL)) {
    abort();
  }

  return id;
}

/// The text must come back, and the value must be equal to itself in order
static void
read_literal(expr_harness *h, tercet_string text, tercet_datatype datatype)
{
  tercet_value value;
  tercet_string back = {NULL, 0};
  const tercet_id id = intern(h, text, datatype);
  if (tercet_value_from_id(&h->context, id, &value) ||
      tercet_value_text(&h->context, &value, &back) ||
      !tercet_string_equals(back, text) || tercet_value_order(&value, &value)) {
    abort();
  }
}

static void
evaluate(expr_harness *h, const char *text)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  const tercet_status st = harness_evaluate(h, text, &out);
  if (st == TERCET_ERR_NO_MEMORY || st == TERCET_ERR_INTERNAL) {
    abort();
  }

  tercet_buffer_clear(&out);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char subject[] = "The quick brown f\xc3\xb6x\njumps 7 times";

  expr_harness h;
  const tercet_string text = {(const char *)data, size};
  if (harness_open(&h, NULL)) {
    abort();
  }

  for (tercet_datatype type = TERCET_DATATYPE_BOOLEAN;
       type < TERCET_DATATYPE_OTHER;
       ++type) {
    read_literal(&h, text, type);
  }

  h.ids[0][0] = intern(&h, text, TERCET_DATATYPE_STRING);
  h.ids[1][0] = intern(&h, tercet_string_from(subject), TERCET_DATATYPE_STRING);
  h.ids[2][0] = intern(&h, text, TERCET_DATATYPE_DECIMAL);
  evaluate(&h, "REGEX(?b, ?a, \"ix\")");
  evaluate(&h, "REPLACE(?b, ?a, \"<$1>\")");
  evaluate(&h, "REPLACE(?b, \"(.)\", ?a)");
  evaluate(&h, "CONCAT(UCASE(?a), ENCODE_FOR_URI(?a), SUBSTR(?a, 2, 5))");
  evaluate(&h, "xsd:double(ROUND(?c / 7 - 0.1)) + xsd:decimal(?a)");

  char *const expression = (char *)malloc(size + 1U);
  if (expression) {
    memcpy(expression, data, size);
    expression[size] = '\0';
    evaluate(&h, expression);
    free(expression);
  }

  harness_close(&h);
  return 0;
}
