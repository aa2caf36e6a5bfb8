// SPDX-License-Identifier: Apache-2.0

#include "onnx/session.h"

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/fuse.h"
#include "onnx/session_values.h"

#include <string.h>

/// Allocate the arrays that the plan has told the sizes of
static tercet_status
allocate_arrays(tercet_onnx_session *session, tercet_error *err)
{
  const tercet_onnx_plan *const plan = session->plan;
  const tercet_allocator *const alloc = session->alloc;
  session->values =
      tercet_allocate_array(alloc, plan->n_slots, sizeof(*session->values));
  session->targets =
      tercet_allocate_array(alloc, plan->n_slots, sizeof(*session->targets));
  session->arguments = tercet_allocate_array(
      alloc, plan->n_arguments, sizeof(*session->arguments));
  session->argument_targets = tercet_allocate_array(
      alloc, plan->n_arguments, sizeof(*session->argument_targets));
  session->results = tercet_allocate_array(
      alloc, plan->main.n_outputs, sizeof(*session->results));
  session->programs = tercet_allocate_array(
      alloc, plan->n_segments, sizeof(tercet_onnx_program *));
  for (size_t i = 0; session->programs && i < plan->n_segments; ++i) {
    session->programs[i] = NULL; // Looked at if the session is given up
  }
  if (!session->programs || !session->values || !session->targets ||
      !session->arguments || !session->argument_targets || !session->results) {
    return tercet_error_no_memory(err);
  }

  for (size_t i = 0; i < plan->n_slots; ++i) {
    session->values[i] = plan->constants[i];
    session->targets[i] = NULL;
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_session_new(const tercet_allocator *alloc,
                        const tercet_onnx_plan *plan,
                        const tercet_onnx_session_options *options,
                        tercet_onnx_session **out,
                        tercet_error *err)
{
  static const tercet_onnx_session_options defaults = {0, 0, NULL, false};
  options = options ? options : &defaults;
  alloc = tercet_allocator_or_default(alloc);
  *out = NULL;
  tercet_onnx_session *const session =
      tercet_allocate_zeroed(alloc, sizeof(*session));
  if (!session) {
    return tercet_error_no_memory(err);
  }

  session->alloc = alloc;
  session->plan = plan;
  session->cancel = options->cancel;
  session->seed = options->seed;
  session->fuses = !options->no_fusion;
  tercet_onnx_pool_init(&session->pool, alloc, options->max_bytes);
  // Under a limit everything is counted, and outputs are copied at the end
  session->output_alloc =
      options->max_bytes > 0 ? &session->pool.interface : alloc;
  tercet_onnx_strings_init(&session->strings, alloc, &plan->strings);
  const tercet_status st = allocate_arrays(session, err);
  if (st != TERCET_OK) {
    tercet_onnx_session_free(session);
    return st;
  }
  *out = session;
  return TERCET_OK;
}

void
tercet_onnx_session_free(tercet_onnx_session *session)
{
  if (!session) {
    return;
  }

  const tercet_allocator *const alloc = session->alloc;
  for (size_t i = 0; session->programs && i < session->plan->n_segments; ++i) {
    tercet_onnx_programs_free(session->programs[i]);
  }
  tercet_onnx_strings_clear(&session->strings);
  tercet_onnx_pool_clear(&session->pool);
  tercet_release(alloc, session->values);
  tercet_release(alloc, session->targets);
  tercet_release(alloc, session->arguments);
  tercet_release(alloc, session->argument_targets);
  tercet_release(alloc, session->results);
  tercet_release(alloc, session->programs);
  tercet_release(alloc, session);
}

/// Check the inputs and put them into their slots; nobody counts them there
static tercet_status
set_inputs(tercet_onnx_session *session,
           const tercet_onnx_value *inputs,
           tercet_error *err)
{
  const tercet_onnx_body *const body = &session->plan->main;
  for (size_t i = 0; i < body->n_inputs; ++i) {
    TERCET_TRY(tercet_onnx_input_check(body->infos[i], inputs[i], err));
    session->values[body->inputs[i]] = inputs[i];
  }
  return TERCET_OK;
}

/// Tell the steps, or forget, where the caller wants the outputs
static void
set_targets(tercet_onnx_session *session,
            const tercet_onnx_value *outputs,
            bool is_given)
{
  const tercet_onnx_body *const body = &session->plan->main;
  for (size_t i = 0; i < body->n_outputs; ++i) {
    if (body->outputs[i] != TERCET_ONNX_NO_SLOT) {
      session->targets[body->outputs[i]] = is_given ? outputs[i].tensor : NULL;
    }
  }
}

/// Make the outputs the caller's: written to the memory that was given, or
/// independent of everything else
static tercet_status
finish_outputs(const tercet_onnx_session *session,
               const tercet_onnx_value *outputs,
               tercet_error *err)
{
  const tercet_onnx_graph *const graph = session->plan->main.graph;
  for (size_t i = 0; i < session->plan->main.n_outputs; ++i) {
    tercet_onnx_value *const result = &session->results[i];
    const tercet_string name = graph->outputs[i].name;
    TERCET_TRY(
        outputs[i].tensor
            ? tercet_onnx_output_write(name, *result, outputs[i].tensor, err)
            : tercet_onnx_output_detach(session->alloc, result, err));
  }
  return TERCET_OK;
}

/// Hand out the outputs that are new, and drop the others; after a failure all
static void
give_outputs(const tercet_onnx_session *session,
             tercet_status st,
             tercet_onnx_value *outputs)
{
  for (size_t i = 0; i < session->plan->main.n_outputs; ++i) {
    if (st == TERCET_OK && !outputs[i].tensor) {
      outputs[i] = session->results[i];
    } else {
      tercet_onnx_value_unref(session->results[i]);
    }
  }
}

/// Run the plan, with the outputs in `results`
static tercet_status
run_plan(tercet_onnx_session *session,
         const tercet_onnx_value *inputs,
         const tercet_onnx_value *outputs,
         tercet_error *err)
{
  const tercet_onnx_body *const body = &session->plan->main;
  TERCET_TRY(set_inputs(session, inputs, err));
  set_targets(session, outputs, true);
  const tercet_status st = tercet_onnx_body_run(session, body, err);
  set_targets(session, outputs, false);
  for (size_t i = 0; st == TERCET_OK && i < body->n_outputs; ++i) {
    tercet_onnx_body_take(session, body, i, &session->results[i]);
  }
  return st;
}

tercet_status
tercet_onnx_session_run(tercet_onnx_session *session,
                        const tercet_onnx_value *inputs,
                        tercet_onnx_value *outputs,
                        tercet_error *err)
{
  // Without a token of its own the session is stopped by that of the thread
  const tercet_cancel *const former =
      session->cancel ? tercet_cancel_use(session->cancel) : NULL;
  session->pool.has_hit_limit = false;
  tercet_status st = run_plan(session, inputs, outputs, err);
  if (st == TERCET_OK) {
    st = finish_outputs(session, outputs, err);
    give_outputs(session, st, outputs);
  }
  if (session->cancel) {
    tercet_cancel_use(former);
  }
  if (st == TERCET_ERR_NO_MEMORY && session->pool.has_hit_limit) {
    return tercet_error_set(err,
                            TERCET_ERR_LIMIT,
                            "the values need more than the %zu bytes allowed",
                            session->pool.max);
  }
  return st;
}

/// Set the handles of as many strings
static tercet_status
intern_strings(tercet_onnx_session *session,
               const tercet_string *strings,
               tercet_tensor *tensor,
               tercet_error *err)
{
  const int64_t n = tercet_tensor_size(tensor);
  uint64_t *const handles = tercet_tensor_mutable_data(tensor);
  for (int64_t i = 0; i < n; ++i) {
    if (tercet_onnx_strings_intern(
            &session->strings, strings[i], &handles[i]) != TERCET_OK) {
      return tercet_error_no_memory(err);
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_session_strings(tercet_onnx_session *session,
                            size_t rank,
                            const int64_t *shape,
                            const tercet_string *strings,
                            tercet_onnx_value *out,
                            tercet_error *err)
{
  memset(out, 0, sizeof(*out));
  tercet_tensor *tensor = NULL;
  TERCET_TRY(tercet_tensor_empty(session->alloc,
                                 TERCET_DTYPE_U64,
                                 rank,
                                 shape,
                                 TERCET_ROW_MAJOR,
                                 &tensor,
                                 err));
  const tercet_status st = intern_strings(session, strings, tensor, err);
  if (st != TERCET_OK) {
    tercet_tensor_unref(tensor);
    return st;
  }
  *out = tercet_onnx_value_from_tensor(tensor);
  out->type = TERCET_ONNX_STRING;
  return TERCET_OK;
}
