// SPDX-License-Identifier: Apache-2.0

#include "rdftensor/group.h"

#include "array/shape.h"
#include "base/allocator.h"
#include "rdftensor/repair.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/// Bytes of a message about a group
#define FAILURE_MAX 240U

/// Type and data of a group that is not empty: one piece of memory
typedef struct {
  tercet_tensor_type type;
  max_align_t data[];
} group_block;

/// Release what the kind keeps, which is not needed or not valid any more
static void
drop_data(const tercet_group_kind *kind, tercet_group *group)
{
  if (group->data) {
    kind->clear(group);
    tercet_release(group->alloc, group->type);
    group->type = NULL;
    group->data = NULL;
  }
}

static tercet_status
fail_group(const tercet_group_kind *kind,
           tercet_group *group,
           const char *format,
           ...) TERCET_PRINTF(3, 4);

/// Let a group have no value
static tercet_status
fail_group(const tercet_group_kind *kind,
           tercet_group *group,
           const char *format,
           ...)
{
  va_list args;
  group->failure = tercet_allocate(group->alloc, FAILURE_MAX);
  if (!group->failure) {
    return TERCET_ERR_NO_MEMORY;
  }

  va_start(args, format);
  vsnprintf(group->failure, FAILURE_MAX, format, args);
  va_end(args);
  drop_data(kind, group);
  return TERCET_OK;
}

static tercet_status
fail_shapes(const tercet_group_kind *kind,
            tercet_group *group,
            const tercet_tensor_type *type)
{
  char text_a[TERCET_TYPE_TEXT_MAX];
  char text_b[TERCET_TYPE_TEXT_MAX];
  return fail_group(kind,
                    group,
                    "different shapes in one group: %s and %s",
                    tercet_type_describe(group->type, text_a, sizeof(text_a)),
                    tercet_type_describe(type, text_b, sizeof(text_b)));
}

static tercet_status
start_group(const tercet_group_kind *kind,
            tercet_group *group,
            const tercet_tensor_type *type)
{
  group_block *const block =
      tercet_allocate_zeroed(group->alloc, sizeof(*block) + kind->size);
  if (!block) {
    return TERCET_ERR_NO_MEMORY;
  }
  block->type = *type;
  group->type = &block->type;
  group->data = block->data;
  return TERCET_OK;
}

static tercet_status
add_tensor(const tercet_group_kind *kind,
           tercet_group *group,
           const tercet_tensor_row *tensor)
{
  const tercet_tensor_type *const type = tensor->type;
  if (!group->data) {
    TERCET_TRY(start_group(kind, group, type));
  }
  if (!tercet_shape_equals(
          group->type->rank, group->type->shape, type->rank, type->shape)) {
    return fail_shapes(kind, group, type);
  }

  TERCET_TRY(kind->add(group, tensor));
  group->type->dtype = tercet_dtype_resolve(group->type->dtype, type->dtype);
  ++group->n_tensors;
  return TERCET_OK;
}

tercet_status
tercet_group_add_value(const tercet_group_kind *kind,
                       tercet_group *group,
                       const tercet_value *value)
{
  if (group->failure) {
    return TERCET_OK;
  }
  if (value->kind == TERCET_VALUE_ERROR) {
    return fail_group(
        kind, group, "a value of the group is unbound or an error");
  }
  if (value->kind != TERCET_VALUE_TENSOR) {
    char text[TERCET_TYPE_TEXT_MAX];
    return fail_group(kind,
                      group,
                      "a value of the group is no tensor: %s",
                      tercet_value_describe(value, text, sizeof(text)));
  }
  if (value->tensor.type->dtype == TERCET_DTYPE_BOOL && !kind->takes_bool) {
    return fail_group(
        kind,
        group,
        "a tensor of the group is bool; cast it to a numeric type");
  }
  return add_tensor(kind, group, &value->tensor);
}

void
tercet_group_clear(const tercet_aggregate_function *self, void *state)
{
  tercet_group *const group = state;
  drop_data(self->data, group);
  tercet_release(group->alloc, group->failure);
  group->failure = NULL;
}

tercet_status
tercet_group_result(tercet_call *call,
                    tercet_dtype dtype,
                    size_t rank,
                    const int64_t *shape,
                    void **data,
                    tercet_value *out)
{
  tercet_tensor_type *const type =
      tercet_arena_allocate(call->arena, sizeof(*type));
  if (!type) {
    return TERCET_ERR_NO_MEMORY;
  }
  TERCET_TRY(tercet_tensor_type_init(dtype, rank, shape, type, NULL));
  *data = tercet_arena_allocate_aligned(call->arena, type->n_bytes, 64U);
  if (!*data) {
    return TERCET_ERR_NO_MEMORY;
  }
  *out = tercet_value_tensor(type, *data);
  return TERCET_OK;
}

/// Return whether a strict query has to do without the value of a group
static bool
is_refused(const tercet_group_kind *kind,
           const tercet_group *group,
           const tercet_call *call,
           tercet_error *err)
{
  if (!call->is_strict || !kind->template_) {
    return false;
  }
  const tercet_template_use use = {
      kind->template_, {TERCET_DTYPE_F64, TERCET_DTYPE_F64}, {group->type}};
  return tercet_template_check_strict(&use, err) != TERCET_OK;
}

tercet_status
tercet_group_finish(const tercet_aggregate_function *self,
                    tercet_call *call,
                    void *state,
                    tercet_value *out)
{
  const tercet_group_kind *const kind = self->data;
  tercet_group *const group = state;
  tercet_error err = {0};
  const bool is_enough = group->data && group->n_tensors >= kind->least_tensors;
  if (is_enough && !is_refused(kind, group, call, &err)) {
    return kind->finish(group, call, out);
  }

  const char *const why = is_enough        ? err.message
                          : group->failure ? group->failure
                          : group->data    ? "the group has only one tensor"
                                           : "the group is empty";
  char reason[TERCET_FAILURE_REASON_MAX];
  const tercet_string name = tercet_local_name(self->iri);
  snprintf(reason,
           sizeof(reason),
           "%.*s: %.*s",
           (int)name.length,
           name.data,
           (int)sizeof(reason) / 2,
           why);
  *out = (tercet_value){0};
  return tercet_call_fail_group(call, self->iri, reason);
}
