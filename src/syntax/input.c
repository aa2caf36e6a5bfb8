// SPDX-License-Identifier: Apache-2.0

#include "syntax/input.h"

#include "base/allocator.h"
#include "base/error.h"
#include "syntax/decoder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Compressed bytes read at once
#define CHUNK ((size_t)128 * 1024)

/// Bytes that tell the kind of compression
#define N_MAGIC 6U

struct tercet_input {
  const tercet_allocator *alloc;
  const char *name;
  int fd; ///< -1 for memory
  bool owns_fd;
  size_t read_limit;
  tercet_string text; ///< For memory: what is left
  uint64_t n_taken;
  uint64_t n_total;

  const tercet_decoder *decoder; ///< NULL: plain
  void *decoder_state;
  char *chunk; ///< Bytes of the file, CHUNK of them at most
  tercet_compressed at_hand;
};

static tercet_status
fail_with_errno(const char *what, int code, tercet_error *err)
{
  char text[128];
  // With _GNU_SOURCE this returns the text, which need not be in the buffer
  const char *const message = strerror_r(code, text, sizeof(text));
  return tercet_error_set(err, TERCET_ERR_IO, "%s: %s", what, message);
}

/// Read bytes of the file as they are
static tercet_status
read_file(tercet_input *input,
          void *data,
          size_t size,
          const tercet_cancel *cancel,
          size_t *n_read,
          tercet_error *err)
{
  for (;;) {
    const ssize_t n = read(input->fd, data, size);
    if (n >= 0) {
      *n_read = (size_t)n;
      input->n_taken += (size_t)n;
      return TERCET_OK;
    }
    if (errno != EINTR) {
      return fail_with_errno("cannot read", errno, err);
    }

    // A signal may have asked to stop
    const tercet_status st = tercet_cancel_check(cancel);
    if (st) {
      return tercet_error_set(err, st, "%s", tercet_status_string(st));
    }
  }
}

/// Take bytes that were read ahead, or else read some
static tercet_status
read_plain(tercet_input *input,
           void *data,
           size_t size,
           const tercet_cancel *cancel,
           size_t *n_read,
           tercet_error *err)
{
  if (!input->at_hand.length) {
    return read_file(input, data, size, cancel, n_read, err);
  }

  const size_t n = size < input->at_hand.length ? size : input->at_hand.length;
  memcpy(data, input->at_hand.data, n);
  input->at_hand.data += n;
  input->at_hand.length -= n;
  *n_read = n;
  return TERCET_OK;
}

static tercet_status
read_text(tercet_input *input, void *data, size_t size, size_t *n_read)
{
  const size_t n = size < input->text.length ? size : input->text.length;
  if (n) {
    memcpy(data, input->text.data, n);
    input->text.data += n;
    input->text.length -= n;
    input->n_taken += n;
  }
  *n_read = n;
  return TERCET_OK;
}

static tercet_status
read_compressed(tercet_input *input,
                void *data,
                size_t size,
                const tercet_cancel *cancel,
                size_t *n_read,
                tercet_error *err)
{
  tercet_compressed *const at_hand = &input->at_hand;
  for (;;) {
    if (!at_hand->length && !at_hand->at_end) {
      size_t n = 0;
      TERCET_TRY(read_file(input, input->chunk, CHUNK, cancel, &n, err));
      at_hand->data = input->chunk;
      at_hand->length = n;
      at_hand->at_end = n == 0;
    }

    TERCET_TRY(input->decoder->decode(
        input->decoder_state, at_hand, (char *)data, size, n_read, err));
    if (*n_read || (at_hand->at_end && !at_hand->length)) {
      return TERCET_OK;
    }
  }
}

/// Set the decoder, if the first bytes tell one
static tercet_status
recognise(tercet_input *input, tercet_error *err)
{
  static const struct {
    char magic[N_MAGIC + 1];
    size_t length;
    const tercet_decoder *decoder;
    const char *name;
  } kinds[] = {
      {"\x1f\x8b", 2, &tercet_gzip_decoder, "gzip"},
      {"\x28\xb5\x2f\xfd", 4, &tercet_zstd_decoder, "Zstandard"},
      {"\xfd"
       "7zXZ",
       6,
       NULL,
       "xz"},
      {"BZh", 3, NULL, "bzip2"},
      {"PK\x03\x04", 4, NULL, "zip"},
  };

  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i) {
    if (input->at_hand.length >= kinds[i].length &&
        !memcmp(input->at_hand.data, kinds[i].magic, kinds[i].length)) {
      if (!kinds[i].decoder) {
        return tercet_error_set(
            err,
            TERCET_ERR_UNSUPPORTED,
            "%s data is not supported, only gzip and Zstandard are",
            kinds[i].name);
      }
      TERCET_TRY(
          kinds[i].decoder->open(input->alloc, &input->decoder_state, err));
      input->decoder = kinds[i].decoder;
      return TERCET_OK;
    }
  }

  return TERCET_OK;
}

