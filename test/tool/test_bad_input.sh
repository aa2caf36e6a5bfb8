# SPDX-License-Identifier: Apache-2.0
#
# Wrong files and wrong queries: each gives one clear message and the right
# exit status.

. "$TERCET_SOURCE/test/tool/tool.sh"

all='SELECT * { ?s ?p ?o }'

# Files

check 'missing file' 4 "$program" query -d nowhere.nt -e "$all"
err_has "nowhere\.nt.*No such file"
err_is_one_line
mkdir folder.ttl
check 'folder' 4 "$program" query -d folder.ttl -e "$all"
err_has "folder\.ttl.*folder"
err_is_one_line
check 'folder as a query' 4 "$program" query folder.ttl
err_has "folder\.ttl.*directory"
check 'missing query' 4 "$program" query nowhere.rq
err_has "cannot read 'nowhere\.rq'"

printf '<http://a> <http://b> <http://c> .\n<http://a> <http://b' > cut.nt
check 'truncated N-Triples' 1 "$program" query -d cut.nt -e "$all"
err_has '^tercet: cut\.nt:2:[0-9]+: '
err_is_one_line
printf '@prefix : <http://e/> .\n:a :b [ :c "x' > cut.ttl
check 'truncated Turtle' 1 "$program" query -d cut.ttl -e "$all"
err_has '^tercet: cut\.ttl:2:[0-9]+: '
err_is_one_line
head -c 5000 /dev/urandom > binary.nt
check 'binary N-Triples' 1 "$program" query -d binary.nt -e "$all"
err_has '^tercet: binary\.nt:1:'
err_is_one_line
cp binary.nt binary.ttl
check 'binary Turtle' 1 "$program" query -d binary.ttl -e "$all"
err_is_one_line
printf '<http://a> <http://b> "caf\xe9" .\n' > latin1.nt
check 'not UTF-8' 1 "$program" query -d latin1.nt -e "$all"
err_has 'latin1\.nt:1:.*UTF-8'
err_is_one_line

for i in $(seq 1000); do echo "<http://a> <http://b> \"$i\" ."; done > good.nt
gzip -k good.nt
head -c 1000 good.nt.gz > cut.nt.gz
check 'truncated gzip' 1 "$program" query -d cut.nt.gz -e "$all"
err_has 'cut\.nt\.gz.*(truncated|cut|ends)'
err_is_one_line
{ head -c 500 good.nt.gz; printf 'damage'; tail -c +507 good.nt.gz; } > damaged.nt.gz
check 'damaged gzip' 1 "$program" query -d damaged.nt.gz -e "$all"
err_is_one_line
check 'good gzip' 0 "$program" query -f csv -d good.nt.gz -e 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }'
out_has '^1000.?$'

# Recovery

printf '<http://a> <http://b> "1" .\nnonsense\n<http://a> <http://b> "2" .\n' > holes.nt
check 'recovery' 0 "$program" query -f csv --recover -d holes.nt -e 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }'
out_has '^2.?$'
err_has '^tercet: warning: holes\.nt:2:'
err_has '1 malformed statements skipped'

# Tensors

cat > tensors.ttl << 'END'
@prefix : <http://e/> .
@prefix tensor: <https://w3id.org/rdf-tensor/vocab#> .
:a :v "{\"type\": \"float32\", \"shape\": [2], \"data\": [3, 4]}"^^tensor:DataTensor .
:b :v "{\"type\": \"float32\", \"shape\": [3], \"data\": [3, 4]}"^^tensor:DataTensor .
:c :v "{\"type\": \"float32\", \"shape\": [1], \"data\": [1]}"^^tensor:DataTensor .
END
prefixes='PREFIX : <http://e/> PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#>'
check 'wrong shape warns' 0 "$program" query -f csv -d tensors.ttl -e "$prefixes ASK { :b :v ?v }"
out_is <<< true
err_has 'warning: tensors\.ttl:4:.*(element|shape)'
check 'failed rows are counted' 0 "$program" query -f csv -q -d tensors.ttl \
  -e "$prefixes SELECT ?s (tensor:cosineSimilarity(?v, \"{\\\"type\\\":\\\"float64\\\",\\\"shape\\\":[2],\\\"data\\\":[4,3]}\"^^tensor:DataTensor) AS ?c) { ?s :v ?v } ORDER BY ?s"
