// SPDX-License-Identifier: Apache-2.0

/// .npz archives: those that NumPy made, round trips, and damaged ones

#include "array/npz_zip.h"
#include "io_reference.h"

static tercet_string
string(const char *text)
{
  return (tercet_string){text, strlen(text)};
}

static tercet_tensor *
get(const tercet_npz *npz, const char *name)
{
  size_t i = SIZE_MAX;
  tercet_tensor *tensor = NULL;
  tercet_error err = {0};
  CHECK(tercet_npz_find(npz, string(name), &i));
  const tercet_status st = tercet_npz_get(npz, i, &tensor, &err);
  CHECK_STATUS(st, TERCET_OK);
  if (st != TERCET_OK) {
    fprintf(stderr, "  %s: %s\n", name, err.message);
  }
  return tensor;
}

/* ---- Archives made by NumPy ---- */

static void
test_stored_archive(void)
{
  tercet_npz *npz = NULL;
  CHECK_STATUS(tercet_npz_open(NULL, data_path("stored.npz"), &npz, NULL),
               TERCET_OK);
  CHECK_INT(tercet_npz_count(npz), 3);
  const tercet_string name = tercet_npz_name(npz, 1);
  CHECK_TEXT(name.data, name.length, "b");

  const int64_t index[] = {1, 2};
  tercet_tensor *tensor = get(npz, "a");
  CHECK(reference_get(tensor, index).re == 5);
  tercet_tensor_unref(tensor);
  tensor = get(npz, "c");
  CHECK(reference_get(tensor, index).re == 5);
  CHECK(!tercet_tensor_is_contiguous(tensor));
  tercet_tensor_unref(tensor);

  size_t i = 0;
  CHECK(!tercet_npz_find(npz, string("a.npy"), &i));
  CHECK_STATUS(tercet_npz_get(npz, 3, &tensor, NULL), TERCET_ERR_RANGE);
  tercet_npz_close(npz);
}

static void
test_deflated_archive(void)
{
  tercet_npz *npz = NULL;
  CHECK_STATUS(tercet_npz_open(NULL, data_path("deflated.npz"), &npz, NULL),
               TERCET_OK);
  tercet_tensor *tensor = get(npz, "a");
  CHECK_INT(tercet_tensor_size(tensor), 10000);
  tercet_tensor_unref(tensor);
  tensor = get(npz, "b");
  const int64_t last = 49;
  CHECK(reference_get(tensor, &last).re == 49);
  tercet_tensor_unref(tensor);
  tercet_npz_close(npz);
}

/// With a zip64 end record, 64-bit sizes, and a file that is no array
static void
test_zip64_archive(void)
{
  tercet_npz *npz = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_npz_open(NULL, data_path("zip64.npz"), &npz, &err),
               TERCET_OK);
  if (npz) {
    tercet_tensor *tensor = get(npz, "a");
    const int64_t last = 3;
    CHECK(reference_get(tensor, &last).re == 3);
    tercet_tensor_unref(tensor);
    size_t i = 0;
    CHECK(tercet_npz_find(npz, string("readme.txt"), &i));
    CHECK_STATUS(tercet_npz_get(npz, i, &tensor, &err), TERCET_ERR_UNSUPPORTED);
    CHECK_TEXT(err.message,
               strlen(err.message),
               "file \"readme.txt\" does not end in .npy");
  }
  tercet_npz_close(npz);
}

/* ---- Round trips ---- */

enum { N_TENSORS = 5 };

/// Tensors with names, in the caller's storage
typedef struct {
  const tercet_tensor *tensors[N_TENSORS];
  tercet_tensor *owned[N_TENSORS];
  char texts[N_TENSORS][16];
  tercet_string names[N_TENSORS];
} tensor_set;

static void
fill_set(tensor_set *set, uint64_t *state)
{
  for (size_t i = 0; i < N_TENSORS; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_shape(state, shape);
    const tercet_dtype dtype =
        (tercet_dtype)(check_random(state) % TERCET_DTYPE_COUNT);
    set->owned[i] = random_tensor(state, dtype, RANDOM_TAME, rank, shape);
    set->tensors[i] = set->owned[i];
    snprintf(set->texts[i], sizeof(set->texts[i]), "t/\xc3\xa9%zu", i);
    set->names[i] = string(set->texts[i]);
  }
}

static void
clear_set(tensor_set *set)
{
  for (size_t i = 0; i < N_TENSORS; ++i) {
    tercet_tensor_unref(set->owned[i]);
  }
}

static void
check_same(const tensor_set *set, const tercet_npz *npz)
{
  CHECK_INT(tercet_npz_count(npz), N_TENSORS);
  for (size_t i = 0; i < N_TENSORS; ++i) {
    tercet_tensor *const again = get(npz, set->texts[i]);
    CHECK(again && same_tensors(set->tensors[i], again));
    tercet_tensor_unref(again);
  }
}

