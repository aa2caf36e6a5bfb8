// SPDX-License-Identifier: Apache-2.0

#include "base/allocator.h"
#include "base/string_view.h"
#include "check.h"
#include "onnx/operator.h"

#include <sys/stat.h>
#include <unistd.h>

/// Holds `inside/data`, `secret`, and links from `inside` to both
static char root[] = "/tmp/tercet-external-XXXXXX";
static char inside[64];

static void
make_path(char *out, size_t size, const char *folder, const char *name)
{
  snprintf(out, size, "%s/%s", folder, name);
}

static void
write_file(const char *folder, const char *name, const char *content)
{
  char path[128];
  make_path(path, sizeof(path), folder, name);
  FILE *const file = fopen(path, "wb");
  CHECK(file && fputs(content, file) >= 0);
  if (file) {
    fclose(file);
  }
}

static void
make_link(const char *target, const char *name)
{
  char path[128];
  make_path(path, sizeof(path), inside, name);
  CHECK(!symlink(target, path));
}

static void
make_files(void)
{
  CHECK(mkdtemp(root));
  make_path(inside, sizeof(inside), root, "inside");
  CHECK(!mkdir(inside, 0700));
  write_file(root, "secret", "abcdefgh");
  write_file(inside, "data", "01234567");
  write_file(inside, "empty", "");
  make_link("data", "link");
  make_link("..", "up");
  char path[128];
  make_path(path, sizeof(path), inside, "pipe");
  CHECK(!mkfifo(path, 0600));
}

static void
remove_files(void)
{
  static const char *const names[] = {"data", "empty", "link", "up", "pipe"};
  char path[128];
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    make_path(path, sizeof(path), inside, names[i]);
    unlink(path);
  }
  rmdir(inside);
  make_path(path, sizeof(path), root, "secret");
  unlink(path);
  rmdir(root);
}

/// Read a model with one initializer of `type`
static tercet_status
read_model(const tercet_allocator *alloc,
           const char *type,
           const char *entries,
           const char *folder,
           tercet_onnx_model **out,
           tercet_error *err)
{
  char text[512];
  const int length = snprintf(text,
                              sizeof(text),
                              "<ir_version: 10> g () => () <%s w = [%s]> {}",
                              type,
                              entries);
  const tercet_onnx_read_options options = {folder, 0};
  return tercet_onnx_model_read(
      alloc, text, (size_t)length, TERCET_ONNX_TEXT, &options, out, err);
}

/// Check what the elements of a tensor of bytes are
static void
check_bytes(const char *type, const char *entries, const char *expected)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(read_model(NULL, type, entries, inside, &model, &err),
               TERCET_OK);
  if (!model) {
    fprintf(stderr, "  %s: %s\n", entries, err.message);
    return;
  }
  const tercet_onnx_tensor *const tensor = model->graph.initializers;
  CHECK_TEXT((const char *)tensor->data, tensor->n_bytes, expected);
  tercet_onnx_model_free(model);
}

static void
test_bytes_are_where_the_entries_say(void)
{
  check_bytes("uint8[8]", "\"location\": \"data\"", "01234567");
  check_bytes("uint8[3]", "\"location\": \"data\", \"offset\": \"2\"", "234");
  check_bytes("uint8[2]",
              "\"location\": \"data\", \"offset\": \"6\", \"length\": \"2\"",
              "67");
  check_bytes("uint8[0]", "\"location\": \"empty\"", "");
  check_bytes("uint8[0]", "\"location\": \"data\", \"offset\": \"8\"", "");
}

static void
check_refused(const char *entries, tercet_status status, const char *reason)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(read_model(NULL, "uint8[8]", entries, inside, &model, &err),
               status);
  CHECK(!model);
  CHECK(strstr(err.message, reason));
  if (!strstr(err.message, reason)) {
    fprintf(stderr, "  is \"%s\", expected \"%s\"\n", err.message, reason);
  }
}

static void
test_paths_out_of_the_folder_are_refused(void)
{
  static const char outside[] = "not a path inside";
  check_refused("\"location\": \"../secret\"", TERCET_ERR_CORRUPT, outside);
  check_refused("\"location\": \"/etc/passwd\"", TERCET_ERR_CORRUPT, outside);
  check_refused("\"location\": \"\"", TERCET_ERR_CORRUPT, outside);
  check_refused("\"location\": \"a//b\"", TERCET_ERR_IO, "No such file");
  check_refused("\"location\": \"data/\"", TERCET_ERR_CORRUPT, outside);
  check_refused("\"offset\": \"1\"", TERCET_ERR_CORRUPT, outside);
  check_refused("\"location\": \"up/secret\"", TERCET_ERR_IO, "up/secret");
  check_refused("\"location\": \"link\"", TERCET_ERR_IO, "symbolic links");
  check_refused("\"location\": \"none\"", TERCET_ERR_IO, "No such file");
  check_refused("\"location\": \".\"", TERCET_ERR_IO, "");
}

static void
test_bytes_beyond_the_file_are_refused(void)
{
  check_refused("\"location\": \"data\", \"offset\": \"9\"",
                TERCET_ERR_CORRUPT,
                "does not have the bytes");
  check_refused("\"location\": \"data\", \"offset\": \"4\", \"length\": \"5\"",
                TERCET_ERR_CORRUPT,
                "does not have the bytes");
  check_refused("\"location\": \"data\", \"length\": \"9223372036854775807\"",
                TERCET_ERR_CORRUPT,
                "does not have the bytes");
  check_refused("\"location\": \"data\", \"offset\": \"-1\"",
                TERCET_ERR_CORRUPT,
                "not a number");
  check_refused("\"location\": \"data\", \"length\": \"x\"",
                TERCET_ERR_CORRUPT,
                "not a number");
}

static void
test_pipe_gives_no_bytes(void)
{
  check_refused("\"location\": \"pipe\", \"length\": \"8\"",
                TERCET_ERR_CORRUPT,
                "does not have the bytes");
}

/// A model can be looked at without its data, but not run
static void
test_data_are_not_read_without_a_folder(void)
{
  tercet_error err = {0};
  tercet_onnx_model *model = NULL;
  CHECK_STATUS(
      read_model(
          NULL, "uint8[8]", "\"location\": \"data\"", NULL, &model, &err),
      TERCET_OK);
  tercet_onnx_value value;
  CHECK_STATUS(tercet_onnx_tensor_value(
                   NULL, model->graph.initializers, NULL, &value, &err),
               TERCET_ERR_UNSUPPORTED);
  CHECK(!strcmp(err.message,
                "tensor \"w\" is in another file, which may not be read"));
  tercet_onnx_model_free(model);

  CHECK_STATUS(read_model(NULL,
                          "uint8[8]",
                          "\"location\": \"data\"",
                          "/nowhere/at/all",
                          &model,
                          &err),
               TERCET_ERR_IO);
}

static tercet_status
read_once(const tercet_allocator *alloc)
{
  tercet_onnx_model *model = NULL;
  const tercet_status st = read_model(
      alloc, "uint8[8]", "\"location\": \"data\"", inside, &model, NULL);
  tercet_onnx_model_free(model);
  return st;
}

static void
test_failing_allocations(void)
{
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(read_once(&alloc), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(read_once(&alloc), TERCET_ERR_NO_MEMORY);
  }
}

int
main(void)
{
  make_files();
  test_bytes_are_where_the_entries_say();
  test_paths_out_of_the_folder_are_refused();
  test_bytes_beyond_the_file_are_refused();
  test_pipe_gives_no_bytes();
  test_data_are_not_read_without_a_folder();
  test_failing_allocations();
  remove_files();
  return check_finish();
}
