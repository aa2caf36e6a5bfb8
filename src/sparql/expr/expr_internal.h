// SPDX-License-Identifier: Apache-2.0

/// What the files of this folder share

#ifndef TERCET_SPARQL_EXPR_INTERNAL_H
#define TERCET_SPARQL_EXPR_INTERNAL_H

#include "base/checked.h"
#include "base/error.h"
#include "base/string_view.h"
#include "sparql/expr/evaluate.h"
#include "store/inline_value.h"

__extension__ typedef __int128 tercet_i128;

/* ---- Compiled expressions (compile.c, evaluate.c, truth.c) ---- */

typedef struct tercet_pattern tercet_pattern;

struct tercet_compiled_expr {
  tercet_expr_kind kind; ///< TERCET_EXPR_TERM is any constant
  uint32_t n_args;
  tercet_compiled_expr **args;
  int column;                      ///< VARIABLE and BOUND, or -1
  tercet_value value;              ///< TERM
  tercet_builtin builtin;          ///< BUILTIN
  const tercet_function *function; ///< FUNCTION
  tercet_pattern *pattern;         ///< REGEX and REPLACE: the last one used
};

/// The rows of a batch that are evaluated: row i is `rows[i]`, or i if there
/// is no list
typedef struct {
  const tercet_batch *batch;
  const uint32_t *rows; ///< Or NULL
  size_t n_rows;
} tercet_frame;

static inline uint32_t
tercet_frame_row(const tercet_frame *frame, size_t i)
{
  return frame->rows ? frame->rows[i] : (uint32_t)i;
}

/// A truth value per row: 0, 1 or TERCET_TRUTH_ERROR
typedef uint8_t tercet_truth;

#define TERCET_TRUTH_ERROR ((tercet_truth)2U)

static inline tercet_truth
tercet_truth_from_int(int value)
{
  return value < 0 ? TERCET_TRUTH_ERROR : (tercet_truth)value;
}

/// Evaluate to one value for each row of the frame
TERCET_NODISCARD tercet_status
tercet_expr_values(tercet_compiled_expr *expr,
                   tercet_expr_context *context,
                   const tercet_frame *frame,
                   tercet_value_column *out);

/// Evaluate to the effective boolean value of each row of the frame
TERCET_NODISCARD tercet_status
tercet_expr_truth(tercet_compiled_expr *expr,
                  tercet_expr_context *context,
                  const tercet_frame *frame,
                  tercet_truth *out);

/// Return whether the kind has a truth value by nature (operators and tests),
/// so that it is computed by tercet_expr_truth()
bool
tercet_expr_is_logical(const tercet_compiled_expr *expr);

/* ---- Truth values (truth_compare.c, truth_test.c) ---- */

/// Neither true, false nor an error: the ids do not tell
#define TERCET_TRUTH_UNDECIDED ((tercet_truth)3U)

static inline tercet_truth
tercet_truth_negated(tercet_truth truth)
{
  return truth == TERCET_TRUTH_ERROR ? truth : (tercet_truth)!truth;
}

/**
   Combine two truth values (SPARQL 1.1, 17.2).

   `absorbing` is the value that decides alone: 1 for ||, 0 for &&.  An error
   is only left where the other side does not decide.
*/
static inline tercet_truth
tercet_truth_combine(tercet_truth a, tercet_truth b, tercet_truth absorbing)
{
  if (a == absorbing || b == absorbing) {
    return absorbing;
  }

  return a == TERCET_TRUTH_ERROR || b == TERCET_TRUTH_ERROR
             ? TERCET_TRUTH_ERROR
             : (tercet_truth)!absorbing;
}

static inline bool
tercet_expr_is_column(const tercet_compiled_expr *expr)
{
  return expr->kind == TERCET_EXPR_VARIABLE && expr->column >= 0;
}

