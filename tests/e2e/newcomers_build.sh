#!/bin/bash
# What a newcomer's first command configures is a build whose commands can run: self-test, which alone treats warnings
# as errors, would not notice. Nothing is compiled.
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
