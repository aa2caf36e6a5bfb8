// SPDX-License-Identifier: Apache-2.0

#include "rdftensor/planned.h"

#include "rdftensor/plan_cache.h"
#include "rdftensor/repair.h"

#include <assert.h>
#include <string.h>

/* ---- Placeholders ---- */

static tercet_placeholder *
add_value(tercet_planned *planned,
          const char *name,
          tercet_placeholder_kind kind)
{
  assert(planned->n_values < TERCET_PLANNED_MAX_VALUES);
  tercet_placeholder *const value = &planned->values[planned->n_values++];
  memset(value, 0, sizeof(*value));
  value->name = name;
  value->kind = kind;
  return value;
}

void
tercet_planned_add_type(tercet_planned *planned,
                        const char *name,
                        tercet_dtype type)
{
  add_value(planned, name, TERCET_PLACEHOLDER_TYPE)->type = type;
}

void
tercet_planned_add_number(tercet_planned *planned,
                          const char *name,
                          double number)
{
  add_value(planned, name, TERCET_PLACEHOLDER_FLOAT)->number = number;
}

void
tercet_planned_add_ints(tercet_planned *planned,
                        const char *name,
                        size_t n,
                        const int64_t *ints)
{
  tercet_placeholder *const value =
      add_value(planned, name, TERCET_PLACEHOLDER_INTS);
  value->n = n;
  value->ints = ints;
}

/* ---- Inputs ---- */

/// The inputs of a run
typedef struct {
  tercet_tensor_view *views;
  tercet_onnx_value *values;
  size_t n;
} run_inputs;

static tercet_tensor_view *
add_input(run_inputs *inputs, const tercet_tensor_type *type, const void *data)
{
  tercet_tensor_view *const view = &inputs->views[inputs->n];
  (void)tercet_tensor_view_init(view, type, data);
  inputs->values[inputs->n++] = tercet_onnx_value_from_tensor(&view->tensor);
  return view;
}

/// Make room for the inputs of a row, once for a batch if it is enough
static tercet_status
start_inputs(tercet_row_call *row,
             const tercet_planned *planned,
             run_inputs *out)
{
  const size_t n = planned->n_inputs + planned->n_extra + planned->n_values;
  if (row->n_views < n) {
    row->views = tercet_arena_allocate_array(
        row->call->arena, n, sizeof(tercet_tensor_view));
    row->values = tercet_arena_allocate_array(
        row->call->arena, n, sizeof(tercet_onnx_value));
    row->n_views = row->views && row->values ? n : 0;
  }
  *out = (run_inputs){row->views, row->values, 0};
  return row->n_views < n ? TERCET_ERR_NO_MEMORY : TERCET_OK;
}

/// Add the inputs that are the same for all rows, behind the tensors
static void
add_numbers(run_inputs *inputs, const tercet_planned *planned)
{
  static const tercet_tensor_type scalar = {
      TERCET_DTYPE_F64, 0, 1, sizeof(double), {0}};
  static const tercet_tensor_type one_f64 = {
      TERCET_DTYPE_F64, 1, 1, sizeof(double), {1}};
  static const tercet_tensor_type one_i64 = {
      TERCET_DTYPE_I64, 1, 1, sizeof(int64_t), {1}};
  for (size_t i = 0; i < planned->n_extra; ++i) {
    const tercet_planned_extra *const extra = &planned->extra[i];
    add_input(inputs,
              extra->dtype == TERCET_DTYPE_I64 ? &one_i64 : &one_f64,
              &extra->as);
  }
  for (size_t i = 0; i < planned->n_values; ++i) {
    if (planned->values[i].kind == TERCET_PLACEHOLDER_FLOAT) {
      add_input(inputs, &scalar, &planned->values[i].number);
    }
  }
}

/* ---- Results ---- */

/// Run a plan into memory of a known type
static tercet_status
run_into(tercet_row_call *row,
         tercet_onnx_session *session,
         const run_inputs *inputs,
         const tercet_tensor_type *type,
         void *data)
{
  tercet_tensor *target = NULL;
  TERCET_TRY(tercet_tensor_wrap(&row->alloc,
                                type->dtype,
                                type->rank,
                                type->shape,
                                NULL,
                                data,
                                NULL,
                                NULL,
                                &target,
                                row->err));
  tercet_onnx_value output = tercet_onnx_value_from_tensor(target);
  const tercet_status st =
      tercet_onnx_session_run(session, inputs->values, &output, row->err);
  tercet_tensor_unref(target);
  return st;
}

