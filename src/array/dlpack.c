// SPDX-License-Identifier: Apache-2.0

/// Exchange of tensors with other libraries without copying

#include "array/dlpack.h"

#include "array/tensor_internal.h"
#include "base/allocator.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static const dlpack_type types[] = {
    [TERCET_DTYPE_BOOL] = {DLPACK_BOOL, 8, 1},
    [TERCET_DTYPE_I8] = {DLPACK_INT, 8, 1},
    [TERCET_DTYPE_I16] = {DLPACK_INT, 16, 1},
    [TERCET_DTYPE_I32] = {DLPACK_INT, 32, 1},
    [TERCET_DTYPE_I64] = {DLPACK_INT, 64, 1},
    [TERCET_DTYPE_U8] = {DLPACK_UINT, 8, 1},
    [TERCET_DTYPE_U16] = {DLPACK_UINT, 16, 1},
    [TERCET_DTYPE_U32] = {DLPACK_UINT, 32, 1},
    [TERCET_DTYPE_U64] = {DLPACK_UINT, 64, 1},
    [TERCET_DTYPE_F16] = {DLPACK_FLOAT, 16, 1},
    [TERCET_DTYPE_BF16] = {DLPACK_BFLOAT, 16, 1},
    [TERCET_DTYPE_F32] = {DLPACK_FLOAT, 32, 1},
    [TERCET_DTYPE_F64] = {DLPACK_FLOAT, 64, 1},
    [TERCET_DTYPE_C64] = {DLPACK_COMPLEX, 64, 1},
    [TERCET_DTYPE_C128] = {DLPACK_COMPLEX, 128, 1},
};

static_assert(sizeof(types) / sizeof(types[0]) == TERCET_DTYPE_COUNT,
              "one type for each dtype");

/* ---- Export ---- */

/// A tensor that is lent, with shape and strides behind it
typedef struct {
  union {
    struct DLManagedTensor unversioned;
    struct DLManagedTensorVersioned versioned;
  } managed;
  tercet_tensor *tensor; ///< Keeps the bytes
  int64_t extents[];     ///< Shape and strides
} loan;

static void
loan_free(loan *self)
{
  const tercet_allocator *const alloc = self->tensor->alloc;
  tercet_tensor_unref(self->tensor);
  tercet_release(alloc, self);
}

static void
delete_unversioned(struct DLManagedTensor *managed)
{
  loan_free((loan *)managed->context);
}

static void
delete_versioned(struct DLManagedTensorVersioned *managed)
{
  loan_free((loan *)managed->context);
}

/// Set strides that count elements
static tercet_status
set_strides(const tercet_tensor *tensor, int64_t *strides, tercet_error *err)
{
  const int64_t size = (int64_t)tercet_dtype_size(tensor->dtype);
  for (size_t i = 0; i < tensor->rank; ++i) {
    strides[i] = tensor->strides[i] / size;
    // Where no step is made along an axis, its stride does not matter
    if (tensor->strides[i] % size && tensor->shape[i] > 1) {
      tercet_error_set(err,
                       TERCET_ERR_ARGUMENT,
                       "stride %" PRId64 " of axis %zu is not a "
                       "multiple of the %" PRId64 " bytes of %s",
                       tensor->strides[i],
                       i,
                       size,
                       tercet_dtype_name(tensor->dtype));
      return TERCET_ERR_ARGUMENT;
    }
  }
  return TERCET_OK;
}

/// Make a loan, and fill in the tensor that is part of it
static tercet_status
loan_new(const tercet_tensor *tensor,
         bool is_versioned,
         loan **out,
         tercet_error *err)
{
  *out = NULL;
  if (!tensor->storage) {
    tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "nobody owns the bytes of this tensor");
    return TERCET_ERR_ARGUMENT;
  }
  loan *const self = (loan *)tercet_allocate(
      tensor->alloc, sizeof(loan) + 2U * tensor->rank * sizeof(int64_t));
  if (!self) {
    tercet_error_no_memory(err);
    return TERCET_ERR_NO_MEMORY;
  }
  int64_t *const strides = self->extents + tensor->rank;
  tercet_status st = set_strides(tensor, strides, err);
  st = st != TERCET_OK
           ? st
           : tercet_tensor_share(tensor, tensor->rank, &self->tensor, err);
  if (st != TERCET_OK) {
    tercet_release(tensor->alloc, self);
    return st;
  }

  const size_t n_bytes = tensor->rank * sizeof(int64_t);
  memcpy(self->extents, tensor->shape, n_bytes);
  memcpy(self->tensor->shape, tensor->shape, n_bytes);
  memcpy(self->tensor->strides, tensor->strides, n_bytes);
  const dlpack_tensor lent = {
      .data = tensor->data,
      .device = {DLPACK_CPU, 0},
      .n_axes = (int32_t)tensor->rank,
      .type = types[tensor->dtype],
      .shape = self->extents,
      .strides = strides,
  };
  memset(&self->managed, 0, sizeof(self->managed));
  if (is_versioned) {
    self->managed.versioned.tensor = lent;
  } else {
    self->managed.unversioned.tensor = lent;
  }
  *out = self;
  return TERCET_OK;
}

tercet_status
tercet_tensor_to_dlpack(const tercet_tensor *tensor,
                        struct DLManagedTensorVersioned **out,
                        tercet_error *err)
{
  *out = NULL;
  loan *self = NULL;
  TERCET_TRY(loan_new(tensor, true, &self, err));
  *out = &self->managed.versioned;
  (*out)->major = DLPACK_MAJOR;
  (*out)->minor = DLPACK_MINOR;
  (*out)->context = self;
  (*out)->deleter = delete_versioned;
  (*out)->flags = tensor->is_read_only ? DLPACK_READ_ONLY : 0U;
  return TERCET_OK;
}

