// SPDX-License-Identifier: Apache-2.0

/// Tensors from and to the text of tensor literals

#include "array/literal.h"
#include "array/literal_layout.h"

#include "base/error.h"

/// Text that is handed to the output at once
#define TEXT_MAX 65536U

/// Elements that surely fit into it
#define ITEMS_MAX (int64_t)(TEXT_MAX / TERCET_LITERAL_ITEM_MAX / 2U)

/// Where the elements go while a literal is read
typedef struct {
  const tercet_allocator *alloc;
  const tercet_tensor_type *type;
  tercet_tensor *tensor;
} tensor_target;

/// Make the tensor once its type is known
static void *
make_room(void *context, size_t n_bytes)
{
  tensor_target *const target = (tensor_target *)context;
  const tercet_tensor_type *const type = target->type;
  (void)n_bytes;
  if (tercet_tensor_new(target->alloc,
                        type->dtype,
                        type->rank,
                        type->shape,
                        &target->tensor,
                        NULL) != TERCET_OK) {
    return NULL;
  }
  return tercet_tensor_mutable_data(target->tensor);
}

tercet_status
tercet_tensor_from_literal(const tercet_allocator *alloc,
                           tercet_string text,
                           tercet_tensor **out,
                           tercet_error *err)
{
  tercet_tensor_type type;
  tensor_target target = {alloc, &type, NULL};
  const tercet_literal_room room = {make_room, &target};
  *out = NULL;
  const tercet_status st = tercet_literal_read(text, false, &room, &type, err);
  if (st != TERCET_OK) {
    tercet_tensor_unref(target.tensor);
    return st;
  }
  *out = target.tensor;
  return TERCET_OK;
}

/// Hand the text in the buffer on
static tercet_status
flush(tercet_buffer *text, const tercet_output *output, tercet_error *err)
{
  const tercet_status st =
      output->write(output->context, text->data, text->length, err);
  text->length = 0;
  return st;
}

/// Write a contiguous tensor by way of a buffer of TEXT_MAX bytes
static tercet_status
write_contiguous(const tercet_tensor *tensor,
                 tercet_buffer *text,
                 const tercet_output *output,
                 tercet_error *err)
{
  const tercet_literal_layout canonical = {0};
  const void *const data = tercet_tensor_data(tensor);
  tercet_tensor_type type;
  TERCET_TRY(tercet_tensor_type_init(tercet_tensor_dtype(tensor),
                                     tercet_tensor_rank(tensor),
                                     tercet_tensor_shape(tensor),
                                     &type,
                                     err));
  if (!tercet_dtype_is_literal(type.dtype)) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "no tensor literal has elements of type %s",
                            tercet_dtype_name(type.dtype));
  }
  if (tercet_buffer_reserve(text, TEXT_MAX) != TERCET_OK) {
    return tercet_error_no_memory(err);
  }

  // The room just made is enough for each of these steps
  TERCET_TRY(tercet_literal_write_head(&type, &canonical, text));
  for (int64_t i = 0; i < type.n_elements; i += ITEMS_MAX) {
    const int64_t rest = type.n_elements - i;
    const int64_t count = rest < ITEMS_MAX ? rest : ITEMS_MAX;
    TERCET_TRY(
        tercet_literal_write_items(&type, data, &canonical, i, count, text));
    TERCET_TRY(flush(text, output, err));
  }
  TERCET_TRY(tercet_literal_write_tail(&type, &canonical, text));
  return flush(text, output, err);
}

tercet_status
tercet_tensor_to_literal(const tercet_tensor *tensor,
                         const tercet_output *output,
                         tercet_error *err)
{
  tercet_tensor *copy = NULL;
  if (!tercet_tensor_is_contiguous(tensor)) {
    TERCET_TRY(tercet_tensor_copy(NULL, tensor, &copy, err));
  }

  tercet_buffer text;
  tercet_buffer_init(&text, NULL, TEXT_MAX);
  const tercet_status st =
      write_contiguous(copy ? copy : tensor, &text, output, err);
  tercet_buffer_clear(&text);
  tercet_tensor_unref(copy);
  return st;
}
