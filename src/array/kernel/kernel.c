// SPDX-License-Identifier: Apache-2.0

#include "array/kernel/kernel.h"

#include "array/kernel/kernel_tables.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)

#  include <cpuid.h>

/// __builtin_cpu_supports() does not know F16C in every compiler; what it
/// says of AVX2 includes that the system saves the registers
static bool
has_f16c(void)
{
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}

static bool
has_avx2(void)
{
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         has_f16c();
}

static bool
has_avx512(void)
{
  return has_avx2() && __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

#endif

/// Number of tables, the best first
#define MAX_TABLES 3U

/// Fill in the tables that this processor runs; return their number
static size_t
list_tables(const tercet_kernel_table *tables[MAX_TABLES])
{
  size_t n = 0;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (has_avx512()) {
    tables[n++] = &tercet_kernels_avx512;
  }
  if (has_avx2()) {
    tables[n++] = &tercet_kernels_avx2;
  }
#endif
  tables[n++] = &tercet_kernels_portable;
  return n;
}

const tercet_kernel_table *
tercet_kernels_named(const char *name)
{
  const tercet_kernel_table *tables[MAX_TABLES];
  const size_t n = list_tables(tables);
  for (size_t i = 0; i < n; ++i) {
    if (!strcmp(tables[i]->name, name)) {
      return tables[i];
    }
  }
  return NULL;
}

static const tercet_kernel_table *
choose_table(void)
{
  const char *const name = getenv("TERCET_ISA");
  const tercet_kernel_table *const wanted =
      name ? tercet_kernels_named(name) : NULL;
  const tercet_kernel_table *tables[MAX_TABLES];
  list_tables(tables);
  return wanted ? wanted : tables[0];
}

const tercet_kernel_table *
tercet_kernels(void)
{
  // Threads that race here choose the same table
  static const tercet_kernel_table *_Atomic chosen;
  const tercet_kernel_table *table =
      atomic_load_explicit(&chosen, memory_order_acquire);
  if (!table) {
    table = choose_table();
    atomic_store_explicit(&chosen, table, memory_order_release);
  }
  return table;
}
