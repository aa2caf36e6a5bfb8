// SPDX-License-Identifier: Apache-2.0

#include "check.h"

#include "ast_text.h"

#include "base/string_view.h"
#include "sparql/parser.h"

#define PROLOGUE "PREFIX : <e:> "

static const tercet_function known_function = {
    .iri = {"e:f", 3U}, .least_args = 1U, .most_args = 2U};
static const tercet_aggregate_function known_aggregate = {.iri = {"e:AGG", 5U}};

static tercet_registry *
new_registry(void)
{
  tercet_registry *registry = NULL;
  if (tercet_registry_new(NULL, &registry) ||
      tercet_registry_add_function(registry, &known_function) ||
      tercet_registry_add_aggregate(registry, &known_aggregate)) {
    abort();
  }
  return registry;
}

/// Parse a query and print its tree, or set `err`
static tercet_status
tree_of(const char *query,
        const char *base,
        const tercet_registry *registry,
        char **out,
        tercet_error *err)
{
  // A copy that is gone when the tree is printed: it keeps no pointer into it
  const size_t length = strlen(query);
  char *const copy = malloc(length + 1U);
  if (!copy) {
    abort();
  }
  memcpy(copy, query, length);

  tercet_arena arena;
  tercet_ast ast;
  tercet_arena_init(&arena, NULL, SIZE_MAX);
  const tercet_string text = {copy, length};
  const tercet_status st = tercet_sparql_parse(
      text, tercet_string_from(base), registry, &arena, &ast, err);
  memset(copy, '#', length);
  free(copy);

  *out = NULL;
  if (!st) {
    size_t size = 0U;
    FILE *const f = open_memstream(out, &size);
    print_ast(f, &ast);
    fclose(f);
  }
  tercet_arena_clear(&arena);
  return st;
}

static void
check_tree(const tercet_registry *registry,
           const char *query,
           const char *expected)
{
  char *tree = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tree_of(query, "b:/x/y", registry, &tree, &err), TERCET_OK);
  if (tree) {
    CHECK_TEXT(tree, strlen(tree), expected);
  } else {
    fprintf(stderr, "  %s: %s\n", query, err.message);
  }
  free(tree);
}

static void
test_patterns(void)
{
  static const char *const cases[][2] = {
      {"SELECT * {}", "(select * {})"},
      {"SELECT * { ?s ?p ?o }", "(select * ?s ?p ?o {(bgp (?s ?p ?o))})"},
      {"SELECT ?s ?s { ?s :p 1, 'a'@en ; a :C ; ; }",
       "(select ?s {(bgp (?s <e:p> \"1\"^^integer) (?s <e:p> \"a\"@en) (?s "
       "<" TERCET_RDF_NS "type> <e:C>))})"},
      {"SELECT * { ?s :p [ :q ?o ] . [] :r () }",
       "(select * ?o ?s {(bgp (_:1 <e:q> ?o) (?s <e:p> _:1) (_:3 <e:r> "
       "<" TERCET_RDF_NS "nil>))})"},
      {"SELECT * { (1 ?x) :p _:a . _:a :p true }",
       "(select * ?x {(bgp (_:0 <" TERCET_RDF_NS
       "first> \"1\"^^integer) (_:0 <" TERCET_RDF_NS
       "rest> _:1) (_:1 <" TERCET_RDF_NS "first> ?x) (_:1 <" TERCET_RDF_NS
       "rest> <" TERCET_RDF_NS "nil>) (_:0 <e:p> _:a) (_:a <e:p> "
       "\"true\"^^boolean))})"},

      // A filter does not end a basic graph pattern, all else does
      {"SELECT * { ?a :p _:x FILTER(?a) . _:x :p ?b }",
       "(select * ?a ?b {(bgp (?a <e:p> _:x) (_:x <e:p> ?b)) (filter ?a)})"},
      {"SELECT * { ?a :p 1 OPTIONAL { ?a :q ?b } ?a :r 2 }",
       "(select * ?a ?b {(bgp (?a <e:p> \"1\"^^integer)) (optional {(bgp (?a "
       "<e:q> ?b))}) (bgp (?a <e:r> \"2\"^^integer))})"},
      {"SELECT * { {?a :p 1} UNION {?b :p 2} MINUS {?c :p 3} {} }",
       "(select * ?a ?b {(union {(bgp (?a <e:p> \"1\"^^integer))} {(bgp (?b "
       "<e:p> \"2\"^^integer))}) (minus {(bgp (?c <e:p> \"3\"^^integer))}) "
       "(union {})})"},
      {"SELECT * { GRAPH ?g { } GRAPH :g { SERVICE SILENT ?s { } } }",
       "(select * ?g ?s {(graph ?g {}) (graph <e:g> {(service silent ?s "
       "{})})})"},
      {"SELECT * { BIND(1 AS ?x) VALUES (?y ?z) { (1 UNDEF) (:a 'b') } "
       "VALUES ?w { 1.5 2e0 } }",
       "(select * ?x ?y ?z ?w {(bind ?x \"1\"^^integer) (values (?y ?z) "
       "(\"1\"^^integer UNDEF) (<e:a> \"b\"^^string)) (values (?w) "
       "(\"1.5\"^^decimal) (\"2e0\"^^double))})"},
      {"SELECT * { VALUES () { () () } }", "(select * {(values () () ())})"},
      {"SELECT * { ?x :p 1 { SELECT (?y + 1 AS ?z) { ?y :p 2 } LIMIT 3 } }",
       "(select * ?x ?z {(bgp (?x <e:p> \"1\"^^integer)) (union {(select (?z "
       "(+ "
       "?y \"1\"^^integer)) {(bgp (?y <e:p> \"2\"^^integer))} (limit 3))})})"},
  };

  tercet_registry *const registry = new_registry();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    char query[512];
    snprintf(query, sizeof(query), PROLOGUE "%s", cases[i][0]);
    check_tree(registry, query, cases[i][1]);
  }
  tercet_registry_free(registry);
}

