// SPDX-License-Identifier: Apache-2.0

/**
   SUM and AVG over the tensors of a group.

   The type of a sum is known only at the end (`resolved_type` of all), and the
   result must not depend on the order of the tensors.  Therefore integers are
   added exactly, in 128 bits, and floats with what rounding took from the sum:
   some 106 bits.  In the end the two are
   added and rounded once, or, for an integer type, the low bits are kept, which
   is how integers wrap.
*/

#include "rdftensor/rdftensor_internal.h"

#include "array/compensated.h"
#include "array/shape.h"
#include "base/allocator.h"
#include "base/float16.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const tercet_group_sum tercet_rdftensor_group_sum = TERCET_AGGREGATE_SUM;
const tercet_group_sum tercet_rdftensor_group_avg = TERCET_AGGREGATE_AVG;

/// 2^63 integers of 64 bits fit
__extension__ typedef __int128 wide_integer;

struct tercet_group_sums {
  tercet_tensor_type type; ///< Of the first tensor, but with the dtype resolved
  uint64_t n_tensors;
  wide_integer *integers;  ///< Sums of integer tensors, or NULL
  compensated_sum *floats; ///< Sums of float tensors, or NULL
};

/// Elements between looks at the cancel token
#define WORK_BETWEEN_CHECKS 100000U

/// Bytes of a message about a group
#define FAILURE_MAX 240U

/* ---- Sums ---- */

static void
add_f32(const float *in, size_t n, compensated_sum *sums)
{
  for (size_t i = 0; i < n; ++i) {
    compensated_add(&sums[i], (double)in[i]);
  }
}

static void
add_f64(const double *in, size_t n, compensated_sum *sums)
{
  for (size_t i = 0; i < n; ++i) {
    compensated_add(&sums[i], in[i]);
  }
}

static void
add_f16(const uint16_t *in, size_t n, compensated_sum *sums)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  float tile[256];
  const size_t tile_size = sizeof(tile) / sizeof(tile[0]);

  for (size_t i = 0; i < n; i += tile_size) {
    const size_t n_tile = n - i < tile_size ? n - i : tile_size;
    kernels->f16_to_f32(in + i, tile, n_tile);
    add_f32(tile, n_tile, sums + i);
  }
}

/// Name, C type and dtype of each integer type
#define INTEGER_LIST(X)                                                        \
  X(i16, int16_t, I16)                                                         \
  X(i32, int32_t, I32)                                                         \
  X(i64, int64_t, I64)                                                         \
  X(u8, uint8_t, U8)                                                           \
  X(u16, uint16_t, U16)                                                        \
  X(u32, uint32_t, U32)                                                        \
  X(u64, uint64_t, U64)

#define ADD_INTEGERS(name, type, id)                                           \
  static void add_##name(const type *in, size_t n, wide_integer *sums)         \
  {                                                                            \
    for (size_t i = 0; i < n; ++i) {                                           \
      sums[i] += in[i];                                                        \
    }                                                                          \
  }                                                                            \
                                                                               \
  static void get_##name(const wide_integer *sums, size_t n, type *out)        \
  {                                                                            \
    for (size_t i = 0; i < n; ++i) {                                           \
      out[i] = (type)sums[i];                                                  \
    }                                                                          \
  }

INTEGER_LIST(ADD_INTEGERS)
#undef ADD_INTEGERS

static void
add_integers(tercet_dtype dtype, const void *in, size_t n, wide_integer *sums)
{
#define ADD_CASE(name, type, id)                                               \
  if (dtype == TERCET_DTYPE_##id) {                                            \
    add_##name(in, n, sums);                                                   \
  }
  INTEGER_LIST(ADD_CASE)
#undef ADD_CASE
}

static void
get_integers(const tercet_group_sums *sums, void *out)
{
  const size_t n = (size_t)sums->type.n_elements;
#define GET_CASE(name, type_name, id)                                          \
  if (sums->type.dtype == TERCET_DTYPE_##id) {                                 \
    get_##name(sums->integers, n, out);                                        \
  }
  INTEGER_LIST(GET_CASE)
#undef GET_CASE
}

static void
add_floats(tercet_dtype dtype, const void *in, size_t n, compensated_sum *sums)
{
  if (dtype == TERCET_DTYPE_F32) {
    add_f32(in, n, sums);
  } else if (dtype == TERCET_DTYPE_F64) {
    add_f64(in, n, sums);
  } else {
    add_f16(in, n, sums);
  }
}

/// Make room for sums of floats.  They start at -0, to which -0 can be added
/// without becoming 0.
static bool
start_floats(const tercet_allocator *alloc, tercet_group_sums *sums)
{
  const size_t n = (size_t)sums->type.n_elements;
  sums->floats = tercet_allocate_array(alloc, n, sizeof(*sums->floats));
  for (size_t i = 0; sums->floats && i < n; ++i) {
    sums->floats[i] = (compensated_sum){-0.0, 0.0};
  }
  return sums->floats;
}

