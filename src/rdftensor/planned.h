// SPDX-License-Identifier: Apache-2.0

/**
   Functions that run the plan of a template.

   Plans are made when they are first needed and kept for the rest of the query,
   by template, element types and the numbers that are constants of the model.
   Numbers of float type are inputs of the plan instead, so that a function with
   another number for each row does not need another plan for each.

   Rows that differ only in where their tensors lie, at even distances, are
   computed together if the operators of the template allow it: element by
   element as one tensor with another axis in front, reductions as one along the
   axes behind that.  The results are those of one row at a time.
*/

#ifndef TERCET_RDFTENSOR_PLANNED_H
#define TERCET_RDFTENSOR_PLANNED_H

#include "rdftensor/rdftensor_internal.h"
#include "rdftensor/template.h"

/// Placeholders other than types of inputs that a template has at the most
#define TERCET_PLANNED_MAX_VALUES 6

/// Inputs behind the tensors: the indexes and the fraction of a quantile
#define TERCET_PLANNED_MAX_EXTRA 3

/// A tensor of one number that is an input
typedef struct {
  tercet_dtype dtype; ///< I64 or F64
  union {
    int64_t i;
    double f;
  } as;
} tercet_planned_extra;

/// What is to be run for a row
typedef struct {
  const tercet_template *template_;
  size_t n_inputs;
  const tercet_tensor_row *inputs;
  size_t first_arg; ///< See tercet_planned_init()
  size_t n_values;
  tercet_placeholder values[TERCET_PLANNED_MAX_VALUES];
  size_t n_extra;
  tercet_planned_extra extra[TERCET_PLANNED_MAX_EXTRA];
} tercet_planned;

/// The inputs are not, or not all, arguments of the row
#define TERCET_PLANNED_APART SIZE_MAX

/**
   Start with a template and its tensors.

   @param first_arg Argument that is the first input; the others follow it.
   Rows may then be computed together, for which the function must not look at
   elements of tensors itself.  #TERCET_PLANNED_APART: they are not.
*/
static inline void
tercet_planned_init(tercet_planned *planned,
                    tercet_template_id id,
                    size_t n_inputs,
                    const tercet_tensor_row *inputs,
                    size_t first_arg)
{
  planned->template_ = &tercet_templates[id];
  planned->n_inputs = n_inputs;
  planned->inputs = inputs;
  planned->first_arg = first_arg;
  planned->n_values = 0;
  planned->n_extra = 0;
}

/// Add the value of a placeholder
void
tercet_planned_add_type(tercet_planned *planned,
                        const char *name,
                        tercet_dtype type);

void
tercet_planned_add_number(tercet_planned *planned,
                          const char *name,
                          double number);

/// The integers must stay until the row is done
void
tercet_planned_add_ints(tercet_planned *planned,
                        const char *name,
                        size_t n,
                        const int64_t *ints);

/**
   Run the plan of a row, and make its output the result: a tensor.

   @param type Dtype and shape of the output if they are known: it is then
   written to where it stays.  NULL: they are found out.
*/
tercet_status
tercet_planned_tensor(tercet_row_call *row,
                      const tercet_planned *planned,
                      const tercet_tensor_type *type,
                      tercet_value *out);

/// The same for an output of one element, which becomes an XSD literal
tercet_status
tercet_planned_scalar(tercet_row_call *row,
                      const tercet_planned *planned,
                      tercet_value *out);

/// Join tensors along an axis, which counts from the end if it is negative
tercet_status
tercet_row_concat(tercet_row_call *row,
                  size_t n,
                  const tercet_tensor_row *tensors,
                  int64_t axis,
                  tercet_value *out);

#endif // TERCET_RDFTENSOR_PLANNED_H
