#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The tests of linear algebra once more, with own loops instead of a BLAS.

set -u
failed=0
for test in matmul einsum linalg page; do
  TERCET_BLAS=none "$TERCET_BUILD/test/test_linalg_$test" || failed=1
done
exit $failed
