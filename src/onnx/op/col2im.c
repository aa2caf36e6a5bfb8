// SPDX-License-Identifier: Apache-2.0

/**
   Col2Im: overlapping blocks are added up to an image.

   All elements that have the same place in their blocks make up a grid, which
   is added to the image as a whole.
*/

#include "base/checked.h"
#include "base/error.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"

#include <inttypes.h>
#include <string.h>

/// Axes of an image, batch and channels left out
#define MAX_AXES (TERCET_MAX_RANK - 2)

typedef struct {
  size_t n_axes;
  int64_t image[MAX_AXES];
  int64_t block[MAX_AXES];
  int64_t dilations[MAX_AXES];
  int64_t strides[MAX_AXES];
  int64_t pads[2 * MAX_AXES];
  int64_t counts[MAX_AXES]; ///< Blocks along each axis
  int64_t n_in_block;       ///< Elements
  int64_t n_blocks;
} layout;

/// Read an attribute of `n` numbers that are at least `least`
static tercet_status
read_numbers(const tercet_onnx_call *call,
             const char *name,
             size_t n,
             int64_t missing,
             int64_t least,
             int64_t *out)
{
  size_t n_given = 0;
  const int64_t *const given =
      tercet_onnx_node_ints(call->node, name, &n_given);
  if (n_given && n_given != n) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "%s has %zu numbers, not %zu",
                            name,
                            n_given,
                            n);
  }
  for (size_t i = 0; i < n; ++i) {
    out[i] = n_given ? given[i] : missing;
    if (out[i] < least || out[i] > INT32_MAX) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "number %zu of %s is %" PRId64,
                              i,
                              name,
                              out[i]);
    }
  }
  return TERCET_OK;
}

static tercet_status
read_shapes(const tercet_onnx_call *call, layout *l)
{
  size_t n = 0;
  TERCET_TRY(tercet_onnx_input_ints(call, 1, MAX_AXES, l->image, &l->n_axes));
  TERCET_TRY(tercet_onnx_input_ints(call, 2, MAX_AXES, l->block, &n));
  if (n != l->n_axes || n == 0) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "blocks of %zu axes in an image of %zu",
                            n,
                            l->n_axes);
  }
  for (size_t i = 0; i < n; ++i) {
    if (l->image[i] < 1 || l->block[i] < 1 || l->image[i] > INT32_MAX ||
        l->block[i] > INT32_MAX) {
      return tercet_onnx_fail(call,
                              TERCET_ERR_RANGE,
                              "axis %zu has blocks of %" PRId64
                              " elements in an image of %" PRId64,
                              i,
                              l->block[i],
                              l->image[i]);
    }
  }
  TERCET_TRY(read_numbers(call, "dilations", n, 1, 1, l->dilations));
  TERCET_TRY(read_numbers(call, "strides", n, 1, 1, l->strides));
  return read_numbers(call, "pads", 2U * n, 0, 0, l->pads);
}

/// Return the extent of an axis with its pads
static int64_t
padded_extent(const layout *l, size_t axis)
{
  return l->image[axis] + l->pads[axis] + l->pads[l->n_axes + axis];
}

/// Count blocks and their elements, which must be those of the input
static tercet_status
count_blocks(const tercet_onnx_call *call, layout *l)
{
  const int64_t *const shape = tercet_tensor_shape(tercet_onnx_input(call, 0));
  l->n_in_block = 1;
  l->n_blocks = 1;
  for (size_t i = 0; i < l->n_axes; ++i) {
    const int64_t reach = l->dilations[i] * (l->block[i] - 1) + 1;
    const int64_t room = padded_extent(l, i) - reach;
    l->counts[i] = room < 0 ? 0 : room / l->strides[i] + 1;
    if (!tercet_i64_multiply(l->n_in_block, l->block[i], &l->n_in_block) ||
        !tercet_i64_multiply(l->n_blocks, l->counts[i], &l->n_blocks)) {
      return tercet_onnx_fail(call, TERCET_ERR_SHAPE, "the blocks overflow");
    }
  }
  return shape[1] % l->n_in_block == 0 && shape[2] == l->n_blocks
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_SHAPE,
                                "the input has %" PRId64 " rows and %" PRId64
                                " blocks, not a multiple of %" PRId64
                                " and %" PRId64,
                                shape[1],
                                shape[2],
                                l->n_in_block,
                                l->n_blocks);
}

