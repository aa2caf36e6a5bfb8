// SPDX-License-Identifier: Apache-2.0

/**
   The five kinds of queries that the older vocabulary was published with, over
   a made-up graph of papers, authors, conferences and topics: pairs of similar
   papers, similar authors by the mean of their papers, topics by the norm of
   the variance, conferences by standard deviation, papers by the norm of a
   slice.

   Each is asked in both vocabularies, of the graph with literals of either, and
   with the planner's methods on and off.  What they give is compared with what
   this file computes in long double from the numbers that it wrote.

   The graph has papers without an embedding, twins, authors of one paper and of
   many, a conference with one paper, and a paper whose embedding is longer, so
   that aggregates over it fail.
*/

#include "check.h"

#include "base/buffer.h"
#include "base/string_view.h"

#include <tercet/tercet.h>

#include <math.h>

#define N_PAPERS 60U
#define N_AUTHORS 15U
#define N_CONFERENCES 6U
#define N_TOPICS 7U
#define N_ELEMENTS 8U
#define N_SLICED 4U

/// Rows of the largest question: pairs of papers
#define MOST_ROWS (N_PAPERS * N_PAPERS / 2U)

/// No conference: the paper is in a journal
#define NONE SIZE_MAX

/* ---- The graph ---- */

typedef struct {
  const char *type;
  size_t n_elements; ///< 0: no embedding
  double x[N_ELEMENTS + 1U];
  bool mask[N_ELEMENTS + 1U];
  bool has_author[N_AUTHORS];
  bool has_topic[N_TOPICS];
  size_t conference;
} paper;

static paper papers[N_PAPERS];

/// Check without counting what is no question of these tests
static void
require(tercet_status st)
{
  if (st) {
    CHECK_STATUS(st, TERCET_OK);
  }
}

static void
make_embedding(paper *p, size_t i, uint64_t *seed)
{
  static const char *const types[] = {
      "float32", "float32", "float64", "float32", "int16", "int64", "float32"};
  p->type = types[i % (sizeof(types) / sizeof(types[0]))];
  p->n_elements = i % 13U == 4U ? 0 : N_ELEMENTS;
  for (size_t k = 0; k <= N_ELEMENTS; ++k) {
    const double x = (double)(check_random(seed) >> 11U) * 0x1p-52 - 0.8;
    p->x[k] = p->type[0] == 'i'             ? trunc(x * 20.0)
              : !strcmp(p->type, "float32") ? (double)(float)x
                                            : x;
    p->mask[k] = check_random(seed) % 3U == 0;
  }
}

static void
make_papers(void)
{
  uint64_t seed = 2025;
  for (size_t i = 0; i < N_PAPERS; ++i) {
    paper *const p = &papers[i];
    make_embedding(p, i, &seed);
    // The last four authors, the last conference and the last two topics get
    // their papers below
    for (size_t k = 0; k <= i % 3U; ++k) {
      p->has_author[check_random(&seed) % (N_AUTHORS - 4U)] = true;
      p->has_topic[check_random(&seed) % (N_TOPICS - 2U)] = true;
    }
    p->conference =
        i % 4U == 3U ? NONE : check_random(&seed) % (N_CONFERENCES - 1U);
  }

  // Five papers that are alike: ten pairs, half of which are asked for
  for (size_t i = 10; i <= 40; i += 10) {
    papers[i].type = papers[0].type;
    papers[i].n_elements = N_ELEMENTS;
    memcpy(papers[i].x, papers[0].x, sizeof(papers[0].x));
  }

  papers[10].has_author[N_AUTHORS - 4U] = true; // One paper
  papers[20].has_author[N_AUTHORS - 3U] = true; // One that is alike
  papers[4].has_author[N_AUTHORS - 2U] = true;  // One without an embedding
  papers[9].conference = N_CONFERENCES - 1U;    // One paper
  memset(papers[11].mask, 0, sizeof(papers[11].mask));

  // A topic, a conference and an author of embeddings of different shapes
  papers[12].n_elements = N_ELEMENTS + 1U;
  memset(papers[12].has_author, 0, sizeof(papers[12].has_author));
  memset(papers[12].has_topic, 0, sizeof(papers[12].has_topic));
  for (size_t i = 12; i < 20; ++i) {
    papers[i].has_author[N_AUTHORS - 1U] = true;
    papers[i].has_topic[N_TOPICS - 1U] = true;
  }
  papers[12].conference = N_CONFERENCES - 2U;
  papers[13].conference = N_CONFERENCES - 2U;

  // A topic with five papers, which is one too few
  for (size_t i = 21; i < 26; ++i) {
    papers[i].n_elements = N_ELEMENTS;
    papers[i].has_topic[N_TOPICS - 2U] = true;
  }
}

