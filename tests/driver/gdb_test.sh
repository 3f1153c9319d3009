#!/bin/bash
# gdb stops in a kernel for one thread of one block, and shows its shared array and its variables:
# gdb_test.sh GRIDMARK_CC. Exits with 77 if there is no gdb, or if it may not trace a program.
set -euo pipefail

compiler=$1
source=$(cd "$(dirname "$0")" && pwd)/gdb_kernel.cu
command -v gdb >/dev/null || { echo "skipped: there is no gdb"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

debug() { # the option for debug information
  "$compiler" "$1" -O0 "$source" -o "$folder/program"
  local line
  line=$(grep -n 'const int other' "$source" | cut -d: -f1)
  timeout 120 gdb -nx -batch -ex 'set style enabled off' -ex 'set debuginfod enabled off' \
    -ex "break gdb_kernel.cu:$line if threadIdx.x == 5 && blockIdx.x == 1" -ex run \
    -ex 'print tile' -ex 'print mine' -ex 'print threadIdx.x' -ex 'print blockIdx.x' \
    -ex next -ex 'print other' -ex continue "$folder/program" </dev/null >"$folder/said" 2>&1 || true
}

for option in -g -G; do
  debug $option
  if grep -qE 'ptrace: Operation not permitted|Could not trace the inferior' "$folder/said"; then
    echo "skipped: gdb may not trace here"
    exit 77
  fi
  # Values of thread (5,0,0) of block (1,0,0): its element is 105 squared, its partner's 102 squared, the last is 100.
  for expected in '{10000, 10201, 10404, 10609, 10816, 11025, 11236, 11449}' ' = 105' ' = 5$' ' = 1$' ' = 10404' \
    'the last is 10000'; do
    grep -qE -- "${expected//[\{]/\\{}" "$folder/said" || { echo "$option: no '$expected' in:"; cat "$folder/said"; exit 1; }
  done
  [[ $(grep -c 'hit Breakpoint' "$folder/said") == 1 ]] || { echo "$option: not stopped once:"; cat "$folder/said"; exit 1; }
done
echo ok
