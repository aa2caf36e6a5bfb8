// SPDX-License-Identifier: Apache-2.0

/**
   Numbers whose parameters differ from element to element.

   Parameters are brought to float64 in the shape of the result, and checked
   before the first number is drawn.  Where they only place and scale, a whole
   block of standard numbers is drawn; else each number is a block of its own.
*/

#include "random/continuous.h"
#include "random/counts.h"
#include "random/random_internal.h"

#include "array/elementwise.h"
#include "base/error.h"

/// What a parameter must be
typedef enum {
  ABSENT,
  FINITE,
  NOT_NEGATIVE,
  POSITIVE,
  COUNT,  ///< Whole, 0 to 2^53
  MEAN,   ///< 0 to 2^53
  CHANCE, ///< 0 to 1
} rule;

typedef struct {
  const char *name;
  struct {
    const char *name;
    rule rule;
  } parameters[2];
  bool is_count; ///< Integers too
} description;

static const description descriptions[] = {
    [TERCET_RANDOM_UNIFORM] = {"uniform",
                               {{"low", FINITE}, {"high", FINITE}},
                               false},
    [TERCET_RANDOM_NORMAL] = {"normal",
                              {{"loc", FINITE}, {"sigma", NOT_NEGATIVE}},
                              false},
    [TERCET_RANDOM_LOGNORMAL] = {"lognormal",
                                 {{"loc", FINITE}, {"sigma", NOT_NEGATIVE}},
                                 false},
    [TERCET_RANDOM_EXPONENTIAL] = {"exponential",
                                   {{"scale", NOT_NEGATIVE}, {NULL, ABSENT}},
                                   false},
    [TERCET_RANDOM_LAPLACE] = {"laplace",
                               {{"loc", FINITE}, {"scale", NOT_NEGATIVE}},
                               false},
    [TERCET_RANDOM_GAMMA] = {"gamma",
                             {{"shape", NOT_NEGATIVE}, {"scale", NOT_NEGATIVE}},
                             false},
    [TERCET_RANDOM_BETA] = {"beta", {{"a", POSITIVE}, {"b", POSITIVE}}, false},
    [TERCET_RANDOM_CHISQUARE] = {"chisquare",
                                 {{"df", POSITIVE}, {NULL, ABSENT}},
                                 false},
    [TERCET_RANDOM_F] = {"f", {{"df1", POSITIVE}, {"df2", POSITIVE}}, false},
    [TERCET_RANDOM_STUDENT_T] = {"student_t",
                                 {{"df", POSITIVE}, {NULL, ABSENT}},
                                 false},
    [TERCET_RANDOM_POISSON] = {"poisson",
                               {{"lam", MEAN}, {NULL, ABSENT}},
                               true},
    [TERCET_RANDOM_BINOMIAL] = {"binomial",
                                {{"n", COUNT}, {"p", CHANCE}},
                                true},
};

#define N_DISTRIBUTIONS (sizeof(descriptions) / sizeof(descriptions[0]))

static_assert(N_DISTRIBUTIONS == TERCET_RANDOM_DISTRIBUTIONS,
              "one for each distribution");

/* ---- Parameters ---- */

static tercet_status
check_value(const char *distribution,
            const char *name,
            rule must_be,
            double value,
            tercet_error *err)
{
  switch (must_be) {
  case ABSENT:
    return TERCET_OK;
  case FINITE:
    return tercet_random_check_finite(distribution, name, value, err);
  case NOT_NEGATIVE:
    return tercet_random_check_not_negative(distribution, name, value, err);
  case POSITIVE:
    return tercet_random_check_positive(distribution, name, value, err);
  case COUNT:
  case MEAN:
  case CHANCE:
    break;
  }
  const double most = must_be == CHANCE ? 1.0 : 0x1p53;
  const bool is_whole = must_be != COUNT || value == floor(value);
  return value >= 0.0 && value <= most && is_whole
             ? TERCET_OK
             : tercet_error_set(err,
                                TERCET_ERR_RANGE,
                                "%s: %s is %g, must be %s0 to %s",
                                distribution,
                                name,
                                value,
                                must_be == COUNT ? "a whole number from " : "",
                                must_be == CHANCE ? "1" : "2^53");
}

/// Bring a parameter to float64 in the shape of the result, and check it
static tercet_status
prepare_parameter(const description *what,
                  size_t i,
                  const tercet_tensor *parameter,
                  const tercet_tensor *out,
                  tercet_tensor **copy,
                  tercet_error *err)
{
  if (tercet_dtype_kind_of(parameter->dtype) == TERCET_KIND_C) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "%s: %s is %s, must be real",
                            what->name,
                            what->parameters[i].name,
                            tercet_dtype_name(parameter->dtype));
  }
  tercet_tensor *spread = NULL;
  TERCET_TRY(tercet_tensor_broadcast_to(
      parameter, out->rank, out->shape, &spread, err));
  tercet_status st =
      tercet_tensor_cast(out->alloc, spread, TERCET_DTYPE_F64, copy, err);
  tercet_tensor_unref(spread);
  for (int64_t j = 0; !st && j < out->size; ++j) {
    st = check_value(what->name,
                     what->parameters[i].name,
                     what->parameters[i].rule,
                     ((const double *)(const void *)(*copy)->data)[j],
                     err);
  }
  return st;
}

