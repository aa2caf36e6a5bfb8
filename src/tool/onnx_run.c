// SPDX-License-Identifier: Apache-2.0

/// The command `onnx run`

#include "onnx.h"

#include <stdlib.h>
#include <string.h>

/// A run at hand
typedef struct {
  const onnx_arguments *args;
  const tercet_onnx_plan *plan;
  size_t n_inputs;
  size_t n_outputs;
  tercet_onnx_value *inputs;
  tercet_onnx_value *outputs;
  const char **files; ///< One for each output; NULL: it is printed
} onnx_session;

/// Split NAME=VALUE; false if there is no such name.  A name may have "=" in
/// it.
static bool
find_name(const char *text,
          const tercet_onnx_plan *plan,
          size_t n,
          tercet_string (*name_of)(const tercet_onnx_plan *plan, size_t i),
          size_t *which,
          const char **value)
{
  for (size_t i = 0; i < n; ++i) {
    const tercet_string name = name_of(plan, i);
    if (strlen(text) > name.length && text[name.length] == '=' &&
        !memcmp(text, name.data, name.length)) {
      *which = i;
      *value = text + name.length + 1;
      return true;
    }
  }
  return false;
}

/// Say which names there are
static exit_status
unknown_name(const onnx_session *session,
             const char *what,
             const char *text,
             size_t n,
             tercet_string (*name_of)(const tercet_onnx_plan *plan, size_t i))
{
  const exit_status status = tool_usage_error(
      session->args->command, "%s '%s' is no NAME=VALUE", what, text);
  fprintf(stderr, "The model has the %ss", what);
  for (size_t i = 0; i < n; ++i) {
    const tercet_string name = name_of(session->plan, i);
    fprintf(stderr, " %.*s", (int)name.length, name.data);
  }
  fputc('\n', stderr);
  return status;
}

/* ---- Inputs ---- */

/// Read an input: a tensor literal, or else the name of a file
static tercet_status
read_input(const char *value, tercet_onnx_value *out, tercet_error *err)
{
  tercet_tensor *tensor = NULL;
  const tercet_string text = {value, strlen(value)};
  const tercet_status st =
      value[0] == '{' ? tercet_tensor_from_literal(NULL, text, &tensor, err)
                      : tercet_npy_load(NULL, value, &tensor, err);
  if (st == TERCET_OK) {
    *out = tercet_onnx_value_from_tensor(tensor);
  }
  return st;
}

static exit_status
read_inputs(onnx_session *session)
{
  const tool_list *const given = &session->args->inputs;
  for (size_t i = 0; i < given->n; ++i) {
    size_t which = 0;
    const char *value = NULL;
    if (!find_name(given->items[i],
                   session->plan,
                   session->n_inputs,
                   tercet_onnx_plan_input_name,
                   &which,
                   &value)) {
      return unknown_name(session,
                          "input",
                          given->items[i],
                          session->n_inputs,
                          tercet_onnx_plan_input_name);
    }

    tercet_error err = {0};
    tercet_onnx_value_unref(session->inputs[which]);
    session->inputs[which] = (tercet_onnx_value){0};
    if (read_input(value, &session->inputs[which], &err) != TERCET_OK) {
      if (!err.source[0]) {
        snprintf(err.source, sizeof(err.source), "%s", given->items[i]);
      }
      return onnx_report(&err);
    }
  }
  return EXIT_STATUS_OK;
}

/// Note where outputs go
static exit_status
note_files(onnx_session *session)
{
  const tool_list *const given = &session->args->outputs;
  for (size_t i = 0; i < given->n; ++i) {
    size_t which = 0;
    const char *path = NULL;
    if (!find_name(given->items[i],
                   session->plan,
                   session->n_outputs,
                   tercet_onnx_plan_output_name,
                   &which,
                   &path)) {
      return unknown_name(session,
                          "output",
                          given->items[i],
                          session->n_outputs,
                          tercet_onnx_plan_output_name);
    }
    session->files[which] = path;
  }
  return EXIT_STATUS_OK;
}

/* ---- Outputs ---- */

/// Print the strings of a tensor, one on each line
static void
print_strings(tercet_onnx_value value)
{
  const int64_t n = tercet_tensor_size(value.tensor);
  for (int64_t i = 0; i < n; ++i) {
    const tercet_string text = tercet_onnx_value_string(value, i);
    printf("%.*s\n", (int)text.length, text.data);
  }
}

static tercet_status
print_tensor(const onnx_session *session,
             tercet_onnx_value value,
             tercet_error *err)
{
  const tercet_output output = tool_standard_output();
  const tercet_tensor *const tensor = value.tensor;
  if (session->args->as_literals && value.type != TERCET_ONNX_STRING) {
    const tercet_status st = tercet_tensor_to_literal(tensor, &output, err);
    putchar('\n');
    return st;
  }

  printf("%s[", tercet_onnx_type_name(value.type));
  for (size_t i = 0; i < tercet_tensor_rank(tensor); ++i) {
    printf(
        "%s%lld", i > 0 ? "," : "", (long long)tercet_tensor_shape(tensor)[i]);
  }
  puts("]");
  if (value.type == TERCET_ONNX_STRING) {
    print_strings(value);
    return TERCET_OK;
  }
  const tercet_status st = tercet_tensor_format(tensor, NULL, &output, err);
  putchar('\n');
  return st;
}

