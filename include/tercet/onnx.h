// SPDX-License-Identifier: Apache-2.0

/**
   @file onnx.h

   ONNX models: read, write, build, check, plan and run them.

   The definitions are those of the ONNX standard, IR version 11 and operator
   set 23; models of IR versions up to 13, and of later operator sets where an
   operator has not changed, are accepted too.  See doc/onnx.md.

   A model is a document.  It is read or built, checked, and made into a plan,
   which is immutable and may be used by any number of threads, each with a
   session of its own.
*/

#ifndef TERCET_ONNX_H
#define TERCET_ONNX_H

#include <tercet/tensor.h>

TERCET_BEGIN_DECLS

/// Enumerator, number in files, name in the text syntax, bits of an element,
/// and the dtype of the tensor that holds elements of this type at run time.
/// A tensor of strings holds a handle for each string, and types of less than
/// a byte, and the 8-bit floats, take one byte for each element.
#define TERCET_ONNX_TYPE_LIST(X)                                               \
  X(FLOAT, 1, "float", 32, F32)                                                \
  X(UINT8, 2, "uint8", 8, U8)                                                  \
  X(INT8, 3, "int8", 8, I8)                                                    \
  X(UINT16, 4, "uint16", 16, U16)                                              \
  X(INT16, 5, "int16", 16, I16)                                                \
  X(INT32, 6, "int32", 32, I32)                                                \
  X(INT64, 7, "int64", 64, I64)                                                \
  X(STRING, 8, "string", 0, U64)                                               \
  X(BOOL, 9, "bool", 8, BOOL)                                                  \
  X(FLOAT16, 10, "float16", 16, F16)                                           \
  X(DOUBLE, 11, "double", 64, F64)                                             \
  X(UINT32, 12, "uint32", 32, U32)                                             \
  X(UINT64, 13, "uint64", 64, U64)                                             \
  X(COMPLEX64, 14, "complex64", 64, C64)                                       \
  X(COMPLEX128, 15, "complex128", 128, C128)                                   \
  X(BFLOAT16, 16, "bfloat16", 16, BF16)                                        \
  X(FLOAT8E4M3FN, 17, "float8e4m3fn", 8, U8)                                   \
  X(FLOAT8E4M3FNUZ, 18, "float8e4m3fnuz", 8, U8)                               \
  X(FLOAT8E5M2, 19, "float8e5m2", 8, U8)                                       \
  X(FLOAT8E5M2FNUZ, 20, "float8e5m2fnuz", 8, U8)                               \
  X(UINT4, 21, "uint4", 4, U8)                                                 \
  X(INT4, 22, "int4", 4, I8)                                                   \
  X(FLOAT4E2M1, 23, "float4e2m1", 4, U8)

/// Type of the elements of a tensor (TensorProto.DataType)
typedef enum {
  TERCET_ONNX_UNDEFINED = 0,
#define TERCET_ONNX_TYPE_MEMBER(id, number, name, bits, storage)               \
  TERCET_ONNX_##id = number,
  TERCET_ONNX_TYPE_LIST(TERCET_ONNX_TYPE_MEMBER)
#undef TERCET_ONNX_TYPE_MEMBER
} tercet_onnx_type;

/// Return the name of a type, "undefined" for an unknown number
TERCET_API const char *
tercet_onnx_type_name(tercet_onnx_type type);

/// Return the dtype that holds elements of a known type
TERCET_API tercet_dtype
tercet_onnx_type_dtype(tercet_onnx_type type);

/// Return the type of the elements of an ordinary tensor
TERCET_API tercet_onnx_type
tercet_onnx_type_of_dtype(tercet_dtype dtype);

/* ---- Models ---- */

/// A model in memory: the tree of ModelProto.  May be read by any number of
/// threads while none changes it.
typedef struct tercet_onnx_model tercet_onnx_model;

/// The forms in which a model is written
typedef enum {
  TERCET_ONNX_BINARY,   ///< Protobuf's wire format: .onnx
  TERCET_ONNX_PROTOTXT, ///< Protobuf's text format: .pbtxt, .textproto
  TERCET_ONNX_TEXT,     ///< ONNX's text syntax: .onnxtxt
  TERCET_ONNX_ANY,      ///< For reading: told from the first bytes
} tercet_onnx_format;

/// How to read a model; zeros are the defaults
typedef struct {
  const char *external_folder; ///< Where external data may lie; NULL: nowhere
  size_t max_bytes;            ///< Memory of the model; 0: 2 GiB
} tercet_onnx_read_options;

