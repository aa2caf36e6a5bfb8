// SPDX-License-Identifier: Apache-2.0

/// Einstein's convention and the products made from it, against loops over
/// all indexes

#include "linalg_reference.h"

/* ---- Naive sums ---- */

#define MAX_LETTERS 6

/// Subscripts of up to three operands over the letters a to f
typedef struct {
  size_t n_operands;
  size_t ranks[3];
  uint8_t labels[3][6];
  size_t n_output;
  uint8_t output[MAX_LETTERS];
  int64_t extents[MAX_LETTERS];
} problem;

static problem
random_problem(uint64_t *state)
{
  problem p = {.n_operands = 1 + check_random(state) % 3U};
  bool used[MAX_LETTERS] = {false};
  for (size_t i = 0; i < MAX_LETTERS; ++i) {
    p.extents[i] = 1 + (int64_t)(check_random(state) % 4U);
    p.extents[i] = check_random(state) % 40U == 0 ? 0 : p.extents[i];
  }
  for (size_t i = 0; i < p.n_operands; ++i) {
    p.ranks[i] = check_random(state) % 5U;
    for (size_t axis = 0; axis < p.ranks[i]; ++axis) {
      p.labels[i][axis] = (uint8_t)(check_random(state) % MAX_LETTERS);
      used[p.labels[i][axis]] = true;
    }
  }
  for (uint8_t label = 0; label < MAX_LETTERS; ++label) {
    if (used[label] && check_random(state) % 2U) {
      const size_t at = check_random(state) % (p.n_output + 1U);
      p.output[p.n_output++] = p.output[at];
      p.output[at] = label;
    }
  }
  return p;
}

static void
write_subscripts(const problem *p, char *out)
{
  size_t n = 0;
  for (size_t i = 0; i < p->n_operands; ++i) {
    n += i ? 1U : 0U;
    if (i) {
      out[n - 1U] = ',';
    }
    for (size_t axis = 0; axis < p->ranks[i]; ++axis) {
      out[n++] = (char)('a' + p->labels[i][axis]);
    }
  }
  out[n++] = '-';
  out[n++] = '>';
  for (size_t i = 0; i < p->n_output; ++i) {
    out[n++] = (char)('a' + p->output[i]);
  }
  out[n] = '\0';
}

/// Set indexes of operands from those of the letters
static void
pick(const uint8_t *labels, size_t n, const int64_t *letters, int64_t *index)
{
  for (size_t i = 0; i < n; ++i) {
    index[i] = letters[labels[i]];
  }
}

/// Add up all products into `out`, which is row-major
static void
sum_naively(const problem *p,
            tercet_tensor *const *operands,
            number *out,
            long double *magnitude)
{
  bool used[MAX_LETTERS] = {false};
  int64_t extents[MAX_LETTERS];
  int64_t total = 1;
  for (size_t i = 0; i < p->n_operands; ++i) {
    for (size_t axis = 0; axis < p->ranks[i]; ++axis) {
      used[p->labels[i][axis]] = true;
    }
  }
  for (size_t i = 0; i < MAX_LETTERS; ++i) {
    extents[i] = used[i] ? p->extents[i] : 1;
    total *= extents[i];
  }
  for (int64_t position = 0; position < total; ++position) {
    int64_t letters[MAX_LETTERS];
    int64_t index[TERCET_MAX_RANK];
    reference_index(MAX_LETTERS, extents, position, letters);
    number product = 1;
    for (size_t i = 0; i < p->n_operands; ++i) {
      pick(p->labels[i], p->ranks[i], letters, index);
      const reference_value x = reference_get(operands[i], index);
      product *= x.re + x.im * I;
    }
    int64_t at = 0;
    for (size_t i = 0; i < p->n_output; ++i) {
      at = at * p->extents[p->output[i]] + letters[p->output[i]];
    }
    out[at] += product;
    *magnitude += cabsl(product);
  }
}