/// Append what is in the brackets of a tensor's literal, up to its end
static void
add_json(tercet_buffer *text, const paper *p, bool is_mask, const char *head)
{
  require(tercet_buffer_printf(
      text, "\"{%s\\\"shape\\\": [%zu], \\\"data\\\": [", head, p->n_elements));
  for (size_t k = 0; k < p->n_elements; ++k) {
    require(tercet_buffer_append_text(text, k ? ", " : ""));
    if (is_mask) {
      require(tercet_buffer_append_text(text, p->mask[k] ? "true" : "false"));
    } else {
      require(tercet_buffer_printf(
          text, p->type[0] == 'i' ? "%.0f" : "%.17g", p->x[k]));
    }
  }
  require(tercet_buffer_append_text(text, "]}\"^^"));
}

static void
add_tensors(tercet_buffer *text, const paper *p, bool is_old)
{
  char head[64];
  snprintf(head, sizeof(head), "\\\"type\\\": \\\"%s\\\", ", p->type);
  require(tercet_buffer_append_text(text, " ; :embedding "));
  add_json(text, p, false, head);
  require(tercet_buffer_append_text(text,
                                    is_old ? "dt:NumericDataTensor ; :mask "
                                           : "tensor:DataTensor ; :mask "));
  add_json(text, p, true, is_old ? "" : "\\\"type\\\": \\\"bool\\\", ");
  require(tercet_buffer_append_text(
      text, is_old ? "dt:BooleanDataTensor" : "tensor:DataTensor"));
}

static void
add_paper(tercet_buffer *text, size_t i, bool is_old)
{
  const paper *const p = &papers[i];
  require(tercet_buffer_printf(
      text, ":p%02zu a :Paper ; :title \"Paper %02zu\"", i, i));
  if (p->n_elements) {
    add_tensors(text, p, is_old);
  }
  for (size_t k = 0; k < N_AUTHORS; ++k) {
    if (p->has_author[k]) {
      require(tercet_buffer_printf(text, " ; :creator :a%02zu", k));
    }
  }
  for (size_t k = 0; k < N_TOPICS; ++k) {
    if (p->has_topic[k]) {
      require(tercet_buffer_printf(text, " ; :about [ :target :t%02zu ]", k));
    }
  }
  if (p->conference == NONE) {
    require(
        tercet_buffer_append_text(text, " ; :as [ a :JournalArticle ] .\n"));
  } else {
    require(tercet_buffer_printf(
        text,
        " ; :as [ a :ConferencePaper ; :partOf :c%02zu ] .\n",
        p->conference));
  }
}

static tercet_dataset *
load_graph(bool is_old)
{
  tercet_error err = {0};
  tercet_dataset *dataset = NULL;
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  require(tercet_buffer_append_text(
      &text,
      "@prefix : <http://e/> .\n"
      "@prefix dt: <https://w3id.org/rdf-tensor/datatypes#> .\n"
      "@prefix tensor: <https://w3id.org/rdf-tensor/vocab#> .\n"));
  for (size_t i = 0; i < N_AUTHORS; ++i) {
    require(tercet_buffer_printf(
        &text, ":a%02zu :name \"Author %02zu\" .\n", i, i));
  }
  for (size_t i = 0; i < N_CONFERENCES; ++i) {
    require(tercet_buffer_printf(
        &text,
        ":c%02zu a :Proceedings ; :name \"Conference %02zu\" .\n",
        i,
        i));
  }
  for (size_t i = 0; i < N_TOPICS; ++i) {
    require(tercet_buffer_printf(
        &text, ":t%02zu :label \"Topic %02zu\" .\n", i, i));
  }
  for (size_t i = 0; i < N_PAPERS; ++i) {
    add_paper(&text, i, is_old);
  }

  CHECK_STATUS(tercet_dataset_new(NULL, &dataset, &err), TERCET_OK);
  CHECK_STATUS(tercet_dataset_load_text(dataset,
                                        tercet_buffer_view(&text),
                                        TERCET_SYNTAX_TURTLE,
                                        NULL,
                                        NULL,
                                        &err),
               TERCET_OK);
  if (err.status) {
    fprintf(stderr, "  %s\n", err.message);
  }
  tercet_buffer_clear(&text);
  return dataset;
}

