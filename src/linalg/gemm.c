// SPDX-License-Identifier: Apache-2.0

#include "linalg/gemm.h"

#include "array/element.h"
#include "array/kernel/kernel.h"
#include "array/parallel.h"
#include "base/checked.h"
#include "base/error.h"

#include <assert.h>
#include <string.h>

/// Operands, as indexes of `copies`
enum { A, B, C };

/* ---- Own loops ---- */

size_t
tercet_gemm_packed_size(int64_t m, int64_t n, int64_t k)
{
  // The widest tile of columns is 128 bools
  (void)m;
  const size_t depth =
      k < TERCET_GEMM_BLOCK_K ? (size_t)k : TERCET_GEMM_BLOCK_K;
  const size_t columns = n < TERCET_GEMM_BLOCK_N
                             ? ((size_t)n + 127U) / 128U * 128U
                             : TERCET_GEMM_BLOCK_N;
  return (TERCET_GEMM_BLOCK_M + columns) * depth * sizeof(uint64_t);
}

static const tercet_gemm_table *
own_table(void)
{
#if defined(__x86_64__)
  const char *const isa = tercet_kernels()->name;
  if (!strcmp(isa, "avx512")) {
    return &tercet_gemm_avx512;
  }
  if (!strcmp(isa, "avx2")) {
    return &tercet_gemm_avx2;
  }
#endif
  return &tercet_gemm_portable;
}

/// Return the product for a dtype, for complex numbers that of their parts
static tercet_gemm_function
own_function(tercet_dtype dtype)
{
  const tercet_gemm_table *const table = own_table();
  switch (dtype) {
  case TERCET_DTYPE_BOOL:
    return table->multiply_bool;
  case TERCET_DTYPE_I8:
  case TERCET_DTYPE_U8:
    return table->multiply_u8;
  case TERCET_DTYPE_I16:
  case TERCET_DTYPE_U16:
    return table->multiply_u16;
  case TERCET_DTYPE_I32:
  case TERCET_DTYPE_U32:
    return table->multiply_u32;
  case TERCET_DTYPE_I64:
  case TERCET_DTYPE_U64:
    return table->multiply_u64;
  case TERCET_DTYPE_F32:
  case TERCET_DTYPE_C64:
    return table->multiply_f32;
  case TERCET_DTYPE_F64:
  case TERCET_DTYPE_C128:
    return table->multiply_f64;
  case TERCET_DTYPE_F16:
  case TERCET_DTYPE_BF16:
    break;
  }
  return NULL;
}

/// Return the real (0) or the imaginary part (1) of a complex matrix
static tercet_matrix
part_of(const tercet_matrix *matrix, size_t part, size_t item_size)
{
  tercet_matrix out = *matrix;
  out.data += part * (item_size / 2U);
  return out;
}

/// Return at the most `n` rows of a matrix, from number `first` on
static tercet_matrix
rows_of(const tercet_matrix *matrix, int64_t first, int64_t n)
{
  tercet_matrix out = *matrix;
  out.data += first * matrix->row_stride;
  out.rows = matrix->rows - first < n ? matrix->rows - first : n;
  return out;
}

/// A complex product from four real ones
static void
multiply_parts(const tercet_gemm *gemm,
               const tercet_matrix *a,
               const tercet_matrix *b,
               const tercet_matrix *c)
{
  const tercet_gemm_function multiply = own_function(gemm->dtype);
  tercet_matrix parts[3][2];
  for (size_t i = 0; i < 2; ++i) {
    parts[A][i] = part_of(a, i, gemm->item_size);
    parts[B][i] = part_of(b, i, gemm->item_size);
    parts[C][i] = part_of(c, i, gemm->item_size);
  }
  const tercet_matrix *const re = &parts[C][0];
  const tercet_matrix *const im = &parts[C][1];
  multiply(&parts[A][0], &parts[B][0], re, TERCET_GEMM_SET, gemm->packed);
  multiply(&parts[A][1], &parts[B][1], re, TERCET_GEMM_SUBTRACT, gemm->packed);
  multiply(&parts[A][0], &parts[B][1], im, TERCET_GEMM_SET, gemm->packed);
  multiply(&parts[A][1], &parts[B][0], im, TERCET_GEMM_ADD, gemm->packed);
}

/// Multiplications between two looks at the cancel token: some milliseconds
#define N_AT_A_TIME (INT64_C(1) << 26U)

/// Return how many rows of a product are made at a time
static int64_t
rows_at_a_time(const tercet_matrix *a, const tercet_matrix *c)
{
  int64_t n_each = 0;
  const int64_t n = tercet_i64_multiply(a->columns, c->columns, &n_each)
                        ? N_AT_A_TIME / n_each / TERCET_GEMM_BLOCK_M
                        : 0;
  return (n ? n : 1) * TERCET_GEMM_BLOCK_M;
}

