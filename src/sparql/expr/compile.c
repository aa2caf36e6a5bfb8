// SPDX-License-Identifier: Apache-2.0

// From the syntax tree to the tree that is evaluated: columns for variables,
// values for constants.  The parser limits nesting, so trees are walked by
// recursion.

#include "expr_internal.h"

typedef struct {
  tercet_column_of column_of;
  const void *column_of_data;
  tercet_expr_context *context;
  tercet_arena *arena;
  tercet_error *err;
} compiler;

static tercet_status
compile_node(compiler *c, const tercet_expr *expr, tercet_compiled_expr **out);

/// Turn a term into a constant.  It is interned, so that it is compared with
/// columns by id.
static tercet_status
compile_term(compiler *c, const tercet_term *term, tercet_compiled_expr *node)
{
  tercet_id id = TERCET_ID_NONE;
  TERCET_TRY(tercet_dictionary_intern(c->context->dictionary, term, &id, NULL));
  return tercet_value_from_id(c->context, id, &node->value);
}

static tercet_status
compile_args(compiler *c, const tercet_expr *expr, tercet_compiled_expr *node)
{
  if (expr->n_args > UINT32_MAX) {
    return TERCET_ERR_LIMIT;
  }

  node->args = (tercet_compiled_expr **)tercet_arena_allocate_array(
      c->arena, expr->n_args, sizeof(*node->args));
  if (!node->args) {
    return TERCET_ERR_NO_MEMORY;
  }

  for (size_t i = 0; i < expr->n_args; ++i) {
    TERCET_TRY(compile_node(c, expr->args[i], &node->args[i]));
    node->n_args = (uint32_t)(i + 1U);
  }

  return TERCET_OK;
}

/// Refuse a built-in whose library this build lacks, rather than fail row by
/// row
static tercet_status
check_builtin(compiler *c, const tercet_expr *expr)
{
  static const char *const keywords[] = {
#define KEYWORD(id, keyword, least, most) keyword,
      TERCET_BUILTIN_LIST(KEYWORD)
#undef KEYWORD
  };

  const tercet_builtin_trait *const trait =
      tercet_builtin_traits(expr->builtin);
  if (!trait->missing) {
    return TERCET_OK;
  }

  return tercet_error_set_at(c->err,
                             TERCET_ERR_UNSUPPORTED,
                             expr->place.line,
                             expr->place.column,
                             "%s is not available: built without %s",
                             keywords[expr->builtin],
                             trait->missing);
}

/// Return whether evaluating the node once is as good as many times
static bool
is_foldable(const tercet_compiled_expr *node)
{
  if (node->kind == TERCET_EXPR_VARIABLE || node->kind == TERCET_EXPR_TERM ||
      (node->kind == TERCET_EXPR_BUILTIN &&
       (node->builtin == TERCET_BUILTIN_BOUND ||
        tercet_builtin_traits(node->builtin)->is_volatile))) {
    return false;
  }

  for (size_t i = 0; i < node->n_args; ++i) {
    if (node->args[i]->kind != TERCET_EXPR_TERM) {
      return false;
    }
  }

  return true;
}

/// Replace the node by its value.  An error is left to be found again for each
/// row, where functions count it.
static tercet_status
fold(compiler *c, tercet_compiled_expr *node)
{
  const tercet_batch batch = {1, 0, NULL};
  const tercet_frame frame = {&batch, NULL, 1};
  tercet_value_column column = {NULL, false};
  const bool was_quiet = c->context->call.is_quiet;
  c->context->call.is_quiet = true;
  const tercet_status st =
      tercet_expr_values(node, c->context, &frame, &column);
  c->context->call.is_quiet = was_quiet;
  if (st == TERCET_OK && column.values[0].kind != TERCET_VALUE_ERROR) {
    const tercet_value value = column.values[0];
    tercet_compiled_expr_clear(node);
    *node = (tercet_compiled_expr){.kind = TERCET_EXPR_TERM, .column = -1};
    node->value = value;
  }

  return st;
}