/**
   Read a model from a file.

   Large initializers of a binary file are used where they are: the file is
   mapped and must not be shortened while the model lives.

   @param alloc Allocator of the model, or NULL.
   @param path File; `err` names it.
   @param format Form of the file.
   @param options How to read, or NULL.
   @param[out] out To be given to tercet_onnx_model_free(); NULL on failure.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_IO,
   #TERCET_ERR_CORRUPT naming the byte for a malformed binary file, or the
   location of external data that are not in the folder or the file,
   #TERCET_ERR_SYNTAX with line and column for text, or #TERCET_ERR_LIMIT for
   nesting beyond 64 levels or too much memory.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_model_load(const tercet_allocator *alloc,
                       const char *path,
                       tercet_onnx_format format,
                       const tercet_onnx_read_options *options,
                       tercet_onnx_model **out,
                       tercet_error *err);

/// Like tercet_onnx_model_load(), from memory, which must stay in place while
/// the model lives if it is binary
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_model_read(const tercet_allocator *alloc,
                       const void *data,
                       size_t n_bytes,
                       tercet_onnx_format format,
                       const tercet_onnx_read_options *options,
                       tercet_onnx_model **out,
                       tercet_error *err);

/// Free a model; NULL is fine
TERCET_API void
tercet_onnx_model_free(tercet_onnx_model *model);

/**
   Write a model in one of the forms; doc/onnx.md says what each of them holds.
   External data stay where they are.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_UNSUPPORTED for what
   the text syntax cannot say, #TERCET_ERR_ARGUMENT for #TERCET_ONNX_ANY, or
   what the output returns.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_model_write(const tercet_onnx_model *model,
                        tercet_onnx_format format,
                        const tercet_output *output,
                        tercet_error *err);

/* ---- Values ---- */

/// What a value is
typedef enum {
  TERCET_ONNX_NONE, ///< Absent: an input or output that is not given
  TERCET_ONNX_TENSOR,
  TERCET_ONNX_SEQUENCE,
  TERCET_ONNX_OPTIONAL,
} tercet_onnx_kind;

/// Values in a row, shared: the members of a sequence, or the content of an
/// optional
typedef struct tercet_onnx_list tercet_onnx_list;

/**
   An input or output of a run: copied like a pointer, which shares what it
   points to.

   tercet_onnx_value_ref() and tercet_onnx_value_unref() count the users.
*/
typedef struct {
  tercet_onnx_kind kind;
  tercet_onnx_type type;  ///< Of the elements; of those of the members
  tercet_tensor *tensor;  ///< Of a tensor
  tercet_onnx_list *list; ///< Of a sequence or optional
} tercet_onnx_value;

/// Return a tensor as a value: takes over the caller's reference
TERCET_API tercet_onnx_value
tercet_onnx_value_from_tensor(tercet_tensor *tensor);

/// Share a value; returns its argument
TERCET_API tercet_onnx_value
tercet_onnx_value_ref(tercet_onnx_value value);

/// Give a value back; an absent one is fine
TERCET_API void
tercet_onnx_value_unref(tercet_onnx_value value);

/**
   Make a sequence, or an optional with one value or none.

   @param kind #TERCET_ONNX_SEQUENCE or #TERCET_ONNX_OPTIONAL.
   @param type Of the elements of the members.
   @param values Taken over on success.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_value_from_list(const tercet_allocator *alloc,
                            tercet_onnx_kind kind,
                            tercet_onnx_type type,
                            size_t n,
                            const tercet_onnx_value *values,
                            tercet_onnx_value *out,
                            tercet_error *err);

/// Return the number of members of a sequence or optional
TERCET_API size_t
tercet_onnx_value_count(tercet_onnx_value value);

/// Return a member, which stays the list's
TERCET_API tercet_onnx_value
tercet_onnx_value_at(tercet_onnx_value value, size_t i);

/* ---- Checking ---- */

/// One thing that is wrong with a model
typedef struct {
  tercet_status status;
  tercet_string node;   ///< Name or operator of the node; empty: the model
  tercet_string reason; ///< What is wrong, in English
} tercet_onnx_problem;

/// Everything that is wrong with a model; empty if it can be planned
typedef struct tercet_onnx_report tercet_onnx_report;

