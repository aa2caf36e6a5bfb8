// SPDX-License-Identifier: Apache-2.0

/**
   Random numbers, in millions a second on one thread: against a plain
   baseline, one number at a time from one xoshiro256++ by the textbook's
   method, and against numpy's Generator, where there is a numpy.
   `bench_random [N]`
*/

#include "bench.h"

#include <tercet/tercet.h>

#include <math.h>
#include <string.h>

#define RUNS 25

/* ---- The plain baseline ---- */

typedef struct {
  uint64_t s[4];
} plain;

static uint64_t
rotate(uint64_t x, unsigned n)
{
  return (x << n) | (x >> (64U - n));
}

static double
plain_uniform(plain *p)
{
  uint64_t *const s = p->s;
  const uint64_t word = rotate(s[0] + s[3], 23) + s[0];
  const uint64_t t = s[1] << 17U;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotate(s[3], 45);
  return (double)(word >> 11U) * 0x1p-53;
}

static double
plain_exponential(plain *p)
{
  return -log(1 - plain_uniform(p));
}

/// The polar method
static double
plain_normal(plain *p)
{
  for (;;) {
    const double x = 2 * plain_uniform(p) - 1;
    const double y = 2 * plain_uniform(p) - 1;
    const double square = x * x + y * y;
    if (square < 1 && square > 0) {
      return x * sqrt(-2 * log(square) / square);
    }
  }
}

/// Fifty coins
static double
plain_binomial(plain *p)
{
  double n = 0;
  for (int i = 0; i < 50; ++i) {
    n += plain_uniform(p) < 0.5;
  }
  return n;
}

/// Products of uniform numbers (Knuth)
static double
plain_poisson(plain *p)
{
  double product = plain_uniform(p);
  double n = 0;
  for (; product > 0.36787944117144233; ++n) {
    product *= plain_uniform(p);
  }
  return n;
}

/* ---- What is measured ---- */

/// Numbers into a tensor; what makes the tensor is part of the time where
/// numpy's function makes an array
typedef struct {
  const char *name; ///< As in random_numpy.py
  tercet_dtype dtype;
  bool is_new;
  tercet_status (*fill)(tercet_random *random, tercet_tensor *out);
  double (*baseline)(plain *p); ///< May be NULL
} kind;

#define FILL(name, call)                                                       \
  static tercet_status fill_##name(tercet_random *random, tercet_tensor *out)  \
  {                                                                            \
    return tercet_random_##call;                                               \
  }

FILL(uniform, uniform_into(random, out, NULL))
FILL(normal, normal_into(random, 0, 1, out, NULL))
FILL(normal_2_3, normal_into(random, 2, 3, out, NULL))
FILL(exponential, exponential_into(random, 1, out, NULL))
FILL(gamma, gamma_into(random, 2.5, 1, out, NULL))
FILL(gamma_half, gamma_into(random, 0.5, 1, out, NULL))
FILL(beta, beta_into(random, 2, 3, out, NULL))
FILL(student_t, student_t_into(random, 30, out, NULL))
FILL(laplace, laplace_into(random, 0.5, 2, out, NULL))
FILL(lognormal, lognormal_into(random, 0.5, 1, out, NULL))
FILL(integers, integers_into(random, 0, 1000, false, out, NULL))
FILL(poisson, poisson_into(random, 1, out, NULL))
FILL(poisson_large, poisson_into(random, 1000, out, NULL))
FILL(binomial, binomial_into(random, 50, 0.5, out, NULL))
FILL(binomial_rare, binomial_into(random, 50, 0.05, out, NULL))
FILL(binomial_large, binomial_into(random, 100000, 0.3, out, NULL))

static tercet_status
fill_categorical(tercet_random *random, tercet_tensor *out)
{
  int32_t weights[100];
  const int64_t n = 100;
  for (int32_t i = 0; i < 100; ++i) {
    weights[i] = i + 1;
  }
  tercet_tensor *tensor = NULL;
  tercet_status st = tercet_tensor_from_data(
      NULL, TERCET_DTYPE_I32, 1, &n, weights, &tensor, NULL);
  if (!st) {
    st = tercet_random_categorical_into(random, tensor, out, NULL);
    tercet_tensor_unref(tensor);
  }
  return st;
}

static tercet_status
fill_permutation(tercet_random *random, tercet_tensor *out)
{
  tercet_tensor *order = NULL;
  const tercet_status st = tercet_random_permutation(
      NULL, random, TERCET_DTYPE_I64, tercet_tensor_size(out), &order, NULL);
  tercet_tensor_unref(order);
  return st;
}

