// SPDX-License-Identifier: Apache-2.0

/**
   Recurrent networks: RNN, GRU and LSTM.

   The products with the inputs are made for all steps at once; each step then
   adds the product with the state that the one before has left.  Computed in
   float64 for double and in float32 for all others.

     X [step, batch, input]     W [direction, gates x hidden, input]
     H [direction, batch, hidden]     R [direction, gates x hidden, hidden]
*/

#include "base/error.h"
#include "base/string_view.h"
#include "onnx/op/rnn_activation.h"

#include <tercet/linalg.h>

#include <math.h>
#include <string.h>

/// Which function each gate and the output has
enum { MAX_ACTIVATIONS = 3 };

typedef struct rnn_cell rnn_cell;

/// One kind of network
typedef struct {
  int64_t n_gates;
  size_t n_activations;
  tercet_onnx_activation_kind activations[MAX_ACTIVATIONS];
  /// Return the state after a step, from its part of the inputs' products,
  /// [batch, gates x hidden]
  tercet_tensor *(*step)(rnn_cell *cell, tercet_tensor *gates);
} rnn_kind;

/// A network in one direction
struct rnn_cell {
  tercet_onnx_compose *c;
  const rnn_kind *kind;
  const tercet_onnx_activation *activations;
  tercet_dtype dtype;
  int64_t hidden;
  double clip;                 ///< 0: none
  bool resets_after;           ///< GRU: linear_before_reset
  bool is_coupled;             ///< LSTM: input_forget
  tercet_tensor *recurrent;    ///< [hidden, gates x hidden]
  tercet_tensor *reset_bias;   ///< GRU that resets after the product, or NULL
  tercet_tensor *peepholes[3]; ///< LSTM: input, output, forget; or NULL
  tercet_tensor *h;            ///< State, [batch, hidden]
  tercet_tensor *cell;         ///< LSTM: cell, [batch, hidden]
};

/// What all directions share
typedef struct {
  tercet_tensor *x; ///< [step, batch, input]
  tercet_tensor *w;
  tercet_tensor *r;
  tercet_tensor *b;       ///< [direction, 2 x gates x hidden], or NULL
  tercet_tensor *p;       ///< [direction, 3 x hidden], or NULL
  const int64_t *lengths; ///< Steps of each member of the batch, or NULL
  tercet_tensor *y;       ///< [step, direction, batch, hidden]
  tercet_tensor *y_h;     ///< [direction, batch, hidden]
  tercet_tensor *y_c;     ///< Likewise
  int64_t n_steps;
  int64_t n_batch;
  int64_t n_directions;
} rnn_data;

/* ---- Pieces ---- */

/// Return the part of the first axis at `i`, without the axis
static tercet_tensor *
at(tercet_onnx_compose *c, const tercet_tensor *x, int64_t i)
{
  const tercet_index item = tercet_index_at(i);
  return c->st != TERCET_OK
             ? NULL
             : TERCET_ONNX_VIEW(c, tercet_tensor_index, x, 1, &item);
}

/// Return elements `first` to `first + n` of the last axis
static tercet_tensor *
part(tercet_onnx_compose *c, const tercet_tensor *x, int64_t first, int64_t n)
{
  if (c->st != TERCET_OK) {
    return NULL;
  }
  tercet_range ranges[TERCET_MAX_RANK];
  const size_t rank = tercet_tensor_rank(x);
  for (size_t i = 0; i < rank; ++i) {
    ranges[i] = (tercet_range){0, 0, 1, true};
  }
  ranges[rank - 1] = (tercet_range){first, first + n, 1, false};
  return TERCET_ONNX_VIEW(c, tercet_tensor_slice, x, rank, ranges);
}

static tercet_tensor *
gate(rnn_cell *cell, const tercet_tensor *gates, int64_t i)
{
  return part(cell->c, gates, i * cell->hidden, cell->hidden);
}

/// Clip to the range of the attribute, and apply activation `i`
static void
activate(rnn_cell *cell, size_t i, tercet_tensor *x)
{
  tercet_onnx_compose *const c = cell->c;
  if (cell->clip > 0) {
    tercet_tensor *const most =
        tercet_onnx_compose_number(c, cell->dtype, cell->clip);
    tercet_tensor *const least =
        tercet_onnx_compose_number(c, cell->dtype, -cell->clip);
    TERCET_ONNX_DO(c, tercet_tensor_minimum_into, x, most, x);
    TERCET_ONNX_DO(c, tercet_tensor_maximum_into, x, least, x);
  }
  tercet_onnx_activate(c, &cell->activations[i], x);
}

