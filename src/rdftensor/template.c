// SPDX-License-Identifier: Apache-2.0

/// From templates to models: placeholders are replaced in the text

#include "rdftensor/template.h"

#include "base/error.h"
#include "base/number.h"
#include "base/string_view.h"
#include "onnx/model.h"

#include <string.h>

/// A template on its way to a model
typedef struct {
  tercet_buffer *out;
  size_t n_operands;
  const tercet_dtype *types;
  size_t n_values;
  const tercet_placeholder *values;
  size_t operand; ///< Number of the one that is written; 0: none
  char last;      ///< Last byte that is no space
  tercet_error *err;
} expansion;

/* ---- Small types ---- */

bool
tercet_template_needs_wide(tercet_widening widening, tercet_dtype dtype)
{
  switch (widening) {
  case TERCET_WIDENS_TOTAL:
    return dtype == TERCET_DTYPE_I16 || dtype == TERCET_DTYPE_U8 ||
           dtype == TERCET_DTYPE_U16;
  case TERCET_WIDENS_EXTREME:
    return dtype == TERCET_DTYPE_I16 || dtype == TERCET_DTYPE_U16;
  case TERCET_WIDENS_SORT:
    break;
  }
  return dtype == TERCET_DTYPE_I16 || dtype == TERCET_DTYPE_BOOL;
}

tercet_dtype
tercet_template_wide_type(tercet_dtype dtype)
{
  switch (dtype) {
  case TERCET_DTYPE_BOOL:
    return TERCET_DTYPE_U8;
  case TERCET_DTYPE_I16:
    return TERCET_DTYPE_I32;
  case TERCET_DTYPE_U8:
  case TERCET_DTYPE_U16:
    return TERCET_DTYPE_U32;
  case TERCET_DTYPE_I8:
  case TERCET_DTYPE_I32:
  case TERCET_DTYPE_I64:
  case TERCET_DTYPE_U32:
  case TERCET_DTYPE_U64:
  case TERCET_DTYPE_F16:
  case TERCET_DTYPE_BF16:
  case TERCET_DTYPE_F32:
  case TERCET_DTYPE_F64:
  case TERCET_DTYPE_C64:
  case TERCET_DTYPE_C128:
    break;
  }
  return dtype;
}

/* ---- Values ---- */

static tercet_status
write_ints(tercet_buffer *out, size_t n, const int64_t *ints)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  for (size_t i = 0; i < n; ++i) {
    if (i > 0) {
      TERCET_TRY(tercet_buffer_append_text(out, ", "));
    }
    TERCET_TRY(
        tercet_buffer_append(out, text, tercet_i64_write(ints[i], text)));
  }
  return TERCET_OK;
}

/// An element type is a number as an attribute, and a name in a signature
static tercet_status
write_type(tercet_buffer *out, tercet_dtype dtype, bool is_attribute)
{
  const tercet_onnx_type type = tercet_onnx_type_of_dtype(dtype);
  return is_attribute
             ? tercet_buffer_printf(out, "%d", (int)type)
             : tercet_buffer_printf(out, "%s[]", tercet_onnx_type_name(type));
}

static tercet_status
write_value(const expansion *e, const tercet_placeholder *value)
{
  char text[TERCET_NUMBER_TEXT_MAX];
  switch (value->kind) {
  case TERCET_PLACEHOLDER_TYPE:
    return write_type(e->out, value->type, e->last == '=');
  case TERCET_PLACEHOLDER_INTS:
    return write_ints(e->out, value->n, value->ints);
  case TERCET_PLACEHOLDER_FLOAT:
    break;
  }
  return tercet_buffer_append(
      e->out, text, tercet_f64_write(value->number, TERCET_FLOAT_PYTHON, text));
}

/* ---- Text ---- */

static bool
is_name_char(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '#';
}

/// Return the length of the placeholder at `text`, with its brackets, or 0
static size_t
placeholder_length(const char *text)
{
  size_t n = 1;
  while (is_name_char(text[n])) {
    ++n;
  }
  return *text == '<' && n > 1 && text[n] == '>' ? n + 1 : 0;
}

/// Set `out` to the number of the input whose type a placeholder is: 1 of
/// `input_type`; false if it is none
static bool
find_input(const expansion *e, tercet_string name, size_t *out)
{
  static const char before[] = "input";
  static const char behind[] = "_type";
  const size_t n_before = sizeof(before) - 1;
  const size_t n_behind = sizeof(behind) - 1;
  if (name.length < n_before + n_behind ||
      memcmp(name.data, before, n_before) != 0 ||
      memcmp(name.data + name.length - n_behind, behind, n_behind) != 0) {
    return false;
  }

  const char *const digits = name.data + n_before;
  const size_t n_digits = name.length - n_before - n_behind;
  *out = n_digits == 0    ? 1
         : *digits == '#' ? e->operand
                          : (size_t)(*digits - '0');
  return n_digits <= 1;
}