static void
test_paths(void)
{
  static const char *const cases[][2] = {
      {":p", "<e:p>"},
      {"(:p)", "<e:p>"},
      {"^:p", "(^ <e:p>)"},
      {":p/:q*|^:r+/:s?",
       "(| (/ <e:p> (* <e:q>)) (/ (^ (+ <e:r>)) (? <e:s>)))"},
      {"!:p", "(! <e:p>)"},
      {"!(:p|^:q|a)", "(! <e:p> (^ <e:q>) <" TERCET_RDF_NS "type>)"},
      {"!()", "(!)"},
      {"(:p|:q)/(:r/:s)+", "(/ (| <e:p> <e:q>) (+ (/ <e:r> <e:s>)))"},
  };

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    char query[512];
    char tree[512];
    snprintf(query, sizeof(query), PROLOGUE "ASK { ?x %s ?y }", cases[i][0]);
    snprintf(tree, sizeof(tree), "ask {(bgp (?x %s ?y))}", cases[i][1]);
    check_tree(NULL, query, tree);
  }
}

static void
test_expressions(void)
{
  static const char *const cases[][2] = {
      {"?a || ?b && ?c = ?d + ?e * -?f",
       "(|| ?a (&& ?b (= ?c (+ ?d (* ?e (minus ?f))))))"},
      {"?a - ?b - ?c / ?d / ?e", "(- (- ?a ?b) (/ (/ ?c ?d) ?e))"},

      // A sign next to digits is an operator all the same (19.8, note 6)
      {"?a -1 +2 * 3",
       "(+ (- ?a \"1\"^^integer) (* \"2\"^^integer \"3\"^^integer))"},
      {"-1 * +2", "(* \"-1\"^^integer \"+2\"^^integer)"},
      {"?a - 1", "(- ?a \"1\"^^integer)"},

      {"!?a != +?b", "(!= (! ?a) (plus ?b))"},
      {"?a IN (1, ?b)", "(in ?a \"1\"^^integer ?b)"},
      {"?a NOT IN ()", "(not in ?a)"},
      {"?a || ?b || ?c || ?d", "(|| (|| ?a ?b) (|| ?c ?d))"},
      {"?a && ?b && ?c", "(&& ?a (&& ?b ?c))"},
      {"strlen(STR(?a)) >= 1", "(>= (STRLEN (STR ?a)) \"1\"^^integer)"},
      {"BOUND(?a)", "(BOUND ?a)"},
      {"if(TRUE, rand(), bnode())", "(IF \"true\"^^boolean (RAND) (BNODE))"},
      {"REGEX(?a, '^\\\\d', 'i')", "(REGEX ?a \"^\\d\"^^string \"i\"^^string)"},
      {"COALESCE() = CONCAT(?a)", "(= (COALESCE) (CONCAT ?a))"},
      {"EXISTS { ?a :p ?b } && NOT EXISTS {}",
       "(&& (exists {(bgp (?a <e:p> ?b))}) (not exists {}))"},
      {":f(?a) = :g", "(= (<e:f> ?a) <e:g>)"},
      {"'a\\u00e9\\n'^^:t", "\"a\xc3\xa9\n\"^^<e:t>"},
  };

  tercet_registry *const registry = new_registry();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    char query[512];
    char tree[512];
    snprintf(query, sizeof(query), PROLOGUE "ASK { FILTER(%s) }", cases[i][0]);
    snprintf(tree, sizeof(tree), "ask {(filter %s)}", cases[i][1]);
    check_tree(registry, query, tree);
  }
  tercet_registry_free(registry);
}

