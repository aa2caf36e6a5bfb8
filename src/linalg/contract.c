// SPDX-License-Identifier: Apache-2.0

#include "linalg/contract.h"

#include <tercet/linalg.h>

#include "array/tensor_internal.h"
#include "base/error.h"

#include <assert.h>
#include <string.h>

/// Groups of axes: of a matrix they are the batch, the rows and the columns
typedef struct {
  size_t n[3];
  uint8_t labels[3][TERCET_MAX_RANK];
} axis_groups;

enum { BATCH, OUTER, INNER };

static void
add_label(axis_groups *groups, size_t group, uint8_t label)
{
  groups->labels[group][groups->n[group]++] = label;
}

/// Return the axis of a label, or the rank if there is none
static size_t
axis_of(const tercet_labelled *a, uint8_t label)
{
  size_t axis = 0;
  while (axis < a->tensor->rank && a->labels[axis] != label) {
    ++axis;
  }
  return axis;
}

/// Return the extent of a label, 1 if there is none
static int64_t
extent_of(const tercet_labelled *a, uint8_t label)
{
  const size_t axis = axis_of(a, label);
  return axis < a->tensor->rank ? a->tensor->shape[axis] : 1;
}

/// Return the extent that two operands have in common; 0 wins over 1
static int64_t
common_extent(const tercet_labelled *a, const tercet_labelled *b, uint8_t label)
{
  const int64_t extent_a = extent_of(a, label);
  return extent_a == 1 ? extent_of(b, label) : extent_a;
}

/// Make a view with the axes of `labels`, repeated up to `shape` where the
/// tensor has extent 1
static tercet_status
view_in_order(const tercet_labelled *a,
              size_t rank,
              const uint8_t *labels,
              const int64_t *shape,
              tercet_tensor **out,
              tercet_error *err)
{
  int64_t size = 0;
  TERCET_TRY(tercet_shape_check(
      rank, shape, tercet_dtype_size(a->tensor->dtype), &size, err));
  TERCET_TRY(tercet_tensor_share(a->tensor, rank, out, err));
  tercet_tensor *const view = *out;
  view->size = size;
  for (size_t i = 0; i < rank; ++i) {
    const size_t axis = axis_of(a, labels[i]);
    assert(axis < a->tensor->rank);
    const bool repeats = a->tensor->shape[axis] == 1;
    view->shape[i] = shape[i];
    view->strides[i] = repeats ? 0 : a->tensor->strides[axis];
  }
  return TERCET_OK;
}

/**
   Bring an operand into the form [batch..., outer, inner].

   The groups become one axis each, by a copy if their strides do not allow a
   view.  The batch stays as it is, since matmul walks over any.
*/
static tercet_status
to_matrices(const tercet_labelled *a,
            const axis_groups *groups,
            const int64_t extents[TERCET_MAX_LABELS],
            tercet_tensor **out,
            tercet_error *err)
{
  uint8_t labels[TERCET_MAX_RANK] = {0};
  int64_t shape[TERCET_MAX_RANK + 2] = {0};
  size_t rank = 0;
  int64_t sizes[3] = {1, 1, 1};
  for (size_t group = 0; group < 3; ++group) {
    for (size_t i = 0; i < groups->n[group]; ++i) {
      labels[rank] = groups->labels[group][i];
      shape[rank] = extents[labels[rank]];
      sizes[group] *= shape[rank];
      ++rank;
    }
  }
  assert(rank == a->tensor->rank);

  tercet_tensor *view = NULL;
  TERCET_TRY(view_in_order(a, rank, labels, shape, &view, err));
  const size_t n_batch = groups->n[BATCH];
  shape[n_batch] = sizes[OUTER];
  shape[n_batch + 1U] = sizes[INNER];
  const tercet_status st =
      tercet_tensor_reshape(view, n_batch + 2U, shape, out, err);
  tercet_tensor_unref(view);
  return st;
}

static tercet_status
too_many_axes(tercet_error *err)
{
  return tercet_error_set(err,
                          TERCET_ERR_SHAPE,
                          "an intermediate result has more than %d axes",
                          TERCET_MAX_RANK);
}