/// Print an output, or the members of a sequence or optional one by one.  They
/// lie in one another no deeper than types do.
static tercet_status
print_value(const onnx_session *session,
            tercet_onnx_value value,
            tercet_error *err)
{
  if (value.kind == TERCET_ONNX_TENSOR) {
    return print_tensor(session, value, err);
  }

  tercet_status st = TERCET_OK;
  const size_t n = tercet_onnx_value_count(value);
  printf("%s of %zu\n",
         value.kind == TERCET_ONNX_SEQUENCE ? "sequence" : "optional",
         n);
  for (size_t i = 0; st == TERCET_OK && i < n; ++i) {
    st = print_value(session, tercet_onnx_value_at(value, i), err);
  }
  return st;
}

static tercet_status
write_output(const onnx_session *session, size_t i, tercet_error *err)
{
  const tercet_string name = tercet_onnx_plan_output_name(session->plan, i);
  const tercet_onnx_value value = session->outputs[i];
  if (!session->files[i]) {
    printf("%.*s: ", (int)name.length, name.data);
    return print_value(session, value, err);
  }
  if (value.kind == TERCET_ONNX_TENSOR && value.type != TERCET_ONNX_STRING) {
    return tercet_npy_save(value.tensor, session->files[i], err);
  }
  *err = (tercet_error){.status = TERCET_ERR_UNSUPPORTED};
  snprintf(err->message,
           sizeof(err->message),
           "output %.*s is no tensor of numbers",
           (int)name.length,
           name.data);
  return err->status;
}

static exit_status
write_outputs(const onnx_session *session)
{
  tercet_error err = {0};
  for (size_t i = 0; i < session->n_outputs; ++i) {
    if (write_output(session, i, &err) != TERCET_OK) {
      fflush(stdout);
      return onnx_report(&err);
    }
  }
  return EXIT_STATUS_OK;
}

/* ---- The run ---- */

static exit_status
run_plan(onnx_session *session, tercet_cancel *cancel)
{
  const onnx_arguments *const args = session->args;
  const tercet_onnx_session_options options = {.max_bytes = args->max_memory,
                                               .cancel = cancel};
  tercet_error err = {0};
  tercet_onnx_session *running = NULL;
  tercet_status st =
      tercet_onnx_session_new(NULL, session->plan, &options, &running, &err);
  if (st == TERCET_OK) {
    tercet_cancel_set_timeout(cancel, args->timeout);
    st = tercet_onnx_session_run(
        running, session->inputs, session->outputs, &err);
  }
  const exit_status status =
      st == TERCET_OK ? write_outputs(session)
      : st == TERCET_ERR_ARGUMENT
          ? tool_usage_error(args->command, "%s", err.message)
          : onnx_report(&err);
  for (size_t i = 0; i < session->n_outputs; ++i) {
    tercet_onnx_value_unref(session->outputs[i]);
  }
  tercet_onnx_session_free(running);
  return status;
}

/// Run a plan that is made
static exit_status
run_with_memory(onnx_session *session)
{
  exit_status status = read_inputs(session);
  status = status == EXIT_STATUS_OK ? note_files(session) : status;
  if (status == EXIT_STATUS_OK) {
    tercet_cancel *const cancel = tercet_cancel_new(NULL);
    if (cancel) {
      tool_cancel_on_interrupt(cancel);
      status = run_plan(session, cancel);
      tool_cancel_on_interrupt(NULL);
      tercet_cancel_free(cancel);
    } else {
      status = EXIT_STATUS_LIMIT;
    }
  }
  for (size_t i = 0; i < session->n_inputs; ++i) {
    tercet_onnx_value_unref(session->inputs[i]);
  }
  return status;
}

static exit_status
run_model(const onnx_arguments *args, const tercet_onnx_model *model)
{
  tercet_error err = {0};
  tercet_onnx_plan *plan = NULL;
  if (tercet_onnx_plan_new(NULL, model, &plan, &err) != TERCET_OK) {
    snprintf(err.source, sizeof(err.source), "%s", args->path);
    return onnx_report(&err);
  }

  onnx_session session = {.args = args,
                          .plan = plan,
                          .n_inputs = tercet_onnx_plan_n_inputs(plan),
                          .n_outputs = tercet_onnx_plan_n_outputs(plan)};
  session.inputs = calloc(session.n_inputs + 1, sizeof(*session.inputs));
  session.outputs = calloc(session.n_outputs + 1, sizeof(*session.outputs));
  session.files = calloc(session.n_outputs + 1, sizeof(const char *));
  exit_status status = EXIT_STATUS_LIMIT;
  if (session.inputs && session.outputs && session.files) {
    status = run_with_memory(&session);
  } else {
    fputs("tercet: out of memory\n", stderr);
  }
  free(session.files);
  free(session.outputs);
  free(session.inputs);
  tercet_onnx_plan_free(plan);
  return status;
}

exit_status
onnx_run(const onnx_arguments *args)
{
  tercet_onnx_model *model = NULL;
  exit_status status = onnx_load(args, &model);
  if (status == EXIT_STATUS_OK) {
    status = run_model(args, model);
  }
  tercet_onnx_model_free(model);
  return status;
}
