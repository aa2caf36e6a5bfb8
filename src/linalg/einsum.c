// SPDX-License-Identifier: Apache-2.0

/**
   Einstein's convention: subscripts become labels of axes, and operands are
   multiplied two at a time.
*/

#include <tercet/linalg.h>

#include "linalg/contract.h"

#include "array/tensor_internal.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/// Labels: capitals, small letters, then the axes that "..." stands for,
/// counted from the last
#define FIRST_SMALL 26U
#define FIRST_ELLIPSIS 52U
static_assert(FIRST_ELLIPSIS + TERCET_MAX_RANK <= TERCET_MAX_LABELS,
              "labels must not run out");

/// Stands for "..." in a term
#define ELLIPSIS 255U

/// The subscripts of one operand or of the result
typedef struct {
  size_t n;
  bool has_ellipsis;
  uint8_t labels[TERCET_MAX_RANK + 1];
} term;

typedef struct {
  size_t n_inputs;
  term inputs[TERCET_EINSUM_MAX_OPERANDS];
  bool has_output;
  term output;
} subscripts;

/* ---- Parsing ---- */

typedef struct {
  tercet_string text;
  size_t at;
  tercet_error *err;
} parser;

static tercet_status
syntax_error(const parser *p, const char *what)
{
  return tercet_error_set_at(p->err,
                             TERCET_ERR_SYNTAX,
                             1,
                             p->at + 1U,
                             "%s in the subscripts \"%.*s\"",
                             what,
                             p->text.length > 200 ? 200 : (int)p->text.length,
                             p->text.data);
}

/// Return the next character that is no space, or NUL at the end
static char
peek(parser *p)
{
  while (p->at < p->text.length && p->text.data[p->at] == ' ') {
    ++p->at;
  }
  if (p->at == p->text.length) {
    return '\0';
  }
  return p->text.data[p->at];
}

static bool
follows(const parser *p, const char *word)
{
  const size_t n = strlen(word);
  return p->text.length - p->at >= n && !memcmp(p->text.data + p->at, word, n);
}

/// Set `label` to that of a letter; false for other characters
static bool
letter_label(char c, uint8_t *label)
{
  if (c >= 'A' && c <= 'Z') {
    *label = (uint8_t)(c - 'A');
    return true;
  }
  if (c >= 'a' && c <= 'z') {
    *label = (uint8_t)(FIRST_SMALL + (unsigned)(c - 'a'));
    return true;
  }
  return false;
}

/// Read letters and "..." up to something else
static tercet_status
parse_term(parser *p, term *out)
{
  out->n = 0;
  out->has_ellipsis = false;
  for (char c = peek(p); c; c = peek(p)) {
    uint8_t label = ELLIPSIS;
    if (c != '.' && !letter_label(c, &label)) {
      break;
    }
    if (c == '.' && (!follows(p, "...") || out->has_ellipsis)) {
      return syntax_error(p, "unexpected '.'");
    }
    if (out->n > TERCET_MAX_RANK) {
      return syntax_error(p, "too many axes");
    }
    out->has_ellipsis = out->has_ellipsis || c == '.';
    out->labels[out->n++] = label;
    p->at += c == '.' ? 3U : 1U;
  }
  return TERCET_OK;
}

static tercet_status
parse(tercet_string text, subscripts *out, tercet_error *err)
{
  parser p = {text, 0, err};
  out->n_inputs = 0;
  out->has_output = false;
  do {
    if (out->n_inputs == TERCET_EINSUM_MAX_OPERANDS) {
      return syntax_error(&p, "too many operands");
    }
    p.at += out->n_inputs ? 1U : 0U;
    TERCET_TRY(parse_term(&p, &out->inputs[out->n_inputs++]));
  } while (peek(&p) == ',');

  if (follows(&p, "->")) {
    p.at += 2U;
    out->has_output = true;
    TERCET_TRY(parse_term(&p, &out->output));
  }
  return p.at < text.length ? syntax_error(&p, "unexpected character")
                            : TERCET_OK;
}

