// SPDX-License-Identifier: Apache-2.0

#include "sparql/failures.h"

#include "base/error.h"

#include <string.h>

/// Return the position of a function, or n_items.  The one counted last is
/// tried first, since failures come in rows.
static size_t
find(const tercet_failures *failures, tercet_string function, bool is_aggregate)
{
  const size_t n = failures->n_items;
  for (size_t k = 0; k < n; ++k) {
    const size_t i = (failures->last + k) % n;
    const tercet_failure *const item = &failures->items[i];
    if (item->is_aggregate == is_aggregate &&
        tercet_string_equals(item->function, function)) {
      return i;
    }
  }
  return n;
}

/// Append a function that has not failed before
static tercet_status
append(tercet_failures *failures,
       tercet_string function,
       bool is_aggregate,
       const char *reason)
{
  const size_t length = strnlen(reason, TERCET_FAILURE_REASON_MAX - 1U);
  char *const copy = tercet_allocate(failures->alloc, length + 1U);
  void *items = failures->items;
  if (!copy || !tercet_grow_array(failures->alloc,
                                  &items,
                                  &failures->capacity,
                                  failures->n_items + 1U,
                                  sizeof(*failures->items))) {
    tercet_release(failures->alloc, copy);
    return TERCET_ERR_NO_MEMORY;
  }

  memcpy(copy, reason, length);
  copy[length] = '\0';
  failures->items = items;
  failures->items[failures->n_items++] =
      (tercet_failure){function, is_aggregate, 0, copy};
  return TERCET_OK;
}

tercet_status
tercet_failures_add(tercet_failures *failures,
                    tercet_string function,
                    bool is_aggregate,
                    const char *reason)
{
  const size_t i = find(failures, function, is_aggregate);
  if (i == failures->n_items &&
      append(failures, function, is_aggregate, reason)) {
    return TERCET_ERR_NO_MEMORY;
  }
  failures->last = i;
  ++failures->items[i].n;
  ++failures->n_total;
  return TERCET_OK;
}

void
tercet_failures_repeat(tercet_failures *failures, uint64_t n)
{
  failures->items[failures->last].n += n;
  failures->n_total += n;
}

const tercet_failure *
tercet_failures_find(const tercet_failures *failures,
                     tercet_string function,
                     bool is_aggregate)
{
  const size_t i = find(failures, function, is_aggregate);
  return i < failures->n_items ? &failures->items[i] : NULL;
}

tercet_status
tercet_failures_print(const tercet_failures *failures, tercet_buffer *out)
{
  for (size_t i = 0; i < failures->n_items; ++i) {
    const tercet_failure *const item = &failures->items[i];
    TERCET_TRY(tercet_buffer_printf(out,
                                    "<%.*s> failed in %llu %s%s; the first: "
                                    "%s\n",
                                    TERCET_STRING_ARGS(item->function),
                                    (unsigned long long)item->n,
                                    item->is_aggregate ? "group" : "row",
                                    item->n == 1U ? "" : "s",
                                    item->reason));
  }
  return TERCET_OK;
}

void
tercet_failures_clear(tercet_failures *failures)
{
  for (size_t i = 0; i < failures->n_items; ++i) {
    tercet_release(failures->alloc, failures->items[i].reason);
  }
  tercet_release(failures->alloc, failures->items);
  *failures = (tercet_failures){.alloc = failures->alloc};
}
