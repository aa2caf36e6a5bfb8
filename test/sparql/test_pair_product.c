// SPDX-License-Identifier: Apache-2.0

/// Products of all pairs: stopping while tensors are packed, and what is marked

#include "check.h"

#include "sparql/exec/pair_product.h"

#include <math.h>

#define N_ROWS 3000U

static const tercet_tensor_type one_float = {
    .dtype = TERCET_DTYPE_F32, .rank = 1, .shape = {1}, .n_elements = 1};

/// Tensors that were packed, and the one that is followed by a request to stop
static size_t n_packed;
static size_t stops_after;
static tercet_cancel *cancel;

static bool
takes(const tercet_tensor_type *type)
{
  return type->n_elements == 1;
}

/// t is the product of two numbers; of negative ones nothing is known
static void
pack(const tercet_function *self,
     const tercet_tensor_type *type,
     const void *row,
     float *vector,
     double *offset,
     double *error)
{
  (void)self;
  (void)type;
  const float x = *(const float *)row;
  *vector = x < 0.0F ? 0.0F : x;
  *offset = 0.0;
  *error = x < 0.0F ? (double)INFINITY : 0.25;
  if (++n_packed == stops_after) {
    tercet_cancel_request(cancel);
  }
}

static double
score(const tercet_function *self, double t)
{
  (void)self;
  return t;
}

static const tercet_score_product product = {takes, pack, score};
static const tercet_function function = {.product = &product};

static void
make_rows(float *numbers, tercet_tensor_row *rows)
{
  for (size_t i = 0; i < N_ROWS; ++i) {
    numbers[i] = i % 10U == 3U ? -1.0F : (float)(i % 10U);
    rows[i].type = i % 10U == 7U ? NULL : &one_float;
    rows[i].data = &numbers[i];
  }
}

static bool
is_marked(const uint64_t *bits, size_t i)
{
  return bits[i / 64U] >> (i % 64U) & 1U;
}

static void
test_marks(const tercet_tensor_row *rows)
{
  static uint64_t bits[3U * (N_ROWS / 64U + 1U)];
  tercet_pair_product pairs;
  stops_after = 0;
  tercet_pair_product_init(&pairs, NULL, &function, rows, N_ROWS, NULL);
  CHECK_INT(pairs.n_classes, 1);

  // 2, -1 and no tensor, with those whose product is at least 9 or in doubt:
  // 2 * 4 = 8 is further away than the errors, 0.5 together, 2 * 5 is not
  const tercet_tensor_row block[] = {rows[2], rows[3], rows[7]};
  const tercet_score_range range = {9.0, (double)INFINITY};
  CHECK_STATUS(
      tercet_pair_product_mark(&pairs, block, 3, range, NULL, bits, NULL),
      TERCET_OK);
  for (size_t i = 0; i < N_ROWS; ++i) {
    const size_t kind = i % 10U;
    const bool is_wanted = kind == 3U || kind >= 5U;
    CHECK_INT(is_marked(bits, i), is_wanted);
    CHECK(is_marked(bits + pairs.n_words, i));
    CHECK(is_marked(bits + 2U * pairs.n_words, i));
  }
  tercet_pair_product_clear(&pairs);
}

static void
test_stopped_while_packing(const tercet_tensor_row *rows)
{
  static uint64_t bits[N_ROWS / 64U + 1U];
  tercet_pair_product pairs;
  cancel = tercet_cancel_new(NULL);
  n_packed = 0;
  stops_after = 10;
  tercet_pair_product_init(&pairs, NULL, &function, rows, N_ROWS, cancel);
  CHECK(n_packed >= 10U);
  CHECK(n_packed < N_ROWS / 4U);
  CHECK_INT(pairs.n_classes, 0);
  tercet_pair_product_clear(&pairs);

  // A block that comes after says so
  stops_after = 0;
  tercet_error err = {0};
  const tercet_score_range range = {9.0, (double)INFINITY};
  tercet_pair_product_init(&pairs, NULL, &function, rows, N_ROWS, NULL);
  CHECK_STATUS(
      tercet_pair_product_mark(&pairs, rows, 1, range, cancel, bits, &err),
      TERCET_ERR_CANCELLED);
  CHECK_INT(err.status, TERCET_ERR_CANCELLED);
  tercet_pair_product_clear(&pairs);
  tercet_cancel_free(cancel);
}

int
main(void)
{
  static float numbers[N_ROWS];
  static tercet_tensor_row rows[N_ROWS];
  make_rows(numbers, rows);
  test_marks(rows);
  test_stopped_while_packing(rows);
  return check_finish();
}
