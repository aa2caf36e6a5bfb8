// SPDX-License-Identifier: Apache-2.0

#include "onnx/op/float_map.h"

#include "array/element.h"
#include "array/math_line.h"

#include <tercet/tensor.h>

#define MAX_OPERANDS 2

static_assert(TERCET_ONNX_FLOAT_TILE == WIDE_CAPACITY, "tiles of the buffers");

typedef struct {
  const tercet_onnx_float_function *function;
  const void *context;
  size_t n_operands;
  tercet_dtype dtype;
} float_map;

static void
map_half_tile(const float_map *map, size_t n, void *out, const void *const *in)
{
  const int64_t size = (int64_t)tercet_dtype_size(map->dtype);
  float buffers[MAX_OPERANDS][TERCET_ONNX_FLOAT_TILE];
  const float *operands[MAX_OPERANDS] = {NULL};
  for (size_t i = 0; i < map->n_operands; ++i) {
    tercet_elements_load_f32(
        map->dtype, (const char *)in[i], size, (int64_t)n, buffers[i]);
    operands[i] = buffers[i];
  }
  map->function->f32(map->context, n, operands, buffers[0]);
  tercet_elements_store_f32(
      map->dtype, buffers[0], (int64_t)n, (char *)out, size);
}

static tercet_status
map_tile(void *context, size_t n, void *out, const void *const *in)
{
  const float_map *const map = (const float_map *)context;
  const float *f32[MAX_OPERANDS] = {NULL};
  const double *f64[MAX_OPERANDS] = {NULL};
  if (tercet_dtype_size(map->dtype) == sizeof(uint16_t)) {
    map_half_tile(map, n, out, in);
    return TERCET_OK;
  }
  for (size_t i = 0; i < map->n_operands; ++i) {
    f32[i] = (const float *)in[i];
    f64[i] = (const double *)in[i];
  }
  if (map->dtype == TERCET_DTYPE_F32) {
    map->function->f32(map->context, n, f32, (float *)out);
  } else {
    map->function->f64(map->context, n, f64, (double *)out);
  }
  return TERCET_OK;
}

tercet_status
tercet_onnx_float_map(const tercet_onnx_call *call,
                      const tercet_onnx_float_function *function,
                      const void *context,
                      size_t n_operands,
                      const tercet_tensor *const *operands,
                      tercet_tensor *out)
{
  assert(n_operands >= 1 && n_operands <= MAX_OPERANDS);

  float_map map = {function, context, n_operands, tercet_tensor_dtype(out)};
  return tercet_tensor_map_into(
      n_operands, operands, map_tile, &map, out, call->err);
}