#define F32 TERCET_DTYPE_F32
#define F64 TERCET_DTYPE_F64
#define I32 TERCET_DTYPE_I32
#define I64 TERCET_DTYPE_I64

static const kind kinds[] = {
    {"uniform_f64", F64, false, fill_uniform, plain_uniform},
    {"uniform_f32", F32, false, fill_uniform, NULL},
    {"normal_f64", F64, false, fill_normal, plain_normal},
    {"normal_f32", F32, false, fill_normal, NULL},
    {"normal_new", F64, true, fill_normal_2_3, NULL},
    {"exponential", F64, false, fill_exponential, plain_exponential},
    {"gamma", F64, false, fill_gamma, NULL},
    {"gamma_half", F64, false, fill_gamma_half, NULL},
    {"beta", F64, true, fill_beta, NULL},
    {"student_t", F64, true, fill_student_t, NULL},
    {"laplace", F64, true, fill_laplace, NULL},
    {"lognormal", F64, true, fill_lognormal, NULL},
    {"integers", I64, true, fill_integers, NULL},
    {"integers_i32", I32, true, fill_integers, NULL},
    {"poisson", I64, true, fill_poisson, plain_poisson},
    {"poisson_large", I64, true, fill_poisson_large, NULL},
    {"binomial", I64, true, fill_binomial, plain_binomial},
    {"binomial_rare", I64, true, fill_binomial_rare, NULL},
    {"binomial_large", I64, true, fill_binomial_large, NULL},
    {"categorical", I64, true, fill_categorical, NULL},
    {"permutation", I64, false, fill_permutation, NULL},
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

/// What a run works on
typedef struct {
  const kind *kind;
  tercet_random *random;
  tercet_tensor *out;
  int64_t n;
} run_state;

static void
run(void *context)
{
  const run_state *const state = (const run_state *)context;
  tercet_tensor *out = state->out;
  if (state->kind->is_new) {
    bench_require(
        !tercet_tensor_new(NULL, state->kind->dtype, 1, &state->n, &out, NULL),
        "a tensor");
  }
  bench_require(!state->kind->fill(state->random, out), state->kind->name);
  bench_use(tercet_tensor_data(out));
  if (state->kind->is_new) {
    tercet_tensor_unref(out);
  }
}

static void
run_baseline(void *context)
{
  const run_state *const state = (const run_state *)context;
  double *const out = (double *)tercet_tensor_mutable_data(state->out);
  plain p = {{1, 2, 3, 4}};
  for (int64_t i = 0; i < state->n; ++i) {
    out[i] = state->kind->baseline(&p);
  }
  bench_use(out);
}

/// Return numpy's seconds for a kind, or 0 without a numpy
static double
ask_numpy(const char *name, int64_t n, char version[64])
{
  const char *const source = getenv("TERCET_SOURCE");
  const char *const python = getenv("TERCET_PYTHON");
  char command[512];
  snprintf(command,
           sizeof(command),
           "%s '%s/bench/random_numpy.py' %lld %s 2>/dev/null",
           python ? python : "/usr/bin/python3",
           source ? source : ".",
           (long long)n,
           name);
  double seconds = 0;
  FILE *const pipe = popen(command, "r");
  if (pipe) {
    if (fscanf(pipe, "%lf %63s", &seconds, version) != 2) {
      seconds = 0;
    }
    pclose(pipe);
  }
  return seconds;
}

int
main(int argc, char **argv)
{
  const int64_t n = argc > 1 ? strtoll(argv[1], NULL, 10) : 1000000;
  tercet_random *random = NULL;
  bench_require(!tercet_random_new(NULL, 1, &random, NULL), "a generator");
  for (size_t i = 0; i < N_KINDS; ++i) {
    const kind *const k = &kinds[i];
    run_state state = {k, random, NULL, n};
    bench_require(!tercet_tensor_new(NULL, k->dtype, 1, &n, &state.out, NULL),
                  "a tensor");
    const double rate = (double)n / bench_best(RUNS, run, &state) * 1e-6;
    char version[64] = "";
    const double seconds = ask_numpy(k->name, n, version);
    if (seconds > 0) {
      bench_rate(k->name, rate, version, (double)n / seconds * 1e-6, "M/s");
    }
    if (k->baseline) {
      bench_rate(k->name,
                 rate,
                 "one at a time",
                 (double)n / bench_best(3, run_baseline, &state) * 1e-6,
                 "M/s");
    } else if (!(seconds > 0)) {
      printf("%-44s %10.1f M/s\n", k->name, rate);
    }
    tercet_tensor_unref(state.out);
  }
  tercet_random_free(random);
  return EXIT_SUCCESS;
}
