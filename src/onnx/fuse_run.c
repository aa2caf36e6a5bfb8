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

/// Return where a tile begins at a place
static inline char *
address_of(const tercet_onnx_lane *lane,
           const tercet_onnx_operand *place,
           const tile *t)
{
  return place->is_register ? lane->registers[place->index]
                            : lane->at[place->index] + t->first * place->stride;
}

static inline int64_t
row_stride_of(const tercet_onnx_operand *place, const tile *t)
{
  return place->is_register ? place->stride * t->n : place->row_stride;
}

/// Run an operator on a tile
static bool
run_instruction(const tercet_onnx_instruction *instruction,
                const tercet_onnx_lane *lane,
                const tile *t)
{
  const tercet_binary_line *const line = &instruction->line;
  // The bodies only read their context
  void *const context = (void *)(uintptr_t)&line->math;
  const size_t n_places = instruction->n_operands + 1;
  char *data[1 + TERCET_ONNX_FUSED_OPERANDS];
  int64_t strides[1 + TERCET_ONNX_FUSED_OPERANDS];
  for (size_t i = 0; i < n_places; ++i) {
    data[i] = address_of(lane, &instruction->places[i], t);
    strides[i] = instruction->places[i].stride;
  }
  for (int64_t row = 1; row < t->n_rows; ++row) {
    if (!line->body(context, data, strides, t->n)) {
      return false;
    }
    for (size_t i = 0; i < n_places; ++i) {
      data[i] += row_stride_of(&instruction->places[i], t);
    }
  }
  return line->body(context, data, strides, t->n);
}

