#!/bin/bash
# Lab 6's engine follows its rules in ten thousand random schedules. A grade has fifty of them.
# Usage: ten_thousand_schedules.sh SOURCE_ROOT BUILD_FOLDER
# A failure prints its seed. GRIDMARK_SEED=N in the environment repeats it.
set -euo pipefail
source=$1 build=$2
lab=lab6-serving
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$build/toolkit/bin/gridmark-cc" -O2 -std=c++20 -I "$source/labs/$lab/include" -o "$scratch/schedules" \
  "$source/solutions/$lab"/*.c[up]* "$build/labs/$lab/adaptor.emulated.fast.o" "$build/labs/$lab/tests.o" \
  "$build/lib/libgridmark_in_process.a" "$build/toolkit/lib/libgridmark_tensor_fast.a" -lgtest -lfmt

export GRIDMARK_SEED=${GRIDMARK_SEED:-$RANDOM$RANDOM} GRIDMARK_SCHEDULES=${GRIDMARK_SCHEDULES:-10000}
echo "seed $GRIDMARK_SEED"
"$scratch/schedules" --gtest_filter='AnySchedule.GivesTheRightAnswers' | tee "$scratch/said"
grep -q '1 test from 1 test suite ran' "$scratch/said"
