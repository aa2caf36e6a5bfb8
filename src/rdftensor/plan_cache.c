// SPDX-License-Identifier: Apache-2.0

/// The plans that the functions of a query have needed so far

#include "rdftensor/plan_cache.h"

#include "base/allocator.h"
#include "base/hash.h"
#include "base/hash_index.h"

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
  tercet_plan_session found;
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

static void
plan_clear(const tercet_allocator *alloc, cached_plan *item)
{
  tercet_onnx_session_free(item->found.session);
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
  const bool is_apart = planned->first_arg == TERCET_PLANNED_APART;
  TERCET_TRY(tercet_buffer_append_char(key, (char)is_apart));
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
  out->found.rows = planned->first_arg == TERCET_PLANNED_APART
                        ? TERCET_ROWS_APART
                        : tercet_template_rows_of(out->model);
  if (out->found.rows == TERCET_ROWS_REDUCED) {
    TERCET_TRY(tercet_template_reduce_middle(out->model, row->err));
  }
  TERCET_TRY(
      tercet_onnx_plan_new(cache->alloc, out->model, &out->plan, row->err));
  return tercet_onnx_session_new(
      cache->alloc, out->plan, &options, &out->found.session, row->err);
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

tercet_status
tercet_plan_cache_find(tercet_row_call *row,
                       const tercet_planned *planned,
                       const tercet_plan_session **out)
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
  *out = &cache->items[cache->last].found;
  return TERCET_OK;
}
