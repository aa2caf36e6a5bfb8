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
  TERCET_VALUE_BIG_INTEGER, ///< `text`: canonical, beyond int64_t
  TERCET_VALUE_DECIMAL,     ///< `integer` / 10^`scale`, in lowest terms
  TERCET_VALUE_BIG_DECIMAL, ///< `text`: canonical, beyond DECIMAL
  TERCET_VALUE_FLOAT,       ///< `number`, which a float can hold
  TERCET_VALUE_DOUBLE,      ///< `number`
  TERCET_VALUE_STRING,      ///< `text`; xsd:string
  TERCET_VALUE_LANG_STRING, ///< `text`, `extra`
  TERCET_VALUE_DATE_TIME,   ///< `instant`; xsd:dateTime or xsd:date
  TERCET_VALUE_TENSOR,      ///< `tensor`
  TERCET_VALUE_LITERAL,     ///< Any other literal, ill-typed ones too: `text`
} tercet_value_kind;

/// Digits behind the point that a TERCET_VALUE_DECIMAL has at the most
#define TERCET_DECIMAL_SCALE_MAX 18U

/// A point in time to the nanosecond: of an xsd:date, its first moment
typedef struct {
  int64_t seconds;     ///< Since 1970-01-01T00:00:00; in UTC if there is a zone
  uint32_t nanosecond; ///< 0 to 999,999,999
  int16_t timezone_minutes;
  bool has_timezone;
} tercet_instant;

/// All zero is a TERCET_VALUE_ERROR
typedef struct {
  uint8_t kind;     ///< A tercet_value_kind
  uint8_t datatype; ///< A tercet_datatype, for literals
  uint8_t scale;    ///< DECIMAL
  tercet_id id;     ///< Or TERCET_ID_UNKNOWN
  union {
    bool boolean;
    int64_t integer;
    double number;
    tercet_string text;
    tercet_instant instant;
    tercet_tensor_row tensor;
  };
  tercet_string extra; ///< Language tag, or IRI of an unlisted datatype
} tercet_value;

/// Return whether `value` is a number of any type
static inline bool
tercet_value_is_numeric(const tercet_value *value)
{
  return value->kind >= TERCET_VALUE_INTEGER &&
         value->kind <= TERCET_VALUE_DOUBLE;
}

/// Set `out` to a number rounded to xsd:double; false if it is no number
bool
tercet_value_to_double(const tercet_value *value, double *out);

/// Set `out` to the value of an integer of any integer type; false if it is
/// none or does not fit
static inline bool
tercet_value_to_i64(const tercet_value *value, int64_t *out)
{
  if (value->kind == TERCET_VALUE_INTEGER) {
    *out = value->integer;
    return true;
  }

  return false;
}

/* ---- Values that an expression made ---- */

static inline tercet_value
tercet_value_boolean(bool value)
{
  tercet_value result = {.kind = TERCET_VALUE_BOOLEAN,
                         .datatype = TERCET_DATATYPE_BOOLEAN,
                         .id = TERCET_ID_UNKNOWN};
  result.boolean = value;
  return result;
}

/// Of xsd:integer; `datatype` may be set to a derived type afterwards
static inline tercet_value
tercet_value_integer(int64_t value)
{
  tercet_value result = {.kind = TERCET_VALUE_INTEGER,
                         .datatype = TERCET_DATATYPE_INTEGER,
                         .id = TERCET_ID_UNKNOWN};
  result.integer = value;
  return result;
}

static inline tercet_value
tercet_value_double(double value)
{
  tercet_value result = {.kind = TERCET_VALUE_DOUBLE,
                         .datatype = TERCET_DATATYPE_DOUBLE,
                         .id = TERCET_ID_UNKNOWN};
  result.number = value;
  return result;
}

static inline tercet_value
tercet_value_float(float value)
{
  tercet_value result = {.kind = TERCET_VALUE_FLOAT,
                         .datatype = TERCET_DATATYPE_FLOAT,
                         .id = TERCET_ID_UNKNOWN};
  result.number = (double)value;
  return result;
}

/// `text` is not copied
static inline tercet_value
tercet_value_string(tercet_string text)
{
  tercet_value result = {.kind = TERCET_VALUE_STRING,
                         .datatype = TERCET_DATATYPE_STRING,
                         .id = TERCET_ID_UNKNOWN};
  result.text = text;
  return result;
}

/// Of tensor:DataTensor; nothing is copied
static inline tercet_value
tercet_value_tensor(const tercet_tensor_type *type, const void *data)
{
  tercet_value result = {.kind = TERCET_VALUE_TENSOR,
                         .datatype = TERCET_DATATYPE_TENSOR,
                         .id = TERCET_ID_UNKNOWN};
  result.tensor.type = type;
  result.tensor.data = data;
  return result;
}

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
