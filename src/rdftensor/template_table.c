// SPDX-License-Identifier: Apache-2.0

/// The templates of the specification, in the order of its text, with the
/// repairs that repair.c lists

#include "rdftensor/template.h"

#include <string.h>

const tercet_template tercet_templates[TERCET_TEMPLATE_COUNT] = {
    [TERCET_TEMPLATE_COS] = {"cos",
                             "RDF tensor cosine function",
                             "(<input_type> input1) => (double[] output1)\n"
                             "<double pi_over_2 = {1.5707963267948966}>\n"
                             "{\n"
                             "  cast_input = Cast <to = 11> (input1)\n"
                             "  shifted_input = Add (cast_input, pi_over_2)\n"
                             "  output1 = Sin (shifted_input)\n"
                             "}\n"},
    [TERCET_TEMPLATE_EXP] = {"exp",
                             "RDF tensor exponential function",
                             "(<input_type> input1) => (double[] output1)\n"
                             "{\n"
                             "  cast_input = Cast <to = 11> (input1)\n"
                             "  output1 = Exp (cast_input)\n"
                             "}\n"},
    [TERCET_TEMPLATE_LOG] = {"log",
                             "RDF tensor natural logarithm function",
                             "(<input_type> input1) => (double[] output1)\n"
                             "{\n"
                             "  cast_input = Cast <to = 11> (input1)\n"
                             "  output1 = Log (cast_input)\n"
                             "}\n"},
    [TERCET_TEMPLATE_LOGP] = {"logp",
                              "RDF tensor p-base logarithm function",
                              "(<input_type> input1) => (double[] output1)\n"
                              "<double log_base = {<log_base_value>}>\n"
                              "{\n"
                              "  cast_input = Cast <to = 11> (input1)\n"
                              "  log_input = Log (cast_input)\n"
                              "  output1 = Div (log_input, log_base)\n"
                              "}\n"},
    [TERCET_TEMPLATE_POLY] = {"poly",
                              "RDF tensor power function",
                              "(<input_type> input1) => (double[] output1)\n"
                              "<double exponent = {<exponent_value>}>\n"
                              "{\n"
                              "  cast_input = Cast <to = 11> (input1)\n"
                              "  output1 = Pow (cast_input, exponent)\n"
                              "}\n"},
    [TERCET_TEMPLATE_SCALE] = {"scale",
                               "RDF tensor scaling function",
                               "(<input_type> input1) => (double[] output1)\n"
                               "<double factor = {<factor_value>}>\n"
                               "{\n"
                               "  cast_input = Cast <to = 11> (input1)\n"
                               "  output1 = Mul (cast_input, factor)\n"
                               "}\n"},
    [TERCET_TEMPLATE_SIN] = {"sin",
                             "RDF tensor sine function",
                             "(<input_type> input1) => (double[] output1)\n"
                             "{\n"
                             "  cast_input = Cast <to = 11> (input1)\n"
                             "  output1 = Sin (cast_input)\n"
                             "}\n"},
    [TERCET_TEMPLATE_ABS] = {"abs",
                             "RDF tensor absolute value function",
                             "(<input_type> input1) => (<input_type> output1)\n"
                             "{\n"
                             "  output1 = Abs (input1)\n"
                             "}\n"},
    [TERCET_TEMPLATE_CAST] =
        {"cast",
         "RDF tensor cast function",
         "(<input_type> input1) => (<output_type> output1)\n"
         "{\n"
         "  output1 = Cast <to = <output_type>> (input1)\n"
         "}\n"},
    [TERCET_TEMPLATE_RESHAPE] =
        {"reshape",
         "RDF tensor reshape function",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[<new_shape_length>] shape = {<new_shape_values>}>\n"
         "{\n"
         "  output1 = Reshape (input1, shape)\n"
         "}\n"},
    [TERCET_TEMPLATE_TRANSPOSE] =
        {"transpose",
         "RDF tensor transpose function",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  output1 = Transpose (input1)\n"
         "}\n"},
    [TERCET_TEMPLATE_FLATTEN] =
        {"flatten",
         "RDF tensor flatten function",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] shape = {-1}>\n"
         "{\n"
         "  output1 = Reshape (input1, shape)\n"
         "}\n"},
    [TERCET_TEMPLATE_NOT] = {"not",
                             "RDF tensor not function",
                             "(<input_type> input1) => (bool[] output1)\n"
                             "{\n"
                             "  cast_input = Cast <to = 9> (input1)\n"
                             "  output1 = Not (cast_input)\n"
                             "}\n"},
    [TERCET_TEMPLATE_SORT] =
        {"sort",
         "RDF tensor sorting function",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] k_tensor = {<axis_size_value>}>\n"
         "{\n"
         "  output1, indices = TopK <axis = <axis_value>, largest = <largest_value>, sorted = 1> (input1, k_tensor)\n"
         "}\n"},
    [TERCET_TEMPLATE_SORT_INT16] =
        {"sort_int16",
         "RDF tensor sorting function for int16 tensors",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] k_tensor = {<axis_size_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  values, indices = TopK <axis = <axis_value>, largest = <largest_value>, sorted = 1> (cast_input, k_tensor)\n"
         "  output1 = Cast <to = <input_type>> (values)\n"
         "}\n"},
    [TERCET_TEMPLATE_ADD] =
        {"add",
         "RDF tensor addition function",
         "(<input1_type> input1, <input2_type> input2) => (<resolved_type> output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  output1 = Add (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_SUBTRACT] =
        {"subtract",
         "RDF tensor subtraction function",
         "(<input1_type> input1, <input2_type> input2) => (<resolved_type> output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  output1 = Sub (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_MULTIPLY] =
        {"multiply",
         "RDF tensor multiplication function",
         "(<input1_type> input1, <input2_type> input2) => (<resolved_type> output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  output1 = Mul (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_DIVIDE] =
        {"divide",
         "RDF tensor division function",
         "(<input1_type> input1, <input2_type> input2) => (<resolved_type> output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  output1 = Div (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_EQ] =
        {"eq",
         "RDF tensor equality function",
         "(<input1_type> input1, <input2_type> input2) => (bool[] output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  output1 = Equal (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_NEQ] =
        {"neq",
         "RDF tensor inequality function",
         "(<input1_type> input1, <input2_type> input2) => (bool[] output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  equal_output = Equal (cast_input1, cast_input2)\n"
         "  output1 = Not (equal_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_AND] =
        {"and",
         "RDF tensor and function",
         "(<input1_type> input1, <input2_type> input2) => (bool[] output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = 9> (input1)\n"
         "  cast_input2 = Cast <to = 9> (input2)\n"
         "  output1 = And (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_OR] =
        {"or",
         "RDF tensor or function",
         "(<input1_type> input1, <input2_type> input2) => (bool[] output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = 9> (input1)\n"
         "  cast_input2 = Cast <to = 9> (input2)\n"
         "  output1 = Or (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_GT] =
        {"gt",
         "RDF tensor greater than function",
         "(<input1_type> input1, <input2_type> input2) => (bool[] output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  output1 = Greater (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_LT] =
        {"lt",
         "RDF tensor less than function",
         "(<input1_type> input1, <input2_type> input2) => (bool[] output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  output1 = Less (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_SUB] =
        {"sub",
         "RDF tensor slice function",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[<axes_length>] starts = {<starts_values>},\n"
         " int64[<axes_length>] ends = {<ends_values>},\n"
         " int64[<axes_length>] axes = {<axes_values>}>\n"
         "{\n"
         "  output1 = Slice (input1, starts, ends, axes)\n"
         "}\n"},
    [TERCET_TEMPLATE_MASK] =
        {"mask",
         "RDF tensor mask function",
         "(<input_type> input1, bool[] input2) => (<input_type> output1)\n"
         "<int64[1] flat_shape = {-1}>\n"
         "{\n"
         "  shape = Shape (input1)\n"
         "  broadcast_mask = Expand (input2, shape)\n"
         "  flat_mask = Reshape (broadcast_mask, flat_shape)\n"
         "  output1 = Compress (input1, flat_mask)\n"
         "}\n"},
    [TERCET_TEMPLATE_INDEX] =
        {"index",
         "RDF tensor index function",
         "(<input_type> input1, <index_type> input2) => (<input_type> output1)\n"
         "<int64[1] unsqueeze_axes = {0}>\n"
         "{\n"
         "  cast_index = Cast <to = 7> (input2)\n"
         "  index_reshaped = Unsqueeze (cast_index, unsqueeze_axes)\n"
         "  gathered = GatherND <batch_dims = 0> (input1, index_reshaped)\n"
         "  output1 = Squeeze (gathered)\n"
         "}\n"},
    [TERCET_TEMPLATE_CONCAT] =
        {"concat",
         "RDF tensor concat function",
         "([[<input#_type> input#]]) => (<resolved_type> output1)\n"
         "{\n"
         "[[  cast_input# = Cast <to = <resolved_type>> (input#)\n"
         "]]  output1 = Concat <axis = <axis_value>> ([[cast_input#]])\n"
         "}\n"},
    [TERCET_TEMPLATE_HSTACK] =
        {"hstack",
         "RDF tensor hstack function",
         "([[<input#_type> input#]]) => (<resolved_type> output1)\n"
         "{\n"
         "[[  cast_input# = Cast <to = <resolved_type>> (input#)\n"
         "]]  output1 = Concat <axis = <axis_value>> ([[cast_input#]])\n"
         "}\n"},
    [TERCET_TEMPLATE_VSTACK_1D] =
        {"vstack_1d",
         "RDF tensor vstack function for 1D tensors",
         "([[<input#_type> input#]]) => (<resolved_type> output1)\n"
         "<int64[1] unsqueeze_axes = {0}>\n"
         "{\n"
         "[[  cast_input# = Cast <to = <resolved_type>> (input#)\n"
         "]][[  unsqueezed_input# = Unsqueeze (cast_input#, unsqueeze_axes)\n"
         "]]  output1 = Concat <axis = 0> ([[unsqueezed_input#]])\n"
         "}\n"},
    [TERCET_TEMPLATE_VSTACK_ND] =
        {"vstack_nd",
         "RDF tensor vstack function for ND tensors",
         "([[<input#_type> input#]]) => (<resolved_type> output1)\n"
         "{\n"
         "[[  cast_input# = Cast <to = <resolved_type>> (input#)\n"
         "]]  output1 = Concat <axis = 0> ([[cast_input#]])\n"
         "}\n"},
    [TERCET_TEMPLATE_ALL] =
        {"all",
         "RDF tensor all function",
         "(<input_type> input1) => (bool[] output1)\n"
         "{\n"
         "  cast_input = Cast <to = 9> (input1)\n"
         "  output1 = ReduceMin <keepdims = 1> (cast_input)\n"
         "}\n"},
    [TERCET_TEMPLATE_ANY] =
        {"any",
         "RDF tensor any function",
         "(<input_type> input1) => (bool[] output1)\n"
         "{\n"
         "  cast_input = Cast <to = 9> (input1)\n"
         "  output1 = ReduceMax <keepdims = 1> (cast_input)\n"
         "}\n"},
    [TERCET_TEMPLATE_NONE] =
        {"none",
         "RDF tensor none function",
         "(<input_type> input1) => (bool[] output1)\n"
         "{\n"
         "  cast_input = Cast <to = 9> (input1)\n"
         "  reduced_input = ReduceMax <keepdims = 1> (cast_input)\n"
         "  output1 = Not (reduced_input)\n"
         "}\n"},
    [TERCET_TEMPLATE_AVG_AXIS_REDUCTION] =
        {"avg_axis_reduction",
         "RDF tensor average function for axis reduction",
         "(<input_type> input1) => (double[] output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  output1 = ReduceMean <keepdims = 0> (cast_input, axes)\n"
         "}\n"},
    [TERCET_TEMPLATE_AVG_FULL_REDUCTION] =
        {"avg_full_reduction",
         "RDF tensor average function for full reduction",
         "(<input_type> input1) => (double[] output1)\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  output1 = ReduceMean <keepdims = 1> (cast_input)\n"
         "}\n"},
    [TERCET_TEMPLATE_NORM2_AXIS_REDUCTION] =
        {"norm2_axis_reduction",
         "RDF tensor L2 norm function for axis reduction",
         "(<input_type> input1) => (double[] output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  output1 = ReduceL2 <keepdims = 0> (cast_input, axes)\n"
         "}\n"},
    [TERCET_TEMPLATE_NORM2_FULL_REDUCTION] =
        {"norm2_full_reduction",
         "RDF tensor L2 norm function for full reduction",
         "(<input_type> input1) => (double[] output1)\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  output1 = ReduceL2 <keepdims = 1> (cast_input)\n"
         "}\n"},
    [TERCET_TEMPLATE_SUM_AXIS_REDUCTION] =
        {"sum_axis_reduction",
         "RDF tensor sum function for axis reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  output1 = ReduceSum <keepdims = 0> (input1, axes)\n"
         "}\n"},
    [TERCET_TEMPLATE_SUM_FULL_REDUCTION] =
        {"sum_full_reduction",
         "RDF tensor sum function for full reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  output1 = ReduceSum <keepdims = 1> (input1)\n"
         "}\n"},
    [TERCET_TEMPLATE_SUM_AXIS_REDUCTION_INT16] =
        {"sum_axis_reduction_int16",
         "RDF tensor sum function for axis reduction and int16 data type",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceSum <keepdims = 0> (cast_input, axes)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_SUM_FULL_REDUCTION_INT16] =
        {"sum_full_reduction_int16",
         "RDF tensor sum function for full reduction and int16 data type",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceSum <keepdims = 1> (cast_input)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_PROD_AXIS_REDUCTION] =
        {"prod_axis_reduction",
         "RDF tensor product function for axis reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  output1 = ReduceProd <keepdims = 0> (input1, axes)\n"
         "}\n"},
    [TERCET_TEMPLATE_PROD_FULL_REDUCTION] =
        {"prod_full_reduction",
         "RDF tensor product function for full reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  output1 = ReduceProd <keepdims = 1> (input1)\n"
         "}\n"},
    [TERCET_TEMPLATE_PROD_AXIS_REDUCTION_INT16] =
        {"prod_axis_reduction_int16",
         "RDF tensor product function for axis reduction on int16 tensors",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceProd <keepdims = 0> (cast_input, axes)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_PROD_FULL_REDUCTION_INT16] =
        {"prod_full_reduction_int16",
         "RDF tensor product function for full reduction on int16 tensors",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceProd <keepdims = 1> (cast_input)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_MAX_AXIS_REDUCTION] =
        {"max_axis_reduction",
         "RDF tensor max function for axis reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  output1 = ReduceMax <keepdims = 0> (input1, axes)\n"
         "}\n"},
    [TERCET_TEMPLATE_MAX_FULL_REDUCTION] =
        {"max_full_reduction",
         "RDF tensor max function for full reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  output1 = ReduceMax <keepdims = 1> (input1)\n"
         "}\n"},
    [TERCET_TEMPLATE_MAX_AXIS_REDUCTION_INT16] =
        {"max_axis_reduction_int16",
         "RDF tensor max function for axis reduction for int16 tensors",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceMax <keepdims = 0> (cast_input, axes)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_MAX_FULL_REDUCTION_INT16] =
        {"max_full_reduction_int16",
         "RDF tensor max function for full reduction on int16 tensors",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceMax <keepdims = 1> (cast_input)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_MIN_AXIS_REDUCTION] =
        {"min_axis_reduction",
         "RDF tensor min function for axis reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  output1 = ReduceMin <keepdims = 0> (input1, axes)\n"
         "}\n"},
    [TERCET_TEMPLATE_MIN_FULL_REDUCTION] =
        {"min_full_reduction",
         "RDF tensor min function for full reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  output1 = ReduceMin <keepdims = 1> (input1)\n"
         "}\n"},
    [TERCET_TEMPLATE_MIN_AXIS_REDUCTION_INT16] =
        {"min_axis_reduction_int16",
         "RDF tensor min function for axis reduction on int16 data type",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceMin <keepdims = 0> (cast_input, axes)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_MIN_FULL_REDUCTION_INT16] =
        {"min_full_reduction_int16",
         "RDF tensor min function for full reduction on int16 data type",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceMin <keepdims = 1> (cast_input)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_NORM1_AXIS_REDUCTION] =
        {"norm1_axis_reduction",
         "RDF tensor L1 norm function for axis reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  output1 = ReduceL1 <keepdims = 0> (input1, axes)\n"
         "}\n"},
    [TERCET_TEMPLATE_NORM1_FULL_REDUCTION] =
        {"norm1_full_reduction",
         "RDF tensor L1 norm function for full reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  output1 = ReduceL1 <keepdims = 1> (input1)\n"
         "}\n"},
    [TERCET_TEMPLATE_NORM1_AXIS_REDUCTION_INT16] =
        {"norm1_axis_reduction_int16",
         "RDF tensor L1 norm function for axis reduction with int16 input",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] axes = {<axis_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceL1 <keepdims = 0> (cast_input, axes)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_NORM1_FULL_REDUCTION_INT16] =
        {"norm1_full_reduction_int16",
         "RDF tensor L1 norm function for full reduction with int16 input",
         "(<input_type> input1) => (<input_type> output1)\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reduction_output = ReduceL1 <keepdims = 1> (cast_input)\n"
         "  output1 = Cast <to = <input_type>> (reduction_output)\n"
         "}\n"},
    [TERCET_TEMPLATE_STD_AXIS_REDUCTION] =
        {"std_axis_reduction",
         "RDF tensor standard deviation function for axis reduction",
         "(<input_type> input1) => (double[] output1)\n"
         "<int64[1] axes = {<axis_value>},\n"
         " double bessel_factor = {<bessel_factor_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  mean = ReduceMean <keepdims = 1> (cast_input, axes)\n"
         "  diff = Sub (cast_input, mean)\n"
         "  sq_diff = Mul (diff, diff)\n"
         "  pop_variance = ReduceMean <keepdims = 0> (sq_diff, axes)\n"
         "  variance = Mul (pop_variance, bessel_factor)\n"
         "  output1 = Sqrt (variance)\n"
         "}\n"},
    [TERCET_TEMPLATE_STD_FULL_REDUCTION] =
        {"std_full_reduction",
         "RDF tensor standard deviation function for full reduction",
         "(<input_type> input1) => (double[] output1)\n"
         "<double bessel_factor = {<bessel_factor_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  mean = ReduceMean <keepdims = 1> (cast_input)\n"
         "  diff = Sub (cast_input, mean)\n"
         "  sq_diff = Mul (diff, diff)\n"
         "  pop_variance = ReduceMean <keepdims = 1> (sq_diff)\n"
         "  variance = Mul (pop_variance, bessel_factor)\n"
         "  output1 = Sqrt (variance)\n"
         "}\n"},
    [TERCET_TEMPLATE_VAR_AXIS_REDUCTION] =
        {"var_axis_reduction",
         "RDF tensor variance function for axis reduction",
         "(<input_type> input1) => (double[] output1)\n"
         "<int64[1] axes = {<axis_value>},\n"
         " double bessel_factor = {<bessel_factor_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  mean = ReduceMean <keepdims = 1> (cast_input, axes)\n"
         "  diff = Sub (cast_input, mean)\n"
         "  sq_diff = Mul (diff, diff)\n"
         "  pop_variance = ReduceMean <keepdims = 0> (sq_diff, axes)\n"
         "  output1 = Mul (pop_variance, bessel_factor)\n"
         "}\n"},
    [TERCET_TEMPLATE_VAR_FULL_REDUCTION] =
        {"var_full_reduction",
         "RDF tensor variance function for full reduction",
         "(<input_type> input1) => (double[] output1)\n"
         "<double bessel_factor = {<bessel_factor_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  mean = ReduceMean <keepdims = 1> (cast_input)\n"
         "  diff = Sub (cast_input, mean)\n"
         "  sq_diff = Mul (diff, diff)\n"
         "  pop_variance = ReduceMean <keepdims = 1> (sq_diff)\n"
         "  output1 = Mul (pop_variance, bessel_factor)\n"
         "}\n"},
    [TERCET_TEMPLATE_QUANTILE_AXIS_REDUCTION] =
        {"quantile_axis_reduction",
         "RDF tensor quantile function for axis reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] k_tensor = {<axis_size_value>},\n"
         " int64[1] quantile_idx = {<quantile_index_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  sorted_values, sorted_indices = TopK <axis = <axis_value>, largest = 0, sorted = 1> (cast_input, k_tensor)\n"
         "  gathered = Gather <axis = <axis_value>> (sorted_values, quantile_idx)\n"
         "  output1 = Cast <to = <input_type>> (gathered)\n"
         "}\n"},
    [TERCET_TEMPLATE_QUANTILE_FULL_REDUCTION] =
        {"quantile_full_reduction",
         "RDF tensor quantile function for full reduction",
         "(<input_type> input1) => (<input_type> output1)\n"
         "<int64[1] k_tensor = {<axis_size_value>},\n"
         " int64[1] quantile_idx = {<quantile_index_value>},\n"
         " int64[1] reshape_shape = {-1}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reshaped = Reshape (cast_input, reshape_shape)\n"
         "  sorted_values, sorted_indices = TopK <axis = 0, largest = 0, sorted = 1> (reshaped, k_tensor)\n"
         "  gathered = Gather <axis = 0> (sorted_values, quantile_idx)\n"
         "  squeezed = Squeeze (gathered)\n"
         "  output1 = Cast <to = <input_type>> (squeezed)\n"
         "}\n"},
    [TERCET_TEMPLATE_QUANTILE_INTERPOLATE_NO_INTERPOLATION_AXIS_REDUCTION] =
        {"quantile_interpolate_no_interpolation_axis_reduction",
         "RDF tensor quantile interpolate function for axis reduction without interpolation",
         "(<input_type> input1, int64[1] quantile_index) => (<input_type> output1)\n"
         "<int64[1] k_tensor = {<axis_size_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  sorted_values, sorted_indices = TopK <axis = <axis_value>, largest = 0, sorted = 1> (cast_input, k_tensor)\n"
         "  gathered = Gather <axis = <axis_value>> (sorted_values, quantile_index)\n"
         "  output1 = Cast <to = <input_type>> (gathered)\n"
         "}\n"},
    [TERCET_TEMPLATE_QUANTILE_INTERPOLATE_NO_INTERPOLATION_FULL_REDUCTION] =
        {"quantile_interpolate_no_interpolation_full_reduction",
         "RDF tensor quantile interpolate function for full reduction without interpolation",
         "(<input_type> input1, int64[1] quantile_index) => (<input_type> output1)\n"
         "<int64[1] k_tensor = {<axis_size_value>},\n"
         " int64[1] reshape_shape = {-1}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reshaped = Reshape (cast_input, reshape_shape)\n"
         "  sorted_values, sorted_indices = TopK <axis = 0, largest = 0, sorted = 1> (reshaped, k_tensor)\n"
         "  gathered = Gather <axis = 0> (sorted_values, quantile_index)\n"
         "  squeezed = Squeeze (gathered)\n"
         "  output1 = Cast <to = <input_type>> (squeezed)\n"
         "}\n"},
    [TERCET_TEMPLATE_QUANTILE_INTERPOLATE_WITH_INTERPOLATION_AXIS_REDUCTION] =
        {"quantile_interpolate_with_interpolation_axis_reduction",
         "RDF tensor quantile interpolate function for axis reduction with interpolation",
         "(<input_type> input1, int64[1] lower_index, int64[1] upper_index, double[1] fraction) => (double[] output1)\n"
         "<int64[1] k_tensor = {<axis_size_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  sorted_values, sorted_indices = TopK <axis = <axis_value>, largest = 0, sorted = 1> (cast_input, k_tensor)\n"
         "  sorted_float = Cast <to = 11> (sorted_values)\n"
         "  lower_values = Gather <axis = <axis_value>> (sorted_float, lower_index)\n"
         "  upper_values = Gather <axis = <axis_value>> (sorted_float, upper_index)\n"
         "  diff = Sub (upper_values, lower_values)\n"
         "  scaled_diff = Mul (fraction, diff)\n"
         "  output1 = Add (lower_values, scaled_diff)\n"
         "}\n"},
    [TERCET_TEMPLATE_QUANTILE_INTERPOLATE_WITH_INTERPOLATION_FULL_REDUCTION] =
        {"quantile_interpolate_with_interpolation_full_reduction",
         "RDF tensor quantile interpolate function for full reduction with interpolation",
         "(<input_type> input1, int64[1] lower_index, int64[1] upper_index, double[1] fraction) => (double[] output1)\n"
         "<int64[1] k_tensor = {<axis_size_value>},\n"
         " int64[1] reshape_shape = {-1}>\n"
         "{\n"
         "  cast_input = Cast <to = <wide_type>> (input1)\n"
         "  reshaped = Reshape (cast_input, reshape_shape)\n"
         "  sorted_values, sorted_indices = TopK <axis = 0, largest = 0, sorted = 1> (reshaped, k_tensor)\n"
         "  sorted_float = Cast <to = 11> (sorted_values)\n"
         "  lower_gathered = Gather <axis = 0> (sorted_float, lower_index)\n"
         "  upper_gathered = Gather <axis = 0> (sorted_float, upper_index)\n"
         "  lower_values = Squeeze (lower_gathered)\n"
         "  upper_values = Squeeze (upper_gathered)\n"
         "  diff = Sub (upper_values, lower_values)\n"
         "  scaled_diff = Mul (fraction, diff)\n"
         "  output1 = Add (lower_values, scaled_diff)\n"
         "}\n"},
    [TERCET_TEMPLATE_COSINE_SIMILARITY] =
        {"cosine_similarity",
         "RDF tensor cosine similarity function",
         "(<input1_type> input1, <input2_type> input2) => (double[] output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = 11> (input1)\n"
         "  cast_input2 = Cast <to = 11> (input2)\n"
         "  mul_ab = Mul (cast_input1, cast_input2)\n"
         "  dot_product = ReduceSum <keepdims = 0> (mul_ab)\n"
         "  square_a = Mul (cast_input1, cast_input1)\n"
         "  sum_square_a = ReduceSum <keepdims = 0> (square_a)\n"
         "  norm_a = Sqrt (sum_square_a)\n"
         "  square_b = Mul (cast_input2, cast_input2)\n"
         "  sum_square_b = ReduceSum <keepdims = 0> (square_b)\n"
         "  norm_b = Sqrt (sum_square_b)\n"
         "  norm_product = Mul (norm_a, norm_b)\n"
         "  output1 = Div (dot_product, norm_product)\n"
         "}\n"},
    [TERCET_TEMPLATE_EUCLIDEAN_DISTANCE] =
        {"euclidean_distance",
         "RDF tensor euclidean distance function",
         "(<input1_type> input1, <input2_type> input2) => (double[] output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = 11> (input1)\n"
         "  cast_input2 = Cast <to = 11> (input2)\n"
         "  diff = Sub (cast_input1, cast_input2)\n"
         "  diff_squared = Mul (diff, diff)\n"
         "  sum_squared = ReduceSum <keepdims = 0> (diff_squared)\n"
         "  output1 = Sqrt (sum_squared)\n"
         "}\n"},
    [TERCET_TEMPLATE_GROUP_SUM_REDUCE] =
        {"SUM_reduce",
         "RDF tensor SUM aggregation function reduction step",
         "(<accumulator_type> input1, <input_type> input2) => (<resolved_type> output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  output1 = Add (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_GROUP_AVG_REDUCE] =
        {"AVG_reduce",
         "RDF tensor AVG aggregation function reduction step",
         "(<accumulator_type> input1, <input_type> input2) => (<resolved_type> output1)\n"
         "{\n"
         "  cast_input1 = Cast <to = <resolved_type>> (input1)\n"
         "  cast_input2 = Cast <to = <resolved_type>> (input2)\n"
         "  output1 = Add (cast_input1, cast_input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_GROUP_AVG_COMPLETE] =
        {"AVG_complete",
         "RDF tensor AVG aggregation function completion step",
         "(<accumulator_type> input1) => (double[] output1)\n"
         "<double divisor = {<count_value>}>\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  output1 = Div (cast_input, divisor)\n"
         "}\n"},
    [TERCET_TEMPLATE_GROUP_VAR_INITIAL] =
        {"VAR_initial",
         "RDF tensor VAR aggregation function initial step",
         "(<input_type> input1) => (double[] output1, double[] output2)\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  output1 = Mul (cast_input, cast_input)\n"
         "  output2 = Identity (cast_input)\n"
         "}\n"},
    [TERCET_TEMPLATE_GROUP_VAR_REDUCE] =
        {"VAR_reduce",
         "RDF tensor VAR aggregation function reduction step",
         "(double[] input1, double[] input2, <input_type> input3) => (double[] output1, double[] output2)\n"
         "{\n"
         "  cast_new = Cast <to = 11> (input3)\n"
         "  newSq = Mul (cast_new, cast_new)\n"
         "  output1 = Add (newSq, input1)\n"
         "  output2 = Add (cast_new, input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_GROUP_VAR_COMPLETE] =
        {"VAR_complete",
         "RDF tensor VAR aggregation function complete model",
         "(double[] input1, double[] input2) => (double[] output1)\n"
         "<double count = {<count_value>}>\n"
         "{\n"
         "  meanSq = Div (input1, count)\n"
         "  mean = Div (input2, count)\n"
         "  meanSquared = Mul (mean, mean)\n"
         "  output1 = Sub (meanSq, meanSquared)\n"
         "}\n"},
    [TERCET_TEMPLATE_GROUP_STD_INITIAL] =
        {"STD_initial",
         "RDF tensor STD aggregation function initial step",
         "(<input_type> input1) => (double[] output1, double[] output2)\n"
         "{\n"
         "  cast_input = Cast <to = 11> (input1)\n"
         "  output1 = Mul (cast_input, cast_input)\n"
         "  output2 = Identity (cast_input)\n"
         "}\n"},
    [TERCET_TEMPLATE_GROUP_STD_REDUCE] =
        {"STD_reduce",
         "RDF tensor STD aggregation function reduction step",
         "(double[] input1, double[] input2, <input_type> input3) => (double[] output1, double[] output2)\n"
         "{\n"
         "  cast_new = Cast <to = 11> (input3)\n"
         "  newSq = Mul (cast_new, cast_new)\n"
         "  output1 = Add (newSq, input1)\n"
         "  output2 = Add (cast_new, input2)\n"
         "}\n"},
    [TERCET_TEMPLATE_GROUP_STD_COMPLETE] =
        {"STD_complete",
         "RDF tensor STD aggregation function complete model",
         "(double[] input1, double[] input2) => (double[] output1)\n"
         "<double count = {<count_value>}>\n"
         "{\n"
         "  meanSq = Div (input1, count)\n"
         "  mean = Div (input2, count)\n"
         "  meanSquared = Mul (mean, mean)\n"
         "  variance = Sub (meanSq, meanSquared)\n"
         "  output1 = Sqrt (variance)\n"
         "}\n"},
};

const tercet_template *
tercet_template_find(const char *name)
{
  for (size_t i = 0; i < TERCET_TEMPLATE_COUNT; ++i) {
    if (!strcmp(tercet_templates[i].name, name)) {
      return &tercet_templates[i];
    }
  }
  return NULL;
}
