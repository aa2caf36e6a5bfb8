// SPDX-License-Identifier: Apache-2.0

/**
   Functions, comparisons and broadcast sums, all into existing tensors, against
   numpy in the same run, where there is a numpy; one thread each.

   Functions and comparisons are of 65,536 numbers, which the L2 cache holds;
   sums of 4096 x 4096, except for "l2".
*/

#include "bench.h"

#include <tercet/tensor.h>

#include <math.h>
#include <string.h>

#define SMALL 65536
#define LARGE 4096

/// A row: its name is that of math_numpy.py
typedef struct {
  const char *name;
  bool is_unary;
  int op; ///< A tercet_unary_op or tercet_binary_op
  int64_t shape[2];
  int64_t shape_a[2];
  int64_t shape_b[2];
  double scale_a; ///< Operand a is uniform from -10 to 10, times this
  bool exp_a;     ///< And then e to that power
  double scale_b;
} row;

#define VECTOR                                                                 \
  {1, SMALL}, {1, SMALL},                                                      \
  {                                                                            \
    1, SMALL                                                                   \
  }
#define MATRIX(a_rows, a_columns, b_rows, b_columns)                           \
  {LARGE, LARGE}, {a_rows, a_columns},                                         \
  {                                                                            \
    b_rows, b_columns                                                          \
  }

static const row rows[] = {
    {"exp", true, TERCET_UNARY_EXP, VECTOR, 1, false, 0},
    {"log", true, TERCET_UNARY_LOG, VECTOR, 1, true, 0},
    {"sin", true, TERCET_UNARY_SIN, VECTOR, 10, false, 0},
    {"cos", true, TERCET_UNARY_COS, VECTOR, 10, false, 0},
    {"tanh", true, TERCET_UNARY_TANH, VECTOR, 1, false, 0},
    {"sqrt", true, TERCET_UNARY_SQRT, VECTOR, 1, true, 0},
    {"power", false, TERCET_POWER, VECTOR, 0.3, true, 0.5},
    {"less", false, TERCET_LESS, VECTOR, 1, false, 1},
    {"equal", false, TERCET_EQUAL, VECTOR, 1, false, 1},
    {"maximum", false, TERCET_MAXIMUM, VECTOR, 1, false, 1},
    {"add_row", false, TERCET_ADD, MATRIX(LARGE, LARGE, 1, LARGE), 1, false, 1},
    {"add_column",
     false,
     TERCET_ADD,
     MATRIX(LARGE, LARGE, LARGE, 1),
     1,
     false,
     1},
    {"add_outer", false, TERCET_ADD, MATRIX(1, LARGE, LARGE, 1), 1, false, 1},
    {"add_row_l2",
     false,
     TERCET_ADD,
     {256, 256},
     {256, 256},
     {1, 256},
     1,
     false,
     1},
};

#define N_ROWS (sizeof(rows) / sizeof(rows[0]))

typedef struct {
  const row *row;
  tercet_tensor *a;
  tercet_tensor *b;
  tercet_tensor *out;
} run_state;

static void
run(void *context)
{
  const run_state *const state = (const run_state *)context;
  const tercet_status st =
      state->row->is_unary
          ? tercet_tensor_unary_into(
                (tercet_unary_op)state->row->op, state->a, state->out, NULL)
          : tercet_tensor_binary_into((tercet_binary_op)state->row->op,
                                      state->a,
                                      state->b,
                                      state->out,
                                      NULL);
  bench_require(!st, state->row->name);
  bench_use(tercet_tensor_data(state->out));
}

/// Make an operand with the numbers of math_numpy.py
static tercet_tensor *
make_operand(tercet_dtype dtype,
             const int64_t *shape,
             double step,
             double scale,
             bool exponential)
{
  tercet_tensor *wide = NULL;
  tercet_tensor *out = NULL;
  bench_require(
      !tercet_tensor_new(NULL, TERCET_DTYPE_F64, 2, shape, &wide, NULL),
      "an operand");
  double *const x = (double *)tercet_tensor_mutable_data(wide);
  for (int64_t i = 0; i < tercet_tensor_size(wide); ++i) {
    const double unit = (double)i * step - floor((double)i * step);
    const double value = (20 * unit - 10) * scale;
    x[i] = exponential ? exp(value) : value;
  }
  bench_require(!tercet_tensor_cast(NULL, wide, dtype, &out, NULL),
                "an operand");
  tercet_tensor_unref(wide);
  return out;
}

/// Return numpy's seconds for a row, or 0 without a numpy
static double
ask_numpy(const char *name, tercet_dtype dtype, char version[64])
{
  const char *const source = getenv("TERCET_SOURCE");
  const char *const python = getenv("TERCET_PYTHON");
  char command[512];
  snprintf(command,
           sizeof(command),
           "%s '%s/bench/math_numpy.py' %s %s 2>/dev/null",
           python ? python : "/usr/bin/python3",
           source ? source : ".",
           name,
           tercet_dtype_name(dtype));
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

static void
run_row(const row *r, tercet_dtype dtype)
{
  const bool is_comparison = !r->is_unary && r->op >= TERCET_EQUAL;
  run_state state = {r, NULL, NULL, NULL};
  state.a =
      make_operand(dtype, r->shape_a, 0.6180339887498949, r->scale_a, r->exp_a);
  state.b =
      make_operand(dtype, r->shape_b, 0.7548776662466927, r->scale_b, false);
  bench_require(!tercet_tensor_new(NULL,
                                   is_comparison ? TERCET_DTYPE_BOOL : dtype,
                                   2,
                                   r->shape,
                                   &state.out,
                                   NULL),
                "a result");
  const double n = (double)tercet_tensor_size(state.out);
  const double own = bench_best(n > 1e6 ? 15 : 2000, run, &state);

  char name[64];
  char version[64] = "";
  snprintf(name, sizeof(name), "%s %s", r->name, tercet_dtype_name(dtype));
  const double peer = ask_numpy(r->name, dtype, version);
  if (peer > 0) {
    bench_rate(name, n / own * 1e-6, version, n / peer * 1e-6, "M/s");
  } else {
    printf("%-44s %10.1f M/s\n", name, n / own * 1e-6);
  }
  tercet_tensor_unref(state.a);
  tercet_tensor_unref(state.b);
  tercet_tensor_unref(state.out);
}

int
main(void)
{
  for (size_t i = 0; i < N_ROWS; ++i) {
    run_row(&rows[i], TERCET_DTYPE_F32);
    run_row(&rows[i], TERCET_DTYPE_F64);
    if (!rows[i].is_unary && rows[i].op >= TERCET_MAXIMUM) {
      run_row(&rows[i], TERCET_DTYPE_I32);
    }
  }
  return EXIT_SUCCESS;
}
