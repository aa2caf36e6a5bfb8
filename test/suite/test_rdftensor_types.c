// SPDX-License-Identifier: Apache-2.0

/**
   Functions and aggregates of the specification by element types: what the
   result is, where a model was repaired, and what is an error.  The tables are
   part of doc/rdf-tensor-conformance.md.

   test_suite_rdftensor_types            compares them with the page
   test_suite_rdftensor_types --write    writes them there
*/

#include "check.h"
#include "doc_region.h"

#include <tercet/tercet.h>

#define PAGE "doc/rdf-tensor-conformance.md"

#define PROLOGUE "PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#> "

/* ---- The functions ---- */

/// `$a` and `$b` stand for tensors with two elements 1, `$A` for the name of a
/// type, `$0` for a tensor without axes
typedef struct {
  const char *call; ///< As the table shows it
  const char *pattern;
} function_row;

static const function_row ones[] = {
    {"cos(t)", "tensor:cos($a)"},
    {"cos(t), t without axes", "tensor:cos($0)"},
    {"exp(t)", "tensor:exp($a)"},
    {"log(t)", "tensor:log($a)"},
    {"logp(p, t)", "tensor:logp(2, $a)"},
    {"poly(k, t)", "tensor:poly(2, $a)"},
    {"scale(f, t)", "tensor:scale(2, $a)"},
    {"sin(t)", "tensor:sin($a)"},
    {"abs(t)", "tensor:abs($a)"},
    {"cast(type, t)", "tensor:cast(\"$A\", tensor:create(\"float32\", 1))"},
    {"reshape(n, t)", "tensor:reshape(2, $a)"},
    {"transpose(t)", "tensor:transpose($a)"},
    {"flatten(t)", "tensor:flatten($a)"},
    {"not(t)", "tensor:not($a)"},
    {"sort(direction, axis, t)", "tensor:sort(\"asc\", 0, $a)"},
    {"sub(range, t)", "tensor:sub(tensor:range(), $a)"},
    {"all(t)", "tensor:all($a)"},
    {"any(t)", "tensor:any($a)"},
    {"none(t)", "tensor:none($a)"},
    {"avg(-1, t)", "tensor:avg(-1, $a)"},
    {"avg(axis, t)", "tensor:avg(0, $a)"},
    {"sum(-1, t)", "tensor:sum(-1, $a)"},
    {"sum(axis, t)", "tensor:sum(0, $a)"},
    {"prod(-1, t)", "tensor:prod(-1, $a)"},
    {"prod(axis, t)", "tensor:prod(0, $a)"},
    {"max(-1, t)", "tensor:max(-1, $a)"},
    {"max(axis, t)", "tensor:max(0, $a)"},
    {"min(-1, t)", "tensor:min(-1, $a)"},
    {"min(axis, t)", "tensor:min(0, $a)"},
    {"std(-1, t)", "tensor:std(-1, $a)"},
    {"std(axis, t)", "tensor:std(0, $a)"},
    {"var(-1, t)", "tensor:var(-1, $a)"},
    {"var(axis, t)", "tensor:var(0, $a)"},
    {"norm1(-1, t)", "tensor:norm1(-1, $a)"},
    {"norm1(axis, t)", "tensor:norm1(0, $a)"},
    {"norm2(-1, t)", "tensor:norm2(-1, $a)"},
    {"norm2(axis, t)", "tensor:norm2(0, $a)"},
    {"quantile(q, -1, t)", "tensor:quantile(0.4, -1, $a)"},
    {"quantile(q, axis, t)", "tensor:quantile(0.4, 0, $a)"},
    {"quantileInterpolate(q, -1, t) of an element",
     "tensor:quantileInterpolate(0, -1, $a)"},
    {"quantileInterpolate(q, axis, t) of elements",
     "tensor:quantileInterpolate(0, 0, $a)"},
    {"quantileInterpolate(q, -1, t) between elements",
     "tensor:quantileInterpolate(0.4, -1, $a)"},
    {"quantileInterpolate(q, axis, t) between elements",
     "tensor:quantileInterpolate(0.4, 0, $a)"},
    {"create(type, 1)", "tensor:create(\"$A\", 1)"},
    {"shape(t)", "tensor:shape($a)"},
    {"arange(type, 0, 1)", "tensor:arange(\"$A\", 0, 1)"},
    {"SUM(?t)", "tensor:SUM(?t)"},
    {"AVG(?t)", "tensor:AVG(?t)"},
    {"VAR(?t)", "tensor:VAR(?t)"},
    {"VAR(?t), ?t without axes", "tensor:VAR(?zero)"},
    {"STD(?t)", "tensor:STD(?t)"},
};

