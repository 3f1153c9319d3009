#!/bin/bash
# The Debian package on its target: apt installs it with its dependencies in a bare Debian 12, and an ordinary user
# grades with it.
# Usage: deb_in_debian.sh BUILD_FOLDER SOURCE_ROOT
# Exit codes: 0 as expected; 1 not; 77 cannot be tested here, with the reason.
set -euo pipefail

here=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")")
build=$(readlink -f "${1:?usage: deb_in_debian.sh BUILD_FOLDER SOURCE_ROOT}")
source_root=${2:?give the root of the sources}
. "$here/debian_root.sh"
. "$here/bundle_checks.sh"

make_scratch_debian "$build/../bare_debian"
phase package
cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/packages" >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
cp "$work"/packages/*.deb "$root/srv/gridmark.deb"
hand_in "$root/srv/solution" solutions
hand_in "$root/srv/starter" starter

phase 'apt-get install'
enter as_machine "$root" bash -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes \
  --no-install-recommends /srv/gridmark.deb && useradd --create-home newcomer' >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }

grade() { # FROM EXPRESSION
  phase "grade the $1"
  rm -f "$root/home/newcomer/record.json"
  enter as_machine "$root" setpriv --reuid=newcomer --regid=newcomer --init-groups env HOME=/home/newcomer \
    bash -c "cd && gridmark grade $lab --submission /srv/$1 --record record.json" >"$work/said" 2>&1 || (($? == 1)) || fail "the $1 was not graded"
  expect "$root/home/newcomer/record.json" "$2" True "the $1"
  ((failures == 0)) || cat "$work/said"
}
grade solution 'it["points"] == it["max_points"] > 0'
grade starter 'it["points"] == 0'
phase 'done'
((failures == 0))
