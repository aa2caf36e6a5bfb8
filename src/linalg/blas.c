// SPDX-License-Identifier: Apache-2.0

#include "linalg/blas.h"

#include <tercet/linalg.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Libraries in the order of preference.  Each brings BLAS and LAPACK; the
/// last is whatever the system's alternatives point to.
static const char *const library_names[] = {
    "libopenblas.so.0", "libopenblas.so", "liblapack.so.3"};

/// Member of the table, its routine's name for real and for complex numbers
#define ROUTINE_LIST(X)                                                        \
  X(gemm, "gemm", "gemm")                                                      \
  X(gemv, "gemv", "gemv")                                                      \
  X(getrf, "getrf", "getrf")                                                   \
  X(getri, "getri", "getri")                                                   \
  X(gesv, "gesv", "gesv")                                                      \
  X(potrf, "potrf", "potrf")                                                   \
  X(geqrf, "geqrf", "geqrf")                                                   \
  X(orgqr, "orgqr", "ungqr")                                                   \
  X(gehrd, "gehrd", "gehrd")                                                   \
  X(orghr, "orghr", "unghr")                                                   \
  X(gesdd, "gesdd", "gesdd")                                                   \
  X(syevd, "syevd", "heevd")                                                   \
  X(geev, "geev", "geev")                                                      \
  X(gelsd, "gelsd", "gelsd")

typedef struct {
  size_t offset; ///< Of the pointer in #tercet_blas_functions
  const char *real_name;
  const char *complex_name;
} routine;

static const routine routines[] = {
#define ROUTINE(member, real, complex)                                         \
  {offsetof(tercet_blas_functions, member), real, complex},
    ROUTINE_LIST(ROUTINE)
#undef ROUTINE
};

#define N_ROUTINES (sizeof(routines) / sizeof(routines[0]))

/// The first routines of the list are BLAS
#define N_BLAS_ROUTINES 2U

/// The tables, in the order of `type_letters`
#define N_TYPES 4U
static const char type_letters[N_TYPES] = {'s', 'd', 'c', 'z'};

/// What is loaded; written once
static struct {
  tercet_blas_functions functions[N_TYPES];
  bool has_blas;
  bool has_lapack;
  void (*set_n_threads)(int n);
  char name[96];
} loaded;

static pthread_once_t load_once = PTHREAD_ONCE_INIT;

/* ---- The kernel for this processor ---- */

/**
   Return the OpenBLAS core to ask for, or NULL to let it choose.

   OpenBLAS knows processors by model number and takes those that are newer
   than itself for an SSE3 machine of 2004, at a fifth of the speed.
*/
static const char *
core_for_processor(void)
{
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512cd") &&
      __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl")) {
    return "SkylakeX";
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return __builtin_cpu_is("amd") ? "Zen" : "Haswell";
  }
#endif
  return NULL;
}

/// Set a variable that the user did not set; true if it must be taken away
static bool
set_for_loading(const char *name, const char *value)
{
  return value && !getenv(name) && !setenv(name, value, 0);
}

/// Open a library; OpenBLAS reads the environment in its constructor
static void *
open_library(const char *name)
{
  const bool has_core =
      set_for_loading("OPENBLAS_CORETYPE", core_for_processor());
  // Else it starts a thread for each processor, which then only wait
  const bool has_threads = !getenv("OMP_NUM_THREADS") &&
                           !getenv("GOTO_NUM_THREADS") &&
                           set_for_loading("OPENBLAS_NUM_THREADS", "1");
  void *const library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (has_core) {
    unsetenv("OPENBLAS_CORETYPE");
  }
  if (has_threads) {
    unsetenv("OPENBLAS_NUM_THREADS");
  }
  return library;
}

/* ---- Symbols ---- */

/// Look up a routine; false if the library lacks it
static bool
find_routine(void *library, const routine *wanted, size_t i_type)
{
  const bool is_complex = i_type >= 2;
  char symbol[16];
  snprintf(symbol,
           sizeof(symbol),
           "%c%s_",
           type_letters[i_type],
           is_complex ? wanted->complex_name : wanted->real_name);
  void *const address = dlsym(library, symbol);
  memcpy((char *)&loaded.functions[i_type] + wanted->offset,
         &address,
         sizeof(address));
  return address;
}

/// Look up routines `first` to `last` - 1 of all types; false if one lacks
static bool
find_routines(void *library, size_t first, size_t last)
{
  bool found = true;
  for (size_t i_type = 0; i_type < N_TYPES; ++i_type) {
    for (size_t i = first; i < last; ++i) {
      found = find_routine(library, &routines[i], i_type) && found;
    }
  }
  return found;
}

/* ---- Trying it out ---- */

/// Extents that are no multiple of any kernel's tile
#define TRY_M 37
#define TRY_N 29
#define TRY_K 83

