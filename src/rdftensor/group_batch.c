// SPDX-License-Identifier: Apache-2.0

/**
   Adding a batch of rows to the groups they belong to.

   The rows are listed group by group, in their order.  What a kind can add in
   parts waits until all groups have been looked at; then the threads share the
   elements, not the rows, so that each element sees the rows in their order
   however many threads there are, and nothing has to be joined.
*/

#include "rdftensor/group.h"

#include "array/parallel.h"
#include "base/allocator.h"
#include "base/arena.h"

/// Elements between looks at the cancel token
#define WORK_BETWEEN_CHECKS 100000U

/// Rows that are added together, and of long tensors
#define MAX_ROWS 256U
#define MAX_LONG_ROWS 16U

/// Elements of a long tensor
#define LONG_TENSOR 4096U

/// What the elements of a part are a multiple of, and the fewest: memory is
/// read slowly in short pieces
#define PART_UNIT 64U
#define LEAST_PART 256U

/// Parts if each processor has a thread
#define ANY_PARTS 8U

/// Rows of one group, all of its type
typedef struct {
  tercet_group *group;
  const void *const *rows;
  size_t n_rows;
} group_rows;

/// A batch that is being added
typedef struct {
  const tercet_group_kind *kind;
  const tercet_value_column *column;
  const tercet_cancel *cancel;
  uint32_t *list;        ///< Rows of the batch, group by group
  const void **data;     ///< Of the tensors of the list that wait
  tercet_group **groups; ///< Those of the batch
  group_rows *waiting;   ///< To be added in parts
  size_t n_groups;
  size_t n_waiting;
  size_t n_work; ///< Elements since the last look at the token
  size_t n_parts;
} group_batch;

static tercet_status
allocate(group_batch *batch, tercet_arena *arena, size_t n)
{
  batch->list = tercet_arena_allocate_array(arena, n, sizeof(*batch->list));
  batch->data = tercet_arena_allocate_array(arena, n, sizeof(*batch->data));
  batch->groups = tercet_arena_allocate_array(arena, n, sizeof(*batch->groups));
  batch->waiting =
      tercet_arena_allocate_array(arena, n, sizeof(*batch->waiting));
  return batch->list && batch->data && batch->groups && batch->waiting
             ? TERCET_OK
             : TERCET_ERR_NO_MEMORY;
}

/// List the rows group by group
static void
list_rows(group_batch *batch, const tercet_call *call, void *const *states)
{
  const size_t n_rows = call->n_rows;
  for (size_t i = 0; i < n_rows; ++i) {
    tercet_group *const group = states[i];
    if (group->n_unlisted++ == 0) {
      group->alloc = call->arena->alloc;
      batch->groups[batch->n_groups++] = group;
    }
  }
  uint32_t place = 0;
  for (size_t i = 0; i < batch->n_groups; ++i) {
    batch->groups[i]->next_place = place;
    place += batch->groups[i]->n_unlisted;
  }
  for (size_t i = 0; i < n_rows; ++i) {
    tercet_group *const group = states[i];
    batch->list[group->next_place++] = (uint32_t)i;
    --group->n_unlisted;
  }
}

static const tercet_value *
listed_value(const group_batch *batch, size_t place)
{
  return tercet_value_at(batch->column, batch->list[place]);
}

static tercet_status
note_work(group_batch *batch, size_t n_elements)
{
  batch->n_work += n_elements;
  if (batch->n_work < WORK_BETWEEN_CHECKS) {
    return TERCET_OK;
  }
  batch->n_work = 0;
  return tercet_cancel_check(batch->cancel);
}

static tercet_status
add_value(group_batch *batch, tercet_group *group, const tercet_value *value)
{
  TERCET_TRY(tercet_group_add_value(batch->kind, group, value));
  return note_work(batch,
                   value->kind == TERCET_VALUE_TENSOR
                       ? (size_t)value->tensor.type->n_elements
                       : 1U);
}

/// Return how many values from `place` on, before `end`, are tensors of the
/// group's type, and set their data
static size_t
find_alike(const group_batch *batch,
           const tercet_group *group,
           size_t place,
           size_t end)
{
  size_t n = 0;
  for (; group->data && place + n < end; ++n) {
    const tercet_value *const value = listed_value(batch, place + n);
    if (value->kind != TERCET_VALUE_TENSOR ||
        !tercet_tensor_type_equals(value->tensor.type, group->type)) {
      break;
    }
    batch->data[place + n] = value->tensor.data;
  }
  return n;
}

