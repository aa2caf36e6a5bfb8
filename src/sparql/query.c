// SPDX-License-Identifier: Apache-2.0

#include "sparql/query.h"

#include "base/allocator.h"
#include "base/error.h"
#include "base/string_view.h"
#include "sparql/exec/budget.h"
#include "sparql/exec/operator.h"
#include "sparql/optimize.h"
#include "sparql/parser.h"
#include "store/dataset.h"

struct tercet_query {
  const tercet_allocator *parent; ///< Of the query itself
  tercet_budget budget;           ///< Everything else
  tercet_dataset *dataset;
  tercet_arena arena; ///< Tree, algebra and plan
  tercet_dictionary *dictionary;
  tercet_ast ast;
  size_t n_bindings;
  size_t bindings_capacity;
  tercet_binding *bindings;
  bool is_stale; ///< Planning with the last bindings did not succeed
  tercet_algebra_query algebra;
  const tercet_costs *costs; ///< NULL for the usual ones
  unsigned without;          ///< Bits of tercet_query_method
  tercet_plan *plan;

  bool is_open;
  tercet_exec exec;
  tercet_operator *root;
  int *columns; ///< By result column: of the root's batches, or -1
  tercet_batch *batch;
  size_t row;
  bool has_row;
  bool is_done;
  tercet_buffer *texts; ///< By result column: what the row's term points to
  tercet_error failure; ///< `status` is set once a step has failed
  bool has_answer;
  bool answer;
};

/// Tell memory that ran out from a budget that did
static tercet_status
settle(tercet_query *query, tercet_status st, tercet_error *err)
{
  if (st == TERCET_ERR_NO_MEMORY && query->budget.exceeded) {
    return tercet_error_set(err,
                            TERCET_ERR_LIMIT,
                            "the query needs more than its %zu bytes of memory",
                            query->budget.max);
  }
  return st == TERCET_ERR_NO_MEMORY ? tercet_error_no_memory(err) : st;
}

/// Translate and plan the query with its bindings
static tercet_status
make_plan(tercet_query *query, tercet_error *err)
{
  TERCET_TRY(tercet_algebra_translate(&query->ast,
                                      query->n_bindings,
                                      query->bindings,
                                      query->dictionary,
                                      &query->arena,
                                      &query->algebra,
                                      err));
  TERCET_TRY(tercet_optimize(&query->algebra,
                             tercet_dataset_segment(query->dataset),
                             query->costs,
                             query->without,
                             &query->arena,
                             &query->plan,
                             err));
  query->is_stale = false;
  return TERCET_OK;
}

static tercet_status
prepare(tercet_query *query,
        const tercet_registry *registry,
        tercet_string text,
        const tercet_query_options *options,
        tercet_error *err)
{
  const tercet_allocator *const alloc = &query->budget.allocator;
  const tercet_cancel *const cancel = options ? options->cancel : NULL;
  const tercet_string base = options ? options->base : (tercet_string){NULL, 0};
  TERCET_TRY(tercet_dictionary_new(alloc,
                                   tercet_dataset_dictionary(query->dataset),
                                   &query->dictionary,
                                   err));
  TERCET_TRY(tercet_sparql_parse(
      text, base, registry, &query->arena, &query->ast, err));
  tercet_expr_context_init(&query->exec.expr,
                           alloc,
                           query->dictionary,
                           query->ast.base,
                           &query->exec.values,
                           cancel);
  query->exec.expr.call.max_memory = options ? options->max_memory : 0;
  query->exec.expr.call.is_strict = options && options->strict_templates;
  query->exec.cancel = cancel;
  return make_plan(query, err);
}

tercet_status
tercet_query_new(tercet_dataset *dataset,
                 const tercet_registry *registry,
                 tercet_string text,
                 const tercet_query_options *options,
                 tercet_query **out,
                 tercet_error *err)
{
  const tercet_allocator *const parent =
      tercet_allocator_or_default(tercet_dataset_allocator(dataset));
  tercet_query *const query =
      (tercet_query *)tercet_allocate_zeroed(parent, sizeof(tercet_query));
  *out = NULL;
  if (!query) {
    return tercet_error_no_memory(err);
  }

  query->parent = parent;
  query->dataset = dataset;
  query->without = options ? options->without : 0U;
  tercet_budget_init(&query->budget, parent, options ? options->max_memory : 0);
  const tercet_allocator *const alloc = &query->budget.allocator;
  tercet_arena_init(&query->arena, alloc, SIZE_MAX);
  tercet_arena_init(&query->exec.values, alloc, SIZE_MAX);
  tercet_arena_init(&query->exec.compiled, alloc, SIZE_MAX);
  query->exec.alloc = alloc;
  query->exec.segment = tercet_dataset_segment(dataset);

  const tercet_status st =
      settle(query, prepare(query, registry, text, options, err), err);
  if (st) {
    tercet_query_free(query);
    return st;
  }
  *out = query;
  return TERCET_OK;
}

