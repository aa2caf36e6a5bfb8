// SPDX-License-Identifier: Apache-2.0

/// Calling registered functions through the batch interface, and values for
/// them

#ifndef TERCET_TEST_RDFTENSOR_CALLS_H
#define TERCET_TEST_RDFTENSOR_CALLS_H

#include "check.h"

#include "base/allocator.h"
#include "base/arena.h"
#include "base/string_view.h"
#include "rdftensor/rdftensor.h"
#include "sparql/function.h"

#define VOCABULARY "https://w3id.org/rdf-tensor/vocab#"
#define OLD_FUNCTIONS "https://w3id.org/rdf-tensor/functions#"
#define OLD_AGGREGATES "https://w3id.org/rdf-tensor/aggregates#"

/// What a test needs to call functions: all of them, an arena and a call
typedef struct {
  tercet_registry *registry;
  tercet_arena arena;
  tercet_call call;
  tercet_call_state state;
} calls;

/// Begin as a query does, without failures
static inline void
calls_reset_call(calls *self)
{
  tercet_failures_clear(&self->call.failures);
  memset(&self->call, 0, sizeof(self->call));
  self->call.arena = &self->arena;
  self->call.state = &self->state;
}

static inline void
calls_init(calls *self, const tercet_allocator *alloc)
{
  tercet_arena_init(&self->arena, alloc, SIZE_MAX);
  self->state =
      (tercet_call_state){tercet_allocator_or_default(alloc), NULL, NULL};
  memset(&self->call, 0, sizeof(self->call));
  calls_reset_call(self);
  CHECK_STATUS(tercet_registry_new(NULL, &self->registry), TERCET_OK);
  CHECK_STATUS(tercet_rdftensor_register(self->registry), TERCET_OK);
}

/// Drop what functions keep for the rest of a query, as its end does
static inline void
calls_forget(calls *self)
{
  if (self->state.release) {
    self->state.release(self->state.data);
  }
  self->state.data = NULL;
  self->state.release = NULL;
}

static inline void
calls_clear(calls *self)
{
  calls_forget(self);
  tercet_failures_clear(&self->call.failures);
  tercet_arena_clear(&self->arena);
  tercet_registry_free(self->registry);
}

/// Return the first reason of the function that failed first, or ""
static inline const char *
calls_reason(const calls *self)
{
  const tercet_failures *const failures = &self->call.failures;
  return failures->n_items ? failures->items[0].reason : "";
}

static inline const tercet_function *
calls_find(const calls *self, const char *vocabulary, const char *name)
{
  char iri[128];
  snprintf(iri, sizeof(iri), "%s%s", vocabulary, name);
  return tercet_registry_find_function(self->registry, tercet_string_from(iri));
}

static inline const tercet_aggregate_function *
calls_find_aggregate(const calls *self,
                     const char *vocabulary,
                     const char *name)
{
  char iri[128];
  snprintf(iri, sizeof(iri), "%s%s", vocabulary, name);
  return tercet_registry_find_aggregate(self->registry,
                                        tercet_string_from(iri));
}

/// Call a function with one row of constants
static inline tercet_status
calls_once(calls *self,
           const char *name,
           size_t n_args,
           const tercet_value *args,
           tercet_value *out)
{
  tercet_value_column columns[8] = {{NULL, false}};
  tercet_value_column result = {out, false};
  tercet_value copies[8];
  for (size_t i = 0; i < n_args; ++i) {
    copies[i] = args[i];
    columns[i] = (tercet_value_column){&copies[i], true};
  }

  const tercet_function *const function = calls_find(self, VOCABULARY, name);
  self->call.n_rows = 1;
  return function->evaluate(function, &self->call, columns, n_args, &result);
}

/* ---- Values ---- */

/// Make a value of a tensor whose elements stay the caller's
static inline tercet_value
tensor_value(calls *self,
             tercet_dtype dtype,
             size_t rank,
             const int64_t *shape,
             const void *data)
{
  tercet_tensor_type *const type =
      tercet_arena_allocate(&self->arena, sizeof(*type));
  CHECK_STATUS(tercet_tensor_type_init(dtype, rank, shape, type, NULL),
               TERCET_OK);
  return tercet_value_tensor(type, data);
}

static inline tercet_value
vector_value(calls *self, tercet_dtype dtype, int64_t n, const void *data)
{
  return tensor_value(self, dtype, 1, &n, data);
}

static inline tercet_value
string_value(const char *text)
{
  return tercet_value_string(tercet_string_from(text));
}

static inline tercet_value
literal_value(const char *text, tercet_datatype datatype)
{
  tercet_value value = string_value(text);
  value.kind = TERCET_VALUE_LITERAL;
  value.datatype = (uint8_t)datatype;
  return value;
}

static inline tercet_value
text_value(const char *text, tercet_value_kind kind, tercet_datatype datatype)
{
  tercet_value value = literal_value(text, datatype);
  value.kind = (uint8_t)kind;
  return value;
}

#endif // TERCET_TEST_RDFTENSOR_CALLS_H
