#!/bin/bash
# nvcc_compiles.sh ROOT LAB MAKE_STARTER: does a real CUDA compiler take what students get and what we say works?
# Compiles solution, starter and adaptor for sm_70, sm_80 and sm_90, and what a mutant changes for sm_80. A CUDA that
# has left sm_70 behind (13 did) compiles for the oldest it knows instead, and the output says so. Exit 77, a skip, where
# there is no nvcc.
set -euo pipefail
root=$1 lab=$2 make_starter=$3
PATH=$PATH:/usr/local/cuda/bin
if ! command -v nvcc > /dev/null; then
  echo "skipped: nvcc is neither on the PATH nor in /usr/local/cuda/bin"
  exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

known=$(nvcc --list-gpu-code)
oldest=$(sort -V <<< "$known" | head -n 1)
architectures=()
for wanted in sm_70 sm_80 sm_90; do
  grep -qx "$wanted" <<< "$known" || { echo "this nvcc does not know $wanted: $oldest instead"; wanted=$oldest; }
  architectures+=(-gencode "arch=compute_${wanted#sm_},code=$wanted")
done

compile() {  # NAME FILE OPTION...
  echo "nvcc: $1: $(basename "$2")"
  nvcc -c -std=c++20 --extended-lambda -I "$root" -I "$root/labs/$lab/include" "${@:3}" -o "$work/object.o" "$2"
}

for file in "$root/solutions/$lab"/*.cu; do compile solution "$file" "${architectures[@]}"; done
for file in "$root/starter/$lab"/*.cu; do compile starter "$file" "${architectures[@]}"; done
for file in "$root/labs/$lab"/*.cu; do compile lab "$file" "${architectures[@]}"; done
for mutant in "$root/labs/$lab/mutants"/*/; do
  name=$(basename "$mutant")
  "$make_starter" --from "$root/solutions/$lab" --assemble "$mutant/parts" --to "$work/$name"
  for file in "$work/$name"/*.cu; do
    cmp -s "$file" "$root/solutions/$lab/$(basename "$file")" || compile "mutant $name" "$file" -arch=sm_80
  done
done
