// SPDX-License-Identifier: Apache-2.0

/// The tables that exist in this build; private to array/kernel/

#ifndef TERCET_ARRAY_KERNEL_KERNEL_TABLES_H
#define TERCET_ARRAY_KERNEL_KERNEL_TABLES_H

#include "array/kernel/kernel.h"

extern const tercet_kernel_table tercet_kernels_portable;

#if defined(__x86_64__)
extern const tercet_kernel_table tercet_kernels_avx2;
extern const tercet_kernel_table tercet_kernels_avx512;
#endif

#endif // TERCET_ARRAY_KERNEL_KERNEL_TABLES_H
