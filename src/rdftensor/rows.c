// SPDX-License-Identifier: Apache-2.0

/// From columns to rows: the frame around functions that compute one row at a
/// time

#include "rdftensor/rdftensor_internal.h"

#include "base/checked.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/// Elements after which the cancel token is looked at; some 0.1 ms of work
#define WORK_BETWEEN_CHECKS 100000U

/// What a row costs besides its elements
#define WORK_PER_ROW 100U

/// Bytes before a piece that keep its size, so that pieces can grow
#define PIECE_HEADER 16U

/// tercet_allocator::allocate of an arena: the old piece is left behind
static void *
allocate_from_arena(void *context, void *old, size_t size)
{
  tercet_row_call *const row = (tercet_row_call *)context;
  size_t bytes = 0;
  char *const piece = tercet_size_add(size, PIECE_HEADER, &bytes)
                          ? tercet_arena_allocate(row->call->arena, bytes)
                          : NULL;
  if (!piece) {
    row->n_refused = size;
    return NULL;
  }

  memcpy(piece, &size, sizeof(size));
  if (old) {
    size_t old_size = 0;
    memcpy(&old_size, (char *)old - PIECE_HEADER, sizeof(old_size));
    memcpy(piece + PIECE_HEADER, old, old_size < size ? old_size : size);
  }
  return piece + PIECE_HEADER;
}

/// tercet_allocator::release of an arena, which goes as a whole
static void
release_to_arena(void *context, void *pointer)
{
  (void)context;
  (void)pointer;
}

void
tercet_row_call_init(tercet_row_call *row,
                     const tercet_function *function,
                     tercet_call *call)
{
  memset(row, 0, sizeof(*row));
  row->function = function;
  row->call = call;
  row->alloc.allocate = allocate_from_arena;
  row->alloc.release = release_to_arena;
  row->alloc.context = row;
  row->err =
      tercet_call_wants_reason(call, function->iri) ? &row->storage : NULL;
}

/// Set the arguments of row number `i`; false if one is an error
static bool
gather(tercet_row_call *row, const tercet_value_column *args, size_t i)
{
  bool good = true;
  for (size_t k = 0; k < row->n_args; ++k) {
    row->args[k] = tercet_value_at(&args[k], i);
    good &= row->args[k]->kind != TERCET_VALUE_ERROR;
  }
  return good;
}

static bool
ends_query(tercet_status st)
{
  return st == TERCET_ERR_NO_MEMORY || st == TERCET_ERR_LIMIT ||
         st == TERCET_ERR_TIMEOUT || st == TERCET_ERR_CANCELLED;
}

/// Count that the row has no value
static tercet_status
fail(tercet_row_call *row)
{
  char reason[TERCET_FAILURE_REASON_MAX] = {0};
  if (row->err) {
    char described[sizeof(reason) / 2U];
    tercet_row_describe(row, described, sizeof(described));
    snprintf(reason,
             sizeof(reason),
             "%s: %.*s",
             described,
             (int)(sizeof(reason) / 2U - 2U),
             row->err->message);
  }

  row->err = NULL;
  return tercet_call_fail(row->call, row->function->iri, reason);
}

tercet_status
tercet_row_work(tercet_row_call *row, size_t n_elements)
{
  row->n_work += n_elements;
  if (row->n_work < WORK_BETWEEN_CHECKS) {
    return TERCET_OK;
  }

  row->n_work = 0;
  return tercet_cancel_check(row->call->cancel);
}

static bool
all_constant(const tercet_value_column *args, size_t n_args)
{
  for (size_t i = 0; i < n_args; ++i) {
    if (!args[i].is_constant) {
      return false;
    }
  }
  return true;
}

/// Let a row that alone needs more memory than its query has, fail alone: two
/// small arguments may ask for that, and other rows need not suffer
static tercet_status
settle_memory(tercet_row_call *row, tercet_status st)
{
  const size_t max = row->call->max_memory;
  return st == TERCET_ERR_NO_MEMORY && max && row->n_refused > max
             ? tercet_error_set(row->err,
                                TERCET_ERR_RANGE,
                                "the result needs %zu bytes, and the query may "
                                "hold %zu",
                                row->n_refused,
                                max)
             : st;
}

/* ---- Rows that are alike ---- */

