// SPDX-License-Identifier: Apache-2.0

/**
   What functions could not compute: for each function and aggregate, how often
   it failed and why it did first.

   An error in an expression is no failure of the query (SPARQL 1.1, 17.3), so
   this is how anybody learns of it.
*/

#ifndef TERCET_SPARQL_FAILURES_H
#define TERCET_SPARQL_FAILURES_H

#include "base/allocator.h"
#include "base/buffer.h"
#include "base/string_view.h"

#include <stdbool.h>
#include <stdint.h>

/// The failures of one function
typedef struct {
  tercet_string function; ///< IRI, or the keyword of a built-in one
  bool is_aggregate;
  uint64_t n;   ///< Rows without a value, or groups
  char *reason; ///< Of the first one
} tercet_failure;

/// Those of a query, in the order in which they began.  All zero is an empty
/// list that uses the default allocator.
typedef struct {
  const tercet_allocator *alloc;
  uint64_t n_total; ///< Rows and groups
  size_t n_items;
  tercet_failure *items;
  size_t capacity;
  size_t last; ///< The item that was counted last
} tercet_failures;

/**
   Count a failure.

   @param function Must outlive the list.
   @param reason Kept if it is the first of its function, up to
   #TERCET_FAILURE_REASON_MAX bytes.
*/
TERCET_NODISCARD tercet_status
tercet_failures_add(tercet_failures *failures,
                    tercet_string function,
                    bool is_aggregate,
                    const char *reason);

/// Count the failure that was added last `n` more times; there must be one
void
tercet_failures_repeat(tercet_failures *failures, uint64_t n);

/// Return the failures of a function, or NULL
const tercet_failure *
tercet_failures_find(const tercet_failures *failures,
                     tercet_string function,
                     bool is_aggregate);

/// Append a line of text for each function
TERCET_NODISCARD tercet_status
tercet_failures_print(const tercet_failures *failures, tercet_buffer *out);

/// Forget all failures and release what they hold; the list is then empty
void
tercet_failures_clear(tercet_failures *failures);

/// Bytes of a reason with its NUL
#define TERCET_FAILURE_REASON_MAX 512U

#endif // TERCET_SPARQL_FAILURES_H
