// SPDX-License-Identifier: Apache-2.0

/**
   The templates against the models of the specification: for all dtypes, and
   pairs of them, both must be the same graph once the repairs are made.
*/

#include "spec_models.h"

#include "base/string_view.h"
#include "rdftensor/repair.h"

/* ---- Graphs ---- */

/// Return the value that a name stands for: a Cast of the quantiles to the
/// type that its input has is not in the specification, which allows to leave
/// it out
static tercet_string
resolve(const tercet_onnx_graph *graph, tercet_string name, int32_t type)
{
  for (size_t i = 0; i < graph->n_nodes; ++i) {
    const tercet_onnx_node *const node = &graph->nodes[i];
    if (tercet_string_is(node->op_type, "Cast") &&
        tercet_string_equals(node->outputs[0], name) &&
        tercet_onnx_node_int(node, "to", 0) == type) {
      return node->inputs[0];
    }
  }
  return name;
}

static bool
same_attributes(const tercet_onnx_node *a, const tercet_onnx_node *b)
{
  if (a->n_attributes != b->n_attributes) {
    return false;
  }
  for (size_t i = 0; i < a->n_attributes; ++i) {
    const tercet_onnx_attribute *const x = &a->attributes[i];
    char name[64];
    snprintf(name, sizeof(name), "%.*s", TERCET_STRING_ARGS(x->name));
    const tercet_onnx_attribute *const y = tercet_onnx_node_attribute(b, name);
    if (!y || x->type != y->type || x->type != TERCET_ONNX_ATTRIBUTE_INT ||
        x->as.ints[0] != y->as.ints[0]) {
      return false;
    }
  }
  return true;
}

static bool
same_constant(const tercet_onnx_tensor *a, const tercet_onnx_tensor *b)
{
  return a->type == b->type && a->rank == b->rank &&
         (a->rank == 0 ||
          !memcmp(a->shape, b->shape, a->rank * sizeof(*a->shape))) &&
         a->n_bytes == b->n_bytes && !memcmp(a->data, b->data, a->n_bytes);
}

static const tercet_onnx_tensor *
constant_of(const tercet_onnx_graph *graph, tercet_string name)
{
  for (size_t i = 0; i < graph->n_initializers; ++i) {
    if (tercet_string_equals(graph->initializers[i].name, name)) {
      return &graph->initializers[i];
    }
  }
  return NULL;
}

/// Which node's output a name is, as "node.output", or its input
static size_t
source_of(const tercet_onnx_graph *graph, tercet_string name)
{
  for (size_t i = 0; i < graph->n_inputs; ++i) {
    if (tercet_string_equals(graph->inputs[i].name, name)) {
      return i;
    }
  }
  size_t n = 1000;
  for (size_t i = 0; i < graph->n_nodes; ++i) {
    for (size_t k = 0; k < graph->nodes[i].n_outputs; ++k) {
      ++n;
      if (tercet_string_equals(graph->nodes[i].outputs[k], name)) {
        return n;
      }
    }
  }
  return SIZE_MAX;
}

/// Return whether two operands are the same constant, input or output
static bool
same_operand(const tercet_onnx_graph *a,
             tercet_string name_a,
             const tercet_onnx_graph *b,
             tercet_string name_b)
{
  const tercet_onnx_tensor *const x = constant_of(a, name_a);
  const tercet_onnx_tensor *const y = constant_of(b, name_b);
  if (x || y) {
    return x && y && same_constant(x, y);
  }
  return source_of(a, name_a) == source_of(b, name_b) &&
         source_of(a, name_a) != SIZE_MAX;
}

static bool
same_values(size_t n_a,
            const tercet_onnx_value_info *a,
            size_t n_b,
            const tercet_onnx_value_info *b)
{
  if (n_a != n_b) {
    return false;
  }
  for (size_t i = 0; i < n_a; ++i) {
    const tercet_onnx_type_info *const x = &a[i].type;
    const tercet_onnx_type_info *const y = &b[i].type;
    if (x->elem_type != y->elem_type || x->has_shape != y->has_shape ||
        x->rank != y->rank) {
      return false;
    }
  }
  return true;
}

/// Take the casts out of a graph that change no type
static void
drop_casts(tercet_onnx_graph *graph, int32_t type)
{
  for (size_t i = 0; i < graph->n_nodes; ++i) {
    tercet_onnx_node *const node = &graph->nodes[i];
    for (size_t k = 0; k < node->n_inputs; ++k) {
      node->inputs[k] = resolve(graph, node->inputs[k], type);
    }
  }
  for (size_t i = 0; i < graph->n_outputs; ++i) {
    graph->outputs[i].name = resolve(graph, graph->outputs[i].name, type);
  }
  size_t n = 0;
  for (size_t i = 0; i < graph->n_nodes; ++i) {
    const tercet_onnx_node *const node = &graph->nodes[i];
    if (!tercet_string_is(node->op_type, "Cast") ||
        tercet_onnx_node_int(node, "to", 0) != type) {
      graph->nodes[n++] = graph->nodes[i];
    }
  }
  graph->n_nodes = n;
}

