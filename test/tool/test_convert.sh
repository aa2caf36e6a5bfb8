# SPDX-License-Identifier: Apache-2.0

. "$TERCET_SOURCE/test/tool/tool.sh"

cat > data.trig << 'END'
@prefix : <http://e/> .
:a :b "c"@en, 1, 2.5, 1e0, true, "line\nbreak" ; :d ( :x :y ), [ :z "q" ] .
:g { :a :b :c }
END
check 'TriG to N-Quads by default' 0 "$program" convert data.trig
out_has '^<http://e/a> <http://e/b> <http://e/c> <http://e/g> \.$'
out_has '"line\\nbreak"'
cp out data.nq
for format in nq trig; do
  check "N-Quads to $format" 0 "$program" convert -o $format data.nq
  cp out again.$format
  check "$format back to N-Quads" 0 "$program" convert again.$format
  n_done=$((n_done + 1))
  [ "$(sed 's/_:[A-Za-z0-9]*/_:x/g' out | sort)" = "$(sed 's/_:[A-Za-z0-9]*/_:x/g' data.nq | sort)" ] ||
    fail 'other statements'
done
check 'graphs do not fit into Turtle' 1 "$program" convert -o turtle data.trig
err_has 'graph'
check 'unknown format' 2 "$program" convert -o yaml data.nq
check 'standard input' 0 "$program" convert -i turtle - <<< '<http://a> a <http://b> .'
out_has '^<http://a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://b> \.$'
check 'standard input without a format' 2 "$program" convert
check 'base' 0 "$program" convert -i turtle --base http://e/d/ - <<< '<x> <y> <../z> .'
out_has '^<http://e/d/x> <http://e/d/y> <http://e/z> \.$'
check 'relative without a base' 1 "$program" convert -i turtle - <<< '<x> <y> <z> .'
echo '<x> <y> <../z> .' > own.ttl
check 'base of a file is its own IRI' 0 "$program" convert own.ttl
out_has "^<file://$work/x> <file://$work/y> <file://$(dirname "$work")/z> \.\$"
check 'missing file' 4 "$program" convert nowhere.nt
check 'full device' 4 bash -c '"$1" convert data.nq > /dev/full' - "$program"
err_has 'cannot write standard output'
gzip -c data.nq > data.nq.gz
check 'gzip' 0 "$program" convert data.nq.gz
out_is < data.nq
if "$program" info | grep -q 'no zstd'; then
  echo 'zstd: skipped, not built in' >&2
else
  zstd -q data.nq
  check 'zstd' 0 "$program" convert data.nq.zst
  out_is < data.nq
fi
printf '<http://a> <http://b> <http://c> .\nbad\n<http://a> <http://b> 1 .\n' > holes.ttl
check 'malformed' 1 "$program" convert holes.ttl
err_has '^tercet: holes\.ttl:'
check 'recovery' 0 "$program" convert --recover holes.ttl
err_has '1 malformed statements skipped'

# A large literal passes through unchanged
{ printf '<http://a> <http://b> "'; head -c 20000000 /dev/zero | tr '\0' x; printf '" .\n'; } > large.nt
check 'literal of 20 MB' 0 "$program" convert large.nt
n_done=$((n_done + 1))
cmp -s large.nt out || fail 'the literal was changed'
finish
