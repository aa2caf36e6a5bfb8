// SPDX-License-Identifier: Apache-2.0

/**
   TfIdfVectorizer: how often the n-grams of a list are in rows of integers or
   strings.

   Items are compared as 64-bit keys.  The n-grams are sorted by length and
   keys, and looked up by bisection.
*/

#include "base/allocator.h"
#include "base/error.h"
#include "onnx/op/compose.h"
#include "onnx/op/move.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Items in a row, and the column that counts them
typedef struct {
  size_t n;
  const uint64_t *items;
  int64_t column;
  size_t order; ///< In the list: of equal ones the last counts
} gram;

typedef struct {
  const tercet_onnx_call *call;
  size_t n_pool; ///< Items of all n-grams
  uint64_t *pool;
  size_t n_grams;
  gram *grams;
  int64_t n_columns;
  int64_t min_length;
  int64_t max_length;
  int64_t max_skip;
  size_t n_weights;
  const float *weights;
} vectorizer;

/* ---- The list ---- */

static int
compare_items(size_t n_a, const uint64_t *a, size_t n_b, const uint64_t *b)
{
  if (n_a != n_b) {
    return n_a < n_b ? -1 : 1;
  }
  for (size_t i = 0; i < n_a; ++i) {
    if (a[i] != b[i]) {
      return a[i] < b[i] ? -1 : 1;
    }
  }
  return 0;
}

static int
compare_grams(const void *a, const void *b)
{
  const gram *const x = (const gram *)a;
  const gram *const y = (const gram *)b;
  const int order = compare_items(x->n, x->items, y->n, y->items);
  return order ? order : x->order < y->order ? -1 : x->order > y->order;
}

/// Set the pool to the keys of the attribute
static tercet_status
read_pool(vectorizer *v)
{
  const tercet_onnx_call *const call = v->call;
  size_t n_ints = 0;
  size_t n_strings = 0;
  const int64_t *const ints =
      tercet_onnx_node_ints(call->node, "pool_int64s", &n_ints);
  const tercet_string *const strings =
      tercet_onnx_node_strings(call->node, "pool_strings", &n_strings);
  const bool has_strings =
      tercet_onnx_input_type(call, 0) == TERCET_ONNX_STRING;
  v->n_pool = has_strings ? n_strings : n_ints;
  v->pool = tercet_allocate_array(call->scratch, v->n_pool, sizeof(*v->pool));
  if (!v->pool) {
    return tercet_error_no_memory(call->err);
  }
  for (size_t i = 0; i < v->n_pool; ++i) {
    if (!has_strings) {
      v->pool[i] = (uint64_t)ints[i];
    } else if (tercet_onnx_strings_intern(
                   tercet_onnx_call_strings(call), strings[i], &v->pool[i])) {
      return tercet_error_no_memory(call->err);
    }
  }
  return TERCET_OK;
}

/// List the n-grams of one length, whose items are [start, end) of the pool
static tercet_status
list_grams(vectorizer *v,
           size_t length,
           size_t start,
           size_t end,
           size_t n_columns,
           const int64_t *columns)
{
  for (size_t i = start; i + length <= end; i += length) {
    if (v->n_grams >= n_columns || columns[v->n_grams] < 0 ||
        columns[v->n_grams] == INT64_MAX) {
      return tercet_onnx_fail(v->call,
                              TERCET_ERR_RANGE,
                              "ngram_indexes has no column for n-gram %zu",
                              v->n_grams);
    }
    const int64_t column = columns[v->n_grams];
    v->n_columns = column >= v->n_columns ? column + 1 : v->n_columns;
    v->grams[v->n_grams] = (gram){length, v->pool + i, column, v->n_grams};
    ++v->n_grams;
  }
  return TERCET_OK;
}

