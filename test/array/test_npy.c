// SPDX-License-Identifier: Apache-2.0

/// .npy files: those that NumPy made, round trips, and malformed ones

#include "io_reference.h"

#include <fcntl.h>
#include <sys/stat.h>

/* ---- Files made by NumPy ---- */

typedef struct {
  const char *name;
  tercet_dtype dtype;
} sample;

static const sample samples[] = {
    {"b1", TERCET_DTYPE_BOOL},     {"i1", TERCET_DTYPE_I8},
    {"u1", TERCET_DTYPE_U8},       {"le_i2", TERCET_DTYPE_I16},
    {"le_i4", TERCET_DTYPE_I32},   {"le_i8", TERCET_DTYPE_I64},
    {"le_u2", TERCET_DTYPE_U16},   {"le_u4", TERCET_DTYPE_U32},
    {"le_u8", TERCET_DTYPE_U64},   {"le_f2", TERCET_DTYPE_F16},
    {"le_f4", TERCET_DTYPE_F32},   {"le_f8", TERCET_DTYPE_F64},
    {"le_c8", TERCET_DTYPE_C64},   {"le_c16", TERCET_DTYPE_C128},
    {"be_i2", TERCET_DTYPE_I16},   {"be_i4", TERCET_DTYPE_I32},
    {"be_i8", TERCET_DTYPE_I64},   {"be_u2", TERCET_DTYPE_U16},
    {"be_u4", TERCET_DTYPE_U32},   {"be_u8", TERCET_DTYPE_U64},
    {"be_f2", TERCET_DTYPE_F16},   {"be_f4", TERCET_DTYPE_F32},
    {"be_f8", TERCET_DTYPE_F64},   {"be_c8", TERCET_DTYPE_C64},
    {"be_c16", TERCET_DTYPE_C128},
};

/// The element at row-major position `i` of a sample
static reference_value
sample_value(tercet_dtype dtype, int64_t i)
{
  const reference_format format = reference_format_of(dtype);
  reference_value value = {(long double)i, 0};
  if (format.kind == REFERENCE_BOOL) {
    value.re = i != 0;
  } else if (format.kind == REFERENCE_FLOAT || format.min < 0) {
    value.re = (long double)(i - 2);
  }
  if (format.kind == REFERENCE_FLOAT) {
    value.re *= 0.5L;
  }
  if (format.is_complex) {
    value.im = (long double)(i + 1) * 0.5L;
  }
  return value;
}

static void
check_sample(const tercet_tensor *tensor, const sample *expected)
{
  CHECK_INT(tercet_tensor_dtype(tensor), expected->dtype);
  CHECK_INT(tercet_tensor_rank(tensor), 2);
  for (int64_t i = 0; i < 6; ++i) {
    const int64_t index[] = {i / 3, i % 3};
    const reference_value is = reference_get(tensor, index);
    const reference_value should = sample_value(expected->dtype, i);
    CHECK(is.re == should.re && is.im == should.im);
  }
}

static void
test_load_every_dtype_and_byte_order(void)
{
  for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); ++i) {
    char name[64];
    snprintf(name, sizeof(name), "%s.npy", samples[i].name);
    tercet_tensor *tensor = NULL;
    tercet_error err = {0};
    CHECK_STATUS(tercet_npy_load(NULL, data_path(name), &tensor, &err),
                 TERCET_OK);
    check_sample(tensor, &samples[i]);
    CHECK(tercet_tensor_mutable_data(tensor) != NULL);
    tercet_tensor_unref(tensor);

    CHECK_STATUS(tercet_npy_map(NULL, data_path(name), &tensor, &err),
                 TERCET_OK);
    check_sample(tensor, &samples[i]);
    CHECK(tercet_tensor_mutable_data(tensor) == NULL);
    tercet_tensor_unref(tensor);
  }
}

static tercet_tensor *
load(const char *name)
{
  tercet_tensor *tensor = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_npy_load(NULL, data_path(name), &tensor, &err),
               TERCET_OK);
  return tensor;
}

