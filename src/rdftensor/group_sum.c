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

#include "rdftensor/group.h"

#include "array/compensated.h"
#include "base/allocator.h"
#include "base/float16.h"

#include <math.h>
#include <string.h>

/// 2^63 integers of 64 bits fit
__extension__ typedef __int128 wide_integer;

typedef struct {
  wide_integer *integers; ///< Sums of integer tensors, or NULL
  double *floats;         ///< Sums of float tensors, or NULL
  double *errors;         ///< What is missing from them
} group_sums;

/* ---- Sums ---- */

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
get_integers(const tercet_group *group, void *out)
{
  const group_sums *const sums = group->data;
  const size_t n = (size_t)group->type->n_elements;
#define GET_CASE(name, type_name, id)                                          \
  if (group->type->dtype == TERCET_DTYPE_##id) {                               \
    get_##name(sums->integers, n, out);                                        \
  }
  INTEGER_LIST(GET_CASE)
#undef GET_CASE
}

/// Elements that are converted at a time
#define TILE 256U

static void
add_f16(const uint16_t *in, size_t n, double *sums, double *errors)
{
  float tile[TILE];
  const void *const rows[1] = {tile};
  for (size_t i = 0; i < n; i += TILE) {
    const size_t n_tile = n - i < TILE ? n - i : TILE;
    tercet_kernels()->f16_to_f32(in + i, tile, n_tile);
    tercet_kernels()->add_rows_f32(rows, 1, n_tile, sums + i, errors + i);
  }
}

static void
add_floats(tercet_dtype dtype,
           size_t n_rows,
           const void *const *rows,
           size_t n,
           double *sums,
           double *errors)
{
  if (dtype == TERCET_DTYPE_F32) {
    tercet_kernels()->add_rows_f32(rows, n_rows, n, sums, errors);
  } else if (dtype == TERCET_DTYPE_F64) {
    tercet_kernels()->add_rows_f64(rows, n_rows, n, sums, errors);
  } else {
    for (size_t i = 0; i < n_rows; ++i) {
      add_f16(rows[i], n, sums, errors);
    }
  }
}

/// Make room for sums of floats.  They start at -0, to which -0 can be added
/// without becoming 0.
static bool
start_floats(const tercet_allocator *alloc, group_sums *sums, size_t n)
{
  sums->floats = tercet_allocate_array(alloc, n, 2U * sizeof(*sums->floats));
  sums->errors = sums->floats ? sums->floats + n : NULL;
  for (size_t i = 0; sums->floats && i < n; ++i) {
    sums->floats[i] = -0.0;
    sums->errors[i] = 0.0;
  }
  return sums->floats;
}

static bool
start_integers(const tercet_allocator *alloc, group_sums *sums, size_t n)
{
  sums->integers = tercet_allocate_array(alloc, n, sizeof(*sums->integers));
  for (size_t i = 0; sums->integers && i < n; ++i) {
    sums->integers[i] = 0;
  }
  return sums->integers;
}

/// Make room for the sums that tensors of a dtype go to
static tercet_status
start_sums(tercet_group *group, tercet_dtype dtype)
{
  group_sums *const sums = group->data;
  const size_t n = (size_t)group->type->n_elements;
  const bool has_room =
      tercet_dtype_is_integer(dtype)
          ? sums->integers || start_integers(group->alloc, sums, n)
          : sums->floats || start_floats(group->alloc, sums, n);
  return has_room ? TERCET_OK : TERCET_ERR_NO_MEMORY;
}

/// tercet_group_kind::prepare
static tercet_status
prepare(tercet_group *group, bool *is_ready)
{
  *is_ready = true;
  return start_sums(group, group->type->dtype);
}

/// Add elements of tensors of one type
static void
add_elements(const group_sums *sums,
             tercet_dtype dtype,
             size_t n_rows,
             const void *const *rows,
             size_t first,
             size_t n)
{
  if (!tercet_dtype_is_integer(dtype)) {
    add_floats(
        dtype, n_rows, rows, n, sums->floats + first, sums->errors + first);
    return;
  }
  for (size_t i = 0; i < n_rows; ++i) {
    add_integers(dtype, rows[i], n, sums->integers + first);
  }
}