static void
test_queries(void)
{
  static const char *const cases[][2] = {
      {"SELECT DISTINCT ?a FROM :g FROM NAMED :h WHERE { ?a :p ?b } "
       "ORDER BY ?b DESC(?a) ASC(?b + 1) OFFSET 2 LIMIT 1",
       "(from e:g) (named e:h) (select distinct ?a {(bgp (?a <e:p> ?b))} (asc "
       "?b) (desc ?a) (asc (+ ?b \"1\"^^integer)) (limit 1) (offset 2))"},
      {"SELECT REDUCED ?a { } VALUES ?a { 1 }",
       "(select reduced ?a {} (values (?a) (\"1\"^^integer)))"},
      {"SELECT * { } VALUES ?a { 1 }",
       "(select * ?a {} (values (?a) (\"1\"^^integer)))"},
      {"SELECT ?a ?l (COUNT(DISTINCT *) AS ?n) (SUM(?b)/?n AS ?m) { ?a :p ?b } "
       "GROUP BY ?a (STR(?b) AS ?l) LANG(?b) HAVING (MIN(?b) > 1) (?a) "
       "ORDER BY COUNT(?b)",
       "(select ?a ?l (?n (COUNT distinct)) (?m (/ (SUM ?b) ?n)) {(bgp (?a "
       "<e:p> ?b))} (group ?a (?l (STR ?b)) (LANG ?b)) (having (> (MIN ?b) "
       "\"1\"^^integer)) (having ?a) (asc (COUNT ?b)))"},
      {"SELECT (GROUP_CONCAT(?b; SEPARATOR=', ') AS ?c) "
       "(group_concat(distinct ?b) AS ?d) (:AGG(?b) AS ?e) { ?a :p ?b }",
       "(select (?c (GROUP_CONCAT ?b ', ')) (?d (GROUP_CONCAT distinct ?b ' '))"
       " (?e (extension ?b)) {(bgp (?a <e:p> ?b))})"},
      {"ASK FROM :g { } LIMIT 1", "ask (from e:g) {} (limit 1)"},
      {"CONSTRUCT { ?a :p _:x } WHERE { ?a :p _:x } LIMIT 1",
       "construct (?a <e:p> _:x) {(bgp (?a <e:p> _:x))} (limit 1)"},
      {"CONSTRUCT FROM :g WHERE { ?a :p 1 . }",
       "construct (from e:g) (?a <e:p> \"1\"^^integer) {(bgp (?a <e:p> "
       "\"1\"^^integer))}"},
      {"CONSTRUCT {} {}", "construct {}"},
      {"DESCRIBE :a ?b", "describe <e:a> ?b {}"},
      {"DESCRIBE * { ?a :p ?b }",
       "describe (select * ?a ?b {(bgp (?a <e:p> ?b))})"},
      {"SELECT * { { SELECT ?g (COUNT(*) AS ?n) { ?a :p ?g } GROUP BY ?g } }",
       "(select * ?g ?n {(union {(select ?g (?n (COUNT)) {(bgp (?a <e:p> ?g))} "
       "(group ?g))})})"},
      {"SELECT * {} LIMIT 99999999999999999999999",
       "(select * {} (limit 18446744073709551615))"},
  };

  tercet_registry *const registry = new_registry();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    char query[512];
    snprintf(query, sizeof(query), PROLOGUE "%s", cases[i][0]);
    check_tree(registry, query, cases[i][1]);
  }
  tercet_registry_free(registry);
}

