// SPDX-License-Identifier: Apache-2.0

/// Fourier transforms: complex numbers are pairs along the last axis

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/fft.h"
#include "onnx/op/window.h"

#include <string.h>

/// A transform of all lines of a tensor
typedef struct {
  int64_t n;         ///< Length of the transform
  int64_t n_in;      ///< Numbers of a line that are read
  int64_t n_out;     ///< Numbers that are written
  int64_t parts_in;  ///< 1 for real numbers, 2 for complex ones
  int64_t parts_out; ///< Likewise
  bool is_inverse;
  bool is_half; ///< The input is the first half of a symmetric spectrum
} fourier;

/// Read a line; what is missing is 0, or follows from symmetry
static void
read_line(const fourier *f, const double *in, tercet_fft_number *line)
{
  memset(line, 0, (size_t)f->n * sizeof(*line));
  for (int64_t k = 0; k < f->n_in; ++k) {
    line[k].re = in[k * f->parts_in];
    line[k].im = f->parts_in == 2 ? in[k * 2 + 1] : 0.0;
  }
  for (int64_t k = f->n / 2 + 1; f->is_half && k < f->n; ++k) {
    line[k].re = line[f->n - k].re;
    line[k].im = -line[f->n - k].im;
  }
}

static void
write_line(const fourier *f, const tercet_fft_number *line, double *out)
{
  for (int64_t k = 0; k < f->n_out; ++k) {
    out[k * f->parts_out] = line[k].re;
    if (f->parts_out == 2) {
      out[k * 2 + 1] = line[k].im;
    }
  }
}

/// Transform `n_lines` lines of `extent` numbers each
static tercet_status
transform_lines(const tercet_onnx_call *call,
                const fourier *f,
                int64_t n_lines,
                int64_t extent,
                const double *in,
                double *out)
{
  tercet_fft fft;
  if (tercet_fft_init(&fft, call->scratch, (size_t)f->n) != TERCET_OK) {
    return tercet_error_no_memory(call->err);
  }
  tercet_fft_number *const line =
      tercet_allocate_array(call->scratch, (size_t)f->n, sizeof(*line));
  if (!line) {
    tercet_fft_clear(&fft);
    return tercet_error_no_memory(call->err);
  }

  tercet_status st = TERCET_OK;
  for (int64_t i = 0; i < n_lines && st == TERCET_OK; ++i) {
    read_line(f, in + i * extent * f->parts_in, line);
    tercet_fft_run(&fft, line, f->is_inverse);
    write_line(f, line, out + i * f->n_out * f->parts_out);
    st = tercet_onnx_call_check(call);
  }
  tercet_release(call->scratch, line);
  tercet_fft_clear(&fft);
  return st;
}

/// Check the length of a transform
static tercet_status
check_length(const tercet_onnx_call *call, int64_t n)
{
  if (n < 1 || (uint64_t)n > TERCET_FFT_MAX) {
    (void)tercet_onnx_fail(
        call, TERCET_ERR_RANGE, "a transform of length %lld", (long long)n);
    return TERCET_ERR_RANGE;
  }
  return TERCET_OK;
}

/// Set `out` to the only integer of an input, if it was given
static tercet_status
read_integer(const tercet_onnx_call *call, size_t i, int64_t *out)
{
  size_t n = 0;
  if (!tercet_onnx_has_input(call, i)) {
    return TERCET_OK;
  }
  TERCET_TRY(tercet_onnx_input_ints(call, i, 1, out, &n));
  return n == 1 ? TERCET_OK
                : tercet_onnx_fail(
                      call, TERCET_ERR_SHAPE, "input %zu is empty", i);
}

/* ---- DFT ---- */