/// Return the ids of a column, for all rows of the batch
static inline const tercet_id *
tercet_expr_column_ids(const tercet_compiled_expr *expr,
                       const tercet_frame *frame)
{
  return frame->batch->columns[expr->column];
}

/// Evaluate an operator from EQUAL to GREATER_EQUAL
TERCET_NODISCARD tercet_status
tercet_truth_of_comparison(tercet_expr_kind kind,
                           tercet_compiled_expr *left,
                           tercet_compiled_expr *right,
                           tercet_expr_context *context,
                           const tercet_frame *frame,
                           tercet_truth *out);

/// Evaluate IN or NOT IN
TERCET_NODISCARD tercet_status
tercet_truth_of_in(const tercet_compiled_expr *expr,
                   tercet_expr_context *context,
                   const tercet_frame *frame,
                   tercet_truth *out);

/// Evaluate BOUND, sameTerm, isIRI, isBLANK, isLITERAL or isNUMERIC
TERCET_NODISCARD tercet_status
tercet_truth_of_test(const tercet_compiled_expr *expr,
                     tercet_expr_context *context,
                     const tercet_frame *frame,
                     tercet_truth *out);

/* ---- Built-ins of one row (builtins.c) ---- */

/// What a built-in of one row may use
typedef struct {
  tercet_expr_context *context;
  tercet_compiled_expr *expr;
  uint64_t row; ///< Number of the solution in the query
} tercet_row_call;

/// Set `out`, which is an error value before, from the arguments
typedef tercet_status (*tercet_row_function)(const tercet_row_call *call,
                                             const tercet_value *const *args,
                                             size_t n_args,
                                             tercet_value *out);

typedef struct {
  tercet_row_function evaluate; ///< NULL: not evaluated row by row
  bool is_volatile;             ///< Another value at each call
  const char *missing;          ///< Library that this build lacks, or NULL
} tercet_builtin_trait;

const tercet_builtin_trait *
tercet_builtin_traits(tercet_builtin builtin);

/// Most arguments of a built-in that are looked at without an array
#define TERCET_BUILTIN_ARGS 8U

#define TERCET_ROW_FUNCTION(name)                                              \
  tercet_status name(const tercet_row_call *call,                              \
                     const tercet_value *const *args,                          \
                     size_t n_args,                                            \
                     tercet_value *out)

// terms.c
TERCET_ROW_FUNCTION(tercet_builtin_str);
TERCET_ROW_FUNCTION(tercet_builtin_lang);
TERCET_ROW_FUNCTION(tercet_builtin_lang_matches);
TERCET_ROW_FUNCTION(tercet_builtin_datatype);
TERCET_ROW_FUNCTION(tercet_builtin_iri);
TERCET_ROW_FUNCTION(tercet_builtin_bnode);
TERCET_ROW_FUNCTION(tercet_builtin_uuid);
TERCET_ROW_FUNCTION(tercet_builtin_struuid);
TERCET_ROW_FUNCTION(tercet_builtin_rand);
TERCET_ROW_FUNCTION(tercet_builtin_str_lang);
TERCET_ROW_FUNCTION(tercet_builtin_str_dt);

// numeric.c
TERCET_ROW_FUNCTION(tercet_builtin_abs);
TERCET_ROW_FUNCTION(tercet_builtin_ceil);
TERCET_ROW_FUNCTION(tercet_builtin_floor);
TERCET_ROW_FUNCTION(tercet_builtin_round);

// strings.c
TERCET_ROW_FUNCTION(tercet_builtin_concat);
TERCET_ROW_FUNCTION(tercet_builtin_strlen);
TERCET_ROW_FUNCTION(tercet_builtin_ucase);
TERCET_ROW_FUNCTION(tercet_builtin_lcase);
TERCET_ROW_FUNCTION(tercet_builtin_encode_for_uri);
TERCET_ROW_FUNCTION(tercet_builtin_contains);
TERCET_ROW_FUNCTION(tercet_builtin_strstarts);
TERCET_ROW_FUNCTION(tercet_builtin_strends);
TERCET_ROW_FUNCTION(tercet_builtin_strbefore);
TERCET_ROW_FUNCTION(tercet_builtin_strafter);
TERCET_ROW_FUNCTION(tercet_builtin_substr);

