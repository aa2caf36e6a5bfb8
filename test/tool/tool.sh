# SPDX-License-Identifier: Apache-2.0
#
# What the tests of the program share.  Each check runs a command and looks at
# its exit status, its output and its messages.

set -u
program=$TERCET_PROGRAM
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
n_done=0
n_failed=0

# check NAME STATUS COMMAND...: run a command; its output is then in out, its
# messages are in err
check() {
  local name=$1 expected=$2 status=0
  shift 2
  n_done=$((n_done + 1))
  current=$name
  "$@" > out 2> err || status=$?
  if [ "$status" -ne "$expected" ]; then
    fail "exit status is $status, expected $expected"
  fi
}

fail() {
  n_failed=$((n_failed + 1))
  echo "$current: $*" >&2
  sed 's/^/  out: /' out | head -n 20 >&2
  sed 's/^/  err: /' err | head -n 20 >&2
}

# The messages of the last command have a line that matches
err_has() {
  n_done=$((n_done + 1))
  grep -qE -- "$1" err || fail "no message like: $1"
}

# The last command printed no message
err_is_empty() {
  n_done=$((n_done + 1))
  [ ! -s err ] || fail "unexpected messages"
}

# The last command ended with just one message
err_is_one_line() {
  n_done=$((n_done + 1))
  [ "$(grep -c '^tercet: ' err)" -eq 1 ] || fail "not one message"
}

out_has() {
  n_done=$((n_done + 1))
  grep -qE -- "$1" out || fail "no output like: $1"
}

# The output of the last command is the text on standard input
out_is() {
  n_done=$((n_done + 1))
  cat > expected
  diff -u expected out >&2 || fail "another output"
}

# Leave out what may differ between processors: the last digits of sums, and
# the names of kernels
normalise() {
  sed -E 's/([0-9]\.[0-9]{11})[0-9]+/\1/g; s/score kernel [a-z0-9]+/score kernel/; s/-{18,}/-/g; s/ +/ /g' "$@"
}

# The output of the last command is like the text on standard input
out_is_like() {
  n_done=$((n_done + 1))
  normalise > expected
  normalise out | diff -u expected - >&2 || fail "another output"
}

finish() {
  echo "$n_done checks, $n_failed failed" >&2
  [ "$n_failed" -eq 0 ]
  exit
}
