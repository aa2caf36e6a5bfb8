// SPDX-License-Identifier: Apache-2.0

/// Windows that taper a signal towards its ends, and the weights that turn the
/// bins of a spectrum into bands of equal width on the mel scale

#include "base/error.h"
#include "onnx/operator.h"

#include <tercet/tensor.h>

#include <math.h>

/* ---- Windows ---- */

/// The window a - b * cos(t) + c * cos(2 * t), where t goes once around
typedef struct {
  double a;
  double b;
  double c;
  double n; ///< Positions in a turn
} window_shape;

static tercet_status
window_element(void *context,
               const int64_t *index,
               void *element,
               tercet_error *err)
{
  const window_shape *const shape = (const window_shape *)context;
  const double t = shape->n > 0
                       ? 6.283185307179586 * (double)index[0] / shape->n
                       : 3.141592653589793;
  (void)err;
  *(double *)element = shape->a - shape->b * cos(t) + shape->c * cos(2 * t);
  return TERCET_OK;
}

/// Give float64 numbers as the type that the attribute names
static tercet_status
give_numbers(const tercet_onnx_call *call, const tercet_tensor *numbers)
{
  const tercet_onnx_type type = (tercet_onnx_type)tercet_onnx_node_int(
      call->node, "output_datatype", TERCET_ONNX_FLOAT);
  tercet_tensor *out = NULL;
  TERCET_TRY(tercet_onnx_output(call,
                                0,
                                type,
                                tercet_tensor_rank(numbers),
                                tercet_tensor_shape(numbers),
                                &out));
  return tercet_tensor_assign(out, numbers, call->err);
}

/// A window of one position is the top
static tercet_status
make_window(const tercet_onnx_call *call, double a, double b, double c)
{
  int64_t size = 0;
  size_t n = 0;
  tercet_tensor *numbers = NULL;
  TERCET_TRY(tercet_onnx_input_ints(call, 0, 1, &size, &n));
  if (n != 1 || size < 0) {
    return tercet_onnx_fail(
        call, TERCET_ERR_RANGE, "a window of %lld positions", (long long)size);
  }
  const bool is_periodic = tercet_onnx_node_int(call->node, "periodic", 1);
  window_shape shape = {
      a, b, c, (double)(is_periodic && size > 1 ? size : size - 1)};
  TERCET_TRY(tercet_tensor_from_function(call->scratch,
                                         TERCET_DTYPE_F64,
                                         1,
                                         &size,
                                         window_element,
                                         &shape,
                                         &numbers,
                                         call->err));
  const tercet_status st = give_numbers(call, numbers);
  tercet_tensor_unref(numbers);
  return st;
}

static tercet_status
run_hann_window(const tercet_onnx_call *call)
{
  return make_window(call, 0.5, 0.5, 0);
}

static tercet_status
run_hamming_window(const tercet_onnx_call *call)
{
  return make_window(call, 25.0 / 46, 21.0 / 46, 0);
}

static tercet_status
run_blackman_window(const tercet_onnx_call *call)
{
  return make_window(call, 0.42, 0.5, 0.08);
}

/* ---- Mel weights ---- */

/// The inputs of MelWeightMatrix
typedef struct {
  int64_t n_bands;
  int64_t dft_length;
  int64_t sample_rate;
  double low;  ///< In mel
  double high; ///< In mel
  int64_t n_bins;
} mel_scale;

static double
mel_of(double hertz)
{
  return 2595 * log10(1 + hertz / 700);
}

/// Set `out` to the bin in which edge `i` of the bands lies; each band goes
/// from one edge to the one after the next
static tercet_status
find_bin(const tercet_onnx_call *call,
         const mel_scale *mel,
         int64_t i,
         int64_t *out)
{
  const double step = (mel->high - mel->low) / (double)(mel->n_bands + 2);
  const double hertz =
      700 * (pow(10, (mel->low + (double)i * step) / 2595) - 1);
  const double bin =
      floor((double)(mel->dft_length + 1) * hertz / (double)mel->sample_rate);
  if (!(bin >= 0 && bin < (double)mel->n_bins)) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "%g Hz is not among %lld bins of a spectrum",
                            hertz,
                            (long long)mel->n_bins);
  }
  *out = (int64_t)bin;
  return TERCET_OK;
}

/// Write the weights of band `i`: up to 1 at its middle, and down again
static tercet_status
write_band(const tercet_onnx_call *call,
           const mel_scale *mel,
           int64_t i,
           double *weights)
{
  int64_t low = 0;
  int64_t middle = 0;
  int64_t high = 0;
  TERCET_TRY(find_bin(call, mel, i, &low));
  TERCET_TRY(find_bin(call, mel, i + 1, &middle));
  TERCET_TRY(find_bin(call, mel, i + 2, &high));
  for (int64_t bin = low; bin < middle; ++bin) {
    weights[bin * mel->n_bands + i] =
        (double)(bin - low) / (double)(middle - low);
  }
  weights[middle * mel->n_bands + i] = 1;
  for (int64_t bin = middle + 1; bin < high; ++bin) {
    weights[bin * mel->n_bands + i] =
        (double)(high - bin) / (double)(high - middle);
  }
  return TERCET_OK;
}

static tercet_status
read_mel(const tercet_onnx_call *call, mel_scale *out)
{
  tercet_scalar numbers[5];
  for (size_t i = 0; i < 5; ++i) {
    TERCET_TRY(tercet_onnx_input_scalar(call, i, &numbers[i]));
  }
  out->n_bands = numbers[0].as.i;
  out->dft_length = numbers[1].as.i;
  out->sample_rate = numbers[2].as.i;
  out->low = mel_of(numbers[3].as.f);
  out->high = mel_of(numbers[4].as.f);
  out->n_bins = out->dft_length / 2 + 1;
  if (out->n_bands < 0 || out->dft_length < 1 || out->sample_rate < 1) {
    return tercet_onnx_fail(
        call,
        TERCET_ERR_RANGE,
        "%lld bands of a spectrum of length %lld at %lld Hz",
        (long long)out->n_bands,
        (long long)out->dft_length,
        (long long)out->sample_rate);
  }
  return TERCET_OK;
}

static tercet_status
run_mel_weight_matrix(const tercet_onnx_call *call)
{
  mel_scale mel;
  tercet_tensor *numbers = NULL;
  TERCET_TRY(read_mel(call, &mel));
  const int64_t shape[] = {mel.n_bins, mel.n_bands};
  TERCET_TRY(tercet_tensor_new(
      call->scratch, TERCET_DTYPE_F64, 2, shape, &numbers, call->err));
  double *const weights = (double *)tercet_tensor_mutable_data(numbers);
  tercet_status st = TERCET_OK;
  for (int64_t i = 0; i < mel.n_bands && st == TERCET_OK; ++i) {
    st = write_band(call, &mel, i, weights);
  }
  if (st == TERCET_OK) {
    st = give_numbers(call, numbers);
  }
  tercet_tensor_unref(numbers);
  return st;
}

TERCET_ONNX_DEFINE_TABLE(
    taper,
    {"BlackmanWindow", "", 17, 0, NULL, run_blackman_window},
    {"HammingWindow", "", 17, 0, NULL, run_hamming_window},
    {"HannWindow", "", 17, 0, NULL, run_hann_window},
    {"MelWeightMatrix", "", 17, 0, NULL, run_mel_weight_matrix});