/* ---- Operands ---- */

/// What is known of all operands
typedef struct {
  const tercet_allocator *alloc;
  tercet_error *err;
  size_t n_operands;
  tercet_labelled operands[TERCET_EINSUM_MAX_OPERANDS];
  size_t ellipsis_rank;
  int64_t extents[TERCET_MAX_LABELS];
  size_t n_uses[TERCET_MAX_LABELS];
  size_t output_rank;
  uint8_t output[TERCET_MAX_LABELS];
} sum;

/// Write the name of a label for messages
static const char *
label_name(uint8_t label, char text[4])
{
  memcpy(text, "...", 4);
  if (label < FIRST_ELLIPSIS) {
    text[0] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[label];
    text[1] = '\0';
  }
  return text;
}

/// Note the extent of a label, which may broadcast
static tercet_status
note_extent(sum *s, uint8_t label, int64_t extent)
{
  int64_t *const known = &s->extents[label];
  if (!s->n_uses[label] || *known == 1) {
    *known = extent;
  } else if (extent != *known && extent != 1) {
    char name[4];
    return tercet_error_set(s->err,
                            TERCET_ERR_SHAPE,
                            "subscript %s has the extents %" PRId64
                            " and %" PRId64,
                            label_name(label, name),
                            *known,
                            extent);
  }
  ++s->n_uses[label];
  return TERCET_OK;
}

/// Give each axis of a tensor its label; the tensor has as many axes as the
/// term wants
static tercet_status
label_tensor(sum *s,
             size_t i_operand,
             const term *t,
             const tercet_tensor *tensor,
             uint8_t labels[TERCET_MAX_RANK])
{
  const size_t n_letters = t->n - (t->has_ellipsis ? 1U : 0U);
  if (tensor->rank < n_letters ||
      (tensor->rank > n_letters && !t->has_ellipsis)) {
    return tercet_error_set(s->err,
                            TERCET_ERR_SHAPE,
                            "operand %zu has rank %zu, but %zu subscripts",
                            i_operand,
                            tensor->rank,
                            n_letters);
  }

  const size_t n_rest = tensor->rank - n_letters;
  size_t axis = 0;
  for (size_t i = 0; i < t->n; ++i) {
    if (t->labels[i] != ELLIPSIS) {
      labels[axis++] = t->labels[i];
      continue;
    }
    for (size_t j = n_rest; j-- > 0;) {
      labels[axis++] = (uint8_t)(FIRST_ELLIPSIS + j);
    }
  }
  s->ellipsis_rank = n_rest > s->ellipsis_rank ? n_rest : s->ellipsis_rank;
  return TERCET_OK;
}

/// Make a view with one axis for each label: an index that occurs twice runs
/// along the diagonal
static tercet_status
view_diagonals(sum *s,
               size_t i_operand,
               const tercet_tensor *tensor,
               const uint8_t labels[TERCET_MAX_RANK])
{
  int64_t shape[TERCET_MAX_RANK] = {0};
  int64_t strides[TERCET_MAX_RANK] = {0};
  tercet_labelled *const out = &s->operands[i_operand];
  size_t rank = 0;
  int64_t size = 1;
  for (size_t axis = 0; axis < tensor->rank; ++axis) {
    const uint8_t *const seen =
        (const uint8_t *)memchr(out->labels, labels[axis], rank);
    const size_t i = seen ? (size_t)(seen - out->labels) : rank;
    if (seen && shape[i] != tensor->shape[axis]) {
      char name[4];
      return tercet_error_set(s->err,
                              TERCET_ERR_SHAPE,
                              "operand %zu has the extents %" PRId64
                              " and %" PRId64 " for subscript %s",
                              i_operand,
                              shape[i],
                              tensor->shape[axis],
                              label_name(labels[axis], name));
    }
    strides[i] = (seen ? strides[i] : 0) + tensor->strides[axis];
    if (!seen) {
      out->labels[rank] = labels[axis];
      shape[rank++] = tensor->shape[axis];
      size *= tensor->shape[axis];
    }
  }

  TERCET_TRY(tercet_tensor_share(tensor, rank, &out->tensor, s->err));
  memcpy(out->tensor->shape, shape, rank * sizeof(*shape));
  memcpy(out->tensor->strides, strides, rank * sizeof(*strides));
  out->tensor->size = size;
  return TERCET_OK;
}

