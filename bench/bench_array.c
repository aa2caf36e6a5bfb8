// SPDX-License-Identifier: Apache-2.0

/**
   How near arrays come to the speed of memory.

   Each row is measured beside its limit in the same run, in turns, and printed
   as a ratio of the best times: 1.00 is the speed of the plain loop or copy
   over the same bytes.
*/

#include "array/kernel/kernel.h"
#include "array/tensor_view.h"

#include "bench.h"

#include <string.h>

#define N_ROUNDS 15

typedef void (*bench_function)(void *context);

/// Run an operation and its limit in turns, so that both meet the same
/// machine, and print the best time of each
static void
compare(const char *name,
        bench_function run,
        const char *limit_name,
        bench_function limit,
        void *context)
{
  double best = 1e30;
  double best_limit = 1e30;
  for (int i = 0; i < N_ROUNDS; ++i) {
    const double seconds_limit = bench_best(1, limit, context);
    const double seconds = bench_best(1, run, context);
    best = seconds < best ? seconds : best;
    best_limit = seconds_limit < best_limit ? seconds_limit : best_limit;
  }
  bench_time(name, best, limit_name, best_limit);
}

/* ---- Data ---- */

typedef struct {
  size_t n_rows;
  size_t n_columns;
  float *f32;    ///< The matrix
  float *other;  ///< A second one
  float *out;    ///< Room for a third
  uint16_t *f16; ///< The matrix in half the bytes
  double *query; ///< As long as a row
  double *scores;
  tercet_dot_result *dots;
  const void **rows; ///< Addresses of the rows
  tercet_dtype dtype;
  tercet_reduce_op op;
  int64_t axis;
} bench_data;

static void *
allocate(size_t size)
{
  void *const p = aligned_alloc(64, (size + 63U) / 64U * 64U);
  bench_require(p != NULL, "allocation");
  memset(p, 1, size);
  return p;
}

static void
make_data(bench_data *data, size_t n_rows, size_t n_columns)
{
  const size_t n = n_rows * n_columns;
  data->n_rows = n_rows;
  data->n_columns = n_columns;
  data->f32 = allocate(n * sizeof(float));
  data->other = allocate(n * sizeof(float));
  data->out = allocate(n * sizeof(float));
  data->f16 = allocate(n * sizeof(uint16_t));
  data->query = allocate(n_columns * sizeof(double));
  data->scores = allocate(n_rows * sizeof(double));
  data->dots = allocate(n_rows * sizeof(tercet_dot_result));
  data->rows = allocate(n_rows * sizeof(void *));
  for (size_t i = 0; i < n; ++i) {
    data->f32[i] = (float)((i * 2654435761U >> 7U) % 1024U) / 512.0F - 1.0F;
    data->other[i] = 1.0F + data->f32[i];
  }
  tercet_kernels()->f32_to_f16(data->f32, data->f16, n);
  for (size_t i = 0; i < n_columns; ++i) {
    data->query[i] = (double)data->f32[i * 7U % n];
  }
}

static void
free_data(bench_data *data)
{
  free(data->f32);
  free(data->other);
  free(data->out);
  free(data->f16);
  free(data->query);
  free(data->scores);
  free(data->dots);
  free(data->rows);
}

/* ---- Limits ---- */

#if defined(__x86_64__)
#  define WIDE_TARGET __attribute__((target("avx2")))
#else
#  define WIDE_TARGET
#endif

typedef uint64_t words __attribute__((vector_size(32)));

/// Read every byte, with nothing to compute but a few exclusive ors
WIDE_TARGET static void
read_bytes(const void *data, size_t n_bytes)
{
  const words *const p = (const words *)data;
  words a = {0};
  words b = {0};
  words c = {0};
  words d = {0};
  for (size_t i = 0; i + 4U <= n_bytes / sizeof(words); i += 4U) {
    a ^= p[i];
    b ^= p[i + 1U];
    c ^= p[i + 2U];
    d ^= p[i + 3U];
  }
  a ^= b ^ c ^ d;
  bench_use(&a);
}

