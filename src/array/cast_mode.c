// SPDX-License-Identifier: Apache-2.0

/// Conversions that say what does not fit

#include "array/create_scalar.h"
#include "array/element.h"
#include "array/loop.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <inttypes.h>

/* ---- By dtype ---- */

/// Binary digits that a dtype holds exactly
static size_t
digits_of(tercet_dtype dtype)
{
  switch (dtype) {
  case TERCET_DTYPE_BOOL:
    return 1;
  case TERCET_DTYPE_I8:
  case TERCET_DTYPE_I16:
  case TERCET_DTYPE_I32:
  case TERCET_DTYPE_I64:
    return 8U * tercet_dtype_size(dtype) - 1U;
  case TERCET_DTYPE_U8:
  case TERCET_DTYPE_U16:
  case TERCET_DTYPE_U32:
  case TERCET_DTYPE_U64:
    return 8U * tercet_dtype_size(dtype);
  case TERCET_DTYPE_BF16:
    return 8;
  case TERCET_DTYPE_F16:
    return 11;
  case TERCET_DTYPE_F32:
  case TERCET_DTYPE_C64:
    return 24;
  case TERCET_DTYPE_F64:
  case TERCET_DTYPE_C128:
    return 53;
  }
  return 0;
}

/// Where a kind is in the order in which NumPy lets kinds pass
static int
rank_of(tercet_dtype_kind kind)
{
  static const int ranks[TERCET_KIND_COUNT] = {
      [TERCET_KIND_B] = 0,
      [TERCET_KIND_U] = 1,
      [TERCET_KIND_I] = 2,
      [TERCET_KIND_F] = 3,
      [TERCET_KIND_C] = 4,
  };
  return ranks[kind];
}

static bool
is_safe(tercet_dtype from, tercet_dtype to)
{
  const tercet_dtype_kind kind_from = tercet_dtype_kind_of(from);
  const tercet_dtype_kind kind_to = tercet_dtype_kind_of(to);
  if (from == to || kind_from == TERCET_KIND_B) {
    return true;
  }
  if (rank_of(kind_to) < rank_of(kind_from)) {
    return false;
  }
  // The two half floats hold none of each other: digits against range
  if (to == TERCET_DTYPE_F16 && from == TERCET_DTYPE_BF16) {
    return false;
  }
  const bool is_integer = rank_of(kind_from) < rank_of(TERCET_KIND_F);
  const bool is_widest = to == TERCET_DTYPE_F64 || to == TERCET_DTYPE_C128;
  return digits_of(from) <= digits_of(to) || (is_integer && is_widest);
}

bool
tercet_dtype_can_cast(tercet_dtype from, tercet_dtype to, tercet_cast_mode mode)
{
  switch (mode) {
  case TERCET_CAST_SAFE:
    return is_safe(from, to);
  case TERCET_CAST_SAME_KIND:
    return is_safe(from, to) || rank_of(tercet_dtype_kind_of(from)) <=
                                    rank_of(tercet_dtype_kind_of(to));
  case TERCET_CAST_UNSAFE:
  case TERCET_CAST_CHECKED:
  case TERCET_CAST_SATURATE:
    break;
  }
  return true;
}

/* ---- By element ---- */

typedef struct {
  tercet_dtype from;
  tercet_dtype to;
  char *out;        ///< Of the next element
  int64_t position; ///< Of the next element
  const tercet_tensor *tensor;
  tercet_scalar value; ///< That does not fit, at the position
} conversion;

static void
report_unfit(const conversion *c, tercet_error *err)
{
  char text[TERCET_SCALAR_TEXT_MAX];
  char at[TERCET_SHAPE_TEXT_MAX];
  int64_t index[TERCET_MAX_RANK];
  int64_t position = c->position;
  for (size_t i = c->tensor->rank; i-- > 0;) {
    index[i] = position % c->tensor->shape[i];
    position /= c->tensor->shape[i];
  }
  tercet_error_set(err,
                   TERCET_ERR_RANGE,
                   "%s at index %s does not fit %s",
                   tercet_scalar_text(&c->value, text),
                   tercet_shape_text(c->tensor->rank, index, at),
                   tercet_dtype_name(c->to));
}