static void
check_problem(uint64_t *state, const problem *p, tercet_dtype dtype)
{
  char text[64];
  write_subscripts(p, text);
  tercet_tensor *operands[3] = {NULL};
  for (size_t i = 0; i < p->n_operands; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    pick(p->labels[i], p->ranks[i], p->extents, shape);
    operands[i] = random_tensor(state, dtype, RANDOM_TAME, p->ranks[i], shape);
  }
  const tercet_tensor *const inputs[3] = {
      operands[0], operands[1], operands[2]};
  const tercet_string subscripts = {text, strlen(text)};
  tercet_tensor *out = NULL;
  tercet_error err = {0};
  CHECK_STATUS(
      tercet_linalg_einsum(
          &guard_allocator, subscripts, p->n_operands, inputs, &out, &err),
      TERCET_OK);
  if (!out) {
    fprintf(stderr, "  %s: %s\n", text, err.message);
    return;
  }
  int64_t shape[TERCET_MAX_RANK];
  pick(p->output, p->n_output, p->extents, shape);
  check_shape(out, p->n_output, shape, __FILE__, __LINE__);
  CHECK(tercet_tensor_is_contiguous(out));

  const numbers actual = read_numbers(out);
  number *const expected =
      (number *)calloc((size_t)actual.size + 1U, sizeof(number));
  long double magnitude = 0;
  sum_naively(p, operands, expected, &magnitude);
  const size_t n_before = check_n_failed;
  CHECK_NEAR(
      actual.data, expected, actual.size, 32 * epsilon_of(dtype) * magnitude);
  if (check_n_failed != n_before) {
    fprintf(stderr, "  %s\n", text);
  }
  free(expected);
  free(actual.data);
  tercet_tensor_unref(out);
  for (size_t i = 0; i < p->n_operands; ++i) {
    tercet_tensor_unref(operands[i]);
  }
}

static void
test_random_subscripts(void)
{
  uint64_t state = 21;
  for (size_t i = 0; i < 600; ++i) {
    const problem p = random_problem(&state);
    check_problem(&state, &p, computed_dtypes[i % N_COMPUTED_DTYPES]);
  }
}

/* ---- Known results ---- */

/// Sum over tensors that hold 0, 1, 2, ... and compare with the numbers that
/// NumPy gives
static void
check_einsum(const char *text,
             size_t n_operands,
             const size_t *ranks,
             const int64_t (*shapes)[4],
             size_t n_expected,
             const double *expected)
{
  tercet_tensor *operands[3] = {NULL};
  double values[64];
  for (int i = 0; i < 64; ++i) {
    values[i] = i;
  }
  for (size_t i = 0; i < n_operands; ++i) {
    operands[i] = make_tensor(TERCET_DTYPE_I32, ranks[i], shapes[i], values);
  }
  const tercet_tensor *const inputs[3] = {
      operands[0], operands[1], operands[2]};
  const tercet_string subscripts = {text, strlen(text)};
  tercet_tensor *out = NULL;
  tercet_error err = {0};
  CHECK_STATUS(
      tercet_linalg_einsum(NULL, subscripts, n_operands, inputs, &out, &err),
      TERCET_OK);
  CHECK_TEXT(err.message, strlen(err.message), "");
  const numbers actual = read_numbers(out);
  CHECK_INT(actual.size, n_expected);
  for (size_t i = 0; i < n_expected; ++i) {
    CHECK_DOUBLE((double)creall(actual.data[i]), expected[i]);
  }
  free(actual.data);
  tercet_tensor_unref(out);
  for (size_t i = 0; i < n_operands; ++i) {
    tercet_tensor_unref(operands[i]);
  }
}

