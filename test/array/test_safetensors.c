// SPDX-License-Identifier: Apache-2.0

/// .safetensors files: round trips, and headers that lie

#include "io_reference.h"

static tercet_string
string(const char *text)
{
  return (tercet_string){text, strlen(text)};
}

/// Return a file with this header and `n_data` zeros, to be freed
static char *
make_file(const char *header, size_t n_data, size_t *length)
{
  const size_t n = strlen(header);
  *length = 8U + n + n_data;
  char *const data = (char *)calloc(1, *length);
  for (size_t i = 0; i < 8U; ++i) {
    data[i] = (char)((uint64_t)n >> 8U * i & 0xffU);
  }
  memcpy(data + 8, header, n);
  return data;
}

static tercet_status
open_header(const char *header,
            size_t n_data,
            tercet_safetensors **out,
            char **data,
            tercet_error *err)
{
  size_t length = 0;
  *data = make_file(header, n_data, &length);
  const tercet_status st =
      tercet_safetensors_open_memory(NULL, *data, length, out, err);
  CHECK((st == TERCET_OK) == (*out != NULL));
  return st;
}

/* ---- Reading ---- */

static void
test_read_by_name_with_metadata(void)
{
  tercet_safetensors *file = NULL;
  char *data = NULL;
  tercet_error err = {0};
  CHECK_STATUS(
      open_header(
          "{\"__metadata__\":{\"format\":\"pt\",\"a\\n\\u00e9\":\"\\ud83d\\ude00\"},"
          "\"w\":{\"dtype\":\"F32\",\"shape\":[2,3],\"data_offsets\":[4,28]},"
          " \"b\" : {\"shape\" : [ ] , \"dtype\" : \"I32\" , "
          "\"data_offsets\" : [ 0 , 4 ] } }   ",
          28,
          &file,
          &data,
          &err),
      TERCET_OK);
  CHECK_INT(tercet_safetensors_count(file), 2);
  tercet_string key = tercet_safetensors_name(file, 0);
  CHECK_TEXT(key.data, key.length, "w");
  tercet_string value = {NULL, 0};
  CHECK_INT(tercet_safetensors_metadata_count(file), 2);
  tercet_safetensors_metadata(file, 0, &key, &value);
  CHECK_TEXT(key.data, key.length, "format");
  CHECK_TEXT(value.data, value.length, "pt");
  tercet_safetensors_metadata(file, 1, &key, &value);
  CHECK_TEXT(key.data, key.length, "a\n\xc3\xa9");
  CHECK_TEXT(value.data, value.length, "\xf0\x9f\x98\x80");

  size_t i = 9;
  CHECK(tercet_safetensors_find(file, string("b"), &i));
  CHECK_INT(i, 1);
  CHECK(!tercet_safetensors_find(file, string("c"), &i));
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_safetensors_get(file, 1, &tensor, &err), TERCET_OK);
  CHECK_INT(tercet_tensor_rank(tensor), 0);
  CHECK_INT(tercet_tensor_dtype(tensor), TERCET_DTYPE_I32);
  tercet_tensor_unref(tensor);
  CHECK_STATUS(tercet_safetensors_get(file, 2, &tensor, &err),
               TERCET_ERR_RANGE);
  tercet_safetensors_close(file);
  free(data);
}

static void
test_foreign_dtype_is_listed_but_not_read(void)
{
  tercet_safetensors *file = NULL;
  char *data = NULL;
  tercet_error err = {0};
  CHECK_STATUS(open_header("{\"x\":{\"dtype\":\"F8_E4M3\",\"shape\":[3],"
                           "\"data_offsets\":[0,3]}}",
                           3,
                           &file,
                           &data,
                           &err),
               TERCET_OK);
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_safetensors_get(file, 0, &tensor, &err),
               TERCET_ERR_DTYPE);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "tensor \"x\" has elements of type F8_E4M3");
  CHECK_STATUS(tercet_safetensors_map(file, 0, &tensor, &err),
               TERCET_ERR_DTYPE);
  tercet_safetensors_close(file);
  free(data);
}

