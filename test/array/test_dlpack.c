// SPDX-License-Identifier: Apache-2.0

/// Exchange by DLPack, with this library on both sides

#include "array/dlpack.h"

#include "io_reference.h"

/* ---- There and back ---- */

static void
check_exchange(tercet_tensor *tensor)
{
  struct DLManagedTensorVersioned *managed = NULL;
  tercet_tensor *again = NULL;
  tercet_error err = {0};
  const tercet_status st = tercet_tensor_to_dlpack(tensor, &managed, &err);
  if (st != TERCET_OK) {
    CHECK_STATUS(st, TERCET_ERR_ARGUMENT);
    CHECK(managed == NULL);
    return;
  }
  CHECK_STATUS(tercet_tensor_from_dlpack(NULL, managed, &again, &err),
               TERCET_OK);
  CHECK(again && tercet_tensor_data(again) == tercet_tensor_data(tensor));
  CHECK(again && same_tensors(tensor, again));
  CHECK((tercet_tensor_mutable_data(tensor) == NULL) ==
        (again && tercet_tensor_mutable_data(again) == NULL));
  tercet_tensor_unref(again);
}

static void
test_exchange_any_dtype_shape_and_strides(void)
{
  uint64_t state = 31;
  for (size_t i = 0; i < 3000; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_shape(&state, shape);
    const tercet_dtype dtype = (tercet_dtype)(i % TERCET_DTYPE_COUNT);
    tercet_tensor *const tensor =
        random_tensor(&state, dtype, RANDOM_TAME, rank, shape);
    tercet_tensor *view = NULL;
    check_exchange(tensor);
    CHECK_STATUS(tercet_tensor_permute(tensor, NULL, &view, NULL), TERCET_OK);
    check_exchange(view);
    tercet_tensor_unref(view);
    CHECK_STATUS(tercet_tensor_broadcast_to(tensor, rank, shape, &view, NULL),
                 TERCET_OK);
    check_exchange(view);
    tercet_tensor_unref(view);
    tercet_tensor_unref(tensor);
  }
}

static void
test_unversioned_exchange(void)
{
  const int16_t values[] = {1, 2, 3, 4, 5, 6};
  const int64_t shape[] = {2, 3};
  tercet_tensor *tensor = NULL;
  tercet_tensor *again = NULL;
  struct DLManagedTensor *managed = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_I16, 2, shape, values, &tensor, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_to_dlpack_unversioned(tensor, &managed, NULL),
               TERCET_OK);
  CHECK_INT(managed->tensor.type.code, DLPACK_INT);
  CHECK_INT(managed->tensor.type.bits, 16);
  CHECK_INT(managed->tensor.strides[0], 3);
  CHECK_STATUS(
      tercet_tensor_from_dlpack_unversioned(NULL, managed, &again, NULL),
      TERCET_OK);

  // The loan keeps the bytes when the lender has gone
  tercet_tensor_unref(tensor);
  const int64_t last[] = {1, 2};
  CHECK(reference_get(again, last).re == 6);
  tercet_tensor *read_only = NULL;
  CHECK_STATUS(tercet_tensor_broadcast_to(again, 2, shape, &read_only, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_to_dlpack_unversioned(read_only, &managed, NULL),
               TERCET_ERR_ARGUMENT);
  tercet_tensor_unref(read_only);
  tercet_tensor_unref(again);
}

/* ---- Foreign tensors ---- */

/// A lender that counts how often it got its tensor back
typedef struct {
  struct DLManagedTensorVersioned managed;
  int64_t shape[2];
  int64_t strides[2];
  float values[8];
  size_t n_deleted;
} lender;

static void
count_deletion(struct DLManagedTensorVersioned *managed)
{
  ++((lender *)managed->context)->n_deleted;
}

static void
lender_init(lender *self)
{
  *self = (lender){.shape = {2, 3}, .strides = {1, 2}};
  for (size_t i = 0; i < 8; ++i) {
    self->values[i] = (float)i;
  }
  self->managed.major = 1;
  self->managed.minor = 9;
  self->managed.context = self;
  self->managed.deleter = count_deletion;
  self->managed.tensor.data = self->values;
  self->managed.tensor.device.device_type = DLPACK_CPU;
  self->managed.tensor.n_axes = 2;
  self->managed.tensor.type = (dlpack_type){DLPACK_FLOAT, 32, 1};
  self->managed.tensor.shape = self->shape;
  self->managed.tensor.strides = self->strides;
}

