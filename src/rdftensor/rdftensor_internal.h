// SPDX-License-Identifier: Apache-2.0

/**
   What the function families share.

   Most functions are computed row by row: a tercet_row_function computes one
   row of a tercet_row_call, and tercet_rows_evaluate() does the rest (gathers
   arguments, skips rows with errors, counts failures, looks at the cancel
   token).  A function that is worth more has an `evaluate` of its own, as
   similarity.c does.  Either way `tercet_function` is all that the executor
   sees, so that a function can move to another way of computing.
*/

#ifndef TERCET_RDFTENSOR_INTERNAL_H
#define TERCET_RDFTENSOR_INTERNAL_H

#include "array/tensor_view.h"
#include "base/error.h"
#include "sparql/function.h"

#include <tercet/onnx.h>

/// A call for one row, and what all rows of a batch share
typedef struct {
  const tercet_function *function;
  tercet_call *call;
  void *context;          ///< Of functions with an `evaluate` of their own
  tercet_allocator alloc; ///< Gives memory of the batch's arena
  const tercet_value **args;
  size_t n_args;
  size_t n_alike; ///< Rows from this one on that differ only in where their
                  ///< tensors lie; at least 1
  size_t *steps;  ///< Bytes from the tensor of one such row to that of the
                  ///< next, for each argument; 0 if it is the same for all
  size_t n_done;  ///< Rows of those that were computed together: 1 unless
                  ///< tercet_planned_tensor() and the like say more
  const tercet_tensor_type *last_type; ///< Of the last result, to be shared
  size_t n_views;                      ///< Room for the inputs of a plan
  tercet_tensor_view *views;
  tercet_onnx_value *values;
  size_t n_refused; ///< Bytes of the last piece of memory that there was not
  size_t n_work; ///< Elements touched since the last look at the cancel token
  tercet_error *err; ///< NULL if a first reason is known: later ones are lost
  tercet_error storage;
} tercet_row_call;

/**
   Compute one row, or, by running a plan, `n_done` rows from this one on.

   @param out The value of the row; those of the rows behind it follow.
   @return #TERCET_OK with `out` set; #TERCET_ERR_NO_MEMORY,
   #TERCET_ERR_TIMEOUT or #TERCET_ERR_CANCELLED to end the query; any other
   status, with row->err filled, if this row has no value.
*/
typedef tercet_status (*tercet_row_compute)(tercet_row_call *row,
                                            tercet_value *out);

/// tercet_function::data of functions that tercet_rows_evaluate() computes
typedef struct {
  tercet_row_compute compute;
  int operation; ///< For families: a tercet_template_id
} tercet_row_function;

/// Return the operation of the function that a row calls
static inline int
tercet_row_operation(const tercet_row_call *row)
{
  return ((const tercet_row_function *)row->function->data)->operation;
}

/* ---- rows.c: the batch interface on top of a row function ---- */

void
tercet_row_call_init(tercet_row_call *row,
                     const tercet_function *function,
                     tercet_call *call);

/// Compute all rows of a call, or one if all arguments are constant
tercet_status
tercet_rows_run(tercet_row_call *row,
                tercet_row_compute compute,
                const tercet_value_column *args,
                size_t n_args,
                tercet_value_column *out);

/// tercet_function::evaluate for functions whose data is a
/// tercet_row_function
tercet_status
tercet_rows_evaluate(const tercet_function *self,
                     tercet_call *call,
                     const tercet_value_column *args,
                     size_t n_args,
                     tercet_value_column *out);

/// Count work, and look at the cancel token from time to time
tercet_status
tercet_row_work(tercet_row_call *row, size_t n_elements);

/* ---- arguments.c: what a function is given ---- */

/// Set `out` to the tensor at position `i`
tercet_status
tercet_row_tensor(tercet_row_call *row, size_t i, tercet_tensor_row *out);

/// Set `out` to any XSD number, promoted
tercet_status
tercet_row_number(tercet_row_call *row, size_t i, double *out);

/// Set `out` to an XSD number that is a 64-bit integer
tercet_status
tercet_row_integer(tercet_row_call *row, size_t i, int64_t *out);

/// Set `out` to the dtype that a string names
tercet_status
tercet_row_dtype(tercet_row_call *row, size_t i, tercet_dtype *out);

/// Set `out` to a tensor:Range whose numbers are integers
tercet_status
tercet_row_range(tercet_row_call *row, size_t i, tercet_range *out);

/// Fail because of the argument at position `i`: `what` follows its number, and
/// its value if the text of the call does not show it
tercet_status
tercet_row_fail_argument(const tercet_row_call *row,
                         tercet_status status,
                         size_t i,
                         const char *what);

/// Put the number of an argument before the message of #TERCET_ERR_SYNTAX,
/// which begins with "ill-typed"; return the status
tercet_status
tercet_row_explain_argument(const tercet_row_call *row,
                            size_t i,
                            tercet_status status);

