// SPDX-License-Identifier: Apache-2.0

/// The same tests on the variant for processors without SSE2

#define TERCET_SCAN_PORTABLE

#include "test_scan.c"
