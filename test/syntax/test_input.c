// SPDX-License-Identifier: Apache-2.0

#include "syntax/collect.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#ifdef TERCET_HAVE_ZSTD
#  include <zstd.h>
#endif

static const char line[] = "<a:s> <a:p> \"some text to be read\" .\n";

#define N_LINES 20000U

static char folder[] = "/tmp/tercet-test-input-XXXXXX";

static const char *
path_of(const char *name)
{
  static char path[256];
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  return path;
}

static void
write_file(const char *name, const void *data, size_t length)
{
  FILE *const file = fopen(path_of(name), "wb");
  CHECK(file != NULL);
  if (file) {
    CHECK_INT(fwrite(data, 1, length, file), length);
    fclose(file);
  }
}

/// Read a file as N-Triples; what is wrong with it is in `c->err`
static tercet_status
read_path(collected *c, const char *path)
{
  collect_init(c);
  const tercet_sink sink = collect_sink(c);
  c->status = tercet_read_file(
      NULL, path, TERCET_SYNTAX_NTRIPLES, NULL, &sink, &c->stats, &c->err);
  return c->status;
}

static void
check_reads_lines(const char *name, size_t n_lines)
{
  collected c;
  CHECK_STATUS(read_path(&c, path_of(name)), TERCET_OK);
  CHECK_INT(c.stats.n_quads, n_lines);
  CHECK_INT(c.stats.n_bytes, n_lines * (sizeof(line) - 1U));
  collect_clear(&c);
}

static void
check_refuses(const char *path, tercet_status status, const char *part)
{
  collected c;
  CHECK_STATUS(read_path(&c, path), status);
  CHECK_INT(c.err.status, status);
  CHECK(strstr(c.err.message, part) != NULL);
  if (!strstr(c.err.message, part)) {
    fprintf(stderr, "  message is: %s\n", c.err.message);
  }
  CHECK_TEXT(c.err.source, strlen(c.err.source), path);
  collect_clear(&c);
}

/// Set `text` to many lines
static void
make_text(tercet_buffer *text)
{
  tercet_buffer_init(text, NULL, SIZE_MAX);
  for (size_t i = 0; i < N_LINES; ++i) {
    CHECK(!tercet_buffer_append(text, line, sizeof(line) - 1U));
  }
}

/// Append a gzip member
static void
append_gzip(tercet_buffer *out, tercet_string text)
{
  z_stream stream = {0};
  CHECK_INT(deflateInit2(
                &stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
            Z_OK);
  const size_t bound = deflateBound(&stream, text.length);
  CHECK(!tercet_buffer_reserve(out, bound));
  stream.next_in = (z_const Bytef *)(uintptr_t)text.data;
  stream.avail_in = (uInt)text.length;
  stream.next_out = (Bytef *)out->data + out->length;
  stream.avail_out = (uInt)bound;
  CHECK_INT(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out->length += stream.total_out;
  deflateEnd(&stream);
}

static void
test_plain_file(void)
{
  tercet_buffer text;
  make_text(&text);
  write_file("plain.nt", text.data, text.length);
  check_reads_lines("plain.nt", N_LINES);
  tercet_buffer_clear(&text);

  write_file("empty.nt", "", 0);
  check_reads_lines("empty.nt", 0);
  write_file("one.nt", "\n", 1);
  collected c;
  CHECK_STATUS(read_path(&c, path_of("one.nt")), TERCET_OK);
  collect_clear(&c);
}

static void
test_gzip(void)
{
  tercet_buffer text;
  tercet_buffer packed;
  make_text(&text);
  tercet_buffer_init(&packed, NULL, SIZE_MAX);

  append_gzip(&packed, tercet_buffer_view(&text));
  write_file("one.nt.gz", packed.data, packed.length);
  check_reads_lines("one.nt.gz", N_LINES);

  // What tells the kind is not the name
  write_file("packed.nt", packed.data, packed.length);
  check_reads_lines("packed.nt", N_LINES);

  const tercet_string empty = {"", 0};
  append_gzip(&packed, empty);
  append_gzip(&packed, tercet_buffer_view(&text));
  write_file("members.nt.gz", packed.data, packed.length);
  check_reads_lines("members.nt.gz", 2U * N_LINES);

  tercet_buffer_clear(&packed);
  tercet_buffer_clear(&text);
}

static void
test_damaged_gzip(void)
{
  tercet_buffer text;
  tercet_buffer packed;
  make_text(&text);
  tercet_buffer_init(&packed, NULL, SIZE_MAX);
  append_gzip(&packed, tercet_buffer_view(&text));

  const size_t cuts[] = {6, 12, 100, packed.length / 2, packed.length - 1U};
  for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); ++i) {
    write_file("cut.nt.gz", packed.data, cuts[i]);
    check_refuses(path_of("cut.nt.gz"), TERCET_ERR_CORRUPT, "cut off");
  }

  packed.data[packed.length - 6U] ^= 1; // The checksum
  write_file("damaged.nt.gz", packed.data, packed.length);
  check_refuses(path_of("damaged.nt.gz"), TERCET_ERR_CORRUPT, "damaged");
  packed.data[packed.length - 6U] ^= 1;

  CHECK(!tercet_buffer_append_text(&packed, "and more"));
  write_file("more.nt.gz", packed.data, packed.length);
  check_refuses(
      path_of("more.nt.gz"), TERCET_ERR_CORRUPT, "followed by something else");

  tercet_buffer_clear(&packed);
  tercet_buffer_clear(&text);
}

