// SPDX-License-Identifier: Apache-2.0

/// Elements of small tensors of integers, which become shapes further on

#include "base/checked.h"
#include "onnx/infer_rules.h"

#include <tercet/tensor_core.h>

/// Return the elements that are known of an input of rank 0 or 1, or NULL
static const tercet_onnx_fact *
followed(const tercet_onnx_infer *infer, size_t i)
{
  const tercet_onnx_fact *const fact = tercet_onnx_infer_shaped(infer, i);
  return fact && fact->numbers ? fact : NULL;
}

/// Hand the elements of input 0 on
static tercet_status
same_numbers(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = followed(infer, 0);
  return input ? tercet_onnx_infer_give_numbers(
                     infer, 0, input->n_numbers, input->numbers)
               : TERCET_OK;
}

/// Elements keep their order: sure for an output of rank 0 or 1
static tercet_status
reshaped_numbers(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const output = &infer->outputs[0];
  return output->has_shape && output->rank <= 1 ? same_numbers(infer)
                                                : TERCET_OK;
}

/// A cast between int32 and int64 keeps what fits
static tercet_status
cast_numbers(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = followed(infer, 0);
  const tercet_onnx_type type = infer->outputs[0].type;
  if (!input || (type != TERCET_ONNX_INT64 && type != TERCET_ONNX_INT32)) {
    return TERCET_OK;
  }
  for (size_t i = 0; i < input->n_numbers; ++i) {
    const int64_t number = input->numbers[i];
    if (type == TERCET_ONNX_INT32 &&
        (tercet_onnx_is_symbol(number) || number != (int32_t)number)) {
      return TERCET_OK;
    }
  }
  return same_numbers(infer);
}

/// Concat of vectors
static tercet_status
concat_numbers(const tercet_onnx_infer *infer)
{
  int64_t numbers[TERCET_ONNX_MAX_NUMBERS];
  size_t n = 0;
  for (size_t i = 0; i < infer->n_inputs; ++i) {
    const tercet_onnx_fact *const input = followed(infer, i);
    if (!input || input->rank != 1 ||
        input->n_numbers > TERCET_ONNX_MAX_NUMBERS - n) {
      return TERCET_OK;
    }
    for (size_t k = 0; k < input->n_numbers; ++k) {
      numbers[n++] = input->numbers[k];
    }
  }
  return tercet_onnx_infer_give_numbers(infer, 0, n, numbers);
}

/// Gather from a vector by known indices
static tercet_status
gather_numbers(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const data = followed(infer, 0);
  const tercet_onnx_fact *const indices = followed(infer, 1);
  if (!data || data->rank != 1 || !indices) {
    return TERCET_OK;
  }

  int64_t numbers[TERCET_ONNX_MAX_NUMBERS];
  const int64_t n = (int64_t)data->n_numbers;
  for (size_t i = 0; i < indices->n_numbers; ++i) {
    int64_t index = indices->numbers[i];
    index = index < 0 && index >= -n ? index + n : index;
    if (index < 0 || index >= n) {
      return TERCET_OK;
    }
    numbers[i] = data->numbers[index];
  }
  return tercet_onnx_infer_give_numbers(infer, 0, indices->n_numbers, numbers);
}

/// Slice of a vector
static tercet_status
slice_numbers(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const data = followed(infer, 0);
  const tercet_onnx_infer_list starts =
      tercet_onnx_infer_numbers(infer, 1, "starts");
  const tercet_onnx_infer_list ends =
      tercet_onnx_infer_numbers(infer, 2, "ends");
  const tercet_onnx_infer_list steps =
      tercet_onnx_infer_numbers(infer, 4, NULL);
  if (!data || data->rank != 1 || starts.n != 1 || ends.n != 1 ||
      (steps.is_given && steps.n != 1)) {
    return TERCET_OK;
  }

  int64_t numbers[TERCET_ONNX_MAX_NUMBERS];
  int64_t n = 0;
  int64_t start = starts.numbers[0];
  const int64_t step = steps.is_given ? steps.numbers[0] : 1;
  if (tercet_onnx_is_symbol(start) || tercet_onnx_is_symbol(step) ||
      tercet_onnx_is_symbol(ends.numbers[0]) ||
      !tercet_onnx_infer_slice(
          (int64_t)data->n_numbers, &start, ends.numbers[0], step, &n)) {
    return TERCET_OK;
  }
  for (int64_t i = 0; i < n; ++i) {
    numbers[i] = data->numbers[start + i * step];
  }
  return tercet_onnx_infer_give_numbers(infer, 0, (size_t)n, numbers);
}

