# SPDX-License-Identifier: Apache-2.0
#
# A program in C builds against what was installed, found by pkg-config.

. "$TERCET_SOURCE/test/tool/tool.sh"

if grep -q '^TERCET_SANITIZE:BOOL=ON' "$TERCET_BUILD/CMakeCache.txt"; then
  echo 'skipped: an installed library is built without sanitizers' >&2
  exit 77
fi

cmake --build "$TERCET_BUILD" --target tercet tercet_archive tercet_program > build.log 2>&1 || {
  cat build.log >&2
  exit 1
}
check install 0 cmake --install "$TERCET_BUILD" --prefix "$work/prefix"
library=$(dirname "$(find prefix -name tercet.pc)")
export PKG_CONFIG_PATH=$library
flags=$(pkg-config --define-variable=prefix="$work/prefix" --cflags --libs tercet)

check 'example builds' 0 gcc -std=c11 -Wall -Wextra -Werror "$TERCET_SOURCE/examples/c/similar.c" $flags -o similar
LD_LIBRARY_PATH=$(dirname "$library") check 'example runs' 0 ./similar "$TERCET_SOURCE/examples/debian-2000.ttl.gz"
out_is_like < "$TERCET_SOURCE/examples/expected/similar-c.txt"
check 'ONNX example builds' 0 gcc -std=c11 -Wall -Wextra -Werror "$TERCET_SOURCE/examples/c/onnx.c" $flags -o onnx
LD_LIBRARY_PATH=$(dirname "$library") check 'ONNX example runs' 0 ./onnx "$TERCET_SOURCE/examples/cosine.onnxtxt"
out_is <<< 0.7143
check 'installed program runs' 0 prefix/bin/tercet --version
finish
