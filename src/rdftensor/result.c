// SPDX-License-Identifier: Apache-2.0

/// What a function gives back: a tensor in the batch's arena, or an XSD
/// literal of the type that belongs to a dtype

#include "rdftensor/rdftensor_internal.h"

#include "base/checked.h"
#include "base/float16.h"
#include "base/number.h"

#include <assert.h>
#include <string.h>

/// Elements start where vector loads do not cross a cache line
#define ALIGNMENT 64U

/// Return whether the last result was of this dtype and shape
static bool
is_last_type(const tercet_row_call *row,
             tercet_dtype dtype,
             size_t rank,
             const int64_t *shape)
{
  const tercet_tensor_type *const last = row->last_type;
  return last && last->dtype == dtype && last->rank == rank &&
         (!rank || !memcmp(last->shape, shape, rank * sizeof(*shape)));
}

/// Let row->last_type be of this dtype and shape
static tercet_status
find_type(tercet_row_call *row,
          tercet_dtype dtype,
          size_t rank,
          const int64_t *shape)
{
  if (is_last_type(row, dtype, rank, shape)) {
    return TERCET_OK;
  }

  tercet_tensor_type *const type =
      tercet_arena_allocate(row->call->arena, sizeof(*type));
  if (!type) {
    return TERCET_ERR_NO_MEMORY;
  }

  TERCET_TRY(tercet_tensor_type_init(dtype, rank, shape, type, row->err));
  row->last_type = type;
  return TERCET_OK;
}

tercet_status
tercet_row_new_tensors(tercet_row_call *row,
                       size_t n,
                       tercet_dtype dtype,
                       size_t rank,
                       const int64_t *shape,
                       void **data,
                       tercet_value *out)
{
  size_t n_bytes = 0;
  TERCET_TRY(find_type(row, dtype, rank, shape));
  const tercet_tensor_type *const type = row->last_type;
  *data =
      tercet_size_multiply(n, type->n_bytes, &n_bytes)
          ? tercet_arena_allocate_aligned(row->call->arena, n_bytes, ALIGNMENT)
          : NULL;
  if (!*data) {
    row->n_refused = type->n_bytes;
    return TERCET_ERR_NO_MEMORY;
  }

  for (size_t i = 0; i < n; ++i) {
    out[i] = tercet_value_tensor(type, (const char *)*data + i * type->n_bytes);
  }
  return tercet_row_work(row, n * (size_t)type->n_elements);
}

tercet_status
tercet_row_new_tensor(tercet_row_call *row,
                      tercet_dtype dtype,
                      size_t rank,
                      const int64_t *shape,
                      void **data,
                      tercet_value *out)
{
  return tercet_row_new_tensors(row, 1, dtype, rank, shape, data, out);
}

tercet_status
tercet_row_set_tensor(tercet_row_call *row,
                      const tercet_tensor *tensor,
                      tercet_value *out)
{
  assert(tercet_tensor_is_contiguous(tensor));

  TERCET_TRY(find_type(row,
                       tercet_tensor_dtype(tensor),
                       tercet_tensor_rank(tensor),
                       tercet_tensor_shape(tensor)));
  *out = tercet_value_tensor(row->last_type, tercet_tensor_data(tensor));
  return tercet_row_work(row, (size_t)row->last_type->n_elements);
}

static void
set_integer(int64_t value, tercet_datatype datatype, tercet_value *out)
{
  *out = tercet_value_integer(value);
  out->datatype = (uint8_t)datatype;
}

static tercet_status
set_u64(tercet_row_call *row, uint64_t value, tercet_value *out)
{
  char digits[TERCET_NUMBER_TEXT_MAX];
  set_integer((int64_t)value, TERCET_DATATYPE_UNSIGNED_LONG, out);
  if (value <= INT64_MAX) {
    return TERCET_OK;
  }

  const tercet_string text = {digits, tercet_u64_write(value, digits)};
  out->kind = TERCET_VALUE_BIG_INTEGER;
  return tercet_arena_copy_string(row->call->arena, text, &out->text)
             ? TERCET_OK
             : TERCET_ERR_NO_MEMORY;
}

/// The bytes of one element
typedef union {
  bool b;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  uint64_t u64;
  float f32;
  double f64;
} element_bytes;

tercet_status
tercet_row_set_scalar(tercet_row_call *row,
                      tercet_dtype dtype,
                      const void *element,
                      tercet_value *out)
{
  element_bytes e;
  memcpy(&e, element, tercet_dtype_size(dtype));

  switch (dtype) {
  case TERCET_DTYPE_BOOL:
    *out = tercet_value_boolean(e.b);
    break;
  case TERCET_DTYPE_I16:
    set_integer(e.i16, TERCET_DATATYPE_SHORT, out);
    break;
  case TERCET_DTYPE_I32:
    set_integer(e.i32, TERCET_DATATYPE_INT, out);
    break;
  case TERCET_DTYPE_I64:
    set_integer(e.i64, TERCET_DATATYPE_LONG, out);
    break;
  case TERCET_DTYPE_U8:
    set_integer(e.u8, TERCET_DATATYPE_UNSIGNED_BYTE, out);
    break;
  case TERCET_DTYPE_U16:
    set_integer(e.u16, TERCET_DATATYPE_UNSIGNED_SHORT, out);
    break;
  case TERCET_DTYPE_U32:
    set_integer(e.u32, TERCET_DATATYPE_UNSIGNED_INT, out);
    break;
  case TERCET_DTYPE_U64:
    return set_u64(row, e.u64, out);
  case TERCET_DTYPE_F16:
    *out = tercet_value_float(tercet_f16_to_f32(e.u16));
    break;
  case TERCET_DTYPE_F32:
    *out = tercet_value_float(e.f32);
    break;
  case TERCET_DTYPE_F64:
    *out = tercet_value_double(e.f64);
    break;
  case TERCET_DTYPE_I8:
  case TERCET_DTYPE_BF16:
  case TERCET_DTYPE_C64:
  case TERCET_DTYPE_C128:
    assert(false); // No dtype of a tensor literal
    break;
  }
  return TERCET_OK;
}

tercet_status
tercet_row_finish(tercet_row_call *row,
                  const tercet_tensor *tensor,
                  bool is_scalar,
                  tercet_value *out)
{
  if (is_scalar) {
    assert(tercet_tensor_size(tensor) == 1);
    return tercet_row_set_scalar(
        row, tercet_tensor_dtype(tensor), tercet_tensor_data(tensor), out);
  }
  if (tercet_tensor_is_contiguous(tensor)) {
    return tercet_row_set_tensor(row, tensor, out);
  }

  tercet_tensor *copy = NULL;
  TERCET_TRY(tercet_tensor_copy(&row->alloc, tensor, &copy, row->err));
  return tercet_row_set_tensor(row, copy, out);
}
