// SPDX-License-Identifier: Apache-2.0

#include "rdf/datatype.h"

#include "base/string_view.h"

#include <assert.h>

#define LENGTH(literal) (sizeof(literal) - 1U)

static const tercet_string iris[] = {
#define IRI_OF_MEMBER(id, iri) {iri, LENGTH(iri)},
    TERCET_DATATYPE_LIST(IRI_OF_MEMBER)
#undef IRI_OF_MEMBER
};

static_assert(sizeof(iris) / sizeof(iris[0]) == TERCET_DATATYPE_OTHER,
              "one IRI for each datatype");

const char *const tercet_tensor_datatypes[] = {
    TERCET_TENSOR_NS "DataTensor",
    TERCET_OLD_TENSOR_NS "NumericDataTensor",
    TERCET_OLD_TENSOR_NS "BooleanDataTensor",
    NULL,
};

// Each datatype is at the slot of its IRI's hash; the others hold OTHER.  The
// multiplier was found by trial: no two share a slot.  The test looks up every
// IRI, so a change of the list that needs another table shows.
#define HASH_MULTIPLIER UINT64_C(0x91b7584a2265b1f5)
#define HASH_SHIFT 57U

// clang-format off
static const uint8_t slots[128] = {
  30, 30, 30, 30, 30,  5, 30, 30, 30, 30, 30, 14, 30, 12, 30, 30,
  30, 30, 30,  0, 27, 30, 30, 11, 22, 30,  4, 30, 30, 30, 30, 30,
  30, 30, 26, 25, 30,  1, 30,  2, 30, 30, 30, 10, 30, 30, 30, 30,
  30, 30, 30, 30, 30,  7, 30, 13, 30, 30, 30, 30, 30, 30, 30, 30,
  30, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 18, 17, 30, 30,
  30,  9, 19, 30, 30, 30, 30, 23, 30, 30, 30, 30, 30, 21, 30, 30,
  30, 16, 24, 30, 30, 30, 30, 30, 30, 30,  3, 30,  6, 30, 30, 30,
  30, 30,  8, 20, 30, 30, 30, 30, 30, 30, 30, 29, 30, 30, 30, 15,
};
// clang-format on

/// Bytes at the end of an IRI that its hash looks at
#define N_HASHED 12U

/// Return the slot of an IRI of at least N_HASHED bytes: its last ones differ
static size_t
slot_of(tercet_string iri)
{
  const char *const end = iri.data + iri.length;
  uint64_t tail = 0;
  for (size_t i = 0; i < 8; ++i) {
    tail |= (uint64_t)(uint8_t)end[(ptrdiff_t)i - 8] << (8U * i);
  }

  // Tells nonPositiveInteger from nonNegativeInteger
  const uint8_t earlier = (uint8_t)end[-(ptrdiff_t)N_HASHED];
  return (size_t)(((tail + iri.length + earlier) * HASH_MULTIPLIER) >>
                  HASH_SHIFT);
}

tercet_datatype
tercet_datatype_from_iri(tercet_string iri)
{
  if (iri.length < N_HASHED) {
    return TERCET_DATATYPE_OTHER;
  }

  const unsigned candidate = slots[slot_of(iri)];
  return candidate < TERCET_DATATYPE_OTHER &&
                 tercet_string_equals(iri, iris[candidate])
             ? (tercet_datatype)candidate
             : TERCET_DATATYPE_OTHER;
}

tercet_string
tercet_datatype_iri(tercet_datatype datatype)
{
  assert(datatype < TERCET_DATATYPE_OTHER);

  return iris[datatype];
}
