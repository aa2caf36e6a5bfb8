# SPDX-License-Identifier: Apache-2.0
#
# Checks the table of doc/ndarray.md from its side: the headers declare each
# function that it names, each row has an example and says what it gives, and a
# test runs that example; the tests called test_*page.c look for theirs in the
# table.

. "$TERCET_SOURCE/test/tool/tool.sh"

doc=$TERCET_SOURCE/doc/ndarray.md
command -v gcc > /dev/null || { echo 'skipped: no gcc' >&2; exit 77; }

# Lists in headers declare some functions, so that they are read as expanded.
for header in "$TERCET_SOURCE"/include/tercet/*.h; do
  gcc -E -P -I "$TERCET_SOURCE/include" "$header"
done | grep -oE 'tercet_[a-z0-9_]+ *\(' | tr -d ' (' | sort -u > declared

cat "$TERCET_SOURCE"/test/*/test_*page.c | tr -d ' \n' > run

fail_row() {
  n_failed=$((n_failed + 1))
  echo "doc/ndarray.md: $*" >&2
}

# A name that starts with _ has the first two words of the full one before it.
check_functions() {
  local name family=
  while read -r name; do
    n_done=$((n_done + 1))
    case $name in
      _*) name=$family$name ;;
      *) family=$(echo "$name" | cut -d _ -f 1,2) ;;
    esac
    grep -qxF -- "$name" declared || fail_row "no header declares $name"
  done
}

# Take the rows, with \| as another character, and the cells apart
grep '^| `' "$doc" | sed 's/\\|/\x01/g' > rows
while IFS='|' read -r _ entry functions example _; do
  n_done=$((n_done + 1))
  echo "$functions" | grep -oE '`(tercet)?_[a-z0-9_]+`' | tr -d '`' > names
  [ -s names ] || fail_row "no function for$entry"
  check_functions < names
  code=$(echo "$example" | sed -nE 's/^ `([^`]*)` gives `[^`]+` *$/\1/p')
  if [ -z "$code" ]; then
    fail_row "not an example and what it gives:$example"
  elif ! grep -qF -- "$(echo "$code" | tr -d ' \n')" run; then
    fail_row "no test runs $code"
  fi
done < rows

# Functions that the text between the tables names
grep -v '^|' "$doc" | grep -oE '`tercet_[a-z0-9_]+`' | tr -d '`' > names
check_functions < names

if [ "$(wc -l < rows)" -lt 100 ]; then
  echo 'the table has hardly any rows' >&2
  n_failed=$((n_failed + 1))
fi
finish
