// SPDX-License-Identifier: Apache-2.0

#include "sparql/exec/pair_product.h"

#include "array/tensor_type.h"
#include "base/allocator.h"
#include "base/error.h"
#include "linalg/gemm.h"

#include <math.h>
#include <string.h>

/// Rows of the right set that are multiplied at a time: the products of a block
/// stay in the second cache
#define TILE_ROWS 1024U

/// Products that are looked at together
#define GROUP 64U

/// Rows that are packed before it is asked again whether to stop
#define ROWS_BETWEEN_CHECKS 256U

/* ---- Packing ---- */

static void
packed_clear(tercet_packed_tensors *packed, const tercet_allocator *alloc)
{
  tercet_release(alloc, packed->vectors);
  tercet_release(alloc, packed->offsets);
  tercet_release(alloc, packed->errors);
  tercet_release(alloc, packed->numbers);
}

/// Make room for some rows of a width
static tercet_status
packed_init(tercet_packed_tensors *packed,
            const tercet_allocator *alloc,
            size_t width,
            size_t n_rows)
{
  packed->width = width;
  packed->vectors = (float *)tercet_allocate_array(
      alloc, n_rows ? n_rows : 1U, width * sizeof(float));
  packed->offsets =
      (double *)tercet_allocate_array(alloc, n_rows + 1U, sizeof(double));
  packed->errors =
      (double *)tercet_allocate_array(alloc, n_rows + 1U, sizeof(double));
  packed->numbers =
      (uint32_t *)tercet_allocate_array(alloc, n_rows + 1U, sizeof(uint32_t));
  return packed->vectors && packed->offsets && packed->errors && packed->numbers
             ? TERCET_OK
             : TERCET_ERR_NO_MEMORY;
}

/// Pack the rows of a type, unless this is to stop
static tercet_status
pack(tercet_packed_tensors *packed,
     const tercet_function *function,
     const tercet_tensor_type *type,
     const tercet_tensor_row *rows,
     size_t n_rows,
     const tercet_cancel *cancel)
{
  const tercet_tensor_type *same = NULL; // Known to equal `type`
  packed->type = type;
  packed->width = (size_t)type->n_elements;
  packed->n_rows = 0;
  for (size_t i = 0; i < n_rows; ++i) {
    const tercet_tensor_row *const row = &rows[i];
    if (!row->type ||
        (row->type != same && !tercet_tensor_type_equals(row->type, type))) {
      continue;
    }
    if (packed->n_rows % ROWS_BETWEEN_CHECKS == 0) {
      TERCET_TRY(tercet_cancel_check(cancel));
    }
    const size_t at = packed->n_rows++;
    same = row->type;
    packed->numbers[at] = (uint32_t)i;
    function->product->pack(function,
                            type,
                            row->data,
                            packed->vectors + at * packed->width,
                            &packed->offsets[at],
                            &packed->errors[at]);
  }
  return TERCET_OK;
}

/* ---- Classes ---- */

static tercet_pair_class *
find_class(const tercet_pair_product *pairs, const tercet_tensor_type *type)
{
  for (size_t i = 0; type && i < pairs->n_classes; ++i) {
    if (tercet_tensor_type_equals(pairs->classes[i].packed.type, type)) {
      return &pairs->classes[i];
    }
  }
  return NULL;
}

/// Set the types that are packed, and how many rows each has
static void
find_classes(tercet_pair_product *pairs, const tercet_tensor_row *rows)
{
  const tercet_tensor_type *last_type = NULL;
  tercet_pair_class *last = NULL;
  for (size_t i = 0; i < pairs->n_rows; ++i) {
    const tercet_tensor_type *const type = rows[i].type;
    if (!type || type != last_type) {
      last_type = type;
      last = find_class(pairs, type);
    }
    if (!last && type && pairs->n_classes < TERCET_PAIR_MAX_CLASSES &&
        pairs->function->product->takes(type)) {
      last = &pairs->classes[pairs->n_classes++];
      last->packed.type = type;
    }
    if (last) {
      ++last->packed.n_rows;
    }
  }
}