static void
test_offsets_strides_and_the_deleter(void)
{
  lender self;
  tercet_tensor *tensor = NULL;
  lender_init(&self);
  self.managed.tensor.byte_offset = 8;
  CHECK_STATUS(tercet_tensor_from_dlpack(NULL, &self.managed, &tensor, NULL),
               TERCET_OK);
  const int64_t index[] = {1, 2};
  CHECK(reference_get(tensor, index).re == 7);
  CHECK(tercet_tensor_mutable_data(tensor) != NULL);
  CHECK_INT(self.n_deleted, 0);
  tercet_tensor_unref(tensor);
  CHECK_INT(self.n_deleted, 1);

  lender_init(&self);
  self.managed.tensor.strides = NULL;
  self.managed.flags = DLPACK_READ_ONLY;
  CHECK_STATUS(tercet_tensor_from_dlpack(NULL, &self.managed, &tensor, NULL),
               TERCET_OK);
  CHECK(reference_get(tensor, index).re == 5);
  CHECK(tercet_tensor_mutable_data(tensor) == NULL);
  tercet_tensor_unref(tensor);

  lender_init(&self);
  self.managed.deleter = NULL;
  self.managed.tensor.data = NULL;
  self.shape[0] = 0;
  CHECK_STATUS(tercet_tensor_from_dlpack(NULL, &self.managed, &tensor, NULL),
               TERCET_OK);
  CHECK_INT(tercet_tensor_size(tensor), 0);
  tercet_tensor_unref(tensor);
}

static void
check_refused(lender *self, tercet_status status)
{
  tercet_tensor *tensor = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_from_dlpack(NULL, &self->managed, &tensor, &err),
               status);
  CHECK(tensor == NULL && err.message[0]);
  CHECK_INT(self->n_deleted, 0);
  lender_init(self);
}

static void
test_what_is_refused(void)
{
  lender self;
  lender_init(&self);
  self.managed.major = 2;
  check_refused(&self, TERCET_ERR_UNSUPPORTED);
  self.managed.tensor.device.device_type = 2;
  check_refused(&self, TERCET_ERR_UNSUPPORTED);
  self.managed.tensor.n_axes = -1;
  check_refused(&self, TERCET_ERR_SHAPE);
  self.managed.tensor.n_axes = 33;
  check_refused(&self, TERCET_ERR_SHAPE);
  self.managed.tensor.type.lanes = 4;
  check_refused(&self, TERCET_ERR_DTYPE);
  self.managed.tensor.type.code = 3;
  check_refused(&self, TERCET_ERR_DTYPE);
  self.managed.tensor.shape = NULL;
  check_refused(&self, TERCET_ERR_ARGUMENT);
  self.managed.tensor.data = NULL;
  check_refused(&self, TERCET_ERR_ARGUMENT);
  self.managed.tensor.byte_offset = 2;
  check_refused(&self, TERCET_ERR_ARGUMENT);
  self.strides[0] = INT64_MAX / 2;
  check_refused(&self, TERCET_ERR_SHAPE);
  self.shape[0] = -1;
  check_refused(&self, TERCET_ERR_SHAPE);
  self.shape[0] = INT64_MAX;
  check_refused(&self, TERCET_ERR_SHAPE);
}

/// complex64 may lie at any multiple of 4 bytes, but DLPack counts elements
static void
test_stride_that_is_no_multiple_of_the_element(void)
{
  float values[8] = {0};
  const int64_t shape = 2;
  const int64_t stride = 12;
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_wrap(NULL,
                                  TERCET_DTYPE_C64,
                                  1,
                                  &shape,
                                  &stride,
                                  values,
                                  NULL,
                                  NULL,
                                  &tensor,
                                  NULL),
               TERCET_OK);
  struct DLManagedTensorVersioned *managed = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_tensor_to_dlpack(tensor, &managed, &err),
               TERCET_ERR_ARGUMENT);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "stride 12 of axis 0 is not a multiple of the 8 bytes of "
             "complex64");
  tercet_tensor_unref(tensor);
}

static tercet_status
exchange(const tercet_allocator *alloc)
{
  tercet_tensor *tensor = NULL;
  tercet_tensor *again = NULL;
  struct DLManagedTensorVersioned *managed = NULL;
  const int64_t shape = 3;
  tercet_status st =
      tercet_tensor_new(alloc, TERCET_DTYPE_F32, 1, &shape, &tensor, NULL);
  st = st ? st : tercet_tensor_to_dlpack(tensor, &managed, NULL);
  if (st == TERCET_OK) {
    st = tercet_tensor_from_dlpack(alloc, managed, &again, NULL);
    if (st != TERCET_OK) {
      managed->deleter(managed);
    }
  }
  tercet_tensor_unref(again);
  tercet_tensor_unref(tensor);
  return st;
}

static void
test_failing_allocations(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(exchange(&alloc), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(exchange(&alloc), TERCET_ERR_NO_MEMORY);
  }
}

int
main(void)
{
  test_exchange_any_dtype_shape_and_strides();
  test_unversioned_exchange();
  test_offsets_strides_and_the_deleter();
  test_what_is_refused();
  test_stride_that_is_no_multiple_of_the_element();
  test_failing_allocations();
  return check_finish();
}