/// x += a b
static void
add_product(tercet_onnx_compose *c,
            tercet_tensor *x,
            const tercet_tensor *a,
            const tercet_tensor *b)
{
  tercet_tensor *const product =
      TERCET_ONNX_MAKE(c, tercet_tensor_multiply, a, b);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, x, product, x);
}

/// Return a + weight (b - a), the mixture that a gate makes
static tercet_tensor *
mix(tercet_onnx_compose *c,
    const tercet_tensor *a,
    const tercet_tensor *b,
    const tercet_tensor *weight)
{
  tercet_tensor *const out = TERCET_ONNX_MAKE(c, tercet_tensor_subtract, b, a);
  TERCET_ONNX_DO(c, tercet_tensor_multiply_into, out, weight, out);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, out, a, out);
  return out;
}

/* ---- Steps ---- */

static tercet_tensor *
step_rnn(rnn_cell *cell, tercet_tensor *gates)
{
  tercet_onnx_compose *const c = cell->c;
  tercet_tensor *const h =
      TERCET_ONNX_MAKE(c, tercet_linalg_matmul, cell->h, cell->recurrent);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, h, gates, h);
  activate(cell, 0, h);
  return h;
}

/// Gates: update, reset, hidden
static tercet_tensor *
step_gru(rnn_cell *cell, tercet_tensor *gates)
{
  tercet_onnx_compose *const c = cell->c;
  const int64_t n = cell->hidden;
  tercet_tensor *const both = TERCET_ONNX_MAKE(
      c, tercet_linalg_matmul, cell->h, part(c, cell->recurrent, 0, 2 * n));
  TERCET_ONNX_DO(
      c, tercet_tensor_add_into, both, part(c, gates, 0, 2 * n), both);
  activate(cell, 0, both);
  tercet_tensor *const update = gate(cell, both, 0);
  tercet_tensor *const reset = gate(cell, both, 1);

  tercet_tensor *const matrix = part(c, cell->recurrent, 2 * n, n);
  tercet_tensor *hidden = NULL;
  if (cell->resets_after) {
    hidden = TERCET_ONNX_MAKE(c, tercet_linalg_matmul, cell->h, matrix);
    if (cell->reset_bias) {
      TERCET_ONNX_DO(
          c, tercet_tensor_add_into, hidden, cell->reset_bias, hidden);
    }
    TERCET_ONNX_DO(c, tercet_tensor_multiply_into, hidden, reset, hidden);
  } else {
    tercet_tensor *const kept =
        TERCET_ONNX_MAKE(c, tercet_tensor_multiply, cell->h, reset);
    hidden = TERCET_ONNX_MAKE(c, tercet_linalg_matmul, kept, matrix);
  }
  TERCET_ONNX_DO(
      c, tercet_tensor_add_into, hidden, gate(cell, gates, 2), hidden);
  activate(cell, 1, hidden);
  return mix(c, hidden, cell->h, update);
}

/// Gates: input, output, forget, cell
static tercet_tensor *
step_lstm(rnn_cell *cell, tercet_tensor *gates)
{
  tercet_onnx_compose *const c = cell->c;
  tercet_tensor *const all =
      TERCET_ONNX_MAKE(c, tercet_linalg_matmul, cell->h, cell->recurrent);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, all, gates, all);
  tercet_tensor *const input = gate(cell, all, 0);
  tercet_tensor *const output = gate(cell, all, 1);
  tercet_tensor *const forget = gate(cell, all, 2);
  tercet_tensor *const next = gate(cell, all, 3);
  if (cell->peepholes[0]) {
    add_product(c, input, cell->cell, cell->peepholes[0]);
    add_product(c, forget, cell->cell, cell->peepholes[2]);
  }
  activate(cell, 0, input);
  activate(cell, 1, next);

  tercet_tensor *state = NULL;
  if (cell->is_coupled) {
    state = mix(c, cell->cell, next, input);
  } else {
    activate(cell, 0, forget);
    state = TERCET_ONNX_MAKE(c, tercet_tensor_multiply, forget, cell->cell);
    if (c->st == TERCET_OK) {
      add_product(c, state, input, next);
    }
  }
  if (cell->peepholes[0] && c->st == TERCET_OK) {
    add_product(c, output, state, cell->peepholes[1]);
  }
  activate(cell, 0, output);

  tercet_tensor *const h = TERCET_ONNX_MAKE(c, tercet_tensor_copy, state);
  tercet_onnx_activate(c, &cell->activations[2], h);
  TERCET_ONNX_DO(c, tercet_tensor_multiply_into, h, output, h);
  cell->cell = state;
  return h;
}

