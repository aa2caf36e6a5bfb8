// SPDX-License-Identifier: Apache-2.0

/// From passes to instructions over cursors and registers

#include "array/reduce.h"
#include "base/error.h"
#include "onnx/fuse_program.h"

#define N_VALUES ((1 + TERCET_ONNX_FUSED_OPERANDS) * TERCET_ONNX_SEGMENT_MAX)

/// A pass in the making
typedef struct {
  tercet_onnx_program *program;
  const tercet_onnx_segment *segment;
  tercet_onnx_pass *pass;
  size_t i_pass;
  size_t n_registers;
  bool has_place[N_VALUES];
  tercet_onnx_operand places[N_VALUES]; ///< Of the values met so far
} maker;

/* ---- Places ---- */

/// Make a register for elements of some size
static tercet_onnx_operand
add_register(maker *m, size_t item_size)
{
  const tercet_onnx_operand place = {
      true, (uint32_t)m->n_registers++, (int64_t)item_size, 0};
  return place;
}

/// Make a cursor over the memory of a value, spread over the shape of the pass
static tercet_onnx_operand
add_cursor(maker *m, uint32_t value)
{
  const tercet_onnx_fused_value *const v = &m->program->values[value];
  tercet_onnx_pass *const pass = m->pass;
  const tercet_onnx_operand place = {false, (uint32_t)pass->n_cursors, 0, 0};
  tercet_onnx_cursor *const cursor = &pass->cursors[pass->n_cursors++];
  const size_t n_new = pass->rank - v->rank;
  cursor->value = value;
  for (size_t i = 0; i < pass->rank; ++i) {
    cursor->strides[i] =
        i < n_new || v->shape[i - n_new] == 1 ? 0 : v->strides[i - n_new];
  }
  return place;
}

/// Make a cursor over the result of a reduction, which stands still along the
/// axes that it removes
static tercet_onnx_operand
add_result_cursor(maker *m, uint32_t value, bool keepdims)
{
  const tercet_onnx_fused_value *const v = &m->program->values[value];
  tercet_onnx_pass *const pass = m->pass;
  const tercet_onnx_operand place = {false, (uint32_t)pass->n_cursors, 0, 0};
  tercet_onnx_cursor *const cursor = &pass->cursors[pass->n_cursors++];
  cursor->value = value;
  size_t k = 0;
  for (size_t i = 0; i < pass->rank; ++i) {
    cursor->strides[i] = pass->reduces[i] ? 0 : v->strides[k];
    k += keepdims || !pass->reduces[i];
  }
  return place;
}

static void
add_instruction(maker *m, uint32_t value);

/// Return where a value is read in this pass.  What the pass is to make, and
/// what another pass has not kept, is made when it is first needed: no deeper
/// than a segment has operators.
static tercet_onnx_operand
place_of(maker *m, uint32_t value)
{
  value = m->program->values[value].same_as;
  if (!m->has_place[value]) {
    const tercet_onnx_fused_value *const v = &m->program->values[value];
    if (v->is_stored && (v->pass != m->i_pass || v->is_gathered ||
                         value < m->program->n_inputs)) {
      m->places[value] = add_cursor(m, value);
      m->has_place[value] = true;
    } else {
      add_instruction(m, value);
    }
  }
  return m->places[value];
}

/* ---- Instructions ---- */

static void
add_instruction(maker *m, uint32_t value)
{
  const tercet_onnx_fused_value *const values = m->program->values;
  const tercet_onnx_fused *const fused =
      &m->segment->fused[value - m->program->n_inputs];
  tercet_onnx_instruction made;
  const bool is_where = fused->kind == TERCET_ONNX_FUSED_WHERE;
  const tercet_dtype dtype =
      values[values[fused->operands[is_where]].same_as].dtype;
  memset(&made, 0, sizeof(made));
  made.n_operands = fused->n_operands;
  for (size_t k = 0; k < made.n_operands; ++k) {
    made.places[k + 1] = place_of(m, fused->operands[k]);
  }
  made.line = tercet_onnx_fused_line(fused, dtype);
  made.places[0] = values[value].is_stored
                       ? add_cursor(m, value)
                       : add_register(m, tercet_dtype_size(made.line.out));
  m->places[value] = made.places[0];
  m->has_place[value] = true;
  m->pass->instructions[m->pass->n_instructions++] = made;
}

