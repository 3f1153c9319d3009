#!/bin/bash
# The build that a newcomer's first command configures must have commands that run. self-test would not notice, because
# only it treats warnings as errors. This test does not compile anything.
# Usage: newcomers_build.sh SOURCE_ROOT
set -euo pipefail

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cmake -S "$1" --preset release -B "$build" >"$build/said" 2>&1 || {
  cat "$build/said"
  exit 1
}
ninja -C "$build" -t commands product >"$build/commands"
[[ -s $build/commands ]] || { echo 'FAIL: the target product has no commands' && exit 1; }
if grep -nE "(^| )(''|\"\")( |$)" "$build/commands"; then
  echo 'FAIL: these commands have an empty argument'
  exit 1
fi
