// SPDX-License-Identifier: Apache-2.0

/**
   VAR and STD over the tensors of a group: of the population, and, as the older
   vocabulary means them, of a sample.

   The templates evaluate E[x^2] - E[x]^2, which cancels.  Here the difference
   of each element to that of the first tensor is added up, and its square, both
   with what rounding took from them: some 106 bits, of which the subtraction
   at the end can lose half.  Differences too large to be squared are kept a
   second time, made smaller by a power of two.
*/

#include "rdftensor/group.h"

#include "array/compensated.h"
#include "base/allocator.h"

#include <float.h>
#include <math.h>

/// Differences from here on do not have a square
#define LARGE 0x1p500

/// Factor that makes any difference small enough, and its exponent
#define SHRINK 0x1p-600
#define SHRINK_EXPONENT 600

/// Elements that are converted at a time
#define TILE 256U

/// Sums for each element: of differences, their errors, of the squares of
/// differences, their errors; one piece of memory
typedef struct {
  double *sums[4];
} moment_sums;

typedef struct {
  double *origin; ///< The first tensor
  bool takes_f32; ///< No difference of a float32 number to it is large
  moment_sums plain;
  moment_sums shrunk; ///< NULL until a difference is large
} group_moments;

static bool
start_sums(const tercet_allocator *alloc, moment_sums *sums, size_t n)
{
  double *const room = tercet_allocate_array(alloc, n, 4U * sizeof(double));
  for (size_t k = 0; room && k < 4; ++k) {
    sums->sums[k] = room + k * n;
    for (size_t i = 0; i < n; ++i) {
      sums->sums[k][i] = 0.0;
    }
  }
  return room;
}

static bool
is_shrunk(const group_moments *moments)
{
  return moments->shrunk.sums[0];
}

/// Begin to keep small sums beside the others, with what has been added so far
static bool
start_shrunk(const tercet_allocator *alloc, group_moments *moments, size_t n)
{
  if (!start_sums(alloc, &moments->shrunk, n)) {
    return false;
  }
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < 4; ++k) {
      const double factor = k < 2 ? SHRINK : SHRINK * SHRINK;
      moments->shrunk.sums[k][i] = moments->plain.sums[k][i] * factor;
    }
  }
  return true;
}

static bool
has_large(const double *x, const double *origin, size_t n)
{
  double most = 0.0;
  for (size_t i = 0; i < n; ++i) {
    const double difference = fabs(x[i] - origin[i]);
    most = difference > most ? difference : most;
  }
  return most >= LARGE;
}

/// Add elements in float64 to the sums from position `first` on
static void
add_to_sums(const moment_sums *sums,
            const double *x,
            const double *origin,
            size_t first,
            size_t n)
{
  const void *const rows[1] = {x};
  double *const at[4] = {sums->sums[0] + first,
                         sums->sums[1] + first,
                         sums->sums[2] + first,
                         sums->sums[3] + first};
  tercet_kernels()->add_moments_f64(rows, 1, n, origin, at);
}

/// Add the elements of a tensor from position `first` on
static bool
add_tile(const tercet_allocator *alloc,
         group_moments *moments,
         const double *x,
         size_t first,
         size_t n,
         size_t n_elements)
{
  const double *const origin = moments->origin + first;
  if (!is_shrunk(moments) && has_large(x, origin, n) &&
      !start_shrunk(alloc, moments, n_elements)) {
    return false;
  }
  add_to_sums(&moments->plain, x, origin, first, n);
  if (is_shrunk(moments)) {
    double small[TILE];
    double small_origin[TILE];
    for (size_t i = 0; i < n; ++i) {
      small[i] = x[i] * SHRINK;
      small_origin[i] = origin[i] * SHRINK;
    }
    add_to_sums(&moments->shrunk, small, small_origin, first, n);
  }
  return true;
}

static tercet_status
add_tiles(const tercet_allocator *alloc,
          group_moments *moments,
          const tercet_tensor_type *type,
          const void *data)
{
  double tile[TILE];
  const size_t n = (size_t)type->n_elements;
  const size_t size = tercet_dtype_size(type->dtype);
  for (size_t i = 0; i < n; i += TILE) {
    const size_t n_now = n - i < TILE ? n - i : TILE;
    const char *const from = (const char *)data + i * size;
    tercet_elements_to_f64(type->dtype, from, n_now, tile);
    if (!add_tile(alloc, moments, tile, i, n_now, n)) {
      return TERCET_ERR_NO_MEMORY;
    }
  }
  return TERCET_OK;
}

/// Return whether tensors of a dtype may be added without a look at their
/// elements
static bool
takes_any(const group_moments *moments, tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_F32 && moments->takes_f32 && !is_shrunk(moments);
}

/// tercet_group_kind::prepare
static tercet_status
prepare(tercet_group *group, bool *is_ready)
{
  *is_ready = takes_any(group->data, group->type->dtype);
  return TERCET_OK;
}

