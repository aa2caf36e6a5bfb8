// SPDX-License-Identifier: Apache-2.0

/// What the commands `onnx show`, `check`, `run` and `export` share

#ifndef TERCET_TOOL_ONNX_H
#define TERCET_TOOL_ONNX_H

#include "tool.h"

typedef struct {
  const char *command; ///< Such as "onnx run", for messages
  const char *path;    ///< The model: a file, or tensor:NAME
  size_t n_types;      ///< Of the tensors of a function
  char **types;
  const char *axis;        ///< --axis, or NULL
  tool_list settings;      ///< --set NAME=VALUE
  const char *external;    ///< --external, or NULL
  const char *format_name; ///< -f, or NULL
  tool_list inputs;        ///< -i NAME=VALUE
  tool_list outputs;       ///< -o NAME=FILE, or FILE of export
  double timeout;
  size_t max_memory;
  bool strict_templates; ///< --strict-templates
  bool as_dot;
  bool as_literals;
} onnx_arguments;

/// Read the model, or fail with a message
exit_status
onnx_load(const onnx_arguments *args, tercet_onnx_model **out);

/// Return how the program ends when a model is wrong, after a message
exit_status
onnx_report(const tercet_error *err);

/// Return whether a path names a function instead of a file
bool
onnx_is_function(const char *path);

/// Make the model of a function, or fail with a message
exit_status
onnx_make_function(const onnx_arguments *args, tercet_onnx_model **out);

exit_status
onnx_run(const onnx_arguments *args);

#endif // TERCET_TOOL_ONNX_H