tercet_status
tercet_tensor_to_dlpack_unversioned(const tercet_tensor *tensor,
                                    struct DLManagedTensor **out,
                                    tercet_error *err)
{
  *out = NULL;
  if (tensor->is_read_only) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "a read-only tensor cannot be lent without saying "
                            "that it is");
  }
  loan *self = NULL;
  TERCET_TRY(loan_new(tensor, false, &self, err));
  *out = &self->managed.unversioned;
  (*out)->context = self;
  (*out)->deleter = delete_unversioned;
  return TERCET_OK;
}

/* ---- Import ---- */

static tercet_status
read_type(const dlpack_type *type, tercet_dtype *out, tercet_error *err)
{
  for (size_t i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    if (types[i].code == type->code && types[i].bits == type->bits &&
        types[i].lanes == type->lanes) {
      *out = (tercet_dtype)i;
      return TERCET_OK;
    }
  }
  tercet_error_set(err,
                   TERCET_ERR_DTYPE,
                   "no dtype for elements of code %u, %u bits and %u "
                   "lanes",
                   (unsigned)type->code,
                   (unsigned)type->bits,
                   (unsigned)type->lanes);
  return TERCET_ERR_DTYPE;
}

/// Check what is not checked by making a tensor of it
static tercet_status
check_foreign(const dlpack_tensor *tensor, tercet_error *err)
{
  if (tensor->device.device_type != DLPACK_CPU) {
    tercet_error_set(err,
                     TERCET_ERR_UNSUPPORTED,
                     "the tensor is on a device of type %" PRId32
                     ", not in main memory",
                     tensor->device.device_type);
    return TERCET_ERR_UNSUPPORTED;
  }
  if (tensor->n_axes < 0 || tensor->n_axes > TERCET_MAX_RANK) {
    tercet_error_set(err,
                     TERCET_ERR_SHAPE,
                     "a tensor of rank %" PRId32 " is outside of 0 to %d",
                     tensor->n_axes,
                     TERCET_MAX_RANK);
    return TERCET_ERR_SHAPE;
  }
  if (tensor->n_axes && !tensor->shape) {
    tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "the tensor has axes but no shape");
    return TERCET_ERR_ARGUMENT;
  }
  return TERCET_OK;
}

/// Set strides in bytes
static tercet_status
read_strides(const dlpack_tensor *tensor,
             size_t size,
             int64_t *strides,
             tercet_error *err)
{
  for (size_t i = 0; i < (size_t)tensor->n_axes; ++i) {
    if (!tercet_i64_multiply(tensor->strides[i], (int64_t)size, &strides[i])) {
      tercet_error_set(err,
                       TERCET_ERR_SHAPE,
                       "stride %" PRId64 " of axis %zu is too large",
                       tensor->strides[i],
                       i);
      return TERCET_ERR_SHAPE;
    }
  }
  return TERCET_OK;
}

static tercet_status
take_over(const tercet_allocator *alloc,
          const dlpack_tensor *tensor,
          tercet_tensor_deleter deleter,
          void *context,
          tercet_tensor **out,
          tercet_error *err)
{
  tercet_dtype dtype = TERCET_DTYPE_BOOL;
  TERCET_TRY(check_foreign(tensor, err));
  TERCET_TRY(read_type(&tensor->type, &dtype, err));
  const size_t size = tercet_dtype_size(dtype);
  const size_t rank = (size_t)tensor->n_axes;
  int64_t strides[TERCET_MAX_RANK];
  if (tensor->strides) {
    TERCET_TRY(read_strides(tensor, size, strides, err));
  }
  int64_t n = 0;
  TERCET_TRY(tercet_shape_check(rank, tensor->shape, size, &n, err));
  if (!tensor->data && n) {
    tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "the tensor has elements but no address");
    return TERCET_ERR_ARGUMENT;
  }

  char *const data =
      tensor->data ? (char *)tensor->data + tensor->byte_offset : NULL;
  return tercet_tensor_wrap(alloc,
                            dtype,
                            rank,
                            tensor->shape,
                            tensor->strides ? strides : NULL,
                            data,
                            deleter,
                            context,
                            out,
                            err);
}

static void
give_back_versioned(void *context, void *data)
{
  (void)data;
  struct DLManagedTensorVersioned *const managed =
      (struct DLManagedTensorVersioned *)context;
  if (managed->deleter) {
    managed->deleter(managed);
  }
}

static void
give_back_unversioned(void *context, void *data)
{
  (void)data;
  struct DLManagedTensor *const managed = (struct DLManagedTensor *)context;
  if (managed->deleter) {
    managed->deleter(managed);
  }
}

tercet_status
tercet_tensor_from_dlpack(const tercet_allocator *alloc,
                          struct DLManagedTensorVersioned *managed,
                          tercet_tensor **out,
                          tercet_error *err)
{
  *out = NULL;
  if (managed->major != DLPACK_MAJOR) {
    return tercet_error_set(err,
                            TERCET_ERR_UNSUPPORTED,
                            "DLPack version %" PRIu32 ".%" PRIu32
                            " is not known",
                            managed->major,
                            managed->minor);
  }
  TERCET_TRY(take_over(
      alloc, &managed->tensor, give_back_versioned, managed, out, err));
  (*out)->is_read_only = (managed->flags & DLPACK_READ_ONLY) != 0;
  return TERCET_OK;
}

tercet_status
tercet_tensor_from_dlpack_unversioned(const tercet_allocator *alloc,
                                      struct DLManagedTensor *managed,
                                      tercet_tensor **out,
                                      tercet_error *err)
{
  *out = NULL;
  return take_over(
      alloc, &managed->tensor, give_back_unversioned, managed, out, err);
}
