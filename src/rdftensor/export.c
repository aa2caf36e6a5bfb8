// SPDX-License-Identifier: Apache-2.0

/// The models of functions, for use elsewhere

#include "rdftensor/rdftensor_internal.h"
#include "rdftensor/template.h"

#include "base/number.h"
#include "base/string_view.h"
#include "rdftensor/repair.h"

#include <tercet/rdftensor.h>

#include <stdio.h>
#include <string.h>

/// Numbers of one setting at the most
#define MAX_NUMBERS 64

/// Settings at the most
#define MAX_SETTINGS 16

/// Bytes of a name at the most
#define MAX_NAME 96

/// What is asked for
typedef struct {
  size_t n_types;
  const tercet_dtype *types;
  size_t n_settings;
  const tercet_model_setting *settings;
  size_t n_values;
  tercet_placeholder values[MAX_SETTINGS + 4];
  char names[MAX_SETTINGS][MAX_NAME];
  int64_t numbers[MAX_SETTINGS][MAX_NUMBERS];
  tercet_error *err;
} request;

/* ---- Settings ---- */

static const tercet_model_setting *
find_setting(const request *r, const char *name)
{
  for (size_t i = 0; i < r->n_settings; ++i) {
    if (tercet_string_is(r->settings[i].name, name)) {
      return &r->settings[i];
    }
  }
  return NULL;
}

static tercet_status
fail_setting(const request *r, const tercet_model_setting *setting)
{
  return tercet_error_set(r->err,
                          TERCET_ERR_ARGUMENT,
                          "\"%.*s\" is no value for %.*s",
                          TERCET_STRING_ARGS(setting->value),
                          TERCET_STRING_ARGS(setting->name));
}

/// Read integers separated by commas; false if they are none
static bool
read_ints(tercet_string text, int64_t *out, size_t *n)
{
  const char *at = text.data;
  const char *const end = at + text.length;
  for (*n = 0; *n < MAX_NUMBERS && at < end; ++*n) {
    tercet_decimal decimal;
    const char *const next =
        tercet_decimal_scan(at, end, TERCET_NUMBER_XSD, &decimal);
    if (!next || next == at || !tercet_decimal_to_i64(&decimal, &out[*n]) ||
        (next < end && *next != ',')) {
      return false;
    }
    at = next < end ? next + 1 : next;
  }
  return at == end && *n > 0;
}

/// Add the value of a setting: a dtype, integers, or one number
static tercet_status
add_setting(request *r, size_t i)
{
  const tercet_model_setting *const setting = &r->settings[i];
  tercet_placeholder *const value = &r->values[r->n_values++];
  if (setting->name.length >= MAX_NAME) {
    return fail_setting(r, setting);
  }
  memcpy(r->names[i], setting->name.data, setting->name.length);
  memset(value, 0, sizeof(*value));
  value->name = r->names[i];

  if (tercet_dtype_from_name(setting->value, &value->type)) {
    value->kind = TERCET_PLACEHOLDER_TYPE;
  } else if (read_ints(setting->value, r->numbers[i], &value->n)) {
    value->kind = TERCET_PLACEHOLDER_INTS;
    value->ints = r->numbers[i];
  } else if (tercet_f64_read(
                 setting->value.data, setting->value.length, &value->number)) {
    value->kind = TERCET_PLACEHOLDER_FLOAT;
  } else {
    return fail_setting(r, setting);
  }
  return TERCET_OK;
}

static void
add_type(request *r, const char *name, tercet_dtype type)
{
  tercet_placeholder *const value = &r->values[r->n_values++];
  memset(value, 0, sizeof(*value));
  value->name = name;
  value->kind = TERCET_PLACEHOLDER_TYPE;
  value->type = type;
}

/* ---- Which template ---- */

