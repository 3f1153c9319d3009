#!/bin/bash
# g++ and clang must have the same counts: same_counts.sh GRIDMARK_CC SOURCE_ROOT CLANG++
set -euo pipefail
compiler=$1 root=$2 clang=$3

# Known differences (docs/emulation.md, "Counts with clang"). New ones fail, and so do ones that are gone.
known=("device variable" "halves" "regtile, ok" "tiled" "tiled, ok")

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$root/tests/counters"
for host in g++ "$clang"; do
  "$compiler" --flavour counted -w -std=c++20 --expt-relaxed-constexpr -ccbin "$host" -I "$root" ./*_patterns.cu print_counts.cpp -o "$folder/program"
  "$folder/program" >"$folder/counts.$(basename "$host")" 2>/dev/null
done
lines=$(wc -l <"$folder/counts.g++")
((lines > 100)) || { echo "only $lines patterns ran"; exit 1; }
differences=$(diff "$folder/counts.g++" "$folder/counts.$(basename "$clang")" || true)
differing=$(sed -n 's/^[<>] \([^:]*\):.*/\1/p' <<<"$differences" | sort -u)
if [[ $differing != "$(printf '%s\n' "${known[@]}" | sort -u)" ]]; then
  echo "these patterns differ, and the known ones are others:" "$differing" "$differences"
  exit 1
fi
