#!/bin/bash
# nvcc_compiles.sh ROOT LAB MAKE_STARTER: does a real CUDA compiler take what students get and what we say works?
# Compiles solution, starter and every mutant for sm_80 and sm_90. Exit 77, a skip, where there is no nvcc.
set -euo pipefail
root=$1 lab=$2 make_starter=$3
PATH=$PATH:/usr/local/cuda/bin
if ! command -v nvcc > /dev/null; then
  echo "skipped: nvcc is neither on the PATH nor in /usr/local/cuda/bin"
  exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compiles() {  # FOLDER NAME
  local file
  for file in "$1"/*.cu; do
    echo "nvcc: $2: $(basename "$file")"
    nvcc -c -std=c++17 -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 \
      -I "$root/labs/$lab/include" -o "$work/object.o" "$file"
  done
}

compiles "$root/solutions/$lab" solution
compiles "$root/starter/$lab" starter
for mutant in "$root/labs/$lab/mutants"/*/; do
  name=$(basename "$mutant")
  "$make_starter" --from "$root/solutions/$lab" --assemble "$mutant/parts" --to "$work/$name"
  compiles "$work/$name" "mutant $name"
done