/// Find the axis: an input since version 20, before that an attribute
static tercet_status
find_axis(const tercet_onnx_call *call, size_t rank, size_t *out)
{
  int64_t axis =
      call->version >= 20 ? -2 : tercet_onnx_node_int(call->node, "axis", 1);
  TERCET_TRY(read_integer(call, 2, &axis));
  const int64_t signed_rank = (int64_t)rank;
  const int64_t counted = axis < 0 ? axis + signed_rank : axis;
  if (counted < 0 || counted > signed_rank - 2) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "axis %lld of a signal of rank %zu",
                            (long long)axis,
                            rank);
  }
  *out = (size_t)counted;
  return TERCET_OK;
}

/// Set `f` for a line of `extent` numbers of `parts`
static tercet_status
plan_dft(const tercet_onnx_call *call,
         int64_t extent,
         int64_t parts,
         fourier *f)
{
  const bool is_onesided = tercet_onnx_node_int(call->node, "onesided", 0) != 0;
  f->is_inverse = tercet_onnx_node_int(call->node, "inverse", 0) != 0;
  f->is_half = is_onesided && f->is_inverse;
  f->parts_in = parts;
  f->parts_out = f->is_half ? 1 : 2;
  if (parts != 1 && parts != 2) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "the last axis has extent %lld, not 1 or 2",
                            (long long)parts);
  }
  if (is_onesided && parts != (f->is_inverse ? 2 : 1)) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "a one-sided %s of %s numbers",
                            f->is_inverse ? "inverse" : "transform",
                            parts == 1 ? "real" : "complex");
  }

  f->n = f->is_half ? 2 * (extent - 1) : extent;
  TERCET_TRY(read_integer(call, 1, &f->n));
  TERCET_TRY(check_length(call, f->n));
  const int64_t readable = f->is_half ? f->n / 2 + 1 : f->n;
  f->n_in = extent < readable ? extent : readable;
  f->n_out = is_onesided && !f->is_inverse ? f->n / 2 + 1 : f->n;
  return TERCET_OK;
}

static tercet_status
run_dft(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(x);
  if (rank < 2) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "a signal of rank %zu, not at least 2", rank);
  }

  size_t axis = 0;
  fourier f = {.n = 0};
  const int64_t extent_of_parts = tercet_tensor_shape(x)[rank - 1];
  TERCET_TRY(find_axis(call, rank, &axis));
  const int64_t extent = tercet_tensor_shape(x)[axis];
  TERCET_TRY(plan_dft(call, extent, extent_of_parts, &f));

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const moved =
      TERCET_ONNX_VIEW(&c, tercet_tensor_move_axis, x, (int64_t)axis, -2);
  tercet_tensor *const in =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, moved, TERCET_DTYPE_F64);
  int64_t shape[TERCET_MAX_RANK];
  if (c.st == TERCET_OK) {
    memcpy(shape, tercet_tensor_shape(in), rank * sizeof(*shape));
    shape[rank - 2] = f.n_out;
    shape[rank - 1] = f.parts_out;
  }
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_new, TERCET_DTYPE_F64, rank, shape);
  if (c.st == TERCET_OK) {
    c.st = transform_lines(call,
                           &f,
                           tercet_onnx_extent_product(rank - 2, shape),
                           extent,
                           tercet_tensor_data(in),
                           tercet_tensor_mutable_data(out));
  }
  tercet_tensor *const back =
      TERCET_ONNX_VIEW(&c, tercet_tensor_move_axis, out, -2, (int64_t)axis);
  tercet_tensor *const y =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, back, tercet_tensor_dtype(x));
  tercet_onnx_compose_give(&c, 0, y);
  return tercet_onnx_compose_end(&c);
}

/* ---- STFT ---- */

