// SPDX-License-Identifier: Apache-2.0

// Which function computes a built-in.  The logical ones are in truth.c, IF and
// COALESCE in evaluate.c.

#include "expr_internal.h"

#include <assert.h>

#ifdef TERCET_HAVE_PCRE2
#  define NEEDS_PCRE2 NULL
#else
#  define NEEDS_PCRE2 "PCRE2"
#endif

#ifdef TERCET_HAVE_OPENSSL
#  define NEEDS_OPENSSL NULL
#else
#  define NEEDS_OPENSSL "OpenSSL"
#endif

static const tercet_builtin_trait traits[] = {
    [TERCET_BUILTIN_STR] = {tercet_builtin_str, false, NULL},
    [TERCET_BUILTIN_LANG] = {tercet_builtin_lang, false, NULL},
    [TERCET_BUILTIN_LANGMATCHES] = {tercet_builtin_lang_matches, false, NULL},
    [TERCET_BUILTIN_DATATYPE] = {tercet_builtin_datatype, false, NULL},
    [TERCET_BUILTIN_BOUND] = {NULL, false, NULL},
    [TERCET_BUILTIN_IRI] = {tercet_builtin_iri, false, NULL},
    [TERCET_BUILTIN_URI] = {tercet_builtin_iri, false, NULL},
    [TERCET_BUILTIN_BNODE] = {tercet_builtin_bnode, true, NULL},
    [TERCET_BUILTIN_RAND] = {tercet_builtin_rand, true, NULL},
    [TERCET_BUILTIN_ABS] = {tercet_builtin_abs, false, NULL},
    [TERCET_BUILTIN_CEIL] = {tercet_builtin_ceil, false, NULL},
    [TERCET_BUILTIN_FLOOR] = {tercet_builtin_floor, false, NULL},
    [TERCET_BUILTIN_ROUND] = {tercet_builtin_round, false, NULL},
    [TERCET_BUILTIN_CONCAT] = {tercet_builtin_concat, false, NULL},
    [TERCET_BUILTIN_STRLEN] = {tercet_builtin_strlen, false, NULL},
    [TERCET_BUILTIN_UCASE] = {tercet_builtin_ucase, false, NULL},
    [TERCET_BUILTIN_LCASE] = {tercet_builtin_lcase, false, NULL},
    [TERCET_BUILTIN_ENCODE_FOR_URI] = {tercet_builtin_encode_for_uri,
                                       false,
                                       NULL},
    [TERCET_BUILTIN_CONTAINS] = {tercet_builtin_contains, false, NULL},
    [TERCET_BUILTIN_STRSTARTS] = {tercet_builtin_strstarts, false, NULL},
    [TERCET_BUILTIN_STRENDS] = {tercet_builtin_strends, false, NULL},
    [TERCET_BUILTIN_STRBEFORE] = {tercet_builtin_strbefore, false, NULL},
    [TERCET_BUILTIN_STRAFTER] = {tercet_builtin_strafter, false, NULL},
    [TERCET_BUILTIN_YEAR] = {tercet_builtin_year, false, NULL},
    [TERCET_BUILTIN_MONTH] = {tercet_builtin_month, false, NULL},
    [TERCET_BUILTIN_DAY] = {tercet_builtin_day, false, NULL},
    [TERCET_BUILTIN_HOURS] = {tercet_builtin_hours, false, NULL},
    [TERCET_BUILTIN_MINUTES] = {tercet_builtin_minutes, false, NULL},
    [TERCET_BUILTIN_SECONDS] = {tercet_builtin_seconds, false, NULL},
    [TERCET_BUILTIN_TIMEZONE] = {tercet_builtin_timezone, false, NULL},
    [TERCET_BUILTIN_TZ] = {tercet_builtin_tz, false, NULL},
    [TERCET_BUILTIN_NOW] = {tercet_builtin_now, false, NULL},
    [TERCET_BUILTIN_UUID] = {tercet_builtin_uuid, true, NULL},
    [TERCET_BUILTIN_STRUUID] = {tercet_builtin_struuid, true, NULL},
    [TERCET_BUILTIN_MD5] = {tercet_builtin_md5, false, NEEDS_OPENSSL},
    [TERCET_BUILTIN_SHA1] = {tercet_builtin_sha1, false, NEEDS_OPENSSL},
    [TERCET_BUILTIN_SHA256] = {tercet_builtin_sha256, false, NEEDS_OPENSSL},
    [TERCET_BUILTIN_SHA384] = {tercet_builtin_sha384, false, NEEDS_OPENSSL},
    [TERCET_BUILTIN_SHA512] = {tercet_builtin_sha512, false, NEEDS_OPENSSL},
    [TERCET_BUILTIN_COALESCE] = {NULL, false, NULL},
    [TERCET_BUILTIN_IF] = {NULL, false, NULL},
    [TERCET_BUILTIN_STRLANG] = {tercet_builtin_str_lang, false, NULL},
    [TERCET_BUILTIN_STRDT] = {tercet_builtin_str_dt, false, NULL},
    [TERCET_BUILTIN_SAMETERM] = {NULL, false, NULL},
    [TERCET_BUILTIN_ISIRI] = {NULL, false, NULL},
    [TERCET_BUILTIN_ISURI] = {NULL, false, NULL},
    [TERCET_BUILTIN_ISBLANK] = {NULL, false, NULL},
    [TERCET_BUILTIN_ISLITERAL] = {NULL, false, NULL},
    [TERCET_BUILTIN_ISNUMERIC] = {NULL, false, NULL},
    [TERCET_BUILTIN_REGEX] = {tercet_builtin_regex, false, NEEDS_PCRE2},
    [TERCET_BUILTIN_SUBSTR] = {tercet_builtin_substr, false, NULL},
    [TERCET_BUILTIN_REPLACE] = {tercet_builtin_replace, false, NEEDS_PCRE2},
};

static_assert(sizeof(traits) / sizeof(traits[0]) == TERCET_BUILTIN_REPLACE + 1,
              "a trait for each built-in");

const tercet_builtin_trait *
tercet_builtin_traits(tercet_builtin builtin)
{
  return &traits[builtin];
}