// regex.c
TERCET_ROW_FUNCTION(tercet_builtin_regex);
TERCET_ROW_FUNCTION(tercet_builtin_replace);

// date_functions.c
TERCET_ROW_FUNCTION(tercet_builtin_year);
TERCET_ROW_FUNCTION(tercet_builtin_month);
TERCET_ROW_FUNCTION(tercet_builtin_day);
TERCET_ROW_FUNCTION(tercet_builtin_hours);
TERCET_ROW_FUNCTION(tercet_builtin_minutes);
TERCET_ROW_FUNCTION(tercet_builtin_seconds);
TERCET_ROW_FUNCTION(tercet_builtin_timezone);
TERCET_ROW_FUNCTION(tercet_builtin_tz);
TERCET_ROW_FUNCTION(tercet_builtin_now);

// digests.c
TERCET_ROW_FUNCTION(tercet_builtin_md5);
TERCET_ROW_FUNCTION(tercet_builtin_sha1);
TERCET_ROW_FUNCTION(tercet_builtin_sha256);
TERCET_ROW_FUNCTION(tercet_builtin_sha384);
TERCET_ROW_FUNCTION(tercet_builtin_sha512);

/* ---- Patterns (regex.c) ---- */

void
tercet_pattern_free(tercet_pattern *pattern);

/* ---- Values (value.c) ---- */

/// Set `out` to the value of a literal by its datatype; an ill-typed one is a
/// TERCET_VALUE_LITERAL.  `text` must live as long as the value.
TERCET_NODISCARD tercet_status
tercet_value_from_literal(tercet_arena *arena,
                          tercet_datatype datatype,
                          tercet_string text,
                          tercet_value *out);

/// Set `out` to the canonical lexical form of a value without looking at its
/// id; it is the value's own or lives in the arena
TERCET_NODISCARD tercet_status
tercet_value_canonical_text(tercet_arena *arena,
                            const tercet_value *value,
                            tercet_string *out);

/// Set `out` to the values of ids
TERCET_NODISCARD tercet_status
tercet_values_from_ids(tercet_expr_context *context,
                       const tercet_id *ids,
                       size_t n_ids,
                       tercet_value *out);

/// Return the datatype's IRI of a literal
tercet_string
tercet_value_datatype_iri(const tercet_value *value);

static inline bool
tercet_value_is_literal(const tercet_value *value)
{
  return value->kind >= TERCET_VALUE_BOOLEAN;
}

/// A string of xsd:string or with a language
static inline bool
tercet_value_is_stringy(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_STRING ||
         value->kind == TERCET_VALUE_LANG_STRING;
}

/// A literal whose text is not understood: ill-typed, or of a datatype that
/// operators know nothing of
static inline tercet_value
tercet_value_opaque(tercet_datatype datatype, tercet_string text)
{
  tercet_value result = {.kind = TERCET_VALUE_LITERAL,
                         .datatype = (uint8_t)datatype,
                         .id = TERCET_ID_UNKNOWN};
  result.text = text;
  return result;
}

/* ---- Comparison (compare.c) ---- */

/// Result of comparing two values that may not be comparable
typedef enum {
  TERCET_COMPARED_LESS = -1,
  TERCET_COMPARED_EQUAL = 0,
  TERCET_COMPARED_GREATER = 1,
  TERCET_COMPARED_UNORDERED = 2, ///< NaN: every comparison is false
  TERCET_COMPARED_ERROR = 3,
} tercet_compared;

/// Compare as the operators <, >, <= and >= do
tercet_compared
tercet_value_compare(const tercet_value *a, const tercet_value *b);