/// Read as many bytes as the matrix has in the dtype at hand
static void
read_matrix(void *context)
{
  const bench_data *const data = (const bench_data *)context;
  const size_t n = data->n_rows * data->n_columns;
  read_bytes(data->f32, n * tercet_dtype_size(data->dtype));
}

static void
copy_f32(void *context)
{
  bench_data *const data = (bench_data *)context;
  memcpy(data->out, data->f32, data->n_rows * data->n_columns * sizeof(float));
  bench_use(data->out);
}

/// Copy to new memory, as an operation with a new result must
static void
copy_f32_new(void *context)
{
  const bench_data *const data = (const bench_data *)context;
  const size_t n_bytes = data->n_rows * data->n_columns * sizeof(float);
  float *const out = malloc(n_bytes);
  bench_require(out != NULL, "allocation");
  memcpy(out, data->f32, n_bytes);
  bench_use(out);
  free(out);
}

/* ---- Operations ---- */

/// List the addresses of the rows in the dtype at hand, as a table of
/// candidates would
static const void *const *
list_rows(bench_data *data)
{
  const char *const first = data->dtype == TERCET_DTYPE_F16
                                ? (const char *)data->f16
                                : (const char *)data->f32;
  const size_t n_bytes = data->n_columns * tercet_dtype_size(data->dtype);
  for (size_t i = 0; i < data->n_rows; ++i) {
    data->rows[i] = first + i * n_bytes;
  }
  return data->rows;
}

static void
dot_rows(void *context)
{
  bench_data *const data = (bench_data *)context;
  const tercet_kernel_table *const kernels = tercet_kernels();
  const void *const *const rows = list_rows(data);
  if (data->dtype == TERCET_DTYPE_F16) {
    kernels->dot_rows_f16(
        rows, data->n_rows, data->query, data->n_columns, data->dots);
  } else {
    kernels->dot_rows_f32(
        rows, data->n_rows, data->query, data->n_columns, data->dots);
  }
  bench_use(data->dots);
}

static void
distance_rows(void *context)
{
  bench_data *const data = (bench_data *)context;
  tercet_kernels()->distance_rows_f32(list_rows(data),
                                      data->n_rows,
                                      data->query,
                                      data->n_columns,
                                      data->scores);
  bench_use(data->scores);
}

/// One call for each row, without fetching ahead
static void
dot_each_row(void *context)
{
  bench_data *const data = (bench_data *)context;
  const tercet_kernel_table *const kernels = tercet_kernels();
  for (size_t i = 0; i < data->n_rows; ++i) {
    kernels->dot_f32(data->f32 + i * data->n_columns,
                     data->query,
                     data->n_columns,
                     &data->dots[i]);
  }
  bench_use(data->dots);
}

static void
add_in_place(void *context)
{
  bench_data *const data = (bench_data *)context;
  tercet_kernels()->binary_f32[TERCET_ADD](
      data->f32, data->other, data->out, data->n_rows * data->n_columns);
  bench_use(data->out);
}

static const tercet_tensor *
view_matrix(tercet_tensor_view *view,
            tercet_dtype dtype,
            const bench_data *data,
            const void *elements)
{
  const int64_t shape[2] = {(int64_t)data->n_rows, (int64_t)data->n_columns};
  tercet_tensor_type type;
  bench_require(tercet_tensor_type_init(dtype, 2, shape, &type, NULL) ==
                    TERCET_OK,
                "shape");
  return tercet_tensor_view_init(view, &type, elements);
}

/// Add the first `n_rows` rows of the second matrix
static void
add_rows(const bench_data *data, size_t n_rows)
{
  bench_data rows = *data;
  rows.n_rows = n_rows;
  tercet_tensor_view a;
  tercet_tensor_view b;
  tercet_tensor *out = NULL;
  bench_require(tercet_tensor_binary(
                    NULL,
                    TERCET_ADD,
                    view_matrix(&a, TERCET_DTYPE_F32, data, data->f32),
                    view_matrix(&b, TERCET_DTYPE_F32, &rows, data->other),
                    &out,
                    NULL) == TERCET_OK,
                "add");
  bench_use(tercet_tensor_data(out));
  tercet_tensor_unref(out);
}