/* ---- Numbers ---- */

/// Parameters of the elements that come next
typedef struct {
  tercet_random_distribution distribution;
  const double *a;
  const double *b;
} cursor;

/// Numbers that parameters only place and scale
static void
draw_placed(tercet_random *random, const cursor *at, double *out, size_t n)
{
  if (at->distribution == TERCET_RANDOM_UNIFORM) {
    tercet_random_uniform_block(random, 11U, out, n);
    for (size_t i = 0; i < n; ++i) {
      out[i] = at->a[i] + (at->b[i] - at->a[i]) * out[i];
    }
    return;
  }
  if (at->distribution == TERCET_RANDOM_EXPONENTIAL) {
    tercet_random_exponential_block(random, out, n);
    for (size_t i = 0; i < n; ++i) {
      out[i] *= at->a[i];
    }
    return;
  }
  if (at->distribution == TERCET_RANDOM_LAPLACE) {
    tercet_random_laplace_block(random, out, n);
  } else {
    tercet_random_normal_block(random, out, n);
  }
  for (size_t i = 0; i < n; ++i) {
    out[i] = at->a[i] + at->b[i] * out[i];
  }
  if (at->distribution == TERCET_RANDOM_LOGNORMAL) {
    for (size_t i = n; i < whole_lanes(n); ++i) {
      out[i] = 0.0;
    }
    random->kernels->exp(out, whole_lanes(n));
  }
}

static double
draw_one(tercet_random *random,
         tercet_random_distribution distribution,
         double a,
         double b)
{
  if (distribution == TERCET_RANDOM_POISSON) {
    return tercet_random_next_poisson(random, a);
  }
  if (distribution == TERCET_RANDOM_BINOMIAL) {
    return tercet_random_next_binomial(random, a, b);
  }
  const tercet_random_pair pair = {a, b};
  double block[BLOCK];
  tercet_random_continuous_block(distribution)(random, &pair, block, 1);
  return block[0];
}

static void
fill_each(tercet_random *random, const void *parameters, void *out, size_t n)
{
  cursor *const at = *(cursor *const *)parameters;
  double *const x = (double *)out;
  if (at->distribution <= TERCET_RANDOM_LAPLACE) {
    draw_placed(random, at, x, n);
  } else {
    for (size_t i = 0; i < n; ++i) {
      x[i] = draw_one(random, at->distribution, at->a[i], at->b[i]);
    }
  }
  at->a += n;
  at->b += n;
}

/* ---- Tensors ---- */

static tercet_status
check_call(const description *what,
           const tercet_tensor *b,
           const tercet_tensor *out,
           tercet_error *err)
{
  if (!b != (what->parameters[1].rule == ABSENT)) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "%s: %s parameter",
                            what->name,
                            b ? "there is no second" : "no second");
  }
  TERCET_TRY(what->is_count
                 ? tercet_random_check_number(what->name, out->dtype, true, err)
                 : tercet_random_check_float(what->name, out->dtype, err));
  return tercet_random_check_writable(out, err);
}

tercet_status
tercet_random_each_into(tercet_random *random,
                        tercet_random_distribution distribution,
                        const tercet_tensor *a,
                        const tercet_tensor *b,
                        tercet_tensor *out,
                        tercet_error *err)
{
  assert((size_t)distribution < N_DISTRIBUTIONS);

  const description *const what = &descriptions[distribution];
  TERCET_TRY(check_call(what, b, out, err));
  tercet_tensor *copies[2] = {NULL, NULL};
  tercet_status st = prepare_parameter(what, 0, a, out, &copies[0], err);
  if (!st && b) {
    st = prepare_parameter(what, 1, b, out, &copies[1], err);
  }
  if (!st) {
    const void *const first = copies[0]->data;
    const void *const second = b ? copies[1]->data : copies[0]->data;
    cursor start = {
        distribution, (const double *)first, (const double *)second};
    cursor *const at = &start;
    st = tercet_random_fill(random, TERCET_KIND_F, fill_each, &at, out, err);
  }
  tercet_tensor_unref(copies[1]);
  tercet_tensor_unref(copies[0]);
  return st;
}

tercet_status
tercet_random_each(const tercet_allocator *alloc,
                   tercet_random *random,
                   tercet_random_distribution distribution,
                   tercet_dtype dtype,
                   const tercet_tensor *a,
                   const tercet_tensor *b,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  size_t rank = 0;
  int64_t shape[TERCET_MAX_RANK];
  const tercet_tensor *const other = b ? b : a;
  TERCET_TRY(tercet_shape_broadcast(
      a->rank, a->shape, other->rank, other->shape, &rank, shape, err));
  TERCET_TRY(tercet_random_make(alloc, dtype, rank, shape, out, err));
  return tercet_tensor_made(
      tercet_random_each_into(random, distribution, a, b, *out, err), out);
}