/* ---- What the questions give ---- */

typedef enum {
  PAIRS,
  AUTHORS,
  TOPICS,
  CONFERENCES,
  SLICES,
  MASKS,
} question_kind;

typedef struct {
  char key[64]; ///< Names, each with '|' behind it
  bool has_value;
  bool is_found;
  double value;
  size_t counted;
} answer;

typedef struct {
  size_t n;
  answer rows[MOST_ROWS];
} answers;

static answer *
add_answer(answers *out, bool has_value, long double value)
{
  answer *const row = &out->rows[out->n++];
  *row = (answer){.has_value = has_value, .value = (double)value};
  return row;
}

static long double
cosine_of(size_t n, const long double *a, const long double *b)
{
  long double product = 0.0L;
  long double aa = 0.0L;
  long double bb = 0.0L;
  for (size_t k = 0; k < n; ++k) {
    product += a[k] * b[k];
    aa += a[k] * a[k];
    bb += b[k] * b[k];
  }
  return product / (sqrtl(aa) * sqrtl(bb));
}

static void
widen(const paper *p, long double *out)
{
  for (size_t k = 0; k < p->n_elements; ++k) {
    out[k] = (long double)p->x[k];
  }
}

static void
expect_pairs(answers *out)
{
  long double a[N_ELEMENTS + 1U];
  long double b[N_ELEMENTS + 1U];
  for (size_t i = 0; i < N_PAPERS; ++i) {
    for (size_t j = i + 1U; j < N_PAPERS; ++j) {
      const size_t n = papers[i].n_elements;
      if (n && papers[j].n_elements) {
        const bool fits = n == papers[j].n_elements;
        widen(&papers[i], a);
        widen(&papers[j], b);
        answer *const row =
            add_answer(out, fits, fits ? cosine_of(n, a, b) : 0.0L);
        snprintf(row->key, sizeof(row->key), "Paper %02zu|Paper %02zu|", i, j);
      }
    }
  }
}

/// The papers with an embedding of one author, topic or conference
typedef struct {
  size_t n_papers;
  size_t n_elements;
  bool fits; ///< All of one shape
  long double mean[N_ELEMENTS + 1U];
  long double variance[N_ELEMENTS + 1U]; ///< Of a sample
} group_moments;

static bool
is_member(const paper *p, question_kind kind, size_t group)
{
  return kind == AUTHORS  ? p->has_author[group]
         : kind == TOPICS ? p->has_topic[group]
                          : p->conference == group;
}

static group_moments
moments_of(question_kind kind, size_t group)
{
  group_moments m = {.fits = true};
  for (size_t i = 0; i < N_PAPERS; ++i) {
    const paper *const p = &papers[i];
    if (p->n_elements && is_member(p, kind, group)) {
      m.fits = m.fits && (!m.n_papers || p->n_elements == m.n_elements);
      m.n_elements = p->n_elements;
      ++m.n_papers;
      for (size_t k = 0; k < p->n_elements; ++k) {
        m.mean[k] += (long double)p->x[k];
      }
    }
  }
  for (size_t k = 0; k < m.n_elements; ++k) {
    m.mean[k] /= (long double)m.n_papers;
    for (size_t i = 0; i < N_PAPERS; ++i) {
      if (papers[i].n_elements && is_member(&papers[i], kind, group)) {
        const long double d = (long double)papers[i].x[k] - m.mean[k];
        m.variance[k] += d * d / ((long double)m.n_papers - 1.0L);
      }
    }
  }
  return m;
}

