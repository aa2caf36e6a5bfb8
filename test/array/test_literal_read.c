// SPDX-License-Identifier: Apache-2.0

/// Reading of tensor literals: grammar, escapes, messages and their places

#include "array/literal.h"

#include "array/literal_cursor.h"
#include "base/float16.h"
#include "check.h"

#include <math.h>

#if defined(__SANITIZE_ADDRESS__)
#  define SCALE 10
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define SCALE 10
#  endif
#endif
#ifndef SCALE
#  define SCALE 1
#endif

#define HEAD "{\"type\": \"float64\", \"shape\": [2], "

/// Room that counts how often it was asked for
typedef struct {
  _Alignas(16) char bytes[8192];
  size_t n_bytes;
  int n_calls;
} test_room;

static void *
give_room(void *context, size_t n_bytes)
{
  test_room *const room = (test_room *)context;
  ++room->n_calls;
  room->n_bytes = n_bytes;
  return n_bytes <= sizeof(room->bytes) ? room->bytes : NULL;
}

static tercet_status
read_text(const char *text,
          size_t length,
          bool escaped,
          test_room *room,
          tercet_tensor_type *type,
          tercet_error *err)
{
  // A copy of the very size, so that a sanitizer sees reads behind it
  char *const copy = (char *)malloc(length ? length : 1U);
  const tercet_literal_room literal_room = {give_room, room};
  const tercet_string view = {copy, length};
  tercet_status st = TERCET_ERR_NO_MEMORY;
  *room = (test_room){.n_calls = 0};
  if (copy) {
    if (length) {
      memcpy(copy, text, length);
    }
    st = tercet_literal_read(view, escaped, &literal_room, type, err);
  }
  free(copy);
  return st;
}

static void
check_doubles(const char *text, bool escaped, double first, double second)
{
  static test_room room;
  tercet_tensor_type type;
  tercet_error err = {0};
  const tercet_status st =
      read_text(text, strlen(text), escaped, &room, &type, &err);
  CHECK_STATUS(st, TERCET_OK);
  if (st == TERCET_OK) {
    CHECK_INT(type.dtype, TERCET_DTYPE_F64);
    CHECK_INT(type.n_elements, 2);
    CHECK_DOUBLE(((const double *)(const void *)room.bytes)[0], first);
    CHECK_DOUBLE(((const double *)(const void *)room.bytes)[1], second);
    CHECK_INT(room.n_calls, 1);
    CHECK_INT(room.n_bytes, 16);
  } else {
    fprintf(stderr, "  %s\n  %s\n", text, err.message);
  }
}

static void
check_ill(const char *text, bool escaped, uint64_t column, const char *words)
{
  static test_room room;
  tercet_tensor_type type;
  tercet_error err = {0};
  CHECK_STATUS(read_text(text, strlen(text), escaped, &room, &type, &err),
               TERCET_ERR_SYNTAX);
  const bool good = err.column == column && strstr(err.message, words);
  CHECK(good);
  if (!good) {
    fprintf(stderr,
            "  %s\n  column %" PRIu64 " (expected %" PRIu64 "): %s\n",
            text,
            err.column,
            column,
            err.message);
  }
}