/// num.cr reads [[0, 3, 1], [4, 2, 5]]
static void
test_load_column_major(void)
{
  static const char *const names[] = {"fortran.npy", "fortran_be.npy"};
  for (size_t i = 0; i < 2; ++i) {
    tercet_tensor *const tensor = load(names[i]);
    for (int64_t j = 0; j < 6; ++j) {
      const int64_t index[] = {j / 3, j % 3};
      CHECK(reference_get(tensor, index).re == (long double)j);
    }
    CHECK(!tercet_tensor_is_contiguous(tensor));
    tercet_tensor_unref(tensor);
  }
}

static void
test_load_every_version(void)
{
  static const char *const names[] = {
      "version_1.npy", "version_2.npy", "version_3.npy"};
  for (size_t i = 0; i < 3; ++i) {
    tercet_tensor *const tensor = load(names[i]);
    const int64_t index[] = {1, 2};
    CHECK(reference_get(tensor, index).re == 5);
    tercet_tensor_unref(tensor);
  }
}

static void
test_load_rank_0_and_1_and_empty(void)
{
  tercet_tensor *tensor = load("scalar.npy");
  CHECK_INT(tercet_tensor_rank(tensor), 0);
  CHECK(reference_get(tensor, NULL).re == 2.5L);
  tercet_tensor_unref(tensor);

  tensor = load("vector.npy");
  const int64_t last = 2;
  CHECK_INT(tercet_tensor_rank(tensor), 1);
  CHECK(reference_get(tensor, &last).re == 2);
  tercet_tensor_unref(tensor);

  tensor = load("empty.npy");
  CHECK_INT(tercet_tensor_rank(tensor), 3);
  CHECK_INT(tercet_tensor_size(tensor), 0);
  CHECK_INT(tercet_tensor_shape(tensor)[2], 3);
  tercet_tensor_unref(tensor);
}

static void
check_load_fails(const char *path, tercet_status status, const char *message)
{
  tercet_tensor *tensor = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_npy_load(NULL, path, &tensor, &err), status);
  CHECK(tensor == NULL);
  CHECK_TEXT(err.message, strlen(err.message), message);
  CHECK_TEXT(err.source, strlen(err.source), path);
}

static void
test_errors_name_the_file_and_the_type(void)
{
  check_load_fails(data_path("record.npy"),
                   TERCET_ERR_DTYPE,
                   "the npy file has elements with fields");
  check_load_fails(data_path("text.npy"),
                   TERCET_ERR_DTYPE,
                   "the npy file has elements of type \"<U2\"");
  check_load_fails(data_path("missing.npy"),
                   TERCET_ERR_IO,
                   "cannot open the file: No such file or directory");
  CHECK_STATUS(tercet_npy_load(NULL, "/", &(tercet_tensor *){NULL}, NULL),
               TERCET_ERR_IO);
}

/* ---- Round trips ---- */

static void
check_round_trip(const tercet_tensor *tensor)
{
  memory_output file = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &file};
  CHECK_STATUS(tercet_npy_write(tensor, &output, NULL), TERCET_OK);

  tercet_tensor *again = NULL;
  size_t n_used = 0;
  char *const copy = exact_copy(file.data, file.length);
  CHECK_STATUS(tercet_npy_read(
                   &guard_allocator, copy, file.length, &n_used, &again, NULL),
               TERCET_OK);
  free(copy);
  CHECK_INT(n_used, file.length);
  CHECK(again && same_tensors(tensor, again));
  if (again) {
    check_end(again);
  }
  tercet_tensor_unref(again);
  free(file.data);
}

static void
test_round_trip_any_dtype_shape_and_strides(void)
{
  uint64_t state = 7;
  for (size_t i = 0; i < 3000; ++i) {
    int64_t shape[TERCET_MAX_RANK];
    const size_t rank = random_shape(&state, shape);
    const tercet_dtype dtype = (tercet_dtype)(i % TERCET_DTYPE_COUNT);
    tercet_tensor *const tensor =
        random_tensor(&state, dtype, RANDOM_TAME, rank, shape);
    check_round_trip(tensor);

    tercet_tensor *reversed = NULL;
    CHECK_STATUS(tercet_tensor_permute(tensor, NULL, &reversed, NULL),
                 TERCET_OK);
    check_round_trip(reversed);
    tercet_tensor_unref(reversed);
    tercet_tensor_unref(tensor);
  }
}