/// A header and the bytes of data, and what is wrong with them
typedef struct {
  const char *header;
  size_t n_data;
  const char *message; ///< NULL: nothing
} header_case;

#define ENTRY(dtype, shape, offsets)                                           \
  "{\"dtype\":\"" dtype "\",\"shape\":" shape ",\"data_offsets\":" offsets "}"

static const header_case header_cases[] = {
    {"{}", 0, NULL},
    {"{\"a\":" ENTRY("U8", "[]", "[0,1]") "}", 1, NULL},
    {"{}", 1, "the tensors end at byte 0, the data at byte 1"},
    {"{\"a\":" ENTRY("U8", "[2]", "[0,2]") ",\"b\":" ENTRY(
         "U8", "[0]", "[2,2]") "}",
     2,
     NULL},
    {"{\"a\":" ENTRY("U8", "[2]", "[0,3]") "}",
     3,
     "tensor \"a\" has 3 bytes, but uint8[2] needs 2"},
    {"{\"a\":" ENTRY("U8", "[2]", "[0,2]") "}",
     1,
     "tensor \"a\" has bytes 0 to 2 of 1"},
    {"{\"a\":" ENTRY("U8", "[2]", "[2,0]") "}",
     2,
     "tensor \"a\" has bytes 2 to 0 of 2"},
    {"{\"a\":" ENTRY("U8", "[2]", "[0,2]") ",\"b\":" ENTRY(
         "U8", "[2]", "[1,3]") "}",
     3,
     "tensor \"b\" begins at byte 1, where the one before it ends at byte 2"},
    {"{\"a\":" ENTRY("U8", "[1]", "[0,1]") ",\"b\":" ENTRY(
         "U8", "[1]", "[2,3]") "}",
     3,
     "tensor \"b\" begins at byte 2, where the one before it ends at byte 1"},
    {"{\"a\":" ENTRY("U8", "[1]", "[0,1]") ",\"a\":" ENTRY(
         "U8", "[1]", "[1,2]") "}",
     2,
     "tensor \"a\" occurs twice"},
    {"{\"a\":" ENTRY("F64", "[4294967296,4294967296]", "[0,8]") "}", 8, ""},
    {"{\"a\":" ENTRY("U8", "[9223372036854775808]", "[0,8]") "}", 8, ""},
    {"{\"a\":" ENTRY("U8", "[-1]", "[0,8]") "}", 8, ""},
    {"{\"a\":" ENTRY("U8", "[01]", "[0,1]") "}", 1, ""},
    {"{\"a\":" ENTRY("U8", "[1.0]", "[0,1]") "}", 1, ""},
    {"{\"a\":" ENTRY("U8", "[1,]", "[0,1]") "}", 1, ""},
    {"{\"a\":" ENTRY("U8", "[1]", "[0]") "}", 1, ""},
    {"{\"a\":" ENTRY("", "[1]", "[0,1]") "}", 1, ""},
    {"{\"a\":" ENTRY("U8U8U8U8U8U8U8U8", "[1]", "[0,1]") "}", 1, ""},
    {"{\"a\":{\"dtype\":\"U8\",\"shape\":[1]}}", 1, ""},
    {"{\"a\":{}}", 0, ""},
    {"{\"a\":{\"dtype\":\"U8\",\"dtype\":\"U8\",\"shape\":[0],"
     "\"data_offsets\":[0,0]}}",
     0,
     ""},
    {"{\"a\":{\"dtype\":\"U8\",\"x\":1,\"shape\":[0],\"data_offsets\":[0,0]}}",
     0,
     ""},
    {"{\"__metadata__\":{},\"__metadata__\":{}}", 0, ""},
    {"{\"__metadata__\":{\"a\":1}}", 0, ""},
    {"{\"__metadata__\":{\"a\":\"b\"}} x", 0, ""},
    {" {}", 0, ""},
    {"", 0, ""},
    {"[]", 0, ""},
    {"{\"a", 0, ""},
    {"{\"\\", 0, ""},
    {"{\"\\x\":1}", 0, ""},
    {"{\"\\u12\":1}", 0, ""},
    {"{\"\\ud800\":1}", 0, ""},
    {"{\"\\ud800\\u0041\":1}", 0, ""},
    {"{\"\\udc00\":1}", 0, ""},
    {"{\"a\nb\":1}", 0, ""},
    {"{\"\xff\":1}",
     0,
     "the safetensors header is malformed at byte 10: this is not UTF-8"},
    {"{\"a\" 1}",
     0,
     "the safetensors header is malformed at byte 13: expected ':'"},
};

