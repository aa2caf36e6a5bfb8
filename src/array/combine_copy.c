// SPDX-License-Identifier: Apache-2.0

#include "array/combine_copy.h"

#include "array/loop.h"

#include <string.h>

enum { FROM, TO };

/// The size is a constant in each case, so that an element is moved in one
/// instruction
#define COPY_LINE(size)                                                        \
  case size:                                                                   \
    for (int64_t i = 0; i < n; ++i) {                                          \
      memcpy(to + i * strides[TO], from + i * strides[FROM], size);            \
    }                                                                          \
    break;

static bool
copy_line(void *context, char *const *data, const int64_t *strides, int64_t n)
{
  const size_t size = *(const size_t *)context;
  const char *const from = data[FROM];
  char *const to = data[TO];
  if (strides[FROM] == (int64_t)size && strides[TO] == (int64_t)size) {
    memcpy(to, from, (size_t)n * size);
    return true;
  }
  switch (size) {
    COPY_LINE(1)
    COPY_LINE(2)
    COPY_LINE(4)
    COPY_LINE(8)
    COPY_LINE(16)
  default:
    break;
  }
  return true;
}

void
tercet_copy_box(size_t item_size,
                size_t rank,
                const int64_t *shape,
                char *from,
                const int64_t *from_strides,
                char *to,
                const int64_t *to_strides)
{
  tercet_loop loop;
  tercet_loop_init(&loop, rank, shape);
  tercet_loop_add(&loop, from, from_strides);
  tercet_loop_add(&loop, to, to_strides);
  tercet_loop_sort(&loop, TO);
  tercet_loop_collapse(&loop);
  tercet_loop_run(&loop, copy_line, &item_size);
}