out_has '^http://e/a,9\.6E-1'
out_has '^http://e/b,.?$'
check 'failed rows are told' 0 "$program" query -f csv -d tensors.ttl \
  -e "$prefixes SELECT ?s (tensor:norm2(-1, ?v) AS ?n) { ?s :v ?v }"
err_has '^tercet: <https://w3id.org/rdf-tensor/vocab#norm2> failed in 1 row; the first: norm2\(-1, "\{"type": "float32", "shape": \[3\]\.\.\."\^\^DataTensor\): argument 2 is an ill-typed tensor literal: .*3.*2.*$'

# Each function has a line of its own, in the order of the first failures, and
# the result is what it is without
failing="$prefixes SELECT ?s (tensor:norm2(9, ?v) AS ?n) (tensor:shape(1) AS ?m) { ?s :v ?v } ORDER BY ?s"
check 'each function is told' 0 "$program" query -f csv -d tensors.ttl -e "$failing"
printf 's,n,m\r\nhttp://e/a,,\r\nhttp://e/b,,\r\nhttp://e/c,,\r\n' | out_is
err_has '^tercet: <.*#norm2> failed in 3 rows; the first: norm2\(9, float32 \[2\]\): axis 9 of a tensor of rank 1$'
err_has '^tercet: <.*#shape> failed in 3 rows; the first: shape\(1\): argument 1 is no tensor$'
check 'quiet' 0 "$program" query -q -f csv -d tensors.ttl -e "$failing"
n_done=$((n_done + 1))
! grep -q 'failed in' err || fail 'failures although it shall be quiet'
check 'groups that failed' 0 "$program" query -f csv -d tensors.ttl \
  -e "$prefixes SELECT (tensor:SUM(?v) AS ?x) { ?s :v ?v }"
err_has '^tercet: <.*#SUM> failed in 1 group; the first: SUM: '
check 'failures below a plan' 0 "$program" explain --analyze -q -d tensors.ttl -e "$failing"
out_has '^<.*#norm2> failed in 3 rows; the first: norm2\(9, '
out_has '^<.*#shape> failed in 3 rows; the first: shape\(1\): '
check 'a plan alone has no failures' 0 "$program" explain -q -d tensors.ttl -e "$failing"
n_done=$((n_done + 1))
! grep -q failed out || fail 'failures of a query that did not run'

# Calls that cannot work, each between rows that do: the message has function,
# argument and value, and the other rows have theirs

# bad_call NAME EXPRESSION MESSAGE
bad_call() {
  check "$1" 0 "$program" query -f csv --memory 256M -e "$prefixes SELECT (IF(?i = 1, $2, ?i) AS ?x) { VALUES ?i { 0 1 2 } }"
  printf 'x\r\n0\r\n\r\n2\r\n' | out_is
  err_has "^tercet: <.*> failed in 1 row; the first: $3"
  err_is_one_line
}

two='tensor:create("int32", 1, 2)'
bad_call 'ill-typed literal' 'tensor:exp("{\"type\": \"int32\"}"^^tensor:DataTensor)' \
  'exp\("\{"type": "int32"\}"\^\^DataTensor\): argument 1 is an ill-typed tensor literal: '
