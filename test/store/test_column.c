// SPDX-License-Identifier: Apache-2.0

#include "store/column.h"

#include "check.h"

/// Values behind those that may be written
#define N_GUARD 16U
#define GUARD UINT64_C(0x5a5a5a5a5a5a5a5a)

/// Write a column behind some other bytes, and compare all ways to read it
static void
check_column(const tercet_id *values, size_t n, uint64_t *seed)
{
  tercet_buffer buffer;
  tercet_column column;
  tercet_buffer_init(&buffer, NULL, SIZE_MAX);
  CHECK_STATUS(tercet_buffer_append_text(&buffer, "before block"), TERCET_OK);
  const size_t block_start = 7U;
  CHECK_STATUS(tercet_column_write(values, n, block_start, &buffer, &column),
               TERCET_OK);

  // Exactly as much memory as may be read
  char *const data = (char *)malloc(buffer.length + TERCET_COLUMN_SLACK);
  memcpy(data, buffer.data, buffer.length);
  memset(data + buffer.length, 0xff, TERCET_COLUMN_SLACK);
  for (size_t i = 0U; i < n; ++i) {
    if (tercet_column_get(&column, data + block_start, i) != values[i]) {
      CHECK_INT(tercet_column_get(&column, data + block_start, i), values[i]);
      break;
    }
  }

  tercet_id out[TERCET_BLOCK_ROWS + N_GUARD];
  for (size_t i = 0U; i < 20U; ++i) {
    const size_t first = i ? check_random(seed) % n : 0U;
    const size_t n_read = i ? 1U + check_random(seed) % (n - first) : n;
    for (size_t j = 0U; j < N_GUARD; ++j) {
      out[n_read + j] = GUARD;
    }
    tercet_column_read(&column, data + block_start, first, n_read, out);
    CHECK(!memcmp(out, values + first, n_read * sizeof(tercet_id)));
    for (size_t j = 0U; j < N_GUARD; ++j) {
      CHECK(out[n_read + j] == GUARD);
    }
  }

  free(data);
  tercet_buffer_clear(&buffer);
}

static void
test_all_widths(void)
{
  static const size_t sizes[] = {1, 2, 7, 8, 9, 63, 64, 65, 1000, 1023, 1024};

  uint64_t seed = 1U;
  tercet_id values[TERCET_BLOCK_ROWS];
  for (unsigned width = 0U; width <= 64U; ++width) {
    for (size_t s = 0U; s < sizeof(sizes) / sizeof(sizes[0]); ++s) {
      const uint64_t mask =
          width == 64U ? UINT64_MAX : (UINT64_C(1) << width) - 1U;
      const uint64_t min = check_random(&seed) & ~mask;
      for (size_t i = 0U; i < sizes[s]; ++i) {
        values[i] = min + (check_random(&seed) & mask);
      }
      values[0] = min;
      values[sizes[s] - 1U] = min + mask;
      check_column(values, sizes[s], &seed);
    }
  }
}

static void
test_mixed_tags(void)
{
  uint64_t seed = 2U;
  tercet_id values[TERCET_BLOCK_ROWS];
  for (unsigned i = 0U; i < 400U; ++i) {
    const size_t n = 1U + check_random(&seed) % TERCET_BLOCK_ROWS;
    const uint64_t n_tags = 1U + check_random(&seed) % 15U;
    const unsigned width = (unsigned)(check_random(&seed) % 61U);
    for (size_t j = 0U; j < n; ++j) {
      const tercet_tag tag = (tercet_tag)(check_random(&seed) % n_tags);
      const uint64_t payload =
          check_random(&seed) & ((UINT64_C(1) << (width / (1U + tag))) - 1U);
      values[j] = tercet_id_make(tag, payload & TERCET_ID_PAYLOAD_MASK);
    }
    check_column(values, n, &seed);
  }
}

static void
test_searches(void)
{
  uint64_t seed = 3U;
  tercet_id values[TERCET_BLOCK_ROWS];
  for (unsigned round = 0U; round < 200U; ++round) {
    const size_t n = 1U + check_random(&seed) % TERCET_BLOCK_ROWS;
    values[0] = tercet_id_make(TERCET_TAG_IRI, check_random(&seed) % 100U);
    for (size_t i = 1U; i < n; ++i) {
      values[i] = values[i - 1U] + check_random(&seed) % 3U;
    }
    if (round % 2U) { // Terms of a second kind at the end
      for (size_t i = n / 2U; i < n; ++i) {
        values[i] |= tercet_id_make(TERCET_TAG_TENSOR, 0U);
      }
    }

    tercet_buffer buffer;
    tercet_column column;
    tercet_buffer_init(&buffer, NULL, SIZE_MAX);
    CHECK_STATUS(tercet_column_write(values, n, 0U, &buffer, &column),
                 TERCET_OK);
    CHECK_STATUS(tercet_buffer_append(&buffer, "12345678", 8U), TERCET_OK);
    for (unsigned i = 0U; i < 50U; ++i) {
      const size_t begin = check_random(&seed) % (n + 1U);
      const size_t end = begin + check_random(&seed) % (n - begin + 1U);
      const tercet_id key =
          values[check_random(&seed) % n] + check_random(&seed) % 3U - 1U;
      size_t expected = begin;
      while (expected < end && values[expected] < key) {
        ++expected;
      }
      CHECK_INT(
          tercet_column_lower_bound(&column, buffer.data, begin, end, key),
          expected);
      CHECK_INT(tercet_column_gallop(&column, buffer.data, begin, end, key),
                expected);
    }
    tercet_buffer_clear(&buffer);
  }
}

/// Kinds of terms in one column must not cost wide differences
static void
test_mixed_columns_are_small(void)
{
  tercet_id values[TERCET_BLOCK_ROWS];
  for (size_t i = 0U; i < TERCET_BLOCK_ROWS; ++i) {
    values[i] = tercet_id_make(i % 2U ? TERCET_TAG_STRING : TERCET_TAG_INTEGER,
                               i / 2U % 256U);
  }

  tercet_buffer buffer;
  tercet_column column;
  tercet_buffer_init(&buffer, NULL, SIZE_MAX);
  CHECK_STATUS(
      tercet_column_write(values, TERCET_BLOCK_ROWS, 0U, &buffer, &column),
      TERCET_OK);
  CHECK(buffer.length < TERCET_BLOCK_ROWS * 10U / 8U);
  tercet_buffer_clear(&buffer);
}

int
main(void)
{
  test_all_widths();
  test_mixed_tags();
  test_searches();
  test_mixed_columns_are_small();
  return check_finish();
}