/* ---- Arithmetic ---- */

/// Set `out` to the result for two numbers that are known; false if it
/// overflows or the run would fail
typedef bool (*operation)(int64_t a, int64_t b, int64_t *out);

static bool
subtract(int64_t a, int64_t b, int64_t *out)
{
  return !__builtin_sub_overflow(a, b, out);
}

static bool
divide(int64_t a, int64_t b, int64_t *out)
{
  if (b == 0 || b == -1) {
    return b == -1 && subtract(0, a, out);
  }
  *out = a / b;
  return true;
}

static bool
take_min(int64_t a, int64_t b, int64_t *out)
{
  *out = a < b ? a : b;
  return true;
}

static bool
take_max(int64_t a, int64_t b, int64_t *out)
{
  *out = a > b ? a : b;
  return true;
}

/// Return the result for two elements.  A symbol stays what it is if the
/// other one is neutral.
static int64_t
combine(const tercet_onnx_infer *infer, operation operate, int64_t a, int64_t b)
{
  const bool is_sum = operate == tercet_i64_add;
  const bool is_product = operate == tercet_i64_multiply;
  if (!tercet_onnx_is_symbol(a) && !tercet_onnx_is_symbol(b)) {
    int64_t result = 0;
    return operate(a, b, &result) ? tercet_onnx_number(infer->facts, result)
                                  : tercet_onnx_infer_unknown(infer);
  }
  if ((b == 0 && (is_sum || operate == subtract)) ||
      (b == 1 && (is_product || operate == divide))) {
    return a;
  }
  if ((a == 0 && is_sum) || (a == 1 && is_product)) {
    return b;
  }
  return tercet_onnx_infer_unknown(infer);
}

/// Results of int32 may wrap, so only those of int64 are followed
static tercet_status
combine_numbers(const tercet_onnx_infer *infer, operation operate)
{
  const tercet_onnx_fact *const a = followed(infer, 0);
  const tercet_onnx_fact *const b = followed(infer, 1);
  if (!a || !b || infer->n_inputs != 2 || a->type != TERCET_ONNX_INT64) {
    return TERCET_OK;
  }

  const size_t n = a->n_numbers == 1 ? b->n_numbers : a->n_numbers;
  if (b->n_numbers != 1 && b->n_numbers != n) {
    return TERCET_OK;
  }
  int64_t numbers[TERCET_ONNX_MAX_NUMBERS];
  for (size_t i = 0; i < n; ++i) {
    numbers[i] = combine(infer,
                         operate,
                         a->numbers[a->n_numbers == 1 ? 0 : i],
                         b->numbers[b->n_numbers == 1 ? 0 : i]);
  }
  return tercet_onnx_infer_give_numbers(infer, 0, n, numbers);
}

static tercet_status
add_numbers(const tercet_onnx_infer *infer)
{
  return combine_numbers(infer, tercet_i64_add);
}

static tercet_status
subtract_numbers(const tercet_onnx_infer *infer)
{
  return combine_numbers(infer, subtract);
}

static tercet_status
multiply_numbers(const tercet_onnx_infer *infer)
{
  return combine_numbers(infer, tercet_i64_multiply);
}

static tercet_status
divide_numbers(const tercet_onnx_infer *infer)
{
  return combine_numbers(infer, divide);
}

static tercet_status
min_numbers(const tercet_onnx_infer *infer)
{
  return combine_numbers(infer, take_min);
}

static tercet_status
max_numbers(const tercet_onnx_infer *infer)
{
  return combine_numbers(infer, take_max);
}

/// ReduceProd over all of a vector: the size of a shape
static tercet_status
product_numbers(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const input = followed(infer, 0);
  const tercet_onnx_fact *const output = &infer->outputs[0];
  const bool is_single =
      output->has_shape &&
      (output->rank == 0 || (output->rank == 1 && output->dims[0] == 1));
  if (!input || input->rank != 1 || !is_single ||
      input->type != TERCET_ONNX_INT64) {
    return TERCET_OK;
  }
  int64_t product = 1;
  for (size_t i = 0; i < input->n_numbers; ++i) {
    product = tercet_onnx_infer_product(infer, product, input->numbers[i]);
  }
  return tercet_onnx_infer_give_numbers(infer, 0, 1, &product);
}

