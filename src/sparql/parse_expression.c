// SPDX-License-Identifier: Apache-2.0

/// Expressions: operators by precedence

#include "sparql/parser_internal.h"

#include <assert.h>

tercet_status
tercet_parser_new_expr(tercet_parser *p,
                       tercet_expr_kind kind,
                       tercet_place place,
                       size_t n_args,
                       tercet_expr *const *args,
                       tercet_expr **out)
{
  tercet_expr *const expr =
      tercet_arena_allocate_array(p->arena, 1U, sizeof(*expr));
  tercet_expr **const copy =
      n_args ? tercet_arena_allocate_array(p->arena, n_args, sizeof(*copy))
             : NULL;
  if (!expr || (n_args && !copy)) {
    return tercet_parser_no_memory(p);
  }

  uint32_t height = 0U;
  for (size_t i = 0; i < n_args; ++i) {
    copy[i] = args[i];
    height = args[i]->height > height ? args[i]->height : height;
  }

  expr->kind = kind;
  expr->place = place;
  expr->n_args = n_args;
  expr->args = copy;
  expr->variable = TERCET_VARIABLE_NONE;
  expr->height = height + 1U;
  *out = expr;
  return tercet_parser_note_height(p, place, expr->height);
}

static tercet_status
new_binary(tercet_parser *p,
           tercet_expr_kind kind,
           tercet_place place,
           tercet_expr *left,
           tercet_expr *right,
           tercet_expr **out)
{
  tercet_expr *const args[2] = {left, right};
  return tercet_parser_new_expr(p, kind, place, 2U, args, out);
}

static tercet_status
add_expr(tercet_parser *p, tercet_list *list, tercet_expr *expr)
{
  tercet_expr **const slot = tercet_list_add(p, list, sizeof(*slot));
  if (!slot) {
    return tercet_parser_no_memory(p);
  }
  *slot = expr;
  return TERCET_OK;
}

/* ---- Primary expressions ---- */

/// [120] BrackettedExpression ::= '(' Expression ')'
tercet_status
tercet_parse_bracketted_expression(tercet_parser *p, tercet_expr **out)
{
  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_PARENTHESIS));
  TERCET_TRY(tercet_parse_expression(p, out));
  return tercet_parser_at(p, TERCET_TOKEN_RIGHT_PARENTHESIS)
             ? tercet_parser_advance(p)
             : tercet_parser_expected(p, "an operator or ')'");
}

static tercet_status
parse_literal_expression(tercet_parser *p, tercet_expr **out)
{
  TERCET_TRY(tercet_parser_new_expr(
      p, TERCET_EXPR_TERM, p->token.place, 0U, NULL, out));
  return tercet_parse_literal(p, &(*out)->term);
}

tercet_status
tercet_parse_variable_expression(tercet_parser *p, tercet_expr **out)
{
  TERCET_TRY(tercet_parser_new_expr(
      p, TERCET_EXPR_VARIABLE, p->token.place, 0U, NULL, out));
  return tercet_parse_var(p, &(*out)->variable);
}

/// [119] PrimaryExpression ::= BrackettedExpression | BuiltInCall
///       | iriOrFunction | RDFLiteral | NumericLiteral | BooleanLiteral | Var
static tercet_status
parse_primary_expression(tercet_parser *p, tercet_expr **out)
{
  if (tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)) {
    return tercet_parse_bracketted_expression(p, out);
  }
  if (tercet_parser_at(p, TERCET_TOKEN_VARIABLE)) {
    return tercet_parse_variable_expression(p, out);
  }
  if (tercet_parser_at_literal(p)) {
    return parse_literal_expression(p, out);
  }
  if (tercet_parser_at_iri(p)) {
    return tercet_parse_iri_or_function(p, false, out);
  }
  return tercet_parser_at_builtin_call(p)
             ? tercet_parse_builtin_call(p, out)
             : tercet_parser_expected(p, "an expression");
}

/* ---- Operators ---- */