/// Set the bits of rows that are not in a class
static tercet_status
mark_others(const tercet_pair_product *pairs, tercet_pair_class *class)
{
  class->others = (uint64_t *)tercet_allocate_zeroed(
      pairs->alloc, pairs->n_words * sizeof(uint64_t));
  if (!class->others) {
    return TERCET_ERR_NO_MEMORY;
  }
  for (size_t i = 0; i < pairs->n_rows; ++i) {
    class->others[i / 64U] |= UINT64_C(1) << (i % 64U);
  }
  for (size_t i = 0; i < class->packed.n_rows; ++i) {
    const uint32_t number = class->packed.numbers[i];
    class->others[number / 64U] &= ~(UINT64_C(1) << (number % 64U));
  }
  return TERCET_OK;
}

/// Pack the rows of each class
static tercet_status
pack_all(tercet_pair_product *pairs,
         const tercet_tensor_row *rows,
         const tercet_cancel *cancel)
{
  const tercet_allocator *const alloc = pairs->alloc;
  pairs->classes = (tercet_pair_class *)tercet_allocate_zeroed(
      alloc, TERCET_PAIR_MAX_CLASSES * sizeof(tercet_pair_class));
  pairs->products = (float *)tercet_allocate_array(
      alloc, TERCET_PAIR_BLOCK_ROWS, TILE_ROWS * sizeof(float));
  if (!pairs->classes || !pairs->products) {
    return TERCET_ERR_NO_MEMORY;
  }

  size_t widest = 1;
  find_classes(pairs, rows);
  for (size_t i = 0; i < pairs->n_classes; ++i) {
    tercet_pair_class *const class = &pairs->classes[i];
    const tercet_tensor_type *const type = class->packed.type;
    const size_t width = (size_t)type->n_elements;
    widest = width > widest ? width : widest;
    TERCET_TRY(packed_init(&class->packed, alloc, width, class->packed.n_rows));
    TERCET_TRY(pack(
        &class->packed, pairs->function, type, rows, pairs->n_rows, cancel));
    TERCET_TRY(mark_others(pairs, class));
  }
  return packed_init(&pairs->block, alloc, widest, TERCET_PAIR_BLOCK_ROWS);
}

void
tercet_pair_product_init(tercet_pair_product *pairs,
                         const tercet_allocator *alloc,
                         const tercet_function *function,
                         const tercet_tensor_row *rows,
                         size_t n_rows,
                         const tercet_cancel *cancel)
{
  const tercet_pair_product nothing_packed = {.alloc = alloc,
                                              .function = function,
                                              .n_rows = n_rows,
                                              .n_words = n_rows / 64U + 1U};
  *pairs = nothing_packed;
  if (pack_all(pairs, rows, cancel)) {
    tercet_pair_product_clear(pairs);
    *pairs = nothing_packed;
  }
}

void
tercet_pair_product_clear(tercet_pair_product *pairs)
{
  for (size_t i = 0; i < pairs->n_classes; ++i) {
    packed_clear(&pairs->classes[i].packed, pairs->alloc);
    tercet_release(pairs->alloc, pairs->classes[i].others);
  }
  packed_clear(&pairs->block, pairs->alloc);
  tercet_release(pairs->alloc, pairs->classes);
  tercet_release(pairs->alloc, pairs->products);
  *pairs = (tercet_pair_product){0};
}

/* ---- Products ---- */

/// Some rows of a class
typedef struct {
  size_t first;
  size_t n_rows;
  float lows[TILE_ROWS]; ///< What a row adds to the least product that counts
  float highs[TILE_ROWS];
} tile;

static void
tile_start(tile *t,
           const tercet_packed_tensors *packed,
           size_t first,
           size_t n_rows)
{
  t->first = first;
  t->n_rows = n_rows;
  for (size_t i = 0; i < n_rows; ++i) {
    const double offset = packed->offsets[first + i];
    const double error = packed->errors[first + i];
    t->lows[i] = (float)(offset - error);
    t->highs[i] = (float)(offset + error);
  }
}

/// Return whether one of the products of a group may count.  A comparison with
/// NaN never rules one out.
static bool
has_candidate(const float *products,
              const tile *t,
              size_t first,
              size_t n,
              float low,
              float high)
{
  unsigned found = 0;
  for (size_t i = 0; i < n; ++i) {
    const float p = products[first + i];
    found |= (unsigned)!(p < low + t->lows[first + i]) &
             (unsigned)!(p > high + t->highs[first + i]);
  }
  return found;
}