static void
test_headers_that_lie(void)
{
  const size_t n = sizeof(header_cases) / sizeof(header_cases[0]);
  for (size_t i = 0; i < n; ++i) {
    const header_case *const c = &header_cases[i];
    tercet_safetensors *file = NULL;
    char *data = NULL;
    tercet_error err = {0};
    const tercet_status st =
        open_header(c->header, c->n_data, &file, &data, &err);
    CHECK((st == TERCET_OK) == !c->message);
    if ((st == TERCET_OK) != !c->message) {
      fprintf(stderr, "  for %s: %s\n", c->header, err.message);
    }
    if (c->message && c->message[0]) {
      CHECK_TEXT(err.message, strlen(err.message), c->message);
    }
    tercet_safetensors_close(file);
    free(data);
  }
}

static void
test_lengths_that_lie(void)
{
  tercet_safetensors *file = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_safetensors_open_memory(
                   NULL, "\xff\xff\xff\xff\xff\xff\xff\xff{}", 10, &file, &err),
               TERCET_ERR_CORRUPT);
  CHECK_STATUS(tercet_safetensors_open_memory(
                   NULL, "\x03\0\0\0\0\0\0\0{}", 10, &file, &err),
               TERCET_ERR_CORRUPT);
  CHECK_STATUS(tercet_safetensors_open_memory(NULL, NULL, 0, &file, &err),
               TERCET_ERR_CORRUPT);
  CHECK_STATUS(tercet_safetensors_open(NULL, "/missing", &file, &err),
               TERCET_ERR_IO);
  CHECK_TEXT(err.source, strlen(err.source), "/missing");
}

/* ---- Round trips ---- */

enum { N_TENSORS = 20, NAME_SIZE = 16 };

/// Tensors with names, in the caller's storage
typedef struct {
  const tercet_tensor *tensors[N_TENSORS];
  tercet_tensor *owned[N_TENSORS];
  char texts[N_TENSORS][NAME_SIZE];
  tercet_string names[N_TENSORS];
} tensor_set;

