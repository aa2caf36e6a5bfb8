// SPDX-License-Identifier: Apache-2.0

/// Queries that know all functions of this library

#include <tercet/sparql.h>

#include "rdftensor/rdftensor.h"
#include "sparql/expr/casts.h"
#include "sparql/expr/xpath.h"
#include "sparql/query.h"

#include "base/error.h"

#include <pthread.h>

/// The functions and aggregates, made at first use and kept for ever
static tercet_registry *standard_registry;

static pthread_mutex_t registry_mutex = PTHREAD_MUTEX_INITIALIZER;

static tercet_status
make_registry(void)
{
  tercet_registry *registry = NULL;
  tercet_status st = tercet_registry_new(NULL, &registry);
  st = st ? st : tercet_xsd_casts_register(registry);
  st = st ? st : tercet_xpath_register(registry);
  st = st ? st : tercet_rdftensor_register(registry);
  if (st) {
    tercet_registry_free(registry);
    return st;
  }
  standard_registry = registry;
  return TERCET_OK;
}

/// Set `out` to the registry; if memory runs out the next call tries again
static tercet_status
get_registry(const tercet_registry **out)
{
  pthread_mutex_lock(&registry_mutex);
  const tercet_status st = standard_registry ? TERCET_OK : make_registry();
  *out = standard_registry;
  pthread_mutex_unlock(&registry_mutex);
  return st;
}

tercet_status
tercet_query_prepare(tercet_dataset *dataset,
                     tercet_string text,
                     const tercet_query_options *options,
                     tercet_query **out,
                     tercet_error *err)
{
  const tercet_registry *registry = NULL;
  *out = NULL;
  if (get_registry(&registry)) {
    return tercet_error_no_memory(err);
  }
  return tercet_query_new(dataset, registry, text, options, out, err);
}

bool
tercet_query_method_from_name(const char *name, tercet_query_method *out)
{
  static const struct {
    const char *name;
    tercet_query_method method;
  } methods[] = {
#define METHOD_ROW(id, bit, text) {text, TERCET_WITHOUT_##id},
      TERCET_QUERY_METHOD_LIST(METHOD_ROW)
#undef METHOD_ROW
  };

  for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); ++i) {
    if (!strcmp(name, methods[i].name)) {
      *out = methods[i].method;
      return true;
    }
  }
  return false;
}

void
tercet_functions_visit(void (*visit)(void *context,
                                     tercet_string iri,
                                     bool is_aggregate),
                       void *context)
{
  const tercet_registry *registry = NULL;
  if (!get_registry(&registry)) {
    tercet_registry_visit(registry, visit, context);
  }
}
