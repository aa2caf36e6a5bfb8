// SPDX-License-Identifier: Apache-2.0

/// A style, once found, must print the text again byte for byte

#include "array/literal.h"

#include "base/number.h"
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

/// Elements of the longest literal here
#define MAX_ELEMENTS 40

static const tercet_dtype dtypes[] = {
    TERCET_DTYPE_BOOL,
    TERCET_DTYPE_I16,
    TERCET_DTYPE_I32,
    TERCET_DTYPE_I64,
    TERCET_DTYPE_U8,
    TERCET_DTYPE_U16,
    TERCET_DTYPE_U32,
    TERCET_DTYPE_U64,
    TERCET_DTYPE_F16,
    TERCET_DTYPE_F32,
    TERCET_DTYPE_F64,
};
#define N_DTYPES (sizeof(dtypes) / sizeof(*dtypes))

/// Room for the elements of one literal, aligned for all
typedef struct {
  _Alignas(16) char bytes[MAX_ELEMENTS * 8];
} elements;

static void *
give_room(void *context, size_t n_bytes)
{
  return n_bytes <= sizeof(elements) ? context : NULL;
}

/// Escape the quotes of a text
static void
escape_quotes(tercet_string text, tercet_buffer *out)
{
  CHECK_STATUS(tercet_buffer_reserve(out, 2U * text.length), TERCET_OK);
  for (size_t i = 0; i < text.length; ++i) {
    if (text.data[i] == '"' || text.data[i] == '\\') {
      out->data[out->length++] = '\\';
    }
    out->data[out->length++] = text.data[i];
  }
}

/// Check that a style, if there is one, gives the text; return it
static tercet_literal_style
check_style(tercet_string text,
            const tercet_tensor_type *type,
            const void *data,
            tercet_literal_style style)
{
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  if (style != TERCET_LITERAL_STYLE_NONE) {
    CHECK_STATUS(tercet_literal_write(type, data, style, &out), TERCET_OK);
    const bool same =
        out.length == text.length && !memcmp(out.data, text.data, out.length);
    CHECK(same);
    if (!same) {
      fprintf(stderr,
              "  style %u of %.*s\n  prints %.*s\n",
              style,
              (int)text.length,
              text.data,
              (int)out.length,
              out.data);
    }
  }
  tercet_buffer_clear(&out);
  return style;
}

/// Read a text in all ways, and check that they agree and that a style found
/// is right.  Return the style, or none if the text is ill-typed.
static tercet_literal_style
check_text(tercet_string text)
{
  tercet_buffer scratch;
  tercet_buffer escaped;
  tercet_buffer_init(&scratch, NULL, SIZE_MAX);
  tercet_buffer_init(&escaped, NULL, SIZE_MAX);
  escape_quotes(text, &escaped);
  const tercet_string texts[] = {text, tercet_buffer_view(&escaped)};

  tercet_literal_style first = TERCET_LITERAL_STYLE_NONE;
  static elements data[4];
  memset(data, 0, sizeof(data));
  for (int i = 0; i < 2; ++i) {
    tercet_tensor_type type;
    tercet_tensor_type again;
    tercet_literal_style found = TERCET_LITERAL_STYLE_NONE;
    tercet_literal_style seen = TERCET_LITERAL_STYLE_NONE;
    const tercet_literal_room room = {give_room, &data[i]};
    const tercet_literal_room other = {give_room, &data[2 + i]};
    const tercet_status st =
        tercet_literal_read(texts[i], i == 1, &room, &type, NULL);
    CHECK_STATUS(tercet_literal_read_with_style(
                     texts[i], i == 1, &other, &scratch, &again, &seen, NULL),
                 st);
    if (st == TERCET_OK) {
      CHECK_STATUS(tercet_literal_find_style(
                       texts[i], i == 1, &type, &data[i], &scratch, &found),
                   TERCET_OK);
      CHECK(!memcmp(&data[i], &data[2 + i], type.n_bytes));
      CHECK(tercet_tensor_type_equals(&type, &again));
      (void)check_style(text, &type, &data[i], seen);
      (void)check_style(text, &type, &data[i], found);
      CHECK_INT(seen == TERCET_LITERAL_STYLE_NONE,
                found == TERCET_LITERAL_STYLE_NONE);
      first = found;
    }
  }
  tercet_buffer_clear(&escaped);
  tercet_buffer_clear(&scratch);
  return first;
}