/// Set `out` to what a token means as an operator before an operand
static bool
find_unary(const tercet_parser *p, tercet_expr_kind *out)
{
  if (tercet_parser_at(p, TERCET_TOKEN_NOT)) {
    *out = TERCET_EXPR_NOT;
  } else if (tercet_parser_at(p, TERCET_TOKEN_PLUS)) {
    *out = TERCET_EXPR_PLUS;
  } else if (tercet_parser_at(p, TERCET_TOKEN_MINUS)) {
    *out = TERCET_EXPR_MINUS;
  } else {
    return false;
  }
  return true;
}

/// [118] UnaryExpression ::= '!' PrimaryExpression | '+' PrimaryExpression
///                         | '-' PrimaryExpression | PrimaryExpression
static tercet_status
parse_unary_expression(tercet_parser *p, tercet_expr **out)
{
  tercet_expr_kind kind = TERCET_EXPR_TERM;
  if (!find_unary(p, &kind)) {
    return parse_primary_expression(p, out);
  }

  const tercet_place place = p->token.place;
  tercet_expr *operand = NULL;
  TERCET_TRY(tercet_parser_advance(p));
  TERCET_TRY(parse_primary_expression(p, &operand));
  return tercet_parser_new_expr(p, kind, place, 1U, &operand, out);
}

/// ( '*' UnaryExpression | '/' UnaryExpression )*, after the first operand
static tercet_status
parse_factors(tercet_parser *p, tercet_expr **out)
{
  while (tercet_parser_at(p, TERCET_TOKEN_STAR) ||
         tercet_parser_at(p, TERCET_TOKEN_SLASH)) {
    const tercet_expr_kind kind = tercet_parser_at(p, TERCET_TOKEN_STAR)
                                      ? TERCET_EXPR_MULTIPLY
                                      : TERCET_EXPR_DIVIDE;
    const tercet_place place = p->token.place;
    tercet_expr *right = NULL;
    TERCET_TRY(tercet_parser_advance(p));
    TERCET_TRY(parse_unary_expression(p, &right));
    TERCET_TRY(new_binary(p, kind, place, *out, right, out));
  }
  return TERCET_OK;
}

/// [117] MultiplicativeExpression
///       ::= UnaryExpression ( '*' UnaryExpression | '/' UnaryExpression )*
static tercet_status
parse_multiplicative_expression(tercet_parser *p, tercet_expr **out)
{
  TERCET_TRY(parse_unary_expression(p, out));
  return parse_factors(p, out);
}

/// Return whether a NumericLiteralPositive or NumericLiteralNegative starts
/// here
static bool
at_signed_number(const tercet_parser *p)
{
  return (tercet_parser_at(p, TERCET_TOKEN_INTEGER) ||
          tercet_parser_at(p, TERCET_TOKEN_DECIMAL) ||
          tercet_parser_at(p, TERCET_TOKEN_DOUBLE)) &&
         (p->token.text.data[0] == '+' || p->token.text.data[0] == '-');
}

/// A signed number as if it had no sign
static tercet_status
parse_unsigned_literal(tercet_parser *p, tercet_expr **out)
{
  TERCET_TRY(parse_literal_expression(p, out));
  ++(*out)->term.value.data;
  --(*out)->term.value.length;
  return TERCET_OK;
}

/// [116] AdditiveExpression ::= MultiplicativeExpression
///       ( '+' MultiplicativeExpression | '-' MultiplicativeExpression
///       | ( NumericLiteralPositive | NumericLiteralNegative )
///         ( '*' UnaryExpression | '/' UnaryExpression )* )*
///
/// In `?x -1` the token is a signed number, which means a subtraction of the
/// unsigned one (19.8, note 6).
static tercet_status
parse_additive_expression(tercet_parser *p, tercet_expr **out)
{
  TERCET_TRY(parse_multiplicative_expression(p, out));

  for (;;) {
    const tercet_place place = p->token.place;
    const bool is_signed = at_signed_number(p);
    const bool is_minus = tercet_parser_at(p, TERCET_TOKEN_MINUS) ||
                          (is_signed && p->token.text.data[0] == '-');
    tercet_expr *right = NULL;
    if (is_signed) {
      TERCET_TRY(parse_unsigned_literal(p, &right));
      TERCET_TRY(parse_factors(p, &right));
    } else if (is_minus || tercet_parser_at(p, TERCET_TOKEN_PLUS)) {
      TERCET_TRY(tercet_parser_advance(p));
      TERCET_TRY(parse_multiplicative_expression(p, &right));
    } else {
      return TERCET_OK;
    }
    TERCET_TRY(new_binary(p,
                          is_minus ? TERCET_EXPR_SUBTRACT : TERCET_EXPR_ADD,
                          place,
                          *out,
                          right,
                          out));
  }
}