/// Copy an output to where results are, in row-major order
static tercet_status
copy_output(tercet_row_call *row,
            const tercet_tensor *tensor,
            tercet_value *out)
{
  void *data = NULL;
  TERCET_TRY(tercet_row_new_tensor(row,
                                   tercet_tensor_dtype(tensor),
                                   tercet_tensor_rank(tensor),
                                   tercet_tensor_shape(tensor),
                                   &data,
                                   out));
  return tercet_tensor_to_data(
      tensor, data, out->tensor.type->n_bytes, row->err);
}

/// Make elements of an output that are in a row the values of as many rows
static tercet_status
set_scalars(tercet_row_call *row,
            const tercet_tensor *tensor,
            tercet_value *out)
{
  const tercet_dtype dtype = tercet_tensor_dtype(tensor);
  const size_t size = tercet_dtype_size(dtype);
  const char *const data = tercet_tensor_data(tensor);
  const size_t n = (size_t)tercet_tensor_size(tensor);
  for (size_t i = 0; i < n; ++i) {
    TERCET_TRY(tercet_row_set_scalar(row, dtype, data + i * size, &out[i]));
  }
  return TERCET_OK;
}

/// Run a plan whose output becomes XSD literals, one for each row
static tercet_status
run_to_scalars(tercet_row_call *row,
               tercet_onnx_session *session,
               const run_inputs *inputs,
               tercet_value *out)
{
  tercet_onnx_value output = {0};
  TERCET_TRY(
      tercet_onnx_session_run(session, inputs->values, &output, row->err));
  const tercet_status st = set_scalars(row, output.tensor, out);
  tercet_onnx_value_unref(output);
  return st;
}

/* ---- One row ---- */

static tercet_status
run_row(tercet_row_call *row,
        const tercet_planned *planned,
        tercet_onnx_session *session,
        const tercet_tensor_type *type,
        run_inputs *inputs,
        tercet_value *out)
{
  for (size_t i = 0; i < planned->n_inputs; ++i) {
    add_input(inputs, planned->inputs[i].type, planned->inputs[i].data);
  }
  add_numbers(inputs, planned);
  if (type) {
    void *data = NULL;
    TERCET_TRY(tercet_row_new_tensor(
        row, type->dtype, type->rank, type->shape, &data, out));
    return run_into(row, session, inputs, type, data);
  }

  tercet_onnx_value output = {0};
  TERCET_TRY(
      tercet_onnx_session_run(session, inputs->values, &output, row->err));
  const tercet_status st = copy_output(row, output.tensor, out);
  tercet_onnx_value_unref(output);
  return st;
}

/* ---- Rows together ---- */

/// Bytes of a tensor of which rows are computed together: what is between the
/// operators of a plan stays in the second cache
#define CHUNK_BYTES ((size_t)1 << 18U)

/// Rows that are worth preparing a plan for their shape
#define LEAST_ROWS 16U

/// Return the bytes from one row's tensor of an input to that of the next
static size_t
step_of(const tercet_row_call *row, const tercet_planned *planned, size_t i)
{
  return row->steps[planned->first_arg + i];
}

/// Return how many rows are computed together, with results of that many bytes
static size_t
count_chunk(const tercet_row_call *row,
            const tercet_planned *planned,
            size_t n_result_bytes)
{
  size_t most = n_result_bytes;
  for (size_t i = 0; i < planned->n_inputs; ++i) {
    const size_t n_bytes = planned->inputs[i].type->n_bytes;
    most = n_bytes > most ? n_bytes : most;
  }
  const size_t n = CHUNK_BYTES / (most + 1U) + 1U;
  return n < row->n_alike ? n : row->n_alike;
}

/// Note how many rows are done, and count the work of those but the first,
/// which is counted already
static tercet_status
finish_rows(tercet_row_call *row, const tercet_planned *planned, size_t n_rows)
{
  size_t n = 0;
  for (size_t i = 0; i < planned->n_inputs; ++i) {
    n += (size_t)planned->inputs[i].type->n_elements;
  }
  row->n_done = n_rows;
  return tercet_row_work(row, (n_rows - 1U) * n);
}

