// SPDX-License-Identifier: Apache-2.0

/*
  The style is guessed from the head of the text, then the tensor is printed in
  it piece by piece and compared.  Where the numbers do not agree, the other
  forms that write the first disagreeing number as it stands there are tried in
  turn.
*/

#include "array/literal.h"

#include "array/literal_cursor.h"
#include "array/literal_elements.h"
#include "array/literal_layout.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

/// What is being compared
typedef struct {
  tercet_literal_cursor in;
  const tercet_tensor_type *type;
  const void *data;
  tercet_buffer *scratch;
} comparison;

/// Go past these bytes if the text has them, escaped or not
static bool
match(tercet_literal_cursor *in, const char *bytes, size_t length)
{
  // What is printed has no backslash: equal bytes mean equal text
  if (length <= (size_t)(in->end - in->at) && !memcmp(in->at, bytes, length)) {
    in->at += length;
    return true;
  }
  for (size_t i = 0; in->escaped && i < length; ++i) {
    if (!tercet_literal_take(in, bytes[i])) {
      return false;
    }
  }
  return in->escaped;
}

/// Go past a separator, and tell whether a space belongs to it
static bool
take_separator(tercet_literal_cursor *in, char c, bool *tight)
{
  if (!tercet_literal_take(in, c)) {
    return false;
  }
  *tight = !tercet_literal_take(in, ' ');
  return true;
}

/// Read a key and its colon
static tercet_literal_member
read_key(tercet_literal_cursor *in, bool *tight_colons)
{
  tercet_literal_name key;
  if (tercet_literal_read_name(in, &key) != TERCET_OK ||
      !take_separator(in, ':', tight_colons)) {
    return TERCET_MEMBER_END;
  }
  return tercet_literal_name_is(&key, "type")    ? TERCET_MEMBER_TYPE
         : tercet_literal_name_is(&key, "shape") ? TERCET_MEMBER_SHAPE
         : tercet_literal_name_is(&key, "data")  ? TERCET_MEMBER_DATA
                                                 : TERCET_MEMBER_END;
}

/// Go past the value of the first member
static bool
skip_member(tercet_literal_cursor *in, tercet_literal_member member)
{
  if (member != TERCET_MEMBER_DATA) {
    return tercet_literal_skip_value(in) == TERCET_OK;
  }

  // The text is well-typed, so that no string in it holds a bracket
  const char *const close =
      (const char *)memchr(in->at, ']', (size_t)(in->end - in->at));
  in->at = close ? close + 1 : in->end;
  return close != NULL;
}

/// Set the order that starts with these two members
static bool
guess_order(const comparison *c,
            tercet_literal_member first,
            tercet_literal_member second,
            tercet_literal_layout *layout)
{
  const bool untyped =
      c->type->dtype == TERCET_DTYPE_BOOL &&
      !memmem(c->in.start, (size_t)(c->in.end - c->in.start), "type", 4);
  for (uint8_t i = untyped ? 6U : 0U; i < TERCET_LITERAL_ORDER_COUNT; ++i) {
    if (tercet_literal_orders[i][0] == first &&
        tercet_literal_orders[i][1] == second) {
      layout->order = i;
      return true;
    }
  }
  return false;
}

/// Guess whether the items of arrays are separated by a comma alone
static bool
guess_tight_items(const comparison *c)
{
  tercet_literal_cursor in = c->in;
  const char *const key =
      (const char *)memmem(in.start,
                           (size_t)(in.end - in.start),
                           c->type->n_elements > 1 ? "data" : "shape",
                           4);
  if (!key || (c->type->n_elements < 2 && c->type->rank < 2U)) {
    return false;
  }

  bool tight = false;
  in.at = key;
  const char *const comma =
      (const char *)memchr(in.at, '[', (size_t)(in.end - key));
  in.at = comma ? comma : key;
  const char *const first =
      (const char *)memchr(in.at, ',', (size_t)(in.end - in.at));
  in.at = first ? first : key;
  return take_separator(&in, ',', &tight) && tight;
}