static bool
start_integers(const tercet_allocator *alloc, tercet_group_sums *sums)
{
  const size_t n = (size_t)sums->type.n_elements;
  sums->integers = tercet_allocate_array(alloc, n, sizeof(*sums->integers));
  for (size_t i = 0; sums->integers && i < n; ++i) {
    sums->integers[i] = 0;
  }
  return sums->integers;
}

static tercet_status
add_tensor(const tercet_allocator *alloc,
           tercet_group_sums *sums,
           const tercet_tensor_row *tensor)
{
  const tercet_dtype dtype = tensor->type->dtype;
  const size_t n = (size_t)tensor->type->n_elements;
  if (tercet_dtype_is_integer(dtype)) {
    if (!sums->integers && !start_integers(alloc, sums)) {
      return TERCET_ERR_NO_MEMORY;
    }
    add_integers(dtype, tensor->data, n, sums->integers);
  } else {
    if (!sums->floats && !start_floats(alloc, sums)) {
      return TERCET_ERR_NO_MEMORY;
    }
    add_floats(dtype, tensor->data, n, sums->floats);
  }

  sums->type.dtype = tercet_dtype_resolve(sums->type.dtype, dtype);
  ++sums->n_tensors;
  return TERCET_OK;
}

/* ---- Groups ---- */

/// Release the sums of a group, which are not needed or not valid any more
static void
free_sums(tercet_group_state *state)
{
  if (state->sums) {
    tercet_release(state->alloc, state->sums->integers);
    tercet_release(state->alloc, state->sums->floats);
    tercet_release(state->alloc, state->sums);
    state->sums = NULL;
  }
}

static tercet_status
fail_group(tercet_group_state *state, const char *format, ...)
    TERCET_PRINTF(2, 3);

/// Let a group have no value
static tercet_status
fail_group(tercet_group_state *state, const char *format, ...)
{
  va_list args;
  free_sums(state);
  state->failure = tercet_allocate(state->alloc, FAILURE_MAX);
  if (!state->failure) {
    return TERCET_ERR_NO_MEMORY;
  }

  va_start(args, format);
  vsnprintf(state->failure, FAILURE_MAX, format, args);
  va_end(args);
  return TERCET_OK;
}

static tercet_status
start_group(tercet_group_state *state, const tercet_tensor_type *type)
{
  state->sums = tercet_allocate_zeroed(state->alloc, sizeof(tercet_group_sums));
  if (!state->sums) {
    return TERCET_ERR_NO_MEMORY;
  }

  state->sums->type = *type;
  return TERCET_OK;
}

static tercet_status
fail_shapes(tercet_group_state *state,
            const tercet_tensor_type *a,
            const tercet_tensor_type *b)
{
  char text_a[TERCET_TYPE_TEXT_MAX];
  char text_b[TERCET_TYPE_TEXT_MAX];
  return fail_group(state,
                    "different shapes in one group: %s and %s",
                    tercet_type_describe(a, text_a, sizeof(text_a)),
                    tercet_type_describe(b, text_b, sizeof(text_b)));
}

static tercet_status
add_value(tercet_group_state *state, const tercet_value *value)
{
  if (state->failure) {
    return TERCET_OK;
  }
  if (value->kind != TERCET_VALUE_TENSOR) {
    return fail_group(state,
                      value->kind == TERCET_VALUE_ERROR
                          ? "a value of the group is unbound or an error"
                          : "a value of the group is no tensor");
  }

  const tercet_tensor_type *const type = value->tensor.type;
  if (type->dtype == TERCET_DTYPE_BOOL) {
    return fail_group(
        state, "a tensor of the group is bool; cast it to a numeric type");
  }
  if (!state->sums) {
    TERCET_TRY(start_group(state, type));
  }

  const tercet_tensor_type *const first = &state->sums->type;
  return tercet_shape_equals(first->rank, first->shape, type->rank, type->shape)
             ? add_tensor(state->alloc, state->sums, &value->tensor)
             : fail_shapes(state, first, type);
}

tercet_status
tercet_group_add(const tercet_aggregate_function *self,
                 tercet_call *call,
                 const tercet_value_column *column,
                 void *const *states)
{
  (void)self;
  size_t n_work = 0;
  for (size_t i = 0; i < call->n_rows; ++i) {
    const tercet_value *const value = tercet_value_at(column, i);
    tercet_group_state *const state = (tercet_group_state *)states[i];
    state->alloc = call->arena->alloc;
    TERCET_TRY(add_value(state, value));

    n_work += value->kind == TERCET_VALUE_TENSOR
                  ? (size_t)value->tensor.type->n_elements
                  : 1U;
    if (n_work >= WORK_BETWEEN_CHECKS) {
      n_work = 0;
      TERCET_TRY(tercet_cancel_check(call->cancel));
    }
  }
  return TERCET_OK;
}

