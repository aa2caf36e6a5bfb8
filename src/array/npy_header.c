// SPDX-License-Identifier: Apache-2.0

#include "array/npy_header.h"

#include "array/tensor_internal.h"
#include "base/checked.h"
#include "base/error.h"
#include "base/string_view.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/// Longest dict that is read.  One of a tensor has at most some 800 bytes;
/// long ones describe fields, which tensors have not.
#define DICT_MAX 16384U

#define MAGIC "\x93NUMPY"
#define MAGIC_LENGTH 6U

static bool
machine_is_little_endian(void)
{
  const uint16_t one = 1;
  uint8_t first = 0;
  memcpy(&first, &one, 1);
  return first == 1U;
}

/* ---- Element types ---- */

/// How NumPy calls a dtype behind the letter of the byte order
typedef struct {
  const char *code;
  tercet_dtype dtype;
} dtype_code;

static const dtype_code dtype_codes[] = {
    {"b1", TERCET_DTYPE_BOOL},
    {"i1", TERCET_DTYPE_I8},
    {"i2", TERCET_DTYPE_I16},
    {"i4", TERCET_DTYPE_I32},
    {"i8", TERCET_DTYPE_I64},
    {"u1", TERCET_DTYPE_U8},
    {"u2", TERCET_DTYPE_U16},
    {"u4", TERCET_DTYPE_U32},
    {"u8", TERCET_DTYPE_U64},
    {"f2", TERCET_DTYPE_F16},
    {"V2", TERCET_DTYPE_BF16},
    {"f4", TERCET_DTYPE_F32},
    {"f8", TERCET_DTYPE_F64},
    {"c8", TERCET_DTYPE_C64},
    {"c16", TERCET_DTYPE_C128},
};

static_assert(sizeof(dtype_codes) / sizeof(dtype_codes[0]) ==
                  TERCET_DTYPE_COUNT,
              "one code for each dtype");

/// Find the dtype of a descr such as "<f8"; false if there is none
static bool
read_descr(tercet_string descr, tercet_dtype *dtype, bool *is_swapped)
{
  if (descr.length < 3U || !strchr("<>=|", descr.data[0]) || !descr.data[0]) {
    return false;
  }

  const char order = descr.data[0];
  const tercet_string code = {descr.data + 1, descr.length - 1U};
  for (size_t i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    if (tercet_string_is(code, dtype_codes[i].code)) {
      *dtype = dtype_codes[i].dtype;
      const bool has_order =
          tercet_dtype_size(*dtype) > 1U && *dtype != TERCET_DTYPE_BF16;
      *is_swapped =
          has_order && ((order == '<' && !machine_is_little_endian()) ||
                        (order == '>' && machine_is_little_endian()));
      return !has_order || order != '|';
    }
  }
  return false;
}

/* ---- The dict ---- */

/// Where the reader is in the dict
typedef struct {
  const char *at;
  const char *end;
  const char *start;
  uint64_t offset; ///< Of `start` in the file
} dict_reader;

static tercet_status
fail(const dict_reader *reader, tercet_error *err, const char *what)
{
  return tercet_error_set(err,
                          TERCET_ERR_CORRUPT,
                          "the npy header is malformed at byte %" PRIu64 ": %s",
                          reader->offset +
                              (uint64_t)(reader->at - reader->start),
                          what);
}

static void
skip_spaces(dict_reader *reader)
{
  while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) &&
         *reader->at) {
    ++reader->at;
  }
}

/// Take a character, and spaces around it
static bool
take(dict_reader *reader, char c)
{
  skip_spaces(reader);
  if (reader->at == reader->end || *reader->at != c) {
    return false;
  }
  ++reader->at;
  skip_spaces(reader);
  return true;
}

static bool
take_word(dict_reader *reader, const char *word)
{
  const size_t length = strlen(word);
  if ((size_t)(reader->end - reader->at) < length ||
      memcmp(reader->at, word, length) != 0) {
    return false;
  }
  reader->at += length;
  return true;
}

/// Read a string without escapes
static tercet_status
read_string(dict_reader *reader, tercet_string *out, tercet_error *err)
{
  if (reader->at == reader->end ||
      (*reader->at != '\'' && *reader->at != '"')) {
    return fail(reader, err, "expected a string");
  }
  const char quote = *reader->at++;
  out->data = reader->at;
  while (reader->at < reader->end && *reader->at != quote) {
    if (*reader->at == '\\' || *reader->at == '\n') {
      return fail(reader, err, "unexpected character in a string");
    }
    ++reader->at;
  }
  if (reader->at == reader->end) {
    return fail(reader, err, "a string does not end");
  }
  out->length = (size_t)(reader->at - out->data);
  ++reader->at;
  return TERCET_OK;
}

