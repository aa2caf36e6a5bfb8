// SPDX-License-Identifier: Apache-2.0

/// What the commands of the program share

#ifndef TERCET_TOOL_TOOL_H
#define TERCET_TOOL_TOOL_H

#include <tercet/tercet.h>

#include <stdio.h>

/// How the program ends
typedef enum {
  EXIT_STATUS_OK = 0,
  EXIT_STATUS_DATA = 1,     ///< The data or the query is wrong
  EXIT_STATUS_USAGE = 2,    ///< Wrong usage
  EXIT_STATUS_LIMIT = 3,    ///< Time or memory limit reached, or interrupted
  EXIT_STATUS_INTERNAL = 4, ///< Input, output or internal failure
} exit_status;

/* ---- Commands: argv[0] is the name of the command ---- */

exit_status
tool_query(int argc, char **argv);

exit_status
tool_explain(int argc, char **argv);

exit_status
tool_convert(int argc, char **argv);

exit_status
tool_info(int argc, char **argv);

exit_status
tool_onnx(int argc, char **argv);

/* ---- report.c: messages on standard error ---- */

/// Return how the program ends after a failure
exit_status
tool_exit_status(tercet_status status);

/// Print `tercet: SOURCE:LINE:COLUMN: message`
void
tool_report(const tercet_error *err);

/// Print an error in a text, with the line and a caret below the place
void
tool_report_in_text(const tercet_error *err, tercet_string text);

/// Print a message about wrong usage and where help is; return the status to
/// end with
exit_status
tool_usage_error(const char *command, const char *format, ...)
    TERCET_PRINTF(2, 3);

/// Prints warnings, the first ones in full
typedef struct {
  uint64_t n_warnings;
} tool_warnings;

/// Receive a warning; `context` is a tool_warnings
void
tool_warn(void *context, const tercet_error *warning);

/* ---- output.c: standard output ---- */

/// Return an output that writes standard output through its buffer
tercet_output
tool_standard_output(void);

/// Write what standard output holds back; a failure is reported
tercet_status
tool_flush_output(tercet_error *err);

/// Writes something to an output
typedef tercet_status (*tool_write)(const void *context,
                                    const tercet_output *output,
                                    tercet_error *err);

/// Replace a file by what `write` writes
tercet_status
tool_write_file(const char *path,
                tool_write write,
                const void *context,
                tercet_error *err);

/* ---- progress.c ---- */

/// A line on the terminal that tells how far a reading is
typedef struct {
  int64_t started;
  bool is_shown;
} tool_progress;

/// Return a progress reporter, or one without a function when standard error
/// is no terminal
tercet_progress
tool_progress_begin(tool_progress *progress);

/// Wipe the line
void
tool_progress_end(tool_progress *progress);

/* ---- options.c ---- */

/// Texts in the order given
typedef struct {
  const char **items;
  size_t n;
} tool_list;

/// Remember a text; `argc` bounds their number
exit_status
tool_list_add(tool_list *list, const char *text, int argc);

void
tool_list_clear(tool_list *list);

/// What an option takes and what its target is
typedef enum {
  TOOL_OPTION_FLAG,    ///< Nothing; a bool
  TOOL_OPTION_TEXT,    ///< A text; a const char *
  TOOL_OPTION_LIST,    ///< A text, and again; a tool_list
  TOOL_OPTION_SECONDS, ///< A number of seconds; a double
  TOOL_OPTION_BYTES,   ///< A number of bytes; a size_t
  TOOL_OPTION_THREADS, ///< A number of threads; a size_t
} tool_option_kind;

typedef struct {
  char letter; ///< 0 for none
  const char *name;
  tool_option_kind kind;
  void *target;
} tool_option;

/// Options that one command has at the most
#define TOOL_MAX_OPTIONS 16

/**
   Take the options of a command.

   @param options Ended by an entry without a name.
   @param[out] n_taken Where the other arguments start in argv, which is
   reordered.
   @return #EXIT_STATUS_OK, or the status to end with after a message.
*/
exit_status
tool_take_options(const tool_option *options,
                  int argc,
                  char **argv,
                  int *n_taken);

/* ---- data.c: what query, explain and info have in common ---- */

/// Data files to load
typedef struct {
  tool_list files;
  const char *syntax_name; ///< -i, or NULL
  const char *base;        ///< --base, or NULL
  bool recover;            ///< --recover
  bool quiet;              ///< --quiet
} tool_data;

/// Tell the syntax of a file by -i or by its name; false after a message
bool
tool_syntax_of(const char *command,
               const char *path,
               const char *syntax_name,
               tercet_syntax *out);

/// Make a dataset of the data files
exit_status
tool_load(const char *command,
          const tool_data *data,
          const tercet_cancel *cancel,
          tercet_dataset **out);

/// Read a whole file, or standard input for "-"; the text is malloc()ed
tercet_status
tool_read_file(const char *path, tercet_string *out, tercet_error *err);

/// Let an interrupt (Ctrl-C) request the cancellation of `cancel`; a second
/// one ends the program
void
tool_cancel_on_interrupt(tercet_cancel *cancel);

#endif // TERCET_TOOL_TOOL_H