static void
add_tensors(void *context)
{
  const bench_data *const data = (const bench_data *)context;
  add_rows(data, data->n_rows);
}

static void
add_one_row(void *context)
{
  add_rows((const bench_data *)context, 1);
}

static void
reduce(void *context)
{
  const bench_data *const data = (const bench_data *)context;
  tercet_tensor_view view;
  tercet_tensor *out = NULL;
  const void *const elements =
      data->dtype == TERCET_DTYPE_F16 ? (const void *)data->f16 : data->f32;
  bench_require(
      tercet_tensor_reduce(NULL,
                           data->op,
                           view_matrix(&view, data->dtype, data, elements),
                           data->axis,
                           &out,
                           NULL) == TERCET_OK,
      "reduction");
  bench_use(tercet_tensor_data(out));
  tercet_tensor_unref(out);
}

/* ---- Tables ---- */

static void
bench_scans(size_t n_rows, size_t n_columns)
{
  bench_data data = {.dtype = TERCET_DTYPE_F32};
  make_data(&data, n_rows, n_columns);
  printf("\nrows of %zu x %zu against a float64 vector\n", n_rows, n_columns);
  compare("dot and square, float32", dot_rows, "read", read_matrix, &data);
  compare("dot and square, float32, row by row",
          dot_each_row,
          "read",
          read_matrix,
          &data);
  compare("distance, float32", distance_rows, "read", read_matrix, &data);
  data.dtype = TERCET_DTYPE_F16;
  compare("dot and square, float16", dot_rows, "read", read_matrix, &data);
  free_data(&data);
}

static void
bench_adds(size_t n_rows, size_t n_columns)
{
  bench_data data = {.dtype = TERCET_DTYPE_F32};
  make_data(&data, n_rows, n_columns);
  printf("\nadd %zu x %zu float32\n", n_rows, n_columns);
  compare("kernel", add_in_place, "memcpy", copy_f32, &data);
  compare(
      "matrix, new result", add_tensors, "memcpy to new", copy_f32_new, &data);
  compare(
      "one row, new result", add_one_row, "memcpy to new", copy_f32_new, &data);
  free_data(&data);
}

static void
bench_reductions(size_t n_rows, size_t n_columns)
{
  static const struct {
    const char *name;
    tercet_reduce_op op;
    tercet_dtype dtype;
  } rows[] = {
      {"sum float32", TERCET_SUM, TERCET_DTYPE_F32},
      {"norm2 float32", TERCET_NORM2, TERCET_DTYPE_F32},
      {"max float32", TERCET_MAX, TERCET_DTYPE_F32},
      {"sum int32", TERCET_SUM, TERCET_DTYPE_I32},
      {"sum uint8", TERCET_SUM, TERCET_DTYPE_U8},
      {"max int16", TERCET_MAX, TERCET_DTYPE_I16},
      {"sum float16", TERCET_SUM, TERCET_DTYPE_F16},
  };
  bench_data data = {0};
  make_data(&data, n_rows, n_columns);
  printf("\nreductions of %zu x %zu\n", n_rows, n_columns);
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    for (data.axis = TERCET_ALL_AXES; data.axis < 2; ++data.axis) {
      data.op = rows[i].op;
      data.dtype = rows[i].dtype;
      char name[64];
      snprintf(name,
               sizeof(name),
               data.axis < 0 ? "%s, all" : "%s, axis %d",
               rows[i].name,
               (int)data.axis);
      compare(name, reduce, "read", read_matrix, &data);
    }
  }
  free_data(&data);
}

int
main(void)
{
  printf("kernels: %s\n", tercet_kernels()->name);
  bench_scans(50000, 768);
  bench_scans(100000, 384);
  bench_adds(8192, 4096);
  bench_adds(64, 1024);
  bench_reductions(4096, 4096);
  return EXIT_SUCCESS;
}