/// Fill elements with what numbers of a dtype may be
static void
fill(tercet_dtype dtype, size_t n, uint64_t *seed, elements *out)
{
  for (size_t i = 0; i < n; ++i) {
    const uint64_t r = check_random(seed);
    const double unit = (double)(int64_t)check_random(seed) / 9.3e18;
    double value = r % 8U == 0   ? (double)(int64_t)(r >> 40U)
                   : r % 8U == 1 ? unit * 1e6
                   : r % 8U == 2 ? unit * 1e-5
                                 : unit;
    value = r % 32U == 3 ? 0.0 : value;
    if (dtype == TERCET_DTYPE_F64) {
      memcpy(out->bytes + 8U * i, &value, 8);
    } else if (dtype == TERCET_DTYPE_F32) {
      const float narrow = (float)value;
      memcpy(out->bytes + 4U * i, &narrow, 4);
    } else if (dtype == TERCET_DTYPE_F16) {
      const uint16_t bits = (uint16_t)(r >> 20U);
      const uint16_t finite = (bits & 0x7c00U) == 0x7c00U ? 0x3c00U : bits;
      memcpy(out->bytes + 2U * i, &finite, 2);
    } else if (dtype == TERCET_DTYPE_BOOL) {
      out->bytes[i] = r & 1U;
    } else {
      const size_t size = tercet_dtype_size(dtype);
      const uint64_t bits = check_random(seed) >> (r % 64U);
      memcpy(out->bytes + size * i, &bits, size);
    }
  }
}

/// Make a random type of at most MAX_ELEMENTS elements
static tercet_tensor_type
random_type(uint64_t *seed)
{
  tercet_tensor_type type;
  const tercet_dtype dtype = dtypes[check_random(seed) % N_DTYPES];
  const size_t rank = check_random(seed) % 4U;
  int64_t shape[3] = {0};
  for (size_t i = 0; i < rank; ++i) {
    shape[i] = (int64_t)(check_random(seed) % (rank == 1 ? 40U : 4U));
  }
  CHECK_STATUS(tercet_tensor_type_init(dtype, rank, shape, &type, NULL),
               TERCET_OK);
  return type;
}

static void
test_every_style_is_found_again(void)
{
  uint64_t seed = 1;
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  size_t n_written = 0;
  for (unsigned i = 0; i < 40000U / SCALE; ++i) {
    elements data;
    const tercet_tensor_type type = random_type(&seed);
    fill(type.dtype, (size_t)type.n_elements, &seed, &data);
    const tercet_literal_style style =
        (tercet_literal_style)(check_random(&seed) & 0x1fffU);
    text.length = 0;
    if (tercet_literal_write(&type, &data, style, &text) == TERCET_OK) {
      ++n_written;
      // Rounded numbers may read as others
      const bool found =
          check_text(tercet_buffer_view(&text)) != TERCET_LITERAL_STYLE_NONE ||
          style >> 7U >= 13U;
      CHECK(found);
      if (!found) {
        fprintf(stderr, "  %u: %.*s\n", style, (int)text.length, text.data);
      }
    }
  }
  CHECK(n_written > 4000U / SCALE);
  tercet_buffer_clear(&text);
}

static void
test_canonical_text_has_style_0(void)
{
  uint64_t seed = 2;
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  for (unsigned i = 0; i < 10000U / SCALE; ++i) {
    elements data;
    const tercet_tensor_type type = random_type(&seed);
    fill(type.dtype, (size_t)type.n_elements, &seed, &data);
    text.length = 0;
    CHECK_STATUS(tercet_literal_write(&type, &data, 0, &text), TERCET_OK);
    CHECK_INT(check_text(tercet_buffer_view(&text)), 0);
  }
  tercet_buffer_clear(&text);
}

static void
test_changed_bytes(void)
{
  static const char bytes[] = "0123456789.,- []{}:\"eE+0000  ,,..tadN";
  uint64_t seed = 3;
  tercet_buffer text;
  tercet_buffer_init(&text, NULL, SIZE_MAX);
  for (unsigned i = 0; i < 60000U / SCALE; ++i) {
    elements data;
    const tercet_tensor_type type = random_type(&seed);
    fill(type.dtype, (size_t)type.n_elements, &seed, &data);
    const uint64_t r = check_random(&seed);
    const tercet_literal_style style =
        (tercet_literal_style)(r % 2U ? 0U : (r >> 8U) & 0x1fffU);
    text.length = 0;
    if (tercet_literal_write(&type, &data, style, &text) == TERCET_OK) {
      const size_t at = (r >> 24U) % text.length;
      text.data[at] = bytes[(r >> 48U) % (sizeof(bytes) - 1U)];
      (void)check_text(tercet_buffer_view(&text));
    }
  }
  tercet_buffer_clear(&text);
}

