// SPDX-License-Identifier: Apache-2.0

#include "array/tensor_internal.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/large_block.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/// What storage takes beside its bytes
#define STORAGE_OVERHEAD                                                       \
  (sizeof(tercet_tensor_storage) + TERCET_TENSOR_ALIGNMENT)

/// Make storage with bytes of its own; NULL if memory is out
static tercet_tensor_storage *
storage_new(const tercet_allocator *alloc, size_t n_bytes, bool zeroed)
{
  size_t total = 0;
  if (!tercet_size_add(n_bytes, STORAGE_OVERHEAD, &total)) {
    return NULL;
  }
  tercet_tensor_storage *const storage =
      (tercet_tensor_storage *)tercet_large_block_new(alloc, total);
  if (!storage) {
    return NULL;
  }
  if (zeroed) {
    memset(storage, 0, total);
  }

  char *const behind = (char *)(storage + 1);
  const size_t gap = (size_t)(-(uintptr_t)behind % TERCET_TENSOR_ALIGNMENT);
  atomic_init(&storage->n_refs, 1U);
  storage->alloc = alloc;
  storage->deleter = NULL;
  storage->context = NULL;
  storage->data = behind + gap;
  storage->lowest = behind + gap;
  storage->n_bytes = n_bytes;
  storage->is_lent = false;
  return storage;
}

/// Make storage over lent bytes; NULL if memory is out
static tercet_tensor_storage *
storage_new_lent(const tercet_allocator *alloc,
                 void *data,
                 tercet_tensor_deleter deleter,
                 void *context)
{
  tercet_tensor_storage *const storage =
      (tercet_tensor_storage *)tercet_allocate(alloc, sizeof(*storage));
  if (storage) {
    atomic_init(&storage->n_refs, 1U);
    storage->alloc = alloc;
    storage->deleter = deleter;
    storage->context = context;
    storage->data = data;
    storage->lowest = (char *)data;
    storage->n_bytes = 0;
    storage->is_lent = true;
  }
  return storage;
}

static void
storage_unref(tercet_tensor_storage *storage)
{
  if (!storage || atomic_fetch_sub_explicit(
                      &storage->n_refs, 1U, memory_order_acq_rel) != 1U) {
    return;
  }
  if (storage->deleter) {
    storage->deleter(storage->context, storage->data);
  }
  if (storage->is_lent) {
    tercet_release(storage->alloc, storage);
  } else {
    tercet_large_block_free(
        storage->alloc, storage, storage->n_bytes + STORAGE_OVERHEAD);
  }
}

/// Make a tensor without storage, whose shape and strides, behind it, are not
/// set; NULL if memory is out
static tercet_tensor *
tensor_allocate(const tercet_allocator *alloc, tercet_dtype dtype, size_t rank)
{
  assert(rank <= TERCET_MAX_RANK);

  tercet_tensor *const tensor = (tercet_tensor *)tercet_allocate(
      alloc, sizeof(tercet_tensor) + 2U * rank * sizeof(int64_t));
  if (tensor) {
    atomic_init(&tensor->n_refs, 1U);
    tensor->alloc = alloc;
    tensor->storage = NULL;
    tensor->data = NULL;
    tensor->shape = (int64_t *)(void *)(tensor + 1);
    tensor->strides = tensor->shape + rank;
    tensor->size = 0;
    tensor->rank = rank;
    tensor->dtype = dtype;
    tensor->is_read_only = false;
    tensor->is_in_place = false;
    tensor->is_view = false;
  }
  return tensor;
}

static void
set_shape(tercet_tensor *tensor, const int64_t *shape)
{
  if (tensor->rank) {
    memcpy(tensor->shape, shape, tensor->rank * sizeof(*shape));
  }
}

/// Make a tensor with bytes of its own, zeroed or indeterminate
static tercet_status
make_tensor(const tercet_allocator *alloc,
            tercet_dtype dtype,
            size_t rank,
            const int64_t *shape,
            bool zeroed,
            tercet_tensor **out,
            tercet_error *err)
{
  *out = NULL;
  const size_t item_size = tercet_dtype_size(dtype);
  int64_t size = 0;
  TERCET_TRY(tercet_shape_check(rank, shape, item_size, &size, err));

  alloc = tercet_allocator_or_default(alloc);
  tercet_tensor *const tensor = tensor_allocate(alloc, dtype, rank);
  if (!tensor) {
    return tercet_error_no_memory(err);
  }
  tensor->storage = storage_new(alloc, (size_t)size * item_size, zeroed);
  if (!tensor->storage) {
    tercet_tensor_unref(tensor);
    return tercet_error_no_memory(err);
  }

  tensor->data = (char *)tensor->storage->data;
  tensor->size = size;
  set_shape(tensor, shape);
  tercet_shape_strides(rank, shape, item_size, tensor->strides);
  *out = tensor;
  return TERCET_OK;
}