/// Cut the pool into n-grams: ngram_counts tells where each length starts
static tercet_status
read_grams(vectorizer *v)
{
  const tercet_onnx_call *const call = v->call;
  size_t n_lengths = 0;
  size_t n_columns = 0;
  const int64_t *const starts =
      tercet_onnx_node_ints(call->node, "ngram_counts", &n_lengths);
  const int64_t *const columns =
      tercet_onnx_node_ints(call->node, "ngram_indexes", &n_columns);
  v->grams = tercet_allocate_array(call->scratch, v->n_pool, sizeof(*v->grams));
  if (!v->grams) {
    return tercet_error_no_memory(call->err);
  }
  for (size_t i = 0; i < n_lengths; ++i) {
    const int64_t end =
        i + 1U < n_lengths ? starts[i + 1U] : (int64_t)v->n_pool;
    if (starts[i] < 0 || starts[i] > end || end > (int64_t)v->n_pool) {
      return tercet_onnx_fail(
          call, TERCET_ERR_RANGE, "ngram_counts %zu is %" PRId64, i, starts[i]);
    }
    TERCET_TRY(list_grams(
        v, i + 1U, (size_t)starts[i], (size_t)end, n_columns, columns));
  }
  qsort(v->grams, v->n_grams, sizeof(*v->grams), compare_grams);
  return TERCET_OK;
}

static tercet_status
vectorizer_begin(vectorizer *v, const tercet_onnx_call *call)
{
  const tercet_onnx_node *const node = call->node;
  memset(v, 0, sizeof(*v));
  v->call = call;
  v->min_length = tercet_onnx_node_int(node, "min_gram_length", 1);
  v->max_length = tercet_onnx_node_int(node, "max_gram_length", 1);
  v->max_skip = tercet_onnx_node_int(node, "max_skip_count", 0);
  v->weights = tercet_onnx_node_floats(node, "weights", &v->n_weights);
  if (v->min_length < 1 || v->max_length < v->min_length ||
      v->max_length > INT32_MAX || v->max_skip < 0 || v->max_skip > INT32_MAX) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_RANGE,
                            "n-grams of %" PRId64 " to %" PRId64
                            " items, and %" PRId64 " skipped",
                            v->min_length,
                            v->max_length,
                            v->max_skip);
  }
  TERCET_TRY(read_pool(v));
  TERCET_TRY(read_grams(v));
  return !v->n_weights || (int64_t)v->n_weights >= v->n_columns
             ? TERCET_OK
             : tercet_onnx_fail(call,
                                TERCET_ERR_SHAPE,
                                "%zu weights for %" PRId64 " columns",
                                v->n_weights,
                                v->n_columns);
}

static void
vectorizer_end(vectorizer *v)
{
  tercet_release(v->call->scratch, v->grams);
  tercet_release(v->call->scratch, v->pool);
}

/* ---- Counting ---- */

/// Return the column of an n-gram, or -1
static int64_t
find_gram(const vectorizer *v, size_t n, const uint64_t *items)
{
  size_t first = 0;
  size_t end = v->n_grams;
  while (first < end) {
    const size_t middle = first + (end - first) / 2;
    const gram *const g = &v->grams[middle];
    if (compare_items(g->n, g->items, n, items) <= 0) {
      first = middle + 1U;
    } else {
      end = middle;
    }
  }
  const gram *const last = first ? &v->grams[first - 1U] : NULL;
  return last && !compare_items(last->n, last->items, n, items) ? last->column
                                                                : -1;
}

/// Count the n-grams that start at an item; `scratch` has room for the longest
static void
count_from(const vectorizer *v,
           const uint64_t *row,
           int64_t n_items,
           int64_t start,
           int64_t distance,
           int64_t min_length,
           uint64_t *scratch,
           float *counts)
{
  int64_t n = 0;
  for (int64_t i = start; i < n_items && n < v->max_length; i += distance) {
    scratch[n++] = row[i];
    const int64_t column =
        n >= min_length ? find_gram(v, (size_t)n, scratch) : -1;
    if (column >= 0) {
      counts[column] += 1;
    }
  }
}