/// Constant: integers that are an attribute
static tercet_status
constant_numbers(const tercet_onnx_infer *infer)
{
  const tercet_onnx_attribute *attribute =
      tercet_onnx_infer_attribute(infer, "value_int");
  if (!attribute) {
    attribute = tercet_onnx_infer_attribute(infer, "value_ints");
  }
  if (!attribute || attribute->n > TERCET_ONNX_MAX_NUMBERS ||
      (attribute->type != TERCET_ONNX_ATTRIBUTE_INT &&
       attribute->type != TERCET_ONNX_ATTRIBUTE_INTS)) {
    return TERCET_OK;
  }

  int64_t numbers[TERCET_ONNX_MAX_NUMBERS];
  for (size_t i = 0; i < attribute->n; ++i) {
    numbers[i] = tercet_onnx_number(infer->facts, attribute->as.ints[i]);
  }
  return tercet_onnx_infer_give_numbers(infer, 0, attribute->n, numbers);
}

/// ConstantOfShape: a short vector of one integer
static tercet_status
filled_numbers(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const output = &infer->outputs[0];
  const tercet_onnx_attribute *const value =
      tercet_onnx_infer_attribute(infer, "value");
  int64_t number = 0;
  size_t n = 0;
  if (!value || value->type != TERCET_ONNX_ATTRIBUTE_TENSOR ||
      !tercet_onnx_tensor_ints(value->as.tensors, 1, &number, &n) || n != 1 ||
      !output->has_shape || output->rank != 1 || output->dims[0] < 0 ||
      output->dims[0] > TERCET_ONNX_MAX_NUMBERS) {
    return TERCET_OK;
  }

  int64_t numbers[TERCET_ONNX_MAX_NUMBERS];
  for (int64_t i = 0; i < output->dims[0]; ++i) {
    numbers[i] = tercet_onnx_number(infer->facts, number);
  }
  return tercet_onnx_infer_give_numbers(
      infer, 0, (size_t)output->dims[0], numbers);
}

/// Range: a short one of integers
static tercet_status
range_numbers(const tercet_onnx_infer *infer)
{
  const tercet_onnx_fact *const start = followed(infer, 0);
  const tercet_onnx_fact *const step = followed(infer, 2);
  const tercet_onnx_fact *const output = &infer->outputs[0];
  if (!start || !step || !output->has_shape || output->dims[0] < 0 ||
      output->dims[0] > TERCET_ONNX_MAX_NUMBERS) {
    return TERCET_OK;
  }

  int64_t numbers[TERCET_ONNX_MAX_NUMBERS];
  int64_t number = start->numbers[0];
  for (int64_t i = 0; i < output->dims[0]; ++i) {
    numbers[i] = tercet_onnx_number(infer->facts, number);
    if (i + 1 < output->dims[0] &&
        !tercet_i64_add(number, step->numbers[0], &number)) {
      return TERCET_OK;
    }
  }
  return tercet_onnx_infer_give_numbers(
      infer, 0, (size_t)output->dims[0], numbers);
}

tercet_onnx_rule
tercet_onnx_rule_of_numbers(const char *name)
{
  static const struct {
    const char *name;
    tercet_onnx_rule follow;
  } table[] = {
      {"Add", add_numbers},
      {"Cast", cast_numbers},
      {"Concat", concat_numbers},
      {"Constant", constant_numbers},
      {"ConstantOfShape", filled_numbers},
      {"Div", divide_numbers},
      {"Gather", gather_numbers},
      {"Max", max_numbers},
      {"Min", min_numbers},
      {"Mul", multiply_numbers},
      {"Range", range_numbers},
      {"ReduceProd", product_numbers},
      {"Reshape", reshaped_numbers},
      {"Slice", slice_numbers},
      {"Squeeze", reshaped_numbers},
      {"Sub", subtract_numbers},
      {"Unsqueeze", reshaped_numbers},
  };
  for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); ++i) {
    if (!strcmp(name, table[i].name)) {
      return table[i].follow;
    }
  }
  return NULL;
}
