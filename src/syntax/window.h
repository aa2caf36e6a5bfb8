// SPDX-License-Identifier: Apache-2.0

/**
   The part of the text that is in memory.

       data         cursor               end
       +------------+--------------------+-------------+
       | consumed   | to be read         | NUL padding |
       +------------+--------------------+-------------+

   Filling moves what is not consumed to the front and reads on behind it, so
   the window is as large as the longest thing that is read in one piece.  It
   grows by doubling: scanning such a thing anew after each filling takes time
   in proportion to its length all the same.
*/

#ifndef TERCET_SYNTAX_WINDOW_H
#define TERCET_SYNTAX_WINDOW_H

#include "syntax/input.h"

/// NUL bytes behind the end, so that scanning may load whole vectors and
/// stops without looking at the end
#define TERCET_WINDOW_PADDING 64U

/// In the owner's storage; `cursor` is the reader's to move
typedef struct {
  const tercet_allocator *alloc;
  tercet_input *input;
  const tercet_cancel *cancel;
  const tercet_progress *progress;
  size_t chunk;    ///< Bytes to read at once
  size_t max_kept; ///< Bytes that may stay unconsumed at a filling

  char *data;
  const char *cursor;
  const char *end;
  size_t capacity; ///< Without the padding
  bool at_end;     ///< Nothing follows `end`

  uint64_t n_before;     ///< Bytes of the text before `data`
  uint64_t lines_before; ///< Line ends before `data`
  uint64_t line_start;   ///< Offset in the text of the line at `data`
  const char *located;   ///< Place located last since the filling, or NULL
  uint64_t n_lines_to_located; ///< Line ends from `data` to there
  int64_t next_report;         ///< Clock at which progress is due
} tercet_window;

/// Prepare an empty window; allocates nothing
void
tercet_window_init(tercet_window *window,
                   const tercet_allocator *alloc,
                   tercet_input *input);

/// Free the memory; the input stays open
void
tercet_window_clear(tercet_window *window);

/**
   Read the beginning, passing over a byte order mark.

   @return As tercet_window_fill(), or #TERCET_ERR_UNSUPPORTED for UTF-16.
*/
TERCET_NODISCARD tercet_status
tercet_window_begin(tercet_window *window, tercet_error *err);

/**
   Read on, keeping what lies behind the cursor.

   @param n_items Statements so far, for the report of progress.
   @return #TERCET_OK, also when nothing came because the text is at its end;
   #TERCET_ERR_LIMIT if `max_kept` is exceeded; as tercet_input_read();
   #TERCET_ERR_NO_MEMORY.
*/
TERCET_NODISCARD tercet_status
tercet_window_fill(tercet_window *window, uint64_t n_items, tercet_error *err);

/// Set `line` and `column`, counted from 1, of a place in the window; counts on
/// from the place located last
void
tercet_window_locate(tercet_window *window,
                     const char *place,
                     uint64_t *line,
                     uint64_t *column);

/// Return the bytes of text read so far
uint64_t
tercet_window_bytes(const tercet_window *window);

#endif // TERCET_SYNTAX_WINDOW_H
