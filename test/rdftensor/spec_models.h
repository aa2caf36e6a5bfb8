// SPDX-License-Identifier: Apache-2.0

/// The models of the specification and the own templates, both for given types,
/// and the changes that lead from one to the other

#ifndef TERCET_TEST_RDFTENSOR_SPEC_MODELS_H
#define TERCET_TEST_RDFTENSOR_SPEC_MODELS_H

#include "check.h"

#include "onnx/model.h"
#include "rdftensor/rdftensor_internal.h"
#include "rdftensor/template.h"

#include <stdio.h>
#include <stdlib.h>

/// A change to a model of the specification, whose white space has been made
/// single spaces; `to` may hold placeholders
typedef struct {
  const char *template_; ///< Name; a * ends a prefix
  const char *repair;
  const char *from;
  const char *to;
} edit;

static const edit edits[] = {
    {"not",
     "R1",
     "node { input: \"input1\" output: \"output1\" op_type: \"Not\" }",
     "node { input: \"input1\" output: \"cast_input\" op_type: \"Cast\" "
     "attribute { name: \"to\" i: 9 type: INT } } "
     "node { input: \"cast_input\" output: \"output1\" op_type: \"Not\" }"},
    {"not",
     "R1",
     "name: \"output1\" type { tensor_type { elem_type: <input_type>",
     "name: \"output1\" type { tensor_type { elem_type: 9"},
    {"lt", "R3", "i: <input2_type>", "i: <resolved_type>"},
    {"mask",
     "R5",
     "node { input: \"input1\" input: \"input2\" output: \"output1\" op_type: "
     "\"Compress\" }",
     "node { input: \"input1\" output: \"shape\" op_type: \"Shape\" } "
     "node { input: \"input2\" input: \"shape\" output: \"broadcast_mask\" "
     "op_type: \"Expand\" } "
     "node { input: \"broadcast_mask\" input: \"flat_shape\" output: "
     "\"flat_mask\" op_type: \"Reshape\" } "
     "node { input: \"input1\" input: \"flat_mask\" output: \"output1\" "
     "op_type: \"Compress\" } "
     "initializer { dims: 1 data_type: 7 int64_data: -1 name: \"flat_shape\" "
     "}"},
    {"mask",
     "R5",
     "elem_type: 11 shape { dim { dim_value: <mask_length> } }",
     "elem_type: <input_type>"},
    {"index",
     "R6",
     "node { input: \"input2\"",
     "node { input: \"input2\" output: \"cast_index\" op_type: \"Cast\" "
     "attribute { name: \"to\" i: 7 type: INT } } "
     "node { input: \"cast_index\""},
    {"index",
     "R6",
     "name: \"input2\" type { tensor_type { elem_type: 7",
     "name: \"input2\" type { tensor_type { elem_type: <index_type>"},
    // The templates for int16 serve the other small types
    {"*int16", "R2 R7 R8", "i: 6", "i: <wide_type>"},
    {"*int16", "R2 R7 R8", "i: 5", "i: <input_type>"},
    {"*int16", "R2 R7 R8", "elem_type: 5", "elem_type: <input_type>"},
    {"*int16", "R2 R7 R8", "elem_type: 5", "elem_type: <input_type>"},
    {"quantile_interpolate_with_interpolation_axis_reduction",
     "R9",
     " shape { dim { dim_value: 2 } dim { dim_value: 4 } }",
     ""},
    {"cos", "R10", "dims: 1 data_type: 11", "data_type: 11"},
    {"VAR_complete", "R10", "dims: 1 data_type: 11", "data_type: 11"},
    {"norm1_full_reduction", "R11", "output {", "} output {"},
    // Instances with four operands, or as many numbers
    {"*", "", "inputN", "input4"},
    {"*", "", "values[new_shape_length-1]", "values[3]"},
    {"*", "", "values[starts_length-1]", "values[2]"},
    {"*", "", "values[ends_length-1]", "values[2]"},
    {"*", "", "values[axes_length-1]", "values[2]"},
    {"*", "", " ... ", " "},
};

#define N_EDITS (sizeof(edits) / sizeof(edits[0]))

/* ---- Text ---- */

