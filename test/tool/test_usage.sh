# SPDX-License-Identifier: Apache-2.0

. "$TERCET_SOURCE/test/tool/tool.sh"

check help 0 "$program" --help
out_has '^Usage: tercet COMMAND'
err_is_empty
for command in query explain convert info; do
  check "help of $command" 0 "$program" "$command" --help
  out_has "^Usage: tercet $command"
  err_is_empty
done
check version 0 "$program" --version
out_has '^tercet [0-9]+\.[0-9]+\.[0-9]+$'

check 'no command' 2 "$program"
err_has 'which command'
check 'unknown command' 2 "$program" frobnicate
err_has "unknown command 'frobnicate'"
check 'unknown option' 2 "$program" query --frobnicate
err_has "unknown option '--frobnicate'"
check 'missing argument' 2 "$program" query -d
err_has "option '-d' needs an argument"
check 'no query' 2 "$program" query
err_has 'which query'
check 'two queries' 2 "$program" query a.rq b.rq
err_has "what is 'b.rq'"
check 'unknown format' 2 "$program" query -f yaml -e 'ASK {}'
err_has "unknown format 'yaml'"
check 'unknown input format' 2 "$program" query -i yaml -d x.yaml -e 'ASK {}'
err_has "unknown input format 'yaml'"
check 'format not told by the name' 2 "$program" query -d data.txt -e 'ASK {}'
err_has "cannot tell the format of 'data.txt'"
check 'bad timeout' 2 "$program" query --timeout soon -e 'ASK {}'
err_has "'soon' is no number of seconds"
check 'negative timeout' 2 "$program" query --timeout -1 -e 'ASK {}'
check 'bad method' 2 "$program" query --without kernels -e 'ASK {}'
err_has 'score-kernels'
check 'bad memory' 2 "$program" query --memory 10Q -e 'ASK {}'
err_has "'10Q' is no number of bytes"
check 'memory that overflows' 2 "$program" query --memory 99999999999T -e 'ASK {}'
check 'bad threads' 2 "$program" query --threads two -e 'ASK {}'
err_has "'two' is no number of threads"
check 'too many threads' 2 "$program" query --threads 1025 -e 'ASK {}'
check 'threads' 0 "$program" query --threads 2 -e 'ASK {}'
check 'store' 2 "$program" query -s store.tercet -e 'ASK {}'
err_has 'not there yet'
check 'analyze without explain' 2 "$program" query --analyze -e 'ASK {}'
err_has 'tercet explain'
check 'two files to convert' 2 "$program" convert a.nt b.nt
check 'argument of info' 2 "$program" info data.nt
err_has 'Give data with -d'
finish
