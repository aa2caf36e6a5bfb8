// SPDX-License-Identifier: Apache-2.0

/**
   A graph of random vectors: `:v0 :embedding "{...}"^^tensor:DataTensor`, with
   a group out of a hundred, `:v0 :group :g0`, and a number, `:v0 :number 0`;
   and the same numbers as a matrix in memory.
*/

#ifndef TERCET_BENCH_VECTORS_H
#define TERCET_BENCH_VECTORS_H

#include "bench.h"

#include "array/kernel/kernel.h"

#include <tercet/tercet.h>

#include <sys/mman.h>

#define BENCH_PROLOGUE                                                         \
  "PREFIX : <http://e/> PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#> "

/// The numbers are multiples of this
#define BENCH_UNIT 10000

typedef struct {
  size_t rows;
  size_t columns;
  double least; ///< The numbers are between this and one more
  float *matrix;
  tercet_dataset *dataset;
  unsigned without; ///< Of queries: bits of tercet_query_method
} bench_vectors;

/// Return a random number in units
static inline int
bench_random_units(const bench_vectors *f, uint64_t *state)
{
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30U)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27U)) * UINT64_C(0x94d049bb133111eb);
  return (int)((z ^ (z >> 31U)) % BENCH_UNIT) + (int)(f->least * BENCH_UNIT);
}

/// Write a number below 10 of the matrix; the loop of write_literal() takes
/// minutes with printf()
static inline void
bench_write_number(FILE *file, float number)
{
  char text[8];
  char *end = text + sizeof(text);
  char *at = end;
  const double scaled = (double)number * BENCH_UNIT;
  int units = (int)(scaled < 0 ? 0.5 - scaled : scaled + 0.5);
  for (int i = 0; i < 4; ++i, units /= 10) {
    *--at = (char)('0' + units % 10);
  }
  *--at = '.';
  *--at = (char)('0' + units);
  if (scaled < 0) {
    *--at = '-';
  }
  fwrite(at, 1, (size_t)(end - at), file);
}

/// Write the literal of a row, escaped if it goes into N-Triples
static inline void
bench_write_literal(FILE *file,
                    const bench_vectors *f,
                    size_t row,
                    const char *quote)
{
  fprintf(file,
          "{%stype%s: %sfloat32%s, %sshape%s: [%zu], %sdata%s: [",
          quote,
          quote,
          quote,
          quote,
          quote,
          quote,
          f->columns,
          quote,
          quote);
  for (size_t i = 0; i < f->columns; ++i) {
    fputs(i ? ", " : "", file);
    bench_write_number(file, f->matrix[row * f->columns + i]);
  }
  fputs("]}", file);
}

static inline void
bench_write_graph(const bench_vectors *f, const char *path)
{
  FILE *const file = fopen(path, "wb");
  bench_require(file != NULL, path);
  for (size_t row = 0; row < f->rows; ++row) {
    fprintf(file, "<http://e/v%zu> <http://e/embedding> \"", row);
    bench_write_literal(file, f, row, "\\\"");
    fprintf(file,
            "\"^^<https://w3id.org/rdf-tensor/vocab#DataTensor> .\n"
            "<http://e/v%zu> <http://e/group> <http://e/g%zu> .\n"
            "<http://e/v%zu> <http://e/number> "
            "\"%zu\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n",
            row,
            row % 100U,
            row,
            row);
  }
  bench_require(!fclose(file), path);
}

/// Return memory in large pages where the system has them, as the store does:
/// reading it is then as fast as it can be
static inline float *
bench_allocate_matrix(size_t n)
{
  const size_t page = (size_t)1U << 21U;
  const size_t size = (n * sizeof(float) + page - 1U) / page * page;
  float *const matrix = (float *)aligned_alloc(page, size);
  if (matrix) {
    madvise(matrix, size, MADV_HUGEPAGE);
  }
  return matrix;
}

/// Make the matrix of `rows` and `columns`, and load it by way of a file
static inline void
bench_vectors_open(bench_vectors *f, const char *path)
{
  uint64_t state = 1;
  tercet_error err = {0};
  f->matrix = bench_allocate_matrix(f->rows * f->columns);
  bench_require(f->matrix != NULL, "matrix");
  for (size_t i = 0; i < f->rows * f->columns; ++i) {
    f->matrix[i] =
        (float)((double)bench_random_units(f, &state) / (double)BENCH_UNIT);
  }
  bench_write_graph(f, path);
  bench_require(!tercet_dataset_new(NULL, &f->dataset, &err), "dataset");
  bench_require(!tercet_dataset_load_file(
                    f->dataset, path, TERCET_SYNTAX_NTRIPLES, NULL, NULL, &err),
                err.message);
  remove(path);
}

static inline void
bench_vectors_close(bench_vectors *f)
{
  tercet_dataset_free(f->dataset);
  free(f->matrix);
}

/// Return a query text with the first row as a literal in it; to be freed
static inline char *
bench_question(const bench_vectors *f, const char *before, const char *after)
{
  char *text = NULL;
  size_t length = 0;
  FILE *const file = open_memstream(&text, &length);
  bench_require(file != NULL, "text");
  fprintf(file, "%s%s'", BENCH_PROLOGUE, before);
  bench_write_literal(file, f, 0, "\"");
  fprintf(file, "'^^tensor:DataTensor%s", after);
  fclose(file);
  return text;
}

/// Return the seconds to read the matrix once from memory
static inline double
bench_vectors_stream(const bench_vectors *f, size_t n_runs)
{
  double best = 1e30;
  for (size_t i = 0; i < n_runs; ++i) {
    const double start = bench_now();
    const double sum =
        tercet_kernels()->sum_f32(f->matrix, f->rows * f->columns);
    const double seconds = bench_now() - start;
    bench_use(&sum);
    best = seconds < best ? seconds : best;
  }
  return best;
}

#endif // TERCET_BENCH_VECTORS_H