static void
expect_authors(answers *out)
{
  for (size_t i = 0; i < N_AUTHORS; ++i) {
    const group_moments a = moments_of(AUTHORS, i);
    for (size_t j = i + 1U; j < N_AUTHORS; ++j) {
      const group_moments b = moments_of(AUTHORS, j);
      if (a.n_papers && a.fits && b.n_papers && b.fits) {
        const long double cosine = cosine_of(a.n_elements, a.mean, b.mean);
        if (cosine < 0.99L) {
          answer *const row = add_answer(out, true, cosine);
          snprintf(
              row->key, sizeof(row->key), "Author %02zu|Author %02zu|", i, j);
        }
      }
    }
  }
}

static void
expect_topics(answers *out)
{
  for (size_t i = 0; i < N_TOPICS; ++i) {
    const group_moments m = moments_of(TOPICS, i);
    if (m.n_papers > 5U) {
      long double norm = 0.0L;
      for (size_t k = 0; k < m.n_elements; ++k) {
        norm += m.variance[k];
      }
      answer *const row = add_answer(out, m.fits, norm);
      snprintf(row->key, sizeof(row->key), "Topic %02zu|", i);
      row->counted = m.n_papers;
    }
  }
}

static void
expect_conferences(answers *out)
{
  for (size_t i = 0; i < N_CONFERENCES; ++i) {
    const group_moments m = moments_of(CONFERENCES, i);
    if (m.n_papers) {
      long double least = m.variance[0];
      for (size_t k = 1; k < m.n_elements; ++k) {
        least = m.variance[k] < least ? m.variance[k] : least;
      }
      answer *const row =
          add_answer(out, m.fits && m.n_papers > 1U, sqrtl(least));
      snprintf(row->key, sizeof(row->key), "Conference %02zu|", i);
      row->counted = m.n_papers;
    }
  }
}

static void
expect_norms(question_kind kind, answers *out)
{
  for (size_t i = 0; i < N_PAPERS; ++i) {
    const paper *const p = &papers[i];
    if (p->n_elements && p->conference == NONE) {
      long double squares = 0.0L;
      for (size_t k = 0; k < p->n_elements; ++k) {
        if (kind == MASKS ? p->mask[k] : k < N_SLICED) {
          squares += (long double)p->x[k] * (long double)p->x[k];
        }
      }
      answer *const row = add_answer(out, true, sqrtl(squares));
      snprintf(row->key, sizeof(row->key), "Paper %02zu|", i);
    }
  }
}

static void
expect(question_kind kind, answers *out)
{
  out->n = 0;
  switch (kind) {
  case PAIRS:
    expect_pairs(out);
    break;
  case AUTHORS:
    expect_authors(out);
    break;
  case TOPICS:
    expect_topics(out);
    break;
  case CONFERENCES:
    expect_conferences(out);
    break;
  case SLICES:
  case MASKS:
    expect_norms(kind, out);
    break;
  }
}

/* ---- The questions ---- */

typedef struct {
  question_kind kind;
  bool descending;
  size_t limit;
  int n_digits;            ///< That ?score is rounded to
  bool is_same;            ///< Both vocabularies give the same terms
  const char *old_failing; ///< What fails for different shapes, or NULL
  const char *new_failing;
  const char *old_text;
  const char *new_text;
} question;

#define PREFIXES                                                               \
  "PREFIX : <http://e/>\n"                                                     \
  "PREFIX fn: <http://www.w3.org/2005/xpath-functions#>\n"                     \
  "PREFIX dt: <https://w3id.org/rdf-tensor/datatypes#>\n"                      \
  "PREFIX dtf: <https://w3id.org/rdf-tensor/functions#>\n"                     \
  "PREFIX dta: <https://w3id.org/rdf-tensor/aggregates#>\n"                    \
  "PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#>\n"

#define PAIRS_TEXT(cosine, last)                                               \
  "SELECT ?title1 ?title2 (fn:round(?value, 3) AS ?score) ?value {\n"          \
  "  ?p1 a :Paper ; :embedding ?v1 ; :title ?title1 .\n"                       \
  "  ?p2 a :Paper ; :embedding ?v2 ; :title ?title2 .\n"                       \
  "  BIND(" cosine "(?v1, ?v2) AS ?value)\n"                                   \
  "  FILTER(STR(?p1) < STR(?p2))\n"                                            \
  "} ORDER BY DESC(?value)" last

