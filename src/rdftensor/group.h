// SPDX-License-Identifier: Apache-2.0

/**
   Aggregates over the tensors of a group.

   group.c is the frame of all of them: it looks at the values, keeps the shape
   that all have in common, and remembers why a group has no value.  A kind
   says what is done with the tensors.
*/

#ifndef TERCET_RDFTENSOR_GROUP_H
#define TERCET_RDFTENSOR_GROUP_H

#include "rdftensor/rdftensor_internal.h"

/// State of one group; all zero is an empty group
typedef struct {
  const tercet_allocator *alloc;
  tercet_tensor_type
      *type; ///< Of the first tensor, but with the dtype resolved
  uint64_t n_tensors;
  void *data;    ///< What the kind keeps, NULL while the group is empty
  char *failure; ///< Why the group has no value, or NULL

  /// Of the batch that is being added: rows of the group that are not in its
  /// list yet, and the place in the list that the next one takes
  uint32_t n_unlisted;
  uint32_t next_place;
} tercet_group;

/// tercet_aggregate_function::data
typedef struct {
  size_t size;            ///< Bytes that `data` has, zeroed at first
  uint64_t least_tensors; ///< Fewer are a failure
  bool takes_bool;
  const char *template_; ///< That of the last phase if it has a repair, or NULL

  /// Add a tensor of the right shape.  `group->type` and `n_tensors` are those
  /// without it.
  tercet_status (*add)(tercet_group *group, const tercet_tensor_row *tensor);

  /// Get ready for add_part() with tensors of the group's type, or NULL: they
  /// are added one by one; `is_ready` is set to whether there is a way
  tercet_status (*prepare)(tercet_group *group, bool *is_ready);

  /// Add `n` elements, from element `first` on, of tensors of the group's type;
  /// `rows` are the addresses of these elements.  Threads may add different
  /// elements at the same time, and how elements are divided changes no bit.
  void (*add_part)(const tercet_group *group,
                   size_t n_rows,
                   const void *const *rows,
                   size_t first,
                   size_t n);

  /// Set the value of a group with enough tensors
  tercet_status (*finish)(tercet_group *group,
                          tercet_call *call,
                          tercet_value *out);

  /// Release what `data` holds, but not itself
  void (*clear)(tercet_group *group);
} tercet_group_kind;

extern const tercet_group_kind tercet_group_sum;
extern const tercet_group_kind tercet_group_avg;
extern const tercet_group_kind tercet_group_var;
extern const tercet_group_kind tercet_group_std;
extern const tercet_group_kind tercet_group_sample_var;
extern const tercet_group_kind tercet_group_sample_std;
extern const tercet_group_kind tercet_group_min;
extern const tercet_group_kind tercet_group_max;
extern const tercet_group_kind tercet_group_prod;
extern const tercet_group_kind tercet_group_median;
extern const tercet_group_kind tercet_group_stack;

/// Make a tensor in the arena of the call the result; `data` is set to its
/// elements
tercet_status
tercet_group_result(tercet_call *call,
                    tercet_dtype dtype,
                    size_t rank,
                    const int64_t *shape,
                    void **data,
                    tercet_value *out);

/// Add one value to a group, or let the group have no value because of it
tercet_status
tercet_group_add_value(const tercet_group_kind *kind,
                       tercet_group *group,
                       const tercet_value *value);

/* ---- The functions of tercet_aggregate_function ---- */

tercet_status
tercet_group_add(const tercet_aggregate_function *self,
                 tercet_call *call,
                 const tercet_value_column *column,
                 void *const *states);

tercet_status
tercet_group_finish(const tercet_aggregate_function *self,
                    tercet_call *call,
                    void *state,
                    tercet_value *out);

void
tercet_group_clear(const tercet_aggregate_function *self, void *state);

#endif // TERCET_RDFTENSOR_GROUP_H
