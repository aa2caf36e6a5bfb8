// SPDX-License-Identifier: Apache-2.0

/// Running the passes of a program, tile by tile

#include "array/kernel/kernel.h"
#include "array/reduce.h"
#include "onnx/fuse_program.h"

/// A tile: rows, of which there is one but for columns, of neighbouring
/// elements
typedef struct {
  int64_t first; ///< Column
  int64_t n;     ///< Columns
  int64_t n_rows;
} tile;

/// Address and steps of a place
typedef struct {
  char *at;
  int64_t step;
  int64_t row_step;
} span;

static span
span_of(const tercet_onnx_program *program,
        const tercet_onnx_pass *pass,
        tercet_onnx_operand place,
        size_t item_size,
        const tile *t)
{
  span out;
  if (place.is_register) {
    out.at = program->registers[place.index];
    out.step = (int64_t)item_size;
    out.row_step = out.step * t->n;
    return out;
  }
  const tercet_onnx_cursor *const cursor = &pass->cursors[place.index];
  out.step = cursor->strides[pass->rank - 1];
  out.row_step = t->n_rows > 1 ? cursor->strides[pass->rank - 2] : 0;
  out.at = cursor->at + t->first * out.step;
  return out;
}

/// Run an operator on a tile
static bool
run_instruction(const tercet_onnx_program *program,
                const tercet_onnx_pass *pass,
                tercet_onnx_instruction *instruction,
                const tile *t)
{
  tercet_binary_line *const line = &instruction->line;
  span spans[3];
  char *data[3];
  int64_t strides[3];
  const size_t n_places = instruction->n_operands + 1;
  for (size_t i = 0; i < n_places; ++i) {
    spans[i] = span_of(
        program, pass, instruction->places[i], instruction->item_sizes[i], t);
    data[i] = spans[i].at;
    strides[i] = spans[i].step;
  }
  for (int64_t row = 0; row < t->n_rows; ++row) {
    if (!line->body(&line->math, data, strides, t->n)) {
      return false;
    }
    for (size_t i = 0; i < n_places; ++i) {
      data[i] += spans[i].row_step;
    }
  }
  return true;
}

static bool
run_instructions(const tercet_onnx_program *program,
                 const tercet_onnx_pass *pass,
                 const tile *t)
{
  for (size_t i = 0; i < pass->n_instructions; ++i) {
    if (!run_instruction(program, pass, &pass->instructions[i], t)) {
      return false;
    }
  }
  return true;
}

/* ---- Walking the axes ---- */

/// Start at the first place along all axes
static void
clear_index(const tercet_onnx_pass *pass, int64_t *index)
{
  for (size_t axis = 0; axis < pass->rank; ++axis) {
    index[axis] = 0;
  }
}

/// Step to the next place along the axes from `first` up to `end`, the last of
/// them first; false, and back at the start, behind the last one
static bool
step(const tercet_onnx_pass *pass, size_t first, size_t end, int64_t *index)
{
  for (size_t axis = end; axis-- > first;) {
    const bool carries = ++index[axis] == pass->shape[axis];
    const int64_t n = carries ? 1 - pass->shape[axis] : 1;
    for (size_t i = 0; i < pass->n_cursors; ++i) {
      pass->cursors[i].at += n * pass->cursors[i].strides[axis];
    }
    if (!carries) {
      return true;
    }
    index[axis] = 0;
  }
  return false;
}

static int64_t
smaller(int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static void
start_gathers(const tercet_onnx_pass *pass, int64_t n)
{
  for (size_t i = 0; i < pass->n_gathers; ++i) {
    pass->gathers[i].reducer->start(pass->gathers[i].acc, n);
  }
}

/// Write the results, one for each column from `first` on
static void
finish_gathers(const tercet_onnx_pass *pass, int64_t first, int64_t n)
{
  for (size_t i = 0; i < pass->n_gathers; ++i) {
    const tercet_onnx_gather *const gather = &pass->gathers[i];
    const tercet_onnx_cursor *const out = &pass->cursors[gather->out];
    const int64_t stride = out->strides[pass->rank - 1];
    gather->reducer->finish(
        gather->acc, n, gather->divisor, out->at + first * stride, stride);
  }
}

static bool
run_map(const tercet_onnx_program *program, const tercet_onnx_pass *pass)
{
  int64_t index[TERCET_MAX_RANK];
  clear_index(pass, index);
  const int64_t extent = pass->shape[pass->rank - 1];
  do {
    for (int64_t i = 0; i < extent; i += pass->tile) {
      const tile t = {i, smaller(pass->tile, extent - i), 1};
      if (!run_instructions(program, pass, &t)) {
        return false;
      }
    }
  } while (step(pass, 0, pass->n_outer, index));
  return true;
}

static void
add_to(accumulators *acc, double part)
{
  compensated_sum total = {acc->floats.sums[0], acc->floats.errors[0]};
  compensated_add(&total, part);
  acc->floats.sums[0] = total.sum;
  acc->floats.errors[0] = total.error;
}

/// Add the products of a line, and the squares if somebody wants them
static void
gather_products(const tercet_onnx_pass *pass,
                const tercet_onnx_gather *gather,
                const void *in,
                const double *factor,
                size_t n)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  tercet_dot_result sums;
  if (gather->dtype == TERCET_DTYPE_F16) {
    kernels->dot_f16(in, factor, n, &sums);
  } else if (gather->dtype == TERCET_DTYPE_F32) {
    kernels->dot_f32(in, factor, n, &sums);
  } else {
    kernels->dot_f64(in, factor, n, &sums);
  }
  add_to(gather->acc, sums.dot);
  if (gather->squares != UINT32_MAX) {
    add_to(pass->gathers[gather->squares].acc, sums.aa);
  }
}

