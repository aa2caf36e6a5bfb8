// SPDX-License-Identifier: Apache-2.0

/// Graphs: their inputs, initializers, nodes in order, and outputs

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/checker.h"
#include "onnx/sparse.h"

#include <tercet/tensor_core.h>

/* ---- Values ---- */

tercet_status
tercet_onnx_check_add_value(tercet_onnx_checker *checker,
                            const tercet_onnx_check_place *place,
                            const tercet_onnx_node *node,
                            tercet_string name,
                            const tercet_onnx_fact *fact)
{
  if (name.length == 0) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     TERCET_ONNX_CHECK_NAMES,
                                     TERCET_ERR_ARGUMENT,
                                     "a value without a name");
  }
  if (tercet_onnx_scope_has(place->scope, name)) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     TERCET_ONNX_CHECK_NAMES,
                                     TERCET_ERR_ARGUMENT,
                                     "%.*s is made twice",
                                     TERCET_STRING_ARGS(name));
  }

  if (checker->n_values >= UINT32_MAX ||
      !tercet_grow_array(checker->alloc,
                         (void **)&checker->values,
                         &checker->capacity,
                         checker->n_values + 1,
                         sizeof(*checker->values))) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(tercet_onnx_scope_add(
      place->scope, name, (uint32_t)checker->n_values, NULL));
  checker->values[checker->n_values++] = *fact;
  return TERCET_OK;
}

const tercet_onnx_fact *
tercet_onnx_check_value(const tercet_onnx_checker *checker,
                        const tercet_onnx_check_place *place,
                        tercet_string name)
{
  uint32_t slot = 0;
  return tercet_onnx_scope_find(place->scope, name, &slot)
             ? &checker->values[slot]
             : NULL;
}

/* ---- Inputs and initializers ---- */

/// Return what is known of an input: what is handed over, or else what is
/// declared
static tercet_status
check_input(tercet_onnx_checker *checker,
            const tercet_onnx_check_place *place,
            const tercet_onnx_value_info *input,
            const tercet_onnx_fact *given,
            bool is_main)
{
  tercet_onnx_fact fact;
  TERCET_TRY(tercet_onnx_fact_from_type(&checker->facts, &input->type, &fact));
  if (given && given->type != TERCET_ONNX_UNDEFINED) {
    if (fact.type != TERCET_ONNX_UNDEFINED && fact.type != given->type) {
      TERCET_TRY(
          tercet_onnx_check_problem(checker,
                                    NULL,
                                    TERCET_ONNX_CHECK_TYPES,
                                    TERCET_ERR_DTYPE,
                                    "input %.*s is declared %s and given %s",
                                    TERCET_STRING_ARGS(input->name),
                                    tercet_onnx_type_name(fact.type),
                                    tercet_onnx_type_name(given->type)));
    }
    fact = *given;
  } else if (is_main && fact.type == TERCET_ONNX_UNDEFINED) {
    TERCET_TRY(tercet_onnx_check_problem(checker,
                                         NULL,
                                         TERCET_ONNX_CHECK_TYPES,
                                         TERCET_ERR_UNSUPPORTED,
                                         "input %.*s has no type that is known",
                                         TERCET_STRING_ARGS(input->name)));
  }
  return tercet_onnx_check_add_value(checker, place, NULL, input->name, &fact);
}

/// Set `out` to the number of elements of a shape; false if there is none
static bool
count_elements(const tercet_onnx_tensor *tensor, int64_t *out)
{
  *out = 1;
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (tensor->shape[i] < 0 ||
        !tercet_i64_multiply(*out, tensor->shape[i], out)) {
      return false;
    }
  }
  return tensor->rank <= TERCET_MAX_RANK;
}

tercet_status
tercet_onnx_check_tensor(tercet_onnx_checker *checker,
                         const tercet_onnx_node *node,
                         const char *role,
                         const tercet_onnx_tensor *tensor)
{
  const tercet_onnx_check_what what = TERCET_ONNX_CHECK_NAMES;
  const tercet_onnx_type type = (tercet_onnx_type)tensor->type;
  if (tensor->type <= 0 || tensor->type > TERCET_ONNX_FLOAT4E2M1) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     what,
                                     TERCET_ERR_UNSUPPORTED,
                                     "%s %.*s is of type %d, which is not "
                                     "known",
                                     role,
                                     TERCET_STRING_ARGS(tensor->name),
                                     (int)tensor->type);
  }

  int64_t n = 0;
  size_t n_bytes = 0;
  if (!count_elements(tensor, &n) ||
      (type != TERCET_ONNX_STRING &&
       !tercet_onnx_type_bytes(type, n, &n_bytes))) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     what,
                                     TERCET_ERR_SHAPE,
                                     "%s %.*s has a shape that no tensor has",
                                     role,
                                     TERCET_STRING_ARGS(tensor->name));
  }
  if (tensor->place == TERCET_ONNX_DATA_EXTERNAL && !tensor->data) {
    return tercet_onnx_check_problem(checker,
                                     node,
                                     what,
                                     TERCET_ERR_UNSUPPORTED,
                                     "%s %.*s is in a file that was not read",
                                     role,
                                     TERCET_STRING_ARGS(tensor->name));
  }
  const size_t is =
      type == TERCET_ONNX_STRING ? tensor->n_strings : tensor->n_bytes;
  const size_t should = type == TERCET_ONNX_STRING ? (size_t)n : n_bytes;
  return is == should ? TERCET_OK
                      : tercet_onnx_check_problem(
                            checker,
                            node,
                            what,
                            TERCET_ERR_SHAPE,
                            "%s %.*s has %zu %s, not the %zu of its shape",
                            role,
                            TERCET_STRING_ARGS(tensor->name),
                            is,
                            type == TERCET_ONNX_STRING ? "strings" : "bytes",
                            should);
}