/// Count the n-grams of a row, also with items between theirs left out; single
/// items are counted once
static void
count_row(const vectorizer *v,
          const uint64_t *row,
          int64_t n_items,
          uint64_t *scratch,
          float *counts)
{
  int64_t min_length = v->min_length;
  for (int64_t distance = 1;
       distance <= v->max_skip + 1 && min_length <= v->max_length &&
       (distance < n_items || distance == 1);
       ++distance) {
    for (int64_t start = 0; start < n_items; ++start) {
      count_from(v, row, n_items, start, distance, min_length, scratch, counts);
    }
    min_length = min_length == 1 ? 2 : min_length;
  }
}

/// Turn the counts of a row into what is asked for
static void
weigh_row(const vectorizer *v, size_t mode, float *counts)
{
  enum { TF, IDF };
  for (int64_t i = 0; i < v->n_columns; ++i) {
    const float weight = v->n_weights ? v->weights[i] : 1;
    const float count = mode == IDF ? (float)(counts[i] > 0) : counts[i];
    counts[i] = mode == TF ? count : count > 0 ? weight * count : 0;
  }
}

/// Count all rows, which are keys without gaps
static tercet_status
count_rows(const vectorizer *v, const tercet_tensor *keys, tercet_tensor *out)
{
  static const char *const names[] = {"TF", "IDF", "TFIDF"};
  const tercet_onnx_call *const call = v->call;
  size_t mode = 0;
  TERCET_TRY(tercet_onnx_choice(call, "mode", "TF", 3, names, &mode));
  const int64_t n_rows =
      v->n_columns ? tercet_tensor_size(out) / v->n_columns : 0;
  const int64_t n_items = n_rows ? tercet_tensor_size(keys) / n_rows : 0;
  const int64_t n_longest = n_items < v->max_length ? n_items : v->max_length;
  uint64_t *const scratch =
      tercet_allocate_array(call->scratch, (size_t)n_longest, sizeof(*scratch));
  if (!scratch) {
    return tercet_error_no_memory(call->err);
  }
  tercet_status st = TERCET_OK;
  for (int64_t i = 0; i < n_rows && !st; ++i) {
    float *const counts =
        (float *)tercet_tensor_mutable_data(out) + i * v->n_columns;
    count_row(v,
              (const uint64_t *)tercet_tensor_data(keys) + i * n_items,
              n_items,
              scratch,
              counts);
    weigh_row(v, mode, counts);
    st = tercet_onnx_call_check(call);
  }
  tercet_release(call->scratch, scratch);
  return st;
}

static tercet_status
run_tf_idf_vectorizer(const tercet_onnx_call *call)
{
  const tercet_tensor *const input = tercet_onnx_input(call, 0);
  const size_t rank = tercet_tensor_rank(input);
  if (rank > 2) {
    return tercet_onnx_fail(
        call, TERCET_ERR_SHAPE, "the input has rank %zu, more than 2", rank);
  }
  vectorizer v;
  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  c.st = vectorizer_begin(&v, call);
  const int64_t shape[2] = {rank == 2 ? tercet_tensor_shape(input)[0] : 1,
                            v.n_columns};
  const tercet_dtype dtype =
      tercet_onnx_input_type(call, 0) == TERCET_ONNX_STRING ? TERCET_DTYPE_U64
                                                            : TERCET_DTYPE_I64;
  tercet_tensor *const keys =
      TERCET_ONNX_MAKE(&c, tercet_tensor_cast, input, dtype);
  tercet_tensor *const out = TERCET_ONNX_MAKE(&c,
                                              tercet_tensor_new,
                                              TERCET_DTYPE_F32,
                                              rank == 2 ? 2 : 1,
                                              rank == 2 ? shape : shape + 1);
  if (c.st == TERCET_OK) {
    c.st = count_rows(&v, keys, out);
  }
  vectorizer_end(&v);
  tercet_onnx_compose_give(&c, 0, out);
  return tercet_onnx_compose_end(&c);
}

TERCET_ONNX_DEFINE_TABLE(
    tfidf, {"TfIdfVectorizer", "", 9, 0, NULL, run_tf_idf_vectorizer});