/// Add the elements that have place `at` in their blocks
static void
add_grid(tercet_onnx_compose *c,
         const layout *l,
         const tercet_tensor *blocks,
         int64_t at,
         tercet_tensor *image)
{
  const size_t rank = l->n_axes + 2U;
  int64_t shape[TERCET_MAX_RANK];
  tercet_index items[TERCET_MAX_RANK];
  memcpy(shape, tercet_tensor_shape(image), 2U * sizeof(*shape));
  memcpy(shape + 2, l->counts, l->n_axes * sizeof(*shape));
  items[0] = tercet_index_all();
  items[1] = tercet_index_all();
  int64_t rest = at;
  for (size_t i = l->n_axes; i-- > 0;) {
    const int64_t start = rest % l->block[i] * l->dilations[i];
    rest /= l->block[i];
    items[i + 2U] = tercet_index_range(
        start, start + (l->counts[i] - 1) * l->strides[i] + 1, l->strides[i]);
  }
  const size_t n_kept = c->n;
  tercet_tensor *const part =
      TERCET_ONNX_VIEW(c, tercet_tensor_index, image, rank, items);
  tercet_tensor *const flat =
      TERCET_ONNX_VIEW(c, tercet_tensor_at_axis, blocks, 2, at);
  tercet_tensor *const grid =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, flat, rank, shape);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, part, grid, part);
  tercet_onnx_compose_drop(c, n_kept);
}

/// Make the image, pads included
static tercet_tensor *
add_blocks(tercet_onnx_compose *c, const layout *l)
{
  const tercet_tensor *const data = tercet_onnx_input(c->call, 0);
  const int64_t *const shape = tercet_tensor_shape(data);
  const int64_t n_channels = shape[1] / l->n_in_block;
  const int64_t split[] = {shape[0], n_channels, l->n_in_block, shape[2]};
  int64_t padded[TERCET_MAX_RANK] = {shape[0], n_channels};
  for (size_t i = 0; i < l->n_axes; ++i) {
    padded[i + 2U] = padded_extent(l, i);
  }
  tercet_tensor *const image = TERCET_ONNX_MAKE(
      c, tercet_tensor_new, tercet_tensor_dtype(data), l->n_axes + 2U, padded);
  tercet_tensor *const blocks =
      TERCET_ONNX_VIEW(c, tercet_tensor_reshape, data, 4, split);
  const bool is_empty =
      l->n_blocks == 0 || (image && tercet_tensor_size(image) == 0);
  for (int64_t at = 0; at < l->n_in_block && !c->st && !is_empty; ++at) {
    add_grid(c, l, blocks, at, image);
    c->st = c->st ? c->st : tercet_onnx_call_check(c->call);
  }
  return image;
}

static tercet_status
run_col2im(const tercet_onnx_call *call)
{
  layout l;
  tercet_index items[TERCET_MAX_RANK];
  memset(&l, 0, sizeof(l));
  TERCET_TRY(tercet_onnx_check_rank(call, 0, 3));
  TERCET_TRY(read_shapes(call, &l));
  TERCET_TRY(count_blocks(call, &l));
  items[0] = tercet_index_all();
  items[1] = tercet_index_all();
  for (size_t i = 0; i < l.n_axes; ++i) {
    items[i + 2U] = tercet_index_range(l.pads[i], l.pads[i] + l.image[i], 1);
  }
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const image = add_blocks(&c, &l);
  tercet_tensor *const out =
      TERCET_ONNX_VIEW(&c, tercet_tensor_index, image, l.n_axes + 2U, items);
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(col2im, {"Col2Im", "", 18, 0, NULL, run_col2im});