/// Add an initializer, which may also be listed as an input
static tercet_status
add_initializer(tercet_onnx_checker *checker,
                const tercet_onnx_check_place *place,
                size_t n_inputs,
                tercet_string name,
                const tercet_onnx_fact *fact)
{
  uint32_t slot = 0;
  const bool is_input = tercet_onnx_scope_has(place->scope, name) &&
                        tercet_onnx_scope_find(place->scope, name, &slot) &&
                        slot < n_inputs;
  if (!is_input) {
    return tercet_onnx_check_add_value(checker, place, NULL, name, fact);
  }

  const tercet_onnx_fact declared = checker->values[slot];
  checker->values[slot] = *fact;
  if (declared.type != TERCET_ONNX_UNDEFINED &&
      fact->type != TERCET_ONNX_UNDEFINED && declared.type != fact->type) {
    return tercet_onnx_check_problem(checker,
                                     NULL,
                                     TERCET_ONNX_CHECK_TYPES,
                                     TERCET_ERR_DTYPE,
                                     "initializer %.*s is %s, its input %s",
                                     TERCET_STRING_ARGS(name),
                                     tercet_onnx_type_name(fact->type),
                                     tercet_onnx_type_name(declared.type));
  }
  return tercet_onnx_fact_agrees(&declared, fact)
             ? TERCET_OK
             : tercet_onnx_check_problem(
                   checker,
                   NULL,
                   TERCET_ONNX_CHECK_TYPES,
                   TERCET_ERR_SHAPE,
                   "initializer %.*s has another shape than its input",
                   TERCET_STRING_ARGS(name));
}

/// Report a sparse initializer that stands for no tensor
static tercet_status
check_sparse(tercet_onnx_checker *checker, const tercet_onnx_sparse *sparse)
{
  const size_t n_before = checker->n_problems;
  TERCET_TRY(
      tercet_onnx_check_tensor(checker, NULL, "initializer", &sparse->values));
  TERCET_TRY(tercet_onnx_check_tensor(
      checker, NULL, "indices of initializer", &sparse->indices));
  tercet_error err = {0};
  const tercet_status st = tercet_onnx_sparse_check(sparse, &err);
  return st == TERCET_OK || checker->n_problems > n_before
             ? TERCET_OK
             : tercet_onnx_check_problem(
                   checker,
                   NULL,
                   TERCET_ONNX_CHECK_NAMES,
                   st,
                   "initializer %.*s has %s",
                   TERCET_STRING_ARGS(sparse->values.name),
                   err.message);
}

static tercet_status
check_initializers(tercet_onnx_checker *checker,
                   const tercet_onnx_check_place *place,
                   const tercet_onnx_graph *graph)
{
  tercet_onnx_fact fact;
  const size_t n_inputs = checker->n_values;
  for (size_t i = 0; i < graph->n_initializers; ++i) {
    const tercet_onnx_tensor *const tensor = &graph->initializers[i];
    TERCET_TRY(tercet_onnx_check_tensor(checker, NULL, "initializer", tensor));
    TERCET_TRY(tercet_onnx_fact_from_tensor(&checker->facts, tensor, &fact));
    TERCET_TRY(add_initializer(checker, place, n_inputs, tensor->name, &fact));
  }
  for (size_t i = 0; i < graph->n_sparse_initializers; ++i) {
    const tercet_onnx_sparse *const sparse = &graph->sparse_initializers[i];
    TERCET_TRY(check_sparse(checker, sparse));
    TERCET_TRY(tercet_onnx_fact_from_sparse(&checker->facts, sparse, &fact));
    TERCET_TRY(
        add_initializer(checker, place, n_inputs, sparse->values.name, &fact));
  }
  return TERCET_OK;
}

/* ---- Outputs ---- */

