// SPDX-License-Identifier: Apache-2.0

/// Going on behind a malformed statement of Turtle or TriG

#include "base/error.h"
#include "rdf/character.h"
#include "syntax/scan.h"
#include "syntax/turtle.h"

/// Pass over a string leniently: a short one ends with its line at the latest
static tercet_status
skip_string(turtle_reader *turtle, const char **p)
{
  const tercet_window *const window = &turtle->reader->window;
  const char quote = **p;
  const bool is_long = (*p)[1] == quote && (*p)[2] == quote;
  bool non_ascii = false;

  const char *q = *p + (is_long ? 3 : 1);
  for (;;) {
    q = tercet_scan_string(q, quote, &non_ascii);
    if (q >= window->end) {
      *p = window->end;
      return window->at_end ? TERCET_OK : TERCET_NEED_MORE;
    }
    if (*q == '\\') {
      q += 2;
    } else if (is_long ? *q == quote && q[1] == quote && q[2] == quote : *q) {
      *p = q + (is_long ? 3 : 1);
      return TERCET_OK;
    } else {
      ++q;
    }
  }
}

/// Return whether a '.' before this character ends a statement rather than
/// being part of a number or name
static bool
follows_statement(char c)
{
  return !c || tercet_char_is(c, TERCET_CHAR_SPACE) || strchr("#<@[(_}", c);
}

/// Pass over one terminal of a malformed statement; tell whether it was the
/// last
static tercet_status
skip_terminal(turtle_reader *turtle, const char **p, bool *last)
{
  const tercet_window *const window = &turtle->reader->window;
  const char *q = *p;
  if (q + 3 > window->end && !window->at_end) {
    return TERCET_NEED_MORE;
  }

  bool non_ascii = false;
  switch (*q) {
  case '"':
  case '\'':
    return skip_string(turtle, p);
  case '#':
    while (q < window->end && *q != '\n') {
      ++q;
    }
    *p = q;
    return TERCET_OK;
  case '<':
    q = tercet_scan_iri(q + 1, &non_ascii);
    if (q >= window->end && !window->at_end) {
      return TERCET_NEED_MORE;
    }
    *p = *q == '>' ? q + 1 : *p + 1;
    return TERCET_OK;
  case '.':
    *last = follows_statement(q[1]);
    break;
  case '}':
    *last = turtle->in_graph;
    break;
  default:
    break;
  }
  ++*p;
  return TERCET_OK;
}

/// Go on behind the '.' of a malformed statement, or the '}' of its graph
tercet_status
tercet_turtle_skip_statement(turtle_reader *turtle)
{
  tercet_window *const window = &turtle->reader->window;
  bool last = false;
  while (!last && (window->cursor < window->end || !window->at_end)) {
    const char *p = window->cursor;
    const tercet_status st = skip_terminal(turtle, &p, &last);
    if (st == TERCET_NEED_MORE) {
      TERCET_TRY(tercet_window_fill(
          window, turtle->reader->stats.n_quads, turtle->reader->err));
    } else {
      window->cursor = p;
    }
  }

  turtle->n_frames = 0;
  turtle->state = TURTLE_STATEMENT;
  if (!last || window->cursor[-1] == '}') {
    tercet_turtle_close_graph(turtle);
  }
  return TERCET_OK;
}