static void
test_members_in_any_order(void)
{
  static const char *const members[] = {
      "\"type\":\"float64\"", "\"shape\":[2]", "\"data\":[1.5,-2]"};
  static const int orders[][3] = {
      {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (size_t i = 0; i < 6U; ++i) {
    char text[256];
    snprintf(text,
             sizeof(text),
             "{%s,%s,%s}",
             members[orders[i][0]],
             members[orders[i][1]],
             members[orders[i][2]]);
    check_doubles(text, false, 1.5, -2.0);
  }
}

static void
test_white_space_anywhere(void)
{
  check_doubles(" \n{ \"type\" : \"float64\" , \"shape\"\t:\r[ 2 ] ,"
                " \"data\" : [ 1.5 , 2 ] } ",
                false,
                1.5,
                2.0);
  check_doubles(HEAD "\"data\": [1.5,2]}", false, 1.5, 2.0);
  check_doubles(HEAD "\"data\": [1.5,  2]}", false, 1.5, 2.0);
  check_doubles(HEAD "\"data\": [1.5 ,2]}", false, 1.5, 2.0);
  check_doubles("{\"data\": [\n1.5,\n2\n], \"shape\": [2], "
                "\"type\": \"float64\"}",
                false,
                1.5,
                2.0);
}

static void
test_escaped_text(void)
{
  check_doubles("{\\\"type\\\": \\\"float64\\\", \\\"shape\\\": [2], "
                "\\\"data\\\": [1.5, 2]}",
                true,
                1.5,
                2.0);

  // Line ends between tokens, escaped digits, a JSON escape in a key
  check_doubles("\\n{\\\"t\\\\u0079pe\\\":\\t\\\"float64\\\",\\r\\n"
                "\\\"shape\\\":\\u005B2],\\\"data\\\":[1\\u002E5\\n,\\n"
                "\\U00000032\\n]}",
                true,
                1.5,
                2.0);
  check_doubles("{\\\"data\\\":[1.5,\\n2\\u005D,\\\"type\\\":\\\"float64\\\","
                "\\\"shape\\\":[2]}",
                true,
                1.5,
                2.0);
  check_doubles("{\\\"data\\\":[\\\"NaN\\\",-Infinity],\\\"type\\\":"
                "\\\"float64\\\",\\\"shape\\\":[2]}",
                true,
                (double)NAN,
                -(double)INFINITY);

  // A quote need not be escaped in a long string
  check_doubles("{\"type\":\"float64\",\"shape\":[2],\"data\":[1.5\\n,2]}",
                true,
                1.5,
                2.0);

  check_ill("{\\\"type\\\":\\q", true, 11, "string in double quotes");
  check_ill("{\\\"a\\", true, 5, "not closed");
  check_ill("{\"a\":1,\\u12", true, 8, "string in double quotes");
  check_ill("{\\\"type\\\":1}", false, 2, "string in double quotes");
}

static void
test_long_escaped_numbers(void)
{
  char text[4096];
  size_t n = (size_t)snprintf(
      text,
      sizeof(text),
      "{\"type\":\"float64\",\"shape\":[2],\"data\":[1\\u002e");
  memset(text + n, '0', 900);
  snprintf(text + n + 900, sizeof(text) - n - 900, "1,2]}");
  check_doubles(text, true, 1.0, 2.0);
  memset(text + n, '0', 2000);
  snprintf(text + n + 2000, sizeof(text) - n - 2000, "1,2]}");
  check_ill(text, true, 39, "too long");

  // Without escapes there is no limit
  n = (size_t)snprintf(
      text, sizeof(text), "{\"type\":\"float64\",\"shape\":[2],\"data\":[1.");
  memset(text + n, '0', 3000);
  snprintf(text + n + 3000, sizeof(text) - n - 3000, "1,2]}");
  check_doubles(text, true, 1.0, 2.0);
}

static void
test_names_of_floats(void)
{
  const double inf = (double)INFINITY;
  const double nan_value = (double)NAN;
  check_doubles(HEAD "\"data\": [NaN, Infinity]}", false, nan_value, inf);
  check_doubles(
      HEAD "\"data\": [\"NaN\", \"Infinity\"]}", false, nan_value, inf);
  check_doubles(HEAD "\"data\": [-Infinity,\"-INF\"]}", false, -inf, -inf);
  check_doubles(HEAD "\"data\": [\"INF\",\"-Infinity\"]}", false, inf, -inf);
  check_ill(HEAD "\"data\": [INF, 1]}", false, 44, "expected a number");
  check_ill(HEAD "\"data\": [-NaN, 1]}", false, 44, "expected a number");
  check_ill(HEAD "\"data\": [\"nan\", 1]}", false, 44, "expected a number");
  check_ill(HEAD "\"data\": [1, \"1\"]}", false, 47, "expected a number");
  check_ill("{\"type\":\"int32\",\"shape\":[1],\"data\":[NaN]}",
            false,
            37,
            "expected a number");
  check_ill("{\"type\":\"bool\",\"shape\":[1],\"data\":[NaN]}",
            false,
            36,
            "expected a number");
}

static void
test_other_members_are_skipped(void)
{
  check_doubles("{\"a\":null,\"b\":[[],{},[1,{\"x\":[true,false,-1.5e3]}]],"
                "\"type\":\"float64\",\"c\":\"\\\"]}\\u00e9\",\"shape\":[2],"
                "\"d\":{\"data\":[9],\"e\":NaN},\"data\":[1.5,2],\"f\":{}}",
                false,
                1.5,
                2.0);
  check_doubles("{\"a\":\"]\",\"data\":[1.5,2],\"b\":\"]\",\"type\":"
                "\"float64\",\"shape\":[2]}",
                false,
                1.5,
                2.0);
  check_ill("{\"a\":[1,2}", false, 10, "expected ',' or ']'");
  check_ill("{\"a\":{\"b\":1]", false, 12, "expected ',' or '}'");
  check_ill("{\"a\":{\"b\"}", false, 10, "expected ':'");
  check_ill("{\"a\":nil}", false, 6, "expected a number");
  check_ill("{\"a\":\"x", false, 8, "not closed");
  check_ill("{\"a\":\"\\x\"}", false, 8, "malformed escape");
  check_ill("{\"a\":\"\\u12g4\"}", false, 11, "malformed escape");
  check_ill("{\"a\":[1,]}", false, 9, "expected a number");
  check_ill("{\"a\":\"\n\"}", false, 7, "not closed");
}

static void
test_nesting_has_a_limit(void)
{
  const size_t most = TERCET_LITERAL_MAX_DEPTH;
  char *const text = (char *)malloc(2U * most + 256U);
  CHECK(text != NULL);
  if (!text) {
    return;
  }
  for (size_t depth = most - 1U; depth <= most + 1U; ++depth) {
    size_t n = 5;
    memcpy(text, "{\"a\":", n);
    memset(text + n, '[', depth);
    n += depth;
    text[n++] = '0';
    memset(text + n, ']', depth);
    n += depth;
    const char *const rest =
        ",\"type\":\"float64\",\"shape\":[2],\"data\":[1.5,2]}";
    memcpy(text + n, rest, strlen(rest) + 1U);
    if (depth <= most) {
      check_doubles(text, false, 1.5, 2.0);
    } else {
      check_ill(text, false, 6U + depth, "within each other");
    }
  }
  free(text);
}

static void
test_messages_name_the_place(void)
{
  check_ill("", false, 1, "expected a JSON object");
  check_ill("[1]", false, 1, "expected a JSON object");
  check_ill("{}", false, 3, "\"shape\" is missing");
  check_ill("{\"shape\":[1]}", false, 14, "\"data\" is missing");
  check_ill("{\"data\":[1]}", false, 13, "\"shape\" is missing");
  check_ill("{\"shape\":[1],\"data\":[1]}", false, 22, "no type is given");
  check_ill("{\"type\":\"float8\"}", false, 9, "unknown element type");
  check_ill("{\"type\":\"complex64\"}", false, 9, "unknown element type");
  check_ill("{\"type\":\"a very long name of a type\"}", false, 9, "unknown");
  check_ill("{\"type\":7}", false, 9, "string in double quotes");
  check_ill("{\"type\":\"bool\",\"type\":\"bool\"}", false, 23, "twice");
  check_ill("{\"shape\":[1],\"shape\":[1]}", false, 22, "twice");
  check_ill("{\"data\":[1],\"data\":[1]}", false, 20, "twice");
  check_ill("{\"shape\":2}", false, 10, "must be an array");
  check_ill("{\"shape\":[2", false, 12, "expected ',' or ']'");
  check_ill("{\"shape\":[2,]}", false, 13, "expected a number");
  check_ill("{\"shape\":[-1]}", false, 11, "integer of 0 or more");
  check_ill("{\"shape\":[1.5]}", false, 11, "integer of 0 or more");
  check_ill("{\"shape\":[1e30]}", false, 11, "integer of 0 or more");
  check_ill("{\"data\":1}", false, 9, "must be an array");
  check_ill("{\"data\":[[1]]}", false, 10, "flat");
  check_ill(HEAD "\"data\": [1, [2]]}", false, 47, "flat");
  check_ill(HEAD "\"data\": [1]    }", false, 46, "data has 1");
  check_ill(HEAD "\"data\": [1]}", false, 44, "data has less");
  check_ill(HEAD "\"data\": [1, 2, 3]}", false, 49, "data goes on");
  check_ill(HEAD "\"data\": [1, 2]", false, 49, "expected ',' or '}'");
  check_ill(HEAD "\"data\": [1, 2]} x", false, 51, "behind the object");
  check_ill(HEAD "\"data\": [true, 2]}", false, 44, "type float64");
  check_ill(HEAD "\"data\": []       }", false, 44, "data has none");
  check_ill("{\"type\":\"int8\"}", false, 9, "unknown element type");
  check_ill("{\"type\":\"int16\",\"shape\":[1],\"data\":[1.5]}",
            false,
            37,
            "not an integer of type int16");
  check_ill("{\"type\":\"int32\",\"shape\":[0],\"data\":[1]}",
            false,
            37,
            "asks for 0");
}

static void
test_huge_shapes_ask_for_no_memory(void)
{
  static const char *const texts[] = {
      "{\"type\":\"float64\",\"shape\":[1000000000000],\"data\":[1,2]}",
      "{\"type\":\"float64\",\"shape\":[4294967296,4294967296],\"data\":[]}",
      "{\"type\":\"float64\",\"shape\":[9223372036854775807],\"data\":[1]}",
      "{\"type\":\"float64\",\"shape\":[1152921504606846976],\"data\":[1]}",
      "{\"data\":[1,2],\"type\":\"float64\",\"shape\":[30]}",
  };
  for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); ++i) {
    static test_room room;
    tercet_tensor_type type;
    CHECK_STATUS(
        read_text(texts[i], strlen(texts[i]), false, &room, &type, NULL),
        TERCET_ERR_SYNTAX);
    CHECK_INT(room.n_calls, 0);
  }
}