/// Write numbers as printf() does, which need not be the shortest
static void
test_printf_texts(void)
{
  static const char *const formats[] = {"%.5g",
                                        "%.6g",
                                        "%.7g",
                                        "%.8g",
                                        "%.9g",
                                        "%.10g",
                                        "%.17g",
                                        "%.4f",
                                        "%.6f",
                                        "%.7f",
                                        "%.8f",
                                        "%.9f",
                                        "%.10f",
                                        "%.18f",
                                        "%.8e",
                                        "%g"};
  uint64_t seed = 4;
  size_t n_found = 0;
  for (unsigned i = 0; i < 30000U / SCALE; ++i) {
    char text[2048];
    const uint64_t r = check_random(&seed);
    const char *const type = r % 3U == 0   ? "float64"
                             : r % 3U == 1 ? "float32"
                                           : "float16";
    const char *const format = formats[(r >> 8U) % 16U];
    int length = snprintf(
        text, sizeof(text), "{\"type\":\"%s\",\"shape\":[12],\"data\":[", type);
    for (int j = 0; j < 12; ++j) {
      const double unit = (double)(int64_t)check_random(&seed) / 9.3e18;
      char number[64];
      // -Wformat-nonliteral is not asked for; the formats are above
      snprintf(number, sizeof(number), format, (double)(float)unit);
      length += snprintf(text + length,
                         sizeof(text) - (size_t)length,
                         "%s%s",
                         j ? "," : "",
                         number);
    }
    length += snprintf(text + length, sizeof(text) - (size_t)length, "]}");
    const tercet_string view = {text, (size_t)length};
    n_found += check_text(view) != TERCET_LITERAL_STYLE_NONE;
  }
  CHECK(n_found > 30000U / SCALE / 4U);
}

static void
test_known_writers(void)
{
  static const char *const texts[] = {
      // Python, NumPy, JavaScript, Java, serde_json, C++, C
      "{\"type\": \"float32\", \"shape\": [3], \"data\": [0.1, 1e-05, 1.0]}",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [123456790.0, 0.5]}",
      "{\"type\":\"float32\",\"shape\":[3],\"data\":[0.1,0.00001,1]}",
      "{\"type\":\"float64\",\"shape\":[3],\"data\":[0.1,1e-7,1e+21]}",
      "{\"type\":\"float64\",\"shape\":[3],\"data\":[0.1,1.0E-5,1.0E7]}",
      "{\"type\":\"float64\",\"shape\":[3],\"data\":[0.1,1e-7,1e16]}",
      "{\"data\":[0.1,1e-07,1e+15],\"shape\":[3],\"type\":\"float64\"}",
      "{\"type\":\"float32\",\"shape\":[3],\"data\":[0.1,1e-05,100]}",
      "{\"type\":\"float32\",\"shape\":[2],\"data\":[0.10000000149011612,0.5]}",
      "{\"type\":\"float32\",\"shape\":[2],\"data\":[0.5,0.10000000149011612]}",
      "{\"type\":\"float32\",\"shape\":[2],\"data\":[0.100000001,0.5]}",
      "{\"type\":\"float64\",\"shape\":[2],\"data\":[0.10000000000000001,0.5]}",
      "{\"type\":\"float32\",\"shape\":[2],\"data\":[0.100000,-12.500000]}",
      "{\"type\":\"float64\",\"shape\":[2],\"data\":[1.0E-1,-1.25E1]}",
      "{\"type\": \"float64\", \"shape\": [3], \"data\": [NaN, Infinity, 1.0]}",
      "{\"type\": \"float64\", \"shape\": [2], \"data\": [1.0, \"-Infinity\"]}",
      "{\"type\": \"float64\", \"shape\": [2], \"data\": [0.0, -0.0]}",
      "{\"type\":\"bool\",\"shape\":[2],\"data\":[1,0]}",
      "{\"shape\":[2],\"data\":[true,false]}",
      "{\"data\": [true, false], \"shape\": [2]}",
      "{\"shape\": [1, 2], \"type\": \"uint8\", \"data\": [255, 0]}",
      "{\"type\": \"int64\", \"shape\": [], \"data\": [-5]}",
      "{\"type\": \"int64\", \"shape\": [0], \"data\": []}",
      "{\"type\": \"int64\", \"shape\": [2], \"data\": [1,2]}",
  };
  for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); ++i) {
    const tercet_string text = {texts[i], strlen(texts[i])};
    const bool found = check_text(text) != TERCET_LITERAL_STYLE_NONE;
    CHECK(found);
    if (!found) {
      fprintf(stderr, "  %s\n", texts[i]);
    }
  }
}