static const rnn_kind kind_rnn = {
    1, 1, {TERCET_ONNX_ACTIVATION_TANH}, step_rnn};

static const rnn_kind kind_gru = {
    3,
    2,
    {TERCET_ONNX_ACTIVATION_SIGMOID, TERCET_ONNX_ACTIVATION_TANH},
    step_gru};

static const rnn_kind kind_lstm = {4,
                                   3,
                                   {TERCET_ONNX_ACTIVATION_SIGMOID,
                                    TERCET_ONNX_ACTIVATION_TANH,
                                    TERCET_ONNX_ACTIVATION_TANH},
                                   step_lstm};

/* ---- Directions ---- */

/// Copy the rows of members of the batch whose sequence has a step `t`
static void
copy_rows(tercet_onnx_compose *c,
          const rnn_data *data,
          int64_t t,
          const tercet_tensor *from,
          tercet_tensor *to)
{
  if (!data->lengths) {
    TERCET_ONNX_DO(c, tercet_tensor_assign, to, from);
    return;
  }
  for (int64_t i = 0; i < data->n_batch && c->st == TERCET_OK; ++i) {
    const size_t n_kept = c->n;
    if (t < data->lengths[i]) {
      tercet_tensor *const row = at(c, to, i);
      tercet_tensor *const source = at(c, from, i);
      TERCET_ONNX_DO(c, tercet_tensor_assign, row, source);
    }
    tercet_onnx_compose_drop(c, n_kept);
  }
}

/// Return the products of all inputs with the weights, plus the biases that can
/// be added beforehand
static tercet_tensor *
multiply_inputs(rnn_cell *cell, const rnn_data *data, int64_t direction)
{
  tercet_onnx_compose *const c = cell->c;
  const int64_t n = cell->kind->n_gates * cell->hidden;
  tercet_tensor *const w = at(c, data->w, direction);
  tercet_tensor *const columns =
      TERCET_ONNX_VIEW(c, tercet_tensor_permute, w, NULL);
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(c, tercet_linalg_matmul, data->x, columns);
  if (!data->b) {
    return out;
  }

  tercet_tensor *const biases = at(c, data->b, direction);
  tercet_tensor *const recurrent = part(c, biases, n, n);
  TERCET_ONNX_DO(c, tercet_tensor_add_into, out, part(c, biases, 0, n), out);
  // A bias that the reset gate multiplies has to wait
  const int64_t n_early = cell->resets_after ? n - cell->hidden : n;
  tercet_tensor *const early = part(c, out, 0, n_early);
  TERCET_ONNX_DO(
      c, tercet_tensor_add_into, early, part(c, recurrent, 0, n_early), early);
  if (cell->resets_after) {
    cell->reset_bias = part(c, recurrent, n_early, cell->hidden);
  }
  return out;
}

/// Run all steps of a direction
static void
run_direction(rnn_cell *cell,
              const rnn_data *data,
              int64_t direction,
              bool is_reverse)
{
  tercet_onnx_compose *const c = cell->c;
  tercet_tensor *const r = at(c, data->r, direction);
  cell->recurrent = TERCET_ONNX_VIEW(c, tercet_tensor_permute, r, NULL);
  cell->h = at(c, data->y_h, direction);
  cell->cell = data->y_c ? at(c, data->y_c, direction) : NULL;
  if (data->p) {
    tercet_tensor *const p = at(c, data->p, direction);
    for (int64_t i = 0; i < 3; ++i) {
      cell->peepholes[i] = gate(cell, p, i);
    }
  }
  tercet_tensor *const products = multiply_inputs(cell, data, direction);

  tercet_tensor *const state = cell->cell;
  for (int64_t i = 0; i < data->n_steps && c->st == TERCET_OK; ++i) {
    const size_t n_kept = c->n;
    const int64_t t = is_reverse ? data->n_steps - 1 - i : i;
    tercet_tensor *const h = cell->kind->step(cell, at(c, products, t));
    if (c->st == TERCET_OK) {
      copy_rows(c, data, t, h, cell->h);
      copy_rows(c, data, t, h, at(c, at(c, data->y, t), direction));
    }
    if (state && c->st == TERCET_OK) {
      copy_rows(c, data, t, cell->cell, state);
      cell->cell = state;
      c->st = tercet_onnx_call_check(c->call);
    }
    tercet_onnx_compose_drop(c, n_kept);
  }
}

/* ---- Inputs and outputs ---- */