/* ---- Reductions ---- */

/// Return the operator that makes a value, or NULL for an input
static const tercet_onnx_fused *
maker_of(const maker *m, uint32_t value)
{
  return value < m->program->n_inputs
             ? NULL
             : &m->segment->fused[value - m->program->n_inputs];
}

/// Return what a cast converts to float64, or else the value itself
static uint32_t
before_cast(const maker *m, uint32_t value)
{
  const tercet_onnx_fused_value *const values = m->program->values;
  const tercet_onnx_fused *const cast = maker_of(m, value);
  if (!cast || cast->kind != TERCET_ONNX_FUSED_CAST ||
      values[value].is_stored) {
    return value;
  }
  return values[cast->operands[0]].same_as;
}

/// Return whether a value lies without gaps along the last axis of the pass,
/// which is reduced
static bool
is_dense(const maker *m, uint32_t value)
{
  const tercet_onnx_fused_value *const v = &m->program->values[value];
  const tercet_onnx_pass *const pass = m->pass;
  size_t axis = pass->rank;
  while (axis > 0 && pass->shape[axis - 1] == 1) {
    --axis;
  }
  if (axis == 0) {
    return true; // A single element
  }
  if (!pass->reduces[axis - 1]) {
    return false;
  }
  const size_t n_new = pass->rank - v->rank;
  return !v->is_stored ||
         (axis > n_new && v->shape[axis - 1 - n_new] > 1 &&
          v->strides[axis - 1 - n_new] == (int64_t)tercet_dtype_size(v->dtype));
}

/// Return whether kernels add up products of elements of a dtype
static bool
has_pairs(tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_F16 || dtype == TERCET_DTYPE_F32 ||
         dtype == TERCET_DTYPE_F64;
}

/// Return the value to read in place of one in float64: before the cast, if
/// there is a kernel
static uint32_t
best_source(const maker *m, uint32_t value)
{
  const uint32_t source = before_cast(m, value);
  return has_pairs(m->program->values[source].dtype) ? source : value;
}

/// Set up a sum of squares if there is a kernel
static bool
set_squares(maker *m, uint32_t factor, tercet_onnx_gather *gather)
{
  const uint32_t in = best_source(m, factor);
  if (!is_dense(m, in)) {
    return false;
  }
  gather->kind = TERCET_ONNX_GATHER_SQUARES;
  gather->in = place_of(m, in);
  gather->dtype = m->program->values[in].dtype;
  return true;
}

/// Set up a sum of products if there is a kernel: of one dtype, or of one in
/// float64 and another
static bool
set_products(maker *m, uint32_t a, uint32_t b, tercet_onnx_gather *gather)
{
  const tercet_onnx_fused_value *const values = m->program->values;
  const uint32_t in = best_source(m, a);
  const uint32_t source = best_source(m, b);
  const bool are_pairs = values[in].dtype == values[source].dtype;
  const uint32_t factor = are_pairs ? source : b;
  if (!is_dense(m, in) || !is_dense(m, factor)) {
    return false;
  }
  gather->kind =
      are_pairs ? TERCET_ONNX_GATHER_PAIRS : TERCET_ONNX_GATHER_PRODUCTS;
  gather->in = place_of(m, in);
  gather->dtype = values[in].dtype;
  gather->factor = place_of(m, factor);
  return true;
}

