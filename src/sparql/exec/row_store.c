// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/row_store.h"

#include "base/allocator.h"
#include "base/error.h"

#include <string.h>

tercet_status
tercet_row_store_init(tercet_row_store *store,
                      const tercet_allocator *alloc,
                      size_t n_columns,
                      tercet_error *err)
{
  *store = (tercet_row_store){0};
  store->alloc = alloc;
  store->columns = (tercet_id **)tercet_allocate_zeroed(
      alloc, (n_columns + 1U) * sizeof(tercet_id *));
  store->n_columns = n_columns;
  return store->columns ? TERCET_OK : tercet_error_no_memory(err);
}

void
tercet_row_store_clear(tercet_row_store *store)
{
  for (size_t i = 0; store->columns && i < store->n_columns; ++i) {
    tercet_release(store->alloc, store->columns[i]);
  }
  if (store->columns) {
    tercet_release(store->alloc, store->columns);
  }
  *store = (tercet_row_store){0};
}

void
tercet_row_store_reset(tercet_row_store *store)
{
  store->n_rows = 0;
}

/// Make room for `n` rows in all columns
static tercet_status
reserve(tercet_row_store *store, size_t n, tercet_error *err)
{
  if (n > TERCET_ROW_STORE_MAX) {
    return tercet_error_set(
        err, TERCET_ERR_LIMIT, "more than %u rows in one operator", UINT32_MAX);
  }
  if (n <= store->capacity) {
    return TERCET_OK;
  }

  size_t capacity = 2U * store->capacity;
  capacity = capacity > n ? capacity : n;
  for (size_t i = 0; i < store->n_columns; ++i) {
    tercet_id *const grown = (tercet_id *)tercet_reallocate(
        store->alloc, store->columns[i], capacity * sizeof(tercet_id));
    if (!grown) {
      return tercet_error_no_memory(err);
    }
    store->columns[i] = grown;
  }
  store->capacity = capacity;
  return TERCET_OK;
}

tercet_status
tercet_row_store_append_range(tercet_row_store *store,
                              const tercet_batch *batch,
                              size_t first,
                              size_t n_rows,
                              tercet_error *err)
{
  TERCET_TRY(reserve(store, store->n_rows + n_rows, err));
  for (size_t i = 0; n_rows && i < store->n_columns; ++i) {
    memcpy(store->columns[i] + store->n_rows,
           batch->columns[i] + first,
           n_rows * sizeof(tercet_id));
  }
  store->n_rows += n_rows;
  return TERCET_OK;
}

tercet_status
tercet_row_store_append(tercet_row_store *store,
                        const tercet_batch *batch,
                        tercet_error *err)
{
  return tercet_row_store_append_range(store, batch, 0, batch->n_rows, err);
}
