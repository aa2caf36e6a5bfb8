// SPDX-License-Identifier: Apache-2.0

/**
   The checker on the official node tests of ONNX: no model has a problem but
   for operators that are not supported, and what is inferred of each output is
   true of the output that the test expects.

   test_suite_onnx_infer [PART]   the tests with PART in their names
*/

#include "check.h"
#include "onnx/check.h"
#include "onnx/io/wire.h"
#include "onnx/node_models.h"

/// How much is known of the outputs
typedef struct {
  size_t n;
  size_t n_ranks;
  size_t n_shapes;
  size_t n_unsupported;
} counts;

static tercet_onnx_of
kind_of(const tercet_onnx_type_info *type)
{
  const bool is_optional = type->kind == TERCET_ONNX_TYPE_OPTIONAL;
  const tercet_onnx_type_info *const inner = is_optional ? type->element : type;
  if (inner->kind == TERCET_ONNX_TYPE_SEQUENCE) {
    return is_optional ? TERCET_ONNX_OF_OPTIONAL_SEQUENCE
                       : TERCET_ONNX_OF_SEQUENCE;
  }
  return is_optional ? TERCET_ONNX_OF_OPTIONAL : TERCET_ONNX_OF_TENSOR;
}

/// Return whether a value has a type; the files of bfloat16 say uint16
static bool
is_of_type(tercet_onnx_value value, tercet_onnx_type type)
{
  return value.type == type ||
         (type == TERCET_ONNX_BFLOAT16 && value.type == TERCET_ONNX_UINT16);
}

/// Return whether a tensor, or each member of a list, is as a fact says
static bool
is_true_of(const tercet_onnx_fact *fact, tercet_onnx_value value)
{
  if (value.kind != TERCET_ONNX_TENSOR) {
    bool holds = true;
    for (size_t i = 0; holds && i < tercet_onnx_value_count(value); ++i) {
      holds = is_true_of(fact, tercet_onnx_value_at(value, i));
    }
    return holds;
  }

  bool holds =
      is_of_type(value, fact->type) &&
      (!fact->has_shape || fact->rank == tercet_tensor_rank(value.tensor));
  const int64_t *const shape = tercet_tensor_shape(value.tensor);
  for (size_t i = 0; holds && fact->has_shape && i < fact->rank; ++i) {
    holds = tercet_onnx_is_symbol(fact->dims[i]) || fact->dims[i] == shape[i];
  }
  return holds;
}

/// Return whether the elements that are known are those of the output
static bool
has_numbers(const tercet_onnx_fact *fact, tercet_onnx_value value)
{
  bool holds = !fact->numbers ||
               (size_t)tercet_tensor_size(value.tensor) == fact->n_numbers;
  const char *address = value.tensor ? tercet_tensor_data(value.tensor) : NULL;
  for (size_t i = 0; holds && fact->numbers && i < fact->n_numbers; ++i) {
    int64_t number = 0;
    int32_t small = 0;
    memcpy(&small, address + i * sizeof(small), sizeof(small));
    if (fact->type == TERCET_ONNX_INT64) {
      memcpy(&number, address + i * sizeof(number), sizeof(number));
    } else {
      number = small;
    }
    holds =
        tercet_onnx_is_symbol(fact->numbers[i]) || fact->numbers[i] == number;
  }
  return holds;
}

static void
count(counts *totals, const tercet_onnx_fact *fact)
{
  bool is_complete = fact->has_shape;
  for (size_t i = 0; is_complete && i < fact->rank; ++i) {
    is_complete = !tercet_onnx_is_symbol(fact->dims[i]);
  }
  ++totals->n;
  totals->n_ranks += fact->has_shape;
  totals->n_shapes += is_complete;
}