static tercet_status
add_operand(sum *s, size_t i, const term *t, const tercet_tensor *tensor)
{
  uint8_t labels[TERCET_MAX_RANK] = {0};
  TERCET_TRY(label_tensor(s, i, t, tensor, labels));
  TERCET_TRY(view_diagonals(s, i, tensor, labels));
  ++s->n_operands;
  for (size_t axis = 0; axis < tensor->rank; ++axis) {
    TERCET_TRY(note_extent(s, labels[axis], tensor->shape[axis]));
  }
  return TERCET_OK;
}

/* ---- The result ---- */

static void
output_ellipsis(sum *s)
{
  for (size_t j = s->ellipsis_rank; j-- > 0;) {
    s->output[s->output_rank++] = (uint8_t)(FIRST_ELLIPSIS + j);
  }
}

/// "..." and the letters that occur once
static void
imply_output(sum *s)
{
  output_ellipsis(s);
  for (uint8_t label = 0; label < FIRST_ELLIPSIS; ++label) {
    if (s->n_uses[label] == 1) {
      s->output[s->output_rank++] = label;
    }
  }
}

static tercet_status
read_output(sum *s, const term *t)
{
  for (size_t i = 0; i < t->n; ++i) {
    const uint8_t label = t->labels[i];
    char name[4];
    if (label == ELLIPSIS) {
      output_ellipsis(s);
    } else if (!s->n_uses[label]) {
      return tercet_error_set(s->err,
                              TERCET_ERR_SYNTAX,
                              "subscript %s of the result is in no operand",
                              label_name(label, name));
    } else if (memchr(s->output, label, s->output_rank)) {
      return tercet_error_set(s->err,
                              TERCET_ERR_SYNTAX,
                              "subscript %s is twice in the result",
                              label_name(label, name));
    } else {
      s->output[s->output_rank++] = label;
    }
  }
  return s->ellipsis_rank && !t->has_ellipsis
             ? tercet_error_set(s->err,
                                TERCET_ERR_SYNTAX,
                                "the result lacks the axes that \"...\" "
                                "stands for")
             : TERCET_OK;
}

static tercet_status
find_output(sum *s, const subscripts *names)
{
  if (names->has_output) {
    TERCET_TRY(read_output(s, &names->output));
  } else {
    imply_output(s);
  }
  return s->output_rank > TERCET_MAX_RANK
             ? tercet_error_set(s->err,
                                TERCET_ERR_SHAPE,
                                "the result has %zu axes, more than %d",
                                s->output_rank,
                                TERCET_MAX_RANK)
             : TERCET_OK;
}

/* ---- Multiplying ---- */

static void
add_labels(tercet_label_set *set, const tercet_labelled *a)
{
  for (size_t i = 0; i < a->tensor->rank; ++i) {
    set->has[a->labels[i]] = true;
  }
}

/// Return the labels that the result or the operands other than i and j need
static tercet_label_set
needed_by_others(const sum *s, size_t i, size_t j)
{
  tercet_label_set needed = {{false}};
  for (size_t k = 0; k < s->output_rank; ++k) {
    needed.has[s->output[k]] = true;
  }
  for (size_t k = 0; k < s->n_operands; ++k) {
    if (k != i && k != j) {
      add_labels(&needed, &s->operands[k]);
    }
  }
  return needed;
}