static void
test_template_blank_nodes_are_not_those_of_the_pattern(void)
{
  const char *const query = "CONSTRUCT { _:a <e:p> _:a } WHERE { _:a <e:p> 1 }";
  tercet_arena arena;
  tercet_arena_init(&arena, NULL, SIZE_MAX);
  tercet_ast ast;
  const tercet_string no_base = {NULL, 0U};
  CHECK_STATUS(
      tercet_sparql_parse(
          tercet_string_from(query), no_base, NULL, &arena, &ast, NULL),
      TERCET_OK);
  const tercet_ast_triple *const made = ast.template_triples;
  CHECK_INT(made->subject.variable, made->object.variable);
  CHECK(made->subject.variable !=
        ast.select.where->elements[0].triples[0].subject.variable);
  tercet_arena_clear(&arena);
}

static void
test_iris_are_resolved(void)
{
  check_tree(
      NULL, "ASK { <> <z> <../w> }", "ask {(bgp (<b:/x/y> <b:/x/z> <b:/w>))}");
  check_tree(NULL,
             "BASE <http://a/b/> PREFIX p: <c#> BASE <d/> PREFIX p: <c#> "
             "ASK { p:x\\-y p:%41 <e\\u00e9> }",
             "ask {(bgp (<http://a/b/d/c#x-y> <http://a/b/d/c#%41> "
             "<http://a/b/d/e\xc3\xa9>))}");
}

