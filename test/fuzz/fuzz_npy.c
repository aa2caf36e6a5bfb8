// SPDX-License-Identifier: Apache-2.0

/// Reads bytes as an .npy file and as an .npz archive; what was read is
/// written, read again and printed

#include <tercet/tensor.h>

#include <stdlib.h>
#include <string.h>

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

/// Check that a tensor is written as something that is read as the same
static void
check(const tercet_tensor *tensor)
{
  bytes file = {NULL, 0};
  bytes again = {NULL, 0};
  tercet_output output = {append, &file};
  tercet_tensor *copy = NULL;
  if (tercet_npy_write(tensor, &output, NULL) ||
      tercet_npy_read(NULL, file.data, file.length, NULL, &copy, NULL)) {
    abort();
  }
  output.context = &again;
  if (tercet_npy_write(copy, &output, NULL) || file.length != again.length ||
      memcmp(file.data, again.data, file.length)) {
    abort();
  }
  again.length = 0;
  if (tercet_tensor_format(copy, NULL, &output, NULL)) {
    abort();
  }
  tercet_tensor_unref(copy);
  free(file.data);
  free(again.data);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  tercet_tensor *tensor = NULL;
  if (!tercet_npy_read(NULL, data, size, NULL, &tensor, NULL)) {
    check(tensor);
    tercet_tensor_unref(tensor);
  }

  tercet_npz *npz = NULL;
  if (tercet_npz_open_memory(NULL, data, size, &npz, NULL)) {
    return 0;
  }
  for (size_t i = 0; i < tercet_npz_count(npz) && i < 20U; ++i) {
    if (!tercet_npz_get(npz, i, &tensor, NULL)) {
      check(tensor);
      tercet_tensor_unref(tensor);
    }
  }
  tercet_npz_close(npz);
  return 0;
}