static tercet_status
write_placeholder(const expansion *e, tercet_string name)
{
  size_t input = 0;
  if (find_input(e, name, &input)) {
    return write_type(e->out, e->types[input - 1], e->last == '=');
  }
  for (size_t i = 0; i < e->n_values; ++i) {
    if (tercet_string_is(name, e->values[i].name)) {
      return write_value(e, &e->values[i]);
    }
  }
  return tercet_error_set(e->err,
                          TERCET_ERR_INTERNAL,
                          "no value for the placeholder <%.*s>",
                          TERCET_STRING_ARGS(name));
}

/// Write text without repetitions
static tercet_status
write_text(expansion *e, const char *text, const char *end)
{
  while (text < end) {
    const size_t length = placeholder_length(text);
    if (length > 0) {
      const tercet_string name = {text + 1, length - 2};
      TERCET_TRY(write_placeholder(e, name));
      text += length;
      continue;
    }
    if (*text == '#') {
      TERCET_TRY(tercet_buffer_printf(e->out, "%zu", e->operand));
    } else {
      TERCET_TRY(tercet_buffer_append_char(e->out, *text));
    }
    e->last = *text == ' ' ? e->last : *text;
    ++text;
  }
  return TERCET_OK;
}

/// Write the piece for each operand
static tercet_status
write_repeated(expansion *e, const char *piece, const char *end)
{
  const bool is_line = end > piece && end[-1] == '\n';
  for (size_t i = 1; i <= e->n_operands; ++i) {
    if (i > 1 && !is_line) {
      TERCET_TRY(tercet_buffer_append_text(e->out, ", "));
    }
    e->operand = i;
    TERCET_TRY(write_text(e, piece, end));
  }
  return TERCET_OK;
}

static tercet_status
write_body(expansion *e, const char *text)
{
  for (const char *start = strstr(text, "[["); start;
       start = strstr(text, "[[")) {
    const char *const end = strstr(start, "]]");
    TERCET_TRY(write_text(e, text, start));
    TERCET_TRY(write_repeated(e, start + 2, end));
    text = end + 2;
  }
  return write_text(e, text, text + strlen(text));
}

tercet_status
tercet_template_write(const tercet_template *template_,
                      size_t n_operands,
                      const tercet_dtype *types,
                      size_t n_values,
                      const tercet_placeholder *values,
                      tercet_buffer *out,
                      tercet_error *err)
{
  expansion e = {.out = out,
                 .n_operands = n_operands,
                 .types = types,
                 .n_values = n_values,
                 .values = values,
                 .err = err};
  TERCET_TRY(tercet_buffer_printf(out,
                                  "<ir_version: 11, opset_import: [\"\" : 23], "
                                  "domain: \"eu.neverblink.rdf\", "
                                  "model_version: 1, doc_string: \"%s\">\n"
                                  "tensor_%s ",
                                  template_->doc,
                                  template_->name));
  return write_body(&e, template_->text);
}

/* ---- Constants that become inputs ---- */

/// Return the constant that a placeholder is the value of, or NULL
static tercet_onnx_tensor *
find_constant(tercet_onnx_graph *graph, const char *placeholder)
{
  const size_t n = strlen(placeholder) - strlen("_value");
  for (size_t i = 0; i < graph->n_initializers; ++i) {
    const tercet_string name = graph->initializers[i].name;
    if (name.length == n && !memcmp(name.data, placeholder, n)) {
      return &graph->initializers[i];
    }
  }
  return NULL;
}

/// Make a constant the last input
static void
open_constant(tercet_onnx_graph *graph, tercet_onnx_tensor *constant)
{
  tercet_onnx_value_info *const input = &graph->inputs[graph->n_inputs++];
  memset(input, 0, sizeof(*input));
  input->name = constant->name;
  input->type.kind = TERCET_ONNX_TYPE_TENSOR;
  input->type.elem_type = constant->type;
  input->type.has_shape = true;
  *constant = graph->initializers[--graph->n_initializers];
}

tercet_status
tercet_template_open_numbers(tercet_onnx_model *model,
                             size_t n_values,
                             const tercet_placeholder *values,
                             tercet_error *err)
{
  tercet_onnx_graph *const graph = &model->graph;
  tercet_onnx_value_info *const inputs = tercet_arena_allocate_array(
      &model->arena, graph->n_inputs + n_values, sizeof(*graph->inputs));
  if (!inputs) {
    return tercet_error_no_memory(err);
  }

  memcpy(inputs, graph->inputs, graph->n_inputs * sizeof(*inputs));
  graph->inputs = inputs;
  for (size_t i = 0; i < n_values; ++i) {
    tercet_onnx_tensor *const constant =
        values[i].kind == TERCET_PLACEHOLDER_FLOAT
            ? find_constant(graph, values[i].name)
            : NULL;
    if (constant) {
      open_constant(graph, constant);
    }
  }
  return TERCET_OK;
}