static const function_row pairs[] = {
    {"add(a, b)", "tensor:add($a, $b)"},
    {"subtract(a, b)", "tensor:subtract($a, $b)"},
    {"multiply(a, b)", "tensor:multiply($a, $b)"},
    {"divide(a, b)", "tensor:divide($a, $b)"},
    {"eq(a, b)", "tensor:eq($a, $b)"},
    {"neq(a, b)", "tensor:neq($a, $b)"},
    {"and(a, b)", "tensor:and($a, $b)"},
    {"or(a, b)", "tensor:or($a, $b)"},
    {"gt(a, b)", "tensor:gt($a, $b)"},
    {"lt(a, b)", "tensor:lt($a, $b)"},
    {"mask(a, b)", "tensor:mask($a, $b)"},
    {"index(a, b), as many indices as axes", "tensor:index($a, $1)"},
    {"index(a, b), fewer", "tensor:index(tensor:reshape(2, 1, $a), $1)"},
    {"concat(axis, a, b)", "tensor:concat(0, $a, $b)"},
    {"hstack(a, b)", "tensor:hstack($a, $b)"},
    {"vstack(a, b)", "tensor:vstack($a, $b)"},
    {"cosineSimilarity(a, b)", "tensor:cosineSimilarity($a, $b)"},
    {"euclideanDistance(a, b)", "tensor:euclideanDistance($a, $b)"},
    {"SUM of a, b", "tensor:SUM(?t)"},
    {"AVG of a, b", "tensor:AVG(?t)"},
    {"VAR of a, b", "tensor:VAR(?t)"},
    {"STD of a, b", "tensor:STD(?t)"},
};

#define N_ONES (sizeof(ones) / sizeof(ones[0]))
#define N_PAIRS (sizeof(pairs) / sizeof(pairs[0]))
#define N_TYPES 11U

static const char *const types[N_TYPES] = {
    "float16",
    "float32",
    "float64",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "bool",
};

/* ---- Calling ---- */

/// What the table says of a call
typedef struct {
  char text[32];    ///< Type of the result and repair; empty for an error
  char reason[200]; ///< Of an error, without the arguments
} cell;

/// Append a pattern with its tensors
static void
expand(const char *pattern, const char *a, const char *b, tercet_buffer *out)
{
  for (const char *at = pattern; *at; ++at) {
    if (*at != '$') {
      DOC_WRITE(out, "%c", *at);
      continue;
    }
    ++at;
    const char *const type = *at == 'b' || *at == '1' ? b : a;
    if (*at == 'A') {
      DOC_WRITE(out, "%s", type);
    } else if (*at == '0') {
      DOC_WRITE(out,
                "'{\"type\":\"%s\",\"shape\":[],\"data\":[%s]}'"
                "^^tensor:DataTensor",
                type,
                strcmp(type, "bool") != 0 ? "1" : "true");
    } else {
      DOC_WRITE(
          out, "tensor:create(\"%s\", 1%s)", type, *at == '1' ? "" : ", 1");
    }
  }
}

static void
write_query(const function_row *row,
            const char *a,
            const char *b,
            tercet_buffer *out)
{
  DOC_WRITE(out, PROLOGUE "SELECT (");
  expand(row->pattern, a, b, out);
  DOC_WRITE(out, " AS ?x) { VALUES ?first { true false } BIND(IF(?first, ");
  expand("$a, $b", a, b, out);
  DOC_WRITE(out, ") AS ?t) BIND(");
  expand("$0", a, b, out);
  DOC_WRITE(out, " AS ?zero) }");
}