void
tercet_query_free(tercet_query *query)
{
  if (!query) {
    return;
  }
  const tercet_allocator *const alloc = &query->budget.allocator;
  tercet_operator_free(query->root);
  for (size_t i = 0; query->texts && i < query->algebra.n_columns; ++i) {
    tercet_buffer_clear(&query->texts[i]);
  }
  if (query->exec.expr.alloc) {
    tercet_expr_context_clear(&query->exec.expr);
  }
  tercet_arena_clear(&query->exec.values);
  tercet_arena_clear(&query->exec.compiled);
  tercet_dictionary_free(query->dictionary);
  tercet_release(alloc, query->columns);
  tercet_release(alloc, query->texts);
  tercet_release(alloc, query->bindings);
  tercet_arena_clear(&query->arena);
  tercet_release(query->parent, query);
}

/* ---- Bindings ---- */

/// Set `out` to the variable of that name
static tercet_status
find_variable(const tercet_query *query,
              const char *name,
              tercet_variable *out,
              tercet_error *err)
{
  for (size_t i = 0; i < query->ast.n_variables; ++i) {
    const tercet_ast_variable *const v = &query->ast.variables[i];
    if (!v->is_blank && tercet_string_is(v->name, name)) {
      *out = (tercet_variable)i;
      return TERCET_OK;
    }
  }
  return tercet_error_set(
      err, TERCET_ERR_NOT_FOUND, "the query has no variable ?%s", name);
}

/// Give a variable an id, instead of one that it has
static tercet_status
set_binding(tercet_query *query, tercet_variable variable, tercet_id id)
{
  query->is_stale = true;
  for (size_t i = 0; i < query->n_bindings; ++i) {
    if (query->bindings[i].variable == variable) {
      query->bindings[i].id = id;
      return TERCET_OK;
    }
  }

  void *items = query->bindings;
  if (!tercet_grow_array(&query->budget.allocator,
                         &items,
                         &query->bindings_capacity,
                         query->n_bindings + 1U,
                         sizeof(tercet_binding))) {
    return TERCET_ERR_NO_MEMORY;
  }
  query->bindings = (tercet_binding *)items;
  query->bindings[query->n_bindings++] = (tercet_binding){variable, id};
  return TERCET_OK;
}

/// Bind a variable and plan the query with it
static tercet_status
bind_id(tercet_query *query,
        tercet_variable variable,
        tercet_id id,
        tercet_error *err)
{
  TERCET_TRY(set_binding(query, variable, id));
  return make_plan(query, err);
}

static tercet_status
check_can_bind(const tercet_query *query, tercet_error *err)
{
  return query->is_open || query->failure.status
             ? tercet_error_set(err,
                                TERCET_ERR_ARGUMENT,
                                "a variable is bound after the first step")
             : TERCET_OK;
}

tercet_status
tercet_query_bind_term(tercet_query *query,
                       const char *variable,
                       const tercet_term *term,
                       tercet_error *err)
{
  tercet_variable v = TERCET_VARIABLE_NONE;
  tercet_id id = TERCET_ID_NONE;
  TERCET_TRY(check_can_bind(query, err));
  TERCET_TRY(find_variable(query, variable, &v, err));
  if (term->kind == TERCET_TERM_NONE) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "?%s is bound to no term", variable);
  }
  tercet_status st =
      tercet_dictionary_intern(query->dictionary, term, &id, NULL);
  st = st ? st : bind_id(query, v, id, err);
  return settle(query, st, err);
}