static void
check_output(const char *folder,
             size_t i,
             const tercet_onnx_value_info *output,
             const tercet_onnx_fact *fact,
             counts *totals)
{
  char path[4200];
  size_t n = 0;
  tercet_error err = {0};
  tercet_onnx_strings strings;
  tercet_onnx_value value;
  snprintf(path, sizeof(path), "%s/test_data_set_0/output_%zu.pb", folder, i);
  char *const data = node_models_read(path, &n);
  tercet_onnx_strings_init(&strings, NULL, NULL);
  const tercet_onnx_of of = kind_of(&output->type);
  const tercet_onnx_kind kind = of == TERCET_ONNX_OF_TENSOR ? TERCET_ONNX_TENSOR
                                : of == TERCET_ONNX_OF_SEQUENCE
                                    ? TERCET_ONNX_SEQUENCE
                                    : TERCET_ONNX_OPTIONAL;
  CHECK_STATUS(
      tercet_onnx_value_read(NULL, kind, data, n, &strings, &value, &err),
      TERCET_OK);
  const bool holds = fact && fact->type != TERCET_ONNX_UNDEFINED &&
                     is_true_of(fact, value) && has_numbers(fact, value);
  CHECK(holds);
  if (!holds) {
    fprintf(stderr, "  %s: output %zu\n", folder, i);
  } else {
    count(totals, fact);
  }
  tercet_onnx_value_unref(value);
  tercet_onnx_strings_clear(&strings);
  free(data);
}

/// Return whether a model has no problem; print those that it should not have
static bool
check_problems(const char *folder, const tercet_onnx_model *model)
{
  tercet_error err = {0};
  tercet_onnx_report *report = NULL;
  CHECK_STATUS(tercet_onnx_model_check(NULL, model, &report, &err), TERCET_OK);
  const size_t n = tercet_onnx_report_count(report);
  for (size_t i = 0; i < n; ++i) {
    const tercet_onnx_problem *const problem =
        tercet_onnx_report_get(report, i);
    const bool is_right = strstr(problem->reason.data, "is not supported");
    CHECK(is_right);
    if (!is_right) {
      fprintf(stderr,
              "  %s: %.*s: %.*s\n",
              folder,
              (int)problem->node.length,
              problem->node.data,
              (int)problem->reason.length,
              problem->reason.data);
    }
  }
  tercet_onnx_report_free(report);
  return n == 0;
}

static void
check_folder(const char *path, counts *totals)
{
  char folder[4096];
  snprintf(folder,
           sizeof(folder),
           "%.*s",
           (int)(strlen(path) - strlen("/model.onnx")),
           path);
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  tercet_onnx_knowledge *knowledge = NULL;
  CHECK_STATUS(tercet_onnx_model_load(
                   NULL, path, TERCET_ONNX_BINARY, NULL, &model, &err),
               TERCET_OK);
  if (!check_problems(folder, model)) {
    ++totals->n_unsupported;
  } else {
    CHECK_STATUS(tercet_onnx_knowledge_new(NULL, model, &knowledge, &err),
                 TERCET_OK);
    for (size_t i = 0; i < model->graph.n_outputs; ++i) {
      const tercet_onnx_value_info *const output = &model->graph.outputs[i];
      check_output(
          folder,
          i,
          output,
          tercet_onnx_knowledge_find(knowledge, &model->graph, output->name),
          totals);
    }
  }
  tercet_onnx_knowledge_free(knowledge);
  tercet_onnx_model_free(model);
}

int
main(int argc, char **argv)
{
  glob_t found;
  if (!node_models_find("test_*/model.onnx", &found)) {
    return 77;
  }

  counts totals = {0};
  for (size_t i = 0; i < found.gl_pathc; ++i) {
    if (argc < 2 || strstr(found.gl_pathv[i], argv[1])) {
      check_folder(found.gl_pathv[i], &totals);
    }
  }
  globfree(&found);
  printf("%zu models with operators that are not supported; of the others, %zu "
         "outputs, %zu of known rank, %zu of known shape\n",
         totals.n_unsupported,
         totals.n,
         totals.n_ranks,
         totals.n_shapes);
  return check_finish();
}
