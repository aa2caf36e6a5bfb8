// SPDX-License-Identifier: Apache-2.0

/// Tensor literals: decoding, finding the style, printing; against strtof()
/// and snprintf() over the same numbers

#include "bench.h"

#include "array/literal.h"

#include <math.h>
#include <string.h>

#define N_NUMBERS 384U
#define N_LITERALS 2000U
#define N_RUNS 9U

/// Literals one after the other, their numbers, and where each one starts
typedef struct {
  tercet_buffer text;
  size_t ends[N_LITERALS];
  tercet_tensor_type type;
  char *data; ///< N_LITERALS rows
  char *row;  ///< Room for one
  tercet_buffer scratch;
  bool escaped;
} corpus;

/// Return a number as they are in unit vectors: about normal, of size 0.05
static float
random_number(uint64_t *state)
{
  double sum = 0.0;
  for (int i = 0; i < 6; ++i) {
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407U;
    sum += (double)(*state >> 33U) * 0x1p-31;
  }
  return (float)((sum - 3.0) * 0.07);
}

static void
fill_row(corpus *c, size_t i, uint64_t *state)
{
  char *const row = c->data + i * c->type.n_bytes;
  for (size_t j = 0; j < N_NUMBERS; ++j) {
    const float value = random_number(state);
    if (c->type.dtype == TERCET_DTYPE_F32) {
      ((float *)(void *)row)[j] = value;
    } else if (c->type.dtype == TERCET_DTYPE_F64) {
      ((double *)(void *)row)[j] = (double)value * 1.0000000012345;
    } else {
      ((int32_t *)(void *)row)[j] = (int32_t)(value * 1e6F);
    }
  }
}

/// Append the text with its quotes escaped, as a Turtle string holds it
static void
append_escaped(tercet_string text, tercet_buffer *out)
{
  for (size_t i = 0; i < text.length; ++i) {
    if (text.data[i] == '"') {
      bench_require(!tercet_buffer_append_char(out, '\\'), "memory");
    }
    bench_require(!tercet_buffer_append_char(out, text.data[i]), "memory");
  }
}

static void
corpus_init(corpus *c, tercet_dtype dtype, tercet_literal_style style)
{
  const int64_t shape[] = {N_NUMBERS};
  uint64_t state = 1;
  bench_require(!tercet_tensor_type_init(dtype, 1, shape, &c->type, NULL),
                "type");
  tercet_buffer_init(&c->text, NULL, SIZE_MAX);
  tercet_buffer_init(&c->scratch, NULL, SIZE_MAX);
  c->escaped = true;
  c->data = (char *)malloc(N_LITERALS * c->type.n_bytes);
  c->row = (char *)malloc(c->type.n_bytes);
  bench_require(c->data && c->row, "memory");
  for (size_t i = 0; i < N_LITERALS; ++i) {
    fill_row(c, i, &state);
    c->scratch.length = 0;
    bench_require(
        !tercet_literal_write(
            &c->type, c->data + i * c->type.n_bytes, style, &c->scratch),
        "printing");
    append_escaped(tercet_buffer_view(&c->scratch), &c->text);
    c->ends[i] = c->text.length;
  }
}

static void
corpus_clear(corpus *c)
{
  tercet_buffer_clear(&c->text);
  tercet_buffer_clear(&c->scratch);
  free(c->data);
  free(c->row);
}

static tercet_string
literal_text(const corpus *c, size_t i)
{
  const size_t start = i ? c->ends[i - 1U] : 0U;
  const tercet_string text = {c->text.data + start, c->ends[i] - start};
  return text;
}

static void *
give_row(void *context, size_t n_bytes)
{
  (void)n_bytes;
  return ((corpus *)context)->row;
}

static void
run_read(void *context)
{
  corpus *const c = (corpus *)context;
  const tercet_literal_room room = {give_row, c};
  for (size_t i = 0; i < N_LITERALS; ++i) {
    tercet_tensor_type type;
    bench_require(!tercet_literal_read(
                      literal_text(c, i), c->escaped, &room, &type, NULL),
                  "reading");
    bench_use(c->row);
  }
}

static void
run_read_with_style(void *context)
{
  corpus *const c = (corpus *)context;
  const tercet_literal_room room = {give_row, c};
  for (size_t i = 0; i < N_LITERALS; ++i) {
    tercet_tensor_type type;
    tercet_literal_style style = TERCET_LITERAL_STYLE_NONE;
    bench_require(!tercet_literal_read_with_style(literal_text(c, i),
                                                  c->escaped,
                                                  &room,
                                                  &c->scratch,
                                                  &type,
                                                  &style,
                                                  NULL) &&
                      style != TERCET_LITERAL_STYLE_NONE,
                  "reading");
    bench_use(c->row);
  }
}

