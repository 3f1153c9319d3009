#!/bin/bash
# nvcc_compiles.sh ROOT LAB oldest|whole|mutants [MAKE_STARTER]: a real CUDA compiler must accept the files that
# students receive, and our solutions.
#   oldest   solution, starter and the lab's own files, for sm_70. A CUDA without sm_70 (such as 13) compiles
#            for its oldest architecture instead, and the output reports that.
#   whole    the same for sm_70, sm_80 and sm_90
#   mutants  the changed files of mutants, for sm_80: all versions of a file in one run of the compiler, each in a
#            namespace, after all headers that they include. They differ from the solution in a function or two, so
#            the solution would also lack what a file alone lacks. If that run fails, each is compiled alone, because
#            a function that its own file calls, and that a header declares, exists twice in such a namespace.
# Exits with 77, a skip, without nvcc.
set -euo pipefail
root=$1 lab=$2 part=$3 make_starter=${4:-}
PATH=$PATH:/usr/local/cuda/bin
if ! command -v nvcc > /dev/null; then
  echo "skipped: nvcc is neither on the PATH nor in /usr/local/cuda/bin"
  exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() {  # NAME FILE OPTION...
  echo "nvcc: $1: $(basename "$2")"
  nvcc -c -std=c++20 --extended-lambda --threads 0 -O0 -Xcicc -O0 -Xptxas -O0 -I "$root" -I "$root/labs/$lab/include" "${@:3}" \
    -o "$work/object.o" "$2"
}

# choose_architectures ARCHITECTURE...: sets `architectures` to their options.
choose_architectures() {
  local known oldest wanted
  known=$(nvcc --list-gpu-code)
  oldest=$(sort -V <<< "$known" | head -n 1)
  architectures=()
  for wanted; do
    grep -qx "$wanted" <<< "$known" || { echo "this nvcc does not know $wanted: $oldest instead"; wanted=$oldest; }
    architectures+=(-gencode "arch=compute_${wanted#sm_},code=$wanted")
  done
}

compile_for() {  # ARCHITECTURE...
  local file
  choose_architectures "$@"
  for file in "$root/solutions/$lab"/*.cu; do compile solution "$file" "${architectures[@]}"; done
  for file in "$root/starter/$lab"/*.cu; do compile starter "$file" "${architectures[@]}"; done
  for file in "$root/labs/$lab"/*.cu; do compile lab "$file" "${architectures[@]}"; done
}

compile_oldest() { compile_for sm_70; }
compile_whole() { compile_for sm_70 sm_80 sm_90; }

# Prints a file with all of FILES, each in a separate namespace.
all_in_one() {  # FILES
  local file number=0
  grep -hE '^[[:space:]]*#[[:space:]]*include' "$@" | sort -u
  for file in "$@"; do
    number=$((number + 1))
    printf 'namespace mutant_%d {\n#include "%s"\n}\n' "$number" "$file"
  done
}

compile_mutants_of() {  # BASENAME
  local file changed=()
  for file in "$work"/mutants/*/"$1"; do
    cmp -s "$file" "$work/solution/$1" || changed+=("$file")
  done
  ((${#changed[@]})) || return 0
  echo "${#changed[@]} mutants change $1"
  all_in_one "${changed[@]}" > "$work/mutants_of_$1"
  compile 'all of them' "$work/mutants_of_$1" -arch=sm_80 -I "$root/solutions/$lab" 2> "$work/messages" && return
  echo "not in one file; each alone:"
  for file in "${changed[@]}"; do compile "mutant $(basename "$(dirname "$file")")" "$file" -arch=sm_80; done
}

compile_mutants() {
  local mutant file
  "$make_starter" --solved --from "$root/solutions/$lab" --to "$work/solution"
  for mutant in "$root/labs/$lab/mutants"/*.patch; do
    cp -r "$root/solutions/$lab" "$work/patched"
    (cd "$work/patched" && GIT_CEILING_DIRECTORIES=$work git apply "$mutant")
    "$make_starter" --solved --from "$work/patched" --to "$work/mutants/$(basename "$mutant" .patch)"
    rm -r "$work/patched"
  done
  for file in "$root/solutions/$lab"/*.cu; do compile_mutants_of "$(basename "$file")"; done
}

"compile_$part"
