// SPDX-License-Identifier: Apache-2.0

/// From a segment to passes: types, shapes, and what is kept in memory

#include "onnx/fuse_program.h"

#include "array/reduce.h"
#include "array/shape.h"
#include "base/allocator.h"
#include "base/error.h"

/// A program in the making
typedef struct {
  tercet_onnx_program *program;
  const tercet_onnx_segment *segment;
  bool is_apart; ///< Whether reductions are kept out of the other passes
} maker;

/* ---- Types and shapes ---- */

/// Note of an input what a program depends on; false if it is not an ordinary
/// tensor with elements
static bool
read_input(const tercet_onnx_value *value, tercet_onnx_fused_value *out)
{
  const tercet_tensor *const tensor = value->tensor;
  out->kind = value->kind;
  out->type = value->type;
  if (value->kind != TERCET_ONNX_TENSOR) {
    return false;
  }
  out->dtype = tercet_tensor_dtype(tensor);
  out->rank = tercet_tensor_rank(tensor);
  out->is_stored = true;
  if (out->rank > 0) {
    memcpy(out->shape,
           tercet_tensor_shape(tensor),
           out->rank * sizeof(*out->shape));
    memcpy(out->strides,
           tercet_tensor_strides(tensor),
           out->rank * sizeof(*out->strides));
  }
  return tercet_tensor_size(tensor) > 0 &&
         tercet_onnx_type_of_dtype(out->dtype) == value->type;
}

/// Set the flags of the axes that a reduction of `rank` axes removes; false if
/// an axis is wrong
static bool
reduced_axes(const tercet_onnx_fused *fused, size_t rank, bool *reduces)
{
  memset(reduces, fused->n_axes == 0, TERCET_MAX_RANK * sizeof(*reduces));
  for (size_t i = 0; i < fused->n_axes; ++i) {
    const int64_t axis =
        fused->axes[i] < 0 ? fused->axes[i] + (int64_t)rank : fused->axes[i];
    if (axis < 0 || axis >= (int64_t)rank || reduces[axis]) {
      return false;
    }
    reduces[axis] = true;
  }
  return true;
}

static bool
infer_reduction(const tercet_onnx_fused *fused,
                const tercet_onnx_fused_value *x,
                tercet_onnx_fused_value *out)
{
  bool reduces[TERCET_MAX_RANK];
  const bool is_mean = fused->op == REDUCE_OWN_MEAN;
  if (!reduced_axes(fused, x->rank, reduces) ||
      !tercet_reducer_for(fused->op, x->dtype) ||
      (is_mean && tercet_dtype_kind_of(x->dtype) != TERCET_KIND_F)) {
    return false;
  }
  out->dtype = tercet_reduced_dtype(fused->op, x->dtype);
  out->is_gathered = true;
  out->is_stored = true;
  for (size_t i = 0; i < x->rank; ++i) {
    if (!reduces[i] || fused->keepdims) {
      out->shape[out->rank++] = reduces[i] ? 1 : x->shape[i];
    }
  }
  return out->dtype == x->dtype;
}

/// Spread a shape over that of another operand; false if they do not fit
static bool
spread(tercet_onnx_fused_value *out, const tercet_onnx_fused_value *operand)
{
  const tercet_onnx_fused_value before = *out;
  return tercet_shape_broadcast(before.rank,
                                before.shape,
                                operand->rank,
                                operand->shape,
                                &out->rank,
                                out->shape,
                                NULL) == TERCET_OK;
}

/// Return whether a bound is a single number, and of no higher rank than what
/// it bounds
static bool
is_bound(const tercet_onnx_fused_value *x, const tercet_onnx_fused_value *bound)
{
  int64_t n = 1;
  for (size_t i = 0; i < bound->rank; ++i) {
    n *= bound->shape[i];
  }
  return n == 1 && bound->rank <= x->rank;
}

