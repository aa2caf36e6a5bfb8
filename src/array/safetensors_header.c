// SPDX-License-Identifier: Apache-2.0

#include "array/safetensors_header.h"

#include "array/shape.h"
#include "base/allocator.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/string_view.h"
#include "base/utf8.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const dtype_texts[] = {
    [TERCET_DTYPE_BOOL] = "BOOL",
    [TERCET_DTYPE_I8] = "I8",
    [TERCET_DTYPE_I16] = "I16",
    [TERCET_DTYPE_I32] = "I32",
    [TERCET_DTYPE_I64] = "I64",
    [TERCET_DTYPE_U8] = "U8",
    [TERCET_DTYPE_U16] = "U16",
    [TERCET_DTYPE_U32] = "U32",
    [TERCET_DTYPE_U64] = "U64",
    [TERCET_DTYPE_F16] = "F16",
    [TERCET_DTYPE_BF16] = "BF16",
    [TERCET_DTYPE_F32] = "F32",
    [TERCET_DTYPE_F64] = "F64",
    [TERCET_DTYPE_C64] = "C64",
    [TERCET_DTYPE_C128] = NULL,
};

static_assert(sizeof(dtype_texts) / sizeof(dtype_texts[0]) ==
                  TERCET_DTYPE_COUNT,
              "one text for each dtype");

const char *
tercet_safetensors_dtype_text(tercet_dtype dtype)
{
  return dtype_texts[dtype];
}

/* ---- JSON ---- */

/// Where the reader is in the header
typedef struct {
  tercet_safetensors_header *header;
  char *at;
  char *end;
} json_reader;

static tercet_status
fail(const json_reader *reader, tercet_error *err, const char *what)
{
  return tercet_error_set(err,
                          TERCET_ERR_CORRUPT,
                          "the safetensors header is malformed at byte %zu: %s",
                          SAFETENSORS_PREFIX +
                              (size_t)(reader->at - reader->header->text),
                          what);
}

static void
skip_spaces(json_reader *reader)
{
  while (reader->at < reader->end &&
         (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n' ||
          *reader->at == '\r')) {
    ++reader->at;
  }
}

/// Take a character, and spaces around it
static bool
take(json_reader *reader, char c)
{
  skip_spaces(reader);
  if (reader->at == reader->end || *reader->at != c) {
    return false;
  }
  ++reader->at;
  skip_spaces(reader);
  return true;
}

static tercet_status
expect(json_reader *reader, char c, tercet_error *err)
{
  const char what[] = {
      'e', 'x', 'p', 'e', 'c', 't', 'e', 'd', ' ', '\'', c, '\'', '\0'};
  return take(reader, c) ? TERCET_OK : fail(reader, err, what);
}

/// Read the four digits behind \u; false if they are not there
static bool
read_hex(json_reader *reader, uint32_t *out)
{
  *out = 0;
  for (size_t i = 0; i < 4U; ++i) {
    if (reader->at == reader->end) {
      return false;
    }
    const char c = *reader->at++;
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) {
      return false;
    }
    *out = *out << 4U | (uint32_t)digit;
  }
  return true;
}

/// Read what follows \u, a second half of a pair included
static tercet_status
read_unicode(json_reader *reader, char **out, tercet_error *err)
{
  uint32_t c = 0;
  if (!read_hex(reader, &c)) {
    return fail(reader, err, "expected four hexadecimal digits");
  }
  if (c >= 0xd800U && c < 0xdc00U) {
    uint32_t low = 0;
    if (reader->end - reader->at < 6 || *reader->at++ != '\\' ||
        *reader->at++ != 'u' || !read_hex(reader, &low) || low < 0xdc00U ||
        low > 0xdfffU) {
      return fail(reader, err, "half of a surrogate pair");
    }
    c = 0x10000U + ((c - 0xd800U) << 10U) + (low - 0xdc00U);
  } else if (c >= 0xdc00U && c <= 0xdfffU) {
    return fail(reader, err, "half of a surrogate pair");
  }
  *out += tercet_utf8_encode(c, *out);
  return TERCET_OK;
}

static tercet_status
read_escape(json_reader *reader, char **out, tercet_error *err)
{
  static const char letters[] = "\"\\/bfnrt";
  static const char meanings[] = "\"\\/\b\f\n\r\t";

  if (reader->at == reader->end) {
    return fail(reader, err, "a string does not end");
  }
  const char c = *reader->at++;
  if (c == 'u') {
    return read_unicode(reader, out, err);
  }
  const char *const letter = c ? strchr(letters, c) : NULL;
  if (!letter) {
    return fail(reader, err, "unknown escape");
  }
  *(*out)++ = meanings[letter - letters];
  return TERCET_OK;
}

