// SPDX-License-Identifier: Apache-2.0

/// Categories by weights: which one comes up, and how often each one does

#include "random/alias.h"
#include "random/counts.h"

#include "array/shape.h"
#include "array/tensor_view.h"
#include "base/allocator.h"
#include "base/error.h"

#include <inttypes.h>

/* ---- Weights ---- */

static tercet_status
report_weight(const char *distribution,
              const tercet_tensor *weights,
              int64_t position,
              double value,
              tercet_error *err)
{
  int64_t index[TERCET_MAX_RANK];
  for (size_t i = weights->rank; i-- > 0;) {
    index[i] = position % weights->shape[i];
    position /= weights->shape[i];
  }
  char at[TERCET_SHAPE_TEXT_MAX];
  return tercet_error_set(err,
                          TERCET_ERR_RANGE,
                          "%s: weight %s is %g, must be finite and not "
                          "negative",
                          distribution,
                          tercet_shape_text(weights->rank, index, at),
                          value);
}

/// Check each weight, and that each row has one that is not 0
static tercet_status
check_weights(const char *distribution,
              const tercet_tensor *weights,
              tercet_error *err)
{
  const double *const w = (const double *)(const void *)weights->data;
  const int64_t n = weights->shape[weights->rank - 1U];
  for (int64_t start = 0; start < weights->size; start += n) {
    bool has_weight = false;
    for (int64_t i = start; i < start + n; ++i) {
      if (!(w[i] >= 0.0 && isfinite(w[i]))) {
        return report_weight(distribution, weights, i, w[i], err);
      }
      has_weight = has_weight || w[i] > 0.0;
    }
    if (!has_weight) {
      return tercet_error_set(err,
                              TERCET_ERR_RANGE,
                              "%s: all %" PRId64 " weights of row %" PRId64
                              " are 0",
                              distribution,
                              n,
                              start / n);
    }
  }
  return TERCET_OK;
}

static tercet_status
check_weight_dtype(const char *distribution,
                   tercet_dtype dtype,
                   tercet_error *err)
{
  return tercet_dtype_kind_of(dtype) != TERCET_KIND_C
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_DTYPE,
                                "%s: no weights of dtype %s",
                                distribution,
                                tercet_dtype_name(dtype));
}

/// Make a contiguous copy of weights in float64, which are then checked
static tercet_status
copy_weights(const tercet_allocator *alloc,
             const char *distribution,
             const tercet_tensor *weights,
             tercet_tensor **out,
             tercet_error *err)
{
  TERCET_TRY(check_weight_dtype(distribution, weights->dtype, err));
  TERCET_TRY(tercet_tensor_cast(alloc, weights, TERCET_DTYPE_F64, out, err));
  const tercet_status st = check_weights(distribution, *out, err);
  if (st != TERCET_OK) {
    tercet_tensor_unref(*out);
    *out = NULL;
  }
  return st;
}

static tercet_status
check_rank(const char *distribution,
           const tercet_tensor *weights,
           bool is_vector,
           tercet_error *err)
{
  const bool holds = is_vector ? weights->rank == 1U : weights->rank > 0;
  return holds ? TERCET_OK
               : tercet_error_set(err,
                                  TERCET_ERR_SHAPE,
                                  "%s: weights of rank %zu, must be %s",
                                  distribution,
                                  weights->rank,
                                  is_vector ? "1" : "1 or more");
}

/// Check that the dtype holds `greatest`
static tercet_status
check_holds(const char *distribution,
            tercet_dtype dtype,
            uint64_t greatest,
            tercet_error *err)
{
  TERCET_TRY(tercet_random_check_number(distribution, dtype, false, err));
  return greatest <= tercet_random_greatest(dtype)
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_RANGE,
                                "%s: %s does not hold %" PRIu64,
                                distribution,
                                tercet_dtype_name(dtype),
                                greatest);
}

/* ---- Categories ---- */

/// Rows of weights, of which one after the other becomes the table
typedef struct {
  tercet_alias *table;
  double *row;           ///< Room for the weights of a row
  const double *weights; ///< Next row
  size_t n;              ///< Categories
  int64_t n_samples;     ///< Of each row
  int64_t n_left;        ///< Of this row
} categories;

