// SPDX-License-Identifier: Apache-2.0

/**
   Reading N-Triples and Turtle, plain and with tensor literals, into a sink
   that does nothing; against the serd library and against reading the bytes.

   Without arguments the texts are made here; otherwise the arguments are the
   files to read.
*/

#include "bench.h"

#include "array/literal.h"
#include "base/number.h"
#include "base/string_view.h"
#include "rdf/datatype.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef TERCET_HAVE_SERD
#  include <serd/serd.h>
#endif

#define N_RUNS 5U
#define N_PRODUCTS 120000U
#define N_PAPERS 12000U
#define N_ELEMENTS 384U

#define EX "http://shop.example/"
#define RDFS "http://www.w3.org/2000/01/rdf-schema#"

/// A file and the reading of it that is measured
typedef struct {
  const char *path;
  tercet_syntax syntax;
  bool decode; ///< Tensors to float32
  uint64_t n_quads;
  uint64_t n_elements;
  float *row;
  size_t capacity;
} reading;

// The texts

/// Two syntaxes of the same statements
typedef struct {
  tercet_sink sinks[2];
} outputs;

static tercet_status
write_file(void *context, const char *data, size_t length, tercet_error *err)
{
  (void)err;
  return fwrite(data, 1, length, (FILE *)context) == length ? TERCET_OK
                                                            : TERCET_ERR_IO;
}

static tercet_term
make_iri(const char *iri)
{
  tercet_term term = {0};
  term.kind = TERCET_TERM_IRI;
  term.value = tercet_string_from(iri);
  return term;
}

static tercet_term
make_literal(const char *value, const char *datatype, const char *language)
{
  tercet_term term = {0};
  term.kind = TERCET_TERM_LITERAL;
  term.value = tercet_string_from(value);
  term.datatype = tercet_string_from(datatype);
  term.language = tercet_string_from(language);
  return term;
}

static void
add(const outputs *out,
    const char *subject,
    const char *predicate,
    tercet_term object)
{
  const tercet_quad quad = {
      make_iri(subject), make_iri(predicate), object, {0}};
  for (size_t i = 0; i < 2; ++i) {
    const tercet_sink *const sink = &out->sinks[i];
    bench_require(!sink->quad(sink->context, &quad, NULL), "writing");
  }
}

static uint64_t
next_random(uint64_t *state)
{
  *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407U;
  return *state >> 33U;
}

/// Set `out` to some words that look like a text
static void
make_words(uint64_t *state, size_t n_words, char *out, size_t size)
{
  static const char *const words[] = {
      "bar", "gon", "leaf", "quar", "stim", "tel", "vox", "wend", "yarn"};
  size_t length = 0;
  for (size_t i = 0; i < n_words; ++i) {
    const size_t word = next_random(state) % 9U;
    const size_t other = next_random(state) % 9U;
    const int n = snprintf(out + length,
                           size - length,
                           i ? " %s%s" : "%s%s",
                           words[word],
                           words[other]);
    length += (size_t)n;
  }
}

static void
add_product(const outputs *out, size_t i, uint64_t *state)
{
  char subject[64];
  char text[512];
  snprintf(subject, sizeof(subject), EX "inst/Product%zu", i);
  snprintf(
      text, sizeof(text), EX "type/Type%d", (int)(next_random(state) % 300));
  add(out, subject, TERCET_RDF_NS "type", make_iri(text));
  make_words(state, 3, text, sizeof(text));
  add(out,
      subject,
      RDFS "label",
      make_literal(text, TERCET_RDF_NS "langString", "en"));
  make_words(state, 12, text, sizeof(text));
  add(out,
      subject,
      RDFS "comment",
      make_literal(text, TERCET_XSD "string", ""));
  for (size_t j = next_random(state) % 5U; j; --j) {
    snprintf(
        text, sizeof(text), EX "feature/F%d", (int)(next_random(state) % 1500));
    add(out, subject, EX "vocab/feature", make_iri(text));
  }
  snprintf(text, sizeof(text), "%d", (int)(next_random(state) % 2000));
  add(out,
      subject,
      EX "vocab/size",
      make_literal(text, TERCET_XSD "integer", ""));
  snprintf(text,
           sizeof(text),
           "20%02d-%02d-11T00:00:00",
           (int)(i % 25),
           (int)(i % 12) + 1);
  add(out,
      subject,
      EX "vocab/date",
      make_literal(text, TERCET_XSD "dateTime", ""));
}

