// SPDX-License-Identifier: Apache-2.0

/// The plans that the functions of a query have needed so far; see planned.h

#ifndef TERCET_RDFTENSOR_PLAN_CACHE_H
#define TERCET_RDFTENSOR_PLAN_CACHE_H

#include "rdftensor/planned.h"

/// What runs a row, or rows
typedef struct {
  tercet_onnx_session *session;
  tercet_template_rows rows; ///< If REDUCED, axis 1 of what planned_rows.c
                             ///< makes of the tensors is reduced
} tercet_plan_session;

/// Set `out` to what runs a row, made when it is first asked for.  Valid until
/// the next call.
TERCET_NODISCARD tercet_status
tercet_plan_cache_find(tercet_row_call *row,
                       const tercet_planned *planned,
                       const tercet_plan_session **out);

#endif // TERCET_RDFTENSOR_PLAN_CACHE_H
