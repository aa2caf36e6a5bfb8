// SPDX-License-Identifier: Apache-2.0

#include "base/string_view.h"
#include "check.h"
#include "onnx/schema.h"

static const tercet_onnx_schema *
find(const char *domain, const char *name, int64_t version)
{
  return tercet_onnx_schema_find(
      tercet_string_from(domain), tercet_string_from(name), version);
}

static void
test_table_is_in_order(void)
{
  for (size_t i = 0; i < tercet_onnx_n_schema_lists; ++i) {
    const tercet_onnx_schema_list *const list = &tercet_onnx_schema_lists[i];
    CHECK(tercet_onnx_schema_list_find(tercet_string_from(list->domain),
                                       tercet_string_from(list->name)) == list);
    for (size_t j = 1; j < list->n; ++j) {
      CHECK(list->schemas[j - 1].version < list->schemas[j].version);
    }
  }
}

/// Each parameter has a type variable, and only the last one is variadic
static void
check_parameters(const tercet_onnx_schema *schema,
                 const tercet_onnx_parameter *parameters,
                 size_t n,
                 size_t min)
{
  CHECK(min <= n || parameters[n - 1].kind >= TERCET_ONNX_PARAMETER_VARIADIC);
  for (size_t i = 0; i < n; ++i) {
    CHECK(parameters[i].variable < schema->n_variables);
    CHECK(i + 1 == n || parameters[i].kind < TERCET_ONNX_PARAMETER_VARIADIC);
  }
}

static void
test_schemas_are_consistent(void)
{
  for (size_t i = 0; i < tercet_onnx_n_schema_lists; ++i) {
    const tercet_onnx_schema_list *const list = &tercet_onnx_schema_lists[i];
    for (size_t j = 0; j < list->n; ++j) {
      const tercet_onnx_schema *const schema = &list->schemas[j];
      check_parameters(
          schema, schema->inputs, schema->n_inputs, schema->min_inputs);
      check_parameters(
          schema, schema->outputs, schema->n_outputs, schema->min_outputs);
      for (size_t k = 1; k < schema->n_attributes; ++k) {
        CHECK(strcmp(schema->attributes[k - 1].name,
                     schema->attributes[k].name) < 0);
      }
    }
  }
}

static void
test_find_takes_the_version_in_force(void)
{
  CHECK_INT(find("", "Add", 13)->version, 13);
  CHECK_INT(find("", "Add", 23)->version, 14);
  CHECK_INT(find("ai.onnx", "Add", 6)->version, 6);
  CHECK_INT(find("ai.onnx.ml", "LabelEncoder", 3)->version, 2);
  CHECK(!find("", "Gelu", 19));
  CHECK(!find("", "Ad", 23));
  CHECK(!find("", "", 23));
  CHECK(!find("", "Zzz", 23));
  CHECK(!find("ai.onnx.ml", "Add", 23));
}

static void
test_names_of_both_domains_are_told_apart(void)
{
  CHECK(find("ai.onnx.preview.training", "Adam", 1) != NULL);
  CHECK(!find("", "Adam", 23));
}

static void
test_later_versions_are_marked_if_they_changed(void)
{
  CHECK_INT(find("", "Reshape", 28)->version, 23);
  CHECK(!find("", "Cast", 28)->is_later);
  CHECK(!find("", "TopK", 28)->is_later);
  CHECK(find("", "Attention", 25)->is_later);
  CHECK(find("", "Swish", 25)->is_later);
  CHECK(!find("", "Attention", 23)->is_later);
}

static void
test_deprecated(void)
{
  CHECK(find("", "Upsample", 10)->is_deprecated);
  CHECK(!find("", "Upsample", 9)->is_deprecated);
}

static void
test_types_of_reduce_l1(void)
{
  const tercet_onnx_schema *const schema = find("", "ReduceL1", 18);
  const tercet_onnx_type_set *const allowed = schema->variables[0].allowed;
  for (int type = 1; type <= TERCET_ONNX_FLOAT4E2M1; ++type) {
    const bool is_listed =
        type == TERCET_ONNX_BFLOAT16 || type == TERCET_ONNX_DOUBLE ||
        type == TERCET_ONNX_FLOAT || type == TERCET_ONNX_FLOAT16 ||
        type == TERCET_ONNX_INT32 || type == TERCET_ONNX_INT64 ||
        type == TERCET_ONNX_UINT32 || type == TERCET_ONNX_UINT64;
    CHECK_INT(tercet_onnx_type_set_has(
                  allowed, TERCET_ONNX_OF_TENSOR, (tercet_onnx_type)type),
              is_listed);
  }
}

static void
test_inputs_and_attributes(void)
{
  const tercet_onnx_schema *const schema = find("", "ReduceL1", 18);
  CHECK_INT(schema->min_inputs, 1);
  CHECK_INT(tercet_onnx_schema_input(schema, 1)->kind,
            TERCET_ONNX_PARAMETER_OPTIONAL);
  CHECK(!tercet_onnx_schema_input(schema, 2));
  CHECK(!tercet_onnx_schema_output(schema, 1));

  const tercet_onnx_attribute_schema *const attribute =
      tercet_onnx_schema_attribute(schema, tercet_string_from("keepdims"));
  CHECK_INT(attribute->type, TERCET_ONNX_ATTRIBUTE_INT);
  CHECK_DOUBLE(attribute->number, 1.0);
  CHECK(!attribute->is_required);
  CHECK(!tercet_onnx_schema_attribute(schema, tercet_string_from("axes")));
}

static void
test_variadic_inputs(void)
{
  const tercet_onnx_schema *const concat = find("", "Concat", 13);
  CHECK(tercet_onnx_schema_input(concat, 100) == &concat->inputs[0]);
  CHECK_INT(find("", "Loop", 23)->inputs[2].kind, TERCET_ONNX_PARAMETER_MIXED);
  CHECK_INT(concat->min_inputs, 1);
}

int
main(void)
{
  test_table_is_in_order();
  test_schemas_are_consistent();
  test_find_takes_the_version_in_force();
  test_names_of_both_domains_are_told_apart();
  test_later_versions_are_marked_if_they_changed();
  test_deprecated();
  test_types_of_reduce_l1();
  test_inputs_and_attributes();
  test_variadic_inputs();
  return check_finish();
}
