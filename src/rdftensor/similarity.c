// SPDX-License-Identifier: Apache-2.0

/**
   cosineSimilarity and euclideanDistance, in float64.

   The number is a function of the two tensors alone: it is the same with the
   arguments exchanged, in a scan with a fixed vector, between two columns, and
   in top-k.  For that, the kernel is chosen by the narrower of the two dtypes,
   the other operand is converted to float64 (which is exact for floats), and
   the square of each operand is that which the kernel of its own dtype
   computes.  Products and differences do not care about the order of their
   operands.  Integers and bool are float64 from the start.
*/

#include "rdftensor/rdftensor_internal.h"

#include "array/shape.h"
#include "base/allocator.h"

#include <assert.h>
#include <float.h>
#include <math.h>

const tercet_measure tercet_rdftensor_cosine = TERCET_COSINE;
const tercet_measure tercet_rdftensor_distance = TERCET_DISTANCE;

/// A tensor that is compared
typedef struct {
  tercet_dtype dtype;   ///< Float16, float32 or float64
  const void *elements; ///< In this dtype
  const double *wide;   ///< In float64; NULL while not asked for
  double squares;       ///< Sum of the squares, once it is needed
} operand;

/// Prepare a tensor; `room` for n numbers is used if it is of no float type
static void
operand_init(
    operand *self, tercet_dtype dtype, const void *data, size_t n, double *room)
{
  const bool is_narrow = dtype == TERCET_DTYPE_F16 || dtype == TERCET_DTYPE_F32;
  self->dtype = is_narrow ? dtype : TERCET_DTYPE_F64;
  self->elements = data;
  self->squares = 0.0;
  if (!is_narrow && dtype != TERCET_DTYPE_F64) {
    tercet_elements_to_f64(dtype, data, n, room);
    self->elements = room;
  }
  self->wide = is_narrow ? NULL : (const double *)self->elements;
}

/// Sum products with the kernel of the operand's dtype
static tercet_dot_result
dot(const operand *a, const double *b, size_t n)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  tercet_dot_result out = {0.0, 0.0};
  if (a->dtype == TERCET_DTYPE_F32) {
    kernels->dot_f32((const float *)a->elements, b, n, &out);
  } else if (a->dtype == TERCET_DTYPE_F16) {
    kernels->dot_f16((const uint16_t *)a->elements, b, n, &out);
  } else {
    kernels->dot_f64((const double *)a->elements, b, n, &out);
  }
  return out;
}

static double
squared_distance(const operand *a, const double *b, size_t n)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  return a->dtype == TERCET_DTYPE_F32
             ? kernels->distance_f32((const float *)a->elements, b, n)
         : a->dtype == TERCET_DTYPE_F16
             ? kernels->distance_f16((const uint16_t *)a->elements, b, n)
             : kernels->distance_f64((const double *)a->elements, b, n);
}

/// Let an operand be the second one of a comparison
static void
operand_widen(operand *self, tercet_measure measure, size_t n, double *room)
{
  if (!self->wide) {
    tercet_elements_to_f64(self->dtype, self->elements, n, room);
    self->wide = room;
  }
  if (measure == TERCET_COSINE) {
    self->squares = dot(self, self->wide, n).aa;
  }
}

/// Return the cosine of two vectors from their product and squares.  The root
/// of the product of the squares makes that of a vector with itself exactly 1;
/// where that product leaves the range of normal numbers, two roots do not.
static double
cosine(double product, double aa, double bb)
{
  const double squares = aa * bb;
  return squares >= DBL_MIN && squares <= DBL_MAX
             ? product / sqrt(squares)
             : product / (sqrt(aa) * sqrt(bb));
}

/// Compare; `a` is not of a wider dtype than `b`, and `b` is widened.
/// A vector of zeros gives NaN, as 0 / 0 does in the template.
static double
compare(tercet_measure measure, const operand *a, const operand *b, size_t n)
{
  if (measure == TERCET_DISTANCE) {
    return sqrt(squared_distance(a, b->wide, n));
  }

  const tercet_dot_result sums = dot(a, b->wide, n);
  return cosine(sums.dot, sums.aa, b->squares);
}

/* ---- Columns ---- */

/// One argument of a call
typedef struct {
  operand operand;
  bool is_constant;
  bool is_ready; ///< A constant that is prepared already
  double *room;  ///< For its elements in float64
  size_t n_room;
} side;

typedef struct {
  tercet_measure measure;
  side sides[2];
} comparison;

static tercet_status
side_prepare(side *self,
             tercet_row_call *row,
             tercet_measure measure,
             const tercet_tensor_row *tensor)
{
  const size_t n = (size_t)tensor->type->n_elements;
  if (self->is_ready) {
    return TERCET_OK;
  }
  if (!self->room || self->n_room < n) {
    self->room = tercet_arena_allocate_array(
        row->call->arena, n + 1U, sizeof(*self->room));
    self->n_room = n;
    if (!self->room) {
      return TERCET_ERR_NO_MEMORY;
    }
  }

  operand_init(
      &self->operand, tensor->type->dtype, tensor->data, n, self->room);
  if (self->is_constant) {
    operand_widen(&self->operand, measure, n, self->room);
    self->is_ready = true;
  }
  return TERCET_OK;
}

