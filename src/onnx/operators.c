// SPDX-License-Identifier: Apache-2.0

/// Which operators there are

#include "base/string_view.h"
#include "onnx/operator.h"

static const tercet_onnx_operators *const tables[] = {
#define TERCET_ONNX_TABLE(name) &tercet_onnx_##name##_operators,
#include "onnx/operator_tables.def"
#undef TERCET_ONNX_TABLE
};

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
  for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); ++i) {
    for (size_t j = 0; j < tables[i]->n; ++j) {
      if (is_meant(&tables[i]->items[j], domain, name, version)) {
        return &tables[i]->items[j];
      }
    }
  }
  return NULL;
}