/// Read a string; escapes are shorter than what they stand for, so that it is
/// unescaped where it is
static tercet_status
read_string(json_reader *reader, tercet_string *out, tercet_error *err)
{
  if (reader->at == reader->end || *reader->at != '"') {
    return fail(reader, err, "expected a string");
  }
  char *const start = ++reader->at;
  char *to = start;
  while (reader->at < reader->end && *reader->at != '"') {
    const char c = *reader->at++;
    if ((unsigned char)c < 0x20U) {
      return fail(reader, err, "control character in a string");
    }
    if (c != '\\') {
      *to++ = c;
      continue;
    }
    TERCET_TRY(read_escape(reader, &to, err));
  }
  if (reader->at == reader->end) {
    return fail(reader, err, "a string does not end");
  }
  ++reader->at;
  *out = (tercet_string){start, (size_t)(to - start)};
  return TERCET_OK;
}

/// Read a whole number up to that of an int64_t
static tercet_status
read_integer(json_reader *reader, int64_t *out, tercet_error *err)
{
  const char *const start = reader->at;
  *out = 0;
  while (reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9') {
    if (!tercet_i64_multiply(*out, 10, out) ||
        !tercet_i64_add(*out, *reader->at - '0', out)) {
      return fail(reader, err, "a number is too large");
    }
    ++reader->at;
  }
  if (reader->at == start || (*start == '0' && reader->at - start > 1)) {
    return fail(reader, err, "expected a whole number");
  }
  return TERCET_OK;
}

/* ---- Entries ---- */

static uint64_t
hash_name(tercet_string name)
{
  return tercet_hash_bytes(name.data, name.length, 0);
}

static bool
name_equals(const void *context, uint64_t position, const void *key)
{
  const tercet_safetensors_header *const header =
      (const tercet_safetensors_header *)context;
  return tercet_string_equals(header->entries[position].name,
                              *(const tercet_string *)key);
}

static uint64_t
name_hash_at(const void *context, uint64_t position)
{
  const tercet_safetensors_header *const header =
      (const tercet_safetensors_header *)context;
  return hash_name(header->entries[position].name);
}

uint64_t
tercet_safetensors_header_find(const tercet_safetensors_header *header,
                               tercet_string name)
{
  return tercet_hash_index_find(
      &header->names, hash_name(name), name_equals, header, &name);
}

/// Read the extents of a tensor
static tercet_status
read_shape(json_reader *reader,
           tercet_safetensors_entry *entry,
           tercet_error *err)
{
  tercet_safetensors_header *const header = reader->header;
  TERCET_TRY(expect(reader, '[', err));
  if (take(reader, ']')) {
    return TERCET_OK;
  }
  do {
    if (entry->rank == TERCET_MAX_RANK) {
      return fail(reader, err, "more than 32 axes");
    }
    if (!tercet_grow_array(header->alloc,
                           (void **)&header->extents,
                           &header->extent_capacity,
                           header->n_extents + 1U,
                           sizeof(*header->extents))) {
      return tercet_error_no_memory(err);
    }
    TERCET_TRY(read_integer(reader, &header->extents[header->n_extents], err));
    ++header->n_extents;
    ++entry->rank;
  } while (take(reader, ','));
  return expect(reader, ']', err);
}

static tercet_status
read_offsets(json_reader *reader,
             tercet_safetensors_entry *entry,
             tercet_error *err)
{
  int64_t begin = 0;
  int64_t end = 0;
  TERCET_TRY(expect(reader, '[', err));
  TERCET_TRY(read_integer(reader, &begin, err));
  TERCET_TRY(expect(reader, ',', err));
  TERCET_TRY(read_integer(reader, &end, err));
  TERCET_TRY(expect(reader, ']', err));
  entry->begin = (uint64_t)begin;
  entry->end = (uint64_t)end;
  return TERCET_OK;
}

static tercet_status
read_dtype(json_reader *reader,
           tercet_safetensors_entry *entry,
           tercet_error *err)
{
  tercet_string text = {NULL, 0};
  TERCET_TRY(read_string(reader, &text, err));
  if (!text.length || text.length >= SAFETENSORS_DTYPE_TEXT_MAX) {
    return fail(reader, err, "this is not a dtype");
  }
  memcpy(entry->dtype_text, text.data, text.length);
  for (size_t i = 0; i < TERCET_DTYPE_COUNT; ++i) {
    if (dtype_texts[i] && tercet_string_is(text, dtype_texts[i])) {
      entry->dtype = (tercet_dtype)i;
      entry->has_dtype = true;
    }
  }
  return TERCET_OK;
}

/// Keys of a tensor, as bits of those that were seen
enum { KEY_DTYPE = 1, KEY_SHAPE = 2, KEY_OFFSETS = 4, KEYS_ALL = 7 };

