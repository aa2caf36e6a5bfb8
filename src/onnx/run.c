// SPDX-License-Identifier: Apache-2.0

/// Running the steps of a body, and what operators ask of their frame

#include "array/parallel.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/frame.h"
#include "onnx/fuse.h"
#include "onnx/session.h"

#include <stdio.h>

/// Put the label of the node before a message that came from elsewhere
static tercet_status
name_node(const tercet_onnx_node *node, tercet_status st, tercet_error *err)
{
  const tercet_string label = tercet_onnx_node_label(node);
  if (err && (strncmp(err->message, label.data, label.length) != 0 ||
              err->message[label.length] != ':')) {
    char text[sizeof(err->message)];
    memcpy(text, err->message, sizeof(text));
    tercet_error_set(err, st, "%.*s: %s", TERCET_STRING_ARGS(label), text);
  }
  return st;
}

static void
drop(tercet_onnx_value *value)
{
  tercet_onnx_value_unref(*value);
  memset(value, 0, sizeof(*value));
}

/// Gather the inputs of a call, and the caller's memory for its outputs
static void
set_arguments(const tercet_onnx_session *session,
              const tercet_onnx_step *step,
              tercet_onnx_value *inputs,
              tercet_onnx_value *outputs,
              tercet_tensor **targets)
{
  for (size_t i = 0; i < step->n_inputs; ++i) {
    if (step->inputs[i] == TERCET_ONNX_NO_SLOT) {
      memset(&inputs[i], 0, sizeof(inputs[i]));
    } else {
      inputs[i] = session->values[step->inputs[i]];
    }
  }
  for (size_t i = 0; i < step->n_outputs; ++i) {
    memset(&outputs[i], 0, sizeof(outputs[i]));
    targets[i] = step->outputs[i] == TERCET_ONNX_NO_SLOT
                     ? NULL
                     : session->targets[step->outputs[i]];
  }
}

/// Put the outputs of a call into their slots, or drop them if it failed
static void
keep_outputs(const tercet_onnx_session *session,
             const tercet_onnx_step *step,
             tercet_onnx_value *outputs,
             tercet_status st)
{
  for (size_t i = 0; i < step->n_outputs; ++i) {
    if (st != TERCET_OK || step->outputs[i] == TERCET_ONNX_NO_SLOT) {
      drop(&outputs[i]);
    } else {
      session->values[step->outputs[i]] = outputs[i];
    }
  }
}

static tercet_status
run_step(tercet_onnx_session *session,
         const tercet_onnx_body *body,
         const tercet_onnx_step *step,
         tercet_error *err)
{
  tercet_onnx_value *const inputs = &session->arguments[body->first_argument];
  tercet_onnx_value *const outputs = inputs + step->n_inputs;
  tercet_tensor **const targets =
      &session->argument_targets[body->first_argument];
  set_arguments(session, step, inputs, outputs, targets);

  tercet_onnx_frame frame = {session, step, &session->strings, false};
  const tercet_allocator *const scratch = &session->pool.interface;
  const tercet_onnx_call call = {step->node,
                                 step->version,
                                 step->prepared,
                                 step->n_inputs,
                                 inputs,
                                 step->n_outputs,
                                 outputs,
                                 step->is_wanted,
                                 targets,
                                 step->escapes ? session->output_alloc
                                               : scratch,
                                 scratch,
                                 &frame,
                                 err};
  const tercet_status st = step->op->run(&call);
  keep_outputs(session, step, outputs, st);
  return st == TERCET_OK ? st : name_node(step->node, st, err);
}

static void
drop_dead(const tercet_onnx_session *session, size_t n, const uint32_t *slots)
{
  for (size_t i = 0; i < n; ++i) {
    drop(&session->values[slots[i]]);
  }
}