static void
fill_set(tensor_set *set, uint64_t *state)
{
  for (size_t i = 0; i < N_TENSORS; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_shape(state, shape);
    const tercet_dtype dtype =
        (tercet_dtype)(check_random(state) % TERCET_DTYPE_C128);
    set->owned[i] = random_tensor(state, dtype, RANDOM_TAME, rank, shape);
    set->tensors[i] = set->owned[i];
    snprintf(set->texts[i], NAME_SIZE, "\"\\\t%zu", i);
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

static const tercet_string meta_keys[] = {{"k\"", 2}, {"", 0}};
static const tercet_string meta_values[] = {{"v\\\n", 3}, {"\xc3\xa9", 2}};

static tercet_safetensors_content
content_of(const tensor_set *set)
{
  return (tercet_safetensors_content){
      N_TENSORS, set->names, set->tensors, 2, meta_keys, meta_values};
}

static void
check_same(const tensor_set *set, const tercet_safetensors *file, bool map)
{
  CHECK_INT(tercet_safetensors_count(file), N_TENSORS);
  for (size_t i = 0; i < N_TENSORS; ++i) {
    size_t position = SIZE_MAX;
    tercet_tensor *again = NULL;
    CHECK(tercet_safetensors_find(file, set->names[i], &position));
    CHECK_STATUS(map ? tercet_safetensors_map(file, position, &again, NULL)
                     : tercet_safetensors_get(file, position, &again, NULL),
                 TERCET_OK);
    CHECK(again && same_tensors(set->tensors[i], again));
    CHECK(again && (tercet_tensor_mutable_data(again) == NULL) == map);
    tercet_tensor_unref(again);
  }
  tercet_string key = {NULL, 0};
  tercet_string value = {NULL, 0};
  CHECK_INT(tercet_safetensors_metadata_count(file), 2);
  tercet_safetensors_metadata(file, 0, &key, &value);
  CHECK_TEXT(key.data, key.length, "k\"");
  CHECK_TEXT(value.data, value.length, "v\\\n");
}

static void
test_round_trips(void)
{
  uint64_t state = 21;
  for (size_t i = 0; i < 100; ++i) {
    tensor_set set;
    fill_set(&set, &state);
    const tercet_safetensors_content content = content_of(&set);
    memory_output out = {NULL, 0, SIZE_MAX};
    const tercet_output output = {memory_write, &out};
    CHECK_STATUS(tercet_safetensors_write(NULL, &content, &output, NULL),
                 TERCET_OK);
    char *const copy = exact_copy(out.data, out.length);
    tercet_safetensors *file = NULL;
    CHECK_STATUS(
        tercet_safetensors_open_memory(NULL, copy, out.length, &file, NULL),
        TERCET_OK);
    if (file) {
      check_same(&set, file, false);
    }
    tercet_safetensors_close(file);
    free(copy);
    free(out.data);
    clear_set(&set);
  }
}

static void
test_save_and_map(void)
{
  uint64_t state = 22;
  tensor_set set;
  fill_set(&set, &state);
  const tercet_safetensors_content content = content_of(&set);
  tercet_safetensors *file = NULL;
  CHECK_STATUS(tercet_safetensors_save(NULL, &content, scratch_path(), NULL),
               TERCET_OK);
  CHECK_STATUS(tercet_safetensors_open(NULL, scratch_path(), &file, NULL),
               TERCET_OK);
  remove(scratch_path());
  check_same(&set, file, false);
  check_same(&set, file, true);

  // A tensor outlives the file, and each is aligned for its dtype
  tercet_tensor *tensor = NULL;
  size_t position = 0;
  CHECK(tercet_safetensors_find(file, set.names[0], &position));
  CHECK_STATUS(tercet_safetensors_map(file, position, &tensor, NULL),
               TERCET_OK);
  tercet_safetensors_close(file);
  CHECK(same_tensors(set.tensors[0], tensor));
  tercet_tensor_unref(tensor);
  clear_set(&set);
}

static void
test_contents_that_cannot_be_written(void)
{
  tercet_tensor *complex = NULL;
  tercet_tensor *byte = NULL;
  CHECK_STATUS(
      tercet_tensor_new(NULL, TERCET_DTYPE_C128, 0, NULL, &complex, NULL),
      TERCET_OK);
  CHECK_STATUS(tercet_tensor_new(NULL, TERCET_DTYPE_U8, 0, NULL, &byte, NULL),
               TERCET_OK);
  const tercet_tensor *const tensors[] = {byte, byte};
  const tercet_tensor *const wrong[] = {complex};
  const tercet_string names[] = {{"a", 1}, {"a", 1}};
  const tercet_string metadata = {"__metadata__", 12};
  const tercet_string malformed = {"\xff", 1};
  memory_output out = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &out};
  const tercet_safetensors_content contents[] = {
      {2, names, tensors, 0, NULL, NULL},
      {1, &metadata, tensors, 0, NULL, NULL},
      {1, &malformed, tensors, 0, NULL, NULL},
      {0, NULL, NULL, 2, names, names},
      {1, names, wrong, 0, NULL, NULL},
  };
  for (size_t i = 0; i < 5; ++i) {
    tercet_error err = {0};
    CHECK_STATUS(tercet_safetensors_write(NULL, &contents[i], &output, &err),
                 i < 4 ? TERCET_ERR_ARGUMENT : TERCET_ERR_DTYPE);
    CHECK(err.message[0]);
  }
  CHECK_INT(out.length, 0);
  tercet_tensor_unref(byte);
  tercet_tensor_unref(complex);
}

/* ---- Damage ---- */

static void
use_all(const tercet_safetensors *file)
{
  for (size_t i = 0; i < tercet_safetensors_count(file); ++i) {
    tercet_tensor *tensor = NULL;
    const tercet_status st = tercet_safetensors_get(file, i, &tensor, NULL);
    CHECK((st == TERCET_OK) == (tensor != NULL));
    tercet_tensor_unref(tensor);
  }
}

static void
test_truncated_and_mutated_files(void)
{
  uint64_t state = 23;
  tensor_set set;
  fill_set(&set, &state);
  tercet_safetensors_content content = content_of(&set);
  content.n = 3;
  memory_output out = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &out};
  CHECK_STATUS(tercet_safetensors_write(NULL, &content, &output, NULL),
               TERCET_OK);
  for (size_t n = 0; n < out.length; ++n) {
    char *const copy = exact_copy(out.data, n);
    tercet_safetensors *file = NULL;
    CHECK_STATUS(tercet_safetensors_open_memory(NULL, copy, n, &file, NULL),
                 TERCET_ERR_CORRUPT);
    free(copy);
  }
  for (size_t i = 0; i < 20000; ++i) {
    char *const copy = exact_copy(out.data, out.length);
    for (uint64_t n = check_random(&state) % 3U + 1U; n; --n) {
      copy[check_random(&state) % (out.length < 300U ? out.length : 300U)] =
          "\"[]{}:,\\u0123456789FIU \xff"[check_random(&state) % 25U];
    }
    tercet_safetensors *file = NULL;
    const tercet_status st =
        tercet_safetensors_open_memory(NULL, copy, out.length, &file, NULL);
    CHECK((st == TERCET_OK) == (file != NULL));
    if (file) {
      use_all(file);
    }
    tercet_safetensors_close(file);
    free(copy);
  }
  free(out.data);
  clear_set(&set);
}