/// Read the first bytes; a pipe may give them in small pieces
static tercet_status
read_ahead(tercet_input *input, const tercet_cancel *cancel, tercet_error *err)
{
  input->chunk = (char *)tercet_allocate(input->alloc, CHUNK);
  if (!input->chunk) {
    return tercet_error_no_memory(err);
  }

  tercet_compressed *const at_hand = &input->at_hand;
  at_hand->data = input->chunk;
  while (at_hand->length < N_MAGIC && !at_hand->at_end) {
    size_t n = 0;
    TERCET_TRY(read_file(input,
                         input->chunk + at_hand->length,
                         CHUNK - at_hand->length,
                         cancel,
                         &n,
                         err));
    at_hand->length += n;
    at_hand->at_end = n == 0;
  }
  return recognise(input, err);
}

tercet_status
tercet_input_read(tercet_input *input,
                  void *data,
                  size_t size,
                  const tercet_cancel *cancel,
                  size_t *n_read,
                  tercet_error *err)
{
  if (size > input->read_limit) {
    size = input->read_limit;
  }

  if (input->fd < 0) {
    return read_text(input, data, size, n_read);
  }
  if (!input->chunk) {
    TERCET_TRY(read_ahead(input, cancel, err));
  }
  return input->decoder
             ? read_compressed(input, data, size, cancel, n_read, err)
             : read_plain(input, data, size, cancel, n_read, err);
}

static tercet_status
open_fd(tercet_input *input, const char *path, tercet_error *err)
{
  if (!strcmp(path, "-")) {
    input->fd = STDIN_FILENO;
  } else {
    input->fd = open(path, O_RDONLY | O_CLOEXEC);
    input->owns_fd = true;
  }
  if (input->fd < 0) {
    return fail_with_errno("cannot open", errno, err);
  }

  struct stat info;
  if (fstat(input->fd, &info)) {
    return fail_with_errno("cannot open", errno, err);
  }
  if (S_ISDIR(info.st_mode)) {
    return tercet_error_set(err, TERCET_ERR_IO, "is a folder, not a file");
  }
  input->n_total = S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
  return TERCET_OK;
}

static tercet_input *
new_input(const tercet_allocator *alloc, const char *name)
{
  tercet_input *const input =
      (tercet_input *)tercet_allocate_zeroed(alloc, sizeof(tercet_input));
  if (input) {
    input->alloc = alloc;
    input->name = name;
    input->fd = -1;
    input->read_limit = SIZE_MAX;
  }
  return input;
}

tercet_status
tercet_input_open_file(const tercet_allocator *alloc,
                       const char *path,
                       tercet_input **out,
                       tercet_error *err)
{
  const char *const name = strcmp(path, "-") ? path : "standard input";
  tercet_input *const input = new_input(alloc, name);
  *out = NULL;
  if (!input) {
    return tercet_error_no_memory(err);
  }

  const tercet_status st = open_fd(input, path, err);
  if (st) {
    tercet_error_set_source(err, name);
    tercet_input_close(input);
    return st;
  }

  *out = input;
  return TERCET_OK;
}

tercet_status
tercet_input_open_text(const tercet_allocator *alloc,
                       tercet_string text,
                       tercet_input **out,
                       tercet_error *err)
{
  *out = new_input(alloc, "");
  if (!*out) {
    return tercet_error_no_memory(err);
  }

  (*out)->text = text;
  (*out)->n_total = text.length;
  return TERCET_OK;
}

void
tercet_input_limit_reads(tercet_input *input, size_t n_bytes)
{
  input->read_limit = n_bytes;
}

uint64_t
tercet_input_bytes_taken(const tercet_input *input)
{
  return input->n_taken;
}

uint64_t
tercet_input_bytes_total(const tercet_input *input)
{
  return input->n_total;
}

const char *
tercet_input_name(const tercet_input *input)
{
  return input->name;
}

void
tercet_input_close(tercet_input *input)
{
  if (!input) {
    return;
  }

  if (input->decoder) {
    input->decoder->close(input->decoder_state);
  }
  if (input->owns_fd && input->fd >= 0) {
    close(input->fd);
  }
  tercet_release(input->alloc, input->chunk);
  tercet_release(input->alloc, input);
}