static void
test_mistakes(void)
{
  static const struct {
    const char *query;
    tercet_status status;
    uint64_t line;
    uint64_t column;
    const char *message;
  } cases[] = {
      // What was expected, what was found
      {"",
       TERCET_ERR_SYNTAX,
       1,
       1,
       "expected SELECT, ASK, CONSTRUCT, DESCRIBE, PREFIX or BASE, found the "
       "end of the query"},
      {"DELETE { }",
       TERCET_ERR_SYNTAX,
       1,
       1,
       "expected a query, not an update, found 'DELETE'"},
      {"SELECT { }",
       TERCET_ERR_SYNTAX,
       1,
       8,
       "expected a variable, '(' or '*', found '{'"},
      {"SELECT *\nWHERE { ?s ?p ?o ?q }",
       TERCET_ERR_SYNTAX,
       2,
       18,
       "expected '.', ',', ';' or '}', found '?q'"},
      {"SELECT * { ?s ?p }",
       TERCET_ERR_SYNTAX,
       1,
       18,
       "expected a term or a variable, found '}'"},
      {"SELECT * { ?s ?p ?o",
       TERCET_ERR_SYNTAX,
       1,
       20,
       "expected a graph pattern or '}', found the end of the query"},
      {"SELECT * { x:y ?p ?o }",
       TERCET_ERR_SYNTAX,
       1,
       12,
       "the prefix 'x:' is not declared"},
      {"SELECT * { FILTER(?x + ) }",
       TERCET_ERR_SYNTAX,
       1,
       24,
       "expected an expression, found ')'"},
      {"SELECT * { FILTER(?x ?y) }",
       TERCET_ERR_SYNTAX,
       1,
       22,
       "expected an operator or ')', found '?y'"},
      {"SELECT * { FILTER ?x }",
       TERCET_ERR_SYNTAX,
       1,
       19,
       "expected '(' or a function call, found '?x'"},
      {"SELECT * {} LIMIT -1",
       TERCET_ERR_SYNTAX,
       1,
       19,
       "expected an integer without sign, found '-1'"},
      {"SELECT * {} LIMIT ?x",
       TERCET_ERR_SYNTAX,
       1,
       19,
       "expected an integer without sign, found '?x'"},
      {"SELECT * {} ORDER BY 1",
       TERCET_ERR_SYNTAX,
       1,
       22,
       "expected a variable, 'ASC', 'DESC', '(' or a function call, found "
       "'1'"},
      {"SELECT * {} GROUP ?x",
       TERCET_ERR_SYNTAX,
       1,
       19,
       "expected 'BY', found '?x'"},
      {"ASK {} ASK {}",
       TERCET_ERR_SYNTAX,
       1,
       8,
       "expected the end of the query, found 'ASK'"},
      {"ASK { ?x :p* ?y }",
       TERCET_ERR_SYNTAX,
       1,
       10,
       "the prefix ':' is not declared"},
      {"ASK { 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\xc3"
       "\xa9zz' 1 }",
       TERCET_ERR_SYNTAX,
       1,
       71,
       "expected a predicate, found '1'"},
      {"ASK { 1 2 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
       "\xc3\xa9zz' }",
       TERCET_ERR_SYNTAX,
       1,
       9,
       "expected a predicate, found '2'"},
      {"ASK { 1 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
       "\xc3\xa9zz' }",
       TERCET_ERR_SYNTAX,
       1,
       9,
       "expected a predicate, found "
       "''aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'"},
      {"PREFIX a:b <e:> ASK {}",
       TERCET_ERR_SYNTAX,
       1,
       8,
       "expected a prefix with ':', found 'a:b'"},

      // Notes of the grammar
      {"ASK { {_:a <e:p> 1} _:a <e:p> 2 }",
       TERCET_ERR_SYNTAX,
       1,
       21,
       "the blank node label '_:a' is used in another graph pattern already"},
      {"ASK { _:a <e:p> 1 FILTER EXISTS {_:a <e:p> 2} }",
       TERCET_ERR_SYNTAX,
       1,
       34,
       "the blank node label '_:a' is used in another graph pattern already"},
      {"ASK { ?x <e:p> 1 BIND(2 AS ?x) }",
       TERCET_ERR_SYNTAX,
       1,
       28,
       "BIND to ?x, which the group has used before this point already"},
      {"ASK { {?x <e:p> 1} BIND(2 AS ?x) }",
       TERCET_ERR_SYNTAX,
       1,
       30,
       "BIND to ?x, which the group has used before this point already"},
      {"SELECT (1 AS ?x) { ?x <e:p> 1 }",
       TERCET_ERR_SYNTAX,
       1,
       14,
       "?x after AS is used in the query pattern already"},
      {"SELECT (1 AS ?x) (2 AS ?x) {}",
       TERCET_ERR_SYNTAX,
       1,
       24,
       "?x after AS is in this SELECT already"},
      {"SELECT ?x (2 AS ?x) {}",
       TERCET_ERR_SYNTAX,
       1,
       17,
       "?x after AS is in this SELECT already"},
      {"SELECT ?x { ?x <e:p> ?y } GROUP BY ?y",
       TERCET_ERR_SYNTAX,
       1,
       8,
       "?x is neither in GROUP BY nor in an aggregate"},
      {"SELECT (COUNT(?x) + ?y AS ?z) { ?x <e:p> ?y }",
       TERCET_ERR_SYNTAX,
       1,
       21,
       "?y is neither in GROUP BY nor in an aggregate"},
      {"SELECT ?x { ?x <e:p> ?y } HAVING (COUNT(*) > 1)",
       TERCET_ERR_SYNTAX,
       1,
       8,
       "?x is neither in GROUP BY nor in an aggregate"},
      {"SELECT * { ?x <e:p> ?y } GROUP BY ?y",
       TERCET_ERR_SYNTAX,
       1,
       1,
       "SELECT * cannot be used with GROUP BY or aggregates"},
      {"SELECT (SUM(COUNT(?x)) AS ?z) { }",
       TERCET_ERR_SYNTAX,
       1,
       13,
       "an aggregate cannot be inside another one"},
      {"ASK { FILTER(COUNT(*) > 1) }",
       TERCET_ERR_SYNTAX,
       1,
       14,
       "an aggregate can only be in SELECT, HAVING or ORDER BY"},
      {"SELECT (1 AS ?z) { } GROUP BY (COUNT(*))",
       TERCET_ERR_SYNTAX,
       1,
       32,
       "an aggregate can only be in SELECT, HAVING or ORDER BY"},
      {"SELECT (COUNT(EXISTS { FILTER(SUM(?x) > 1) }) AS ?z) {}",
       TERCET_ERR_SYNTAX,
       1,
       31,
       "an aggregate can only be in SELECT, HAVING or ORDER BY"},
      {"ASK { VALUES (?x ?y) { (1) } }",
       TERCET_ERR_SYNTAX,
       1,
       24,
       "this row has 1 values for 2 variables"},
      {"ASK { VALUES (?x ?x) { } }",
       TERCET_ERR_SYNTAX,
       1,
       18,
       "the variable ?x is in this list already"},

      // Functions
      {"ASK { FILTER(<e:g>(1)) }",
       TERCET_ERR_NOT_FOUND,
       1,
       14,
       "there is no function <e:g>"},
      {"ASK { FILTER(<e:agg>(1)) }",
       TERCET_ERR_NOT_FOUND,
       1,
       14,
       "there is no function <e:agg>"},
      {"ASK { FILTER(<e:f>()) }",
       TERCET_ERR_SYNTAX,
       1,
       14,
       "e:f takes 1 to 2 arguments, found 0"},
      {"ASK { FILTER(<e:f>(DISTINCT 1)) }",
       TERCET_ERR_SYNTAX,
       1,
       14,
       "<e:f> is no aggregate and does not take DISTINCT"},
      {"ASK { FILTER(<e:AGG>(1)) }",
       TERCET_ERR_SYNTAX,
       1,
       14,
       "an aggregate can only be in SELECT, HAVING or ORDER BY"},
      {"SELECT (<e:AGG>(DISTINCT ?x) AS ?y) { }",
       TERCET_ERR_SYNTAX,
       1,
       9,
       "the aggregate <e:AGG> does not take DISTINCT"},
      {"SELECT (<e:AGG>(?x, 1) AS ?y) { }",
       TERCET_ERR_SYNTAX,
       1,
       9,
       "e:AGG takes 1 argument, found 2"},
      {"ASK { FILTER(STRLEN(1, 2)) }",
       TERCET_ERR_SYNTAX,
       1,
       14,
       "STRLEN takes 1 argument, found 2"},
      {"ASK { FILTER(BOUND(1)) }",
       TERCET_ERR_SYNTAX,
       1,
       20,
       "expected a variable, found '1'"},
      {"ASK { FILTER(strlang('a')) }",
       TERCET_ERR_SYNTAX,
       1,
       14,
       "STRLANG takes 2 arguments, found 1"},
      {"ASK { FILTER(FOO(1)) }",
       TERCET_ERR_SYNTAX,
       1,
       14,
       "expected an expression, found 'FOO'"},
  };

  tercet_registry *const registry = new_registry();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    char *tree = NULL;
    tercet_error err = {0};
    CHECK_STATUS(tree_of(cases[i].query, "b:", registry, &tree, &err),
                 cases[i].status);
    CHECK_INT(err.line, cases[i].line);
    CHECK_INT(err.column, cases[i].column);
    CHECK_TEXT(err.message, strlen(err.message), cases[i].message);
    CHECK_INT(err.status, cases[i].status);
    free(tree);
  }
  tercet_registry_free(registry);
}

