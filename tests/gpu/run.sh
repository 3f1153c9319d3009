#!/bin/bash
# run.sh [--build FOLDER] [--carry FOLDER] [--out FOLDER] [--kernels]
# Builds and runs everything that needs a GPU, prints a table, and writes OUT/gpu.json. Needs the CUDA toolkit, CMake,
# ninja and g++, but no network. The other packages come from prepare.sh's folder, CARRY. As root, its files are copied
# below /usr unless a file of the same name exists.
#   --build    where to build (default: build/gpu)        --carry  default: build/gpu-carry, if it exists
#   --out      folder for results (default: build/gpu-out)  --kernels  without grades and sweep: minutes less
# Exit codes: 0 all results are right, 1 some are wrong, 2 could not build, 3 built, but there is no GPU to run anything
# on.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$root/build/gpu carry=$root/build/gpu-carry out=$root/build/gpu-out grading=yes
while (($#)); do
  case $1 in
    --build) build=$2 && shift 2 ;;
    --carry) carry=$2 && shift 2 ;;
    --out) out=$2 && shift 2 ;;
    --kernels) grading=no && shift ;;
    --help | -h) sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" && exit 0 ;;
    *) printf 'run.sh: expected an option, found "%s"; --help lists them\n' "$1" >&2 && exit 64 ;;
  esac
done
export PATH=$PATH:/usr/local/cuda/bin
mkdir -p "$out"
: > "$out/rows.jsonl"
built=0 ran=0 wrong=0

say() { printf '%s\n' "$*"; }
stop() { say "run.sh: $*" >&2; exit 2; }