/// Run a step, or those of the segment that begins with it; set `n` to how
/// many it were
static tercet_status
run_steps(tercet_onnx_session *session,
          const tercet_onnx_body *body,
          const tercet_onnx_step *step,
          size_t *n,
          tercet_error *err)
{
  const tercet_onnx_segment *const segment = step->segment;
  *n = 1;
  if (segment && session->fuses) {
    bool done = false;
    TERCET_TRY(tercet_onnx_segment_run(session, segment, &done, err));
    if (done) {
      *n = segment->n_steps;
      drop_dead(session, segment->n_dead, segment->dead);
      return TERCET_OK;
    }
  }
  TERCET_TRY(run_step(session, body, step, err));
  drop_dead(session, step->n_dead, step->dead);
  return TERCET_OK;
}

/// Drop everything that the steps of a body have made
static void
drop_values(const tercet_onnx_session *session, const tercet_onnx_body *body)
{
  for (size_t s = 0; s < body->n_steps; ++s) {
    const tercet_onnx_step *const step = &body->steps[s];
    for (size_t i = 0; i < step->n_outputs; ++i) {
      if (step->outputs[i] != TERCET_ONNX_NO_SLOT) {
        drop(&session->values[step->outputs[i]]);
      }
    }
  }
}

tercet_status
tercet_onnx_body_run(tercet_onnx_session *session,
                     const tercet_onnx_body *body,
                     tercet_error *err)
{
  size_t n = 0;
  for (size_t s = 0; s < body->n_steps; s += n) {
    tercet_status st = tercet_parallel_check(err);
    if (st == TERCET_OK) {
      st = run_steps(session, body, &body->steps[s], &n, err);
    }
    if (st != TERCET_OK) {
      drop_values(session, body);
      return st;
    }
  }
  return TERCET_OK;
}

void
tercet_onnx_body_take(tercet_onnx_session *session,
                      const tercet_onnx_body *body,
                      size_t i,
                      tercet_onnx_value *out)
{
  memset(out, 0, sizeof(*out));
  if (body->outputs[i] == TERCET_ONNX_NO_SLOT) {
    return;
  }
  tercet_onnx_value *const value = &session->values[body->outputs[i]];
  *out = *value;
  if (body->is_own[i]) {
    memset(value, 0, sizeof(*value));
  } else {
    tercet_onnx_value_ref(*value);
  }
}

/* ---- For the operators ---- */

/// Return the body of a graph that is an attribute, or NULL
static const tercet_onnx_body *
find_inner(const tercet_onnx_step *step, const char *attribute)
{
  for (size_t i = 0; i < step->n_inner; ++i) {
    if (tercet_string_is(step->inner[i].attribute, attribute)) {
      return step->inner[i].body;
    }
  }
  return NULL;
}

tercet_status
tercet_onnx_call_graph(const tercet_onnx_call *call,
                       const char *attribute,
                       size_t n_inputs,
                       const tercet_onnx_value *inputs,
                       size_t n_outputs,
                       tercet_onnx_value *outputs)
{
  tercet_onnx_session *const session = call->frame->session;
  const tercet_onnx_body *const body = find_inner(call->frame->step, attribute);
  if (!body) {
    return tercet_onnx_fail(
        call, TERCET_ERR_ARGUMENT, "attribute %s is missing", attribute);
  }
  if (body->n_inputs != n_inputs || body->n_outputs != n_outputs) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "graph %s has %zu inputs and %zu outputs, not %zu "
                            "and %zu",
                            attribute,
                            body->n_inputs,
                            body->n_outputs,
                            n_inputs,
                            n_outputs);
  }

  for (size_t i = 0; i < n_inputs; ++i) {
    session->values[body->inputs[i]] = inputs[i];
  }
  TERCET_TRY(tercet_onnx_body_run(session, body, call->err));
  for (size_t i = 0; i < n_outputs; ++i) {
    tercet_onnx_body_take(session, body, i, &outputs[i]);
  }
  return TERCET_OK;
}

tercet_onnx_strings *
tercet_onnx_call_strings(const tercet_onnx_call *call)
{
  return call->frame->strings;
}

uint64_t
tercet_onnx_call_seed(const tercet_onnx_call *call)
{
  tercet_onnx_session *const session = call->frame->session;
  call->frame->is_random = true;
  return session ? session->seed++ : 0;
}

tercet_status
tercet_onnx_call_check(const tercet_onnx_call *call)
{
  return tercet_parallel_check(call->err);
}
