// SPDX-License-Identifier: Apache-2.0

// MD5, SHA1, SHA256, SHA384 and SHA512 (SPARQL 1.1, 17.4.6), over OpenSSL.

#include "expr_internal.h"

#ifdef TERCET_HAVE_OPENSSL

#  include <openssl/evp.h>

/// Set `out` to the digest of a plain string in lower-case hexadecimal
static tercet_status
digest(const tercet_row_call *call,
       const EVP_MD *algorithm,
       const tercet_value *value,
       tercet_value *out)
{
  static const char hex[] = "0123456789abcdef";

  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned n_bytes = 0;
  if (value->kind != TERCET_VALUE_STRING) {
    return TERCET_OK;
  }

  const tercet_string text = value->text;
  if (!EVP_Digest(text.data ? text.data : "",
                  text.length,
                  bytes,
                  &n_bytes,
                  algorithm,
                  NULL)) {
    return tercet_call_fail(&call->context->call,
                            tercet_string_from(EVP_MD_get0_name(algorithm)),
                            "OpenSSL refuses this digest");
  }

  char *const digits = (char *)tercet_arena_allocate(call->context->call.arena,
                                                     2U * (size_t)n_bytes);
  if (!digits) {
    return TERCET_ERR_NO_MEMORY;
  }

  for (size_t i = 0; i < n_bytes; ++i) {
    digits[2U * i] = hex[bytes[i] >> 4U];
    digits[2U * i + 1U] = hex[bytes[i] & 15U];
  }

  *out = tercet_value_string((tercet_string){digits, 2U * (size_t)n_bytes});
  return TERCET_OK;
}

#  define ALGORITHM(name) name()

#else

typedef int EVP_MD;

/// Never called: compiling an expression refuses the functions
static tercet_status
digest(const tercet_row_call *call,
       const EVP_MD *algorithm,
       const tercet_value *value,
       tercet_value *out)
{
  (void)call;
  (void)algorithm;
  (void)value;
  (void)out;
  return TERCET_ERR_UNSUPPORTED;
}

#  define ALGORITHM(name) NULL

#endif // TERCET_HAVE_OPENSSL

#define DEFINE_DIGEST(function, algorithm)                                     \
  tercet_status function(const tercet_row_call *call,                          \
                         const tercet_value *const *args,                      \
                         size_t n_args,                                        \
                         tercet_value *out)                                    \
  {                                                                            \
    (void)n_args;                                                              \
    return digest(call, ALGORITHM(algorithm), args[0], out);                   \
  }

DEFINE_DIGEST(tercet_builtin_md5, EVP_md5)
DEFINE_DIGEST(tercet_builtin_sha1, EVP_sha1)
DEFINE_DIGEST(tercet_builtin_sha256, EVP_sha256)
DEFINE_DIGEST(tercet_builtin_sha384, EVP_sha384)
DEFINE_DIGEST(tercet_builtin_sha512, EVP_sha512)