static void
fill_categories(tercet_random *random,
                const void *parameters,
                void *out,
                size_t n)
{
  categories *const c = *(categories *const *)parameters;
  uint64_t *const x = (uint64_t *)out;
  tercet_random_words(random, x, n);
  for (size_t i = 0; i < n; ++i) {
    if (!c->n_left) {
      memcpy(c->row, c->weights, c->n * sizeof(*c->row));
      tercet_alias_init(c->table, c->n, c->row);
      c->weights += c->n;
      c->n_left = c->n_samples;
    }
    --c->n_left;
    x[i] = alias_sample(c->table, c->n, x[i]);
  }
}

/// Fill with categories of weights that were checked
static tercet_status
fill_rows(tercet_random *random,
          const tercet_tensor *weights,
          tercet_tensor *out,
          tercet_error *err)
{
  const size_t n = (size_t)weights->shape[weights->rank - 1U];
  categories c = {.weights = (const double *)(const void *)weights->data,
                  .n = n,
                  .n_samples = out->shape[out->rank - 1U]};
  c.table = (tercet_alias *)tercet_allocate_array(
      weights->alloc, n, sizeof(*c.table));
  c.row = (double *)tercet_allocate_array(weights->alloc, n, sizeof(*c.row));

  categories *const parameters = &c;
  const tercet_status st =
      c.table && c.row
          ? tercet_random_fill(
                random, TERCET_KIND_U, fill_categories, &parameters, out, err)
          : tercet_error_no_memory(err);
  tercet_release(weights->alloc, c.table);
  tercet_release(weights->alloc, c.row);
  return st;
}

/// Check that `out` has the shape of the weights but for the last extent
static tercet_status
check_rows(const tercet_tensor *weights,
           const tercet_tensor *out,
           tercet_error *err)
{
  TERCET_TRY(check_rank("categorical", weights, false, err));
  const size_t n_outer = weights->rank - 1U;
  if (out->rank != weights->rank ||
      !tercet_shape_equals(n_outer, weights->shape, n_outer, out->shape)) {
    char a[TERCET_SHAPE_TEXT_MAX];
    char b[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "categorical: weights %s and a result %s differ before the last axis",
        tercet_shape_text(weights->rank, weights->shape, a),
        tercet_shape_text(out->rank, out->shape, b));
  }
  if (out->size && weights->shape[n_outer] == 0) {
    return tercet_error_set(
        err, TERCET_ERR_RANGE, "categorical: no categories to draw from");
  }
  return TERCET_OK;
}

tercet_status
tercet_random_categorical_into(tercet_random *random,
                               const tercet_tensor *weights,
                               tercet_tensor *out,
                               tercet_error *err)
{
  TERCET_TRY(tercet_random_check_writable(out, err));
  TERCET_TRY(check_rows(weights, out, err));
  const int64_t n = weights->shape[weights->rank - 1U];
  TERCET_TRY(
      check_holds("categorical", out->dtype, n ? (uint64_t)n - 1U : 0U, err));

  tercet_tensor *copy = NULL;
  TERCET_TRY(copy_weights(random->alloc, "categorical", weights, &copy, err));
  const tercet_status st = fill_rows(random, copy, out, err);
  tercet_tensor_unref(copy);
  return st;
}

tercet_status
tercet_random_categorical(const tercet_allocator *alloc,
                          tercet_random *random,
                          tercet_dtype dtype,
                          const tercet_tensor *weights,
                          int64_t n_samples,
                          tercet_tensor **out,
                          tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_rank("categorical", weights, false, err));
  if (n_samples < 0) {
    return tercet_error_set(err,
                            TERCET_ERR_RANGE,
                            "categorical: %" PRId64 " samples to draw",
                            n_samples);
  }
  int64_t shape[TERCET_MAX_RANK];
  memcpy(shape, weights->shape, weights->rank * sizeof(*shape));
  shape[weights->rank - 1U] = n_samples;
  TERCET_TRY(tercet_random_make(alloc, dtype, weights->rank, shape, out, err));
  return tercet_tensor_made(
      tercet_random_categorical_into(random, weights, *out, err), out);
}

/* ---- Counts ---- */

