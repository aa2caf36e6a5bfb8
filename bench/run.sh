#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# run.sh FOLDER: run all benchmarks of a build folder, one after the other, and
# say on what machine.  The plain graph comes from the generator in the suites'
# folder; without it, that part is left out, with a word.

set -eu
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
export TERCET_SOURCE=$PWD
suites=${TERCET_SUITES:-$PWD/../shared}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

lscpu | grep -E '^(Model name|CPU\(s\)|L3 cache)'
gcc --version | head -n 1
uptime

for program in read literal topk rdftensor array store random math reduce sort npy view linalg; do
  if [ -x "$folder/bench_$program" ]; then
    echo "== $program"
    "$folder/bench_$program"
  fi
done

generator=$suites/tools/bench/genrdf.c
if [ -f "$generator" ]; then
  echo "== query, over a plain graph of a million triples"
  gcc -O2 "$generator" -lm -o genrdf
  ./genrdf shop 1000000 nt > shop.nt 2> /dev/null
  "$folder/bench_query" shop.nt "$suites"/tools/bench/queries-shop/*.rq
else
  echo "query: left out, there is no $generator" >&2
fi
