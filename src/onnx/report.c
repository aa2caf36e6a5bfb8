// SPDX-License-Identifier: Apache-2.0

#include "onnx/report.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"

struct tercet_onnx_report {
  tercet_arena arena; ///< The texts
  tercet_onnx_problem *problems;
  size_t n;
  size_t capacity;
};

tercet_status
tercet_onnx_report_new(const tercet_allocator *alloc,
                       tercet_onnx_report **out,
                       tercet_error *err)
{
  alloc = tercet_allocator_or_default(alloc);
  *out = tercet_allocate_zeroed(alloc, sizeof(**out));
  if (!*out) {
    return tercet_error_no_memory(err);
  }
  tercet_arena_init(&(*out)->arena, alloc, SIZE_MAX);
  return TERCET_OK;
}

/// Add a problem to a report that has room for another one in its number
static tercet_status
append(tercet_onnx_report *report, const tercet_onnx_problem *problem)
{
  if (!tercet_grow_array(report->arena.alloc,
                         (void **)&report->problems,
                         &report->capacity,
                         report->n + 1,
                         sizeof(*report->problems))) {
    return TERCET_ERR_NO_MEMORY;
  }

  tercet_onnx_problem copy = *problem;
  if (!tercet_arena_copy_string(&report->arena, problem->node, &copy.node) ||
      !tercet_arena_copy_string(
          &report->arena, problem->reason, &copy.reason)) {
    return TERCET_ERR_NO_MEMORY;
  }
  report->problems[report->n++] = copy;
  return TERCET_OK;
}

tercet_status
tercet_onnx_report_add(tercet_onnx_report *report,
                       const tercet_onnx_problem *problem)
{
  if (report->n + 1 < TERCET_ONNX_MAX_PROBLEMS) {
    return append(report, problem);
  }

  const tercet_onnx_problem last = {
      TERCET_ERR_LIMIT,
      {NULL, 0},
      tercet_string_from("further problems are not listed")};
  TERCET_TRY(append(report, &last));
  return TERCET_ERR_LIMIT;
}

size_t
tercet_onnx_report_count(const tercet_onnx_report *report)
{
  return report->n;
}

const tercet_onnx_problem *
tercet_onnx_report_get(const tercet_onnx_report *report, size_t i)
{
  return &report->problems[i];
}

void
tercet_onnx_report_free(tercet_onnx_report *report)
{
  if (report) {
    const tercet_allocator *const alloc = report->arena.alloc;
    tercet_release(alloc, report->problems);
    tercet_arena_clear(&report->arena);
    tercet_release(alloc, report);
  }
}