/// tercet_group_kind::add_part
static void
add_part(const tercet_group *group,
         size_t n_rows,
         const void *const *rows,
         size_t first,
         size_t n)
{
  add_elements(group->data, group->type->dtype, n_rows, rows, first, n);
}

/// tercet_group_kind::add
static tercet_status
add_tensor(tercet_group *group, const tercet_tensor_row *tensor)
{
  const tercet_dtype dtype = tensor->type->dtype;
  TERCET_TRY(start_sums(group, dtype));
  add_elements(group->data,
               dtype,
               1,
               &tensor->data,
               0,
               (size_t)tensor->type->n_elements);
  return TERCET_OK;
}

/// tercet_group_kind::clear
static void
clear(tercet_group *group)
{
  group_sums *const sums = group->data;
  tercet_release(group->alloc, sums->integers);
  tercet_release(group->alloc, sums->floats);
}

/* ---- Results ---- */

/// Return the sum of element `i`, with an error of at most half a unit in the
/// last place of the sum, and 0 if the sum is infinite or NaN
static compensated_sum
get_total(const group_sums *sums, size_t i)
{
  compensated_sum total = {-0.0, 0.0};
  if (sums->floats) {
    total = (compensated_sum){sums->floats[i], sums->errors[i]};
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
get_floats(const tercet_group *group, void *out)
{
  const group_sums *const sums = group->data;
  const size_t n = (size_t)group->type->n_elements;
  for (size_t i = 0; i < n; ++i) {
    const compensated_sum total = get_total(sums, i);
    if (group->type->dtype == TERCET_DTYPE_F64) {
      ((double *)out)[i] = total.sum;
    } else if (group->type->dtype == TERCET_DTYPE_F32) {
      ((float *)out)[i] = (float)round_to_odd(total);
    } else {
      ((uint16_t *)out)[i] = tercet_f64_to_f16(round_to_odd(total));
    }
  }
}

/// tercet_group_kind::finish of SUM
static tercet_status
finish_sum(tercet_group *group, tercet_call *call, tercet_value *out)
{
  void *data = NULL;
  const tercet_dtype dtype = group->type->dtype;
  TERCET_TRY(tercet_group_result(
      call, dtype, group->type->rank, group->type->shape, &data, out));
  if (tercet_dtype_is_integer(dtype)) {
    get_integers(group, data);
  } else {
    get_floats(group, data);
  }
  return TERCET_OK;
}

/// tercet_group_kind::finish of AVG.  The quotient is corrected by its own
/// remainder.
static tercet_status
finish_avg(tercet_group *group, tercet_call *call, tercet_value *out)
{
  void *data = NULL;
  TERCET_TRY(tercet_group_result(call,
                                 TERCET_DTYPE_F64,
                                 group->type->rank,
                                 group->type->shape,
                                 &data,
                                 out));

  double *const means = data;
  const double count = (double)group->n_tensors;
  for (size_t i = 0; i < (size_t)group->type->n_elements; ++i) {
    const compensated_sum total = get_total(group->data, i);
    const double mean = total.sum / count;
    means[i] = mean;
    if (isfinite(mean) && mean != 0.0) {
      means[i] += (fma(-mean, count, total.sum) + total.error) / count;
    }
  }
  return TERCET_OK;
}

const tercet_group_kind tercet_group_sum = {
    .size = sizeof(group_sums),
    .add = add_tensor,
    .prepare = prepare,
    .add_part = add_part,
    .finish = finish_sum,
    .clear = clear,
};

const tercet_group_kind tercet_group_avg = {
    .size = sizeof(group_sums),
    .add = add_tensor,
    .prepare = prepare,
    .add_part = add_part,
    .finish = finish_avg,
    .clear = clear,
};
