// SPDX-License-Identifier: Apache-2.0

#include "array/dtype.h"

#include "base/string_view.h"

#include <assert.h>

/// What is known of a dtype
typedef struct {
  const char *name;
  size_t size;
  tercet_dtype_kind kind;
  bool is_literal;
} dtype_traits;

static const dtype_traits traits_table[] = {
#define TRAITS(id, name, size, kind, literal)                                  \
  {name, size, TERCET_KIND_##kind, literal != 0},
    TERCET_DTYPE_LIST(TRAITS)
#undef TRAITS
};

static_assert(sizeof(traits_table) / sizeof(traits_table[0]) ==
                  TERCET_DTYPE_COUNT,
              "one row for each dtype");
static_assert(TERCET_DTYPE_C128 + 1 == TERCET_DTYPE_COUNT,
              "the count is that of the list");

static const dtype_traits *
traits_of(tercet_dtype dtype)
{
  assert((size_t)dtype < TERCET_DTYPE_COUNT);
  return &traits_table[dtype];
}

const char *
tercet_dtype_name(tercet_dtype dtype)
{
  return traits_of(dtype)->name;
}

size_t
tercet_dtype_size(tercet_dtype dtype)
{
  return traits_of(dtype)->size;
}

bool
tercet_dtype_from_name(tercet_string name, tercet_dtype *out)
{
  for (size_t i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    if (tercet_string_is(name, traits_table[i].name)) {
      *out = (tercet_dtype)i;
      return true;
    }
  }
  return false;
}

bool
tercet_dtype_is_literal(tercet_dtype dtype)
{
  return traits_of(dtype)->is_literal;
}

tercet_dtype_kind
tercet_dtype_kind_of(tercet_dtype dtype)
{
  return traits_of(dtype)->kind;
}

size_t
tercet_dtype_alignment(tercet_dtype dtype)
{
  const dtype_traits *const traits = traits_of(dtype);
  return traits->kind == TERCET_KIND_C ? traits->size / 2U : traits->size;
}

tercet_dtype
tercet_dtype_of_parts(tercet_dtype dtype)
{
  return dtype == TERCET_DTYPE_C64 ? TERCET_DTYPE_F32 : TERCET_DTYPE_F64;
}