/// Fail because of an axis that a tensor does not have
tercet_status
tercet_row_fail_axis(tercet_row_call *row,
                     int64_t axis,
                     const tercet_tensor_type *type);

/// Fail if two tensors do not have one shape
tercet_status
tercet_row_check_same_shape(tercet_row_call *row,
                            const tercet_tensor_type *a,
                            const tercet_tensor_type *b);

/// Set `is_descending` to 1 for "desc", 0 for "asc"
tercet_status
tercet_row_direction(tercet_row_call *row, size_t i, int64_t *is_descending);

/// Write a call as people write it, cut to fit:
/// `add(float32 [2, 3], int32 [4])`
void
tercet_row_describe(const tercet_row_call *row, char *out, size_t size);

/// Write a value as people write it, cut to fit; return `out`
const char *
tercet_value_describe(const tercet_value *value, char *out, size_t size);

/// Return the part of an IRI behind its last '#' or ':'
tercet_string
tercet_local_name(tercet_string iri);

/// Write dtype and shape, as in `float32 [2, 3]`, cut to fit; return `out`
const char *
tercet_type_describe(const tercet_tensor_type *type, char *out, size_t size);

#define TERCET_TYPE_TEXT_MAX 96U

/* ---- range.c: tensor:Range ---- */

/// Read the JSON text of a range; #TERCET_ERR_SYNTAX if it is ill-typed or,
/// since only indices are asked for, holds other numbers than integers
tercet_status
tercet_range_read(tercet_string text, tercet_range *out, tercet_error *err);

/// Read the text of a range with any numbers; of a full one, none are set
tercet_status
tercet_range_read_numbers(tercet_string text,
                          bool *is_full,
                          tercet_scalar *from,
                          tercet_scalar *to,
                          tercet_error *err);

/* ---- result.c: what a function gives back ---- */

/// Make an uninitialised tensor the result; `data` is set to its elements
tercet_status
tercet_row_new_tensor(tercet_row_call *row,
                      tercet_dtype dtype,
                      size_t rank,
                      const int64_t *shape,
                      void **data,
                      tercet_value *out);

/// Make uninitialised tensors of one type the results of `n` rows from this
/// one on; `data` is set to the elements, one tensor behind the other
tercet_status
tercet_row_new_tensors(tercet_row_call *row,
                       size_t n,
                       tercet_dtype dtype,
                       size_t rank,
                       const int64_t *shape,
                       void **data,
                       tercet_value *out);

/// Make a contiguous tensor of the batch's arena the result
tercet_status
tercet_row_set_tensor(tercet_row_call *row,
                      const tercet_tensor *tensor,
                      tercet_value *out);

/// Make one element the result: an XSD literal of the dtype's own type
tercet_status
tercet_row_set_scalar(tercet_row_call *row,
                      tercet_dtype dtype,
                      const void *element,
                      tercet_value *out);

/// Make a tensor of the batch's arena, with any strides, the result: if
/// `is_scalar`, its only element as an XSD literal
tercet_status
tercet_row_finish(tercet_row_call *row,
                  const tercet_tensor *tensor,
                  bool is_scalar,
                  tercet_value *out);

/* ---- dtype.c: element types ---- */

/// Return the dtype of what is computed of two (`resolved_type`)
tercet_dtype
tercet_dtype_resolve(tercet_dtype a, tercet_dtype b);

/// Return whether it is one of the integer dtypes, not bool
bool
tercet_dtype_is_integer(tercet_dtype dtype);

/// Convert elements to float64
void
tercet_elements_to_f64(tercet_dtype dtype,
                       const void *data,
                       size_t n,
                       double *out);

/// Convert elements of an integer dtype to int64; uint64 keeps its bits
void
tercet_elements_to_i64(tercet_dtype dtype,
                       const void *data,
                       size_t n,
                       int64_t *out);

/* ---- The functions of each family ---- */

extern const tercet_row_function tercet_rdftensor_cos;
extern const tercet_row_function tercet_rdftensor_exp;
extern const tercet_row_function tercet_rdftensor_log;
extern const tercet_row_function tercet_rdftensor_logp;
extern const tercet_row_function tercet_rdftensor_poly;
extern const tercet_row_function tercet_rdftensor_scale;
extern const tercet_row_function tercet_rdftensor_sin;
extern const tercet_row_function tercet_rdftensor_abs;
extern const tercet_row_function tercet_rdftensor_cast;
extern const tercet_row_function tercet_rdftensor_reshape;
extern const tercet_row_function tercet_rdftensor_transpose;
extern const tercet_row_function tercet_rdftensor_flatten;
extern const tercet_row_function tercet_rdftensor_not;
extern const tercet_row_function tercet_rdftensor_sort;