/// Return whether a line makes what an operator should make of operands
static bool
makes(const tercet_onnx_fused *fused,
      const tercet_binary_line *line,
      tercet_dtype dtype)
{
  if (!line->body) {
    return false;
  }
  return fused->kind == TERCET_ONNX_FUSED_CAST ||
         line->out == (fused->keeps_type ? dtype : TERCET_DTYPE_BOOL);
}

static bool
infer_elementwise(const tercet_onnx_fused *fused,
                  const tercet_onnx_fused_value *const *operands,
                  tercet_onnx_fused_value *out)
{
  // The condition has a type of its own
  const bool is_where = fused->kind == TERCET_ONNX_FUSED_WHERE;
  const tercet_dtype dtype = operands[is_where]->dtype;
  const tercet_binary_line line = tercet_onnx_fused_line(fused, dtype);
  if (!makes(fused, &line, dtype) ||
      (is_where && operands[0]->dtype != TERCET_DTYPE_BOOL) ||
      (fused->has_bound && !is_bound(operands[0], operands[1]))) {
    return false;
  }
  out->dtype = line.out;
  out->rank = operands[0]->rank;
  memcpy(out->shape, operands[0]->shape, sizeof(out->shape));
  for (size_t k = 1; k < fused->n_operands; ++k) {
    if (operands[k]->dtype != dtype || !spread(out, operands[k])) {
      return false;
    }
  }
  return true;
}

/// Find out what an operator makes; false if there is no program for it
static bool
infer(maker *m, size_t i)
{
  const tercet_onnx_fused *const fused = &m->segment->fused[i];
  tercet_onnx_fused_value *const values = m->program->values;
  const uint32_t self = (uint32_t)(m->program->n_inputs + i);
  tercet_onnx_fused_value *const out = &values[self];
  const tercet_onnx_fused_value *operands[TERCET_ONNX_FUSED_OPERANDS];
  for (size_t k = 0; k < fused->n_operands; ++k) {
    operands[k] = &values[values[fused->operands[k]].same_as];
  }
  out->same_as = self;
  if (!(fused->kind == TERCET_ONNX_FUSED_REDUCE
            ? infer_reduction(fused, operands[0], out)
            : infer_elementwise(fused, operands, out))) {
    return false;
  }
  if (fused->kind == TERCET_ONNX_FUSED_CAST &&
      out->dtype == operands[0]->dtype) {
    out->same_as = values[fused->operands[0]].same_as;
    return fused->slot == TERCET_ONNX_NO_SLOT;
  }
  out->type = tercet_onnx_type_of_dtype(out->dtype);
  out->is_stored = out->is_stored || fused->slot != TERCET_ONNX_NO_SLOT;
  tercet_shape_strides(
      out->rank, out->shape, tercet_dtype_size(out->dtype), out->strides);
  return true;
}

/* ---- Passes ---- */

static int64_t
count(size_t rank, const int64_t *shape)
{
  int64_t n = 1;
  for (size_t i = 0; i < rank; ++i) {
    n *= shape[i];
  }
  return n;
}

static tercet_onnx_pass *
add_pass(maker *m, const tercet_onnx_fused_value *like)
{
  tercet_onnx_pass *const pass = &m->program->passes[m->program->n_passes++];
  pass->rank = like->rank;
  memcpy(pass->shape, like->shape, sizeof(pass->shape));
  return pass;
}

/// Return the first pass from `first` on that walks a shape, and that has the
/// same axes to reduce if `reduces` is set; or a new one
static size_t
find_pass(maker *m,
          size_t first,
          const tercet_onnx_fused_value *like,
          const bool *reduces)
{
  tercet_onnx_program *const program = m->program;
  for (size_t p = first; p < program->n_passes; ++p) {
    tercet_onnx_pass *const pass = &program->passes[p];
    if (!pass->is_whole &&
        tercet_shape_equals(pass->rank, pass->shape, like->rank, like->shape) &&
        (!reduces || !pass->has_reductions ||
         !memcmp(pass->reduces, reduces, pass->rank * sizeof(*reduces)))) {
      return p;
    }
  }
  add_pass(m, like);
  return program->n_passes - 1;
}