bad_call 'wrong kind of argument' "tensor:sum(<http://e/axis>, $two)" 'sum\(<http://e/axis>, int32 \[2\]\): argument 1 is no number$'
bad_call 'shapes that differ' "tensor:add($two, tensor:create(\"int32\", 1, 2, 3))" 'add\(int32 \[2\], int32 \[3\]\): shapes \[2\] and \[3\] do not broadcast'
bad_call 'division by zero' "tensor:divide($two, tensor:create(\"int32\", 0))" 'divide\(int32 \[2\], int32 \[1\]\): .*division by zero: element \[0\] of the divisor'
bad_call 'least integer by zero' 'tensor:divide(tensor:create("int64", -9223372036854775808), tensor:create("int64", 0))' 'divide\(.*division by zero'
bad_call 'axis' "tensor:max(1, $two)" 'max\(1, int32 \[2\]\): axis 1 of a tensor of rank 1$'
bad_call 'arange of 10^18' 'tensor:arange("int64", 0, 1000000000000000000)' 'arange\("int64", 0, 1000000000000000000\): the range has more numbers than there is memory$'
bad_call 'result larger than memory' \
  'tensor:add(tensor:reshape(100000, 1, tensor:arange("int32", 0, 100000)), tensor:arange("int32", 0, 100000))' \
  'add\(int32 \[100000, 1\], int32 \[100000\]\): the result needs 40000000000 bytes, and the query may hold 268435456$'
check 'results larger than memory in all' 3 "$program" query -f csv --memory 16M \
  -e "$prefixes SELECT (tensor:arange(\"float64\", ?i, 500000) AS ?x) { VALUES ?i { 0 1 2 3 4 5 6 7 8 9 } } ORDER BY ?i"
err_has 'needs more than its 16777216 bytes of memory'

# Queries

check 'syntax error' 1 "$program" query -e 'SELECT ?x WHERE { ?x ?p }'
err_has '^tercet: query:1:25: '
err_has '^  SELECT'
err_has '^                          \^$'
printf 'SELECT *\nWHERE { ?s foo:bar ?o }\n' > prefix.rq
check 'unknown prefix' 1 "$program" query prefix.rq
err_has '^tercet: prefix\.rq:2:12: .*foo'
check 'unknown function' 1 "$program" query -e 'SELECT (<http://e/f>(1) AS ?x) {}'
err_has '^tercet: query:1:9: .*http://e/f'
check 'unknown tensor function' 1 "$program" query -e "$prefixes SELECT (tensor:frobnicate(1) AS ?x) {}"
err_has 'frobnicate'
check 'wrong number of arguments' 1 "$program" query -e "$prefixes SELECT (tensor:norm2(1) AS ?x) {}"
err_has 'norm2.*argument'
check 'type error is no failure' 0 "$program" query -f csv -e 'SELECT (1 + "x" AS ?y) {}'
printf 'y\r\n\r\n' | out_is
check 'query that is not UTF-8' 1 "$program" query -e "$(printf 'SELECT ("caf\xe9" AS ?x) {}')"
err_has 'UTF-8'

for refused in 'SELECT * { ?s <http://p>* ?o }' 'SELECT * { ?s ?p ?o MINUS { ?s ?p 1 } }' \
  'SELECT * { FILTER EXISTS { ?s ?p ?o } }' 'CONSTRUCT { ?s ?p ?o } { ?s ?p ?o }' \
  'DESCRIBE <http://x>' 'SELECT * { SERVICE <http://x> { ?s ?p ?o } }'; do
  check "refused: $refused" 1 "$program" query -e "$refused"
  err_has '^tercet: query:1:[0-9]+: '
done

# Output

check 'full device' 4 bash -c '"$1" query -d good.nt -f csv -e "$2" > /dev/full' - "$program" "$all"
err_has 'cannot write standard output'
err_is_one_line
check 'closed output' 4 bash -c 'set -o pipefail; "$1" query -d good.nt -f xml -e "SELECT * { ?a ?b ?c . ?d ?e ?f }" | head -n 1 > /dev/null' - "$program"
err_has 'cannot write standard output'
err_is_one_line

# Limits

for i in $(seq 3000); do echo "<http://s/$i> <http://p> \"$i\" ."; done > big.nt
check 'timeout' 3 "$program" query --timeout 0.2 -d big.nt -f csv \
  -e 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }'
err_has 'time limit'
err_is_one_line
check 'memory' 3 "$program" query --memory 1M -d big.nt -f csv \
  -e 'SELECT * { ?a ?b ?c . ?d ?e ?f } ORDER BY ?f ?c'
err_has 'memory'
err_is_one_line
finish
