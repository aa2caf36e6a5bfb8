// SPDX-License-Identifier: Apache-2.0

#include "rdftensor/planned.h"

#include "array/tensor_view.h"
#include "base/allocator.h"
#include "base/hash.h"
#include "base/hash_index.h"
#include "rdftensor/repair.h"

#include <assert.h>
#include <string.h>

/// Plans that are kept; more begin anew.  A query with as many kinds of tensors
/// spends its time elsewhere.
#define MAX_PLANS 1024U

/// Bytes of the text of a model: a function of the most arguments fits
#define MAX_TEXT ((size_t)1 << 26U)

typedef struct {
  uint64_t hash;
  char *key;
  size_t n_key;
  tercet_onnx_model *model;
  tercet_onnx_plan *plan;
  tercet_onnx_session *session;
} cached_plan;

/// What is kept for the rest of a query
typedef struct {
  const tercet_allocator *alloc;
  tercet_hash_index index;
  cached_plan *items;
  size_t n_items;
  size_t capacity;
  size_t last;       ///< The plan used last
  tercet_buffer key; ///< Of the row at hand
  tercet_buffer text;
} plan_cache;

/* ---- Placeholders ---- */

static tercet_placeholder *
add_value(tercet_planned *planned,
          const char *name,
          tercet_placeholder_kind kind)
{
  assert(planned->n_values < TERCET_PLANNED_MAX_VALUES);
  tercet_placeholder *const value = &planned->values[planned->n_values++];
  memset(value, 0, sizeof(*value));
  value->name = name;
  value->kind = kind;
  return value;
}

void
tercet_planned_add_type(tercet_planned *planned,
                        const char *name,
                        tercet_dtype type)
{
  add_value(planned, name, TERCET_PLACEHOLDER_TYPE)->type = type;
}

void
tercet_planned_add_number(tercet_planned *planned,
                          const char *name,
                          double number)
{
  add_value(planned, name, TERCET_PLACEHOLDER_FLOAT)->number = number;
}

void
tercet_planned_add_ints(tercet_planned *planned,
                        const char *name,
                        size_t n,
                        const int64_t *ints)
{
  tercet_placeholder *const value =
      add_value(planned, name, TERCET_PLACEHOLDER_INTS);
  value->n = n;
  value->ints = ints;
}

/* ---- The cache ---- */

static void
plan_clear(const tercet_allocator *alloc, cached_plan *item)
{
  tercet_onnx_session_free(item->session);
  tercet_onnx_plan_free(item->plan);
  tercet_onnx_model_free(item->model);
  tercet_release(alloc, item->key);
}

static void
cache_empty(plan_cache *cache)
{
  for (size_t i = 0; i < cache->n_items; ++i) {
    plan_clear(cache->alloc, &cache->items[i]);
  }
  cache->n_items = 0;
  tercet_hash_index_clear(&cache->index);
}

/// tercet_call_state::release
static void
cache_free(void *data)
{
  plan_cache *const cache = data;
  const tercet_allocator *const alloc = cache->alloc;
  cache_empty(cache);
  tercet_release(alloc, cache->items);
  tercet_buffer_clear(&cache->key);
  tercet_buffer_clear(&cache->text);
  tercet_release(alloc, cache);
}

/// Return the cache of the query, made when it is first asked for, or NULL
static plan_cache *
find_cache(tercet_call_state *state)
{
  if (!state->data) {
    plan_cache *const cache =
        tercet_allocate_zeroed(state->alloc, sizeof(*cache));
    if (!cache) {
      return NULL;
    }
    cache->alloc = state->alloc;
    tercet_hash_index_init(&cache->index, state->alloc);
    tercet_buffer_init(&cache->key, state->alloc, MAX_TEXT);
    tercet_buffer_init(&cache->text, state->alloc, MAX_TEXT);
    state->data = cache;
    state->release = cache_free;
  }
  return state->data;
}

/// Write what tells the plan of a row from others
static tercet_status
write_key(tercet_buffer *key, const tercet_planned *planned)
{
  key->length = 0;
  TERCET_TRY(tercet_buffer_append(
      key, &planned->template_, sizeof(planned->template_)));
  for (size_t i = 0; i < planned->n_inputs; ++i) {
    const char dtype = (char)planned->inputs[i].type->dtype;
    TERCET_TRY(tercet_buffer_append_char(key, dtype));
  }
  for (size_t i = 0; i < planned->n_values; ++i) {
    const tercet_placeholder *const value = &planned->values[i];
    const int64_t head[2] = {(int64_t)value->type, (int64_t)value->n};
    TERCET_TRY(tercet_buffer_append(key, head, sizeof(head)));
    TERCET_TRY(tercet_buffer_append(
        key, value->ints, value->n * sizeof(*value->ints)));
  }
  return TERCET_OK;
}