/// Reduce a line
static void
gather_line(const tercet_onnx_program *program,
            const tercet_onnx_pass *pass,
            const tercet_onnx_gather *gather,
            const tile *t)
{
  const span in =
      span_of(program, pass, gather->in, tercet_dtype_size(gather->dtype), t);
  if (gather->kind == TERCET_ONNX_GATHER_ELEMENTS) {
    gather->reducer->line(gather->acc, in.at, in.step, t->n);
  } else if (gather->kind == TERCET_ONNX_GATHER_PRODUCTS) {
    const span factor =
        span_of(program, pass, gather->factor, sizeof(double), t);
    gather_products(pass, gather, in.at, (const void *)factor.at, (size_t)t->n);
  } else if (!gather->is_done && gather->dtype == TERCET_DTYPE_F32) {
    add_to(
        gather->acc,
        tercet_kernels()->sum_squares_f32((const void *)in.at, (size_t)t->n));
  } else if (!gather->is_done) {
    add_to(
        gather->acc,
        tercet_kernels()->sum_squares_f64((const void *)in.at, (size_t)t->n));
  }
}

/// Run the instructions on a line, and reduce what they give
static bool
run_line(const tercet_onnx_program *program, const tercet_onnx_pass *pass)
{
  const int64_t extent = pass->shape[pass->rank - 1];
  for (int64_t i = 0; i < extent; i += pass->tile) {
    const tile t = {i, smaller(pass->tile, extent - i), 1};
    if (!run_instructions(program, pass, &t)) {
      return false;
    }
    for (size_t k = 0; k < pass->n_gathers; ++k) {
      gather_line(program, pass, &pass->gathers[k], &t);
    }
  }
  return true;
}

static bool
run_lines(const tercet_onnx_program *program, const tercet_onnx_pass *pass)
{
  int64_t index[TERCET_MAX_RANK];
  clear_index(pass, index);
  do {
    start_gathers(pass, 1);
    do {
      if (!run_line(program, pass)) {
        return false;
      }
    } while (step(pass, pass->n_outer, pass->rank - 1, index));
    finish_gathers(pass, 0, 1);
  } while (step(pass, 0, pass->n_outer, index));
  return true;
}

/// Reduce the rows of a strip of columns, some rows at a time.  The cursors
/// are back at the first row afterwards.
static bool
run_strip(const tercet_onnx_program *program,
          const tercet_onnx_pass *pass,
          int64_t first,
          int64_t n)
{
  const size_t axis = pass->rank - 2;
  const int64_t extent = pass->shape[axis];
  const int64_t n_rows = TERCET_ONNX_TILE / n;
  bool is_defined = true;
  start_gathers(pass, n);
  for (int64_t row = 0; row < extent; row += n_rows) {
    const tile t = {first, n, smaller(n_rows, extent - row)};
    is_defined = is_defined && run_instructions(program, pass, &t);
    for (size_t k = 0; k < pass->n_gathers; ++k) {
      const tercet_onnx_gather *const gather = &pass->gathers[k];
      const span in = span_of(
          program, pass, gather->in, tercet_dtype_size(gather->dtype), &t);
      gather->reducer->rows(
          gather->acc, in.at, in.step, n, in.row_step, t.n_rows);
    }
    for (size_t i = 0; i < pass->n_cursors; ++i) {
      pass->cursors[i].at += t.n_rows * pass->cursors[i].strides[axis];
    }
  }
  for (size_t i = 0; i < pass->n_cursors; ++i) {
    pass->cursors[i].at -= extent * pass->cursors[i].strides[axis];
  }
  finish_gathers(pass, first, n);
  return is_defined;
}

static bool
run_columns(const tercet_onnx_program *program, const tercet_onnx_pass *pass)
{
  int64_t index[TERCET_MAX_RANK];
  clear_index(pass, index);
  const int64_t extent = pass->shape[pass->rank - 1];
  do {
    for (int64_t i = 0; i < extent; i += TERCET_ONNX_TILE_COLUMNS) {
      if (!run_strip(program,
                     pass,
                     i,
                     smaller(TERCET_ONNX_TILE_COLUMNS, extent - i))) {
        return false;
      }
    }
  } while (step(pass, 0, pass->n_outer, index));
  return true;
}

/* ---- Passes ---- */

static bool
run_whole(const tercet_onnx_program *program, const tercet_onnx_pass *pass)
{
  return tercet_reduce_into(pass->op,
                            program->values[pass->from].tensor,
                            pass->reduces,
                            0,
                            program->values[pass->to].tensor,
                            NULL) == TERCET_OK;
}

static bool
run_pass(const tercet_onnx_program *program, const tercet_onnx_pass *pass)
{
  if (pass->is_whole) {
    return run_whole(program, pass);
  }
  for (size_t i = 0; i < pass->n_cursors; ++i) {
    tercet_onnx_cursor *const cursor = &pass->cursors[i];
    // What is only read is not const in loops
    cursor->at = (char *)(uintptr_t)tercet_tensor_data(
        program->values[cursor->value].tensor);
  }
  switch (pass->walk) {
  case TERCET_ONNX_WALK_LINES:
    return run_lines(program, pass);
  case TERCET_ONNX_WALK_COLUMNS:
    return run_columns(program, pass);
  case TERCET_ONNX_WALK_MAP:
    break;
  }
  return run_map(program, pass);
}

bool
tercet_onnx_passes_run(const tercet_onnx_program *program)
{
  for (size_t i = 0; i < program->n_passes; ++i) {
    if (!run_pass(program, &program->passes[i])) {
      return false;
    }
  }
  return true;
}
