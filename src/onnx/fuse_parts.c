// SPDX-License-Identifier: Apache-2.0

/**
   Running the passes of a program, in parts that threads share.

   A pass with much to do is cut along one axis: the longest of those that are
   kept, so that each part makes results of its own.  A single result, or strip
   of them, is cut along the first axis that is reduced, and what the parts
   gather is joined in their order.  Where is cut depends on the shape alone.

   Each part needs a lane: the first one to ask has that of the program, others
   get memory of their own.
*/

#include "array/parallel.h"
#include "array/reduce.h"
#include "base/allocator.h"
#include "base/checked.h"
#include "base/error.h"
#include "onnx/fuse_program.h"

/* ---- Cutting ---- */

/// Cost of a part, counted as by tercet_line_cost()
#define PART_COST (TERCET_PARALLEL_BYTES / 4)

/// Parts of a single result at the most; each needs accumulators
#define MAX_PARTS 32

/// Return the bytes that are read and written for an element, in memory and in
/// the cache
static int64_t
cost_of(const tercet_onnx_pass *pass)
{
  int64_t cost = 1;
  for (size_t i = 0; i < pass->n_instructions; ++i) {
    const tercet_onnx_instruction *const instruction = &pass->instructions[i];
    const size_t n_bytes = tercet_dtype_size(instruction->line.out) *
                           (1 + instruction->n_operands);
    cost += tercet_line_cost(&instruction->line, n_bytes);
  }
  for (size_t i = 0; i < pass->n_gathers; ++i) {
    cost += (int64_t)tercet_dtype_size(pass->gathers[i].dtype);
  }
  return cost;
}

/// Return the axis to cut: the longest of those that are kept, or else the
/// first one that is reduced
static size_t
axis_to_cut(const tercet_onnx_pass *pass, bool *is_single)
{
  size_t cut = pass->n_outer;
  int64_t most = 1;
  for (size_t axis = 0; axis < pass->rank; ++axis) {
    if (!pass->reduces[axis] && pass->shape[axis] > most) {
      most = pass->shape[axis];
      cut = axis;
    }
  }
  *is_single = pass->n_outer == 0 && pass->n_gathers > 0 &&
               (pass->walk == TERCET_ONNX_WALK_LINES ||
                pass->shape[1] <= TERCET_ONNX_TILE_COLUMNS);
  return *is_single ? 0 : cut;
}

/// Return the least extent along the cut axis that does not cut a tile
static int64_t
grain_of(const tercet_onnx_pass *pass)
{
  return pass->cut + 1 < pass->rank               ? 1
         : pass->walk == TERCET_ONNX_WALK_COLUMNS ? TERCET_ONNX_TILE_COLUMNS
                                                  : TERCET_ONNX_TILE;
}

tercet_status
tercet_onnx_pass_cut(tercet_onnx_program *program,
                     tercet_onnx_pass *pass,
                     tercet_error *err)
{
  bool is_single = false;
  pass->n_parts = 1;
  pass->cut = axis_to_cut(pass, &is_single);
  const int64_t extent = pass->shape[pass->cut];
  pass->part_extent = extent;
  int64_t cost = cost_of(pass); // Of a step along the axis
  for (size_t axis = 0; axis < pass->rank; ++axis) {
    if (axis != pass->cut &&
        !tercet_i64_multiply(cost, pass->shape[axis], &cost)) {
      return TERCET_OK; // No tensor has so many elements
    }
  }
  if (extent <= TERCET_PARALLEL_BYTES / cost) {
    return TERCET_OK;
  }

  const int64_t grain = grain_of(pass);
  int64_t n = PART_COST / cost;
  if (is_single && n < (extent + MAX_PARTS - 1) / MAX_PARTS) {
    n = (extent + MAX_PARTS - 1) / MAX_PARTS;
  }
  n = (n + grain - 1) / grain * grain;
  pass->part_extent = n > grain ? n : grain;
  pass->n_parts = (size_t)((extent - 1) / pass->part_extent + 1);
  if (is_single && pass->n_parts > 1) {
    pass->parts = tercet_arena_allocate_array(
        &program->arena, pass->n_parts * pass->n_gathers, sizeof(*pass->parts));
    return pass->parts ? TERCET_OK : tercet_error_no_memory(err);
  }
  return TERCET_OK;
}

/* ---- Lanes ---- */

size_t
tercet_onnx_lane_size(const tercet_onnx_program *program)
{
  return program->n_registers * program->register_size +
         program->n_gathers * sizeof(accumulators) +
         (program->n_cursors + program->n_registers) * sizeof(char *);
}

void
tercet_onnx_lane_init(tercet_onnx_lane *lane,
                      const tercet_onnx_program *program,
                      void *memory)
{
  char *at = memory;
  char *const registers = at;
  at += program->n_registers * program->register_size;
  lane->acc = (void *)at;
  at += program->n_gathers * sizeof(accumulators);
  lane->at = (void *)at;
  at += program->n_cursors * sizeof(char *);
  lane->registers = (void *)at;
  for (size_t i = 0; i < program->n_registers; ++i) {
    lane->registers[i] = registers + i * program->register_size;
  }
}