/// Multiply small integers with gemm, which must be exact: kernels that do not
/// fit the processor have given wrong results without a message
#define DEFINE_TRY(name, number, i_type)                                       \
  static bool name(void)                                                       \
  {                                                                            \
    static number a[TRY_M * TRY_K];                                            \
    static number b[TRY_K * TRY_N];                                            \
    static number c[TRY_M * TRY_N];                                            \
    for (int i = 0; i < TRY_M * TRY_K; ++i) {                                  \
      a[i] = (number)(i * 7 % 13 - 6);                                         \
    }                                                                          \
    for (int i = 0; i < TRY_K * TRY_N; ++i) {                                  \
      b[i] = (number)(i * 5 % 11 - 5);                                         \
    }                                                                          \
    const blas_int m = TRY_M;                                                  \
    const blas_int n = TRY_N;                                                  \
    const blas_int k = TRY_K;                                                  \
    const number one = 1;                                                      \
    const number zero = 0;                                                     \
    loaded.functions[i_type].gemm(                                             \
        "N", "N", &m, &n, &k, &one, a, &m, b, &k, &zero, c, &m, 1, 1);         \
    for (int i = 0; i < TRY_M * TRY_N; ++i) {                                  \
      number sum = 0;                                                          \
      for (int p = 0; p < TRY_K; ++p) {                                        \
        sum += a[p * TRY_M + i % TRY_M] * b[i / TRY_M * TRY_K + p];            \
      }                                                                        \
      if (c[i] != sum) {                                                       \
        return false;                                                          \
      }                                                                        \
    }                                                                          \
    return true;                                                               \
  }

DEFINE_TRY(try_f32, float, 0)
DEFINE_TRY(try_f64, double, 1)

#undef DEFINE_TRY

/* ---- Loading ---- */

/// Set `function` to that of the symbol, or to NULL
#define FIND_FUNCTION(library, symbol, function)                               \
  do {                                                                         \
    void *const address_ = dlsym((library), (symbol));                         \
    memcpy(&(function), &address_, sizeof(address_));                          \
  } while (0)

/// Write the name for tercet_linalg_backend(): library, version, kernel
static void
describe(void *library, const char *file)
{
  char *(*config)(void) = NULL;
  char *(*core)(void) = NULL;
  FIND_FUNCTION(library, "openblas_get_config", config);
  FIND_FUNCTION(library, "openblas_get_corename", core);
  if (!config || !core) {
    snprintf(loaded.name, sizeof(loaded.name), "%s", file);
    return;
  }

  // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH ..."
  const char *const text = config();
  const char *const space = strchr(text, ' ');
  const size_t n = space ? (size_t)(space - text) + 1U + strcspn(space + 1, " ")
                         : strlen(text);
  snprintf(loaded.name, sizeof(loaded.name), "%.*s %s", (int)n, text, core());
}

/// Use an open library; false if it is no BLAS that computes correctly
static bool
use_library(void *library, const char *file)
{
  if (!find_routines(library, 0, N_BLAS_ROUTINES) || !try_f32() || !try_f64()) {
    return false;
  }
  loaded.has_blas = true;
  loaded.has_lapack = find_routines(library, N_BLAS_ROUTINES, N_ROUTINES);
  FIND_FUNCTION(library, "openblas_set_num_threads", loaded.set_n_threads);
  describe(library, file);
  return true;
}

static bool
load(const char *name)
{
  void *const library = open_library(name);
  return library && use_library(library, name);
}

static void
load_first(void)
{
  snprintf(loaded.name, sizeof(loaded.name), "none");
  const char *const wanted = getenv("TERCET_BLAS");
  if (wanted && *wanted) {
    if (strcmp(wanted, "none") != 0) {
      load(wanted);
    }
    return;
  }
  for (size_t i = 0; i < sizeof(library_names) / sizeof(library_names[0]);
       ++i) {
    if (load(library_names[i])) {
      return;
    }
  }
}

const tercet_blas_functions *
tercet_blas(tercet_dtype dtype)
{
  pthread_once(&load_once, load_first);
  if (!loaded.has_blas) {
    return NULL;
  }
  return dtype == TERCET_DTYPE_F32    ? &loaded.functions[0]
         : dtype == TERCET_DTYPE_F64  ? &loaded.functions[1]
         : dtype == TERCET_DTYPE_C64  ? &loaded.functions[2]
         : dtype == TERCET_DTYPE_C128 ? &loaded.functions[3]
                                      : NULL;
}

bool
tercet_blas_has_lapack(void)
{
  pthread_once(&load_once, load_first);
  return loaded.has_lapack;
}

const char *
tercet_linalg_backend(void)
{
  pthread_once(&load_once, load_first);
  return loaded.name;
}

void
tercet_linalg_set_threads(size_t n_threads)
{
  pthread_once(&load_once, load_first);
  if (loaded.set_n_threads && n_threads) {
    loaded.set_n_threads(n_threads > 1024U ? 1024 : (int)n_threads);
  }
}