static tercet_status
read_extent(dict_reader *reader, int64_t *out, tercet_error *err)
{
  const char *const start = reader->at;
  *out = 0;
  while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
    if (!tercet_i64_multiply(*out, 10, out) ||
        !tercet_i64_add(*out, *reader->at - '0', out)) {
      return fail(reader, err, "an extent is too large");
    }
    ++reader->at;
  }
  if (reader->at == start) {
    return fail(reader, err, "expected an extent");
  }
  // Python 2 wrote long integers like this
  take(reader, 'L');
  return TERCET_OK;
}

/// Read a tuple: (), (1,), (1, 2)
static tercet_status
read_shape(dict_reader *reader, tercet_npy_header *out, tercet_error *err)
{
  if (!take(reader, '(')) {
    return fail(reader, err, "expected a tuple");
  }
  bool has_comma = true;
  while (!take(reader, ')')) {
    if (!has_comma) {
      return fail(reader, err, "expected ',' or ')'");
    }
    if (out->rank == TERCET_MAX_RANK) {
      return fail(reader, err, "more than 32 axes");
    }
    TERCET_TRY(read_extent(reader, &out->shape[out->rank++], err));
    has_comma = take(reader, ',');
  }
  if (out->rank == 1 && !has_comma) {
    return fail(reader, err, "expected ','");
  }
  return TERCET_OK;
}

static tercet_status
read_dtype(dict_reader *reader, tercet_npy_header *out, tercet_error *err)
{
  if (reader->at < reader->end && *reader->at == '[') {
    return tercet_error_set(
        err, TERCET_ERR_DTYPE, "the npy file has elements with fields");
  }
  tercet_string descr = {NULL, 0};
  TERCET_TRY(read_string(reader, &descr, err));
  if (!read_descr(descr, &out->dtype, &out->is_swapped)) {
    return tercet_error_set(err,
                            TERCET_ERR_DTYPE,
                            "the npy file has elements of type \"%.*s\"",
                            TERCET_STRING_ARGS(descr));
  }
  return TERCET_OK;
}

/// Keys of the dict, as bits of those that were seen
enum { KEY_DESCR = 1, KEY_ORDER = 2, KEY_SHAPE = 4, KEYS_ALL = 7 };

/// Read a key and its value
static tercet_status
read_item(dict_reader *reader,
          unsigned *seen,
          tercet_npy_header *out,
          tercet_error *err)
{
  tercet_string key = {NULL, 0};
  TERCET_TRY(read_string(reader, &key, err));
  const unsigned bit = tercet_string_is(key, "descr")           ? KEY_DESCR
                       : tercet_string_is(key, "fortran_order") ? KEY_ORDER
                       : tercet_string_is(key, "shape")         ? KEY_SHAPE
                                                                : 0U;
  if (!bit || (*seen & bit)) {
    return fail(reader, err, bit ? "a key occurs twice" : "unknown key");
  }
  *seen |= bit;
  if (!take(reader, ':')) {
    return fail(reader, err, "expected ':'");
  }

  if (bit == KEY_DESCR) {
    return read_dtype(reader, out, err);
  }
  if (bit == KEY_SHAPE) {
    return read_shape(reader, out, err);
  }
  out->is_column_major = take_word(reader, "True");
  return out->is_column_major || take_word(reader, "False")
             ? TERCET_OK
             : fail(reader, err, "expected True or False");
}

static tercet_status
read_dict(dict_reader *reader, tercet_npy_header *out, tercet_error *err)
{
  if (!take(reader, '{')) {
    return fail(reader, err, "expected '{'");
  }
  unsigned seen = 0;
  bool has_comma = true;
  while (!take(reader, '}')) {
    if (!has_comma) {
      return fail(reader, err, "expected ',' or '}'");
    }
    TERCET_TRY(read_item(reader, &seen, out, err));
    has_comma = take(reader, ',');
  }
  if (reader->at != reader->end) {
    return fail(reader, err, "expected the end of the header");
  }
  return seen == KEYS_ALL ? TERCET_OK : fail(reader, err, "a key is missing");
}

/* ---- The whole header ---- */

tercet_status
tercet_npy_stream_read(tercet_npy_stream *stream,
                       void *out,
                       size_t n,
                       tercet_error *err)
{
  if (n > stream->size - stream->offset) {
    return tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "the npy data ends at byte %" PRIu64
                            ", where %zu bytes from byte %" PRIu64
                            " on should be",
                            stream->size,
                            n,
                            stream->offset);
  }
  TERCET_TRY(stream->read(stream->context, out, n, err));
  stream->offset += n;
  return TERCET_OK;
}