static bool
check_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  conversion *const c = (conversion *)context;
  const size_t size = tercet_dtype_size(c->to);
  for (int64_t i = 0; i < n; ++i) {
    c->value = tercet_scalar_from_element(c->from, data[0] + i * strides[0]);
    if (tercet_scalar_to_element(&c->value, c->to, c->out, NULL)) {
      return false;
    }
    c->out += size;
    ++c->position;
  }
  return true;
}

/// Bring integers into the range of a dtype, of which the other half of the
/// wide numbers is out of reach
static void
clamp(const conversion *c, int64_t n, wide_buffer *wide)
{
  const uint64_t max = UINT64_MAX >> (64U - digits_of(c->to));
  const bool is_signed = tercet_dtype_kind_of(c->to) == TERCET_KIND_I;
  if (tercet_dtype_kind_of(c->from) == TERCET_KIND_U) {
    for (int64_t i = 0; i < n; ++i) {
      wide->as_U[i] = wide->as_U[i] < max ? wide->as_U[i] : max;
    }
    return;
  }
  const int64_t top = max < INT64_MAX ? (int64_t)max : INT64_MAX;
  const int64_t bottom = is_signed ? -top - 1 : 0;
  for (int64_t i = 0; i < n; ++i) {
    const int64_t x = wide->as_I[i];
    wide->as_I[i] = x < bottom ? bottom : x > top ? top : x;
  }
}

static bool
saturate_line(void *context,
              char *const *data,
              const int64_t *strides,
              int64_t n)
{
  conversion *const c = (conversion *)context;
  const int64_t size = (int64_t)tercet_dtype_size(c->to);
  const tercet_dtype_kind kind = tercet_dtype_kind_of(c->from);
  wide_buffer wide;
  for (int64_t i = 0; i < n; i += WIDE_CAPACITY) {
    const int64_t n_now = n - i < WIDE_CAPACITY ? n - i : WIDE_CAPACITY;
    tercet_elements_widen(
        c->from, data[0] + i * strides[0], strides[0], n_now, &wide);
    clamp(c, n_now, &wide);
    tercet_elements_narrow(c->to, kind, &wide, n_now, c->out, size);
    c->out += n_now * size;
  }
  return true;
}

static bool
is_integer(tercet_dtype dtype)
{
  const tercet_dtype_kind kind = tercet_dtype_kind_of(dtype);
  return kind == TERCET_KIND_I || kind == TERCET_KIND_U;
}

static tercet_status
convert_elements(const tercet_allocator *alloc,
                 const tercet_tensor *tensor,
                 tercet_dtype dtype,
                 tercet_loop_body body,
                 tercet_tensor **out,
                 tercet_error *err)
{
  TERCET_TRY(tercet_tensor_new_raw(
      alloc, dtype, tensor->rank, tensor->shape, out, err));
  conversion c = {.from = tensor->dtype,
                  .to = dtype,
                  .out = (*out)->data,
                  .tensor = tensor};
  tercet_loop loop;
  tercet_loop_init(&loop, tensor->rank, tensor->shape);
  tercet_loop_add_tensor(&loop, tensor);
  tercet_loop_collapse(&loop);
  const int64_t cost = (int64_t)tercet_dtype_size(dtype) * 4;
  const tercet_status st = tercet_loop_run_parts(&loop, cost, body, &c, err);
  if (st == TERCET_ERR_RANGE) {
    report_unfit(&c, err);
  }
  return tercet_tensor_made(st, out);
}

tercet_status
tercet_tensor_convert(const tercet_allocator *alloc,
                      const tercet_tensor *tensor,
                      tercet_dtype dtype,
                      tercet_cast_mode mode,
                      tercet_tensor **out,
                      tercet_error *err)
{
  *out = NULL;
  if (!tercet_dtype_can_cast(tensor->dtype, dtype, mode)) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "%s does not convert to %s %s",
                            tercet_dtype_name(tensor->dtype),
                            tercet_dtype_name(dtype),
                            mode == TERCET_CAST_SAFE ? "safely"
                                                     : "within its kind");
  }
  // Where all fits, and from float to integer, a cast does the same
  if (!is_safe(tensor->dtype, dtype)) {
    if (mode == TERCET_CAST_CHECKED) {
      return convert_elements(alloc, tensor, dtype, check_line, out, err);
    }
    if (mode == TERCET_CAST_SATURATE && is_integer(tensor->dtype) &&
        is_integer(dtype)) {
      return convert_elements(alloc, tensor, dtype, saturate_line, out, err);
    }
  }
  return tercet_tensor_cast(alloc, tensor, dtype, out, err);
}
