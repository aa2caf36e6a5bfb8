// SPDX-License-Identifier: Apache-2.0

// Functions of XPath by IRI, with the rules of XPath and XQuery Functions 3.1.

#include "sparql/expr/xpath.h"

#include "expr_internal.h"

#include "base/number.h"

#include <math.h>

/// Round a float or double by way of its exact decimal value (4.4.4)
static tercet_status
round_floating(tercet_arena *arena,
               const tercet_value *value,
               int64_t precision,
               tercet_value *out)
{
  char room[TERCET_EXACT_TEXT_MAX];
  double rounded = value->number;
  if (isfinite(rounded) && rounded != 0.0) {
    tercet_string text = {room, tercet_exact_double_write(rounded, room)};
    TERCET_TRY(tercet_exact_round_text(arena, text, precision, &text));
    if (value->kind == TERCET_VALUE_FLOAT) {
      float narrow = 0.0F;
      (void)tercet_f32_read(text.data, text.length, &narrow);
      rounded = (double)narrow;
    } else {
      (void)tercet_f64_read(text.data, text.length, &rounded);
    }
    rounded = copysign(rounded, value->number);
  }

  *out = value->kind == TERCET_VALUE_FLOAT ? tercet_value_float((float)rounded)
                                           : tercet_value_double(rounded);
  return TERCET_OK;
}

static tercet_status
round_exact(tercet_arena *arena,
            const tercet_value *value,
            int64_t precision,
            tercet_value *out)
{
  char room[TERCET_DECIMAL_TEXT_MAX];
  tercet_string text = tercet_exact_text(value, room);
  TERCET_TRY(tercet_exact_round_text(arena, text, precision, &text));
  return tercet_exact_from_text(arena,
                                text,
                                value->kind == TERCET_VALUE_INTEGER ||
                                    value->kind == TERCET_VALUE_BIG_INTEGER,
                                out);
}

/// fn:round(value, precision), or an error that is counted
static tercet_status
round_value(const tercet_function *self,
            tercet_call *call,
            const tercet_value *value,
            const tercet_value *precision,
            tercet_value *out)
{
  *out = (tercet_value){0};
  if (value->kind == TERCET_VALUE_ERROR ||
      precision->kind == TERCET_VALUE_ERROR) {
    return TERCET_OK;
  }
  if (!tercet_value_is_numeric(value)) {
    return tercet_call_fail(call, self->iri, "round: argument 1 is no number");
  }
  if (precision->kind != TERCET_VALUE_INTEGER) {
    return tercet_call_fail(
        call, self->iri, "round: argument 2 is no integer of 64 bits");
  }

  return value->kind == TERCET_VALUE_FLOAT || value->kind == TERCET_VALUE_DOUBLE
             ? round_floating(call->arena, value, precision->integer, out)
             : round_exact(call->arena, value, precision->integer, out);
}

static tercet_status
evaluate_round(const tercet_function *self,
               tercet_call *call,
               const tercet_value_column *args,
               size_t n_args,
               tercet_value_column *out)
{
  const tercet_value to_integer = tercet_value_integer(0);
  const bool has_precision = n_args > 1U;
  out->is_constant =
      args[0].is_constant && (!has_precision || args[1].is_constant);
  const size_t n_rows = out->is_constant ? 1U : call->n_rows;
  for (size_t i = 0; i < n_rows; ++i) {
    const tercet_value *const precision =
        has_precision ? tercet_value_at(&args[1], i) : &to_integer;
    TERCET_TRY(round_value(
        self, call, tercet_value_at(&args[0], i), precision, &out->values[i]));
  }

  return TERCET_OK;
}

#define XPATH_FUNCTIONS "http://www.w3.org/2005/xpath-functions#"

static const tercet_function xpath_round = {
    .iri = {XPATH_FUNCTIONS "round", sizeof(XPATH_FUNCTIONS "round") - 1U},
    .least_args = 1,
    .most_args = 2,
    .evaluate = evaluate_round,
};

tercet_status
tercet_xpath_register(tercet_registry *registry)
{
  return tercet_registry_add_function(registry, &xpath_round);
}
