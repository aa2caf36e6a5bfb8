#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# lint.sh BUILD_FOLDER: formatting, banned calls, layering, headers that
# compile alone, clang-tidy.  Prints each finding; fails if there is one.

set -u
cd "$(dirname "$0")/.."
build=$1
failed=0

fail() {
  echo "lint: $*" >&2
  failed=1
}

mapfile -t sources < <(git ls-files '*.c' '*.h')

# Formatting
clang-format-14 --dry-run --Werror "${sources[@]}" || fail "run clang-format-14 -i on the files above"

# Calls that have no place here: unbounded, locale-dependent or not reentrant
banned='\b(sprintf|vsprintf|strcpy|strcat|strncpy|gets|atoi|atol|atof|strtok|alloca|setlocale)[[:space:]]*\('
if grep -nE "$banned" "${sources[@]}"; then
  fail "banned calls above"
fi

# A folder includes only what stands below it.
declare -A below=(
  [base]="base"
  [array]="base array"
  [random]="base array random"
  [linalg]="base array linalg"
  [onnx]="base array random linalg onnx"
  [rdf]="base rdf"
  [syntax]="base rdf syntax"
  [store]="base array rdf syntax store"
  [sparql]="base array linalg rdf syntax store sparql"
  [rdftensor]="base array onnx rdf syntax store sparql rdftensor"
  [api]="base array linalg onnx rdf syntax store sparql rdftensor api"
  [tool]="tool"
)
for folder in "${!below[@]}"; do
  allowed=$(tr ' ' '|' <<< "${below[$folder]}")
  if grep -rnE '#[[:space:]]*include "[a-z]+/' "src/$folder" |
    grep -vE "#[[:space:]]*include \"($allowed)/"; then
    fail "src/$folder includes what it must not, see above"
  fi
done

# Every line of source starts with a licence.
for source in "${sources[@]}"; do
  head -n 1 "$source" | grep -q 'SPDX-License-Identifier: Apache-2.0' ||
    fail "$source: no SPDX line"
done

# Public headers compile alone, in C11 and in C++.
for header in include/tercet/*.h; do
  gcc -std=c11 -Wall -Wextra -Werror -Iinclude -fsyntax-only -x c "$header" ||
    fail "$header does not compile alone in C11"
  g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only -x c++ "$header" ||
    fail "$header does not compile alone in C++"
done

# clang-tidy, over the library and the program
git ls-files 'src/*.c' | grep -vE '_avx(2|512)\.c$' |
  xargs -P "$(nproc)" -n 4 clang-tidy-14 --quiet -p "$build" 2> /dev/null ||
  fail "clang-tidy findings above"

[ $failed -eq 0 ] && echo "lint: clean"
exit $failed