/// Return the number of products of two operands
static double
pair_cost(const sum *s, size_t i, size_t j)
{
  tercet_label_set all = {{false}};
  add_labels(&all, &s->operands[i]);
  add_labels(&all, &s->operands[j]);
  double cost = 1;
  for (size_t label = 0; label < TERCET_MAX_LABELS; ++label) {
    cost *= all.has[label] ? (double)s->extents[label] : 1;
  }
  return cost;
}

static void
find_cheapest_pair(const sum *s, size_t *first, size_t *second)
{
  double best = -1;
  for (size_t i = 0; i < s->n_operands; ++i) {
    for (size_t j = i + 1U; j < s->n_operands; ++j) {
      const double cost = pair_cost(s, i, j);
      if (best < 0 || cost < best) {
        best = cost;
        *first = i;
        *second = j;
      }
    }
  }
}

/// Multiply until one operand is left
static tercet_status
multiply_all(sum *s)
{
  while (s->n_operands > 1) {
    size_t i = 0;
    size_t j = 1;
    find_cheapest_pair(s, &i, &j);
    const tercet_label_set keep = needed_by_others(s, i, j);
    tercet_labelled product = {NULL, {0}};
    TERCET_TRY(tercet_contract(
        s->alloc, &s->operands[i], &s->operands[j], &keep, &product, s->err));
    tercet_tensor_unref(s->operands[i].tensor);
    tercet_tensor_unref(s->operands[j].tensor);
    s->operands[i] = product;
    s->operands[j] = s->operands[--s->n_operands];
  }
  return TERCET_OK;
}

static tercet_status
finish(sum *s, bool is_own, tercet_tensor **out)
{
  const tercet_label_set keep = needed_by_others(s, 0, 0);
  tercet_labelled last = {NULL, {0}};
  TERCET_TRY(
      tercet_contract_one(s->alloc, &s->operands[0], &keep, &last, s->err));
  is_own = is_own || last.tensor != s->operands[0].tensor;
  const tercet_status st =
      tercet_contract_order(s->alloc, &last, s->output, is_own, out, s->err);
  tercet_tensor_unref(last.tensor);
  return st;
}

static tercet_status
check_call(const subscripts *names,
           size_t n_operands,
           const tercet_tensor *const *operands,
           tercet_error *err)
{
  if (names->n_inputs != n_operands) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "the subscripts are for %zu operands, not %zu",
                            names->n_inputs,
                            n_operands);
  }
  for (size_t i = 1; i < n_operands; ++i) {
    if (operands[i]->dtype != operands[0]->dtype) {
      return tercet_error_set(err,
                              TERCET_ERR_DTYPE,
                              "operand 0 is %s, but operand %zu %s",
                              tercet_dtype_name(operands[0]->dtype),
                              i,
                              tercet_dtype_name(operands[i]->dtype));
    }
  }
  return TERCET_OK;
}

tercet_status
tercet_linalg_einsum(const tercet_allocator *alloc,
                     tercet_string text,
                     size_t n_operands,
                     const tercet_tensor *const *operands,
                     tercet_tensor **out,
                     tercet_error *err)
{
  *out = NULL;
  subscripts names = {.n_inputs = 0};
  TERCET_TRY(parse(text, &names, err));
  TERCET_TRY(check_call(&names, n_operands, operands, err));

  sum s = {.alloc = alloc, .err = err};
  tercet_status st = TERCET_OK;
  for (size_t i = 0; i < n_operands && st == TERCET_OK; ++i) {
    st = add_operand(&s, i, &names.inputs[i], operands[i]);
  }
  if (st == TERCET_OK) {
    st = find_output(&s, &names);
  }
  if (st == TERCET_OK) {
    st = multiply_all(&s);
  }
  if (st == TERCET_OK) {
    st = finish(&s, n_operands > 1, out);
  }
  for (size_t i = 0; i < s.n_operands; ++i) {
    tercet_tensor_unref(s.operands[i].tensor);
  }
  return st;
}