/// Read what precedes the dict; set `length` to that of the dict
static tercet_status
read_prefix(tercet_npy_stream *stream, size_t *length, tercet_error *err)
{
  uint8_t bytes[8] = {0};
  TERCET_TRY(tercet_npy_stream_read(stream, bytes, sizeof(bytes), err));
  if (memcmp(bytes, MAGIC, MAGIC_LENGTH) != 0) {
    return tercet_error_set(
        err, TERCET_ERR_CORRUPT, "this does not start like an npy file");
  }
  const unsigned version = bytes[6];
  if (version < 1U || version > 3U || bytes[7]) {
    return tercet_error_set(err,
                            TERCET_ERR_UNSUPPORTED,
                            "npy version %u.%u is not known",
                            version,
                            (unsigned)bytes[7]);
  }

  uint8_t n[4] = {0};
  TERCET_TRY(tercet_npy_stream_read(stream, n, version == 1U ? 2U : 4U, err));
  *length = (size_t)n[0] | (size_t)n[1] << 8U | (size_t)n[2] << 16U |
            (size_t)n[3] << 24U;
  if (*length > DICT_MAX) {
    return tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "the npy header of %zu bytes is longer than %u",
                            *length,
                            DICT_MAX);
  }
  return TERCET_OK;
}

/// Set the strides, and check that the elements are there
static tercet_status
check_elements(const tercet_npy_stream *stream,
               tercet_npy_header *header,
               tercet_error *err)
{
  const size_t size = tercet_dtype_size(header->dtype);
  int64_t n = 0;
  TERCET_TRY(tercet_shape_check(header->rank, header->shape, size, &n, err));

  header->n_bytes = (size_t)n * size;
  if (header->n_bytes > stream->size - stream->offset) {
    char shape[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(
        err,
        TERCET_ERR_CORRUPT,
        "the npy data has %" PRIu64 " bytes from byte %" PRIu64
        " on, but shape %s needs %zu",
        stream->size - stream->offset,
        stream->offset,
        tercet_shape_text(header->rank, header->shape, shape),
        header->n_bytes);
  }

  tercet_shape_strides(header->rank, header->shape, size, header->strides);
  int64_t stride = (int64_t)size;
  for (size_t i = 0; header->is_column_major && i < header->rank; ++i) {
    header->strides[i] = stride;
    stride *= header->shape[i] ? header->shape[i] : 1;
  }
  return TERCET_OK;
}

tercet_status
tercet_npy_header_read(tercet_npy_stream *stream,
                       tercet_npy_header *out,
                       tercet_error *err)
{
  char dict[DICT_MAX] = {0};
  size_t length = 0;
  *out = (tercet_npy_header){.dtype = TERCET_DTYPE_BOOL};
  TERCET_TRY(read_prefix(stream, &length, err));
  const uint64_t offset = stream->offset;
  TERCET_TRY(tercet_npy_stream_read(stream, dict, length, err));

  dict_reader reader = {dict, dict + length, dict, offset};
  TERCET_TRY(read_dict(&reader, out, err));
  return check_elements(stream, out, err);
}

/* ---- Writing ---- */

bool
tercet_npy_is_column_major(const tercet_tensor *tensor)
{
  if (tensor->rank < 2U || tercet_tensor_is_contiguous(tensor)) {
    return false;
  }
  int64_t stride = (int64_t)tercet_dtype_size(tensor->dtype);
  for (size_t i = 0; i < tensor->rank; ++i) {
    if (tensor->shape[i] != 1 && tensor->strides[i] != stride) {
      return false;
    }
    stride *= tensor->shape[i];
  }
  return true;
}

static const char *
dtype_code_of(tercet_dtype dtype)
{
  for (size_t i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    if (dtype_codes[i].dtype == dtype) {
      return dtype_codes[i].code;
    }
  }
  return "";
}

size_t
tercet_npy_header_write(const tercet_tensor *tensor,
                        char out[TERCET_NPY_HEADER_MAX])
{
  enum { PREFIX = 10 };

  const bool has_order = tercet_dtype_size(tensor->dtype) > 1U;
  const char order = !has_order ? '|' : machine_is_little_endian() ? '<' : '>';
  memset(out, ' ', TERCET_NPY_HEADER_MAX);
  size_t n = PREFIX;
  n += (size_t)snprintf(out + n,
                        TERCET_NPY_HEADER_MAX - n,
                        "{'descr': '%c%s', 'fortran_order': %s, 'shape': (",
                        order,
                        dtype_code_of(tensor->dtype),
                        tercet_npy_is_column_major(tensor) ? "True" : "False");
  for (size_t i = 0; i < tensor->rank; ++i) {
    n += (size_t)snprintf(out + n,
                          TERCET_NPY_HEADER_MAX - n,
                          i + 1U < tensor->rank ? "%" PRId64 ", "
                          : tensor->rank == 1U  ? "%" PRId64 ","
                                                : "%" PRId64,
                          tensor->shape[i]);
  }
  n += (size_t)snprintf(out + n, TERCET_NPY_HEADER_MAX - n, "), }");
  out[n] = ' ';

  const size_t length = (n + 1U + 63U) / 64U * 64U;
  out[length - 1U] = '\n';
  memcpy(out, MAGIC "\x01", MAGIC_LENGTH + 2U);
  out[8] = (char)((length - PREFIX) & 0xffU);
  out[9] = (char)((length - PREFIX) >> 8U);
  return length;
}