static bool
key_equals(const void *context, uint64_t position, const void *key)
{
  const plan_cache *const cache = context;
  const tercet_buffer *const wanted = key;
  const cached_plan *const item = &cache->items[position];
  return item->n_key == wanted->length &&
         !memcmp(item->key, wanted->data, item->n_key);
}

static uint64_t
key_hash(const void *context, uint64_t position)
{
  return ((const plan_cache *)context)->items[position].hash;
}

/// Make model, plan and session of a row
static tercet_status
make_plan(tercet_row_call *row,
          plan_cache *cache,
          const tercet_planned *planned,
          cached_plan *out)
{
  tercet_dtype few[16];
  tercet_dtype *types = few;
  if (planned->n_inputs > sizeof(few) / sizeof(few[0])) {
    types = tercet_arena_allocate_array(
        row->call->arena, planned->n_inputs, sizeof(*types));
    if (!types) {
      return TERCET_ERR_NO_MEMORY;
    }
  }
  for (size_t i = 0; i < planned->n_inputs; ++i) {
    types[i] = planned->inputs[i].type->dtype;
  }

  const tercet_onnx_session_options options = {.cancel = row->call->cancel};
  cache->text.length = 0;
  TERCET_TRY(tercet_template_write(planned->template_,
                                   planned->n_inputs,
                                   types,
                                   planned->n_values,
                                   planned->values,
                                   &cache->text,
                                   row->err));
  TERCET_TRY(tercet_onnx_model_read(cache->alloc,
                                    cache->text.data,
                                    cache->text.length,
                                    TERCET_ONNX_TEXT,
                                    NULL,
                                    &out->model,
                                    row->err));
  TERCET_TRY(tercet_template_open_numbers(
      out->model, planned->n_values, planned->values, row->err));
  TERCET_TRY(
      tercet_onnx_plan_new(cache->alloc, out->model, &out->plan, row->err));
  return tercet_onnx_session_new(
      cache->alloc, out->plan, &options, &out->session, row->err);
}

/// Add the plan of a row to the cache
static tercet_status
add_plan(tercet_row_call *row,
         plan_cache *cache,
         const tercet_planned *planned,
         uint64_t hash)
{
  if (cache->n_items == MAX_PLANS) {
    cache_empty(cache);
  }
  void *items = cache->items;
  if (tercet_hash_index_reserve(&cache->index, key_hash, cache) != TERCET_OK ||
      !tercet_grow_array(cache->alloc,
                         &items,
                         &cache->capacity,
                         cache->n_items + 1,
                         sizeof(*cache->items))) {
    return TERCET_ERR_NO_MEMORY;
  }
  cache->items = items;

  cached_plan item = {.hash = hash, .n_key = cache->key.length};
  item.key = tercet_allocate(cache->alloc, item.n_key);
  tercet_status st =
      item.key ? make_plan(row, cache, planned, &item) : TERCET_ERR_NO_MEMORY;
  if (st != TERCET_OK) {
    plan_clear(cache->alloc, &item);
    return st;
  }

  memcpy(item.key, cache->key.data, item.n_key);
  cache->items[cache->n_items] = item;
  tercet_hash_index_add(&cache->index, hash, cache->n_items++);
  return TERCET_OK;
}

/// Set `out` to the session that runs a row
static tercet_status
find_session(tercet_row_call *row,
             const tercet_planned *planned,
             tercet_onnx_session **out)
{
  plan_cache *const cache = find_cache(row->call->state);
  if (!cache) {
    return TERCET_ERR_NO_MEMORY;
  }

  TERCET_TRY(write_key(&cache->key, planned));
  if (cache->n_items == 0 || !key_equals(cache, cache->last, &cache->key)) {
    const uint64_t hash =
        tercet_hash_bytes(cache->key.data, cache->key.length, 0);
    uint64_t position = tercet_hash_index_find(
        &cache->index, hash, key_equals, cache, &cache->key);
    if (position == TERCET_HASH_INDEX_NONE) {
      TERCET_TRY(add_plan(row, cache, planned, hash));
      position = cache->n_items - 1;
    }
    cache->last = position;
  }
  *out = cache->items[cache->last].session;
  return TERCET_OK;
}

/* ---- Running ---- */

/// The inputs of a run
typedef struct {
  tercet_tensor_view *views;
  tercet_onnx_value *values;
  size_t n;
} run_inputs;

static void
add_input(run_inputs *inputs, const tercet_tensor_type *type, const void *data)
{
  tercet_tensor_view *const view = &inputs->views[inputs->n];
  (void)tercet_tensor_view_init(view, type, data);
  inputs->values[inputs->n++] = tercet_onnx_value_from_tensor(&view->tensor);
}