#define AUTHORS_TEXT(cosine, average)                                          \
  "SELECT ?name1 ?name2 (fn:round(?value, 5) AS ?score) ?value {\n"            \
  "  { SELECT ?author1 ?name1 (" average "(?v) AS ?mean1) {\n"                 \
  "      ?p a :Paper ; :embedding ?v ; :creator ?author1 .\n"                  \
  "      ?author1 :name ?name1 .\n"                                            \
  "    } GROUP BY ?author1 ?name1 }\n"                                         \
  "  { SELECT ?author2 ?name2 (" average "(?v) AS ?mean2) {\n"                 \
  "      ?p a :Paper ; :embedding ?v ; :creator ?author2 .\n"                  \
  "      ?author2 :name ?name2 .\n"                                            \
  "    } GROUP BY ?author2 ?name2 }\n"                                         \
  "  BIND(" cosine "(?mean1, ?mean2) AS ?value)\n"                             \
  "  FILTER(STR(?author1) < STR(?author2) && ?value < .99)\n"                  \
  "} ORDER BY DESC(?value) LIMIT 20"

#define TOPICS_TEXT(variance, norm)                                            \
  "SELECT ?label (fn:round(?value, 3) AS ?score) ?value ?counted {\n"          \
  "  { SELECT ?topic ?label (" variance "(?v) AS ?var)\n"                      \
  "        (COUNT(?v) AS ?counted) {\n"                                        \
  "      ?p a :Paper ; :embedding ?v ; :about ?link .\n"                       \
  "      ?link :target ?topic .\n"                                             \
  "      ?topic :label ?label .\n"                                             \
  "    } GROUP BY ?topic ?label HAVING (?counted > 5) }\n"                     \
  "  BIND(" norm " AS ?value)\n"                                               \
  "} ORDER BY ASC(?value) LIMIT 5"

#define CONFERENCES_TEXT(deviation, least)                                     \
  "SELECT ?name (fn:round(?value, 3) AS ?score) ?value ?counted {\n"           \
  "  { SELECT ?conference ?name (" deviation "(?v) AS ?std)\n"                 \
  "        (COUNT(?v) AS ?counted) {\n"                                        \
  "      ?p a :Paper ; :embedding ?v ; :as ?form .\n"                          \
  "      ?form a :ConferencePaper ; :partOf ?conference .\n"                   \
  "      ?conference a :Proceedings ; :name ?name .\n"                         \
  "    } GROUP BY ?conference ?name }\n"                                       \
  "  BIND(" least " AS ?value)\n"                                              \
  "} ORDER BY DESC(?value) LIMIT 5"

#define NORMS_TEXT(part, norm)                                                 \
  "SELECT ?title (fn:round(?value, 5) AS ?score) ?value {\n"                   \
  "  ?p a :Paper ; :embedding ?v ; :mask ?m ; :as ?form ; :title ?title .\n"   \
  "  ?form a :JournalArticle .\n"                                              \
  "  BIND(" part " AS ?part)\n"                                                \
  "  BIND(" norm "(-1, ?part) AS ?value)\n"                                    \
  "} ORDER BY DESC(?value) LIMIT 5"

#define POSITIONS                                                              \
  "\"{\\\"type\\\":\\\"int32\\\",\\\"shape\\\":[4],"                           \
  "\\\"data\\\":[0, 1, 2, 3]}\"^^dt:NumericDataTensor"

