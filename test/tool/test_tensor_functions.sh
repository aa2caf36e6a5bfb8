# SPDX-License-Identifier: Apache-2.0
#
# The examples of doc/tensor-functions.md, and what the aggregates and the older
# vocabulary give.

. "$TERCET_SOURCE/test/tool/tool.sh"

prefixes='PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#>
PREFIX f: <https://w3id.org/rdf-tensor/functions#>
PREFIX a: <https://w3id.org/rdf-tensor/aggregates#>
PREFIX t: <urn:tercet:>
'

# value NAME EXPRESSION RESULT: the lexical form of an expression
value() {
  check "$1" 0 "$program" query -f tsv -e "$prefixes SELECT (STR($2) AS ?x) {}"
  n_done=$((n_done + 1))
  local result
  result=$(sed -n '2s/^"\(.*\)"$/\1/p' out | sed 's/\\"/"/g')
  [ "$result" = "$3" ] || fail "is $result, expected $3"
}

# error NAME EXPRESSION MESSAGE
error() {
  check "$1" 0 "$program" query -f tsv -e "$prefixes SELECT ($2 AS ?x) {}"
  err_has "$3"
}

# The table: function, what it gives, `example`, `result`
n_examples=0
while IFS= read -r row; do
  example=$(sed 's/.*| `\(.*\)` | `.*` |$/\1/' <<< "$row")
  result=$(sed 's/.* | `\(.*\)` |$/\1/' <<< "$row")
  value "$example" "$example" "$result"
  n_examples=$((n_examples + 1))
done < <(grep -E '^\| `.*` \| .* \| `.*` \| `.*` \|$' "$TERCET_SOURCE/doc/tensor-functions.md")
n_done=$((n_done + 1))
[ "$n_examples" -ge 28 ] || fail "only $n_examples examples in the table"

# Failures name what is wrong
error "axis" 't:argmax(2, tensor:create("int32", 1))' 'argmax\(2, int32 \[1\]\): axis 2 of a tensor of rank 1'
error "k" 't:topk(3, 0, tensor:create("int32", 1))' 'the 3 best of 1'
error "shapes" 't:dotProduct(tensor:create("int32", 1), tensor:create("int32", 1, 2))' 'the shapes differ'
error "direction" 't:argsort("up", 0, tensor:create("int32", 1))' 'neither "asc" nor "desc"'
error "range" 't:clip(0.5, 300, tensor:create("uint8", 1))' 'clip'
error "binary" 't:dequantize("AAAA")' 'no xsd:base64Binary'
error "short binary" 't:dequantize("AAAA"^^<http://www.w3.org/2001/XMLSchema#base64Binary>)' 'no xsd:base64Binary'
error "no vector" 't:quantize(tensor:reshape(1, 1, tensor:create("int32", 1)))' 'only a vector'
error "singular" 't:inv(tensor:reshape(2, 2, tensor:create("float64", 1, 1, 1, 1)))' 'singular'

# More numbers than memory: the other rows have their value
check "long range" 0 "$program" query -f csv --memory 1G -e "$prefixes
SELECT (tensor:sum(-1, tensor:arange(\"int64\", 0, ?n)) AS ?x) { VALUES ?n { 4 1000000000000000000 3 } }"
err_has 'failed in 1 row; the first: arange\("int64", 0, 1000000000000000000\): the range has more numbers than there is memory'
out_has '^6'
out_has '^3'

# The older vocabulary
value "median" 'f:median(-1, tensor:create("int32", 3, 1, 2, 9))' '2.5E0'
value "med" 'f:med(0, tensor:reshape(2, 2, tensor:create("int32", 3, 1, 2, 9)))' \
  '{"type": "float64", "shape": [2], "data": [2.5, 5.0]}'
value "positions" 'f:getSubDT(tensor:create("int32", 5, 6, 7), tensor:create("int64", -1, 0))' \
  '{"type": "int32", "shape": [2], "data": [7, 5]}'
value "mask" 'f:getSubDT(tensor:create("int32", 5, 6), tensor:create("bool", false, true))' \
  '{"type": "int32", "shape": [1], "data": [6]}'
value "concat" 'f:concat(tensor:create("int32", 5), tensor:create("int64", 6), 0)' \
  '{"type": "int64", "shape": [2], "data": [5, 6]}'
error "position" 'f:getSubDT(tensor:create("int32", 5), tensor:create("int64", 1))' 'getSubDT'

# Aggregates
values='VALUES (?g ?x) {
  (1 "{\"type\":\"int32\",\"shape\":[2],\"data\":[1,9]}"^^tensor:DataTensor)
  (1 "{\"type\":\"int32\",\"shape\":[2],\"data\":[5,2]}"^^tensor:DataTensor)
  (1 "{\"type\":\"float32\",\"shape\":[2],\"data\":[3,4]}"^^tensor:DataTensor)
}'

# aggregate FUNCTION RESULT
aggregate() {
  check "$1" 0 "$program" query -f tsv -e "$prefixes SELECT (STR($1(?x)) AS ?r) { $values } GROUP BY ?g"
  n_done=$((n_done + 1))
  local result
  result=$(sed -n '2s/^"\(.*\)"$/\1/p' out | sed 's/\\"/"/g')
  [ "$result" = "$2" ] || fail "is $result, expected $2"
}

aggregate tensor:SUM '{"type": "float32", "shape": [2], "data": [9.0, 15.0]}'
aggregate tensor:AVG '{"type": "float64", "shape": [2], "data": [3.0, 5.0]}'
aggregate tensor:VAR '{"type": "float64", "shape": [2], "data": [2.6666666666666665, 8.666666666666666]}'
aggregate tensor:STD '{"type": "float64", "shape": [2], "data": [1.632993161855452, 2.943920288775949]}'
aggregate a:var '{"type": "float64", "shape": [2], "data": [4.0, 13.0]}'
aggregate a:std '{"type": "float64", "shape": [2], "data": [2.0, 3.605551275463989]}'
aggregate t:MIN '{"type": "float32", "shape": [2], "data": [1.0, 2.0]}'
aggregate t:MAX '{"type": "float32", "shape": [2], "data": [5.0, 9.0]}'
aggregate t:PROD '{"type": "float32", "shape": [2], "data": [15.0, 72.0]}'
aggregate t:MEDIAN '{"type": "float64", "shape": [2], "data": [3.0, 4.0]}'
aggregate t:STACK '{"type": "float32", "shape": [3, 2], "data": [1.0, 9.0, 5.0, 2.0, 3.0, 4.0]}'

finish
