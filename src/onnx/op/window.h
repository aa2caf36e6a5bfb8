// SPDX-License-Identifier: Apache-2.0

/**
   Windows that slide over the spatial axes of a tensor [N, C, D1, ..., Dn]:
   what convolutions and poolings see.
*/

#ifndef TERCET_ONNX_OP_WINDOW_H
#define TERCET_ONNX_OP_WINDOW_H

#include "onnx/op/compose.h"

/// Spatial axes at the most: a view of windows has two axes for each
#define TERCET_ONNX_MAX_SPATIAL 14

/// Along each spatial axis
typedef struct {
  size_t n;
  int64_t input[TERCET_ONNX_MAX_SPATIAL];
  int64_t kernel[TERCET_ONNX_MAX_SPATIAL];
  int64_t stride[TERCET_ONNX_MAX_SPATIAL];
  int64_t dilation[TERCET_ONNX_MAX_SPATIAL];
  int64_t begin[TERCET_ONNX_MAX_SPATIAL]; ///< Padding
  int64_t end[TERCET_ONNX_MAX_SPATIAL];
  int64_t extra[TERCET_ONNX_MAX_SPATIAL]; ///< Behind it, because of ceil_mode
  int64_t output[TERCET_ONNX_MAX_SPATIAL];
} tercet_onnx_windows;

/**
   Set `w` from the attributes kernel_shape, strides, dilations, pads, auto_pad
   and ceil_mode.

   @param x Of rank 2 + n.
   @param kernel Extents where the attribute kernel_shape is missing, or NULL.
   @return #TERCET_OK, or #TERCET_ERR_SHAPE or #TERCET_ERR_RANGE naming what
   does not fit.
*/
TERCET_NODISCARD tercet_status
tercet_onnx_windows_init(tercet_onnx_windows *w,
                         const tercet_onnx_call *call,
                         const tercet_tensor *x,
                         const int64_t *kernel);

/// The same without extents: only the attributes, for transposed convolutions,
/// where padding is found otherwise
TERCET_NODISCARD tercet_status
tercet_onnx_windows_attributes(tercet_onnx_windows *w,
                               const tercet_onnx_call *call,
                               const tercet_tensor *x,
                               const int64_t *kernel);

/// Return `x` with its padding, which has the value `pad`
tercet_tensor *
tercet_onnx_windows_pad(tercet_onnx_compose *c,
                        const tercet_onnx_windows *w,
                        const tercet_tensor *x,
                        const tercet_scalar *pad);

/// Return a view [N, C, output..., kernel...] of a padded tensor, or
/// [N, C, kernel..., output...] with `kernel_first`
tercet_tensor *
tercet_onnx_windows_view(tercet_onnx_compose *c,
                         const tercet_onnx_windows *w,
                         const tercet_tensor *padded,
                         bool kernel_first);

/**
   Add up the contents of windows where they lie.

   @param n_steps Windows along each spatial axis, at least 1.
   @param parts [N, C, kernel..., steps...]
   @param whole [N, C, ...], large enough for the last window.
*/
void
tercet_onnx_windows_add(tercet_onnx_compose *c,
                        const tercet_onnx_windows *w,
                        const int64_t *n_steps,
                        const tercet_tensor *parts,
                        tercet_tensor *whole);

/// Return the product of `n` extents, which is known not to overflow
int64_t
tercet_onnx_extent_product(size_t n, const int64_t *extents);

#endif // TERCET_ONNX_OP_WINDOW_H
