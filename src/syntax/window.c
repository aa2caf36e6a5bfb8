// SPDX-License-Identifier: Apache-2.0

#include "syntax/window.h"

#include "base/allocator.h"
#include "base/clock.h"
#include "base/error.h"
#include "syntax/scan.h"

#include <assert.h>
#include <string.h>

/// Bytes read at once at first, so that a short text takes little memory, and
/// at last, which fits the second-level cache
#define FIRST_CHUNK ((size_t)4 * 1024)
#define LAST_CHUNK ((size_t)256 * 1024)

/// Nanoseconds between two reports of progress
#define REPORT_INTERVAL INT64_C(100000000)

void
tercet_window_init(tercet_window *window,
                   const tercet_allocator *alloc,
                   tercet_input *input)
{
  *window = (tercet_window){0};
  window->alloc = alloc;
  window->input = input;
  window->max_kept = SIZE_MAX;
  window->chunk = FIRST_CHUNK;
}

void
tercet_window_clear(tercet_window *window)
{
  tercet_release(window->alloc, window->data);
}

static const char *
last_line_end(const char *begin, const char *end)
{
  return (const char *)memrchr(begin, '\n', (size_t)(end - begin));
}

/// Count the lines of what is consumed and move the rest to the front
static void
drop_consumed(tercet_window *window)
{
  if (window->cursor == window->data) {
    return;
  }

  const char *const line_end = last_line_end(window->data, window->cursor);
  if (line_end) {
    window->lines_before += tercet_count_line_ends(window->data, line_end + 1);
    window->line_start =
        window->n_before + (uint64_t)(line_end + 1 - window->data);
  }

  const size_t n_consumed = (size_t)(window->cursor - window->data);
  const size_t n_kept = (size_t)(window->end - window->cursor);
  memmove(window->data, window->cursor, n_kept);
  window->n_before += n_consumed;
  window->located = NULL;
  window->cursor = window->data;
  window->end = window->data + n_kept;
}

/// Make room for `n_wanted` further bytes
static tercet_status
make_room(tercet_window *window, size_t n_wanted, tercet_error *err)
{
  const size_t n_kept = (size_t)(window->end - window->cursor);
  size_t capacity = 0;
  size_t size = 0;
  if (!tercet_size_add(n_kept, n_wanted, &capacity) ||
      !tercet_size_add(capacity, TERCET_WINDOW_PADDING, &size)) {
    return tercet_error_no_memory(err);
  }
  if (window->data && capacity <= window->capacity) {
    return TERCET_OK;
  }

  char *const data =
      (char *)tercet_reallocate(window->alloc, window->data, size);
  if (!data) {
    return tercet_error_no_memory(err);
  }
  window->data = data;
  window->cursor = data;
  window->end = data + n_kept;
  window->capacity = capacity;
  window->located = NULL;
  return TERCET_OK;
}

static void
report_progress(tercet_window *window, uint64_t n_items)
{
  if (!window->progress) {
    return;
  }

  const int64_t now = tercet_clock_nanoseconds();
  if (now < window->next_report && !window->at_end) {
    return;
  }
  window->next_report = now + REPORT_INTERVAL;

  const char *const name = tercet_input_name(window->input);
  const tercet_progress_state state = {
      {name, strlen(name)},
      tercet_input_bytes_taken(window->input),
      tercet_input_bytes_total(window->input),
      n_items,
  };
  window->progress->report(window->progress->context, &state);
}

static tercet_status
fill(tercet_window *window, tercet_error *err)
{
  drop_consumed(window);
  const size_t n_kept = (size_t)(window->end - window->cursor);
  if (n_kept > window->max_kept) {
    return tercet_error_set(err,
                            TERCET_ERR_LIMIT,
                            "a token or statement is longer than %zu bytes",
                            window->max_kept);
  }

  const size_t n_wanted = n_kept > window->chunk ? n_kept : window->chunk;
  TERCET_TRY(make_room(window, n_wanted, err));

  char *const tail = window->data + n_kept;
  size_t n_read = 0;
  TERCET_TRY(tercet_input_read(
      window->input, tail, n_wanted, window->cancel, &n_read, err));
  memset(tail + n_read, 0, TERCET_WINDOW_PADDING);
  window->end = tail + n_read;
  window->at_end = n_read == 0;
  if (n_read == n_wanted && window->chunk < LAST_CHUNK) {
    window->chunk *= 2U;
  }
  return TERCET_OK;
}

tercet_status
tercet_window_fill(tercet_window *window, uint64_t n_items, tercet_error *err)
{
  tercet_status st = tercet_cancel_check(window->cancel);
  if (st) {
    tercet_error_set(err, st, "%s", tercet_status_string(st));
  } else {
    st = fill(window, err);
  }

  if (st) {
    tercet_error_set_source(err, tercet_input_name(window->input));
  } else {
    report_progress(window, n_items);
  }
  return st;
}

tercet_status
tercet_window_begin(tercet_window *window, tercet_error *err)
{
  static const char mark[] = {'\xef', '\xbb', '\xbf'};
  size_t length = 0;
  while (length < sizeof(mark) && !window->at_end) {
    TERCET_TRY(tercet_window_fill(window, 0, err));
    length = (size_t)(window->end - window->cursor);
  }

  if (length >= sizeof(mark) && !memcmp(window->cursor, mark, sizeof(mark))) {
    window->cursor += sizeof(mark);
    window->line_start = sizeof(mark); // Columns are counted without it
  } else if (length >= 2 && (!memcmp(window->cursor, "\xff\xfe", 2) ||
                             !memcmp(window->cursor, "\xfe\xff", 2))) {
    tercet_error_set(
        err, TERCET_ERR_UNSUPPORTED, "the text is UTF-16; only UTF-8 is read");
    tercet_error_set_source(err, tercet_input_name(window->input));
    return TERCET_ERR_UNSUPPORTED;
  }
  return TERCET_OK;
}

void
tercet_window_locate(tercet_window *window,
                     const char *place,
                     uint64_t *line,
                     uint64_t *column)
{
  assert(place >= window->data && place <= window->end + 1);

  const char *const line_end = last_line_end(window->data, place);
  const uint64_t offset = window->n_before + (uint64_t)(place - window->data);
  if (!window->located || window->located > place) {
    window->located = window->data;
    window->n_lines_to_located = 0;
  }
  window->n_lines_to_located += tercet_count_line_ends(window->located, place);
  window->located = place;
  *line = window->lines_before + window->n_lines_to_located + 1U;
  *column = line_end ? (uint64_t)(place - line_end)
                     : offset - window->line_start + 1U;
}

uint64_t
tercet_window_bytes(const tercet_window *window)
{
  return window->n_before + (uint64_t)(window->end - window->data);
}
