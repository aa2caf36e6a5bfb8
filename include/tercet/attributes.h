// SPDX-License-Identifier: Apache-2.0

#ifndef TERCET_ATTRIBUTES_H
#define TERCET_ATTRIBUTES_H

/// Marks a function of the public interface
#if defined(__GNUC__)
#  define TERCET_API __attribute__((visibility("default")))
#  define TERCET_NODISCARD __attribute__((warn_unused_result))
#  define TERCET_PRINTF(format_index, first_index)                             \
    __attribute__((format(printf, format_index, first_index)))
#else
#  define TERCET_API
#  define TERCET_NODISCARD
#  define TERCET_PRINTF(format_index, first_index)
#endif

#ifdef __cplusplus
#  define TERCET_BEGIN_DECLS extern "C" {
#  define TERCET_END_DECLS }
#else
#  define TERCET_BEGIN_DECLS
#  define TERCET_END_DECLS
#endif

#endif // TERCET_ATTRIBUTES_H