extern const tercet_row_function tercet_rdftensor_add;
extern const tercet_row_function tercet_rdftensor_subtract;
extern const tercet_row_function tercet_rdftensor_multiply;
extern const tercet_row_function tercet_rdftensor_divide;
extern const tercet_row_function tercet_rdftensor_eq;
extern const tercet_row_function tercet_rdftensor_neq;
extern const tercet_row_function tercet_rdftensor_and;
extern const tercet_row_function tercet_rdftensor_or;
extern const tercet_row_function tercet_rdftensor_gt;
extern const tercet_row_function tercet_rdftensor_lt;

extern const tercet_row_function tercet_rdftensor_shape;
extern const tercet_row_function tercet_rdftensor_index;
extern const tercet_row_function tercet_rdftensor_sub;
extern const tercet_row_function tercet_rdftensor_mask;

extern const tercet_row_function tercet_rdftensor_concat;
extern const tercet_row_function tercet_rdftensor_hstack;
extern const tercet_row_function tercet_rdftensor_vstack;

extern const tercet_row_function tercet_rdftensor_all;
extern const tercet_row_function tercet_rdftensor_any;
extern const tercet_row_function tercet_rdftensor_none;
extern const tercet_row_function tercet_rdftensor_avg;
extern const tercet_row_function tercet_rdftensor_sum;
extern const tercet_row_function tercet_rdftensor_prod;
extern const tercet_row_function tercet_rdftensor_max;
extern const tercet_row_function tercet_rdftensor_min;
extern const tercet_row_function tercet_rdftensor_std;
extern const tercet_row_function tercet_rdftensor_var;
extern const tercet_row_function tercet_rdftensor_norm1;
extern const tercet_row_function tercet_rdftensor_norm2;
extern const tercet_row_function tercet_rdftensor_quantile;
extern const tercet_row_function tercet_rdftensor_quantile_interpolate;

extern const tercet_row_function tercet_rdftensor_create;
extern const tercet_row_function tercet_rdftensor_range;
extern const tercet_row_function tercet_rdftensor_arange;

/// Of the older vocabulary
extern const tercet_row_function tercet_rdftensor_median;
extern const tercet_row_function tercet_rdftensor_get_sub;
extern const tercet_row_function tercet_rdftensor_old_concat;

/// In urn:tercet:
extern const tercet_row_function tercet_rdftensor_matmul;
extern const tercet_row_function tercet_rdftensor_dot;
extern const tercet_row_function tercet_rdftensor_solve;
extern const tercet_row_function tercet_rdftensor_inv;
extern const tercet_row_function tercet_rdftensor_det;
extern const tercet_row_function tercet_rdftensor_svd;
extern const tercet_row_function tercet_rdftensor_svd_u;
extern const tercet_row_function tercet_rdftensor_svd_vh;
extern const tercet_row_function tercet_rdftensor_eigh;
extern const tercet_row_function tercet_rdftensor_eigh_vectors;
extern const tercet_row_function tercet_rdftensor_argmax;
extern const tercet_row_function tercet_rdftensor_argmin;
extern const tercet_row_function tercet_rdftensor_argsort;
extern const tercet_row_function tercet_rdftensor_topk;
extern const tercet_row_function tercet_rdftensor_cumsum;
extern const tercet_row_function tercet_rdftensor_softmax;
extern const tercet_row_function tercet_rdftensor_normalize;
extern const tercet_row_function tercet_rdftensor_clip;
extern const tercet_row_function tercet_rdftensor_where;
extern const tercet_row_function tercet_rdftensor_stack;
extern const tercet_row_function tercet_rdftensor_squeeze;
extern const tercet_row_function tercet_rdftensor_expand_dims;
extern const tercet_row_function tercet_rdftensor_tril;
extern const tercet_row_function tercet_rdftensor_triu;
extern const tercet_row_function tercet_rdftensor_manhattan;
extern const tercet_row_function tercet_rdftensor_chebyshev;
extern const tercet_row_function tercet_rdftensor_hamming;
extern const tercet_row_function tercet_rdftensor_dot_product;
extern const tercet_row_function tercet_rdftensor_quantize;
extern const tercet_row_function tercet_rdftensor_dequantize;

/// How similarity.c compares two tensors; tercet_function::data
typedef enum { TERCET_COSINE, TERCET_DISTANCE } tercet_measure;

extern const tercet_measure tercet_rdftensor_cosine;
extern const tercet_measure tercet_rdftensor_distance;

tercet_status
tercet_similarity_evaluate(const tercet_function *self,
                           tercet_call *call,
                           const tercet_value_column *args,
                           size_t n_args,
                           tercet_value_column *out);

bool
tercet_similarity_score(const tercet_function *self,
                        const tercet_tensor_type *type,
                        const void *query,
                        const void *const *rows,
                        size_t n_rows,
                        double *out);

bool
tercet_similarity_enclose(const tercet_function *self,
                          const tercet_tensor_type *type,
                          const void *query,
                          const tercet_tensor_code *const *codes,
                          size_t n_codes,
                          double *low,
                          double *high);

extern const tercet_score_product tercet_similarity_product;

#endif // TERCET_RDFTENSOR_INTERNAL_H