static void
test_round_trip_32_axes_and_long_lines(void)
{
  int64_t shape[TERCET_MAX_RANK];
  for (size_t i = 0; i < TERCET_MAX_RANK; ++i) {
    shape[i] = i % 8U ? 1 : 2;
  }
  uint64_t state = 8;
  tercet_tensor *tensor =
      random_tensor(&state, TERCET_DTYPE_F32, RANDOM_TAME, 32, shape);
  check_round_trip(tensor);
  tercet_tensor_unref(tensor);

  const int64_t wide[] = {3, 5000};
  for (size_t i = 0; i < 8; ++i) {
    tensor = random_tensor(&state, TERCET_DTYPE_C128, RANDOM_TAME, 2, wide);
    check_round_trip(tensor);
    tercet_tensor_unref(tensor);
  }
}

/// What NumPy reads: its own header for the same tensor, up to padding
static void
test_written_header_is_numpys(void)
{
  tercet_tensor *const tensor = load("fortran.npy");
  memory_output file = {NULL, 0, SIZE_MAX};
  const tercet_output output = {memory_write, &file};
  CHECK_STATUS(tercet_npy_write(tensor, &output, NULL), TERCET_OK);
  size_t length = 0;
  char *const expected = read_whole(data_path("fortran.npy"), &length);
  CHECK_INT(file.length, length);
  CHECK(file.length == length && !memcmp(file.data, expected, length));
  free(expected);
  free(file.data);
  tercet_tensor_unref(tensor);
}

static void
test_save_and_load(void)
{
  tercet_tensor *const tensor = load("le_f4.npy");
  tercet_error err = {0};
  CHECK_STATUS(tercet_npy_save(tensor, scratch_path(), &err), TERCET_OK);
  tercet_tensor *again = NULL;
  CHECK_STATUS(tercet_npy_map(NULL, scratch_path(), &again, &err), TERCET_OK);
  CHECK(again && same_tensors(tensor, again));
  // The mapping outlives the name of the file
  remove(scratch_path());
  CHECK(again && same_tensors(tensor, again));
  tercet_tensor_unref(again);

  CHECK_STATUS(tercet_npy_save(tensor, "/missing/x.npy", &err), TERCET_ERR_IO);
  CHECK_TEXT(err.source, strlen(err.source), "/missing/x.npy");
  if (access("/dev/full", W_OK) == 0) {
    CHECK_STATUS(tercet_npy_save(tensor, "/dev/full", &err), TERCET_ERR_IO);
    CHECK(access("/dev/full", F_OK) == 0);
  }
  tercet_tensor_unref(tensor);
}

static void
test_failing_output(void)
{
  tercet_tensor *const tensor = load("le_f4.npy");
  for (size_t max = 0; max < 152; ++max) {
    memory_output file = {NULL, 0, max};
    const tercet_output output = {memory_write, &file};
    CHECK_STATUS(tercet_npy_write(tensor, &output, NULL), TERCET_ERR_IO);
    free(file.data);
  }
  tercet_tensor_unref(tensor);
}

static void
test_load_from_a_pipe(void)
{
  size_t length = 0;
  char *const data = read_whole(data_path("le_c16.npy"), &length);
  int ends[2] = {-1, -1};
  CHECK_INT(pipe(ends), 0);
  CHECK_INT(write(ends[1], data, length), (int64_t)length);
  close(ends[1]);
  char path[64];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", ends[0]);
  tercet_tensor *tensor = NULL;
  tercet_error err = {0};
  CHECK_STATUS(tercet_npy_map(NULL, path, &tensor, &err), TERCET_OK);
  if (tensor) {
    const sample expected = {"", TERCET_DTYPE_C128};
    check_sample(tensor, &expected);
  }
  tercet_tensor_unref(tensor);
  close(ends[0]);
  free(data);
}

/* ---- Malformed files ---- */