/// Set `out` to the comparison that a token means
static bool
find_comparison(const tercet_parser *p, tercet_expr_kind *out)
{
  static const struct {
    tercet_token_kind token;
    tercet_expr_kind expr;
  } comparisons[] = {
      {TERCET_TOKEN_EQUAL, TERCET_EXPR_EQUAL},
      {TERCET_TOKEN_NOT_EQUAL, TERCET_EXPR_NOT_EQUAL},
      {TERCET_TOKEN_LESS, TERCET_EXPR_LESS},
      {TERCET_TOKEN_GREATER, TERCET_EXPR_GREATER},
      {TERCET_TOKEN_LESS_EQUAL, TERCET_EXPR_LESS_EQUAL},
      {TERCET_TOKEN_GREATER_EQUAL, TERCET_EXPR_GREATER_EQUAL},
  };

  for (size_t i = 0; i < sizeof(comparisons) / sizeof(comparisons[0]); ++i) {
    if (tercet_parser_at(p, comparisons[i].token)) {
      *out = comparisons[i].expr;
      return true;
    }
  }
  return false;
}

/// 'IN' ExpressionList | 'NOT' 'IN' ExpressionList, after the first operand
static tercet_status
parse_in(tercet_parser *p, tercet_expr **out)
{
  const tercet_place place = p->token.place;
  bool is_not = false;
  TERCET_TRY(tercet_parser_accept_word(p, TERCET_KEYWORD_NOT, &is_not));
  TERCET_TRY(tercet_parser_expect_word(p, TERCET_KEYWORD_IN, "'IN'"));

  tercet_list args = {NULL, 0U, 0U};
  TERCET_TRY(add_expr(p, &args, *out));
  TERCET_TRY(tercet_parse_expression_list(p, NULL, &args));
  return tercet_parser_new_expr(p,
                                is_not ? TERCET_EXPR_NOT_IN : TERCET_EXPR_IN,
                                place,
                                args.n,
                                args.items,
                                out);
}

/// [114] RelationalExpression ::= NumericExpression
///       ( '=' NumericExpression | '!=' NumericExpression | ...
///       | 'IN' ExpressionList | 'NOT' 'IN' ExpressionList )?
static tercet_status
parse_relational_expression(tercet_parser *p, tercet_expr **out)
{
  TERCET_TRY(parse_additive_expression(p, out));

  tercet_expr_kind kind = TERCET_EXPR_TERM;
  if (find_comparison(p, &kind)) {
    const tercet_place place = p->token.place;
    tercet_expr *right = NULL;
    TERCET_TRY(tercet_parser_advance(p));
    TERCET_TRY(parse_additive_expression(p, &right));
    return new_binary(p, kind, place, *out, right, out);
  }
  if (tercet_parser_at_word(p, TERCET_KEYWORD_IN) ||
      tercet_parser_at_word(p, TERCET_KEYWORD_NOT)) {
    return parse_in(p, out);
  }
  return TERCET_OK;
}

/// Make a balanced tree of operands; AND and OR are associative, also for
/// errors (17.2)
static tercet_status
balance(tercet_parser *p,
        tercet_expr_kind kind,
        tercet_expr *const *operands,
        size_t n,
        tercet_expr **out)
{
  assert(n > 0U);
  if (n == 1U) {
    *out = operands[0];
    return TERCET_OK;
  }

  const size_t half = n / 2U;
  tercet_expr *left = NULL;
  tercet_expr *right = NULL;
  TERCET_TRY(balance(p, kind, operands, half, &left));
  TERCET_TRY(balance(p, kind, operands + half, n - half, &right));
  return new_binary(p, kind, operands[0]->place, left, right, out);
}