/// Return whether `a` goes first.  Of two operands of one dtype, the constant
/// one goes last, since it is widened already.
static bool
is_first(const side *a, const side *b)
{
  return a->operand.dtype == b->operand.dtype
             ? !a->is_constant
             : a->operand.dtype < b->operand.dtype;
}

static_assert(TERCET_DTYPE_F16 < TERCET_DTYPE_F32 &&
                  TERCET_DTYPE_F32 < TERCET_DTYPE_F64,
              "floats stand in the order of their width");

static tercet_status
compute_comparison(tercet_row_call *row, tercet_value *out)
{
  comparison *const context = (comparison *)row->context;
  const tercet_measure measure = context->measure;
  side *a = &context->sides[0];
  side *b = &context->sides[1];
  tercet_tensor_row x;
  tercet_tensor_row y;
  TERCET_TRY(tercet_row_tensor(row, 0, &x));
  TERCET_TRY(tercet_row_tensor(row, 1, &y));
  TERCET_TRY(tercet_row_check_same_shape(row, x.type, y.type));

  TERCET_TRY(side_prepare(a, row, measure, &x));
  TERCET_TRY(side_prepare(b, row, measure, &y));
  if (!is_first(a, b)) {
    side *const first = b;
    b = a;
    a = first;
  }

  const size_t n = (size_t)x.type->n_elements;
  if (!b->is_ready) {
    operand_widen(&b->operand, measure, n, b->room);
  }
  *out = tercet_value_double(compare(measure, &a->operand, &b->operand, n));
  return TERCET_OK;
}

tercet_status
tercet_similarity_evaluate(const tercet_function *self,
                           tercet_call *call,
                           const tercet_value_column *args,
                           size_t n_args,
                           tercet_value_column *out)
{
  comparison context = {.measure = *(const tercet_measure *)self->data};
  context.sides[0].is_constant = args[0].is_constant;
  context.sides[1].is_constant = args[1].is_constant;

  tercet_row_call row;
  tercet_row_call_init(&row, self, call);
  row.context = &context;
  return tercet_rows_run(&row, compute_comparison, args, n_args, out);
}

/* ---- Top-k ---- */

/// Rows that go to a kernel at once
#define CHUNK_ROWS 256U

static void
dot_rows(const operand *b,
         const void *const *rows,
         size_t n_rows,
         size_t n,
         tercet_dot_result *out)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  if (b->dtype == TERCET_DTYPE_F32) {
    kernels->dot_rows_f32(rows, n_rows, b->wide, n, out);
  } else if (b->dtype == TERCET_DTYPE_F16) {
    kernels->dot_rows_f16(rows, n_rows, b->wide, n, out);
  } else {
    kernels->dot_rows_f64(rows, n_rows, b->wide, n, out);
  }
}

static void
squared_distance_rows(const operand *b,
                      const void *const *rows,
                      size_t n_rows,
                      size_t n,
                      double *out)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  if (b->dtype == TERCET_DTYPE_F32) {
    kernels->distance_rows_f32(rows, n_rows, b->wide, n, out);
  } else if (b->dtype == TERCET_DTYPE_F16) {
    kernels->distance_rows_f16(rows, n_rows, b->wide, n, out);
  } else {
    kernels->distance_rows_f64(rows, n_rows, b->wide, n, out);
  }
}

/// Compare rows of a float dtype with `b`, as compare() does
static void
compare_rows(tercet_measure measure,
             const void *const *rows,
             size_t n_rows,
             const operand *b,
             size_t n,
             double *out)
{
  tercet_dot_result sums[CHUNK_ROWS];
  if (measure == TERCET_DISTANCE) {
    squared_distance_rows(b, rows, n_rows, n, out);
    for (size_t i = 0; i < n_rows; ++i) {
      out[i] = sqrt(out[i]);
    }
    return;
  }

  for (size_t i = 0; i < n_rows; i += CHUNK_ROWS) {
    const size_t n_now = n_rows - i < CHUNK_ROWS ? n_rows - i : CHUNK_ROWS;
    dot_rows(b, rows + i, n_now, n, sums);
    for (size_t k = 0; k < n_now; ++k) {
      out[i + k] = cosine(sums[k].dot, sums[k].aa, b->squares);
    }
  }
}

bool
tercet_similarity_score(const tercet_function *self,
                        const tercet_tensor_type *type,
                        const void *query,
                        const void *const *rows,
                        size_t n_rows,
                        double *out)
{
  const tercet_measure measure = *(const tercet_measure *)self->data;
  const size_t n = (size_t)type->n_elements;
  double *const room = tercet_allocate_array(NULL, n + 1U, 2U * sizeof(double));
  if (!room) {
    return false;
  }

  operand b;
  operand_init(&b, type->dtype, query, n, room);
  operand_widen(&b, measure, n, room);
  if (b.dtype == type->dtype) {
    compare_rows(measure, rows, n_rows, &b, n, out);
  } else {
    for (size_t i = 0; i < n_rows; ++i) {
      operand a;
      operand_init(&a, type->dtype, rows[i], n, room + n + 1U);
      out[i] = compare(measure, &a, &b, n);
    }
  }

  tercet_release(NULL, room);
  return true;
}