static void
test_every_truncation_fails(void)
{
  static const char *const names[] = {
      "le_f4.npy", "be_c16.npy", "version_2.npy", "scalar.npy"};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    size_t length = 0;
    char *const data = read_whole(data_path(names[i]), &length);
    for (size_t n = 0; n < length; ++n) {
      char *const copy = exact_copy(data, n);
      tercet_tensor *tensor = NULL;
      tercet_error err = {0};
      CHECK_STATUS(tercet_npy_read(NULL, copy, n, NULL, &tensor, &err),
                   TERCET_ERR_CORRUPT);
      CHECK(tensor == NULL && strstr(err.message, "byte") != NULL);
      free(copy);
    }
    free(data);
  }
}

/// Read a file of version 1 with this dict and 24 bytes of elements
static tercet_status
read_dict(const char *dict, tercet_error *err)
{
  char data[1024];
  const size_t length = strlen(dict);
  memcpy(data, "\x93NUMPY\x01", 7);
  data[7] = 0;
  data[8] = (char)(length & 0xffU);
  data[9] = (char)(length >> 8U);
  memcpy(data + 10, dict, length);
  memset(data + 10 + length, 0, 24);
  tercet_tensor *tensor = NULL;
  const tercet_status st =
      tercet_npy_read(NULL, data, 34U + length, NULL, &tensor, err);
  CHECK((st == TERCET_OK) == (tensor != NULL));
  tercet_tensor_unref(tensor);
  return st;
}

typedef struct {
  const char *dict;
  tercet_status status;
} dict_case;

static const dict_case dict_cases[] = {
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", TERCET_OK},
    {"{\"shape\":(6,),\"fortran_order\":True,\"descr\":\"<f4\"}\n", TERCET_OK},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }  \n",
     TERCET_OK},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': ()}", TERCET_OK},
    {"{'descr': '|u1', 'fortran_order': False, 'shape': (24,)}", TERCET_OK},
    {"{'descr': '=i8', 'fortran_order': False, 'shape': (3,)}", TERCET_OK},
    {"{'descr': '<V2', 'fortran_order': False, 'shape': (3,)}", TERCET_OK},
    {"{'descr': '|i8', 'fortran_order': False, 'shape': (3,)}",
     TERCET_ERR_DTYPE},
    {"{'descr': '<f16', 'fortran_order': False, 'shape': (1,)}",
     TERCET_ERR_DTYPE},
    {"{'descr': '|O', 'fortran_order': False, 'shape': (1,)}",
     TERCET_ERR_DTYPE},
    {"{'descr': '', 'fortran_order': False, 'shape': (1,)}", TERCET_ERR_DTYPE},
    {"", TERCET_ERR_CORRUPT},
    {"{", TERCET_ERR_CORRUPT},
    {"{}", TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False}", TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}", TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (3)}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': 3}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2 3)}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'more': 1, 'fortran_order': False, 'shape': (2,)}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (7,)}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904,)",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': "
     "(4611686018427387904,)}",
     TERCET_ERR_SHAPE},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': "
     "(99999999999999999999,)}",
     TERCET_ERR_CORRUPT},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': (0, "
     "4294967296, 4294967296)}",
     TERCET_ERR_SHAPE},
    {"{'descr': '<f4', 'fortran_order': False, 'shape': "
     "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)}",
     TERCET_ERR_CORRUPT},
};

static void
test_dicts(void)
{
  for (size_t i = 0; i < sizeof(dict_cases) / sizeof(dict_cases[0]); ++i) {
    tercet_error err = {0};
    const tercet_status st = read_dict(dict_cases[i].dict, &err);
    CHECK_STATUS(st, dict_cases[i].status);
    if (st != dict_cases[i].status) {
      fprintf(stderr, "  for %s: %s\n", dict_cases[i].dict, err.message);
    }
  }

  tercet_error err = {0};
  CHECK_STATUS(
      read_dict("{'descr': '<f4', 'fortran_order': False, 'shape': (7,)}",
                &err),
      TERCET_ERR_CORRUPT);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "the npy data has 24 bytes from byte 65 on, but shape [7] needs "
             "28");
  CHECK_STATUS(read_dict("{'descr' '<f4'", &err), TERCET_ERR_CORRUPT);
  CHECK_TEXT(err.message,
             strlen(err.message),
             "the npy header is malformed at byte 19: expected ':'");
}