#ifdef TERCET_HAVE_ZSTD

static void
test_zstd(void)
{
  tercet_buffer text;
  tercet_buffer packed;
  make_text(&text);
  tercet_buffer_init(&packed, NULL, SIZE_MAX);
  const size_t bound = ZSTD_compressBound(text.length);
  CHECK(!tercet_buffer_reserve(&packed, 2U * bound));
  const size_t length =
      ZSTD_compress(packed.data, bound, text.data, text.length, 3);
  CHECK(!ZSTD_isError(length));
  packed.length = length;
  write_file("one.nt.zst", packed.data, packed.length);
  check_reads_lines("one.nt.zst", N_LINES);

  memcpy(packed.data + length, packed.data, length);
  write_file("frames.nt.zst", packed.data, 2U * length);
  check_reads_lines("frames.nt.zst", 2U * N_LINES);

  const size_t cuts[] = {6, 12, length / 2, length - 1U, length + 3U};
  for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); ++i) {
    write_file("cut.nt.zst", packed.data, cuts[i]);
    check_refuses(path_of("cut.nt.zst"), TERCET_ERR_CORRUPT, "cut off");
  }

  packed.data[length / 2] ^= 0x55;
  packed.data[5] ^= 0x55;
  write_file("damaged.nt.zst", packed.data, length);
  check_refuses(path_of("damaged.nt.zst"), TERCET_ERR_CORRUPT, "damaged");
  tercet_buffer_clear(&packed);
  tercet_buffer_clear(&text);
}

#else

static void
test_zstd(void)
{
  write_file("x.nt.zst", "\x28\xb5\x2f\xfdxx", 6);
  check_refuses(
      path_of("x.nt.zst"), TERCET_ERR_UNSUPPORTED, "built without zstd");
}

#endif

static void
test_other_compressions_are_named(void)
{
  write_file("x.nt.xz",
             "\xfd"
             "7zXZ\0...",
             9);
  check_refuses(path_of("x.nt.xz"), TERCET_ERR_UNSUPPORTED, "xz");
  write_file("x.nt.bz2", "BZh91AY", 7);
  check_refuses(path_of("x.nt.bz2"), TERCET_ERR_UNSUPPORTED, "bzip2");
  write_file("x.nt.zip", "PK\x03\x04...", 7);
  check_refuses(path_of("x.nt.zip"), TERCET_ERR_UNSUPPORTED, "zip");
}

static void
test_what_is_no_file(void)
{
  check_refuses(folder, TERCET_ERR_IO, "folder");
  check_refuses(path_of("missing.nt"), TERCET_ERR_IO, "No such file");
  check_refuses(path_of("plain.nt/x"), TERCET_ERR_IO, "cannot open");
}

/// Let standard input be a pipe that gives its text in two pieces
static void
test_standard_input(void)
{
  int ends[2];
  CHECK_INT(pipe(ends), 0);
  const int saved = dup(STDIN_FILENO);
  CHECK(dup2(ends[0], STDIN_FILENO) >= 0);
  close(ends[0]);
  CHECK_INT(write(ends[1], line, 3), 3);
  CHECK_INT(write(ends[1], line + 3, sizeof(line) - 4U), sizeof(line) - 4U);
  close(ends[1]);

  collected c;
  CHECK_STATUS(read_path(&c, "-"), TERCET_OK);
  CHECK_INT(c.stats.n_quads, 1);
  collect_clear(&c);
  dup2(saved, STDIN_FILENO);
  close(saved);
}

static void
test_messages_name_the_file(void)
{
  write_file("bad.nt", "\n<a:s> oops .\n", 13);
  collected c;
  CHECK_STATUS(read_path(&c, path_of("bad.nt")), TERCET_ERR_SYNTAX);
  CHECK(c.err.line == 2 && c.err.column == 7);
  CHECK_TEXT(c.err.source, strlen(c.err.source), path_of("bad.nt"));
  collect_clear(&c);
}

static void
test_every_allocation_failing(void)
{
  static const char *const names[] = {"one.nt.gz", "plain.nt"};
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  for (size_t k = 0; k < 2; ++k) {
    for (size_t i = 0, n = SIZE_MAX; i < n; ++i) {
      state = (failing_allocator){0, n == SIZE_MAX ? SIZE_MAX : i - 1U};
      collected c;
      collect_init(&c);
      const tercet_sink sink = collect_sink(&c);
      const tercet_status st = tercet_read_file(&alloc,
                                                path_of(names[k]),
                                                TERCET_SYNTAX_NTRIPLES,
                                                NULL,
                                                &sink,
                                                NULL,
                                                &c.err);
      CHECK_STATUS(st, n == SIZE_MAX ? TERCET_OK : TERCET_ERR_NO_MEMORY);
      n = n == SIZE_MAX ? state.calls + 1U : n;
      collect_clear(&c);
    }
  }
}

int
main(void)
{
  CHECK(mkdtemp(folder) != NULL);
  test_plain_file();
  test_gzip();
  test_damaged_gzip();
  test_zstd();
  test_other_compressions_are_named();
  test_what_is_no_file();
  test_standard_input();
  test_messages_name_the_file();
  test_every_allocation_failing();

  char command[300];
  snprintf(command, sizeof(command), "rm -r '%s'", folder);
  CHECK_INT(system(command), 0);
  return check_finish();
}
