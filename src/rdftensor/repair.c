// SPDX-License-Identifier: Apache-2.0

/// Where the models of the specification are invalid for types and shapes that
/// its text allows, and what was done about it

#include "rdftensor/repair.h"

#include "base/error.h"
#include "rdftensor/rdftensor_internal.h"

#include <string.h>

/* ---- Which operands need a repair ---- */

/// Not takes bool only
static bool
is_not_bool(const tercet_template_use *use)
{
  return use->types[0] != TERCET_DTYPE_BOOL;
}

/// TopK does not take bool
static bool
is_bool(const tercet_template_use *use)
{
  return use->types[0] == TERCET_DTYPE_BOOL;
}

/// The second input is cast to its own type
static bool
is_second_narrower(const tercet_template_use *use)
{
  return tercet_dtype_resolve(use->types[0], use->types[1]) != use->types[1];
}

/// Greater and Less do not take bool
static bool
are_both_bool(const tercet_template_use *use)
{
  return use->types[0] == TERCET_DTYPE_BOOL &&
         use->types[1] == TERCET_DTYPE_BOOL;
}

/// Only this mask does the same as it stands
static bool
is_no_plain_mask(const tercet_template_use *use)
{
  const tercet_tensor_type *const tensor = use->shapes[0];
  const tercet_tensor_type *const mask = use->shapes[1];
  return use->types[0] != TERCET_DTYPE_F64 || !tensor || !mask ||
         tensor->rank != 1U || mask->rank != 1U ||
         tensor->shape[0] != mask->shape[0];
}

static bool
is_index_not_i64(const tercet_template_use *use)
{
  return use->types[1] != TERCET_DTYPE_I64;
}

/// ReduceSum, ReduceProd and ReduceL1 do not take these; int16 has a model
static bool
is_small_unsigned(const tercet_template_use *use)
{
  return use->types[0] == TERCET_DTYPE_U8 || use->types[0] == TERCET_DTYPE_U16;
}

/// ReduceMax and ReduceMin do not take it
static bool
is_u16(const tercet_template_use *use)
{
  return use->types[0] == TERCET_DTYPE_U16;
}

static bool
is_not_two_by_four(const tercet_template_use *use)
{
  const tercet_tensor_type *const type = use->shapes[0];
  return !type || type->rank != 2U || type->shape[0] != 2 ||
         type->shape[1] != 4;
}

/// A constant of shape [1] adds an axis to these only
static bool
has_no_axes(const tercet_template_use *use)
{
  return !use->shapes[0] || use->shapes[0]->rank == 0U;
}

static bool
always(const tercet_template_use *use)
{
  (void)use;
  return true;
}

/* ---- The list ---- */

static const tercet_template_repair repairs[] = {
    {"R1",
     "not",
     "casts to bool, since Not takes nothing else, and declares a bool result",
     is_not_bool},
    {"R2",
     "sort* quantile*",
     "sorts bool as uint8, as int16 is sorted as int32",
     is_bool},
    {"R3", "lt", "casts both inputs to the resolved type", is_second_narrower},
    {"R4", "gt lt", "compares bool with bool as uint8", are_both_bool},
    {"R5",
     "mask",
     "broadcasts the mask and flattens it, and declares the type of the input",
     is_no_plain_mask},
    {"R6", "index", "casts the index to int64", is_index_not_i64},
    {"R7",
     "sum* prod* norm1*",
     "reduces uint8 and uint16 as uint32, as int16 is reduced as int32",
     is_small_unsigned},
    {"R8", "max* min*", "reduces uint16 as uint32, as int16 as int32", is_u16},
    {"R9",
     "quantile_interpolate_with_interpolation_axis_reduction",
     "declares no shape of the input",
     is_not_two_by_four},
    {"R10",
     "cos VAR_complete",
     "has a constant of rank 0, which does not add an axis",
     has_no_axes},
    {"R11",
     "norm1_full_reduction",
     "closes the brace of the input, without which it cannot be read",
     always},
};

const tercet_template_repair *
tercet_template_repairs(size_t *n)
{
  *n = sizeof(repairs) / sizeof(repairs[0]);
  return repairs;
}

/* ---- Looking one up ---- */

/// Return whether a name is among those of a repair
static bool
is_among(const char *name, const char *names)
{
  for (const char *at = names; *at;) {
    const size_t n = strcspn(at, " ");
    const bool is_prefix = at[n - 1U] == '*';
    if (is_prefix ? !strncmp(name, at, n - 1U)
                  : strlen(name) == n && !strncmp(name, at, n)) {
      return true;
    }
    at += n + (at[n] == ' ');
  }
  return false;
}

const tercet_template_repair *
tercet_template_find_repair(const tercet_template_use *use)
{
  for (size_t i = 0; i < sizeof(repairs) / sizeof(repairs[0]); ++i) {
    if (is_among(use->name, repairs[i].templates) &&
        repairs[i].is_needed(use)) {
      return &repairs[i];
    }
  }
  return NULL;
}

tercet_status
tercet_template_check_strict(const tercet_template_use *use, tercet_error *err)
{
  const tercet_template_repair *const repair = tercet_template_find_repair(use);
  return repair ? tercet_error_set(err,
                                   TERCET_ERR_DTYPE,
                                   "the template %s is not valid here without "
                                   "repair %s, which %s",
                                   use->name,
                                   repair->id,
                                   repair->what)
                : TERCET_OK;
}
