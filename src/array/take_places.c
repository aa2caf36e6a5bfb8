// SPDX-License-Identifier: Apache-2.0

/// The copies behind take, put and masks

#include "array/copy.h"
#include "array/loop.h"
#include "array/parallel.h"
#include "array/take.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/// Places whose offsets are found at a time: they stay in the first cache
#define BATCH 2048

/// Operands of the loops here
enum { PACKED, INDEXED };

/// Elements from which on one place is copied like a tensor
#define LARGE_PLACE 64

/* ---- Positions ---- */

bool
tercet_positions_are_unsigned(const tercet_tensor *indexes)
{
  return tercet_dtype_kind_of(indexes->dtype) == TERCET_KIND_U;
}

tercet_status
tercet_positions_prepare(const tercet_allocator *alloc,
                         const tercet_tensor *indexes,
                         const tercet_tensor *target,
                         bool dense,
                         tercet_tensor **out,
                         tercet_error *err)
{
  *out = NULL;
  const tercet_dtype_kind kind = tercet_dtype_kind_of(indexes->dtype);
  if (kind != TERCET_KIND_I && kind != TERCET_KIND_U) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "positions are integers, not %s",
                            tercet_dtype_name(indexes->dtype));
  }

  // As int64, those beyond its range are negative
  const bool as_they_are =
      tercet_dtype_size(indexes->dtype) == sizeof(int64_t) &&
      (!dense || tercet_tensor_is_contiguous(indexes)) &&
      !(target && tercet_tensor_may_overlap(indexes, target));
  return as_they_are
             ? tercet_tensor_view_all(indexes, out, err)
             : tercet_tensor_cast(alloc, indexes, TERCET_DTYPE_I64, out, err);
}

bool
tercet_place_resolve(const tercet_places *places,
                     int64_t position,
                     int64_t *out)
{
  const int64_t extent = places->extent;
  const bool is_huge = places->is_unsigned && position < 0;
  int64_t at = 0;
  if (extent == 0) {
    return false;
  }
  switch (places->bounds) {
  case TERCET_BOUNDS_WRAP:
    at = is_huge ? (int64_t)((uint64_t)position % (uint64_t)extent)
                 : position % extent;
    at += at < 0 ? extent : 0;
    break;
  case TERCET_BOUNDS_CLIP:
    at = is_huge || position >= extent ? extent - 1
         : position < 0                ? 0
                                       : position;
    break;
  case TERCET_BOUNDS_CHECK:
    at = position < 0 ? position + extent : position;
    if (is_huge || at < 0 || at >= extent) {
      return false;
    }
    break;
  }
  *out = at * places->stride;
  return true;
}

tercet_status
tercet_place_error(const tercet_places *places,
                   int64_t position,
                   tercet_error *err)
{
  if (places->is_unsigned) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "index %" PRIu64 " of axis %zu, which has %" PRId64
                            " elements",
                            (uint64_t)position,
                            places->axis,
                            places->extent);
  }
  return tercet_error_set(err,
                          TERCET_ERR_RANGE,
                          "index %" PRId64 " of axis %zu, which has %" PRId64
                          " elements",
                          position,
                          places->axis,
                          places->extent);
}

/// Find offsets of checked positions, without a branch; false if one is
/// outside
static bool
resolve_checked(const tercet_places *places,
                const int64_t *positions,
                int64_t n,
                int64_t *offsets)
{
  const int64_t extent = places->extent;
  const int64_t stride = places->stride;
  const uint64_t forbidden = places->is_unsigned ? UINT64_MAX : 0;
  uint64_t bad = 0;
  for (int64_t i = 0; i < n; ++i) {
    const uint64_t is_negative = 0U - ((uint64_t)positions[i] >> 63U);
    const uint64_t at =
        (uint64_t)positions[i] + (is_negative & (uint64_t)extent);
    bad |= (uint64_t)(at >= (uint64_t)extent) | (is_negative & forbidden);
    offsets[i] = (int64_t)(at * (uint64_t)stride);
  }
  return !bad;
}