/// Read operands with an associative operator between them
static tercet_status
parse_chain(tercet_parser *p,
            tercet_expr_kind kind,
            tercet_token_kind separator,
            tercet_status (*parse_one)(tercet_parser *, tercet_expr **),
            tercet_expr **out)
{
  TERCET_TRY(parse_one(p, out));
  if (!tercet_parser_at(p, separator)) {
    return TERCET_OK;
  }

  tercet_list operands = {NULL, 0U, 0U};
  TERCET_TRY(add_expr(p, &operands, *out));
  while (tercet_parser_at(p, separator)) {
    TERCET_TRY(tercet_parser_advance(p));
    TERCET_TRY(parse_one(p, out));
    TERCET_TRY(add_expr(p, &operands, *out));
  }
  return balance(p, kind, operands.items, operands.n, out);
}

/// [112] ConditionalAndExpression ::= ValueLogical ( '&&' ValueLogical )*
static tercet_status
parse_conditional_and_expression(tercet_parser *p, tercet_expr **out)
{
  return parse_chain(
      p, TERCET_EXPR_AND, TERCET_TOKEN_AND, parse_relational_expression, out);
}

/// [110] Expression ::= ConditionalOrExpression
/// [111] ConditionalOrExpression
///       ::= ConditionalAndExpression ( '||' ConditionalAndExpression )*
tercet_status
tercet_parse_expression(tercet_parser *p, tercet_expr **out)
{
  TERCET_TRY(tercet_parser_enter(p, 1U));
  TERCET_TRY(parse_chain(p,
                         TERCET_EXPR_OR,
                         TERCET_TOKEN_OR,
                         parse_conditional_and_expression,
                         out));
  tercet_parser_leave(p, 1U);
  return TERCET_OK;
}

/// [72] ExpressionList ::= NIL | '(' Expression ( ',' Expression )* ')'
/// [71] ArgList ::= NIL | '(' 'DISTINCT'? Expression ( ',' Expression )* ')'
tercet_status
tercet_parse_expression_list(tercet_parser *p,
                             bool *distinct,
                             tercet_list *args)
{
  if (tercet_parser_at(p, TERCET_TOKEN_NIL)) {
    return tercet_parser_advance(p);
  }

  TERCET_TRY(tercet_parser_expect(p, TERCET_TOKEN_LEFT_PARENTHESIS));
  if (distinct) {
    TERCET_TRY(tercet_parser_accept_word(p, TERCET_KEYWORD_DISTINCT, distinct));
  }
  for (;;) {
    tercet_expr *arg = NULL;
    TERCET_TRY(tercet_parse_expression(p, &arg));
    TERCET_TRY(add_expr(p, args, arg));
    if (tercet_parser_at(p, TERCET_TOKEN_RIGHT_PARENTHESIS)) {
      return tercet_parser_advance(p);
    }
    if (!tercet_parser_at(p, TERCET_TOKEN_COMMA)) {
      return tercet_parser_expected(p, "an operator, ',' or ')'");
    }
    TERCET_TRY(tercet_parser_advance(p));
  }
}

/* ---- Constraints ---- */

bool
tercet_parser_at_constraint(const tercet_parser *p)
{
  return tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS) ||
         tercet_parser_at_iri(p) || tercet_parser_at_builtin_call(p);
}

/// [69] Constraint ::= BrackettedExpression | BuiltInCall | FunctionCall
tercet_status
tercet_parse_constraint(tercet_parser *p, tercet_expr **out)
{
  if (tercet_parser_at(p, TERCET_TOKEN_LEFT_PARENTHESIS)) {
    return tercet_parse_bracketted_expression(p, out);
  }
  if (tercet_parser_at_iri(p)) {
    return tercet_parse_iri_or_function(p, true, out);
  }
  return tercet_parser_at_builtin_call(p)
             ? tercet_parse_builtin_call(p, out)
             : tercet_parser_expected(p, "'(' or a function call");
}
