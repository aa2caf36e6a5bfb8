// SPDX-License-Identifier: Apache-2.0

/**
   Derives the tables of the ziggurats in long double and compares them.
   `test_random_ziggurat --print` writes src/random/ziggurat.c anew.
*/

#include "check.h"

#include "random/ziggurat.h"

#include <math.h>

#define N TERCET_ZIGGURAT_LAYERS

typedef struct {
  const char *name;
  const tercet_ziggurat *table;
  long double (*density)(long double x);
  long double (*inverse)(long double y);
  long double (*tail)(long double x); ///< Area behind x
} shape;

static long double
normal_density(long double x)
{
  return expl(-x * x / 2);
}

static long double
normal_inverse(long double y)
{
  return sqrtl(-2 * logl(y));
}

static long double
normal_tail(long double x)
{
  return sqrtl(acosl(-1) / 2) * erfcl(x / sqrtl(2));
}

static long double
exponential_density(long double x)
{
  return expl(-x);
}

static long double
exponential_inverse(long double y)
{
  return -logl(y);
}

static const shape normal = {"normal",
                             &tercet_ziggurat_normal,
                             normal_density,
                             normal_inverse,
                             normal_tail};
static const shape exponential = {"exponential",
                                  &tercet_ziggurat_exponential,
                                  exponential_density,
                                  exponential_inverse,
                                  exponential_density};

/// Set x for a tail that begins at `r`, and return by how much the last layer
/// rises above f(0) = 1: negative if `r` is too large
static long double
layers_of(const shape *s, long double r, long double x[N + 1])
{
  const long double v = r * s->density(r) + s->tail(r);
  x[0] = v / s->density(r);
  x[1] = r;
  for (size_t i = 1; i < N - 1; ++i) {
    const long double y = s->density(x[i]) + v / x[i];
    if (y >= 1) {
      return y;
    }
    x[i + 1] = s->inverse(y);
  }
  x[N] = 0;
  return s->density(x[N - 1]) + v / x[N - 1] - 1;
}

static void
derive(const shape *s, tercet_ziggurat *out)
{
  long double x[N + 1];
  long double low = 2;
  long double high = 10;
  for (int i = 0; i < 100; ++i) {
    const long double middle = (low + high) / 2;
    if (layers_of(s, middle, x) > 0) {
      low = middle;
    } else {
      high = middle;
    }
  }
  layers_of(s, high, x);

  out->r = (double)high;
  for (size_t i = 0; i < N; ++i) {
    out->k[i] = (uint64_t)floorl(0x1p52L * (x[i + 1] / x[i]));
    out->w[i] = (double)(x[i] * 0x1p-52L);
    out->f[i] = i ? (double)s->density(x[i]) : 0;
  }
  out->f[N] = 1;
}

static void
print_table(const shape *s)
{
  tercet_ziggurat t;
  derive(s, &t);
  printf(
      "\nconst tercet_ziggurat tercet_ziggurat_%s = {\n%a,\n{\n", s->name, t.r);
  for (size_t i = 0; i < N; ++i) {
    printf("0x%013" PRIx64 ",%s", t.k[i], i % 3 == 2 ? "\n" : " ");
  }
  printf("\n},\n{\n");
  for (size_t i = 0; i < N; ++i) {
    printf("%a,%s", t.w[i], i % 3 == 2 ? "\n" : " ");
  }
  printf("\n},\n{\n");
  for (size_t i = 0; i <= N; ++i) {
    printf("%a,%s", t.f[i], i % 3 == 2 ? "\n" : " ");
  }
  printf("\n}};\n");
}

/// Long double has 64 bits on x86, but 53 elsewhere: allow for rounding
static bool
close_to(double a, double b)
{
  return fabs(a - b) <= 1e-13 * fabs(b);
}

static void
test_tables_are_those_derived(const shape *s)
{
  tercet_ziggurat t;
  derive(s, &t);
  CHECK(close_to(s->table->r, t.r));
  for (size_t i = 0; i < N; ++i) {
    CHECK(fabs((double)s->table->k[i] - (double)t.k[i]) <= 512);
    CHECK(close_to(s->table->w[i], t.w[i]));
    CHECK(close_to(s->table->f[i], t.f[i]));
  }
  CHECK_DOUBLE(s->table->f[N], 1);
}

/// What is accepted at once is under the graph
static void
test_quick_acceptance_is_safe(const shape *s)
{
  for (size_t i = 1; i < N - 1; ++i) {
    const double x = (double)s->table->k[i] * s->table->w[i];
    CHECK((double)s->density((long double)x) >=
          s->table->f[i + 1] * (1 - 1e-14));
  }
  CHECK((double)s->table->k[0] * s->table->w[0] <= s->table->r * (1 + 1e-15));
}

int
main(int argc, char **argv)
{
  if (argc > 1 && !strcmp(argv[1], "--print")) {
    printf(
        "// SPDX-License-Identifier: Apache-2.0\n\n"
        "/// Written by `test_random_ziggurat --print`, then clang-format\n\n"
        "#include \"random/ziggurat.h\"\n");
    print_table(&normal);
    print_table(&exponential);
    return EXIT_SUCCESS;
  }
  test_tables_are_those_derived(&normal);
  test_tables_are_those_derived(&exponential);
  test_quick_acceptance_is_safe(&normal);
  test_quick_acceptance_is_safe(&exponential);
  return check_finish();
}