static bool
run_instructions(const tercet_onnx_pass *pass,
                 const tercet_onnx_lane *lane,
                 const tile *t)
{
  for (size_t i = 0; i < pass->n_instructions; ++i) {
    if (!run_instruction(&pass->instructions[i], lane, t)) {
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
step(const tercet_onnx_pass *pass,
     const tercet_onnx_lane *lane,
     size_t first,
     size_t end,
     int64_t *index)
{
  for (size_t axis = end; axis-- > first;) {
    const bool carries = ++index[axis] == pass->shape[axis];
    const int64_t n = carries ? 1 - pass->shape[axis] : 1;
    for (size_t i = 0; i < pass->n_cursors; ++i) {
      lane->at[i] += n * pass->cursors[i].strides[axis];
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
start_gathers(const tercet_onnx_pass *pass,
              const tercet_onnx_lane *lane,
              int64_t n)
{
  for (size_t i = 0; i < pass->n_gathers; ++i) {
    pass->gathers[i].reducer->start(&lane->acc[i], n);
  }
}

/// Write the results, one for each column from `first` on
static void
finish_gathers(const tercet_onnx_pass *pass,
               const tercet_onnx_lane *lane,
               int64_t first,
               int64_t n)
{
  for (size_t i = 0; i < pass->n_gathers; ++i) {
    const tercet_onnx_gather *const gather = &pass->gathers[i];
    const int64_t stride = pass->cursors[gather->out].strides[pass->rank - 1];
    gather->reducer->finish(&lane->acc[i],
                            n,
                            gather->divisor,
                            lane->at[gather->out] + first * stride,
                            stride);
  }
}

static bool
run_map(const tercet_onnx_pass *pass, const tercet_onnx_lane *lane)
{
  int64_t index[TERCET_MAX_RANK];
  clear_index(pass, index);
  const int64_t extent = pass->shape[pass->rank - 1];
  do {
    for (int64_t i = 0; i < extent; i += pass->tile) {
      const tile t = {i, smaller(pass->tile, extent - i), 1};
      if (!run_instructions(pass, lane, &t)) {
        return false;
      }
    }
  } while (step(pass, lane, 0, pass->n_outer, index));
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

/// Add the products of a line with a factor in float64, and the squares if
/// somebody wants them
static void
gather_products(const tercet_onnx_gather *gather,
                const tercet_onnx_lane *lane,
                const void *in,
                const double *factor,
                size_t n,
                accumulators *acc)
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
  add_to(acc, sums.dot);
  if (gather->squares != UINT32_MAX) {
    add_to(&lane->acc[gather->squares], sums.aa);
  }
}

static tercet_pair_result
sum_pairs(tercet_dtype dtype, const void *a, const void *b, size_t n)
{
  const tercet_kernel_table *const kernels = tercet_kernels();
  tercet_pair_result sums;
  if (dtype == TERCET_DTYPE_F16) {
    kernels->pair_f16(a, b, n, &sums);
  } else if (dtype == TERCET_DTYPE_F32) {
    kernels->pair_f32(a, b, n, &sums);
  } else {
    kernels->pair_f64(a, b, n, &sums);
  }
  return sums;
}

/// Add the products of a line with a factor of its dtype, and the squares of
/// both if somebody wants them
static void
gather_pairs(const tercet_onnx_gather *gather,
             const tercet_onnx_lane *lane,
             const void *in,
             const void *factor,
             size_t n,
             accumulators *acc)
{
  const tercet_pair_result sums = sum_pairs(gather->dtype, in, factor, n);
  add_to(acc, sums.dot);
  if (gather->squares != UINT32_MAX) {
    add_to(&lane->acc[gather->squares], sums.aa);
  }
  if (gather->factor_squares != UINT32_MAX) {
    add_to(&lane->acc[gather->factor_squares], sums.bb);
  }
}

static double
sum_squares(tercet_dtype dtype, const void *in, size_t n)
{
  return dtype == TERCET_DTYPE_F32   ? tercet_kernels()->sum_squares_f32(in, n)
         : dtype == TERCET_DTYPE_F64 ? tercet_kernels()->sum_squares_f64(in, n)
                                     : sum_pairs(dtype, in, in, n).aa;
}

/// Reduce a line
static void
gather_line(const tercet_onnx_gather *gather,
            accumulators *acc,
            const tercet_onnx_lane *lane,
            const tile *t)
{
  if (gather->is_done) {
    return;
  }
  const char *const in = address_of(lane, &gather->in, t);
  const size_t n = (size_t)t->n;
  switch (gather->kind) {
  case TERCET_ONNX_GATHER_ELEMENTS:
    gather->reducer->line(acc, in, gather->in.stride, t->n);
    break;
  case TERCET_ONNX_GATHER_SQUARES:
    add_to(acc, sum_squares(gather->dtype, in, n));
    break;
  case TERCET_ONNX_GATHER_PRODUCTS:
    gather_products(gather,
                    lane,
                    in,
                    (const void *)address_of(lane, &gather->factor, t),
                    n,
                    acc);
    break;
  case TERCET_ONNX_GATHER_PAIRS:
    gather_pairs(
        gather, lane, in, address_of(lane, &gather->factor, t), n, acc);
    break;
  }
}

/// Run the instructions on a line, and reduce what they give
static bool
run_line(const tercet_onnx_pass *pass, const tercet_onnx_lane *lane)
{
  const int64_t extent = pass->shape[pass->rank - 1];
  for (int64_t i = 0; i < extent; i += pass->tile) {
    const tile t = {i, smaller(pass->tile, extent - i), 1};
    if (!run_instructions(pass, lane, &t)) {
      return false;
    }
    for (size_t k = 0; k < pass->n_gathers; ++k) {
      gather_line(&pass->gathers[k], &lane->acc[k], lane, &t);
    }
  }
  return true;
}

/// Reduce the lines of one result
static bool
gather_lines(const tercet_onnx_pass *pass,
             const tercet_onnx_lane *lane,
             int64_t *index)
{
  do {
    if (!run_line(pass, lane)) {
      return false;
    }
  } while (step(pass, lane, pass->n_outer, pass->rank - 1, index));
  return true;
}

static bool
run_lines(const tercet_onnx_pass *pass, const tercet_onnx_lane *lane)
{
  int64_t index[TERCET_MAX_RANK];
  clear_index(pass, index);
  do {
    start_gathers(pass, lane, 1);
    if (!gather_lines(pass, lane, index)) {
      return false;
    }
    finish_gathers(pass, lane, 0, 1);
  } while (step(pass, lane, 0, pass->n_outer, index));
  return true;
}

/// Reduce the rows of a strip of columns, some rows at a time.  The cursors
/// are back at the first row afterwards.
static bool
gather_strip(const tercet_onnx_pass *pass,
             const tercet_onnx_lane *lane,
             int64_t first,
             int64_t n)
{
  const size_t axis = pass->rank - 2;
  const int64_t extent = pass->shape[axis];
  const int64_t n_rows = TERCET_ONNX_TILE / n;
  bool is_defined = true;
  for (int64_t row = 0; row < extent; row += n_rows) {
    const tile t = {first, n, smaller(n_rows, extent - row)};
    is_defined = is_defined && run_instructions(pass, lane, &t);
    for (size_t k = 0; k < pass->n_gathers; ++k) {
      const tercet_onnx_gather *const gather = &pass->gathers[k];
      gather->reducer->rows(&lane->acc[k],
                            address_of(lane, &gather->in, &t),
                            gather->in.stride,
                            n,
                            row_stride_of(&gather->in, &t),
                            t.n_rows);
    }
    for (size_t i = 0; i < pass->n_cursors; ++i) {
      lane->at[i] += t.n_rows * pass->cursors[i].strides[axis];
    }
  }
  for (size_t i = 0; i < pass->n_cursors; ++i) {
    lane->at[i] -= extent * pass->cursors[i].strides[axis];
  }
  return is_defined;
}

static bool
run_columns(const tercet_onnx_pass *pass, const tercet_onnx_lane *lane)
{
  int64_t index[TERCET_MAX_RANK];
  clear_index(pass, index);
  const int64_t extent = pass->shape[pass->rank - 1];
  do {
    for (int64_t i = 0; i < extent; i += TERCET_ONNX_TILE_COLUMNS) {
      const int64_t n = smaller(TERCET_ONNX_TILE_COLUMNS, extent - i);
      start_gathers(pass, lane, n);
      if (!gather_strip(pass, lane, i, n)) {
        return false;
      }
      finish_gathers(pass, lane, i, n);
    }
  } while (step(pass, lane, 0, pass->n_outer, index));
  return true;
}

bool
tercet_onnx_pass_walk(const tercet_onnx_pass *pass,
                      const tercet_onnx_lane *lane)
{
  switch (pass->walk) {
  case TERCET_ONNX_WALK_LINES:
    return run_lines(pass, lane);
  case TERCET_ONNX_WALK_COLUMNS:
    return run_columns(pass, lane);
  case TERCET_ONNX_WALK_MAP:
    break;
  }
  return run_map(pass, lane);
}

/// Return how many results a single strip or line has
static int64_t
n_results(const tercet_onnx_pass *pass)
{
  return pass->walk == TERCET_ONNX_WALK_COLUMNS ? pass->shape[pass->rank - 1]
                                                : 1;
}

bool
tercet_onnx_pass_gather(const tercet_onnx_pass *pass,
                        const tercet_onnx_lane *lane)
{
  const int64_t n = n_results(pass);
  start_gathers(pass, lane, n);
  if (pass->walk == TERCET_ONNX_WALK_COLUMNS) {
    return gather_strip(pass, lane, 0, n);
  }
  int64_t index[TERCET_MAX_RANK];
  clear_index(pass, index);
  return gather_lines(pass, lane, index);
}

void
tercet_onnx_pass_join(const tercet_onnx_pass *pass,
                      const tercet_onnx_lane *lane)
{
  const int64_t n = n_results(pass);
  for (size_t i = 0; i < pass->n_gathers; ++i) {
    for (size_t part = 1; part < pass->n_parts; ++part) {
      pass->gathers[i].reducer->merge(
          &lane->acc[i], &lane->acc[part * pass->n_gathers + i], n);
    }
  }
  finish_gathers(pass, lane, 0, n);
}