# row NAME VERDICT DETAIL: writes a line of the table, and one of the JSON.
row() {
  printf '%-34s %-8s %s\n' "$1" "$2" "$3"
  local detail=${3//\\/\\\\}
  printf '{"name":"%s","verdict":"%s","detail":"%s"}\n' "$1" "$2" "${detail//\"/\\\"}" >> "$out/rows.jsonl"
}

# --- build ------------------------------------------------------------------------------------------

for tool in nvcc cmake ninja g++; do
  command -v "$tool" > /dev/null || stop "$tool is missing: this machine cannot build gridmark for a GPU"
done

# CMake cannot find anything without these headers. All of them are in CARRY.
lacks_packages() {
  for header in fmt/format.h CLI/CLI.hpp nlohmann/json.hpp tl/expected.hpp gtest/gtest.h benchmark/benchmark.h seccomp.h \
    elfutils/libdwfl.h cmark-gfm.h pugixml.hpp utf8proc.h openssl/sha.h sqlite3.h archive.h; do
    [[ -e /usr/include/$header ]] || return 0
  done
  ! command -v pkg-config > /dev/null
}

if lacks_packages; then
  [[ -e $carry/usr.tar.xz ]] || stop "Debian packages that gridmark needs are missing here, and $carry does not have them: run tests/gpu/prepare.sh where they are installed, and bring its folder"
  ((EUID == 0)) || stop "packages are missing; as root, their files are taken from $carry"
  say "taking what is missing from $carry"
  tar -C /usr --skip-old-files -xJf "$carry/usr.tar.xz" ||
    stop "the files of $carry/usr.tar.xz could not be put below /usr"
  ldconfig
fi

# Programs from prepare.sh run here unchanged if this tree has the path for which they were built.
if [[ -e $carry/programs.tar.xz && ! -e $build/build.ninja && $root == "$(cat "$carry/programs.root")" ]] &&
  mkdir -p "$build" && tar -C "$build" -xJf "$carry/programs.tar.xz"; then
  say "the programs are those of $carry"
else
  say "building in $build"
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DGRIDMARK_CUDA=ON > "$out/configure.log" 2>&1 ||
    { tail -n 20 "$out/configure.log"; stop "configuring failed; the log is $out/configure.log"; }
  targets=(cuda gpu_tests gridmark-cuda-probe gridmark-cuda-findings)
  [[ $grading == no ]] || targets+=(product)
  ninja -C "$build" "${targets[@]}" > "$out/build.log" 2>&1 ||
    { grep -E -A 20 -m 1 'FAILED|ninja: error' "$out/build.log"; stop "building failed; the log is $out/build.log"; }
fi
programs=("$build"/bin/gpu/*)
adaptors=("$build"/labs/*/adaptor.cuda.fast.o)
built=$((${#programs[@]} + ${#adaptors[@]}))

# --- the machine ------------------------------------------------------------------------------------

probe=$("$build/bin/gridmark-cuda-probe")
field() { sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p' <<< "$probe"; }
problem=$(field problem)
gpu=$(field name)
driver=$(field driver)
nvcc_version=$(nvcc --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')

finish() {
  {
    printf '{"date":"%s","gpu":"%s","driver":"%s","nvcc":"%s","built":%d,"ran":%d,"wrong":%d,"rows":[' \
      "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$gpu" "$driver" "$nvcc_version" "$built" "$ran" "$wrong"
    paste -s -d , "$out/rows.jsonl"
    printf '],"products":['
    [[ ! -e $out/products.jsonl ]] || paste -s -d , "$out/products.jsonl"
    printf '],"probe":%s}\n' "$probe"
  } > "$out/gpu.json"
  say "results: $out/gpu.json"
  exit "$1"
}

if [[ -n $problem ]]; then
  say "no GPU: built $built, ran 0"
  say "  $problem"
  finish 3
fi
say "$gpu, driver ${driver:-unknown}, nvcc $nvcc_version"
say

# --- run --------------------------------------------------------------------------------------------

# check NAME COMMAND...: it must end with 0. Its last line is the detail.
check() {
  local name=$1 log="$out/$1.log"
  shift
  ran=$((ran + 1))
  if "$@" > "$log" 2>&1; then
    row "$name" ok "$(tail -n 1 "$log" | cut -c 1-90)"
  else
    wrong=$((wrong + 1))
    row "$name" WRONG "$(grep -m 1 -E 'FAILED|rror|WRONG' "$log" | cut -c 1-90)"
  fi
}

gtest_check() { check "$1" "$build/bin/gpu/$1" --gtest_output="json:$out/$1.json"; }

gtest_check device_test
# A few tests fill the device. The emulated one is small.
gtest_check tensor_test
check device_baseline "$build/bin/gpu/device_baseline"

# NCCL is not in every toolkit, and two ranks need two GPUs.
if [[ -x $build/bin/gpu/all_reduce ]]; then
  check all_reduce "$build/bin/gpu/all_reduce"
  if (($(nvidia-smi --list-gpus | wc -l) > 1)) && [[ $grading == yes ]]; then
    check all_reduce_of_2 "$build/toolkit/bin/gridmark-ranks" -n 2 -- "$build/bin/gpu/all_reduce"
  else
    row all_reduce_of_2 left-out 'it needs two GPUs, and the product'
  fi
else
  row all_reduce left-out "this toolkit has no NCCL"
fi

ran=$((ran + 1))
if "$build/bin/gpu/products" > "$out/products.jsonl" 2> "$out/products.log"; then
  row products ok "$(wc -l < "$out/products.jsonl") times"
  say
  printf '%6s  %-18s %10s %10s %16s\n' n product ms TFLOP/s 'share of cuBLAS'
  sed 's/[{}"]//g' "$out/products.jsonl" | awk -F '[:,]' '{ printf "%6d  %-18s %10.4f %10.3f %15.1f%%\n", $2, $4, $6, $8, 100 * $10 }'
  say
else
  wrong=$((wrong + 1))
  row products WRONG "$(tail -n 1 "$out/products.log")"
fi

# Profilers and checkers. Each is optional, and counters may need a permission.
for tool in memcheck racecheck initcheck synccheck; do
  command -v compute-sanitizer > /dev/null || { row "sanitizer.$tool" left-out 'compute-sanitizer is not installed' && continue; }
  leaks=()
  [[ $tool != memcheck ]] || leaks=(--leak-check full)
  compute-sanitizer --tool "$tool" "${leaks[@]}" "$build/bin/gpu/products" 128 > "$out/sanitizer.$tool.txt" 2>&1
  check "sanitizer.$tool" "$build/bin/gridmark-cuda-findings" sanitizer "$out/sanitizer.$tool.txt"
done
# counts_beside: ncu's counts of the kernels that can be counted on paper, next to the emulated device's.
counts_beside() {
  "$build/toolkit/bin/gridmark-cc" --flavour counted -o "$out/counted_kernels" "$root/tests/gpu/counted_kernels.cu" &&
    GRIDMARK_PROFILE=$out/counts.json "$out/counted_kernels" &&
    ncu --clock-control none --csv --metrics "$("$build/bin/gridmark-cuda-findings" metrics)" "$build/bin/gpu/counted_kernels" > "$out/ncu.csv" &&
    "$build/bin/gridmark-cuda-findings" beside "$out/ncu.csv" "$out/counts.json" > "$out/counts.md"
  local code=$?
  cat "$out/counts.md"
  return "$code"
}
if ! command -v ncu > /dev/null; then
  row counters left-out 'ncu is not installed'
elif [[ $grading == no ]]; then
  row counters left-out '--kernels builds no emulated device to compare with'
else
  check counters counts_beside
  cat "$out/counters.log"
fi

if [[ $grading == yes ]]; then
  for lab in "$root"/labs/*/lab.json; do
    name=$(basename "$(dirname "$lab")")
    ! grep -q '"devices": *\["emulated"\]' "$lab" || continue
    ran=$((ran + 1))
    "$build/bin/gridmark" grade "$name" --device cuda --trust-submission --submission "$root/solutions/$name" \
      --record "$out/$name.record.json" --html "$out/$name.html" > "$out/$name.log" 2>&1
    code=$?
    if ((code == 0)); then row "grade $name" ok "$(grep -m 1 ' of ' "$out/$name.log")"; else
      wrong=$((wrong + 1))
      row "grade $name" WRONG "exit code $code: $(tail -n 3 "$out/$name.log" | head -n 1)"
    fi
  done
  # A series without a time does not have a column, but the command still ends with 0.
  sweep() {
    "$build/bin/gridmark" benchmark lab1-gpu-basics --device cuda --trust-submission \
      --submission "$root/solutions/lab1-gpu-basics" --to "$out/sweep" &&
      for series in matmul_{naive,coalesced,tiled,regtile} cublas; do
        grep -q "${series}_measured_ms" "$out/sweep/sweep.csv" || { echo "WRONG: $series has no time" && return 1; }
      done
  }
  check sweep sweep
fi

say
say "built $built, ran $ran, $wrong wrong"
((wrong == 0)) || finish 1
finish 0