/// Give the product of matrices its axes back
static tercet_status
from_matrices(tercet_tensor *product,
              const axis_groups *a,
              const axis_groups *b,
              const int64_t extents[TERCET_MAX_LABELS],
              tercet_labelled *out,
              tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  size_t rank = 0;
  const axis_groups *const sources[3] = {a, a, b};
  static const size_t groups[3] = {BATCH, OUTER, OUTER};
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = 0; j < sources[i]->n[groups[i]]; ++j) {
      const uint8_t label = sources[i]->labels[groups[i]][j];
      out->labels[rank] = label;
      shape[rank] = extents[label];
      ++rank;
    }
  }
  return tercet_tensor_reshape(product, rank, shape, &out->tensor, err);
}

/// Sort the labels of an operand into groups, with respect to the other's
static void
group_labels(const tercet_labelled *a,
             const tercet_labelled *b,
             const tercet_label_set *keep,
             axis_groups *out)
{
  for (size_t i = 0; i < a->tensor->rank; ++i) {
    const uint8_t label = a->labels[i];
    const bool is_common = axis_of(b, label) < b->tensor->rank;
    add_label(out,
              !keep->has[label] ? INNER
              : is_common       ? BATCH
                                : OUTER,
              label);
  }
}

/// Multiply operands of which each label that is not kept is in both
static tercet_status
multiply(const tercet_allocator *alloc,
         const tercet_labelled *a,
         const tercet_labelled *b,
         const tercet_label_set *keep,
         tercet_labelled *out,
         tercet_error *err)
{
  axis_groups groups_a = {{0}, {{0}}};
  axis_groups groups_b = {{0}, {{0}}};
  group_labels(a, b, keep, &groups_a);
  group_labels(b, a, keep, &groups_b);
  // Both sides must have the common labels in one order
  memcpy(groups_b.labels[BATCH], groups_a.labels[BATCH], TERCET_MAX_RANK);
  memcpy(groups_b.labels[INNER], groups_a.labels[INNER], TERCET_MAX_RANK);
  if (groups_a.n[BATCH] + groups_a.n[OUTER] + groups_b.n[OUTER] >
          TERCET_MAX_RANK ||
      groups_a.n[BATCH] + 2U > TERCET_MAX_RANK) {
    return too_many_axes(err);
  }

  int64_t extents[TERCET_MAX_LABELS] = {0};
  for (size_t label = 0; label < TERCET_MAX_LABELS; ++label) {
    extents[label] = common_extent(a, b, (uint8_t)label);
  }
  tercet_tensor *left = NULL;
  tercet_tensor *right = NULL;
  tercet_tensor *transposed = NULL;
  tercet_tensor *product = NULL;
  tercet_status st = to_matrices(a, &groups_a, extents, &left, err);
  if (st == TERCET_OK) {
    st = to_matrices(b, &groups_b, extents, &right, err);
  }
  if (st == TERCET_OK) {
    size_t axes[TERCET_MAX_RANK];
    for (size_t i = 0; i < right->rank; ++i) {
      axes[i] = i;
    }
    axes[right->rank - 2U] = right->rank - 1U;
    axes[right->rank - 1U] = right->rank - 2U;
    st = tercet_tensor_permute(right, axes, &transposed, err);
  }
  if (st == TERCET_OK) {
    st = tercet_linalg_matmul(alloc, left, transposed, &product, err);
  }
  if (st == TERCET_OK) {
    st = from_matrices(product, &groups_a, &groups_b, extents, out, err);
  }
  tercet_tensor_unref(product);
  tercet_tensor_unref(transposed);
  tercet_tensor_unref(right);
  tercet_tensor_unref(left);
  return st;
}

