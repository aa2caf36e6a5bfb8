// SPDX-License-Identifier: Apache-2.0

/**
   Repairs of the templates.

   A template of the specification that is no valid model for the operands at
   hand gets the smallest change that makes it one.  The templates of
   template_table.c have all of them; this says which repair which operands
   need, so that a strict query can refuse it.
*/

#ifndef TERCET_RDFTENSOR_REPAIR_H
#define TERCET_RDFTENSOR_REPAIR_H

#include "array/tensor_type.h"

#include <tercet/status.h>

/// A template and its operands.  The repairs look at two of them.
typedef struct {
  const char *name;                    ///< Of the template
  tercet_dtype types[2];               ///< The second of one operand is unused
  const tercet_tensor_type *shapes[2]; ///< NULL: unknown
} tercet_template_use;

/// A rule by which a template of the specification was made valid
typedef struct {
  const char *id;        ///< As in doc/rdf-tensor-conformance.md
  const char *templates; ///< Names, separated by spaces; a * ends a prefix
  const char *what;

  /// Return whether operands need it; where a shape is unknown, if any may
  bool (*is_needed)(const tercet_template_use *use);
} tercet_template_repair;

/// Return the repairs; `n` is set to their number
const tercet_template_repair *
tercet_template_repairs(size_t *n);

/// Return the first repair that operands need, or NULL
const tercet_template_repair *
tercet_template_find_repair(const tercet_template_use *use);

/// Fail with #TERCET_ERR_DTYPE, naming template and repair, if the operands
/// need one
TERCET_NODISCARD tercet_status
tercet_template_check_strict(const tercet_template_use *use, tercet_error *err);

#endif // TERCET_RDFTENSOR_REPAIR_H