/// Find the offsets of a batch of places; they are written to `buffer` unless
/// they are known
static tercet_status
find_offsets(const tercet_places *places,
             int64_t start,
             int64_t n,
             int64_t *buffer,
             const int64_t **offsets,
             tercet_error *err)
{
  if (places->offsets) {
    *offsets = places->offsets + start;
    return TERCET_OK;
  }

  const int64_t *const positions = places->positions + start;
  *offsets = buffer;
  if (places->bounds == TERCET_BOUNDS_CHECK &&
      resolve_checked(places, positions, n, buffer)) {
    return TERCET_OK;
  }
  for (int64_t i = 0; i < n; ++i) {
    if (!tercet_place_resolve(places, positions[i], &buffer[i])) {
      return tercet_place_error(places, positions[i], err);
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_places_check(const tercet_places *places, tercet_error *err)
{
  int64_t buffer[BATCH];
  const int64_t *offsets = NULL;
  for (int64_t i = 0; i < places->n; i += BATCH) {
    const int64_t n = places->n - i < BATCH ? places->n - i : BATCH;
    TERCET_TRY(find_offsets(places, i, n, buffer, &offsets, err));
  }
  return TERCET_OK;
}

/* ---- Copies ---- */

/// One batch
typedef struct {
  size_t n_bytes; ///< Of a place, without gaps on both sides
  int64_t n;
  const int64_t *offsets;
  int64_t packed_stride;
  bool scatters;
} batch;

#define PLACES_CASE(bytes)                                                     \
  case bytes:                                                                  \
    if (scatters) {                                                            \
      for (int64_t i = 0; i < n; ++i) {                                        \
        memcpy(indexed + offsets[i], packed + i * packed_stride, bytes);       \
      }                                                                        \
    } else {                                                                   \
      for (int64_t i = 0; i < n; ++i) {                                        \
        memcpy(packed + i * packed_stride, indexed + offsets[i], bytes);       \
      }                                                                        \
    }                                                                          \
    return

/// Copy each place of a batch, for one index of the other axes
static void
copy_places(const batch *b, char *packed, char *indexed)
{
  // Copies of what the bytes that are written might alias
  const int64_t n = b->n;
  const int64_t *const offsets = b->offsets;
  const int64_t packed_stride = b->packed_stride;
  const bool scatters = b->scatters;
  switch (b->n_bytes) {
    PLACES_CASE(1);
    PLACES_CASE(2);
    PLACES_CASE(4);
    PLACES_CASE(8);
    PLACES_CASE(16);
  default:
    break;
  }
  for (int64_t i = 0; i < n; ++i) {
    char *const a = packed + i * packed_stride;
    char *const c = indexed + offsets[i];
    memcpy(scatters ? c : a, scatters ? a : c, b->n_bytes);
  }
}

#undef PLACES_CASE

static bool
copy_line_of_places(void *context,
                    char *const *data,
                    const int64_t *strides,
                    int64_t n)
{
  const batch *const b = (const batch *)context;
  for (int64_t i = 0; i < n; ++i) {
    copy_places(b,
                data[PACKED] + i * strides[PACKED],
                data[INDEXED] + i * strides[INDEXED]);
  }
  return true;
}

/// Return whether the inner axes have no gaps in either tensor
static bool
is_inner_dense(const tercet_gathering *g)
{
  const size_t n = g->rank - g->n_outer;
  const int64_t *const shape = g->shape + g->n_outer;
  return tercet_shape_is_contiguous(
             n, shape, g->indexed_strides + g->n_outer, g->item_size) &&
         tercet_shape_is_contiguous(
             n, shape, g->packed_strides + g->n_outer, g->item_size);
}

static int64_t
count_elements(const int64_t *shape, size_t rank)
{
  int64_t n = 1;
  for (size_t i = 0; i < rank; ++i) {
    n *= shape[i];
  }
  return n;
}

/// Copy places one after the other, each with any strides
static tercet_status
copy_large_places(const tercet_gathering *g, const batch *b, char *packed)
{
  for (int64_t i = 0; i < b->n; ++i) {
    char *const a = packed + i * g->packed_stride;
    char *const c = g->indexed + b->offsets[i];
    TERCET_TRY(tercet_elements_move(
        g->rank,
        g->shape,
        g->item_size,
        b->scatters ? c : a,
        b->scatters ? g->indexed_strides : g->packed_strides,
        b->scatters ? a : c,
        b->scatters ? g->packed_strides : g->indexed_strides,
        NULL));
  }
  return TERCET_OK;
}

/// Copy a batch whose first place is number `start`
static tercet_status
copy_batch(const tercet_gathering *g, batch *b, int64_t start)
{
  char *const packed = g->packed + start * g->packed_stride;
  const bool is_dense = is_inner_dense(g);
  if (!is_dense && count_elements(g->shape, g->rank) >= LARGE_PLACE) {
    return copy_large_places(g, b, packed);
  }

  const size_t rank = is_dense ? g->n_outer : g->rank;
  const int64_t n_inner = count_elements(g->shape + rank, g->rank - rank);
  b->n_bytes = g->item_size * (size_t)n_inner;
  b->packed_stride = g->packed_stride;
  if (!n_inner) {
    return TERCET_OK;
  }
  tercet_loop loop;
  tercet_loop_init(&loop, rank, g->shape);
  tercet_loop_add(&loop, packed, g->packed_strides);
  tercet_loop_add(&loop, g->indexed, g->indexed_strides);
  tercet_loop_collapse(&loop);
  tercet_loop_run(&loop, copy_line_of_places, b);
  return TERCET_OK;
}

/* ---- Single elements ---- */

/// Set `at` to a place, from the end if the position is negative; leave the
/// loop if it is outside.  Few positions are negative.
#define FIND_PLACE(at)                                                         \
  uint64_t at = positions[i];                                                  \
  if (at >= extent) {                                                          \
    at += from_end;                                                            \
    if (at >= from_end) {                                                      \
      break;                                                                   \
    }                                                                          \
  }

#define ELEMENTS_CASE(bytes)                                                   \
  case bytes:                                                                  \
    for (i = 0; scatters && i < n; ++i) {                                      \
      FIND_PLACE(at)                                                           \
      memcpy(indexed + at * stride, packed + i * (bytes), bytes);              \
    }                                                                          \
    for (; !scatters && i < n; ++i) {                                          \
      FIND_PLACE(at)                                                           \
      memcpy(packed + i * (bytes), indexed + at * stride, bytes);              \
    }                                                                          \
    break

/// Copy elements straight from or to checked positions; return whether none is
/// outside
static bool
copy_elements(const tercet_gathering *g,
              const tercet_places *places,
              int64_t start,
              int64_t count,
              bool scatters)
{
  const uint64_t *const positions =
      (const uint64_t *)(const void *)(places->positions + start);
  const uint64_t extent = (uint64_t)places->extent;
  const uint64_t from_end = places->is_unsigned ? 0 : extent;
  const uint64_t stride = (uint64_t)places->stride;
  const uint64_t n = (uint64_t)count;
  char *const indexed = g->indexed;
  char *const packed = g->packed + start * g->packed_stride;
  uint64_t i = 0;
  switch (g->item_size) {
    ELEMENTS_CASE(1);
    ELEMENTS_CASE(2);
    ELEMENTS_CASE(4);
    ELEMENTS_CASE(8);
    ELEMENTS_CASE(16);
  default:
    assert(false); // No other size
  }
  return i == n;
}

#undef ELEMENTS_CASE
#undef FIND_PLACE

/// Return whether places are elements, one behind the other where packed, at
/// positions that are checked
static bool
are_elements(const tercet_gathering *g, const tercet_places *places)
{
  return !g->rank && places->positions &&
         places->bounds == TERCET_BOUNDS_CHECK &&
         g->packed_stride == (int64_t)g->item_size;
}

/* ---- Batches ---- */

/// What the tasks of a gathering share
typedef struct {
  const tercet_gathering *g;
  const tercet_places *places;
} gather_job;

static tercet_status
run_batch(const gather_job *job, size_t i, bool scatters)
{
  int64_t buffer[BATCH];
  const int64_t start = (int64_t)i * BATCH;
  const int64_t n_left = job->places->n - start;
  const int64_t n = n_left < BATCH ? n_left : BATCH;
  if (are_elements(job->g, job->places)) {
    return copy_elements(job->g, job->places, start, n, scatters)
               ? TERCET_OK
               : TERCET_ERR_RANGE;
  }
  batch b = {0, n, NULL, 0, scatters};
  TERCET_TRY(find_offsets(job->places, start, b.n, buffer, &b.offsets, NULL));
  return copy_batch(job->g, &b, start);
}

static tercet_status
gather_task(void *context, size_t i)
{
  return run_batch((const gather_job *)context, i, false);
}

static size_t
count_batches(const tercet_places *places)
{
  return (size_t)(places->n / BATCH + (places->n % BATCH != 0));
}

tercet_status
tercet_gather(const tercet_gathering *g,
              const tercet_places *places,
              tercet_error *err)
{
  gather_job job = {g, places};
  const tercet_status st =
      tercet_parallel_run(count_batches(places), gather_task, &job, err);

  // The first position that is outside, whichever task met one
  return st == TERCET_ERR_RANGE ? tercet_places_check(places, err) : st;
}

tercet_status
tercet_scatter(const tercet_gathering *g,
               const tercet_places *places,
               tercet_error *err)
{
  const gather_job job = {g, places};
  const size_t n = count_batches(places);
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(tercet_parallel_check(err));
    TERCET_TRY(run_batch(&job, i, true));
  }
  return TERCET_OK;
}