void
tercet_group_clear(const tercet_aggregate_function *self, void *state)
{
  (void)self;
  tercet_group_state *const group = (tercet_group_state *)state;
  free_sums(group);
  tercet_release(group->alloc, group->failure);
  group->failure = NULL;
}

/* ---- Results ---- */

/// Return the sum of element `i`, with an error of at most half a unit in the
/// last place of the sum, and 0 if the sum is infinite or NaN
static compensated_sum
get_total(const tercet_group_sums *sums, size_t i)
{
  compensated_sum total = {-0.0, 0.0};
  if (sums->floats) {
    total = sums->floats[i];
  }
  if (sums->integers) {
    const wide_integer integer = sums->integers[i];
    const double part = (double)integer;
    compensated_add(&total, part);
    compensated_add(&total, (double)(integer - (wide_integer)part));
  }

  const double error = isfinite(total.sum) ? total.error : 0.0;
  total.error = 0.0;
  if (error != 0.0) {
    compensated_add(&total, error);
  }
  return total;
}

/// Return a total rounded to odd: if that is inexact, the neighbour whose last
/// bit is set.  A further rounding to float32 or float16 then gives what one
/// rounding would have given.
static double
round_to_odd(compensated_sum total)
{
  uint64_t bits = 0;
  memcpy(&bits, &total.sum, sizeof(bits));
  return total.error == 0.0 || (bits & 1U)
             ? total.sum
             : nextafter(total.sum, copysign(INFINITY, total.error));
}

static void
get_floats(const tercet_group_sums *sums, void *out)
{
  const size_t n = (size_t)sums->type.n_elements;
  for (size_t i = 0; i < n; ++i) {
    const compensated_sum total = get_total(sums, i);
    if (sums->type.dtype == TERCET_DTYPE_F64) {
      ((double *)out)[i] = total.sum;
    } else if (sums->type.dtype == TERCET_DTYPE_F32) {
      ((float *)out)[i] = (float)round_to_odd(total);
    } else {
      ((uint16_t *)out)[i] = tercet_f64_to_f16(round_to_odd(total));
    }
  }
}

/// The quotient is corrected by its own remainder
static void
get_means(const tercet_group_sums *sums, double *out)
{
  const size_t n = (size_t)sums->type.n_elements;
  const double count = (double)sums->n_tensors;
  for (size_t i = 0; i < n; ++i) {
    const compensated_sum total = get_total(sums, i);
    const double mean = total.sum / count;
    out[i] = mean;
    if (isfinite(mean) && mean != 0.0) {
      out[i] += (fma(-mean, count, total.sum) + total.error) / count;
    }
  }
}

/// Make the tensor of a group that has one
static tercet_status
finish_group(tercet_group_sum kind,
             tercet_call *call,
             const tercet_group_sums *sums,
             tercet_value *out)
{
  const tercet_dtype dtype =
      kind == TERCET_AGGREGATE_AVG ? TERCET_DTYPE_F64 : sums->type.dtype;
  tercet_tensor_type *const type =
      tercet_arena_allocate(call->arena, sizeof(*type));
  if (!type) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(tercet_tensor_type_init(
      dtype, sums->type.rank, sums->type.shape, type, NULL));
  void *const data =
      tercet_arena_allocate_aligned(call->arena, type->n_bytes, 64U);
  if (!data) {
    return TERCET_ERR_NO_MEMORY;
  }

  if (kind == TERCET_AGGREGATE_AVG) {
    get_means(sums, (double *)data);
  } else if (tercet_dtype_is_integer(dtype)) {
    get_integers(sums, data);
  } else {
    get_floats(sums, data);
  }
  *out = tercet_value_tensor(type, data);
  return TERCET_OK;
}

tercet_status
tercet_group_finish(const tercet_aggregate_function *self,
                    tercet_call *call,
                    void *state,
                    tercet_value *out)
{
  const tercet_group_state *const group = (const tercet_group_state *)state;
  if (group->sums) {
    return finish_group(
        *(const tercet_group_sum *)self->data, call, group->sums, out);
  }

  char reason[sizeof(call->reason)];
  const tercet_string name = tercet_local_name(self->iri);
  snprintf(reason,
           sizeof(reason),
           "%.*s: %s",
           (int)name.length,
           name.data,
           group->failure ? group->failure : "the group is empty");
  tercet_call_fail(call, self->iri, reason);
  *out = (tercet_value){0};
  return TERCET_OK;
}
