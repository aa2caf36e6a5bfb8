// SPDX-License-Identifier: Apache-2.0

/**
   What is known of a value before anything runs.

   An extent that is not known is a symbol: equal symbols are equal extents.
   The dimensions that a model names are symbols, and whatever depends on data
   is a new one.  The same holds for elements of small tensors of integers,
   which are followed because they become shapes.

   All facts of a model live in one arena and point into it freely.
*/

#ifndef TERCET_ONNX_FACT_H
#define TERCET_ONNX_FACT_H

#include "base/hash_index.h"
#include "onnx/schema.h"

/// Elements of a tensor that are followed at the most
#define TERCET_ONNX_MAX_NUMBERS 256

/// The first symbol; they count upwards from here.  The two numbers below are
/// those that models write for "to the very beginning".
#define TERCET_ONNX_FIRST_SYMBOL (INT64_MIN + 2)

/// Behind the last symbol
#define TERCET_ONNX_END_OF_SYMBOLS (INT64_MIN + (INT64_C(1) << 40))

/// One value.  Copied freely; what it points to never changes.
typedef struct {
  tercet_onnx_of kind;
  tercet_onnx_type type; ///< #TERCET_ONNX_UNDEFINED: nothing is known
  bool has_shape;        ///< Whether the rank is known; of a sequence or
                         ///< optional: that of its members
  size_t rank;
  const int64_t *dims;    ///< Extents and symbols
  const int64_t *numbers; ///< Elements and symbols of an int32 or int64
                          ///< tensor of rank 0 or 1; NULL: not followed
  size_t n_numbers;
  const tercet_onnx_tensor *constant; ///< The value itself, or NULL
} tercet_onnx_fact;

/// What the facts of a model have in common
typedef struct {
  tercet_arena *arena;
  int64_t next_symbol;
  tercet_hash_index index; ///< Of the names
  tercet_string *names;    ///< Of dimensions
  int64_t *symbols;        ///< What each name stands for
  size_t n_names;
  size_t name_capacity;
  size_t symbol_capacity;
} tercet_onnx_facts;

/// Prepare; `arena` must outlive the facts
void
tercet_onnx_facts_init(tercet_onnx_facts *facts,
                       tercet_arena *arena,
                       const tercet_allocator *alloc);

/// Free the names of dimensions; facts stay until the arena goes
void
tercet_onnx_facts_clear(tercet_onnx_facts *facts);

/// Return whether a number is a symbol and not an extent or element
static inline bool
tercet_onnx_is_symbol(int64_t number)
{
  return number >= TERCET_ONNX_FIRST_SYMBOL &&
         number < TERCET_ONNX_END_OF_SYMBOLS;
}

/// Return a symbol that equals nothing else
static inline int64_t
tercet_onnx_new_symbol(tercet_onnx_facts *facts)
{
  return facts->next_symbol++;
}

/// Return a number, or a new symbol for one that looks like a symbol
static inline int64_t
tercet_onnx_number(tercet_onnx_facts *facts, int64_t number)
{
  return tercet_onnx_is_symbol(number) ? tercet_onnx_new_symbol(facts) : number;
}

/// Set `out` to the symbol of a name, the same each time
TERCET_NODISCARD tercet_status
tercet_onnx_facts_symbol(tercet_onnx_facts *facts,
                         tercet_string name,
                         int64_t *out);

/// Return the name of a symbol, or an empty one
tercet_string
tercet_onnx_facts_name(const tercet_onnx_facts *facts, int64_t symbol);

/// Set the shape of a fact; copies the extents
TERCET_NODISCARD tercet_status
tercet_onnx_fact_set_shape(tercet_onnx_facts *facts,
                           tercet_onnx_fact *fact,
                           size_t rank,
                           const int64_t *dims);

/// Set the elements of a fact; copies them
TERCET_NODISCARD tercet_status
tercet_onnx_fact_set_numbers(tercet_onnx_facts *facts,
                             tercet_onnx_fact *fact,
                             size_t n,
                             const int64_t *numbers);

/// Set `out` to what a declared type says; nothing for a map, an opaque type,
/// or an element type that is not known
TERCET_NODISCARD tercet_status
tercet_onnx_fact_from_type(tercet_onnx_facts *facts,
                           const tercet_onnx_type_info *type,
                           tercet_onnx_fact *out);

/// Set `out` to what a constant tensor is
TERCET_NODISCARD tercet_status
tercet_onnx_fact_from_tensor(tercet_onnx_facts *facts,
                             const tercet_onnx_tensor *tensor,
                             tercet_onnx_fact *out);

/// The same for a sparse tensor, which is a tensor when it is used
TERCET_NODISCARD tercet_status
tercet_onnx_fact_from_sparse(tercet_onnx_facts *facts,
                             const tercet_onnx_sparse *sparse,
                             tercet_onnx_fact *out);

/// Set `out` to what is true of both: extents that differ become new symbols
TERCET_NODISCARD tercet_status
tercet_onnx_fact_merge(tercet_onnx_facts *facts,
                       const tercet_onnx_fact *a,
                       const tercet_onnx_fact *b,
                       tercet_onnx_fact *out);

/// Return whether two facts have the same type and shape
bool
tercet_onnx_fact_equals(const tercet_onnx_fact *a, const tercet_onnx_fact *b);

/// Return whether a value may be as both facts say: false if their ranks, or
/// two extents that are known, differ
bool
tercet_onnx_fact_agrees(const tercet_onnx_fact *a, const tercet_onnx_fact *b);

/// Set `out` to the integers of a tensor of int32 or int64 and at most
/// `capacity` elements; false for any other tensor
bool
tercet_onnx_tensor_ints(const tercet_onnx_tensor *tensor,
                        size_t capacity,
                        int64_t *out,
                        size_t *n);

/// Bytes of the longest name of a type
#define TERCET_ONNX_TYPE_TEXT_SIZE 64

/// Write the name of a type, such as "tensor(float)", into `n` bytes
void
tercet_onnx_fact_type_text(const tercet_onnx_fact *fact, size_t n, char *text);

#endif // TERCET_ONNX_FACT_H