/// Return what an operator from EQUAL to GREATER_EQUAL says about a comparison
tercet_truth
tercet_compared_truth(tercet_expr_kind kind, tercet_compared compared);

/// Set `out` to whether two values are the same term
TERCET_NODISCARD tercet_status
tercet_value_same_term(tercet_expr_context *context,
                       const tercet_value *a,
                       const tercet_value *b,
                       tercet_truth *out);

/* ---- Numbers (numeric.c, exact_number.c, exact_double.c, big_number.c) ----
 */

typedef enum {
  TERCET_NUMERIC_ADD,
  TERCET_NUMERIC_SUBTRACT,
  TERCET_NUMERIC_MULTIPLY,
  TERCET_NUMERIC_DIVIDE,
} tercet_numeric_op;

/// Compute with XPath's promotion; a type error is an error value
TERCET_NODISCARD tercet_status
tercet_numeric_binary(tercet_expr_context *context,
                      tercet_numeric_op op,
                      const tercet_value *a,
                      const tercet_value *b,
                      tercet_value *out);

TERCET_NODISCARD tercet_status
tercet_numeric_negate(tercet_expr_context *context,
                      const tercet_value *a,
                      tercet_value *out);

/// Compare two numbers after promotion, as `<` and `=` do
tercet_compared
tercet_numeric_compare(const tercet_value *a, const tercet_value *b);

/// Compare two numbers exactly, whatever their types; NaN is equal to itself
/// and greater than the rest
int
tercet_numeric_order(const tercet_value *a, const tercet_value *b);

/// Return a number rounded once to xsd:float
float
tercet_numeric_to_float(const tercet_value *value);

/// Longest text of a number that is made: an explicit failure beyond
#define TERCET_NUMBER_DIGITS_MAX 100000U

/// Bytes that hold the text of an INTEGER or DECIMAL, or of any double as an
/// exact decimal
#define TERCET_DECIMAL_TEXT_MAX 48U
#define TERCET_EXACT_TEXT_MAX 1152U

/// Write mantissa / 10^scale; with `point`, always with a digit behind the
/// point.  Return the bytes written: at most TERCET_DECIMAL_TEXT_MAX for a
/// scale up to 18.
size_t
tercet_exact_write(int64_t mantissa, unsigned scale, bool point, char *out);

/// Set `out` to a decimal or an integer of canonical or other valid text
/// ([+-]?[0-9]*(.[0-9]*)?); the text is copied where the value needs it
TERCET_NODISCARD tercet_status
tercet_exact_from_text(tercet_arena *arena,
                       tercet_string text,
                       bool is_integer,
                       tercet_value *out);

/// Set `out` to mantissa / 10^scale as an integer or decimal
TERCET_NODISCARD tercet_status
tercet_exact_from_i128(tercet_arena *arena,
                       tercet_i128 mantissa,
                       unsigned scale,
                       bool is_integer,
                       tercet_value *out);

/// Combine two integers or decimals exactly; an error value for a division by
/// zero, or if the result is too large for this build (which is reported)
TERCET_NODISCARD tercet_status
tercet_exact_binary(tercet_expr_context *context,
                    tercet_numeric_op op,
                    const tercet_value *a,
                    const tercet_value *b,
                    tercet_value *out);

/// Set `out` to an integer or decimal with the other sign
TERCET_NODISCARD tercet_status
tercet_exact_negate(tercet_arena *arena,
                    const tercet_value *value,
                    tercet_value *out);

/// Compare two integers or decimals exactly
int
tercet_exact_compare(const tercet_value *a, const tercet_value *b);

/// Write (-1)^negative * digits / 10^scale with a point where it is needed, or
/// if asked for anyway
size_t
tercet_exact_write_scaled(bool negative,
                          const char *digits,
                          size_t n_digits,
                          size_t scale,
                          bool point,
                          char *out);

/// Return a view of the text of an integer or decimal, written into `room` of
/// TERCET_DECIMAL_TEXT_MAX bytes unless it is a big one's own
tercet_string
tercet_exact_text(const tercet_value *value, char *room);

