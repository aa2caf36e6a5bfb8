// SPDX-License-Identifier: Apache-2.0

/// The short form of a tensor, for people

#include "array/element.h"
#include "array/tensor_internal.h"
#include "base/error.h"
#include "base/number.h"

#include <string.h>

/// Bytes of a complex number: two numbers, a sign and a letter
#define ELEMENT_TEXT_MAX (2U * TERCET_NUMBER_TEXT_MAX + 2U)

static tercet_status
write_text(const tercet_output *output, const char *text, tercet_error *err)
{
  return output->write(output->context, text, strlen(text), err);
}

/// Return the address of the element at a row-major position
static const char *
element_at(const tercet_tensor *tensor, int64_t position)
{
  const char *data = tensor->data;
  for (size_t i = tensor->rank; i-- > 0;) {
    data += position % tensor->shape[i] * tensor->strides[i];
    position /= tensor->shape[i];
  }
  return data;
}

/// Write a complex number like Python, with a 'j'
static size_t
format_complex(wide_C x, bool is_float32, char *text)
{
  size_t length = is_float32
                      ? tercet_f32_write((float)x.re, TERCET_FLOAT_PYTHON, text)
                      : tercet_f64_write(x.re, TERCET_FLOAT_PYTHON, text);
  const size_t i_sign = length;
  text[length++] = '+';
  length +=
      is_float32
          ? tercet_f32_write((float)x.im, TERCET_FLOAT_PYTHON, text + length)
          : tercet_f64_write(x.im, TERCET_FLOAT_PYTHON, text + length);
  if (text[i_sign + 1U] == '-') {
    memmove(text + i_sign, text + i_sign + 1U, length - i_sign - 1U);
    --length;
  }
  text[length++] = 'j';
  return length;
}

/// Write an element with the fewest digits that tell it apart; return their
/// number
static size_t
format_element(tercet_dtype dtype, const char *element, char *text)
{
  wide_buffer wide;
  tercet_elements_widen(dtype, element, 0, 1, &wide);
  switch (tercet_dtype_kind_of(dtype)) {
  case TERCET_KIND_B: {
    const char *const word = wide.as_B[0] ? "true" : "false";
    memcpy(text, word, strlen(word));
    return strlen(word);
  }
  case TERCET_KIND_I:
    return tercet_i64_write(wide.as_I[0], text);
  case TERCET_KIND_U:
    return tercet_u64_write(wide.as_U[0], text);
  case TERCET_KIND_F:
    break;
  case TERCET_KIND_C:
    return format_complex(wide.as_C[0], dtype == TERCET_DTYPE_C64, text);
  }

  if (dtype == TERCET_DTYPE_F64) {
    return tercet_f64_write(wide.as_F[0], TERCET_FLOAT_PYTHON, text);
  }
  if (dtype == TERCET_DTYPE_F16) {
    uint16_t bits = 0;
    memcpy(&bits, element, sizeof(bits));
    return tercet_f16_write(bits, TERCET_FLOAT_PYTHON, text);
  }
  return tercet_f32_write((float)wide.as_F[0], TERCET_FLOAT_PYTHON, text);
}

static tercet_status
print_elements(const tercet_tensor *tensor,
               int64_t first,
               int64_t end,
               const tercet_output *output,
               tercet_error *err)
{
  for (int64_t i = first; i < end; ++i) {
    char text[ELEMENT_TEXT_MAX + 2U];
    size_t length = 0;
    text[length++] = i ? ',' : ' ';
    if (i) {
      text[length++] = ' ';
    }
    length +=
        format_element(tensor->dtype, element_at(tensor, i), text + length);
    TERCET_TRY(output->write(output->context, text, length, err));
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_print(const tercet_tensor *tensor,
                    size_t max_elements,
                    const tercet_output *output,
                    tercet_error *err)
{
  char shape[TERCET_SHAPE_TEXT_MAX];
  TERCET_TRY(write_text(output, tercet_dtype_name(tensor->dtype), err));
  TERCET_TRY(write_text(
      output, tercet_shape_text(tensor->rank, tensor->shape, shape), err));
  if ((uint64_t)tensor->size <= max_elements) {
    return print_elements(tensor, 0, tensor->size, output, err);
  }
  if (max_elements == 0) {
    return write_text(output, " ...", err);
  }

  // The last element is worth more than one more of the first
  const int64_t n_last = max_elements > 1 ? 1 : 0;
  const int64_t n_first = (int64_t)max_elements - n_last;
  TERCET_TRY(print_elements(tensor, 0, n_first, output, err));
  TERCET_TRY(write_text(output, ", ...", err));
  return print_elements(
      tensor, tensor->size - n_last, tensor->size, output, err);
}