static inline bool
applies(const edit *e, const char *name)
{
  const size_t n = strlen(name);
  return !strcmp(e->template_, name) || !strcmp(e->template_, "*") ||
         (!strcmp(e->template_, "*int16") && n > 5 &&
          !strcmp(name + n - 5, "int16"));
}

/// Replace an occurrence of `from` and free the old text
static inline char *
replace_once(char *text, char *at, size_t n_from, const char *to)
{
  const size_t n_before = (size_t)(at - text);
  const size_t size = strlen(text) - n_from + strlen(to) + 1;
  char *const out = malloc(size);
  snprintf(out, size, "%.*s%s%s", (int)n_before, text, to, at + n_from);
  free(text);
  return out;
}

static inline char *
replace_all(char *text, const char *from, const char *to)
{
  size_t start = 0;
  for (char *at = strstr(text, from); at; at = strstr(text + start, from)) {
    start = (size_t)(at - text) + strlen(to);
    text = replace_once(text, at, strlen(from), to);
  }
  return text;
}

/// Read a file of the specification with single spaces
static inline char *
read_spec(const char *suites, const char *name)
{
  char path[512];
  snprintf(
      path, sizeof(path), "%s/spec/onnx/tensor_%s_model.pbtxt", suites, name);
  FILE *const file = fopen(path, "rb");
  CHECK(file);
  if (!file) {
    return NULL;
  }
  char *const text = calloc(1, 1U << 20U);
  size_t n = 0;
  for (int c = fgetc(file); c != EOF; c = fgetc(file)) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_space || (n > 0 && text[n - 1] != ' ')) {
      text[n++] = is_space ? ' ' : (char)c;
    }
  }
  fclose(file);
  return text;
}

/* ---- Instances ---- */

/// What both sides are made for
typedef struct {
  tercet_dtype types[4];
  tercet_placeholder values[12];
  size_t n_values;
} instance;

static const int64_t numbers[4] = {2, 3, 4, -1};
static const int64_t one[1] = {1};
static const int64_t three[1] = {3};
static const int64_t four[1] = {4};

static inline void
add_type(instance *i, const char *name, tercet_dtype type)
{
  i->values[i->n_values++] = (tercet_placeholder){
      .name = name, .kind = TERCET_PLACEHOLDER_TYPE, .type = type};
}

static inline void
add_ints(instance *i, const char *name, size_t n, const int64_t *ints)
{
  i->values[i->n_values++] = (tercet_placeholder){
      .name = name, .kind = TERCET_PLACEHOLDER_INTS, .n = n, .ints = ints};
}

/// Add the values of placeholders; not all templates have all
static inline void
fill(instance *i, const char *name, tercet_dtype a, tercet_dtype b)
{
  i->n_values = 0;
  for (size_t k = 0; k < 4; ++k) {
    i->types[k] = k % 2 ? b : a;
  }
  const bool is_reshape = !strcmp(name, "reshape");
  add_type(i, "resolved_type", tercet_dtype_resolve(a, b));
  add_type(i, "wide_type", TERCET_DTYPE_I32);
  add_type(i, "output_type", b);
  add_type(i, "index_type", TERCET_DTYPE_I16);
  add_type(i, "accumulator_type", a);
  add_ints(i, "axis_value", 1, one);
  add_ints(i, "axis_size_value", 1, four);
  add_ints(i, "largest_value", 1, one);
  add_ints(i, "quantile_index_value", 1, three);
  if (is_reshape) {
    add_ints(i, "new_shape_length", 1, four);
    add_ints(i, "new_shape_values", 4, numbers);
  } else {
    add_ints(i, "axes_length", 1, three);
  }
}

/// Write a value into the text of the specification
static inline char *
substitute(char *text, const tercet_placeholder *value)
{
  char name[80];
  char number[32];
  if (value->kind == TERCET_PLACEHOLDER_TYPE) {
    snprintf(name, sizeof(name), "<%s>", value->name);
    snprintf(number,
             sizeof(number),
             "%d",
             (int)tercet_onnx_type_of_dtype(value->type));
    return replace_all(text, name, number);
  }
  for (size_t k = 0; k < value->n; ++k) {
    if (value->n > 1) {
      snprintf(name, sizeof(name), "<%s[%zu]>", value->name, k);
    } else {
      snprintf(name, sizeof(name), "<%s>", value->name);
    }
    snprintf(number, sizeof(number), "%lld", (long long)value->ints[k]);
    text = replace_all(text, name, number);
  }
  return text;
}

