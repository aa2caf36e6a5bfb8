# SPDX-License-Identifier: Apache-2.0
#
# Runs the examples of the documentation: in each ```console block, a line that
# starts with "$ " is a command and the lines below it are what it prints.

. "$TERCET_SOURCE/test/tool/tool.sh"

mkdir bin
ln -s "$program" bin/tercet
export PATH=$work/bin:$PATH

# run_block FILE LINE: run the commands of one block, which is in the file block
run_block() {
  local file=$1 line=$2
  grep '^\$ ' block | sed 's/^\$ //' > commands
  : > printed
  while IFS= read -r command; do
    printf '$ %s\n' "$command" >> printed
    (cd "$TERCET_SOURCE" && bash -c "$command") >> printed 2>&1 < /dev/null
  done < commands
  n_done=$((n_done + 1))
  if ! diff -u <(normalise block) <(normalise printed) > difference; then
    n_failed=$((n_failed + 1))
    echo "$file:$line: the example prints something else" >&2
    cat difference >&2
  fi
}

for file in "$TERCET_SOURCE"/README.md "$TERCET_SOURCE"/doc/*.md "$TERCET_SOURCE"/examples/README.md; do
  line=0
  start=0
  while IFS= read -r text; do
    line=$((line + 1))
    if [ "$text" = '```console' ]; then
      start=$line
      : > block
    elif [ "$text" = '```' ] && [ $start -gt 0 ]; then
      run_block "$file" $start
      start=0
    elif [ $start -gt 0 ]; then
      printf '%s\n' "$text" >> block
    fi
  done < "$file"
done

if [ $n_done -eq 0 ]; then
  echo 'no examples found' >&2
  exit 1
fi
finish