tercet_status
tercet_tensor_new(const tercet_allocator *alloc,
                  tercet_dtype dtype,
                  size_t rank,
                  const int64_t *shape,
                  tercet_tensor **out,
                  tercet_error *err)
{
  return make_tensor(alloc, dtype, rank, shape, true, out, err);
}

tercet_status
tercet_tensor_new_raw(const tercet_allocator *alloc,
                      tercet_dtype dtype,
                      size_t rank,
                      const int64_t *shape,
                      tercet_tensor **out,
                      tercet_error *err)
{
  return make_tensor(alloc, dtype, rank, shape, false, out, err);
}

tercet_status
tercet_tensor_from_data(const tercet_allocator *alloc,
                        tercet_dtype dtype,
                        size_t rank,
                        const int64_t *shape,
                        const void *data,
                        tercet_tensor **out,
                        tercet_error *err)
{
  TERCET_TRY(make_tensor(alloc, dtype, rank, shape, false, out, err));
  // On success there is a tensor, which the analyzer does not see
  // NOLINTNEXTLINE(clang-analyzer-core.NullDereference)
  if ((*out)->size) {
    memcpy((*out)->data, data, (size_t)(*out)->size * tercet_dtype_size(dtype));
  }
  return TERCET_OK;
}

/// Check that lent memory is aligned and that no address overflows
static tercet_status
check_lent(tercet_dtype dtype,
           size_t rank,
           const int64_t *shape,
           const int64_t *strides,
           const void *data,
           tercet_error *err)
{
  const size_t alignment = tercet_dtype_alignment(dtype);
  if ((uintptr_t)data % alignment) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "the address is not aligned to the %zu bytes of %s",
                            alignment,
                            tercet_dtype_name(dtype));
  }

  int64_t reach = 0;
  for (size_t i = 0; strides && i < rank; ++i) {
    int64_t length = 0;
    if (strides[i] % (int64_t)alignment) {
      return tercet_error_set(err,
                              TERCET_ERR_ARGUMENT,
                              "stride %" PRId64 " of axis %zu is not a "
                              "multiple of the %zu bytes of %s",
                              strides[i],
                              i,
                              alignment,
                              tercet_dtype_name(dtype));
    }
    if (strides[i] == INT64_MIN ||
        !tercet_i64_multiply(strides[i] < 0 ? -strides[i] : strides[i],
                             shape[i] ? shape[i] - 1 : 0,
                             &length) ||
        !tercet_i64_add(reach, length, &reach) || reach > INT64_MAX / 2) {
      return tercet_error_set(err,
                              TERCET_ERR_SHAPE,
                              "stride %" PRId64 " of axis %zu is too large",
                              strides[i],
                              i);
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_tensor_wrap(const tercet_allocator *alloc,
                   tercet_dtype dtype,
                   size_t rank,
                   const int64_t *shape,
                   const int64_t *strides,
                   void *data,
                   tercet_tensor_deleter deleter,
                   void *context,
                   tercet_tensor **out,
                   tercet_error *err)
{
  *out = NULL;
  const size_t item_size = tercet_dtype_size(dtype);
  int64_t size = 0;
  TERCET_TRY(tercet_shape_check(rank, shape, item_size, &size, err));
  TERCET_TRY(check_lent(dtype, rank, shape, strides, data, err));

  alloc = tercet_allocator_or_default(alloc);
  tercet_tensor *const tensor = tensor_allocate(alloc, dtype, rank);
  if (!tensor) {
    return tercet_error_no_memory(err);
  }
  tensor->storage = storage_new_lent(alloc, data, deleter, context);
  if (!tensor->storage) {
    tercet_tensor_unref(tensor);
    return tercet_error_no_memory(err);
  }

  tensor->data = (char *)data;
  tensor->size = size;
  set_shape(tensor, shape);
  tercet_shape_strides(rank, shape, item_size, tensor->strides);
  if (strides && rank) {
    memcpy(tensor->strides, strides, rank * sizeof(*strides));
  }
  const tercet_tensor_span span = tercet_tensor_span_of(tensor);
  tensor->storage->lowest = span.lowest;
  tensor->storage->n_bytes = span.n_bytes;
  *out = tensor;
  return TERCET_OK;
}

tercet_status
tercet_tensor_share(const tercet_tensor *tensor,
                    size_t rank,
                    tercet_tensor **out,
                    tercet_error *err)
{
  tercet_tensor *const view =
      tensor_allocate(tensor->alloc, tensor->dtype, rank);
  *out = view;
  if (!view) {
    return tercet_error_no_memory(err);
  }

  if (tensor->storage) {
    atomic_fetch_add_explicit(
        &tensor->storage->n_refs, 1U, memory_order_relaxed);
  }
  view->storage = tensor->storage;
  view->data = tensor->data;
  view->size = tensor->size;
  view->is_read_only = tensor->is_read_only;
  view->is_view = true;
  return TERCET_OK;
}

const tercet_tensor *
tercet_tensor_view_init(tercet_tensor_view *view,
                        const tercet_tensor_type *type,
                        const void *data)
{
  assert((uintptr_t)data % tercet_dtype_alignment(type->dtype) == 0);

  tercet_tensor *const tensor = &view->tensor;
  atomic_init(&tensor->n_refs, 1U);
  tensor->alloc = &tercet_allocator_default;
  tensor->storage = NULL;
  // The read-only mark takes the place of the const that goes here
  tensor->data = (char *)(uintptr_t)data;
  tensor->shape = view->shape;
  tensor->strides = view->strides;
  tensor->size = type->n_elements;
  tensor->rank = type->rank;
  tensor->dtype = type->dtype;
  tensor->is_read_only = true;
  tensor->is_in_place = true;
  tensor->is_view = true;
  set_shape(tensor, type->shape);
  tercet_shape_strides(
      type->rank, type->shape, tercet_dtype_size(type->dtype), tensor->strides);
  return tensor;
}

tercet_tensor *
tercet_tensor_ref(tercet_tensor *tensor)
{
  atomic_fetch_add_explicit(&tensor->n_refs, 1U, memory_order_relaxed);
  return tensor;
}

void
tercet_tensor_unref(tercet_tensor *tensor)
{
  if (!tensor || tensor->is_in_place ||
      atomic_fetch_sub_explicit(&tensor->n_refs, 1U, memory_order_acq_rel) !=
          1U) {
    return;
  }
  storage_unref(tensor->storage);
  tercet_release(tensor->alloc, tensor);
}

tercet_dtype
tercet_tensor_dtype(const tercet_tensor *tensor)
{
  return tensor->dtype;
}

size_t
tercet_tensor_rank(const tercet_tensor *tensor)
{
  return tensor->rank;
}

const int64_t *
tercet_tensor_shape(const tercet_tensor *tensor)
{
  return tensor->shape;
}

const int64_t *
tercet_tensor_strides(const tercet_tensor *tensor)
{
  return tensor->strides;
}

int64_t
tercet_tensor_size(const tercet_tensor *tensor)
{
  return tensor->size;
}

const void *
tercet_tensor_data(const tercet_tensor *tensor)
{
  return tensor->data;
}

void *
tercet_tensor_mutable_data(tercet_tensor *tensor)
{
  return tensor->is_read_only ? NULL : tensor->data;
}

bool
tercet_tensor_is_contiguous(const tercet_tensor *tensor)
{
  return tercet_shape_is_contiguous(tensor->rank,
                                    tensor->shape,
                                    tensor->strides,
                                    tercet_dtype_size(tensor->dtype));
}

bool
tercet_tensor_is_exclusive(const tercet_tensor *tensor,
                           const tercet_allocator *alloc)
{
  tercet_tensor_storage *const storage = tensor->storage;
  return tensor->alloc == alloc &&
         atomic_load_explicit(&tensor->n_refs, memory_order_acquire) == 1U &&
         storage && storage->alloc == alloc && !storage->is_lent &&
         atomic_load_explicit(&storage->n_refs, memory_order_acquire) == 1U;
}

tercet_status
tercet_tensor_made(tercet_status st, tercet_tensor **out)
{
  if (st) {
    tercet_tensor_unref(*out);
    *out = NULL;
  }
  return st;
}
