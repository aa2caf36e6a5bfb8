// SPDX-License-Identifier: Apache-2.0

/// Which operators there are, found by their names: a hash table that is
/// filled when the first one is looked for

#include "base/hash.h"
#include "base/string_view.h"
#include "onnx/operator.h"

#include <assert.h>
#include <pthread.h>

static const tercet_onnx_operators *const tables[] = {
#define TERCET_ONNX_TABLE(name) &tercet_onnx_##name##_operators,
#include "onnx/operator_tables.def"
#undef TERCET_ONNX_TABLE
};

/// A power of two, a few times the number of operators
#define N_SLOTS 2048U

static const tercet_onnx_operator *slots[N_SLOTS];
static pthread_once_t fill_once = PTHREAD_ONCE_INIT;

static size_t
first_slot(tercet_string name)
{
  return (size_t)tercet_hash_bytes(name.data, name.length, 0) % N_SLOTS;
}

static void
add(const tercet_onnx_operator *operator_)
{
  size_t i = first_slot(tercet_string_from(operator_->name));
  while (slots[i]) {
    i = (i + 1) % N_SLOTS;
  }
  slots[i] = operator_;
}

static void
fill(void)
{
  size_t n = 0;
  for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); ++i) {
    n += tables[i]->n;
    assert(n <= N_SLOTS / 2);
    for (size_t j = 0; j < tables[i]->n; ++j) {
      add(&tables[i]->items[j]);
    }
  }
  (void)n; // Only the assertion looks at it
}

static bool
is_meant(const tercet_onnx_operator *operator_,
         tercet_string domain,
         tercet_string name,
         int64_t version)
{
  return version >= operator_->first &&
         (operator_->last == 0 || version <= operator_->last) &&
         tercet_string_is(name, operator_->name) &&
         tercet_string_is(domain, operator_->domain);
}

const tercet_onnx_operator *
tercet_onnx_operator_find(tercet_string domain,
                          tercet_string name,
                          int64_t version)
{
  if (tercet_string_is(domain, "ai.onnx")) {
    domain.length = 0;
  }

  pthread_once(&fill_once, fill);
  for (size_t i = first_slot(name); slots[i]; i = (i + 1) % N_SLOTS) {
    if (is_meant(slots[i], domain, name, version)) {
      return slots[i];
    }
  }
  return NULL;
}