/// Set up a sum or mean of products in float64, which need not be made one by
/// one; false for another reduction
static bool
set_product_sum(maker *m,
                const tercet_onnx_fused *fused,
                uint32_t operand,
                tercet_onnx_gather *gather)
{
  const tercet_onnx_fused_value *const values = m->program->values;
  const tercet_onnx_fused *const product = maker_of(m, operand);
  if ((fused->op != TERCET_SUM && fused->op != REDUCE_OWN_MEAN) || !product ||
      product->kind != TERCET_ONNX_FUSED_BINARY ||
      product->op != TERCET_MULTIPLY || values[operand].is_stored ||
      values[operand].dtype != TERCET_DTYPE_F64) {
    return false;
  }
  const uint32_t a = values[product->operands[0]].same_as;
  const uint32_t b = values[product->operands[1]].same_as;
  return a == b ? set_squares(m, a, gather) : set_products(m, a, b, gather);
}

/// Gather a reduction of what is at a place
static void
add_gather(maker *m, uint32_t value)
{
  const tercet_onnx_fused *const fused = maker_of(m, value);
  const uint32_t operand = m->program->values[fused->operands[0]].same_as;
  const tercet_onnx_fused_value *const x = &m->program->values[operand];
  tercet_onnx_gather *const gather = &m->pass->gathers[m->pass->n_gathers++];
  int64_t n = 1;
  for (size_t i = 0; i < x->rank; ++i) {
    n *= m->pass->reduces[i] ? x->shape[i] : 1;
  }
  gather->squares = UINT32_MAX;
  gather->factor_squares = UINT32_MAX;
  gather->reducer = tercet_reducer_for(fused->op, x->dtype);
  gather->divisor = (double)n;
  if (!set_product_sum(m, fused, operand, gather)) {
    gather->in = place_of(m, operand);
    gather->dtype = x->dtype;
  }
  gather->out = add_result_cursor(m, value, fused->keepdims).index;
}

/// Return the gather that is to make the squares of what is at a place, and
/// that has no other yet to do so, or UINT32_MAX
static uint32_t
find_squares(const tercet_onnx_pass *pass, const tercet_onnx_operand *place)
{
  for (uint32_t i = 0; i < pass->n_gathers; ++i) {
    const tercet_onnx_gather *const gather = &pass->gathers[i];
    if (gather->kind == TERCET_ONNX_GATHER_SQUARES && !gather->is_done &&
        gather->in.is_register == place->is_register &&
        gather->in.index == place->index) {
      return i;
    }
  }
  return UINT32_MAX;
}

/// Let products bring the squares along that other gathers are to make of the
/// same numbers
static void
share_squares(tercet_onnx_pass *pass)
{
  for (size_t i = 0; i < pass->n_gathers; ++i) {
    tercet_onnx_gather *const gather = &pass->gathers[i];
    if (gather->kind == TERCET_ONNX_GATHER_PRODUCTS ||
        gather->kind == TERCET_ONNX_GATHER_PAIRS) {
      gather->squares = find_squares(pass, &gather->in);
      if (gather->squares != UINT32_MAX) {
        pass->gathers[gather->squares].is_done = true;
      }
    }
    if (gather->kind == TERCET_ONNX_GATHER_PAIRS) {
      gather->factor_squares = find_squares(pass, &gather->factor);
      if (gather->factor_squares != UINT32_MAX) {
        pass->gathers[gather->factor_squares].is_done = true;
      }
    }
  }
}

/* ---- Axes ---- */

/// Return whether stepping `outer` once is stepping `inner` to its end for all
/// cursors
static bool
can_join(const tercet_onnx_pass *pass, size_t outer, size_t inner)
{
  if (pass->reduces[outer] != pass->reduces[inner]) {
    return false;
  }
  for (size_t i = 0; i < pass->n_cursors; ++i) {
    const int64_t *const strides = pass->cursors[i].strides;
    if (strides[outer] != strides[inner] * pass->shape[inner]) {
      return false;
    }
  }
  return true;
}