static void
test_versions_and_lengths(void)
{
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(
      tercet_npy_read(
          NULL, "\x93NUMPY\x04\x00\x01\x00\x00\x00{", 13, NULL, &tensor, NULL),
      TERCET_ERR_UNSUPPORTED);
  CHECK_STATUS(
      tercet_npy_read(
          NULL, "\x93NUMPY\x02\x00\xff\xff\xff\xff{", 13, NULL, &tensor, NULL),
      TERCET_ERR_CORRUPT);
  CHECK_STATUS(tercet_npy_read(NULL, NULL, 0, NULL, &tensor, NULL),
               TERCET_ERR_CORRUPT);
}

static void
test_mutated_files_do_no_harm(void)
{
  size_t length = 0;
  char *const data = read_whole(data_path("le_f4.npy"), &length);
  uint64_t state = 9;
  for (size_t i = 0; i < 20000; ++i) {
    char *const copy = exact_copy(data, length);
    for (uint64_t n = check_random(&state) % 3U + 1U; n; --n) {
      copy[check_random(&state) % (i % 2U ? 80U : length)] =
          "'(),:{}<>fiuL0123456789 TF\xff\x80"[check_random(&state) % 28U];
    }
    tercet_tensor *tensor = NULL;
    const tercet_status st =
        tercet_npy_read(NULL, copy, length, NULL, &tensor, NULL);
    CHECK((st == TERCET_OK) == (tensor != NULL));
    if (tensor) {
      check_round_trip(tensor);
    }
    tercet_tensor_unref(tensor);
    free(copy);
  }
  free(data);
}

/// A bool of NumPy may be any byte; ours is 0 or 1
static void
test_bools_become_0_or_1(void)
{
  size_t length = 0;
  char *const data = read_whole(data_path("b1.npy"), &length);
  data[length - 1U] = 7;
  tercet_tensor *tensor = NULL;
  CHECK_STATUS(tercet_npy_read(NULL, data, length, NULL, &tensor, NULL),
               TERCET_OK);
  CHECK_INT(((const uint8_t *)tercet_tensor_data(tensor))[5], 1);
  tercet_tensor_unref(tensor);
  free(data);
}

/* ---- Memory that runs out ---- */

static void
test_failing_allocations(void)
{
  char path[4096];
  snprintf(path, sizeof(path), "%s", data_path("be_f8.npy"));
  for (size_t map = 0; map < 2; ++map) {
    for (size_t i = 0;; ++i) {
      failing_allocator state = {0, i};
      const tercet_allocator alloc = {
          failing_allocate, failing_release, &state};
      tercet_tensor *tensor = NULL;
      const tercet_status st =
          map ? tercet_npy_map(&alloc, path, &tensor, NULL)
              : tercet_npy_load(&alloc, path, &tensor, NULL);
      if (st == TERCET_OK) {
        const sample expected = {"", TERCET_DTYPE_F64};
        check_sample(tensor, &expected);
        tercet_tensor_unref(tensor);
        if (state.calls <= i) {
          break;
        }
        continue; // Without memory for a mapping the file is read
      }
      CHECK_STATUS(st, TERCET_ERR_NO_MEMORY);
      CHECK(tensor == NULL);
    }
  }
}

int
main(void)
{
  test_load_every_dtype_and_byte_order();
  test_load_column_major();
  test_load_every_version();
  test_load_rank_0_and_1_and_empty();
  test_errors_name_the_file_and_the_type();
  test_round_trip_any_dtype_shape_and_strides();
  test_round_trip_32_axes_and_long_lines();
  test_written_header_is_numpys();
  test_save_and_load();
  test_failing_output();
  test_load_from_a_pipe();
  test_every_truncation_fails();
  test_dicts();
  test_versions_and_lengths();
  test_mutated_files_do_no_harm();
  test_bools_become_0_or_1();
  test_failing_allocations();
  return check_finish();
}