static void
test_relative_iri_without_base(void)
{
  char *tree = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tree_of("ASK {\n <a> ?p ?o }", "", NULL, &tree, &err),
               TERCET_ERR_SYNTAX);
  CHECK_INT(err.line, 2);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "the IRI <a> is relative and there is no base");
}

/// A query may use each name again where 18.2.1 says that it is not in scope
static void
test_names_that_are_free(void)
{
  static const char *const queries[] = {
      "ASK { MINUS {?x <e:p> 1} BIND(2 AS ?x) }",
      "ASK { FILTER(?x) BIND(2 AS ?x) }",
      "ASK { FILTER EXISTS {?x <e:p> 1} BIND(2 AS ?x) }",
      "ASK { {SELECT (1 AS ?y) {?x <e:p> 1}} BIND(2 AS ?x) }",
      "ASK { {?x <e:p> 1} UNION {BIND(1 AS ?x)} }",
      "ASK { ?x <e:p> 1 {BIND(1 AS ?x)} }",
      "ASK { ?x <e:p> 1 MINUS {?x <e:p> 1} OPTIONAL {BIND(1 AS ?x)} }",
      "SELECT (1 AS ?x) { MINUS {?x <e:p> 1} }",
      "SELECT ?x (?x AS ?y) { ?x <e:p> 1 } GROUP BY ?x",
      "ASK { _:a <e:p> 1 . FILTER EXISTS {?x <e:p> 1} _:a <e:p> 2 }",
      "SELECT ?x { {SELECT (COUNT(*) AS ?n) {}} ?x <e:p> 1 }",
  };

  for (size_t i = 0; i < sizeof(queries) / sizeof(queries[0]); ++i) {
    char *tree = NULL;
    tercet_error err = {0};
    CHECK_STATUS(tree_of(queries[i], "", NULL, &tree, &err), TERCET_OK);
    CHECK_TEXT(err.message, strlen(err.message), "");
    free(tree);
  }
}

