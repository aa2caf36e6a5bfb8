# SPDX-License-Identifier: Apache-2.0
#
# The same rows in each result format.

. "$TERCET_SOURCE/test/tool/tool.sh"

cat > data.ttl << 'END'
@prefix : <http://e/> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix tensor: <https://w3id.org/rdf-tensor/vocab#> .
:a :v :x .
:b :v "say \"hi\"\tnow\n<&>" .
:c :v "Katze"@de .
:d :v 7 .
:e :v "2024-02-29"^^xsd:date .
:f :v "{\"type\": \"int32\", \"shape\": [2, 3], \"data\": [1, 2, 3, 4, 5, 6]}"^^tensor:DataTensor .
:g :w 1 .
:h :v 1.25E-1 .
END
query='PREFIX : <http://e/> SELECT ?s ?v { ?s ?p ?any OPTIONAL { ?s :v ?v } } ORDER BY ?s'

check table 0 "$program" query -d data.ttl -f table -e "$query"
out_is << 'END'
s   v
--  -----------------------------------------------------
:a  :x
:b  "say \"hi\"\tnow\n<&>"
:c  "Katze"@de
:d  7
:e  "2024-02-29"^^<http://www.w3.org/2001/XMLSchema#date>
:f  int32[2, 3] 1, 2, 3, ..., 6
:g  
:h  0.125
END
check csv 0 "$program" query -d data.ttl -f csv -e "$query"
sed 's/$/\r/' << 'END' | sed 's/now\r/now/' | out_is
s,v
http://e/a,http://e/x
http://e/b,"say ""hi""	now
<&>"
http://e/c,Katze
http://e/d,7
http://e/e,2024-02-29
http://e/f,"{""type"": ""int32"", ""shape"": [2, 3], ""data"": [1, 2, 3, 4, 5, 6]}"
http://e/g,
http://e/h,1.25E-1
END
check tsv 0 "$program" query -d data.ttl -f tsv -e "$query"
out_is << 'END'
?s	?v
<http://e/a>	<http://e/x>
<http://e/b>	"say \"hi\"\tnow\n<&>"
<http://e/c>	"Katze"@de
<http://e/d>	"7"^^<http://www.w3.org/2001/XMLSchema#integer>
<http://e/e>	"2024-02-29"^^<http://www.w3.org/2001/XMLSchema#date>
<http://e/f>	"{\"type\": \"int32\", \"shape\": [2, 3], \"data\": [1, 2, 3, 4, 5, 6]}"^^<https://w3id.org/rdf-tensor/vocab#DataTensor>
<http://e/g>	
<http://e/h>	"1.25E-1"^^<http://www.w3.org/2001/XMLSchema#double>
END
check json 0 "$program" query -d data.ttl -f json -e "$query"
out_is << 'END'
{"head": {"vars": ["s", "v"]},
 "results": {"bindings": [
  {"s": {"type": "uri", "value": "http://e/a"}, "v": {"type": "uri", "value": "http://e/x"}},
  {"s": {"type": "uri", "value": "http://e/b"}, "v": {"type": "literal", "value": "say \"hi\"\tnow\n<&>"}},
  {"s": {"type": "uri", "value": "http://e/c"}, "v": {"type": "literal", "value": "Katze", "xml:lang": "de"}},
  {"s": {"type": "uri", "value": "http://e/d"}, "v": {"type": "literal", "value": "7", "datatype": "http://www.w3.org/2001/XMLSchema#integer"}},
  {"s": {"type": "uri", "value": "http://e/e"}, "v": {"type": "literal", "value": "2024-02-29", "datatype": "http://www.w3.org/2001/XMLSchema#date"}},
  {"s": {"type": "uri", "value": "http://e/f"}, "v": {"type": "literal", "value": "{\"type\": \"int32\", \"shape\": [2, 3], \"data\": [1, 2, 3, 4, 5, 6]}", "datatype": "https://w3id.org/rdf-tensor/vocab#DataTensor"}},
  {"s": {"type": "uri", "value": "http://e/g"}},
  {"s": {"type": "uri", "value": "http://e/h"}, "v": {"type": "literal", "value": "1.25E-1", "datatype": "http://www.w3.org/2001/XMLSchema#double"}}
 ]}}
END
check 'default is json when not on a terminal' 0 "$program" query -d data.ttl -e "$query"
out_has '^\{"head": '
check xml 0 "$program" query -d data.ttl -f xml -e "$query LIMIT 3"
out_is << 'END'
<?xml version="1.0" encoding="UTF-8"?>
<sparql xmlns="http://www.w3.org/2005/sparql-results#">
  <head>
    <variable name="s"/>
    <variable name="v"/>
  </head>
  <results>
    <result>
      <binding name="s"><uri>http://e/a</uri></binding>
      <binding name="v"><uri>http://e/x</uri></binding>
    </result>
    <result>
      <binding name="s"><uri>http://e/b</uri></binding>
      <binding name="v"><literal>say &quot;hi&quot;	now
&lt;&amp;&gt;</literal></binding>
    </result>
    <result>
      <binding name="s"><uri>http://e/c</uri></binding>
      <binding name="v"><literal xml:lang="de">Katze</literal></binding>
    </result>
  </results>
</sparql>
END
check 'character that XML lacks' 1 "$program" query -f xml -e 'SELECT ("\u0001" AS ?x) {}'
err_has 'row 1 holds a character that XML cannot hold'
check 'control characters in JSON' 0 "$program" query -f json -e 'SELECT ("\u0001\u001F\u007F" AS ?x) {}'
out_has '"\\u0001\\u001F'

for format in table csv tsv; do
  check "ASK in $format" 0 "$program" query -f $format -e 'ASK {}'
  out_is <<< true
done
check 'ASK in json' 0 "$program" query -f json -e 'ASK { <http://a> <http://b> 1 }'
out_is <<< '{"head": {}, "boolean": false}'
check 'ASK in xml' 0 "$program" query -f xml -e 'ASK {}'
out_has '<boolean>true</boolean>'
check 'no rows' 0 "$program" query -f csv -e 'SELECT ?x { ?x ?y ?z }'
printf 'x\r\n' | out_is

# More rows than the table holds back to find its widths
for i in $(seq 2500); do echo "<http://s> <http://p> $i ."; done > many.ttl
check 'long table' 0 "$program" query -d many.ttl -f table -e 'SELECT ?o { ?s ?p ?o } ORDER BY ?o'
out_has '^2500$'
n_done=$((n_done + 1))
[ "$(wc -l < out)" -eq 2502 ] || fail 'lines are missing'
finish