/// Return an input in the dtype of the computation, its first two axes
/// exchanged if the batch comes first; NULL if it was not given
static tercet_tensor *
read_input(tercet_onnx_compose *c,
           size_t i,
           tercet_dtype dtype,
           bool is_swapped)
{
  if (!tercet_onnx_has_input(c->call, i) || c->st != TERCET_OK) {
    return NULL;
  }
  const tercet_tensor *in = tercet_onnx_input(c->call, i);
  if (is_swapped) {
    in = TERCET_ONNX_VIEW(c, tercet_tensor_swap_axes, in, 0, 1);
  }
  return TERCET_ONNX_MAKE(c, tercet_tensor_cast, in, dtype);
}

/// Check that a tensor, if it is there, has the extents that are told
static void
check_shape(tercet_onnx_compose *c,
            const char *name,
            const tercet_tensor *x,
            size_t rank,
            const int64_t *shape)
{
  if (!x || c->st != TERCET_OK) {
    return;
  }
  if (tercet_tensor_rank(x) != rank ||
      memcmp(tercet_tensor_shape(x), shape, rank * sizeof(*shape)) != 0) {
    c->st = tercet_onnx_fail(c->call,
                             TERCET_ERR_SHAPE,
                             "%s does not have the extents that X, W and R "
                             "demand",
                             name);
  }
}

/// Read the lengths of the sequences
static void
read_lengths(tercet_onnx_compose *c, rnn_data *data)
{
  if (!tercet_onnx_has_input(c->call, 4) || c->st != TERCET_OK) {
    return;
  }
  tercet_tensor *const lengths = TERCET_ONNX_MAKE(
      c, tercet_tensor_cast, tercet_onnx_input(c->call, 4), TERCET_DTYPE_I64);
  check_shape(c, "sequence_lens", lengths, 1, &data->n_batch);
  data->lengths = c->st == TERCET_OK ? tercet_tensor_data(lengths) : NULL;
  for (int64_t i = 0; data->lengths && i < data->n_batch; ++i) {
    if (data->lengths[i] < 0 || data->lengths[i] > data->n_steps) {
      c->st = tercet_onnx_fail(c->call,
                               TERCET_ERR_RANGE,
                               "sequence %lld has %lld steps, of %lld",
                               (long long)i,
                               (long long)data->lengths[i],
                               (long long)data->n_steps);
      return;
    }
  }
}

/// Return the first state: the input, or zeros
static tercet_tensor *
first_state(tercet_onnx_compose *c,
            size_t input,
            tercet_dtype dtype,
            bool is_swapped,
            const int64_t *shape)
{
  tercet_tensor *const given = read_input(c, input, dtype, is_swapped);
  check_shape(c, "the first state", given, 3, shape);
  return given ? given
               : TERCET_ONNX_MAKE(c, tercet_tensor_new, dtype, 3, shape);
}

/// Set `n` and `is_reverse` from the attribute direction
static tercet_status
read_direction(const tercet_onnx_call *call, int64_t *n, bool *is_reverse)
{
  const tercet_string direction =
      tercet_onnx_node_string(call->node, "direction", "forward");
  *n = tercet_string_is(direction, "bidirectional") ? 2 : 1;
  *is_reverse = tercet_string_is(direction, "reverse");
  if (*n == 1 && !*is_reverse && !tercet_string_is(direction, "forward")) {
    return tercet_onnx_fail(call,
                            TERCET_ERR_ARGUMENT,
                            "attribute direction is \"%.*s\"",
                            TERCET_STRING_ARGS(direction));
  }
  return TERCET_OK;
}