/// Intern a tensor whose elements may not be contiguous
static tercet_status
intern_tensor(tercet_query *query,
              const tercet_tensor *tensor,
              tercet_id *out,
              tercet_error *err)
{
  tercet_tensor_type type;
  TERCET_TRY(tercet_tensor_type_init(tercet_tensor_dtype(tensor),
                                     tercet_tensor_rank(tensor),
                                     tercet_tensor_shape(tensor),
                                     &type,
                                     err));
  if (tercet_tensor_is_contiguous(tensor)) {
    return tercet_dictionary_intern_tensor(
        query->dictionary, &type, tercet_tensor_data(tensor), out);
  }

  tercet_tensor *copy = NULL;
  TERCET_TRY(tercet_tensor_copy(&query->budget.allocator, tensor, &copy, err));
  const tercet_status st = tercet_dictionary_intern_tensor(
      query->dictionary, &type, tercet_tensor_data(copy), out);
  tercet_tensor_unref(copy);
  return st;
}

tercet_status
tercet_query_bind_tensor(tercet_query *query,
                         const char *variable,
                         const tercet_tensor *tensor,
                         tercet_error *err)
{
  tercet_variable v = TERCET_VARIABLE_NONE;
  tercet_id id = TERCET_ID_NONE;
  TERCET_TRY(check_can_bind(query, err));
  TERCET_TRY(find_variable(query, variable, &v, err));
  if (!tercet_dtype_is_literal(tercet_tensor_dtype(tensor))) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            "?%s is bound to a tensor of %s, which no literal "
                            "can have",
                            variable,
                            tercet_dtype_name(tercet_tensor_dtype(tensor)));
  }
  tercet_status st = intern_tensor(query, tensor, &id, err);
  st = st ? st : bind_id(query, v, id, err);
  return settle(query, st, err);
}

/* ---- What a query is ---- */

tercet_query_form
tercet_query_get_form(const tercet_query *query)
{
  return query->ast.form == TERCET_FORM_ASK ? TERCET_QUERY_ASK
                                            : TERCET_QUERY_SELECT;
}

size_t
tercet_query_column_count(const tercet_query *query)
{
  return query->algebra.n_columns;
}

tercet_string
tercet_query_column_name(const tercet_query *query, size_t column)
{
  return query->algebra.variables[query->algebra.columns[column]].name;
}

size_t
tercet_query_prefix_count(const tercet_query *query)
{
  return query->ast.n_prefixes;
}

void
tercet_query_get_prefix(const tercet_query *query,
                        size_t i,
                        tercet_string *name,
                        tercet_string *iri)
{
  *name = query->ast.prefix_names[i];
  *iri = query->ast.prefix_iris[i];
}

tercet_status
tercet_query_set_costs(tercet_query *query,
                       const tercet_costs *costs,
                       tercet_error *err)
{
  query->costs = costs;
  return settle(query, make_plan(query, err), err);
}

const tercet_algebra_query *
tercet_query_algebra(const tercet_query *query)
{
  return &query->algebra;
}

const tercet_plan *
tercet_query_plan(const tercet_query *query)
{
  return query->plan;
}

size_t
tercet_query_peak_memory(const tercet_query *query)
{
  return query->budget.most;
}

/* ---- Rows ---- */

/// Make the operators and open them
static tercet_status
open_query(tercet_query *query, tercet_error *err)
{
  const tercet_allocator *const alloc = &query->budget.allocator;
  const size_t n = query->algebra.n_columns;
  query->is_open = true;
  if (query->is_stale) {
    TERCET_TRY(make_plan(query, err));
  }
  TERCET_TRY(tercet_operator_new(&query->exec, query->plan, &query->root, err));
  query->columns = (int *)tercet_allocate_array(alloc, n + 1U, sizeof(int));
  query->texts = (tercet_buffer *)tercet_allocate_zeroed(
      alloc, (n + 1U) * sizeof(tercet_buffer));
  if (!query->columns || !query->texts) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < n; ++i) {
    query->columns[i] =
        tercet_plan_column(query->plan, query->algebra.columns[i]);
    tercet_buffer_init(&query->texts[i], alloc, SIZE_MAX);
  }
  return tercet_operator_open(query->root, err);
}

/// Go to the next row; #TERCET_ROW, #TERCET_DONE or a failure
static tercet_status
step(tercet_query *query, tercet_error *err)
{
  if (!query->is_open) {
    TERCET_TRY(open_query(query, err));
  }
  if (query->is_done) {
    return TERCET_DONE;
  }
  if (query->batch && ++query->row < query->batch->n_rows) {
    return TERCET_ROW;
  }

  query->row = 0;
  TERCET_TRY(tercet_operator_next(query->root, &query->batch, err));
  query->is_done = !query->batch;
  return query->batch ? TERCET_ROW : TERCET_DONE;
}

