// SPDX-License-Identifier: Apache-2.0

// What the expressions of one query share: its time and its random numbers.

#include "expr_internal.h"

#include "base/hash.h"

#include <sys/random.h>
#include <time.h>

static uint64_t
rotate_left(uint64_t x, unsigned n)
{
  return (x << n) | (x >> (64U - n));
}

uint64_t
tercet_expr_random(uint64_t state[4])
{
  const uint64_t result = rotate_left(state[1] * 5U, 7) * 9U;
  const uint64_t shifted = state[1] << 17U;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotate_left(state[3], 45);
  return result;
}

/// Fill the seed from the system, or if that fails from the clock
static void
seed_random(tercet_expr_context *context, const struct timespec *now)
{
  uint64_t *const state = context->random_state;
  const size_t n_bytes = sizeof(context->random_state);
  if (getrandom(state, n_bytes, GRND_NONBLOCK) != (ssize_t)n_bytes) {
    state[0] = tercet_hash_u64((uint64_t)now->tv_sec);
    state[1] = tercet_hash_u64((uint64_t)now->tv_nsec + 1U);
    state[2] = tercet_hash_u64((uint64_t)(uintptr_t)context);
    state[3] = 1U;
  }

  state[3] |= 1U; // All zero would stay zero
}

void
tercet_expr_context_init(tercet_expr_context *context,
                         const tercet_allocator *alloc,
                         tercet_dictionary *dictionary,
                         tercet_string base,
                         tercet_arena *arena,
                         const tercet_cancel *cancel)
{
  struct timespec now = {0, 0};
  (void)clock_gettime(CLOCK_REALTIME, &now);
  *context = (tercet_expr_context){0};
  context->alloc = alloc;
  context->dictionary = dictionary;
  context->base = base;
  context->call.arena = arena;
  context->call.cancel = cancel;
  context->call.state = &context->function_state;
  context->call.failures.alloc = alloc;
  context->function_state.alloc = alloc;
  context->now_seconds = (int64_t)now.tv_sec;
  context->now_nanoseconds = (uint32_t)(now.tv_nsec / 1000000 * 1000000);
  seed_random(context, &now);
  context->blank_salt = tercet_expr_random(context->random_state);
  tercet_buffer_init(&context->scratch, alloc, SIZE_MAX);
}

void
tercet_expr_context_clear(tercet_expr_context *context)
{
  if (context->function_state.release) {
    context->function_state.release(context->function_state.data);
  }
  tercet_failures_clear(&context->call.failures);
  tercet_buffer_clear(&context->scratch);
}
