// SPDX-License-Identifier: Apache-2.0

#include <tercet/version.h>

#include "array/kernel/kernel.h"

#include <zlib.h>

#ifdef TERCET_HAVE_ZSTD
#  include <zstd.h>
#  define ZSTD_OPTION "zstd " ZSTD_VERSION_STRING
#else
#  define ZSTD_OPTION "no zstd"
#endif

#ifdef TERCET_HAVE_PCRE2
#  define PCRE2_OPTION "PCRE2"
#else
#  define PCRE2_OPTION "no PCRE2"
#endif

#ifdef TERCET_HAVE_GMP
#  define GMP_OPTION "GMP"
#else
#  define GMP_OPTION "no GMP"
#endif

#ifdef TERCET_HAVE_UTF8PROC
#  define UTF8PROC_OPTION "utf8proc"
#else
#  define UTF8PROC_OPTION "no utf8proc"
#endif

#ifdef TERCET_HAVE_OPENSSL
#  define OPENSSL_OPTION "OpenSSL"
#else
#  define OPENSSL_OPTION "no OpenSSL"
#endif

#ifdef TERCET_HAVE_XXHASH
#  define XXHASH_OPTION "xxHash"
#else
#  define XXHASH_OPTION "no xxHash"
#endif

#ifdef TERCET_HAVE_SLEEF
#  include <sleef.h>
#  define STRING_OF(text) #  text
#  define VERSION_OF(major, minor, patch)                                      \
    STRING_OF(major) "." STRING_OF(minor) "." STRING_OF(patch)
#  define SLEEF_OPTION                                                         \
    "SLEEF " VERSION_OF(                                                       \
        SLEEF_VERSION_MAJOR, SLEEF_VERSION_MINOR, SLEEF_VERSION_PATCHLEVEL)
#else
#  define SLEEF_OPTION "no SLEEF"
#endif

const char *
tercet_version(void)
{
  return TERCET_VERSION;
}

const char *
tercet_build_options(void)
{
  return "zlib " ZLIB_VERSION ", " ZSTD_OPTION ", " PCRE2_OPTION ", " GMP_OPTION
         ", " UTF8PROC_OPTION ", " OPENSSL_OPTION ", " XXHASH_OPTION
         ", " SLEEF_OPTION;
}

const char *
tercet_isa(void)
{
  return tercet_kernels()->name;
}