static void
test_no_room(void)
{
  char text[16384];
  static test_room room;
  tercet_tensor_type type;
  tercet_error err = {0};
  size_t n = (size_t)snprintf(
      text, sizeof(text), "{\"type\":\"float64\",\"shape\":[2000],\"data\":[0");
  for (int i = 1; i < 2000; ++i) {
    memcpy(text + n, ",0", 2);
    n += 2;
  }
  memcpy(text + n, "]}", 2);
  CHECK_STATUS(read_text(text, n + 2U, false, &room, &type, &err),
               TERCET_ERR_NO_MEMORY);
  CHECK_STATUS(err.status, TERCET_ERR_NO_MEMORY);
  check_doubles(HEAD "\"data\": [1, 2]}", false, 1.0, 2.0);
}

static void
test_every_prefix_is_ill_typed(void)
{
  static const char text[] =
      "{\"type\": \"float32\", \"shape\": [9], \"x\": [1, {\"y\": "
      "\"\\u00e9\"}], "
      "\"data\": [0.46879438, -0.046792094, 1e-05, \"NaN\", -Infinity, 3, "
      "12345678.125, 0.1, -2.5]}";
  static test_room room;
  tercet_tensor_type type;
  const size_t n = sizeof(text) - 1U;
  for (size_t length = 0; length < n; ++length) {
    tercet_error err = {0};
    CHECK_STATUS(read_text(text, length, false, &room, &type, &err),
                 TERCET_ERR_SYNTAX);
    CHECK(err.column <= length + 1U);
    (void)read_text(text, length, true, &room, &type, &err);
  }
  CHECK_STATUS(read_text(text, n, false, &room, &type, NULL), TERCET_OK);
}