/// Add the tensors of rows as one with another axis in front of `rank` axes
static tercet_status
add_stacked(const tercet_row_call *row,
            const tercet_planned *planned,
            size_t i,
            size_t n_rows,
            size_t rank,
            run_inputs *inputs)
{
  const tercet_tensor_row *const first = &planned->inputs[i];
  const size_t step = step_of(row, planned, i);
  if (!step) { // The same for all, which broadcasts
    add_input(inputs, first->type, first->data);
    return TERCET_OK;
  }

  tercet_tensor_type type;
  int64_t shape[TERCET_MAX_RANK];
  const size_t n_new = 1U + rank - first->type->rank;
  shape[0] = (int64_t)n_rows;
  for (size_t k = 1; k <= rank; ++k) {
    shape[k] = k < n_new ? 1 : first->type->shape[k - n_new];
  }
  TERCET_TRY(tercet_tensor_type_init(
      first->type->dtype, rank + 1U, shape, &type, row->err));
  add_input(inputs, &type, first->data)->strides[0] = (int64_t)step;
  return TERCET_OK;
}

/// Run operators that work element by element on rows
static tercet_status
run_stacked(tercet_row_call *row,
            const tercet_planned *planned,
            tercet_onnx_session *session,
            const tercet_tensor_type *type,
            run_inputs *inputs,
            tercet_value *out)
{
  const size_t n_rows = count_chunk(row, planned, type->n_bytes);
  tercet_tensor_type all;
  int64_t shape[TERCET_MAX_RANK];
  shape[0] = (int64_t)n_rows;
  memcpy(shape + 1, type->shape, type->rank * sizeof(*shape));
  TERCET_TRY(tercet_tensor_type_init(
      type->dtype, type->rank + 1U, shape, &all, row->err));
  for (size_t i = 0; i < planned->n_inputs; ++i) {
    TERCET_TRY(add_stacked(row, planned, i, n_rows, type->rank, inputs));
  }
  add_numbers(inputs, planned);

  void *data = NULL;
  TERCET_TRY(tercet_row_new_tensors(
      row, n_rows, type->dtype, type->rank, type->shape, &data, out));
  TERCET_TRY(run_into(row, session, inputs, &all, data));
  return finish_rows(row, planned, n_rows);
}

/// Return the axis that is reduced, or -1 for all
static int64_t
find_axis(const tercet_planned *planned)
{
  for (size_t i = 0; i < planned->n_values; ++i) {
    if (!strcmp(planned->values[i].name, "axis_value")) {
      return planned->values[i].ints[0];
    }
  }
  return -1;
}

/// How rows are looked at, so that axis 1 is the one to be reduced
typedef struct {
  int64_t n_outer; ///< Lines or planes in a row
  int64_t extent;
  int64_t n_inner; ///< Elements of a line behind the axis
} folding;

static folding
fold(const tercet_tensor_type *type, int64_t axis)
{
  folding out = {1, 1, 1};
  for (int64_t i = 0; i < (int64_t)type->rank; ++i) {
    if (axis >= 0 && i < axis) {
      out.n_outer *= type->shape[i];
    } else if (axis < 0 || i == axis) {
      out.extent *= type->shape[i];
    } else {
      out.n_inner *= type->shape[i];
    }
  }
  return out;
}

/// Run a reduction of rows, one or more; it needs no axes of its own, so that
/// a row's result does not depend on whether others are there.  Without a type
/// results are XSD literals.
static tercet_status
run_folded(tercet_row_call *row,
           const tercet_planned *planned,
           tercet_onnx_session *session,
           const tercet_tensor_type *type,
           run_inputs *inputs,
           tercet_value *out)
{
  const tercet_tensor_row *const first = planned->inputs;
  const folding f = fold(first->type, find_axis(planned));
  const size_t step = step_of(row, planned, 0);
  const bool is_dense = step == first->type->n_bytes;
  const size_t n_rows =
      is_dense || f.n_outer == 1
          ? count_chunk(row, planned, type ? type->n_bytes : 0)
          : 1U;
  const int64_t shape[3] = {(int64_t)n_rows * f.n_outer, f.extent, f.n_inner};
  const int64_t shape_out[2] = {shape[0], f.n_inner};
  const size_t rank = f.n_inner == 1 ? 2 : 3;
  tercet_tensor_type folded;
  TERCET_TRY(tercet_tensor_type_init(
      first->type->dtype, rank, shape, &folded, row->err));
  tercet_tensor_view *const view = add_input(inputs, &folded, first->data);
  if (n_rows > 1 && !is_dense) {
    view->strides[0] = (int64_t)step;
  }
  add_numbers(inputs, planned);

  if (type) {
    void *data = NULL;
    TERCET_TRY(tercet_tensor_type_init(
        type->dtype, rank - 1U, shape_out, &folded, row->err));
    TERCET_TRY(tercet_row_new_tensors(
        row, n_rows, type->dtype, type->rank, type->shape, &data, out));
    TERCET_TRY(run_into(row, session, inputs, &folded, data));
  } else {
    TERCET_TRY(run_to_scalars(row, session, inputs, out));
  }
  return finish_rows(row, planned, n_rows);
}

