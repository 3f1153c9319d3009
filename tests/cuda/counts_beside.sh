#!/bin/bash
# counts_beside.sh BUILD SOURCE: the emulated device's counts of tests/gpu/counted_kernels.cu must equal counts on
# paper, by the rules of NVIDIA's guides: a sector has 32 bytes, a bank is 4 bytes wide and there are 32. The paper's
# figures have the format of ncu for a GPU, so that the comparison itself is tested, too.
set -u
build=$1 source=$2
findings=$build/bin/gridmark-cuda-findings
world=$(mktemp -d)
trap 'rm -rf "$world"' EXIT
cd "$world" || exit 1
failures=0

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

# 65,536 elements are 2,048 warps of floats, 512 of float4; 64 tiles of 32 warps transpose them.
cat > paper << 'PAPER'
copy                      2048 8192   2048 8192  0     0
copy_of_four              512  8192   512  8192  0     0
gather_every_eighth       2048 65536  2048 8192  0     0
copy_from_one_further     2048 10240  2048 8192  0     0
spread_one                2048 2048   2048 8192  0     0
transpose_with_conflicts  2048 8192   2048 8192  67584 63488
transpose_padded          2048 8192   2048 8192  4096  0
PAPER

# as_ncu: prints the paper's table as `ncu --csv` would for a GPU, in the order of `metrics`.
as_ncu() {
  local metrics kernel values id=0 i
  IFS=, read -r -a metrics <<< "$("$findings" metrics)"
  printf '==PROF== Connected\n"ID","Kernel Name","Metric Name","Metric Unit","Metric Value"\n'
  while read -r kernel values; do
    read -r -a values <<< "$values"
    for i in "${!metrics[@]}"; do
      printf '"%d","%s(const float *, float *)","%s","","%s"\n' "$id" "$kernel" "${metrics[i]}" "${values[i]}"
    done
    id=$((id + 1))
  done < paper
}

"$build/toolkit/bin/gridmark-cc" --flavour counted -o counted "$source/tests/gpu/counted_kernels.cu" ||
  fail 'counted_kernels.cu does not compile'
GRIDMARK_PROFILE=$PWD/counts.json ./counted || fail 'counted_kernels does not run'

as_ncu > paper.csv
"$findings" beside paper.csv counts.json > table || { cat table; fail 'the emulated counts are not those on paper'; }
grep -q '^42 counters, 0 differ' table || fail "not all were compared: $(tail -n 1 table)"

sed 's/"67584"/"4096"/' paper.csv > other.csv
"$findings" beside other.csv counts.json > table && fail 'a counter that differs is not told'
grep -q '^| `transpose_with_conflicts` | wavefronts of shared memory | 67584 | 4096 | differ |$' table ||
  { cat table; fail 'the row of the counter that differs'; }

"$findings" beside paper.csv paper > /dev/null 2> words
[[ $? == 2 ]] || fail 'a profile that is none is no input'
grep -q 'paper is not a profile' words || fail "words: $(cat words)"
"$findings" beside /dev/null counts.json > /dev/null 2> words
[[ $? == 2 ]] || fail 'an empty table is no input'
grep -q 'no kernel in common' words || fail "words: $(cat words)"

((failures == 0)) && printf 'all as on paper\n'
exit "$((failures > 0))"