/// Read all inputs and make room for the outputs
static void
read_data(tercet_onnx_compose *c,
          const rnn_kind *kind,
          rnn_cell *cell,
          rnn_data *data)
{
  const bool is_swapped = tercet_onnx_node_int(c->call->node, "layout", 0) != 0;
  const bool is_lstm = kind == &kind_lstm;
  data->x = read_input(c, 0, cell->dtype, is_swapped);
  data->w = read_input(c, 1, cell->dtype, false);
  data->r = read_input(c, 2, cell->dtype, false);
  data->b = read_input(c, 3, cell->dtype, false);
  data->p = is_lstm ? read_input(c, 7, cell->dtype, false) : NULL;
  if (c->st == TERCET_OK &&
      (tercet_tensor_rank(data->x) != 3 || tercet_tensor_rank(data->r) != 3)) {
    c->st =
        tercet_onnx_fail(c->call, TERCET_ERR_SHAPE, "X and R must have rank 3");
  }
  if (c->st != TERCET_OK) {
    return;
  }

  const int64_t *const x = tercet_tensor_shape(data->x);
  const int64_t n = tercet_tensor_shape(data->r)[2];
  const int64_t n_rows = kind->n_gates * n;
  const int64_t d = data->n_directions;
  data->n_steps = x[0];
  data->n_batch = x[1];
  cell->hidden = n;
  check_shape(c, "W", data->w, 3, (const int64_t[]){d, n_rows, x[2]});
  check_shape(c, "R", data->r, 3, (const int64_t[]){d, n_rows, n});
  check_shape(c, "B", data->b, 2, (const int64_t[]){d, 2 * n_rows});
  check_shape(c, "P", data->p, 2, (const int64_t[]){d, 3 * n});
  read_lengths(c, data);

  const int64_t state[3] = {d, x[1], n};
  const int64_t all[4] = {x[0], d, x[1], n};
  data->y_h = first_state(c, 5, cell->dtype, is_swapped, state);
  data->y_c =
      is_lstm ? first_state(c, 6, cell->dtype, is_swapped, state) : NULL;
  data->y = TERCET_ONNX_MAKE(c, tercet_tensor_new, cell->dtype, 4, all);
}

/// Give an output, with its batch at the front if that is the layout
static void
give(tercet_onnx_compose *c, size_t i, tercet_tensor *x)
{
  if (!tercet_onnx_wants(c->call, i) || c->st != TERCET_OK) {
    return;
  }
  const int64_t rank = (int64_t)tercet_tensor_rank(x);
  if (tercet_onnx_node_int(c->call->node, "layout", 0)) {
    x = TERCET_ONNX_VIEW(c, tercet_tensor_move_axis, x, rank - 2, 0);
  }
  tercet_tensor *const out =
      TERCET_ONNX_MAKE(c,
                       tercet_tensor_cast,
                       x,
                       tercet_tensor_dtype(tercet_onnx_input(c->call, 0)));
  tercet_onnx_compose_give(c, i, out);
}

static tercet_status
run(const tercet_onnx_call *call, const rnn_kind *kind)
{
  rnn_data data = {.n_directions = 1};
  bool is_reverse = false;
  TERCET_TRY(read_direction(call, &data.n_directions, &is_reverse));

  tercet_onnx_activation_kind defaults[2 * MAX_ACTIVATIONS];
  tercet_onnx_activation activations[2 * MAX_ACTIVATIONS];
  const size_t n = kind->n_activations;
  for (size_t i = 0; i < 2 * n; ++i) {
    defaults[i] = kind->activations[i % n];
  }
  TERCET_TRY(tercet_onnx_activations_read(
      call, n * (size_t)data.n_directions, defaults, activations));

  tercet_onnx_compose c;
  tercet_onnx_compose_init(&c, call);
  const bool is_double =
      tercet_tensor_dtype(tercet_onnx_input(call, 0)) == TERCET_DTYPE_F64;
  rnn_cell cell = {.c = &c, .kind = kind};
  cell.dtype = is_double ? TERCET_DTYPE_F64 : TERCET_DTYPE_F32;
  cell.clip = (double)tercet_onnx_node_float(call->node, "clip", 0.0F);
  cell.resets_after =
      tercet_onnx_node_int(call->node, "linear_before_reset", 0) != 0;
  cell.is_coupled = tercet_onnx_node_int(call->node, "input_forget", 0) != 0;
  read_data(&c, kind, &cell, &data);
  for (int64_t i = 0; i < data.n_directions && c.st == TERCET_OK; ++i) {
    const size_t n_kept = c.n;
    cell.activations = activations + (size_t)i * n;
    run_direction(&cell, &data, i, is_reverse || i == 1);
    tercet_onnx_compose_drop(&c, n_kept);
  }

  if (c.st == TERCET_OK) {
    give(&c, 0, data.y);
    give(&c, 1, data.y_h);
  }
  if (c.st == TERCET_OK && data.y_c) {
    give(&c, 2, data.y_c);
  }
  return tercet_onnx_compose_end(&c);
}

static tercet_status
run_rnn(const tercet_onnx_call *call)
{
  return run(call, &kind_rnn);
}

static tercet_status
run_gru(const tercet_onnx_call *call)
{
  return run(call, &kind_gru);
}

static tercet_status
run_lstm(const tercet_onnx_call *call)
{
  return run(call, &kind_lstm);
}

TERCET_ONNX_DEFINE_TABLE(rnn,
                         {"GRU", "", 7, 0, NULL, run_gru},
                         {"LSTM", "", 7, 0, NULL, run_lstm},
                         {"RNN", "", 7, 0, NULL, run_rnn});