// The aggregates VAR and STD of the current vocabulary are of a population
static const question questions[] = {
    {PAIRS,
     true,
     5,
     3,
     true,
     "functions#cosineSimilarity",
     "vocab#cosineSimilarity",
     PAIRS_TEXT("dtf:cosineSimilarity", " LIMIT 5"),
     PAIRS_TEXT("tensor:cosineSimilarity", " LIMIT 5")},
    {PAIRS,
     true,
     SIZE_MAX,
     3,
     true,
     "functions#cosineSimilarity",
     "vocab#cosineSimilarity",
     PAIRS_TEXT("dtf:cosineSimilarity", ""),
     PAIRS_TEXT("tensor:cosineSimilarity", "")},
    {AUTHORS,
     true,
     20,
     5,
     true,
     "aggregates#avg",
     "vocab#AVG",
     AUTHORS_TEXT("dtf:cosineSimilarity", "dta:avg"),
     AUTHORS_TEXT("tensor:cosineSimilarity", "tensor:AVG")},
    {TOPICS,
     false,
     5,
     3,
     false,
     "aggregates#var",
     "vocab#VAR",
     TOPICS_TEXT("dta:var", "dtf:norm1(-1, ?var)"),
     TOPICS_TEXT("tensor:VAR",
                 "tensor:norm1(-1, ?var) * ?counted / (?counted - 1)")},
    {CONFERENCES,
     true,
     5,
     3,
     false,
     "aggregates#std",
     "vocab#STD",
     CONFERENCES_TEXT("dta:std", "dtf:min(-1, ?std)"),
     CONFERENCES_TEXT("tensor:STD",
                      "tensor:min(-1, tensor:poly(0.5, tensor:scale("
                      "?counted / (?counted - 1), tensor:poly(2, ?std))))")},
    {SLICES,
     true,
     5,
     5,
     true,
     NULL,
     NULL,
     NORMS_TEXT("dtf:getSubDT(?v, " POSITIONS ")", "dtf:norm2"),
     NORMS_TEXT("tensor:sub(tensor:range(0, 4), ?v)", "tensor:norm2")},
    {MASKS,
     true,
     5,
     5,
     true,
     NULL,
     NULL,
     NORMS_TEXT("dtf:getSubDT(?v, ?m)", "dtf:norm2"),
     NORMS_TEXT("tensor:mask(?v, ?m)", "tensor:norm2")},
};

#define N_QUESTIONS (sizeof(questions) / sizeof(questions[0]))

#define WITHOUT_ALL                                                            \
  (TERCET_WITHOUT_SCORE_KERNELS | TERCET_WITHOUT_SIMILARITY_JOIN |             \
   TERCET_WITHOUT_TENSOR_CODES)

/* ---- Asking ---- */

typedef struct {
  answers rows;
  double scores[MOST_ROWS];
  tercet_buffer text;     ///< All terms, a line for each row
  tercet_buffer failures; ///< A line for each function
} result;

static void
init_result(result *r)
{
  tercet_buffer_init(&r->text, NULL, SIZE_MAX);
  tercet_buffer_init(&r->failures, NULL, SIZE_MAX);
}

static void
clear_result(result *r)
{
  tercet_buffer_clear(&r->text);
  tercet_buffer_clear(&r->failures);
}

static void
read_column(
    tercet_query *query, size_t column, answer *row, double *score, result *out)
{
  tercet_error err = {0};
  tercet_term term = {0};
  char text[64];
  const tercet_string name = tercet_query_column_name(query, column);
  CHECK_STATUS(tercet_query_column_term(query, column, &term, &err), TERCET_OK);
  require(tercet_buffer_printf(&out->text,
                               "%.*s^^%.*s ",
                               (int)term.value.length,
                               term.value.data ? term.value.data : "",
                               (int)term.datatype.length,
                               term.datatype.data ? term.datatype.data : ""));
  snprintf(text,
           sizeof(text),
           "%.*s",
           (int)term.value.length,
           term.value.data ? term.value.data : "");
  if (tercet_string_is(name, "value")) {
    row->has_value = term.kind != TERCET_TERM_NONE;
    row->value = strtod(text, NULL);
  } else if (tercet_string_is(name, "score")) {
    *score = strtod(text, NULL);
  } else if (tercet_string_is(name, "counted")) {
    row->counted = strtoul(text, NULL, 10);
  } else {
    const size_t n = strlen(row->key);
    snprintf(row->key + n, sizeof(row->key) - n, "%s|", text);
  }
}

