// SPDX-License-Identifier: Apache-2.0

/// Reads bytes as a .safetensors file; what was read is written and read again

#include <tercet/tensor.h>

#include <stdlib.h>
#include <string.h>

enum { MOST_TENSORS = 50 };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct {
  char *data;
  size_t length;
} bytes;

static tercet_status
append(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)err;
  bytes *const out = (bytes *)context;
  char *const longer = (char *)realloc(out->data, out->length + length + 1U);
  if (!longer) {
    return TERCET_ERR_NO_MEMORY;
  }
  memcpy(longer + out->length, data, length);
  out->data = longer;
  out->length += length;
  return TERCET_OK;
}

/// Check that tensors are written as something that has them all
static void
check(size_t n, const tercet_string *names, tercet_tensor *const *owned)
{
  const tercet_tensor *tensors[MOST_TENSORS];
  for (size_t i = 0; i < n; ++i) {
    tensors[i] = owned[i];
  }
  const tercet_safetensors_content content = {n, names, tensors, 0, NULL, NULL};
  bytes file = {NULL, 0};
  const tercet_output output = {append, &file};
  tercet_safetensors *again = NULL;
  if (tercet_safetensors_write(NULL, &content, &output, NULL) ||
      tercet_safetensors_open_memory(
          NULL, file.data, file.length, &again, NULL) ||
      tercet_safetensors_count(again) != n) {
    abort();
  }
  for (size_t i = 0; i < n; ++i) {
    size_t position = 0;
    if (!tercet_safetensors_find(again, names[i], &position)) {
      abort();
    }
  }
  tercet_safetensors_close(again);
  free(file.data);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  tercet_safetensors *file = NULL;
  if (tercet_safetensors_open_memory(NULL, data, size, &file, NULL)) {
    return 0;
  }

  tercet_string names[MOST_TENSORS];
  tercet_tensor *tensors[MOST_TENSORS];
  size_t n = 0;
  for (size_t i = 0; i < tercet_safetensors_count(file); ++i) {
    if (n < MOST_TENSORS &&
        !tercet_safetensors_get(file, i, &tensors[n], NULL)) {
      names[n++] = tercet_safetensors_name(file, i);
    }
  }
  check(n, names, tensors);
  for (size_t i = 0; i < n; ++i) {
    tercet_tensor_unref(tensors[i]);
  }
  tercet_safetensors_close(file);
  return 0;
}
