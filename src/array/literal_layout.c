// SPDX-License-Identifier: Apache-2.0

#include "array/literal_layout.h"

#include "base/error.h"
#include "base/number.h"

const uint8_t tercet_literal_orders[TERCET_LITERAL_ORDER_COUNT][4] = {
    {TERCET_MEMBER_TYPE, TERCET_MEMBER_SHAPE, TERCET_MEMBER_DATA},
    {TERCET_MEMBER_TYPE, TERCET_MEMBER_DATA, TERCET_MEMBER_SHAPE},
    {TERCET_MEMBER_SHAPE, TERCET_MEMBER_TYPE, TERCET_MEMBER_DATA},
    {TERCET_MEMBER_SHAPE, TERCET_MEMBER_DATA, TERCET_MEMBER_TYPE},
    {TERCET_MEMBER_DATA, TERCET_MEMBER_TYPE, TERCET_MEMBER_SHAPE},
    {TERCET_MEMBER_DATA, TERCET_MEMBER_SHAPE, TERCET_MEMBER_TYPE},
    {TERCET_MEMBER_SHAPE, TERCET_MEMBER_DATA},
    {TERCET_MEMBER_DATA, TERCET_MEMBER_SHAPE},
};

/// The first order without "type", which only names can do without
#define UNTYPED_ORDER 6U

bool
tercet_literal_layout_unpack(tercet_literal_style style,
                             tercet_dtype dtype,
                             tercet_literal_layout *out)
{
  *out = (tercet_literal_layout){
      .order = style & 7U,
      .tight_members = (style >> 3U) & 1U,
      .tight_colons = (style >> 4U) & 1U,
      .tight_items = (style >> 5U) & 1U,
      .bare_names = (style >> 6U) & 1U,
      .form = (style >> 7U) & 63U,
  };
  return style >> 13U == 0 &&
         (out->order < UNTYPED_ORDER ||
          (dtype == TERCET_DTYPE_BOOL && out->form == 0)) &&
         out->form < tercet_literal_form_count(dtype);
}

tercet_literal_style
tercet_literal_layout_pack(const tercet_literal_layout *layout)
{
  return (tercet_literal_style)(layout->order |
                                (unsigned)layout->tight_members << 3U |
                                (unsigned)layout->tight_colons << 4U |
                                (unsigned)layout->tight_items << 5U |
                                (unsigned)layout->bare_names << 6U |
                                (unsigned)layout->form << 7U);
}

static tercet_status
write_shape(const tercet_tensor_type *type,
            const tercet_literal_layout *layout,
            tercet_buffer *out)
{
  TERCET_TRY(tercet_buffer_append_char(out, '['));
  for (uint32_t i = 0; i < type->rank; ++i) {
    char text[TERCET_NUMBER_TEXT_MAX];
    const size_t length = tercet_i64_write(type->shape[i], text);
    if (i) {
      TERCET_TRY(
          tercet_buffer_append_text(out, layout->tight_items ? "," : ", "));
    }
    TERCET_TRY(tercet_buffer_append(out, text, length));
  }
  return tercet_buffer_append_char(out, ']');
}

/// Append a member; of `data`, only up to the opening bracket
static tercet_status
write_member(tercet_literal_member member,
             const tercet_tensor_type *type,
             const tercet_literal_layout *layout,
             tercet_buffer *out)
{
  static const char *const keys[] = {
      [TERCET_MEMBER_TYPE] = "\"type\":",
      [TERCET_MEMBER_SHAPE] = "\"shape\":",
      [TERCET_MEMBER_DATA] = "\"data\":",
  };
  TERCET_TRY(tercet_buffer_append_text(out, keys[member]));
  if (!layout->tight_colons) {
    TERCET_TRY(tercet_buffer_append_char(out, ' '));
  }
  if (member == TERCET_MEMBER_DATA) {
    return tercet_buffer_append_char(out, '[');
  }
  if (member == TERCET_MEMBER_SHAPE) {
    return write_shape(type, layout, out);
  }
  TERCET_TRY(tercet_buffer_append_char(out, '"'));
  TERCET_TRY(tercet_buffer_append_text(out, tercet_dtype_name(type->dtype)));
  return tercet_buffer_append_char(out, '"');
}

static tercet_status
write_member_separator(const tercet_literal_layout *layout, tercet_buffer *out)
{
  return tercet_buffer_append_text(out, layout->tight_members ? "," : ", ");
}

tercet_status
tercet_literal_write_head(const tercet_tensor_type *type,
                          const tercet_literal_layout *layout,
                          tercet_buffer *out)
{
  const uint8_t *member = tercet_literal_orders[layout->order];
  TERCET_TRY(tercet_buffer_append_char(out, '{'));
  for (; *member != TERCET_MEMBER_DATA; ++member) {
    TERCET_TRY(write_member((tercet_literal_member)*member, type, layout, out));
    TERCET_TRY(write_member_separator(layout, out));
  }
  return write_member(TERCET_MEMBER_DATA, type, layout, out);
}

tercet_status
tercet_literal_write_tail(const tercet_tensor_type *type,
                          const tercet_literal_layout *layout,
                          tercet_buffer *out)
{
  const uint8_t *member = tercet_literal_orders[layout->order];
  while (*member != TERCET_MEMBER_DATA) {
    ++member;
  }
  TERCET_TRY(tercet_buffer_append_char(out, ']'));
  for (++member; *member != TERCET_MEMBER_END; ++member) {
    TERCET_TRY(write_member_separator(layout, out));
    TERCET_TRY(write_member((tercet_literal_member)*member, type, layout, out));
  }
  return tercet_buffer_append_char(out, '}');
}