/// Set `text` to the literal of an embedding, of about normal numbers
static void
make_embedding(uint64_t *state, tercet_buffer *text)
{
  text->length = 0;
  bench_require(
      !tercet_buffer_append_text(
          text, "{\"type\": \"float32\", \"shape\": [384], \"data\": ["),
      "memory");
  for (size_t i = 0; i < N_ELEMENTS; ++i) {
    double sum = 0.0;
    for (int j = 0; j < 6; ++j) {
      sum += (double)next_random(state) * 0x1p-31;
    }
    char number[TERCET_NUMBER_TEXT_MAX];
    const size_t length = tercet_f32_write(
        (float)((sum - 3.0) * 0.07), TERCET_FLOAT_PYTHON, number);
    bench_require((!i || !tercet_buffer_append(text, ", ", 2)) &&
                      !tercet_buffer_append(text, number, length),
                  "memory");
  }
  bench_require(!tercet_buffer_append(text, "]}", 3), "memory");
}

static void
add_paper(const outputs *out, size_t i, uint64_t *state, tercet_buffer *text)
{
  char subject[64];
  char title[512];
  snprintf(subject, sizeof(subject), EX "inst/Paper%zu", i);
  make_words(state, 8, title, sizeof(title));
  add(out, subject, RDFS "label", make_literal(title, TERCET_XSD "string", ""));
  make_embedding(state, text);
  add(out,
      subject,
      EX "vocab/embedding",
      make_literal(text->data, TERCET_TENSOR_NS "DataTensor", ""));
}

static void
add_prefixes(const tercet_sink *sink)
{
  static const char *const prefixes[][2] = {
      {"rdf", TERCET_RDF_NS},
      {"rdfs", RDFS},
      {"xsd", TERCET_XSD},
      {"tensor", TERCET_TENSOR_NS},
      {"i", EX "inst/"},
      {"v", EX "vocab/"},
      {"t", EX "type/"},
      {"f", EX "feature/"},
  };
  for (size_t i = 0; sink->prefix && i < 8; ++i) {
    bench_require(!sink->prefix(sink->context,
                                tercet_string_from(prefixes[i][0]),
                                tercet_string_from(prefixes[i][1]),
                                NULL),
                  "writing");
  }
}

/// Write the statements as N-Triples to one path and as Turtle to the other
static void
write_texts(const char *nt_path, const char *ttl_path, bool tensors)
{
  const char *const paths[] = {nt_path, ttl_path};
  const tercet_syntax syntaxes[] = {TERCET_SYNTAX_NTRIPLES,
                                    TERCET_SYNTAX_TURTLE};
  FILE *files[2];
  tercet_writer *writers[2];
  outputs out;
  for (size_t i = 0; i < 2; ++i) {
    files[i] = fopen(paths[i], "wb");
    bench_require(files[i] != NULL, paths[i]);
    const tercet_output output = {write_file, files[i]};
    bench_require(
        !tercet_writer_new(NULL, syntaxes[i], &output, &writers[i], NULL),
        "memory");
    out.sinks[i] = tercet_writer_sink(writers[i]);
    add_prefixes(&out.sinks[i]);
  }

  uint64_t state = 1;
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  for (size_t i = 0; i < (tensors ? N_PAPERS : N_PRODUCTS); ++i) {
    if (tensors) {
      add_paper(&out, i, &state, &text);
    } else {
      add_product(&out, i, &state);
    }
  }

  for (size_t i = 0; i < 2; ++i) {
    bench_require(!tercet_writer_finish(writers[i], NULL), "writing");
    tercet_writer_free(writers[i]);
    bench_require(!fclose(files[i]), "writing");
  }
  tercet_buffer_clear(&text);
}

// The measured readings

static void *
give_room(void *context, size_t n_bytes)
{
  reading *const r = (reading *)context;
  if (n_bytes > r->capacity) {
    r->row = (float *)realloc(r->row, n_bytes);
    r->capacity = n_bytes;
  }
  return r->row;
}

/// Take a quad: nothing is done with it but to decode a tensor
static tercet_status
take_quad(void *context, const tercet_quad *quad, tercet_error *err)
{
  reading *const r = (reading *)context;
  ++r->n_quads;
  if (!r->decode || quad->object.kind != TERCET_TERM_LITERAL ||
      tercet_datatype_from_iri(quad->object.datatype) !=
          TERCET_DATATYPE_TENSOR) {
    return TERCET_OK;
  }

  const tercet_literal_room room = {give_room, r};
  tercet_tensor_type type;
  const tercet_status st = tercet_literal_read(
      quad->object.value, quad->object.escaped, &room, &type, err);
  r->n_elements += st ? 0 : type.n_bytes / sizeof(float);
  return st;
}

