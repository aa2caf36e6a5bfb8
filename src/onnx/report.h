// SPDX-License-Identifier: Apache-2.0

/// What is wrong with a model, one problem after the other

#ifndef TERCET_ONNX_REPORT_H
#define TERCET_ONNX_REPORT_H

#include "base/arena.h"

#include <tercet/onnx.h>

/// Problems that are listed at the most
#define TERCET_ONNX_MAX_PROBLEMS 1000

/// Make an empty report
TERCET_NODISCARD tercet_status
tercet_onnx_report_new(const tercet_allocator *alloc,
                       tercet_onnx_report **out,
                       tercet_error *err);

/// Add a problem, whose texts are copied: #TERCET_OK, #TERCET_ERR_NO_MEMORY,
/// or #TERCET_ERR_LIMIT if there are enough, which the last one then says
TERCET_NODISCARD tercet_status
tercet_onnx_report_add(tercet_onnx_report *report,
                       const tercet_onnx_problem *problem);

#endif // TERCET_ONNX_REPORT_H
