// SPDX-License-Identifier: Apache-2.0

/// Plans as text for people

#include "sparql/exec/operator.h"
#include "sparql/plan.h"

#include "base/error.h"

const char *
tercet_plan_name(tercet_plan_kind kind)
{
  static const char *const names[] = {
#define TERCET_PLAN_NAME(id, name, type) name,
      TERCET_PLAN_LIST(TERCET_PLAN_NAME)
#undef TERCET_PLAN_NAME
  };
  return names[kind];
}

/// Append " ~12 rows", and with `analyze` what really came
static tercet_status
explain_figures(const tercet_plan *plan, bool analyze, tercet_buffer *out)
{
  const double rows = plan->rows;
  TERCET_TRY(rows < 1e9 ? tercet_buffer_printf(out, "  ~%.0f rows", rows)
                        : tercet_buffer_printf(out, "  ~%.1e rows", rows));
  if (!analyze) {
    return TERCET_OK;
  }
  TERCET_TRY(tercet_buffer_printf(out,
                                  ", %llu actual, %.3f ms",
                                  (unsigned long long)plan->actual_rows,
                                  (double)plan->actual_nanoseconds * 1e-6));
  return plan->actual_opens > 1U
             ? tercet_buffer_printf(
                   out, ", %llu times", (unsigned long long)plan->actual_opens)
             : TERCET_OK;
}

static tercet_status
explain_node(const tercet_plan *plan,
             const tercet_algebra_query *query,
             bool analyze,
             unsigned depth,
             tercet_buffer *out)
{
  const tercet_operator_type *const type = tercet_operator_type_of(plan->kind);
  for (unsigned i = 0; i < depth; ++i) {
    TERCET_TRY(tercet_buffer_append_text(out, "  "));
  }
  TERCET_TRY(tercet_buffer_append_text(out, tercet_plan_name(plan->kind)));
  if (type->describe) {
    TERCET_TRY(type->describe(plan, query, out));
  }
  TERCET_TRY(explain_figures(plan, analyze, out));
  TERCET_TRY(tercet_buffer_append_char(out, '\n'));
  for (size_t i = 0; i < plan->n_children; ++i) {
    TERCET_TRY(
        explain_node(plan->children[i], query, analyze, depth + 1U, out));
  }
  return TERCET_OK;
}

tercet_status
tercet_plan_explain(const tercet_plan *plan,
                    const tercet_algebra_query *query,
                    bool analyze,
                    tercet_buffer *out)
{
  return explain_node(plan, query, analyze, 0, out);
}
