#!/bin/bash
# Fuzzes the rewriter with libFuzzer: fuzz_rewriter.sh SECONDS
#
# Findings land in the current folder (crash-..., slow-unit-...). Afterwards the corpus is minimised into
# tests/fuzz/corpus/rewriter: as few texts as reach every branch that was reached. Needs clang++ with its compiler-rt.
set -euo pipefail

seconds=${1:?give the number of seconds}
root=$(cd "$(dirname "$0")/../.." && pwd)
corpus=$root/tests/fuzz/corpus/rewriter
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -I"$root" \
  "$root"/emulation/rewrite/*.cpp "$root"/tests/fuzz/rewriter_property.cpp "$root"/tests/fuzz/rewriter_fuzzer.cpp \
  -o "$folder/fuzzer"
mkdir -p "$corpus" "$folder/found" "$folder/minimal"
"$folder/fuzzer" -max_total_time="$seconds" -max_len=2048 -timeout=10 -dict="$root/tests/fuzz/rewriter.dict" \
  -print_final_stats=1 "$folder/found" "$corpus"
"$folder/fuzzer" -set_cover_merge=1 -use_counters=0 -max_len=512 "$folder/minimal" "$folder/found" "$corpus"
find "$corpus" -type f -regextype posix-egrep -regex '.*/[0-9a-f]{40}' -delete  # those with names of words stay
cp "$folder"/minimal/* "$corpus"
echo "$(ls "$corpus" | wc -l) files, $(du -sb "$corpus" | cut -f1) bytes in the corpus"
