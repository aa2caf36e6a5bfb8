// SPDX-License-Identifier: Apache-2.0

/// Checks for test programs: a failed one prints both values and is counted

#ifndef TERCET_TEST_CHECK_H
#define TERCET_TEST_CHECK_H

#include <tercet/status.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Checks that failed so far in this program
static size_t check_n_failed;

/// Checks so far in this program
static size_t check_n_done;

static inline void
check_report(bool holds, const char *file, int line, const char *text)
{
  ++check_n_done;
  if (!holds) {
    ++check_n_failed;
    fprintf(stderr, "%s:%d: failed: %s\n", file, line, text);
  }
}

#define CHECK(condition)                                                       \
  check_report((condition), __FILE__, __LINE__, #condition)

#define CHECK_INT(actual, expected)                                            \
  do {                                                                         \
    const int64_t actual_ = (int64_t)(actual);                                 \
    const int64_t expected_ = (int64_t)(expected);                             \
    check_report(actual_ == expected_, __FILE__, __LINE__, #actual);           \
    if (actual_ != expected_) {                                                \
      fprintf(stderr,                                                          \
              "  is %" PRId64 ", expected %" PRId64 "\n",                      \
              actual_,                                                         \
              expected_);                                                      \
    }                                                                          \
  } while (0)

#define CHECK_DOUBLE(actual, expected)                                         \
  do {                                                                         \
    const double actual_ = (actual);                                           \
    const double expected_ = (expected);                                       \
    const bool same_ = !memcmp(&actual_, &expected_, sizeof(double));          \
    check_report(same_, __FILE__, __LINE__, #actual);                          \
    if (!same_) {                                                              \
      fprintf(stderr, "  is %.17g, expected %.17g\n", actual_, expected_);     \
    }                                                                          \
  } while (0)

#define CHECK_STATUS(actual, expected)                                         \
  do {                                                                         \
    const tercet_status actual_ = (actual);                                    \
    const tercet_status expected_ = (expected);                                \
    check_report(actual_ == expected_, __FILE__, __LINE__, #actual);           \
    if (actual_ != expected_) {                                                \
      fprintf(stderr,                                                          \
              "  is \"%s\", expected \"%s\"\n",                                \
              tercet_status_string(actual_),                                   \
              tercet_status_string(expected_));                                \
    }                                                                          \
  } while (0)

/// Compare a (pointer, length) text with a terminated one
#define CHECK_TEXT(actual_data, actual_length, expected)                       \
  do {                                                                         \
    const char *const data_ = (actual_data);                                   \
    const size_t length_ = (actual_length);                                    \
    const char *const expected_ = (expected);                                  \
    const bool same_ = length_ == strlen(expected_) &&                         \
                       (!length_ || !memcmp(data_, expected_, length_));       \
    check_report(same_, __FILE__, __LINE__, #actual_data);                     \
    if (!same_) {                                                              \
      fprintf(stderr,                                                          \
              "  is \"%.*s\", expected \"%s\"\n",                              \
              (int)length_,                                                    \
              data_ ? data_ : "",                                              \
              expected_);                                                      \
    }                                                                          \
  } while (0)

/// Print the counts; the return value of main()
static inline int
check_finish(void)
{
  fprintf(stderr, "%zu checks, %zu failed\n", check_n_done, check_n_failed);
  return check_n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/// Return a 64-bit random number; `state` is the seed (SplitMix64)
static inline uint64_t
check_random(uint64_t *state)
{
  uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ (z >> 30U)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27U)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31U);
}

/// An allocator that fails the allocation number `fail_at`, counted from 0
typedef struct {
  size_t calls;
  size_t fail_at;
} failing_allocator;

static inline void *
failing_allocate(void *context, void *old, size_t size)
{
  failing_allocator *const state = (failing_allocator *)context;
  return state->calls++ == state->fail_at ? NULL : realloc(old, size);
}

static inline void
failing_release(void *context, void *pointer)
{
  (void)context;
  free(pointer);
}

#endif // TERCET_TEST_CHECK_H