/// Append a random number as some program may write it
static size_t
append_number(char *out, size_t size, uint64_t *seed)
{
  static const char *const formats[] = {
      "%.8f", "%.9g", "%.17g", "%.3f", "%.0f", "%.6e", "%g", "%.12f", "%.1f"};
  const uint64_t r = check_random(seed);
  const double unit = (double)(int64_t)check_random(seed) / 9.3e18;
  const double value = r % 5U == 0   ? unit * 1e5
                       : r % 5U == 1 ? unit * 30
                                     : unit;
  return (size_t)snprintf(out, size, formats[(r >> 8U) % 9U], value);
}

/// Compare a row of numbers with strtod() and strtof()
static void
check_row(const char *const *numbers, size_t n, const char *separator)
{
  char text[4096];
  static test_room wide;
  static test_room narrow;
  static test_room half;
  static test_room *const rooms[] = {&wide, &narrow, &half};
  static const char *const names[] = {"float64", "float32", "float16"};
  for (size_t i = 0; i < 3U; ++i) {
    size_t length =
        (size_t)snprintf(text,
                         sizeof(text),
                         "{\"type\":\"%s\",\"shape\":[%zu],\"data\":[",
                         names[i],
                         n);
    for (size_t j = 0; j < n; ++j) {
      length += (size_t)snprintf(text + length,
                                 sizeof(text) - length,
                                 "%s%s",
                                 j ? separator : "",
                                 numbers[j]);
    }
    length += (size_t)snprintf(text + length, sizeof(text) - length, "]}");
    tercet_tensor_type type;
    CHECK_STATUS(read_text(text, length, true, rooms[i], &type, NULL),
                 TERCET_OK);
  }

  for (size_t j = 0; j < n; ++j) {
    tercet_decimal decimal;
    const double want_wide = strtod(numbers[j], NULL);
    const float want_narrow = strtof(numbers[j], NULL);
    (void)tercet_decimal_scan(numbers[j],
                              numbers[j] + strlen(numbers[j]),
                              TERCET_NUMBER_JSON,
                              &decimal);
    const uint16_t want_half = tercet_decimal_to_f16(&decimal);
    CHECK(!memcmp(wide.bytes + 8U * j, &want_wide, 8));
    CHECK(!memcmp(narrow.bytes + 4U * j, &want_narrow, 4));
    CHECK(!memcmp(half.bytes + 2U * j, &want_half, 2));
  }
}