/// Set `out` to the type of the value in the first row
static void
read_type(tercet_query *query, cell *out)
{
  tercet_error err = {0};
  tercet_term term = {0};
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_query_step(query, &err), TERCET_ROW);
  CHECK_STATUS(tercet_query_column_term(query, 0, &term, &err), TERCET_OK);
  CHECK_STATUS(tercet_query_column_tensor(query, 0, &tensor, &err), TERCET_OK);
  if (tensor) {
    snprintf(out->text,
             sizeof(out->text),
             "%s",
             tercet_dtype_name(tercet_tensor_dtype(tensor)));
    tercet_tensor_unref(tensor);
  } else if (term.kind == TERCET_TERM_LITERAL) {
    const char *const name =
        memrchr(term.datatype.data, '#', term.datatype.length);
    CHECK(name);
    snprintf(out->text,
             sizeof(out->text),
             "xsd:%.*s",
             (int)(term.datatype.data + term.datatype.length - name - 1),
             name + 1);
  }
}

/// Set the reason of the failure, of which there is one
static void
read_reason(tercet_query *query, cell *out)
{
  tercet_query_failure failure = {.n = 0};
  CHECK_INT(tercet_query_failure_count(query), 1);
  if (tercet_query_failure_count(query)) {
    tercet_query_get_failure(query, 0, &failure);
    const char *const call_end =
        memmem(failure.reason.data, failure.reason.length, ": ", 2);
    const size_t n_call =
        call_end ? (size_t)(call_end - failure.reason.data) + 2U : 0U;
    snprintf(out->reason,
             sizeof(out->reason),
             "%.*s",
             (int)(failure.reason.length - n_call),
             failure.reason.data + n_call);
  }
}

static cell
call(tercet_dataset *dataset, tercet_string text, bool is_strict)
{
  const tercet_query_options options = {.strict_templates = is_strict};
  tercet_error err = {0};
  tercet_query *query = NULL;
  cell out = {"", ""};
  CHECK_STATUS(tercet_query_prepare(dataset, text, &options, &query, &err),
               TERCET_OK);
  if (!query) {
    fprintf(stderr, "%.*s: %s\n", TERCET_STRING_ARGS(text), err.message);
    return out;
  }
  read_type(query, &out);
  if (!out.text[0]) {
    read_reason(query, &out);
  } else {
    CHECK_INT(tercet_query_failure_count(query), 0);
  }
  tercet_query_free(query);
  return out;
}

/// Call with and without repairs
static cell
make_cell(tercet_dataset *dataset,
          const function_row *row,
          const char *a,
          const char *b)
{
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  write_query(row, a, b, &text);
  const tercet_string query = {text.data, text.length};
  cell out = call(dataset, query, false);
  const cell strict = call(dataset, query, true);
  if (strict.text[0] || !out.text[0]) {
    CHECK(!strcmp(strict.text, out.text));
  } else {
    const char *const repair = strstr(strict.reason, "repair R");
    CHECK(repair);
    const size_t n = strlen(out.text);
    snprintf(out.text + n,
             sizeof(out.text) - n,
             " %.*s",
             repair ? (int)strcspn(repair + 7, ",") : 0,
             repair ? repair + 7 : "");
  }
  tercet_buffer_clear(&text);
  return out;
}

/* ---- Tables ---- */

static void
write_head(tercet_buffer *out, const char *corner)
{
  DOC_WRITE(out, "\n| %s |", corner);
  for (size_t i = 0; i < N_TYPES; ++i) {
    DOC_WRITE(out, " %s |", types[i]);
  }
  DOC_WRITE(out, "\n|---|");
  for (size_t i = 0; i < N_TYPES; ++i) {
    DOC_WRITE(out, "---|");
  }
  DOC_WRITE(out, "\n");
}

