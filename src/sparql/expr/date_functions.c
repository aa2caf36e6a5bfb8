// SPDX-License-Identifier: Apache-2.0

// Functions on dates and times (SPARQL 1.1, 17.4.5).  Those that need no time
// of day take an xsd:date as well.

#include "expr_internal.h"

#include "base/number.h"

static bool
is_date(const tercet_value *value)
{
  return value->kind == TERCET_VALUE_DATE_TIME;
}

static bool
is_date_time(const tercet_value *value)
{
  return is_date(value) && value->datatype == TERCET_DATATYPE_DATE_TIME;
}

tercet_status
tercet_builtin_year(const tercet_row_call *call,
                    const tercet_value *const *args,
                    size_t n_args,
                    tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (is_date(args[0])) {
    *out =
        tercet_value_integer(tercet_instant_local_time(&args[0]->instant).year);
  }

  return TERCET_OK;
}

tercet_status
tercet_builtin_month(const tercet_row_call *call,
                     const tercet_value *const *args,
                     size_t n_args,
                     tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (is_date(args[0])) {
    *out = tercet_value_integer(
        tercet_instant_local_time(&args[0]->instant).month);
  }

  return TERCET_OK;
}

tercet_status
tercet_builtin_day(const tercet_row_call *call,
                   const tercet_value *const *args,
                   size_t n_args,
                   tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (is_date(args[0])) {
    *out =
        tercet_value_integer(tercet_instant_local_time(&args[0]->instant).day);
  }

  return TERCET_OK;
}

tercet_status
tercet_builtin_hours(const tercet_row_call *call,
                     const tercet_value *const *args,
                     size_t n_args,
                     tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (is_date_time(args[0])) {
    *out =
        tercet_value_integer(tercet_instant_local_time(&args[0]->instant).hour);
  }

  return TERCET_OK;
}

tercet_status
tercet_builtin_minutes(const tercet_row_call *call,
                       const tercet_value *const *args,
                       size_t n_args,
                       tercet_value *out)
{
  (void)call;
  (void)n_args;
  if (is_date_time(args[0])) {
    *out = tercet_value_integer(
        tercet_instant_local_time(&args[0]->instant).minute);
  }

  return TERCET_OK;
}

/// SECONDS: an xsd:decimal, with the fraction
tercet_status
tercet_builtin_seconds(const tercet_row_call *call,
                       const tercet_value *const *args,
                       size_t n_args,
                       tercet_value *out)
{
  (void)n_args;
  if (!is_date_time(args[0])) {
    return TERCET_OK;
  }

  const tercet_i128 nanoseconds =
      (tercet_i128)tercet_instant_local_time(&args[0]->instant).second *
          1000000000 +
      args[0]->instant.nanosecond;
  return tercet_exact_from_i128(
      call->context->call.arena, nanoseconds, 9, false, out);
}

/// TIMEZONE: an xsd:dayTimeDuration, "PT0S" for UTC; an error without a zone
tercet_status
tercet_builtin_timezone(const tercet_row_call *call,
                        const tercet_value *const *args,
                        size_t n_args,
                        tercet_value *out)
{
  (void)n_args;
  if (!is_date(args[0]) || !args[0]->instant.has_timezone) {
    return TERCET_OK;
  }

  const int minutes = args[0]->instant.timezone_minutes;
  const int magnitude = minutes < 0 ? -minutes : minutes;
  char text[16];
  size_t n = 0;
  if (minutes < 0) {
    text[n++] = '-';
  }
  text[n++] = 'P';
  text[n++] = 'T';
  if (magnitude >= 60) {
    n += tercet_i64_write(magnitude / 60, text + n);
    text[n++] = 'H';
  }
  if (magnitude % 60) {
    n += tercet_i64_write(magnitude % 60, text + n);
    text[n++] = 'M';
  }
  if (!magnitude) {
    text[n++] = '0';
    text[n++] = 'S';
  }

  *out = tercet_value_opaque(TERCET_DATATYPE_DAY_TIME_DURATION,
                             (tercet_string){text, n});
  return tercet_copy_text(call->context->call.arena, out->text, &out->text);
}

tercet_status
tercet_builtin_tz(const tercet_row_call *call,
                  const tercet_value *const *args,
                  size_t n_args,
                  tercet_value *out)
{
  (void)n_args;
  if (!is_date(args[0])) {
    return TERCET_OK;
  }

  char text[8];
  const size_t n = tercet_instant_write_zone(&args[0]->instant, text);
  *out = tercet_value_string((tercet_string){text, n});
  return tercet_copy_text(call->context->call.arena, out->text, &out->text);
}

tercet_status
tercet_builtin_now(const tercet_row_call *call,
                   const tercet_value *const *args,
                   size_t n_args,
                   tercet_value *out)
{
  (void)args;
  (void)n_args;
  *out = (tercet_value){.kind = TERCET_VALUE_DATE_TIME,
                        .datatype = TERCET_DATATYPE_DATE_TIME,
                        .id = TERCET_ID_UNKNOWN};
  out->instant = (tercet_instant){
      call->context->now_seconds, call->context->now_nanoseconds, 0, true};
  return TERCET_OK;
}
