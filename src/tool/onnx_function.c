// SPDX-License-Identifier: Apache-2.0

/// The models of functions in place of a file: `tensor:NAME TYPE...`

#include "onnx.h"

#include <tercet/rdftensor.h>

#include <string.h>

/// Settings and types at the most
#define MAX_SETTINGS 16
#define MAX_TYPES 64

static const char prefix[] = "tensor:";

bool
onnx_is_function(const char *path)
{
  return !strncmp(path, prefix, sizeof(prefix) - 1);
}

static tercet_string
string_of(const char *text)
{
  const tercet_string string = {text, strlen(text)};
  return string;
}

static exit_status
read_types(const onnx_arguments *args, tercet_dtype *types)
{
  if (args->n_types > MAX_TYPES) {
    return tool_usage_error(
        args->command, "more than %d element types", MAX_TYPES);
  }
  for (size_t i = 0; i < args->n_types; ++i) {
    if (!tercet_dtype_from_name(string_of(args->types[i]), &types[i]) ||
        !tercet_dtype_is_literal(types[i])) {
      return tool_usage_error(
          args->command, "'%s' is no element type", args->types[i]);
    }
  }
  return EXIT_STATUS_OK;
}

static exit_status
read_settings(const onnx_arguments *args,
              tercet_model_setting *settings,
              size_t *n)
{
  *n = 0;
  if (args->settings.n + 1 > MAX_SETTINGS) {
    return tool_usage_error(
        args->command, "more than %d settings", MAX_SETTINGS - 1);
  }
  if (args->axis) {
    settings[(*n)++] =
        (tercet_model_setting){string_of("axis_value"), string_of(args->axis)};
  }
  for (size_t i = 0; i < args->settings.n; ++i) {
    const char *const text = args->settings.items[i];
    const char *const value = strchr(text, '=');
    if (!value) {
      return tool_usage_error(args->command, "'%s' is not NAME=VALUE", text);
    }
    const tercet_string name = {text, (size_t)(value - text)};
    settings[(*n)++] = (tercet_model_setting){name, string_of(value + 1)};
  }
  return EXIT_STATUS_OK;
}

exit_status
onnx_make_function(const onnx_arguments *args, tercet_onnx_model **out)
{
  tercet_dtype types[MAX_TYPES];
  tercet_model_setting settings[MAX_SETTINGS];
  size_t n_settings = 0;
  exit_status status = read_types(args, types);
  if (status == EXIT_STATUS_OK) {
    status = read_settings(args, settings, &n_settings);
  }
  if (status != EXIT_STATUS_OK) {
    return status;
  }

  tercet_error err = {0};
  return tercet_function_model(NULL,
                               string_of(args->path + sizeof(prefix) - 1),
                               args->n_types,
                               types,
                               n_settings,
                               settings,
                               args->strict_templates,
                               out,
                               &err) == TERCET_OK
             ? EXIT_STATUS_OK
             : onnx_report(&err);
}
