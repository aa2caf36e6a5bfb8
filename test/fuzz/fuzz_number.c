// SPDX-License-Identifier: Apache-2.0

/// Reads text as a number and compares with the C library; prints the input's
/// bytes as floats, which must read back

#include "base/float16.h"
#include "base/number.h"
#include "base/number_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
require(bool holds)
{
  if (!holds) {
    abort();
  }
}

/// Compare a number that fills the terminated text
static void
check_number(const char *text, const tercet_decimal *decimal)
{
  const double wide = tercet_decimal_to_f64(decimal);
  const float narrow = tercet_decimal_to_f32(decimal);
  const double want_wide = strtod(text, NULL);
  const float want_narrow = strtof(text, NULL);
  require(!memcmp(&wide, &want_wide, sizeof(wide)));
  require(!memcmp(&narrow, &want_narrow, sizeof(narrow)));

  // By way of a double the float16 may be off, but by no more than its last bit
  const int bits = tercet_decimal_to_f16(decimal);
  require(abs(bits - tercet_f64_to_f16(wide)) <= 1);

  int64_t integer = 0;
  if (tercet_decimal_to_i64(decimal, &integer)) {
    require((double)integer == wide);
  }
}

static void
check_text(const char *text, size_t size)
{
  for (int i = 0; i < 2; ++i) {
    tercet_decimal decimal;
    const char *const end = tercet_decimal_scan(
        text, text + size, (tercet_number_grammar)i, &decimal);
    require(!end || (end > text && end <= text + size));
    if (end) {
      // The C library needs a terminated text
      const size_t length = (size_t)(end - text);
      char *const copy = (char *)malloc(length + 1U);
      require(copy != NULL);
      memcpy(copy, text, length);
      copy[length] = '\0';
      check_number(copy, &decimal);
      free(copy);
    }
  }

  double value = 0.0;
  int64_t integer = 0;
  (void)tercet_f64_read(text, size, &value);
  (void)tercet_i64_read(text, size, &integer);
}

static void
check_printing(double value)
{
  for (int i = 0; i < 2; ++i) {
    char text[TERCET_NUMBER_TEXT_MAX];
    double wide = 0.0;
    float narrow = 0.0F;
    const float half = (float)value;
    const tercet_float_format format = (tercet_float_format)i;
    size_t n = tercet_f64_write(value, format, text);
    require(n <= sizeof(text) &&
            (!isfinite(value) || (tercet_f64_read(text, n, &wide) &&
                                  !memcmp(&wide, &value, sizeof(wide)))));
    n = tercet_f32_write(half, format, text);
    require(n <= sizeof(text) &&
            (!isfinite(half) || (tercet_f32_read(text, n, &narrow) &&
                                 !memcmp(&narrow, &half, sizeof(half)))));
  }
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  check_text((const char *)data, size);
  if (size >= sizeof(double)) {
    double value;
    memcpy(&value, data, sizeof(value));
    check_printing(value);
  }
  return 0;
}