/// Make room for the inputs of a row, once for a batch if it is enough
static tercet_status
allocate_inputs(tercet_row_call *row, size_t n, run_inputs *out)
{
  if (row->n_views < n) {
    row->views = tercet_arena_allocate_array(
        row->call->arena, n, sizeof(tercet_tensor_view));
    row->values = tercet_arena_allocate_array(
        row->call->arena, n, sizeof(tercet_onnx_value));
    row->n_views = row->views && row->values ? n : 0;
  }
  *out = (run_inputs){row->views, row->values, 0};
  return row->n_views < n ? TERCET_ERR_NO_MEMORY : TERCET_OK;
}

/// Fail if a strict query has to do without the plan of a row
static tercet_status
check_strict(tercet_row_call *row, const tercet_planned *planned)
{
  if (!row->call->is_strict) {
    return TERCET_OK;
  }

  tercet_template_use use = {.name = planned->template_->name};
  for (size_t i = 0; i < planned->n_inputs && i < 2U; ++i) {
    use.shapes[i] = planned->inputs[i].type;
    use.types[i] = use.shapes[i]->dtype;
  }
  return tercet_template_check_strict(&use, row->err);
}

/// Run the plan; `output` may be the memory for the result
static tercet_status
run(tercet_row_call *row,
    const tercet_planned *planned,
    tercet_onnx_value *output)
{
  static const tercet_tensor_type scalar = {
      TERCET_DTYPE_F64, 0, 1, sizeof(double), {0}};
  static const tercet_tensor_type one_f64 = {
      TERCET_DTYPE_F64, 1, 1, sizeof(double), {1}};
  static const tercet_tensor_type one_i64 = {
      TERCET_DTYPE_I64, 1, 1, sizeof(int64_t), {1}};
  tercet_onnx_session *session = NULL;
  run_inputs inputs;
  TERCET_TRY(check_strict(row, planned));
  TERCET_TRY(find_session(row, planned, &session));
  TERCET_TRY(allocate_inputs(
      row, planned->n_inputs + planned->n_extra + planned->n_values, &inputs));

  for (size_t i = 0; i < planned->n_inputs; ++i) {
    add_input(&inputs, planned->inputs[i].type, planned->inputs[i].data);
  }
  for (size_t i = 0; i < planned->n_extra; ++i) {
    const tercet_planned_extra *const extra = &planned->extra[i];
    add_input(&inputs,
              extra->dtype == TERCET_DTYPE_I64 ? &one_i64 : &one_f64,
              &extra->as);
  }
  for (size_t i = 0; i < planned->n_values; ++i) {
    if (planned->values[i].kind == TERCET_PLACEHOLDER_FLOAT) {
      add_input(&inputs, &scalar, &planned->values[i].number);
    }
  }
  return tercet_onnx_session_run(session, inputs.values, output, row->err);
}

/// Copy an output to where results are, in row-major order
static tercet_status
copy_output(tercet_row_call *row,
            const tercet_tensor *tensor,
            tercet_value *out)
{
  void *data = NULL;
  TERCET_TRY(tercet_row_new_tensor(row,
                                   tercet_tensor_dtype(tensor),
                                   tercet_tensor_rank(tensor),
                                   tercet_tensor_shape(tensor),
                                   &data,
                                   out));
  return tercet_tensor_to_data(
      tensor, data, out->tensor.type->n_bytes, row->err);
}

/// Run a plan whose output has a known type, into its memory
static tercet_status
run_into(tercet_row_call *row,
         const tercet_planned *planned,
         const tercet_tensor_type *type,
         tercet_value *out)
{
  void *data = NULL;
  tercet_tensor *target = NULL;
  TERCET_TRY(tercet_row_new_tensor(
      row, type->dtype, type->rank, type->shape, &data, out));
  TERCET_TRY(tercet_tensor_wrap(&row->alloc,
                                type->dtype,
                                type->rank,
                                type->shape,
                                NULL,
                                data,
                                NULL,
                                NULL,
                                &target,
                                row->err));
  tercet_onnx_value output = tercet_onnx_value_from_tensor(target);
  const tercet_status st = run(row, planned, &output);
  tercet_tensor_unref(target);
  return st;
}

tercet_status
tercet_planned_tensor(tercet_row_call *row,
                      const tercet_planned *planned,
                      const tercet_tensor_type *type,
                      tercet_value *out)
{
  if (type) {
    return run_into(row, planned, type, out);
  }

  tercet_onnx_value output = {0};
  TERCET_TRY(run(row, planned, &output));
  const tercet_status st = copy_output(row, output.tensor, out);
  tercet_onnx_value_unref(output);
  return st;
}

tercet_status
tercet_planned_scalar(tercet_row_call *row,
                      const tercet_planned *planned,
                      tercet_value *out)
{
  tercet_onnx_value output = {0};
  TERCET_TRY(run(row, planned, &output));
  assert(tercet_tensor_size(output.tensor) == 1);
  const tercet_status st =
      tercet_row_set_scalar(row,
                            tercet_tensor_dtype(output.tensor),
                            tercet_tensor_data(output.tensor),
                            out);
  tercet_onnx_value_unref(output);
  return st;
}
