// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_BASE_ERROR_H
#define TERCET_BASE_ERROR_H

#include <tercet/status.h>

/// Leave the function with any status but #TERCET_OK; only where nothing needs
/// to be released
#define TERCET_TRY(expression)                                                 \
  do {                                                                         \
    const tercet_status try_status_ = (expression);                            \
    if (try_status_ != TERCET_OK) {                                            \
      return try_status_;                                                      \
    }                                                                          \
  } while (0)

/// Fill `err` (may be NULL) without a place, and return `status`
tercet_status
tercet_error_set(tercet_error *err,
                 tercet_status status,
                 const char *format,
                 ...) TERCET_PRINTF(3, 4);

/// Fill `err` (may be NULL) with a place in a text, and return `status`
tercet_status
tercet_error_set_at(tercet_error *err,
                    tercet_status status,
                    uint64_t line,
                    uint64_t column,
                    const char *format,
                    ...) TERCET_PRINTF(5, 6);

/// Fill `err` (may be NULL) for memory that ran out
tercet_status
tercet_error_no_memory(tercet_error *err);

/// Set the name of the file that an error is about; `err` may be NULL
void
tercet_error_set_source(tercet_error *err, const char *source);

#endif // TERCET_BASE_ERROR_H
