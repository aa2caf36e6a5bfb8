#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# packages.sh check|install: tell whether the Debian packages of packages.txt
# are there, or install those that are not.

set -eu
cd "$(dirname "$0")/.."

missing=()
while read -r package; do
  if ! dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok'; then
    missing+=("$package")
  fi
done < <(sed 's/#.*//; /^[[:space:]]*$/d' packages.txt)

if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi
if [ "${1:-}" = check ]; then
  exit 1
fi

echo "Installing Debian packages: ${missing[*]}"
sudo=$([ "$(id -u)" -eq 0 ] || echo sudo)
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
$sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
