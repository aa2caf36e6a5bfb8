// SPDX-License-Identifier: Apache-2.0

/**
   The bits of a style, and printing in parts.

       15 14 13 | 12 ... 7 | 6 | 5 | 4 | 3 | 2 1 0
        0  0  0 |   form   | b | i | c | m | order

   order: which member comes when; m: members are separated by "," alone,
   not ", "; c: the colon likewise; i: the items of arrays likewise; b: NaN and
   infinities are written without quotes; form: how a number is written, an
   index that depends on the dtype.
*/

#ifndef TERCET_ARRAY_LITERAL_LAYOUT_H
#define TERCET_ARRAY_LITERAL_LAYOUT_H

#include "array/literal.h"

/// The members of the object, and the end of the list
typedef enum {
  TERCET_MEMBER_END,
  TERCET_MEMBER_TYPE,
  TERCET_MEMBER_SHAPE,
  TERCET_MEMBER_DATA,
} tercet_literal_member;

/// Orders of the members; the last two are those of the older
/// BooleanDataTensor
#define TERCET_LITERAL_ORDER_COUNT 8U
extern const uint8_t tercet_literal_orders[TERCET_LITERAL_ORDER_COUNT][4];

/// A style taken apart
typedef struct {
  uint8_t order;
  bool tight_members;
  bool tight_colons;
  bool tight_items;
  bool bare_names;
  uint8_t form;
} tercet_literal_layout;

/// Set `out`; false if no literal of this dtype has such a style
bool
tercet_literal_layout_unpack(tercet_literal_style style,
                             tercet_dtype dtype,
                             tercet_literal_layout *out);

tercet_literal_style
tercet_literal_layout_pack(const tercet_literal_layout *layout);

/// Forms that the reader recognises while it reads: the canonical one, and the
/// shortest text of each float as a double, as Python writes them
#define TERCET_LITERAL_FORM_CANONICAL 0U
#define TERCET_LITERAL_FORM_DOUBLE 9U

/// Return how many forms there are for the numbers of a dtype
uint8_t
tercet_literal_form_count(tercet_dtype dtype);

/// Bytes that an element and its separator take at the most
#define TERCET_LITERAL_ITEM_MAX 64U

/// Write the element number `i`, without separator.  Return its bytes, or 0
/// if the form cannot write this value.
size_t
tercet_literal_item_write(tercet_dtype dtype,
                          const void *data,
                          size_t i,
                          const tercet_literal_layout *layout,
                          char *out);

/// Append what comes before the first element
TERCET_NODISCARD tercet_status
tercet_literal_write_head(const tercet_tensor_type *type,
                          const tercet_literal_layout *layout,
                          tercet_buffer *out);

/// Append elements from `first` on, each after its separator
TERCET_NODISCARD tercet_status
tercet_literal_write_items(const tercet_tensor_type *type,
                           const void *data,
                           const tercet_literal_layout *layout,
                           int64_t first,
                           int64_t count,
                           tercet_buffer *out);

/// Append what comes behind the last element
TERCET_NODISCARD tercet_status
tercet_literal_write_tail(const tercet_tensor_type *type,
                          const tercet_literal_layout *layout,
                          tercet_buffer *out);

#endif // TERCET_ARRAY_LITERAL_LAYOUT_H