/// Add one part of the elements of rows
static tercet_status
add_part(const group_batch *batch, const group_rows *rows, size_t i_part)
{
  const tercet_tensor_type *const type = rows->group->type;
  const size_t n_elements = (size_t)type->n_elements;
  const size_t size = tercet_dtype_size(type->dtype);
  const size_t n_units = (n_elements + PART_UNIT - 1U) / PART_UNIT;
  const size_t first = n_units * i_part / batch->n_parts * PART_UNIT;
  const size_t next = n_units * (i_part + 1U) / batch->n_parts * PART_UNIT;
  const size_t end = next < n_elements ? next : n_elements;
  if (first >= end) {
    return TERCET_OK;
  }

  // Rows that are added together may matter to the last bit, so that their
  // number must not depend on the part
  const size_t n_step = n_elements < LONG_TENSOR ? MAX_ROWS : MAX_LONG_ROWS;
  for (size_t i = 0; i < rows->n_rows; i += n_step) {
    const void *at[MAX_ROWS];
    const size_t n_left = rows->n_rows - i;
    const size_t n_now = n_left < n_step ? n_left : n_step;
    for (size_t k = 0; k < n_now; ++k) {
      at[k] = (const char *)rows->rows[i + k] + first * size;
    }
    batch->kind->add_part(rows->group, n_now, at, first, end - first);
    TERCET_TRY(tercet_cancel_check(batch->cancel));
  }
  return TERCET_OK;
}

/// tercet_task: add a part of the elements of all rows that wait
static tercet_status
run_part(void *context, size_t i_part)
{
  const group_batch *const batch = context;
  for (size_t i = 0; i < batch->n_waiting; ++i) {
    TERCET_TRY(add_part(batch, &batch->waiting[i], i_part));
  }
  return TERCET_OK;
}

/// Add the rows that wait
static tercet_status
run_waiting(group_batch *batch)
{
  size_t n_bytes = 0;
  size_t n_elements = 0;
  for (size_t i = 0; i < batch->n_waiting; ++i) {
    const group_rows *const rows = &batch->waiting[i];
    const size_t n = (size_t)rows->group->type->n_elements;
    n_bytes += rows->n_rows * rows->group->type->n_bytes;
    n_elements = n > n_elements ? n : n_elements;
  }

  const size_t n_most = n_bytes < (size_t)TERCET_PARALLEL_BYTES
                            ? 1U
                            : 1U + n_elements / LEAST_PART;
  const size_t n_threads = tercet_threads() ? tercet_threads() : ANY_PARTS;
  batch->n_parts = n_most < n_threads ? n_most : n_threads;
  const tercet_status st =
      tercet_parallel_run(batch->n_parts, run_part, batch, NULL);
  batch->n_waiting = 0;
  return st;
}

/// Add the rows of one group, which are at the places from `place` to `end`, or
/// let the last of them wait
static tercet_status
add_group(group_batch *batch, tercet_group *group, size_t place, size_t end)
{
  while (place < end) {
    bool is_ready = false;
    const size_t n =
        batch->kind->prepare ? find_alike(batch, group, place, end) : 0;
    if (n) {
      TERCET_TRY(batch->kind->prepare(group, &is_ready));
    }
    if (!is_ready) {
      for (const size_t next = place + (n ? n : 1U); place < next; ++place) {
        TERCET_TRY(add_value(batch, group, listed_value(batch, place)));
      }
      continue;
    }

    batch->waiting[batch->n_waiting++] =
        (group_rows){group, batch->data + place, n};
    group->n_tensors += n;
    place += n;
    if (place < end) {
      // What follows may change the type of the group
      TERCET_TRY(run_waiting(batch));
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_group_add(const tercet_aggregate_function *self,
                 tercet_call *call,
                 const tercet_value_column *column,
                 void *const *states)
{
  group_batch batch = {
      .kind = self->data,
      .column = column,
      .cancel = call->cancel,
  };
  if (!call->n_rows) {
    return TERCET_OK;
  }
  TERCET_TRY(allocate(&batch, call->arena, call->n_rows));
  list_rows(&batch, call, states);
  size_t place = 0;
  for (size_t i = 0; i < batch.n_groups; ++i) {
    // The place after the last row that was listed
    const size_t end = batch.groups[i]->next_place;
    TERCET_TRY(add_group(&batch, batch.groups[i], place, end));
    place = end;
  }
  return run_waiting(&batch);
}