static void
test_round_trips(void)
{
  uint64_t state = 41;
  for (size_t i = 0; i < 200; ++i) {
    tensor_set set;
    fill_set(&set, &state);
    memory_output out = {NULL, 0, SIZE_MAX};
    const tercet_output output = {memory_write, &out};
    CHECK_STATUS(
        tercet_npz_write(
            NULL, N_TENSORS, set.names, set.tensors, i % 2U, &output, NULL),
        TERCET_OK);
    char *const copy = exact_copy(out.data, out.length);
    tercet_npz *npz = NULL;
    CHECK_STATUS(tercet_npz_open_memory(NULL, copy, out.length, &npz, NULL),
                 TERCET_OK);
    if (npz) {
      check_same(&set, npz);
    }
    tercet_npz_close(npz);
    free(copy);
    free(out.data);
    clear_set(&set);
  }
}

static void
test_save_and_open_both_ways(void)
{
  uint64_t state = 42;
  tensor_set set;
  fill_set(&set, &state);
  for (size_t i = 0; i < 2; ++i) {
    tercet_npz *npz = NULL;
    CHECK_STATUS(
        tercet_npz_save(
            NULL, N_TENSORS, set.names, set.tensors, i, scratch_path(), NULL),
        TERCET_OK);
    CHECK_STATUS(tercet_npz_open(NULL, scratch_path(), &npz, NULL), TERCET_OK);
    check_same(&set, npz);
    tercet_npz_close(npz);
    remove(scratch_path());
  }
  clear_set(&set);
}

static void
test_no_tensors_and_very_many(void)
{
  enum { MANY = 66000 };

  memory_output out = {NULL, 0, SIZE_MAX};
  tercet_output output = {memory_write, &out};
  tercet_npz *npz = NULL;
  CHECK_STATUS(tercet_npz_write(NULL, 0, NULL, NULL, false, &output, NULL),
               TERCET_OK);
  CHECK_INT(out.length, ZIP_END_SIZE);
  CHECK_STATUS(tercet_npz_open_memory(NULL, out.data, out.length, &npz, NULL),
               TERCET_OK);
  CHECK_INT(tercet_npz_count(npz), 0);
  tercet_npz_close(npz);
  free(out.data);

  // More than 65535 files need a zip64 end record
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_U8, 0, NULL, &tensor, NULL),
               TERCET_OK);
  const tercet_tensor **const tensors = malloc(MANY * sizeof(*tensors));
  tercet_string *const names = malloc(MANY * sizeof(*names));
  char(*const texts)[8] = malloc(MANY * sizeof(*texts));
  for (size_t i = 0; i < MANY; ++i) {
    tensors[i] = tensor;
    snprintf(texts[i], sizeof(texts[i]), "%zu", i);
    names[i] = string(texts[i]);
  }
  CHECK_STATUS(
      tercet_npz_save(NULL, MANY, names, tensors, false, scratch_path(), NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_npz_open(NULL, scratch_path(), &npz, NULL), TERCET_OK);
  if (npz) {
    CHECK_INT(tercet_npz_count(npz), MANY);
    tercet_tensor *const last = get(npz, "65999");
    CHECK(last && same_tensors(tensor, last));
    tercet_tensor_unref(last);
  }
  tercet_npz_close(npz);
  remove(scratch_path());
  free(texts);
  free(names);
  free(tensors);
  tercet_tensor_unref(tensor);
}

static void
test_names_that_cannot_be_written(void)
{
  uint64_t state = 43;
  tensor_set set;
  fill_set(&set, &state);
  memory_output out = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &out};
  tercet_error err = {0};
  set.names[1] = set.names[0];
  CHECK_STATUS(
      tercet_npz_write(NULL, 2, set.names, set.tensors, false, &output, &err),
      TERCET_ERR_ARGUMENT);
  char *const text = calloc(1, 70000);
  set.names[1] = (tercet_string){text, 65532};
  CHECK_STATUS(
      tercet_npz_write(NULL, 2, set.names, set.tensors, false, &output, &err),
      TERCET_ERR_ARGUMENT);
  CHECK_INT(out.length, 0);
  free(text);
  clear_set(&set);
}

/* ---- Damage ---- */

/// Open an archive and read all of it; return the first failure
static tercet_status
read_all(const char *data, size_t length)
{
  char *const copy = exact_copy(data, length);
  tercet_npz *npz = NULL;
  tercet_status st = tercet_npz_open_memory(NULL, copy, length, &npz, NULL);
  CHECK((st == TERCET_OK) == (npz != NULL));
  for (size_t i = 0; npz && i < tercet_npz_count(npz); ++i) {
    tercet_tensor *tensor = NULL;
    const tercet_status st_get = tercet_npz_get(npz, i, &tensor, NULL);
    CHECK((st_get == TERCET_OK) == (tensor != NULL));
    st = st ? st : st_get;
    tercet_tensor_unref(tensor);
  }
  tercet_npz_close(npz);
  free(copy);
  return st;
}