static void
run_find_style(void *context)
{
  corpus *const c = (corpus *)context;
  for (size_t i = 0; i < N_LITERALS; ++i) {
    tercet_literal_style style = TERCET_LITERAL_STYLE_NONE;
    bench_require(!tercet_literal_find_style(literal_text(c, i),
                                             c->escaped,
                                             &c->type,
                                             c->data + i * c->type.n_bytes,
                                             &c->scratch,
                                             &style) &&
                      style != TERCET_LITERAL_STYLE_NONE,
                  "finding a style");
  }
}

static void
run_write(void *context)
{
  corpus *const c = (corpus *)context;
  for (size_t i = 0; i < N_LITERALS; ++i) {
    c->scratch.length = 0;
    bench_require(!tercet_literal_write(
                      &c->type, c->data + i * c->type.n_bytes, 0, &c->scratch),
                  "printing");
    bench_use(c->scratch.data);
  }
}

/// What a program without a codec of its own does: strtof() number by number
static void
run_strtof(void *context)
{
  corpus *const c = (corpus *)context;
  for (size_t i = 0; i < N_LITERALS; ++i) {
    const char *p = strstr(literal_text(c, i).data, "data");
    p = strchr(p, '[') + 1;
    for (size_t j = 0; j < N_NUMBERS; ++j) {
      char *end = NULL;
      ((float *)(void *)c->row)[j] = strtof(p, &end);
      p = end + 1;
    }
    bench_use(c->row);
  }
}

static void
run_snprintf(void *context)
{
  corpus *const c = (corpus *)context;
  char text[N_NUMBERS * 32U];
  for (size_t i = 0; i < N_LITERALS; ++i) {
    const float *const row =
        (const float *)(const void *)(c->data + i * c->type.n_bytes);
    size_t length = 0;
    for (size_t j = 0; j < N_NUMBERS; ++j) {
      length += (size_t)snprintf(
          text + length, sizeof(text) - length, "%.9g, ", (double)row[j]);
    }
    bench_use(text);
  }
}

static double
megabytes_per_second(corpus *c, void (*run)(void *context))
{
  return (double)c->text.length / 1e6 / bench_best(N_RUNS, run, c);
}

static void
bench_floats(void)
{
  static corpus c;
  corpus_init(&c, TERCET_DTYPE_F32, 0);
  const double peer = megabytes_per_second(&c, run_strtof);
  const double printer = megabytes_per_second(&c, run_snprintf);
  bench_rate("read float32, escaped",
             megabytes_per_second(&c, run_read),
             "strtof",
             peer,
             "MB/s");
  bench_rate("read float32 and find its style",
             megabytes_per_second(&c, run_read_with_style),
             "strtof",
             peer,
             "MB/s");
  bench_rate("find the style of float32",
             megabytes_per_second(&c, run_find_style),
             "strtof",
             peer,
             "MB/s");
  bench_rate("print float32",
             megabytes_per_second(&c, run_write),
             "snprintf %.9g",
             printer,
             "MB/s");
  corpus_clear(&c);
}

/// Other ways of writing, each read without and with its style
static void
bench_others(void)
{
  static const struct {
    const char *name;
    tercet_dtype dtype;
    tercet_literal_style style;
  } cases[] = {
      {"float32, compact", TERCET_DTYPE_F32, 1U << 3U | 1U << 4U | 1U << 5U},
      {"float32, data first", TERCET_DTYPE_F32, 4U},
      {"float32 printed as doubles", TERCET_DTYPE_F32, 9U << 7U},
      {"float32, JavaScript", TERCET_DTYPE_F32, 2U << 7U | 7U << 3U},
      {"float32, six decimals", TERCET_DTYPE_F32, 22U << 7U},
      {"float64", TERCET_DTYPE_F64, 0U},
      {"int32", TERCET_DTYPE_I32, 0U},
  };
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    static corpus c;
    char what[64];
    corpus_init(&c, cases[i].dtype, cases[i].style);
    const double peer = megabytes_per_second(&c, run_strtof);
    snprintf(what, sizeof(what), "read %s", cases[i].name);
    bench_rate(
        what, megabytes_per_second(&c, run_read), "strtof", peer, "MB/s");
    snprintf(what, sizeof(what), "read %s, with style", cases[i].name);
    bench_rate(what,
               megabytes_per_second(&c, run_read_with_style),
               "strtof",
               peer,
               "MB/s");
    corpus_clear(&c);
  }
}

int
main(void)
{
  bench_floats();
  bench_others();
  return 0;
}
