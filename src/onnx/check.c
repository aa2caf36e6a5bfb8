// SPDX-License-Identifier: Apache-2.0

#include "onnx/check.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/checker.h"

#include <stdarg.h>
#include <stdio.h>

/// IR versions beyond this one are not known
#define NEWEST_IR 13

/// The newest operator set of ai.onnx whose changes are known
#define NEWEST_KNOWN_OPSET 28

struct tercet_onnx_knowledge {
  tercet_onnx_checker checker;
};

/// Return whether the walk at hand reports what the other one does not
static bool
is_reported(const tercet_onnx_checker *checker, tercet_onnx_check_what what)
{
  return (checker->what & (unsigned)what) != 0;
}

tercet_status
tercet_onnx_check_problem(tercet_onnx_checker *checker,
                          const tercet_onnx_node *node,
                          tercet_onnx_check_what what,
                          tercet_status status,
                          const char *format,
                          ...)
{
  if (!is_reported(checker, what)) {
    return TERCET_OK;
  }

  char text[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  ++checker->n_problems;

  const tercet_onnx_problem problem = {status,
                                       node ? tercet_onnx_node_label(node)
                                            : tercet_string_from(""),
                                       tercet_string_from(text)};
  if (checker->report) {
    const tercet_status st = tercet_onnx_report_add(checker->report, &problem);
    checker->has_ended = st != TERCET_OK;
    return st;
  }

  checker->has_ended = true;
  return node ? tercet_error_set(checker->err,
                                 status,
                                 "%.*s: %s",
                                 TERCET_STRING_ARGS(problem.node),
                                 text)
              : tercet_error_set(checker->err, status, "%s", text);
}

/* ---- The model itself ---- */

static tercet_status
check_opset(tercet_onnx_checker *checker, size_t i)
{
  const tercet_onnx_model *const model = checker->model;
  const tercet_onnx_opset *const opset = &model->opsets[i];
  const bool is_main =
      opset->domain.length == 0 || tercet_string_is(opset->domain, "ai.onnx");
  const tercet_onnx_check_what what = TERCET_ONNX_CHECK_NAMES;
  if (tercet_onnx_opset_version(i, model->opsets, opset->domain) != 0) {
    return tercet_onnx_check_problem(checker,
                                     NULL,
                                     what,
                                     TERCET_ERR_ARGUMENT,
                                     "domain \"%.*s\" is imported twice",
                                     TERCET_STRING_ARGS(opset->domain));
  }
  if (opset->version < 1) {
    return tercet_onnx_check_problem(checker,
                                     NULL,
                                     what,
                                     TERCET_ERR_ARGUMENT,
                                     "operator set %lld of domain \"%.*s\"",
                                     (long long)opset->version,
                                     TERCET_STRING_ARGS(opset->domain));
  }
  return is_main && opset->version > NEWEST_KNOWN_OPSET
             ? tercet_onnx_check_problem(checker,
                                         NULL,
                                         what,
                                         TERCET_ERR_UNSUPPORTED,
                                         "operator set %lld is newer than %d",
                                         (long long)opset->version,
                                         NEWEST_KNOWN_OPSET)
             : TERCET_OK;
}

static tercet_status
check_header(tercet_onnx_checker *checker)
{
  const tercet_onnx_model *const model = checker->model;
  if (model->ir_version < 0 || model->ir_version > NEWEST_IR) {
    TERCET_TRY(tercet_onnx_check_problem(checker,
                                         NULL,
                                         TERCET_ONNX_CHECK_NAMES,
                                         TERCET_ERR_UNSUPPORTED,
                                         "IR version %lld, not up to %d",
                                         (long long)model->ir_version,
                                         NEWEST_IR));
  }
  if (model->n_opsets == 0) {
    TERCET_TRY(tercet_onnx_check_problem(checker,
                                         NULL,
                                         TERCET_ONNX_CHECK_NAMES,
                                         TERCET_ERR_ARGUMENT,
                                         "no operator set is imported"));
  }
  for (size_t i = 0; i < model->n_opsets; ++i) {
    TERCET_TRY(check_opset(checker, i));
  }
  return TERCET_OK;
}

/// Walk everything
static tercet_status
check_model(tercet_onnx_checker *checker)
{
  const tercet_onnx_model *const model = checker->model;
  checker->what = TERCET_ONNX_CHECK_NAMES;
  TERCET_TRY(check_header(checker));
  TERCET_TRY(tercet_onnx_check_functions(checker));
  checker->what = TERCET_ONNX_CHECK_NAMES | TERCET_ONNX_CHECK_TYPES;
  return tercet_onnx_check_graph(
      checker, &model->graph, NULL, false, NULL, NULL);
}

static void
checker_init(tercet_onnx_checker *checker,
             const tercet_allocator *alloc,
             const tercet_onnx_model *model,
             tercet_error *err)
{
  memset(checker, 0, sizeof(*checker));
  checker->alloc = alloc;
  checker->model = model;
  checker->err = err;
  tercet_arena_init(&checker->arena, alloc, SIZE_MAX);
  tercet_onnx_facts_init(&checker->facts, &checker->arena, alloc);
}

static void
checker_clear(tercet_onnx_checker *checker)
{
  for (size_t i = 0; i < checker->n_graphs; ++i) {
    tercet_onnx_scope_clear(checker->graphs[i].scope);
  }
  tercet_release(checker->alloc, checker->graphs);
  tercet_release(checker->alloc, checker->values);
  tercet_onnx_facts_clear(&checker->facts);
  tercet_arena_clear(&checker->arena);
}

/// Make the knowledge of a model; with a report, problems do not end the check
static tercet_status
knowledge_make(const tercet_allocator *alloc,
               const tercet_onnx_model *model,
               tercet_onnx_report *report,
               tercet_onnx_knowledge **out,
               tercet_error *err)
{
  *out = NULL;
  tercet_onnx_knowledge *const knowledge =
      tercet_allocate(alloc, sizeof(*knowledge));
  if (!knowledge) {
    return tercet_error_no_memory(err);
  }

  checker_init(&knowledge->checker, alloc, model, err);
  knowledge->checker.report = report;
  const tercet_status st = check_model(&knowledge->checker);
  const bool is_told = knowledge->checker.has_ended;
  if (st != TERCET_OK && !(report && is_told && st == TERCET_ERR_LIMIT)) {
    tercet_onnx_knowledge_free(knowledge);
    return is_told && !report ? st : tercet_error_no_memory(err);
  }
  *out = knowledge;
  return TERCET_OK;
}

tercet_status
tercet_onnx_model_check(const tercet_allocator *alloc,
                        const tercet_onnx_model *model,
                        tercet_onnx_report **out,
                        tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  tercet_onnx_knowledge *knowledge = NULL;
  TERCET_TRY(tercet_onnx_report_new(alloc, out, err));
  const tercet_status st = knowledge_make(alloc, model, *out, &knowledge, err);
  tercet_onnx_knowledge_free(knowledge);
  if (st != TERCET_OK) {
    tercet_onnx_report_free(*out);
    *out = NULL;
  }
  return st;
}

tercet_status
tercet_onnx_knowledge_new(const tercet_allocator *alloc,
                          const tercet_onnx_model *model,
                          tercet_onnx_knowledge **out,
                          tercet_error *err)
{
  return knowledge_make(
      tercet_allocator_or_default(alloc), model, NULL, out, err);
}

tercet_status
tercet_onnx_knowledge_gather(const tercet_allocator *alloc,
                             const tercet_onnx_model *model,
                             tercet_onnx_knowledge **out,
                             tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  *out = NULL;
  tercet_onnx_report *report = NULL;
  TERCET_TRY(tercet_onnx_report_new(alloc, &report, err));
  const tercet_status st = knowledge_make(alloc, model, report, out, err);
  tercet_onnx_report_free(report);
  return st;
}

const tercet_onnx_fact *
tercet_onnx_knowledge_find(const tercet_onnx_knowledge *knowledge,
                           const tercet_onnx_graph *graph,
                           tercet_string name)
{
  const tercet_onnx_checker *const checker = &knowledge->checker;
  for (size_t i = 0; i < checker->n_graphs; ++i) {
    uint32_t slot = 0;
    if (checker->graphs[i].graph == graph &&
        tercet_onnx_scope_find(checker->graphs[i].scope, name, &slot)) {
      return &checker->values[slot];
    }
  }
  return NULL;
}

tercet_string
tercet_onnx_knowledge_dim(const tercet_onnx_knowledge *knowledge,
                          int64_t symbol)
{
  return tercet_onnx_facts_name(&knowledge->checker.facts, symbol);
}

void
tercet_onnx_knowledge_free(tercet_onnx_knowledge *knowledge)
{
  if (knowledge) {
    const tercet_allocator *const alloc = knowledge->checker.alloc;
    checker_clear(&knowledge->checker);
    tercet_release(alloc, knowledge);
  }
}
