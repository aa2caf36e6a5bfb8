// SPDX-License-Identifier: Apache-2.0

/**
   @file rdftensor.h

   The ONNX models that define the functions of *Data tensors in RDF*.

   See doc/rdf-tensor-conformance.md for where they differ from the models that
   the specification prints.
*/

#ifndef TERCET_RDFTENSOR_H
#define TERCET_RDFTENSOR_H

#include <tercet/onnx.h>

TERCET_BEGIN_DECLS

/// A number or numbers that the specification's models leave open, such as
/// `axis_value` or `new_shape_values`
typedef struct {
  tercet_string name;
  tercet_string value; ///< A number, integers separated by commas, or a dtype
} tercet_model_setting;

/**
   Make the model of a function or of a phase of an aggregate.

   @param name Local name of the function (`cosineSimilarity`), or what the
   specification calls its model (`sum_axis_reduction_int16`, `VAR_initial`).
   A reduction is that along an axis if `axis_value` is set, and quantile
   interpolation interpolates if `interpolation` is set to 1.
   @param types Of the tensors, in their order; a function that takes any number
   of them is made for as many.  The reduce phase of SUM and AVG has the type of
   the accumulator first.
   @param settings For what the model leaves open; for an axis reduction
   `axis_value`, for scale `factor_value`.  Those that it does not have are
   ignored.
   @param is_strict Give out only what the specification prints: fail where its
   model has been repaired for these types, or for some shapes.
   @param[out] out To be given to tercet_onnx_model_free(); NULL on failure.
   @return #TERCET_OK, #TERCET_ERR_NO_MEMORY, #TERCET_ERR_NOT_FOUND for an
   unknown function, #TERCET_ERR_ARGUMENT naming a type or setting that is
   missing or malformed, or #TERCET_ERR_DTYPE for types that the function does
   not take, or that a repair is needed for.
*/
TERCET_API TERCET_NODISCARD tercet_status
tercet_function_model(const tercet_allocator *alloc,
                      tercet_string name,
                      size_t n_types,
                      const tercet_dtype *types,
                      size_t n_settings,
                      const tercet_model_setting *settings,
                      bool is_strict,
                      tercet_onnx_model **out,
                      tercet_error *err);

/// Return the number of models that tercet_function_model() can make
TERCET_API size_t
tercet_function_model_count(void);

/// Return what the specification calls a model; a static string
TERCET_API const char *
tercet_function_model_name(size_t i);

TERCET_END_DECLS

#endif // TERCET_RDFTENSOR_H
