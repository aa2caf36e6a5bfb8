// SPDX-License-Identifier: Apache-2.0

#include "array/literal_cursor.h"

/// The brackets that are open: a bit for each, set for an object
typedef struct {
  uint32_t depth;
  uint64_t bits[TERCET_LITERAL_MAX_DEPTH / 64U];
} bracket_stack;

static bool
top_is_object(const bracket_stack *stack)
{
  const uint32_t i = stack->depth - 1U;
  return (stack->bits[i / 64U] >> (i % 64U)) & 1U;
}

static tercet_status
push_bracket(tercet_literal_cursor *in, bracket_stack *stack, bool object)
{
  const uint32_t i = stack->depth;
  if (i == TERCET_LITERAL_MAX_DEPTH) {
    return tercet_literal_fail(
        in, "more than %u values within each other", TERCET_LITERAL_MAX_DEPTH);
  }
  const uint64_t bit = UINT64_C(1) << (i % 64U);
  stack->bits[i / 64U] &= ~bit;
  stack->bits[i / 64U] |= object ? bit : 0U;
  ++stack->depth;
  return TERCET_OK;
}

/// Go past the key of a member and its colon
static tercet_status
skip_key(tercet_literal_cursor *in)
{
  tercet_literal_name ignored;
  tercet_literal_skip_space(in);
  const tercet_status st = tercet_literal_read_name(in, &ignored);
  if (st != TERCET_OK) {
    return st;
  }
  tercet_literal_skip_space(in);
  return tercet_literal_take(in, ':') ? TERCET_OK
                                      : tercet_literal_fail(in, "expected ':'");
}

/// Go past a string, number or name
static tercet_status
skip_scalar(tercet_literal_cursor *in)
{
  static const char *const words[] = {
      "true", "false", "null", "NaN", "Infinity", "-Infinity"};
  for (size_t i = 0; i < sizeof(words) / sizeof(*words); ++i) {
    if (tercet_literal_take_word(in, words[i])) {
      return TERCET_OK;
    }
  }

  const char *next = in->at;
  if (tercet_literal_peek(in, &next) == '"') {
    tercet_literal_name ignored;
    return tercet_literal_read_name(in, &ignored);
  }
  tercet_literal_number ignored;
  return tercet_literal_read_number(in, &ignored);
}

/// Go past an opening bracket, or a whole value without brackets.  Set `opened`
/// if there is a value inside to go on with.
static tercet_status
skip_start(tercet_literal_cursor *in, bracket_stack *stack, bool *opened)
{
  tercet_literal_skip_space(in);
  const bool object = tercet_literal_take(in, '{');
  *opened = object || tercet_literal_take(in, '[');
  if (!*opened) {
    return skip_scalar(in);
  }

  tercet_literal_skip_space(in);
  if (tercet_literal_take(in, object ? '}' : ']')) {
    *opened = false;
    return TERCET_OK;
  }
  const tercet_status st = push_bracket(in, stack, object);
  return st == TERCET_OK && object ? skip_key(in) : st;
}

/// Go past closing brackets behind a value, up to a comma if one is still open
static tercet_status
skip_ends(tercet_literal_cursor *in, bracket_stack *stack)
{
  while (stack->depth) {
    const bool object = top_is_object(stack);
    tercet_literal_skip_space(in);
    if (tercet_literal_take(in, ',')) {
      return object ? skip_key(in) : TERCET_OK;
    }
    if (!tercet_literal_take(in, object ? '}' : ']')) {
      return tercet_literal_fail(
          in, "expected ',' or '%c'", object ? '}' : ']');
    }
    --stack->depth;
  }
  return TERCET_OK;
}

tercet_status
tercet_literal_skip_value(tercet_literal_cursor *in)
{
  bracket_stack stack = {0, {0}};
  do {
    bool opened = false;
    tercet_status st = skip_start(in, &stack, &opened);
    if (st == TERCET_OK && !opened) {
      st = skip_ends(in, &stack);
    }
    if (st != TERCET_OK) {
      return st;
    }
  } while (stack.depth);
  return TERCET_OK;
}