static void
ask(tercet_dataset *dataset, const char *text, unsigned without, result *out)
{
  const tercet_query_options options = {.without = without};
  tercet_error err = {0};
  tercet_query *query = NULL;
  tercet_buffer full;
  tercet_buffer_init(&full, NULL, SIZE_MAX);
  require(tercet_buffer_printf(&full, PREFIXES "%s", text));
  out->rows.n = 0;
  out->text.length = 0;
  out->failures.length = 0;
  CHECK_STATUS(tercet_query_prepare(
                   dataset, tercet_buffer_view(&full), &options, &query, &err),
               TERCET_OK);
  tercet_status st = query ? TERCET_ROW : TERCET_ERR_ARGUMENT;
  while (st == TERCET_ROW &&
         (st = tercet_query_step(query, &err)) == TERCET_ROW &&
         out->rows.n < MOST_ROWS) {
    double *const score = &out->scores[out->rows.n];
    answer *const row = add_answer(&out->rows, false, 0.0L);
    for (size_t i = 0; i < tercet_query_column_count(query); ++i) {
      read_column(query, i, row, score, out);
    }
    require(tercet_buffer_append_text(&out->text, "\n"));
  }
  CHECK_STATUS(st, TERCET_DONE);
  if (err.status) {
    fprintf(stderr, "  %s\n%s\n", err.message, text);
  }
  for (size_t i = 0; query && i < tercet_query_failure_count(query); ++i) {
    tercet_query_failure failure;
    tercet_query_get_failure(query, i, &failure);
    require(tercet_buffer_printf(&out->failures,
                                 "%.*s %d %.*s\n",
                                 (int)failure.function.length,
                                 failure.function.data,
                                 (int)failure.n,
                                 (int)failure.reason.length,
                                 failure.reason.data));
  }
  require(tercet_buffer_append_char(&out->failures, '\0'));
  tercet_query_free(query);
  tercet_buffer_clear(&full);
}

/* ---- Comparing ---- */

static bool
is_near(double a, double b)
{
  return fabs(a - b) <= 1e-13 * (1.0 + fabs(b));
}

/// In the order of the question, what is unbound below all numbers
static int
compare_ascending(const void *a, const void *b)
{
  const answer *const x = (const answer *)a;
  const answer *const y = (const answer *)b;
  if (!x->has_value || !y->has_value) {
    return (int)x->has_value - (int)y->has_value;
  }
  return (x->value > y->value) - (x->value < y->value);
}

static int
compare_descending(const void *a, const void *b)
{
  return compare_ascending(b, a);
}

static answer *
find_answer(answers *expected, const char *key)
{
  for (size_t i = 0; i < expected->n; ++i) {
    if (!strcmp(expected->rows[i].key, key)) {
      return &expected->rows[i];
    }
  }
  return NULL;
}

static bool
is_good_score(double score, double value, int n_digits)
{
  const double unit = pow(10.0, -n_digits);
  const double steps = score / unit;
  return fabs(score - value) <= 0.5 * unit + 1e-12 &&
         fabs(steps - nearbyint(steps)) < 1e-6;
}

/// Compare a row with the answer of its names, and with the one that stands in
/// its place when all answers are sorted
static bool
is_good_row(const question *q, const result *r, size_t i, answers *expected)
{
  const answer *const row = &r->rows.rows[i];
  const answer *const place = &expected->rows[i];
  answer *const same = find_answer(expected, row->key);
  if (!same || same->is_found || same->has_value != row->has_value ||
      place->has_value != row->has_value || same->counted != row->counted) {
    return false;
  }
  same->is_found = true;
  return !row->has_value ||
         (is_near(row->value, same->value) &&
          is_near(row->value, place->value) &&
          is_good_score(r->scores[i], same->value, q->n_digits));
}

static void
check_rows(const question *q, const result *r, const char *text)
{
  static answers expected;
  expect(q->kind, &expected);
  qsort(expected.rows,
        expected.n,
        sizeof(answer),
        q->descending ? compare_descending : compare_ascending);

  const size_t n = expected.n < q->limit ? expected.n : q->limit;
  bool good = r->rows.n == n;
  CHECK_INT(r->rows.n, n);
  for (size_t i = 0; i < n && i < r->rows.n; ++i) {
    if (!is_good_row(q, r, i, &expected)) {
      good = false;
      fprintf(stderr,
              "  row %zu is %s %.17g, in its place belongs %s %.17g\n",
              i,
              r->rows.rows[i].key,
              r->rows.rows[i].value,
              expected.rows[i].key,
              expected.rows[i].value);
    }
  }
  CHECK(good);
  if (!good) {
    fprintf(stderr, "  %s\n", text);
  }
}