static tercet_status
multiply_own(tercet_gemm *gemm,
             const tercet_matrix *a,
             const tercet_matrix *b,
             const tercet_matrix *c,
             tercet_error *err)
{
  if (!gemm->packed) {
    gemm->packed = (char *)tercet_workspace_add(
        &gemm->workspace,
        1,
        (int64_t)tercet_gemm_packed_size(c->rows, c->columns, a->columns),
        1);
    if (!gemm->packed) {
      return tercet_error_no_memory(err);
    }
  }

  const int64_t n = rows_at_a_time(a, c);
  for (int64_t i = 0; i < c->rows; i += n) {
    TERCET_TRY(tercet_parallel_check(err));
    const tercet_matrix left = rows_of(a, i, n);
    const tercet_matrix product = rows_of(c, i, n);
    if (tercet_dtype_kind_of(gemm->dtype) == TERCET_KIND_C) {
      multiply_parts(gemm, &left, b, &product);
    } else {
      own_function(gemm->dtype)(
          &left, b, &product, TERCET_GEMM_SET, gemm->packed);
    }
  }
  return TERCET_OK;
}

/* ---- Own rows ---- */

/// Rows whose addresses are gathered for one call of a kernel
#define ROWS_AT_A_TIME 256

/// Return whether c = a b is a dot product with each row that a kernel takes
static bool
is_rows_times_vector(const tercet_gemm *gemm,
                     const tercet_matrix *a,
                     const tercet_matrix *c)
{
  const int64_t size = (int64_t)gemm->item_size;
  return c->columns == 1 && a->column_stride == size && a->columns >= 8 &&
         (gemm->dtype == TERCET_DTYPE_F32 || gemm->dtype == TERCET_DTYPE_F64);
}

/// Copy a column to float64
static tercet_status
widen_column(tercet_gemm *gemm, const tercet_matrix *b, tercet_error *err)
{
  if (!gemm->column) {
    gemm->column = (double *)tercet_workspace_add(
        &gemm->workspace, b->rows, 1, sizeof(double));
  }
  if (!gemm->column) {
    return tercet_error_no_memory(err);
  }
  for (int64_t i = 0; i < b->rows; ++i) {
    const char *const at = b->data + i * b->row_stride;
    if (gemm->dtype == TERCET_DTYPE_F32) {
      gemm->column[i] = (double)*(const float *)(const void *)at;
    } else {
      gemm->column[i] = *(const double *)(const void *)at;
    }
  }
  return TERCET_OK;
}

static void
multiply_some_rows(const tercet_gemm *gemm,
                   const tercet_matrix *a,
                   const tercet_matrix *c,
                   int64_t first,
                   int64_t n)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  const void *rows[ROWS_AT_A_TIME];
  tercet_dot_result sums[ROWS_AT_A_TIME];
  for (int64_t i = 0; i < n; ++i) {
    rows[i] = a->data + (first + i) * a->row_stride;
  }
  const bool is_f32 = gemm->dtype == TERCET_DTYPE_F32;
  (is_f32 ? kernels->dot_rows_f32 : kernels->dot_rows_f64)(
      rows, (size_t)n, gemm->column, (size_t)a->columns, sums);
  for (int64_t i = 0; i < n; ++i) {
    char *const at = c->data + (first + i) * c->row_stride;
    if (is_f32) {
      *(float *)(void *)at = (float)sums[i].dot;
    } else {
      *(double *)(void *)at = sums[i].dot;
    }
  }
}

/// c = a b where b and c are columns, summed up in float64
static tercet_status
multiply_rows(tercet_gemm *gemm,
              const tercet_matrix *a,
              const tercet_matrix *b,
              const tercet_matrix *c,
              tercet_error *err)
{
  TERCET_TRY(widen_column(gemm, b, err));
  for (int64_t i = 0; i < a->rows; i += ROWS_AT_A_TIME) {
    const int64_t n =
        a->rows - i < ROWS_AT_A_TIME ? a->rows - i : ROWS_AT_A_TIME;
    TERCET_TRY(tercet_parallel_check(err));
    multiply_some_rows(gemm, a, c, i, n);
  }
  return TERCET_OK;
}

/* ---- BLAS ---- */