/// Make a rank-1 tensor of ones, with the label; its one element repeats
static tercet_status
make_ones(const tercet_allocator *alloc,
          tercet_dtype dtype,
          const int64_t *extents,
          const uint8_t *labels,
          size_t rank,
          tercet_labelled *out,
          tercet_error *err)
{
  static const uint8_t one = 1;
  tercet_tensor *byte = NULL;
  tercet_tensor *number = NULL;
  tercet_status st = tercet_tensor_from_data(
      alloc, TERCET_DTYPE_U8, 0, NULL, &one, &byte, err);
  if (st == TERCET_OK) {
    st = tercet_tensor_cast(alloc, byte, dtype, &number, err);
  }
  if (st == TERCET_OK) {
    st = tercet_tensor_broadcast_to(number, rank, extents, &out->tensor, err);
  }
  if (st == TERCET_OK) {
    memcpy(out->labels, labels, rank);
  }
  tercet_tensor_unref(number);
  tercet_tensor_unref(byte);
  return st;
}

tercet_status
tercet_contract_one(const tercet_allocator *alloc,
                    const tercet_labelled *a,
                    const tercet_label_set *keep,
                    tercet_labelled *out,
                    tercet_error *err)
{
  uint8_t labels[TERCET_MAX_RANK];
  int64_t extents[TERCET_MAX_RANK];
  size_t n_summed = 0;
  for (size_t i = 0; i < a->tensor->rank; ++i) {
    if (!keep->has[a->labels[i]]) {
      labels[n_summed] = a->labels[i];
      extents[n_summed] = a->tensor->shape[i];
      ++n_summed;
    }
  }
  if (!n_summed) {
    *out = *a;
    tercet_tensor_ref(out->tensor);
    return TERCET_OK;
  }

  // A sum is a product with ones
  tercet_labelled ones = {NULL, {0}};
  TERCET_TRY(make_ones(
      alloc, a->tensor->dtype, extents, labels, n_summed, &ones, err));
  const tercet_status st = multiply(alloc, a, &ones, keep, out, err);
  tercet_tensor_unref(ones.tensor);
  return st;
}

/// Return the labels of `a` that are kept or that `b` has too
static tercet_label_set
needed_labels(const tercet_labelled *a,
              const tercet_labelled *b,
              const tercet_label_set *keep)
{
  tercet_label_set needed = *keep;
  for (size_t i = 0; i < a->tensor->rank; ++i) {
    const uint8_t label = a->labels[i];
    needed.has[label] =
        needed.has[label] || axis_of(b, label) < b->tensor->rank;
  }
  return needed;
}

tercet_status
tercet_contract(const tercet_allocator *alloc,
                const tercet_labelled *a,
                const tercet_labelled *b,
                const tercet_label_set *keep,
                tercet_labelled *out,
                tercet_error *err)
{
  const tercet_label_set needed_a = needed_labels(a, b, keep);
  const tercet_label_set needed_b = needed_labels(b, a, keep);
  tercet_labelled left = {NULL, {0}};
  tercet_labelled right = {NULL, {0}};
  tercet_status st = tercet_contract_one(alloc, a, &needed_a, &left, err);
  if (st == TERCET_OK) {
    st = tercet_contract_one(alloc, b, &needed_b, &right, err);
  }
  if (st == TERCET_OK) {
    st = multiply(alloc, &left, &right, keep, out, err);
  }
  tercet_tensor_unref(right.tensor);
  tercet_tensor_unref(left.tensor);
  return st;
}

tercet_status
tercet_contract_order(const tercet_allocator *alloc,
                      const tercet_labelled *a,
                      const uint8_t *labels,
                      bool is_own,
                      tercet_tensor **out,
                      tercet_error *err)
{
  int64_t shape[TERCET_MAX_RANK];
  for (size_t i = 0; i < a->tensor->rank; ++i) {
    shape[i] = extent_of(a, labels[i]);
  }
  tercet_tensor *view = NULL;
  TERCET_TRY(view_in_order(a, a->tensor->rank, labels, shape, &view, err));
  if (is_own && tercet_tensor_is_contiguous(view)) {
    *out = view;
    return TERCET_OK;
  }
  const tercet_status st = tercet_tensor_copy(alloc, view, out, err);
  tercet_tensor_unref(view);
  return st;
}