static tercet_status
check_output(tercet_onnx_checker *checker,
             const tercet_onnx_check_place *place,
             const tercet_onnx_value_info *output,
             tercet_onnx_fact *out)
{
  memset(out, 0, sizeof(*out));
  const tercet_onnx_fact *const fact =
      tercet_onnx_check_value(checker, place, output->name);
  if (!fact) {
    return tercet_onnx_check_problem(checker,
                                     NULL,
                                     TERCET_ONNX_CHECK_NAMES,
                                     TERCET_ERR_ARGUMENT,
                                     "output %.*s is not made",
                                     TERCET_STRING_ARGS(output->name));
  }

  *out = *fact;
  tercet_onnx_fact declared;
  TERCET_TRY(
      tercet_onnx_fact_from_type(&checker->facts, &output->type, &declared));
  if (declared.type == TERCET_ONNX_UNDEFINED ||
      fact->type == TERCET_ONNX_UNDEFINED) {
    return TERCET_OK;
  }
  if (declared.type != fact->type || declared.kind != fact->kind) {
    char texts[2][TERCET_ONNX_TYPE_TEXT_SIZE];
    tercet_onnx_fact_type_text(&declared, sizeof(texts[0]), texts[0]);
    tercet_onnx_fact_type_text(fact, sizeof(texts[1]), texts[1]);
    return tercet_onnx_check_problem(checker,
                                     NULL,
                                     TERCET_ONNX_CHECK_TYPES,
                                     TERCET_ERR_DTYPE,
                                     "output %.*s is declared %s and is %s",
                                     TERCET_STRING_ARGS(output->name),
                                     texts[0],
                                     texts[1]);
  }
  return tercet_onnx_fact_agrees(&declared, fact)
             ? TERCET_OK
             : tercet_onnx_check_problem(
                   checker,
                   NULL,
                   TERCET_ONNX_CHECK_TYPES,
                   TERCET_ERR_SHAPE,
                   "output %.*s has another shape than is declared",
                   TERCET_STRING_ARGS(output->name));
}

/* ---- Graphs ---- */

/// Make a scope that lives as long as the checker
static tercet_status
open_scope(tercet_onnx_checker *checker,
           const tercet_onnx_graph *graph,
           const tercet_onnx_scope *parent,
           tercet_onnx_scope **out)
{
  if (!tercet_grow_array(checker->alloc,
                         (void **)&checker->graphs,
                         &checker->graph_capacity,
                         checker->n_graphs + 1,
                         sizeof(*checker->graphs))) {
    return TERCET_ERR_NO_MEMORY;
  }
  tercet_onnx_scope *const scope =
      tercet_arena_allocate(&checker->arena, sizeof(*scope));
  if (!scope) {
    return TERCET_ERR_NO_MEMORY;
  }
  tercet_onnx_scope_init(scope, checker->alloc, parent);
  const tercet_onnx_checked_graph checked = {graph, scope};
  checker->graphs[checker->n_graphs++] = checked;
  *out = scope;
  return TERCET_OK;
}

static tercet_status
walk_graph(tercet_onnx_checker *checker,
           const tercet_onnx_graph *graph,
           const tercet_onnx_check_place *place,
           bool is_main,
           const tercet_onnx_fact *inputs,
           tercet_onnx_fact *outputs)
{
  for (size_t i = 0; i < graph->n_inputs; ++i) {
    TERCET_TRY(check_input(checker,
                           place,
                           &graph->inputs[i],
                           inputs ? &inputs[i] : NULL,
                           is_main));
  }
  TERCET_TRY(check_initializers(checker, place, graph));
  TERCET_TRY(tercet_onnx_check_nodes(checker, place));
  for (size_t i = 0; i < graph->n_outputs; ++i) {
    tercet_onnx_fact unused;
    TERCET_TRY(check_output(
        checker, place, &graph->outputs[i], outputs ? &outputs[i] : &unused));
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_check_graph(tercet_onnx_checker *checker,
                        const tercet_onnx_graph *graph,
                        const tercet_onnx_check_place *around,
                        bool is_again,
                        const tercet_onnx_fact *inputs,
                        tercet_onnx_fact *outputs)
{
  if (checker->depth >= TERCET_ONNX_MAX_DEPTH) {
    return tercet_onnx_check_problem(checker,
                                     NULL,
                                     TERCET_ONNX_CHECK_NAMES,
                                     TERCET_ERR_LIMIT,
                                     "graphs lie deeper than %d in one another",
                                     TERCET_ONNX_MAX_DEPTH);
  }

  tercet_onnx_check_place place = {NULL,
                                   checker->model->n_opsets,
                                   checker->model->opsets,
                                   NULL,
                                   NULL,
                                   graph->n_nodes,
                                   graph->nodes};
  if (around) {
    place = *around;
    place.n_nodes = graph->n_nodes;
    place.nodes = graph->nodes;
  }
  // Graphs inside of one that is walked again stand in a scope that passes
  const bool is_kept = !is_again && checker->what != 0 && !place.function;
  tercet_onnx_scope passing;
  const tercet_onnx_scope *const parent = around ? around->scope : NULL;
  place.scope = &passing;
  tercet_onnx_scope_init(&passing, checker->alloc, parent);
  if (is_kept) {
    TERCET_TRY(open_scope(checker, graph, parent, &place.scope));
  }

  const unsigned what = checker->what;
  checker->what = is_again ? 0 : what;
  ++checker->depth;
  const tercet_status st =
      walk_graph(checker, graph, &place, !around, inputs, outputs);
  --checker->depth;
  checker->what = what;
  tercet_onnx_scope_clear(&passing);
  return st;
}
