// SPDX-License-Identifier: Apache-2.0

/**
   All pairs of the rows of two sides, in the order of the left, but for most of
   those that a condition on a similarity would drop, or that a heap above would
   not take.

   Which ones those are is told by products of matrices, with bounds of their
   errors (see tercet_score_product); whether a pair that is left does pass is
   for the filter or the heap to say, which compute its score exactly.
*/

#include "sparql/exec/pair_limit.h"
#include "sparql/exec/pair_product.h"
#include "sparql/exec/row_store.h"

#include "base/allocator.h"
#include "base/error.h"

typedef struct {
  tercet_operator base;
  bool is_ready;
  size_t n_limits;
  tercet_pair_limit *limits;
  const tercet_function *function;
  int columns[2]; ///< Of the tensors, by side

  bool is_built;
  tercet_row_store right;
  tercet_pair_product pairs;

  tercet_batch *left;
  tercet_tensor_row *tensors; ///< Of the left batch
  size_t first;               ///< Row of the left batch where the block starts
  size_t n_block;
  size_t next_block; ///< Rows of the next one
  uint64_t *bits;    ///< Of the block, n_words for each row
  size_t row;        ///< Of the block
  size_t word;
  uint32_t left_rows[TERCET_BATCH_ROWS];
  uint32_t right_rows[TERCET_BATCH_ROWS];
} similarity_join_operator;

/* ---- Preparation ---- */

/// Add the conditions and the key of the heap as far as they say anything of t
static tercet_status
make_limits(similarity_join_operator *self, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  const tercet_plan *const plan = op->plan;
  self->limits = (tercet_pair_limit *)tercet_allocate_array(
      op->exec->alloc, plan->n_exprs + 1U, sizeof(tercet_pair_limit));
  if (!self->limits) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < plan->n_exprs; ++i) {
    bool found = false;
    TERCET_TRY(tercet_pair_limit_init_condition(&self->limits[self->n_limits],
                                                op->exec,
                                                plan,
                                                plan->exprs[i],
                                                &found,
                                                err));
    self->n_limits += found;
  }
  if (plan->n_order) {
    bool found = false;
    tercet_pair_limit *const limit = &self->limits[self->n_limits];
    TERCET_TRY(tercet_pair_limit_init(
        limit, op->exec, plan, plan->order_keys[0].expr, &found, err));
    limit->shared = plan->entering;
    self->n_limits += found;
  }
  return TERCET_OK;
}

/// Find the function and the columns that it compares
static void
find_call(similarity_join_operator *self)
{
  const tercet_plan *const plan = self->base.plan;
  const tercet_expr *const call = tercet_plan_pair_call(plan);
  self->function = call->function;
  for (size_t side = 0; side < 2; ++side) {
    for (size_t i = 0; i < 2; ++i) {
      const int column =
          tercet_plan_column(plan->children[side], call->args[i]->variable);
      self->columns[side] = column >= 0 ? column : self->columns[side];
    }
  }
}

static tercet_status
prepare(similarity_join_operator *self, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  const tercet_plan *const right = op->plan->children[1];
  self->is_ready = true;
  self->tensors = (tercet_tensor_row *)tercet_allocate_array(
      op->exec->alloc, TERCET_BATCH_ROWS, sizeof(tercet_tensor_row));
  if (!self->tensors) {
    return tercet_error_no_memory(err);
  }
  find_call(self);
  TERCET_TRY(make_limits(self, err));
  TERCET_TRY(tercet_row_store_init(
      &self->right, op->exec->alloc, right->n_variables, err));
  return tercet_operator_make_batch(op, err);
}

static tercet_status
similarity_join_open(tercet_operator *op, tercet_error *err)
{
  similarity_join_operator *const self = (similarity_join_operator *)op;
  self->is_built = false;
  self->left = NULL;
  self->n_block = 0;
  self->next_block = 1;
  if (!self->is_ready) {
    return prepare(self, err);
  }
  tercet_row_store_reset(&self->right);
  tercet_pair_product_clear(&self->pairs);
  tercet_release(op->exec->alloc, self->bits);
  self->bits = NULL;
  return TERCET_OK;
}

/// Read the right side and pack its tensors
static tercet_status
build(similarity_join_operator *self, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  const tercet_allocator *const alloc = op->exec->alloc;
  for (;;) {
    tercet_batch *batch = NULL;
    TERCET_TRY(tercet_operator_next(op->children[1], &batch, err));
    if (!batch) {
      break;
    }
    TERCET_TRY(tercet_row_store_append(&self->right, batch, err));
  }

  const size_t n = self->right.n_rows;
  tercet_tensor_row *const rows = (tercet_tensor_row *)tercet_allocate_array(
      alloc, n + 1U, sizeof(tercet_tensor_row));
  if (!rows) {
    return tercet_error_no_memory(err);
  }
  tercet_dictionary_tensors(op->exec->expr.dictionary,
                            self->right.columns[self->columns[1]],
                            n,
                            rows);
  tercet_pair_product_init(
      &self->pairs, alloc, self->function, rows, n, op->exec->cancel);
  tercet_release(alloc, rows);
  self->bits = (uint64_t *)tercet_allocate_array(
      alloc, TERCET_PAIR_BLOCK_ROWS, self->pairs.n_words * sizeof(uint64_t));
  self->is_built = true;
  return self->bits ? TERCET_OK : tercet_error_no_memory(err);
}