/// Parse `start`, n times `open`, `middle`, n times `close`, `end`
static tercet_status
parse_nested(const char *const parts[5], size_t n)
{
  char *query = NULL;
  size_t size = 0U;
  FILE *const f = open_memstream(&query, &size);
  fputs(parts[0], f);
  for (size_t i = 0; i < n; ++i) {
    fputs(parts[1], f);
  }
  fputs(parts[2], f);
  for (size_t i = 0; i < n; ++i) {
    fputs(parts[3], f);
  }
  fputs(parts[4], f);
  fclose(f);

  tercet_arena arena;
  tercet_arena_init(&arena, NULL, SIZE_MAX);
  tercet_ast ast;
  tercet_error err = {0};
  const tercet_string no_base = {NULL, 0U};
  const tercet_status st = tercet_sparql_parse(
      tercet_string_from(query), no_base, NULL, &arena, &ast, &err);
  CHECK(!st || err.line == 1U);
  tercet_arena_clear(&arena);
  free(query);
  return st;
}

static void
test_nesting_is_limited(void)
{
  static const char *const cases[][5] = {
      {"ASK ", "{", "", "}", ""},
      {"ASK { FILTER(", "(", "1", ")", ") }"},
      {"ASK { FILTER(", "STR(", "1", ")", ") }"},
      {"ASK { FILTER(1", "+1", "", "", ") }"},
      {"ASK { FILTER(1", "/1", "", "", ") }"},
      {"ASK { ?x ", "(", "<e:p>", ")+", " ?y }"},
      {"ASK { ?x <e:p> ", "(", "1", ")", " }"},
      {"ASK { ?x <e:p> ", "[<e:p> ", "1", "]", " }"},
      {"ASK ", "{SELECT * ", "{}", "}", ""},
      {"ASK {", "FILTER EXISTS {", "", "}", "}"},
      {"ASK {", "FILTER(1+1+1+1+1+1 + EXISTS {", "", "})", "}"},
  };

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    CHECK_STATUS(parse_nested(cases[i], 20U), TERCET_OK);
    CHECK_STATUS(parse_nested(cases[i], 100000U), TERCET_ERR_LIMIT);
  }
}

static void
test_length_is_not_nesting(void)
{
  static const char *const cases[][5] = {
      {"ASK { FILTER(1", "||1", "", "", ") }"},
      {"ASK { FILTER(1", "&&1", "", "", ") }"},
      {"ASK { FILTER(1 IN (1", ",1", "", "", ")) }"},
      {"ASK { {}", "UNION {}", "", "", " }"},
      {"ASK { ?x <e:p>", "/<e:p>", "", "", " ?y }"},
      {"ASK { ?x <e:p>", "|<e:p>", "", "", " ?y }"},
      {"ASK { ?x <e:p> (1", " 1", "", "", ") }"},
      {"ASK { ?x <e:p> 1", " . ?x <e:p> 1", "", "", " }"},
      {"ASK { ?x <e:p> 1", "; <e:p> 1", "", "", " }"},
      {"ASK { VALUES ?x { ", " 1", "", "", " } }"},
      {"ASK { ", "OPTIONAL {} ", "", "", " }"},
  };

  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); ++i) {
    CHECK_STATUS(parse_nested(cases[i], 20000U), TERCET_OK);
  }
}

