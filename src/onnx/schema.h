// SPDX-License-Identifier: Apache-2.0

/**
   What the standard says about each operator in each version: its inputs and
   outputs, their types, and its attributes.

   schema_table.c holds the data, written by scripts/onnx_schemas.py.
*/

#ifndef TERCET_ONNX_SCHEMA_H
#define TERCET_ONNX_SCHEMA_H

#include "onnx/model.h"

/// The operator set that the operators are written for
#define TERCET_ONNX_NEWEST_OPSET 23

/// Kinds of types that values have; maps and opaque types are not among them
typedef enum {
  TERCET_ONNX_OF_TENSOR,
  TERCET_ONNX_OF_SEQUENCE, ///< Of tensors
  TERCET_ONNX_OF_OPTIONAL, ///< Tensor
  TERCET_ONNX_OF_OPTIONAL_SEQUENCE,
  TERCET_ONNX_N_OF,
} tercet_onnx_of;

/// Types that are allowed: for each kind a mask, in which bit n is
/// the #tercet_onnx_type of that number
typedef struct {
  uint32_t masks[TERCET_ONNX_N_OF];
} tercet_onnx_type_set;

/// A name that stands for the same type wherever a schema uses it.  A type
/// that is not variable is one with a single choice: "tensor(int64)".
typedef struct {
  const char *name;
  const tercet_onnx_type_set *allowed;
} tercet_onnx_type_variable;

typedef enum {
  TERCET_ONNX_PARAMETER_SINGLE,
  TERCET_ONNX_PARAMETER_OPTIONAL,
  TERCET_ONNX_PARAMETER_VARIADIC, ///< Any number, all of one type
  TERCET_ONNX_PARAMETER_MIXED,    ///< Any number, each of its own type
} tercet_onnx_parameter_kind;

/// An input or output; the last one may stand for any number
typedef struct {
  const char *name;
  tercet_onnx_parameter_kind kind;
  uint8_t variable; ///< Position of its type variable in the schema
} tercet_onnx_parameter;

typedef struct {
  const char *name;
  tercet_onnx_attribute_type type;
  bool is_required;
  double number;    ///< By default; 0 also if there is no default
  const char *text; ///< By default, of a string; NULL if there is none
} tercet_onnx_attribute_schema;

/// One version of an operator
typedef struct {
  uint8_t list;    ///< Position of its operator in the table
  uint8_t version; ///< First operator set that has it
  bool is_deprecated;
  bool is_later;      ///< Newer than #TERCET_ONNX_NEWEST_OPSET, and not only
                      ///< in the types it allows
  uint8_t min_inputs; ///< Those that must be given, or be empty names
  uint8_t n_inputs;   ///< A variadic one counts once
  uint8_t min_outputs;
  uint8_t n_outputs;
  uint8_t n_variables;
  uint8_t n_attributes;
  const tercet_onnx_parameter *inputs;
  const tercet_onnx_parameter *outputs;
  const tercet_onnx_type_variable *variables;
  const tercet_onnx_attribute_schema *attributes; ///< In order of the names
} tercet_onnx_schema;

/// An operator: its versions, the oldest first
typedef struct {
  const char *name;
  const char *domain; ///< "" for ai.onnx
  uint8_t n;
  const tercet_onnx_schema *schemas;
} tercet_onnx_schema_list;

/// Operators that the table has at the most
#define TERCET_ONNX_MAX_SCHEMA_LISTS 256

/// All operators, in order of their names, then of their domains
extern const tercet_onnx_schema_list tercet_onnx_schema_lists[];
extern const size_t tercet_onnx_n_schema_lists;

/// Return an operator, or NULL if no version of its domain has it
const tercet_onnx_schema_list *
tercet_onnx_schema_list_find(tercet_string domain, tercet_string name);

/// Return an operator as an operator set of that version has it, or NULL
const tercet_onnx_schema *
tercet_onnx_schema_find(tercet_string domain,
                        tercet_string name,
                        int64_t version);

/// Return the schema of an attribute, or NULL
const tercet_onnx_attribute_schema *
tercet_onnx_schema_attribute(const tercet_onnx_schema *schema,
                             tercet_string name);

/// Return the schema of an input of a node, or NULL if there are too many
const tercet_onnx_parameter *
tercet_onnx_schema_input(const tercet_onnx_schema *schema, size_t i);

/// Return the schema of an output of a node, or NULL if there are too many
const tercet_onnx_parameter *
tercet_onnx_schema_output(const tercet_onnx_schema *schema, size_t i);

/// Return whether a set has a type
static inline bool
tercet_onnx_type_set_has(const tercet_onnx_type_set *set,
                         tercet_onnx_of kind,
                         tercet_onnx_type type)
{
  return set->masks[kind] >> (unsigned)type & 1U;
}

#endif // TERCET_ONNX_SCHEMA_H