static void
read_with_tercet(void *context)
{
  reading *const r = (reading *)context;
  r->n_quads = 0;
  r->n_elements = 0;
  tercet_reader_options options = {0};
  options.raw_datatypes = tercet_tensor_datatypes;
  const tercet_sink sink = {take_quad, NULL, NULL, r};
  tercet_error err = {0};
  if (tercet_read_file(NULL, r->path, r->syntax, &options, &sink, NULL, &err)) {
    fprintf(stderr, "bench: %s: %s\n", r->path, err.message);
    exit(EXIT_FAILURE);
  }
}

/// Read the bytes and do nothing with them
static void
read_bytes(void *context)
{
  static char chunk[256 * 1024];
  const reading *const r = (const reading *)context;
  const int fd = open(r->path, O_RDONLY);
  bench_require(fd >= 0, r->path);
  while (read(fd, chunk, sizeof(chunk)) > 0) {
    bench_use(chunk);
  }
  close(fd);
}

#ifdef TERCET_HAVE_SERD

static SerdStatus
take_serd_statement(void *handle,
                    SerdStatementFlags flags,
                    const SerdNode *graph,
                    const SerdNode *subject,
                    const SerdNode *predicate,
                    const SerdNode *object,
                    const SerdNode *datatype,
                    const SerdNode *language)
{
  (void)flags;
  (void)graph;
  (void)subject;
  (void)predicate;
  (void)object;
  (void)datatype;
  (void)language;
  ++*(uint64_t *)handle;
  return SERD_SUCCESS;
}

static void
read_with_serd(void *context)
{
  reading *const r = (reading *)context;
  const bool turtle = r->syntax == TERCET_SYNTAX_TURTLE;
  r->n_quads = 0;
  SerdReader *const reader =
      serd_reader_new(turtle ? SERD_TURTLE : SERD_NTRIPLES,
                      &r->n_quads,
                      NULL,
                      NULL,
                      NULL,
                      take_serd_statement,
                      NULL);
  FILE *const file = fopen(r->path, "rb");
  bench_require(reader && file, "serd");
  serd_reader_read_file_handle(reader, file, (const uint8_t *)r->path);
  fclose(file);
  serd_reader_free(reader);
}

#endif

static double
rate_of(reading *r, void (*run)(void *context))
{
  struct stat info;
  bench_require(!stat(r->path, &info), r->path);
  return (double)info.st_size / bench_best(N_RUNS, run, r) / 1e6;
}

/// Print the rates for a file
static void
measure(const char *what, const char *path, bool tensors)
{
  reading r = {0};
  r.path = path;
  if (!tercet_syntax_from_path(path, &r.syntax)) {
    fprintf(stderr, "bench: %s: unknown syntax\n", path);
    exit(EXIT_FAILURE);
  }

  const double bytes = rate_of(&r, read_bytes);
  const double rate = rate_of(&r, read_with_tercet);
  bench_rate(what, rate, "reading the bytes", bytes, "MB/s");
#ifdef TERCET_HAVE_SERD
  if (r.syntax == TERCET_SYNTAX_NTRIPLES || r.syntax == TERCET_SYNTAX_TURTLE) {
    const uint64_t n_quads = r.n_quads;
    const double serd = rate_of(&r, read_with_serd);
    bench_require(r.n_quads == n_quads, "the count of serd's statements");
    bench_rate(what, rate, "serd, empty sink", serd, "MB/s");
  }
#endif
  if (tensors) {
    char label[100];
    snprintf(label, sizeof(label), "%s, decoded", what);
    r.decode = true;
    const double decoded = rate_of(&r, read_with_tercet);
    bench_require(r.n_elements > 0, "decoding");
    bench_rate(label, decoded, "the same, not decoded", rate, "MB/s");
  }
  free(r.row);
}

/// Make the texts, measure them and remove them again
static void
measure_own_texts(void)
{
  char folder[] = "/tmp/tercet-bench-XXXXXX";
  char nt[64];
  char ttl[64];
  bench_require(mkdtemp(folder) != NULL, folder);
  snprintf(nt, sizeof(nt), "%s/data.nt", folder);
  snprintf(ttl, sizeof(ttl), "%s/data.ttl", folder);

  write_texts(nt, ttl, false);
  measure("plain N-Triples", nt, false);
  measure("plain Turtle", ttl, false);
  write_texts(nt, ttl, true);
  measure("N-Triples with 384-number tensors", nt, true);
  measure("Turtle with 384-number tensors", ttl, true);

  unlink(nt);
  unlink(ttl);
  rmdir(folder);
}

int
main(int argc, char **argv)
{
  for (int i = 1; i < argc; ++i) {
    measure(argv[i], argv[i], false);
  }
  if (argc == 1) {
    measure_own_texts();
  }
  return EXIT_SUCCESS;
}
