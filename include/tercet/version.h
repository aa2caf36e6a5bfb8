// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_VERSION_H
#define TERCET_VERSION_H

#include <tercet/attributes.h>

#define TERCET_VERSION "0.1.0"

TERCET_BEGIN_DECLS

/// Return the version of the library that runs; a static string
TERCET_API const char *
tercet_version(void);

/// Return how the library was built, such as "zlib 1.2.13, no zstd"; a static
/// string
TERCET_API const char *
tercet_build_options(void);

/// Return the instruction set of the array kernels in use, such as "avx512"
TERCET_API const char *
tercet_isa(void);

TERCET_END_DECLS

#endif // TERCET_VERSION_H