/// Set `step` and the length of a frame, from the inputs that are there
static tercet_status
find_frames(const tercet_onnx_call *call,
            int64_t extent,
            int64_t *step,
            int64_t *length)
{
  *length = extent;
  if (tercet_onnx_has_input(call, 2)) {
    const tercet_tensor *const window = tercet_onnx_input(call, 2);
    *length = tercet_tensor_size(window);
    if (tercet_tensor_rank(window) != 1) {
      return tercet_onnx_fail(
          call, TERCET_ERR_SHAPE, "the window is no vector");
    }
  }
  int64_t given = *length;
  TERCET_TRY(read_integer(call, 3, &given));
  if (tercet_onnx_has_input(call, 2) && given != *length) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "a window of %lld numbers for frames of %lld",
                            (long long)*length,
                            (long long)given);
  }
  *length = given;
  TERCET_TRY(read_integer(call, 1, step));
  if (*step < 1 || *length > extent) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "frames of %lld numbers, %lld apart, of a signal "
                            "of %lld",
                            (long long)*length,
                            (long long)*step,
                            (long long)extent);
  }
  return check_length(call, *length);
}

/// Return the frames of the signal, multiplied with the window:
/// [batch, frame, length, parts] in float64
static tercet_tensor *
cut_frames(tercet_onnx_compose *c, int64_t step, int64_t length)
{
  const tercet_tensor *const x = tercet_onnx_input(c->call, 0);
  const int64_t *const extents = tercet_tensor_shape(x);
  const int64_t *const steps = tercet_tensor_strides(x);
  const int64_t n_frames = (extents[1] - length) / step + 1;
  const int64_t shape[4] = {extents[0], n_frames, length, extents[2]};
  const int64_t strides[4] = {steps[0], steps[1] * step, steps[1], steps[2]};
  tercet_tensor *const frames =
      TERCET_ONNX_VIEW(c, tercet_tensor_as_strided, x, 4, shape, strides, 0);
  tercet_tensor *const wide =
      TERCET_ONNX_MAKE(c, tercet_tensor_cast, frames, TERCET_DTYPE_F64);
  if (!tercet_onnx_has_input(c->call, 2)) {
    return wide;
  }

  tercet_tensor *const window = TERCET_ONNX_MAKE(
      c, tercet_tensor_cast, tercet_onnx_input(c->call, 2), TERCET_DTYPE_F64);
  tercet_tensor *const column =
      TERCET_ONNX_VIEW(c, tercet_tensor_expand_dims, window, 1);
  TERCET_ONNX_DO(c, tercet_tensor_multiply_into, wide, column, wide);
  return wide;
}

/// Inputs: signal [batch, length, 1 or 2], step, window, length of a frame
static tercet_status
run_stft(const tercet_onnx_call *call)
{
  const tercet_tensor *const x = tercet_onnx_input(call, 0);
  const bool is_onesided = tercet_onnx_node_int(call->node, "onesided", 1) != 0;
  const int64_t *const extents = tercet_tensor_shape(x);
  if (tercet_tensor_rank(x) != 3 || extents[2] < 1 ||
      extents[2] > (is_onesided ? 1 : 2)) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_SHAPE,
                            "a signal that is not [batch, length, %s]",
                            is_onesided ? "1], as it must be if one-sided"
                                        : "1 or 2]");
  }

  int64_t step = 1;
  fourier f = {.parts_in = extents[2], .parts_out = 2};
  TERCET_TRY(find_frames(call, extents[1], &step, &f.n));
  f.n_in = f.n;
  f.n_out = is_onesided ? f.n / 2 + 1 : f.n;

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  tercet_tensor *const frames = cut_frames(&c, step, f.n);
  const int64_t shape[4] = {
      extents[0], (extents[1] - f.n) / step + 1, f.n_out, 2};
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(&c, tercet_tensor_new, TERCET_DTYPE_F64, 4, shape);
  if (c.st == TERCET_OK) {
    c.st = transform_lines(call,
                           &f,
                           shape[0] * shape[1],
                           f.n,
                           tercet_tensor_data(frames),
                           tercet_tensor_mutable_data(out));
  }
  tercet_tensor *const y =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, out, tercet_tensor_dtype(x));
  tercet_onnx_compose_give(&c, 0, y);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(fourier,
                         {"DFT", "", 17, 0, NULL, run_dft},
                         {"STFT", "", 17, 0, NULL, run_stft});