static void
test_truncated_and_mutated_archives(void)
{
  static const char *const names[] = {
      "stored.npz", "deflated.npz", "zip64.npz"};
  uint64_t state = 44;
  for (size_t i = 0; i < 3; ++i) {
    size_t length = 0;
    char *const data = read_whole(data_path(names[i]), &length);
    for (size_t n = 0; n < length; ++n) {
      CHECK_STATUS(read_all(data, n), TERCET_ERR_CORRUPT);
    }
    for (size_t j = 0; j < 20000; ++j) {
      char *const copy = exact_copy(data, length);
      for (uint64_t n = check_random(&state) % 3U + 1U; n; --n) {
        copy[check_random(&state) % length] =
            "\0\1\2PK\3\4\5\6\7\xff\xff\x80\x40"[check_random(&state) % 14U];
      }
      const tercet_status st = read_all(copy, length);
      CHECK(st != TERCET_ERR_NO_MEMORY && st != TERCET_ERR_INTERNAL);
      free(copy);
    }
    free(data);
  }
}

/// Each bit of the elements counts: the checksum tells
static void
test_checksum(void)
{
  size_t length = 0;
  char *const data = read_whole(data_path("stored.npz"), &length);
  // The elements of the first file follow its header, which says their offset
  const uint8_t *const header = (const uint8_t *)data;
  const size_t start = ZIP_LOCAL_SIZE + (size_t)zip_get(header + 26, 2) +
                       (size_t)zip_get(header + 28, 2) + 128U;
  data[start] = (char)(data[start] ^ 4);
  tercet_npz *npz = NULL;
  tercet_tensor *tensor = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_npz_open_memory(NULL, data, length, &npz, &err),
               TERCET_OK);
  CHECK_STATUS(tercet_npz_get(npz, 0, &tensor, &err), TERCET_ERR_CORRUPT);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "the archive is malformed at byte 0: the checksum is wrong");
  tercet_npz_close(npz);
  free(data);
}

/// A size in the directory that no compression could reach
static void
test_size_that_lies(void)
{
  size_t length = 0;
  char *const data = read_whole(data_path("deflated.npz"), &length);
  uint8_t *const bytes = (uint8_t *)data;
  const size_t directory =
      (size_t)zip_get(bytes + length - ZIP_END_SIZE + 16, 4);
  zip_put(bytes + directory + 24, 4, 0xfffffff0U);
  CHECK_STATUS(read_all(data, length), TERCET_ERR_CORRUPT);
  zip_put(bytes + directory + 24, 4, 200);
  CHECK_STATUS(read_all(data, length), TERCET_ERR_CORRUPT);
  free(data);
}

static void
test_encrypted_and_unknown_methods(void)
{
  size_t length = 0;
  char *const data = read_whole(data_path("stored.npz"), &length);
  uint8_t *const bytes = (uint8_t *)data;
  const size_t directory =
      (size_t)zip_get(bytes + length - ZIP_END_SIZE + 16, 4);
  zip_put(bytes + directory + 8, 2, ZIP_ENCRYPTED);
  CHECK_STATUS(read_all(data, length), TERCET_ERR_UNSUPPORTED);
  zip_put(bytes + directory + 8, 2, 0);
  zip_put(bytes + directory + 10, 2, 12);
  CHECK_STATUS(read_all(data, length), TERCET_ERR_UNSUPPORTED);
  free(data);
}

static tercet_status
write_and_read(const tercet_allocator *alloc, tensor_set *set, bool compress)
{
  memory_output out = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &out};
  tercet_npz *npz = NULL;
  tercet_tensor *tensor = NULL;
  tercet_status st = tercet_npz_write(
      alloc, N_TENSORS, set->names, set->tensors, compress, &output, NULL);
  st =
      st ? st : tercet_npz_open_memory(alloc, out.data, out.length, &npz, NULL);
  st = st ? st : tercet_npz_get(npz, 0, &tensor, NULL);
  tercet_tensor_unref(tensor);
  tercet_npz_close(npz);
  free(out.data);
  return st;
}

static void
test_failing_allocations_and_outputs(void)
{
  uint64_t seed = 45;
  tensor_set set;
  fill_set(&set, &seed);
  for (size_t compress = 0; compress < 2; ++compress) {
    failing_allocator state = {0, SIZE_MAX};
    const tercet_allocator alloc = {failing_allocate, failing_release, &state};
    CHECK_STATUS(write_and_read(&alloc, &set, compress), TERCET_OK);
    for (size_t n = state.calls, i = 0; i < n; ++i) {
      state = (failing_allocator){0, i};
      CHECK_STATUS(write_and_read(&alloc, &set, compress),
                   TERCET_ERR_NO_MEMORY);
    }
    for (size_t max = 0; max < 900; max += 7) {
      memory_output out = {NULL, 0, max};
      const tercet_output output = {memory_write, &out};
      CHECK_STATUS(
          tercet_npz_write(
              NULL, N_TENSORS, set.names, set.tensors, compress, &output, NULL),
          TERCET_ERR_IO);
      free(out.data);
    }
  }
  clear_set(&set);
}

int
main(void)
{
  test_stored_archive();
  test_deflated_archive();
  test_zip64_archive();
  test_round_trips();
  test_save_and_open_both_ways();
  test_no_tensors_and_very_many();
  test_names_that_cannot_be_written();
  test_truncated_and_mutated_archives();
  test_checksum();
  test_size_that_lies();
  test_encrypted_and_unknown_methods();
  test_failing_allocations_and_outputs();
  return check_finish();
}