/// Mark the rows of a tile whose product with one row of the left set counts
static void
mark_row(const float *products,
         const tile *t,
         const uint32_t *numbers,
         float low,
         float high,
         uint64_t *bits)
{
  for (size_t i = 0; i < t->n_rows; i += GROUP) {
    const size_t n = t->n_rows - i < GROUP ? t->n_rows - i : GROUP;
    if (!has_candidate(products, t, i, n, low, high)) {
      continue;
    }
    for (size_t k = i; k < i + n; ++k) {
      if (has_candidate(products, t, k, 1, low, high)) {
        const uint32_t number = numbers[t->first + k];
        bits[number / 64U] |= UINT64_C(1) << (number % 64U);
      }
    }
  }
}

static tercet_status
report_stop(tercet_status st, tercet_error *err)
{
  return st ? tercet_error_set(err, st, "%s", tercet_status_string(st)) : st;
}

/// Mark what counts for the rows of a class that are in the block
static tercet_status
mark_class(tercet_pair_product *pairs,
           const tercet_pair_class *class,
           tercet_score_range range,
           const tercet_cancel *cancel,
           uint64_t *bits,
           tercet_error *err)
{
  const tercet_packed_tensors *const block = &pairs->block;
  const tercet_packed_tensors *const right = &class->packed;
  const int64_t width = (int64_t)block->width;
  const int64_t row_size = width * (int64_t)sizeof(float);
  const tercet_matrix a = {(char *)block->vectors,
                           (int64_t)block->n_rows,
                           width,
                           row_size,
                           sizeof(float)};
  tercet_gemm gemm;
  tercet_gemm_init(
      &gemm, pairs->alloc, TERCET_DTYPE_F32, a.rows, TILE_ROWS, width);

  tercet_status st = TERCET_OK;
  for (size_t first = 0; !st && first < right->n_rows; first += TILE_ROWS) {
    const size_t left = right->n_rows - first;
    tile t;
    tile_start(&t, right, first, left < TILE_ROWS ? left : TILE_ROWS);
    const int64_t n = (int64_t)t.n_rows;
    const tercet_matrix b = {(char *)(right->vectors + first * right->width),
                             width,
                             n,
                             sizeof(float),
                             row_size};
    const tercet_matrix c = {(char *)pairs->products,
                             a.rows,
                             n,
                             n * (int64_t)sizeof(float),
                             sizeof(float)};
    st = report_stop(tercet_cancel_check(cancel), err);
    st = st ? st : tercet_gemm_run(&gemm, &a, &b, &c, err);
    for (size_t i = 0; !st && i < block->n_rows; ++i) {
      const double offset = block->offsets[i];
      const double error = block->errors[i];
      mark_row(pairs->products + i * t.n_rows,
               &t,
               right->numbers,
               (float)(range.low + offset - error),
               (float)(range.high + offset + error),
               bits + block->numbers[i] * pairs->n_words);
    }
  }
  tercet_gemm_clear(&gemm);
  return st;
}

/// Mark all rows
static void
mark_all(const tercet_pair_product *pairs, uint64_t *bits)
{
  memset(bits, 0xff, pairs->n_words * sizeof(uint64_t));
  bits[pairs->n_words - 1U] = (UINT64_C(1) << (pairs->n_rows % 64U)) - 1U;
}

tercet_status
tercet_pair_product_mark(tercet_pair_product *pairs,
                         const tercet_tensor_row *block,
                         size_t n_rows,
                         tercet_score_range range,
                         const tercet_cancel *cancel,
                         uint64_t *bits,
                         tercet_error *err)
{
  const bool is_limited =
      range.low > -(double)INFINITY || range.high < (double)INFINITY;
  for (size_t i = 0; i < n_rows; ++i) {
    const tercet_pair_class *const class =
        is_limited ? find_class(pairs, block[i].type) : NULL;
    uint64_t *const row = bits + i * pairs->n_words;
    if (class) {
      memcpy(row, class->others, pairs->n_words * sizeof(uint64_t));
    } else {
      mark_all(pairs, row);
    }
  }

  for (size_t i = 0; is_limited && i < pairs->n_classes; ++i) {
    const tercet_pair_class *const class = &pairs->classes[i];
    TERCET_TRY(report_stop(pack(&pairs->block,
                                pairs->function,
                                class->packed.type,
                                block,
                                n_rows,
                                cancel),
                           err));
    if (pairs->block.n_rows) {
      TERCET_TRY(mark_class(pairs, class, range, cancel, bits, err));
    }
  }
  return TERCET_OK;
}