/// Return the first pass in which a value can be read
static size_t
readable_from(const maker *m, uint32_t value)
{
  const tercet_onnx_fused_value *const v = &m->program->values[value];
  return value < m->program->n_inputs ? 0 : v->pass + v->is_gathered;
}

static void
place_elementwise(maker *m, size_t i)
{
  const tercet_onnx_fused *const fused = &m->segment->fused[i];
  tercet_onnx_fused_value *const values = m->program->values;
  tercet_onnx_fused_value *const out = &values[m->program->n_inputs + i];
  size_t first = 0;
  for (size_t k = 0; k < fused->n_operands; ++k) {
    const size_t from = readable_from(m, values[fused->operands[k]].same_as);
    first = from > first ? from : first;
  }
  out->pass = find_pass(m, first, out, NULL);
}

/// Place a reduction with what makes its operand.  On its own are long operands
/// that are in memory anyway, which array/ reduces best, and products, whose
/// rounding depends on the order.
static void
place_reduction(maker *m, size_t i)
{
  const tercet_onnx_fused *const fused = &m->segment->fused[i];
  const uint32_t operand = m->program->values[fused->operands[0]].same_as;
  tercet_onnx_fused_value *const x = &m->program->values[operand];
  tercet_onnx_fused_value *const out =
      &m->program->values[m->program->n_inputs + i];
  const bool is_made = operand >= m->program->n_inputs && !x->is_gathered;
  bool reduces[TERCET_MAX_RANK];
  reduced_axes(fused, x->rank, reduces);
  tercet_onnx_pass *pass = NULL;
  if (!m->is_apart && fused->op != REDUCE_PROD &&
      (is_made || count(x->rank, x->shape) <= TERCET_ONNX_TILE)) {
    out->pass = find_pass(m, readable_from(m, operand), x, reduces);
    pass = &m->program->passes[out->pass];
    pass->has_reductions = true;
  } else {
    pass = add_pass(m, x);
    out->pass = m->program->n_passes - 1;
    pass->is_whole = true;
    pass->op = fused->op;
    pass->from = operand;
    pass->to = (uint32_t)(m->program->n_inputs + i);
    x->is_stored = true;
  }
  memcpy(pass->reduces, reduces, sizeof(reduces));
}

/// Return whether a value is so cheap to make again that no pass keeps it for
/// another one: an input that is converted
static bool
is_cheap(const maker *m, uint32_t value)
{
  const size_t n_inputs = m->program->n_inputs;
  if (value < n_inputs) {
    return true;
  }
  const tercet_onnx_fused *const fused = &m->segment->fused[value - n_inputs];
  return fused->kind == TERCET_ONNX_FUSED_CAST &&
         m->program->values[fused->operands[0]].same_as < n_inputs;
}

/// Keep what is read in another pass than that which makes it
static void
mark_stored(maker *m)
{
  tercet_onnx_fused_value *const values = m->program->values;
  for (size_t i = 0; i < m->segment->n_fused; ++i) {
    const tercet_onnx_fused *const fused = &m->segment->fused[i];
    const tercet_onnx_fused_value *const out =
        &values[m->program->n_inputs + i];
    for (size_t k = 0; k < fused->n_operands; ++k) {
      const uint32_t operand = values[fused->operands[k]].same_as;
      if (values[operand].pass != out->pass && !is_cheap(m, operand)) {
        values[operand].is_stored = true;
      }
    }
  }
}

static void
place_all(maker *m)
{
  m->program->n_passes = 0;
  memset(
      m->program->passes, 0, m->segment->n_fused * sizeof(*m->program->passes));
  for (size_t i = 0; i < m->segment->n_fused; ++i) {
    const uint32_t self = (uint32_t)(m->program->n_inputs + i);
    if (m->program->values[self].same_as != self) {
      continue;
    }
    if (m->segment->fused[i].kind == TERCET_ONNX_FUSED_REDUCE) {
      place_reduction(m, i);
    } else {
      place_elementwise(m, i);
    }
  }
  mark_stored(m);
}