/// An experiment is a row of binomial numbers, each among the draws that the
/// categories before left over
typedef struct {
  double *shares; ///< Weight of each category among those from it on
  size_t n;       ///< Categories
  double n_draws; ///< Of an experiment
  double n_left;  ///< Of this experiment
  size_t i;       ///< Next category
} experiments;

static void
fill_counts(tercet_random *random, const void *parameters, void *out, size_t n)
{
  experiments *const e = *(experiments *const *)parameters;
  double *const x = (double *)out;
  for (size_t i = 0; i < n; ++i) {
    if (e->i == e->n) {
      e->i = 0;
      e->n_left = e->n_draws;
    }
    const double share = e->shares[e->i++];
    x[i] = share == 1.0 || e->n_left == 0.0
               ? e->n_left
               : tercet_random_next_binomial(random, e->n_left, share);
    e->n_left -= x[i];
  }
}

/// Turn weights into their shares among themselves and what follows.  Behind
/// the last weight that is not 0 the shares do not matter.
static void
set_shares(double *weights, size_t n)
{
  double greatest = 0.0;
  for (size_t i = 0; i < n; ++i) {
    greatest = weights[i] > greatest ? weights[i] : greatest;
  }
  double sum = 0.0;
  for (size_t i = n; i-- > 0;) {
    const double weight = weights[i] / greatest;
    sum += weight;
    weights[i] = sum > 0.0 ? weight / sum : 1.0;
  }
}

static tercet_status
check_counts(int64_t n,
             const tercet_tensor *weights,
             const tercet_tensor *out,
             tercet_error *err)
{
  TERCET_TRY(tercet_random_check_count("multinomial", "n", n, err));
  TERCET_TRY(check_holds("multinomial", out->dtype, (uint64_t)n, err));
  TERCET_TRY(check_rank("multinomial", weights, true, err));
  if (out->rank == 0 || out->shape[out->rank - 1U] != weights->shape[0]) {
    char shape[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(err,
                            TERCET_ERR_SHAPE,
                            "multinomial: %" PRId64
                            " weights, but a result of shape %s",
                            weights->shape[0],
                            tercet_shape_text(out->rank, out->shape, shape));
  }
  if (weights->shape[0] == 0) {
    return tercet_error_set(
        err, TERCET_ERR_RANGE, "multinomial: no categories to draw from");
  }
  return TERCET_OK;
}

tercet_status
tercet_random_multinomial_into(tercet_random *random,
                               int64_t n,
                               const tercet_tensor *weights,
                               tercet_tensor *out,
                               tercet_error *err)
{
  TERCET_TRY(tercet_random_check_writable(out, err));
  TERCET_TRY(check_counts(n, weights, out, err));
  tercet_tensor *copy = NULL;
  TERCET_TRY(copy_weights(random->alloc, "multinomial", weights, &copy, err));

  experiments e = {.shares = (double *)(void *)copy->data,
                   .n = (size_t)copy->size,
                   .n_draws = (double)n,
                   .i = (size_t)copy->size};
  set_shares(e.shares, e.n);
  experiments *const parameters = &e;
  const tercet_status st = tercet_random_fill(
      random, TERCET_KIND_F, fill_counts, &parameters, out, err);
  tercet_tensor_unref(copy);
  return st;
}

tercet_status
tercet_random_multinomial(const tercet_allocator *alloc,
                          tercet_random *random,
                          tercet_dtype dtype,
                          size_t rank,
                          const int64_t *shape,
                          int64_t n,
                          const tercet_tensor *weights,
                          tercet_tensor **out,
                          tercet_error *err)
{
  *out = NULL;
  TERCET_TRY(check_rank("multinomial", weights, true, err));
  if (rank >= TERCET_MAX_RANK) {
    return tercet_error_set(
        err,
        TERCET_ERR_SHAPE,
        "multinomial: a shape of rank %zu leaves no axis for the categories",
        rank);
  }
  int64_t extended[TERCET_MAX_RANK];
  if (rank) {
    memcpy(extended, shape, rank * sizeof(*shape));
  }
  extended[rank] = weights->shape[0];
  TERCET_TRY(tercet_random_make(alloc, dtype, rank + 1U, extended, out, err));
  return tercet_tensor_made(
      tercet_random_multinomial_into(random, n, weights, *out, err), out);
}
