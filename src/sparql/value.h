// SPDX-License-Identifier: Apache-2.0

/**
   Values in expressions.

   A column of an expression is an array of values, one for each row of the
   batch, or one for all of them.  A value that came from the dictionary keeps
   its `id`, so that it need not be interned again; a value that an expression
   made has TERCET_ID_UNKNOWN there.  Texts and tensors that an expression made
   live in the arena of the batch.
*/

#ifndef TERCET_SPARQL_VALUE_H
#define TERCET_SPARQL_VALUE_H

#include "base/arena.h"
#include "rdf/datatype.h"
#include "store/dictionary.h"
#include "store/id.h"

typedef enum {
  TERCET_VALUE_ERROR, ///< Unbound variable or failed expression
  TERCET_VALUE_IRI,   ///< `text`
  TERCET_VALUE_BLANK, ///< `text`: the label
  TERCET_VALUE_TRIPLE,
  TERCET_VALUE_BOOLEAN,
  TERCET_VALUE_INTEGER,     ///< `integer`: any integer type that fits
  TERCET_VALUE_BIG_INTEGER, ///< `text`: decimal digits, canonical
  TERCET_VALUE_DECIMAL,     ///< `text`: canonical xsd:decimal
  TERCET_VALUE_FLOAT,       ///< `number`
  TERCET_VALUE_DOUBLE,      ///< `number`
  TERCET_VALUE_STRING,      ///< `text`; xsd:string
  TERCET_VALUE_LANG_STRING, ///< `text`, `language`
  TERCET_VALUE_DATE_TIME,   ///< `text`; parsed when needed
  TERCET_VALUE_TENSOR,      ///< `tensor`
  TERCET_VALUE_LITERAL,     ///< Any other literal: `text`, `iri` of datatype
} tercet_value_kind;

typedef struct {
  uint8_t kind;     ///< A tercet_value_kind
  uint8_t datatype; ///< A tercet_datatype, for literals
  tercet_id id;     ///< Or TERCET_ID_UNKNOWN
  union {
    bool boolean;
    int64_t integer;
    double number;
    tercet_string text;
    tercet_tensor_row tensor;
  };
  tercet_string extra; ///< Language tag, or IRI of an unlisted datatype
} tercet_value;

/// A column of an expression: `values[row]`, or `values[0]` for every row
typedef struct {
  tercet_value *values;
  bool is_constant;
} tercet_value_column;

static inline const tercet_value *
tercet_value_at(const tercet_value_column *column, size_t row)
{
  return &column->values[column->is_constant ? 0U : row];
}

#endif // TERCET_SPARQL_VALUE_H