/// Set whether the segment can be run as a program with such inputs
static bool
infer_all(maker *m, const tercet_onnx_value *slots)
{
  tercet_onnx_program *const program = m->program;
  bool is_usable = true;
  for (size_t i = 0; i < program->n_inputs; ++i) {
    program->values[i].same_as = (uint32_t)i;
    is_usable =
        read_input(&slots[m->segment->inputs[i]], &program->values[i]) &&
        is_usable;
  }
  for (size_t i = 0; is_usable && i < m->segment->n_fused; ++i) {
    is_usable = infer(m, i);
  }
  return is_usable;
}

/// Give the values between passes memory
static tercet_status
allocate_values(const tercet_allocator *alloc,
                const maker *m,
                tercet_error *err)
{
  for (size_t i = 0; i < m->segment->n_fused; ++i) {
    tercet_onnx_fused_value *const value =
        &m->program->values[m->program->n_inputs + i];
    if (value->is_stored && m->segment->fused[i].slot == TERCET_ONNX_NO_SLOT) {
      TERCET_TRY(tercet_tensor_empty(alloc,
                                     value->dtype,
                                     value->rank,
                                     value->shape,
                                     TERCET_ROW_MAJOR,
                                     &value->own,
                                     err));
      value->tensor = value->own;
    }
  }
  return TERCET_OK;
}

/// Make the passes; with the reductions apart if they cannot be walked together
/// with what they reduce
static tercet_status
make_passes(maker *m, tercet_error *err)
{
  bool fits = false;
  place_all(m);
  TERCET_TRY(tercet_onnx_program_compile(m->program, m->segment, &fits, err));
  if (!fits) {
    m->is_apart = true;
    place_all(m);
    TERCET_TRY(tercet_onnx_program_compile(m->program, m->segment, &fits, err));
  }
  m->program->is_usable = fits;
  return TERCET_OK;
}

static tercet_status
make_program(tercet_onnx_session *session, maker *m, tercet_error *err)
{
  tercet_onnx_program *const program = m->program;
  tercet_arena *const arena = &program->arena;
  program->n_inputs = m->segment->n_inputs;
  program->n_values = m->segment->n_inputs + m->segment->n_fused;
  program->values = tercet_arena_allocate_array(
      arena, program->n_values, sizeof(*program->values));
  program->passes = tercet_arena_allocate_array(
      arena, m->segment->n_fused, sizeof(*program->passes));
  if (!program->values || !program->passes) {
    return tercet_error_no_memory(err);
  }
  if (!infer_all(m, session->values)) {
    return TERCET_OK;
  }
  TERCET_TRY(make_passes(m, err));
  return program->is_usable ? allocate_values(&session->pool.interface, m, err)
                            : TERCET_OK;
}

tercet_status
tercet_onnx_program_new(tercet_onnx_session *session,
                        const tercet_onnx_segment *segment,
                        tercet_onnx_program **out,
                        tercet_error *err)
{
  *out = NULL;
  const tercet_allocator *const alloc = &session->pool.interface;
  tercet_onnx_program *const program =
      tercet_allocate_zeroed(alloc, sizeof(*program));
  if (!program) {
    return tercet_error_no_memory(err);
  }

  tercet_arena_init(&program->arena, alloc, SIZE_MAX);
  atomic_flag_clear(&program->is_lane_taken);
  maker m = {program, segment, false};
  const tercet_status st = make_program(session, &m, err);
  if (st != TERCET_OK) {
    tercet_onnx_program_free(program);
    return st;
  }
  *out = program;
  return TERCET_OK;
}

void
tercet_onnx_program_free(tercet_onnx_program *program)
{
  for (size_t i = 0; program->values && i < program->n_values; ++i) {
    tercet_tensor_unref(program->values[i].own);
  }
  const tercet_allocator *const alloc = program->arena.alloc;
  tercet_arena_clear(&program->arena);
  tercet_release(alloc, program);
}