/// Set `step` to the bytes between the tensors of two rows; false if they are
/// not alike
static bool
find_step(const tercet_value *a, const tercet_value *b, size_t *step)
{
  if (a->kind != TERCET_VALUE_TENSOR || b->kind != TERCET_VALUE_TENSOR ||
      !tercet_tensor_type_equals(a->tensor.type, b->tensor.type)) {
    return false;
  }
  *step = (size_t)((uintptr_t)b->tensor.data - (uintptr_t)a->tensor.data);
  return !*step || (*step >= a->tensor.type->n_bytes && *step <= PTRDIFF_MAX);
}

/// Return whether row `i` goes on from the one before it in steps that are
/// known, or to be set if it is the second row
static bool
is_next(const tercet_row_call *row,
        const tercet_value_column *args,
        size_t i,
        bool is_second)
{
  bool moves = false;
  for (size_t k = 0; k < row->n_args; ++k) {
    if (!args[k].is_constant) {
      const tercet_value *const value = &args[k].values[i];
      size_t step = 0;
      if (!find_step(value - 1, value, &step) ||
          (!is_second && step != row->steps[k])) {
        return false;
      }
      row->steps[k] = step;
      moves |= step && value->tensor.type->n_bytes;
    }
  }
  return moves;
}

/// Find the rows from `i` on that are like it, up to row `end`
static void
find_alike(tercet_row_call *row,
           const tercet_value_column *args,
           size_t i,
           size_t end)
{
  size_t n = 1;
  memset(row->steps, 0, row->n_args * sizeof(*row->steps));
  while (i + n < end && is_next(row, args, i + n, n == 1)) {
    ++n;
  }
  row->n_alike = n;
}

/// Compute the row whose arguments are gathered, and perhaps some behind it
static tercet_status
compute_rows(tercet_row_call *row,
             tercet_row_compute compute,
             tercet_value *out)
{
  row->n_done = 1;
  row->n_refused = 0;
  tercet_status st = settle_memory(row, compute(row, out));
  if (st != TERCET_OK && !ends_query(st) && row->n_alike > 1) {
    // One of them fails, or all: each on its own
    row->n_alike = 1;
    row->n_refused = 0;
    st = settle_memory(row, compute(row, out));
  }
  if (st != TERCET_OK && !ends_query(st)) {
    *out = (tercet_value){0};
    return fail(row);
  }
  for (size_t i = 0; st == TERCET_OK && i < row->n_done; ++i) {
    out[i].id = TERCET_ID_UNKNOWN;
  }
  return st;
}

tercet_status
tercet_rows_run(tercet_row_call *row,
                tercet_row_compute compute,
                const tercet_value_column *args,
                size_t n_args,
                tercet_value_column *out)
{
  tercet_call *const call = row->call;
  row->n_args = n_args;
  row->args =
      tercet_arena_allocate_array(call->arena, n_args + 1U, sizeof(*row->args));
  row->steps = tercet_arena_allocate_array(
      call->arena, n_args + 1U, sizeof(*row->steps));
  if (!row->args || !row->steps) {
    return TERCET_ERR_NO_MEMORY;
  }

  out->is_constant = call->n_rows && all_constant(args, n_args);
  const uint64_t n_failures = call->failures.n_total;
  const size_t n_rows = out->is_constant ? 1U : call->n_rows;
  size_t n_alike = 0; // Rows from `i` on
  for (size_t i = 0; i < n_rows; i += row->n_done) {
    row->n_done = 1;
    out->values[i] = (tercet_value){0};
    if (gather(row, args, i)) {
      if (!n_alike) {
        find_alike(row, args, i, n_rows);
        n_alike = row->n_alike;
      }
      TERCET_TRY(compute_rows(row, compute, &out->values[i]));
      n_alike -= row->n_done;
      row->n_alike = row->n_alike > 1 ? n_alike : 1;
    }
    TERCET_TRY(tercet_row_work(row, WORK_PER_ROW * row->n_done));
  }

  if (out->is_constant) {
    tercet_call_share_failure(call, n_failures, call->n_rows);
  }
  return TERCET_OK;
}

tercet_status
tercet_rows_evaluate(const tercet_function *self,
                     tercet_call *call,
                     const tercet_value_column *args,
                     size_t n_args,
                     tercet_value_column *out)
{
  const tercet_row_function *const function =
      (const tercet_row_function *)self->data;
  tercet_row_call row;
  tercet_row_call_init(&row, self, call);
  return tercet_rows_run(&row, function->compute, args, n_args, out);
}