static tercet_status
write_and_read(const tercet_allocator *alloc, const tensor_set *set)
{
  const tercet_safetensors_content content = content_of(set);
  memory_output out = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &out};
  tercet_safetensors *file = NULL;
  tercet_tensor *tensor = NULL;
  tercet_status st = tercet_safetensors_write(alloc, &content, &output, NULL);
  st = st ? st
          : tercet_safetensors_open_memory(
                alloc, out.data, out.length, &file, NULL);
  st = st ? st : tercet_safetensors_get(file, 0, &tensor, NULL);
  tercet_tensor_unref(tensor);
  tercet_safetensors_close(file);
  free(out.data);
  return st;
}

static void
test_failing_allocations_and_outputs(void)
{
  uint64_t seed = 24;
  tensor_set set;
  fill_set(&set, &seed);
  failing_allocator state = {0, SIZE_MAX};
  const tercet_allocator alloc = {failing_allocate, failing_release, &state};
  CHECK_STATUS(write_and_read(&alloc, &set), TERCET_OK);
  for (size_t n = state.calls, i = 0; i < n; ++i) {
    state = (failing_allocator){0, i};
    CHECK_STATUS(write_and_read(&alloc, &set), TERCET_ERR_NO_MEMORY);
  }

  const tercet_safetensors_content content = content_of(&set);
  for (size_t max = 0; max < 2000; max += 37) {
    memory_output out = {NULL, 0, max};
    const tercet_output output = {memory_write, &out};
    CHECK_STATUS(tercet_safetensors_write(NULL, &content, &output, NULL),
                 TERCET_ERR_IO);
    free(out.data);
  }
  clear_set(&set);
}

int
main(void)
{
  test_read_by_name_with_metadata();
  test_foreign_dtype_is_listed_but_not_read();
  test_headers_that_lie();
  test_lengths_that_lie();
  test_round_trips();
  test_save_and_map();
  test_contents_that_cannot_be_written();
  test_truncated_and_mutated_files();
  test_failing_allocations_and_outputs();
  return check_finish();
}