/// The numbers 0 and 1 of the four types of BLAS
static const void *
constant(tercet_dtype dtype, size_t value)
{
  static const float f32[2] = {0, 1};
  static const double f64[2] = {0, 1};
  static const element_C64 c64[2] = {{0, 0}, {1, 0}};
  static const element_C128 c128[2] = {{0, 0}, {1, 0}};
  return dtype == TERCET_DTYPE_F32   ? (const void *)&f32[value]
         : dtype == TERCET_DTYPE_F64 ? (const void *)&f64[value]
         : dtype == TERCET_DTYPE_C64 ? (const void *)&c64[value]
                                     : (const void *)&c128[value];
}

/// Return column-major room for an operand, allocated once
static tercet_status
room_for(tercet_gemm *gemm,
         size_t operand,
         const tercet_matrix *matrix,
         tercet_matrix *room,
         tercet_error *err)
{
  if (!gemm->copies[operand]) {
    gemm->copies[operand] = tercet_workspace_add(
        &gemm->workspace, matrix->rows, matrix->columns, gemm->item_size);
    if (!gemm->copies[operand]) {
      return tercet_error_no_memory(err);
    }
  }
  *room = tercet_matrix_column_major(
      gemm->copies[operand], matrix->rows, matrix->columns, gemm->item_size);
  return TERCET_OK;
}

/// A matrix in the form that BLAS takes
typedef struct {
  const char *trans; ///< "N" column-major, "T" row-major
  const void *data;
  blas_int lda;
} blas_matrix;

/// Return the distance of the columns of a column-major matrix, in elements
static blas_int
leading_dimension(const tercet_matrix *matrix, size_t item_size)
{
  return (blas_int)(matrix->columns > 1
                        ? matrix->column_stride / (int64_t)item_size
                        : matrix->rows);
}

/// Bring an input into the form for BLAS, with a copy only if neither rows
/// nor columns are without gaps
static tercet_status
prepare_input(tercet_gemm *gemm,
              size_t operand,
              const tercet_matrix *matrix,
              blas_matrix *out,
              tercet_error *err)
{
  tercet_matrix columns = *matrix;
  out->trans = "N";
  if (!tercet_matrix_is_column_major(&columns, gemm->item_size)) {
    columns = tercet_matrix_transpose(matrix);
    out->trans = "T";
  }
  if (!tercet_matrix_is_column_major(&columns, gemm->item_size)) {
    out->trans = "N";
    TERCET_TRY(room_for(gemm, operand, matrix, &columns, err));
    tercet_matrix_copy(&columns, matrix, gemm->item_size);
  }
  out->data = columns.data;
  out->lda = leading_dimension(&columns, gemm->item_size);
  return TERCET_OK;
}

/// Return the distance of a vector's elements, or 0 if BLAS would not take it:
/// it reads negative ones from the other end
static blas_int
vector_step(const tercet_matrix *column, size_t item_size)
{
  const int64_t size = (int64_t)item_size;
  if (column->rows == 1) {
    return 1;
  }
  return column->row_stride > 0 && column->row_stride % size == 0 &&
                 column->row_stride / size <= INT32_MAX
             ? (blas_int)(column->row_stride / size)
             : 0;
}

/// c = a b where b and c are columns
static tercet_status
multiply_vector(tercet_gemm *gemm,
                const tercet_matrix *a,
                const tercet_matrix *b,
                const tercet_matrix *c,
                tercet_error *err)
{
  blas_matrix matrix;
  TERCET_TRY(prepare_input(gemm, A, a, &matrix, err));
  tercet_matrix x = *b;
  tercet_matrix y = *c;
  if (!vector_step(&x, gemm->item_size)) {
    TERCET_TRY(room_for(gemm, B, b, &x, err));
    tercet_matrix_copy(&x, b, gemm->item_size);
  }
  if (!vector_step(&y, gemm->item_size)) {
    TERCET_TRY(room_for(gemm, C, c, &y, err));
  }

  const bool is_transposed = *matrix.trans == 'T';
  const blas_int m = (blas_int)(is_transposed ? a->columns : a->rows);
  const blas_int n = (blas_int)(is_transposed ? a->rows : a->columns);
  const blas_int incx = vector_step(&x, gemm->item_size);
  const blas_int incy = vector_step(&y, gemm->item_size);
  // Some versions multiply what is there by a beta of 0, NaN included
  tercet_matrix_clear(&y, gemm->item_size);
  gemm->blas->gemv(matrix.trans,
                   &m,
                   &n,
                   constant(gemm->dtype, 1),
                   matrix.data,
                   &matrix.lda,
                   x.data,
                   &incx,
                   constant(gemm->dtype, 0),
                   y.data,
                   &incy,
                   1);
  if (y.data != c->data) {
    tercet_matrix_copy(c, &y, gemm->item_size);
  }
  return TERCET_OK;
}