static void
test_known_results(void)
{
  const size_t r1[3] = {2, 2, 2};
  const int64_t s1[3][4] = {{2, 2}, {2, 2}, {2, 2}};
  const double trace[1] = {3};
  const double product[4] = {2, 3, 6, 11};
  const double product_t[4] = {2, 6, 3, 11};
  const double diagonal[2] = {0, 3};
  const double transposed[4] = {0, 2, 1, 3};
  const double all[1] = {6};
  const double chain[4] = {6, 11, 22, 39};
  check_einsum("ii", 1, r1, s1, 1, trace);
  check_einsum("ii->i", 1, r1, s1, 2, diagonal);
  check_einsum("ij,jk", 2, r1, s1, 4, product);
  check_einsum(" i j , jk -> ki ", 2, r1, s1, 4, product_t);
  check_einsum("ba", 1, r1, s1, 4, transposed); // Sorted: ab
  check_einsum("bA", 1, r1, s1, 4, transposed); // Capitals first
  check_einsum("ij->", 1, r1, s1, 1, all);
  check_einsum("ij,jk,kl->il", 3, r1, s1, 4, chain);

  // [2, 2, 2] with [2, 2]: the ellipses broadcast
  const size_t r2[2] = {3, 2};
  const int64_t s2[2][4] = {{2, 2, 2}, {2, 2}};
  const double batch[8] = {2, 3, 6, 11, 10, 19, 14, 27};
  const double rows[4] = {1, 13, 5, 33};
  check_einsum("...ij,...jk->...ik", 2, r2, s2, 8, batch);
  check_einsum("...ij,jk", 2, r2, s2, 8, batch);
  check_einsum("b...j,...j->b...", 2, r2, s2, 4, rows);

  // Extent 1 broadcasts against 2
  const size_t r3[2] = {2, 2};
  const int64_t s3[2][4] = {{2, 1}, {2, 2}};
  const double ones[2] = {0, 5};
  check_einsum("ij,ij->i", 2, r3, s3, 2, ones);

  const size_t r4[1] = {0};
  const int64_t s4[1][4] = {{0}};
  const double zero[1] = {0};
  check_einsum("", 1, r4, s4, 1, zero);
  check_einsum("...->...", 1, r4, s4, 1, zero);
}

/* ---- Failures ---- */

static void
check_refused(const char *text,
              size_t n_operands,
              tercet_status expected,
              const char *part)
{
  const double values[6] = {0};
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F64, 2, 3, values);
  const tercet_tensor *const operands[2] = {a, a};
  const tercet_string subscripts = {text, strlen(text)};
  tercet_tensor *out = a;
  tercet_error err = {0};
  const tercet_status st =
      tercet_linalg_einsum(NULL, subscripts, n_operands, operands, &out, &err);
  CHECK_STATUS(st, expected);
  CHECK(!out);
  CHECK(strstr(err.message, part) != NULL);
  if (!strstr(err.message, part)) {
    fprintf(stderr, "  %s: %s\n", text, err.message);
  }
  tercet_tensor_unref(a);
}

static void
test_refuses_bad_subscripts(void)
{
  check_refused("i?", 1, TERCET_ERR_SYNTAX, "unexpected character");
  check_refused("ij->j>", 1, TERCET_ERR_SYNTAX, "unexpected character");
  check_refused("ij-", 1, TERCET_ERR_SYNTAX, "unexpected character");
  check_refused("..ij", 1, TERCET_ERR_SYNTAX, "'.'");
  check_refused("...i...", 1, TERCET_ERR_SYNTAX, "'.'");
  check_refused("ij->ii", 1, TERCET_ERR_SYNTAX, "i is twice");
  check_refused("ij->ik", 1, TERCET_ERR_SYNTAX, "k of the result");
  check_refused("...j->j", 1, TERCET_ERR_SYNTAX, "...");
  check_refused("ij,jk", 1, TERCET_ERR_ARGUMENT, "2 operands, not 1");
  check_refused("ij", 2, TERCET_ERR_ARGUMENT, "1 operands, not 2");
  check_refused("", 0, TERCET_ERR_ARGUMENT, "not 0");
  check_refused("ijk", 1, TERCET_ERR_SHAPE, "rank 2, but 3");
  check_refused("i", 1, TERCET_ERR_SHAPE, "rank 2, but 1");
  check_refused("...ijk", 1, TERCET_ERR_SHAPE, "rank 2, but 3");
  check_refused("ii", 1, TERCET_ERR_SHAPE, "2 and 3 for subscript i");
  check_refused("ij,jk", 2, TERCET_ERR_SHAPE, "j has the extents 3 and 2");
  check_refused("a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a",
                2,
                TERCET_ERR_SYNTAX,
                "too many operands");
  check_refused("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                1,
                TERCET_ERR_SYNTAX,
                "too many axes");
}