static void
test_irregular_texts_have_no_style(void)
{
  static const char *const texts[] = {
      " {\"type\": \"int64\", \"shape\": [2], \"data\": [1, 2]}",
      "{\"type\": \"int64\", \"shape\": [2], \"data\": [1, 2]} ",
      "{ \"type\": \"int64\", \"shape\": [2], \"data\": [1, 2]}",
      "{\"type\" : \"int64\", \"shape\": [2], \"data\": [1, 2]}",
      "{\"type\": \"int64\", \"shape\": [2], \"data\": [1,  2]}",
      "{\"type\": \"int64\", \"shape\": [2], \"data\": [ 1, 2]}",
      "{\"type\": \"int64\", \"shape\": [2], \"data\": [1, 2 ]}",
      "{\"type\": \"int64\", \"shape\": [3], \"data\": [1, 2,3]}",
      "{\"type\": \"int64\", \"shape\": [2], \"data\": [1.0, 2]}",
      "{\"type\": \"int64\", \"shape\": [2], \"data\": [-0, 2]}",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [0.10, 0.2]}",
      "{\"type\": \"float32\", \"shape\": [2], \"data\": [0.1, 0.20]}",
      "{\"type\": \"float32\", \"shape\": [1], \"data\": [0.46879437]}",
      "{\"type\": \"float32\", \"shape\": [1], \"data\": [1e3]}",
      "{\"type\": \"float64\", \"shape\": [1], \"data\": [\"INF\"]}",
      "{\"type\": \"int64\", \"shape\": [1], \"data\": [1], \"x\": 0}",
      "{\"x\": 0, \"type\": \"int64\", \"shape\": [1], \"data\": [1]}",
      "{\"t\\u0079pe\": \"int64\", \"shape\": [1], \"data\": [1]}",
      "{\"type\": \"bool\", \"shape\": [2], \"data\": [true, 0]}",
  };
  for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); ++i) {
    const tercet_string text = {texts[i], strlen(texts[i])};
    CHECK_INT(check_text(text), TERCET_LITERAL_STYLE_NONE);
  }
}

static void
test_unknown_styles_are_refused(void)
{
  elements data = {{0}};
  tercet_tensor_type type;
  tercet_buffer out;
  tercet_buffer_init(&out, NULL, SIZE_MAX);
  for (size_t i = 0; i < N_DTYPES; ++i) {
    CHECK_STATUS(tercet_tensor_type_init(dtypes[i], 0, NULL, &type, NULL),
                 TERCET_OK);
    size_t n_good = 0;
    for (uint32_t style = 0; style <= UINT16_MAX; ++style) {
      const tercet_status st =
          tercet_literal_write(&type, &data, (tercet_literal_style)style, &out);
      CHECK(st == TERCET_OK || st == TERCET_ERR_ARGUMENT);
      n_good += st == TERCET_OK;
      out.length = 0;
    }
    CHECK(n_good >= 6U * 16U && n_good < 0x2000U);
    CHECK_STATUS(
        tercet_literal_write(&type, &data, TERCET_LITERAL_STYLE_NONE, &out),
        TERCET_ERR_ARGUMENT);
  }
  tercet_buffer_clear(&out);
}

/// Read with a style and print again, with memory from `alloc`
static tercet_status
read_and_write_once(const tercet_allocator *alloc, const char *text)
{
  static elements data;
  tercet_tensor_type type;
  tercet_literal_style style = 0;
  tercet_buffer scratch;
  tercet_buffer_init(&scratch, alloc, SIZE_MAX);
  const tercet_literal_room room = {give_room, &data};
  const tercet_string view = {text, strlen(text)};
  tercet_status st = tercet_literal_read_with_style(
      view, false, &room, &scratch, &type, &style, NULL);
  if (st == TERCET_OK) {
    tercet_buffer_clear(&scratch);
    st = tercet_literal_write(&type, &data, style, &scratch);
  }
  if (st == TERCET_OK) {
    CHECK_TEXT(scratch.data, scratch.length, text);
  }
  tercet_buffer_clear(&scratch);
  return st;
}

static void
test_failing_allocations(void)
{
  static const char *const texts[] = {
      "{\"type\": \"float32\", \"shape\": [3], \"data\": [0.1, 1e-05, 1.0]}",
      "{\"data\":[1.0E-1,-1.25E1],\"shape\":[2],\"type\":\"float64\"}",
  };
  for (size_t i = 0; i < 2U; ++i) {
    failing_allocator state = {0, SIZE_MAX};
    const tercet_allocator alloc = {failing_allocate, failing_release, &state};
    CHECK_STATUS(read_and_write_once(&alloc, texts[i]), TERCET_OK);
    for (size_t n = state.calls, j = 0; j < n; ++j) {
      state = (failing_allocator){0, j};
      CHECK_STATUS(read_and_write_once(&alloc, texts[i]), TERCET_ERR_NO_MEMORY);
    }
  }
}

int
main(void)
{
  test_known_writers();
  test_irregular_texts_have_no_style();
  test_canonical_text_has_style_0();
  test_every_style_is_found_again();
  test_changed_bytes();
  test_printf_texts();
  test_unknown_styles_are_refused();
  test_failing_allocations();
  return check_finish();
}
