// SPDX-License-Identifier: Apache-2.0

#define GEMM_VECTOR_BYTES 16
#define GEMM_TABLE tercet_gemm_portable
#include "linalg/gemm_loops.h"
