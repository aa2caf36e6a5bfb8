# SPDX-License-Identifier: Apache-2.0
#
# --strict-templates of query, explain and onnx export.

. "$TERCET_SOURCE/test/tool/tool.sh"

prefixes='PREFIX tensor: <https://w3id.org/rdf-tensor/vocab#>'
query="$prefixes SELECT (STR(tensor:not(tensor:create(?type, 1))) AS ?x) { VALUES ?type { \"int32\" \"bool\" } }"

check 'repaired' 0 "$program" query -f csv -e "$query"
n_done=$((n_done + 1))
[ "$(grep -c false out)" -eq 2 ] || fail 'not two results'
err_is_empty

check 'strict' 0 "$program" query --strict-templates -f csv -e "$query"
n_done=$((n_done + 1))
[ "$(grep -c false out)" -eq 1 ] || fail 'not one result'
err_has '^tercet: <.*#not> failed in 1 row; the first: not\(int32 \[1\]\): the template not is not valid here without repair R1'

check 'strict plan' 0 "$program" explain --analyze --strict-templates -e "$query"
out_has '^<.*#not> failed in 1 row; the first: .*repair R1'

check 'export' 0 "$program" onnx export -f text tensor:not int32
out_has 'Cast'
check 'strict export' 1 "$program" onnx export --strict-templates -f text tensor:not int32
err_has 'the template not is not valid here without repair R1'
err_is_one_line
check 'strict export of a model without repair' 0 "$program" onnx export --strict-templates -f text tensor:not bool
check 'strict export along an axis' 1 "$program" onnx export --strict-templates -f text --axis 0 tensor:sum uint8
err_has 'sum_axis_reduction_int16 is not valid here without repair R7'
finish
