#!/bin/bash
# Compiles each header without a .cpp of the same name alone. (A .cpp includes its header first, which proves the same
# at no cost. include_directions_test.cpp checks that.)
# Usage: headers_compile_alone.sh SOURCE_ROOT COMPILER [HEADER...]
set -euo pipefail
cd "$1"
export compiler=$2

# A header that exists only to report that something is missing.
is_refusal() { [[ $(grep -vE '^(//|#pragma once|$)' "$1" | head -1) == '#error '* ]]; }

# Headers in cccl/seam come before those of an installed CCCL, and need them.
headers_without_source() {
  local header
  find base protocol grader emulation labkit -path emulation/cccl/seam -prune -o -name '*.h' -print | sort |
    while IFS= read -r header; do
      [[ -e ${header%.h}.cpp ]] || is_refusal "$header" || printf '%s\n' "$header"
    done
}

compile_alone() {
  "$compiler" -std=c++20 -fsyntax-only -w -x c++ -I . -I emulation/include -I emulation/device "$1" || {
    printf '%s does not compile alone\n' "$1"
    return 1
  }
}
export -f compile_alone

headers=("${@:3}")
((${#headers[@]})) || mapfile -t headers < <(headers_without_source)
printf '%s\0' "${headers[@]}" | xargs -0 -I {} -P "$(nproc)" "$BASH" -c "compile_alone {}"
printf '%d headers compile alone\n' "${#headers[@]}"