/// Read a key and its value
static tercet_status
read_item(json_reader *reader,
          unsigned *seen,
          tercet_safetensors_entry *entry,
          tercet_error *err)
{
  tercet_string key = {NULL, 0};
  TERCET_TRY(read_string(reader, &key, err));
  const unsigned bit = tercet_string_is(key, "dtype")          ? KEY_DTYPE
                       : tercet_string_is(key, "shape")        ? KEY_SHAPE
                       : tercet_string_is(key, "data_offsets") ? KEY_OFFSETS
                                                               : 0U;
  if (!bit || (*seen & bit)) {
    return fail(reader, err, bit ? "a key occurs twice" : "unknown key");
  }
  *seen |= bit;
  TERCET_TRY(expect(reader, ':', err));
  return bit == KEY_DTYPE   ? read_dtype(reader, entry, err)
         : bit == KEY_SHAPE ? read_shape(reader, entry, err)
                            : read_offsets(reader, entry, err);
}

const int64_t *
tercet_safetensors_header_shape(const tercet_safetensors_header *header,
                                const tercet_safetensors_entry *entry)
{
  return entry->rank ? header->extents + entry->first_extent : NULL;
}

/// Check that the bytes are as many as dtype and shape say, and there
static tercet_status
check_entry(const tercet_safetensors_header *header,
            const tercet_safetensors_entry *entry,
            tercet_error *err)
{
  if (entry->begin > entry->end || entry->end > header->n_data) {
    return tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "tensor \"%.*s\" has bytes %" PRIu64 " to %" PRIu64
                            " of %" PRIu64,
                            TERCET_STRING_ARGS(entry->name),
                            entry->begin,
                            entry->end,
                            header->n_data);
  }
  if (!entry->has_dtype) {
    return TERCET_OK;
  }

  const int64_t *const shape = tercet_safetensors_header_shape(header, entry);
  int64_t n = 0;
  const size_t size = tercet_dtype_size(entry->dtype);
  TERCET_TRY(tercet_shape_check(entry->rank, shape, size, &n, err));
  if ((uint64_t)n * size != entry->end - entry->begin) {
    char text[TERCET_SHAPE_TEXT_MAX];
    return tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "tensor \"%.*s\" has %" PRIu64
                            " bytes, but %s%s needs %" PRIu64,
                            TERCET_STRING_ARGS(entry->name),
                            entry->end - entry->begin,
                            tercet_dtype_name(entry->dtype),
                            tercet_shape_text(entry->rank, shape, text),
                            (uint64_t)n * size);
  }
  return TERCET_OK;
}

/// Make room for one more tensor
static tercet_status
reserve_entry(tercet_safetensors_header *header, tercet_error *err)
{
  if (!tercet_grow_array(header->alloc,
                         (void **)&header->entries,
                         &header->entry_capacity,
                         header->n_entries + 1U,
                         sizeof(*header->entries)) ||
      tercet_hash_index_reserve(&header->names, name_hash_at, header) !=
          TERCET_OK) {
    return tercet_error_no_memory(err);
  }
  return TERCET_OK;
}

static tercet_status
read_entry(json_reader *reader, tercet_string name, tercet_error *err)
{
  tercet_safetensors_header *const header = reader->header;
  if (tercet_safetensors_header_find(header, name) != TERCET_HASH_INDEX_NONE) {
    return tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "tensor \"%.*s\" occurs twice",
                            TERCET_STRING_ARGS(name));
  }

  tercet_safetensors_entry entry = {.name = name,
                                    .first_extent = header->n_extents};
  unsigned seen = 0;
  TERCET_TRY(expect(reader, '{', err));
  do {
    TERCET_TRY(read_item(reader, &seen, &entry, err));
  } while (take(reader, ','));
  if (seen != KEYS_ALL) {
    return fail(reader, err, "dtype, shape or data_offsets is missing");
  }
  TERCET_TRY(expect(reader, '}', err));
  TERCET_TRY(check_entry(header, &entry, err));
  TERCET_TRY(reserve_entry(header, err));
  header->entries[header->n_entries] = entry;
  tercet_hash_index_add(&header->names, hash_name(name), header->n_entries++);
  return TERCET_OK;
}

static tercet_status
read_metadata(json_reader *reader, tercet_error *err)
{
  tercet_safetensors_header *const header = reader->header;
  TERCET_TRY(expect(reader, '{', err));
  if (take(reader, '}')) {
    return TERCET_OK;
  }
  do {
    tercet_safetensors_pair pair = {{NULL, 0}, {NULL, 0}};
    TERCET_TRY(read_string(reader, &pair.key, err));
    TERCET_TRY(expect(reader, ':', err));
    TERCET_TRY(read_string(reader, &pair.value, err));
    if (!tercet_grow_array(header->alloc,
                           (void **)&header->pairs,
                           &header->pair_capacity,
                           header->n_pairs + 1U,
                           sizeof(*header->pairs))) {
      return tercet_error_no_memory(err);
    }
    header->pairs[header->n_pairs++] = pair;
  } while (take(reader, ','));
  return expect(reader, '}', err);
}