/// The numbers that are no constants here, and the ranges of sub()
static const tercet_placeholder more[] = {
    {"log_base_value", TERCET_PLACEHOLDER_FLOAT, 0, 2.5, 0, NULL},
    {"exponent_value", TERCET_PLACEHOLDER_FLOAT, 0, -3.0, 0, NULL},
    {"factor_value", TERCET_PLACEHOLDER_FLOAT, 0, 0.1, 0, NULL},
    {"count_value", TERCET_PLACEHOLDER_FLOAT, 0, 7.0, 0, NULL},
    {"bessel_factor_value", TERCET_PLACEHOLDER_FLOAT, 0, 1.5, 0, NULL},
    {"starts_values", TERCET_PLACEHOLDER_INTS, 0, 0, 3, numbers},
    {"ends_values", TERCET_PLACEHOLDER_INTS, 0, 0, 3, numbers + 1},
    {"axes_values", TERCET_PLACEHOLDER_INTS, 0, 0, 3, numbers},
};

#define N_MORE (sizeof(more) / sizeof(more[0]))

static inline tercet_onnx_model *
read_model(const char *text, tercet_onnx_format format)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  const tercet_status st = tercet_onnx_model_read(
      NULL, text, strlen(text), format, NULL, &model, &err);
  CHECK_STATUS(st, TERCET_OK);
  if (st != TERCET_OK) {
    fprintf(stderr, "  %s\n%s\n", err.message, text);
  }
  return model;
}

static inline char *
instantiate_spec(const char *suites,
                 const char *name,
                 const instance *i,
                 bool is_repaired)
{
  char *text = read_spec(suites, name);
  for (size_t k = 0; k < N_EDITS; ++k) {
    const bool is_repair = *edits[k].repair;
    if (applies(&edits[k], name) && (is_repaired || !is_repair)) {
      if (is_repair) {
        char *const at = strstr(text, edits[k].from);
        CHECK(at);
        text = at ? replace_once(text, at, strlen(edits[k].from), edits[k].to)
                  : text;
      } else {
        text = replace_all(text, edits[k].from, edits[k].to);
      }
    }
  }
  for (size_t k = 0; k < i->n_values; ++k) {
    text = substitute(text, &i->values[k]);
  }
  for (size_t k = 0; k < 4; ++k) {
    char input[24];
    snprintf(input, sizeof(input), "input%zu_type", k + 1);
    tercet_placeholder type = {.name = input, .type = i->types[k]};
    text = substitute(text, &type);
    if (k == 0) {
      type.name = "input_type";
      text = substitute(text, &type);
    }
  }
  for (size_t k = 0; k < N_MORE; ++k) {
    if (more[k].kind == TERCET_PLACEHOLDER_INTS) {
      text = substitute(text, &more[k]);
      continue;
    }
    char placeholder[64];
    char number[32];
    snprintf(placeholder, sizeof(placeholder), "<%s>", more[k].name);
    snprintf(number, sizeof(number), "%.17g", more[k].number);
    text = replace_all(text, placeholder, number);
  }
  return text;
}

static inline char *
instantiate_own(const tercet_template *t, const instance *i)
{
  tercet_placeholder values[12 + N_MORE];
  size_t n = 0;
  for (size_t k = 0; k < i->n_values; ++k) {
    values[n++] = i->values[k];
  }
  for (size_t k = 0; k < N_MORE; ++k) {
    values[n++] = more[k];
  }
  tercet_buffer out;
  tercet_error err = {0};
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_template_write(t, 4, i->types, n, values, &out, &err),
               TERCET_OK);
  char *const text = calloc(1, out.length + 1);
  memcpy(text, out.data, out.length);
  tercet_buffer_clear(&out);
  return text;
}

#endif // TERCET_TEST_RDFTENSOR_SPEC_MODELS_H