static void
write_row(tercet_buffer *out, const char *name, const cell *cells)
{
  DOC_WRITE(out, "| %s |", name);
  for (size_t i = 0; i < N_TYPES; ++i) {
    DOC_WRITE(out, " %s |", cells[i].text[0] ? cells[i].text : "error");
  }
  DOC_WRITE(out, "\n");
}

/// Write why calls are errors, each reason once
static void
write_reasons(tercet_buffer *out, const cell *cells, size_t n)
{
  bool is_first = true;
  for (size_t i = 0; i < n; ++i) {
    size_t k = 0;
    while (k < i && strcmp(cells[k].reason, cells[i].reason) != 0) {
      ++k;
    }
    if (k == i && cells[i].reason[0]) {
      DOC_WRITE(out, "%s- error: %s\n", is_first ? "\n" : "", cells[i].reason);
      is_first = false;
    }
  }
}

static void
write_ones(tercet_dataset *dataset, tercet_buffer *out)
{
  static cell cells[N_ONES][N_TYPES];
  write_head(out, "Call");
  for (size_t i = 0; i < N_ONES; ++i) {
    for (size_t k = 0; k < N_TYPES; ++k) {
      cells[i][k] = make_cell(dataset, &ones[i], types[k], types[k]);
    }
    write_row(out, ones[i].call, cells[i]);
  }
  write_reasons(out, cells[0], N_ONES * N_TYPES);
}

static bool
same_tables(const cell *a, const cell *b)
{
  for (size_t i = 0; i < N_TYPES * N_TYPES; ++i) {
    if (strcmp(a[i].text, b[i].text) != 0 ||
        strcmp(a[i].reason, b[i].reason) != 0) {
      return false;
    }
  }
  return true;
}

/// Write the table of a function, or its cell if all are the same
static void
write_matrix(tercet_buffer *out, const cell *cells)
{
  bool is_uniform = true;
  for (size_t i = 1; i < N_TYPES * N_TYPES; ++i) {
    is_uniform = is_uniform && !strcmp(cells[i].text, cells[0].text);
  }
  if (is_uniform) {
    DOC_WRITE(out, "\n%s for all types.\n", cells[0].text);
    return;
  }
  write_head(out, "a \\ b");
  for (size_t k = 0; k < N_TYPES; ++k) {
    write_row(out, types[k], &cells[k * N_TYPES]);
  }
  write_reasons(out, cells, N_TYPES * N_TYPES);
}

/// Write one table for all functions that have the same
static void
write_pairs(tercet_dataset *dataset, tercet_buffer *out)
{
  static cell cells[N_PAIRS][N_TYPES * N_TYPES];
  static bool is_written[N_PAIRS];
  for (size_t i = 0; i < N_PAIRS; ++i) {
    for (size_t k = 0; k < N_TYPES * N_TYPES; ++k) {
      cells[i][k] =
          make_cell(dataset, &pairs[i], types[k / N_TYPES], types[k % N_TYPES]);
    }
  }
  for (size_t i = 0; i < N_PAIRS; ++i) {
    if (is_written[i]) {
      continue;
    }
    DOC_WRITE(out, "\n**%s", pairs[i].call);
    for (size_t k = i + 1U; k < N_PAIRS; ++k) {
      if (!is_written[k] && same_tables(cells[i], cells[k])) {
        DOC_WRITE(out, "; %s", pairs[k].call);
        is_written[k] = true;
      }
    }
    DOC_WRITE(out, "**\n");
    write_matrix(out, cells[i]);
  }
}

int
main(int argc, char **argv)
{
  const bool is_to_be_written = argc > 1 && !strcmp(argv[1], "--write");
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  tercet_buffer one;
  tercet_buffer two;
  tercet_buffer_init(&one, NULL, SIZE_MAX);
  tercet_buffer_init(&two, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  write_ones(dataset, &one);
  write_pairs(dataset, &two);
  CHECK(doc_region_check(PAGE, "one tensor", &one, is_to_be_written));
  CHECK(doc_region_check(PAGE, "two tensors", &two, is_to_be_written));
  tercet_dataset_free(dataset);
  tercet_buffer_clear(&one);
  tercet_buffer_clear(&two);
  return check_finish();
}