/// Write the exact value of a finite double, without a point if it is an
/// integer; return the bytes, at most TERCET_EXACT_TEXT_MAX
size_t
tercet_exact_double_write(double value, char *out);

/// How to make an integer of a decimal
typedef enum {
  TERCET_ROUND_FLOOR,
  TERCET_ROUND_CEIL,
  TERCET_ROUND_HALF_UP,
  TERCET_ROUND_TRUNCATE,
} tercet_rounding;

/// Set `out` to an integer or decimal rounded to an integer, of the same type
TERCET_NODISCARD tercet_status
tercet_exact_round(tercet_expr_context *context,
                   tercet_rounding rounding,
                   const tercet_value *value,
                   tercet_value *out);

/// Set `out` to the text of a decimal rounded to `precision` digits behind the
/// point (before it if that is negative), ties toward positive infinity.  It
/// is `text` itself, or lives in the arena
TERCET_NODISCARD tercet_status
tercet_exact_round_text(tercet_arena *arena,
                        tercet_string text,
                        int64_t precision,
                        tercet_string *out);

/// Combine numbers of any size by their texts (big_number.c): the text of the
/// result, with `*n_fraction` digits behind the point, that lives in the arena.
/// Without GMP the status is TERCET_ERR_UNSUPPORTED; TERCET_ERR_LIMIT if it is
/// too long.
TERCET_NODISCARD tercet_status
tercet_big_binary(tercet_arena *arena,
                  tercet_numeric_op op,
                  tercet_string a,
                  tercet_string b,
                  tercet_string *out);

/// Return whether an integer may be of a derived type
bool
tercet_integer_in_range(tercet_datatype datatype, const tercet_value *value);

/* ---- Dates (dates.c) ---- */

/// Read an xsd:dateTime or xsd:date; false if it is malformed, or beyond what
/// an instant holds
bool
tercet_instant_read(tercet_datatype datatype,
                    tercet_string text,
                    tercet_instant *out);

void
tercet_instant_from_parts(const tercet_date_time_parts *parts,
                          tercet_instant *out);

/// Bytes that hold the text of any instant
#define TERCET_INSTANT_TEXT_MAX 64U

/// Write the canonical text; return the bytes written
size_t
tercet_instant_write(tercet_datatype datatype,
                     const tercet_instant *instant,
                     char *out);

/// An instant in the calendar, in its own time zone
typedef struct {
  int64_t year;
  int month;
  int day;
  int hour;
  int minute;
  int second;
} tercet_local_time;

tercet_local_time
tercet_instant_local_time(const tercet_instant *instant);

/// Write the zone as TZ() and the lexical forms do: "", "Z" or "+hh:mm"
size_t
tercet_instant_write_zone(const tercet_instant *instant, char *out);

tercet_compared
tercet_instant_compare(const tercet_instant *a, const tercet_instant *b);

/// A total order that agrees with tercet_instant_compare() where that knows
int
tercet_instant_order(const tercet_instant *a, const tercet_instant *b);

/// Return whether the text is a valid xsd:time, xsd:duration,
/// xsd:dayTimeDuration or xsd:yearMonthDuration
bool
tercet_time_or_duration_is_valid(tercet_datatype datatype, tercet_string text);

/* ---- Random numbers (random.c) ---- */

/// Return 64 random bits (xoshiro256**)
uint64_t
tercet_expr_random(uint64_t state[4]);

/* ---- Texts in the arena ---- */

/// Set `out` to a copy in the arena
static inline tercet_status
tercet_copy_text(tercet_arena *arena, tercet_string text, tercet_string *out)
{
  return tercet_arena_copy_string(arena, text, out) ? TERCET_OK
                                                    : TERCET_ERR_NO_MEMORY;
}

#endif // TERCET_SPARQL_EXPR_INTERNAL_H
