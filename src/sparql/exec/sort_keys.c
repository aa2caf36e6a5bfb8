// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/sort_keys.h"

#include "base/allocator.h"
#include "base/error.h"

#include <string.h>

/// Find the columns that rows with equal keys are ordered by
static tercet_status
init_ties(tercet_sort_keys *keys, tercet_operator *op, tercet_error *err)
{
  const tercet_plan *const plan = op->plan;
  keys->ties = (size_t *)tercet_allocate_array(
      op->exec->alloc, plan->n_variables + 1U, sizeof(size_t));
  if (!keys->ties) {
    return tercet_error_no_memory(err);
  }

  keys->n_ties = plan->n_variables;
  for (size_t i = 0; i < plan->n_variables; ++i) {
    const tercet_variable variable = plan->variables[i];
    size_t place = 0;
    for (size_t k = 0; k < plan->n_variables; ++k) {
      place += plan->variables[k] < variable;
    }
    keys->ties[place] = (size_t)tercet_plan_column(plan->children[0], variable);
  }
  return TERCET_OK;
}

tercet_status
tercet_sort_keys_init(tercet_sort_keys *keys,
                      tercet_operator *op,
                      tercet_error *err)
{
  const tercet_plan *const plan = op->plan;
  if (keys->exprs) {
    return TERCET_OK;
  }
  keys->n = plan->n_order;
  keys->order = plan->order_keys;
  keys->exprs = (tercet_compiled_expr **)tercet_allocate_zeroed(
      op->exec->alloc, keys->n * sizeof(tercet_compiled_expr *));
  keys->columns = (tercet_value_column *)tercet_allocate_zeroed(
      op->exec->alloc, keys->n * sizeof(tercet_value_column));
  if (!keys->exprs || !keys->columns) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < keys->n; ++i) {
    TERCET_TRY(tercet_operator_compile(op->exec,
                                       plan->children[0],
                                       plan->order_keys[i].expr,
                                       &keys->exprs[i],
                                       err));
  }
  return init_ties(keys, op, err);
}

void
tercet_sort_keys_clear(tercet_sort_keys *keys, tercet_operator *op)
{
  for (size_t i = 0; keys->exprs && i < keys->n; ++i) {
    if (keys->exprs[i]) {
      tercet_compiled_expr_clear(keys->exprs[i]);
    }
  }
  tercet_release(op->exec->alloc, keys->exprs);
  tercet_release(op->exec->alloc, keys->columns);
  tercet_release(op->exec->alloc, keys->ties);
}

tercet_status
tercet_sort_keys_evaluate(tercet_sort_keys *keys,
                          tercet_exec *exec,
                          const tercet_batch *batch,
                          size_t first,
                          size_t end,
                          tercet_error *err)
{
  exec->expr.call.first_row = (size_t)exec->expr.n_rows_seen;
  for (size_t i = first; i < end; ++i) {
    TERCET_TRY(tercet_expr_evaluate(
        keys->exprs[i], &exec->expr, batch, &keys->columns[i], err));
  }
  return TERCET_OK;
}

/// Return whether what a value points to is the dataset's, which outlives the
/// query
static bool
is_stable(const tercet_value *value)
{
  const tercet_tag tag = tercet_id_tag(value->id);
  return value->id != TERCET_ID_UNKNOWN && !(value->id & TERCET_ID_OVERLAY) &&
         (tag == TERCET_TAG_BLANK || tag == TERCET_TAG_IRI ||
          tag == TERCET_TAG_STRING || tag == TERCET_TAG_TENSOR);
}

static tercet_status
copy_tensor(tercet_arena *arena, tercet_value *value)
{
  const tercet_tensor_row row = value->tensor;
  tercet_tensor_type *const type =
      (tercet_tensor_type *)tercet_arena_allocate(arena, sizeof(*type));
  void *const data = tercet_arena_allocate_aligned(
      arena, row.type->n_bytes ? row.type->n_bytes : 1U, 64);
  if (!type || !data) {
    return TERCET_ERR_NO_MEMORY;
  }
  *type = *row.type;
  if (row.type->n_bytes) {
    memcpy(data, row.data, row.type->n_bytes);
  }
  value->tensor.type = type;
  value->tensor.data = data;
  return TERCET_OK;
}

tercet_status
tercet_sort_value_copy(tercet_arena *arena,
                       const tercet_value *value,
                       tercet_value *out)
{
  *out = *value;
  if (is_stable(value)) {
    return TERCET_OK;
  }

  bool done = true;
  switch ((tercet_value_kind)value->kind) {
  case TERCET_VALUE_IRI:
  case TERCET_VALUE_BLANK:
  case TERCET_VALUE_BIG_INTEGER:
  case TERCET_VALUE_BIG_DECIMAL:
  case TERCET_VALUE_STRING:
  case TERCET_VALUE_LANG_STRING:
  case TERCET_VALUE_LITERAL:
    done = tercet_arena_copy_string(arena, value->text, &out->text);
    break;
  case TERCET_VALUE_TENSOR:
    return copy_tensor(arena, out);
  case TERCET_VALUE_ERROR:
  case TERCET_VALUE_TRIPLE:
  case TERCET_VALUE_BOOLEAN:
  case TERCET_VALUE_INTEGER:
  case TERCET_VALUE_DECIMAL:
  case TERCET_VALUE_FLOAT:
  case TERCET_VALUE_DOUBLE:
  case TERCET_VALUE_DATE_TIME:
    break;
  }
  if (done && value->extra.length) {
    done = tercet_arena_copy_string(arena, value->extra, &out->extra);
  }
  return done ? TERCET_OK : TERCET_ERR_NO_MEMORY;
}

tercet_status
tercet_sort_keys_describe(const tercet_plan *plan,
                          const tercet_algebra_query *query,
                          tercet_buffer *out)
{
  for (size_t i = 0; i < plan->n_order; ++i) {
    const tercet_ast_order *const key = &plan->order_keys[i];
    TERCET_TRY(tercet_buffer_append_text(out, i ? ", " : " by "));
    if (key->descending) {
      TERCET_TRY(tercet_buffer_append_text(out, "DESC "));
    }
    TERCET_TRY(tercet_expr_print(key->expr, query, out));
  }
  return TERCET_OK;
}
