# SPDX-License-Identifier: Apache-2.0

. "$TERCET_SOURCE/test/tool/tool.sh"

check version 0 "$program" info
out_has '^tercet +[0-9]'
out_has '^instruction set +(portable|avx2|avx512)$'
out_has '^linear algebra +(none|OpenBLAS [0-9.]+ [A-Za-z0-9]+|.*lapack.*)$'
out_has '^  https://w3id.org/rdf-tensor/vocab#cosineSimilarity$'
out_has '^  https://w3id.org/rdf-tensor/vocab#SUM$'
TERCET_ISA=portable check 'portable kernels' 0 "$program" info
out_has '^instruction set +portable$'
TERCET_BLAS=none check 'no BLAS' 0 "$program" info
out_has '^linear algebra +none$'

check 'size of the example' 0 "$program" info -d "$TERCET_SOURCE/examples/debian-2000.ttl.gz"
out_has '^triples +[0-9]+$'
out_has '^tensors +1865 in 1 blocks$'
out_has '^  SPO +[0-9]+ bytes +[0-9.]+ per triple$'
out_has '^  in all +[0-9]+ bytes +[0-9.]+ per triple$'
check 'missing file' 4 "$program" info -d nowhere.nt
finish