static bool
same_graph(const tercet_onnx_graph *a, const tercet_onnx_graph *b)
{
  if (a->n_nodes != b->n_nodes || a->n_initializers != b->n_initializers ||
      !same_values(a->n_inputs, a->inputs, b->n_inputs, b->inputs) ||
      !same_values(a->n_outputs, a->outputs, b->n_outputs, b->outputs)) {
    return false;
  }
  for (size_t i = 0; i < a->n_nodes; ++i) {
    const tercet_onnx_node *const x = &a->nodes[i];
    const tercet_onnx_node *const y = &b->nodes[i];
    if (!tercet_string_equals(x->op_type, y->op_type) ||
        x->n_inputs != y->n_inputs || x->n_outputs != y->n_outputs ||
        !same_attributes(x, y)) {
      return false;
    }
    for (size_t k = 0; k < x->n_inputs; ++k) {
      if (!same_operand(a, x->inputs[k], b, y->inputs[k])) {
        return false;
      }
    }
  }
  for (size_t i = 0; i < a->n_outputs; ++i) {
    if (!same_operand(a, a->outputs[i].name, b, b->outputs[i].name)) {
      return false;
    }
  }
  return true;
}

/* ---- Tests ---- */

static void
check_instance(const char *suites,
               const tercet_template *t,
               tercet_dtype a,
               tercet_dtype b)
{
  instance i;
  fill(&i, t->name, a, b);
  char *const spec_text = instantiate_spec(suites, t->name, &i, true);
  // Sorting quantiles through another type is not in the specification
  const bool is_quantile = !strncmp(t->name, "quantile", 8);
  i.values[1].type = is_quantile ? a : i.values[1].type;
  char *const own_text = instantiate_own(t, &i);
  tercet_onnx_model *const spec = read_model(spec_text, TERCET_ONNX_PROTOTXT);
  tercet_onnx_model *const own = read_model(own_text, TERCET_ONNX_TEXT);
  if (spec && own) {
    if (is_quantile) {
      drop_casts(&own->graph, (int32_t)tercet_onnx_type_of_dtype(a));
      drop_casts(&spec->graph, (int32_t)tercet_onnx_type_of_dtype(a));
    }
    const bool same = same_graph(&spec->graph, &own->graph) &&
                      tercet_string_equals(spec->doc, own->doc) &&
                      tercet_string_equals(spec->domain, own->domain) &&
                      spec->ir_version == own->ir_version;
    CHECK(same);
    if (!same) {
      fprintf(stderr, "  %s:\n%s\n%s\n", t->name, spec_text, own_text);
    }
  }
  tercet_onnx_model_free(spec);
  tercet_onnx_model_free(own);
  free(spec_text);
  free(own_text);
}

static void
test_templates_are_those_of_the_specification(const char *suites)
{
  for (size_t t = 0; t < TERCET_TEMPLATE_COUNT; ++t) {
    for (int a = 0; a < TERCET_DTYPE_COUNT; ++a) {
      for (int b = 0; b < TERCET_DTYPE_COUNT; ++b) {
        if (tercet_dtype_is_literal((tercet_dtype)a) &&
            tercet_dtype_is_literal((tercet_dtype)b)) {
          check_instance(
              suites, &tercet_templates[t], (tercet_dtype)a, (tercet_dtype)b);
        }
      }
    }
  }
}

/// Each change of this test is one of the repairs that the table lists
static void
test_repairs_are_listed(void)
{
  size_t n = 0;
  const tercet_template_repair *const repairs = tercet_template_repairs(&n);
  for (size_t k = 0; k < N_EDITS; ++k) {
    bool is_listed = !*edits[k].repair;
    for (size_t i = 0; i < n; ++i) {
      is_listed = is_listed || strstr(edits[k].repair, repairs[i].id);
    }
    CHECK(is_listed);
  }
}

static void
test_names(void)
{
  CHECK(tercet_template_find("cosine_similarity"));
  CHECK(!tercet_template_find("cosine"));
  const tercet_template *const scale = tercet_template_find("scale");
  const tercet_dtype type = TERCET_DTYPE_F32;
  tercet_error err = {0};
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_template_write(scale, 1, &type, 0, NULL, &out, &err),
               TERCET_ERR_INTERNAL);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "no value for the placeholder <factor_value>");
  tercet_buffer_clear(&out);
}

int
main(void)
{
  test_names();
  test_repairs_are_listed();
  const char *const suites = getenv("TERCET_SUITES");
  char path[512];
  snprintf(path, sizeof(path), "%s/spec/onnx", suites ? suites : "");
  FILE *const folder = suites ? fopen(path, "r") : NULL;
  if (!folder) {
    fprintf(stderr, "skipped: no folder %s\n", path);
    return check_finish() ? 1 : 77;
  }
  fclose(folder);
  test_templates_are_those_of_the_specification(suites);
  return check_finish();
}
