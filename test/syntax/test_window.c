// SPDX-License-Identifier: Apache-2.0

#include "base/allocator.h"
#include "base/string_view.h"
#include "check.h"
#include "syntax/window.h"

#define N_TEXT 20000U

/// Set `text` to lines of random lengths
static void
make_text(char *text, uint64_t *seed)
{
  for (size_t i = 0; i < N_TEXT; ++i) {
    text[i] = check_random(seed) % 40U ? 'x' : '\n';
  }
}

static void
check_place(tercet_window *window, const char *text, const char *place)
{
  uint64_t expected_line = 1;
  uint64_t expected_column = 1;
  const uint64_t offset = window->n_before + (uint64_t)(place - window->data);
  for (uint64_t i = 0; i < offset; ++i) {
    expected_line += text[i] == '\n';
    expected_column = text[i] == '\n' ? 1U : expected_column + 1U;
  }

  uint64_t line = 0;
  uint64_t column = 0;
  tercet_window_locate(window, place, &line, &column);
  CHECK_INT(line, expected_line);
  CHECK_INT(column, expected_column);
}

/// Consume a text in random steps, locating random places of the window
static void
test_places_agree_with_counting(void)
{
  static char text[N_TEXT];
  uint64_t seed = 5;
  for (int round = 0; round < 20; ++round) {
    make_text(text, &seed);
    const tercet_string view = {text, N_TEXT};
    tercet_input *input = NULL;
    CHECK_STATUS(
        tercet_input_open_text(&tercet_allocator_default, view, &input, NULL),
        TERCET_OK);
    tercet_input_limit_reads(input, 1U + check_random(&seed) % 3000U);

    tercet_window window;
    tercet_window_init(&window, &tercet_allocator_default, input);
    while (!window.at_end) {
      CHECK_STATUS(tercet_window_fill(&window, 0, NULL), TERCET_OK);
      const size_t length = (size_t)(window.end - window.cursor);
      CHECK(!length ||
            !memcmp(window.cursor,
                    text + window.n_before + (window.cursor - window.data),
                    length));
      for (int i = 0; i < 3 && length; ++i) {
        check_place(
            &window, text, window.cursor + check_random(&seed) % length);
      }
      // Now and then nothing is consumed, so that the window grows and moves
      if (length && check_random(&seed) % 3U) {
        window.cursor += check_random(&seed) % (length + 1U);
      }
    }
    CHECK_INT(tercet_window_bytes(&window), N_TEXT);
    tercet_window_clear(&window);
    tercet_input_close(input);
  }
}

static void
test_padding_behind_the_end(void)
{
  tercet_input *input = NULL;
  CHECK_STATUS(
      tercet_input_open_text(
          &tercet_allocator_default, tercet_string_from("abc"), &input, NULL),
      TERCET_OK);
  tercet_window window;
  tercet_window_init(&window, &tercet_allocator_default, input);
  CHECK_STATUS(tercet_window_fill(&window, 0, NULL), TERCET_OK);
  CHECK_INT(window.end - window.cursor, 3);
  for (size_t i = 0; i < TERCET_WINDOW_PADDING; ++i) {
    CHECK_INT(window.end[i], 0);
  }
  tercet_window_clear(&window);
  tercet_input_close(input);
}

static void
test_limit(void)
{
  static char text[N_TEXT];
  const tercet_string view = {text, N_TEXT};
  tercet_input *input = NULL;
  CHECK_STATUS(
      tercet_input_open_text(&tercet_allocator_default, view, &input, NULL),
      TERCET_OK);
  tercet_input_limit_reads(input, 100);
  tercet_window window;
  tercet_window_init(&window, &tercet_allocator_default, input);
  window.max_kept = 250;
  tercet_error err = {0};
  CHECK_STATUS(tercet_window_fill(&window, 0, &err), TERCET_OK);
  CHECK_STATUS(tercet_window_fill(&window, 0, &err), TERCET_OK);
  CHECK_STATUS(tercet_window_fill(&window, 0, &err), TERCET_OK);
  CHECK_STATUS(tercet_window_fill(&window, 0, &err), TERCET_ERR_LIMIT);
  CHECK_INT(err.status, TERCET_ERR_LIMIT);

  // Consuming makes room again
  window.cursor = window.end;
  CHECK_STATUS(tercet_window_fill(&window, 0, &err), TERCET_OK);
  tercet_window_clear(&window);
  tercet_input_close(input);
}

int
main(void)
{
  test_places_agree_with_counting();
  test_padding_behind_the_end();
  test_limit();
  return check_finish();
}