/// A column says where the subscripts are wrong
static void
test_syntax_error_has_a_column(void)
{
  const double values[4] = {0};
  tercet_tensor *const a = make_matrix(TERCET_DTYPE_F64, 2, 2, values);
  const tercet_tensor *const operands[1] = {a};
  const tercet_string subscripts = {"ij->i!", 6};
  tercet_tensor *out = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_linalg_einsum(NULL, subscripts, 1, operands, &out, &err),
               TERCET_ERR_SYNTAX);
  CHECK_INT(err.column, 6);
  tercet_tensor_unref(a);
}

static void
test_memory_failures(void)
{
  uint64_t state = 22;
  const char *const texts[] = {"ij,jk,kl->li", "iij->j", "ij->", "bij,bjk->k"};
  const size_t n_operands[] = {3, 1, 1, 2};
  const int64_t shape[3] = {3, 3, 3};
  for (size_t i = 0; i < 4; ++i) {
    const size_t rank = i == 1 || i == 3 ? 3 : 2;
    tercet_tensor *const a =
        random_tensor(&state, TERCET_DTYPE_F64, RANDOM_TAME, rank, shape);
    failing_allocator fails = {0, SIZE_MAX};
    const tercet_allocator alloc = {failing_allocate, failing_release, &fails};
    const tercet_tensor *const operands[3] = {a, a, a};
    const tercet_string text = {texts[i], strlen(texts[i])};
    tercet_tensor *out = NULL;
    CHECK_STATUS(
        tercet_linalg_einsum(&alloc, text, n_operands[i], operands, &out, NULL),
        TERCET_OK);
    tercet_tensor_unref(out);
    for (size_t n = fails.calls, at = 0; at < n; ++at) {
      fails = (failing_allocator){0, at};
      CHECK_STATUS(tercet_linalg_einsum(
                       &alloc, text, n_operands[i], operands, &out, NULL),
                   TERCET_ERR_NO_MEMORY);
      CHECK(!out);
    }
    tercet_tensor_unref(a);
  }
}

/* ---- Other products ---- */

typedef tercet_status (*product_function)(const tercet_allocator *,
                                          const tercet_tensor *,
                                          const tercet_tensor *,
                                          tercet_tensor **,
                                          tercet_error *);