/// Add elements of float32 tensors from position `first` on
static void
add_f32(const group_moments *moments,
        size_t n_rows,
        const void *const *rows,
        size_t first,
        size_t n)
{
  double *const *const sums = moments->plain.sums;
  double *const at[4] = {
      sums[0] + first, sums[1] + first, sums[2] + first, sums[3] + first};
  tercet_kernels()->add_moments_f32(
      rows, n_rows, n, moments->origin + first, at);
}

/// tercet_group_kind::add_part
static void
add_part(const tercet_group *group,
         size_t n_rows,
         const void *const *rows,
         size_t first,
         size_t n)
{
  add_f32(group->data, n_rows, rows, first, n);
}

/// tercet_group_kind::add
static tercet_status
add_tensor(tercet_group *group, const tercet_tensor_row *tensor)
{
  group_moments *const moments = group->data;
  const tercet_dtype dtype = tensor->type->dtype;
  const size_t n = (size_t)tensor->type->n_elements;
  if (!moments->origin) {
    moments->origin = tercet_allocate_array(group->alloc, n, sizeof(double));
    if (!moments->origin || !start_sums(group->alloc, &moments->plain, n)) {
      return TERCET_ERR_NO_MEMORY;
    }
    tercet_elements_to_f64(dtype, tensor->data, n, moments->origin);
    moments->takes_f32 = dtype != TERCET_DTYPE_F64;
  }
  if (!takes_any(moments, dtype)) {
    return add_tiles(group->alloc, moments, tensor->type, tensor->data);
  }
  add_f32(moments, 1, &tensor->data, 0, n);
  return TERCET_OK;
}

/// Return the sum of squared differences to the mean, never negative
static double
centre(compensated_sum first, compensated_sum second, double count)
{
  // The square of the first sum over the count, and what is missing from it
  const double sum = first.sum + first.error;
  const double error = (first.sum - sum) + first.error;
  const double square = sum * sum;
  const double square_error = fma(sum, sum, -square) + 2.0 * sum * error;
  const double quotient = square / count;
  const double quotient_error =
      (fma(-quotient, count, square) + square_error) / count;

  compensated_sum total = second;
  compensated_add(&total, -quotient);
  total.error -= quotient_error;
  const double value = compensated_value(&total);
  return value < 0.0 ? 0.0 : value;
}

/// Set `out` to the squared differences to the mean, divided by the count or
/// one less, or to the root
static tercet_status
finish(tercet_group *group,
       tercet_call *call,
       bool is_sample,
       bool is_root,
       tercet_value *out)
{
  const group_moments *const moments = group->data;
  const double count = (double)group->n_tensors;
  const double divisor = is_sample ? count - 1.0 : count;
  void *data = NULL;
  TERCET_TRY(tercet_group_result(call,
                                 TERCET_DTYPE_F64,
                                 group->type->rank,
                                 group->type->shape,
                                 &data,
                                 out));

  double *const result = data;
  for (size_t i = 0; i < (size_t)group->type->n_elements; ++i) {
    const moment_sums *sums = &moments->plain;
    int exponent = 0;
    if (is_shrunk(moments) && !isfinite(sums->sums[2][i])) {
      sums = &moments->shrunk;
      exponent = is_root ? SHRINK_EXPONENT : 2 * SHRINK_EXPONENT;
    }
    const compensated_sum first = {sums->sums[0][i], sums->sums[1][i]};
    const compensated_sum second = {sums->sums[2][i], sums->sums[3][i]};
    const double variance = centre(first, second, count) / divisor;
    result[i] = ldexp(is_root ? sqrt(variance) : variance, exponent);
  }
  return TERCET_OK;
}

#define FINISH(name, is_sample, is_root)                                       \
  static tercet_status finish_##name(                                          \
      tercet_group *group, tercet_call *call, tercet_value *out)               \
  {                                                                            \
    return finish(group, call, is_sample, is_root, out);                       \
  }

FINISH(var, false, false)
FINISH(std, false, true)
FINISH(sample_var, true, false)
FINISH(sample_std, true, true)

#undef FINISH

/// tercet_group_kind::clear
static void
clear(tercet_group *group)
{
  group_moments *const moments = group->data;
  tercet_release(group->alloc, moments->origin);
  tercet_release(group->alloc, moments->plain.sums[0]);
  tercet_release(group->alloc, moments->shrunk.sums[0]);
}

#define MOMENTS_KIND(name, model)                                              \
  const tercet_group_kind tercet_group_##name = {                              \
      .size = sizeof(group_moments),                                           \
      .least_tensors = 2,                                                      \
      .template_ = (model),                                                    \
      .add = add_tensor,                                                       \
      .prepare = prepare,                                                      \
      .add_part = add_part,                                                    \
      .finish = finish_##name,                                                 \
      .clear = clear,                                                          \
  }

MOMENTS_KIND(var, "VAR_complete");
MOMENTS_KIND(std, NULL);
MOMENTS_KIND(sample_var, NULL);
MOMENTS_KIND(sample_std, NULL);