static const char *const rich_query =
    "BASE <http://a/> PREFIX p: <b#> SELECT ?x (COUNT(DISTINCT ?y) + 1 AS ?n) "
    "(GROUP_CONCAT(?y; SEPARATOR=';\\n') AS ?c) FROM <c> WHERE { ?x p:q _:b . "
    "_:b p:r [ p:s (1 2) ] ; (p:t/^p:u)*|!(p:v|a) 'x'@en OPTIONAL { ?x p:w "
    "?y FILTER(?y IN (1, 2) || EXISTS { ?y p:z 1 } && p:f(?y) = -1) } "
    "VALUES (?v ?w) { (1 UNDEF) ('\\u0041' <\\u0042>) } { SELECT * { ?k ?l ?m "
    "} } GRAPH ?g { BIND(STR(?x) AS ?s) } } GROUP BY ?x (STR(?y) AS ?z) "
    "HAVING (SUM(?y) > 1) ORDER BY DESC(?n) LIMIT 10 OFFSET 5 VALUES ?x { 1 }";

static tercet_status
parse_rich(const tercet_allocator *alloc)
{
  tercet_arena arena;
  tercet_arena_init(&arena, alloc, SIZE_MAX);
  tercet_ast ast;
  tercet_error err = {0};
  const tercet_string no_base = {NULL, 0U};
  const tercet_status st = tercet_sparql_parse(
      tercet_string_from(rich_query), no_base, NULL, &arena, &ast, &err);
  CHECK(err.status == st);
  tercet_arena_clear(&arena);
  return st;
}

static void
test_failing_allocations(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};

  CHECK_STATUS(parse_rich(&alloc), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(parse_rich(&alloc), TERCET_ERR_NO_MEMORY);
  }
}

/// An arena with too small a maximum fails wherever it runs out
static void
test_small_arenas(void)
{
  const tercet_string no_base = {NULL, 0U};
  tercet_status st = TERCET_ERR_NO_MEMORY;
  for (size_t max = 0U; st == TERCET_ERR_NO_MEMORY && max < 1000000U;
       max += 64U) {
    tercet_arena arena;
    tercet_arena_init(&arena, NULL, max);
    tercet_ast ast;
    st = tercet_sparql_parse(
        tercet_string_from(rich_query), no_base, NULL, &arena, &ast, NULL);
    tercet_arena_clear(&arena);
  }
  CHECK_STATUS(st, TERCET_OK);
}

/// A query that is cut off anywhere is an error with a place
static void
test_truncated_queries(void)
{
  const size_t length = (size_t)(strstr(rich_query, " GROUP BY") - rich_query);
  for (size_t n = 0; n < length; ++n) {
    char *const copy = malloc(n ? n : 1U);
    if (!copy) {
      abort();
    }
    memcpy(copy, rich_query, n);
    const tercet_string text = {copy, n};
    const tercet_string no_base = {NULL, 0U};
    tercet_arena arena;
    tercet_arena_init(&arena, NULL, SIZE_MAX);
    tercet_ast ast;
    tercet_error err = {0};
    CHECK_STATUS(tercet_sparql_parse(text, no_base, NULL, &arena, &ast, &err),
                 TERCET_ERR_SYNTAX);
    CHECK_INT(err.line, 1);
    tercet_arena_clear(&arena);
    free(copy);
  }
}

int
main(void)
{
  test_patterns();
  test_paths();
  test_expressions();
  test_queries();
  test_template_blank_nodes_are_not_those_of_the_pattern();
  test_iris_are_resolved();
  test_mistakes();
  test_relative_iri_without_base();
  test_names_that_are_free();
  test_nesting_is_limited();
  test_length_is_not_nesting();
  test_failing_allocations();
  test_small_arenas();
  test_truncated_queries();
  return check_finish();
}