static void
move_axis(tercet_onnx_pass *pass, size_t from, size_t to)
{
  pass->shape[to] = pass->shape[from];
  pass->reduces[to] = pass->reduces[from];
  for (size_t i = 0; i < pass->n_cursors; ++i) {
    pass->cursors[i].strides[to] = pass->cursors[i].strides[from];
  }
}

/// Drop axes of extent 1 and join those that all cursors step through as one
static void
collapse(const tercet_onnx_program *program, tercet_onnx_pass *pass)
{
  size_t n = 0;
  for (size_t i = 0; i < pass->rank; ++i) {
    if (pass->shape[i] == 1) {
      continue;
    }
    if (n > 0 && can_join(pass, n - 1, i)) {
      const int64_t outer = pass->shape[n - 1];
      move_axis(pass, i, n - 1);
      pass->shape[n - 1] *= outer;
    } else {
      move_axis(pass, i, n++);
    }
  }
  if (n == 0) {
    // A single element: one line of one
    pass->shape[0] = 1;
    pass->reduces[0] = pass->n_gathers > 0;
    for (size_t i = 0; i < pass->n_cursors; ++i) {
      const uint32_t value = pass->cursors[i].value;
      pass->cursors[i].strides[0] =
          (int64_t)tercet_dtype_size(program->values[value].dtype);
    }
    n = 1;
  }
  pass->rank = n;
}

/// Sums of elements need tiles of the size of their blocks, kernels of products
/// alone need none
static void
choose_tile(tercet_onnx_pass *pass)
{
  pass->tile = pass->n_instructions > 0 ? TERCET_ONNX_SMALL_TILE : INT64_MAX;
  for (size_t i = 0; i < pass->n_gathers; ++i) {
    if (pass->gathers[i].kind == TERCET_ONNX_GATHER_ELEMENTS) {
      pass->tile = TERCET_ONNX_TILE;
    }
  }
}

/// Set how the axes are walked; false if the reduced ones lie so that no walk
/// fits
static bool
choose_walk(tercet_onnx_pass *pass)
{
  const size_t last = pass->rank - 1;
  size_t n_kept = 0; // Before the first axis that is reduced
  while (n_kept < pass->rank && !pass->reduces[n_kept]) {
    ++n_kept;
  }
  if (pass->n_gathers == 0) {
    pass->walk = TERCET_ONNX_WALK_MAP;
    pass->n_outer = last;
    return true;
  }

  pass->n_outer = n_kept;
  pass->walk =
      pass->reduces[last] ? TERCET_ONNX_WALK_LINES : TERCET_ONNX_WALK_COLUMNS;
  if (pass->walk == TERCET_ONNX_WALK_COLUMNS) {
    return n_kept + 2 == pass->rank;
  }
  for (size_t i = n_kept; i < last; ++i) {
    if (!pass->reduces[i]) {
      return false;
    }
  }
  return true;
}

/// Set how an operand steps through the last two axes
static void
set_strides(const tercet_onnx_pass *pass, tercet_onnx_operand *operand)
{
  if (!operand->is_register) {
    const int64_t *const strides = pass->cursors[operand->index].strides;
    operand->stride = strides[pass->rank - 1];
    operand->row_stride = pass->rank > 1 ? strides[pass->rank - 2] : 0;
  }
}

static void
set_all_strides(tercet_onnx_pass *pass)
{
  for (size_t i = 0; i < pass->n_instructions; ++i) {
    tercet_onnx_instruction *const instruction = &pass->instructions[i];
    for (size_t k = 0; k <= instruction->n_operands; ++k) {
      set_strides(pass, &instruction->places[k]);
    }
  }
  for (size_t i = 0; i < pass->n_gathers; ++i) {
    set_strides(pass, &pass->gathers[i].in);
    set_strides(pass, &pass->gathers[i].factor);
  }
}

/* ---- Programs ---- */