/// Guess all but the form of the numbers; false if it is no regular layout
static bool
guess_layout(const comparison *c, tercet_literal_layout *layout)
{
  tercet_literal_cursor in = c->in;
  *layout = (tercet_literal_layout){0};
  if (!tercet_literal_take(&in, '{')) {
    return false;
  }
  const tercet_literal_member first = read_key(&in, &layout->tight_colons);
  if (first == TERCET_MEMBER_END || !skip_member(&in, first) ||
      !take_separator(&in, ',', &layout->tight_members)) {
    return false;
  }
  bool ignored = false;
  const tercet_literal_member second = read_key(&in, &ignored);
  layout->tight_items = guess_tight_items(c);
  return second != TERCET_MEMBER_END && guess_order(c, first, second, layout);
}

/// Return whether the number that was matched is not only the start of one
static bool
item_ends_here(const tercet_literal_cursor *in)
{
  const char c = in->at < in->end ? *in->at : '\0';
  return c == ',' || c == ']' || c == '\\';
}

/// Go past the elements as far as they agree.  Set `n_equal` to their number,
/// and leave the cursor behind the last one.
static void
match_items(comparison *c,
            const tercet_literal_layout *layout,
            int64_t *n_equal)
{
  const size_t n_separator = layout->tight_items ? 1U : 2U;
  int64_t i = 0;
  for (; i < c->type->n_elements; ++i) {
    char item[TERCET_LITERAL_ITEM_MAX];
    const size_t start = i ? n_separator : 0U;
    memcpy(item, ", ", 2);
    const size_t length = tercet_literal_item_write(
        c->type->dtype, c->data, (size_t)i, layout, item + start);
    const char *const at = c->in.at;
    if (length == 0 || !match(&c->in, item, start + length) ||
        !item_ends_here(&c->in)) {
      c->in.at = at;
      break;
    }
  }
  *n_equal = i;
}

/// Return whether the element number `i` stands at the cursor in this layout
static bool
item_stands_here(const comparison *c,
                 const tercet_literal_layout *layout,
                 int64_t i)
{
  tercet_literal_cursor in = c->in;
  char item[TERCET_LITERAL_ITEM_MAX];
  const size_t n_separator = layout->tight_items ? 1U : 2U;
  const size_t length = tercet_literal_item_write(
      c->type->dtype, c->data, (size_t)i, layout, item);
  return length > 0 && (i == 0 || match(&in, ", ", n_separator)) &&
         match(&in, item, length) && item_ends_here(&in);
}

/// Change to the next layout that writes the element number `i` as it stands
/// at the cursor; false if there is none
static bool
next_layout(const comparison *c, int64_t i, tercet_literal_layout *layout)
{
  const uint8_t n_forms = tercet_literal_form_count(c->type->dtype);
  if (!layout->bare_names) {
    layout->bare_names = true;
    if (item_stands_here(c, layout, i)) {
      return true;
    }
    layout->bare_names = false;
  }
  while (++layout->form < n_forms) {
    if (item_stands_here(c, layout, i)) {
      return true;
    }
  }
  return false;
}

/// Print and compare all of it; set `equal`, or else the number of elements
/// that agree, with the cursor behind them, or -1 if the rest does not
static tercet_status
compare_text(comparison *c,
             const tercet_literal_layout *layout,
             bool *equal,
             int64_t *n_equal)
{
  *equal = false;
  *n_equal = -1;
  c->in.at = c->in.start;
  c->scratch->length = 0;
  TERCET_TRY(tercet_literal_write_head(c->type, layout, c->scratch));
  if (!match(&c->in, c->scratch->data, c->scratch->length)) {
    return TERCET_OK;
  }

  match_items(c, layout, n_equal);
  if (*n_equal < c->type->n_elements) {
    return TERCET_OK;
  }
  *n_equal = -1;
  c->scratch->length = 0;
  TERCET_TRY(tercet_literal_write_tail(c->type, layout, c->scratch));
  *equal = match(&c->in, c->scratch->data, c->scratch->length) &&
           c->in.at == c->in.end;
  return TERCET_OK;
}