/// Return how many rows or groups have no value because of shapes, or because
/// the group is one paper
static size_t
expect_failures(question_kind kind)
{
  static answers expected;
  const size_t n_groups = kind == AUTHORS       ? N_AUTHORS
                          : kind == TOPICS      ? N_TOPICS
                          : kind == CONFERENCES ? N_CONFERENCES
                                                : 0U;
  size_t n = 0;
  for (size_t i = 0; i < n_groups; ++i) {
    const group_moments m = moments_of(kind, i);
    n += m.n_papers && (!m.fits || (kind != AUTHORS && m.n_papers == 1U));
  }
  if (kind == PAIRS) {
    expect(PAIRS, &expected);
    for (size_t i = 0; i < expected.n; ++i) {
      n += !expected.rows[i].has_value;
    }
  }
  return kind == AUTHORS ? 2U * n : n; // On both sides of the pairs
}

/// Compare what failed: one function, that often, and it says why
static void
check_failures(const question *q, const result *r, const char *name)
{
  char start[128] = "";
  const char *const actual = r->failures.data;
  if (name) {
    snprintf(start,
             sizeof(start),
             "https://w3id.org/rdf-tensor/%s %zu ",
             name,
             expect_failures(q->kind));
  }
  const char *const end = strchr(actual, '\n');
  const bool good = name ? !strncmp(actual, start, strlen(start)) &&
                               strstr(actual, "shapes") && end && !end[1]
                         : !actual[0];
  CHECK(good);
  if (!good) {
    fprintf(stderr, "  is %s  expected %s\n", actual, start);
  }
}

static bool
is_same_text(const tercet_buffer *a, const tercet_buffer *b)
{
  return a->length == b->length &&
         (!a->length || !memcmp(a->data, b->data, a->length));
}

/// Ask a question in both vocabularies, of both graphs, with and without the
/// planner's methods
static void
test_question(const question *q, tercet_dataset *const *datasets)
{
  static result first;
  static result other;
  init_result(&first);
  init_result(&other);
  for (size_t v = 0; v < 2; ++v) {
    const char *const text = v ? q->new_text : q->old_text;
    for (size_t i = 0; i < 4; ++i) {
      const bool is_first = i == 0 && (v == 0 || !q->is_same);
      result *const r = is_first ? &first : &other;
      ask(datasets[i / 2U], text, i % 2U ? WITHOUT_ALL : 0U, r);
      check_rows(q, r, text);
      check_failures(q, r, v ? q->new_failing : q->old_failing);
      const bool same = is_first || is_same_text(&first.text, &other.text);
      CHECK(same);
      if (!same) {
        fprintf(stderr,
                "  %s\n  first\n%.*s  then (%zu)\n%.*s",
                text,
                (int)first.text.length,
                first.text.data,
                i,
                (int)other.text.length,
                other.text.data);
      }
    }
  }
  clear_result(&first);
  clear_result(&other);
}

/// The first rows are the same however many are asked for, although ten pairs
/// have the same similarity
static void
test_limit_among_ties(const question *few,
                      const question *all,
                      tercet_dataset *dataset)
{
  static result first;
  static result other;
  init_result(&first);
  init_result(&other);
  for (unsigned i = 0; i < 2; ++i) {
    ask(dataset, few->old_text, i ? WITHOUT_ALL : 0U, &first);
    ask(dataset, all->old_text, i ? WITHOUT_ALL : 0U, &other);
    CHECK_INT(first.rows.n, 5);
    CHECK(first.text.length < other.text.length &&
          !memcmp(first.text.data, other.text.data, first.text.length));
    for (size_t k = 0; k < 10; ++k) {
      CHECK_DOUBLE(other.rows.rows[k].value, other.rows.rows[0].value);
    }
  }
  clear_result(&first);
  clear_result(&other);
}

int
main(void)
{
  make_papers();
  tercet_dataset *datasets[] = {load_graph(true), load_graph(false)};
  for (size_t i = 0; i < N_QUESTIONS; ++i) {
    test_question(&questions[i], datasets);
  }
  test_limit_among_ties(&questions[0], &questions[1], datasets[0]);
  tercet_dataset_free(datasets[0]);
  tercet_dataset_free(datasets[1]);
  return check_finish();
}
