// SPDX-License-Identifier: Apache-2.0

/**
   The repairs against what the ONNX checker says of the specification's own
   models: where types make one invalid a repair is needed, and nowhere else.
*/

#include "spec_models.h"

#include "base/string_view.h"
#include "rdftensor/repair.h"

static const tercet_template_repair *
find(const char *name, tercet_dtype a, tercet_dtype b)
{
  const tercet_template_use use = {name, {a, b}, {NULL, NULL}};
  return tercet_template_find_repair(&use);
}

static bool
has_id(const tercet_template_repair *repair, const char *id)
{
  return id ? repair && !strcmp(repair->id, id) : !repair;
}

static const int64_t extents[2] = {2, 4};

static tercet_tensor_type
shape(tercet_dtype dtype, size_t rank)
{
  tercet_tensor_type type;
  CHECK_STATUS(tercet_tensor_type_init(dtype, rank, extents, &type, NULL),
               TERCET_OK);
  return type;
}

static void
test_shapes_decide(void)
{
  const tercet_tensor_type scalar = shape(TERCET_DTYPE_F64, 0);
  const tercet_tensor_type vector = shape(TERCET_DTYPE_F64, 1);
  const tercet_tensor_type matrix = shape(TERCET_DTYPE_F64, 2);
  const char *const interpolation =
      "quantile_interpolate_with_interpolation_axis_reduction";
  const struct {
    const char *name;
    const tercet_tensor_type *shapes[2];
    const char *id;
  } uses[] = {
      {"cos", {NULL}, "R10"},
      {"cos", {&scalar}, "R10"},
      {"cos", {&vector}, NULL},
      {"VAR_complete", {&scalar}, "R10"},
      {"VAR_complete", {&matrix}, NULL},
      {"STD_complete", {&scalar}, NULL},
      {interpolation, {NULL}, "R9"},
      {interpolation, {&vector}, "R9"},
      {interpolation, {&matrix}, NULL},
      {"mask", {NULL, NULL}, "R5"},
      {"mask", {&vector, &vector}, NULL},
      {"mask", {&vector, &scalar}, "R5"},
      {"mask", {&matrix, &matrix}, "R5"},
  };
  for (size_t i = 0; i < sizeof(uses) / sizeof(uses[0]); ++i) {
    const tercet_template_use use = {uses[i].name,
                                     {TERCET_DTYPE_F64, TERCET_DTYPE_F64},
                                     {uses[i].shapes[0], uses[i].shapes[1]}};
    CHECK(has_id(tercet_template_find_repair(&use), uses[i].id));
  }
}

static void
test_names(void)
{
  const tercet_dtype u8 = TERCET_DTYPE_U8;
  CHECK(has_id(find("sum_axis_reduction", u8, u8), "R7"));
  CHECK(has_id(find("sum_full_reduction_int16", u8, u8), "R7"));
  CHECK(has_id(find("SUM_reduce", u8, u8), NULL));
  CHECK(has_id(find("not", u8, u8), "R1"));
  CHECK(has_id(find("nothing", u8, u8), NULL));
  CHECK(has_id(find("no", u8, u8), NULL));

  const tercet_template_use use = {"not", {u8, u8}, {NULL, NULL}};
  tercet_error err = {0};
  CHECK_STATUS(tercet_template_check_strict(&use, &err), TERCET_ERR_DTYPE);
  CHECK(strstr(err.message,
               "the template not is not valid here without "
               "repair R1, which casts"));
  CHECK_STATUS(tercet_template_check_strict(&use, NULL), TERCET_ERR_DTYPE);
}

/* ---- The checker ---- */

/// Read a model; NULL if it cannot be read or is not valid
static tercet_onnx_model *
read_valid(const char *text, tercet_onnx_format format)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  tercet_onnx_report *report = NULL;
  if (tercet_onnx_model_read(
          NULL, text, strlen(text), format, NULL, &model, &err) != TERCET_OK) {
    return NULL;
  }
  CHECK_STATUS(tercet_onnx_model_check(NULL, model, &report, &err), TERCET_OK);
  bool good = true;
  for (size_t i = 0; i < tercet_onnx_report_count(report); ++i) {
    // No model of the specification has a name of its graph
    const tercet_onnx_problem *const problem =
        tercet_onnx_report_get(report, i);
    good = good && strstr(problem->reason.data, "no name");
  }
  tercet_onnx_report_free(report);
  if (!good) {
    tercet_onnx_model_free(model);
  }
  return good ? model : NULL;
}

