// SPDX-License-Identifier: Apache-2.0

/**
   @file status.h

   What every component shares: statuses and error details, string views, the
   allocator interface, cancellation and progress.
*/

#ifndef TERCET_STATUS_H
#define TERCET_STATUS_H

#include <tercet/attributes.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

TERCET_BEGIN_DECLS

/// Name, and the short English text of tercet_status_string()
#define TERCET_STATUS_LIST(X)                                                  \
  X(OK, "success")                                                             \
  X(ROW, "a row is ready")                                                     \
  X(DONE, "no more rows")                                                      \
  X(ERR_NO_MEMORY, "out of memory")                                            \
  X(ERR_ARGUMENT, "invalid argument")                                          \
  X(ERR_SYNTAX, "malformed text")                                              \
  X(ERR_SHAPE, "shapes do not fit")                                            \
  X(ERR_DTYPE, "element type not supported here")                              \
  X(ERR_RANGE, "value out of range")                                           \
  X(ERR_TYPE, "type error")                                                    \
  X(ERR_UNSUPPORTED, "not supported")                                          \
  X(ERR_NOT_FOUND, "not found")                                                \
  X(ERR_IO, "input or output failed")                                          \
  X(ERR_CORRUPT, "damaged data")                                               \
  X(ERR_LIMIT, "limit reached")                                                \
  X(ERR_TIMEOUT, "time limit reached")                                         \
  X(ERR_CANCELLED, "cancelled")                                                \
  X(ERR_INTERNAL, "internal error")

/// Outcome of an operation: success, a step result, or the kind of failure
typedef enum {
#define TERCET_STATUS_MEMBER(name, text) TERCET_##name,
  TERCET_STATUS_LIST(TERCET_STATUS_MEMBER)
#undef TERCET_STATUS_MEMBER
} tercet_status;

/// Return the short English text of a status; a static string
TERCET_API const char *
tercet_status_string(tercet_status status);

/**
   Details of a failure, in the caller's storage.

   Start with `tercet_error err = {0};`.  A function that fails fills it where
   the cause is known.  It is left alone on success.  `message` is always
   terminated, names the thing that is wrong, and ends in "..." if it had to
   be shortened.  `source` names the file or is empty.  Lines and columns
   count from 1, columns in bytes; 0 means that there is no place.
*/
typedef struct {
  tercet_status status;
  uint64_t line;
  uint64_t column;
  char source[256];
  char message[512];
} tercet_error;

/// Bytes that belong to someone else; not terminated, may hold NUL
typedef struct {
  const char *data;
  size_t length;
} tercet_string;

/**
   Where memory comes from.

   `allocate` acts like realloc(): a new block when `old` is NULL, otherwise
   the same block resized, `old` staying valid when NULL is returned.  Blocks
   are aligned for any type.  `release` accepts NULL.  Both may be called from
   several threads at once.  Wherever a pointer to an allocator is asked for,
   NULL means malloc(); otherwise it must outlive what is made with it.
*/
typedef struct {
  void *(*allocate)(void *context, void *old, size_t size);
  void (*release)(void *context, void *pointer);
  void *context;
} tercet_allocator;

/**
   A request to stop, shared between the thread that works and those that may
   stop it.  All functions on it may be called from any thread.
*/
typedef struct tercet_cancel tercet_cancel;

/// Make a token without a deadline, or return NULL if memory is out
TERCET_API TERCET_NODISCARD tercet_cancel *
tercet_cancel_new(const tercet_allocator *alloc);

/// Free a token that no operation uses any more
TERCET_API void
tercet_cancel_free(tercet_cancel *cancel);

/// Ask the operations that use the token to end with #TERCET_ERR_CANCELLED.
/// Async-signal-safe.
TERCET_API void
tercet_cancel_request(tercet_cancel *cancel);

/// Let operations end with #TERCET_ERR_TIMEOUT `seconds` from now; a negative
/// number takes the deadline away
TERCET_API void
tercet_cancel_set_timeout(tercet_cancel *cancel, double seconds);

/// Return #TERCET_OK, or why to stop; NULL never stops
TERCET_API tercet_status
tercet_cancel_check(const tercet_cancel *cancel);

/// How far a long operation is
typedef struct {
  tercet_string task;   ///< What is going on, such as a file name
  uint64_t bytes_done;  ///< Bytes of input read so far
  uint64_t bytes_total; ///< Bytes of input in all, 0 if not known
  uint64_t items_done;  ///< Statements read so far
} tercet_progress_state;

/// Receiver of progress; called at most some ten times a second from the
/// thread that works
typedef struct {
  void (*report)(void *context, const tercet_progress_state *state);
  void *context;
} tercet_progress;

/**
   Where text goes.

   `write` takes all of `length` bytes or fails with a status and fills `err`.
*/
typedef struct {
  tercet_status (*write)(void *context,
                         const char *data,
                         size_t length,
                         tercet_error *err);
  void *context;
} tercet_output;

TERCET_END_DECLS

#endif // TERCET_STATUS_H