/// Multiply tensors of 1, 2, 3, ...
static void
check_product(product_function multiply,
              tercet_dtype dtype,
              size_t rank_a,
              const int64_t *shape_a,
              size_t rank_b,
              const int64_t *shape_b,
              size_t n_expected,
              const double *expected)
{
  const double values[16] = {
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  tercet_tensor *const a = make_tensor(dtype, rank_a, shape_a, values);
  tercet_tensor *const b = make_tensor(dtype, rank_b, shape_b, values);
  tercet_tensor *out = NULL;
  CHECK_STATUS(multiply(NULL, a, b, &out, NULL), TERCET_OK);
  const numbers actual = read_numbers(out);
  CHECK_INT(actual.size, n_expected);
  for (size_t i = 0; i < n_expected; ++i) {
    CHECK_DOUBLE((double)creall(actual.data[i]), expected[i]);
  }
  free(actual.data);
  tercet_tensor_unref(out);
  tercet_tensor_unref(b);
  tercet_tensor_unref(a);
}

static void
test_products(void)
{
  const int64_t s5[] = {5};
  const int64_t s2[] = {2};
  const int64_t s22[] = {2, 2};
  const int64_t s122[] = {1, 2, 2};
  const double five[] = {55};
  const double row[] = {7, 10};
  const double column[] = {5, 11};
  const double square[] = {7, 10, 15, 22};
  const double inner[] = {5, 11, 11, 25};
  const double outer[] = {1, 2, 2, 4};
  const double scaled[] = {1, 2};
  const double vdot[] = {30};
  const tercet_dtype i32 = TERCET_DTYPE_I32;
  const tercet_dtype f32 = TERCET_DTYPE_F32;
  check_product(tercet_linalg_dot, i32, 1, s5, 1, s5, 1, five);
  check_product(tercet_linalg_dot, f32, 1, s5, 1, s5, 1, five);
  check_product(tercet_linalg_dot, i32, 1, s2, 2, s22, 2, row);
  check_product(tercet_linalg_dot, f32, 2, s22, 1, s2, 2, column);
  check_product(tercet_linalg_dot, i32, 2, s22, 2, s22, 4, square);
  check_product(tercet_linalg_dot, i32, 2, s22, 3, s122, 4, square);
  check_product(tercet_linalg_dot, i32, 0, NULL, 1, s2, 2, scaled);
  check_product(tercet_linalg_inner, f32, 2, s22, 2, s22, 4, inner);
  check_product(tercet_linalg_inner, i32, 1, s5, 1, s5, 1, five);
  check_product(tercet_linalg_inner, i32, 1, s2, 0, NULL, 2, scaled);
  check_product(tercet_linalg_outer, i32, 1, s2, 1, s2, 4, outer);
  check_product(tercet_linalg_vdot, i32, 2, s22, 3, s122, 1, vdot);
}

/// (1 - 2i)(3 + 4i) + ... : the first operand is conjugated
static void
test_vdot_conjugates(void)
{
  const double a[4] = {1, 2, 0, 1};
  const double b[4] = {3, 4, 2, 2};
  const int64_t shape[1] = {2};
  tercet_tensor *left = NULL;
  tercet_tensor *right = NULL;
  tercet_tensor *out = NULL;
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_C128, 1, shape, a, &left, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_tensor_from_data(
                   NULL, TERCET_DTYPE_C128, 1, shape, b, &right, NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_linalg_vdot(NULL, left, right, &out, NULL), TERCET_OK);
  CHECK(read_first(out) == (11 - 2 * I) + (2 - 2 * I));
  tercet_tensor_unref(out);
  tercet_tensor_unref(right);
  tercet_tensor_unref(left);
}

static void
test_tensordot(void)
{
  const double values[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const int64_t shape[3] = {2, 2, 2};
  const int64_t axes_a[2] = {0, -1};
  const int64_t axes_b[2] = {1, 0};
  tercet_tensor *const a = make_tensor(TERCET_DTYPE_I64, 3, shape, values);
  tercet_tensor *out = NULL;
  CHECK_STATUS(
      tercet_linalg_tensordot(NULL, a, a, 2, axes_a, axes_b, &out, NULL),
      TERCET_OK);
  // np.tensordot(a, a, ([0, 2], [1, 0]))
  CHECK_SHAPE(out, 2, 2, 2);
  const numbers x = read_numbers(out);
  CHECK(x.data[0] == 42 && x.data[1] == 52);
  free(x.data);
  tercet_tensor_unref(out);

  tercet_error err = {0};
  const int64_t twice[2] = {0, 0};
  const int64_t far[2] = {0, 3};
  CHECK_STATUS(
      tercet_linalg_tensordot(NULL, a, a, 2, twice, axes_b, &out, &err),
      TERCET_ERR_SHAPE);
  CHECK(strstr(err.message, "axis 0 is named twice") != NULL);
  CHECK_STATUS(tercet_linalg_tensordot(NULL, a, a, 2, axes_a, far, &out, &err),
               TERCET_ERR_SHAPE);
  CHECK(strstr(err.message, "axis 3 of a tensor of rank 3") != NULL);
  tercet_tensor_unref(a);
}

int
main(void)
{
  test_random_subscripts();
  test_known_results();
  test_refuses_bad_subscripts();
  test_syntax_error_has_a_column();
  test_memory_failures();
  test_products();
  test_vdot_conjugates();
  test_tensordot();
  return check_finish();
}