/// Return whether a model is valid and takes the inputs that another one takes
static bool
is_valid_as(const char *text, const tercet_onnx_model *own)
{
  tercet_onnx_model *const spec = read_valid(text, TERCET_ONNX_PROTOTXT);
  bool good = spec != NULL;
  for (size_t i = 0; good && i < own->graph.n_inputs; ++i) {
    good = spec->graph.inputs[i].type.elem_type ==
           own->graph.inputs[i].type.elem_type;
  }
  tercet_onnx_model_free(spec);
  return good;
}

/// Set the types that the own template needs
static void
set_own_types(instance *i, const char *name, tercet_dtype a, tercet_dtype b)
{
  const bool is_order = !strcmp(name, "gt") || !strcmp(name, "lt");
  const bool are_bool = a == TERCET_DTYPE_BOOL && b == TERCET_DTYPE_BOOL;
  i->values[0].type =
      is_order && are_bool ? TERCET_DTYPE_U8 : tercet_dtype_resolve(a, b);
  i->values[1].type = !strncmp(name, "quantile", 8) && a != TERCET_DTYPE_BOOL
                          ? a
                          : tercet_template_wide_type(a);
}

/// Return whether a function has a template of its own for int16
static bool
has_int16(const char *name)
{
  char full[80];
  snprintf(full, sizeof(full), "%s_int16", name);
  return tercet_template_find(full) != NULL;
}

/// The types decide; what the shapes decide, the checker does not see
static void
check_types(const char *suites,
            const char *name,
            tercet_dtype a,
            tercet_dtype b)
{
  const size_t n = strlen(name);
  const bool is_int16 = n > 6 && !strcmp(name + n - 6, "_int16");
  if (is_int16 ? a != TERCET_DTYPE_I16
               : a == TERCET_DTYPE_I16 && has_int16(name)) {
    return;
  }

  instance i;
  fill(&i, name, a, b);
  i.values[3].type = b; // index_type
  char *const spec_text = instantiate_spec(suites, name, &i, false);
  set_own_types(&i, name, a, b);
  const tercet_template *own = tercet_template_find(name);
  char wide[80];
  snprintf(wide, sizeof(wide), "%s_int16", name);
  const tercet_template *const wider = tercet_template_find(wide);
  own = wider && find(name, a, b) && strncmp(name, "norm1_full", 10) != 0
            ? wider
            : own;
  char *const own_text = instantiate_own(own, &i);
  const tercet_template_repair *const repair = find(name, a, b);
  const bool is_by_shape =
      repair && (!strcmp(repair->id, "R9") || !strcmp(repair->id, "R10"));
  // What is invalid after the repairs is an error by design
  tercet_onnx_model *const model = read_valid(own_text, TERCET_ONNX_TEXT);
  if (model && !is_by_shape) {
    const bool good = is_valid_as(spec_text, model) == !repair;
    CHECK(good);
    if (!good) {
      fprintf(stderr,
              "  %s of %s, %s: %s\n",
              name,
              tercet_dtype_name(a),
              tercet_dtype_name(b),
              repair ? repair->id : "no repair");
    }
  }
  tercet_onnx_model_free(model);
  free(spec_text);
  free(own_text);
}

static void
test_checker_agrees(const char *suites)
{
  for (size_t t = 0; t < TERCET_TEMPLATE_COUNT; ++t) {
    for (int a = 0; a < TERCET_DTYPE_COUNT; ++a) {
      for (int b = 0; b < TERCET_DTYPE_COUNT; ++b) {
        if (tercet_dtype_is_literal((tercet_dtype)a) &&
            tercet_dtype_is_literal((tercet_dtype)b)) {
          check_types(suites,
                      tercet_templates[t].name,
                      (tercet_dtype)a,
                      (tercet_dtype)b);
        }
      }
    }
  }
}

int
main(void)
{
  test_shapes_decide();
  test_names();
  const char *const suites = getenv("TERCET_SUITES");
  char path[512];
  snprintf(path, sizeof(path), "%s/spec/onnx", suites ? suites : "");
  FILE *const folder = suites ? fopen(path, "r") : NULL;
  if (!folder) {
    fprintf(stderr, "skipped: no folder %s\n", path);
    return check_finish() ? 1 : 77;
  }
  fclose(folder);
  test_checker_agrees(suites);
  return check_finish();
}
