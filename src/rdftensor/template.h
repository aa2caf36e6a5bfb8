// SPDX-License-Identifier: Apache-2.0

/**
   The functions of the vocabulary as ONNX models with placeholders.

   A template is a graph in ONNX's text syntax, the specification's own but for
   the repairs that its type errors need.  Placeholders in angle brackets have
   the specification's names and stand for

   - an element type: `<input_type>` in a signature is written as `float[]`, and
     behind an equals sign as its number,
   - a number or a list of numbers.

   `[[ ... ]]` is repeated for each of the operands of a function that takes any
   number of them, with `#` as their number; pieces that do not end a line are
   separated by commas.
*/

#ifndef TERCET_RDFTENSOR_TEMPLATE_H
#define TERCET_RDFTENSOR_TEMPLATE_H

#include "base/buffer.h"

#include <tercet/onnx.h>

typedef struct {
  const char *name; ///< File of the specification, without tensor_ and _model
  const char *doc;  ///< Its doc_string
  const char *text;
} tercet_template;

/// The templates, in the order of the specification's text
typedef enum {
  TERCET_TEMPLATE_COS,
  TERCET_TEMPLATE_EXP,
  TERCET_TEMPLATE_LOG,
  TERCET_TEMPLATE_LOGP,
  TERCET_TEMPLATE_POLY,
  TERCET_TEMPLATE_SCALE,
  TERCET_TEMPLATE_SIN,
  TERCET_TEMPLATE_ABS,
  TERCET_TEMPLATE_CAST,
  TERCET_TEMPLATE_RESHAPE,
  TERCET_TEMPLATE_TRANSPOSE,
  TERCET_TEMPLATE_FLATTEN,
  TERCET_TEMPLATE_NOT,
  TERCET_TEMPLATE_SORT,
  TERCET_TEMPLATE_SORT_INT16,
  TERCET_TEMPLATE_ADD,
  TERCET_TEMPLATE_SUBTRACT,
  TERCET_TEMPLATE_MULTIPLY,
  TERCET_TEMPLATE_DIVIDE,
  TERCET_TEMPLATE_EQ,
  TERCET_TEMPLATE_NEQ,
  TERCET_TEMPLATE_AND,
  TERCET_TEMPLATE_OR,
  TERCET_TEMPLATE_GT,
  TERCET_TEMPLATE_LT,
  TERCET_TEMPLATE_SUB,
  TERCET_TEMPLATE_MASK,
  TERCET_TEMPLATE_INDEX,
  TERCET_TEMPLATE_CONCAT,
  TERCET_TEMPLATE_HSTACK,
  TERCET_TEMPLATE_VSTACK_1D,
  TERCET_TEMPLATE_VSTACK_ND,
  TERCET_TEMPLATE_ALL,
  TERCET_TEMPLATE_ANY,
  TERCET_TEMPLATE_NONE,
  TERCET_TEMPLATE_AVG_AXIS_REDUCTION,
  TERCET_TEMPLATE_AVG_FULL_REDUCTION,
  TERCET_TEMPLATE_NORM2_AXIS_REDUCTION,
  TERCET_TEMPLATE_NORM2_FULL_REDUCTION,
  TERCET_TEMPLATE_SUM_AXIS_REDUCTION,
  TERCET_TEMPLATE_SUM_FULL_REDUCTION,
  TERCET_TEMPLATE_SUM_AXIS_REDUCTION_INT16,
  TERCET_TEMPLATE_SUM_FULL_REDUCTION_INT16,
  TERCET_TEMPLATE_PROD_AXIS_REDUCTION,
  TERCET_TEMPLATE_PROD_FULL_REDUCTION,
  TERCET_TEMPLATE_PROD_AXIS_REDUCTION_INT16,
  TERCET_TEMPLATE_PROD_FULL_REDUCTION_INT16,
  TERCET_TEMPLATE_MAX_AXIS_REDUCTION,
  TERCET_TEMPLATE_MAX_FULL_REDUCTION,
  TERCET_TEMPLATE_MAX_AXIS_REDUCTION_INT16,
  TERCET_TEMPLATE_MAX_FULL_REDUCTION_INT16,
  TERCET_TEMPLATE_MIN_AXIS_REDUCTION,
  TERCET_TEMPLATE_MIN_FULL_REDUCTION,
  TERCET_TEMPLATE_MIN_AXIS_REDUCTION_INT16,
  TERCET_TEMPLATE_MIN_FULL_REDUCTION_INT16,
  TERCET_TEMPLATE_NORM1_AXIS_REDUCTION,
  TERCET_TEMPLATE_NORM1_FULL_REDUCTION,
  TERCET_TEMPLATE_NORM1_AXIS_REDUCTION_INT16,
  TERCET_TEMPLATE_NORM1_FULL_REDUCTION_INT16,
  TERCET_TEMPLATE_STD_AXIS_REDUCTION,
  TERCET_TEMPLATE_STD_FULL_REDUCTION,
  TERCET_TEMPLATE_VAR_AXIS_REDUCTION,
  TERCET_TEMPLATE_VAR_FULL_REDUCTION,
  TERCET_TEMPLATE_QUANTILE_AXIS_REDUCTION,
  TERCET_TEMPLATE_QUANTILE_FULL_REDUCTION,
  TERCET_TEMPLATE_QUANTILE_INTERPOLATE_NO_INTERPOLATION_AXIS_REDUCTION,
  TERCET_TEMPLATE_QUANTILE_INTERPOLATE_NO_INTERPOLATION_FULL_REDUCTION,
  TERCET_TEMPLATE_QUANTILE_INTERPOLATE_WITH_INTERPOLATION_AXIS_REDUCTION,
  TERCET_TEMPLATE_QUANTILE_INTERPOLATE_WITH_INTERPOLATION_FULL_REDUCTION,
  TERCET_TEMPLATE_COSINE_SIMILARITY,
  TERCET_TEMPLATE_EUCLIDEAN_DISTANCE,
  TERCET_TEMPLATE_GROUP_SUM_REDUCE,
  TERCET_TEMPLATE_GROUP_AVG_REDUCE,
  TERCET_TEMPLATE_GROUP_AVG_COMPLETE,
  TERCET_TEMPLATE_GROUP_VAR_INITIAL,
  TERCET_TEMPLATE_GROUP_VAR_REDUCE,
  TERCET_TEMPLATE_GROUP_VAR_COMPLETE,
  TERCET_TEMPLATE_GROUP_STD_INITIAL,
  TERCET_TEMPLATE_GROUP_STD_REDUCE,
  TERCET_TEMPLATE_GROUP_STD_COMPLETE,
} tercet_template_id;