/// Set the cursors of a lane to the first element
static void
start_cursors(const tercet_onnx_program *program,
              const tercet_onnx_pass *pass,
              const tercet_onnx_lane *lane)
{
  for (size_t i = 0; i < pass->n_cursors; ++i) {
    const uint32_t value = pass->cursors[i].value;
    // What is only read is not const in loops
    lane->at[i] =
        (char *)(uintptr_t)tercet_tensor_data(program->values[value].tensor);
  }
}

/* ---- Parts ---- */

typedef struct {
  tercet_onnx_program *program;
  const tercet_onnx_pass *pass;
} part_task;

/// Run a part of a pass in a lane
static tercet_status
run_part(const tercet_onnx_program *program,
         const tercet_onnx_pass *pass,
         size_t i_part,
         const tercet_onnx_lane *lane)
{
  tercet_onnx_lane own = *lane;
  tercet_onnx_pass part = *pass;
  const size_t cut = pass->cut;
  const int64_t first = (int64_t)i_part * pass->part_extent;
  const int64_t rest = pass->shape[cut] - first;
  part.shape[cut] = rest < pass->part_extent ? rest : pass->part_extent;
  start_cursors(program, pass, lane);
  for (size_t i = 0; i < pass->n_cursors; ++i) {
    lane->at[i] += first * pass->cursors[i].strides[cut];
  }
  if (pass->parts) {
    own.acc = &pass->parts[i_part * pass->n_gathers];
  }
  return (pass->parts ? tercet_onnx_pass_gather(&part, &own)
                      : tercet_onnx_pass_walk(&part, &own))
             ? TERCET_OK
             : TERCET_ERR_RANGE;
}

/// Run a part in a lane that is free
static tercet_status
run_part_task(void *context, size_t i_part)
{
  const part_task *const task = context;
  tercet_onnx_program *const program = task->program;
  if (!atomic_flag_test_and_set(&program->is_lane_taken)) {
    const tercet_status st =
        run_part(program, task->pass, i_part, &program->lane);
    atomic_flag_clear(&program->is_lane_taken);
    return st;
  }

  const tercet_allocator *const alloc = program->arena.alloc;
  char *const memory = tercet_allocate(
      alloc, tercet_onnx_lane_size(program) + TERCET_ONNX_ALIGNMENT);
  if (!memory) {
    return TERCET_ERR_NO_MEMORY;
  }
  const size_t over = (uintptr_t)memory % TERCET_ONNX_ALIGNMENT;
  tercet_onnx_lane lane;
  tercet_onnx_lane_init(
      &lane, program, memory + (TERCET_ONNX_ALIGNMENT - over));
  const tercet_status st = run_part(program, task->pass, i_part, &lane);
  tercet_release(alloc, memory);
  return st;
}

/// Run the parts of a pass one after the other, in the lane of the program
static tercet_status
run_parts_here(tercet_onnx_program *program, const tercet_onnx_pass *pass)
{
  for (size_t i = 0; i < pass->n_parts; ++i) {
    TERCET_TRY(tercet_parallel_check(NULL));
    TERCET_TRY(run_part(program, pass, i, &program->lane));
  }
  return TERCET_OK;
}

static tercet_status
run_parts(tercet_onnx_program *program, const tercet_onnx_pass *pass)
{
  part_task task = {program, pass};
  tercet_status st =
      tercet_parallel_run(pass->n_parts, run_part_task, &task, NULL);
  if (st == TERCET_ERR_NO_MEMORY) {
    st = run_parts_here(program, pass);
  }
  if (st == TERCET_OK && pass->parts) {
    tercet_onnx_lane lane = program->lane;
    lane.acc = pass->parts;
    start_cursors(program, pass, &lane);
    tercet_onnx_pass_join(pass, &lane);
  }
  return st;
}

/* ---- Passes ---- */

static tercet_status
run_pass(tercet_onnx_program *program, const tercet_onnx_pass *pass)
{
  if (pass->is_whole) {
    return tercet_reduce_into(pass->op,
                              program->values[pass->from].tensor,
                              pass->reduces,
                              0,
                              program->values[pass->to].tensor,
                              NULL);
  }
  if (pass->n_parts > 1) {
    return run_parts(program, pass);
  }
  start_cursors(program, pass, &program->lane);
  return tercet_onnx_pass_walk(pass, &program->lane) ? TERCET_OK
                                                     : TERCET_ERR_RANGE;
}

tercet_status
tercet_onnx_passes_run(tercet_onnx_program *program)
{
  for (size_t i = 0; i < program->n_passes; ++i) {
    TERCET_TRY(run_pass(program, &program->passes[i]));
  }
  return TERCET_OK;
}