/// Write the name of a function as the specification's files have it:
/// `cosineSimilarity` as `cosine_similarity`.  Names of aggregates stay.
static bool
to_snake(tercet_string name, char out[MAX_NAME])
{
  size_t n = 0;
  bool was_lower = false;
  for (size_t i = 0; i < name.length; ++i) {
    const char c = name.data[i];
    const bool is_upper = c >= 'A' && c <= 'Z';
    if (n + 2 >= MAX_NAME) {
      return false;
    }
    if (is_upper && was_lower) {
      out[n++] = '_';
      out[n++] = (char)(c - 'A' + 'a');
    } else {
      out[n++] = c;
    }
    was_lower = !is_upper;
  }
  out[n] = '\0';
  return true;
}

/// Return the template of a name with something behind it, or NULL
static const tercet_template *
find_with(const char *name, const char *behind)
{
  char full[2 * MAX_NAME];
  snprintf(full, sizeof(full), "%s%s", name, behind);
  return tercet_template_find(full);
}

static const tercet_template *
find_template(const request *r, const char *name)
{
  const tercet_template *found = tercet_template_find(name);
  const bool has_axis = find_setting(r, "axis_value") != NULL;
  const tercet_model_setting *const interpolation =
      find_setting(r, "interpolation");
  const char *const reduction =
      has_axis ? "_axis_reduction" : "_full_reduction";
  if (!found) {
    found = find_with(name, reduction);
  }
  if (!found && !strcmp(name, "vstack")) {
    found = tercet_template_find("vstack_nd");
  }
  if (!found && !strcmp(name, "quantile_interpolate")) {
    const bool does =
        interpolation && tercet_string_is(interpolation->value, "1");
    char full[MAX_NAME];
    snprintf(full,
             sizeof(full),
             "_%s_interpolation%s",
             does ? "with" : "no",
             reduction);
    found = find_with(name, full);
  }
  return found;
}

/// Return whether a template casts small integers to a wider type and back
static bool
is_widening(const tercet_template *t)
{
  return strstr(t->name, "_int16") != NULL;
}

/// Choose the widening template where the type demands it, and set `wide`
static const tercet_template *
widen(const tercet_template *t, tercet_dtype dtype, tercet_dtype *wide)
{
  const tercet_template *const wider = find_with(t->name, "_int16");
  const bool is_extreme =
      !strncmp(t->name, "max", 3) || !strncmp(t->name, "min", 3);
  const tercet_widening widening = !strcmp(t->name, "sort") ? TERCET_WIDENS_SORT
                                   : is_extreme ? TERCET_WIDENS_EXTREME
                                                : TERCET_WIDENS_TOTAL;
  t = wider && tercet_template_needs_wide(widening, dtype) ? wider : t;
  // Quantiles sort bool through a cast too
  *wide = is_widening(t) || dtype == TERCET_DTYPE_BOOL
              ? tercet_template_wide_type(dtype)
              : dtype;
  return t;
}

/* ---- The model ---- */

/// Add the types that follow from those of the tensors
static void
add_types(request *r, const char *name, tercet_dtype first, tercet_dtype wide)
{
  tercet_dtype resolved = first;
  for (size_t i = 0; i < r->n_types; ++i) {
    resolved = tercet_dtype_resolve(resolved, r->types[i]);
  }
  const bool is_order = !strcmp(name, "gt") || !strcmp(name, "lt");
  add_type(r,
           "resolved_type",
           is_order && resolved == TERCET_DTYPE_BOOL ? TERCET_DTYPE_U8
                                                     : resolved);
  add_type(r, "accumulator_type", first);
  add_type(r, "index_type", r->types[r->n_types - 1]);
  add_type(r, "wide_type", wide);
}

/// Return whether a template adds a tensor to what there is so far, which then
/// comes first
static bool
has_accumulator(const tercet_template *t)
{
  return strstr(t->text, "<accumulator_type> input1, ") != NULL;
}

/// Return the number of tensors that a template has, or 0 for any number
static size_t
count_inputs(const tercet_template *t)
{
  if (strstr(t->text, "[[")) {
    return 0;
  }
  return strstr(t->text, "input2_type") || strstr(t->text, "index_type") ||
                 has_accumulator(t)
             ? 2
             : 1;
}

