// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_BASE_TEXT_CASE_H
#define TERCET_BASE_TEXT_CASE_H

#include "base/arena.h"

/**
   Set `out` to a text with each code point in upper or lower case; malformed
   bytes stay as they are.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or #TERCET_ERR_UNSUPPORTED for
   letters beyond ASCII in a build without utf8proc.
*/
TERCET_NODISCARD tercet_status
tercet_text_map_case(tercet_arena *arena,
                     tercet_string text,
                     bool to_upper,
                     tercet_string *out);

#endif // TERCET_BASE_TEXT_CASE_H