/// Allocate what a pass may need at the most
static tercet_status
allocate_pass(maker *m, tercet_error *err)
{
  tercet_arena *const arena = &m->program->arena;
  tercet_onnx_pass *const pass = m->pass;
  const size_t n = m->segment->n_fused;
  pass->cursors = tercet_arena_allocate_array(
      arena, m->program->n_values + n, sizeof(*pass->cursors));
  pass->instructions =
      tercet_arena_allocate_array(arena, 2 * n, sizeof(*pass->instructions));
  pass->gathers = tercet_arena_allocate_array(arena, n, sizeof(*pass->gathers));
  return pass->cursors && pass->instructions && pass->gathers
             ? TERCET_OK
             : tercet_error_no_memory(err);
}

static tercet_status
compile_pass(maker *m, bool *fits, tercet_error *err)
{
  const uint32_t n_inputs = (uint32_t)m->program->n_inputs;
  TERCET_TRY(allocate_pass(m, err));
  for (uint32_t i = 0; i < m->segment->n_fused; ++i) {
    const tercet_onnx_fused_value *const value =
        &m->program->values[n_inputs + i];
    if (value->pass != m->i_pass || value->same_as != n_inputs + i) {
      continue;
    }
    if (value->is_gathered) {
      add_gather(m, n_inputs + i);
    } else if (value->is_stored) {
      place_of(m, n_inputs + i);
    }
  }
  share_squares(m->pass);
  collapse(m->program, m->pass);
  set_all_strides(m->pass);
  choose_tile(m->pass);
  *fits = choose_walk(m->pass);
  return *fits ? tercet_onnx_pass_cut(m->program, m->pass, err) : TERCET_OK;
}

/// Return the bytes of a register: a tile, or less if nothing is as large
static size_t
register_size(const tercet_onnx_program *program)
{
  int64_t most = 1;
  size_t item_size = 1;
  for (size_t i = 0; i < program->n_values; ++i) {
    const tercet_onnx_fused_value *const value = &program->values[i];
    const size_t size = tercet_dtype_size(value->dtype);
    int64_t n = 1;
    for (size_t axis = 0; axis < value->rank; ++axis) {
      n *= value->shape[axis];
    }
    most = n > most ? n : most;
    item_size = size > item_size ? size : item_size;
  }
  const size_t size =
      item_size * (size_t)(most < TERCET_ONNX_TILE ? most : TERCET_ONNX_TILE);
  return (size + TERCET_ONNX_ALIGNMENT - 1) / TERCET_ONNX_ALIGNMENT *
         TERCET_ONNX_ALIGNMENT;
}

static size_t
larger(size_t a, size_t b)
{
  return a > b ? a : b;
}

/// Make the lane of the caller's thread; the passes share it
static tercet_status
allocate_lane(tercet_onnx_program *program, tercet_error *err)
{
  void *const memory = tercet_arena_allocate_aligned(
      &program->arena, tercet_onnx_lane_size(program), TERCET_ONNX_ALIGNMENT);
  if (!memory) {
    return tercet_error_no_memory(err);
  }
  tercet_onnx_lane_init(&program->lane, program, memory);
  return TERCET_OK;
}

tercet_status
tercet_onnx_program_compile(tercet_onnx_program *program,
                            const tercet_onnx_segment *segment,
                            bool *fits,
                            tercet_error *err)
{
  program->n_cursors = 0;
  program->n_registers = 0;
  program->n_gathers = 0;
  program->register_size = register_size(program);
  *fits = true;
  for (size_t i = 0; *fits && i < program->n_passes; ++i) {
    tercet_onnx_pass *const pass = &program->passes[i];
    if (!pass->is_whole) {
      maker m;
      memset(&m, 0, sizeof(m));
      m.program = program;
      m.segment = segment;
      m.pass = pass;
      m.i_pass = i;
      TERCET_TRY(compile_pass(&m, fits, err));
      program->n_cursors = larger(program->n_cursors, pass->n_cursors);
      program->n_registers = larger(program->n_registers, m.n_registers);
      program->n_gathers = larger(program->n_gathers, pass->n_gathers);
    }
  }
  return *fits ? allocate_lane(program, err) : TERCET_OK;
}