/* ---- Pairs ---- */

/// Go to the next rows of the left side; `n_block` is 0 at the end
static tercet_status
next_block(similarity_join_operator *self, tercet_error *err)
{
  tercet_operator *const op = &self->base;
  self->first += self->n_block;
  self->n_block = 0;
  if (!self->left || self->first == self->left->n_rows) {
    TERCET_TRY(tercet_operator_next(op->children[0], &self->left, err));
    if (!self->left) {
      return TERCET_OK;
    }
    self->first = 0;
    tercet_dictionary_tensors(op->exec->expr.dictionary,
                              self->left->columns[self->columns[0]],
                              self->left->n_rows,
                              self->tensors);
  }

  // A heap says little until it is full, and more with each row
  tercet_score_range range = TERCET_SCORE_RANGE_ALL;
  for (size_t i = 0; i < self->n_limits; ++i) {
    tercet_pair_limit_narrow(&self->limits[i], &range);
  }
  const size_t left = self->left->n_rows - self->first;
  self->n_block = self->next_block < left ? self->next_block : left;
  if (range.low > -(double)INFINITY || range.high < (double)INFINITY) {
    const size_t grown = 8U * self->next_block;
    self->next_block =
        grown < TERCET_PAIR_BLOCK_ROWS ? grown : TERCET_PAIR_BLOCK_ROWS;
  }
  self->row = 0;
  self->word = 0;
  return tercet_pair_product_mark(&self->pairs,
                                  self->tensors + self->first,
                                  self->n_block,
                                  range,
                                  op->exec->cancel,
                                  self->bits,
                                  err);
}

/// Take marked pairs, at the most TERCET_BATCH_ROWS in all, and return how many
/// there are then
static size_t
take_pairs(similarity_join_operator *self, size_t n)
{
  const size_t n_words = self->pairs.n_words;
  for (; self->row < self->n_block; ++self->row, self->word = 0) {
    uint64_t *const bits = self->bits + self->row * n_words;
    for (; self->word < n_words; ++self->word) {
      for (; bits[self->word]; bits[self->word] &= bits[self->word] - 1U) {
        if (n == TERCET_BATCH_ROWS) {
          return n;
        }
        const unsigned bit = (unsigned)__builtin_ctzll(bits[self->word]);
        self->left_rows[n] = (uint32_t)(self->first + self->row);
        self->right_rows[n++] = (uint32_t)(64U * self->word + bit);
      }
    }
  }
  return n;
}

/// Copy the columns of some pairs behind those of the batch
static void
copy_pairs(similarity_join_operator *self, size_t first, size_t n)
{
  tercet_operator *const op = &self->base;
  for (size_t c = 0; c < op->batch.n_columns; ++c) {
    const tercet_variable v = op->plan->variables[c];
    const int left = tercet_plan_column(op->children[0]->plan, v);
    const int right = tercet_plan_column(op->children[1]->plan, v);
    const tercet_id *const ids =
        left >= 0 ? self->left->columns[left] : self->right.columns[right];
    const uint32_t *const rows = left >= 0 ? self->left_rows : self->right_rows;
    for (size_t i = first; i < n; ++i) {
      op->batch.columns[c][i] = ids[rows[i]];
    }
  }
}

static tercet_status
similarity_join_next(tercet_operator *op, tercet_batch **out, tercet_error *err)
{
  similarity_join_operator *const self = (similarity_join_operator *)op;
  if (!self->is_built) {
    TERCET_TRY(build(self, err));
  }
  if (!self->right.n_rows) {
    return TERCET_OK;
  }

  size_t n = 0;
  for (;;) {
    const size_t first = n;
    n = take_pairs(self, n);
    if (n > first) {
      copy_pairs(self, first, n);
    }
    if (n == TERCET_BATCH_ROWS || (n && op->plan->n_order)) {
      break; // What the heap has learned may spare pairs of the next block
    }
    TERCET_TRY(next_block(self, err));
    if (!self->n_block) {
      break;
    }
  }
  op->batch.n_rows = n;
  *out = n ? &op->batch : NULL;
  return TERCET_OK;
}

static void
similarity_join_close(tercet_operator *op)
{
  similarity_join_operator *const self = (similarity_join_operator *)op;
  const tercet_allocator *const alloc = op->exec->alloc;
  if (self->is_ready) {
    tercet_row_store_clear(&self->right);
    tercet_pair_product_clear(&self->pairs);
  }
  tercet_release(alloc, self->limits);
  tercet_release(alloc, self->tensors);
  tercet_release(alloc, self->bits);
}

static tercet_status
similarity_join_describe(const tercet_plan *plan,
                         const tercet_algebra_query *query,
                         tercet_buffer *out)
{
  TERCET_TRY(tercet_buffer_append_char(out, ' '));
  TERCET_TRY(tercet_expr_print(tercet_plan_pair_call(plan), query, out));
  return tercet_buffer_append_text(
      out, plan->n_order ? " [product, bound by TopK]" : " [product]");
}

const tercet_operator_type tercet_similarity_join_operator = {
    .size = sizeof(similarity_join_operator),
    .open = similarity_join_open,
    .next = similarity_join_next,
    .close = similarity_join_close,
    .describe = similarity_join_describe,
};
