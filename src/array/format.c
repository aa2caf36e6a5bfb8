// SPDX-License-Identifier: Apache-2.0

/**
   Tensors as nested brackets, for people.

   The layout is that of NumPy's array2string(): rows are wrapped at the width,
   one more empty line stands between blocks for each axis, and of large
   tensors only the edges are shown.  Recursion is by axis, so at most
   #TERCET_MAX_RANK deep.
*/

#include "array/format_number.h"
#include "array/tensor_internal.h"
#include "base/error.h"

#include <string.h>

typedef struct {
  const tercet_tensor *tensor;
  const tercet_output *output;
  tercet_error *err;
  int64_t edge_items; ///< 0: all is shown
  size_t line_width;
  const char *separator;
  size_t n_separator; ///< Without spaces at its end
  tercet_format_cells cells;
  size_t column;   ///< Characters on the line so far
  size_t n_spaces; ///< Not written yet: none remain at the end of a line
} formatter;

/* ---- Output ---- */

static tercet_status
write_text(formatter *f, const char *text, size_t length)
{
  static const char spaces[] = "                                ";

  f->column += length;
  while (length && *text == ' ') {
    ++f->n_spaces;
    ++text;
    --length;
  }
  size_t n_end = 0;
  while (n_end < length && text[length - n_end - 1U] == ' ') {
    ++n_end;
  }
  if (length == n_end) {
    return TERCET_OK;
  }
  while (f->n_spaces) {
    const size_t n =
        f->n_spaces < sizeof(spaces) ? f->n_spaces : sizeof(spaces) - 1U;
    TERCET_TRY(f->output->write(f->output->context, spaces, n, f->err));
    f->n_spaces -= n;
  }
  f->n_spaces = n_end;
  return f->output->write(f->output->context, text, length - n_end, f->err);
}

/// End the line, and begin the next ones with `indent` spaces
static tercet_status
break_line(formatter *f, size_t n_lines, size_t indent)
{
  for (size_t i = 0; i < n_lines; ++i) {
    TERCET_TRY(f->output->write(f->output->context, "\n", 1, f->err));
  }
  f->n_spaces = indent;
  f->column = indent;
  return TERCET_OK;
}

/* ---- Brackets ---- */

/// Return whether only the ends of an axis are shown
static bool
is_shortened(const formatter *f, size_t axis)
{
  return f->edge_items && f->tensor->shape[axis] / 2 >= f->edge_items &&
         f->tensor->shape[axis] != 2 * f->edge_items;
}

/// Write a word on this line, or on the next one if it does not fit
static tercet_status
write_word(formatter *f, const char *word, size_t length, size_t axis)
{
  const size_t n_end = f->n_separator > 1U ? f->n_separator : 1U;
  const size_t taken = axis + n_end;
  const size_t width = f->line_width > taken ? f->line_width - taken : 0U;
  const size_t indent = axis + 1U;
  if (f->column + length > width && f->column > indent) {
    TERCET_TRY(break_line(f, 1, indent));
  }
  return write_text(f, word, length);
}

static tercet_status
write_between(formatter *f, size_t axis)
{
  const size_t n_left = f->tensor->rank - axis;
  if (n_left == 1U) {
    return write_text(f, f->separator, strlen(f->separator));
  }
  TERCET_TRY(write_text(f, f->separator, f->n_separator));
  return break_line(f, n_left - 1U, axis + 1U);
}

static tercet_status
write_axis(formatter *f, size_t axis, const char *data);

/// Write an element, or what is in one pair of brackets
static tercet_status
write_item(formatter *f, size_t axis, const char *data)
{
  if (axis + 1U < f->tensor->rank) {
    return write_axis(f, axis + 1U, data);
  }
  char text[TERCET_FORMAT_CELL_MAX];
  const size_t length = tercet_format_cells_write(&f->cells, data, text);
  return write_word(f, text, length, axis);
}

static tercet_status
write_axis(formatter *f, size_t axis, const char *data)
{
  const int64_t extent = f->tensor->shape[axis];
  const bool is_short = is_shortened(f, axis);
  TERCET_TRY(write_text(f, "[", 1));
  for (int64_t i = 0; i < extent; ++i) {
    if (i) {
      TERCET_TRY(write_between(f, axis));
    }
    if (is_short && i == f->edge_items) {
      TERCET_TRY(write_word(f, "...", 3, axis));
      TERCET_TRY(write_between(f, axis));
      i = extent - f->edge_items;
    }
    TERCET_TRY(write_item(f, axis, data + i * f->tensor->strides[axis]));
  }
  return write_text(f, "]", 1);
}

/// Look at all elements that will be shown
static void
see_axis(formatter *f, size_t axis, const char *data)
{
  if (axis == f->tensor->rank) {
    tercet_format_cells_see(&f->cells, data);
    return;
  }
  const int64_t extent = f->tensor->shape[axis];
  const bool is_short = is_shortened(f, axis);
  for (int64_t i = 0; i < extent; ++i) {
    if (is_short && i == f->edge_items) {
      i = extent - f->edge_items;
    }
    see_axis(f, axis + 1U, data + i * f->tensor->strides[axis]);
  }
}

/* ---- The tensor ---- */

static tercet_status
check_options(const tercet_format_options *options, tercet_error *err)
{
  if (options->threshold < 0 || options->edge_items < 1 ||
      options->precision < -1 ||
      options->precision > TERCET_FORMAT_PRECISION_MAX) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "a threshold below 0, less than one edge item, or "
                            "a precision outside of -1 to %d",
                            TERCET_FORMAT_PRECISION_MAX);
  }
  return TERCET_OK;
}

/// Return the length of a text without spaces at its end
static size_t
trimmed_length(const char *text)
{
  size_t length = strlen(text);
  while (length && text[length - 1U] == ' ') {
    --length;
  }
  return length;
}

tercet_status
tercet_tensor_format(const tercet_tensor *tensor,
                     const tercet_format_options *options,
                     const tercet_output *output,
                     tercet_error *err)
{
  static const tercet_format_options defaults = TERCET_FORMAT_DEFAULT;

  options = options ? options : &defaults;
  TERCET_TRY(check_options(options, err));
  if (!tensor->size) {
    return output->write(output->context, "[]", 2, err);
  }

  formatter f;
  memset(&f, 0, sizeof(f));
  f.tensor = tensor;
  f.output = output;
  f.err = err;
  f.edge_items = tensor->size > options->threshold ? options->edge_items : 0;
  f.line_width = options->line_width;
  f.separator = options->separator ? options->separator : ", ";
  f.n_separator = trimmed_length(f.separator);
  tercet_format_cells_init(&f.cells, tensor->dtype, options);
  see_axis(&f, 0, tensor->data);
  if (tensor->rank) {
    return write_axis(&f, 0, tensor->data);
  }

  char text[TERCET_FORMAT_CELL_MAX];
  const size_t length = tercet_format_cells_write(&f.cells, tensor->data, text);
  return output->write(output->context, text, length, err);
}
