// SPDX-License-Identifier: Apache-2.0

/// The tensors of files as values of a run

#include "array/dtype.h"
#include "array/shape.h"
#include "array/tensor_view.h"
#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "onnx/io/wire.h"
#include "onnx/operator.h"

#include <inttypes.h>

/// What becomes of one TensorProto
typedef struct {
  const tercet_allocator *alloc;
  const tercet_onnx_tensor *from;
  tercet_onnx_type type;
  tercet_dtype dtype;
  int64_t n; ///< Elements
  tercet_error *err;
} conversion;

static tercet_status
fail(const conversion *c, tercet_status status, const char *what)
{
  return tercet_error_set(c->err,
                          status,
                          "tensor \"%.*s\" %s",
                          TERCET_STRING_ARGS(c->from->name),
                          what);
}

/// Make the tensor, whose elements are to be written
static tercet_status
make_tensor(const conversion *c, tercet_tensor **out)
{
  return tercet_tensor_empty(c->alloc,
                             c->dtype,
                             c->from->rank,
                             c->from->shape,
                             TERCET_ROW_MAJOR,
                             out,
                             c->err);
}

static tercet_status
intern_strings(const conversion *c,
               tercet_onnx_strings *strings,
               tercet_tensor **out)
{
  if ((uint64_t)c->n != c->from->n_strings) {
    return tercet_error_set(c->err,
                            TERCET_ERR_SHAPE,
                            "tensor \"%.*s\" has %zu strings, not the %" PRId64
                            " of its shape",
                            TERCET_STRING_ARGS(c->from->name),
                            c->from->n_strings,
                            c->n);
  }

  TERCET_TRY(make_tensor(c, out));
  uint64_t *const handles = tercet_tensor_mutable_data(*out);
  for (size_t i = 0; i < c->from->n_strings; ++i) {
    if (tercet_onnx_strings_intern(strings, c->from->strings[i], &handles[i])) {
      tercet_tensor_unref(*out);
      *out = NULL;
      return tercet_error_no_memory(c->err);
    }
  }
  return TERCET_OK;
}

/// Give each element of half a byte one of its own; the first of two is the
/// lower half
static tercet_status
unpack_halves(const conversion *c, tercet_tensor **out)
{
  TERCET_TRY(make_tensor(c, out));
  const uint8_t *const packed = c->from->data;
  uint8_t *const bytes = tercet_tensor_mutable_data(*out);
  for (int64_t i = 0; i < c->n; ++i) {
    const unsigned both = packed[i / 2];
    const unsigned half = both >> (i % 2 == 0 ? 0U : 4U) & 0xFU;
    const bool is_negative = c->type == TERCET_ONNX_INT4 && half >= 8U;
    bytes[i] = (uint8_t)(is_negative ? half | 0xF0U : half);
  }
  return TERCET_OK;
}

/// Any byte but 0 is true
static tercet_status
copy_bools(const conversion *c, tercet_tensor **out)
{
  TERCET_TRY(make_tensor(c, out));
  const uint8_t *const from = c->from->data;
  bool *const to = tercet_tensor_mutable_data(*out);
  for (int64_t i = 0; i < c->n; ++i) {
    to[i] = from[i] != 0;
  }
  return TERCET_OK;
}

static tercet_status
share_bytes(const conversion *c, tercet_tensor **out)
{
  // The tensor is read-only
  void *const data = (void *)(uintptr_t)c->from->data;
  TERCET_TRY(tercet_tensor_wrap(c->alloc,
                                c->dtype,
                                c->from->rank,
                                c->from->shape,
                                NULL,
                                data,
                                NULL,
                                NULL,
                                out,
                                c->err));
  (*out)->is_read_only = true;
  return TERCET_OK;
}

/// Make a tensor of elements that have a fixed size
static tercet_status
convert_bytes(const conversion *c, bool may_share, tercet_tensor **out)
{
  const tercet_onnx_tensor *const from = c->from;
  size_t n_bytes = 0;
  if (!tercet_onnx_type_bytes(c->type, c->n, &n_bytes) ||
      n_bytes != from->n_bytes) {
    return tercet_error_set(c->err,
                            TERCET_ERR_SHAPE,
                            "tensor \"%.*s\" has %zu bytes, not those of "
                            "%" PRId64 " elements of type %s",
                            TERCET_STRING_ARGS(from->name),
                            from->n_bytes,
                            c->n,
                            tercet_onnx_type_name(c->type));
  }
  if (c->n == 0) {
    return make_tensor(c, out);
  }
  if (c->type == TERCET_ONNX_BOOL) {
    return copy_bools(c, out);
  }
  if (n_bytes < (uint64_t)c->n) {
    return unpack_halves(c, out);
  }
  if (may_share &&
      (uintptr_t)from->data % tercet_dtype_alignment(c->dtype) == 0) {
    return share_bytes(c, out);
  }
  return tercet_tensor_from_data(
      c->alloc, c->dtype, from->rank, from->shape, from->data, out, c->err);
}