static tercet_status
read_object(json_reader *reader, tercet_error *err)
{
  bool has_metadata = false;
  if (reader->at == reader->end || *reader->at != '{') {
    return fail(reader, err, "expected '{'");
  }
  take(reader, '{');
  if (!take(reader, '}')) {
    do {
      tercet_string name = {NULL, 0};
      TERCET_TRY(read_string(reader, &name, err));
      TERCET_TRY(expect(reader, ':', err));
      if (!tercet_string_is(name, "__metadata__")) {
        TERCET_TRY(read_entry(reader, name, err));
      } else if (has_metadata) {
        return fail(reader, err, "the metadata occurs twice");
      } else {
        has_metadata = true;
        TERCET_TRY(read_metadata(reader, err));
      }
    } while (take(reader, ','));
    TERCET_TRY(expect(reader, '}', err));
  }
  return reader->at == reader->end
             ? TERCET_OK
             : fail(reader, err, "expected the end of the header");
}

/* ---- Gaps and overlaps ---- */

/// A run of bytes and the position of its tensor
typedef struct {
  uint64_t begin;
  uint64_t end;
  size_t position;
} byte_run;

static int
compare_runs(const void *a, const void *b)
{
  const byte_run *const x = (const byte_run *)a;
  const byte_run *const y = (const byte_run *)b;
  if (x->begin != y->begin) {
    return x->begin < y->begin ? -1 : 1;
  }
  return x->end < y->end ? -1 : x->end > y->end ? 1 : 0;
}

/// Check that each byte belongs to one tensor
static tercet_status
check_runs(const tercet_safetensors_header *header, tercet_error *err)
{
  const size_t n = header->n_entries;
  byte_run *const runs =
      (byte_run *)tercet_allocate_array(header->alloc, n, sizeof(byte_run));
  if (!runs) {
    return tercet_error_no_memory(err);
  }
  for (size_t i = 0; i < n; ++i) {
    const byte_run run = {header->entries[i].begin, header->entries[i].end, i};
    runs[i] = run;
  }
  qsort(runs, n, sizeof(*runs), compare_runs);

  tercet_status st = TERCET_OK;
  uint64_t at = 0;
  for (size_t i = 0; i < n && st == TERCET_OK; ++i) {
    const tercet_safetensors_entry *const entry =
        &header->entries[runs[i].position];
    if (runs[i].begin != at) {
      st = tercet_error_set(err,
                            TERCET_ERR_CORRUPT,
                            "tensor \"%.*s\" begins at byte %" PRIu64
                            ", where the one before it ends at byte %" PRIu64,
                            TERCET_STRING_ARGS(entry->name),
                            runs[i].begin,
                            at);
    }
    at = runs[i].end;
  }
  tercet_release(header->alloc, runs);
  if (st == TERCET_OK && at != header->n_data) {
    st = tercet_error_set(err,
                          TERCET_ERR_CORRUPT,
                          "the tensors end at byte %" PRIu64
                          ", the data at byte %" PRIu64,
                          at,
                          header->n_data);
  }
  return st;
}

tercet_status
tercet_safetensors_header_read(tercet_safetensors_header *header,
                               const tercet_allocator *alloc,
                               char *text,
                               size_t length,
                               uint64_t n_data,
                               tercet_error *err)
{
  *header = (tercet_safetensors_header){
      .alloc = alloc, .text = text, .length = length, .n_data = n_data};
  tercet_hash_index_init(&header->names, alloc);
  json_reader reader = {header, text, text + length};
  tercet_status st = TERCET_OK;
  const size_t n_valid = tercet_utf8_validate(text, length);
  if (n_valid < length) {
    reader.at += n_valid;
    st = fail(&reader, err, "this is not UTF-8");
  }
  st = st != TERCET_OK ? st : read_object(&reader, err);
  st = st != TERCET_OK ? st : check_runs(header, err);
  if (st != TERCET_OK) {
    tercet_safetensors_header_clear(header);
  }
  return st;
}

void
tercet_safetensors_header_clear(tercet_safetensors_header *header)
{
  tercet_release(header->alloc, header->text);
  tercet_release(header->alloc, header->entries);
  tercet_release(header->alloc, header->pairs);
  tercet_release(header->alloc, header->extents);
  tercet_hash_index_clear(&header->names);
  header->text = NULL;
  header->entries = NULL;
  header->pairs = NULL;
  header->extents = NULL;
}
