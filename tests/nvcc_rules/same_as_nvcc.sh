#!/bin/bash
# same_as_nvcc.sh GRIDMARK_CC ROOT PART...: gridmark-cc and nvcc must accept and refuse the same files. A part is
#   programs     the programs of this folder
#   coverage     those of tests/coverage, except features that the emulated device or nvcc lacks, by their headers
#   solutions    the files of solutions/ and starter/
#   submissions  the solutions with the changes of the honest cases and the twins in tests/submissions
#   FOLDER       all .cu files below it, compiled as a submission
# Prints each file that one accepts and the other refuses, with the message of the one that refuses it, and exits with 1
# if there is one. Exits with 77, a skip, without nvcc.
set -euo pipefail
compiler=$(realpath "$1") root=$(realpath "$2")
shift 2
PATH=$PATH:/usr/local/cuda/bin
if ! command -v nvcc > /dev/null; then
  echo "skipped: nvcc is neither on the PATH nor in /usr/local/cuda/bin"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compared=0 differ=0

verdict() {  # LOG COMMAND...: accepts or refuses
  if "${@:2}" > "$1" 2>&1; then echo accepts; else echo refuses; fi
}

compare() {  # FILE OPTION...
  local ours theirs file=$1
  shift
  ours=$(verdict "$work/ours" "$compiler" --no-syntax-pass -O0 "$@" -c "$file" -o "$work/ours.o")
  theirs=$(verdict "$work/theirs" nvcc -w -O0 -Xcicc -O0 -Xptxas -O0 --extended-lambda "$@" -c "$file" -o "$work/theirs.o")
  compared=$((compared + 1))
  [[ $ours == "$theirs" ]] && return
  differ=$((differ + 1))
  echo "$file: gridmark-cc $ours it, nvcc $theirs it"
  { if [[ $ours == refuses ]]; then cat "$work/ours"; else cat "$work/theirs"; fi; } | grep -m 3 -E 'error' || true
}

headers() { sed -n "s|^// $1: *||p" "$2"; }

compare_programs() {
  local file
  for file in "$root"/tests/nvcc_rules/*.cu; do compare "$file" -arch=sm_90 -std=c++17; done
}

compare_coverage() {
  local file options
  for file in "$root"/tests/coverage/*/*.cu; do
    [[ -z $(headers Refused "$file")$(headers Nvcc "$file") ]] || continue
    options=()
    [[ $(headers Link "$file") != *fopenmp* ]] || options=(-Xcompiler -fopenmp)
    compare "$file" -arch=sm_90 -std=c++17 -rdc=true "${options[@]}"
  done
}

compare_as_submission() {  # FILE [LAB]
  local lab includes=()
  for lab in ${2:-$(ls "$root/labs")}; do includes+=(-I "$root/labs/$lab/include"); done
  compare "$1" -arch=sm_80 -std=c++20 -I "$root" "${includes[@]}"
}

compare_solutions() {
  local file
  for file in "$root"/solutions/*/*.cu "$root"/starter/*/*.cu; do
    compare_as_submission "$file" "$(basename "$(dirname "$file")")"
  done
}

compare_submissions() {
  local patch lab file
  for patch in "$root"/tests/submissions/*/*.patch; do
    [[ $(sed -n '/^diff --git/q; s/^kind: *//p' "$patch") =~ ^(honest|twin|)$ ]] || continue
    lab=$(basename "$(dirname "$patch")")
    rm -rf "$work/patched"
    cp -r "$root/solutions/$lab" "$work/patched"
    (cd "$work/patched" && GIT_CEILING_DIRECTORIES=$work git apply "$patch")
    for file in "$work"/patched/*.cu; do
      cmp -s "$file" "$root/solutions/$lab/$(basename "$file")" || compare_as_submission "$file" "$lab"
    done
  done
}

compare_folder() {
  local file
  while IFS= read -r file; do compare_as_submission "$file"; done < <(find "$1" -name '*.cu' | sort)
}

for part; do
  case $part in
    programs | coverage | solutions | submissions) "compare_$part" ;;
    *) compare_folder "$part" ;;
  esac
done
echo "$compared files compared, $differ accepted by one compiler alone"
((compared > 0 && differ == 0))