static tercet_status
convert(const tercet_allocator *alloc,
        const tercet_onnx_tensor *tensor,
        bool may_share,
        tercet_onnx_strings *strings,
        tercet_onnx_value *out,
        tercet_error *err)
{
  const tercet_onnx_type type = (tercet_onnx_type)tensor->type;
  conversion c = {alloc, tensor, type, tercet_onnx_type_dtype(type), 0, err};
  *out = (tercet_onnx_value){0};
  if (tensor->type == TERCET_ONNX_UNDEFINED ||
      !strcmp(tercet_onnx_type_name(type), "undefined")) {
    return tercet_error_set(err,
                            TERCET_ERR_UNSUPPORTED,
                            "tensor \"%.*s\" has elements of type %d",
                            TERCET_STRING_ARGS(tensor->name),
                            (int)tensor->type);
  }
  if (tensor->place == TERCET_ONNX_DATA_EXTERNAL && !tensor->data) {
    return fail(&c,
                TERCET_ERR_UNSUPPORTED,
                "is in another file, which may not be read");
  }

  TERCET_TRY(tercet_shape_check(
      tensor->rank, tensor->shape, tercet_dtype_size(c.dtype), &c.n, err));
  out->type = type;
  const tercet_status st = type == TERCET_ONNX_STRING
                               ? intern_strings(&c, strings, &out->tensor)
                               : convert_bytes(&c, may_share, &out->tensor);
  out->kind = st == TERCET_OK ? TERCET_ONNX_TENSOR : TERCET_ONNX_NONE;
  return st;
}

tercet_status
tercet_onnx_tensor_value(const tercet_allocator *alloc,
                         const tercet_onnx_tensor *tensor,
                         tercet_onnx_strings *strings,
                         tercet_onnx_value *out,
                         tercet_error *err)
{
  return convert(alloc, tensor, true, strings, out, err);
}

/* ---- Lone values ---- */

static tercet_status
convert_collection(const tercet_allocator *alloc,
                   tercet_onnx_kind kind,
                   const tercet_onnx_collection *collection,
                   tercet_onnx_strings *strings,
                   tercet_onnx_value *out,
                   tercet_error *err);

/// Convert member `i`: tensors come first, then sequences, then optionals;
/// there is only one kind of them
static tercet_status
convert_member(const tercet_allocator *alloc,
               const tercet_onnx_collection *collection,
               size_t i,
               tercet_onnx_strings *strings,
               tercet_onnx_value *out,
               tercet_error *err)
{
  if (i < collection->n_tensors) {
    return convert(alloc, &collection->tensors[i], false, strings, out, err);
  }
  const bool is_sequence = i < collection->n_sequences;
  return convert_collection(
      alloc,
      is_sequence ? TERCET_ONNX_SEQUENCE : TERCET_ONNX_OPTIONAL,
      is_sequence ? &collection->sequences[i] : &collection->optionals[i],
      strings,
      out,
      err);
}

/// Nested no deeper than the messages were
static tercet_status
convert_collection(const tercet_allocator *alloc,
                   tercet_onnx_kind kind,
                   const tercet_onnx_collection *collection,
                   tercet_onnx_strings *strings,
                   tercet_onnx_value *out,
                   tercet_error *err)
{
  const size_t n =
      collection->n_tensors + collection->n_sequences + collection->n_optionals;
  *out = (tercet_onnx_value){0};
  if (n != collection->n_tensors && n != collection->n_sequences &&
      n != collection->n_optionals) {
    return tercet_error_set(
        err, TERCET_ERR_UNSUPPORTED, "a sequence has members of two kinds");
  }

  tercet_onnx_value *const members =
      tercet_allocate_array(alloc, n, sizeof(*members));
  if (!members) {
    return tercet_error_no_memory(err);
  }
  size_t n_made = 0;
  tercet_status st = TERCET_OK;
  while (st == TERCET_OK && n_made < n) {
    st = convert_member(
        alloc, collection, n_made, strings, &members[n_made], err);
    n_made += st == TERCET_OK;
  }
  if (st == TERCET_OK) {
    const tercet_onnx_type type = n > 0 ? members[0].type : 0;
    st = tercet_onnx_value_from_list(alloc, kind, type, n, members, out, err);
  }
  for (size_t i = 0; st != TERCET_OK && i < n_made; ++i) {
    tercet_onnx_value_unref(members[i]);
  }
  tercet_release(alloc, members);
  return st;
}

/// Read and convert within an arena that is dropped afterwards
static tercet_status
read_value(tercet_arena *arena,
           tercet_onnx_kind kind,
           tercet_string bytes,
           tercet_onnx_strings *strings,
           tercet_onnx_value *out,
           tercet_error *err)
{
  if (kind == TERCET_ONNX_TENSOR) {
    tercet_onnx_tensor tensor = {0};
    TERCET_TRY(tercet_onnx_wire_read(
        arena, &tercet_onnx_tensor_message, bytes, NULL, &tensor, err));
    return convert(arena->alloc, &tensor, false, strings, out, err);
  }
  tercet_onnx_collection collection = {0};
  TERCET_TRY(tercet_onnx_wire_read(
      arena, &tercet_onnx_collection_message, bytes, NULL, &collection, err));
  return convert_collection(arena->alloc, kind, &collection, strings, out, err);
}

tercet_status
tercet_onnx_value_read(const tercet_allocator *alloc,
                       tercet_onnx_kind kind,
                       const void *data,
                       size_t n_bytes,
                       tercet_onnx_strings *strings,
                       tercet_onnx_value *out,
                       tercet_error *err)
{
  const tercet_string bytes = {data, n_bytes};
  tercet_arena arena;
  tercet_arena_init(&arena, tercet_allocator_or_default(alloc), SIZE_MAX);
  *out = (tercet_onnx_value){0};
  const tercet_status st = read_value(&arena, kind, bytes, strings, out, err);
  tercet_arena_clear(&arena);
  return st;
}