tercet_status
tercet_query_step(tercet_query *query, tercet_error *err)
{
  if (query->failure.status) {
    if (err) {
      *err = query->failure;
    }
    return query->failure.status;
  }

  tercet_error own = {0};
  const tercet_status st = settle(query, step(query, &own), &own);
  query->has_row = st == TERCET_ROW;
  if (st != TERCET_ROW && st != TERCET_DONE) {
    if (!own.status) {
      (void)tercet_error_set(&own, st, "%s", tercet_status_string(st));
    }
    query->failure = own;
    if (err) {
      *err = own;
    }
  }
  return st;
}

/// Set `out` to the id of a column of the current row
static tercet_status
column_id(const tercet_query *query,
          size_t column,
          tercet_id *out,
          tercet_error *err)
{
  if (!query->has_row || column >= query->algebra.n_columns) {
    return tercet_error_set(err,
                            TERCET_ERR_ARGUMENT,
                            query->has_row ? "there is no column %zu"
                                           : "there is no row for column %zu",
                            column);
  }
  const int source = query->columns[column];
  *out =
      source < 0 ? TERCET_ID_NONE : query->batch->columns[source][query->row];
  return TERCET_OK;
}

tercet_status
tercet_query_column_term(tercet_query *query,
                         size_t column,
                         tercet_term *out,
                         tercet_error *err)
{
  tercet_id id = TERCET_ID_NONE;
  *out = (tercet_term){0};
  TERCET_TRY(column_id(query, column, &id, err));
  if (id == TERCET_ID_NONE) {
    return TERCET_OK;
  }
  query->texts[column].length = 0;
  return settle(
      query,
      tercet_dictionary_get(query->dictionary, id, &query->texts[column], out),
      err);
}

tercet_status
tercet_query_column_tensor(tercet_query *query,
                           size_t column,
                           tercet_tensor **out,
                           tercet_error *err)
{
  tercet_id id = TERCET_ID_NONE;
  *out = NULL;
  TERCET_TRY(column_id(query, column, &id, err));
  if (tercet_id_tag(id) != TERCET_TAG_TENSOR) {
    return TERCET_OK;
  }

  // The tensor may outlive the query, so it is not taken from its budget
  tercet_tensor_row row;
  tercet_dictionary_tensor(query->dictionary, id, &row);
  return tercet_tensor_from_data(query->parent,
                                 row.type->dtype,
                                 row.type->rank,
                                 row.type->shape,
                                 row.data,
                                 out,
                                 err);
}

tercet_status
tercet_query_ask(tercet_query *query, bool *out, tercet_error *err)
{
  if (query->ast.form != TERCET_FORM_ASK) {
    return tercet_error_set(
        err, TERCET_ERR_ARGUMENT, "the query is no ASK query");
  }
  if (!query->has_answer) {
    const tercet_status st = tercet_query_step(query, err);
    if (st != TERCET_ROW && st != TERCET_DONE) {
      return st;
    }
    query->has_answer = true;
    query->answer = st == TERCET_ROW;
  }
  *out = query->answer;
  return TERCET_OK;
}

size_t
tercet_query_failure_count(const tercet_query *query)
{
  return query->exec.expr.call.failures.n_items;
}

void
tercet_query_get_failure(const tercet_query *query,
                         size_t i,
                         tercet_query_failure *out)
{
  const tercet_failure *const failure =
      &query->exec.expr.call.failures.items[i];
  out->function = failure->function;
  out->is_aggregate = failure->is_aggregate;
  out->n = failure->n;
  out->reason = tercet_string_from(failure->reason);
}

tercet_status
tercet_query_explain(const tercet_query *query,
                     bool analyze,
                     const tercet_output *output,
                     tercet_error *err)
{
  tercet_buffer text;
  tercet_buffer_init(&text, query->parent, SIZE_MAX);
  tercet_status st =
      tercet_plan_explain(query->plan, &query->algebra, analyze, &text);
  st = st || !analyze
           ? st
           : tercet_failures_print(&query->exec.expr.call.failures, &text);
  if (st) {
    st = tercet_error_set(err, st, "%s", tercet_status_string(st));
  } else {
    st = output->write(output->context, text.data, text.length, err);
  }
  tercet_buffer_clear(&text);
  return st;
}
