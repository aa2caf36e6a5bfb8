// SPDX-License-Identifier: Apache-2.0

/// What the writers of query results share

#ifndef TERCET_API_RESULT_H
#define TERCET_API_RESULT_H

#include <tercet/sparql.h>

#include "base/buffer.h"

typedef struct result_writer result_writer;

/// One format: called in the order begin, row for each row, end; or boolean
/// alone for ASK
typedef struct {
  tercet_status (*begin)(result_writer *writer);
  tercet_status (*row)(result_writer *writer);
  tercet_status (*end)(result_writer *writer);
  tercet_status (*boolean)(result_writer *writer, bool answer);
} tercet_result_handlers;

struct result_writer {
  tercet_query *query;
  const tercet_output *output;
  tercet_error *err;
  size_t n_columns;
  uint64_t n_rows;      ///< Rows before the current one
  tercet_buffer buffer; ///< Written to the output when it is full
  tercet_buffer cells;  ///< For the table: texts of the rows held back
  size_t *cell_ends;    ///< For the table: where each text ends in `cells`
  size_t n_cells;
  size_t cell_capacity;
  size_t *widths; ///< For the table: of each column; NULL until known
};

extern const tercet_result_handlers tercet_result_table;
extern const tercet_result_handlers tercet_result_json;
extern const tercet_result_handlers tercet_result_xml;
extern const tercet_result_handlers tercet_result_csv;
extern const tercet_result_handlers tercet_result_tsv;

/// Append bytes to the result
TERCET_NODISCARD tercet_status
tercet_result_put(result_writer *writer, const char *data, size_t length);

/// Append a terminated string to the result
TERCET_NODISCARD tercet_status
tercet_result_put_text(result_writer *writer, const char *text);

/// Append a string to the result
TERCET_NODISCARD tercet_status
tercet_result_put_string(result_writer *writer, tercet_string text);

/// Append a string in which some bytes are replaced: `replacement` returns
/// what stands for a byte, or NULL for the byte itself
TERCET_NODISCARD tercet_status
tercet_result_put_replaced(result_writer *writer,
                           tercet_string text,
                           const char *(*replacement)(unsigned char byte));

/// Set `out` to the term of a column of the current row
TERCET_NODISCARD tercet_status
tercet_result_term(result_writer *writer, size_t column, tercet_term *out);

#endif // TERCET_API_RESULT_H