/// Fill the parts of a node that its kind asks for
static tercet_status
compile_kind(compiler *c, const tercet_expr *expr, tercet_compiled_expr *node)
{
  switch (expr->kind) {
  case TERCET_EXPR_VARIABLE:
    node->column = c->column_of(c->column_of_data, expr->variable);
    return TERCET_OK;
  case TERCET_EXPR_TERM:
    return compile_term(c, &expr->term, node);
  case TERCET_EXPR_BUILTIN:
    node->builtin = expr->builtin;
    TERCET_TRY(check_builtin(c, expr));
    return compile_args(c, expr, node);
  case TERCET_EXPR_FUNCTION:
    node->function = expr->function;
    return compile_args(c, expr, node);
  case TERCET_EXPR_OR:
  case TERCET_EXPR_AND:
  case TERCET_EXPR_EQUAL:
  case TERCET_EXPR_NOT_EQUAL:
  case TERCET_EXPR_LESS:
  case TERCET_EXPR_GREATER:
  case TERCET_EXPR_LESS_EQUAL:
  case TERCET_EXPR_GREATER_EQUAL:
  case TERCET_EXPR_IN:
  case TERCET_EXPR_NOT_IN:
  case TERCET_EXPR_ADD:
  case TERCET_EXPR_SUBTRACT:
  case TERCET_EXPR_MULTIPLY:
  case TERCET_EXPR_DIVIDE:
  case TERCET_EXPR_NOT:
  case TERCET_EXPR_PLUS:
  case TERCET_EXPR_MINUS:
    return compile_args(c, expr, node);
  case TERCET_EXPR_AGGREGATE:
  case TERCET_EXPR_EXISTS:
  case TERCET_EXPR_NOT_EXISTS:
    break;
  }

  return tercet_error_set_at(c->err,
                             TERCET_ERR_UNSUPPORTED,
                             expr->place.line,
                             expr->place.column,
                             expr->kind == TERCET_EXPR_AGGREGATE
                                 ? "an aggregate is not possible here"
                                 : "EXISTS is not supported here");
}

static tercet_status
compile_node(compiler *c, const tercet_expr *expr, tercet_compiled_expr **out)
{
  tercet_compiled_expr *const node =
      (tercet_compiled_expr *)tercet_arena_allocate_array(
          c->arena, 1, sizeof(*node));
  if (!node) {
    return TERCET_ERR_NO_MEMORY;
  }

  node->kind = expr->kind;
  node->column = -1;
  *out = node;
  tercet_status st = compile_kind(c, expr, node);
  if (st == TERCET_OK && is_foldable(node)) {
    st = fold(c, node);
  }

  return st;
}

tercet_status
tercet_expr_compile(const tercet_expr *expr,
                    tercet_column_of column_of,
                    const void *column_of_data,
                    tercet_expr_context *context,
                    tercet_arena *arena,
                    tercet_compiled_expr **out,
                    tercet_error *err)
{
  compiler c = {column_of, column_of_data, context, arena, err};
  tercet_arena *const batch_arena = context->call.arena;
  tercet_compiled_expr *node = NULL;

  // Constants live as long as the tree, not as long as a batch
  context->call.arena = arena;
  const tercet_status st = compile_node(&c, expr, &node);
  context->call.arena = batch_arena;
  *out = NULL;
  if (st == TERCET_OK) {
    *out = node;
  } else {
    tercet_compiled_expr_clear(node);
  }

  return st == TERCET_ERR_NO_MEMORY ? tercet_error_no_memory(err) : st;
}

const tercet_value *
tercet_compiled_expr_constant(const tercet_compiled_expr *expr)
{
  return expr->kind == TERCET_EXPR_TERM ? &expr->value : NULL;
}

void
tercet_compiled_expr_clear(tercet_compiled_expr *expr)
{
  if (!expr) {
    return;
  }

  for (size_t i = 0; i < expr->n_args; ++i) {
    tercet_compiled_expr_clear(expr->args[i]);
  }

  tercet_pattern_free(expr->pattern);
  expr->pattern = NULL;
}
