// SPDX-License-Identifier: Apache-2.0

// The built-in aggregates (SPARQL 1.1, 18.5.1).

#include "expr_internal.h"

#include "base/allocator.h"

#include <assert.h>

/// A value that outlives the arena of its batch
typedef struct {
  tercet_value value;
  tercet_tensor_type type; ///< Of a tensor
  tercet_buffer text;      ///< Texts, or the elements of a tensor
} kept_value;

struct tercet_accumulator {
  const tercet_allocator *alloc;
  tercet_aggregate_kind kind;
  bool is_empty;
  bool has_failed; ///< An argument or a sum was an error
  uint64_t count;
  kept_value kept;      ///< The sum, the least or greatest, or the sample
  tercet_buffer joined; ///< GROUP_CONCAT
  tercet_buffer separator;
};

tercet_status
tercet_accumulator_new(tercet_expr_context *context,
                       tercet_aggregate_kind kind,
                       tercet_string separator,
                       tercet_accumulator **out)
{
  const tercet_allocator *const alloc =
      tercet_allocator_or_default(context->alloc);
  tercet_accumulator *const accumulator =
      (tercet_accumulator *)tercet_allocate_zeroed(alloc, sizeof(*accumulator));
  *out = NULL;
  if (!accumulator) {
    return TERCET_ERR_NO_MEMORY;
  }

  accumulator->alloc = alloc;
  accumulator->kind = kind;
  accumulator->is_empty = true;
  accumulator->kept.value = tercet_value_integer(0);
  tercet_buffer_init(&accumulator->kept.text, alloc, SIZE_MAX);
  tercet_buffer_init(&accumulator->joined, alloc, SIZE_MAX);
  tercet_buffer_init(&accumulator->separator, alloc, SIZE_MAX);
  if (kind == TERCET_AGGREGATE_GROUP_CONCAT) {
    const tercet_status st = tercet_buffer_append(
        &accumulator->separator, separator.data, separator.length);
    if (st != TERCET_OK) {
      tercet_accumulator_free(accumulator);
      return st;
    }
  }

  *out = accumulator;
  return TERCET_OK;
}

void
tercet_accumulator_free(tercet_accumulator *accumulator)
{
  if (accumulator) {
    tercet_buffer_clear(&accumulator->kept.text);
    tercet_buffer_clear(&accumulator->joined);
    tercet_buffer_clear(&accumulator->separator);
    tercet_release(accumulator->alloc, accumulator);
  }
}

/* ---- Keeping a value ---- */

/// Return whether `text` is the member in use
static bool
holds_text(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_IRI || value->kind == TERCET_VALUE_BLANK ||
         value->kind == TERCET_VALUE_BIG_INTEGER ||
         value->kind == TERCET_VALUE_BIG_DECIMAL ||
         value->kind == TERCET_VALUE_LITERAL || tercet_value_is_stringy(value);
}

/// Copy a value with what it points to.  On failure the old one is kept.
static tercet_status
keep(kept_value *kept, const tercet_value *value)
{
  tercet_value copy = *value;
  tercet_string main = {NULL, 0};
  if (holds_text(value)) {
    main = value->text;
  } else if (value->kind == TERCET_VALUE_TENSOR) {
    main = (tercet_string){(const char *)value->tensor.data,
                           value->tensor.type->n_bytes};
  } else {
    kept->value = copy;
    return TERCET_OK;
  }

  size_t n_bytes = 0;
  if (!tercet_size_add(main.length, value->extra.length, &n_bytes)) {
    return TERCET_ERR_NO_MEMORY;
  }

  const size_t length = kept->text.length;
  kept->text.length = 0;
  const tercet_status st = tercet_buffer_reserve(&kept->text, n_bytes);
  if (st != TERCET_OK) {
    kept->text.length = length;
    return st;
  }

  TERCET_TRY(tercet_buffer_append(&kept->text, main.data, main.length));
  TERCET_TRY(tercet_buffer_append(
      &kept->text, value->extra.data, value->extra.length));
  copy.extra =
      (tercet_string){kept->text.data + main.length, value->extra.length};
  if (value->kind == TERCET_VALUE_TENSOR) {
    kept->type = *value->tensor.type;
    copy.tensor = (tercet_tensor_row){&kept->type, kept->text.data};
  } else {
    copy.text = (tercet_string){kept->text.data, main.length};
  }

  kept->value = copy;
  return TERCET_OK;
}

/// Copy the kept value into the arena
static tercet_status
hand_out(const kept_value *kept, tercet_arena *arena, tercet_value *out)
{
  *out = kept->value;
  if (holds_text(out)) {
    TERCET_TRY(tercet_copy_text(arena, out->text, &out->text));
    return tercet_copy_text(arena, out->extra, &out->extra);
  }

  if (out->kind != TERCET_VALUE_TENSOR) {
    return TERCET_OK;
  }

  const size_t n_bytes = kept->type.n_bytes;
  tercet_tensor_type *const type =
      (tercet_tensor_type *)tercet_arena_allocate(arena, sizeof(*type));
  void *const data =
      tercet_arena_allocate_aligned(arena, n_bytes ? n_bytes : 1U, 64);
  if (!type || !data) {
    return TERCET_ERR_NO_MEMORY;
  }

  *type = kept->type;
  if (n_bytes) {
    memcpy(data, kept->value.tensor.data, n_bytes);
  }
  out->tensor = (tercet_tensor_row){type, data};
  return TERCET_OK;
}

