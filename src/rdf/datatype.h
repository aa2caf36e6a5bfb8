// SPDX-License-Identifier: Apache-2.0

/// The datatypes that the engine knows, by IRI and by number

#ifndef TERCET_RDF_DATATYPE_H
#define TERCET_RDF_DATATYPE_H

#include <tercet/rdf.h>

#define TERCET_XSD "http://www.w3.org/2001/XMLSchema#"
#define TERCET_RDF_NS "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
#define TERCET_TENSOR_NS "https://w3id.org/rdf-tensor/vocab#"
#define TERCET_OLD_TENSOR_NS "https://w3id.org/rdf-tensor/datatypes#"

/// Enumerator and IRI.  The integer types derived from xsd:integer follow it
/// without gaps, from INTEGER to UNSIGNED_BYTE.
#define TERCET_DATATYPE_LIST(X)                                                \
  X(STRING, TERCET_XSD "string")                                               \
  X(LANG_STRING, TERCET_RDF_NS "langString")                                   \
  X(DIR_LANG_STRING, TERCET_RDF_NS "dirLangString")                            \
  X(BOOLEAN, TERCET_XSD "boolean")                                             \
  X(DECIMAL, TERCET_XSD "decimal")                                             \
  X(FLOAT, TERCET_XSD "float")                                                 \
  X(DOUBLE, TERCET_XSD "double")                                               \
  X(INTEGER, TERCET_XSD "integer")                                             \
  X(NON_POSITIVE_INTEGER, TERCET_XSD "nonPositiveInteger")                     \
  X(NEGATIVE_INTEGER, TERCET_XSD "negativeInteger")                            \
  X(NON_NEGATIVE_INTEGER, TERCET_XSD "nonNegativeInteger")                     \
  X(POSITIVE_INTEGER, TERCET_XSD "positiveInteger")                            \
  X(LONG, TERCET_XSD "long")                                                   \
  X(INT, TERCET_XSD "int")                                                     \
  X(SHORT, TERCET_XSD "short")                                                 \
  X(BYTE, TERCET_XSD "byte")                                                   \
  X(UNSIGNED_LONG, TERCET_XSD "unsignedLong")                                  \
  X(UNSIGNED_INT, TERCET_XSD "unsignedInt")                                    \
  X(UNSIGNED_SHORT, TERCET_XSD "unsignedShort")                                \
  X(UNSIGNED_BYTE, TERCET_XSD "unsignedByte")                                  \
  X(DATE_TIME, TERCET_XSD "dateTime")                                          \
  X(DATE, TERCET_XSD "date")                                                   \
  X(TIME, TERCET_XSD "time")                                                   \
  X(DURATION, TERCET_XSD "duration")                                           \
  X(DAY_TIME_DURATION, TERCET_XSD "dayTimeDuration")                           \
  X(YEAR_MONTH_DURATION, TERCET_XSD "yearMonthDuration")                       \
  X(TENSOR, TERCET_TENSOR_NS "DataTensor")                                     \
  X(RANGE, TERCET_TENSOR_NS "Range")                                           \
  X(OLD_NUMERIC_TENSOR, TERCET_OLD_TENSOR_NS "NumericDataTensor")              \
  X(OLD_BOOLEAN_TENSOR, TERCET_OLD_TENSOR_NS "BooleanDataTensor")

typedef enum {
#define TERCET_DATATYPE_MEMBER(id, iri) TERCET_DATATYPE_##id,
  TERCET_DATATYPE_LIST(TERCET_DATATYPE_MEMBER)
#undef TERCET_DATATYPE_MEMBER
      TERCET_DATATYPE_OTHER, ///< Not in the list
} tercet_datatype;

/// Return the number of a datatype; fast, called for each typed literal
tercet_datatype
tercet_datatype_from_iri(tercet_string iri);

/// Return the IRI of a datatype of the list, valid for ever
tercet_string
tercet_datatype_iri(tercet_datatype datatype);

/// Return whether it is xsd:integer or derived from it
static inline bool
tercet_datatype_is_integer(tercet_datatype datatype)
{
  return datatype >= TERCET_DATATYPE_INTEGER &&
         datatype <= TERCET_DATATYPE_UNSIGNED_BYTE;
}

/// Return whether its literals are tensors (of either vocabulary)
static inline bool
tercet_datatype_is_tensor(tercet_datatype datatype)
{
  return datatype == TERCET_DATATYPE_TENSOR ||
         datatype == TERCET_DATATYPE_OLD_NUMERIC_TENSOR ||
         datatype == TERCET_DATATYPE_OLD_BOOLEAN_TENSOR;
}

/// IRIs of the tensor datatypes, ended by NULL: for raw_datatypes of readers
extern const char *const tercet_tensor_datatypes[];

#endif // TERCET_RDF_DATATYPE_H
