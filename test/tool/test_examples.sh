# SPDX-License-Identifier: Apache-2.0
#
# The examples print what examples/expected says, and the plan of the first
# one is the one that it should be.

. "$TERCET_SOURCE/test/tool/tool.sh"
examples=$TERCET_SOURCE/examples

for query in "$examples"/*.rq; do
  name=$(basename "$query" .rq)
  check "$name" 0 "$program" query -f table -d "$examples/debian-2000.ttl.gz" "$query"
  out_is_like < "$examples/expected/$name.txt"
  err_is_empty
done

check 'demo' 0 "$examples/demo.sh" "$program"
err_is_empty

check 'explain' 0 "$program" explain -d "$examples/debian-2000.ttl.gz" "$examples/similar.rq"
out_has 'TopK k=10 .*cosineSimilarity'
check 'explain with actual rows' 0 "$program" explain --analyze -d "$examples/debian-2000.ttl.gz" "$examples/similar.rq"
out_has 'TopK .*ms'
finish
