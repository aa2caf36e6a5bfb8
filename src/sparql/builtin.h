// SPDX-License-Identifier: Apache-2.0

/// The built-in functions of SPARQL 1.1 (17.4), one list for parser and
/// evaluator

#ifndef TERCET_SPARQL_BUILTIN_H
#define TERCET_SPARQL_BUILTIN_H

/// Enumerator, keyword, least and most arguments.  BOUND takes a variable;
/// COALESCE and CONCAT any number.  EXISTS, IN and the operators are no
/// functions and stand in ast.h.
#define TERCET_BUILTIN_LIST(X)                                                 \
  X(STR, "STR", 1, 1)                                                          \
  X(LANG, "LANG", 1, 1)                                                        \
  X(LANGMATCHES, "LANGMATCHES", 2, 2)                                          \
  X(DATATYPE, "DATATYPE", 1, 1)                                                \
  X(BOUND, "BOUND", 1, 1)                                                      \
  X(IRI, "IRI", 1, 1)                                                          \
  X(URI, "URI", 1, 1)                                                          \
  X(BNODE, "BNODE", 0, 1)                                                      \
  X(RAND, "RAND", 0, 0)                                                        \
  X(ABS, "ABS", 1, 1)                                                          \
  X(CEIL, "CEIL", 1, 1)                                                        \
  X(FLOOR, "FLOOR", 1, 1)                                                      \
  X(ROUND, "ROUND", 1, 1)                                                      \
  X(CONCAT, "CONCAT", 0, 1000000)                                              \
  X(STRLEN, "STRLEN", 1, 1)                                                    \
  X(UCASE, "UCASE", 1, 1)                                                      \
  X(LCASE, "LCASE", 1, 1)                                                      \
  X(ENCODE_FOR_URI, "ENCODE_FOR_URI", 1, 1)                                    \
  X(CONTAINS, "CONTAINS", 2, 2)                                                \
  X(STRSTARTS, "STRSTARTS", 2, 2)                                              \
  X(STRENDS, "STRENDS", 2, 2)                                                  \
  X(STRBEFORE, "STRBEFORE", 2, 2)                                              \
  X(STRAFTER, "STRAFTER", 2, 2)                                                \
  X(YEAR, "YEAR", 1, 1)                                                        \
  X(MONTH, "MONTH", 1, 1)                                                      \
  X(DAY, "DAY", 1, 1)                                                          \
  X(HOURS, "HOURS", 1, 1)                                                      \
  X(MINUTES, "MINUTES", 1, 1)                                                  \
  X(SECONDS, "SECONDS", 1, 1)                                                  \
  X(TIMEZONE, "TIMEZONE", 1, 1)                                                \
  X(TZ, "TZ", 1, 1)                                                            \
  X(NOW, "NOW", 0, 0)                                                          \
  X(UUID, "UUID", 0, 0)                                                        \
  X(STRUUID, "STRUUID", 0, 0)                                                  \
  X(MD5, "MD5", 1, 1)                                                          \
  X(SHA1, "SHA1", 1, 1)                                                        \
  X(SHA256, "SHA256", 1, 1)                                                    \
  X(SHA384, "SHA384", 1, 1)                                                    \
  X(SHA512, "SHA512", 1, 1)                                                    \
  X(COALESCE, "COALESCE", 0, 1000000)                                          \
  X(IF, "IF", 3, 3)                                                            \
  X(STRLANG, "STRLANG", 2, 2)                                                  \
  X(STRDT, "STRDT", 2, 2)                                                      \
  X(SAMETERM, "sameTerm", 2, 2)                                                \
  X(ISIRI, "isIRI", 1, 1)                                                      \
  X(ISURI, "isURI", 1, 1)                                                      \
  X(ISBLANK, "isBLANK", 1, 1)                                                  \
  X(ISLITERAL, "isLITERAL", 1, 1)                                              \
  X(ISNUMERIC, "isNUMERIC", 1, 1)                                              \
  X(REGEX, "REGEX", 2, 3)                                                      \
  X(SUBSTR, "SUBSTR", 2, 3)                                                    \
  X(REPLACE, "REPLACE", 3, 4)

typedef enum {
#define TERCET_BUILTIN_MEMBER(id, keyword, least, most) TERCET_BUILTIN_##id,
  TERCET_BUILTIN_LIST(TERCET_BUILTIN_MEMBER)
#undef TERCET_BUILTIN_MEMBER
} tercet_builtin;

#endif // TERCET_SPARQL_BUILTIN_H