/// Find out the shape that rows get, whose elements stay where they are
static tercet_status
run_viewed(tercet_row_call *row,
           const tercet_planned *planned,
           tercet_onnx_session *session,
           run_inputs *inputs,
           tercet_value *out)
{
  const char *const data = planned->inputs[0].data;
  const size_t step = step_of(row, planned, 0);
  TERCET_TRY(run_row(row, planned, session, NULL, inputs, out));
  for (size_t i = 0; i < row->n_alike; ++i) {
    out[i] = tercet_value_tensor(row->last_type, data + i * step);
  }
  return finish_rows(row, planned, row->n_alike);
}

/// Return whether rows can be computed as one tensor with another axis
static bool
can_stack(const tercet_row_call *row,
          const tercet_planned *planned,
          const tercet_tensor_type *type)
{
  return row->n_alike >= LEAST_ROWS && type && type->n_bytes &&
         type->rank < TERCET_MAX_RANK &&
         count_chunk(row, planned, type->n_bytes) > 1;
}

/// Fail if a strict query has to do without the plan of a row
static tercet_status
check_strict(tercet_row_call *row, const tercet_planned *planned)
{
  if (!row->call->is_strict) {
    return TERCET_OK;
  }

  tercet_template_use use = {.name = planned->template_->name};
  for (size_t i = 0; i < planned->n_inputs && i < 2U; ++i) {
    use.shapes[i] = planned->inputs[i].type;
    use.types[i] = use.shapes[i]->dtype;
  }
  return tercet_template_check_strict(&use, row->err);
}

tercet_status
tercet_planned_tensor(tercet_row_call *row,
                      const tercet_planned *planned,
                      const tercet_tensor_type *type,
                      tercet_value *out)
{
  const tercet_plan_session *found = NULL;
  run_inputs inputs;
  TERCET_TRY(check_strict(row, planned));
  TERCET_TRY(tercet_plan_cache_find(row, planned, &found));
  TERCET_TRY(start_inputs(row, planned, &inputs));
  tercet_onnx_session *const session = found->session;
  switch (found->rows) {
  case TERCET_ROWS_ELEMENTWISE:
    if (can_stack(row, planned, type)) {
      return run_stacked(row, planned, session, type, &inputs, out);
    }
    break;
  case TERCET_ROWS_REDUCED:
    assert(type);
    return run_folded(row, planned, session, type, &inputs, out);
  case TERCET_ROWS_TRANSPOSED:
    if (planned->inputs[0].type->rank > 1) {
      break;
    }
    return run_viewed(row, planned, session, &inputs, out);
  case TERCET_ROWS_VIEWED:
    return run_viewed(row, planned, session, &inputs, out);
  case TERCET_ROWS_APART:
    break;
  }
  return run_row(row, planned, session, type, &inputs, out);
}

tercet_status
tercet_planned_scalar(tercet_row_call *row,
                      const tercet_planned *planned,
                      tercet_value *out)
{
  const tercet_plan_session *found = NULL;
  run_inputs inputs;
  TERCET_TRY(check_strict(row, planned));
  TERCET_TRY(tercet_plan_cache_find(row, planned, &found));
  TERCET_TRY(start_inputs(row, planned, &inputs));
  if (found->rows == TERCET_ROWS_REDUCED) {
    return run_folded(row, planned, found->session, NULL, &inputs, out);
  }

  for (size_t i = 0; i < planned->n_inputs; ++i) {
    add_input(&inputs, planned->inputs[i].type, planned->inputs[i].data);
  }
  add_numbers(&inputs, planned);
  return run_to_scalars(row, found->session, &inputs, out);
}