/// c = a b where c is column-major
static tercet_status
multiply_columns(tercet_gemm *gemm,
                 const tercet_matrix *a,
                 const tercet_matrix *b,
                 const tercet_matrix *c,
                 tercet_error *err)
{
  blas_matrix left;
  blas_matrix right;
  TERCET_TRY(prepare_input(gemm, A, a, &left, err));
  TERCET_TRY(prepare_input(gemm, B, b, &right, err));

  const blas_int m = (blas_int)c->rows;
  const blas_int n = (blas_int)c->columns;
  const blas_int k = (blas_int)a->columns;
  const blas_int ldc = leading_dimension(c, gemm->item_size);
  gemm->blas->gemm(left.trans,
                   right.trans,
                   &m,
                   &n,
                   &k,
                   constant(gemm->dtype, 1),
                   left.data,
                   &left.lda,
                   right.data,
                   &right.lda,
                   constant(gemm->dtype, 0),
                   c->data,
                   &ldc,
                   1,
                   1);
  return TERCET_OK;
}

static tercet_status
multiply_blas(tercet_gemm *gemm,
              const tercet_matrix *a,
              const tercet_matrix *b,
              const tercet_matrix *c,
              tercet_error *err)
{
  const tercet_matrix at = tercet_matrix_transpose(a);
  const tercet_matrix bt = tercet_matrix_transpose(b);
  const tercet_matrix ct = tercet_matrix_transpose(c);
  if (c->columns == 1) {
    return multiply_vector(gemm, a, b, c, err);
  }
  if (c->rows == 1) {
    return multiply_vector(gemm, &bt, &at, &ct, err);
  }
  if (tercet_matrix_is_column_major(c, gemm->item_size)) {
    return multiply_columns(gemm, a, b, c, err);
  }
  if (tercet_matrix_is_column_major(&ct, gemm->item_size)) {
    return multiply_columns(gemm, &bt, &at, &ct, err);
  }

  tercet_matrix room;
  TERCET_TRY(room_for(gemm, C, c, &room, err));
  TERCET_TRY(multiply_columns(gemm, a, b, &room, err));
  tercet_matrix_copy(c, &room, gemm->item_size);
  return TERCET_OK;
}

/* ---- All ---- */

/// Multiply small matrices of real floats; return whether they were
static bool
multiply_small(const tercet_gemm *gemm,
               const tercet_matrix *a,
               const tercet_matrix *b,
               const tercet_matrix *c)
{
  const bool is_f32 = gemm->dtype == TERCET_DTYPE_F32;
  if ((!is_f32 && gemm->dtype != TERCET_DTYPE_F64) ||
      !tercet_gemm_is_small(a, b, c, gemm->item_size)) {
    return false;
  }
  const tercet_gemm_table *const table = own_table();
  (is_f32 ? table->small_f32 : table->small_f64)(a, b, c);
  return true;
}

void
tercet_gemm_init(tercet_gemm *gemm,
                 const tercet_allocator *alloc,
                 tercet_dtype dtype,
                 int64_t m,
                 int64_t n,
                 int64_t k)
{
  const bool fits = m <= INT32_MAX && n <= INT32_MAX && k <= INT32_MAX;
  const tercet_gemm start = {
      .dtype = dtype,
      .item_size = tercet_dtype_size(dtype),
      .blas = fits ? tercet_blas(dtype) : NULL,
      .workspace = {alloc, {NULL}, 0},
  };
  *gemm = start;
}

void
tercet_gemm_clear(tercet_gemm *gemm)
{
  tercet_workspace_clear(&gemm->workspace);
}

tercet_status
tercet_gemm_run(tercet_gemm *gemm,
                const tercet_matrix *a,
                const tercet_matrix *b,
                const tercet_matrix *c,
                tercet_error *err)
{
  assert(a->rows == c->rows && b->columns == c->columns);
  assert(a->columns == b->rows);

  if (!c->rows || !c->columns) {
    return TERCET_OK;
  }
  if (!a->columns) {
    tercet_matrix_clear(c, gemm->item_size);
    return TERCET_OK;
  }
  if (multiply_small(gemm, a, b, c)) {
    return TERCET_OK;
  }
  if (gemm->blas) {
    return multiply_blas(gemm, a, b, c, err);
  }

  const tercet_matrix bt = tercet_matrix_transpose(b);
  const tercet_matrix ct = tercet_matrix_transpose(c);
  if (is_rows_times_vector(gemm, a, c)) {
    return multiply_rows(gemm, a, b, c, err);
  }
  if (is_rows_times_vector(gemm, &bt, &ct)) {
    const tercet_matrix at = tercet_matrix_transpose(a);
    return multiply_rows(gemm, &bt, &at, &ct, err);
  }
  return multiply_own(gemm, a, b, c, err);
}
