#!/bin/bash
# Twenty runs of one program must print equal timelines: same_timeline.sh GRIDMARK_CC fast|counted SOURCE_ROOT
set -euo pipefail

compiler=$1 flavour=$2 root=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$compiler" --flavour "$flavour" -O2 -std=c++17 -I "$root" "$root/tests/emulation_engine/same_timeline.cu" -lcublas -o "$folder/program"

"$folder/program" >"$folder/first"
spans=$(grep -c '^kernel' "$folder/first")
[[ $spans -ge 30 ]] || { echo "only $spans kernels in the timeline:"; cat "$folder/first"; exit 1; }
for run in {2..20}; do
  # Random numbers of threads and random delays. Neither may change the output.
  GRIDMARK_THREADS=$((1 + run % 4)) "$folder/program" >"$folder/next"
  cmp -s "$folder/first" "$folder/next" || { echo "run $run differs from the first:"; diff "$folder/first" "$folder/next" | head -20; exit 1; }
done
echo "20 runs: the same $(wc -l <"$folder/first") lines"
