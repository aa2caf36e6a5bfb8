#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# demo.sh PROGRAM: ask the example questions over the example graph.

set -eu
program=$(realpath "$1")
cd "$(dirname "$0")"

for query in similar similar-in-tag between sections-alike twins sections; do
  sed -n 's/^# \{0,1\}//p' "$query.rq"
  echo
  "$program" query --format table --data debian-2000.ttl.gz "$query.rq"
  echo
done