/* ---- Adding ---- */

static tercet_status
add_to_sum(tercet_accumulator *accumulator,
           tercet_expr_context *context,
           const tercet_value *value)
{
  tercet_value sum;
  TERCET_TRY(tercet_numeric_binary(
      context, TERCET_NUMERIC_ADD, &accumulator->kept.value, value, &sum));
  if (sum.kind == TERCET_VALUE_ERROR) {
    accumulator->has_failed = true;
    return TERCET_OK;
  }

  return keep(&accumulator->kept, &sum);
}

static tercet_status
add_to_extreme(tercet_accumulator *accumulator, const tercet_value *value)
{
  const bool is_min = accumulator->kind == TERCET_AGGREGATE_MIN;
  if (!accumulator->is_empty) {
    const int order = tercet_value_order(value, &accumulator->kept.value);
    if (is_min ? order >= 0 : order <= 0) {
      return TERCET_OK;
    }
  }

  return keep(&accumulator->kept, value);
}

static tercet_status
add_to_text(tercet_accumulator *accumulator,
            tercet_expr_context *context,
            const tercet_value *value)
{
  tercet_string text = {NULL, 0};
  if (value->kind != TERCET_VALUE_IRI && !tercet_value_is_literal(value)) {
    accumulator->has_failed = true;
    return TERCET_OK;
  }

  TERCET_TRY(tercet_value_text(context, value, &text));
  if (!accumulator->is_empty) {
    TERCET_TRY(tercet_buffer_append(&accumulator->joined,
                                    accumulator->separator.data,
                                    accumulator->separator.length));
  }

  return tercet_buffer_append(&accumulator->joined, text.data, text.length);
}

tercet_status
tercet_accumulator_add(tercet_accumulator *accumulator,
                       tercet_expr_context *context,
                       const tercet_value *value)
{
  if (!value) {
    assert(accumulator->kind == TERCET_AGGREGATE_COUNT);
    ++accumulator->count;
    return TERCET_OK;
  }

  tercet_status st = TERCET_OK;
  const bool is_error = value->kind == TERCET_VALUE_ERROR;
  switch (accumulator->kind) {
  case TERCET_AGGREGATE_COUNT:
    accumulator->count += is_error ? 0U : 1U;
    return TERCET_OK;
  case TERCET_AGGREGATE_SAMPLE:
    if (is_error || !accumulator->is_empty) {
      return TERCET_OK;
    }
    st = keep(&accumulator->kept, value);
    break;
  case TERCET_AGGREGATE_SUM:
  case TERCET_AGGREGATE_AVG:
  case TERCET_AGGREGATE_MIN:
  case TERCET_AGGREGATE_MAX:
  case TERCET_AGGREGATE_GROUP_CONCAT:
    accumulator->has_failed |= is_error;
    if (accumulator->has_failed) {
      return TERCET_OK;
    }
    ++accumulator->count;
    st = accumulator->kind == TERCET_AGGREGATE_GROUP_CONCAT
             ? add_to_text(accumulator, context, value)
         : accumulator->kind == TERCET_AGGREGATE_MIN ||
                 accumulator->kind == TERCET_AGGREGATE_MAX
             ? add_to_extreme(accumulator, value)
             : add_to_sum(accumulator, context, value);
    break;
  case TERCET_AGGREGATE_EXTENSION:
    return TERCET_ERR_ARGUMENT;
  }

  accumulator->is_empty = accumulator->is_empty && st != TERCET_OK;
  return st;
}

/* ---- Results ---- */

static tercet_status
finish_average(const tercet_accumulator *accumulator,
               tercet_expr_context *context,
               tercet_value *out)
{
  if (accumulator->is_empty) {
    *out = tercet_value_integer(0);
    return TERCET_OK;
  }

  const tercet_value count = tercet_value_integer((int64_t)accumulator->count);
  return tercet_numeric_binary(
      context, TERCET_NUMERIC_DIVIDE, &accumulator->kept.value, &count, out);
}

tercet_status
tercet_accumulator_finish(tercet_accumulator *accumulator,
                          tercet_expr_context *context,
                          tercet_value *out)
{
  tercet_arena *const arena = context->call.arena;
  *out = (tercet_value){0};
  if (accumulator->has_failed) {
    return TERCET_OK;
  }

  switch (accumulator->kind) {
  case TERCET_AGGREGATE_COUNT:
    *out = tercet_value_integer((int64_t)accumulator->count);
    return TERCET_OK;
  case TERCET_AGGREGATE_SUM:
    return hand_out(&accumulator->kept, arena, out);
  case TERCET_AGGREGATE_AVG:
    return finish_average(accumulator, context, out);
  case TERCET_AGGREGATE_MIN:
  case TERCET_AGGREGATE_MAX:
  case TERCET_AGGREGATE_SAMPLE:
    return accumulator->is_empty ? TERCET_OK
                                 : hand_out(&accumulator->kept, arena, out);
  case TERCET_AGGREGATE_GROUP_CONCAT:
    *out = tercet_value_string(tercet_buffer_view(&accumulator->joined));
    return tercet_copy_text(arena, out->text, &out->text);
  case TERCET_AGGREGATE_EXTENSION:
    break;
  }

  return TERCET_ERR_ARGUMENT;
}