static tercet_status
write_model(const tercet_allocator *alloc,
            const request *r,
            const tercet_template *t,
            tercet_onnx_model **out)
{
  tercet_buffer text;
  tercet_error err = {0};
  tercet_buffer_init(&text, alloc, SIZE_MAX);
  tercet_status st = tercet_template_write(
      t, r->n_types, r->types, r->n_values, r->values, &text, &err);
  if (st == TERCET_ERR_INTERNAL) {
    st = tercet_error_set(
        r->err, TERCET_ERR_ARGUMENT, "%s: %s", t->name, err.message);
  } else if (st != TERCET_OK) {
    tercet_error_no_memory(r->err);
  } else {
    st = tercet_onnx_model_read(
        alloc, text.data, text.length, TERCET_ONNX_TEXT, NULL, out, r->err);
  }
  tercet_buffer_clear(&text);
  return st;
}

/// Check that the types make a valid model
static tercet_status
check_model(const tercet_allocator *alloc,
            const request *r,
            tercet_onnx_model *model)
{
  tercet_onnx_report *report = NULL;
  TERCET_TRY(tercet_onnx_model_check(alloc, model, &report, r->err));
  const bool is_valid = tercet_onnx_report_count(report) == 0;
  if (!is_valid) {
    const tercet_onnx_problem *const problem =
        tercet_onnx_report_get(report, 0);
    (void)tercet_error_set(r->err,
                           TERCET_ERR_DTYPE,
                           "%.*s: %.*s",
                           TERCET_STRING_ARGS(problem->node),
                           TERCET_STRING_ARGS(problem->reason));
  }
  tercet_onnx_report_free(report);
  return is_valid ? TERCET_OK : TERCET_ERR_DTYPE;
}

tercet_status
tercet_function_model(const tercet_allocator *alloc,
                      tercet_string name,
                      size_t n_types,
                      const tercet_dtype *types,
                      size_t n_settings,
                      const tercet_model_setting *settings,
                      bool is_strict,
                      tercet_onnx_model **out,
                      tercet_error *err)
{
  *out = NULL;
  request r = {.n_types = n_types,
               .types = types,
               .n_settings = n_settings,
               .settings = settings,
               .err = err};
  char snake[MAX_NAME];
  const tercet_template *t =
      to_snake(name, snake) ? find_template(&r, snake) : NULL;
  if (!t) {
    return tercet_error_set(err,
                            TERCET_ERR_NOT_FOUND,
                            "no function \"%.*s\" has a model",
                            TERCET_STRING_ARGS(name));
  }
  const size_t n_inputs = count_inputs(t);
  if (n_types == 0 || (n_inputs > 0 && n_types != n_inputs) ||
      n_settings > MAX_SETTINGS) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "%s: %zu element types given, it has %s",
                            t->name,
                            n_types,
                            n_inputs == 0   ? "one for each tensor"
                            : n_inputs == 1 ? "one"
                                            : "two");
  }

  if (has_accumulator(t)) {
    ++r.types;
    --r.n_types;
  }
  tercet_dtype wide = r.types[0];
  t = widen(t, r.types[0], &wide);
  for (size_t i = 0; i < n_settings; ++i) {
    TERCET_TRY(add_setting(&r, i));
  }
  if (is_strict) {
    const tercet_template_use use = {
        t->name, {r.types[0], r.types[r.n_types > 1U]}, {NULL, NULL}};
    TERCET_TRY(tercet_template_check_strict(&use, err));
  }
  add_types(&r, t->name, types[0], wide);
  TERCET_TRY(write_model(alloc, &r, t, out));
  const tercet_status st = check_model(alloc, &r, *out);
  if (st != TERCET_OK) {
    tercet_onnx_model_free(*out);
    *out = NULL;
  }
  return st;
}

size_t
tercet_function_model_count(void)
{
  return TERCET_TEMPLATE_COUNT;
}

const char *
tercet_function_model_name(size_t i)
{
  return i < TERCET_TEMPLATE_COUNT ? tercet_templates[i].name : "";
}