/**
   Check a whole model, without running anything.

   Every problem is listed: operators, versions, types and attributes that are
   unknown or not supported, names that are used before they are made or made
   twice, types and shapes that contradict each other.

   @return #TERCET_OK also if there are problems, #TERCET_ERR_NO_MEMORY, or
   #TERCET_ERR_LIMIT.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_model_check(const tercet_allocator *alloc,
                        const tercet_onnx_model *model,
                        tercet_onnx_report **out,
                        tercet_error *err);

/// Return the number of problems
TERCET_API size_t
tercet_onnx_report_count(const tercet_onnx_report *report);

/// Return a problem, valid while the report is
TERCET_API const tercet_onnx_problem *
tercet_onnx_report_get(const tercet_onnx_report *report, size_t i);

/// Free a report; NULL is fine
TERCET_API void
tercet_onnx_report_free(tercet_onnx_report *report);

/**
   Write down in a model the types and shapes of its values, as far as they are
   known before it runs.

   Replaces the declarations of values that are neither inputs nor outputs, also
   in graphs inside of others, and completes those of outputs.  What problems
   concern is left out.

   @return #TERCET_OK or #TERCET_ERR_NO_MEMORY.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_model_infer(tercet_onnx_model *model, tercet_error *err);

/**
   Write a drawing of a model in the language of Graphviz (`dot`).

   Values are labelled with their types as far as they are declared; see
   tercet_onnx_model_infer().

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, or what the output returns.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_model_draw(const tercet_onnx_model *model,
                       const tercet_output *output,
                       tercet_error *err);

/* ---- Plans and sessions ---- */

/// A model made ready to run; immutable
typedef struct tercet_onnx_plan tercet_onnx_plan;

/**
   Plan a model.

   The model must outlive the plan.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_UNSUPPORTED or
   another status with the first problem that tercet_onnx_model_check() lists.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_plan_new(const tercet_allocator *alloc,
                     const tercet_onnx_model *model,
                     tercet_onnx_plan **out,
                     tercet_error *err);

/// Free a plan that no session uses any more; NULL is fine
TERCET_API void
tercet_onnx_plan_free(tercet_onnx_plan *plan);

/// Return the number of inputs, initializers left out
TERCET_API size_t
tercet_onnx_plan_n_inputs(const tercet_onnx_plan *plan);

/// Return the number of outputs
TERCET_API size_t
tercet_onnx_plan_n_outputs(const tercet_onnx_plan *plan);

/// Return the name of an input
TERCET_API tercet_string
tercet_onnx_plan_input_name(const tercet_onnx_plan *plan, size_t i);

/// Return the name of an output
TERCET_API tercet_string
tercet_onnx_plan_output_name(const tercet_onnx_plan *plan, size_t i);

/// What a run needs besides the plan: memory that is used again.  For one
/// thread at a time.
typedef struct tercet_onnx_session tercet_onnx_session;

/// How a session runs; zeros are the defaults
typedef struct {
  size_t max_bytes; ///< Memory of intermediate values; 0: no limit
  uint64_t seed;    ///< Of random numbers without a seed of their own
  const tercet_cancel *cancel; ///< Must outlive the session; NULL: what the
                               ///< thread uses (tercet_cancel_use())
  bool no_fusion; ///< Run all operators one by one; results are the same
} tercet_onnx_session_options;

/// Make a session; `options` may be NULL.  The plan must outlive it.
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_session_new(const tercet_allocator *alloc,
                        const tercet_onnx_plan *plan,
                        const tercet_onnx_session_options *options,
                        tercet_onnx_session **out,
                        tercet_error *err);

/// Free a session; NULL is fine.  Results stay, strings among them do not.
TERCET_API void
tercet_onnx_session_free(tercet_onnx_session *session);

/**
   Run the model.

   @param inputs One for each input, in their order; only read.  An optional
   input may be absent.
   @param[in,out] outputs One for each output.  A tensor that is given is
   written to: its dtype and shape must be those of the output, and it must not
   share bytes with an input.  An absent value is set to the output, which is
   the caller's to unref; all such are absent on failure.

   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_ARGUMENT for an input
   that is missing, #TERCET_ERR_DTYPE, #TERCET_ERR_SHAPE or #TERCET_ERR_RANGE
   naming the node, #TERCET_ERR_LIMIT, #TERCET_ERR_TIMEOUT, or
   #TERCET_ERR_CANCELLED.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_session_run(tercet_onnx_session *session,
                        const tercet_onnx_value *inputs,
                        tercet_onnx_value *outputs,
                        tercet_error *err);

/// Make a tensor of strings for the runs of a session; the bytes are copied.
/// Valid until the session is freed.
TERCET_API TERCET_NODISCARD tercet_status
tercet_onnx_session_strings(tercet_onnx_session *session,
                            size_t rank,
                            const int64_t *shape,
                            const tercet_string *strings,
                            tercet_onnx_value *out,
                            tercet_error *err);

/// Return a string of a tensor of strings, counting in row-major order
TERCET_API tercet_string
tercet_onnx_value_string(tercet_onnx_value value, int64_t i);

TERCET_END_DECLS

#endif // TERCET_ONNX_H