static comparison
comparison_of(tercet_string text,
              bool escaped,
              const tercet_tensor_type *type,
              const void *data,
              tercet_buffer *scratch)
{
  const char *const start = text.length ? text.data : "";
  const comparison c = {
      {start, start, start + text.length, escaped, NULL}, type, data, scratch};
  return c;
}

tercet_status
tercet_literal_find_style(tercet_string text,
                          bool escaped,
                          const tercet_tensor_type *type,
                          const void *data,
                          tercet_buffer *scratch,
                          tercet_literal_style *style)
{
  comparison c = comparison_of(text, escaped, type, data, scratch);
  tercet_literal_layout layout;
  *style = TERCET_LITERAL_STYLE_NONE;
  for (bool more = guess_layout(&c, &layout); more;) {
    bool equal = false;
    int64_t n_equal = -1;
    TERCET_TRY(compare_text(&c, &layout, &equal, &n_equal));
    if (equal) {
      *style = tercet_literal_layout_pack(&layout);
      return TERCET_OK;
    }
    more = n_equal >= 0 && next_layout(&c, n_equal, &layout);
  }
  return TERCET_OK;
}

/// Room that remembers where it was given
typedef struct {
  const tercet_literal_room *room;
  void *data;
} seen_room;

static void *
see_room(void *context, size_t n_bytes)
{
  seen_room *const seen = (seen_room *)context;
  seen->data = seen->room->room(seen->room->context, n_bytes);
  return seen->data;
}

/// Set `style` from how the elements were seen to stand, if that tells
static tercet_status
use_trace(comparison *c,
          const tercet_literal_trace *trace,
          tercet_literal_style *style)
{
  tercet_literal_layout layout;
  if (!trace->is_regular || !guess_layout(c, &layout)) {
    return TERCET_OK;
  }
  layout.form = trace->form;
  if (trace->n_separator) {
    layout.tight_items = trace->n_separator == 1U;
  }

  c->in.at = c->in.start;
  c->scratch->length = 0;
  TERCET_TRY(tercet_literal_write_head(c->type, &layout, c->scratch));
  if (!match(&c->in, c->scratch->data, c->scratch->length) ||
      c->in.at != trace->begin) {
    return TERCET_OK;
  }
  c->in.at = trace->end;
  c->scratch->length = 0;
  TERCET_TRY(tercet_literal_write_tail(c->type, &layout, c->scratch));
  if (match(&c->in, c->scratch->data, c->scratch->length) &&
      c->in.at == c->in.end) {
    *style = tercet_literal_layout_pack(&layout);
  }
  return TERCET_OK;
}

tercet_status
tercet_literal_read_with_style(tercet_string text,
                               bool escaped,
                               const tercet_literal_room *room,
                               tercet_buffer *scratch,
                               tercet_tensor_type *type,
                               tercet_literal_style *style,
                               tercet_error *err)
{
  seen_room seen = {room, NULL};
  const tercet_literal_room seeing = {see_room, &seen};
  tercet_literal_trace trace;
  TERCET_TRY(
      tercet_literal_read_traced(text, escaped, &seeing, type, &trace, err));

  comparison c = comparison_of(text, escaped, type, seen.data, scratch);
  *style = TERCET_LITERAL_STYLE_NONE;
  TERCET_TRY(use_trace(&c, &trace, style));
  return *style != TERCET_LITERAL_STYLE_NONE
             ? TERCET_OK
             : tercet_literal_find_style(
                   text, escaped, type, seen.data, scratch, style);
}