#define TERCET_TEMPLATE_COUNT 80

extern const tercet_template tercet_templates[TERCET_TEMPLATE_COUNT];

/// What a placeholder stands for
typedef enum {
  TERCET_PLACEHOLDER_TYPE,
  TERCET_PLACEHOLDER_FLOAT,
  TERCET_PLACEHOLDER_INTS,
} tercet_placeholder_kind;

/// A placeholder's name, without brackets, and value
typedef struct {
  const char *name;
  tercet_placeholder_kind kind;
  tercet_dtype type;   ///< TYPE
  double number;       ///< FLOAT
  size_t n;            ///< INTS
  const int64_t *ints; ///< INTS
} tercet_placeholder;

/// Return the template of that name, or NULL
const tercet_template *
tercet_template_find(const char *name);

/// Functions with a second template, which casts small types to a wider one and
/// back
typedef enum {
  TERCET_WIDENS_TOTAL,   ///< sum, prod, norm1
  TERCET_WIDENS_EXTREME, ///< max, min
  TERCET_WIDENS_SORT,    ///< sort
} tercet_widening;

/// Return whether a type is so small that the second template is needed
bool
tercet_template_needs_wide(tercet_widening widening, tercet_dtype dtype);

/// Return the type in which a second template computes elements of a small one;
/// of any other type that type itself
tercet_dtype
tercet_template_wide_type(tercet_dtype dtype);

/**
   Write a template as a model.

   @param n_operands Repetitions of `[[ ... ]]`.
   @param types Types of the inputs, for `<input1_type>` and the like; the
   first also for `<input_type>`.
   @param values One for each other placeholder.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_INTERNAL naming a
   placeholder without a value.
*/
TERCET_NODISCARD tercet_status
tercet_template_write(const tercet_template *template_,
                      size_t n_operands,
                      const tercet_dtype *types,
                      size_t n_values,
                      const tercet_placeholder *values,
                      tercet_buffer *out,
                      tercet_error *err);

/**
   Turn the constants that FLOAT placeholders are into inputs of a model, behind
   the others and in the order of the values: `<factor_value>` is the constant
   `factor`.
*/
TERCET_NODISCARD tercet_status
tercet_template_open_numbers(tercet_onnx_model *model,
                             size_t n_values,
                             const tercet_placeholder *values,
                             tercet_error *err);

/// How the model of one row's tensors can be run for many rows at once
typedef enum {
  TERCET_ROWS_APART,       ///< It cannot
  TERCET_ROWS_ELEMENTWISE, ///< On tensors with one more axis in front
  TERCET_ROWS_REDUCED,     ///< Once tercet_template_reduce_middle() was called
  TERCET_ROWS_VIEWED,      ///< The elements stay, the shape is that of one row
  TERCET_ROWS_TRANSPOSED,  ///< The same for less than two axes
} tercet_template_rows;

/// Return that, from the operators of a model
tercet_template_rows
tercet_template_rows_of(const tercet_onnx_model *model);

/**
   Let the reductions of a model, along one axis or of the whole tensor, reduce
   axis 1 instead: of [n, extent] or [n, extent, inner], which tensors can be
   looked at as, many at once.
*/
TERCET_NODISCARD tercet_status
tercet_template_reduce_middle(tercet_onnx_model *model, tercet_error *err);

#endif // TERCET_RDFTENSOR_TEMPLATE_H