static void
test_numbers_read_like_the_c_library(void)
{
  static const char *const separators[] = {",", ", ", " ,  ", ",\\n", "\n, "};
  uint64_t seed = 1;
  for (unsigned i = 0; i < 60000U / SCALE; ++i) {
    char storage[24][48];
    const char *numbers[24];
    const size_t n = 1U + check_random(&seed) % 24U;
    for (size_t j = 0; j < n; ++j) {
      (void)append_number(storage[j], sizeof(storage[j]), &seed);
      numbers[j] = storage[j];
    }
    check_row(numbers, n, separators[check_random(&seed) % 5U]);
  }
}

static void
test_integers_at_their_limits(void)
{
  static const struct {
    const char *type;
    const char *good[2];
    const char *bad[2];
  } cases[] = {
      {"int16", {"-32768", "32767"}, {"-32769", "32768"}},
      {"int32", {"-2147483648", "2147483647"}, {"-2147483649", "2147483648"}},
      {"int64",
       {"-9223372036854775808", "9223372036854775807"},
       {"-9223372036854775809", "9223372036854775808"}},
      {"uint8", {"-0", "255"}, {"-1", "256"}},
      {"uint16", {"0", "65535"}, {"-1", "65536"}},
      {"uint32", {"0", "4294967295"}, {"-1", "4294967296"}},
      {"uint64", {"0", "18446744073709551615"}, {"-1", "18446744073709551616"}},
  };
  // A long tail lets the first number be read by the loop for plain ones
  static const char tail[] =
      "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1";
  for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    for (size_t j = 0; j < 4U; ++j) {
      char text[256];
      static test_room room;
      tercet_tensor_type type;
      const bool bad = j >= 2U;
      const char *const number = bad ? cases[i].bad[j - 2U] : cases[i].good[j];
      snprintf(text,
               sizeof(text),
               "{\"type\":\"%s\",\"shape\":[30],\"data\":[%s,%s]}",
               cases[i].type,
               number,
               tail);
      CHECK_STATUS(read_text(text, strlen(text), false, &room, &type, NULL),
                   bad ? TERCET_ERR_SYNTAX : TERCET_OK);
      if (!bad) {
        uint64_t bits = 0;
        uint64_t want = strtoull(number, NULL, 10);
        const size_t size = tercet_dtype_size(type.dtype);
        memcpy(&bits, room.bytes, size);
        want = number[0] == '-' ? (uint64_t)strtoll(number, NULL, 10) : want;
        CHECK(!memcmp(&bits, &want, size));
      }
    }
  }
}

int
main(void)
{
  test_members_in_any_order();
  test_white_space_anywhere();
  test_escaped_text();
  test_long_escaped_numbers();
  test_names_of_floats();
  test_other_members_are_skipped();
  test_nesting_has_a_limit();
  test_messages_name_the_place();
  test_huge_shapes_ask_for_no_memory();
  test_no_room();
  test_every_prefix_is_ill_typed();
  test_numbers_read_like_the_c_library();
  test_integers_at_their_limits();
  return check_finish();
}
