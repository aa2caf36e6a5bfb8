// SPDX-License-Identifier: Apache-2.0

/// Running a segment: programs are found again, and outputs are made

#include "onnx/fuse.h"

#include "base/error.h"
#include "onnx/fuse_program.h"

/// Programs that a segment keeps for inputs of different shapes
#define MAX_PROGRAMS 4

/// Return whether an input is like the one that a program was made for
static bool
is_alike(const tercet_onnx_fused_value *value, const tercet_onnx_value *input)
{
  if (value->kind != input->kind || value->type != input->type) {
    return false;
  }
  if (value->kind != TERCET_ONNX_TENSOR) {
    return true;
  }
  const tercet_tensor *const tensor = input->tensor;
  const int64_t *const shape = tercet_tensor_shape(tensor);
  const int64_t *const strides = tercet_tensor_strides(tensor);
  bool is_same = tercet_tensor_rank(tensor) == value->rank;
  for (size_t axis = 0; is_same && axis < value->rank; ++axis) {
    is_same = shape[axis] == value->shape[axis] &&
              strides[axis] == value->strides[axis];
  }
  return is_same;
}

static bool
fits(const tercet_onnx_program *program,
     const tercet_onnx_segment *segment,
     const tercet_onnx_value *slots)
{
  for (size_t i = 0; i < segment->n_inputs; ++i) {
    if (!is_alike(&program->values[i], &slots[segment->inputs[i]])) {
      return false;
    }
  }
  return true;
}

/// Return the program for the inputs at hand, which becomes the first of the
/// segment's, or NULL
static tercet_onnx_program *
find_program(tercet_onnx_session *session, const tercet_onnx_segment *segment)
{
  tercet_onnx_program **const first = &session->programs[segment->index];
  for (tercet_onnx_program **at = first; *at; at = &(*at)->next) {
    tercet_onnx_program *const program = *at;
    if (fits(program, segment, session->values)) {
      *at = program->next;
      program->next = *first;
      *first = program;
      return program;
    }
  }
  return NULL;
}

/// Free the programs of a segment that have not been used for longest
static void
drop_old_programs(tercet_onnx_session *session,
                  const tercet_onnx_segment *segment)
{
  tercet_onnx_program **at = &session->programs[segment->index];
  for (size_t i = 0; *at && i < MAX_PROGRAMS - 1; ++i) {
    at = &(*at)->next;
  }
  tercet_onnx_programs_free(*at);
  *at = NULL;
}

/// Find or make the program; NULL if there is no memory for it
static tercet_onnx_program *
get_program(tercet_onnx_session *session, const tercet_onnx_segment *segment)
{
  tercet_onnx_program *program = find_program(session, segment);
  if (!program) {
    drop_old_programs(session, segment);
    if (tercet_onnx_program_new(session, segment, &program, NULL) !=
        TERCET_OK) {
      return NULL;
    }
    program->next = session->programs[segment->index];
    session->programs[segment->index] = program;
  }
  return program;
}

void
tercet_onnx_programs_free(tercet_onnx_program *program)
{
  while (program) {
    tercet_onnx_program *const next = program->next;
    tercet_onnx_program_free(program);
    program = next;
  }
}

/* ---- One run ---- */

/// Set `out` to the memory of a result: the caller's, or new
static tercet_status
make_output(const tercet_onnx_session *session,
            const tercet_onnx_fused *fused,
            const tercet_onnx_fused_value *value,
            tercet_tensor **out,
            tercet_error *err)
{
  tercet_tensor *const target = session->targets[fused->slot];
  if (tercet_onnx_target_fits(
          target, value->dtype, value->rank, value->shape)) {
    *out = tercet_tensor_ref(target);
    return TERCET_OK;
  }
  return tercet_tensor_empty(fused->escapes ? session->output_alloc
                                            : &session->pool.interface,
                             value->dtype,
                             value->rank,
                             value->shape,
                             TERCET_ROW_MAJOR,
                             out,
                             err);
}

/// Tell the program where the values of this run are
static tercet_status
bind_values(const tercet_onnx_session *session,
            const tercet_onnx_segment *segment,
            tercet_onnx_program *program,
            tercet_error *err)
{
  for (size_t i = 0; i < segment->n_inputs; ++i) {
    program->values[i].tensor = session->values[segment->inputs[i]].tensor;
  }
  for (size_t i = 0; i < segment->n_results; ++i) {
    const uint32_t result = segment->results[i];
    tercet_onnx_fused_value *const value =
        &program->values[segment->n_inputs + result];
    TERCET_TRY(make_output(
        session, &segment->fused[result], value, &value->tensor, err));
  }
  return TERCET_OK;
}

/// Hand the results over, or drop them
static void
release_values(const tercet_onnx_session *session,
               const tercet_onnx_segment *segment,
               tercet_onnx_program *program,
               bool is_done)
{
  for (size_t i = 0; i < segment->n_results; ++i) {
    const uint32_t result = segment->results[i];
    tercet_onnx_fused_value *const value =
        &program->values[segment->n_inputs + result];
    if (is_done) {
      const tercet_onnx_value made = {
          TERCET_ONNX_TENSOR, value->type, value->tensor, NULL};
      session->values[segment->fused[result].slot] = made;
    } else {
      tercet_tensor_unref(value->tensor);
    }
    value->tensor = NULL;
  }
}

tercet_status
tercet_onnx_segment_run(tercet_onnx_session *session,
                        const tercet_onnx_segment *segment,
                        bool *done,
                        tercet_error *err)
{
  *done = false;
  tercet_onnx_program *const program = get_program(session, segment);
  if (!program || !program->is_usable) {
    return TERCET_OK;
  }
  tercet_status st = bind_values(session, segment, program, err);
  if (st == TERCET_OK) {
    const tercet_status run = tercet_onnx_passes_run(program);
    *done = run == TERCET_OK;
    if (run == TERCET_ERR_CANCELLED || run == TERCET_ERR_TIMEOUT) {
      st = tercet_error_set(err, run, "%s", tercet_status_string(run));
    }
  }
  release_values(session, segment, program, *done);
  return st;
}
